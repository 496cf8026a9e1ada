/* Reports a lasting fault once, and again only after it was gone. Two sentences that differ only in numbers
 * ("5 pixels wide", "4 pixels wide") are the same fault. */
#ifndef SQ_UI_SESSION_REPORT_FAULT_ONCE_H
#define SQ_UI_SESSION_REPORT_FAULT_ONCE_H

#include <stdbool.h>

#include "vision/system/failure.h"

/* Zero-initialised: all is well. */
typedef struct {
    char said[sizeof((sq_diag *)0)->text]; /* "": nothing is wrong */
} sq_fault_once;

/* The fault is there. Returns whether it must be reported. */
bool sq_fault_once_say(sq_fault_once *l, const char *sentence);

/* The fault is gone. */
void sq_fault_once_over(sq_fault_once *l);

#endif

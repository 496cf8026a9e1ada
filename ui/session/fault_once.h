/* A fault that lasts is said once, and said again only when it was gone between. Two sentences that differ in
 * numbers alone ("5 pixels wide", "4 pixels wide") are the same fault. */
#ifndef SQ_UI_SESSION_FAULT_ONCE_H
#define SQ_UI_SESSION_FAULT_ONCE_H

#include <stdbool.h>

#include "vision/system/diag.h"

/* Zero-initialised: all is well. */
typedef struct {
    char said[sizeof((sq_diag *)0)->text]; /* "": nothing is wrong */
} sq_fault_once;

/* There is this fault (again). Returns whether it is news. */
bool sq_fault_once_say(sq_fault_once *l, const char *sentence);

/* All is well. */
void sq_fault_once_over(sq_fault_once *l);

#endif

/* A fault that lasts is said once, and said again only when it was gone between. Two sentences that differ in
 * numbers alone ("5 pixels wide", "4 pixels wide") are the same fault. */
#ifndef SQ_UI_LASTING_H
#define SQ_UI_LASTING_H

#include <stdbool.h>

#include "vision/diag.h"

/* Zero-initialised: all is well. */
typedef struct {
    char said[sizeof((sq_diag *)0)->text]; /* "": nothing is wrong */
} sq_lasting;

/* There is this fault (again). Returns whether it is news. */
bool sq_lasting_fault(sq_lasting *l, const char *sentence);

/* All is well. */
void sq_lasting_over(sq_lasting *l);

#endif

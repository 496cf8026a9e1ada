/* Washed-out winks: those that mirror a lamp until hardly anything is left of their colour. They are found by
 * their outlines, where the search has left something unexplained; what the set still lacks tells which they
 * can be. */
#ifndef SQ_VISION_WASHED_OUT_WINKS_H
#define SQ_VISION_WASHED_OUT_WINKS_H

#include "vision/eye_state.h"

/* Adds them to the winks of v->out and their orders to v->order; what was told as a region for want of a wink
 * is told no longer. */
void sq_washed_winks_find(sq_eye_state *v);

#endif

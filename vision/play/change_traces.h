/* Traces: places where something has come to rest that the eye cannot make out, but that has changed the
 * picture (vision/position/change_map.h). A wink that mirrors a lamp, or one on a pile, may show in no
 * other way.
 *
 * Changes are explained by the winks that now lie elsewhere: each changed the place that it left and the
 * place where it lies. What remains, and is as large as a wink, is a trace. */
#ifndef SQ_VISION_PLAY_CHANGE_TRACES_H
#define SQ_VISION_PLAY_CHANGE_TRACES_H

#include "vision/play/track_winks.h"

/* Writes the traces of an observation as winks of which only the place is known (seen is 0; the size is the
 * likelier one, with its size_confidence); returns how many. None where there are more than SQ_TRACES: no
 * shot does that, but a lamp, or a push at the camera. None unless now.changed counts from `before`. */
int sq_traces_find(sq_seen_wink out[SQ_TRACES], const sq_tracked *before, const sq_position *now);

/* Whether the middle of a trace lies upon a wink that is seen where it lay before and as much of it. */
bool sq_trace_upon_bare_wink(const sq_tracked *before, const sq_position *now, const sq_seen_wink *trace);

/* The share of the place of wink w that has changed since then. NaN where that is not known, and also where
 * it does not tell whether w has left: a part has changed, and one of its colour lies there (w itself or
 * another) or the side of the pot hides it; or all has changed, but the place is not bare. */
double sq_trace_changed_old_place(const sq_tracked *before, const sq_position *now, sq_wink w);

/* The share that has changed of the place where a disc lies now; NaN where that is not known. */
double sq_trace_changed_new_place(const sq_tracked *before, const sq_position *now, const sq_seen_wink *disc);

/* Whether a wink of the disc's colour lay about there before: on it another one hardly shows. */
bool sq_trace_upon_like(const sq_tracked *before, const sq_seen_wink *disc);

/* The share of the pot's opening that has changed: what fell in shows there, whatever the eye makes of it.
 * NaN where that is not known. */
double sq_trace_changed_in_pot(const sq_tracked *before, const sq_position *now);

#endif

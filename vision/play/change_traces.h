/* Traces: what has come to rest where the eye makes nothing of it, but has changed the picture
 * (vision/position/change_map.h). A wink on which a lamp is mirrored, or one upon a heap, is told by nothing
 * else.
 *
 * What changed is explained by the winks that lie elsewhere than before, each where it left and where it
 * lies. What is left over, and is as large as a wink, is a trace. */
#ifndef SQ_VISION_PLAY_CHANGE_TRACES_H
#define SQ_VISION_PLAY_CHANGE_TRACES_H

#include "vision/play/track_winks.h"

/* Writes the traces of a look as winks of which nothing but the place is known (seen 0; the size is the
 * likelier one, as surely as size_confidence says); returns how many. None where there are more: no shot does
 * that, but a lamp or a push at the camera. before: the rest that now.changed counts from, else none are
 * told. */
int sq_traces_find(sq_seen_wink out[SQ_TRACES], const sq_tracked *before, const sq_position *now);

/* Does the picture show what became of a wink's place since then? The share of it that has changed. NaN where
 * that is not known; also where a part has, and one of its colour lies there (it, or another in its stead) or
 * the pot's side hides it; and where all has, but the place is not bare. */
double sq_trace_left(const sq_tracked *before, const sq_position *now, sq_wink w);

/* The share that has changed of the place where a disc lies now; NaN where that is not known. */
double sq_trace_arrived(const sq_tracked *before, const sq_position *now, const sq_seen_wink *disc);

/* One of the disc's colour lay about there before: upon it another one hardly shows. */
bool sq_trace_upon_like(const sq_tracked *before, const sq_seen_wink *disc);

/* The share of the pot's mouth that has changed: what fell in shows there, whatever the eye makes of it. NaN
 * where that is not known. */
double sq_trace_in_pot(const sq_tracked *before, const sq_position *now);

#endif

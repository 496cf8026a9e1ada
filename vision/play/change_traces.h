/* Traces: places where something has come to rest that the eye does not recognise, but that has changed the
 * picture (vision/position/change_map.h). That may be all that shows of a wink that mirrors a lamp, or of one
 * on a pile.
 *
 * First, changes are explained by the winks that now lie elsewhere: each has changed the place that it left
 * and the place where it lies. What remains, and is as large as a wink, is a trace. So is a region of a
 * wink's size that is new: a wink that lies where it struck another away leaves no change of its own. */
#ifndef SQ_VISION_PLAY_CHANGE_TRACES_H
#define SQ_VISION_PLAY_CHANGE_TRACES_H

#include "vision/play/track_winks.h"

/* How far (mm) a change reaches beyond the rim of the wink that made it, where the areas of play_priors.h
 * hold.
 */
double sq_trace_usual_halo_mm(void);

/* How far the changes of an observation reach beyond the rims of the winks that made them, of those that show
 * by themselves where a wink lay or lies; adds them up in *sum_mm and returns how many there are. */
int sq_trace_halos(double *sum_mm, const sq_tracked *before, const sq_position *now);

/* Writes the traces of an observation as winks of which only the place is known (seen is 0; the size is the
 * likelier one, with its size_confidence). Returns how many. If there are more than SQ_TRACES, a codec has
 * drawn the whole picture anew: then only those count that have the outline of a whole wink, and lie on none
 * that is seen as before. Returns 0 if there are more even of these, since a lamp or a push at the camera
 * does that but no shot; and 0 unless now->changed counts from `before`. halo_mm: how far changes reach in
 * this film; what is wider or narrower is judged by its size without that. */
int sq_traces_find(sq_seen_wink out[SQ_TRACES], const sq_tracked *before, const sq_position *now,
                   double halo_mm);

/* Whether all of a wink shows in a trace, as it was found. */
bool sq_trace_is_whole(const sq_seen_wink *trace);

/* Whether the middle of a trace lies on a wink that is seen at its old place, and no less of it than
 * before. */
bool sq_trace_upon_bare_wink(const sq_tracked *before, const sq_position *now, const sq_seen_wink *trace);

/* The share of the old place of wink w that has changed. NaN where that is not known, or says nothing about
 * whether w has left: a part has changed, and a wink of its colour (w or another) lies there or the side of
 * the pot hides it; or all has changed, but the place is not bare. */
double sq_trace_changed_old_place(const sq_tracked *before, const sq_position *now, sq_wink w);

/* The share that has changed of the place where a disc lies now; NaN where that is not known. */
double sq_trace_changed_new_place(const sq_tracked *before, const sq_position *now, const sq_seen_wink *disc);

/* Whether a wink of the disc's colour lay near that place before: on it another one hardly shows. */
bool sq_trace_upon_like(const sq_tracked *before, const sq_seen_wink *disc);

/* The mean share that has changed of the places of winks that lie about as they lay: a codec that draws the
 * whole picture anew changes that, too. NaN where that is not known. */
double sq_trace_changed_by_itself(const sq_tracked *before, const sq_position *now);

/* The share of the pot's opening that has changed: a wink that fell in shows there even if the eye does not
 * recognise it. NaN where that is not known. */
double sq_trace_changed_in_pot(const sq_tracked *before, const sq_position *now);

#endif

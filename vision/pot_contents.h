/* What lies in the pot, as far as it is seen from above.
 *
 * Potted winks lie upon one another in the cup's shade, so most are hidden; one of which the greater part is
 * seen is told, with its colour and size; where its size is open it is not. The others stay unseen, and the
 * tiddlies a range. A wink of the cup's own colour is never told. */
#ifndef SQ_VISION_POT_CONTENTS_H
#define SQ_VISION_POT_CONTENTS_H

#include "vision/guess.h"
#include "vision/position.h"
#include "vision/pot.h"

/* The pixels to look at: the window that the contents are read from. */
sq_box sq_pot_opening(const sq_pot *p, const sq_camera *c);

/* Measures p->tint: the cup's own colour, by what is seen along its inside wall. w: the window of the
 * opening; its `believed` and `light` are overwritten. */
void sq_pot_measure_tint(sq_pot *p, sq_window *w, const sq_camera *c, const sq_guess_scratch *scratch);

/* Writes the winks that are seen in the pot, at most `most`; returns their number. unseen: how many
 * of each colour and size the mat has not shown; no more are told. w: the window of the opening; its
 * `believed`, `ground` and `light` are overwritten. p: the palette of the mat. */
int sq_pot_contents(sq_seen_wink *out, int most, const int unseen[SQ_COLOURS][SQ_SIZES], sq_window *w,
                    const sq_pot *pot, const sq_camera *c, const sq_palette *p,
                    const sq_guess_scratch *scratch);

#endif

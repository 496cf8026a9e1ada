/* The winks in the pot, as far as they are seen from above.
 *
 * Potted winks lie on one another in the shade of the cup, and most of them are hidden. A wink of which more
 * than half is seen is reported with its colour and size, unless its size is not clear. The others count as
 * unseen, but those of which a part shows are counted by colour, and the tiddlies are then a range. A wink of
 * the cup's own colour is never reported. */
#ifndef SQ_VISION_POT_WINKS_IN_POT_H
#define SQ_VISION_POT_WINKS_IN_POT_H

#include "vision/explain/disc_proposals.h"
#include "vision/math/tunable_number.h"
#include "vision/position/position.h"
#include "vision/pot/find_pot.h"

/* Z: the height (mm) that a potted wink is assumed to have; it lies on the floor or on up to three others,
 * which shifts its place by half a millimetre. SIGMA: the standard deviation (mm) of that place. SHARE: the
 * share of its face that must be seen to report it. LARGE, SMALL: the shares of a large and of a small face
 * that settle the size, whatever else lies there: two small winks fill up to 0.8 of a large face, and the
 * visible half of a large wink fills 0.6 of a small face. Lower: a wrong size is reported. */
SQ_NUMBER(SQ_POTTED_Z_MM, 6.0);
SQ_NUMBER(SQ_POTTED_SIGMA_MM, 1.5);
SQ_NUMBER(SQ_POTTED_SHARE, 0.55);
SQ_NUMBER(SQ_POTTED_LARGE_SHARE, 0.82);
SQ_NUMBER(SQ_POTTED_SMALL_SHARE, 0.65);

/* The box of the opening: the window from which the contents are read. */
sq_box sq_pot_opening(const sq_pot *p, const sq_camera *c);

/* Measures p->tint, the cup's own colour, along its inside wall. w: the window of the opening; its
 * `believed` and `light` are overwritten. */
void sq_pot_measure_tint(sq_pot *p, sq_window *w, const sq_camera *c, const sq_proposal_scratch *scratch);

/* Writes the winks that are seen in the pot, at most `most`; returns their number. shown: for each colour,
 * how many winks the pot shows at least, including these. unseen: how many of each colour and size have not
 * been seen on the mat; no more are reported. w: the window of the opening; its `believed`, `ground` and
 * `light` are overwritten. p: the palette of the mat. */
int sq_pot_contents(sq_seen_wink *out, int most, int shown[SQ_USUAL_COLOURS],
                    const int unseen[SQ_USUAL_COLOURS][SQ_SIZES], sq_window *w, const sq_pot *pot,
                    const sq_camera *c, const sq_palette *p, const sq_proposal_scratch *scratch);

#endif

/* Winks that lie on the rim of the pot: they count as potted (rule 8.1.2).
 *
 * Only a wink that lies there shows another colour than the cup's own on the rim: winks in the cup lie far
 * below it, and winks that lean on the cup reach only half its height. The rim is followed all around. Where
 * it is covered, a flat disc is looked for whose middle rests on it. Not found: a wink of the cup's own
 * colour, and one that leans half into the cup. */
#ifndef SQ_VISION_POT_WINKS_ON_RIM_H
#define SQ_VISION_POT_WINKS_ON_RIM_H

#include "vision/explain/disc_proposals.h"
#include "vision/position/position.h"
#include "vision/pot/find_pot.h"
#include "vision/segment/felt_window.h"

/* The box of all pixels that a wink on the rim can cover. */
sq_box sq_pot_rim_box(const sq_pot *p, const sq_camera *c);

/* Finds the winks on the rim of a pot whose tint is known: sets p->rim, and writes the same winks to out
 * (room for SQ_POT_RIM_CAP); returns their number. w: the window of the box. scratch: its labels are
 * overwritten. */
int sq_pot_rim_find(sq_pot *p, sq_seen_wink out[SQ_POT_RIM_CAP], const sq_window *w, const sq_camera *c,
                    const sq_palette *palette, const sq_proposal_scratch *scratch);

#endif

/* Winks that the rules move by hand: where to put them, in millimetres on the mat.
 *
 * The origin is the mat's centre, where the pot stands; x runs along the long side, y along the short one.
 * Winks lie flat. Nothing here is part of the game's record: a referee shows these spots to the players, and
 * what the umpire agrees to is recorded. This is plain geometry without state or allocation. */
#ifndef SQ_RULES_TERMS_PUT_BACK_H
#define SQ_RULES_TERMS_PUT_BACK_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    double x, y;
} sq_spot;

/* A wink that lies flat: its centre and radius. */
typedef struct {
    sq_spot at;
    double radius;
} sq_flat;

/* Corners of the mat, each with its baseline, as bits. */
enum { SQ_CORNER_NE = 1, SQ_CORNER_SE = 2, SQ_CORNER_SW = 4, SQ_CORNER_NW = 8 }; /* N is +y, E is +x */

/* How far in from the boundary a wink is put back, and how far from all others: settings of the book, mm. */
typedef struct {
    double inset_mm, gap_mm;
} sq_off_mat;

/* Rule 13.1: where a wink is put that left the playing volume at left_at. The spot is as near to that point
 * as possible, with the wink's nearest edge (i) `inset` in from the boundary of the field of play, (ii) at
 * least `gap` from the edge of each of n other winks on the mat, and (iii) at least `gap` from each baseline
 * with an unplayed wink behind it (unplayed_behind, corner bits). Of two spots that are equally near, it
 * takes the first one counter-clockwise from the east side. Returns false where no spot meets all three: then
 * the umpire decides. */
bool sq_put_back_off_mat(sq_spot *to, sq_off_mat off, double radius, sq_spot left_at, const sq_flat *others,
                         int n, unsigned unplayed_behind);

/* Rule 25.3: a wink that lies where the pot is to stand is moved straight outwards until it touches the base.
 * Returns its new spot; a wink that is not in the way stays. One exactly at the centre goes east. */
sq_spot sq_put_back_off_pot(sq_spot at, double radius);

/* Rule 25.4: a wink that leans against the pot, and neither squops nor is squopped, is moved straight
 * outwards until it lies flat and touches the base. *to gets its new spot. Returns which of the n others (bit
 * i, n <= 32) it then squops: those in the range of the movement. */
uint32_t sq_put_back_leaning(sq_spot *to, sq_spot at, double radius, const sq_flat *others, int n);

/* Rule 20.1, after a pot-out: moves winks round the pot, each at its own distance from it, until all are on
 * the field and no two are closer than `gap` (2 mm in etwa-2012). It moves as few winks as it can, and each
 * as little as it can. The upper winks are the ones that move: bit k of above[i] says that wink k lies over
 * wink i. n <= 32. Returns the winks for which there was no spot (bit i); they stay where they were, and the
 * players agree or the umpire decides. */
uint32_t sq_put_back_apart(sq_flat *winks, double gap, int n, const uint32_t *above);

/* Whether a wink lies wholly on the field of play (rule 3): on the mat and not behind a baseline. */
bool sq_on_field(sq_spot at, double radius);

#endif

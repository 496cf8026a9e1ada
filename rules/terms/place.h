/* Winks that the rules move by hand: where to put them, in millimetres on the mat.
 *
 * The origin is the mat's centre, where the pot stands; x runs along the long side, y along the short one. A
 * wink lies flat. Nothing here takes part in the game's record: these are the spots that a referee shows to
 * the players, and what an umpire agrees to is recorded. Plain geometry, no state, no allocation. */
#ifndef SQ_RULES_TERMS_PLACE_H
#define SQ_RULES_TERMS_PLACE_H

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

/* Rule 13.1: where a wink that left the playing volume at left_at is put: as near to that point as can be,
 * with its nearest edge (i) 22 mm in from the boundary of the field of play, (ii) not closer than 10 cm to
 * the edge of any of n other winks on the mat, (iii) nor to a baseline with an unplayed wink behind it
 * (unplayed_behind, corner bits). Two spots equally near: the one first found, counter-clockwise from the
 * east side. False where no spot meets all three: then the umpire decides. */
bool sq_place_off_mat(sq_spot *to, double radius, sq_spot left_at, const sq_flat *others, int n,
                      unsigned unplayed_behind);

/* Rule 25.3: a wink under the base of the pot, or where the pot is to stand, goes straight outwards until it
 * touches the base; any other stays. One that lies just at the centre goes east. */
sq_spot sq_place_off_pot(sq_spot at, double radius);

/* Rule 25.4: a wink that leans against the pot, neither squopping nor squopped, goes straight outwards until
 * it lies flat and touches the base. Returns which of the n others (bit i, n <= 32) lie within the range of
 * that movement: it squops them. */
uint32_t sq_place_leaning(sq_spot *to, sq_spot at, double radius, const sq_flat *others, int n);

/* Rule 20.1, after a pot-out: moves winks round the pot, each at its distance from it, until no two are
 * closer than 2 mm and all are on the field; as few and as little as it finds. above[i] (bit k: wink k lies
 * over i) says who is moved: the upper ones. n <= 32. Returns the winks for which there was no such spot
 * (they stay where they were): then the players agree, or the umpire decides. */
uint32_t sq_place_apart(sq_flat *winks, int n, const uint32_t *above);

/* Whether a wink lies wholly on the field of play (rule 3): on the mat and not behind a baseline. */
bool sq_on_field(sq_spot at, double radius);

#endif

/* What one look at a crokinole board has found: the discs, where they score, and how surely.
 *
 * Lengths are millimetres of a board whose outer line has a radius of 305 mm (board.h). A plain value. */
#ifndef SQ_VISION_CROKINOLE_POSITION_H
#define SQ_VISION_CROKINOLE_POSITION_H

#include "rules/crokinole/terms.h"
#include "vision/crokinole/board.h"
#include "vision/math/tunable_number.h"

/* Where a disc's foot lies: number, name in the JSON, place in the rules. */
#define SQ_REGION_OF_BOARD_LIST(X)                                         \
    X(SQ_REGION_HOLE, "20", SQ_AT_20)                                      \
    X(SQ_REGION_15, "15", SQ_AT_15)                                        \
    X(SQ_REGION_ON_FIFTEEN, "line-touch", SQ_AT_LINE_15)                   \
    X(SQ_REGION_10, "10", SQ_AT_10)                                        \
    X(SQ_REGION_ON_TEN, "line-touch", SQ_AT_LINE_10)                       \
    X(SQ_REGION_5, "5", SQ_AT_5)                                           \
    X(SQ_REGION_ON_OUTER, "line-touch", SQ_AT_OUT) /* not yet taken off */ \
    X(SQ_REGION_DITCH, "ditch", SQ_AT_OUT)

typedef enum {
#define X(number, name, place) number,
    SQ_REGION_OF_BOARD_LIST(X)
#undef X
        SQ_BOARD_REGIONS
} sq_board_region;

/* Its name in the JSON; constant. */
const char *sq_board_region_name(sq_board_region r);
sq_board_place sq_board_region_place(sq_board_region r); /* its place in the rules */
int sq_board_region_value(sq_board_region r); /* by the rules: a disc on a line scores the lower side */

/* The standard deviation (mm) of a disc's place if another circle was found instead of its rim: the lower
 * edge of its side, its shadow, or half of each. Of 25 such discs on drawn boards: 3.53 in each direction. */
SQ_NUMBER(SQ_WRONG_CIRCLE_MM, 3.5);

enum { SQ_BOARD_DISC_CAP = 64 };

typedef struct {
    sq_board_side side;
    double side_sure;    /* the probability that it is a disc of that side */
    double other_sure;   /* the probability that it is one of the other side; the rest: it is no disc */
    sq_mm at;            /* the middle of its foot */
    double sigma_mm;     /* if its rim was found: standard deviation of at, towards the board's middle */
    double own_sigma_mm; /* standard deviation of at.x, and of at.y, without the errors that every look at a
                            resting disc repeats */
    double wrong_circle; /* the probability that another circle than its rim was found */
    sq_px px;            /* the middle of its upper face in the picture */
    double radius_px;    /* the radius of its upper face there */
    double probability[SQ_BOARD_REGIONS]; /* their sum is 1 */
    sq_board_region region;               /* the likeliest */
    bool sure;                            /* it is called: region and colour are certain enough */
    sq_ring nearest;                      /* the line whose edge is nearest to its foot */
    double clearance_mm;                  /* the gap to that edge; negative: it reaches the line */
    double clearance_sigma_mm;            /* standard deviation of that */
    bool showed_before; /* something round showed there at the rest before that was nobody's disc */
} sq_board_disc_seen;

/* The probability that it is no disc. */
static inline double sq_board_is_none(const sq_board_disc_seen *disc) {
    return 1 - disc->side_sure - disc->other_sure;
}

/* Where something round shows that is nobody's disc: a figure of the board, or a disc of a colour that is not
 * known yet. */
typedef struct {
    int count;
    sq_mm at[SQ_BOARD_DISC_CAP];
} sq_board_strangers;

/* The colours of the two sides' discs, and of the empty hole. */
typedef struct {
    int known; /* how many of them were seen: 0, 1 or 2 */
    bool seen[SQ_BOARD_SIDES];
    float colour[SQ_BOARD_SIDES][3]; /* levels of red, green, blue; of those that were seen */
    bool hole_seen;                  /* nothing at the hole looked like a disc */
    float hole[3];                   /* the colour of the hole's ground then */
} sq_side_tones;

/* The radii (mm) of round things on the board that may be discs, the share of a rim that each shows, and the
 * side whose disc it is (sq_board_side; SQ_BOARD_SIDES: not known). */
typedef struct {
    int count;
    float radius_mm[SQ_BOARD_DISC_CAP], support[SQ_BOARD_DISC_CAP];
    uint8_t side[SQ_BOARD_DISC_CAP];
    bool differ; /* the rims of both sides have been told to differ (disc_sizes.h) */
    double rim_mm[SQ_BOARD_SIDES], rim_sigma_mm[SQ_BOARD_SIDES]; /* then: their radii, by the last rulers */
    /* What all rims together look like, if that is otherwise than by each alone: the radius that they share,
     * else 0, and by how much their upper edge is cut off, across and down. */
    double shape_mm, bevel_mm;
} sq_disc_rulers;

/* What earlier pictures of a game have shown, and later ones show again: the sides' two colours and that of
 * the empty hole, and how large the discs are. All zero at the start. */
typedef struct {
    sq_side_tones tones;
    sq_disc_rulers rulers;
} sq_board_memory;

/* Why there is no ruling; "" for a board that can be judged. */
enum { SQ_BOARD_REFUSAL = 240 };

typedef struct {
    int width, height;
    sq_seen_board board;
    double disc_radius_mm, disc_height_mm;             /* of this board's discs */
    double disc_radius_sigma_mm, disc_height_sigma_mm; /* standard deviations of them */
    int count;
    sq_board_disc_seen disc[SQ_BOARD_DISC_CAP];
    sq_board_strangers strangers;
    sq_side_tones tones;
    sq_disc_rulers rulers; /* of this picture and, as they were remembered, of earlier ones */
    double sides_doubt; /* the probability that the sides are swapped; more than 0 if all discs that are seen
                           have one colour, which may be the lighter or the darker of the two */
    int score[SQ_BOARD_SIDES]; /* by the likeliest regions */
    double score_probability;  /* that both scores are right */
    double sight_ms;           /* time that the look took */
    char refusal[SQ_BOARD_REFUSAL];
} sq_board_position;

#endif

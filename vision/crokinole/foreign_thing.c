/* A polar map of the board: how rare each place's colour is among all places as far from the middle. */
#include "vision/crokinole/foreign_thing.h"

#include <string.h>

#include "vision/crokinole/disc_tones.h"
#include "vision/frame/simd.h"
#include "vision/math/tunable_number.h"

/* A colour is foreign that less than this share of its ring shows: a hand takes 5 % of the ditch, and a kind
 * of wood or a side of an octagon more than 12 %. */
SQ_NUMBER(RARE_SHARE, 0.12);

/* The least radius of a foreign thing, in those of a disc. Fingers are narrower, hands and sleeves wider;
 * what stands in a row in the ditch is not. */
SQ_NUMBER(WIDER_THAN_DISC, 1.35);

/* The share of its places that are foreign: rings, nails and cuffs may look like the board. */
SQ_NUMBER(SOLID, 0.93);

/* A round thing that shows this share of a rim explains what lies within so many radii of it: its face, its
 * side and its shadow. Discs in the ditch that touch hide half of each other's rims; fingers show less. */
SQ_NUMBER(EXPLAINS_SUPPORT, 0.45);
SQ_NUMBER(EXPLAINS_RADII, 1.25);

/* In outer radii: the hole within, and the rail beyond are not looked at. */
#define FIRST_RING 0.12
#define LAST_RING 1.3

enum { AROUND = 144, OUTWARDS = 72 };

typedef bool polar_map[OUTWARDS][AROUND]; /* the places that are foreign */

/* Of the places that the picture shows. */
typedef struct {
    int count, at[AROUND];             /* which they are */
    float place[SQ_TONE_AXES][AROUND]; /* of each colour, where distances are differences of tone */
    float far[AROUND];                 /* from where on another colour is no more alike */
} ring_colours;

static double radius_of(int ring) {
    return SQ_BOARD_OUTER_MM * (FIRST_RING + (LAST_RING - FIRST_RING) * ring / (OUTWARDS - 1));
}

static sq_mm place(int ring, int i) {
    double a = 2 * M_PI * i / AROUND;
    return (sq_mm){radius_of(ring) * cos(a), radius_of(ring) * sin(a)};
}

static void read_ring(ring_colours *seen, const sq_colour_planes *picture, const sq_seen_board *b, int ring) {
    seen->count = 0;
    for (int i = 0; i < AROUND; i++) {
        sq_mm at = place(ring, i);
        sq_px px = sq_px_from_mm3(&b->camera, (sq_mm3){at.x, at.y, 0});
        float colour[SQ_PLANE_COLOURS], tone[SQ_TONE_AXES];
        if (sq_px_distance(px, sq_colour_planes_inside(picture, px)) > 0) continue;
        int n = seen->count++;
        sq_colour_planes_between(picture, px, colour);
        seen->at[n] = i;
        seen->far[n] = sq_disc_tone_tolerance(colour);
        sq_disc_tone_place(colour, tone);
        for (int k = 0; k < SQ_TONE_AXES; k++)
            seen->place[k][n] = tone[k];
    }
}

/* How many places of a ring look like one of them. */
SQ_WIDE static int alike(const ring_colours *seen, int i) {
    float far2 = seen->far[i] * seen->far[i];
    int n = 0;
    for (int j = 0; j < seen->count; j++) {
        float sum = 0;
        for (int k = 0; k < SQ_TONE_AXES; k++)
            sum += (seen->place[k][j] - seen->place[k][i]) * (seen->place[k][j] - seen->place[k][i]);
        n += sum < far2;
    }
    return n;
}

static bool explained(const sq_round_things *things, sq_mm at) {
    for (int k = 0; k < things->count; k++)
        if (things->thing[k].support > EXPLAINS_SUPPORT &&
            sq_mm_within(things->thing[k].at, at, EXPLAINS_RADII * things->disc_radius_mm))
            return true;
    return false;
}

static void mark(polar_map foreign, const sq_colour_planes *picture, const sq_seen_board *b,
                 const sq_round_things *things) {
    for (int ring = 0; ring < OUTWARDS; ring++) {
        ring_colours seen;
        read_ring(&seen, picture, b, ring);
        memset(foreign[ring], 0, sizeof foreign[ring]);
        for (int i = 0; i < seen.count; i++)
            foreign[ring][seen.at[i]] =
                alike(&seen, i) < RARE_SHARE * seen.count && !explained(things, place(ring, seen.at[i]));
    }
}

/* The share of the places within a circle that are foreign. */
static double solid(const polar_map foreign, int ring, int i, double radius) {
    double step = radius_of(1) - radius_of(0);
    int rings = (int)(radius / step), all = 0, n = 0;
    sq_mm at = place(ring, i);
    for (int r = ring - rings; r <= ring + rings; r++) {
        if (r < 0 || r >= OUTWARDS) continue;
        int turns = (int)ceil(radius / radius_of(r) * AROUND / (2 * M_PI));
        for (int k = i - turns; k <= i + turns; k++) {
            int near = (k + 2 * AROUND) % AROUND;
            if (!sq_mm_within(at, place(r, near), radius)) continue;
            all++;
            n += foreign[r][near];
        }
    }
    return all ? (double)n / all : 0;
}

bool sq_foreign_thing_find(const sq_colour_planes *picture, const sq_seen_board *b,
                           const sq_round_things *things, sq_mm *at) {
    polar_map foreign;
    double best = SOLID, radius = WIDER_THAN_DISC * things->disc_radius_mm;
    bool found = false;
    mark(foreign, picture, b, things);
    for (int ring = 0; ring < OUTWARDS; ring++)
        for (int i = 0; i < AROUND; i++) {
            if (!foreign[ring][i]) continue;
            double share = solid(foreign, ring, i, radius);
            if (share <= best) continue;
            best = share;
            found = true;
            *at = place(ring, i);
        }
    return found;
}

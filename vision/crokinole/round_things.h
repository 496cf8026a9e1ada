/* Round things of a disc's size on and about a crokinole board: discs, but also the hole, figures and knots.
 *
 * The slopes of the picture vote for middles (a Hough transform). A circle at the height of a disc's upper
 * face is then fitted to the slopes about each middle. All discs of a board have one radius, which is learned
 * from the clearest ones. */
#ifndef SQ_VISION_CROKINOLE_ROUND_THINGS_H
#define SQ_VISION_CROKINOLE_ROUND_THINGS_H

#include "vision/crokinole/colour_planes.h"
#include "vision/crokinole/position.h"
#include "vision/geometry/disc.h"
#include "vision/math/tunable_number.h"

/* The share of a rim from which on it is a disc's, or a hole's: figures and fingers show less. */
SQ_NUMBER(SQ_WHOLE_RIM, 0.75);

enum { SQ_ROUND_CAP = 192, SQ_ROUND_RULERS = 14 };

typedef struct {
    sq_mm at;                       /* the middle of its upper face, in the plane of that face */
    double radius_mm;               /* with which `at` was measured: that of the discs' rims */
    double bevel_mm;                /* by how much its upper edge is cut off, across and down */
    float contrast;                 /* of the face to the ground about it, levels */
    bool shows_edge;                /* at the hole: a circle wider than a disc, maybe its edge, agrees more */
    double support;                 /* the share of the rim that shows as an edge, 0..1 */
    double agreed;                  /* the same, but a weak or slightly displaced edge counts less */
    double sigma_mm;                /* standard deviation of at.x, and of at.y, if its rim was found */
    double wrong_circle;            /* the probability that it was not its rim (SQ_WRONG_CIRCLE_MM) */
    float face[SQ_PLANE_COLOURS];   /* its colour, levels */
    float spread;                   /* of the face's colour: mean deviation, levels */
    float around[SQ_PLANE_COLOURS]; /* the colour of the ground about it, levels */
    float ground_share; /* of the face that looks more like the ground about it than like itself */
    double rival_mm;    /* the part of sigma_mm that doubts which of two circles it is */
    bool is_solid;      /* placed by its whole outline (disc_solid.h): sigma_mm is that of its foot, and */
    double shared_sigma_mm; /* its deviation towards the board's middle by what all discs share */
    float light;            /* the light on it, relative to the rest of the board (board_light.h) */
} sq_round_thing;

typedef struct {
    int count;
    sq_round_thing thing[SQ_ROUND_CAP];
    double disc_radius_mm, disc_height_mm; /* learned; the height follows from it at first */
    double disc_height_sigma_mm;           /* standard deviation of the height */
    double disc_radius_sigma_mm; /* standard deviation of a rim from that radius, by how well discs agree on
                                    it */
    double noise; /* the least slope (levels a pixel) of an edge, measured in the shrunk picture: an edge is
                     as sharp from pixel to pixel in the full one, where rims are fitted */
    double pixel_noise; /* the same, were there no grain and no figures: what differs from pixel to pixel; 0
                           until it is asked for (sq_round_things_pixel_noise) */
    int rulers, ruler[SQ_ROUND_RULERS]; /* the things whose radii were measured, in their order among rulers
                                           (sq_round_things_find) */
    double overexposed;                 /* the share of the board on which nothing shows (board_light.h) */
    float brightness;                   /* of the board itself, levels (board_light.h) */
} sq_round_things;

/* Whether its middle lies beyond the outer line. */
bool sq_round_thing_in_ditch(const sq_round_thing *t);

/* The height of a disc of some radius: discs are 9.5 or 10 mm thick and 29 or 32 mm wide. */
double sq_disc_height_mm(double radius_mm);

/* The radius that discs share by those rulers whose rims show best, and how surely it is theirs; 0 where
 * there is none. side: of these discs alone; SQ_BOARD_SIDES: of all. Discs of one side err alike, by their
 * shadows and colour: they tell as much as one does. */
double sq_disc_rulers_radius(const sq_disc_rulers *rulers, int side, double *sigma_mm);

/* Finds the round things. rulers: of earlier pictures with the same discs; this one's are added, and where
 * there is no room, the oldest give way; null: none. Fails with SQ_E_MEMORY. */
sq_code sq_round_things_find(const sq_colour_planes *picture, const sq_seen_board *b, sq_disc_rulers *rulers,
                             sq_round_things *out, sq_diag *d);

/* Measures pixel_noise of things that were found in the picture. Fails with SQ_E_MEMORY. */
sq_code sq_round_things_pixel_noise(sq_round_things *things, const sq_colour_planes *picture,
                                    const sq_seen_board *b, sq_diag *d);

/* Whether two discs cannot both lie there; a tenth of their width is allowed for errors of their places. */
static inline bool sq_round_things_overlap(const sq_round_thing *a, const sq_round_thing *b) {
    return sq_mm_distance(a->at, b->at) < 1.8 * a->radius_mm;
}

/* The colours at n places of a circle about a disc that has been placed, evenly around; n divides
 * SQ_RIM_POINTS. level: where each colour's n go. */
void sq_colours_around(const sq_colour_planes *picture, const sq_disc *disc, double radius_mm, int n,
                       float *const level[SQ_PLANE_COLOURS]);

#endif

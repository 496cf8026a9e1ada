/* A drawn crokinole board: its measures and materials, the discs on it, the camera and the light.
 *
 * Lengths are real millimetres, unlike in vision/crokinole/board.h, whose frame is used otherwise. */
#ifndef SQ_DATASETS_CROKINOLE_BOARD_SCENE_H
#define SQ_DATASETS_CROKINOLE_BOARD_SCENE_H

#include <stdint.h>

#include "vision/crokinole/position.h"

/* name, what lies on the board */
#define SQ_BOARD_FAMILY_LIST(X)                                                   \
    X(SQ_BOARDS_EMPTY, "empty", "no disc")                                        \
    X(SQ_BOARDS_FEW, "few", "3 to 8 discs in play")                               \
    X(SQ_BOARDS_MANY, "many", "12 to 20 discs in play")                           \
    X(SQ_BOARDS_LINES, "lines", "8 discs whose foot is 0.2 to 3 mm from a line")  \
    X(SQ_BOARDS_HOLE, "hole", "a disc in the hole or half over it, and few more") \
    X(SQ_BOARDS_DITCH, "ditch", "8 discs in the ditch, few in play")              \
    X(SQ_BOARDS_HAND, "hand", "an arm over the board or its ditch; no score may be given")

typedef enum {
#define X(number, name, what) number,
    SQ_BOARD_FAMILY_LIST(X)
#undef X
        SQ_BOARD_FAMILIES
} sq_board_family;

/* Its name in a truth file, and what it shows, for people; constant. */
const char *sq_board_family_name(sq_board_family f);
const char *sq_board_family_what(sq_board_family f);
sq_board_family sq_board_family_from_name(const char *name); /* SQ_BOARD_FAMILIES where there is none */

enum { SQ_DRAWN_DISCS = 32, SQ_BOARD_PEGS = 8 };

typedef struct {
    sq_board_side side;
    sq_mm at; /* of its foot */
    double z; /* of its foot: 0 in play, below it in the hole and in the ditch */
} sq_drawn_disc;

typedef struct {
    int width, height;
    sq_camera camera;
    double ring_mm[SQ_RINGS], hole_mm, surface_mm, ditch_mm; /* radii */
    double line_width_mm;
    double disc_radius_mm, disc_height_mm;
    double dimple_mm; /* radius of a dark dimple in the middle of each disc's face; 0: there is none */
    double bevel_mm;  /* by how much a disc's upper edge is cut off, across and down; 0: it is sharp */
    float surface[3], line[3], hole[3], ditch[3], table[3],
        disc[SQ_BOARD_SIDES][3]; /* light, 0..1: red, green, blue */
    double grain;                /* of the surface, as a share of its light */
    double light_x, light_y;     /* how far a shadow reaches, in heights of the thing that throws it */
    double shade, noise;         /* of a shadow, the share of light that it takes; of the sensor, levels */
    double turn;                 /* of the quadrant lines and pegs, radians */
    int discs;
    sq_drawn_disc disc_at[SQ_DRAWN_DISCS];
    bool hand;
    double hand_angle, hand_reach; /* where it comes from; how near to the middle, in outer radii */
    uint64_t seed;
} sq_board_scene;

/* Makes a scene up: the seed, the family and the number decide everything. width, height: pixels. */
void sq_board_scene_make(sq_board_scene *out, sq_board_family family, uint64_t seed, int number, int width,
                         int height);

/* Where a disc scores by the scene's own measures, and the gap from its foot to the nearest edge of a line
 * (mm; negative: it reaches the line); ring: which. */
sq_board_region sq_board_scene_region(const sq_board_scene *s, const sq_drawn_disc *d, double *clearance_mm,
                                      sq_ring *ring);

#endif

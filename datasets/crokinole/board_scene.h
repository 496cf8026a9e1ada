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

/* name, what boards and pictures of that kind have */
#define SQ_BOARD_MAKE_LIST(X)                                                                     \
    X(SQ_MAKE_USUAL, "usual", "wood or paint, lines of another colour, two sets of wooden discs") \
    X(SQ_MAKE_NATURAL, "natural", "pale maple, thin black lines, a black ditch")                  \
    X(SQ_MAKE_DARK, "dark", "a black, green, red, blue or walnut field with light lines")         \
    X(SQ_MAKE_ZONES, "zones", "the regions in colours of their own")                              \
    X(SQ_MAKE_GROOVES, "grooves", "lines that are cut into the wood, without paint")              \
    X(SQ_MAKE_WIDTHS, "widths", "lines of 0.9 to 1.3 mm or of 3.5 to 5 mm")                       \
    X(SQ_MAKE_PRINTED, "printed", "letters and pictures that are printed in the field")           \
    X(SQ_MAKE_GLOSS, "gloss", "lacquer that mirrors a window")                                    \
    X(SQ_MAKE_GRAIN, "grain", "strong grain, and planks of several woods")                        \
    X(SQ_MAKE_PEGS, "pegs", "8 or 12 high pegs of brass, steel or black rubber")                  \
    X(SQ_MAKE_OCTAGON, "octagon", "an octagonal rail")                                            \
    X(SQ_MAKE_QUADRANTS, "quadrants", "quadrant lines from the hole outwards")                    \
    X(SQ_MAKE_DISCS, "discs", "coloured discs with pale bevels, dots, rings or hollow faces")     \
    X(SQ_MAKE_ASIDE, "aside", "a board that the picture's edge cuts, all lines being in it")      \
    X(SQ_MAKE_CLOTH, "cloth", "a patterned cloth or a carpet below it")                           \
    X(SQ_MAKE_PLATE, "plate", "another round thing beside it")                                    \
    X(SQ_MAKE_MIXED, "mixed", "several of these at once")

typedef enum {
#define X(number, name, what) number,
    SQ_BOARD_MAKE_LIST(X)
#undef X
        SQ_BOARD_MAKES
} sq_board_make;

const char *sq_board_make_name(sq_board_make m);
const char *sq_board_make_what(sq_board_make m);
sq_board_make sq_board_make_from_name(const char *name); /* SQ_BOARD_MAKES where there is none */

enum { SQ_DRAWN_DISCS = 32, SQ_BOARD_PEGS = 8 };

/* How a board of another make differs; all zero: not at all. Colours are light, 0..1. */
typedef struct {
    bool octagon; /* its rail */
    bool zoned;   /* the regions have colours of their own: by SQ_RING_FIFTEEN that of the 15, ... */
    float zone[SQ_RINGS][3];
    double groove;       /* lines are grooves: by what share a flank is darker or brighter than the other */
    bool long_quadrants; /* quadrant lines begin at the hole */
    int pegs;            /* 0: SQ_BOARD_PEGS */
    double peg_mm, peg_height_mm; /* radius; 0: as usual, and flat */
    float peg[3];
    bool printed;
    float print[3];
    double
        gloss; /* light that a window adds where it is mirrored; the window's middle, and way, on the board */
    sq_mm window;
    double window_turn;
    int planks; /* of woods that differ */
    double plank_share;
    double pale_bevel;  /* the light of a disc's side and bevel, of its face's; 0: 0.6 */
    double dot_mm;      /* a printed dot in the middle of a disc's face */
    double turned_ring; /* by what share a ring turned into the face is darker */
    double hollow;      /* by what share a hollow face is brighter on one side */
    int cloth;          /* 0: none; 1: checks, 2: stripes, 3: a carpet */
    float cloth_light[3];
    double cloth_mm;
    double plate_mm; /* radius of the other round thing; 0: none */
    sq_mm plate;
    float plate_light[3];
} sq_board_finish;

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
    sq_board_finish finish;
    int discs;
    sq_drawn_disc disc_at[SQ_DRAWN_DISCS];
    bool hand;
    double hand_angle, hand_reach; /* where it comes from; how near to the middle, in outer radii */
    uint64_t seed;
} sq_board_scene;

/* Makes a scene up: the seed, the family and the number decide everything. width, height: pixels. */
void sq_board_scene_make(sq_board_scene *out, sq_board_family family, uint64_t seed, int number, int width,
                         int height);

/* The same of a make; that of the usual one is sq_board_scene_make's. */
void sq_board_scene_make_as(sq_board_scene *out, sq_board_make make, sq_board_family family, uint64_t seed,
                            int number, int width, int height);

/* How many pegs it has, and where the i-th stands. */
int sq_board_scene_pegs(const sq_board_scene *s);
sq_mm sq_board_scene_peg(const sq_board_scene *s, int i);

/* Where a disc scores by the scene's own measures, and the gap from its foot to the nearest edge of a line
 * (mm; negative: it reaches the line); ring: which. */
sq_board_region sq_board_scene_region(const sq_board_scene *s, const sq_drawn_disc *d, double *clearance_mm,
                                      sq_ring *ring);

#endif

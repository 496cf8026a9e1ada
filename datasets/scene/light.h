/* Lights: rectangles that shine to one side, alone or several, and a dome that shines from everywhere.
 * Lengths in mm, in the mat's frame; radiances in one common scale. */
#ifndef SQ_DATASETS_SCENE_LIGHT_H
#define SQ_DATASETS_SCENE_LIGHT_H

#include "datasets/scene/colour.h"
#include "datasets/scene/random.h"
#include "datasets/scene/solid_shapes.h"

/* Kinds of lighting: number, name (as truth files have it) */
#define SQ_LIGHTING_LIST(X)                                                                  \
    X(SQ_LAMP, "lamp")             /* one small shade over the table, not over its middle */ \
    X(SQ_WINDOW, "window")         /* one side */                                            \
    X(SQ_PANELS, "panels")         /* large, in the ceiling */                               \
    X(SQ_WARM_BULBS, "warm-bulbs") /* two to four, bare */                                   \
    X(SQ_MIXED, "mixed")           /* daylight from one side, a lamp or panel from above */  \
    X(SQ_TUBES, "tubes")           /* long and greenish */                                   \
    X(SQ_DIM, "dim")               /* little light, much noise */                            \
    X(SQ_SUN, "sun")               /* sharp shadows */                                       \
    X(SQ_COLOURED, "coloured")     /* two lamps of different strong colours */

typedef enum {
#define X(number, name) number,
    SQ_LIGHTING_LIST(X)
#undef X
        SQ_LIGHTINGS
} sq_lighting;

typedef struct {
    sq_mm3 at;   /* its centre */
    sq_mm3 u, v; /* half its sides; it shines towards u × v */
    sq_rgb radiance;
} sq_light;

enum { SQ_LIGHT_CAP = 6 };

typedef struct {
    sq_lighting kind;
    int count;
    sq_light lights[SQ_LIGHT_CAP];
    sq_rgb ambient; /* the dome's radiance */
} sq_lights;

/* Its name in a truth file; constant. */
const char *sq_lighting_name(sq_lighting k);

/* Lights of that kind, drawn by lot. A white sheet at the mat's centre then has luminance 1. */
void sq_lights_make(sq_lights *out, sq_lighting kind, sq_random *r);

/* The colour of a black body of that temperature, as linear sRGB with green 1, such that 6504 K is white. */
sq_rgb sq_black_body(double kelvin);

/* The radiance of a white sheet at p with normal n under a light of radiance 1, with nothing between. It is
 * summed from steps × steps points of the light. */
double sq_light_on(const sq_light *l, sq_mm3 p, sq_mm3 n, int steps);

/* A point of the light; a and b from -1 to 1. */
static inline sq_mm3 sq_light_point(const sq_light *l, double a, double b) {
    return (sq_mm3){l->at.x + a * l->u.x + b * l->v.x, l->at.y + a * l->u.y + b * l->v.y,
                    l->at.z + a * l->u.z + b * l->v.z};
}

/* The part of sq_light_on that comes from the point `at` of the light, as if all of its area lay there. 0
 * where the light or the sheet looks away. */
double sq_light_from(const sq_light *l, sq_mm3 at, sq_mm3 p, sq_mm3 n);

/* The share of a glossy reflection at p that falls on the light. mirror: the direction of the mirrored ray,
 * which is blurred by a Gaussian of `spread` radians. */
double sq_light_mirrored(const sq_light *l, sq_mm3 p, sq_mm3 mirror, double spread);

/* The light of all of them on a white sheet at p with normal n, with nothing between. */
sq_rgb sq_lights_on(const sq_lights *all, sq_mm3 p, sq_mm3 n);

#endif

/* The light that a point of a scene sends to the camera. It comes from each lamp unless something stands
 * between, from the dome, and from what stands around. */
#ifndef SQ_DATASETS_RENDER_SHADING_H
#define SQ_DATASETS_RENDER_SHADING_H

#include "datasets/render/felt_and_table.h"

/* The solids that can be seen in a small part of the picture, or can shadow it. */
typedef struct {
    const sq_scene *scene;
    int piece_count, flesh_count;
    bool pot, other_pot;
    uint8_t pieces[SQ_PIECE_CAP], flesh[SQ_FLESH_CAP]; /* indices into the scene's */
    sq_rgb open; /* radiance of a white sheet on the open mat; everything around is assumed to reflect it */
} sq_near;

/* What a sight line meets. */
enum { SQ_NO_SOLID = -1, SQ_SOLID_POT = SQ_PIECE_CAP, SQ_SOLID_FLESH };
typedef struct {
    sq_mm3 at, normal;
    sq_rgb albedo;
    double gloss; /* 0: none */
    bool flesh;
    bool in_pot; /* on the pot's inner side or floor */
    int number;  /* which solid: the index of a piece, or one of the numbers above */
} sq_surface_point;

/* The nearest solid on the ray within `farthest` mm; false where there is none. */
bool sq_near_hit(const sq_near *near, sq_ray ray, double farthest, sq_surface_point *out);

/* Whether anything stands between p and the point `distance` mm away in the direction `along` (unit). */
bool sq_near_bars(const sq_near *near, sq_mm3 p, sq_mm3 along, double distance);

/* One sample of the light on a point. `stratum`, 0 to SQ_STRATA - 1, says which part of each lamp and of the
 * dome is tried, and `noise` where in this part. The mean over all strata is the light. `transmittance` is
 * the share of each lamp's light, and last of the dome's, that a hand lets through; null: all of it. */
enum { SQ_STRATA_SIDE = 4, SQ_STRATA = SQ_STRATA_SIDE * SQ_STRATA_SIDE };
sq_rgb sq_shade_solid(const sq_near *near, const sq_surface_point *spot, sq_mm3 eye, int stratum,
                      uint32_t noise, const float *transmittance);

/* The light on skin or cloth, without samples: from the middle of each lamp, from the dome above and the mat
 * below. Skin is soft, and a hand need not be exact. */
sq_rgb sq_shade_flesh(const sq_near *near, const sq_surface_point *spot);

/* One sample of the light on a point of the ground. lamp[i] times the radiance of lamp i is its light with
 * nothing in between. */
sq_rgb sq_shade_ground(const sq_near *near, const sq_ground_spot *spot, const float *lamp, int stratum,
                       uint32_t noise, const float *transmittance);

/* The direction around the normal n in which a sample looks at the dome, weighted by the cosine. */
sq_mm3 sq_dome_direction(sq_mm3 n, int stratum, uint32_t noise);

/* A point of the light, in the part of it that belongs to the stratum. */
sq_mm3 sq_light_sample(const sq_light *l, int stratum, uint32_t noise);

#endif

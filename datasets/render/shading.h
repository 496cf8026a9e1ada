/* The light that a spot of a scene throws towards the camera: from each lamp, less what stands between, from
 * the dome, and from what stands around. */
#ifndef SQ_DATASETS_RENDER_SHADING_H
#define SQ_DATASETS_RENDER_SHADING_H

#include "datasets/render/felt_and_table.h"

/* The solids that a small part of the picture may show or be shadowed by. */
typedef struct {
    const sq_scene *scene;
    int piece_count, flesh_count;
    bool pot, other_pot;
    uint8_t pieces[SQ_PIECE_CAP], flesh[SQ_FLESH_CAP]; /* indices into the scene's */
    sq_rgb
        open; /* the radiance of a white sheet on the open mat: what spots around are taken to throw back */
} sq_near;

/* What a sight line meets. */
enum { SQ_NO_SOLID = -1, SQ_SOLID_POT = SQ_PIECE_CAP, SQ_SOLID_FLESH };
typedef struct {
    sq_mm3 at, normal;
    sq_rgb albedo;
    double gloss; /* 0: none */
    bool flesh;
    bool in_pot; /* on the pot's inner side or floor */
    int number;  /* which solid: a piece's index, or one of these */
} sq_surface_point;

/* The nearest solid on the ray, up to `farthest`; false where there is none. */
bool sq_near_hit(const sq_near *near, sq_ray ray, double farthest, sq_surface_point *out);

/* Whether anything stands between p and a point `distance` further on along `along` (unit). */
bool sq_near_bars(const sq_near *near, sq_mm3 p, sq_mm3 along, double distance);

/* One sample of the light on a spot: `stratum` of SQ_STRATA says which part of each lamp and of the dome is
 * tried, `noise` where in it; the mean over all strata is the light. `veil`, where not null, is the part of
 * each lamp's light, and last of the dome's, that a hand lets through. */
enum { SQ_STRATA_SIDE = 4, SQ_STRATA = SQ_STRATA_SIDE * SQ_STRATA_SIDE };
sq_rgb sq_shade_solid(const sq_near *near, const sq_surface_point *spot, sq_mm3 eye, int stratum,
                      uint32_t noise, const float *veil);

/* The light on flesh, all at once: from each lamp's middle, from the dome above and the mat below. Skin is
 * soft, and a hand is there to disturb. */
sq_rgb sq_shade_flesh(const sq_near *near, const sq_surface_point *spot);

/* One sample of the light on a spot of the ground, whose unbarred light from each lamp (times the lamp's
 * radiance) is known: lamp[i]. */
sq_rgb sq_shade_ground(const sq_near *near, const sq_ground_spot *spot, const float *lamp, int stratum,
                       uint32_t noise, const float *veil);

/* The direction around n in which sample `stratum` looks at the dome: cosine-weighted. */
sq_mm3 sq_dome_direction(sq_mm3 n, int stratum, uint32_t noise);

/* A point of the light in the part of it that the stratum names. */
sq_mm3 sq_light_sample(const sq_light *l, int stratum, uint32_t noise);

#endif

/* A hand and its arm as rays meet them: how much light they keep from the mat, and what of them is seen.
 * Limbs go in runs with a ball around each, so that most rays ask few. */
#ifndef SQ_DATASETS_RENDER_ARM_AND_HAND_H
#define SQ_DATASETS_RENDER_ARM_AND_HAND_H

#include "datasets/render/shading.h"

/* Each lamp's share that comes through, and behind the last one the dome's. */
enum { SQ_ARM_VEILS = SQ_LIGHT_CAP + 1 };

typedef struct {
    sq_mm3 at;
    double radius;
} sq_ball;

enum { SQ_ARM_RUN = 5, SQ_ARM_RUNS = (SQ_FLESH_CAP + SQ_ARM_RUN - 1) / SQ_ARM_RUN };
typedef struct {
    int count;
    sq_ball balls[SQ_ARM_RUNS];
    const sq_scene *scene; /* whose flesh it is; must outlive it */
} sq_arm;

sq_arm sq_arm_of(const sq_scene *s);

/* The shares of the light that reach p, from 0 to 1; veil has room for the scene's lights and the dome. */
void sq_arm_veil(const sq_arm *a, sq_mm3 p, uint32_t noise, float *veil);

/* The nearest flesh on the ray; false where there is none. */
bool sq_arm_hit(const sq_arm *a, sq_ray ray, sq_surface_point *out);

#endif

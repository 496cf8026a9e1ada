/* What lies under the winks: the mat with its baselines and creases, its edge, the table, the floor. */
#ifndef SQ_DATASETS_RENDER_FELT_AND_TABLE_H
#define SQ_DATASETS_RENDER_FELT_AND_TABLE_H

#include "datasets/render/fibres_and_grain.h"
#include "datasets/scene/scene.h"

typedef enum { SQ_FELT, SQ_MAT_SIDE, SQ_TABLE, SQ_FLOOR } sq_background;

typedef struct {
    sq_background surface;
    sq_mm3 at;
    sq_rgb albedo;
} sq_ground_spot;

/* The point of the ground that is met by the sight line from `eye` through the point g of the felt's plane,
 * mm. */
void sq_ground_spot_at(sq_ground_spot *out, const sq_scene *s, const sq_felt *felt, sq_mm3 eye, sq_mm g);

/* How light the felt is at g, with its fibres and creases, as a factor on the mat's albedo. */
double sq_felt_lightness(const sq_mat *m, const sq_felt *felt, sq_mm g);

/* Whether only felt, and perhaps a baseline, lies within `reach` mm of g. */
bool sq_ground_is_felt(const sq_scene *s, sq_mm g, double reach);

/* Whether a sharp feature (an edge, a line) lies within `reach` mm of g, so that one sample is not enough. */
bool sq_ground_is_sharp(const sq_scene *s, sq_mm g, double reach);

/* Whether the mat's side stands in the way from p towards `along`: only where p lies lower, on the table. */
bool sq_ground_bars(const sq_scene *s, sq_mm3 p, sq_mm3 along);

#endif

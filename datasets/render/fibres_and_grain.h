/* What surfaces look like up close: felt, wood, floor. The same seed gives the same surface. Places in mm. */
#ifndef SQ_DATASETS_RENDER_FIBRES_AND_GRAIN_H
#define SQ_DATASETS_RENDER_FIBRES_AND_GRAIN_H

#include <stdint.h>

#include "vision/math/units.h"
#include "vision/system/failure.h"

/* Felt: matted fibres, drawn one by one into a tile and seen at one resolution. */
typedef struct sq_felt sq_felt;

/* Felt for pictures of about px_per_mm; the caller frees. */
sq_code sq_felt_new(sq_felt **out, uint64_t seed, double px_per_mm, sq_diag *d);
void sq_felt_free(sq_felt *f);

/* How much lighter the felt is there than its mean: mean 0, standard deviation 1 at 1 mm a pixel. */
double sq_felt_texture(const sq_felt *f, double x, double y);

/* Smooth noise, mean 0, from -1 to 1: one blot about every unit of x and y. */
double sq_blots(uint32_t seed, double x, double y);

/* Wood: 0 dark to 1 light; the grain runs along x. */
double sq_wood_at(uint32_t seed, double x, double y);

/* The floor's carpet or boards: mean 0, about -1 to 1. */
double sq_floor_at(uint32_t seed, double x, double y);

#endif

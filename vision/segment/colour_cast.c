/* Searches the two levels of chroma without which the coloured samples of a picture lie nearest to the angles
 * of usual plastics. */
#include "vision/segment/colour_cast.h"

#include <math.h>
#include <string.h>

#include "vision/frame/yuv.h"
#include "vision/math/units.h"

enum { SAMPLES = SQ_BLOB_CAP }; /* more do not tell it better, and each try asks all */

typedef struct {
    float level[3], felt[3];
    float weight; /* the length of its chroma as it is seen: a sum that does not shrink with what is tried */
} coloured;

typedef struct {
    coloured sample[SAMPLES];
    int count, seen, every; /* those kept, of how many: one of so many */
    sq_yuv yuv;
    float felt[3], length; /* what they lie on, and how long their chroma is, in the mean */
} coloured_samples;

typedef struct {
    double u, v;
    float cost;
} cast;

/* What is clipped has lost what was added to it. */
static bool tells(const float level[3], const float felt[3]) {
    return !sq_is_clipped(level) && !sq_is_clipped(felt);
}

static void count(void *who, const float level[3], const float felt[3]) {
    *(int *)who += tells(level, felt);
}

static void keep(void *who, const float level[3], const float felt[3]) {
    coloured_samples *all = who;
    if (!tells(level, felt) || all->seen++ % all->every) return;
    coloured *c = &all->sample[all->count++];
    memcpy(c->level, level, sizeof c->level);
    memcpy(c->felt, felt, sizeof c->felt);
    c->weight = sq_chroma_length(sq_chroma_from_rgb(level, felt));
}

static void rgb_of(float rgb[3], const sq_yuv *k, double u, double v) {
    rgb[0] = (float)(k->v_to_r * v);
    rgb[1] = (float)(-k->u_to_g * u - k->v_to_g * v);
    rgb[2] = (float)(k->u_to_b * u);
}

static void find_means(coloured_samples *all) {
    memset(all->felt, 0, sizeof all->felt);
    all->length = 0;
    for (int i = 0; i < all->count; i++) {
        for (int k = 0; k < 3; k++)
            all->felt[k] += all->sample[i].felt[k] / (float)all->count;
        all->length += all->sample[i].weight / (float)all->count;
    }
}

/* How far a chroma lies from the nearest usual angle, as a share of a colour's reach, at most 1; squared. */
static float stray(sq_chroma v, int *nearest) {
    float angle = sq_chroma_angle(v), least = INFINITY;
    for (int c = 0; c < SQ_USUAL_COLOURS; c++) {
        float off = sq_angle_between(angle, sq_usual_angle[c]) / SQ_COLOUR_REACH_DEG;
        if (off >= least) continue;
        least = off;
        *nearest = c;
    }
    return least < 1 ? least * least : 1;
}

/* A sample as it was before the camera added that. */
static sq_chroma without(const coloured *c, const float added[3]) {
    float level[3], felt[3];
    for (int k = 0; k < 3; k++) {
        level[k] = fmaxf(c->level[k] - added[k], 0);
        felt[k] = c->felt[k] - added[k];
    }
    return sq_chroma_from_rgb(level, felt);
}

/* The samples' worth that does not lie where usual colours do, had the camera added so much; more than
 * half of the felt's light it does not. */
static float cost_of(const coloured_samples *all, const float added[3]) {
    float cost = 0;
    int nearest;
    for (int i = 0; i < all->count; i++) {
        const coloured *c = &all->sample[i];
        for (int k = 0; k < 3; k++)
            if (fabsf(added[k]) > c->felt[k] / 2) return INFINITY;
        cost += c->weight * stray(without(c, added), &nearest);
    }
    return cost * (float)all->every;
}

/* What is better without it, but for the colour that gains most: that one may be a hand, or another thing
 * that is no wink. */
static float gain_of_others(const coloured_samples *all, const float added[3]) {
    static const float nothing[3];
    float gain[SQ_USUAL_COLOURS] = {0}, sum = 0, most = 0;
    int nearest;
    for (int i = 0; i < all->count; i++) {
        const coloured *c = &all->sample[i];
        float before = stray(without(c, nothing), &nearest), after = stray(without(c, added), &nearest);
        gain[nearest] += c->weight * (before - after);
    }
    for (int c = 0; c < SQ_USUAL_COLOURS; c++) {
        sum += gain[c];
        most = fmaxf(most, gain[c]);
    }
    return (sum - most) * (float)all->every;
}

/* Takes this one where it is better. */
static void try(cast *best, const coloured_samples *all, double u, double v) {
    float added[3];
    rgb_of(added, &all->yuv, u, v);
    float cost = cost_of(all, added);
    if (cost < best->cost) *best = (cast){u, v, cost};
}

/* Tries all that leaves half of the felt's light, in steps by which the typical chroma turns by half of a
 * colour's reach: between these lies no better one. */
static void try_all(cast *best, const coloured_samples *all) {
    double most_u = all->felt[2] / 2 / all->yuv.u_to_b, most_v = all->felt[0] / 2 / all->yuv.v_to_r;
    int steps = (int)ceil(1 / (SQ_COLOUR_REACH_DEG / SQ_DEGREES * fmaxf(all->length, SQ_COLOURLESS)));
    for (int i = -steps; i <= steps; i++)
        for (int k = -steps; k <= steps; k++)
            try(best, all, round(most_u * i / steps), round(most_v * k / steps));
}

/* From level to level, until none about it is better. */
static void descend(cast *best, const coloured_samples *all) {
    for (bool better = true; better;) {
        cast from = *best;
        for (int du = -1; du <= 1; du++)
            for (int dv = -1; dv <= 1; dv++)
                try(best, all, from.u + du, from.v + dv);
        better = best->cost < from.cost;
    }
}

bool sq_colour_cast_find(float added[3], const sq_frame *f, const sq_outline *o, const sq_background *s,
                         const sq_segments *g, int max_area, int small_wink) {
    coloured_samples all;
    memset(added, 0, 3 * sizeof *added);
    int seen = 0;
    sq_coloured_samples(count, &seen, f, o, s, g, max_area);
    all.count = all.seen = 0;
    all.every = seen / SAMPLES + 1;
    all.yuv = sq_yuv_of(f);
    sq_coloured_samples(keep, &all, f, o, s, g, max_area);
    const float before = cost_of(&all, added);
    cast best = {0, 0, before};
    if (before <= (float)small_wink) return false;
    find_means(&all);
    try_all(&best, &all);
    descend(&best, &all);
    float found[3];
    rgb_of(found, &all.yuv, best.u, best.v);
    if (best.cost > before / 2 || gain_of_others(&all, found) <= (float)small_wink) return false;
    memcpy(added, found, sizeof found);
    return true;
}

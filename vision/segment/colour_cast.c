/* Searches the two levels of chroma without which the coloured samples of a picture lie nearest to the angles
 * of usual plastics, and are of each no more than a set has. */
#include "vision/segment/colour_cast.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "rules/terms/equipment_sizes.h"
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
    float set;              /* samples that all winks of a colour take */
    sq_yuv yuv;
    float felt[3], length; /* what they lie on, and how long their chroma is, in the mean */
} coloured_samples;

typedef struct {
    double u, v;
    float cost;
} cast;

/* Samples that all winks of a colour take, each with a sample's breadth about its face: chroma is spread, and
 * sides are seen. small_wink: those of a small face. */
static float samples_of_set(int small_wink) {
    double small = SQ_SMALL_MM / 2, pitch = small * sqrt(M_PI / small_wink), large = SQ_LARGE_MM / 2;
    double mm2 = M_PI * (4 * (small + pitch) * (small + pitch) + 2 * (large + pitch) * (large + pitch));
    return (float)(mm2 / (pitch * pitch));
}

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
static float stray(sq_chroma v, uint8_t *nearest) {
    float angle = sq_chroma_angle(v), least = INFINITY;
    for (int c = 0; c < SQ_USUAL_COLOURS; c++) {
        float off = sq_angle_between(angle, sq_usual_angle[c]) / SQ_COLOUR_REACH_DEG;
        if (off >= least) continue;
        least = off;
        *nearest = (uint8_t)c;
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

/* What each sample would be, had the camera added so much. */
typedef struct {
    float stray[SAMPLES];
    uint8_t nearest[SAMPLES];
    float strayed; /* the samples' worth that does not lie where usual colours do */
    float cost;    /* with what is more than the set has */
} colours;

/* More than half of the felt's light the camera does not add: then the cost is without end. */
static void colour_as(colours *as, const coloured_samples *all, const float added[3]) {
    int of[SQ_USUAL_COLOURS] = {0};
    as->strayed = as->cost = INFINITY;
    for (int i = 0; i < all->count; i++) {
        const coloured *c = &all->sample[i];
        for (int k = 0; k < 3; k++)
            if (fabsf(added[k]) > c->felt[k] / 2) return;
        as->stray[i] = stray(without(c, added), &as->nearest[i]);
        of[as->nearest[i]]++;
    }
    float strayed = 0, cost = 0;
    for (int i = 0; i < all->count; i++) {
        strayed += all->sample[i].weight * as->stray[i];
        float fits = fminf(all->set / (float)(of[as->nearest[i]] * all->every), 1);
        as->stray[i] = 1 - fits * (1 - as->stray[i]);
        cost += all->sample[i].weight * as->stray[i];
    }
    as->strayed = strayed * (float)all->every;
    as->cost = cost * (float)all->every;
}

/* What is better in the second one, but for the colour that gains most: that one may be a hand, or another
 * thing that is no wink. */
static float gain_of_others(const coloured_samples *all, const colours *before, const colours *after) {
    float gain[SQ_USUAL_COLOURS] = {0}, sum = 0, most = 0;
    for (int i = 0; i < all->count; i++)
        gain[after->nearest[i]] += all->sample[i].weight * (before->stray[i] - after->stray[i]);
    for (int c = 0; c < SQ_USUAL_COLOURS; c++) {
        sum += gain[c];
        most = fmaxf(most, gain[c]);
    }
    return (sum - most) * (float)all->every;
}

/* Takes this one where it is better. */
static void try(cast *best, const coloured_samples *all, double u, double v) {
    float added[3];
    colours as;
    rgb_of(added, &all->yuv, u, v);
    colour_as(&as, all, added);
    if (as.cost < best->cost) *best = (cast){u, v, as.cost};
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
    all.set = samples_of_set(small_wink);
    all.yuv = sq_yuv_of(f);
    sq_coloured_samples(keep, &all, f, o, s, g, max_area);
    colours before, after;
    colour_as(&before, &all, added);
    cast best = {0, 0, before.cost};
    if (before.cost <= (float)small_wink) return false;
    find_means(&all);
    try_all(&best, &all);
    descend(&best, &all);
    float found[3];
    rgb_of(found, &all.yuv, best.u, best.v);
    colour_as(&after, &all, found);
    if (before.cost - after.cost < before.strayed / 2 ||
        gain_of_others(&all, &before, &after) <= (float)small_wink)
        return false;
    memcpy(added, found, sizeof found);
    return true;
}

/* Random numbers that are the same on every machine: splitmix64 (Steele, Lea, Flood 2014, "Fast splittable
 * pseudorandom number generators"). A seed and a purpose make a stream of numbers. What is drawn for one
 * purpose does not depend on how many numbers another one took. */
#ifndef SQ_DATASETS_SCENE_RANDOM_H
#define SQ_DATASETS_SCENE_RANDOM_H

#include <math.h>
#include <stdint.h>

typedef struct {
    uint64_t state;
} sq_random;

static inline uint64_t sq_random_next(sq_random *r) {
    uint64_t z = (r->state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static inline sq_random sq_random_for(uint64_t seed, const char *purpose) {
    sq_random r = {seed};
    for (; *purpose; purpose++)
        r.state = sq_random_next(&r) ^ (uint64_t)(unsigned char)*purpose;
    sq_random_next(&r);
    return r;
}

/* 0 <= x < 1 */
static inline double sq_random_unit(sq_random *r) {
    return (double)(sq_random_next(r) >> 11) * 0x1p-53;
}

static inline double sq_random_range(sq_random *r, double low, double high) {
    return low + (high - low) * sq_random_unit(r);
}

/* 0 .. n-1 */
static inline int sq_random_below(sq_random *r, int n) {
    return (int)(sq_random_unit(r) * n);
}

/* True with that probability. */
static inline int sq_random_chance(sq_random *r, double probability) {
    return sq_random_unit(r) < probability;
}

/* Mean 0, deviation 1 (Box and Muller 1958). */
static inline double sq_random_normal(sq_random *r) {
    double u = 1 - sq_random_unit(r), v = sq_random_unit(r);
    return sqrt(-2 * log(u)) * cos(2 * M_PI * v);
}

/* A hash of a point of a grid: the same noise at the same place, whatever the order of the calls. */
static inline uint32_t sq_hash(uint32_t seed, int x, int y) {
    uint32_t h = seed ^ ((uint32_t)x * 0x8da6b343u) ^ ((uint32_t)y * 0xd8163841u);
    h = (h ^ (h >> 16)) * 0x7feb352du;
    h = (h ^ (h >> 15)) * 0x846ca68bu;
    return h ^ (h >> 16);
}

#endif

/* Positions made by hand for tests: the 24 winks behind their baselines, and what may happen to them. */
#ifndef SQ_TESTS_HAND_MADE_H
#define SQ_TESTS_HAND_MADE_H

#include <stdlib.h>
#include <string.h>

#include "rules/gear.h"
#include "vision/position.h"

/* The corners, clockwise: blue, green, red, yellow. */
static const double hand_made_sign[SQ_COLOURS][2] = {{-1, 1}, {1, 1}, {1, -1}, {-1, -1}};

static inline sq_seen_wink hand_made_wink(sq_wink w, double x, double y, sq_place place) {
    double r = sq_wink_radius_mm(sq_wink_size(w));
    return (sq_seen_wink){.colour = sq_wink_colour(w),
                          .size = sq_wink_size(w),
                          .at = {x, y},
                          .z = SQ_WINK_THICKNESS_MM / 2,
                          .normal = {0, 0, 1},
                          .sigma_mm = 0.1,
                          .place = place,
                          .seen = 1,
                          .edge_to_pot_mm = hypot(x, y) - r - SQ_POT_BASE_MM / 2,
                          .edge_sigma_mm = 0.1,
                          .colour_confidence = 1,
                          .size_confidence = 1,
                          .id = SQ_NO_WINK};
}

/* Where wink w waits: six places in a row along the corner's short side; index w is wink w. */
static inline sq_position hand_made_start(void) {
    sq_position p = {.pot_found = true, .wink_count = SQ_WINKS, .camera_rms_px = NAN};
    for (sq_wink w = 0; w < SQ_WINKS; w++) {
        const double *sign = hand_made_sign[sq_wink_colour(w)];
        p.winks[w] = hand_made_wink(w, sign[0] * 890, sign[1] * (300 + 27 * (w % SQ_WINKS_PER_COLOUR)),
                                    SQ_PLACE_BASELINE);
    }
    return p;
}

/* The index of the disc that a hand-made wink is; tests keep index w for wink w until discs go. */
static inline void hand_made_put(sq_position *p, int index, sq_wink w, double x, double y, sq_place place) {
    p->winks[index] = hand_made_wink(w, x, y, place);
}

static inline void hand_made_squop(sq_position *p, int over, int under, double probability) {
    double gap = sq_mm_distance(p->winks[over].at, p->winks[under].at) - sq_seen_radius_mm(&p->winks[over]) -
                 sq_seen_radius_mm(&p->winks[under]);
    p->squops[p->squop_count++] = (sq_squop){over, under, probability, gap, 0.1, SQ_CALL_LOOK};
}

/* Takes a disc out of sight. */
static inline void hand_made_lose(sq_position *p, int index) {
    int kept = 0;
    for (int i = 0; i < p->squop_count; i++) {
        sq_squop s = p->squops[i];
        if (s.over == index || s.under == index) continue;
        s.over -= s.over > index;
        s.under -= s.under > index;
        p->squops[kept++] = s;
    }
    p->squop_count = kept;
    p->unseen[p->winks[index].colour][p->winks[index].size]++;
    memmove(&p->winks[index], &p->winks[index + 1], (size_t)(p->wink_count - 1 - index) * sizeof p->winks[0]);
    p->wink_count--;
}

/* Roughly normal: the sum of twelve uniform numbers. */
static inline double hand_made_normal(void) {
    double sum = -6;
    for (int i = 0; i < 12; i++)
        sum += rand() / (double)RAND_MAX;
    return sum;
}

/* As sight would see it: each wink off by sigma, in any order, without names. */
static inline void hand_made_shake(sq_position *p, double sigma) {
    for (int i = 0; i < p->wink_count; i++) {
        p->winks[i].at.x += sigma * hand_made_normal();
        p->winks[i].at.y += sigma * hand_made_normal();
        p->winks[i].sigma_mm = sigma;
        p->winks[i].id = SQ_NO_WINK;
    }
    for (int i = p->wink_count - 1; i > 0; i--) {
        int j = rand() % (i + 1);
        sq_seen_wink w = p->winks[i];
        p->winks[i] = p->winks[j];
        p->winks[j] = w;
        for (int s = 0; s < p->squop_count; s++) {
            int *ends[] = {&p->squops[s].over, &p->squops[s].under};
            for (int e = 0; e < 2; e++)
                *ends[e] = *ends[e] == i ? j : *ends[e] == j ? i : *ends[e];
        }
    }
}

#endif

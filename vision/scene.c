#include "vision/scene.h"

#include <stdlib.h>

#include "rules/gear.h"
#include "vision/mat.h"
#include "vision/tolerance.h"

double sq_scene_gap(const sq_seen_wink *a, const sq_seen_wink *b) {
    return sq_mm_distance(a->at, b->at) - sq_seen_radius_mm(a) - sq_seen_radius_mm(b);
}

double sq_scene_overlap_probability(double gap_mm, double sigma_mm) {
    return 0.5 * erfc(gap_mm / (sigma_mm * M_SQRT2));
}

/* ---- places and the pot
 * -------------------------------------------------------------------------------------- */

static void place_winks(sq_position *p) {
    int blue = sq_mat_blue_corner(p->winks, p->wink_count);
    for (int i = 0; i < p->wink_count; i++) {
        sq_seen_wink *w = &p->winks[i];
        if (w->place == SQ_PLACE_POT || w->place == SQ_PLACE_RIM) continue;
        w->place = sq_mat_place(w, blue);
    }
}

static void measure_to_pot(sq_position *p) {
    for (int i = 0; i < p->wink_count; i++) {
        sq_seen_wink *w = &p->winks[i];
        w->edge_to_pot_mm = sq_mm_distance(w->at, p->pot) - sq_seen_radius_mm(w) - SQ_POT_BASE_MM / 2;
        w->edge_sigma_mm = hypot(w->sigma_mm, p->pot_sigma_mm);
    }
}

/* ---- squops
 * -------------------------------------------------------------------------------------------------- */

static bool on_mat(const sq_seen_wink *w) {
    return w->place != SQ_PLACE_POT && w->place != SQ_PLACE_RIM;
}

static double second_over(const sq_order *orders, int n, int first, int second) {
    for (int i = 0; i < n; i++) {
        if (orders[i].first == first && orders[i].second == second) return orders[i].second_over;
        if (orders[i].first == second && orders[i].second == first) return 1 - orders[i].second_over;
    }
    return 0.5;
}

sq_call sq_scene_call(double probability) {
    if (probability >= SQ_CALL_CERTAIN) return SQ_CALL_SQUOPPED;
    return probability <= 1 - SQ_CALL_CERTAIN ? SQ_CALL_CLEAR : SQ_CALL_LOOK;
}

static void add_squop(sq_position *p, int over, int under, double probability, double gap, double sigma) {
    if (probability <= SQ_SQUOP_REPORTED) return;
    if (p->squop_count == SQ_PAIR_CAP) {
        p->truncated = true;
        return;
    }
    p->squops[p->squop_count++] =
        (sq_squop){over, under, probability, gap, sigma, sq_scene_call(probability)};
}

static void find_squops(sq_position *p, const sq_order *orders, int n) {
    p->squop_count = 0;
    for (int i = 0; i < p->wink_count; i++)
        for (int j = i + 1; j < p->wink_count; j++) {
            const sq_seen_wink *a = &p->winks[i], *b = &p->winks[j];
            if (!on_mat(a) || !on_mat(b)) continue;
            double gap = sq_scene_gap(a, b), sigma = hypot(a->sigma_mm, b->sigma_mm);
            double overlap = sq_scene_overlap_probability(gap, sigma);
            double j_over = second_over(orders, n, i, j);
            add_squop(p, j, i, overlap * j_over, gap, sigma);
            add_squop(p, i, j, overlap * (1 - j_over), gap, sigma);
        }
}

/* ---- the squidge-off
 * ----------------------------------------------------------------------------------------- */

static int nearer_first(const void *a, const void *b) {
    double x = ((const sq_nearest *)a)->mm, y = ((const sq_nearest *)b)->mm;
    return (x > y) - (x < y);
}

void sq_position_nearest(sq_position *p) {
    p->nearest_count = 0;
    for (int c = 0; c < SQ_COLOURS; c++) {
        sq_nearest best = {.wink = -1, .colour = (sq_colour)c};
        for (int i = 0; i < p->wink_count; i++) {
            const sq_seen_wink *w = &p->winks[i];
            bool counts =
                w->colour == (sq_colour)c && (w->place == SQ_PLACE_MAT || w->place == SQ_PLACE_BASELINE);
            if (counts && (best.wink < 0 || w->edge_to_pot_mm < best.mm))
                best = (sq_nearest){i, (sq_colour)c, w->edge_to_pot_mm, w->edge_sigma_mm};
        }
        if (best.wink >= 0) p->nearest[p->nearest_count++] = best;
    }
    qsort(p->nearest, (size_t)p->nearest_count, sizeof p->nearest[0], nearer_first);
    p->too_close = false;
    if (p->nearest_count > 1) {
        const sq_nearest *a = &p->nearest[0], *b = &p->nearest[1];
        double wrong = sq_scene_overlap_probability(b->mm - a->mm, hypot(a->sigma_mm, b->sigma_mm));
        p->too_close = wrong > 1 - SQ_CALL_CERTAIN;
    }
}

/* ---- what is not seen, and the tiddlies
 * ---------------------------------------------------------------------- */

static void count_unseen(sq_position *p) {
    for (int c = 0; c < SQ_COLOURS; c++) {
        p->unseen[c][SQ_LARGE] = SQ_LARGE_PER_COLOUR;
        p->unseen[c][SQ_SMALL] = SQ_SMALL_PER_COLOUR;
    }
    for (int i = 0; i < p->wink_count; i++) {
        int *left = &p->unseen[p->winks[i].colour][p->winks[i].size];
        *left -= *left > 0;
    }
}

/* 0 free, 1 squopped, 2 undecided. */
static int squopped(const sq_position *p, int wink) {
    int answer = 0;
    for (int s = 0; s < p->squop_count; s++) {
        if (p->squops[s].under != wink) continue;
        if (p->squops[s].call == SQ_CALL_SQUOPPED) return 1;
        if (p->squops[s].call == SQ_CALL_LOOK) answer = 2;
    }
    return answer;
}

/* Rule 19.1: 3 for a potted wink, 1 for a free one that was played. One that is not seen may be potted (3) or
 * lie hidden (0). */
static void count_tiddlies(sq_position *p) {
    for (int c = 0; c < SQ_COLOURS; c++) {
        int low = 0, hidden = p->unseen[c][SQ_LARGE] + p->unseen[c][SQ_SMALL], high = 3 * hidden;
        for (int i = 0; i < p->wink_count; i++) {
            const sq_seen_wink *w = &p->winks[i];
            if (w->colour != (sq_colour)c || w->place == SQ_PLACE_BASELINE) continue;
            int worth = on_mat(w) ? 1 : 3, state = on_mat(w) ? squopped(p, i) : 0;
            low += state == 0 ? worth : 0;
            high += state == 1 ? 0 : worth;
        }
        p->tiddlies[c].low = low;
        p->tiddlies[c].high = high;
    }
}

void sq_scene_complete(sq_position *p, const sq_order *orders, int order_count) {
    place_winks(p);
    measure_to_pot(p);
    find_squops(p, orders, order_count);
    sq_position_nearest(p);
    count_unseen(p);
    count_tiddlies(p);
}

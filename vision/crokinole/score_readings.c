/* The sums of all discs' possible values, disc by disc; what gives the same score is one reading. */
#include "vision/crokinole/score_readings.h"

#include <stdlib.h>

#include "vision/crokinole/board_regions.h"
#include "vision/math/tunable_number.h"

/* A reading less likely than this is not told. */
SQ_NUMBER(LEAST_LIKELY, 0.001);

typedef struct {
    int count;
    sq_score_reading at[2 * SQ_SCORE_READINGS];
} sums;

static void drop_unlikeliest(sums *s) {
    int least = 0;
    for (int i = 1; i < s->count; i++)
        if (s->at[i].probability < s->at[least].probability) least = i;
    s->at[least] = s->at[--s->count];
}

static void add(sums *s, int light, int dark, double probability) {
    if (!(probability > 0)) return;
    for (int i = 0; i < s->count; i++)
        if (s->at[i].score[SQ_LIGHT] == light && s->at[i].score[SQ_DARK] == dark) {
            s->at[i].probability += probability;
            return;
        }
    if (s->count == 2 * SQ_SCORE_READINGS) drop_unlikeliest(s);
    s->at[s->count++] = (sq_score_reading){{light, dark}, probability};
}

/* A sum with one more disc of a side, wherever it may lie. */
static void add_disc(sums *after, const sq_score_reading *r, const sq_board_disc_seen *disc,
                     sq_board_side side, double is) {
    for (int region = 0; region < SQ_BOARD_REGIONS; region++) {
        int value = sq_board_region_value((sq_board_region)region);
        add(after, r->score[SQ_LIGHT] + (side == SQ_LIGHT ? value : 0),
            r->score[SQ_DARK] + (side == SQ_DARK ? value : 0),
            r->probability * is * disc->probability[region]);
    }
}

/* All sums with one more disc, which may also be the other side's, or none. */
static void with_disc(const sums *before, const sq_board_disc_seen *disc, sums *after) {
    after->count = 0;
    for (int i = 0; i < before->count; i++) {
        const sq_score_reading *r = &before->at[i];
        add(after, r->score[SQ_LIGHT], r->score[SQ_DARK], r->probability * sq_board_is_none(disc));
        add_disc(after, r, disc, disc->side, disc->side_sure);
        add_disc(after, r, disc, !disc->side, disc->other_sure);
    }
}

/* Each sum with both sides' names, and with them swapped. */
static void with_sides(const sums *before, double swapped, sums *after) {
    after->count = 0;
    for (int i = 0; i < before->count; i++) {
        const sq_score_reading *r = &before->at[i];
        add(after, r->score[SQ_LIGHT], r->score[SQ_DARK], r->probability * (1 - swapped));
        add(after, r->score[SQ_DARK], r->score[SQ_LIGHT], r->probability * swapped);
    }
}

static int likelier_first(const void *a, const void *b) {
    double p = ((const sq_score_reading *)a)->probability, q = ((const sq_score_reading *)b)->probability;
    return (p < q) - (p > q);
}

int sq_score_readings(const sq_board_position *p, sq_score_reading out[SQ_SCORE_READINGS]) {
    sums turn[2] = {{.count = 1, .at = {{{0, 0}, 1}}}};
    int now = 0, n = 0;
    double sum = 0;
    for (int i = 0; i < p->count; i++, now = !now)
        with_disc(&turn[now], &p->disc[i], &turn[!now]);
    with_sides(&turn[now], p->sides_doubt, &turn[!now]);
    now = !now;
    qsort(turn[now].at, (size_t)turn[now].count, sizeof *turn[now].at, likelier_first);
    for (; n < turn[now].count && n < SQ_SCORE_READINGS; n++) {
        if (n && turn[now].at[n].probability < LEAST_LIKELY) break;
        out[n] = turn[now].at[n];
        sum += out[n].probability;
    }
    for (int i = 0; i < n; i++)
        out[i].probability /= sum;
    return n;
}

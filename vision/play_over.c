#include "vision/play_over.h"

#include "vision/scene.h"
#include "vision/tolerance.h"

enum { A_OVER_B, B_OVER_A, NEITHER };

/* What the eye says of a pair, without forethought; nothing where one of them is out of sight. */
static void look_at(sq_play_pair *pair, const sq_tracked *t) {
    int ia = t->wink[pair->a].index, ib = t->wink[pair->b].index;
    double seen[2] = {0, 0};
    pair->gap_mm = pair->sigma_mm = NAN;
    if (ia < 0 || ib < 0) {
        for (int k = 0; k < 3; k++)
            pair->over[k] = 1.0 / 3;
        return;
    }
    for (int i = 0; i < t->position.squop_count; i++) {
        const sq_squop *s = &t->position.squops[i];
        bool forth = s->over == ia && s->under == ib, back = s->over == ib && s->under == ia;
        if (!forth && !back) continue;
        seen[back] = s->probability;
        pair->gap_mm = s->gap_mm;
        pair->sigma_mm = s->sigma_mm;
    }
    double least = SQ_PLAY_PAIR_LEAST;
    pair->over[A_OVER_B] = fmax(seen[0], least);
    pair->over[B_OVER_A] = fmax(seen[1], least);
    pair->over[NEITHER] = fmax(1 - seen[0] - seen[1], least);
}

static void weigh(sq_play_pair *pair, const double weight[3]) {
    double sum = 0;
    for (int i = 0; i < 3; i++)
        sum += pair->over[i] *= weight[i];
    for (int i = 0; i < 3; i++)
        pair->over[i] /= sum;
}

/* As the record has it. */
static int recorded(const sq_squops *q, sq_wink a, sq_wink b) {
    if (q->above[b] & sq_wink_bit(a)) return A_OVER_B;
    return q->above[a] & sq_wink_bit(b) ? B_OVER_A : NEITHER;
}

static void weigh_by_record(sq_play_pair *pair, const sq_squops *record) {
    double weight[3];
    for (int i = 0; i < 3; i++)
        weight[i] =
            i == recorded(record, pair->a, pair->b) ? SQ_PLAY_PAIR_STAYS : (1 - SQ_PLAY_PAIR_STAYS) / 2;
    weigh(pair, weight);
}

/* Whether they overlap is left to the eye: the two answers "over" weigh 1 together. */
static void weigh_by_landing(sq_play_pair *pair, bool a_landed) {
    double above = SQ_PLAY_LANDS_ABOVE, below = 1 - above;
    weigh(pair, (double[3]){a_landed ? above : below, a_landed ? below : above, 0.5});
}

static bool in_contact(const sq_play_pair *pair, const sq_squops *record) {
    return recorded(record, pair->a, pair->b) != NEITHER || !isnan(pair->gap_mm);
}

void sq_play_pairs_find(sq_play_pairs *out, const sq_play_prior *prior, const sq_tracked *after,
                        const sq_changes *changes, sq_wink_set among) {
    out->count = 0;
    for (sq_wink a = 0; a < SQ_WINKS; a++)
        for (sq_wink b = (sq_wink)(a + 1); b < SQ_WINKS; b++) {
            if (!(among & sq_wink_bit(a)) || !(among & sq_wink_bit(b))) continue;
            sq_play_pair *pair = &out->pair[out->count];
            *pair = (sq_play_pair){.a = a, .b = b};
            look_at(pair, after);
            if (!in_contact(pair, &prior->squops)) continue;
            bool a_moved = changes->changed & sq_wink_bit(a), b_moved = changes->changed & sq_wink_bit(b);
            if (!a_moved && !b_moved) weigh_by_record(pair, &prior->squops);
            if (a_moved != b_moved) weigh_by_landing(pair, a_moved);
            out->count++;
        }
}

static double told(const sq_play_pairs *p, sq_wink over, sq_wink under) {
    for (int i = 0; i < p->count; i++) {
        if (p->pair[i].a == over && p->pair[i].b == under) return p->pair[i].over[A_OVER_B];
        if (p->pair[i].b == over && p->pair[i].a == under) return p->pair[i].over[B_OVER_A];
    }
    return NAN;
}

void sq_play_pairs_tell(const sq_play_pairs *p, sq_tracked *t) {
    for (int i = 0; i < t->position.squop_count; i++) {
        sq_squop *s = &t->position.squops[i];
        sq_wink over = t->position.winks[s->over].id, under = t->position.winks[s->under].id;
        double probability = over == SQ_NO_WINK || under == SQ_NO_WINK ? NAN : told(p, over, under);
        if (isnan(probability)) continue;
        s->probability = probability;
        s->call = sq_scene_call(probability);
    }
}

double sq_play_pairs_decide(const sq_play_pairs *p, sq_squops *over) {
    double all = 1;
    *over = (sq_squops){0};
    for (int i = 0; i < p->count; i++) {
        const sq_play_pair *pair = &p->pair[i];
        int best = NEITHER;
        for (int k = 0; k < 2; k++)
            if (pair->over[k] > pair->over[best]) best = k;
        if (best == A_OVER_B) over->above[pair->b] |= sq_wink_bit(pair->a);
        if (best == B_OVER_A) over->above[pair->a] |= sq_wink_bit(pair->b);
        all *= pair->over[best];
    }
    return all;
}

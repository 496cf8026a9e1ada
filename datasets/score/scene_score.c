/* Compares one prediction with the truth of its scene (winks, squops, tiddlies) and adds the result to a
 * tally. */
#include "datasets/score/scene_score.h"

#include <stdlib.h>
#include <string.h>

/* Room for one more in a growing list; null when memory runs out. */
static void *grown(void *at, size_t count, size_t *room, size_t size) {
    if (count < *room) return at;
    size_t more = *room ? 2 * *room : 64;
    void *bigger = realloc(at, more * size);
    if (bigger) *room = more;
    return bigger;
}

static void note(sq_tally *t, sq_numbers *list, double v) {
    double *at = grown(list->at, list->count, &list->room, sizeof *at);
    if (at) {
        list->at = at;
        at[list->count++] = v;
    } else {
        t->starved = true;
    }
}

static void note_answer(sq_tally *t, sq_answer a) {
    sq_answer *at = grown(t->answers, t->answer_count, &t->answer_room, sizeof *at);
    if (at) {
        t->answers = at;
        at[t->answer_count++] = a;
    } else {
        t->starved = true;
    }
}

static bool on_mat(const sq_true_wink *w) {
    return w->place == SQ_PLACE_MAT || w->place == SQ_PLACE_BASELINE || w->place == SQ_PLACE_OFF;
}

static bool must_be_found(const sq_true_wink *w) {
    return w->visible_fraction >= SQ_SCORE_SEEN && on_mat(w);
}

/* Winks. */

static sq_mm spot(const sq_true_wink *w) {
    return (sq_mm){w->at.x, w->at.y};
}

/* A fault about one wink, or about one over another. */
static void blame(sq_tally *t, sq_fault_kind kind, double mm, const sq_true_wink *a, const sq_true_wink *b) {
    sq_fault f = {.kind = kind, .mm = mm, .a = a->id, .b = b ? b->id : SQ_NO_WINK, .at = spot(a)};
    if (b) f.at = (sq_mm){(a->at.x + b->at.x) / 2, (a->at.y + b->at.y) / 2};
    if (t->worst) sq_worst_note(t->worst, f);
}

/* A fault about what is not there. */
static void blame_claim(sq_tally *t, sq_fault_kind kind, const sq_claimed_wink *c) {
    sq_fault f = {.kind = kind, .a = SQ_NO_WINK, .b = SQ_NO_WINK, .at = c->at};
    if (t->worst) sq_worst_note(t->worst, f);
}

static void add_found(sq_tally *t, const sq_true_wink *w, const sq_claimed_wink *c) {
    double mm = sq_match_distance(w, c);
    bool mistaken = w->colour != c->colour || sq_true_size(w) != c->size;
    blame(t, mistaken ? SQ_FAULT_MISTAKEN : SQ_FAULT_ASTRAY, mm, w, NULL);
    bool whole = w->visible_fraction > SQ_MATCH_WHOLE_SEEN && w->normal.z > SQ_MATCH_FLAT_NORMAL_Z;
    t->n.found++;
    t->n.colour_wrong += w->colour != c->colour;
    t->n.size_wrong += sq_true_size(w) != c->size;
    t->n.place_wrong += w->place != c->place;
    note(t, whole ? &t->whole_mm : &t->covered_mm, mm);
    if (!isnan(c->edge_to_pot_mm) && !isnan(w->nearest_edge_to_pot_mm))
        note(t, &t->edge_mm, fabs(c->edge_to_pot_mm - w->nearest_edge_to_pot_mm));
    if (c->sigma_mm != 0) note(t, whole ? &t->z_whole : &t->z_covered, mm / c->sigma_mm);
}

static void add_winks(sq_tally *t, const sq_truth *truth, const sq_prediction *p, const sq_match *m) {
    for (int i = 0; i < truth->wink_count; i++) {
        const sq_true_wink *w = &truth->winks[i];
        if (!must_be_found(w)) continue;
        t->n.winks++;
        if (m->claim_of[i] >= 0)
            add_found(t, w, &p->winks[m->claim_of[i]]);
        else
            blame(t, SQ_FAULT_UNSEEN, 0, w, NULL);
    }
    for (int j = 0; j < p->wink_count; j++)
        if (m->wink_of[j] < 0 && p->winks[j].place != SQ_PLACE_POT && p->winks[j].seen > 0) {
            t->n.extra++;
            blame_claim(t, SQ_FAULT_INVENTED, &p->winks[j]);
        }
}

/* Squops. */

typedef enum { NO_SQUOP, HIDDEN_SQUOP, SQUOP } relation;

typedef struct {
    relation truth[SQ_SEEN_CAP][SQ_SEEN_CAP]; /* [over][under] */
    bool claimed[SQ_SEEN_CAP][SQ_SEEN_CAP];
    sq_claimed_pair claim[SQ_SEEN_CAP][SQ_SEEN_CAP];
} pairs;

static void true_pairs(pairs *q, const sq_truth *t) {
    for (int a = 0; a < t->wink_count; a++)
        for (int b = 0; b < t->wink_count; b++) {
            const sq_true_wink *over = &t->winks[a], *under = &t->winks[b];
            if (!on_mat(over) || !on_mat(under) || under->id == SQ_NO_WINK) continue;
            if (!(over->over & sq_wink_bit(under->id))) continue;
            q->truth[a][b] = under->visible_fraction >= SQ_SCORE_SEEN_UNDER ? SQUOP : HIDDEN_SQUOP;
        }
}

static void claimed_pairs(sq_tally *t, pairs *q, const sq_truth *truth, const sq_prediction *p,
                          const sq_match *m) {
    for (int k = 0; k < p->pair_count; k++) {
        sq_claimed_pair c = p->pairs[k];
        int a = m->wink_of[c.over], b = m->wink_of[c.under];
        if ((a >= 0 && !on_mat(&truth->winks[a])) || (b >= 0 && !on_mat(&truth->winks[b]))) continue;
        bool known = a >= 0 && b >= 0, is_squop = known && q->truth[a][b] != NO_SQUOP;
        if (known) {
            q->claimed[a][b] = true;
            q->claim[a][b] = c;
        } else {
            note_answer(t, (sq_answer){c.probability, false, c.call});
        }
        t->n.squops_called += c.call == SQ_CALL_SQUOPPED;
        if (c.call != SQ_CALL_SQUOPPED || is_squop) continue;
        t->n.squops_false++;
        if (known)
            blame(t, SQ_FAULT_FALSE_SQUOP, 0, &truth->winks[a], &truth->winks[b]);
        else
            blame_claim(t, SQ_FAULT_FALSE_SQUOP, &p->winks[c.over]);
    }
}

/* Horizontal gap of two rims in mm, as if both lay flat; negative where they overlap. */
static double gap(const sq_true_wink *a, const sq_true_wink *b) {
    return hypot(a->at.x - b->at.x, a->at.y - b->at.y) - (a->diameter_mm + b->diameter_mm) / 2;
}

/* One ordered pair: a over b. */
static void add_pair(sq_tally *t, const pairs *q, const sq_truth *truth, int a, int b) {
    bool claimed = q->claimed[a][b], real = q->truth[a][b] == SQUOP, any = q->truth[a][b] != NO_SQUOP;
    double probability = claimed ? q->claim[a][b].probability : 0;
    sq_call call = claimed ? q->claim[a][b].call : SQ_CALL_CLEAR;
    if (claimed || real) {
        note(t, &t->brier, (probability - any) * (probability - any));
        note_answer(t, (sq_answer){probability, any, call});
    }
    t->n.squops_hidden += any && !real;
    if (!real) return;
    double overlap = -gap(&truth->winks[a], &truth->winks[b]);
    bool deep = overlap > SQ_DEEP_MM;
    if (call != SQ_CALL_SQUOPPED)
        blame(t, call == SQ_CALL_LOOK ? SQ_FAULT_LOOKED_SQUOP : SQ_FAULT_MISSED_SQUOP, overlap,
              &truth->winks[a], &truth->winks[b]);
    t->n.squops++;
    t->n.squops_right += call == SQ_CALL_SQUOPPED;
    t->n.squops_look += call == SQ_CALL_LOOK;
    t->n.squops_missed += call == SQ_CALL_CLEAR;
    t->n.deep += deep;
    t->n.deep_right += deep && call == SQ_CALL_SQUOPPED;
}

static bool looks(const pairs *q, int a, int b) {
    return q->claimed[a][b] && q->claim[a][b].call == SQ_CALL_LOOK;
}

static void add_near(sq_tally *t, const pairs *q, const sq_truth *truth, int a, int b) {
    double mm = gap(&truth->winks[a], &truth->winks[b]);
    bool apart = on_mat(&truth->winks[a]) && on_mat(&truth->winks[b]) && !q->truth[a][b] && !q->truth[b][a];
    if (!apart || !(mm > SQ_NEAR_LOW_MM && mm < SQ_NEAR_HIGH_MM)) return;
    t->n.near_clear++;
    t->n.near_clear_look += looks(q, a, b) || looks(q, b, a);
}

static void add_squops(sq_tally *t, const pairs *q, const sq_truth *truth) {
    for (int a = 0; a < truth->wink_count; a++)
        for (int b = 0; b < truth->wink_count; b++) {
            add_pair(t, q, truth, a, b);
            if (b < a) add_near(t, q, truth, a, b);
        }
}

/* Tiddlies. */

/* Rule 19.1, with the squops that one picture can show: three for a potted wink, one for a free one. */
static int tiddlies_of(const pairs *q, const sq_truth *truth, int wink) {
    const sq_true_wink *w = &truth->winks[wink];
    if (sq_place_is_potted(w->place)) return 3;
    if (w->place == SQ_PLACE_BASELINE) return 0;
    for (int a = 0; a < truth->wink_count; a++)
        if (q->truth[a][wink] == SQUOP) return 0;
    return 1;
}

/* Whether a picture can settle what the wink counts: it is seen, and its rim is not about to touch another.
 */
static bool is_plain(const sq_truth *truth, int wink) {
    const sq_true_wink *w = &truth->winks[wink];
    if (w->visible_fraction < SQ_SCORE_SEEN) return false;
    for (int i = 0; i < truth->wink_count; i++)
        if (i != wink && on_mat(w) && on_mat(&truth->winks[i]) &&
            fabs(gap(w, &truth->winks[i])) < SQ_NEAR_LOW_MM)
            return false;
    return true;
}

static void add_tiddlies(sq_tally *t, const pairs *q, const sq_truth *truth, const sq_prediction *p) {
    for (unsigned c = 0; c < SQ_USUAL_COLOURS; c++) {
        int have = 0, sum = 0, plain = 0;
        for (int i = 0; i < truth->wink_count; i++) {
            if (truth->winks[i].colour != c) continue;
            have++;
            sum += tiddlies_of(q, truth, i);
            plain += is_plain(truth, i);
        }
        if (!have) continue;
        t->n.tiddlies++;
        t->n.tiddlies_plain += plain == have;
        const sq_claimed_tiddlies *claim = &p->tiddlies[c];
        if (!claim->claimed) continue;
        bool settled = claim->low == claim->high, holds = claim->low <= sum && sum <= claim->high;
        t->n.tiddlies_right += settled && holds;
        t->n.tiddlies_plain_right += plain == have && settled && holds;
        t->n.tiddlies_wrong += !holds;
    }
}

void sq_tally_add(sq_tally *t, const sq_truth *truth, const sq_prediction *p) {
    static const sq_prediction nothing;
    if (!p) p = &nothing;
    t->n.scenes++;
    sq_match m;
    pairs *q = calloc(1, sizeof *q);
    if (sq_match_winks(&m, truth, p) && q) {
        add_winks(t, truth, p, &m);
        true_pairs(q, truth);
        claimed_pairs(t, q, truth, p, &m);
        add_squops(t, q, truth);
        add_tiddlies(t, q, truth, p);
    } else {
        t->starved = true;
    }
    free(m.wink_of);
    free(q);
}

void sq_tally_free(sq_tally *t) {
    sq_numbers *lists[] = {&t->whole_mm, &t->covered_mm, &t->edge_mm, &t->z_whole, &t->z_covered, &t->brier};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        free(lists[i]->at);
    free(t->answers);
    *t = (sq_tally){0};
}

/* Writes a line of rests.jsonl: a position with names, and which winks moved, vanished or were found since
 * the rest before. */
#include "ui/game/rests_file.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

#include "rules/book/ruleset.h"
#include "rules/terms/put_back.h"
#include "ui/game/position_json.h"
#include "vision/play/play_priors.h"
#include "vision/position/shared_camera_error.h"
#include "vision/system/shortest_numbers.h"

/* The numbers in a line are rounded to a micrometre already. */
enum { DIGITS = 12 };

/* Each wink's disc; null where it has none. */
typedef const sq_seen_wink *discs[SQ_USUAL_WINKS];

static void find_discs(discs out, const sq_position *p) {
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
        out[w] = NULL;
    for (int i = 0; p && i < p->wink_count; i++)
        if (p->winks[i].id < SQ_USUAL_WINKS) out[p->winks[i].id] = &p->winks[i];
}

static bool has_moved(const sq_seen_wink *was, const sq_seen_wink *is) {
    double sigma = hypot(sq_own_sigma_mm(was), sq_own_sigma_mm(is));
    return sq_mm_distance(was->at, is->at) > fmax(SQ_PLAY_LEAST_MM, SQ_PLAY_MOVED_SIGMAS * sigma);
}

static void add_changes(json_t *to, const sq_position *now, const sq_position *before) {
    discs was, is;
    json_t *moved = json_array(), *vanished = json_array(), *found = json_array();
    find_discs(was, before);
    find_discs(is, now);
    for (sq_wink w = 0; before && w < SQ_USUAL_WINKS; w++) {
        if (was[w] && is[w] && has_moved(was[w], is[w]))
            json_array_append_new(moved,
                                  json_pack("{s:s,s:[f,f],s:f}", "id", sq_wink_name(w), "from",
                                            sq_rounded(was[w]->at.x, 3), sq_rounded(was[w]->at.y, 3), "mm",
                                            sq_rounded(sq_mm_distance(was[w]->at, is[w]->at), 3)));
        if (!was[w] != !is[w]) json_array_append_new(is[w] ? found : vanished, json_string(sq_wink_name(w)));
    }
    json_object_set_new(to, "moved", moved);
    json_object_set_new(to, "vanished", vanished);
    json_object_set_new(to, "found", found);
}

/* ---- Winks that are moved by hand ---- */

static sq_spot spot_of(const sq_seen_wink *w) {
    return (sq_spot){w->at.x, w->at.y};
}

static bool is_named(const sq_seen_wink *w) {
    return w->id < SQ_USUAL_WINKS;
}

/* One at most of each wink that is seen, of which there are as many as back->of has room for. */
static sq_back *add_back(sq_backs *back, const sq_seen_wink *w, sq_spot to, sq_back_why why) {
    back->of[back->n] = (sq_back){.wink = w->id, .from = w->at, .to = {to.x, to.y}, .why = why};
    return &back->of[back->n++];
}

/* What keeps a wink that is put back at a distance. */
typedef struct {
    sq_flat others[SQ_SEEN_CAP];
    int n;
    unsigned unplayed_behind; /* corners of the mat, as bits */
} on_mat;

static void find_on_mat(on_mat *out, const sq_position *p) {
    *out = (on_mat){0};
    for (int i = 0; i < p->wink_count; i++) {
        const sq_seen_wink *w = &p->winks[i];
        if (w->place == SQ_PLACE_MAT || w->place == SQ_PLACE_BASELINE)
            out->others[out->n++] = (sq_flat){spot_of(w), sq_seen_radius_mm(w)};
        if (w->place == SQ_PLACE_BASELINE)
            out->unplayed_behind |= w->at.x > 0   ? w->at.y > 0 ? SQ_CORNER_NE : SQ_CORNER_SE
                                    : w->at.y > 0 ? SQ_CORNER_NW
                                                  : SQ_CORNER_SW;
    }
}

/* A wink left the mat about where it now lies beside it (13.1). */
static void add_put_back(sq_backs *back, const sq_position *p, const sq_settings *set) {
    if (set->off_place != SQ_OFF_TO_MAT) return;
    sq_off_mat off = {set->off_inset, set->off_gap};
    on_mat on;
    find_on_mat(&on, p);
    for (int i = 0; i < p->wink_count; i++) {
        const sq_seen_wink *w = &p->winks[i];
        double radius = sq_seen_radius_mm(w);
        sq_spot spot;
        if (w->place != SQ_PLACE_OFF || !is_named(w) ||
            !sq_put_back_off_mat(&spot, off, radius, spot_of(w), on.others, on.n, on.unplayed_behind))
            continue;
        add_back(back, w, spot, SQ_BACK_OFF);
        on.others[on.n++] = (sq_flat){spot, radius}; /* the next one keeps away from it as well */
    }
}

/* Whether the book lays this wink flat, which leans on the pot (25.4). */
static bool is_laid_flat(const sq_position *p, int wink, sq_leaning which) {
    for (int i = 0; i < p->squop_count; i++) {
        const sq_squop *s = &p->squops[i];
        if (s->call == SQ_CALL_CLEAR) continue;
        bool squopped = s->under == wink && which != SQ_LEANING_ALL;
        if (squopped || (s->over == wink && which == SQ_LEANING_ALONE)) return false;
    }
    return true;
}

static bool squops(const sq_position *p, int upper, int lower) {
    for (int i = 0; i < p->squop_count; i++)
        if (p->squops[i].over == upper && p->squops[i].under == lower)
            return p->squops[i].call != SQ_CALL_CLEAR;
    return false;
}

/* The winks that were played and lie flat on the mat. */
typedef struct {
    sq_flat flat[SQ_USUAL_WINKS];
    uint32_t above[SQ_USUAL_WINKS]; /* as sq_put_back_apart takes it */
    const sq_seen_wink *seen[SQ_USUAL_WINKS];
    int n;
} played_winks;

static void find_played(played_winks *out, const sq_position *p) {
    int place[SQ_SEEN_CAP];
    *out = (played_winks){0};
    for (int i = 0; i < p->wink_count; i++) {
        const sq_seen_wink *w = &p->winks[i];
        bool lies = w->place == SQ_PLACE_MAT && !w->pot_supported && is_named(w);
        place[i] = lies && out->n < SQ_USUAL_WINKS ? out->n++ : -1;
        if (place[i] < 0) continue;
        out->seen[place[i]] = w;
        out->flat[place[i]] = (sq_flat){spot_of(w), sq_seen_radius_mm(w)};
    }
    for (int i = 0; i < p->squop_count; i++) {
        const sq_squop *s = &p->squops[i];
        if (s->probability > 0.5 && place[s->over] >= 0 && place[s->under] >= 0)
            out->above[place[s->under]] |= (uint32_t)1 << place[s->over];
    }
}

/* The winks that the leaning one squops and does not reach any more, laid flat at `to`. */
static uint32_t left_behind(const played_winks *w, const sq_position *p, int leans, sq_spot to) {
    double radius = sq_seen_radius_mm(&p->winks[leans]);
    uint32_t set = 0;
    for (int k = 0; k < w->n; k++) {
        double apart = hypot(w->flat[k].at.x - to.x, w->flat[k].at.y - to.y);
        bool clear = apart >= radius + w->flat[k].radius;
        if (clear && squops(p, leans, (int)(w->seen[k] - p->winks))) set |= (uint32_t)1 << k;
    }
    return set;
}

/* The pot holds it at an angle. Laid flat it squops what lies in its way (25.4), but not what it squopped
 * before and is clear of then. */
static void add_laid_flat(sq_backs *back, const sq_position *p, const played_winks *w, sq_leaning which) {
    for (int i = 0; i < p->wink_count; i++) {
        const sq_seen_wink *leans = &p->winks[i];
        if (!leans->pot_supported || !is_named(leans) || !is_laid_flat(p, i, which)) continue;
        sq_spot to;
        uint32_t over = sq_put_back_leaning(&to, spot_of(leans), sq_seen_radius_mm(leans), w->flat, w->n);
        over &= ~left_behind(w, p, i, to);
        sq_back *flat = add_back(back, leans, to, SQ_BACK_LEANS);
        for (; over; over &= over - 1)
            flat->over |= sq_wink_bit(w->seen[__builtin_ctz(over)]->id);
    }
}

/* After a pot-out no wink covers another or lies too near to it (20.1). */
static void add_apart(sq_backs *back, const played_winks *w, const sq_settings *set) {
    sq_flat flat[SQ_USUAL_WINKS];
    memcpy(flat, w->flat, sizeof flat);
    uint32_t crowded = sq_put_back_apart(flat, set->pot_out_gap, w->n, w->above);
    for (int i = 0; i < w->n; i++) {
        sq_seen_wink moved = *w->seen[i];
        moved.at = (sq_mm){flat[i].at.x, flat[i].at.y};
        if (!(crowded >> i & 1) && has_moved(w->seen[i], &moved))
            add_back(back, w->seen[i], flat[i].at, SQ_BACK_APART);
    }
}

void sq_rest_backs(sq_backs *out, const sq_position *p, const sq_state *game) {
    const sq_ruleset *rules = game ? sq_ruleset_at(game->rules) : NULL;
    out->n = 0;
    if (!rules) return;
    played_winks played;
    find_played(&played, p);
    add_put_back(out, p, &rules->set);
    add_laid_flat(out, p, &played, rules->leaning);
    if (game->now.phase == SQ_PHASE_POT_OUT && rules->set.squops_cease) add_apart(out, &played, &rules->set);
}

static json_t *back_json(const sq_back *b) {
    static const char *const why[] = {
        [SQ_BACK_OFF] = "off", [SQ_BACK_LEANS] = "leans", [SQ_BACK_APART] = "apart"};
    json_t *names = b->over ? json_array() : NULL;
    for (sq_wink_set over = b->over; over; over &= over - 1)
        json_array_append_new(names, json_string(sq_wink_name(sq_wink_first(over))));
    return json_pack("{s:s,s:f,s:f,s:s,s:o*}", "id", sq_wink_name(b->wink), "x", sq_rounded(b->to.x, 3), "y",
                     sq_rounded(b->to.y, 3), "why", why[b->why], "over", names);
}

static void put_backs(json_t *to, const sq_backs *back) {
    if (!back->n) return;
    json_t *all = json_array();
    for (int i = 0; i < back->n; i++)
        json_array_append_new(all, back_json(&back->of[i]));
    json_object_set_new(to, "back", all);
}

char *sq_rest_json(const sq_position *now, const sq_position *before, const sq_observation *look,
                   const sq_backs *back) {
    json_t *o = sq_position_to_json(now, NULL);
    if (!o) return NULL;
    json_object_set_new(o, "rest", json_integer(look->rest));
    json_object_set_new(o, "t_start", json_real(look->t_start));
    json_object_set_new(o, "t_rest", json_real(look->t_rest));
    if (look->gap_s > 0) json_object_set_new(o, "gap_s", json_real(look->gap_s));
    add_changes(o, now, before);
    put_backs(o, back);
    char *line = sq_short_numbers(json_dumps(o, JSON_COMPACT | JSON_REAL_PRECISION(DIGITS)));
    json_decref(o);
    return line;
}

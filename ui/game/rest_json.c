/* Writes a line of rests.jsonl: a position with names, and which winks moved, vanished or were found since
 * the rest before. */
#include "ui/game/rest_json.h"

#include <jansson.h>
#include <math.h>

#include "rules/terms/place.h"
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

/* ---- Winks that are put back ---- */

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
            out->others[out->n++] = (sq_flat){{w->at.x, w->at.y}, sq_seen_radius_mm(w)};
        if (w->place == SQ_PLACE_BASELINE)
            out->unplayed_behind |= w->at.x > 0   ? w->at.y > 0 ? SQ_CORNER_NE : SQ_CORNER_SE
                                    : w->at.y > 0 ? SQ_CORNER_NW
                                                  : SQ_CORNER_SW;
    }
}

/* A wink left the mat about where it now lies beside it (13.1). */
static void add_put_back(json_t *to, const sq_position *p, const sq_ruleset *rules) {
    if (!rules || rules->set.off_place != SQ_OFF_TO_MAT) return;
    sq_off_mat off = {rules->set.off_inset, rules->set.off_gap};
    json_t *back = json_array();
    on_mat on;
    find_on_mat(&on, p);
    for (int i = 0; i < p->wink_count; i++) {
        const sq_seen_wink *w = &p->winks[i];
        sq_spot spot;
        if (w->place != SQ_PLACE_OFF || w->id >= SQ_USUAL_WINKS ||
            !sq_place_off_mat(&spot, off, sq_seen_radius_mm(w), (sq_spot){w->at.x, w->at.y}, on.others, on.n,
                              on.unplayed_behind))
            continue;
        json_array_append_new(back, json_pack("{s:s,s:f,s:f}", "id", sq_wink_name(w->id), "x",
                                              sq_rounded(spot.x, 3), "y", sq_rounded(spot.y, 3)));
    }
    if (json_array_size(back)) json_object_set(to, "back", back);
    json_decref(back);
}

char *sq_rest_json(const sq_position *now, const sq_position *before, const sq_observation *look,
                   const sq_ruleset *rules) {
    json_t *o = sq_position_to_json(now, NULL);
    if (!o) return NULL;
    json_object_set_new(o, "rest", json_integer(look->rest));
    json_object_set_new(o, "t_start", json_real(look->t_start));
    json_object_set_new(o, "t_rest", json_real(look->t_rest));
    if (look->gap_s > 0) json_object_set_new(o, "gap_s", json_real(look->gap_s));
    add_changes(o, now, before);
    add_put_back(o, now, rules);
    char *line = sq_short_numbers(json_dumps(o, JSON_COMPACT | JSON_REAL_PRECISION(DIGITS)));
    json_decref(o);
    return line;
}

/* Reads a position back from JSON, and refuses what no position can be. */
#include "ui/game/position_json.h"

#include <string.h>

#include "ui/game/position_json_fields.h"
#include "vision/position/squops_and_distances.h"

/* The largest number that is read. No length (mm), share or time (s) of a game comes near, and it can still
 * be rounded. */
#define LARGEST 1e9

/* Each function that reads a part returns the key that is wrong, or null where all is well. */

static const char *take_fields(void *to, const sq_position_field *fields, size_t n, const json_t *from) {
    for (size_t i = 0; i < n; i++) {
        const json_t *j = json_object_get(from, fields[i].key);
        double v = j ? json_number_value(j) : NAN;
        if (j ? !json_is_number(j) || fabs(v) > LARGEST : fields[i].required) return fields[i].key;
        memcpy((char *)to + fields[i].offset, &v, sizeof v);
    }
    return NULL;
}

static const char *text(const json_t *object, const char *key) {
    const char *s = json_string_value(json_object_get(object, key));
    return s ? s : "";
}

/* An integer from low to high; false where it is none or is another. */
static bool integer(int *out, const json_t *from, int low, int high) {
    json_int_t v = json_integer_value(from);
    if (!json_is_integer(from) || v < low || v > high) return false;
    *out = (int)v;
    return true;
}

static const char *wink_from_json(sq_seen_wink *w, const json_t *j) {
    w->colour = sq_usual_colour_from_name(text(j, "colour"));
    if (w->colour == SQ_NO_COLOUR) return "colour";
    w->size = sq_size_from_name(text(j, "size"));
    if (w->size == SQ_SIZES) return "size";
    w->place = sq_place_from_name(text(j, "place"));
    if (w->place == SQ_PLACES) return "place";
    const json_t *id = json_object_get(j, "id");
    w->id = id ? sq_usual_wink_from_name(text(j, "id")) : SQ_NO_WINK;
    if (id && w->id == SQ_NO_WINK) return "id";
    w->pot_supported = json_is_true(json_object_get(j, "pot_supported"));
    w->normal = (sq_mm3){0, 0, 1};
    json_t *n = json_object_get(j, "normal");
    if (n && json_unpack(n, "[F,F,F!]", &w->normal.x, &w->normal.y, &w->normal.z)) return "normal";
    if (!(fabs(w->normal.x) + fabs(w->normal.y) + fabs(w->normal.z) < LARGEST)) return "normal";
    const json_t *common = json_object_get(j, "common"); /* a camera that is taken as certain has none */
    if (common && take_fields(&w->common, common_fields, SQ_FIELD_COUNT(common_fields), common))
        return "common";
    w->raised_mm = 0; /* as of one in no pile, and of files of before it was written */
    if (json_object_get(j, "raised_mm") && take_fields(w, raised_fields, SQ_FIELD_COUNT(raised_fields), j))
        return "raised_mm";
    return take_fields(w, wink_fields, SQ_FIELD_COUNT(wink_fields), j);
}

static const char *squop_from_json(sq_squop *s, const json_t *j, int winks) {
    if (!integer(&s->over, json_object_get(j, "over"), 0, winks - 1)) return "over";
    if (!integer(&s->under, json_object_get(j, "under"), 0, winks - 1) || s->under == s->over) return "under";
    s->call = sq_call_from_name(text(j, "call"));
    if (s->call == SQ_CALLS) return "call";
    return take_fields(s, squop_fields, SQ_FIELD_COUNT(squop_fields), j);
}

static const char *nearest_from_json(sq_nearest *n, const json_t *j, int winks) {
    n->colour = sq_usual_colour_from_name(text(j, "colour"));
    if (n->colour == SQ_NO_COLOUR) return "colour";
    const json_t *wink = json_object_get(j, "wink");
    n->wink = -1;
    if (wink && !integer(&n->wink, wink, 0, winks - 1)) return "wink";
    return take_fields(n, nearest_fields, SQ_FIELD_COUNT(nearest_fields), j);
}

static const char *lists_from_json(sq_position *p, const json_t *from) {
    const json_t *winks = json_object_get(from, "winks"), *squops = json_object_get(from, "squops"),
                 *nearest = json_object_get(from, "nearest"), *regions = json_object_get(from, "regions");
    if (!json_is_array(winks) || json_array_size(winks) > SQ_SEEN_CAP) return "winks";
    if (json_array_size(squops) > SQ_PAIR_CAP) return "squops";
    if (json_array_size(nearest) > SQ_USUAL_COLOURS) return "nearest";
    if (json_array_size(regions) > SQ_REGION_CAP) return "regions";
    p->wink_count = (int)json_array_size(winks);
    p->squop_count = (int)json_array_size(squops);
    p->nearest_count = (int)json_array_size(nearest);
    p->region_count = (int)json_array_size(regions);
    const char *wrong = NULL;
    for (int i = 0; i < p->wink_count && !wrong; i++)
        wrong = wink_from_json(&p->winks[i], json_array_get(winks, (size_t)i));
    for (int i = 0; i < p->squop_count && !wrong; i++)
        wrong = squop_from_json(&p->squops[i], json_array_get(squops, (size_t)i), p->wink_count);
    for (int i = 0; i < p->nearest_count && !wrong; i++)
        wrong = nearest_from_json(&p->nearest[i], json_array_get(nearest, (size_t)i), p->wink_count);
    for (int i = 0; i < p->region_count && !wrong; i++)
        wrong = take_fields(&p->regions[i], region_fields, SQ_FIELD_COUNT(region_fields),
                            json_array_get(regions, (size_t)i));
    return wrong;
}

/* Runs that a position can have; left out where nothing is known. */
static bool changed_from_json(sq_changed *c, const json_t *from) {
    const json_t *since = json_object_get(from, "since"), *runs = json_object_get(from, "runs");
    size_t numbers = json_array_size(runs);
    if (!from) return true;
    if (!json_is_number(since) || !json_is_array(runs) || numbers % 3 || numbers / 3 > SQ_CHANGED_CAP)
        return false;
    c->known = true;
    c->since = json_number_value(since);
    c->dazzled = json_is_true(json_object_get(from, "dazzled"));
    c->run_count = (int)(numbers / 3);
    for (int i = 0; i < c->run_count; i++) {
        sq_changed_run *r = &c->runs[i];
        if (!integer(&r->x, json_array_get(runs, 3 * (size_t)i), 0, SQ_CHANGED_X - 1) ||
            !integer(&r->y, json_array_get(runs, 3 * (size_t)i + 1), 0, SQ_CHANGED_Y - 1) ||
            !integer(&r->n, json_array_get(runs, 3 * (size_t)i + 2), 1, SQ_CHANGED_X - r->x))
            return false;
    }
    return true;
}

static const char *counts_from_json(sq_position *p, const json_t *from) {
    for (unsigned c = 0; c < SQ_USUAL_COLOURS; c++) {
        const char *name = sq_colour_name((sq_colour)c);
        const json_t *unseen = json_object_get(json_object_get(from, "unseen"), name);
        for (unsigned s = 0; s < SQ_SIZES; s++)
            if (unseen && !integer(&p->unseen[c][s], json_object_get(unseen, sq_size_name((sq_size)s)), 0,
                                   SQ_WINKS_PER_COLOUR))
                return "unseen";
        const json_t *potted = json_object_get(json_object_get(from, "potted"), name);
        if (potted && !integer(&p->potted[c], potted, 1, SQ_SEEN_CAP)) return "potted";
        const json_t *t = json_object_get(json_object_get(from, "tiddlies"), name);
        int most = 3 * SQ_SEEN_CAP; /* as many as a position's winks could be worth in the pot (rule 19.1) */
        if (t && (!integer(&p->tiddlies[c].high, json_object_get(t, "high"), 0, most) ||
                  !integer(&p->tiddlies[c].low, json_object_get(t, "low"), 0, p->tiddlies[c].high)))
            return "tiddlies";
    }
    return NULL;
}

static const char *whole_from_json(sq_position *p, const json_t *from) {
    if (!integer(&p->width, json_object_get(from, "width"), 0, INT32_MAX)) return "width";
    if (!integer(&p->height, json_object_get(from, "height"), 0, INT32_MAX)) return "height";
    const json_t *calibration = json_object_get(from, "calibration"), *pot = json_object_get(from, "pot"),
                 *other_pot = json_object_get(from, "other_pot"), *ms = json_object_get(from, "ms");
    p->source = strcmp(text(calibration, "source"), "file") ? SQ_CAMERA_FROM_MAT : SQ_CAMERA_FROM_FILE;
    p->pot_found = json_is_object(pot);
    p->other_pot_found = json_is_object(other_pot);
    p->too_close = json_is_true(json_object_get(from, "too_close"));
    p->truncated = json_is_true(json_object_get(from, "truncated"));
    p->camera_rms_px = p->file_off_mm = p->file_off_sigma_mm = NAN;
    const char *wrong = take_fields(p, t_fields, SQ_FIELD_COUNT(t_fields), from);
    if (!wrong) wrong = take_fields(p, calibration_fields, SQ_FIELD_COUNT(calibration_fields), calibration);
    if (!wrong && p->pot_found) wrong = take_fields(p, pot_fields, SQ_FIELD_COUNT(pot_fields), pot);
    if (!wrong && p->other_pot_found)
        wrong = take_fields(p, other_pot_fields, SQ_FIELD_COUNT(other_pot_fields), other_pot);
    if (!wrong && ms) wrong = take_fields(p, ms_fields, SQ_FIELD_COUNT(ms_fields), ms);
    if (!wrong) wrong = lists_from_json(p, from);
    if (!wrong) (void)sq_position_find_rival(p); /* follows from them */
    if (!wrong && !changed_from_json(&p->changed, json_object_get(from, "changed"))) wrong = "changed";
    return wrong ? wrong : counts_from_json(p, from);
}

sq_code sq_position_from_json(sq_position *out, const json_t *from, const char *name, sq_diag *d) {
    *out = (sq_position){0};
    const char *wrong = whole_from_json(out, from);
    if (!wrong) return SQ_OK;
    return sq_fail(d, SQ_E_FORMAT,
                   "%s: is no position: \"%s\" is missing or wrong; give a line of `squint look --json`",
                   name, wrong);
}

/* Writes a position as JSON and reads it back. Writer and reader share one list of the numbers and their
 * keys. */
#include "ui/game/position_json.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* Digits after the point: a micrometre, a tenth of a per mille, a hundredth of a millisecond … */
enum { MM_DIGITS = 3, SHARE_DIGITS = 4, MS_DIGITS = 2, SECONDS_DIGITS = 6 };
/* Significant digits that a rounded number is printed with: enough for all of the above, and few enough that
 * 0.1 is printed as 0.1. */
#define PRINTED_DIGITS 12
/* What is read is no larger: no length (mm), share or time (s) of a game comes near, and it can be
 * rounded. */
#define LARGEST 1e9

/* A number of a struct and its key; the writer and the reader share these lists. */
typedef struct {
    const char *key;
    size_t offset;
    int digits;
    bool required;
} field;

#define FIELD(type, member, key, digits, required) \
    { key, offsetof(type, member), digits, required }

static const field wink_fields[] = {
    FIELD(sq_seen_wink, at.x, "x", MM_DIGITS, true),
    FIELD(sq_seen_wink, at.y, "y", MM_DIGITS, true),
    FIELD(sq_seen_wink, z, "z", MM_DIGITS, false),
    FIELD(sq_seen_wink, sigma_mm, "sigma_mm", MM_DIGITS, false),
    FIELD(sq_seen_wink, seen, "seen", SHARE_DIGITS, true),
    FIELD(sq_seen_wink, edge_to_pot_mm, "edge_to_pot_mm", MM_DIGITS, false),
    FIELD(sq_seen_wink, edge_sigma_mm, "edge_sigma_mm", MM_DIGITS, false),
    FIELD(sq_seen_wink, colour_confidence, "colour_confidence", SHARE_DIGITS, false),
    FIELD(sq_seen_wink, size_confidence, "size_confidence", SHARE_DIGITS, false),
};
static const field squop_fields[] = {
    FIELD(sq_squop, probability, "probability", SHARE_DIGITS, true),
    FIELD(sq_squop, gap_mm, "gap_mm", MM_DIGITS, true),
    FIELD(sq_squop, sigma_mm, "sigma_mm", MM_DIGITS, false),
};
static const field nearest_fields[] = {
    FIELD(sq_nearest, mm, "mm", MM_DIGITS, false),
    FIELD(sq_nearest, sigma_mm, "sigma_mm", MM_DIGITS, false),
};
static const field region_fields[] = {
    FIELD(sq_region, at.x, "x", MM_DIGITS, true),
    FIELD(sq_region, at.y, "y", MM_DIGITS, true),
    FIELD(sq_region, radius_mm, "radius_mm", MM_DIGITS, true),
};
static const field other_pot_fields[] = {
    FIELD(sq_position, other_pot.x, "x", MM_DIGITS, true),
    FIELD(sq_position, other_pot.y, "y", MM_DIGITS, true),
};
static const field pot_fields[] = {
    FIELD(sq_position, pot.x, "x", MM_DIGITS, true),
    FIELD(sq_position, pot.y, "y", MM_DIGITS, true),
    FIELD(sq_position, pot_sigma_mm, "sigma_mm", MM_DIGITS, false),
};
static const field calibration_fields[] = {FIELD(sq_position, camera_rms_px, "rms_px", MM_DIGITS, false)};
static const field ms_fields[] = {
    FIELD(sq_position, load_ms, "load", MS_DIGITS, true),
    FIELD(sq_position, sight_ms, "sight", MS_DIGITS, true),
};
static const field t_fields[] = {FIELD(sq_position, t, "t", SECONDS_DIGITS, false)};

#define COUNT(list) (sizeof(list) / sizeof *(list))

static const char *source_name(sq_camera_source s) {
    return s == SQ_CAMERA_FROM_FILE ? "file" : "mat";
}

/* Writing. Every function below returns null when memory runs out; so does a container that was handed a
 * null. */

static json_t *put(json_t *object, const char *key, json_t *value) {
    if (!json_object_set_new(object, key, value)) return object;
    json_decref(object);
    return NULL;
}

static json_t *append(json_t *array, json_t *value) {
    if (!json_array_append_new(array, value)) return array;
    json_decref(array);
    return NULL;
}

static double rounded(double v, int digits) {
    double unit = pow(10, digits);
    return round(v * unit) / unit + 0.0; /* + 0.0: no "-0.0" */
}

static json_t *put_fields(json_t *object, const field *fields, size_t n, const void *from, bool exact) {
    for (size_t i = 0; i < n; i++) {
        double v;
        memcpy(&v, (const char *)from + fields[i].offset, sizeof v);
        if (!exact) v = rounded(v, fields[i].digits);
        if (isfinite(v)) object = put(object, fields[i].key, json_real(v));
    }
    return object;
}

static json_t *wink_to_json(const sq_seen_wink *w, bool exact) {
    json_t *o = json_object();
    if (w->id != SQ_NO_WINK) o = put(o, "id", json_string(sq_wink_name(w->id)));
    o = put(o, "colour", json_string(sq_colour_name(w->colour)));
    o = put(o, "size", json_string(sq_size_name(w->size)));
    o = put_fields(o, wink_fields, COUNT(wink_fields), w, exact);
    o = put(o, "place", json_string(sq_place_name(w->place)));
    o = put(o, "pot_supported", json_boolean(w->pot_supported));
    double n[] = {w->normal.x, w->normal.y, w->normal.z};
    for (int i = 0; i < 3 && !exact; i++)
        n[i] = rounded(n[i], SHARE_DIGITS);
    return isfinite(n[0] + n[1] + n[2]) ? put(o, "normal", json_pack("[f,f,f]", n[0], n[1], n[2])) : o;
}

static json_t *squop_to_json(const sq_squop *s, bool exact) {
    json_t *o = json_pack("{s:i,s:i}", "over", s->over, "under", s->under);
    o = put_fields(o, squop_fields, COUNT(squop_fields), s, exact);
    return put(o, "call", json_string(sq_call_name(s->call)));
}

static json_t *nearest_to_json(const sq_nearest *n, bool exact) {
    json_t *o = json_pack("{s:s}", "colour", sq_colour_name(n->colour));
    if (n->wink >= 0) o = put(o, "wink", json_integer(n->wink));
    return put_fields(o, nearest_fields, COUNT(nearest_fields), n, exact);
}

static json_t *winks_to_json(const sq_position *p, bool exact) {
    json_t *list = json_array();
    for (int i = 0; i < p->wink_count; i++)
        list = append(list, wink_to_json(&p->winks[i], exact));
    return list;
}

static json_t *squops_to_json(const sq_position *p, bool exact) {
    json_t *list = json_array();
    for (int i = 0; i < p->squop_count; i++)
        list = append(list, squop_to_json(&p->squops[i], exact));
    return list;
}

static json_t *all_nearest_to_json(const sq_position *p, bool exact) {
    json_t *list = json_array();
    for (int i = 0; i < p->nearest_count; i++)
        list = append(list, nearest_to_json(&p->nearest[i], exact));
    return list;
}

static json_t *regions_to_json(const sq_position *p, bool exact) {
    json_t *list = json_array();
    for (int i = 0; i < p->region_count; i++)
        list = append(list,
                      put_fields(json_object(), region_fields, COUNT(region_fields), &p->regions[i], exact));
    return list;
}

/* The runs one after the other. */
static json_t *changed_to_json(const sq_changed *c) {
    json_t *runs = json_array();
    for (int i = 0; i < c->run_count; i++) {
        runs = append(runs, json_integer(c->runs[i].x));
        runs = append(runs, json_integer(c->runs[i].y));
        runs = append(runs, json_integer(c->runs[i].n));
    }
    json_t *o = put(json_object(), "since", json_real(c->since));
    return put(put(o, "dazzled", json_boolean(c->dazzled)), "runs", runs);
}

static json_t *unseen_to_json(const sq_position *p) {
    json_t *o = json_object();
    for (unsigned c = 0; c < SQ_COLOURS; c++)
        o = put(o, sq_colour_name((sq_colour)c),
                json_pack("{s:i,s:i}", sq_size_name(SQ_LARGE), p->unseen[c][SQ_LARGE], sq_size_name(SQ_SMALL),
                          p->unseen[c][SQ_SMALL]));
    return o;
}

/* Null where there is none: most pictures have none, and their lines say nothing of it. */
static json_t *surplus_to_json(const sq_position *p) {
    json_t *o = json_object();
    for (sq_colour c = 0; c < SQ_COLOURS; c++) {
        int large = sq_position_surplus(p, c, SQ_LARGE), small = sq_position_surplus(p, c, SQ_SMALL);
        if (large || small)
            o = put(o, sq_colour_name(c),
                    json_pack("{s:i,s:i}", sq_size_name(SQ_LARGE), large, sq_size_name(SQ_SMALL), small));
    }
    return o;
}

static json_t *tiddlies_to_json(const sq_position *p) {
    json_t *o = json_object();
    for (unsigned c = 0; c < SQ_COLOURS; c++)
        o = put(o, sq_colour_name((sq_colour)c),
                json_pack("{s:i,s:i}", "low", p->tiddlies[c].low, "high", p->tiddlies[c].high));
    return o;
}

/* A file's name, and a sentence with it, need not be UTF-8, but JSON's text must be: what is not ASCII is
 * then shown as '?'. */
static json_t *text_to_json(const char *text) {
    json_t *s = json_string(text);
    if (s) return s;
    char *ascii = strdup(text);
    for (char *c = ascii; c && *c; c++)
        if (*c & 0x80) *c = '?';
    s = ascii ? json_string(ascii) : NULL;
    free(ascii);
    return s;
}

static json_t *to_json(const sq_position *p, const char *image, bool exact) {
    json_t *o = json_object();
    if (image) o = put(o, "image", text_to_json(image));
    o = put(o, "width", json_integer(p->width));
    o = put(o, "height", json_integer(p->height));
    o = put_fields(o, t_fields, COUNT(t_fields), p, exact);
    o = put(o, "calibration",
            put_fields(json_pack("{s:s}", "source", source_name(p->source)), calibration_fields,
                       COUNT(calibration_fields), p, exact));
    o = put(o, "pot",
            p->pot_found ? put_fields(json_object(), pot_fields, COUNT(pot_fields), p, exact) : json_null());
    if (p->other_pot_found)
        o = put(o, "other_pot",
                put_fields(json_object(), other_pot_fields, COUNT(other_pot_fields), p, exact));
    o = put(o, "winks", winks_to_json(p, exact));
    o = put(o, "squops", squops_to_json(p, exact));
    o = put(o, "unseen", unseen_to_json(p));
    json_t *surplus = surplus_to_json(p);
    if (!surplus || json_object_size(surplus))
        o = put(o, "surplus", surplus);
    else
        json_decref(surplus);
    o = put(o, "tiddlies", tiddlies_to_json(p));
    o = put(o, "nearest", all_nearest_to_json(p, exact));
    o = put(o, "too_close", json_boolean(p->too_close));
    o = put(o, "regions", regions_to_json(p, exact));
    o = put(o, "truncated", json_boolean(p->truncated));
    if (exact) return p->changed.known ? put(o, "changed", changed_to_json(&p->changed)) : o;
    return put(o, "ms", put_fields(json_object(), ms_fields, COUNT(ms_fields), p, exact));
}

json_t *sq_position_to_json(const sq_position *p, const char *image) {
    return to_json(p, image, false);
}

json_t *sq_position_to_json_exact(const sq_position *p) {
    return to_json(p, NULL, true);
}

/* Prints o, which may be null, as a line; frees it. */
static sq_code write_line(FILE *to, json_t *o, sq_diag *d) {
    if (!o) return sq_fail(d, SQ_E_MEMORY, "a position as JSON: not enough memory; close other programs");
    int failed = json_dumpf(o, to, JSON_COMPACT | JSON_REAL_PRECISION(PRINTED_DIGITS));
    failed |= putc('\n', to) == EOF;
    json_decref(o);
    if (failed) return sq_fail(d, SQ_E_FILE, "a position as JSON: cannot be written; check the disk's room");
    return SQ_OK;
}

sq_code sq_position_write_json(FILE *to, const sq_position *p, const char *image, sq_diag *d) {
    return write_line(to, sq_position_to_json(p, image), d);
}

sq_code sq_position_write_json_error(FILE *to, const char *image, const char *sentence, sq_diag *d) {
    return write_line(
        to, put(put(json_object(), "image", text_to_json(image)), "error", text_to_json(sentence)), d);
}

/* Reading. A part that cannot be right returns the key that is wrong, null where all is well. */

static const char *take_fields(void *to, const field *fields, size_t n, const json_t *from) {
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
    w->colour = sq_colour_from_name(text(j, "colour"));
    if (w->colour == SQ_NO_COLOUR) return "colour";
    w->size = sq_size_from_name(text(j, "size"));
    if (w->size == SQ_SIZES) return "size";
    w->place = sq_place_from_name(text(j, "place"));
    if (w->place == SQ_PLACES) return "place";
    const json_t *id = json_object_get(j, "id");
    w->id = id ? sq_wink_from_name(text(j, "id")) : SQ_NO_WINK;
    if (id && w->id == SQ_NO_WINK) return "id";
    w->pot_supported = json_is_true(json_object_get(j, "pot_supported"));
    w->normal = (sq_mm3){0, 0, 1};
    json_t *n = json_object_get(j, "normal");
    if (n && json_unpack(n, "[F,F,F!]", &w->normal.x, &w->normal.y, &w->normal.z)) return "normal";
    if (!(fabs(w->normal.x) + fabs(w->normal.y) + fabs(w->normal.z) < LARGEST)) return "normal";
    return take_fields(w, wink_fields, COUNT(wink_fields), j);
}

static const char *squop_from_json(sq_squop *s, const json_t *j, int winks) {
    if (!integer(&s->over, json_object_get(j, "over"), 0, winks - 1)) return "over";
    if (!integer(&s->under, json_object_get(j, "under"), 0, winks - 1) || s->under == s->over) return "under";
    s->call = sq_call_from_name(text(j, "call"));
    if (s->call == SQ_CALLS) return "call";
    return take_fields(s, squop_fields, COUNT(squop_fields), j);
}

static const char *nearest_from_json(sq_nearest *n, const json_t *j, int winks) {
    n->colour = sq_colour_from_name(text(j, "colour"));
    if (n->colour == SQ_NO_COLOUR) return "colour";
    const json_t *wink = json_object_get(j, "wink");
    n->wink = -1;
    if (wink && !integer(&n->wink, wink, 0, winks - 1)) return "wink";
    return take_fields(n, nearest_fields, COUNT(nearest_fields), j);
}

static const char *lists_from_json(sq_position *p, const json_t *from) {
    const json_t *winks = json_object_get(from, "winks"), *squops = json_object_get(from, "squops"),
                 *nearest = json_object_get(from, "nearest"), *regions = json_object_get(from, "regions");
    if (!json_is_array(winks) || json_array_size(winks) > SQ_SEEN_CAP) return "winks";
    if (json_array_size(squops) > SQ_PAIR_CAP) return "squops";
    if (json_array_size(nearest) > SQ_COLOURS) return "nearest";
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
        wrong = take_fields(&p->regions[i], region_fields, COUNT(region_fields),
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
    for (unsigned c = 0; c < SQ_COLOURS; c++) {
        const char *name = sq_colour_name((sq_colour)c);
        const json_t *unseen = json_object_get(json_object_get(from, "unseen"), name);
        for (unsigned s = 0; s < SQ_SIZES; s++)
            if (unseen && !integer(&p->unseen[c][s], json_object_get(unseen, sq_size_name((sq_size)s)), 0,
                                   SQ_WINKS_PER_COLOUR))
                return "unseen";
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
    p->camera_rms_px = NAN;
    const char *wrong = take_fields(p, t_fields, COUNT(t_fields), from);
    if (!wrong) wrong = take_fields(p, calibration_fields, COUNT(calibration_fields), calibration);
    if (!wrong && p->pot_found) wrong = take_fields(p, pot_fields, COUNT(pot_fields), pot);
    if (!wrong && p->other_pot_found)
        wrong = take_fields(p, other_pot_fields, COUNT(other_pot_fields), other_pot);
    if (!wrong && ms) wrong = take_fields(p, ms_fields, COUNT(ms_fields), ms);
    if (!wrong) wrong = lists_from_json(p, from);
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

/* Writes a position as JSON: rounded for other programs, or exact for the game's own files. */
#include "ui/game/position_json.h"

#include <stdlib.h>
#include <string.h>

#include "calib/camera/camera_file.h"
#include "ui/game/position_json_fields.h"
#include "ui/words/json_text.h"
#include "ui/words/json_type_and_version.h"
#include "vision/system/shortest_numbers.h"

/* Significant digits that a rounded number is printed with: enough for all fields, and few enough that 0.1 is
 * printed as 0.1. */
#define PRINTED_DIGITS 12

static const char *source_name(sq_camera_source s) {
    return s == SQ_CAMERA_FROM_FILE ? "file" : "mat";
}

/* Every function below returns null when memory runs out; so does a container that was handed a
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

static json_t *put_fields(json_t *object, const sq_position_field *fields, size_t n, const void *from,
                          bool exact) {
    for (size_t i = 0; i < n; i++) {
        double v;
        memcpy(&v, (const char *)from + fields[i].offset, sizeof v);
        if (!exact) v = sq_rounded(v, fields[i].digits);
        if (isfinite(v)) object = put(object, fields[i].key, json_real(v));
    }
    return object;
}

static json_t *wink_to_json(const sq_seen_wink *w, bool exact) {
    json_t *o = json_object();
    if (w->id != SQ_NO_WINK) o = put(o, "id", json_string(sq_wink_name(w->id)));
    o = put(o, "colour", json_string(sq_colour_name(w->colour)));
    o = put(o, "size", json_string(sq_size_name(w->size)));
    o = put_fields(o, wink_fields, SQ_FIELD_COUNT(wink_fields), w, exact);
    if (w->common.sigma_mm > 0)
        o = put(o, "common",
                put_fields(json_object(), common_fields, SQ_FIELD_COUNT(common_fields), &w->common, exact));
    if (w->raised_mm > 0) o = put_fields(o, raised_fields, SQ_FIELD_COUNT(raised_fields), w, exact);
    o = put(o, "place", json_string(sq_place_name(w->place)));
    o = put(o, "pot_supported", json_boolean(w->pot_supported));
    double n[] = {w->normal.x, w->normal.y, w->normal.z};
    for (int i = 0; i < 3 && !exact; i++)
        n[i] = sq_rounded(n[i], SHARE_DIGITS);
    return isfinite(n[0] + n[1] + n[2]) ? put(o, "normal", json_pack("[f,f,f]", n[0], n[1], n[2])) : o;
}

static json_t *squop_to_json(const sq_squop *s, bool exact) {
    json_t *o = json_pack("{s:i,s:i}", "over", s->over, "under", s->under);
    o = put_fields(o, squop_fields, SQ_FIELD_COUNT(squop_fields), s, exact);
    return put(o, "call", json_string(sq_call_name(s->call)));
}

static json_t *nearest_to_json(const sq_nearest *n, bool exact) {
    json_t *o = json_pack("{s:s}", "colour", sq_colour_name(n->colour));
    if (n->wink >= 0) o = put(o, "wink", json_integer(n->wink));
    return put_fields(o, nearest_fields, SQ_FIELD_COUNT(nearest_fields), n, exact);
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
        list = append(list, put_fields(json_object(), region_fields, SQ_FIELD_COUNT(region_fields),
                                       &p->regions[i], exact));
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
    for (unsigned c = 0; c < SQ_USUAL_COLOURS; c++)
        o = put(o, sq_colour_name((sq_colour)c),
                json_pack("{s:i,s:i}", sq_size_name(SQ_LARGE), p->unseen[c][SQ_LARGE], sq_size_name(SQ_SMALL),
                          p->unseen[c][SQ_SMALL]));
    return o;
}

/* The colours of which the pot shows any. */
static json_t *potted_to_json(const sq_position *p) {
    json_t *o = json_object();
    for (unsigned c = 0; c < SQ_USUAL_COLOURS; c++)
        if (p->potted[c]) o = put(o, sq_colour_name((sq_colour)c), json_integer(p->potted[c]));
    return o;
}

/* Null where there is none: most pictures have none, and their lines say nothing of it. */
static json_t *surplus_to_json(const sq_position *p) {
    json_t *o = json_object();
    for (sq_colour c = 0; c < SQ_USUAL_COLOURS; c++) {
        int large = sq_position_surplus(p, c, SQ_LARGE), small = sq_position_surplus(p, c, SQ_SMALL);
        if (large || small)
            o = put(o, sq_colour_name(c),
                    json_pack("{s:i,s:i}", sq_size_name(SQ_LARGE), large, sq_size_name(SQ_SMALL), small));
    }
    return o;
}

static json_t *tiddlies_to_json(const sq_position *p) {
    json_t *o = json_object();
    for (unsigned c = 0; c < SQ_USUAL_COLOURS; c++)
        o = put(o, sq_colour_name((sq_colour)c),
                json_pack("{s:i,s:i}", "low", p->tiddlies[c].low, "high", p->tiddlies[c].high));
    return o;
}

static json_t *to_json(const sq_position *p, const char *image, bool exact) {
    json_t *o = exact ? json_object() : sq_json_typed(json_object(), "position");
    if (image) o = put(o, "image", sq_json_text(image));
    o = put(o, "width", json_integer(p->width));
    o = put(o, "height", json_integer(p->height));
    o = put_fields(o, t_fields, SQ_FIELD_COUNT(t_fields), p, exact);
    o = put(o, "calibration",
            put_fields(json_pack("{s:s}", "source", source_name(p->source)), calibration_fields,
                       SQ_FIELD_COUNT(calibration_fields), p, exact));
    o = put(o, "pot",
            p->pot_found ? put_fields(json_object(), pot_fields, SQ_FIELD_COUNT(pot_fields), p, exact)
                         : json_null());
    if (p->other_pot_found)
        o = put(o, "other_pot",
                put_fields(json_object(), other_pot_fields, SQ_FIELD_COUNT(other_pot_fields), p, exact));
    o = put(o, "winks", winks_to_json(p, exact));
    o = put(o, "squops", squops_to_json(p, exact));
    o = put(o, "unseen", unseen_to_json(p));
    json_t *potted = potted_to_json(p);
    if (json_object_size(potted))
        o = put(o, "potted", potted);
    else
        json_decref(potted);
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
    return put(o, "ms", put_fields(json_object(), ms_fields, SQ_FIELD_COUNT(ms_fields), p, exact));
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

sq_code sq_position_write_json(FILE *to, const sq_position *p, const char *image,
                               const sq_position_seen_by *by, sq_diag *d) {
    json_t *o = sq_position_to_json(p, image);
    if (by) {
        o = put(o, "mat",
                json_pack("{s:f,s:f}", "length_mm", by->mat_length_mm, "width_mm", by->mat_width_mm));
        json_t *file = sq_camera_to_json(by->camera); /* as in a camera file: {"camera": ...} */
        if (o && file) json_object_update(o, file);
        json_decref(file);
    }
    return write_line(to, o, d);
}

sq_code sq_position_write_json_error(FILE *to, const char *image, const char *sentence, sq_diag *d) {
    return write_line(to,
                      put(put(sq_json_typed(json_object(), "error"), "image", sq_json_text(image)), "error",
                          sq_json_text(sentence)),
                      d);
}

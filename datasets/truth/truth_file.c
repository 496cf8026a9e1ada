/* Reads and writes the truth of a scene as JSON. */
#include "datasets/truth/truth_file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "calib/camera/camera_file.h"
#include "rules/terms/equipment_sizes.h"
#include "vision/system/atomic_file.h"
#include "vision/system/standard_input.h"

/* Digits after the point in a file: 0.1 µm, and one in a million. */
enum { MM_DIGITS = 4, SHARE_DIGITS = 6 };

static const char *text(const json_t *object, const char *key) {
    const char *s = json_string_value(json_object_get(object, key));
    return s ? s : "";
}

/* Reading. A part that cannot be right returns the key that is wrong, null where all is well. */

static double number_or(const json_t *object, const char *key, double otherwise) {
    const json_t *j = json_object_get(object, key);
    return json_is_number(j) ? json_number_value(j) : otherwise;
}

static bool number(double *out, const json_t *object, const char *key) {
    *out = number_or(object, key, NAN);
    return !isnan(*out);
}

static bool point3(sq_mm3 *out, const json_t *a) {
    double v[3];
    for (size_t i = 0; i < 3; i++) {
        const json_t *j = json_array_get(a, i);
        if (!json_is_number(j)) return false;
        v[i] = json_number_value(j);
    }
    *out = (sq_mm3){v[0], v[1], v[2]};
    return true;
}

static void overlaps_from_json(sq_true_wink *w, const json_t *j) {
    size_t i;
    const json_t *under;
    json_array_foreach(json_object_get(j, "over"), i, under) {
        const char *name = json_string_value(under);
        sq_wink u = name ? sq_usual_wink_from_name(name) : SQ_NO_WINK;
        if (u == SQ_NO_WINK) continue;
        w->over |= sq_wink_bit(u);
        w->overlap_mm2[u] = number_or(json_object_get(j, "overlap_mm2"), name, 0);
        w->overlap_depth_mm[u] = number_or(json_object_get(j, "overlap_depth_mm"), name, 0);
    }
}

static const char *wink_from_json(sq_true_wink *w, const json_t *j) {
    w->id = sq_usual_wink_from_name(text(j, "id"));
    w->colour = sq_usual_colour_from_name(text(j, "colour"));
    if (w->colour == SQ_NO_COLOUR) return "colour";
    w->place = sq_place_from_name(text(j, "place"));
    if (w->place == SQ_PLACES) return "place";
    if (!number(&w->diameter_mm, j, "diameter_mm") || !(w->diameter_mm > 0)) return "diameter_mm";
    if (!number(&w->at.x, j, "x")) return "x";
    if (!number(&w->at.y, j, "y")) return "y";
    w->at.z = number_or(j, "z", SQ_WINK_THICKNESS_MM / 2);
    const json_t *normal = json_object_get(j, "normal");
    w->normal = (sq_mm3){0, 0, 1};
    if (normal && !point3(&w->normal, normal)) return "normal";
    w->visible_fraction = number_or(j, "visible_fraction", 1);
    w->pot_supported = json_is_true(json_object_get(j, "pot_supported"));
    w->nearest_edge_to_pot_mm = number_or(j, "nearest_edge_to_pot_mm", NAN);
    overlaps_from_json(w, j);
    return NULL;
}

static bool named_twice(const sq_truth *t, sq_wink id) {
    int n = 0;
    for (int i = 0; i < t->wink_count; i++)
        n += id != SQ_NO_WINK && t->winks[i].id == id;
    return n > 1;
}

sq_code sq_truth_winks_from_json(sq_truth *t, const json_t *winks, const char *path, sq_diag *d) {
    if (!json_is_array(winks) || json_array_size(winks) > SQ_SEEN_CAP)
        return sq_fail(d, SQ_E_FORMAT, "%s: has no list of at most %d \"winks\"; give a scene's truth file",
                       path, SQ_SEEN_CAP);
    t->wink_count = 0;
    for (size_t i = 0; i < json_array_size(winks); i++) {
        sq_true_wink *w = &t->winks[t->wink_count++];
        *w = (sq_true_wink){0};
        const char *wrong = wink_from_json(w, json_array_get(winks, i));
        if (!wrong && named_twice(t, w->id)) wrong = "id";
        if (wrong)
            return sq_fail(d, SQ_E_FORMAT,
                           "%s: wink %zu: \"%s\" is missing, unknown or given twice; correct the truth file",
                           path, i + 1, wrong);
    }
    return SQ_OK;
}

/* Of more than the list holds the first are kept: they are there to be counted. */
static void things_from_json(sq_truth *t, const json_t *j) {
    size_t i;
    const json_t *thing;
    json_array_foreach(j, i, thing) {
        sq_true_thing *to = &t->things[t->thing_count];
        if (t->thing_count == SQ_THING_CAP) return;
        to->is_sheet = !strcmp(text(thing, "what"), "sheet");
        if (number(&to->at.x, thing, "x") && number(&to->at.y, thing, "y") &&
            number(&to->radius_mm, thing, "radius_mm"))
            t->thing_count++;
    }
}

static void squidge_off_from_json(sq_truth *t, const json_t *j) {
    const json_t *order = json_object_get(j, "order"), *mm = json_object_get(j, "nearest_mm");
    for (size_t i = 0; i < json_array_size(order) && i < SQ_USUAL_COLOURS; i++) {
        const char *name = json_string_value(json_array_get(order, i));
        t->squidge_off[i] = name ? sq_usual_wink_from_name(name) : SQ_NO_WINK;
        t->squidge_off_mm[i] = json_number_value(json_array_get(mm, i));
        t->squidge_off_count++;
    }
}

static void setup_from_json(sq_truth *t, const json_t *root) {
    snprintf(t->image, sizeof t->image, "%s", text(root, "image"));
    snprintf(t->family, sizeof t->family, "%s", text(root, "family"));
    snprintf(t->lighting, sizeof t->lighting, "%s", text(root, "lighting"));
    t->seed = (uint64_t)json_integer_value(json_object_get(root, "seed"));
    t->width = (int)json_integer_value(json_object_get(root, "width"));
    t->height = (int)json_integer_value(json_object_get(root, "height"));
    const json_t *mat = json_object_get(root, "mat"), *pot = json_object_get(root, "pot");
    t->mat_length_mm = number_or(mat, "length_mm", SQ_MAT_LENGTH_MM);
    t->mat_width_mm = number_or(mat, "width_mm", SQ_MAT_WIDTH_MM);
    t->line_width_mm = number_or(root, "line_width_mm", 0);
    t->pot = (sq_mm){number_or(pot, "x", 0), number_or(pot, "y", 0)};
    snprintf(t->pot_colour, sizeof t->pot_colour, "%s", text(pot, "colour"));
    t->hand = json_is_true(json_object_get(root, "hand"));
    for (unsigned c = 0; c < SQ_USUAL_COLOURS; c++) {
        const json_t *corner =
            json_object_get(json_object_get(root, "corners"), sq_colour_name((sq_colour)c));
        t->corners[c] = (sq_mm){json_number_value(json_array_get(corner, 0)),
                                json_number_value(json_array_get(corner, 1))};
    }
    squidge_off_from_json(t, json_object_get(root, "squidge_off"));
    things_from_json(t, json_object_get(root, "things"));
}

static sq_code load(json_t **root, const char *path, sq_diag *d) {
    json_error_t e;
    *root = json_load_file(sq_input_path(path), JSON_REJECT_DUPLICATES, &e);
    if (*root) return SQ_OK;
    if (e.line < 0)
        return sq_fail(d, SQ_E_FILE, "%s: cannot be opened (%s); check the name and the rights", path,
                       e.text);
    return sq_fail(d, SQ_E_FORMAT, "%s:%d: is no JSON (%s); give a scene's truth file", path, e.line, e.text);
}

sq_code sq_truth_probe(const char *path, bool *is_truth, sq_diag *d) {
    json_t *root;
    sq_code code = load(&root, path, d);
    if (code) return code;
    *is_truth = json_object_get(root, "image") && json_object_get(root, "winks");
    json_decref(root);
    return SQ_OK;
}

sq_code sq_truth_read(sq_truth *out, const char *path, sq_diag *d) {
    *out = (sq_truth){0};
    json_t *root;
    sq_code code = load(&root, path, d);
    if (code) return code;
    setup_from_json(out, root);
    code = sq_truth_winks_from_json(out, json_object_get(root, "winks"), path, d);
    json_decref(root);
    return code ? code : sq_camera_read(&out->camera, path, d);
}

/* Writing. Every function returns null when memory runs out; jansson's containers and packing take a null for
 * a failure and free what they were given. */

static double rounded(double v, int digits) {
    double unit = pow(10, digits);
    return round(v * unit) / unit + 0.0; /* + 0.0: no "-0.0" */
}

static json_t *mm(double v) {
    return isfinite(v) ? json_real(rounded(v, MM_DIGITS)) : json_null();
}

static json_t *share(double v) {
    return json_real(rounded(v, SHARE_DIGITS));
}

/* A value for each wink that w lies over. */
static json_t *overlaps(const sq_true_wink *w, const double *of) {
    json_t *o = json_object();
    for (sq_wink u = 0; u < SQ_USUAL_WINKS; u++)
        if (w->over & sq_wink_bit(u)) json_object_set_new(o, sq_wink_name(u), mm(of[u]));
    return o;
}

static json_t *names(sq_wink_set set) {
    json_t *list = json_array();
    for (sq_wink u = 0; u < SQ_USUAL_WINKS; u++)
        if (set & sq_wink_bit(u)) json_array_append_new(list, json_string(sq_wink_name(u)));
    return list;
}

static json_t *wink_to_json(const sq_true_wink *w) {
    return json_pack("{s:s, s:s, s:o, s:o, s:o, s:o, s:[o,o,o], s:s, s:o, s:o, s:o, s:o, s:b, s:o}", "id",
                     sq_wink_name(w->id), "colour", sq_colour_name(w->colour), "diameter_mm",
                     mm(w->diameter_mm), "x", mm(w->at.x), "y", mm(w->at.y), "z", mm(w->at.z), "normal",
                     share(w->normal.x), share(w->normal.y), share(w->normal.z), "place",
                     sq_place_name(w->place), "visible_fraction", share(w->visible_fraction), "over",
                     names(w->over), "overlap_mm2", overlaps(w, w->overlap_mm2), "overlap_depth_mm",
                     overlaps(w, w->overlap_depth_mm), "pot_supported", w->pot_supported,
                     "nearest_edge_to_pot_mm", mm(w->nearest_edge_to_pot_mm));
}

json_t *sq_truth_winks_to_json(const sq_truth *t) {
    json_t *list = json_array();
    for (int i = 0; i < t->wink_count; i++)
        if (json_array_append_new(list, wink_to_json(&t->winks[i]))) {
            json_decref(list);
            return NULL;
        }
    return list;
}

static json_t *camera_to_json(const sq_camera *c) {
    json_t *R = json_array();
    for (int i = 0; i < 3; i++)
        json_array_append_new(R, json_pack("[f,f,f]", c->R[i][0], c->R[i][1], c->R[i][2]));
    return json_pack("{s:f, s:f, s:f, s:f, s:[f,f,f,f,f], s:o, s:[f,f,f]}", "fx", c->fx, "fy", c->fy, "cx",
                     c->cx, "cy", c->cy, "dist", c->dist[0], c->dist[1], c->dist[2], c->dist[3], c->dist[4],
                     "R", R, "t", c->t[0], c->t[1], c->t[2]);
}

static json_t *corners_to_json(const sq_truth *t) {
    json_t *o = json_object();
    for (unsigned c = 0; c < SQ_USUAL_COLOURS; c++)
        json_object_set_new(o, sq_colour_name((sq_colour)c),
                            json_pack("[o,o]", mm(t->corners[c].x), mm(t->corners[c].y)));
    return o;
}

json_t *sq_truth_setup_to_json(const sq_truth *t) {
    return json_pack("{s:s, s:i, s:i, s:o, s:{s:o, s:o}, s:{s:o, s:o, s:f, s:f, s:f, s:s}, s:o, s:I, s:s}",
                     "image", t->image, "width", t->width, "height", t->height, "camera",
                     camera_to_json(&t->camera), "mat", "length_mm", mm(t->mat_length_mm), "width_mm",
                     mm(t->mat_width_mm), "pot", "x", mm(t->pot.x), "y", mm(t->pot.y), "top_diameter_mm",
                     SQ_POT_TOP_MM, "base_diameter_mm", SQ_POT_BASE_MM, "height_mm", SQ_POT_HEIGHT_MM,
                     "colour", t->pot_colour, "corners", corners_to_json(t), "seed", (json_int_t)t->seed,
                     "lighting", t->lighting);
}

static json_t *point_to_json(sq_mm p) {
    return json_pack("{s:o, s:o}", "x", mm(p.x), "y", mm(p.y));
}

static json_t *things_to_json(const sq_truth *t) {
    json_t *list = json_array();
    for (int i = 0; i < t->thing_count; i++) {
        const sq_true_thing *k = &t->things[i];
        json_array_append_new(list,
                              json_pack("{s:s, s:o, s:o, s:o}", "what", k->is_sheet ? "sheet" : "disc", "x",
                                        mm(k->at.x), "y", mm(k->at.y), "radius_mm", mm(k->radius_mm)));
    }
    return list;
}

static json_t *squidge_off_to_json(const sq_truth *t) {
    json_t *order = json_array(), *near = json_array();
    for (int i = 0; i < t->squidge_off_count; i++) {
        json_array_append_new(order, json_string(sq_wink_name(t->squidge_off[i])));
        json_array_append_new(near, mm(t->squidge_off_mm[i]));
    }
    return json_pack("{s:o, s:o}", "order", order, "nearest_mm", near);
}

static json_t *truth_to_json(const sq_truth *t) {
    json_t *o = sq_truth_setup_to_json(t);
    int failed = json_object_set_new(o, "family", json_string(t->family)) ||
                 (t->no_pot && json_object_set_new(o, "no_pot", json_true())) ||
                 (t->two_pots && json_object_set_new(o, "other_pot", point_to_json(t->other_pot))) ||
                 json_object_set_new(o, "hand", json_boolean(t->hand)) ||
                 json_object_set_new(o, "line_width_mm", mm(t->line_width_mm)) ||
                 (t->squidge_off_count && json_object_set_new(o, "squidge_off", squidge_off_to_json(t))) ||
                 (t->thing_count && json_object_set_new(o, "things", things_to_json(t))) ||
                 json_object_set_new(o, "winks", sq_truth_winks_to_json(t));
    if (!failed) return o;
    json_decref(o);
    return NULL;
}

sq_code sq_truth_write(const sq_truth *t, const char *path, sq_diag *d) {
    json_t *o = truth_to_json(t);
    if (!o)
        return sq_fail(d, SQ_E_MEMORY, "%s: not enough memory to write the truth; close other programs",
                       path);
    char *text = json_dumps(o, JSON_INDENT(1) | JSON_REAL_PRECISION(SQ_TRUTH_DIGITS));
    bool failed = !text || !sq_write_whole(path, text, 0666);
    int reason = errno;
    free(text);
    json_decref(o);
    if (failed)
        return sq_fail(d, SQ_E_FILE,
                       "%s: cannot be written (%s); check the folder, its rights and the disk's room", path,
                       strerror(reason));
    return SQ_OK;
}

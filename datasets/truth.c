#include "datasets/truth.h"

#include <jansson.h>
#include <stdio.h>

#include "calib/camera_file.h"

static sq_mm3 point3(const json_t *a) {
    return (sq_mm3){json_number_value(json_array_get(a, 0)), json_number_value(json_array_get(a, 1)),
                    json_number_value(json_array_get(a, 2))};
}

static bool wink_from_json(sq_true_wink *w, const json_t *j) {
    const char *id = json_string_value(json_object_get(j, "id"));
    const char *colour = json_string_value(json_object_get(j, "colour"));
    w->id = id ? sq_wink_from_name(id) : SQ_NO_WINK;
    w->colour = colour ? sq_colour_from_name(colour) : SQ_NO_COLOUR;
    const char *place = json_string_value(json_object_get(j, "place"));
    w->place = place ? sq_place_from_name(place) : SQ_PLACES;
    if (w->colour == SQ_NO_COLOUR || w->place == SQ_PLACES) return false;
    w->diameter_mm = json_number_value(json_object_get(j, "diameter_mm"));
    w->at = (sq_mm3){json_number_value(json_object_get(j, "x")), json_number_value(json_object_get(j, "y")),
                     json_number_value(json_object_get(j, "z"))};
    w->normal = point3(json_object_get(j, "normal"));
    w->visible_fraction = json_number_value(json_object_get(j, "visible_fraction"));
    w->pot_supported = json_is_true(json_object_get(j, "pot_supported"));
    const json_t *edge = json_object_get(j, "nearest_edge_to_pot_mm");
    w->nearest_edge_to_pot_mm = json_is_number(edge) ? json_number_value(edge) : NAN;
    size_t i;
    const json_t *under;
    json_array_foreach(json_object_get(j, "over"), i, under) {
        sq_wink u = json_is_string(under) ? sq_wink_from_name(json_string_value(under)) : SQ_NO_WINK;
        if (u != SQ_NO_WINK) w->over |= sq_wink_bit(u);
    }
    return true;
}

static sq_code truth_from_json(sq_truth *t, const json_t *root, const char *path, sq_diag *d) {
    const char *image = json_string_value(json_object_get(root, "image"));
    snprintf(t->image, sizeof t->image, "%s", image ? image : "");
    t->width = (int)json_integer_value(json_object_get(root, "width"));
    t->height = (int)json_integer_value(json_object_get(root, "height"));
    const json_t *pot = json_object_get(root, "pot");
    t->pot =
        (sq_mm){json_number_value(json_object_get(pot, "x")), json_number_value(json_object_get(pot, "y"))};
    const json_t *winks = json_object_get(root, "winks");
    if (!json_is_array(winks) || json_array_size(winks) > SQ_SEEN_CAP)
        return sq_fail(d, SQ_E_FORMAT, "%s: has no list of at most %d \"winks\"; give a scene's truth file",
                       path, SQ_SEEN_CAP);
    for (size_t i = 0; i < json_array_size(winks); i++)
        if (!wink_from_json(&t->winks[t->wink_count++], json_array_get(winks, i)))
            return sq_fail(d, SQ_E_FORMAT, "%s: wink %zu has no known colour or place", path, i + 1);
    return SQ_OK;
}

sq_code sq_truth_read(sq_truth *out, const char *path, sq_diag *d) {
    *out = (sq_truth){0};
    sq_code code = sq_camera_read(&out->camera, path, d);
    if (code) return code;
    json_error_t e;
    json_t *root = json_load_file(path, 0, &e);
    if (!root) return sq_fail(d, SQ_E_FORMAT, "%s: is no truth file (%s)", path, e.text);
    code = truth_from_json(out, root, path, d);
    json_decref(root);
    return code;
}

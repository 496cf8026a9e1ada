/* Reads and writes the JSON that camera files and lens files share, with a sentence for each missing key. */
#include "calib/camera/camera_json.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "vision/system/atomic_file.h"
#include "vision/system/shortest_numbers.h"
#include "vision/system/standard_input.h"

sq_code sq_json_missing(sq_diag *d, const char *path, const char *key) {
    return sq_fail(
        d, SQ_E_FORMAT,
        "%s: the camera's \"%s\" is missing or no number; make the file anew with `squint calibrate`", path,
        key);
}

static bool number(double *out, const json_t *from) {
    *out = json_number_value(from);
    return json_is_number(from);
}

bool sq_json_numbers(double *out, size_t n, const json_t *from) {
    if (!json_is_array(from) || json_array_size(from) != n) return false;
    for (size_t i = 0; i < n; i++)
        if (!number(&out[i], json_array_get(from, i))) return false;
    return true;
}

sq_code sq_json_load_camera(json_t **root, const char *path, sq_diag *d) {
    json_error_t e;
    *root = json_load_file(sq_input_path(path), JSON_REJECT_DUPLICATES, &e);
    int reason = errno;
    if (!*root)
        return sq_fail(d, e.line < 0 ? SQ_E_FILE : SQ_E_FORMAT,
                       "%s: %s (%s); give a camera file made by `squint calibrate`", path,
                       e.line < 0 ? "cannot be read" : "is no camera file",
                       e.line < 0 ? strerror(reason) : e.text);
    if (json_is_object(json_object_get(*root, "camera"))) return SQ_OK;
    json_decref(*root);
    *root = NULL;
    return sq_fail(d, SQ_E_FORMAT, "%s: has no \"camera\"; give a camera file or leave --calibration away",
                   path);
}

sq_code sq_json_lens(sq_camera *c, const json_t *root, const char *path, sq_diag *d) {
    const json_t *j = json_object_get(root, "camera");
    const struct {
        const char *key;
        double *to;
    } scalars[] = {{"fx", &c->fx}, {"fy", &c->fy}, {"cx", &c->cx}, {"cy", &c->cy}};
    for (size_t i = 0; i < sizeof scalars / sizeof *scalars; i++)
        if (!number(scalars[i].to, json_object_get(j, scalars[i].key)))
            return sq_json_missing(d, path, scalars[i].key);
    if (!sq_json_numbers(c->dist, 5, json_object_get(j, "dist"))) return sq_json_missing(d, path, "dist");
    /* A truth file keeps the size beside the camera. */
    const json_t *w = json_object_get(j, "width"), *h = json_object_get(j, "height");
    c->width = (int)json_integer_value(w ? w : json_object_get(root, "width"));
    c->height = (int)json_integer_value(h ? h : json_object_get(root, "height"));
    return SQ_OK;
}

sq_code sq_json_write_camera(json_t *root, const char *path, sq_diag *d) {
    if (!root) return sq_fail(d, SQ_E_MEMORY, "%s: not enough memory to write the camera file", path);
    char *text = sq_short_numbers(json_dumps(root, JSON_INDENT(1) | JSON_REAL_PRECISION(17)));
    json_decref(root);
    if (!text) return sq_fail(d, SQ_E_MEMORY, "%s: not enough memory to write the camera file", path);
    bool well = sq_write_whole(path, text, 0666);
    int reason = errno;
    free(text);
    if (well) return SQ_OK;
    return sq_fail(d, SQ_E_FILE,
                   "%s: cannot be written (%s); check the folder, its rights and the disk's room", path,
                   strerror(reason));
}

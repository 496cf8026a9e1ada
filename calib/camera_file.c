#include "calib/camera_file.h"

#include <jansson.h>

/* Ratios of sides that differ by less are the same format: 1366 x 768 is sold as 16:9. */
#define RATIO_TOLERANCE 0.005

static sq_code missing(sq_diag *d, const char *path, const char *key) {
    return sq_fail(
        d, SQ_E_FORMAT,
        "%s: the camera's \"%s\" is missing or no number; make the file anew with `squint calibrate`", path,
        key);
}

static bool number(double *out, const json_t *from) {
    *out = json_number_value(from);
    return json_is_number(from);
}

static bool numbers(double *out, size_t n, const json_t *from) {
    if (!json_is_array(from) || json_array_size(from) != n) return false;
    for (size_t i = 0; i < n; i++)
        if (!number(&out[i], json_array_get(from, i))) return false;
    return true;
}

static sq_code camera_from_json(sq_camera *c, const json_t *root, const char *path, sq_diag *d) {
    const json_t *j = json_object_get(root, "camera");
    if (!json_is_object(j))
        return sq_fail(d, SQ_E_FORMAT,
                       "%s: has no \"camera\"; give a camera file or leave --calibration away", path);
    const struct {
        const char *key;
        double *to;
    } scalars[] = {{"fx", &c->fx}, {"fy", &c->fy}, {"cx", &c->cx}, {"cy", &c->cy}};
    for (size_t i = 0; i < sizeof scalars / sizeof *scalars; i++)
        if (!number(scalars[i].to, json_object_get(j, scalars[i].key)))
            return missing(d, path, scalars[i].key);
    if (!numbers(c->dist, 5, json_object_get(j, "dist"))) return missing(d, path, "dist");
    const json_t *R = json_object_get(j, "R");
    if (!json_is_array(R) || json_array_size(R) != 3) return missing(d, path, "R");
    for (size_t i = 0; i < 3; i++)
        if (!numbers(c->R[i], 3, json_array_get(R, i))) return missing(d, path, "R");
    if (!numbers(c->t, 3, json_object_get(j, "t"))) return missing(d, path, "t");
    /* A truth file keeps the size beside the camera. */
    const json_t *w = json_object_get(j, "width"), *h = json_object_get(j, "height");
    c->width = (int)json_integer_value(w ? w : json_object_get(root, "width"));
    c->height = (int)json_integer_value(h ? h : json_object_get(root, "height"));
    return SQ_OK;
}

sq_code sq_camera_read(sq_camera *out, const char *path, sq_diag *d) {
    json_error_t e;
    json_t *root = json_load_file(path, JSON_REJECT_DUPLICATES, &e);
    if (!root)
        return sq_fail(d, e.line < 0 ? SQ_E_FILE : SQ_E_FORMAT,
                       "%s: is no camera file (%s); give one made by `squint calibrate`", path, e.text);
    *out = (sq_camera){0};
    sq_code code = camera_from_json(out, root, path, d);
    json_decref(root);
    if (!code && !sq_camera_ok(out))
        code =
            sq_fail(d, SQ_E_CAMERA,
                    "%s: describes no camera that looks at the mat (R must be a rotation, the mat in front); "
                    "make the file anew with `squint calibrate`",
                    path);
    return code;
}

sq_code sq_camera_write(const sq_camera *c, const char *path, sq_diag *d) {
    json_t *R = json_array();
    for (int i = 0; i < 3; i++)
        json_array_append_new(R, json_pack("[f,f,f]", c->R[i][0], c->R[i][1], c->R[i][2]));
    json_t *root =
        json_pack("{s:{s:f,s:f,s:f,s:f,s:[f,f,f,f,f],s:o,s:[f,f,f],s:i,s:i}}", "camera", "fx", c->fx, "fy",
                  c->fy, "cx", c->cx, "cy", c->cy, "dist", c->dist[0], c->dist[1], c->dist[2], c->dist[3],
                  c->dist[4], "R", R, "t", c->t[0], c->t[1], c->t[2], "width", c->width, "height", c->height);
    if (!root) return sq_fail(d, SQ_E_MEMORY, "%s: not enough memory to write the camera file", path);
    int failed = json_dump_file(root, path, JSON_INDENT(1) | JSON_REAL_PRECISION(17));
    json_decref(root);
    if (failed)
        return sq_fail(d, SQ_E_FILE,
                       "%s: cannot be written; check the folder, its rights and the disk's room", path);
    return SQ_OK;
}

sq_code sq_camera_for_size(sq_camera *c, int width, int height, sq_diag *d) {
    if (c->width <= 0 || c->height <= 0 || (c->width == width && c->height == height)) return SQ_OK;
    double sx = (double)width / c->width, sy = (double)height / c->height;
    if (!(fabs(sx / sy - 1) < RATIO_TOLERANCE))
        return sq_fail(d, SQ_E_CAMERA,
                       "the camera file is for %d x %d pictures and this one is %d x %d, of another shape; "
                       "calibrate at this resolution",
                       c->width, c->height, width, height);
    /* Pixel centres at integers: the picture's edge lies at -0.5 in both. */
    c->fx *= sx;
    c->fy *= sy;
    c->cx = (c->cx + 0.5) * sx - 0.5;
    c->cy = (c->cy + 0.5) * sy - 0.5;
    c->width = width;
    c->height = height;
    return SQ_OK;
}

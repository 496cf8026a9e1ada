/* Reads and writes camera files, and scales a camera to another picture size. */
#include "calib/camera/camera_file.h"

#include "calib/camera/camera_json.h"
#include "rules/terms/equipment_sizes.h"
#include "vision/math/tunable_number.h"
#include "vision/system/standard_input.h"

/* Ratios of sides that differ by less are the same format: 1366 x 768 is sold as 16:9. */
SQ_NUMBER(RATIO_TOLERANCE, 0.005);
/* Of a zero test's millimetres in a record. */
enum { ZERO_DIGITS = 4 };

static sq_code pose_from_json(sq_camera *c, const json_t *root, const char *path, sq_diag *d) {
    const json_t *j = json_object_get(root, "camera"), *R = json_object_get(j, "R");
    if (!R && !json_object_get(j, "t"))
        return sq_fail(d, SQ_E_FORMAT,
                       "%s: is a lens without a place over the mat; find that with `squint calibrate --lens "
                       "%.200s --out camera.json mat.jpg`",
                       path, path);
    if (!json_is_array(R) || json_array_size(R) != 3) return sq_json_missing(d, path, "R");
    for (size_t i = 0; i < 3; i++)
        if (!sq_json_numbers(c->R[i], 3, json_array_get(R, i))) return sq_json_missing(d, path, "R");
    if (!sq_json_numbers(c->t, 3, json_object_get(j, "t"))) return sq_json_missing(d, path, "t");
    return SQ_OK;
}

static sq_code blue_from_json(sq_camera *c, const json_t *root, const char *path, sq_diag *d) {
    const json_t *j = json_object_get(json_object_get(root, "camera"), "blue");
    int corner = json_is_string(j) ? sq_mat_corner_from_name(json_string_value(j)) : -1;
    if (j && corner < 0)
        return sq_fail(
            d, SQ_E_FORMAT,
            "%s: \"blue\" names no corner; write upper left, upper right, lower right or lower left", path);
    c->blue = j ? sq_mat_blue_of_corner(corner) : 0;
    return SQ_OK;
}

sq_code sq_camera_read(sq_camera *out, const char *path, sq_diag *d) {
    json_t *root;
    *out = (sq_camera){0};
    sq_code code = sq_json_load_camera(&root, path, d);
    if (code) return code;
    code = sq_json_lens(out, root, path, d);
    if (!code) code = pose_from_json(out, root, path, d);
    if (!code) code = blue_from_json(out, root, path, d);
    json_decref(root);
    if (!code && !sq_camera_ok(out))
        code =
            sq_fail(d, SQ_E_CAMERA,
                    "%s: describes no camera that looks at the mat (R must be a rotation, the mat in front); "
                    "make the file anew with `squint calibrate`",
                    path);
    return code;
}

json_t *sq_camera_to_json(const sq_camera *c) {
    json_t *R = json_array();
    for (int i = 0; i < 3; i++)
        json_array_append_new(R, json_pack("[f,f,f]", c->R[i][0], c->R[i][1], c->R[i][2]));
    json_t *root =
        json_pack("{s:{s:f,s:f,s:f,s:f,s:[f,f,f,f,f],s:o,s:[f,f,f],s:i,s:i}}", "camera", "fx", c->fx, "fy",
                  c->fy, "cx", c->cx, "cy", c->cy, "dist", c->dist[0], c->dist[1], c->dist[2], c->dist[3],
                  c->dist[4], "R", R, "t", c->t[0], c->t[1], c->t[2], "width", c->width, "height", c->height);
    if (root && c->blue)
        json_object_set_new(json_object_get(root, "camera"), "blue",
                            json_string(sq_mat_corner_name(sq_mat_corner_of_blue(c->blue))));
    return root;
}

sq_code sq_camera_write(const sq_camera *c, const char *path, sq_diag *d) {
    return sq_json_write_camera(sq_camera_to_json(c), path, d);
}

sq_code sq_camera_write_covariance(const sq_camera *c, const sq_mat_size *mat,
                                   const double covariance[SQ_CAMERA_PARAMETERS][SQ_CAMERA_PARAMETERS],
                                   const char *path, sq_diag *d) {
    json_t *root = sq_camera_to_json(c), *rows = json_array();
    for (int i = 0; i < SQ_CAMERA_PARAMETERS; i++) {
        json_t *row = json_array();
        for (int j = 0; j < SQ_CAMERA_PARAMETERS; j++)
            json_array_append_new(row, json_real(covariance[i][j]));
        json_array_append_new(rows, row);
    }
    json_object_set_new(root, "mat",
                        json_pack("{s:f,s:f}", "length_mm", mat->length_mm, "width_mm", mat->width_mm));
    json_object_set_new(root, "covariance", rows);
    return sq_json_write_camera(root, path, d);
}

/* A matrix that can be a covariance as far as its rows tell. */
static bool covariance_from_json(double out[SQ_CAMERA_PARAMETERS][SQ_CAMERA_PARAMETERS], const json_t *rows) {
    if (json_array_size(rows) != SQ_CAMERA_PARAMETERS) return false;
    for (size_t i = 0; i < SQ_CAMERA_PARAMETERS; i++)
        if (!sq_json_numbers(out[i], SQ_CAMERA_PARAMETERS, json_array_get(rows, i)) || !(out[i][i] >= 0))
            return false;
    return true;
}

sq_code sq_camera_read_doubt(sq_camera_doubt *out, const sq_camera *c, const char *path, sq_diag *d) {
    double covariance[SQ_CAMERA_PARAMETERS][SQ_CAMERA_PARAMETERS];
    json_t *root;
    *out = (sq_camera_doubt){0};
    sq_code code = sq_json_load_camera(&root, path, d);
    if (code) return code;
    const json_t *rows = json_object_get(root, "covariance");
    if (rows && covariance_from_json(covariance, rows))
        sq_camera_doubt_from(out, c, covariance);
    else if (rows)
        code = sq_fail(d, SQ_E_FORMAT,
                       "%s: \"covariance\" is no matrix of %d by %d numbers; make the file anew with `squint "
                       "calibrate`",
                       path, SQ_CAMERA_PARAMETERS, SQ_CAMERA_PARAMETERS);
    json_decref(root);
    return code;
}

sq_code sq_camera_read_mat(sq_mat_size *out, const char *path, sq_diag *d) {
    json_t *root;
    *out = (sq_mat_size){SQ_MAT_LENGTH_MM, SQ_MAT_WIDTH_MM};
    sq_code code = sq_json_load_camera(&root, path, d);
    if (code) return code;
    const json_t *mat = json_object_get(root, "mat");
    double length = json_number_value(json_object_get(mat, "length_mm"));
    double width = json_number_value(json_object_get(mat, "width_mm"));
    if (length > 0 && width > 0)
        *out = (sq_mat_size){length, width};
    else if (mat)
        code = sq_fail(
            d, SQ_E_FORMAT,
            "%s: \"mat\" has no length_mm and width_mm; make the file anew with `squint calibrate`", path);
    json_decref(root);
    return code;
}

void sq_camera_zero_text(char text[SQ_ZERO_TEXT_MAX], const char *path) {
    json_t *root = json_load_file(sq_input_path(path), JSON_REJECT_DUPLICATES, NULL),
           *zero = json_object_get(root, "zero");
    size_t n = 0;
    if (json_is_object(zero))
        n = json_dumpb(zero, text, SQ_ZERO_TEXT_MAX - 1, JSON_COMPACT | JSON_REAL_PRECISION(ZERO_DIGITS));
    text[n < SQ_ZERO_TEXT_MAX ? n : 0] = 0;
    json_decref(root);
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

sq_code sq_camera_doubt_for_size(sq_camera_doubt *doubt, int width, int height, sq_diag *d) {
    for (int k = 0; k < doubt->count; k++) {
        sq_code code = sq_camera_for_size(&doubt->other[k], width, height, d);
        if (code) return code;
    }
    return SQ_OK;
}

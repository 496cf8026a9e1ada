/* Reads and writes lens files. */
#include "calib/camera/lens_file.h"

#include "calib/camera/camera_json.h"

/* The file has deviations of fx, cx and so on, as people say them: fy's is its deviation from fx, which is
 * settled far better than either. */
static sq_code deviations_from_json(sq_lens *l, const json_t *root, const char *path, sq_diag *d) {
    const json_t *j = json_object_get(root, "deviation");
    double v[4], dist[5];
    const char *const keys[] = {"fx", "fy_to_fx", "cx", "cy"};
    if (!j) return SQ_OK;
    for (int i = 0; i < 4; i++) {
        v[i] = json_number_value(json_object_get(j, keys[i]));
        if (!(v[i] > 0)) return sq_json_missing(d, path, keys[i]);
    }
    if (!sq_json_numbers(dist, 5, json_object_get(j, "dist"))) return sq_json_missing(d, path, "dist");
    const double sigma[SQ_LENS_PARAMETERS] = {
        v[0] / l->camera.fx, v[1] / l->camera.fx, v[2], v[3], dist[0], dist[1], dist[2], dist[3]};
    for (int i = 0; i < SQ_LENS_PARAMETERS; i++) {
        if (!(sigma[i] > 0 && isfinite(sigma[i]))) return sq_json_missing(d, path, "deviation");
        l->sigma[i] = sigma[i];
    }
    return SQ_OK;
}

sq_code sq_lens_read(sq_lens *out, const char *path, sq_diag *d) {
    json_t *root;
    *out = (sq_lens){.camera = {.R = {{1, 0, 0}, {0, -1, 0}, {0, 0, -1}}, .t = {0, 0, 1000}}};
    sq_code code = sq_json_load_camera(&root, path, d);
    if (code) return code;
    code = sq_json_lens(&out->camera, root, path, d);
    if (!code && !sq_camera_ok(&out->camera))
        code = sq_fail(d, SQ_E_CAMERA, "%s: describes no lens; make the file anew with `squint calibrate`",
                       path);
    if (!code) code = deviations_from_json(out, root, path, d);
    json_decref(root);
    return code;
}

sq_code sq_lens_write(const sq_lens *l, const char *path, sq_diag *d) {
    const sq_camera *c = &l->camera;
    const double *s = l->sigma;
    json_t *camera = json_pack("{s:f,s:f,s:f,s:f,s:[f,f,f,f,f],s:i,s:i}", "fx", c->fx, "fy", c->fy, "cx",
                               c->cx, "cy", c->cy, "dist", c->dist[0], c->dist[1], c->dist[2], c->dist[3],
                               c->dist[4], "width", c->width, "height", c->height);
    json_t *deviation =
        json_pack("{s:f,s:f,s:f,s:f,s:f,s:[f,f,f,f,f]}", "fx", s[0] * c->fx, "fy", hypot(s[0], s[1]) * c->fy,
                  "fy_to_fx", s[1] * c->fx, "cx", s[2], "cy", s[3], "dist", s[4], s[5], s[6], s[7], 0.0);
    json_t *root = json_pack("{s:o,s:o,s:f,s:i,s:i}", "camera", camera, "deviation", deviation, "rms_px",
                             l->rms_px, "views", l->views, "corners", l->corners);
    return sq_json_write_camera(root, path, d);
}

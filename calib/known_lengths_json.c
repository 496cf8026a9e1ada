/* The zero test's numbers as JSON, and into a camera's file. */
#include "calib/known_lengths_json.h"

#include "calib/camera/camera_json.h"

static json_t *one_to_json(const sq_zero_one *o) {
    return json_pack("{s:s,s:[f,f],s:[f,f],s:f,s:f,s:f,s:f}", "kind", sq_zero_kind_name(o->kind), "from",
                     o->from.x, o->from.y, "to", o->to.x, o->to.y, "true_mm", o->true_mm, "measured_mm",
                     o->measured_mm, "error_mm", o->measured_mm - o->true_mm, "sigma_mm", o->sigma_mm);
}

json_t *sq_zero_to_json(const sq_zero *z, double limit_mm, bool card) {
    sq_zero_sum s = sq_zero_summary(z);
    json_t *result = json_pack("{s:b,s:f,s:i,s:f,s:f,s:f,s:s}", "passed", s.worst_mm <= limit_mm, "limit_mm",
                               limit_mm, "distances", s.count, "mean_mm", s.mean_mm, "rms_mm", s.rms_mm,
                               "worst_mm", s.worst_mm, "by", card ? "card" : "winks");
    json_t *root = json_pack("{s:o,s:[]}", "zero", result, "measured");
    for (int i = 0; i < z->count; i++)
        json_array_append_new(json_object_get(root, "measured"), one_to_json(&z->one[i]));
    return root;
}

sq_code sq_zero_keep(const json_t *result, const char *path, sq_diag *d) {
    json_t *root;
    sq_code code = sq_json_load_camera(&root, path, d);
    if (code) return code;
    json_object_set_new(root, "zero", json_deep_copy(result));
    return sq_json_write_camera(root, path, d);
}

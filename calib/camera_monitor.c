/* Keeps a camera true while a game lasts: asks camera_drift.h at each rest, finds the camera anew from the
 * mat where it has moved, and holds the rulings where that fails. */
#include "calib/camera_monitor.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "calib/camera/lens_file.h"
#include "calib/camera_file_check.h"
#include "calib/mat/find_camera.h"
#include "rules/terms/equipment_sizes.h"
#include "vision/math/tunable_number.h"

/* Millimetres: a mat that shows too little to be measured, but is found within this of its place, has not
 * moved. The watch itself reaches 40 pixels; what was pushed less far, it has measured. */
SQ_NUMBER(SQ_CAMERA_MONITOR_FAR_MM, 20.0);

static const sq_mat_size by_rules = {SQ_MAT_LENGTH_MM, SQ_MAT_WIDTH_MM};

static const char not_watched[] =
    "The camera is not watched, since too few of the mat's sides and baselines show where it says: should it "
    "be moved, stop and calibrate anew.";

/* A camera that was found anew. */
typedef struct {
    sq_camera camera;
    sq_camera_doubt doubt;
    double lens_sigma[SQ_LENS_PARAMETERS];
} found;

struct sq_camera_monitor {
    sq_camera camera;
    sq_camera_doubt doubt; /* of it */
    sq_mat_size mat;
    sq_camera_source source;
    bool lens_known; /* from pictures of this game: a camera that moves keeps its lens */
    double lens_sigma[SQ_LENS_PARAMETERS], first_sigma[SQ_LENS_PARAMETERS]; /* now; by one picture */
    sq_drift_watch *watch;
    bool started;   /* a first frame was learned, or was tried to be */
    bool watchable; /* and shows enough of the mat */
    bool holding;
    int moved, still;       /* how often it was followed of late; looks since at which it was true */
    sq_drift_answer answer; /* of the last look */
    char text[1024];
};

sq_camera_monitor *sq_camera_monitor_new(const sq_camera *c, const sq_camera_doubt *doubt,
                                         const sq_mat_size *mat, sq_camera_source source, sq_diag *d) {
    sq_camera_monitor *v = calloc(1, sizeof *v);
    if (!v) {
        sq_fail(d, SQ_E_MEMORY, "not enough memory to watch the camera; close other programs");
        return NULL;
    }
    v->camera = *c;
    if (doubt) v->doubt = *doubt;
    v->mat = mat ? *mat : by_rules;
    v->source = source;
    v->watch = sq_drift_watch_new(c, &v->mat, d);
    if (v->watch) return v;
    free(v);
    return NULL;
}

void sq_camera_monitor_free(sq_camera_monitor *v) {
    if (!v) return;
    sq_drift_watch_free(v->watch);
    free(v);
}

const sq_camera *sq_camera_monitor_camera(const sq_camera_monitor *v) {
    return &v->camera;
}

const sq_camera_doubt *sq_camera_monitor_doubt(const sq_camera_monitor *v) {
    return &v->doubt;
}

/* The farthest, mm, that a corner of the mat seems to have gone if `now` is true and `then` was. */
static double gone_mm(const sq_mat_size *mat, const sq_camera *then, const sq_camera *now) {
    double most = 0;
    for (int k = 0; k < SQ_MAT_CORNERS; k++) {
        sq_mm is = sq_mat_corner_at(mat, k);
        sq_mm seen = sq_mm_from_px(then, sq_px_from_mm3(now, sq_mm_at_height(is, 0)), 0);
        most = fmax(most, isfinite(seen.x) ? sq_mm_distance(is, seen) : INFINITY);
    }
    return most;
}

static sq_code find_anew(const sq_camera_monitor *v, const sq_frame *f, found *out, sq_diag *d) {
    sq_mat_fit fit;
    sq_mat_settings how = sq_mat_settings_for(&v->mat);
    if (v->source == SQ_CAMERA_FROM_FILE || v->lens_known) how.lens = &v->camera;
    if (v->lens_known) how.lens_sigma = v->lens_sigma;
    sq_code code = sq_camera_from_mat(f, &how, &fit, d);
    if (code) return code;
    out->camera = fit.camera;
    for (int i = 0; i < SQ_LENS_PARAMETERS; i++)
        out->lens_sigma[i] = sqrt(fit.covariance[SQ_CAMERA_LOG_FOCAL + i][SQ_CAMERA_LOG_FOCAL + i]);
    sq_mat_doubt(&fit, &out->doubt);
    sq_camera_keep_ends(&out->camera, &v->camera);
    for (int k = 0; k < out->doubt.count; k++)
        sq_camera_keep_ends(&out->doubt.other[k], &v->camera);
    return SQ_OK;
}

/* A lens with which the mat is not found has been zoomed, or focused anew. */
static sq_code find_by_any_lens(sq_camera_monitor *v, const sq_frame *f, found *out, sq_diag *d) {
    sq_code code = find_anew(v, f, out, d);
    if (!code || !v->lens_known) return code;
    v->lens_known = false;
    return find_anew(v, f, out, d);
}

/* Pictures of one game err alike in part: they tell no more than four would. */
static void take_lens(sq_camera_monitor *v, const double sigma[SQ_LENS_PARAMETERS]) {
    if (!v->lens_known) memcpy(v->first_sigma, sigma, sizeof v->first_sigma);
    for (int i = 0; i < SQ_LENS_PARAMETERS; i++)
        v->lens_sigma[i] = fmax(sigma[i], v->first_sigma[i] / 2);
    v->lens_known = v->source == SQ_CAMERA_FROM_MAT;
}

static sq_code watch_by(sq_camera_monitor *v, const sq_camera *c, const sq_frame *f, sq_diag *d) {
    sq_drift_watch *watch = sq_drift_watch_new(c, &v->mat, d);
    if (!watch) return d->code;
    sq_drift_watch_free(v->watch);
    v->watch = watch;
    v->camera = *c;
    v->watchable = sq_drift_watch_learn(watch, f);
    return SQ_OK;
}

static sq_code take(sq_camera_monitor *v, const found *new, const sq_frame *f, sq_diag *d) {
    sq_code code = watch_by(v, &new->camera, f, d);
    if (code) return code;
    v->doubt = new->doubt;
    take_lens(v, new->lens_sigma);
    return SQ_OK;
}

sq_code sq_camera_monitor_turn(sq_camera_monitor *v, const sq_frame *f, sq_diag *d) {
    sq_camera turned = v->camera;
    sq_camera_turn_ends(&turned);
    sq_code code = watch_by(v, &turned, f, d);
    for (int k = 0; !code && k < v->doubt.count; k++)
        sq_camera_turn_ends(&v->doubt.other[k]);
    return code;
}

/* A sentence about the camera's drift. */
typedef char drift_words[400];

/* What stops the rulings is said once, until they go on. */
static bool hold(sq_camera_monitor *v, const sq_drift *m, const char *remedy, const char **say) {
    drift_words why;
    size_t n = strlen(remedy);
    sq_drift_say(m, true, why, sizeof why);
    n -= n > 0 && remedy[n - 1] == '.'; /* some end with a sentence, some with half of one */
    snprintf(v->text, sizeof v->text, "%s Rulings stop until then%s%.*s.", why, n ? ": " : "", (int)n,
             remedy);
    if (!v->holding) *say = v->text;
    v->holding = true;
    return false;
}

static bool go_on(sq_camera_monitor *v, const char **say) {
    if (v->holding) *say = "The camera is true again; rulings go on.";
    v->holding = false;
    if (++v->still > v->moved) v->moved = 0;
    return true;
}

/* what: a sentence. A camera that can no longer be watched is told as such. */
static void say_found_anew(sq_camera_monitor *v, const char *what) {
    snprintf(v->text, sizeof v->text, "%s It is found anew from the mat, and rulings go on.%s%s", what,
             v->watchable ? "" : " ", v->watchable ? "" : not_watched);
}

/* What moves again and again sways: that is said once, until it has been still for longer than it has swayed.
 */
static void say_followed(sq_camera_monitor *v, const sq_drift *m, const char **say) {
    v->still = 0;
    if (++v->moved == 1 || !v->watchable) {
        drift_words what;
        sq_drift_say(m, false, what, sizeof what);
        say_found_anew(v, what);
    } else
        snprintf(
            v->text, sizeof v->text,
            "The camera or the mat moves again and again: its stand sways. It is found anew from the mat at "
            "each rest, and rulings go on; make the stand fast.");
    if (v->moved <= 2) *say = v->text;
}

/* The mat is seen elsewhere than the camera says, or differently: found anew, or held. */
static bool follow(sq_camera_monitor *v, const sq_frame *f, const sq_drift *m, const char **say) {
    found c;
    sq_diag d;
    v->lens_known &= m->answer != SQ_DRIFT_BLURRED; /* a new focus makes it another lens */
    if (find_by_any_lens(v, f, &c, &d) || take(v, &c, f, &d)) return hold(v, m, d.text, say);
    v->holding = false;
    say_followed(v, m, say);
    return true;
}

/* Too few lines where the camera says: people lean over the mat, or the camera was pushed far away. */
static bool search(sq_camera_monitor *v, const sq_frame *f, const sq_drift *m, const char **say) {
    found c;
    sq_diag d;
    if (find_anew(v, f, &c, &d)) return hold(v, m, d.text, say);
    double mm = gone_mm(&v->mat, &v->camera, &c.camera);
    if (mm < SQ_CAMERA_MONITOR_FAR_MM) return go_on(v, say);
    if (take(v, &c, f, &d)) return hold(v, m, d.text, say);
    drift_words what;
    snprintf(what, sizeof what, "The camera or the mat has moved, by up to %.0f mm at a corner of the mat.",
             mm);
    say_found_anew(v, what);
    *say = v->text;
    v->holding = false;
    return true;
}

/* The first frame is what the others are held against; a mat that shows too little then is not watched. */
static bool start(sq_camera_monitor *v, const sq_frame *f, const char **say) {
    v->started = true;
    v->watchable = sq_drift_watch_learn(v->watch, f);
    if (!v->watchable) *say = not_watched;
    return true;
}

sq_drift_answer sq_camera_monitor_answer(const sq_camera_monitor *v) {
    return v->answer;
}

bool sq_camera_monitor_look(sq_camera_monitor *v, const sq_frame *f, const char **say) {
    sq_drift m;
    *say = NULL;
    if (!v->started) return start(v, f, say);
    if (!v->watchable) return true;
    sq_drift_watch_look(v->watch, f, &m);
    v->answer = m.answer;
    switch (m.answer) {
    case SQ_DRIFT_NO: return go_on(v, say);
    case SQ_DRIFT_YES:
    case SQ_DRIFT_BLURRED: return follow(v, f, &m, say);
    case SQ_DRIFT_DARK: return hold(v, &m, "", say);
    case SQ_DRIFT_UNSURE: break;
    }
    return isnan(m.worst_mm) ? search(v, f, &m, say) : !v->holding; /* near the limit nothing changes */
}

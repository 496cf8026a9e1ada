/* The front door of the eye: the view's memory, and what begins a look. The stages stand in eye_stages.c. */
#include "vision/judge_frame.h"

#include <stdlib.h>
#include <string.h>

#include "vision/frame/frame_copy.h"
#include "vision/position/shared_camera_error.h"
#include "vision/position/squops_and_distances.h"
#include "vision/segment/blur_estimate.h"
#include "vision/segment/chroma_siting.h"
#include "vision/system/clock.h"

/* px along the rows: the deviation of all that chroma places while it is not known on which of two places its
 * samples lie, which are half a pixel apart. Smaller: in the first rests of a stream that does not show it,
 * winks lie off by six of their deviations. */
#define SQ_SITING_UNKNOWN_PX (SQ_SITING_LEFT_PX / 2)

struct sq_sight {
    sq_eye_state view;
    sq_camera_doubt doubt; /* of the camera of each look */
};

sq_sight *sq_sight_new(sq_diag *d) {
    sq_sight *s = calloc(1, sizeof *s);
    if (s) {
        sq_eye_state *v = &s->view;
        v->pot_patch.rgb = malloc(SQ_PATCH_MAX_PIXELS * sizeof *v->pot_patch.rgb);
        if (sq_pile_scratch_new(&v->scratch) && sq_window_new(&v->window) && v->pot_patch.rgb) return s;
    }
    sq_sight_free(s);
    sq_fail(d, SQ_E_MEMORY, "not enough memory for sight; close other programs");
    return 0;
}

void sq_sight_free(sq_sight *s) {
    if (!s) return;
    free(s->view.spans);
    sq_frame_free(&s->view.smooth);
    sq_chroma_memory_free(&s->view.coded);
    sq_window_free(&s->view.window);
    free(s->view.pot_patch.rgb);
    sq_pile_scratch_free(&s->view.scratch);
    free(s);
}

const sq_palette *sq_sight_palette(const sq_sight *s) {
    return &s->view.palette;
}

/* A difference of two colours, each divided by the felt's level, deviates by the root of two as much as one.
 */
double sq_sight_noise_levels(const sq_sight *s) {
    const sq_eye_state *v = &s->view;
    float level[3];
    if (!(v->felt_noise > 0)) return 0;
    sq_felt_at(&v->surface, (float)v->frame.width / 2, (float)v->frame.height / 2, level);
    return v->felt_noise * (double)level[1] / M_SQRT2;
}

double sq_sight_coded_step(const sq_sight *s) {
    return s->view.coded_step;
}

double sq_sight_stage_ms(const sq_sight *s, sq_stage stage) {
    return s->view.stage_ms[stage];
}

void sq_sight_leave_out(sq_sight *s, const sq_stages_out *without) {
    s->view.without = *without;
}

void sq_sight_set_hook(sq_sight *s, sq_stage_hook *hook, void *user) {
    s->view.hook = hook;
    s->view.hook_user = user;
}

void sq_sight_set_lacks(sq_sight *s, sq_wink_set absent) {
    s->view.absent = absent;
}

void sq_sight_doubt_camera(sq_sight *s, const sq_camera_doubt *doubt) {
    s->doubt = *doubt;
}

/* What all winks have in common moves none of them, and so it comes last. */
static void add_common_error(sq_sight *s) {
    const sq_eye_state *v = &s->view;
    double shift_px = sq_chroma_siting_matters(&v->as_it_came) && v->siting_told != SQ_SITING_SURE
                          ? SQ_SITING_UNKNOWN_PX
                          : 0;
    if (!s->doubt.count && !(shift_px > 0)) return;
    sq_position_add_common_error(v->out, v->camera, &s->doubt, shift_px);
    sq_position_complete(v->out, v->camera->blue, v->order, v->order_count);
}

sq_code sq_sight_look(sq_sight *s, const sq_frame *f, const sq_camera *c, sq_position *out, sq_diag *d) {
    double start = sq_monotonic_ms();
    sq_eye_state *v = &s->view;
    bool same = sq_scene_same_source(v, f, c);
    if (!same) {
        v->siting_told = SQ_SITING_UNTOLD;
        v->siting_seen = (sq_siting_sightings){0};
        memset(v->added, 0, sizeof v->added);
        v->blur_px = SQ_BLUR_PX;
        v->is_blur_told = false;
        v->smoothed_px = 0;
    }
    v->frame = *f;
    v->camera = c;
    v->out = out;
    memcpy(v->frame.added, v->added, sizeof v->added);
    if (v->siting_told) v->frame.siting = v->siting;
    sq_code code = sq_stages_run(v, d);
    if (!code) add_common_error(s);
    out->sight_ms = sq_monotonic_ms() - start;
    return code;
}

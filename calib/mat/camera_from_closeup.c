/* Finds the camera of a picture without any side of the mat: lets the eye find winks and pot, uses the
 * rims as rulers, fits, and takes the direction from creases. */
#include "calib/mat/camera_from_closeup.h"

#include <stdlib.h>
#include <string.h>

#include "calib/mat/camera_priors.h"
#include "calib/mat/creases.h"
#include "calib/mat/find_camera_parts.h"
#include "calib/mat/mat_edge_sightings.h"
#include "calib/measure/rim_ruler.h"
#include "rules/terms/equipment_sizes.h"
#include "vision/judge_frame.h"
#include "vision/math/tunable_number.h"

/* Looks: the first finds the winks by a guess that is a twentieth off, the second by a camera. */
#define SQ_NEAR_ROUNDS 2

/* Millimetres: the height of a stand over a table, and its deviation. A lens's focal length alone would have
 * near views taken from too near, and the pot's foot then seems to stand elsewhere under its rim. */
SQ_NUMBER(SQ_PRIOR_STAND_MM, 1300.0);
SQ_NUMBER(SQ_PRIOR_STAND_SIGMA_MM, 400.0);

typedef struct {
    const sq_frame *frame;
    const sq_thumbnail *small;
    sq_sight *sight;
    sq_position position;
    sq_camera_prior prior;
    sq_sightings sightings;
    sq_camera_fit fit;
    sq_measure measure;
    sq_mat_look look;
    sq_lm_work work;
    sq_crease_room room;
} near;

/* Lies flat on the felt, and its rim shows. */
static bool is_ruler(const sq_seen_wink *w) {
    return w->place == SQ_PLACE_MAT && w->z < SQ_WINK_THICKNESS_MM && w->seen > SQ_NEAR_SEEN &&
           !w->pot_supported;
}

/* The rims of the winks that this camera leads sight to; the pot's. */
static bool measure(near *n, double reach_mm) {
    sq_sightings *s = &n->sightings;
    const sq_camera *c = &n->fit.camera;
    memset(s, 0, sizeof *s);
    if (sq_sight_look(n->sight, n->frame, c, &n->position, NULL)) return false;
    for (int i = 0; i < n->position.wink_count; i++) {
        const sq_seen_wink *w = &n->position.winks[i];
        if (!is_ruler(w)) continue;
        sq_mm3 at = sq_mm_at_height(w->at, SQ_WINK_THICKNESS_MM / 2);
        double radius_px = sq_wink_radius_mm(w->size) * sq_px_per_mm(c, at);
        sq_wink_sight rim = {sq_px_from_mm3(c, at), radius_px, 0, w->size};
        if (sq_mat_rim_measure(&rim, n->frame)) sq_sighting_add_rim(s, &rim);
    }
    sq_measure_pot(&n->measure, c, reach_mm, s, &n->look);
    return n->look.pot_seen && s->sizes >= SQ_NEAR_WINKS;
}

static bool solve(near *n) {
    return sq_camera_fit_solve(&n->fit, &n->sightings, &n->prior, &n->work);
}

/* Creases replace what was supposed of the direction. */
static bool find_turn(near *n) {
    sq_crease crease;
    if (!sq_crease_find(&crease, n->small, &n->fit.camera, &n->room)) return false;
    sq_camera_turn_mat(&n->fit.camera, crease.turn);
    n->prior.turn = sq_camera_turn(&n->fit.camera);
    n->prior.turn_sigma = crease.sigma;
    return solve(n);
}

/* The rims' residuals, pixels, of those that kept their vote; false where most did not. */
static bool rims_agree(const near *n, double *rms_px) {
    int first = n->sightings.count, kept = 0;
    double sum = 0;
    for (int i = 0; i < n->sightings.sizes; i++) {
        double off = n->work.residual[first + i];
        if (n->work.weight[first + i] < SQ_KEPT_WEIGHT) continue;
        sum += off * off * n->sightings.size[i].sigma_px * n->sightings.size[i].sigma_px;
        kept++;
    }
    *rms_px = kept ? sqrt(sum / kept) : NAN;
    return kept >= SQ_NEAR_WINKS && 2 * kept > n->sightings.sizes;
}

static bool find(near *n, sq_mat_fit *out) {
    for (int round = 0; round < SQ_NEAR_ROUNDS; round++)
        if (!measure(n, round ? SQ_MAT_POT_REACH_MM : SQ_MAT_POT_REACH_ROUGH_MM) || !solve(n)) return false;
    double rms_px;
    bool creased = find_turn(n);
    if (!rims_agree(n, &rms_px)) return false;
    out->camera = n->fit.camera;
    out->camera.width = n->frame->width;
    out->camera.height = n->frame->height;
    out->rms_px = rms_px;
    memcpy(out->covariance, n->fit.covariance, sizeof out->covariance);
    out->pot = true;
    sq_sightings_rulers(&n->sightings, out);
    out->turn = creased ? SQ_TURN_BY_CREASES : SQ_TURN_SUPPOSED;
    return true;
}

bool sq_mat_near(const sq_frame *f, const sq_thumbnail *small, const sq_mat_discs *start,
                 const sq_camera_prior *prior, sq_mat_fit *out) {
    near *n = calloc(1, sizeof *n);
    sq_sight *sight = sq_sight_new(NULL);
    bool found = false;
    if (n && sight) {
        n->frame = f;
        n->small = small;
        n->sight = sight;
        n->prior = *prior;
        n->prior.turn_sigma = SQ_TURN_SUPPOSED_SIGMA;
        n->prior.tilt_sigma = SQ_PRIOR_TILT;
        if (!(prior->height_mm > 0)) {
            n->prior.height_mm = SQ_PRIOR_STAND_MM;
            n->prior.height_sigma_mm = SQ_PRIOR_STAND_SIGMA_MM;
        }
        n->fit.camera = start->camera;
        n->measure = (sq_measure){.frame = f, .size = out->size, .work = &n->work};
        found = find(n, out);
    }
    sq_sight_free(sight);
    free(n);
    return found;
}

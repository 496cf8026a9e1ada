/* Decides whether a camera that was found is handed out: whether enough of the mat was seen, whether its
 * lines agree, and how uncertain places on the mat would be. */
#include "calib/mat/camera_from_closeup.h"
#include "calib/mat/find_camera_parts.h"
#include "calib/mat/refusal_sentences.h"
#include "vision/math/tunable_number.h"

/* Pixels (of 1080p) of residual beyond which lines were mistaken; honest pictures have 0.04 to 0.35. */
SQ_NUMBER(SQ_RMS_MOST_PX, 0.8);

/* Millimetres of claimed deviation anywhere on the visible mat beyond which a camera is not handed out: at
 * three of these a wink's place is off by its own radius. */
SQ_NUMBER(SQ_SIGMA_MOST_MM, 1.5);

/* The same around the pot, for a camera that is known there alone: at two of these a small
 * wink is off by half of its own radius. */
SQ_NUMBER(SQ_NEAR_SIGMA_MOST_MM, 1.8);

/* Enough independent things agree: a pot where it must stand and three lines, or six lines, two of which are
 * then baselines. A table may have nearly the mat's shape, but then nothing stands in its middle, and where
 * one baseline falls into place by chance its neighbours do not. Winks of the right size stand for a side. */
static bool enough(const sq_mat_fit *f) {
    int sides = 0, lines = 0;
    for (int l = 0; l < SQ_MAT_LINES; l++) {
        bool seen = sq_mat_line_seen(f, (sq_mat_line)l);
        lines += seen;
        sides += seen && sq_mat_line_is_side((sq_mat_line)l);
    }
    int sides_least = f->pot && f->winks >= SQ_NEAR_WINKS ? 1 : 2;
    /* Without a pot in the mat's middle twice as many: with five, four edges of a table and a baseline that
     * fits one corner by chance were taken for the mat, 30 mm off. */
    return sides >= sides_least && lines >= (f->pot ? 1 : 2) * SQ_MOTION_LINES;
}

/* A person has said that it is the mat, and sees the check before he takes it. What lies elsewhere by more
 * than fingers miss was not a corner of this mat. */
static sq_code judge_told(const sq_mat_finder *x, const sq_mat_fit *f, sq_diag *d) {
    double sigma = sq_mat_near_sigma_mm(f);
    double far_px = SQ_CAMERA_FIT_ROBUST * SQ_CORNER_SIGMA_PX * x->measure.fine_px;
    for (int k = 0; k < SQ_MAT_CORNERS; k++)
        if (sq_px_distance(f->corner[k], x->told[k]) > far_px)
            return sq_mat_say_corners(k, sq_px_distance(f->corner[k], x->told[k]), d);
    return sigma < SQ_NEAR_SIGMA_MOST_MM ? SQ_OK : sq_mat_say_unsure(f, sigma, d);
}

sq_code sq_mat_accept(const sq_mat_finder *x, const sq_mat_fit *f, sq_diag *d) {
    if (f->corners_told) return judge_told(x, f, d);
    if (!enough(f)) return sq_mat_say_too_little(f, d);
    if (!(f->rms_px < SQ_RMS_MOST_PX * x->measure.fine_px)) return sq_mat_say_misfit(f, d);
    double sigma = sq_mat_worst_sigma_mm(f);
    return sigma < SQ_SIGMA_MOST_MM ? SQ_OK : sq_mat_say_unsure(f, sigma, d);
}

sq_code sq_mat_accept_near(const sq_mat_fit *f, sq_diag *d) {
    double sigma = sq_mat_near_sigma_mm(f);
    return sigma < SQ_NEAR_SIGMA_MOST_MM ? SQ_OK : sq_mat_say_far_off(sigma, d);
}

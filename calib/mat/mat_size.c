/* Measures a mat of another size: fits the camera to baselines and pot with the sides left free, and reads
 * the size from where the sides then lie. */
#include "calib/mat/mat_size.h"

#include "calib/mat/find_camera_parts.h"
#include "calib/mat/mat_edge_sightings.h"
#include "rules/terms/equipment_sizes.h"
#include "vision/math/tunable_number.h"

/* Baselines that show, but not where they must: one may be a scratch. */
#define SQ_BASELINES_DENIED 2

/* Pixels by which a side may lie elsewhere: as good as free. Rounds: one roughly, two finely. */
SQ_NUMBER(SQ_SIZE_FREE_PX, 100.0);
#define SQ_SIZE_ROUNDS 3

/* Share by which a mat may differ from the rule book's: beyond, it is no tiddlywinks mat, or no mat. */
SQ_NUMBER(SQ_SIZE_FAR, 0.04);

static double share_kept(const sq_mat_finder *x, int line) {
    double kept = 0;
    for (int i = 0; i < x->sightings.count; i++)
        kept += x->sightings.sighting[i].line == line && x->fit.weight[i] >= SQ_KEPT_WEIGHT;
    return kept / sq_strip_blocks(&x->size, (sq_mat_line)line);
}

bool sq_mat_denies_baselines(const sq_mat_finder *x) {
    int denied = 0;
    for (int l = SQ_BASELINE_LOWER_LEFT; l < SQ_MAT_LINES; l++)
        denied += x->look.line[l].evidence >= SQ_LINE_EVIDENCE && share_kept(x, l) < SQ_MAT_SEEN_LEAST;
    return denied >= SQ_BASELINES_DENIED;
}

/* Fits with the sides' places left open; how far, mm, each then lies outside of where the size has it. */
static bool measure_sides(sq_mat_finder *x, bool finely, double out_mm[SQ_MAT_SIDES]) {
    sq_camera before = x->fit.camera;
    x->measure.by_line = true;
    if (finely)
        sq_measure_finely(&x->measure, &before, &x->sightings, &x->look);
    else
        sq_measure_roughly(&x->measure, &before, x->measure.fine_px, &x->sightings, &x->look);
    x->measure.by_line = false;
    for (int l = 0; l < SQ_MAT_SIDES; l++)
        x->sightings.offset_sigma_px[l] = SQ_SIZE_FREE_PX;
    sq_measure_pot(&x->measure, &before, finely ? SQ_MAT_POT_REACH_MM : SQ_MAT_POT_REACH_ROUGH_MM,
                   &x->sightings, &x->look);
    if (!sq_mat_fit_sightings(x)) return false;
    for (int l = 0; l < SQ_MAT_SIDES; l++) {
        sq_mm middle = sq_mat_line_at(&x->size, (sq_mat_line)l, 0.5).at;
        out_mm[l] = -x->fit.offset_px[l] / sq_px_per_mm(&x->fit.camera, sq_mm_at_height(middle, 0));
    }
    return true;
}

static bool likely(const sq_mat_size *m) {
    return fabs(m->length_mm / SQ_MAT_LENGTH_MM - 1) < SQ_SIZE_FAR &&
           fabs(m->width_mm / SQ_MAT_WIDTH_MM - 1) < SQ_SIZE_FAR;
}

bool sq_mat_resize(sq_mat_finder *x) {
    sq_mat_size before = x->size;
    bool found = true;
    for (int round = 0; round < SQ_SIZE_ROUNDS && found; round++) {
        double out[SQ_MAT_SIDES];
        found = measure_sides(x, round > 0, out);
        if (!found) break;
        x->size.length_mm += out[SQ_SIDE_LEFT] + out[SQ_SIDE_RIGHT];
        x->size.width_mm += out[SQ_SIDE_LOWER] + out[SQ_SIDE_UPPER];
        x->measure.size = x->size;
    }
    if (found && likely(&x->size)) return true;
    x->size = x->measure.size = before;
    return false;
}

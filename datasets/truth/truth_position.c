/* Turns the truth of a scene into the position that a perfect eye would report. */
#include "datasets/truth/truth_position.h"

#include "rules/terms/equipment_sizes.h"
#include "vision/position/squop.h"
#include "vision/position/squops_and_distances.h"

static sq_seen_wink wink_from_truth(const sq_true_wink *w) {
    return (sq_seen_wink){
        .colour = w->colour,
        .size = sq_true_size(w),
        .at = {w->at.x, w->at.y},
        .z = w->at.z,
        .normal = w->normal,
        .place = w->place,
        .seen = w->visible_fraction,
        .pot_supported = w->pot_supported,
        .edge_to_pot_mm = w->nearest_edge_to_pot_mm,
        .colour_confidence = 1,
        .size_confidence = 1,
        .id = w->id,
    };
}

static void add_squops(sq_position *p, int over, sq_wink_set under) {
    for (int u = 0; u < p->wink_count; u++)
        if (p->winks[u].id != SQ_NO_WINK && under & sq_wink_bit(p->winks[u].id))
            sq_position_put_squop(p, over, u, 1);
}

/* Rule 19.1: three for a potted wink, one for a free one that has been played. */
static int tiddlies(const sq_position *p, int wink) {
    const sq_seen_wink *w = &p->winks[wink];
    if (sq_place_is_potted(w->place)) return 3;
    if (w->place == SQ_PLACE_BASELINE) return 0;
    for (int i = 0; i < p->squop_count; i++)
        if (p->squops[i].under == wink) return 0;
    return 1;
}

void sq_position_from_truth(sq_position *out, const sq_truth *t) {
    *out = (sq_position){.width = t->width,
                         .height = t->height,
                         .source = SQ_CAMERA_FROM_FILE,
                         .camera_rms_px = NAN,
                         .file_off_mm = NAN,
                         .file_off_sigma_mm = NAN,
                         .pot_found = true,
                         .pot = t->pot,
                         .wink_count = t->wink_count};
    for (int i = 0; i < t->wink_count; i++)
        out->winks[i] = wink_from_truth(&t->winks[i]);
    sq_position_count_unseen(out);
    for (int i = 0; i < t->wink_count; i++)
        if (!sq_place_is_potted(t->winks[i].place)) add_squops(out, i, t->winks[i].over);
    for (int i = 0; i < out->wink_count; i++) {
        int n = tiddlies(out, i);
        out->tiddlies[out->winks[i].colour].low += n;
        out->tiddlies[out->winks[i].colour].high += n;
    }
}

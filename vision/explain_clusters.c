/* The way of one cluster: read, explain, ask again, report. The order of the questions stands in
 * sq_clusters_explain. */
#include "vision/explain_clusters.h"

#include "rules/terms/equipment_sizes.h"
#include "vision/explain/pale_winks.h"
#include "vision/geometry/mat_geometry.h"
#include "vision/report_winks.h"
#include "vision/segment/blur_estimate.h"
#include "vision/segment/coloured_shadow.h"
#include "vision/segment/covered_regions.h"
#include "vision/segment/glare.h"
#include "vision/system/clock.h"
#include "vision/wink_confidence.h"

static void end(sq_eye_state *v, sq_stage part, double began) {
    v->stage_ms[part] += sq_monotonic_ms() - began;
}

static bool is_out(const sq_eye_state *v, sq_stage part) {
    return v->without.is_out[part];
}

/* A pot hides as much felt as it stands on. In the noise of a dark corner its outline may be made out about
 * anything. */
static bool is_wide_as_pot(const sq_eye_state *v, const sq_cluster *k) {
    int side = k->x1 - k->x0 > k->y1 - k->y0 ? k->x1 - k->x0 : k->y1 - k->y0;
    return side >= SQ_POT_BASE_MM * v->px_per_mm;
}

/* What winks do not account for may be a second pot; then it is told, and where it stands no wink is. */
static bool find_second_pot(sq_eye_state *v, const sq_cluster *k) {
    sq_px middle = {(k->x0 + k->x1) / 2.0, (k->y0 + k->y1) / 2.0};
    sq_mm at, about = sq_mm_from_px(v->camera, middle, SQ_POT_HEIGHT_MM / 2);
    if (!is_wide_as_pot(v, k) || sq_mat_beyond_edge(about, 0) > 0 ||
        sq_mm_distance(about, v->pot.at) < SQ_POT_TOP_MM)
        return false;
    if (!sq_pot_elsewhere(&at, about, &v->frame, v->camera, &v->surface, &v->pot_patch)) return false;
    if (sq_mm_distance(at, v->pot.at) < SQ_POT_TOP_MM) return false;
    v->out->other_pot_found = true;
    v->out->other_pot = at;
    return true;
}

static bool is_second_pot(sq_eye_state *v, const sq_cluster *k) {
    if (is_out(v, SQ_STAGE_SECOND_POT)) return false;
    double began = sq_monotonic_ms();
    bool found = find_second_pot(v, k);
    end(v, SQ_STAGE_SECOND_POT, began);
    return found;
}

static sq_pile_source source_of(const sq_eye_state *v) {
    if (!v->as_it_came.predicted) return SQ_PILE_BY_ITSELF;
    return v->coded_step > 0 ? SQ_PILE_CODED_FILM : SQ_PILE_FILM;
}

static void explain_as(sq_eye_state *v, const sq_palette *p, const int *too_many) {
    sq_pile_view view = {.window = &v->window,
                         .camera = v->camera,
                         .palette = p,
                         .pot = v->pot.found ? &v->pot.at : 0,
                         .blur_px = v->blur_px,
                         .alike_px = sq_errors_alike_px(&v->window, &v->surface, v->blur_px, v->coded_step,
                                                        v->as_it_came.format == SQ_FRAME_BGR),
                         .source = source_of(v),
                         .scratch = &v->scratch,
                         .parts = &v->pile_parts,
                         .too_many = too_many};
    sq_pile_explain(&v->pile, &view);
    v->out->truncated |= v->pile.truncated;
}

static bool takes_too_many(const sq_eye_state *v) {
    int too_many[SQ_USUAL_COLOURS];
    return sq_confidence_more_than_a_set(v, too_many);
}

/* What takes more winks than a set has is explained once more, with two that may be one as one. */
static void explain_window(sq_eye_state *v, const sq_palette *p) {
    int too_many[SQ_USUAL_COLOURS];
    explain_as(v, p, 0);
    if (sq_confidence_more_than_a_set(v, too_many)) explain_as(v, p, too_many);
}

static void read_cluster(sq_eye_state *v, const sq_cluster *k) {
    double began = sq_monotonic_ms();
    sq_scene_read(v, (sq_box){k->x0, k->y0, k->x1, k->y1});
    sq_pot_hide(&v->pot, &v->window);
    end(v, SQ_STAGE_WINDOW, began);
}

static bool is_beside_pot(const sq_eye_state *v, const sq_cluster *k) {
    const sq_box *pot = &v->pot.box;
    return v->pot.found && k->x0 < pot->x1 && pot->x0 < k->x1 && k->y0 < pot->y1 && pot->y0 < k->y1;
}

/* Whether a hand may tint the felt there: one that is as large as that does so anywhere. */
static bool may_be_tinted(const sq_position *p, sq_region at) {
    for (int i = 0; i < p->region_count; i++) {
        const sq_region *r = &p->regions[i];
        double between = sq_mm_distance(r->at, at.at) - r->radius_mm - at.radius_mm;
        if (r->radius_mm > SQ_HAND_MM || between < SQ_HAND_MM) return true;
    }
    return false;
}

/* Once more, where something faint was left. Beside the pot its own colour on the felt is faint as well. */
static void explain_faint(sq_eye_state *v, const sq_cluster *k) {
    sq_palette faint;
    if (is_beside_pot(v, k) || may_be_tinted(v->out, sq_cluster_region(k, v->camera))) return;
    if (v->pile.unexplained_mm2 >= SQ_PALE_SHARE * SQ_SMALL_FACE_MM2 &&
        sq_pale_winks_colours(&faint, &v->palette, &v->window, &v->pile, v->px_per_mm, v->blur_px)) {
        static _Thread_local sq_pile first; /* large */
        first = v->pile;
        explain_window(v, &faint);
        if (!sq_pale_winks_better(&v->pile, &first, &v->palette, &v->window, v->blur_px)) v->pile = first;
    }
    sq_pale_winks_alone(&v->pile, &v->palette, &v->window, v->blur_px);
}

/* Of coloured shade a pile may be made that takes more winks than a set has; without the shade it is those
 * that lie in it. */
static void explain_without_shade(sq_eye_state *v) {
    sq_coloured_shadow_take_off(&v->window, &v->palette);
    explain_window(v, &v->palette);
}

static void explain_cluster(sq_eye_state *v, const sq_cluster *k) {
    read_cluster(v, k);
    if (k->is_bright) sq_glare_take_off(&v->window, &v->surface);
    explain_window(v, &v->palette);
    if (k->is_bright) return;
    double began = sq_monotonic_ms();
    if (!is_out(v, SQ_STAGE_PALE_WINKS)) explain_faint(v, k);
    end(v, SQ_STAGE_PALE_WINKS, began);
    began = sq_monotonic_ms();
    if (!is_out(v, SQ_STAGE_COLOURED_SHADOW) && takes_too_many(v)) explain_without_shade(v);
    end(v, SQ_STAGE_COLOURED_SHADOW, began);
}

/* What is too large for winks beside the pot may be those that lie in its shade, where that is coloured. If
 * so, explains it without the shade. */
static bool lies_in_pots_shade(sq_eye_state *v, const sq_cluster *k) {
    if (!is_beside_pot(v, k) || k->x1 - k->x0 > SQ_PATCH_MAX_SIDE || k->y1 - k->y0 > SQ_PATCH_MAX_SIDE ||
        is_out(v, SQ_STAGE_COLOURED_SHADOW))
        return false;
    read_cluster(v, k);
    double mm = 1 / v->pot.level[0].px_per_mm;
    if (sq_coloured_shadow_take_off(&v->window, &v->palette) * mm * mm > SQ_CLUSTER_MOST_MM2) return false;
    explain_window(v, &v->palette);
    return true;
}

static void report_region(sq_eye_state *v, const sq_cluster *k) {
    sq_region_report(v->out, k, &v->segments, &v->outline, v->camera);
}

/* The explained cluster's winks or, where it is none of winks, a region; and what is left over of it. */
static void report_cluster(sq_eye_state *v, const sq_cluster *k, int cluster) {
    int first = v->out->wink_count;
    sq_confidence_judge_colours(v, k->is_bright && !k->is_region);
    bool too_many = takes_too_many(v);
    /* A wink's face of it that winks do not account for may be a second pot's; less, and sheets of paper are
     * looked at. */
    bool odd = too_many || v->pile.unexplained_mm2 > SQ_SMALL_FACE_MM2;
    if ((odd && is_second_pot(v, k)) || too_many)
        report_region(v, k);
    else
        sq_report_pile(v, cluster);
    sq_region_report_glare(v->out, k, first, &v->segments, v->camera);
    double began = sq_monotonic_ms();
    if (!is_out(v, SQ_STAGE_LEFT_OVER)) sq_report_left_over(v, k, first);
    end(v, SQ_STAGE_LEFT_OVER, began);
}

/* ---- More winks of a colour in the whole picture than a set has ---- */

static int beyond_set(const sq_eye_state *v, sq_colour colour) {
    sq_wink_set absent = v->out->absent;
    int n = -sq_set_count(absent, colour, SQ_LARGE) - sq_set_count(absent, colour, SQ_SMALL);
    for (int i = 0; i < v->out->wink_count; i++)
        n += v->out->winks[i].colour == colour;
    return n;
}

/* The cluster, of those that were not asked yet, with the wink of that colour without which its explanation
 * leaves least; -1 where none lies upon another one of its colour. */
static int easiest_to_spare(const sq_eye_state *v, sq_colour colour, const bool is_asked[]) {
    int cluster = -1;
    double least = INFINITY;
    for (int i = 0; i < v->out->wink_count; i++) {
        int c = v->cluster_of[i];
        if (v->out->winks[i].colour != colour || c < 0 || v->clusters.cluster[c].is_bright || is_asked[c] ||
            v->spared_mm2[i] >= least)
            continue;
        least = v->spared_mm2[i];
        cluster = c;
    }
    return cluster;
}

/* How many winks of that colour the pile at hand takes fewer than the one before that is reported of the
 * cluster, where some are left and it takes as many of each other one; else 0. */
static int fewer_in_pile(const sq_eye_state *v, int cluster, sq_colour colour) {
    int fewer[SQ_USUAL_COLOURS] = {0}, left = 0;
    for (int i = 0; i < v->out->wink_count; i++)
        fewer[v->pile_colour[i]] += v->cluster_of[i] == cluster;
    for (int k = 0; k < v->pile.count; k++) {
        bool is_wink = sq_confidence_is_wink(v, &v->pile.wink[k]);
        fewer[v->pile.wink[k].colour] -= is_wink;
        left += is_wink && v->pile.wink[k].colour == colour;
    }
    for (int c = 0; c < SQ_USUAL_COLOURS; c++)
        if (c != (int)colour && fewer[c]) return 0;
    return left ? fewer[colour] : 0;
}

/* Explains a cluster with up to n winks of a colour fewer, where that can be done; true if so. What nobody
 * sees may go first: then twice as many are let go. */
static bool explain_with_fewer(sq_eye_state *v, int cluster, sq_colour colour, int n) {
    int too_many[SQ_USUAL_COLOURS] = {0};
    read_cluster(v, &v->clusters.cluster[cluster]);
    for (int times = 1; times <= 2; times++) {
        too_many[colour] = times * n;
        explain_as(v, &v->palette, too_many);
        int fewer = fewer_in_pile(v, cluster, colour);
        if (fewer > 0 && fewer <= n) return true;
    }
    return false;
}

/* Reports the pile at hand in place of what was reported of the cluster. */
static void report_instead(sq_eye_state *v, int cluster) {
    int regions = v->out->region_count;
    bool is_of_it[SQ_SEEN_CAP];
    for (int i = 0; i < v->out->wink_count; i++)
        is_of_it[i] = v->cluster_of[i] == cluster;
    sq_report_take_out(v, is_of_it);
    sq_confidence_judge_colours(v, false);
    sq_report_pile(v, cluster);
    v->out->region_count = regions; /* they are told already */
    sq_confidence_name_by_set(v);
}

/* Noise, a codec and clipped light make two of one wink here and there; of more than a set has one is none.
 */
static void explain_beyond_set(sq_eye_state *v, sq_colour colour) {
    bool is_asked[SQ_BLOB_CAP] = {false};
    for (int n; (n = beyond_set(v, colour)) > 0;) {
        int cluster = easiest_to_spare(v, colour, is_asked);
        if (cluster < 0) return;
        is_asked[cluster] = true;
        if (explain_with_fewer(v, cluster, colour, n)) report_instead(v, cluster);
    }
}

void sq_clusters_explain(sq_eye_state *v) {
    v->order_count = 0;
    for (int i = 0; i < v->clusters.count; i++) {
        sq_cluster *k = &v->clusters.cluster[i];
        /* Highlights on a hand are told with it: it is larger, and so it comes first. */
        k->is_bright &= !sq_region_holds(v->out, sq_cluster_region(k, v->camera).at);
        if (k->is_region && !lies_in_pots_shade(v, k)) {
            is_second_pot(v, k);
            report_region(v, k);
            continue;
        }
        if (!k->is_region) {
            explain_cluster(v, k);
            k->unexplained_mm2 = v->pile.unexplained_mm2;
        }
        report_cluster(v, k, i);
        if (v->hook) v->hook(v->hook_user, v, SQ_STAGE_PILE_SEARCH, i);
    }
    sq_confidence_name_by_set(v);
    for (int c = 0; c < SQ_USUAL_COLOURS && !is_out(v, SQ_STAGE_UNITE_SPLIT); c++)
        explain_beyond_set(v, (sq_colour)c);
    sq_confidence_open_renamed(v);
}

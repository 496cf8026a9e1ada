/* The position's lists, filled cluster by cluster; what turns out to be no wink is taken out again. */
#include "vision/report_winks.h"

#include <string.h>

#include "rules/terms/equipment_sizes.h"
#include "vision/explain/leaning_on_pot.h"
#include "vision/geometry/mat_geometry.h"
#include "vision/geometry/wink_pose.h"
#include "vision/math/tunable_number.h"
#include "vision/segment/covered_regions.h"
#include "vision/wink_confidence.h"

/* A blob of which no wink was made is told as a region from this share of a small wink's face on, where it
 * fills this share of its box (a disc fills 0.79). Lower: shade and creases are. Higher: winks that are not
 * known as such are not said at all. */
SQ_NUMBER(SQ_LEFT_OVER_SHARE, 0.5);

/* What a reported wink shows of being one. What a lamp has paled is not asked, nor what lies over the edge.
 */
static void suspect_wink(sq_eye_state *v, int i, int k, int cluster) {
    const sq_pile_wink *w = &v->pile.wink[k];
    bool open =
        !v->clusters.cluster[cluster].is_bright && sq_mat_beyond_edge(w->disc.at, w->disc.radius_mm) < 0;
    sq_disc disc[SQ_FIT_CAP];
    for (int j = 0; j < v->pile.count; j++)
        disc[j] = v->pile.wink[j].disc;
    v->suspect[i] = (sq_suspect){.pile = -1, .colour = w->colour, .size = w->size};
    if (open && !v->without.is_out[SQ_STAGE_CLUTTER])
        sq_suspect_look(&v->suspect[i], &v->window, disc, v->pile.count, k, v->blur_px, cluster);
}

/* The boxes of two clusters may share a wink: then one has told it already. Two that lie so over one another
 * would be in one cluster. */
static bool is_told(const sq_eye_state *v, const sq_pile_wink *w, int cluster) {
    for (int i = 0; i < v->out->wink_count; i++) {
        const sq_seen_wink *told = &v->out->winks[i];
        double nearer = fmin(w->disc.radius_mm, sq_seen_radius_mm(told));
        if (v->cluster_of[i] != cluster && v->pile_colour[i] == w->colour &&
            sq_mm_distance(told->at, w->disc.at) < nearer)
            return true;
    }
    return false;
}

/* What is seen to be no wink bears none: those that were laid upon it come to rest without it, each where it
 * is seen. What is hidden may bear them. */
static void let_down(sq_eye_state *v) {
    sq_disc below[SQ_FIT_CAP];
    int winks = 0;
    for (int k = 0; k < v->pile.count; k++) {
        sq_pile_wink *w = &v->pile.wink[k];
        if (sq_confidence_is_refuted(w)) continue;
        if (winks < k && !w->aslant && !w->pot_supported) sq_pose_settle(&w->disc, below, winks, v->camera);
        below[winks++] = w->disc;
    }
}

void sq_report_pile(sq_eye_state *v, int cluster) {
    sq_position *out = v->out;
    let_down(v);
    bool settles = v->pot.found && !v->without.is_out[SQ_STAGE_LEANING_ON_POT];
    int index[SQ_FIT_CAP];
    for (int k = 0; k < v->pile.count; k++) {
        const sq_pile_wink *from = &v->pile.wink[k];
        double colour_seen = v->colour_seen[k]; /* 0: not at all */
        index[k] = -1;
        if (!sq_confidence_is_wink(v, from) || is_told(v, from, cluster)) continue;
        if (colour_seen <= 0) {
            sq_region_add(out, (sq_region){from->disc.at, from->disc.radius_mm});
            continue;
        }
        if (out->wink_count == SQ_SEEN_CAP) {
            out->truncated = true;
            return;
        }
        index[k] = out->wink_count;
        double there = v->presence[out->wink_count] = sq_confidence_presence(v, from);
        suspect_wink(v, out->wink_count, k, cluster);
        v->cluster_of[out->wink_count] = cluster;
        v->spared_mm2[out->wink_count] = from->spared_mm2;
        v->other_size[out->wink_count] = from->other_size;
        memcpy(v->colour_likely[out->wink_count], v->likely[k], sizeof v->likely[k]);
        v->pile_colour[out->wink_count] = from->colour;
        out->winks[out->wink_count++] =
            (sq_seen_wink){.colour = from->colour,
                           .size = from->size,
                           .at = from->disc.at,
                           .z = from->disc.z,
                           .normal = from->disc.normal,
                           .sigma_mm = sq_confidence_sigma(v, from),
                           .seen = from->seen,
                           .pot_supported = from->pot_supported,
                           .aslant = from->aslant,
                           .colour_confidence = from->colour_confidence * colour_seen,
                           .size_confidence = from->size_confidence * there,
                           .id = SQ_NO_WINK};
        if (settles) sq_lean_settle(&out->winks[index[k]], v->pot.at, v->pot.sigma_mm);
        for (int j = 0; j < k; j++) {
            if (index[j] < 0) continue;
            out->truncated |= v->order_count == SQ_PAIR_CAP;
            if (v->order_count < SQ_PAIR_CAP)
                v->order[v->order_count++] =
                    (sq_order){index[j], index[k], v->pile.order[j][k], v->pile.leaning[j][k]};
        }
    }
}

void sq_report_of_no_cluster(sq_eye_state *v, int first) {
    const sq_seen_wink *w = v->out->winks;
    for (int i = first; i < v->out->wink_count; i++) {
        v->suspect[i] = (sq_suspect){.pile = -1, .colour = w[i].colour, .size = w[i].size};
        v->cluster_of[i] = -1;
        v->spared_mm2[i] = 0;
        v->other_size[i] = (sq_other_size){0};
        memset(v->colour_likely[i], 0, sizeof v->colour_likely[i]);
        v->pile_colour[i] = w[i].colour;
        v->presence[i] = 1;
    }
}

/* Whether there is something as large and as compact as a wink in a cluster of which no wink was made. About
 * the pot it may be the shade of mixed lamps, which is as long as the pot is high; at the mat's edge the
 * table's colour. */
static bool is_left_over(const sq_eye_state *v, const sq_cluster *k, int first) {
    const sq_segments *g = &v->segments;
    const sq_position *p = v->out;
    sq_region r = sq_cluster_region(k, v->camera);
    if (p->wink_count > first || sq_region_holds(p, r.at) || sq_mat_beyond_edge(r.at, r.radius_mm / 2) > 0)
        return false;
    double shaded_mm = r.radius_mm + SQ_POT_TOP_MM / 2 + SQ_POT_HEIGHT_MM;
    if (v->pot.found && sq_mm_distance(r.at, v->pot.at) < shaded_mm) return false;
    double mm = g->step / v->px_per_mm, wink = SQ_SMALL_FACE_MM2;
    for (int i = 0; i < g->blob_count; i++) {
        const sq_blob *b = &g->blob[i];
        double wide = (double)(b->x1 - b->x0) / g->step, high = (double)(b->y1 - b->y0) / g->step;
        if (sq_cluster_has(k, i) && fmin(wide, high) * mm >= SQ_SMALL_MM / 2 &&
            b->area * mm * mm >= SQ_LEFT_OVER_SHARE * wink && b->area >= SQ_LEFT_OVER_SHARE * wide * high)
            return true;
    }
    return false;
}

void sq_report_left_over(sq_eye_state *v, const sq_cluster *k, int first) {
    if (is_left_over(v, k, first)) sq_region_report(v->out, k, &v->segments, &v->outline, v->camera);
}

/* The winks of a pile and colour that are none, of which this is the first, as one region. */
static sq_region region_of_clutter(const sq_eye_state *v, const sq_position *p, const bool is_clutter[],
                                   int first) {
    sq_region all = {p->winks[first].at, 0};
    for (int i = first; i < p->wink_count; i++) {
        bool same =
            v->suspect[i].pile == v->suspect[first].pile && v->suspect[i].colour == v->suspect[first].colour;
        const sq_seen_wink *w = &p->winks[i];
        if (is_clutter[i] && same) all = sq_region_of_both(all, (sq_region){w->at, sq_seen_radius_mm(w)});
    }
    return all;
}

void sq_report_take_out(sq_eye_state *v, const bool is_out[]) {
    sq_position *out = v->out;
    int now[SQ_SEEN_CAP], kept = 0, orders = 0;
    for (int i = 0; i < out->wink_count; i++) {
        now[i] = is_out[i] ? -1 : kept;
        if (is_out[i]) continue;
        out->winks[kept] = out->winks[i];
        v->suspect[kept] = v->suspect[i];
        v->cluster_of[kept] = v->cluster_of[i];
        v->spared_mm2[kept] = v->spared_mm2[i];
        v->other_size[kept] = v->other_size[i];
        memcpy(v->colour_likely[kept], v->colour_likely[i], sizeof v->colour_likely[i]);
        v->pile_colour[kept] = v->pile_colour[i];
        v->presence[kept++] = v->presence[i];
    }
    out->wink_count = kept;
    for (int i = 0; i < v->order_count; i++) {
        sq_order o = v->order[i];
        if (now[o.first] >= 0 && now[o.second] >= 0)
            v->order[orders++] = (sq_order){now[o.first], now[o.second], o.second_over, o.first_leans};
    }
    v->order_count = orders;
}

void sq_report_strike(sq_eye_state *v, const bool is_clutter[]) {
    sq_position *out = v->out;
    for (int i = 0; i < out->wink_count; i++)
        if (is_clutter[i] && !sq_region_holds(out, out->winks[i].at))
            sq_region_add(out, region_of_clutter(v, out, is_clutter, i));
    sq_report_take_out(v, is_clutter);
}

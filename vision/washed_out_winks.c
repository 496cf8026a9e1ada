/* Looks for outlines in the clusters that the search left open, and weighs hue against what the set lacks. */
#include "vision/washed_out_winks.h"

#include <string.h>

#include "rules/terms/equipment_sizes.h"
#include "vision/explain/outlined_discs.h"
#include "vision/explain/pale_winks.h"
#include "vision/geometry/mat_geometry.h"
#include "vision/position/squop.h"
#include "vision/position/winks_in_reach.h"
#include "vision/report_winks.h"
#include "vision/review/light_patches.h"
#include "vision/segment/covered_regions.h"
#include "vision/segment/glare.h"
#include "vision/wink_confidence.h"

/* Whether something of a cluster is no wink yet that is as large as half of a small one: less of a wink does
 * not show half of its rim. */
static bool is_open(const sq_eye_state *v, int cluster) {
    const sq_cluster *k = &v->clusters.cluster[cluster];
    double mm = v->segments.step / v->px_per_mm, least = SQ_SMALL_FACE_MM2 / 2;
    bool is_empty = k->area * mm * mm >= least;
    for (int i = 0; i < v->out->wink_count; i++)
        is_empty &= v->cluster_of[i] != cluster;
    return !k->is_region && (k->is_bright || is_empty || k->unexplained_mm2 >= least);
}

static bool lacks(const sq_position *p, sq_size size) {
    for (int c = 0; c < SQ_USUAL_COLOURS; c++)
        if (p->unseen[c][size] > 0) return true;
    return false;
}

/* It is one of those of its size that are not seen, each as likely as the others before the hue is asked. */
static void name_colour(sq_seen_wink *w, const sq_position *p, const double likely[SQ_USUAL_COLOURS]) {
    double sum = 0, best = 0;
    for (int c = 0; c < SQ_USUAL_COLOURS; c++) {
        double weight = sq_confidence_weight(likely[c], p->unseen[c][w->size]);
        sum += weight;
        if (weight <= best) continue;
        best = weight;
        w->colour = (sq_colour)c;
    }
    w->colour_confidence = best / sum;
}

/* A disc that is known, and the share of what the outline has in common with it that looks like the outline's
 * face. */
typedef struct {
    const sq_disc *disc;
    double over;
} neighbour;

static void compare(neighbour out[], const sq_eye_state *v, const sq_outlined_disc *o, const sq_disc *other,
                    int others) {
    for (int k = 0; k < others; k++)
        out[k] = (neighbour){&other[k], sq_outlined_disc_over(o, &v->window, &other[k])};
}

/* How high it lies: on those that it covers. */
static double height_on(const sq_outlined_disc *o, const neighbour *other, int others) {
    double z = o->disc.z;
    for (int i = 0; i < others; i++)
        if (sq_disc_gap(&o->disc, other[i].disc) < 0 && other[i].over > 0.5)
            z = fmax(z, other[i].disc->z + SQ_WINK_THICKNESS_MM);
    return z;
}

/* Where two overlap, one of them shows; a fit of the other one did not know of this one, so that more is not
 * said than an umpire would look at. */
static void tell_orders(sq_eye_state *v, int i, const sq_outlined_disc *o, const neighbour *other,
                        const int which[], int others) {
    for (int k = 0; k < others && v->order_count < SQ_PAIR_CAP; k++) {
        if (sq_disc_gap(&o->disc, other[k].disc) >= 0) continue;
        v->order[v->order_count++] =
            (sq_order){which[k], i, 0.5 + (other[k].over - 0.5) * o->support * o->open, 0};
    }
}

static double share_seen(const sq_eye_state *v, const sq_outlined_disc *o, const neighbour *other,
                         int others) {
    sq_box b = sq_window_box(&v->window, &o->disc, 0);
    int all = 0, seen = 0;
    for (int y = b.y0; y < b.y1; y++)
        for (int x = b.x0; x < b.x1; x++) {
            if (sq_disc_distance(&o->disc, x, y, 0, 0) > 0) continue;
            bool hidden = false;
            for (int k = 0; k < others; k++)
                hidden |= other[k].over < 0.5 && sq_disc_distance(other[k].disc, x, y, 0, 0) < 0;
            all++;
            seen += !hidden;
        }
    return all ? (double)seen / all : 1;
}

/* Which colour its open face shows: that of known winks that lie over it does not count. False where none of
 * it is open. */
static bool ask_colour(double likely[SQ_USUAL_COLOURS], const sq_eye_state *v, const sq_outlined_disc *o,
                       const neighbour *other, int others) {
    sq_disc pile[1 + SQ_SEEN_CAP] = {o->disc};
    int n = 1;
    for (int i = 0; i < others; i++)
        if (other[i].over < 0.5) pile[n++] = *other[i].disc;
    return sq_glare_likely(likely, &v->window, &v->surface, &v->palette, pile, n, 0, v->blur_px);
}

/* What is darker than the felt mirrors no lamp, and would show its hue: of little chroma it tells little. */
static void doubt_hue(double likely[SQ_USUAL_COLOURS], const float step[3]) {
    sq_chroma shown = {step[0] - step[1], step[2] - step[1]};
    bool dark = step[0] + step[1] + step[2] < 0;
    double known = dark ? fmin(1, (double)(sq_chroma_length(shown) / SQ_COLOURLESS)) : 1;
    for (int c = 0; c < SQ_USUAL_COLOURS; c++)
        likely[c] = known * likely[c] + (1 - known) / SQ_USUAL_COLOURS;
}

/* False where its colour is less sure than that: then it stays something unknown. */
static bool report(sq_eye_state *v, const sq_outlined_disc *o, sq_size size, double sure,
                   const sq_disc *known, const int which[], int others) {
    sq_position *p = v->out;
    neighbour other[SQ_SEEN_CAP];
    compare(other, v, o, known, others);
    double likely[SQ_USUAL_COLOURS], z = height_on(o, other, others);
    sq_seen_wink w = {.size = size,
                      .at = sq_mm_from_px(v->camera, o->disc.centre, z),
                      .z = z,
                      .normal = {0, 0, 1},
                      .sigma_mm = hypot(SQ_SIGMA_FACTOR * o->sigma_mm, hypot(SQ_SIGMA_FLOOR_MM, o->wider_mm)),
                      .seen = share_seen(v, o, other, others),
                      .size_confidence = o->support * SQ_CALL_CERTAIN,
                      .id = SQ_NO_WINK};
    if (!ask_colour(likely, v, o, other, others)) return false;
    doubt_hue(likely, o->step);
    name_colour(&w, p, likely);
    if (w.colour_confidence < sure) return false;
    tell_orders(v, p->wink_count, o, other, which, others);
    p->winks[p->wink_count++] = w;
    sq_report_of_no_cluster(v, p->wink_count - 1);
    sq_position_count_unseen(p);
    return true;
}

/* The better of the two sizes, of which a wink is not seen. */
static bool find_one(sq_outlined_disc *best, sq_size *size, const sq_eye_state *v,
                     const sq_outline_view *view) {
    bool any = false;
    *size = SQ_SMALL;
    for (int s = 0; s < SQ_SIZES; s++) {
        sq_outlined_disc o;
        if (!lacks(v->out, (sq_size)s) || !sq_outlined_disc_find(&o, view, sq_wink_radius_mm((sq_size)s)) ||
            sq_mat_beyond_edge(o.disc.at, o.disc.radius_mm) > 0 ||
            (any && o.support * o.open <= best->support * best->open))
            continue;
        any = true;
        *best = o;
        *size = (sq_size)s;
    }
    return any;
}

/* Takes out regions that are about one of the winks from `first` on. */
static void explain_regions(sq_position *p, int first) {
    int kept = 0;
    for (int i = 0; i < p->region_count; i++) {
        bool known = false;
        for (int k = first; k < p->wink_count; k++)
            known |= sq_mm_distance(p->regions[i].at, p->winks[k].at) + p->regions[i].radius_mm <
                     2 * sq_seen_radius_mm(&p->winks[k]);
        if (!known) p->regions[kept++] = p->regions[i];
    }
    p->region_count = kept;
}

/* Reads what outlines in a box need: of a wink only a rim may have a colour. */
static void read_around(sq_eye_state *v, sq_box open) {
    int more = (int)(SQ_LARGE_MM * v->px_per_mm);
    sq_scene_read(v, (sq_box){open.x0 - more, open.y0 - more, open.x1 + more, open.y1 + more});
    sq_pot_hide(&v->pot, &v->window);
}

/* In a box that has been read (read_around). sure: how sure a colour must be. is_coarse: as for
 * sq_outline_view. unknown: what has an outline, but not so surely a colour; returns how many. */
static int look_at(sq_eye_state *v, sq_box open, double sure, bool is_coarse, sq_disc unknown[SQ_FIT_CAP]) {
    sq_position *p = v->out;
    const sq_cluster box = {.x0 = open.x0, .y0 = open.y0, .x1 = open.x1, .y1 = open.y1};
    sq_region about = sq_cluster_region(&box, v->camera);
    sq_disc other[SQ_SEEN_CAP];
    int unknowns = 0;
    while (p->wink_count + unknowns < SQ_SEEN_CAP && unknowns < SQ_FIT_CAP) {
        int which[SQ_SEEN_CAP];
        int others = sq_discs_about(other, which, about.at, about.radius_mm + SQ_NEIGHBOUR_MM, p, v->camera);
        memcpy(other + others, unknown, (size_t)unknowns * sizeof *other);
        sq_outline_view view = {&v->window, open, v->camera, v->blur_px, is_coarse, other, others + unknowns};
        sq_outlined_disc o;
        sq_size size;
        if (!find_one(&o, &size, v, &view)) break;
        if (!report(v, &o, size, sure, other, which, others)) unknown[unknowns++] = o.disc;
    }
    return unknowns;
}

/* As sure as an outline, since what is white in a cluster may be a coin as well. What a codec has left is
 * asked once more, less strictly. */
static void look_at_cluster(sq_eye_state *v, const sq_cluster *k) {
    sq_disc unknown[SQ_FIT_CAP];
    sq_box box = {k->x0, k->y0, k->x1, k->y1};
    bool is_coarse = v->as_it_came.predicted && v->coded_step > 0 && !k->is_bright;
    read_around(v, box);
    look_at(v, box, SQ_ALONE_RIM, false, unknown);
    if (is_coarse) look_at(v, box, SQ_ALONE_RIM, true, unknown);
}

/* What is bright has been asked in its cluster. */
static bool is_in_bright_cluster(const sq_eye_state *v, sq_box b) {
    int x = (b.x0 + b.x1) / 2, y = (b.y0 + b.y1) / 2;
    for (int i = 0; i < v->clusters.count; i++) {
        const sq_cluster *k = &v->clusters.cluster[i];
        if (k->is_bright && x >= k->x0 && x < k->x1 && y >= k->y0 && y < k->y1) return true;
    }
    return false;
}

/* What a codec has left no colour lies in no cluster, nor in a region, which it becomes where its colour is
 * not sure. There it need only be the likelier, as the film's other pictures name it, too. */
static void look_at_light(sq_eye_state *v) {
    sq_box patch[SQ_REGION_CAP];
    sq_light_view view = {&v->frame, &v->outline, v->pot.row, &v->surface, v->camera, v->px_per_mm};
    int patches = sq_light_patches_find(patch, &view, v->out);
    for (int i = 0; i < patches; i++) {
        if (is_in_bright_cluster(v, patch[i])) continue;
        sq_disc unknown[SQ_FIT_CAP];
        read_around(v, patch[i]);
        int unknowns = look_at(v, patch[i], 0.5, false, unknown);
        for (int k = 0; k < unknowns; k++)
            sq_region_add(v->out, (sq_region){unknown[k].at, unknown[k].radius_mm});
    }
}

void sq_washed_winks_find(sq_eye_state *v) {
    int first = v->out->wink_count, clusters = v->clusters.count;
    bool open[SQ_BLOB_CAP] = {false};
    for (int i = 0; i < clusters; i++)
        open[i] = is_open(v, i);
    sq_position_count_unseen(v->out);
    for (int i = 0; i < clusters; i++)
        if (open[i]) look_at_cluster(v, &v->clusters.cluster[i]);
    if (v->as_it_came.predicted) look_at_light(v);
    explain_regions(v->out, first);
}

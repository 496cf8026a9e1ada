/* The pipeline of the eye: run_stages holds the order of the stages. Around it stand the decisions that
 * join them: which discs count as winks, how sure they are, and when to look again. */
#include "vision/sight.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "rules/terms/gear.h"
#include "vision/explain/leaning_on_pot.h"
#include "vision/explain/low_chroma.h"
#include "vision/explain/pile_search.h"
#include "vision/explain/rim_support.h"
#include "vision/geometry/mat_geometry.h"
#include "vision/geometry/mat_outline.h"
#include "vision/math/number.h"
#include "vision/position/squops_and_distances.h"
#include "vision/pot/find_pot.h"
#include "vision/pot/winks_in_pot.h"
#include "vision/pot/winks_on_rim.h"
#include "vision/review/clutter.h"
#include "vision/review/hidden_support.h"
#include "vision/review/order_review.h"
#include "vision/segment/background.h"
#include "vision/segment/blur_estimate.h"
#include "vision/segment/chroma_siting.h"
#include "vision/segment/cluster.h"
#include "vision/segment/coloured_shadow.h"
#include "vision/segment/covered_regions.h"
#include "vision/segment/felt_window.h"
#include "vision/segment/glare.h"
#include "vision/segment/segment.h"
#include "vision/segment/wink_palette.h"
#include "vision/system/clock.h"

/* Pixels across a small wink under which its rim cannot be measured: three blurs on either side. */
SQ_NUMBER(SQ_SMALLEST_WINK_PX, 6.0);

/* Samples across a small wink at which segmentation looks: a wink half hidden still shows ten samples. */
SQ_NUMBER(SQ_SAMPLES_PER_WINK, 7.0);

/* mm² under which a blob is no visible part of a wink: a twentieth of a small one. */
SQ_NUMBER(SQ_BLOB_LEAST_MM2, 10.0);

/* The blur must be another by this share than was taken before all is looked at anew: a fit with a blur that
 * is wrong by a third finds the same winks at the same places, with a half it splits them or loses them. */
SQ_NUMBER(SQ_BLUR_OTHER, 0.35);

/* The deviation (mm) that each mm of blur beyond the second adds to winks that lie together: their rims run
 * into one another. Without it theirs are too small by a half in pictures out of focus, lone ones' are not;
 * from less blur on, near winks are asked about that lie clear. */
SQ_NUMBER(SQ_SIGMA_MIXED, 0.5);
SQ_NUMBER(SQ_MIXED_MM, 1.9);

/* Share of a wink's face that must be seen to claim it. */
SQ_NUMBER(SQ_SEEN_LEAST, 0.04);

/* The share of its colour's full chroma that a wink beside the pot must have where less of it than
 * SQ_SEEN_BESIDE_POT is seen: the tint that a coloured cup throws on the felt has a third of a wink's chroma.
 * And the same for one of the cup's own colour: what blur mixes of cup and felt has half of it and, close to
 * the cup, two thirds. */
SQ_NUMBER(SQ_WEAKEST_BESIDE_POT, 0.5);
SQ_NUMBER(SQ_WEAKEST_LIKE_POT, 0.7);
SQ_NUMBER(SQ_SEEN_BESIDE_POT, 0.7);

/* Shares of what is seen of a sliver, and of what is seen of more than one, that may be other than drawn; and
 * how many of those that leave more are what they were taken for. Of drawn piles' pairs 266 of 271 with
 * slivers that leave less lie as was said, of the others 83 of 95; where no sliver is, 774 of 782 and 111 of
 * 122; of those by themselves all of 27 (the two are enough, and nothing else may lie there). Lower shares:
 * umpires are asked about squops that are plain to see. Higher: phantoms squop, and fits that went wrong. */
SQ_NUMBER(SQ_SLIVER_LEFT, 0.3);
SQ_NUMBER(SQ_RAGGED_LEFT, 0.15);
SQ_NUMBER(SQ_RAGGED_TRUE, 0.78);

/* In a blurred picture, the share of a face under which a wink may have been found twice, and the deviation
 * (mm) of a place that is a guess: of squops that would be called in JPEGs of quality 30 to 60 and out of
 * focus, three in four of such were none. */
SQ_NUMBER(SQ_GUESSED_SEEN, 0.5);
SQ_NUMBER(SQ_GUESSED_SIGMA_MM, 0.5);

/* The arc (share of the rim) that must be there to judge a wink's rim. */
SQ_NUMBER(SQ_RIM_LEAST, 0.12);

/* mm² of a pile that winks do not account for from which it may be a second pot: a twelfth of its top's area.
 * Lower: sheets of paper are looked at as pots. */
SQ_NUMBER(SQ_POT_ELSEWHERE_MM2, 150.0);

/* mm from what covers the mat within which nothing faint is looked for, since it tints the felt; and its
 * radius from which that is so everywhere: a hand's, an arm's. */
SQ_NUMBER(SQ_LOW_CHROMA_FROM_REGION_MM, 40.0);
SQ_NUMBER(SQ_LOW_CHROMA_HAND_MM, 50.0);

/* A blob of which no wink was made is told as a region from this share of a small wink's face on, where it
 * fills this share of its box (a disc fills 0.79). Lower: shade and creases are. Higher: winks that are not
 * known as such are not said at all. */
SQ_NUMBER(SQ_LEFT_OVER_SHARE, 0.5);
SQ_NUMBER(SQ_LEFT_OVER_FILL, 0.5);

/* mm about the pot's axis in which it is not: the shade of mixed lamps is as coloured as a faint wink, and as
 * long as the pot is high two times. */
SQ_NUMBER(SQ_LEFT_OVER_POT_MM, 60.0);

struct sq_sight {
    sq_camera camera; /* that the outline was made for, as for its size and the next */
    sq_frame_format format;
    sq_outline outline;
    sq_span *spans; /* the outline's memory: four lists of `rows`, the last of them the pot's */
    int rows;
    sq_background surface;
    sq_segments segments;
    sq_palette palette;
    sq_pot pot;
    sq_clusters clusters;
    sq_window window;
    sq_patch pot_patch;
    sq_pile_scratch scratch;
    sq_pile stack;
    double told[SQ_FIT_CAP]; /* probability that each of its winks' colours can be told through glare */
    bool siting_known;       /* measured on a frame of this stream; before, what the frame says is believed */
    sq_chroma_siting siting;
    double blur_px;                  /* measured on the frame before, or the usual one */
    double presence[SQ_SEEN_CAP];    /* probability that each reported wink is there as it was taken */
    sq_suspect suspect[SQ_SEEN_CAP]; /* what tells whether each reported wink is one at all */
    sq_order order[SQ_PAIR_CAP];
    int order_count;
    double stage_ms[SQ_SIGHT_STAGES], stage_began; /* of this look; when the running stage began */
};

/* The time since the last stage ended belongs to this one. */
static void end_stage(sq_sight *s, sq_sight_stage stage) {
    double now = 1e3 * sq_monotonic_s();
    s->stage_ms[stage] += now - s->stage_began;
    s->stage_began = now;
}

const sq_palette *sq_sight_palette(const sq_sight *s) {
    return &s->palette;
}

double sq_sight_stage_ms(const sq_sight *s, sq_sight_stage stage) {
    return s->stage_ms[stage];
}

const char *sq_sight_stage_name(sq_sight_stage stage) {
    static const char *const name[SQ_SIGHT_STAGES] = {
#define X(number, text) text,
        SQ_SIGHT_STAGE_LIST(X)
#undef X
    };
    return name[stage];
}

sq_sight *sq_sight_new(sq_diag *d) {
    sq_sight *s = calloc(1, sizeof *s);
    if (s) {
        s->pot_patch.rgb = malloc(SQ_PATCH_MAX_PIXELS * sizeof *s->pot_patch.rgb);
        if (sq_pile_scratch_new(&s->scratch) && sq_window_new(&s->window) && s->pot_patch.rgb) return s;
    }
    sq_sight_free(s);
    sq_fail(d, SQ_E_MEMORY, "not enough memory for sight; close other programs");
    return 0;
}

void sq_sight_free(sq_sight *s) {
    if (!s) return;
    free(s->spans);
    sq_window_free(&s->window);
    free(s->pot_patch.rgb);
    sq_pile_scratch_free(&s->scratch);
    free(s);
}

/* ---- The stages ---- */

/* Whether a frame comes from where the last one came from: what was learned from that one holds. */
static bool same_source(const sq_sight *s, const sq_frame *f, const sq_camera *c) {
    return s->rows == f->height && s->outline.width == f->width && s->format == f->format &&
           !memcmp(&s->camera, c, sizeof *c);
}

/* A new source: the mat's outline in the picture is worked out anew, else it stands. */
static sq_code prepare_outline(sq_sight *s, const sq_frame *f, const sq_camera *c, sq_diag *d) {
    if (same_source(s, f, c)) return SQ_OK;
    if (s->rows != f->height) {
        sq_span *spans = realloc(s->spans, 4 * (size_t)f->height * sizeof *spans);
        if (!spans) return sq_fail(d, SQ_E_MEMORY, "not enough memory for sight; close other programs");
        s->spans = spans;
        s->rows = f->height;
    }
    s->outline.inner = s->spans;
    s->outline.outer = s->spans + f->height;
    s->outline.reach = s->spans + 2 * (ptrdiff_t)f->height;
    s->pot.row = s->spans + 3 * (ptrdiff_t)f->height;
    sq_outline_make(&s->outline, c, f->width, f->height);
    memcpy(&s->camera, c, sizeof *c);
    s->format = f->format;
    return SQ_OK;
}

static sq_code refuse_unfit(const sq_frame *f, const sq_camera *c, double px_per_mm, sq_diag *d) {
    if (f->format == SQ_FRAME_GREY)
        return sq_fail(d, SQ_E_SIGHT,
                       "the picture is grey, so the winks' colours cannot be told; use a colour camera");
    if (!sq_camera_ok(c) || !isfinite(px_per_mm))
        return sq_fail(d, SQ_E_CAMERA, "the camera does not look at the mat's centre; calibrate it anew");
    if (px_per_mm * SQ_SMALL_MM < SQ_SMALLEST_WINK_PX)
        return sq_fail(
            d, SQ_E_SIZE,
            "a small wink is only %.0f pixels wide and %.0f are needed; move the camera nearer or choose a "
            "higher resolution",
            px_per_mm * SQ_SMALL_MM, SQ_SMALLEST_WINK_PX);
    if (f->width > SQ_ROW_CAP)
        return sq_fail(d, SQ_E_SIZE,
                       "the picture is %d pixels wide and at most %d are judged; choose a lower resolution",
                       f->width, SQ_ROW_CAP);
    return SQ_OK;
}

static int tile_side(const sq_frame *f, double px_per_mm) {
    int side = (int)ceil(SQ_TILE_MM * px_per_mm);
    while (((f->width + side - 1) / side) * ((f->height + side - 1) / side) > SQ_TILE_CAP)
        side += side / 4 + 1;
    return side;
}

/* What the fit claims, and what it cannot know: shading and shadow; what is not as it was drawn; and the rim
 * that is not seen. */
static double claimed_sigma(const sq_pile_wink *k) {
    if (k->inner) return SQ_SIGMA_INNER_MM;
    double noise = hypot(SQ_SIGMA_FACTOR * k->sigma_mm, SQ_SIGMA_FLOOR_MM);
    double sickle = k->left_mm2 / (4 * k->disc.radius_mm);
    double left =
        k->lapped ? hypot(SQ_SIGMA_LAPPED_LEFT * sickle, SQ_SIGMA_LAPPED_MM) : SQ_SIGMA_LEFT * sickle;
    double hidden = hypot(k->shifted_mm, SQ_SIGMA_HIDDEN_MM * (1 - k->seen));
    return hypot(noise, hypot(left, hidden));
}

/* The mean brightness of what is seen of a disc, in felts. */
static double light_of(const sq_window *w, const sq_disc *d) {
    double sum = 0;
    int n = 0;
    sq_box b = sq_window_box(w, d, 0);
    for (int y = b.y0; y < b.y1; y++)
        for (int x = b.x0; x < b.x1; x++) {
            int i = (y - w->y0) * w->w + x - w->x0;
            bool on = w->believed[i] > 0 && sq_disc_distance(d, x, y, 0, 0) < 0;
            sum += on ? w->light[i] : 0;
            n += on;
        }
    return n ? sum / n : 0;
}

/* The share of its colour's full chroma from which a disc is a wink. Beside the pot the cup's own colour on
 * the felt, and the shade of one lamp in the light of another, look like the sliver of a pale wink. That is
 * pale because it mirrors a lamp, and so is brighter than felt; they are not. */
static double weakest_of(const sq_sight *s, const sq_pile_wink *k) {
    double to_pot = sq_mm_distance(k->disc.at, s->pot.at) - k->disc.radius_mm - SQ_POT_TOP_MM / 2;
    bool coloured = sq_chroma_length(s->pot.tint) > SQ_POT_TINT;
    if (to_pot >= 0 || k->seen >= SQ_SEEN_BESIDE_POT) return SQ_WEAKEST_WINK;
    if (coloured &&
        sq_angle_between(sq_chroma_angle(s->pot.tint), sq_chroma_angle(k->disc.chroma)) < SQ_COLOUR_REACH_DEG)
        return SQ_WEAKEST_LIKE_POT;
    return light_of(&s->window, &k->disc) > 1 ? SQ_WEAKEST_WINK : SQ_WEAKEST_BESIDE_POT;
}

/* Whether rims are spread too widely there for finer things to be believed. */
static bool is_blurred(const sq_sight *s, const sq_disc *d) {
    return s->blur_px > SQ_BLURRED_MM * d->px_per_mm;
}

/* What the fit of several together cannot know where their rims run into one another. */
static double mixed_sigma(const sq_sight *s, const sq_pile_wink *k) {
    double more = s->blur_px / k->disc.px_per_mm - SQ_MIXED_MM;
    return s->stack.count > 1 ? SQ_SIGMA_MIXED * fmax(more, 0) : 0;
}

/* A disc is reported as a wink when enough of it is seen and its colour is one of the four. */
static bool is_wink(const sq_sight *s, const sq_pile_wink *k) {
    /* What reaches beyond what is looked at off the mat is a border of the table's rather than a wink. */
    if (sq_mat_beyond_edge(k->disc.at, k->disc.radius_mm) > SQ_REACH_MM) return false;
    if (k->inner && is_blurred(s, &k->disc)) return false;
    bool rim = k->inner || (k->rim_share >= SQ_RIM_LEAST && k->rim_support >= SQ_RIM_SUPPORT);
    if (k->faint) return sq_low_chroma_is_seen(k);
    return rim && k->seen >= SQ_SEEN_LEAST &&
           sq_palette_shows(&s->palette, k->colour, k->disc.chroma, weakest_of(s, k));
}

/* Whether a heap takes more winks of one colour and size than a set has: then it is no heap of winks, but
 * something of that colour which winks were laid over to account for it: a cup, a card. */
static bool more_than_a_set(const sq_sight *s) {
    int count[SQ_COLOURS][SQ_SIZES] = {{0}};
    bool more = false;
    for (int k = 0; k < s->stack.count; k++) {
        const sq_pile_wink *w = &s->stack.wink[k];
        if (!is_wink(s, w)) continue;
        more |= ++count[w->colour][w->size] > sq_winks_in_set(w->size);
    }
    return more;
}

/* Whether much of what is seen of a wink in a heap is not as it was drawn; two by themselves can hardly lie
 * otherwise. */
static bool is_ragged(const sq_sight *s, const sq_pile_wink *k) {
    double face = M_PI * k->disc.radius_mm * k->disc.radius_mm;
    return s->stack.count > 2 &&
           k->left_mm2 > (k->seen < SQ_SLIVER_SEEN ? SQ_SLIVER_LEFT : SQ_RAGGED_LEFT) * face * k->seen;
}

/* The probability that a wink lies as it was taken to. A ragged one may lie otherwise; the sliver that two
 * others leave open, if ragged, may well be of a wink of the other size, or two slivers of one. In a blurred
 * picture one may be found twice, of which half is seen or whose place is a guess. */
static double presence(const sq_sight *s, const sq_pile_wink *k) {
    bool guessed =
        is_blurred(s, &k->disc) && (k->seen < SQ_GUESSED_SEEN || claimed_sigma(k) > SQ_GUESSED_SIGMA_MM);
    return k->its_own * (is_ragged(s, k) || guessed ? SQ_RAGGED_TRUE : 1);
}

/* What a reported wink shows of being one. What a lamp has paled is not asked, nor what lies over the edge.
 */
static void suspect_wink(sq_sight *s, int i, int k, int cluster) {
    const sq_pile_wink *w = &s->stack.wink[k];
    bool open =
        !s->clusters.cluster[cluster].is_bright && sq_mat_beyond_edge(w->disc.at, w->disc.radius_mm) < 0;
    sq_disc disc[SQ_FIT_CAP];
    for (int j = 0; j < s->stack.count; j++)
        disc[j] = s->stack.wink[j].disc;
    s->suspect[i] = (sq_suspect){.heap = -1, .colour = w->colour, .size = w->size};
    if (open) sq_suspect_look(&s->suspect[i], &s->window, disc, s->stack.count, k, s->blur_px, cluster);
}

static void report_stack(sq_sight *s, int cluster, sq_position *out) {
    int index[SQ_FIT_CAP];
    for (int k = 0; k < s->stack.count; k++) {
        const sq_pile_wink *from = &s->stack.wink[k];
        double told = s->told[k]; /* 0: not at all */
        index[k] = -1;
        if (!is_wink(s, from)) continue;
        if (told <= 0) {
            sq_region_add(out, (sq_region){from->disc.at, from->disc.radius_mm});
            continue;
        }
        if (out->wink_count == SQ_SEEN_CAP) {
            out->truncated = true;
            return;
        }
        index[k] = out->wink_count;
        double there = s->presence[out->wink_count] = presence(s, from);
        suspect_wink(s, out->wink_count, k, cluster);
        out->winks[out->wink_count++] =
            (sq_seen_wink){.colour = from->colour,
                           .size = from->size,
                           .at = from->disc.at,
                           .z = from->disc.z,
                           .normal = from->disc.normal,
                           .sigma_mm = hypot(claimed_sigma(from), mixed_sigma(s, from)),
                           .seen = from->seen,
                           .pot_supported = from->pot_supported,
                           .aslant = from->aslant,
                           .colour_confidence = from->colour_confidence * told,
                           .size_confidence = from->size_confidence * there,
                           .id = SQ_NO_WINK};
        if (s->pot.found) sq_lean_settle(&out->winks[index[k]], s->pot.at);
        for (int j = 0; j < k; j++)
            if (index[j] >= 0 && s->order_count < SQ_PAIR_CAP)
                s->order[s->order_count++] = (sq_order){index[j], index[k], s->stack.order[j][k]};
    }
}

/* How far the colours of the stack's winks can be told where glare lies on them, or a lamp has paled them. */
static void judge_colours(sq_sight *s, const sq_frame *f, bool is_bright) {
    if (is_bright) {
        sq_window_read(&s->window, f, &s->outline, &s->surface);
        sq_pot_hide(&s->pot, &s->window);
    }
    for (int k = 0; k < s->stack.count; k++) {
        const sq_pile_wink *w = &s->stack.wink[k];
        s->told[k] =
            is_bright ? sq_glare_confidence(&s->window, &s->surface, &s->palette, &w->disc, w->colour) : 1;
        bool lit = (w->pale || w->faint) && light_of(&s->window, &w->disc) > 1;
        if (lit || !sq_palette_shows(&s->palette, w->colour, w->disc.chroma, 0)) s->told[k] = 0;
    }
}

static void read_box(sq_sight *s, const sq_frame *f, sq_box b) {
    sq_window_read_box(&s->window, b, f, &s->outline, &s->surface);
}

/* Who lies over whom is as open as it is whether both are there. */
static void doubt_orders(sq_sight *s) {
    for (int i = 0; i < s->order_count; i++) {
        sq_order *o = &s->order[i];
        double both = s->presence[o->first] * s->presence[o->second];
        o->second_over = 0.5 + (o->second_over - 0.5) * both;
    }
}

/* What winks do not account for may be a second pot; then it is told, and where it stands no wink is. */
static bool find_other_pot(sq_sight *s, const sq_cluster *k, const sq_frame *f, const sq_camera *c,
                           sq_position *out) {
    sq_px middle = {(k->x0 + k->x1) / 2.0, (k->y0 + k->y1) / 2.0};
    sq_mm at, about = sq_mm_from_px(c, middle, SQ_POT_HEIGHT_MM / 2);
    if (sq_mat_beyond_edge(about, 0) > 0 || sq_mm_distance(about, s->pot.at) < SQ_POT_TOP_MM) return false;
    if (!sq_pot_elsewhere(&at, about, f, c, &s->surface, &s->pot_patch)) return false;
    if (sq_mm_distance(at, s->pot.at) < SQ_POT_TOP_MM) return false;
    out->other_pot_found = true;
    out->other_pot = at;
    return true;
}

static void explain_window(sq_sight *s, const sq_palette *p, const sq_camera *c, sq_position *out) {
    sq_pile_explain(&s->stack, &s->window, c, p, s->pot.found ? &s->pot.at : 0, s->blur_px, &s->scratch);
    out->truncated |= s->stack.truncated;
}

static void read_cluster(sq_sight *s, const sq_cluster *k, const sq_frame *f) {
    read_box(s, f, (sq_box){k->x0, k->y0, k->x1, k->y1});
    sq_pot_hide(&s->pot, &s->window);
}

static bool is_beside_pot(const sq_sight *s, const sq_cluster *k) {
    const sq_box *pot = &s->pot.box;
    return s->pot.found && k->x0 < pot->x1 && pot->x0 < k->x1 && k->y0 < pot->y1 && pot->y0 < k->y1;
}

/* Whether a hand may tint the felt there: one that is as large as that does so anywhere. */
static bool may_be_tinted(const sq_position *p, sq_region at) {
    for (int i = 0; i < p->region_count; i++) {
        const sq_region *r = &p->regions[i];
        double between = sq_mm_distance(r->at, at.at) - r->radius_mm - at.radius_mm;
        if (r->radius_mm > SQ_LOW_CHROMA_HAND_MM || between < SQ_LOW_CHROMA_FROM_REGION_MM) return true;
    }
    return false;
}

/* Once more, where something faint was left. Beside the pot its own colour on the felt is faint as well. */
static void explain_faint(sq_sight *s, const sq_cluster *k, const sq_camera *c, sq_position *out) {
    sq_palette faint;
    double px_per_mm = sq_px_per_mm(c, (sq_mm3){0, 0, 0});
    if (is_beside_pot(s, k) || may_be_tinted(out, sq_cluster_region(k, c))) return;
    if (s->stack.unexplained_mm2 >= SQ_LOW_CHROMA_SHARE * SQ_SMALL_FACE_MM2 &&
        sq_low_chroma_colours(&faint, &s->palette, &s->window, &s->stack, px_per_mm, s->blur_px)) {
        static _Thread_local sq_pile first; /* large */
        first = s->stack;
        explain_window(s, &faint, c, out);
        if (!sq_low_chroma_better(&s->stack, &first, &s->palette, &s->window, s->blur_px)) s->stack = first;
    }
    sq_low_chroma_alone(&s->stack, &s->palette, &s->window, s->blur_px);
}

/* Explains cluster k. Of coloured shade a heap may be made that takes more winks than a set has; without the
 * shade it is those that lie in it. */
static void explain_cluster(sq_sight *s, const sq_cluster *k, const sq_frame *f, const sq_camera *c,
                            sq_position *out) {
    read_cluster(s, k, f);
    if (k->is_bright) sq_glare_take_off(&s->window, &s->surface);
    end_stage(s, SQ_STAGE_WINDOW);
    explain_window(s, &s->palette, c, out);
    if (!k->is_bright) explain_faint(s, k, c, out);
    if (k->is_bright || !more_than_a_set(s)) return;
    sq_coloured_shadow_take_off(&s->window, &s->palette);
    explain_window(s, &s->palette, c, out);
}

/* What is too large for winks beside the pot may be those that lie in its shade, where that is coloured. If
 * so, explains it without the shade. */
static bool lies_in_pots_shade(sq_sight *s, const sq_cluster *k, const sq_frame *f, const sq_camera *c,
                               sq_position *out) {
    if (!is_beside_pot(s, k) || k->x1 - k->x0 > SQ_PATCH_MAX_SIDE || k->y1 - k->y0 > SQ_PATCH_MAX_SIDE)
        return false;
    read_cluster(s, k, f);
    double mm = 1 / s->pot.level[0].px_per_mm;
    if (sq_coloured_shadow_take_off(&s->window, &s->palette) * mm * mm > SQ_CLUSTER_MOST_MM2) return false;
    explain_window(s, &s->palette, c, out);
    return true;
}

/* Whether there is something as large and as compact as a wink in a cluster of which no wink was made, from
 * index `first` of p on: it is not known what. About the pot it may be the shade of mixed lamps, at the mat's
 * edge the table's colour. */
static bool is_left_over(const sq_sight *s, const sq_cluster *k, int first, const sq_camera *c,
                         const sq_position *p) {
    const sq_segments *g = &s->segments;
    sq_region r = sq_cluster_region(k, c);
    if (p->wink_count > first || sq_region_holds(p, r.at) || sq_mat_beyond_edge(r.at, r.radius_mm / 2) > 0)
        return false;
    if (s->pot.found && sq_mm_distance(r.at, s->pot.at) < r.radius_mm + SQ_LEFT_OVER_POT_MM) return false;
    double mm = g->step / sq_px_per_mm(c, (sq_mm3){0, 0, 0}), wink = SQ_SMALL_FACE_MM2;
    for (int i = 0; i < g->blob_count; i++) {
        const sq_blob *b = &g->blob[i];
        double wide = (double)(b->x1 - b->x0) / g->step, high = (double)(b->y1 - b->y0) / g->step;
        if (sq_cluster_has(k, i) && fmin(wide, high) * mm >= SQ_SMALL_MM / 2 &&
            b->area * mm * mm >= SQ_LEFT_OVER_SHARE * wink && b->area >= SQ_LEFT_OVER_FILL * wide * high)
            return true;
    }
    return false;
}

static void explain_clusters(sq_sight *s, const sq_frame *f, const sq_camera *c, sq_position *out) {
    s->order_count = 0;
    for (int i = 0; i < s->clusters.count; i++) {
        sq_cluster *k = &s->clusters.cluster[i];
        int first = out->wink_count;
        /* Highlights on a hand are told with it: it is larger, and so it comes first. */
        k->is_bright &= !sq_region_holds(out, sq_cluster_region(k, c).at);
        if (k->is_region && !lies_in_pots_shade(s, k, f, c, out)) {
            find_other_pot(s, k, f, c, out);
            sq_region_report(out, k, &s->segments, &s->outline, c);
            continue;
        }
        if (!k->is_region) explain_cluster(s, k, f, c, out);
        judge_colours(s, f, k->is_bright && !k->is_region);
        bool too_many = more_than_a_set(s), odd = too_many || s->stack.unexplained_mm2 > SQ_POT_ELSEWHERE_MM2;
        if ((odd && find_other_pot(s, k, f, c, out)) || too_many)
            sq_region_report(out, k, &s->segments, &s->outline, c);
        else
            report_stack(s, i, out);
        sq_region_report_glare(out, k, first, &s->segments, c);
        if (is_left_over(s, k, first, c, out)) sq_region_report(out, k, &s->segments, &s->outline, c);
        end_stage(s, SQ_STAGE_STACK);
    }
}

/* The winks of a heap and colour that are none, of which this is the first, as one region. */
static sq_region region_of_clutter(const sq_sight *s, const sq_position *p, const bool is_clutter[],
                                   int first) {
    sq_region all = {p->winks[first].at, 0};
    for (int i = first; i < p->wink_count; i++) {
        bool same =
            s->suspect[i].heap == s->suspect[first].heap && s->suspect[i].colour == s->suspect[first].colour;
        const sq_seen_wink *w = &p->winks[i];
        if (is_clutter[i] && same) all = sq_region_of_both(all, (sq_region){w->at, sq_seen_radius_mm(w)});
    }
    return all;
}

/* Coins and slips of paper that were taken for winks become regions. */
static void strike_clutter(sq_sight *s, sq_position *out) {
    bool is_clutter[SQ_SEEN_CAP];
    int now[SQ_SEEN_CAP], kept = 0, orders = 0;
    if (!sq_clutter_find(is_clutter, s->suspect, out->wink_count)) return;
    for (int i = 0; i < out->wink_count; i++)
        if (is_clutter[i] && !sq_region_holds(out, out->winks[i].at))
            sq_region_add(out, region_of_clutter(s, out, is_clutter, i));
    for (int i = 0; i < out->wink_count; i++) {
        now[i] = is_clutter[i] ? -1 : kept;
        if (is_clutter[i]) continue;
        out->winks[kept] = out->winks[i];
        s->presence[kept++] = s->presence[i];
    }
    out->wink_count = kept;
    for (int i = 0; i < s->order_count; i++) {
        sq_order o = s->order[i];
        if (now[o.first] >= 0 && now[o.second] >= 0)
            s->order[orders++] = (sq_order){now[o.first], now[o.second], o.second_over};
    }
    s->order_count = orders;
}

/* What the pot looks like, and so how far its own colour may be seen. */
static void look_at_pot(sq_sight *s, const sq_frame *f, const sq_camera *c) {
    if (!s->pot.found) return;
    read_box(s, f, sq_pot_opening(&s->pot, c));
    sq_pot_measure_tint(&s->pot, &s->window, c, &s->scratch.guess);
    sq_pot_outline(&s->pot, f->width, f->height);
}

/* The winks on the pot's rim, which hide what is below. */
static void look_at_rim(sq_sight *s, const sq_frame *f, const sq_camera *c, sq_position *out) {
    if (!s->pot.found) return;
    read_box(s, f, sq_pot_rim_box(&s->pot, c));
    out->wink_count +=
        sq_pot_rim_find(&s->pot, out->winks + out->wink_count, &s->window, c, &s->palette, &s->scratch.guess);
    for (int i = 0; i < out->wink_count; i++)
        s->suspect[i] = (sq_suspect){.heap = -1, .colour = out->winks[i].colour, .size = out->winks[i].size};
    if (s->pot.rim_count) sq_pot_outline(&s->pot, f->width, f->height);
}

/* Winks in the pot, once the mat's own have told what the colours look like. */
static void look_into_pot(sq_sight *s, const sq_frame *f, const sq_camera *c, sq_position *out) {
    if (!s->pot.found) return;
    read_box(s, f, sq_pot_opening(&s->pot, c));
    sq_position_count_unseen(out);
    out->wink_count += sq_pot_contents(out->winks + out->wink_count, SQ_SEEN_CAP - out->wink_count,
                                       out->unseen, &s->window, &s->pot, c, &s->palette, &s->scratch.guess);
}

/* The whole way once: from a frame whose chroma siting is taken as it says. */
static sq_code run_stages(sq_sight *s, const sq_frame *f, const sq_camera *c, sq_position *out, sq_diag *d) {
    double px_per_mm = sq_px_per_mm(c, (sq_mm3){0, 0, 0});
    memset(out, 0, sizeof *out);
    out->t = f->t;
    out->width = f->width;
    out->height = f->height;
    out->camera_rms_px = NAN;
    sq_code code = refuse_unfit(f, c, px_per_mm, d);
    if (code || (code = prepare_outline(s, f, c, d))) return code;
    end_stage(s, SQ_STAGE_OUTLINE);
    int step = (int)fmax(1, round(px_per_mm * SQ_SMALL_MM / SQ_SAMPLES_PER_WINK));
    double mm2_per_sample = step * step / (px_per_mm * px_per_mm);
    int most_area = (int)(SQ_CLUSTER_MOST_MM2 / mm2_per_sample);
    int small_wink = (int)(SQ_SMALL_FACE_MM2 / mm2_per_sample);

    sq_background_measure(&s->surface, f, &s->outline, tile_side(f, px_per_mm));
    end_stage(s, SQ_STAGE_SURFACE);
    if (!s->surface.known[SQ_BACKGROUND_FELT])
        return sq_fail(d, SQ_E_SIGHT,
                       "the mat is not in the picture where the camera file says; calibrate the camera anew");
    sq_pot_find(&s->pot, f, c, &s->surface, &s->pot_patch);
    look_at_pot(s, f, c);
    end_stage(s, SQ_STAGE_POT);
    sq_segment(&s->segments, f, &s->outline, s->pot.row, &s->surface, step,
               (int)ceil(SQ_BLOB_LEAST_MM2 / mm2_per_sample));
    end_stage(s, SQ_STAGE_SEGMENT);
    sq_palette_learn(&s->palette, f, &s->outline, &s->surface, &s->segments, most_area, small_wink);
    end_stage(s, SQ_STAGE_PALETTE);
    look_at_rim(s, f, c, out);
    end_stage(s, SQ_STAGE_POT);
    sq_glare_find(&s->segments, f, &s->outline, s->pot.row, &s->surface, px_per_mm);
    end_stage(s, SQ_STAGE_SEGMENT);
    sq_cluster_blobs(&s->clusters, &s->segments, px_per_mm, most_area);
    end_stage(s, SQ_STAGE_CLUSTER);
    explain_clusters(s, f, c, out);
    strike_clutter(s, out);
    sq_order_review_view view = {&s->window, f, &s->outline, &s->surface, &s->pot, c, s->blur_px};
    sq_order_review_judge(s->order, s->order_count, out, &view);
    doubt_orders(s);
    end_stage(s, SQ_STAGE_STACK);
    look_into_pot(s, f, c, out);
    sq_hidden_support_judge(out, &view);
    out->truncated |= s->segments.truncated || s->clusters.truncated;
    out->pot_found = s->pot.found;
    out->pot = s->pot.at;
    out->pot_sigma_mm = s->pot.sigma_mm;
    sq_position_complete(out, c->blue, s->order, s->order_count);
    end_stage(s, SQ_STAGE_SCENE);
    return SQ_OK;
}

/* What the look has told of the optics: where chroma lies (once for a source) and how blurred it is. Returns
 * whether either is another than was taken. */
static bool learn_optics(sq_sight *s, sq_frame *f, const sq_camera *c, const sq_position *p) {
    bool other = false;
    if (!s->siting_known && sq_chroma_siting_measure(&s->siting, f, c, p)) {
        s->siting_known = true;
        other = s->siting != f->siting;
        f->siting = s->siting;
    }
    double blur_px;
    if (sq_blur_measure(&blur_px, &s->window, f, &s->outline, &s->surface, c, p) &&
        fabs(blur_px / s->blur_px - 1) > SQ_BLUR_OTHER) {
        s->blur_px = blur_px;
        other = true;
    }
    return other;
}

sq_code sq_sight_look(sq_sight *s, const sq_frame *f, const sq_camera *c, sq_position *out, sq_diag *d) {
    double start = 1e3 * sq_monotonic_s();
    memset(s->stage_ms, 0, sizeof s->stage_ms);
    s->stage_began = start;
    sq_frame frame = *f;
    s->siting_known = s->siting_known && same_source(s, f, c);
    if (!same_source(s, f, c)) s->blur_px = SQ_BLUR_PX;
    if (s->siting_known) frame.siting = s->siting;
    sq_code code = run_stages(s, &frame, c, out, d);
    if (!code && learn_optics(s, &frame, c, out)) code = run_stages(s, &frame, c, out, d);
    out->sight_ms = 1e3 * sq_monotonic_s() - start;
    return code;
}

/* Looks for winks of little chroma: measures the colour of what an explanation left bare, and checks the
 * rims of the winks that a second search then found, in all three channels. */
#include "vision/explain/pale_winks.h"

#include "rules/terms/equipment_sizes.h"
#include "vision/explain/pile_search.h"
#include "vision/explain/rim_support.h"
#include "vision/geometry/blurred_edge.h"
#include "vision/geometry/mat_geometry.h"
#include "vision/math/median.h"
#include "vision/math/tunable_number.h"
#include "vision/position/position.h"
#include "vision/segment/wink_palette.h"

/* mm about a wink, and beyond the blur about that, within which nothing is bare: halos and shadows. */
SQ_NUMBER(SQ_PALE_MARGIN_MM, 0.7);

/* Share of the usual step over the rim that counts as one; and how far felt strays from the felt's brightness
 * in any colour: grain, and shadows of winks. */
SQ_NUMBER(SQ_PALE_STEP, 0.4f);
SQ_NUMBER(SQ_PALE_FELT, 0.3f);

/* How much higher the step at the rim of the other size is before a faint wink is taken to be of that one. */
SQ_NUMBER(SQ_PALE_HIGHER, 1.25);

/* Pixels of one colour's angle, by how far they stand out. */
typedef struct {
    int all, of_length[SQ_CHROMA_LENGTHS];
} bare;

static bool is_explained(const sq_pile *k, double x, double y, double blur_px) {
    for (int i = 0; i < k->count; i++) {
        const sq_disc *d = &k->wink[i].disc;
        if (sq_disc_distance(d, x, y, 0, 0) < SQ_PALE_MARGIN_MM + SQ_FACE_BLURS * blur_px / d->px_per_mm)
            return true;
    }
    return false;
}

static void count_bare(bare of[SQ_USUAL_COLOURS], const sq_palette *p, const sq_window *w, const sq_pile *k,
                       double blur_px) {
    for (int i = 0; i < w->w * w->h; i++) {
        sq_chroma v = w->chroma[i], off = {v.x - w->ground[i].x, v.y - w->ground[i].y};
        float length = sq_chroma_length(off);
        if (w->believed[i] == 0 || length < SQ_PALE_LEAST) continue;
        sq_colour c = sq_palette_nearest(p, off, 0);
        bool near = sq_angle_between(sq_chroma_angle(off), p->colour[c].angle) < SQ_COLOUR_REACH_DEG;
        if (!near || is_explained(k, w->x0 + i % w->w, w->y0 + (double)(i / w->w), blur_px)) continue;
        int l = (int)(length / SQ_CHROMA_LONGEST * SQ_CHROMA_LENGTHS);
        of[c].all++;
        of[c].of_length[l < SQ_CHROMA_LENGTHS ? l : SQ_CHROMA_LENGTHS - 1]++;
    }
}

static float median_length(const bare *b) {
    int seen = 0, l = 0;
    while (2 * (seen += b->of_length[l]) < b->all)
        l++;
    return ((float)l + 0.5f) * SQ_CHROMA_LONGEST / SQ_CHROMA_LENGTHS;
}

bool sq_pale_winks_colours(sq_palette *out, const sq_palette *p, const sq_window *w, const sq_pile *k,
                           double px_per_mm, double blur_px) {
    bare of[SQ_USUAL_COLOURS] = {{0}};
    double face = SQ_SMALL_FACE_MM2 * px_per_mm * px_per_mm;
    bool any = false;
    *out = *p;
    count_bare(of, p, w, k, blur_px);
    for (int c = 0; c < SQ_USUAL_COLOURS; c++) {
        if (of[c].all < SQ_PALE_SHARE * face) continue;
        float length = median_length(&of[c]);
        if (length > SQ_PALE_STRENGTH * p->colour[c].length) continue;
        out->colour[c].length = length;
        any = true;
    }
    return any;
}

/* ---- The outline in all three colours ---- */

/* By how much red, green and blue, relative to the felt, differ just within the rim from just outside it. */
typedef struct {
    float by[3];
    bool from_felt; /* bare felt is outside it */
} rim_step;

static bool on_another(const sq_pile *k, int wink, sq_px p, double margin_mm) {
    for (int i = 0; i < k->count; i++)
        if (i != wink && sq_disc_distance(&k->wink[i].disc, p.x, p.y, 0, 0) < margin_mm) return true;
    return false;
}

/* How far a face differs from felt, half-way to its rim. */
static double face_height(const sq_window *w, const sq_disc *d) {
    const sq_direction *to = sq_rim_directions();
    float v[SQ_RIM_POINTS];
    int n = 0;
    for (int i = 0; i < SQ_RIM_POINTS; i++) {
        float rgb[3], square = 0;
        if (!sq_window_rgb_at(w, sq_disc_point_along(d, to[i].cosine, to[i].sine, d->radius_mm / 2), rgb))
            continue;
        for (int c = 0; c < 3; c++)
            square += (rgb[c] - 1) * (rgb[c] - 1);
        v[n++] = sqrtf(square);
    }
    return n ? sq_median(v, n) : 0;
}

/* The steps at those of its rim's points at which no other wink lies; returns how many. */
static int read_steps(rim_step out[SQ_RIM_POINTS], const sq_window *w, const sq_pile *k, int wink,
                      double blur_px) {
    const sq_disc *d = &k->wink[wink].disc;
    const sq_direction *to = sq_rim_directions();
    double away = fmax(SQ_FACE_BLURS * blur_px, 1) / d->px_per_mm;
    int n = 0;
    for (int i = 0; i < SQ_RIM_POINTS; i++) {
        sq_px in = sq_disc_point_along(d, to[i].cosine, to[i].sine, d->radius_mm - away),
              beyond = sq_disc_point_along(d, to[i].cosine, to[i].sine, d->radius_mm + away);
        float face[3], felt[3];
        if (on_another(k, wink, in, 0) || on_another(k, wink, beyond, away) ||
            !sq_window_rgb_at(w, in, face) || !sq_window_rgb_at(w, beyond, felt))
            continue;
        out[n].from_felt = true;
        for (int c = 0; c < 3; c++) {
            out[n].by[c] = face[c] - felt[c];
            out[n].from_felt &= fabsf(felt[c] - 1) < SQ_PALE_FELT;
        }
        n++;
    }
    return n;
}

/* How the picture steps from bare felt to what the face shows all about, in whatever way that differs: where
 * colour hardly does, brightness must. */
typedef struct {
    double support; /* share of the open rim that has that step */
    double height;  /* of the step, in felts */
} outline;

static outline read_outline(const sq_window *w, const sq_pile *k, int wink, double blur_px) {
    rim_step step[SQ_RIM_POINTS];
    int n = read_steps(step, w, k, wink, blur_px), alike = 0;
    float usual[3], square = 0, v[SQ_RIM_POINTS];
    if (!n) return (outline){0, 0};
    for (int c = 0; c < 3; c++) {
        for (int i = 0; i < n; i++)
            v[i] = step[i].by[c];
        usual[c] = sq_median(v, n);
        square += usual[c] * usual[c];
    }
    for (int i = 0; i < n; i++) {
        float along = 0;
        for (int c = 0; c < 3; c++)
            along += step[i].by[c] * usual[c];
        alike += step[i].from_felt && along > SQ_PALE_STEP * square;
    }
    return (outline){(double)alike / n, sqrt(square)};
}

/* A codec keeps brightness finer than colour: the size of whose rim the picture makes the higher step. */
static outline settle_size(sq_pile *k, int wink, const sq_window *w, double blur_px) {
    sq_pile_wink *s = &k->wink[wink], before = *s;
    outline own = read_outline(w, k, wink, blur_px), other;
    s->size = s->size == SQ_LARGE ? SQ_SMALL : SQ_LARGE;
    s->disc.radius_mm = sq_wink_radius_mm(s->size);
    other = read_outline(w, k, wink, blur_px);
    if (other.support >= SQ_RIM_SUPPORT && other.height > SQ_PALE_HIGHER * own.height) return other;
    *s = before;
    return own;
}

/* ---- The better explanation ---- */

static bool is_same(const sq_pile_wink *a, const sq_pile_wink *b) {
    return a->colour == b->colour && a->size == b->size &&
           sq_mm_distance(a->disc.at, b->disc.at) < SQ_SAME_WINK_MM;
}

static bool has(const sq_pile *k, const sq_pile_wink *w) {
    for (int i = 0; i < k->count; i++)
        if (is_same(&k->wink[i], w)) return true;
    return false;
}

bool sq_pale_winks_is_seen(const sq_pile_wink *w) {
    double face = M_PI * w->disc.radius_mm * w->disc.radius_mm * w->seen;
    return w->seen >= SQ_RIM_SUPPORT && w->rim_share >= SQ_RIM_SUPPORT && w->rim_support >= SQ_RIM_SUPPORT &&
           w->residual_mm2 < SQ_ALONE_PALE_LEFT * face &&
           sq_mat_beyond_edge(w->disc.at, w->disc.radius_mm) <= 0;
}

/* Fainter than what the search takes for the colour's own. */
static bool is_faint(const sq_pile_wink *w, const sq_palette *usual) {
    return sq_chroma_length(w->disc.chroma) < SQ_LABEL_SHARE * usual->colour[w->colour].length;
}

/* Marks wink i, once its outline has told its size; whether it is well seen. */
static bool mark(sq_pile *k, int i, const sq_window *w, double blur_px) {
    sq_pile_wink *s = &k->wink[i];
    outline o = settle_size(k, i, w, blur_px);
    bool stands_out = o.height >= fmax(SQ_PALE_LEAST, SQ_PALE_STEP * face_height(w, &s->disc));
    s->faint = true;
    s->rim_support = stands_out ? o.support : 0;
    return sq_pale_winks_is_seen(s);
}

void sq_pale_winks_alone(sq_pile *k, const sq_palette *usual, const sq_window *w, double blur_px) {
    const sq_pile_wink *s = k->wink;
    if (k->count == 1 && s->rim_support >= SQ_ALONE_RIM &&
        !sq_palette_shows(usual, s->colour, s->disc.chroma, 0))
        mark(k, 0, w, blur_px);
}

bool sq_pale_winks_better(sq_pile *second, const sq_pile *first, const sq_palette *usual, const sq_window *w,
                          double blur_px) {
    int more = 0;
    for (int i = 0; i < first->count; i++)
        if (first->wink[i].rim_support >= SQ_RIM_SUPPORT && !has(second, &first->wink[i])) return false;
    for (int i = 0; i < second->count; i++) {
        const sq_pile_wink *s = &second->wink[i];
        if (has(first, s) || !is_faint(s, usual)) continue;
        more += mark(second, i, w, blur_px);
    }
    return more > 0;
}

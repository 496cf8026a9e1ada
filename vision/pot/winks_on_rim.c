/* Walks around the pot's rim, finds the stretches that show the colour of a wink, and fits a flat disc to
 * each. */
#include "vision/pot/winks_on_rim.h"

#include <math.h>

#include "rules/terms/equipment_sizes.h"
#include "vision/geometry/cup.h"
#include "vision/math/tunable_number.h"
#include "vision/pot/find_pot.h"

/* Winks on the pot's rim. The share of its face that must be seen, another's edge or a highlight upon it
 * excepted; and the deviation of a place that is told by whole pixels. */
SQ_NUMBER(SQ_RIM_WINK_FACE, 0.85);
SQ_NUMBER(SQ_RIM_WINK_SIGMA_MM, 0.4);

enum { NO_COLOUR = -1 };

typedef struct {
    const sq_window *w;
    const sq_camera *c;
    const sq_palette *palette;
    const sq_pot *pot;
    int own;        /* the cup's colour, or none */
    uint8_t *shows; /* for each pixel of the window: whether it shows the colour that is looked for */
} search;

static double rim_z(void) {
    return SQ_POT_HEIGHT_MM + SQ_WINK_THICKNESS_MM / 2;
}

sq_box sq_pot_rim_box(const sq_pot *p, const sq_camera *c) {
    sq_disc reach = {.at = p->at, .z = rim_z(), .radius_mm = SQ_POT_TOP_MM / 2 + SQ_LARGE_MM};
    sq_disc_place_circle(&reach, c);
    return sq_disc_box(&reach, 0);
}

/* The colour of plastic that a pixel of the window shows. */
static int plastic_of(const search *q, sq_chroma v) {
    int colour = (int)sq_palette_nearest(q->palette, v, 0);
    bool is_one = colour != q->own && sq_palette_shows(q->palette, (sq_colour)colour, v, SQ_LABEL_SHARE);
    return is_one ? colour : NO_COLOUR;
}

/* Where a pixel of the frame lies in the window; -1 where it lies beyond. */
static int index_at(const sq_window *w, int x, int y) {
    bool within = x >= w->x0 && y >= w->y0 && x < w->x0 + w->w && y < w->y0 + w->h;
    return within ? (y - w->y0) * w->w + x - w->x0 : -1;
}

/* Marks what shows one colour, once for all discs of it. */
static void mark(const search *q, int colour) {
    for (int i = 0; i < q->w->w * q->w->h; i++)
        q->shows[i] = plastic_of(q, q->w->chroma[i]) == colour;
}

/* ---- Along the rim ---- */

enum { RIM_POINTS = 96 };

static double azimuth_of(int point) {
    return 2 * M_PI * point / RIM_POINTS;
}

static sq_mm beside_axis(const sq_pot *p, double azimuth, double mm) {
    return (sq_mm){p->at.x + mm * cos(azimuth), p->at.y + mm * sin(azimuth)};
}

static int points_in(double rim_mm) {
    return (int)(rim_mm / (M_PI * SQ_POT_TOP_MM) * RIM_POINTS);
}

static void walk_rim(const search *q, int colour[RIM_POINTS]) {
    double middle = (SQ_POT_TOP_MM - SQ_CUP_WALL_MM) / 2;
    for (int i = 0; i < RIM_POINTS; i++) {
        sq_mm at = beside_axis(q->pot, azimuth_of(i), middle);
        sq_px p = sq_px_from_mm3(q->c, sq_mm_at_height(at, SQ_POT_HEIGHT_MM));
        int at_index = index_at(q->w, (int)lround(p.x), (int)lround(p.y));
        colour[i] = at_index < 0 ? NO_COLOUR : plastic_of(q, q->w->chroma[at_index]);
    }
}

/* ---- A disc upon it ---- */

/* How well a disc accounts for what is marked: the share of its face that is, and that of a ring of the same
 * area about it. */
typedef struct {
    double face, beyond;
} match;

static match match_of(const search *q, const sq_disc *d) {
    double ring_mm = (M_SQRT2 - 1) * d->radius_mm;
    int face = 0, in = 0, ring = 0, out = 0;
    sq_box b = sq_disc_box(d, ring_mm);
    for (int y = b.y0; y < b.y1; y++)
        for (int x = b.x0; x < b.x1; x++) {
            double away = sq_disc_distance(d, x, y, 0, 0);
            if (away > ring_mm) continue;
            int i = index_at(q->w, x, y);
            bool shows = i >= 0 && q->shows[i];
            face += away <= 0;
            in += away <= 0 && shows;
            ring += away > 0;
            out += away > 0 && shows;
        }
    return (match){face ? (double)in / face : 0, ring ? (double)out / ring : 1};
}

static sq_disc disc_at(const search *q, sq_size size, double azimuth, double mm) {
    sq_disc d = {.at = beside_axis(q->pot, azimuth, mm),
                 .z = rim_z(),
                 .normal = {0, 0, 1},
                 .radius_mm = sq_wink_radius_mm(size)};
    sq_disc_place(&d, q->c);
    return d;
}

/* The best disc of that size about a place; places are those from which it does not fall: its middle between
 * the chord over the rim and the rim's outer edge. */
static double best_about(const search *q, sq_size size, double *azimuth, double *mm) {
    double r = sq_wink_radius_mm(size), inner = SQ_POT_TOP_MM / 2 - SQ_CUP_WALL_MM;
    double least = sqrt(inner * inner - r * r), most = SQ_POT_TOP_MM / 2, best = -INFINITY;
    *mm = (least + most) / 2;
    double reach = (most - least) / 2;
    for (double step = SQ_POT_COARSE_MM; step >= SQ_POT_FINE_MM; reach = step, step /= 2) {
        double about = *azimuth, at = *mm;
        for (double along = -reach; along <= reach; along += step)
            for (double out = fmax(at - reach, least); out <= fmin(at + reach, most); out += step) {
                double turned = about + along / most;
                sq_disc d = disc_at(q, size, turned, out);
                match m = match_of(q, &d);
                if (m.face - m.beyond <= best) continue;
                best = m.face - m.beyond;
                *azimuth = turned;
                *mm = out;
            }
    }
    return best;
}

/* The wink of that colour that covers the rim from point `from` over `count` points. Returns the share of its
 * face that is seen. */
static double find_one(const search *q, int colour, int from, int count, sq_disc *found) {
    mark(q, colour);
    double best = -INFINITY;
    for (int size = 0; size < SQ_SIZES; size++) {
        double azimuth = azimuth_of(from) + azimuth_of(count - 1) / 2, mm;
        double score = best_about(q, (sq_size)size, &azimuth, &mm);
        if (score <= best) continue;
        best = score;
        *found = disc_at(q, (sq_size)size, azimuth, mm);
    }
    return match_of(q, found).face;
}

/* Points in a row of one colour, from `from` on and round the circle. */
static int run_from(const int colour[RIM_POINTS], int from) {
    int n = 1;
    while (n < RIM_POINTS && colour[(from + n) % RIM_POINTS] == colour[from])
        n++;
    return n;
}

/* A highlight parts the rim's stretch of one wink into two, and both may be fitted as the same disc. */
static bool is_found_already(const sq_pot *p, const sq_disc *d) {
    for (int i = 0; i < p->rim_count; i++)
        if (sq_mm_distance(p->rim[i].at, d->at) < d->radius_mm) return true;
    return false;
}

int sq_pot_rim_find(sq_pot *p, sq_seen_wink out[SQ_POT_RIM_CAP], const sq_window *w, const sq_camera *c,
                    const sq_palette *palette, const sq_proposal_scratch *scratch) {
    search q = {.w = w, .c = c, .palette = palette, .pot = p, .own = NO_COLOUR, .shows = scratch->label};
    if (sq_chroma_length(p->tint) > SQ_POT_TINT) q.own = (int)sq_palette_nearest(palette, p->tint, 0);
    /* Of the rim a wink covers at least half of what a small one does, and at most what a large one does and
     * half as much; the cup's own colour is seen all round. */
    int colour[RIM_POINTS], least = points_in(SQ_SMALL_MM / 2), most = points_in(1.5 * SQ_LARGE_MM);
    walk_rim(&q, colour);
    p->rim_count = 0;
    for (int i = 0; i < RIM_POINTS && p->rim_count < SQ_POT_RIM_CAP; i++) {
        bool begins = colour[i] != NO_COLOUR && colour[i] != colour[(i + RIM_POINTS - 1) % RIM_POINTS];
        int count = begins ? run_from(colour, i) : 0;
        sq_disc *d = &p->rim[p->rim_count];
        double face = count < least || count > most ? 0 : find_one(&q, colour[i], i, count, d);
        if (face < SQ_RIM_WINK_FACE || is_found_already(p, d)) continue;
        out[p->rim_count++] =
            (sq_seen_wink){.colour = (sq_colour)colour[i],
                           .size = d->radius_mm > sq_wink_radius_mm(SQ_SMALL) ? SQ_LARGE : SQ_SMALL,
                           .at = d->at,
                           .z = d->z,
                           .normal = d->normal,
                           .sigma_mm = SQ_RIM_WINK_SIGMA_MM,
                           .place = SQ_PLACE_RIM,
                           .seen = face,
                           .pot_supported = true,
                           .colour_confidence = 1,
                           .size_confidence = 1,
                           .id = SQ_NO_WINK};
    }
    return p->rim_count;
}

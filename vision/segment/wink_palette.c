/* Learns the four colours of a picture: a histogram of chroma angles, a few rounds of k-means on the
 * circle from the usual angles, then a robust length for each colour. */
#include "vision/segment/wink_palette.h"

#include <stdlib.h>
#include <string.h>

#include "vision/frame/frame_row.h"
#include "vision/math/tunable_number.h"
#include "vision/math/units.h"
#include "vision/segment/background.h"

/* Spread of a colour's angle over one set of winks under one light, degrees; the floor of what is learned. */
SQ_NUMBER(SQ_COLOUR_SPREAD_DEG, 8.0f);

/* Samples' worth of belief in a colour's usual angle: a tenth of a small wink at 1080p. */
SQ_NUMBER(SQ_COLOUR_PRIOR_WEIGHT, 5.0f);

/* Small winks' worth of belief in its usual length. More: a single wink that a lamp has paled is not found.
 * Less: the halos of the other colours' winks are taken for those of a colour that is not in sight. */
SQ_NUMBER(SQ_COLOUR_PRIOR_WINKS, 0.25f);

enum { BINS = 72, ROUNDS = 4 };

/* Where the four lie for usual plastics on a neutral felt, from levels relative to it of blue (0.35,
 * 0.5, 1.0), green (0.3, 0.75, 0.5), red (1.05, 0.35, 0.35), yellow (1.15, 1.0, 0.3). Only the start of the
 * search. */
const float sq_usual_angle[SQ_USUAL_COLOURS] = {107, -151, 0, -78};

/* By how many degrees plastics, the felt's tint and a veil of light shift them (standard deviations):
 * plastics of four makers on six felts, with up to a sixth of a white sheet's light mirrored, are shifted by
 * 10, 10, 4 and 14; others' plastics and felts are not among them, so more is allowed. */
static const float usual_shift[SQ_USUAL_COLOURS] = {12, 12, 8, 18};

typedef struct {
    float weight[BINS], length[BINS][SQ_CHROMA_LENGTHS];
    int level[3][UINT8_MAX + 1];
} chroma_histogram;

static int angle_bin(float angle) {
    int b = (int)floorf(angle * BINS / 360);
    return (b % BINS + BINS) % BINS;
}

/* The middle of a bin, -180..180. */
static float bin_angle(int b) {
    return remainderf(((float)b + 0.5f) * 360 / BINS, 360);
}

static void count(void *histogram, const float level[3], const float felt[3]) {
    chroma_histogram *h = histogram;
    sq_chroma v = sq_chroma_from_rgb(level, felt);
    float length = sq_chroma_length(v);
    int bin = angle_bin(sq_chroma_angle(v));
    int l = (int)(length / SQ_CHROMA_LONGEST * SQ_CHROMA_LENGTHS);
    h->weight[bin] += length;
    for (int k = 0; k < 3; k++)
        h->level[k][(int)fmaxf(0, fminf(level[k], UINT8_MAX))]++;
    h->length[bin][l < SQ_CHROMA_LENGTHS ? l : SQ_CHROMA_LENGTHS - 1]++;
}

static void read_run(sq_coloured_sample *each, void *who, const sq_frame *f, const sq_rgb_matrix *m,
                     const sq_outline *o, const sq_background *s, const sq_run *r, int step) {
    int y = r->row * step;
    sq_row row = sq_row_of(f, y);
    for (int i = r->begin; i < r->end; i++) {
        int x = i * step;
        if (!sq_span_has(o->inner[y], x)) continue;
        float level[3], felt[3];
        sq_row_rgb(&row, m, x, level);
        sq_felt_at(s, (float)x, (float)y, felt);
        each(who, level, felt);
    }
}

/* Blobs come largest first. Only their own runs are too large, not what lies in their boxes: that of the
 * table's strip along the mat's edge holds most winks. */
static bool in_large_blob(const sq_segments *g, const sq_run *r, int max_area) {
    for (int b = 0; b < g->blob_count && g->blob[b].area > max_area; b++)
        if (g->blob[b].first == r->parent) return true;
    return false;
}

void sq_coloured_samples(sq_coloured_sample *each, void *who, const sq_frame *f, const sq_outline *o,
                         const sq_background *s, const sq_segments *g, int max_area) {
    const sq_rgb_matrix m = sq_rgb_matrix_of(f);
    for (int i = 0; i < g->run_count; i++)
        if (!in_large_blob(g, &g->run[i], max_area)) read_run(each, who, f, &m, o, s, &g->run[i], g->step);
}

static int nearest_to(const sq_palette *p, float angle) {
    int best = 0;
    for (int c = 1; c < SQ_USUAL_COLOURS; c++)
        if (sq_angle_between(angle, p->colour[c].angle) < sq_angle_between(angle, p->colour[best].angle))
            best = c;
    return best;
}

/* One round of k-means on the circle: each bin goes to the nearest colour, each colour to its bins' weighted
 * mean. */
static void settle(sq_palette *p, const chroma_histogram *h) {
    float shift[SQ_USUAL_COLOURS] = {0}, weight[SQ_USUAL_COLOURS] = {0}, square[SQ_USUAL_COLOURS] = {0};
    for (int b = 0; b < BINS; b++) {
        float angle = bin_angle(b);
        int best = nearest_to(p, angle);
        float d = remainderf(angle - p->colour[best].angle, 360);
        if (fabsf(d) > SQ_COLOUR_REACH_DEG) continue;
        shift[best] += h->weight[b] * d;
        square[best] += h->weight[b] * d * d;
        weight[best] += h->weight[b];
    }
    for (int c = 0; c < SQ_USUAL_COLOURS; c++) {
        /* A little weight on the usual angle: a few stray pixels do not move a colour that is not
         * in sight. */
        float pull = SQ_COLOUR_PRIOR_WEIGHT, home = remainderf(sq_usual_angle[c] - p->colour[c].angle, 360);
        float mean = (shift[c] + pull * home) / (weight[c] + pull);
        p->colour[c].spread =
            sqrtf((square[c] + pull * SQ_COLOUR_SPREAD_DEG * SQ_COLOUR_SPREAD_DEG) / (weight[c] + pull));
        p->colour[c].angle = remainderf(p->colour[c].angle + mean, 360);
        p->colour[c].samples = (int)weight[c];
    }
}

/* The median of the lengths within reach and nearer to no other colour, where each sample counts by its
 * length's square: full colour, neither the mixed pixels of rims nor the codec's halos, which are many and
 * weak. A part of a small wink of the usual length is put with them: of a colour that is not in sight those
 * halos are all there is, and coloured shade. */
static void measure_length(sq_palette *p, int c, const chroma_histogram *h, int small_wink) {
    sq_palette_colour *colour = &p->colour[c];
    float weight[SQ_CHROMA_LENGTHS] = {0}, total = 0, seen = 0;
    for (int b = 0; b < BINS; b++) {
        if (sq_angle_between(bin_angle(b), colour->angle) > SQ_COLOUR_REACH_DEG ||
            nearest_to(p, bin_angle(b)) != c)
            continue;
        for (int l = 0; l < SQ_CHROMA_LENGTHS; l++)
            weight[l] += h->length[b][l] * ((float)l + 0.5f) * ((float)l + 0.5f);
    }
    /* The usual length: of a full colour SQ_COLOURLESS is a third. */
    int usual = (int)(3 * SQ_COLOURLESS / SQ_CHROMA_LONGEST * SQ_CHROMA_LENGTHS);
    weight[usual] +=
        SQ_COLOUR_PRIOR_WINKS * (float)small_wink * ((float)usual + 0.5f) * ((float)usual + 0.5f);
    for (int l = 0; l < SQ_CHROMA_LENGTHS; l++)
        total += weight[l];
    for (int l = 0; l < SQ_CHROMA_LENGTHS && seen < total / 2; l++) {
        seen += weight[l];
        colour->length = ((float)l + 0.5f) * SQ_CHROMA_LONGEST / SQ_CHROMA_LENGTHS;
    }
}

/* How ill these angles fit, in nats: each wink's worth of samples (`wink`) is one that lies so far from its
 * colour, at most the reach; each colour in sight is one that plastic, felt and light have shifted so far. */
static float price_of(const sq_palette *p, const chroma_histogram *h, float wink) {
    float price = 0;
    for (int b = 0; b < BINS; b++) {
        float off = sq_angle_between(bin_angle(b), p->colour[nearest_to(p, bin_angle(b))].angle);
        off = fminf(off, SQ_COLOUR_REACH_DEG) / SQ_COLOUR_SPREAD_DEG;
        price += h->weight[b] / wink * off * off / 2;
    }
    for (int c = 0; c < SQ_USUAL_COLOURS; c++) {
        float off = sq_angle_between(p->colour[c].angle, sq_usual_angle[c]) / usual_shift[c];
        price += fminf((float)p->colour[c].samples / wink, 1) * off * off / 2;
    }
    return price;
}

/* Learns the colours from the usual angles on, of which one is another by so much; returns the price. */
static float settle_from(sq_palette *p, const chroma_histogram *h, int colour, float off, float wink) {
    for (int c = 0; c < SQ_USUAL_COLOURS; c++)
        p->colour[c].angle = sq_usual_angle[c];
    p->colour[colour].angle = remainderf(p->colour[colour].angle + off, 360);
    for (int round = 0; round < ROUNDS; round++)
        settle(p, h);
    return price_of(p, h, wink);
}

/* Whether two name all that is seen alike, but for a hundredth. */
static bool is_named_alike(const sq_palette *a, const sq_palette *b, const chroma_histogram *h) {
    float other = 0, all = 0;
    for (int k = 0; k < BINS; k++) {
        all += h->weight[k];
        if (nearest_to(a, bin_angle(k)) != nearest_to(b, bin_angle(k))) other += h->weight[k];
    }
    return other <= all / 100;
}

static sq_palette_other other_of(const sq_palette *p, float odds) {
    sq_palette_other o = {.odds = odds};
    for (int c = 0; c < SQ_USUAL_COLOURS; c++) {
        o.angle[c] = p->colour[c].angle;
        o.spread[c] = p->colour[c].spread;
    }
    return o;
}

/* Felt of a tint and a veil of light shift a colour to where its neighbour usually lies. So the picture is
 * read from the usual angles, and from those of which one is shifted. The likeliest reading is taken, and
 * those that name anything otherwise are kept. */
static void settle_all(sq_palette *p, const chroma_histogram *h, float wink) {
    sq_palette reading[2 * SQ_USUAL_COLOURS + 1];
    float price[2 * SQ_USUAL_COLOURS + 1];
    int n = 0, best = 0;
    for (int i = 0; i <= 2 * SQ_USUAL_COLOURS; i++) {
        float off = !i ? 0 : i % 2 ? SQ_COLOUR_REACH_DEG : -SQ_COLOUR_REACH_DEG;
        price[n] = settle_from(&reading[n], h, i / 2 % SQ_USUAL_COLOURS, off, wink);
        bool is_new = true;
        for (int k = 0; k < n; k++)
            is_new &= !is_named_alike(&reading[k], &reading[n], h);
        if (!is_new) continue;
        if (price[n] < price[best]) best = n;
        n++;
    }
    memcpy(p->colour, reading[best].colour, sizeof p->colour);
    p->others = 0;
    for (int i = 0; i < n; i++)
        if (i != best) p->other[p->others++] = other_of(&reading[i], expf(price[best] - price[i]));
}

/* The level above which a sample may be clipped: the usual one, or less in a picture that was darkened later.
 * What is clipped piles up at one level, or between two: more of it than on all under it that may be clipped,
 * and hardly any is brighter, as where a lamp is mirrored. A peak of its own has as many on either side. */
static float clipping_level(const int count[UINT8_MAX + 1], int small_wink) {
    const int reach = UINT8_MAX - (int)SQ_CLIPPED_LEVEL;
    int above = 0;
    for (int t = UINT8_MAX; t > reach; above += count[t--]) {
        int peak = count[t] + count[t - 1], below = 0;
        for (int i = t - reach; i < t - 1; i++)
            below += count[i];
        if (peak >= small_wink / 4 && peak > below && peak > 10 * above)
            return (float)t * SQ_CLIPPED_LEVEL / UINT8_MAX;
    }
    return SQ_CLIPPED_LEVEL;
}

void sq_palette_learn(sq_palette *p, const sq_frame *f, const sq_outline *o, const sq_background *s,
                      const sq_segments *g, int max_area, int small_wink) {
    chroma_histogram h = {0};
    sq_coloured_samples(count, &h, f, o, s, g, max_area);
    for (int k = 0; k < 3; k++)
        p->clipped[k] = clipping_level(h.level[k], small_wink);
    settle_all(p, &h, 3 * SQ_COLOURLESS * (float)small_wink);
    p->separation = 360;
    for (int c = 0; c < SQ_USUAL_COLOURS; c++) {
        measure_length(p, c, &h, small_wink);
        for (int d = 0; d < c; d++)
            p->separation = fminf(p->separation, sq_angle_between(p->colour[c].angle, p->colour[d].angle));
    }
}

/* Adds how likely a hue is of each colour, where the four lie so. */
static void add_likely(float likely[SQ_USUAL_COLOURS], float angle, const sq_palette_other *at) {
    float of[SQ_USUAL_COLOURS], sum = 1e-20f;
    for (int c = 0; c < SQ_USUAL_COLOURS; c++) {
        float spread = fmaxf(at->spread[c], SQ_COLOUR_SPREAD_DEG),
              z = sq_angle_between(angle, at->angle[c]) / spread;
        sum += of[c] = expf(-0.5f * z * z) / spread;
    }
    for (int c = 0; c < SQ_USUAL_COLOURS; c++)
        likely[c] += at->odds * of[c] / sum;
}

void sq_palette_likely(float likely[SQ_USUAL_COLOURS], const sq_palette *p, sq_chroma v) {
    float angle = sq_chroma_angle(v), sum = 1;
    const sq_palette_other own = other_of(p, 1);
    memset(likely, 0, SQ_USUAL_COLOURS * sizeof *likely);
    add_likely(likely, angle, &own);
    for (int i = 0; i < p->others; i++) {
        sum += p->other[i].odds;
        add_likely(likely, angle, &p->other[i]);
    }
    for (int c = 0; c < SQ_USUAL_COLOURS; c++)
        likely[c] /= sum;
}

sq_colour sq_palette_nearest(const sq_palette *p, sq_chroma v, float *confidence) {
    float likely[SQ_USUAL_COLOURS];
    int best = nearest_to(p, sq_chroma_angle(v));
    if (!confidence) return (sq_colour)best;
    sq_palette_likely(likely, p, v);
    *confidence = likely[best];
    return (sq_colour)best;
}

sq_chroma sq_palette_chroma(const sq_palette *p, sq_colour c) {
    float a = p->colour[c].angle / SQ_DEGREES, l = p->colour[c].length;
    return (sq_chroma){l * cosf(a), l * sinf(a)};
}

bool sq_palette_shows(const sq_palette *p, sq_colour c, sq_chroma v, double share) {
    const sq_palette_colour *k = &p->colour[c];
    return sq_chroma_length(v) > share * (double)k->length &&
           sq_angle_between(sq_chroma_angle(v), k->angle) < SQ_COLOUR_REACH_DEG;
}

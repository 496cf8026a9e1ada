/* Finds round spots in the thumbnail, the scale at which they are winks of two sizes, and the pot by
 * circle voting on that scale. */
#include "calib/mat/disc_scale.h"

#include <stdlib.h>
#include <string.h>

#include "calib/camera/lens_file.h"
#include "rules/terms/equipment_sizes.h"
#include "vision/math/tunable_number.h"

/* Code values by which a wink's colour differs from the ground's: felt and wood keep within a few of their
 * tile's median. Lower: wood's grain makes spots; higher: winks under a bright lamp are lost. */
SQ_NUMBER(SQ_DISC_TINT, 9.0);

/* Shares of a spot's own colour: fainter is the ground's noise; stronger is the wink alone. */
SQ_NUMBER(SQ_DISC_FAINT, 0.15);
SQ_NUMBER(SQ_DISC_PLAIN, 0.8);

/* Small pixels: the least area that has a shape; how much longer than wide (variances) a disc may
 * be, and how full its own ellipse is (a disc's is 1, blur takes some; two discs that overlap have
 * less or are oblong). */
SQ_NUMBER(SQ_DISC_LEAST_AREA, 6.0);
SQ_NUMBER(SQ_DISC_OBLONG, 1.35);
SQ_NUMBER(SQ_DISC_FILL, 0.8);

/* Deviation of a spot's radius, logarithm: small and large ones are 0.32 apart. And the share of the best
 * fit at which another scale is tried, since winks of one size alone may be large or small ones. */
SQ_NUMBER(SQ_DISC_LOG_SIGMA, 0.06);
SQ_NUMBER(SQ_DISC_RIVAL, 0.8);

/* How well a spot must fit the scale (2 deviations), and how many must. */
SQ_NUMBER(SQ_DISC_FITS, 0.135);
#define SQ_DISCS_LEAST 2

/* Small pixels to each side of the rim's radius that are voted for, and the votes for a pixel of it without
 * which nothing is there. Other things have as many: the rim is then looked at in the picture itself
 * (pot_rim_by_colour.h). */
SQ_NUMBER(SQ_POT_RING_PX, 1.0);
SQ_NUMBER(SQ_POT_RIM_SEEN, 0.8);

/* ---- Spots whose colour is not the ground's ---- */

enum { TILE = 40, TILES = SQ_THUMBNAIL_SIDE / TILE, BINS = 512 };

/* The ground's colour on a grid, and its noise. */
typedef struct {
    int across, down;
    float level[SQ_CHANNELS][TILES + 1][TILES + 1];
    float noise[SQ_CHANNELS];
} ground;

static float median_of(const sq_thumbnail *s, int channel, int x0, int y0, int x1, int y1) {
    int count[BINS] = {0}, all = 0, bin = 0;
    for (int y = y0; y < y1; y++)
        for (int x = x0; x < x1; x++, all++) {
            int b = (int)(s->channel[channel][y * s->width + x] + BINS / 2);
            count[b < 0 ? 0 : b < BINS ? b : BINS - 1]++;
        }
    for (int below = 0; bin < BINS - 1 && (below += count[bin]) <= all / 2;)
        bin++;
    return (float)(bin - BINS / 2) + 0.5f;
}

/* Medians of tiles: a wink takes less than half of one. */
static void find_ground(ground *g, const sq_thumbnail *s) {
    g->across = (s->width + TILE - 1) / TILE;
    g->down = (s->height + TILE - 1) / TILE;
    for (int c = 1; c < SQ_CHANNELS; c++)
        for (int ty = 0; ty < g->down; ty++)
            for (int tx = 0; tx < g->across; tx++) {
                int x1 = (tx + 1) * TILE, y1 = (ty + 1) * TILE;
                g->level[c][ty][tx] = median_of(s, c, tx * TILE, ty * TILE, x1 < s->width ? x1 : s->width,
                                                y1 < s->height ? y1 : s->height);
            }
}

/* Between the tiles' middles. */
static float ground_at(const ground *g, int channel, int x, int y) {
    double u = fmin(fmax((x + 0.5) / TILE - 0.5, 0), g->across - 1);
    double v = fmin(fmax((y + 0.5) / TILE - 0.5, 0), g->down - 1);
    int i = (int)u, j = (int)v, i1 = i + (i < g->across - 1), j1 = j + (j < g->down - 1);
    float a = (float)(u - i), b = (float)(v - j);
    const float(*l)[TILES + 1] = g->level[channel];
    return (1 - b) * ((1 - a) * l[j][i] + a * l[j][i1]) + b * ((1 - a) * l[j1][i] + a * l[j1][i1]);
}

typedef struct {
    float blue, red;
} tint;

static tint tint_at(const ground *g, const sq_thumbnail *s, int x, int y) {
    int i = y * s->width + x;
    return (tint){s->channel[1][i] - ground_at(g, 1, x, y), s->channel[2][i] - ground_at(g, 2, x, y)};
}

static void mark(const ground *g, const sq_thumbnail *s, uint8_t *mask) {
    for (int y = 0; y < s->height; y++)
        for (int x = 0; x < s->width; x++) {
            tint t = tint_at(g, s, x, y);
            mask[y * s->width + x] = hypotf(t.blue, t.red) > (float)SQ_DISC_TINT;
        }
}

/* ---- One spot ---- */

enum { SPOT_PIXELS = 4000 };

typedef struct {
    int count, x0, y0, x1, y1;
    int at[SPOT_PIXELS];
} spot;

/* Takes the connected pixels off the mask; false for one that is too large or touches the border. */
static bool take_spot(spot *p, uint8_t *mask, const sq_thumbnail *s, int start) {
    bool fits = true;
    *p = (spot){.x0 = s->width, .y0 = s->height, .x1 = -1, .y1 = -1};
    mask[start] = 0;
    p->at[p->count++] = start;
    for (int k = 0; k < p->count; k++) {
        int x = p->at[k] % s->width, y = p->at[k] / s->width;
        p->x0 = x < p->x0 ? x : p->x0;
        p->x1 = x > p->x1 ? x : p->x1;
        p->y0 = y < p->y0 ? y : p->y0;
        p->y1 = y > p->y1 ? y : p->y1;
        const int next[4][2] = {{x - 1, y}, {x + 1, y}, {x, y - 1}, {x, y + 1}};
        for (int n = 0; n < 4; n++) {
            int nx = next[n][0], ny = next[n][1], i = ny * s->width + nx;
            if (nx < 0 || ny < 0 || nx >= s->width || ny >= s->height || !mask[i]) continue;
            if (p->count == SPOT_PIXELS) {
                fits = false;
                continue;
            }
            mask[i] = 0;
            p->at[p->count++] = i;
        }
    }
    return fits && p->x0 > 2 && p->y0 > 2 && p->x1 < s->width - 3 && p->y1 < s->height - 3;
}

/* The spot's colour: the mean of its middle, where nothing of the ground is mixed in. */
static tint colour_of(const spot *p, const ground *g, const sq_thumbnail *s) {
    float most = 0;
    tint sum = {0, 0};
    int n = 0;
    for (int k = 0; k < p->count; k++) {
        tint t = tint_at(g, s, p->at[k] % s->width, p->at[k] / s->width);
        most = fmaxf(most, hypotf(t.blue, t.red));
    }
    for (int k = 0; k < p->count; k++) {
        tint t = tint_at(g, s, p->at[k] % s->width, p->at[k] / s->width);
        if (hypotf(t.blue, t.red) < (float)SQ_DISC_PLAIN * most) continue;
        sum.blue += t.blue;
        sum.red += t.red;
        n++;
    }
    return (tint){sum.blue / (float)n, sum.red / (float)n};
}

/* A disc's area against its second moments: π r² and r⁴ / 16. Each pixel counts by how much of the colour it
 * has, so blur does not enlarge the area. */
static bool is_disc(const spot *p, const ground *g, const sq_thumbnail *s, sq_disc_spot *out) {
    tint c = colour_of(p, g, s);
    double norm = (double)(c.blue * c.blue + c.red * c.red), a = 0, mx = 0, my = 0, xx = 0, xy = 0, yy = 0;
    for (int y = p->y0 - 2; y <= p->y1 + 2; y++)
        for (int x = p->x0 - 2; x <= p->x1 + 2; x++) {
            tint t = tint_at(g, s, x, y);
            double w = fmin(fmax((double)(t.blue * c.blue + t.red * c.red) / norm, 0), 1);
            if (w < SQ_DISC_FAINT) continue;
            a += w, mx += w * x, my += w * y, xx += w * x * x, xy += w * x * y, yy += w * y * y;
        }
    if (!(a > SQ_DISC_LEAST_AREA)) return false;
    mx /= a, my /= a;
    xx = xx / a - mx * mx, xy = xy / a - mx * my, yy = yy / a - my * my;
    double mean = (xx + yy) / 2, spread = hypot((xx - yy) / 2, xy);
    double fill = a / (4 * M_PI * sqrt(fmax(xx * yy - xy * xy, 1e-9)));
    if (mean + spread > SQ_DISC_OBLONG * (mean - spread) || fill < SQ_DISC_FILL) return false;
    out->middle = sq_px_from_thumbnail(s, (sq_px){mx, my});
    out->radius_px = sqrt(a / M_PI) * s->factor;
    return true;
}

static void find_spots(sq_mat_discs *out, const ground *g, const sq_thumbnail *s, uint8_t *mask) {
    static _Thread_local spot p;
    out->count = 0;
    mark(g, s, mask);
    for (int i = 0; i < s->width * s->height && out->count < SQ_DISCS_CAP; i++)
        if (mask[i] && take_spot(&p, mask, s, i) && is_disc(&p, g, s, &out->disc[out->count])) out->count++;
}

/* ---- The scale, and the pot on it ---- */

/* How well this radius fits a wink of either size at this scale, 0..1; and which. */
static double fits(double radius_px, double px_per_mm, sq_size *size) {
    double best = 0;
    for (int k = 0; k < SQ_SIZES; k++) {
        double off = log(radius_px / (px_per_mm * sq_wink_radius_mm((sq_size)k))) / SQ_DISC_LOG_SIGMA;
        double fit = exp(-off * off / 2);
        if (fit <= best) continue;
        best = fit;
        *size = (sq_size)k;
    }
    return best;
}

static double all_fit(const sq_mat_discs *d, double px_per_mm) {
    double sum = 0;
    sq_size size;
    for (int i = 0; i < d->count; i++)
        sum += fits(d->disc[i].radius_px, px_per_mm, &size);
    return sum;
}

/* Each edge pixel votes for the two middles of circles of that radius through it. */
static double vote_pot(const sq_thumbnail *s, const sq_edge_pixels *e, double radius, float *votes,
                       sq_px *middle) {
    memset(votes, 0, sizeof *votes * (size_t)(s->width * s->height));
    for (int i = 0; i < e->count; i++) {
        const sq_edge_pixel *p = &e->pixel[i];
        for (int way = -1; way <= 1; way += 2)
            for (double r = radius - SQ_POT_RING_PX; r <= radius + SQ_POT_RING_PX; r += SQ_POT_RING_PX / 2) {
                int x = (int)lround((double)p->x + way * r * (double)p->dx),
                    y = (int)lround((double)p->y + way * r * (double)p->dy);
                if (x >= 1 && y >= 1 && x < s->width - 1 && y < s->height - 1)
                    votes[y * s->width + x] += p->weight;
            }
    }
    float best = 0;
    for (int y = 2; y < s->height - 2; y++)
        for (int x = 2; x < s->width - 2; x++) {
            float sum = 0;
            for (int j = -1; j <= 1; j++)
                for (int i = -1; i <= 1; i++)
                    sum += votes[(y + j) * s->width + x + i];
            if (sum <= best) continue;
            best = sum;
            *middle = (sq_px){x, y};
        }
    return (double)best / (2 * M_PI * radius);
}

/* Level, above the pot; of the usual focal length. */
static sq_camera above_pot(const sq_thumbnail *s, sq_px rim, double px_per_mm) {
    double half = (s->width > s->height ? s->width : s->height) * s->factor / 2.0;
    sq_camera c = {.R = {{1, 0, 0}, {0, -1, 0}, {0, 0, -1}}};
    c.fx = c.fy = SQ_GUESS_FOCAL * half;
    sq_px middle = sq_px_from_thumbnail(s, (sq_px){(s->width - 1) / 2.0, (s->height - 1) / 2.0});
    c.cx = middle.x;
    c.cy = middle.y;
    c.t[2] = c.fx / px_per_mm;
    c.t[0] = (rim.x - c.cx) / c.fx * (c.t[2] - SQ_POT_HEIGHT_MM);
    c.t[1] = (rim.y - c.cy) / c.fy * (c.t[2] - SQ_POT_HEIGHT_MM);
    return c;
}

/* The scale that fits most winks and shows a pot; a wink of either size may set it. */
static void find_scale(sq_mat_discs *d, const sq_thumbnail *s, const sq_edge_pixels *e, float *votes) {
    double most = 0;
    for (int i = 0; i < d->count; i++)
        for (int k = 0; k < SQ_SIZES; k++)
            most = fmax(most, all_fit(d, d->disc[i].radius_px / sq_wink_radius_mm((sq_size)k)));
    double tried = 0;
    for (int i = 0; i < d->count; i++)
        for (int k = 0; k < SQ_SIZES; k++) {
            double scale = d->disc[i].radius_px / sq_wink_radius_mm((sq_size)k), fit = all_fit(d, scale);
            if (fit < SQ_DISC_RIVAL * most || fabs(log(scale / fmax(tried, 1e-9))) < SQ_DISC_LOG_SIGMA / 2)
                continue;
            tried = scale;
            sq_px rim = {0, 0};
            double seen = vote_pot(s, e, SQ_POT_TOP_MM / 2 * scale / s->factor, votes, &rim);
            if (seen <= d->pot_seen) continue;
            d->pot_seen = seen;
            d->px_per_mm = scale;
            d->pot = sq_px_from_thumbnail(s, rim);
        }
}

bool sq_mat_discs_find(sq_mat_discs *out, const sq_thumbnail *s, const sq_edge_pixels *e, uint8_t *mask,
                       float *votes) {
    static _Thread_local ground g;
    *out = (sq_mat_discs){0};
    if (s->channels < SQ_CHANNELS) return false;
    find_ground(&g, s);
    find_spots(out, &g, s, mask);
    find_scale(out, s, e, votes);
    int n = 0;
    for (int i = 0; i < out->count; i++)
        if (fits(out->disc[i].radius_px, out->px_per_mm, &out->disc[i].size) > SQ_DISC_FITS)
            out->disc[n++] = out->disc[i];
    out->count = n;
    if (n) out->camera = above_pot(s, out->pot, out->px_per_mm);
    return n >= SQ_DISCS_LEAST && out->pot_seen > SQ_POT_RIM_SEEN;
}

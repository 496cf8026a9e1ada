/* The search for three concentric lines: votes for the middle, then tilts and radii by a picture of lines. */
#include "calib/crokinole/ring_search.h"

#include <stdlib.h>
#include <string.h>

#include "calib/camera/lens_file.h"
#include "vision/frame/simd.h"
#include "vision/math/median.h"
#include "vision/math/tunable_number.h"

/* The longer side of the picture in which is searched, pixels: a line of 2.5 mm is then half a pixel wide,
 * and texture is averaged away. */
enum { SEARCH_SIDE = 500 };

/* The other lines' radii in parts of the outer line's: tournament boards have 0.667 and 0.333, home boards up
 * to 0.72 and 0.344. Wider bounds take the edge of the playing surface for the outer line. */
SQ_NUMBER(TEN_LEAST, 0.645);
SQ_NUMBER(TEN_MOST, 0.74);
SQ_NUMBER(FIFTEEN_LEAST, 0.323);
SQ_NUMBER(FIFTEEN_MOST, 0.355);

/* The score from which no other middle and colour is tried: boards reach 1 to 3. */
SQ_NUMBER(SCORE_PLAIN, 2.0);

/* The smallest outer line, as a share of the picture's shorter side. */
SQ_NUMBER(OUTER_LEAST, 0.15);

/* Beside a line the picture of lines is as dark as a dark line (or as bright), and so it is at any edge: what
 * shows within so many pixels, of the other sign, takes half of its strength from a line. */
enum { BESIDE = 5 };

enum { DIRECTIONS = 72, RADII = 400, MIDDLES = 2, VOTE_CELL = 2, COARSE = 2, KEPT = 32 };

/* The lines of a board are one pixel in 30 to 60; the steep slopes that vote are one in eight. */
enum { CLIP_HALVINGS = 5, VOTE_HALVINGS = 3 };

typedef struct {
    int width, height;
    float *level; /* brightness */
    float *line;  /* how much a pixel is a bright (+) or dark (-) line, in deviations; one more: none */
    float *votes, *scratch;
    uint32_t *count; /* of votes, a cell */
    double focal;
    float cosine[DIRECTIONS], sine[DIRECTIONS];
    float coarse_cosine[DIRECTIONS / COARSE], coarse_sine[DIRECTIONS / COARSE]; /* each second one */
} search;

static void blur_rows(const float *in, float *out, int w, int h, int half) {
    for (int y = 0; y < h; y++) {
        const float *row = in + (size_t)y * (size_t)w;
        float sum = 0;
        for (int x = -half; x < w; x++) {
            if (x + half < w) sum += row[x + half];
            if (x - half - 1 >= 0) sum -= row[x - half - 1];
            if (x >= 0) {
                int a = x - half < 0 ? 0 : x - half, b = x + half >= w ? w - 1 : x + half;
                out[(size_t)y * (size_t)w + (size_t)x] = sum / (float)(b - a + 1);
            }
        }
    }
}

static void blur_columns(const float *in, float *out, int w, int h, int half) {
    for (int y = 0; y < h; y++) {
        int a = y - half < 0 ? 0 : y - half, b = y + half >= h ? h - 1 : y + half;
        float *to = out + (size_t)y * (size_t)w, share = 1 / (float)(b - a + 1);
        for (int x = 0; x < w; x++)
            to[x] = 0;
        for (int j = a; j <= b; j++)
            for (int x = 0; x < w; x++)
                to[x] += share * in[(size_t)j * (size_t)w + (size_t)x];
    }
}

/* Mean over a square of 2 half + 1 pixels. */
static void blur(search *s, const float *in, float *out, int half) {
    blur_rows(in, s->scratch, s->width, s->height, half);
    blur_columns(s->scratch, out, s->width, s->height, half);
}

/* The value that one in 2^halvings of n numbers exceeds; reorders them. */
static float exceeded_by_few(float *v, int n, int halvings) {
    float value = sq_median(v, n);
    for (int left = n / 2; --halvings > 0; left /= 2)
        value = sq_median(v + (n - left), left);
    return value;
}

/* Clipped: discs, figures and the rail are few, but strong. */
static void clip_lines(search *s) {
    size_t n = (size_t)s->width * (size_t)s->height;
    int sampled = 0;
    for (size_t i = 0; i < n; i += 7) /* as telling as all */
        s->scratch[sampled++] = fabsf(s->line[i]);
    float most = fmaxf(exceeded_by_few(s->scratch, sampled, CLIP_HALVINGS), 0.1f);
    for (size_t i = 0; i < n; i++) {
        float v = s->line[i] / most;
        s->line[i] = v > 1 ? 1 : v < -1 ? -1 : v;
    }
}

/* The picture of lines: fine structure by itself. */
static void draw_lines(search *s) {
    size_t n = (size_t)s->width * (size_t)s->height;
    float *fine = s->votes; /* not in use yet */
    blur(s, s->level, fine, 1);
    blur(s, fine, s->line, 3);
    for (size_t i = 0; i < n; i++)
        s->line[i] = fine[i] - s->line[i];
    clip_lines(s);
}

/* Pixels from a ridge to its sides, in a picture where lines are 1 to 3 pixels wide: along rows and columns,
 * and both ways along diagonals. */
static const int to_side[] = {3, 2};

/* How much brighter (+) or darker (-) a place is than both of its sides, across a row, a column or a
 * diagonal. */
static float ridge_at(const float *level, int width, size_t at) {
    const ptrdiff_t row = width, aside = to_side[0], aslant = to_side[1],
                    to[] = {aside, aside * row, aslant * (row + 1), aslant * (row - 1)};
    float brighter = 0, darker = 0, here = level[at];
    for (int i = 0; i < 4; i++) {
        float one = level[(ptrdiff_t)at + to[i]], other = level[(ptrdiff_t)at - to[i]];
        brighter = fmaxf(brighter, here - fmaxf(one, other));
        darker = fmaxf(darker, fminf(one, other) - here);
    }
    return brighter > darker ? brighter : -darker;
}

static float mixed_level(const sq_colour_planes *p, const float mix[SQ_PLANE_COLOURS], size_t i) {
    return mix[0] * p->level[0][i] + mix[1] * p->level[1][i] + mix[2] * p->level[2][i];
}

/* The same of ridges: in a picture twice as large, the strongest of four pixels. level: room for that. */
static void draw_ridges(search *s, const sq_colour_planes *fine, const float mix[SQ_PLANE_COLOURS],
                        float *level) {
    for (size_t i = 0; i < (size_t)fine->width * (size_t)fine->height; i++)
        level[i] = mixed_level(fine, mix, i);
    memset(s->line, 0, sizeof *s->line * (size_t)s->width * (size_t)s->height);
    for (int y = to_side[0]; y < fine->height - to_side[0] && y / 2 < s->height; y++)
        for (int x = to_side[0]; x < fine->width - to_side[0] && x / 2 < s->width; x++) {
            float v = ridge_at(level, fine->width, (size_t)y * (size_t)fine->width + (size_t)x);
            float *to = s->line + (size_t)(y / 2) * (size_t)s->width + x / 2;
            if (fabsf(v) > fabsf(*to)) *to = v;
        }
    clip_lines(s);
}

/* Places that are looked at one after the other: worked out together, in wide registers. */
enum { PLACES = DIRECTIONS };

typedef struct {
    int at[PLACES];
} places;

typedef struct {
    float x, y, ux, uy; /* a unit vector */
} line_walk;

/* The next cells of a walk of the votes, from r pixels on; -1: beyond the picture's edge, or as far as
 * `reach`. (Without branches: & and | for && and ||.) */
SQ_WIDE static void walk(const search *s, line_walk by, float r, float reach, places *out) {
    int cw = s->width / VOTE_CELL, ch = s->height / VOTE_CELL;
    float right = (float)(cw * VOTE_CELL), down = (float)(ch * VOTE_CELL);
    for (int k = 0; k < PLACES; k++) {
        float along = r + (float)(k * VOTE_CELL), px = by.x + along * by.ux, py = by.y + along * by.uy;
        int cell = (int)py / VOTE_CELL * cw + (int)px / VOTE_CELL;
        bool beyond = (px < 0) | (py < 0) | (px >= right) | (py >= down) | (along >= reach); /* no branch */
        out->at[k] = beyond ? -1 : cell;
    }
}

/* Votes for all cells along a direction, up to the picture's edge. */
static void vote_along(const search *s, line_walk by, uint32_t *cells) {
    float reach = 0.75f * (float)(s->width > s->height ? s->width : s->height);
    for (float r = 8; r < reach; r += PLACES * VOTE_CELL) {
        places cell;
        walk(s, by, r, reach, &cell);
        for (int k = 0; k < PLACES; k++) {
            if (cell.at[k] < 0) return;
            cells[cell.at[k]]++;
        }
    }
}

/* The slopes of the picture, and how steep the steepest eighth of them is. */
static float draw_slopes(const search *s, float *slope, float *order) {
    int w = s->width, h = s->height, sampled = 0;
    size_t n = (size_t)w * (size_t)h;
    memset(slope, 0, n * sizeof *slope);
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++) {
            const float *p = s->level + (size_t)y * (size_t)w + (size_t)x;
            float across = p[1] - p[-1], down = p[w] - p[-w];
            slope[(size_t)y * (size_t)w + (size_t)x] = sqrtf(across * across + down * down);
        }
    for (size_t i = 0; i < n; i += 7)
        order[sampled++] = slope[i];
    return exceeded_by_few(order, sampled, VOTE_HALVINGS);
}

/* Along the normal of each steep slope, both ways. */
static void vote(search *s) {
    int w = s->width, h = s->height, cells = (w / VOTE_CELL) * (h / VOTE_CELL);
    float *slope = s->scratch, steep = draw_slopes(s, slope, s->votes);
    memset(s->count, 0, (size_t)cells * sizeof *s->count);
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++) {
            float m = slope[(size_t)y * (size_t)w + (size_t)x];
            if (!(m > steep)) continue;
            const float *p = s->level + (size_t)y * (size_t)w + (size_t)x;
            float ux = (p[1] - p[-1]) / m, uy = (p[w] - p[-w]) / m;
            vote_along(s, (line_walk){(float)x, (float)y, ux, uy}, s->count);
            vote_along(s, (line_walk){(float)x, (float)y, -ux, -uy}, s->count);
        }
    for (int i = 0; i < cells; i++)
        s->votes[i] = (float)s->count[i];
}

/* The strongest places of the votes, far from each other. */
static int take_middles(search *s, sq_px out[MIDDLES]) {
    int cw = s->width / VOTE_CELL, ch = s->height / VOTE_CELL, apart = cw / 12, count = 0;
    float *smooth = s->scratch + (size_t)cw * (size_t)ch;
    if (cw < 1) return 0;
    blur_rows(s->votes, s->scratch, cw, ch, 3);
    blur_columns(s->scratch, smooth, cw, ch, 3);
    while (count < MIDDLES) {
        int best = 0;
        for (int i = 1; i < cw * ch; i++)
            if (smooth[i] > smooth[best]) best = i;
        if (!(smooth[best] > 0)) break;
        int bx = best % cw, by = best / cw;
        out[count++] = (sq_px){(bx + 0.5) * VOTE_CELL, (by + 0.5) * VOTE_CELL};
        for (int y = by - apart; y <= by + apart; y++)
            for (int x = bx - apart; x <= bx + apart; x++)
                if (x >= 0 && y >= 0 && x < cw && y < ch) smooth[y * cw + x] = 0;
    }
    return count;
}

/* Where the places of a circle of the tilted board lie in the picture of lines, in all directions or every
 * second. What lies beyond it is the pixel after the last, in which there is no line. */
SQ_WIDE static void place_ring(const search *s, const sq_ring_guess *g, float radius, bool coarse,
                               places *out) {
    const float *cosine = coarse ? s->coarse_cosine : s->cosine, *sine = coarse ? s->coarse_sine : s->sine;
    float tx = (float)g->tilt_x, ty = (float)g->tilt_y, sine2 = tx * tx + ty * ty;
    float shorten = sine2 > 1e-9f ? (1 - sqrtf(1 - sine2)) / sine2 : 0, per_focal = (float)(1 / s->focal);
    float mx = (float)g->middle.x + 0.5f, my = (float)g->middle.y + 0.5f;
    float aside_x = (float)(g->middle.x - g->axis.x), aside_y = (float)(g->middle.y - g->axis.y);
    unsigned w = (unsigned)s->width, h = (unsigned)s->height;
    for (int i = 0; i < (coarse ? DIRECTIONS / COARSE : DIRECTIONS); i++) {
        float x = radius * cosine[i], y = radius * sine[i], along = tx * x + ty * y;
        float near = 1 / (1 + along * per_focal), back = shorten * along;
        unsigned column = (unsigned)(int)(mx + (x - back * tx) * near + aside_x * (near - 1));
        unsigned row = (unsigned)(int)(my + (y - back * ty) * near + aside_y * (near - 1));
        bool within = (column < w) & (row < h); /* no branch */
        out->at[i] = (int)(within ? row * w + column : w * h);
    }
}

/* The mean of the lines' picture around a circle of the tilted board, in all directions or every second. */
static float ring_mean(const search *s, const sq_ring_guess *g, float radius, bool coarse) {
    int count = coarse ? DIRECTIONS / COARSE : DIRECTIONS;
    places pixel;
    float a = 0, b = 0, c = 0, d = 0; /* added up beside one another: none waits for the one before */
    place_ring(s, g, radius, coarse, &pixel);
    for (const int *at = pixel.at; at < pixel.at + count; at += 4) {
        a += s->line[at[0]];
        b += s->line[at[1]];
        c += s->line[at[2]];
        d += s->line[at[3]];
    }
    return (a + b + c + d) / (float)count;
}

/* The strongest line between two radii; *at is its radius. */
static double strongest_in(const float *strength, double low, double high, double *at) {
    double best = 0;
    for (int i = (int)low; i <= (int)ceil(high); i++)
        if ((double)strength[i] > best) {
            best = (double)strength[i];
            *at = i;
        }
    return best;
}

/* How strong a line of one sign is at each radius, of what is left beside its neighbours of the other. Beyond
 * the first and the last the profile is 0, which takes nothing away. */
SQ_WIDE static void strength_of_lines(const float *restrict profile, int sign, int first, int last,
                                      float *restrict strength) {
    float is = (float)sign;
    for (int r = first; r <= last; r++) {
        float other = 0;
        for (int d = 1; d <= BESIDE; d++) {
            float in = -is * profile[r - d], out = -is * profile[r + d];
            other = other > in ? other : in;
            other = other > out ? other : out;
        }
        strength[r] = is * profile[r] - other / 2;
    }
}

/* All three lines must be there: the weakest of them counts double. */
static double score_of_lines(const double seen[SQ_RINGS]) {
    return seen[0] + seen[1] + seen[2] + fmin(seen[0], fmin(seen[1], seen[2]));
}

/* The three radii that show best under one tilt, all lines brighter than the board, or all darker. */
static void find_radii(const search *s, sq_ring_guess *g, int outer_least, int outer_most) {
    float profile[RADII + BESIDE] = {0}, strength[RADII] = {0};
    int first = (int)(FIFTEEN_LEAST * outer_least);
    if (outer_most >= RADII) outer_most = RADII - 1;
    for (int r = first; r <= outer_most; r++)
        profile[r] = ring_mean(s, g, (float)r, true);
    g->score = 0;
    for (int sign = -1; sign <= 1; sign += 2) {
        strength_of_lines(profile, sign, first, outer_most, strength);
        for (int r = outer_least; r <= outer_most; r++) {
            double at[SQ_RINGS] = {r, 0, 0}, seen[SQ_RINGS] = {(double)strength[r], 0, 0};
            if (seen[SQ_RING_OUTER] * (SQ_RINGS + 1) * 2 < g->score) continue;
            seen[SQ_RING_TEN] = strongest_in(strength, TEN_LEAST * r, TEN_MOST * r, &at[SQ_RING_TEN]);
            seen[SQ_RING_FIFTEEN] =
                strongest_in(strength, FIFTEEN_LEAST * r, FIFTEEN_MOST * r, &at[SQ_RING_FIFTEEN]);
            double score = fmin(seen[SQ_RING_TEN], seen[SQ_RING_FIFTEEN]) > 0 ? score_of_lines(seen) : 0;
            if (score <= g->score) continue;
            g->score = score;
            g->sign = sign;
            for (int k = 0; k < SQ_RINGS; k++)
                g->radius_px[k] = at[k];
        }
    }
}

sq_ring_bounds sq_ring_proportion(sq_ring ring) {
    return ring == SQ_RING_TEN       ? (sq_ring_bounds){TEN_LEAST, TEN_MOST}
           : ring == SQ_RING_FIFTEEN ? (sq_ring_bounds){FIFTEEN_LEAST, FIFTEEN_MOST}
                                     : (sq_ring_bounds){1, 1};
}

bool sq_ring_proportions_ok(double ten, double fifteen) {
    return ten >= TEN_LEAST && ten <= TEN_MOST && fifteen >= FIFTEEN_LEAST && fifteen <= FIFTEEN_MOST;
}

static bool proportions_ok(const sq_ring_guess *g) {
    double r = g->radius_px[SQ_RING_OUTER];
    return sq_ring_proportions_ok(g->radius_px[SQ_RING_TEN] / r, g->radius_px[SQ_RING_FIFTEEN] / r);
}

/* The same, all radii given. */
static double score_of(const search *s, const sq_ring_guess *g) {
    double seen[SQ_RINGS];
    if (!proportions_ok(g)) return 0;
    for (int k = 0; k < SQ_RINGS; k++)
        seen[k] = (double)g->sign * (double)ring_mean(s, g, (float)g->radius_px[k], false);
    return score_of_lines(seen);
}

/* The same, of lines alone: what is beside them taken off. */
static double score_of_lines_alone(const search *s, const sq_ring_guess *g) {
    double seen[SQ_RINGS];
    if (!proportions_ok(g)) return 0;
    for (int k = 0; k < SQ_RINGS; k++) {
        float other = 0;
        for (int d = 1; d <= BESIDE; d++)
            for (int way = -1; way <= 1; way += 2)
                other = fmaxf(other,
                              (float)-g->sign * ring_mean(s, g, (float)(g->radius_px[k] + way * d), false));
        seen[k] =
            (double)g->sign * (double)ring_mean(s, g, (float)g->radius_px[k], false) - (double)other / 2;
    }
    return score_of_lines(seen);
}

/* Steps of pixels and tilts, ever smaller, as long as one of them shows the lines better. */
static void climb(const search *s, sq_ring_guess *g) {
    double *value[] = {&g->middle.x,     &g->middle.y,     &g->tilt_x, &g->tilt_y, &g->radius_px[0],
                       &g->radius_px[1], &g->radius_px[2], &g->axis.x, &g->axis.y};
    const int values = sizeof value / sizeof *value;
    double aside = s->focal / 8;
    double step[] = {2, 2, 0.08, 0.08, 1, 1, 1, aside, aside};
    g->score = score_of(s, g);
    for (int round = 0; round < 14; round++) {
        bool better = false;
        for (int k = 0; k < values; k++)
            for (int side = -1; side <= 1; side += 2) {
                double was = *value[k];
                *value[k] += side * step[k];
                double score = g->tilt_x * g->tilt_x + g->tilt_y * g->tilt_y < 0.5 ? score_of(s, g) : 0;
                better = better || score > g->score;
                if (score > g->score)
                    g->score = score;
                else
                    *value[k] = was;
            }
        if (better) continue;
        for (int k = 0; k < values; k++)
            step[k] /= 2;
    }
}

/* Tilts by their sine, and in how many directions each is tried. */
static const struct {
    double sine;
    int directions;
} tilts[] = {{0, 1}, {0.1, 6}, {0.2, 8}, {0.3, 12}, {0.42, 14}};

/* The best guesses so far, best first; each tilt about each place gives one at most. */
typedef struct {
    int count;
    sq_ring_guess guess[KEPT];
} guesses;

static void keep(guesses *kept, const sq_ring_guess *g) {
    int at = kept->count < KEPT ? kept->count++ : KEPT - 1;
    if (at == KEPT - 1 && kept->guess[at].score > g->score) return;
    for (; at > 0 && kept->guess[at - 1].score < g->score; at--)
        kept->guess[at] = kept->guess[at - 1];
    kept->guess[at] = *g;
}

/* All tilts about one middle and its neighbours; the best of them are climbed from. */
static sq_ring_guess try_middle(const search *s, sq_px middle) {
    int shorter = s->width < s->height ? s->width : s->height;
    int least = (int)fmax(OUTER_LEAST * shorter, 24), most = (int)(0.62 * shorter);
    guesses kept = {0};
    for (size_t t = 0; t < sizeof tilts / sizeof *tilts; t++)
        for (int i = 0; i < tilts[t].directions; i++)
            for (int near = 0; near < 9; near++) {
                double angle = 2 * M_PI * i / tilts[t].directions;
                sq_ring_guess g = {.axis = {s->width / 2.0, s->height / 2.0},
                                   .tilt_x = tilts[t].sine * cos(angle),
                                   .tilt_y = tilts[t].sine * sin(angle)};
                g.middle = (sq_px){middle.x + 3 * (near % 3 - 1), middle.y + 3 * (near / 3 - 1)};
                find_radii(s, &g, least, most < RADII - 1 ? most : RADII - 1);
                keep(&kept, &g);
            }
    sq_ring_guess best = {0};
    for (int i = 0; i < kept.count; i++) {
        climb(s, &kept.guess[i]);
        kept.guess[i].score = score_of_lines_alone(s, &kept.guess[i]);
        if (kept.guess[i].score > best.score) best = kept.guess[i];
    }
    return best;
}

/* Searches by one brightness, in a picture of lines that is drawn; true where the best guess is enough. */
static bool search_level(search *s, int factor, const float mix[SQ_PLANE_COLOURS], sq_ring_enough enough,
                         void *who, sq_ring_guess *best) {
    sq_px middle[MIDDLES];
    vote(s);
    int count = take_middles(s, middle);
    for (int i = 0; i < count; i++) {
        sq_ring_guess g = try_middle(s, middle[i]);
        if (g.score <= best->score) continue;
        g.middle = sq_px_from_shrunk(g.middle, factor);
        g.axis = sq_px_from_shrunk(g.axis, factor);
        for (int k = 0; k < SQ_RINGS; k++)
            g.radius_px[k] *= factor;
        memcpy(g.mix, mix, sizeof g.mix);
        *best = g;
        if ((enough && enough(&g, who)) || g.score > SCORE_PLAIN) return true;
    }
    return false;
}

static sq_code make_search(search *s, int width, int height, sq_diag *d) {
    size_t n = (size_t)width * (size_t)height;
    *s = (search){.width = width, .height = height};
    float *block = malloc((5 * n + 1) * sizeof *block);
    if (!block)
        return sq_fail(d, SQ_E_MEMORY, "the search for the board: not enough memory; close other programs");
    s->level = block;
    s->votes = block + n;
    s->scratch = block + 2 * n;
    s->count = (uint32_t *)(block + 3 * n);
    s->line = block + 4 * n;
    s->line[n] = 0;
    for (int i = 0; i < DIRECTIONS; i++) {
        s->cosine[i] = (float)cos(2 * M_PI * i / DIRECTIONS);
        s->sine[i] = (float)sin(2 * M_PI * i / DIRECTIONS);
        s->coarse_cosine[i / COARSE] = s->cosine[i / COARSE * COARSE];
        s->coarse_sine[i / COARSE] = s->sine[i / COARSE * COARSE];
    }
    s->focal = sq_ring_guess_focal_px(width, height);
    return SQ_OK;
}

/* What brightness is taken as: luma (Rec. 601), or one colour where the lines are as light as the board. */
static const float mixes[][SQ_PLANE_COLOURS] = {{0.299f, 0.587f, 0.114f}, {1, 0, 0}, {0, 0, 1}};

/* By one brightness after the other. ridges: the picture twice as large, and room for its levels; null: fine
 * lines are looked for. */
static void search_mixes(search *s, const sq_colour_planes *small, int factor, const sq_colour_planes *ridges,
                         float *room, sq_ring_enough enough, void *who, sq_ring_guess *out) {
    bool found = false;
    for (size_t m = 0; m < sizeof mixes / sizeof *mixes && !found; m++) {
        for (size_t i = 0; i < (size_t)small->width * (size_t)small->height; i++)
            s->level[i] = mixed_level(small, mixes[m], i);
        if (ridges)
            draw_ridges(s, ridges, mixes[m], room);
        else
            draw_lines(s);
        found = search_level(s, factor, mixes[m], enough, who, out);
    }
}

/* What a search of ridges needs beside the rest: nothing where there is no larger picture. */
static sq_code make_ridges(const sq_colour_planes *picture, int factor, sq_colour_planes *fine, float **room,
                           sq_diag *d) {
    sq_code code = sq_colour_planes_shrink(fine, picture, factor / 2, d);
    if (code) return code;
    *room = malloc((size_t)fine->width * (size_t)fine->height * sizeof **room);
    return *room
               ? SQ_OK
               : sq_fail(d, SQ_E_MEMORY, "the search for the board: not enough memory; close other programs");
}

/* How many times smaller the picture is in which is searched. */
static int search_factor(const sq_colour_planes *picture) {
    int longer = picture->width > picture->height ? picture->width : picture->height;
    return (longer + SEARCH_SIDE - 1) / SEARCH_SIDE;
}

bool sq_ring_shows_ridges(const sq_colour_planes *picture) {
    return search_factor(picture) >= 2;
}

sq_code sq_ring_search(const sq_colour_planes *picture, sq_ring_look look, sq_ring_enough enough, void *who,
                       sq_ring_guess *out, sq_diag *d) {
    int factor = search_factor(picture);
    sq_colour_planes small = {0}, fine = {0};
    float *room = NULL;
    search s = {0};
    *out = (sq_ring_guess){0};
    bool ridges = look == SQ_RING_RIDGES && sq_ring_shows_ridges(picture);
    if (ridges) factor -= factor % 2; /* of the larger picture, two pixels */
    sq_code code = sq_colour_planes_shrink(&small, picture, factor, d);
    if (!code) code = make_search(&s, small.width, small.height, d);
    if (!code && ridges) code = make_ridges(picture, factor, &fine, &room, d);
    if (!code && s.level && small.level[0])
        search_mixes(&s, &small, factor, ridges ? &fine : NULL, room, enough, who, out);
    free(s.level);
    free(room);
    sq_colour_planes_free(&small);
    sq_colour_planes_free(&fine);
    return code;
}

/* The rotation that takes the unit vector a into b the shortest way; a and b are not opposite. */
static void turn_into(const double a[3], const double b[3], double r[3][3]) {
    double v[3] = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
    double c = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    double k[3][3] = {{0, -v[2], v[1]}, {v[2], 0, -v[0]}, {-v[1], v[0], 0}};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            double kk = 0;
            for (int m = 0; m < 3; m++)
                kk += k[i][m] * k[m][j];
            r[i][j] = (i == j) + k[i][j] + kk / (1 + c);
        }
}

double sq_ring_guess_focal_px(int width, int height) {
    return SQ_GUESS_FOCAL * (width > height ? width : height) / 2;
}

sq_camera sq_ring_guess_camera(const sq_ring_guess *g, int width, int height) {
    sq_camera c = {.width = width, .height = height};
    c.fx = c.fy = sq_ring_guess_focal_px(width, height);
    c.cx = g->axis.x;
    c.cy = g->axis.y;
    c.t[2] = c.fx * SQ_BOARD_OUTER_MM / g->radius_px[SQ_RING_OUTER];
    c.t[0] = (g->middle.x - c.cx) / c.fx * c.t[2];
    c.t[1] = (g->middle.y - c.cy) / c.fy * c.t[2];
    /* Facing the camera, then tilted; the board's y points up in the picture. */
    double cosine = sqrt(1 - g->tilt_x * g->tilt_x - g->tilt_y * g->tilt_y);
    double facing[3] = {0, 0, 1}, up[3] = {-g->tilt_x, -g->tilt_y, cosine}, lean[3][3];
    turn_into(facing, up, lean);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            c.R[i][j] = j == 0 ? lean[i][j] : -lean[i][j];
    return c;
}

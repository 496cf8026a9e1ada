/* The board from one picture: the guess, measured and fitted in rounds that look ever closer, and the checks
 * that it is a board at all. */
#include "calib/crokinole/find_board.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "calib/crokinole/line_width.h"
#include "calib/crokinole/ring_fit.h"
#include "calib/crokinole/ring_search.h"
#include "calib/measure/sharpness.h"
#include "vision/math/median.h"
#include "vision/math/tunable_number.h"

/* The least score of a guess (of 4 at best): boards have 1.1 to 3, pictures without one mostly 0.2 to 0.5;
 * what else looks like three lines is found out when they are measured. */
SQ_NUMBER(SCORE_LEAST, 0.85);

/* The share of each line that must show: the rest may lie under discs, figures and pegs. */
SQ_NUMBER(LINE_SEEN_LEAST, 0.5);

/* The edge of the playing surface, in parts of the outer line's radius: 18 to 30 mm of board lie outside it.
 */
SQ_NUMBER(EDGE_OF_SURFACE, 1.077);

/* Pixels to either side of where a line is expected, in each round. */
enum { FIRST_ROUND, SECOND_ROUND, LAST_ROUND, ROUNDS };
static const int reach_px[ROUNDS] = {7, 4, 3};

/* Half the width of a line that is not measured yet, mm: boards have 1.5 to 3 mm. */
SQ_NUMBER(HALF_WIDTH_MM, 1.1);

/* A line that shows less than this share of the usual contrast is hidden there. */
SQ_NUMBER(CONTRAST_SHARE, 0.35f);

enum { FINE = 2, PROFILE = 160 }; /* samples to a pixel across a line, and in all */

typedef struct {
    int count; /* samples, the middle one at the expected place */
    float rgb[SQ_PLANE_COLOURS][PROFILE];
    float value[PROFILE];   /* the same along the lines' colour: a line is bright */
    sq_px middle, outwards; /* outwards: one pixel */
    double px_per_mm;
} profile;

static void place_profile(const sq_seen_board *b, sq_ring ring, int place, profile *out) {
    double angle = sq_ring_angle(place), r = b->ring[ring].radius_mm, x = cos(angle), y = sin(angle);
    sq_mm c = b->ring[ring].middle;
    sq_px in = sq_px_from_mm3(&b->camera, (sq_mm3){c.x + (r - 1) * x, c.y + (r - 1) * y, 0});
    sq_px beyond = sq_px_from_mm3(&b->camera, (sq_mm3){c.x + (r + 1) * x, c.y + (r + 1) * y, 0});
    double length = sq_px_distance(in, beyond);
    out->middle = (sq_px){(in.x + beyond.x) / 2, (in.y + beyond.y) / 2};
    out->outwards = (sq_px){(beyond.x - in.x) / length, (beyond.y - in.y) / length};
    out->px_per_mm = length / 2;
}

/* Reads the picture between pixels, at places in a row. */
typedef void reader(const sq_colour_planes *p, sq_px from, sq_px step, int count,
                    float *const rgb[SQ_PLANE_COLOURS]);

/* The light of the pixels' brightness in all three colours: codecs blur the other differences of colour by
 * two pixels. */
static void light_along(const sq_colour_planes *p, sq_px from, sq_px step, int count,
                        float *const rgb[SQ_PLANE_COLOURS]) {
    for (int i = 0; i < count; i++)
        rgb[0][i] = rgb[1][i] = rgb[2][i] =
            sq_colour_planes_light_between(p, (sq_px){from.x + i * step.x, from.y + i * step.y});
}

static void read_profile(const sq_colour_planes *picture, reader *read, int reach, profile *out) {
    sq_px to = out->outwards, step = {to.x / FINE, to.y / FINE};
    float beside[SQ_PLANE_COLOURS][PROFILE];
    out->count = 2 * FINE * reach + 1;
    memset(out->rgb, 0, sizeof out->rgb);
    for (int side = -1; side <= 1; side++) { /* three neighbours along the line: less noise and grain */
        sq_px from = {out->middle.x - reach * to.x - side * to.y, out->middle.y - reach * to.y + side * to.x};
        read(picture, from, step, out->count, (float *[]){beside[0], beside[1], beside[2]});
        for (int k = 0; k < SQ_PLANE_COLOURS; k++)
            for (int i = 0; i < out->count; i++)
                out->rgb[k][i] += beside[k][i] / 3;
    }
}

static bool inside(const sq_colour_planes *p, sq_px at, double margin) {
    return at.x >= margin && at.y >= margin && at.x < p->width - 1 - margin && at.y < p->height - 1 - margin;
}

/* Samples over which a line of so many pixels is a box, and the ground on both sides of it. */
static int half_box(const sq_seen_board *b, sq_ring ring, double px_per_mm) {
    double half = b->ring[ring].look_half_mm * px_per_mm * FINE;
    return half > 1 ? (int)(fmin(half, PROFILE) + 0.5) : 1; /* also where the line is not in view */
}

/* Pixels to either side of a place that have to be looked at so that its line may lie up to `reach` off: more
 * where the board is nearer. */
static int view_px(const sq_seen_board *b, sq_ring ring, double px_per_mm, int reach) {
    int half = half_box(b, ring, px_per_mm);
    int view = reach + 1 + (2 * half + 2 + FINE - 1) / FINE, most = (PROFILE / FINE - 1) / 2;
    return view < most ? view : most;
}

/* How much brighter the line is than its sides, were its middle at sample i; sides of the same width. */
static float contrast_at(const float *value, int i, int half) {
    float line = 0, sides = 0;
    for (int j = -half; j <= half; j++)
        line += value[i + j];
    for (int j = half + 2; j <= 2 * half + 2; j++)
        sides += value[i - j] + value[i + j];
    return line / (float)(2 * half + 1) - sides / (float)(2 * half + 2);
}

/* The strongest place; between samples by a parabola. */
static float find_line(const profile *p, int half, double *off_px) {
    int margin = 2 * half + 2, best = -1;
    float most = 0, at[PROFILE] = {0};
    for (int i = margin; i < p->count - margin; i++) {
        at[i] = contrast_at(p->value, i, half);
        if (at[i] > most) {
            most = at[i];
            best = i;
        }
    }
    if (best <= margin || best >= p->count - margin - 1) return 0;
    double bend = at[best - 1] - 2 * at[best] + at[best + 1];
    double shift = bend < 0 ? 0.5 * (at[best - 1] - at[best + 1]) / bend : 0;
    *off_px = (best + shift) / FINE - (p->count - 1) / 2.0 / FINE;
    return most;
}

/* Reads the picture across all lines, so far to either side that a line may lie up to `reach` off. A place
 * before which the picture ends has no samples. */
static void read_lines(const sq_colour_planes *picture, const sq_seen_board *b, int reach,
                       profile lines[SQ_RINGS][SQ_RING_PLACES]) {
    for (int ring = 0; ring < SQ_RINGS; ring++) {
        for (int place = 0; place < SQ_RING_PLACES; place++) {
            profile *p = &lines[ring][place];
            place_profile(b, (sq_ring)ring, place, p);
            int view = view_px(b, (sq_ring)ring, p->px_per_mm, reach);
            if (inside(picture, p->middle, view))
                read_profile(picture, sq_colour_planes_along, view, p);
            else
                p->count = 0;
        }
    }
}

/* Finds the line in what was read, by the colour that is guessed: how strongly it shows, and in *off where.
 */
static float sight_line(const sq_seen_board *b, sq_ring ring, profile *p, double *off) {
    if (!p->count) return 0;
    for (int i = 0; i < p->count; i++)
        p->value[i] = b->line_colour[0] * p->rgb[0][i] + b->line_colour[1] * p->rgb[1][i] +
                      b->line_colour[2] * p->rgb[2][i];
    return find_line(p, half_box(b, ring, p->px_per_mm), off);
}

/* Of one line at one place: by how much it differs from its sides, added to each colour's sum. */
static void add_contrast(const profile *p, double off, int half, float sum[SQ_PLANE_COLOURS]) {
    int at = (int)lround(off * FINE) + (p->count - 1) / 2;
    for (int k = 0; k < SQ_PLANE_COLOURS; k++) {
        float one[PROFILE];
        for (int i = at - 2 * half - 2; i <= at + 2 * half + 2; i++)
            one[i] = p->rgb[k][i];
        float c = contrast_at(one, at, half);
        sum[k] += fmaxf(fminf(c, 60), -60); /* a figure's stroke may be as strong as it likes */
    }
}

/* How strongly lines of the guessed colour show at most of the places where they do. */
static float usual_contrast(const sq_seen_board *b, profile lines[SQ_RINGS][SQ_RING_PLACES]) {
    float contrast[SQ_RINGS * SQ_RING_PLACES];
    int n = 0;
    for (int ring = 0; ring < SQ_RINGS; ring++)
        for (int place = 0; place < SQ_RING_PLACES; place++) {
            double off = 0;
            contrast[n] = sight_line(b, (sq_ring)ring, &lines[ring][place], &off);
            n += contrast[n] > 0;
        }
    return n ? sq_median(contrast, n) : 0;
}

/* A strip of ground beside a line differs from its own sides too, but by half as much, since the line is on
 * one of them only. Where the opposite colour shows more, such strips were taken for lines. */
static void turn_colour(sq_seen_board *b, profile lines[SQ_RINGS][SQ_RING_PLACES]) {
    sq_seen_board opposite = *b;
    for (int k = 0; k < SQ_PLANE_COLOURS; k++)
        opposite.line_colour[k] = -b->line_colour[k];
    if (usual_contrast(&opposite, lines) > usual_contrast(b, lines))
        memcpy(b->line_colour, opposite.line_colour, sizeof b->line_colour);
}

/* The colour by which lines differ from the board, as it is guessed: the mean over all lines, of what is
 * strongest in brightness near where they are expected. */
static void learn_colour(sq_seen_board *b, profile lines[SQ_RINGS][SQ_RING_PLACES]) {
    float sum[SQ_PLANE_COLOURS] = {0};
    int n = 0;
    for (int ring = 0; ring < SQ_RINGS; ring++)
        for (int place = 0; place < SQ_RING_PLACES; place++) {
            profile *p = &lines[ring][place];
            double off = 0;
            if (!(sight_line(b, (sq_ring)ring, p, &off) > 0)) continue;
            add_contrast(p, off, half_box(b, (sq_ring)ring, p->px_per_mm), sum);
            n++;
        }
    float length = sqrtf(sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2]);
    for (int k = 0; k < SQ_PLANE_COLOURS; k++)
        b->line_colour[k] = length > 0 ? sum[k] / length : 0;
    b->line_contrast = n ? length / (float)n : 0;
}

/* The ground on one side of a line: the mean of as many samples as are compared with it. */
static float ground_beside(const profile *p, int at, int half, int way) {
    float ground = 0;
    for (int j = half + 2; j <= 2 * half + 2; j++)
        ground += p->value[at + way * j] / (float)(half + 1);
    return ground;
}

/* Samples from the brightest one to where it falls to a level. */
static int to_level(const profile *p, int brightest, float level, int way) {
    int i = brightest;
    while (i > 0 && i < p->count - 1 && p->value[i] > level)
        i += way;
    return abs(i - brightest);
}

/* Half the width (pixels) of what is seen at one place, on each side to half way down to its ground: the two
 * may be of different colours. What hardly differs from one of them is no line but an edge, and goes on. */
static double half_width_at(const profile *p, double off, int half) {
    const float is_edge = 0.1f; /* in parts of the other side's contrast */
    int at = (int)lround(off * FINE) + (p->count - 1) / 2, brightest = at;
    for (int i = at - half; i <= at + half; i++)
        if (p->value[i] > p->value[brightest]) brightest = i;
    float most = p->value[brightest], in = ground_beside(p, at, half, -1),
          out = ground_beside(p, at, half, 1);
    if (fminf(most - in, most - out) < is_edge * fmaxf(most - in, most - out)) in = out = (in + out) / 2;
    int wide = to_level(p, brightest, (most + in) / 2, -1) + to_level(p, brightest, (most + out) / 2, 1);
    return (wide - 1) / (2.0 * FINE);
}

/* Whether it is as narrow as lines are: a band between a line and something else is wider. */
static bool is_narrow(double half_width_mm) {
    return half_width_mm <= 4 * HALF_WIDTH_MM;
}

/* How wide the lines look, by most of their places: what is looked for as a wider line than it is, could lie
 * anywhere within that. */
static void learn_looks(sq_seen_board *b, profile lines[SQ_RINGS][SQ_RING_PLACES]) {
    for (int ring = 0; ring < SQ_RINGS; ring++) {
        float half_mm[SQ_RING_PLACES];
        int n = 0;
        for (int place = 0; place < SQ_RING_PLACES; place++) {
            profile *p = &lines[ring][place];
            double off = 0;
            if (!(sight_line(b, (sq_ring)ring, p, &off) > 0)) continue;
            int half = half_box(b, (sq_ring)ring, p->px_per_mm);
            double wide_mm = half_width_at(p, off, half) / p->px_per_mm;
            if (is_narrow(wide_mm)) half_mm[n++] = (float)wide_mm;
        }
        if (n) b->ring[ring].look_half_mm = (double)sq_median(half_mm, n);
    }
}

/* All places at which a line shows. */
static int sight_lines(const sq_seen_board *b, int reach, profile lines[SQ_RINGS][SQ_RING_PLACES],
                       sq_ring_sighting *out) {
    int count = 0;
    for (int ring = 0; ring < SQ_RINGS; ring++) {
        sq_ring_sighting seen[SQ_RING_PLACES];
        float contrast[SQ_RING_PLACES], order[SQ_RING_PLACES];
        int n = 0;
        for (int place = 0; place < SQ_RING_PLACES; place++) {
            profile *p = &lines[ring][place];
            double off = 0;
            contrast[n] = sight_line(b, (sq_ring)ring, p, &off);
            if (!(contrast[n] > 0) || fabs(off) > reach) continue;
            order[n] = contrast[n];
            seen[n++] = (sq_ring_sighting){
                {p->middle.x + off * p->outwards.x, p->middle.y + off * p->outwards.y}, (sq_ring)ring, place};
        }
        /* where none shows, the strongest texture is none */
        float usual = n ? fmaxf(sq_median(order, n), CONTRAST_SHARE * b->line_contrast) : 0;
        for (int i = 0; i < n; i++)
            if (contrast[i] > CONTRAST_SHARE * usual) out[count++] = seen[i];
    }
    return count;
}

/* What is needed while a board is measured. */
typedef struct {
    double blur_px; /* of the picture's edges; infinite: not known */
    sq_lm_work lm;
    profile line[SQ_RINGS][SQ_RING_PLACES];
    sq_ring_sighting sighting[SQ_RING_SIGHTINGS];
} workshop;

/* The same board, seen at the same place by a lens whose axis meets the picture there. */
static sq_seen_board with_axis(const sq_seen_board *b, sq_px at) {
    sq_seen_board other = *b;
    sq_camera *c = &other.camera;
    c->cx = at.x;
    c->cy = at.y;
    c->t[0] += (b->camera.cx - c->cx) / c->fx * c->t[2];
    c->t[1] += (b->camera.cy - c->cy) / c->fy * c->t[2];
    return other;
}

/* Fits the board to so many sightings. */
static bool fit_sightings(const sq_colour_planes *picture, sq_seen_board *b, const sq_ring_sighting *s,
                          int count, workshop *w) {
    double log_focal = log(sq_ring_guess_focal_px(picture->width, picture->height));
    return count >= SQ_RING_SIGHTINGS / 4 && sq_ring_fit(b, s, count, log_focal, &w->lm);
}

/* The board of a guess, before anything is measured. */
static sq_seen_board board_of_guess(const sq_colour_planes *picture, const sq_ring_guess *g) {
    sq_seen_board b = {.camera = sq_ring_guess_camera(g, picture->width, picture->height)};
    for (int k = 0; k < SQ_RINGS; k++) {
        b.ring[k].radius_mm = SQ_BOARD_OUTER_MM * g->radius_px[k] / g->radius_px[SQ_RING_OUTER];
        b.ring[k].look_half_mm = HALF_WIDTH_MM;
    }
    for (int k = 0; k < SQ_PLANE_COLOURS; k++)
        b.line_colour[k] = (float)g->sign * g->mix[k];
    return b;
}

/* The middle of the ellipse that a line is in the picture: half way between its nearest and its farthest
 * place. */
static sq_px middle_of_ellipse(const sq_seen_board *b, sq_ring ring) {
    sq_mm3 eye = sq_camera_position(&b->camera);
    double r = b->ring[ring].radius_mm, aside = hypot(eye.x, eye.y);
    double x = aside > 0 ? r * eye.x / aside : r, y = aside > 0 ? r * eye.y / aside : 0;
    sq_mm c = b->ring[ring].middle;
    sq_px near = sq_px_from_mm3(&b->camera, (sq_mm3){c.x + x, c.y + y, 0});
    sq_px far = sq_px_from_mm3(&b->camera, (sq_mm3){c.x - x, c.y - y, 0});
    return (sq_px){(near.x + far.x) / 2, (near.y + far.y) / 2};
}

/* A board whose 10 line is seen at the same place, tilted the other way. */
static sq_seen_board tilted_the_other_way(const sq_colour_planes *picture, const sq_seen_board *b) {
    const sq_camera *c = &b->camera;
    double far = sqrt(c->t[0] * c->t[0] + c->t[1] * c->t[1] + c->t[2] * c->t[2]);
    double along = (c->R[0][2] * c->t[0] + c->R[1][2] * c->t[1] + c->R[2][2] * c->t[2]) / (far * far);
    sq_px middle = sq_px_from_mm3(c, (sq_mm3){0, 0, 0});
    sq_ring_guess g = {.middle = middle,
                       .axis = middle,
                       .tilt_x = along * c->t[0] - c->R[0][2],
                       .tilt_y = along * c->t[1] - c->R[1][2]};
    for (int k = 0; k < SQ_RINGS; k++)
        g.radius_px[k] = b->ring[k].radius_mm * c->fx / far;
    sq_seen_board other = board_of_guess(picture, &g);
    memcpy(other.line_colour, b->line_colour, sizeof other.line_colour);
    sq_px was = middle_of_ellipse(b, SQ_RING_TEN), is = middle_of_ellipse(&other, SQ_RING_TEN);
    other.camera.cx += was.x - is.x;
    other.camera.cy += was.y - is.y;
    return other;
}

/* The same, while it is not known where the lens's axis is: what fits best of the place where it is thought
 * to be; the picture's middle, where it is unless somebody cut the picture; the board's, at which the camera
 * was pointed; and a board that is tilted the other way, of which the lines look nearly the same. */
static bool fit_with_axis(const sq_colour_planes *picture, sq_seen_board *b, const sq_ring_sighting *s,
                          int count, workshop *w) {
    sq_px middle = {(picture->width - 1) / 2.0, (picture->height - 1) / 2.0};
    sq_px aim = sq_px_from_mm3(&b->camera, (sq_mm3){0, 0, 0});
    sq_seen_board way[] = {*b, with_axis(b, middle), with_axis(b, aim), tilted_the_other_way(picture, b)};
    double least = INFINITY;
    for (size_t i = 0; i < sizeof way / sizeof *way; i++) {
        if (!fit_sightings(picture, &way[i], s, count, w) || w->lm.cost >= least) continue;
        least = w->lm.cost;
        *b = way[i];
    }
    return isfinite(least);
}

/* One round: the lines are looked for up to some pixels off, and the board is fitted to where they are. The
 * last one takes colour and looks of the lines as they are known; the first one finds the axis too. */
static bool measure_board(const sq_colour_planes *picture, sq_seen_board *b, int round, workshop *w) {
    int scale = (picture->width > picture->height ? picture->width : picture->height) / 1000;
    int reach = reach_px[round] * (scale > 1 && round == FIRST_ROUND ? 2 : 1);
    read_lines(picture, b, reach, w->line);
    if (round < LAST_ROUND) {
        turn_colour(b, w->line);
        learn_colour(b, w->line);
        learn_looks(b, w->line);
    }
    int count = sight_lines(b, reach, w->line, w->sighting);
    return round == FIRST_ROUND ? fit_with_axis(picture, b, w->sighting, count, w)
                                : fit_sightings(picture, b, w->sighting, count, w);
}

/* The same by the inner lines alone. */
static bool measure_inner_lines(const sq_colour_planes *picture, sq_seen_board *b, int reach, workshop *w) {
    int outer = 0;
    read_lines(picture, b, reach, w->line);
    int count = sight_lines(b, reach, w->line, w->sighting);
    while (outer < count && w->sighting[outer].ring == SQ_RING_OUTER)
        outer++; /* they come first */
    return fit_sightings(picture, b, w->sighting + outer, count - outer, w);
}

/* How far from a line's middle its ground begins: pixels of blur, or half millimetres, whichever is farther.
 * Nearer: in a large picture that is the line's own flank, and it is taken for narrower than it is. */
enum { ACROSS = 8 };

/* In pixels, and no farther than a profile holds. */
static int across_px(double px_per_mm) {
    const int most = (PROFILE / FINE - 1) / 2;
    double across = fmax(ACROSS, ACROSS * px_per_mm / 2);
    return across < most ? (int)across : most;
}

/* Pixels a millimetre across a line, in the mean of the places where it shows; 0: nowhere. */
static double mean_scale(const sq_seen_board *b, sq_ring ring) {
    double sum = 0;
    int n = 0;
    for (int place = 0; place < SQ_RING_PLACES; place++) {
        profile p;
        if (!b->ring[ring].shows[place]) continue;
        place_profile(b, ring, place, &p);
        sum += p.px_per_mm;
        n++;
    }
    return n ? sum / n : 0;
}

/* The mean profile of a line over all places where it shows; false where there is none. */
static bool read_mean_line(const sq_colour_planes *picture, const sq_seen_board *b, sq_ring ring,
                           double scale, reader *read, const float mix[SQ_PLANE_COLOURS],
                           float value[PROFILE], sq_line_profile *out) {
    sq_seen_board here = *b;
    sq_ring_line *line = &here.ring[ring];
    const int across = across_px(scale);
    int n = 0;
    memset(value, 0, PROFILE * sizeof *value);
    for (int place = 0; place < SQ_RING_PLACES; place++) {
        profile p;
        if (!line->shows[place]) continue;
        n++;
        line->radius_mm = b->ring[ring].radius_mm + line->off_mm[place];
        place_profile(&here, ring, place, &p);
        read_profile(picture, read, across, &p);
        for (int i = 0; i < p.count; i++)
            for (int k = 0; k < SQ_PLANE_COLOURS; k++)
                value[i] += mix[k] * p.rgb[k][i];
    }
    for (int i = 0; i < PROFILE; i++)
        value[i] /= (float)(n ? n : 1);
    *out = (sq_line_profile){FINE * across, FINE, value};
    return n > 0;
}

/* The widths of the lines in levels, by which they are looked for. */
static void measure_looks(const sq_colour_planes *picture, sq_seen_board *b) {
    float value[PROFILE];
    sq_line_profile p;
    for (int ring = 0; ring < SQ_RINGS; ring++) {
        sq_ring_line *line = &b->ring[ring];
        double scale = mean_scale(b, (sq_ring)ring);
        line->look_half_mm = line->half_width_mm;
        if (read_mean_line(picture, b, (sq_ring)ring, scale, sq_colour_planes_along, b->line_colour, value,
                           &p))
            line->look_half_mm = sq_seen_width_of(&p).half_px / scale;
    }
}

/* Their true widths, and where their middles are: what looks for a line between grounds of two colours errs
 * towards one of them, by up to half a millimetre. A lens blurs light, not levels: in levels a bright line on
 * a dark board seems wider than it is, a dark one on a bright board narrower. What the camera made of light
 * to get levels is not known, so that half of the difference is doubt; and so is how much a thin line is
 * widened by blur. */
static void measure_widths(const sq_colour_planes *picture, double edges_px, sq_seen_board *b) {
    static const float alone[SQ_PLANE_COLOURS] = {1}; /* all three are the same */
    float value[PROFILE];
    sq_line_profile p;
    for (int ring = 0; ring < SQ_RINGS; ring++) {
        sq_ring_line *line = &b->ring[ring];
        double scale = mean_scale(b, (sq_ring)ring);
        if (!read_mean_line(picture, b, (sq_ring)ring, scale, light_along, alone, value, &p)) continue;
        sq_seen_width seen = sq_seen_width_of(&p);
        sq_line_width wide = sq_line_width_of(&p, edges_px);
        double doubt_mm = (seen.half_px / scale - line->look_half_mm) / 2;
        line->radius_mm += seen.off_px / scale;
        line->half_width_mm = wide.px / 2 / scale;
        line->width_sigma_mm = hypot(doubt_mm, wide.sigma_px / 2 / scale);
    }
}

static sq_code refuse(sq_diag *d) {
    return sq_fail(d, SQ_E_SIGHT,
                   "no crokinole board is seen: three rings about one middle are looked for; show the whole "
                   "board from above");
}

/* Lines of one board are drawn alike: a band between a line and something else is wider than they are. */
static bool widths_ok(const sq_seen_board *b) {
    double least = INFINITY, most = 0;
    for (int k = 0; k < SQ_RINGS; k++) {
        least = fmin(least, b->ring[k].look_half_mm);
        most = fmax(most, b->ring[k].look_half_mm);
    }
    return is_narrow(most) && most < 2 * least + HALF_WIDTH_MM / 2;
}

static bool proportions_ok(const sq_seen_board *b) {
    return sq_ring_proportions_ok(b->ring[SQ_RING_TEN].radius_mm / SQ_BOARD_OUTER_MM,
                                  b->ring[SQ_RING_FIFTEEN].radius_mm / SQ_BOARD_OUTER_MM);
}

/* Whether a line shows nearly all around, no more than half as much being hidden as may be. */
static bool shows_plainly(const sq_seen_board *b, sq_ring ring) {
    return b->ring[ring].seen >= (1 + LINE_SEEN_LEAST) / 2;
}

/* A hand hides a part of each line. Where half of each is missing, the edges that are seen are other things'.
 */
static bool shows_no_line_plainly(const sq_seen_board *b) {
    for (int k = 0; k < SQ_RINGS; k++)
        if (shows_plainly(b, (sq_ring)k)) return false;
    return true;
}

static sq_code check(const sq_seen_board *b, sq_diag *d) {
    static const char *const names[] = {
#define X(number, name) name,
        SQ_RING_LIST(X)
#undef X
    };
    if (shows_no_line_plainly(b)) return refuse(d);
    for (int k = 0; k < SQ_RINGS; k++)
        if (b->ring[k].seen < LINE_SEEN_LEAST)
            return sq_fail(d, SQ_E_SIGHT,
                           "only %.0f %% of the board's %s line is seen; clear the board, and show all of it",
                           100 * b->ring[k].seen, names[k]);
    if (!proportions_ok(b) || !widths_ok(b))
        return sq_fail(
            d, SQ_E_SIGHT,
            "the board's outer line is not told from the edge of its surface (the 10 line would lie at "
            "%.2f of it); show the board in more even light, or from higher above",
            b->ring[SQ_RING_TEN].radius_mm / SQ_BOARD_OUTER_MM);
    return SQ_OK;
}

/* Whether the lines lie about one middle, but for five deviations of what a board may be off. */
static bool is_concentric(const sq_seen_board *b) {
    for (int k = 0; k < SQ_RINGS; k++)
        if (hypot(b->ring[k].middle.x, b->ring[k].middle.y) > 5 * SQ_RING_MIDDLE_SIGMA_MM) return false;
    return true;
}

/* The same board, were its outer line so many times as wide in the picture. */
static sq_seen_board with_wider_outer_line(const sq_seen_board *b, double times) {
    sq_seen_board other = *b;
    for (int k = 0; k < SQ_RINGS; k++) {
        sq_ring_line *line = &other.ring[k];
        if (k != SQ_RING_OUTER) line->radius_mm /= times;
        line->look_half_mm /= times;
        line->middle = (sq_mm){line->middle.x / times, line->middle.y / times};
    }
    for (int i = 0; i < 3; i++)
        other.camera.t[i] /= times;
    return other;
}

/* Measured and fitted in rounds, from where it is thought to be. */
static sq_code fit_board(const sq_colour_planes *picture, workshop *w, sq_seen_board *out, sq_diag *d) {
    for (int round = FIRST_ROUND; round < ROUNDS; round++) {
        if (!measure_board(picture, out, round, w)) return refuse(d);
        if (round >= SECOND_ROUND) measure_looks(picture, out);
    }
    measure_widths(picture, w->blur_px, out);
    return check(out, d);
}

/* From a guess to the board. The lines look nearly the same of a board that is tilted the other way, but then
 * they do not lie about one middle. */
static sq_code fit_guess(const sq_colour_planes *picture, const sq_ring_guess *g, workshop *w,
                         sq_seen_board *out, sq_diag *d) {
    *out = board_of_guess(picture, g);
    sq_code code = fit_board(picture, w, out, d);
    if (code || is_concentric(out)) return code;
    sq_ring_guess other = *g;
    other.axis = g->middle;
    other.tilt_x = -g->tilt_x;
    other.tilt_y = -g->tilt_y;
    *out = board_of_guess(picture, &other);
    code = fit_board(picture, w, out, d);
    return code || is_concentric(out) ? code : refuse(d);
}

static bool inner_lines_are_plain(const sq_seen_board *b) {
    return shows_plainly(b, SQ_RING_TEN) && shows_plainly(b, SQ_RING_FIFTEEN);
}

/* Whether nothing else is looked for. */
static bool is_plain(const sq_seen_board *b) {
    return shows_plainly(b, SQ_RING_OUTER) && inner_lines_are_plain(b);
}

/* The camera by the inner lines alone, of a board whose outer line may have been taken from something else:
 * it is right where they lie about one middle. */
static bool fit_inner_lines(const sq_colour_planes *picture, workshop *w, sq_seen_board *b) {
    const sq_seen_board taken = *b;
    for (int way = 0; way < 2; way++) {
        bool fits = true;
        if (way) *b = tilted_the_other_way(picture, &taken);
        for (int round = FIRST_ROUND; round < ROUNDS && fits; round++)
            fits = measure_inner_lines(picture, b, reach_px[round], w);
        if (fits && is_concentric(b) && inner_lines_are_plain(b)) return true;
    }
    return false;
}

typedef struct {
    const sq_colour_planes *picture;
    workshop *work;
    sq_code code; /* SQ_OK: `board` is the best so far; else `diag` says why there is none */
    sq_seen_board board;
    sq_diag diag;
    bool inner_plain; /* of some guess the inner lines alone show all around: the first such is `inner` */
    sq_seen_board inner;
} finder;

/* Whether nothing else need be looked for. */
static bool is_found(const finder *f) {
    return !f->code && is_plain(&f->board);
}

static void take(finder *f, const sq_seen_board *b) {
    if (!f->code && b->ring[SQ_RING_OUTER].seen <= f->board.ring[SQ_RING_OUTER].seen) return;
    f->code = SQ_OK;
    f->board = *b;
}

/* The outer line and the edge of the surface may have been taken for each other, or what lies between them:
 * how many times wider the outer line may be, first as it is; after the last one 0. */
static double edge_times(int i) {
    const double half_way = sqrt(EDGE_OF_SURFACE);
    const double all[] = {1, 1 / EDGE_OF_SURFACE, EDGE_OF_SURFACE, 1 / half_way, half_way, 0};
    return all[i];
}

/* From a camera that is known: the outer line is looked for where the proportions would be right. */
static void find_other_outer_line(finder *f, const sq_seen_board *b) {
    for (int i = 0; edge_times(i) > 0 && !is_found(f); i++) {
        sq_seen_board other = with_wider_outer_line(b, edge_times(i));
        sq_diag unheard;
        if (!proportions_ok(&other) || fit_board(f->picture, f->work, &other, &unheard)) continue;
        if (is_concentric(&other)) take(f, &other);
    }
}

/* From a guess, its outer line so many times as wide, to the board. */
static sq_code try_guess(finder *f, const sq_ring_guess *g, double times, sq_diag *d) {
    sq_ring_guess wider = *g;
    sq_seen_board b;
    wider.radius_px[SQ_RING_OUTER] *= times;
    sq_code code = fit_guess(f->picture, &wider, f->work, &b, d);
    if (!code)
        take(f, &b);
    else if (is_concentric(&b) && is_plain(&b))
        find_other_outer_line(f, &b);
    else if (!f->inner_plain && inner_lines_are_plain(&b)) {
        f->inner_plain = true;
        f->inner = b;
    }
    return code;
}

/* Whether a guess is plainly a board, once it is measured. */
static bool measure_guess(const sq_ring_guess *g, void *who) {
    finder *f = who;
    sq_diag why;
    if (g->score < SCORE_LEAST) return false;
    if (try_guess(f, g, 1, &why) && f->code) f->diag = why;
    return is_found(f);
}

bool sq_board_follow(const sq_colour_planes *picture, const sq_seen_board *before, sq_seen_board *out) {
    sq_diag unheard;
    workshop *w = before->camera.width == picture->width && before->camera.height == picture->height
                      ? malloc(sizeof *w)
                      : NULL;
    *out = *before;
    bool fits = w && measure_board(picture, out, LAST_ROUND, w) && !check(out, &unheard) &&
                is_concentric(out) && is_plain(out);
    free(w);
    return fits;
}

/* What was taken for the outer line may be the line here and the edge of the surface there, where it does not
 * show all around: it is looked for by the camera that the inner lines give alone. */
static void find_by_inner_lines(finder *f) {
    bool plain = f->code ? f->inner_plain : inner_lines_are_plain(&f->board);
    if (!f->code) f->inner = f->board;
    if (plain && fit_inner_lines(f->picture, f->work, &f->inner)) find_other_outer_line(f, &f->inner);
}

/* Searches, and measures what is found; where that is no board, with its outer line elsewhere. */
static sq_code search_board(finder *f, sq_ring_look look, sq_diag *d) {
    sq_ring_guess g;
    sq_code code = sq_ring_search(f->picture, look, measure_guess, f, &g, d);
    for (int i = 1; !code && g.score >= SCORE_LEAST && edge_times(i) > 0 && !is_found(f); i++) {
        sq_diag unheard;
        try_guess(f, &g, edge_times(i), &unheard);
    }
    if (!code && !is_found(f)) find_by_inner_lines(f);
    return code;
}

/* blur: of the picture's edges; null: not known. */
static sq_code find_board(const sq_edge_blur *blur, const sq_colour_planes *picture, sq_seen_board *out,
                          sq_diag *d) {
    finder f = {.picture = picture, .work = malloc(sizeof *f.work)};
    if (!f.work) return sq_fail(d, SQ_E_MEMORY, "the board: not enough memory; close other programs");
    f.work->blur_px = blur ? blur->sharper_px : INFINITY;
    f.code = refuse(&f.diag); /* until one is found */
    sq_code code = search_board(&f, SQ_RING_FINE, d);
    if (!code && f.code && sq_ring_shows_ridges(picture)) {
        f.inner_plain = false; /* the first search's inner lines have led to none */
        code = search_board(&f, SQ_RING_RIDGES, d);
    }
    free(f.work);
    if (code) return code;
    if (f.code)
        *d = f.diag;
    else {
        *out = f.board;
        out->blur_px = blur ? blur->sharper_px : 0;
    }
    return f.code;
}

sq_code sq_board_find(const sq_frame *f, const sq_colour_planes *picture, sq_seen_board *out, sq_diag *d) {
    if (sq_picture_refuse_small(f, "to find a board", d)) return SQ_E_SIZE;
    sq_edge_blur blur;
    bool told = sq_sharpness_measure(f, &blur);
    sq_code code = find_board(told ? &blur : NULL, picture, out, d);
    if (code != SQ_E_SIGHT || !told) return code;
    sq_code soft = sq_blur_refuse(&blur, d);
    return soft ? soft : code;
}

/* Rays against discs, lines, pegs and planes; light with soft shadows; grain of wood, noise of the sensor. */
#include "datasets/crokinole/draw_board.h"

#include <stdlib.h>
#include <string.h>

#include "datasets/crokinole/board_finish.h"
#include "datasets/scene/random.h"
#include "datasets/scene/vector.h"

enum { RAYS = 3 }; /* a pixel, both ways */

/* How far a disc's image may lie off its foot (mm): its height at 40° from the plumb line. */
#define LEAN_MM 9.0

/* The ditch's floor (mm), and the board's frame beyond the ditch: its width. */
#define DITCH_Z_MM (-12.0)
#define FRAME_MM 14.0

/* Millimetres over which a shadow's edge fades. */
#define PENUMBRA_MM 3.0

typedef struct {
    const sq_board_scene *s;
    sq_mm3 eye;
    sq_mm along_line, along_arm;     /* the directions of a quadrant line and of the arm */
    int near[SQ_DRAWN_DISCS], nears; /* the discs that the pixel's rays may meet, or their shadows */
} canvas;

static double fade(double distance, double width) {
    double x = distance / width + 0.5;
    return x < 0 ? 0 : x > 1 ? 1 : x;
}

/* Smooth noise along the board's x: grain. */
static double grain(const sq_board_scene *s, sq_mm at) {
    double across = at.y / 2.5 + 1.5 * sin(at.x / 60), whole = floor(across), part = across - whole;
    double a = sq_hash((uint32_t)s->seed, (int)whole, (int)floor(at.x / 90)) * 0x1p-32;
    double b = sq_hash((uint32_t)s->seed, (int)whole + 1, (int)floor(at.x / 90)) * 0x1p-32;
    return a + (b - a) * part - 0.5;
}

/* The share of the lamp's light that discs leave for a place at height z. */
static double lit(const canvas *c, sq_mm at, double z) {
    const sq_board_scene *s = c->s;
    double left = 1;
    for (int i = 0; i < c->nears; i++) {
        const sq_drawn_disc *d = &s->disc_at[c->near[i]];
        double h = d->z + s->disc_height_mm - z;
        if (h <= 0.5 || !sq_mm_within(at, d->at, s->disc_radius_mm + h + PENUMBRA_MM)) continue;
        sq_mm to = {d->at.x + s->light_x * h, d->at.y + s->light_y * h};
        /* The shadow is the disc swept along the light: the distance to the segment from foot to top. */
        double vx = to.x - d->at.x, vy = to.y - d->at.y, length2 = vx * vx + vy * vy;
        double along = length2 > 0 ? ((at.x - d->at.x) * vx + (at.y - d->at.y) * vy) / length2 : 0;
        along = along < 0 ? 0 : along > 1 ? 1 : along;
        double off =
            sq_length_of(at.x - d->at.x - along * vx, at.y - d->at.y - along * vy) - s->disc_radius_mm;
        left = fmin(left, 1 - s->shade * (1 - fade(off, PENUMBRA_MM)));
    }
    return left;
}

/* r: how far the place is from the middle. */
static bool on_quadrant_line(const canvas *c, sq_mm at, double r) {
    const sq_board_scene *s = c->s;
    double from = s->finish.long_quadrants ? s->hole_mm : s->ring_mm[SQ_RING_TEN];
    if (r < from || r > s->ring_mm[SQ_RING_OUTER]) return false;
    double along = at.x * c->along_line.x + at.y * c->along_line.y,
           aside = at.y * c->along_line.x - at.x * c->along_line.y;
    return fmin(fabs(along), fabs(aside)) < s->line_width_mm / 2;
}

static bool on_peg(const sq_board_scene *s, sq_mm at, double r) {
    static const double flat_mm = 3.5;
    double peg_mm = s->finish.peg_mm > 0 ? s->finish.peg_mm : flat_mm;
    if (fabs(r - s->ring_mm[SQ_RING_FIFTEEN]) > peg_mm) return false; /* most places: quickly told */
    for (int i = 0; i < sq_board_scene_pegs(s); i++) {
        sq_mm peg = sq_board_scene_peg(s, i);
        if (sq_length_of(at.x - peg.x, at.y - peg.y) < peg_mm) return true;
    }
    return false;
}

/* A hand and an arm: a long round-ended bar that comes over the ditch or farther, above all discs. */
static bool on_hand(const canvas *c, sq_mm at) {
    if (!c->s->hand) return false;
    double x = at.x * c->along_arm.x + at.y * c->along_arm.y,
           y = at.y * c->along_arm.x - at.x * c->along_arm.y;
    double beyond = fmax(0, c->s->hand_reach * c->s->ring_mm[SQ_RING_OUTER] - x);
    return sq_length_of(beyond, y) < 38;
}

static void take(float out[3], const float light[3], double share) {
    for (int k = 0; k < 3; k++)
        out[k] = (float)(light[k] * share);
}

/* Where no hand is. */
static void ground_light(const canvas *c, sq_mm at, float out[3]) {
    static const float peg[3] = {0.25f, 0.23f, 0.2f};
    const sq_board_scene *s = c->s;
    double r = sq_length_of(at.x, at.y);
    double rail = s->finish.octagon ? sq_board_finish_rail(s, at) : r;
    if (rail > s->ditch_mm + FRAME_MM) return sq_board_finish_table(s, at, out);
    if (rail > s->ditch_mm) return take(out, s->line, 0.8);
    if (r > s->surface_mm) return take(out, s->ditch, 0.8 * lit(c, at, DITCH_Z_MM));
    if (r < s->hole_mm) return take(out, s->hole, 0.8);
    bool line = on_quadrant_line(c, at, r);
    double groove = 1;
    for (int k = 0; k < SQ_RINGS; k++) {
        double across = (r - s->ring_mm[k]) / (s->line_width_mm / 2);
        if (fabs(across) >= 1) continue;
        line = true;
        groove = sq_board_finish_groove(s, at, across);
    }
    if (on_peg(s, at, r)) return take(out, s->finish.peg_mm > 0 ? s->finish.peg : peg, 1);
    float ground[3];
    sq_board_finish_surface(s, at, r, ground);
    take(out, line ? s->line : ground, (line ? groove : 1 + s->grain * grain(s, at) * 2) * lit(c, at, 0));
    double mirrored = sq_board_finish_window(s, at);
    for (int k = 0; k < 3; k++)
        out[k] += (float)mirrored;
}

static sq_mm at_height(sq_mm3 eye, sq_mm ground, double z) {
    double share = (eye.z - z) / eye.z;
    return (sq_mm){eye.x + (ground.x - eye.x) * share, eye.y + (ground.y - eye.y) * share};
}

/* What a ray meets of a disc: its dimple is as dark as its side. */
enum { NOTHING, SIDE, FACE };

/* What of a disc the ray to a place of the ground meets. */
static int meets(const sq_board_scene *s, const sq_drawn_disc *d, sq_mm3 eye, sq_mm ground) {
    double height = d->z + s->disc_height_mm;
    sq_mm up = at_height(eye, ground, height);
    if (sq_mm_within(up, d->at, s->dimple_mm)) return SIDE;
    if (sq_mm_within(up, d->at, s->disc_radius_mm - s->bevel_mm)) return FACE;
    /* Between the side's heights the ray passes over the segment from top to foot. */
    sq_mm top = at_height(eye, ground, height - s->bevel_mm), foot = at_height(eye, ground, d->z);
    double vx = foot.x - top.x, vy = foot.y - top.y, length2 = vx * vx + vy * vy;
    double along = length2 > 0 ? ((d->at.x - top.x) * vx + (d->at.y - top.y) * vy) / length2 : 0;
    along = along < 0 ? 0 : along > 1 ? 1 : along;
    return sq_length_of(top.x + along * vx - d->at.x, top.y + along * vy - d->at.y) < s->disc_radius_mm;
}

/* Whether a ray passes through a peg that stands up. */
static bool meets_peg(const canvas *c, sq_mm ground) {
    const sq_board_scene *s = c->s;
    double high = s->finish.peg_height_mm, r = sq_length_of(ground.x, ground.y);
    if (!(high > 0) || fabs(r - s->ring_mm[SQ_RING_FIFTEEN]) > high + s->finish.peg_mm) return false;
    sq_mm top = at_height(c->eye, ground, high);
    double vx = ground.x - top.x, vy = ground.y - top.y, length2 = vx * vx + vy * vy;
    for (int i = 0; i < sq_board_scene_pegs(s); i++) {
        sq_mm peg = sq_board_scene_peg(s, i);
        double along = length2 > 0 ? ((peg.x - top.x) * vx + (peg.y - top.y) * vy) / length2 : 0;
        along = along < 0 ? 0 : along > 1 ? 1 : along;
        if (sq_length_of(top.x + along * vx - peg.x, top.y + along * vy - peg.y) < s->finish.peg_mm)
            return true;
    }
    return false;
}

/* What a ray gets of a disc that it meets. */
static void disc_light(const canvas *c, int i, int what, sq_mm ground, float out[3]) {
    const sq_board_scene *s = c->s;
    const sq_drawn_disc *d = &s->disc_at[i];
    double own = 1 + 0.1 * (sq_hash((uint32_t)s->seed, i, 77) * 0x1p-32 - 0.5);
    if (what != FACE)
        return take(out, s->disc[d->side], own * (s->finish.pale_bevel > 0 ? s->finish.pale_bevel : 0.6));
    sq_mm up = at_height(c->eye, ground, d->z + s->disc_height_mm);
    float face[3];
    sq_board_finish_face(s, d, (sq_mm){up.x - d->at.x, up.y - d->at.y}, face);
    take(out, face, own);
}

static void ray_light(const canvas *c, sq_mm ground, float out[3]) {
    static const float skin[3] = {0.62f, 0.36f, 0.24f};
    const sq_board_scene *s = c->s;
    if (on_hand(c, ground)) return take(out, skin, 1);
    if (meets_peg(c, ground)) return take(out, s->finish.peg, 0.8);
    for (int k = 0; k < c->nears; k++) {
        int i = c->near[k];
        const sq_drawn_disc *d = &s->disc_at[i];
        if (!sq_mm_within(ground, d->at, s->disc_radius_mm + LEAN_MM + fabs(d->z))) continue;
        int what = meets(s, d, c->eye, ground);
        bool hidden = d->z < 0 && sq_length_of(d->at.x, d->at.y) < s->hole_mm &&
                      sq_length_of(ground.x, ground.y) > s->hole_mm && what != FACE;
        if (!what || hidden) continue;
        disc_light(c, i, what, ground, out);
        return;
    }
    ground_light(c, ground, out);
}

/* Finds the discs that are near a pixel. True where all its rays meet the bare table. */
static bool look_around(canvas *c, sq_mm corner, double pixel_mm) {
    const sq_board_scene *s = c->s;
    c->nears = 0;
    for (int i = 0; i < s->discs; i++) {
        const sq_drawn_disc *d = &s->disc_at[i];
        double shadow = d->z + s->disc_height_mm - DITCH_Z_MM + PENUMBRA_MM, image = LEAN_MM + fabs(d->z);
        if (sq_mm_within(corner, d->at, s->disc_radius_mm + fmax(shadow, image) + pixel_mm))
            c->near[c->nears++] = i;
    }
    return !c->nears && !s->hand && sq_board_finish_rail(s, corner) > s->ditch_mm + FRAME_MM + pixel_mm;
}

/* One pixel, from where the board is seen at three of its corners. */
static void pixel_light(canvas *c, sq_mm corner, sq_mm right, sq_mm below, float out[3]) {
    out[0] = out[1] = out[2] = 0;
    if (!isfinite(corner.x + right.x + below.x)) return;
    bool bare = look_around(c, corner,
                            sq_length_of(right.x - corner.x, right.y - corner.y) +
                                sq_length_of(below.x - corner.x, below.y - corner.y));
    for (int i = 0; i < RAYS * RAYS; i++) {
        double a = ((i % RAYS) + 0.5) / RAYS, b = ((i / RAYS) + 0.5) / RAYS;
        sq_mm ground = {corner.x + a * (right.x - corner.x) + b * (below.x - corner.x),
                        corner.y + a * (right.y - corner.y) + b * (below.y - corner.y)};
        float one[3];
        if (bare)
            sq_board_finish_table(c->s, ground, one);
        else
            ray_light(c, ground, one);
        for (int k = 0; k < 3; k++)
            out[k] += one[k] / (RAYS * RAYS);
    }
}

/* Levels of light 0..1, at so many steps. Between two of them, and above the share FLAT of full light, the
 * curve is within SLACK of a line. */
enum { STEPS = 4096 };
#define FLAT (1.0 / 16)
#define SLACK 1e-4
typedef struct {
    double level[STEPS + 2];
} tone_curve;

static double level_of(double light) {
    return 255 * pow(light, 1 / 2.2);
}

static void make_curve(tone_curve *t) {
    for (int i = 0; i <= STEPS; i++)
        t->level[i] = level_of((double)i / STEPS);
    t->level[STEPS + 1] = t->level[STEPS];
}

/* pow is dear: it is asked only where a line does not tell the byte. */
static uint8_t code_of(const tone_curve *t, double light, double noise) {
    double in = light < 0 ? 0 : light > 1 ? 1 : light, step = in * STEPS;
    int i = (int)step;
    double code = t->level[i] + (step - i) * (t->level[i + 1] - t->level[i]) + noise + 0.5;
    if (in < FLAT || (int)code != (int)(code + SLACK)) code = level_of(in) + noise + 0.5;
    return (uint8_t)(code < 0.5 ? 0 : code > 255.5 ? 255 : code);
}

/* Where the corners of pixels above row y are on the board: one more than there are columns. */
static void find_corners(const sq_board_scene *s, int y, sq_mm *corner) {
    for (int x = 0; x <= s->width; x++)
        corner[x] = sq_mm_from_px(&s->camera, (sq_px){x - 0.5, y - 0.5}, 0);
}

sq_code sq_board_draw(sq_picture **out, const sq_board_scene *s, sq_diag *d) {
    sq_code code = sq_picture_new(out, s->width, s->height, d);
    if (code) return code;
    sq_mm *corner = calloc(2 * ((size_t)s->width + 1), sizeof *corner), *below = corner + s->width + 1;
    if (!corner) {
        sq_picture_free(*out);
        *out = NULL;
        return sq_fail(d, SQ_E_MEMORY, "a drawn board: not enough memory; close other programs");
    }
    canvas c = {.s = s,
                .eye = sq_camera_position(&s->camera),
                .along_line = {cos(s->turn), sin(s->turn)},
                .along_arm = {cos(s->hand_angle), sin(s->hand_angle)}};
    sq_random noise = sq_random_for(s->seed, "sensor");
    tone_curve curve;
    make_curve(&curve);
    int stride;
    unsigned char *pixels = sq_picture_pixels(*out, &stride);
    find_corners(s, 0, corner);
    for (int y = 0; y < s->height; y++) {
        find_corners(s, y + 1, below);
        for (int x = 0; x < s->width; x++) {
            float light[3];
            pixel_light(&c, corner[x], corner[x + 1], below[x], light);
            for (int k = 0; k < 3; k++)
                pixels[(size_t)y * (size_t)stride + 3 * (size_t)x + (size_t)(2 - k)] =
                    code_of(&curve, (double)light[k], s->noise * sq_random_normal(&noise));
        }
        memcpy(corner, below, ((size_t)s->width + 1) * sizeof *corner);
    }
    free(corner);
    return SQ_OK;
}

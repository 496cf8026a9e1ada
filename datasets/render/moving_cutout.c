/* Draws a hand with its shadow, or a wink in flight, once, so that it can be laid over a still picture in
 * many frames. */
#include "datasets/render/moving_cutout.h"

#include <stdlib.h>
#include <string.h>

#include "datasets/render/arm_and_hand.h"
#include "datasets/scene/vector.h"
#include "vision/system/asan_checked_loops.h"

/* Sight lines are worked out at every so many pixels of a row; a lens bends little in between. */
enum { SPAN = 8 };
/* Samples of a pixel of a piece in flight, a side. */
enum { PIECE_SIDE = 2 };
/* A lens's blur reaches past an outline by so many pixels. */
enum { SOFT = 2 };
/* The points of a lamp that its light on open ground is summed from, a side. */
enum { LAMP_POINTS = 2 };

static sq_code out_of_memory(sq_diag *d) {
    return sq_fail(d, SQ_E_MEMORY, "a cutout: not enough memory; draw smaller pictures");
}

static bool make_room(float **at, size_t *room, size_t wanted) {
    if (wanted <= *room) return true;
    free(*at);
    *at = malloc(wanted * sizeof **at);
    *room = *at ? wanted : 0;
    return *at != NULL;
}

void sq_cutout_free(sq_cutout *c) {
    free(c->light);
    *c = (sq_cutout){.light = NULL};
}

void sq_handshade_free(sq_handshade *h) {
    free(h->share);
    *h = (sq_handshade){.share = NULL};
}

/* ---- Boxes ---- */

static const sq_cutout_box nowhere = {INT32_MAX, INT32_MAX, INT32_MIN, INT32_MIN};

/* The box that also holds a ball's image; the lines of sight lean by less than 45°. */
static void hold_ball(sq_cutout_box *b, const sq_camera *c, sq_mm3 at, double radius) {
    sq_px p = sq_px_from_mm3(c, at);
    double z = sq_camera_position(c).z - at.z, reach = M_SQRT2 * radius * c->fx / fmax(z, 1) + SOFT;
    if (isnan(p.x)) return;
    b->x0 = (int)fmin(b->x0, floor(fmax(p.x - reach, 0)));
    b->y0 = (int)fmin(b->y0, floor(fmax(p.y - reach, 0)));
    b->x1 = (int)fmax(b->x1, ceil(fmin(p.x + reach, c->width)));
    b->y1 = (int)fmax(b->y1, ceil(fmin(p.y + reach, c->height)));
}

static bool is_empty(sq_cutout_box b) {
    return b.x0 >= b.x1 || b.y0 >= b.y1;
}

static size_t area(sq_cutout_box b) {
    return is_empty(b) ? 0 : (size_t)(b.x1 - b.x0) * (size_t)(b.y1 - b.y0);
}

static sq_code begin(sq_cutout *c, sq_cutout_box box, sq_diag *d) {
    c->box = is_empty(box) ? (sq_cutout_box){0, 0, 0, 0} : box;
    size_t floats = 4 * area(c->box);
    if (!make_room(&c->light, &c->room, floats)) return out_of_memory(d);
    if (floats) memset(c->light, 0, floats * sizeof *c->light);
    return SQ_OK;
}

static float *pixel_of(const sq_cutout *c, int x, int y) {
    size_t columns = (size_t)(c->box.x1 - c->box.x0);
    return c->light + 4 * ((size_t)(y - c->box.y0) * columns + (size_t)(x - c->box.x0));
}

static void add_light(float *px, sq_rgb v, float weight) {
    px[0] += weight * v.r;
    px[1] += weight * v.g;
    px[2] += weight * v.b;
    px[3] += weight;
}

/* ---- A hand ---- */

typedef struct {
    const sq_scene *scene;
    sq_arm arm;
    const sq_piece *squidger; /* null: none */
    sq_near alone;            /* what shades it: nothing */
    sq_mm3 eye;
} sitter;

static sitter sitter_of(const sq_scene *s) {
    sitter k = {.scene = s,
                .arm = sq_arm_of(s),
                .alone = {.scene = s, .open = sq_lights_on(&s->lights, (sq_mm3){0, 0, 0}, (sq_mm3){0, 0, 1})},
                .eye = sq_camera_position(&s->camera)};
    for (int i = 0; i < s->piece_count; i++)
        if (s->pieces[i].id == SQ_NO_WINK) k.squidger = &s->pieces[i];
    return k;
}

static bool see(const sitter *k, sq_mm ground, uint32_t noise, sq_rgb *out) {
    sq_ray ray = {k->eye, sq_unit((sq_mm3){ground.x - k->eye.x, ground.y - k->eye.y, -k->eye.z})};
    sq_surface_point spot;
    sq_hit h;
    if (sq_arm_hit(&k->arm, ray, &spot)) {
        *out = sq_shade_flesh(&k->alone, &spot);
        return true;
    }
    if (!k->squidger || !sq_disc_hit(&k->squidger->disc, ray, INFINITY, &h)) return false;
    spot = (sq_surface_point){
        .at = sq_along(ray.from, ray.along, h.distance), .normal = h.normal, .albedo = k->squidger->albedo};
    *out = sq_shade_solid(&k->alone, &spot, k->eye, (int)(noise % SQ_STRATA), noise, NULL);
    return true;
}

static void draw_row(sq_cutout *c, const sitter *k, int y) {
    sq_mm from = {0, 0}, to = sq_mm_from_px(&k->scene->camera, (sq_px){c->box.x0, y}, 0);
    for (int x = c->box.x0; x < c->box.x1; x++) {
        int in = (x - c->box.x0) % SPAN;
        if (!in) {
            from = to;
            to = sq_mm_from_px(&k->scene->camera, (sq_px){x + SPAN, y}, 0);
        }
        double s = (double)in / SPAN;
        sq_mm g = {from.x + s * (to.x - from.x), from.y + s * (to.y - from.y)};
        sq_rgb light;
        if (see(k, g, sq_hash(0, x, y), &light)) add_light(pixel_of(c, x, y), light, 1);
    }
}

/* Softens outlines: a blur of one pixel, in place, along x and then along y. */
static void soften(sq_cutout *c) {
    size_t columns = (size_t)(c->box.x1 - c->box.x0), rows = (size_t)(c->box.y1 - c->box.y0);
    for (int pass = 0; pass < 2; pass++) {
        size_t lines = pass ? columns : rows, length = pass ? rows : columns, step = 4 * (pass ? columns : 1),
               apart = 4 * (pass ? 1 : columns);
        for (size_t i = 0; i < lines; i++)
            for (size_t k = 0; k < 4; k++) {
                float *at = c->light + i * apart + k, before = 0;
                for (size_t n = 0; n < length; n++, at += step) {
                    float here = *at, after = n + 1 < length ? at[step] : 0;
                    *at = 0.25f * before + 0.5f * here + 0.25f * after;
                    before = here;
                }
            }
    }
}

/* ---- Its shade ---- */

/* Of the light on open ground, the share that comes through. */
static float share_at(const sq_arm *a, sq_mm3 p, uint32_t noise) {
    const sq_lights *l = &a->scene->lights;
    float transmittance[SQ_ARM_TRANSMITTANCES];
    sq_arm_transmittance(a, p, noise, transmittance);
    double open = sq_rgb_luminance(l->ambient), through = open * (double)transmittance[l->count];
    for (int i = 0; i < l->count; i++) {
        double lamp = sq_rgb_luminance(l->lights[i].radiance) *
                      sq_light_on(&l->lights[i], p, (sq_mm3){0, 0, 1}, LAMP_POINTS);
        open += lamp;
        through += lamp * (double)transmittance[i];
    }
    return open > 0 ? (float)(through / open) : 1;
}

/* The whole picture: a lamp that stands low throws a shadow far. */
static sq_code cast_shade(sq_handshade *h, const sq_scene *s, const sq_arm *arm, sq_diag *d) {
    h->box = (sq_cutout_box){0, 0, s->camera.width, s->camera.height};
    h->columns = s->camera.width / SQ_SHADE_STEP + 2;
    h->rows = s->camera.height / SQ_SHADE_STEP + 2;
    if (!make_room(&h->share, &h->room, (size_t)h->columns * (size_t)h->rows)) return out_of_memory(d);
    for (int j = 0; j < h->rows; j++)
        for (int i = 0; i < h->columns; i++) {
            sq_px at = {fmin(i * SQ_SHADE_STEP, s->camera.width - 1),
                        fmin(j * SQ_SHADE_STEP, s->camera.height - 1)};
            sq_mm g = sq_mm_from_px(&s->camera, at, 0);
            h->share[j * h->columns + i] =
                share_at(arm, (sq_mm3){g.x, g.y, 0}, sq_hash((uint32_t)s->seed, i, j));
        }
    return SQ_OK;
}

/* Leaves what is shaded at all. */
static void crop_shade(sq_handshade *h) {
    int i0 = h->columns, i1 = -1, j0 = h->rows, j1 = -1;
    for (int j = 0; j < h->rows; j++)
        for (int i = 0; i < h->columns; i++) {
            if (h->share[j * h->columns + i] >= 1) continue;
            i0 = i < i0 ? i : i0;
            i1 = i > i1 ? i : i1;
            j0 = j < j0 ? j : j0;
            j1 = j > j1 ? j : j1;
        }
    sq_cutout_box b = {(i0 - 1) * SQ_SHADE_STEP, (j0 - 1) * SQ_SHADE_STEP, (i1 + 1) * SQ_SHADE_STEP,
                       (j1 + 1) * SQ_SHADE_STEP};
    h->box = (sq_cutout_box){b.x0 > 0 ? b.x0 : 0, b.y0 > 0 ? b.y0 : 0, b.x1 < h->box.x1 ? b.x1 : h->box.x1,
                             b.y1 < h->box.y1 ? b.y1 : h->box.y1};
    if (i1 < 0) h->box = (sq_cutout_box){0, 0, 0, 0};
}

/* upper, lower: the shares above and below the row, fy of the way from one to the other. */
SQ_CHECKED_WHOLE static void shade_checked(const float *upper, const float *lower, float fy, int x0, int x1,
                                           float *row) {
    for (int x = x0; x < x1; x++, row += 3) {
        int i = x / SQ_SHADE_STEP;
        float fx = (float)(x % SQ_SHADE_STEP) / SQ_SHADE_STEP;
        float above = upper[i] + fx * (upper[i + 1] - upper[i]);
        float share = above + fy * (lower[i] + fx * (lower[i + 1] - lower[i]) - above);
        for (int k = 0; k < 3; k++)
            row[k] *= share;
    }
}

void sq_handshade_row(const sq_handshade *h, int y, int x0, int x1, float *row) {
    const float *upper = h->share + y / SQ_SHADE_STEP * h->columns, *lower = upper + h->columns;
    int first = x0 / SQ_SHADE_STEP, end = (x1 - 1) / SQ_SHADE_STEP + 2;
    sq_check_range(upper + first, (size_t)(end - first) * sizeof *upper);
    sq_check_range(lower + first, (size_t)(end - first) * sizeof *lower);
    sq_check_range(row, 3 * (size_t)(x1 - x0) * sizeof *row);
    shade_checked(upper, lower, (float)(y % SQ_SHADE_STEP) / SQ_SHADE_STEP, x0, x1, row);
}

sq_code sq_cutout_hand(sq_cutout *c, sq_handshade *shade, const sq_scene *s, sq_diag *d) {
    sitter k = sitter_of(s);
    sq_cutout_box box = nowhere;
    for (int i = 0; i < s->flesh_count; i++) {
        const sq_limb *l = &s->flesh[i].shape;
        hold_ball(&box, &s->camera, l->from, l->from_radius);
        hold_ball(&box, &s->camera, l->to, l->to_radius);
    }
    if (k.squidger) hold_ball(&box, &s->camera, k.squidger->disc.at, k.squidger->disc.radius);
    sq_code code = begin(c, box, d);
    if (!code) code = cast_shade(shade, s, &k.arm, d);
    if (code) return code;
    for (int y = c->box.y0; y < c->box.y1; y++)
        draw_row(c, &k, y);
    soften(c);
    crop_shade(shade);
    return SQ_OK;
}

/* ---- A piece in flight ---- */

/* The face that the camera sees is flat and far from anything: one light for all of it. */
static sq_rgb face_light(const sitter *k, const sq_piece *p, const sq_solid_disc *at) {
    sq_surface_point spot = {.at = at->at, .normal = at->normal, .albedo = p->albedo};
    if (sq_dot(at->normal, sq_minus(k->eye, at->at)) < 0) spot.normal = sq_times(at->normal, -1);
    sq_rgb sum = {0, 0, 0};
    for (int i = 0; i < SQ_STRATA; i++)
        sum = sq_rgb_sum(sum, sq_shade_solid(&k->alone, &spot, k->eye, i, sq_hash(0, i, 7), NULL));
    return sq_rgb_times(sum, 1.0 / SQ_STRATA);
}

static void draw_place(sq_cutout *c, const sitter *k, const sq_piece *p, const sq_solid_disc *at,
                       float weight) {
    sq_cutout_box b = nowhere;
    hold_ball(&b, &k->scene->camera, at->at, at->radius);
    sq_rgb light = face_light(k, p, at);
    for (int y = b.y0; y < b.y1; y++)
        for (int x = b.x0; x < b.x1; x++)
            for (int i = 0; i < PIECE_SIDE * PIECE_SIDE; i++) {
                sq_px q = {x + (i % PIECE_SIDE + 0.5) / PIECE_SIDE - 0.5,
                           y + (i / PIECE_SIDE + 0.5) / PIECE_SIDE -
                               0.5}; /* NOLINT(bugprone-integer-division) */
                sq_mm g = sq_mm_from_px(&k->scene->camera, q, 0);
                sq_ray ray = {k->eye, sq_unit((sq_mm3){g.x - k->eye.x, g.y - k->eye.y, -k->eye.z})};
                if (sq_disc_hit(at, ray, INFINITY, NULL))
                    add_light(pixel_of(c, x, y), light, weight / (PIECE_SIDE * PIECE_SIDE));
            }
}

sq_code sq_cutout_piece(sq_cutout *c, const sq_scene *s, int piece, const sq_solid_disc *at, int places,
                        sq_diag *d) {
    sitter k = sitter_of(s);
    sq_cutout_box box = nowhere;
    for (int i = 0; i < places; i++)
        hold_ball(&box, &s->camera, at[i].at, at[i].radius);
    sq_code code = begin(c, box, d);
    for (int i = 0; i < places && !code; i++)
        draw_place(c, &k, &s->pieces[piece], &at[i], 1.0f / (float)places);
    return code;
}

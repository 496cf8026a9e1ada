/* Draws a scene by casting rays. The picture is cut into tiles, and each tile asks only the solids that can
 * be seen in it or can shade it. */
#include "datasets/render/draw_scene.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "datasets/render/arm_and_hand.h"
#include "datasets/scene/vector.h"

/* Pixels: the tile in which solids are looked up, which is also the grid on which sight lines are worked out
 * (in between they are interpolated; where solids are seen, what the lens's curvature leaves is put right);
 * the grid of the lamps' light, which changes slowly; the grid of a hand's shadow. */
enum { TILE = 8, LAMP_STEP = 16, TRANSMITTANCE_STEP = 4 };
/* Samples of a pixel: where a solid's edge is seen, where a solid is seen, where only its shadow may fall.
 * Sixteen at the edges would leave a wink's centroid uncertain by 0.01 pixel, sixty-four leave 0.003. */
enum { EDGE = 64, FULL = SQ_STRATA, FEW = 4 };
/* Around a solid its contact shadow is followed as far as this many heights: beyond, less than 2 % of the
 * dome is hidden. */
#define DOME_REACH 2.5
/* Points of a face that are asked whether the camera sees them: 1/1600 is finer than truth files need. */
enum { FACE_POINTS = 1600 };
/* The points of a lamp that its light on open ground is summed from, a side. */
enum { LAMP_POINTS = 5 };

enum { LAMPS = SQ_LIGHT_CAP, TRANSMITTANCES = SQ_ARM_TRANSMITTANCES };

struct sq_canvas {
    int width, height;
    sq_mm3 eye;
    sq_felt *felt;
    sq_rgb open;
    float *pixels;
    int tile_columns, tile_rows;
    uint64_t *shown;     /* what each tile shows; 0: nothing yet */
    uint32_t *row_drawn; /* how often each row was drawn on */
    sq_mm *ground;       /* where the sight line of each tile's corner meets the felt's plane */
    int lamp_columns, lamp_rows;
    float (*lamps)[LAMPS]; /* each lamp's unbarred light on the ground */
    sq_rgb *sheen;         /* the lamps' images in the table's varnish */
    int transmittance_columns, transmittance_rows;
    float (*transmittance)[TRANSMITTANCES]; /* the share of each lamp's light, and of the dome's, that a hand
                                               lets through */
    bool is_shaded;
};

/* A part of the picture that is drawn at once. */
typedef struct {
    const sq_scene *scene;
    int x, y;      /* its first pixel */
    sq_near solid; /* winks and pot */
    sq_near all;   /* and flesh */
    int samples;   /* of each pixel; 1 where there is nothing but ground */
    double mm_per_px;
    bool sharp;     /* an edge or a line crosses it */
    bool is_shaded; /* a hand takes light from it */
    bool felt;      /* there is nothing else */
} tile;

const float *sq_canvas_pixels(const sq_canvas *c) {
    return c->pixels;
}

const uint32_t *sq_canvas_drawn(const sq_canvas *c) {
    return c->row_drawn;
}

int sq_canvas_width(const sq_canvas *c) {
    return c->width;
}

int sq_canvas_height(const sq_canvas *c) {
    return c->height;
}

/* Grids: values at every STEP pixels, and past the picture's end; between them, bilinear weights. */

typedef struct {
    size_t corner[4];
    double weight[4];
} between;

static between on_grid(double x, double y, int step, int columns) {
    double u = x / step, v = y / step;
    int i = (int)u, j = (int)v;
    double fx = u - i, fy = v - j;
    size_t at = (size_t)j * (size_t)columns + (size_t)i, below = at + (size_t)columns;
    return (between){{at, at + 1, below, below + 1},
                     {(1 - fx) * (1 - fy), fx * (1 - fy), (1 - fx) * fy, fx * fy}};
}

/* Pixels lie half a step inside their cell, so that samples around the first pixel stay on the grid. */
static sq_mm ground_at(const sq_canvas *c, double x, double y) {
    between b = on_grid(x + 0.5, y + 0.5, TILE, c->tile_columns + 1);
    sq_mm g = {0, 0};
    for (int k = 0; k < 4; k++) {
        g.x += b.weight[k] * c->ground[b.corner[k]].x;
        g.y += b.weight[k] * c->ground[b.corner[k]].y;
    }
    return g;
}

static void lamps_at(const sq_canvas *c, int count, int x, int y, float out[LAMPS]) {
    between b = on_grid(x, y, LAMP_STEP, c->lamp_columns);
    for (int i = 0; i < count; i++) {
        double sum = 0;
        for (int k = 0; k < 4; k++)
            sum += b.weight[k] * (double)c->lamps[b.corner[k]][i];
        out[i] = (float)sum;
    }
}

static sq_rgb sheen_at(const sq_canvas *c, int x, int y) {
    between b = on_grid(x, y, LAMP_STEP, c->lamp_columns);
    sq_rgb sum = {0, 0, 0};
    for (int k = 0; k < 4; k++)
        sum = sq_rgb_along(sum, c->sheen[b.corner[k]], b.weight[k]);
    return sum;
}

static void transmittance_at(const sq_canvas *c, int count, int x, int y, float out[TRANSMITTANCES]) {
    between b = on_grid(x, y, TRANSMITTANCE_STEP, c->transmittance_columns);
    for (int i = 0; i < count; i++) {
        double sum = 0;
        for (int k = 0; k < 4; k++)
            sum += b.weight[k] * (double)c->transmittance[b.corner[k]][i];
        out[i] = (float)sum;
    }
}

/* What does not change. */

static void fill_ground(sq_canvas *c, const sq_scene *s) {
    for (int j = 0; j <= c->tile_rows; j++)
        for (int i = 0; i <= c->tile_columns; i++)
            c->ground[j * (c->tile_columns + 1) + i] =
                sq_mm_from_px(&s->camera, (sq_px){i * TILE - 0.5, j * TILE - 0.5}, 0);
}

/* The lamps as they are mirrored in the table at p: varnish is shaded like any glossy solid, but with nothing
 * around. */
static sq_rgb table_sheen(const sq_scene *s, sq_mm3 eye, sq_mm3 p, sq_rgb open) {
    sq_near nothing = {.scene = s, .open = open};
    sq_surface_point varnish = {.at = p, .normal = {0, 0, 1}, .gloss = s->table.gloss};
    return s->table.gloss > 0 ? sq_shade_solid(&nothing, &varnish, eye, 0, 0, NULL) : (sq_rgb){0, 0, 0};
}

static void fill_lamps(sq_canvas *c, const sq_scene *s) {
    const sq_mm3 up = {0, 0, 1};
    for (int j = 0; j < c->lamp_rows; j++)
        for (int i = 0; i < c->lamp_columns; i++) {
            size_t at = (size_t)j * (size_t)c->lamp_columns + (size_t)i;
            sq_mm g = sq_mm_from_px(&s->camera, (sq_px){i * LAMP_STEP, j * LAMP_STEP}, 0);
            sq_mm3 p = {g.x, g.y, 0};
            for (int l = 0; l < s->lights.count; l++)
                c->lamps[at][l] = (float)sq_light_on(&s->lights.lights[l], p, up, LAMP_POINTS);
            c->sheen[at] = table_sheen(s, c->eye, p, c->open);
        }
}

static bool allocate(sq_canvas *c) {
    size_t tiles = (size_t)(c->tile_columns + 1) * (size_t)(c->tile_rows + 1);
    size_t lamps = (size_t)c->lamp_columns * (size_t)c->lamp_rows;
    size_t transmittances = (size_t)c->transmittance_columns * (size_t)c->transmittance_rows;
    c->pixels = calloc((size_t)c->width * (size_t)c->height * 3, sizeof *c->pixels);
    c->shown = calloc(tiles, sizeof *c->shown);
    c->row_drawn = calloc((size_t)c->height, sizeof *c->row_drawn);
    c->ground = calloc(tiles, sizeof *c->ground);
    c->lamps = calloc(lamps, sizeof *c->lamps);
    c->sheen = calloc(lamps, sizeof *c->sheen);
    c->transmittance = calloc(transmittances, sizeof *c->transmittance);
    return c->pixels && c->shown && c->row_drawn && c->ground && c->lamps && c->sheen && c->transmittance;
}

sq_code sq_canvas_new(sq_canvas **out, const sq_scene *s, sq_diag *d) {
    assert(sq_camera_ok(&s->camera) && s->camera.width > 0 && s->camera.height > 0);
    sq_canvas *c = calloc(1, sizeof *c);
    if (!c) return sq_fail(d, SQ_E_MEMORY, "a canvas: not enough memory; draw smaller pictures");
    c->width = s->camera.width;
    c->height = s->camera.height;
    c->eye = sq_camera_position(&s->camera);
    c->open = sq_lights_on(&s->lights, (sq_mm3){0, 0, 0}, (sq_mm3){0, 0, 1});
    c->tile_columns = (c->width + TILE - 1) / TILE;
    c->tile_rows = (c->height + TILE - 1) / TILE;
    c->lamp_columns = c->width / LAMP_STEP + 2;
    c->lamp_rows = c->height / LAMP_STEP + 2;
    c->transmittance_columns = c->width / TRANSMITTANCE_STEP + 2;
    c->transmittance_rows = c->height / TRANSMITTANCE_STEP + 2;
    sq_code code = sq_felt_new(&c->felt, s->seed, sq_px_per_mm(&s->camera, (sq_mm3){0, 0, 0}), d);
    if (!code && !allocate(c))
        code = sq_fail(d, SQ_E_MEMORY, "a canvas: not enough memory; draw smaller pictures");
    if (code) {
        sq_canvas_free(c);
        return code;
    }
    fill_ground(c, s);
    fill_lamps(c, s);
    *out = c;
    return SQ_OK;
}

void sq_canvas_free(sq_canvas *c) {
    if (!c) return;
    sq_felt_free(c->felt);
    free(c->pixels);
    free(c->shown);
    free(c->row_drawn);
    free(c->ground);
    free(c->lamps);
    free(c->sheen);
    free(c->transmittance);
    free(c);
}

/* The hand's shadow. */

static void fill_transmittance(sq_canvas *c, const sq_scene *s) {
    sq_arm arm = sq_arm_of(s);
    for (int j = 0; j < c->transmittance_rows; j++)
        for (int i = 0; i < c->transmittance_columns; i++) {
            int x = i * TRANSMITTANCE_STEP, y = j * TRANSMITTANCE_STEP;
            sq_mm g = ground_at(c, x < c->width ? x : c->width - 1, y < c->height ? y : c->height - 1);
            sq_arm_transmittance(&arm, (sq_mm3){g.x, g.y, 0}, sq_hash((uint32_t)s->seed, i, j),
                                 c->transmittance[j * c->transmittance_columns + i]);
        }
    c->is_shaded = s->flesh_count > 0;
}

/* What a tile may show. */

/* A circle on the felt's plane. */
typedef struct {
    sq_mm at;
    double radius;
} circle;

static bool meet(circle a, circle b) {
    double dx = a.at.x - b.at.x, dy = a.at.y - b.at.y, reach = a.radius + b.radius;
    return dx * dx + dy * dy < reach * reach;
}

/* The shape of a solid from afar: the height of its middle and of its top, its reach. */
typedef struct {
    sq_mm3 at;
    double top, reach;
} body;

static body body_of_piece(const sq_solid_disc *d) {
    double tilt = sqrt(fmax(0, 1 - d->normal.z * d->normal.z));
    double up = d->radius * tilt + d->thickness / 2;
    return (body){d->at, d->at.z + up, d->radius + d->thickness / 2};
}

static body body_of_pot(const sq_solid_pot *p) {
    return (body){{p->at.x, p->at.y, p->height / 2}, p->height, p->top_radius};
}

/* Where the camera sees it, on the felt's plane: between its place and its top's image. */
static circle seen_on_ground(body b, sq_mm3 eye) {
    double k = b.top / (eye.z - b.top); /* the top's image lies k times as far from under the eye again */
    sq_mm away = {k * (b.at.x - eye.x), k * (b.at.y - eye.y)};
    return (circle){{b.at.x + away.x / 2, b.at.y + away.y / 2},
                    b.reach * (1 + k) + hypot(away.x, away.y) / 2};
}

/* Where its shadow from a lamp may fall. */
static circle shadow_on_ground(body b, const sq_light *l) {
    double over = fmax(l->at.z - b.top, 1), k = b.top / over;
    double half = sqrt(sq_dot(l->u, l->u) + sq_dot(l->v, l->v));
    sq_mm away = {k * (b.at.x - l->at.x), k * (b.at.y - l->at.y)};
    return (circle){{b.at.x + away.x / 2, b.at.y + away.y / 2},
                    b.reach * (1 + k) + hypot(away.x, away.y) / 2 + k * half};
}

/* The circle that holds two. */
static circle around_both(circle a, circle b) {
    double apart = sq_mm_distance(a.at, b.at);
    if (apart + b.radius <= a.radius) return a;
    if (apart + a.radius <= b.radius) return b;
    double radius = (apart + a.radius + b.radius) / 2, k = (radius - a.radius) / apart;
    return (circle){{a.at.x + k * (b.at.x - a.at.x), a.at.y + k * (b.at.y - a.at.y)}, radius};
}

/* Where on the felt's plane a body is seen, where its shadows may fall, and a circle around all that. */
typedef struct {
    circle seen, contact, shadow[SQ_LIGHT_CAP], all;
} traces;

static traces traces_of(body b, const sq_lights *lights, sq_mm3 eye) {
    traces t = {.seen = seen_on_ground(b, eye), .contact = {{b.at.x, b.at.y}, b.reach + DOME_REACH * b.top}};
    t.all = around_both(t.seen, t.contact);
    for (int i = 0; i < lights->count; i++) {
        t.shadow[i] = shadow_on_ground(b, &lights->lights[i]);
        t.all = around_both(t.all, t.shadow[i]);
    }
    return t;
}

/* The whole scene's, worked out once for each picture. */
typedef struct {
    traces pieces[SQ_PIECE_CAP], pot, other_pot;
} all_traces;

static all_traces traces_of_scene(const sq_scene *s, sq_mm3 eye) {
    all_traces t = {.pot = traces_of(body_of_pot(&s->pot), &s->lights, eye)};
    if (s->two_pots) t.other_pot = traces_of(body_of_pot(&s->other_pot), &s->lights, eye);
    for (int i = 0; i < s->piece_count; i++)
        t.pieces[i] = traces_of(body_of_piece(&s->pieces[i].disc), &s->lights, eye);
    return t;
}

/* Whether a body plays a part there; and whether it is seen there itself. */
static bool matters(const traces *t, int lights, circle ground, bool *seen) {
    if (!meet(t->all, ground)) return false;
    bool here = meet(t->seen, ground), any = here || meet(t->contact, ground);
    for (int i = 0; i < lights && !any; i++)
        any = meet(t->shadow[i], ground);
    *seen |= here;
    return any;
}

static double to_segment(sq_mm p, sq_mm a, sq_mm b) {
    sq_mm ab = {b.x - a.x, b.y - a.y};
    double whole = ab.x * ab.x + ab.y * ab.y;
    double s = whole > 0 ? ((p.x - a.x) * ab.x + (p.y - a.y) * ab.y) / whole : 0;
    s = fmin(1, fmax(0, s));
    return hypot(p.x - a.x - s * ab.x, p.y - a.y - s * ab.y);
}

/* Where the camera sees a ball's middle, on the felt's plane, and how much larger. */
static sq_mm image_of(sq_mm3 p, sq_mm3 eye, double *larger) {
    double k = eye.z / fmax(1, eye.z - p.z);
    *larger = k;
    return (sq_mm){eye.x + k * (p.x - eye.x), eye.y + k * (p.y - eye.y)};
}

static bool flesh_seen(const sq_limb *l, sq_mm3 eye, circle ground) {
    double a_larger, b_larger;
    sq_mm a = image_of(l->from, eye, &a_larger), b = image_of(l->to, eye, &b_larger);
    /* A ball seen askew covers an ellipse; the lines of sight lean by less than 45°. */
    double reach = M_SQRT2 * fmax(l->from_radius * a_larger, l->to_radius * b_larger);
    return to_segment(ground.at, a, b) < reach + ground.radius;
}

static void look_up(tile *t, const all_traces *of, sq_mm3 eye, circle ground) {
    const sq_scene *s = t->scene;
    bool seen = false;
    for (int i = 0; i < s->piece_count; i++)
        if (matters(&of->pieces[i], s->lights.count, ground, &seen))
            t->solid.pieces[t->solid.piece_count++] = (uint8_t)i;
    t->solid.pot = !s->no_pot && matters(&of->pot, s->lights.count, ground, &seen);
    t->solid.other_pot = s->two_pots && matters(&of->other_pot, s->lights.count, ground, &seen);
    t->all = t->solid;
    for (int i = 0; i < s->flesh_count; i++)
        if (flesh_seen(&s->flesh[i].shape, eye, ground)) t->all.flesh[t->all.flesh_count++] = (uint8_t)i;
    t->sharp = sq_ground_is_sharp(s, ground.at, ground.radius + 2 * t->mm_per_px);
    bool any = t->solid.piece_count || t->solid.pot || t->solid.other_pot || t->all.flesh_count;
    t->samples = seen ? FULL : any ? FEW : 1;
}

/* A hash of everything that the tile's look depends on and that can change (Fowler, Noll and Vo's, by
 * words). */
static uint64_t mixed(uint64_t hash, const void *data, size_t size) {
    const unsigned char *bytes = data;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ bytes[i]) * 0x100000001b3u;
    return hash;
}

static bool tile_is_shaded(const sq_canvas *c, const tile *t, int transmittances) {
    if (!c->is_shaded) return false;
    for (int j = t->y / TRANSMITTANCE_STEP; j <= (t->y + TILE - 1) / TRANSMITTANCE_STEP + 1; j++)
        for (int i = t->x / TRANSMITTANCE_STEP; i <= (t->x + TILE - 1) / TRANSMITTANCE_STEP + 1; i++)
            for (int l = 0; l < transmittances; l++)
                if (c->transmittance[j * c->transmittance_columns + i][l] < 1) return true;
    return false;
}

static uint64_t shown(const sq_canvas *c, const tile *t) {
    const sq_scene *s = t->scene;
    uint64_t hash = 0xcbf29ce484222325u;
    for (int i = 0; i < t->solid.piece_count; i++) {
        const sq_piece *p = &s->pieces[t->solid.pieces[i]];
        hash = mixed(mixed(hash, &p->disc, sizeof p->disc), &p->albedo, sizeof p->albedo);
    }
    for (int i = 0; i < t->all.flesh_count; i++)
        hash = mixed(hash, &s->flesh[t->all.flesh[i]].shape, sizeof s->flesh->shape);
    for (int j = t->y / TRANSMITTANCE_STEP; t->is_shaded && j <= (t->y + TILE - 1) / TRANSMITTANCE_STEP + 1;
         j++)
        hash = mixed(hash, c->transmittance[j * c->transmittance_columns + t->x / TRANSMITTANCE_STEP],
                     (TILE / TRANSMITTANCE_STEP + 1) * sizeof *c->transmittance);
    return hash | 1; /* never 0 */
}

/* Pixels. */

static void put_pixel(sq_canvas *c, int x, int y, sq_rgb v) {
    float *px = c->pixels + 3 * ((size_t)y * (size_t)c->width + (size_t)x);
    px[0] = v.r;
    px[1] = v.g;
    px[2] = v.b;
}

/* All lamps' and the dome's light on open ground. */
static sq_rgb open_light(const sq_canvas *c, const tile *t, int x, int y) {
    const sq_lights *lights = &t->scene->lights;
    float lamps[LAMPS], transmittance[TRANSMITTANCES];
    lamps_at(c, lights->count, x, y, lamps);
    if (t->is_shaded) transmittance_at(c, lights->count + 1, x, y, transmittance);
    sq_rgb light = sq_rgb_times(lights->ambient, t->is_shaded ? (double)transmittance[lights->count] : 1);
    for (int i = 0; i < lights->count; i++)
        light = sq_rgb_along(light, lights->lights[i].radiance,
                             (double)(t->is_shaded ? lamps[i] * transmittance[i] : lamps[i]));
    return light;
}

static sq_rgb plain_pixel(const sq_canvas *c, const tile *t, int x, int y) {
    sq_ground_spot spot;
    sq_ground_spot_at(&spot, t->scene, c->felt, c->eye, ground_at(c, x, y));
    sq_rgb out = sq_rgb_product(open_light(c, t, x, y), spot.albedo);
    return spot.surface == SQ_TABLE ? sq_rgb_sum(out, sheen_at(c, x, y)) : out;
}

/* Nine tenths of most pictures: felt with nothing on it. Along a row of a tile sight lines and light change
 * evenly, so that only its ends are worked out. */
static void draw_felt(sq_canvas *c, const tile *t) {
    const sq_mat *m = &t->scene->mat;
    int last = TILE - 1;
    for (int y = t->y; y < t->y + TILE && y < c->height; y++) {
        sq_mm g = ground_at(c, t->x, y), end = ground_at(c, t->x + last, y);
        sq_rgb light = sq_rgb_product(m->albedo, open_light(c, t, t->x, y));
        sq_rgb light_end = sq_rgb_product(m->albedo, open_light(c, t, t->x + last, y));
        for (int x = t->x; x < t->x + TILE && x < c->width; x++) {
            double s = (double)(x - t->x) / last;
            sq_mm at = {g.x + s * (end.x - g.x), g.y + s * (end.y - g.y)};
            put_pixel(c, x, y,
                      sq_rgb_times(sq_rgb_mix(light, light_end, s), sq_felt_lightness(m, c->felt, at)));
        }
    }
}

/* Where in its pixel a sample lies: a lattice of rank one, so that any 64 steps of an edge along x or y make
 * 64 different shares (Sloan and Joe 1994). Every 4th sample alone, and every 16th, are such lattices too. */
static sq_px sample_offset(int k) {
    enum { GENERATOR = 27 };
    return (sq_px){(k + 0.5) / EDGE - 0.5, (k * GENERATOR % EDGE + 0.5) / EDGE - 0.5};
}

/* The part of the lamps for a pixel's sample k: among every 4th sample each of the 16 once; among every 16th
 * they lie in different rows and columns; neighbouring pixels pair places and parts in other ways. */
static int stratum_of(int k, uint32_t noise) {
    unsigned n = (unsigned)k / (EDGE / FULL) + (unsigned)k % (EDGE / FULL);
    unsigned row = n / SQ_STRATA_SIDE, column = row + n % SQ_STRATA_SIDE;
    return (int)((row + (noise >> 4)) % SQ_STRATA_SIDE * SQ_STRATA_SIDE + (column + noise) % SQ_STRATA_SIDE);
}

/* What a pixel's samples have in common. */
typedef struct {
    const sq_canvas *canvas;
    const tile *tile;
    int x, y;
    sq_mm off_grid; /* what the sight lines' grid is wrong by here */
    float lamps[LAMPS], transmittance[TRANSMITTANCES];
    sq_rgb flesh; /* the first sample's that met some: the others do for it too */
    bool flesh_known;
    int solid; /* which one the last sample met: sq_surface_point's number, or none */
    bool edge; /* not all samples met the same */
} pixel;

static sq_rgb sample(pixel *p, int k) {
    const sq_canvas *c = p->canvas;
    const tile *t = p->tile;
    sq_px off = sample_offset(k);
    uint32_t noise = sq_hash((uint32_t)t->scene->seed, p->x, p->y);
    int stratum = stratum_of(k, noise);
    noise = sq_hash(noise, k, 1);
    sq_mm g = ground_at(c, p->x + off.x, p->y + off.y);
    g.x += p->off_grid.x;
    g.y += p->off_grid.y;
    sq_ray ray = {c->eye, sq_unit((sq_mm3){g.x - c->eye.x, g.y - c->eye.y, -c->eye.z})};
    sq_surface_point solid;
    bool met = sq_near_hit(&t->all, ray, INFINITY, &solid); /* nothing lies below the ground */
    int now = met ? solid.number : SQ_NO_SOLID;
    p->edge |= k > 0 && now != p->solid;
    p->solid = now;
    const float *transmittance = t->is_shaded ? p->transmittance : NULL;
    if (met && solid.flesh) {
        if (!p->flesh_known) p->flesh = sq_shade_flesh(&t->all, &solid);
        p->flesh_known = true;
        return p->flesh;
    }
    if (met) return sq_shade_solid(&t->solid, &solid, c->eye, stratum, noise, transmittance);
    sq_ground_spot spot;
    sq_ground_spot_at(&spot, t->scene, c->felt, c->eye, g);
    sq_rgb out = sq_shade_ground(&t->solid, &spot, p->lamps, stratum, noise, transmittance);
    return spot.surface == SQ_TABLE ? sq_rgb_sum(out, sheen_at(c, p->x, p->y)) : out;
}

static sq_rgb sampled_pixel(const sq_canvas *c, const tile *t, int x, int y, int samples) {
    pixel p = {.canvas = c, .tile = t, .x = x, .y = y};
    if (samples >= FULL) {
        sq_mm exact = sq_mm_from_px(&t->scene->camera, (sq_px){x, y}, 0), grid = ground_at(c, x, y);
        p.off_grid = (sq_mm){exact.x - grid.x, exact.y - grid.y};
    }
    lamps_at(c, t->scene->lights.count, x, y, p.lamps);
    if (t->is_shaded) transmittance_at(c, t->scene->lights.count + 1, x, y, p.transmittance);
    sq_rgb sum = {0, 0, 0};
    for (int k = 0; k < EDGE; k += EDGE / samples)
        sum = sq_rgb_sum(sum, sample(&p, k));
    if (!p.edge || samples < FULL) return sq_rgb_times(sum, 1.0 / samples);
    for (int k = 1; k < EDGE; k++)
        if (k % (EDGE / samples)) sum = sq_rgb_sum(sum, sample(&p, k));
    return sq_rgb_times(sum, 1.0 / EDGE);
}

static void draw_tile(sq_canvas *c, const tile *t) {
    for (int y = t->y; y < t->y + TILE && y < c->height; y++)
        c->row_drawn[y]++;
    if (t->felt) {
        draw_felt(c, t);
        return;
    }
    for (int y = t->y; y < t->y + TILE && y < c->height; y++)
        for (int x = t->x; x < t->x + TILE && x < c->width; x++) {
            bool sharp = t->sharp && sq_ground_is_sharp(t->scene, ground_at(c, x, y), t->mm_per_px);
            int samples = sharp ? FULL : t->samples;
            put_pixel(c, x, y, samples > 1 ? sampled_pixel(c, t, x, y, samples) : plain_pixel(c, t, x, y));
        }
}

/* The circle on the felt's plane that holds the tile's sight lines. */
static circle tile_ground(const sq_canvas *c, int column, int row) {
    const sq_mm *first = &c->ground[row * (c->tile_columns + 1) + column];
    const sq_mm *corners[4] = {first, first + 1, first + c->tile_columns + 1, first + c->tile_columns + 2};
    circle g = {{0, 0}, 0};
    for (int k = 0; k < 4; k++) {
        g.at.x += corners[k]->x / 4;
        g.at.y += corners[k]->y / 4;
    }
    for (int k = 0; k < 4; k++)
        g.radius = fmax(g.radius, sq_mm_distance(g.at, *corners[k]));
    return g;
}

void sq_draw(sq_canvas *c, const sq_scene *s) {
    if (s->flesh_count || c->is_shaded) fill_transmittance(c, s);
    all_traces all = traces_of_scene(s, c->eye);
    for (int row = 0; row < c->tile_rows; row++)
        for (int column = 0; column < c->tile_columns; column++) {
            circle ground = tile_ground(c, column, row);
            tile t = {
                .scene = s, .x = column * TILE, .y = row * TILE, .solid = {.scene = s, .open = c->open}};
            t.mm_per_px = ground.radius / TILE;
            look_up(&t, &all, c->eye, ground);
            t.is_shaded = tile_is_shaded(c, &t, s->lights.count + 1);
            t.felt =
                t.samples == 1 && !t.sharp && !t.is_shaded && sq_ground_is_felt(s, ground.at, ground.radius);
            uint64_t now = shown(c, &t), *before = &c->shown[row * c->tile_columns + column];
            if (now == *before) continue;
            *before = now;
            draw_tile(c, &t);
        }
}

/* Sight lines lean by less than 45°, so that they pass over what is farther away than it is high. */
static bool may_hide(body b, const sq_solid_disc *d) {
    return hypot(b.at.x - d->at.x, b.at.y - d->at.y) < b.reach + d->radius + b.top;
}

/* What may stand between a disc and the camera. */
static sq_near around(const sq_scene *s, const sq_solid_disc *d) {
    sq_near all = {.scene = s};
    all.pot = !s->no_pot && may_hide(body_of_pot(&s->pot), d);
    all.other_pot = s->two_pots && may_hide(body_of_pot(&s->other_pot), d);
    for (int i = 0; i < s->piece_count; i++)
        if (may_hide(body_of_piece(&s->pieces[i].disc), d)) all.pieces[all.piece_count++] = (uint8_t)i;
    for (int i = 0; i < s->flesh_count; i++)
        all.flesh[all.flesh_count++] = (uint8_t)i;
    return all;
}

static bool in_picture(const sq_camera *c, sq_mm3 p) {
    sq_px at = sq_px_from_mm3(c, p);
    return at.x >= -0.5 && at.y >= -0.5 && at.x < c->width - 0.5 && at.y < c->height - 0.5;
}

/* Whether the picture's edge may cut the disc: some corner of a box around it is outside. */
static bool may_be_cut(const sq_camera *c, const sq_solid_disc *d) {
    for (int k = 0; k < 4; k++) {
        double x = k & 1 ? d->radius : -d->radius, y = k & 2 ? d->radius : -d->radius;
        if (!in_picture(c, (sq_mm3){d->at.x + x, d->at.y + y, d->at.z})) return true;
    }
    return false;
}

double sq_scene_visible(const sq_scene *s, int piece) {
    const sq_solid_disc *d = &s->pieces[piece].disc;
    sq_near all = around(s, d);
    bool cut = may_be_cut(&s->camera, d);
    sq_mm3 eye = sq_camera_position(&s->camera), u, v;
    sq_plane_of(d->normal, &u, &v);
    int seen = 0;
    for (int k = 0; k < FACE_POINTS; k++) {
        /* A sunflower's seeds: even over the disc (Vogel 1979). */
        const double golden = M_PI * (3 - 2.2360679774997896964);
        double rho = d->radius * sqrt((k + 0.5) / FACE_POINTS), angle = k * golden;
        double height = d->thickness / 2 - fmax(0, rho - d->radius + d->bevel);
        sq_mm3 p = sq_along(d->at, d->normal, height + 1e-3);
        p = sq_along(sq_along(p, u, rho * cos(angle)), v, rho * sin(angle));
        sq_mm3 way = sq_minus(eye, p);
        double distance = sq_length(way);
        if (cut && !in_picture(&s->camera, p)) continue;
        seen += sq_dot(way, d->normal) > 0 && !sq_near_bars(&all, p, sq_times(way, 1 / distance), distance);
    }
    return (double)seen / FACE_POINTS;
}

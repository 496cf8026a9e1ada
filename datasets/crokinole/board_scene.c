/* Made-up boards: measures, wood and paint, a camera that is tilted, and discs that do not lie in each other.
 */
#include "datasets/crokinole/board_scene.h"

#include <string.h>

#include "datasets/crokinole/board_make.h"
#include "datasets/scene/random.h"

const char *sq_board_family_name(sq_board_family f) {
    static const char *const names[] = {
#define X(number, name, what) name,
        SQ_BOARD_FAMILY_LIST(X)
#undef X
    };
    return names[f];
}

const char *sq_board_family_what(sq_board_family f) {
    static const char *const texts[] = {
#define X(number, name, what) what,
        SQ_BOARD_FAMILY_LIST(X)
#undef X
    };
    return texts[f];
}

sq_board_family sq_board_family_from_name(const char *name) {
    int f = 0;
    while (f < SQ_BOARD_FAMILIES && strcmp(name, sq_board_family_name((sq_board_family)f)) != 0)
        f++;
    return (sq_board_family)f;
}

/* No disc's rim is nearer to a peg's middle, mm. */
#define PEG_ROOM_MM 4.2

/* Surface, lines, hole, ditch, as codes 0..255; grain. */
static const struct {
    float surface[3], line[3], hole[3], ditch[3];
    double grain;
} materials[] = {
    {{214, 178, 122}, {45, 35, 30}, {120, 35, 45}, {150, 95, 50}, 0.05}, /* honey-coloured wood */
    {{226, 205, 165}, {60, 50, 40}, {190, 60, 60}, {30, 90, 60}, 0.03},  /* maple */
    {{110, 80, 58}, {222, 200, 160}, {50, 40, 36}, {45, 45, 48}, 0.06},  /* walnut */
    {{36, 70, 120}, {220, 90, 60}, {205, 60, 55}, {190, 50, 50}, 0.02},  /* painted blue */
    {{190, 45, 45}, {35, 30, 30}, {40, 35, 35}, {220, 190, 130}, 0.02},  /* painted red */
};

/* Light and dark discs, as codes. */
static const float disc_codes[][2][3] = {
    {{226, 190, 140}, {92, 66, 48}},
    {{240, 238, 228}, {58, 56, 54}},
    {{222, 190, 150}, {60, 58, 56}},
    {{245, 240, 232}, {190, 50, 45}},
};

static void light_of(float out[3], const float code[3]) {
    for (int k = 0; k < 3; k++)
        out[k] = powf(code[k] / 255, 2.2f);
}

static void make_board(sq_board_scene *s, sq_random *r) {
    bool home = sq_random_chance(r, 0.5);
    s->ring_mm[SQ_RING_OUTER] = home ? sq_random_range(r, 262, 290) : 305;
    s->ring_mm[SQ_RING_TEN] = s->ring_mm[SQ_RING_OUTER] * (home ? sq_random_range(r, 0.66, 0.722) : 0.6656);
    s->ring_mm[SQ_RING_FIFTEEN] =
        s->ring_mm[SQ_RING_OUTER] * (home ? sq_random_range(r, 0.333, 0.344) : 0.3344);
    s->line_width_mm = sq_random_range(r, 1.7, 3);
    s->disc_radius_mm = home ? 14.5 : 16;
    s->disc_height_mm = 10;
    s->hole_mm = s->disc_radius_mm * sq_random_range(r, 1.08, 1.12);
    s->surface_mm = s->ring_mm[SQ_RING_OUTER] * sq_random_range(r, 1.065, 1.09);
    s->ditch_mm = s->surface_mm + sq_random_range(r, 52, 58);
    int m = sq_random_below(r, (int)(sizeof materials / sizeof *materials));
    light_of(s->surface, materials[m].surface);
    light_of(s->line, materials[m].line);
    light_of(s->hole, materials[m].hole);
    light_of(s->ditch, materials[m].ditch);
    s->grain = materials[m].grain;
    const float table[3] = {(float)sq_random_range(r, 60, 200), (float)sq_random_range(r, 60, 190),
                            (float)sq_random_range(r, 60, 180)};
    light_of(s->table, table);
    int set = sq_random_below(r, (int)(sizeof disc_codes / sizeof *disc_codes));
    if (m == 4 && set == 3) set = 1; /* red discs on red paint are no set that is sold */
    for (int side = 0; side < SQ_BOARD_SIDES; side++)
        light_of(s->disc[side], disc_codes[set][side]);
    s->turn = sq_random_range(r, 0, M_PI / 2);
}

/* What is decided apart: all else of a scene is the same with it and without. */
static void make_bevel(sq_board_scene *s) {
    sq_random r = sq_random_for(s->seed, "bevel");
    if (sq_random_chance(&r, 0.4)) s->bevel_mm = sq_random_range(&r, 0.5, 1.5);
}

/* A camera tilted up to 25°, the whole board in the picture. */
static void make_camera(sq_board_scene *s, sq_random *r) {
    sq_camera *c = &s->camera;
    double tilt = sq_random_range(r, 0, 25) / SQ_DEGREES, way = sq_random_range(r, 0, 2 * M_PI),
           roll = sq_random_range(r, 0, 2 * M_PI);
    int longer = s->width > s->height ? s->width : s->height,
        shorter = s->width < s->height ? s->width : s->height;
    *c = (sq_camera){.width = s->width, .height = s->height};
    c->fx = c->fy = longer * sq_random_range(r, 0.7, 1.1);
    c->cx = (s->width - 1) / 2.0;
    c->cy = (s->height - 1) / 2.0;
    c->dist[0] = sq_random_range(r, -0.15, 0.02);
    double axis[3] = {cos(way), sin(way), 0},
           k[3][3] = {{0, -axis[2], axis[1]}, {axis[2], 0, -axis[0]}, {-axis[1], axis[0], 0}};
    const double facing[3][3] = {{cos(roll), -sin(roll), 0}, {-sin(roll), -cos(roll), 0}, {0, 0, -1}};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            double sum = 0;
            for (int m = 0; m < 3; m++) {
                double kk = 0;
                for (int n = 0; n < 3; n++)
                    kk += k[i][n] * k[n][m];
                sum += ((i == m) + sin(tilt) * k[i][m] + (1 - cos(tilt)) * kk) * facing[m][j];
            }
            c->R[i][j] = sum;
        }
    c->t[2] = c->fx * (s->ditch_mm + 20) / (shorter / 2.0) * sq_random_range(r, 1.08, 1.2);
    c->t[0] = sq_random_range(r, -15, 15);
    c->t[1] = sq_random_range(r, -10, 10);
}

int sq_board_scene_pegs(const sq_board_scene *s) {
    return s->finish.pegs ? s->finish.pegs : SQ_BOARD_PEGS;
}

sq_mm sq_board_scene_peg(const sq_board_scene *s, int i) {
    double a = s->turn + (i + 0.5) * 2 * M_PI / sq_board_scene_pegs(s), r = s->ring_mm[SQ_RING_FIFTEEN];
    return (sq_mm){r * cos(a), r * sin(a)};
}

static bool is_free(const sq_board_scene *s, sq_mm at) {
    for (int i = 0; i < s->discs; i++)
        if (sq_mm_distance(s->disc_at[i].at, at) < 2 * s->disc_radius_mm + 0.2) return false;
    for (int i = 0; i < sq_board_scene_pegs(s); i++)
        if (sq_mm_distance(sq_board_scene_peg(s, i), at) < s->disc_radius_mm + PEG_ROOM_MM) return false;
    return true;
}

static bool put(sq_board_scene *s, sq_random *r, sq_mm at, double z) {
    if (s->discs == SQ_DRAWN_DISCS || !is_free(s, at)) return false;
    s->disc_at[s->discs++] = (sq_drawn_disc){(sq_board_side)sq_random_below(r, SQ_BOARD_SIDES), at, z};
    return true;
}

static sq_mm polar(double radius, double angle) {
    return (sq_mm){radius * cos(angle), radius * sin(angle)};
}

/* Anywhere in play, the hole left free. */
static void put_in_play(sq_board_scene *s, sq_random *r, int count) {
    for (int tries = 0; count > 0 && tries < 500; tries++) {
        double most = s->ring_mm[SQ_RING_OUTER] - s->disc_radius_mm - s->line_width_mm / 2 - 1;
        double radius = sqrt(sq_random_range(r, 0.02, 1)) * most;
        if (radius > s->hole_mm + s->disc_radius_mm + 1)
            count -= put(s, r, polar(radius, sq_random_range(r, 0, 2 * M_PI)), 0);
    }
}

/* Near a line, on one of its sides. */
static void put_near_lines(sq_board_scene *s, sq_random *r, int count) {
    for (int tries = 0; count > 0 && tries < 500; tries++) {
        sq_ring ring = sq_random_chance(r, 0.7) ? SQ_RING_TEN : SQ_RING_FIFTEEN;
        double gap = sq_random_range(r, 0.2, 3) * (sq_random_chance(r, 0.5) ? 1 : -1);
        double side = sq_random_chance(r, 0.5) ? 1 : -1;
        double radius = s->ring_mm[ring] + side * (s->line_width_mm / 2 + s->disc_radius_mm + gap);
        count -= put(s, r, polar(radius, sq_random_range(r, 0, 2 * M_PI)), 0);
    }
}

static void put_at_hole(sq_board_scene *s, sq_random *r) {
    bool in = sq_random_chance(r, 0.5);
    double off = in ? sq_random_range(r, 0, s->hole_mm - s->disc_radius_mm)
                    : sq_random_range(r, 0.55, 0.9) * s->disc_radius_mm;
    put(s, r, polar(off, sq_random_range(r, 0, 2 * M_PI)), in ? -6.5 : 0);
}

static void put_in_ditch(sq_board_scene *s, sq_random *r, int count) {
    for (int tries = 0; count > 0 && tries < 500; tries++)
        count -= put(s, r, polar((s->surface_mm + s->ditch_mm) / 2, sq_random_range(r, 0, 2 * M_PI)), -12);
}

void sq_board_scene_make_as(sq_board_scene *out, sq_board_make make, sq_board_family family, uint64_t seed,
                            int number, int width, int height) {
    sq_random r = sq_random_for(seed * 1000003u + (uint64_t)number, sq_board_family_name(family));
    *out = (sq_board_scene){.width = width, .height = height, .seed = sq_random_next(&r)};
    make_board(out, &r);
    make_bevel(out);
    sq_board_make_finish(out, make);
    make_camera(out, &r);
    sq_board_make_place(out, make);
    double lamp = sq_random_range(&r, 0, 2 * M_PI), low = sq_random_range(&r, 0.2, 0.6);
    out->light_x = low * cos(lamp);
    out->light_y = low * sin(lamp);
    out->shade = sq_random_range(&r, 0.15, 0.4);
    out->noise = sq_random_range(&r, 1, 3);
    if (family == SQ_BOARDS_HOLE) put_at_hole(out, &r);
    if (family == SQ_BOARDS_LINES) put_near_lines(out, &r, 8);
    if (family == SQ_BOARDS_DITCH) put_in_ditch(out, &r, 8);
    if (family == SQ_BOARDS_MANY)
        put_in_play(out, &r, 12 + sq_random_below(&r, 9));
    else if (family != SQ_BOARDS_EMPTY && family != SQ_BOARDS_LINES)
        put_in_play(out, &r, 3 + sq_random_below(&r, 6));
    out->hand = family == SQ_BOARDS_HAND;
    out->hand_angle = sq_random_range(&r, 0, 2 * M_PI);
    out->hand_reach = sq_random_range(&r, 0.5, 1.1);
}

void sq_board_scene_make(sq_board_scene *out, sq_board_family family, uint64_t seed, int number, int width,
                         int height) {
    sq_board_scene_make_as(out, SQ_MAKE_USUAL, family, seed, number, width, height);
}

sq_board_region sq_board_scene_region(const sq_board_scene *s, const sq_drawn_disc *d, double *clearance_mm,
                                      sq_ring *ring) {
    double at = hypot(d->at.x, d->at.y), half = s->line_width_mm / 2;
    *clearance_mm = INFINITY;
    for (int k = 0; k < SQ_RINGS; k++) {
        double gap = fabs(at - s->ring_mm[k]) - s->disc_radius_mm - half;
        if (gap >= *clearance_mm) continue;
        *clearance_mm = gap;
        *ring = (sq_ring)k;
    }
    if (at > s->surface_mm) return SQ_REGION_DITCH;
    if (d->z < 0) return SQ_REGION_HOLE;
    static const sq_board_region on[] = {SQ_REGION_ON_OUTER, SQ_REGION_ON_TEN, SQ_REGION_ON_FIFTEEN};
    if (*clearance_mm <= 0) return on[*ring];
    return at < s->ring_mm[SQ_RING_FIFTEEN] ? SQ_REGION_15
           : at < s->ring_mm[SQ_RING_TEN]   ? SQ_REGION_10
                                            : SQ_REGION_5;
}

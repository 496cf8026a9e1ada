/* Draws by lot what a scene takes place in: camera, mat, table, pot and corners, then the exposure and white
 * balance that fit its light. */
#include "datasets/scene/room.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "datasets/scene/vector.h"
#include "rules/terms/equipment_sizes.h"

static double between(sq_random *r, double low, double high) {
    return sq_random_range(r, low, high);
}

static sq_rgb grey(double v) {
    return (sq_rgb){(float)v, (float)v, (float)v};
}

/* A colour, each primary up to a share lighter or darker. */
static sq_rgb varied(sq_random *r, sq_rgb c, double share) {
    return (sq_rgb){c.r * (float)between(r, 1 - share, 1 + share),
                    c.g * (float)between(r, 1 - share, 1 + share),
                    c.b * (float)between(r, 1 - share, 1 + share)};
}

/* Camera. */

static void multiply(double out[3][3], double a[3][3], double b[3][3]) {
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            out[i][j] = a[i][0] * b[0][j] + a[i][1] * b[1][j] + a[i][2] * b[2][j];
}

/* Looks down at `aim` from `distance`, leaning by two small angles and rolled by a third (radians). */
static void aim_camera(sq_camera *c, sq_mm aim, double distance, const double lean[2], double roll) {
    double ca = cos(lean[0]), sa = sin(lean[0]), cb = cos(lean[1]), sb = sin(lean[1]), cr = cos(roll),
           sr = sin(roll);
    double down[3][3] = {{1, 0, 0}, {0, -1, 0}, {0, 0, -1}},
           about_x[3][3] = {{1, 0, 0}, {0, ca, -sa}, {0, sa, ca}},
           about_y[3][3] = {{cb, 0, sb}, {0, 1, 0}, {-sb, 0, cb}},
           about_z[3][3] = {{cr, -sr, 0}, {sr, cr, 0}, {0, 0, 1}}, leaning[3][3], rolled[3][3];
    multiply(leaning, about_x, about_y);
    multiply(rolled, about_z, leaning);
    multiply(c->R, rolled, down);
    for (int i = 0; i < 3; i++) /* R aim + t = (0, 0, distance) */
        c->t[i] = (i == 2 ? distance : 0) - c->R[i][0] * aim.x - c->R[i][1] * aim.y;
}

/* The mat's corners, and its middles of sides, which a barrel pushes outwards, lie well in the picture. */
static bool sees_mat(const sq_camera *c, const sq_mat *m) {
    const double margin = 0.01 * c->width;
    for (int i = -1; i <= 1; i++)
        for (int j = -1; j <= 1; j++) {
            sq_px p = sq_px_from_mm3(c, (sq_mm3){i * m->length / 2, j * m->width / 2, 0});
            if (!(p.x > margin && p.y > margin && p.x < c->width - margin && p.y < c->height - margin))
                return false;
        }
    return true;
}

/* The lens's model has an inverse over the whole picture: no fold in it. */
static bool unfolds(const sq_camera *c) {
    for (int i = 0; i <= 8; i++)
        for (int j = 0; j <= 8; j++)
            if (isnan(sq_mm_from_px(c, (sq_px){c->width * i / 8.0, c->height * j / 8.0}, 0).x)) return false;
    return true;
}

/* Webcams and phones see 48° to 78° across; the mat fills most of the picture's width. */
static void draw_camera(sq_camera *c, const sq_room_wish *w, const sq_mat *m, sq_random *r) {
    const double degree = M_PI / 180;
    double across = between(r, 48, 78) * degree, filled = between(r, 0.76, 0.95);
    double px_per_mm = w->closeup ? between(r, 1.6, 2.2) * w->width / 1920 : filled * w->width / m->length;
    *c = (sq_camera){.width = w->width, .height = w->height};
    c->fx = w->width / 2.0 / tan(across / 2);
    c->fy = c->fx * (1 + 0.0005 * sq_random_normal(r));
    c->cx = (w->width - 1) / 2.0 + 0.006 * w->width * sq_random_normal(r);
    c->cy = (w->height - 1) / 2.0 + 0.006 * w->width * sq_random_normal(r);
    c->dist[0] = between(r, -0.22, 0.06);
    c->dist[1] = -0.2 * c->dist[0] + 0.01 * sq_random_normal(r);
    c->dist[2] = 0.0006 * sq_random_normal(r);
    c->dist[3] = 0.0006 * sq_random_normal(r);
    double spread = w->closeup ? 80 : 25;
    sq_mm aim = {spread * sq_random_normal(r), spread * sq_random_normal(r)};
    const double lean[2] = {2.5 * degree * sq_random_normal(r), 2.5 * degree * sq_random_normal(r)};
    aim_camera(c, aim, c->fx / px_per_mm, lean, 1.2 * degree * sq_random_normal(r));
}

static void make_camera(sq_camera *c, const sq_room_wish *w, const sq_mat *m, sq_random *r) {
    int tries = 0;
    do {
        draw_camera(c, w, m, r);
        assert(++tries < 10000);
    } while (!unfolds(c) || (!w->closeup && !sees_mat(c, m)));
}

/* Mat, table, pot. */

static void make_folds(sq_mat *m, sq_random *r) {
    m->fold_count = sq_random_below(r, SQ_FOLD_CAP);
    for (int i = 0; i < m->fold_count; i++) {
        sq_fold *f = &m->folds[i];
        f->along_x = sq_random_chance(r, 0.3);
        /* Folded in half or in thirds, not quite exactly. */
        double side = f->along_x ? m->width : m->length;
        f->at = side * (sq_random_chance(r, 0.5) ? between(r, -0.02, 0.02) : between(r, -0.2, 0.2));
        f->width = between(r, 2, 9);
        f->strength = between(r, -0.035, 0.035);
    }
}

static void make_mat(sq_mat *m, sq_random *r) {
    static const sq_rgb felts[] = {{0.55f, 0.55f, 0.54f}, {0.62f, 0.57f, 0.47f}, {0.42f, 0.42f, 0.43f},
                                   {0.50f, 0.54f, 0.48f}, {0.30f, 0.42f, 0.31f}, {0.68f, 0.66f, 0.60f}};
    int which = sq_random_below(r, sizeof felts / sizeof *felts);
    *m = (sq_mat){.length = SQ_MAT_LENGTH_MM,
                  .width = SQ_MAT_WIDTH_MM,
                  .thickness = between(r, 1.5, 3),
                  .albedo = varied(r, felts[which], 0.05),
                  .line_albedo = grey(between(r, 0.02, 0.1)),
                  .line_width = between(r, 1.1, 2),
                  .grain = between(r, 0.025, 0.05)};
    make_folds(m, r);
}

static void make_table(sq_table *t, const sq_mat *m, sq_random *r) {
    double x = m->length / 2, y = m->width / 2;
    *t = (sq_table){.x0 = -x - between(r, 60, 450),
                    .x1 = x + between(r, 60, 450),
                    .y0 = -y - between(r, 30, 350),
                    .y1 = y + between(r, 30, 350),
                    .wood = sq_random_chance(r, 0.5),
                    .gloss = sq_random_chance(r, 0.6) ? between(r, 0.08, 0.25) : 0,
                    .floor_below = between(r, 700, 780)};
    if (t->wood) {
        static const sq_rgb woods[] = {{0.45f, 0.27f, 0.14f}, {0.28f, 0.14f, 0.07f}, {0.58f, 0.42f, 0.26f}};
        t->albedo = varied(r, woods[sq_random_below(r, sizeof woods / sizeof *woods)], 0.1);
        t->dark = sq_rgb_times(t->albedo, between(r, 0.35, 0.6));
    } else {
        t->albedo =
            varied(r, grey(sq_random_chance(r, 0.3) ? between(r, 0.5, 0.8) : between(r, 0.05, 0.3)), 0.05);
    }
    t->floor_albedo = varied(r, grey(between(r, 0.01, 0.1)), 0.2);
}

static void make_pot(sq_scene *s, sq_random *r) {
    static const struct {
        const char *name;
        sq_rgb albedo;
    } pots[] = {
        {"red", {0.45f, 0.015f, 0.012f}}, {"white", {0.74f, 0.73f, 0.69f}}, {"blue", {0.02f, 0.05f, 0.3f}}};
    double lot = sq_random_unit(r);
    int which = lot < 0.5 ? 0 : lot < 0.92 ? 1 : 2;
    s->pot = (sq_solid_pot){.height = SQ_POT_HEIGHT_MM,
                            .base_radius = SQ_POT_BASE_MM / 2,
                            .top_radius = SQ_POT_TOP_MM / 2,
                            .flare = between(r, 1.3, 2.2),
                            .wall = between(r, 1.4, 2.2),
                            .floor = between(r, 2, 4)};
    sq_pot_close(&s->pot);
    s->pot_albedo = varied(r, pots[which].albedo, 0.1);
    s->pot_gloss = between(r, 0.03, 0.15);
    snprintf(s->pot_colour, sizeof s->pot_colour, "%s", pots[which].name);
}

/* Blue sits at any corner; the others follow clockwise (1.2). */
static void make_corners(sq_scene *s, sq_random *r) {
    static const sq_mm clockwise[] = {{-1, -1}, {-1, 1}, {1, 1}, {1, -1}};
    int first = sq_random_below(r, SQ_USUAL_COLOURS);
    for (int c = 0; c < SQ_USUAL_COLOURS; c++) {
        sq_mm at = clockwise[(first + c) % SQ_USUAL_COLOURS];
        s->corners[c] = (sq_mm){at.x * s->mat.length / 2, at.y * s->mat.width / 2};
    }
}

/* Sensor. */

/* The lightest that open felt becomes anywhere on the mat. */
static double lightest_felt(const sq_scene *s) {
    double most = 0;
    for (int i = -4; i <= 4; i++)
        for (int j = -2; j <= 2; j++) {
            sq_mm3 p = {i * s->mat.length / 8, j * s->mat.width / 4, 0};
            sq_rgb v = sq_rgb_product(sq_lights_on(&s->lights, p, (sq_mm3){0, 0, 1}), s->mat.albedo);
            most = fmax(most,
                        fmax((double)v.r * s->sensor.balance[0],
                             fmax((double)v.g * s->sensor.balance[1], (double)v.b * s->sensor.balance[2])));
        }
    return most;
}

/* Automatic exposure brings the felt to a middle tone, but keeps its lightest part below full scale. */
static void expose(sq_scene *s, double target) {
    sq_rgb open = sq_lights_on(&s->lights, (sq_mm3){0, 0, 0}, (sq_mm3){0, 0, 1});
    double felt = sq_rgb_luminance(sq_rgb_product(open, s->mat.albedo));
    s->sensor.exposure = fmin(target / felt, 0.97 / lightest_felt(s));
}

/* Automatic white balance takes most of the light's colour off. */
static void balance(sq_scene *s, sq_random *r) {
    sq_rgb open = sq_lights_on(&s->lights, (sq_mm3){0, 0, 0}, (sq_mm3){0, 0, 1});
    double taken = between(r, 0.75, 1);
    double *b = s->sensor.balance;
    b[0] = pow((double)(open.g / open.r), taken) * (1 + 0.03 * sq_random_normal(r));
    b[1] = 1;
    b[2] = pow((double)(open.g / open.b), taken) * (1 + 0.04 * sq_random_normal(r));
}

/* Pixels of 1.5 to 3 µm hold 6000 to 30 000 electrons; in little light the gain is turned up, and full scale
 * is reached with a tenth of them. */
static void make_sensor(sq_scene *s, sq_random *r) {
    sq_sensor *c = &s->sensor;
    bool dim = s->lights.kind == SQ_DIM;
    double electrons = between(r, 6000, 30000) / (dim ? 8 : 1), read_electrons = between(r, 4, 20);
    c->shot = 1 / electrons;
    c->read = read_electrons / electrons;
    c->vignette = between(r, 0.05, 0.32);
    c->blur_px = between(r, 0.45, 0.85);
    c->smoothed = sq_random_chance(r, 0.5) ? between(r, 0, 0.6) : 0;
    c->sharpen = sq_random_chance(r, 0.3) ? between(r, 0.15, 0.5) : 0;
    c->jpeg = 86 + sq_random_below(r, 10);
    balance(s, r);
    expose(s, dim ? between(r, 0.12, 0.25) : between(r, 0.28, 0.6));
}

sq_plastics sq_palette_make(sq_random *r) {
    static const sq_rgb sets[][SQ_USUAL_COLOURS] = {
        {{0.02f, 0.07f, 0.42f}, {0.01f, 0.20f, 0.06f}, {0.52f, 0.02f, 0.02f}, {0.86f, 0.62f, 0.03f}},
        {{0.04f, 0.15f, 0.55f}, {0.05f, 0.33f, 0.08f}, {0.64f, 0.05f, 0.04f}, {0.88f, 0.74f, 0.10f}},
        {{0.015f, 0.03f, 0.20f}, {0.006f, 0.10f, 0.035f}, {0.32f, 0.012f, 0.015f}, {0.78f, 0.45f, 0.02f}},
        {{0.10f, 0.20f, 0.52f}, {0.10f, 0.36f, 0.17f}, {0.60f, 0.12f, 0.10f}, {0.86f, 0.72f, 0.22f}},
    };
    const sq_rgb *set = sets[sq_random_below(r, sizeof sets / sizeof *sets)];
    sq_plastics p = {.gloss = between(r, 0.02, 0.14)};
    for (int c = 0; c < SQ_USUAL_COLOURS; c++)
        p.albedo[c] = varied(r, set[c], 0.12);
    return p;
}

void sq_room_make(sq_scene *out, const sq_room_wish *wish) {
    sq_random mat = sq_random_for(wish->seed, "mat"), light = sq_random_for(wish->seed, "light"),
              camera = sq_random_for(wish->seed, "camera"), sensor = sq_random_for(wish->seed, "lens");
    *out = (sq_scene){.seed = wish->seed};
    make_mat(&out->mat, &mat);
    make_table(&out->table, &out->mat, &mat);
    make_pot(out, &mat);
    make_corners(out, &mat);
    sq_lighting any = (sq_lighting)sq_random_below(&light, SQ_LIGHTINGS);
    sq_lights_make(&out->lights, wish->lighting < SQ_LIGHTINGS ? wish->lighting : any, &light);
    make_camera(&out->camera, wish, &out->mat, &camera);
    make_sensor(out, &sensor);
}

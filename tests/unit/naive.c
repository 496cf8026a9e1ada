#include "tests/unit/naive.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- Chance ---- */

/* Numerical Recipes' linear congruential generator; the high bits. */
double sq_naive_uniform(unsigned *seed) {
    *seed = *seed * 1664525u + 1013904223u;
    return (*seed >> 8) / (double)(1 << 24);
}

/* Box and Muller. */
double sq_naive_normal(unsigned *seed) {
    double u = sq_naive_uniform(seed), v = sq_naive_uniform(seed);
    return sqrt(-2 * log(1 - u)) * cos(2 * M_PI * v);
}

/* ---- Scenes ---- */

sq_camera sq_naive_camera(int width, int height, sq_mm on, double px_per_mm) {
    const double up = 1800;
    return (sq_camera){.fx = up * px_per_mm,
                       .fy = up * px_per_mm,
                       .cx = (width - 1) / 2.0,
                       .cy = (height - 1) / 2.0,
                       .R = {{1, 0, 0}, {0, -1, 0}, {0, 0, -1}},
                       .t = {-on.x, on.y, up},
                       .width = width,
                       .height = height};
}

sq_naive_scene sq_naive_scene_of(int width, int height, sq_mm on, double px_per_mm) {
    return (sq_naive_scene){.width = width,
                            .height = height,
                            .camera = sq_naive_camera(width, height, on, px_per_mm),
                            .felt = {176, 182, 170},
                            .table = {120, 84, 58},
                            .rays = 5,
                            .blur_px = 0.5,
                            .soft_px = 0.9};
}

void sq_naive_plastic(sq_colour c, uint8_t rgb[3]) {
    static const uint8_t plastic[SQ_COLOURS][3] = {
        {40, 84, 176}, {38, 134, 74}, {186, 44, 50}, {214, 184, 42}};
    memcpy(rgb, plastic[c], 3);
}

int sq_naive_wink(sq_naive_scene *s, sq_colour colour, sq_size size, double x, double y, double z) {
    assert(s->disc_count < SQ_NAIVE_CAP);
    sq_naive_disc *d = &s->disc[s->disc_count];
    *d = (sq_naive_disc){{x, y}, sq_wink_radius_mm(size), z, {0}, {0, 0}, false};
    sq_naive_plastic(colour, d->rgb);
    return s->disc_count++;
}

int sq_naive_wink_upon(sq_naive_scene *s, int lower, sq_colour colour, sq_size size, double distance,
                       double angle) {
    sq_naive_disc under = s->disc[lower];
    double c = cos(angle), w = sin(angle), past = distance - under.radius_mm, r = sq_wink_radius_mm(size);
    int me = sq_naive_wink(s, colour, size, under.at.x + distance * c, under.at.y + distance * w, 0);
    double slope =
        past > 0 ? SQ_WINK_THICKNESS_MM / (r + past) : 0; /* from the edge on the felt to the other's rim */
    s->disc[me].rise = (sq_mm){-slope * c, -slope * w};
    s->disc[me].z = (past > 0 ? slope * r : SQ_WINK_THICKNESS_MM) + SQ_NAIVE_FLAT_MM;
    return me;
}

void sq_naive_pot(sq_naive_scene *s, sq_mm at, const uint8_t rgb[3]) {
    enum { SLICES = 38 };
    for (int i = 0; i <= SLICES; i++) {
        double up = (double)i / SLICES;
        sq_naive_disc d = {at,
                           (SQ_POT_BASE_MM + up * (SQ_POT_TOP_MM - SQ_POT_BASE_MM)) / 2,
                           up * SQ_POT_HEIGHT_MM,
                           {rgb[0], rgb[1], rgb[2]},
                           {0, 0},
                           true};
        assert(s->disc_count < SQ_NAIVE_CAP);
        s->disc[s->disc_count++] = d;
    }
    sq_naive_disc hole = {at, SQ_POT_TOP_MM / 2 - 2, SQ_POT_HEIGHT_MM, {0}, {0, 0}, true};
    for (int k = 0; k < 3; k++)
        hole.rgb[k] = rgb[k] / 2; /* in its own shadow */
    s->disc[s->disc_count++] = hole;
}

/* ---- Light ---- */

/* IEC 61966-2-1. */
static double linear_from_level(double level) {
    double v = level / 255;
    return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4);
}

static double level_from_linear(double v) {
    v = fmax(v, 0);
    return 255 * (v <= 0.0031308 ? 12.92 * v : 1.055 * pow(v, 1 / 2.4) - 0.055);
}

/* A ray: where it meets the plane z is at + z * slope. */
typedef struct {
    sq_mm at, slope;
} ray;

static ray ray_through(const sq_camera *c, double x, double y) {
    const double up = 50;
    sq_mm a = sq_mm_from_px(c, (sq_px){x, y}, 0), b = sq_mm_from_px(c, (sq_px){x, y}, up);
    return (ray){a, {(b.x - a.x) / up, (b.y - a.y) / up}};
}

static bool on_sheet(const sq_naive_sheet *s, sq_mm p) {
    return p.x >= s->low.x && p.x < s->high.x && p.y >= s->low.y && p.y < s->high.y;
}

/* Where the ray meets the disc's plane, relative to its centre; z = d.z + rise · (x, y), solved for z. */
static sq_mm3 meet(const sq_naive_disc *d, ray r) {
    double x = r.at.x - d->at.x, y = r.at.y - d->at.y;
    double z = (d->z + d->rise.x * x + d->rise.y * y) / (1 - d->rise.x * r.slope.x - d->rise.y * r.slope.y);
    return (sq_mm3){x + z * r.slope.x, y + z * r.slope.y, z - d->z};
}

static bool meets_circle(const sq_naive_disc *d, ray r) {
    sq_mm3 p = meet(d, r);
    return p.x * p.x + p.y * p.y + p.z * p.z < d->radius_mm * d->radius_mm;
}

/* A solid is slices of it. */
static bool meets(const sq_naive_disc *d, ray r) {
    enum { SLICES = 7 };
    const double half = SQ_WINK_THICKNESS_MM / 2, round = 0.4;
    sq_naive_disc all = *d;
    all.radius_mm += SQ_WINK_THICKNESS_MM;
    if (d->is_thin || !meets_circle(&all, r)) return d->is_thin && meets_circle(d, r);
    double steep = sqrt(1 + d->rise.x * d->rise.x + d->rise.y * d->rise.y);
    for (int i = 0; i < SLICES; i++) {
        double up = half * (2.0 * i / (SLICES - 1) - 1), in_edge = fmax(fabs(up) - half + round, 0);
        sq_naive_disc slice = *d;
        slice.at = (sq_mm){d->at.x - up * d->rise.x / steep, d->at.y - up * d->rise.y / steep};
        slice.z += up / steep;
        slice.radius_mm += sqrt(round * round - in_edge * in_edge) - round;
        if (meets_circle(&slice, r)) return true;
    }
    return false;
}

/* What the ray meets: a disc's index, or -1 for what lies below all discs. */
static int disc_met(const sq_naive_scene *s, ray r) {
    for (int i = s->disc_count - 1; i >= 0; i--)
        if (meets(&s->disc[i], r)) return i;
    return -1;
}

/* The linear light that comes along a ray; what: a number that differs from thing to thing. */
static int trace(const sq_naive_scene *s, ray r, double rgb[3]) {
    bool on_mat = fabs(r.at.x) < SQ_MAT_LENGTH_MM / 2 && fabs(r.at.y) < SQ_MAT_WIDTH_MM / 2;
    int disc = disc_met(s, r), what = disc >= 0 ? 2 + disc : on_mat;
    const uint8_t *level = disc >= 0 ? s->disc[disc].rgb : on_mat ? s->felt : s->table;
    double light = 1 + (s->light_x * r.at.x + s->light_y * r.at.y) / 1000;
    for (int i = 0; i < s->sheet_count; i++) {
        const sq_naive_sheet *sheet = &s->sheet[i];
        if (!on_sheet(sheet, r.at)) continue;
        what += 1000 << i;
        if (sheet->light > 0)
            light *= sheet->light;
        else if (disc < 0)
            level = sheet->rgb;
    }
    for (int k = 0; k < 3; k++)
        rgb[k] = light * linear_from_level(level[k]);
    return what;
}

/* The mean of a pixel's rays. */
static void shoot_many(const sq_naive_scene *s, int x, int y, double rgb[3]) {
    double sum[3] = {0};
    for (int j = 0; j < s->rays; j++)
        for (int i = 0; i < s->rays; i++) {
            double one[3];
            trace(s, ray_through(&s->camera, x + (i + 0.5) / s->rays - 0.5, y + (j + 0.5) / s->rays - 0.5),
                  one);
            for (int k = 0; k < 3; k++)
                sum[k] += one[k];
        }
    for (int k = 0; k < 3; k++)
        rgb[k] = sum[k] / (s->rays * s->rays);
}

/* One ray for each pixel; then many for those whose neighbours show something else. */
static void shoot(const sq_naive_scene *s, double (*light)[3]) {
    int w = s->width, h = s->height;
    int *what = malloc((size_t)w * (size_t)h * sizeof *what);
    assert(what);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            what[y * w + x] = trace(s, ray_through(&s->camera, x, y), light[y * w + x]);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            bool edge = false;
            for (int n = 0; n < 9 && !edge; n++) {
                int nx = x + n % 3 - 1, ny = y + n / 3 - 1;
                edge = nx >= 0 && ny >= 0 && nx < w && ny < h && what[ny * w + nx] != what[y * w + x];
            }
            if (edge) shoot_many(s, x, y, light[y * w + x]);
        }
    free(what);
}

/* ---- Blur: one direction at a time ---- */

static void blur_line(double (*v)[3], int n, int step, const double *weight, int reach, double (*out)[3]) {
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 3; k++) {
            double sum = 0, total = 0;
            for (int d = -reach; d <= reach; d++)
                if (i + d >= 0 && i + d < n) {
                    sum += weight[abs(d)] * v[(i + d) * step][k];
                    total += weight[abs(d)];
                }
            out[i][k] = sum / total;
        }
    for (int i = 0; i < n; i++)
        memcpy(v[i * step], out[i], sizeof *out);
}

static void blur(const sq_naive_scene *s, double (*light)[3], double sigma) {
    enum { MOST = 24 };
    if (!(sigma > 0)) return;
    double weight[MOST + 1];
    int reach = (int)ceil(4 * sigma), longer = s->width > s->height ? s->width : s->height;
    assert(reach <= MOST);
    for (int d = 0; d <= reach; d++)
        weight[d] = exp(-d * d / (2 * sigma * sigma));
    double(*line)[3] = malloc((size_t)longer * sizeof *line);
    assert(line);
    for (int y = 0; y < s->height; y++)
        blur_line(light + y * s->width, s->width, 1, weight, reach, line);
    for (int x = 0; x < s->width; x++)
        blur_line(light + x, s->height, s->width, weight, reach, line);
    free(line);
}

/* ---- Pictures ---- */

static uint8_t byte_of(double v) {
    return (uint8_t)lround(fmin(fmax(v, 0), 255));
}

static void new_plane(sq_naive_picture *p, int k, int stride, int rows) {
    p->memory[k] = malloc((size_t)stride * (size_t)rows);
    assert(p->memory[k]);
    memset(p->memory[k], 255, (size_t)stride * (size_t)rows);
    p->frame.plane[k] = p->memory[k];
    p->frame.stride[k] = stride;
}

sq_naive_picture sq_naive_draw(const sq_naive_scene *s) {
    sq_naive_picture p = {.frame = {.width = s->width, .height = s->height, .format = SQ_FRAME_BGR}};
    new_plane(&p, 0, 3 * s->width, s->height);
    double(*light)[3] = calloc((size_t)s->width * (size_t)s->height, sizeof *light);
    assert(light);
    shoot(s, light);
    blur(s, light, s->blur_px);
    unsigned seed = s->seed;
    for (int i = 0; i < s->width * s->height; i++)
        for (int k = 0; k < 3; k++) {
            light[i][k] = level_from_linear(light[i][k]);
            if (s->noise > 0) light[i][k] += s->noise * sq_naive_normal(&seed);
        }
    blur(s, light, s->soft_px);
    for (int i = 0; i < s->width * s->height; i++)
        for (int k = 0; k < 3; k++)
            p.memory[0][3 * i + 2 - k] = byte_of(light[i][k]);
    free(light);
    return p;
}

typedef struct {
    double kr, kb, y0, y_scale, c_scale;
} yuv_code;

/* ITU-R BT.601-7, BT.709-6; with JFIF's full range. */
static yuv_code code_of(sq_yuv_matrix matrix, bool full_range) {
    bool old = matrix == SQ_MATRIX_BT601;
    return (yuv_code){old ? 0.299 : 0.2126, old ? 0.114 : 0.0722, full_range ? 0 : 16,
                      full_range ? 1 : 219.0 / 255, full_range ? 1 : 224.0 / 255};
}

static int inside(int v, int n) {
    return v < 0 ? 0 : v >= n ? n - 1 : v;
}

/* Y, U or V of the nearest pixel that there is. */
static double code_pixel(const sq_frame *f, const yuv_code *c, int component, int x, int y) {
    const uint8_t *p = f->plane[0] + inside(y, f->height) * f->stride[0] + 3 * inside(x, f->width);
    double b = p[0], g = p[1], r = p[2], luma = c->kr * r + (1 - c->kr - c->kb) * g + c->kb * b;
    if (component == 0) return c->y0 + c->y_scale * luma;
    double difference = component == 1 ? (b - luma) / (2 * (1 - c->kb)) : (r - luma) / (2 * (1 - c->kr));
    return 128 + c->c_scale * difference;
}

/* A sample of halved chroma: the mean of the two columns about it, or the column on it weighed 1 2 1 with its
 * neighbours; the mean of the two rows about it. */
static double code_chroma(const sq_frame *f, const yuv_code *c, int component, int i, int j, bool half_x,
                          bool half_y, bool left) {
    double sum = 0, total = 0;
    int x = half_x ? 2 * i : i, y = half_y ? 2 * j : j;
    for (int dy = 0; dy <= half_y; dy++)
        for (int dx = half_x && left ? -1 : 0; dx <= half_x; dx++) {
            double weight = half_x && left && dx == 0 ? 2 : 1;
            sum += weight * code_pixel(f, c, component, x + dx, y + dy);
            total += weight;
        }
    return sum / total;
}

sq_naive_picture sq_naive_convert(const sq_naive_picture *bgr, sq_frame_format format,
                                  sq_chroma_siting siting, sq_yuv_matrix matrix, bool full_range, int slack) {
    const sq_frame *from = &bgr->frame;
    sq_naive_picture p = {.frame = *from};
    p.frame.format = format;
    p.frame.siting = siting;
    p.frame.matrix = matrix;
    p.frame.full_range = full_range;
    if (format == SQ_FRAME_BGR) {
        new_plane(&p, 0, 3 * from->width + slack, from->height);
        for (int y = 0; y < from->height; y++)
            memcpy(p.memory[0] + y * p.frame.stride[0], from->plane[0] + y * from->stride[0],
                   3 * (size_t)from->width);
        return p;
    }
    yuv_code code = code_of(matrix, full_range);
    new_plane(&p, 0, from->width + slack, from->height);
    for (int y = 0; y < from->height; y++)
        for (int x = 0; x < from->width; x++)
            p.memory[0][y * p.frame.stride[0] + x] = byte_of(code_pixel(from, &code, 0, x, y));
    if (format == SQ_FRAME_GREY) return p;
    bool pairs = format == SQ_FRAME_NV12, half_x = format != SQ_FRAME_I444,
         half_y = format == SQ_FRAME_I420 || pairs;
    int w = half_x ? (from->width + 1) / 2 : from->width, h = half_y ? (from->height + 1) / 2 : from->height;
    new_plane(&p, 1, pairs ? 2 * w + slack : w + slack, h);
    if (!pairs) new_plane(&p, 2, w + slack, h);
    for (int component = 1; component < 3; component++)
        for (int j = 0; j < h; j++)
            for (int i = 0; i < w; i++) {
                uint8_t v = byte_of(
                    code_chroma(from, &code, component, i, j, half_x, half_y, siting == SQ_CHROMA_LEFT));
                if (pairs)
                    p.memory[1][j * p.frame.stride[1] + 2 * i + component - 1] = v;
                else
                    p.memory[component][j * p.frame.stride[component] + i] = v;
            }
    return p;
}

void sq_naive_darken(sq_naive_picture *p, const sq_naive_scene *s,
                     double (*left)(const sq_naive_scene *s, sq_px at)) {
    for (int y = 0; y < s->height; y++)
        for (int x = 0; x < s->width; x++) {
            uint8_t *pixel = &p->memory[0][y * p->frame.stride[0] + 3 * x];
            double share = left(s, (sq_px){x, y});
            for (int k = 0; k < 3; k++)
                pixel[k] = (uint8_t)(pixel[k] * share);
        }
}

void sq_naive_free(sq_naive_picture *p) {
    for (int k = 0; k < 3; k++)
        free(p->memory[k]);
    *p = (sq_naive_picture){0};
}

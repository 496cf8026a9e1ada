/* The ground that a sight line meets: felt with baselines and creases, paper on it, the mat's edge, the
 * table, the floor. */
#include "datasets/render/felt_and_table.h"

#include <stddef.h>

#include "rules/terms/equipment_sizes.h"

/* Where the sight line meets the plane at height z; it meets the felt's plane (z = 0) at g. */
static sq_mm3 down_to(sq_mm3 eye, sq_mm g, double z) {
    double k = (eye.z - z) / eye.z;
    return (sq_mm3){eye.x + k * (g.x - eye.x), eye.y + k * (g.y - eye.y), z};
}

static bool on_mat(const sq_mat *m, double x, double y) {
    return fabs(x) <= m->length / 2 && fabs(y) <= m->width / 2;
}

static bool on_table(const sq_table *t, double x, double y) {
    return x >= t->x0 && x <= t->x1 && y >= t->y0 && y <= t->y1;
}

/* Distance from the nearest baseline: it crosses the diagonal at right angles (2.3.1). All corners are alike,
 * so they fold into one. */
static double from_baseline(const sq_mat *m, double x, double y) {
    double diagonal = sqrt(m->length * m->length + m->width * m->width);
    return (fabs(x) * m->length + fabs(y) * m->width) / diagonal - SQ_BASELINE_MM;
}

/* A crease stands up a little: one flank looks to the light, the other away. */
static double folded(const sq_mat *m, double x, double y) {
    double lightness = 1;
    for (int i = 0; i < m->fold_count; i++) {
        const sq_fold *f = &m->folds[i];
        double off = ((f->along_x ? y : x) - f->at) / f->width;
        if (fabs(off) < 4) lightness += f->strength * M_SQRT2 * off * exp(0.5 - off * off);
    }
    return lightness;
}

double sq_felt_lightness(const sq_mat *m, const sq_felt *felt, sq_mm g) {
    return fmax(0, 1 + m->grain * sq_felt_texture(felt, g.x, g.y)) * folded(m, g.x, g.y);
}

/* Distance from the border of a sheet, negative on it. */
static double from_sheet(const sq_sheet *p, sq_mm g) {
    double c = cos(p->azimuth), s = sin(p->azimuth), dx = g.x - p->at.x, dy = g.y - p->at.y;
    return fmax(fabs(c * dx + s * dy) - p->half[0], fabs(c * dy - s * dx) - p->half[1]);
}

static const sq_sheet *sheet_at(const sq_scene *s, sq_mm g) {
    for (int i = 0; i < s->sheet_count; i++)
        if (from_sheet(&s->sheets[i], g) <= 0) return &s->sheets[i];
    return NULL;
}

static sq_rgb felt_albedo(const sq_mat *m, const sq_felt *felt, sq_mm g) {
    sq_rgb base = fabs(from_baseline(m, g.x, g.y)) <= m->line_width / 2 ? m->line_albedo : m->albedo;
    return sq_rgb_times(base, sq_felt_lightness(m, felt, g));
}

static sq_rgb table_albedo(const sq_table *t, uint32_t seed, double x, double y) {
    return t->wood ? sq_rgb_mix(t->dark, t->albedo, sq_wood_at(seed, x, y)) : t->albedo;
}

void sq_ground_spot_at(sq_ground_spot *out, const sq_scene *s, const sq_felt *felt, sq_mm3 eye, sq_mm g) {
    uint32_t seed = (uint32_t)s->seed;
    sq_mm3 table = down_to(eye, g, -s->mat.thickness);
    const sq_sheet *sheet = sheet_at(s, g);
    if (on_mat(&s->mat, g.x, g.y)) {
        sq_rgb albedo = sheet ? sheet->albedo : felt_albedo(&s->mat, felt, g);
        *out = (sq_ground_spot){SQ_FELT, {g.x, g.y, 0}, albedo};
    } else if (on_mat(&s->mat, table.x, table.y)) {
        *out = (sq_ground_spot){SQ_MAT_SIDE, {g.x, g.y, -s->mat.thickness / 2}, s->mat.albedo};
    } else if (on_table(&s->table, table.x, table.y)) {
        *out = (sq_ground_spot){SQ_TABLE, table, table_albedo(&s->table, seed, table.x, table.y)};
    } else {
        const double mottled = 0.25; /* a carpet's or boards' own variation */
        sq_mm3 p = down_to(eye, g, -s->table.floor_below);
        double light = 1 + mottled * sq_floor_at(seed, p.x, p.y);
        *out = (sq_ground_spot){SQ_FLOOR, p, sq_rgb_times(s->table.floor_albedo, light)};
    }
}

bool sq_ground_is_felt(const sq_scene *s, sq_mm g, double reach) {
    for (int i = 0; i < s->sheet_count; i++)
        if (from_sheet(&s->sheets[i], g) < reach) return false;
    return fabs(g.x) + reach < s->mat.length / 2 && fabs(g.y) + reach < s->mat.width / 2;
}

bool sq_ground_is_sharp(const sq_scene *s, sq_mm g, double reach) {
    double dx = fabs(g.x) - s->mat.length / 2, dy = fabs(g.y) - s->mat.width / 2, out = fmax(dx, dy);
    if (fabs(out) < reach + s->mat.thickness) return true;
    for (int i = 0; i < s->sheet_count; i++)
        if (fabs(from_sheet(&s->sheets[i], g)) < reach) return true;
    if (out < 0) return fabs(from_baseline(&s->mat, g.x, g.y)) < reach + s->mat.line_width;
    const sq_table *t = &s->table;
    double edge =
        fmin(fmin(fabs(g.x - t->x0), fabs(g.x - t->x1)), fmin(fabs(g.y - t->y0), fabs(g.y - t->y1)));
    return edge < reach + 2 * s->mat.thickness;
}

bool sq_ground_bars(const sq_scene *s, sq_mm3 p, sq_mm3 along) {
    if (p.z >= 0 || along.z <= 0 || on_mat(&s->mat, p.x, p.y)) return false;
    double k = -p.z / along.z; /* up to the felt's height */
    return on_mat(&s->mat, p.x + k * along.x, p.y + k * along.y);
}

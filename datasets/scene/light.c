/* Makes the lights of a room (lamps, windows, tubes, sun) by lot, and says how much light reaches a point
 * from each of them. */
#include "datasets/scene/light.h"

#include "datasets/scene/vector.h"

const char *sq_lighting_name(sq_lighting k) {
    static const char *const names[SQ_LIGHTINGS] = {
#define X(number, name) [number] = name,
        SQ_LIGHTING_LIST(X)
#undef X
    };
    return k < SQ_LIGHTINGS ? names[k] : "?";
}

/* Planck's law at the dominant wavelengths of sRGB's primaries. */
static double planck(double metre, double kelvin) {
    const double hc_over_k = 0.0143877688; /* m K */
    return 1 / (pow(metre, 5) * (exp(hc_over_k / (metre * kelvin)) - 1));
}

sq_rgb sq_black_body(double kelvin) {
    const double red = 611.4e-9, green = 549.1e-9, blue = 464.2e-9, white = 6504;
    double r = planck(red, kelvin) / planck(red, white), g = planck(green, kelvin) / planck(green, white),
           b = planck(blue, kelvin) / planck(blue, white);
    return (sq_rgb){(float)(r / g), 1, (float)(b / g)};
}

double sq_light_from(const sq_light *l, sq_mm3 at, sq_mm3 p, sq_mm3 n) {
    sq_mm3 to = sq_minus(at, p), face = sq_cross(l->u, l->v); /* its length is a quarter of the area */
    double d2 = sq_dot(to, to), arriving = sq_dot(to, n), leaving = -sq_dot(to, face);
    if (arriving <= 0 || leaving <= 0) return 0;
    return 4 * arriving * leaving / (d2 * d2) / M_PI;
}

double sq_light_on(const sq_light *l, sq_mm3 p, sq_mm3 n, int steps) {
    double sum = 0;
    for (int i = 0; i < steps; i++)
        for (int j = 0; j < steps; j++) {
            double a = (2 * i + 1.0) / steps - 1, b = (2 * j + 1.0) / steps - 1;
            sum += sq_light_from(l, sq_light_point(l, a, b), p, n);
        }
    return sum / (steps * steps);
}

/* The share of a Gaussian around x of deviation s between -1 and 1. */
static double share_between(double x, double s) {
    return 0.5 * (erf((1 - x) / (s * M_SQRT2)) + erf((1 + x) / (s * M_SQRT2)));
}

double sq_light_mirrored(const sq_light *l, sq_mm3 p, sq_mm3 mirror, double spread) {
    sq_mm3 face = sq_cross(l->u, l->v), to = sq_minus(l->at, p);
    double towards = -sq_dot(mirror, face);
    if (towards <= 0) return 0;
    double t = -sq_dot(to, face) / towards;
    if (t <= 0) return 0;
    sq_mm3 q = sq_minus(sq_along(p, mirror, t), l->at); /* from the light's centre, on its plane */
    double uu = sq_dot(l->u, l->u), vv = sq_dot(l->v, l->v), blur = t * spread;
    double a = sq_dot(q, l->u) / uu, b = sq_dot(q, l->v) / vv;
    return share_between(a, blur / sqrt(uu)) * share_between(b, blur / sqrt(vv));
}

sq_rgb sq_lights_on(const sq_lights *all, sq_mm3 p, sq_mm3 n) {
    enum { STEPS = 6 };
    sq_rgb sum = all->ambient;
    for (int i = 0; i < all->count; i++)
        sum = sq_rgb_along(sum, all->lights[i].radiance, sq_light_on(&all->lights[i], p, n, STEPS));
    return sum;
}

/* A rectangle of half sides a, b around `at` that faces the point `to`; its first side is level. */
static sq_light facing(sq_mm3 at, sq_mm3 to, double a, double b, sq_rgb colour) {
    sq_mm3 look = sq_unit(sq_minus(to, at)), u = {look.y, -look.x, 0};
    u = sq_length(u) > 1e-6 ? sq_unit(u) : (sq_mm3){1, 0, 0};
    return (sq_light){at, sq_times(u, a), sq_times(sq_cross(look, u), b), colour};
}

/* A rectangle that looks straight down, its first side along x or y. */
static sq_light hanging(sq_mm3 at, double a, double b, bool along_y, sq_rgb colour) {
    if (along_y) return (sq_light){at, {0, a, 0}, {b, 0, 0}, colour};
    return (sq_light){at, {a, 0, 0}, {0, -b, 0}, colour};
}

static sq_mm3 over_the_mat(sq_random *r, double aside, double low, double high) {
    return (sq_mm3){sq_random_range(r, -aside, aside), sq_random_range(r, -aside, aside) / 2,
                    sq_random_range(r, low, high)};
}

/* Rooms: where lamps hang and windows are; mm above the mat. */

static void add(sq_lights *l, sq_light one) {
    if (l->count < SQ_LIGHT_CAP) l->lights[l->count++] = one;
}

static void add_lamp(sq_lights *l, sq_random *r, sq_rgb colour) {
    double half = sq_random_range(r, 50, 150);
    add(l, hanging(over_the_mat(r, 800, 900, 1900), half, half, false, colour));
}

static void add_window(sq_lights *l, sq_random *r, sq_rgb colour) {
    double angle = sq_random_range(r, 0, 2 * M_PI), far = sq_random_range(r, 1500, 3000);
    double wide = sq_random_range(r, 500, 1000), tall = sq_random_range(r, 450, 800);
    sq_mm3 at = {far * cos(angle), far * sin(angle), sq_random_range(r, 100, 500) + tall};
    add(l, facing(at, (sq_mm3){0, 0, at.z}, wide, tall, colour));
}

/* 1 to `most` of them. */
static void add_panels(sq_lights *l, sq_random *r, int most, sq_rgb colour) {
    int count = 1 + sq_random_below(r, most);
    double high = sq_random_range(r, 1500, 2400), half = sq_random_range(r, 250, 350);
    bool along_y = sq_random_chance(r, 0.5);
    double long_half = half * (sq_random_chance(r, 0.4) ? 2 : 1), spacing = sq_random_range(r, 1200, 1900);
    sq_mm3 first = {sq_random_range(r, -900, 500), sq_random_range(r, -900, 900), high};
    for (int i = 0; i < count; i++) {
        sq_mm3 at = {first.x + spacing * (i % 2), first.y + spacing * (i / 2), high};
        add(l, hanging(at, long_half, half, along_y, colour));
    }
}

static void add_bulbs(sq_lights *l, sq_random *r, sq_rgb colour) {
    int count = 2 + sq_random_below(r, 3);
    for (int i = 0; i < count; i++) {
        sq_rgb own =
            sq_rgb_times(colour, sq_random_range(r, 0.6, 1)); /* C leaves the order of arguments open */
        add(l, facing(over_the_mat(r, 1200, 1000, 2100), (sq_mm3){0, 0, 0}, 35, 35, own));
    }
}

static void add_tubes(sq_lights *l, sq_random *r, sq_rgb colour) {
    int count = 1 + sq_random_below(r, 3);
    bool along_y = sq_random_chance(r, 0.4);
    sq_mm3 at = over_the_mat(r, 600, 1500, 2300);
    for (int i = 0; i < count; i++) {
        add(l, hanging(at, 600, 20, along_y, colour));
        if (along_y)
            at.x += sq_random_range(r, 200, 1200);
        else
            at.y += sq_random_range(r, 200, 1200);
    }
}

/* Half a degree across, as the sun is; far enough that its rays are parallel over the mat. */
static void add_sun(sq_lights *l, sq_random *r, sq_rgb colour) {
    const double far = 20000, half = far * 0.0046;
    double angle = sq_random_range(r, 0, 2 * M_PI), up = sq_random_range(r, 0.45, 1.0);
    sq_mm3 at = {far * cos(up) * cos(angle), far * cos(up) * sin(angle), far * sin(up)};
    add(l, facing(at, (sq_mm3){0, 0, 0}, half, half, colour));
}

/* Each lamp sends its share of the light at the mat's centre; their sum, with the dome's, is white there. */
static void share_out(sq_lights *l, const double *share, double ambient, sq_rgb ambient_colour) {
    const sq_mm3 centre = {0, 0, 0}, up = {0, 0, 1};
    double total = ambient * sq_rgb_luminance(ambient_colour);
    for (int i = 0; i < l->count; i++)
        total += share[i] * sq_rgb_luminance(l->lights[i].radiance);
    for (int i = 0; i < l->count; i++) {
        double on = sq_light_on(&l->lights[i], centre, up, 8);
        l->lights[i].radiance = sq_rgb_times(l->lights[i].radiance, share[i] / total / fmax(on, 1e-9));
    }
    l->ambient = sq_rgb_times(ambient_colour, ambient / total);
}

/* What the walls throw back is the lights' own mixture, a little warmer. */
static sq_rgb thrown_back(const sq_lights *l, const double *share) {
    sq_rgb sum = {0, 0, 0};
    double total = 0;
    for (int i = 0; i < l->count; i++) {
        sum = sq_rgb_along(sum, l->lights[i].radiance, share[i]);
        total += share[i];
    }
    const sq_rgb walls = {1.04f, 1, 0.94f};
    return sq_rgb_product(sq_rgb_times(sum, 1 / total), walls);
}

static sq_rgb daylight(sq_random *r) {
    return sq_black_body(sq_random_range(r, 5500, 9000));
}

static sq_rgb lamp_light(sq_random *r) {
    return sq_black_body(sq_random_range(r, 2800, 5000));
}

static sq_rgb strong_colour(sq_random *r) {
    static const sq_rgb colours[] = {{1, 0.35f, 0.5f}, {0.4f, 0.7f, 1}, {1, 0.6f, 0.25f}, {0.5f, 1, 0.6f}};
    return colours[sq_random_below(r, sizeof colours / sizeof *colours)];
}

static void add_kind(sq_lights *l, sq_lighting kind, sq_random *r) {
    const sq_rgb greenish = {0.93f, 1.08f, 0.9f};
    switch (kind) {
    case SQ_LAMP: add_lamp(l, r, lamp_light(r)); break;
    case SQ_WINDOW: add_window(l, r, daylight(r)); break;
    case SQ_PANELS: add_panels(l, r, 4, sq_black_body(sq_random_range(r, 3800, 6500))); break;
    case SQ_WARM_BULBS: add_bulbs(l, r, sq_black_body(sq_random_range(r, 2500, 3000))); break;
    case SQ_MIXED:
        add_window(l, r, daylight(r));
        if (sq_random_chance(r, 0.5))
            add_lamp(l, r, lamp_light(r));
        else
            add_panels(l, r, 2, lamp_light(r));
        break;
    case SQ_TUBES:
        add_tubes(l, r, sq_rgb_product(sq_black_body(sq_random_range(r, 3800, 5500)), greenish));
        break;
    case SQ_DIM: add_lamp(l, r, sq_black_body(sq_random_range(r, 2500, 3500))); break;
    case SQ_SUN: add_sun(l, r, sq_black_body(sq_random_range(r, 4800, 6000))); break;
    case SQ_COLOURED:
        add_lamp(l, r, strong_colour(r));
        add_lamp(l, r, strong_colour(r));
        break;
    case SQ_LIGHTINGS: break;
    }
}

void sq_lights_make(sq_lights *out, sq_lighting kind, sq_random *r) {
    *out = (sq_lights){.kind = kind};
    add_kind(out, kind, r);
    double share[SQ_LIGHT_CAP];
    for (int i = 0; i < out->count; i++)
        share[i] = sq_random_range(r, 0.6, 1);
    /* White walls and ceilings throw back a sixth to a half of what the lamps give. */
    double ambient = sq_random_range(r, 0.15, 0.5) * out->count * 0.8;
    share_out(out, share, ambient, thrown_back(out, share));
}

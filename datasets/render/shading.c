/* The light that one visible point sends to the camera: each lamp and the dome of the sky by random samples,
 * less what stands in the way, and gloss. */
#include "datasets/render/shading.h"

#include "datasets/scene/vector.h"

/* A ray that leaves a surface starts so far over it: the pot's rings cut its smooth side by as much. */
#define LEAVE_MM 0.06
/* Reflectance of plastic and varnish at right angles: refractive index 1.5 (Fresnel). */
#define FRESNEL_0 0.04
/* A spot that stands around throws back what it would on the open mat, times this: half the sky is hidden
 * from it, and in the pot three quarters. */
#define AROUND 0.5
#define AROUND_IN_POT 0.25
/* A glossy lobe that gives less than this share of a lamp is not followed. */
#define DIM_SHARE 1e-3

static double unit_from(uint32_t noise) {
    return noise * 0x1p-32;
}

static uint32_t scramble(uint32_t noise, uint32_t purpose) {
    return sq_hash(noise, (int)purpose, 0);
}

sq_mm3 sq_light_sample(const sq_light *l, int stratum, uint32_t noise) {
    double a = (stratum % SQ_STRATA_SIDE + unit_from(noise)) / SQ_STRATA_SIDE;
    double b = (stratum / SQ_STRATA_SIDE + unit_from(scramble(noise, 1))) / SQ_STRATA_SIDE;
    return sq_light_point(l, 2 * a - 1, 2 * b - 1);
}

/* A point of the unit circle's first quadrant, u from 0 to 1 of the way: (1 - t², 2t) / (1 + t²) with
 * t = tan(u π/4), that to 0.003 by its two end values and slopes. Much cheaper than sine and cosine, and
 * samples need no better. */
static void on_quadrant(double u, double *x, double *y) {
    double t = u * (M_PI / 4 + (1 - M_PI / 4) * u * u), k = 1 / (1 + t * t);
    *x = (1 - t * t) * k;
    *y = 2 * t * k;
}

sq_mm3 sq_dome_direction(sq_mm3 n, int stratum, uint32_t noise) {
    _Static_assert(SQ_STRATA_SIDE == 4, "a row of strata is a quadrant");
    double a = (stratum % SQ_STRATA_SIDE + unit_from(noise)) / SQ_STRATA_SIDE, rho = sqrt(a), x, y;
    on_quadrant(unit_from(scramble(noise, 2)), &x, &y);
    double quadrant[4][2] = {{x, y}, {-y, x}, {-x, -y}, {y, -x}};
    const double *at = quadrant[stratum / SQ_STRATA_SIDE];
    sq_mm3 u = {1, 0, 0}, v = {0, 1, 0};
    if (n.z < 1) sq_plane_of(n, &u, &v);
    return sq_along(sq_along(sq_times(n, sqrt(1 - a)), u, rho * at[0]), v, rho * at[1]);
}

/* The nearest of the pots on the ray. */
static bool pots_hit(const sq_near *near, sq_ray ray, double farthest, sq_hit *out) {
    const sq_scene *s = near->scene;
    sq_hit second;
    bool one = near->pot && sq_pot_hit(&s->pot, ray, farthest, out);
    bool two = near->other_pot && sq_pot_hit(&s->other_pot, ray, one ? out->distance : farthest, &second);
    if (two) *out = second;
    return one || two;
}

bool sq_near_hit(const sq_near *near, sq_ray ray, double farthest, sq_surface_point *out) {
    const sq_scene *s = near->scene;
    sq_hit hit = {.distance = farthest}, h;
    bool any = false;
    for (int i = 0; i < near->piece_count; i++) {
        const sq_piece *p = &s->pieces[near->pieces[i]];
        if (!sq_disc_hit(&p->disc, ray, hit.distance, &h)) continue;
        hit = h;
        any = true;
        *out = (sq_surface_point){.albedo = p->albedo, .gloss = p->gloss, .number = near->pieces[i]};
    }
    if (pots_hit(near, ray, hit.distance, &h)) {
        hit = h;
        any = true;
        *out = (sq_surface_point){
            .albedo = s->pot_albedo, .gloss = s->pot_gloss, .in_pot = h.inside, .number = SQ_SOLID_POT};
    }
    for (int i = 0; i < near->flesh_count; i++) {
        const sq_flesh *f = &s->flesh[near->flesh[i]];
        if (!sq_limb_hit(&f->shape, ray, hit.distance, &h)) continue;
        hit = h;
        any = true;
        *out = (sq_surface_point){.albedo = f->albedo, .flesh = true, .number = SQ_SOLID_FLESH};
    }
    out->at = sq_along(ray.from, ray.along, hit.distance);
    out->normal = hit.normal;
    return any;
}

bool sq_near_bars(const sq_near *near, sq_mm3 p, sq_mm3 along, double distance) {
    const sq_scene *s = near->scene;
    sq_ray ray = {p, along};
    for (int i = 0; i < near->piece_count; i++)
        if (sq_disc_hit(&s->pieces[near->pieces[i]].disc, ray, distance, 0)) return true;
    sq_hit pot;
    if (pots_hit(near, ray, distance, &pot)) return true;
    for (int i = 0; i < near->flesh_count; i++)
        if (sq_limb_hit(&s->flesh[near->flesh[i]].shape, ray, distance, 0)) return true;
    return sq_ground_bars(s, p, along);
}

/* The light that one sample of the dome brings to p; where something stands in its way, what that throws
 * back. */
static sq_rgb dome(const sq_near *near, sq_mm3 p, sq_mm3 n, int stratum, uint32_t noise,
                   const float *transmittance) {
    const sq_scene *s = near->scene;
    sq_ray ray = {p, sq_dome_direction(n, stratum, noise)};
    sq_surface_point around;
    if (sq_near_hit(near, ray, INFINITY, &around))
        return sq_rgb_times(sq_rgb_product(around.albedo, near->open),
                            around.in_pot ? AROUND_IN_POT : AROUND);
    if (ray.along.z < 0 || sq_ground_bars(s, p, ray.along))
        return sq_rgb_times(sq_rgb_product(s->mat.albedo, near->open), AROUND);
    return sq_rgb_times(s->lights.ambient, transmittance ? (double)transmittance[s->lights.count] : 1);
}

/* The lamps' images in a glossy surface. */
static sq_rgb mirrored(const sq_near *near, const sq_surface_point *spot, sq_mm3 eye,
                       const float *transmittance) {
    const sq_lights *all = &near->scene->lights;
    sq_mm3 view = sq_unit(sq_minus(eye, spot->at));
    double facing = sq_dot(view, spot->normal);
    if (facing <= 0) return (sq_rgb){0, 0, 0};
    sq_mm3 mirror = sq_along(sq_times(view, -1), spot->normal, 2 * facing);
    double fresnel = FRESNEL_0 + (1 - FRESNEL_0) * pow(1 - facing, 5);
    sq_mm3 start = sq_along(spot->at, spot->normal, LEAVE_MM);
    if (mirror.z <= 0 || sq_near_bars(near, start, mirror, INFINITY)) return (sq_rgb){0, 0, 0};
    sq_rgb sum =
        sq_rgb_times(all->ambient, fresnel * (transmittance ? (double)transmittance[all->count] : 1));
    for (int i = 0; i < all->count; i++) {
        /* A slope turns the mirror's direction by twice its own angle. */
        double share = sq_light_mirrored(&all->lights[i], spot->at, mirror, 2 * spot->gloss);
        if (share < DIM_SHARE) continue;
        sum = sq_rgb_along(sum, all->lights[i].radiance,
                           fresnel * share * (transmittance ? (double)transmittance[i] : 1));
    }
    return sum;
}

sq_rgb sq_shade_solid(const sq_near *near, const sq_surface_point *spot, sq_mm3 eye, int stratum,
                      uint32_t noise, const float *transmittance) {
    const sq_lights *all = &near->scene->lights;
    sq_mm3 start = sq_along(spot->at, spot->normal, LEAVE_MM);
    sq_rgb light = {0, 0, 0};
    for (int i = 0; i < all->count; i++) {
        sq_mm3 lamp = sq_light_sample(&all->lights[i], stratum, scramble(noise, 10 + (uint32_t)i));
        double arriving = sq_light_from(&all->lights[i], lamp, spot->at, spot->normal);
        sq_mm3 way = sq_minus(lamp, start);
        double distance = sq_length(way);
        if (arriving <= 0 || sq_near_bars(near, start, sq_times(way, 1 / distance), distance)) continue;
        light = sq_rgb_along(light, all->lights[i].radiance,
                             arriving * (transmittance ? (double)transmittance[i] : 1));
    }
    light = sq_rgb_sum(light, dome(near, start, spot->normal, stratum, scramble(noise, 3), transmittance));
    sq_rgb out = sq_rgb_product(light, spot->albedo);
    return spot->gloss > 0 ? sq_rgb_sum(out, mirrored(near, spot, eye, transmittance)) : out;
}

sq_rgb sq_shade_flesh(const sq_near *near, const sq_surface_point *spot) {
    const sq_scene *s = near->scene;
    sq_mm3 start = sq_along(spot->at, spot->normal, LEAVE_MM);
    double sky = (1 + spot->normal.z) / 2; /* the share of the hemisphere that is above the horizon */
    sq_rgb below = sq_rgb_times(sq_rgb_product(s->mat.albedo, near->open), AROUND);
    sq_rgb light = sq_rgb_mix(below, s->lights.ambient, sky);
    for (int i = 0; i < s->lights.count; i++) {
        const sq_light *l = &s->lights.lights[i];
        sq_mm3 way = sq_minus(l->at, start);
        double arriving = sq_light_from(l, l->at, spot->at, spot->normal), distance = sq_length(way);
        if (arriving <= 0 || sq_near_bars(near, start, sq_times(way, 1 / distance), distance)) continue;
        light = sq_rgb_along(light, l->radiance, arriving);
    }
    return sq_rgb_product(light, spot->albedo);
}

sq_rgb sq_shade_ground(const sq_near *near, const sq_ground_spot *spot, const float *lamp, int stratum,
                       uint32_t noise, const float *transmittance) {
    const sq_lights *all = &near->scene->lights;
    const sq_mm3 up = {0, 0, 1};
    sq_rgb light = {0, 0, 0};
    for (int i = 0; i < all->count; i++) {
        sq_mm3 from = sq_light_sample(&all->lights[i], stratum, scramble(noise, 10 + (uint32_t)i));
        sq_mm3 way = sq_minus(from, spot->at);
        double distance = sq_length(way);
        if (sq_near_bars(near, spot->at, sq_times(way, 1 / distance), distance)) continue;
        light = sq_rgb_along(light, all->lights[i].radiance,
                             (double)lamp[i] * (transmittance ? (double)transmittance[i] : 1));
    }
    light = sq_rgb_sum(light, dome(near, spot->at, up, stratum, scramble(noise, 3), transmittance));
    return sq_rgb_product(light, spot->albedo);
}

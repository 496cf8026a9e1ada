/* Finds where rays meet an arm and a hand, and how much light the arm keeps from a point. A ball around each
 * group of limbs rules most rays out quickly. */
#include "datasets/render/arm_and_hand.h"

#include "datasets/scene/vector.h"

/* Around a hand its contact shadow is followed as far as this many heights: beyond, less than 4 % of the dome
 * is hidden, and a hand is not looked at closely. */
#define DOME_REACH 1.5

/* A ball around a run of limbs. */
static sq_ball ball_around(const sq_flesh *flesh, int count) {
    sq_mm3 sum = {0, 0, 0};
    for (int i = 0; i < count; i++)
        sum = sq_sum(sum, sq_sum(flesh[i].shape.from, flesh[i].shape.to));
    sq_ball b = {sq_times(sum, 0.5 / count), 0};
    for (int i = 0; i < count; i++) {
        const sq_limb *l = &flesh[i].shape;
        b.radius = fmax(b.radius, sq_length(sq_minus(l->from, b.at)) + l->from_radius);
        b.radius = fmax(b.radius, sq_length(sq_minus(l->to, b.at)) + l->to_radius);
    }
    return b;
}

sq_arm sq_arm_of(const sq_scene *s) {
    sq_arm a = {.scene = s};
    for (int i = 0; i < s->flesh_count; i += SQ_ARM_RUN)
        a.balls[a.count++] =
            ball_around(&s->flesh[i], s->flesh_count - i < SQ_ARM_RUN ? s->flesh_count - i : SQ_ARM_RUN);
    return a;
}

static bool ray_meets(sq_ball b, sq_ray ray, double slack) {
    sq_mm3 o = sq_minus(b.at, ray.from);
    double along = sq_dot(o, ray.along), reach = b.radius + slack;
    double d2 = sq_dot(o, o);
    return d2 < reach * reach || (along > 0 && d2 - along * along < reach * reach);
}

static int run_end(const sq_arm *a, int run) {
    int end = (run + 1) * SQ_ARM_RUN;
    return end < a->scene->flesh_count ? end : a->scene->flesh_count;
}

static bool bars(const sq_arm *a, sq_ray ray) {
    for (int k = 0; k < a->count; k++) {
        if (!ray_meets(a->balls[k], ray, 0)) continue;
        for (int i = k * SQ_ARM_RUN; i < run_end(a, k); i++)
            if (sq_limb_hit(&a->scene->flesh[i].shape, ray, INFINITY, 0)) return true;
    }
    return false;
}

bool sq_arm_hit(const sq_arm *a, sq_ray ray, sq_surface_point *out) {
    sq_hit h, hit = {.distance = INFINITY};
    for (int k = 0; k < a->count; k++) {
        if (!ray_meets(a->balls[k], ray, 0)) continue;
        for (int i = k * SQ_ARM_RUN; i < run_end(a, k); i++) {
            const sq_flesh *f = &a->scene->flesh[i];
            if (!sq_limb_hit(&f->shape, ray, hit.distance, &h)) continue;
            hit = h;
            *out = (sq_surface_point){.albedo = f->albedo, .flesh = true, .number = SQ_SOLID_FLESH};
        }
    }
    if (isinf(hit.distance)) return false;
    out->at = sq_along(ray.from, ray.along, hit.distance);
    out->normal = hit.normal;
    return true;
}

/* Whether any ray from p to the light can meet flesh at all. */
static bool may_bar(const sq_arm *a, sq_mm3 p, const sq_light *l) {
    sq_mm3 way = sq_minus(l->at, p);
    double distance = sq_length(way), half = sqrt(sq_dot(l->u, l->u) + sq_dot(l->v, l->v));
    sq_ray ray = {p, sq_times(way, 1 / distance)};
    for (int k = 0; k < a->count; k++) {
        double near =
            sq_length(sq_minus(a->balls[k].at, p)) / distance; /* the light's cone is so wide there */
        if (ray_meets(a->balls[k], ray, half * near)) return true;
    }
    return false;
}

static bool is_near(const sq_arm *a, sq_mm3 p) {
    for (int k = 0; k < a->count; k++) {
        double top = a->balls[k].at.z + a->balls[k].radius;
        if (sq_length(sq_minus(a->balls[k].at, p)) < a->balls[k].radius + DOME_REACH * top) return true;
    }
    return false;
}

static float lamp_transmittance(const sq_arm *a, sq_mm3 p, const sq_light *l, uint32_t noise) {
    if (!may_bar(a, p, l)) return 1;
    int open = 0;
    for (int k = 0; k < SQ_STRATA; k++) {
        sq_mm3 to = sq_light_sample(l, k, noise);
        open += !bars(a, (sq_ray){p, sq_unit(sq_minus(to, p))});
    }
    return (float)open / SQ_STRATA;
}

static float dome_transmittance(const sq_arm *a, sq_mm3 p, uint32_t noise) {
    if (!is_near(a, p)) return 1;
    int open = 0;
    for (int k = 0; k < SQ_STRATA; k++)
        open += !bars(a, (sq_ray){p, sq_dome_direction((sq_mm3){0, 0, 1}, k, noise)});
    return (float)open / SQ_STRATA;
}

void sq_arm_transmittance(const sq_arm *a, sq_mm3 p, uint32_t noise, float *transmittance) {
    const sq_lights *lights = &a->scene->lights;
    for (int l = 0; l < lights->count; l++)
        transmittance[l] = lamp_transmittance(a, p, &lights->lights[l], noise);
    transmittance[lights->count] = dome_transmittance(a, p, noise);
}

/* Reads the truth off a scene's description: places, overlaps as areas of clipped outlines, and the share of
 * each wink that the camera sees. */
#include "datasets/truth/scene_truth.h"

#include <stdio.h>

#include "datasets/render/draw_scene.h"
#include "datasets/scene/vector.h"
#include "rules/terms/equipment_sizes.h"

/* A disc seen from above is a convex outline; of so many points its area is right to 1e-4. */
enum { OUTLINE = 256 };
/* Clipping a convex outline by another's sides adds at most one point a side. */
enum { CLIPPED_CAP = 2 * OUTLINE + 2 };
/* Less of an area is rounding. */
#define NO_AREA_MM2 1e-6

typedef struct {
    int count;
    sq_mm at[CLIPPED_CAP];
} polygon;

/* The outermost point of the solid in a horizontal direction: on one of its wall's two rims. */
static sq_mm outermost(const sq_solid_disc *d, double angle) {
    sq_mm3 e = {cos(angle), sin(angle), 0}, n = d->normal;
    sq_mm3 in_plane = sq_along(e, n, -sq_dot(e, n));
    double length = sq_length(in_plane), wall = d->thickness / 2 - d->bevel;
    sq_mm3 p = sq_along(d->at, in_plane, length > 0 ? d->radius / length : 0);
    p = sq_along(p, n, copysign(wall, sq_dot(e, n)));
    return (sq_mm){p.x, p.y};
}

static void outline(const sq_solid_disc *d, polygon *out) {
    out->count = OUTLINE;
    for (int k = 0; k < OUTLINE; k++)
        out->at[k] = outermost(d, 2 * M_PI * k / OUTLINE);
}

/* To the left of the way from a to b. */
static double left_of(sq_mm a, sq_mm b, sq_mm p) {
    return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
}

/* Whether any of it lies right of a line. Most lines cut off nothing. */
static bool is_cut(const polygon *p, sq_mm a, sq_mm b) {
    double least = 0;
    for (int k = 0; k < p->count; k++) {
        double left = left_of(a, b, p->at[k]);
        least = left < least ? left : least;
    }
    return least < 0;
}

/* What of the polygon lies left of one line (Sutherland and Hodgman 1974). */
static void clip(const polygon *p, sq_mm a, sq_mm b, polygon *out) {
    double first = left_of(a, b, p->at[0]), f = first;
    out->count = 0;
    for (int k = 0; k < p->count; k++) {
        bool last = k + 1 == p->count;
        sq_mm from = p->at[k], to = p->at[last ? 0 : k + 1];
        double t = last ? first : left_of(a, b, to);
        if (f >= 0 && out->count < CLIPPED_CAP) out->at[out->count++] = from;
        if ((f < 0) != (t < 0) && out->count < CLIPPED_CAP) {
            double s = f / (f - t);
            out->at[out->count++] = (sq_mm){from.x + s * (to.x - from.x), from.y + s * (to.y - from.y)};
        }
        f = t;
    }
}

/* Area, and the centroid. */
static double area_of(const polygon *p, sq_mm *centre) {
    double twice = 0;
    sq_mm sum = {0, 0};
    for (int k = 0; k < p->count; k++) {
        sq_mm a = p->at[k], b = p->at[(k + 1) % p->count];
        double cross = a.x * b.y - b.x * a.y;
        twice += cross;
        sum.x += cross * (a.x + b.x);
        sum.y += cross * (a.y + b.y);
    }
    *centre = (sq_mm){sum.x / (3 * twice), sum.y / (3 * twice)};
    return twice / 2;
}

/* The height of a disc's middle plane over p. */
static double height_at(const sq_solid_disc *d, sq_mm p) {
    return d->at.z - (d->normal.x * (p.x - d->at.x) + d->normal.y * (p.y - d->at.y)) / d->normal.z;
}

static sq_overlap overlap_of_near(const sq_solid_disc *a, const sq_solid_disc *b, double towards) {
    polygon other, turns[2]; /* the one is clipped into the other */
    outline(a, &turns[0]);
    outline(b, &other);
    int both = 0;
    for (int k = 0; k < other.count && turns[both].count; k++) {
        sq_mm from = other.at[k], to = other.at[(k + 1) % other.count];
        if (!is_cut(&turns[both], from, to)) continue;
        clip(&turns[both], from, to, &turns[!both]);
        both = !both;
    }
    if (turns[both].count < 3) return (sq_overlap){0, 0, false};
    sq_mm centre;
    double mm2 = area_of(&turns[both], &centre);
    if (mm2 < NO_AREA_MM2) return (sq_overlap){0, 0, false};
    double c = cos(towards), s = sin(towards);
    sq_mm far = outermost(a, towards), near = outermost(b, towards + M_PI);
    return (sq_overlap){mm2, (far.x - near.x) * c + (far.y - near.y) * s,
                        height_at(a, centre) > height_at(b, centre)};
}

sq_overlap sq_disc_overlap(const sq_solid_disc *a, const sq_solid_disc *b) {
    double dx = b->at.x - a->at.x, dy = b->at.y - a->at.y;
    double reach = a->radius + b->radius + a->thickness + b->thickness;
    if (fabs(dx) > reach || fabs(dy) > reach || hypot(dx, dy) > reach) return (sq_overlap){0, 0, false};
    return overlap_of_near(a, b, atan2(dy, dx));
}

static void add_overlaps(sq_true_wink *w, const sq_scene *s, int piece) {
    for (int i = 0; i < s->piece_count; i++) {
        const sq_piece *under = &s->pieces[i];
        if (i == piece || under->id == SQ_NO_WINK || under->spare) continue;
        sq_overlap o = sq_disc_overlap(&s->pieces[piece].disc, &under->disc);
        if (!(o.mm2 > 0) || !o.first_above) continue;
        w->over |= sq_wink_bit(under->id);
        w->overlap_mm2[under->id] = o.mm2;
        w->overlap_depth_mm[under->id] = o.depth_mm;
    }
}

static sq_true_wink true_wink(const sq_scene *s, int piece) {
    const sq_piece *p = &s->pieces[piece];
    sq_true_wink w = {.id = p->spare ? SQ_NO_WINK : p->id,
                      .colour = sq_wink_colour(p->id),
                      .diameter_mm = 2 * p->disc.radius,
                      .at = p->disc.at,
                      .normal = p->disc.normal,
                      .place = p->place,
                      .pot_supported = p->pot_supported,
                      .visible_fraction = sq_scene_visible(s, piece)};
    w.nearest_edge_to_pot_mm = sq_disc_edge_to_axis(&p->disc, s->pot.at) - s->pot.base_radius;
    add_overlaps(&w, s, piece);
    return w;
}

static void add_thing(sq_truth *t, sq_true_thing thing) {
    if (t->thing_count < SQ_THING_CAP) t->things[t->thing_count++] = thing;
}

/* What is no wink: discs without a name, and paper. */
static void add_things(sq_truth *out, const sq_scene *s) {
    for (int i = 0; i < s->piece_count; i++) {
        const sq_solid_disc *d = &s->pieces[i].disc;
        if (s->pieces[i].id == SQ_NO_WINK)
            add_thing(out, (sq_true_thing){false, {d->at.x, d->at.y}, d->radius});
    }
    for (int i = 0; i < s->sheet_count; i++) {
        const sq_sheet *p = &s->sheets[i];
        add_thing(out, (sq_true_thing){true, p->at, hypot(p->half[0], p->half[1])});
    }
}

void sq_truth_of_scene(sq_truth *out, const sq_scene *s, const char *image) {
    *out = (sq_truth){.seed = s->seed,
                      .width = s->camera.width,
                      .height = s->camera.height,
                      .camera = s->camera,
                      .mat_length_mm = s->mat.length,
                      .mat_width_mm = s->mat.width,
                      .line_width_mm = s->mat.line_width,
                      .pot = s->pot.at,
                      .no_pot = s->no_pot,
                      .two_pots = s->two_pots,
                      .other_pot = s->other_pot.at,
                      .hand = s->flesh_count > s->onlooker_count,
                      .squidge_off_count = s->squidge_off_count};
    snprintf(out->image, sizeof out->image, "%s", image);
    snprintf(out->family, sizeof out->family, "%s", s->family);
    snprintf(out->lighting, sizeof out->lighting, "%s", sq_lighting_name(s->lights.kind));
    snprintf(out->pot_colour, sizeof out->pot_colour, "%s", s->pot_colour);
    for (int c = 0; c < SQ_USUAL_COLOURS; c++)
        out->corners[c] = s->corners[c];
    for (int i = 0; i < s->piece_count; i++)
        if (s->pieces[i].id != SQ_NO_WINK) out->winks[out->wink_count++] = true_wink(s, i);
    add_things(out, s);
    for (int k = 0; k < s->squidge_off_count; k++) {
        out->squidge_off[k] = s->squidge_off[k];
        for (int i = 0; i < out->wink_count; i++)
            if (out->winks[i].id == s->squidge_off[k])
                out->squidge_off_mm[k] = out->winks[i].nearest_edge_to_pot_mm;
    }
}

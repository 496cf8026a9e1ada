/* Places winks in a scene: free, at home behind the baseline, beside or on another, in the pot, on its rim,
 * leaning on it, over the mat's edge. */
#include "datasets/scene/placement.h"

#include <stddef.h>

#include "datasets/scene/vector.h"
#include "rules/terms/equipment_sizes.h"

/* Lots that are drawn before a place counts as full. */
enum { TRIES = 400 };
/* Half of the played winks lie around the pot, so widely (mm). */
#define AROUND_POT_X 320.0
#define AROUND_POT_Y 190.0
/* A clear gap of winks behind a baseline: they were laid there, not thrown. */
#define HOME_GAP_MM 1.5

sq_placement sq_put_begin(sq_scene *stage, const char *purpose) {
    sq_placement l = {.scene = stage, .random = sq_random_for(stage->seed, purpose)};
    l.palette = sq_palette_make(&l.random);
    l.left = ((sq_wink_set)1 << SQ_USUAL_WINKS) - 1;
    l.reach = (sq_mm){stage->mat.length / 2, stage->mat.width / 2};
    return l;
}

sq_wink sq_put_any(sq_placement *l, sq_colour c, sq_size s) {
    sq_wink fit[SQ_USUAL_WINKS];
    int n = 0;
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
        if ((l->left & sq_wink_bit(w)) && (c == SQ_NO_COLOUR || sq_wink_colour(w) == c) &&
            (s == SQ_SIZES || sq_wink_size(w) == s))
            fit[n++] = w;
    return n ? fit[sq_random_below(&l->random, n)] : SQ_NO_WINK;
}

static sq_solid_disc disc_of(sq_wink w, sq_mm at) {
    return (sq_solid_disc){{at.x, at.y, 0},
                           {0, 0, 1},
                           sq_wink_radius_mm(sq_wink_size(w)),
                           SQ_WINK_THICKNESS_MM,
                           SQ_WINK_BEVEL_MM};
}

static int add(sq_placement *l, sq_wink w, sq_solid_disc d, sq_place place, bool pot_supported) {
    sq_scene *s = l->scene;
    if (s->piece_count == SQ_PIECE_CAP) return -1;
    s->pieces[s->piece_count] = (sq_piece){.disc = d,
                                           .id = w,
                                           .place = place,
                                           .pot_supported = pot_supported,
                                           .albedo = l->palette.albedo[sq_wink_colour(w)],
                                           .gloss = l->palette.gloss};
    l->left &= ~sq_wink_bit(w);
    return s->piece_count++;
}

static sq_ground ground(const sq_placement *l, sq_ground_kind kind) {
    const sq_mat *m = &l->scene->mat;
    return (sq_ground){kind, m->length / 2, m->width / 2, m->thickness, l->scene->pot};
}

/* Comes to rest over all pieces that lie already and are, or are not, in the pot. */
static bool rest(const sq_placement *l, sq_solid_disc *d, sq_ground_kind kind) {
    sq_solid_disc below[SQ_PIECE_CAP];
    int n = 0;
    for (int i = 0; i < l->scene->piece_count; i++) {
        const sq_piece *p = &l->scene->pieces[i];
        bool in_pot = p->place == SQ_PLACE_POT;
        if (in_pot == (kind == SQ_GROUND_POT) && p->place != SQ_PLACE_RIM) below[n++] = p->disc;
    }
    sq_ground g = ground(l, kind);
    return sq_rest(d, below, n, &g);
}

/* How far a disc's outline, seen from above, reaches past the mat's edge; negative: stays within. */
static double past_edge(const sq_placement *l, const sq_solid_disc *d) {
    double rim = sqrt(1 - d->normal.x * d->normal.x) * d->radius, wall = fabs(d->normal.x) * d->thickness / 2;
    double x = fabs(d->at.x) + rim + wall - l->scene->mat.length / 2;
    rim = sqrt(1 - d->normal.y * d->normal.y) * d->radius, wall = fabs(d->normal.y) * d->thickness / 2;
    return fmax(x, fabs(d->at.y) + rim + wall - l->scene->mat.width / 2);
}

/* How far behind the baseline of a corner a point lies. */
static double behind(const sq_placement *l, sq_mm corner, sq_mm p) {
    (void)l;
    return (p.x * corner.x + p.y * corner.y) / hypot(corner.x, corner.y) - SQ_BASELINE_MM;
}

int sq_put_at(sq_placement *l, sq_wink w, sq_mm at) {
    if (w == SQ_NO_WINK) return -1;
    sq_solid_disc d = disc_of(w, at);
    if (!rest(l, &d, SQ_GROUND_MAT)) return -1;
    return add(l, w, d, past_edge(l, &d) > 0 ? SQ_PLACE_OFF : SQ_PLACE_MAT, false);
}

/* The gap from a disc of that radius there to the nearest piece outside the pot, except one, and to the
 * pot. */
static double room_at(const sq_placement *l, sq_mm at, double radius, int except) {
    const sq_scene *s = l->scene;
    double least = sq_mm_distance(at, s->pot.at) - s->pot.top_radius - radius;
    for (int i = 0; i < s->sheet_count; i++) {
        const sq_sheet *p = &s->sheets[i];
        least = fmin(least, sq_mm_distance(at, p->at) - hypot(p->half[0], p->half[1]) - radius);
    }
    for (int i = 0; i < s->piece_count; i++) {
        const sq_solid_disc *d = &s->pieces[i].disc;
        if (i == except || s->pieces[i].place == SQ_PLACE_POT) continue;
        least = fmin(least, hypot(d->at.x - at.x, d->at.y - at.y) - d->radius - radius);
    }
    return least;
}

double sq_put_room(const sq_placement *l, sq_mm at, double radius) {
    return room_at(l, at, radius, -1);
}

static sq_mm played_place(sq_placement *l) {
    sq_random *r = &l->random;
    if (sq_random_chance(r, 0.5))
        return (sq_mm){AROUND_POT_X * sq_random_normal(r), AROUND_POT_Y * sq_random_normal(r)};
    return (sq_mm){sq_random_range(r, -l->reach.x, l->reach.x), sq_random_range(r, -l->reach.y, l->reach.y)};
}

int sq_put_free(sq_placement *l, sq_wink w, double gap) {
    if (w == SQ_NO_WINK) return -1;
    double radius = sq_wink_radius_mm(sq_wink_size(w));
    for (int i = 0; i < TRIES; i++) {
        sq_mm at = played_place(l);
        bool inside = fabs(at.x) < l->reach.x - radius - 1 && fabs(at.y) < l->reach.y - radius - 1;
        /* Behind its own baseline it would not have been played. */
        if (!inside || behind(l, l->scene->corners[sq_wink_colour(w)], at) > -radius) continue;
        if (room_at(l, at, radius, -1) > gap) return sq_put_at(l, w, at);
    }
    return -1;
}

int sq_put_home(sq_placement *l, sq_wink w) {
    if (w == SQ_NO_WINK) return -1;
    sq_mm corner = l->scene->corners[sq_wink_colour(w)];
    double radius = sq_wink_radius_mm(sq_wink_size(w)), edge = radius + HOME_GAP_MM;
    /* The triangle that the baseline cuts off, and its legs along the mat's sides. */
    double diagonal = hypot(corner.x, corner.y), off = diagonal - SQ_BASELINE_MM;
    double leg_x = off * diagonal / fabs(corner.x), leg_y = off * diagonal / fabs(corner.y);
    for (int i = 0; i < TRIES; i++) {
        sq_mm at = {corner.x - copysign(sq_random_range(&l->random, edge, leg_x), corner.x),
                    corner.y - copysign(sq_random_range(&l->random, edge, leg_y), corner.y)};
        if (behind(l, corner, at) < edge || room_at(l, at, radius, -1) < HOME_GAP_MM) continue;
        int piece = sq_put_at(l, w, at);
        if (piece >= 0) l->scene->pieces[piece].place = SQ_PLACE_BASELINE;
        return piece;
    }
    return -1;
}

int sq_put_beside(sq_placement *l, sq_wink w, int piece, double gap) {
    if (w == SQ_NO_WINK) return -1;
    const sq_solid_disc *other = &l->scene->pieces[piece].disc;
    double radius = sq_wink_radius_mm(sq_wink_size(w)), distance = other->radius + radius + gap;
    for (int i = 0; i < TRIES; i++) {
        double angle = sq_random_range(&l->random, 0, 2 * M_PI);
        sq_mm at = {other->at.x + distance * cos(angle), other->at.y + distance * sin(angle)};
        bool inside = fabs(at.x) < l->reach.x - radius && fabs(at.y) < l->reach.y - radius;
        if (inside && room_at(l, at, radius, piece) > fmax(gap, 2)) return sq_put_at(l, w, at);
    }
    return -1;
}

int sq_put_in_pot(sq_placement *l, sq_wink w) {
    if (w == SQ_NO_WINK) return -1;
    const sq_solid_pot *pot = &l->scene->pot;
    double inner = sq_pot_radius(pot, pot->floor) - pot->wall;
    sq_solid_disc d = disc_of(w, pot->at);
    for (int i = 0; i < TRIES; i++) {
        double rho = inner * sqrt(sq_random_unit(&l->random)),
               angle = sq_random_range(&l->random, 0, 2 * M_PI);
        if (rho + 0.55 * d.radius > inner) continue; /* steeper than it would stay */
        d.at.x = pot->at.x + rho * cos(angle);
        d.at.y = pot->at.y + rho * sin(angle);
        if (rest(l, &d, SQ_GROUND_POT) && d.at.z < pot->height) return add(l, w, d, SQ_PLACE_POT, false);
    }
    return -1;
}

int sq_put_on_rim(sq_placement *l, sq_wink w) {
    if (w == SQ_NO_WINK) return -1;
    const sq_solid_pot *pot = &l->scene->pot;
    sq_solid_disc d = disc_of(w, pot->at);
    for (int i = 0; i < TRIES; i++) {
        double rho = pot->top_radius - sq_random_range(&l->random, 0, 2 * pot->wall);
        double angle = sq_random_range(&l->random, 0, 2 * M_PI);
        d.at.x = pot->at.x + rho * cos(angle);
        d.at.y = pot->at.y + rho * sin(angle);
        sq_ground rim = ground(l, SQ_GROUND_RIM);
        if (sq_rest(&d, NULL, 0, &rim)) return add(l, w, d, SQ_PLACE_RIM, true);
    }
    return -1;
}

int sq_put_leaning(sq_placement *l, sq_wink w) {
    if (w == SQ_NO_WINK) return -1;
    sq_solid_disc d = disc_of(w, l->scene->pot.at);
    for (int i = 0; i < TRIES; i++) {
        double lean = sq_random_range(&l->random, 0.35, 1.15); /* C leaves the order of arguments open */
        sq_rest_leaning(&d, &l->scene->pot, sq_random_range(&l->random, 0, 2 * M_PI), lean);
        double nearest = INFINITY;
        for (int k = 0; k < l->scene->piece_count; k++) {
            const sq_piece *p = &l->scene->pieces[k];
            double gap = sq_length(sq_minus(p->disc.at, d.at)) - p->disc.radius - d.radius;
            if (p->place != SQ_PLACE_POT) nearest = fmin(nearest, gap);
        }
        if (nearest > 0.5) return add(l, w, d, SQ_PLACE_MAT, true);
    }
    return -1;
}

int sq_put_at_edge(sq_placement *l, sq_wink w, double over) {
    if (w == SQ_NO_WINK) return -1;
    const sq_mat *m = &l->scene->mat;
    double radius = sq_wink_radius_mm(sq_wink_size(w));
    for (int i = 0; i < TRIES; i++) {
        bool along_x = sq_random_chance(&l->random, 0.6);
        double half = along_x ? m->width / 2 : m->length / 2, other = along_x ? m->length / 2 : m->width / 2;
        double side = sq_random_chance(&l->random, 0.5) ? 1 : -1, across = side * (half + over - radius);
        double along = sq_random_range(&l->random, -other + 40, other - 40);
        sq_mm at = along_x ? (sq_mm){along, across} : (sq_mm){across, along};
        bool home = behind(l, l->scene->corners[sq_wink_colour(w)], at) > -radius;
        if (!home && room_at(l, at, radius, -1) > 5) return sq_put_at(l, w, at);
    }
    return -1;
}

void sq_put_rest_home(sq_placement *l) {
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
        if (l->left & sq_wink_bit(w)) sq_put_home(l, w);
}

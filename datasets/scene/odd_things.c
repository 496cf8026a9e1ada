/* Adds odd things to a scene: winks beyond the set, a second pot, coins, paper, an onlooker's shadow. */
#include "datasets/scene/odd_things.h"

#include <string.h>

#include "datasets/scene/placement.h"
#include "datasets/scene/vector.h"
#include "rules/terms/equipment_sizes.h"

/* Winks beyond the set, coins and sheets of paper. */
enum { SPARE_WINKS = 6, COINS = 4, SHEETS = 3 };
/* A clear gap (mm): nobody could take what lies so far apart for touching. */
#define CLEAR_MM 8.0
/* Lots that are drawn before the mat counts as full. */
enum { TRIES = 400 };

static const struct {
    const char *name, *what;
} oddities[SQ_ODDITIES] = {
#define X(number, name, what) [number] = {name, what},
    SQ_ODDITY_LIST(X)
#undef X
};

const char *sq_oddity_name(sq_oddity o) {
    return o < SQ_ODDITIES ? oddities[o].name : "?";
}

const char *sq_oddity_what(sq_oddity o) {
    return o < SQ_ODDITIES ? oddities[o].what : "?";
}

sq_oddity sq_oddity_from_name(const char *name) {
    unsigned o = 0;
    while (o < SQ_ODDITIES && strcmp(name, oddities[o].name))
        o++;
    return (sq_oddity)o;
}

static double lot(sq_placement *l, double low, double high) {
    return sq_random_range(&l->random, low, high);
}

/* A place in the inner half of the mat, which close-ups show too, with room around a circle of
 * that radius. */
static bool find_room(sq_placement *l, double radius, sq_mm *at) {
    for (int i = 0; i < TRIES; i++) {
        *at = (sq_mm){lot(l, -0.5, 0.5) * l->reach.x, lot(l, -0.5, 0.5) * l->reach.y};
        if (sq_put_room(l, *at, radius) > CLEAR_MM) return true;
    }
    return false;
}

/* ---- What lies or stands there ---- */

/* Of the same make as the others, where the scene has one of that colour. */
static void add_winks(sq_placement *l) {
    for (int i = 0; i < SPARE_WINKS; i++) {
        int k = sq_put_free(l, sq_put_any(l, SQ_NO_COLOUR, SQ_SIZES), CLEAR_MM);
        if (k < 0) continue;
        sq_piece *p = &l->scene->pieces[k];
        p->spare = true;
        for (int j = 0; j < k; j++)
            if (!l->scene->pieces[j].spare && sq_wink_colour(l->scene->pieces[j].id) == sq_wink_colour(p->id))
                p->albedo = l->scene->pieces[j].albedo;
    }
}

static void add_second_pot(sq_placement *l) {
    sq_scene *s = l->scene;
    s->other_pot = s->pot;
    s->two_pots = find_room(l, s->pot.top_radius, &s->other_pot.at);
}

/* Copper, brass, nickel: from 16 to 26 mm across, 1.7 to 2.3 thick. */
static void add_coins(sq_placement *l) {
    static const sq_rgb metals[] = {{0.42f, 0.22f, 0.13f}, {0.48f, 0.38f, 0.18f}, {0.45f, 0.43f, 0.40f}};
    sq_scene *s = l->scene;
    for (int i = 0; i < COINS && s->piece_count < SQ_PIECE_CAP; i++) {
        sq_solid_disc d = {.normal = {0, 0, 1},
                           .radius = lot(l, 8, 13),
                           .thickness = lot(l, 1.7, 2.3),
                           .bevel = SQ_WINK_BEVEL_MM};
        sq_mm at;
        if (!find_room(l, d.radius, &at)) continue;
        d.at = (sq_mm3){at.x, at.y, d.thickness / 2};
        sq_rgb metal = metals[sq_random_below(&l->random, sizeof metals / sizeof *metals)];
        s->pieces[s->piece_count++] =
            (sq_piece){.disc = d, .id = SQ_NO_WINK, .albedo = metal, .gloss = lot(l, 0.1, 0.2)};
    }
}

/* Notes and tickets, among them such of a wink's colour. */
static void add_sheets(sq_placement *l) {
    static const sq_rgb dyes[] = {{0.80f, 0.70f, 0.12f}, {0.75f, 0.20f, 0.35f}, {0.20f, 0.45f, 0.70f},
                                  {0.25f, 0.55f, 0.20f}, {0.80f, 0.80f, 0.78f}, {0.70f, 0.10f, 0.08f}};
    sq_scene *s = l->scene;
    for (int i = 0; i < SHEETS && s->sheet_count < SQ_SHEET_CAP; i++) {
        sq_sheet p = {.half = {lot(l, 10, 38), lot(l, 8, 38)},
                      .azimuth = lot(l, 0, M_PI),
                      .albedo = dyes[sq_random_below(&l->random, sizeof dyes / sizeof *dyes)]};
        if (find_room(l, hypot(p.half[0], p.half[1]), &p.at)) s->sheets[s->sheet_count++] = p;
    }
}

/* ---- Who stands there ---- */

/* The light that throws the hardest shadow: the one of the smallest image that gives a fair share. */
static const sq_light *hardest(const sq_lights *all) {
    const sq_light *best = &all->lights[0];
    double least = INFINITY;
    for (int i = 0; i < all->count; i++) {
        const sq_light *l = &all->lights[i];
        double size = sqrt(sq_length(sq_cross(l->u, l->v))) / sq_length(l->at);
        if (size >= least) continue;
        least = size;
        best = l;
    }
    return best;
}

static void add_limb(sq_scene *s, sq_mm3 from, double from_radius, sq_mm3 to, double to_radius,
                     sq_rgb albedo) {
    if (s->flesh_count == SQ_FLESH_CAP) return;
    s->flesh[s->flesh_count++] = (sq_flesh){{from, to, from_radius, to_radius}, albedo};
}

/* Between the lamp and the mat, a step from its edge: legs and trunk, and a head 900 mm above the table. */
static void add_onlooker(sq_placement *l) {
    static const sq_rgb cloth = {0.12f, 0.14f, 0.22f}, skin = {0.5f, 0.33f, 0.26f};
    sq_scene *s = l->scene;
    const sq_light *lamp = hardest(&s->lights);
    double azimuth = atan2(lamp->at.y, lamp->at.x) + lot(l, -0.25, 0.25), c = cos(azimuth), sn = sin(azimuth);
    double to_edge = fmin(s->mat.length / 2 / fmax(fabs(c), 1e-9), s->mat.width / 2 / fmax(fabs(sn), 1e-9));
    double away = to_edge + lot(l, 230, 420);
    sq_mm3 foot = {c * away, sn * away, -s->table.floor_below}, hip = foot, neck = foot, head = foot;
    hip.z = lot(l, 100, 200);
    neck.z = lot(l, 560, 680);
    head.z = neck.z + 220;
    int before = s->flesh_count;
    add_limb(s, foot, 120, hip, 160, cloth);
    add_limb(s, hip, 160, neck, 150, cloth);
    add_limb(s, neck, 60, head, 95, skin);
    s->onlooker_count = s->flesh_count - before;
}

/* ---- The whole ---- */

void sq_oddity_put(sq_scene *s, sq_oddity o) {
    sq_placement l = sq_put_begin(s, "oddity");
    switch (o) {
    case SQ_ODDITY_CROWD: add_winks(&l); break;
    case SQ_ODDITY_TWO_POTS: add_second_pot(&l); break;
    case SQ_ODDITY_NO_POT: s->no_pot = true; break;
    case SQ_ODDITY_CLUTTER:
        add_coins(&l);
        add_sheets(&l);
        break;
    case SQ_ODDITY_ONLOOKER: add_onlooker(&l); break;
    case SQ_ODDITY_SOFT: s->sensor.blur_px = lot(&l, 1.4, 2.2); break;
    case SQ_ODDITY_SHAKEN: s->sensor.shake_px = lot(&l, 2.5, 5); break;
    case SQ_ODDITY_SQUEEZED: s->sensor.jpeg = 30 + sq_random_below(&l.random, 31); break;
    default: break;
    }
}

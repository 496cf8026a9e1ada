/* Invents a game move by move. Each move is drawn by lot, simulated with the winks at rest, and kept only if
 * the rules engine accepts it. */
#include "datasets/film/game_script.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "datasets/scene/placement.h"
#include "datasets/scene/vector.h"
#include "datasets/truth/scene_truth.h"
#include "rules/book/ruleset.h"
#include "rules/terms/equipment_sizes.h"
#include "vision/geometry/mat_geometry.h"

/* Lots that are drawn before a shot settles for less. */
enum { TRIES = 300 };
/* How a game goes, seconds. */
typedef struct {
    double rest_short, rest_long, hand_in, hand_out, flight_short, flight_long, carry;
} tempo;
static const tempo tempi[] = {
    [false] = {0.9, 2.2, 0.55, 0.5, 0.45, 0.9, 0.45}, [true] = {0.6, 0.9, 0.35, 0.35, 0.4, 0.6, 0.35}};
/* A hand that comes from so far past the mat's long side is out of sight. */
#define OUTSIDE_MM 800.0
/* No player tries to pot from farther away. */
#define POT_RANGE_MM 450.0

static double lot(sq_script *s, double low, double high) {
    return sq_random_range(&s->random, low, high);
}

static int frames(const sq_script *s, double seconds) {
    return (int)lround(seconds * s->fps);
}

static double seconds(const sq_script *s, int frame) {
    return (double)frame / s->fps;
}

/* The position. */

static int piece_of(const sq_scene *scene, sq_wink w) {
    for (int i = 0; i < scene->piece_count; i++)
        if (scene->pieces[i].id == w) return i;
    assert(false && "every wink is in the scene");
    return -1;
}

static sq_squops squops_of(const sq_scene *scene) {
    sq_squops q = {{0}};
    for (int a = 0; a < scene->piece_count; a++)
        for (int b = 0; b < scene->piece_count; b++) {
            const sq_piece *over = &scene->pieces[a], *under = &scene->pieces[b];
            if (a == b || over->place != SQ_PLACE_MAT || under->place != SQ_PLACE_MAT) continue;
            sq_overlap o = sq_disc_overlap(&over->disc, &under->disc);
            if (o.mm2 > 0 && o.first_above) q.above[under->id] |= sq_wink_bit(over->id);
        }
    return q;
}

/* The winks that have something over or under them. */
static sq_wink_set in_piles(const sq_scene *scene) {
    sq_squops q = squops_of(scene);
    sq_wink_set involved = 0;
    for (sq_wink u = 0; u < SQ_USUAL_WINKS; u++)
        if (q.above[u]) involved |= q.above[u] | sq_wink_bit(u);
    return involved;
}

/* The gap from a disc there to the nearest other one outside the pot, except two, and to the pot. */
static double room_at(const sq_scene *scene, sq_mm at, double radius, int except, int and_except) {
    double least = sq_mm_distance(at, scene->pot.at) - scene->pot.top_radius - radius;
    for (int i = 0; i < scene->piece_count; i++) {
        const sq_piece *p = &scene->pieces[i];
        if (i == except || i == and_except || p->place == SQ_PLACE_POT) continue;
        least = fmin(least, hypot(p->disc.at.x - at.x, p->disc.at.y - at.y) - p->disc.radius - radius);
    }
    return least;
}

static bool inside(const sq_scene *scene, sq_mm at, double radius) {
    return fabs(at.x) + radius + 2 < scene->mat.length / 2 && fabs(at.y) + radius + 2 < scene->mat.width / 2;
}

/* Lays the piece there, over all others on the same ground. */
static bool lay(sq_scene *scene, int piece, sq_mm at, sq_place place) {
    sq_solid_disc below[SQ_PIECE_CAP], d = scene->pieces[piece].disc;
    sq_ground g = {place == SQ_PLACE_POT ? SQ_GROUND_POT : SQ_GROUND_MAT, scene->mat.length / 2,
                   scene->mat.width / 2, scene->mat.thickness, scene->pot};
    int n = 0;
    for (int i = 0; i < scene->piece_count; i++)
        if (i != piece && (scene->pieces[i].place == SQ_PLACE_POT) == (place == SQ_PLACE_POT))
            below[n++] = scene->pieces[i].disc;
    d.at = (sq_mm3){at.x, at.y, 0};
    if (!sq_rest(&d, below, n, &g)) return false;
    scene->pieces[piece].disc = d;
    scene->pieces[piece].place = place;
    scene->pieces[piece].pot_supported = false;
    return true;
}

/* Aims. Each moves the piece to where it comes to rest and returns true, or leaves it where it was. */

static bool land_free(sq_script *s, int piece, double near, double far) {
    double radius = s->scene.pieces[piece].disc.radius;
    for (int i = 0; i < TRIES; i++) {
        double rho = lot(s, near, far) + s->scene.pot.top_radius + radius, angle = lot(s, 0, 2 * M_PI);
        sq_mm at = {rho * cos(angle), rho * sin(angle)};
        if (inside(&s->scene, at, radius) && room_at(&s->scene, at, radius, piece, -1) > 4)
            return lay(&s->scene, piece, at, SQ_PLACE_MAT);
    }
    return false;
}

static bool land_in_pot(sq_script *s, int piece) {
    const sq_solid_pot *pot = &s->scene.pot;
    double radius = s->scene.pieces[piece].disc.radius, inner = sq_pot_radius(pot, pot->floor) - pot->wall;
    for (int i = 0; i < TRIES; i++) {
        double rho = (inner - radius) * sqrt(sq_random_unit(&s->random)), angle = lot(s, 0, 2 * M_PI);
        sq_mm at = {pot->at.x + rho * cos(angle), pot->at.y + rho * sin(angle)};
        sq_piece before = s->scene.pieces[piece];
        if (!lay(&s->scene, piece, at, SQ_PLACE_POT)) continue;
        if (s->scene.pieces[piece].disc.at.z < pot->height) return true;
        s->scene.pieces[piece] = before;
    }
    return false;
}

/* A wink of the set, on the mat and in no pile; -1 where there is none. */
static int lone_target(sq_script *s, sq_wink_set among, int piece) {
    int fit[SQ_USUAL_WINKS], n = 0;
    sq_wink_set lone = among & ~in_piles(&s->scene);
    for (int i = 0; i < s->scene.piece_count; i++) {
        const sq_piece *p = &s->scene.pieces[i];
        if (i != piece && (lone & sq_wink_bit(p->id)) && p->place == SQ_PLACE_MAT) fit[n++] = i;
    }
    return n ? fit[sq_random_below(&s->random, n)] : -1;
}

/* Beside the target with that gap (negative: on it), away from all others. */
static bool land_at(sq_script *s, int piece, int target, double gap) {
    double radius = s->scene.pieces[piece].disc.radius;
    const sq_solid_disc *t = &s->scene.pieces[target].disc;
    double rho = t->radius + radius + gap;
    for (int i = 0; i < TRIES; i++) {
        double angle = lot(s, 0, 2 * M_PI);
        sq_mm at = {t->at.x + rho * cos(angle), t->at.y + rho * sin(angle)};
        if (inside(&s->scene, at, radius) && room_at(&s->scene, at, radius, piece, target) > 3)
            return lay(&s->scene, piece, at, SQ_PLACE_MAT);
    }
    return false;
}

/* Where a wink that is let down from the pot lies (25.4): in the same direction, flat, its edge at the pot's
 * side. */
static sq_mm at_foot_of_pot(const sq_scene *scene, const sq_solid_disc *d) {
    double out = sq_pot_radius(&scene->pot, d->thickness) + d->radius, far = hypot(d->at.x, d->at.y);
    return (sq_mm){out * d->at.x / far, out * d->at.y / far};
}

/* From a disc there to the nearest other one outside the pot. */
static double room_among_winks(const sq_scene *scene, sq_mm at, double radius, int except) {
    double least = INFINITY;
    for (int i = 0; i < scene->piece_count; i++) {
        const sq_piece *p = &scene->pieces[i];
        if (i != except && p->place != SQ_PLACE_POT)
            least = fmin(least, hypot(p->disc.at.x - at.x, p->disc.at.y - at.y) - p->disc.radius - radius);
    }
    return least;
}

/* radians from lying flat, of a wink that leans on the pot; its lower edge is on the felt. */
#define LEANS_LEAST 0.35
#define LEANS_MOST 1.15

/* Against the pot, and with room to be let down. */
static bool land_leaning(sq_script *s, int piece) {
    sq_piece *p = &s->scene.pieces[piece];
    for (int i = 0; i < TRIES; i++) {
        sq_solid_disc d = p->disc;
        double lean = lot(s, LEANS_LEAST, LEANS_MOST); /* C leaves the order of arguments open */
        sq_rest_leaning(&d, &s->scene.pot, lot(s, 0, 2 * M_PI), lean);
        sq_mm at = {d.at.x, d.at.y};
        if (fmin(room_among_winks(&s->scene, at, d.radius, piece),
                 room_among_winks(&s->scene, at_foot_of_pot(&s->scene, &d), d.radius, piece)) < 3)
            continue;
        p->disc = d;
        p->place = SQ_PLACE_MAT;
        p->pot_supported = true;
        return true;
    }
    return false;
}

/* Past the nearer long side, on the table. */
static bool land_off(sq_script *s, int piece) {
    const sq_scene *scene = &s->scene;
    double radius = scene->pieces[piece].disc.radius, side = scene->pieces[piece].disc.at.y < 0 ? -1 : 1;
    double edge = scene->mat.width / 2, table = side < 0 ? -scene->table.y0 : scene->table.y1;
    if (table - edge < 2 * radius + 12) return false;
    sq_mm at = {lot(s, -500, 500), side * lot(s, edge + radius + 4, table - radius - 4)};
    if (room_at(scene, at, radius, piece, -1) < 4) return false;
    return lay(&s->scene, piece, at, SQ_PLACE_OFF);
}

/* mm by which a wink that strikes another comes to rest short of where that one lay: never just there, where
 * nobody could tell the two apart. */
#define SHORT_OF_STRUCK_LEAST_MM 2.0
#define SHORT_OF_STRUCK_MOST_MM 8.0

/* Strikes a lone wink and lies near where it lay; that one slides on in the same direction. */
static bool land_pushing(sq_script *s, int piece, int target) {
    sq_piece *struck = &s->scene.pieces[target], before = *struck;
    sq_mm3 from = s->scene.pieces[piece].disc.at, at = struck->disc.at;
    double far = hypot(at.x - from.x, at.y - from.y), slide = lot(s, 12, 60);
    sq_mm to = {at.x + slide * (at.x - from.x) / far, at.y + slide * (at.y - from.y) / far};
    double radius = struck->disc.radius, own = s->scene.pieces[piece].disc.radius;
    if (far < 60 || !inside(&s->scene, to, radius)) return false;
    for (double k = 0; k <= 1; k += 0.1) { /* the way is clear */
        sq_mm on = {at.x + k * (to.x - at.x), at.y + k * (to.y - at.y)};
        if (room_at(&s->scene, on, radius, piece, target) < 4) return false;
    }
    double near = sq_random_range(&s->hands, SHORT_OF_STRUCK_LEAST_MM, SHORT_OF_STRUCK_MOST_MM);
    double rest = fmax(near, radius + own + 2 - slide); /* short of the struck one */
    sq_mm mine = {at.x - rest * (at.x - from.x) / far, at.y - rest * (at.y - from.y) / far};
    if (room_at(&s->scene, mine, own, piece, target) < 3 || !lay(&s->scene, target, to, SQ_PLACE_MAT))
        return false;
    if (lay(&s->scene, piece, mine, SQ_PLACE_MAT)) return true;
    *struck = before;
    return false;
}

/* The winks of a side that a squop would tell on: on the mat, free. */
static sq_wink_set free_on_mat(const sq_script *s, sq_partnership side) {
    sq_wink_set set = 0;
    for (int c = 0; c < SQ_USUAL_COLOURS; c++)
        if (sq_partnership_of((sq_colour)c) == side) set |= sq_winks_of((sq_colour)c);
    return set & sq_free_winks(&s->state.now) & sq_winks_on_mat(&s->state.now);
}

/* One lot for what a player tries, and whether it comes off. */
static void shoot(sq_script *s, int piece, sq_action *d) {
    const sq_piece *p = &s->scene.pieces[piece];
    sq_partnership side = sq_partnership_of(d->colour);
    double range = hypot(p->disc.at.x, p->disc.at.y), aim = sq_random_unit(&s->random);
    int foe = lone_target(s, free_on_mat(s, sq_opponents(side)), piece),
        any = lone_target(s, SQ_USUAL_SET, piece);
    if (p->place == SQ_PLACE_MAT && range < POT_RANGE_MM && aim < 0.5) {
        if (aim < 0.25 && land_in_pot(s, piece)) return;
        if (aim < 0.29 && land_leaning(s, piece)) {
            snprintf(d->note, sizeof d->note, "leans on the pot");
            return;
        }
        if (land_free(s, piece, 5, 80)) return;
    }
    if (aim > 0.93 && land_off(s, piece)) return;
    if (aim > 0.85 && any >= 0 && land_pushing(s, piece, any)) {
        d->pushed.piece = any;
        snprintf(d->note, sizeof d->note, "strikes %s, which slides", sq_wink_name(s->scene.pieces[any].id));
        return;
    }
    if (aim > 0.75 && any >= 0 && land_at(s, piece, any, lot(s, 0.4, 2))) {
        snprintf(d->note, sizeof d->note, "comes to rest close to %s", sq_wink_name(s->scene.pieces[any].id));
        return;
    }
    if (aim > 0.4 && foe >= 0 && land_at(s, piece, foe, -lot(s, 0.6, 14))) return;
    bool landed = land_free(s, piece, 30, 250) || land_free(s, piece, 10, 400);
    assert(landed); /* so few winks cannot fill the mat */
}

/* Times and the hand. */

/* The hand comes from the long side that is nearer to the wink. */
static void reach_for(sq_script *s, sq_action *d, sq_mm3 at) {
    double side = at.y < 0 ? -1 : 1;
    d->hand = sq_hand_make(&s->random);
    d->hand.squidger &= d->kind != SQ_ACTION_PUT_BACK;
    d->hand.azimuth = side * M_PI / 2 + lot(s, -0.5, 0.5);
    d->hand.tip = (sq_mm3){at.x + lot(s, -4, 4), at.y + side * d->way.from.radius * 0.7, 9};
    d->outside = (sq_mm3){at.x + lot(s, -150, 150), side * (s->scene.mat.width / 2 + OUTSIDE_MM), 90};
}

static void set_times(sq_script *s, sq_action *d) {
    const tempo *t = &tempi[s->brisk];
    d->hand_in = s->frame + (d->at_once ? 0 : frames(s, lot(s, t->rest_short, t->rest_long)));
    d->start = d->hand_in + frames(s, t->hand_in);
    bool carried = d->kind == SQ_ACTION_PUT_BACK;
    d->rest = d->start + frames(s, carried ? t->carry : lot(s, t->flight_short, t->flight_long));
    /* The hand of a shot goes back while the wink flies; a carrying one when it has let go. */
    int out = (carried ? d->rest : d->start) + frames(s, t->hand_out);
    d->clear = (out > d->rest ? out : d->rest) + 2;
    s->frame = d->clear;
}

static sq_action begin_action(sq_script *s, sq_action_kind kind, sq_wink w) {
    sq_action d = {.kind = kind, .colour = sq_wink_colour(w), .wink = w, .pushed = {.piece = -1}};
    d.way.piece = piece_of(&s->scene, w);
    d.way.from = s->scene.pieces[d.way.piece].disc;
    reach_for(s, &d, d.way.from.at);
    return d;
}

static void end_action(sq_script *s, sq_action *d) {
    d->way.to = s->scene.pieces[d->way.piece].disc;
    double far = hypot(d->way.to.at.x - d->way.from.at.x, d->way.to.at.y - d->way.from.at.y);
    d->apex = fmax(60, fmin(400, far * lot(s, 0.25, 0.6)));
    set_times(s, d);
}

/* The squidge-off. */

static sq_wink any_of(sq_script *s, sq_wink_set set) {
    int n = sq_wink_count(set), which = sq_random_below(&s->random, n);
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
        if ((set & sq_wink_bit(w)) && which-- == 0) return w;
    return SQ_NO_WINK;
}

/* How many colours the book has, and the k-th of them. */
static int colours(const sq_script *s) {
    return __builtin_popcount(sq_colours_in_play(&s->state.now));
}

static sq_colour colour_at(const sq_script *s, int k) {
    sq_colour_set rest = sq_colours_in_play(&s->state.now);
    for (; k; k--)
        rest &= rest - 1;
    return (sq_colour)__builtin_ctz(rest);
}

/* What comes to lie at the same distance to a tenth of a millimetre nobody could tell apart. */
#define SQUIDGE_APART_MM 3.0

static bool apart(const sq_script *s, int colour) {
    const sq_event_squidge_off *e = &s->squidge_off.squidge_off;
    for (int c = 0; c < colour; c++)
        if (e->played >> c & 1 && e->where[c] == e->where[colour] &&
            !(fabs(e->mm[c] - e->mm[colour]) > SQUIDGE_APART_MM))
            return false;
    return true;
}

static void note_squidged(sq_script *s, int colour, int piece) {
    sq_event_squidge_off *e = &s->squidge_off.squidge_off;
    const sq_piece *p = &s->scene.pieces[piece];
    e->played |= sq_colour_bit((sq_colour)colour);
    e->where[colour] = p->place == SQ_PLACE_POT ? SQ_SQUIDGED_POT : SQ_SQUIDGED_ON_MAT;
    e->mm[colour] =
        p->place == SQ_PLACE_POT ? 0 : sq_disc_edge_to_axis(&p->disc, s->scene.pot.at) - SQ_POT_BASE_MM / 2;
}

static void squidge(sq_script *s, sq_action *d) {
    const int colour = (int)colour_at(s, s->stage);
    *d = begin_action(s, SQ_ACTION_SQUIDGE_OFF,
                      any_of(s, s->state.now.in_play & sq_winks_of((sq_colour)colour)));
    s->squidged[colour] = d->wink;
    int piece = d->way.piece;
    sq_piece home = s->scene.pieces[piece];
    do {
        s->scene.pieces[piece] = home;
        bool potted = sq_random_chance(&s->random, 0.06) && land_in_pot(s, piece);
        if (!potted) land_free(s, piece, 15, 260);
        note_squidged(s, colour, piece);
    } while (!apart(s, colour));
    end_action(s, d);
    if (s->stage < colours(s) - 1) return;
    d->has_event = true;
    d->event = s->squidge_off;
}

static void carry(sq_script *s, sq_action *d, sq_wink w, sq_solid_disc to, sq_place place, bool at_once) {
    *d = begin_action(s, SQ_ACTION_PUT_BACK, w);
    s->scene.pieces[d->way.piece].disc = to;
    s->scene.pieces[d->way.piece].place = place;
    s->scene.pieces[d->way.piece].pot_supported = false;
    d->at_once = at_once;
    end_action(s, d);
}

/* Carried back by hand: mm at most from where it lay, along each side. */
#define CARRIED_ASIDE_MM 6.0

/* Behind its baseline again (5.5), near where it was if there is room. */
static void carry_home(sq_script *s, sq_action *d, sq_wink w) {
    int piece = piece_of(&s->scene, w);
    sq_solid_disc to = s->home[w];
    for (int i = 0; i < TRIES; i++) {
        double dx = sq_random_range(&s->hands, -CARRIED_ASIDE_MM, CARRIED_ASIDE_MM);
        double dy = sq_random_range(&s->hands, -CARRIED_ASIDE_MM, CARRIED_ASIDE_MM);
        sq_mm at = {s->home[w].at.x + dx, s->home[w].at.y + dy};
        bool behind = sq_mat_behind_baseline(at) > to.radius + 1;
        if (!behind || !inside(&s->scene, at, to.radius) || room_at(&s->scene, at, to.radius, piece, -1) < 1)
            continue;
        to.at.x = at.x;
        to.at.y = at.y;
        break;
    }
    carry(s, d, w, to, SQ_PLACE_BASELINE, false);
}

/* Rule 13.1. */

static const sq_settings *book_of(const sq_script *s) {
    return &sq_ruleset_at(s->state.rules)->set;
}

/* The gap to other winks, and to baselines with an unplayed wink behind them, as far as it matters. */
static double clearance(const sq_script *s, sq_mm at, double radius, int piece) {
    double least = fmin(book_of(s)->off_gap, room_at(&s->scene, at, radius, piece, -1));
    for (int i = 0; i < s->scene.piece_count; i++) {
        if (s->scene.pieces[i].place != SQ_PLACE_BASELINE) continue;
        sq_mm corner = s->scene.corners[sq_wink_colour(s->scene.pieces[i].id)];
        double before = SQ_BASELINE_MM - (at.x * corner.x + at.y * corner.y) / hypot(corner.x, corner.y);
        least = fmin(least, before - radius);
    }
    return least;
}

/* Share of the winks that left the mat which somebody puts back before all is at rest. */
#define PUT_BACK_AT_ONCE 0.3

/* mm that hands leave to the mat's side where the book puts winks on its very edge. */
#define AT_THE_EDGE_MM 2.0

/* As far in from the long side past which it went as the book says, as near to that place as the clearances
 * allow. */
static void put_back(sq_script *s, sq_action *d) {
    int piece = piece_of(&s->scene, s->put_back);
    sq_solid_disc off = s->scene.pieces[piece].disc;
    double inset = fmax(book_of(s)->off_inset, AT_THE_EDGE_MM), gap = book_of(s)->off_gap;
    double y = copysign(s->scene.mat.width / 2 - inset - off.radius, off.at.y);
    sq_mm best = {off.at.x, y};
    double most = -INFINITY;
    for (int k = 0; k < 400 && most < gap; k++) {
        sq_mm at = {off.at.x + (k % 2 ? 1 : -1) * 2.0 * (k / 2), y};
        double clear = inside(&s->scene, at, off.radius) ? clearance(s, at, off.radius, piece) : -INFINITY;
        if (clear > most) best = at, most = clear;
    }
    sq_solid_disc to = {
        {best.x, best.y, SQ_WINK_THICKNESS_MM / 2}, {0, 0, 1}, off.radius, off.thickness, off.bevel};
    carry(s, d, s->put_back, to, SQ_PLACE_MAT, sq_random_chance(&s->hands, PUT_BACK_AT_ONCE));
    snprintf(d->note, sizeof d->note, "put back %.0f mm in from the edge", inset);
    s->put_back = SQ_NO_WINK;
}

/* Rule 25.4. */

/* mm that hands leave between the wink and the pot's side. */
#define LET_DOWN_SHORT_MM 1.0

static void let_down(sq_script *s, sq_action *d) {
    int piece = piece_of(&s->scene, s->leans);
    sq_solid_disc to = s->scene.pieces[piece].disc;
    sq_mm at = at_foot_of_pot(&s->scene, &to);
    double gap = 1 + sq_random_range(&s->hands, 0, LET_DOWN_SHORT_MM) / hypot(at.x, at.y);
    to.at = (sq_mm3){gap * at.x, gap * at.y, to.thickness / 2};
    to.normal = (sq_mm3){0, 0, 1};
    carry(s, d, s->leans, to, SQ_PLACE_MAT, false);
    snprintf(d->note, sizeof d->note, "let down from the pot");
    s->leans = SQ_NO_WINK;
}

/* Rule 20.1. */

/* mm between winks that are moved apart, more than the rule's. */
#define APART_MORE_MM 1.0

/* Lies over another, or nearer to one than it may; nothing lies over it. */
static bool is_to_move(const sq_script *s, int piece, const sq_squops *q) {
    const sq_piece *p = &s->scene.pieces[piece];
    sq_mm at = {p->disc.at.x, p->disc.at.y};
    return p->place == SQ_PLACE_MAT && !q->above[p->id] &&
           room_among_winks(&s->scene, at, p->disc.radius, piece) < book_of(s)->pot_out_gap;
}

/* Round about the pot to where there is room, the next way round; false where there is none. */
static bool find_room_apart(const sq_script *s, int piece, sq_mm *at) {
    const sq_solid_disc *d = &s->scene.pieces[piece].disc;
    for (int k = 1; k <= TRIES; k++) {
        double turn = (k % 2 ? 1 : -1) * 0.01 * k, c = cos(turn), n = sin(turn);
        *at = (sq_mm){c * d->at.x - n * d->at.y, n * d->at.x + c * d->at.y};
        if (inside(&s->scene, *at, d->radius) &&
            room_among_winks(&s->scene, *at, d->radius, piece) > book_of(s)->pot_out_gap + APART_MORE_MM)
            return true;
    }
    return false;
}

/* The next of the winks that hands move apart after a pot-out; false where none is left. */
static bool move_apart(sq_script *s, sq_action *d) {
    sq_squops q = squops_of(&s->scene);
    sq_mm at;
    for (int i = 0; i < s->scene.piece_count; i++) {
        if (!is_to_move(s, i, &q) || !find_room_apart(s, i, &at)) continue;
        const sq_solid_disc *from = &s->scene.pieces[i].disc;
        sq_solid_disc to = {
            {at.x, at.y, from->thickness / 2}, {0, 0, 1}, from->radius, from->thickness, from->bevel};
        carry(s, d, s->scene.pieces[i].id, to, SQ_PLACE_MAT, false);
        snprintf(d->note, sizeof d->note, "moved apart");
        return true;
    }
    return false;
}

/* Shots. */

static void compare(sq_action *d, const sq_squops *before, const sq_squops *after) {
    for (sq_wink under = 0; under < SQ_USUAL_WINKS; under++) {
        sq_wink_set fresh = after->above[under] & ~before->above[under];
        for (sq_wink over = 0; over < SQ_USUAL_WINKS; over++)
            if (fresh & sq_wink_bit(over)) d->squopped[over] |= sq_wink_bit(under);
        if (before->above[under] && !after->above[under]) d->freed |= sq_wink_bit(under);
    }
}

static void play(sq_script *s, sq_action *d) {
    sq_wink_set may = sq_free_winks(&s->state.now) & sq_winks_of(s->state.now.turn);
    sq_squops before = squops_of(&s->scene);
    *d = begin_action(s, SQ_ACTION_SHOT, any_of(s, may));
    shoot(s, d->way.piece, d);
    if (d->pushed.piece >= 0) d->pushed.to = s->scene.pieces[d->pushed.piece].disc;
    end_action(s, d);
    const sq_piece *p = &s->scene.pieces[d->way.piece];
    d->potted = p->place == SQ_PLACE_POT ? sq_wink_bit(d->wink) : 0;
    d->off = p->place == SQ_PLACE_OFF ? sq_wink_bit(d->wink) : 0;
    if (d->off) s->put_back = d->wink;
    if (p->pot_supported) s->leans = d->wink;
    sq_squops after = squops_of(&s->scene);
    compare(d, &before, &after);
    d->has_event = true;
    d->event =
        (sq_event){.kind = SQ_EVENT_SHOT,
                   .shot = {.t = sq_us_from_s(seconds(s, d->start)),
                            .rest = sq_us_from_s(seconds(s, d->rest)),
                            .colour = d->colour,
                            .wink = d->wink,
                            .potted = d->potted,
                            .off = d->off,
                            .over_known = true,
                            .over = s->state.now.phase == SQ_PHASE_POT_OUT ? (sq_squops){{0}} : after}};
    s->shots++;
}

/* In each colour and size by growing angle (vision/play/track_winks.h). */
static void name_by_angle(sq_scene *scene) {
    for (int a = 0; a < scene->piece_count; a++)
        for (int b = a + 1; b < scene->piece_count; b++) {
            sq_piece *p = &scene->pieces[a], *q = &scene->pieces[b];
            bool alike =
                sq_wink_colour(p->id) == sq_wink_colour(q->id) && sq_wink_size(p->id) == sq_wink_size(q->id);
            if (!alike || atan2(p->disc.at.y, p->disc.at.x) <= atan2(q->disc.at.y, q->disc.at.x)) continue;
            sq_solid_disc higher = p->disc;
            p->disc = q->disc;
            q->disc = higher;
        }
}

bool sq_script_can_play(int rules) {
    const sq_ruleset *book = sq_ruleset_at(rules);
    const sq_settings *set = &book->set;
    return !(sq_ruleset_winks(book) & ~SQ_USUAL_SET) && set->baselines &&
           set->start == SQ_START_SQUIDGE_OFF && set->squop == SQ_SQUOP_BLOCKS &&
           set->off_place == SQ_OFF_TO_MAT && !set->pot_emptied && !set->once &&
           set->variant == SQ_VARIANT_NONE && set->play == SQ_PLAY_OWN && set->forms & 1 << SQ_FORM_PAIRS;
}

void sq_script_begin(sq_script *s, const sq_scene *stage, uint64_t seed, int fps, bool brisk) {
    sq_script_begin_by(s, stage, seed, fps, brisk, 0);
}

void sq_script_begin_by(sq_script *s, const sq_scene *stage, uint64_t seed, int fps, bool brisk, int rules) {
    *s = (sq_script){.scene = *stage,
                     .random = sq_random_for(seed, "script"),
                     .hands = sq_random_for(seed, "script hands"),
                     .fps = fps,
                     .brisk = brisk,
                     .put_back = SQ_NO_WINK,
                     .leans = SQ_NO_WINK};
    sq_placement p = sq_put_begin(&s->scene, "game");
    p.left &= sq_ruleset_winks(sq_ruleset_at(rules));
    sq_put_rest_home(&p);
    name_by_angle(&s->scene);
    for (int i = 0; i < s->scene.piece_count; i++)
        s->home[s->scene.pieces[i].id] = s->scene.pieces[i].disc;
    s->state = sq_state_none();
    s->squidge_off.kind = SQ_EVENT_SQUIDGE_OFF;
    sq_event game = {.kind = SQ_EVENT_GAME, .game = {.rules = rules, .form = SQ_FORM_PAIRS}};
    sq_rulings r;
    bool begun = sq_engine_step(&s->state, &game, &s->state, &r);
    assert(begun);
}

/* The squidge-off's stages: a wink of each colour is played, then all are carried back; then the game. */
static bool next(sq_script *s, int shots, sq_action *out) {
    int stage = s->stage;
    if (stage < 2 * colours(s)) {
        if (stage < colours(s))
            squidge(s, out);
        else
            carry_home(s, out, s->squidged[colour_at(s, stage - colours(s))]);
        s->stage++;
        return true;
    }
    if (s->put_back != SQ_NO_WINK) {
        put_back(s, out);
        return true;
    }
    if (s->leans != SQ_NO_WINK) {
        let_down(s, out);
        return true;
    }
    if (s->state.now.phase == SQ_PHASE_POT_OUT && move_apart(s, out)) return true;
    bool due = s->state.now.turn < SQ_USUAL_COLOURS && sq_state_await(&s->state) == SQ_AWAIT_NOTHING;
    if (!due || s->shots >= shots) return false;
    play(s, out);
    return true;
}

bool sq_script_next(sq_script *s, int shots, sq_action *out) {
    sq_piece before[SQ_PIECE_CAP];
    memcpy(before, s->scene.pieces, sizeof before);
    if (!next(s, shots, out)) return false;
    if (out->pushed.piece >= 0) out->pushed.from = before[out->pushed.piece].disc;
    if (!out->has_event) return true;
    sq_rulings r;
    bool legal = sq_engine_step(&s->state, &out->event, &s->state, &r);
    assert(legal);
    return true;
}

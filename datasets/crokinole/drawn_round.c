/* Discs of equal weight slide with friction over a board with pegs, and strike each other on their rims. */
#include "datasets/crokinole/drawn_round.h"

#include "datasets/scene/random.h"
#include "rules/engine.h"

/* mm/s of slowing a second; s a step; of a collision's closing speed what remains. */
#define FRICTION 900.0
#define STEP_S 0.0005
#define BOUNCE 0.9
#define PEG_BOUNCE 0.6
#define PEG_RADIUS_MM 4.0
/* mm/s: a disc that is faster flies over the hole; one that is slower than this lies still. */
#define CAUGHT_BELOW 700.0
#define STILL_BELOW 3.0
/* Radians by which a player misses his aim, mostly; mm that he shoots too far, at most. */
#define AIM_SIGMA 0.035
#define TOO_FAR_MM 260.0
/* How often all that is to be taken off has been taken off before the next rest. */
#define LIFTED_BEFORE_REST 0.25
#define IN_HOLE_Z (-6.5)
#define IN_DITCH_Z (-12.0)

typedef struct {
    bool lies, in_hole; /* lies: on the board or in the hole */
    sq_mm at, v;
} sliding;

typedef struct {
    sq_drawn_round *out;
    sq_random r;
    sliding disc[SQ_DISCS];
    sq_mm was[SQ_DISCS];
    sq_board_disc_set struck, in_ditch;
    sq_mm ditch[SQ_DISCS];
    sq_state game;
} play;

static const sq_board_scene *board(const play *p) {
    return &p->out->board;
}

/* ---- Sliding ---- */

static bool strike(play *p, sq_board_disc a, sq_board_disc b) {
    sliding *one = &p->disc[a], *other = &p->disc[b];
    double d = sq_mm_distance(one->at, other->at), reach = 2 * board(p)->disc_radius_mm;
    if (!one->lies || !other->lies || one->in_hole || other->in_hole || d >= reach || d <= 0) return false;
    sq_mm n = {(other->at.x - one->at.x) / d, (other->at.y - one->at.y) / d};
    double closing = (one->v.x - other->v.x) * n.x + (one->v.y - other->v.y) * n.y;
    double apart = (reach - d) / 2, push = closing > 0 ? closing * (1 + BOUNCE) / 2 : 0;
    one->at = (sq_mm){one->at.x - apart * n.x, one->at.y - apart * n.y};
    other->at = (sq_mm){other->at.x + apart * n.x, other->at.y + apart * n.y};
    one->v = (sq_mm){one->v.x - push * n.x, one->v.y - push * n.y};
    other->v = (sq_mm){other->v.x + push * n.x, other->v.y + push * n.y};
    return true;
}

static void meet_pegs(play *p, sliding *d) {
    const sq_board_scene *b = board(p);
    for (int i = 0; i < SQ_BOARD_PEGS; i++) {
        double a = b->turn + (i + 0.5) * 2 * M_PI / SQ_BOARD_PEGS, r = b->ring_mm[SQ_RING_FIFTEEN];
        sq_mm peg = {r * cos(a), r * sin(a)};
        double off = sq_mm_distance(d->at, peg), reach = b->disc_radius_mm + PEG_RADIUS_MM;
        if (off >= reach || off <= 0) continue;
        sq_mm n = {(d->at.x - peg.x) / off, (d->at.y - peg.y) / off};
        double closing = d->v.x * n.x + d->v.y * n.y;
        if (closing < 0) {
            d->v.x -= (1 + PEG_BOUNCE) * closing * n.x;
            d->v.y -= (1 + PEG_BOUNCE) * closing * n.y;
        }
        d->at = (sq_mm){peg.x + reach * n.x, peg.y + reach * n.y};
    }
}

/* Whether a disc that lies still so far from the hole's middle tips over its edge: what carries it is the
 * part beyond the hole, and its middle is not over that, nor between the ends of it. */
static bool tips(const sq_board_scene *b, double from) {
    return from * from < b->hole_mm * b->hole_mm - b->disc_radius_mm * b->disc_radius_mm;
}

static void fall(play *p, sq_board_disc k) {
    sliding *d = &p->disc[k];
    const sq_board_scene *b = board(p);
    double from = hypot(d->at.x, d->at.y), speed = hypot(d->v.x, d->v.y);
    if (from > b->surface_mm - 2) {
        d->lies = false;
        p->in_ditch |= sq_board_disc_bit(k);
    } else if ((from < b->hole_mm - b->disc_radius_mm + 1.5 && speed < CAUGHT_BELOW) ||
               (!(speed > 0) && tips(b, from))) {
        double room = b->hole_mm - b->disc_radius_mm;
        double scale = from > room ? room / from : 1;
        d->at = (sq_mm){d->at.x * scale, d->at.y * scale};
        d->v = (sq_mm){0, 0};
        d->in_hole = true;
    }
}

/* False when all lies still. */
static bool step(play *p) {
    bool moves = false;
    for (sq_board_disc k = 0; k < SQ_DISCS; k++) {
        sliding *d = &p->disc[k];
        double speed = hypot(d->v.x, d->v.y);
        if (!d->lies || d->in_hole || speed <= 0) continue;
        double left = speed - FRICTION * STEP_S;
        double scale = left > STILL_BELOW ? left / speed : 0;
        d->at = (sq_mm){d->at.x + d->v.x * STEP_S, d->at.y + d->v.y * STEP_S};
        d->v = (sq_mm){d->v.x * scale, d->v.y * scale};
        meet_pegs(p, d);
        fall(p, k);
        moves = true;
        for (sq_board_disc m = 0; m < SQ_DISCS; m++)
            if (m != k && strike(p, k, m)) p->struck |= sq_board_disc_bit(k) | sq_board_disc_bit(m);
    }
    return moves;
}

/* ---- A shot ---- */

/* What a player aims at: a disc of the opponents, else the hole. */
static sq_mm target(play *p, sq_board_side side) {
    sq_mm aims[SQ_DISCS];
    int n = 0;
    for (sq_board_disc k = 0; k < SQ_DISCS; k++)
        if (p->disc[k].lies && sq_board_disc_side(k) != side) aims[n++] = p->disc[k].at;
    return n ? aims[sq_random_below(&p->r, n)] : (sq_mm){0, 0};
}

static void shoot(play *p, sq_board_disc k, sq_board_seat seat) {
    const sq_board_scene *b = board(p);
    sq_board_side side = sq_board_disc_side(k);
    sq_mm aim = target(p, side), from = {0, 0};
    bool free = false;
    for (int tries = 0; !free && tries < 100; tries++) {
        double a = b->turn - (int)seat * M_PI / 2 + sq_random_range(&p->r, -0.7, 0.7);
        from = (sq_mm){b->ring_mm[SQ_RING_OUTER] * cos(a), b->ring_mm[SQ_RING_OUTER] * sin(a)};
        free = true;
        for (sq_board_disc m = 0; m < SQ_DISCS; m++)
            free &= !p->disc[m].lies || sq_mm_distance(p->disc[m].at, from) > 2 * b->disc_radius_mm + 1;
    }
    double way = atan2(aim.y - from.y, aim.x - from.x) + AIM_SIGMA * sq_random_normal(&p->r);
    bool at_hole = aim.x == 0 && aim.y == 0;
    double far =
        sq_mm_distance(aim, from) + sq_random_range(&p->r, at_hole ? -60 : 0, at_hole ? 160 : TOO_FAR_MM);
    double speed = sqrt(2 * FRICTION * far);
    p->disc[k] = (sliding){.lies = true, .at = from, .v = {speed * cos(way), speed * sin(way)}};
    p->struck = 0;
    while (step(p)) {
    }
    p->struck &= ~sq_board_disc_bit(k);
}

/* ---- What is true of it ---- */

static sq_drawn_disc drawn(const play *p, sq_board_disc k) {
    bool ditch = !p->disc[k].lies;
    return (sq_drawn_disc){.side = sq_board_disc_side(k),
                           .at = ditch ? p->ditch[k] : p->disc[k].at,
                           .z = ditch                ? IN_DITCH_Z
                                : p->disc[k].in_hole ? IN_HOLE_Z
                                                     : 0};
}

static sq_board_place place_of(const play *p, sq_board_disc k, double *gap) {
    sq_drawn_disc d = drawn(p, k);
    sq_ring ring;
    *gap = INFINITY;
    if (!p->disc[k].lies) return SQ_AT_OUT;
    sq_board_region region = sq_board_scene_region(board(p), &d, gap, &ring);
    return hypot(d.at.x, d.at.y) > board(p)->ring_mm[SQ_RING_OUTER] ? SQ_AT_OUT
                                                                    : sq_board_region_place(region);
}

/* A place in the ditch that no disc has. */
static void drop(play *p, sq_board_disc k) {
    const sq_board_scene *b = board(p);
    double radius = (b->surface_mm + b->ditch_mm) / 2;
    for (int tries = 0; tries < 200; tries++) {
        double a = sq_random_range(&p->r, 0, 2 * M_PI);
        bool free = true;
        p->ditch[k] = (sq_mm){radius * cos(a), radius * sin(a)};
        for (sq_board_disc m = 0; m < SQ_DISCS; m++)
            free &= m == k || !(p->in_ditch & sq_board_disc_bit(m)) ||
                    sq_mm_distance(p->ditch[m], p->ditch[k]) > 2 * b->disc_radius_mm + 0.5;
        if (free) return;
    }
}

static void tell(play *p, sq_board_disc k) {
    sq_drawn_round *out = p->out;
    int n = out->shots++;
    sq_crokinole_event *e = &out->shot[n];
    *e = sq_crokinole_nothing_told;
    e->struck = p->struck, e->colour = (uint8_t)sq_board_disc_side(k), e->disc = k;
    out->gap_mm[n] = out->moved_mm[n] = INFINITY;
    for (sq_board_disc m = 0; m < SQ_DISCS; m++) {
        if (m != k && !(p->struck & sq_board_disc_bit(m))) continue;
        double gap;
        e->named |= sq_board_disc_bit(m);
        e->place[m] = (uint8_t)place_of(p, m, &gap);
        out->gap_mm[n] = fmin(out->gap_mm[n], fabs(gap));
        if (m != k) out->moved_mm[n] = fmin(out->moved_mm[n], sq_mm_distance(p->disc[m].at, p->was[m]));
    }
    sq_event event = {.kind = SQ_EVENT_OTHER};
    sq_rulings rulings;
    event.other.rules = out->game.rules;
    event.other.what = SQ_CROKINOLE_SHOT;
    *(sq_crokinole_event *)(void *)event.other.bytes = *e;
    sq_engine_step(&p->game, &event, &p->game, &rulings);
    out->after[n] = p->game;
}

static void keep_rest(play *p) {
    sq_round_rest *rest = &p->out->rest[p->out->rests++];
    rest->shots = p->out->shots;
    for (sq_board_disc k = 0; k < SQ_DISCS; k++)
        if (p->disc[k].lies || p->in_ditch & sq_board_disc_bit(k)) rest->disc_at[rest->discs++] = drawn(p, k);
}

/* Takes off what the rules have taken off: 20s go to the side, all others into the ditch. */
static bool lift(play *p) {
    sq_crokinole c = sq_crokinole_of(&p->game);
    bool any = false;
    for (sq_board_disc k = 0; k < SQ_DISCS; k++) {
        sq_board_place at = (sq_board_place)c.now.place[k];
        if (!p->disc[k].lies || sq_board_place_in_play(at)) continue;
        p->disc[k].lies = p->disc[k].in_hole = false;
        if (at == SQ_AT_OUT) p->in_ditch |= sq_board_disc_bit(k);
        if (at == SQ_AT_OUT) drop(p, k);
        any = true;
    }
    return any;
}

static void play_shot(play *p) {
    sq_crokinole c = sq_crokinole_of(&p->game);
    sq_board_side side = sq_crokinole_side(&c, (sq_board_seat)c.now.due);
    sq_board_disc_set hand = sq_board_discs_at(&c.now, SQ_IN_HAND) & c.in_game & sq_board_discs_of(side);
    sq_board_disc_set ditch = p->in_ditch;
    sq_board_disc k = (sq_board_disc)__builtin_ctz(hand);
    for (sq_board_disc m = 0; m < SQ_DISCS; m++)
        p->was[m] = p->disc[m].at;
    shoot(p, k, (sq_board_seat)c.now.due);
    for (sq_board_disc_set left = p->in_ditch & ~ditch; left; left &= left - 1)
        drop(p, (sq_board_disc)__builtin_ctz(left));
    tell(p, k);
    keep_rest(p);
}

static bool is_played(const play *p) {
    sq_crokinole c = sq_crokinole_of(&p->game);
    return c.now.phase != SQ_BOARD_PLAY || p->out->shots == SQ_ROUND_SHOTS;
}

void sq_drawn_round_make(sq_drawn_round *out, uint64_t seed, bool doubles, int width, int height) {
    play p = {.out = out, .r = sq_random_for(seed, "crokinole round"), .game = sq_state_none()};
    sq_rulings rulings;
    *out = (sq_drawn_round){.game = {.rules = sq_other_game_find("crokinole"),
                                     .form = doubles ? SQ_FORM_PAIRS : SQ_FORM_SINGLES}};
    out->game.option[SQ_OPTION_FIRST] =
        doubles ? 1 + sq_random_below(&p.r, SQ_SEATS) : 1 + SQ_SEATS + sq_random_below(&p.r, SQ_BOARD_SIDES);
    sq_board_scene_make(&out->board, SQ_BOARDS_EMPTY, seed, 0, width, height);
    sq_event game = {.kind = SQ_EVENT_GAME, .game = out->game};
    sq_engine_step(&p.game, &game, &p.game, &rulings);
    out->begun = p.game;
    keep_rest(&p);
    while (!is_played(&p)) {
        play_shot(&p);
        bool lifted = !is_played(&p) && lift(&p);
        if (lifted && !sq_random_chance(&p.r, LIFTED_BEFORE_REST)) keep_rest(&p);
    }
}

void sq_drawn_round_scene(const sq_drawn_round *r, int rest, sq_board_scene *out) {
    const sq_round_rest *lies = &r->rest[rest];
    *out = r->board;
    out->seed += (uint64_t)rest;
    out->discs = lies->discs;
    for (int i = 0; i < lies->discs; i++)
        out->disc_at[i] = lies->disc_at[i];
}

/* Rules 3, 6, 7c, 7d, 7g and 8c to 8f: a shot, whether it is valid, and where its discs belong then. */
#include "rules/crokinole/step.h"

/* A shot in judging. */
typedef struct {
    sq_board_step *st;
    const sq_crokinole_event *e;
    sq_board_side side;
    sq_board_disc disc;
    sq_board_disc_set was_in_play; /* before it */
    sq_board_disc_set touched;     /* what was struck, and what has moved; the disc shot is not among them */
    uint8_t place[SQ_DISCS];       /* where each came to rest, before anything is removed */
} shot;

static sq_board_disc_set own(const shot *s) {
    return sq_board_discs_of(s->side);
}

static sq_board_disc_set theirs(const shot *s) {
    return sq_board_discs_of(sq_board_other_side(s->side));
}

/* The lowest disc that the side has in hand. */
static sq_board_disc next_disc(const sq_board_step *st, sq_board_side side) {
    sq_board_disc_set hand = sq_crokinole_in_hand(&st->c, side);
    return hand ? (sq_board_disc)__builtin_ctz(hand) : SQ_NO_DISC;
}

/* ---- What a shot must be to be one ---- */

static bool check_turn(sq_board_step *st, const sq_crokinole_event *e) {
    const sq_board_standing *p = &st->c.now;
    sq_board_seat seat = SQ_NO_SEAT;
    if (!sq_board_seat_of(st, e, &seat)) return false;
    if (p->due == SQ_NO_SEAT) return SQ_BOARD_REFUSE(st, START_FIRST);
    if (e->colour != SQ_BOARD_SIDES && e->colour != sq_board_due(st))
        return SQ_BOARD_REFUSE(st, NOT_DUE, .colour = e->colour);
    if (seat != SQ_NO_SEAT && seat != p->due)
        return SQ_BOARD_REFUSE(st, SEAT_NOT_DUE, .other = (uint8_t)seat);
    return true;
}

static bool check_time(sq_board_step *st, const sq_crokinole_event *e) {
    sq_clock *c = &st->s->clock;
    if (!e->t_known) return true;
    if (e->rest < e->t) return SQ_BOARD_REFUSE(st, REST_BEFORE_SHOT);
    if (!sq_clock_go_to(c, e->t))
        return SQ_BOARD_REFUSE(st, TIME_GOES_BACK, .n = sq_whole_seconds(c->latest));
    bool late =
        !st->c.now.time_over && !st->c.again && sq_board_time_is_up(st, e->t) && sq_board_played_equally(st);
    return late ? SQ_BOARD_REFUSE(st, TIME_IS_OVER) : true;
}

static bool check_disc(shot *s) {
    sq_board_step *st = s->st;
    sq_board_disc_set bit = s->disc < SQ_DISCS ? sq_board_disc_bit(s->disc) : 0;
    if (bit & ~st->c.in_game) return SQ_BOARD_REFUSE(st, NOT_IN_GAME, .winks = bit);
    if (!(bit & own(s))) return SQ_BOARD_REFUSE(st, NOT_ITS_DISC, .colour = (uint8_t)s->side, .winks = bit);
    if (st->c.now.place[s->disc] != SQ_IN_HAND) return SQ_BOARD_REFUSE(st, NOT_IN_HAND, .winks = bit);
    if (!(s->e->named & bit) && !(s->e->returned & bit))
        return SQ_BOARD_REFUSE(st, WHERE_IS_IT, .winks = bit);
    return true;
}

/* 6(c): the hole holds one disc that lies flat, and a 20 is taken off after each turn (2a ii). */
static bool check_twenties(shot *s) {
    sq_board_disc_set twenties = 0;
    for (sq_board_disc d = 0; d < SQ_DISCS; d++)
        if (s->e->named & sq_board_disc_bit(d) && s->place[d] == SQ_AT_20) twenties |= sq_board_disc_bit(d);
    return __builtin_popcount(twenties) < 2 || SQ_BOARD_REFUSE(s->st, TWO_TWENTIES, .winks = twenties);
}

static bool check_discs(shot *s) {
    sq_board_step *st = s->st;
    const sq_crokinole_event *e = s->e;
    sq_board_disc_set bit = sq_board_disc_bit(s->disc), spun_out = 0, in_hand = 0, on_line = 0;
    sq_board_disc_set all = e->named | e->struck | e->spun | e->returned | e->under;
    sq_board_disc_set strange = all & ~(s->was_in_play | bit);
    for (sq_board_disc d = 0; d < SQ_DISCS; d++) {
        sq_board_place place = (sq_board_place)s->place[d];
        bool lies = sq_board_place_in_play(place) || place == SQ_AT_20;
        if (e->spun & sq_board_disc_bit(d) && !lies) spun_out |= sq_board_disc_bit(d);
        if (e->named & sq_board_disc_bit(d) && place == SQ_IN_HAND) in_hand |= sq_board_disc_bit(d);
        bool line = place == SQ_AT_LINE_15 || place == SQ_AT_LINE_10 || !sq_board_place_in_play(place);
        if (e->under & sq_board_disc_bit(d) && line) on_line |= sq_board_disc_bit(d);
    }
    if (strange) return SQ_BOARD_REFUSE(st, NOT_IN_PLAY, .winks = strange);
    if (e->spun & e->returned) return SQ_BOARD_REFUSE(st, SPUN_AND_RETURNED, .winks = e->spun & e->returned);
    if (spun_out) return SQ_BOARD_REFUSE(st, SPUN_AND_OUT, .winks = spun_out);
    if (in_hand) return SQ_BOARD_REFUSE(st, BACK_IN_HAND, .winks = in_hand);
    if (on_line) return SQ_BOARD_REFUSE(st, FOOT_ON_LINE, .winks = on_line);
    return true;
}

/* Where all came to rest: what came back from beyond the outer line is out (8f). A disc that is named has
 * moved, perhaps within its region, so it was struck. */
static void place_discs(shot *s) {
    const uint8_t *before = s->st->c.now.place;
    s->touched = s->e->struck | s->e->named | s->e->spun | s->e->returned;
    for (sq_board_disc d = 0; d < SQ_DISCS; d++) {
        sq_board_disc_set bit = sq_board_disc_bit(d);
        s->place[d] = s->e->named & bit ? s->e->place[d] : before[d];
        if (s->e->returned & bit) s->place[d] = SQ_AT_OUT;
    }
    s->touched &= ~sq_board_disc_bit(s->disc);
}

/* ---- Valid or not (3) ---- */

/* The discs of the shot, its own and those struck, that touch the 15 line or lie within it. */
static sq_board_disc_set within(const shot *s) {
    sq_board_disc_set set = 0;
    for (sq_board_disc d = 0; d < SQ_DISCS; d++)
        if (sq_board_place_within((sq_board_place)s->place[d])) set |= sq_board_disc_bit(d);
    return set & (s->touched | sq_board_disc_bit(s->disc));
}

static bool judge(const shot *s) {
    sq_board_step *st = s->st;
    uint8_t side = (uint8_t)s->side;
    sq_board_disc_set hit = s->touched & theirs(s), in = within(s);
    if (s->was_in_play & theirs(s)) {
        if (hit)
            SQ_BOARD_SAY(st, VALID_HIT, .winks = hit);
        else
            SQ_BOARD_SAY(st, MISSED, .colour = side);
        return hit != 0;
    }
    if (!in) {
        SQ_BOARD_SAY(st, HIDING, .colour = side);
        return false;
    }
    SQ_BOARD_SAY(st, VALID_WITHIN, .colour = side, .winks = in);
    for (sq_board_disc d = 0; d < SQ_DISCS; d++)
        if (in & sq_board_disc_bit(d) && s->place[d] == SQ_AT_20) {
            SQ_BOARD_SAY(st, VALID_TWENTY);
            break;
        }
    return true;
}

/* ---- What is said of the discs ---- */

static sq_board_disc_set now_at(const shot *s, sq_board_place place) {
    sq_board_disc_set set = 0;
    for (sq_board_disc d = 0; d < SQ_DISCS; d++)
        if (s->place[d] == place && (s->touched | sq_board_disc_bit(s->disc)) & sq_board_disc_bit(d))
            set |= sq_board_disc_bit(d);
    return set;
}

static void say_set(sq_board_step *st, sq_board_ruling what, sq_board_disc_set discs) {
    if (discs) sq_board_say(st, (sq_ruling){.what = (uint8_t)what, .winks = discs});
}

static void say_twenties(const shot *s) {
    sq_board_disc_set twenties = now_at(s, SQ_AT_20);
    say_set(s->st, SQ_BOARD_RULED_TWENTY_FLAT, twenties);
    for (int side = 0; side < SQ_BOARD_SIDES; side++) {
        sq_board_disc_set set = twenties & sq_board_discs_of((sq_board_side)side);
        if (!set) continue;
        SQ_BOARD_SAY(s->st, TWENTY, .colour = (uint8_t)side, .winks = set);
        if (side != (int)s->side) SQ_BOARD_SAY(s->st, TWENTY_BY_COLOUR, .colour = (uint8_t)side);
    }
}

static void say_lines(const shot *s) {
    sq_board_disc_set leaning = now_at(s, SQ_AT_LEANING), on_15 = now_at(s, SQ_AT_LINE_15);
    sq_board_disc_set on_10 = now_at(s, SQ_AT_LINE_10);
    say_set(s->st, SQ_BOARD_RULED_LEANING, leaning);
    say_set(s->st, SQ_BOARD_RULED_LEANING_VALUE, leaning);
    say_set(s->st, SQ_BOARD_RULED_ON_LINE_15, on_15);
    say_set(s->st, SQ_BOARD_RULED_ON_LINE_10, on_10);
    say_set(s->st, SQ_BOARD_RULED_LOWEST, on_15 | on_10);
    say_set(s->st, SQ_BOARD_RULED_FOOT, s->e->under);
}

static void say_outs(const shot *s) {
    sq_board_disc_set out = now_at(s, SQ_AT_OUT), back = s->e->returned;
    say_set(s->st, SQ_BOARD_RULED_SPUN, s->e->spun);
    say_set(s->st, SQ_BOARD_RULED_RETURNED, back);
    say_set(s->st, SQ_BOARD_RULED_OUT, out & ~back);
    sq_board_disc_set moved = back ? s->touched & ~(back | out) : 0, twenties = moved & now_at(s, SQ_AT_20);
    say_set(s->st, SQ_BOARD_RULED_DAMAGE, moved & ~twenties);
    say_set(s->st, SQ_BOARD_RULED_DAMAGE_TWENTY, twenties);
}

/* 3b: the disc shot and all that were struck, those with it that went out by themselves. */
static void remove_all(shot *s) {
    sq_board_disc_set all = (s->touched | sq_board_disc_bit(s->disc)), twenties = now_at(s, SQ_AT_20);
    SQ_BOARD_SAY(s->st, REMOVED, .winks = all);
    say_set(s->st, SQ_BOARD_RULED_TWENTY_LOST, twenties);
    for (sq_board_disc d = 0; d < SQ_DISCS; d++)
        if (all & sq_board_disc_bit(d)) s->place[d] = SQ_AT_OUT;
    s->st->c.now.removed = all;
    SQ_BOARD_SAY(s->st, DITCH, .winks = all);
}

static void settle(shot *s) {
    sq_board_standing *p = &s->st->c.now;
    if (s->e->slip) SQ_BOARD_SAY(s->st, SLIP);
    p->removed = 0;
    p->valid = judge(s);
    s->st->c.shots_known = true;
    if (p->valid) {
        say_twenties(s);
        say_lines(s);
        say_outs(s);
        say_set(s->st, SQ_BOARD_RULED_DITCH, now_at(s, SQ_AT_OUT));
    } else
        remove_all(s);
    for (sq_board_disc d = 0; d < SQ_DISCS; d++)
        p->place[d] = s->place[d];
}

/* ---- Fouls that the shot itself shows ---- */

static bool foul_of(const shot *s, sq_board_ruling *what, const char **rule) {
    static const sq_board_ruling placed[] = {[SQ_PLACED_INSIDE] = SQ_BOARD_RULED_PLACED_INSIDE,
                                             [SQ_PLACED_ELSEWHERE] = SQ_BOARD_RULED_PLACED_ELSEWHERE,
                                             [SQ_PLACED_MOVING] = SQ_BOARD_RULED_PLACED_MOVING};
    const sq_crokinole *c = &s->st->c;
    if (c->rest_known && s->e->t_known && s->e->t < c->rest) {
        *what = SQ_BOARD_RULED_STILL_MOVING;
        *rule = "7c";
        return true;
    }
    *rule = "7d";
    if (s->e->placed == SQ_PLACED_ON_BOTH) SQ_BOARD_SAY(s->st, BOTH_LINES);
    bool bad = s->e->placed >= SQ_PLACED_INSIDE;
    if (bad) *what = placed[s->e->placed];
    return bad;
}

static void go_on(shot *s) {
    sq_crokinole *c = &s->st->c;
    sq_board_ruling what;
    const char *rule;
    bool foul = foul_of(s, &what, &rule);
    if (s->e->t_known) c->rest = s->e->rest;
    c->rest_known = s->e->t_known;
    if (!foul) {
        sq_board_shot_over(s->st);
        return;
    }
    c->foul = c->pending = true;
    c->foul_by = (uint8_t)s->side;
    c->foul_rule = (int8_t)sq_board_rule_number(rule);
    sq_board_say(s->st, (sq_ruling){.what = (uint8_t)what});
    SQ_BOARD_SAY(s->st, NO_PENALTY, .n = c->foul_rule);
}

bool sq_board_step_shot(sq_board_step *st, const sq_crokinole_event *e) {
    if (!check_turn(st, e) || !check_time(st, e)) return false;
    if (st->c.now.phase == SQ_BOARD_COUNTED) sq_board_begin_round(st);
    sq_board_side side = sq_board_due(st);
    shot s = {.st = st, .e = e, .side = side, .was_in_play = sq_board_discs_in_play(&st->c.now)};
    s.disc = e->disc == SQ_NO_DISC ? next_disc(st, side) : e->disc;
    if (!check_disc(&s)) return false;
    place_discs(&s);
    if (!check_twenties(&s) || !check_discs(&s)) return false;
    sq_clock_begin(&st->s->clock);
    st->c.before = st->c.now;
    st->c.disc = s.disc;
    st->c.again = false;
    settle(&s);
    go_on(&s);
    return true;
}

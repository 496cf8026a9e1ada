/* Rules 19, 20.2, 21.1 and 24.4: points, in sixtieths so that shares are whole. */
#include "rules/other/game_registry.h"
#include "rules/topic/engine_step.h"

void sq_end(sq_standing *p) {
    p->phase = SQ_PHASE_ENDED;
    p->turn = p->nominated = SQ_NO_COLOUR;
    p->free_shot = SQ_FREE_SHOT_NONE;
    p->squop_up_by = p->owed = p->time_waits_for = SQ_NO_SIDE;
    p->nominated_wink = SQ_NO_WINK;
    p->counted = p->owed_colours = p->aside = 0;
    p->shots = p->put_back = p->squop_up_turns = p->rounds_left = 0;
    p->among = p->forfeits = p->seen_free = p->had_turn = 0;
    p->begun = p->played = p->running_round = p->extra_turn = p->uncounted = false;
}

sq_colour_set sq_state_colours(const sq_state *s) {
    return sq_ruleset_colours(sq_ruleset_at(s->rules));
}

int sq_state_tiddlies(const sq_state *s, sq_colour c) {
    if (sq_other_game_at(s->rules)) return 0; /* no tiddlywinks */
    const sq_ruleset *rules = sq_ruleset_at(s->rules);
    const sq_standing *p = &s->now;
    sq_wink_set own = sq_winks_of(c);
    return rules->set.tiddlies_potted * sq_wink_count(own & p->potted) +
           rules->set.tiddlies_free * sq_wink_count(own & sq_winks_on_mat(p) & ~sq_squopped_winks(p)) +
           rules->set.tiddlies_unplayed * sq_wink_count(own & p->unplayed);
}

/* The colours of `set` share the places from `first` on; returns the next place. */
static int share(const sq_ruleset *rules, sq_standing *p, sq_colour_set set, int first) {
    int n = __builtin_popcount(set);
    sq_sixtieths sum = 0;
    for (int i = 0; i < n; i++)
        sum += sq_ruleset_place(rules, first + i);
    for (unsigned c = 0; c < SQ_COLOURS; c++)
        if (set & sq_colour_bit((sq_colour)c)) p->points[c] = sum / n;
    p->points_known |= set;
    return first + n;
}

static void add_partners(sq_standing *p) {
    for (unsigned c = 0; c < SQ_COLOURS; c++)
        p->score[sq_partnership_of((sq_colour)c)] += p->points[c];
}

void sq_score_clear(sq_standing *p) {
    p->points_known = p->winners = 0;
    for (unsigned c = 0; c < SQ_COLOURS; c++)
        p->points[c] = 0;
    for (unsigned side = 0; side < SQ_PARTNERSHIPS; side++)
        p->score[side] = 0;
}

/* What a colour has gathered; that of partners is added. */
static int tally_of(const sq_state *view, sq_colour c) {
    bool shared = sq_ruleset_at(view->rules)->set.sides == SQ_SIDES_PARTNERS;
    int sum = shared ? 0 : view->now.tally[c];
    for (unsigned k = 0; shared && k < SQ_COLOURS; k++)
        if (sq_partnership_of((sq_colour)k) == sq_partnership_of(c)) sum += view->now.tally[k];
    return sum;
}

/* Of the colours in `among`, those with most tiddlies. */
static sq_colour_set best_of(const sq_state *view, sq_colour_set among) {
    sq_colour_set best = 0;
    int most = -1;
    for (unsigned c = 0; c < SQ_COLOURS; c++) {
        if (!(among & sq_colour_bit((sq_colour)c))) continue;
        bool tally = sq_ruleset_at(view->rules)->set.best == SQ_BEST_TALLY;
        int n = tally ? tally_of(view, (sq_colour)c) : sq_state_tiddlies(view, (sq_colour)c);
        if (n > most) best = 0;
        if (n >= most) best |= sq_colour_bit((sq_colour)c);
        most = n > most ? n : most;
    }
    return best;
}

/* The colours that win with these: their partners too, where there are any. */
static sq_colour_set with_partners(const sq_step *st, const sq_standing *p, sq_colour_set best) {
    sq_colour_set all = best;
    for (unsigned side = 0; side < SQ_PARTNERSHIPS && st->rules->set.sides == SQ_SIDES_PARTNERS; side++)
        if (best & sq_colours_of((sq_partnership)side)) all |= sq_colours_of((sq_partnership)side);
    return all & sq_colours_in_play(p);
}

void sq_score_win(const sq_step *st, sq_standing *p, sq_colour_set winners) {
    sq_score_clear(p);
    p->winners = with_partners(st, p, winners);
    if (st->rules->set.result == SQ_RESULT_POINTS) {
        sq_partnership side = p->winners & sq_colours_of(SQ_BLUE_RED) ? SQ_BLUE_RED : SQ_GREEN_YELLOW;
        for (int place = 0; place < SQ_COLOURS; place++)
            p->score[side] += sq_ruleset_place(st->rules, place);
    }
    sq_end(p);
}

/* 19.2: places by tiddlies, equal ones share; or the best colour wins. */
void sq_score_tiddlies(const sq_step *st, sq_standing *p) {
    sq_state view = *st->s;
    view.now = *p;
    sq_score_clear(p);
    if (st->rules->set.result == SQ_RESULT_WINNER) {
        sq_score_win(st, p, best_of(&view, sq_colours_in_play(p)));
        return;
    }
    const sq_colour_set all = sq_colours_in_play(p);
    for (int place = 0; p->points_known != all;)
        place = share(st->rules, p, best_of(&view, all & ~p->points_known), place);
    add_partners(p);
    sq_end(p);
}

sq_standing sq_state_if_ended(const sq_state *s) {
    sq_state work = *s;
    const sq_step st = {.s = &work, .rules = sq_ruleset_at(s->rules)};
    sq_standing p = s->now;
    if (s->playing && p.phase != SQ_PHASE_ENDED) sq_score_tiddlies(&st, &p);
    return p;
}

/* 20.2. Where the last two colours are partners and not out, their one point is the side's, not a
 * colour's. */
void sq_score_pot_outs(const sq_step *st, sq_standing *p) {
    sq_score_clear(p);
    if (st->rules->set.result == SQ_RESULT_WINNER) {
        if (st->rules->set.best == SQ_BEST_TALLY) {
            sq_score_tiddlies(st, p);
            return;
        }
        bool sides = st->rules->set.pot_outs == SQ_ENDS_WITH_SIDE; /* not who was complete first, then */
        sq_score_win(st, p, sides ? sq_pot_out_sides(p) : p->pot_out[0]);
        return;
    }
    int place = 0;
    for (int i = 0; i < p->pot_outs; i++)
        place = share(st->rules, p, p->pot_out[i], place);
    add_partners(p);
    const sq_colour_set all = sq_colours_in_play(p), rest = all & ~p->points_known;
    for (unsigned c = 0; c < SQ_COLOURS && rest; c++)
        if (rest & sq_colour_bit((sq_colour)c) && place < SQ_COLOURS)
            p->score[sq_partnership_of((sq_colour)c)] += sq_ruleset_place(st->rules, place++);
    if (__builtin_popcount(rest) == 1) p->points_known = all; /* the last place is its */
    sq_sixtieths *score = p->score, transfer = st->rules->set.transfer * SQ_POINT;
    if (score[0] != score[1]) {
        int winner = score[1] > score[0];
        score[winner] += transfer;
        score[!winner] -= transfer;
    }
    sq_end(p);
}

/* Where each plays alone all the others are opponents. */
void sq_score_disrupted(const sq_step *st, sq_standing *p, sq_colour by) {
    sq_score_clear(p);
    sq_partnership side = sq_partnership_of(by);
    bool alone = st->rules->set.sides == SQ_SIDES_ALONE;
    sq_colour_set all = sq_colours_in_play(p),
                  against = all & ~(alone ? sq_colour_bit(by) : sq_colours_of(side));
    if (st->rules->set.result == SQ_RESULT_WINNER)
        p->winners = against ? against : all;
    else
        p->score[sq_opponents(side)] = st->rules->set.disrupted * SQ_POINT;
    sq_end(p);
}

static void say(sq_step *st, const sq_standing *p, sq_ruling_kind kind) {
    if (p->winners) {
        SQ_SAY(st, WON, .n = (int32_t)p->winners);
        return;
    }
    sq_say(st, (sq_ruling){.what = (uint8_t)kind,
                           .n = p->score[SQ_BLUE_RED],
                           .winks = (sq_wink_set)p->score[SQ_GREEN_YELLOW]}); /* as a number */
}

/* A book without points that words DISRUPTED itself names no rule for DISRUPTED_LOST. Who plays alone has
 * lost to nobody. */
void sq_score_say_disrupted(sq_step *st, sq_colour by) {
    sq_partnership others = sq_opponents(sq_partnership_of(by));
    if (st->rules->set.result == SQ_RESULT_POINTS || !st->rules->rule[SQ_RULED_DISRUPTED_LOST]) {
        SQ_SAY(st, DISRUPTED, .colour = (uint8_t)by, .side = (uint8_t)others, .n = st->rules->set.disrupted);
        SQ_SAY(st, DISRUPTED_ETIQUETTE);
        return;
    }
    SQ_SAY(st, DISRUPTED_LOST, .colour = (uint8_t)by);
    sq_colour_set winners = st->s->now.winners;
    if (!(winners & sq_colour_bit(by))) SQ_SAY(st, WON, .n = (int32_t)winners);
}

void sq_score_say_tiddlies(sq_step *st, bool all_squopped) {
    uint64_t packed = 0;
    for (unsigned c = 0; c < SQ_COLOURS; c++)
        packed |= (uint64_t)sq_state_tiddlies(st->s, (sq_colour)c) << SQ_PACKED_BITS * c;
    if (st->rules->set.best == SQ_BEST_TIDDLIES) SQ_SAY(st, TIDDLIES, .winks = packed); /* as numbers */
    say(st, &st->s->now, all_squopped ? SQ_RULED_SCORE_SQUOPPED : SQ_RULED_SCORE_TIDDLIES);
}

void sq_score_say_pot_outs(sq_step *st, const sq_standing *p) {
    bool even = p->score[SQ_BLUE_RED] == p->score[SQ_GREEN_YELLOW];
    uint8_t better = p->score[SQ_GREEN_YELLOW] > p->score[SQ_BLUE_RED] ? SQ_GREEN_YELLOW : SQ_BLUE_RED;
    if (!p->winners && !even && st->rules->set.transfer)
        SQ_SAY(st, TRANSFERRED, .side = better, .n = st->rules->set.transfer);
    say(st, p, even ? SQ_RULED_SCORE_POT_OUT_EVEN : SQ_RULED_SCORE_POT_OUT);
}

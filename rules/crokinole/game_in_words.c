/* A game of crokinole in words: its events, how things stand, and the score sheet. */
#include "rules/crokinole/game_in_words.h"

#include "rules/crokinole/ruling_sentences.h"

/* Where a disc is, as people say it. */
static const char *place_words(sq_board_place p) {
    static const char *const words[SQ_BOARD_PLACES] = {
        [SQ_IN_HAND] = "in hand",
        [SQ_AT_20] = "in the hole",
        [SQ_AT_LEANING] = "leaning in the hole",
        [SQ_AT_15] = "in the 15 region",
        [SQ_AT_LINE_15] = "on the line between 15 and 10",
        [SQ_AT_10] = "in the 10 region",
        [SQ_AT_LINE_10] = "on the line between 10 and 5",
        [SQ_AT_5] = "in the 5 region",
        [SQ_AT_OUT] = "out",
    };
    return p < SQ_BOARD_PLACES ? words[p] : "?";
}

static void put_places(sq_text *t, const sq_crokinole_event *e, const char *before) {
    for (sq_board_disc_set rest = e->named; rest; rest &= rest - 1) {
        sq_board_disc d = (sq_board_disc)__builtin_ctz(rest);
        sq_text_put(t, "%s%s %s", before, sq_board_disc_name(d), place_words((sq_board_place)e->place[d]));
        before = ", ";
    }
}

static void put_game(sq_text *t, const sq_event_game *e) {
    int games = e->option[SQ_OPTION_GAMES];
    sq_text_put(t, "A game of crokinole, %s", e->form == SQ_FORM_PAIRS ? "doubles" : "singles");
    if (games > 1) sq_text_put(t, ", the first of %d", games);
    sq_text_put(t, ".");
}

static void put_shooter(sq_text *t, const sq_crokinole_event *e, const sq_state *before) {
    sq_crokinole c = sq_crokinole_of(before);
    sq_board_side side = e->colour < SQ_BOARD_SIDES ? (sq_board_side)e->colour
                         : before->playing          ? sq_crokinole_side(&c, (sq_board_seat)c.now.due)
                                                    : SQ_BOARD_SIDES;
    if (side < SQ_BOARD_SIDES)
        sq_text_put_capital(t, sq_board_side_name(side));
    else
        sq_text_put(t, "The player");
}

static void put_shot(sq_text *t, const sq_crokinole_event *e, const sq_state *before, const sq_state *after) {
    sq_crokinole c = sq_crokinole_of(after);
    sq_board_disc disc = e->disc != SQ_NO_DISC ? e->disc : after->playing ? c.disc : SQ_NO_DISC;
    put_shooter(t, e, before);
    sq_text_put(t, e->slip ? " lets " : " shoots ");
    sq_text_put(t, "%s%s", disc == SQ_NO_DISC ? "a disc" : sq_board_disc_name(disc), e->slip ? " slip" : "");
    if (e->struck) sq_text_put(t, ", strikes ");
    sq_board_put_discs(t, e->struck);
    sq_text_put(t, ".");
    put_places(t, e, " At rest: ");
    if (e->named) sq_text_put(t, ".");
}

static void put_start(sq_text *t, const sq_crokinole_event *e) {
    sq_text_put_capital(t, e->colour < SQ_BOARD_SIDES ? sq_board_side_name((sq_board_side)e->colour)
                                                      : sq_board_seat_name((sq_board_seat)e->seat));
    if (e->colour < SQ_BOARD_SIDES && e->seat != SQ_NO_SEAT)
        sq_text_put(t, ", with %s,", sq_board_seat_name((sq_board_seat)e->seat));
    sq_text_put(t, " is to begin.");
}

/* Only the turn is told, and no disc of the round has been played. */
static bool tells_who_begins(const sq_crokinole_event *e, const sq_state *before) {
    sq_crokinole c = sq_crokinole_of(before);
    return e->colour < SQ_BOARD_SIDES && !e->named && e->others == SQ_BOARD_PLACES && !e->round &&
           !sq_crokinole_played(&c);
}

static void put_set(sq_text *t, const sq_crokinole_event *e, const sq_state *before) {
    if (tells_who_begins(e, before)) {
        sq_text_put_capital(t, sq_board_side_name((sq_board_side)e->colour));
        sq_text_put(t, " begins.");
        return;
    }
    sq_text_put(t, "The position is set");
    put_places(t, e, ": ");
    if (e->others != SQ_BOARD_PLACES)
        sq_text_put(t, "%s all others %s", e->named ? "," : ":", place_words((sq_board_place)e->others));
    if (e->colour < SQ_BOARD_SIDES)
        sq_text_put(t, "; %s plays", sq_board_side_name((sq_board_side)e->colour));
    if (e->round) sq_text_put(t, "; it is round %d", e->round);
    sq_text_put(t, ".");
}

static void put_choice(sq_text *t, sq_choice choice) {
    static const char *const words[SQ_CHOICES] = {
        [SQ_CHOICE_ACCEPT] = "The umpire lets it stand.",
        [SQ_CHOICE_REPLAY] = "The umpire has the shot played again.",
        [SQ_CHOICE_REMOVE] = "The umpire has the disc removed.",
    };
    sq_text_put(t, "%s", choice < SQ_CHOICES ? words[choice] : "");
}

void sq_crokinole_say_event(sq_text *t, const sq_event *event, const sq_state *before,
                            const sq_state *after) {
    if (event->kind == SQ_EVENT_GAME) {
        put_game(t, &event->game);
        return;
    }
    sq_crokinole_event e = sq_crokinole_event_of(&event->other);
    switch (event->other.what) {
    case SQ_CROKINOLE_START: put_start(t, &e); break;
    case SQ_CROKINOLE_SHOT: put_shot(t, &e, before, after); break;
    case SQ_CROKINOLE_FOUL:
        sq_text_put(t, "The umpire calls a foul");
        if (e.colour < SQ_BOARD_SIDES) sq_text_put(t, " of %s", sq_board_side_name((sq_board_side)e.colour));
        if (e.rule >= 0) sq_text_put(t, ", by rule %s", sq_board_rules[e.rule]);
        sq_text_put(t, ".");
        break;
    case SQ_CROKINOLE_CHOOSE: put_choice(t, (sq_choice)e.choice); break;
    case SQ_CROKINOLE_TIME: sq_text_put(t, "Time is called."); break;
    default: put_set(t, &e, before); break;
    }
}

void sq_crokinole_say_standing(sq_text *t, const sq_state *s) {
    sq_crokinole c = sq_crokinole_of(s);
    const sq_board_standing *p = &c.now;
    if (p->phase == SQ_BOARD_ENDED) return;
    sq_board_side side = sq_crokinole_side(&c, (sq_board_seat)p->due);
    sq_text_put(t, "Round %d of game %d, score light %d, dark %d; points light %d, dark %d", p->round,
                p->game, sq_board_score(p, SQ_LIGHT), sq_board_score(p, SQ_DARK),
                p->earlier[SQ_LIGHT] + sq_board_game_points(p, SQ_LIGHT),
                p->earlier[SQ_DARK] + sq_board_game_points(p, SQ_DARK));
    if (side < SQ_BOARD_SIDES)
        sq_text_put(t,
                    p->phase == SQ_BOARD_COUNTED ? "; counted, and %s begins the next round" : "; %s to play",
                    sq_board_side_name(side));
}

/* ---- The sheet ---- */

static const char *points_of(int own, int theirs) {
    return own > theirs ? "2" : own == theirs ? "1" : "0";
}

static void put_round(sq_text *t, const sq_board_standing *p, int round) {
    int light = p->score[round][SQ_LIGHT], dark = p->score[round][SQ_DARK];
    if (light == SQ_NOT_COUNTED)
        sq_text_put(t, "round %d  %10s %8s\n", round + 1, "-", "-");
    else
        sq_text_put(t, "round %d  %8d %s %6d %s\n", round + 1, light, points_of(light, dark), dark,
                    points_of(dark, light));
}

/* Who plays light and dark, by the names of the two sides of a table. */
static void put_players(sq_text *t, const sq_details *about) {
    static const sq_detail sides[SQ_BOARD_SIDES] = {SQ_DETAIL_BLUE_RED, SQ_DETAIL_GREEN_YELLOW};
    bool any = false;
    for (int side = 0; side < SQ_BOARD_SIDES; side++) {
        const char *name = about->text[sides[side]];
        if (!(about->named & 1u << sides[side]) || !*name) continue;
        sq_text_put(t, "%-8s %s\n", sq_board_side_name((sq_board_side)side), name);
        any = true;
    }
    if (any) sq_text_put(t, "\n");
}

void sq_crokinole_say_sheet(sq_text *t, const sq_state *s, const sq_details *about) {
    sq_crokinole c = sq_crokinole_of(s);
    const sq_board_standing *p = &c.now;
    int light = sq_board_game_points(p, SQ_LIGHT), dark = sq_board_game_points(p, SQ_DARK);
    sq_text_put(t, "Crokinole, %s, game %d of %d%s\n\n", c.doubles ? "doubles" : "singles", p->game, c.games,
                p->phase == SQ_BOARD_ENDED ? "" : ", not over yet");
    put_players(t, about);
    sq_text_put(t, "%-8s %10s %8s\n", "", "light", "dark");
    for (int round = 0; round < SQ_BOARD_ROUNDS; round++)
        put_round(t, p, round);
    if (p->phase == SQ_BOARD_PLAY)
        sq_text_put(t, "now      %8d   %6d\n", sq_board_score(p, SQ_LIGHT), sq_board_score(p, SQ_DARK));
    sq_text_put(t, "points   %10d %8d\n", light, dark);
    if (c.games > 1)
        sq_text_put(t, "match    %10d %8d\n", p->earlier[SQ_LIGHT] + light, p->earlier[SQ_DARK] + dark);
    sq_text_put(t, "\nOf a round: its score, and the 2, 1 or 0 points for it.\n");
}

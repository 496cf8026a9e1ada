/* Writes the lines of a crokinole record and its states. */
#include "rules/crokinole/record_lines.h"
#include "rules/crokinole/ruling_sentences.h"

static void put_word(sq_text *t, const char *key, const char *word) {
    sq_text_put(t, word ? ",\"%s\":\"%s\"" : ",\"%s\":null", key, word);
}

static void put_seconds(sq_text *t, const char *key, sq_us us) {
    sq_text_put(t, ",\"%s\":", key);
    sq_text_put_micro(t, us);
}

static void put_discs(sq_text *t, const char *key, sq_board_disc_set set) {
    sq_text_put(t, ",\"%s\":[", key);
    for (sq_board_disc_set rest = set; rest; rest &= rest - 1)
        sq_text_put(t, "%s\"%s\"", rest == set ? "" : ",",
                    sq_board_disc_name((sq_board_disc)__builtin_ctz(rest)));
    sq_text_put(t, "]");
}

static void put_places(sq_text *t, const char *key, sq_board_disc_set set, const uint8_t *place) {
    sq_text_put(t, ",\"%s\":{", key);
    for (sq_board_disc_set rest = set; rest; rest &= rest - 1) {
        sq_board_disc d = (sq_board_disc)__builtin_ctz(rest);
        sq_text_put(t, "%s\"%s\":\"%s\"", rest == set ? "" : ",", sq_board_disc_name(d),
                    sq_board_place_name((sq_board_place)place[d]));
    }
    sq_text_put(t, "}");
}

static void put_two(sq_text *t, const char *key, int light, int dark) {
    if (key) sq_text_put(t, ",\"%s\":", key);
    sq_text_put(t, "{\"light\":%d,\"dark\":%d}", light, dark);
}

void sq_crokinole_write_game(sq_text *t, const sq_event_game *e) {
    int first = e->option[SQ_OPTION_FIRST];
    put_word(t, "form", e->form == SQ_FORM_PAIRS ? "doubles" : "singles");
    if (e->option[SQ_OPTION_GAMES]) sq_text_put(t, ",\"games\":%d", e->option[SQ_OPTION_GAMES]);
    if (e->option[SQ_OPTION_DISCS]) sq_text_put(t, ",\"discs\":%d", e->option[SQ_OPTION_DISCS]);
    if (first > SQ_SEATS)
        put_word(t, "first", sq_board_side_name((sq_board_side)(first - SQ_SEATS - 1)));
    else if (first)
        put_word(t, "first", sq_board_seat_name((sq_board_seat)(first - 1)));
    if (e->option[SQ_OPTION_LIGHT])
        put_word(t, "light", sq_board_seat_name((sq_board_seat)e->option[SQ_OPTION_LIGHT]));
}

static void put_who(sq_text *t, const char *key, const sq_crokinole_event *e) {
    if (e->colour != SQ_BOARD_SIDES) put_word(t, key, sq_board_side_name((sq_board_side)e->colour));
    if (e->seat != SQ_NO_SEAT) put_word(t, "seat", sq_board_seat_name((sq_board_seat)e->seat));
}

static void put_shot(sq_text *t, const sq_crokinole_event *e) {
    if (e->t_known) {
        put_seconds(t, "t", e->t);
        put_seconds(t, "t_rest", e->rest);
    }
    put_who(t, "colour", e);
    if (e->disc != SQ_NO_DISC) put_word(t, "disc", sq_board_disc_name(e->disc));
    put_places(t, "at", e->named, e->place);
    if (e->struck) put_discs(t, "struck", e->struck);
    if (e->spun) put_discs(t, "spun", e->spun);
    if (e->returned) put_discs(t, "returned", e->returned);
    if (e->under) put_discs(t, "covers_line", e->under);
    if (e->placed) put_word(t, "placed", sq_crokinole_placed_name((sq_placed)e->placed));
    if (e->slip) sq_text_put(t, ",\"slip\":true");
}

static void put_set(sq_text *t, const sq_crokinole_event *e) {
    if (e->named) put_places(t, "at", e->named, e->place);
    if (e->others != SQ_BOARD_PLACES) put_word(t, "others", sq_board_place_name((sq_board_place)e->others));
    put_who(t, "turn", e);
    if (e->round) sq_text_put(t, ",\"round\":%d", e->round);
}

void sq_crokinole_write_event(sq_text *t, const sq_event_other *other) {
    sq_crokinole_event e = sq_crokinole_event_of(other);
    switch (other->what) {
    case SQ_CROKINOLE_START: put_who(t, "colour", &e); break;
    case SQ_CROKINOLE_SHOT: put_shot(t, &e); break;
    case SQ_CROKINOLE_FOUL:
        if (e.rule >= 0) put_word(t, "rule", sq_board_rules[e.rule]);
        put_who(t, "colour", &e);
        break;
    case SQ_CROKINOLE_CHOOSE: put_word(t, "option", sq_crokinole_choice_name((sq_choice)e.choice)); break;
    case SQ_CROKINOLE_TIME:
        if (e.t_known) put_seconds(t, "t", e.t);
        break;
    default: put_set(t, &e); break;
    }
}

/* ---- States ---- */

static int hand(const sq_crokinole *c, sq_board_side side) {
    return __builtin_popcount(sq_crokinole_in_hand(c, side));
}

static int shots(const sq_crokinole *c, sq_board_side side) {
    return __builtin_popcount(c->in_game & sq_board_discs_of(side)) - hand(c, side);
}

static void put_due(sq_text *t, const sq_crokinole *c) {
    static const char *const phases[] = {"play", "counted", "ended"};
    sq_board_seat due = (sq_board_seat)c->now.due;
    bool nobody = due == SQ_NO_SEAT;
    put_word(t, "phase", phases[c->now.phase]);
    put_word(t, "turn", nobody ? NULL : sq_board_side_name(sq_crokinole_side(c, due)));
    put_word(t, "seat", nobody ? NULL : sq_board_seat_name(due));
    put_word(t, "await", sq_crokinole_await(c));
}

static void put_rounds(sq_text *t, const sq_board_standing *p) {
    const char *comma = "";
    sq_text_put(t, ",\"rounds\":[");
    for (int round = 0; round < SQ_BOARD_ROUNDS; round++) {
        if (p->score[round][SQ_LIGHT] == SQ_NOT_COUNTED) continue;
        sq_text_put(t, "%s", comma);
        put_two(t, NULL, p->score[round][SQ_LIGHT], p->score[round][SQ_DARK]);
        comma = ",";
    }
    sq_text_put(t, "]");
}

static void put_points(sq_text *t, const sq_board_standing *p) {
    int light = sq_board_game_points(p, SQ_LIGHT), dark = sq_board_game_points(p, SQ_DARK);
    put_two(t, "game_points", light, dark);
    put_two(t, "points", p->earlier[SQ_LIGHT] + light, p->earlier[SQ_DARK] + dark);
}

static void put_foul(sq_text *t, const sq_crokinole *c) {
    if (!c->foul) {
        put_word(t, "foul", NULL);
        return;
    }
    sq_text_put(t, ",\"foul\":{\"rule\":");
    sq_text_put(t, c->foul_rule < 0 ? "null" : "\"%s\"",
                c->foul_rule < 0 ? "" : sq_board_rules[c->foul_rule]);
    sq_text_put(t, ",\"by\":\"%s\"}", sq_board_side_name((sq_board_side)c->foul_by));
}

void sq_crokinole_write_state(sq_text *t, const sq_state *s) {
    sq_crokinole c = sq_crokinole_of(s);
    const sq_board_standing *p = &c.now;
    put_word(t, "rules", "crokinole");
    put_due(t, &c);
    sq_text_put(t, ",\"round\":%d,\"game\":%d,\"games\":%d", p->round, p->game, c.games);
    put_two(t, "shots", shots(&c, SQ_LIGHT), shots(&c, SQ_DARK));
    put_two(t, "hand", hand(&c, SQ_LIGHT), hand(&c, SQ_DARK));
    put_places(t, "board", sq_board_discs_in_play(p), p->place);
    put_discs(t, "twenties", sq_board_discs_at(p, SQ_AT_20));
    put_discs(t, "out", sq_board_discs_at(p, SQ_AT_OUT) & c.in_game);
    sq_text_put(t, ",\"valid\":%s", !c.shots_known ? "null" : p->valid ? "true" : "false");
    put_discs(t, "removed", p->removed);
    put_two(t, "score", sq_board_score(p, SQ_LIGHT), sq_board_score(p, SQ_DARK));
    put_rounds(t, p);
    put_points(t, p);
    sq_text_put(t, ",\"time_over\":%s", p->time_over ? "true" : "false");
    put_foul(t, &c);
}

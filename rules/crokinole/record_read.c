/* Reads the lines of a crokinole record: docs/books/crokinole.md says what each key means. */
#include "rules/crokinole/record_lines.h"

#include <math.h>
#include <string.h>

#include "rules/crokinole/ruling_sentences.h"

static const char *const event_names[] = {
#define X(kind, name) name,
    SQ_CROKINOLE_EVENT_LIST(X)
#undef X
};

static const char *const placed_names[] = {
#define X(placed, name) name,
    SQ_PLACED_LIST(X)
#undef X
};

static const char *const choice_names[] = {
#define X(choice, name) name,
    SQ_CHOICE_LIST(X)
#undef X
};

enum { MOST_GAMES = 99, MOST_SINGLES = 12, MOST_DOUBLES = 6 };

/* A whole number within bounds; 0 where it is absent. */
static int read_option(sq_record_reader *r, const char *key, int most) {
    if (!sq_read_has(r, key)) return 0;
    int n = sq_read_count(r, key);
    if (n < 1 || n > most) sq_complain(r, "\"%s\" must be from 1 to %d", key, most);
    return n;
}

static sq_board_seat seat_of(const char *name) {
    return name ? sq_board_seat_from_name(name) : SQ_NO_SEAT;
}

static int read_first(sq_record_reader *r, bool doubles) {
    if (!sq_read_has(r, "first")) return 0;
    const char *name = sq_text_of(sq_read_value(r, "first"));
    sq_board_seat seat = seat_of(name);
    sq_board_side side = name ? sq_board_side_from_name(name) : SQ_BOARD_SIDES;
    if (seat != SQ_NO_SEAT) return 1 + (int)seat;
    if (side != SQ_BOARD_SIDES && !doubles) return 1 + SQ_SEATS + (int)side;
    sq_complain(r, doubles ? "\"first\" must be north, east, south or west, the player who begins"
                           : "\"first\" must be light or dark, or a player's seat");
    return 0;
}

void sq_crokinole_read_game(sq_record_reader *r, sq_event_game *e) {
    static const char *const forms[] = {"singles", "doubles"};
    bool doubles = sq_read_word(r, "form", forms, 2) == 1;
    e->form = doubles ? SQ_FORM_PAIRS : SQ_FORM_SINGLES;
    e->option[SQ_OPTION_GAMES] = read_option(r, "games", MOST_GAMES);
    e->option[SQ_OPTION_DISCS] = read_option(r, "discs", doubles ? MOST_DOUBLES : MOST_SINGLES);
    e->option[SQ_OPTION_FIRST] = read_first(r, doubles);
    if (!sq_read_has(r, "light")) return;
    sq_board_seat light = seat_of(sq_text_of(sq_read_value(r, "light")));
    if (light == SQ_NO_SEAT)
        sq_complain(r, "\"light\" must be the seat of light: north, east, south or west");
    e->option[SQ_OPTION_LIGHT] = (int32_t)(light % SQ_SEATS);
}

/* ---- Keys that several events have ---- */

static uint8_t read_colour(sq_record_reader *r, const char *key) {
    if (!sq_read_has(r, key)) return SQ_BOARD_SIDES;
    const char *name = sq_text_of(sq_read_value(r, key));
    sq_board_side side = name ? sq_board_side_from_name(name) : SQ_BOARD_SIDES;
    if (side == SQ_BOARD_SIDES) sq_complain(r, "\"%s\" must be light or dark", key);
    return (uint8_t)side;
}

static uint8_t read_seat(sq_record_reader *r) {
    if (!sq_read_has(r, "seat")) return SQ_NO_SEAT;
    sq_board_seat seat = seat_of(sq_text_of(sq_read_value(r, "seat")));
    if (seat == SQ_NO_SEAT) sq_complain(r, "\"seat\" must be north, east, south or west");
    return (uint8_t)seat;
}

static unsigned disc_number(const json_t *value) {
    const char *name = sq_text_of(value);
    return name ? sq_board_disc_from_name(name) : SQ_NO_DISC;
}

static sq_board_disc_set read_discs(sq_record_reader *r, const char *key) {
    return (sq_board_disc_set)sq_read_set(r, key, disc_number, SQ_NO_DISC, "disc");
}

/* A place by its name, or a region by its number. */
static sq_board_place place_of(const json_t *value) {
    const char *name = sq_text_of(value);
    if (name) return sq_board_place_from_name(name);
    for (sq_board_place p = SQ_AT_20; json_is_number(value) && p < SQ_BOARD_PLACES; p++) {
        bool region = p == SQ_AT_20 || p == SQ_AT_15 || p == SQ_AT_10 || p == SQ_AT_5;
        if (region && json_number_value(value) == sq_board_place_value(p)) return p;
    }
    return SQ_BOARD_PLACES;
}

#define PLACES "20, leaning, 15, line-15, 10, line-10, 5, out or hand"

static void read_places(sq_record_reader *r, sq_crokinole_event *e) {
    const json_t *at = sq_read_value(r, "at");
    if (at && !json_is_object(at))
        sq_complain(r, "\"at\" must say of discs where they are: {\"L1\": \"15\"}");
    for (void *i = json_object_iter((json_t *)(uintptr_t)at); i && !r->bad;
         i = json_object_iter_next((json_t *)(uintptr_t)at, i)) {
        sq_board_disc d = sq_board_disc_from_name(json_object_iter_key(i));
        sq_board_place place = place_of(json_object_iter_value(i));
        if (d == SQ_NO_DISC)
            sq_complain(r, "\"at\" names something that is no disc; discs are L1 to L12 and D1 to D12");
        else if (place == SQ_BOARD_PLACES)
            sq_complain(r, "\"at\" of %s must be " PLACES, sq_board_disc_name(d));
        else {
            e->named |= sq_board_disc_bit(d);
            e->place[d] = (uint8_t)place;
        }
    }
}

static void read_shot(sq_record_reader *r, sq_crokinole_event *e) {
    e->t_known = sq_read_has(r, "t");
    if (e->t_known) e->t = sq_read_time(r, "t");
    e->rest = e->t_known && sq_read_has(r, "t_rest") ? sq_read_time(r, "t_rest") : e->t;
    e->colour = read_colour(r, "colour");
    e->seat = read_seat(r);
    if (sq_read_has(r, "disc")) {
        e->disc = (uint8_t)disc_number(sq_read_value(r, "disc"));
        if (e->disc == SQ_NO_DISC) sq_complain(r, "\"disc\" must name a disc, as L1 or D12");
    }
    read_places(r, e);
    e->struck = read_discs(r, "struck");
    e->spun = read_discs(r, "spun");
    e->returned = read_discs(r, "returned");
    e->under = read_discs(r, "covers_line");
    if (sq_read_has(r, "placed"))
        e->placed = (uint8_t)sq_read_word(r, "placed", placed_names, SQ_PLACED_WAYS);
    e->slip = sq_read_flag(r, "slip");
}

static void read_foul(sq_record_reader *r, sq_crokinole_event *e) {
    e->colour = read_colour(r, "colour");
    if (!sq_read_has(r, "rule")) return;
    const char *rule = sq_text_of(sq_read_value(r, "rule"));
    e->rule = (int8_t)(rule ? sq_board_rule_number(rule) : -1);
    if (e->rule < 0) sq_complain(r, "\"rule\" must be a point of the book, as \"7d\"");
}

static void read_set(sq_record_reader *r, sq_crokinole_event *e) {
    read_places(r, e);
    e->colour = read_colour(r, "turn");
    e->seat = read_seat(r);
    int round = sq_read_has(r, "round") ? sq_read_count(r, "round") : 0;
    if (sq_read_has(r, "round") && (round < 1 || round > SQ_BOARD_ROUNDS))
        sq_complain(r, "\"round\" must be from 1 to %d", SQ_BOARD_ROUNDS);
    e->round = (uint8_t)(round & 0xff);
    if (!sq_read_has(r, "others")) return;
    sq_board_place place = place_of(sq_read_value(r, "others"));
    if (place == SQ_BOARD_PLACES) sq_complain(r, "\"others\" must be " PLACES);
    e->others = (uint8_t)place;
}

void sq_crokinole_read_event(sq_record_reader *r, sq_event_other *to) {
    sq_crokinole_event e = sq_crokinole_nothing_told;
    const char *name = sq_text_of(sq_read_value(r, "event"));
    int what = 0;
    while (name && what < SQ_CROKINOLE_EVENTS && strcmp(name, event_names[what]) != 0)
        what++;
    if (!name || what == SQ_CROKINOLE_EVENTS) {
        sq_complain(
            r, "\"event\" must be one of start, shot, foul, choose, time, set, clock, about, undo, amend, "
               "answer");
        return;
    }
    to->what = what;
    switch (what) {
    case SQ_CROKINOLE_START:
        e.colour = read_colour(r, "colour");
        e.seat = read_seat(r);
        break;
    case SQ_CROKINOLE_SHOT: read_shot(r, &e); break;
    case SQ_CROKINOLE_FOUL: read_foul(r, &e); break;
    case SQ_CROKINOLE_CHOOSE: e.choice = (uint8_t)sq_read_word(r, "option", choice_names, SQ_CHOICES); break;
    case SQ_CROKINOLE_TIME:
        e.t_known = sq_read_has(r, "t");
        if (e.t_known) e.t = sq_read_time(r, "t");
        break;
    default: read_set(r, &e); break;
    }
    memcpy(to->bytes, &e, sizeof e);
}

const char *sq_crokinole_event_name(const sq_event_other *e) {
    return e->what >= 0 && e->what < SQ_CROKINOLE_EVENTS ? event_names[e->what] : "none";
}

const char *sq_crokinole_placed_name(sq_placed placed) {
    return placed < SQ_PLACED_WAYS ? placed_names[placed] : "?";
}

const char *sq_crokinole_choice_name(sq_choice choice) {
    return choice < SQ_CHOICES ? choice_names[choice] : "?";
}

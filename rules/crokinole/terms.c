/* The names of sides, seats, discs and places, and what a place is worth. */
#include "rules/crokinole/terms.h"

#include <stddef.h>
#include <string.h>

static const char *const side_names[] = {"light", "dark"};
static const char *const seat_names[] = {"north", "east", "south", "west"};
static const char *const disc_names[] = {"L1", "L2",  "L3",  "L4",  "L5", "L6",  "L7",  "L8",
                                         "L9", "L10", "L11", "L12", "D1", "D2",  "D3",  "D4",
                                         "D5", "D6",  "D7",  "D8",  "D9", "D10", "D11", "D12"};

static const struct {
    const char *name;
    int value;
    bool within, in_play;
} places[] = {
#define X(place, name, value, within, in_play) {name, value, within, in_play},
    SQ_BOARD_PLACE_LIST(X)
#undef X
};

const char *sq_board_side_name(sq_board_side s) {
    return s < SQ_BOARD_SIDES ? side_names[s] : "nobody";
}

const char *sq_board_seat_name(sq_board_seat s) {
    return s < SQ_SEATS ? seat_names[s] : "nobody";
}

const char *sq_board_disc_name(sq_board_disc d) {
    return d < SQ_DISCS ? disc_names[d] : "?";
}

const char *sq_board_place_name(sq_board_place p) {
    return p < SQ_BOARD_PLACES ? places[p].name : "?";
}

static unsigned find(const char *name, const char *const *names, unsigned count) {
    unsigned i = 0;
    while (i < count && strcmp(names[i], name) != 0)
        i++;
    return i;
}

sq_board_side sq_board_side_from_name(const char *name) {
    return (sq_board_side)find(name, side_names, SQ_BOARD_SIDES);
}

sq_board_seat sq_board_seat_from_name(const char *name) {
    return (sq_board_seat)find(name, seat_names, SQ_SEATS);
}

sq_board_disc sq_board_disc_from_name(const char *name) {
    unsigned d = find(name, disc_names, SQ_DISCS);
    return d < SQ_DISCS ? (sq_board_disc)d : SQ_NO_DISC;
}

sq_board_place sq_board_place_from_name(const char *name) {
    unsigned p = 0;
    while (p < SQ_BOARD_PLACES && strcmp(places[p].name, name) != 0)
        p++;
    return (sq_board_place)p;
}

int sq_board_place_value(sq_board_place p) {
    return places[p].value;
}

bool sq_board_place_within(sq_board_place p) {
    return places[p].within;
}

bool sq_board_place_in_play(sq_board_place p) {
    return places[p].in_play;
}

/* The words of crokinole as plain values: sides, seats, discs, and where a disc is. Rules are cited by the
 * numbers of the Rules of Crokinole for Competitive Play.
 *
 * A disc's number is side * 12 + k; "L1" is the first disc of light, "D12" the twelfth of dark. A set of
 * discs fits the low 24 bits of one word. The book gives a singles player 8 discs (4a) and a pair 12 (5a). */
#ifndef SQ_RULES_CROKINOLE_TERMS_H
#define SQ_RULES_CROKINOLE_TERMS_H

#include <stdbool.h>
#include <stdint.h>

typedef enum { SQ_LIGHT, SQ_DARK, SQ_BOARD_SIDES } sq_board_side;

/* Clockwise, as the players sit round the board (2a i). */
typedef enum { SQ_NORTH, SQ_EAST, SQ_SOUTH, SQ_WEST, SQ_SEATS, SQ_NO_SEAT = SQ_SEATS } sq_board_seat;

enum { SQ_DISCS = 24, SQ_DISCS_A_SIDE = 12 };

typedef uint8_t sq_board_disc; /* 0..23 */
#define SQ_NO_DISC ((sq_board_disc)255)
typedef uint32_t sq_board_disc_set; /* bit d is disc d */

/* number, name in the record, what it scores (6a, 6b, 6d), whether it touches the 15 line or lies within it
 * (3a ii), whether it is in play there. A disc on a line scores the lower side. */
#define SQ_BOARD_PLACE_LIST(X)                  \
    X(SQ_IN_HAND, "hand", 0, false, false)      \
    X(SQ_AT_20, "20", 20, true, false)          \
    X(SQ_AT_LEANING, "leaning", 15, true, true) \
    X(SQ_AT_15, "15", 15, true, true)           \
    X(SQ_AT_LINE_15, "line-15", 10, true, true) \
    X(SQ_AT_10, "10", 10, false, true)          \
    X(SQ_AT_LINE_10, "line-10", 5, false, true) \
    X(SQ_AT_5, "5", 5, false, true)             \
    X(SQ_AT_OUT, "out", 0, false, false)

/* A 20 is lifted off and kept in sight (2a ii). "leaning": in the hole, but not flat (6c). "line-15" is the
 * line between 15 and 10, "line-10" the one between 10 and 5. "out": out of play, in the ditch (8d). */
typedef enum {
#define X(place, name, value, within, in_play) place,
    SQ_BOARD_PLACE_LIST(X)
#undef X
        SQ_BOARD_PLACES
} sq_board_place;

static inline sq_board_side sq_board_disc_side(sq_board_disc d) {
    return (sq_board_side)(d / SQ_DISCS_A_SIDE);
}

static inline sq_board_side sq_board_other_side(sq_board_side s) {
    return s == SQ_LIGHT ? SQ_DARK : SQ_LIGHT;
}

static inline sq_board_disc_set sq_board_disc_bit(sq_board_disc d) {
    return (sq_board_disc_set)1 << d;
}

/* All twelve that a side can have. */
static inline sq_board_disc_set sq_board_discs_of(sq_board_side s) {
    return (sq_board_disc_set)0xfff << (SQ_DISCS_A_SIDE * (unsigned)s);
}

/* Names as in the record; constant. "nobody" for SQ_NO_SEAT, "?" for SQ_NO_DISC. */
const char *sq_board_side_name(sq_board_side s);
const char *sq_board_seat_name(sq_board_seat s);
const char *sq_board_disc_name(sq_board_disc d);
const char *sq_board_place_name(sq_board_place p);
/* The one of this name; SQ_BOARD_SIDES, SQ_NO_SEAT, SQ_NO_DISC or SQ_BOARD_PLACES where there is none. */
sq_board_side sq_board_side_from_name(const char *name);
sq_board_seat sq_board_seat_from_name(const char *name);
sq_board_disc sq_board_disc_from_name(const char *name);
sq_board_place sq_board_place_from_name(const char *name);

/* What a disc scores there; whether it counts as within the 15 line; whether it is in play. */
int sq_board_place_value(sq_board_place p);
bool sq_board_place_within(sq_board_place p);
bool sq_board_place_in_play(sq_board_place p);

#endif

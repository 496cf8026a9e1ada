/* The vocabulary of the game: colours, partnerships, sizes, and the 24 winks.
 *
 * A colour's number is its place in the order of play (rule 7): blue, green, red, yellow. A wink's number is
 * colour * 6 + k, with k = 0, 1 for the two large winks and 2..5 for the four small ones. A set of winks fits
 * the low 24 bits of one word. */
#ifndef SQ_RULES_TERMS_WINK_H
#define SQ_RULES_TERMS_WINK_H

#include <stdbool.h>
#include <stdint.h>

/* number, name, letter of a large wink, letter of a small wink */
#define SQ_COLOUR_LIST(X)          \
    X(SQ_BLUE, "blue", 'B', 'b')   \
    X(SQ_GREEN, "green", 'G', 'g') \
    X(SQ_RED, "red", 'R', 'r')     \
    X(SQ_YELLOW, "yellow", 'Y', 'y')

typedef enum {
#define X(number, name, large, small) number,
    SQ_COLOUR_LIST(X)
#undef X
        SQ_COLOURS,
    SQ_NO_COLOUR = SQ_COLOURS
} sq_colour;

typedef enum { SQ_LARGE, SQ_SMALL, SQ_SIZES } sq_size;

/* Blue and red against green and yellow (rule 1.1). */
typedef enum { SQ_BLUE_RED, SQ_GREEN_YELLOW, SQ_PARTNERSHIPS } sq_partnership;

enum { SQ_WINKS = 24, SQ_WINKS_PER_COLOUR = 6, SQ_LARGE_PER_COLOUR = 2, SQ_SMALL_PER_COLOUR = 4 };

typedef uint8_t sq_wink; /* 0..23; SQ_NO_WINK where there is none */
#define SQ_NO_WINK ((sq_wink)255)

typedef uint32_t sq_wink_set; /* bit w is wink w */

static inline sq_colour sq_wink_colour(sq_wink w) {
    return (sq_colour)(w / SQ_WINKS_PER_COLOUR);
}

static inline sq_size sq_wink_size(sq_wink w) {
    return w % SQ_WINKS_PER_COLOUR < SQ_LARGE_PER_COLOUR ? SQ_LARGE : SQ_SMALL;
}

/* How many winks of this size a colour has (2.1.1). */
static inline int sq_winks_in_set(sq_size s) {
    return s == SQ_LARGE ? SQ_LARGE_PER_COLOUR : SQ_SMALL_PER_COLOUR;
}

static inline sq_wink_set sq_wink_bit(sq_wink w) {
    return (sq_wink_set)1 << w;
}

static inline sq_wink_set sq_winks_of(sq_colour c) {
    return (sq_wink_set)0x3f << (SQ_WINKS_PER_COLOUR * (unsigned)c);
}

static inline sq_partnership sq_partnership_of(sq_colour c) {
    return c == SQ_BLUE || c == SQ_RED ? SQ_BLUE_RED : SQ_GREEN_YELLOW;
}

static inline sq_colour sq_next_colour(sq_colour c) {
    return (sq_colour)((c + 1) % SQ_COLOURS);
}

/* "blue" …; "none" for SQ_NO_COLOUR. All names are constant. */
const char *sq_colour_name(sq_colour c);
/* "blue-red" or "green-yellow". */
const char *sq_partnership_name(sq_partnership p);
const char *sq_size_name(sq_size s);
/* The colour of that name, or SQ_NO_COLOUR. */
sq_colour sq_colour_from_name(const char *name);
/* The size of that name, or SQ_SIZES. */
sq_size sq_size_from_name(const char *name);
/* "B1" "B2" "b1" … "y4"; "??" for SQ_NO_WINK. */
const char *sq_wink_name(sq_wink w);
/* The wink of that name, or SQ_NO_WINK. */
sq_wink sq_wink_from_name(const char *name);

#endif

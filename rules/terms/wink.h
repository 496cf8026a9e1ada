/* The vocabulary of the game: colours, partnerships, sizes, and the winks.
 *
 * The first four colours are those of the usual set, in their order of play (rule 7): blue, green, red,
 * yellow; clubs' games may have more. To add a colour, add a row here and its settings
 * (rules/book/settings.h). A wink's number is colour * 6 + k, with k = 0, 1 for the two large winks and 2..5
 * for the four small ones. */
#ifndef SQ_RULES_TERMS_WINK_H
#define SQ_RULES_TERMS_WINK_H

#include <stdbool.h>
#include <stdint.h>

/* number, name, letter of a large wink, letter of a small wink */
#define SQ_COLOUR_LIST(X)            \
    X(SQ_BLUE, "blue", 'B', 'b')     \
    X(SQ_GREEN, "green", 'G', 'g')   \
    X(SQ_RED, "red", 'R', 'r')       \
    X(SQ_YELLOW, "yellow", 'Y', 'y') \
    X(SQ_WHITE, "white", 'W', 'w')   \
    X(SQ_PURPLE, "purple", 'P', 'p')

typedef enum {
#define X(number, name, large, small) number,
    SQ_COLOUR_LIST(X)
#undef X
        SQ_COLOURS,
    SQ_NO_COLOUR = SQ_COLOURS,
    SQ_USUAL_COLOURS = SQ_WHITE /* how many colours the usual set has (2.1.1) */
} sq_colour;

typedef enum { SQ_LARGE, SQ_SMALL, SQ_SIZES } sq_size;

/* Blue and red against green and yellow (rule 1.1). Further colours belong to the two sides in turn; the
 * sides keep their names. */
typedef enum { SQ_BLUE_RED, SQ_GREEN_YELLOW, SQ_PARTNERSHIPS } sq_partnership;

enum { SQ_LARGE_PER_COLOUR = 2, SQ_SMALL_PER_COLOUR = 4, SQ_WINKS_PER_COLOUR = 6 };

/* The most winks that a book can have; and those of the usual set, which are the ones that the eye tells
 * apart and that drawn games have. */
enum { SQ_WINKS = SQ_COLOURS * SQ_WINKS_PER_COLOUR, SQ_USUAL_WINKS = SQ_USUAL_COLOURS * SQ_WINKS_PER_COLOUR };

typedef uint8_t sq_wink; /* 0..SQ_WINKS - 1; SQ_NO_WINK where there is none */
#define SQ_NO_WINK ((sq_wink)255)

typedef uint64_t sq_wink_set;   /* bit w is wink w */
typedef uint32_t sq_colour_set; /* bit c is colour c */

_Static_assert(SQ_WINKS <= 64, "a set of winks is one word");

static inline sq_colour sq_wink_colour(sq_wink w) {
    return (sq_colour)(w / SQ_WINKS_PER_COLOUR);
}

static inline sq_size sq_wink_size(sq_wink w) {
    return w % SQ_WINKS_PER_COLOUR < SQ_LARGE_PER_COLOUR ? SQ_LARGE : SQ_SMALL;
}

static inline sq_wink_set sq_wink_bit(sq_wink w) {
    return (sq_wink_set)1 << w;
}

static inline int sq_wink_count(sq_wink_set set) {
    return __builtin_popcountll(set);
}

/* The first wink of a set that has one. */
static inline sq_wink sq_wink_first(sq_wink_set set) {
    return (sq_wink)__builtin_ctzll(set);
}

/* One past the last wink of a set. */
static inline sq_wink sq_wink_end(sq_wink_set set) {
    return set ? (sq_wink)(64 - __builtin_clzll(set)) : 0;
}

static inline sq_wink_set sq_winks_of(sq_colour c) {
    return (sq_wink_set)0x3f << (SQ_WINKS_PER_COLOUR * (unsigned)c);
}

static inline sq_partnership sq_partnership_of(sq_colour c) {
    return c % 2 ? SQ_GREEN_YELLOW : SQ_BLUE_RED;
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
/* The same, but only for names of the usual set. */
sq_colour sq_usual_colour_from_name(const char *name);
sq_wink sq_usual_wink_from_name(const char *name);

#define SQ_ALL_COLOURS ((sq_colour_set)(1u << SQ_COLOURS) - 1)
#define SQ_ALL_WINKS (sq_wink_bit(SQ_WINKS) - 1)
#define SQ_USUAL_COLOUR_SET ((sq_colour_set)(1u << SQ_USUAL_COLOURS) - 1)
#define SQ_USUAL_SET (sq_wink_bit(SQ_USUAL_WINKS) - 1)

static inline sq_colour_set sq_colour_bit(sq_colour c) {
    return (sq_colour_set)1 << c;
}

/* The colours of a side. */
static inline sq_colour_set sq_colours_of(sq_partnership side) {
    const sq_colour_set every_second = 0x55555555u & SQ_ALL_COLOURS;
    return side == SQ_BLUE_RED ? every_second : SQ_ALL_COLOURS & ~every_second;
}

/* All winks of some colours. */
static inline sq_wink_set sq_winks_of_colours(sq_colour_set colours) {
    sq_wink_set winks = 0;
    for (unsigned c = 0; c < SQ_COLOURS; c++)
        if (colours & sq_colour_bit((sq_colour)c)) winks |= sq_winks_of((sq_colour)c);
    return winks;
}

/* The order of play, in which all colours come once: place k has four bits from bit 4 k on. */
typedef uint32_t sq_play_order;

static inline sq_colour sq_colour_at(sq_play_order order, int place) {
    return (sq_colour)(order >> 4 * place & 0xf);
}

static inline sq_partnership sq_opponents(sq_partnership p) {
    return p == SQ_BLUE_RED ? SQ_GREEN_YELLOW : SQ_BLUE_RED;
}

#endif

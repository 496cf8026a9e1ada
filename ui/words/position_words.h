/* A position in an umpire's words: what `squint look` prints for people. The text is UTF-8 with one fact a
 * line. The first line names the image; the others are indented under it. */
#ifndef SQ_UI_WORDS_POSITION_WORDS_H
#define SQ_UI_WORDS_POSITION_WORDS_H

#include <stddef.h>
#include <stdio.h>

#include "vision/position/position.h"

/* Winks that are nearer to each other than this are told, though neither lies over the other. */
#define SQ_NEAR_MISS_MM 2.0

/* Bytes that the functions below may write. */
enum { SQ_WORDS_CAP = 160 };

/* The whole position. image: the file's name as the user gave it; has_tiddlies: its book counts tiddlies, and
 * they are told. */
void sq_position_say(FILE *to, const sq_position *p, const char *image, bool has_tiddlies);

/* How many times sq_position_say says LOOK: at so many places an umpire must look. */
int sq_position_looks(const sq_position *p);
/* How many winks are seen in the pot, including those of which only a patch of colour is seen. */
int sq_position_seen_in_pot(const sq_position *p);
/* How many winks may lie unseen under those in the pot, which would change the tiddlies; 0 also if none is
 * seen in it. */
int sq_position_below_potted(const sq_position *p);
/* "2.3 ± 0.2 mm"; without the ± if sigma is not known (0 or NaN). */
void sq_say_mm(char out[SQ_WORDS_CAP], double mm, double sigma);
/* "overlap 2.3 ± 0.2 mm", "gap 0.1 ± 0.2 mm". */
void sq_say_gap(char out[SQ_WORDS_CAP], const sq_squop *s);
/* "48 %"; at most "over 99 %" and at least "under 1 %", since no picture gives more certainty. */
void sq_say_probability(char out[SQ_WORDS_CAP], double p);
/* What to say about an entry of the squops. If two entries ask which of the same two winks is the upper one,
 * this is one question: one entry asks it, and the other says nothing. */
typedef enum {
    SQ_SAY_NOTHING,  /* the other entry says it */
    SQ_SAY_SQUOPPED, /* over lies over under */
    SQ_SAY_CLEAR,    /* neither lies over the other */
    SQ_SAY_WHETHER,  /* LOOK: does over lie over under? */
    SQ_SAY_WHICH     /* LOOK: which of the two is the upper? */
} sq_saying;

/* s: one of the squops of p. */
sq_saying sq_what_to_say(const sq_position *p, const sq_squop *s);
/* The entry of the same two winks the other way round, or null. */
const sq_squop *sq_squop_reverse(const sq_position *p, const sq_squop *s);

/* The probability from which on it is said that neither wink may lie over the other. */
#define SQ_SAY_NEITHER 0.01

/* "4"; or "3 to 4" if the picture does not settle it. */
void sq_say_tiddlies(char out[SQ_WORDS_CAP], const sq_position *p, sq_colour c);

#endif

/* A position in an umpire's words: what `squint look` prints for people. The text is UTF-8 with one fact a
 * line. The first line names the image; the others are indented under it. */
#ifndef SQ_UI_WORDS_POSITION_WORDS_H
#define SQ_UI_WORDS_POSITION_WORDS_H

#include <stddef.h>
#include <stdio.h>

#include "vision/position/position.h"

/* Bytes that the functions below may write. */
enum { SQ_WORDS_CAP = 160 };

/* The whole position. image: the file's name as the user gave it. */
void sq_position_say(FILE *to, const sq_position *p, const char *image);

/* "b3" where the wink has a name, else "the small blue wink 7 at (351, -19)": its number among the winks,
 * from 1, which its picture shows, and millimetres from the mat's centre. */
void sq_say_wink(char out[SQ_WORDS_CAP], const sq_position *p, int wink);
/* At how many places an umpire must look: as many as sq_position_say says LOOK. */
int sq_position_looks(const sq_position *p);
/* How many winks are seen in the pot, with those of which only the heap's colours tell. */
int sq_position_seen_in_pot(const sq_position *p);
/* How many winks may lie unseen below those in the pot, which would change the tiddlies; 0: none, or none is
 * seen in it. */
int sq_position_below_potted(const sq_position *p);
/* "2.3 ± 0.2 mm"; the deviation is left out where it is not known. */
void sq_say_mm(char out[SQ_WORDS_CAP], double mm, double sigma);
/* "overlap 2.3 ± 0.2 mm", "gap 0.1 ± 0.2 mm". */
void sq_say_gap(char out[SQ_WORDS_CAP], const sq_squop *s);
/* "48 %"; at most "over 99 %" and at least "under 1 %", since no picture is surer. */
void sq_say_probability(char out[SQ_WORDS_CAP], double p);
/* What to say about an entry of squops. Where two entries ask which of the same two winks is the upper one,
 * this is one question. It is asked once, and the other entry says nothing. */
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

/* "4", or "3 to 4" where the picture does not settle it. */
void sq_say_tiddlies(char out[SQ_WORDS_CAP], const sq_position *p, sq_colour c);

#endif

/* A position in an umpire's words: what `squint look` prints for people. UTF-8, a line a fact, the first one
 * with the image's name and the others indented under it. */
#ifndef SQ_UI_WORDS_POSITION_WORDS_H
#define SQ_UI_WORDS_POSITION_WORDS_H

#include <stddef.h>
#include <stdio.h>

#include "vision/position/position.h"

/* Room for what the functions below write. */
enum { SQ_WORDS_CAP = 160 };

/* All of it. image: the file's name as the user gave it. */
void sq_position_say(FILE *to, const sq_position *p, const char *image);

/* "b3" where the wink has a name, else "the small blue wink at (351, -19)": millimetres from the mat's
 * centre. */
void sq_say_wink(char out[SQ_WORDS_CAP], const sq_seen_wink *w);
/* "2.3 ± 0.2 mm"; the deviation is left out where it is not known. */
void sq_say_mm(char out[SQ_WORDS_CAP], double mm, double sigma);
/* "overlap 2.3 ± 0.2 mm", "gap 0.1 ± 0.2 mm". */
void sq_say_gap(char out[SQ_WORDS_CAP], const sq_squop *s);
/* "48 %"; never surer than "over 99 %" or "under 1 %": no picture is. */
void sq_say_probability(char out[SQ_WORDS_CAP], double p);
/* What there is to say of an entry of squops. Two entries that ask of the same two winks which one is the
 * upper are one matter: it is said once, and what follows from the other entry is not said at all. */
typedef enum {
    SQ_SAY_NOTHING,  /* the other entry says it */
    SQ_SAY_SQUOPPED, /* over lies over under */
    SQ_SAY_CLEAR,    /* neither lies over the other */
    SQ_SAY_WHETHER,  /* LOOK: does over lie over under? */
    SQ_SAY_WHICH     /* LOOK: which of the two is the upper? */
} sq_saying;

sq_saying sq_what_to_say(const sq_position *p, const sq_squop *s);
/* The entry of the same two winks the other way round, or null. */
const sq_squop *sq_squop_reverse(const sq_position *p, const sq_squop *s);

/* "4", or "3 to 4" where the picture does not settle it. */
void sq_say_tiddlies(char out[SQ_WORDS_CAP], const sq_position *p, sq_colour c);

#endif

/* A report of the umpire in a few lines, for pictures and videos, in the words of the commentary.
 *
 *   7 [0:29.0] HELD: Red plays r2 from behind the baseline. (57 %)
 *   or Green plays G2 from behind the baseline. Now G2 lies over R2. (35 %)
 *   7.1 Yellow's turn is next.
 *
 * In addition, what a drawing of the ruling needs besides the position: the headline, the winks that it is
 * about, where they lay before, and how the game stands. */
#ifndef SQ_UI_WORDS_RULING_LINES_H
#define SQ_UI_WORDS_RULING_LINES_H

#include "ui/umpire/umpire.h"

enum { SQ_RULING_LINES = 8, SQ_RULING_LINE_MAX = 320, SQ_RULING_PATHS = 6 };

/* How the game stands after a ruling. */
typedef struct {
    bool playing;             /* false: nothing else here counts */
    int tiddlies[SQ_COLOURS]; /* or, if in_pot, the number of winks in the pot */
    bool in_pot;              /* the book does not count tiddlies */
    sq_colour turn;           /* SQ_NO_COLOUR: nobody's */
    int shots;                /* how many this turn still has */
    int elapsed_s, limit_s;   /* elapsed: rounded up, so that the time left is what the pages show */
    sq_phase phase;
    int rounds_left;
    char player[SQ_COLOURS][SQ_DETAIL_MAX]; /* who plays a colour; "" where nobody is named */
} sq_ruling_standing;

/* Sets how the game stands in state s, without the players' names; and sets these names. */
void sq_ruling_standing_of(sq_ruling_standing *out, const sq_state *s);
void sq_ruling_standing_name(sq_ruling_standing *to, const sq_details *about);

/* A plain value: bytes that are not used are 0, so that two can be compared byte by byte. */
typedef struct {
    int count;     /* 0: nothing is said */
    int answers;   /* lines that give the answers to a question; they follow the first one */
    int more;      /* rulings for which there was no line */
    bool question; /* it is a question, or is held as one */
    char line[SQ_RULING_LINES][SQ_RULING_LINE_MAX]; /* UTF-8; the first says what happened */
    /* Who did what to whom, and by how much: "Green squops red: g2 over r4 by 4.8 ± 0.2 mm". */
    char headline[SQ_RULING_LINE_MAX];
    sq_colour colour;  /* whose action it is; SQ_NO_COLOUR: nobody's */
    sq_wink_set winks; /* the winks that it is about */
    bool distances;    /* it depends on distances to the pot (the squidge-off) */
    int path_count;
    struct {
        sq_wink wink;
        sq_mm from; /* where it lay */
    } path[SQ_RULING_PATHS];
    int n;    /* the line in the record; 0: none */
    double t; /* when it was played, or when all was at rest; seconds */
    sq_ruling_standing standing;
} sq_ruling_lines;

/* Sets all of *out. What does not fit is left out, the rulings first, and of these what is said in passing.
 */
void sq_ruling_lines_of(sq_ruling_lines *out, const sq_said *said);

#endif

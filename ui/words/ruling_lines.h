/* What the umpire says, in few lines, for pictures and videos: the same words as in the commentary.
 *
 *   7 [0:29.0] HELD: Red plays r2 from behind the baseline. (57 %)
 *   or Green plays G2 from behind the baseline. Now G2 lies over R2. (35 %)
 *   7.1 Yellow's turn is next. */
#ifndef SQ_UI_WORDS_RULING_LINES_H
#define SQ_UI_WORDS_RULING_LINES_H

#include "ui/umpire/umpire.h"

enum { SQ_RULING_LINES = 8, SQ_RULING_LINE_MAX = 320 };

/* A plain value: bytes that are not used are 0, so that two can be compared byte by byte. */
typedef struct {
    int count;     /* 0: nothing is said */
    int answers;   /* lines that give the answers to a question; they follow the first one */
    bool question; /* it is one, or it is held as one */
    char line[SQ_RULING_LINES][SQ_RULING_LINE_MAX]; /* UTF-8; the first says what happened */
} sq_ruling_lines;

/* What does not fit is left out, the rulings first. */
void sq_ruling_lines_of(sq_ruling_lines *out, const sq_said *said);

#endif

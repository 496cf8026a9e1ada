/* The columns and rows of the score sheet, for whatever prints it. Partners stand side by side. */
#ifndef SQ_UI_WORDS_SCORE_SHEET_H
#define SQ_UI_WORDS_SCORE_SHEET_H

#include <stdint.h>

#include "rules/book/ruling_sentences.h"
#include "rules/terms/state.h"

extern const sq_colour sq_sheet_columns[SQ_COLOURS];

/* Red, green, blue of each colour on paper. They differ in lightness too, for the colour-blind. */
extern const uint8_t sq_sheet_swatches[SQ_COLOURS][3];

typedef struct {
    const char *name;
    int (*count)(const sq_state *s, sq_colour c); /* winks, or tiddlies */
} sq_sheet_row;

/* From the top: potted, free, squopped, unplayed, tiddlies. Points and score are the state's own. */
enum { SQ_SHEET_ROWS = 5 };
extern const sq_sheet_row sq_sheet_rows[SQ_SHEET_ROWS];

/* A side's score; an asterisk marks a game with a pot-out (note F.3). Returns `to`. */
enum { SQ_SHEET_SCORE_MAX = 20 };
const char *sq_sheet_score(char to[SQ_SHEET_SCORE_MAX], const sq_standing *p, sq_partnership side);

/* Below the sheet, where a score has the asterisk. */
#define SQ_SHEET_STAR "* A colour has potted out in this game (note F.3)."
/* Below a list of events that have both times. */
#define SQ_SHEET_TIMES                                                                                 \
    "video: when it was played, in minutes and seconds of the video or since the camera was started; " \
    "clock: the time played."

/* What is played and how far it is: "Pairs; 0:40 of 25:00 minutes played". Returns `to`. */
enum { SQ_SHEET_TEXT_MAX = 256 };
const char *sq_sheet_game(char to[SQ_SHEET_TEXT_MAX], const sq_state *s);

/* Of a game that is not over, that it is not, and who leads: "The game is not over. If it ended now: blue and
 * red 5, green and yellow 2."; "" where it is over. Returns `to`. */
const char *sq_sheet_lead(char to[SQ_SHEET_TEXT_MAX], const sq_state *s);

#endif

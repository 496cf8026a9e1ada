/* The columns and rows of the score sheet, for whatever prints it. Partners stand side by side. */
#ifndef SQ_UI_WORDS_SCORE_SHEET_H
#define SQ_UI_WORDS_SCORE_SHEET_H

#include <stdint.h>
#include <stdio.h>

#include "rules/book/ruling_sentences.h"
#include "rules/terms/state.h"

/* The colours of a game, partners side by side. Returns how many. */
int sq_sheet_columns(sq_colour out[SQ_COLOURS], const sq_state *s);

/* Red, green, blue of each colour on paper. They differ in lightness too, for the colour-blind. */
extern const uint8_t sq_sheet_swatches[SQ_COLOURS][3];

typedef struct {
    const char *name;
    int (*count)(const sq_state *s, sq_colour c); /* winks, or tiddlies */
} sq_sheet_row;

/* From the top: potted, free, squopped, unplayed, tiddlies, tally. Points and score are in the state
 * itself. */
enum { SQ_SHEET_ROWS = 6 };
enum { SQ_SHEET_TIDDLIES = SQ_SHEET_ROWS - 2, SQ_SHEET_TALLY };
extern const sq_sheet_row sq_sheet_rows[SQ_SHEET_ROWS];
/* Whether the game's book counts this row. */
bool sq_sheet_has_row(const sq_state *s, int row);
/* Whether a game of this book ends with points for colours and sides, or this game did. */
bool sq_sheet_has_points(const sq_state *s);
/* Whether a game that has ended has winners and no points. */
bool sq_sheet_has_winners_alone(const sq_standing *p);
/* "blue 4, green 7, red 3, yellow 6": of the colours that play, in order of play. */
void sq_sheet_say_tiddlies(FILE *to, const sq_state *s);

/* The result of an ended game: "blue-red 5, green-yellow 2"; in a book without points "won by blue and red".
 * Returns `to`. */
enum { SQ_OUTCOME_MAX = 120 };
const char *sq_sheet_outcome(char to[SQ_OUTCOME_MAX], const sq_standing *p);
/* Whether two games have the same result. */
bool sq_sheet_same_outcome(const sq_standing *a, const sq_standing *b);

/* A side's score; an asterisk marks a game with a pot-out (note F.3). Returns `to`. */
enum { SQ_SHEET_SCORE_MAX = 20 };
const char *sq_sheet_score(char to[SQ_SHEET_SCORE_MAX], const sq_standing *p, sq_partnership side);

/* The line below the sheet if a score has the asterisk. */
#define SQ_SHEET_STAR "* A colour has potted out in this game (note F.3)."
/* The line below a list of events that have both times. */
#define SQ_SHEET_TIMES                                                                                 \
    "video: when it was played, in minutes and seconds of the video or since the camera was started; " \
    "clock: the time played, until all was at rest again."

/* The form of the game and the time played: "Pairs; 0:40 of 25:00 minutes played". Returns `to`. */
enum { SQ_SHEET_TEXT_MAX = 256 };
const char *sq_sheet_game(char to[SQ_SHEET_TEXT_MAX], const sq_state *s);

/* Who leads: "The game is not over. If it ended now: blue and red 5, green and yellow 2."; "" if the game is
 * over. Returns `to`. */
const char *sq_sheet_lead(char to[SQ_SHEET_TEXT_MAX], const sq_state *s);

#endif

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

#endif

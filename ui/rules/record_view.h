/* How `squint rules` shows a game: each way of showing is a file of its own, ui/rules_NAME.c. */
#ifndef SQ_UI_RULES_RECORD_VIEW_H
#define SQ_UI_RULES_RECORD_VIEW_H

#include <stdio.h>

#include "rules/game.h"

/* One line of a record and what the engine made of it. */
typedef struct {
    int n;
    const char *text; /* as it was read, ended */
    size_t length;
    const char *name;      /* what it calls its event, "" where it cannot be read */
    const sq_event *event; /* null where it cannot be read */
    const sq_event *with;  /* what an amend lets its line read; null where it is none, or removes */
    const sq_game_answer *answer;
    const sq_state *before, *after;
} sq_rules_line;

/* A way of showing. line is called for each line that is not blank, end after the last one; either may be
 * null, and returns false where the answer is no (a refused line, a difference). */
typedef struct {
    bool (*line)(const sq_rules_line *line, const char *file);
    bool (*end)(const sq_game *game, const char *file);
} sq_rules_view;

extern const sq_rules_view sq_rules_json;    /* a state line for each line */
extern const sq_rules_view sq_rules_check;   /* each line's "expect" against the state */
extern const sq_rules_view sq_rules_explain; /* told so that a player can follow it */
extern const sq_rules_view sq_rules_sheet;   /* the score sheet */

/* What an amend would change, line by line, and the score; prints and returns as a view's end. */
bool sq_rules_dry_run(const sq_game *game, const char *file, const char *amend);

#endif

/* The views of a game that `squint rules` has. Each has a file of its own in this folder. */
#ifndef SQ_UI_RULES_RECORD_VIEW_H
#define SQ_UI_RULES_RECORD_VIEW_H

#include <stdio.h>

#include "ui/game/record_remarks.h"

/* One line of a record, and the engine's answer to it. */
typedef struct {
    int n;
    const char *text; /* as it was read, with a final 0 */
    size_t length;
    const char *name;      /* the name of its event in the line; "" if it cannot be read */
    const sq_event *event; /* null if it cannot be read */
    const sq_game_answer *answer;
    const sq_state *before, *after;
    const sq_game *game; /* up to this line */
    const sq_remarks_list *remarks;
} sq_rules_line;

/* A view. `line` is called for each line that is not blank, `end` after the last one; either may be null.
 * They return false if the answer is no (a line is refused, something differs). */
typedef struct {
    bool (*line)(const sq_rules_line *line, const char *file);
    bool (*end)(const sq_game *game, const sq_remarks_list *remarks, const char *file);
    bool asks; /* it shows what is HELD, and the command's exit status says so too */
} sq_rules_view;

/* Prints, below the doubt about a line, the commands that answer it, each after this many blanks. Prints
 * nothing if the file is not the record of a kept game, since only these take words. */
void sq_rules_say_commands(const sq_line_doubt *doubt, int n, const char *file, int blanks);

/* The same for questions that were open at the end. */
void sq_rules_say_end_command(const sq_remarks_list *remarks, const char *file, int blanks);

extern const sq_rules_view sq_rules_json;    /* the state after each line */
extern const sq_rules_view sq_rules_check;   /* compares each line's "expect" with the state */
extern const sq_rules_view sq_rules_explain; /* the game in sentences */
extern const sq_rules_view sq_rules_sheet;   /* the score sheet */

/* Prints what an amend would change, line by line, and the score. Returns as the `end` of a view. */
bool sq_rules_dry_run(const sq_game *game, const char *file, const char *amend);

#endif

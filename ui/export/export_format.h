/* The forms in which squint export writes a game. Each has a file of its own in this folder. */
#ifndef SQ_UI_EXPORT_EXPORT_FORMAT_H
#define SQ_UI_EXPORT_EXPORT_FORMAT_H

#include <stdio.h>

#include "rules/other/game_registry.h"
#include "ui/game/record_remarks.h"
#include "vision/system/failure.h"

/* A line of the record that was carried out, as it reads now. */
typedef struct {
    int n;
    const sq_event *event;
    const sq_amendment *amendment; /* the new events of an amend */
    const sq_state *before, *after;
    sq_game_line of;    /* the line in the game */
    sq_rulings rulings; /* empty for lines that only change others */
} sq_export_line;

typedef struct {
    const char *name;    /* of the game, for people */
    const char *heading; /* event, round, table, date (sq_details_heading); "" where nothing is known of it */
    const sq_details *about; /* who plays, and where */
    const sq_state *end;
    sq_export_line *lines;
    int count;
    const sq_game *game;
    const sq_other_game *other; /* which game it is, if not tiddlywinks, for its sheet; else null */
    const sq_remarks_list *remarks;
    int open_questions;
    char open[SQ_OPEN_TEXT_MAX]; /* the sentence at the top; "" if no question is open */
} sq_export;

/* Fills in the rest of *x, whose name, heading and about are set. Game, remarks and about must stay valid
 * until sq_export_end. Fails with SQ_E_MEMORY. */
sq_code sq_export_begin(sq_export *x, const sq_game *g, const sq_remarks_list *remarks, sq_diag *d);
void sq_export_end(sq_export *x);

/* Writes the game in one form. The caller checks `to` for errors of writing; other failures are returned with
 * a message. */
typedef sq_code sq_export_form(FILE *to, const sq_export *x, sq_diag *d);

sq_export_form sq_export_csv;  /* a table, RFC 4180 */
sq_export_form sq_export_json; /* one object: each event as in the record with the state after it */
sq_export_form sq_export_html; /* a sheet for the browser */
sq_export_form sq_export_pdf;  /* the same to print, on A4 */

/* The doubt about a line, as every form shows it. Valid until the next call. */
const sq_line_doubt *sq_export_doubt(const sq_export *x, const sq_export_line *l);

/* The sheet of a game other than tiddlywinks, as lines for a fixed-width font. Valid until the next call. */
const char *sq_export_other_sheet(const sq_export *x);

/* The rules of a line's rulings, with a space between them: "12.1 7.1". Returns `to`. */
enum { SQ_EXPORT_RULES_MAX = 512 };
const char *sq_export_rules(char to[SQ_EXPORT_RULES_MAX], const sq_export_line *l);

#endif

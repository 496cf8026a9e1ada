/* What all forms of a game show: its lines with their rulings, and what is in doubt of each. */
#include <stdio.h>
#include <stdlib.h>

#include "ui/export/export_format.h"

const char *sq_export_rules(char to[SQ_EXPORT_RULES_MAX], const sq_export_line *l) {
    size_t used = 0;
    *to = 0;
    for (int i = 0; i < l->rulings.count && used < SQ_EXPORT_RULES_MAX; i++)
        used += (size_t)snprintf(to + used, SQ_EXPORT_RULES_MAX - used, "%s%s", i ? " " : "",
                                 sq_ruling_rule(&l->rulings.list[i], l->after->rules));
    return to;
}

const sq_line_doubt *sq_export_doubt(const sq_export *x, const sq_export_line *l) {
    static sq_line_doubt doubt; /* large */
    sq_line_doubt_of(&doubt, x->game, &l->of, x->remarks);
    return &doubt;
}

const char *sq_export_other_sheet(const sq_export *x) {
    enum { SHEET_MAX = 4096 };
    static char sheet[SHEET_MAX];
    sq_text t = sq_text_in(sheet, sizeof sheet);
    x->other->say_sheet(&t, x->end, x->about);
    return sheet;
}

/* The lines that were carried out; the caller frees. Null where memory is out. */
static sq_export_line *take_lines(const sq_game *g, int *count) {
    sq_export_line *lines = calloc((size_t)sq_game_lines(g) + 1, sizeof *lines);
    *count = 0;
    for (int i = 0; lines && i < sq_game_lines(g); i++) {
        sq_game_line of = sq_game_played_at(g, i);
        if (!of.carried_out || !of.event) continue;
        sq_export_line *l = &lines[(*count)++];
        sq_state after;
        *l = (sq_export_line){.n = of.n,
                              .of = of,
                              .event = of.event,
                              .amendment = of.amendment,
                              .before = of.before,
                              .after = of.state};
        bool on_lines = of.event->kind == SQ_EVENT_AMEND || of.event->kind == SQ_EVENT_UNDO;
        if (!on_lines) sq_engine_step(of.before, of.event, &after, &l->rulings);
    }
    return lines;
}

sq_code sq_export_begin(sq_export *x, const sq_game *g, const sq_remarks_list *remarks, sq_diag *d) {
    x->game = g;
    x->remarks = remarks;
    x->end = sq_game_state(g);
    x->other = sq_other_game_at(x->end->rules);
    x->lines = take_lines(g, &x->count);
    x->open_questions = sq_open_questions_say(x->open, g, remarks);
    return x->lines ? SQ_OK : sq_fail(d, SQ_E_MEMORY, "no memory for the game; close other programs");
}

void sq_export_end(sq_export *x) {
    free(x->lines);
    x->lines = NULL;
}

/* squint rules --json: prints the state after each line. */
#include "ui/rules/record_view.h"

static bool show(const sq_rules_line *line, const char *file) {
    static char text[SQ_STATE_LINE_MAX];
    (void)file;
    const sq_game_answer *a = line->answer;
    size_t n = sq_record_write_state(text, sizeof text, line->n, line->name, line->after, &a->rulings,
                                     a->taken ? NULL : a->why);
    fwrite(text, 1, n, stdout);
    putchar('\n');
    return a->taken;
}

const sq_rules_view sq_rules_json = {.line = show};

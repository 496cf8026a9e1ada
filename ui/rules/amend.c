/* squint rules --amend EVENT --dry-run: what an amend would change, before it is carried out. */
#include <string.h>

#include "ui/rules/record_view.h"
#include "ui/words/difference_words.h"

bool sq_rules_dry_run(const sq_game *game, const char *file, const char *amend) {
    char name[SQ_RECORD_NAME_MAX];
    sq_game_answer answer = {0};
    sq_game *copy = sq_game_copy(game);
    int lines = sq_game_lines(game), n = lines ? sq_game_line_at(game, lines - 1).n + 1 : 1;
    bool well = copy && sq_game_read(copy, n, amend, strlen(amend), name, &answer);
    if (!well)
        fputs("squint: out of memory; close other programs\n", stderr);
    else if (!answer.taken || strcmp(name, "amend")) {
        well = false;
        printf("%s: the amend would be refused: %s\n", file,
               answer.taken ? "it is no \"amend\" event" : answer.why);
    } else
        sq_say_difference(stdout, game, copy, &answer, false);
    sq_game_free(copy);
    return well;
}

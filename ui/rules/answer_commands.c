/* The commands that answer a kept game's questions, below each of them. */
#include <string.h>

#include "ui/rules/record_view.h"
#include "ui/words/commentary.h"

/* Standard input keeps nothing. */
static bool takes_words(const char *file) {
    return strcmp(file, "-") != 0;
}

void sq_rules_say_commands(const sq_line_doubt *doubt, int n, const char *file, int blanks) {
    if (!takes_words(file)) return;
    if (doubt->left.texts) {
        printf("%*sTo tell what was played: ", blanks, "");
        sq_say_event_command(stdout, file, n);
        puts("");
    }
    if (doubt->held && doubt->others) {
        printf("%*sTo answer otherwise: ", blanks, "");
        sq_say_answer_command(stdout, file, n, doubt->number[0]);
        puts("");
    }
}

void sq_rules_say_end_command(const sq_remarks_list *remarks, const char *file, int blanks) {
    if (!remarks->end.texts || !takes_words(file)) return;
    printf("%*sTo tell what was played: ", blanks, "");
    sq_say_event_command(stdout, file, 0);
    puts("");
}

/* Reads the file of a record, and then what waits to be written there. */
#include "ui/overrule/record_lines.h"

#include <stdint.h>
#include <stdlib.h>

sq_record_lines sq_record_lines_of(const sq_word_ground *ground) {
    sq_record_lines l = {.text = NULL};
    if (ground->record) l.from[0] = fopen(ground->record, "re");
    if (ground->waiting_bytes)
        l.from[1] = fmemopen((void *)(uintptr_t)ground->waiting, ground->waiting_bytes, "r");
    return l;
}

const char *sq_record_lines_next(sq_record_lines *l) {
    for (size_t i = 0; i < sizeof l->from / sizeof *l->from; i++)
        if (l->from[i] && getline(&l->text, &l->room, l->from[i]) > 0) return l->text;
    return NULL;
}

void sq_record_lines_close(sq_record_lines *l) {
    for (size_t i = 0; i < sizeof l->from / sizeof *l->from; i++)
        if (l->from[i]) fclose(l->from[i]);
    free(l->text);
}

/* Reads the file from which a game is taken up in the middle: a position with the key "set". */
#include "ui/game/start_position_file.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/record.h"
#include "ui/game/position_json.h"
#include "vision/system/standard_input.h"

static sq_code take_set(sq_start_position *m, const json_t *set, const char *path, sq_diag *d) {
    sq_record_line line;
    char why[SQ_RECORD_WHY_MAX] = "it is no set event";
    char *text = json_dumps(set, JSON_COMPACT);
    if (!text) return sq_fail(d, SQ_E_MEMORY, "no memory for %.300s; close other programs", path);
    bool well = sq_record_read(&line, text, strlen(text), why) && line.event.kind == SQ_EVENT_SET;
    free(text);
    if (!well) return sq_fail(d, SQ_E_FORMAT, "%.300s: \"set\": %.200s; correct the file", path, why);
    if (!(line.event.set.named & SQ_SET_TURN))
        return sq_fail(d, SQ_E_FORMAT, "%.300s: \"set\" names no turn; add \"turn\", or leave \"set\" out",
                       path);
    m->has_set = true;
    m->set = line.event.set;
    return SQ_OK;
}

/* Names tell winks apart. */
static sq_code check_names(const sq_position *p, const char *path, sq_diag *d) {
    sq_wink_set named = 0;
    for (int i = 0; i < p->wink_count; i++) {
        sq_wink w = p->winks[i].id;
        if (w == SQ_NO_WINK) continue;
        if (named & sq_wink_bit(w))
            return sq_fail(d, SQ_E_FORMAT, "%.300s: two winks are called %s; correct the file", path,
                           sq_wink_name(w));
        named |= sq_wink_bit(w);
    }
    return SQ_OK;
}

static sq_code take(sq_start_position *m, const json_t *from, const char *path, sq_diag *d) {
    *m = (sq_start_position){.has_set = false};
    sq_code code = sq_position_from_json(&m->position, from, path, d);
    if (!code) code = check_names(&m->position, path, d);
    const json_t *set = json_object_get(from, "set");
    return !code && set ? take_set(m, set, path, d) : code;
}

/* Whether anything but white space follows. */
static bool is_more(FILE *f) {
    int c = fgetc(f);
    while (isspace(c))
        c = fgetc(f);
    return c != EOF && ungetc(c, f) != EOF;
}

sq_code sq_start_position_read(sq_start_position *out, const char *path, sq_diag *d) {
    json_error_t error = {.text = "it is empty"};
    json_t *last = NULL, *next = NULL;
    FILE *f = fopen(sq_input_path(path), "re");
    if (!f) return sq_fail(d, SQ_E_FILE, "%.300s: cannot be read (%m); check its name", path);
    while (is_more(f) && (next = json_loadf(f, JSON_DISABLE_EOF_CHECK | JSON_REJECT_DUPLICATES, &error))) {
        json_decref(last);
        last = next;
    }
    bool ended = next && !ferror(f);
    fclose(f);
    sq_code code = ended && last
                       ? take(out, last, path, d)
                       : sq_fail(d, SQ_E_FORMAT, "%.300s: is no position (%s); give a line of rests.jsonl",
                                 path, error.text);
    json_decref(last);
    return code;
}

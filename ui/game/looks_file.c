/* Writes and reads what the umpire was given at each rest, exactly, as lines of JSON. */
#include "ui/game/looks_file.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/record.h"
#include "ui/game/position_json.h"
#include "vision/system/shortest_numbers.h"

/* Digits with which a double is read back as it was. */
enum { EXACT_DIGITS = 17, REST_MAX = 1 << 30 };

/* ---- One look ---- */

char *sq_observation_write(const sq_observation *look) {
    json_t *o =
        json_pack("{s:s,s:i,s:i,s:f,s:f,s:b}", "type", "observation", "version", SQ_FORMAT_VERSION, "rest",
                  look->rest, "t_start", look->t_start, "t_rest", look->t_rest, "last", look->last);
    json_t *position = sq_position_to_json_exact(&look->position);
    char *line = NULL;
    char automation[SQ_AUTOMATION_TEXT_MAX];
    if (o && look->gap_s > 0) json_object_set_new(o, "gap_s", json_real(look->gap_s));
    if (o && look->unjudged > 0) json_object_set_new(o, "unjudged", json_integer(look->unjudged));
    if (o && *sq_automation_write(automation, &look->automation))
        json_object_set_new(o, "automation", json_string(automation));
    if (o && position && !json_object_update(o, position))
        line = sq_short_numbers(json_dumps(o, JSON_COMPACT | JSON_REAL_PRECISION(EXACT_DIGITS)));
    json_decref(position);
    json_decref(o);
    return line;
}

/* Reads a line. name is what a failure's message calls it. */
static sq_code read_observation(sq_observation *out, const char *line, const char *name, sq_diag *d) {
    json_error_t error;
    json_t *o = json_loads(line, JSON_REJECT_DUPLICATES, &error);
    const char *automation = NULL;
    char why[SQ_AUTOMATION_WHY_MAX];
    int last = 0;
    out->gap_s = out->unjudged = 0;
    out->automation = (sq_automation){0};
    if (!o)
        return sq_fail(d, SQ_E_FORMAT, "%s: is no look (%s); bring the file back from a copy", name,
                       error.text);
    sq_code code = sq_position_from_json(&out->position, o, name, d);
    bool whole = !json_unpack(o, "{s:i,s:F,s:F,s:b,s?F,s?i,s?s}", "rest", &out->rest, "t_start",
                              &out->t_start, "t_rest", &out->t_rest, "last", &last, "gap_s", &out->gap_s,
                              "unjudged", &out->unjudged, "automation", &automation) &&
                 out->rest >= 0 && out->rest < REST_MAX && out->unjudged >= 0 &&
                 (!automation || sq_automation_read(&out->automation, automation, why));
    out->last = last;
    json_decref(o);
    if (code || whole) return code;
    return sq_fail(
        d, SQ_E_FORMAT,
        "%s: is no look: \"rest\", its times or \"automation\" are missing or wrong; bring the file back "
        "from a copy",
        name);
}

/* ---- A file of them ---- */

struct sq_observations {
    FILE *file;
    char *line; /* getline's */
    size_t room;
    int n;
    char path[];
};

sq_code sq_observations_open(sq_observations **out, const char *path, sq_diag *d) {
    sq_observations *l = *out = calloc(1, sizeof *l + strlen(path) + 1);
    if (!l) return sq_fail(d, SQ_E_MEMORY, "no memory to read looks; close other programs");
    strcpy(l->path, path);
    l->file = fopen(path, "re");
    if (l->file) return SQ_OK;
    sq_fail(d, SQ_E_FILE,
            "%.300s: cannot be read (%s); it holds what the camera saw: bring it back from a copy", path,
            strerror(errno));
    sq_observations_close(l);
    *out = NULL;
    return SQ_E_FILE;
}

sq_code sq_observations_next(sq_observations *l, sq_observation *out, sq_diag *d) {
    char name[320];
    errno = 0;
    ssize_t n = getline(&l->line, &l->room, l->file);
    if (n <= 0 && errno == ENOMEM)
        return sq_fail(d, SQ_E_MEMORY, "no memory to read %.300s; close other programs", l->path);
    if (n <= 0 && ferror(l->file))
        return sq_fail(d, SQ_E_FILE, "%.300s: cannot be read (%s); bring the file back from a copy", l->path,
                       strerror(errno));
    if (n <= 0 || l->line[n - 1] != '\n') return SQ_END;
    snprintf(name, sizeof name, "%.280s: line %d", l->path, ++l->n);
    return read_observation(out, l->line, name, d);
}

void sq_observations_close(sq_observations *l) {
    if (!l) return;
    if (l->file) fclose(l->file);
    free(l->line);
    free(l);
}

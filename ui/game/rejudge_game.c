/* Gives a game's stored observations to a fresh umpire, and carries out the lines that a person added where
 * they stood. */
#include "ui/game/rejudge_game.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "rules/other/game_registry.h"
#include "ui/game/journal.h"
#include "ui/game/looks_file.h"
#include "ui/game/start_position_file.h"
#include "vision/system/standard_input.h"
#include "vision/system/text_line.h"

/* ---- Records ---- */

bool sq_line_by_hand(const char *line) {
    json_t *o = json_loads(line, 0, NULL);
    bool by_hand = o && !json_object_get(o, "seen_t");
    json_decref(o);
    return by_hand;
}

int sq_line_looks(const char *line) {
    json_t *o = json_loads(line, 0, NULL);
    const json_t *looks = json_object_get(o, "looks");
    json_int_t n = json_is_integer(looks) ? json_integer_value(looks) : -1;
    json_decref(o);
    return n >= 0 && n <= INT_MAX ? (int)n : -1;
}

bool sq_record_lies_alone(const char *name) {
    const char *slash = strrchr(name, '/');
    struct stat s;
    return !sq_record_number(slash ? slash + 1 : name) && !stat(name, &s) && S_ISREG(s.st_mode);
}

sq_code sq_game_named(sq_game_paths *paths, int *game, char record[PATH_MAX], const char *name, sq_diag *d) {
    char folder[PATH_MAX];
    const char *slash = strrchr(name, '/'), *file = slash ? slash + 1 : name;
    struct stat s;
    *game = 1;
    if (stat(name, &s))
        return sq_fail(d, SQ_E_FILE, "%.300s: cannot be read (%s); squint games lists those that there are",
                       name, strerror(errno));
    if (S_ISDIR(s.st_mode)) {
        snprintf(folder, sizeof folder, "%.4000s", name);
    } else {
        *game = sq_record_number(file);
        if (!*game)
            return sq_fail(d, SQ_E_ARGUMENT,
                           "%.300s: is no game; give the folder that squint referee --out has made", name);
        snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - name) : 1, slash ? name : ".");
    }
    sq_code code = sq_game_paths_of(paths, folder, d);
    if (!code) sq_game_record(record, paths, *game);
    if (!code && stat(record, &s))
        code = sq_fail(d, SQ_E_FILE, "%.300s: holds no game; squint games lists those that there are", name);
    return code;
}

const char *sq_record_of(char record[PATH_MAX], const char *name) {
    sq_game_paths paths;
    int game;
    sq_diag dropped;
    return sq_game_lies_in(name) && !sq_game_named(&paths, &game, record, name, &dropped) ? record : name;
}

void sq_game_title(char title[PATH_MAX], const sq_game_paths *paths, int game) {
    char whole[PATH_MAX];
    const char *folder = realpath(paths->folder, whole) ? whole : paths->folder;
    const char *slash = strrchr(folder, '/');
    int used = snprintf(title, PATH_MAX, "%.4000s", slash && slash[1] ? slash + 1 : folder);
    if (game > 1) snprintf(title + used, (size_t)(PATH_MAX - used), ", game %d", game);
}

sq_code sq_game_load(sq_game **out, const char *record, sq_diag *d) {
    return sq_game_load_remarks(out, NULL, record, d);
}

/* A line without its end is the last: half of one that is being written, or one that a person has typed. */
static bool is_whole(const char *line, size_t length) {
    return line[length - 1] == '\n' || sq_is_whole_json(line, length);
}

sq_code sq_game_load_remarks(sq_game **out, sq_remarks_list *remarks, const char *record, sq_diag *d) {
    char *line = NULL, name[SQ_RECORD_NAME_MAX];
    size_t room = 0;
    ssize_t length = 0;
    sq_game_answer answer;
    FILE *f = fopen(sq_input_path(record), "re");
    *out = NULL;
    if (!f)
        return sq_fail(d, SQ_E_FILE, "%.300s: cannot be read (%s); check the rights", record,
                       strerror(errno));
    sq_game *g = *out = sq_game_new();
    bool well = g;
    for (int n = 1; well && (length = sq_text_line(&line, &room, f)) > 0 && is_whole(line, (size_t)length);
         n++)
        if (!sq_record_is_blank(line, (size_t)length))
            well = sq_game_read(g, n, line, (size_t)length, name, &answer) &&
                   (!remarks || sq_remarks_add(remarks, n, line, (size_t)length));
    bool broken = well && length < 0 && !feof(f);
    int reason = errno;
    fclose(f);
    free(line);
    sq_code code = well && !broken && remarks ? sq_remarks_read_end(remarks, g, record, d) : SQ_OK;
    if (well && !broken && !code) return SQ_OK;
    sq_game_free(g);
    *out = NULL;
    if (code) return code;
    if (broken)
        return sq_fail(d, SQ_E_FILE, "%.300s: cannot be read (%s); bring the file back from a copy", record,
                       strerror(reason));
    return sq_fail(d, SQ_E_MEMORY, "%.300s: no memory for the game; close other programs", record);
}

/* ---- Telling ---- */

typedef struct {
    double t;
    int rest;
} moment;

typedef struct {
    const sq_game_paths *paths;
    sq_replay_hear hear;
    void *who;
    sq_umpire *umpire;
    int game, given; /* given: looks so far */
    sq_game *told;   /* the new record, for the lines by hand */
    FILE *old;       /* the record as it is; null where there is none */
    char *line;      /* the next one of old; valid while has_line */
    int n;           /* its number; after the last one those that the next ones would have */
    size_t room;
    bool has_line;
    moment *moments; /* of all looks */
    int moment_count, moment_room;
} telling;

static sq_code no_memory(sq_diag *d) {
    return sq_fail(d, SQ_E_MEMORY, "no memory for a game; close other programs");
}

/* Blank lines have a number and say nothing. */
static sq_code next_line(telling *t, sq_diag *d) {
    ssize_t n;
    do {
        n = t->old ? sq_text_line(&t->line, &t->room, t->old) : -1;
        t->n++;
    } while (n > 0 && sq_record_is_blank(t->line, (size_t)n));
    t->has_line = n > 0 && is_whole(t->line, (size_t)n);
    if (n >= 0 || !t->old || feof(t->old)) return SQ_OK;
    if (errno == ENOMEM) return no_memory(d);
    return sq_fail(d, SQ_E_FILE,
                   "%.300s: the record of game %d cannot be read (%s); bring the file back from a copy",
                   t->paths->folder, t->game, strerror(errno));
}

static sq_code begin_record(telling *t, int game, sq_diag *d) {
    char record[PATH_MAX];
    sq_game_record(record, t->paths, game);
    if (t->old) fclose(t->old);
    sq_game_free(t->told);
    t->game = game;
    t->n = 0;
    t->told = sq_game_new();
    t->old = fopen(record, "re");
    if (!t->old && errno != ENOENT)
        return sq_fail(d, SQ_E_FILE, "%.300s: cannot be read (%s); check the rights", record,
                       strerror(errno));
    return t->told ? next_line(t, d) : no_memory(d);
}

/* The rest whose look was taken at t: the newest ones are asked most. */
static int rest_at(const telling *t, const sq_tracked *at) {
    for (int i = t->moment_count - 1; at && i >= 0; i--)
        if (t->moments[i].t == at->position.t) return t->moments[i].rest;
    return -1;
}

static bool remember(telling *t, const sq_observation *look) {
    if (t->moment_count == t->moment_room) {
        int room = 2 * t->moment_room + 64;
        moment *more = realloc(t->moments, (size_t)room * sizeof *more);
        if (!more) return false;
        t->moments = more;
        t->moment_room = room;
    }
    t->moments[t->moment_count++] = (moment){look->position.t, look->rest};
    return true;
}

/* The event is put into the new record, and one line of the old one is passed; what follows it by hand is
 * carried out. */
static sq_code take(telling *t, const sq_said *said, sq_diag *d) {
    sq_record_line line = {.event = *said->event};
    sq_game_answer answer;
    char name[SQ_RECORD_NAME_MAX];
    if (!sq_game_take(t->told, t->n, &line, NULL, &answer)) return no_memory(d);
    sq_code code = next_line(t, d);
    while (!code && t->has_line && sq_line_by_hand(t->line) && sq_line_looks(t->line) < 0) {
        if (!sq_game_read(t->told, t->n, t->line, strlen(t->line), name, &answer)) return no_memory(d);
        sq_umpire_overrule(t->umpire, sq_game_state(t->told));
        code = next_line(t, d);
    }
    return code;
}

/* Between two looks: what a person has said then. */
static sq_code take_words(telling *t, int given, sq_diag *d) {
    sq_game_answer answer;
    char name[SQ_RECORD_NAME_MAX];
    sq_code code = SQ_OK;
    while (!code && t->has_line && sq_line_by_hand(t->line) && sq_line_looks(t->line) <= given) {
        if (!sq_game_read(t->told, t->n, t->line, strlen(t->line), name, &answer)) return no_memory(d);
        code = next_line(t, d);
        sq_game_line line = sq_game_line_at(t->told, sq_game_lines(t->told) - 1);
        if (!line.given)
            sq_umpire_overrule(t->umpire, sq_game_state(t->told));
        else if (!code)
            code = sq_umpire_word(t->umpire, line.given, sq_game_state(t->told), d);
    }
    return code;
}

static sq_code hear(void *who, const sq_said *said, sq_diag *d) {
    telling *t = who;
    sq_replayed told = {said, t->game, rest_at(t, said->is), rest_at(t, said->was), t->umpire};
    sq_code code = t->hear(t->who, &told, d);
    if (!code && said->kind == SQ_SAID_EVENT) code = take(t, said, d);
    if (!code && said->kind == SQ_SAID_NEW_GAME) code = begin_record(t, t->game + 1, d);
    return code;
}

static sq_code tell_all(telling *t, sq_observations *looks, sq_diag *d) {
    static sq_observation look; /* large */
    bool again;
    sq_code code;
    while (!(code = sq_observations_next(looks, &look, d))) {
        if (!remember(t, &look)) return no_memory(d);
        if (look.gap_s > 0) sq_umpire_gap(t->umpire, look.gap_s);
        sq_umpire_unjudged(t->umpire, look.unjudged);
        sq_umpire_automate(t->umpire, &look.automation);
        code = sq_umpire_look(t->umpire, &look.position, look.t_start, look.t_rest, look.last, &again, d);
        if (!code) code = take_words(t, ++t->given, d);
        if (code) return code;
    }
    if (code == SQ_END) code = sq_umpire_end(t->umpire, d);
    return code ? code : take_words(t, INT_MAX, d);
}

sq_code sq_replay(const sq_game_paths *paths, sq_replay_hear on_said, void *who, sq_state *end, sq_diag *d) {
    static sq_game_note note; /* large, as is the next */
    static sq_start_position from;
    sq_observations *looks = NULL;
    telling t = {.paths = paths, .hear = on_said, .who = who};
    sq_code code = sq_game_note_read(&note, paths->note, d);
    if (!code && *note.from) code = sq_start_position_read(&from, note.from, d);
    if (!code) code = sq_observations_open(&looks, paths->looks, d);
    sq_umpire_settings settings = {
        .game = note.game, .hear = hear, .who = &t, .from = *note.from ? &from : NULL};
    if (!code) code = sq_umpire_new(&t.umpire, &settings, d);
    if (!code) code = begin_record(&t, 1, d);
    if (!code) code = tell_all(&t, looks, d);
    if (!code && end) *end = *sq_umpire_state(t.umpire);
    sq_observations_close(looks);
    sq_umpire_free(t.umpire);
    sq_game_free(t.told);
    if (t.old) fclose(t.old);
    free(t.line);
    free(t.moments);
    return code;
}

sq_code sq_game_refuse_other(const char *name, const char *record, const char *why, sq_diag *d) {
    sq_game *g = NULL;
    sq_code code = sq_game_load(&g, record, d);
    const sq_other_game *other = code ? NULL : sq_other_game_at(sq_game_state(g)->rules);
    if (other)
        code = sq_fail(d, SQ_E_FORMAT, "%.300s: a game of %s %s; squint rules plays its record", name,
                       other->name, why);
    sq_game_free(g);
    return code;
}

/* Keeps an SQLite table of the games in a folder. Only games whose files have changed since the last time are
 * read again. */
#include "ui/game/game_index.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "rules/book/ruleset.h"
#include "rules/other/game_registry.h"
#include "ui/game/game_folder.h"
#include "ui/game/record_remarks.h"
#include "ui/game/rejudge_game.h"
#include "ui/words/details_words.h"
#include "vision/capture/source_name.h"

#define INDEX_NAME ".games.sqlite"

/* Of the table's columns; another number stands for another form. */
enum { FORM = 6 };

/* Milliseconds that another squint may keep it. */
enum { PATIENCE_MS = 5000 };

#define TEXT_COLUMN "TEXT"
#define NUMBER_COLUMN "INTEGER"
#define COLUMN_text TEXT_COLUMN
#define COLUMN_number NUMBER_COLUMN

static const char create[] =
    "CREATE TABLE IF NOT EXISTS games (path TEXT PRIMARY KEY, stamp TEXT, seen INTEGER"
#define X(member, kind, what) ", " #member " " COLUMN_##kind
    SQ_GAME_ROW_LIST(X)
#undef X
        ")";
static const char put[] = "INSERT OR REPLACE INTO games VALUES (?, ?, 1"
#define X(member, kind, what) ", ?"
    SQ_GAME_ROW_LIST(X)
#undef X
        ")";
static const char get[] = "SELECT path"
#define X(member, kind, what) ", " #member
    SQ_GAME_ROW_LIST(X)
#undef X
        " FROM games ORDER BY begun, name";

typedef struct {
    sqlite3 *db;
    const char *folder;
    const sq_game_index_hear *hear;
    sq_diag *d;
} index_file;

static sq_code fail(const index_file *x) {
    return sq_fail(x->d, SQ_E_LIBRARY, "%.300s: the index of the games fails (%s); delete " INDEX_NAME,
                   x->folder, sqlite3_errmsg(x->db));
}

/* ---- The file ---- */

static bool has_form(sqlite3 *db) {
    sqlite3_stmt *s;
    int form = -1;
    if (sqlite3_prepare_v2(db, "PRAGMA user_version", -1, &s, NULL) == SQLITE_OK &&
        sqlite3_step(s) == SQLITE_ROW)
        form = sqlite3_column_int(s, 0);
    sqlite3_finalize(s);
    return form == FORM;
}

static bool make(sqlite3 *db) {
    char version[64];
    snprintf(version, sizeof version, "PRAGMA user_version = %d", FORM);
    return sqlite3_exec(db, create, NULL, NULL, NULL) == SQLITE_OK &&
           sqlite3_exec(db, version, NULL, NULL, NULL) == SQLITE_OK;
}

/* Another squint may be writing it: it is waited for. */
static bool open_file(index_file *x, const char *path) {
    return sqlite3_open(path, &x->db) == SQLITE_OK && sqlite3_busy_timeout(x->db, PATIENCE_MS) == SQLITE_OK;
}

/* The file as it is, else a new one, else none. */
static sq_code open_index(index_file *x) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%.4000s/%s", x->folder, INDEX_NAME);
    bool well = open_file(x, path) && has_form(x->db) && make(x->db);
    if (!well) {
        sqlite3_close(x->db);
        remove(path);
        well = open_file(x, path) && make(x->db);
    }
    if (!well) {
        sqlite3_close(x->db);
        well = open_file(x, ":memory:") && make(x->db);
    }
    return well ? SQ_OK : fail(x);
}

/* ---- One row ---- */

/* When each of the files was written that a row is made of, and how long it is. A game that runs writes its
 * questions into the stream long before its record's next line. */
typedef struct {
    char text[160];
} stamp;

static stamp stamp_of(const char *record, const sq_game_paths *paths) {
    const char *const files[] = {record, paths->stream, paths->note};
    stamp out = {""};
    for (size_t i = 0, used = 0; i < sizeof files / sizeof *files; i++) {
        struct stat s = {0};
        if (stat(files[i], &s)) s.st_size = -1;
        used += (size_t)snprintf(out.text + used, sizeof out.text - used, "%lld.%09ld %lld ",
                                 (long long)s.st_mtim.tv_sec, s.st_mtim.tv_nsec, (long long)s.st_size);
    }
    return out;
}

static int count_shots(const sq_game *g) {
    int n = 0;
    for (int i = 0; i < sq_game_lines(g); i++) {
        sq_game_line l = sq_game_line_at(g, i);
        n += l.carried_out && l.event && !strcmp(sq_event_called(l.event), "shot");
    }
    return n;
}

/* Its name and how it stands. */
enum { STANDING_MAX = 320 };
static void tell_other(char to[STANDING_MAX], const sq_other_game *other, const sq_state *state) {
    sq_text text = sq_text_in(to, STANDING_MAX);
    sq_text_put(&text, "%s: ", other->name);
    size_t head = text.used;
    other->say_standing(&text, state);
    if (text.used == head) sq_text_put(&text, "ended");
}

static sq_code put_row(index_file *x, const char *path, const stamp *s, const sq_game_row *row) {
    sqlite3_stmt *q;
    int at = 1;
    if (sqlite3_prepare_v2(x->db, put, -1, &q, NULL) != SQLITE_OK) return fail(x);
    sqlite3_bind_text(q, at++, path, -1, SQLITE_TRANSIENT);
    sqlite3_bind_text(q, at++, s->text, -1, SQLITE_TRANSIENT);
#define BIND_text(value) sqlite3_bind_text(q, at++, value, -1, SQLITE_TRANSIENT)
#define BIND_number(value) sqlite3_bind_int(q, at++, value)
#define X(member, kind, what) BIND_##kind(row->member);
    SQ_GAME_ROW_LIST(X)
#undef X
    bool well = sqlite3_step(q) == SQLITE_DONE;
    sqlite3_finalize(q);
    return well ? SQ_OK : fail(x);
}

enum { SIDES_MAX = 3 * SQ_DETAILS_TEXT_MAX };
static void tell_details(char about[SQ_DETAILS_TEXT_MAX], char sides[SIDES_MAX], const sq_game *g) {
    static sq_details details;
    char a[SQ_DETAILS_TEXT_MAX], b[SQ_DETAILS_TEXT_MAX];
    sq_game_details(g, &details);
    sq_details_heading(about, &details, "");
    sq_details_side(a, &details, SQ_BLUE_RED);
    sq_details_side(b, &details, SQ_GREEN_YELLOW);
    const sq_other_game *other = sq_other_game_at(sq_game_state(g)->rules);
    const char *first = other ? other->side[SQ_BLUE_RED] : "blue and red",
               *second = other ? other->side[SQ_GREEN_YELLOW] : "green and yellow";
    *sides = 0;
    if (*a || *b) snprintf(sides, SIDES_MAX, "%s against %s", *a ? a : first, *b ? b : second);
}

/* What counts in the game's book, and how much of it each colour has. */
static const char *count_all(int out[SQ_COLOURS], const sq_state *s) {
    const sq_ruleset *rules = sq_ruleset_at(s->rules);
    if (!rules) return ""; /* another game */
    bool tally = rules->set.best == SQ_BEST_TALLY, tiddlies = sq_ruleset_has_tiddlies(rules);
    for (unsigned c = 0; c < SQ_COLOURS; c++)
        out[c] = tally      ? s->now.tally[c]
                 : tiddlies ? sq_state_tiddlies(s, (sq_colour)c)
                            : sq_wink_count(s->now.potted & sq_winks_of((sq_colour)c));
    return tally ? "tally" : tiddlies ? "tiddlies" : "in the pot";
}

/* What the record says; one that cannot be read is told, and has no row. */
static sq_code read_row(index_file *x, const char *name, const char *path, const stamp *s,
                        const sq_game_note *note) {
    sq_game *g;
    sq_diag why;
    char points[SQ_PARTNERSHIPS][SQ_POINTS_TEXT_MAX] = {"", ""};
    sq_remarks_list remarks = {0};
    char lines[SQ_OPEN_LINES_MAX];
    if (sq_game_load_remarks(&g, &remarks, path, &why)) {
        sq_remarks_free(&remarks);
        x->hear->miss(x->hear->who, why.text);
        return SQ_OK;
    }
    const sq_state *state = sq_game_state(g);
    const sq_source_shown source = sq_source_show(note->source);
    char about[SQ_DETAILS_TEXT_MAX], sides[SIDES_MAX];
    tell_details(about, sides, g);
    const sq_other_game *other = state->playing ? sq_other_game_at(state->rules) : NULL;
    bool ended = state->playing && state->now.phase == SQ_PHASE_ENDED && !other;
    char standing[STANDING_MAX] = "";
    if (other) tell_other(standing, other, state);
    int so_many[SQ_COLOURS] = {0};
    const char *counted = state->playing ? count_all(so_many, state) : "";
    for (int p = 0; p < SQ_PARTNERSHIPS && ended; p++)
        if (sq_ruleset_at(state->rules)->set.result == SQ_RESULT_POINTS)
            sq_points_text(state->now.score[p], points[p]);
        else /* a book without points */
            snprintf(points[p], sizeof points[p],
                     state->now.winners & sq_colours_of((sq_partnership)p) ? "won" : "lost");
    sq_game_row row = {.name = name,
                       .begun = note->begun,
                       .source = source.text,
                       .about = about,
                       .sides = sides,
                       .other = standing,
                       .form = state->playing ? sq_form_name(state->form) : "",
                       .phase = state->playing ? sq_phase_name(state->now.phase) : "",
                       .shots = count_shots(g),
                       .questions = sq_open_questions(g, &remarks, lines),
                       .counted = counted,
                       .blue = so_many[SQ_BLUE],
                       .green = so_many[SQ_GREEN],
                       .red = so_many[SQ_RED],
                       .yellow = so_many[SQ_YELLOW],
                       .blue_red = points[SQ_BLUE_RED],
                       .green_yellow = points[SQ_GREEN_YELLOW]};
    sq_code code = put_row(x, path, s, &row);
    sq_remarks_free(&remarks);
    sq_game_free(g);
    return code;
}

/* Marks the row as there, if it is as the files are. */
static bool is_known(index_file *x, const char *path, const stamp *s) {
    sqlite3_stmt *q;
    const char *sql = "UPDATE games SET seen = 1 WHERE path = ? AND stamp = ?";
    if (sqlite3_prepare_v2(x->db, sql, -1, &q, NULL) != SQLITE_OK) return false;
    sqlite3_bind_text(q, 1, path, -1, SQLITE_TRANSIENT);
    sqlite3_bind_text(q, 2, s->text, -1, SQLITE_TRANSIENT);
    bool done = sqlite3_step(q) == SQLITE_DONE;
    sqlite3_finalize(q);
    return done && sqlite3_changes(x->db) == 1;
}

/* ---- The folders ---- */

/* All records of one game's folder. */
static sq_code look_into(index_file *x, const char *folder, const char *name) {
    static sq_game_paths paths;
    static sq_game_note note;
    sq_diag dropped;
    sq_code code = SQ_OK;
    if (sq_game_paths_of(&paths, folder, &dropped)) return SQ_OK;
    note = (sq_game_note){.source_bytes = -1};
    if (!access(paths.note, F_OK) && sq_game_note_read(&note, paths.note, &dropped))
        note.source[0] = note.begun[0] = 0;
    for (int game = 1; !code; game++) {
        char path[PATH_MAX], file[SQ_RECORD_FILE_MAX], long_name[PATH_MAX];
        struct stat s;
        sq_game_record(path, &paths, game);
        sq_record_file(file, game);
        if (stat(path, &s) || !S_ISREG(s.st_mode)) break;
        if (game == 1)
            snprintf(long_name, sizeof long_name, "%s", name);
        else
            snprintf(long_name, sizeof long_name, "%.255s/%s", name, file);
        const stamp now = stamp_of(path, &paths); /* before it is read: what comes meanwhile is read again */
        if (!is_known(x, path, &now)) code = read_row(x, long_name, path, &now, &note);
    }
    return code;
}

static sq_code look_about(index_file *x) {
    struct dirent **list;
    int n = scandir(x->folder, &list, NULL, alphasort);
    if (n < 0)
        return sq_fail(x->d, SQ_E_FILE, "%.300s: cannot be read (%s); check its rights", x->folder,
                       strerror(errno));
    sq_code code = look_into(x, x->folder, ".");
    for (int i = 0; i < n; i++) {
        char path[PATH_MAX];
        snprintf(path, sizeof path, "%.3800s/%.255s", x->folder, list[i]->d_name);
        if (list[i]->d_name[0] != '.' && !code) code = look_into(x, path, list[i]->d_name);
        free(list[i]);
    }
    free(list);
    return code;
}

static sq_code give_rows(index_file *x) {
    sqlite3_stmt *q;
    if (sqlite3_prepare_v2(x->db, get, -1, &q, NULL) != SQLITE_OK) return fail(x);
    int step;
    while ((step = sqlite3_step(q)) == SQLITE_ROW) {
        int at = 1;
        sq_game_row row;
#define COLUMN_OF_text (const char *)sqlite3_column_text(q, at++)
#define COLUMN_OF_number sqlite3_column_int(q, at++)
#define X(member, kind, what) row.member = COLUMN_OF_##kind;
        SQ_GAME_ROW_LIST(X)
#undef X
        x->hear->take(x->hear->who, &row);
    }
    sqlite3_finalize(q);
    return step == SQLITE_DONE ? SQ_OK : fail(x);
}

static sq_code run(index_file *x, const char *sql) {
    return sqlite3_exec(x->db, sql, NULL, NULL, NULL) == SQLITE_OK ? SQ_OK : fail(x);
}

sq_code sq_game_index(const char *folder, const sq_game_index_hear *hear, sq_diag *d) {
    index_file x = {.folder = folder, .hear = hear, .d = d};
    struct stat s;
    if (stat(folder, &s) || !S_ISDIR(s.st_mode))
        return sq_fail(d, SQ_E_FILE, "%.300s: is no folder; give the one that the games lie in", folder);
    sq_code code = open_index(&x);
    if (!code) code = run(&x, "BEGIN");
    if (!code) code = run(&x, "UPDATE games SET seen = 0");
    if (!code) code = look_about(&x);
    if (!code) code = run(&x, "DELETE FROM games WHERE seen = 0");
    if (!code) code = run(&x, "COMMIT");
    if (!code) code = give_rows(&x);
    sqlite3_close(x.db);
    return code;
}

/* The hall's SQLite file. */
#include "ui/hall/hall_store.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of the tables below; another number stands for another form. */
enum { FORM = 1, APPLICATION = 0x73714861 };

static const char create[] =
    "CREATE TABLE tables (name TEXT PRIMARY KEY, game TEXT NOT NULL, birth INTEGER NOT NULL) WITHOUT ROWID;"
    "CREATE TABLE games (id TEXT PRIMARY KEY, tbl TEXT NOT NULL, seq INTEGER NOT NULL, number INTEGER NOT "
    "NULL,"
    " begun TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP) WITHOUT ROWID;"
    "CREATE TABLE lines (game TEXT NOT NULL, number INTEGER NOT NULL, n INTEGER NOT NULL, text TEXT NOT NULL,"
    " PRIMARY KEY (game, number, n)) WITHOUT ROWID;"
    "CREATE TABLE words (id TEXT PRIMARY KEY, tbl TEXT, game TEXT, who TEXT, said_at TEXT, word TEXT, answer "
    "TEXT)"
    " WITHOUT ROWID;";

/* name, text */
#define QUERY_LIST(X)                                                                                \
    X(GET_GAME, "SELECT tbl, seq, number FROM games WHERE id = ?")                                   \
    X(PUT_GAME, "INSERT INTO games (id, tbl, seq, number) VALUES (?1, ?2, ?3, ?4) "                  \
                "ON CONFLICT (id) DO UPDATE SET seq = ?3, number = ?4")                              \
    X(DROP_LINES, "DELETE FROM lines WHERE game = ?")                                                \
    X(PUT_TABLE, "INSERT OR REPLACE INTO tables (name, game, birth) VALUES (?, ?, ?)")               \
    X(GET_TABLES, "SELECT name, game, birth FROM tables ORDER BY name")                              \
    X(PUT_LINE, "INSERT OR REPLACE INTO lines (game, number, n, text) VALUES (?, ?, ?, ?)")          \
    X(PUT_WORD, "INSERT INTO words VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT (id) DO NOTHING") \
    X(ANSWER_WORD, "UPDATE words SET answer = ?3 WHERE id = ?1 AND tbl = ?2")                        \
    X(GET_LINES, "SELECT n, text FROM lines WHERE game = ? AND number = ? ORDER BY n")

enum {
#define X(name, text) name,
    QUERY_LIST(X)
#undef X
        QUERIES
};

struct sq_hall_store {
    sqlite3 *db;
    sqlite3_stmt *query[QUERIES];
    bool dirty, failed; /* a transaction is open; something in it could not be put */
    char path[300];
};

static bool run(sq_hall_store *s, const char *sql) {
    return sqlite3_exec(s->db, sql, NULL, NULL, NULL) == SQLITE_OK;
}

static long long number_of(sq_hall_store *s, const char *sql) {
    sqlite3_stmt *q;
    long long is = -1;
    if (sqlite3_prepare_v2(s->db, sql, -1, &q, NULL) == SQLITE_OK && sqlite3_step(q) == SQLITE_ROW)
        is = sqlite3_column_int64(q, 0);
    sqlite3_finalize(q);
    return is;
}

static bool make(sq_hall_store *s) {
    char mark[128];
    long long application = number_of(s, "PRAGMA application_id"), form = number_of(s, "PRAGMA user_version");
    if (application == APPLICATION) return form == FORM;
    if (application || form || number_of(s, "SELECT count(*) FROM sqlite_master")) return false;
    snprintf(mark, sizeof mark, "PRAGMA application_id = %d; PRAGMA user_version = %d", APPLICATION, FORM);
    return run(s, "BEGIN") && run(s, create) && run(s, mark) && run(s, "COMMIT");
}

/* WAL: what is committed survives the program's end at any moment. After a power cut the last second may be
 * missing, and the tables send it again. */
static bool prepare(sq_hall_store *s) {
    static const char *const texts[] = {
#define X(name, text) (text),
        QUERY_LIST(X)
#undef X
    };
    bool well = run(s, "PRAGMA locking_mode = EXCLUSIVE") && make(s) && run(s, "PRAGMA journal_mode = WAL") &&
                run(s, "PRAGMA synchronous = NORMAL");
    for (int i = 0; well && i < QUERIES; i++)
        well = sqlite3_prepare_v2(s->db, texts[i], -1, &s->query[i], NULL) == SQLITE_OK;
    return well;
}

sq_code sq_hall_store_open(sq_hall_store **out, const char *path, sq_diag *d) {
    sq_hall_store *s = *out = calloc(1, sizeof *s);
    if (!s) return sq_fail(d, SQ_E_MEMORY, "no memory for the hall; close other programs");
    snprintf(s->path, sizeof s->path, "%s", path);
    if (sqlite3_open(path, &s->db) == SQLITE_OK && prepare(s)) return SQ_OK;
    int code = sqlite3_errcode(s->db);
    sq_fail(d, SQ_E_FILE, "%.300s: cannot be the hall's memory (%s); give another file with --keep", path,
            code == SQLITE_BUSY ? "another hall uses it"
            : code              ? sqlite3_errmsg(s->db)
                                : "it holds something else");
    sq_hall_store_close(s);
    *out = NULL;
    return d ? d->code : SQ_E_FILE;
}

void sq_hall_store_close(sq_hall_store *s) {
    sq_diag dropped;
    if (!s) return;
    sq_hall_store_commit(s, &dropped);
    for (int i = 0; i < QUERIES; i++)
        sqlite3_finalize(s->query[i]);
    sqlite3_close(s->db);
    free(s);
}

bool sq_hall_store_is_dirty(const sq_hall_store *s) {
    return s->dirty;
}

sq_code sq_hall_store_commit(sq_hall_store *s, sq_diag *d) {
    if (!s->dirty) return SQ_OK;
    s->dirty = false;
    bool well = !s->failed && run(s, "COMMIT");
    s->failed = false;
    if (well) return SQ_OK;
    sq_fail(d, SQ_E_FILE, "%.300s: cannot be written (%s); make room on the disk", s->path,
            sqlite3_errmsg(s->db));
    run(s, "ROLLBACK");
    return SQ_E_FILE;
}

/* ---- Putting and getting ---- */

static sqlite3_stmt *begin(sq_hall_store *s, int which) {
    sqlite3_reset(s->query[which]);
    return s->query[which];
}

static void put(sq_hall_store *s, sqlite3_stmt *q) {
    if (sqlite3_step(q) != SQLITE_DONE) s->failed = true;
    sqlite3_reset(q);
}

static void will_write(sq_hall_store *s) {
    if (!s->dirty && !run(s, "BEGIN IMMEDIATE")) s->failed = true;
    s->dirty = true;
}

static void bind(sqlite3_stmt *q, int at, const char *text) {
    sqlite3_bind_text(q, at, text, -1, SQLITE_TRANSIENT);
}

static const char *text_at(sqlite3_stmt *q, int at) {
    const unsigned char *text = sqlite3_column_text(q, at);
    return text ? (const char *)text : "";
}

bool sq_hall_store_game(sq_hall_store *s, const char *id, sq_stored_game *out) {
    sqlite3_stmt *q = begin(s, GET_GAME);
    bind(q, 1, id);
    bool there = sqlite3_step(q) == SQLITE_ROW;
    *out = (sq_stored_game){.number = 1};
    if (there) {
        snprintf(out->table, sizeof out->table, "%s", text_at(q, 0));
        out->seq = sqlite3_column_int64(q, 1);
        out->number = sqlite3_column_int(q, 2);
    }
    sqlite3_reset(q);
    return there;
}

void sq_hall_store_put_game(sq_hall_store *s, const char *id, const sq_stored_game *game) {
    will_write(s);
    sqlite3_stmt *q = begin(s, PUT_GAME);
    bind(q, 1, id);
    bind(q, 2, game->table);
    sqlite3_bind_int64(q, 3, game->seq);
    sqlite3_bind_int(q, 4, game->number);
    put(s, q);
}

void sq_hall_store_forget_lines(sq_hall_store *s, const char *id) {
    will_write(s);
    sqlite3_stmt *q = begin(s, DROP_LINES);
    bind(q, 1, id);
    put(s, q);
}

void sq_hall_store_put_table(sq_hall_store *s, const char *table, const sq_stored_table *is) {
    will_write(s);
    sqlite3_stmt *q = begin(s, PUT_TABLE);
    bind(q, 1, table);
    bind(q, 2, is->game);
    sqlite3_bind_int64(q, 3, is->birth);
    put(s, q);
}

void sq_hall_store_tables(sq_hall_store *s,
                          void (*take)(void *who, const char *table, const sq_stored_table *is), void *who) {
    sqlite3_stmt *q = begin(s, GET_TABLES);
    while (sqlite3_step(q) == SQLITE_ROW) {
        sq_stored_table is = {.birth = sqlite3_column_int64(q, 2)};
        snprintf(is.game, sizeof is.game, "%s", text_at(q, 1));
        take(who, text_at(q, 0), &is);
    }
    sqlite3_reset(q);
}

void sq_hall_store_put_line(sq_hall_store *s, const char *id, int number, int n, const char *text,
                            size_t length) {
    will_write(s);
    sqlite3_stmt *q = begin(s, PUT_LINE);
    bind(q, 1, id);
    sqlite3_bind_int(q, 2, number);
    sqlite3_bind_int(q, 3, n);
    sqlite3_bind_text(q, 4, text, (int)length, SQLITE_TRANSIENT);
    put(s, q);
}

void sq_hall_store_lines(sq_hall_store *s, const char *id, int number,
                         void (*take)(void *who, int n, const char *text, size_t length), void *who) {
    sqlite3_stmt *q = begin(s, GET_LINES);
    bind(q, 1, id);
    sqlite3_bind_int(q, 2, number);
    while (sqlite3_step(q) == SQLITE_ROW)
        take(who, sqlite3_column_int(q, 0), text_at(q, 1), (size_t)sqlite3_column_bytes(q, 1));
    sqlite3_reset(q);
}

void sq_hall_store_put_word(sq_hall_store *s, const sq_stored_word *word) {
    const char *const texts[] = {word->id, word->table, word->game, word->who, word->at, word->word, NULL};
    will_write(s);
    sqlite3_stmt *q = begin(s, PUT_WORD);
    for (int i = 0; i < (int)(sizeof texts / sizeof *texts); i++)
        sqlite3_bind_text(q, i + 1, texts[i], -1, SQLITE_TRANSIENT);
    put(s, q);
}

void sq_hall_store_answer_word(sq_hall_store *s, const char *id, const char *table, const char *answer) {
    will_write(s);
    sqlite3_stmt *q = begin(s, ANSWER_WORD);
    bind(q, 1, id);
    bind(q, 2, table);
    bind(q, 3, answer);
    put(s, q);
}

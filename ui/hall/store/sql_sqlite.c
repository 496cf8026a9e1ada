/* A hall's database in an SQLite file. Others may read and write it beside the hall, for a moment each; which
 * hall it belongs to is a lock on the file. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "ui/hall/store/sql.h"

/* The mark of a hall's file: "sqHa". */
enum { APPLICATION = 0x73714861 };
/* Milliseconds to wait for another program's transaction: a CSV of a thousand games is read in less. */
enum { BUSY_MS = 5000 };

typedef struct {
    sqlite3 *db;
    int lock; /* the file, open a second time. Closing it drops SQLite's own locks: it is closed last */
    struct {
        const char *text;
        sqlite3_stmt *is;
    } statement[SQ_SQL_STATEMENTS];
} file;

static sqlite3_stmt *find(file *f, const char *text) {
    for (int i = 0; i < SQ_SQL_STATEMENTS; i++) {
        if (f->statement[i].text == text) return f->statement[i].is;
        if (f->statement[i].text) continue;
        if (sqlite3_prepare_v3(f->db, text, -1, SQLITE_PREPARE_PERSISTENT, &f->statement[i].is, NULL) !=
            SQLITE_OK)
            return NULL;
        f->statement[i].text = text;
        return f->statement[i].is;
    }
    return NULL;
}

static void bind(sqlite3_stmt *q, const sq_sql_value *with, int count) {
    for (int i = 0; i < count; i++)
        if (with[i].text)
            sqlite3_bind_text64(q, i + 1, with[i].text, with[i].length, SQLITE_STATIC, SQLITE_UTF8);
        else
            sqlite3_bind_int64(q, i + 1, with[i].number);
}

static void give(sqlite3_stmt *q, sq_sql_row *take, void *who) {
    sq_sql_value column[SQ_SQL_VALUES];
    for (int i = 0; i < sqlite3_column_count(q) && i < SQ_SQL_VALUES; i++) {
        const unsigned char *text = sqlite3_column_text(q, i);
        column[i] =
            sq_sql_bytes(text ? (const char *)text : "", text ? (size_t)sqlite3_column_bytes(q, i) : 0);
    }
    take(who, column);
}

static bool run(void *db, const char *text, const sq_sql_value *with, int count, sq_sql_row *take,
                void *who) {
    sqlite3_stmt *q = find(db, text);
    if (!q) return false;
    bind(q, with, count);
    int step;
    while ((step = sqlite3_step(q)) == SQLITE_ROW)
        if (take) give(q, take, who);
    sqlite3_reset(q);
    sqlite3_clear_bindings(q);
    return step == SQLITE_DONE;
}

static bool run_once(void *db, const char *text) {
    return sqlite3_exec(((file *)db)->db, text, NULL, NULL, NULL) == SQLITE_OK;
}

static bool commit(void *db) {
    return run_once(db, "COMMIT");
}

static const char *why(void *db) {
    return sqlite3_errmsg(((file *)db)->db);
}

static long long number_of(file *f, const char *sql) {
    sqlite3_stmt *q;
    long long is = -1;
    if (sqlite3_prepare_v2(f->db, sql, -1, &q, NULL) == SQLITE_OK && sqlite3_step(q) == SQLITE_ROW)
        is = sqlite3_column_int64(q, 0);
    sqlite3_finalize(q);
    return is;
}

static long long form(void *db) {
    long long application = number_of(db, "PRAGMA application_id"), is = number_of(db, "PRAGMA user_version");
    if (application == APPLICATION) return is;
    return application || is || number_of(db, "SELECT count(*) FROM sqlite_master") ? -1 : 0;
}

static bool set_form(void *db, long long to) {
    char text[128];
    snprintf(text, sizeof text, "PRAGMA application_id = %d; PRAGMA user_version = %lld", APPLICATION, to);
    return run_once(db, text);
}

static bool reach(void *db) {
    (void)db;
    return true;
}

static void close_file(void *db) {
    file *f = db;
    for (int i = 0; i < SQ_SQL_STATEMENTS; i++)
        sqlite3_finalize(f->statement[i].is);
    sqlite3_close(f->db);
    if (f->lock >= 0) close(f->lock);
    free(f);
}

/* keeps: a hall is to write there; else what one has written is only read. */
static sq_code refuse(const char *where, bool keeps, const char *why, sq_diag *d) {
    if (!keeps)
        return sq_fail(d, SQ_E_FILE,
                       "%.300s: is nothing that a hall keeps (%.150s); give the file of squint hall --keep, "
                       "hall.sqlite if "
                       "none was named",
                       where, why);
    return sq_fail(d, SQ_E_FILE,
                   "%.300s: cannot be the hall's memory (%.150s); give another file (squint hall --keep)",
                   where, why);
}

static sq_code lock_file(file *f, const char *where, sq_diag *d) {
    f->lock = open(where, O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (f->lock < 0) return refuse(where, true, strerror(errno), d);
    if (flock(f->lock, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK)
        return refuse(where, true, "another hall uses it", d);
    return SQ_OK;
}

/* Where one may only read, SQLite cannot note there that somebody reads. Without a log beside the file nobody
 * writes it: it then is as it stands. */
static int open_to_read(sqlite3 **db, const char *where) {
    char log[PATH_MAX], uri[3 * PATH_MAX] = "file:";
    size_t used = strlen(uri);
    snprintf(log, sizeof log, "%.4000s-wal", where);
    if (!access(where, W_OK) || !access(log, F_OK))
        return sqlite3_open_v2(where, db, SQLITE_OPEN_READWRITE, NULL);
    for (const char *c = where; *c && used < sizeof uri - 20; c++)
        used += (size_t)snprintf(uri + used, sizeof uri - used, strchr("?#%", *c) ? "%%%02X" : "%c",
                                 (unsigned char)*c);
    snprintf(uri + used, sizeof uri - used, "?immutable=1");
    return sqlite3_open_v2(uri, db, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, NULL);
}

/* WAL: what is committed survives the program's end at any moment, and who reads does not wait for who
 * writes. After a power cut the last second may be missing, and the tables send it again. */
static sq_code open_file(void **out, const char *where, const char *lock, sq_diag *d) {
    file *f = calloc(1, sizeof *f);
    *out = NULL;
    if (!f) return sq_fail(d, SQ_E_MEMORY, "no memory for the hall; close other programs");
    f->lock = -1;
    sq_code code = lock ? lock_file(f, where, d) : SQ_OK;
    if (!lock && access(where, R_OK))
        code = sq_fail(d, SQ_E_FILE, "%.300s: cannot be read (%s); check the name and the rights", where,
                       strerror(errno));
    int opened = code   ? SQLITE_OK
                 : lock ? sqlite3_open_v2(where, &f->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL)
                        : open_to_read(&f->db, where);
    if (!code && (opened != SQLITE_OK || form(f) < 0))
        code = refuse(where, lock != NULL,
                      sqlite3_errcode(f->db) ? sqlite3_errmsg(f->db) : "it holds something else", d);
    if (!code) {
        sqlite3_busy_timeout(f->db, BUSY_MS);
        run_once(f, "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
        *out = f;
    } else
        close_file(f);
    return code;
}

const sq_sql_driver sq_sql_sqlite = {.open = open_file,
                                     .close = close_file,
                                     .run = run,
                                     .run_once = run_once,
                                     .why = why,
                                     .form = form,
                                     .set_form = set_form,
                                     .reach = reach,
                                     .commit = commit,
                                     .begin = "BEGIN IMMEDIATE",
                                     .alone = "",
                                     .table_end = " WITHOUT ROWID"};

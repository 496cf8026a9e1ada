/* A hall's database on a PostgreSQL server: a schema of its own, "squint", in a database that may hold other
 * things. A connection that breaks is made anew when the hall asks whether the server can be reached. The
 * library is loaded when it is needed: with what it needs itself it would make every start slower. */
#include <dlfcn.h>
#include <libpq-fe.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ui/hall/store/sql.h"
#include "vision/system/clock.h"

/* Seconds for a connection, and for an answer; milliseconds after which data that nobody acknowledges breaks
 * a connection. The hall stands still as long: its tables wait, and its pages. Before it runs, another
 * program may be changing the tables, and is waited for. */
#define CONNECT_S "5"
#define ANSWER_S 10
#define FIRST_ANSWERS_S 120
#define UNACKNOWLEDGED_MS "10000"
/* Names of what programs lock: the schema, a hall (this and a number of its name), the making of tables. */
enum { LOCK_FORM = 0x7371, LOCK_HALL = 0x7372 };
#define LOCK_TABLES "29555" /* 0x7373 */
/* A lock of a hall that was killed is let go when the server sees the connection end: tries, and microseconds
 * between them. */
enum { LOCK_TRIES = 20, LOCK_PAUSE_US = 100000 };
enum { NUMBER_TEXT = 24, LOCK_NAME = 64 };

/* What is used of libpq: each without its PQ. The formatter lays such a list out anew at each run. */
/* clang-format off */
#define PQ_LIST(X)                                                              \
    X(clear) X(cmdStatus) X(connectdbParams) X(consumeInput) X(db) X(errorMessage)  \
    X(finish) X(flush) X(getResult) X(getlength) X(getvalue) X(host) X(isBusy) X(nfields)    \
    X(ntuples) X(reset) X(resultErrorMessage) X(resultStatus) X(sendPrepare)        \
    X(sendQuery) X(sendQueryPrepared) X(setnonblocking) X(socket) X(status)
/* clang-format on */

static struct {
#define X(name) __typeof__(&PQ##name) name;
    PQ_LIST(X)
#undef X
} pq;

#define LIBPQ "libpq.so.5" /* since 2005 */

static bool load(void) {
    void *library = dlopen(LIBPQ, RTLD_NOW); /* stays until the program's end */
    bool well = library;
#define X(name)                                                                         \
    pq.name = well ? (__typeof__(pq.name))(uintptr_t)dlsym(library, "PQ" #name) : NULL; \
    well = pq.name;
    PQ_LIST(X)
#undef X
    return well;
}

typedef struct {
    PGconn *link;
    char lock[LOCK_NAME];
    const char *statement[SQ_SQL_STATEMENTS]; /* those that this connection has prepared */
    bool is_silent;  /* it has left a statement without an answer: the connection is of no more use */
    bool is_greeted; /* the connection has the schema and the lock */
    double patience_s;
    char why[256];
} server;

static void note_why(server *s, const PGresult *r) {
    const char *text = r ? pq.resultErrorMessage(r) : "";
    if (s->is_silent) text = "the server does not answer";
    snprintf(s->why, sizeof s->why, "%.200s", *text ? text : pq.errorMessage(s->link));
    s->why[strcspn(s->why, "\n")] = 0;
}

/* Sends what waits to be sent, and waits until the link has the next result, or none any more. False: it has
 * not by the time `until`. */
static bool has_result(server *s, double until) {
    for (int more; (more = pq.flush(s->link)) > 0 || pq.isBusy(s->link);) {
        struct pollfd link = {.fd = pq.socket(s->link), .events = more > 0 ? POLLIN | POLLOUT : POLLIN};
        double left = until - sq_monotonic_s();
        if (left <= 0) return false;
        if (poll(&link, 1, (int)(left * 1000) + 1) > 0 && !pq.consumeInput(s->link)) return true; /* broken */
    }
    return true;
}

/* The answer to what was sent, as PQexec gives it: the last result, or the one that failed. PQexec itself
 * waits for ever where a server stands still while its machine acknowledges what it gets: a full disk, a
 * frozen process. Null: there is none. The caller clears it. */
static PGresult *answer(server *s, int sent) {
    PGresult *last = NULL, *next = NULL;
    double until = sq_monotonic_s() + s->patience_s;
    while (sent && !s->is_silent) {
        s->is_silent = !has_result(s, until);
        if (s->is_silent || !(next = pq.getResult(s->link))) break;
        pq.clear(last);
        last = next;
    }
    if (!s->is_silent) return last;
    pq.clear(last);
    return NULL;
}

static bool is_well(server *s, PGresult *r) {
    ExecStatusType is = pq.resultStatus(r);
    if (is == PGRES_COMMAND_OK || is == PGRES_TUPLES_OK) return true;
    note_why(s, r);
    return false;
}

/* The name of a statement on the connection; null: it cannot be prepared. */
static const char *prepare(server *s, char name[NUMBER_TEXT], const char *text, int count) {
    int i = 0;
    while (i < SQ_SQL_STATEMENTS && s->statement[i] && s->statement[i] != text)
        i++;
    if (i == SQ_SQL_STATEMENTS) return NULL;
    snprintf(name, NUMBER_TEXT, "q%d", i);
    if (s->statement[i]) return name;
    PGresult *r = answer(s, pq.sendPrepare(s->link, name, text, count, NULL));
    bool well = is_well(s, r);
    pq.clear(r);
    if (well) s->statement[i] = text;
    return well ? name : NULL;
}

static void give(const PGresult *r, sq_sql_row *take, void *who) {
    sq_sql_value column[SQ_SQL_VALUES];
    for (int i = 0; i < pq.ntuples(r); i++) {
        for (int k = 0; k < pq.nfields(r) && k < SQ_SQL_VALUES; k++)
            column[k] = sq_sql_bytes(pq.getvalue(r, i, k), (size_t)pq.getlength(r, i, k));
        take(who, column);
    }
}

/* Texts go as they are, numbers as digits. The bytes of a text may go on beyond its length: they are copied.
 */
static bool put_values(char *to[SQ_SQL_VALUES], const sq_sql_value *with, int count) {
    bool well = true;
    for (int i = 0; i < count; i++) {
        char digits[NUMBER_TEXT];
        snprintf(digits, sizeof digits, "%lld", with[i].number);
        to[i] = with[i].text ? strndup(with[i].text, with[i].length) : strdup(digits);
        well &= to[i] != NULL;
    }
    return well;
}

static bool run(void *db, const char *text, const sq_sql_value *with, int count, sq_sql_row *take,
                void *who) {
    server *s = db;
    char name[NUMBER_TEXT];
    char *values[SQ_SQL_VALUES] = {0};
    const char *statement = prepare(s, name, text, count);
    bool well = statement && put_values(values, with, count);
    PGresult *r = NULL;
    if (well)
        r = answer(
            s, pq.sendQueryPrepared(s->link, statement, count, (const char *const *)values, NULL, NULL, 0));
    well = well && is_well(s, r);
    if (well && take) give(r, take, who);
    pq.clear(r);
    for (int i = 0; i < count; i++)
        free(values[i]);
    return well;
}

static bool run_once(void *db, const char *text) {
    server *s = db;
    PGresult *r = answer(s, pq.sendQuery(s->link, text));
    bool well = is_well(s, r);
    pq.clear(r);
    return well;
}

/* A transaction in which something failed ends without an error too, but is called ROLLBACK. */
static bool commit(void *db) {
    static const char done[] = "COMMIT";
    server *s = db;
    PGresult *r = answer(s, pq.sendQuery(s->link, done));
    bool well = is_well(s, r), kept = well && !strcmp(pq.cmdStatus(r), done);
    s->patience_s = ANSWER_S;
    if (well && !kept) snprintf(s->why, sizeof s->why, "something in its transaction failed");
    pq.clear(r);
    return kept;
}

static const char *why(void *db) {
    return ((server *)db)->why;
}

/* The first column of an answer's first row; -1 where there is none. */
static long long number_of(server *s, const char *text) {
    PGresult *r = answer(s, pq.sendQuery(s->link, text));
    long long is = is_well(s, r) && pq.ntuples(r) ? atoll(pq.getvalue(r, 0, 0)) : -1;
    pq.clear(r);
    return is;
}

static long long form(void *db) {
    if (number_of(db, "SELECT count(*) FROM pg_tables WHERE schemaname = 'squint' AND tablename = 'form'") ==
        0)
        return 0;
    return number_of(db, "SELECT form FROM squint.form");
}

static bool set_form(void *db, long long to) {
    char text[160];
    snprintf(text, sizeof text,
             "CREATE TABLE IF NOT EXISTS squint.form (form BIGINT NOT NULL); DELETE FROM squint.form; "
             "INSERT INTO squint.form VALUES (%lld)",
             to);
    return run_once(db, text);
}

/* ---- Connections ---- */

static bool take_lock(server *s, int tries) {
    char text[160];
    if (!*s->lock) return true;
    snprintf(text, sizeof text, "SELECT pg_try_advisory_lock(%d, hashtext('%s'))::int", LOCK_HALL, s->lock);
    for (;;) {
        long long got = number_of(s, text);
        if (got < 0) return false;
        if (got) return true;
        snprintf(s->why, sizeof s->why, "another program is the hall \"%s\" there", s->lock);
        if (--tries <= 0) return false;
        usleep(LOCK_PAUSE_US);
    }
}

/* What a connection is told before anything else; so often it tries for the hall's lock. */
static bool greet(server *s, int tries) {
    char text[96];
    pq.setnonblocking(s->link, 1);
    memset(s->statement, 0, sizeof s->statement);
    snprintf(text, sizeof text, "SELECT pg_advisory_lock(%d)", LOCK_FORM);
    bool well = run_once(s, "SET client_min_messages = warning; SET client_encoding = 'UTF8'") &&
                run_once(s, text) && run_once(s, "CREATE SCHEMA IF NOT EXISTS squint");
    snprintf(text, sizeof text, "SELECT pg_advisory_unlock(%d)", LOCK_FORM);
    s->is_greeted =
        run_once(s, text) && well && run_once(s, "SET search_path = squint") && take_lock(s, tries);
    return s->is_greeted;
}

static bool reach(void *db) {
    server *s = db;
    if (s->is_greeted && !s->is_silent && pq.status(s->link) == CONNECTION_OK) return true;
    pq.reset(s->link);
    s->is_silent = s->is_greeted = false;
    bool well = pq.status(s->link) == CONNECTION_OK;
    if (!well) note_why(s, NULL);
    return well && greet(s, 1);
}

static void close_server(void *db) {
    server *s = db;
    pq.finish(s->link);
    free(s);
}

/* A password in an address is not repeated. */
static sq_code refuse(const server *s, sq_diag *d) {
    return sq_fail(
        d, SQ_E_FILE,
        "%.80s/%.80s: cannot be the hall's memory (%.200s); check --keep, and that the server runs "
        "and lets you in",
        pq.host(s->link) ? pq.host(s->link) : "", pq.db(s->link) ? pq.db(s->link) : "", s->why);
}

static sq_code open_server(void **out, const char *where, const char *lock, sq_diag *d) {
    static const char *const keys[] = {"dbname", "connect_timeout", "tcp_user_timeout",
                                       "fallback_application_name", NULL};
    const char *const values[] = {where, CONNECT_S, UNACKNOWLEDGED_MS, "squint", NULL};
    server *s = calloc(1, sizeof *s);
    *out = NULL;
    if (!s) return sq_fail(d, SQ_E_MEMORY, "no memory for the hall; close other programs");
    if (!pq.finish && !load()) {
        free(s);
        return sq_fail(d, SQ_E_LIBRARY, "PostgreSQL's library (%s) is not installed: apt install libpq5",
                       LIBPQ);
    }
    snprintf(s->lock, sizeof s->lock, "%s", lock ? lock : "");
    s->link = pq.connectdbParams(keys, values, 1);
    bool well = pq.status(s->link) == CONNECTION_OK;
    if (!well) note_why(s, NULL);
    s->patience_s = FIRST_ANSWERS_S;
    if (well && greet(s, LOCK_TRIES)) {
        *out = s;
        return SQ_OK;
    }
    sq_code code = refuse(s, d);
    close_server(s);
    return code;
}

const sq_sql_driver sq_sql_postgres = {.open = open_server,
                                       .close = close_server,
                                       .run = run,
                                       .run_once = run_once,
                                       .why = why,
                                       .form = form,
                                       .set_form = set_form,
                                       .reach = reach,
                                       .commit = commit,
                                       .begin = "BEGIN",
                                       .alone = "SELECT pg_advisory_xact_lock(" LOCK_TABLES ")",
                                       .table_end = ""};

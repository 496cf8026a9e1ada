/* A database as a hall uses it: the same statements for SQLite and PostgreSQL. Each of the two is one file in
 * this folder, a driver. A statement is a constant text; its address identifies it, so that it is prepared
 * only once. Its values are $1, $2 ..., which must first occur in this order. */
#ifndef SQ_UI_HALL_STORE_SQL_H
#define SQ_UI_HALL_STORE_SQL_H

#include <stdbool.h>
#include <stddef.h>

#include "vision/system/failure.h"

/* A value of a statement, a text or a number; columns of rows are always text. UTF-8 without a NUL. */
typedef struct {
    const char *text; /* null: the number counts */
    size_t length;
    long long number;
} sq_sql_value;

/* Texts are not copied; the caller owns them. */
sq_sql_value sq_sql_text(const char *text);
sq_sql_value sq_sql_bytes(const char *text, size_t length);
sq_sql_value sq_sql_number(long long number);

/* A row of an answer: its columns, none of them null; valid only during the call. */
typedef void sq_sql_row(void *who, const sq_sql_value *column);

/* The most values of a statement, and columns of a row; the most statements of a program. */
enum { SQ_SQL_VALUES = 12, SQ_SQL_STATEMENTS = 32 };

typedef struct {
    /* Opens or makes the database. lock: a name that one program at a time may have in it; null: none. A
     * failure says which database, and the remedy. */
    sq_code (*open)(void **db, const char *where, const char *lock, sq_diag *d);
    void (*close)(void *db);
    /* Carries out a statement. take may be null. False: it failed; `why` says why. */
    bool (*run)(void *db, const char *text, const sq_sql_value *with, int count, sq_sql_row *take, void *who);
    /* Carries out statements without values or rows, which are not kept prepared: CREATE ... */
    bool (*run_once)(void *db, const char *text);
    const char *(*why)(void *db); /* a clause about the last failure; valid until the next call */
    /* The version of the tables; 0: there are none; -1: it is not a hall's database. */
    long long (*form)(void *db);
    bool (*set_form)(void *db, long long form);
    /* Whether the database can be reached; tries to connect again to one that was lost. */
    bool (*reach)(void *db);
    /* Ends a transaction. False: nothing of it was written. */
    bool (*commit)(void *db);
    const char *begin;     /* the statement that begins a transaction for writing */
    const char *alone;     /* in a transaction: no other program makes or changes tables until its end */
    const char *table_end; /* the end of CREATE TABLE for a table that is stored in the order of its key */
} sq_sql_driver;

extern const sq_sql_driver sq_sql_sqlite, sq_sql_postgres;

#endif

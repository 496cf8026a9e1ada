/* A database as a hall uses it: the same statements for SQLite and PostgreSQL. Each of the two is one file in
 * this folder, a driver. A statement is a constant text, whose address names it: it is prepared once. Its
 * values are $1, $2 ..., which stand in it in this order, each for the first time. */
#ifndef SQ_UI_HALL_STORE_SQL_H
#define SQ_UI_HALL_STORE_SQL_H

#include <stdbool.h>
#include <stddef.h>

#include "vision/system/failure.h"

/* A value that goes in, a text or a number; what comes out is text. UTF-8 without a NUL. */
typedef struct {
    const char *text; /* null: the number counts */
    size_t length;
    long long number;
} sq_sql_value;

/* Texts are not copied: they stay the caller's. */
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
    /* Carries a statement out. take may be null. False: it could not be; `why` says why. */
    bool (*run)(void *db, const char *text, const sq_sql_value *with, int count, sq_sql_row *take, void *who);
    /* Texts without values or rows, which are not kept: CREATE ... */
    bool (*run_once)(void *db, const char *text);
    const char *(*why)(void *db); /* a clause about the last failure; valid until the next call */
    /* The number of the tables' form: 0: there are none; -1: it is no hall's. */
    long long (*form)(void *db);
    bool (*set_form)(void *db, long long form);
    /* Whether the database can be reached; where it could not be any more it is tried again. */
    bool (*reach)(void *db);
    const char *begin;     /* a transaction that will write */
    const char *table_end; /* behind a table whose key is all of its order */
} sq_sql_driver;

extern const sq_sql_driver sq_sql_sqlite, sq_sql_postgres;

#endif

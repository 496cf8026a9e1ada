/* The hall: gets the messages of all tables from one broker, keeps a copy of every record, and shows them on
 * its pages. It decides nothing: the tables' own records are the truth. */
#ifndef SQ_UI_HALL_HALL_H
#define SQ_UI_HALL_HALL_H

#include <stdio.h>

#include "ui/publish/broker_address.h"

/* What the user sets. */
typedef struct {
    sq_broker_address broker;
    const char *keep; /* the SQLite file, or the PostgreSQL server's address (ui/hall/store/hall_store.h) */
    const char *players, *rounds; /* CSV files that replace what is kept; null: that stays */
    const char *serve;            /* the address of the pages (ui/serve/http_server.h) */
    long pictures; /* the most bytes of a picture that tables send of each ruling; 0: no pictures */
    FILE *err;     /* gets news for people */
} sq_hall_settings;

/* Runs until Ctrl-C. If the broker cannot be reached, it waits for it. */
sq_code sq_hall_run(const sq_hall_settings *settings, sq_diag *d);

#endif

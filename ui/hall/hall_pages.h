/* The hall's pages.
 *
 *   GET  /                     all tables at a glance
 *   GET  /board                for the audience: all scores
 *   GET  /table/7/overlay      for a stream: one table's score, turn, clock
 *   GET  /events               "table": a table at a glance, each time something has changed
 *   GET  /table/7/record       the copy of the record of the present game
 *   GET  /table/7/record/ID/2  the second record of another game that was played there
 *   GET  /table/7/sheet        the sheet of that game; /table/7/sheet/ID/2, and sheet.pdf to print
 *   GET  /table/7/picture/1/12 the picture of line 12 of the first record of the present game, if tables
 *                              send pictures
 *   GET  /results              the results: standings, and each game of the rounds
 *   GET  /results/json         the same for programs; also standings.csv, games.csv, and pdf
 *   POST /say/7                {"who": "Ann", "word": {…}}: an umpire's word; needs the cookie. The answer
 *                              comes as an event "answer": {"table", "id", "reply" or "why"}
 *   GET  /now                  the hall's clock, milliseconds, with which pages compare theirs */
#ifndef SQ_UI_HALL_HALL_PAGES_H
#define SQ_UI_HALL_HALL_PAGES_H

#include <stdio.h>

#include "ui/hall/hall_tables.h"
#include "ui/hall/results/results.h"
#include "ui/serve/http_server.h"

typedef struct {
    sq_hall_tables *tables;
    sq_event_log *log;
    sq_server *server;
    sq_results_memory memory; /* of the results; with the tables' lock held */
} sq_hall_site;

/* Opens the pages, and writes their address to err. *s must not be moved until it is closed. Fails as
 * sq_server_open and sq_event_log_new. */
sq_code sq_hall_site_open(sq_hall_site *s, sq_hall_tables *tables, const char *address, FILE *err,
                          sq_diag *d);
void sq_hall_site_close(sq_hall_site *s); /* from any state */

/* Tells the pages that the table has changed; its lock is held. */
void sq_hall_site_show(sq_hall_site *s, const sq_hall_table *t, double now_s);

/* Sends the pages a table's answer to a word: n bytes of JSON; the lock is held. */
void sq_hall_site_answer(sq_hall_site *s, const sq_hall_table *t, const char *bytes, size_t n);

#endif

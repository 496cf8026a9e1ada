/* All tables of a hall, and their store. Two threads use it: that of the broker, and that of the pages. */
#ifndef SQ_UI_HALL_HALL_TABLES_H
#define SQ_UI_HALL_HALL_TABLES_H

#include <pthread.h>

#include "ui/hall/hall_table.h"

/* The most tables: if more names come, something is wrong, and the hall ignores them. And the most words
 * under way. */
enum { SQ_HALL_TABLES = 1024, SQ_HALL_WORDS = 16 };

typedef struct {
    pthread_mutex_t lock; /* of everything here */
    sq_hall_store *store;
    sq_hall_table *table[SQ_HALL_TABLES]; /* in the order in which they were first heard */
    int count;
    struct {
        char table[SQ_HALL_NAME];
        char *text;        /* the message */
    } said[SQ_HALL_WORDS]; /* umpires' words on their way to the broker */
    int said_count;
    bool broker; /* is there */
    int news;    /* an eventfd: there are words to send */
} sq_hall_tables;

/* Opens the hall's store and begins the tables that are stored in it. keep: its file, or a server's address
 * (ui/hall/store/hall_store.h); hall: its name. Fails as sq_hall_store_open, and with SQ_E_MEMORY; close it
 * after a failure too. */
sq_code sq_hall_tables_open(sq_hall_tables *h, const char *keep, const char *hall, sq_diag *d);
void sq_hall_tables_close(sq_hall_tables *h);

/* With the lock held: the table of this name; null if there is none. make: begins one, if there is room. */
sq_hall_table *sq_hall_table_find(sq_hall_tables *h, const char *name, bool make);

/* With the lock held: sends an umpire's word to a table. word: as in ui/overrule/umpire_word_json.h, with an
 * id, and with `on` if it is to be carried out. Returns null if it is on its way; else a sentence that says
 * why not. */
const char *sq_hall_tables_say(sq_hall_tables *h, const char *table, const char *who, const json_t *word);

#endif

/* What a hall keeps on the disk, in one SQLite file: its tables, their games, every line of their records.
 * What is put is safe only when it is committed; the hall tells a table that it has a line only then. One
 * thread at a time uses it. */
#ifndef SQ_UI_HALL_HALL_STORE_H
#define SQ_UI_HALL_HALL_STORE_H

#include <stdbool.h>

#include "ui/publish/table_topics.h"
#include "vision/system/failure.h"

typedef struct sq_hall_store sq_hall_store;

/* Opens or makes the file. SQ_E_FILE: it cannot be, another hall has it open, or it is something else. */
sq_code sq_hall_store_open(sq_hall_store **out, const char *path, sq_diag *d);
void sq_hall_store_close(sq_hall_store *s); /* null is allowed; commits */

/* Everything that was put since the last time. SQ_E_FILE: it could not be written, and all of it is as
 * before. */
sq_code sq_hall_store_commit(sq_hall_store *s, sq_diag *d);
bool sq_hall_store_is_dirty(const sq_hall_store *s);

/* How far the copy of a game is. */
typedef struct {
    char table[SQ_HALL_NAME];
    long long seq; /* of its last numbered line; 0: none */
    int number;    /* of its last record; 1: the first */
} sq_stored_game;

/* False: there is no such game. */
bool sq_hall_store_game(sq_hall_store *s, const char *id, sq_stored_game *out);
void sq_hall_store_put_game(sq_hall_store *s, const char *id, const sq_stored_game *game);
/* Its records are to be copied anew. */
void sq_hall_store_forget_lines(sq_hall_store *s, const char *id);

/* Which game a table plays. birth: of its connection. */
typedef struct {
    char game[SQ_GAME_ID];
    long long birth;
} sq_stored_table;
void sq_hall_store_put_table(sq_hall_store *s, const char *table, const sq_stored_table *is);
/* Each table, in the order of their names. */
void sq_hall_store_tables(sq_hall_store *s,
                          void (*take)(void *who, const char *table, const sq_stored_table *is), void *who);

/* Line n of a record. */
void sq_hall_store_put_line(sq_hall_store *s, const char *id, int number, int n, const char *text,
                            size_t length);
/* Each line of a record, in order, without its end. */
void sq_hall_store_lines(sq_hall_store *s, const char *id, int number,
                         void (*take)(void *who, int n, const char *text, size_t length), void *who);

/* A word of an umpire; one that is there already stays. What became of it; of a word that is not there, or of
 * another table, nothing is kept. */
typedef struct {
    const char *id, *table, *game, *who, *at, *word;
} sq_stored_word;
void sq_hall_store_put_word(sq_hall_store *s, const sq_stored_word *word);
void sq_hall_store_answer_word(sq_hall_store *s, const char *id, const char *table, const char *answer);

#endif

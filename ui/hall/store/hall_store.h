/* What a hall keeps: its tables, their games, every line of their records, who plays whom; in an SQLite file,
 * or on a PostgreSQL server for several halls. What is put is safe only after a commit; only then does the
 * hall tell a table that it has a line. Only one thread at a time may use it.
 *
 * A function that reads calls `take` for each row with `who`; arguments are valid only during the call. It
 * returns false where something could not be read: what it gave then is not all. A function that puts returns
 * nothing: if it fails, the commit fails. */
#ifndef SQ_UI_HALL_STORE_HALL_STORE_H
#define SQ_UI_HALL_STORE_HALL_STORE_H

#include <stdbool.h>

#include "rules/terms/game_details.h"
#include "rules/terms/wink.h"
#include "ui/publish/table_topics.h"
#include "vision/system/failure.h"

typedef struct sq_hall_store sq_hall_store;

/* where: a file, or postgresql://USER@HOST/DATABASE. keeps: the hall itself, which makes the store if there
 * is none, and locks it. Without keeps, only for reading: the store must exist, and hall may be "" if it
 * holds only one. SQ_E_FILE: it cannot be opened, another program keeps this hall, or it holds something
 * else. */
typedef struct {
    const char *where, *hall;
    bool keeps;
} sq_hall_store_settings;
sq_code sq_hall_store_open(sq_hall_store **out, const sq_hall_store_settings *settings, sq_diag *d);
void sq_hall_store_close(sq_hall_store *s); /* null is allowed; commits */
const char *sq_hall_store_hall(const sq_hall_store *s);

/* Commits everything that was put since the last commit. SQ_E_FILE: it could not be written, and the store is
 * as it was after that commit. */
sq_code sq_hall_store_commit(sq_hall_store *s, sq_diag *d);
/* The sentence about what could not be read: SQ_E_FILE, or SQ_E_MEMORY where no read has failed since the
 * last such sentence. */
sq_code sq_hall_store_unread(sq_hall_store *s, sq_diag *d);
bool sq_hall_store_is_dirty(const sq_hall_store *s);
/* Whether it can be read and written; tries to connect again to one that was lost. */
bool sq_hall_store_reach(sq_hall_store *s);

/* How far the copy of a game is, and when it began. */
enum { SQ_HALL_INSTANT = 32 };
typedef struct {
    char table[SQ_HALL_NAME];
    long long seq;               /* of its last numbered line; 0: none */
    int number;                  /* of its last record; 1: the first */
    char begun[SQ_HALL_INSTANT]; /* an instant, as 2026-11-22T18:30:00Z */
} sq_stored_game;

/* out->table is "" if there is no such game. */
bool sq_hall_store_game(sq_hall_store *s, const char *id, sq_stored_game *out);
void sq_hall_store_put_game(sq_hall_store *s, const char *id, const sq_stored_game *game);
/* Deletes the lines of a game, whose records are to be copied anew. */
void sq_hall_store_forget_lines(sq_hall_store *s, const char *id);
/* How often that was done since the store was opened. A cache of records is invalid when this number has
 * grown. */
long long sq_hall_store_made_anew(const sq_hall_store *s);
/* Each game of the hall in the order in which they began; those that began in the same second, in the order
 * in which the hall first heard of them. */
bool sq_hall_store_games(sq_hall_store *s,
                         void (*take)(void *who, const char *id, const sq_stored_game *game), void *who);

/* The game that a table plays. birth: when its connection was made, by the table's clock. */
typedef struct {
    char game[SQ_GAME_ID];
    long long birth;
} sq_stored_table;
void sq_hall_store_put_table(sq_hall_store *s, const char *table, const sq_stored_table *is);
/* Each table, in the order of their names. */
bool sq_hall_store_tables(sq_hall_store *s,
                          void (*take)(void *who, const char *table, const sq_stored_table *is), void *who);

/* Line n of a record. */
void sq_hall_store_put_line(sq_hall_store *s, const char *id, int number, int n, const char *text,
                            size_t length);
/* Each line of a record, in order, without its end. */
bool sq_hall_store_lines(sq_hall_store *s, const char *id, int number,
                         void (*take)(void *who, int n, const char *text, size_t length), void *who);

/* Puts a question of a game as it was asked last, a line of its stream; and reads all of them. */
void sq_hall_store_put_question(sq_hall_store *s, const char *id, long long question, const char *line);
bool sq_hall_store_questions(sq_hall_store *s, const char *id,
                             void (*take)(void *who, long long question, const char *line, size_t length),
                             void *who);

/* Puts a word of an umpire, unless it is there already; and the answer to it, unless the word is unknown or
 * of another table. Where a commit fails, they are in the next transaction. */
typedef struct {
    const char *id, *table, *game, *who, *at, *word;
} sq_stored_word;
void sq_hall_store_put_word(sq_hall_store *s, const sq_stored_word *word);
void sq_hall_store_answer_word(sq_hall_store *s, const char *id, const char *table, const char *answer);

/* A player; and the players at a table in a round; as they were given. */
typedef struct {
    char name[SQ_DETAIL_MAX], club[SQ_DETAIL_MAX];
} sq_player;
typedef struct {
    char round[SQ_DETAIL_MAX], table[SQ_DETAIL_MAX];
    char player[SQ_USUAL_COLOURS][SQ_DETAIL_MAX];
    char game[SQ_GAME_ID]; /* the game, if the file names it; "": found by round, players or order */
    int number;            /* of its record */
} sq_pairing;

/* Replace all that are there. Texts are UTF-8. */
void sq_hall_store_put_players(sq_hall_store *s, const sq_player *list, int count);
void sq_hall_store_put_pairings(sq_hall_store *s, const sq_pairing *list, int count);
/* The list, which the caller frees, of *count entries in the order in which they were given. Null where
 * they cannot be read, or memory runs out. */
sq_player *sq_hall_store_players(sq_hall_store *s, int *count);
sq_pairing *sq_hall_store_pairings(sq_hall_store *s, int *count);

#endif

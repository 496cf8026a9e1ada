/* The results of a hall: each game of the rounds with its players and how it stands, and the players in the
 * order of their points. All of it is computed from the records as they read now.
 *
 * A game belongs to the pairing that names it; else to the one with the round and table in its record; else
 * to the one with its players. A game whose record has none of these is taken for the first pairing at its
 * table that has no other game, in the order in which the games began, ended or not. If no rounds are given,
 * each game counts. If they are, a game that belongs to no round is listed but does not count. If more games
 * than pairings fit, ended games are preferred to those that are being played, and later ones to earlier
 * ones; the first of them is the first pairing's.
 *
 * Each player of a side gets the side's points: the players are those of the pairing, whatever names were
 * given at the table, and the names only tell which side has which colours. A book without points gives 1 for
 * a game won, and ½ to each side if both or neither win. Only ended games count. */
#ifndef SQ_UI_HALL_RESULTS_RESULTS_H
#define SQ_UI_HALL_RESULTS_RESULTS_H

#include "ui/hall/results/game_result.h"

/* A game of a round, or one of no round. */
typedef struct {
    const sq_pairing *pairing;    /* null: of no round */
    const sq_game_result *result; /* null: it has not begun */
    bool counts;                  /* it is over, and belongs to a round if rounds are given */
    bool by_order;                /* it has the pairing because it came in its turn */
    bool doubtful;                /* ... but the turn is not sure: games of one moment, or one left unended */
} sq_results_game;

typedef struct {
    char name[SQ_DETAIL_MAX], club[SQ_DETAIL_MAX];
    int place; /* from 1; players with equal points share it */
    int games, won, drawn, lost;
    sq_sixtieths points, against;
} sq_results_player;

typedef struct {
    char hall[SQ_HALL_NAME];
    bool rounds_given;
    int counted, open; /* games that count; of these, with questions that nobody has answered */
    sq_results_game *game;
    int games;
    sq_results_player *player; /* best first */
    int players;
    sq_pairing *pairings;
    sq_game_result *results;
} sq_results;

/* A cache of records, so that only those that have changed are read again. Zero-initialised: empty. */
typedef struct {
    struct sq_remembered *of;
    int count;
    long long anew; /* sq_hall_store_made_anew at the last time */
} sq_results_memory;
void sq_results_forget(sq_results_memory *m);

/* Computes the results. The caller frees with sq_results_free, also after a failure. SQ_E_FILE:
 * what the hall keeps cannot be read; there are no results of a part of it. SQ_E_MEMORY. */
sq_code sq_results_gather(sq_results *out, sq_hall_store *s, sq_results_memory *memory, sq_diag *d);
void sq_results_free(sq_results *r);

/* Whether a game that counts has ended: before that people are shown no places. */
bool sq_results_have_places(const sq_results *r);

/* Who plays a colour, or a side ("Ann and Bob"); "" if it is not known. */
const char *sq_results_player_of(const sq_results_game *g, sq_colour c);
enum { SQ_RESULTS_SIDE = 3 * SQ_DETAIL_MAX + 16 };
const char *sq_results_side(char to[SQ_RESULTS_SIDE], const sq_results_game *g, sq_partnership side);
/* Its round and table; "" if they are not given. */
const char *sq_results_round(const sq_results_game *g);
const char *sq_results_table(const sq_results_game *g);
/* Why it does not count, or not for certain, in few words; "" where it counts. */
const char *sq_results_game_remark(const sq_results_game *g);
/* Its points as "5½"; "" before its end. */
const char *sq_results_points(char to[SQ_POINTS_TEXT_MAX], const sq_results_game *g, sq_partnership side);

/* The remark at the top: that questions are open, that games belong to no round, that it is not sure which
 * game is which pairing's, that names at a table are not those of its pairing; "" if there is none. */
enum { SQ_RESULTS_REMARK = 1000 };
const char *sq_results_remark(char to[SQ_RESULTS_REMARK], const sq_results *r);

/* Writes the results in one form. The caller checks `to` for write errors. */
typedef sq_code sq_results_form(FILE *to, const sq_results *r, sq_diag *d);
sq_results_form sq_results_text;      /* tables for a terminal */
sq_results_form sq_results_json;      /* one object: docs/schema/results.schema.json */
sq_results_form sq_results_csv;       /* the standings (RFC 4180) */
sq_results_form sq_results_games_csv; /* the games of all rounds */
sq_results_form sq_results_pdf;       /* both to print, on A4 */

#endif

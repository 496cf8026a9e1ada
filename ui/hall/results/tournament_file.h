/* Reads the players and the rounds of a tournament from CSV files.
 *
 *   players   player, [club]                                          one who plays a line
 *   rounds    round, table, blue, green, [red], [yellow], [game]      a game a line; where red or yellow is
 *             empty the player of blue or green plays both colours. game: a game's id, or ID/2 for the second
 *             that was played under it, where round, players and order would find another; "none": none
 *
 * The first line names the columns, in any order; others are passed over. */
#ifndef SQ_UI_HALL_RESULTS_TOURNAMENT_FILE_H
#define SQ_UI_HALL_RESULTS_TOURNAMENT_FILE_H

#include "ui/hall/store/hall_store.h"

/* Bytes of such a text at most: some thousand games. */
enum { SQ_TOURNAMENT_TEXT = 1 << 20 };

/* Puts what the text says in place of the hall's players, or pairings. name: of the file, for people.
 * SQ_E_FORMAT: it is no such table, and nothing has changed; the sentence names file and line. */
sq_code sq_tournament_put_players(sq_hall_store *s, char *text, const char *name, sq_diag *d);
/* Where players are known, each who plays must be one of them. */
sq_code sq_tournament_put_rounds(sq_hall_store *s, char *text, const char *name, sq_diag *d);

/* The same of a file by one of these two, and commits it. SQ_E_FILE: it cannot be read, or is too large. */
sq_code sq_tournament_take(sq_hall_store *s,
                           sq_code (*put)(sq_hall_store *s, char *text, const char *name, sq_diag *d),
                           const char *path, sq_diag *d);

#endif

/* Reads the players and the rounds of a tournament from CSV files.
 *
 *   players   player, [club]                                          one player a line
 *   rounds    round, table, blue, green, [red], [yellow], [game]      one game a line; if red or yellow is
 *             empty, the player of blue or green plays both colours. game: a game's id, or ID/2 for the
 *             second game under that id, if round, players and order would find another game; "none": no
 *             game
 *
 * The first line names the columns, in any order; unknown columns are ignored. */
#ifndef SQ_UI_HALL_RESULTS_TOURNAMENT_FILE_H
#define SQ_UI_HALL_RESULTS_TOURNAMENT_FILE_H

#include "ui/hall/store/hall_store.h"

/* The most bytes of such a text: some thousand games. */
enum { SQ_TOURNAMENT_TEXT = 1 << 20 };

/* Replaces the hall's players by those of the text. name: of the file, for people. SQ_E_FORMAT: it is not
 * such a table, and nothing has changed; the sentence names file and line. */
sq_code sq_tournament_put_players(sq_hall_store *s, char *text, const char *name, sq_diag *d);
/* The same for the pairings. If the hall has players, everybody in a pairing must be one of them. */
sq_code sq_tournament_put_rounds(sq_hall_store *s, char *text, const char *name, sq_diag *d);

/* Reads a file by one of these two functions, and commits. SQ_E_FILE: it cannot be read, or is too large. */
sq_code sq_tournament_take(sq_hall_store *s,
                           sq_code (*put)(sq_hall_store *s, char *text, const char *name, sq_diag *d),
                           const char *path, sq_diag *d);

#endif

/* A game told again: its stored looks (ui/game/observations.h) are given to a fresh umpire, who says what he
 * said, or what a newer squint says instead. Lines that a person has put into the record are carried out
 * again after as many lines of the umpire's own. Nothing is written. */
#ifndef SQ_UI_GAME_REPLAY_H
#define SQ_UI_GAME_REPLAY_H

#include "rules/game.h"
#include "ui/game/game_folder.h"
#include "ui/umpire/umpire.h"

/* What is heard; all of it is valid during the call alone. */
typedef struct {
    const sq_said *said;
    int game;              /* the record: 1 is game.jsonl, 2 game-2.jsonl ... */
    int rest, rest_before; /* numbers of the rests that said->is and said->was are; -1 where there is none */
} sq_replayed;

typedef sq_code (*sq_replay_hear)(void *who, const sq_replayed *told, sq_diag *d);

/* A failure of on_said ends it. end, which may be null, gets the state at the end of the last record. */
sq_code sq_replay(const sq_game_paths *paths, sq_replay_hear on_said, void *who, sq_state *end, sq_diag *d);

/* A game as people name it: its folder, or a record in it (FOLDER/game-2.jsonl). record gets the record's
 * path. */
sq_code sq_game_named(sq_game_paths *paths, int *game, char record[PATH_MAX], const char *name, sq_diag *d);

/* What a game is called: its folder's own name, and the number of a further game in it. */
void sq_game_title(char title[PATH_MAX], const sq_game_paths *paths, int game);

/* The path of that record. */
void sq_game_record(char record[PATH_MAX], const sq_game_paths *paths, int game);

/* A line of the referee's own says when it was seen; one that a person wrote does not. */
bool sq_line_by_hand(const char *line);

/* The record's lines, carried out; by hand or not. The caller frees the game. A file that cannot be read is a
 * failure, a line that cannot is refused as always. */
sq_code sq_game_load(sq_game **out, const char *record, sq_diag *d);

#endif

/* Replays a game: its stored observations (ui/game/looks_file.h) are given to a new umpire. It decides as
 * before, or as a newer squint decides. Lines that a person has added to the record are carried out again at
 * the same place among the umpire's own lines. Nothing is written. */
#ifndef SQ_UI_GAME_REJUDGE_GAME_H
#define SQ_UI_GAME_REJUDGE_GAME_H

#include "ui/game/game_folder.h"
#include "ui/game/record_remarks.h"
#include "ui/umpire/umpire.h"

/* One report of the umpire. All of it is valid only during the call. */
typedef struct {
    const sq_said *said;
    int game;                /* the number of the record: 1 is game.jsonl, 2 game-2.jsonl ... */
    int rest, rest_before;   /* numbers of the rests said->is and said->was; -1: none */
    const sq_umpire *umpire; /* the umpire, with its present state */
} sq_replayed;

typedef sq_code (*sq_replay_hear)(void *who, const sq_replayed *told, sq_diag *d);

/* Calls on_said for each report; its failure ends the replay. *end gets the last state; end may be null. */
sq_code sq_replay(const sq_game_paths *paths, sq_replay_hear on_said, void *who, sq_state *end, sq_diag *d);

/* Whether a file does not have the name of a record in a game's folder: it was written by squint referee
 * --record or by a person, and nothing else of its game is kept. */
bool sq_record_lies_alone(const char *name);

/* Finds a game by the name that the user gives: its folder, or a record in it (FOLDER/game-2.jsonl). *game
 * gets its number, record the path of the record. */
sq_code sq_game_named(sq_game_paths *paths, int *game, char record[PATH_MAX], const char *name, sq_diag *d);

/* A game's folder stands for its record: that, or the name itself. */
const char *sq_record_of(char record[PATH_MAX], const char *name);

/* Other games than tiddlywinks (rules/other/game_registry.h) cannot be replayed: SQ_E_FORMAT if the record is
 * of one of them, else SQ_OK. name: what the user calls it; why: the middle of the sentence, as in "has no
 * evidence cards". */
sq_code sq_game_refuse_other(const char *name, const char *record, const char *why, sq_diag *d);

/* The title of a game: the name of its folder, and the number of a further game in it. */
void sq_game_title(char title[PATH_MAX], const sq_game_paths *paths, int game);

/* Whether a person wrote this line of a record. Lines of the referee have the time at which they were
 * seen. */
bool sq_line_by_hand(const char *line);
/* How many looks the umpire had been given when a person entered it (its remark "looks"); -1: it was typed
 * into the record, and follows the line before it. */
int sq_line_looks(const char *line);

/* Reads a record and carries out all its lines. The caller frees the game. It is a failure if the file cannot
 * be read; a line that cannot be read is refused, as always. */
sq_code sq_game_load(sq_game **out, const char *record, sq_diag *d);
/* The same with the remarks of its lines, which are added to a list; null: without. */
sq_code sq_game_load_remarks(sq_game **out, sq_remarks_list *remarks, const char *record, sq_diag *d);

#endif

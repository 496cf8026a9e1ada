/* Replays a game: its stored observations (ui/game/observations.h) are given to a fresh umpire. It decides as
 * before, or as a newer squint decides. Lines that a person has added to the record are carried out again,
 * after as many of the umpire's own lines as before. Nothing is written. */
#ifndef SQ_UI_GAME_REPLAY_H
#define SQ_UI_GAME_REPLAY_H

#include "ui/game/game_folder.h"
#include "ui/game/remarks.h"
#include "ui/umpire/umpire.h"

/* One thing that the umpire says. All of it is valid only during the call. */
typedef struct {
    const sq_said *said;
    int game;                /* the number of the record: 1 is game.jsonl, 2 game-2.jsonl ... */
    int rest, rest_before;   /* numbers of the rests said->is and said->was; -1: none */
    const sq_umpire *umpire; /* who says it, as he stands; valid only during the call */
} sq_replayed;

typedef sq_code (*sq_replay_hear)(void *who, const sq_replayed *told, sq_diag *d);

/* Calls on_said for each thing that is said; its failure ends the replay. *end gets the last state; end may
 * be null. */
sq_code sq_replay(const sq_game_paths *paths, sq_replay_hear on_said, void *who, sq_state *end, sq_diag *d);

/* Whether a file is not named as the record of a game in its folder: squint referee --record, or a person,
 * has written it, and nothing else of its game is kept. */
bool sq_record_lies_alone(const char *name);

/* Finds a game by the name that people give: its folder, or a record in it (FOLDER/game-2.jsonl). record gets
 * the path of the record. */
sq_code sq_game_named(sq_game_paths *paths, int *game, char record[PATH_MAX], const char *name, sq_diag *d);

/* Of what needs a replay, and there is none of other games than tiddlywinks (rules/other/other_game.h):
 * SQ_E_FORMAT where the record is one of theirs. name: what the user calls it; why: the sentence's middle, as
 * in "has no evidence cards". */
sq_code sq_game_refuse_other(const char *name, const char *record, const char *why, sq_diag *d);

/* The title of a game: the name of its folder, and the number of a further game in it. */
void sq_game_title(char title[PATH_MAX], const sq_game_paths *paths, int game);

/* The path of that record. */
void sq_game_record(char record[PATH_MAX], const sq_game_paths *paths, int game);

/* Whether a person wrote this line of a record. A line of the referee says when it was seen. */
bool sq_line_by_hand(const char *line);
/* How many looks the umpire had been given when a person said it, as its remark "looks" tells; -1: it was
 * typed into the record, and comes after the line before it. */
int sq_line_looks(const char *line);

/* Reads a record and carries out all its lines. The caller frees the game. A file that cannot be read is a
 * failure; a line that cannot be read is refused, as always. */
sq_code sq_game_load(sq_game **out, const char *record, sq_diag *d);
/* The same with the remarks of its lines, which are added to a list; null: without. */
sq_code sq_game_load_remarks(sq_game **out, sq_remarks_list *remarks, const char *record, sq_diag *d);

#endif

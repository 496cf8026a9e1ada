/* The index of the games in a folder: one row for each record, in an SQLite file beside the games. It is only
 * a cache of the records: a row is made again when its record has changed, and deleted with its record; all
 * rows are made again if the file is missing, damaged or of another version. If the file cannot be written,
 * the rows are kept in memory. */
#ifndef SQ_UI_GAME_GAME_INDEX_H
#define SQ_UI_GAME_GAME_INDEX_H

#include "vision/system/failure.h"

/* member, kind (text or number), what it is */
#define SQ_GAME_ROW_LIST(X)                                                                 \
    X(name, text, "the folder, or FOLDER/game-2.jsonl for a further game in it")            \
    X(begun, text, "when it began, ISO 8601 in UTC; \"\" where it is unknown")              \
    X(source, text, "what was watched; \"\" where it is unknown")                           \
    X(about, text, "event, round, table, date, as far as they are given")                   \
    X(sides, text, "who plays: \"Ann and Bob against Cy and Di\"; \"\" if it is not given") \
    X(form, text, "pairs, singles, three")                                                  \
    X(phase, text, "as in a state line; ended: there is a score")                           \
    X(shots, number, "shots that were carried out")                                         \
    X(questions, number, "questions of the referee that nobody has answered")               \
    X(counted, text, "what counts in its book: tiddlies, tally, or in the pot")             \
    X(blue, number, "of what counts, blue's number")                                        \
    X(green, number, "green's")                                                             \
    X(red, number, "red's")                                                                 \
    X(yellow, number, "yellow's")                                                           \
    X(blue_red, text, "points; \"\" before the end")                                        \
    X(green_yellow, text, "points; \"\" before the end")                                    \
    X(other, text, "of another game than tiddlywinks: its name and how it stands; else \"\"")

typedef const char *sq_row_text;
typedef int sq_row_number;

typedef struct {
#define X(member, kind, what) sq_row_##kind member;
    SQ_GAME_ROW_LIST(X)
#undef X
} sq_game_row;

/* Callbacks that get the index: each row, in order of the names, and a sentence for each record that cannot
 * be read. Texts are valid only during the call. */
typedef struct {
    void (*take)(void *who, const sq_game_row *row);
    void (*miss)(void *who, const char *sentence);
    void *who;
} sq_game_index_hear;

/* Brings the index of the folder up to date and gives its rows. */
sq_code sq_game_index(const char *folder, const sq_game_index_hear *hear, sq_diag *d);

#endif

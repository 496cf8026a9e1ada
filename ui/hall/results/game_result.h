/* The result of a game of the hall, from its record. */
#ifndef SQ_UI_HALL_RESULTS_GAME_RESULT_H
#define SQ_UI_HALL_RESULTS_GAME_RESULT_H

#include "rules/game.h"
#include "ui/game/record_remarks.h"
#include "ui/hall/store/hall_store.h"

/* The state of a game: number, name in exports. */
#define SQ_GAME_IS_LIST(X)       \
    X(SQ_GAME_NOT_BEGUN, "none") \
    X(SQ_GAME_PLAYED, "playing") \
    X(SQ_GAME_ENDED, "ended")

typedef enum {
#define X(is, name) is,
    SQ_GAME_IS_LIST(X)
#undef X
} sq_game_is;

enum { SQ_RESULT_WORDS = 320 };

typedef struct {
    char id[SQ_GAME_ID], table[SQ_HALL_NAME], begun[SQ_HALL_INSTANT];
    int number; /* of the record */
    sq_details about;
    char rules[SQ_DETAIL_MAX]; /* the book's name */
    sq_game_is is;
    int open; /* questions that nobody has answered; the result may still change */
    sq_sixtieths points[SQ_PARTNERSHIPS]; /* of an ended game; in a book without points, 1 for the side that
                                             won, ½ each if both or neither did */
    bool by_points;                       /* the book has points */
    char words[SQ_RESULT_WORDS];          /* how the game stands, a clause */
} sq_game_result;

/* Reads a record of the hall and plays it through the rules. game and remarks may be null; else the caller
 * frees what they get. If the hall has no such record, its table is "". False: it cannot be read
 * (sq_hall_store_unread). */
bool sq_game_result_read(sq_game_result *out, sq_hall_store *s, const char *id, int number, sq_game **game,
                         sq_remarks_list *remarks);

/* Its name in the results' JSON; constant. */
const char *sq_game_is_name(sq_game_is is);

#endif

/* A rest as a line of rests.jsonl, for people and programs: its position with the winks' names
 * (ui/game/position_json.h), and what has changed since the rest before.
 *
 *   rest                its number in the source, from 0
 *   t_start, t_rest     the first motion before it, and when all was still again; seconds
 *   gap_s               seconds without a picture before it; left out if none is missing
 *   moved               winks that have moved: id, from (x, y at the rest before), mm
 *   vanished, found     ids of winks that are no longer in sight, and of those that are again
 *   back                of each wink that the book moves by hand: id, x, y where it then lies, and why: it
 *                       went "off" the mat (13.1), "leans" on the pot (25.4), or is put "apart" after a
 *                       pot-out (20.1); over: the winks that one which leaned then squops. Left out where
 *                       there is none, or the book puts it elsewhere
 *
 * The exact observations of the umpire are in looks.jsonl. */
#ifndef SQ_UI_GAME_RESTS_FILE_H
#define SQ_UI_GAME_RESTS_FILE_H

#include "rules/terms/state.h"
#include "ui/game/looks_file.h"

/* A wink that the book moves by hand, as above. */
typedef enum { SQ_BACK_OFF, SQ_BACK_LEANS, SQ_BACK_APART } sq_back_why;

typedef struct {
    sq_wink wink;
    sq_mm from, to;
    sq_back_why why;
    sq_wink_set over; /* that one which leaned then squops */
} sq_back;

typedef struct {
    sq_back of[SQ_SEEN_CAP];
    int n;
} sq_backs;

/* What the book moves by hand in a rest p with names; game: how it stands after that rest, null where there
 * is none, or one of another kind: then nothing. */
void sq_rest_backs(sq_backs *out, const sq_position *p, const sq_state *game);

/* The line without its end; the caller frees. now: the rest as the umpire kept it, with names. before: the
 * rest before, null at the first. look: what the umpire was given. back: what the book moves by hand. Null
 * when memory runs out. */
char *sq_rest_json(const sq_position *now, const sq_position *before, const sq_observation *look,
                   const sq_backs *back);

#endif

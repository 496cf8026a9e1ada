/* What stands above a game's score sheet: who plays, at which event, in which round, on which table, on which
 * day. No rule reads it. A game's first event (`game`) may give it; an `about` event changes it at any
 * time. */
#ifndef SQ_RULES_TERMS_GAME_DETAILS_H
#define SQ_RULES_TERMS_GAME_DETAILS_H

#include <stdbool.h>

/* number, the object within "about" in the record ("": "about" itself), key, what people call it */
#define SQ_DETAIL_LIST(X)                                                  \
    X(SQ_DETAIL_EVENT, "", "event", "event")                               \
    X(SQ_DETAIL_ROUND, "", "round", "round")                               \
    X(SQ_DETAIL_TABLE, "", "table", "table")                               \
    X(SQ_DETAIL_DATE, "", "date", "date")                                  \
    X(SQ_DETAIL_BLUE, "players", "blue", "blue")                           \
    X(SQ_DETAIL_GREEN, "players", "green", "green")                        \
    X(SQ_DETAIL_RED, "players", "red", "red")                              \
    X(SQ_DETAIL_YELLOW, "players", "yellow", "yellow")                     \
    X(SQ_DETAIL_WHITE, "players", "white", "white")                        \
    X(SQ_DETAIL_PURPLE, "players", "purple", "purple")                     \
    X(SQ_DETAIL_BLUE_RED, "sides", "blue-red", "the side of blue and red") \
    X(SQ_DETAIL_GREEN_YELLOW, "sides", "green-yellow", "the side of green and yellow")

typedef enum {
#define X(number, group, key, words) number,
    SQ_DETAIL_LIST(X)
#undef X
        SQ_DETAILS
} sq_detail;

/* Bytes of a text with its final 0. Long names of people and clubs fit, and a score sheet has no room for
 * more. */
enum { SQ_DETAIL_MAX = 64 };

/* A change of details: what is not named stays as it is, and an empty text removes a detail. All texts are
 * UTF-8 without control characters. */
typedef struct {
    unsigned named; /* bit d: text[d] counts */
    char text[SQ_DETAILS][SQ_DETAIL_MAX];
} sq_details;

/* The columns of the list. */
extern const char *const sq_detail_groups[SQ_DETAILS];
extern const char *const sq_detail_keys[SQ_DETAILS];
extern const char *const sq_detail_words[SQ_DETAILS];

/* Copies text into *to as detail `which`. Returns null on success. Where the text is refused, *to stays as it
 * was, and the result is a constant clause that says why, such as "must be text of at most 63 bytes". */
const char *sq_details_name(sq_details *to, sq_detail which, const char *text);

/* Copies the details that `more` names into *to. */
void sq_details_take(sq_details *to, const sq_details *more);

#endif

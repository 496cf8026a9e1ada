/* What the umpire of a game other than tiddlywinks reports: events of its record, questions, and reasons to
 * wait. Plain values of rules/; the game itself knows what its events mean. */
#ifndef SQ_UI_UMPIRE_OTHER_GAME_TOLD_H
#define SQ_UI_UMPIRE_OTHER_GAME_TOLD_H

#include "rules/engine.h"
#include "vision/system/failure.h"

/* kind, its name in the event stream, what it is */
#define SQ_TOLD_LIST(X)                                                                              \
    X(SQ_TOLD_EVENT, "event", "an event is carried out; it belongs in the record")                   \
    X(SQ_TOLD_QUESTION, "question", "what happened is not certain: the readings, likeliest first")   \
    X(SQ_TOLD_PASSED_OVER, "passed-over", "nothing was played, which answers a question or is held") \
    X(SQ_TOLD_BY_HAND, "by-hand", "something was taken off by hand")                                 \
    X(SQ_TOLD_WAIT, "wait", "nothing can be told of this rest; text says why")                       \
    X(SQ_TOLD_REFUSED, "refused", "an event that the rules do not allow now; it is not in the record")

typedef enum {
#define X(kind, name, what) kind,
    SQ_TOLD_LIST(X)
#undef X
        SQ_TOLD_KINDS
} sq_told_kind;

/* One account of what has happened: events of the record in their order; none if nothing was played.
 * SQ_TOLD_TEXT: bytes of a sentence. */
enum { SQ_TOLD_EVENTS = 3, SQ_TOLD_READINGS = 8, SQ_TOLD_TEXT = 400 };
typedef struct {
    double probability;
    int events;
    sq_event event[SQ_TOLD_EVENTS];
} sq_told_reading;

/* Valid during the call alone. */
typedef struct {
    sq_told_kind kind;
    double t, before_t; /* the rests after and before it, seconds on the source's clock; NaN: none before */
    const sq_event *event;          /* of EVENT and REFUSED */
    const sq_state *before, *after; /* of EVENT and REFUSED; else both are the present state */
    const sq_rulings *rulings;      /* of EVENT and REFUSED */
    int n;                          /* its line in the record, or the line that it will have */
    double probability;             /* of EVENT: that it is right */
    int question;                   /* the number of the question that it asks, answers or holds; 0: none */
    bool held;                      /* it is carried out although it is a question */
    int readings;                   /* how many; of QUESTION, and of an event that is held */
    const sq_told_reading *reading;
    int answer;       /* of an event that is held: which reading is carried out, from 1 */
    const char *text; /* of WAIT, PASSED_OVER and BY_HAND: a sentence; of a QUESTION, with readings or
                         without: what was not seen before it; else null */
} sq_told;

/* A failure (the journal cannot be written) ends the work and goes back to the umpire's caller. */
typedef sq_code (*sq_hear_told)(void *who, const sq_told *told, sq_diag *d);

#endif

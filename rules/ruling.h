/* Rulings: what the engine says of an event, as data. Each names a rule of the book and what it acted on; the
 * sentence for the umpire is made of it when somebody asks. */
#ifndef SQ_RULES_RULING_H
#define SQ_RULES_RULING_H

#include "rules/event.h"

/* One ruling, or the reason why an event is refused. */
typedef struct {
    uint8_t what;   /* sq_ruling_kind or, in a refusal, sq_refusal_kind */
    uint8_t colour; /* these four are what the sentence speaks of; unused ones are 0 */
    uint8_t other;  /* a second colour */
    uint8_t side;   /* a partnership */
    int32_t n;
    sq_wink_set winks;
} sq_ruling;

/* More than one event can bring about: eight turns that pass by themselves (four forfeitures, and three
 * colours without a free wink twice at most) with four rulings each, and the shot's own. */
enum { SQ_RULINGS_MAX = 64 };

typedef struct {
    bool refused;
    int count;
    sq_ruling list[SQ_RULINGS_MAX];
} sq_rulings;

enum { SQ_RULING_TEXT_MAX = 320 };

/* The rule's number ("12.2") in the game's rule set. */
const char *sq_ruling_rule(const sq_ruling *r, int rules);
/* One sentence in an umpire's words; returns `to`. */
const char *sq_ruling_text(const sq_ruling *r, char to[SQ_RULING_TEXT_MAX]);
/* Why an event is refused, a clause that names what is wrong; returns `to`. */
const char *sq_refusal_text(const sq_ruling *r, char to[SQ_RULING_TEXT_MAX]);

#endif

/* What the umpire can say next, in words that `squint say` takes: after a foul what its opponents may choose,
 * which colours or winks may be nominated, and what helps where a word is refused. */
#ifndef SQ_UI_OVERRULE_NEXT_WORDS_H
#define SQ_UI_OVERRULE_NEXT_WORDS_H

#include "rules/engine.h"

/* Room for each wink that may be nominated. */
enum { SQ_NEXT_WORDS_MAX = SQ_WINKS * (int)sizeof "nominate wink" };

/* A line for each; "" where nothing is awaited. s: how the game stands. e: the event that was refused there,
 * and r why; both are null where nothing was refused. Returns `to`. */
const char *sq_next_words(const sq_state *s, const sq_event *e, const sq_rulings *r,
                          char to[SQ_NEXT_WORDS_MAX]);

#endif

/* The events that a game waits for: after a foul what may be chosen; after a failure to free, before a free
 * shot, what may be nominated. Each is one that the rules would take. */
#ifndef SQ_RULES_NEXT_EVENTS_H
#define SQ_RULES_NEXT_EVENTS_H

#include "rules/engine.h"

/* Room for each wink that may be nominated. */
enum { SQ_NEXT_EVENTS_MAX = SQ_WINKS };

/* Writes them in the order in which people are asked, and returns how many; 0 where neither is awaited. */
int sq_next_events(const sq_state *s, sq_event list[SQ_NEXT_EVENTS_MAX]);

#endif

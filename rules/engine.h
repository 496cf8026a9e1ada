/* The rules engine: (state, event) → state, rulings. A pure fold: no clock, no file, no allocation, no memory
 * between calls, and the same result on every machine. The front door of rules/.
 *
 *     sq_state s = sq_state_none();
 *     for each event e:
 *         sq_rulings r;
 *         sq_engine_step(&s, &e, &s, &r);
 *
 * An event that cannot happen now is refused: the state stays as it was, r.refused is set and r holds the one
 * ruling that says why. `undo` and `amend` speak of other events, not of the position: they belong to whoever
 * keeps the list (rules/game.h), and here they are refused. */
#ifndef SQ_RULES_ENGINE_H
#define SQ_RULES_ENGINE_H

#include "rules/ruling.h"
#include "rules/state.h"

/* No game yet: only `game` is taken. */
sq_state sq_state_none(void);

/* Carries out one event. out may be s itself. Returns whether the event was taken. */
bool sq_engine_step(const sq_state *s, const sq_event *e, sq_state *out, sq_rulings *r);

#endif

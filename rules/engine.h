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
 * keeps the list (rules/game.h), and here they are refused.
 *
 * Where the rule book leaves a choice (ETwA 2012; W: the colour that won the squidge-off, P: the squopping
 * side, Q: the squopped-up one), an umpire's way is taken:
 * - 5.4.1: Distances are equal if they are the same number.
 * - 9.3: A short attempt is no shot in any respect; that the same wink is played again is not enforced.
 *   As with any line that has a time, the timed period is over after it if that time has reached the
 *   limit between turns.
 * - 10.1: A squopped wink of the right colour is a foul by itself (23.2); of a wrong colour it is one
 *   of 23.3.
 * - 11, 17: A pass is a shot: it starts the game's time, and is played at one instant.
 * - 14: The forfeited shot is the colour's next one that is due, an extra shot too. A shot played out
 *   of turn is not the next one; an accepted foul forfeits as any shot, one put back does not.
 * - 17, 18: The timed period is over when the game's time reaches the limit, between turns. A turn
 *   belongs to it if its first shot was played before, be it put back by 23.2 (i). Turns that pass by
 *   themselves begin when the shot before them was at rest. Time that is up before a wrong turn (23.3)
 *   ends the period before it, not only when the opponents have chosen.
 * - 20: A game ends with the shot that completes a side. The last two colours' one point is their
 *   side's, where both are of one side. Equal sides transfer nothing.
 * - 21: Tested after every shot that stands.
 * - 22.1: Tested at the end of every turn; on a position set by hand only when its turn ends.
 * - 22.2.3: "Next in sequence" is P's first colour from the one that really begins the next turn.
 * - 22.3.4: Squop-up turns run from the end of the turn that caused them to the rest of the freeing
 *   shot. Time that ends in them waits for Q's first turn with a free wink, a free shot, or a wrong
 *   turn of Q.
 * - 22.5.2: The colour that begins the next turn must be left free if it had a free wink at the start
 *   of P's turn or at the end of any shot of it. On the last turn of the fifth round nothing need be
 *   left free.
 * - 22.6.1: A shot that falls short nominates its colour. A free shot that itself nominated, and is put
 *   back, may nominate anew; a nomination that was made before it stands.
 * - 22.6.4: The extra turn ends the game, played rightly or wrongly, unless a colour pots out in it.
 * - 23.2: A call reaches the last shot until another shot, a pass, a choice or a set; not beyond 24.4.
 * - 23.3: The offender is the side of the colour that was played. A wrong turn is nobody's turn in the
 *   round; the turn that was due counts as taken if a shot of it stood. A colour that would have a second
 *   turn in a round begins the next one, be it chosen or next in sequence. A wrong turn and the one that
 *   was due are together one squop-up turn, if P played either. A free shot that was due is lost if a wrong
 *   turn in its place is accepted. Going back to the start of a turn goes back no further than the last
 *   position set by hand.
 * - 23.4: Who plays on accepts, before that shot; if accepting ends the game, they must say so instead.
 * - 26.1: A set follows the rules from what it sets: colours that are complete have potted out, a game
 *   that is over ends, turns that cannot be played pass. While a foul is open it may correct winks,
 *   time, forfeitures and W; whatever belongs to a turn it sets together with the turn.
 *
 * Times are whole microseconds (what is finer is rounded when it is read) and points are whole twelfths, so
 * that sums are exact. */
#ifndef SQ_RULES_ENGINE_H
#define SQ_RULES_ENGINE_H

#include "rules/book/ruling.h"
#include "rules/terms/state.h"

/* No game yet: only `game` is taken. */
sq_state sq_state_none(void);

/* Carries out one event. out may be s itself. Returns whether the event was taken. Colours, winks and rule
 * set of the event must be in range, as sq_record_read leaves them. */
bool sq_engine_step(const sq_state *s, const sq_event *e, sq_state *out, sq_rulings *r);

#endif

/* The rules engine, the front door of rules/: it takes a state and an event, and gives the next state and the
 * rulings. It uses no clock and no file, allocates nothing, and remembers nothing between calls. The result
 * is the same on every machine.
 *
 *     sq_state s = sq_state_none();
 *     for each event e:
 *         sq_rulings r;
 *         sq_engine_step(&s, &e, &s, &r);
 *
 * An event that cannot happen now is refused: the state stays as it was, r.refused is set, and r holds one
 * ruling that says why. `undo` and `amend` change the list of events and not the position. They belong to
 * rules/game.h, and are refused here.
 *
 * Where the rule book (ETwA 2012) leaves a choice, the engine decides as an umpire would. Below, W is the
 * colour that won the squidge-off, P the squopping side, and Q the side that is squopped up.
 * - 5.4.1: Distances are equal if they are the same number.
 * - 9.3: A short attempt does not count as a shot in any respect. The engine does not insist that the
 *   same wink is played again. As after any line with a time, the timed period is over if that time has
 *   reached the limit between turns.
 * - 10.1: To play a squopped wink of the right colour is a foul by itself (23.2). To play one of a
 *   wrong colour is a foul under 23.3.
 * - 11, 17: A pass is a shot: it starts the game's time. It takes no time.
 * - 14: The forfeited shot is the next one that is due to the colour; it may be an extra shot. A shot
 *   played out of turn is not the next one. An accepted foul forfeits as any shot does; one that is
 *   put back does not.
 * - 17, 18: The timed period is over when the game's time reaches the limit between turns. A turn
 *   belongs to the period if its first shot was played before then, even if that shot is put back by
 *   23.2 (i). A turn that passes by itself begins when the shot before it was at rest. Time that is up
 *   before a wrong turn (23.3) ends the period before that turn, and not only when the opponents have
 *   chosen.
 * - 20: A game ends with the shot that completes a side. Where the last two colours are of one side,
 *   their one point is that side's. Equal sides transfer nothing.
 * - 21: This is tested after every shot that stands.
 * - 22.1: This is tested at the end of every turn. A position set by hand is tested only when its turn ends.
 * - 22.2.3: "Next in sequence" is the first colour of P, counted from the colour that really begins
 *   the next turn.
 * - 22.3.4: Squop-up turns run from the end of the turn that caused them until the freeing shot is at
 *   rest. Time that ends in them waits for Q's first turn with a free wink, for a free shot, or for a
 *   wrong turn of Q.
 * - 22.5.2: The colour that begins the next turn must be left free if it had a free wink at the start
 *   of P's turn or at the end of any shot of it. On the last turn of the last round nothing needs to
 *   be left free.
 * - 22.6.1: A shot that falls short nominates its colour. A free shot that nominated by being played,
 *   and is put back, may nominate again. A nomination that was made before the shot stands.
 * - 22.6.4: The extra turn ends the game, whether it is played rightly or wrongly, unless a colour
 *   pots out in it.
 * - 23.2: The last shot can be called foul until another shot, a pass, a choice or a set comes, and
 *   not after 24.4.
 * - 23.3: The offender is the side of the colour that was played. A wrong turn is nobody's turn in the
 *   round. The turn that was due counts as taken if a shot of it stood. A colour that would have a
 *   second turn in a round begins the next round, whether it was chosen or is next in sequence. A
 *   wrong turn and the turn that was due are together one squop-up turn, if P played either. A free
 *   shot that was due is lost if a wrong turn in its place is accepted. Going back to the start of a
 *   turn takes back its right shots too, whichever side has played wrongly after them, and goes back no
 *   further than the last position set by hand.
 * - 23.4: Whoever plays on accepts the foul, before that shot. If accepting ends the game, they must
 *   say so instead of playing.
 * - 26.1: After a set the rules apply to what it has set: complete colours have potted out, a game
 *   that is over ends, turns that cannot be played pass. While a foul is open a set may correct winks,
 *   time, forfeitures and W. What belongs to a turn it can set only together with the turn.
 *
 * Times are whole microseconds (finer ones are rounded when they are read) and points are whole sixtieths, so
 * that sums are exact. */
#ifndef SQ_RULES_ENGINE_H
#define SQ_RULES_ENGINE_H

#include "rules/book/ruling_sentences.h"
#include "rules/terms/state.h"

/* The state before any game: only the event `game` is taken. */
sq_state sq_state_none(void);

/* Carries out one event. `out` may be s itself. Returns false where the event is refused; *out is then equal
 * to *s. Rule set, colours and winks of the event must be known ones, the last two of the book's, as
 * sq_record_read_by leaves them. */
bool sq_engine_step(const sq_state *s, const sq_event *e, sq_state *out, sq_rulings *r);

/* Why sq_engine_step has refused e in state s: a clause that names what is wrong. Returns `to`. */
const char *sq_engine_refusal(const sq_state *s, const sq_event *e, const sq_rulings *r,
                              char to[SQ_RULING_TEXT_MAX]);

#endif

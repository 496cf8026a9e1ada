/* Rulings: what the engine says about an event, as data. A ruling names a rule of the book and the winks,
 * colours and numbers that it acted on. The sentence for people is made only when somebody asks for it. */
#ifndef SQ_RULES_BOOK_RULING_SENTENCES_H
#define SQ_RULES_BOOK_RULING_SENTENCES_H

#include "rules/terms/ruling.h"

/* kind, sentence. Marks in a sentence: %c the colour, %o the other colour, %s the side, %w the winks, %n the
 * number, %i the book's millimetres from the boundary (13.1), %h and %f its tiddlies of a potted and of a
 * free wink, %u what a wink off the mat costs by it, a shot or a turn, %m the number or "none", %x an "s"
 * unless the number is 1, %k the colours whose bits are the number, %d counts of tiddlies packed in place of
 * the winks, %t the number as seconds, %p the number as points in sixtieths, %q what these leave of 7 points.
 * A capital %C %O %S %K begins with a capital letter. The rule set says which rule of the book each kind is
 * (rules/book/ruleset.h). */
#define SQ_RULING_LIST(X)                                                                                    \
    X(FORM_PAIRS, "Four play: blue and red are partners against green and yellow.")                          \
    X(FORM_SINGLES, "Two play: one has blue and red, the other green and yellow.")                           \
    X(FORM_THREE, "Three play: one has both colours of a side, the others have one each.")                   \
    X(LIMIT_NORMAL, "The timed period lasts %t.")                                                            \
    X(LIMIT_OTHER, "The timed period lasts %t, as agreed or as the umpire says.")                            \
    X(SQUIDGE_TIED, "%K are equally near the pot and squidge off again, alone.")                             \
    X(SQUIDGE_RANKED, "Winks in the pot are nearest of all, winks off the mat farthest.")                    \
    X(SQUIDGE_WON, "%C is nearest to the pot and has won the squidge-off.")                                  \
    X(SQUIDGE_REPLACED, "All winks go back behind their baselines.")                                         \
    X(BEGINS, "Play begins with %c.")                                                                        \
    X(LIMIT_NONE, "There is no time limit.")                                                                 \
    X(TIME_STARTS, "The timed period starts with this shot.")                                                \
    X(CLOCK_STARTS, "The clock runs from the moment when this first wink is played.")                        \
    X(NEXT, "%C's turn is next.")                                                                            \
    X(SHORT, "%w did not cross the baseline: this was no shot, the wink is put back and played again.")      \
    X(PASSED, "%C passes, and a pass counts as a shot.")                                                     \
    X(DEEMED_PASS, "%C is deemed to pass.")                                                                  \
    X(NO_FREE_WINK, "%C has no free wink and is deemed to pass at once.")                                    \
    X(NO_WINK_LEFT, "%C has potted out and is deemed to pass at once.")                                      \
    X(EXTRA_SHOT, "%C potted %w and gets an extra shot in this turn.")                                       \
    X(EXTRA_SHOTS, "%C potted %w and gets %n extra shots in this turn.")                                     \
    X(NO_EXTRA_SHOT, "%w went into the pot, which earns no extra shot.")                                     \
    X(OFF_REPLACED, "%w left the playing volume: back on the mat, %i mm in from the boundary.")              \
    X(OFF_HOME, "%w went off, and back to its start.")                                                       \
    X(EXTRA_SQUOP, "%C squopped %w and gets %n extra shot%x in this turn.")                                  \
    X(EXTRA_UNDER, "%w slid under one of its own: %c gets %n extra shot%x.")                                 \
    X(SENT_HOME, "Squopped winks go back to their starts: %w.")                                              \
    X(SQUOP_ASIDE, "The winks over %w are moved aside.")                                                     \
    X(NOT_RELEASED, "%C has not released the winks that it squopped.")                                       \
    X(CONTROLLED, "At the end of this turn only %k can still play.")                                         \
    X(TALLIED, "%C gets %n for this shot.")                                                                  \
    X(NOT_ALLOWED, "%w could not be played now.")                                                            \
    X(POINTS, "%C gets %n point%x.")                                                                         \
    X(POINTS_LOST, "%C gives up %n point%x.")                                                                \
    X(LETTER, "%C has missed and takes letter %n.")                                                          \
    X(LETTERS_OUT, "%C has all its letters and is out.")                                                     \
    X(SHOT_SET, "%C has made its shot: the others must make the same.")                                      \
    X(SHOT_RETURNS, "All have tried: %c loses a turn, and the next may set a shot.")                         \
    X(FAULT, "%w has not stopped within 12 inches of the pot: the next player has a shot more.")             \
    X(BREAK_OVER, "The winks are set up anew, and %c begins.")                                               \
    X(CATCH_UP, "%C has passed the mark; %o has one turn to catch up.")                                      \
    X(MISS, "%C has missed: %n miss%x.")                                                                     \
    X(PAIR_OVER, "Round %n is over.")                                                                        \
    X(NEARER, "%C lies nearer and tries first.")                                                             \
    X(DIED, "%w is dead and leaves the game.")                                                               \
    X(BONUS_SHOT, "%w lies over a wink of its own colour and is played again at once.")                      \
    X(FREED_PLAYS, "%w has come free and is played at once.")                                                \
    X(ONE_LIVES, "Only %c has winks that live.")                                                             \
    X(COMES_HOME, "%w has waited for three turns and goes home.")                                            \
    X(TURNS_USED, "Each colour has had its %n turn%x: the game is over.")                                    \
    X(POT_EMPTIED, "The pot is emptied, and all its winks go back.")                                         \
    X(OFF_FORFEITS, "%C sent %w of its own off and forfeits its next %u.")                                   \
    X(OFF_OTHERS, "%w went off, which costs nobody a %u.")                                                   \
    X(FORFEITED, "%C forfeits this shot, deemed to pass at once.")                                           \
    X(FORFEITED_EXTRA, "%C forfeits the further shot that it had in this turn.")                             \
    X(TURN_MISSED, "%C misses this turn.")                                                                   \
    X(LOST_IN_TIME, "%C did not play in the two minutes and loses the shot.")                                \
    X(LOST_IN_FLIGHT, "%C's wink touched a player in flight: it goes back, and the shot is lost.")           \
    X(FORFEITED_NOTHING, "%C has no free wink, yet the shot that it owed is forfeited with this one.")       \
    X(POTTED_OUT, "All winks of %c are in the pot: %c has potted out.")                                      \
    X(POT_OUT, "From now on there is no time limit: play goes on until all colours of one side are out.")    \
    X(POT_OUT_GOES_ON, "Neither side has all its colours out yet: play goes on.")                            \
    X(POT_OUT_COLOURS, "From now on there is no time limit: play goes on until %n colours are out.")         \
    X(POT_OUT_COLOURS_GO_ON, "Fewer than %n colours are out: play goes on.")                                 \
    X(POT_OUT_APART, "Squopped winks are freed by hand, each at its distance from the pot, %n mm apart.")    \
    X(TIME_OVER, "The timed period has ended: play goes on to the end of %c's turn, then %n round%x.")       \
    X(TIME_OVER_IN_TURN, "The time ran out during %c's turn, so the timed period ended with that turn.")     \
    X(RUNNING_ROUND_OVER, "%C's turn ends the running round: %n further round%x to play.")                   \
    X(ROUND_OVER, "%C's turn ends a round: %n further round%x to play.")                                     \
    X(LAST_ROUND_OVER, "%C's turn ends the last of the further rounds.")                                     \
    X(DEEMED_TURN_COUNTS, "%C could not play, yet this counts as its turn in the round.")                    \
    X(GAME_OVER_ROUNDS, "All rounds are played and nobody has potted out: the game is over.")                \
    X(GAME_OVER_EXTRA_TURN, "The extra turn is over, and with it the game.")                                 \
    X(ENDED_BY_ROUNDS, "This is the first of the three ways in which a game ends.")                          \
    X(ENDED_BY_POT_OUTS, "All colours of a side are out: the game ends in the second of three ways.")        \
    X(ENDED_BY_COLOURS, "Potted out: %k. That ends the game.")                                               \
    X(ENDED_BY_SQUOPS, "This is the third of the three ways in which a game ends.")                          \
    X(TIDDLIES, "Tiddlies, %h for each potted wink and %f for each free wink on the mat: %d.")               \
    X(SCORE_TIDDLIES, "Points by tiddlies, shared where equal: blue-red %p, green-yellow %q.")               \
    X(ALL_SQUOPPED, "No wink can be played, all on the mat are squopped: the game is over.")                 \
    X(SCORE_SQUOPPED, "Scored as after the last round: blue-red %p, green-yellow %q.")                       \
    X(SCORE_POT_OUT, "Scored by the order of potting out: blue-red %p, green-yellow %q.")                    \
    X(TRANSFERRED, "%S has more points and gets %n of the other side's.")                                    \
    X(SCORE_POT_OUT_EVEN, "Points in the order of potting out are equal, none is transferred: %p each.")     \
    X(WON, "%K have won the game.")                                                                          \
    X(SQUOPPED_UP, "At the end of this turn %s has no free wink: it is squopped up.")                        \
    X(SQUOP_UP_TURNS, "%S has %n squop-up turn%x: one more than the winks on the mat outside piles.")        \
    X(SQUOP_UP_TWO,                                                                                          \
      "No wink lies outside a pile and %c, the next to play of %s, has no free wink: two squop-up turns.")   \
    X(FREE_TURNS_OWN, "%S has %n free turn%x, one for each of its free winks; then it must free.")           \
    X(FREE_TURNS_NONE, "%S has no free wink and so no free turn: its next shot must free.")                  \
    X(SQUOP_UP_NOT_COUNTED, "Winks in the pot, behind the baselines and in piles are not counted.")          \
    X(SQUOP_UP_TURN, "That was one squop-up turn of %s: %m left.")                                           \
    X(SQUOP_UP_TURN_UNPLAYED, "%C could not play, yet it was a squop-up turn: %m left.")                     \
    X(SQUOP_UP_TURN_KEPT, "%C could not play, which uses no free turn: %m left.")                            \
    X(SQUOP_UP_FORFEIT, "%C's turn passes in the squop-up turns, and the shot that it owed is forfeited.")   \
    X(SQUOP_UP_IN_ROUNDS, "The timed period is over, so squop-up turns count in the rounds.")                \
    X(SQUOP_UP_TIME_WAITS, "Time has run out in squop-up turns: the period ends when %s can next play.")     \
    X(SQUOP_UP_TIME_OVER, "%C can play, so the timed period is deemed to end now.")                          \
    X(MUST_FREE, "This is %s's last squop-up turn: it must leave an opponent's wink free.")                  \
    X(FREEING_SHOT, "This was a freeing shot.")                                                              \
    X(SQUOP_UP_OVER, "Squop-up turns are over: %s must get the chance to play a shot.")                      \
    X(FREED_TURN_GOES_ON, "%C still plays its extra shot%x.")                                                \
    X(LEAVE_ANY_FREE, "%C must leave a wink of %s free at the end of this turn.")                            \
    X(LEAVE_COLOUR_FREE, "%C must leave a wink of %o free at the end of this turn.")                         \
    X(LEAVE_EACH_FREE, "%C must leave a wink of %k free with this shot, each of them.")                      \
    X(MUST_OPEN_A_PILE, "%C has potted all its free winks: this shot must free some wink.")                  \
    X(OPPORTUNITY, "%C starts a turn with a free wink: %s has its chance to play.")                          \
    X(OPPORTUNITY_FORFEITED,                                                                                 \
      "%C starts a turn with a free wink; that it forfeits the shot is its own affair.")                     \
    X(NO_NEED_TO_FREE, "The game ended before a freeing shot was required.")                                 \
    X(NO_OPPORTUNITY, "%S got no chance to play: the game ended, or a colour potted out, first.")            \
    X(NOT_FREED, "%S has played no freeing shot in its squop-up turns.")                                     \
    X(NOT_FREED_FORFEIT, "%C could not play the freeing shot, since it forfeited; that does not excuse it.") \
    X(NONE_LEFT_FREE, "%S has left no wink of its opponents free.")                                          \
    X(COLOUR_NOT_LEFT_FREE, "%S has left no wink of %o free, which was free and is due.")                    \
    X(FAILED_TO_FREE, "That is a failure to free.")                                                          \
    X(FREE_SHOT, "%C has a free shot: it nominates any colour that has a free wink.")                        \
    X(NOMINATED, "%C nominates %o and plays it in this shot as if it were its own.")                         \
    X(FREE_SHOT_WINK, "%C nominates any wink that is not squopped and plays it as if it were its own.")      \
    X(NOMINATED_WINK, "%C nominates %w and plays it in this shot as if it were its own.")                    \
    X(MOVED_ASIDE, "%w is moved aside, so that the opponents can play.")                                     \
    X(ASIDE_DUE, "A covering wink of %s must be moved aside, so that the opponents can play.")               \
    X(FREE_SHOT_EXTRA, "%w went in with the free shot, in which both colours count as %c's own.")            \
    X(FREE_SHOT_OFF, "%w went off with the free shot: %c forfeits its next %u.")                             \
    X(EXTRA_TURN, "It was the last turn of the game, so %c has one extra turn.")                             \
    X(FOUL_SHOT, "A shot that does not satisfy rule 10 is foul.")                                            \
    X(SQUOPPED_PLAYED, "%w was squopped when it was played; a shot must touch a free wink first.")           \
    X(NOT_DUE_PLAYED, "%C was played and %o is due.")                                                        \
    X(FOUL, "%S may have the shot put back, or accept it as the end of the turn.")                           \
    X(FOUL_NAMED, "The umpire names this rule as the one that the shot did not satisfy.")                    \
    X(FOUL_WRONG_COLOUR, "%S may have the turn put back, or accept it and choose its colour to go on with.") \
    X(FOUL_GOES_ON, "A further shot of the wrong turn; %s still has the choice.")                            \
    X(PUT_BACK, "The shot is put back and %c plays again in the same turn.")                                 \
    X(PUT_BACK_THRICE, "That makes %n foul%x put back in succession: %c forfeits the further shot.")         \
    X(PUT_BACK_TURN, "All is put back to the start of %c's turn, and %c plays.")                             \
    X(ACCEPTED, "The shot is accepted in its entirety and %c's turn is over.")                               \
    X(ACCEPTED_WRONG, "The turn is accepted and over; %s goes on with %c.")                                  \
    X(NEW_ROUND, "%C has had its turn in this round, so a new round begins with it.")                        \
    X(WRONG_TURN_COUNTS, "The wrong turn counts as a squop-up turn: %m left.")                               \
    X(ACCEPTED_BY_PLAYING, "%C plays after the foul, which accepts it.")                                     \
    X(SEQUENCE_FROM_HERE, "The sequence of colours goes on from this turn.")                                 \
    X(CLOCK_STOPPED, "The game's time stands at %t and does not count until it is started.")                 \
    X(CLOCK_RUNS, "The game's time runs on from %t.")                                                        \
    X(DISRUPTED, "Deliberate interference by %c: the game is over, %n–0 to %s.")                             \
    X(DISRUPTED_LOST, "Deliberate interference by %c: the game is over.")                                    \
    X(DISRUPTED_ETIQUETTE, "A player who disrupts the game on purpose loses it and all its points.")         \
    X(UMPIRE_SETS, "The position is set anew. What the umpire decides of it is final.")                      \
    X(AMENDED, "The umpire lets line %n read otherwise, and all later lines are carried out anew.")          \
    X(REDONE, "The undo in line %n is taken back: what it had taken away counts again.")                     \
    X(INSERTED, "The umpire inserts an event before line %n, and all later lines are carried out anew.")     \
    X(AMEND_REMOVES, "Line %n is removed with it.")                                                          \
    X(AMEND_LEAVES_OUT, "Line %n cannot happen any more and is left out.")

typedef enum {
#define X(kind, text) SQ_RULED_##kind,
    SQ_RULING_LIST(X)
#undef X
        SQ_RULING_KINDS
} sq_ruling_kind;

/* Why an event is refused: kind, clause. The marks are those of the sentences above. */
#define SQ_REFUSAL_LIST(X)                                                                                  \
    X(NO_GAME, "there is no game yet; the first line must be a \"game\"")                                   \
    X(SECOND_GAME, "the game has begun already")                                                            \
    X(NOT_FOLDED, "\"undo\" and \"amend\" speak of other events, not of the position")                      \
    X(GAME_ENDED, "the game is over; only undo, amend, foul and set are taken")                             \
    X(BAD_LIMIT, "the limit must be more than 0 s")                                                         \
    X(NOT_IN_PLAY, "not in this game: %w")                                                                  \
    X(COLOUR_NOT_IN_PLAY, "%c is not in this game")                                                         \
    X(NOTHING_PLAYABLE, "no wink can be played: the umpire must set the position")                          \
    X(NO_FORM, "this rule set is not played so; see its forms")                                             \
    X(NO_LIMIT, "this rule set has no time limit")                                                          \
    X(NO_PASS, "this rule set knows no pass")                                                               \
    X(NO_SHORT, "this rule set knows no attempt that falls short: the wink has been played")                \
    X(NO_LOST_SHOT, "this rule set knows no shot that is lost so")                                          \
    X(NOT_IN_ROUNDS, "a shot can be lost in the two minutes only in the further rounds")                    \
    X(ASIDE_FIRST, "a covering wink must be moved aside first")                                             \
    X(NO_ASIDE, "no wink is to be moved aside now")                                                         \
    X(ASIDE_OVER_NOTHING, "%w lies over no wink and need not be moved")                                     \
    X(ASIDE_OPENS_NOTHING, "with %w moved so, what must come free is still covered; move another")          \
    X(NOMINATE_WINK, "\"wink\" must name the wink that is nominated")                                       \
    X(NOMINATE_COLOUR, "\"colour\" must name the colour that is nominated")                                 \
    X(NOMINATED_SQUOPPED, "%w is squopped or in the pot and cannot be nominated")                           \
    X(SET_OTHER_PRICE, "in this rule set a wink off the mat costs otherwise: see forfeit and miss_turn")    \
    X(NO_SQUIDGE_OFF, "there is no squidge-off to be played")                                               \
    X(NOT_AMONG, "the squidge-off is played by %k, each of them and nobody else")                           \
    X(BEFORE_SQUIDGE_OFF, "the squidge-off comes first: until it is won nobody is in turn to play or pass") \
    X(TIME_GOES_BACK, "the time goes back: an event before it was at %n s")                                 \
    X(UNKNOWN_MARK, "this rule set gives nothing for what \"marks\" names")                                 \
    X(PLAYED_BEFORE, "%w has been played before, and each wink is played once")                             \
    X(NEEDS_MM, "\"mm\" must say how far from the pot the wink has stopped; this club's game goes by it")   \
    X(NO_NOTE, "this rule set does not count what \"club\" names")                                          \
    X(REST_BEFORE_SHOT, "t_rest is earlier than t")                                                         \
    X(NOT_ITS_WINK, "%w is no wink of %c")                                                                  \
    X(POTTED_PLAYED, "%w is in the pot and cannot be played (8.1.1)")                                       \
    X(POTTED_AND_OFF, "%w cannot be both in the pot and off the mat")                                       \
    X(POTTED_BEFORE, "in the pot already: %w")                                                              \
    X(NO_POT, "%w cannot be in the pot: this game has none")                                                \
    X(UNPLAYED_MOVED, "behind the baseline, and not the wink played: %w")                                   \
    X(OVER_NOT_ON_MAT, "%w cannot be in a pile: not on the mat, or sent off by this shot")                  \
    X(OVER_EACH_OTHER, "%w cannot lie each over the other")                                                 \
    X(SHORT_ON_MAT, "%w is not behind its baseline, so it cannot fall short of it (9.3)")                   \
    X(SHORT_NOT_DUE, "%c is not due; only the colour due can fall short (9.3)")                             \
    X(SHORT_MOVED, "a shot that falls short pots nothing and sends nothing off (9.3)")                      \
    X(FOUL_OPEN, "a foul is open; its opponents choose first: to have the shot put back, or to accept it")  \
    X(OFFENDER_PLAYS, "%s has an open foul: its opponents first have the shot put back, or accept it")      \
    X(OVER_IF_ACCEPTED, "to play on is to accept the foul, and then the game is over; choose instead")      \
    X(PASS_NOT_DUE, "%c is not due and cannot pass; if the record is wrong about that, set the turn first") \
    X(NO_NOMINATION, "no colour is to be nominated now")                                                    \
    X(NOMINATED_NOT_FREE, "%c has no free wink and cannot be nominated (22.6.1)")                           \
    X(NO_LAST_SHOT,                                                                                         \
      "there is no last shot to call foul; insert that of an earlier one before the next line")             \
    X(NO_FOUL, "no foul is open, so there is nothing to choose")                                            \
    X(CHOOSE_COLOUR, "to accept this turn %s must name which of its colours it goes on with (23.3)")        \
    X(CLOCK_EMPTY, "a clock line needs \"run\" or \"limit_s\"")                                             \
    X(CLOCK_NO_TIME, "a clock line with \"run\" needs \"t\"")                                               \
    X(SET_WINNER, "name who won the squidge-off, or whose turn it is")                                      \
    X(SET_AFTER_END, "after the end both the phase and the turn must be named")                             \
    X(SET_PHASE, "a set can name the phases timed, round-limit and pot-out")                                \
    X(SET_NEEDS_TURN, "a foul is open; name the turn too, which closes it")                                 \
    X(SET_SHOTS, "a turn has from 1 to 24 shots")                                                           \
    X(SET_ROUNDS, "rounds_left is from 1 to %n, in the round limit period alone")                           \
    X(SET_ELAPSED, "elapsed_s cannot be less than 0")                                                       \
    X(SET_TWO_PLACES, "%w cannot be both in the pot and behind the baseline")                               \
    X(SET_POTTED_OUT, "all winks of %c are in the pot, so the phase is pot-out")                            \
    X(SET_NOT_POTTED_OUT, "no colour is potted out, so the phase is not pot-out; name another")             \
    X(UNKNOWN_RULES, "there is no such rule set")

typedef enum {
#define X(kind, text) SQ_NOT_##kind,
    SQ_REFUSAL_LIST(X)
#undef X
        SQ_REFUSAL_KINDS
} sq_refusal_kind;

/* The number of the rule ("12.2") in rule set `rules`; "" where there is none. The text is constant. */
const char *sq_ruling_rule(const sq_ruling *r, int rules);
/* The ruling as one sentence in an umpire's words, by rule set `rules`. Returns `to`. */
const char *sq_ruling_text(const sq_ruling *r, int rules, char to[SQ_RULING_TEXT_MAX]);
/* Why the event is refused, as a clause that names what is wrong. Returns `to`. */
const char *sq_refusal_text(const sq_ruling *r, char to[SQ_RULING_TEXT_MAX]);

/* Points in sixtieths as "5½": at most 15 bytes and the final 0. Returns `to`. */
enum { SQ_POINTS_TEXT_MAX = 16 };
const char *sq_points_text(int32_t sixtieths, char to[SQ_POINTS_TEXT_MAX]);

#endif

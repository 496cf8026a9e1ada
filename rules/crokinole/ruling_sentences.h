/* What is said of an event of crokinole: every ruling with the number of its rule, and every refusal. */
#ifndef SQ_RULES_CROKINOLE_RULING_SENTENCES_H
#define SQ_RULES_CROKINOLE_RULING_SENTENCES_H

#include "rules/crokinole/terms.h"
#include "rules/terms/ruling.h"
#include "rules/terms/text_buffer.h"

/* kind, rule, sentence. Marks in a sentence: %c the colour, %o the other colour, %e the seat, %w the discs,
 * %i "is" or "are", %a "was" or "were", %k "a 20" or "20s", %s and %z the "s" or "es" of a verb, by how many
 * discs there are, %n the number, %x an "s" unless the number is 1, %p two scores packed into the number, %t
 * the number as seconds, %b the rule that the umpire names. A capital %C %O %E begins with a capital letter.
 */
#define SQ_BOARD_RULING_LIST(X)                                                                              \
    X(SINGLES, "4a", "Two play, on opposite sides of the board: %n discs each, and turn about.")             \
    X(DOUBLES, "5a", "Four play, partners on opposite sides of the board with one colour: %n discs each.")   \
    X(HOUSE_SINGLES, "4a", "%n discs each are a house rule; the book gives 8.")                              \
    X(HOUSE_DOUBLES, "5a", "%n discs each are a house rule; the book gives 6.")                              \
    X(MATCH, "2c", "The match has %n game%x, as the tournament's rules say.")                                \
    X(START_OPEN, "1a", "Nobody has said who begins: chance or the organizers decide that.")                 \
    X(START_OPEN_DOUBLES, "5b",                                                                              \
      "The teams alternate: %c begins this game, and the partners say which of them.")                       \
    X(STARTS, "1a", "%C begins, by chance or as the organizers say.")                                        \
    X(STARTS_TEAM, "1a", "The order of play begins with the players of %c.")                                 \
    X(STARTS_PARTNER, "5a", "%C plays first, and the partners let %e begin.")                                \
    X(ROUND_SINGLES, "4b", "The players alternate: %c begins round %n.")                                     \
    X(ROUND_DOUBLES, "5b", "The start moves one player clockwise: %e begins round %n for %c.")               \
    X(GAME_SINGLES, "4b", "The players alternate: %c begins game %n.")                                       \
    X(GAME_DOUBLES, "5b", "The teams alternate: %e begins game %n for %c.")                                  \
    X(NEXT, "2a(i)", "%C plays next.")                                                                       \
    X(NEXT_SEAT, "2a(i)", "%E plays next, for %c.")                                                          \
    X(NO_DISC_LEFT, "2a(i)", "%C has no disc left and is passed over.")                                      \
    X(VALID_HIT, "3a(i)", "A valid shot: %w of the opponents %a struck.")                                    \
    X(VALID_WITHIN, "3a(ii)",                                                                                \
      "A valid shot: %o has no disc in play, and %w ended touching or within the 15 line.")                  \
    X(VALID_TWENTY, "3a(ii)", "A 20 counts as within the 15 line.")                                          \
    X(MISSED, "3a(i)", "Not a valid shot: %o has discs in play, and none of them was struck.")               \
    X(HIDING, "3a(ii)",                                                                                      \
      "Not a valid shot: %o has no disc in play, and no disc ended touching or within the 15 line.")         \
    X(REMOVED, "3b", "The disc shot and all that were struck are removed and do not score: %w.")             \
    X(TWENTY_LOST, "3b", "A 20 made by a shot that is not valid is removed too: %w.")                        \
    X(TWENTY, "2a(ii)", "%w %i taken off and shown as %k of %c until the end of the round.")                 \
    X(TWENTY_FLAT, "6c", "%w lie%s flat and wholly in the hole: 20.")                                        \
    X(TWENTY_BY_COLOUR, "2a(ii)",                                                                            \
      "Whose 20 it is the book does not say; this is a reading: by its colour, %c's.")                       \
    X(LEANING, "6c", "%w %i not flat in the hole: no 20, but still in play.")                                \
    X(LEANING_VALUE, "6b", "%w touch%z the region round the hole and score%s 15 there.")                     \
    X(ON_LINE_15, "6d", "%w touch%z the line between 15 and 10: the lower value, 10.")                       \
    X(ON_LINE_10, "6d", "%w touch%z the line between 10 and 5: the lower value, 5.")                         \
    X(LOWEST, "6b", "A disc scores the lowest region that it touches: %w.")                                  \
    X(FOOT, "6e", "%w touch%z no line: the bottom edge decides, not what is seen from above.")               \
    X(OUT, "8c", "%w touched or crossed the outer line and is out of play.")                                 \
    X(DITCH, "8d", "Into the ditch before the next turn, and there until the end of the round: %w.")         \
    X(SPUN, "8e", "%w crossed the outer line, struck nothing there and came back by itself: still in play.") \
    X(RETURNED, "8f", "%w struck something beyond the outer line and came back: out of play.")               \
    X(DAMAGE, "8f", "What it moved stays where it came to rest: %w.")                                        \
    X(DAMAGE_TWENTY, "8f", "A 20 made so counts: %w.")                                                       \
    X(SLIP, "7g", "The disc has left the finger, so a shot has taken place: it is not played again.")        \
    X(BOTH_LINES, "7d", "The disc touched both the outer line and a quadrant line, which is allowed.")       \
    X(PLACED_INSIDE, "7d",                                                                                   \
      "The disc did not touch the outer line of the player's quadrant before the shot.")                     \
    X(PLACED_ELSEWHERE, "7d", "The disc touched the outer line of another quadrant than the player's.")      \
    X(PLACED_MOVING, "7d", "The disc did not start from a flat, stationary position.")                       \
    X(STILL_MOVING, "7c", "The shot was played before the discs of the last turn had come to rest.")         \
    X(FOUL, "%b", "The umpire says that %c broke this rule.")                                                \
    X(FOUL_UNNAMED, "", "The umpire calls a foul of %c.")                                                    \
    X(NO_PENALTY, "%b",                                                                                      \
      "The book names no penalty: the umpire says whether the shot stands, is played again, or is removed.") \
    X(ACCEPTED, "%b", "The umpire lets the play stand.")                                                     \
    X(REPLAYED, "%b", "The umpire has the shot put back, and %c plays it again.")                            \
    X(CALLED_OFF, "%b", "The umpire has the disc shot removed, and all others put back.")                    \
    X(COUNTED, "2a(iii)", "Round %n is over: the board and the 20s are counted before any disc is moved.")   \
    X(SCORE, "6a", "The score of the round: %p.")                                                            \
    X(ROUND_WON, "2a(iv)", "%C has the higher score and receives 2 points.")                                 \
    X(ROUND_TIED, "2a(iv)", "The round is tied: each side receives 1 point.")                                \
    X(GAME_OVER, "2b", "Four rounds make a game; its points: %p.")                                           \
    X(MATCH_OVER, "2c", "The match is over; its points: %p.")                                                \
    X(TIME_OVER, "8b", "Time has run out.")                                                                  \
    X(EQUALIZE, "8b", "%C has one additional shot, so that both have played equally often.")                 \
    X(EQUAL, "8b", "Both have played equally often: no additional shot.")                                    \
    X(CLOCK_STOPPED, "8b", "The match's time stands at %t.")                                                 \
    X(CLOCK_RUNS, "8b", "The match's time runs on from %t.")                                                 \
    X(LIMIT, "8b", "The match's time is %t.")                                                                \
    X(UMPIRE_SETS, "", "The position is set anew.")                                                          \
    X(AMENDED, "", "The umpire lets line %n read otherwise, and all later lines are carried out anew.")      \
    X(REDONE, "", "The undo in line %n is taken back: what it had taken away counts again.")                 \
    X(INSERTED, "", "The umpire inserts an event before line %n, and all later lines are carried out anew.") \
    X(AMEND_REMOVES, "", "Line %n is removed with it.")                                                      \
    X(AMEND_LEAVES_OUT, "", "Line %n cannot happen any more and is left out.")

typedef enum {
#define X(kind, rule, text) SQ_BOARD_RULED_##kind,
    SQ_BOARD_RULING_LIST(X)
#undef X
        SQ_BOARD_RULINGS
} sq_board_ruling;

/* Why an event is refused: kind, clause, with the same marks. */
#define SQ_BOARD_REFUSAL_LIST(X)                                                                             \
    X(SECOND_GAME, "the game has begun already")                                                             \
    X(NO_EVENT, "this is no event of a game of crokinole")                                                   \
    X(ENDED, "the match is over; only undo, amend, foul and about are taken")                                \
    X(START_FIRST, "nobody has said who begins; give a \"start\" with a colour or a seat")                   \
    X(START_AGAIN, "who begins is settled already")                                                          \
    X(START_OTHER_TEAM, "the teams alternate, so a player of %c begins this game")                           \
    X(START_SEAT, "\"seat\" must say which of the partners begins")                                          \
    X(NOT_SEATED, "nobody sits %e in this game")                                                             \
    X(SEAT_AND_COLOUR, "%e does not play for %c")                                                            \
    X(NOT_DUE, "%c is not due; should the umpire let it play, set the turn first")                           \
    X(SEAT_NOT_DUE, "%e is not due; should the umpire let it play, set the turn first")                      \
    X(TIME_GOES_BACK, "the time goes back: an event before it was at %n s")                                  \
    X(REST_BEFORE_SHOT, "t_rest is earlier than t")                                                          \
    X(TIME_IS_OVER, "time had run out before this shot, and both had played equally often; give a \"time\"") \
    X(NOT_ITS_DISC, "%w is no disc of %c")                                                                   \
    X(NOT_IN_HAND, "%w has been shot already in this round")                                                 \
    X(NOT_IN_PLAY, "not in play, so not moved or struck by this shot: %w")                                   \
    X(WHERE_IS_IT, "\"at\" must say where %w came to rest")                                                  \
    X(BACK_IN_HAND, "a shot puts no disc back into a player's hand: %w")                                     \
    X(SPUN_AND_OUT, "a disc that spun back (8e) lies in play again: %w")                                     \
    X(SPUN_AND_RETURNED, "%w either struck something beyond the outer line (8f), or did not (8e)")           \
    X(TWO_TWENTIES, "the hole holds one disc, so they cannot all be 20: %w (6c)")                            \
    X(FOOT_ON_LINE, "a disc whose foot reaches no line cannot be on a line: %w")                             \
    X(FOUL_OPEN, "a foul is open; the umpire is to say what follows: choose first")                          \
    X(NO_FOUL, "no foul is open, so there is nothing to choose")                                             \
    X(NO_SHOT, "there is no last shot; say by \"colour\" who broke the rule")                                \
    X(NO_SHOT_TO_UNDO, "the foul is of no shot of %c that could be put back or removed; accept it")          \
    X(NO_TIME_NOW, "no round is being played that time could end")                                           \
    X(AGAIN_FIRST, "the shot that was put back comes first; give the \"time\" after it")                     \
    X(NOT_IN_GAME, "not in this game: %w")                                                                   \
    X(SET_EMPTY, "a set needs \"at\", \"others\", \"turn\", \"seat\" or \"round\"")                          \
    X(SET_ROUND, "a game has rounds 1 to 4")                                                                 \
    X(SET_NO_DISC, "%c has no disc in hand, so it cannot be its turn")                                       \
    X(CLOCK_EMPTY, "a clock line needs \"run\" or \"limit_s\"")                                              \
    X(CLOCK_NO_TIME, "a clock line with \"run\" needs \"t\"")

typedef enum {
#define X(kind, text) SQ_BOARD_NOT_##kind,
    SQ_BOARD_REFUSAL_LIST(X)
#undef X
        SQ_BOARD_REFUSALS
} sq_board_refusal;

/* The numbers of all points of the book, "1a" to "8f", ended by null; an umpire may name any of them in a
 * foul. */
extern const char *const sq_board_rules[];
/* The place of a rule in this list; brackets and capitals are allowed ("7(D)"). -1 where there is no such
 * rule. */
int sq_board_rule_number(const char *rule);

/* Adds "L1", "L1 and D2" or "L1, L2 and D3"; nothing for no disc. */
void sq_board_put_discs(sq_text *t, sq_board_disc_set discs);

/* As sq_other_game has them. */
const char *sq_board_ruling_rule(const sq_ruling *r);
const char *sq_board_ruling_text(const sq_ruling *r, char to[SQ_RULING_TEXT_MAX]);
const char *sq_board_refusal_text(const sq_ruling *r, char to[SQ_RULING_TEXT_MAX]);

#endif

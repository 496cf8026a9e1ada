/* The settings of a rule book: every number and choice in which books differ, in one list.
 *
 * A row gives the setting's name in a club's book (*.rules), its range, its value in etwa-2012, the rule
 * there, and its meaning. The topics of the engine read `rules->set.member`; they never ask which book it is.
 * All values are whole numbers: a word is its place in its list of words, several words are bits, "none" is
 * 0. */
#ifndef SQ_RULES_BOOK_SETTINGS_H
#define SQ_RULES_BOOK_SETTINGS_H

#include "rules/terms/event.h"

/* The words that a setting can be: number, the word in a club's book. */
#define SQ_FORM_WORDS(X) SQ_FORM_LIST(X)
#define SQ_PASS_WORDS(X)    \
    X(SQ_PASS_SHOT, "shot") \
    X(SQ_PASS_TURN, "turn") \
    X(SQ_PASS_REFUSED, "refused")
#define SQ_SLOW_WORDS(X)          \
    X(SQ_SLOW_REFUSED, "refused") \
    X(SQ_SLOW_IN_ROUNDS, "in-rounds")
#define SQ_FLIGHT_WORDS(X)          \
    X(SQ_FLIGHT_REFUSED, "refused") \
    X(SQ_FLIGHT_SHOT, "shot")       \
    X(SQ_FLIGHT_TURN, "turn")
#define SQ_OFF_WORDS(X)    \
    X(SQ_OFF_SHOT, "shot") \
    X(SQ_OFF_TURN, "turn") \
    X(SQ_OFF_NOTHING, "nothing")
#define SQ_POT_OUT_WORDS(X)          \
    X(SQ_ENDS_WITH_SIDE, "side")     \
    X(SQ_ENDS_WITH_FIRST, "first")   \
    X(SQ_ENDS_WITH_SECOND, "second") \
    X(SQ_ENDS_WITH_THIRD, "third")   \
    X(SQ_ENDS_WITH_ALL, "all")       \
    X(SQ_ENDS_WITH_NONE, "none")
#define SQ_MOMENT_WORDS(X)    \
    X(SQ_AT_TURN_END, "turn") \
    X(SQ_AFTER_SHOT, "shot")  \
    X(SQ_NEVER, "none")
#define SQ_DUE_WORDS(X)                 \
    X(SQ_DUE_IN_LAST_TURN, "last-turn") \
    X(SQ_DUE_WITH_NEXT_SHOT, "next-shot")
#define SQ_FREED_WORDS(X)      \
    X(SQ_FREED_FIRST, "first") \
    X(SQ_FREED_EACH, "each")
#define SQ_REMEDY_WORDS(X)                   \
    X(SQ_NOMINATE_COLOUR, "nominate-colour") \
    X(SQ_NOMINATE_WINK, "nominate-wink")     \
    X(SQ_MOVE_ASIDE, "move-aside")
#define SQ_COUNTS_WORDS(X)   \
    X(SQ_BOTH_COUNT, "both") \
    X(SQ_NOMINATED_COUNTS, "nominated")
#define SQ_RESULT_WORDS(X)        \
    X(SQ_RESULT_POINTS, "points") \
    X(SQ_RESULT_WINNER, "winner")
#define SQ_FOUL_WORDS(X)         \
    X(SQ_FOULS_CHOSEN, "choice") \
    X(SQ_FOULS_PUT_BACK, "put-back")
#define SQ_COLOUR_WORDS(X) \
    X(SQ_BLUE, "blue")     \
    X(SQ_GREEN, "green")   \
    X(SQ_RED, "red")       \
    X(SQ_YELLOW, "yellow") \
    X(SQ_WHITE, "white")   \
    X(SQ_PURPLE, "purple")
#define SQ_SIDES_WORDS(X)            \
    X(SQ_SIDES_PARTNERS, "partners") \
    X(SQ_SIDES_ALONE, "alone")
#define SQ_PLAY_WORDS(X)    \
    X(SQ_PLAY_OWN, "own")   \
    X(SQ_PLAY_SIDE, "side") \
    X(SQ_PLAY_ANY, "any")
#define SQ_START_WORDS(X)                  \
    X(SQ_START_SQUIDGE_OFF, "squidge-off") \
    X(SQ_START_AT_ONCE, "first-colour")
#define SQ_PLACE_WORDS(X)   \
    X(SQ_OFF_TO_MAT, "mat") \
    X(SQ_OFF_TO_START, "home")
#define SQ_SQUOP_WORDS(X)                         \
    X(SQ_SQUOP_BLOCKS, "blocks")                  \
    X(SQ_SQUOP_BLOCKS_NOTHING, "blocks-by-touch") \
    X(SQ_SQUOP_SENDS_HOME, "sends-home")          \
    X(SQ_SQUOP_ASIDE, "moved-aside")              \
    X(SQ_SQUOP_ASIDE_ENEMY, "moved-aside-from-opponents")
#define SQ_CONTROL_WORDS(X)                       \
    X(SQ_CONTROL_NO, "no")                        \
    X(SQ_CONTROL_SIDE, "side")                    \
    X(SQ_CONTROL_UNPOTTED, "side-without-potted") \
    X(SQ_CONTROL_HALF, "half")                    \
    X(SQ_CONTROL_ONE, "one")                      \
    X(SQ_CONTROL_APART, "no-neighbours")
#define SQ_BEST_WORDS(X)            \
    X(SQ_BEST_TIDDLIES, "tiddlies") \
    X(SQ_BEST_TALLY, "tally")
#define SQ_VARIANT_WORDS(X)                  \
    X(SQ_VARIANT_NONE, "none")               \
    X(SQ_VARIANT_FOUR_POTS, "four-pots")     \
    X(SQ_VARIANT_MATCH, "twelve-wink-match") \
    X(SQ_VARIANT_BEANS, "beans")             \
    X(SQ_VARIANT_FAULT, "your-fault")        \
    X(SQ_VARIANT_FOUR_LINES, "four-lines")   \
    X(SQ_VARIANT_HORSE, "horse")             \
    X(SQ_VARIANT_BITE, "bite")
#define SQ_BACK_WORDS(X)       \
    X(SQ_BACK_TO_TURN, "turn") \
    X(SQ_BACK_TO_SHOT, "shot")

#define X(number, word) number,
typedef enum { SQ_PASS_WORDS(X) } sq_pass_takes;
typedef enum { SQ_SLOW_WORDS(X) } sq_slow_shot;
typedef enum { SQ_FLIGHT_WORDS(X) } sq_flight_costs;
typedef enum { SQ_OFF_WORDS(X) } sq_off_price;
typedef enum { SQ_POT_OUT_WORDS(X) } sq_pot_out_end;
typedef enum { SQ_MOMENT_WORDS(X) } sq_moment;
typedef enum { SQ_DUE_WORDS(X) } sq_free_due;
typedef enum { SQ_FREED_WORDS(X) } sq_freed;
typedef enum { SQ_REMEDY_WORDS(X) } sq_remedy;
typedef enum { SQ_COUNTS_WORDS(X) } sq_nominated_counts;
typedef enum { SQ_RESULT_WORDS(X) } sq_result;
typedef enum { SQ_FOUL_WORDS(X) } sq_foul_way;
typedef enum { SQ_BACK_WORDS(X) } sq_wrong_goes_back;
typedef enum { SQ_VARIANT_WORDS(X) SQ_VARIANTS } sq_variant_number;
typedef enum { SQ_SIDES_WORDS(X) } sq_sides;
typedef enum { SQ_PLAY_WORDS(X) } sq_may_play;
typedef enum { SQ_START_WORDS(X) } sq_start;
typedef enum { SQ_PLACE_WORDS(X) } sq_off_place;
typedef enum { SQ_SQUOP_WORDS(X) } sq_squop_does;
typedef enum { SQ_CONTROL_WORDS(X) } sq_control;
typedef enum { SQ_BEST_WORDS(X) } sq_best;
#undef X

/* The lists of words by name, for settings.c. */
#define SQ_WORD_LISTS(L)         \
    L(form, SQ_FORM_WORDS)       \
    L(pass, SQ_PASS_WORDS)       \
    L(slow, SQ_SLOW_WORDS)       \
    L(flight, SQ_FLIGHT_WORDS)   \
    L(off, SQ_OFF_WORDS)         \
    L(pot_out, SQ_POT_OUT_WORDS) \
    L(moment, SQ_MOMENT_WORDS)   \
    L(due, SQ_DUE_WORDS)         \
    L(freed, SQ_FREED_WORDS)     \
    L(remedy, SQ_REMEDY_WORDS)   \
    L(counts, SQ_COUNTS_WORDS)   \
    L(result, SQ_RESULT_WORDS)   \
    L(foul, SQ_FOUL_WORDS)       \
    L(colour, SQ_COLOUR_WORDS)   \
    L(sides, SQ_SIDES_WORDS)     \
    L(play, SQ_PLAY_WORDS)       \
    L(start, SQ_START_WORDS)     \
    L(place, SQ_PLACE_WORDS)     \
    L(squop, SQ_SQUOP_WORDS)     \
    L(control, SQ_CONTROL_WORDS) \
    L(best, SQ_BEST_WORDS)       \
    L(variant, SQ_VARIANT_WORDS) \
    L(back, SQ_BACK_WORDS)

/* How a value is written. */
typedef enum {
    SQ_SETTING_YES_NO,
    SQ_SETTING_NUMBER,  /* a whole number */
    SQ_SETTING_LIMIT,   /* a whole number from 1 on, or none */
    SQ_SETTING_SECONDS, /* "25 min", "90 s", or none */
    SQ_SETTING_MM,      /* "22 mm" */
    SQ_SETTING_WORD,    /* one of its words */
    SQ_SETTING_WINKS,   /* "2+4" large and small ones, or none: large + 8 * small */
    SQ_SETTING_WORDS,   /* some of its words, with commas between them */
    SQ_SETTING_ORDER,   /* its words in order, as an sq_play_order; words that are not named come last */
    SQ_SETTING_COLOURS  /* the same, or none */
} sq_setting_kind;

#define SQ_WINKS_2_4 (SQ_LARGE_PER_COLOUR + 8 * SQ_SMALL_PER_COLOUR)
#define SQ_USUAL_ORDER 0x543210 /* as the colours are numbered; the greatest number that is an order */
#define SQ_LAST_FIRST 0x012345  /* the other way round; the least */

/* member, name, kind, words, least, most, etwa-2012, its rule, what it says */
#define SQ_SETTING_LIST(X)                                                                                   \
    X(blue, "blue", WINKS, none, 0, SQ_WINKS_2_4, SQ_WINKS_2_4, "2.1.1", "large and small winks of blue")    \
    X(green, "green", WINKS, none, 0, SQ_WINKS_2_4, SQ_WINKS_2_4, "2.1.1", "large and small winks of green") \
    X(red, "red", WINKS, none, 0, SQ_WINKS_2_4, SQ_WINKS_2_4, "2.1.1", "large and small winks of red")       \
    X(yellow, "yellow", WINKS, none, 0, SQ_WINKS_2_4, SQ_WINKS_2_4, "2.1.1",                                 \
      "large and small winks of yellow")                                                                     \
    X(white, "white", WINKS, none, 0, SQ_WINKS_2_4, 0, "2.1.1", "large and small winks of white")            \
    X(purple, "purple", WINKS, none, 0, SQ_WINKS_2_4, 0, "2.1.1", "large and small winks of purple")         \
    X(order, "order", ORDER, colour, SQ_LAST_FIRST, SQ_USUAL_ORDER, SQ_USUAL_ORDER, "7",                     \
      "the order of play; colours without winks are passed over")                                            \
    X(unowned, "unowned", COLOURS, colour, 0, 63, 0, "7", "colours that are nobody's and have no turn")      \
    X(variant, "variant", WORD, variant, 0, 7, 0, "1", "a game that settings alone do not describe")         \
    X(sides, "sides", WORD, sides, 0, 1, SQ_SIDES_PARTNERS, "1",                                             \
      "blue, red and white against green, yellow and purple, or each colour alone")                          \
    X(play, "play", WORD, play, 0, 2, SQ_PLAY_OWN, "7", "whose winks may be played in a turn")               \
    X(start, "start", WORD, start, 0, 1, SQ_START_SQUIDGE_OFF, "5", "who begins")                            \
    X(baselines, "baselines", YES_NO, none, 0, 1, 1, "5.5", "winks begin at home; else they lie on the mat") \
    X(pot, "pot", YES_NO, none, 0, 1, 1, "5.1", "a pot stands on the mat")                                   \
    X(turn_shots, "turn-shots", NUMBER, none, 1, 24, 1, "7", "shots with which a turn begins")               \
    X(once, "once", YES_NO, none, 0, 1, 0, "7", "a wink that has been played is not played again")           \
    X(turns, "turns", LIMIT, none, 0, 999, 0, "16", "so many turns for each colour end the game")            \
    X(forms, "forms", WORDS, form, 1, 7, 7, "1", "how many people may share the colours")                    \
    X(time_pairs, "time-pairs", SECONDS, none, 0, 86400, 1500, "17", "the timed period of pairs")            \
    X(time_singles, "time-singles", SECONDS, none, 0, 86400, 1200, "17", "the timed period of singles")      \
    X(time_three, "time-three", SECONDS, none, 0, 86400, 1350, "17", "the timed period of three players")    \
    X(rounds, "rounds", NUMBER, none, 1, 99, 5, "18", "further rounds after the timed period")               \
    X(running_round, "running-round", YES_NO, none, 0, 1, 1, "18",                                           \
      "the round in which time runs out is played to the squidge-off winner's turn first")                   \
    X(short_attempts, "short-attempts", YES_NO, none, 0, 1, 1, "9.3",                                        \
      "a wink that does not cross its baseline is put back and played again")                                \
    X(pass, "pass", WORD, pass, 0, 2, SQ_PASS_SHOT, "11", "what a player who passes gives up")               \
    X(pass_starts_time, "pass-starts-time", YES_NO, none, 0, 1, 1, "11", "a pass starts the game's time")    \
    X(slow_shot, "slow-shot", WORD, slow, 0, 1, SQ_SLOW_REFUSED, "C.2",                                      \
      "when a shot can be lost that is not played in the two minutes")                                       \
    X(in_flight, "touched-in-flight", WORD, flight, 0, 2, SQ_FLIGHT_REFUSED, "24.3",                         \
      "what is lost when a wink in flight touches a player")                                                 \
    X(extra_own, "extra-own", NUMBER, none, 0, 9, 1, "12", "extra shots for each wink potted of one's own")  \
    X(extra_partner, "extra-partner", NUMBER, none, 0, 9, 0, "12.3",                                         \
      "extra shots for each wink potted of the partner's")                                                   \
    X(extra_enemy, "extra-enemy", NUMBER, none, 0, 9, 0, "12.3",                                             \
      "extra shots for each wink potted of an opponent's")                                                   \
    X(extra_outside, "extra-outside", NUMBER, none, 0, 9, 0, "12",                                           \
      "further extra shots for each wink potted from outside the marked ring")                               \
    X(miss_ends, "miss-ends-turn", YES_NO, none, 0, 1, 0, "12",                                              \
      "a shot that earns no further one ends the turn, whatever shots were left")                            \
    X(extra_squop, "extra-squop", NUMBER, none, 0, 9, 0, "12", "extra shots for each wink newly squopped")   \
    X(extra_under, "extra-under-own", NUMBER, none, 0, 9, 0, "12",                                           \
      "extra shots when the wink played slides under one of one's own")                                      \
    X(squop, "squop", WORD, squop, 0, 4, SQ_SQUOP_BLOCKS, "8.2", "what a squop does to the wink below")      \
    X(potters, "potters", COLOURS, colour, 0, 63, 0, "22.5",                                                 \
      "colours whose next shot must release the winks that they squop")                                      \
    X(control, "control", WORD, control, 0, 5, SQ_CONTROL_NO, "21",                                          \
      "the game is won when at the end of a turn the others have no free wink")                              \
    X(pot_emptied, "pot-emptied", YES_NO, none, 0, 1, 0, "8.1.1", "the pot is emptied before each turn")     \
    X(best, "best", WORD, best, 0, 1, SQ_BEST_TIDDLIES, "19.2", "what decides a game without points")        \
    X(tally_potted, "tally-potted", NUMBER, none, 0, 99, 1, "19.2", "what a potted wink adds to a tally")    \
    X(mark_out_again, "mark-out-again", NUMBER, none, 0, 99, 0, "19.2",                                      \
      "what this mark of the umpire adds to a tally: out of the pot again")                                  \
    X(mark_pot_hit, "mark-pot-hit", NUMBER, none, 0, 99, 0, "19.2",                                          \
      "what this mark adds to a tally: the pot hit in flight")                                               \
    X(mark_bounce, "mark-bounce", NUMBER, none, 0, 99, 0, "19.2",                                            \
      "what this mark adds to a tally: a bounce against the pot")                                            \
    X(mark_other_way, "mark-other-way", NUMBER, none, 0, 99, 0, "19.2",                                      \
      "what this mark adds to a tally: not the shot that was set")                                           \
    X(mark_stays, "mark-stays", NUMBER, none, 0, 99, 0, "19.2",                                              \
      "what this mark adds to a tally: it stays on the upturned pot")                                        \
    X(off_place, "off-place", WORD, place, 0, 1, SQ_OFF_TO_MAT, "13.1", "where a wink off the mat goes")     \
    X(off_price, "off-price", WORD, off, 0, 2, SQ_OFF_SHOT, "14", "what a wink of one's own off costs next") \
    X(off_inset, "off-inset", MM, none, 0, 999, 22, "13.1", "how far from the boundary a wink is put back")  \
    X(off_gap, "off-gap", MM, none, 0, 999, 100, "13.1", "how far from others a wink is put back")           \
    X(pot_outs, "pot-outs", WORD, pot_out, 0, 5, SQ_ENDS_WITH_SIDE, "20",                                    \
      "the game ends when a whole side, or the first, second or third colour, or all, or none, are out")     \
    X(squops_cease, "squops-cease", YES_NO, none, 0, 1, 1, "20.1", "squops are undone after a pot-out")      \
    X(pot_out_gap, "pot-out-gap", MM, none, 0, 99, 2, "20.1",                                                \
      "how far apart winks are moved after a pot-out")                                                       \
    X(all_squopped_ends, "all-squopped-ends", YES_NO, none, 0, 1, 1, "21",                                   \
      "the game ends when no wink can be played")                                                            \
    X(free_turns, "free-turns", WORD, moment, 0, 2, SQ_AT_TURN_END, "22.1.1",                                \
      "when a side without a free wink is looked for: then the other side's free turns begin")               \
    X(unplayable_turns_count, "unplayable-turns-count", YES_NO, none, 0, 1, 1, "22.3.1",                     \
      "a turn that passes for want of a free wink is one of the free turns")                                 \
    X(free_due, "freeing-due", WORD, due, 0, 1, SQ_DUE_IN_LAST_TURN, "22.4",                                 \
      "when a wink must be freed: in the last free turn, or with the shot after it")                         \
    X(freed, "freed", WORD, freed, 0, 1, SQ_FREED_FIRST, "22.5",                                             \
      "whether the first to play or each of the freed colours must get a turn")                              \
    X(leave_free, "leave-free", WORD, moment, 0, 2, SQ_AT_TURN_END, "22.5.2",                                \
      "when it is looked at what is to be left free after a freeing shot")                                   \
    X(leave_free_last, "leave-free-in-last-turn", YES_NO, none, 0, 1, 0, "22.5.4",                           \
      "what is to be left free binds in the last turn of the game, too")                                     \
    X(remedy, "failure", WORD, remedy, 0, 2, SQ_NOMINATE_COLOUR, "22.6.1", "what a failure to free gives")   \
    X(nominated_counts, "nominated-shot", WORD, counts, 0, 1, SQ_BOTH_COUNT, "22.6.2",                       \
      "whose winks count as own in a shot with a nominated colour or wink")                                  \
    X(result, "result", WORD, result, 0, 1, SQ_RESULT_POINTS, "19.2", "points for places, or a winner")      \
    X(place_1, "place-1", NUMBER, none, 0, 99, 4, "19.2", "points of the first colour")                      \
    X(place_2, "place-2", NUMBER, none, 0, 99, 2, "19.2", "points of the second colour")                     \
    X(place_3, "place-3", NUMBER, none, 0, 99, 1, "19.2", "points of the third colour")                      \
    X(place_4, "place-4", NUMBER, none, 0, 99, 0, "19.2", "points of the fourth colour")                     \
    X(place_5, "place-5", NUMBER, none, 0, 99, 0, "19.2", "points of the fifth colour")                      \
    X(place_6, "place-6", NUMBER, none, 0, 99, 0, "19.2", "points of the sixth colour")                      \
    X(transfer, "transfer", NUMBER, none, 0, 99, 1, "20.2", "points that go to the winners of a pot-out")    \
    X(disrupted, "disrupted", NUMBER, none, 0, 99, 7, "24.4", "points against a side that disrupts")         \
    X(tiddlies_potted, "tiddlies-potted", NUMBER, none, 0, 99, 3, "19.1", "tiddlies of a potted wink")       \
    X(tiddlies_free, "tiddlies-free", NUMBER, none, 0, 99, 1, "19.1", "tiddlies of a free wink on the mat")  \
    X(tiddlies_unplayed, "tiddlies-unplayed", NUMBER, none, 0, 99, 0, "19.1",                                \
      "tiddlies of a wink not yet played")                                                                   \
    X(fouls, "fouls", WORD, foul, 0, 1, SQ_FOULS_CHOSEN, "23.2",                                             \
      "whether the opponents choose after a foul, or it is put back at once")                                \
    X(put_back_limit, "fouls-in-succession", LIMIT, none, 0, 99, 3, "23.2.1",                                \
      "so many fouls put back in succession forfeit the shot")                                               \
    X(wrong_goes_back, "wrong-colour", WORD, back, 0, 1, SQ_BACK_TO_TURN, "23.3",                            \
      "how far a wrong colour's shots are put back: to the start of the turn, or to the first of them")

#define X(member, name, kind, words, least, most, value, rule, says) int32_t member;
typedef struct {
    SQ_SETTING_LIST(X)
} sq_settings;
#undef X

/* The settings of etwa-2012 as initializers; a book lists after them those that it has otherwise. */
#define SQ_SETTING_OF_2012(member, name, kind, words, least, most, value, rule, says) .member = value,
#define SQ_SETTINGS_OF_2012 SQ_SETTING_LIST(SQ_SETTING_OF_2012)

/* A book initializes a second time, on purpose, what it has otherwise than etwa-2012. */
#define SQ_BOOK_BEGINS _Pragma("GCC diagnostic push") _Pragma("GCC diagnostic ignored \"-Woverride-init\"")
#define SQ_BOOK_ENDS _Pragma("GCC diagnostic pop")

/* A row of the list. */
typedef struct {
    const char *name;
    sq_setting_kind kind;
    const char *const *words; /* null-terminated; null where the kind has none */
    int32_t least, most;
    const char *rule; /* of etwa-2012 */
    const char *says;
} sq_setting;

/* Row i of the list; null past the last. */
const sq_setting *sq_setting_at(int i);
/* The number of the row with this name, or -1. */
int sq_setting_find(const char *name);
/* A value as it is written in a book. Returns `to`. */
enum { SQ_SETTING_TEXT_MAX = 96 };
const char *sq_setting_text(const sq_setting *row, int32_t value, char to[SQ_SETTING_TEXT_MAX]);
/* What values the row can have, for a complaint: "shot, turn or nothing". Returns `to`. */
enum { SQ_SETTING_RANGE_MAX = 160 };
const char *sq_setting_range(const sq_setting *row, char to[SQ_SETTING_RANGE_MAX]);
/* Reads a value as it is written in a book; false, with *value untouched, where the row cannot have it. The
 * text has single spaces, and none at its ends. */
bool sq_setting_read(const sq_setting *row, const char *text, int32_t *value);
/* Where `set` keeps the value of row i. */
int32_t *sq_setting_value(sq_settings *set, int i);

#endif

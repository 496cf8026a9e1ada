/* The simplified rules of the English Tiddlywinks Association, as they stand. They have no numbers; rulings
 * cite the topic. */
#include "rules/book/ruleset.h"

extern const sq_ruleset sq_ruleset_etwa_simple;

/* The rule behind each ruling; what is not named here the book does not say. */
static const char *const rule[SQ_RULING_KINDS] = {
    [SQ_RULED_FORM_PAIRS] = "game",
    [SQ_RULED_FORM_SINGLES] = "game",
    [SQ_RULED_LIMIT_NORMAL] = "time",
    [SQ_RULED_LIMIT_OTHER] = "time",
    [SQ_RULED_SQUIDGE_TIED] = "start",
    [SQ_RULED_SQUIDGE_RANKED] = "start",
    [SQ_RULED_SQUIDGE_WON] = "start",
    [SQ_RULED_SQUIDGE_REPLACED] = "start",
    [SQ_RULED_BEGINS] = "start",
    [SQ_RULED_TIME_STARTS] = "time",
    [SQ_RULED_CLOCK_STARTS] = "time",
    [SQ_RULED_NEXT] = "play",
    [SQ_RULED_DEEMED_PASS] = "play",
    [SQ_RULED_NO_FREE_WINK] = "squops",
    [SQ_RULED_EXTRA_SHOT] = "play",
    [SQ_RULED_EXTRA_SHOTS] = "play",
    [SQ_RULED_NO_EXTRA_SHOT] = "play",
    [SQ_RULED_OFF_REPLACED] = "off",
    [SQ_RULED_OFF_FORFEITS] = "off",
    [SQ_RULED_OFF_OTHERS] = "off",
    [SQ_RULED_FORFEITED] = "off",
    [SQ_RULED_FORFEITED_EXTRA] = "off",
    [SQ_RULED_FORFEITED_NOTHING] = "off",
    [SQ_RULED_POTTED_OUT] = "end",
    [SQ_RULED_TIME_OVER] = "time",
    [SQ_RULED_TIME_OVER_IN_TURN] = "time",
    [SQ_RULED_ROUND_OVER] = "time",
    [SQ_RULED_LAST_ROUND_OVER] = "time",
    [SQ_RULED_DEEMED_TURN_COUNTS] = "time",
    [SQ_RULED_GAME_OVER_ROUNDS] = "end",
    [SQ_RULED_TIDDLIES] = "tiddlies",
    [SQ_RULED_ALL_SQUOPPED] = "squops",
    [SQ_RULED_WON] = "end",
    [SQ_RULED_SQUOPPED_PLAYED] = "squops",
    [SQ_RULED_NOT_DUE_PLAYED] = "play",
    [SQ_RULED_FOUL_NAMED] = "play",
    [SQ_RULED_PUT_BACK] = "play",
    [SQ_RULED_PUT_BACK_TURN] = "play",
    [SQ_RULED_CLOCK_STOPPED] = "time",
    [SQ_RULED_CLOCK_RUNS] = "time",
    [SQ_RULED_DISRUPTED] = "umpire",
    [SQ_RULED_UMPIRE_SETS] = "umpire",
    [SQ_RULED_AMENDED] = "umpire",
    [SQ_RULED_REDONE] = "umpire",
    [SQ_RULED_AMEND_LEAVES_OUT] = "umpire",
};

/* What is said in this book's own words. */
static const char *const says[SQ_RULING_KINDS] = {
    [SQ_RULED_NO_FREE_WINK] = "%C has no wink that is not squopped, and passes.",
    [SQ_RULED_DEEMED_PASS] = "%C passes.",
    [SQ_RULED_OFF_REPLACED] = "%w left the playing area: back on the mat at the point where it left.",
    [SQ_RULED_TIME_OVER] =
        "The time limit has expired: five turns follow for each colour, %c's turn the last.",
    [SQ_RULED_ROUND_OVER] = "%C's turn is the last of a round: %n further turn%x for each colour.",
    [SQ_RULED_LAST_ROUND_OVER] = "%C's turn is the last of the five for each colour.",
    [SQ_RULED_GAME_OVER_ROUNDS] =
        "All further turns are played and no colour is complete in the pot: tiddlies decide.",
    [SQ_RULED_TIDDLIES] =
        "Three tiddlies for each wink in the pot, one for each other that is not squopped: %d.",
    [SQ_RULED_ALL_SQUOPPED] = "No wink can be played, all on the mat are squopped: tiddlies decide.",
    [SQ_RULED_PUT_BACK_TURN] = "The shot is put back, and %c plays.",
    [SQ_RULED_DISRUPTED] = "Deliberate interference by %c: the game is over, and %s has won.",
};

SQ_BOOK_BEGINS
const sq_ruleset sq_ruleset_etwa_simple = {
    .name = "etwa-simple",
    .root = "etwa-simple",
    .title = "Simplified Rules (English Tiddlywinks Association)",
    .set = {SQ_SETTINGS_OF_2012.forms = (1 << SQ_FORM_PAIRS) | (1 << SQ_FORM_SINGLES),
            .time_singles = 1500,
            .time_three = 0,
            .running_round = 0,
            .short_attempts = 0,
            .pass = SQ_PASS_REFUSED,
            .off_inset = 0,
            .off_gap = 0,
            .pot_outs = SQ_ENDS_WITH_FIRST,
            .squops_cease = 0,
            .pot_out_gap = 0,
            .free_turns = SQ_NEVER,
            .leave_free = SQ_NEVER,
            .result = SQ_RESULT_WINNER,
            .place_1 = 0,
            .place_2 = 0,
            .place_3 = 0,
            .transfer = 0,
            .disrupted = 0,
            .tiddlies_unplayed = 1,
            .fouls = SQ_FOULS_PUT_BACK,
            .put_back_limit = 0,
            .wrong_goes_back = SQ_BACK_TO_SHOT},
    .free_turns = sq_loose_winks_and_one,
    .counted = sq_loose_winks,
    .foul_rule = {"play", "play"},
    .rule = rule,
    .says = says,
};
SQ_BOOK_ENDS

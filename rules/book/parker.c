/* The rules of Parker Brothers, Salem, Massachusetts, as approved by the English Tiddlywinks Association. */
#include "rules/book/ruleset.h"

extern const sq_ruleset sq_ruleset_parker;

/* The rule behind each ruling; what is not named here the book does not say. */
static const char *const rule[SQ_RULING_KINDS] = {
    [SQ_RULED_FORM_PAIRS] = "1",
    [SQ_RULED_LIMIT_NONE] = "5",
    [SQ_RULED_SQUIDGE_TIED] = "6",
    [SQ_RULED_SQUIDGE_RANKED] = "6",
    [SQ_RULED_SQUIDGE_WON] = "6",
    [SQ_RULED_SQUIDGE_REPLACED] = "6",
    [SQ_RULED_BEGINS] = "6",
    [SQ_RULED_CLOCK_STARTS] = "7",
    [SQ_RULED_NEXT] = "7",
    [SQ_RULED_NO_FREE_WINK] = "9(b)",
    [SQ_RULED_NO_WINK_LEFT] = "5",
    [SQ_RULED_EXTRA_SHOT] = "7",
    [SQ_RULED_EXTRA_SHOTS] = "7",
    [SQ_RULED_OFF_REPLACED] = "8",
    [SQ_RULED_OFF_FORFEITS] = "8",
    [SQ_RULED_OFF_OTHERS] = "8",
    [SQ_RULED_TURN_MISSED] = "8",
    [SQ_RULED_LOST_IN_FLIGHT] = "10",
    [SQ_RULED_POTTED_OUT] = "5",
    [SQ_RULED_POT_OUT] = "9(d)",
    [SQ_RULED_POT_OUT_GOES_ON] = "5",
    [SQ_RULED_POT_OUT_COLOURS] = "9(d)",
    [SQ_RULED_POT_OUT_COLOURS_GO_ON] = "5",
    [SQ_RULED_POT_OUT_APART] = "9(d)",
    [SQ_RULED_SCORE_POT_OUT] = "5",
    [SQ_RULED_SCORE_POT_OUT_EVEN] = "5",
    [SQ_RULED_SQUOPPED_UP] = "9(c)",
    [SQ_RULED_FREE_TURNS_OWN] = "9(c)",
    [SQ_RULED_FREE_TURNS_NONE] = "9(c)",
    [SQ_RULED_SQUOP_UP_NOT_COUNTED] = "9(c)",
    [SQ_RULED_SQUOP_UP_TURN] = "9(c)",
    [SQ_RULED_SQUOP_UP_TURN_UNPLAYED] = "9(c)",
    [SQ_RULED_SQUOP_UP_TURN_KEPT] = "9(c)",
    [SQ_RULED_MUST_FREE] = "9(c)",
    [SQ_RULED_FREEING_SHOT] = "9(c)",
    [SQ_RULED_SQUOP_UP_OVER] = "9(c)",
    [SQ_RULED_FREED_TURN_GOES_ON] = "9(c)",
    [SQ_RULED_LEAVE_COLOUR_FREE] = "9(c)",
    [SQ_RULED_LEAVE_EACH_FREE] = "9(c)",
    [SQ_RULED_MUST_OPEN_A_PILE] = "9(c)",
    [SQ_RULED_OPPORTUNITY] = "9(c)",
    [SQ_RULED_OPPORTUNITY_FORFEITED] = "8",
    [SQ_RULED_FAILED_TO_FREE] = "9(c)",
    [SQ_RULED_MOVED_ASIDE] = "9(c)",
    [SQ_RULED_ASIDE_DUE] = "9(c)",
    [SQ_RULED_NO_OPPORTUNITY] = "9(d)",
    [SQ_RULED_SQUOPPED_PLAYED] = "9(b)",
    [SQ_RULED_NOT_DUE_PLAYED] = "7",
    [SQ_RULED_FOUL_NAMED] = "9(b)",
    [SQ_RULED_PUT_BACK] = "9(b)",
    [SQ_RULED_PUT_BACK_TURN] = "7",
    [SQ_RULED_DISRUPTED] = "10",
    [SQ_RULED_CLOCK_STOPPED] = "10",
    [SQ_RULED_CLOCK_RUNS] = "10",
    [SQ_RULED_UMPIRE_SETS] = "10",
    [SQ_RULED_AMENDED] = "10",
    [SQ_RULED_REDONE] = "10",
    [SQ_RULED_AMEND_LEAVES_OUT] = "10",
};

/* What is said in this book's own words. */
static const char *const says[SQ_RULING_KINDS] = {
    [SQ_RULED_CLOCK_STARTS] = "Play begins with this first squidge.",
    [SQ_RULED_SQUIDGE_REPLACED] = "All winks go back to the starting position.",
    [SQ_RULED_NO_FREE_WINK] = "%C has no playable wink and passes.",
    [SQ_RULED_NO_WINK_LEFT] = "%C has potted all its winks and passes.",
    [SQ_RULED_EXTRA_SHOT] = "%C potted %w and has an additional shot in this turn.",
    [SQ_RULED_EXTRA_SHOTS] = "%C potted %w and has %n additional shots in this turn.",
    [SQ_RULED_OFF_REPLACED] = "%w left the mat: back on the edge where it left.",
    [SQ_RULED_OFF_FORFEITS] = "%C squidged %w of its own off and misses its next turn.",
    [SQ_RULED_OFF_OTHERS] = "%w went off, and nobody loses a turn.",
    [SQ_RULED_POT_OUT_COLOURS] =
        "Squopping ceases to have any effect: play goes on until %n players are out.",
    [SQ_RULED_POT_OUT_COLOURS_GO_ON] = "Fewer than %n players are out: play goes on.",
    [SQ_RULED_POT_OUT_APART] =
        "Covered winks are uncovered: the covering ones are moved aside at the same distance from the pot.",
    [SQ_RULED_POTTED_OUT] = "All winks of %c are in the pot.",
    [SQ_RULED_SCORE_POT_OUT] =
        "Points in the order of potting out, partners added: blue-red %p, green-yellow %q.",
    [SQ_RULED_SCORE_POT_OUT_EVEN] = "Points in the order of potting out, partners added: %p each.",
    [SQ_RULED_SQUOPPED_UP] = "All remaining winks of %s are covered.",
    [SQ_RULED_SQUOP_UP_NOT_COUNTED] = "Winks that cover, are covered or are in the pot are not counted.",
    [SQ_RULED_SQUOP_UP_TURN] = "That was one free turn of %s: %m left.",
    [SQ_RULED_SQUOP_UP_TURN_UNPLAYED] = "%C missed this turn, yet it was a free turn: %m left.",
    [SQ_RULED_MUST_FREE] = "The free turns of %s are over: with this shot it must free an opponent's wink.",
    [SQ_RULED_SQUOP_UP_OVER] = "Free turns are over: each freed player of %s must get a turn.",
    [SQ_RULED_LEAVE_COLOUR_FREE] = "%C must leave a wink of %o free with this shot.",
    [SQ_RULED_OPPORTUNITY] = "%C has the turn that it had to get.",
    [SQ_RULED_OPPORTUNITY_FORFEITED] = "%C misses the turn that it had to get; that is its own affair.",
    [SQ_RULED_PUT_BACK_TURN] = "The shot is put back, and %c plays.",
    [SQ_RULED_FAILED_TO_FREE] = "What had to be free is not.",
    [SQ_RULED_DISRUPTED] =
        "Deliberate interference by %c, which is disqualified with its partner: all 7 points to %s.",
};

/* 9(c): "free winks (i.e. ones that are not covering, covered or potted)"; unplayed ones are none of these.
 */
static sq_wink_set free_of_side(const sq_standing *p, sq_partnership by) {
    sq_wink_set piled = sq_squopped_winks(p) | sq_squopping_winks(p);
    return sq_winks_of_colours(sq_colours_of(by)) & p->in_play & ~(p->potted | piled);
}

static int free_turns(const sq_standing *p, sq_partnership by, sq_colour next, sq_ruling_kind *why) {
    (void)next;
    int n = sq_wink_count(free_of_side(p, by));
    *why = n ? SQ_RULED_FREE_TURNS_OWN : SQ_RULED_FREE_TURNS_NONE;
    return n;
}

/* 9(c), second note: a player who in the free turns "pots all his free winks". */
static bool must_open_a_pile(const sq_standing *p, sq_colour turn) {
    sq_wink_set had = p->counted & sq_winks_of(turn);
    return had && !(had & ~p->potted) && !(free_of_side(p, sq_partnership_of(turn)) & sq_winks_of(turn));
}

static const char *const foul_rules[] = {"9(b)", "10"};

SQ_BOOK_BEGINS
const sq_ruleset sq_ruleset_parker = {
    .name = "parker",
    .root = "parker",
    .title = "The Rules of Tiddlywinks (Parker Brothers)",
    .set = {SQ_SETTINGS_OF_2012.forms = 1 << SQ_FORM_PAIRS,
            .time_pairs = 0,
            .time_singles = 0,
            .time_three = 0,
            .short_attempts = 0,
            .pass = SQ_PASS_REFUSED,
            .in_flight = SQ_FLIGHT_TURN,
            .extra_partner = 1,
            .extra_enemy = 1,
            .off_price = SQ_OFF_TURN,
            .off_inset = 0,
            .off_gap = 0,
            .pot_outs = SQ_ENDS_WITH_THIRD,
            .pot_out_gap = 0,
            .all_squopped_ends = 0,
            .free_turns = SQ_AFTER_SHOT,
            .unplayable_turns_count = 0,
            .free_due = SQ_DUE_WITH_NEXT_SHOT,
            .freed = SQ_FREED_EACH,
            .leave_free = SQ_AFTER_SHOT,
            .leave_free_last = 1,
            .remedy = SQ_MOVE_ASIDE,
            .transfer = 0,
            .tiddlies_potted = 0,
            .tiddlies_free = 0,
            .fouls = SQ_FOULS_PUT_BACK,
            .put_back_limit = 0,
            .wrong_goes_back = SQ_BACK_TO_SHOT},
    .free_turns = free_turns,
    .counted = free_of_side,
    .must_open_a_pile = must_open_a_pile,
    .foul_rules = foul_rules,
    .foul_rule_count = sizeof foul_rules / sizeof *foul_rules,
    .foul_rule = {"9(b)", "7"},
    .rule = rule,
    .says = says,
    .leaning = SQ_LEANING_ALL, /* 3 */
};
SQ_BOOK_ENDS

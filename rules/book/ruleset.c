/* The list of rule books, the search for one by its name, and what several of them share. */
#include "rules/book/ruleset.h"

#include <string.h>

extern const sq_ruleset sq_ruleset_etwa_2012, sq_ruleset_etwa_classic, sq_ruleset_etwa_simple,
    sq_ruleset_parker;

static const sq_ruleset *const rulesets[] = {&sq_ruleset_etwa_2012, &sq_ruleset_etwa_classic,
                                             &sq_ruleset_etwa_simple, &sq_ruleset_parker};

enum { RULESETS = sizeof rulesets / sizeof *rulesets };

const sq_ruleset *sq_ruleset_at(int number) {
    return number >= 0 && number < RULESETS ? rulesets[number] : NULL;
}

int sq_ruleset_find(const char *name) {
    for (int i = 0; i < RULESETS; i++)
        if (!strcmp(rulesets[i]->name, name)) return i;
    return -1;
}

sq_us sq_ruleset_limit(const sq_ruleset *rules, sq_form form) {
    const int32_t seconds[SQ_FORMS] = {[SQ_FORM_PAIRS] = rules->set.time_pairs,
                                       [SQ_FORM_SINGLES] = rules->set.time_singles,
                                       [SQ_FORM_THREE] = rules->set.time_three};
    return (sq_us)seconds[form] * SQ_US_PER_S;
}

sq_twelfths sq_ruleset_place(const sq_ruleset *rules, int place) {
    const sq_settings *set = &rules->set;
    const int32_t points[SQ_COLOURS] = {set->place_1, set->place_2, set->place_3, set->place_4};
    return points[place] * SQ_POINT;
}

bool sq_ruleset_has_tiddlies(const sq_ruleset *rules) {
    return rules->set.tiddlies_potted || rules->set.tiddlies_free || rules->set.tiddlies_unplayed;
}

/* Of these only the squopping side can have any: the other one has no free wink. */
sq_wink_set sq_loose_winks(const sq_standing *p, sq_partnership by) {
    (void)by;
    return sq_winks_on_mat(p) & ~(sq_squopped_winks(p) | sq_squopping_winks(p));
}

int sq_loose_winks_and_one(const sq_standing *p, sq_partnership by, sq_colour next, sq_ruling_kind *why) {
    int loose = __builtin_popcount(sq_loose_winks(p, by));
    sq_colour first = sq_partnership_of(next) == by ? next : sq_next_colour(next);
    bool stuck = !loose && !sq_free_count(p, first);
    *why = stuck ? SQ_RULED_SQUOP_UP_TWO : SQ_RULED_SQUOP_UP_TURNS;
    return 1 + loose + stuck;
}

/* A rule set: what differs from one rule book to another, as data and functions. Each book
 * is a file of its own in this folder, found by the name that the record's `game` line gives. The engine asks
 * the rule set; it never asks which book it is. All of it is constant and lives as long as the program. */
#ifndef SQ_RULES_BOOK_RULESET_H
#define SQ_RULES_BOOK_RULESET_H

#include "rules/book/ruling_sentences.h"
#include "rules/terms/state.h"

typedef struct {
    const char *name;  /* in the record */
    const char *title; /* for people */

    sq_us timed_period[SQ_FORMS]; /* 17 */
    int further_rounds;           /* 18: how many follow the running round */
    int put_back_limit;           /* 23.2.1: fouls put back in succession that forfeit a shot
                                   */

    int tiddlies_potted, tiddlies_free; /* 19.1 */
    sq_twelfths places[SQ_COLOURS];     /* 19.2, 20.2: points of the first to the last colour */
    sq_twelfths pot_out_transfer;       /* 20.2: points that the losing side gives to the winning one */
    sq_twelfths disrupted;              /* 24.4: points of the side that did not disrupt */

    /* 22.2: how many squop-up turns `by` has, now that its opponents are squopped up. `next` is the colour
     * that begins the next turn. *why gets the ruling that says which rule gives them. */
    int (*squop_up_turns)(const sq_standing *p, sq_partnership by, sq_colour next, sq_ruling_kind *why);

    const char *const *foul_rules; /* 23.1: the rules that an umpire may say a shot has broken */
    int foul_rule_count;
    const char *const *rule; /* the number of the rule behind each kind of ruling; SQ_RULING_KINDS strings */
} sq_ruleset;

/* The rule set with this number. Numbers run from 0; null past the last. */
const sq_ruleset *sq_ruleset_at(int number);
/* The number of the rule set with this name; -1 where there is none. */
int sq_ruleset_find(const char *name);

#endif

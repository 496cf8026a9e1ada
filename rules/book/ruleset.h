/* A rule set: what differs from one rule book to another, as data and functions. Each book is a file of its
 * own, ruleset_NAME.c, found by the name that the record's `game` line gives. The engine asks the rule set
 * and never which book it is. */
#ifndef SQ_RULES_BOOK_RULESET_H
#define SQ_RULES_BOOK_RULESET_H

#include "rules/book/ruling.h"
#include "rules/terms/state.h"

typedef struct {
    const char *name;  /* in the record */
    const char *title; /* for people */

    sq_us timed_period[SQ_FORMS]; /* 17 */
    int further_rounds;           /* 18: after the running one */
    int put_back_limit;           /* 23.2.1: fouls put back in succession that forfeit the further shot */

    int tiddlies_potted, tiddlies_free; /* 19.1 */
    sq_twelfths places[SQ_COLOURS];     /* 19.2, 20.2: for the first to the last colour */
    sq_twelfths pot_out_transfer;       /* 20.2: from the losing side to the winning one */
    sq_twelfths disrupted;              /* 24.4: to the side that did not disrupt */

    /* 22.2: how many turns `by` has while its opponents are squopped up; `next` is the colour that begins the
     * next turn. Writes which rule gave them. */
    int (*squop_up_turns)(const sq_standing *p, sq_partnership by, sq_colour next, sq_ruling_kind *why);

    const char *const *foul_rules; /* 23.1: what an umpire may name as broken by a shot */
    int foul_rule_count;
    const char *const *rule; /* number of the rule behind each kind of ruling, SQ_RULING_KINDS of them */
} sq_ruleset;

/* The rule set of that number; numbers run from 0. Null past the last. */
const sq_ruleset *sq_ruleset_at(int number);
/* Its number, or -1. */
int sq_ruleset_find(const char *name);

#endif

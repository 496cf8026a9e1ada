/* A rule set: what differs from one rule book to another. Numbers and choices are settings
 * (rules/book/settings.h); where books differ in kind, a book has a small function. Each book is a file of
 * its own in this folder, and the record's `game` line gives its name. The engine asks the rule set; it never
 * asks which book it is. A rule set is constant and lives as long as the program. */
#ifndef SQ_RULES_BOOK_RULESET_H
#define SQ_RULES_BOOK_RULESET_H

#include <stddef.h>

#include "rules/book/ruling_sentences.h"
#include "rules/book/settings.h"
#include "rules/terms/state.h"

/* What is wrong with a club's book, and where. */
typedef struct {
    int line, column; /* from 1; 0: the book as a whole */
    char why[256];    /* a clause, with what would be right */
} sq_club_fault;

/* Which winks that lean on the pot are laid flat by hand (25.4). */
typedef enum {
    SQ_LEANING_ALONE,      /* those that neither squop nor are squopped */
    SQ_LEANING_UNSQUOPPED, /* those that squop, too */
    SQ_LEANING_ALL
} sq_leaning;

typedef struct {
    const char *name;  /* in the record */
    const char *title; /* for people */
    const char *
        root; /* the book of this program from which it has its functions: its own name, or a club's base's */
    sq_settings set;

    /* How many free turns (squop-up turns, 22.2) `by` has, now that its opponents have no free wink. `next`
     * is the colour that begins the next turn. *why gets the ruling that says which rule gives them. */
    int (*free_turns)(const sq_standing *p, sq_partnership by, sq_colour next, sq_ruling_kind *why);
    /* The winks that free_turns has counted. */
    sq_wink_set (*counted)(const sq_standing *p, sq_partnership by);
    /* Whether `turn` has potted all winks that it had outside piles when its free turns began, so that its
     * shot must now free a wink of any colour. Null: the book has no such rule. */
    bool (*must_open_a_pile)(const sq_standing *p, sq_colour turn);

    const char *text; /* a club's book: the whole of its text; else null */

    const char *const *foul_rules; /* 23.1: the rules that an umpire may say a shot has broken */
    int foul_rule_count;
    const char *foul_rule[2]; /* the rule of an open foul: of a shot, of a wrong colour */
    /* The number of the rule behind each kind of ruling; SQ_RULING_KINDS strings. Null: the book has no such
     * rule, and the ruling is not given. */
    const char *const *rule;
    /* The sentence of a ruling in this book's words; null where it is that of the list of rulings. */
    const char *const *says;
    sq_leaning leaning; /* no ruling of the engine depends on it, so it is no setting */
} sq_ruleset;

/* The rule set with this number. Numbers run from 0; null past the last. */
const sq_ruleset *sq_ruleset_at(int number);
/* The number of the rule set with this name; -1 where there is none. */
int sq_ruleset_find(const char *name);

/* Adds a club's book to the rule sets, so that it has a number and is found by its name. The text is copied.
 * A book that was added before with the same text keeps its number. Returns the number, or -1 with *fault
 * filled in: the text is not in order, the name belongs to another book, or there are too many books. From
 * any thread. */
int sq_ruleset_add(const char *text, size_t length, sq_club_fault *fault);

/* A digest of what the book does, 16 hexadecimal digits: the same for all books that play alike. Returns
 * `to`. */
enum { SQ_DIGEST_MAX = 17 };
const char *sq_ruleset_digest(const sq_ruleset *rules, char to[SQ_DIGEST_MAX]);

/* The winks with which the book is played; the usual set where it is null, in another game. */
sq_wink_set sq_ruleset_winks(const sq_ruleset *rules);
/* The colours that sentences and sheets of such a game list: the usual ones, and those that the book adds. */
sq_colour_set sq_ruleset_colours(const sq_ruleset *rules);
/* The timed period of a form; 0: there is no limit. */
sq_us sq_ruleset_limit(const sq_ruleset *rules, sq_form form);
/* The points of a place, 0 being the first. */
sq_sixtieths sq_ruleset_place(const sq_ruleset *rules, int place);
/* What a mark adds to a tally; 0: the book does not have it. */
int sq_ruleset_mark(const sq_ruleset *rules, sq_mark mark);
/* Whether the book counts tiddlies. */
bool sq_ruleset_has_tiddlies(const sq_ruleset *rules);
/* Whether the record of a shot must say how far from the pot its wink has stopped. */
bool sq_ruleset_wants_mm(const sq_ruleset *rules);

/* Functions that several books share (free_turns and counted). */
/* 22.2: the winks on the mat outside piles, and one; two where that would be one and the first colour of `by`
 * cannot play (22.2.3). */
int sq_loose_winks_and_one(const sq_standing *p, sq_partnership by, sq_colour next, sq_ruling_kind *why);
sq_wink_set sq_loose_winks(const sq_standing *p, sq_partnership by);

#endif

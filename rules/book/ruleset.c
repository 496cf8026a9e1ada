/* The list of rule books, the search for one by its name, and what several of them share. */
#include "rules/book/ruleset.h"

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "rules/book/club_book.h"

extern const sq_ruleset sq_ruleset_etwa_2012, sq_ruleset_etwa_classic, sq_ruleset_etwa_simple,
    sq_ruleset_parker;

static const sq_ruleset *const rulesets[] = {&sq_ruleset_etwa_2012, &sq_ruleset_etwa_classic,
                                             &sq_ruleset_etwa_simple, &sq_ruleset_parker};

enum { RULESETS = sizeof rulesets / sizeof *rulesets, CLUBS_MAX = 64 };

/* The clubs' books that are known, and room to read one more. They only become more, so that a number stays
 * what it is. */
static sq_club_book clubs[CLUBS_MAX + 1];
static atomic_int known;
static atomic_flag adding = ATOMIC_FLAG_INIT;

const sq_ruleset *sq_ruleset_at(int number) {
    if (number >= 0 && number < RULESETS) return rulesets[number];
    int club = number - RULESETS;
    return club >= 0 && club < atomic_load(&known) ? &clubs[club].set : NULL;
}

static int find_known(const char *name) {
    for (int i = 0; sq_ruleset_at(i); i++)
        if (!strcmp(sq_ruleset_at(i)->name, name)) return i;
    return -1;
}

/* A club's book that comes with the program is read when it is first asked for. */
int sq_ruleset_find(const char *name) {
    int number = find_known(name);
    for (int i = 0; number < 0 && sq_club_texts[i].name; i++) {
        sq_club_fault fault;
        const char *text = sq_club_texts[i].text;
        if (!strcmp(sq_club_texts[i].name, name)) number = sq_ruleset_add(text, strlen(text), &fault);
    }
    return number;
}

static int complain(sq_club_fault *fault, const char *why) {
    snprintf(fault->why, sizeof fault->why, "%s", why);
    return -1;
}

static int add(const char *text, size_t length, sq_club_fault *fault) {
    int next = atomic_load(&known);
    sq_club_book *book = &clubs[next];
    *fault = (sq_club_fault){0};
    if (!sq_club_book_read(book, text, length, fault)) return -1;
    int same = find_known(book->name);
    const char *theirs = same < 0 ? NULL : sq_ruleset_at(same)->text;
    if (theirs && !strcmp(theirs, book->text)) return same;
    if (same >= 0)
        return complain(fault, "there is another book of this name; give this one a name of its own");
    if (next == CLUBS_MAX) return complain(fault, "too many clubs' books at a time; start again with fewer");
    atomic_store(&known, next + 1);
    return RULESETS + next;
}

int sq_ruleset_add(const char *text, size_t length, sq_club_fault *fault) {
    while (atomic_flag_test_and_set(&adding)) /* another thread reads a book: a fraction of a millisecond */
        ;
    int number = add(text, length, fault);
    atomic_flag_clear(&adding);
    return number;
}

/* FNV-1a, 64 bits: Fowler, Noll and Vo. It tells books apart, and is no seal. */
static uint64_t mix(uint64_t h, const char *text) {
    for (; *text; text++)
        h = (h ^ (unsigned char)*text) * 0x100000001b3u;
    return h;
}

/* Of the settings only those count that are not as in etwa-2012, so that a new setting changes no book's
 * digest. */
const char *sq_ruleset_digest(const sq_ruleset *rules, char to[SQ_DIGEST_MAX]) {
    uint64_t h = mix(0xcbf29ce484222325u, rules->root);
    sq_settings set = rules->set, first = sq_ruleset_etwa_2012.set;
    for (int i = 0; sq_setting_at(i); i++) {
        char value[SQ_SETTING_TEXT_MAX];
        if (*sq_setting_value(&set, i) == *sq_setting_value(&first, i)) continue;
        h = mix(mix(mix(h, "\n"), sq_setting_at(i)->name), " ");
        h = mix(h, sq_setting_text(sq_setting_at(i), *sq_setting_value(&set, i), value));
    }
    snprintf(to, SQ_DIGEST_MAX, "%016llx", (unsigned long long)h);
    return to;
}

static sq_wink_set winks_of(sq_colour c, int32_t large_and_small) {
    unsigned large = (unsigned)large_and_small % 8, small = (unsigned)large_and_small / 8;
    unsigned six = ((1u << large) - 1) | ((1u << small) - 1) << SQ_LARGE_PER_COLOUR;
    return (sq_wink_set)six << (SQ_WINKS_PER_COLOUR * (unsigned)c);
}

sq_wink_set sq_ruleset_winks(const sq_ruleset *rules) {
    if (!rules) return SQ_USUAL_SET;
    const sq_settings *set = &rules->set;
    const int32_t of[SQ_COLOURS] = {set->blue, set->green, set->red, set->yellow, set->white, set->purple};
    sq_wink_set winks = 0;
    for (unsigned c = 0; c < SQ_COLOURS; c++)
        winks |= winks_of((sq_colour)c, of[c]);
    return winks;
}

sq_colour_set sq_ruleset_colours(const sq_ruleset *rules) {
    const sq_wink_set winks = sq_ruleset_winks(rules);
    sq_colour_set colours = SQ_USUAL_COLOUR_SET;
    for (unsigned c = SQ_USUAL_COLOURS; c < SQ_COLOURS; c++)
        if (winks & sq_winks_of((sq_colour)c)) colours |= sq_colour_bit((sq_colour)c);
    return colours;
}

sq_us sq_ruleset_limit(const sq_ruleset *rules, sq_form form) {
    const int32_t seconds[SQ_FORMS] = {[SQ_FORM_PAIRS] = rules->set.time_pairs,
                                       [SQ_FORM_SINGLES] = rules->set.time_singles,
                                       [SQ_FORM_THREE] = rules->set.time_three};
    return (sq_us)seconds[form] * SQ_US_PER_S;
}

sq_sixtieths sq_ruleset_place(const sq_ruleset *rules, int place) {
    const sq_settings *set = &rules->set;
    const int32_t points[SQ_COLOURS] = {set->place_1, set->place_2, set->place_3,
                                        set->place_4, set->place_5, set->place_6};
    return points[place] * SQ_POINT;
}

int sq_ruleset_mark(const sq_ruleset *rules, sq_mark mark) {
    const int32_t points[SQ_MARKS] = {
#define X(mark, member, name) [mark] = rules->set.member,
        SQ_MARK_LIST(X)
#undef X
    };
    return points[mark];
}

bool sq_ruleset_wants_mm(const sq_ruleset *rules) {
    return rules->set.variant == SQ_VARIANT_MATCH || rules->set.variant == SQ_VARIANT_FAULT;
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
    int loose = sq_wink_count(sq_loose_winks(p, by));
    sq_colour first = sq_partnership_of(next) == by ? next : sq_next_in_play(p, next);
    bool stuck = !loose && !sq_free_count(p, first);
    *why = stuck ? SQ_RULED_SQUOP_UP_TWO : SQ_RULED_SQUOP_UP_TURNS;
    return 1 + loose + stuck;
}

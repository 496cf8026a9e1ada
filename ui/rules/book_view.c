/* squint rules --book BOOK --print and --compare A B: what a rule book says, for people. */
#include "ui/rules/book_view.h"

#include <stdio.h>
#include <string.h>

#include "rules/book/ruleset.h"
#include "rules/other/game_registry.h"

enum { NAME_WIDTH = 26, VALUE_WIDTH = 18 };

static const char *value_of(const sq_ruleset *book, int i, char to[SQ_SETTING_TEXT_MAX]) {
    sq_settings set = book->set;
    return sq_setting_text(sq_setting_at(i), *sq_setting_value(&set, i), to);
}

static bool differs(const sq_ruleset *a, const sq_ruleset *b, int i) {
    sq_settings one = a->set, other = b->set;
    return *sq_setting_value(&one, i) != *sq_setting_value(&other, i);
}

static void print_row(const sq_ruleset *book, const sq_ruleset *base, int i) {
    char own[SQ_SETTING_TEXT_MAX], theirs[SQ_SETTING_TEXT_MAX];
    const sq_setting *row = sq_setting_at(i);
    printf("  %-*s %-*s %s", NAME_WIDTH, row->name, VALUE_WIDTH, value_of(book, i, own), row->says);
    if (base != book && differs(book, base, i)) printf(" (%s: %s)", base->name, value_of(base, i, theirs));
    puts("");
}

void sq_rules_print_book(int rules) {
    const sq_other_game *other = sq_other_game_at(rules);
    if (other) {
        fputs(other->page, stdout);
        return;
    }
    const sq_ruleset *book = sq_ruleset_at(rules), *base = sq_ruleset_at(sq_ruleset_find(book->root));
    char digest[SQ_DIGEST_MAX];
    printf("%s\n%s, digest %s\n", book->title, book->name, sq_ruleset_digest(book, digest));
    if (base != book) {
        printf("\nPlayed as %s, but:\n\n", base->title);
        for (int i = 0; sq_setting_at(i); i++)
            if (differs(book, base, i)) print_row(book, base, i);
        printf("\nAs in that book:\n\n");
    } else
        puts("");
    for (int i = 0; sq_setting_at(i); i++)
        if (base == book || !differs(book, base, i)) print_row(book, base, i);
}

void sq_rules_confirm_book(int rules) {
    const sq_other_game *other = sq_other_game_at(rules);
    if (other) {
        printf("%s is another game than tiddlywinks; its records can be played\n", other->name);
        return;
    }
    const sq_ruleset *book = sq_ruleset_at(rules), *base = sq_ruleset_at(sq_ruleset_find(book->root));
    int own = 0;
    for (int i = 0; sq_setting_at(i); i++)
        own += differs(book, base, i);
    printf("%s is in order: %d setting%s otherwise than in %s\n", book->name, own, own == 1 ? "" : "s",
           base->name);
}

int sq_rules_compare_books(int one, int other) {
    if (sq_other_game_at(one) || sq_other_game_at(other)) {
        puts(one == other ? "  the same game"
                          : "  these are different games, and have no settings in common");
        return one != other;
    }
    const sq_ruleset *a = sq_ruleset_at(one), *b = sq_ruleset_at(other);
    int count = 0;
    printf("  %-*s %-*s %-*s what it settles\n", NAME_WIDTH, "setting", VALUE_WIDTH, a->name, VALUE_WIDTH,
           b->name);
    for (int i = 0; sq_setting_at(i); i++) {
        char ours[SQ_SETTING_TEXT_MAX], theirs[SQ_SETTING_TEXT_MAX];
        if (!differs(a, b, i)) continue;
        printf("  %-*s %-*s %-*s %s\n", NAME_WIDTH, sq_setting_at(i)->name, VALUE_WIDTH, value_of(a, i, ours),
               VALUE_WIDTH, value_of(b, i, theirs), sq_setting_at(i)->says);
        count++;
    }
    if (strcmp(a->root, b->root))
        printf("\nWhat is no setting is as in %s and in %s: how many free turns there are, and the duties in "
               "them.\n",
               a->root, b->root);
    if (!count) puts("  all settings are equal");
    return count;
}

/* Reads a club's rule book from a file, and lists the books that there are. */
#include "ui/files/rule_book_file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "rules/book/club_book.h"
#include "rules/other/game_registry.h"
#include "vision/system/nearest_word.h"

enum { BOOKS = 64 };

/* The names of the books that come with the program. */
static int list_names(const char *names[BOOKS]) {
    int n = 0;
    const sq_ruleset *book;
    while (n < BOOKS && (book = sq_ruleset_at(n)) && !book->text)
        names[n++] = book->name;
    for (int i = 0; n < BOOKS && sq_club_texts[i].name; i++)
        names[n++] = sq_club_texts[i].name;
    return n;
}

const char *sq_rule_book_names(void) {
    static char all[1024];
    const char *names[BOOKS];
    size_t used = 0;
    int n = *all ? 0 : list_names(names);
    for (int i = 0; i < n && used < sizeof all; i++)
        used += (size_t)snprintf(all + used, sizeof all - used, "%s%s", i ? ", " : "", names[i]);
    return all;
}

/* Whether it is meant as a file: it has a folder or an ending. */
static bool is_file(const char *name) {
    return strchr(name, '/') || strchr(name, '.');
}

static int read_file(const char *path, sq_diag *d) {
    char text[SQ_CLUB_TEXT_MAX + 1];
    FILE *f = fopen(path, "rb");
    if (!f) {
        sq_fail(d, SQ_E_FILE, "%s: cannot be opened (%s); give a rule book, as my-club.rules", path,
                strerror(errno));
        return -1;
    }
    size_t length = fread(text, 1, sizeof text, f);
    bool well = !ferror(f);
    fclose(f);
    sq_club_fault fault;
    int number = well ? sq_ruleset_add(text, length, &fault) : -1;
    if (!well)
        sq_fail(d, SQ_E_FILE, "%s: cannot be read; give a rule book, as my-club.rules", path);
    else if (number < 0 && fault.line)
        sq_fail(d, SQ_E_FILE, "%s:%d:%d: %s", path, fault.line, fault.column, fault.why);
    else if (number < 0)
        sq_fail(d, SQ_E_FILE, "%s: %s", path, fault.why);
    return number;
}

int sq_rules_find(const char *name_or_file, sq_diag *d) {
    int other = sq_other_game_find(name_or_file);
    return other >= 0 ? other : sq_rule_book_find(name_or_file, d);
}

int sq_rule_book_find(const char *name_or_file, sq_diag *d) {
    if (sq_other_game_find(name_or_file) >= 0) {
        sq_fail(d, SQ_E_FILE, "%s is another game than tiddlywinks; squint rules takes its records",
                name_or_file);
        return -1;
    }
    int number = is_file(name_or_file) ? -1 : sq_ruleset_find(name_or_file);
    if (number >= 0) return number;
    if (is_file(name_or_file)) return read_file(name_or_file, d);
    const char *names[BOOKS];
    char meant[SQ_DID_YOU_MEAN_MAX];
    int n = list_names(names);
    sq_fail(
        d, SQ_E_FILE,
        "no rule book \"%.80s\" is known; squint rules --help lists them; or give a file, as my-club.rules%s",
        name_or_file, sq_did_you_mean(meant, name_or_file, names, n));
    return -1;
}

int sq_rule_book_find_seen(const char *name_or_file, sq_diag *d) {
    int number = sq_rule_book_find(name_or_file, d);
    if (number < 0 || !(sq_ruleset_winks(sq_ruleset_at(number)) & ~SQ_USUAL_SET)) return number;
    sq_fail(d, SQ_E_ARGUMENT,
            "%s is played with more colours than blue, green, red and yellow, and the eye knows these alone; "
            "write its record by hand, and give that to squint rules",
            sq_ruleset_at(number)->name);
    return -1;
}

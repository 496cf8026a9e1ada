/* The scripts in tests/rules/ leave nothing out: every rule that an overhead referee or an umpire's word can
 * bring about has one, named by its number, and every ruling and refusal of the engine comes up in one. */
#include <dirent.h>
#include <stdlib.h>

#include "rules/book/ruleset.h"
#include "rules/game.h"
#include "tests/fixture/unit.h"

#define SCRIPTS SQ_SOURCE_DIR "/tests/rules"

/* Rules of etwa-2012 that act in a game as it is recorded. Equipment (2), definitions (3, 4), handling
 * (9.1, 9.2, 24.1 to 24.3, 25) and manners (26.2 to 26.5) do not: 13.1, 20.1, 25.3 and 25.4 are measured
 * (rules/terms/put_back.h). */
static const char *const etwa_2012[] = {
    "1.1",    "1.2",    "1.3",    "5.4",    "5.4.1",  "5.4.2",  "5.5",    "6",      "6.1",    "7.1",
    "8.1",    "8.1.1",  "8.2",    "8.2.2",  "8.2.3",  "8.3",    "9.3",    "10.1",   "10.1.1", "10.1.2",
    "10.2",   "10.3",   "10.4",   "10.5",   "10.6",   "11",     "11.1",   "12",     "12.1",   "12.2",
    "12.3",   "13",     "13.1",   "14",     "14.1",   "14.2",   "14.3",   "14.4",   "14.5",   "15",
    "16",     "17",     "17.1",   "17.2",   "17.3",   "17.4",   "18",     "18.1",   "18.2",   "19.1",
    "19.2",   "20",     "20.1",   "20.2",   "21",     "21.1",   "22.1",   "22.1.1", "22.2",   "22.2.1",
    "22.2.2", "22.2.3", "22.3",   "22.3.1", "22.3.2", "22.3.3", "22.3.4", "22.4",   "22.4.1", "22.4.2",
    "22.4.3", "22.5",   "22.5.1", "22.5.2", "22.5.3", "22.5.4", "22.6",   "22.6.1", "22.6.2", "22.6.3",
    "22.6.4", "23.1",   "23.2",   "23.2.1", "23.3",   "23.4",   "23.4.1", "24.4",   "26.1",   "26.6",
    "F.1",    "F.2",    "G.1",    "G.2",    "G.3",    "G.4",    "G.5",    NULL};

/* Of the earlier full rules all but gear (2 to 4), advice (13) and matches (1 c). Brackets are left out in
 * names. */
static const char *const etwa_classic[] = {"1b",  "5a",  "5b",  "5c",  "5d",  "6a",  "6b",  "7a",  "7b",
                                           "8",   "9a",  "9b",  "9c",  "10a", "10b", "11a", "11b", "11c",
                                           "11d", "11e", "12a", "12b", "12c", "12d", "14",  NULL};

/* The simplified rules have no numbers: their topics. */
static const char *const etwa_simple[] = {"start", "play", "off", "squops", "end", "time", "tiddlies", NULL};

/* Of Parker's rules all but the gear (2, 4). */
static const char *const parker[] = {"1", "3", "5", "6", "7", "8", "9", "9a", "9b", "9c", "9d", "10", NULL};

typedef struct {
    const char *name;
    const char *const *rules;
} a_book;

static const a_book books[] = {{"etwa-2012", etwa_2012},
                               {"etwa-classic", etwa_classic},
                               {"etwa-simple", etwa_simple},
                               {"parker", parker}};

enum { BOOKS = sizeof books / sizeof *books };

/* What a record cannot bring about, since reading refuses it before: see test_engine.c. */
static const sq_refusal_kind unreadable[] = {SQ_NOT_BAD_LIMIT, SQ_NOT_UNKNOWN_RULES, SQ_NOT_NOT_FOLDED};

static char *read_text(const char *path, size_t *length) {
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    char *text = malloc(1 << 20);
    assert_non_null(text);
    *length = fread(text, 1, 1 << 20, f);
    fclose(f);
    return text;
}

typedef struct {
    const a_book *book;
    bool ruled[SQ_RULING_KINDS], refused[SQ_REFUSAL_KINDS], cited[256];
    int scripts;
} survey;

static void see_line(survey *v, sq_game *g, int n, const char *line, size_t length) {
    char name[SQ_RECORD_NAME_MAX];
    sq_game_answer a;
    sq_state before = *sq_game_state(g);
    assert_true(sq_game_read(g, n, line, length, name, &a));
    for (int i = 0; a.taken && i < a.rulings.count; i++)
        v->ruled[a.rulings.list[i].what] = true;
    sq_record_line read;
    char why[SQ_RECORD_WHY_MAX];
    sq_rulings r;
    sq_state out;
    if (!a.taken && sq_record_read(&read, line, length, why) && read.event.kind < SQ_EVENT_UNDO &&
        !sq_engine_step(&before, &read.event, &out, &r))
        v->refused[r.list[0].what] = true;
}

static void see_script(survey *v, const char *path) {
    size_t length;
    char *text = read_text(path, &length);
    sq_game *g = sq_game_new();
    int n = 1;
    for (char *line = text, *end; line < text + length; line = end + 1, n++) {
        end = memchr(line, '\n', (size_t)(text + length - line));
        assert_non_null(end);
        see_line(v, g, n, line, (size_t)(end - line));
    }
    sq_game_free(g);
    free(text);
}

static void each_script(void (*see)(survey *, const char *name), survey *v) {
    char folder[256];
    snprintf(folder, sizeof folder, SCRIPTS "/%s", v->book->name);
    DIR *d = opendir(folder);
    assert_non_null(d);
    for (struct dirent *e; (e = readdir(d));)
        if (strstr(e->d_name, ".jsonl")) see(v, e->d_name);
    closedir(d);
}

static void see_outcome(survey *v, const char *name) {
    char path[512];
    snprintf(path, sizeof path, SCRIPTS "/%s/%s", v->book->name, name);
    see_script(v, path);
    v->scripts++;
}

/* Which rule of the list the script is named for. */
static void see_name(survey *v, const char *name) {
    for (size_t i = 0; v->book->rules[i]; i++) {
        size_t n = strlen(v->book->rules[i]);
        if (!strncmp(name, v->book->rules[i], n) && name[n] == '-') v->cited[i] = true;
    }
}

static int rules_without_script(const a_book *book) {
    survey v = {.book = book};
    int missing = 0;
    each_script(see_name, &v);
    for (size_t i = 0; book->rules[i]; i++)
        if (!v.cited[i]) {
            print_error("%s: no script %s-*.jsonl\n", book->name, book->rules[i]);
            missing++;
        }
    return missing;
}

static void every_rule_has_a_script(void **state) {
    (void)state;
    int missing = 0;
    for (int b = 0; b < BOOKS; b++)
        missing += rules_without_script(&books[b]);
    assert_int_equal(missing, 0);
}

/* "12(a)(i)" is under "12a", and "22.6" stands above "22.6.1". */
static bool is_listed(const a_book *book, const char *rule) {
    char plain[32];
    size_t n = 0;
    for (const char *c = rule; *c && n < sizeof plain - 1; c++)
        if (*c != '(' && *c != ')') plain[n++] = *c;
    plain[n] = 0;
    for (size_t i = 0; book->rules[i]; i++) {
        size_t listed = strlen(book->rules[i]);
        if (!strncmp(book->rules[i], plain, n) ||
            (strchr(rule, '(') && !strncmp(plain, book->rules[i], listed)))
            return true;
    }
    return false;
}

static void every_rule_that_is_cited_is_listed(void **state) {
    (void)state;
    for (int b = 0; b < BOOKS; b++)
        for (int i = 0; i < SQ_RULING_KINDS; i++) {
            const char *rule = sq_ruleset_at(sq_ruleset_find(books[b].name))->rule[i];
            bool words = rule && (!strcmp(rule, "game") || !strcmp(rule, "umpire") || rule[0] == 'C');
            if (rule && !words && !is_listed(&books[b], rule))
                fail_msg("%s: rule %s is cited and not in the list of this test", books[b].name, rule);
        }
}

static void every_ruling_and_refusal_comes_up(void **state) {
    (void)state;
    static const char *const rulings[] = {
#define X(kind, text) #kind,
        SQ_RULING_LIST(X)
#undef X
    };
    static const char *const refusals[] = {
#define X(kind, text) #kind,
        SQ_REFUSAL_LIST(X)
#undef X
    };
    survey v = {0};
    int missing = 0;
    static const a_book clubs = {"clubs", NULL};
    for (v.book = books; v.book < books + BOOKS; v.book++)
        each_script(see_outcome, &v);
    v.book = &clubs;
    each_script(see_outcome, &v);
    for (size_t i = 0; i < sizeof unreadable / sizeof *unreadable; i++)
        v.refused[unreadable[i]] = true;
    for (int i = 0; i < SQ_RULING_KINDS; i++)
        if (!v.ruled[i]) print_error("ruling %s comes up in no script\n", rulings[i]), missing++;
    for (int i = 0; i < SQ_REFUSAL_KINDS; i++)
        if (!v.refused[i]) print_error("refusal %s comes up in no script\n", refusals[i]), missing++;
    assert_int_equal(missing, 0);
    print_message("%d scripts\n", v.scripts);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_rule_has_a_script),
                                       cmocka_unit_test(every_rule_that_is_cited_is_listed),
                                       cmocka_unit_test(every_ruling_and_refusal_comes_up)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* squint rules: a game record through the rules engine. */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "rules/terms/event.h"
#include "ui/command/command.h"
#include "ui/files/rule_book_file.h"
#include "ui/game/game_folder.h"
#include "ui/game/rejudge_game.h"
#include "ui/rules/book_view.h"
#include "ui/rules/record_view.h"
#include "ui/terminal/options.h"
#include "vision/system/text_line.h"

typedef struct {
    const sq_rules_view *view;
    int views; /* how many were named */
    const char *amend;
    bool dry_run;
    bool print, compare;
    int book; /* its number; -1: none is named */
    char **files;
} wish;

enum {
    KEY_JSON = 'j',
    KEY_EXPLAIN = 'e',
    KEY_SHEET = 's',
    KEY_CHECK = 'c',
    KEY_AMEND = 'a',
    KEY_DRY_RUN = 'n',
    KEY_BOOK = 'b',
    KEY_PRINT = 'p',
    KEY_COMPARE = 'd'
};

static const struct argp_option options[] = {
    {"json", KEY_JSON, 0, 0, "print the state after each line, as JSON (the default)", 0},
    {"explain", KEY_EXPLAIN, 0, 0,
     "print the game in sentences: who played what, and each ruling with its rule", 0},
    {"sheet", KEY_SHEET, 0, 0, "print the score sheet; * marks a game with a pot-out (note F.3)", 0},
    {"check", KEY_CHECK, 0, 0, "compare each line's \"expect\" with the state, and print what differs", 0},
    {"amend", KEY_AMEND, "EVENT", 0, "take EVENT, an \"amend\", as one more line after the last", 0},
    {"dry-run", KEY_DRY_RUN, 0, 0, "show what the amend would change instead of carrying it out", 0},
    {"book", KEY_BOOK, "BOOK", 0,
     "a rule book by its name or file; records may then name it. Alone or with --check: is the file in "
     "order?",
     0},
    {"print", KEY_PRINT, 0, 0,
     "print the book: each setting, and where it differs from the one it is based on", 0},
    {"compare", KEY_COMPARE, 0, 0, "print how two books differ; give them instead of records", 0},
    {0},
};

#define X(kind, member, name) "\"" name "\", "
#define EVENT_NAMES SQ_EVENT_LIST(X)
static const char doc[] =
    "Plays a game record by the rules of tiddlywinks, or of crokinole.\vA record has one event a line, a "
    "JSON object: " EVENT_NAMES
    "and \"game\" comes first (docs/PROTOCOL.md). \"-\" is standard input. After each "
    "line the state of the game is printed. If a line cannot be read, or its event cannot happen now, an "
    "\"error\" is printed and the state stays.\n\n"
    "Examples:\n"
    "  printf '%s\\n"
    "' '{\"event\":\"game\",\"rules\":\"etwa-2012\",\"form\":\"pairs\"}' \\\n"
    "    "
    "'{\"event\":\"squidge-off\",\"mm\":{\"blue\":31,\"green\":112.5,\"red\":\"pot\",\"yellow\":\"off\"}}' "
    "\\\n"
    "    '{\"event\":\"shot\",\"t\":0,\"colour\":\"red\",\"wink\":\"R1\",\"potted\":[\"R1\"]}' >game.jsonl\n"
    "  squint rules game.jsonl               # the states, for programs\n"
    "  squint rules --explain game.jsonl     # the game, for people\n"
    "  squint rules --dry-run --amend "
    "'{\"event\":\"amend\",\"n\":3,\"with\":{\"event\":\"shot\",\"t\":0,\"colour\":\"red\",\"wink\":\"R1\"}}'"
    " game.jsonl\n"
    "  # what if R1 had missed the pot?\n"
    "  squint rules --book my-club.rules --check\n"
    "  squint rules --book parker --print\n"
    "  squint rules --compare etwa-2012 my-club.rules\n"
    "  squint rules --book crokinole --print # another game; docs/books/crokinole.md says how it is "
    "recorded\n\n"
    "Exit status: 0 all well, 1 a line was refused (or, with --check, something differs), 2 a file or "
    "argument cannot be used, 3 all well, but questions of the game are open (--explain and --sheet).";
#undef EVENT_NAMES
#undef X

static bool is_rule_book(const char *file) {
    const size_t length = strlen(file), end = strlen(".rules");
    return length > end && !strcmp(file + length - end, ".rules");
}

/* A book that is named where a record belongs. */
static void check_files(const struct argp_state *state, const wish *w) {
    for (char **file = w->files; file && *file && !w->compare; file++)
        if (is_rule_book(*file))
            argp_failure(state, SQ_EXIT_INPUT, 0,
                         "%s is a rule book and no record; squint rules --book %s --check checks it", *file,
                         *file);
}

static void take_view(wish *w, const sq_rules_view *view, const struct argp_state *state) {
    if (w->views++ && w->view != view)
        argp_error(state, "give one of --json, --explain, --sheet and --check: they print different things");
    w->view = view;
}

static error_t take_option(int key, char *arg, struct argp_state *state) {
    wish *w = state->input;
    switch (key) {
    case KEY_JSON: take_view(w, &sq_rules_json, state); return 0;
    case KEY_EXPLAIN: take_view(w, &sq_rules_explain, state); return 0;
    case KEY_SHEET: take_view(w, &sq_rules_sheet, state); return 0;
    case KEY_CHECK: take_view(w, &sq_rules_check, state); return 0;
    case KEY_AMEND: w->amend = arg; return 0;
    case KEY_DRY_RUN: w->dry_run = true; return 0;
    case ARGP_KEY_ARGS: w->files = state->argv + state->next; return 0;
    case KEY_PRINT: w->print = true; return 0;
    case KEY_COMPARE: w->compare = true; return 0;
    case KEY_BOOK: {
        sq_diag d;
        w->book = sq_rules_find(arg, &d);
        if (w->book < 0) argp_failure(state, SQ_EXIT_INPUT, 0, "%s", d.text);
        return 0;
    }
    case ARGP_KEY_NO_ARGS:
        if (w->book >= 0 && !w->compare) return 0;
        argp_error(state, "give a game record, or - for standard input");
        return 0;
    case ARGP_KEY_END:
        if (w->print && w->book < 0) argp_error(state, "--print needs --book BOOK");
        if (w->dry_run && !w->amend) argp_error(state, "--dry-run needs --amend EVENT");
        check_files(state, w);
        return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

/* Behind the help: the books that come with the program. */
static char *list_books(int key, const char *text, void *input) {
    char *books = NULL;
    (void)input;
    if (key != ARGP_KEY_HELP_POST_DOC) return (char *)(uintptr_t)text;
    return asprintf(&books, "%s\n\nBooks: %s.", text, sq_rule_book_names()) < 0 ? NULL : books;
}

static const struct argp argp = {options, take_option, "GAME.jsonl...", doc, 0, list_books, 0};

static int out_of_memory(void) {
    fputs("squint: out of memory; close other programs\n", stderr);
    return SQ_EXIT_INPUT;
}

/* A record as far as it is read. */
typedef struct {
    sq_game *game;
    sq_remarks_list remarks;
} played;

/* Takes one line and shows it. */
static int take_line(played *p, const wish *w, const char *file, int n, const char *text, size_t length) {
    sq_game *game = p->game;
    char name[SQ_RECORD_NAME_MAX];
    sq_game_answer answer;
    sq_state before = *sq_game_state(game);
    if (!sq_game_read(game, n, text, length, name, &answer)) return out_of_memory();
    if (!sq_remarks_add(&p->remarks, n, text, length)) return out_of_memory();
    sq_game_line now = sq_game_line_at(game, sq_game_lines(game) - 1);
    bool silent = w->dry_run || !w->view->line; /* the end alone is shown, and that does not tell */
    bool json = w->view == &sq_rules_json;      /* where people overlook it, at the end of a long line */
    if ((silent || json) && !answer.taken)
        fprintf(stderr, "squint: %s: line %d is refused: %s%s\n", file, n, answer.why,
                json ? "" : "; squint rules --explain tells the game line by line");
    sq_rules_line line = {n,    text,       length, name, now.given, &answer, &before, sq_game_state(game),
                          game, &p->remarks};
    bool shown = silent ? answer.taken : w->view->line(&line, file);
    return shown ? SQ_EXIT_OK : SQ_EXIT_NO;
}

static int take_lines(played *p, const wish *w, const char *file, FILE *in) {
    char *text = NULL;
    size_t room = 0;
    int worst = SQ_EXIT_OK, n = 0, taken = 0;
    for (ssize_t length; worst < SQ_EXIT_INPUT && (length = sq_text_line(&text, &room, in)) >= 0;) {
        n++;
        if (sq_record_is_blank(text, (size_t)length)) continue;
        if (memchr(text, 0, (size_t)length)) { /* a picture, or another file that is no text */
            fprintf(stderr, "squint: %s: is no game record; give one\n", file);
            free(text);
            return SQ_EXIT_INPUT;
        }
        taken++;
        int status = take_line(p, w, file, n, text, (size_t)length);
        worst = sq_exit_worse(worst, status);
    }
    free(text);
    if (w->amend && !w->dry_run && worst < SQ_EXIT_INPUT) {
        int status = take_line(p, w, file, n + 1, w->amend, strlen(w->amend));
        worst = sq_exit_worse(worst, status);
    }
    if (!taken && !w->amend && feof(in)) {
        fprintf(stderr, "squint: %s: is empty; give a game record\n", file);
        return SQ_EXIT_INPUT;
    }
    if (worst == SQ_EXIT_INPUT || feof(in)) return worst;
    fprintf(stderr, "squint: %s: cannot be read (%s); give a game record\n", file, strerror(errno));
    return SQ_EXIT_INPUT;
}

static int play(const wish *w, const char *given) {
    char record[PATH_MAX];
    const char *file = sq_record_of(record, given);
    bool standard = !strcmp(file, "-");
    FILE *in = standard ? stdin : fopen(file, "rb");
    if (!in) {
        fprintf(stderr, "squint: %s: cannot be opened (%s); give a game record\n", file, strerror(errno));
        return SQ_EXIT_INPUT;
    }
    played p = {.game = sq_game_new()};
    int status = p.game ? take_lines(&p, w, file, in) : out_of_memory();
    sq_diag d;
    if (!standard && status < SQ_EXIT_INPUT && sq_remarks_read_end(&p.remarks, p.game, file, &d)) {
        fprintf(stderr, "squint: %s\n", d.text);
        status = SQ_EXIT_INPUT;
    }
    if (status < SQ_EXIT_INPUT) {
        bool well = w->dry_run     ? sq_rules_dry_run(p.game, file, w->amend)
                    : w->view->end ? w->view->end(p.game, &p.remarks, file)
                                   : true;
        if (!well) status = SQ_EXIT_NO;
        char lines[SQ_OPEN_LINES_MAX];
        bool asks = !w->dry_run && w->view->asks && sq_open_questions(p.game, &p.remarks, lines);
        if (!status && asks) status = SQ_EXIT_OPEN;
    }
    sq_game_free(p.game);
    sq_remarks_free(&p.remarks);
    if (!standard) fclose(in);
    return status;
}

/* The two books that are named instead of records. */
static int compare(const wish *w) {
    int books[2];
    sq_diag d;
    if (!w->files[0] || !w->files[1] || w->files[2]) {
        fputs("squint rules: --compare needs two books, by their names or files\n", stderr);
        return SQ_EXIT_INPUT;
    }
    for (int i = 0; i < 2; i++) {
        books[i] = sq_rules_find(w->files[i], &d);
        if (books[i] >= 0) continue;
        fprintf(stderr, "squint rules: %s\n", d.text);
        return SQ_EXIT_INPUT;
    }
    sq_rules_compare_books(books[0], books[1]);
    return SQ_EXIT_OK;
}

int sq_command_rules(int argc, char **argv) {
    wish w = {.view = &sq_rules_json, .book = -1};
    sq_options_parse(&argp, argc, argv, &w);
    if (w.compare) return compare(&w);
    if (w.print)
        sq_rules_print_book(w.book);
    else if (w.book >= 0 && (!w.files || !*w.files))
        sq_rules_confirm_book(w.book);
    int worst = SQ_EXIT_OK;
    for (char **file = w.files; file && *file; file++) {
        int status = play(&w, *file);
        worst = sq_exit_worse(worst, status);
    }
    return worst;
}

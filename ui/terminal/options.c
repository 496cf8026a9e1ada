/* Parses a command's options by argp; prints its help, and guesses what was meant. */
#include "ui/terminal/options.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "rules/other/game_registry.h"
#include "ui/terminal/terminal.h"
#include "ui/words/terminal_text.h"
#include "vision/system/nearest_word.h"

enum { EXIT_WRONG = 2, OPTIONS_MOST = 64, PRE_DOC_MAX = 4096 };

/* What every command has besides its own. */
static const struct argp_option common[] = {
    {"help", '?', 0, 0, "print this and end", -1},
    {"version", 'V', 0, 0, "print the version and end", -1},
    {0},
};
enum { COMMON = sizeof common / sizeof *common - 1 };

const struct argp_option *sq_options_common(void) {
    return common;
}

bool sq_option_number(int *to, const char *text, int low, int high) {
    char *end;
    errno = 0;
    long n = strtol(text, &end, 10);
    if (end == text || *end || errno || n < low || n > high) return false;
    *to = (int)n;
    return true;
}

int sq_option_game(const char *name, const struct argp_state *state) {
    int game = sq_other_game_find(name);
    if (game < 0 && strcmp(name, "tiddlywinks") != 0)
        argp_error(state, "--game %s: no such game; give tiddlywinks or crokinole", name);
    return game;
}

static sq_options_reader *read_instead;
static void *reader_of;

void sq_options_read_instead(sq_options_reader *read, void *who) {
    read_instead = read;
    reader_of = who;
}

static int count_options(const struct argp *argp) {
    int n = 0;
    for (const struct argp_option *o = argp->options; o && (o->name || o->key || o->doc); o++)
        n++;
    return n;
}

/* ---- Help ---- */

/* One paragraph, broken at blanks; width: columns. */
static void print_wrapped(FILE *to, const char *text, size_t length, int width) {
    int column = 0;
    for (size_t at = 0; at < length;) {
        size_t word = 0;
        while (at + word < length && text[at + word] != ' ')
            word++;
        int letters = sq_text_columns(text + at, word);
        if (column && column + 1 + letters > width) {
            putc('\n', to);
            column = 0;
        }
        fprintf(to, "%s%.*s", column ? " " : "", (int)word, text + at);
        column += letters + (column > 0);
        at += word;
        while (at < length && text[at] == ' ')
            at++;
    }
    putc('\n', to);
}

static void print_below(FILE *to, const char *text, int width) {
    for (const char *line = text; *line;) {
        size_t n = strcspn(line, "\n");
        if (*line == ' ')
            fprintf(to, "%.*s\n", (int)n, line);
        else
            print_wrapped(to, line, n, width);
        line += n + (line[n] != 0);
    }
}

/* argp lays the list of options out for the right margin that this variable says. */
static void tell_argp_width(int width) {
    char format[64];
    snprintf(format, sizeof format, "rmargin=%d,no-dup-args-note", width - 1);
    setenv("ARGP_HELP_FMT", format, 0);
}

static void print_help(const struct argp *argp, char *name) {
    struct argp_option all[OPTIONS_MOST + COMMON + 1] = {{0}};
    struct argp shown = *argp;
    const char *below = argp->doc ? strchr(argp->doc, '\v') : NULL;
    int n = count_options(argp), width = sq_terminal_width();
    if (n > OPTIONS_MOST) n = OPTIONS_MOST;
    memcpy(all, argp->options ? argp->options : common, (size_t)n * sizeof *all);
    memcpy(all + n, common, COMMON * sizeof *common);
    shown.options = all;
    shown.doc = NULL;
    argp_help(&shown, stdout, ARGP_HELP_SHORT_USAGE, name);
    if (argp->doc)
        print_wrapped(stdout, argp->doc, below ? (size_t)(below - argp->doc) : strlen(argp->doc), width);
    putchar('\n');
    argp_help(&shown, stdout, ARGP_HELP_LONG, name);
    if (!below) return;
    putchar('\n');
    char *text = argp->help_filter ? argp->help_filter(ARGP_KEY_HELP_POST_DOC, below + 1, NULL) : NULL;
    print_below(stdout, text ? text : below + 1, width);
    if (text != below + 1) free(text);
}

void sq_options_print_version(FILE *to) {
    fprintf(to, "squint %s\n", sq_version_text());
}

/* ---- What was meant ---- */

/* The option that a long name, whole or shortened, stands for; null: none. */
static const struct argp_option *find_long(const struct argp *argp, const char *name, size_t length) {
    for (int i = 0; i < count_options(argp); i++)
        if (argp->options[i].name && !strncmp(argp->options[i].name, name, length)) return &argp->options[i];
    for (int i = 0; i < COMMON; i++)
        if (!strncmp(common[i].name, name, length)) return &common[i];
    return strncmp("usage", name, length) ? NULL : &common[0];
}

static const struct argp_option *find_short(const struct argp *argp, char letter) {
    for (int i = 0; i < count_options(argp); i++)
        if (argp->options[i].key == letter && isprint((unsigned char)letter)) return &argp->options[i];
    return NULL;
}

/* The option whose value is the next argument; null: that is no value. */
static const struct argp_option *takes_next(const struct argp *argp, const char *argument) {
    const struct argp_option *o = NULL;
    if (argument[1] == '-') {
        o = strchr(argument, '=') ? NULL : find_long(argp, argument + 2, strlen(argument + 2));
    } else {
        for (const char *letter = argument + 1; *letter; letter++) {
            o = find_short(argp, *letter);
            if (o && o->arg) return letter[1] ? NULL : o; /* what follows it is its value */
        }
    }
    return o && o->arg && !(o->flags & OPTION_ARG_OPTIONAL) ? o : NULL;
}

static void refuse_option(const struct argp *argp, const char *command, const char *argument) {
    const char *names[OPTIONS_MOST + COMMON];
    char word[64], meant[SQ_DID_YOU_MEAN_MAX];
    int n = 0;
    for (int i = 0; i < count_options(argp) && n < OPTIONS_MOST; i++)
        if (!(argp->options[i].flags & OPTION_HIDDEN)) names[n++] = argp->options[i].name;
    for (int i = 0; i < COMMON; i++)
        names[n++] = common[i].name;
    snprintf(word, sizeof word, "%.*s", (int)strcspn(argument + 2, "="), argument + 2);
    sq_did_you_mean(meant, word, names, n);
    const char *name = strstr(meant, "mean "); /* the option as it is typed: with its dashes */
    if (name)
        fprintf(stderr, "%s: no option --%s; did you mean --%s %s --help lists them\n", command, word,
                name + strlen("mean "), command);
    else
        fprintf(stderr, "%s: no option --%s; %s --help lists them\n", command, word, command);
    exit(EXIT_WRONG);
}

/* An option's value that is no text at all is a slip: a variable of the shell that is not set. */
static void refuse_empty(const struct argp *argp, const char *command, const char *argument,
                         const char *next) {
    const char *equals = argument[1] == '-' ? strchr(argument, '=') : NULL;
    const struct argp_option *o = NULL;
    if (equals && !equals[1])
        o = find_long(argp, argument + 2, strcspn(argument + 2, "="));
    else if (next && !*next)
        o = takes_next(argp, argument);
    if (!o || !o->arg) return; /* that no value is taken, argp says itself */
    fprintf(stderr, "%s: --%s has an empty value; give %s (%s --help)\n", command, o->name, o->arg, command);
    exit(EXIT_WRONG);
}

/* Whether argp's own words would not do: --help is ours, and so is what no option is called. */
static void look_over(const struct argp *argp, int argc, char **argv) {
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        const char *a = argv[i];
        bool asks = !strcmp(a, "--help") || !strcmp(a, "-?") || (!strcmp(a, "-h") && !find_short(argp, 'h'));
        bool version = !strcmp(a, "--version") || (!strcmp(a, "-V") && !find_short(argp, 'V'));
        if (asks) print_help(argp, argv[0]);
        if (version) sq_options_print_version(stdout);
        if (asks || version) exit(fflush(stdout) ? EXIT_WRONG : EXIT_SUCCESS);
        if (a[0] != '-' || !a[1]) continue;
        if (a[1] == '-' && !find_long(argp, a + 2, strcspn(a + 2, "="))) refuse_option(argp, argv[0], a);
        refuse_empty(argp, argv[0], a, argv[i + 1]);
        i += takes_next(argp, a) != NULL;
    }
}

void sq_options_parse(const struct argp *argp, int argc, char **argv, void *input) {
    argp_err_exit_status = EXIT_WRONG;
    if (read_instead) {
        read_instead(argp, argv[0], reader_of);
        exit(fflush(stdout) ? EXIT_WRONG : EXIT_SUCCESS);
    }
    tell_argp_width(sq_terminal_width());
    look_over(argp, argc, argv);
    argp_parse(argp, argc, argv, 0, NULL, input);
}

/* Prints manual pages: the man macros of troff, see man(7). */
#include "ui/terminal/manual.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/terminal/options.h"

/* Troff takes a backslash, a leading dot or quote, and a hyphen for its own. */
static void put(const char *text, size_t length) {
    for (size_t i = 0; i < length && text[i]; i++) {
        bool first = !i || text[i - 1] == '\n';
        if (first && (text[i] == '.' || text[i] == '\'')) fputs("\\&", stdout);
        if (text[i] == '\\')
            fputs("\\e", stdout);
        else if (text[i] == '-')
            fputs("\\-", stdout);
        else if (text[i] == '~')
            fputs("\\(ti", stdout);
        else if (text[i] == '^')
            fputs("\\(ha", stdout);
        else if (text[i] == '`')
            fputs("\\(ga", stdout);
        else if (text[i] == '\'')
            fputs("\\(aq", stdout);
        else
            putchar(text[i]);
    }
}

static void put_all(const char *text) {
    put(text, strlen(text));
}

static void put_head(const char *command, const char *line) {
    fputs(".TH ", stdout);
    for (const char *c = command; *c; c++)
        putchar(*c == ' ' ? '-' : toupper((unsigned char)*c));
    printf(" 1 \"\" \"squint %s\" \"squint\"\n.SH NAME\n", SQ_VERSION);
    for (const char *c = command; *c; c++)
        fputs(*c == ' ' ? "\\-" : (char[]){*c, 0}, stdout);
    fputs(" \\- ", stdout);
    put_all(line);
    putchar('\n');
}

static void put_option(const struct argp_option *o) {
    fputs(".TP\n", stdout);
    bool letter = o->key > 0 && o->key < 128 && isprint(o->key);
    if (letter) printf("\\fB\\-%s\\fR", o->key == '?' ? "?" : (char[]){(char)o->key, 0});
    if (o->name) {
        printf("%s\\fB\\-\\-", letter ? ", " : "");
        put_all(o->name);
        fputs("\\fR", stdout);
    }
    if (o->arg) {
        bool may = o->flags & OPTION_ARG_OPTIONAL;
        printf("%s\\fI", may ? "[=" : "=");
        put_all(o->arg);
        printf("\\fR%s", may ? "]" : "");
    }
    putchar('\n');
    put_all(o->doc ? o->doc : "");
    putchar('\n');
}

static void put_options(const struct argp_option *o) {
    for (; o && (o->name || o->key || o->doc); o++)
        if (o->name && !(o->flags & (OPTION_HIDDEN | OPTION_DOC))) put_option(o);
}

/* Below the options: paragraphs, and lines that begin with a space, which stay as they are. */
static void put_below(const char *text) {
    bool as_is = false, headed = false;
    for (const char *line = text; *line;) {
        size_t n = strcspn(line, "\n");
        bool indented = *line == ' ',
             examples = !strncmp(line, "Examples:", 9) || !strncmp(line, "Example:", 8);
        bool status = !strncmp(line, "Exit status: ", 13);
        if (as_is && !indented) fputs(".fi\n", stdout);
        if (examples || status || (!headed && n && !indented)) {
            fputs(examples ? ".SH EXAMPLES\n" : status ? ".SH \"EXIT STATUS\"\n" : ".SH NOTES\n", stdout);
            headed = true;
        } else if (n && !indented)
            fputs(".PP\n", stdout);
        if (indented && !as_is) fputs(".PP\n.nf\n", stdout);
        as_is = indented;
        if (status)
            put(line + 13, n - 13), putchar('\n');
        else if (n && !examples)
            put(line, n), putchar('\n');
        line += n + (line[n] != 0);
    }
    if (as_is) fputs(".fi\n", stdout);
}

static void put_see_also(const char *command) {
    fputs(".SH \"SEE ALSO\"\n", stdout);
    if (strchr(command, ' '))
        fputs("\\fBsquint\\fR(1)\n", stdout);
    else
        fputs("The manual page of each command, as \\fBsquint\\-referee\\fR(1).\n", stdout);
}

void sq_manual_print(const struct argp *argp, const char *command, void *who) {
    const char *below = argp->doc ? strchr(argp->doc, '\v') : NULL;
    put_head(command, who);
    fputs(".SH SYNOPSIS\n\\fB", stdout);
    put_all(command);
    fputs("\\fR [\\fIOPTION\\fR...] ", stdout);
    put_all(argp->args_doc ? argp->args_doc : "");
    fputs("\n.SH DESCRIPTION\n", stdout);
    if (argp->doc) put(argp->doc, below ? (size_t)(below - argp->doc) : strlen(argp->doc));
    fputs("\n.SH OPTIONS\n", stdout);
    put_options(argp->options);
    put_options(sq_options_common());
    if (below) {
        char *text = argp->help_filter ? argp->help_filter(ARGP_KEY_HELP_POST_DOC, below + 1, NULL) : NULL;
        put_below(text ? text : below + 1);
        if (text != below + 1) free(text);
    }
    put_see_also(command);
}

void sq_manual_print_overview(const sq_manual_row *commands, int count) {
    put_head("squint", "the referee of tiddlywinks");
    fputs(".SH SYNOPSIS\n\\fBsquint\\fR \\fICOMMAND\\fR [\\fIOPTION\\fR...] [\\fIARGUMENT\\fR...]\n"
          ".SH DESCRIPTION\nOne camera above the mat: squint says where each wink lies, which wink squops "
          "which, how "
          "sure it is, and what the rules make of it. Where a picture does not settle the matter it asks the "
          "umpire.\n"
          ".SH COMMANDS\n",
          stdout);
    for (int i = 0; i < count; i++) {
        printf(".TP\n\\fBsquint\\-%s\\fR(1)\n", commands[i].name);
        put_all(commands[i].line);
        putchar('\n');
    }
    put_see_also("squint");
}

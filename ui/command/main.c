/* squint COMMAND …: finds the command and hands over. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/command/command.h"
#include "ui/terminal/complete.h"
#include "ui/terminal/manual.h"
#include "ui/terminal/options.h"
#include "ui/terminal/terminal.h"
#include "vision/system/nearest_word.h"
#include "vision/system/pipe_reader.h"

static const struct {
    const char *name, *text;
    int (*run)(int argc, char **argv);
} commands[] = {
#define X(name, function, text) {name, text, function},
    SQ_COMMAND_LIST(X)
#undef X
};

enum { COMMANDS = sizeof commands / sizeof *commands };

static void help(FILE *to) {
    fputs("squint: the referee of tiddlywinks\n\nUsage: squint COMMAND [OPTION...] [ARGUMENT...]\n\n", to);
    for (int i = 0; i < COMMANDS; i++)
        fprintf(to, "  %-10s %s\n", commands[i].name, commands[i].text);
    fputs("\n"
          "squint COMMAND --help explains a command, with an example. squint --version prints the version.\n"
          "squint help --man [COMMAND] prints a manual page.\n",
          to);
}

static int refuse(const char *word) {
    const char *names[COMMANDS];
    char meant[SQ_DID_YOU_MEAN_MAX];
    for (int i = 0; i < COMMANDS; i++)
        names[i] = commands[i].name;
    sq_did_you_mean(meant, word, names, COMMANDS);
    fprintf(stderr, "squint: no command \"%s\"%s%s squint --help lists them\n", word, meant,
            *meant ? "" : ";");
    return SQ_EXIT_INPUT;
}

/* Tables and JSON are printed as they are. */
static bool prints_sentences(const char *name) {
    static const char *const tables[] = {"export", "score", "standings", "synth"};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        if (!strcmp(name, tables[i])) return false;
    return true;
}

/* argv[0] is the command. */
static int run_command(int argc, char **argv) {
    char name[64];
    for (int i = 0; i < COMMANDS; i++) {
        if (strcmp(argv[0], commands[i].name) != 0) continue;
        snprintf(name, sizeof name, "squint %s", commands[i].name);
        argv[0] = name;                                     /* argp shows it in its messages */
        bool asks = argc > 1 && !strcmp(argv[1], "--help"); /* which is laid out already */
        if (!asks && prints_sentences(commands[i].name)) sq_terminal_style_stdout();
        return commands[i].run(argc, argv);
    }
    return refuse(argv[0]);
}

static const char *line_of(const char *name) {
    for (int i = 0; i < COMMANDS; i++)
        if (!strcmp(name, commands[i].name)) return commands[i].text;
    return "";
}

/* squint help --man [COMMAND]: a page for man, of the same words as --help. */
static int print_manual(const char *name) {
    sq_manual_row rows[COMMANDS];
    if (name) {
        sq_options_read_instead(sq_manual_print, (void *)(uintptr_t)line_of(name));
        return run_command(1, (char *[]){(char *)(uintptr_t)name, NULL});
    }
    for (int i = 0; i < COMMANDS; i++)
        rows[i] = (sq_manual_row){commands[i].name, commands[i].text};
    sq_manual_print_overview(rows, COMMANDS);
    return SQ_EXIT_OK;
}

/* squint complete WORD...: what the last word may become. The shells ask. */
static int complete(int count, char **words) {
    const char *last = count ? words[count - 1] : "";
    if (count < 2) {
        for (int i = 0; i < COMMANDS; i++)
            sq_complete_offer(last, commands[i].name, commands[i].text);
        sq_complete_offer(last, "help", "explain a command");
        return SQ_EXIT_OK;
    }
    if (!strcmp(words[0], "help")) return complete(1, words + count - 1);
    if (!*line_of(words[0])) return SQ_EXIT_OK;
    sq_completion now = {last, count > 2 ? words[count - 2] : ""};
    sq_options_read_instead(sq_complete_options, &now);
    return run_command(1, (char *[]){words[0], NULL});
}

static int run(int argc, char **argv) {
    static char ask[] = "--help";
    if (!strcmp(argv[1], "complete")) return complete(argc - 2, argv + 2);
    if (argc > 2 && !strcmp(argv[1], "help") && !strcmp(argv[2], "--man")) return print_manual(argv[3]);
    bool asks = !strcmp(argv[1], "--help") || !strcmp(argv[1], "-h") || !strcmp(argv[1], "-?") ||
                !strcmp(argv[1], "help");
    if (asks && argc > 2 && argv[2][0] != '-') return run_command(2, (char *[]){argv[2], ask, NULL});
    if (asks) {
        help(stdout);
        return SQ_EXIT_OK;
    }
    if (!strcmp(argv[1], "--version") || !strcmp(argv[1], "-V")) {
        sq_options_print_version(stdout);
        return SQ_EXIT_OK;
    }
    return run_command(argc - 1, argv + 1);
}

int main(int argc, char **argv) {
    if (argc < 2) {
        help(stderr);
        return SQ_EXIT_INPUT;
    }
    int status = run(argc, argv);
    if ((!fflush(stdout) && !ferror(stdout)) || sq_reader_has_left(stdout)) return status;
    if (status != SQ_EXIT_INPUT) /* else the command has said what is wrong */
        fputs("squint: the output cannot be written; check the disk's room\n", stderr);
    return SQ_EXIT_INPUT;
}

/* squint COMMAND …: finds the command and hands over. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/command/command.h"

static const struct {
    const char *name, *text;
    int (*run)(int argc, char **argv);
} commands[] = {
#define X(name, function, text) {name, text, function},
    SQ_COMMAND_LIST(X)
#undef X
};

static void help(FILE *to) {
    fputs("squint: the referee of tiddlywinks\n\nUsage: squint COMMAND [OPTION...] [ARGUMENT...]\n\n", to);
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        fprintf(to, "  %-10s %s\n", commands[i].name, commands[i].text);
    fputs("\n"
          "squint COMMAND --help explains a command, with an example. squint --version prints the version.\n",
          to);
}

static int run(int argc, char **argv) {
    if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h") || !strcmp(argv[1], "help")) {
        help(stdout);
        return SQ_EXIT_OK;
    }
    if (!strcmp(argv[1], "--version")) {
        puts("squint " SQ_VERSION);
        return SQ_EXIT_OK;
    }
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (!strcmp(argv[1], commands[i].name)) {
            char name[64];
            snprintf(name, sizeof name, "squint %s", commands[i].name);
            argv[1] = name; /* argp shows argv[0] in its messages */
            return commands[i].run(argc - 1, argv + 1);
        }
    fprintf(stderr, "squint: no command \"%s\"; squint --help lists them\n", argv[1]);
    return SQ_EXIT_INPUT;
}

int main(int argc, char **argv) {
    if (argc < 2) {
        help(stderr);
        return SQ_EXIT_INPUT;
    }
    int status = run(argc, argv);
    if (!fflush(stdout) && !ferror(stdout)) return status;
    if (status != SQ_EXIT_INPUT) /* else the command has said what is wrong */
        fputs("squint: the output cannot be written; check the disk's room\n", stderr);
    return SQ_EXIT_INPUT;
}

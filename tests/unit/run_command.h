/* Running a command of the program within a test: what it printed, and its exit status. */
#ifndef SQ_TESTS_RUN_COMMAND_H
#define SQ_TESTS_RUN_COMMAND_H

#include <stdlib.h>
#include <unistd.h>

#include "tests/unit/scratch.h"
#include "ui/command.h"

typedef struct {
    int status;
    char *out, *err; /* freed by done() */
} answer;

/* Runs the command as the program would, its two outputs in files. */
static inline answer run_command(int (*command)(int, char **), const char *name, int argc,
                                 const char **args) {
    char *argv[16] = {strdup(name)};
    for (int i = 0; i < argc; i++)
        argv[i + 1] = strdup(args[i]);
    fflush(NULL);
    int out = dup(STDOUT_FILENO), err = dup(STDERR_FILENO);
    const char *out_path = scratch("stdout"), *err_path = scratch("stderr");
    assert_non_null(freopen(out_path, "w", stdout));
    assert_non_null(freopen(err_path, "w", stderr));
    answer a = {.status = command(argc + 1, argv)};
    fflush(NULL);
    dup2(out, STDOUT_FILENO);
    dup2(err, STDERR_FILENO);
    close(out);
    close(err);
    for (int i = 0; i <= argc; i++)
        free(argv[i]);
    size_t n;
    a.out = (char *)scratch_read(out_path, &n);
    a.out[n] = 0;
    a.err = (char *)scratch_read(err_path, &n);
    a.err[n] = 0;
    return a;
}

/* RUN(sq_command_look, "squint look", "--json", path) */
#define RUN(command, name, ...)                                                               \
    run_command(command, name, (int)(sizeof((const char *[]){__VA_ARGS__}) / sizeof(char *)), \
                (const char *[]){__VA_ARGS__})

static inline void done(answer a) {
    free(a.out);
    free(a.err);
}

static inline int lines(const char *text) {
    int n = 0;
    while ((text = strchr(text, '\n')))
        n++, text++;
    return n;
}

static inline void assert_one_sentence(const answer *a, const char *with, const char *and) {
    assert_int_equal(a->status, SQ_EXIT_INPUT);
    if (lines(a->err) != 1 || !strstr(a->err, with) || !strstr(a->err, and))
        fail_msg("one sentence with \"%s\" and \"%s\" was expected, not:\n%s", with, and, a->err);
}

#endif

/* squint bundle: a passage of a game as one file that anyone can judge again. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/command/command.h"
#include "ui/files/game_bundle.h"
#include "ui/files/inputs_and_outputs.h"
#include "ui/game/rejudge_game.h"
#include "ui/terminal/options.h"
#include "vision/system/output_file.h"

typedef struct {
    const char *game, *out;
    int line;
    bool names;
    sq_files files;
} wish;

enum { KEY_NAMES = 256 };

static const struct argp_option options[] = {
    {"out", 'o', "FILE.tar.gz", 0, "the bundle (without it: GAME-LINE.tar.gz, in this folder)", 0},
    {"names", KEY_NAMES, 0, 0, "leave the names of players, sides and event in it", 0},
    SQ_FORCE_OPTION,
    {0},
};

static const char doc[] =
    "Packs a passage of a game into one file: the pictures that are kept of it, the record, what was seen, "
    "the camera and the settings. squint rejudge decides it again. Names of players are left out unless you "
    "give --names; but the pictures show whoever was filmed.\vGAME is the folder that squint referee --out "
    "has made, or a record in it. LINE is the number of the line in the record around which the passage is "
    "taken.\n\n"
    "Examples:\n"
    "  squint bundle tuesday 12\n"
    "  squint bundle --names --out protest.tar.gz tuesday 12\n"
    "  squint rejudge protest.tar.gz\n\n"
    "Exit status: 0 packed, 2 there is no such game or line, or the file cannot be written.";

static error_t take_option(int key, char *arg, struct argp_state *state) {
    wish *w = state->input;
    switch (key) {
    case 'o': w->out = arg; return 0;
    case KEY_NAMES: w->names = true; return 0;
    case SQ_KEY_FORCE: w->files.force = true; return 0;
    case ARGP_KEY_ARG:
        if (state->arg_num > 1) argp_error(state, "one game and one line; \"%s\" is one too many", arg);
        if (!state->arg_num) {
            w->game = arg;
            return 0;
        }
        if (!sq_option_number(&w->line, arg, 1, INT_MAX))
            argp_error(state, "%s: give the number of one line of the record", arg);
        return 0;
    case ARGP_KEY_END:
        if (!w->game || !w->line) argp_error(state, "give a game and the number of a line");
        return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static sq_code write_whole(const char *path, const unsigned char *bytes, size_t n, sq_diag *d) {
    sq_output_file out;
    sq_code code = sq_output_begin(&out, path, d);
    if (code) return code;
    FILE *f = fopen(out.path, "we");
    if (f) fwrite(bytes, 1, n, f);
    return sq_output_close(&out, f, d);
}

static sq_code run(wish *w, sq_diag *d) {
    static sq_game_paths paths;
    char record[PATH_MAX], title[PATH_MAX], name[PATH_MAX];
    unsigned char *bytes;
    size_t n;
    int game;
    sq_code code = sq_game_named(&paths, &game, record, w->game, d);
    if (!code) code = sq_game_refuse_other(w->game, record, "has no passages to bundle", d);
    if (code) return code;
    sq_game_title(title, &paths, game);
    snprintf(name, sizeof name, "%.4000s-%d.tar.gz", title, w->line);
    for (char *c = name; *c; c++)
        if (*c == '/' || *c == ' ') *c = '-';
    const char *path = w->out ? w->out : name;
    sq_files_read(&w->files, record);
    sq_files_write(&w->files, w->out ? "--out" : "the bundle", path);
    code = sq_files_check(&w->files, d);
    if (!code && !sq_bundle_is(path))
        code =
            sq_fail(d, SQ_E_ARGUMENT, "--out %.300s: a bundle is called FILE.tar.gz; give such a name", path);
    if (!code) code = sq_bundle_make(&bytes, &n, paths.folder, record, w->line, w->names, d);
    if (code) return code;
    code = write_whole(path, bytes, n, d);
    free(bytes);
    if (!code) printf("Written: %s, %.1f MB\n", path, 1e-6 * (double)n);
    return code;
}

int sq_command_bundle(int argc, char **argv) {
    static const struct argp argp = {options, take_option, "GAME LINE", doc, NULL, NULL, NULL};
    static wish w;
    sq_diag d;
    w = (wish){0};
    sq_options_parse(&argp, argc, argv, &w);
    if (!run(&w, &d)) return SQ_EXIT_OK;
    fprintf(stderr, "squint: %s\n", d.text);
    return SQ_EXIT_INPUT;
}

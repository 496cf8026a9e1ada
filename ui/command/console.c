/* squint console: opens the umpire's page for the first camera, or for the sample game where there is none.
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "ui/command/command.h"
#include "ui/terminal/options.h"
#include "vision/capture/v4l2_device.h"
#include "vision/system/output_file.h"

static const char doc[] =
    "Opens the umpire's page in the browser. squint watches SOURCE; if none is given, the first camera that "
    "is "
    "connected; if there is none, the sample game that comes with it. The menu's entry does the same.\v"
    "Examples:\n"
    "  squint console\n"
    "  squint console game.mp4\n\n"
    "Each game is kept in a folder of its own under ~/.local/share/squint/games (squint games lists them). "
    "squint referee --open does the same with all options of referee.";

static error_t take_option(int key, char *arg, struct argp_state *state) {
    const char **source = state->input;
    if (key != ARGP_KEY_ARG) return ARGP_ERR_UNKNOWN;
    if (*source) argp_error(state, "one source at a time; \"%s\" is one too many", arg);
    *source = arg;
    return 0;
}

static const struct argp argp = {NULL, take_option, "[SOURCE]", doc, 0, 0, 0};

/* Beside the program: in share/ where it is installed, in datasets/ where it was built. */
static bool find_sample(char path[PATH_MAX]) {
    static const char *const places[] = {"../share/squint/game.mp4", "../../datasets/game/game.mp4"};
    char program[PATH_MAX], candidate[2 * PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);
    if (n < 0) return false;
    program[n] = 0;
    *strrchr(program, '/') = 0;
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        snprintf(candidate, sizeof candidate, "%s/%s", program, places[i]);
        if (realpath(candidate, path)) return true;
    }
    return false;
}

static bool has_camera(void) {
    static sq_v4l2_camera c; /* too large for a small stack */
    sq_v4l2_path paths[SQ_V4L2_CAMERAS];
    int n = sq_v4l2_paths(paths);
    for (int i = 0; i < n; i++) {
        int fd;
        double rate;
        sq_diag d;
        bool usable = !sq_v4l2_open(&fd, paths[i], &d) && !sq_v4l2_describe(&c, fd, paths[i], &d) &&
                      sq_v4l2_choose(&c, NULL, &rate);
        sq_v4l2_close(fd);
        if (usable) return true;
    }
    return false;
}

/* A folder of this second, where the desktop keeps what is the user's (XDG Base Directory Specification).
 */
static sq_code name_folder(char folder[PATH_MAX], sq_diag *d) {
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    bool own = data && *data == '/';
    if (!own && !home)
        return sq_fail(d, SQ_E_FILE, "HOME is not set; say where the game goes: squint referee --open --out");
    time_t now = time(NULL);
    struct tm at;
    char second[32];
    strftime(second, sizeof second, "%Y-%m-%d-%H%M%S", localtime_r(&now, &at));
    int n = snprintf(folder, PATH_MAX, "%s%s/squint/games/%s", own ? data : home, own ? "" : "/.local/share",
                     second);
    if (n < 0 || n >= PATH_MAX) return sq_fail(d, SQ_E_FILE, "the home folder's name is too long");
    /* Those above it alone: the referee makes it, and takes it away where no game began. */
    char above[PATH_MAX];
    snprintf(above, sizeof above, "%.*s", (int)(strrchr(folder, '/') - folder), folder);
    return sq_make_folders(above, NULL, d);
}

int sq_command_console(int argc, char **argv) {
    const char *source = NULL;
    char sample[PATH_MAX], folder[PATH_MAX];
    sq_diag d;
    sq_options_parse(&argp, argc, argv, &source);
    if (!source && has_camera()) source = "camera";
    if (!source && find_sample(sample)) {
        fputs("squint: no camera is connected; this is the sample game\n", stderr);
        source = sample;
    }
    if (!source) {
        fputs(
            "squint: no camera is connected, and the sample game is not installed; plug a camera in, or give "
            "a video\n",
            stderr);
        return SQ_EXIT_INPUT;
    }
    if (name_folder(folder, &d)) {
        fprintf(stderr, "squint: %s\n", d.text);
        return SQ_EXIT_INPUT;
    }
    char *referee[] = {argv[0], "--open", "--serve=0", "--out", folder, "--", (char *)(uintptr_t)source,
                       NULL};
    return sq_command_referee((int)(sizeof referee / sizeof *referee) - 1, referee);
}

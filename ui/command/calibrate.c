/* squint calibrate: finds the camera from one picture of the mat, or its lens from a board
 * (calibrate_board.h), and writes its file. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "calib/camera/camera_file.h"
#include "calib/camera/lens_file.h"
#include "ui/command/calibrate_board.h"
#include "ui/command/calibrate_report.h"
#include "ui/command/command.h"
#include "ui/crokinole/board_calibration.h"
#include "ui/draw/calibrate_overlay.h"
#include "ui/files/inputs_and_outputs.h"
#include "ui/terminal/options.h"
#include "ui/terminal/rotation_options.h"
#include "vision/frame/opencv.h"
#include "vision/system/nearest_word.h"

/* The least and the most that an option may say, mm. */
#define HEIGHT_LEAST 200
#define HEIGHT_MOST 10000
#define MAT_LEAST 300
#define MAT_MOST 5000

typedef struct {
    const char *image, *out, *lens, *overlay;
    sq_mat_settings mat;
    int blue; /* sq_camera's; 0: the winks shall tell */
    bool by_board, json, crokinole, squares;
    sq_turning turning;
    sq_board_wish board;
    sq_files files;
} wish;

/* A number of millimetres within bounds that is the whole text up to `end`. */
static bool take_mm(const char *text, char end, double least, double most, double *mm, const char **rest) {
    char *after;
    *mm = strtod(text, &after);
    if (after == text || *after != end || !(*mm >= least && *mm <= most)) return false;
    if (rest) *rest = after + 1;
    return true;
}

static bool take_mat(const char *text, sq_mat_settings *s) {
    const char *width;
    return take_mm(text, 'x', MAT_LEAST, MAT_MOST, &s->length_mm, &width) &&
           take_mm(width, 0, MAT_LEAST, MAT_MOST, &s->width_mm, NULL) && s->length_mm > s->width_mm;
}

static bool take_corner(const char *text, int *blue) {
    int corner = sq_mat_corner_from_name(text);
    if (corner >= 0) *blue = sq_mat_blue_of_corner(corner);
    return corner >= 0;
}

/* What would have no effect is refused. */
static void check(const wish *w, struct argp_state *state) {
    bool of_mat = w->lens || w->blue || w->mat.height_mm > 0 || w->mat.length_mm > 0;
    if (!w->by_board && w->board.count > 1)
        argp_error(state, "one picture is enough; \"%s\" is one too many", w->board.sources[1]);
    if (w->crokinole && (w->by_board || of_mat))
        argp_error(state, "--board, --lens, --blue, --height and --mat do not go with --game crokinole");
    if (w->by_board && (of_mat || w->json || !sq_turning_is_none(w->turning)))
        argp_error(state, "--lens, --blue, --height, --mat, --mirror, --rotate and --json do not go with "
                          "--board; leave them out");
    if (!w->by_board && (w->board.corners || w->squares))
        argp_error(state, "--%s is about a board; give --board too",
                   w->board.corners ? "corners" : "squares");
}

static error_t take_option(int key, char *arg, struct argp_state *state) {
    wish *w = state->input;
    static const char *const corners[] = {"upper-left", "upper-right", "lower-right", "lower-left"};
    char meant[SQ_DID_YOU_MEAN_MAX];
    if (sq_take_turning(&w->turning, key, arg, state)) return 0;
    switch (key) {
    case 'o': w->out = arg; return 0;
    case 'l': w->lens = arg; return 0;
    case 'p': w->overlay = arg; return 0;
    case SQ_KEY_FORCE: w->files.force = true; return 0;
    case 'H':
        if (!take_mm(arg, 0, HEIGHT_LEAST, HEIGHT_MOST, &w->mat.height_mm, NULL))
            argp_error(state, "--height %s: give the camera's height above the mat in mm, %d to %d", arg,
                       HEIGHT_LEAST, HEIGHT_MOST);
        return 0;
    case 'm':
        if (!take_mat(arg, &w->mat))
            argp_error(state, "--mat %s: give LENGTHxWIDTH in mm, the longer first, as in 1829x914", arg);
        return 0;
    case 'B':
        if (!take_corner(arg, &w->blue))
            argp_error(
                state,
                "--blue %s: give upper-left, upper-right, lower-right or lower-left, as in the picture%s",
                arg, sq_did_you_mean(meant, arg, corners, 4));
        return 0;
    case 'j': w->json = true; return 0;
    case 'b': w->by_board = true; return 0;
    case 'g': w->crokinole = sq_option_game(arg, state) >= 0; return 0;
    case 'c': w->board.corners = arg; return 0;
    case 's':
        w->squares = true;
        if (!sq_board_parse(&w->board.board, arg))
            argp_error(state, "--squares %s: give COLUMNSxROWS, each 3 to 16, as in 9x6", arg);
        return 0;
    case ARGP_KEY_ARGS:
        w->board.sources = state->argv + state->next;
        w->board.count = state->argc - state->next;
        w->image = *w->board.sources;
        return 0;
    case ARGP_KEY_NO_ARGS: argp_error(state, "give a picture of the mat"); return EINVAL;
    case ARGP_KEY_END: check(w, state); return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option options[] = {
    {"out", 'o', "CAMERA.json", 0, "write the camera's file", 0},
    {"height", 'H', "MM", 0,
     "the camera's height above the mat, measured with a tape to one part in a hundred", 0},
    {"mat", 'm', "LENGTHxWIDTH", 0, "the mat's size in mm, if it is not 1829x914", 0},
    {"game", 'g', "KIND", 0,
     "crokinole: find its board, and say what was measured of it and what is assumed (tiddlywinks)", 0},
    {"lens", 'l', "CAMERA.json", 0, "a lens or camera file; then only the camera's place is found", 0},
    {"overlay", 'p', "OUT.png", 0,
     "draw the sides, the baselines, the pot and the winks that squint has measured, and what is wrong", 0},
    {"blue", 'B', "CORNER", 0,
     "the corner from which blue plays: upper-left, upper-right, lower-right or lower-left, in the picture "
     "with the mat's long side across. Without it the start position shows it",
     0},
    SQ_TURNING_OPTIONS,
    {"json", 'j', 0, 0, "print one JSON object instead of sentences", 0},
    {"board", 'b', 0, 0,
     "find only the lens, from pictures or a video of a board that `squint board` has made", 0},
    {"squares", 's', "COLUMNSxROWS", 0, "with --board: the number of its squares (9x6)", 0},
    {"corners", 'c', "FILE", 0,
     "with --board: write the corners of its squares as mrcal reads them (corners.vnl)", 0},
    SQ_FORCE_OPTION,
    {0},
};

static const char doc[] =
    "Finds the camera from one picture of the mat, taken from above, by the mat's sides, its baselines and "
    "the pot at its centre. Says how accurate the result is, and what would make it better.\vExamples:\n"
    "  squint calibrate --out camera.json --overlay check.png mat.jpg\n"
    "  squint calibrate --board --out lens.json --overlay residuals.png board-*.jpg\n"
    "  squint calibrate --lens lens.json --out camera.json mat.jpg\n"
    "  squint calibrate --game crokinole --overlay check.png board.jpg\n\n"
    "The mat's x axis runs along its long side to the right in the picture. A bare mat is best, but winks "
    "or a hand over a corner do no harm.\n\n"
    "Exit status: 0 found, 2 an input cannot be used.";

/* ---- The command ---- */

/* The fault is what is told, but also that its picture could not be written. */
static void draw_fault(sq_picture *p, const sq_mat_fit *fit, const char *path, const sq_diag *d) {
    sq_diag late;
    if (sq_calibrate_overlay(p, fit, d->text, path, &late)) fprintf(stderr, "squint: %s\n", late.text);
}

/* Whoever looks at a picture of the mat knows it without a name. */
static sq_code name_fault(const char *image, sq_diag *d) {
    sq_diag bare = *d;
    return sq_fail(d, bare.code, "%.200s: %s", image, bare.text);
}

/* A lens that is another camera's bends straight sides. */
static sq_code name_lens(const char *lens, sq_diag *d) {
    sq_diag bare = *d;
    return sq_fail(d, bare.code, "%.380s; or %.100s is the lens of another camera", bare.text, lens);
}

static sq_code calibrate(const wish *w, sq_picture **picture, sq_calibrate_report *r, sq_diag *d) {
    sq_lens lens;
    sq_mat_settings mat = w->mat;
    sq_code code = w->lens ? sq_lens_read(&lens, w->lens, d) : SQ_OK;
    if (w->lens) mat.lens = &lens.camera;
    if (w->lens && lens.sigma[0] > 0) mat.lens_sigma = lens.sigma;
    if (!code) code = sq_picture_read(picture, w->image, d);
    if (!code) code = sq_picture_turn(*picture, w->turning, d);
    if (code) return code;
    sq_frame frame = sq_picture_frame(*picture);
    code = sq_camera_from_mat(&frame, &mat, &r->fit, d);
    if (code == SQ_E_CAMERA && w->lens) code = name_lens(w->lens, d);
    if (code && w->overlay) draw_fault(*picture, &r->fit, w->overlay, d);
    if (code) return name_fault(w->image, d);
    r->fit.camera.blue = w->blue;
    r->blue_told = w->blue > 0;
    code = sq_calibrate_look(r, *picture, d);
    if (code) return name_fault(w->image, d);
    if (w->out) code = sq_camera_write_covariance(&r->fit.camera, &r->fit.size, r->fit.covariance, w->out, d);
    if (!code && w->overlay) code = sq_calibrate_overlay(*picture, &r->fit, NULL, w->overlay, d);
    return code;
}

static sq_code calibrate_crokinole(const wish *w, sq_picture **picture, sq_diag *d) {
    sq_code code = sq_picture_read(picture, w->image, d);
    if (!code) code = sq_picture_turn(*picture, w->turning, d);
    if (code) return code;
    code = sq_board_calibrate(stdout, *picture, w->image, w->out, w->overlay, w->json, d);
    return code == SQ_E_SIGHT ? name_fault(w->image, d) : code;
}

/* Nothing of the user's is replaced. */
static sq_code check_files(wish *w, sq_diag *d) {
    sq_files_read_all(&w->files, w->board.sources, w->board.count);
    sq_files_read(&w->files, w->lens);
    sq_files_write_kind(&w->files, "--out", w->out, "{");
    sq_files_write(&w->files, "--overlay", w->overlay);
    sq_files_write_kind(&w->files, "--corners", w->board.corners, "# filename");
    return sq_files_check(&w->files, d);
}

static int calibrate_board(wish *w) {
    sq_diag d;
    w->board.out = w->out;
    w->board.overlay = w->overlay;
    if (check_files(w, &d) || sq_calibrate_board(&w->board, &d)) {
        fprintf(stderr, "squint: %s\n", d.text);
        return SQ_EXIT_INPUT;
    }
    if (w->out)
        printf("Written: %s\n", w->out);
    else
        puts("No file is written; --out LENS.json writes one.");
    return SQ_EXIT_OK;
}

int sq_command_calibrate(int argc, char **argv) {
    static const struct argp argp = {options, take_option, "IMAGE\n--board IMAGE-OR-VIDEO...", doc, NULL,
                                     NULL,    NULL};
    wish w = {.board = {.board = {9, 6, 29}}}; /* the width does not matter to a lens */
    sq_picture *picture = NULL;
    sq_calibrate_report report = {0};
    sq_diag d;
    sq_options_parse(&argp, argc, argv, &w);
    if (w.by_board) return calibrate_board(&w);
    report.image = w.image;
    sq_code code = check_files(&w, &d);
    if (!code)
        code = w.crokinole ? calibrate_crokinole(&w, &picture, &d) : calibrate(&w, &picture, &report, &d);
    sq_picture_free(picture);
    if (code) {
        fprintf(stderr, "squint: %s\n", d.text);
        if (w.json) sq_calibrate_print_json_error(w.image, d.text);
        return SQ_EXIT_INPUT;
    }
    if (!w.crokinole && w.json && !sq_calibrate_print_json(&report)) return SQ_EXIT_INPUT;
    if (!w.crokinole && !w.json) sq_calibrate_say(&report);
    if (w.out && !w.json) printf("Written: %s\n", w.out);
    if (!w.out && !w.json && !w.crokinole) puts("No file is written; --out CAMERA.json writes one.");
    return SQ_EXIT_OK;
}

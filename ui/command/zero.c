/* squint zero: the error in millimetres, measured on winks that touch or on a printed card. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "calib/camera/camera_file.h"
#include "calib/camera/camera_json.h"
#include "calib/known_lengths.h"
#include "calib/known_lengths_json.h"
#include "calib/mat/find_camera.h"
#include "ui/command/command.h"
#include "ui/files/inputs_and_outputs.h"
#include "ui/terminal/options.h"
#include "ui/words/json_type_and_version.h"
#include "vision/capture/capture.h"
#include "vision/capture/source_name.h"
#include "vision/change/rest_detector.h"
#include "vision/judge_frame.h"

#define LIMIT_MOST_MM 10.0
/* Thickness of a card that lies on the mat, mm: paper. A board that it is glued on is told with --thick. */
#define PAPER_MM 0.1
#define THICK_MOST_MM 30.0

typedef struct {
    const char *source, *calibration, *write;
    const char *of_card; /* an option that says something of the card; null: none */
    double limit_mm, thick_mm;
    bool json, card;
    sq_board board;
} wish;

typedef struct {
    const wish *w;
    sq_camera camera;
    sq_camera_doubt doubt; /* of it */
    sq_sight *sight;
    sq_position position;
    sq_zero zero;
} test;

static bool take_mm(const char *text, double least, double most, double *mm) {
    char *end;
    *mm = strtod(text, &end);
    return end != text && !*end && *mm >= least && *mm <= most;
}

static error_t take_option(int key, char *arg, struct argp_state *state) {
    wish *w = state->input;
    switch (key) {
    case 'c': w->calibration = arg; return 0;
    case 'j': w->json = true; return 0;
    case 'w': w->write = arg; return 0;
    case 'l':
        if (!take_mm(arg, 0.01, LIMIT_MOST_MM, &w->limit_mm))
            argp_error(state, "--limit %s: give millimetres, 0.01 to %g", arg, LIMIT_MOST_MM);
        return 0;
    case 'k':
        w->card = true;
        if (!take_mm(arg, 8, 200, &w->board.square_mm))
            argp_error(state, "--card %s: give the width of a square in mm, by ruler", arg);
        return 0;
    case 's':
        w->of_card = "--squares";
        if (!sq_board_parse(&w->board, arg))
            argp_error(state, "--squares %s: give COLUMNSxROWS, each 3 to 16, as in 9x6", arg);
        return 0;
    case 't':
        w->of_card = "--thick";
        if (!take_mm(arg, 0, THICK_MOST_MM, &w->thick_mm))
            argp_error(state, "--thick %s: give millimetres, 0 to %g", arg, THICK_MOST_MM);
        return 0;
    case ARGP_KEY_ARG:
        if (w->source) argp_error(state, "one source at a time; \"%s\" is one too many", arg);
        w->source = arg;
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_error(state, "give a picture, a folder of pictures or a video");
        return EINVAL;
    case ARGP_KEY_END:
        if (w->of_card && !w->card)
            argp_error(state, "%s is about a printed board; give --card too", w->of_card);
        return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option options[] = {
    {"calibration", 'c', "CAMERA.json", 0, "the camera's file; without it the camera is found from the mat",
     0},
    {"limit", 'l', "MM", 0, "the test is passed if no error is larger (0.75)", 0},
    {"card", 'k', "MM", 0,
     "measure a board of `squint board` that lies on the mat; MM is the width of its squares", 0},
    {"squares", 's', "COLUMNSxROWS", 0, "with --card: the number of its squares (9x6)", 0},
    {"thick", 't', "MM", 0, "with --card: the height of its print above the mat (0.1)", 0},
    {"write", 'w', "CAMERA.json", 0,
     "put the result into this camera file, as its key \"zero\"; it must be the --calibration", 0},
    {"json", 'j', 0, 0, "print one JSON object instead of sentences", 0},
    {0},
};

static const char doc[] =
    "Measures the error of squint's millimetres, on things whose distance is known. Put pairs of winks that "
    "touch on the mat, side by side, in different places, one wink against the pot, and the others well "
    "apart. Or lay a "
    "printed board on the mat. At least three distances are needed.\vExamples:\n"
    "  squint zero --calibration camera.json --write camera.json touching.jpg\n"
    "  squint zero --limit 0.3 --json touching.jpg\n"
    "  squint zero --calibration camera.json --card 29 card.jpg\n\n"
    "In a video the first rest is measured, in a folder every picture.\n\n"
    "Exit status: 0 passed, 1 an error is over the limit, 2 an input cannot be used.";

/* ---- Measuring ---- */

static sq_code find_camera(test *t, const sq_frame *f, sq_camera *c, sq_camera_doubt *doubt, sq_diag *d) {
    sq_mat_fit fit;
    if (t->w->calibration) {
        *c = t->camera;
        *doubt = t->doubt;
        sq_code code = sq_camera_for_size(c, f->width, f->height, d);
        return code ? code : sq_camera_doubt_for_size(doubt, f->width, f->height, d);
    }
    sq_code code = sq_camera_from_mat(f, &(sq_mat_settings){0}, &fit, d);
    *c = fit.camera;
    if (!code) sq_mat_doubt(&fit, doubt);
    return code;
}

static sq_code measure(test *t, const sq_frame *f, sq_diag *d) {
    sq_camera c;
    sq_camera_doubt doubt;
    sq_code code = find_camera(t, f, &c, &doubt, d);
    if (code) return code;
    if (t->w->card) {
        sq_board_view v;
        code = sq_board_detect(f, &t->w->board, &v, d);
        if (!code) sq_zero_add_card(&t->zero, &c, &t->w->board, &v, t->w->thick_mm);
        return code;
    }
    sq_sight_doubt_camera(t->sight, &doubt);
    code = sq_sight_look(t->sight, f, &c, &t->position, d);
    if (!code) sq_zero_add_position(&t->zero, &t->position);
    return code;
}

/* Every picture, or the first rest of a video. */
static sq_code measure_all(test *t, sq_capture *capture, sq_rest_detector *still, sq_diag *d) {
    bool pictures = !strcmp(sq_capture_about(capture).kind, "pictures");
    sq_frame f;
    sq_code code;
    while ((code = sq_capture_next(capture, &f, d)) != SQ_END) {
        if (code) return code;
        if (!pictures && !sq_rest_detector_push(still, &f).just_settled) continue;
        sq_diag why;
        const char *name = sq_capture_frame_name(capture);
        if ((code = measure(t, &f, &why)))
            return sq_fail(d, code, "%.300s: %s", name ? name : sq_source_show(t->w->source).text, why.text);
        if (!pictures) return SQ_OK;
    }
    return SQ_OK;
}

static sq_code run(test *t, sq_diag *d) {
    sq_capture *capture = NULL;
    sq_rest_detector *still = sq_rest_detector_new();
    sq_code code = still ? SQ_OK : sq_fail(d, SQ_E_MEMORY, "not enough memory; close other programs");
    if (!code && t->w->calibration) code = sq_camera_read(&t->camera, t->w->calibration, d);
    if (!code && t->w->calibration) code = sq_camera_read_doubt(&t->doubt, &t->camera, t->w->calibration, d);
    if (!code && !(t->sight = sq_sight_new(d))) code = d->code;
    if (!code) code = sq_capture_open(&capture, t->w->source, NULL, d);
    if (!code) code = measure_all(t, capture, still, d);
    sq_capture_close(capture);
    sq_rest_detector_free(still);
    sq_sight_free(t->sight);
    sq_diag few;
    if (!code && sq_zero_enough(&t->zero, t->w->card, &few))
        return sq_fail(d, few.code, "%.300s: %s", sq_source_show(t->w->source).text, few.text);
    return code;
}

/* ---- The result ---- */

static void print_json(const test *t) {
    json_t *root = sq_zero_to_json(&t->zero, t->w->limit_mm, t->w->card);
    json_dumpf(sq_json_typed(root, "zero"), stdout, JSON_COMPACT | JSON_REAL_PRECISION(6));
    putchar('\n');
    json_decref(root);
}

static void say(const test *t, const sq_zero_sum *s, bool passed) {
    const sq_zero_one *worst = &t->zero.one[s->worst];
    int squopped = 0;
    for (int i = 0; i < t->zero.count; i++) {
        const sq_zero_one *o = &t->zero.one[i];
        squopped += o->squopped;
        printf("  %-14s at (%5.0f, %5.0f): %7.2f ± %.2f mm, true %7.2f, off by %+.2f%s\n",
               sq_zero_kind_name(o->kind), (o->from.x + o->to.x) / 2, (o->from.y + o->to.y) / 2,
               o->measured_mm, o->sigma_mm, o->true_mm, o->measured_mm - o->true_mm,
               o->squopped ? ", looks squopped" : "");
    }
    printf("%s: %d known distances, errors %.2f mm rms, %.2f at most (limit %.2f), %+.2f in the mean.\n",
           passed ? "Passed" : "Failed", s->count, s->rms_mm, s->worst_mm, t->w->limit_mm, s->mean_mm);
    if (!passed && squopped)
        printf("In %d of the pairs one wink seems to lie on the other. If so, put them side by side, and "
               "test again.\n",
               squopped);
    if (!passed)
        printf("Calibrate anew with the whole mat in the picture, check that the mat lies flat and that what "
               "should touch at (%.0f, %.0f) does.\n",
               (worst->from.x + worst->to.x) / 2, (worst->from.y + worst->to.y) / 2);
}

static sq_code write_result(const test *t, sq_diag *d) {
    json_t *root = sq_zero_to_json(&t->zero, t->w->limit_mm, t->w->card);
    sq_code code = sq_zero_keep(json_object_get(root, "zero"), t->w->write, d);
    json_decref(root);
    return code;
}

/* It is asked before anything is measured whether it is a camera's, and that of the camera that is tested. */
static sq_code check_write(const wish *w, sq_diag *d) {
    json_t *root = NULL;
    if (w->write && !(w->calibration && sq_files_are_one(w->calibration, w->write)))
        return sq_fail(
            d, SQ_E_ARGUMENT,
            "--write %.300s: it would not be the camera that is tested; give --calibration %.300s too",
            w->write, w->write);
    sq_code code = w->write ? sq_json_load_camera(&root, w->write, d) : SQ_OK;
    json_decref(root);
    return code;
}

int sq_command_zero(int argc, char **argv) {
    static const struct argp argp = {options, take_option, "SOURCE", doc, NULL, NULL, NULL};
    static test t;
    wish w = {.limit_mm = SQ_ZERO_LIMIT_MM, .thick_mm = PAPER_MM, .board = {9, 6, 0}};
    sq_diag d;
    sq_options_parse(&argp, argc, argv, &w);
    t = (test){.w = &w};
    sq_files files = {.force = true}; /* the camera's file is there: it gets a key more */
    sq_files_read(&files, w.source);
    sq_files_write(&files, "--write", w.write);
    sq_code code = sq_files_check(&files, &d);
    if (!code) code = check_write(&w, &d);
    if (!code) code = run(&t, &d);
    sq_zero_sum s = sq_zero_summary(&t.zero);
    bool passed = s.worst_mm <= w.limit_mm;
    if (!code && w.write) code = write_result(&t, &d);
    if (code) {
        fprintf(stderr, "squint: %s\n", d.text);
        return SQ_EXIT_INPUT;
    }
    if (w.json)
        print_json(&t);
    else
        say(&t, &s, passed);
    if (w.write && !w.json) printf("Written: %s\n", w.write);
    return passed ? SQ_EXIT_OK : SQ_EXIT_NO;
}

/* squint board: a board to print, for squint calibrate --board. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "calib/lens/charuco_board.h"
#include "ui/command/command.h"
#include "ui/files/inputs_and_outputs.h"
#include "ui/terminal/options.h"

/* 29 mm: nine by six fill a sheet of A4. */
static const sq_board usual = {9, 6, 29};

#define SQUARE_LEAST_MM 8
#define SQUARE_MOST_MM 200

typedef struct {
    const char *pdf, *paper;
    sq_board board;
    sq_files files;
} wish;

static error_t take_option(int key, char *arg, struct argp_state *state) {
    wish *w = state->input;
    char *end;
    switch (key) {
    case 'p': w->pdf = arg; return 0;
    case 'a': w->paper = arg; return 0;
    case SQ_KEY_FORCE: w->files.force = true; return 0;
    case 's':
        if (!sq_board_parse(&w->board, arg))
            argp_error(state, "--squares %s: give COLUMNSxROWS, each 3 to 16, as in 9x6", arg);
        return 0;
    case 'w':
        w->board.square_mm = strtod(arg, &end);
        if (*end || !(w->board.square_mm >= SQUARE_LEAST_MM && w->board.square_mm <= SQUARE_MOST_MM))
            argp_error(state, "--square %s: give the width of a square in mm, %d to %d", arg, SQUARE_LEAST_MM,
                       SQUARE_MOST_MM);
        return 0;
    case ARGP_KEY_END:
        if (!w->pdf) argp_error(state, "give a file to write: --pdf board.pdf");
        return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option options[] = {
    {"pdf", 'p', "FILE", 0, "write the page", 0},
    {"paper", 'a', "NAME", 0, "a4 (the usual one), a3 or letter", 0},
    {"squares", 's', "COLUMNSxROWS", 0, "the number of squares (9x6)", 0},
    {"square", 'w', "MM", 0, "the width of a square (29 fits A4, 40 fits A3)", 0},
    SQ_FORCE_OPTION,
    {0},
};

static const char doc[] =
    "Writes a page to print: a ChArUco board in true scale, with a ruler to check the print.\vExamples:\n"
    "  squint board --pdf board.pdf\n"
    "  squint calibrate --board --out lens.json board-*.jpg\n\n"
    "For the lens the size of the print does not matter, but the board must be flat: glue it on glass or "
    "on a thick board.\n\n"
    "Exit status: 0 written, 2 an argument or file cannot be used.";

int sq_command_board(int argc, char **argv) {
    static const struct argp argp = {options, take_option, NULL, doc, NULL, NULL, NULL};
    wish w = {.board = usual};
    sq_diag d;
    sq_options_parse(&argp, argc, argv, &w);
    sq_files_write_kind(&w.files, "--pdf", w.pdf, "%PDF");
    sq_code checked = sq_files_check(&w.files, &d),
            code = checked ? checked : sq_board_print(&w.board, w.paper, w.pdf, &d);
    if (code) {
        bool misused = !checked && code == SQ_E_ARGUMENT;
        fprintf(stderr, "%s: %s\n", misused ? "squint board" : "squint", d.text);
        return SQ_EXIT_INPUT;
    }
    printf("Written: %s, %d x %d squares of %g mm. Print it at 100 %% and hold a ruler against its own.\n",
           w.pdf, w.board.columns, w.board.rows, w.board.square_mm);
    return SQ_EXIT_OK;
}

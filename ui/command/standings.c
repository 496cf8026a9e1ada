/* squint standings: the results of a hall. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/command/command.h"
#include "ui/files/inputs_and_outputs.h"
#include "ui/hall/results/results.h"
#include "ui/hall/results/tournament_file.h"
#include "ui/terminal/options.h"
#include "vision/system/output_file.h"

typedef struct {
    const char *keep, *hall, *players, *rounds, *out;
    sq_results_form *form;
    sq_files files;
} wish;

enum { KEY_PDF = 256, KEY_GAMES, KEY_HALL, KEY_PLAYERS, KEY_ROUNDS };

static const struct argp_option options[] = {
    {"csv", 'c', 0, 0, "the standings as a table (comma-separated, RFC 4180)", 0},
    {"games", KEY_GAMES, 0, 0, "the games of all rounds as such a table", 0},
    {"json", 'j', 0, 0, "both as one object", 0},
    {"pdf", KEY_PDF, 0, 0, "both to print on A4", 0},
    {"out", 'o', "FILE", 0, "write to this file instead of the standard output", 0},
    {"players", KEY_PLAYERS, "FILE", 0, "first read the players from this CSV file: player, club", 0},
    {"rounds", KEY_ROUNDS, "FILE", 0,
     "first read who plays whom from this CSV file: round, table, blue, green, red, yellow; it replaces "
     "what was given before",
     0},
    {"hall", KEY_HALL, "NAME", 0, "which hall, if one database has several", 0},
    SQ_FORCE_OPTION,
    {0},
};

static const char doc[] =
    "Shows the results of a hall: the players in the order of their points, and each game of the "
    "rounds.\vKEPT is what squint hall --keep has written (hall.sqlite): a file, or a PostgreSQL server's "
    "address. The hall may run meanwhile. Points are those of each game's rule book, computed from the "
    "copies of the records; only ended games count. docs/hall.md describes the CSV files.\n\n"
    "Examples:\n"
    "  squint standings hall.sqlite\n"
    "  squint standings --rounds round-3.csv hall.sqlite\n"
    "  squint standings --pdf --out results.pdf hall.sqlite\n\n"
    "Exit status: 0 shown, 2 it cannot be read or written, 3 shown, but games that count have open "
    "questions.";

static void take_form(wish *w, sq_results_form *form, struct argp_state *state) {
    if (w->form && w->form != form) argp_error(state, "one form at a time: --csv, --games, --json or --pdf");
    w->form = form;
}

static error_t take_option(int key, char *arg, struct argp_state *state) {
    wish *w = state->input;
    switch (key) {
    case 'c': take_form(w, sq_results_csv, state); return 0;
    case 'j': take_form(w, sq_results_json, state); return 0;
    case KEY_GAMES: take_form(w, sq_results_games_csv, state); return 0;
    case KEY_PDF: take_form(w, sq_results_pdf, state); return 0;
    case 'o': w->out = arg; return 0;
    case KEY_HALL: w->hall = arg; return 0;
    case KEY_PLAYERS: w->players = arg; return 0;
    case KEY_ROUNDS: w->rounds = arg; return 0;
    case SQ_KEY_FORCE: w->files.force = true; return 0;
    case ARGP_KEY_ARG:
        if (w->keep) argp_error(state, "one hall at a time; \"%s\" is one too many", arg);
        w->keep = arg;
        return 0;
    case ARGP_KEY_END:
        if (!w->keep) argp_error(state, "give what the hall keeps, as in hall.sqlite");
        return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static sq_code take_files(const wish *w, sq_hall_store *s, sq_diag *d) {
    sq_code code = SQ_OK;
    if (w->players) code = sq_tournament_take(s, sq_tournament_put_players, w->players, d);
    if (!code && w->rounds) code = sq_tournament_take(s, sq_tournament_put_rounds, w->rounds, d);
    return code;
}

static sq_code write_results(const wish *w, const sq_results *r, sq_diag *d) {
    sq_output_file o;
    sq_results_form *form = w->form ? w->form : sq_results_text;
    if (!w->out) return form(stdout, r, d);
    sq_code code = sq_output_begin(&o, w->out, d);
    if (code) return code;
    FILE *to = fopen(o.path, "we");
    if (to) code = form(to, r, d);
    if (!code) return sq_output_close(&o, to, d);
    fclose(to);
    sq_output_drop(&o);
    return code;
}

/* What a file of this form begins with; null: with a name, in sentences. */
static const char *begins_of(sq_results_form *form) {
    return form == sq_results_pdf         ? "%PDF"
           : form == sq_results_json      ? "{"
           : form == sq_results_csv       ? "place"
           : form == sq_results_games_csv ? "round"
                                          : NULL;
}

static sq_code check_files(wish *w, sq_diag *d) {
    sq_files_read(&w->files, w->keep);
    sq_files_read(&w->files, w->players);
    sq_files_read(&w->files, w->rounds);
    sq_files_write_kind(&w->files, "--out", w->out, begins_of(w->form));
    return sq_files_check(&w->files, d);
}

int sq_command_standings(int argc, char **argv) {
    static const struct argp argp = {options, take_option, "KEPT", doc, NULL, NULL, NULL};
    wish w = {.hall = ""};
    sq_diag d;
    sq_hall_store *s = NULL;
    sq_results r = {.games = 0};
    sq_results_memory memory = {0};
    sq_options_parse(&argp, argc, argv, &w);
    sq_code code = check_files(&w, &d);
    if (!code) code = sq_hall_store_open(&s, &(sq_hall_store_settings){.where = w.keep, .hall = w.hall}, &d);
    if (!code) code = take_files(&w, s, &d);
    if (!code) code = sq_results_gather(&r, s, &memory, &d);
    if (!code) code = write_results(&w, &r, &d);
    int open = r.open;
    sq_results_free(&r);
    sq_results_forget(&memory);
    sq_hall_store_close(s);
    if (!code) return open ? SQ_EXIT_OPEN : SQ_EXIT_OK;
    fprintf(stderr, "squint: %s\n", d.text);
    return SQ_EXIT_INPUT;
}

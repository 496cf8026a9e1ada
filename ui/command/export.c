/* squint export: a game as a table, as JSON, as a sheet to print. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "ui/command/command.h"
#include "ui/export/export_format.h"
#include "ui/files/inputs_and_outputs.h"
#include "ui/game/rejudge_game.h"
#include "ui/terminal/options.h"
#include "ui/words/details_words.h"
#include "vision/system/output_file.h"

typedef struct {
    const char *game, *out;
    sq_export_form *form;
    sq_files files;
} wish;

enum { KEY_PDF = 256, KEY_HTML };

static const struct argp_option options[] = {
    {"csv", 'c', 0, 0, "a table with a row for each event (comma-separated, RFC 4180)", 0},
    {"json", 'j', 0, 0, "one object: each event of the record with the state after it", 0},
    {"html", KEY_HTML, 0, 0, "the score sheet with all events and rules, for a browser", 0},
    {"pdf", KEY_PDF, 0, 0, "the score sheet with all events and the numbers of the rules, to print on A4", 0},
    {"out", 'o', "FILE", 0, "write to this file instead of the standard output", 0},
    SQ_FORCE_OPTION,
    {0},
};

static const char doc[] =
    "Writes a game in another form: for a spreadsheet, for a program, or for the files of a "
    "tournament.\vGAME is the folder that squint referee --out has made, or a record, also one typed by "
    "hand; - is standard "
    "input. Events that an umpire has amended are written as they read now.\n\n"
    "Examples:\n"
    "  squint export --pdf --out tuesday.pdf tuesday\n"
    "  squint export --csv tuesday >tuesday.csv\n\n"
    "Exit status: 0 written, 1 some lines cannot be read, 2 there is no such game, or no room for the "
    "file, 3 written, but questions of the game are open: each form says which.";

static void take_form(wish *w, sq_export_form *form, struct argp_state *state) {
    if (w->form && w->form != form) argp_error(state, "one form at a time: --csv, --json, --html or --pdf");
    w->form = form;
}

static error_t take_option(int key, char *arg, struct argp_state *state) {
    wish *w = state->input;
    switch (key) {
    case 'c': take_form(w, sq_export_csv, state); return 0;
    case 'j': take_form(w, sq_export_json, state); return 0;
    case KEY_HTML: take_form(w, sq_export_html, state); return 0;
    case KEY_PDF: take_form(w, sq_export_pdf, state); return 0;
    case 'o': w->out = arg; return 0;
    case SQ_KEY_FORCE: w->files.force = true; return 0;
    case ARGP_KEY_ARG:
        if (w->game) argp_error(state, "one game at a time; \"%s\" is one too many", arg);
        w->game = arg;
        return 0;
    case ARGP_KEY_END:
        if (!w->game) argp_error(state, "give a game's folder");
        if (!w->form) argp_error(state, "give --csv, --json, --html or --pdf");
        return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

/* Where no date is told the game's note knows when it was begun; a record alone does not. */
static void put_heading(char to[SQ_DETAILS_TEXT_MAX], const sq_details *about, const sq_game_paths *paths) {
    static sq_game_note note; /* large */
    sq_diag dropped;
    bool noted = *paths->note && !sq_game_note_read(&note, paths->note, &dropped);
    sq_details_heading(to, about, noted ? note.begun : "");
}

/* A line that nobody can read is missing in what is written. */
static int tell_unreadable(const sq_game *g, const char *record) {
    int n = 0;
    for (int i = 0; i < sq_game_lines(g); i++) {
        sq_game_line l = sq_game_line_at(g, i);
        if (l.event) continue;
        fprintf(stderr,
                "squint: %s: line %d cannot be read and is left out; squint rules --explain says why\n",
                record, l.n);
        n++;
    }
    return n;
}

static sq_code write_file(const wish *w, const sq_export *x, sq_diag *d) {
    sq_output_file o;
    if (!w->out) {
        sq_code code = w->form(stdout, x, d);
        if (code || (!fflush(stdout) && !ferror(stdout))) return code;
        return sq_fail(d, SQ_E_FILE, "the output: cannot be written (%s); check the disk", strerror(errno));
    }
    sq_code code = sq_output_begin(&o, w->out, d);
    if (code) return code;
    FILE *to = fopen(o.path, "we");
    if (to) code = w->form(to, x, d);
    if (!code) return sq_output_close(&o, to, d);
    fclose(to);
    sq_output_drop(&o);
    return code;
}

/* A record that was typed by hand, or moved, is a file of any name: it has no folder that knows more of it.
 */
static sq_code find_record(sq_game_paths *paths, char record[PATH_MAX], char title[PATH_MAX],
                           const char *name, sq_diag *d) {
    int game;
    struct stat s;
    const char *slash = strrchr(name, '/'), *file = slash ? slash + 1 : name, *dot = strrchr(file, '.');
    bool is_input = !strcmp(name, "-");
    bool is_file = is_input || (!stat(name, &s) && !S_ISDIR(s.st_mode));
    if (!is_file || sq_game_is_its_file(file)) {
        sq_code code = sq_game_named(paths, &game, record, name, d);
        if (!code) sq_game_title(title, paths, game);
        return code;
    }
    *paths = (sq_game_paths){.note = ""};
    snprintf(record, PATH_MAX, "%s", name);
    snprintf(title, PATH_MAX, "%.*s", dot && dot > file ? (int)(dot - file) : 4000,
             is_input ? "a game" : file);
    return SQ_OK;
}

/* What a file of this form begins with. */
static const char *begins_of(sq_export_form *form) {
    return form == sq_export_pdf    ? "%PDF"
           : form == sq_export_html ? "<!doctype"
           : form == sq_export_json ? "{"
                                    : "line";
}

/* unreadable: lines of the record; open: questions. */
static sq_code export(wish *w, int *unreadable, int *open, sq_diag *d) {
    sq_remarks_list remarks = {0};
    sq_export x;
    static sq_game_paths paths;
    static sq_details about;
    char record[PATH_MAX], name[PATH_MAX], heading[SQ_DETAILS_TEXT_MAX];
    sq_game *g = NULL;
    sq_code code = find_record(&paths, record, name, w->game, d);
    sq_files_read(&w->files, code ? NULL : record);
    sq_files_write_kind(&w->files, "--out", w->out, begins_of(w->form));
    if (!code) code = sq_files_check(&w->files, d);
    if (!code) code = sq_game_load_remarks(&g, &remarks, record, d);
    if (!code && !sq_game_state(g)->playing)
        code =
            sq_fail(d, SQ_E_FORMAT, "%.300s: no game begins in it; squint rules tells what it holds", record);
    if (!code) {
        *unreadable = tell_unreadable(g, record);
        sq_game_details(g, &about);
        put_heading(heading, &about, &paths);
        x = (sq_export){.name = name, .heading = heading, .about = &about};
        code = sq_export_begin(&x, g, &remarks, d);
        *open = x.open_questions;
        if (!code) code = write_file(w, &x, d);
        sq_export_end(&x);
    }
    sq_remarks_free(&remarks);
    sq_game_free(g);
    return code;
}

int sq_command_export(int argc, char **argv) {
    static const struct argp argp = {options, take_option, "GAME", doc, NULL, NULL, NULL};
    wish w = {0};
    sq_diag d;
    sq_options_parse(&argp, argc, argv, &w);
    int unreadable = 0, open = 0;
    if (!export(&w, &unreadable, &open, &d))
        return unreadable ? SQ_EXIT_NO : open ? SQ_EXIT_OPEN : SQ_EXIT_OK;
    fprintf(stderr, "squint: %s\n", d.text);
    return SQ_EXIT_INPUT;
}

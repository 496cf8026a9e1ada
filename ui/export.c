/* squint export: a game as a table, as JSON, as a sheet to print. */
#include <argp.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/ruleset.h"
#include "ui/command.h"
#include "ui/retell.h"
#include "ui/rules_words.h"

typedef struct export_form export_form;

typedef struct {
    const char *game, *out;
    const export_form *form;
} wish;

/* One line of the record that was carried out. */
typedef struct {
    int n;
    const sq_event *event, *with;
    const sq_state *before, *after;
    sq_rulings rulings; /* none for lines that only change others */
} line;

/* A way of writing: head, then each line, then foot. */
struct export_form {
    void (*head)(FILE *to, const char *name, const sq_state *end);
    void (*line)(FILE *to, const line *l, bool first);
    void (*foot)(FILE *to, const sq_state *end);
};

static void put_winks(FILE *to, sq_wink_set set) {
    for (sq_wink_set rest = set; rest; rest &= rest - 1)
        fprintf(to, "%s%s", rest == set ? "" : " ", sq_wink_name((sq_wink)__builtin_ctz(rest)));
}

static void put_rules(FILE *to, const line *l) {
    for (int i = 0; i < l->rulings.count; i++)
        fprintf(to, "%s%s", i ? " " : "", sq_ruling_rule(&l->rulings.list[i], l->after->rules));
}

/* ---- a table (RFC 4180) ---- */

static void csv_head(FILE *to, const char *name, const sq_state *end) {
    (void)name, (void)end;
    fputs("line,event,seconds,colour,wink,potted,off,over,rules,turn,phase,blue,green,red,yellow,words\r\n",
          to);
}

static void put_quoted(FILE *to, const char *text) {
    putc('"', to);
    for (; *text; text++)
        fputs(*text == '"' ? "\"\"" : (char[]){*text, 0}, to);
    putc('"', to);
}

static void csv_shot(FILE *to, const sq_event_shot *s) {
    const char *between = "";
    fprintf(to, "%.3f,%s,%s,", (double)s->t / SQ_US_PER_S, sq_colour_name(s->colour), sq_wink_name(s->wink));
    put_winks(to, s->potted);
    putc(',', to);
    put_winks(to, s->off);
    putc(',', to);
    for (sq_wink x = 0; s->over_known && x < SQ_WINKS; x++)
        for (sq_wink_set rest = s->over.above[x]; rest; rest &= rest - 1) {
            fprintf(to, "%s%s>%s", between, sq_wink_name((sq_wink)__builtin_ctz(rest)), sq_wink_name(x));
            between = " ";
        }
    putc(',', to);
}

static void csv_line(FILE *to, const line *l, bool first) {
    (void)first;
    char words[SQ_EVENT_WORDS_MAX];
    fprintf(to, "%d,%s,", l->n, sq_event_name(l->event->kind));
    if (l->event->kind == SQ_EVENT_SHOT)
        csv_shot(to, &l->event->shot);
    else if (l->event->kind == SQ_EVENT_PASS)
        fprintf(to, "%.3f,%s,,,,,", (double)l->event->pass.t / SQ_US_PER_S,
                sq_colour_name(l->event->pass.colour));
    else
        fputs(",,,,,,", to);
    put_rules(to, l);
    const sq_state *s = l->after;
    fprintf(to, ",%s,%s", s->now.turn == SQ_NO_COLOUR ? "" : sq_colour_name(s->now.turn),
            sq_phase_name(s->now.phase));
    for (unsigned c = 0; c < SQ_COLOURS; c++)
        fprintf(to, ",%d", sq_state_tiddlies(s, (sq_colour)c));
    putc(',', to);
    put_quoted(to, sq_event_words(words, l->event, l->with, l->before, l->after));
    fputs("\r\n", to);
}

/* ---- JSON: one object, each event as in the record with the state after it ---- */

static void json_head(FILE *to, const char *name, const sq_state *end) {
    (void)end;
    fprintf(to, "{\"squint\":\"%s\",\"game\":\"", SQ_VERSION);
    for (const char *c = name; *c; c++) /* a file's name: quotes and control characters are rare, and told */
        fputs((unsigned char)*c < ' ' || *c == '"' || *c == '\\' || *c & 0x80 ? "?" : (char[]){*c, 0}, to);
    fputs("\",\"lines\":[", to);
}

static void json_line(FILE *to, const line *l, bool first) {
    static char event[SQ_EVENT_LINE_MAX], state[SQ_STATE_LINE_MAX];
    sq_record_write(event, sizeof event, l->event, l->with);
    sq_record_write_state(state, sizeof state, l->n, sq_event_name(l->event->kind), l->after, &l->rulings,
                          NULL);
    fprintf(to, "%s\n{\"event\":%s,\"state\":%s}", first ? "" : ",", event, state);
}

static void json_foot(FILE *to, const sq_state *end) {
    (void)end;
    fputs("\n]}\n", to);
}

/* ---- a sheet to print ---- */

static const sq_colour columns[SQ_COLOURS] = {SQ_BLUE, SQ_RED, SQ_GREEN,
                                              SQ_YELLOW}; /* partners side by side */

static void put_text(FILE *to, const char *text) {
    for (; *text; text++)
        fputs(*text == '&' ? "&amp;" : *text == '<' ? "&lt;" : (char[]){*text, 0}, to);
}

static int potted(const sq_state *s, sq_colour c) {
    return __builtin_popcount(sq_winks_of(c) & s->now.potted);
}

static int squopped(const sq_state *s, sq_colour c) {
    return __builtin_popcount(sq_winks_of(c) & sq_squopped_winks(&s->now));
}

static int unplayed(const sq_state *s, sq_colour c) {
    return __builtin_popcount(sq_winks_of(c) & s->now.unplayed);
}

static void html_row(FILE *to, const char *name, const sq_state *s,
                     int (*count)(const sq_state *, sq_colour)) {
    fprintf(to, "<tr><th>%s</th>", name);
    for (int i = 0; i < SQ_COLOURS; i++)
        fprintf(to, "<td>%d</td>", count(s, columns[i]));
    fputs("</tr>\n", to);
}

static void html_points(FILE *to, const sq_state *s) {
    char a[SQ_POINTS_TEXT_MAX], b[SQ_POINTS_TEXT_MAX];
    fputs("<tr><th>points</th>", to);
    for (int i = 0; i < SQ_COLOURS; i++) {
        bool known = s->now.points_known & sq_colour_bit(columns[i]);
        fprintf(to, "<td>%s</td>", known ? sq_points_text(s->now.points[columns[i]], a) : "–");
    }
    fprintf(
        to,
        "</tr>\n<tr class=\"score\"><th>score</th><td colspan=\"2\">%s</td><td colspan=\"2\">%s</td></tr>\n",
        sq_points_text(s->now.score[SQ_BLUE_RED], a), sq_points_text(s->now.score[SQ_GREEN_YELLOW], b));
}

static const char style[] =
    "body { font: 15px/1.4 sans-serif; margin: 2em auto; max-width: 48em; color: #111 }\n"
    "table { border-collapse: collapse; margin: 1em 0; width: 100% }\n"
    "th, td { border-bottom: 1px solid #bbb; padding: .25em .5em; text-align: left; "
    "vertical-align: top }\n"
    ".sheet, .sign { table-layout: fixed } .sheet td, .sheet thead th { text-align: center } .score td { "
    "font-weight: bold }\n"
    ".rule { color: #555; font-size: 13px }\n"
    ".sign td { height: 3em; border: 1px solid #bbb; vertical-align: bottom; font-size: 12px; "
    "color: #555 }\n"
    "@page { margin: 15mm } @media print { body { margin: 0; max-width: none; font-size: 11px } "
    "tr { break-inside: avoid } }\n";

static void html_head(FILE *to, const char *name, const sq_state *end) {
    fputs("<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\">\n<title>", to);
    put_text(to, name);
    fprintf(to, "</title>\n<style>\n%s</style>\n<h1>", style);
    put_text(to, name);
    long long seconds = sq_state_elapsed(end) / SQ_US_PER_S;
    fprintf(to, "</h1>\n<p>%s, %s, %lld:%02lld min%s</p>\n<table class=\"sheet\"><thead><tr><th></th>",
            sq_ruleset_at(end->rules)->title, sq_form_name(end->form), seconds / 60, seconds % 60,
            end->now.phase == SQ_PHASE_ENDED ? "" : "; the game is not over");
    for (int i = 0; i < SQ_COLOURS; i++)
        fprintf(to, "<th>%s</th>", sq_colour_name(columns[i]));
    fputs("</tr></thead>\n", to);
    html_row(to, "potted", end, potted);
    html_row(to, "squopped", end, squopped);
    html_row(to, "unplayed", end, unplayed);
    html_row(to, "tiddlies", end, sq_state_tiddlies);
    if (end->now.phase == SQ_PHASE_ENDED) html_points(to, end);
    fputs("</table>\n<table class=\"sign\"><tr><td>blue and red</td><td>green and "
          "yellow</td><td>umpire</td></tr>"
          "</table>\n<table>\n",
          to);
}

static void html_line(FILE *to, const line *l, bool first) {
    (void)first;
    char words[SQ_EVENT_WORDS_MAX], text[SQ_RULING_TEXT_MAX];
    long long seconds = sq_state_elapsed(l->after) / SQ_US_PER_S;
    fprintf(to, "<tr><td>%d</td><td>%lld:%02lld</td><td>", l->n, seconds / 60, seconds % 60);
    put_text(to, sq_event_words(words, l->event, l->with, l->before, l->after));
    for (int i = 0; i < l->rulings.count; i++) {
        fprintf(to, "<br><span class=\"rule\">%s ", sq_ruling_rule(&l->rulings.list[i], l->after->rules));
        put_text(to, sq_ruling_text(&l->rulings.list[i], text));
        fputs("</span>", to);
    }
    fputs("</td></tr>\n", to);
}

static void html_foot(FILE *to, const sq_state *end) {
    (void)end;
    fputs("</table>\n</html>\n", to);
}

/* ---- the command ---- */

static const export_form csv = {csv_head, csv_line, NULL}, json = {json_head, json_line, json_foot},
                         html = {html_head, html_line, html_foot};

static const struct argp_option options[] = {
    {"csv", 'c', 0, 0, "a table, a row for each event (comma-separated, RFC 4180)", 0},
    {"json", 'j', 0, 0, "one object: each event of the record with the state after it", 0},
    {"html", 'h', 0, 0, "the score sheet with all events and rules; a browser prints it, also as PDF", 0},
    {"out", 'o', "FILE", 0, "write it there instead of on the standard output", 0},
    {0},
};

static const char doc[] =
    "Writes a game for others: for a spreadsheet, for a program, for the files of a tournament."
    "\vGAME is the folder that squint referee --out has made, or a record in it. What an umpire has amended "
    "is "
    "as it reads "
    "now.\n\n"
    "Examples:\n"
    "  squint export --csv tuesday >tuesday.csv\n"
    "  squint export --html --out sheet.html tuesday\n\n"
    "Exit status: 0 written, 2 there is no such game, or no room for the file.";

static error_t take_option(int key, char *arg, struct argp_state *state) {
    wish *w = state->input;
    switch (key) {
    case 'c': w->form = &csv; return 0;
    case 'j': w->form = &json; return 0;
    case 'h': w->form = &html; return 0;
    case 'o': w->out = arg; return 0;
    case ARGP_KEY_ARG:
        if (w->game) argp_error(state, "one game at a time; \"%s\" is one too many", arg);
        w->game = arg;
        return 0;
    case ARGP_KEY_END:
        if (!w->game) argp_error(state, "give a game's folder");
        if (!w->form) argp_error(state, "give --csv, --json or --html");
        return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static void write_lines(FILE *to, const export_form *form, const sq_game *g) {
    bool first = true;
    for (int i = 0; i < sq_game_lines(g); i++) {
        sq_game_line of = sq_game_line_at(g, i);
        if (!of.carried_out || !of.event) continue;
        line l = {of.n, of.event, of.with, of.before, of.state, {0}};
        sq_state after;
        bool on_lines = of.event->kind == SQ_EVENT_AMEND || of.event->kind == SQ_EVENT_UNDO;
        if (!on_lines) sq_engine_step(of.before, of.event, &after, &l.rulings);
        form->line(to, &l, first);
        first = false;
    }
}

static sq_code export(const wish *w, sq_diag *d) {
    static sq_game_paths paths;
    char record[PATH_MAX];
    int game;
    sq_game *g = NULL;
    sq_code code = sq_game_named(&paths, &game, record, w->game, d);
    if (!code) code = sq_game_load(&g, record, d);
    if (!code && !sq_game_state(g)->playing)
        code =
            sq_fail(d, SQ_E_FORMAT, "%.300s: no game begins in it; squint rules tells what it holds", record);
    FILE *to = code ? NULL : w->out ? fopen(w->out, "we") : stdout;
    if (to) {
        w->form->head(to, w->game, sq_game_state(g));
        write_lines(to, w->form, g);
        if (w->form->foot) w->form->foot(to, sq_game_state(g));
    }
    bool failed = to && (fflush(to) || ferror(to));
    if (to && to != stdout) failed |= fclose(to) != 0;
    if (!code && (!to || failed))
        code = sq_fail(d, SQ_E_FILE, "%.300s: cannot be written (%s); check the disk",
                       w->out ? w->out : "the output", strerror(errno));
    sq_game_free(g);
    return code;
}

int sq_command_export(int argc, char **argv) {
    static const struct argp argp = {options, take_option, "GAME", doc, NULL, NULL, NULL};
    wish w = {0};
    sq_diag d;
    argp_err_exit_status = SQ_EXIT_INPUT;
    argp_parse(&argp, argc, argv, 0, NULL, &w);
    if (!export(&w, &d)) return SQ_EXIT_OK;
    fprintf(stderr, "squint: %s\n", d.text);
    return SQ_EXIT_INPUT;
}

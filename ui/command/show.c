/* squint show: writes the evidence card of a ruling. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "ui/command/command.h"
#include "ui/draw/evidence_card.h"
#include "ui/files/inputs_and_outputs.h"
#include "ui/terminal/options.h"
#include "ui/words/details_words.h"

enum { OUTS = 2 };

typedef struct {
    const char *game, *out[OUTS];
    int line, outs;
    sq_files files;
} wish;

static const struct argp_option options[] = {
    {"out", 'o', "FILE", 0,
     "the card's file: .png, .jpg or .html. Give it twice for both (without it: GAME/card-LINE.png and "
     ".html; of a second game card-2-LINE)",
     0},
    SQ_FORCE_OPTION,
    {0},
};

static const char doc[] =
    "Shows the evidence for a ruling: the mat before and after it with the winks' rims and millimetres "
    "drawn in, the motion between the two, the event with its probability, and the rules.\vGAME is the "
    "folder that squint referee --out has made, or a record in it. LINE is the number of the event in the "
    "commentary and in the record.\n\n"
    "Examples:\n"
    "  squint show tuesday 12\n"
    "  squint show --out protest.html tuesday 12\n\n"
    "If a picture is missing (the oldest are deleted to make room) the card says so.\n\n"
    "Exit status: 0 the card is complete, 1 pictures are missing, 2 there is no such game or event.";

static error_t take_option(int key, char *arg, struct argp_state *state) {
    wish *w = state->input;
    switch (key) {
    case 'o':
        if (w->outs == OUTS) argp_error(state, "--out %s: two cards at most", arg);
        w->out[w->outs++] = arg;
        return 0;
    case SQ_KEY_FORCE: w->files.force = true; return 0;
    case ARGP_KEY_ARG:
        if (!w->game) {
            w->game = arg;
            return 0;
        }
        if (state->arg_num > 1 || !sq_option_number(&w->line, arg, 1, INT_MAX))
            argp_error(state, "%s: give the number of one line of the record", arg);
        return 0;
    case ARGP_KEY_END:
        if (!w->game || !w->line) argp_error(state, "give a game and the number of an event");
        return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

typedef struct {
    const wish *w;
    sq_game_paths paths;
    char record[PATH_MAX];
    int game;
    bool found, whole;
} showing;

/* Whether the record's line is still the event that is told now. */
static const char *note_of(const showing *s, const sq_said *said) {
    static char line[SQ_EVENT_LINE_MAX], now[SQ_EVENT_LINE_MAX];
    sq_game *g;
    sq_diag dropped;
    const char *note = NULL;
    if (sq_game_load(&g, s->record, &dropped)) return NULL;
    for (int i = 0; i < sq_game_lines(g); i++) {
        sq_game_line l = sq_game_line_at(g, i);
        if (l.n != said->n || !l.event) continue;
        sq_record_write(line, sizeof line, l.event, NULL);
        sq_record_write(now, sizeof now, said->event, NULL);
        if (strcmp(line, now))
            note = "The record reads otherwise now: an umpire has amended it, or another squint wrote it.";
    }
    sq_game_free(g);
    return note;
}

/* "Cambridge Open, round 2, table 5\nblue Ann, green Cy, red Bob, yellow Di\n", as far as it is told. */
enum { HEADING_MAX = SQ_DETAILS_TEXT_MAX + (SQ_COLOURS + 1) * (SQ_DETAIL_MAX + 16) };
static const char *heading_of(char to[HEADING_MAX], const showing *s) {
    static sq_details about;
    char text[SQ_DETAILS_TEXT_MAX];
    sq_game *g;
    sq_diag dropped;
    *to = 0;
    if (sq_game_load(&g, s->record, &dropped)) return to;
    sq_game_details(g, &about);
    sq_game_free(g);
    int n = *sq_details_heading(text, &about, "") ? snprintf(to, HEADING_MAX, "%s\n", text) : 0, names = 0;
    for (unsigned c = 0; c < SQ_USUAL_COLOURS; c++) {
        const char *player = sq_details_player(&about, (sq_colour)c);
        if (*player)
            n += snprintf(to + n, HEADING_MAX - (size_t)n, "%s%s %s", names++ ? ", " : "",
                          sq_colour_name((sq_colour)c), player);
    }
    if (names) snprintf(to + n, HEADING_MAX - (size_t)n, "\n");
    return to;
}

/* Why no card can be made: no rest leads to the line. */
static sq_code refuse_line(const showing *s, sq_diag *d) {
    sq_game *g;
    sq_diag dropped;
    bool there = false;
    if (!sq_game_load(&g, s->record, &dropped)) {
        there = sq_game_line_of(g, s->w->line).n;
        sq_game_free(g);
    }
    return sq_fail(
        d, SQ_E_ARGUMENT,
        there
            ? "%.300s: line %d was not seen, but is a word of the umpire or of the start: it has no picture; "
              "squint rules --explain tells it"
            : "%.300s: there is no line %d; squint rules --explain tells the record",
        s->record, s->w->line);
}

static sq_code write_card(showing *s, const sq_replayed *told, sq_diag *d) {
    char names[OUTS][PATH_MAX], title[PATH_MAX], heading[HEADING_MAX], number[16] = "";
    const char *out[OUTS] = {names[0], names[1]};
    const wish *w = s->w;
    sq_card *card;
    if (s->game > 1) snprintf(number, sizeof number, "%d-", s->game);
    snprintf(names[0], PATH_MAX, "%.4000s/card-%s%d.png", s->paths.folder, number, w->line);
    snprintf(names[1], PATH_MAX, "%.4000s/card-%s%d.html", s->paths.folder, number, w->line);
    sq_game_title(title, &s->paths, s->game);
    sq_code code = SQ_OK;
    for (int i = 0; i < OUTS && !w->outs && !code; i++)
        code = sq_files_may_write(&w->files, "the card", out[i], d);
    if (!code)
        code = sq_card_new(&card, told, &s->paths, title, heading_of(heading, s), note_of(s, told->said), d);
    if (code) return code;
    fputs(sq_card_words(card), stdout);
    s->whole = !sq_card_missing(card) || (told->rest_before < 0 && sq_card_missing(card) == 1);
    for (int i = 0; i < (w->outs ? w->outs : OUTS) && !code; i++) {
        const char *path = w->outs ? w->out[i] : out[i];
        code = sq_card_write(card, path, d);
        if (!code) printf("\n%s", path);
    }
    puts("");
    sq_card_free(card);
    return code;
}

static sq_code hear(void *who, const sq_replayed *told, sq_diag *d) {
    showing *s = who;
    bool wanted = told->said->kind == SQ_SAID_EVENT && told->game == s->game && told->said->n == s->w->line;
    if (!wanted || s->found) return SQ_OK;
    s->found = true;
    return write_card(s, told, d);
}

static sq_code check_files(wish *w, sq_diag *d) {
    sq_files_read(&w->files, w->game);
    for (int i = 0; i < w->outs; i++)
        sq_files_write(&w->files, "--out", w->out[i]);
    return sq_files_check(&w->files, d);
}

int sq_command_show(int argc, char **argv) {
    static const struct argp argp = {options, take_option, "GAME LINE", doc, NULL, NULL, NULL};
    static showing s;
    wish w = {0};
    sq_diag d;
    s = (showing){.w = &w};
    sq_options_parse(&argp, argc, argv, &w);
    sq_code code = check_files(&w, &d);
    if (!code) code = sq_game_named(&s.paths, &s.game, s.record, w.game, &d);
    if (!code) code = sq_game_refuse_other(w.game, s.record, "has no evidence cards", &d);
    if (!code) code = sq_replay(&s.paths, hear, &s, NULL, &d);
    if (!code && !s.found) code = refuse_line(&s, &d);
    if (code) fprintf(stderr, "squint: %s\n", d.text);
    if (!code && !s.whole) fputs("squint: pictures of this ruling are missing\n", stderr);
    return code ? SQ_EXIT_INPUT : s.whole ? SQ_EXIT_OK : SQ_EXIT_NO;
}

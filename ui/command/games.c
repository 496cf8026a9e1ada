/* squint games: the games that lie in a folder. */
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "ui/command/command.h"
#include "ui/game/game_index.h"
#include "ui/terminal/options.h"
#include "ui/words/details_words.h"
#include "ui/words/json_text.h"
#include "ui/words/json_type_and_version.h"
#include "ui/words/terminal_text.h"

enum { NAME_COLUMNS = 22 };

typedef struct {
    const char *folder;
    bool json;
    int count, missing; /* games; records that cannot be read */
} wish;

static const struct argp_option options[] = {
    {"json", 'j', 0, 0, "print one JSON object a line for each game", 0},
    {0},
};

static const char doc[] =
    "Lists the games in a folder (the current one): when they began, how far they got, the score.\vA game "
    "is a folder that squint referee --out has made.\n\n"
    "Examples:\n"
    "  squint referee --out games/tuesday game.mp4\n"
    "  squint games games\n"
    "  squint games --json games | grep '\"phase\":\"ended\"'\n\n"
    "The index .games.sqlite in the folder makes this quick. It is made again from the games if it is "
    "missing or out of date.\n\n"
    "Exit status: 0 listed, 1 some games cannot be read, 2 there is no such folder.";

static error_t take_option(int key, char *arg, struct argp_state *state) {
    wish *w = state->input;
    switch (key) {
    case 'j': w->json = true; return 0;
    case ARGP_KEY_ARG:
        if (w->folder) argp_error(state, "one folder at a time; \"%s\" is one too many", arg);
        w->folder = arg;
        return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static void print_json(const sq_game_row *r) {
    json_t *o = json_object();
#define VALUE_text(value) sq_json_text(value)
#define VALUE_number(value) json_integer(value)
#define X(member, kind, what) json_object_set_new(o, #member, VALUE_##kind(r->member));
    SQ_GAME_ROW_LIST(X)
#undef X
    const bool tiddlies = !*r->counted || !strcmp(r->counted, "tiddlies");
    json_object_set_new(o, "tiddlies",
                        !tiddlies ? json_null()
                                  : json_pack("{s:i,s:i,s:i,s:i}", "blue", r->blue, "green", r->green, "red",
                                              r->red, "yellow", r->yellow));
    json_dumpf(sq_json_typed(o, "listed-game"), stdout, JSON_COMPACT);
    puts("");
    json_decref(o);
}

/* Whether a period is timed is the book's. */
static const char *phase_words(const char *phase) {
    return strcmp(phase, "timed") ? phase : "in play";
}

static void print_words(const sq_game_row *r) {
    char begun[SQ_DATE_TEXT_MAX];
    sq_put_left(stdout, r->name, NAME_COLUMNS);
    printf("%-16s  %-8s  %3d shot%s", *sq_local_time_short(begun, r->begun) ? begun : "?", r->form, r->shots,
           r->shots == 1 ? " " : "s");
    if (*r->other)
        printf("  %s", r->other);
    else if (*r->blue_red)
        printf("  score blue-red %s, green-yellow %s", r->blue_red, r->green_yellow);
    else if (*r->phase)
        printf("  %s; %s blue %d, green %d, red %d, yellow %d", phase_words(r->phase), r->counted, r->blue,
               r->green, r->red, r->yellow);
    else
        fputs("  no game in it", stdout);
    if (r->questions) printf("; %d question%s open", r->questions, r->questions == 1 ? "" : "s");
    if (*r->about) printf("\n%*s%s", NAME_COLUMNS, "", r->about);
    if (*r->sides) printf("\n%*s%s", NAME_COLUMNS, "", r->sides);
    puts("");
}

static void take_row(void *who, const sq_game_row *row) {
    wish *w = who;
    w->count++;
    if (w->json)
        print_json(row);
    else
        print_words(row);
}

static void tell_missing(void *who, const char *sentence) {
    wish *w = who;
    w->missing++;
    fprintf(stderr, "squint: %s\n", sentence);
}

int sq_command_games(int argc, char **argv) {
    static const struct argp argp = {options, take_option, "[FOLDER]", doc, NULL, NULL, NULL};
    wish w = {0};
    sq_diag d;
    sq_options_parse(&argp, argc, argv, &w);
    const char *folder = w.folder ? w.folder : ".";
    if (sq_game_index(folder, &(sq_game_index_hear){take_row, tell_missing, &w}, &d)) {
        fprintf(stderr, "squint: %s\n", d.text);
        return SQ_EXIT_INPUT;
    }
    if (!w.count && !w.missing && !w.json) printf("%s: no games\n", folder);
    return w.missing ? SQ_EXIT_NO : SQ_EXIT_OK;
}

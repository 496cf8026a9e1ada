/* squint say and its short forms (undo, redo, answer, amend, insert, pass, foul, choose, nominate, clock,
 * automate): the umpire's word on a game, whether it runs or is kept. */
#include <argp.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "rules/other/game_registry.h"
#include "ui/command/command.h"
#include "ui/game/game_folder.h"
#include "ui/game/rejudge_game.h"
#include "ui/overrule/say_to_game.h"
#include "ui/overrule/typed_event.h"
#include "ui/overrule/umpire_word_json.h"
#include "ui/terminal/options.h"

enum { KEY_ON = 256, KEY_ID, WORDS_MOST = 200, LINE_MOST = 1000000 };

/* How the arguments after GAME are read. */
typedef enum { NOTHING, EVENT, LINE_EVENT, LINE_CHANGE, LINE_READING, SETTINGS } shape;

typedef struct {
    const char *name;
    const char *word, *first; /* of the event, where the command's name begins it */
    shape shape;
    int least; /* arguments after GAME */
    const char *arguments, *doc;
} form;

#define STATUS                                                                                              \
    "\n\nExit status: 0 done, 1 not done (refused, or nobody agreed), 2 the game or an argument cannot be " \
    "used."
#define FIRST_SHOWN                                                                                     \
    "\n\nSquint first shows what would change, and does it when you agree; --yes does it at once. The " \
    "change becomes a line of the record, both in a game that is being refereed and in a stored one; "
#define ENDING FIRST_SHOWN "squint undo takes it back." STATUS

static const form forms[] = {
    {"say", "say", NULL, EVENT, 1, "GAME EVENT...",
     "Tells a game what happened, as the umpire.\vEVENT is given in words, by keys, or in JSON as in the "
     "record.\n\n"
     "Examples:\n"
     "  squint say tuesday red pots r3\n"
     "  squint say tuesday green plays g1, g1 over B2 and b3, off y4\n"
     "  squint say tuesday set turn=blue\n"
     "  squint say tuesday turn blue\n"
     "  squint say friday D3 15, hits L1 and L2, L2 out          (crokinole)\n"
     "  squint say tuesday "
     "'{\"event\":\"shot\",\"colour\":\"red\",\"wink\":\"r3\",\"potted\":[\"r3\"]}'" ENDING},
    {"undo", "undo", NULL, NOTHING, 0, "GAME",
     "Takes back the last thing that was carried out, and then the one before it.\vExample:\n"
     "  squint undo tuesday" FIRST_SHOWN "squint redo takes the undo back." STATUS},
    {"redo", "redo", NULL, NOTHING, 0, "GAME",
     "Takes the last undo back, as long as the game has not gone on.\vExample:\n  squint redo "
     "tuesday" ENDING},
    {"answer", "answer", NULL, LINE_READING, 2, "GAME LINE N",
     "Answers a question: the N-th of its answers is right; 1 is the one that was listed first.\vLINE is "
     "the number of the question's line in the record, or of the line that it will get.\n\nExample:\n  "
     "squint "
     "answer tuesday 5 2" ENDING},
    {"amend", "amend", NULL, LINE_CHANGE, 2, "GAME LINE CHANGE...",
     "Corrects a line of the record; all later lines are carried out again.\vCHANGE names what changes, in "
     "words, by keys, or in JSON; the rest of the line stays. \"remove\" takes the line out.\n\n"
     "Examples:\n"
     "  squint amend tuesday 9 pots r3\n"
     "  squint amend tuesday 9 pots nothing\n"
     "  squint amend tuesday 9 wink=r2 off=y4\n"
     "  squint amend tuesday 9 remove" ENDING},
    {"insert", "insert", NULL, LINE_EVENT, 2, "GAME LINE EVENT...",
     "Inserts an event that nobody saw, just before a line of the record; all later lines are carried out "
     "again.\vEVENT is given as for squint say.\n\nExamples:\n"
     "  squint insert tuesday 9 blue passes\n"
     "  squint insert tuesday 9 red pots r3" ENDING},
    {"pass", "say", "pass", EVENT, 0, "GAME [COLOUR]",
     "The colour in turn passes.\vExample:\n  squint pass tuesday" ENDING},
    {"foul", "say", "foul", EVENT, 0, "GAME [RULE]",
     "Calls the last shot foul.\vExample:\n  squint foul tuesday 10.2" ENDING},
    {"choose", "say", "choose", EVENT, 1, "GAME replay|accept|remove [COLOUR]",
     "What the opponents choose after a foul; COLOUR is the one that they go on with, where a wrong turn is "
     "accepted. In crokinole, \"remove\" takes away the disc that was shot.\vExamples:\n"
     "  squint choose tuesday replay\n"
     "  squint choose tuesday accept red" ENDING},
    {"nominate", "say", "nominate", EVENT, 1, "GAME COLOUR|WINK",
     "The colour that is nominated for a free shot; or the wink, where the book has one nominated.\v"
     "Examples:\n"
     "  squint nominate tuesday red\n"
     "  squint nominate tuesday b2" ENDING},
    {"automate", "automate", NULL, SETTINGS, 1, "GAME KIND=MODE,...",
     "Sets how far the referee acts by itself while it runs, for each kind of event.\vKIND is all, shot, "
     "squop, pot, off-mat, pass, squidge-off or put-back. MODE is do (carried out), tell (carried out, and "
     "the umpire is told), ask (a question, although it is certain) or off (left to the umpire). squint "
     "asks in any case if it is not certain. It holds while squint referee runs, and adds no line to the "
     "record.\n\n"
     "Examples:\n"
     "  squint automate tuesday pass=ask\n"
     "  squint automate tuesday pot=tell,off-mat=ask" STATUS},
    {"clock", "say", "clock", EVENT, 1, "GAME stop|start|limit TIME",
     "Stops or starts the game's time, or changes its limit.\vTIME is in minutes, as 20 or 20:00; or in "
     "seconds, as 1200s.\n\nExamples:\n"
     "  squint clock tuesday stop\n"
     "  squint clock tuesday start\n"
     "  squint clock tuesday limit 20:00" ENDING},
};

static const struct argp_option options[] = {
    {"yes", 'y', 0, 0, "carry it out without asking", 0},
    {"json", 'j', 0, 0, "print the answer as one JSON object, and do not ask: with --yes it is carried out",
     0},
    {"on", KEY_ON, "N", 0, "only if the record still ends with line N; else it is refused", 0},
    {"id", KEY_ID, "NAME", OPTION_HIDDEN, 0, 0},
    {0},
};

typedef struct {
    const form *form;
    const char *game, *id;
    bool yes, json;
    int on; /* -1: whatever it ends with */
    int count;
    char *words[WORDS_MOST];
} wish;

static int take_number(const char *arg, const char *what, struct argp_state *state) {
    char *end;
    long n = strtol(arg, &end, 10);
    if (end == arg || *end || n < 0 || n > LINE_MOST)
        argp_error(state, "\"%.80s\" is no %s; give its number", arg, what);
    return (int)n;
}

/* With the first example of the help. */
static void ask_for_arguments(const form *f, struct argp_state *state) {
    const char *example = strstr(f->doc, "\n  squint ") + strlen("\n  ");
    argp_error(state, "give %s, as in: %.*s", f->arguments, (int)strcspn(example, "\n"), example);
}

static error_t take_option(int key, char *arg, struct argp_state *state) {
    wish *w = state->input;
    switch (key) {
    case 'y': w->yes = true; return 0;
    case 'j': w->json = true; return 0;
    case KEY_ON: w->on = take_number(arg, "line", state); return 0;
    case KEY_ID: w->id = arg; return 0;
    case ARGP_KEY_ARG:
        if (!w->game)
            w->game = arg;
        else if (w->count == WORDS_MOST)
            argp_error(state, "%d words are too many", w->count);
        else
            w->words[w->count++] = arg;
        return 0;
    case ARGP_KEY_END:
        if (!w->game) argp_error(state, "give a game's folder");
        if (w->count < w->form->least || (w->form->shape == NOTHING && w->count) ||
            (w->form->shape == SETTINGS && w->count > 1))
            ask_for_arguments(w->form, state);
        return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

/* ---- The word ---- */

/* The game whose words are typed; null: tiddlywinks, and where the record cannot be read, which is told
 * later. */
static const sq_other_game *game_of(const wish *w) {
    char record[PATH_MAX];
    sq_game *g = NULL;
    sq_diag dropped;
    sq_code code = sq_game_load(&g, sq_record_of(record, w->game), &dropped);
    const sq_other_game *game = code ? NULL : sq_other_game_at(sq_game_state(g)->rules);
    sq_game_free(g);
    return game;
}

static bool put_typed(json_t *word, const char *key, const wish *w, int from, bool is_change,
                      char why[SQ_TYPED_WHY_MAX]) {
    char *words[WORDS_MOST + 1] = {0};
    int count = 0;
    if (w->form->first) words[count++] = (char *)(uintptr_t)w->form->first;
    for (int i = from; i < w->count; i++)
        words[count++] = w->words[i];
    bool is_json = count == 1 && *words[0] == '{'; /* which needs no words of a game */
    json_t *event = sq_typed_event(words, count, is_change, is_json ? NULL : game_of(w), why);
    return event && !json_object_set_new(word, key, event);
}

static bool put_line(json_t *word, const wish *w, const char *key, int i, char why[SQ_TYPED_WHY_MAX]) {
    char *end;
    long n = strtol(w->words[i], &end, 10);
    if (end != w->words[i] && !*end && n >= 1 && n <= LINE_MOST)
        return !json_object_set_new(word, key, json_integer(n));
    snprintf(why, SQ_TYPED_WHY_MAX, "\"%.40s\" is no number from 1 on; give %s", w->words[i],
             w->form->arguments);
    return false;
}

static bool put_arguments(json_t *word, const wish *w, char why[SQ_TYPED_WHY_MAX]) {
    shape s = w->form->shape;
    if (s == NOTHING) return true;
    if (s == SETTINGS) return !json_object_set_new(word, "set", json_string(w->words[0]));
    if (s == EVENT) return put_typed(word, "event", w, 0, false, why);
    if (!put_line(word, w, "line", 0, why)) return false;
    if (s == LINE_READING) return put_line(word, w, "reading", 1, why);
    return put_typed(word, s == LINE_CHANGE ? "change" : "event", w, 1, s == LINE_CHANGE, why);
}

/* A file in the folder means its game. */
static void put_game(json_t *word, const char *game) {
    const char *slash = strrchr(game, '/');
    int n = sq_record_number(slash ? slash + 1 : game);
    if (n) json_object_set_new(word, "game", json_integer(n));
}

static json_t *word_of(const wish *w) {
    char why[SQ_TYPED_WHY_MAX] = "out of memory; close other programs", id[33] = "";
    unsigned char random[16];
    json_t *word = json_pack("{s:s}", "word", w->form->word);
    if (getrandom(random, sizeof random, 0) == sizeof random)
        for (size_t i = 0; i < sizeof random; i++)
            snprintf(id + 2 * i, 3, "%02x", random[i]);
    bool well = word && put_arguments(word, w, why);
    if (well && (w->id || *id)) json_object_set_new(word, "id", json_string(w->id ? w->id : id));
    if (well && w->on >= 0) json_object_set_new(word, "on", json_integer(w->on));
    if (well) put_game(word, w->game);
    if (well) return word;
    fprintf(stderr, "squint: %s\n", why);
    json_decref(word);
    return NULL;
}

/* ---- The answer ---- */

static const char *text_of(const json_t *reply, const char *key) {
    const char *text = json_string_value(json_object_get(reply, key));
    return text ? text : "";
}

/* What can be said now, as commands. */
static void tell_next(const wish *w, const json_t *reply, FILE *to) {
    const json_t *next = json_object_get(reply, "next"), *words;
    size_t i;
    if (json_array_size(next)) fputs("What can be said now:\n", to);
    json_array_foreach(next, i, words) fprintf(to, "  squint say %s %s\n", w->game, json_string_value(words));
}

static int tell_reply(const wish *w, const json_t *reply) {
    bool done = json_is_true(json_object_get(reply, "done")),
         taken = json_is_true(json_object_get(reply, "taken"));
    int n = (int)json_integer_value(json_object_get(reply, "n"));
    if (w->json) {
        json_dumpf(reply, stdout, JSON_COMPACT);
        puts("");
    } else if (!taken)
        fprintf(stderr, "squint: refused: %s\n", text_of(reply, "why"));
    else if (done && json_object_get(reply, "known"))
        printf("Done before: it is line %d of the record.\n", n);
    else if (done && !n)
        puts("Done.");
    else if (done) {
        printf("Done: it is line %d of the record.\n", n);
        if (w->yes) fputs(text_of(reply, "text"), stdout); /* who was asked has read it */
    }
    if (!w->json) tell_next(w, reply, taken ? stdout : stderr);
    return done || (taken && w->json && !w->yes) ? SQ_EXIT_OK : SQ_EXIT_NO;
}

static bool agrees(void) {
    char line[16];
    printf("Carry this out? [y/N] ");
    fflush(stdout);
    return fgets(line, sizeof line, stdin) && (*line == 'y' || *line == 'Y');
}

/* Says it, and tells the answer. */
static int say(const wish *w, json_t *word, bool carry_out) {
    sq_diag d;
    json_t *reply = NULL;
    if (carry_out) json_object_set_new(word, "do", json_true());
    if (sq_say_to_game(w->game, word, &reply, &d)) {
        fprintf(stderr, "squint: %s\n", d.text);
        return SQ_EXIT_INPUT;
    }
    int status = SQ_EXIT_OK;
    bool shows = !w->json && json_is_true(json_object_get(reply, "taken")) && !carry_out;
    if (shows) {
        fputs(text_of(reply, "text"), stdout);
        json_object_set(word, "on", json_object_get(reply, "on"));
        if (json_object_get(reply, "question")) /* what was seen is answered, and nothing else */
            json_object_set(word, "question", json_object_get(reply, "question"));
    } else
        status = tell_reply(w, reply);
    json_decref(reply);
    return status;
}

static int run(const wish *w) {
    json_t *word = word_of(w);
    if (!word) return SQ_EXIT_INPUT;
    int status = say(w, word, w->yes);
    if (!status && !w->yes && !w->json) {
        if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)) {
            fflush(stdout);
            fputs("squint: nothing is done; --yes carries it out\n", stderr);
            status = SQ_EXIT_NO;
        } else
            status = agrees() ? say(w, word, true) : SQ_EXIT_NO;
    }
    json_decref(word);
    return status;
}

int sq_command_say(int argc, char **argv) {
    static wish w;
    w = (wish){.on = -1, .form = &forms[0]};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        if (!strcmp(argv[0] + strlen("squint "), forms[i].name)) w.form = &forms[i];
    const struct argp argp = {options, take_option, w.form->arguments, w.form->doc, NULL, NULL, NULL};
    sq_options_parse(&argp, argc, argv, &w);
    return run(&w);
}

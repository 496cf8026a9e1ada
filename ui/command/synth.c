/* squint synth: draws scenes, and games on video, with their truth. */
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "datasets/crokinole/board_truth.h"
#include "datasets/crokinole/drawn_round.h"
#include "datasets/crokinole/round_files.h"
#include "datasets/film/game_script.h"
#include "datasets/film/game_video.h"
#include "datasets/truth/scene_files.h"
#include "ui/command/command.h"
#include "ui/files/inputs_and_outputs.h"
#include "ui/files/rule_book_file.h"
#include "ui/terminal/options.h"
#include "vision/system/clock.h"
#include "vision/system/nearest_word.h"
#include "vision/system/output_file.h"

/* A picture is at least so large, and no larger than the reader takes (64 megapixels). */
enum { SMALLEST = 64, LARGEST = 8000 };
/* Who waits longer than this is told how far it is. */
#define PROGRESS_AFTER_S 2.0

typedef struct {
    const char *what, *family;
    const char *of_game, *of_pictures, *of_mats; /* an option that was given and is of these alone */
    sq_scene_wish scene;                         /* its folder, seed, size and lighting are a game's too */
    int count, shots, fps, rules;
    bool brisk;
    int rounds; /* 0: single boards */
    sq_board_make make;
    bool doubles;
    sq_files files;
} wish;

static sq_lighting lighting_from_name(const char *name) {
    unsigned k = 0;
    while (k < SQ_LIGHTINGS && strcmp(name, sq_lighting_name((sq_lighting)k)))
        k++;
    return (sq_lighting)k;
}

static int whole_number(struct argp_state *state, const char *text, int low, int high) {
    int n = low;
    if (!sq_option_number(&n, text, low, high))
        argp_error(state, "\"%s\" is no whole number from %d to %d", text, low, high);
    return n;
}

static void take_size(wish *w, const char *text, struct argp_state *state) {
    char after;
    int n = sscanf(text, "%5dx%5d%c", &w->scene.width, &w->scene.height, &after);
    bool fits = n == 2 && w->scene.width >= SMALLEST && w->scene.height >= SMALLEST &&
                w->scene.width <= LARGEST && w->scene.height <= LARGEST;
    if (!fits)
        argp_error(state, "\"%s\" is no size like 1920x1080, from %d to %d a side", text, SMALLEST, LARGEST);
}

static void refuse_family(const char *name, bool boards, struct argp_state *state) {
    const char *names[SQ_FAMILIES + SQ_BOARD_FAMILIES];
    char meant[SQ_DID_YOU_MEAN_MAX];
    int count = boards ? SQ_BOARD_FAMILIES : SQ_FAMILIES;
    for (int k = 0; k < count; k++)
        names[k] = boards ? sq_board_family_name((sq_board_family)k) : sq_family_name((sq_family)k);
    argp_error(state, "no family \"%s\"; --help lists them%s", name,
               sq_did_you_mean(meant, name, names, count));
}

static void take_make(wish *w, const char *name, struct argp_state *state) {
    const char *names[SQ_BOARD_MAKES];
    char meant[SQ_DID_YOU_MEAN_MAX];
    for (int k = 0; k < SQ_BOARD_MAKES; k++)
        names[k] = sq_board_make_name((sq_board_make)k);
    w->make = sq_board_make_from_name(name);
    if (w->make == SQ_BOARD_MAKES)
        argp_error(state, "no make \"%s\"; --help lists them%s", name,
                   sq_did_you_mean(meant, name, names, SQ_BOARD_MAKES));
}

static void check(const wish *w, struct argp_state *state) {
    bool boards = w->what && !strcmp(w->what, "crokinole");
    if (!w->what)
        argp_error(state, "say what to draw: scenes, a game, or crokinole");
    else if (strcmp(w->what, "scenes") && strcmp(w->what, "game") && !boards)
        argp_error(state, "\"%s\" cannot be drawn, only scenes, a game, or crokinole", w->what);
    if (!boards && (w->rounds || w->doubles))
        argp_error(state,
                   "--rounds and --doubles are of crokinole: squint synth crokinole --rounds 2 --out DIR");
    if (w->make && (!boards || w->rounds)) argp_error(state, "--make is of single boards of crokinole");
    if (w->doubles && !w->rounds) argp_error(state, "--doubles is of rounds; add --rounds N");
    bool game = w->what && !strcmp(w->what, "game");
    if (w->of_game && !game) argp_error(state, "%s is of a game: squint synth game --out DIR", w->of_game);
    if (w->of_pictures && (game || w->rounds))
        argp_error(state, "%s is of single pictures, not of a %s", w->of_pictures, game ? "game" : "round");
    if (w->of_mats && boards) argp_error(state, "%s is of mats, not of crokinole boards", w->of_mats);
    if (!w->scene.folder) argp_error(state, "say where to: --out DIR");
    bool known =
        boards ? sq_board_family_from_name(w->family) < SQ_BOARD_FAMILIES : w->scene.family < SQ_FAMILIES;
    if (strcmp(w->family, "all") && !known) refuse_family(w->family, boards, state);
}

static void take_rules(wish *w, const char *arg, struct argp_state *state) {
    sq_diag d;
    w->rules = sq_rule_book_find_seen(arg, &d);
    if (w->rules < 0) argp_error(state, "--rules: %s", d.text);
    if (!sq_script_can_play(w->rules))
        argp_error(
            state,
            "games by \"%s\" cannot be drawn: it moves winks by hand, or does not begin behind baselines",
            arg);
}

static error_t take_option(int key, char *arg, struct argp_state *state) {
    wish *w = state->input;
    switch (key) {
    case 'f':
        w->family = arg;
        w->of_pictures = "--family";
        w->scene.family = sq_family_from_name(arg);
        return 0;
    case 'c':
        w->count = whole_number(state, arg, 1, 1000000);
        w->of_pictures = "--count";
        return 0;
    case 's': w->scene.seed = (uint64_t)whole_number(state, arg, 0, INT32_MAX); return 0;
    case 'h':
        w->shots = whole_number(state, arg, 0, 1000);
        w->of_game = "--shots";
        return 0;
    case 'r':
        w->fps = whole_number(state, arg, 1, 240);
        w->of_game = "--fps";
        return 0;
    case 'b':
        w->brisk = true;
        w->of_game = "--brisk";
        return 0;
    case 'R': w->rounds = whole_number(state, arg, 1, 100000); return 0;
    case 'D': w->doubles = true; return 0;
    case 'm': take_make(w, arg, state); return 0;
    case 'u':
        take_rules(w, arg, state);
        w->of_game = "--rules";
        return 0;
    case 'n': w->scene.number = whole_number(state, arg, 1, 1000000); return 0;
    case 'z': take_size(w, arg, state); return 0;
    case 'l':
        w->scene.lighting = lighting_from_name(arg);
        w->of_mats = "--lighting";
        if (w->scene.lighting == SQ_LIGHTINGS)
            argp_error(state, "no lighting \"%s\"; --help lists them", arg);
        return 0;
    case 'd':
        w->scene.oddity = sq_oddity_from_name(arg);
        w->of_mats = w->of_pictures = "--odd";
        if (w->scene.oddity == SQ_ODDITIES) argp_error(state, "no oddity \"%s\"; --help lists them", arg);
        return 0;
    case 'o': w->scene.folder = arg; return 0;
    case SQ_KEY_FORCE: w->files.force = true; return 0;
    case ARGP_KEY_ARG:
        if (w->what) argp_error(state, "too many arguments: \"%s\"", arg);
        w->what = arg;
        return 0;
    case ARGP_KEY_END: check(w, state); return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option options[] = {
    {0, 0, 0, 0, "Of scenes and crokinole:", 1},
    {"family", 'f', "NAME", 0, "the family of scenes, or all (the default)", 1},
    {"count", 'c', "N", 0, "how many scenes of each family (1)", 1},
    {"first", 'n', "N", 0, "the number of the first scene (1)", 1},
    {"odd", 'd', "NAME", 0, "an odd thing to add (none)", 1},
    {0, 0, 0, 0, "Of a game:", 2},
    {"rules", 'u', "BOOK", 0, "the rule book of the game: its name or a file (etwa-2012)", 2},
    {"shots", 'h', "N", 0, "how many shots after the squidge-off (12)", 2},
    {"fps", 'r', "N", 0, "frames a second (30)", 2},
    {"brisk", 'b', 0, 0, "let the players play quickly, for shorter videos", 2},
    {0, 0, 0, 0, "Of crokinole:", 3},
    {"rounds", 'R', "N", 0,
     "draw N rounds instead of single boards: a folder for each, with a picture of each rest", 3},
    {"doubles", 'D', 0, 0, "let four play them", 3},
    {"make", 'm', "NAME", 0, "the make of single boards (usual)", 3},
    {0, 0, 0, 0, "Of all:", 4},
    {"seed", 's', "N", 0, "the seed; the same seed draws the same (0)", 4},
    {"size", 'z', "WxH", 0, "the pictures' size (1920x1080)", 4},
    {"lighting", 'l', "NAME", 0, "the kind of lighting (any)", 4},
    {"out", 'o', "DIR", 0, "the folder to write to; it is made if it does not exist", 4},
    SQ_FORCE_OPTION,
    {0},
};

static const char doc[] =
    "Draws pictures of a mat, a filmed game, or crokinole boards, with their truth, for tests and for "
    "learning.\vscenes: FAMILY_NNN.jpg and FAMILY_NNN.json for each scene.\n"
    "game: a short game's video game.mp4, its truth game.truth.jsonl, its record game.jsonl, and "
    "camera.json.\n"
    "crokinole: FAMILY_NNN.jpg and FAMILY_NNN.truth.json for each board; with --rounds round_NNN/ for "
    "squint referee --game crokinole, with the true record, truth.jsonl.\n"
    "datasets/README.md describes these files.\n\n"
    "Examples:\n"
    "  squint synth scenes --family piles --count 100 --seed 7 --out out/piles\n"
    "  squint synth game --shots 12 --seed 3 --out out/game\n"
    "  squint synth crokinole --family lines --count 20 --out out/boards\n\n"
    "Exit status: 0 drawn, 2 an argument or folder cannot be used.";

/* The lists of families and lightings, after the text above. */
static char *with_lists(int key, const char *text, void *input) {
    (void)input;
    if (key != ARGP_KEY_HELP_POST_DOC) return (char *)(uintptr_t)text;
    char *all = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&all, &size);
    if (!f) return (char *)(uintptr_t)text;
    fprintf(f, "%s\n\nFamilies:\n", text);
    for (int k = 0; k < SQ_FAMILIES; k++)
        fprintf(f, "  %-13s %s\n", sq_family_name((sq_family)k), sq_family_what((sq_family)k));
    fprintf(f, "\nFamilies of crokinole:\n");
    for (int k = 0; k < SQ_BOARD_FAMILIES; k++)
        fprintf(f, "  %-13s %s\n", sq_board_family_name((sq_board_family)k),
                sq_board_family_what((sq_board_family)k));
    fprintf(f, "\nMakes of crokinole boards:\n");
    for (int k = 0; k < SQ_BOARD_MAKES; k++)
        fprintf(f, "  %-13s %s\n", sq_board_make_name((sq_board_make)k),
                sq_board_make_what((sq_board_make)k));
    fprintf(f, "\nOddities:\n");
    for (int k = 0; k < SQ_ODDITIES; k++)
        fprintf(f, "  %-13s %s\n", sq_oddity_name((sq_oddity)k), sq_oddity_what((sq_oddity)k));
    fprintf(f, "\nLightings:");
    for (int k = 0; k < SQ_LIGHTINGS; k++)
        fprintf(f, " %s", sq_lighting_name((sq_lighting)k));
    fclose(f);
    return all;
}

/* Says now and then how far it is. */
typedef struct {
    const char *what;
    double began, told;
} clock_face;

static void tell(void *user, int done, int total) {
    clock_face *c = user;
    double now = sq_monotonic_s();
    if (now - c->told < PROGRESS_AFTER_S || done == total) return;
    c->told = now;
    fprintf(stderr, "squint: %d of %d %s, %.0f s left\n", done, total, c->what,
            (now - c->began) / done * (total - done));
}

/* Nothing of the user's is replaced in the folder that is written to. */
static sq_code check_file(const wish *w, const char *name, sq_diag *d) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", w->scene.folder, name);
    return sq_files_may_write(&w->files, "--out", path, d);
}

static sq_code check_scene(const wish *w, sq_diag *d) {
    char name[256];
    static const char *const ending[] = {"jpg", "json"};
    sq_code code = SQ_OK;
    for (int i = 0; i < 2 && !code; i++) {
        snprintf(name, sizeof name, "%s_%03d%s.%s", sq_family_name(w->scene.family), w->scene.number,
                 w->scene.ending, ending[i]);
        code = check_file(w, name, d);
    }
    return code;
}

static sq_code draw_scenes(wish *w, clock_face *c, sq_diag *d) {
    bool all = w->scene.family == SQ_FAMILIES;
    int families = all ? SQ_FAMILIES : 1, total = w->count * families, first = w->scene.number;
    sq_code code = SQ_OK;
    c->what = "scenes";
    for (int i = 0; i < total && !code; i++) {
        if (all) w->scene.family = (sq_family)(i / w->count);
        w->scene.number = first + i % w->count;
        code = check_scene(w, d);
        if (!code) code = sq_scene_write(&w->scene, d);
        tell(c, i + 1, total);
    }
    return code;
}

static sq_code draw_board(const wish *w, sq_board_family family, int number, sq_diag *d) {
    static sq_board_scene scene; /* too large for a small stack */
    static const char *const ending[] = {"jpg", "truth.json"};
    char name[256];
    for (int i = 0; i < 2; i++) {
        snprintf(name, sizeof name, "%s_%03d.%s", sq_board_family_name(family), number, ending[i]);
        if (check_file(w, name, d)) return d->code;
    }
    sq_board_scene_make_as(&scene, w->make, family, w->scene.seed, number, w->scene.width, w->scene.height);
    return sq_board_files_write(&scene, family, number, w->scene.folder, d);
}

static sq_code draw_boards(const wish *w, clock_face *c, sq_diag *d) {
    sq_board_family only = sq_board_family_from_name(w->family); /* none: all */
    int families = only < SQ_BOARD_FAMILIES ? 1 : SQ_BOARD_FAMILIES, total = w->count * families;
    sq_code code = SQ_OK;
    c->what = "boards";
    for (int i = 0; i < total && !code; i++) {
        sq_board_family family = families == 1 ? only : (sq_board_family)(i / w->count);
        code = draw_board(w, family, w->scene.number + i % w->count, d);
        tell(c, i + 1, total);
    }
    return code;
}

static sq_code check_round(const wish *w, int number, sq_diag *d) {
    char name[64];
    snprintf(name, sizeof name, "round_%03d/truth.jsonl", number);
    sq_code code = check_file(w, name, d);
    for (int i = 0; i < SQ_ROUND_RESTS && !code; i++) {
        snprintf(name, sizeof name, "round_%03d/rest_%03d.jpg", number, i);
        code = check_file(w, name, d);
    }
    return code;
}

static sq_code draw_rounds(const wish *w, clock_face *c, sq_diag *d) {
    sq_code code = SQ_OK;
    c->what = "rests";
    for (int i = 0; i < w->rounds && !code; i++) {
        char folder[PATH_MAX];
        int number = w->scene.number + i;
        snprintf(folder, sizeof folder, "%s/round_%03d", w->scene.folder, number);
        code = check_round(w, number, d);
        if (!code)
            code = sq_round_files_write(folder, w->scene.seed + (uint64_t)number, w->doubles, w->scene.width,
                                        w->scene.height, tell, c, d);
    }
    return code;
}

static sq_code draw_game(const wish *w, clock_face *c, sq_diag *d) {
    static const char *const names[] = {"game.mp4", "game.truth.jsonl", "game.jsonl", "camera.json"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (check_file(w, names[i], d)) return d->code;
    c->what = "frames";
    sq_game_wish game = {w->scene.folder, w->scene.seed, w->shots,          w->scene.width, w->scene.height,
                         w->fps,          w->brisk,      w->scene.lighting, w->rules};
    return sq_game_video_write(&game, tell, c, d);
}

int sq_command_synth(int argc, char **argv) {
    static const struct argp argp = {options,    take_option, "scenes\ngame\ncrokinole", doc, NULL,
                                     with_lists, NULL};
    wish w = {.family = "all",
              .count = 1,
              .shots = 12,
              .fps = 30,
              .scene = {.family = SQ_FAMILIES,
                        .number = 1,
                        .width = 1920,
                        .height = 1080,
                        .ending = "",
                        .lighting = SQ_LIGHTINGS}};
    sq_options_parse(&argp, argc, argv, &w);
    if (w.scene.width >= 3840) w.scene.ending = "_4k";
    (void)sq_make_folders(w.scene.folder, NULL, NULL); /* what cannot be written there says so */
    sq_diag d;
    clock_face c = {.began = sq_monotonic_s()};
    c.told = c.began;
    sq_code code = !strcmp(w.what, "game")        ? draw_game(&w, &c, &d)
                   : w.rounds                     ? draw_rounds(&w, &c, &d)
                   : !strcmp(w.what, "crokinole") ? draw_boards(&w, &c, &d)
                                                  : draw_scenes(&w, &c, &d);
    if (!code) return SQ_EXIT_OK;
    fprintf(stderr, "squint: %s\n", d.text);
    return SQ_EXIT_INPUT;
}

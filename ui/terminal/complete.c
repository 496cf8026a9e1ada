/* Offers what a word on the command line may become, from the same list of options as --help. */
#include "ui/terminal/complete.h"

#include <dirent.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "rules/other/game_registry.h"
#include "ui/files/rule_book_file.h"
#include "ui/terminal/options.h"
#include "ui/words/terminal_text.h"
#include "vision/capture/v4l2_device.h"

enum { WORD_MAX = 128, MEANING_MAX = 100 /* columns: what a shell shows in a line */ };

void sq_complete_offer(const char *word, const char *candidate, const char *meaning) {
    if (!strncmp(word, candidate, strlen(word)))
        printf("%s\t%.*s\n", candidate, (int)sq_text_fits(meaning, MEANING_MAX), meaning);
}

/* ---- Names of things ---- */

static void offer_books(const char *word) {
    char names[2048];
    snprintf(names, sizeof names, "%s", sq_rule_book_names());
    for (char *rest = names, *name; (name = strsep(&rest, ","));)
        sq_complete_offer(word, name + strspn(name, " "), "rule book");
}

static void offer_other_games(const char *word) {
    for (int i = 0; sq_other_game_listed(i); i++)
        sq_complete_offer(word, sq_other_game_listed(i)->name, sq_other_game_listed(i)->title);
}

static void offer_kinds(const char *word) {
    sq_complete_offer(word, "tiddlywinks", "kind of game");
    for (int i = 0; sq_other_game_listed(i); i++)
        sq_complete_offer(word, sq_other_game_listed(i)->name, "kind of game");
}

/* Folders in this one that hold a record. */
static void offer_games(const char *word) {
    DIR *d = opendir(".");
    for (struct dirent *e; d && (e = readdir(d));) {
        char record[PATH_MAX];
        snprintf(record, sizeof record, "%s/game.jsonl", e->d_name);
        if (e->d_name[0] != '.' && !access(record, R_OK)) sq_complete_offer(word, e->d_name, "game");
    }
    if (d) closedir(d);
}

static void offer_cameras(const char *word) {
    sq_v4l2_path paths[SQ_V4L2_CAMERAS];
    int n = sq_v4l2_paths(paths);
    for (int i = 0; i < n; i++)
        sq_complete_offer(word, paths[i], "camera");
}

static void offer_colours(const char *word) {
    for (unsigned c = 0; c < SQ_COLOURS; c++)
        sq_complete_offer(word, sq_colour_name((sq_colour)c), "colour");
}

/* The others read no pages. */
static bool takes_phone(const char *command) {
    return !strcmp(command, "squint referee") || !strcmp(command, "squint console");
}

/* The values of a command's argument by its name in --help; what is a file the shell offers by itself.
 * option: whose value it is; null: of none. A book to be read may be another game's, one to judge by may not.
 */
static void offer_values(const char *word, const char *argument, const char *option, const char *command) {
    if (!strncmp(argument, "BOOK", 4)) offer_books(word);
    if (option && !strcmp(option, "book")) offer_other_games(word);
    if (!strncmp(argument, "FORM", 4))
        for (unsigned f = 0; f < SQ_FORMS; f++)
            sq_complete_offer(word, sq_form_name((sq_form)f), "form of game");
    if (!strncmp(argument, "COLOUR", 6)) offer_colours(word);
    if (!strncmp(argument, "GAME", 4)) offer_games(word);
    if (!strcmp(argument, "KIND")) offer_kinds(word);
    if (strstr(argument, "SOURCE") || !strncmp(argument, "[DEVICE", 7)) {
        sq_complete_offer(word, "camera", "the first camera");
        if (takes_phone(command)) sq_complete_offer(word, "phone", "a phone's browser is the camera");
        offer_cameras(word);
    }
}

/* ---- Options ---- */

static void offer_options(const char *word, const struct argp_option *o) {
    char name[WORD_MAX];
    for (; o && (o->name || o->key || o->doc); o++) {
        if (!o->name || o->flags & (OPTION_HIDDEN | OPTION_DOC)) continue;
        bool takes = o->arg && !(o->flags & OPTION_ARG_OPTIONAL);
        snprintf(name, sizeof name, "--%s%s", o->name, takes ? "=" : "");
        sq_complete_offer(word, name, o->doc ? o->doc : "");
    }
}

/* The option of this list whose value is typed: "--rules" before the word; null: none. */
static const struct argp_option *option_of(const struct argp_option *o, const char *before, size_t length) {
    for (; o && (o->name || o->key || o->doc); o++) {
        bool letter = length == 2 && before[0] == '-' && before[1] == o->key;
        bool name = o->name && length > 2 && !strncmp(before, "--", 2) && strlen(o->name) == length - 2 &&
                    !strncmp(before + 2, o->name, length - 2);
        if ((letter || name) && o->arg) return o;
    }
    return NULL;
}

void sq_complete_options(const struct argp *argp, const char *command, void *who) {
    const sq_completion *now = who;
    const char *equals = !strncmp(now->word, "--", 2) ? strchr(now->word, '=') : NULL;
    const struct argp_option *o = equals ? option_of(argp->options, now->word, (size_t)(equals - now->word))
                                         : option_of(argp->options, now->before, strlen(now->before));
    if (equals || o) {
        if (o) offer_values(equals ? equals + 1 : now->word, o->arg, o->name, command);
        return;
    }
    if (now->word[0] == '-') {
        offer_options(now->word, argp->options);
        offer_options(now->word, sq_options_common());
        return;
    }
    if (argp->args_doc) offer_values(now->word, argp->args_doc, NULL, command);
}

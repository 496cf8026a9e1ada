/* Finds, leaves and ticks off what a table owes its hall. */
#include "ui/publish/unsent_games.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "ui/game/game_folder.h"
#include "ui/publish/hall_file.h"
#include "ui/publish/line_sender.h"

typedef struct {
    sq_hall_name name;
    sq_game_paths paths;
    long long newest; /* the number of its last line */
} owed_game;

struct sq_owed_games {
    int count;
    owed_game game[SQ_OWED_MOST];
};

/* The number of a game's last line; 0: it has none. */
static long long last_line(const sq_game_paths *paths) {
    sq_told_lines *lines = sq_told_lines_new(paths);
    sq_told_line told = {.seq = 0};
    long long last = 0;
    while (lines && sq_told_lines_next(lines, LLONG_MAX, &told))
        last = told.seq;
    sq_told_lines_free(lines);
    return last;
}

/* Nobody is at work on it: who is sends it. */
static bool is_free(const char *folder) {
    sq_game_hold hold;
    sq_diag dropped;
    bool free_now = !sq_game_folder_lock(&hold, folder, true, &dropped);
    sq_game_folder_unlock(&hold);
    return free_now;
}

static bool is_owed(owed_game *g, const char *folder, const char *hall, const char *table) {
    sq_diag dropped;
    if (sq_game_paths_of(&g->paths, folder, &dropped) || !sq_hall_name_read(&g->name, g->paths.hall))
        return false;
    if (sq_hall_name_is_whole(&g->name, g->paths.stream) || sq_line_sender_is_too_long(&g->paths) ||
        strcmp(g->name.hall, hall) != 0 || strcmp(g->name.table, table) != 0 || !is_free(folder))
        return false;
    sq_hall_name_measure(&g->name, g->paths.stream);
    g->newest = last_line(&g->paths);
    return g->newest > 0;
}

static void look_through(sq_owed_games *o, const char *above, const char *own, const char *hall,
                         const char *table) {
    char folder[PATH_MAX];
    DIR *entries = opendir(above);
    for (const struct dirent *e; entries && o->count < SQ_OWED_MOST && (e = readdir(entries));) {
        if (*e->d_name == '.' || !strcmp(e->d_name, own)) continue;
        if (snprintf(folder, sizeof folder, "%s/%s", above, e->d_name) < (int)sizeof folder &&
            is_owed(&o->game[o->count], folder, hall, table))
            o->count++;
    }
    if (entries) closedir(entries);
}

sq_owed_games *sq_owed_games_find(const char *folder, const char *hall, const char *table) {
    sq_owed_games *o = calloc(1, sizeof *o);
    char *above = realpath(folder, NULL), *slash = above ? strrchr(above, '/') : NULL;
    if (o && slash) {
        *slash = 0;
        look_through(o, slash == above ? "/" : above, slash + 1, hall, table);
    }
    free(above);
    return o;
}

void sq_owed_games_free(sq_owed_games *o) {
    free(o);
}

void sq_owed_games_leave(const sq_owed_games *o, sq_broker *broker) {
    for (int i = 0; o && i < o->count; i++) {
        const owed_game *g = &o->game[i];
        const sq_line_sender_settings of = {g->name.hall, g->name.table, g->name.id, &g->paths};
        sq_line_sender *sender = sq_line_sender_new(&of, broker);
        if (sender) sq_line_sender_leave(sender, g->newest);
        sq_line_sender_free(sender);
    }
}

static void tick_off(sq_owed_games *o, int i) {
    sq_diag
        dropped; /* where it cannot be noted, it is sent once more with the next game, and changes nothing */
    o->game[i].name.whole = true;
    sq_hall_name_write(&o->game[i].name, o->game[i].paths.hall, &dropped);
    o->count--;
    memmove(&o->game[i], &o->game[i + 1], (size_t)(o->count - i) * sizeof *o->game);
}

void sq_owed_games_have(sq_owed_games *o, const json_t *have) {
    const char *game = json_string_value(json_object_get(have, "game"));
    long long had = json_integer_value(json_object_get(have, "seq"));
    for (int i = 0; o && game && i < o->count; i++)
        if (!strcmp(game, o->game[i].name.id) && had >= o->game[i].newest) {
            tick_off(o, i);
            return;
        }
}

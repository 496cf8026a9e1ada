/* The list of the games besides tiddlywinks, and the search for one. */
#include "rules/other/game_registry.h"

#include <string.h>

extern const sq_other_game sq_crokinole_game;

static const sq_other_game *const games[] = {&sq_crokinole_game};

/* Their numbers begin above all that rule books can have. */
enum { GAMES = sizeof games / sizeof *games, FIRST = 1 << 16 };

const sq_other_game *sq_other_game_listed(int i) {
    return i >= 0 && i < GAMES ? games[i] : NULL;
}

const sq_other_game *sq_other_game_at(int rules) {
    return sq_other_game_listed(rules - FIRST);
}

int sq_other_game_find(const char *name) {
    for (int i = 0; i < GAMES; i++)
        if (!strcmp(games[i]->name, name)) return FIRST + i;
    return -1;
}

const char *sq_event_called(const sq_event *e) {
    const sq_other_game *other = e->kind == SQ_EVENT_OTHER ? sq_other_game_at(e->other.rules) : NULL;
    return other ? other->event_name(&e->other) : sq_event_name(e->kind);
}

/* Results as one JSON object: docs/schema/results.schema.json. */
#include <jansson.h>
#include <stdlib.h>

#include "ui/hall/results/results.h"
#include "vision/system/shortest_numbers.h"

/* Points as a number: halves, thirds and quarters of a point come out as they are. */
static json_t *points_of(sq_sixtieths points) {
    return points % SQ_POINT ? json_real((double)points / SQ_POINT) : json_integer(points / SQ_POINT);
}

static json_t *player_of(const sq_results_player *p) {
    return json_pack("{s:i,s:s,s:s,s:i,s:i,s:i,s:i,s:o,s:o}", "place", p->place, "player", p->name, "club",
                     p->club, "games", p->games, "won", p->won, "drawn", p->drawn, "lost", p->lost, "points",
                     points_of(p->points), "against", points_of(p->against));
}

static void put_result(json_t *o, const sq_game_result *r) {
    static const char *const sides[SQ_PARTNERSHIPS] = {
        [SQ_BLUE_RED] = "blue-red", [SQ_GREEN_YELLOW] = "green-yellow"};
    json_object_set_new(o, "game", json_string(r->id));
    json_object_set_new(o, "record", json_integer(r->number));
    json_object_set_new(o, "copy", json_string(r->table));
    json_object_set_new(o, "begun", json_string(r->begun));
    json_object_set_new(o, "rules", json_string(r->rules));
    json_object_set_new(o, "open_questions", json_integer(r->open));
    json_object_set_new(o, "words", json_string(r->words));
    if (r->is != SQ_GAME_ENDED) return;
    json_t *points = json_object();
    for (int p = 0; p < SQ_PARTNERSHIPS; p++)
        json_object_set_new(points, sides[p], points_of(r->points[p]));
    json_object_set_new(o, "points", points);
    json_object_set_new(o, "book_has_points", json_boolean(r->by_points));
}

static json_t *game_of(const sq_results_game *g) {
    json_t *players = json_object();
    for (unsigned c = 0; c < SQ_USUAL_COLOURS; c++)
        json_object_set_new(players, sq_colour_name((sq_colour)c),
                            json_string(sq_results_player_of(g, (sq_colour)c)));
    for (unsigned c = SQ_USUAL_COLOURS; c < SQ_COLOURS; c++)
        if (*sq_results_player_of(g, (sq_colour)c))
            json_object_set_new(players, sq_colour_name((sq_colour)c),
                                json_string(sq_results_player_of(g, (sq_colour)c)));
    json_t *o =
        json_pack("{s:s,s:s,s:o,s:s,s:b,s:b}", "round", sq_results_round(g), "table", sq_results_table(g),
                  "players", players, "is", sq_game_is_name(g->result ? g->result->is : SQ_GAME_NOT_BEGUN),
                  "paired", g->pairing != NULL, "counts", g->counts);
    if (g->result) put_result(o, g->result);
    return o;
}

sq_code sq_results_json(FILE *to, const sq_results *r, sq_diag *d) {
    char remark[SQ_RESULTS_REMARK];
    json_t *players = json_array(), *games = json_array();
    for (int i = 0; i < r->players; i++)
        json_array_append_new(players, player_of(&r->player[i]));
    for (int i = 0; i < r->games; i++)
        json_array_append_new(games, game_of(&r->game[i]));
    json_t *o =
        json_pack("{s:s,s:i,s:s,s:s,s:b,s:i,s:s,s:o,s:o}", "type", "results", "version", SQ_FORMAT_VERSION,
                  "squint", SQ_VERSION, "hall", r->hall, "rounds_given", r->rounds_given, "counted",
                  r->counted, "remark", sq_results_remark(remark, r), "standings", players, "games", games);
    char *text = o ? sq_short_numbers(json_dumps(o, JSON_COMPACT)) : NULL;
    json_decref(o);
    if (!text) return sq_fail(d, SQ_E_MEMORY, "no memory for the results; close other programs");
    fprintf(to, "%s\n", text);
    free(text);
    return SQ_OK;
}

/* The filmed game's truth: its rests as positions, its shots as what really
 * happened. */
#ifndef SQ_TESTS_GAME_TRUTH_H
#define SQ_TESTS_GAME_TRUTH_H

#include <jansson.h>
#include <stdlib.h>

#include "datasets/truth_position.h"
#include "tests/unit/unit.h"

enum { GAME_RESTS = 64 };

/* What lies between one rest and the next. */
typedef struct {
    char kind[16]; /* "squidge-off", "shot", "put-back" */
    double t, t_rest;
    sq_colour colour;
    sq_wink wink;
    sq_wink_set potted, off;
    char note[128];
} game_deed;

typedef struct {
    int rests, deeds;
    sq_position rest[GAME_RESTS];
    double from[GAME_RESTS], to[GAME_RESTS];
    game_deed deed[GAME_RESTS]; /* deed i leads from rest i to rest i + 1 */
} game_truth;

static inline sq_wink_set game_winks(const json_t *names) {
    sq_wink_set set = 0;
    size_t i;
    const json_t *name;
    json_array_foreach(names, i, name) set |= sq_wink_bit(sq_wink_from_name(json_string_value(name)));
    return set;
}

static inline const char *game_text(const json_t *line, const char *key) {
    const char *text = json_string_value(json_object_get(line, key));
    return text ? text : "";
}

static inline void game_add_rest(game_truth *g, const json_t *line, const char *path) {
    static sq_truth t;
    sq_diag d;
    t = (sq_truth){0};
    assert_true(g->rests < GAME_RESTS);
    assert_int_equal(sq_truth_winks_from_json(&t, json_object_get(line, "winks"), path, &d), SQ_OK);
    g->from[g->rests] = json_number_value(json_object_get(line, "t0"));
    g->to[g->rests] = json_number_value(json_object_get(line, "t1"));
    sq_position_from_truth(&g->rest[g->rests], &t);
    g->rest[g->rests].t = g->from[g->rests];
    g->rests++;
}

static inline void game_add_deed(game_truth *g, const json_t *line) {
    const char *kind = game_text(line, "kind");
    game_deed *d = &g->deed[g->deeds++];
    snprintf(d->kind, sizeof d->kind, "%s", *kind ? kind : game_text(line, "type"));
    d->t = json_number_value(json_object_get(line, "t_start"));
    d->t_rest = json_number_value(json_object_get(line, "t_rest"));
    d->colour = sq_colour_from_name(game_text(line, "colour"));
    d->wink = sq_wink_from_name(game_text(line, "wink"));
    d->potted = game_winks(json_object_get(line, "potted"));
    d->off = game_winks(json_object_get(line, "off"));
    snprintf(d->note, sizeof d->note, "%s", game_text(line, "note"));
}

static inline const game_truth *game_read(void) {
    static game_truth g;
    if (g.rests) return &g;
    const char *path = SQ_SOURCE_DIR "/datasets/game/game.truth.jsonl";
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    char *text = NULL;
    size_t size = 0;
    while (getline(&text, &size, f) > 0) {
        json_t *line = json_loads(text, 0, NULL);
        assert_non_null(line);
        const char *type = game_text(line, "type");
        if (!strcmp(type, "rest")) game_add_rest(&g, line, path);
        if (!strcmp(type, "shot") || !strcmp(type, "put-back")) game_add_deed(&g, line);
        json_decref(line);
    }
    free(text);
    fclose(f);
    return &g;
}

#endif

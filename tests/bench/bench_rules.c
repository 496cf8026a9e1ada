/* How fast a game is replayed: the fold alone, beside the time that jansson needs to parse the same lines.
 *
 * The game is whole turns of shots from the baselines, with piles, pots, fouls and clock lines, played anew
 * until it is long enough; figures are the best of several runs. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/record.h"
#include "tests/fixture/game/random_game.h"
#include "vision/system/clock.h"

enum { EVENTS = 20000, RUNS = 7, LINE_MAX_BYTES = 2048 };

static sq_event events[EVENTS];
static char *lines[EVENTS];
static size_t lengths[EVENTS];

/* Events that are taken, of games one after the other. */
static void make_games(void) {
    static char text[SQ_EVENT_LINE_MAX];
    dice d = dice_of(2012);
    sq_state s = sq_state_none();
    sq_rulings r;
    for (int i = 0; i < EVENTS;) {
        if (s.now.phase == SQ_PHASE_ENDED) s = sq_state_none();
        sq_event e = random_event(&d, &s);
        if (e.kind == SQ_EVENT_SET || !sq_engine_step(&s, &e, &s, &r)) continue;
        events[i] = e;
        lengths[i] = sq_record_write(text, sizeof text, &e, NULL);
        lines[i] = strdup(text);
        if (!lines[i]) exit(1);
        i++;
    }
}

static double fold(int *ended) {
    double start = sq_monotonic_s();
    sq_state s = sq_state_none();
    sq_rulings r;
    for (int i = 0; i < EVENTS; i++) {
        if (events[i].kind == SQ_EVENT_GAME) s = sq_state_none();
        sq_engine_step(&s, &events[i], &s, &r);
        *ended += s.now.phase == SQ_PHASE_ENDED;
    }
    return sq_monotonic_s() - start;
}

static double parse(size_t *keys) {
    double start = sq_monotonic_s();
    for (int i = 0; i < EVENTS; i++) {
        json_t *root = json_loadb(lines[i], lengths[i], 0, NULL);
        *keys += json_object_size(root);
        json_decref(root);
    }
    return sq_monotonic_s() - start;
}

int main(void) {
    double folding = 1e9, parsing = 1e9;
    int ended = 0;
    size_t keys = 0;
    make_games();
    for (int run = 0; run < RUNS; run++) {
        double t = fold(&ended);
        folding = t < folding ? t : folding;
        t = parse(&keys);
        parsing = t < parsing ? t : parsing;
    }
    printf("rules: %d events folded at %.0f events/s, their JSON parsed by jansson at %.0f lines/s; "
           "engine / JSON = %.2f (%d ends, %zu keys, state %zu bytes)\n",
           EVENTS, EVENTS / folding, EVENTS / parsing, folding / parsing, ended / RUNS, keys / RUNS,
           sizeof(sq_state));
    for (int i = 0; i < EVENTS; i++)
        free(lines[i]);
    return 0;
}

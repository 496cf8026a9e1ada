/* Play: all of the filmed game, from its true rests. */
#include "tests/fixture/game/game_truth.h"
#include "tests/fixture/game/play_fixture.h"

/* The record's side, as far as play asks for it, by the true actions. */
static void follow(sq_play_prior *prior, const game_truth *g, int action) {
    const game_action *d = &g->action[action];
    bool squidged = !strcmp(d->kind, "squidge-off");
    if (!strcmp(d->kind, "shot")) {
        prior->carrying_back = false;
        prior->unplayed &= ~sq_wink_bit(d->wink);
        prior->potted |= d->potted;
        prior->squops = (sq_squops){0};
        const sq_position *p = &g->rest[action + 1];
        for (int i = 0; i < p->squop_count; i++)
            prior->squops.above[p->winks[p->squops[i].under].id] |=
                sq_wink_bit(p->winks[p->squops[i].over].id);
    } else if (squidged && prior->phase == SQ_PHASE_SQUIDGE_OFF && d->colour == SQ_YELLOW) {
        prior->phase = SQ_PHASE_TIMED;
        prior->carrying_back = true;
    }
}

/* Which colour is due before an action: that of the next shot. */
static sq_colour due(const game_truth *g, int action) {
    while (action < g->actions && strcmp(g->action[action].kind, "shot"))
        action++;
    return action < g->actions ? g->action[action].colour : SQ_BLUE;
}

static sq_wink_set by_truth(const sq_wink true_name[SQ_USUAL_WINKS], sq_wink_set ours) {
    sq_wink_set set = 0;
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
        if (ours & sq_wink_bit(w)) set |= sq_wink_bit(true_name[w]);
    return set;
}

static void assert_action(const game_truth *g, int action, const sq_wink true_name[SQ_USUAL_WINKS],
                          const sq_play_prior *after) {
    const game_action *d = &g->action[action];
    const sq_play_reading *r = &play.reading[0];
    print_message("%2d %-11s %s  %.4f %s\n", action, d->kind, sq_wink_name(d->wink), r->probability, d->note);
    if (!strcmp(d->kind, "put-back")) {
        assert_reading(SQ_PLAY_BY_HAND, true);
    } else if (!strcmp(d->kind, "squidge-off")) {
        assert_reading(SQ_PLAY_SQUIDGED, true);
        assert_int_equal(r->has_event, d->colour == SQ_YELLOW);
    } else {
        assert_reading(SQ_PLAY_SHOT, true);
        const sq_event_shot *e = &r->event.shot;
        assert_string_equal(sq_wink_name(true_name[e->wink]), sq_wink_name(d->wink));
        assert_int_equal(by_truth(true_name, e->potted), d->potted);
        assert_int_equal(by_truth(true_name, e->off), d->off);
        for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
            assert_int_equal(by_truth(true_name, e->over.above[w]), after->squops.above[true_name[w]]);
    }
}

/* The prior in our names. */
static sq_play_prior in_our_names(const sq_play_prior *p, const sq_wink true_name[SQ_USUAL_WINKS]) {
    sq_wink ours[SQ_USUAL_WINKS];
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
        ours[true_name[w]] = w;
    sq_play_prior q = *p;
    q.unplayed = by_truth(ours, p->unplayed);
    q.potted = by_truth(ours, p->potted);
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
        q.squops.above[ours[w]] = by_truth(ours, p->squops.above[w]);
    return q;
}

static void all_actions_of_the_filmed_game(void **state) {
    (void)state;
    const game_truth *g = game_read();
    static sq_tracked t[2];
    sq_wink true_name[SQ_USUAL_WINKS];
    sq_play_prior prior = squidging();
    srand(5);
    for (int i = 0; i < g->rests; i++) {
        sq_position p = g->rest[i];
        for (int k = 0; k < p.squop_count; k++)
            p.squops[k].probability = 0.97;
        hand_made_shake(&p, 0.15);
        sq_tracked *a = &t[i % 2], *b = &t[!(i % 2)];
        if (i == 0)
            sq_track_start(a, &p);
        else
            sq_track_next(a, b, &p);
        for (sq_wink w = 0; i == 0 && w < SQ_USUAL_WINKS; w++)
            for (int k = 0; k < SQ_USUAL_WINKS; k++)
                if (sq_mm_distance(g->rest[0].winks[k].at, a->wink[w].last.at) < 3)
                    true_name[w] = g->rest[0].winks[k].id;
        if (i == 0) continue;
        prior.turn = due(g, i - 1);
        prior.after_pass = (sq_colour)((prior.turn + 1) % SQ_USUAL_COLOURS);
        sq_play_prior ours = in_our_names(&prior, true_name);
        sq_play_hints hints = {.t_start = g->action[i - 1].t, .t_rest = g->action[i - 1].t_rest};
        sq_play_explain(&play, &ours, b, a, &hints);
        follow(&prior, g, i - 1);
        assert_action(g, i - 1, true_name, &prior);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_actions_of_the_filmed_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

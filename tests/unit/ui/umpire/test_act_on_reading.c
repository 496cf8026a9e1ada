/* What is carried out of a rest: after a shot that the rules refuse and that was likelier than the one that
 * is taken, nobody knows whose turn it is; after one that was not, the record does. */
#include "tests/fixture/game/hand_made.h"
#include "tests/fixture/unit.h"
#include "ui/umpire/umpire_state.h"

#define W(name) sq_wink_from_name(name)

static int shots;

static sq_code hear(void *who, const sq_said *said, sq_diag *d) {
    (void)who, (void)d;
    shots += said->kind == SQ_SAID_EVENT && said->event->kind == SQ_EVENT_SHOT;
    return SQ_OK;
}

static void step(sq_umpire *u, sq_event e) {
    sq_state before = u->game;
    sq_rulings rulings;
    assert_true(sq_engine_step(&before, &e, &u->game, &rulings));
}

/* Blue is to play, and all winks wait. */
static sq_umpire *in_game(void) {
    sq_umpire *u;
    sq_diag d;
    assert_int_equal(sq_umpire_new(&u, &(sq_umpire_settings){.hear = hear}, &d), SQ_OK);
    step(u, (sq_event){.kind = SQ_EVENT_GAME, .game = {.form = SQ_FORM_PAIRS}});
    step(u, (sq_event){
                .kind = SQ_EVENT_SET,
                .set = {.named = SQ_SET_SQUIDGE_OFF | SQ_SET_TURN, .squidge_off = SQ_BLUE, .turn = SQ_BLUE}});
    u->stage = SQ_UMPIRE_IN_GAME;
    static sq_position start; /* large */
    start = hand_made_start();
    sq_track_named(&u->settled, &start);
    shots = 0;
    return u;
}

/* b1's shot, which has sent off what is told. */
static sq_play_reading shot(double probability, sq_wink_set off) {
    sq_play_reading r = {.kind = SQ_PLAY_SHOT, .probability = probability, .has_event = true};
    r.event.kind = SQ_EVENT_SHOT;
    r.event.shot = (sq_event_shot){.wink = W("b1"), .colour = SQ_BLUE, .off = off};
    r.moved = sq_wink_bit(W("b1")) | off;
    return r;
}

/* b1 was played, and b4 lies on the mat as well: one that waits cannot be sent off by the rules. b1's name is
 * as doubtful as told. */
static sq_umpire *settle(double taken, double refused, double misnamed) {
    static sq_position rest; /* large, as is what follows */
    static sq_tracked is;
    static sq_play play;
    sq_diag d;
    sq_umpire *u = in_game();
    u->settled.wink[W("b1")].misnamed = misnamed;
    rest = hand_made_start();
    hand_made_put(&rest, W("b1"), W("b1"), 100, 100, SQ_PLACE_MAT);
    hand_made_put(&rest, W("b4"), W("b4"), -200, 100, SQ_PLACE_MAT);
    sq_track_named(&is, &rest);
    play = (sq_play){.reading_count = 2};
    play.reading[0] = shot(taken, 0);
    play.reading[1] = shot(refused, sq_wink_bit(W("b4")));
    assert_int_equal(sq_umpire_settle(u, &play, &is, SQ_SETTLE_DO, &d), SQ_OK);
    assert_int_equal(shots, 1);
    return u;
}

static void after_a_likelier_shot_that_is_refused_the_turn_is_not_known(void **state) {
    (void)state;
    sq_umpire *u = settle(0.45, 0.5, 0);
    assert_true(u->has_lost_turn);
    sq_umpire_free(u);
}

/* Which of look-alike winks it was makes neither shot likelier than the other. */
static void a_doubt_about_names_makes_no_refused_shot_likelier(void **state) {
    (void)state;
    sq_umpire *u = settle(0.5, 0.45, 0.2);
    assert_false(u->has_lost_turn);
    sq_umpire_free(u);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(after_a_likelier_shot_that_is_refused_the_turn_is_not_known),
        cmocka_unit_test(a_doubt_about_names_makes_no_refused_shot_likelier),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

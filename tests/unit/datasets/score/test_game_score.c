/* The score of games: a perfect record is right in everything, and each fault counts as what it is. */
#include <stdlib.h>

#include "datasets/score/game_score.h"
#include "tests/fixture/scratch.h"
#include "tests/fixture/unit.h"

static const char truth_path[] = SQ_SOURCE_DIR "/datasets/game/game.truth.jsonl";

typedef struct {
    sq_game_truth truth;
    sq_game_claim claim;
    sq_game_score score;
} fixture;

/* A claim that tells the truth, in the truth's own names. */
static void claim_truth(fixture *f) {
    const sq_game_truth *g = &f->truth;
    sq_game_claim *c = &f->claim;
    c->shots = calloc((size_t)g->action_count + 2, sizeof *c->shots);
    c->rests = calloc((size_t)g->rest_count, sizeof *c->rests);
    for (int i = 0; i < g->action_count; i++) {
        const sq_true_action *e = &g->actions[i];
        if (e->kind != SQ_ACTION_SHOT) continue;
        c->shots[c->shot_count++].shot = (sq_event_shot){.t = sq_us_from_s(e->t_start),
                                                         .rest = sq_us_from_s(e->t_rest),
                                                         .colour = e->colour,
                                                         .wink = e->wink,
                                                         .potted = e->potted,
                                                         .off = e->off,
                                                         .over_known = true,
                                                         .over = e->over};
    }
    for (int i = 0; i < g->rest_count; i++) {
        const sq_position *p = &g->rests[i].position;
        sq_claimed_rest *r = &c->rests[c->rest_count++];
        r->t = fmin(g->rests[i].t0 + 0.25, g->rests[i].t1);
        r->wink_count = p->wink_count;
        for (int k = 0; k < p->wink_count; k++) {
            r->winks[k].id = p->winks[k].id;
            r->winks[k].at = p->winks[k].at;
            r->winks[k].place = p->winks[k].place;
            r->winks[k].sigma_mm = 0.1;
            r->winks[k].whole = true;
        }
    }
    assert_true(sq_game_truth_state(g, &c->state));
}

static int set_up(void **state) {
    fixture *f = *state = calloc(1, sizeof *f);
    sq_diag d;
    assert_int_equal(sq_game_truth_read(&f->truth, truth_path, &d), SQ_OK);
    claim_truth(f);
    return 0;
}

static int tear_down(void **state) {
    fixture *f = *state;
    sq_game_truth_free(&f->truth);
    sq_game_claim_free(&f->claim);
    sq_game_score_free(&f->score);
    free(f);
    return 0;
}

static void score(fixture *f) {
    sq_diag d;
    sq_game_score_free(&f->score);
    assert_int_equal(sq_game_score_make(&f->score, &f->truth, &f->claim, &d), SQ_OK);
}

static void the_truth_is_right_in_everything(void **state) {
    fixture *f = *state;
    score(f);
    const sq_game_score *s = &f->score;
    assert_int_equal(s->n.shots, 14);
    assert_int_equal(s->n.right, 14);
    assert_int_equal(s->n.held + s->n.wrong + s->n.missed + s->n.invented, 0);
    assert_int_equal(s->n.games_right, 1);
    assert_int_equal(s->n.winner_right, 1);
    assert_int_equal(s->n.points_known, 1);
    assert_int_equal(s->n.points_right, 1);
    assert_int_equal(s->n.rests, f->truth.rest_count);
    assert_true(s->n.names > 500);
    assert_int_equal(s->n.names_right, s->n.names);
    assert_int_equal(s->latency_s.count, 14);
    assert_near(sq_quantile(&s->latency_s, 0.5), 0.25, 0.1);
}

/* Makes the shot otherwise, scores, and puts it back: the fault alone is found. */
static void expect_fault(fixture *f, int shot, sq_event_shot otherwise, sq_game_fault fault) {
    sq_event_shot was = f->claim.shots[shot].shot;
    f->claim.shots[shot].shot = otherwise;
    score(f);
    assert_int_equal(f->score.n.wrong, 1);
    assert_int_equal(f->score.n.right, 13);
    assert_int_equal(f->score.n.stale, 0);
    for (unsigned k = 0; k < SQ_GAME_FAULTS; k++)
        assert_int_equal(f->score.faults[k], k == fault);
    f->claim.shots[shot].shot = was;
}

static int shot_with_squop(const fixture *f, sq_wink *over, sq_wink *under) {
    for (int i = 0; i < f->claim.shot_count; i++)
        for (*under = 0; *under < SQ_USUAL_WINKS; ++*under)
            for (*over = 0; *over < SQ_USUAL_WINKS; ++*over)
                if (f->claim.shots[i].shot.over.above[*under] & sq_wink_bit(*over)) return i;
    fail_msg("the sample game has squops");
    return -1;
}

static void each_fault_counts_as_what_it_is(void **state) {
    fixture *f = *state;
    sq_event_shot e = f->claim.shots[0].shot;
    e.colour = (sq_colour)((e.colour + 1) % SQ_USUAL_COLOURS);
    expect_fault(f, 0, e, SQ_GAME_FAULT_colour);
    e = f->claim.shots[0].shot;
    e.wink ^= 1; /* the other large one */
    expect_fault(f, 0, e, SQ_GAME_FAULT_wink);
    e = f->claim.shots[0].shot;
    e.potted = sq_wink_bit(e.wink);
    expect_fault(f, 0, e, SQ_GAME_FAULT_potted);
    e = f->claim.shots[0].shot;
    e.off = sq_wink_bit(e.wink);
    expect_fault(f, 0, e, SQ_GAME_FAULT_off);
    sq_wink over, under;
    int at = shot_with_squop(f, &over, &under);
    e = f->claim.shots[at].shot;
    e.over.above[under] = 0;
    expect_fault(f, at, e, SQ_GAME_FAULT_squops);
    e.over.above[over] = sq_wink_bit(under);
    expect_fault(f, at, e, SQ_GAME_FAULT_upside_down);
}

/* Games of six colours have winks that no truth has: such a shot is of another wink. */
static void a_wink_beyond_the_truths_is_another(void **state) {
    fixture *f = *state;
    sq_event_shot e = f->claim.shots[0].shot;
    f->claim.rests[0].winks[0].id = SQ_USUAL_WINKS + 7;
    e.wink = SQ_USUAL_WINKS + 7;
    expect_fault(f, 0, e, SQ_GAME_FAULT_wink);
}

/* A squop that was overlooked counts once. */
static void an_earlier_fault_is_stale(void **state) {
    fixture *f = *state;
    sq_wink over = 0, under = 0;
    int at = shot_with_squop(f, &over, &under), lists = 0;
    for (int i = at; i < f->claim.shot_count; i++) {
        sq_wink_set *above = &f->claim.shots[i].shot.over.above[under];
        lists += (*above & sq_wink_bit(over)) != 0;
        *above &= ~sq_wink_bit(over);
    }
    assert_true(lists > 1);
    score(f);
    assert_int_equal(f->score.n.wrong, 1);
    assert_int_equal(f->score.faults[SQ_GAME_FAULT_squops], 1);
    assert_int_equal(f->score.n.right, 13);
    assert_int_equal(f->score.n.stale, lists - 1);
}

static void held_missed_and_invented(void **state) {
    fixture *f = *state;
    f->claim.shots[2].held = true;
    f->claim.shots[3].held = true;
    f->claim.shots[3].shot.potted |= sq_wink_bit(f->claim.shots[3].shot.wink);
    f->claim.shots[5].shot.rest += 2 * SQ_US_PER_S; /* too late to be the fifth, and no other was then */
    score(f);
    assert_int_equal(f->score.n.right, 11);
    assert_int_equal(f->score.n.held, 2);
    assert_int_equal(f->score.n.held_right, 1);
    assert_int_equal(f->score.n.wrong, 0);
    assert_int_equal(f->score.n.missed, 1);
    assert_int_equal(f->score.n.invented, 1);
    assert_int_equal(f->score.judged[14].verdict, SQ_SHOT_INVENTED);
}

static void beliefs_are_counted_by_how_sure_they_were(void **state) {
    fixture *f = *state;
    for (int i = 0; i < f->claim.shot_count; i++)
        f->claim.shots[i].probability = i < 4 ? 0.97 : 1;
    f->claim.shots[3].shot.potted ^= sq_wink_bit(f->claim.shots[3].shot.wink);
    f->claim.shots[6].shot.potted ^= sq_wink_bit(f->claim.shots[6].shot.wink);
    score(f);
    assert_int_equal(f->score.belief[0].told, 10);
    assert_int_equal(f->score.belief[0].right, 9);
    assert_int_equal(f->score.belief[2].told, 4);
    assert_int_equal(f->score.belief[2].right, 3);
    sq_game_score sum = {0};
    sq_diag d;
    assert_int_equal(sq_game_score_add(&sum, &f->score, &d), SQ_OK);
    assert_int_equal(sq_game_score_add(&sum, &f->score, &d), SQ_OK);
    assert_int_equal(sum.belief[0].right, 18);
    sq_game_score_free(&sum);
}

static void swapped_names_are_not_kept(void **state) {
    fixture *f = *state;
    score(f);
    size_t whole = f->score.n.names;
    sq_claimed_rest *first = &f->claim.rests[1]; /* nothing is in the pot yet */
    sq_wink one = first->winks[0].id;
    first->winks[0].id = first->winks[1].id;
    first->winks[1].id = one;
    score(f);
    assert_int_equal(f->score.n.names, whole);
    assert_int_equal(f->score.n.names_right, whole - 2);
}

/* A name means what it is first used for: who it is of the two that were out of sight at the first rest
 * nobody has said before. */
static void names_are_paired_where_they_are_first_told(void **state) {
    fixture *f = *state;
    score(f);
    size_t whole = f->score.n.names;
    sq_wink b1 = sq_wink_from_name("b1"), b2 = sq_wink_from_name("b2");
    for (int i = 0; i < f->claim.rest_count; i++)
        for (int k = 0; k < f->claim.rests[i].wink_count; k++) {
            sq_wink *id = &f->claim.rests[i].winks[k].id;
            if (*id == b1 || *id == b2) *id = i ? (*id == b1 ? b2 : b1) : SQ_NO_WINK;
        }
    for (int i = 0; i < f->claim.shot_count; i++) {
        sq_wink *w = &f->claim.shots[i].shot.wink;
        if (*w == b1 || *w == b2) *w = *w == b1 ? b2 : b1;
    }
    score(f);
    assert_int_equal(f->score.n.names, whole - 2);
    assert_int_equal(f->score.n.names_right, whole - 2);
}

static void wrong_ends_are_noticed(void **state) {
    fixture *f = *state;
    f->claim.state.now.potted ^= sq_wink_bit(0);
    f->claim.state.now.winner = (f->claim.state.now.winner + 1) % SQ_USUAL_COLOURS;
    score(f);
    assert_int_equal(f->score.n.tiddlies_right, 3);
    assert_int_equal(f->score.n.games_right, 0);
    assert_int_equal(f->score.n.winner_right, 0);
}

/* All winks half a deviation off to the right, and of one rest five. */
static void errors_are_told_in_deviations(void **state) {
    fixture *f = *state;
    for (int i = 0; i < f->claim.rest_count; i++)
        for (int k = 0; k < f->claim.rests[i].wink_count; k++)
            f->claim.rests[i].winks[k].at.x += i ? 0.05 : 0.5;
    score(f);
    assert_true(f->score.whole_mm.count > 20 * (size_t)f->claim.rest_count);
    assert_int_equal(f->score.z_whole.count, f->score.whole_mm.count);
    assert_near(sq_quantile(&f->score.z_whole, 0.5), 0.5, 1e-9);
    assert_near(sq_quantile(&f->score.z_whole, 1), 5, 1e-9);
    assert_near(sq_quantile(&f->score.shift_mm, 0.5), 0.05, 1e-9);
    assert_near(sq_quantile(&f->score.shift_mm, 1), 0.5, 1e-9);
}

/* A record in the referee's own names, without rests: its convention pairs the names. An umpire's amend
 * answers a question, and so does a later line that says what has become certain. */
static void a_record_alone(void **state) {
    (void)state;
    const char *record = scratch("game.jsonl");
    FILE *to = fopen(record, "w");
    assert_non_null(to);
    fputs(
        "{\"event\":\"game\",\"rules\":\"etwa-2012\",\"form\":\"pairs\"}\n"
        "{\"event\":\"squidge-off\",\"mm\":{\"blue\":96,\"green\":61,\"red\":22,\"yellow\":139}}\n"
        "{\"event\":\"shot\",\"t\":21.1,\"t_rest\":22.4,\"colour\":\"red\",\"wink\":\"R2\",\"over\":[]}\n"
        "{\"event\":\"shot\",\"t\":24,\"t_rest\":25.4,\"colour\":\"yellow\",\"wink\":\"y2\",\"over\":[],"
        "\"held\":true}\n"
        "{\"event\":\"shot\",\"t\":26.8,\"t_rest\":28.1,\"colour\":\"blue\",\"wink\":\"B2\",\"over\":[],"
        "\"held\":true}\n"
        "{\"event\":\"shot\",\"t\":30,\"t_rest\":30.9,\"colour\":\"green\",\"wink\":\"G2\",\"over\":[[\"G2\","
        "\"R2\"]],"
        "\"held\":true,\"question\":3,\"probability\":0.7}\n"
        "{\"event\":\"clock\",\"t\":31,\"run\":true,\"settles\":[{\"line\":6,\"question\":3,\"probability\":"
        "0.97}]}\n"
        "{\"event\":\"amend\",\"n\":4,\"with\":{\"event\":\"shot\",\"t\":24,\"t_rest\":25.4,\"colour\":"
        "\"yellow\",\"wink\":\"Y2\",\"over\":[]}}\n",
        to);
    fclose(to);
    sq_game_score s;
    sq_diag d;
    assert_int_equal(sq_game_score_files(&s, SQ_SOURCE_DIR "/datasets/game", record, &d), SQ_OK);
    assert_int_equal(s.n.right, 3);
    assert_int_equal(s.n.held, 1);
    assert_int_equal(s.n.held_right, 1);
    assert_int_equal(s.n.missed, 10);
    assert_int_equal(s.n.winner_right, 1);
    sq_game_score_free(&s);
}

static void expect_refused(const char *truth, const char *record, const char *says) {
    sq_game_score s;
    sq_diag d;
    assert_int_not_equal(sq_game_score_files(&s, truth, record, &d), SQ_OK);
    if (!strstr(d.text, says)) fail_msg("\"%s\" does not say \"%s\"", d.text, says);
    sq_game_score_free(&s);
}

static void bad_files_are_named(void **state) {
    (void)state;
    const char *bad = scratch("bad.truth.jsonl");
    FILE *to = fopen(bad, "w");
    fputs(
        "{\"type\":\"meta\"}\n{\"type\":\"shot\",\"kind\":\"shot\",\"t_start\":1,\"t_rest\":2,\"t_clear\":2,"
        "\"colour\":\"blue\",\"wink\":\"b9\"}\n",
        to);
    fclose(to);
    expect_refused(bad, truth_path, "bad.truth.jsonl:2: \"wink\"");
    expect_refused("/nowhere/game.truth.jsonl", truth_path, "/nowhere/game.truth.jsonl: cannot be opened");
    expect_refused(truth_path, "/nowhere/game.jsonl", "/nowhere/game.jsonl: cannot be opened");
    expect_refused(truth_path, truth_path, "begins no game");
    assert_true(sq_is_game_truth(bad));
    assert_true(sq_is_game_truth(SQ_SOURCE_DIR "/datasets/game"));
    assert_false(sq_is_game_truth(SQ_SOURCE_DIR "/datasets/scenes"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_truth_is_right_in_everything, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_wink_beyond_the_truths_is_another, set_up, tear_down),
        cmocka_unit_test_setup_teardown(each_fault_counts_as_what_it_is, set_up, tear_down),
        cmocka_unit_test_setup_teardown(an_earlier_fault_is_stale, set_up, tear_down),
        cmocka_unit_test_setup_teardown(held_missed_and_invented, set_up, tear_down),
        cmocka_unit_test_setup_teardown(beliefs_are_counted_by_how_sure_they_were, set_up, tear_down),
        cmocka_unit_test_setup_teardown(swapped_names_are_not_kept, set_up, tear_down),
        cmocka_unit_test_setup_teardown(names_are_paired_where_they_are_first_told, set_up, tear_down),
        cmocka_unit_test_setup_teardown(wrong_ends_are_noticed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(errors_are_told_in_deviations, set_up, tear_down),
        cmocka_unit_test(a_record_alone),
        cmocka_unit_test(bad_files_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

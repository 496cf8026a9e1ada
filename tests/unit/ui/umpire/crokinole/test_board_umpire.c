/* The umpire of crokinole in drawn rounds, by position: what he tells for certain is so, and he tells most of
 * it. SQ_ROUNDS=400 plays so many; SQ_ROUNDS_SAY tells what was wrong. */
#include "ui/umpire/crokinole/board_umpire.h"

#include <stdlib.h>
#include <string.h>

#include "datasets/crokinole/round_score.h"
#include "rules/other/game_registry.h"
#include "rules/record.h"
#include "tests/fixture/game/seen_round.h"
#include "tests/fixture/unit.h"

enum { ROUNDS = 8, WIDTH = 1920, HEIGHT = 1080 };

typedef struct {
    const sq_drawn_round *round;
    sq_round_score score;
    int shots;
    bool asked, in_the_middle;
    sq_state last;
} listener;

static void say_wrong(const listener *l, const sq_told *told) {
    char text[SQ_STATE_LINE_MAX];
    int shot = l->shots - 1;
    sq_rulings none = {.count = 0};
    printf("shot %d (gap %.2f mm, moved %.2f mm), told with %.3f:\n", shot, l->round->gap_mm[shot],
           l->round->moved_mm[shot], told->probability);
    sq_record_write_state(text, sizeof text, 0, "played", &l->round->after[shot], &none, NULL);
    printf("  %s\n", text);
    sq_record_write_state(text, sizeof text, 0, "told", told->after, &none, NULL);
    printf("  %s\n", text);
}

static const sq_state *before(const sq_drawn_round *r, int shot) {
    return shot ? &r->after[shot - 1] : &r->begun;
}

static void score_played(listener *l, const sq_scored_shot *told, bool held) {
    bool is_played = l->shots < l->round->shots;
    sq_scored_shot played = {before(l->round, l->shots), &l->round->after[l->shots]};
    sq_round_score_shot(&l->score, is_played ? &played : NULL, told, held);
    l->shots++;
}

/* Shots of a round begun in the middle that were not told, though a later one is. Each rest takes two
 * seconds; a shot that nobody has seen come to rest is at rest when the next one begins. */
static void miss_unseen(listener *l, const sq_told *told) {
    sq_crokinole_event shot = sq_crokinole_event_of(&told->event->other);
    int at = (int)(shot.rest / SQ_US_PER_S), unseen = at % 2;
    while (l->in_the_middle && l->shots < l->round->rest[(at + unseen) / 2].shots - 1 - unseen)
        score_played(l, NULL, false);
}

static sq_code hear(void *who, const sq_told *told, sq_diag *d) {
    listener *l = who;
    (void)d;
    assert_int_not_equal(told->kind, SQ_TOLD_REFUSED);
    if (told->kind != SQ_TOLD_EVENT || told->event->kind != SQ_EVENT_OTHER ||
        told->event->other.what != SQ_CROKINOLE_SHOT)
        return SQ_OK;
    miss_unseen(l, told);
    int wrong = l->score.wrong;
    score_played(l, &(sq_scored_shot){told->before, told->after}, told->held);
    if (l->score.wrong > wrong && getenv("SQ_ROUNDS_SAY")) say_wrong(l, told);
    l->asked |= told->held;
    l->last = *told->after;
    return SQ_OK;
}

/* Rests that are not judged: the first ones, and from then on each one whose number leaves 3 if it is divided
 * by 5, because of a hand or because nothing was seen of it. */
typedef struct {
    int first;
    bool hands, nothing;
} refused_rests;

/* Of the refused rests there is no picture that can be judged. */
static void referee(listener *l, const sq_drawn_round *round, refused_rests refused, double sigma_mm,
                    uint64_t seed) {
    static sq_board_position seen;
    sq_random noise = sq_random_for(seed, "eye");
    sq_diag d;
    sq_board_umpire *u;
    l->round = round;
    l->shots = round->rest[refused.first].shots;
    l->asked = false;
    l->in_the_middle = refused.first;
    assert_int_equal(sq_board_umpire_new(&u, &round->game, hear, l, &d), SQ_OK);
    for (int i = 0; i < round->rests; i++) {
        sq_board_rest_as_seen(&seen, round, i, sigma_mm, &noise);
        if (i < refused.first || (refused.hands && i % 5 == 3)) strcpy(seen.refusal, "a hand");
        if (refused.nothing && i % 5 == 3) {
            sq_board_umpire_unseen(u);
            continue;
        }
        assert_int_equal(sq_board_umpire_look(u, &seen, 2 * i - 1, 2 * i, &d), SQ_OK);
    }
    assert_int_equal(sq_board_umpire_end(u, &d), SQ_OK);
    sq_board_umpire_free(u);
    while (l->shots < round->shots)
        score_played(l, NULL, false);
    sq_round_score_end(&l->score, &round->after[round->shots - 1], &l->last, l->asked);
}

static void rounds_by_position(void **state) {
    (void)state;
    static sq_drawn_round round;
    const char *more = getenv("SQ_ROUNDS");
    int rounds = more ? atoi(more) : ROUNDS;
    static const double sigmas[] = {0.15, 0.35, 0.7}, least[] = {0.94, 0.88, 0.8};
    for (size_t k = 0; k < sizeof sigmas / sizeof *sigmas; k++) {
        listener l = {.shots = 0};
        for (int seed = 1; seed <= rounds; seed++) {
            sq_drawn_round_make(&round, (uint64_t)seed, seed % 2, WIDTH, HEIGHT);
            int wrong = l.score.wrong;
            referee(&l, &round, (refused_rests){0}, sigmas[k], (uint64_t)seed);
            if (l.score.wrong > wrong && getenv("SQ_ROUNDS_SAY"))
                printf("seed %d, ± %.2f mm: %d wrong\n", seed, sigmas[k], l.score.wrong - wrong);
        }
        const sq_round_score *s = &l.score;
        printf("± %.2f mm: %d shots, %d right, %d asked (%d held rightly), %d wrong, %d missed, %d invented; "
               "scores of %d rounds: %d right, %d asked\n",
               sigmas[k], s->shots, s->right, s->held, s->held_right, s->wrong, s->missed, s->invented,
               s->rounds, s->scores_right, s->scores_held);
        assert_int_equal(s->missed + s->invented, 0);
        if (!more) assert_true(s->right >= least[k] * s->shots);
        assert_true(s->wrong <= 0.015 * s->shots);
    }
}

/* One rest of five is not judged: two shots of which the first may have done a part of what is seen are no
 * certainty, and after a while in which nothing was seen no shot is. */
static void rests_that_were_not_judged(void **state) {
    (void)state;
    static sq_drawn_round round;
    for (int nothing = 0; nothing < 2; nothing++) {
        listener l = {.shots = 0};
        for (uint64_t seed = 301; seed <= 300 + 2 * ROUNDS; seed++) {
            sq_drawn_round_make(&round, seed, seed % 2, WIDTH, HEIGHT);
            referee(&l, &round, (refused_rests){.hands = !nothing, .nothing = nothing}, 0.15, seed);
        }
        const sq_round_score *s = &l.score;
        printf("%s: %d shots, %d right, %d asked, %d wrong, %d missed, %d invented; scores of %d rounds: %d "
               "right, "
               "%d asked\n",
               nothing ? "nothing seen" : "hands", s->shots, s->right, s->held, s->wrong, s->missed,
               s->invented, s->rounds, s->scores_right, s->scores_held);
        assert_true(s->wrong <= 0.08 * s->shots); /* most of these follow from one that was asked and held */
        assert_true(s->right >= (nothing ? 0.4 : 0.55) * s->shots);
    }
}

/* Nobody has seen how the round began: what is told for certain of the rest is so all the same. */
static void rounds_begun_in_the_middle(void **state) {
    (void)state;
    static sq_drawn_round round;
    listener l = {.shots = 0};
    int begun = 0;
    for (int seed = 1; seed <= ROUNDS; seed++)
        for (int refused = 1; refused < 6; refused++) {
            sq_drawn_round_make(&round, (uint64_t)seed, seed % 2, WIDTH, HEIGHT);
            if (seed % 3) round.game.option[SQ_OPTION_FIRST] = 0; /* nobody says who begins */
            int before = l.score.wrong;
            referee(&l, &round, (refused_rests){.first = refused}, 0.15, (uint64_t)seed);
            begun += round.rest[refused].shots;
            if (l.score.wrong > before && getenv("SQ_ROUNDS_SAY"))
                printf("seed %d, %d refused: %d wrong\n", seed, refused, l.score.wrong - before);
        }
    const sq_round_score *s = &l.score;
    printf("begun in the middle: %d shots, %d right, %d asked (%d held rightly), %d wrong, %d missed, %d "
           "invented; scores of %d rounds: %d right, %d asked\n",
           s->shots, s->right, s->held, s->held_right, s->wrong, s->missed, s->invented, s->rounds,
           s->scores_right, s->scores_held);
    assert_true(begun > 0);
    assert_true(s->right >= 0.8 * s->shots);
    assert_int_equal(s->wrong, 0);
}

/* ---- By hand ---- */

static sq_board_disc_seen disc_at(sq_board_side side, sq_mm at, sq_board_region region) {
    sq_board_disc_seen d = {
        .side = side, .side_sure = 1, .at = at, .sigma_mm = 0.2, .own_sigma_mm = 0.2, .region = region};
    d.probability[region] = 1;
    return d;
}

typedef struct {
    int shots, held, asked;
} count;

static sq_code count_told(void *who, const sq_told *told, sq_diag *d) {
    count *n = who;
    (void)d;
    n->asked += told->kind == SQ_TOLD_QUESTION;
    bool shot = told->kind == SQ_TOLD_EVENT && told->event->kind == SQ_EVENT_OTHER &&
                told->event->other.what == SQ_CROKINOLE_SHOT;
    n->shots += shot;
    n->held += shot && told->held;
    return SQ_OK;
}

/* Dark's shot strikes nothing, so its disc is to be taken off; but the game goes on around it, shot by shot.
 * What is told then can be no more certain than the ruling that nobody follows. */
static void a_disc_that_nobody_takes_off_leaves_doubt(void **state) {
    (void)state;
    static const sq_mm at[] = {{60, 0}, {-250, 0}, {0, 60}, {0, -250}, {-45, -45}};
    static sq_board_position seen;
    sq_drawn_round round;
    sq_board_umpire *u;
    sq_diag d;
    count n = {.shots = 0};
    sq_drawn_round_make(&round, 1, 0, WIDTH, HEIGHT);
    round.game.option[SQ_OPTION_FIRST] = 5 + SQ_LIGHT;
    assert_int_equal(sq_board_umpire_new(&u, &round.game, count_told, &n, &d), SQ_OK);
    for (int rest = 0; rest <= 5; rest++) {
        seen = (sq_board_position){.disc_radius_mm = 16, .count = rest};
        for (int i = 0; i < rest; i++)
            seen.disc[i] = disc_at(i % 2 ? SQ_DARK : SQ_LIGHT, at[i], i % 2 ? SQ_REGION_5 : SQ_REGION_15);
        assert_int_equal(sq_board_umpire_look(u, &seen, 2 * rest - 1, 2 * rest, &d), SQ_OK);
        if (rest == 2) assert_int_equal(n.held, 0);
    }
    assert_int_equal(sq_board_umpire_end(u, &d), SQ_OK);
    sq_board_umpire_free(u);
    assert_int_equal(n.shots, 5);
    assert_int_equal(n.held, 3); /* all that were told after it */
}

/* Light's third disc strikes its first one, and dark's disc so softly that nobody sees it move: the shot is
 * told as not valid. But nobody takes the two off, and the game goes on with them: the position is put right,
 * and what follows is told for certain again. */
static void a_ruling_that_nobody_follows_is_put_right(void **state) {
    (void)state;
    enum { DISCS = 7 };
    static const sq_mm none = {900, 900};
    const sq_mm lies[][DISCS] = {
        {{60, 0}, none, none, none, none, none, none},
        {{40, 50}, {-60, -40}, none, none, none, none, none},
        {{150, 50}, {-60, -40}, {120, -90}, none, none, none, none},
        {{180, 80}, {-60, -40}, {120, -90}, {150, -10}, none, none, none},
        {{180, 80}, {-60, -40}, {120, -90}, {170, -60}, {-10, 150}, none, none},
        {{180, 80}, {-60, -40}, {90, -130}, {170, -60}, {-10, 150}, {-150, 0}, none},
        {{180, 80}, {-60, -40}, {90, -130}, {170, -60}, {-10, 150}, {-170, 30}, {-150, -90}}};
    static sq_board_position seen;
    sq_drawn_round round;
    sq_board_umpire *u;
    sq_diag d;
    count n = {.shots = 0};
    int held = 0;
    sq_drawn_round_make(&round, 1, 0, WIDTH, HEIGHT);
    round.game.option[SQ_OPTION_FIRST] = 5 + SQ_LIGHT;
    assert_int_equal(sq_board_umpire_new(&u, &round.game, count_told, &n, &d), SQ_OK);
    for (int rest = 0; rest <= DISCS; rest++) {
        seen = (sq_board_position){.disc_radius_mm = 16};
        held = n.held;
        for (int i = 0; i < rest; i++) {
            sq_mm at = lies[rest - 1][i];
            bool inner = hypot(at.x, at.y) < 80;
            seen.disc[seen.count++] =
                disc_at(i % 2 ? SQ_DARK : SQ_LIGHT, at, inner ? SQ_REGION_15 : SQ_REGION_10);
        }
        assert_int_equal(sq_board_umpire_look(u, &seen, 2 * rest - 1, 2 * rest, &d), SQ_OK);
    }
    assert_int_equal(sq_board_umpire_end(u, &d), SQ_OK);
    sq_crokinole c = sq_crokinole_of(sq_board_umpire_state(u));
    sq_board_umpire_free(u);
    assert_int_equal(n.shots, DISCS);
    assert_int_equal(n.held, held); /* the last shot is certain */
    assert_int_equal(__builtin_popcount(sq_board_discs_in_play(&c.now)), DISCS);
}

/* ---- What is doubted, and what is asked ---- */

typedef struct {
    int events, shots, refused, waits, passed_over;
    sq_told_reading reading[SQ_TOLD_READINGS]; /* of the last question */
    int readings, asked, held;
    int ended; /* the last question that was answered or held */
} heard;

static sq_code keep_told(void *who, const sq_told *told, sq_diag *d) {
    heard *h = who;
    (void)d;
    h->refused += told->kind == SQ_TOLD_REFUSED;
    h->waits += told->kind == SQ_TOLD_WAIT;
    h->passed_over += told->kind == SQ_TOLD_PASSED_OVER && told->question;
    h->held += told->held;
    h->events += told->kind == SQ_TOLD_EVENT;
    h->shots += told->kind == SQ_TOLD_EVENT && told->event->kind == SQ_EVENT_OTHER &&
                told->event->other.what == SQ_CROKINOLE_SHOT;
    if (told->kind != SQ_TOLD_QUESTION && told->question) h->ended = told->question;
    if (told->kind != SQ_TOLD_QUESTION) return SQ_OK;
    h->asked = told->question;
    h->readings = told->readings;
    memcpy(h->reading, told->reading, (size_t)told->readings * sizeof *told->reading);
    return SQ_OK;
}

static sq_board_umpire *umpire_of(int first, heard *h) {
    static sq_drawn_round round;
    sq_board_umpire *u;
    sq_diag d;
    sq_drawn_round_make(&round, 1, 0, WIDTH, HEIGHT);
    round.game.option[SQ_OPTION_FIRST] = first;
    *h = (heard){0};
    assert_int_equal(sq_board_umpire_new(&u, &round.game, keep_told, h, &d), SQ_OK);
    return u;
}

/* So many discs of each side lie in the 10 ring, by turns, each a place further on. */
static void lie_in_a_ring(sq_board_umpire *u, int rest, int light, int dark) {
    static sq_board_position seen;
    sq_diag d;
    seen = (sq_board_position){.disc_radius_mm = 16, .tones = {.known = 2, .seen = {true, true}}};
    for (int i = 0; i < 8; i++)
        for (int side = 0; side < SQ_BOARD_SIDES; side++) {
            double a = M_PI * (2 * i + side) / 8;
            if (i >= (side == SQ_LIGHT ? light : dark)) continue;
            sq_board_disc_seen *disc = &seen.disc[seen.count++];
            *disc = disc_at((sq_board_side)side, (sq_mm){150 * cos(a), 150 * sin(a)}, SQ_REGION_10);
            disc->sure = true;
        }
    assert_int_equal(sq_board_umpire_look(u, &seen, 2 * rest - 1, 2 * rest, &d), SQ_OK);
}

/* It was said that light begins, but dark's disc comes first: that dark began is asked, however likely it is.
 */
static void that_the_others_began_is_asked(void **state) {
    (void)state;
    heard h;
    sq_board_umpire *u = umpire_of(5 + SQ_LIGHT, &h);
    lie_in_a_ring(u, 0, 0, 0);
    lie_in_a_ring(u, 1, 0, 1);
    assert_int_equal(h.asked, 1);
    const sq_event *first = &h.reading[0].event[0];
    assert_int_equal(h.reading[0].events, 2);
    assert_int_equal(first->other.what, SQ_CROKINOLE_SET);
    assert_int_equal(sq_crokinole_event_of(&first->other).colour, SQ_DARK);
    assert_int_equal(h.shots, 0);
    sq_board_umpire_free(u);
}

/* A round that is over can be counted though nobody knows who began it: that is asked, with both answers. */
static void a_board_with_all_discs_needs_no_beginner(void **state) {
    (void)state;
    heard h;
    sq_board_umpire *u = umpire_of(0, &h);
    lie_in_a_ring(u, 0, 8, 8);
    assert_int_equal(h.refused, 0);
    assert_int_equal(h.asked, 1);
    assert_int_equal(h.readings, 2);
    sq_crokinole c = sq_crokinole_of(sq_board_umpire_state(u));
    assert_int_equal(c.now.score[0][SQ_LIGHT], 80);
    assert_int_equal(c.now.score[0][SQ_DARK], 80);
    sq_board_umpire_free(u);
}

/* What is held has been asked, with the other answer. */
static void who_begins_by_the_first_disc_is_asked(void **state) {
    (void)state;
    heard h;
    sq_board_umpire *u = umpire_of(0, &h);
    lie_in_a_ring(u, 0, 0, 0);
    lie_in_a_ring(u, 1, 0, 1);
    assert_int_equal(h.held, 1);
    assert_int_equal(h.asked, 1);
    assert_int_equal(h.readings, 2);
    assert_int_equal(h.reading[0].event[0].other.what, SQ_CROKINOLE_START);
    assert_int_equal(h.reading[1].event[0].other.what, SQ_CROKINOLE_START);
    sq_board_umpire_free(u);
}

/* Each question is told to be answered, or held: also where nothing was played. */
static void each_question_has_an_end(void **state) {
    (void)state;
    static sq_drawn_round round;
    static sq_board_position seen;
    heard h = {0};
    sq_board_umpire *u;
    sq_diag d;
    for (uint64_t seed = 1; seed <= 4; seed++) {
        sq_random noise = sq_random_for(seed, "eye");
        sq_drawn_round_make(&round, seed, false, WIDTH, HEIGHT);
        h.asked = h.ended = 0;
        assert_int_equal(sq_board_umpire_new(&u, &round.game, keep_told, &h, &d), SQ_OK);
        for (int i = 0; i < round.rests; i++) {
            sq_board_rest_as_seen(&seen, &round, i, 0.7, &noise);
            if (i % 3 == 2 && seen.count) seen.count--; /* one is overlooked */
            assert_int_equal(sq_board_umpire_look(u, &seen, 2 * i - 1, 2 * i, &d), SQ_OK);
            assert_true(h.ended >= h.asked - 1);
        }
        assert_int_equal(sq_board_umpire_end(u, &d), SQ_OK);
        assert_int_equal(h.ended, h.asked);
        sq_board_umpire_free(u);
    }
    assert_true(h.passed_over > 0);
}

/* One rest shows another board, as where a picture of it has come between: no shot is made of it. */
static void discs_that_nothing_explains_are_no_shots(void **state) {
    (void)state;
    heard h;
    sq_board_umpire *u = umpire_of(5 + SQ_LIGHT, &h);
    lie_in_a_ring(u, 0, 0, 0);
    lie_in_a_ring(u, 1, 1, 0);
    int shots = h.shots;
    lie_in_a_ring(u, 2, 5, 4);
    assert_int_equal(h.waits, 1);
    lie_in_a_ring(u, 3, 1, 0);
    assert_int_equal(h.shots, shots);
    sq_board_umpire_free(u);
}

/* They are still there at the next rest: shots were missed, and the position is set as it lies, with the turn
 * of who has played less. */
static void where_shots_were_missed_the_position_is_taken_up_anew(void **state) {
    (void)state;
    heard h;
    sq_board_umpire *u = umpire_of(5 + SQ_LIGHT, &h);
    lie_in_a_ring(u, 0, 0, 0);
    lie_in_a_ring(u, 1, 1, 0);
    int shots = h.shots;
    lie_in_a_ring(u, 2, 5, 4);
    lie_in_a_ring(u, 3, 5, 4);
    assert_int_equal(h.shots, shots);
    assert_int_equal(h.held, 1);
    assert_int_equal(h.reading[0].event[0].other.what, SQ_CROKINOLE_SET);
    sq_crokinole c = sq_crokinole_of(sq_board_umpire_state(u));
    assert_int_equal(__builtin_popcount(sq_board_discs_in_play(&c.now)), 9);
    assert_int_equal(sq_crokinole_side(&c, (sq_board_seat)c.now.due), SQ_DARK);
    sq_board_umpire_free(u);
}

/* Its middle would be carried by nothing: such a disc tips, and falls into the hole. */
static void no_disc_lies_still_over_the_hole(void **state) {
    (void)state;
    static sq_drawn_round round;
    int near = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        sq_drawn_round_make(&round, seed, false, WIDTH, HEIGHT);
        double hole = round.board.hole_mm, radius = round.board.disc_radius_mm;
        for (int i = 0; i < round.rests; i++)
            for (int k = 0; k < round.rest[i].discs; k++) {
                const sq_drawn_disc *disc = &round.rest[i].disc_at[k];
                double from2 = disc->at.x * disc->at.x + disc->at.y * disc->at.y;
                near += from2 < hole * hole;
                if (!(disc->z < 0)) assert_true(from2 >= hole * hole - radius * radius);
            }
    }
    assert_true(near > 50);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rounds_by_position),
        cmocka_unit_test(rests_that_were_not_judged),
        cmocka_unit_test(rounds_begun_in_the_middle),
        cmocka_unit_test(a_disc_that_nobody_takes_off_leaves_doubt),
        cmocka_unit_test(a_ruling_that_nobody_follows_is_put_right),
        cmocka_unit_test(that_the_others_began_is_asked),
        cmocka_unit_test(a_board_with_all_discs_needs_no_beginner),
        cmocka_unit_test(who_begins_by_the_first_disc_is_asked),
        cmocka_unit_test(each_question_has_an_end),
        cmocka_unit_test(discs_that_nothing_explains_are_no_shots),
        cmocka_unit_test(where_shots_were_missed_the_position_is_taken_up_anew),
        cmocka_unit_test(no_disc_lies_still_over_the_hole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

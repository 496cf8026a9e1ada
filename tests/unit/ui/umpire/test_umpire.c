/* The umpire: from rests to the record, with the rules at work. By hand, then the filmed game from its true
 * rests. */
#include "ui/umpire/umpire.h"

#include "rules/record.h"
#include "tests/fixture/game_truth.h"
#include "tests/fixture/hand_made.h"
#include "tests/fixture/unit.h"
#include "ui/words/rules_words.h"

#define W(name) sq_wink_from_name(name)
#define BIT(name) sq_wink_bit(W(name))

/* What was said, in order. */
enum { HEARD = 128 };
static struct {
    sq_said_kind kind;
    sq_event event;
    bool held;
    int n;
    sq_wink_set missing; /* by the doubts */
} heard[HEARD];
static int count;
static sq_code answer; /* what hearing returns */

static sq_code hear(void *who, const sq_said *said, sq_diag *d) {
    (void)who, (void)d;
    assert_true(count < HEARD);
    heard[count].kind = said->kind;
    heard[count].held = said->held;
    heard[count].n = said->n;
    heard[count].missing = 0;
    if (said->event) heard[count].event = *said->event;
    for (int i = 0; said->play && i < said->play->doubt_count; i++)
        if (said->play->doubt[i].kind == SQ_DOUBT_MISSING)
            heard[count].missing |= sq_wink_bit(said->play->doubt[i].wink);
    count++;
    char words[SQ_EVENT_WORDS_MAX] = "", text[SQ_RULING_TEXT_MAX];
    if (said->event) sq_event_words(words, said->event, NULL, said->before, said->after);
    print_message("  %6.2f %d%s %s\n", said->t, said->kind, said->held ? " HELD" : "", words);
    for (int i = 0; said->rulings && said->rulings->refused && i < said->rulings->count; i++)
        print_message("         %s\n", sq_refusal_text(&said->rulings->list[i], text));
    return answer;
}

static sq_umpire *umpire_from(const sq_start_position *from) {
    sq_umpire *u;
    sq_diag d;
    sq_umpire_settings settings = {.game = {.form = SQ_FORM_PAIRS}, .from = from, .hear = hear};
    count = 0;
    answer = SQ_OK;
    assert_int_equal(sq_umpire_new(&u, &settings, &d), SQ_OK);
    return u;
}

static sq_umpire *new_umpire(void) {
    return umpire_from(NULL);
}

static double at; /* the time of the last look */

/* One look at p, shaken; the last of its rest. */
static void look(sq_umpire *u, const sq_position *p) {
    sq_position q = *p;
    sq_diag d;
    bool again;
    hand_made_shake(&q, 0.1);
    at += 3;
    q.t = at;
    assert_int_equal(sq_umpire_look(u, &q, at - 1, at - 0.1, true, &again, &d), SQ_OK);
    assert_false(again);
}

static void assert_last(sq_said_kind kind) {
    assert_true(count > 0);
    if (heard[count - 1].kind != kind) fail_msg("heard %d, not %d", heard[count - 1].kind, kind);
}

static const sq_event_shot *assert_shot(sq_colour colour, bool held) {
    assert_last(SQ_SAID_EVENT);
    assert_int_equal(heard[count - 1].event.kind, SQ_EVENT_SHOT);
    assert_int_equal(heard[count - 1].held, held);
    assert_int_equal(heard[count - 1].event.shot.colour, colour);
    return &heard[count - 1].event.shot;
}

static void put(sq_position *p, const char *name, double x, double y) {
    hand_made_put(p, W(name), W(name), x, y, SQ_PLACE_MAT);
}

/* Squidge-off won by red, winks carried back, red to play. p becomes the start again. */
static sq_umpire *after_squidge_off(sq_position *p) {
    static const char *const winks[] = {"B1", "G1", "R1", "Y1"};
    sq_umpire *u = new_umpire();
    *p = hand_made_start();
    look(u, p);
    for (int c = 0; c < SQ_COLOURS; c++) {
        put(p, winks[c], c < 2 ? 200 + 20 * c : -100 - 40 * c, c < 2 ? 90 : -40);
        look(u, p);
    }
    sq_position start = hand_made_start();
    for (int c = 0; c < SQ_COLOURS; c++) {
        p->winks[W(winks[c])] = start.winks[W(winks[c])];
        look(u, p);
        assert_last(SQ_SAID_BY_HAND);
    }
    assert_int_equal(sq_umpire_state(u)->now.turn, SQ_RED);
    return u;
}

static void the_game_begins_with_the_squidge_off(void **state) {
    (void)state;
    sq_position p;
    sq_umpire *u = after_squidge_off(&p);
    assert_int_equal(heard[0].kind, SQ_SAID_EVENT);
    assert_int_equal(heard[0].event.kind, SQ_EVENT_GAME);
    assert_int_equal(heard[0].n, 1);
    for (int i = 1; i < 4; i++)
        assert_int_equal(heard[i].kind, SQ_SAID_SQUIDGED);
    assert_int_equal(heard[4].event.kind, SQ_EVENT_SQUIDGE_OFF);
    assert_int_equal(heard[4].n, 2);
    put(&p, "r1", 100, 100);
    look(u, &p);
    assert_shot(SQ_RED, false);
    assert_int_equal(heard[count - 1].n, 3);
    assert_int_equal(sq_umpire_state(u)->now.turn, SQ_YELLOW);
    assert_int_equal(sq_umpire_questions(u), 0);
    sq_umpire_free(u);
}

/* Then r1 is nowhere to be seen: p is the mat with it, q the one without. */
static sq_umpire *after_r1_vanished(sq_position *p, sq_position *q) {
    sq_umpire *u = after_squidge_off(p);
    *q = *p;
    hand_made_lose(q, W("r1"));
    look(u, q);
    assert_last(SQ_SAID_QUESTION);
    return u;
}

static void a_wink_that_vanished_is_settled_when_it_is_put_back(void **state) {
    (void)state;
    sq_position p, q;
    sq_umpire *u = after_r1_vanished(&p, &q);
    assert_int_equal(__builtin_popcount(heard[count - 1].missing), 1);
    int asked = count;
    look(u, &q); /* is not asked twice */
    assert_int_equal(count, asked);
    put(&p, "r1", 300, 435.2);
    look(u, &p);
    const sq_event_shot *e = assert_shot(SQ_RED, false);
    assert_int_equal(__builtin_popcount(e->off), 1);
    assert_true(e->off & sq_wink_bit(e->wink));
    assert_int_equal(sq_umpire_questions(u), 0);
    sq_umpire_free(u);
}

/* It came to rest where the eye did not see it at first: it was not sent off, since hands put what was near
 * the boundary. */
static void a_wink_that_vanished_and_is_found_amid_the_mat_was_not_off(void **state) {
    (void)state;
    sq_position p, q;
    sq_umpire *u = after_r1_vanished(&p, &q);
    put(&p, "r1", 300, 200);
    look(u, &p);
    put(&p, "y1", -200, -100);
    look(u, &p);
    assert_shot(SQ_YELLOW, false);
    const sq_event_shot *e = &heard[count - 2].event.shot;
    assert_int_equal(heard[count - 2].event.kind, SQ_EVENT_SHOT);
    assert_int_equal(e->colour, SQ_RED);
    assert_int_equal(e->off | e->potted, 0);
    sq_umpire_free(u);
}

/* Overlooked where it came to rest, held as such, and seen again while others play on: that is no shot. */
static void a_wink_that_is_found_is_not_played(void **state) {
    (void)state;
    sq_position p, q;
    sq_umpire *u = after_squidge_off(&p);
    static const char *const others[] = {"y1", "b1", "g1"};
    hand_made_lose(&p, W("r1"));
    look(u, &p);
    p = hand_made_start();
    for (int i = 0; i < 3; i++) {
        put(&p, others[i], -200 - 50 * i, 100);
        q = p;
        if (i == 2)
            put(&q, "r1", 250, -150);
        else
            hand_made_lose(&q, W("r1"));
        look(u, &q);
    }
    assert_shot(SQ_GREEN, false);
    assert_int_equal(heard[count - 2].event.shot.colour, SQ_BLUE);
    int told = count;
    look(u, &q);
    assert_int_equal(count, told);
    sq_umpire_free(u);
}

/* Something lies beside the winks from the start on, a phone, or a lamp's mirror image. */
static void what_hides_nothing_does_not_keep_a_game_from_beginning(void **state) {
    (void)state;
    sq_position p = hand_made_start();
    sq_umpire *u = new_umpire();
    p.regions[p.region_count++] = (sq_region){.at = {300, 100}, .radius_mm = 80};
    look(u, &p);
    assert_last(SQ_SAID_EVENT);
    assert_int_equal(heard[count - 1].event.kind, SQ_EVENT_GAME);
    sq_umpire_free(u);
}

/* Red's wink vanished, and yellow plays: had it been potted red would have played again, had nothing been
 * played red would still be due. It went off and nobody has put it back, or it is overlooked: a question. */
static void how_the_game_goes_on_narrows_a_question(void **state) {
    (void)state;
    sq_position p;
    sq_umpire *u = after_squidge_off(&p);
    sq_position q = p;
    put(&q, "y1", -200, -100);
    hand_made_lose(&p, W("r1"));
    look(u, &p);
    assert_last(SQ_SAID_QUESTION);
    hand_made_lose(&q, W("r1"));
    look(u, &q);
    assert_shot(SQ_YELLOW, false);
    assert_int_equal(heard[count - 2].event.shot.colour, SQ_RED);
    assert_true(heard[count - 2].held);
    assert_int_equal(heard[count - 2].event.shot.potted, 0);
    assert_int_equal(sq_umpire_questions(u), 1);
    sq_umpire_free(u);
}

/* The same, but red plays again: it has potted. */
static void who_plays_again_has_potted(void **state) {
    (void)state;
    sq_position p;
    sq_umpire *u = after_squidge_off(&p);
    put(&p, "r1", 100, 100);
    look(u, &p);
    static const char *const others[] = {"y1", "b1", "g1"};
    for (int i = 0; i < 3; i++) {
        put(&p, others[i], -200 - 50 * i, 100);
        look(u, &p);
    }
    sq_position q = p;
    hand_made_lose(&q, W("r1"));
    look(u, &q);
    assert_last(SQ_SAID_QUESTION);
    put(&p, "r2", -100, -100);
    hand_made_lose(&p, W("r1"));
    look(u, &p);
    assert_shot(SQ_RED, false);
    assert_int_equal(__builtin_popcount(heard[count - 2].event.shot.potted), 1);
    sq_umpire_free(u);
}

static void a_question_is_held_when_the_game_goes_on(void **state) {
    (void)state;
    sq_position p;
    sq_umpire *u = after_squidge_off(&p);
    put(&p, "r1", 100, 100);
    look(u, &p);
    put(&p, "y1", 115.9, 100);
    hand_made_squop(&p, W("y1"), W("r1"), 0.6);
    look(u, &p);
    assert_last(SQ_SAID_QUESTION);
    put(&p, "b1", -200, -100);
    look(u, &p);
    assert_shot(SQ_BLUE, false);
    assert_int_equal(heard[count - 2].kind, SQ_SAID_EVENT);
    assert_true(heard[count - 2].held);
    assert_int_equal(heard[count - 2].event.shot.colour, SQ_YELLOW);
    assert_int_equal(sq_umpire_questions(u), 1);
    sq_umpire_free(u);
}

static void a_question_at_the_end_is_held(void **state) {
    (void)state;
    sq_position p;
    sq_diag d;
    sq_umpire *u = after_squidge_off(&p);
    hand_made_lose(&p, W("r1"));
    look(u, &p);
    assert_int_equal(sq_umpire_end(u, &d), SQ_OK);
    assert_shot(SQ_RED, true);
    assert_int_equal(sq_umpire_end(u, &d), SQ_OK); /* and once only */
    assert_int_equal(sq_umpire_questions(u), 1);
    sq_umpire_free(u);
}

static void a_slip_of_the_eye_asks_for_another_look(void **state) {
    (void)state;
    sq_position p, q;
    sq_diag d;
    bool again;
    sq_umpire *u = after_squidge_off(&p);
    int said = count;
    q = p;
    hand_made_lose(&q, W("r1"));
    assert_int_equal(sq_umpire_look(u, &q, at + 1, at + 2, false, &again, &d), SQ_OK);
    assert_true(again);
    assert_int_equal(count, said);
    assert_int_equal(sq_umpire_look(u, &p, at + 1, at + 2, true, &again, &d), SQ_OK);
    assert_false(again);
    assert_int_equal(count, said); /* nothing happened, and nothing is said */
    sq_umpire_free(u);
}

static void a_hand_is_waited_for_once(void **state) {
    (void)state;
    sq_position p, q;
    sq_umpire *u = after_squidge_off(&p);
    put(&p, "r1", 100, 100);
    q = p;
    hand_made_lose(&q, W("y2"));
    q.regions[q.region_count++] = (sq_region){p.winks[W("y2")].at, 40};
    look(u, &q);
    assert_last(SQ_SAID_WAIT);
    int said = count;
    q.regions[0].at.y += 60; /* it moves, and covers the wink still */
    q.regions[0].radius_mm = 80;
    look(u, &q);
    assert_int_equal(count, said);
    look(u, &p);
    assert_shot(SQ_RED, false);
    sq_umpire_free(u);
}

/* The question waits with the hand; what is played then is told when the hand has gone. */
static void a_hand_over_an_open_question_is_waited_for(void **state) {
    (void)state;
    sq_position p, q;
    sq_umpire *u = after_squidge_off(&p);
    put(&p, "r1", 100, 100);
    look(u, &p);
    put(&p, "y1", 115.9, 100);
    hand_made_squop(&p, W("y1"), W("r1"), 0.6);
    look(u, &p);
    assert_last(SQ_SAID_QUESTION);
    q = p;
    put(&q, "b1", -200, -100);
    hand_made_lose(&q, W("g2"));
    q.regions[q.region_count++] = (sq_region){p.winks[W("g2")].at, 12}; /* over g2 alone */
    look(u, &q);
    assert_last(SQ_SAID_WAIT);
    put(&p, "b1", -200, -100);
    put(&p, "g1", 260, -100);
    hand_made_lose(&p, W("g2"));
    p.regions[p.region_count++] = q.regions[0];
    look(u, &p); /* it lies there for good */
    assert_shot(SQ_GREEN, false);
    int shots = 0;
    for (int i = 0; i < count; i++)
        shots += heard[i].kind == SQ_SAID_EVENT && heard[i].event.kind == SQ_EVENT_SHOT;
    assert_int_equal(shots, 4);
    sq_umpire_free(u);
}

/* A phone on the mat, or a pile that the eye cannot make out: the game goes on beside it, and what it hides
 * is where it was. */
static void what_lies_over_winks_for_good_is_not_waited_for(void **state) {
    (void)state;
    sq_position p;
    sq_umpire *u = after_squidge_off(&p);
    static const char *const winks[] = {"r1", "y1", "b1"};
    put(&p, "g4", 120, 100);
    look(u, &p); /* out of turn: held or not, it lies there */
    sq_wink hidden = W("g4");
    hand_made_lose(&p, hidden);
    p.regions[p.region_count++] = (sq_region){{120, 100}, 40};
    for (int i = 0; i < 3; i++) {
        int index = W(winks[i]) - (W(winks[i]) > hidden);
        hand_made_put(&p, index, W(winks[i]), -200 - 50 * i, -60, SQ_PLACE_MAT);
        p.regions[0].at.x += 3; /* as the eye sees it */
        look(u, &p);
        if (i == 0) assert_last(SQ_SAID_WAIT);
    }
    int shots = 0;
    for (int i = 0; i < count; i++)
        shots += heard[i].kind == SQ_SAID_EVENT && heard[i].event.kind == SQ_EVENT_SHOT;
    assert_int_equal(shots, 4);
    assert_shot(SQ_BLUE, false);
    sq_umpire_free(u);
}

/* A potted wink of the squidge-off that the eye does not see in there is carried back: that was a squidge-off
 * all the same. */
static void a_wink_that_is_squidged_out_of_sight_and_carried_back(void **state) {
    (void)state;
    sq_position p = hand_made_start(), q;
    sq_umpire *u = new_umpire();
    look(u, &p);
    put(&p, "g1", 200, 90);
    look(u, &p);
    put(&p, "r1", -150, 90);
    look(u, &p);
    put(&p, "y1", -150, -120);
    look(u, &p);
    q = p;
    hand_made_lose(&q, W("b1"));
    look(u, &q);
    assert_last(SQ_SAID_QUESTION);
    p.winks[W("b1")].at.x += p.winks[W("b1")].at.x < 0 ? 4 : -4;
    look(u, &p);
    assert_last(SQ_SAID_BY_HAND);
    assert_int_equal(heard[count - 2].event.kind, SQ_EVENT_SQUIDGE_OFF);
    assert_int_equal(heard[count - 2].event.squidge_off.where[SQ_BLUE], SQ_SQUIDGED_POT);
    assert_int_equal(sq_umpire_state(u)->now.turn, SQ_BLUE);
    sq_umpire_free(u);
}

/* Nobody saw where it went, and its side plays no more: then it lies at the boundary, and was off. */
static void a_wink_that_is_found_at_the_boundary_was_off(void **state) {
    (void)state;
    sq_position p, q;
    sq_umpire *u = after_r1_vanished(&p, &q);
    put(&p, "r1", 300, 435.2 - 8 + SQ_SMALL_MM / 2);
    look(u, &p);
    put(&p, "y1", -200, -100);
    look(u, &p);
    assert_shot(SQ_YELLOW, false);
    assert_int_equal(heard[count - 2].event.kind, SQ_EVENT_SHOT);
    assert_int_equal(heard[count - 2].held, false);
    assert_int_equal(__builtin_popcount(heard[count - 2].event.shot.off), 1);
    sq_umpire_free(u);
}

static void a_pass_is_asked_for_and_held(void **state) {
    (void)state;
    sq_position p;
    sq_umpire *u = after_squidge_off(&p);
    put(&p, "y1", -200, -100); /* red is due */
    look(u, &p);
    assert_last(SQ_SAID_QUESTION);
    put(&p, "b1", 150, 160);
    look(u, &p);
    assert_shot(SQ_BLUE, false);
    assert_int_equal(heard[count - 3].event.kind, SQ_EVENT_PASS);
    assert_true(heard[count - 3].held);
    assert_int_equal(heard[count - 2].event.shot.colour, SQ_YELLOW);
    assert_true(heard[count - 2].held);
    sq_umpire_free(u);
}

/* What the record has as a foul the players have not seen: the one who plays on is in turn. */
static void who_plays_on_under_a_foul_is_in_turn(void **state) {
    (void)state;
    sq_position p;
    sq_umpire *u = after_squidge_off(&p);
    put(&p, "r1", 100, 100);
    look(u, &p);
    put(&p, "g1", -200, 100);
    look(u, &p);
    put(&p, "g2", -300, -100);
    look(u, &p);
    put(&p, "r2", 300, -50);
    look(u, &p);
    assert_shot(SQ_RED, false);
    assert_int_equal(heard[count - 2].event.shot.colour, SQ_GREEN);
    assert_true(heard[count - 2].held);
    assert_int_equal(heard[count - 3].event.kind, SQ_EVENT_SET);
    assert_int_equal(sq_umpire_state(u)->now.turn, SQ_YELLOW);
    sq_umpire_free(u);
}

static void a_mat_in_mid_game_is_taken_as_it_lies(void **state) {
    (void)state;
    sq_umpire *u = new_umpire();
    sq_position p = hand_made_start();
    put(&p, "B1", 100, 50);
    put(&p, "b1", 200, 50);
    put(&p, "G1", 208, 55);
    put(&p, "g1", -208, 55);
    hand_made_put(&p, W("r1"), W("r1"), 3, 3, SQ_PLACE_POT);
    hand_made_squop(&p, W("G1"), W("b1"), 0.98);
    look(u, &p);
    assert_last(SQ_SAID_EVENT);
    look(u, &p);
    assert_int_equal(count, 1);
    put(&p, "y1", -200, -100);
    look(u, &p);
    assert_shot(SQ_YELLOW, false);
    assert_int_equal(heard[1].event.kind, SQ_EVENT_SET);
    assert_int_equal(heard[1].event.set.turn, SQ_YELLOW);
    const sq_state *s = sq_umpire_state(u);
    assert_int_equal(s->now.turn, SQ_BLUE);
    assert_int_equal(__builtin_popcount(s->now.potted), 1);
    assert_int_equal(sq_state_tiddlies(s, SQ_BLUE), 1);
    assert_int_equal(sq_state_tiddlies(s, SQ_GREEN), 2);
    assert_int_equal(sq_state_tiddlies(s, SQ_RED), 3);
    assert_int_equal(sq_state_tiddlies(s, SQ_YELLOW), 1);
    sq_umpire_free(u);
}

/* As before, but somebody has told the names, the turn and the time; the names are not those that go by
 * angle. */
static void a_mat_in_mid_game_is_taken_as_told(void **state) {
    (void)state;
    static sq_start_position told;
    told = (sq_start_position){.position = hand_made_start(), .has_set = true};
    sq_position p = told.position;
    for (sq_wink w = 0; w < SQ_WINKS; w++)
        told.position.winks[w].id = w;
    put(&p, "B1", 100, 50);
    put(&p, "g1", 100, 58);
    hand_made_squop(&p, W("g1"), W("B1"), 0.98);
    told.position.winks[W("B1")].at = p.winks[W("B1")].at;
    told.position.winks[W("g1")].at = p.winks[W("g1")].at;
    told.set = (sq_event_set){.named = SQ_SET_TURN | SQ_SET_SQUIDGE_OFF | SQ_SET_ELAPSED,
                              .turn = SQ_RED,
                              .squidge_off = SQ_GREEN,
                              .elapsed = 300 * SQ_US_PER_S};
    sq_umpire *u = umpire_from(&told);
    look(u, &p);
    assert_int_equal(count, 2);
    assert_last(SQ_SAID_EVENT);
    assert_int_equal(heard[1].event.kind, SQ_EVENT_SET);
    const sq_state *s = sq_umpire_state(u);
    assert_int_equal(s->now.turn, SQ_RED);
    assert_int_equal(s->now.winner, SQ_GREEN);
    assert_int_equal(sq_state_elapsed(s), 300 * SQ_US_PER_S);
    assert_int_equal(s->now.squops.above[W("B1")], sq_wink_bit(W("g1")));
    for (sq_wink w = 0; w < SQ_WINKS; w++)
        assert_near(sq_umpire_seen(u)->wink[w].last.at.x, p.winks[w].at.x, 0.5);
    put(&p, "r4", -200, -100);
    look(u, &p);
    assert_int_equal(assert_shot(SQ_RED, false)->wink, W("r4"));
    sq_umpire_free(u);
}

static void all_winks_back_are_another_game(void **state) {
    (void)state;
    sq_position p;
    sq_umpire *u = after_squidge_off(&p);
    static const char *const winks[] = {"r1", "y1", "b1", "g1"};
    for (int i = 0; i < 4; i++) {
        put(&p, winks[i], 100 + 60 * i, 100);
        look(u, &p);
        assert_shot((sq_colour)((SQ_RED + i) % SQ_COLOURS), false);
    }
    p = hand_made_start();
    look(u, &p);
    assert_int_equal(heard[count - 2].kind, SQ_SAID_NEW_GAME);
    assert_last(SQ_SAID_EVENT);
    assert_int_equal(heard[count - 1].event.kind, SQ_EVENT_GAME);
    assert_int_equal(heard[count - 1].n, 1);
    assert_int_equal(sq_umpire_state(u)->now.phase, SQ_PHASE_SQUIDGE_OFF);
    sq_umpire_free(u);
}

static void an_empty_mat_is_waited_for(void **state) {
    (void)state;
    sq_umpire *u = new_umpire();
    sq_position p = {0};
    assert_null(sq_umpire_seen(u));
    look(u, &p);
    assert_last(SQ_SAID_WAIT);
    look(u, &p);
    assert_int_equal(count, 1);
    p = hand_made_start();
    look(u, &p);
    assert_last(SQ_SAID_EVENT);
    assert_non_null(sq_umpire_seen(u));
    sq_umpire_free(u);
}

static void a_failure_of_the_hearer_is_passed_on(void **state) {
    (void)state;
    sq_umpire *u = new_umpire();
    sq_position p = hand_made_start();
    sq_diag d;
    bool again;
    answer = SQ_E_FILE;
    assert_int_equal(sq_umpire_look(u, &p, 0, 0, true, &again, &d), SQ_E_FILE);
    sq_umpire_free(u);
}

/* ---- The filmed game ---- */

static sq_wink_set by_truth(const sq_wink true_name[SQ_WINKS], sq_wink_set ours) {
    sq_wink_set set = 0;
    for (sq_wink w = 0; w < SQ_WINKS; w++)
        if (ours & sq_wink_bit(w)) set |= sq_wink_bit(true_name[w]);
    return set;
}

static void learn_names(const sq_umpire *u, const sq_position *truth, sq_wink true_name[SQ_WINKS]) {
    const sq_tracked *t = sq_umpire_seen(u);
    for (sq_wink w = 0; w < SQ_WINKS; w++)
        for (int k = 0; k < SQ_WINKS; k++)
            if (sq_mm_distance(truth->winks[k].at, t->wink[w].last.at) < 3) true_name[w] = truth->winks[k].id;
}

static void the_filmed_game_from_its_true_rests(void **state) {
    (void)state;
    const game_truth *g = game_read();
    sq_wink true_name[SQ_WINKS] = {0};
    sq_umpire *u = new_umpire();
    sq_diag d;
    bool again;
    srand(11);
    for (int i = 0; i < g->rests; i++) {
        sq_position p = g->rest[i];
        for (int k = 0; k < p.squop_count; k++)
            p.squops[k].probability = 0.97;
        hand_made_shake(&p, 0.15);
        assert_int_equal(sq_umpire_look(u, &p, i ? g->to[i - 1] : 0, g->from[i], true, &again, &d), SQ_OK);
        if (i == 0) learn_names(u, &g->rest[0], true_name);
    }
    assert_int_equal(sq_umpire_end(u, &d), SQ_OK);
    assert_int_equal(sq_umpire_questions(u), 0);
    int shots = 0;
    for (int i = 0, deed = 0; i < count; i++) {
        if (heard[i].kind != SQ_SAID_EVENT || heard[i].event.kind != SQ_EVENT_SHOT) continue;
        while (strcmp(g->deed[deed].kind, "shot"))
            deed++;
        const sq_event_shot *e = &heard[i].event.shot;
        const game_deed *t = &g->deed[deed++];
        assert_string_equal(sq_wink_name(true_name[e->wink]), sq_wink_name(t->wink));
        assert_int_equal(by_truth(true_name, e->potted), t->potted);
        assert_int_equal(by_truth(true_name, e->off), t->off);
        shots++;
    }
    assert_int_equal(shots, 14);
    const sq_position *last = &g->rest[g->rests - 1];
    for (int c = 0; c < SQ_COLOURS; c++)
        assert_int_equal(sq_state_tiddlies(sq_umpire_state(u), (sq_colour)c), last->tiddlies[c].low);
    sq_umpire_free(u);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_game_begins_with_the_squidge_off),
        cmocka_unit_test(a_wink_that_vanished_is_settled_when_it_is_put_back),
        cmocka_unit_test(a_wink_that_vanished_and_is_found_amid_the_mat_was_not_off),
        cmocka_unit_test(a_wink_that_is_found_is_not_played),
        cmocka_unit_test(what_hides_nothing_does_not_keep_a_game_from_beginning),
        cmocka_unit_test(how_the_game_goes_on_narrows_a_question),
        cmocka_unit_test(who_plays_again_has_potted),
        cmocka_unit_test(a_question_is_held_when_the_game_goes_on),
        cmocka_unit_test(a_question_at_the_end_is_held),
        cmocka_unit_test(a_slip_of_the_eye_asks_for_another_look),
        cmocka_unit_test(a_hand_is_waited_for_once),
        cmocka_unit_test(a_hand_over_an_open_question_is_waited_for),
        cmocka_unit_test(what_lies_over_winks_for_good_is_not_waited_for),
        cmocka_unit_test(a_wink_that_is_squidged_out_of_sight_and_carried_back),
        cmocka_unit_test(a_wink_that_is_found_at_the_boundary_was_off),
        cmocka_unit_test(a_pass_is_asked_for_and_held),
        cmocka_unit_test(who_plays_on_under_a_foul_is_in_turn),
        cmocka_unit_test(a_mat_in_mid_game_is_taken_as_it_lies),
        cmocka_unit_test(a_mat_in_mid_game_is_taken_as_told),
        cmocka_unit_test(all_winks_back_are_another_game),
        cmocka_unit_test(an_empty_mat_is_waited_for),
        cmocka_unit_test(a_failure_of_the_hearer_is_passed_on),
        cmocka_unit_test(the_filmed_game_from_its_true_rests),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Perft: all that can happen in a few events from a small position, counted. The counts are golden: a change
 * of the engine that moves one is a change of the rules. (The name is chess programmers', who count moves
 * so.) */
#include "tests/fixture/game/random_game.h"
#include "tests/fixture/unit.h"

typedef struct {
    long nodes, refused, ended, potted_out, fouls, squop_ups, free_shots, forfeits;
} tally;

enum { MOVES_MAX = 128 };

static sq_event shot_of(const sq_standing *p, sq_wink w) {
    return (sq_event){
        .kind = SQ_EVENT_SHOT,
        .shot = {.colour = sq_wink_colour(w), .wink = w, .over_known = true, .over = p->squops}};
}

/* A wink lies nowhere else any more. */
static void lift(sq_squops *q, sq_wink w) {
    q->above[w] = 0;
    for (sq_wink x = 0; x < SQ_USUAL_WINKS; x++)
        q->above[x] &= ~sq_wink_bit(w);
}

/* Every shot of every wink on the mat: to a free spot, into the pot, off the mat, onto any one other wink. */
static int shots(const sq_standing *p, sq_event list[MOVES_MAX]) {
    int n = 0;
    sq_wink_set mat = sq_winks_on_mat(p);
    for (sq_wink_set rest = mat; rest; rest &= rest - 1) {
        sq_wink w = sq_wink_first(rest);
        sq_event e = shot_of(p, w);
        lift(&e.shot.over, w);
        list[n++] = e;
        e.shot.potted = sq_wink_bit(w);
        list[n++] = e;
        e.shot.potted = 0;
        e.shot.off = sq_wink_bit(w);
        list[n++] = e;
        e.shot.off = 0;
        for (sq_wink_set others = mat & ~sq_wink_bit(w); others; others &= others - 1) {
            sq_event over = e;
            over.shot.over.above[sq_wink_first(others)] |= sq_wink_bit(w);
            list[n++] = over;
        }
    }
    return n;
}

static int moves(const sq_state *s, sq_event list[MOVES_MAX]) {
    int n = shots(&s->now, list);
    list[n++] = (sq_event){.kind = SQ_EVENT_FOUL};
    list[n++] = (sq_event){.kind = SQ_EVENT_CHOOSE, .choose = {SQ_CHOOSE_REPLAY, SQ_NO_COLOUR}};
    for (unsigned c = 0; c < SQ_USUAL_COLOURS; c++) {
        list[n++] = (sq_event){.kind = SQ_EVENT_PASS, .pass = {0, (sq_colour)c}};
        list[n++] = (sq_event){.kind = SQ_EVENT_NOMINATE, .nominate = {(sq_colour)c}};
        list[n++] = (sq_event){.kind = SQ_EVENT_CHOOSE, .choose = {SQ_CHOOSE_ACCEPT, (sq_colour)c}};
    }
    assert_true(n <= MOVES_MAX);
    return n;
}

static void see(tally *t, const sq_state *s) {
    t->nodes++;
    t->ended += s->now.phase == SQ_PHASE_ENDED;
    t->potted_out += s->now.pot_outs > 0;
    t->fouls += s->foul.open;
    t->squop_ups += s->now.squop_up_by != SQ_NO_SIDE;
    t->free_shots += s->now.free_shot != SQ_FREE_SHOT_NONE;
    t->forfeits += s->now.forfeits != 0;
}

static void count(tally *t, const sq_state *s, int depth) {
    sq_event list[MOVES_MAX];
    int n = moves(s, list);
    for (int i = 0; i < n; i++) {
        sq_state next;
        sq_rulings r;
        if (!sq_engine_step(s, &list[i], &next, &r)) {
            t->refused += depth == 1;
            continue;
        }
        if (depth == 1)
            see(t, &next);
        else
            count(t, &next, depth - 1);
    }
}

/* The named winks on the mat, all others in the pot; blue to play, last round but one. */
static sq_state position(const char *book, sq_wink_set mat, const sq_squops *over, sq_phase phase) {
    sq_state s = sq_state_none();
    sq_rulings r;
    const sq_event game = {.kind = SQ_EVENT_GAME, .game = {.rules = sq_ruleset_find(book)}};
    sq_event set = {.kind = SQ_EVENT_SET,
                    .set = {.squidge_off = SQ_BLUE, .turn = SQ_BLUE, .phase = phase, .rounds_left = 2}};
    set.set.named = SQ_SET_SQUIDGE_OFF | SQ_SET_TURN | SQ_SET_PHASE | SQ_SET_POT | SQ_SET_OVER;
    if (phase == SQ_PHASE_ROUND_LIMIT) set.set.named |= SQ_SET_ROUNDS_LEFT;
    set.set.pot = SQ_USUAL_SET & ~mat;
    set.set.over = *over;
    assert_true(sq_engine_step(&s, &game, &s, &r));
    assert_true(sq_engine_step(&s, &set, &s, &r));
    return s;
}

enum { B1 = 0, B2 = 1, G1 = 6, R1 = 12, Y1 = 18 };
#define MAT(...) sets((const sq_wink[]){__VA_ARGS__}, sizeof((const sq_wink[]){__VA_ARGS__}))

static sq_wink_set sets(const sq_wink *winks, size_t n) {
    sq_wink_set set = 0;
    for (size_t i = 0; i < n; i++)
        set |= sq_wink_bit(winks[i]);
    return set;
}

static void check(const sq_state *s, int depth, tally golden) {
    tally t = {0};
    count(&t, s, depth);
    if (memcmp(&t, &golden, sizeof t))
        fail_msg("depth %d: {%ld, %ld, %ld, %ld, %ld, %ld, %ld, %ld}", depth, t.nodes, t.refused, t.ended,
                 t.potted_out, t.fouls, t.squop_ups, t.free_shots, t.forfeits);
}

static void one_wink_of_each_colour(void **state) {
    (void)state;
    const sq_squops none = {0};
    sq_state s = position("etwa-2012", MAT(B1, G1, R1, Y1), &none, SQ_PHASE_TIMED);
    check(&s, 1, (tally){25, 13, 0, 1, 18, 0, 0, 1});
    check(&s, 2, (tally){466, 448, 0, 88, 160, 8, 0, 85});
    check(&s, 3, (tally){9665, 6963, 37, 2103, 5463, 348, 9, 2345});
    check(&s, 4, (tally){177937, 160833, 1170, 46874, 83810, 8976, 362, 48644});
}

static void before_a_squop_up_in_the_last_round(void **state) {
    (void)state;
    sq_squops over = {0};
    over.above[Y1] = sq_wink_bit(R1);
    sq_state s = position("etwa-2012", MAT(B1, B2, G1, R1, Y1), &over, SQ_PHASE_ROUND_LIMIT);
    check(&s, 1, (tally){36, 13, 0, 0, 21, 2, 0, 2});
    check(&s, 2, (tally){1017, 692, 4, 95, 470, 76, 0, 166});
    check(&s, 3, (tally){27059, 20155, 2620, 3726, 15811, 1294, 58, 5232});
}

/* What etwa-2012 is checked with, by the other books; one wink under another, so that free turns come soon.
 */
static void the_other_books(void **state) {
    (void)state;
    static const struct {
        const char *book;
        tally golden[3];
    } books[] = {
        {"etwa-classic",
         {{36, 13, 0, 0, 21, 2, 0, 2},
          {1017, 692, 0, 95, 470, 76, 0, 166},
          {28027, 19187, 2, 3747, 16613, 1649, 60, 5901}}},
        {"etwa-simple",
         {{35, 14, 0, 0, 0, 0, 0, 2},
          {1217, 476, 14, 14, 0, 0, 0, 120},
          {41527, 16966, 728, 728, 0, 0, 0, 5484}}},
        {"parker",
         {{35, 14, 0, 0, 0, 2, 0, 2},
          {1217, 476, 0, 14, 0, 102, 0, 122},
          {41845, 16648, 0, 1046, 0, 3986, 0, 5662}}},
    };
    sq_squops over = {0};
    over.above[Y1] = sq_wink_bit(R1);
    for (size_t i = 0; i < sizeof books / sizeof *books; i++) {
        sq_state s = position(books[i].book, MAT(B1, B2, G1, R1, Y1), &over, SQ_PHASE_TIMED);
        for (int depth = 1; depth <= 3; depth++)
            check(&s, depth, books[i].golden[depth - 1]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(one_wink_of_each_colour),
                                       cmocka_unit_test(before_a_squop_up_in_the_last_round),
                                       cmocka_unit_test(the_other_books)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

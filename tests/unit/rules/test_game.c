/* A game's list: undo is identity for every kind of event, an amend is as if the line had read so from the
 * start, and what was refused changes nothing. */
#include <stdlib.h>

#include "rules/game.h"
#include "tests/fixture/random_game.h"
#include "tests/fixture/unit.h"

enum { GAMES = 250, EVENTS = 60 };

static sq_game_answer take(sq_game *g, int n, sq_event e, const sq_event *with) {
    sq_record_line line = {.event = e};
    sq_game_answer a;
    if (with) line.with = *with;
    assert_true(sq_game_take(g, n, &line, NULL, &a));
    return a;
}

static const sq_event undo = {.kind = SQ_EVENT_UNDO};

static sq_event amend_of(int n, bool remove) {
    return (sq_event){.kind = SQ_EVENT_AMEND, .amend = {n, remove}};
}

/* Does, undoes and does again; returns whether it was taken. */
static bool there_and_back(sq_game *g, int *n, sq_event e, const sq_event *with) {
    sq_state before = *sq_game_state(g);
    sq_game_answer first = take(g, ++*n, e, with);
    sq_state after = *sq_game_state(g);
    if (!first.taken) {
        assert_memory_equal(&before, &after, sizeof before);
        assert_true(strlen(first.why) > 5);
        return false;
    }
    if (e.kind == SQ_EVENT_GAME) return true; /* stays */
    assert_true(take(g, ++*n, undo, NULL).taken);
    assert_memory_equal(&before, sq_game_state(g), sizeof before);
    sq_game_answer again = take(g, ++*n, e, with);
    assert_true(again.taken);
    assert_memory_equal(&after, sq_game_state(g), sizeof after);
    assert_int_equal(first.rulings.count, again.rulings.count);
    assert_memory_equal(first.rulings.list, again.rulings.list,
                        (size_t)first.rulings.count * sizeof(sq_ruling));
    return true;
}

static void undo_is_identity(void **state) {
    (void)state;
    int taken[SQ_EVENT_KINDS] = {0};
    for (uint64_t seed = 1; seed <= GAMES; seed++) {
        dice d = dice_of(seed);
        sq_game *g = sq_game_new();
        assert_non_null(g);
        int n = 0;
        for (int i = 0; i < EVENTS; i++) {
            sq_event e = chance(&d, 8) ? broken_event(&d, sq_game_state(g))
                                       : random_event(&d, sq_game_state(g)),
                     with = e;
            bool amends = i > 2 && chance(&d, 10);
            if (amends) {
                e = amend_of(1 + (int)roll(&d, (uint32_t)n), chance(&d, 30));
                with = random_event(&d, sq_game_state(g));
            }
            if (e.kind == SQ_EVENT_UNDO || (e.kind == SQ_EVENT_AMEND && !amends)) continue;
            taken[e.kind] += there_and_back(g, &n, e, &with);
            if (sq_state_broken(sq_game_state(g)))
                fail_msg("seed %llu: %s", (unsigned long long)seed, sq_state_broken(sq_game_state(g)));
        }
        sq_game_free(g);
    }
    for (int k = 0; k < SQ_EVENT_KINDS; k++)
        if (k != SQ_EVENT_UNDO && !taken[k]) fail_msg("no %s was undone", sq_event_name((sq_event_kind)k));
}

/* The judge: lines that stand, folded by the engine alone. */
typedef struct {
    sq_event events[EVENTS + 1];
    bool stands[EVENTS + 1];
    int count;
} plain;

static sq_state fold(const plain *p, int replaced, const sq_event *with, bool *with_happens) {
    sq_state s = sq_state_none();
    sq_rulings r;
    for (int i = 0; i < p->count; i++) {
        if (i == replaced) {
            bool happens = with && sq_engine_step(&s, with, &s, &r);
            if (with_happens) *with_happens = happens;
        } else if (p->stands[i])
            sq_engine_step(&s, &p->events[i], &s, &r);
    }
    return s;
}

static void an_amend_is_as_if_the_line_had_read_so(void **state) {
    (void)state;
    int amended = 0, refused = 0, removed = 0;
    for (uint64_t seed = 1; seed <= 4 * GAMES; seed++) {
        dice d = dice_of(seed + 1000000);
        plain p = {.count = 0};
        sq_game *g = sq_game_new();
        assert_non_null(g);
        sq_state earlier = sq_state_none();
        for (int i = 0; i < 25; i++) {
            if (i == 12) earlier = *sq_game_state(g);
            p.events[i] = random_event(&d, sq_game_state(g));
            p.stands[i] = take(g, i + 1, p.events[i], NULL).taken;
            p.count++;
        }
        int line = 1 + (int)roll(&d, 24);
        bool remove = chance(&d, 30);
        sq_event with = random_event(&d, chance(&d, 50) ? &earlier : sq_game_state(g));
        bool happens = false;
        sq_state expected = fold(&p, line, remove ? NULL : &with, &happens), before = *sq_game_state(g);
        sq_game *copy = sq_game_copy(g);
        assert_non_null(copy);
        sq_game_answer a = take(copy, 100, amend_of(line + 1, remove), &with);
        assert_int_equal(a.taken, remove ? p.stands[line] : happens);
        assert_memory_equal(sq_game_state(copy), a.taken ? &expected : &before, sizeof before);
        assert_memory_equal(sq_game_state(g), &before, sizeof before); /* the copy goes its own way */
        amended += a.taken && !remove;
        removed += a.taken && remove;
        refused += !a.taken;
        sq_game_free(copy);
        sq_game_free(g);
    }
    print_message("%d amended, %d removed, %d refused\n", amended, removed, refused);
    assert_true(amended > 100 && removed > 100 && refused > 100);
}

static sq_event shot(double t, sq_colour c, sq_wink w) {
    return (sq_event){.kind = SQ_EVENT_SHOT,
                      .shot = {.t = sq_us_from_s(t), .rest = sq_us_from_s(t), .colour = c, .wink = w}};
}

static sq_game *opened(void) {
    sq_game *g = sq_game_new();
    assert_non_null(g);
    const sq_event off = {.kind = SQ_EVENT_SQUIDGE_OFF,
                          .squidge_off = {.played = SQ_ALL_COLOURS, .mm = {1, 2, 3, 4}}};
    assert_true(take(g, 1, (sq_event){.kind = SQ_EVENT_GAME}, NULL).taken);
    assert_true(take(g, 2, off, NULL).taken);
    return g;
}

static void lines_tell_what_they_are(void **state) {
    (void)state;
    sq_game *g = opened();
    sq_game_answer a;
    char name[SQ_RECORD_NAME_MAX];
    assert_true(take(g, 3, shot(1, SQ_BLUE, 0), NULL).taken);
    assert_true(sq_game_read(g, 5, "nonsense", 8, name, &a));
    assert_false(a.taken);
    assert_string_equal(name, "");
    assert_true(take(g, 6, undo, NULL).taken);
    assert_int_equal(sq_game_lines(g), 5);
    sq_game_line third = sq_game_line_at(g, 2), fifth = sq_game_line_at(g, 3), sixth = sq_game_line_at(g, 4);
    assert_int_equal(third.n, 3);
    assert_false(third.stands);
    assert_false(third.carried_out);
    assert_int_equal(third.event->kind, SQ_EVENT_SHOT);
    assert_null(fifth.event);
    assert_int_equal(fifth.n, 5);
    assert_true(sixth.carried_out);
    assert_ptr_equal(sixth.state, sq_game_state(g));
    sq_game_free(g);
}

static void an_amend_of_an_amend_is_told_where_to_look(void **state) {
    (void)state;
    sq_game *g = opened();
    const sq_event other = shot(2, SQ_BLUE, 1);
    take(g, 3, shot(1, SQ_BLUE, 0), NULL);
    assert_true(take(g, 4, amend_of(3, false), &other).taken);
    assert_false(take(g, 5, amend_of(4, true), NULL).taken);
    assert_true(take(g, 6, undo, NULL).taken);
    assert_false(take(g, 7, amend_of(6, false), &other).taken);
    assert_true(take(g, 8, amend_of(6, true), NULL).taken); /* redone */
    assert_int_equal(sq_game_state(g)->clock.latest, sq_us_from_s(2));
    assert_false(take(g, 9, amend_of(6, true), NULL).taken); /* but once */
    assert_true(take(g, 10, undo, NULL).taken);
    assert_int_equal(sq_game_state(g)->clock.latest, sq_us_from_s(1));
    sq_game_free(g);
}

static void a_copy_of_nothing(void **state) {
    (void)state;
    sq_game *g = sq_game_new(), *copy = sq_game_copy(g);
    assert_int_equal(sq_game_lines(copy), 0);
    assert_false(sq_game_state(copy)->playing);
    sq_game_free(copy);
    sq_game_free(g);
    sq_game_free(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(undo_is_identity),
        cmocka_unit_test(an_amend_is_as_if_the_line_had_read_so),
        cmocka_unit_test(lines_tell_what_they_are),
        cmocka_unit_test(an_amend_of_an_amend_is_told_where_to_look),
        cmocka_unit_test(a_copy_of_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

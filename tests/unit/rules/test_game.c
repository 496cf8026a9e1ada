/* A game's list: undo is identity for every kind of event, an amend is as if the line had read so from the
 * start, and what was refused changes nothing. */
#include <stdlib.h>

#include "rules/game.h"
#include "tests/fixture/game/random_game.h"
#include "tests/fixture/unit.h"

enum { GAMES = 250, EVENTS = 60 };

static sq_game_answer take(sq_game *g, int n, sq_event e, const sq_event *with) {
    sq_record_line line = {.event = e};
    sq_game_answer a;
    if (with) line.amendment.with = *with;
    assert_true(sq_game_take(g, n, &line, NULL, &a));
    return a;
}

static const sq_event undo = {.kind = SQ_EVENT_UNDO};

static sq_event amend_of(int n, bool remove) {
    return (sq_event){.kind = SQ_EVENT_AMEND, .amend = {.n = n, .remove = remove}};
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
    for (uint64_t seed = 1; seed <= 2 * GAMES; seed++) {
        dice d = dice_of(seed);
        sq_game *g = sq_game_new();
        assert_non_null(g);
        int n = 0;
        for (int i = 0; i < EVENTS; i++) {
            const sq_state *now = sq_game_state(g);
            sq_event e = chance(&d, 8) && now->playing ? broken_event(&d, now)
                                                       : random_event_of(&d, now, (int)(seed % 4)),
                     with = e;
            bool amends = i > 2 && chance(&d, 10);
            if (amends) {
                e = amend_of(1 + (int)roll(&d, (uint32_t)n), chance(&d, 30));
                with = random_event(&d, now);
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

/* Lines in the order of play, each an event or nothing: what amends together must lead to. */
typedef struct {
    sq_event events[2 * EVENTS];
    int n[2 * EVENTS]; /* their lines */
    int count;
} in_order;

static int place_of(const in_order *o, int n) {
    int i = 0;
    while (i < o->count && o->n[i] != n)
        i++;
    return i;
}

static sq_state played(const in_order *o) {
    sq_state s = sq_state_none();
    sq_rulings r;
    for (int i = 0; i < o->count; i++)
        sq_engine_step(&s, &o->events[i], &s, &r);
    return s;
}

static void insert(in_order *o, int before, int n, const sq_event *e) {
    int at = place_of(o, before);
    for (int i = o->count++; i > at; i--)
        o->events[i] = o->events[i - 1], o->n[i] = o->n[i - 1];
    o->events[at] = *e;
    o->n[at] = n;
}

static void leave_out(in_order *o, int n) {
    for (int i = place_of(o, n); i < o->count - 1; i++)
        o->events[i] = o->events[i + 1], o->n[i] = o->n[i + 1];
    o->count--;
}

/* One amend with all that it can do, on the game and on the plain list. Returns whether it was taken. */
static bool amend_both(sq_game *g, in_order *o, dice *d, int n) {
    in_order then = *o;
    int line = o->n[1 + roll(d, (uint32_t)o->count - 1)], gone = o->n[1 + roll(d, (uint32_t)o->count - 1)];
    sq_amendment to = {random_event(d, sq_game_state(g)), random_event(d, sq_game_state(g))};
    sq_record_line amend = {.event = {.kind = SQ_EVENT_AMEND, .amend = {.n = line}}, .amendment = to};
    sq_event_amend *e = &amend.event.amend;
    e->inserts = chance(d, 60);
    e->keep = e->inserts && chance(d, 50);
    e->remove = !e->keep && chance(d, 30);
    if (gone != line && chance(d, 30)) e->without[e->without_count++] = gone;
    if (!e->keep && !e->remove) then.events[place_of(&then, line)] = to.with;
    if (e->inserts) insert(&then, line, n, &to.before);
    if (e->remove) leave_out(&then, line);
    if (e->without_count) leave_out(&then, gone);
    sq_state before = *sq_game_state(g), expected = played(&then);
    sq_game_answer a;
    assert_true(sq_game_take(g, n, &amend, NULL, &a));
    assert_memory_equal(sq_game_state(g), a.taken ? &expected : &before, sizeof before);
    if (a.taken) *o = then;
    return a.taken;
}

static void an_insertion_is_as_if_it_had_been_there(void **state) {
    (void)state;
    int taken = 0, all = 0;
    for (uint64_t seed = 1; seed <= GAMES; seed++) {
        dice d = dice_of(seed + 2000000);
        in_order o = {.count = 0};
        sq_game *g = sq_game_new();
        assert_non_null(g);
        int n = 0;
        for (int i = 0; i < 25; i++) {
            sq_event e = random_event(&d, sq_game_state(g));
            if (!take(g, ++n, e, NULL).taken) continue;
            o.events[o.count] = e;
            o.n[o.count++] = n;
        }
        for (int i = 0; i < 6 && o.count > 3; i++) {
            sq_state before = *sq_game_state(g);
            all++;
            if (!amend_both(g, &o, &d, ++n)) continue;
            taken++;
            sq_state after = *sq_game_state(g);
            assert_true(take(g, ++n, undo, NULL).taken); /* all of it at once, and again */
            assert_memory_equal(&before, sq_game_state(g), sizeof before);
            assert_int_equal(sq_game_redoes(g), n);
            assert_true(take(g, n + 1, amend_of(n, true), NULL).taken);
            n++;
            assert_memory_equal(&after, sq_game_state(g), sizeof after);
        }
        int at = 0; /* the order that viewers show */
        for (int i = 0; i < sq_game_lines(g); i++) {
            sq_game_line l = sq_game_played_at(g, i);
            bool acts = l.event && (l.event->kind == SQ_EVENT_UNDO || l.event->kind == SQ_EVENT_AMEND);
            if (acts || !l.stands) continue;
            assert_int_equal(l.n, o.n[at]);
            at++;
        }
        assert_int_equal(at, o.count);
        sq_game_free(g);
    }
    print_message("%d of %d amends taken\n", taken, all);
    assert_true(taken > all / 4);
}

static sq_event shot(double t, sq_colour c, sq_wink w) {
    return (sq_event){.kind = SQ_EVENT_SHOT,
                      .shot = {.t = sq_us_from_s(t), .rest = sq_us_from_s(t), .colour = c, .wink = w}};
}

static sq_game *opened(void) {
    sq_game *g = sq_game_new();
    assert_non_null(g);
    const sq_event off = {.kind = SQ_EVENT_SQUIDGE_OFF,
                          .squidge_off = {.played = SQ_USUAL_COLOUR_SET, .mm = {1, 2, 3, 4}}};
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

static void what_was_inserted_is_amended_by_its_own_line(void **state) {
    (void)state;
    sq_game *g = opened();
    take(g, 3, shot(1, SQ_BLUE, 0), NULL);
    take(g, 4, shot(9, SQ_GREEN, 6), NULL);
    sq_record_line inserts = {
        .event = {.kind = SQ_EVENT_AMEND, .amend = {.n = 4, .keep = true, .inserts = true}},
        .amendment = {.before = {.kind = SQ_EVENT_PASS, .pass = {5000000, SQ_RED}}}};
    sq_game_answer a;
    assert_true(sq_game_take(g, 5, &inserts, NULL, &a));
    assert_false(a.taken); /* green is due, not red */
    inserts.amendment.before.pass.colour = SQ_GREEN;
    assert_true(sq_game_take(g, 6, &inserts, NULL, &a));
    assert_true(a.taken);
    assert_int_equal(sq_game_played_at(g, 3).n, 6);
    assert_int_equal(sq_game_line_at(g, 5).event->kind, SQ_EVENT_PASS);
    const sq_event other = shot(6, SQ_GREEN, 7);
    assert_true(take(g, 7, amend_of(6, false), &other).taken);
    assert_int_equal(sq_game_line_at(g, 5).event->shot.wink, 7);
    assert_true(take(g, 8, amend_of(6, true), NULL).taken);
    assert_int_equal(sq_game_state(g)->now.turn, SQ_RED);
    assert_false(take(g, 9, amend_of(6, true), NULL).taken); /* it is gone */
    sq_game_free(g);
}

static void a_redo_needs_an_undo_just_before(void **state) {
    (void)state;
    sq_game *g = opened();
    assert_int_equal(sq_game_redoes(g), 0);
    take(g, 3, shot(1, SQ_BLUE, 0), NULL);
    take(g, 4, shot(2, SQ_GREEN, 6), NULL);
    assert_int_equal(sq_game_undoes(g), 4);
    take(g, 5, undo, NULL);
    assert_int_equal(sq_game_undoes(g), 3);
    take(g, 6, undo, NULL);
    assert_int_equal(sq_game_undoes(g), 2);
    assert_int_equal(sq_game_redoes(g), 6);
    assert_true(take(g, 7, amend_of(6, true), NULL).taken);
    assert_int_equal(sq_game_state(g)->now.turn, SQ_GREEN);
    assert_int_equal(sq_game_redoes(g), 5);
    assert_true(take(g, 8, amend_of(5, true), NULL).taken);
    assert_int_equal(sq_game_state(g)->now.turn, SQ_RED);
    assert_int_equal(sq_game_redoes(g), 0);
    assert_int_equal(sq_game_undoes(g), 4); /* the line, not the redo that has put it back */
    take(g, 9, undo, NULL);                 /* of the second redo */
    assert_int_equal(sq_game_undoes(g), 3);
    assert_int_equal(sq_game_state(g)->now.turn, SQ_GREEN);
    take(g, 10, shot(3, SQ_GREEN, 7), NULL);
    assert_int_equal(sq_game_redoes(g), 0); /* the game went on */
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

/* The last word about each detail counts, taken back and amended as any line; no rule hears of it. */
static void who_plays_is_told_anew(void **state) {
    (void)state;
    static const char *const lines[] = {
        ("{\"event\":\"game\",\"rules\":\"etwa-2012\",\"form\":\"pairs\",\"about\":{\"round\":\"1\","
         "\"players\":{\"blue\":\"Ann\"}}}"),
        "{\"event\":\"about\",\"about\":{\"round\":\"2\"}}",
        "{\"event\":\"about\",\"about\":{\"round\":\"3\"}}", "{\"event\":\"undo\"}",
        "{\"event\":\"amend\",\"n\":2,\"with\":{\"event\":\"about\",\"about\":{\"round\":\"final\"}}}"};
    static const char *const round[] = {"1", "2", "3", "2", "final"};
    sq_game *g = sq_game_new();
    sq_details about;
    sq_state first;
    assert_non_null(g);
    for (int i = 0; i < 5; i++) {
        char name[SQ_RECORD_NAME_MAX];
        sq_game_answer answer;
        assert_true(sq_game_read(g, i + 1, lines[i], strlen(lines[i]), name, &answer));
        assert_true(answer.taken);
        sq_game_details(g, &about);
        assert_string_equal(about.text[SQ_DETAIL_ROUND], round[i]);
        assert_string_equal(about.text[SQ_DETAIL_BLUE], "Ann");
        if (!i) first = *sq_game_state(g);
        assert_memory_equal(&first, sq_game_state(g), sizeof first);
    }
    sq_game_free(g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(undo_is_identity),
        cmocka_unit_test(an_amend_is_as_if_the_line_had_read_so),
        cmocka_unit_test(lines_tell_what_they_are),
        cmocka_unit_test(an_amend_of_an_amend_is_told_where_to_look),
        cmocka_unit_test(an_insertion_is_as_if_it_had_been_there),
        cmocka_unit_test(what_was_inserted_is_amended_by_its_own_line),
        cmocka_unit_test(a_redo_needs_an_undo_just_before),
        cmocka_unit_test(a_copy_of_nothing),
        cmocka_unit_test(who_plays_is_told_anew),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

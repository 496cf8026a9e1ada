/* Crokinole: every point of the book has a script, every ruling and refusal comes up in one; random games are
 * sound, are written and read back, and are taken back to the same state. SQ_GAMES=100000 plays so many. */
#include "rules/crokinole/game.h"

#include <dirent.h>
#include <stdlib.h>

#include "rules/crokinole/ruling_sentences.h"
#include "rules/game.h"
#include "rules/next_events.h"
#include "tests/fixture/game/random_game.h"
#include "tests/fixture/unit.h"

#define SCRIPTS SQ_SOURCE_DIR "/tests/rules/crokinole"

enum { GAMES = 400, EVENTS = 80, SCRIPT_MAX = 1 << 20 };

typedef struct {
    bool ruled[SQ_BOARD_RULINGS], refused[SQ_BOARD_REFUSALS];
    int scripts;
} survey;

/* What a record cannot bring about, since reading refuses it before: see events_that_no_record_has. */
static const sq_board_refusal unreadable[] = {SQ_BOARD_NOT_SET_ROUND, SQ_BOARD_NOT_NO_EVENT};

static void see_line(survey *v, sq_game *g, int n, const char *line, size_t length) {
    char name[SQ_RECORD_NAME_MAX], why[SQ_RECORD_WHY_MAX];
    sq_game_answer a;
    sq_state before = *sq_game_state(g), out;
    assert_true(sq_game_read(g, n, line, length, name, &a));
    for (int i = 0; a.taken && i < a.rulings.count; i++)
        v->ruled[a.rulings.list[i].what] = true;
    sq_record_line read;
    sq_rulings r;
    if (a.taken || !before.playing || !sq_record_read_by(before.rules, &read, line, length, why)) return;
    bool folded = read.event.kind != SQ_EVENT_AMEND && read.event.kind != SQ_EVENT_UNDO;
    if (folded && !sq_engine_step(&before, &read.event, &out, &r)) v->refused[r.list[0].what] = true;
}

static void see_script(survey *v, const char *name) {
    static char text[SCRIPT_MAX];
    char path[512];
    snprintf(path, sizeof path, SCRIPTS "/%s", name);
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    size_t length = fread(text, 1, sizeof text, f);
    fclose(f);
    sq_game *g = sq_game_new();
    int n = 1;
    for (char *line = text, *end; line < text + length; line = end + 1, n++) {
        end = memchr(line, '\n', (size_t)(text + length - line));
        assert_non_null(end);
        see_line(v, g, n, line, (size_t)(end - line));
    }
    sq_game_free(g);
    v->scripts++;
}

static void each_script(void (*see)(void *, const char *), void *who) {
    DIR *d = opendir(SCRIPTS);
    assert_non_null(d);
    for (struct dirent *e; (e = readdir(d));)
        if (strstr(e->d_name, ".jsonl")) see(who, e->d_name);
    closedir(d);
}

/* "2a(ii)" is "2aii" in a script's name. */
static void plain(char to[16], const char *rule) {
    size_t n = 0;
    for (; *rule; rule++)
        if (*rule != '(' && *rule != ')') to[n++] = *rule;
    to[n] = 0;
}

static void see_name(void *who, const char *name) {
    bool *seen = who;
    for (int i = 0; sq_board_rules[i]; i++) {
        char rule[16];
        plain(rule, sq_board_rules[i]);
        size_t n = strlen(rule);
        if (!strncmp(name, rule, n) && name[n] == '-') seen[i] = true;
    }
}

static void every_point_has_a_script(void **state) {
    (void)state;
    bool seen[64] = {0};
    int missing = 0;
    each_script(see_name, seen);
    for (int i = 0; sq_board_rules[i]; i++)
        if (!seen[i]) print_error("no script for %s\n", sq_board_rules[i]), missing++;
    assert_int_equal(missing, 0);
}

static void see_outcome(void *who, const char *name) {
    see_script(who, name);
}

static void every_ruling_and_refusal_comes_up(void **state) {
    (void)state;
    static const char *const rulings[] = {
#define X(kind, rule, text) #kind,
        SQ_BOARD_RULING_LIST(X)
#undef X
    };
    static const char *const refusals[] = {
#define X(kind, text) #kind,
        SQ_BOARD_REFUSAL_LIST(X)
#undef X
    };
    static survey v;
    int missing = 0;
    each_script(see_outcome, &v);
    for (size_t i = 0; i < sizeof unreadable / sizeof *unreadable; i++)
        v.refused[unreadable[i]] = true;
    for (int i = 0; i < SQ_BOARD_RULINGS; i++)
        if (!v.ruled[i]) print_error("ruling %s comes up in no script\n", rulings[i]), missing++;
    for (int i = 0; i < SQ_BOARD_REFUSALS; i++)
        if (!v.refused[i]) print_error("refusal %s comes up in no script\n", refusals[i]), missing++;
    assert_int_equal(missing, 0);
    print_message("%d scripts\n", v.scripts);
}

static void every_rule_that_is_cited_is_a_point_of_the_book(void **state) {
    (void)state;
    for (int i = 0; i < SQ_BOARD_RULINGS; i++) {
        sq_ruling r = {.what = (uint8_t)i};
        const char *rule = sq_board_ruling_rule(&r);
        if (*rule && strcmp(rule, sq_board_rules[sq_board_rule_number(rule)]) != 0) fail_msg("rule %s", rule);
    }
    assert_int_equal(sq_board_rule_number("7(d)"), sq_board_rule_number("7d"));
    assert_int_equal(sq_board_rule_number("3AI"), sq_board_rule_number("3a(i)"));
    assert_int_equal(sq_board_rule_number("9a"), -1);
    assert_int_equal(sq_board_rule_number("7"), -1);
}

static void several_discs_have_the_plural(void **state) {
    (void)state;
    char text[SQ_RULING_TEXT_MAX];
    sq_ruling r = {.what = SQ_BOARD_RULED_TWENTY_FLAT, .colour = SQ_LIGHT, .winks = 1};
    assert_non_null(strstr(sq_board_ruling_text(&r, text), " lies flat"));
    r.winks = 3;
    assert_non_null(strstr(sq_board_ruling_text(&r, text), " lie flat"));
    r.what = SQ_BOARD_RULED_TWENTY;
    assert_non_null(strstr(sq_board_ruling_text(&r, text), " are taken off and shown as 20s of light"));
}

/* ---- Random games ---- */

static bool one_in(dice *d, uint32_t n) {
    return !roll(d, n);
}

static sq_board_place some_place(dice *d) {
    return (sq_board_place)(SQ_AT_20 + roll(d, SQ_BOARD_PLACES - SQ_AT_20));
}

static void some_shot(dice *d, const sq_crokinole *c, sq_crokinole_event *e) {
    sq_board_side side = c->now.due < SQ_SEATS ? sq_crokinole_side(c, (sq_board_seat)c->now.due) : SQ_LIGHT;
    bool fresh = c->now.phase == SQ_BOARD_COUNTED;
    sq_board_disc_set own = c->in_game & sq_board_discs_of(side);
    sq_board_disc_set hand = fresh ? own : own & sq_board_discs_at(&c->now, SQ_IN_HAND);
    sq_board_disc_set board = fresh ? 0 : sq_board_discs_in_play(&c->now);
    if (one_in(d, 3)) e->colour = (uint8_t)side;
    e->disc = (uint8_t)(hand ? __builtin_ctz(hand) : 0);
    e->named = sq_board_disc_bit(e->disc);
    e->place[e->disc] = (uint8_t)some_place(d);
    for (; board; board &= board - 1) {
        sq_board_disc x = (sq_board_disc)__builtin_ctz(board);
        if (!one_in(d, 5)) continue;
        e->struck |= sq_board_disc_bit(x);
        if (one_in(d, 2)) continue;
        e->named |= sq_board_disc_bit(x);
        e->place[x] = (uint8_t)some_place(d);
    }
    if (one_in(d, 10)) e->returned = sq_board_disc_bit(e->disc);
    if (one_in(d, 20)) e->spun = sq_board_disc_bit(e->disc);
    if (one_in(d, 20)) e->placed = (uint8_t)roll(d, SQ_PLACED_WAYS);
    if (one_in(d, 20)) e->named |= 1u << roll(d, SQ_DISCS);
    e->slip = one_in(d, 20);
    e->t_known = one_in(d, 2);
}

static sq_event some_event(dice *d, const sq_state *s, int *t) {
    sq_crokinole c = sq_crokinole_of(s);
    sq_crokinole_event e = sq_crokinole_nothing_told;
    int what = c.foul ? SQ_CROKINOLE_CHOOSE : SQ_CROKINOLE_SHOT;
    if (c.now.due == SQ_NO_SEAT && !c.foul) what = SQ_CROKINOLE_START;
    if (one_in(d, 12)) what = (int)roll(d, SQ_CROKINOLE_EVENTS);
    if (what == SQ_CROKINOLE_TIME && one_in(d, 2)) what = SQ_CROKINOLE_SHOT;
    if (what == SQ_CROKINOLE_SHOT)
        some_shot(d, &c, &e);
    else if (what == SQ_CROKINOLE_SET) {
        for (sq_board_disc x = 0; x < SQ_DISCS; x++)
            if (c.in_game & sq_board_disc_bit(x) && one_in(d, 3)) {
                e.named |= sq_board_disc_bit(x);
                e.place[x] = (uint8_t)roll(d, SQ_BOARD_PLACES);
            }
        if (one_in(d, 4)) e.others = (uint8_t)roll(d, SQ_BOARD_PLACES);
        if (one_in(d, 3)) e.round = (uint8_t)(1 + roll(d, SQ_BOARD_ROUNDS));
        if (one_in(d, 2)) e.colour = (uint8_t)roll(d, 2);
    } else {
        if (one_in(d, 2)) e.colour = (uint8_t)roll(d, 2);
        if (what == SQ_CROKINOLE_START) e.seat = (uint8_t)roll(d, SQ_SEATS);
        e.choice = (uint8_t)roll(d, SQ_CHOICES);
        if (one_in(d, 2)) e.rule = (int8_t)roll(d, 30);
    }
    *t += (int)roll(d, 3);
    if (e.t_known) {
        e.t = (sq_us)*t * SQ_US_PER_S;
        e.rest = e.t + (sq_us)roll(d, 3) * SQ_US_PER_S;
    }
    sq_event event = {.kind = SQ_EVENT_OTHER, .other = {.rules = s->rules, .what = what}};
    memcpy(event.other.bytes, &e, sizeof e);
    return event;
}

static sq_event some_game(dice *d) {
    bool doubles = one_in(d, 2);
    sq_event e = {.kind = SQ_EVENT_GAME,
                  .game = {.rules = sq_other_game_find("crokinole"),
                           .form = doubles ? SQ_FORM_PAIRS : SQ_FORM_SINGLES,
                           .limit = one_in(d, 3) ? 40 * (sq_us)SQ_US_PER_S : 0}};
    e.game.option[SQ_OPTION_GAMES] = (int32_t)roll(d, 3);
    e.game.option[SQ_OPTION_DISCS] = (int32_t)roll(d, 4); /* few, so that games come to their end */
    if (one_in(d, 2)) e.game.option[SQ_OPTION_FIRST] = doubles ? 1 + (int32_t)roll(d, SQ_SEATS) : 5;
    return e;
}

/* An event is written, read back, and written the same. */
static void read_back(const sq_event *e, int rules) {
    static char text[SQ_EVENT_LINE_MAX], again[SQ_EVENT_LINE_MAX];
    sq_record_line line;
    char why[SQ_RECORD_WHY_MAX];
    size_t n = sq_record_write(text, sizeof text, e, NULL);
    if (!sq_record_read_by(rules, &line, text, n, why)) fail_msg("%s: %s", text, why);
    sq_record_write(again, sizeof again, &line.event, &line.amendment);
    assert_string_equal(text, again);
}

static void take(sq_game *g, int n, const sq_event *e, sq_game_answer *a) {
    static sq_record_line line;
    line = (sq_record_line){.event = *e};
    assert_true(sq_game_take(g, n, &line, NULL, a));
}

/* What the game says that it waits for is what the rules would take: of all choices these, and nothing unless
 * a foul is open. Returns how many. */
static int awaits_what_it_takes(const sq_state *s) {
    sq_event list[SQ_NEXT_EVENTS_MAX];
    int count = sq_next_events(s, list), found = 0;
    for (int choice = 0; choice < SQ_CHOICES; choice++) {
        sq_event e = {.kind = SQ_EVENT_OTHER, .other = {.rules = s->rules, .what = SQ_CROKINOLE_CHOOSE}};
        sq_crokinole_event is = sq_crokinole_nothing_told;
        sq_state after;
        sq_rulings r;
        is.choice = (uint8_t)choice;
        memcpy(e.other.bytes, &is, sizeof is);
        int offered = 0;
        for (int i = 0; i < count; i++)
            offered += !memcmp(&list[i].other, &e.other, sizeof e.other);
        assert_int_equal(offered, sq_engine_step(s, &e, &after, &r));
        found += offered;
    }
    assert_int_equal(found, count);
    return count;
}

typedef struct {
    int taken, refused, ended, invalid, awaited;
} tally;

static void play(uint64_t seed, tally *t) {
    dice d = dice_of(seed);
    sq_game *g = sq_game_new();
    sq_game_answer a;
    int time = 0;
    sq_event e = some_game(&d);
    take(g, 1, &e, &a);
    assert_true(a.taken);
    for (int n = 2; n < EVENTS; n++) {
        sq_state before = *sq_game_state(g);
        e = some_event(&d, &before, &time);
        read_back(&e, before.rules);
        take(g, n, &e, &a);
        const sq_state *s = sq_game_state(g);
        const char *broken = sq_state_broken(s);
        if (broken) fail_msg("seed %llu, event %d: %s", (unsigned long long)seed, n, broken);
        if (!a.taken && !sq_state_equal(s, &before))
            fail_msg("seed %llu, event %d was refused and changed the state", (unsigned long long)seed, n);
        ++*(a.taken ? &t->taken : &t->refused);
        sq_crokinole c = sq_crokinole_of(s);
        t->invalid += a.taken && c.now.removed != 0;
        t->awaited += awaits_what_it_takes(s);
        if (!a.taken || !one_in(&d, 10)) continue;
        sq_event undo = {.kind = SQ_EVENT_UNDO};
        take(g, ++n, &undo, &a);
        assert_true(a.taken);
        assert_true(sq_state_equal(sq_game_state(g), &before));
    }
    t->ended += sq_game_state(g)->now.phase == SQ_PHASE_ENDED;
    sq_game_free(g);
}

static void random_games_are_sound(void **state) {
    (void)state;
    const char *wish = getenv("SQ_GAMES");
    int games = wish && atoi(wish) > 0 ? atoi(wish) : GAMES;
    tally t = {0};
    for (int seed = 1; seed <= games; seed++)
        play((uint64_t)seed, &t);
    print_message("seeds 1 to %d: %d events taken, %d refused, %d matches ended, %d removals\n", games,
                  t.taken, t.refused, t.ended, t.invalid);
    assert_true(t.taken > games * 20);
    assert_true(t.refused > games);
    assert_true(t.ended > games / 10);
    assert_true(t.invalid > games);
    assert_true(t.awaited > games);
}

/* Each invariant notices what it is there for. */
static void broken_states_are_noticed(void **state) {
    (void)state;
    dice d = dice_of(1);
    sq_event e = some_game(&d);
    e.game.option[SQ_OPTION_FIRST] = 1;
    sq_state s = sq_state_none(), bad;
    sq_rulings r;
    assert_true(sq_engine_step(&s, &e, &s, &r));
    assert_null(sq_state_broken(&s));
#define BREAKS(name, change)                              \
    do {                                                  \
        sq_crokinole c = sq_crokinole_of(&s);             \
        change;                                           \
        bad = s;                                          \
        memcpy(bad.other, &c, sizeof c);                  \
        assert_non_null(sq_state_broken(&bad));           \
        assert_string_equal(sq_state_broken(&bad), name); \
    } while (0)
    BREAKS("discs_are_somewhere", c.now.place[3] = SQ_BOARD_PLACES);
    BREAKS("discs_of_no_game_are_out", c.in_game = 0x1001; c.now.place[5] = SQ_AT_5);
    BREAKS("who_is_due_has_a_seat", c.doubles = false; c.light = SQ_NORTH; c.now.due = SQ_EAST);
    BREAKS("who_is_due_has_a_disc", memset(c.now.place, SQ_AT_OUT, SQ_DISCS));
    BREAKS("nobody_is_due_at_the_end", c.now.phase = SQ_BOARD_ENDED);
    BREAKS("a_round_in_play_is_not_counted", c.now.score[0][SQ_LIGHT] = c.now.score[0][SQ_DARK] = 0);
    BREAKS("rounds_are_counted_for_both", c.now.score[2][SQ_DARK] = 15);
    BREAKS("rounds_and_games_in_range", c.now.game = 9);
    BREAKS("removed_discs_are_out", c.now.removed = 1);
    BREAKS("an_open_foul_has_a_side", c.foul = true);
    BREAKS("a_valid_shot_removes_nothing", c.now.valid = true; c.now.place[0] = SQ_AT_OUT; c.now.removed = 1);
}

static void events_that_no_record_has(void **state) {
    (void)state;
    dice d = dice_of(1);
    sq_event e = some_game(&d);
    sq_state s = sq_state_none();
    sq_rulings r;
    assert_true(sq_engine_step(&s, &e, &s, &r));
    e = (sq_event){.kind = SQ_EVENT_PASS};
    assert_false(sq_engine_step(&s, &e, &s, &r));
    assert_int_equal(r.list[0].what, SQ_BOARD_NOT_NO_EVENT);
    sq_crokinole_event set = sq_crokinole_nothing_told;
    set.round = 9;
    e = (sq_event){.kind = SQ_EVENT_OTHER, .other = {.rules = s.rules, .what = SQ_CROKINOLE_SET}};
    memcpy(e.other.bytes, &set, sizeof set);
    assert_false(sq_engine_step(&s, &e, &s, &r));
    assert_int_equal(r.list[0].what, SQ_BOARD_NOT_SET_ROUND);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_point_has_a_script),
                                       cmocka_unit_test(every_ruling_and_refusal_comes_up),
                                       cmocka_unit_test(every_rule_that_is_cited_is_a_point_of_the_book),
                                       cmocka_unit_test(several_discs_have_the_plural),
                                       cmocka_unit_test(random_games_are_sound),
                                       cmocka_unit_test(events_that_no_record_has),
                                       cmocka_unit_test(broken_states_are_noticed)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Random games: every state is sound, a refused event changes nothing, and a seed gives the same game.
 * SQ_GAMES=100000 in the environment plays so many. */
#include <stdlib.h>
#include <string.h>

#include "rules/book/club_book.h"
#include "tests/fixture/game/random_game.h"
#include "tests/fixture/unit.h"

enum { GAMES = 3000, CLUBS_GAMES = 20, ODD_GAMES = 200, EVENTS = 120 };

typedef struct {
    int taken, refused, ended, most_rulings;
} tally;

static void play(int rules, uint64_t seed, sq_state *s, tally *t) {
    dice d = dice_of(seed);
    sq_rulings r;
    *s = sq_state_none();
    for (int i = 0; i < EVENTS; i++) {
        sq_event e = chance(&d, 10) && s->playing ? broken_event(&d, s) : random_event_of(&d, s, rules);
        sq_state before = *s;
        bool was_taken = sq_engine_step(s, &e, s, &r);
        const char *broken = sq_state_broken(s);
        if (broken)
            fail_msg("%s, seed %llu, event %d (%s): %s", sq_ruleset_at(rules)->name, (unsigned long long)seed,
                     i, sq_event_name(e.kind), broken);
        if (was_taken == r.refused)
            fail_msg("seed %llu, event %d: taken and refused", (unsigned long long)seed, i);
        if (!was_taken && !sq_state_equal(&before, s))
            fail_msg("seed %llu, event %d (%s) was refused and changed the state", (unsigned long long)seed,
                     i, sq_event_name(e.kind));
        ++*(was_taken ? &t->taken : &t->refused);
        if (r.count > t->most_rulings) t->most_rulings = r.count;
    }
}

/* Of the events at least one in so many is taken. */
static tally play_games(int rules, int games, int one_in) {
    tally t = {0};
    for (int seed = 1; seed <= games; seed++) {
        sq_state s;
        play(rules, (uint64_t)seed, &s, &t);
        t.ended += s.now.phase == SQ_PHASE_ENDED;
    }
    print_message("%s, seeds 1 to %d: %d events taken, %d refused, %d games ended, %d rulings at most\n",
                  sq_ruleset_at(rules)->name, games, t.taken, t.refused, t.ended, t.most_rulings);
    assert_true(t.taken > games * EVENTS / one_in);
    assert_true(t.refused > games);
    return t;
}

static void games_of_a_book_are_sound(int rules, int games, int one_in) {
    assert_true(play_games(rules, games, one_in).most_rulings < SQ_RULINGS_MAX / 2);
}

static int games_wished(int usual) {
    const char *wish = getenv("SQ_GAMES");
    return wish && atoi(wish) > 0 ? atoi(wish) : usual;
}

static void random_games_are_sound(void **state) {
    (void)state;
    for (int rules = 0; sq_ruleset_at(rules) && !sq_ruleset_at(rules)->text; rules++)
        games_of_a_book_are_sound(rules, games_wished(GAMES), 2);
}

static void random_games_of_clubs_are_sound(void **state) {
    (void)state;
    for (int i = 0; sq_club_texts[i].name; i++)
        games_of_a_book_are_sound(sq_ruleset_find(sq_club_texts[i].name), games_wished(CLUBS_GAMES), 8);
}

/* In these turn after turn passes because nobody can play, or turns end the game where something is owed. */
static void random_games_of_odd_books_are_sound(void **state) {
    (void)state;
    static const char *const books[] = {
        "name once-and-control\nresult winner\nonce yes\ncontrol side\n",
        "name once-for-long\nonce yes\nturns 99\n",
        "name once-in-rounds\nresult winner\nonce yes\ncontrol one\ntime-pairs 20 s\nrounds 99\n",
        "name nobodys-yellow\nunowned yellow\nresult winner\nfree-turns none\nleave-free none\n",
        "name five-turns\nturns 5\n",
        "name five-turns-in-time\nturns 5\ntime-pairs 20 s\n"};
    for (size_t i = 0; i < sizeof books / sizeof *books; i++) {
        sq_club_fault fault;
        int rules = sq_ruleset_add(books[i], strlen(books[i]), &fault);
        if (rules < 0) fail_msg("%s: %s", books[i], fault.why);
        tally t = play_games(rules, games_wished(ODD_GAMES), 8);
        assert_true(t.most_rulings <= SQ_RULINGS_MAX);
    }
}

static void a_seed_gives_the_same_game(void **state) {
    (void)state;
    tally t = {0};
    for (uint64_t seed = 1; seed <= 100; seed++) {
        sq_state a, b;
        play((int)(seed % 4), seed, &a, &t);
        play((int)(seed % 4), seed, &b, &t);
        assert_memory_equal(&a, &b, sizeof a);
    }
}

/* Games beyond those played here in which a state was once not sound. */
static void games_that_once_broke_are_sound(void **state) {
    (void)state;
    static const struct {
        const char *book;
        uint64_t seed;
    } games[] = {{"etwa-classic", 6042}}; /* a nominated wink outlived its foul shot */
    tally t = {0};
    sq_state s;
    for (size_t i = 0; i < sizeof games / sizeof *games; i++)
        play(sq_ruleset_find(games[i].book), games[i].seed, &s, &t);
    assert_true(t.taken > EVENTS / 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_games_are_sound), cmocka_unit_test(random_games_of_clubs_are_sound),
        cmocka_unit_test(random_games_of_odd_books_are_sound),
        cmocka_unit_test(games_that_once_broke_are_sound), cmocka_unit_test(a_seed_gives_the_same_game)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Which game is which pairing, and who gets its points. */
#include "ui/hall/results/results.h"

#include <stdlib.h>

#include "rules/book/ruling_sentences.h"
#include "rules/terms/text_buffer.h"
#include "tests/fixture/scratch.h"

/* Blue and red, green and yellow have 2:5, and 5½:1½. */
#define TWO_FIVE SQ_SOURCE_DIR "/tests/rules/etwa-2012/19.2-four-two-one.jsonl"
#define FIVE_AND_A_HALF SQ_SOURCE_DIR "/tests/rules/etwa-2012/19.2-second-and-third-equal.jsonl"

/* Six colours: 17½:7½. */
#define SIX SQ_SOURCE_DIR "/tests/rules/clubs/six-colours-six-places.jsonl"

static sq_hall_store *store;

static int begin(void **state) {
    (void)state;
    sq_diag d;
    static int number;
    char name[32];
    snprintf(name, sizeof name, "%d.sqlite", ++number);
    const sq_hall_store_settings settings = {.where = scratch(name), .hall = "club", .keeps = true};
    return sq_hall_store_open(&store, &settings, &d);
}

static int end(void **state) {
    (void)state;
    sq_hall_store_close(store);
    return 0;
}

/* Rounds 1, 2 ... at table 7: pairs of players, the one of blue and red first. */
static void give_rounds(int count, const char *const players[][2]) {
    sq_pairing list[4] = {0};
    for (int i = 0; i < count; i++) {
        sq_pairing *p = &list[i];
        snprintf(p->round, sizeof p->round, "%d", i + 1);
        snprintf(p->table, sizeof p->table, "7");
        p->number = 1;
        for (unsigned c = 0; c < SQ_USUAL_COLOURS; c++)
            snprintf(p->player[c], sizeof p->player[c], "%s", players[i][c % SQ_RED]);
    }
    sq_hall_store_put_pairings(store, list, count);
}

/* A game of table 7: a script with who plays in its first line. hour: when it began. */
static void play(int hour, const char *script, const char *about, bool ends) {
    char id[SQ_GAME_ID], line[4096], text[5000];
    sq_stored_game game = {.table = "7", .seq = 1, .number = 1};
    snprintf(id, sizeof id, "%016x", 100 - hour); /* the order of ids is not that of the games */
    snprintf(game.begun, sizeof game.begun, "2026-01-02T%02d:00:00Z", hour);
    sq_hall_store_put_game(store, id, &game);
    FILE *f = fopen(script, "r");
    assert_non_null(f);
    for (int n = 1; (ends || n <= 2) && fgets(line, sizeof line, f); n++) {
        line[strcspn(line, "\n")] = 0;
        snprintf(text, sizeof text, n == 1 && about ? "{\"about\":%s,%s" : "%s%s",
                 n == 1 && about ? about : "", n == 1 && about ? line + 1 : line);
        sq_hall_store_put_line(store, id, 1, n, text, strlen(text));
    }
    fclose(f);
}

/* "1 Ann 2:5 Bob, ": round, sides, points of what is over; "(playing)" of what is not. Then the standings. */
static const char *results(bool standings, char remark[SQ_RESULTS_REMARK]) {
    static char text[1024];
    char side[SQ_RESULTS_SIDE], other[SQ_RESULTS_SIDE], mine[SQ_POINTS_TEXT_MAX], theirs[SQ_POINTS_TEXT_MAX];
    sq_diag d;
    sq_results r;
    sq_results_memory memory = {0};
    sq_text to = sq_text_in(text, sizeof text);
    if (sq_results_gather(&r, store, &memory, &d)) fail_msg("%s", d.text);
    for (int i = 0; i < r.games && !standings; i++) {
        const sq_results_game *g = &r.game[i];
        sq_text_put(&to, "%s %s %s:%s %s%s, ", g->pairing ? g->pairing->round : "-",
                    sq_results_side(side, g, SQ_BLUE_RED), sq_results_points(mine, g, SQ_BLUE_RED),
                    sq_results_points(theirs, g, SQ_GREEN_YELLOW), sq_results_side(other, g, SQ_GREEN_YELLOW),
                    g->result && g->result->is == SQ_GAME_PLAYED ? " (playing)" : "");
    }
    for (int i = 0; i < r.players && standings; i++)
        sq_text_put(&to, "%s %s, ", r.player[i].name, sq_points_text(r.player[i].points, mine));
    sq_results_remark(remark, &r);
    sq_results_free(&r);
    sq_results_forget(&memory);
    return text;
}

static char remark[SQ_RESULTS_REMARK];

/* A game that says nothing has its turn; one that was left keeps it, and people are told. */
static void games_that_say_nothing_have_their_turn(void **state) {
    (void)state;
    give_rounds(2, (const char *const[][2]){{"Ann", "Bob"}, {"Cy", "Di"}});
    play(9, TWO_FIVE, NULL, false);
    assert_string_equal(results(false, remark), "1 Ann : Bob (playing), 2 Cy : Di, ");
    assert_string_equal(remark, "");
    play(10, FIVE_AND_A_HALF, NULL, true);
    assert_string_equal(results(false, remark), "1 Ann : Bob (playing), 2 Cy 5½:1½ Di, ");
    assert_non_null(strstr(remark, "At table 7 it is not sure which game is round 1"));
}

/* The first line of the standings for a terminal that has this name. */
static const char *first_standing(const char *name) {
    static char line[256];
    char *text = NULL, *at;
    size_t n = 0;
    sq_diag d;
    sq_results r;
    sq_results_memory memory = {0};
    if (sq_results_gather(&r, store, &memory, &d)) fail_msg("%s", d.text);
    FILE *to = open_memstream(&text, &n);
    assert_int_equal(sq_results_text(to, &r, &d), SQ_OK);
    fclose(to);
    assert_non_null(at = strstr(text, name));
    while (at > text && at[-1] != '\n')
        at--;
    snprintf(line, sizeof line, "%.*s", (int)strcspn(at, "\n"), at);
    free(text);
    sq_results_free(&r);
    sq_results_forget(&memory);
    return line;
}

/* Before a game has ended nobody is first. */
static void nobody_has_a_place_at_first(void **state) {
    (void)state;
    give_rounds(1, (const char *const[][2]){{"Ann", "Bob"}});
    assert_memory_equal(first_standing("Bob"), "     Bob", 8);
    play(9, TWO_FIVE, NULL, true);
    assert_memory_equal(first_standing("Bob"), "  1  Bob", 8);
}

/* Which of two games that began in one second is the first nobody knows. */
static void games_of_one_moment_are_told(void **state) {
    (void)state;
    give_rounds(2, (const char *const[][2]){{"Ann", "Bob"}, {"Cy", "Di"}});
    play(9, TWO_FIVE, NULL, true);
    play(10, FIVE_AND_A_HALF, NULL, true);
    results(false, remark);
    assert_string_equal(remark, "");
    sq_stored_game twin = {.table = "7", .seq = 2, .number = 1, .begun = "2026-01-02T10:00:00Z"};
    char id[SQ_GAME_ID];
    snprintf(id, sizeof id, "%016x", 100 - 9);
    sq_hall_store_put_game(store, id, &twin);
    results(false, remark);
    assert_non_null(strstr(remark, "it is not sure which game is round 1"));
}

/* Round 1's result stays there when the return match is played. */
static void a_return_match_is_the_later_round(void **state) {
    (void)state;
    static const char players[] = "{\"players\":{\"blue\":\"Ann\",\"green\":\"Bob\"}}";
    give_rounds(2, (const char *const[][2]){{"Ann", "Bob"}, {"Ann", "Bob"}});
    play(9, TWO_FIVE, players, true);
    assert_string_equal(results(false, remark), "1 Ann 2:5 Bob, 2 Ann : Bob, ");
    play(10, FIVE_AND_A_HALF, players, true);
    assert_string_equal(results(false, remark), "1 Ann 2:5 Bob, 2 Ann 5½:1½ Bob, ");
    assert_string_equal(remark, "");
}

/* With one pairing alone the game that was begun anew counts. */
static void a_game_begun_anew_is_preferred(void **state) {
    (void)state;
    static const char players[] = "{\"players\":{\"blue\":\"Ann\",\"green\":\"Bob\"}}";
    give_rounds(1, (const char *const[][2]){{"Ann", "Bob"}});
    play(9, TWO_FIVE, players, true);
    play(10, FIVE_AND_A_HALF, players, true);
    play(11, TWO_FIVE, players, false);
    assert_string_equal(results(false, remark), "1 Ann 5½:1½ Bob, - Ann 2:5 Bob, - Ann : Bob (playing), ");
}

/* Points are the pairing's players': a misspelt name has none, and nobody has them twice. */
static void a_strange_name_has_no_points(void **state) {
    (void)state;
    give_rounds(1, (const char *const[][2]){{"Ann", "Bob"}});
    play(9, TWO_FIVE, "{\"round\":\"1\",\"players\":{\"blue\":\"Anne\",\"green\":\"Bob\"}}", true);
    assert_string_equal(results(true, remark), "Bob 5, Ann 2, ");
    assert_non_null(strstr(remark, "the name \"Anne\" is none of the pairing's"));
}

/* A club that plays as a side is no misspelt player. */
static void a_side_may_have_a_name(void **state) {
    (void)state;
    give_rounds(1, (const char *const[][2]){{"Ann", "Bob"}});
    play(9, TWO_FIVE, "{\"round\":\"1\",\"sides\":{\"blue-red\":\"Cambridge\",\"green-yellow\":\"London\"}}",
         true);
    assert_string_equal(results(true, remark), "Bob 5, Ann 2, ");
    assert_string_equal(remark, "");
}

/* One name tells who has which colours: the other side has the others. */
static void one_name_tells_the_colours(void **state) {
    (void)state;
    give_rounds(1, (const char *const[][2]){{"Bob", "Ann"}});
    play(9, TWO_FIVE, "{\"round\":\"1\",\"players\":{\"blue\":\"Ann\"}}", true);
    assert_string_equal(results(false, remark), "1 Ann 2:5 Bob, ");
    assert_string_equal(results(true, remark), "Bob 5, Ann 2, ");
    assert_string_equal(remark, "");
}

/* Partners who have changed their colours, and a side that has changed them with the other. */
static void partners_keep_their_own_colours(void **state) {
    (void)state;
    sq_pairing p = {.round = "1", .table = "7", .player = {"Ann", "Bob", "Cy", "Di"}, .number = 1};
    sq_hall_store_put_pairings(store, &p, 1);
    play(9, TWO_FIVE, "{\"round\":\"1\",\"players\":{\"yellow\":\"Ann\",\"red\":\"Bob\"}}", true);
    assert_string_equal(results(false, remark), "1 Di and Bob 2:5 Cy and Ann, ");
    assert_string_equal(results(true, remark), "Ann 5, Cy 5, Bob 2, Di 2, ");
}

/* Books of six colours have three players a side; who plays two colours has the points once. */
static void players_of_six_colours_have_points(void **state) {
    (void)state;
    play(9, SIX,
         "{\"players\":{\"blue\":\"Ann\",\"red\":\"Ann\",\"white\":\"Ed\",\"green\":\"Bob\",\"yellow\":"
         "\"Di\",\"purple\":"
         "\"Flo\"}}",
         true);
    assert_string_equal(results(false, remark), "- Ann and Ed 17½:7½ Bob and Di and Flo, ");
    assert_string_equal(results(true, remark), "Ann 17½, Ed 17½, Bob 7½, Di 7½, Flo 7½, ");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(games_that_say_nothing_have_their_turn, begin, end),
        cmocka_unit_test_setup_teardown(nobody_has_a_place_at_first, begin, end),
        cmocka_unit_test_setup_teardown(games_of_one_moment_are_told, begin, end),
        cmocka_unit_test_setup_teardown(a_return_match_is_the_later_round, begin, end),
        cmocka_unit_test_setup_teardown(a_game_begun_anew_is_preferred, begin, end),
        cmocka_unit_test_setup_teardown(a_strange_name_has_no_points, begin, end),
        cmocka_unit_test_setup_teardown(a_side_may_have_a_name, begin, end),
        cmocka_unit_test_setup_teardown(one_name_tells_the_colours, begin, end),
        cmocka_unit_test_setup_teardown(players_of_six_colours_have_points, begin, end),
        cmocka_unit_test_setup_teardown(partners_keep_their_own_colours, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

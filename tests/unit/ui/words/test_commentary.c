/* The commentary: each thing that an umpire says, in sentences; lines for pictures; the end. The sentences
 * are those of an umpire at work on positions made by hand. */
#include "ui/words/commentary.h"
#include "ui/words/ruling_lines.h"

#include <stdlib.h>

#include "tests/fixture/game/hand_made.h"
#include "tests/fixture/unit.h"

#define W(name) sq_wink_from_name(name)

static char words[8192];      /* all that was said since clear() */
static sq_ruling_lines lines; /* of the last thing */

static sq_code hear(void *who, const sq_said *said, sq_diag *d) {
    (void)who, (void)d;
    size_t used = strlen(words);
    FILE *f = fmemopen(words + used, sizeof words - used, "w");
    assert_non_null(f);
    sq_commentary(f, said);
    fclose(f);
    sq_ruling_lines_of(&lines, said);
    return SQ_OK;
}

static void clear(void) {
    *words = 0;
}

static void assert_said(const char *text) {
    if (!strstr(words, text)) fail_msg("\"%s\" is not in what was said:\n%s", text, words);
}

/* ---- A game by hand. Names are given anew, from left to right: blue's and red's are the other way round
 * ---- */

static sq_umpire *umpire;
static sq_position p;
static double at;

static void look(void) {
    sq_position q = p;
    sq_diag d;
    bool again;
    hand_made_shake(&q, 0.1);
    at += 3;
    q.t = at;
    assert_int_equal(sq_umpire_look(umpire, &q, at - 1, at - 0.1, true, &again, &d), SQ_OK);
}

static void put(const char *name, double x, double y) {
    hand_made_put(&p, W(name), W(name), x, y, SQ_PLACE_MAT);
}

static int begin(void **state) {
    (void)state;
    sq_diag d;
    sq_umpire_settings settings = {.game = {.form = SQ_FORM_PAIRS}, .hear = hear};
    at = 0;
    p = hand_made_start();
    clear();
    return sq_umpire_new(&umpire, &settings, &d) != SQ_OK;
}

static int end(void **state) {
    (void)state;
    sq_umpire_free(umpire);
    return 0;
}

/* Won by red, winks carried back. */
static void squidge_off(void) {
    static const char *const winks[] = {"B1", "G1", "R1", "Y1"};
    look();
    for (int c = 0; c < SQ_USUAL_COLOURS; c++) {
        put(winks[c], c < 2 ? 200 + 20 * c : -100 - 40 * c, c < 2 ? 90 : -40);
        look();
    }
    sq_position start = hand_made_start();
    for (int c = 0; c < SQ_USUAL_COLOURS; c++) {
        p.winks[W(winks[c])] = start.winks[W(winks[c])];
        look();
    }
}

static void a_game_begins(void **state) {
    (void)state;
    squidge_off();
    assert_int_equal(strncmp(words, "   1  [0:03.0]   A game of pairs", 32), 0);
    assert_said("      1.1        Four play: ");
    assert_said("B2 is squidged: ");
    assert_said("   2  [0:15.0]   Squidge-off: ");
    assert_said("Red is nearest to the pot");
    assert_said("[0:18.0]   B2 is carried back behind the baseline.");
    assert_string_equal(lines.line[0], "[0:27.0] Y1 is carried back behind the baseline.");
}

static void a_shot_is_told_with_what_was_measured(void **state) {
    (void)state;
    squidge_off();
    clear();
    put("r1", 100, 100);
    look();
    assert_said("   3  [0:29.0]   Red plays r4 from behind the baseline. (over 99 %)");
    assert_said("\n      7.1        Yellow's turn is next.\n");
    assert_string_equal(lines.line[0], "3 [0:29.0] Red plays r4 from behind the baseline. (over 99 %)");
    /* What follows for the turn stands before what is said in passing. */
    assert_string_equal(lines.line[1], "7.1 Yellow's turn is next.");
    assert_string_equal(lines.line[2], "6.1 The clock runs from the moment when this first wink is played.");
    assert_int_equal(lines.count, 4);
    assert_int_equal(lines.more, 0);
    assert_false(lines.question);
    clear();
    put("y1", 111, 100);
    hand_made_squop(&p, W("y1"), W("r1"), 1);
    look();
    assert_said("Now y1 lies over r4.");
    assert_said("\n                 y1 over r4: overlap ");
    clear();
    put("b1", 100, 117.5); /* near, but beside */
    look();
    assert_said("beside");
}

static void a_question_gives_its_answers(void **state) {
    (void)state;
    squidge_off();
    put("r1", 100, 100);
    look();
    clear();
    put("y1", 115.9, 100);
    hand_made_squop(&p, W("y1"), W("r1"), 0.6);
    look();
    assert_said("QUESTION: what happened?");
    assert_said("Does y1 lie over r4?");
    assert_said("\n      likeliest  Yellow plays y1");
    assert_said("\n      or         Yellow plays y1");
    assert_non_null(strstr(lines.line[0], "QUESTION: Does y1 lie over r4?"));
    assert_true(lines.question);
    assert_int_equal(lines.answers, 2);
    assert_int_equal(strncmp(lines.line[1], "likeliest Yellow plays y1", 25), 0);
    assert_int_equal(strncmp(lines.line[2], "or Yellow plays y1", 18), 0);
    clear();
    put("b1", -200, -100);
    look();
    assert_said("\n      HELD       This is a question for the umpire. When the game has ended, squint "
                "answer GAME 4 changes "
                "it.\n      asked      Does y1 lie over r4?");
    assert_said("Blue plays b4");
}

static void what_is_out_of_sight_is_asked(void **state) {
    (void)state;
    squidge_off();
    clear();
    hand_made_lose(&p, W("r1"));
    look();
    assert_said("r4 is out of sight");
}

static void a_question_that_is_settled_says_by_what(void **state) {
    (void)state;
    squidge_off();
    hand_made_lose(&p, W("r1"));
    look();
    clear();
    p = hand_made_start();
    put("r1", 100, 100);
    look();
    assert_said("Red plays r4 from behind the baseline.");
    assert_said("\n      settled    ");
    assert_said(", by another look at the mat.");
    clear();
    put("y1", -200, -100);
    look();
    assert_null(strstr(words, "settled"));
}

static void a_line_that_has_become_certain_is_told(void **state) {
    (void)state;
    sq_late_certainty late = {.line = 4, .question = 1, .probability = 0.971};
    sq_state before = sq_state_none();
    sq_event e = {.kind = SQ_EVENT_CLOCK};
    sq_rulings none = {0};
    sq_play play = {.reading_count = 1};
    sq_said said = {.kind = SQ_SAID_EVENT, .event = &e, .play = &play, .rulings = &none};
    sq_diag d;
    said.before = said.after = &before;
    said.settles = 1;
    said.settled_late = &late;
    clear();
    hear(NULL, &said, &d);
    assert_said(
        "\n      settled    Line 4 is no longer a question: it is right, by how the game went on. (97 %)");
}

static void a_rest_that_was_not_judged_is_told_with_the_question(void **state) {
    (void)state;
    squidge_off();
    put("r1", 100, 100);
    look();
    clear();
    put("r1", 180, 120);
    put("y1", 125, 100);
    sq_umpire_unjudged(umpire, 1);
    look();
    assert_said("QUESTION: what happened?");
    assert_said("One rest before it could not be judged: was this all?");
    assert_non_null(strstr(lines.line[0], "could not be judged"));
}

static void a_gap_is_told_with_the_question(void **state) {
    (void)state;
    squidge_off();
    clear();
    put("r1", 100, 100);
    sq_umpire_gap(umpire, 60);
    look();
    assert_said("QUESTION: what happened?");
    assert_said("There are no pictures of the 60.0 s before it: was this all?");
    assert_said("Red plays r4 from behind the baseline. (over 99 %)");
    assert_non_null(strstr(lines.line[0], "no pictures"));
    clear();
    put("y1", -200, -100);
    look();
    assert_said("HELD");
    clear();
    put("b1", -300, 100);
    sq_umpire_gap(umpire, 0.07);
    look();
    assert_said("The picture jumps");
}

static void a_hand_is_waited_for(void **state) {
    (void)state;
    squidge_off();
    clear();
    sq_mm there = p.winks[W("y2")].at;
    hand_made_lose(&p, W("y2"));
    p.regions[p.region_count++] = (sq_region){there, 40};
    look();
    assert_said("Something lies over the mat, where y2 is: no ruling until it is gone.");
}

static void a_mat_that_is_laid_out_is_waited_for(void **state) {
    (void)state;
    p.wink_count = 5;
    look();
    assert_said("Waiting for the winks to be laid out: 5 in sight.");
    clear();
    look();
    assert_string_equal(words, "");
}

/* Nobody knows what is waited for where the winks lie there already: it is said, once, with what helps. */
static void winks_that_lie_there_unseen_are_missed(void **state) {
    (void)state;
    p.wink_count = 5;
    look();
    at += 30;
    look();
    assert_said(
        "Still waiting for the winks to be laid out: 5 in sight, not 1 blue, 6 green, 6 red, 6 yellow. If");
    assert_said("more light");
}

static void what_covers_the_mat_before_a_game_is_named(void **state) {
    (void)state;
    p.regions[p.region_count++] = (sq_region){{-450, 100}, 300};
    p.wink_count = 20;
    look();
    at += 30;
    look();
    assert_said("cover the mat, 60 cm wide, 45 cm to the left of the pot: take it away");
}

/* ---- What an umpire seldom says, and the end ---- */

static void the_rules_refuse(void **state) {
    (void)state;
    sq_state none = sq_state_none(), after;
    sq_event e = {.kind = SQ_EVENT_PASS, .pass = {.colour = SQ_RED}};
    sq_rulings rulings;
    assert_false(sq_engine_step(&none, &e, &after, &rulings));
    sq_said said = {
        .kind = SQ_SAID_REFUSED, .t = 61, .event = &e, .before = &none, .after = &none, .rulings = &rulings};
    hear(NULL, &said, NULL);
    assert_int_equal(strncmp(words, "      [1:01.0]   QUESTION: Red passes.", 38), 0);
    assert_said("The rules do not allow it now: ");
}

static void other_sentences(void **state) {
    (void)state;
    hear(NULL, &(sq_said){.kind = SQ_SAID_PASSED_OVER}, NULL);
    assert_said("it stays open, the game goes on");
    sq_play_reading by_hand = {.kind = SQ_PLAY_BY_HAND, .moved = sq_wink_bit(0)};
    static sq_tracked was, is;
    was.wink[0].how = is.wink[0].how = SQ_TRACK_SEEN;
    hear(NULL, &(sq_said){.kind = SQ_SAID_PASSED_OVER, .reading = &by_hand, .was = &was, .is = &is}, NULL);
    assert_said("meanwhile  B1 is moved by hand.");
    hear(NULL, &(sq_said){.kind = SQ_SAID_NEW_GAME}, NULL);
    assert_said("another game");
    sq_play nothing = {.reading_count = 1};
    hear(NULL, &(sq_said){.kind = SQ_SAID_UNSEEN, .play = &nothing, .reading = nothing.reading}, NULL);
    assert_said("Nothing was played.");
}

static void a_long_title_is_cut(void **state) {
    (void)state;
    sq_play_reading all = {.kind = SQ_PLAY_BY_HAND, .moved = SQ_USUAL_SET};
    static sq_tracked was, is;
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
        was.wink[w].how = is.wink[w].how = SQ_TRACK_SEEN;
    hear(NULL, &(sq_said){.kind = SQ_SAID_BY_HAND, .reading = &all, .was = &was, .is = &is}, NULL);
    assert_true(strlen(lines.line[0]) < SQ_RULING_LINE_MAX);
    assert_null(strchr(lines.line[0], '\n'));
    assert_non_null(strstr(lines.line[0], "B1, B2, "));
}

static void assert_laid_flat(double mm, sq_wink_set over, const char *sentence) {
    FILE *f = fmemopen(words, sizeof words, "w");
    sq_commentary_lay_flat(f, 0, mm, over);
    fclose(f);
    assert_said(sentence);
}

/* It is told how far the wink is moved, which is not how far from the pot it then lies. */
static void a_leaning_wink_is_laid_beside_the_pot(void **state) {
    (void)state;
    assert_laid_flat(2, 0, " Move B1 2.0 mm outwards, until it lies flat and touches the pot.\n");
    sq_wink_set two = sq_wink_bit(sq_wink_from_name("r2")) | sq_wink_bit(sq_wink_from_name("g1"));
    assert_laid_flat(0.06, two,
                     " Move B1 0.1 mm outwards, until it lies flat and touches the pot; "
                     "it then lies over g1 and r2.\n");
    assert_laid_flat(0.04, 0, " Lay B1 flat, so that it touches the pot.\n");
}

static void tell_end(const sq_state *s, const sq_ending *e) {
    FILE *f = fmemopen(words, sizeof words, "w");
    sq_commentary_end(f, s, e);
    fclose(f);
}

static void the_end_is_told(void **state) {
    (void)state;
    sq_state none = sq_state_none();
    tell_end(&none, &(sq_ending){.t = 65, .shots = 1, .questions = 2});
    assert_string_equal(words, "      [1:05.0]   The pictures end: 1 shot, 2 questions.\n");
    tell_end(&none, &(sq_ending){.t = 65, .stopped = true});
    assert_string_equal(words, "      [1:05.0]   Stopped here: 0 shots, 0 questions.\n");
    tell_end(&none, &(sq_ending){.t = 65, .stopped = true, .unkept = true});
    assert_string_equal(words, "      [1:05.0]   Stopped here; not all is kept: 0 shots, 0 questions.\n");
    tell_end(&none, &(sq_ending){.t = 65, .live = true, .stopped = true, .unkept = true});
    assert_string_equal(
        words, "      [1:05.0]   The camera's pictures end; not all is kept: 0 shots, 0 questions.\n");
    tell_end(&none, &(sq_ending){.t = 65, .unkept = true});
    assert_string_equal(words, "      [1:05.0]   The end, of which not all is kept: 0 shots, 0 questions.\n");
    squidge_off();
    tell_end(sq_umpire_state(umpire), &(sq_ending){.t = 65, .unjudged = 3});
    assert_said("\n      unjudged   3 rests\n");
    assert_said("\n      turn       red\n");
    assert_said("\n      tiddlies   blue 0, green 0, red 0, yellow 0\n");
    assert_said("\n      score      The game is not over.\n");
    tell_end(&none, &(sq_ending){.t = 65, .live = true});
    assert_string_equal(words, "      [1:05.0]   The camera's pictures end: 0 shots, 0 questions.\n");
}

/* A rest of the middle of a game shows neither whose turn it is nor what was played. */
static void the_end_of_a_game_that_was_joined_late(void **state) {
    (void)state;
    static const char *const out[] = {"B1", "b1", "G1", "g1", "R1", "r1", "Y1", "y1"};
    for (int i = 0; i < 8; i++)
        put(out[i], -300 + 80 * i, 120);
    for (int c = 0; c < SQ_USUAL_COLOURS; c++)
        p.tiddlies[c].low = p.tiddlies[c].high = 2;
    p.tiddlies[SQ_GREEN].high = 5;
    look();
    assert_true(sq_umpire_joined_late(umpire));
    tell_end(sq_umpire_state(umpire), &(sq_ending){.t = 65, .joined_late = &p});
    assert_said("\n      turn       not known: ");
    assert_said("\n      tiddlies   blue 2, green 2 to 5, red 2, yellow 2, as it lies\n");
    assert_null(strstr(words, "score"));
    put("r2", 40, -60);
    look();
    assert_false(sq_umpire_joined_late(umpire));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(a_game_begins),
        TEST(a_shot_is_told_with_what_was_measured),
        TEST(a_question_gives_its_answers),
        TEST(a_leaning_wink_is_laid_beside_the_pot),
        TEST(what_is_out_of_sight_is_asked),
        TEST(a_question_that_is_settled_says_by_what),
        TEST(a_line_that_has_become_certain_is_told),
        TEST(a_rest_that_was_not_judged_is_told_with_the_question),
        TEST(a_gap_is_told_with_the_question),
        TEST(a_hand_is_waited_for),
        TEST(a_mat_that_is_laid_out_is_waited_for),
        TEST(winks_that_lie_there_unseen_are_missed),
        TEST(what_covers_the_mat_before_a_game_is_named),
        TEST(the_rules_refuse),
        TEST(other_sentences),
        TEST(a_long_title_is_cut),
        TEST(the_end_is_told),
        TEST(the_end_of_a_game_that_was_joined_late),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* What a disc's place, and the doubt about it, say of the shot that was played. */
#include "ui/umpire/crokinole/board_story.h"

#include "tests/fixture/unit.h"

static const sq_mm first = {150, 20}, second = {-120, -110};

/* A round of which light's first disc is at a place, and all others in hand; this side is to play. */
static sq_crokinole game_of(sq_board_place at, sq_board_side to_play) {
    sq_crokinole game = {.in_game = ~(sq_board_disc_set)0, .disc = SQ_NO_DISC, .games = 1};
    memset(game.now.place, SQ_IN_HAND, sizeof game.now.place);
    game.now.place[0] = (uint8_t)at;
    game.now.round = game.now.game = 1;
    while (sq_crokinole_side(&game, (sq_board_seat)game.now.due) != to_play)
        game.now.due++;
    return game;
}

static sq_board_disc_seen disc_at(sq_board_side side, sq_mm at, sq_board_region region) {
    sq_board_disc_seen disc = {
        .side = side, .side_sure = 1, .at = at, .sigma_mm = 0.3, .own_sigma_mm = 0.3, .region = region};
    disc.probability[region] = 1;
    return disc;
}

/* One light disc lies in the 10 region; dark plays, and its disc comes to rest far from it. The light one is
 * seen so many millimetres from where it was; sure: the probability that it is one; wrong: that another
 * circle was taken for its rim. */
static sq_board_story story_of_radius(double off_mm, double sure, double wrong, double radius_was_mm) {
    static sq_board_position seen;
    sq_board_story story;
    sq_crokinole game = game_of(SQ_AT_10, SQ_DARK);
    sq_board_lie was = {
        .lies = sq_board_disc_bit(0), .at[0] = first, .own_sigma_mm[0] = 0.3, .radius_mm[0] = radius_was_mm};
    seen = (sq_board_position){.disc_radius_mm = 16, .count = 2};
    seen.disc[0] = disc_at(SQ_LIGHT, (sq_mm){first.x + off_mm, first.y}, SQ_REGION_10);
    seen.disc[0].side_sure = sure;
    seen.disc[0].wrong_circle = wrong;
    seen.disc[1] = disc_at(SQ_DARK, second, SQ_REGION_10);
    sq_board_story_tell(&story, &game, &was, &seen, 1, 2);
    return story;
}

static sq_board_story story_of(double off_mm, double sure, double wrong) {
    return story_of_radius(off_mm, sure, wrong, 16);
}

/* The probability that the light disc was struck. */
static double struck(const sq_board_story *s) {
    double sum = 0;
    for (int i = 0; i < s->count; i++)
        if (s->reading[i].shots && s->reading[i].shot[s->reading[i].shots - 1].struck & sq_board_disc_bit(0))
            sum += s->reading[i].probability;
    return sum;
}

static void a_disc_that_lies_elsewhere_was_struck(void **state) {
    (void)state;
    sq_board_story moved = story_of(3, 1, 0), still = story_of(0.2, 1, 0);
    assert_true(struck(&moved) > 0.99);
    assert_true(struck(&still) < 0.05);
    assert_true(struck(&still) > 0); /* hardly, but it would make the shot valid */
}

/* Its rim was not the same circle, if it was measured by another radius. */
static void a_disc_that_was_measured_by_another_radius_may_have_been_still(void **state) {
    (void)state;
    sq_board_story same = story_of_radius(2, 1, 0, 16), other = story_of_radius(2, 1, 0, 18);
    assert_true(struck(&same) > 0.9);
    assert_true(struck(&other) < 0.2);
}

/* A light disc lies still; dark's disc is not seen to come to rest, and one more lies in the ditch. That it
 * touched the light one, which shows as little as a shot past all discs, is hardly likelier for that. */
static void a_shot_that_nothing_shows_of_has_hardly_touched_a_disc(void **state) {
    (void)state;
    static sq_board_position seen;
    sq_board_story story;
    sq_crokinole game = game_of(SQ_AT_10, SQ_DARK);
    sq_board_lie was = {
        .lies = sq_board_disc_bit(0), .at[0] = first, .own_sigma_mm[0] = 0.1, .radius_mm[0] = 16};
    seen = (sq_board_position){.disc_radius_mm = 16, .count = 2};
    seen.disc[0] = disc_at(SQ_LIGHT, first, SQ_REGION_10);
    seen.disc[1] = disc_at(SQ_DARK, (sq_mm){330, 40}, SQ_REGION_DITCH);
    sq_board_story_tell(&story, &game, &was, &seen, 1, 2);
    assert_true(struck(&story) > 0 && struck(&story) < 0.01);
}

static void where_another_circle_may_be_its_rim_it_may_have_been_still(void **state) {
    (void)state;
    sq_board_story little = story_of(3, 1, 0.05), much = story_of(3, 1, 0.5), far = story_of(60, 1, 0.5);
    assert_true(struck(&little) > 0.05 && struck(&little) < 0.95);
    assert_true(struck(&much) < struck(&little));
    assert_true(struck(&far) > 0.99);
}

/* A light disc has left the board before; the eye sees one light disc more in the ditch now, and saw so many
 * of them before, and something round where it lies, or nothing. It is light's turn. The probability that
 * nothing was played. */
static double nothing_played(int seen_before, bool showed_before) {
    static sq_board_position seen;
    sq_board_story story;
    sq_crokinole game = game_of(SQ_AT_OUT, SQ_LIGHT);
    sq_board_lie was = {.ditch[SQ_LIGHT] = seen_before};
    seen = (sq_board_position){.disc_radius_mm = 16, .count = seen_before + 1};
    for (int i = 0; i < seen.count; i++)
        seen.disc[i] = disc_at(SQ_LIGHT, (sq_mm){330, 40.0 * i}, SQ_REGION_DITCH);
    seen.disc[0].showed_before = showed_before;
    sq_board_story_tell(&story, &game, &was, &seen, 1, 2);
    double sum = 0;
    for (int i = 0; i < story.count; i++)
        sum += story.reading[i].shots ? 0 : story.reading[i].probability;
    return sum;
}

/* One disc more in the ditch is a shot, unless one that lay there unseen can be it: likelier so where
 * something round has shown. */
static void a_disc_that_was_hidden_in_the_ditch_may_come_into_sight(void **state) {
    (void)state;
    assert_true(nothing_played(1, false) < 0.1);
    assert_true(nothing_played(0, false) > 0.05 && nothing_played(0, false) < 0.4);
    assert_true(nothing_played(0, true) > 0.9);
}

/* It is light's turn, and something new shows that is a light disc with this probability. The probability
 * that light's disc has come to rest there. */
static double played_there(double sure, bool showed_before) {
    static sq_board_position seen;
    sq_board_story story;
    sq_crokinole game = game_of(SQ_IN_HAND, SQ_LIGHT);
    sq_board_lie was = {.lies = 0};
    seen = (sq_board_position){.disc_radius_mm = 16, .count = 1};
    seen.disc[0] = disc_at(SQ_LIGHT, second, SQ_REGION_10);
    seen.disc[0].side_sure = sure;
    seen.disc[0].showed_before = showed_before;
    sq_board_story_tell(&story, &game, &was, &seen, 1, 2);
    double sum = 0;
    for (int i = 0; i < story.count; i++)
        sum += story.reading[i].lie.lies ? story.reading[i].probability : 0;
    return sum;
}

static void what_may_be_a_disc_may_be_the_one_that_was_shot(void **state) {
    (void)state;
    assert_true(played_there(0.99, false) > 0.97);
    assert_true(played_there(0.48, false) > 0.5 && played_there(0.48, false) < 0.97);
    assert_true(played_there(0.1, false) > 0.01 && played_there(0.1, false) < 0.5);
    assert_true(played_there(0.48, true) < 0.01); /* a figure of the board */
}

/* Where the light disc lay, or as far from it, something is seen that is likelier no disc. Whether all
 * accounts that are worth asking find the disc where it lay. */
static bool lies_still(double off_mm) {
    sq_board_story story = story_of(off_mm, 0.4, 0);
    bool still = story.count > 0;
    for (int i = 0; i < story.count; i++)
        still &= story.reading[i].probability < 0.01 || sq_mm_within(story.reading[i].lie.at[0], first, 1);
    return still;
}

static void a_disc_that_shows_badly_lies_where_it_lay(void **state) {
    (void)state;
    assert_true(lies_still(0.2));
    assert_false(lies_still(80)); /* it may have been struck */
}

/* It is dark's turn, nothing lay on the board, and a light disc is seen there. The probability that dark
 * played before it; known: the colour of dark discs. */
static double dark_played_before(bool known) {
    static sq_board_position seen;
    sq_board_story story;
    sq_crokinole game = game_of(SQ_IN_HAND, SQ_DARK);
    sq_board_lie was = {.lies = 0};
    seen = (sq_board_position){.disc_radius_mm = 16, .count = 1};
    seen.tones = (sq_side_tones){.known = known ? 2 : 1, .seen = {[SQ_LIGHT] = true, [SQ_DARK] = known}};
    seen.disc[0] = disc_at(SQ_LIGHT, second, SQ_REGION_10);
    seen.disc[0].side_sure = 0.998;
    sq_board_story_tell(&story, &game, &was, &seen, 1, 2);
    double sum = 0;
    for (int i = 0; i < story.count; i++)
        sum += story.reading[i].shots == 2 ? story.reading[i].probability : 0;
    return sum;
}

/* Its disc may lie in the hole, or in the ditch, where the eye does not see a colour that it has not learned.
 */
static void a_disc_of_unknown_colour_may_have_been_shot_unseen(void **state) {
    (void)state;
    assert_true(dark_played_before(false) > 0.5);
    assert_true(dark_played_before(true) < dark_played_before(false));
}

/* Something in the hole is a disc with a half; it lies there, or over the hole's edge. Before, nothing did.
 * The probability that the shot came to rest over the edge. */
static double over_hole_edge(double in_hole, double hole_before) {
    static sq_board_position seen;
    sq_board_story story;
    sq_crokinole game = game_of(SQ_IN_HAND, SQ_LIGHT);
    sq_board_lie was = {.in_hole[SQ_LIGHT] = hole_before};
    seen = (sq_board_position){.disc_radius_mm = 16, .count = 1};
    seen.tones = (sq_side_tones){.known = 2, .seen = {true, true}};
    seen.disc[0] = disc_at(SQ_LIGHT, (sq_mm){2, 5}, SQ_REGION_HOLE);
    seen.disc[0].side_sure = 0.49;
    seen.disc[0].showed_before = true;
    seen.disc[0].probability[SQ_REGION_HOLE] = in_hole;
    seen.disc[0].probability[SQ_REGION_15] = 1 - in_hole;
    sq_board_story_tell(&story, &game, &was, &seen, 1, 2);
    double sum = 0;
    for (int i = 0; i < story.count; i++)
        if (story.reading[i].shots && story.reading[i].shot[0].place[0] == SQ_AT_15)
            sum += story.reading[i].probability;
    return sum;
}

static void what_shows_in_the_hole_may_lie_over_its_edge(void **state) {
    (void)state;
    assert_true(over_hole_edge(0.53, 0) > 0.05);
    assert_true(over_hole_edge(0.53, 0.49) > 0.05); /* the ground alone has shown otherwise */
    assert_true(over_hole_edge(0.53, 0.26) < 0.01); /* it shows as before */
    assert_true(over_hole_edge(0.999, 0) < 0.01);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_disc_that_lies_elsewhere_was_struck),
        cmocka_unit_test(a_disc_that_was_measured_by_another_radius_may_have_been_still),
        cmocka_unit_test(a_shot_that_nothing_shows_of_has_hardly_touched_a_disc),
        cmocka_unit_test(where_another_circle_may_be_its_rim_it_may_have_been_still),
        cmocka_unit_test(a_disc_that_was_hidden_in_the_ditch_may_come_into_sight),
        cmocka_unit_test(what_may_be_a_disc_may_be_the_one_that_was_shot),
        cmocka_unit_test(a_disc_that_shows_badly_lies_where_it_lay),
        cmocka_unit_test(a_disc_of_unknown_colour_may_have_been_shot_unseen),
        cmocka_unit_test(what_shows_in_the_hole_may_lie_over_its_edge),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

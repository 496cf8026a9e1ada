/* Coloured shade is told from winks by how little colour it has for its darkness. */
#include "vision/segment/coloured_shadow.h"

#include "tests/fixture/unit.h"

enum { PIXELS = 6 };

static const sq_palette palette = {
    .colour = {{107, 8, 0.6f, 9}, {-151, 8, 0.5f, 9}, {0, 8, 0.7f, 9}, {-78, 8, 0.7f, 9}}, .separation = 70};

static void only_the_shade_is_taken_off(void **state) {
    (void)state;
    /* Bluish shade; a blue wink, lit and in that shade; a pale red wink that mirrors a lamp; felt; shade on
     * the table. */
    sq_chroma chroma[PIXELS] = {{-0.02f, 0.08f}, {-0.17f, 0.57f}, {-0.07f, 0.23f},
                                {0.2f, 0},       {0, 0},          {0.3f, 0.05f}};
    float light[PIXELS] = {0.5f, 0.6f, 0.25f, 1.3f, 1, 0.9f}, believed[PIXELS] = {1, 1, 1, 1, 1, 1};
    sq_chroma ground[PIXELS] = {[5] = {0.35f, 0}};
    const sq_chroma before[PIXELS] = {chroma[0], chroma[1], chroma[2], chroma[3], chroma[4], chroma[5]};
    sq_window w = {
        .w = PIXELS, .h = 1, .chroma = chroma, .ground = ground, .light = light, .believed = believed};
    assert_int_equal(sq_coloured_shadow_take_off(&w, &palette), 3);
    assert_near(chroma[0].x, 0, 0);
    assert_near(chroma[0].y, 0, 0);
    for (int i = 1; i < 5; i++) {
        assert_near(chroma[i].x, before[i].x, 0);
        assert_near(chroma[i].y, before[i].y, 0);
    }
    assert_near(chroma[5].x, ground[5].x, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(only_the_shade_is_taken_off)};
    return cmocka_run_group_tests(tests, 0, 0);
}

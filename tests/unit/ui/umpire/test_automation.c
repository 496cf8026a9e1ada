/* How far the referee acts by itself: the settings as text, and which of them counts for a reading. */
#include "tests/fixture/unit.h"
#include "ui/umpire/automation.h"

static void settings_are_read_and_written_in_the_same_words(void **state) {
    (void)state;
    char why[SQ_AUTOMATION_WHY_MAX], text[SQ_AUTOMATION_TEXT_MAX];
    sq_automation a = {0};
    assert_string_equal(sq_automation_write(text, &a), "");
    assert_true(sq_automation_read(&a, "pass=ask,pot=tell", why));
    assert_string_equal(sq_automation_write(text, &a), "pot=tell,pass=ask");
    assert_true(sq_automation_read(&a, "all=off,squop=do", why));
    assert_string_equal(sq_automation_write(text, &a),
                        "shot=off,pot=off,off-mat=off,pass=off,squidge-off=off,put-back=off");
    assert_true(sq_automation_read(&a, "all=do", why));
    assert_string_equal(sq_automation_write(text, &a), "");
}

static void what_cannot_be_understood_changes_nothing(void **state) {
    (void)state;
    static const struct {
        const char *text, *why;
    } wrong[] = {
        {"pass=ask,jump=ask",
         "\"jump\" is no kind of event; give all, shot, squop, pot, off-mat, pass, squidge-off or put-back"},
        {"pass", "give pass=do, tell, ask or off"},
        {"pass=perhaps", "give pass=do, tell, ask or off"},
        {"", "\"\" is no kind of event; give all, shot, squop, pot, off-mat, pass, squidge-off or put-back"},
        {"pass=ask,",
         "\"\" is no kind of event; give all, shot, squop, pot, off-mat, pass, squidge-off or put-back"}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char why[SQ_AUTOMATION_WHY_MAX], text[SQ_AUTOMATION_TEXT_MAX];
        sq_automation a = {0};
        a.mode[SQ_AUTOMATIC_POT] = SQ_MODE_TELL;
        assert_false(sq_automation_read(&a, wrong[i].text, why));
        assert_string_equal(why, wrong[i].why);
        assert_string_equal(sq_automation_write(text, &a), "pot=tell");
    }
}

static sq_play_reading shot(void) {
    sq_play_reading r = {.kind = SQ_PLAY_SHOT, .has_event = true, .event = {.kind = SQ_EVENT_SHOT}};
    r.event.shot.over_known = true;
    return r;
}

static void the_most_careful_of_all_that_a_shot_is_counts(void **state) {
    (void)state;
    char why[SQ_AUTOMATION_WHY_MAX];
    const sq_squops before = {0};
    sq_automation a = {0};
    sq_play_reading plain = shot(), squop = shot(), pot = shot(), both;
    squop.event.shot.over.above[0] = sq_wink_bit(6);
    pot.event.shot.potted = sq_wink_bit(1);
    both = squop;
    both.event.shot.potted = sq_wink_bit(1);
    assert_int_equal(sq_automation_of(&a, &before, &both), SQ_MODE_DO);
    assert_true(sq_automation_read(&a, "squop=ask,pot=tell", why));
    assert_int_equal(sq_automation_of(&a, &before, &plain), SQ_MODE_DO);
    assert_int_equal(sq_automation_of(&a, &before, &squop), SQ_MODE_ASK);
    assert_int_equal(sq_automation_of(&a, &before, &pot), SQ_MODE_TELL);
    assert_int_equal(sq_automation_of(&a, &before, &both), SQ_MODE_ASK);
    /* A squop that ends is one of these shots as well; what is not known to differ is not. */
    sq_squops lay = squop.event.shot.over;
    assert_int_equal(sq_automation_of(&a, &lay, &plain), SQ_MODE_ASK);
    assert_int_equal(sq_automation_of(&a, &lay, &squop), SQ_MODE_DO);
    plain.event.shot.over_known = false;
    assert_int_equal(sq_automation_of(&a, &lay, &plain), SQ_MODE_DO);
    plain.passed = true;
    assert_true(sq_automation_read(&a, "pass=off", why));
    assert_int_equal(sq_automation_of(&a, &lay, &plain), SQ_MODE_OFF);
}

static void other_readings_have_their_own_kind_or_none(void **state) {
    (void)state;
    char why[SQ_AUTOMATION_WHY_MAX];
    const sq_squops before = {0};
    sq_automation a = {0};
    assert_true(sq_automation_read(&a, "all=ask,squidge-off=off,put-back=tell", why));
    sq_play_reading by_hand = {.kind = SQ_PLAY_BY_HAND},
                    won = {.kind = SQ_PLAY_SQUIDGED,
                           .has_event = true,
                           .event = {.kind = SQ_EVENT_SQUIDGE_OFF}},
                    back = {.kind = SQ_PLAY_REPLACED, .has_event = true, .event = {.kind = SQ_EVENT_CHOOSE}};
    assert_int_equal(sq_automation_of(&a, &before, &by_hand), SQ_MODE_DO);
    assert_int_equal(sq_automation_of(&a, &before, &won), SQ_MODE_OFF);
    assert_int_equal(sq_automation_of(&a, &before, &back), SQ_MODE_TELL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(settings_are_read_and_written_in_the_same_words),
        cmocka_unit_test(what_cannot_be_understood_changes_nothing),
        cmocka_unit_test(the_most_careful_of_all_that_a_shot_is_counts),
        cmocka_unit_test(other_readings_have_their_own_kind_or_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

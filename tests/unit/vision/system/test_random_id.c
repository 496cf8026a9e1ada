/* Random names: so many digits, and never twice. */
#include "vision/system/random_id.h"

#include <stdlib.h>

#include "tests/fixture/unit.h"

static void each_is_new_and_has_its_length(void **state) {
    (void)state;
    enum { DIGITS = 16, DRAWN = 200 };
    char drawn[DRAWN][DIGITS + 2];
    for (int i = 0; i < DRAWN; i++) {
        memset(drawn[i], '!', sizeof drawn[i]);
        assert_true(sq_random_id(drawn[i], DIGITS));
        assert_int_equal(strspn(drawn[i], "0123456789abcdef"), DIGITS);
        assert_int_equal(drawn[i][DIGITS], 0);
        assert_int_equal(drawn[i][DIGITS + 1], '!');
        for (int k = 0; k < i; k++)
            assert_string_not_equal(drawn[i], drawn[k]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_is_new_and_has_its_length),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

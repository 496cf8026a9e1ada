/* Codes and tokens: only the right code opens, a wrong one costs time, and nobody can lock out another. */
#include "ui/serve/access.h"

#include <ctype.h>
#include <string.h>

#include "tests/fixture/unit.h"

enum { PORT = 8080 };

static sq_access *new_access(void) {
    sq_access *a;
    sq_diag d;
    assert_int_equal(sq_access_new(&a, &d), SQ_OK);
    return a;
}

/* The wrong code that differs in the last letter. */
static void wrong_code(const sq_access *a, char code[SQ_ACCESS_CODE]) {
    strcpy(code, sq_access_code(a));
    code[8] = code[8] == 'A' ? 'B' : 'A';
}

static void the_code_opens_however_it_is_typed(void **state) {
    (void)state;
    sq_access *a = new_access();
    char token[SQ_ACCESS_TOKEN], small[2 * SQ_ACCESS_CODE] = {0}, cookie[128];
    double wait;
    const char *code = sq_access_code(a);
    assert_int_equal(strlen(code), 9);
    assert_int_equal(sq_access_login(a, "10.0.0.1", code, 1, token, &wait), SQ_LOGIN_RIGHT);
    for (int i = 0, n = 0; code[i]; i++)
        if (code[i] != '-') small[n++] = (char)tolower(code[i]), small[n++] = ' ';
    assert_int_equal(sq_access_login(a, "10.0.0.1", small, 1, token, &wait), SQ_LOGIN_RIGHT);
    snprintf(cookie, sizeof cookie, "other=1; squint-8080=%s; more=2", token);
    assert_true(sq_access_may_act(a, PORT, cookie));
    sq_access_free(a);
}

/* A browser sends all of a machine's cookies to each of its ports. */
static void two_games_on_one_machine_do_not_disturb_each_other(void **state) {
    (void)state;
    sq_access *a = new_access(), *b = new_access();
    char token[SQ_ACCESS_TOKEN], other[SQ_ACCESS_TOKEN], cookie[256];
    double wait;
    assert_int_equal(sq_access_login(a, "x", sq_access_code(a), 1, token, &wait), SQ_LOGIN_RIGHT);
    assert_int_equal(sq_access_login(b, "x", sq_access_code(b), 1, other, &wait), SQ_LOGIN_RIGHT);
    snprintf(cookie, sizeof cookie, "squint-8081=%s; squint-8080=%s", other, token);
    assert_true(sq_access_may_act(a, PORT, cookie));
    assert_true(sq_access_may_act(b, PORT + 1, cookie));
    assert_false(sq_access_may_act(a, PORT + 1, cookie));
    sq_access_free(a);
    sq_access_free(b);
}

static void nothing_else_opens(void **state) {
    (void)state;
    sq_access *a = new_access(), *b = new_access();
    char token[SQ_ACCESS_TOKEN], wrong[SQ_ACCESS_CODE], cookie[256];
    double wait;
    assert_string_not_equal(sq_access_code(a), sq_access_code(b));
    const char *codes[] = {"", "-", sq_access_code(b), "AAAA-AAAA",
                           "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"};
    for (int i = 0; i < 5; i++) {
        char address[8];
        snprintf(address, sizeof address, "%d", i);
        assert_int_equal(sq_access_login(a, address, codes[i], 1, token, &wait), SQ_LOGIN_WRONG);
    }
    wrong_code(a, wrong);
    assert_int_equal(sq_access_login(a, "x", wrong, 1, token, &wait), SQ_LOGIN_WRONG);
    assert_false(sq_access_may_act(a, PORT, NULL));
    assert_false(sq_access_may_act(a, PORT, ""));
    assert_false(sq_access_may_act(a, PORT, "squint-8080="));
    assert_int_equal(sq_access_login(a, "y", sq_access_code(a), 1, token, &wait), SQ_LOGIN_RIGHT);
    snprintf(cookie, sizeof cookie, "squint-8080=%s", token);
    assert_false(sq_access_may_act(b, PORT, cookie));
    snprintf(cookie, sizeof cookie, "squint-8080=%sa", token);
    assert_false(sq_access_may_act(a, PORT, cookie));
    snprintf(cookie, sizeof cookie, "squint-808=%s", token);
    assert_false(sq_access_may_act(a, PORT, cookie));
    snprintf(cookie, sizeof cookie, "squint-80800=%s", token);
    assert_false(sq_access_may_act(a, PORT, cookie));
    snprintf(cookie, sizeof cookie, "xsquint-8080=%s", token);
    assert_false(sq_access_may_act(a, PORT, cookie));
    snprintf(cookie, sizeof cookie, "squint-8080=%.63s", token);
    assert_false(sq_access_may_act(a, PORT, cookie));
    sq_access_free(a);
    sq_access_free(b);
}

static void wrong_codes_cost_more_and_more_time(void **state) {
    (void)state;
    sq_access *a = new_access();
    char token[SQ_ACCESS_TOKEN], wrong[SQ_ACCESS_CODE];
    double wait, now = 100, before = 0;
    wrong_code(a, wrong);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(sq_access_login(a, "10.0.0.1", wrong, now, token, &wait), SQ_LOGIN_WRONG);
        assert_near(wait, 0, 1e-9);
    }
    for (int i = 0; i < 12; i++) {
        assert_int_equal(sq_access_login(a, "10.0.0.1", wrong, now, token, &wait), SQ_LOGIN_WRONG);
        assert_true(wait >= 1 && wait <= 60 && (wait >= 2 * before || wait == 60));
        before = wait;
        /* The right one is not even looked at before that. */
        assert_int_equal(sq_access_login(a, "10.0.0.1", sq_access_code(a), now + wait / 2, token, &wait),
                         SQ_LOGIN_TOO_SOON);
        now += before + 0.01;
    }
    /* Nobody else waits for that; and with the right code it is forgotten. */
    assert_int_equal(sq_access_login(a, "10.0.0.2", sq_access_code(a), now - 1, token, &wait),
                     SQ_LOGIN_RIGHT);
    assert_int_equal(sq_access_login(a, "10.0.0.1", sq_access_code(a), now, token, &wait), SQ_LOGIN_RIGHT);
    assert_int_equal(sq_access_login(a, "10.0.0.1", wrong, now, token, &wait), SQ_LOGIN_WRONG);
    assert_near(wait, 0, 1e-9);
    sq_access_free(a);
}

static void of_many_devices_the_oldest_is_forgotten(void **state) {
    (void)state;
    sq_access *a = new_access();
    char first[SQ_ACCESS_TOKEN], token[SQ_ACCESS_TOKEN], cookie[128];
    double wait;
    sq_access_login(a, "1", sq_access_code(a), 1, first, &wait);
    for (int i = 0; i < 16; i++) {
        snprintf(cookie, sizeof cookie, "squint-8080=%s", first);
        assert_true(sq_access_may_act(a, PORT, cookie));
        sq_access_login(a, "2", sq_access_code(a), 2, token, &wait);
    }
    assert_false(sq_access_may_act(a, PORT, cookie));
    snprintf(cookie, sizeof cookie, "squint-8080=%s", token);
    assert_true(sq_access_may_act(a, PORT, cookie));
    sq_access_free(a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_code_opens_however_it_is_typed),
        cmocka_unit_test(two_games_on_one_machine_do_not_disturb_each_other),
        cmocka_unit_test(nothing_else_opens),
        cmocka_unit_test(wrong_codes_cost_more_and_more_time),
        cmocka_unit_test(of_many_devices_the_oldest_is_forgotten),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

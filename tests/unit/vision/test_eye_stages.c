/* The one list of the eye's stages: its order, its names, and that the README tells the same one. */
#include "vision/eye_stages.h"

#include <stdlib.h>
#include <string.h>

#include "tests/fixture/scratch.h"

/* The list's first `end` stages that have that name. */
static int named(const char *name, size_t length, int end) {
    int found = 0;
    for (int k = 0; k < end; k++) {
        const char *its = sq_stage_of((sq_stage)k)->name;
        found += strlen(its) == length && !strncmp(its, name, length);
    }
    return found;
}

static void each_has_a_name_of_its_own_and_a_sentence(void **state) {
    (void)state;
    for (int k = 0; k < SQ_STAGES; k++) {
        const sq_stage_entry *e = sq_stage_of((sq_stage)k);
        assert_int_equal(named(e->name, strlen(e->name), SQ_STAGES), 1);
        assert_int_equal(strspn(e->name, "abcdefghijklmnopqrstuvwxyz_"), strlen(e->name));
        assert_true(strlen(e->does) > 10);
        assert_true(!e->run == !!(e->how & SQ_PART));
    }
}

static void each_needs_only_what_comes_before(void **state) {
    (void)state;
    for (int k = 0; k < SQ_STAGES; k++) {
        const char *need = sq_stage_of((sq_stage)k)->needs;
        assert_true(k == 0 || *need);
        while (*need) {
            size_t length = strcspn(need, " ");
            if (named(need, length, k) != 1) fail_msg("%s needs %s", sq_stage_of((sq_stage)k)->name, need);
            need += length + (need[length] == ' ');
        }
    }
}

/* README.md has one line of all stages that are no parts, an arrow between them, and the parts in brackets.
 */
static void the_readme_tells_the_same_list(void **state) {
    (void)state;
    size_t n;
    char *text = (char *)scratch_read(SQ_SOURCE_DIR "/README.md", &n), line[2048] = "    ";
    text[n] = 0;
    bool in_parts = false;
    for (int k = 0; k < SQ_STAGES; k++) {
        const sq_stage_entry *e = sq_stage_of((sq_stage)k);
        bool is_part = e->how & SQ_PART;
        strcat(line, !k ? "" : is_part && !in_parts ? " (" : in_parts && !is_part ? ") → " : " → ");
        strcat(line, e->name);
        in_parts = is_part;
    }
    /* In the file the line is broken where a blank is. */
    char *found = strstr(text, "    outline →");
    assert_non_null(found);
    for (char *p = found, *q = line; *q; p++, q++) {
        if (*p == '\n' && *q == ' ') p += strspn(p, "\n ") - 1;
        if (*p != *q) fail_msg("README.md has \"%.40s\" where the list has \"%.40s\"", p, q);
    }
    free(text);
}

static void names_leave_stages_out(void **state) {
    (void)state;
    sq_stages_out out = {{0}};
    assert_int_equal(sq_stages_leave_out(&out, "glare,blur_estimate", NULL), SQ_OK);
    for (int k = 0; k < SQ_STAGES; k++)
        assert_int_equal(out.is_out[k], k == SQ_STAGE_GLARE || k == SQ_STAGE_BLUR_ESTIMATE);
}

static void other_names_are_answered_by_all_that_are(void **state) {
    (void)state;
    static const char *const bad[] = {"", "glare,", "glares", "glar", "background", "glare blur_estimate"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        sq_stages_out out = {{0}};
        sq_diag d;
        assert_int_equal(sq_stages_leave_out(&out, bad[i], &d), SQ_E_ARGUMENT);
        assert_non_null(strstr(d.text, "no stage of that name"));
        for (int k = 0; k < SQ_STAGES; k++)
            if (sq_stage_of((sq_stage)k)->how & SQ_OPTIONAL)
                assert_non_null(strstr(d.text, sq_stage_of((sq_stage)k)->name));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_has_a_name_of_its_own_and_a_sentence),
        cmocka_unit_test(each_needs_only_what_comes_before),
        cmocka_unit_test(the_readme_tells_the_same_list),
        cmocka_unit_test(names_leave_stages_out),
        cmocka_unit_test(other_names_are_answered_by_all_that_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

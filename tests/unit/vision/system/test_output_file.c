/* Output files: beside their names until they are whole, marked, and never in the way of what was there. */
#include "vision/system/output_file.h"

#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>

#include "tests/fixture/scratch.h"

static void assert_holds(const char *path, const char *expected) {
    size_t n;
    unsigned char *bytes = scratch_read(path, &n);
    assert_string_equal((char *)bytes, expected);
    free(bytes);
}

static void put(const char *path, const char *text) {
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(text, f);
    assert_int_equal(fclose(f), 0);
}

static void what_was_there_stays_until_the_new_one_is_whole(void **state) {
    (void)state;
    const char *path = scratch_file("sheet.pdf", "old", 3);
    sq_output_file o;
    sq_diag d;
    assert_int_equal(sq_output_begin(&o, path, &d), SQ_OK);
    assert_string_equal(strrchr(o.path, '.'), ".pdf"); /* writers choose the form by it */
    put(o.path, "half");
    assert_holds(path, "old");
    sq_output_drop(&o);
    assert_holds(path, "old");
    assert_int_equal(access(o.path, F_OK), -1);
    assert_int_equal(sq_output_begin(&o, path, &d), SQ_OK);
    put(o.path, "new");
    assert_int_equal(sq_output_commit(&o, &d), SQ_OK);
    assert_holds(path, "new");
    assert_int_equal(access(o.path, F_OK), -1);
}

static void the_mark_goes_with_a_change(void **state) {
    (void)state;
    const char *path = scratch("ours.csv");
    sq_output_file o;
    sq_diag d;
    assert_false(sq_output_is_ours(path));
    assert_int_equal(sq_output_begin(&o, path, &d), SQ_OK);
    put(o.path, "a,b\n");
    assert_int_equal(sq_output_commit(&o, &d), SQ_OK);
    if (getxattr(path, "user.squint", NULL, 0) <= 0) skip(); /* this file system keeps none */
    assert_true(sq_output_is_ours(path));
    FILE *f = fopen(path, "a");
    fputs("c\n", f);
    fclose(f);
    assert_false(sq_output_is_ours(path));
}

static void what_cannot_be_made_again_has_no_mark(void **state) {
    (void)state;
    const char *path = scratch("film.mkv");
    sq_output_file o;
    sq_diag d;
    assert_int_equal(sq_output_begin_stream(&o, path, &d), SQ_OK);
    assert_string_equal(o.path, path); /* nothing is there to lose: it grows under its own name */
    o.unmarked = true;
    put(o.path, "film");
    assert_int_equal(sq_output_commit(&o, &d), SQ_OK);
    assert_false(sq_output_is_ours(path));
    assert_int_equal(sq_output_begin_stream(&o, path, &d), SQ_OK);
    assert_string_not_equal(o.path, path);
}

static void a_stream_that_failed_leaves_nothing(void **state) {
    (void)state;
    const char *path = scratch("none.html");
    sq_output_file o;
    sq_diag d;
    assert_int_equal(sq_output_begin(&o, path, &d), SQ_OK);
    assert_int_equal(sq_output_close(&o, NULL, &d), SQ_E_FILE);
    assert_non_null(strstr(d.text, "none.html"));
    assert_int_equal(access(path, F_OK), -1);
    assert_int_equal(sq_output_begin(&o, scratch("there/is/no/folder"), &d), SQ_OK);
    assert_int_equal(sq_output_close(&o, fopen(o.path, "w"), &d), SQ_E_FILE);
}

static void folders_and_devices(void **state) {
    (void)state;
    sq_output_file o;
    sq_diag d;
    assert_int_equal(mkdir(scratch("folder"), 0777), 0);
    assert_int_equal(sq_output_begin(&o, scratch("folder"), &d), SQ_E_FILE);
    assert_non_null(strstr(d.text, "is a folder"));
    assert_int_equal(sq_output_begin(&o, "/dev/null", &d), SQ_OK);
    assert_string_equal(o.path, "/dev/null");
    put(o.path, "gone");
    assert_int_equal(sq_output_commit(&o, &d), SQ_OK);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_there_stays_until_the_new_one_is_whole),
        cmocka_unit_test(the_mark_goes_with_a_change),
        cmocka_unit_test(what_cannot_be_made_again_has_no_mark),
        cmocka_unit_test(a_stream_that_failed_leaves_nothing),
        cmocka_unit_test(folders_and_devices),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

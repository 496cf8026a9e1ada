/* "-" can be read twice, be it a pipe or a file. */
#include "vision/system/standard_input.h"

#include <fcntl.h>
#include <unistd.h>

#include "tests/fixture/scratch.h"
#include "tests/fixture/unit.h"

static void assert_holds(const char *path, const char *text) {
    char read[32] = "";
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    assert_int_equal(fread(read, 1, sizeof read - 1, f), strlen(text));
    assert_string_equal(read, text);
    fclose(f);
}

static void a_name_is_a_name(void **state) {
    (void)state;
    assert_string_equal(sq_input_path("mat.jpg"), "mat.jpg");
    assert_string_equal(sq_input_path("./-"), "./-");
    assert_string_equal(sq_input_path(""), "");
}

static void a_file_is_read_anew(void **state) {
    (void)state;
    FILE *f = fopen(scratch("in"), "w");
    fputs("a file", f);
    fclose(f);
    int in = open(scratch("in"), O_RDONLY);
    assert_int_equal(dup2(in, STDIN_FILENO), STDIN_FILENO);
    close(in);
    assert_holds(sq_input_path("-"), "a file");
    assert_holds(sq_input_path("-"), "a file");
}

static void a_pipe_is_kept(void **state) {
    (void)state;
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], "a pipe", 6), 6);
    close(ends[1]);
    assert_int_equal(dup2(ends[0], STDIN_FILENO), STDIN_FILENO);
    close(ends[0]);
    assert_holds(sq_input_path("-"), "a pipe");
    assert_holds(sq_input_path("-"), "a pipe");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_name_is_a_name),
        cmocka_unit_test(a_file_is_read_anew),
        cmocka_unit_test(a_pipe_is_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Small files: as a whole or not at all. */
#include "vision/system/atomic_file.h"

#include <errno.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "tests/fixture/scratch.h"

static void assert_holds(const char *path, const char *expected) {
    size_t n;
    unsigned char *bytes = scratch_read(path, &n);
    assert_string_equal((char *)bytes, expected);
    free(bytes);
}

static unsigned rights_of(const char *path) {
    struct stat s;
    assert_int_equal(stat(path, &s), 0);
    return s.st_mode & 0777;
}

static void a_file_is_written_and_replaced(void **state) {
    (void)state;
    const char *path = scratch("small");
    umask(022);
    assert_true(sq_write_whole(path, "one\n", 0600));
    assert_holds(path, "one\n");
    assert_int_equal(rights_of(path), 0600);
    scratch_file(".small.part", "left over", 9);
    assert_true(sq_write_whole(path, "two\n", 0666));
    assert_holds(path, "two\n");
    assert_int_equal(rights_of(path), 0600); /* no more than it had */
    assert_int_equal(access(scratch(".small.part"), F_OK), -1);
    assert_true(sq_write_whole(scratch("open"), "", 0666));
    assert_int_equal(rights_of(scratch("open")), 0644);
}

static void a_link_stays_one(void **state) {
    (void)state;
    const char *path = scratch_file("there", "old", 3), *link = scratch("link");
    assert_int_equal(symlink(path, link), 0);
    assert_true(sq_write_whole(link, "new", 0666));
    struct stat s;
    assert_int_equal(lstat(link, &s), 0);
    assert_true(S_ISLNK(s.st_mode));
    assert_holds(path, "new");
}

static void without_room_the_old_one_stays(void **state) {
    (void)state;
    const char *path = scratch_file("kept", "old", 3);
    struct rlimit all, little;
    getrlimit(RLIMIT_FSIZE, &all);
    little = (struct rlimit){10, all.rlim_max};
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &little);
    bool well = sq_write_whole(path, "far more than ten bytes", 0666);
    int reason = errno;
    setrlimit(RLIMIT_FSIZE, &all);
    assert_false(well);
    assert_int_equal(reason, EFBIG);
    assert_holds(path, "old");
    assert_int_equal(access(scratch(".kept.part"), F_OK), -1);
}

static void what_is_no_ordinary_file_is_written_as_it_comes(void **state) {
    (void)state;
    struct stat s;
    assert_false(sq_write_whole("/dev/full", "text", 0666));
    assert_int_equal(errno, ENOSPC);
    assert_true(sq_write_whole("/dev/null", "text", 0666));
    assert_int_equal(stat("/dev/null", &s), 0);
    assert_true(S_ISCHR(s.st_mode));
    mkdir(scratch("folder"), 0777);
    assert_false(sq_write_whole(scratch("folder"), "text", 0666));
    assert_int_equal(errno, EISDIR);
    assert_false(sq_write_whole(scratch("none/small"), "text", 0666));
    assert_int_equal(errno, ENOENT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_is_written_and_replaced),
        cmocka_unit_test(a_link_stays_one),
        cmocka_unit_test(without_room_the_old_one_stays),
        cmocka_unit_test(what_is_no_ordinary_file_is_written_as_it_comes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

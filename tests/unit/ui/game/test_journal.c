/* The journal: what was put is there, whatever byte the power went at. */
#include "ui/game/journal.h"

#include <errno.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include "tests/fixture/scratch.h"

static const char *const lines[] = {"{\"event\":\"game\"}", "", "{\"event\":\"pass\",\"note\":\"\xc3\xa4\"}",
                                    "last"};
enum { LINES = sizeof lines / sizeof *lines };

/* In place of the C library's: the file system of this test may know no locks. */
static bool knows_no_locks;

int flock(int fd, int operation) {
    if (!knows_no_locks) return (int)syscall(SYS_flock, fd, operation);
    errno = ENOLCK;
    return -1;
}

/* Nor can the disk always cut a file. */
static bool cuts_nothing;

int ftruncate(int fd, off_t length) {
    if (!cuts_nothing) return (int)syscall(SYS_ftruncate, fd, length);
    errno = EIO;
    return -1;
}

static sq_journal *opened(const char *path) {
    sq_journal *j;
    sq_diag d;
    if (sq_journal_open(&j, path, &d)) fail_msg("%s", d.text);
    return j;
}

static void put(sq_journal *j, const char *line) {
    sq_diag d;
    if (sq_journal_put(j, line, strlen(line), &d)) fail_msg("%s", d.text);
}

static void assert_file(const char *path, const char *expected, size_t length) {
    size_t n;
    unsigned char *bytes = scratch_read(path, &n);
    assert_int_equal(n, length);
    assert_memory_equal(bytes, expected, length);
    free(bytes);
}

static void lines_are_there_when_put_returns(void **state) {
    (void)state;
    const char *path = scratch("put.jsonl");
    char expected[256] = "";
    sq_journal *j = opened(path);
    for (int i = 0; i < LINES; i++) {
        put(j, lines[i]);
        strcat(strcat(expected, lines[i]), "\n");
        assert_int_equal(sq_journal_lines(j), i + 1);
        assert_file(path, expected,
                    strlen(expected)); /* as another program sees it, the journal still open */
    }
    sq_journal_close(j);
    j = opened(path);
    assert_int_equal(sq_journal_lines(j), LINES);
    assert_int_equal(sq_journal_torn(j), 0);
    put(j, "more");
    sq_journal_close(j);
    strcat(expected, "more\n");
    assert_file(path, expected, strlen(expected));
}

/* The power goes after every single byte; the game goes on with nothing lost but the torn line. A line that
 * lacks its end alone is not torn. */
static void a_cut_at_every_byte(void **state) {
    (void)state;
    char whole[256] = "";
    for (int i = 0; i < LINES; i++)
        strcat(strcat(whole, lines[i]), "\n");
    for (size_t cut = 0; cut <= strlen(whole); cut++) {
        const char *path = scratch_file("cut.jsonl", whole, cut), *torn = scratch("cut.jsonl.torn");
        remove(torn);
        size_t kept = cut;
        while (kept && whole[kept - 1] != '\n')
            kept--;
        bool ends = cut > kept && whole[cut] == '\n' && whole[cut - 1] == '}';
        if (ends) kept = cut + 1;
        sq_journal *j = opened(path);
        int count = 0;
        for (size_t i = 0; i < kept; i++)
            count += whole[i] == '\n';
        assert_int_equal(sq_journal_lines(j), count);
        assert_int_equal(sq_journal_torn(j), ends ? 0 : cut - kept);
        put(j, "on");
        sq_journal_close(j);
        char expected[256];
        snprintf(expected, sizeof expected, "%.*son\n", (int)kept, whole);
        assert_file(path, expected, kept + 3);
        if (cut > kept) {
            snprintf(expected, sizeof expected, "%.*s\n", (int)(cut - kept), whole + kept);
            assert_file(torn, expected, cut - kept + 1);
        } else {
            assert_int_equal(access(torn, F_OK), -1);
        }
    }
}

static void two_torn_lines_are_both_kept(void **state) {
    (void)state;
    const char *path = scratch_file("twice.jsonl", "one\ntw", 6);
    sq_journal_close(opened(path));
    scratch_file("twice.jsonl", "one\nthr", 7);
    sq_journal_close(opened(path));
    assert_file(scratch("twice.jsonl.torn"), "tw\nthr\n", 7);
}

/* Half a line is on the disk and cannot be cut off: it is before anything follows it. */
static void no_line_follows_half_a_line(void **state) {
    (void)state;
    const char *path = scratch("half.jsonl");
    struct rlimit before, little;
    sq_diag d;
    sq_journal *j = opened(path);
    put(j, "one");
    getrlimit(RLIMIT_FSIZE, &before);
    little = before;
    little.rlim_cur = 8;
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &little);
    cuts_nothing = true;
    assert_int_equal(sq_journal_put(j, "too long", 8, &d), SQ_E_FILE);
    setrlimit(RLIMIT_FSIZE, &before);
    assert_file(path, "one\ntoo ", 8);
    assert_int_equal(sq_journal_put(j, "two", 3, &d), SQ_E_FILE);
    assert_file(path, "one\ntoo ", 8);
    cuts_nothing = false;
    put(j, "three");
    sq_journal_close(j);
    assert_file(path, "one\ntoo long\ntwo\nthree\n", 23);
}

/* No room on the disk: the file holds what it held. */
static void a_full_disk_loses_nothing_that_was_put(void **state) {
    (void)state;
    const char *path = scratch("full.jsonl");
    struct rlimit before, little = {8, 8};
    sq_diag d;
    sq_journal *j = opened(path);
    put(j, "one");
    getrlimit(RLIMIT_FSIZE, &before);
    signal(SIGXFSZ, SIG_IGN);
    little.rlim_max = before.rlim_max;
    setrlimit(RLIMIT_FSIZE, &little);
    sq_code code = sq_journal_put(j, "too long to fit", 15, &d);
    setrlimit(RLIMIT_FSIZE, &before);
    assert_int_equal(code, SQ_E_FILE);
    assert_non_null(strstr(d.text, "full.jsonl: cannot be written"));
    const char *waiting;
    size_t length;
    assert_int_equal(sq_journal_waiting(j, &waiting, &length), 1);
    assert_int_equal(length, 16);
    assert_memory_equal(waiting, "too long to fit\n", 16);
    assert_int_equal(sq_journal_lines(j), 2);
    assert_file(path, "one\n", 4);
    put(j, "two");
    assert_int_equal(sq_journal_waiting(j, &waiting, &length), 0);
    sq_journal_close(j);
    assert_file(path, "one\ntoo long to fit\ntwo\n", 24);
}

/* A file for which there is no room is made when there is; one that has come there meanwhile stays. */
static void a_file_is_made_when_there_is_room(void **state) {
    (void)state;
    char path[SQ_JOURNAL_PATH_MAX];
    const char *waiting;
    size_t length;
    sq_diag d;
    sq_journal *j, *taken;
    snprintf(path, sizeof path, "%s", scratch("later/game.jsonl"));
    assert_int_equal(sq_journal_open_later(&j, path, &d), SQ_OK);
    assert_int_equal(sq_journal_put(j, "one", 3, &d), SQ_E_FILE);
    assert_int_equal(mkdir(scratch("later"), 0777), 0);
    assert_int_equal(sq_journal_open_later(&taken, path, &d), SQ_OK);
    put(j, "two");
    sq_journal_close(j);
    assert_file(path, "one\ntwo\n", 8);
    assert_int_equal(sq_journal_put(taken, "another", 7, &d), SQ_E_FILE);
    assert_int_equal(sq_journal_waiting(taken, &waiting, &length), 1);
    sq_journal_close(taken);
    assert_file(path, "one\ntwo\n", 8);
}

static void a_file_system_without_locks_takes_lines_too(void **state) {
    (void)state;
    char path[SQ_JOURNAL_PATH_MAX];
    sq_diag d;
    sq_journal *j;
    knows_no_locks = true;
    snprintf(path, sizeof path, "%s", scratch("unlocked.jsonl"));
    assert_int_equal(sq_journal_open_later(&j, path, &d), SQ_OK);
    put(j, "one");
    sq_journal_close(j);
    j = opened(path);
    put(j, "two");
    sq_journal_close(j);
    assert_file(path, "one\ntwo\n", 8);
    knows_no_locks = false;
}

static void old_lines_come_back(void **state) {
    (void)state;
    size_t n;
    sq_journal *j = opened(scratch_file("old.jsonl", "one\n\nthree\nto", 13));
    put(j, "new");
    assert_string_equal(sq_journal_next(j, &n), "one");
    assert_string_equal(sq_journal_next(j, &n), "");
    assert_string_equal(sq_journal_next(j, &n), "three");
    assert_int_equal(n, 5);
    assert_null(sq_journal_next(j, &n));
    sq_journal_close(j);
}

static void a_second_writer_is_refused(void **state) {
    (void)state;
    const char *path = scratch("two.jsonl");
    sq_journal *j = opened(path), *second;
    sq_diag d;
    assert_int_equal(sq_journal_open(&second, path, &d), SQ_E_FILE);
    assert_non_null(strstr(d.text, "test_journal (process ")); /* it says who */
    sq_journal_close(j);
    sq_journal_close(opened(path));
}

static void what_is_no_file_is_refused(void **state) {
    (void)state;
    sq_journal *j;
    sq_diag d;
    assert_int_equal(sq_journal_open(&j, "/dev/null", &d), SQ_E_FILE);
    assert_null(j);
    assert_int_equal(sq_journal_open(&j, "/nowhere/at/all.jsonl", &d), SQ_E_FILE);
    assert_non_null(strstr(d.text, "/nowhere/at/all.jsonl"));
    char name[SQ_JOURNAL_PATH_MAX + 1];
    memset(name, 'x', sizeof name - 1);
    name[sizeof name - 1] = 0;
    assert_int_equal(sq_journal_open(&j, name, &d), SQ_E_FILE);
    sq_journal_close(NULL);
}

static void an_old_game_is_kept(void **state) {
    (void)state;
    char kept[SQ_JOURNAL_PATH_MAX];
    sq_diag d;
    const char *path = scratch("game.jsonl");
    assert_int_equal(sq_journal_keep_old(path, kept, &d), SQ_OK);
    assert_string_equal(kept, "");
    scratch_file("game.jsonl", "a\n", 2);
    assert_int_equal(sq_journal_keep_old(path, kept, &d), SQ_OK);
    assert_string_equal(kept, scratch("game~1.jsonl"));
    scratch_file("game.jsonl", "b\n", 2);
    assert_int_equal(sq_journal_keep_old(path, kept, &d), SQ_OK);
    assert_string_equal(kept, scratch("game~2.jsonl"));
    assert_file(scratch("game~1.jsonl"), "a\n", 2);
    assert_file(scratch("game~2.jsonl"), "b\n", 2);
    assert_int_equal(access(path, F_OK), -1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_there_when_put_returns),
        cmocka_unit_test(a_cut_at_every_byte),
        cmocka_unit_test(two_torn_lines_are_both_kept),
        cmocka_unit_test(no_line_follows_half_a_line),
        cmocka_unit_test(a_full_disk_loses_nothing_that_was_put),
        cmocka_unit_test(a_file_is_made_when_there_is_room),
        cmocka_unit_test(a_file_system_without_locks_takes_lines_too),
        cmocka_unit_test(old_lines_come_back),
        cmocka_unit_test(a_second_writer_is_refused),
        cmocka_unit_test(what_is_no_file_is_refused),
        cmocka_unit_test(an_old_game_is_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* A game that is judged again: what of it cannot be read, or held in memory, is told and not passed over. */
#include "ui/game/rejudge_game.h"

#include <sys/stat.h>

#include "tests/fixture/memory_faults.h"
#include "tests/fixture/scratch.h"

#define GAME SQ_SOURCE_DIR "/tests/upgrade/2026-11-format-1/"

static void copy(const char *folder, const char *name) {
    char from[600], to[300];
    size_t n;
    snprintf(from, sizeof from, GAME "%s", name);
    snprintf(to, sizeof to, "%s/%s", folder, name);
    unsigned char *bytes = scratch_read(from, &n);
    scratch_file(to, bytes, n);
    free(bytes);
}

/* The folder of a game; `damaged`: the file that is a folder. */
static sq_game_paths game_in(const char *folder, const char *damaged) {
    static const char *const names[] = {"session.json", "looks.jsonl", "game.jsonl"};
    char path[300];
    sq_game_paths paths;
    sq_diag d;
    assert_int_equal(mkdir(scratch(folder), 0777), 0);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], damaged) != 0) copy(folder, names[i]);
    snprintf(path, sizeof path, "%s/%s", folder, damaged);
    if (*damaged) assert_int_equal(mkdir(scratch(path), 0777), 0);
    assert_int_equal(sq_game_paths_of(&paths, scratch(folder), &d), SQ_OK);
    return paths;
}

static sq_code count_events(void *who, const sq_replayed *told, sq_diag *d) {
    (void)d;
    *(int *)who += told->said->kind == SQ_SAID_EVENT;
    return SQ_OK;
}

static void each_allocation_that_fails_is_told(void **state) {
    (void)state;
    sq_game_paths paths = game_in("memory", "");
    sq_diag d = {0};
    int events = 0, again = 0;
    memory_fails_at(0, false);
    if (sq_replay(&paths, count_events, &events, NULL, &d)) fail_msg("%s", d.text);
    long asked = memory_asked();
    assert_true(events && asked > 5);
    for (long n = 1; n <= asked; n++) {
        memory_fails_at(n, false);
        sq_code code = sq_replay(&paths, count_events, &again, NULL, &d);
        memory_fails_at(0, false);
        if (code != SQ_E_MEMORY) fail_msg("allocation %ld: code %d", n, code);
    }
}

static void a_record_that_cannot_be_read_is_not_empty(void **state) {
    (void)state;
    sq_game_paths paths = game_in("record", "game.jsonl");
    sq_diag d;
    int events = 0;
    assert_int_equal(sq_replay(&paths, count_events, &events, NULL, &d), SQ_E_FILE);
    assert_non_null(strstr(d.text, "cannot be read"));
}

/* What was open at the end stands in the stream. */
static void a_stream_that_cannot_be_read_is_not_empty(void **state) {
    (void)state;
    sq_game_paths paths = game_in("stream", "stream.jsonl");
    sq_remarks_list remarks = {0};
    sq_game *g;
    sq_diag d;
    assert_int_equal(sq_game_load_remarks(&g, &remarks, paths.record, &d), SQ_E_FILE);
    assert_non_null(strstr(d.text, "stream.jsonl: cannot be read"));
    assert_null(g);
    sq_remarks_free(&remarks);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_allocation_that_fails_is_told),
        cmocka_unit_test(a_record_that_cannot_be_read_is_not_empty),
        cmocka_unit_test(a_stream_that_cannot_be_read_is_not_empty),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

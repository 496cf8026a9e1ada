/* A game's folder: one squint at a time, older games are kept, the note is read as it was written. */
#include "ui/game/game_folder.h"

#include <sys/stat.h>

#include "tests/fixture/scratch.h"

static void lock_as(const char *folder, bool goes_on, sq_code expected, sq_game_hold *hold) {
    sq_diag d = {0};
    sq_code code = sq_game_folder_lock(hold, folder, goes_on, &d);
    if (code != expected) fail_msg("%d: %s", code, d.text);
    if (code) assert_non_null(strstr(d.text, folder));
}

static void one_squint_at_a_time(void **state) {
    (void)state;
    static sq_game_hold first, second; /* large */
    const char *folder = scratch("one");
    lock_as(folder, false, SQ_OK, &first);
    lock_as(folder, true, SQ_E_FILE, &second);
    sq_game_folder_unlock(&second);
    sq_game_folder_unlock(&first);
    lock_as(folder, true, SQ_OK, &first);
    sq_game_folder_unlock(&first);
    sq_game_folder_unlock(&first); /* a second time */
    lock_as(scratch_file("file", "", 0), true, SQ_E_FILE, &first);
    sq_game_folder_unlock(&first);
}

static void an_older_game_moves_away_with_all_that_is_its_own(void **state) {
    (void)state;
    static const char *const own[] = {"game.jsonl", "game-2.jsonl", "looks.jsonl", "game.jsonl.torn",
                                      "0012.jpg"};
    static const char *const foreign[] = {"game.mp4", "holiday.jpg", "notes.jsonl"};
    static sq_game_hold hold;
    char name[128];
    char folder[128];
    snprintf(folder, sizeof folder, "%s", scratch("old"));
    mkdir(folder, 0777);
    for (int i = 0; i < 5; i++) {
        snprintf(name, sizeof name, "old/%s", own[i]);
        scratch_file(name, own[i], strlen(own[i]));
    }
    for (int i = 0; i < 3; i++) {
        snprintf(name, sizeof name, "old/%s", foreign[i]);
        scratch_file(name, "", 0);
    }
    lock_as(folder, true, SQ_OK, &hold);
    assert_string_equal(hold.moved, "");
    sq_game_folder_unlock(&hold);
    mkdir(scratch("old~1"), 0777);
    lock_as(folder, false, SQ_OK, &hold);
    sq_game_folder_unlock(&hold);
    assert_string_equal(hold.moved, scratch("old~2"));
    for (int i = 0; i < 5; i++) {
        size_t n;
        snprintf(name, sizeof name, "old~2/%s", own[i]);
        unsigned char *bytes = scratch_read(scratch(name), &n);
        assert_int_equal(n, strlen(own[i]));
        assert_memory_equal(bytes, own[i], n);
        free(bytes);
    }
    for (int i = 0; i < 3; i++) {
        snprintf(name, sizeof name, "old/%s", foreign[i]);
        assert_int_equal(access(scratch(name), F_OK), 0);
    }
    lock_as(folder, false, SQ_OK, &hold); /* nothing left to move */
    assert_string_equal(hold.moved, "");
    sq_game_folder_unlock(&hold);
}

static void begin(const char *folder, sq_game_hold *hold) {
    static sq_game_note note;
    static sq_game_paths paths;
    sq_diag d;
    lock_as(folder, false, SQ_OK, hold);
    assert_int_equal(sq_game_paths_of(&paths, folder, &d), SQ_OK);
    sq_game_note_now(&note, "nowhere.mp4", NULL, (sq_event_game){.form = SQ_FORM_PAIRS});
    assert_int_equal(sq_game_note_write(&note, paths.note, &d), SQ_OK);
    assert_int_equal(mkdir(paths.evidence, 0777), 0);
}

static void a_game_of_which_nothing_came_leaves_no_trace(void **state) {
    (void)state;
    static sq_game_hold hold;
    char folder[128];
    snprintf(folder, sizeof folder, "%s", scratch("fresh"));
    begin(folder, &hold);
    scratch_file("fresh/game.jsonl", "", 0);
    scratch_file("fresh/hall.json", "{}", 2);
    assert_true(sq_game_folder_undo(&hold, folder));
    sq_game_folder_unlock(&hold);
    assert_int_equal(access(folder, F_OK), -1);
    mkdir(folder, 0777);
    begin(folder, &hold);
    assert_true(sq_game_folder_undo(&hold, folder));
    assert_false(sq_game_folder_undo(&(sq_game_hold){.lock = -1}, folder));
    sq_game_folder_unlock(&hold);
    assert_int_equal(rmdir(folder), 0); /* it was there before, and is empty again */
}

static void the_older_game_comes_back(void **state) {
    (void)state;
    static sq_game_hold hold;
    char folder[128];
    snprintf(folder, sizeof folder, "%s", scratch("back"));
    mkdir(folder, 0777);
    scratch_file("back/game.jsonl", "old", 3);
    begin(folder, &hold);
    assert_string_equal(hold.moved, scratch("back~1"));
    scratch_file("back/looks.jsonl", "seen", 4);
    scratch_file("back/hall.json", "{}", 2);
    assert_false(sq_game_folder_undo(&hold, folder)); /* something was seen */
    assert_int_equal(access(scratch("back/session.json"), F_OK), 0);
    remove(scratch("back/looks.jsonl"));
    assert_true(sq_game_folder_undo(&hold, folder));
    sq_game_folder_unlock(&hold);
    size_t n;
    unsigned char *bytes = scratch_read(scratch("back/game.jsonl"), &n);
    assert_string_equal((char *)bytes, "old");
    free(bytes);
    assert_int_equal(access(scratch("back~1"), F_OK), -1);
    assert_int_equal(access(scratch("back/session.json"), F_OK), -1);
    assert_int_equal(access(scratch("back/hall.json"), F_OK), -1); /* it was never published */
}

static void the_note_comes_back(void **state) {
    (void)state;
    static sq_game_note n, back;
    sq_diag d;
    const char *source = scratch_file("film.mp4", "12345", 5), *path = scratch("session.json");
    sq_event_game game = {.form = SQ_FORM_SINGLES, .limit = 90 * SQ_US_PER_S};
    sq_game_note_now(&n, source, NULL, game);
    assert_int_equal(n.source_bytes, 5);
    assert_int_equal(sq_game_note_write(&n, path, &d), SQ_OK);
    assert_int_equal(sq_game_note_read(&back, path, &d), SQ_OK);
    assert_string_equal(back.source, n.source);
    assert_string_equal(back.calibration, "");
    assert_string_equal(back.begun, n.begun);
    assert_int_equal(strlen(back.begun), strlen("2026-01-31T12:00:00Z"));
    assert_int_equal(back.source_bytes, 5);
    assert_int_equal(back.game.form, SQ_FORM_SINGLES);
    assert_int_equal(back.game.limit, 90 * SQ_US_PER_S);
    assert_false(back.overlay);
    assert_false(back.hold);
    sq_game_note_now(&n, "rtsp://camera", source, (sq_event_game){.form = SQ_FORM_PAIRS});
    n.overlay = n.hold = true;
    assert_int_equal(sq_game_note_write(&n, path, &d), SQ_OK);
    struct stat about;
    assert_int_equal(stat(path, &about), 0);
    assert_int_equal(about.st_mode & 0777, 0600); /* the address may hold a password */
    assert_int_equal(sq_game_note_read(&back, path, &d), SQ_OK);
    assert_string_equal(back.source, "rtsp://camera");
    assert_true(back.overlay);
    assert_true(back.hold);
    assert_string_equal(back.calibration, n.calibration);
    assert_int_equal(back.source_bytes, -1);
    assert_int_equal(back.game.limit, 0);
}

/* Who goes on may stand in another folder. */
static void another_camera_is_noted_from_the_root(void **state) {
    (void)state;
    static sq_game_note n;
    char here[PATH_MAX];
    scratch_file("camera.json", "{}", 2);
    assert_non_null(getcwd(here, sizeof here));
    assert_int_equal(chdir(scratch(".")), 0);
    sq_game_note_calibration(&n, "camera.json");
    assert_int_equal(chdir(here), 0);
    assert_int_equal(*n.calibration, '/');
    assert_non_null(strstr(n.calibration, "/camera.json"));
    sq_game_note_calibration(&n, NULL);
    assert_string_equal(n.calibration, "");
}

static void a_record_has_its_number_in_its_name(void **state) {
    (void)state;
    static const char *const no_records[] = {
        "game-1.jsonl",  "game-0.jsonl", "game-2.jsonl.torn", "game-02.jsonl",
        "game--2.jsonl", "games.jsonl",  "game-2.txt",        ""};
    char file[SQ_RECORD_FILE_MAX];
    for (int game = 1; game < 300; game += 23) {
        sq_record_file(file, game);
        assert_int_equal(sq_record_number(file), game);
    }
    assert_int_equal(sq_record_number("game.jsonl"), 1);
    for (size_t i = 0; i < sizeof no_records / sizeof *no_records; i++)
        assert_int_equal(sq_record_number(no_records[i]), 0);
}

static void refuse(const char *text, sq_code expected, const char *says) {
    static sq_game_note n;
    sq_diag d;
    const char *path = scratch_file("bad.json", text, strlen(text));
    assert_int_equal(sq_game_note_read(&n, path, &d), expected);
    if (!strstr(d.text, says)) fail_msg("\"%s\" does not say %s", d.text, says);
}

/* Who has thrown it away, with the record beside it, is not told that there was no game. */
static void a_note_that_is_gone_is_told_from_no_game(void **state) {
    (void)state;
    static sq_game_note note;
    sq_diag d;
    assert_int_equal(mkdir(scratch("bare"), 0700), 0);
    assert_int_equal(sq_game_note_read(&note, scratch("bare/session.json"), &d), SQ_E_FILE);
    assert_non_null(strstr(d.text, "no game was begun"));
    scratch_file("bare/game.jsonl", "", 0);
    assert_int_equal(sq_game_note_read(&note, scratch("bare/session.json"), &d), SQ_E_FILE);
    assert_non_null(strstr(d.text, "bring it back from a copy"));
}

static void a_note_that_cannot_be_used_is_refused(void **state) {
    (void)state;
    static sq_game_note n;
    sq_diag d;
    assert_int_equal(sq_game_note_read(&n, scratch("absent.json"), &d), SQ_E_FILE);
    refuse("{\"format\":2,\"squint\":\"9.9\"}", SQ_E_FORMAT, "squint 9.9 wrote this game, in a newer form");
    refuse("no JSON", SQ_E_FORMAT, "bad.json");
    refuse("{}", SQ_E_FORMAT, "source");
    refuse("{\"format\":1,\"source\":\"a\",\"begun\":\"b\",\"form\":\"four\"}", SQ_E_FORMAT, "form");
    refuse("{\"format\":1,\"source\":\"a\",\"begun\":\"b\",\"form\":\"pairs\",\"rules\":\"x\"}", SQ_E_FORMAT,
           "rules");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_squint_at_a_time),
        cmocka_unit_test(an_older_game_moves_away_with_all_that_is_its_own),
        cmocka_unit_test(a_game_of_which_nothing_came_leaves_no_trace),
        cmocka_unit_test(the_older_game_comes_back),
        cmocka_unit_test(the_note_comes_back),
        cmocka_unit_test(another_camera_is_noted_from_the_root),
        cmocka_unit_test(a_record_has_its_number_in_its_name),
        cmocka_unit_test(a_note_that_is_gone_is_told_from_no_game),
        cmocka_unit_test(a_note_that_cannot_be_used_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

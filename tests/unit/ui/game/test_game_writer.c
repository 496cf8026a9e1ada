/* The scribe: a game that is broken off at any byte of its files goes on and ends as if nothing had happened;
 * lines by hand are obeyed, a full disk loses nothing. The game is the sample one, from its true rests. */
#include "ui/game/game_writer.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "tests/fixture/game/game_truth.h"
#include "tests/fixture/game/hand_made.h"
#include "tests/fixture/scratch.h"
#include "ui/game/rejudge_game.h"
#include "ui/umpire/umpire.h"

enum { RESTS = 13 }; /* squidge-off, carrying back, some shots */

typedef struct {
    sq_game_writer *scribe;
    sq_umpire *umpire;
    size_t record_size[RESTS + 1], looks_size[RESTS + 1]; /* after so many rests */
} table;

static sq_observation look_at(int rest) {
    const game_truth *g = game_read();
    static sq_observation look;
    look = (sq_observation){.position = g->rest[rest], .rest = rest, .last = true};
    look.t_start = rest ? g->to[rest - 1] : 0;
    look.t_rest = g->from[rest];
    for (int k = 0; k < look.position.squop_count; k++)
        look.position.squops[k].probability = 0.97;
    srand(1000 + (unsigned)rest);
    hand_made_shake(&look.position, 0.15);
    return look;
}

static sq_code hear(void *who, const sq_said *said, sq_diag *d) {
    table *t = who;
    sq_event event;
    sq_state by_hand;
    sq_code code = sq_game_writer_hear(t->scribe, said, d);
    while (!code && sq_game_writer_by_hand(t->scribe, -1, &event, &by_hand))
        sq_umpire_overrule(t->umpire, &by_hand);
    return code;
}

static sq_game_writer_settings settings(FILE *out, FILE *err, bool goes_on) {
    return (sq_game_writer_settings){.record = scratch("game.jsonl"),
                                     .looks = scratch("looks.jsonl"),
                                     .goes_on = goes_on,
                                     .out = out,
                                     .err = err};
}

static void open_table(table *t, const sq_game_writer_settings *s) {
    sq_diag d;
    sq_umpire_settings umpire = {.game = {.form = SQ_FORM_PAIRS}, .hear = hear, .who = t};
    assert_int_equal(sq_umpire_new(&t->umpire, &umpire, &d), SQ_OK);
    if (sq_game_writer_open(&t->scribe, s, &d)) fail_msg("%s", d.text);
}

static sq_code close_table(table *t, sq_diag *d) {
    sq_umpire_free(t->umpire);
    return sq_game_writer_close(t->scribe, d);
}

static sq_code give(table *t, const sq_observation *look, sq_diag *d) {
    bool again;
    sq_code code =
        sq_umpire_look(t->umpire, &look->position, look->t_start, look->t_rest, look->last, &again, d);
    assert_false(again);
    return code ? code : sq_game_writer_rest(t->scribe, look, &look->position, d);
}

/* Gives the stored looks again; how many rests they are. */
static sq_code replay(table *t, int *rests, sq_diag *d) {
    static sq_observation look;
    sq_observations *looks;
    *rests = 0;
    sq_game_writer_replay(t->scribe, true);
    assert_int_equal(sq_observations_open(&looks, scratch("looks.jsonl"), d), SQ_OK);
    sq_code code = SQ_OK;
    while (!code && !(code = sq_observations_next(looks, &look, d))) {
        code = give(t, &look, d);
        *rests = look.rest + 1;
    }
    sq_observations_close(looks);
    sq_game_writer_replay(t->scribe, false);
    return code == SQ_END ? SQ_OK : code;
}

static void give_fresh(table *t, int rest) {
    sq_diag d;
    sq_observation look = look_at(rest);
    sq_game_writer_look(t->scribe, &look);
    if (give(t, &look, &d)) fail_msg("%s", d.text);
}

static size_t size_of(const char *name) {
    size_t n;
    free(scratch_read(scratch(name), &n));
    return n;
}

/* ---- Whole ---- */

static table whole;
static unsigned char *whole_record, *whole_looks;
static char *whole_words;

static int play_whole(void **state) {
    (void)state;
    sq_diag d;
    size_t n;
    FILE *out = open_memstream(&whole_words, &n);
    sq_game_writer_settings s = settings(out, stderr, false);
    open_table(&whole, &s);
    for (int rest = 0; rest < RESTS; rest++) {
        give_fresh(&whole, rest);
        whole.record_size[rest + 1] = size_of("game.jsonl");
        whole.looks_size[rest + 1] = size_of("looks.jsonl");
    }
    assert_int_equal(close_table(&whole, &d), SQ_OK);
    fclose(out);
    whole_record = scratch_read(scratch("game.jsonl"), &n);
    whole_looks = scratch_read(scratch("looks.jsonl"), &n);
    return 0;
}

static int free_whole(void **state) {
    (void)state;
    free(whole_record);
    free(whole_looks);
    free(whole_words);
    return 0;
}

static void assert_same(const char *name, const unsigned char *expected, size_t length) {
    size_t n;
    unsigned char *bytes = scratch_read(scratch(name), &n);
    if (n != length || memcmp(bytes, expected, n))
        fail_msg("%s is not as it was:\n%.*s", name, (int)n, bytes);
    free(bytes);
}

static void assert_ends_as_whole(void) {
    assert_same("game.jsonl", whole_record, whole.record_size[RESTS]);
    assert_same("looks.jsonl", whole_looks, whole.looks_size[RESTS]);
}

static void a_look_is_written_before_its_events(void **state) {
    (void)state;
    int events = 0;
    for (size_t i = 0; i < whole.record_size[RESTS]; i++)
        events += whole_record[i] == '\n';
    assert_true(events >= 5);
    assert_non_null(strstr(whole_words, "Squidge-off:"));
    assert_non_null(strstr((const char *)whole_record, "\"seen_t\":"));
}

/* ---- Broken off ---- */

static void break_off(size_t record, size_t looks) {
    remove(scratch("game.jsonl.torn"));
    remove(scratch("looks.jsonl.torn"));
    scratch_file("game.jsonl", whole_record, record);
    scratch_file("looks.jsonl", whole_looks, looks);
}

/* The book lays it flat (25.4): the umpire is told where, until it lies so. */
static void a_wink_that_leans_is_told_once(void **state) {
    (void)state;
    table t = {0};
    sq_diag d;
    int rest;
    size_t n;
    char *words = NULL;
    FILE *out = open_memstream(&words, &n);
    break_off(whole.record_size[RESTS], whole.looks_size[RESTS]);
    sq_game_writer_settings s = settings(out, stderr, true);
    open_table(&t, &s);
    if (replay(&t, &rest, &d)) fail_msg("%s", d.text);
    sq_observation look = look_at(RESTS - 1);
    look.position.winks[0] = hand_made_wink(0, 0, 28, SQ_PLACE_MAT);
    look.position.winks[0].id = 0;
    look.position.winks[0].pot_supported = true;
    for (int i = 0; i < 2; i++)
        assert_int_equal(sq_game_writer_rest(t.scribe, &look, &look.position, &d), SQ_OK);
    assert_int_equal(close_table(&t, &d), SQ_OK);
    fclose(out);
    const char *told = strstr(words, "Move B1 2.0 mm outwards, until it lies flat and touches the pot.\n");
    if (!told || strstr(told + 1, "Move B1")) fail_msg("%s", words);
    free(words);
}

/* Goes on to the end; what is said on out is the caller's to free. */
static char *go_on(void) {
    table t = {0};
    sq_diag d;
    int rest;
    char *words = NULL;
    size_t n;
    FILE *out = open_memstream(&words, &n), *err = fopen("/dev/null", "w");
    sq_game_writer_settings s = settings(out, err, true);
    open_table(&t, &s);
    if (replay(&t, &rest, &d)) fail_msg("%s", d.text);
    for (; rest < RESTS; rest++)
        give_fresh(&t, rest);
    assert_int_equal(close_table(&t, &d), SQ_OK);
    fclose(out);
    fclose(err);
    return words;
}

static void broken_off_at(size_t record, size_t looks) {
    break_off(record, looks);
    free(go_on());
    assert_ends_as_whole();
    size_t torn = record;
    while (torn && whole_record[torn - 1] != '\n')
        torn--;
    bool lacks_end = torn < record && whole_record[record] == '\n'; /* and nothing else */
    if (torn < record && !lacks_end) assert_int_equal(size_of("game.jsonl.torn"), record - torn + 1);
}

/* First the look grows, then the record: these are all states in which a power cut can leave the files. In a
 * line every byte is alike to the scribe (unit/journal cuts at each). */
static void it_goes_on_from_any_moment(void **state) {
    (void)state;
    for (int k = 0; k < RESTS; k++) {
        size_t r0 = whole.record_size[k], r1 = whole.record_size[k + 1], l0 = whole.looks_size[k],
               l1 = whole.looks_size[k + 1];
        broken_off_at(r0, l0);
        broken_off_at(r0, l0 + 1);
        broken_off_at(r0, l1 - 1);
        broken_off_at(r0, l1);
        for (size_t r = r0; r < r1; r++)
            if (r == r0 + 1 || r == r1 - 1 || whole_record[r] == '\n' || (r && whole_record[r - 1] == '\n'))
                broken_off_at(r, l1);
    }
}

static void what_was_shown_is_not_shown_again(void **state) {
    (void)state;
    int k = RESTS - 2;
    break_off(whole.record_size[k], whole.looks_size[k]);
    char *words = go_on();
    assert_null(strstr(words, "Squidge-off:"));
    assert_string_equal(words, whole_words + strlen(whole_words) - strlen(words));
    free(words);
}

static void a_changed_line_is_noticed(void **state) {
    (void)state;
    table t = {0};
    sq_diag d;
    int rest;
    break_off(whole.record_size[RESTS], whole.looks_size[RESTS]);
    unsigned char *changed = scratch_read(scratch("game.jsonl"), &(size_t){0});
    char *mm = strstr((char *)changed, "\"blue\":");
    mm[strlen("\"blue\":")]++;
    scratch_file("game.jsonl", changed, whole.record_size[RESTS]);
    free(changed);
    FILE *out = fopen("/dev/null", "w");
    sq_game_writer_settings s = settings(out, out, true);
    open_table(&t, &s);
    assert_int_equal(replay(&t, &rest, &d), SQ_E_FORMAT);
    assert_non_null(strstr(d.text, "line 2"));
    assert_int_equal(close_table(&t, &d), SQ_OK);
    fclose(out);
}

/* An amend is put under the record while nobody writes: the game goes on from what it makes of it. */
static void a_line_by_hand_is_obeyed(void **state) {
    (void)state;
    static const char amend[] = "{\"event\":\"set\",\"turn\":\"blue\"}\n";
    table t = {0};
    sq_diag d;
    int rest;
    break_off(whole.record_size[RESTS], whole.looks_size[RESTS]);
    FILE *f = fopen(scratch("game.jsonl"), "a"), *out = fopen("/dev/null", "w");
    fputs(amend, f);
    fclose(f);
    sq_game_writer_settings s = settings(out, out, true);
    open_table(&t, &s);
    assert_int_equal(replay(&t, &rest, &d), SQ_OK);
    assert_int_equal(rest, RESTS);
    assert_int_equal(sq_umpire_state(t.umpire)->now.turn, SQ_BLUE);
    assert_int_equal(close_table(&t, &d), SQ_OK);
    fclose(out);
    assert_int_equal(size_of("game.jsonl"), whole.record_size[RESTS] + strlen(amend));
}

/* ---- A full disk ---- */

/* What nobody can read, or what cannot happen, is said and changes nothing. */
static void a_line_by_hand_that_means_nothing_is_told(void **state) {
    (void)state;
    static const char hand[] = "\n{\"event\":\"set\",\"turn\":\"purple\"}\nso blue won\n";
    break_off(whole.record_size[RESTS], whole.looks_size[RESTS]);
    FILE *f = fopen(scratch("game.jsonl"), "a");
    fputs(hand, f);
    fclose(f);
    char *told;
    size_t n;
    table t = {0};
    sq_diag d;
    int rest;
    FILE *out = fopen("/dev/null", "w"), *err = open_memstream(&told, &n);
    sq_game_writer_settings set = settings(out, err, true);
    open_table(&t, &set);
    assert_int_equal(replay(&t, &rest, &d), SQ_OK);
    assert_int_equal(close_table(&t, &d), SQ_OK);
    fclose(out);
    fclose(err);
    const char *refused = strstr(told, "changes nothing"), *slip = strstr(told, "correct it, or take it out");
    assert_true(refused && slip);
    assert_null(strstr(refused + 1, "changes nothing"));
    assert_null(strstr(slip + 1, "correct it"));
    free(told);
    assert_int_equal(size_of("game.jsonl"), whole.record_size[RESTS] + strlen(hand));
}

static void let_files_grow_to(rlim_t bytes) {
    struct rlimit limit;
    getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = bytes < limit.rlim_max ? bytes : limit.rlim_max;
    setrlimit(RLIMIT_FSIZE, &limit);
}

/* Plays the whole; from rest 4 on, up to `until`, no file grows beyond `room` bytes. */
static sq_code play_on_a_full_disk(size_t room, int until, char **told, sq_diag *d) {
    table t = {0};
    size_t n;
    FILE *out = fopen("/dev/null", "w"), *err = open_memstream(told, &n);
    remove(scratch("game.jsonl"));
    remove(scratch("looks.jsonl"));
    sq_game_writer_settings s = settings(out, err, false);
    signal(SIGXFSZ, SIG_IGN);
    open_table(&t, &s);
    for (int rest = 0; rest < RESTS; rest++) {
        if (rest == 4) let_files_grow_to(room);
        if (rest == until) let_files_grow_to(RLIM_INFINITY);
        give_fresh(&t, rest);
    }
    sq_code code = close_table(&t, d);
    let_files_grow_to(RLIM_INFINITY);
    fclose(out);
    fclose(err);
    return code;
}

static void a_full_disk_is_said_and_the_game_goes_on(void **state) {
    (void)state;
    char *told;
    sq_diag d;
    assert_int_equal(play_on_a_full_disk(whole.record_size[4] + 5, 9, &told, &d), SQ_OK);
    const char *full = strstr(told, "goes on in memory"), *room = strstr(told, "room again");
    assert_non_null(full);
    assert_non_null(room);
    assert_true(full < room);
    assert_null(strstr(full + 1, "goes on in memory")); /* said once */
    free(told);
    assert_ends_as_whole();
}

static void a_disk_that_stays_full_gives_the_lines_to_people(void **state) {
    (void)state;
    char *told;
    sq_diag d;
    assert_int_equal(play_on_a_full_disk(whole.record_size[4] + 5, RESTS, &told, &d), SQ_E_FILE);
    const char *lacks = strstr(told, "the record lacks");
    assert_non_null(lacks);
    size_t kept = size_of("game.jsonl");
    const char *lines = strchr(lacks, '\n') + 1;
    assert_int_equal(kept + strlen(lines), whole.record_size[RESTS]);
    assert_memory_equal(lines, whole_record + kept, strlen(lines));
    free(told);
}

/* A look has no room any more, and the shorter line of the record would have: it waits too, so a game that
 * cannot be seen again goes on from what is left. */
static void no_record_is_ahead_of_its_looks(void **state) {
    (void)state;
    char *told;
    sq_diag d;
    assert_int_equal(play_on_a_full_disk(whole.looks_size[4] + 5, RESTS, &told, &d), SQ_E_FILE);
    assert_int_equal(size_of("looks.jsonl"), whole.looks_size[4]);
    assert_int_equal(size_of("game.jsonl"), whole.record_size[4]);
    assert_non_null(strstr(told, "looks.jsonl: the looks of"));
    free(told);
    free(go_on());
    assert_ends_as_whole();
}

/* ---- Another game ---- */

static void give_rest_at(table *t, int rest, double t_s) {
    sq_diag d;
    sq_observation look = look_at(rest);
    look.position.t = look.t_rest = t_s;
    look.t_start = t_s - 1;
    sq_game_writer_look(t->scribe, &look);
    if (give(t, &look, &d)) fail_msg("%s", d.text);
}

static int lines_of(const char *name) {
    size_t n;
    int lines = 0;
    unsigned char *bytes = scratch_read(scratch(name), &n);
    for (size_t i = 0; i < n; i++)
        lines += bytes[i] == '\n';
    free(bytes);
    return lines;
}

/* The first record's lines wait, and the second one cannot even be made. */
static void another_game_begins_on_a_full_disk(void **state) {
    (void)state;
    char *told;
    size_t n;
    sq_diag d;
    table t = {0};
    FILE *out = fopen("/dev/null", "w"), *err = open_memstream(&told, &n);
    assert_int_equal(mkdir(scratch("day"), 0777), 0);
    sq_game_writer_settings s = settings(out, err, false);
    s.record = scratch("day/game.jsonl");
    s.looks = NULL;
    signal(SIGXFSZ, SIG_IGN);
    open_table(&t, &s);
    give_fresh(&t, 0);
    let_files_grow_to(10);
    assert_int_equal(rename(scratch("day"), scratch("gone")), 0);
    for (int rest = 1; rest < RESTS; rest++)
        give_fresh(&t, rest);
    give_rest_at(&t, 0, 1000);
    assert_int_equal(sq_game_writer_number(t.scribe), 2);
    assert_int_equal(lines_of("gone/game.jsonl"), 1);
    let_files_grow_to(RLIM_INFINITY);
    assert_int_equal(rename(scratch("gone"), scratch("day")), 0);
    for (int rest = 1; rest <= 4; rest++) /* the squidge-off */
        give_rest_at(&t, rest, 1000 + 10 * rest);
    assert_int_equal(close_table(&t, &d), SQ_OK);
    fclose(out);
    fclose(err);
    assert_same("day/game.jsonl", whole_record, whole.record_size[RESTS]);
    assert_int_equal(lines_of("day/game-2.jsonl"), 2);
    assert_non_null(strstr(told, "room again"));
    assert_null(strstr(told, "lacks"));
    free(told);
}

/* What nobody answered in a game is no question of the next one. */
static void what_was_left_open_stays_in_its_game(void **state) {
    (void)state;
    sq_diag d;
    table t = {0};
    size_t n;
    static sq_tracked is;
    static sq_play play = {.reading_count = 1};
    static sq_state none;
    FILE *out = fopen("/dev/null", "w");
    remove(scratch("game.jsonl"));
    sq_game_writer_settings s = settings(out, stderr, false);
    s.looks = NULL;
    open_table(&t, &s);
    for (int rest = 0; rest < RESTS; rest++)
        give_fresh(&t, rest);
    none = *sq_umpire_state(t.umpire);
    sq_said left = {
        .kind = SQ_SAID_PASSED_OVER, .t = 900, .play = &play, .reading = &play.reading[0], .is = &is};
    left.was = &is;
    left.before = left.after = &none;
    assert_int_equal(sq_game_writer_hear(t.scribe, &left, &d), SQ_OK);
    assert_int_equal(sq_game_writer_left_open(t.scribe), 1);
    give_rest_at(&t, 0, 1000);
    assert_int_equal(sq_game_writer_number(t.scribe), 2);
    assert_int_equal(sq_game_writer_left_open(t.scribe), 1);
    assert_int_equal(close_table(&t, &d), SQ_OK);
    char *second = (char *)scratch_read(scratch("game-2.jsonl"), &n);
    assert_non_null(strstr(second, "\"event\":\"game\""));
    assert_null(strstr(second, "left_open"));
    free(second);
    fclose(out);
}

/* A line has room for some of them; all of them count. */
static void all_that_was_left_open_counts(void **state) {
    (void)state;
    enum { MANY = 100, BEFORE = 10 };
    static sq_tracked is;
    static sq_play play = {.reading_count = 1};
    static sq_state none;
    static sq_line_doubt doubt;
    sq_diag d;
    table t = {0};
    FILE *out = fopen("/dev/null", "w");
    remove(scratch("game.jsonl"));
    sq_game_writer_settings s = settings(out, stderr, false);
    s.looks = NULL;
    open_table(&t, &s);
    for (int rest = 0; rest < BEFORE; rest++)
        give_fresh(&t, rest);
    int lines = sq_game_lines(sq_game_writer_game(t.scribe));
    none = *sq_umpire_state(t.umpire);
    sq_said left = {
        .kind = SQ_SAID_PASSED_OVER, .t = 900, .play = &play, .reading = &play.reading[0], .is = &is};
    left.was = &is;
    left.before = left.after = &none;
    for (int i = 0; i < MANY; i++)
        assert_int_equal(sq_game_writer_hear(t.scribe, &left, &d), SQ_OK);
    for (int rest = BEFORE; rest < RESTS; rest++)
        give_fresh(&t, rest);
    assert_int_equal(close_table(&t, &d), SQ_OK);
    sq_remarks_list remarks = {0};
    char where[SQ_OPEN_LINES_MAX];
    sq_game *g;
    if (sq_game_load_remarks(&g, &remarks, scratch("game.jsonl"), &d)) fail_msg("%s", d.text);
    assert_int_equal(sq_open_questions(g, &remarks, where), MANY);
    sq_game_line line = sq_game_line_at(g, lines);
    sq_line_doubt_of(&doubt, g, &line, &remarks);
    assert_int_equal(doubt.left.texts, SQ_LEFT_OPEN);
    assert_string_equal(doubt.left.text[SQ_LEFT_OPEN - 1], "97 more questions");
    sq_remarks_free(&remarks);
    sq_game_free(g);
    fclose(out);
}

/* How sure millimetres were when the game began, whatever was tested since. */
static void the_zero_test_stands_in_the_games_line(void **state) {
    (void)state;
    static const char then[] = "{\"passed\":true,\"worst_mm\":0.31}", now[] = "{\"passed\":false}";
    FILE *out = fopen("/dev/null", "w");
    table t;
    sq_diag d;
    int rests;
    size_t n, again;
    remove(scratch("game.jsonl"));
    remove(scratch("looks.jsonl"));
    sq_game_writer_settings s = settings(out, stderr, false);
    s.zero = then;
    open_table(&t, &s);
    give_fresh(&t, 0);
    assert_int_equal(close_table(&t, &d), SQ_OK);
    unsigned char *record = scratch_read(scratch("game.jsonl"), &n);
    static const char expected[] = ",\"zero\":{\"passed\":true,\"worst_mm\":0.31},\"seen_t\":";
    assert_non_null(memmem(record, n, expected, sizeof expected - 1));
    s = settings(out, stderr, true);
    s.zero = now;
    open_table(&t, &s);
    if (replay(&t, &rests, &d)) fail_msg("%s", d.text);
    assert_int_equal(close_table(&t, &d), SQ_OK);
    unsigned char *after = scratch_read(scratch("game.jsonl"), &again);
    assert_int_equal(again, n);
    assert_memory_equal(after, record, n);
    free(record);
    free(after);
    fclose(out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_look_is_written_before_its_events),
        cmocka_unit_test(a_wink_that_leans_is_told_once),
        cmocka_unit_test(it_goes_on_from_any_moment),
        cmocka_unit_test(what_was_shown_is_not_shown_again),
        cmocka_unit_test(a_changed_line_is_noticed),
        cmocka_unit_test(a_line_by_hand_is_obeyed),
        cmocka_unit_test(a_line_by_hand_that_means_nothing_is_told),
        cmocka_unit_test(a_full_disk_is_said_and_the_game_goes_on),
        cmocka_unit_test(a_disk_that_stays_full_gives_the_lines_to_people),
        cmocka_unit_test(no_record_is_ahead_of_its_looks),
        cmocka_unit_test(another_game_begins_on_a_full_disk),
        cmocka_unit_test(what_was_left_open_stays_in_its_game),
        cmocka_unit_test(all_that_was_left_open_counts),
        cmocka_unit_test(the_zero_test_stands_in_the_games_line),
    };
    return cmocka_run_group_tests(tests, play_whole, free_whole);
}

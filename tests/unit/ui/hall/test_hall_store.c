/* What a hall keeps: whole transactions only, and of each hall apart. */
#include "ui/hall/store/hall_store.h"

#include <sqlite3.h>
#include <stdlib.h>

#include "tests/fixture/scratch.h"

#define GAME "0123456789abcdef"

static sq_hall_store *open_hall(const char *file, const char *hall, bool keeps) {
    sq_diag d;
    sq_hall_store *s = NULL;
    const sq_hall_store_settings settings = {.where = file, .hall = hall, .keeps = keeps};
    if (sq_hall_store_open(&s, &settings, &d)) fail_msg("%s", d.text);
    return s;
}

static void put_game(sq_hall_store *s, const char *id, const char *table, long long seq, const char *begun) {
    sq_stored_game game = {.seq = seq, .number = 1};
    snprintf(game.table, sizeof game.table, "%s", table);
    snprintf(game.begun, sizeof game.begun, "%s", begun);
    sq_hall_store_put_game(s, id, &game);
}

static void count_line(void *who, int n, const char *text, size_t length) {
    (void)n, (void)text, (void)length;
    ++*(int *)who;
}

static int lines_of(sq_hall_store *s, const char *id) {
    int lines = 0;
    assert_true(sq_hall_store_lines(s, id, 1, count_line, &lines));
    return lines;
}

static void keep(sq_hall_store *s) {
    sq_diag d;
    if (sq_hall_store_commit(s, &d)) fail_msg("%s", d.text);
}

static sqlite3 *open_beside(const char *file) {
    sqlite3 *db;
    assert_int_equal(sqlite3_open(file, &db), SQLITE_OK);
    return db;
}

static void carry_out(sqlite3 *db, const char *sql) {
    char *why = NULL;
    if (sqlite3_exec(db, sql, NULL, NULL, &why) != SQLITE_OK) fail_msg("%s", why);
}

/* Halls of one file draw no ids of one another, and no table of one can touch a game of the other. */
static void a_game_is_its_halls_own(void **state) {
    (void)state;
    sq_stored_game game;
    char file[512];
    snprintf(file, sizeof file, "%s", scratch("two.sqlite"));
    sq_hall_store *s = open_hall(file, "one", true);
    put_game(s, GAME, "7", 2, "2026-01-01T10:00:00Z");
    sq_hall_store_put_line(s, GAME, 1, 1, "a", 1);
    sq_hall_store_put_line(s, GAME, 1, 2, "b", 1);
    sq_hall_store_close(s);

    s = open_hall(file, "other", true);
    assert_true(sq_hall_store_game(s, GAME, &game));
    assert_string_equal(game.table, "");
    assert_int_equal(lines_of(s, GAME), 0);
    put_game(s, GAME, "3", 1, "2026-01-01T11:00:00Z");
    sq_hall_store_put_line(s, GAME, 1, 1, "c", 1);
    sq_hall_store_forget_lines(s, GAME);
    sq_hall_store_close(s);

    s = open_hall(file, "one", false);
    assert_true(sq_hall_store_game(s, GAME, &game));
    assert_string_equal(game.table, "7");
    assert_int_equal(game.seq, 2);
    assert_int_equal(lines_of(s, GAME), 2);
    sq_hall_store_close(s);
}

/* Where another program writes for longer than a hall waits, nothing is put at all: a line that is put by
 * itself, without its game or its game without it, would not be sent again. */
static void what_cannot_be_a_transaction_is_not_put(void **state) {
    (void)state;
    sq_diag d;
    sq_stored_game game;
    char file[512];
    snprintf(file, sizeof file, "%s", scratch("busy.sqlite"));
    sq_hall_store *s = open_hall(file, "club", true);
    sqlite3 *beside = open_beside(file);
    carry_out(beside, "BEGIN IMMEDIATE");
    put_game(s, GAME, "7", 1, "2026-01-01T10:00:00Z");
    carry_out(beside, "ROLLBACK");
    sq_hall_store_put_line(s, GAME, 1, 1, "a", 1);
    assert_int_equal(sq_hall_store_commit(s, &d), SQ_E_FILE);
    assert_non_null(strstr(d.text, "locked")); /* the reason, not that of a later statement */
    assert_true(sq_hall_store_game(s, GAME, &game));
    assert_string_equal(game.table, "");
    assert_int_equal(lines_of(s, GAME), 0);
    put_game(s, GAME, "7", 1, "2026-01-01T10:00:00Z"); /* it comes again, and is kept */
    keep(s);
    assert_true(sq_hall_store_game(s, GAME, &game));
    assert_int_equal(game.seq, 1);
    sqlite3_close(beside);
    sq_hall_store_close(s);
}

static int words_of(const char *file, const char *answer) {
    sqlite3 *db = open_beside(file);
    sqlite3_stmt *asks;
    int n = -1;
    assert_int_equal(sqlite3_prepare_v2(db, "SELECT COUNT(*) FROM words WHERE answer = ?", -1, &asks, NULL),
                     SQLITE_OK);
    sqlite3_bind_text(asks, 1, answer, -1, SQLITE_STATIC);
    if (sqlite3_step(asks) == SQLITE_ROW) n = sqlite3_column_int(asks, 0);
    sqlite3_finalize(asks);
    sqlite3_close(db);
    return n;
}

/* A word is sent once: one that went with a transaction that failed is in the next. */
static void a_word_outlives_a_transaction_that_fails(void **state) {
    (void)state;
    sq_diag d;
    char file[512];
    snprintf(file, sizeof file, "%s", scratch("words.sqlite"));
    sq_hall_store *s = open_hall(file, "one", true);
    sqlite3 *other = open_beside(file);
    carry_out(other, "CREATE TRIGGER full BEFORE INSERT ON games BEGIN SELECT RAISE(ABORT, 'full'); END");
    put_game(s, GAME, "7", 1, "2026-01-01T10:00:00Z");
    sq_hall_store_put_word(s, &(sq_stored_word){"abcdef12", "7", GAME, "Ann", "2026-01-01T10:00:00Z", "{}"});
    sq_hall_store_answer_word(s, "abcdef12", "7", "yes");
    assert_int_equal(sq_hall_store_commit(s, &d), SQ_E_FILE);
    assert_int_equal(words_of(file, "yes"), 0);
    carry_out(other, "DROP TRIGGER full");
    sqlite3_close(other);
    sq_hall_store_put_table(s, "7", &(sq_stored_table){.game = GAME});
    keep(s);
    assert_int_equal(words_of(file, "yes"), 1);
    sq_hall_store_close(s);
}

static void take_id(void *who, const char *id, const sq_stored_game *game) {
    (void)game;
    strcat(who, (char[]){id[0], 0});
}

/* What cannot be read is not the same as what is not there. */
static void what_cannot_be_read_is_told(void **state) {
    (void)state;
    sq_diag d;
    sq_stored_game game;
    int count, lines = 0;
    char file[512], ids[8] = "";
    snprintf(file, sizeof file, "%s", scratch("torn.sqlite"));
    sq_hall_store *s = open_hall(file, "club", true);
    put_game(s, GAME, "7", 1, "2026-01-01T10:00:00Z");
    keep(s);
    sqlite3 *beside = open_beside(file);
    carry_out(beside, "DROP TABLE games; DROP TABLE lines; DROP TABLE pairings; DROP TABLE players");
    assert_false(sq_hall_store_game(s, GAME, &game));
    assert_false(sq_hall_store_games(s, take_id, ids));
    assert_false(sq_hall_store_lines(s, GAME, 1, count_line, &lines));
    assert_null(sq_hall_store_pairings(s, &count));
    assert_null(sq_hall_store_players(s, &count));
    assert_int_equal(sq_hall_store_unread(s, &d), SQ_E_FILE);
    assert_non_null(strstr(d.text, "no such table"));
    sqlite3_close(beside);
    sq_hall_store_close(s);
}

/* In the order in which they began; of one second, in the order in which they came, whatever their ids are.
 */
static void games_are_in_their_order(void **state) {
    (void)state;
    char ids[8] = "";
    sq_hall_store *s = open_hall(scratch("order.sqlite"), "club", true);
    put_game(s, "f000000000000000", "7", 1, "2026-01-01T10:00:05Z");
    put_game(s, "a000000000000000", "7", 1, "2026-01-01T10:00:05Z");
    put_game(s, "c000000000000000", "7", 1, "2026-01-01T09:00:00Z");
    put_game(s, "f000000000000000", "7", 2, "2026-01-01T10:00:05Z");
    assert_true(sq_hall_store_games(s, take_id, ids));
    assert_string_equal(ids, "cfa");
    sq_hall_store_close(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_is_its_halls_own),
        cmocka_unit_test(what_cannot_be_a_transaction_is_not_put),
        cmocka_unit_test(a_word_outlives_a_transaction_that_fails),
        cmocka_unit_test(what_cannot_be_read_is_told),
        cmocka_unit_test(games_are_in_their_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

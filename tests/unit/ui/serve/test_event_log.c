/* What pages hear: each line once and in order; who comes late, or was away too long, begins anew. */
#include "ui/serve/event_log.h"

#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/fixture/unit.h"

static sq_event_log *new_log(int capacity) {
    sq_event_log *log;
    sq_diag d;
    assert_int_equal(sq_event_log_new(&log, capacity, &d), SQ_OK);
    return log;
}

/* Everything that a page at this place hears now, as "N:KIND=TEXT ", with * before a fresh start. */
static const char *heard(sq_event_log *log, sq_event_place *place) {
    static char all[1024];
    sq_event_line line;
    int n = 0;
    *all = 0;
    while (sq_event_log_next(log, place, &line)) {
        n += snprintf(all + n, sizeof all - (size_t)n, "%s%d:%s=%s ", line.anew ? "*" : "", (int)line.number,
                      line.kind, line.text);
        free(line.text);
    }
    return all;
}

static void who_is_there_hears_every_line_once(void **state) {
    (void)state;
    sq_event_log *log = new_log(4);
    sq_event_place place = {0};
    assert_string_equal(heard(log, &place), "");
    sq_event_log_put(log, "state", "a", "state");
    assert_string_equal(heard(log, &place), "*1:state=a ");
    sq_event_log_put(log, "event", "b", NULL);
    sq_event_log_put(log, "event", "c", NULL);
    assert_string_equal(heard(log, &place), "2:event=b 3:event=c ");
    assert_string_equal(heard(log, &place), "");
    sq_event_log_free(log);
}

static void who_comes_late_hears_what_is_held_as_it_was(void **state) {
    (void)state;
    sq_event_log *log = new_log(4);
    sq_event_place late = {0}, later = {0};
    sq_event_log_hold(log, "state"); /* there is none */
    sq_event_log_put(log, "state", "a", "state");
    sq_event_log_put(log, "position", "b", "position");
    sq_event_log_hold(log, "state");
    sq_event_log_put(log, "settings", "held", "settings");
    sq_event_log_put(log, "state", "c", "state");
    sq_event_log_put(log, "position", "d", "position");
    assert_string_equal(heard(log, &late), "*1:state=a 3:settings=held 4:state=c 5:position=d ");
    sq_event_log_forget(log, "state");
    late = (sq_event_place){0};
    assert_string_equal(heard(log, &late), "*1:state=a 3:settings=held 5:position=d ");
    sq_event_log_let_go(log);
    assert_string_equal(heard(log, &later), "*3:settings=held 5:position=d ");
    sq_event_log_free(log);
}

static void who_comes_late_hears_the_newest_of_what_is_kept(void **state) {
    (void)state;
    sq_event_log *log = new_log(4);
    sq_event_place place = {0};
    sq_event_log_put(log, "game", "tuesday", "game");
    sq_event_log_put(log, "state", "a", "state");
    sq_event_log_put(log, "event", "b", NULL);
    sq_event_log_put(log, "state", "c", "state");
    assert_string_equal(heard(log, &place), "*1:game=tuesday 4:state=c ");
    sq_event_log_put(log, "event", "d", NULL);
    assert_string_equal(heard(log, &place), "5:event=d ");
    sq_event_log_free(log);
}

static void lines_that_come_while_one_begins_are_heard_after_the_kept_ones(void **state) {
    (void)state;
    sq_event_log *log = new_log(8);
    sq_event_place place = {0};
    sq_event_line line;
    sq_event_log_put(log, "game", "tuesday", "game");
    sq_event_log_put(log, "state", "a", "state");
    assert_true(sq_event_log_next(log, &place, &line));
    assert_string_equal(line.text, "tuesday");
    free(line.text);
    sq_event_log_put(log, "state", "b",
                     "state"); /* takes the place of a, which is heard in the ring no more */
    sq_event_log_put(log, "event", "c", NULL);
    assert_string_equal(heard(log, &place), "3:state=b 4:event=c ");
    sq_event_log_free(log);
}

static void who_was_away_hears_what_was_missed_or_begins_anew(void **state) {
    (void)state;
    sq_event_log *log = new_log(4);
    char text[8];
    for (int i = 1; i <= 6; i++) {
        snprintf(text, sizeof text, "%d", i);
        sq_event_log_put(log, i == 2 ? "game" : "event", text, i == 2 ? "game" : NULL);
    }
    sq_event_place here = {.heard = 3}, away = {.heard = 1}, elsewhere = {.heard = 70};
    assert_string_equal(heard(log, &here), "4:event=4 5:event=5 6:event=6 ");
    assert_string_equal(heard(log, &away), "*2:game=2 ");
    assert_string_equal(heard(log, &elsewhere), "*2:game=2 ");
    sq_event_log_free(log);
}

static void a_fresh_start_without_anything_kept_is_told_with_the_next_line(void **state) {
    (void)state;
    sq_event_log *log = new_log(2);
    sq_event_place place = {.heard = 9};
    sq_event_log_put(log, "event", "a", NULL);
    assert_string_equal(heard(log, &place), "");
    sq_event_log_put(log, "event", "b", NULL);
    assert_string_equal(heard(log, &place), "*2:event=b ");
    sq_event_log_free(log);
}

static void many_lines_are_kept_until_another_game_begins(void **state) {
    (void)state;
    enum { MANY = 5000, KEPT = 4096 };
    sq_event_log *log = new_log(4);
    sq_event_place place = {0};
    sq_event_line line;
    char name[24];
    for (int i = 1; i <= MANY; i++) {
        snprintf(name, sizeof name, "event %d", i);
        sq_event_log_put(log, "event", name, name);
    }
    sq_event_log_put(log, "event", "amended", "event 4000");
    int count = 0;
    uint64_t first = 0;
    for (; sq_event_log_next(log, &place, &line); count++, free(line.text))
        if (!first) first = line.number;
    assert_int_equal(count, KEPT);
    assert_int_equal(first, MANY - KEPT + 1);
    sq_event_log_put(log, "start", "set", "start");
    sq_event_log_forget(log, "event");
    sq_event_log_put(log, "event", "new", "event 1");
    place = (sq_event_place){0};
    assert_string_equal(heard(log, &place), "*5002:start=set 5003:event=new ");
    sq_event_log_free(log);
}

static void news_can_be_waited_for(void **state) {
    (void)state;
    sq_event_log *log = new_log(2);
    struct pollfd p = {.fd = sq_event_log_news(log), .events = POLLIN};
    assert_int_equal(poll(&p, 1, 0), 0);
    sq_event_log_put(log, "event", "a", NULL);
    assert_int_equal(poll(&p, 1, 1000), 1);
    sq_event_log_free(log);
}

enum { LINES = 2000 };
static void *put_lines(void *log) {
    for (int i = 0; i < LINES; i++)
        sq_event_log_put(log, i % 3 ? "event" : "state", "x", i % 3 ? NULL : "state");
    return NULL;
}

static void two_threads_put_while_one_reads(void **state) {
    (void)state;
    enum { ALL = 2 * LINES + 1 };
    sq_event_log *log = new_log(ALL);
    pthread_t thread[2];
    sq_event_place place = {0};
    sq_event_line line;
    uint64_t last = 1;
    sq_event_log_put(log, "event", "first", "first"); /* who has heard one line hears all that follow */
    assert_string_equal(heard(log, &place), "*1:event=first ");
    for (int i = 0; i < 2; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, put_lines, log), 0);
    struct pollfd news = {.fd = sq_event_log_news(log), .events = POLLIN};
    uint64_t count;
    while (last < ALL) {
        assert_int_equal(poll(&news, 1, 60000), 1);
        assert_true(read(news.fd, &count, sizeof count) == sizeof count);
        while (sq_event_log_next(log, &place, &line)) {
            assert_true(line.number > last);
            last = line.number;
            free(line.text);
        }
    }
    for (int i = 0; i < 2; i++)
        pthread_join(thread[i], NULL);
    sq_event_log_free(log);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_is_there_hears_every_line_once),
        cmocka_unit_test(who_comes_late_hears_the_newest_of_what_is_kept),
        cmocka_unit_test(who_comes_late_hears_what_is_held_as_it_was),
        cmocka_unit_test(lines_that_come_while_one_begins_are_heard_after_the_kept_ones),
        cmocka_unit_test(who_was_away_hears_what_was_missed_or_begins_anew),
        cmocka_unit_test(a_fresh_start_without_anything_kept_is_told_with_the_next_line),
        cmocka_unit_test(many_lines_are_kept_until_another_game_begins),
        cmocka_unit_test(news_can_be_waited_for),
        cmocka_unit_test(two_threads_put_while_one_reads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

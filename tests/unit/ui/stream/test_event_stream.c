/* The event stream: its numbers, a game that goes on, the heartbeat, and many threads. */
#include "ui/stream/event_stream.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/fixture/scratch.h"
#include "tests/fixture/unit.h"

static char *out;
static size_t out_length;

static sq_stream *open_stream(const char *file, bool goes_on, FILE *to, double heartbeat_s) {
    sq_stream *s;
    sq_diag d = {0};
    sq_stream_settings set = {.file = file, .goes_on = goes_on, .out = to, .heartbeat_s = heartbeat_s};
    if (sq_stream_open(&s, &set, &d)) fail_msg("%s", d.text);
    return s;
}

static void close_stream(sq_stream *s) {
    sq_diag d;
    assert_int_equal(sq_stream_close(s, &d), SQ_OK);
}

static json_t *body(int i) {
    return json_pack("{s:i}", "i", i);
}

/* Line i of the output as JSON; the caller decrefs. */
static json_t *line(int i) {
    const char *at = out;
    for (; i; i--)
        at = strchr(at, '\n') + 1;
    json_t *o = json_loadb(at, strcspn(at, "\n"), 0, NULL);
    assert_non_null(o);
    return o;
}

static int count_lines(void) {
    int n = 0;
    for (const char *c = out; c && *c; c++)
        n += *c == '\n';
    return n;
}

static void assert_line(int i, const char *type, int seq, int value) {
    json_t *o = line(i);
    assert_string_equal(json_string_value(json_object_get(o, "type")), type);
    assert_int_equal(json_integer_value(json_object_get(o, "version")), 1);
    assert_int_equal(json_integer_value(json_object_get(o, "seq")), seq);
    if (value >= 0) assert_int_equal(json_integer_value(json_object_get(o, "i")), value);
    json_decref(o);
}

/* What was told before the break comes again in the same order, and is not told twice; a line that the break
 * has cut off is told. */
static void a_game_that_goes_on_goes_on_with_the_next_number(void **state) {
    (void)state;
    const char *file = scratch("stream.jsonl");
    FILE *to = open_memstream(&out, &out_length);
    sq_stream *s = open_stream(file, false, NULL, 0);
    sq_stream_put(s, SQ_STREAM_START, body(0));
    sq_stream_put(s, SQ_STREAM_EVENT, body(1));
    sq_stream_put(s, SQ_STREAM_NOTICE, body(2));
    sq_stream_put(s, SQ_STREAM_STATE, body(3));
    close_stream(s);
    FILE *torn = fopen(file, "a");
    fputs("{\"type\":\"position\",\"ver", torn);
    fclose(torn);
    s = open_stream(file, true, to, 0);
    sq_stream_put(s, SQ_STREAM_START, body(0));
    sq_stream_put(s, SQ_STREAM_EVENT, body(1));
    sq_stream_put(s, SQ_STREAM_STATE, body(3));
    sq_stream_put(s, SQ_STREAM_POSITION, body(4));
    close_stream(s);
    fclose(to);
    assert_int_equal(count_lines(), 2);
    assert_line(0, "start", 5, 0);
    assert_line(1, "position", 6, 4);
    free(out);
    unlink(file);
}

static void a_new_game_begins_with_one(void **state) {
    (void)state;
    const char *file = scratch("stream.jsonl");
    for (int i = 0; i < 2; i++) {
        FILE *to = open_memstream(&out, &out_length);
        sq_stream *s = open_stream(file, false, to, 0);
        sq_stream_put(s, SQ_STREAM_EVENT, body(i));
        close_stream(s);
        fclose(to);
        assert_line(0, "event", 1, i);
        free(out);
    }
    unlink(file);
}

static void silence_has_a_heartbeat_without_a_number(void **state) {
    (void)state;
    FILE *to = open_memstream(&out, &out_length);
    sq_stream *s = open_stream(NULL, false, to, 0.02);
    sq_stream_put(s, SQ_STREAM_EVENT, body(7));
    sq_stream_tick(s, 12.5, 300);
    usleep(200000);
    sq_stream_put(s, SQ_STREAM_STATE, body(8));
    close_stream(s);
    fclose(to);
    int n = count_lines();
    assert_true(n >= 4); /* more than one heartbeat in ten times as long */
    assert_line(0, "event", 1, 7);
    json_t *beat = line(n - 2);
    assert_string_equal(json_string_value(json_object_get(beat, "type")), "heartbeat");
    assert_int_equal(json_integer_value(json_object_get(beat, "seq")), 1);
    assert_int_equal(json_integer_value(json_object_get(beat, "frames")), 300);
    assert_near(json_number_value(json_object_get(beat, "t")), 12.5, 1e-9);
    json_decref(beat);
    assert_line(n - 1, "state", 2, 8);
    free(out);
}

enum { THREADS = 4, EACH = 200 };

static void *put_many(void *who) {
    for (int i = 0; i < EACH; i++)
        sq_stream_put(who, SQ_STREAM_NOTICE, body(i));
    return NULL;
}

static void many_threads_leave_no_gap(void **state) {
    (void)state;
    pthread_t thread[THREADS];
    FILE *to = open_memstream(&out, &out_length);
    sq_stream *s = open_stream(NULL, false, to, 0.001);
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, put_many, s), 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(thread[i], NULL);
    close_stream(s);
    fclose(to);
    int seq = 0;
    for (char *at = strtok(out, "\n"); at; at = strtok(NULL, "\n")) {
        json_t *o = json_loads(at, 0, NULL);
        bool beat = !strcmp(json_string_value(json_object_get(o, "type")), "heartbeat");
        seq += !beat;
        assert_int_equal(json_integer_value(json_object_get(o, "seq")), seq);
        json_decref(o);
    }
    assert_int_equal(seq, THREADS * EACH);
    free(out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_that_goes_on_goes_on_with_the_next_number),
        cmocka_unit_test(a_new_game_begins_with_one),
        cmocka_unit_test(silence_has_a_heartbeat_without_a_number),
        cmocka_unit_test(many_threads_leave_no_gap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

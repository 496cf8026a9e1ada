/* The door of a running game: many clients at once get each their own answer; who is slow, says too much or
 * nothing, or goes away, is cut off, and nobody else waits for him. */
#include "ui/overrule/game_socket.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "tests/fixture/scratch.h"
#include "vision/system/clock.h"

enum { CLIENTS = 6, WORDS = 150 };

/* ---- A judge that answers each word with its own text ---- */

typedef struct {
    sq_word_queue *queue;
    sq_word_door *door;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool called, ends;
    int heard;
} judge;

static void wake(void *who) {
    judge *j = who;
    pthread_mutex_lock(&j->lock);
    j->called = true;
    pthread_cond_signal(&j->changed);
    pthread_mutex_unlock(&j->lock);
}

static void *hear(void *who) {
    judge *j = who;
    static char word[SQ_WORD_MAX + 1];
    size_t length;
    for (bool ends = false; !ends;) {
        pthread_mutex_lock(&j->lock);
        while (!j->called && !j->ends)
            pthread_cond_wait(&j->changed, &j->lock);
        j->called = false;
        ends = j->ends;
        pthread_mutex_unlock(&j->lock);
        for (; sq_word_queue_take(j->queue, word, &length); j->heard++) {
            if (length == 4 && !memcmp(word, "wait", 4)) usleep(300000);
            sq_word_queue_answer(j->queue, strdup(word));
        }
    }
    sq_word_queue_close(j->queue);
    return NULL;
}

static char path_of_game[512]; /* written before any thread runs */

static const char *folder(void) {
    return path_of_game;
}

static int make_folder(void **state) {
    (void)state;
    snprintf(path_of_game, sizeof path_of_game, "%s",
             scratch("a game with a name that is longer than any socket's name may be, since that has but "
                     "one hundred and eight bytes for all of its path"));
    return mkdir(path_of_game, 0755);
}

static void open_door(judge *j) {
    sq_diag d;
    *j = (judge){.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};
    assert_int_equal(sq_word_queue_new(&j->queue, wake, j, &d), SQ_OK);
    if (sq_word_door_open(&j->door, folder(), j->queue, &d)) fail_msg("%s", d.text);
    assert_int_equal(pthread_create(&j->thread, NULL, hear, j), 0);
}

static void close_door(judge *j) {
    pthread_mutex_lock(&j->lock);
    j->ends = true;
    pthread_cond_signal(&j->changed);
    pthread_mutex_unlock(&j->lock);
    pthread_join(j->thread, NULL);
    sq_word_door_close(j->door);
    sq_word_queue_free(j->queue);
}

/* ---- Clients ---- */

static int knock(void) {
    int door = sq_word_door_knock(folder(), true);
    struct timeval patience = {20, 0};
    assert_true(door >= 0);
    setsockopt(door, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    return door;
}

static void put(int door, const char *text) {
    assert_int_equal(send(door, text, strlen(text), MSG_NOSIGNAL), strlen(text));
}

/* The next line, without its end; "" where the door has cut it off. */
static const char *get(int door) {
    static _Thread_local char line[SQ_WORD_MAX + 2];
    size_t n = 0;
    while (n < sizeof line - 1 && recv(door, line + n, 1, 0) == 1 && line[n] != '\n')
        n++;
    line[n] = 0;
    return line;
}

static void *speak(void *who) {
    char word[80], expected[64];
    int door = sq_word_door_knock(folder(), true);
    for (int i = 0; door >= 0 && i < WORDS; i++) {
        snprintf(expected, sizeof expected, "client %p word %d", who, i);
        snprintf(word, sizeof word, "%s\n", expected);
        if (send(door, word, strlen(word), MSG_NOSIGNAL) < 0 || strcmp(get(door), expected)) break;
        if (i == WORDS - 1) *(int *)who = 1;
    }
    close(door);
    return NULL;
}

static void each_client_gets_its_own_answers(void **state) {
    (void)state;
    judge j;
    pthread_t thread[CLIENTS];
    int well[CLIENTS] = {0};
    struct stat s;
    char path[600];
    open_door(&j);
    snprintf(path, sizeof path, "%s/door", folder());
    assert_int_equal(stat(path, &s), 0);
    assert_int_equal(s.st_mode & 0777, 0600);
    for (int i = 0; i < CLIENTS; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, speak, &well[i]), 0);
    for (int i = 0; i < CLIENTS; i++) {
        pthread_join(thread[i], NULL);
        assert_int_equal(well[i], 1);
    }
    close_door(&j);
    assert_int_equal(j.heard, CLIENTS * WORDS);
    assert_int_equal(stat(path, &s), -1); /* it goes with the game */
}

static void words_are_split_and_joined_as_they_come(void **state) {
    (void)state;
    judge j;
    open_door(&j);
    int door = knock();
    put(door, "one\ntwo\nthr");
    assert_string_equal(get(door), "one");
    assert_string_equal(get(door), "two");
    put(door, "ee\n");
    assert_string_equal(get(door), "three");
    close(door);
    close_door(&j);
}

static void too_long_a_word_is_refused_and_cut_off(void **state) {
    (void)state;
    judge j;
    static char flood[3 * SQ_WORD_MAX];
    open_door(&j);
    int door = knock();
    memset(flood, 'x', sizeof flood);
    assert_true(send(door, flood, sizeof flood, MSG_NOSIGNAL) > SQ_WORD_MAX);
    assert_non_null(strstr(get(door), "8192 bytes at most"));
    assert_string_equal(get(door), "");
    close(door);
    close_door(&j);
    assert_int_equal(j.heard, 0);
}

/* Eight that say nothing, or half a word, or go away in the middle: the ninth is heard at once. */
static void the_silent_do_not_keep_others_out(void **state) {
    (void)state;
    judge j;
    open_door(&j);
    int silent[12];
    for (int i = 0; i < 12; i++)
        silent[i] = knock();
    double began = sq_monotonic_s();
    int door = knock();
    put(door, "hello\n");
    assert_string_equal(get(door), "hello");
    assert_true(sq_monotonic_s() - began < 2);
    for (int i = 0; i < 12; i++)
        close(silent[i]);
    int gone = knock();
    put(gone, "wait\n"); /* goes away before it is answered */
    close(gone);
    put(door, "still\n");
    assert_string_equal(get(door), "still");
    close(door);
    close_door(&j);
}

/* Half words in all places: after some seconds they are cut off, and others are heard again. */
static void the_slow_are_cut_off(void **state) {
    (void)state;
    judge j;
    open_door(&j);
    int slow[8];
    for (int i = 0; i < 8; i++) {
        slow[i] = knock();
        put(slow[i], "half a wo");
    }
    usleep(100000);
    double began = sq_monotonic_s();
    const char *heard = "";
    while (!*heard && sq_monotonic_s() - began < 15) {
        int door = knock();
        send(door, "hello\n", 6, MSG_NOSIGNAL);
        heard = get(door);
        close(door);
        if (!*heard) usleep(50000);
    }
    assert_string_equal(heard, "hello");
    assert_true(sq_monotonic_s() - began > 3); /* who is merely not quick is let be */
    for (int i = 0; i < 8; i++) {
        assert_string_equal(get(slow[i]), "");
        close(slow[i]);
    }
    close_door(&j);
}

static void who_waits_when_the_game_ends_is_told(void **state) {
    (void)state;
    judge j;
    open_door(&j);
    int first = knock(), second = knock();
    put(first, "wait\n");
    usleep(100000);
    put(second, "late\n");
    usleep(50000);
    pthread_mutex_lock(&j.lock);
    j.ends = true;
    pthread_cond_signal(&j.changed);
    pthread_mutex_unlock(&j.lock);
    assert_string_equal(get(first), "wait");
    assert_string_equal(get(second), "late"); /* it was there before the end */
    pthread_join(j.thread, NULL);
    put(second, "later\n");
    assert_non_null(strstr(get(second), "\"ended\":true"));
    sq_word_door_close(j.door);
    assert_int_equal(sq_word_queue_put(j.queue, "x", 1), -2);
    sq_word_queue_free(j.queue);
    close(first);
    close(second);
    assert_int_equal(sq_word_door_knock(folder(), true), -1);
}

/* Nobody opens: who has others to serve does not wait in front of the door. */
static void who_must_not_wait_is_turned_away(void **state) {
    (void)state;
    enum { MANY = 64 };
    int nobody = socket(AF_UNIX, SOCK_STREAM, 0), at = open(folder(), O_RDONLY | O_DIRECTORY), waiting[MANY],
        n = 0;
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    snprintf(name.sun_path, sizeof name.sun_path, "/proc/self/fd/%d/door",
             at); /* names of sockets are short */
    unlink(name.sun_path);
    assert_int_equal(bind(nobody, (struct sockaddr *)&name, sizeof name), 0);
    assert_int_equal(listen(nobody, 1), 0);
    alarm(20); /* one that waits would do so for ever */
    while (n < MANY && (waiting[n] = sq_word_door_knock(folder(), false)) >= 0)
        n++;
    int reason = errno;
    alarm(0);
    assert_true(n > 0 && n < MANY);
    assert_int_equal(reason, EAGAIN);
    while (n)
        close(waiting[--n]);
    close(nobody);
    unlink(name.sun_path);
    close(at);
}

static void a_door_left_behind_is_replaced(void **state) {
    (void)state;
    judge j;
    char path[600];
    snprintf(path, sizeof path, "%s/door", folder());
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fclose(f);
    open_door(&j);
    int door = knock();
    put(door, "hello\n");
    assert_string_equal(get(door), "hello");
    close(door);
    close_door(&j);
}

static void a_folder_without_doors_says_so(void **state) {
    (void)state;
    sq_word_queue *q;
    sq_word_door *door;
    sq_diag d;
    assert_int_equal(sq_word_queue_new(&q, wake, NULL, &d), SQ_OK);
    assert_int_equal(sq_word_door_open(&door, "/proc", q, &d), SQ_E_FILE);
    assert_non_null(strstr(d.text, "cannot reach this game while it runs"));
    assert_null(door);
    sq_word_queue_free(q);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_client_gets_its_own_answers),
        cmocka_unit_test(words_are_split_and_joined_as_they_come),
        cmocka_unit_test(too_long_a_word_is_refused_and_cut_off),
        cmocka_unit_test(the_silent_do_not_keep_others_out),
        cmocka_unit_test(the_slow_are_cut_off),
        cmocka_unit_test(who_waits_when_the_game_ends_is_told),
        cmocka_unit_test(who_must_not_wait_is_turned_away),
        cmocka_unit_test(a_door_left_behind_is_replaced),
        cmocka_unit_test(a_folder_without_doors_says_so),
    };
    return cmocka_run_group_tests(tests, make_folder, NULL);
}

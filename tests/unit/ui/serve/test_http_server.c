/* The pages over loopback: what they give, what they refuse, who is heard, and who is cut off. */
#include "ui/pages/game_pages.h"

#include <arpa/inet.h>
#include <errno.h>
#include <event2/event.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "datasets/scene/random.h"
#include "tests/fixture/scratch.h"
#include "tests/fixture/unit.h"
#include "ui/overrule/game_socket.h"
#include "vision/system/clock.h"

enum { ANSWER_MAX = 1 << 20, PATIENCE_S = 20 };

static struct {
    char folder[256], record[300];
    sq_pages pages;
    sq_event_log *log;
    sq_server *server;
    int port;
    sq_word_queue *words; /* of the game that takes them */
    sq_word_door *door;
    pthread_t judge;
    char said[SQ_WORD_MAX + 1]; /* the last one */
} game;

/* ---- The game behind the door ---- */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t woken = PTHREAD_COND_INITIALIZER;
static int calls;
static bool over;

static void wake(void *who) {
    (void)who;
    pthread_mutex_lock(&lock);
    calls++;
    pthread_cond_signal(&woken);
    pthread_mutex_unlock(&lock);
}

static void *answer_words(void *who) {
    (void)who;
    size_t n;
    pthread_mutex_lock(&lock);
    while (!over) {
        while (!calls && !over)
            pthread_cond_wait(&woken, &lock);
        calls = 0;
        pthread_mutex_unlock(&lock);
        while (sq_word_queue_take(game.words, game.said, &n))
            sq_word_queue_answer(game.words, strdup("{\"type\":\"word\",\"taken\":true}"));
        pthread_mutex_lock(&lock);
    }
    pthread_mutex_unlock(&lock);
    return NULL;
}

static int open_game(void **state) {
    (void)state;
    sq_diag d;
    snprintf(game.folder, sizeof game.folder, "%.250s", scratch("game"));
    snprintf(game.record, sizeof game.record, "%s/game.jsonl", game.folder);
    if (mkdir(game.folder, 0700)) return 1;
    FILE *f = fopen(game.record, "w");
    fputs("{\"event\":\"game\"}\n", f);
    fclose(f);
    char picture[300];
    snprintf(picture, sizeof picture, "%s/0001.jpg", game.folder);
    f = fopen(picture, "w");
    fputs("a picture", f);
    fclose(f);
    if (sq_word_queue_new(&game.words, wake, NULL, &d)) return 1;
    if (sq_word_door_open(&game.door, game.folder, game.words, &d)) return 1;
    if (pthread_create(&game.judge, NULL, answer_words, NULL)) return 1;
    const sq_pages_settings set = {
        .address = "0", .folder = game.folder, .record = game.record, .err = fopen("/dev/null", "w")};
    if (sq_pages_prepare(&game.pages, false, &d) || sq_pages_open(&game.pages, &set, &d)) return 1;
    game.log = game.pages.log;
    game.server = game.pages.server;
    return sscanf(sq_server_url(game.server), "http://127.0.0.1:%d/", &game.port) != 1;
}

static int close_game(void **state) {
    (void)state;
    fclose(game.pages.set.err);
    sq_pages_close(&game.pages);
    sq_word_queue_close(game.words);
    sq_word_door_close(game.door);
    pthread_mutex_lock(&lock);
    over = true;
    pthread_cond_signal(&woken);
    pthread_mutex_unlock(&lock);
    pthread_join(game.judge, NULL);
    sq_word_queue_free(game.words);
    return 0;
}

/* ---- Requests ---- */

static int dial(void) {
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)game.port)};
    const struct timeval patience = {.tv_sec = PATIENCE_S};
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int s = socket(AF_INET, SOCK_STREAM, 0);
    assert_true(s >= 0);
    setsockopt(s, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    assert_int_equal(connect(s, (struct sockaddr *)&to, sizeof to), 0);
    return s;
}

static void send_text(int s, const char *text, size_t n) {
    while (n) {
        ssize_t sent = send(s, text, n, MSG_NOSIGNAL);
        if (sent <= 0) return; /* it was cut off */
        text += sent;
        n -= (size_t)sent;
    }
}

/* Reads until `end` has come, or the connection is closed. */
static const char *read_until(int s, const char *end) {
    static char all[ANSWER_MAX + 1];
    size_t n = 0;
    ssize_t got;
    *all = 0;
    while (n < ANSWER_MAX && !(end && strstr(all, end)) && (got = read(s, all + n, ANSWER_MAX - n)) > 0)
        all[n += (size_t)got] = 0;
    return all;
}

/* The whole answer to a request, whose connection is then closed. */
static const char *ask(const char *method, const char *path, const char *headers, const char *body) {
    char request[4096];
    int s = dial();
    int n = snprintf(request, sizeof request,
                     "%s %s HTTP/1.1\r\nConnection: close\r\n%sContent-Length: %zu\r\n\r\n%s", method, path,
                     headers, strlen(body), body);
    send_text(s, request, (size_t)n);
    const char *answer = read_until(s, NULL);
    close(s);
    return answer;
}

static const char *own_headers(const char *more) {
    static char headers[1024];
    snprintf(headers, sizeof headers, "Host: 127.0.0.1:%d\r\nOrigin: http://127.0.0.1:%d\r\n%s", game.port,
             game.port, more);
    return headers;
}

static void assert_status(const char *answer, int status) {
    int got = 0;
    if (sscanf(answer, "HTTP/1.1 %d", &got) != 1 || got != status)
        fail_msg("%d wanted, got: %.300s", status, answer);
}

static void assert_says(const char *answer, const char *text) {
    if (!strstr(answer, text)) fail_msg("\"%s\" is not in: %.600s", text, answer);
}

static const char *log_in(void) {
    static char cookie[128];
    char body[64], token[80] = "";
    int port = 0;
    snprintf(body, sizeof body, "{\"code\": \"%s\"}", sq_server_code(game.server));
    const char *answer = ask("POST", "/login", own_headers(""), body);
    assert_status(answer, 200);
    const char *at = strstr(answer, "Set-Cookie: squint-");
    assert_non_null(at);
    assert_says(answer, "HttpOnly; SameSite=Strict");
    assert_int_equal(sscanf(at, "Set-Cookie: squint-%d=%64[0-9a-f]", &port, token), 2);
    assert_int_equal(port, game.port);
    snprintf(cookie, sizeof cookie, "Cookie: squint-%d=%s\r\n", port, token);
    return cookie;
}

/* ---- Tests ---- */

static void everybody_may_look(void **state) {
    (void)state;
    static const char *const pages[] = {"/", "/board", "/overlay", "/console.js", "/style.css", "/words.js"};
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
        const char *answer = ask("GET", pages[i], own_headers(""), "");
        assert_status(answer, 200);
        assert_says(answer, "default-src 'none'");
        assert_says(answer, "nosniff");
        assert_true(strlen(answer) > 500);
    }
    assert_says(ask("GET", "/record", own_headers(""), ""), "{\"event\":\"game\"}\n");
    assert_says(ask("GET", "/picture/0001.jpg", own_headers(""), ""), "a picture");
    assert_says(ask("GET", "/me", own_headers(""), ""), "{\"umpire\":false}");
}

/* A program that wants to know whether a page is there asks for its head. */
static void a_head_is_that_of_the_page(void **state) {
    (void)state;
    static const char *const paths[] = {"/board", "/record", "/me"};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        char length[64] = "";
        const char *answer = ask("GET", paths[i], own_headers(""), "");
        sscanf(strstr(answer, "Content-Length"), "%63[^\r]", length);
        answer = ask("HEAD", paths[i], own_headers(""), "");
        assert_status(answer, 200);
        assert_says(answer, length);
        assert_string_equal(strstr(answer, "\r\n\r\n"), "\r\n\r\n");
    }
    assert_status(ask("HEAD", "/none", own_headers(""), ""), 404);
    assert_status(ask("HEAD", "/events", own_headers(""), ""), 405);
    assert_status(ask("HEAD", "/say", own_headers(""), ""), 405);
}

/* Who has mistyped an address reads a page that leads on; a program reads JSON. */
static void a_person_is_refused_by_a_page(void **state) {
    (void)state;
    static const char person[] = "Accept: text/html,application/xhtml+xml,*/*;q=0.8\r\n";
    char headers[300];
    const char *answer = ask("GET", "/bord", own_headers(person), "");
    assert_status(answer, 404);
    assert_says(answer, "Content-Type: text/html");
    assert_says(answer, "There is no such page.");
    assert_says(answer, "<a href=\"/board\">");
    assert_says(ask("GET", "/bord", own_headers("Accept: */*\r\n"), ""),
                "{\"error\":\"there is no such page\"}");
    assert_says(ask("POST", "/say", own_headers(person), "{}"), "{\"error\":");
    snprintf(headers, sizeof headers, "Host: umpire-laptop.local\r\n%s", person);
    answer = ask("GET", "/", headers, "");
    assert_status(answer, 403);
    assert_says(answer, "open it by the address that the terminal shows.");
}

static _Atomic int complaints;

static void hear_libevent(int severity, const char *text) {
    (void)severity, (void)text;
    complaints++;
}

static void write_file(const char *name, const char *text) {
    char path[300];
    snprintf(path, sizeof path, "%s/%s", game.folder, name);
    FILE *f = fopen(path, "a");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

static void an_empty_file_is_an_empty_answer(void **state) {
    (void)state;
    event_set_log_callback(hear_libevent);
    write_file("rests.jsonl", "");
    const char *answer = ask("GET", "/rests", own_headers(""), "");
    assert_status(answer, 200);
    assert_says(answer, "Content-Length: 0\r\n");
    event_set_log_callback(NULL);
    assert_int_equal(complaints, 0);
}

static void each_picture_of_a_passage_has_its_time(void **state) {
    (void)state;
    char evidence[300];
    snprintf(evidence, sizeof evidence, "%s/evidence", game.folder);
    assert_int_equal(mkdir(evidence, 0700), 0);
    write_file("evidence/000010.jpg", "a rest");
    write_file("evidence/000011.jpg", "the next one");
    write_file("rests.jsonl",
               "{\"rest\":9,\"t\":21.0}\n{\"rest\":10,\"t\":25.5}\n{\"rest\":11,\"t\":28.25}\n");
    write_file("game.jsonl", "{\"event\":\"shot\",\"seen_t\":28.25,\"before_t\":25.5}\n");
    assert_says(
        ask("GET", "/passage/2", own_headers(""), ""),
        "{\"pictures\":[{\"t\":25.5,\"name\":\"000010.jpg\"},{\"t\":28.25,\"name\":\"000011.jpg\"}]}");
}

static void nothing_else_can_be_read(void **state) {
    (void)state;
    static const char *const paths[] = {"/none",
                                        "/picture/0002.jpg",
                                        "/picture/../game.jsonl",
                                        "/picture/%2e%2e/game.jsonl",
                                        "/picture/.jpg",
                                        "/picture/a.jsonl",
                                        "//",
                                        "/../../etc/passwd",
                                        "/game.jsonl",
                                        "/door"};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
        assert_status(ask("GET", paths[i], own_headers(""), ""), 404);
    assert_status(ask("POST", "/record", own_headers(""), ""), 405);
    assert_status(ask("GET", "/say", own_headers(""), ""), 405);
}

static void other_hosts_and_other_sites_get_nothing(void **state) {
    (void)state;
    char headers[512];
    const char *cookie = log_in();
    assert_status(ask("GET", "/", "Host: squint.example.com\r\n", ""), 403);
    assert_status(ask("GET", "/", "", ""), 403);
    *game.said = 0;
    static const char *const origins[] = {"", "Origin: null\r\n", "Origin: http://squint.example.com\r\n",
                                          "Origin: http://127.0.0.1:1\r\n", "Origin: file://127.0.0.1\r\n"};
    for (size_t i = 0; i < sizeof origins / sizeof *origins; i++) {
        snprintf(headers, sizeof headers, "Host: 127.0.0.1:%d\r\n%s%s", game.port, origins[i], cookie);
        assert_status(ask("POST", "/say", headers, "{\"word\":\"undo\",\"do\":true}"), 403);
    }
    assert_string_equal(game.said, "");
}

static void only_who_has_the_code_is_heard(void **state) {
    (void)state;
    *game.said = 0;
    assert_status(ask("POST", "/say", own_headers(""), "{\"word\":\"undo\"}"), 401);
    assert_status(ask("POST", "/say", own_headers("Cookie: squint=0123\r\n"), "{\"word\":\"undo\"}"), 401);
    assert_string_equal(game.said, "");
    const char *cookie = log_in();
    assert_says(ask("GET", "/me", own_headers(cookie), ""), "{\"umpire\":true}");
    const char *answer = ask("POST", "/say", own_headers(cookie), "{\"word\":\n\"undo\"}");
    assert_status(answer, 200);
    assert_says(answer, "\"taken\":true");
    assert_string_equal(game.said, "{\"word\": \"undo\"}"); /* one word is one line */
}

static void wrong_codes_are_slowed_down(void **state) {
    (void)state;
    for (int i = 0; i < 4; i++)
        assert_status(ask("POST", "/login", own_headers(""), "{\"code\":\"AAAA-AAAA\"}"), 403);
    assert_status(ask("POST", "/login", own_headers(""), "{\"code\":\"AAAA-AAAA\"}"), 429);
    assert_status(ask("POST", "/login", own_headers(""), "{}"), 400);
    assert_status(ask("POST", "/login", own_headers(""), ""), 400);
    assert_status(ask("POST", "/login", own_headers(""), "{\"code\":7}"), 400);
    sleep(2);
    log_in();
}

/* A page that listens; what it hears up to `end`. */
static const char *listen_until(int s, const char *last, const char *end) {
    char request[512];
    int n = snprintf(request, sizeof request, "GET /events HTTP/1.1\r\n%s%s%s%s\r\n", own_headers(""),
                     *last ? "Last-Event-ID: " : "", last, *last ? "\r\n" : "");
    send_text(s, request, (size_t)n);
    return read_until(s, end);
}

static void a_page_hears_what_happens_and_what_it_missed(void **state) {
    (void)state;
    char id[64] = "";
    sq_event_log_put(game.log, "state", "{\"a\":1}", "state");
    sq_event_log_put(game.log, "notice", "{\"gone\":1}", NULL);
    sq_event_log_put(game.log, "state", "{\"a\":2}", "state");
    int s = dial();
    const char *heard = listen_until(s, "", "{\"a\":2}");
    assert_says(heard, "text/event-stream");
    assert_says(heard, "event: anew\ndata: {}\n\n");
    assert_null(strstr(heard, "gone"));
    assert_null(strstr(heard, "{\"a\":1}"));
    assert_int_equal(sscanf(strstr(heard, "id: "), "id: %63s", id), 1);
    sq_event_log_put(game.log, "event", "{\"b\":3}", "event 1");
    assert_says(read_until(s, "{\"b\":3}"), "event: event\ndata: {\"b\":3}\n\n");
    assert_says(read_until(s, "alive"), "event: alive");
    close(s);
    s = dial(); /* it was away */
    heard = listen_until(s, id, "{\"b\":3}");
    assert_null(strstr(heard, "anew"));
    assert_null(strstr(heard, "{\"a\":2}"));
    close(s);
    s = dial(); /* numbers of another run say nothing */
    assert_says(listen_until(s, "1234.2", "{\"b\":3}"), "event: anew");
    close(s);
}

/* A page knows at once that it has been told all: it need not wait for the next beat, a second apart. */
static void what_is_told_at_first_ends_with_a_beat(void **state) {
    (void)state;
    double since_s = sq_monotonic_s();
    for (int i = 0; i < 8; i++) {
        int s = dial();
        const char *heard = listen_until(s, "", "event: alive");
        assert_non_null(strstr(heard, "event: anew"));
        assert_true(strstr(heard, "event: anew") < strstr(heard, "event: alive"));
        close(s);
    }
    assert_true(sq_monotonic_s() - since_s < 4);
}

/* Streams that are open when the server closes are closed with it; here one that never reads is cut off
 * before. */
static void a_page_that_does_not_read_is_cut_off(void **state) {
    (void)state;
    enum { LINE = 16000, LINES = 600 };
    static char line[LINE];
    memset(line, 'x', LINE - 1);
    int small = 4096, deaf = socket(AF_INET, SOCK_STREAM, 0), hears = dial();
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)game.port)};
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    setsockopt(deaf, SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
    assert_int_equal(connect(deaf, (struct sockaddr *)&to, sizeof to), 0);
    char request[256];
    int n = snprintf(request, sizeof request, "GET /events HTTP/1.1\r\n%s\r\n", own_headers(""));
    send_text(deaf, request, (size_t)n);
    listen_until(hears, "", "retry");
    for (int i = 0; i < LINES; i++) {
        sq_event_log_put(game.log, "long", line, NULL);
        if (i % 10 == 9) usleep(1000);
        if (i % 100 == 99)
            assert_status(ask("GET", "/me", own_headers(""), ""), 200); /* nobody waits for it */
    }
    const struct timeval patience = {.tv_sec = PATIENCE_S};
    setsockopt(deaf, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    size_t total = 0;
    ssize_t got;
    static char bytes[1 << 16];
    while ((got = read(deaf, bytes, sizeof bytes)) > 0)
        total += (size_t)got;
    assert_true(got == 0 || errno == ECONNRESET);
    assert_true(total < (size_t)LINE * LINES);
    close(deaf);
    close(hears);
}

/* Many news at once are no fault of who reads them. */
static void much_at_once_reaches_a_page_that_reads(void **state) {
    (void)state;
    enum { LINE = 16000, LINES = 40 };
    static char line[LINE], bytes[1 << 16];
    memset(line, 'z', LINE - 1);
    int hears = dial();
    listen_until(hears, "", "event: alive");
    for (int i = 0; i < LINES; i++)
        sq_event_log_put(game.log, "much", line, NULL);
    size_t total = 0;
    ssize_t got;
    while (total < (size_t)LINE * LINES && (got = read(hears, bytes, sizeof bytes)) > 0)
        total += (size_t)got;
    assert_true(total >= (size_t)LINE * LINES);
    close(hears);
}

/* All that was kept is sent at once, however long the game has been. */
static void a_page_that_comes_late_hears_the_whole_game(void **state) {
    (void)state;
    enum { LINE = 4000, LINES = 200 };
    static char line[LINE], bytes[1 << 16];
    memset(line, 'y', LINE - 1);
    for (int i = 0; i < LINES; i++) {
        char keep[16];
        snprintf(keep, sizeof keep, "line-%d", i);
        sq_event_log_put(game.log, "long", line, keep);
    }
    int late = dial();
    char request[256];
    int n = snprintf(request, sizeof request, "GET /events HTTP/1.1\r\n%s\r\n", own_headers(""));
    send_text(late, request, (size_t)n);
    size_t total = 0;
    ssize_t got;
    while (total < (size_t)LINE * LINES && (got = read(late, bytes, sizeof bytes)) > 0)
        total += (size_t)got;
    assert_true(total >= (size_t)LINE * LINES);
    sq_event_log_forget(game.log, "long");
    close(late);
}

/* Whoever has no code may press as he likes: the umpire is heard. */
static void guests_do_not_use_up_what_the_umpire_may_send(void **state) {
    (void)state;
    static char cookie[128];
    snprintf(cookie, sizeof cookie, "%s", log_in());
    const char *refused = NULL;
    for (int i = 0; i < 100 && !refused; i++)
        refused = strstr(ask("POST", "/say", own_headers(""), "{}"), " 429 ");
    assert_non_null(refused);
    const char *answer = ask("POST", "/say", own_headers(cookie), "{\"word\":\"undo\",\"line\":1}");
    assert_null(strstr(answer, " 429 "));
    log_in(); /* nor can they keep him from logging in */
}

/* The hold comes first: a page shows no line that comes after it. */
static void what_was_held_back_before_a_break_is_held_back_after_it(void **state) {
    (void)state;
    sq_pages p = {0};
    sq_event_place place = {0};
    sq_event_line line;
    sq_diag d;
    assert_int_equal(sq_pages_prepare(&p, true, &d), SQ_OK);
    sq_event_log_put(p.log, "state", "{}", "state");
    assert_true(sq_event_log_next(p.log, &place, &line));
    assert_string_equal(line.kind, "settings");
    assert_string_equal(line.text, "{\"hold\":true}");
    free(line.text);
    sq_pages_close(&p);
}

/* What reads many files for its answer is asked no faster than words come. */
static void what_costs_is_counted(void **state) {
    (void)state;
    const char *refused = NULL;
    for (int i = 0; i < 200 && !refused; i++)
        refused = strstr(ask("GET", "/passage/1", own_headers(""), ""), " 429 ");
    assert_non_null(refused);
    for (int i = 0; i < 200; i++)
        assert_status(ask("GET", "/me", own_headers(""), ""), 200);
}

static void too_much_is_refused(void **state) {
    (void)state;
    static char big[20000], headers[16000];
    const char *cookie = log_in();
    memset(big, 'x', sizeof big - 1);
    char request[30000];
    int n = snprintf(request, sizeof request, "POST /say HTTP/1.1\r\n%sContent-Length: %zu\r\n\r\n%s",
                     own_headers(cookie), strlen(big), big);
    int s = dial();
    send_text(s, request, (size_t)n);
    const char *answer = read_until(s, "\r\n\r\n");
    assert_true(!*answer || strstr(answer, " 413 ") || strstr(answer, " 400 "));
    close(s);
    memset(headers, 'y', sizeof headers - 1);
    n = snprintf(request, sizeof request, "GET / HTTP/1.1\r\nX: %s\r\n\r\n", headers);
    s = dial();
    send_text(s, request, (size_t)n);
    answer = read_until(s, "\r\n\r\n");
    assert_null(strstr(answer, " 200 "));
    close(s);
}

/* Requests with bytes changed, cut short or repeated: nothing is said to the game, and the pages stay. */
static void garbage_does_nothing(void **state) {
    (void)state;
    enum { TRIALS = 400 };
    static const char sample[] =
        "POST /say HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://127.0.0.1\r\nCookie: squint=00\r\n"
        "Content-Type: application/json\r\nContent-Length: 15\r\n\r\n{\"word\":\"undo\"}";
    sq_random r = sq_random_for(5, "garbage");
    *game.said = 0;
    for (int i = 0; i < TRIALS; i++) {
        char text[sizeof sample];
        memcpy(text, sample, sizeof sample);
        size_t n = sizeof sample - 1;
        for (int k = 0; k < 1 + i % 5; k++)
            text[(size_t)sq_random_range(&r, 0, (double)n)] = (char)sq_random_range(&r, 0, 256);
        if (i % 3 == 0) n = (size_t)sq_random_range(&r, 1, (double)n);
        int s = dial();
        send_text(s, text, n);
        shutdown(s, SHUT_WR);
        if (i % 4) read_until(s, "\r\n\r\n");
        close(s);
    }
    assert_string_equal(game.said, "");
    assert_status(ask("GET", "/me", own_headers(""), ""), 200);
}

/* Each write to a connection that was reset would end a program that takes SIGPIPE as it comes. */
static void who_goes_before_the_answer_ends_nothing(void **state) {
    (void)state;
    enum { TRIALS = 400 };
    const struct linger at_once = {.l_onoff = 1};
    for (int i = 0; i < TRIALS; i++) {
        char request[300];
        int s = dial(), n = snprintf(request, sizeof request, "GET /me HTTP/1.1\r\n%s\r\n", own_headers(""));
        setsockopt(s, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
        send_text(s, request, (size_t)n);
        shutdown(s, SHUT_WR);
        close(s);
    }
    assert_status(ask("GET", "/me", own_headers(""), ""), 200);
}

/* Lines are those of the game that is played now, and so are their pictures. */
static void another_game_has_its_own_record(void **state) {
    (void)state;
    assert_says(ask("GET", "/record", own_headers(""), ""), "{\"event\":\"game\"}\n");
    scratch_file("game/game-2.jsonl", "second\n", 7);
    scratch_file("game/game-2-0001.jpg", "another", 7);
    json_t *line = json_pack("{s:s}", "type", "new-game");
    sq_pages_hear(&game.pages, SQ_STREAM_NEW_GAME, line, "{}");
    json_decref(line);
    assert_says(ask("GET", "/record", own_headers(""), ""), "second\n");
    assert_says(ask("GET", "/picture/0001.jpg", own_headers(""), ""), "another");
    assert_status(ask("GET", "/picture/0002.jpg", own_headers(""), ""), 404);
}

static void an_address_that_is_none_is_refused(void **state) {
    (void)state;
    static const char *const wrong[] = {"",      "port",           "70000",    "-1",
                                        "8080x", "example.com:80", "1.2.3.4:", "[::1:80"};
    sq_server *s;
    sq_diag d;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const sq_server_settings set = {.address = wrong[i], .log = game.log};
        assert_false(sq_server_is_address(wrong[i]));
        assert_int_equal(sq_server_open(&s, &set, &d), SQ_E_ARGUMENT);
        assert_null(s);
    }
    char taken[32];
    snprintf(taken, sizeof taken, "127.0.0.1:%d", game.port);
    const sq_server_settings again = {.address = taken, .log = game.log};
    assert_true(sq_server_is_address(taken) && sq_server_is_address("8080") &&
                sq_server_is_address("[::1]:8080"));
    assert_int_equal(sq_server_open(&s, &again, &d), SQ_E_DEVICE);
    assert_says(d.text, "give another port");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everybody_may_look),
        cmocka_unit_test(a_head_is_that_of_the_page),
        cmocka_unit_test(a_person_is_refused_by_a_page),
        cmocka_unit_test(an_empty_file_is_an_empty_answer),
        cmocka_unit_test(each_picture_of_a_passage_has_its_time),
        cmocka_unit_test(nothing_else_can_be_read),
        cmocka_unit_test(other_hosts_and_other_sites_get_nothing),
        cmocka_unit_test(only_who_has_the_code_is_heard),
        cmocka_unit_test(wrong_codes_are_slowed_down),
        cmocka_unit_test(a_page_hears_what_happens_and_what_it_missed),
        cmocka_unit_test(what_is_told_at_first_ends_with_a_beat),
        cmocka_unit_test(a_page_that_does_not_read_is_cut_off),
        cmocka_unit_test(much_at_once_reaches_a_page_that_reads),
        cmocka_unit_test(a_page_that_comes_late_hears_the_whole_game),
        cmocka_unit_test(what_was_held_back_before_a_break_is_held_back_after_it),
        cmocka_unit_test(what_costs_is_counted),
        cmocka_unit_test(too_much_is_refused),
        cmocka_unit_test(garbage_does_nothing),
        cmocka_unit_test(who_goes_before_the_answer_ends_nothing),
        cmocka_unit_test(another_game_has_its_own_record),
        cmocka_unit_test(an_address_that_is_none_is_refused),
        cmocka_unit_test(guests_do_not_use_up_what_the_umpire_may_send),
    };
    return cmocka_run_group_tests(tests, open_game, close_game);
}

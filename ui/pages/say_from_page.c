/* The umpire's word from a page to the game's door, and the answer back to the page. */
#include "ui/pages/say_from_page.h"

#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/event.h>
#include <event2/http.h>
#include <stdlib.h>
#include <unistd.h>

#include "ui/overrule/game_socket.h"
#include "ui/serve/http_answer.h"

/* Seconds that a word may take. */
enum { WORD_S = 20 };

/* A word on its way to the door and back. */
struct sq_errand {
    sq_errand *next;
    sq_word_errands *all;
    struct evhttp_request *request; /* null: its browser is gone */
    struct bufferevent *door;
};

/* The browser that waits for the answer; null where it is gone. It is answered at once. */
static struct evhttp_request *take_asker(sq_errand *e) {
    struct evhttp_request *r = e->request;
    if (r) evhttp_connection_set_closecb(evhttp_request_get_connection(r), NULL, NULL);
    e->request = NULL;
    return r;
}

static void end_errand(sq_errand *e) {
    for (sq_errand **at = &e->all->first; *at; at = &(*at)->next)
        if (*at == e) {
            *at = e->next;
            break;
        }
    take_asker(e);
    bufferevent_free(e->door);
    free(e);
}

static void asker_gone(struct evhttp_connection *connection, void *who) {
    sq_errand *e = who;
    (void)connection;
    sq_request_drop(e->request);
    e->request = NULL;
}

static void door_answers(struct bufferevent *door, void *who) {
    sq_errand *e = who;
    size_t n;
    char *line = evbuffer_readln(bufferevent_get_input(door), &n, EVBUFFER_EOL_LF);
    if (!line) return;
    struct evhttp_request *r = take_asker(e);
    if (r) sq_answer_json(r, 200, line);
    free(line);
    end_errand(e);
}

static void door_shut(struct bufferevent *door, short what, void *who) {
    sq_errand *e = who;
    (void)door, (void)what;
    struct evhttp_request *r = take_asker(e);
    if (r)
        sq_answer_refuse(
            r, 503, "the game did not answer; look whether the word was carried out before you say it again");
    end_errand(e);
}

void sq_word_errand(sq_word_errands *all, const char *folder, struct evhttp_request *r) {
    struct evbuffer *body = evhttp_request_get_input_buffer(r);
    int knock = sq_word_door_knock(folder, false);
    sq_errand *e = knock >= 0 ? calloc(1, sizeof *e) : NULL;
    if (e)
        e->door = bufferevent_socket_new(evhttp_connection_get_base(evhttp_request_get_connection(r)), knock,
                                         BEV_OPT_CLOSE_ON_FREE);
    if (!e || !e->door) {
        if (knock >= 0) close(knock);
        free(e);
        sq_answer_refuse(r, 503, "the game takes no words now; look whether it still runs");
        return;
    }
    e->all = all;
    e->next = all->first;
    all->first = e;
    e->request = r;
    evhttp_connection_set_closecb(evhttp_request_get_connection(r), asker_gone, e);
    bufferevent_setcb(e->door, door_answers, NULL, door_shut, e);
    const struct timeval patience = {.tv_sec = WORD_S};
    bufferevent_set_timeouts(e->door, &patience, &patience);
    bufferevent_enable(e->door, EV_READ | EV_WRITE);
    /* A line is a word: a body of several lines is still one. */
    size_t n = evbuffer_get_length(body);
    unsigned char *bytes = evbuffer_pullup(body, -1);
    for (size_t i = 0; i < n; i++)
        if (bytes[i] == '\n' || bytes[i] == '\r') bytes[i] = ' ';
    bufferevent_write_buffer(e->door, body);
    bufferevent_write(e->door, "\n", 1);
}

void sq_word_errands_end(sq_word_errands *all) {
    for (sq_errand *e = all->first, *next; e; e = next) {
        next = e->next;
        end_errand(e);
    }
}

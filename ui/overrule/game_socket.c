/* Serves the door of a running game: a socket in its folder. */
#include "ui/overrule/game_socket.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "ui/game/game_folder.h"
#include "vision/system/clock.h"

enum { CLIENTS = 8, BACKLOG = 16 };

/* Seconds that a client has to say a word that it has begun, or to read its answer; and that it may be silent
 * between two words. A person's program is done in milliseconds; a longer time lets few hold all places. */
#define SLOW_S 5.0
#define SILENT_S 60.0
/* Seconds until it is tried again to let somebody in who could not be. */
#define DEAF_S 1.0
/* Seconds for the last answers when the door is shut. */
#define LAST_ANSWERS_S 0.5

#define TOO_LONG "a word has 8192 bytes at most, and ends with its line"

typedef struct {
    int file;       /* -1: no client */
    int ticket;     /* -1: it waits for no answer */
    bool last;      /* it is cut off after this answer */
    double since_s; /* when it last got on */
    size_t in_used, out_used, out_at;
    char *out;
    char in[SQ_WORD_MAX + 1]; /* a word and its end */
} client;

struct sq_word_door {
    sq_word_queue *queue;
    int folder, listening, shut; /* shut: an eventfd */
    double deaf_until_s;         /* until then nobody is let in */
    bool threaded;
    pthread_t thread;
    client clients[CLIENTS];
};

/* ---- A client ---- */

static void cut_off(sq_word_door *door, client *c) {
    if (c->ticket >= 0) sq_word_queue_forget(door->queue, c->ticket);
    if (c->file >= 0) close(c->file);
    free(c->out);
    c->out = NULL;
    c->file = c->ticket = -1;
}

/* text: from malloc, the client's own from now on; its end is added as it is sent. */
static void give_answer(sq_word_door *door, client *c, char *text) {
    free(c->out);
    c->ticket = -1;
    c->out = text;
    c->out_at = 0;
    c->out_used = text ? strlen(text) : 0;
    c->since_s = sq_monotonic_s();
    if (!text)
        cut_off(door, c);
    else
        text[c->out_used++] = '\n'; /* in place of its final 0 */
}

static void send_answer(sq_word_door *door, client *c) {
    while (c->out && c->out_at < c->out_used) {
        ssize_t n = send(c->file, c->out + c->out_at, c->out_used - c->out_at, MSG_NOSIGNAL);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return;
        if (n <= 0) {
            cut_off(door, c);
            return;
        }
        c->out_at += (size_t)n;
        c->since_s = sq_monotonic_s();
    }
    free(c->out);
    c->out = NULL;
    if (c->last) cut_off(door, c);
}

/* Hands the first word in, if it is whole and the client waits for nothing. */
static void hand_in(sq_word_door *door, client *c) {
    while (c->file >= 0 && c->ticket < 0 && !c->out) {
        const char *end = memchr(c->in, '\n', c->in_used);
        size_t length = end ? (size_t)(end - c->in) : c->in_used;
        if (!end && c->in_used <= SQ_WORD_MAX) return;
        if (!end) {
            c->last = true;
            give_answer(door, c, sq_word_refused(false, TOO_LONG));
        } else {
            int ticket = sq_word_queue_put(door->queue, c->in, length);
            c->ticket = ticket;
            if (ticket == -1)
                give_answer(door, c, sq_word_refused(false, "too many speak at once; say it again"));
            if (ticket == -2) give_answer(door, c, sq_word_refused(true, SQ_WORD_TOO_LATE));
            c->in_used -= length + 1;
            memmove(c->in, end + 1, c->in_used);
        }
        if (c->out) send_answer(door, c);
    }
}

static void hear(sq_word_door *door, client *c) {
    ssize_t n = recv(c->file, c->in + c->in_used, sizeof c->in - c->in_used, 0);
    if (n < 0 && (errno == EINTR || errno == EAGAIN || errno == EWOULDBLOCK)) return;
    if (n <= 0) {
        cut_off(door, c);
        return;
    }
    if (!c->in_used)
        c->since_s = sq_monotonic_s(); /* a word begun has its time, however often a byte comes */
    c->in_used += (size_t)n;
    hand_in(door, c);
}

static bool is_too_slow(const client *c, double now_s) {
    if (c->file < 0 || c->ticket >= 0) return false;
    return now_s - c->since_s > (c->in_used || c->out ? SLOW_S : SILENT_S);
}

/* ---- The door ---- */

/* A place for a new client: a free one, or that of the client that has been silent for the longest time. */
static client *make_place(sq_word_door *door) {
    client *place = NULL;
    for (int i = 0; i < CLIENTS; i++) {
        client *c = &door->clients[i];
        if (c->file < 0) return c;
        bool silent = c->ticket < 0 && !c->out && !c->in_used;
        if (silent && (!place || c->since_s < place->since_s)) place = c;
    }
    if (place) cut_off(door, place);
    return place;
}

static bool is_owner(int file) {
    struct ucred who;
    socklen_t size = sizeof who;
    return !getsockopt(file, SOL_SOCKET, SO_PEERCRED, &who, &size) && (who.uid == geteuid() || who.uid == 0);
}

static void let_in(sq_word_door *door) {
    int file = accept4(door->listening, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (file < 0) { /* no file is free, say: it is tried again later, and not all the time */
        door->deaf_until_s = errno == EAGAIN || errno == EINTR ? 0 : sq_monotonic_s() + DEAF_S;
        return;
    }
    client *c = is_owner(file) ? make_place(door) : NULL;
    if (!c) {
        close(file);
        return;
    }
    *c = (client){.file = file, .ticket = -1, .since_s = sq_monotonic_s()};
}

static void give_answers(sq_word_door *door) {
    for (int i = 0; i < CLIENTS; i++) {
        client *c = &door->clients[i];
        char *reply = c->ticket >= 0 ? sq_word_queue_collect(door->queue, c->ticket) : NULL;
        if (!reply) continue;
        give_answer(door, c, reply);
        send_answer(door, c);
        hand_in(door, c);
    }
}

static void serve(sq_word_door *door, client *c, short events) {
    if (events & POLLOUT && c->out) send_answer(door, c);
    if (c->file >= 0 && events & POLLIN && c->in_used < sizeof c->in)
        hear(door, c);
    else if (c->file >= 0 && events & (POLLHUP | POLLERR) && !(events & POLLIN))
        cut_off(door, c);
    if (c->file >= 0) hand_in(door, c);
}

static void drain(int file) {
    uint64_t count;
    ssize_t n = read(file, &count, sizeof count);
    (void)n;
}

/* One round: waits for whatever comes, and does it. Returns whether the door is to be shut. */
static bool serve_once(sq_word_door *door) {
    struct pollfd files[3 + CLIENTS] = {
        {door->shut, POLLIN, 0},
        {sq_monotonic_s() < door->deaf_until_s ? -1 : door->listening, POLLIN, 0},
        {sq_word_queue_news(door->queue), POLLIN, 0}};
    for (int i = 0; i < CLIENTS; i++) {
        const client *c = &door->clients[i];
        short wants =
            (short)((c->out ? POLLOUT : 0) | (c->in_used < sizeof c->in && c->ticket < 0 ? POLLIN : 0));
        files[3 + i] = (struct pollfd){c->file, wants, 0};
    }
    if (poll(files, 3 + CLIENTS, 1000) < 0) return errno != EINTR;
    if (files[2].revents) drain(files[2].fd);
    give_answers(door);
    for (int i = 0; i < CLIENTS; i++)
        if (files[3 + i].revents && files[3 + i].fd == door->clients[i].file)
            serve(door, &door->clients[i], files[3 + i].revents);
    double now_s = sq_monotonic_s();
    for (int i = 0; i < CLIENTS; i++)
        if (is_too_slow(&door->clients[i], now_s)) cut_off(door, &door->clients[i]);
    if (files[1].revents) let_in(door);
    return files[0].revents;
}

/* The queue is closed, so that every word is answered; who reads his answer at once gets it. */
static void give_last_answers(sq_word_door *door) {
    double until_s = sq_monotonic_s() + LAST_ANSWERS_S;
    bool waiting = true;
    while (waiting && sq_monotonic_s() < until_s) {
        waiting = false;
        give_answers(door);
        for (int i = 0; i < CLIENTS; i++) {
            client *c = &door->clients[i];
            if (c->out) send_answer(door, c);
            waiting |= c->file >= 0 && (c->out || c->ticket >= 0);
        }
        if (waiting) poll(NULL, 0, 5);
    }
}

static void *run(void *who) {
    sq_word_door *door = who;
    while (!serve_once(door))
        ;
    give_last_answers(door);
    for (int i = 0; i < CLIENTS; i++)
        cut_off(door, &door->clients[i]);
    return NULL;
}

/* ---- Opening and closing ---- */

/* By the open folder, since a socket's own name is short: 108 bytes. */
static struct sockaddr_un name_in(int folder) {
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    snprintf(name.sun_path, sizeof name.sun_path, "/proc/self/fd/%d/%s", folder, SQ_GAME_DOOR);
    return name;
}

static bool listen_at(sq_word_door *door) {
    struct sockaddr_un name = name_in(door->folder);
    if (unlinkat(door->folder, SQ_GAME_DOOR, 0) && errno != ENOENT) return false;
    return !fchmod(door->listening, 0600) && /* before it has a name, so that it never is anybody else's */
           !bind(door->listening, (const struct sockaddr *)&name, sizeof name) &&
           !fchmodat(door->folder, SQ_GAME_DOOR, 0600, 0) && !listen(door->listening, BACKLOG);
}

sq_code sq_word_door_open(sq_word_door **out, const char *folder, sq_word_queue *queue, sq_diag *d) {
    sq_word_door *door = *out = calloc(1, sizeof *door);
    if (!door) return sq_fail(d, SQ_E_MEMORY, "no memory for the game's door; close other programs");
    door->queue = queue;
    for (int i = 0; i < CLIENTS; i++)
        door->clients[i].file = door->clients[i].ticket = -1;
    door->folder = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    door->listening = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    door->shut = eventfd(0, EFD_CLOEXEC);
    bool well = door->folder >= 0 && door->listening >= 0 && door->shut >= 0 && listen_at(door);
    int reason = errno;
    if (well) well = door->threaded = !(reason = pthread_create(&door->thread, NULL, run, door));
    if (well) return SQ_OK;
    sq_word_door_close(door);
    *out = NULL;
    return sq_fail(d, SQ_E_FILE,
                   "%.300s: the umpire's words cannot reach this game while it runs (%s); stop it to correct "
                   "it, or give a "
                   "folder on another disk",
                   folder, strerror(reason));
}

void sq_word_door_close(sq_word_door *door) {
    const uint64_t one = 1;
    if (!door) return;
    if (door->threaded && write(door->shut, &one, sizeof one) == sizeof one) pthread_join(door->thread, NULL);
    if (door->threaded) unlinkat(door->folder, SQ_GAME_DOOR, 0);
    const int files[] = {door->listening, door->shut, door->folder};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (files[i] >= 0) close(files[i]);
    free(door);
}

int sq_word_door_knock(const char *folder, bool waits) {
    int at = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (at < 0) return -1;
    struct sockaddr_un name = name_in(at);
    int file = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | (waits ? 0 : SOCK_NONBLOCK), 0);
    if (file >= 0 && connect(file, (const struct sockaddr *)&name, sizeof name)) {
        int reason = errno;
        close(file);
        file = -1;
        errno = reason;
    }
    close(at);
    return file;
}

/* The hall's main thread: one loop that hears the broker, stores what came, tells the tables how far their
 * copies are, and tells the pages what has changed. */
#include "ui/hall/hall.h"

#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "ui/hall/hall_pages.h"
#include "ui/hall/hall_tables.h"
#include "ui/hall/results/tournament_file.h"
#include "ui/publish/broker.h"
#include "ui/session/interrupt.h"
#include "vision/system/clock.h"

/* Seconds from a line to its commit: a table whose window is full waits for it. To the pages. Between two
 * looks for tables that have gone silent. */
#define COMMIT_S 0.1
#define SHOW_S 0.03
#define LOOK_S 1.0
/* Seconds between two tries to reach a database that has gone away, or to write to a full disk, which makes
 * the broker say all again that it keeps. While a connection is tried for, tables and pages wait: after a try
 * that took long the next one comes so many times later. */
#define REACH_S 2.0
#define REACH_PAUSE 6
/* Milliseconds of a turn: with something to do, and without. */
enum { BUSY_MS = 10, IDLE_MS = 250 };
/* Games that are taken from the broker between two commits. */
enum { LEFT = 64 };

typedef struct {
    const sq_hall_settings *set;
    sq_hall_tables tables;
    sq_broker *broker;
    sq_hall_site site;
    double put_s, shown_s,
        looked_s;     /* of the first line that is not committed; the last show; the last look */
    bool fresh;       /* a table has something to show */
    bool full;        /* the disk is: people have been told */
    bool away;        /* the database cannot be reached: nothing is heard, and the tables keep it */
    double reached_s; /* when that was tried last */
    double reach_s;   /* from then to the next try */
    struct {
        char table[SQ_HALL_NAME], game[SQ_GAME_ID];
        long long seq;
    } left[LEFT]; /* games that a table has left with the broker, and that are here */
    int left_count;
    long long birth;
    bool leaves;    /* it has said so */
    bool not_alone; /* another hall of this name is at the broker: people have been told */
} hall;

/* ---- The broker ---- */

static void desk_message(const hall *h, const char *state, char topic[SQ_BROKER_TOPIC],
                         char text[SQ_BROKER_WILL]) {
    sq_topic_of(topic, h->set->broker.hall, SQ_HALL_DESK, SQ_TABLE_ONLINE);
    int n = snprintf(text, SQ_BROKER_WILL, "{\"version\":%d,\"state\":\"%s\",\"birth\":%lld", SQ_HALL_VERSION,
                     state, h->birth);
    if (h->set->pictures)
        n += snprintf(text + n, SQ_BROKER_WILL - (size_t)n, ",\"pictures\":%ld", h->set->pictures);
    snprintf(text + n, SQ_BROKER_WILL - (size_t)n, "}");
}

static void write_will(void *who, char topic[SQ_BROKER_TOPIC], char text[SQ_BROKER_WILL]) {
    hall *h = who;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    h->birth = now.tv_sec * 1000LL + now.tv_nsec / 1000000;
    desk_message(h, "lost", topic, text);
}

static void tell_desk(hall *h, const char *state) {
    char topic[SQ_BROKER_TOPIC], text[SQ_BROKER_WILL];
    desk_message(h, state, topic, text);
    sq_broker_publish(h->broker, topic, text, strlen(text), 1, true);
}

/* Also to hear again what the broker has kept. */
static void subscribe(hall *h) {
    static const char *const topics[] = {"online", "about", "state",  "question", "fault",
                                         "health", "line",  "answer", "left/+"};
    char pattern[SQ_BROKER_TOPIC];
    for (size_t i = 0; i < sizeof topics / sizeof *topics; i++) {
        snprintf(pattern, sizeof pattern, SQ_HALL_ROOT "/%s/+/%s", h->set->broker.hall, topics[i]);
        sq_broker_subscribe(h->broker, pattern, 1);
    }
    snprintf(pattern, sizeof pattern, SQ_HALL_ROOT "/%s/+/picture/+/+", h->set->broker.hall);
    if (h->set->pictures) sq_broker_subscribe(h->broker, pattern, 0);
}

static void note_broker(hall *h, bool is_there) {
    pthread_mutex_lock(&h->tables.lock);
    h->tables.broker = is_there;
    pthread_mutex_unlock(&h->tables.lock);
}

static void connected(void *who) {
    hall *h = who;
    note_broker(h, true);
    subscribe(h);
    for (int i = 0; i < h->tables.count; i++)
        if (*h->tables.table[i]->game) h->tables.table[i]->owes = h->tables.table[i]->again = true;
    tell_desk(h, "ready");
    fprintf(h->set->err, "squint: the hall \"%s\" hears its tables by %s:%d\n", h->set->broker.hall,
            h->set->broker.host, h->set->broker.port);
}

static void lost(void *who, const char *why) {
    hall *h = who;
    note_broker(h, false);
    fprintf(h->set->err, "squint: the broker %s:%d cannot be reached (%s); the hall tries again\n",
            h->set->broker.host, h->set->broker.port, why);
}

/* What a table has left with the broker goes from there when it is safe here; more than these at once when
 * the hall begins the next time. */
static void hear_left(hall *h, sq_hall_table *t, const char *of, const char *bytes, size_t n) {
    char game[SQ_GAME_ID];
    long long has = sq_hall_table_take_left(t, game, bytes, n, h->tables.store);
    if (!has || strcmp(game, of) != 0 || h->left_count == LEFT) return;
    h->left[h->left_count].seq = has;
    memcpy(h->left[h->left_count].table, t->name, sizeof t->name);
    memcpy(h->left[h->left_count++].game, game, sizeof game);
    if (!(h->put_s > 0)) h->put_s = sq_monotonic_s();
}

/* What the desk says comes back to the hall. Another birth is another hall, which has come later; it is
 * answered once, and so both hear of one another. */
static void hear_desk(hall *h, const char *bytes, size_t n) {
    json_t *o = json_loadb(bytes, n, JSON_REJECT_DUPLICATES, NULL);
    const char *state = json_string_value(json_object_get(o, "state"));
    long long birth = json_integer_value(json_object_get(o, "birth"));
    if (state && !strcmp(state, "ready") && birth > 0 && birth != h->birth && !h->not_alone && !h->leaves) {
        h->not_alone = true;
        fprintf(
            h->set->err,
            "squint: another hall \"%s\" is at this broker too; end one of them, or give one another name "
            "(mqtts://BROKER/NAME): both keep copies, but a table waits for the first of them alone\n",
            h->set->broker.hall);
        tell_desk(h, "ready");
    }
    /* The will of an older connection that comes late would stay with the broker. */
    if (state && strcmp(state, "ready") != 0 && birth < h->birth && !h->leaves) tell_desk(h, "ready");
    json_decref(o);
}

static void reach(hall *h) {
    double begun_s = sq_monotonic_s();
    h->away = !sq_hall_store_reach(h->tables.store);
    h->reached_s = sq_monotonic_s();
    h->reach_s = fmax(REACH_S, REACH_PAUSE * (h->reached_s - begun_s));
}

/* People are told once that the hall cannot keep what comes. */
static void tell_full(hall *h, const sq_diag *d) {
    if (!h->full) fprintf(h->set->err, "squint: %s; the tables keep what is missing\n", d->text);
    h->full = true;
    reach(h);
}

/* What a table has said of a game that could not be read is heard again later: the broker has kept it. */
static void hear_again(hall *h, sq_hall_table *t) {
    sq_diag d;
    t->unread = t->owes = false;
    sq_hall_store_unread(h->tables.store, &d);
    tell_full(h, &d);
}

static void hear(void *who, const char *topic, const void *bytes, size_t n, bool retained) {
    hall *h = who;
    char name[SQ_HALL_NAME];
    const char *rest;
    sq_table_topic kind;
    if (!sq_topic_read(topic, h->set->broker.hall, name, &kind, &rest)) return;
    bool left = kind == SQ_TABLE_LEFT, picture = kind == SQ_TABLE_PICTURE && h->set->pictures;
    if (left ? !n : *rest && !picture) return;
    if (!strcmp(name, SQ_HALL_DESK)) {
        if (kind == SQ_TABLE_ONLINE && !retained) hear_desk(h, bytes, n);
        return;
    }
    pthread_mutex_lock(&h->tables.lock);
    sq_hall_table *t = h->away ? NULL : sq_hall_table_find(&h->tables, name, left || kind == SQ_TABLE_ONLINE);
    if (t && left)
        hear_left(h, t, rest, bytes, n);
    else if (t && picture)
        sq_hall_table_take_picture(t, rest, bytes, n, (size_t)h->set->pictures);
    else if (t && kind == SQ_TABLE_ANSWER && !retained)
        sq_hall_site_answer(&h->site, t, bytes, n);
    else if (t)
        sq_hall_table_hear(t, kind, bytes, n, h->tables.store, sq_monotonic_s(), retained);
    if (t && t->unread) hear_again(h, t);
    h->fresh |= t && t->fresh;
    if (!(h->put_s > 0) && (sq_hall_store_is_dirty(h->tables.store) || (t && t->owes)))
        h->put_s = sq_monotonic_s();
    pthread_mutex_unlock(&h->tables.lock);
}

/* ---- What there is to do; the lock is held ---- */

/* Umpires' words go at once, and are never kept by the broker. */
static void send_words(hall *h) {
    char topic[SQ_BROKER_TOPIC];
    for (int i = 0; i < h->tables.said_count; i++) {
        sq_topic_of(topic, h->set->broker.hall, h->tables.said[i].table, SQ_TABLE_WORD);
        sq_broker_publish(h->broker, topic, h->tables.said[i].text, strlen(h->tables.said[i].text), 1, false);
        free(h->tables.said[i].text);
    }
    h->tables.said_count = 0;
}

static bool say_have(hall *h, const char *table, const char *game, long long seq, bool again, bool retained) {
    char topic[SQ_BROKER_TOPIC], text[256];
    sq_topic_of(topic, h->set->broker.hall, table, SQ_TABLE_HAVE);
    int n = snprintf(text, sizeof text, "{\"version\":%d,\"game\":\"%s\",\"seq\":%lld%s}", SQ_HALL_VERSION,
                     game, seq, again ? ",\"again\":true" : "");
    return sq_broker_publish(h->broker, topic, text, (size_t)n, 1, retained);
}

static void tell_have(hall *h, sq_hall_table *t) {
    if (say_have(h, t->name, t->game, t->seq, t->again, true)) t->owes = t->again = false;
}

/* What lay with the broker is here: it goes from there, and its table is told, if it is there. */
static void clear_left(hall *h) {
    char topic[SQ_BROKER_TOPIC], whole[SQ_BROKER_TOPIC + SQ_GAME_ID];
    for (int i = 0; i < h->left_count; i++) {
        sq_topic_of(topic, h->set->broker.hall, h->left[i].table, SQ_TABLE_LEFT);
        snprintf(whole, sizeof whole, "%s/%s", topic, h->left[i].game);
        sq_broker_publish(h->broker, whole, "", 0, 1, true);
        say_have(h, h->left[i].table, h->left[i].game, h->left[i].seq, false, false);
    }
    h->left_count = 0;
}

static void read_back(hall *h) {
    for (int i = 0; i < h->tables.count; i++) {
        sq_hall_table_read_back(h->tables.table[i], h->tables.store);
        if (h->tables.table[i]->unread) hear_again(h, h->tables.table[i]);
    }
}

/* What could not be written is as if it had not come: the copies are read anew, and the tables send again. */
static void take_back(hall *h, const sq_diag *d) {
    h->left_count = 0;
    tell_full(h, d);
    if (!h->away) read_back(h);
}

/* What a table has left with the broker is heard again. */
static void try_to_reach(hall *h) {
    bool was_away = h->away;
    reach(h);
    if (h->away) return;
    if (was_away) {
        h->full = false;
        fprintf(h->set->err, "squint: what the hall keeps can be reached again\n");
        read_back(h);
    }
    if (sq_broker_is_connected(h->broker)) subscribe(h);
}

static void commit(hall *h) {
    sq_diag d;
    bool writes = sq_hall_store_is_dirty(h->tables.store);
    h->put_s = 0;
    if (sq_hall_store_commit(h->tables.store, &d)) {
        take_back(h, &d);
        return;
    }
    if (writes && h->full) { /* what went with a transaction that failed is heard again */
        fprintf(h->set->err, "squint: what the hall keeps can be written again\n");
        subscribe(h);
    }
    h->full &= !writes;
    clear_left(h);
    for (int i = 0; i < h->tables.count; i++)
        if (h->tables.table[i]->owes) tell_have(h, h->tables.table[i]);
}

static void show(hall *h, double now_s) {
    h->shown_s = now_s;
    h->fresh = false;
    for (int i = 0; i < h->tables.count; i++)
        if (h->tables.table[i]->fresh) {
            h->tables.table[i]->fresh = false;
            sq_hall_site_show(&h->site, h->tables.table[i], now_s);
        }
}

/* A table that goes silent says nothing. */
static void look(hall *h, double now_s) {
    h->looked_s = now_s;
    for (int i = 0; i < h->tables.count; i++) {
        sq_hall_table *t = h->tables.table[i];
        const char *is = sq_hall_table_online(t, now_s);
        if (strcmp(is, t->shown) != 0) t->fresh = h->fresh = true;
        snprintf(t->shown, sizeof t->shown, "%s", is);
    }
}

static bool work(hall *h) {
    double now_s = sq_monotonic_s();
    pthread_mutex_lock(&h->tables.lock);
    if (h->tables.said_count) send_words(h);
    if (h->put_s > 0 && now_s - h->put_s >= COMMIT_S) commit(h);
    if ((h->away || h->full) && now_s - h->reached_s >= h->reach_s) try_to_reach(h);
    if (now_s - h->looked_s >= LOOK_S) look(h, now_s);
    if (h->fresh && now_s - h->shown_s >= SHOW_S) show(h, now_s);
    if (!(h->put_s > 0) && sq_hall_store_is_dirty(h->tables.store)) h->put_s = now_s;
    bool busy = h->put_s > 0 || h->fresh;
    pthread_mutex_unlock(&h->tables.lock);
    return busy;
}

/* ---- Running ---- */

static void drain(int file) {
    uint64_t count;
    if (read(file, &count, sizeof count) < 0) return;
}

/* Players and rounds from files, before the first page is shown. */
static sq_code read_tournament(hall *h, sq_diag *d) {
    sq_code code = SQ_OK;
    if (h->set->players)
        code = sq_tournament_take(h->tables.store, sq_tournament_put_players, h->set->players, d);
    if (!code && h->set->rounds)
        code = sq_tournament_take(h->tables.store, sq_tournament_put_rounds, h->set->rounds, d);
    return code;
}

static sq_code open_all(hall *h, sq_diag *d) {
    const sq_broker_hear hears = {write_will, connected, hear, lost, h};
    sq_code code = sq_hall_tables_open(&h->tables, h->set->keep, h->set->broker.hall, d);
    if (!code) code = read_tournament(h, d);
    if (!code) code = sq_broker_new(&h->broker, &h->set->broker, &hears, d);
    if (!code) code = sq_hall_site_open(&h->site, &h->tables, h->set->serve, h->set->err, d);
    return code;
}

static void close_all(hall *h) {
    if (h->broker && sq_broker_is_connected(h->broker)) {
        tell_desk(h, "disconnected");
        h->leaves = true;
        sq_broker_turn(h->broker, BUSY_MS, NULL, 0);
        sq_broker_leave(h->broker);
    }
    sq_hall_site_close(&h->site);
    sq_broker_free(h->broker);
    sq_hall_tables_close(&h->tables);
}

sq_code sq_hall_run(const sq_hall_settings *settings, sq_diag *d) {
    hall *h = calloc(1, sizeof *h);
    if (!h) return sq_fail(d, SQ_E_MEMORY, "no memory for the hall; close other programs");
    h->set = settings;
    signal(SIGPIPE, SIG_IGN);
    sq_code code = open_all(h, d);
    if (!code) {
        sq_interrupt_begin(NULL);
        h->fresh = true; /* what is stored is shown before a table is heard */
        bool busy = true;
        while (!sq_interrupted()) {
            struct pollfd news = {h->tables.news, POLLIN, 0};
            sq_broker_turn(h->broker, busy ? BUSY_MS : IDLE_MS, &news, 1);
            if (news.revents) drain(news.fd);
            busy = work(h);
        }
        sq_interrupt_end();
    }
    close_all(h);
    free(h);
    return code;
}

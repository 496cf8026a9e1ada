/* The publishing thread: what holds now is published as soon as it changes; the numbered lines go in their
 * order, a window of them ahead of what the hall says it has. */
#include "ui/publish/publisher.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include "ui/publish/hall_file.h"
#include "ui/publish/line_sender.h"
#include "ui/publish/table_state.h"
#include "ui/publish/umpires_word_carrier.h"
#include "ui/publish/unsent_games.h"
#include "vision/system/clock.h"
#include "vision/system/shortest_numbers.h"
#include "vision/system/thread_without_sigpipe.h"

/* Seconds between heartbeats: the hall calls a table silent after two of them. For the last lines at the end
 * of a game, longer than the longest pause before a broker that is gone is tried again (broker.c); until the
 * broker has those that are left with it; for a thread that hangs in a connection that nobody answers, before
 * it is left alone. */
#define HEARTBEAT_S 5.0
#define LAST_LINES_S 6.0
#define LEAVE_S 3.0
#define GIVE_UP_S 10
/* Seconds in which a hall that is there answers a table: it says so after a commit, and a database may be
 * slow.
 */
#define ANSWER_S 10.0
/* Milliseconds: a turn without news. */
enum { TURN_MS = 250 };
/* Pictures that wait for the thread: rulings come in bursts of two or three. The most that a hall may ask
 * for. */
enum { PICTURES = 4, PICTURE_MOST = 256 << 10 };

struct sq_publisher {
    sq_publish_settings set;
    sq_game_paths paths;
    void (*tell)(void *who, const char *sentence);
    void *who;
    sq_broker *broker;
    sq_line_sender *sender;
    sq_word_carrier words;
    sq_told_lines *scout; /* reads ahead of the sender: what holds now */
    sq_table_news news;
    sq_owed_games *owed;
    sq_hall_name name;
    long long birth, desk_birth; /* of this connection; of the hall's, the newest that was heard */
    bool echoed;                 /* the broker has passed on what the table said of itself */
    bool answered, unheard;      /* since the connection the hall has; has not, and people have been told */
    const char *says;            /* the table's state, as it was published last */
    double greeted_s;            /* since when the hall has not answered; 0: it has, or is not there */
    double beat_s, closing_s;    /* of the last heartbeat; since when it closes */
    int wake;
    pthread_t thread;
    bool goes_on, was_there; /* an earlier run has begun the game; the broker was reached */
    pthread_mutex_t lock;    /* of the following */
    bool closing;
    double t;
    long long frames;
    long long safe;      /* the number of the last line on the disk */
    size_t picture_most; /* what the hall takes; 0: none are wanted */
    struct {
        int record, n;
        unsigned char *jpeg;
        size_t size;
    } picture[PICTURES];
    int pictures;
    char begun[SQ_GAME_BEGUN]; /* the game, in UTC; "": nobody has noted it */
    pthread_mutex_t hearing;   /* of the following */
    bool alone;                /* nobody waits for the thread any more, nor hears what it tells */
};

/* ---- Messages ---- */

static void publish(sq_publisher *p, sq_table_topic topic, json_t *body, int quality) {
    char to[SQ_BROKER_TOPIC];
    char *text = body ? sq_short_numbers(json_dumps(body, JSON_COMPACT)) : NULL;
    sq_topic_of(to, p->set.broker.hall, p->set.table, topic);
    sq_broker_publish(p->broker, to, text ? text : "", text ? strlen(text) : 0, quality,
                      sq_topic_is_retained(topic));
    free(text);
    json_decref(body);
}

static json_t *head(const sq_publisher *p) {
    return json_pack("{s:i,s:s}", "version", SQ_HALL_VERSION, "game", p->name.id);
}

static json_t *online(const sq_publisher *p, const char *state) {
    json_t *o = head(p);
    json_object_set_new(o, "state", json_string(state));
    json_object_set_new(o, "birth", json_integer(p->birth));
    if (*p->begun) json_object_set_new(o, "begun", json_string(p->begun));
    return o;
}

static void publish_item(sq_publisher *p, sq_table_topic topic) {
    sq_table_item *item = &p->news.item[topic];
    item->fresh = false;
    if (!item->line) {
        publish(p, topic, NULL, 1);
        return;
    }
    json_t *o = head(p);
    json_object_set_new(o, "seq", json_integer(item->seq));
    if (topic == SQ_TABLE_ABOUT) {
        json_object_set_new(o, "name", json_string(p->set.name));
        json_object_update(o, item->line);
    } else
        json_object_set(o, "line", item->line);
    publish(p, topic, o, 1);
}

static void beat(sq_publisher *p) {
    p->beat_s = sq_monotonic_s();
    json_t *o = head(p);
    pthread_mutex_lock(&p->lock);
    json_object_set_new(o, "t", json_real(p->t));
    json_object_set_new(o, "frames", json_integer(p->frames));
    pthread_mutex_unlock(&p->lock);
    json_object_set_new(o, "seq", json_integer(p->news.newest));
    publish(p, SQ_TABLE_HEALTH, o, 0);
}

static void tell_people(sq_publisher *p, const char *sentence) {
    pthread_mutex_lock(&p->hearing);
    if (!p->alone) p->tell(p->who, sentence);
    pthread_mutex_unlock(&p->hearing);
}

/* ---- What the broker says ---- */

/* Each connection has a birth, later than the one before: the will of an older connection that comes late is
 * then known as such. */
static void write_will(void *who, char topic[SQ_BROKER_TOPIC], char text[SQ_BROKER_WILL]) {
    sq_publisher *p = who;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    long long ms = now.tv_sec * 1000LL + now.tv_nsec / 1000000;
    p->birth = ms > p->birth ? ms : p->birth + 1;
    sq_topic_of(topic, p->set.broker.hall, p->set.table, SQ_TABLE_ONLINE);
    json_t *o = online(p, "lost");
    char *will = json_dumps(o, JSON_COMPACT);
    snprintf(text, SQ_BROKER_WILL, "%s", will ? will : "");
    free(will);
    json_decref(o);
}

static void connected(void *who) {
    sq_publisher *p = who;
    char topic[SQ_BROKER_TOPIC];
    const sq_table_topic hears[] = {SQ_TABLE_HAVE, SQ_TABLE_WORD, SQ_TABLE_ONLINE};
    p->was_there = true;
    p->greeted_s = 0;
    p->answered = false;
    publish(p, SQ_TABLE_ONLINE, online(p, p->says), 1);
    for (int i = SQ_TABLE_ABOUT; i <= SQ_TABLE_FAULT; i++)
        p->news.item[i].fresh = true; /* also what is none any more: an older message is removed */
    p->beat_s = 0;
    for (size_t i = 0; i < sizeof hears / sizeof *hears; i++)
        sq_broker_subscribe(p->broker, sq_topic_of(topic, p->set.broker.hall, p->set.table, hears[i]), 1);
    sq_broker_subscribe(p->broker, sq_topic_of(topic, p->set.broker.hall, SQ_HALL_DESK, SQ_TABLE_ONLINE), 1);
    sq_line_sender_connected(p->sender);
    sq_owed_games_leave(p->owed, p->broker);
}

static void want_pictures(sq_publisher *p, long long most) {
    pthread_mutex_lock(&p->lock);
    p->picture_most = most <= 0 ? 0 : (size_t)(most < PICTURE_MOST ? most : PICTURE_MOST);
    pthread_mutex_unlock(&p->lock);
}

/* The will of an older connection of the hall may come late. */
static void hear_desk(sq_publisher *p, const json_t *o) {
    const char *state = json_string_value(json_object_get(o, "state"));
    bool ready = state && !strcmp(state, "ready");
    long long birth = json_integer_value(json_object_get(o, "birth"));
    if (!ready && birth < p->desk_birth) return;
    p->desk_birth = birth;
    p->greeted_s = ready && !p->answered ? sq_monotonic_s() : 0;
    sq_line_sender_desk(p->sender, ready);
    want_pictures(p, ready ? json_integer_value(json_object_get(o, "pictures")) : 0);
}

/* What the table says of itself comes back. The will of an older connection that comes late stays with the
 * broker in place of the newer word, which is said again. */
static void hear_own(sq_publisher *p, const json_t *o) {
    long long birth = json_integer_value(json_object_get(o, "birth"));
    p->echoed |= birth == p->birth;
    if (birth > 0 && birth < p->birth) publish(p, SQ_TABLE_ONLINE, online(p, p->says), 1);
}

/* A hall answers whom it hears. A broker takes also what its access list does not let pass, and says nothing.
 */
static void look_for_answer(sq_publisher *p) {
    char text[400];
    if (p->unheard || p->echoed || !(p->greeted_s > 0) || sq_monotonic_s() - p->greeted_s < ANSWER_S) return;
    p->unheard = true;
    snprintf(
        text, sizeof text,
        "The hall does not hear this table: perhaps the broker does not let \"%.60s\" speak for the table "
        "%s. See whether --table, the name and the password are this table's own.",
        p->set.broker.user, p->set.table);
    tell_people(p, text);
}

static void hear(void *who, const char *topic, const void *bytes, size_t n, bool retained) {
    sq_publisher *p = who;
    char table[SQ_HALL_NAME];
    const char *rest;
    sq_table_topic kind;
    if (!sq_topic_read(topic, p->set.broker.hall, table, &kind, &rest) || *rest) return;
    json_t *o = json_loadb(bytes, n, JSON_REJECT_DUPLICATES, NULL);
    if (json_integer_value(json_object_get(o, "version")) != SQ_HALL_VERSION) {
        json_decref(o);
        return;
    }
    if (!strcmp(table, SQ_HALL_DESK)) {
        hear_desk(p, o);
    } else if (!strcmp(table, p->set.table) && kind == SQ_TABLE_ONLINE) {
        hear_own(p, o);
    } else if (!strcmp(table, p->set.table) && kind == SQ_TABLE_HAVE) {
        p->greeted_s = 0;
        p->answered |= !retained;
        sq_line_sender_have(p->sender, o, p->news.newest);
        sq_owed_games_have(p->owed, o);
    } else if (!strcmp(table, p->set.table) && kind == SQ_TABLE_WORD &&
               !retained) /* a kept word would come again */
        sq_word_carrier_take(&p->words, o);
    json_decref(o);
}

static void answer_word(void *who, json_t *answer) {
    sq_publisher *p = who;
    json_t *o = head(p);
    json_object_update(o, answer);
    publish(p, SQ_TABLE_ANSWER, o, 1);
}

static void lost(void *who, const char *why) {
    sq_publisher *p = who;
    char text[512];
    snprintf(text, sizeof text,
             "The hall's broker %.200s:%d cannot be reached (%.150s). The game goes on, and what the hall "
             "misses is sent "
             "afterwards.",
             p->set.broker.host, p->set.broker.port, why);
    tell_people(p, text);
}

/* ---- Pictures of rulings ---- */

static void wake(sq_publisher *p) {
    const uint64_t one = 1;
    if (write(p->wake, &one, sizeof one) < 0) return; /* a counter that is full wakes as well */
}

size_t sq_publisher_wants_pictures(sq_publisher *p) {
    if (!p) return 0;
    pthread_mutex_lock(&p->lock);
    size_t most = p->picture_most;
    pthread_mutex_unlock(&p->lock);
    return most;
}

/* With the lock held. */
static void drop_first_picture(sq_publisher *p) {
    free(p->picture[0].jpeg);
    memmove(p->picture, p->picture + 1, (size_t)--p->pictures * sizeof *p->picture);
}

void sq_publisher_picture(sq_publisher *p, int record, int n, const void *jpeg, size_t size) {
    unsigned char *copy = malloc(size);
    if (!copy) return;
    memcpy(copy, jpeg, size);
    pthread_mutex_lock(&p->lock);
    if (p->pictures == PICTURES) drop_first_picture(p);
    p->picture[p->pictures].record = record;
    p->picture[p->pictures].n = n;
    p->picture[p->pictures].jpeg = copy;
    p->picture[p->pictures++].size = size;
    pthread_mutex_unlock(&p->lock);
    wake(p);
}

static void publish_pictures(sq_publisher *p) {
    char topic[SQ_BROKER_TOPIC], whole[SQ_BROKER_TOPIC + 64];
    sq_topic_of(topic, p->set.broker.hall, p->set.table, SQ_TABLE_PICTURE);
    pthread_mutex_lock(&p->lock);
    while (p->pictures) {
        snprintf(whole, sizeof whole, "%s/%s/%d-%d", topic, p->name.id, p->picture[0].record,
                 p->picture[0].n);
        sq_broker_publish(p->broker, whole, p->picture[0].jpeg, p->picture[0].size, 0, false);
        drop_first_picture(p);
    }
    pthread_mutex_unlock(&p->lock);
}

/* ---- The thread ---- */

static void scout(sq_publisher *p) {
    sq_told_line told;
    pthread_mutex_lock(&p->lock);
    long long safe = p->safe;
    pthread_mutex_unlock(&p->lock);
    while (sq_told_lines_next(p->scout, safe, &told))
        if (told.seq > p->news.newest) sq_table_news_take(&p->news, &told);
}

static void publish_news(sq_publisher *p) {
    for (int i = SQ_TABLE_ABOUT; i <= SQ_TABLE_FAULT; i++)
        if (p->news.item[i].fresh) publish_item(p, (sq_table_topic)i);
    if (sq_monotonic_s() - p->beat_s >= HEARTBEAT_S) beat(p);
}

/* A broker that has been there gets some seconds to come back. */
static bool is_done(sq_publisher *p) {
    pthread_mutex_lock(&p->lock);
    bool closing = p->closing;
    pthread_mutex_unlock(&p->lock);
    if (!closing) return false;
    double now = sq_monotonic_s();
    if (!(p->closing_s > 0)) p->closing_s = now;
    if (now - p->closing_s > LAST_LINES_S) return true;
    return sq_broker_is_connected(p->broker) ? sq_line_sender_is_done(p->sender, p->news.newest)
                                             : !p->was_there;
}

/* Where the hall has not got all of the game, people are told who has, and how the hall gets it. */
static void tell_what_is_missing(sq_publisher *p, bool broker_has) {
    char text[PATH_MAX + 400];
    if (broker_has)
        snprintf(text, sizeof text,
                 "The hall does not have all of this game yet. The broker keeps it for the hall.");
    else if (sq_line_sender_is_too_long(&p->paths))
        snprintf(
            text, sizeof text,
            "The hall does not have all of this game, which is too long to be left with the broker. squint "
            "referee --resume --publish with --out %.3000s sends the rest while the hall is there.",
            p->paths.folder);
    else
        snprintf(
            text, sizeof text,
            "The hall does not have all of this game. This table's next game sends the rest, if its folder "
            "lies beside this one; so does squint referee --resume --publish with --out %.3000s.",
            p->paths.folder);
    tell_people(p, text);
}

/* The end of a game. One that ends while no hall is there leaves its lines with the broker; it stays owed
 * until the hall itself says that it has them. */
static void take_leave(sq_publisher *p) {
    sq_diag dropped; /* a game that cannot be noted as whole is sent once more, and changes nothing */
    bool has = sq_line_sender_hall_has(p->sender, p->news.newest);
    if (has && p->goes_on) sq_line_sender_take_back(p->sender);
    bool given = has || sq_line_sender_leave(p->sender, p->news.newest);
    beat(p); /* how far the game's source came */
    p->says = "disconnected";
    publish(p, SQ_TABLE_ONLINE, online(p, p->says), 1);
    double until = sq_monotonic_s() + LEAVE_S;
    while (sq_broker_waiting(p->broker) && sq_monotonic_s() < until)
        sq_broker_turn(p->broker, TURN_MS, NULL, 0);
    given &= p->echoed && sq_broker_is_connected(p->broker) && !sq_broker_waiting(p->broker);
    p->name.whole = has || sq_line_sender_hall_has(p->sender, p->news.newest);
    sq_hall_name_measure(&p->name, p->paths.stream);
    if (p->name.whole)
        sq_hall_name_write(&p->name, p->paths.hall, &dropped);
    else
        tell_what_is_missing(p, given);
    sq_broker_leave(p->broker);
}

static void drain(int file) {
    uint64_t count;
    if (read(file, &count, sizeof count) < 0) return;
}

static void *run(void *who) {
    sq_publisher *p = who;
    struct pollfd files[1 + SQ_WORDS_CARRIED] = {{p->wake, POLLIN, 0}};
    do {
        scout(p);
        if (sq_broker_is_connected(p->broker)) {
            publish_news(p);
            publish_pictures(p);
            sq_line_sender_go_on(p->sender, p->news.newest);
            look_for_answer(p);
        }
        sq_word_carrier_files(&p->words, files + 1);
        sq_broker_turn(p->broker, TURN_MS, files, 1 + SQ_WORDS_CARRIED);
        sq_word_carrier_hear(&p->words, files + 1);
        if (files[0].revents) drain(p->wake);
    } while (!is_done(p));
    take_leave(p);
    return NULL;
}

/* ---- Opening and closing ---- */

static void free_all(sq_publisher *p) {
    sq_line_sender_free(p->sender);
    sq_owed_games_free(p->owed);
    sq_word_carrier_end(&p->words);
    sq_told_lines_free(p->scout);
    sq_broker_free(p->broker);
    sq_table_news_free(&p->news);
    while (p->pictures)
        drop_first_picture(p);
    if (p->wake >= 0) close(p->wake);
    pthread_mutex_destroy(&p->lock);
    pthread_mutex_destroy(&p->hearing);
    free(p);
}

/* A game's id belongs to the table that used it first. */
static void tell_moved(sq_publisher *p) {
    char text[300];
    snprintf(text, sizeof text,
             "The hall gets this game anew, as table %s's: what it has of it as table %s's stays there, not "
             "ended.",
             p->set.table, p->name.table);
    tell_people(p, text);
}

/* The game's name, kept where it goes on; but of another table it is a new one. From here on the hall is owed
 * what the folder holds. */
static sq_code name_game(sq_publisher *p, bool goes_on, sq_diag *d) {
    sq_code code = SQ_OK;
    bool known = goes_on && sq_hall_name_read(&p->name, p->paths.hall);
    bool moved = known && *p->name.table && strcmp(p->name.table, p->set.table) != 0;
    if (moved) tell_moved(p);
    if (!known || moved) code = sq_hall_name_draw(p->name.id, d);
    snprintf(p->name.hall, sizeof p->name.hall, "%s", p->set.broker.hall);
    snprintf(p->name.table, sizeof p->name.table, "%s", p->set.table);
    p->name.whole = false;
    return code ? code : sq_hall_name_write(&p->name, p->paths.hall, d);
}

static sq_code open_parts(sq_publisher *p, const char *folder, bool goes_on, sq_diag *d) {
    const sq_word_carrier_settings words = {p->paths.folder, p->name.id, answer_word, p};
    const sq_broker_hear hears = {write_will, connected, hear, lost, p};
    sq_code code = sq_game_paths_of(&p->paths, folder, d);
    sq_word_carrier_begin(&p->words, &words);
    if (!code) code = name_game(p, goes_on, d);
    if (!code) sq_game_note_begun(p->begun, p->paths.note);
    if (!code) code = sq_broker_new(&p->broker, &p->set.broker, &hears, d);
    if (code) return code;
    const sq_line_sender_settings sender = {p->set.broker.hall, p->set.table, p->name.id, &p->paths};
    p->sender = sq_line_sender_new(&sender, p->broker);
    p->scout = sq_told_lines_new(&p->paths);
    p->owed = sq_owed_games_find(p->paths.folder, p->set.broker.hall, p->set.table);
    p->wake = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    if (!p->sender || !p->scout || !p->owed || p->wake < 0)
        return sq_fail(d, SQ_E_MEMORY, "no memory for publishing; close other programs");
    int reason = sq_thread_without_sigpipe(&p->thread, run, p);
    if (reason)
        return sq_fail(d, SQ_E_MEMORY, "no thread can be started for publishing; close other programs");
    return SQ_OK;
}

sq_code sq_publisher_open(sq_publisher **out, const sq_publish_settings *settings, const char *folder,
                          bool goes_on, void (*tell)(void *who, const char *sentence), void *who,
                          sq_diag *d) {
    sq_publisher *p = *out = calloc(1, sizeof *p);
    if (!p) return sq_fail(d, SQ_E_MEMORY, "no memory for publishing; close other programs");
    p->set = *settings;
    p->goes_on = goes_on;
    p->says = "ready";
    p->tell = tell;
    p->who = who;
    p->wake = -1;
    pthread_mutex_init(&p->lock, NULL);
    pthread_mutex_init(&p->hearing, NULL);
    sq_code code = open_parts(p, folder, goes_on, d);
    if (!code) return SQ_OK;
    free_all(p);
    *out = NULL;
    return code;
}

void sq_publisher_wake(sq_publisher *p, long long seq) {
    if (!p) return;
    pthread_mutex_lock(&p->lock);
    p->safe = seq;
    pthread_mutex_unlock(&p->lock);
    wake(p);
}

void sq_publisher_tick(sq_publisher *p, double t, long long frames) {
    if (!p) return;
    pthread_mutex_lock(&p->lock);
    p->t = t;
    p->frames = frames;
    pthread_mutex_unlock(&p->lock);
}

void sq_publisher_close(sq_publisher *p) {
    struct timespec until;
    if (!p) return;
    pthread_mutex_lock(&p->lock);
    p->closing = true;
    pthread_mutex_unlock(&p->lock);
    wake(p);
    clock_gettime(CLOCK_MONOTONIC, &until); /* the machine's own time may be set meanwhile */
    until.tv_sec += GIVE_UP_S;
    /* A network that answers nothing holds a connection's first packet for minutes: nobody waits for that. */
    if (!pthread_clockjoin_np(p->thread, NULL, CLOCK_MONOTONIC, &until)) {
        free_all(p);
        return;
    }
    tell_what_is_missing(p, false);
    pthread_mutex_lock(&p->hearing);
    p->alone = true;
    pthread_mutex_unlock(&p->hearing);
    pthread_detach(p->thread);
}

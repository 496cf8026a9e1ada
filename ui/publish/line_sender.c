/* Numbered lines on their way to the hall: go-back-N, as TCP and X.25 do it, with the game's folder as the
 * buffer. */
#include "ui/publish/line_sender.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "vision/system/clock.h"
#include "vision/system/shortest_numbers.h"

/* Lines that may be ahead of what the hall has. Fewer than mosquitto queues for a slow listener (1000) by
 * far. */
enum { WINDOW = 64 };
/* Seconds: for what the broker remembers that the hall has, after a connection; after which lines without an
 * answer are sent again, twice as long each time. */
#define ASK_S 0.5
#define AGAIN_S 3.0
#define AGAIN_MOST_S 60.0

struct sq_line_sender {
    sq_line_sender_settings set;
    sq_broker *broker;
    sq_told_lines *lines;
    long long next; /* the number of the line that is sent next */
    long long had;  /* the last that the hall has, as far as it is known; -1: it has not said so */
    bool desk;      /* the hall is there */
    double hold_s;  /* nothing is sent before */
    double since_s; /* when it last said that it has more, or lines were sent again */
    double patience_s;
    sq_told_line told; /* line `next`, if there is one */
    bool has;
};

sq_line_sender *sq_line_sender_new(const sq_line_sender_settings *settings, sq_broker *broker) {
    sq_line_sender *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    *s = (sq_line_sender){.set = *settings, .broker = broker, .next = 1, .had = -1, .patience_s = AGAIN_S};
    s->lines = sq_told_lines_new(settings->paths);
    if (s->lines) return s;
    free(s);
    return NULL;
}

void sq_line_sender_free(sq_line_sender *s) {
    if (s) sq_told_lines_free(s->lines);
    free(s);
}

bool sq_line_sender_hall_has(const sq_line_sender *s, long long upto) {
    return s->desk && s->had >= upto;
}

bool sq_line_sender_is_done(const sq_line_sender *s, long long upto) {
    return s->next > upto && !sq_broker_waiting(s->broker) && (!s->desk || s->had >= upto);
}

static void go_back_to(sq_line_sender *s, long long seq) {
    if (seq < s->next) {
        sq_told_lines_rewind(s->lines);
        s->has = false;
    }
    s->next = seq;
    s->since_s = sq_monotonic_s();
}

void sq_line_sender_connected(sq_line_sender *s) {
    s->desk = false;
    s->hold_s = sq_monotonic_s() + ASK_S;
    s->patience_s = AGAIN_S;
    /* What the broker had taken from us it may have lost. */
    if (s->had >= 0) go_back_to(s, s->had + 1);
    s->had = -1;
}

void sq_line_sender_desk(sq_line_sender *s, bool there) {
    s->desk = there;
    s->since_s = sq_monotonic_s();
}

void sq_line_sender_have(sq_line_sender *s, const json_t *have, long long newest) {
    const char *game = json_string_value(json_object_get(have, "game"));
    const json_t *number = json_object_get(have, "seq");
    long long had = json_integer_value(number);
    if (!game || strcmp(game, s->set.id) != 0 || !json_is_integer(number) || had < 0 || had > newest) return;
    bool first = s->had < 0, again = json_is_true(json_object_get(have, "again"));
    if (had > s->had) s->patience_s = AGAIN_S, s->since_s = sq_monotonic_s();
    s->had = had;
    s->hold_s = 0;
    if (again || first || had >= s->next) go_back_to(s, had + 1);
}

/* The line as others may have it. Of a position the winks stay away: the newest one is published by itself.
 * Of the start the source stays away: its address may hold a password. */
static json_t *line_of(const sq_told_line *t) {
    if (t->type == SQ_STREAM_POSITION)
        return json_pack("{s:s,s:O*,s:O*,s:O*,s:O*}", "type", "position", "version",
                         json_object_get(t->line, "version"), "seq", json_object_get(t->line, "seq"), "t",
                         json_object_get(t->line, "t"), "rest", json_object_get(t->line, "rest"));
    json_t *line = t->type == SQ_STREAM_START ? json_copy(t->line) : json_incref(t->line);
    if (t->type == SQ_STREAM_START) json_object_del(line, "source");
    return line;
}

static json_t *message_of(const sq_line_sender *s, const sq_told_line *t) {
    json_t *o =
        json_pack("{s:i,s:s,s:I}", "version", SQ_HALL_VERSION, "game", s->set.id, "seq", (json_int_t)t->seq);
    json_object_set_new(o, "line", line_of(t));
    if (t->record)
        json_object_set_new(o, "record",
                            json_pack("{s:i,s:i,s:s,s:s}", "number", t->game, "first", t->first, "text",
                                      t->record, "sha256", t->hash));
    return o;
}

/* The caller frees. */
static char *text_of(json_t *o) {
    char *text = sq_short_numbers(json_dumps(o, JSON_COMPACT));
    json_decref(o);
    return text;
}

static bool send(sq_line_sender *s) {
    char topic[SQ_BROKER_TOPIC];
    char *text = text_of(message_of(s, &s->told));
    bool sent =
        text && sq_broker_publish(s->broker, sq_topic_of(topic, s->set.hall, s->set.table, SQ_TABLE_LINE),
                                  text, strlen(text), 1, false);
    free(text);
    return sent;
}

/* Line `next`, past those that need not be sent. */
static bool find_next(sq_line_sender *s, long long upto) {
    while (!s->has || s->told.seq < s->next) {
        s->has = sq_told_lines_next(s->lines, upto, &s->told);
        if (!s->has) return false;
    }
    return true;
}

static bool may_send(const sq_line_sender *s) {
    if (sq_broker_waiting(s->broker) >= WINDOW) return false;
    return !s->desk || s->had < 0 || s->next <= s->had + WINDOW;
}

/* Lines that the hall does not acknowledge got lost with a broker or on the way. */
static void look_for_losses(sq_line_sender *s) {
    if (!s->desk || s->had < 0 || s->next <= s->had + 1) return;
    if (sq_monotonic_s() - s->since_s < s->patience_s) return;
    go_back_to(s, s->had + 1);
    s->patience_s = s->patience_s * 2 > AGAIN_MOST_S ? AGAIN_MOST_S : s->patience_s * 2;
}

void sq_line_sender_go_on(sq_line_sender *s, long long upto) {
    if (sq_monotonic_s() < s->hold_s) return;
    look_for_losses(s);
    bool idle = s->next == s->had + 1;
    while (may_send(s) && find_next(s, upto) && send(s)) {
        if (idle) s->since_s = sq_monotonic_s(); /* patience begins with the first line under way */
        idle = false;
        s->next = s->told.seq + 1;
    }
}

/* ---- Lines that are left ---- */

static bool publish_left(sq_line_sender *s, const char *text) {
    char topic[SQ_BROKER_TOPIC], whole[SQ_BROKER_TOPIC + SQ_GAME_ID];
    sq_topic_of(topic, s->set.hall, s->set.table, SQ_TABLE_LEFT);
    snprintf(whole, sizeof whole, "%s/%s", topic, s->set.id);
    return sq_broker_publish(s->broker, whole, text, strlen(text), 1, true);
}

/* The message holds both files' lines, with some words around them. */
bool sq_line_sender_is_too_long(const sq_game_paths *paths) {
    struct stat s;
    char record[PATH_MAX];
    long long bytes = stat(paths->stream, &s) ? 0 : (long long)s.st_size;
    sq_game_record(record, paths, 1);
    for (int game = 2; !stat(record, &s); game++) {
        bytes += (long long)s.st_size;
        sq_game_record(record, paths, game);
    }
    return bytes > SQ_LEFT_MOST;
}

bool sq_line_sender_leave(sq_line_sender *s, long long upto) {
    char begun[SQ_GAME_BEGUN];
    json_t *lines = json_array();
    go_back_to(s, 1);
    sq_told_lines_rewind(s->lines);
    s->has = false;
    while (sq_told_lines_next(s->lines, upto, &s->told))
        json_array_append_new(lines, message_of(s, &s->told));
    s->has = false;
    s->next = upto + 1;
    json_t *o = json_pack("{s:i,s:s}", "version", SQ_HALL_VERSION, "game", s->set.id);
    if (*sq_game_note_begun(begun, s->set.paths->note)) json_object_set_new(o, "begun", json_string(begun));
    json_object_set_new(o, "lines", lines);
    char *text = text_of(o);
    bool left = text && strlen(text) <= SQ_LEFT_MOST && publish_left(s, text);
    free(text);
    return left;
}

void sq_line_sender_take_back(sq_line_sender *s) {
    publish_left(s, "");
}

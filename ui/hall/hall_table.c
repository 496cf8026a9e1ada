/* Hears what a table says. */
#include "ui/hall/hall_table.h"

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "ui/hall/results/game_result.h"

/* Seconds: between two requests to send again; without a heartbeat before a table is silent (it beats every
 * five). */
#define ASK_AGAIN_S 2.0
#define SILENT_S 11.0
#define INSTANT "%Y-%m-%dT%H:%M:%SZ"

/* ---- The copy ---- */

static void hold(sq_hall_table *t, int line, long long question, bool is_shot) {
    if (t->held_count == SQ_HELD_MOST) return;
    t->held[t->held_count].line = line;
    t->held[t->held_count].is_shot = is_shot;
    t->held[t->held_count++].question = question;
}

/* Which lines are held, as the record reads now: a word answers a question, which several lines may hold, and
 * another word may take that answer back. A copy that the store does not have whole says nothing of it. */
static void read_held(sq_hall_table *t, sq_hall_store *store) {
    static sq_game_result result; /* large; as the other two, only with the tables' lock held */
    static sq_line_doubt doubt;
    sq_remarks_list remarks = {0};
    sq_game *g = NULL;
    bool well = sq_game_result_read(&result, store, t->game, t->number, &g, &remarks);
    int lines = well ? sq_game_lines(g) : 0;
    if (lines && sq_game_line_at(g, lines - 1).n == t->n) {
        t->held_count = 0;
        for (int i = 0; i < lines; i++) {
            sq_game_line line = sq_game_line_at(g, i);
            sq_line_doubt_of(&doubt, g, &line, &remarks);
            bool is_shot = line.given && line.given->kind == SQ_EVENT_SHOT;
            if (doubt.held) hold(t, line.n, sq_remarks_of(&remarks, line.n)->question, is_shot);
        }
    }
    sq_remarks_free(&remarks);
    sq_game_free(g);
}

static void read_line(void *who, int n, const char *text, size_t length) {
    sq_hall_table *t = who;
    sq_record_hash_line(t->hash, text, length);
    t->n = n;
}

/* Questions are kept as long as the game, for those whose lines are held. */
static void note_question(sq_hall_table *t, long long number, json_t *line) {
    char name[24];
    snprintf(name, sizeof name, "%lld", number);
    if (!t->questions) t->questions = json_object();
    json_object_set(t->questions, name, line);
}

static void read_question(void *who, long long number, const char *text, size_t length) {
    json_t *line = json_loadb(text, length, 0, NULL);
    if (line) note_question(who, number, line);
    json_decref(line);
}

static void drop_picture(sq_hall_table *t, int i) {
    free(t->picture[i].jpeg);
    t->pictures--;
    memmove(&t->picture[i], &t->picture[i + 1], (size_t)(t->pictures - i) * sizeof *t->picture);
}

static void drop_pictures(sq_hall_table *t) {
    while (t->pictures)
        drop_picture(t, 0);
}

/* Nothing is known of its game: what it sends of one changes nothing until it announces it again. */
static bool know_nothing(sq_hall_table *t) {
    t->game[0] = 0;
    t->unread = true;
    return false;
}

/* The copy of this game, as far as it is stored. False: the game is another table's, or what is stored cannot
 * be read now. */
static bool take_up(sq_hall_table *t, const char *game, sq_hall_store *store) {
    sq_stored_game stored;
    bool same = !strcmp(game, t->game);
    if (!sq_hall_store_game(store, game, &stored)) return know_nothing(t);
    if (*stored.table && strcmp(stored.table, t->name) != 0) return false;
    drop_pictures(t);
    if (game != t->game) snprintf(t->game, sizeof t->game, "%s", game);
    if (!same || *stored.begun) memcpy(t->begun, stored.begun, sizeof t->begun);
    t->seq = stored.seq;
    t->number = stored.number;
    t->n = t->held_count = 0;
    t->newest = 0;
    t->source.known = false;
    t->ill[0] = 0;
    sq_record_hash_reset(t->hash);
    bool well = sq_hall_store_lines(store, t->game, t->number, read_line, t);
    if (t->n) read_held(t, store);
    for (int i = 0; i < SQ_TABLE_TOPICS; i++) {
        json_decref(t->item[i]);
        t->item[i] = NULL;
        t->item_seq[i] = 0;
    }
    json_decref(t->last);
    json_decref(t->questions);
    t->last = t->questions = NULL;
    well = well && sq_hall_store_questions(store, t->game, read_question, t);
    return well || know_nothing(t);
}

/* What the store keeps of the copy. A table of an earlier version does not tell when the game began: then it
 * is when the hall first heard of it. */
static void put_game(sq_hall_table *t, sq_hall_store *store) {
    sq_stored_game stored = {.seq = t->seq, .number = t->number};
    time_t now = time(NULL);
    if (!*t->begun) strftime(t->begun, sizeof t->begun, INSTANT, gmtime(&now));
    snprintf(stored.table, sizeof stored.table, "%s", t->name);
    memcpy(stored.begun, t->begun, sizeof stored.begun);
    sq_hall_store_put_game(store, t->game, &stored);
}

/* When the game began, by the table's clock. */
static void take_begun(sq_hall_table *t, const json_t *o) {
    struct tm is = {0};
    const char *begun = json_string_value(json_object_get(o, "begun")),
               *end = begun ? strptime(begun, INSTANT, &is) : NULL;
    if (end && !*end) strftime(t->begun, sizeof t->begun, INSTANT, &is);
}

bool sq_hall_table_begin(sq_hall_table *t, const char *name, const sq_stored_table *stored,
                         sq_hall_store *store) {
    *t = (sq_hall_table){.number = 1, .hash = sq_record_hash_new()};
    snprintf(t->name, sizeof t->name, "%s", name);
    if (!t->hash) return false;
    if (stored) take_up(t, stored->game, store);
    if (stored) t->birth = stored->birth;
    t->owes = t->again = stored && *t->game;
    t->fresh = true;
    return true;
}

void sq_hall_table_free(sq_hall_table *t) {
    drop_pictures(t);
    for (int i = 0; i < SQ_TABLE_TOPICS; i++)
        json_decref(t->item[i]);
    json_decref(t->last);
    json_decref(t->questions);
    sq_record_hash_free(t->hash);
}

void sq_hall_table_read_back(sq_hall_table *t, sq_hall_store *store) {
    char game[SQ_GAME_ID];
    memcpy(game, t->game, sizeof game);
    if (*game) take_up(t, game, store);
    t->owes = false;
    t->fresh = true;
    t->asked_s = 0;
}

static void ask_again(sq_hall_table *t, double now_s) {
    if (t->asked_s > 0 && now_s - t->asked_s < ASK_AGAIN_S) return;
    t->asked_s = now_s;
    t->owes = t->again = true;
}

/* The copy is not what the table has: it is made anew. */
static void begin_anew(sq_hall_table *t, sq_hall_store *store, double now_s, const char *why) {
    snprintf(t->ill, sizeof t->ill, "%s", why);
    t->fresh = true;
    sq_hall_store_forget_lines(store, t->game);
    t->seq = t->n = t->held_count = 0;
    t->number = 1;
    sq_record_hash_reset(t->hash);
    put_game(t, store);
    ask_again(t, now_s);
}

/* ---- The record ---- */

/* What a message says of the record. */
typedef struct {
    int number, first;
    const char *text, *hash;
    size_t length;
} told_record;

/* 0 where there is no such number, or it is too large. */
static int integer(const json_t *o, const char *key) {
    json_int_t n = json_integer_value(json_object_get(o, key));
    return n >= 0 && n <= INT_MAX ? (int)n : 0;
}

static bool read_record(told_record *r, const json_t *o) {
    const json_t *text = json_object_get(o, "text");
    *r = (told_record){.number = integer(o, "number"),
                       .first = integer(o, "first"),
                       .text = json_string_value(text),
                       .hash = json_string_value(json_object_get(o, "sha256")),
                       .length = json_string_length(text)};
    return r->number > 0 && r->first > 0 && r->text && r->hash && r->length && r->text[r->length - 1] == '\n';
}

/* The digest of the record with these lines. */
static bool is_equal(const sq_hall_table *t, const told_record *r, bool is_new) {
    char hash[SQ_HASH_TEXT];
    sq_record_hash *none = is_new ? sq_record_hash_new() : NULL;
    bool well = (!is_new || none) &&
                sq_record_hash_with(is_new ? none : t->hash, r->text, r->length - 1, hash) &&
                !strcmp(hash, r->hash);
    sq_record_hash_free(none);
    return well;
}

static void put_lines(sq_hall_table *t, const told_record *r, sq_hall_store *store) {
    for (const char *at = r->text, *end; *at; at = end + 1) {
        end = strchr(at, '\n');
        sq_hall_store_put_line(store, t->game, t->number, ++t->n, at, (size_t)(end - at));
    }
    sq_record_hash_line(t->hash, r->text, r->length - 1);
}

/* The next lines of a record. False: the copy is not what the table has. */
static bool take_record(sq_hall_table *t, const json_t *o, sq_hall_store *store) {
    told_record r;
    if (!read_record(&r, o)) return false;
    bool is_new = r.number == t->number + 1 && t->n > 0;
    if (r.first != (is_new ? 1 : t->n + 1) || (!is_new && r.number != t->number) || !is_equal(t, &r, is_new))
        return false;
    if (is_new) {
        sq_record_hash_reset(t->hash);
        t->number++;
        t->n = t->held_count = 0;
    }
    put_lines(t, &r, store);
    return true;
}

/* ---- Numbered lines ---- */

/* It is stored too: a hall that begins anew asks it still. */
static void take_question(sq_hall_table *t, json_t *line, sq_hall_store *store) {
    long long number = json_integer_value(json_object_get(line, "question"));
    note_question(t, number, line);
    char *text = json_dumps(line, JSON_COMPACT);
    if (text) sq_hall_store_put_question(store, t->game, number, text);
    free(text);
}

static void take_event(sq_hall_table *t, json_t *line, sq_hall_store *store) {
    const char *event = json_string_value(json_object_get(line, "event"));
    if (json_is_true(json_object_get(line, "held")))
        hold(t, integer(line, "line"), json_integer_value(json_object_get(line, "question")),
             event && !strcmp(event, "shot"));
    bool settles = json_object_get(line, "settles");
    if (settles || (event && (!strcmp(event, "amend") || !strcmp(event, "undo")))) read_held(t, store);
    json_decref(t->last);
    t->last = json_incref(line);
}

static void put_item(sq_hall_table *t, sq_table_topic kind, json_t *line, long long seq) {
    json_decref(t->item[kind]);
    t->item[kind] = json_incref(line);
    t->item_seq[kind] = seq;
    t->fresh = true;
}

/* A state's keys that a page shows, each of its kind. */
#define STATE_LIST(X)        \
    X("phase", string)       \
    X("turn", string)        \
    X("shots", number)       \
    X("await", string)       \
    X("rounds_left", number) \
    X("tiddlies", object)    \
    X("points", object)      \
    X("score", object)       \
    X("elapsed_s", number)   \
    X("limit_s", number)     \
    X("clock_runs", boolean) \
    X("t", number)           \
    X("n", number)

/* What an object of a state holds: points and counts. */
static bool is_plain(const json_t *value) {
    const char *key;
    json_t *of;
    bool well = true;
    json_object_foreach((json_t *)(uintptr_t)value, key, of) well &=
        !json_is_object(of) && !json_is_array(of);
    return well;
}

static bool is_state(const json_t *line) {
    const json_t *value;
    bool well = true;
#define X(key, kind)                    \
    value = json_object_get(line, key); \
    well &= !value || json_is_null(value) || (json_is_##kind(value) && is_plain(value));
    STATE_LIST(X)
#undef X
    return well;
}

static void take_line(sq_hall_table *t, json_t *o, sq_hall_store *store, double now_s) {
    long long seq = json_integer_value(json_object_get(o, "seq"));
    json_t *line = json_object_get(o, "line"), *record = json_object_get(o, "record");
    const char *type = json_string_value(json_object_get(line, "type"));
    if (seq != t->seq + 1 || !type) { /* repeated, or something is missing before it */
        t->passed_over++;
        if (seq > t->seq + 1) ask_again(t, now_s);
        return;
    }
    if (record && !take_record(t, record, store)) {
        if (t->left) return;
        begin_anew(t, store, now_s, "its copy differed from its record, and is made again");
        return;
    }
    t->seq = seq;
    put_game(t, store);
    if (!strcmp(type, "event")) take_event(t, line, store);
    if (!strcmp(type, "question")) take_question(t, line, store);
    if (!strcmp(type, "state") && is_state(line)) put_item(t, SQ_TABLE_STATE, line, seq);
    if (t->ill[0] && t->seq >= t->newest) t->ill[0] = 0;
    t->owes = t->fresh = true;
}

/* ---- All topics ---- */

static void take_online(sq_hall_table *t, const json_t *o, sq_hall_store *store) {
    static const char *const states[] = {"ready", "disconnected", "lost"};
    const char *game = json_string_value(json_object_get(o, "game")),
               *state = json_string_value(json_object_get(o, "state"));
    long long birth = json_integer_value(json_object_get(o, "birth"));
    bool ready = state && !strcmp(state, "ready"), known = false;
    for (size_t i = 0; state && i < sizeof states / sizeof *states; i++)
        known |= !strcmp(state, states[i]);
    /* The will of an older connection may come after the birth of a newer one. A birth comes in its time, and
     * may tell an earlier one: a table's clock was set back. The end of a connection between the two counts,
     * though its birth was not heard. */
    bool stale = !ready && birth != t->birth && (birth < t->birth || birth == t->past);
    if (!known || birth <= 0 || stale || (strcmp(game, t->game) != 0 && !take_up(t, game, store))) {
        t->passed_over++;
        return;
    }
    take_begun(t, o);
    snprintf(t->online, sizeof t->online, "%s", state);
    if (birth != t->birth && t->birth > t->past) t->past = t->birth;
    t->birth = birth;
    t->owes |= ready;
    t->fresh = true;
    sq_stored_table stored = {.birth = birth};
    memcpy(stored.game, t->game, sizeof stored.game);
    sq_hall_store_put_table(store, t->name, &stored);
}

/* A table that beats is there, whatever a will that came late says. */
static void take_health(sq_hall_table *t, const json_t *o, double now_s, bool retained) {
    const json_t *seq = json_object_get(o, "seq");
    long long newest = json_integer_value(seq);
    bool whole = json_is_number(json_object_get(o, "t")) && json_is_integer(json_object_get(o, "frames"));
    if (!json_is_integer(seq) || newest < 0 || !whole) {
        t->passed_over++;
        return;
    }
    const long long frames = json_integer_value(json_object_get(o, "frames"));
    t->newest = newest;
    t->source.stands = t->source.known && frames == t->source.frames;
    t->source.known = true;
    t->source.frames = frames;
    t->source.t = json_number_value(json_object_get(o, "t"));
    t->heard_s = now_s;
    if (!retained && (!*t->online || !strcmp(t->online, "lost")))
        snprintf(t->online, sizeof t->online, "ready");
    t->fresh = true;
    if (newest > t->seq) ask_again(t, now_s);
}

/* Whether a message is what its topic tells: of a table's last lines the one of that type, of `about` the
 * game's settings. Any other changes nothing that is shown. */
static bool is_of_topic(sq_table_topic kind, const json_t *o) {
    static const char *const types[] = {
        [SQ_TABLE_STATE] = "state", [SQ_TABLE_QUESTION] = "question", [SQ_TABLE_FAULT] = "notice"};
    if (kind == SQ_TABLE_ABOUT)
        return json_is_string(json_object_get(o, "rules")) && json_is_string(json_object_get(o, "form"));
    const json_t *line = json_object_get(o, "line");
    const char *type = json_string_value(json_object_get(line, "type"));
    if (!type || strcmp(type, types[kind]) != 0) return false;
    if (kind == SQ_TABLE_STATE) return is_state(line);
    const json_t *readings = json_object_get(line, "readings");
    return json_is_string(json_object_get(line, "text")) && (!readings || json_is_array(readings));
}

/* What only shows: the newest of its topic. One that is there already, or an older one, changes nothing. */
static void take_item(sq_hall_table *t, sq_table_topic kind, json_t *o) {
    const json_t *number = json_object_get(o, "seq");
    long long seq = json_integer_value(number);
    if (json_is_integer(number) && seq > t->item_seq[kind] && is_of_topic(kind, o))
        put_item(t, kind, kind == SQ_TABLE_ABOUT ? o : json_object_get(o, "line"), seq);
    else
        t->passed_over++;
}

/* A heartbeat of another game than the announced one, while that one beats too: two programs say that they
 * are this table. */
static void hear_twin(sq_hall_table *t, double now_s) {
    if (!*t->game || now_s - t->heard_s > SILENT_S) return;
    snprintf(t->ill, sizeof t->ill, "two programs call themselves table %s; give one of them another --table",
             t->name);
    t->fresh = true;
}

void sq_hall_table_hear(sq_hall_table *t, sq_table_topic kind, const char *bytes, size_t n,
                        sq_hall_store *store, double now_s, bool retained) {
    if (!n && (kind == SQ_TABLE_STATE || kind == SQ_TABLE_QUESTION || kind == SQ_TABLE_FAULT)) {
        json_decref(t->item[kind]);
        t->item[kind] = NULL;
        t->fresh = true;
    }
    size_t most = kind == SQ_TABLE_LINE ? SQ_MESSAGE_MOST : SQ_NEWS_MOST;
    json_t *o = n && n <= most ? json_loadb(bytes, n, JSON_REJECT_DUPLICATES, NULL) : NULL;
    const char *game = json_string_value(json_object_get(o, "game"));
    const json_t *version = json_object_get(o, "version");
    bool mine = sq_is_game_id(game) && (kind == SQ_TABLE_ONLINE || !strcmp(game, t->game));
    if (!json_is_integer(version) || json_integer_value(version) != SQ_HALL_VERSION || !mine) {
        t->passed_over += n > 0;
        if (kind == SQ_TABLE_HEALTH && !retained && sq_is_game_id(game)) hear_twin(t, now_s);
        json_decref(o);
        return;
    }
    switch (kind) {
    case SQ_TABLE_ONLINE: take_online(t, o, store); break;
    case SQ_TABLE_HEALTH: take_health(t, o, now_s, retained); break;
    case SQ_TABLE_LINE: take_line(t, o, store, now_s); break;
    case SQ_TABLE_ABOUT:
    case SQ_TABLE_STATE:
    case SQ_TABLE_QUESTION:
    case SQ_TABLE_FAULT: take_item(t, kind, o); break;
    default: break;
    }
    json_decref(o);
}

/* ---- Pictures ---- */

static bool is_asked(const sq_hall_table *t, const sq_hall_picture *p) {
    if (p->record != t->number) return false;
    for (int i = 0; i < t->held_count; i++)
        if (t->held[i].line == p->line) return true;
    return t->item[SQ_TABLE_QUESTION] && p->line == t->n + 1;
}

/* Makes room for one: the oldest of what nobody asks any more goes first. */
static void make_room(sq_hall_table *t) {
    int i = 0;
    if (t->pictures < SQ_TABLE_PICTURES) return;
    while (i < t->pictures && is_asked(t, &t->picture[i]))
        i++;
    drop_picture(t, i == t->pictures ? 0 : i);
}

void sq_hall_table_take_picture(sq_hall_table *t, const char *of, const void *bytes, size_t n, size_t most) {
    static const unsigned char jpeg[] = {0xff, 0xd8, 0xff};
    char game[SQ_GAME_ID], after;
    int record, line;
    bool well = sscanf(of, "%16[0-9a-f]/%6d-%6d%c", game, &record, &line, &after) == 3 &&
                !strcmp(game, t->game) && n > sizeof jpeg && n <= most && !memcmp(bytes, jpeg, sizeof jpeg) &&
                record > 0 && line > 0;
    unsigned char *copy = well ? malloc(n) : NULL;
    t->passed_over += !well;
    if (!copy) return;
    memcpy(copy, bytes, n);
    for (int i = t->pictures - 1; i >= 0; i--)
        if (t->picture[i].record == record && t->picture[i].line == line) drop_picture(t, i);
    make_room(t);
    t->picture[t->pictures++] = (sq_hall_picture){record, line, copy, n};
    t->fresh = true;
}

const sq_hall_picture *sq_hall_table_picture(const sq_hall_table *t, int record, int line) {
    for (int i = 0; i < t->pictures; i++)
        if (t->picture[i].record == record && t->picture[i].line == line) return &t->picture[i];
    return NULL;
}

/* ---- Games that were left ---- */

/* The number of the last of them; 0: the copy does not reach it. */
static long long take_lines(sq_hall_table *t, const json_t *o, sq_hall_store *store) {
    const json_t *lines = json_object_get(o, "lines");
    long long last =
        json_integer_value(json_object_get(json_array_get(lines, json_array_size(lines) - 1), "seq"));
    bool left = t->left;
    t->left = true;
    take_begun(t, o);
    for (size_t i = 0; i < json_array_size(lines); i++)
        take_line(t, json_array_get(lines, i), store, 0);
    t->left = left;
    return last > 0 && t->seq >= last ? last : 0;
}

/* Of a game that the table does not play now. */
static long long take_other(sq_hall_table *t, const char *game, const json_t *o, sq_hall_store *store) {
    sq_hall_table other;
    sq_stored_table stored = {.birth = 0};
    memcpy(stored.game, game, SQ_GAME_ID);
    bool well = sq_hall_table_begin(&other, t->name, &stored, store) && *other.game;
    long long last = well ? take_lines(&other, o, store) : 0;
    t->unread |= other.unread;
    sq_hall_table_free(&other);
    return last;
}

long long sq_hall_table_take_left(sq_hall_table *t, char game[SQ_GAME_ID], const char *bytes, size_t n,
                                  sq_hall_store *store) {
    json_t *o = n && n <= SQ_LEFT_MOST ? json_loadb(bytes, n, JSON_REJECT_DUPLICATES, NULL) : NULL;
    const char *id = json_string_value(json_object_get(o, "game"));
    long long last = 0;
    if (sq_is_game_id(id) && json_integer_value(json_object_get(o, "version")) == SQ_HALL_VERSION) {
        memcpy(game, id, SQ_GAME_ID);
        last = !strcmp(id, t->game) ? take_lines(t, o, store) : take_other(t, id, o, store);
    }
    t->passed_over += !last;
    json_decref(o);
    return last;
}

/* ---- At a glance ---- */

const char *sq_hall_table_online(const sq_hall_table *t, double now_s) {
    bool ready = !strcmp(t->online, "ready");
    return ready && now_s - t->heard_s > SILENT_S ? "silent" : t->online;
}

static void put(json_t *to, const char *key, json_t *value) {
    if (value) json_object_set(to, key, value);
}

/* A question as an umpire is asked: its line in the record, its text, and the answers. */
static json_t *question_of(const sq_hall_table *t, int line, const json_t *question, bool held) {
    json_t *o = json_pack("{s:i,s:b}", "line", line, "held", held), *answers = json_array();
    const json_t *readings = json_object_get(question, "readings");
    put(o, "text", json_object_get(question, "text"));
    put(o, "question", json_object_get(question, "question"));
    for (size_t i = 0; i < json_array_size(readings); i++) {
        const json_t *reading = json_array_get(readings, i);
        json_array_append_new(answers,
                              json_pack("{s:O*,s:O*}", "reading", json_object_get(reading, "reading"), "text",
                                        json_object_get(reading, "text")));
    }
    json_object_set_new(o, "answers", answers);
    if (sq_hall_table_picture(t, t->number, line)) json_object_set_new(o, "picture", json_true());
    return o;
}

/* Whether it is the line at which its question is asked: the shot's, or the first one without a shot. A pass
 * and what is set for a shot hold its question, too. */
static bool is_asked_at(const sq_hall_table *t, int i) {
    bool is_shot = t->held[i].is_shot;
    for (int k = 0; k < t->held_count; k++) {
        bool same = k != i && t->held[i].question && t->held[k].question == t->held[i].question;
        if (same && (t->held[k].is_shot != is_shot ? !is_shot : k < i)) return false;
    }
    return true;
}

/* All that an umpire is asked: the question that is open, which will get the next line, and those that are
 * held. */
static json_t *asked(const sq_hall_table *t) {
    json_t *list = json_array();
    const json_t *open = t->item[SQ_TABLE_QUESTION];
    char number[24];
    if (open) json_array_append_new(list, question_of(t, t->n + 1, open, false));
    for (int i = 0; i < t->held_count; i++) {
        if (!is_asked_at(t, i)) continue;
        snprintf(number, sizeof number, "%lld", t->held[i].question);
        json_array_append_new(list,
                              question_of(t, t->held[i].line, json_object_get(t->questions, number), true));
    }
    return list;
}

json_t *sq_hall_table_glance(const sq_hall_table *t, double now_s) {
    static const char *const keys[] = {
#define X(key, kind) key,
        STATE_LIST(X)
#undef X
    };
    json_t *o = json_pack("{s:s,s:s,s:s,s:I,s:I,s:i,s:i}", "table", t->name, "online",
                          sq_hall_table_online(t, now_s), "game", t->game, "seq", (json_int_t)t->seq,
                          "newest", (json_int_t)t->newest, "record", t->number, "lines", t->n);
    json_t *state = json_object();
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        put(state, keys[i], json_object_get(t->item[SQ_TABLE_STATE], keys[i]));
    json_object_set_new(o, "state", state);
    json_object_set_new(o, "asks", asked(t));
    if (t->source.known)
        json_object_set_new(o, "source",
                            json_pack("{s:f,s:b}", "t", t->source.t, "stands", t->source.stands));
    put(o, "about", t->item[SQ_TABLE_ABOUT]);
    put(o, "fault", json_object_get(t->item[SQ_TABLE_FAULT], "text"));
    put(o, "last", json_object_get(t->last, "text"));
    if (*t->ill) json_object_set_new(o, "ill", json_string(t->ill));
    return o;
}

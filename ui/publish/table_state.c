/* Gathers the newest lines. */
#include "ui/publish/table_state.h"

#include <string.h>

static void put(sq_table_news *n, sq_table_topic topic, json_t *line, long long seq) {
    sq_table_item *to = &n->item[topic];
    if (!line && !to->line) return;
    json_decref(to->line);
    *to = (sq_table_item){.line = json_incref(line), .seq = seq, .fresh = true};
}

static json_t *about_of(sq_table_news *n) {
    json_t *about =
        n->item[SQ_TABLE_ABOUT].line ? json_deep_copy(n->item[SQ_TABLE_ABOUT].line) : json_object();
    return about;
}

/* How the game is watched, and who plays: what is told later is added. */
static void take_about(sq_table_news *n, const sq_told_line *told) {
    static const char *const keys[] = {"squint", "rules", "form", "limit_s"};
    const json_t *details = json_object_get(told->line, "about");
    json_t *now = json_object_get(told->line, "about_now"); /* after a correction: all of it */
    if (told->type != SQ_STREAM_START && !json_is_object(details) && !now) return;
    json_t *about = about_of(n), *was = json_object_get(about, "about");
    for (size_t i = 0; told->type == SQ_STREAM_START && i < sizeof keys / sizeof *keys; i++)
        json_object_set(about, keys[i], json_object_get(told->line, keys[i]));
    if (json_is_object(details)) {
        json_t *copy = json_deep_copy(details);
        json_t *all = was ? json_incref(was) : json_object();
        json_object_update_recursive(all, copy);
        json_object_set_new(about, "about", all);
        json_decref(copy);
    }
    if (now) json_object_set(about, "about", now);
    put(n, SQ_TABLE_ABOUT, about, told->seq);
    if (told->type == SQ_STREAM_START) {
        json_decref(n->start);
        n->start = json_incref(about);
    }
    json_decref(about);
}

static bool has_fault(const sq_table_news *n, const char *kind) {
    const char *is = json_string_value(json_object_get(n->item[SQ_TABLE_FAULT].line, "kind"));
    return is && !strcmp(is, kind);
}

/* Of notices: faults stay until a rest is judged again, or their end is told; other news is no fault. */
static void take_notice(sq_table_news *n, const sq_told_line *told) {
    static const char *const faults[] = {"camera-moved", "light-gone", "blurred", "source", "picture"};
    const char *kind = json_string_value(json_object_get(told->line, "kind"));
    for (size_t i = 0; kind && i < sizeof faults / sizeof *faults; i++)
        if (!strcmp(kind, faults[i])) put(n, SQ_TABLE_FAULT, told->line, told->seq);
    bool back = kind && !strcmp(kind, "source-back") && has_fault(n, "source");
    if (back || (kind && !strcmp(kind, "rulings-go-on"))) put(n, SQ_TABLE_FAULT, NULL, told->seq);
}

/* What words have told of the last game does not hold for the next one; what was given at the start does. */
static void take_about_of_start(sq_table_news *n, long long seq) {
    if (!json_equal(n->item[SQ_TABLE_ABOUT].line, n->start)) put(n, SQ_TABLE_ABOUT, n->start, seq);
}

static void close_question(sq_table_news *n, long long seq) {
    n->question = 0;
    put(n, SQ_TABLE_QUESTION, NULL, seq);
}

static void take_position(sq_table_news *n, const sq_told_line *told) {
    put(n, SQ_TABLE_POSITION, told->line, told->seq);
    put(n, SQ_TABLE_FAULT, NULL, told->seq);
    if (n->question && !json_object_get(told->line, "open_question")) close_question(n, told->seq);
}

void sq_table_news_take(sq_table_news *n, const sq_told_line *told) {
    long long question = json_integer_value(json_object_get(told->line, "question"));
    n->newest = told->seq;
    take_about(n, told);
    switch (told->type) {
    case SQ_STREAM_STATE: put(n, SQ_TABLE_STATE, told->line, told->seq); break;
    case SQ_STREAM_POSITION: take_position(n, told); break;
    case SQ_STREAM_NOTICE: take_notice(n, told); break;
    case SQ_STREAM_QUESTION:
        n->question = question;
        put(n, SQ_TABLE_QUESTION, told->line, told->seq);
        break;
    case SQ_STREAM_PASSED_OVER:
    case SQ_STREAM_EVENT:
        if (n->question && n->question == question) close_question(n, told->seq);
        break;
    case SQ_STREAM_NEW_GAME:
        put(n, SQ_TABLE_STATE, NULL, told->seq);
        take_about_of_start(n, told->seq);
        close_question(n, told->seq);
        break;
    default: break;
    }
}

void sq_table_news_free(sq_table_news *n) {
    for (int i = 0; i < SQ_TABLE_TOPICS; i++)
        json_decref(n->item[i].line);
    json_decref(n->start);
    *n = (sq_table_news){.question = 0};
}

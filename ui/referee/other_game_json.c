/* An event is written by the record's own writer; remarks stand beside its keys. */
#include "ui/referee/other_game_json.h"

#include <math.h>
#include <stdlib.h>

#include "ui/referee/other_game_commentary.h"
#include "ui/words/commentary.h"
#include "vision/system/shortest_numbers.h"

/* Of seconds and of probabilities. */
#define SECONDS_UNIT 1e6
#define PROBABILITY_UNIT 1e3

static void put_number(json_t *o, const char *key, double v, double unit) {
    if (isfinite(v)) json_object_set_new(o, key, json_real(round(v * unit) / unit));
}

static json_t *event_json(const sq_event *e) {
    static _Thread_local char line[SQ_EVENT_LINE_MAX];
    size_t n = sq_record_write(line, sizeof line, e, NULL);
    return json_loadb(line, n, 0, NULL);
}

static json_t *words_of(const sq_told *told, int reading) {
    char *words = NULL;
    size_t n = 0;
    FILE *f = open_memstream(&words, &n);
    if (!f) return NULL;
    if (reading < 0)
        sq_told_say_sentence(f, told);
    else
        sq_commentary_reading(f, &told->reading[reading], told->before);
    fclose(f);
    json_t *text = json_string(words);
    free(words);
    return text;
}

/* The readings of a question: what each would write into the record. */
static json_t *readings_json(const sq_told *told) {
    json_t *list = json_array();
    for (int i = 0; i < told->readings; i++) {
        const sq_told_reading *r = &told->reading[i];
        json_t *o = json_object(), *events = json_array();
        put_number(o, "probability", r->probability, PROBABILITY_UNIT);
        for (int k = 0; k < r->events; k++)
            json_array_append_new(events, event_json(&r->event[k]));
        json_object_set_new(o, "events", events);
        json_array_append_new(list, o);
    }
    return list;
}

char *sq_told_line(const sq_told *told) {
    json_t *o = event_json(told->event);
    put_number(o, "seen_t", told->t, SECONDS_UNIT);
    put_number(o, "before_t", told->before_t, SECONDS_UNIT);
    put_number(o, "probability", told->probability, PROBABILITY_UNIT);
    if (told->question) json_object_set_new(o, "question", json_integer(told->question));
    if (told->held) json_object_set_new(o, "held", json_true());
    if (told->readings > 1 && told->answer) json_object_set_new(o, "answer", json_integer(told->answer));
    if (told->readings > 1) json_object_set_new(o, "readings", readings_json(told));
    json_object_set_new(o, "type", json_string("event"));
    json_object_set_new(o, "version", json_integer(SQ_FORMAT_VERSION));
    char *line = sq_short_numbers(json_dumps(o, JSON_COMPACT));
    json_decref(o);
    return line;
}

json_t *sq_told_json(const sq_told *told) {
    json_t *o = json_object();
    put_number(o, "t", told->t, SECONDS_UNIT);
    json_object_set_new(o, "text", words_of(told, -1));
    if (told->question) json_object_set_new(o, "question", json_integer(told->question));
    if (told->kind != SQ_TOLD_QUESTION) return o;
    json_t *list = readings_json(told);
    for (int i = 0; i < told->readings; i++)
        json_object_set_new(json_array_get(list, (size_t)i), "text", words_of(told, i));
    json_object_set_new(o, "readings", list);
    return o;
}

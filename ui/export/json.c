/* A game as one JSON object: each event as in the record, with the state after it. */
#include <jansson.h>
#include <stdlib.h>

#include "rules/other/game_registry.h"
#include "rules/record.h"
#include "ui/export/export_format.h"

/* The event as in the record, with its remarks unless an umpire has amended it since. */
static void put_event(FILE *to, const sq_export *x, const sq_export_line *l) {
    static char event[SQ_EVENT_LINE_MAX];
    size_t n = sq_record_write(event, sizeof event, l->event, l->amendment);
    const sq_remarks *r = l->of.amended ? NULL : sq_remarks_of(x->remarks, l->n);
    if (r && r->text)
        fprintf(to, "%.*s,%s", (int)n - 1, event, r->text + 1);
    else
        fwrite(event, 1, n, to);
}

static void put_line(FILE *to, const sq_export *x, const sq_export_line *l) {
    static char state[SQ_STATE_LINE_MAX];
    sq_record_write_state(state, sizeof state, l->n, sq_event_called(l->event), l->after, &l->rulings, NULL);
    fputs("\n{\"event\":", to);
    put_event(to, x, l);
    fprintf(to, ",\"open\":%s,\"state\":%s}", sq_export_doubt(x, l)->held ? "true" : "false", state);
}

/* A file's name may hold any bytes; what is no UTF-8 is left out. */
static char *quoted(const char *text) {
    json_t *s = json_string(text);
    char *out = json_dumps(s, JSON_ENCODE_ANY);
    json_decref(s);
    return out;
}

/* "about" as in the record, where anything is told. */
static void put_about(FILE *to, const sq_details *about) {
    static char line[SQ_EVENT_LINE_MAX];
    static const char begin[] = "{\"event\":\"about\",";
    sq_event e = {.kind = SQ_EVENT_ABOUT, .about = {*about}};
    size_t n = sq_record_write(line, sizeof line, &e, NULL);
    if (about->named) fprintf(to, "%.*s,", (int)(n - sizeof begin), line + sizeof begin - 1);
}

/* What was open when the referee stopped. */
static void put_end(FILE *to, const sq_export *x) {
    if (!x->remarks->end.texts) return;
    fputs("\"open_at_end\":[", to);
    for (int i = 0; i < x->remarks->end.texts; i++) {
        char *text = quoted(x->remarks->end.text[i]);
        fprintf(to, "%s%s", i ? "," : "", text ? text : "null");
        free(text);
    }
    fputs("],", to);
}

sq_code sq_export_json(FILE *to, const sq_export *x, sq_diag *d) {
    (void)d;
    char *name = quoted(x->name);
    char *heading = quoted(x->heading);
    fprintf(to, "{\"type\":\"game\",\"version\":%d,\"squint\":\"%s\",\"game\":%s,\"heading\":%s,",
            SQ_FORMAT_VERSION, SQ_VERSION, name ? name : "null", heading ? heading : "null");
    put_about(to, x->about);
    fprintf(to, "\"open_questions\":%d,", x->open_questions);
    put_end(to, x);
    fputs("\"lines\":[", to);
    free(heading);
    free(name);
    for (int i = 0; i < x->count; i++) {
        if (i) putc(',', to);
        put_line(to, x, &x->lines[i]);
    }
    fputs("\n]}\n", to);
    return SQ_OK;
}

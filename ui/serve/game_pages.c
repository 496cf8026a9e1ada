/* Which lines of the stream a page gets that comes late, and where the pages are. */
#include "ui/serve/game_pages.h"

#include <stdio.h>

/* Lines that a page which was away may catch up with; one that was away longer begins anew. Ten minutes of
 * play. */
enum { LINES = 512 };

sq_code sq_pages_prepare(sq_pages *p, sq_diag *d) {
    return sq_event_log_new(&p->log, LINES, d);
}

static const char *const names[] = {
#define X(type, name, again, what) name,
    SQ_STREAM_LIST(X)
#undef X
};

/* The name under which a line is kept: of the record every line, of questions each one as it was asked last,
 * of all else the newest. Null: it is not kept, it tells of a moment. */
static const char *name_of(sq_stream_type type, const json_t *line, char room[32]) {
    switch (type) {
    case SQ_STREAM_EVENT:
        snprintf(room, 32, "event %lld", json_integer_value(json_object_get(line, "line")));
        return room;
    case SQ_STREAM_QUESTION:
        snprintf(room, 32, "question %lld", json_integer_value(json_object_get(line, "question")));
        return room;
    case SQ_STREAM_START:
    case SQ_STREAM_STATE:
    case SQ_STREAM_POSITION:
    case SQ_STREAM_END: return names[type];
    default: return NULL;
    }
}

void sq_pages_hear(void *who, sq_stream_type type, const json_t *line, const char *text) {
    const sq_pages *p = who;
    char room[32];
    if (type == SQ_STREAM_NEW_GAME) sq_event_log_forget(p->log);
    sq_event_log_put(p->log, names[type], text, name_of(type, line, room));
}

sq_code sq_pages_open(sq_pages *p, const char *address, const char *folder, const char *record, FILE *err,
                      sq_diag *d) {
    const sq_server_settings settings = {
        .address = address, .log = p->log, .folder = folder, .record = record};
    sq_code code = sq_server_open(&p->server, &settings, d);
    if (code) return code;
    const char *url = sq_server_url(p->server);
    fprintf(err,
            "squint: the umpire's page      %s#%s\n"
            "squint: the audience's pages   %sboard   %soverlay\n"
            "squint: the umpire's code      %s\n",
            url, sq_server_code(p->server), url, url, sq_server_code(p->server));
    return SQ_OK;
}

void sq_pages_close(sq_pages *p) {
    sq_server_close(p->server);
    sq_event_log_free(p->log);
    *p = (sq_pages){0};
}

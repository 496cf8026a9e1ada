/* Walks a game's stream and its records side by side. */
#include "ui/publish/stream_and_record_reader.h"

#include <stdlib.h>
#include <string.h>

#include "ui/game/rejudge_game.h"
#include "ui/publish/tail_file.h"

struct sq_told_lines {
    const sq_game_paths *paths;
    sq_tail_file stream, record_file;
    sq_record_hash *hash;
    int game, n;  /* the record that is read, and its lines so far */
    char *record; /* what comes with `next` */
    size_t used, room;
    json_t *line;
    bool waits; /* `next` is read, and not given yet */
    sq_told_line next;
};

sq_told_lines *sq_told_lines_new(const sq_game_paths *paths) {
    sq_told_lines *l = calloc(1, sizeof *l);
    if (!l) return NULL;
    l->paths = paths;
    l->stream.file = l->record_file.file = -1;
    l->hash = sq_record_hash_new();
    if (l->hash) {
        sq_told_lines_rewind(l);
        return l;
    }
    free(l);
    return NULL;
}

static void begin_record(sq_told_lines *l, int game) {
    sq_tail_file_close(&l->record_file);
    sq_record_hash_reset(l->hash);
    l->game = game;
    l->n = 0;
    l->used = 0;
}

void sq_told_lines_rewind(sq_told_lines *l) {
    sq_tail_file_close(&l->stream);
    begin_record(l, 1);
    json_decref(l->line);
    l->line = NULL;
    l->waits = false;
}

void sq_told_lines_free(sq_told_lines *l) {
    if (!l) return;
    sq_told_lines_rewind(l);
    sq_record_hash_free(l->hash);
    free(l->record);
    free(l);
}

static sq_stream_type type_of(const json_t *line) {
    static const char *const names[] = {
#define X(type, name, again, what) name,
        SQ_STREAM_LIST(X)
#undef X
    };
    const char *name = json_string_value(json_object_get(line, "type"));
    int i = 0;
    while (name && i < SQ_STREAM_TYPES && strcmp(names[i], name) != 0)
        i++;
    return name ? (sq_stream_type)i : SQ_STREAM_TYPES;
}

/* The stream's own next line. */
static bool read_stream(sq_told_lines *l) {
    size_t length = 0;
    if (l->stream.file < 0 && !sq_tail_file_open(&l->stream, l->paths->stream)) return false;
    const char *text = sq_tail_file_next(&l->stream, &length);
    if (!text) return false;
    json_decref(l->line);
    l->line = json_loadb(text, length, 0, NULL);
    l->next = (sq_told_line){.text = text, .length = length, .line = l->line, .type = type_of(l->line)};
    l->next.seq = json_integer_value(json_object_get(l->line, "seq"));
    if (l->next.type == SQ_STREAM_NEW_GAME) begin_record(l, l->game + 1);
    return true;
}

static bool add(sq_told_lines *l, const char *line, size_t length) {
    if (l->used + length + 2 > l->room) {
        size_t room = 2 * (l->used + length) + 1024;
        char *more = realloc(l->record, room);
        if (!more) return false;
        l->record = more;
        l->room = room;
    }
    memcpy(l->record + l->used, line, length);
    memcpy(l->record + l->used + length, "\n", 2);
    l->used += length + 1;
    return true;
}

/* The record up to the line that an event tells of. The record is written first; where a full disk holds it
 * back, the event waits. */
static bool read_record(sq_told_lines *l) {
    sq_told_line *t = &l->next;
    char path[PATH_MAX];
    int wanted = (int)json_integer_value(json_object_get(t->line, "line"));
    sq_game_record(path, l->paths, l->game);
    if (l->record_file.file < 0 && !sq_tail_file_open(&l->record_file, path)) return false;
    while (l->n < wanted) {
        size_t length;
        const char *line = sq_tail_file_next(&l->record_file, &length);
        if (!line || !add(l, line, length)) return false;
        sq_record_hash_line(l->hash, line, length);
        l->n++;
    }
    t->game = l->game;
    t->last = l->n;
    for (size_t i = 0; i < l->used; i++)
        t->first += l->record[i] == '\n';
    t->first = t->last - t->first + 1;
    t->record = l->used ? l->record : NULL;
    sq_record_hash_text(l->hash, t->hash);
    l->used = 0;
    return true;
}

bool sq_told_lines_next(sq_told_lines *l, long long upto, sq_told_line *out) {
    if (upto < 1) return false; /* whoever writes has not opened the stream: its end may be torn */
    if (!l->waits && !read_stream(l)) return false;
    l->waits = l->next.seq > upto || (l->next.type == SQ_STREAM_EVENT && !read_record(l));
    *out = l->next;
    return !l->waits;
}

/* A game's numbered lines in order, read from its folder while it is played: each line of the event stream
 * (stream.jsonl), and with an event its line of the record (game.jsonl), byte for byte. The files are the
 * queue: nothing is kept in memory. */
#ifndef SQ_UI_PUBLISH_STREAM_AND_RECORD_READER_H
#define SQ_UI_PUBLISH_STREAM_AND_RECORD_READER_H

#include <jansson.h>

#include "ui/game/game_folder.h"
#include "ui/publish/record_hash.h"
#include "ui/stream/event_stream.h"

typedef struct {
    long long seq;
    sq_stream_type type; /* SQ_STREAM_TYPES: a type that this version does not know */
    const char *text;    /* of the stream, without its end; valid until the next call */
    size_t length;
    json_t *line;       /* the same as an object; the reader owns it; valid until the next call */
    int game;           /* of an event: the number of the record in the folder */
    int first, last;    /* the lines of the record that come with this event: its own, and earlier ones that
                           came with no event */
    const char *record; /* their bytes, with their ends; null: it is no event, or its line came before */
    char hash[SQ_HASH_TEXT]; /* of the record up to and with these */
} sq_told_line;

typedef struct sq_told_lines sq_told_lines;

/* The paths must outlive it. Null where memory runs out. The caller frees; null is allowed. */
sq_told_lines *sq_told_lines_new(const sq_game_paths *paths);
void sq_told_lines_free(sq_told_lines *l);

/* The next line, if its number is at most `upto`, since later ones may not be on the disk yet. False: there
 * is none yet. */
bool sq_told_lines_next(sq_told_lines *l, long long upto, sq_told_line *out);

/* Begins anew with line 1. */
void sq_told_lines_rewind(sq_told_lines *l);

#endif

/* The lines of the event stream as JSON: the umpire's reports, the places of the winks, start and end.
 * docs/PROTOCOL.md describes their keys. Each object is new; sq_stream_put frees it. Null where memory runs
 * out. */
#ifndef SQ_UI_STREAM_STREAM_LINES_H
#define SQ_UI_STREAM_STREAM_LINES_H

#include "ui/game/game_writer.h"
#include "ui/stream/event_stream.h"
#include "ui/words/commentary.h"

/* What a notice is about: kind, name in the stream. */
#define SQ_NOTICE_LIST(X)                                                  \
    X(SQ_NOTICE_CAMERA_MOVED, "camera-moved")                              \
    X(SQ_NOTICE_LIGHT_GONE, "light-gone")                                  \
    X(SQ_NOTICE_BLURRED, "blurred")                                        \
    X(SQ_NOTICE_RULINGS_GO_ON, "rulings-go-on")                            \
    X(SQ_NOTICE_CAMERA, "camera") /* other news of it */                   \
    X(SQ_NOTICE_FRAMES_MISSING, "frames-missing")                          \
    X(SQ_NOTICE_PICTURE, "picture") /* it cannot be judged */              \
    X(SQ_NOTICE_QUALITY, "quality") /* noisy, dark, blurred, compressed */ \
    X(SQ_NOTICE_COLOURS, "colours") /* they are too close */               \
    X(SQ_NOTICE_COLOURS_APART, "colours-apart")                            \
    X(SQ_NOTICE_SOURCE, "source") /* broken off, unreadable, back again */ \
    X(SQ_NOTICE_FILES, "files")   /* evidence, film: cannot be kept */     \
    X(SQ_NOTICE_FILES_KEPT, "files-kept")                                  \
    X(SQ_NOTICE_GAME, "game") /* how it was joined */

typedef enum {
#define X(kind, name) kind,
    SQ_NOTICE_LIST(X)
#undef X
        SQ_NOTICES
} sq_notice;

/* A sentence for people, and the time on the source's clock, seconds. */
json_t *sq_stream_notice(sq_notice kind, const char *sentence, double t);

/* How a game is watched. */
json_t *sq_stream_start(const char *source, const sq_event_game *game, bool goes_on);

/* How far the referee acts by itself: each kind of event with its mode. */
json_t *sq_stream_automation(const sq_automation *a);

/* A line of the record, and the state line after it. words: what was done, in sentences; null: none. */
json_t *sq_stream_event(const char *line, size_t length, int n, const char *words);
json_t *sq_stream_state(const char *line, size_t length);

/* A line of rests.jsonl; open_question: the number of the open question, or 0. */
json_t *sq_stream_position(const char *line, int open_question);

/* Reports of the umpire other than events: the type of the line (SQ_STREAM_TYPES for an event, which has
 * lines of its own), and the line. */
sq_stream_type sq_stream_type_of(sq_said_kind kind);
json_t *sq_stream_said(const sq_said *said);

/* How it ended. */
json_t *sq_stream_end(const sq_ending *e, const sq_state *s);

#endif

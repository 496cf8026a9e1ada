/* The lines of the event stream: what the umpire says, where the winks lie, how it began and ended, as JSON.
 * docs/PROTOCOL.md describes their keys. Each object is new; sq_stream_put frees it. Null where memory is
 * out. */
#ifndef SQ_UI_STREAM_STREAM_LINES_H
#define SQ_UI_STREAM_STREAM_LINES_H

#include "ui/game/game_writer.h"
#include "ui/stream/event_stream.h"
#include "ui/words/commentary.h"

/* kind, its name in the stream; what a notice is about */
#define SQ_NOTICE_LIST(X)                                                       \
    X(SQ_NOTICE_CAMERA_MOVED, "camera-moved")                                   \
    X(SQ_NOTICE_LIGHT_GONE, "light-gone")                                       \
    X(SQ_NOTICE_BLURRED, "blurred")                                             \
    X(SQ_NOTICE_RULINGS_GO_ON, "rulings-go-on")                                 \
    X(SQ_NOTICE_CAMERA, "camera") /* other news of it */                        \
    X(SQ_NOTICE_FRAMES_MISSING, "frames-missing")                               \
    X(SQ_NOTICE_PICTURE, "picture") /* it cannot be judged */                   \
    X(SQ_NOTICE_QUALITY, "quality") /* it is noisy, dark, soft, packed */       \
    X(SQ_NOTICE_COLOURS, "colours") /* they are too close */                    \
    X(SQ_NOTICE_SOURCE, "source")   /* it broke off, cannot be read, is back */ \
    X(SQ_NOTICE_FILES, "files")     /* evidence, film */                        \
    X(SQ_NOTICE_GAME, "game")       /* how it was taken up */

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

/* A line of the record, and the state line after it. words: what was done; null: none. */
json_t *sq_stream_event(const char *line, size_t length, int n, const char *words);
json_t *sq_stream_state(const char *line, size_t length);

/* A line of rests.jsonl; open_question: the number of the one that is open, or 0. */
json_t *sq_stream_position(const char *line, int open_question);

/* What the umpire says beside events. Its type; SQ_STREAM_TYPES for an event, which has lines of its own. */
sq_stream_type sq_stream_type_of(sq_said_kind kind);
json_t *sq_stream_said(const sq_said *said);

/* How it ended. */
json_t *sq_stream_end(const sq_ending *e, const sq_state *s);

#endif

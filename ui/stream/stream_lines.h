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
    X(SQ_NOTICE_SOURCE, "source") /* broken off, unreadable */             \
    X(SQ_NOTICE_SOURCE_BACK, "source-back")                                \
    X(SQ_NOTICE_FILES, "files") /* one cannot be written */                \
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

/* What a game writes beside the stream: kind, name in the stream, what is told when it can be written again
 * (null: whoever writes it tells so itself, or it cannot be). */
#define SQ_KEPT_FILE_LIST(X)                                                     \
    X(SQ_KEPT_RECORD, "record", NULL)                                            \
    X(SQ_KEPT_SESSION, "session", "the settings of the game are written again")  \
    X(SQ_KEPT_CAMERA, "camera", "the file of the camera is written again")       \
    X(SQ_KEPT_EVIDENCE, "evidence", "the evidence is kept again")                \
    X(SQ_KEPT_PICTURES, "pictures", "the pictures of rulings are written again") \
    X(SQ_KEPT_FILM, "film", NULL)                                                \
    X(SQ_KEPT_VIDEO, "video", NULL)

typedef enum {
#define X(file, name, again) file,
    SQ_KEPT_FILE_LIST(X)
#undef X
        SQ_KEPT_FILES
} sq_kept_file;

/* What is told when it can be written again, or null. */
const char *sq_kept_again(sq_kept_file file);

/* A notice that a file cannot be written, or (kept) that it is. */
json_t *sq_stream_notice_of_file(sq_kept_file file, bool kept, const char *sentence, double t);

/* How a game is watched. */
json_t *sq_stream_start(const char *source, const sq_event_game *game, bool goes_on);

/* How far the referee acts by itself: each kind of event with its mode. */
json_t *sq_stream_automation(const sq_automation *a);

/* A line of the record, and the state line after it. words: what was done, in sentences; null: none. */
json_t *sq_stream_event(const char *line, size_t length, int n, const char *words);
json_t *sq_stream_state(const char *line, size_t length);

/* Puts into the event line of g's last line what an undo would now take back; and if the line acts on others,
 * which lines of the game do not stand as they were given, and who plays, and where, as it stands now. */
void sq_stream_put_standing(json_t *event, const sq_game *g);

/* A line of rests.jsonl; open_question: the number of the open question, or 0. */
json_t *sq_stream_position(const char *line, int open_question);

/* Reports of the umpire other than events: the type of the line (SQ_STREAM_TYPES for an event, which has
 * lines of its own), and the line. */
sq_stream_type sq_stream_type_of(sq_said_kind kind);
json_t *sq_stream_said(const sq_said *said);

/* How it ended. */
json_t *sq_stream_end(const sq_ending *e, const sq_state *s);

#endif

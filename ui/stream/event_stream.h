/* The event stream of a game, for other programs: a scoreboard, a page on a phone, a hall. One JSON object a
 * line, each with its type, the format's version, and a number. docs/PROTOCOL.md describes every line.
 *
 *   {"type":"state","version":1,"seq":12, ...}
 *
 * The numbers begin with 1 and have no gaps. A number never changes its meaning: a line is in the game's file
 * before anybody gets it, and a game that goes on after a break goes on with the next number. On a full disk
 * alone a line is told that waits in memory; if the program is killed then, its number is used again. A
 * listener that was disconnected asks for the lines after the last one that it has. A heartbeat has no number
 * of its own: its seq is that of the last line.
 *
 * Lines may be put from any thread. */
#ifndef SQ_UI_STREAM_EVENT_STREAM_H
#define SQ_UI_STREAM_EVENT_STREAM_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

#include "vision/system/failure.h"

/* type, name, whether it follows from what was seen (so that a game that is watched again produces it again),
 * what it says */
#define SQ_STREAM_LIST(X)                                                                          \
    X(SQ_STREAM_START, "start", false, "squint begins to watch, or goes on")                       \
    X(SQ_STREAM_AUTOMATION, "automation", false, "how far the referee acts by itself")             \
    X(SQ_STREAM_EVENT, "event", true, "a line of the record")                                      \
    X(SQ_STREAM_STATE, "state", true, "the game after it")                                         \
    X(SQ_STREAM_POSITION, "position", true, "where the winks lie at a rest")                       \
    X(SQ_STREAM_QUESTION, "question", true, "what happened is not certain")                        \
    X(SQ_STREAM_PASSED_OVER, "passed-over", true, "a question without an event stays open")        \
    X(SQ_STREAM_REFUSED, "refused", true, "what was seen is not allowed by the rules")             \
    X(SQ_STREAM_SQUIDGED, "squidged", true, "a wink of the squidge-off is played")                 \
    X(SQ_STREAM_BY_HAND, "by-hand", true, "winks are moved by hand")                               \
    X(SQ_STREAM_UNSEEN, "unseen", true, "nothing was played, but winks are out of sight")          \
    X(SQ_STREAM_WAIT, "wait", true, "something lies over winks, or they are still being laid out") \
    X(SQ_STREAM_NEW_GAME, "new-game", true, "the record of another game begins")                   \
    X(SQ_STREAM_NOTICE, "notice", false, "camera moved, light gone, frames missing ...")           \
    X(SQ_STREAM_END, "end", false, "squint has stopped watching")                                  \
    X(SQ_STREAM_HEARTBEAT, "heartbeat", false, "squint is alive")

typedef enum {
#define X(type, name, again, what) type,
    SQ_STREAM_LIST(X)
#undef X
        SQ_STREAM_TYPES
} sq_stream_type;

/* Called for each line that has a number: for those that the file held already, and once for each new one.
 * text: the line; line: the same as an object. Runs in the thread that puts the line, and must not put
 * another. */
typedef void (*sq_stream_hear)(void *who, sq_stream_type type, const json_t *line, const char *text);

/* Seconds without a line after which a heartbeat is sent: listeners know within two of them that squint is
 * gone. */
#define SQ_HEARTBEAT_S 5.0

typedef struct {
    const char *file;    /* the game's stream.jsonl, which gets each line; null: none */
    bool goes_on;        /* the game goes on: the file holds its beginning */
    bool amends;         /* ... but is not watched again: none of its lines comes again */
    FILE *out;           /* gets each line and the heartbeats at once; null: nobody listens */
    sq_stream_hear hear; /* null: nobody */
    void *who;
    double heartbeat_s; /* SQ_HEARTBEAT_S; 0: none are sent */
} sq_stream_settings;

typedef struct sq_stream sq_stream;

/* A last line without its end is ended if it is whole JSON, else set aside (ui/game/journal.h). */
sq_code sq_stream_open(sq_stream **out, const sq_stream_settings *settings, sq_diag *d);

/* Puts a line. body: its further keys, an object, which this frees. A line that follows from what was seen
 * and is in the file already (the game goes on) is skipped. If s or body is null (no memory), nothing
 * happens. */
void sq_stream_put(sq_stream *s, sq_stream_type type, json_t *body);

/* Says how far the source is, for the heartbeat: seconds on its clock, and frames. */
void sq_stream_tick(sq_stream *s, double t, long long frames);

/* The time of the last tick. */
double sq_stream_now(sq_stream *s);

/* Closes the stream; null is allowed. Fails if lines could not be written to the file; nothing important is
 * lost, since the record has it. */
sq_code sq_stream_close(sq_stream *s, sq_diag *d);

#endif

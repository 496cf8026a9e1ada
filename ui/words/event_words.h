/* An event of a game in words, for people who follow it: what was done. Rulings say what follows from it. */
#ifndef SQ_UI_WORDS_EVENT_WORDS_H
#define SQ_UI_WORDS_EVENT_WORDS_H

#include <stdio.h>

#include "rules/game.h"

enum { SQ_EVENT_WORDS_MAX = 1024 };

/* A stream that writes sentences to `to`, and its end: what does not fit is cut, and not within a letter.
 * Null where memory runs out; `to` is "" then. */
FILE *sq_open_words(char to[SQ_EVENT_WORDS_MAX]);
void sq_close_words(FILE *f, char to[SQ_EVENT_WORDS_MAX]);

/* Writes one or two sentences. before and after: the states before and after the event. Of an undo or amend
 * only its game knows what it does: sq_line_words. Returns `to`. */
const char *sq_event_words(char to[SQ_EVENT_WORDS_MAX], const sq_event *e, const sq_state *before,
                           const sq_state *after);

/* The same of a line of a game, as it reads now; of an undo or amend also what it acts on: "Line 23 is taken
 * back: Red plays r3." Returns `to`. */
const char *sq_line_words(char to[SQ_EVENT_WORDS_MAX], const sq_game *g, const sq_game_line *l);

/* The same of the game's last line as it was given: an amend that inserts an event says so. brief: of the
 * lines that it acts on the numbers alone: "Line 23 is taken back." */
const char *sq_last_line_words(char to[SQ_EVENT_WORDS_MAX], const sq_game *g, bool brief);

/* The time played, minutes and seconds: "12:05". Returns `to`. */
enum { SQ_ELAPSED_TEXT_MAX = 24 };
const char *sq_elapsed_text(char to[SQ_ELAPSED_TEXT_MAX], const sq_state *s);

/* A time of the video, in seconds, as it is written everywhere: "0:46.9". Returns `to`. */
enum { SQ_VIDEO_TEXT_MAX = 32 };
const char *sq_video_time_text(char to[SQ_VIDEO_TEXT_MAX], double t);

/* When the event was played, in the video's time; "" if the event has no time. Returns `to`. */
const char *sq_video_text(char to[SQ_VIDEO_TEXT_MAX], const sq_event *e);
/* The same in microseconds; false if the event has no time. */
bool sq_event_time(const sq_event *e, sq_us *t);

/* The colour that did it (a shot, a pass, a nomination, a disruption); else SQ_NO_COLOUR. */
sq_colour sq_event_colour(const sq_event *e);

#endif

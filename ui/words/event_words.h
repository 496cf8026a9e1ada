/* An event of a game in words, for people who follow it: what was done. Rulings say what follows from it. */
#ifndef SQ_UI_WORDS_EVENT_WORDS_H
#define SQ_UI_WORDS_EVENT_WORDS_H

#include "rules/terms/state.h"

enum { SQ_EVENT_WORDS_MAX = 1024 };

/* Writes one or two sentences. before and after: the states before and after the event. amendment: the new
 * events of an amend; else it may be null. Returns `to`. */
const char *sq_event_words(char to[SQ_EVENT_WORDS_MAX], const sq_event *e, const sq_amendment *amendment,
                           const sq_state *before, const sq_state *after);

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

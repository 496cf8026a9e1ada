/* Writes to the event stream (ui/stream/event_stream.h) what happens in a session. */
#ifndef SQ_UI_SESSION_SESSION_STREAM_H
#define SQ_UI_SESSION_SESSION_STREAM_H

#include "ui/session/judge_thread.h"

/* A listener for the game writer: the record's lines and the rests. */
sq_game_listener sq_stream_listener(sq_judge *j);

/* Writes a report of the umpire that is not an event. */
void sq_stream_tell_said(sq_judge *j, const sq_said *said);

/* The kind of a notice of the camera monitor, from the answer of its last look and whether rulings go on. */
sq_notice sq_notice_of_camera(sq_drift_answer answer, bool judges);

#endif

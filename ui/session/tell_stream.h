/* Tells the event stream (ui/stream/event_stream.h) what happens in a session. */
#ifndef SQ_UI_SESSION_TELL_STREAM_H
#define SQ_UI_SESSION_TELL_STREAM_H

#include "ui/session/judge_thread.h"

/* Hears the game writer: the record's lines and the rests. */
sq_game_listener sq_stream_listener(sq_judge *j);

/* What the umpire says beside events. */
void sq_stream_tell_said(sq_judge *j, const sq_said *said);

/* What a sentence of the camera monitor is about: its last look's answer, and whether rulings go on. */
sq_notice sq_notice_of_camera(sq_drift_answer answer, bool judges);

#endif

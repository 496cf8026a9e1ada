/* Passes on to the event stream what the game writer writes and what the umpire says. */
#include "ui/session/session_stream.h"

static void tell_line(void *who, const sq_written *w) {
    const sq_judge *j = who;
    json_t *event = sq_stream_event(w->line, w->length, w->n, w->words);
    sq_stream_put_standing(event, w->game);
    sq_stream_put(j->shared->stream, SQ_STREAM_EVENT, event);
    sq_stream_put(j->shared->stream, SQ_STREAM_STATE, sq_stream_state(w->state, w->state_length));
}

static void tell_rest(void *who, const char *line) {
    const sq_judge *j = who;
    sq_stream_put(j->shared->stream, SQ_STREAM_POSITION,
                  sq_stream_position(line, sq_umpire_open_question(j->umpire)));
}

static void tell_disk(void *who, bool is_full, const char *sentence) {
    sq_shared_file_ends(((sq_judge *)who)->shared, SQ_KEPT_RECORD, !is_full, sentence);
}

sq_game_listener sq_stream_listener(sq_judge *j) {
    bool any = j->shared->stream;
    return (sq_game_listener){any ? tell_line : NULL, any ? tell_rest : NULL, tell_disk, j};
}

void sq_stream_tell_said(sq_judge *j, const sq_said *said) {
    sq_stream_type type = sq_stream_type_of(said->kind);
    if (j->shared->stream && type != SQ_STREAM_TYPES)
        sq_stream_put(j->shared->stream, type, sq_stream_said(said));
}

sq_notice sq_notice_of_camera(sq_drift_answer answer, bool judges) {
    switch (answer) {
    case SQ_DRIFT_DARK: return SQ_NOTICE_LIGHT_GONE;
    case SQ_DRIFT_BLURRED: return SQ_NOTICE_BLURRED;
    case SQ_DRIFT_NO: return judges ? SQ_NOTICE_RULINGS_GO_ON : SQ_NOTICE_CAMERA;
    default: return SQ_NOTICE_CAMERA_MOVED;
    }
}

/* The inside of a session: what its two threads work on, and the three files that do.
 *
 *   session.c         opens, runs, closes
 *   watch_thread.c   the watching thread
 *   judge_thread.c   the judging thread */
#ifndef SQ_UI_SESSION_SESSION_STATE_H
#define SQ_UI_SESSION_SESSION_STATE_H

#include "calib/camera_monitor.h"
#include "ui/draw/annotated_video.h"
#include "ui/draw/ruling_pictures.h"
#include "ui/game/evidence.h"
#include "ui/game/observations.h"
#include "ui/session/fault_once.h"
#include "ui/session/frame_gaps.h"
#include "ui/session/frame_ring.h"
#include "ui/session/live_report.h"
#include "ui/session/progress.h"
#include "ui/session/session.h"
#include "vision/capture/stream_recorder.h"
#include "vision/change/change_detector.h"
#include "vision/change/rest_detector.h"
#include "vision/sight.h"

typedef struct {
    const sq_session_settings *set;
    sq_session_result *result;

    /* The watching thread's. */
    sq_capture *capture;
    sq_rest_detector *still;
    sq_frame spare; /* the newest frame of this rest that may get the second look */
    size_t spare_bytes;
    sq_frame_tag spare_tag;
    bool second_due;
    int rest;
    int cameraless; /* pictures for which there was no camera */
    double t_left;  /* when the last rest ended */
    sq_frame_gaps gaps;
    double gap_s;  /* without a picture since then */
    double came_s; /* when the frame in hand came, on our own clock */
    sq_annotate *annotate;
    bool resting;
    sq_live live;
    sq_recorder *film;
    double t_begun; /* of a live game that goes on: behind all that was judged before */
    sq_progress progress;

    /* Found by the watching thread before the first frame goes into the ring. */
    sq_camera camera, found;
    bool has_camera, ever_camera; /* for frames of the size in hand; for any */
    sq_fault_once camera_fault;
    double camera_rms_px;
    sq_diag camera_diag;

    sq_frame_ring *ring;

    /* The judging thread's; the watching one looks only while the ring is drained. */
    sq_start_position from;
    sq_camera_monitor *vigil;
    bool colours_told;
    sq_sight *sight;
    sq_change_detector *change;
    sq_umpire *umpire;
    sq_game_writer *scribe;
    sq_ruling_pictures *gallery;
    sq_evidence *evidence; /* each thread has its own functions of it */
    bool evidence_fails, evidence_thins;
    sq_fault_once sight_fault;
    double unseen_s; /* without a picture since the last rest that the umpire was given */
    const sq_ring_slot *slot;
    sq_observation look;     /* in work */
    sq_observation doubtful; /* the one that left a doubt; its rest is -1 where none did */
    sq_position position;    /* the last one kept, with names */
    int decided;             /* the last rest about which nothing is left to ask */
    sq_observations *past;   /* of an earlier run; null: none, or all are passed */
    sq_observation passing;  /* the next of them */
    bool position_valid;
    char title[SQ_TITLE_MAX];
    double title_t;
    sq_code code; /* what ended it */
    sq_diag diag;
} sq_session;

/* A sentence for people, on the scribe's err. */
void sq_session_tell(const sq_session *s, const char *sentence);

/* Watches the source to its end. */
sq_code sq_session_watch(sq_session *s, sq_diag *d);

/* Closes the film and tells what is in it; nothing where none is taken. */
void sq_session_end_recording(sq_session *s);

/* The judging thread: takes frames from the ring to its end; s->code and s->diag tell how it went. who: the
 * session. */
void *sq_session_judge(void *who);

/* Hears the umpire (sq_hear). */
sq_code sq_session_hear(void *who, const sq_said *said, sq_diag *d);

/* Gives the umpire the looks of an earlier run, as far as they reach; before the threads run. */
sq_code sq_session_replay(sq_session *s, sq_diag *d);

#endif

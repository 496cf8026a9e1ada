/* The watching thread and what it owns: from the source to the frames that are judged, the film and the
 * annotated video. session.c opens and closes its parts. */
#ifndef SQ_UI_SESSION_WATCH_THREAD_H
#define SQ_UI_SESSION_WATCH_THREAD_H

#include "calib/camera_check.h"
#include "ui/draw/annotated_video.h"
#include "ui/session/fault_once.h"
#include "ui/session/frame_gaps.h"
#include "ui/session/live_report.h"
#include "ui/session/progress.h"
#include "ui/session/shared_by_threads.h"
#include "vision/capture/stream_recorder.h"
#include "vision/change/frame_mean.h"
#include "vision/change/rest_detector.h"

typedef struct {
    sq_shared *shared;
    sq_capture *capture;
    sq_rest_detector *still;
    sq_annotate *annotate; /* null: before the first frame, or none is wanted */
    sq_recorder *film;     /* null: none is taken */
    sq_live live;
    sq_progress progress;

    /* The camera. */
    sq_camera file, found; /* as its file says, null without one; for frames of the size in hand */
    sq_camera_doubt file_doubt, found_doubt; /* what is not known of each */
    sq_mat_size file_mat;                    /* that the file was measured on */
    sq_camera_check *check;                  /* null: no file is given */
    sq_camera_checked checked;               /* how the file compared last */
    bool is_checked;                         /* the picture has confirmed the file, or replaced it */
    bool is_refused;                         /* the file is another camera's */
    int confirmed;                           /* cameras that the umpire has confirmed by a page */
    bool lacks_look;                         /* the rest in hand had no camera, and may get one: */
    double tries_s, next_try_s;              /* from one frame that is tried to the next; when that is */
    double camera_rms_px;                    /* of found; NaN where a file tells it */
    bool has_camera, ever_camera;            /* for frames of the size in hand; for any */
    double asks_s;       /* when a mat is looked for that is never at rest; 0: not yet set */
    sq_diag camera_diag; /* why there is none */
    sq_fault_once camera_fault;

    /* Rests. */
    int rest;           /* the last one's number; -1 before the first */
    bool resting;       /* the mat lies still at this moment */
    bool restless_said; /* that a part of the picture changes all the time */
    double t_left;      /* when the last rest ended */
    double t_begun;     /* of a live game that goes on: behind all that was judged before */
    double came_s;      /* when the frame in hand came, on our own clock; 0 before the first */
    sq_frame_gaps gaps;
    double gap_s; /* without a picture since the last rest ended */

    /* Its frames, where they are noisy, added up until its last look. */
    bool is_noisy;
    int mean_frames;       /* that the frame which was looked at first is the mean of */
    bool quality_due;      /* the picture's quality is to be measured at this rest */
    unsigned quality_said; /* what of it was said */
    sq_frame_mean mean;

    /* The second look. */
    bool second_due;
    sq_frame spare; /* the newest frame of this rest that may get it */
    size_t spare_bytes;
    sq_frame_tag spare_tag;

    /* How it went, as in sq_session_result. */
    int rests, unjudged, faults;
    bool stopped;
    long long frames; /* that came */
    double t_end;

    sq_judged_view view; /* the last one that it looked at */
} sq_watcher;

/* Watches the source to its end. */
sq_code sq_watcher_run(sq_watcher *w, sq_diag *d);

/* Lets a live game go on; call it before sq_watcher_run. Of the last rest that was judged: its number, when
 * all was still, and when it was looked at (seconds on the source's clock). */
void sq_watcher_go_on(sq_watcher *w, int rest, double t_rest, double t_look);

/* Closes the film and tells what is in it; nothing where none is taken. */
void sq_watcher_end_film(sq_watcher *w);

#endif

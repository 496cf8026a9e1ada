/* The watching thread and what it owns: from the source to the frames that are judged, the film and the
 * annotated video. session.c opens and closes its parts. */
#ifndef SQ_UI_SESSION_WATCH_THREAD_H
#define SQ_UI_SESSION_WATCH_THREAD_H

#include "calib/camera_file_check.h"
#include "ui/draw/annotated_video.h"
#include "ui/session/frame_gaps.h"
#include "ui/session/live_report.h"
#include "ui/session/progress.h"
#include "ui/session/report_fault_once.h"
#include "ui/session/shared_by_threads.h"
#include "vision/capture/stream_recorder.h"
#include "vision/change/frame_mean.h"
#include "vision/change/rest_detector.h"

typedef struct {
    sq_shared *shared;
    sq_capture *capture;
    sq_rest_detector *still;
    sq_annotate *annotate; /* null: before the first frame, after its end, or none is wanted */
    bool is_video_spoilt;  /* it could not be written to its end */
    sq_recorder *film;     /* null: none is taken */
    sq_diag film_fault;    /* the first of what it lacks; code SQ_OK: it lacks nothing */
    sq_live live;
    sq_progress progress;

    /* The camera. */
    sq_camera file, found; /* from the camera file, if there is one; for frames of the present size */
    sq_camera_doubt file_doubt, found_doubt; /* the uncertainty of each */
    sq_mat_size file_mat, found_mat;         /* the mat on which each was measured */
    sq_camera_check *check;                  /* null: no file is given */
    sq_camera_checked checked;               /* how the file compared last */
    bool is_checked;                         /* the picture has confirmed the file, or replaced it */
    bool is_refused;                         /* the file is another camera's */
    int confirmed;                           /* how many cameras the umpire has confirmed on a page */
    bool lacks_look;                         /* the present rest had no camera, and may still get one */
    double tries_s, next_try_s;              /* the time between two tries to find it; when the next one is */
    double camera_rms_px;                    /* of found; NaN if it comes from a file */
    bool has_camera, ever_camera; /* there is a camera for frames of this size; there ever was one */
    double asks_s;                /* when to look for a mat that is never at rest; 0: not yet set */
    sq_diag camera_diag;          /* why there is no camera */
    sq_fault_once camera_fault;

    /* Rests. */
    int rest;           /* the number of the last rest; -1 before the first */
    bool resting;       /* the mat is at rest now */
    bool restless_said; /* it was reported that a part of the picture changes all the time */
    double t_left;      /* when the last rest ended */
    double t_begun;     /* for a live game that goes on: a time after all that was judged before */
    double came_s;      /* when the present frame came, on our own clock; 0 before the first */
    sq_frame_gaps gaps;
    double gap_s;    /* seconds without a picture since the last rest ended */
    int passed_over; /* rests since the last one that was sent, for which no camera was found */
    /* Noisy frames of the present rest are averaged until its last look. */
    bool is_noisy;
    int mean_frames;       /* how many frames were averaged for the first look */
    bool quality_due;      /* the picture's quality is to be measured at this rest */
    unsigned quality_said; /* what was reported of it, as in sq_picture_quality_say */
    sq_frame_mean mean;
    /* The second look. */
    bool second_due;
    sq_frame spare; /* the newest frame of this rest, for the second look */
    size_t spare_bytes;
    sq_frame_tag spare_tag;

    /* Results, as in sq_session_result. */
    int rests, unjudged, faults;
    bool stopped;
    long long frames; /* how many came */
    double t_end;

    sq_judged_view view; /* the last one that it looked at */
} sq_watcher;

/* Watches the source to its end. */
sq_code sq_watcher_run(sq_watcher *w, sq_diag *d);

/* Continues a live game; call it before sq_watcher_run. rest, t_rest, t_look: the number of the last rest
 * that was judged, when all was still, and when it was looked at (seconds on the source's clock). away_s: the
 * game's time that has passed since then. */
void sq_watcher_go_on(sq_watcher *w, int rest, double t_rest, double t_look, double away_s);

/* Ends the video with calls, and reports where it could not be written; does nothing if there is none. */
void sq_watcher_end_video(sq_watcher *w);

/* Closes the film and reports what is in it; does nothing if there is none. */
void sq_watcher_end_film(sq_watcher *w);

#endif

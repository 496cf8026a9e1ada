/* The judging thread and what it owns: from a frame at rest to the rulings on the disk. session.c opens and
 * closes its parts. */
#ifndef SQ_UI_SESSION_JUDGE_THREAD_H
#define SQ_UI_SESSION_JUDGE_THREAD_H

#include "calib/camera_monitor.h"
#include "ui/draw/ruling_pictures.h"
#include "ui/game/looks_file.h"
#include "ui/overrule/try_umpires_word.h"
#include "ui/overrule/umpire_word_queue.h"
#include "ui/session/report_fault_once.h"
#include "ui/session/shared_by_threads.h"
#include "vision/change/change_detector.h"
#include "vision/judge_frame.h"

typedef struct {
    sq_shared *shared;
    sq_start_position from;
    sq_camera_monitor *vigil; /* null: before the first frame */
    int confirmed;            /* how many cameras the umpire had confirmed when the monitor was begun */
    sq_sight *sight;
    sq_change_detector *change;
    sq_umpire *umpire;
    sq_game_writer *scribe;
    sq_ruling_pictures *gallery; /* null: none are wanted */
    /* The present look. */
    const sq_ring_slot *slot; /* null: none; the umpire then gets earlier looks, or the end */
    sq_observation look;      /* being made */
    sq_observation doubtful;  /* the last one that left a doubt; its rest is -1 if none did */
    int decided;              /* the last rest about which nothing is left to ask; -1 before the first */
    double unseen_s;          /* seconds without a picture since the last rest that the umpire was given */
    int passed_over;          /* rests since then that could not be judged */
    /* The umpire's words. */
    sq_word_queue *words;     /* null: the game has no folder, and takes no words */
    sq_word_trial *trial;     /* of the present word */
    int given;                /* how many looks of an earlier run the umpire has been given again */
    sq_automation automation; /* from the next look on */
    /* An earlier run. */
    sq_observations *past;  /* its looks; null: there are none, or all are done */
    sq_observation passing; /* the next of them */
    /* Faults that are reported once. */
    sq_fault_once sight_fault;
    sq_fault_once soft_fault; /* the picture is blurred during a game */
    bool corners_known;       /* from the winks behind the baselines */
    bool mirror_told;         /* it was reported that the picture may be mirrored */
    bool colours_told, evidence_thins;
    sq_judged_view view; /* as it is shown next */
    sq_position ruled;   /* the position for the present ruling's picture */
    sq_frame
        asked; /* while a question is open: the frame of the last look, for the picture of a held ruling */
    size_t asked_bytes;
    sq_camera asked_camera;
    /* Results, as in sq_session_result. */
    int known, unjudged;
    sq_session_latency latency;
    sq_code code; /* what ended it */
    sq_diag diag;
} sq_judge;

/* The thread's function: takes frames from the ring to its end, and sets j->code and j->diag. who: the
 * sq_judge. */
void *sq_judge_run(void *who);

/* Takes the umpire's reports (an sq_hear). who: the sq_judge. */
sq_code sq_judge_hear(void *who, const sq_said *said, sq_diag *d);

/* Gives the umpire the looks of an earlier run again; call it before the threads run. live: the source goes
 * on at the present, and will not show them again. */
sq_code sq_judge_replay(sq_judge *j, bool live, sq_diag *d);

/* judge_hears_umpire.c: carries out the umpire's words that wait, between two looks. */
sq_code sq_judge_hear_words(sq_judge *j, sq_diag *d);
/* Repeats the words of an earlier run that came after `given` looks. */
sq_code sq_judge_repeat_words(sq_judge *j, int given, sq_diag *d);

/* Updates the shared view, if anybody uses it. */
void sq_judge_show(sq_judge *j);

#endif

/* What the two threads of a session share. Neither sees anything else of the other: the rest of the watcher
 * is in sq_watcher (ui/session/watch_thread.h), that of the judge in sq_judge (ui/session/judge_thread.h).
 *
 *   member        who                                          what keeps them apart
 *   set, erase    written before the threads run, then read    nothing: they stay as they are
 *   ring          the watcher puts, the judge takes            a lock of its own (ui/session/frame_ring.h)
 *   to_be_resumed written before the ring is closed, then read   the ring's lock
 *   evidence      each thread has functions of its own         a lock of its own (ui/game/evidence.h)
 *   stream        both put lines                               a lock of its own (ui/stream/event_stream.h)
 *   pages         both tell how the watching goes              a lock of its own (ui/pages/game_pages.h)
 *   publisher     the stream wakes it, the watcher ticks        a lock of its own (ui/publish/publisher.h)
 *   view          the judge shows, the watcher looks           lock
 *   now_s         the watcher writes, the judge reads          lock
 *   fails         each tells of its own files                  lock
 *   session.json  each keeps there what the umpire confirmed   note_lock
 *
 * Sentences for people go to set->scribe.err, one call each; stdio locks it. */
#ifndef SQ_UI_SESSION_SHARED_BY_THREADS_H
#define SQ_UI_SESSION_SHARED_BY_THREADS_H

#include <pthread.h>

#include "ui/game/evidence.h"
#include "ui/game/game_folder.h"
#include "ui/pages/game_pages.h"
#include "ui/publish/publisher.h"
#include "ui/session/frame_ring.h"
#include "ui/session/session.h"
#include "ui/stream/stream_lines.h"
#include "ui/words/ruling_lines.h"
#include "vision/position/position.h"

/* What the annotated video shows: the state after the last frame that was judged. */
typedef struct {
    bool known;           /* position and camera are valid */
    sq_position position; /* with names */
    sq_camera camera;
    sq_state state;
    sq_details about;     /* who plays, as the record says it now */
    sq_ruling_lines call; /* the last one; empty before the first */
    double call_t;        /* when it was given, on the source's clock */
} sq_judged_view;

typedef struct {
    const sq_session_settings *set;
    const char *erase; /* clears the line of progress; written before a sentence */
    sq_frame_ring *ring;
    bool to_be_resumed;      /* the source was broken off, and all is kept by which the game goes on later */
    sq_evidence *evidence;   /* null: none is kept */
    sq_stream *stream;       /* null: nobody listens */
    sq_pages *pages;         /* null: there are none */
    sq_publisher *publisher; /* null: it is not published */
    pthread_mutex_t lock;
    sq_judged_view view;       /* only for sq_shared_show and sq_shared_look */
    double now_s;              /* only for sq_shared_tick and sq_shared_now */
    bool fails[SQ_KEPT_FILES]; /* the file could not be written, which was told; only for sq_shared_file */
    pthread_mutex_t note_lock; /* only for sq_shared_keep */
} sq_shared;

/* Call it before the threads run; set and erase must outlive it. */
void sq_shared_init(sq_shared *h, const sq_session_settings *set, const char *erase);
/* Closes the ring and the evidence too; from any state after init. */
void sq_shared_close(sq_shared *h);

/* Writes a sentence for people to the scribe's err, and as a notice to the event stream; sq_shared_tell: of
 * the kind SQ_NOTICE_GAME. */
void sq_shared_tell(const sq_shared *h, const char *sentence);
void sq_shared_notice(const sq_shared *h, sq_notice kind, const char *sentence);

/* The same of a file that the game writes. fault: why it cannot be written, told once until it can be; null:
 * it is written. May be called from any thread. */
void sq_shared_file(sq_shared *h, sq_kept_file file, const char *fault);

/* A file is complete, or lacks what the sentence says. */
void sq_shared_file_ends(const sq_shared *h, sq_kept_file file, bool complete, const char *sentence);

/* Changes the note of the session (session.json in its folder): it is read, changed and written as one, so
 * that neither thread undoes what the other keeps there. SQ_E_FILE, SQ_E_FORMAT, SQ_E_MEMORY. */
sq_code sq_shared_keep(sq_shared *h, void (*change)(sq_game_note *note, const void *how), const void *how,
                       sq_diag *d);

/* The clock of a live source: the time of its newest frame; NaN if it is not live, or before the first
 * frame. */
void sq_shared_tick(sq_shared *h, double now_s);
double sq_shared_now(sq_shared *h);

/* For the judge: sets the view to a copy of this one. */
void sq_shared_show(sq_shared *h, const sq_judged_view *view);
/* For the watcher: copies the view. */
void sq_shared_look(sq_shared *h, sq_judged_view *view);

#endif

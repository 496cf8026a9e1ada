/* The session: from a source of pictures to the score.
 *
 *   the watching thread   capture → rest detector; one or two frames of each rest are copied into a ring
 *   the judging thread    camera monitor → eye → umpire → game writer (journal → console)
 *
 * On two cores decoding and judging overlap. The eye runs once for each rest, on a frame shortly after all
 * is still; a second time, on a later frame of the same rest, only if the first look leaves a doubt. The
 * umpire's words come in by a third thread, the door's, and the judge carries them out between two looks.
 * While the session runs, only the files on the disk grow, and the game itself, by some kilobytes a line. */
#ifndef SQ_UI_SESSION_SESSION_H
#define SQ_UI_SESSION_SESSION_H

#include "rules/terms/event.h"
#include "ui/game/game_writer.h"
#include "ui/publish/publisher.h"
#include "ui/session/latency.h"
#include "ui/words/commentary.h"
#include "vision/capture/capture.h"

/* What the user sets. */
typedef struct {
    const char
        *source; /* a video, a camera, or a folder of pictures, each a rest (vision/capture/capture.h) */
    const sq_capture_settings *capture; /* how the source is read; null: as it comes */
    const char *calibration;            /* a camera file; null: the camera is found from the mat itself */
    const char *from;     /* the start position of a game that is under way (ui/game/start_position_file.h);
                             null: as it is seen */
    const char *camera;   /* a file that gets the camera as it was found; null: none */
    const char *evidence; /* a folder for pictures of the rests (ui/game/evidence.h); null: none */
    long long evidence_bytes; /* the most that this folder may take */
    const char *overlays;     /* a folder for a picture of each ruling; null: none */
    const char *film; /* a Matroska file that gets a live source's frames (vision/capture/stream_recorder.h);
                         null: none */
    const char *annotated; /* a video with the calls drawn in; null: none */
    const char *stream;    /* a file that gets the event stream (ui/stream/event_stream.h); null: none. With
                              scribe.json the stream also goes to scribe.out */
    sq_event_game game;
    sq_automation automation; /* how far the referee acts by itself at first; a word may change it */
    bool hold;                /* the audience's pages hold back what is new until they are let go */
    const char *folder;       /* the game's, with the door for the umpire's words (ui/overrule/game_socket.h);
                                 null: it takes no words */
    const char *serve; /* the address of the pages (ui/serve/http_server.h); null: none. Needs `folder` and
                          `stream`.  They stay after the end of a video, until Ctrl-C */
    bool opens_page;   /* with serve: opens the umpire's page in the desktop's browser. After the end of a
                          video the session ends when no page has been open for a minute */
    const char *certificate, *key;      /* PEM files to encrypt the pages; null: not encrypted */
    const sq_publish_settings *publish; /* the hall to which the game is published; null: none. Needs `folder`
                                           and `stream` */
    bool progress;                      /* writes a line of progress on scribe.err */
    /* With scribe.goes_on the umpire first gets the observations of the earlier run again. Then the source is
     * read from its start, and what was judged before is skipped. The game ends as if there had been no
     * break. A live source goes on at the present. */
    sq_game_writer_settings scribe;
} sq_session_settings;

/* The time from the first still frame to the ruling on the disk. `video`: the part on the source's clock,
 * until the frame that was judged; `work`: the time since that frame came. Rulings that waited for a second
 * look count; held ones do not. */
typedef struct {
    sq_latency video, work;
} sq_session_latency;

/* The result. */
typedef struct {
    int known;           /* how many lines of the record were there before */
    int rests, unjudged; /* rests, and how many of them could not be judged */
    int shots, questions;
    int unrecorded; /* how many of the questions are not mentioned by any line of the record, at its end */
    bool begun;     /* there are lines, though perhaps none on the disk */
    int faults;     /* of the source: it broke off, or pictures cannot be read; or the video with calls is not
                       whole */
    bool stopped;   /* by Ctrl-C, before its end */
    bool unkept;    /* judged to the end, but not all of it could be written; sq_session_run has failed */
    bool live;      /* the source was a camera or a stream */
    double t_end;
    sq_session_latency latency;
    sq_state state;
    bool joined_late; /* the game was under way at its first rest, and no shot was seen: state says nothing */
    sq_position first; /* if joined_late: what is seen of it */
} sq_session_result;

/* The same for the last words of the game. It refers to *result. */
sq_ending sq_session_ending(const sq_session_result *result);

/* Judges the source to its end, or to Ctrl-C (ui/session/interrupt.h). Ctrl-C is the end of a live source;
 * any other can go on where it stopped. SQ_OK even if parts could not be judged: *result says so, and each
 * was reported on err. Any other code: nothing could be judged, or the record could not be written. */
sq_code sq_session_run(const sq_session_settings *settings, sq_session_result *result, sq_diag *d);

#endif

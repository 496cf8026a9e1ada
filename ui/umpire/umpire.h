/* The umpire: takes the position of one rest after another, and says what was played and what the rules make
 * of it: track → play → rules. It knows no picture, no file and no clock; who drives it
 * (ui/session/session.h) keeps the journal and the console.
 *
 *   start      winks behind their baselines begin a game; a mat in mid-game is taken as somebody tells
 *              (ui/game/start_position_file.h), or as it lies, and whoever plays first is then taken to be in
 * turn certain    an event is carried out by the rules engine and said question   asked, and held: a later
 * look may settle it (a wink that vanished is put back on the mat), and how the game goes on weighs its
 * answers. When it goes on before that, the likeliest answer is carried out and marked as held; an umpire may
 * amend it. One without an event (all was jolted) is passed over, and that is said a hand     over winks is
 * waited for */
#ifndef SQ_UI_UMPIRE_UMPIRE_H
#define SQ_UI_UMPIRE_UMPIRE_H

#include "rules/engine.h"
#include "ui/umpire/start_position.h"
#include "vision/play/explain_play.h"
#include "vision/system/diag.h"

/* kind, what is said */
#define SQ_SAID_LIST(X)                                                                      \
    X(SQ_SAID_EVENT, "an event is carried out; it belongs in the record")                    \
    X(SQ_SAID_SQUIDGED, "a wink of the squidge-off is played, the others are still to come") \
    X(SQ_SAID_BY_HAND, "winks are moved by hand")                                            \
    X(SQ_SAID_UNSEEN, "nothing was played, but winks are out of sight")                      \
    X(SQ_SAID_QUESTION, "it cannot be told what happened; held")                             \
    X(SQ_SAID_PASSED_OVER, "a question without an event is left open: the game goes on")     \
    X(SQ_SAID_WAIT, "a hand, or something like it, lies over winks")                         \
    X(SQ_SAID_REFUSED, "an event that the rules do not allow now; it is not in the record")  \
    X(SQ_SAID_NEW_GAME, "all winks are behind their baselines again: the record of another game begins")

typedef enum {
#define X(kind, text) kind,
    SQ_SAID_LIST(X)
#undef X
} sq_said_kind;

/* What is said; all of it is valid during the call alone. */
typedef struct {
    sq_said_kind kind;
    double t;                       /* of the rest, seconds on the source's clock */
    const sq_play *play;            /* its readings and doubts; null for `game` and NEW_GAME */
    const sq_play_reading *reading; /* the one that counts, of play */
    const sq_tracked *was, *is;     /* the two rests; was is null at the start */
    /* With SQ_SAID_EVENT and SQ_SAID_REFUSED; before and after, the present state, also with
     * SQ_SAID_QUESTION: */
    const sq_event *event;
    bool held;                      /* carried out though it is a question */
    double gap_s;                   /* no picture for so long before it; 0: none missing */
    int n;                          /* its line in the record */
    const sq_state *before, *after; /* alike where refused */
    const sq_rulings *rulings;
} sq_said;

/* Hears what is said; a failure (the journal cannot be written) ends the work and is passed on. */
typedef sq_code (*sq_hear)(void *who, const sq_said *said, sq_diag *d);

typedef struct {
    sq_event_game game;            /* rule set, form and limit of the games */
    const sq_start_position *from; /* where the first of them is taken up; null: as it lies. Borrowed. */
    sq_hear hear;
    void *who;
} sq_umpire_settings;

typedef struct sq_umpire sq_umpire;

sq_code sq_umpire_new(sq_umpire **out, const sq_umpire_settings *settings, sq_diag *d);
void sq_umpire_free(sq_umpire *u);

/* A look at a rest: what was seen, when the motion before it began and when all was still again. Where the
 * look leaves a doubt and `last` is false nothing is said or kept, *again is set, and another look at the
 * same rest is welcome, best merged with this one (vision/position/merge_observations.h). */
sq_code sq_umpire_look(sq_umpire *u, const sq_position *p, double t_start, double t_rest, bool last,
                       bool *again, sq_diag *d);

/* For so many seconds before the next look, or for a moment that the clock does not tell, there was no
 * picture (ui/session/frame_gaps.h). What it shows to have been played is then a question, however well one
 * shot explains it. Holds until a look is kept. */
void sq_umpire_gap(sq_umpire *u, double seconds);

/* No more rests: what is held is carried out as held. */
sq_code sq_umpire_end(sq_umpire *u, sq_diag *d);

/* A person has put one more line into the record, and the game stands so after it. May be called while
 * something is heard. */
void sq_umpire_overrule(sq_umpire *u, const sq_state *state);

const sq_state *sq_umpire_state(const sq_umpire *u);
/* The last rest that was kept, with names; null before the first. */
const sq_tracked *sq_umpire_seen(const sq_umpire *u);
/* Puts the tiddlies by the record into the position of the last rest, in place of what one look alone could
 * tell. */
void sq_umpire_count(const sq_umpire *u, sq_position *p);
/* Events that were carried out as held, and questions that were passed over. */
int sq_umpire_questions(const sq_umpire *u);

#endif

/* The umpire: takes the position of one rest after another, and says what was played and what the rules make
 * of it. It knows no picture, no file and no clock. Its caller (ui/session/session.h) keeps the journal and
 * the console.
 *
 *   start      Winks behind their baselines begin a game. A game that is under way is taken up as somebody
 *              says (ui/game/start_position_file.h), or as the mat lies. In that case whoever plays first is
 *              taken to be in turn.
 *   certain    The event is carried out by the rules engine and said.
 *   question   What is not certain is asked. A later look may answer it (a wink that vanished is put back on
 *              the mat), and the way the game goes on changes the probabilities of its answers. When the
 *              game goes on first, the likeliest answer is carried out and marked as held; a person may
 *              amend it. It is always one of those that the question listed: where the way the game goes on
 *              brings up another, the question is said again before that. A question whose answers are
 *              no events (the mat was pushed) is passed over, and the umpire says so.
 *   a hand     While something lies over winks the umpire waits.
 *   automation What is certain is asked, told or left alone where a person wants it so
 *              (ui/umpire/automation.h). */
#ifndef SQ_UI_UMPIRE_UMPIRE_H
#define SQ_UI_UMPIRE_UMPIRE_H

#include "rules/engine.h"
#include "ui/umpire/automation.h"
#include "ui/umpire/start_position.h"
#include "vision/play/explain_play.h"
#include "vision/system/failure.h"

/* kind, what is said */
#define SQ_SAID_LIST(X)                                                                      \
    X(SQ_SAID_EVENT, "an event is carried out; it belongs in the record")                    \
    X(SQ_SAID_SQUIDGED, "a wink of the squidge-off is played, the others are still to come") \
    X(SQ_SAID_BY_HAND, "winks are moved by hand")                                            \
    X(SQ_SAID_UNSEEN, "nothing was played, but winks are out of sight")                      \
    X(SQ_SAID_QUESTION, "what happened is not certain; a question")                          \
    X(SQ_SAID_PASSED_OVER, "a question without an event is left open: the game goes on")     \
    X(SQ_SAID_WAIT, "a hand, or something like it, lies over winks")                         \
    X(SQ_SAID_REFUSED, "an event that the rules do not allow now; it is not in the record")  \
    X(SQ_SAID_NEW_GAME, "all winks are behind their baselines again: the record of another game begins")

typedef enum {
#define X(kind, text) kind,
    SQ_SAID_LIST(X)
#undef X
} sq_said_kind;

/* What is said. All of it is valid only during the call. */
typedef struct {
    sq_said_kind kind;
    double t;                       /* the time of the rest, seconds on the source's clock */
    const sq_play *play;            /* its readings and doubts; null for `game` and NEW_GAME */
    const sq_play_reading *reading; /* the one of them that counts */
    const sq_tracked *was, *is;     /* the two rests; was is null at the start */
    /* With SQ_SAID_EVENT and SQ_SAID_REFUSED; before and after, the present state, also with
     * SQ_SAID_QUESTION: */
    const sq_event *event;
    const sq_amendment *amendment; /* what belongs to an amend; only by word */
    const char *game; /* the name by which commands call the game (squint answer GAME ...); null: none */
    bool by_word;     /* a person has said it (sq_umpire_word); play, reading, was and is are null */
    bool held;        /* it is carried out though it is a question */
    bool told;        /* the umpire wants to be told of it (SQ_MODE_TELL) */
    bool wished;      /* with SQ_SAID_QUESTION: it is certain, and asked because the umpire wants to be asked;
                         with SQ_SAID_PASSED_OVER: because such events are left to him (SQ_MODE_OFF) */
    int question;     /* the number, from 1, of the game's question that it asks, answers or holds; 0: none */
    const sq_state *asked; /* with held: the state in which it was asked */
    int answer;   /* where it is held: which of the answers that were listed is carried out, from 1 */
    bool again;   /* with SQ_SAID_QUESTION: asked before; the game went on, and its answers are others now.
                     With SQ_SAID_WAIT: before a game, and for long; what is missing should be said */
    double gap_s; /* seconds without a picture before it; 0: none is missing */
    int n;        /* its line in the record; with SQ_SAID_QUESTION the line that it will have */
    const sq_state *before, *after; /* equal where the event is refused */
    const sq_rulings *rulings;
} sq_said;

/* Gets what is said. A failure (the journal cannot be written) ends the work and is returned to the umpire's
 * caller. */
typedef sq_code (*sq_hear)(void *who, const sq_said *said, sq_diag *d);

typedef struct {
    sq_event_game game;            /* rule set, form and limit of the games */
    const sq_start_position *from; /* where the first of them is taken up; null: as it lies. The caller's. */
    sq_hear hear;
    void *who;
} sq_umpire_settings;

typedef struct sq_umpire sq_umpire;

/* The caller frees *out. Fails with SQ_E_MEMORY. */
sq_code sq_umpire_new(sq_umpire **out, const sq_umpire_settings *settings, sq_diag *d);
void sq_umpire_free(sq_umpire *u);

/* Gives the umpire an observation of a rest: what was seen, when the motion before it began, and when all was
 * still again (seconds). Where it leaves a doubt and `last` is false, nothing is said or kept and *again is
 * set: the caller should give another observation of the same rest, best merged with this one
 * (vision/position/merge_observations.h). */
sq_code sq_umpire_look(sq_umpire *u, const sq_position *p, double t_start, double t_rest, bool last,
                       bool *again, sq_diag *d);

/* Before the next observation there was no picture for so many seconds, or for a moment of unknown length
 * (ui/session/frame_gaps.h). What was played in it is then a question, even where one shot explains it. Holds
 * until an observation is kept. */
void sq_umpire_gap(sq_umpire *u, double seconds);

/* From the next observation on the umpire acts so far by himself. */
void sq_umpire_automate(sq_umpire *u, const sq_automation *a);

/* There are no more rests: an open question is carried out as held. */
sq_code sq_umpire_end(sq_umpire *u, sq_diag *d);

/* A person has added a line to the record, and the game stands like this after it. May be called from
 * sq_hear. */
void sq_umpire_overrule(sq_umpire *u, const sq_state *state);

/* The same between two observations, with what the person has said: the umpire then believes it. What was
 * played and is told settles an open question about it; an `answer` settles it by that reading. Any other
 * word lets the question be asked anew. Winks that look alike exchange their names where the record then fits
 * the mat better. The event is carried out already, and the game stands like this after it. */
sq_code sq_umpire_word(sq_umpire *u, const sq_event *e, const sq_state *state, sq_diag *d);

/* The open question: its answers as they were listed, the first motion before it and when all was still
 * (seconds). False where none is open. */
typedef struct {
    const sq_play_reading *answers; /* the umpire's own, valid until the next call */
    int count;
    double t_start, t_rest;
} sq_umpire_asks;
bool sq_umpire_question(const sq_umpire *u, sq_umpire_asks *out);

/* How the game stands; the umpire's own, valid until the next call. */
const sq_state *sq_umpire_state(const sq_umpire *u);
/* The last rest that was kept, with the winks' names; null before the first. The umpire's own, valid until
 * the next call. */
const sq_tracked *sq_umpire_seen(const sq_umpire *u);
/* Puts the tiddlies of the record and what is settled of its squops into the position of the last rest, in
 * place of what one observation can show. */
void sq_umpire_count(const sq_umpire *u, sq_position *p);
/* Puts into the position of said->is what the referee has settled with all that it knows: who lies over whom,
 * and the tiddlies. What the ruling leaves in doubt stays LOOK. Who is nearest to the pot is asked in the
 * squidge-off alone. */
void sq_umpire_rule_position(const sq_umpire *u, sq_position *p, const sq_said *said);
/* The same for the position of said->was, which an earlier ruling has settled. */
void sq_umpire_rule_before(const sq_umpire *u, sq_position *p, const sq_said *said);
/* The largest thing that lies over the mat, where it may hide winks before a game begins; null where nothing
 * does. */
const sq_region *sq_umpire_covers(const sq_position *p);
/* How many of a question's readings are listed as its answers: the first two, and all that are not too
 * unlikely. */
int sq_umpire_listed(const sq_play *p);
/* Whether r, the i-th reading of a question, from 0, is listed as an answer. */
bool sq_umpire_lists(int i, const sq_play_reading *r);
/* The number of the question that is open; 0: none. */
int sq_umpire_open_question(const sq_umpire *u);
/* How many events were carried out as held, refused, or passed over. */
int sq_umpire_questions(const sq_umpire *u);

#endif

/* The umpire: takes the position of one rest after another, and says what was played and what the rules make
 * of it. It knows no picture, no file and no clock. Its caller (ui/session/session.h) keeps the journal and
 * the console.
 *
 *   start      If all winks are behind their baselines, a game begins. A game that is under way is joined
 *              in the position that a person gives (ui/game/start_position_file.h), or in the one that is
 *              seen; whoever plays first is then taken to be in turn.
 *   certain    The rules engine carries out the event, and the umpire reports it.
 *   question   If it is not certain what was played, the umpire asks. A later look may answer the question
 *              (a wink that vanished is put back on the mat), and the way the game goes on changes the
 *              probabilities of the answers. If the next shot comes first, the likeliest answer is carried
 *              out and marked as held; a person may amend it. It is always one of the answers that the
 *              question listed: if another one has become likelier, the question is asked again first. The
 *              other answers are followed on: where what is seen later leaves only the one that was carried
 *              out, the next report says that it is no longer a question. A
 *              question whose answers are no events (the mat was pushed) is left open, and the umpire
 *              says so.
 *   a hand     While something lies over winks the umpire waits.
 *   automation An event that is certain is also asked, reported or left to the umpire if a person has set
 *              that (ui/umpire/automation.h). */
#ifndef SQ_UI_UMPIRE_UMPIRE_H
#define SQ_UI_UMPIRE_UMPIRE_H

#include "rules/game.h"
#include "ui/umpire/automation.h"
#include "ui/umpire/start_position.h"
#include "vision/play/explain_play.h"
#include "vision/system/failure.h"

/* The kinds of reports: kind, meaning. */
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

/* A question that was held: what has been seen since makes its line certain. */
typedef struct {
    int line, question; /* the line that was held, of a pass and a shot the shot's, and its question */
    double probability; /* that it is right, as it looks now */
} sq_late_certainty;
enum { SQ_LATE_CERTAINTIES = 8 };

/* One report. All of it is valid only during the call. */
typedef struct {
    sq_said_kind kind;
    double t;                       /* the time of the rest, seconds on the source's clock */
    const sq_play *play;            /* its readings and doubts; null for `game` and NEW_GAME */
    const sq_play_reading *reading; /* the reading that counts; null for a `set` that goes with it */
    const sq_tracked *was, *is;     /* the two rests; was is null at the start */
    /* With SQ_SAID_EVENT and SQ_SAID_REFUSED; before and after, the present state, also with
     * SQ_SAID_QUESTION: */
    const sq_event *event;
    const char *game;      /* the name by which commands call the game (squint answer GAME ...); null: none */
    bool by_word;          /* a person has said it (sq_umpire_word); play, reading, was and is are null */
    const sq_game *record; /* if by_word: the game, of which it is the last line; else null */
    bool held;             /* it is carried out although it is a question */
    bool told;             /* the umpire wants to be told of such events (SQ_MODE_TELL) */
    bool wished;           /* with SQ_SAID_QUESTION: it is certain, and asked because of SQ_MODE_ASK; with
                              SQ_SAID_PASSED_OVER: because of SQ_MODE_OFF */
    int question; /* the number, from 1, of the game's question that it asks, answers or holds; 0: none */
    const sq_state *asked; /* if held: the state in which it was asked */
    int answer;            /* if held: which of the listed answers is carried out, from 1 */
    int settled;           /* if not held and `question` is open: which of its listed answers is found to be
                              right, from 1; 0: none of them */
    bool by_sequel;        /* how the game went on has settled it; otherwise another look has */
    bool again;  /* with SQ_SAID_QUESTION: it was asked before, and now has other answers; with SQ_SAID_WAIT:
                    the start of a game has been awaited for long, and the report should say what is missing */
    int settles; /* with SQ_SAID_EVENT: how many lines that were held are certain by now */
    const sq_late_certainty *settled_late;
    double gap_s; /* seconds without a picture before it; 0: none is missing */
    int unjudged; /* rests before it whose pictures could not be judged */
    int n;        /* its line in the record; with SQ_SAID_QUESTION the line that it will have */
    const sq_state *before, *after; /* equal where the event is refused */
    const sq_rulings *rulings;
} sq_said;

/* Gets each report. A failure (the journal cannot be written) ends the work and is returned to the umpire's
 * caller. */
typedef sq_code (*sq_hear)(void *who, const sq_said *said, sq_diag *d);

typedef struct {
    sq_event_game game;            /* rule set, form and limit of the games */
    const sq_start_position *from; /* where the first of them is joined; null: as seen. The caller owns it */
    sq_hear hear;
    void *who;
} sq_umpire_settings;

typedef struct sq_umpire sq_umpire;

/* The caller frees *out. Fails with SQ_E_MEMORY. */
sq_code sq_umpire_new(sq_umpire **out, const sq_umpire_settings *settings, sq_diag *d);
void sq_umpire_free(sq_umpire *u); /* null is allowed */

/* Gives the umpire an observation of a rest: what was seen, when the motion before it began, and when all was
 * still again (seconds). If it leaves a doubt and `last` is false, nothing is reported or kept and *again is
 * set: the caller should give another observation of the same rest, best merged with this one
 * (vision/position/merge_observations.h). */
sq_code sq_umpire_look(sq_umpire *u, const sq_position *p, double t_start, double t_rest, bool last,
                       bool *again, sq_diag *d);

/* Says that before the next observation there was no picture for this many seconds, or for an unknown time
 * (ui/session/frame_gaps.h). What was played in it is then a question, even if one shot explains it. Applies
 * until an observation is kept. */
void sq_umpire_gap(sq_umpire *u, double seconds);

/* Says that before the next observation so many rests were not judged: the light was out, or somebody leant
 * over the mat. They may have hidden a shot: if more than one wink has moved, what was played is a question.
 * Applies as sq_umpire_gap does. */
void sq_umpire_unjudged(sq_umpire *u, int rests);

/* Sets the automation from the next observation on. */
void sq_umpire_automate(sq_umpire *u, const sq_automation *a);

/* There are no more rests: an open question is carried out as held. */
sq_code sq_umpire_end(sq_umpire *u, sq_diag *d);

/* A person has added a line to the record; state: how the game stands after it. May be called from
 * sq_hear. */
void sq_umpire_overrule(sq_umpire *u, const sq_state *state);

/* The same between two observations, with the event that the person has entered, which is carried out
 * already. An event that says what was played, or how the winks now lie (a `set` of the pot, the baselines or
 * the squops), settles an open question about it, and so does an `answer`, by that reading. After any other
 * event the question is asked anew. Winks that look alike exchange their names if the record then fits the
 * mat better. state: how the game stands after the event. */
sq_code sq_umpire_word(sq_umpire *u, const sq_event *e, const sq_state *state, sq_diag *d);

/* The open question: its number, its answers as they were listed, when the motion before it began, and when
 * all was still (seconds). sq_umpire_question returns false where none is open. */
typedef struct {
    const sq_play_reading *answers; /* the umpire's own, valid until the next call */
    int count;
    double t_start, t_rest;
    int number;
} sq_umpire_asks;
bool sq_umpire_question(const sq_umpire *u, sq_umpire_asks *out);

/* How the game stands; the umpire's own, valid until the next call. */
const sq_state *sq_umpire_state(const sq_umpire *u);
/* The last rest that was kept, with the winks' names; null before the first. The umpire's own, valid until
 * the next call. */
const sq_tracked *sq_umpire_seen(const sq_umpire *u);
/* The time of the look with which the umpire will compare p, seconds: the last rest that was kept, or one
 * that has waited since then to be judged. NaN before the first. */
double sq_umpire_compares_with(const sq_umpire *u, const sq_position *p);
/* Whether the look of that time is one with which later ones are compared. */
bool sq_umpire_keeps(const sq_umpire *u, double t);
/* Whether the game was under way when it was first seen, and no shot of it has been seen yet: the state does
 * not say how it stands. */
bool sq_umpire_joined_late(const sq_umpire *u);
/* Puts the tiddlies of the record and its settled squops into the position of the last rest, in place of what
 * one observation shows. */
void sq_umpire_count(const sq_umpire *u, sq_position *p);
/* Puts into p, the position of said->is, what the umpire has settled from all that it knows: which wink lies
 * over which, and the tiddlies. What the ruling leaves in doubt stays LOOK. Which wink is nearest to the pot
 * is asked only in the squidge-off. */
void sq_umpire_rule_position(const sq_umpire *u, sq_position *p, const sq_said *said);
/* The same for p, the position of said->was, which an earlier ruling has settled. */
void sq_umpire_rule_before(const sq_umpire *u, sq_position *p, const sq_said *said);
/* The largest thing that lies over the mat and may hide winks before a game begins; null if there is none. It
 * belongs to p. */
const sq_region *sq_umpire_covers(const sq_position *p);
/* How many of a question's readings are listed as its answers: the first two, and others that are not too
 * unlikely. */
int sq_umpire_listed(const sq_play *p);
/* Whether r, the i-th reading of a question, from 0, is listed as an answer. */
bool sq_umpire_lists(int i, const sq_play_reading *r);
/* The number of the question that is open; 0: none. */
int sq_umpire_open_question(const sq_umpire *u);
/* How many questions were held, and events refused or passed over. */
int sq_umpire_questions(const sq_umpire *u);

#endif

/* Explains what was played between two rests, from both of them and from what the game expects, as an event
 * of the record.
 *
 * Every story that could explain the difference gets a weight: nothing happened, this or that wink was shot,
 * a stage of the squidge-off, winks were moved by hand. The weight is the probability of everything that the
 * story needs (vision/play/play_priors.h). For example: whose turn it is counts for much but proves nothing;
 * a wink seldom leaves its baseline by itself; struck winks mostly slide a little. A story's weight divided
 * by the sum of all weights is its probability. If no reading is certain, the umpire is asked, with what is
 * in doubt and the readings in order of likelihood.
 *
 * A wink that vanished is never silently taken as potted. A pass cannot be seen: if a colour plays that is
 * not due, there are two readings, a pass before the shot and a shot out of turn. */
#ifndef SQ_VISION_PLAY_EXPLAIN_PLAY_H
#define SQ_VISION_PLAY_EXPLAIN_PLAY_H

#include "rules/terms/event.h"
#include "vision/play/track_winks.h"

/* Where hands put winks according to the rule book in use. */
typedef struct {
    double off_inset_mm; /* from the boundary to a wink that is put back (13.1 i) */
    double apart_mm;     /* the least gap between winks in a pot-out (20.1) */
} sq_play_by_hand;

/* The winks of a squidge-off that were seen in front of their baselines, one of each colour, and where each
 * came to rest. This is remembered even if some are carried back before the last one is played. */
typedef struct {
    sq_wink_set winks;
    sq_seen_wink
        lay[SQ_USUAL_COLOURS]; /* where it lay, by colour; only of colours that have a wink in `winks` */
} sq_squidged_out;

/* What the game expects, as far as it helps to explain what is seen. */
typedef struct {
    sq_phase phase;
    sq_colour turn;       /* whose shot is next; SQ_NO_COLOUR where nobody's, or where it is not known */
    sq_colour after_pass; /* whose shot would be next if the colour in turn passed; SQ_NO_COLOUR */
    bool any_colour;      /* a free shot with a nominated colour is due (22.6.1) */
    bool carrying_back;   /* the squidge-off is won and no shot has been played */
    bool foul_open;       /* the opponents are to choose; the shot is likely to be put back */
    sq_colour_set among;  /* who plays the squidge-off */
    const sq_squidged_out *squidged; /* the squidge-off so far; null: not known, or a tie is played off */
    sq_wink_set unplayed;            /* behind the baselines, by the record */
    sq_wink_set potted;              /* by the record */
    sq_squops squops;                /* by the record */
    sq_play_by_hand by_hand;
    bool wants_mm;                   /* the book asks how far from the pot the wink played has stopped */
    const struct sq_film_odds *film; /* how reliable the eye has been (eye_reliability.h), or null */
} sq_play_prior;

/* What else is known of the time between two rests. */
typedef struct {
    double t_start, t_rest;    /* the first motion, and when all was at rest again; seconds */
    sq_wink_set vanished;      /* winks that an observation in between missed, though nothing lay over them */
    const sq_tracked *earlier; /* the rest before the last shot, for a foul that is put back; may be null */
    double twice_over; /* likelihood ratio, by the length of the motion, of two actions by hand against one;
                          0: not known */
    bool veil_lasts;   /* the thing that lies over winks stays there: what it hides counts as unchanged */
} sq_play_hints;

/* The kinds of stories: number, name in remarks and JSON. */
#define SQ_PLAY_LIST(X)                                                                       \
    X(SQ_PLAY_NOTHING, "nothing")                                                             \
    X(SQ_PLAY_SHOT, "shot")                                                                   \
    X(SQ_PLAY_SQUIDGED, "squidged")       /* a stage of the squidge-off */                    \
    X(SQ_PLAY_BY_HAND, "by hand")         /* winks carried back, put back, set straight */    \
    X(SQ_PLAY_REPLACED, "replaced")       /* a foul shot is put back as it was before */      \
    X(SQ_PLAY_UNDER_WAY, "under way")     /* no squidge-off: the first shots of a game */     \
    X(SQ_PLAY_TAKEN_BACK, "taken back")   /* the last shot, by hand */                        \
    X(SQ_PLAY_WAIT, "wait")               /* a hand, or something like it, lies over winks */ \
    X(SQ_PLAY_UNEXPLAINED, "unexplained") /* more has changed than any story explains */

typedef enum {
#define X(number, name) number,
    SQ_PLAY_LIST(X)
#undef X
        SQ_PLAYS
} sq_play_kind;

/* One story, as it is reported. */
typedef struct {
    sq_play_kind kind;
    double probability;
    int naming;              /* the naming of the later rest (track_winks.h) that it belongs to */
    double also[SQ_NAMINGS]; /* the shares of its probability that other namings have in it */
    bool passed;             /* the colour that was due passed before it */
    bool unseen_pile; /* the played wink lies on or under one that is out of sight; not in the event's `over`
                       */
    bool struck;      /* the played wink has struck one other, which lay at `struck_at` */
    sq_mm struck_at;
    bool has_event;       /* there is an event: a shot, a complete squidge-off, the choice to put back */
    sq_event event;       /* its times are those of the hints */
    sq_wink_set moved;    /* winks that changed their place */
    sq_wink_set gone;     /* winks in the event's `potted` or `off` that were not seen there */
    sq_wink_set let_down; /* winks that hands have let down from the pot (25.4) and that are not seen */
} sq_play_reading;

/* kind, question to the umpire; w and o are the winks of the doubt (wink, other) */
#define SQ_DOUBT_LIST(X)                                                                      \
    X(SQ_DOUBT_OVER, "does w lie over o?")                                                    \
    X(SQ_DOUBT_UNSEEN_PILE, "does w lie on or under one that is out of sight?")               \
    X(SQ_DOUBT_MISSING, "w is out of sight and nothing lies over where it was: where is it?") \
    X(SQ_DOUBT_WHICH, "was w played, or o?")                                                  \
    X(SQ_DOUBT_TURN, "colour played and other is due: out of turn, or did other pass?")       \
    X(SQ_DOUBT_NEAREST, "is w nearest to the pot, or o?")                                     \
    X(SQ_DOUBT_OUTCOME, "what did the shot of w lead to?")                                    \
    X(SQ_DOUBT_HIDDEN, "something lies over the mat; w cannot be judged")                     \
    X(SQ_DOUBT_LEFT, "w left its baseline, too: was it played besides?")                      \
    X(SQ_DOUBT_START, "was it the squidge-off, or the first shots of a game?")                \
    X(SQ_DOUBT_TAKEN_BACK, "w lies behind its baseline again: was its shot taken back?")      \
    X(SQ_DOUBT_EARLIER, "it depends on a line of the record that was held")                   \
    X(SQ_DOUBT_UNEXPLAINED, "more moved than one shot explains")

typedef enum {
#define X(number, text) number,
    SQ_DOUBT_LIST(X)
#undef X
        SQ_DOUBTS
} sq_doubt_kind;

typedef struct {
    sq_doubt_kind kind;
    double probability;      /* that the first reading is right about it */
    sq_wink wink, other;     /* SQ_NO_WINK where there is none */
    sq_colour colour, due;   /* for SQ_DOUBT_TURN */
    double gap_mm, sigma_mm; /* for SQ_DOUBT_OVER and SQ_DOUBT_NEAREST; NaN where not measured */
    int line;                /* for SQ_DOUBT_EARLIER */
} sq_doubt;

enum { SQ_READINGS = 6, SQ_DOUBTS_CAP = 16 };

typedef struct {
    bool certain;        /* the first reading stands; else it is a question */
    double log_evidence; /* log-likelihood (nats) of the later rest given what was known before, for comparing
                            different accounts of what was before; -INFINITY: no story explains it */
    int reading_count;   /* from 1 */
    sq_play_reading reading[SQ_READINGS]; /* the likeliest first; their probabilities sum to 1 at most */
    int doubt_count;
    sq_doubt doubt[SQ_DOUBTS_CAP];
} sq_play;

/* Explains what happened between two rests. `after` was made from `before` by sq_track_next. Chooses the
 * naming of the first reading in `after`, and sets the probabilities of its squops by all that is known. */
void sq_play_explain(sq_play *out, const sq_play_prior *prior, const sq_tracked *before, sq_tracked *after,
                     const sq_play_hints *hints);

/* Another reading has come first since: chooses its naming in `after`, sets the probabilities of its squops,
 * and tells what is doubtful about it. The others as for sq_play_explain. */
void sq_play_doubt_first(sq_play *p, const sq_play_prior *prior, const sq_tracked *before, sq_tracked *after,
                         const sq_play_hints *hints);

/* Whether it is a shot that the record gets. */
static inline bool sq_play_is_shot(const sq_play_reading *r) {
    return r->has_event && r->event.kind == SQ_EVENT_SHOT;
}

/* A doubt about a wink, and another one or none (SQ_NO_WINK), without colours and measures. */
sq_doubt sq_play_doubt_of(sq_doubt_kind kind, double probability, sq_wink w, sq_wink other);

/* Whether the first reading is certain, by its probability and by the names of the winks that it moves. Never
 * certain: an unexplained change, a shot during which a wink of another colour left its baseline, and one
 * that made a pile with a wink that nobody sees. */
bool sq_play_is_certain(const sq_play *p, const sq_tracked *before);

/* For a reading in which a wink went out of sight: whether the picture supports it. That the wink is not seen
 * elsewhere is no evidence, since the eye may overlook it. A potted wink must have changed the picture of the
 * pot. For a wink that went off and is not seen beside the mat there is never support. True for all other
 * readings. after: the later rest. */
bool sq_play_picture_shows_it(const sq_play_reading *r, const sq_tracked *after,
                              const struct sq_film_odds *film);

/* Marks in t, the rest that the reading explains, the winks that are off or potted by the reading but were
 * not seen there (also winks of the squidge-off, potted if the picture of the pot shows it, else off) as off
 * or potted; winks that were let down from the pot are put at its foot. So they are expected to be put back
 * next. film: how reliable the eye has been, or null. */
void sq_play_suppose(sq_tracked *t, const sq_play_reading *r, const struct sq_film_odds *film);

/* How well a reading agrees with what is seen of its winks later, as a likelihood, mostly 1: a wink that is
 * seen on the mat was not potted, one at its old place did not go off, and one that went off is put back
 * before the next shot. played_on: there was a shot since. */
double sq_play_borne_out(const sq_play_reading *r, const sq_tracked *before, const sq_tracked *later,
                         bool played_on);

/* Its name in the JSON; constant. */
const char *sq_play_kind_name(sq_play_kind k);

#endif

/* Names the winks from rest to rest. A disc that the eye reports gets the name of its wink (`b3` stays `b3`);
 * a wink that is out of sight is remembered, with the place where it was last seen.
 *
 *     sq_tracked then, now;
 *     sq_track_start(&then, &first);            names are given
 *     sq_track_next(&now, &then, &position);    names are kept
 *
 * A naming gives each wink its disc, or none. The likeliest naming is found exactly
 * (vision/play/hungarian.h), by this model:
 *
 * - a wink mostly stays where it was, within the deviations of the two observations, with heavy tails;
 * - else it was pushed (some centimetres), or flew (anywhere), or went into the pot;
 * - a wink may be out of sight: often if something lies over its last place, else seldom;
 * - a disc may be false, or its colour or size wrong, with the probabilities that the eye gives;
 * - a wink may lie where the picture has changed and the eye recognises nothing
 *   (vision/play/change_traces.h): it is then an inferred disc; where the picture has not changed, a
 *   wink still lies as before.
 *
 * Winks of one colour and size look alike. If two of them moved, several namings may be likely: the others
 * are reported with their probabilities, and explain_play.h, which knows more, may choose another one.
 *
 * The first names: within a colour and size by growing angle of (x, y) about the centre of the mat, which is
 * from left to right for a player who looks from the corner to the pot. */
#ifndef SQ_VISION_PLAY_TRACK_WINKS_H
#define SQ_VISION_PLAY_TRACK_WINKS_H

#include "rules/terms/equipment_sizes.h"
#include "vision/geometry/mat_geometry.h"
#include "vision/position/position.h"

/* The area (mm²) in which a wink may be seen; and that of the pot. */
#define SQ_PLAYING_AREA_MM2 ((SQ_MAT_LENGTH_MM + 2 * SQ_REACH_MM) * (SQ_MAT_WIDTH_MM + 2 * SQ_REACH_MM))
#define SQ_POT_AREA_MM2 (M_PI * SQ_POT_TOP_MM * SQ_POT_TOP_MM / 4)

typedef enum {
    SQ_TRACK_UNKNOWN, /* never seen yet; `last` does not count */
    SQ_TRACK_SEEN,
    SQ_TRACK_COVERED, /* out of sight; something lies over where it was, or others lie over it in the pot */
    SQ_TRACK_MISSING, /* out of sight, and nothing lies over where it was */
} sq_track_how;

typedef struct {
    sq_track_how how;
    int index;         /* into position.winks, if it is there: seen, or inferred (under others, or where
                          nothing has changed); else -1 */
    int disc;          /* its disc by the chosen naming, if it is seen */
    bool traced;       /* only a trace shows where it lies; until it is seen */
    sq_seen_wink last; /* as it was last seen */
    double last_t;     /* when that was, seconds */
    bool away;         /* it has left the place where it was last seen; it is not known where it went */
    bool astray;       /* it was played since then, and came to rest unseen, anywhere on the mat */
    bool struck;       /* ... and struck another one, which lay at `struck_at`: it mostly stays there */
    sq_mm struck_at;
    sq_wink_set on;       /* the winks over which it lay when it was last seen */
    double changed_share; /* the share of the place where it was last seen that has changed since the rest
                          before; NaN where that is not known */
    double misnamed; /* probability that it is another wink that looks like it, by doubts at earlier rests */
    double probability; /* that `how` and `index` are right, over all namings */
} sq_tracked_wink;

/* How many namings are kept. Fewer: if the eye has taken one wink in a pile for two, the right naming is not
 * among them. And the most traces. */
enum { SQ_NAMINGS = 10, SQ_TRACES = 8 };

typedef struct {
    double probability;           /* among those reported */
    int8_t index[SQ_USUAL_WINKS]; /* into the discs that the eye reported; from seen_count on, into the
                               traces; -1: out of sight */
} sq_naming;

/* What the eye reported of a disc that has a name: the position tells what the name does. */
typedef struct {
    bool named;
    sq_colour colour;
    sq_size size;
    sq_place place;
} sq_reported;

/* How two winks may lie. */
typedef enum { SQ_PAIR_A_OVER, SQ_PAIR_B_OVER, SQ_PAIR_APART, SQ_PAIR_ANSWERS } sq_pair_answer;

/* What is known of two winks since one of them moved last (pile_orders.c). */
typedef struct {
    sq_wink a, b;                     /* a < b */
    int looks;                        /* rests at which both were in sight */
    double expected[SQ_PAIR_ANSWERS]; /* the probabilities of the answers before any look */
    double seen[SQ_PAIR_ANSWERS];     /* what the looks say of each: sums of logarithms */
} sq_pair_seen;

typedef struct {
    sq_position position; /* as the eye reported it, but named discs as their names are; and the winks that
                             are inferred */
    sq_tracked_wink wink[SQ_USUAL_WINKS];
    int seen_count;                    /* discs that the eye reported; the inferred ones come after them */
    sq_reported reported[SQ_SEEN_CAP]; /* of each of these discs, if the chosen naming names it */
    int resized_count; /* the overlaps, as the eye reported them, of discs that have another size by name */
    sq_squop resized[SQ_SEEN_CAP];
    int trace_count; /* traces: see vision/play/change_traces.h */
    sq_seen_wink trace[SQ_TRACES];
    bool trace_sighted[SQ_TRACES]; /* the eye reports a region there, something that it does not recognise */
    bool trace_upon_bare[SQ_TRACES]; /* it lies on a wink that is seen as before */
    bool trace_whole[SQ_TRACES];     /* as far as its outline tells, all of a wink shows */
    int rests_traced;                /* how many earlier rests were searched for traces */
    int traces_false[2][2]; /* the traces there that were no wink, of a part or of a whole one; first those
                               that did not lie on a wink, then those that did */
    int halos;       /* changes there and now that show how far one reaches beyond its wink's rim … */
    double halos_mm; /* … and the sum of that */
    int false_beside[SQ_USUAL_COLOURS]; /* the discs beside the mat there that were no wink */
    double pot_changed_share;           /* the share of the pot's opening that has changed; NaN: not known */
    double changed_by_itself;           /* mean share, of winks that lie as they lay; NaN: not known */
    int pair_count;                     /* pairs that touch or nearly do, by the reading that was told */
    sq_pair_seen pair[SQ_SEEN_CAP];
    double log_likelihood; /* of what the eye reported, given the rest before, over these namings; nats */
    int naming_count;      /* from 1 */
    sq_naming naming[SQ_NAMINGS]; /* the likeliest first */
} sq_tracked;

/* Names the winks of a first observation. */
void sq_track_start(sq_tracked *out, const sq_position *p);

/* The same, but takes the names (id) that the discs have already. A disc without a name gets none, and a wink
 * without a disc is unknown. No two discs may have the same name. */
void sq_track_named(sq_tracked *out, const sq_position *p);

/* Names the winks of the next observation. `out` must not be `before`. */
void sq_track_next(sq_tracked *out, const sq_tracked *before, const sq_position *p);

/* Chooses another of the namings of now. before: as it was given to sq_track_next. */
void sq_track_choose(sq_tracked *now, const sq_tracked *before, int naming);

/* Exchanges the names of two winks of one colour and size everywhere in t. */
void sq_track_exchange(sq_tracked *t, sq_wink a, sq_wink b);

/* The likelihood of one wink by the chosen naming: the density (1/mm²) of its place, given where it was, or
 * the probability that it is out of sight; without the evidence of changes in the picture. For callers that
 * know more about where it should be, and replace this factor. */
double sq_track_likelihood(const sq_tracked *now, const sq_tracked *before, sq_wink w);

/* The probability that a wink which is hidden under others overlaps another one, for the gap between its last
 * place and that one: it mostly lies there still, and was now and then pushed unseen. */
double sq_track_overlaps_hidden(double gap_mm, double sigma_mm);

/* By how many mm changes of the picture reach farther beyond the rims of winks in this film than usual: soft
 * pictures and codecs spread them. */
double sq_tracked_spread_mm(const sq_tracked *t);

/* Whether it lies in the pot or on its rim (8.1.2), as last seen. */
bool sq_tracked_potted(const sq_tracked_wink *w);

#endif

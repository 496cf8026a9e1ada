/* How sure the eye is of what it has found: which discs are winks, the probability that they lie as found,
 * and how far their places may be off. vision/README.md, section 6, states the formulas. */
#ifndef SQ_VISION_WINK_CONFIDENCE_H
#define SQ_VISION_WINK_CONFIDENCE_H

#include "vision/eye_state.h"
#include "vision/math/tunable_number.h"
#include "vision/position/squop.h"

/* The parts of the standard deviation of a place, measured on rendered and drawn scenes. FACTOR: multiplies
 * the deviation of the fit, since the errors of neighbouring pixels are alike. FLOOR (mm): shading and
 * shadow, which the fit does not model. LEFT: a shifted disc leaves a sickle as wide as the shift on either
 * side, so the unexplained area shows how large the shift may be; this factor is applied to that width. It is
 * small for a wink that lies alone, where most of that area is shadow and noise (errors of 6100 drawn winks).
 * LAPPED_LEFT, LAPPED_MM: the same factor for winks that overlap others, whose height and tilt may be wrong
 * (1900 winks), and what is added for these in any case. HIDDEN (mm): for a face that is wholly hidden, else
 * in proportion to the hidden share: unknown heights, and hidden winks below. */
SQ_NUMBER(SQ_SIGMA_FACTOR, 3.5);
SQ_NUMBER(SQ_SIGMA_LEFT, 0.2);
SQ_NUMBER(SQ_SIGMA_LAPPED_LEFT, 0.6);
SQ_NUMBER(SQ_SIGMA_LAPPED_MM, 0.1);
SQ_NUMBER(SQ_SIGMA_HIDDEN_MM, 0.50);
SQ_NUMBER(SQ_SIGMA_FLOOR_MM, 0.07);

/* The standard deviation (mm) of the place of a wink that lies wholly on another of its colour. */
SQ_NUMBER(SQ_SIGMA_ON_SAME_COLOUR_MM, 0.4);

/* The standard deviation (mm) of the place of a wink of a pile, as it is reported. */
double sq_confidence_sigma(const sq_eye_state *v, const sq_pile_wink *k);

/* Whether a disc of the pile is reported as a wink: enough of it is seen, and its colour is one of the
 * four. */
bool sq_confidence_is_wink(const sq_eye_state *v, const sq_pile_wink *k);

/* Whether enough of a disc's rim lies open, and shows no edge: then there is no wink. */
bool sq_confidence_is_refuted(const sq_pile_wink *k);

/* Whether the pile has more winks of one colour and size than a set has. Then it is no pile of winks, but
 * something of that colour (a cup, a card) that was explained by winks. Sets too_many: how many of each
 * colour are too many. */
bool sq_confidence_more_than_a_set(const sq_eye_state *v, int too_many[SQ_USUAL_COLOURS]);

/* The probability that a wink of the pile lies as it was found. */
double sq_confidence_presence(const sq_eye_state *v, const sq_pile_wink *k);

/* Sets v->likely and v->colour_seen: for each wink of the pile how likely each colour is, and the probability
 * that its colour is right although there is glare on it or a lamp has bleached it. is_bright: there is glare
 * in the cluster; its window is then read again. */
void sq_confidence_judge_colours(sq_eye_state *v, bool is_bright);

/* How much a colour weighs for a wink: how likely it is as the wink looks, and how many of that colour and
 * size the set has left. One that is taken for seen may have been something else, as seldom as that may be
 * for a call. */
static inline double sq_confidence_weight(double likely, double left) {
    return likely * (left + 1 - SQ_CALL_CERTAIN);
}

/* Names the winks of v->out whose colour is open, by how likely each is and by what the set still has. Those
 * that were named before are named anew. */
void sq_confidence_name_by_set(sq_eye_state *v);

/* Opens the orders of pairs that were drawn in two colours and have one now: how they were drawn tells
 * nothing of these. */
void sq_confidence_open_renamed(sq_eye_state *v);

/* Makes the orders in v->order less certain where it is not certain that both winks are there. */
void sq_confidence_doubt_orders(sq_eye_state *v);

#endif

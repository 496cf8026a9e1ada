/* How likely a change of one wink is, by its cause. Internal to play.
 *
 * The result is a probability for a wink that is out of sight, and a probability times a density (1/mm²) for
 * one that is seen, as in the weights of namings. So stories that give the discs different names can be
 * compared. */
#ifndef SQ_VISION_PLAY_LIKELIHOODS_H
#define SQ_VISION_PLAY_LIKELIHOODS_H

#include "vision/play/wink_change.h"

/* Wink w is played while the others lie as in `before`; 0 for a change that a shot cannot make to its own
 * wink. */
double sq_play_as_played(const sq_change *c, sq_wink w, const sq_tracked *before);

/* The probability that a played wink comes to rest on the mat, in sight. */
double sq_play_fate_mat(void);

/* The probability that a shot which stays on the mat comes to rest on another wink. */
double sq_play_lands_on_wink(void);

/* The probability that wink w, which was played and came to rest as c says, lies on or under wink u, which
 * nobody saw come to rest after it had struck another one: mostly it lies there, and players aim at it. 0 for
 * a change that is no landing on the mat, and where u may lie anywhere. before: the rest before w was
 * played. */
double sq_play_lies_upon_astray(const sq_change *c, sq_wink w, sq_wink u, const sq_tracked *before);

/* How well wink u, which is astray, may be what a region shows: 1 where it lies anywhere, or struck another
 * one there, and the less the farther from that. */
double sq_play_astray_may_be(const sq_tracked_wink *u, const sq_region *r);

/* Another wink, w, during a shot of the wink whose change is `played`; null: the cause was not seen. */
double sq_play_as_struck(const sq_change *c, sq_wink w, const sq_change *played, const sq_play_prior *prior);

/* A wink that was moved by hand. */
double sq_play_as_handled(const sq_change *c, sq_wink w, const sq_play_prior *prior);

/* A wink after somebody jolted the mat or the camera. */
double sq_play_as_jolted(const sq_change *c);

/* A wink that was off is put back where the rules want it (13.1 i). */
double sq_play_as_put_back(const sq_change *c);

/* Likelihood ratio: how many times likelier it is that this share of the pot's floor changes if a wink of
 * that size fell in than if nothing did. by_itself: the mean share that changes if nothing did; spread_mm:
 * how much farther than usual changes reach in this film (sq_tracked_spread_mm). 1 where the share is not
 * known (NaN). */
double sq_play_pot_speaks(double share, double by_itself, sq_size size, double spread_mm);

/* Nobody touched the wink: the eye had overlooked it, and sees it now. */
double sq_play_as_found(void);

/* The density (1/mm²) of a wink that may have been put anywhere. */
#define SQ_PLAY_ANYWHERE (1 / SQ_PLAYING_AREA_MM2)

#endif

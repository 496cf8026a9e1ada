/* How reliable the eye has been in this film so far: how often it overlooks a wink that lies open, by colour;
 * how often a wink comes to rest without changing the picture; how much of the pot's picture changes although
 * nothing fell in. In a good film these have the values of play_priors.h. In a dark, noisy or blurred film
 * they are larger, and stories must be weighed accordingly. They are never taken as smaller than in
 * play_priors.h: a game is too short to show that. */
#ifndef SQ_VISION_PLAY_EYE_RELIABILITY_H
#define SQ_VISION_PLAY_EYE_RELIABILITY_H

#include "vision/play/explain_play.h"

/* In how many looks something could have failed, and in how many it did. */
typedef struct {
    int looks, failed;
} sq_film_count;

/* Zero at a film's start. */
typedef struct sq_film_odds {
    sq_film_count open[SQ_USUAL_COLOURS]; /* winks that lay open and had been seen; failed: not seen */
    sq_film_count landed; /* winks that came to rest in sight; failed: without a change there */
    int pot_looks;        /* rests at which nothing had fallen into the pot */
    double pot_shares;    /* the sum of the shares of its floor that changed all the same */
} sq_film_odds;

/* Learns from the first rest of a game, at which all winks lie open: one that is not seen was overlooked. */
void sq_film_learn_start(sq_film_odds *f, const sq_tracked *first);

/* Learns from two rests and the reading of what was played between them. */
void sq_film_learn(sq_film_odds *f, const sq_tracked *before, const sq_tracked *after,
                   const sq_play_reading *r);

/* Probabilities; f may be null: nothing is known of the film. First, that the eye overlooks a wink of this
 * colour that lies open and was seen before; then, that it overlooks one that has just come to rest. */
double sq_film_missed(const sq_film_odds *f, sq_colour c);
double sq_film_missed_where_it_landed(const sq_film_odds *f, sq_colour c);
/* The probability that a wink comes to rest and the picture of the place does not change. */
double sq_film_traceless(const sq_film_odds *f);
/* The share of the pot's floor that changes on average although nothing fell in, since winks in the pot
 * glitter. */
double sq_film_pot_by_itself(const sq_film_odds *f);
/* The same at a rest: where a codec has drawn the whole picture anew, what lies as it lay has changed, and so
 * has the pot. */
double sq_film_pot_by_itself_at(const sq_film_odds *f, const sq_tracked *rest);

#endif

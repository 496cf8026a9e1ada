/* What a film has shown so far of the eye that watches it: how often a wink drops out of sight that lies
 * open, by colour; how often one comes to rest and changes nothing; how much of the pot's picture changes
 * though nothing fell in. In a good film these are as odds.h has them; in a dark, noisy or soft one they are
 * not, and stories must be weighed by what this film can show. They are never taken as smaller than in
 * odds.h: a game is too short to show it. */
#ifndef SQ_VISION_PLAY_FILM_ODDS_H
#define SQ_VISION_PLAY_FILM_ODDS_H

#include "vision/play/explain_play.h"

/* How often something could have failed, and how often it did. */
typedef struct {
    int looks, failed;
} sq_film_count;

/* Zero at a film's start. */
typedef struct sq_film_odds {
    sq_film_count open[SQ_USUAL_COLOURS]; /* winks that lay open, seen before */
    sq_film_count landed;                 /* winks that came to rest in sight; without a trace there */
    int pot_looks;                        /* rests since which nothing fell into the pot, and the shares */
    double pot_shares;                    /* of its floor that changed all the same, summed */
} sq_film_odds;

/* Learns from a first rest of a game, at which all winks lie open: one that is not seen is overlooked. */
void sq_film_learn_start(sq_film_odds *f, const sq_tracked *first);

/* Learns from two rests and what is taken to have been played between them. */
void sq_film_learn(sq_film_odds *f, const sq_tracked *before, const sq_tracked *after,
                   const sq_play_reading *r);

/* Each is a probability; f null: nothing is known of the film. That the eye overlooks a wink of this colour
 * that lies open, seen before; the same where it has just come to rest. */
double sq_film_missed(const sq_film_odds *f, sq_colour c);
double sq_film_missed_where_it_landed(const sq_film_odds *f, sq_colour c);
/* That a wink comes to rest and the picture of the place stays as it was. */
double sq_film_traceless(const sq_film_odds *f);
/* The share of the pot's floor that changes though nothing fell in, on average: heaps glitter. */
double sq_film_pot_by_itself(const sq_film_odds *f);

#endif

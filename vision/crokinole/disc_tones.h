/* Which round things are discs, and of which side, by two colours (tones) that are learned from the
 * picture. */
#ifndef SQ_VISION_CROKINOLE_DISC_TONES_H
#define SQ_VISION_CROKINOLE_DISC_TONES_H

#include "vision/crokinole/position.h"
#include "vision/crokinole/round_things.h"
#include "vision/math/tunable_number.h"

/* How near to a side's colour what is in the hole must be to be that side's disc by its colour alone, in
 * parts of what is allowed elsewhere. */
SQ_NUMBER(SQ_HOLE_SAME_COLOUR, 0.45f);

/* An entry for each of the round things: whether it is a disc, and whose. */
typedef struct {
    bool is_disc[SQ_ROUND_CAP];
    sq_board_side tone[SQ_ROUND_CAP]; /* of discs: the side whose colour it has */
    double sure[SQ_ROUND_CAP];        /* the probability that it is a disc of that tone */
    double other[SQ_ROUND_CAP];       /* the probability that it is a disc of the other tone */
    float colour_off[SQ_ROUND_CAP];   /* distance from the tone's colour; 1: the most that a disc may have */
    sq_side_tones side;
    double swapped; /* the probability that the one tone that was seen is the other side's */
    float range;    /* of brightness on the board, levels */
} sq_disc_tones;

/* The distance between two colours, levels. Brightness weighs less than tint, because light and shade change
 * it more. */
float sq_disc_tone_apart(const float a[SQ_PLANE_COLOURS], const float b[SQ_PLANE_COLOURS]);

/* The same in two steps, for many colours: the coordinates of a colour in a space with this distance. */
enum { SQ_TONE_SHADE = SQ_PLANE_COLOURS, SQ_TONE_AXES }; /* the tint of each colour, and the shade */
void sq_disc_tone_place(const float colour[SQ_PLANE_COLOURS], float place[SQ_TONE_AXES]);

/* How far apart (levels) the colours of two places of one thing may be, since light is uneven. */
float sq_disc_tone_tolerance(const float colour[SQ_PLANE_COLOURS]);

/* How far a colour is from another one, in tolerances of the latter. */
float sq_disc_tone_off(const float colour[SQ_PLANE_COLOURS], const float from[SQ_PLANE_COLOURS]);

/* Learns the tones and judges all things. before: two tones that were learned from earlier pictures of the
 * same game; null: none. With them, a tone that is seen alone has a side. */
void sq_disc_tones_learn(sq_disc_tones *out, const sq_round_things *things, const sq_seen_board *b,
                         const sq_side_tones *before);

/* Whether discs of a side that is not seen may lie there unseen: they may have nearly the board's own colour,
 * and so faint an edge is lost in the picture's noise. Where neither side is seen, both may. */
bool sq_disc_tones_may_hide(const sq_disc_tones *tones, const sq_round_things *things, sq_board_side side);

/* Gives each disc to the other side, with what is known of the two: colours and scores. */
void sq_board_swap_sides(sq_board_position *p);

#endif

/* Clutter: which of the winks that were found are none, but coins or slips of paper.
 *
 * Winks of one colour come out of one mould: their plastic and their girth are alike. So each suspect is
 * asked how much better a wink of its colour would show what it shows than a coin or a paper would:
 *
 * - its colour, in linear light, against its fellows'. A lamp that is mirrored adds the same to all three
 *   colours, a shade takes the same share of them; what neither would explain is another substance.
 * - its girth (rim_radius.h) against that of all winks of the picture, which also tells how well girths can
 * be told there. A coin is round and of any width, a paper of any outline. No metal is blue or green.
 *
 * A picture holds few things that are no winks, unless more of a colour and size are seen than a set has. */
#ifndef SQ_VISION_REVIEW_CLUTTER_H
#define SQ_VISION_REVIEW_CLUTTER_H

#include "vision/position/position.h"
#include "vision/review/rim_radius.h"

/* What was found as a wink, and what tells of it. */
typedef struct {
    int heap; /* suspects of one colour with the same number here, found together, stand or fall together;
                 -1: is none, a wink beyond doubt */
    sq_colour colour;
    sq_size size;
    int pixels;      /* of its face that nothing covers, */
    double light[3]; /* and their mean: linear light, red, green, blue, relative to the felt's */
    sq_rim_radius girth;
} sq_suspect;

/* Fills a suspect from the window: disc k of n, bottom first, in heap number `heap`. */
void sq_suspect_look(sq_suspect *out, const sq_window *w, const sq_disc *disc, int n, int k, double blur_px,
                     int heap);

/* Sets is_clutter[i] for each of n <= SQ_SEEN_CAP suspects; returns how many are. */
int sq_clutter_find(bool is_clutter[], const sq_suspect *suspect, int n);

#endif

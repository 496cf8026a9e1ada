/* Clutter: which of the winks that were found are none, but coins or slips of paper.
 *
 * Winks of one colour come from one mould: their plastic and their width are alike. For each suspect the
 * odds are computed that a wink of its colour, rather than a coin or a paper, would look like it:
 *
 * - its colour, in linear light, against that of its fellows. A mirrored lamp adds the same to all
 *   three colours, and a shadow takes the same share of them; what neither explains is another
 *   substance.
 * - its outline (rim_radius.h) against those of all winks of the picture, which also tell how well
 *   outlines can be measured there. A coin is round and of any width, a paper has any outline. No
 *   metal is blue or green.
 *
 * A picture holds few things that are no winks, unless more of a colour and size are seen than a set has. */
#ifndef SQ_VISION_REVIEW_CLUTTER_H
#define SQ_VISION_REVIEW_CLUTTER_H

#include "vision/position/position.h"
#include "vision/review/rim_radius.h"

/* What was found as a wink, and the evidence about it. */
typedef struct {
    int pile; /* suspects of one colour with the same number here, found together, stand or fall together;
                 -1: is none, a wink beyond doubt */
    sq_colour colour;
    sq_size size;
    int pixels;      /* how many pixels of its face nothing covers */
    double light[3]; /* their mean: linear light, red, green, blue, relative to the felt's */
    sq_rim_radius girth;
} sq_suspect;

/* Measures a suspect in the window: disc k of n, bottom first, in pile number `pile`. */
void sq_suspect_look(sq_suspect *out, const sq_window *w, const sq_disc *disc, int n, int k, double blur_px,
                     int pile);

/* Sets is_clutter[i] for each of n <= SQ_SEEN_CAP suspects, by what can be there of a set that lacks the
 * winks of `absent`; returns how many are clutter. */
int sq_clutter_find(bool is_clutter[], const sq_suspect *suspect, int n, sq_wink_set absent);

#endif

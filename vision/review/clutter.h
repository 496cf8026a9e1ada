/* Clutter: which of the winks that were found are no winks but coins or slips of paper.
 *
 * Winks of one colour come from one mould: their plastic and their width are alike. For each suspect the
 * odds are computed that a wink of its colour, rather than a coin or a paper, would look like it:
 *
 * - its colour, in linear light, compared with other winks of its colour. A mirrored lamp adds the same
 *   to red, green and blue, and a shadow takes the same share of them; a difference that neither
 *   explains means another material.
 * - its outline (rim_radius.h), compared with those of all winks of the picture, which also show how well
 *   outlines can be measured there. A coin is round and of any width, a paper has any outline. No
 *   metal is blue or green.
 *
 * The prior: few things in a picture are no winks, unless it shows more of a colour and size than a set
 * has. */
#ifndef SQ_VISION_REVIEW_CLUTTER_H
#define SQ_VISION_REVIEW_CLUTTER_H

#include "vision/position/position.h"
#include "vision/review/rim_radius.h"

/* What was found as a wink, and the evidence about it. */
typedef struct {
    int pile; /* suspects of one colour with the same number here were found together, and are all winks or
                 all clutter; -1: it is surely a wink */
    sq_colour colour;
    sq_size size;
    int pixels;          /* how many pixels of its face nothing covers */
    double light[3];     /* their mean linear light: red, green, blue, relative to the felt's */
    sq_rim_radius girth; /* its outline */
} sq_suspect;

/* Measures a suspect in the window: disc k of n, bottom first, in pile number `pile`. */
void sq_suspect_look(sq_suspect *out, const sq_window *w, const sq_disc *disc, int n, int k, double blur_px,
                     int pile);

/* Sets is_clutter[i] for each of n <= SQ_SEEN_CAP suspects; returns how many are clutter. absent: winks that
 * the set in play lacks. */
int sq_clutter_find(bool is_clutter[], const sq_suspect *suspect, int n, sq_wink_set absent);

/* Of more winks of a colour than a set has, sets is_clutter[i] of those that lie wholly off the mat, where
 * the table's grain and borders are: as many as are too many, the least sure of their places first. Returns
 * how many it has set. */
int sq_clutter_off_mat(bool is_clutter[], const sq_position *p);

#endif

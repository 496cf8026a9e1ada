/* What the eye believes of what it has found: which discs are winks, how surely they lie as they were taken
 * to, and how far their places may be off. */
#ifndef SQ_VISION_CONFIDENCE_H
#define SQ_VISION_CONFIDENCE_H

#include "vision/math/number.h"
#include "vision/scene_view.h"

/* The fit's own deviation is too small by this factor, since neighbouring pixels' errors are alike, and has a
 * floor of shading and shadow that no fit sees: measured on rendered scenes. What the drawing leaves on a
 * wink tells how far it may be off: a shift bares a sickle of its own width on either side, and a share of
 * what is left is taken for that: little where a wink lies by itself, most of it being shadow and noise there
 * (errors of 6100 drawn ones), more where it overlaps others, whose heights and slopes it may have from a
 * wrong drawing (1900); these add something though nothing is left. And the share of the face that is hidden
 * adds so many mm: heights and winks that nobody sees. */
SQ_NUMBER(SQ_SIGMA_FACTOR, 3.5);
SQ_NUMBER(SQ_SIGMA_LEFT, 0.2);
SQ_NUMBER(SQ_SIGMA_LAPPED_LEFT, 0.6);
SQ_NUMBER(SQ_SIGMA_LAPPED_MM, 0.1);
SQ_NUMBER(SQ_SIGMA_HIDDEN_MM, 0.50);
SQ_NUMBER(SQ_SIGMA_FLOOR_MM, 0.07);

/* Deviation (mm) of the place of a wink that lies wholly on another of its colour. */
SQ_NUMBER(SQ_SIGMA_INNER_MM, 0.4);

/* The deviation (mm) that a wink of the view's pile is reported with. */
double sq_confidence_sigma(const sq_scene_view *v, const sq_pile_wink *k);

/* Whether a disc of the view's pile is reported as a wink: enough of it is seen, and its colour is one of the
 * four. */
bool sq_confidence_is_wink(const sq_scene_view *v, const sq_pile_wink *k);

/* Whether the pile takes more winks of one colour and size than a set has: then it is no pile of winks, but
 * something of that colour which winks were laid over to account for it: a cup, a card. */
bool sq_confidence_more_than_a_set(const sq_scene_view *v);

/* The probability that a wink of the view's pile lies as it was taken to. */
double sq_confidence_presence(const sq_scene_view *v, const sq_pile_wink *k);

/* Fills v->colour_seen: how far the colours of the pile's winks can be told where glare lies on them, or a
 * lamp has paled them. is_bright: there is glare in the cluster; its window is read anew. */
void sq_confidence_judge_colours(sq_scene_view *v, bool is_bright);

/* Who lies over whom is as open as it is whether both are there: of v->order. */
void sq_confidence_doubt_orders(sq_scene_view *v);

#endif

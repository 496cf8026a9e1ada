/* Finds free places for labels and magnified parts in a picture that is already full of things. */
#ifndef SQ_UI_DRAW_LABEL_LAYOUT_H
#define SQ_UI_DRAW_LABEL_LAYOUT_H

#include "vision/position/position.h"

typedef struct {
    double left, top, width, height; /* pixels */
} sq_pane;

/* The cost of covering one pixel of a thing. */
typedef enum { SQ_COVER_LINE = 1, SQ_COVER_WINK = 12, SQ_COVER_TEXT = 20 } sq_cover;

enum { SQ_PANE_CAP = 4 * SQ_SEEN_CAP };

typedef struct {
    double width, height; /* of the picture */
    int count;
    sq_pane pane[SQ_PANE_CAP];
    sq_cover cover[SQ_PANE_CAP];
} sq_layout;

/* Marks a place as taken. When the list is full nothing happens. */
void sq_layout_take(sq_layout *l, sq_pane p, sq_cover c);

/* Finds and takes the best place for a label of that size (pixels) around a thing of that radius. */
sq_pane sq_layout_beside(sq_layout *l, sq_px centre, double radius, sq_px size);

/* Finds and takes the best place anywhere; near places are better. */
sq_pane sq_layout_near(sq_layout *l, sq_px centre, sq_px size);

#endif

/* A strip with a ruling in words, for pictures: the first line large, what is held in the colour of LOOK,
 * then the rulings with the numbers of their rules. Lines that are too long for the picture are broken
 * between words. */
#ifndef SQ_UI_DRAW_RULING_STRIP_H
#define SQ_UI_DRAW_RULING_STRIP_H

#include "ui/words/ruling_lines.h"
#include "vision/frame/opencv.h"

/* The height that it takes in a picture of that size, pixels; 0 where nothing is said. */
int sq_ruling_strip_height(const sq_ruling_lines *l, int width, int height);

/* Draws it, its upper edge at `top`. ground: its alpha 0 leaves what is there. rows: the height of the
 * picture that it belongs to, which sets the size of its letters. */
void sq_ruling_strip_draw(const sq_ruling_lines *l, sq_picture *on, int top, int rows, sq_paint ground);

#endif

/* Draws a scene: a true perspective picture, in linear light, of solids that hide, shadow and tint each
 * other. What the lens and the sensor then do to it is in camera_sensor.h.
 *
 * Plain felt takes one sample a pixel; where something is to be seen or to be sharp, sixteen, each with a
 * part of every lamp and of the dome, so that edges, penumbras and contact shadows come out of the same rays.
 * A hand's shadow, which is soft, is worked out on a coarse grid. */
#ifndef SQ_DATASETS_RENDER_DRAW_SCENE_H
#define SQ_DATASETS_RENDER_DRAW_SCENE_H

#include "datasets/scene/scene.h"
#include "vision/system/diag.h"

/* A picture in linear light; it also remembers what it shows. */
typedef struct sq_canvas sq_canvas;

/* A canvas for scenes that share camera, mat, table, pot, lights and seed with this one: what does not change
 * is prepared. The caller frees. */
sq_code sq_canvas_new(sq_canvas **out, const sq_scene *s, sq_diag *d);
void sq_canvas_free(sq_canvas *c);

/* Draws the scene; of the last drawn one's picture what did not change is kept. Winks and hand may differ,
 * nothing else. */
void sq_draw(sq_canvas *c, const sq_scene *s);

/* The radiances: red, green, blue for each pixel, row by row. Valid until the canvas is drawn on or freed. */
const float *sq_canvas_pixels(const sq_canvas *c);
/* How often each row of pixels was drawn on so far: what is made from a picture need be made again only where
 * this has grown. */
const uint32_t *sq_canvas_drawn(const sq_canvas *c);
int sq_canvas_width(const sq_canvas *c);
int sq_canvas_height(const sq_canvas *c);

/* The share of a piece's upper face (its bevel included) that the camera sees past all other solids; what
 * lies outside of the picture is not seen. */
double sq_scene_visible(const sq_scene *s, int piece);

#endif

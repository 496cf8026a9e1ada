/* Draws a scene: a picture in true perspective and linear light, of solids that hide, shadow and tint each
 * other. datasets/render/camera_sensor.h adds what the lens and the sensor do.
 *
 * Plain felt takes one sample a pixel. A pixel that shows a solid or a sharp edge takes sixteen, each with a
 * part of every lamp and of the dome, so that edges, penumbras and contact shadows come from the same rays. A
 * hand's shadow is soft and is worked out on a coarse grid. */
#ifndef SQ_DATASETS_RENDER_DRAW_SCENE_H
#define SQ_DATASETS_RENDER_DRAW_SCENE_H

#include "datasets/scene/scene.h"
#include "vision/system/failure.h"

/* A picture in linear light, which remembers what it shows. */
typedef struct sq_canvas sq_canvas;

/* A canvas for scenes that have camera, mat, table, pot, lights and seed in common with this one. What they
 * share is prepared here. The caller frees. Fails when memory runs out. */
sq_code sq_canvas_new(sq_canvas **out, const sq_scene *s, sq_diag *d);
void sq_canvas_free(sq_canvas *c);

/* Draws the scene. Only the winks and the hand may differ from the last scene drawn; unchanged parts are
 * kept. */
void sq_draw(sq_canvas *c, const sq_scene *s);

/* The radiance of each pixel: red, green, blue, row by row. Valid until the canvas is drawn on or freed. */
const float *sq_canvas_pixels(const sq_canvas *c);
/* How often each row of pixels has been drawn on so far. Whatever is made from the picture needs to be made
 * again only where this has grown. Valid as long as the canvas. */
const uint32_t *sq_canvas_drawn(const sq_canvas *c);
int sq_canvas_width(const sq_canvas *c);
int sq_canvas_height(const sq_canvas *c);

/* The share, 0..1, of a piece's upper face (with its bevel) that the camera sees past all other solids. Parts
 * outside the picture are not seen. */
double sq_scene_visible(const sq_scene *s, int piece);

#endif

/* A position as JSON, for other programs: the object that `squint look --json` prints, one a line.
 *
 * README.md explains its keys. Lengths are millimetres, rounded to a micrometre. A number that is not known
 * is left out; neither NaN nor null stands for it. */
#ifndef SQ_UI_GAME_POSITION_JSON_H
#define SQ_UI_GAME_POSITION_JSON_H

#include <jansson.h>
#include <stdio.h>

#include "vision/geometry/camera.h"
#include "vision/position/position.h"
#include "vision/system/failure.h"

/* A new object; the caller decrefs. image: the file's name as the user gave it; null leaves the key out.
 * Returns null when memory runs out. */
json_t *sq_position_to_json(const sq_position *p, const char *image);

/* The same, exact to the last bit and without the times that the eye took. Printed with 17 digits
 * (JSON_REAL_PRECISION) and read by sq_position_from_json it gives the same position again; a pot that is not
 * found has no place then. */
json_t *sq_position_to_json_exact(const sq_position *p);

/* How it was seen: the camera, and the assumed size of the mat. */
typedef struct {
    const sq_camera *camera;
    double mat_length_mm, mat_width_mm;
} sq_position_seen_by;

/* A position as one line with its end, written to a stream. by: null leaves it out. */
sq_code sq_position_write_json(FILE *to, const sq_position *p, const char *image,
                               const sq_position_seen_by *by, sq_diag *d);

/* The line for an image that could not be judged: {"image": ..., "error": sentence}. */
sq_code sq_position_write_json_error(FILE *to, const char *image, const char *sentence, sq_diag *d);

/* Reads such an object. Unknown keys are ignored. name is what a failure's message calls the source. Refuses
 * what no position can be: unknown names, indices without a wink, more of a thing than a position holds. */
sq_code sq_position_from_json(sq_position *out, const json_t *from, const char *name, sq_diag *d);

#endif

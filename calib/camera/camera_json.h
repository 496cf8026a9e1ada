/* What the camera file and the lens file have in common as JSON. */
#ifndef SQ_CALIB_CAMERA_CAMERA_JSON_H
#define SQ_CALIB_CAMERA_CAMERA_JSON_H

#include <jansson.h>

#include "vision/geometry/camera.h"
#include "vision/system/diag.h"

/* Reads the file; it has an object "camera". The caller gives *root back with json_decref. */
sq_code sq_json_load_camera(json_t **root, const char *path, sq_diag *d);

/* fx fy cx cy dist and, where they are given, width and height. */
sq_code sq_json_lens(sq_camera *c, const json_t *root, const char *path, sq_diag *d);

/* Exactly n numbers. */
bool sq_json_numbers(double *out, size_t n, const json_t *from);

sq_code sq_json_missing(sq_diag *d, const char *path, const char *key);

/* Writes it with all digits and gives it back; null: there was no memory for it. */
sq_code sq_json_write_camera(json_t *root, const char *path, sq_diag *d);

#endif

/* The part of the JSON that camera files and lens files share. */
#ifndef SQ_CALIB_CAMERA_CAMERA_JSON_H
#define SQ_CALIB_CAMERA_CAMERA_JSON_H

#include <jansson.h>

#include "vision/geometry/camera.h"
#include "vision/system/failure.h"

/* Reads a file that has an object "camera". The caller frees *root with json_decref. */
sq_code sq_json_load_camera(json_t **root, const char *path, sq_diag *d);

/* Reads fx, fy, cx, cy, dist and, where they are given, width and height. */
sq_code sq_json_lens(sq_camera *c, const json_t *root, const char *path, sq_diag *d);

/* Reads an array of exactly n numbers; false otherwise. */
bool sq_json_numbers(double *out, size_t n, const json_t *from);

/* SQ_E_FORMAT, with the sentence that the key is missing or wrong in this file. */
sq_code sq_json_missing(sq_diag *d, const char *path, const char *key);

/* Writes root with all digits and frees it. A null root means that there was no memory for it. */
sq_code sq_json_write_camera(json_t *root, const char *path, sq_diag *d);

#endif

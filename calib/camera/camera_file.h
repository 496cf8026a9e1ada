/* The camera file: JSON with a key "camera" that holds fx fy cx cy, dist [k1 k2 p1 p2 k3], R [[..][..][..]],
 * t [..] and, where known, width and height of the pictures and blue, the corner from which blue plays
 * ("upper left", as the mat lies in the picture with +x to the right). Other keys are ignored, so a scene's
 * truth file serves as one. */
#ifndef SQ_CALIB_CAMERA_CAMERA_FILE_H
#define SQ_CALIB_CAMERA_CAMERA_FILE_H

#include <jansson.h>

#include "calib/camera/camera_fit.h"
#include "calib/measure/mat_lines.h"
#include "vision/geometry/camera.h"
#include "vision/geometry/camera_doubt.h"
#include "vision/system/failure.h"

/* Reads and checks a camera file; the sentence names the file and the key that is missing or wrong. */
sq_code sq_camera_read(sq_camera *out, const char *path, sq_diag *d);

/* Writes a camera that sq_camera_read reads back to the last digit. */
sq_code sq_camera_write(const sq_camera *c, const char *path, sq_diag *d);

/* Writes it with the covariance of the parameters of camera_fit.h, as the key "covariance" beside "camera",
 * and the mat's size, as the key "mat". */
sq_code sq_camera_write_covariance(const sq_camera *c, const sq_mat_size *mat,
                                   const double covariance[SQ_CAMERA_PARAMETERS][SQ_CAMERA_PARAMETERS],
                                   const char *path, sq_diag *d);

/* Reads the uncertainty of the camera that was read from such a file; all zero where the file has no
 * "covariance". */
sq_code sq_camera_read_doubt(sq_camera_doubt *out, const sq_camera *c, const char *path, sq_diag *d);

/* Reads the size of the mat on which the camera was measured, from the key "mat" (length_mm, width_mm); the
 * rule book's size where the file has none. */
sq_code sq_camera_read_mat(sq_mat_size *out, const char *path, sq_diag *d);

/* The result of the zero test in the file (squint zero --write), as JSON in one line; "" where there is none,
 * the file cannot be read, or the text does not fit. */
enum { SQ_ZERO_TEXT_MAX = 300 };
void sq_camera_zero_text(char text[SQ_ZERO_TEXT_MAX], const char *path);

/* Scales the camera to pictures of another size, if their ratio of sides is the same to half a per cent;
 * refuses otherwise. A camera whose size is not known is left as it is. */
sq_code sq_camera_for_size(sq_camera *c, int width, int height, sq_diag *d);

/* The same for the uncertainty of a camera. */
sq_code sq_camera_doubt_for_size(sq_camera_doubt *doubt, int width, int height, sq_diag *d);

/* The object of a camera file, {"camera": ...}; the caller decrefs. Null where memory is out. */
json_t *sq_camera_to_json(const sq_camera *c);

#endif

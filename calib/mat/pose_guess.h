/* Where the mat may lie: guesses of the camera from three or four straight lines of a thumbnail.
 *
 * Three sides fix the pose of a rectangle of known size for a camera of known focal length. The fourth side
 * is then looked for where it must be; it may lie outside the picture or not show. The focal length is
 * assumed here, since one view from above hardly shows it; the fit that follows leaves it free. */
#ifndef SQ_CALIB_MAT_POSE_GUESS_H
#define SQ_CALIB_MAT_POSE_GUESS_H

#include "calib/mat/hough_lines.h"
#include "vision/geometry/camera.h"

enum { SQ_MAT_GUESSES_CAP = 12 };

typedef struct {
    sq_camera camera;
    double score;    /* the higher the better; see pose_guess.c */
    sq_px corner[4]; /* in the frame, where the lines cross: (-,-) (+,-) (+,+) (-,+) of x, y */
} sq_mat_guess;

typedef struct {
    int count;
    sq_mat_guess guess[SQ_MAT_GUESSES_CAP]; /* best first */
} sq_mat_guess_list;

/* Two lists, since a fourth side that is found is better evidence than one outside the picture. */
typedef struct {
    sq_mat_guess_list four, three; /* by how many sides are lines of the picture */
} sq_mat_guesses;

/* Adds the guesses that these lines allow for a mat of this size; keeps the best. */
void sq_mat_guesses_add(sq_mat_guesses *g, const sq_thumbnail *s, const sq_lines *l, double length_mm,
                        double width_mm);

#endif

/* What the parts of the search for the camera share: pose_search.c finds a rough camera, find_camera.c
 * measures precisely, accept_camera.c decides. Internal to calib/mat. */
#ifndef SQ_CALIB_MAT_FIND_CAMERA_PARTS_H
#define SQ_CALIB_MAT_FIND_CAMERA_PARTS_H

#include "calib/camera/camera_fit.h"
#include "calib/mat/disc_scale.h"
#include "calib/mat/find_camera.h"
#include "calib/mat/mat_edge_sightings.h"
#include "calib/mat/pose_guess.h"
#include "calib/measure/rim_ruler.h"
#include "vision/math/tunable_number.h"

/* How far (mm) around its expected place the pot is looked for, after a rough fit and after a fine one. */
SQ_NUMBER(SQ_MAT_POT_REACH_ROUGH_MM, 10.0);
SQ_NUMBER(SQ_MAT_POT_REACH_MM, 4.0);

/* The robust weight from which on a sighting counts as kept: that of a residual of 2.5 standard
 * deviations. */
SQ_NUMBER(SQ_KEPT_WEIGHT, 0.5);

/* The share of a line that must be seen for it to count; a hand with its arm may cover the rest. */
SQ_NUMBER(SQ_MAT_SEEN_LEAST, 0.25);

/* The standard deviation, in pixels of a 1080p picture, of corners that were found by lines of a
 * thumbnail. */
SQ_NUMBER(SQ_CORNER_SIGMA_PX, 3.0);

/* Counters for votes: for lines, or for centres of circles in the thumbnail, which is square at most;
 * whichever are more. */
enum {
    SQ_MAT_PIXELS = SQ_THUMBNAIL_SIDE * SQ_THUMBNAIL_SIDE,
    SQ_MAT_VOTES = SQ_VOTES > SQ_MAT_PIXELS ? SQ_VOTES : SQ_MAT_PIXELS
};

/* All memory of one search. */
typedef struct {
    const sq_frame *frame;
    const sq_mat_settings *settings;
    int rim_count;
    sq_wink_sight rim[SQ_DISCS_CAP]; /* rulers */
    sq_mat_size size;
    sq_camera_prior prior;
    sq_thumbnail small;
    sq_edge_pixels pixels;
    float votes[SQ_MAT_VOTES];
    sq_lines lines;
    sq_mat_guesses guesses;
    sq_px told[SQ_MAT_CORNERS]; /* the settings' corners, in sq_mat_corner_at's order */
    bool discs_sought, discs_found;
    sq_mat_discs discs; /* valid if discs_sought */
    uint8_t mask[SQ_MAT_PIXELS];
    sq_measure measure;
    sq_mat_look look;
    sq_sightings sightings;
    sq_camera_fit fit;
    sq_lm_work work;
} sq_mat_finder;

/* Finds a camera that is right to a few pixels: x->fit.camera. False where nothing looks like a mat. */
bool sq_mat_search(sq_mat_finder *x);

/* Adds the corners that a person has touched to x->sightings; nothing where nobody has. */
void sq_mat_add_corners(sq_mat_finder *x);

/* Fits the camera to x->sightings, starting from the present one; false where they do not determine it. */
bool sq_mat_fit_sightings(sq_mat_finder *x);

/* Looks for single winks and for the pot on their scale, once for each picture: x->discs. False where these
 * do not give a camera; the single winks are set even then. */
bool sq_mat_find_discs(sq_mat_finder *x);

/* Measures the rims of single winks, whose sizes follow from the present camera: x->rim. */
void sq_mat_find_rims(sq_mat_finder *x);
/* Adds them to x->sightings. */
void sq_mat_add_rims(sq_mat_finder *x);

/* Whether the camera of the report is handed out: SQ_OK, or SQ_E_CAMERA with the reason. */
sq_code sq_mat_accept(const sq_mat_finder *x, const sq_mat_fit *f, sq_diag *d);
/* The same for one that is known around the pot alone (camera_from_closeup.h). */
sq_code sq_mat_accept_near(const sq_mat_fit *f, sq_diag *d);

#endif

/* Measures the lines of the mat and the pot in the picture, as sightings for the fit (camera_fit.h). */
#ifndef SQ_CALIB_MAT_MAT_EDGE_SIGHTINGS_H
#define SQ_CALIB_MAT_MAT_EDGE_SIGHTINGS_H

#include "calib/camera/camera_fit.h"
#include "calib/mat/find_camera.h"
#include "calib/measure/edge_strip.h"
#include "calib/measure/pot_rim_by_colour.h"
#include "calib/measure/rim_ruler.h"
#include "vision/math/levenberg_marquardt.h"
#include "vision/math/tunable_number.h"

/* The fine look: pixels from step to step; and how many steps a line may bend, since by then it is nearly
 * straight. */
SQ_NUMBER(SQ_FINE_STEP_PX, 0.5);
#define SQ_FINE_BEND 2

/* The mean evidence from which on a line counts as present: texture alone gives 0.05 to 0.15. */
SQ_NUMBER(SQ_LINE_EVIDENCE, 0.2);

/* Pixels by which a block of a side is off beyond its profile's own deviation: it follows the pixel grid's
 * steps and the felt's cut. Too small, and one line's faults bend the lens; too large, and the priors do. */
SQ_NUMBER(SQ_SIDE_SIGMA_PX, 0.12);

/* Lines that tell how a camera lies, or moved, over the mat: two shifts, a turn and a growth. */
enum { SQ_MOTION_LINES = 3 };

/* How well one line shows under some camera. */
typedef struct {
    double evidence; /* mean over what lies in the picture, 0..1 */
    double inside;   /* share of the line that lies in the picture */
    double noise;    /* response of plain felt in its strip, linear light */
} sq_line_look;

typedef struct {
    sq_line_look line[SQ_MAT_LINES];
    sq_mat_pot_sight pot;
    bool pot_seen;
} sq_mat_look;

/* Memory for one strip and one small fit. */
typedef struct {
    const sq_frame *frame;
    sq_mat_size size;
    double fine_px;     /* pixels of this picture per pixel of 1080p, at least 1: the unit of coarse steps */
    unsigned leave_out; /* lines (a bit each) that a rough look leaves out */
    bool by_line;       /* the sightings of a rough look name their lines, which can then share offsets */
    sq_strip strip;
    sq_lm_work *work;
} sq_measure;

/* A rough look within 20 steps of each line, for judging and improving a guess: only the course of each
 * line is measured. Sets s and look. */
void sq_measure_roughly(sq_measure *m, const sq_camera *c, double step_px, sq_sightings *s,
                        sq_mat_look *look);

/* The fine look within 10 pixels: the edge of each block to hundredths of a pixel. Sets s and look. */
void sq_measure_finely(sq_measure *m, const sq_camera *c, sq_sightings *s, sq_mat_look *look);

/* The standard deviation, mm, of the place of the mat's middle that this rim's centre gives. */
double sq_pot_sigma_mm(const sq_mat_pot_sight *pot);

/* Looks for the pot up to reach_mm from its place and adds what it finds. */
void sq_measure_pot(sq_measure *m, const sq_camera *c, double reach_mm, sq_sightings *s, sq_mat_look *look);

/* Adds a pot that was measured in this picture before. */
void sq_take_pot(const sq_mat_pot_sight *pot, const sq_camera *c, sq_sightings *s, sq_mat_look *look);

/* The standard deviations, in pixels, by which a block of that strip's line and the line as a whole may be
 * off, in addition to those of the profiles. */
void sq_line_sigmas(const sq_strip *s, double *block_px, double *line_px);

/* Adds one sighting. It is dropped if there is no room; there is room for all blocks of all lines. */
void sq_sighting_add(sq_sightings *s, sq_mm3 point, sq_px seen, sq_px normal, double sigma_px, int line);
/* Adds a point that is seen as a point: two sightings. */
void sq_sighting_add_point(sq_sightings *s, sq_mm3 point, sq_px seen, double sigma_px);
/* Adds a wink that lies flat on the felt, as a ruler of known radius; dropped where there is no room. */
void sq_sighting_add_rim(sq_sightings *s, const sq_wink_sight *w);
/* Sets out->winks and out->ruler by the rims among the sightings. */
void sq_sightings_rulers(const sq_sightings *s, sq_mat_fit *out);

#endif

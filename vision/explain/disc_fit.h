/* Fits discs of known radius to a window: analysis by synthesis in chroma.
 *
 * The model is that of disc_render.h. Places (mm) and chromas of all discs are found together by robust
 * Gauss–Newton. The radius is known and never fitted. vision/README.md states the equations. */
#ifndef SQ_VISION_EXPLAIN_DISC_FIT_H
#define SQ_VISION_EXPLAIN_DISC_FIT_H

#include "vision/explain/disc_render.h"
#include "vision/math/tunable_number.h"
#include "vision/segment/felt_window.h"

/* The residual of a pixel that counts as half unexplained, as a share of the strongest chroma in the model.
 * Half way between felt and a colour is 0.5; shading within the face of a wink reaches 0.2. */
SQ_NUMBER(SQ_RESIDUAL_SHARE, 0.3);

/* The least value of that residual, in chroma: ten times the noise of felt. */
SQ_NUMBER(SQ_RESIDUAL_LEAST, 0.05);

/* The least value of that residual, in standard deviations of a codec's noise. */
SQ_NUMBER(SQ_RESIDUAL_CODEC, 8.0);

/* Prior information (1/mm²) on the place of a disc: little compared with that of a rim that is seen, which is
 * thousands, but enough to keep a hidden disc where it was put. */
SQ_NUMBER(SQ_FIT_DAMPING_PLACE, 0.05);

/* The longest Gauss–Newton step of a disc, mm: the model is linear over about one blur. */
SQ_NUMBER(SQ_FIT_LONGEST_STEP_MM, 1.0);

/* mm: a shorter step ends the fit. The next step would be a fifth as long, a hundredth of the best accuracy
 * that is reached. */
SQ_NUMBER(SQ_FIT_DONE_MM, 0.008);

/* The most Gauss–Newton steps of a fit that is kept, and of a trial: one wink converges in three or four. */
enum { SQ_FIT_STEPS = 8, SQ_FIT_TRIAL_STEPS = 3 };

enum { SQ_FIT_CAP = SQ_DRAWN_CAP }; /* discs in one window */

typedef uint32_t sq_disc_set; /* bit k is disc k */
#define SQ_ALL_DISCS (~(sq_disc_set)0)

typedef struct {
    double unexplained;              /* mm²: the area that the model does not explain, a sum over pixels */
    double residual_mm2[SQ_FIT_CAP]; /* the part of it (mm²) that lies on disc k and its rim */
    double sigma_mm[SQ_FIT_CAP];     /* of its place, from the normal equations alone: noise, not bias */
    double seen[SQ_FIT_CAP];         /* share of disc k that lies in the window and is not covered */
    double noise;                    /* of the residual of a pixel, in chroma: a robust standard deviation */
    double scale;                    /* the residual, in chroma, that counts as half unexplained */
} sq_fit_quality;

/* Moves the discs of the set `moving` to the best fit in at most `steps` steps; the others stay. The list of
 * discs is bottom first, here and below. blur_px: standard deviation. */
void sq_fit_discs(const sq_window *w, const sq_camera *c, sq_disc *disc, int n, sq_disc_set moving,
                  double blur_px, int steps);

/* Draws the model and measures what it leaves unexplained; moves nothing. Sets all of q except sigma_mm and
 * noise. misfits (may be null): memory lent by the caller for (w + 1) * h sums; the entry for column x of row
 * y is the unexplained part of that row left of x. */
void sq_fit_judge(const sq_window *w, const sq_disc *disc, int n, double blur_px, sq_fit_quality *q,
                  float *misfits);

/* The unexplained area (mm²) within a box of the window, from the misfits of n discs that sq_fit_judge has
 * written. */
double sq_fit_residual_in(const sq_window *w, const sq_disc *disc, int n, const float *misfits, sq_box box);

/* Sets sigma_mm and noise of q: how precisely the pixels determine the places of the discs. */
void sq_fit_sigmas(const sq_window *w, const sq_disc *disc, int n, double blur_px, sq_fit_quality *q);

/* The residual, in chroma, that counts as half unexplained: a fixed share of the strongest chroma in the
 * model. */
double sq_fit_scale(const sq_window *w, const sq_disc *disc, int n);

/* The box of the pixels of the window that the discs of a set can touch. */
sq_box sq_fit_box(const sq_window *w, const sq_disc *disc, int n, sq_disc_set which);

/* Sets each pixel of `explained` (as many as the window has) to 1 where a disc shows and the model explains
 * the pixel at this scale, else to 0. */
void sq_fit_explained(const sq_window *w, const sq_disc *disc, int n, double blur_px, double scale,
                      uint8_t *explained);

/* The unexplained area (mm²) of a model within a box, at a given scale: for comparing two models that differ
 * there. Stops as soon as the area exceeds `enough`; the result is then too small, but larger than
 * `enough`. */
double sq_fit_unexplained(const sq_window *w, const sq_disc *disc, int n, double blur_px, double scale,
                          sq_box box, double enough);

#endif

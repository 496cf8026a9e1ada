/* Long straight lines of a thumbnail, under an assumed lens.
 *
 * A lens bends the sides of the mat by up to a twentieth of the picture. Straight lines are therefore
 * looked for in undistorted coordinates, with a few distortions; a wrong one blurs the lines (the plumb-line
 * method, Brown 1971). Coordinates are relative to the middle of the picture in units of half its longer
 * side, x to the right, y down; d = u (1 + bend |u|²). */
#ifndef SQ_CALIB_MAT_HOUGH_LINES_H
#define SQ_CALIB_MAT_HOUGH_LINES_H

#include "calib/measure/thumbnail.h"

enum { SQ_LINES_CAP = 28, SQ_LINE_SAMPLES = 640 };

typedef struct {
    double angle, rho; /* x cos(angle) + y sin(angle) = rho, angle in [0, π) */
    double support;    /* evidence summed over its whole length, in samples */
    /* Sums from one end of the line to each sample: of evidence, and of how much lies in the picture. */
    float evidence[SQ_LINE_SAMPLES + 1];
    float inside[SQ_LINE_SAMPLES + 1];
} sq_line_guess;

typedef struct {
    double bend;
    int count;
    sq_line_guess line[SQ_LINES_CAP];
} sq_lines;

/* One edge pixel: place and direction (unit vector across the edge) in the distorted picture, and its
 * evidence. */
typedef struct {
    float x, y, dx, dy, weight;
} sq_edge_pixel;

typedef struct {
    int count;
    sq_edge_pixel
        pixel[SQ_THUMBNAIL_SIDE * SQ_THUMBNAIL_SIDE / 2]; /* thinned: at most every other one is a ridge */
    sq_edge_pixel flat[SQ_THUMBNAIL_SIDE * SQ_THUMBNAIL_SIDE / 2]; /* the same in the coordinates above */
} sq_edge_pixels;

/* Finds the ridges of the slope, thinned to one pixel. */
void sq_edge_pixels_find(sq_edge_pixels *e, const sq_thumbnail *s);

/* Finds the strongest lines for this bend, strongest first; sets e->flat for it. `votes` is memory for
 * SQ_VOTES counters. */
enum { SQ_VOTE_ANGLES = 180, SQ_VOTE_RHOS = SQ_LINE_SAMPLES, SQ_VOTES = SQ_VOTE_ANGLES * SQ_VOTE_RHOS };
void sq_lines_find(sq_lines *l, const sq_thumbnail *s, sq_edge_pixels *e, double bend, float *votes);

/* The evidence on the line from p to q (both on it): its sum; *inside: how many samples lie in the picture.
 */
double sq_line_evidence(const sq_line_guess *l, sq_px p, sq_px q, double *inside);

/* From pixels of the thumbnail to the coordinates above, and back; NaN where a lens that bends so shows no
 * place there, or shows the place nowhere. */
sq_px sq_flat_from_small(const sq_thumbnail *s, sq_px p, double bend);
sq_px sq_small_from_flat(const sq_thumbnail *s, sq_px u, double bend);

#endif

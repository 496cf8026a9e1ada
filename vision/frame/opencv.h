/* Pictures that own their pixels, and the only access to OpenCV, in C. No exception and no type of OpenCV
 * gets out; a failure is a code and a sentence. All pictures have 8 bits. */
#ifndef SQ_VISION_FRAME_OPENCV_H
#define SQ_VISION_FRAME_OPENCV_H

#include <stddef.h>

#include "vision/frame/frame.h"
#include "vision/frame/frame_copy.h"
#include "vision/math/units.h"
#include "vision/system/failure.h"

/* A picture that owns its pixels: BGR, 3 bytes a pixel. */
typedef struct sq_picture sq_picture;

/* Reads a JPEG, PNG, WebP, TIFF, BMP, PGM or PPM, turned as viewers show it: a rotation tag (EXIF) is obeyed.
 * Transparency is dropped, 16 bits become 8, and a grey file becomes grey BGR. Refused with a sentence: a
 * file that cannot be opened, a folder, what is no picture, what is cut short or damaged, and more than
 * SQ_PICTURE_MAX_MP megapixels (before decoding). The caller frees *out. */
sq_code sq_picture_read(sq_picture **out, const char *path, sq_diag *d);
/* A black picture, width x height pixels; the caller frees *out. Fails with SQ_E_MEMORY. */
sq_code sq_picture_new(sq_picture **out, int width, int height, sq_diag *d);
/* Turns a picture in place; on failure it stays as it was. */
sq_code sq_picture_turn(sq_picture *p, sq_turning how, sq_diag *d);
/* Writes a file in the format of its name's ending: .png, .jpg, .tiff, .bmp. quality: 1..100 for JPEG. */
sq_code sq_picture_write(const sq_picture *p, const char *path, int quality, sq_diag *d);
/* Encodes as JPEG in memory: *out is malloc'ed and has *size bytes; the caller frees it. */
sq_code sq_picture_encode_jpeg(const sq_picture *p, int quality, unsigned char **out, size_t *size,
                               sq_diag *d);
void sq_picture_free(sq_picture *p);

/* A view of the pixels; valid until the picture is freed. t and number are 0. */
sq_frame sq_picture_frame(const sq_picture *p);
/* The same pixels, for whoever draws into them: BGR rows of *stride bytes. */
unsigned char *sq_picture_pixels(sq_picture *p, int *stride);
/* Whether no pixel has a colour: blue, green and red are equal everywhere. Stops at the first coloured
 * pixel, and is therefore fast for colour pictures. */
bool sq_picture_is_grey(const sq_picture *p);

/* A BGR copy of a frame of any format, for drawing on it; the caller frees. */
sq_code sq_picture_from_frame(sq_picture **out, const sq_frame *f, sq_diag *d);
/* The same into an existing picture, which takes the size of the frame: for one frame after another. */
sq_code sq_picture_set_frame(sq_picture *p, const sq_frame *f, sq_diag *d);
/* Smooths a plane in place by a Gaussian, by so many samples along the rows and down the columns; beyond its
 * sides the plane goes on as its mirror image. width: in samples of `channels` bytes, 1 to 4. */
sq_code sq_cv_smooth(unsigned char *plane, int stride, int width, int height, int channels, double across_px,
                     double down_px, sq_diag *d);

/* Magnifies: fills a part of p (width x height pixels, its upper left corner at (left, top)) with the
 * surroundings of `centre` in `from`, zoom times as large. What lies outside `from` is black. A failure is
 * kept in p, as with the drawing functions below. p and from are different pictures. */
void sq_picture_magnify(sq_picture *p, int left, int top, int width, int height, const sq_picture *from,
                        sq_px centre, double zoom);

/* ---- Drawing: antialiased, at fractions of a pixel. What lies outside of the picture is clipped, and a
 * shape with a coordinate that is not finite is left out. Nothing is returned: a failure (no memory) is kept
 * in the picture, and writing or encoding it returns the failure. */
typedef struct {
    unsigned char b, g, r;
    double alpha; /* 1 covers, 0 does nothing */
} sq_paint;

/* width_px: whole pixels, from 1. closed joins the last point to the first. */
void sq_draw_polyline(sq_picture *p, const sq_px *points, int count, bool closed, int width_px,
                      sq_paint paint);
void sq_draw_line(sq_picture *p, sq_px from, sq_px to, int width_px, sq_paint paint);
/* Filled; crossing outlines make holes (even-odd). */
void sq_draw_polygon(sq_picture *p, const sq_px *points, int count, sq_paint paint);
/* An outline of that width, or filled where width_px is 0. */
void sq_draw_circle(sq_picture *p, sq_px centre, double radius_px, int width_px, sq_paint paint);
/* angle_rad: from the picture's x axis to the half axis a, towards its y axis (clockwise on the screen). */
void sq_draw_ellipse(sq_picture *p, sq_px centre, double a_px, double b_px, double angle_rad, int width_px,
                     sq_paint paint);

/* ---- Markers of a calibration board (OpenCV's aruco, DICT_5X5_100) ---- */
enum { SQ_CV_MARKERS = 100, SQ_CV_MARKER_BITS = 5 };

typedef struct {
    int number;      /* 0 .. SQ_CV_MARKERS - 1 */
    sq_px corner[4]; /* of its black border, clockwise from the marker's own upper left; to half a pixel */
} sq_cv_marker;

/* The bits inside of a marker's border, row by row; true is white. */
sq_code sq_cv_marker_bits(int number, bool bits[SQ_CV_MARKER_BITS][SQ_CV_MARKER_BITS], sq_diag *d);
/* Finds markers in a frame of any format; at most SQ_CV_MARKERS. */
sq_code sq_cv_find_markers(const sq_frame *f, sq_cv_marker *out, int *count, sq_diag *d);
/* The homography that maps the points `from` to `to`, by RANSAC: pairs that are off by more than stray_px do
 * not count. SQ_E_SIGHT where there is none. */
sq_code sq_cv_homography(const sq_mm *from, const sq_px *to, int count, double stray_px, double h[3][3],
                         sq_diag *d);

/* ---- For ./dev bench, to compare with: how many circles OpenCV's HoughCircles finds in the luma plane.
 * edge: the upper Canny threshold (grey levels); votes: the accumulator's threshold. */
sq_code sq_cv_hough_circles(const sq_frame *grey, double min_distance_px, double edge, double votes,
                            int min_radius_px, int max_radius_px, int *count, sq_diag *d);

#endif

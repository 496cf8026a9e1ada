/* A naive renderer, the judge of the eye: every pixel is many rays through the true camera, each asked what
 * it meets; light is added up linearly, blurred, coded as sRGB, and given noise. Nothing is shared with the
 * eye but the camera model. Slow, and meant to be obviously right. */
#ifndef SQ_TESTS_NAIVE_H
#define SQ_TESTS_NAIVE_H

#include "rules/gear.h"
#include "rules/wink.h"
#include "vision/camera.h"
#include "vision/frame.h"

enum { SQ_NAIVE_CAP = 160 };

typedef struct {
    sq_mm at;
    double radius_mm, z; /* its middle at that height */
    uint8_t rgb[3];      /* sRGB under full light */
    sq_mm rise;          /* its plane: how much higher it lies a millimetre further along x, y */
    bool is_thin;        /* a mere circle; else as thick as a wink, and round at its edge */
} sq_naive_disc;

/* A rectangle that lies on mat and table: paper, tape, a sleeve; or a shadow. */
typedef struct {
    sq_mm low, high; /* its corners */
    uint8_t rgb[3];
    double light; /* 0: paper of that colour; else what it leaves of the light that falls on what is below */
} sq_naive_sheet;

typedef struct {
    int width, height;
    sq_camera camera;
    uint8_t felt[3], table[3]; /* sRGB under full light; the mat is as large as the rules say */
    double light_x,
        light_y; /* how much more light a metre further along x, y: shares of that at the centre */
    int sheet_count, disc_count;
    sq_naive_sheet sheet[8];
    sq_naive_disc disc[SQ_NAIVE_CAP]; /* bottom first */
    int rays;                         /* along a pixel's side, where something ends in it */
    double blur_px;                   /* standard deviation of the lens's blur, of linear light */
    double soft_px;                   /* and of what the camera and the codec do later, to sRGB levels */
    double noise;                     /* standard deviation in sRGB levels, before that */
    unsigned seed;                    /* of the noise */
} sq_naive_scene;

/* Looks straight down on (x, y), from so high that one pixel shows 1 / px_per_mm, without distortion. */
sq_camera sq_naive_camera(int width, int height, sq_mm on, double px_per_mm);
/* Empty felt on a wooden table under such a camera: light grey-green felt, 5 × 5 rays, 1 px of blur
 * in all. */
sq_naive_scene sq_naive_scene_of(int width, int height, sq_mm on, double px_per_mm);
/* The usual plastic of a colour. */
void sq_naive_plastic(sq_colour c, uint8_t rgb[3]);
/* Puts a wink on the scene, above all that is there, at height z of its middle; gives its index. */
int sq_naive_wink(sq_naive_scene *s, sq_colour colour, sq_size size, double x, double y, double z);
/* Puts a wink upon the flat wink `lower`, its centre so far (mm) from that one's in a direction (radians):
 * flat where that one bears its centre, else leaning with one edge on the felt. */
int sq_naive_wink_upon(sq_naive_scene *s, int lower, sq_colour colour, sq_size size, double distance,
                       double angle);
/* Puts the pot there, as a cup of thin slices; call it first, for later discs lie above. */
void sq_naive_pot(sq_naive_scene *s, sq_mm at, const uint8_t rgb[3]);
/* The middle of a wink that lies on the felt. */
#define SQ_NAIVE_FLAT_MM (SQ_WINK_THICKNESS_MM / 2)

/* ---- Pictures: planes that the caller frees ---- */
typedef struct {
    sq_frame frame;
    uint8_t *memory[3];
} sq_naive_picture;

/* Draws the scene as BGR. */
sq_naive_picture sq_naive_draw(const sq_naive_scene *s);
/* The same picture in another format: by the formulas of BT.601 or BT.709, chroma averaged symmetrically
 * about where its samples lie. slack: unused bytes at the end of each row, filled with 255. */
sq_naive_picture sq_naive_convert(const sq_naive_picture *bgr, sq_frame_format format,
                                  sq_chroma_siting siting, sq_yuv_matrix matrix, bool full_range, int slack);
/* Darkens a picture of the scene, which is BGR, by hand: each level by the share that `left` gives there. */
void sq_naive_darken(sq_naive_picture *p, const sq_naive_scene *s,
                     double (*left)(const sq_naive_scene *s, sq_px at));
void sq_naive_free(sq_naive_picture *p);

/* A reproducible sequence: uniform in 0..1, and normal. */
double sq_naive_uniform(unsigned *seed);
double sq_naive_normal(unsigned *seed);

#endif

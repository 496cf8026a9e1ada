/* A scene: everything that a picture of the mat shows, and the camera that takes it. It is a plain value. The
 * picture (datasets/render/) and its truth (datasets/truth/) are made from it. Lengths in mm, in the mat's
 * frame. */
#ifndef SQ_DATASETS_SCENE_SCENE_H
#define SQ_DATASETS_SCENE_SCENE_H

#include "datasets/scene/colour.h"
#include "datasets/scene/light.h"
#include "datasets/scene/settle.h"
#include "rules/terms/wink.h"
#include "vision/geometry/camera.h"
#include "vision/position/position.h"

/* A wink, or another disc (a squidger, whose id is SQ_NO_WINK). */
typedef struct {
    sq_solid_disc disc;
    sq_wink id;
    bool spare; /* beyond the set: looks like `id`, but has no name */
    sq_place place;
    bool pot_supported;
    sq_rgb albedo;
    double gloss; /* standard deviation of the surface's slopes: 0.02 polished, 0.15 worn */
} sq_piece;

/* A crease of a mat that was folded. It runs parallel to a side, `at` mm from the middle. */
typedef struct {
    bool along_x;
    double at, width;
    double strength; /* how much lighter or darker its two flanks are, as a share */
} sq_fold;

/* A part of a hand or an arm, or of its sleeve. */
typedef struct {
    sq_limb shape;
    sq_rgb albedo;
} sq_flesh;

/* A rectangle of paper that lies flat on the felt, too thin to throw a shadow. */
typedef struct {
    sq_mm at;       /* its middle */
    double half[2]; /* half its sides */
    double azimuth; /* of the first side, radians */
    sq_rgb albedo;
} sq_sheet;

enum { SQ_PIECE_CAP = 32, SQ_FLESH_CAP = 40, SQ_FOLD_CAP = 4, SQ_SHEET_CAP = 4 };

typedef struct {
    double length, width, thickness; /* thickness is how far the table lies below the felt's surface */
    sq_rgb albedo, line_albedo;
    double line_width;
    double grain; /* how much the felt's lightness varies at 1 mm a pixel, as a share */
    int fold_count;
    sq_fold folds[SQ_FOLD_CAP];
} sq_mat;

typedef struct {
    double x0, x1, y0, y1; /* its outline */
    bool wood;
    sq_rgb albedo, dark; /* dark: of the wood's grain */
    double gloss;
    double floor_below; /* the floor's depth below the felt's surface */
    sq_rgb floor_albedo;
} sq_table;

/* The lens and the sensor: what happens to the light on its way into a file. Full scale is 1. */
typedef struct {
    double exposure;   /* factor on the scene's radiance */
    double balance[3]; /* white balance: factors on red, green, blue */
    double vignette;   /* loss of light in the corners, as a share */
    double blur_px;    /* deviation of the lens's and the sensor's blur */
    double shake_px;   /* how far the picture slides along its rows while it is exposed */
    double shot;       /* variance of the noise per unit of light: 1 / electrons of a full pixel */
    double read;       /* deviation of the noise in the dark */
    double smoothed; /* share of each pixel's noise that is mixed with its neighbours (in-camera denoising) */
    double sharpen;  /* amount of unsharp masking */
    int jpeg;        /* quality */
} sq_sensor;

typedef struct {
    uint64_t seed;
    char family[32];
    sq_camera camera; /* with the picture's size */
    sq_mat mat;
    sq_table table;
    int sheet_count;
    sq_sheet sheets[SQ_SHEET_CAP];
    sq_solid_pot pot;       /* where it belongs, even if no_pot */
    bool no_pot;            /* the pot is not there */
    bool two_pots;          /* other_pot stands on the mat too */
    sq_solid_pot other_pot; /* has the pot's colour and make */
    sq_rgb pot_albedo;
    double pot_gloss;
    char pot_colour[16];
    sq_mm corners[SQ_USUAL_COLOURS]; /* each colour's corner of the mat */
    sq_lights lights;
    int piece_count;
    sq_piece pieces[SQ_PIECE_CAP];
    int flesh_count;
    sq_flesh flesh[SQ_FLESH_CAP];
    int onlooker_count; /* how many of the last flesh parts belong to somebody who stands beside the mat */
    sq_sensor sensor;
    int squidge_off_count; /* winks that played a squidge-off, nearest first; else 0 */
    sq_wink squidge_off[SQ_USUAL_COLOURS];
} sq_scene;

#endif

/* The truth of a scene: the JSON beside each test picture, as a plain value. datasets/README.md describes its
 * keys. */
#ifndef SQ_DATASETS_TRUTH_TRUTH_FILE_H
#define SQ_DATASETS_TRUTH_TRUTH_FILE_H

#include <jansson.h>

#include "rules/terms/equipment_sizes.h"
#include "rules/terms/wink.h"
#include "vision/geometry/camera.h"
#include "vision/position/position.h"
#include "vision/system/failure.h"

typedef struct {
    sq_wink id; /* SQ_NO_WINK where the file names none of the 24 */
    sq_colour colour;
    double diameter_mm;
    sq_mm3 at;     /* the middle of the disc */
    sq_mm3 normal; /* of its upper face */
    sq_place place;
    double visible_fraction; /* of its upper face, as the camera sees it; 1 where the file does not say */
    sq_wink_set over;        /* the winks straight below some part of it */
    double overlap_mm2[SQ_USUAL_WINKS]; /* with each of these: the area that both cover, seen from above */
    double overlap_depth_mm[SQ_USUAL_WINKS]; /* and how far they overlap along the line of centres; else 0 */
    bool pot_supported;
    double nearest_edge_to_pot_mm; /* NaN where the file names none */
} sq_true_wink;

/* A thing on the mat that is not a wink. */
typedef struct {
    bool is_sheet;    /* of paper; else a disc: a coin, a squidger */
    sq_mm at;         /* its middle */
    double radius_mm; /* of a sheet: half its diagonal */
} sq_true_thing;

enum { SQ_THING_CAP = 16 };

/* The size to which its diameter is nearer. */
static inline sq_size sq_true_size(const sq_true_wink *w) {
    return w->diameter_mm > (SQ_LARGE_MM + SQ_SMALL_MM) / 2 ? SQ_LARGE : SQ_SMALL;
}

typedef struct {
    char image[256]; /* the picture's file name */
    char family[32], lighting[32], pot_colour[32];
    uint64_t seed;
    int width, height; /* pixels */
    sq_camera camera;
    double mat_length_mm, mat_width_mm; /* the rules' where the file does not say */
    double line_width_mm;               /* of the baselines; 0 where unknown */
    sq_mm pot;                          /* centre of its base, or where it belongs if no_pot */
    bool no_pot;                        /* there is none */
    bool two_pots;                      /* there is a second one, at other_pot */
    sq_mm other_pot;
    sq_mm corners[SQ_USUAL_COLOURS]; /* of each colour; (0, 0) where the file does not say */
    bool hand;                       /* something other than winks lies over the mat */
    int squidge_off_count;           /* winks that played a squidge-off, nearest first; else 0 */
    sq_wink squidge_off[SQ_USUAL_COLOURS];
    double squidge_off_mm[SQ_USUAL_COLOURS];
    int wink_count;
    sq_true_wink winks[SQ_SEEN_CAP];
    int thing_count;
    sq_true_thing things[SQ_THING_CAP];
} sq_truth;

/* Reads and checks a truth file. On failure the message names the file, the wink and the key. */
sq_code sq_truth_read(sq_truth *out, const char *path, sq_diag *d);

/* Whether a JSON file is a scene's truth: an object with "image" and "winks". Fails only where the file
 * cannot be read or is not JSON. */
sq_code sq_truth_probe(const char *path, bool *is_truth, sq_diag *d);

/* Writes one that sq_truth_read reads back: positions to 0.1 µm, shares to 1e-6, the camera to 12 digits. */
sq_code sq_truth_write(const sq_truth *t, const char *path, sq_diag *d);

/* Parts of it as JSON, for other files (a game's truth). The caller decrefs. Null when memory runs out. */
json_t *sq_truth_winks_to_json(const sq_truth *t);
/* Image, size, camera, mat, pot and corners, without the winks. */
json_t *sq_truth_setup_to_json(const sq_truth *t);
/* Reads a list of winks into t. path is what a failure's message names. */
sq_code sq_truth_winks_from_json(sq_truth *t, const json_t *winks, const char *path, sq_diag *d);

/* Significant digits of the numbers in a truth file. */
enum { SQ_TRUTH_DIGITS = 12 };

#endif

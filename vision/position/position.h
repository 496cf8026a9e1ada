/* The position: what one look at the mat has found, and how surely. The eye gives it to the tracker, to the
 * overlay and, as JSON, to other programs. A plain value; lengths in mm in the mat's frame (units.h). */
#ifndef SQ_VISION_POSITION_POSITION_H
#define SQ_VISION_POSITION_POSITION_H

#include <stdbool.h>

#include "rules/terms/wink.h"
#include "vision/math/tunable_number.h"
#include "vision/math/units.h"
#include "vision/position/change_map.h"

/* The area (mm²) above which a blob is no pile of winks: that of twelve large ones side by side. A hand with
 * its wrist has twice that. */
SQ_NUMBER(SQ_CLUSTER_MOST_MM2, 4600.0);

/* mm: two sights of a wink's colour that are nearer to each other than this are of one wink, in one look or
 * in two at one rest: far beyond what a good fit is off, well within a wink's radius. */
SQ_NUMBER(SQ_SAME_WINK_MM, 3.0);

/* The share of its face from which on a wink counts as seen whole. */
SQ_NUMBER(SQ_WHOLE_SEEN, 0.98);

/* The share of its face below which only a sliver of a wink is seen, which may be no wink at all. */
SQ_NUMBER(SQ_SLIVER_SEEN, 0.35);

enum {
    SQ_SEEN_CAP = 64,  /* more than the 24 of the game: coins, paper, a second set; reaching it is reported */
    SQ_PAIR_CAP = 256, /* overlapping or nearly overlapping pairs */
    SQ_REGION_CAP = 16 /* unexplained regions: hands, sleeves */
};

#define SQ_PLACE_LIST(X)                                                    \
    X(SQ_PLACE_MAT, "mat")                                                  \
    X(SQ_PLACE_BASELINE, "baseline") /* behind one, not yet played */       \
    X(SQ_PLACE_POT, "pot")                                                  \
    X(SQ_PLACE_RIM, "rim") /* on the pot's rim: counts as potted (8.1.2) */ \
    X(SQ_PLACE_OFF, "off") /* partly or wholly off the mat */

typedef enum {
#define X(number, name) number,
    SQ_PLACE_LIST(X)
#undef X
        SQ_PLACES
} sq_place;

/* Whether a wink there counts as potted: in the pot or on its rim (8.1.2). */
static inline bool sq_place_is_potted(sq_place p) {
    return p == SQ_PLACE_POT || p == SQ_PLACE_RIM;
}

#define SQ_CALL_LIST(X)             \
    X(SQ_CALL_CLEAR, "clear")       \
    X(SQ_CALL_SQUOPPED, "squopped") \
    X(SQ_CALL_LOOK, "look") /* an umpire must look */

typedef enum {
#define X(number, name) number,
    SQ_CALL_LIST(X)
#undef X
        SQ_CALLS
} sq_call;

/* The part of a wink's error that all places of one picture share (shared_camera_error.h). All zero where
 * nothing is known of it. */
typedef struct {
    double sigma_mm;  /* standard deviation of x, and of y */
    double to_pot_mm; /* standard deviation along the line to the pot */
    double stretch;   /* standard deviation of short lengths near the wink, as a share of the length */
} sq_common_error;

typedef struct {
    sq_colour colour;
    sq_size size;
    sq_mm at;        /* its centre, at the middle of its thickness */
    double z;        /* height of that centre over the mat: 0.75 for one that lies on the felt */
    sq_mm3 normal;   /* of its upper face; (0,0,1) lies flat */
    double sigma_mm; /* standard deviation of at.x, and of at.y; includes `common` */
    sq_common_error common;
    double raised_mm; /* the part of sigma_mm that its pile shares: hidden ones may lie below */
    sq_place place;
    double seen;        /* share of its upper face that the camera sees; 0 for one whose place is inferred */
    bool pot_supported; /* leans on the pot (25.4) */
    bool aslant; /* leans on winks that are hidden: the normal comes from its outline, and z is a guess */
    double edge_to_pot_mm;    /* nearest edge to the pot's base circle, horizontally; negative under it */
    double edge_sigma_mm;     /* standard deviation of that */
    double colour_confidence; /* probability that the colour is right */
    double size_confidence;   /* probability that the size is right */
    sq_wink id;               /* SQ_NO_WINK until the tracker names it */
} sq_seen_wink;

/* Whether two sights are of one colour and size, as the winks of a set are of one kind. */
static inline bool sq_seen_alike(const sq_seen_wink *a, const sq_seen_wink *b) {
    return a->colour == b->colour && a->size == b->size;
}

/* winks[over] against winks[under]. */
typedef struct {
    int over, under;
    double probability; /* that over squops under */
    double gap_mm;      /* horizontal gap of the two rims; negative = overlap */
    double sigma_mm;    /* standard deviation of the gap */
    sq_call call;
} sq_squop;

typedef struct {
    int wink; /* index into winks */
    sq_colour colour;
    double mm, sigma_mm; /* from its edge to the pot's base, and the standard deviation of that */
} sq_nearest;

/* A circle on the mat that is covered by something that is no wink. No wink in it is judged. */
typedef struct {
    sq_mm at;
    double radius_mm;
} sq_region;

typedef enum { SQ_CAMERA_FROM_FILE, SQ_CAMERA_FROM_MAT } sq_camera_source;

typedef struct {
    double t; /* the frame's time, seconds */
    int width, height;
    sq_camera_source source;
    double camera_rms_px; /* residual of the calibration; NaN where unknown */
    /* For a camera file that did not fit this picture and was not used: the largest error of a place that it
     * would have caused, and the standard deviation of that. NaN: there is no such file. */
    double file_off_mm, file_off_sigma_mm;

    bool pot_found;
    sq_mm pot; /* its base's centre */
    double pot_sigma_mm;
    bool other_pot_found; /* a second pot stands on the mat; of several, any one */
    sq_mm other_pot;

    sq_wink_set
        absent; /* winks of the 24 that the set in play lacks, by its rule book: nobody looks for them */
    int wink_count;
    sq_seen_wink winks[SQ_SEEN_CAP];
    int squop_count;
    sq_squop squops[SQ_PAIR_CAP];
    int region_count;
    sq_region regions[SQ_REGION_CAP];

    int unseen[SQ_USUAL_COLOURS][SQ_SIZES]; /* of the full set, not in winks; never negative */
    int potted[SQ_USUAL_COLOURS]; /* how many winks are seen in the pot, at least: those in `winks`, and those
                               of which only a part shows */
    struct {
        int low, high;
    } tiddlies[SQ_USUAL_COLOURS]; /* the range that is possible */

    int nearest_count;
    sq_nearest nearest[SQ_USUAL_COLOURS];
    bool too_close; /* the first of nearest cannot be told apart from all others that have been played */
    int rival;      /* index in nearest of the one that is likeliest to be nearer than the first */

    sq_changed
        changed; /* since the rest before; set by whoever watches the frames, the eye leaves it unknown */

    bool truncated;  /* a capacity above was reached */
    double sight_ms; /* time that the look took */
    double load_ms;  /* time that reading and decoding took; 0 for a stream */
} sq_position;

/* Names as in the JSON; constant. */
const char *sq_place_name(sq_place p);
const char *sq_call_name(sq_call c);
/* The place or call with this name; SQ_PLACES or SQ_CALLS where there is none. */
sq_place sq_place_from_name(const char *name);
sq_call sq_call_from_name(const char *name);

/* The centre of the pot's base; that of its mark where it is not found. */
sq_mm sq_position_pot(const sq_position *p);

/* How many winks the usual set has without those of `absent`. */
int sq_set_size(sq_wink_set absent);
/* How many of them are of a colour and size. */
int sq_set_count(sq_wink_set absent, sq_colour c, sq_size s);
/* How many more winks of a colour and size are seen than the set has. They are of another set, or no winks.
 */
int sq_position_surplus(const sq_position *p, sq_colour c, sq_size s);

/* How many winks of a colour are not seen, of both sizes. */
int sq_position_unseen(const sq_position *p, sq_colour c);

/* How many winks of a colour the pot shows, at least, that are not in winks. */
int sq_position_in_heap(const sq_position *p, sq_colour c);

/* The radius of a wink, mm. */
double sq_seen_radius_mm(const sq_seen_wink *w);

#endif

/* Sight: the front door of the eye. One frame and the camera in, the position out.
 *
 * The pipeline (sight.c holds its order): outline → surface → pot → segment → palette → the pot's rim → glare
 * → clusters → window → stack → clutter → the pot's contents → raised → scene. Where that tells the optics to
 * be others than were taken (where chroma lies, how blurred the picture is), all but the outline is worked
 * out once more. Everything is worked out in memory that is laid out once; a look allocates nothing. One
 * sq_sight serves one thread; what it learns of a source it forgets when camera, size or format change. */
#ifndef SQ_VISION_SIGHT_H
#define SQ_VISION_SIGHT_H

#include "vision/frame/frame.h"
#include "vision/geometry/camera.h"
#include "vision/math/number.h"
#include "vision/position/position.h"
#include "vision/segment/wink_palette.h"
#include "vision/system/diag.h"

/* Side of a tile in mm: more than twice the widest wink, so that felt is the majority in it, and small
 * against the reach of a lamp. */
SQ_NUMBER(SQ_TILE_MM, 70.0);

/* The fit's own deviation is too small by this factor, since neighbouring pixels' errors are alike, and has a
 * floor of shading and shadow that no fit sees: measured on rendered scenes. What the drawing leaves on a
 * wink tells how far it may be off: a shift bares a sickle of its own width on either side, and a share of
 * what is left is taken for that: little where a wink lies by itself, most of it being shadow and noise there
 * (errors of 6100 drawn ones), more where it overlaps others, whose heights and slopes it may have from a
 * wrong drawing (1900); these add something though nothing is left. And the share of the face that is hidden
 * adds so many mm: heights and winks that nobody sees. */
SQ_NUMBER(SQ_SIGMA_FACTOR, 3.5);
SQ_NUMBER(SQ_SIGMA_LEFT, 0.2);
SQ_NUMBER(SQ_SIGMA_LAPPED_LEFT, 0.6);
SQ_NUMBER(SQ_SIGMA_LAPPED_MM, 0.1);
SQ_NUMBER(SQ_SIGMA_HIDDEN_MM, 0.50);
SQ_NUMBER(SQ_SIGMA_FLOOR_MM, 0.07);

/* Deviation (mm) of the place of a wink that lies wholly on another of its colour. */
SQ_NUMBER(SQ_SIGMA_INNER_MM, 0.4);

typedef struct sq_sight sq_sight;

/* Null, with a sentence, when memory is short. */
sq_sight *sq_sight_new(sq_diag *d);
void sq_sight_free(sq_sight *s);

/* Judges one frame. Fails (SQ_E_SIGHT, a sentence) where it cannot be judged at all: no colour, too small,
 * mat not in the picture. The fields image size, t, winks … tiddlies, sight_ms of out are set; load_ms and
 * source are the caller's. */
sq_code sq_sight_look(sq_sight *s, const sq_frame *f, const sq_camera *c, sq_position *out, sq_diag *d);

/* What the four colours looked like in the last look: see vision/segment/wink_palette.h. */
const sq_palette *sq_sight_palette(const sq_sight *s);

/* The stages whose time is kept, in the order in which they work. */
#define SQ_SIGHT_STAGE_LIST(X)                            \
    X(SQ_STAGE_OUTLINE, "outline") /* for a new camera */ \
    X(SQ_STAGE_SURFACE, "surface")                        \
    X(SQ_STAGE_POT, "pot")                                \
    X(SQ_STAGE_SEGMENT, "segment")                        \
    X(SQ_STAGE_PALETTE, "palette")                        \
    X(SQ_STAGE_CLUSTER, "cluster")                        \
    X(SQ_STAGE_WINDOW, "window") /* of all clusters */    \
    X(SQ_STAGE_STACK, "stack")   /* of all clusters */    \
    X(SQ_STAGE_SCENE, "scene")

typedef enum {
#define X(number, name) number,
    SQ_SIGHT_STAGE_LIST(X)
#undef X
        SQ_SIGHT_STAGES
} sq_sight_stage;

/* Milliseconds that a stage took in the last look; 0 where that look did not come so far. */
double sq_sight_stage_ms(const sq_sight *s, sq_sight_stage stage);
const char *sq_sight_stage_name(sq_sight_stage stage);

#endif

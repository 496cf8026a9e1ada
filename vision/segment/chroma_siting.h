/* Where halved chroma samples really lie, measured in the picture.
 *
 * Streams say it wrongly or not at all. The default of H.264 is "left", but many encoders average pairs of
 * pixels and thereby write "centre"; half a pixel of chroma is half a millimetre of wink. A rim is one edge
 * in luma and in chroma, so the two can be compared, halfway up the edge, at upright pieces of rims whose
 * luma step is steep (no shadow beyond it) and falls below the luma of a shadow. What draws an edge outwards
 * at the left side of a wink draws it the other way at the right side, so the mean of both sides is free of
 * it, unless there is more of it at one side. */
#ifndef SQ_VISION_SEGMENT_CHROMA_SITING_H
#define SQ_VISION_SEGMENT_CHROMA_SITING_H

#include "vision/frame/frame.h"
#include "vision/geometry/camera.h"
#include "vision/math/tunable_number.h"
#include "vision/position/position.h"

/* Levels that luma must step for its edge to tell where a rim is. Fewer: grain of the felt makes edges. More:
 * pale winks tell nothing. */
SQ_NUMBER(SQ_SITING_STEP, 24.0f);

/* Whether the chroma of f is halved in x, which is when the question arises. */
bool sq_chroma_siting_matters(const sq_frame *f);

/* What the pictures of one source have shown so far: px by which chroma's edge lies right of luma's, were the
 * siting centre, at the left and at the right of winks. Zero at the start. */
typedef struct {
    double edge[2];
    int looks;
} sq_siting_sightings;

/* Whether the rims told anything; and whether only one siting can be true. */
typedef enum { SQ_SITING_UNTOLD, SQ_SITING_LIKELY, SQ_SITING_SURE } sq_siting_answer;

/* Compares luma and chroma at the rims of the winks in p that are seen whole, together with what was seen
 * before. Sets *siting unless it is untold. Light from one side draws the edges of that side farther outwards
 * than those of the other: the siting lies somewhere between what both sides say, and is sure where only one
 * of the two does. Where both do it is taken as centre, which most encoders write: light from the left at
 * winks of a dark or noisy picture looks like the other one. */
sq_siting_answer sq_chroma_siting_measure(sq_chroma_siting *siting, sq_siting_sightings *seen,
                                          const sq_frame *f, const sq_camera *c, const sq_position *p);

#endif

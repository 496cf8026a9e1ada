/* Where the samples of halved chroma really lie (sq_chroma_siting), measured in the picture.
 *
 * Streams state it wrongly or not at all. The default of H.264 is "left", but many encoders average pairs of
 * pixels and thereby write "centre". Half a pixel of chroma is half a millimetre on the mat. A rim is an edge
 * both in luma and in chroma, so the two are compared, halfway up the edge, at upright pieces of rims. Only
 * pieces count whose luma step is steep (no shadow beyond it) and falls below the luma of a shadow. Light
 * that shifts an edge outwards shifts it to the left at the left side of a wink and to the right at its right
 * side. The mean of both sides is free of that, unless one side is shifted more. */
#ifndef SQ_VISION_SEGMENT_CHROMA_SITING_H
#define SQ_VISION_SEGMENT_CHROMA_SITING_H

#include "vision/frame/frame.h"
#include "vision/geometry/camera.h"
#include "vision/math/tunable_number.h"
#include "vision/position/position.h"

/* The least step of luma, in levels, that counts as the edge of a rim. Lower: grain of the felt makes edges.
 * Higher: pale winks are of no use. */
SQ_NUMBER(SQ_SITING_STEP, 24.0f);

/* Samples that lie on the left luma sample were read so many px too far right. */
#define SQ_SITING_LEFT_PX 0.5

/* Whether the chroma of f is halved in x; else the siting does not matter. */
bool sq_chroma_siting_matters(const sq_frame *f);

/* What the pictures of one source have shown so far. edge: by how many pixels chroma's edge lies right of
 * luma's if the siting is taken as centre, at the left and at the right side of winks. looks: how many
 * pictures. Zero at the start. */
typedef struct {
    double edge[2];
    int looks;
} sq_siting_sightings;

/* Whether the rims showed the siting: not at all; which one is likely; or that only one is possible. */
typedef enum { SQ_SITING_UNTOLD, SQ_SITING_LIKELY, SQ_SITING_SURE } sq_siting_answer;

/* Compares luma and chroma at the rims of the winks in p that are seen whole, together with what was seen
 * before. Sets *siting unless the answer is SQ_SITING_UNTOLD. Light from one side shifts the edges of that
 * side farther outwards than those of the other, so the truth lies somewhere between what both sides show. It
 * is sure where only one siting lies in that range. Where both do, centre is taken, which most encoders
 * write: in a dark or noisy picture, light from the left looks like the siting "left". */
sq_siting_answer sq_chroma_siting_measure(sq_chroma_siting *siting, sq_siting_sightings *seen,
                                          const sq_frame *f, const sq_camera *c, const sq_position *p);

#endif

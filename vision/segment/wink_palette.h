/* The palette: what the four colours look like under the light of this picture, learned from the picture
 * itself.
 *
 * Plastics and lamps differ, but in felt-relative chroma the four colours lie at least 70 degrees apart. The
 * blobs of a picture show at which angle each colour really lies. */
#ifndef SQ_VISION_SEGMENT_WINK_PALETTE_H
#define SQ_VISION_SEGMENT_WINK_PALETTE_H

#include "rules/terms/wink.h"
#include "vision/frame/felt_chroma.h"
#include "vision/math/tunable_number.h"
#include "vision/segment/segment.h"

/* Degrees in the chroma plane within which a pixel can be of a colour: half of the least distance between
 * usual colours. Wider takes in skin (between red and yellow), narrower loses plastics of an unusual hue. */
SQ_NUMBER(SQ_COLOUR_REACH_DEG, 36.0f);

/* The share of a colour's full chroma from which on a pixel is labelled with that colour: that of a half
 * covered pixel, less what gloss takes. */
SQ_NUMBER(SQ_LABEL_SHARE, 0.3f);

/* The bins in which lengths of chroma are counted for their median, and where they end: above is clipped
 * light. */
enum { SQ_CHROMA_LENGTHS = 64 };
SQ_NUMBER(SQ_CHROMA_LONGEST, 2.0f);

typedef struct {
    float angle;  /* degrees in the chroma plane */
    float spread; /* standard deviation of the angle, degrees */
    float length; /* typical length of the chroma: full, unmixed colour */
    int samples;  /* from which it was learned; 0: none of this colour is in sight; the angle is the usual */
} sq_palette_colour;

/* Where else the four may lie for all that the picture shows: their angles and spreads, and how likely that
 * is compared with the palette's own. */
typedef struct {
    float angle[SQ_USUAL_COLOURS], spread[SQ_USUAL_COLOURS], odds;
} sq_palette_other;

typedef struct {
    sq_palette_colour colour[SQ_USUAL_COLOURS];
    float separation; /* the least angle between two neighbouring colours, degrees */
    float clipped[3]; /* the levels of red, green and blue above which a sample may be clipped */
    sq_palette_other other[2 * SQ_USUAL_COLOURS];
    int others;
} sq_palette;

/* The angles of usual plastics on a neutral felt, degrees. */
extern const float sq_usual_angle[SQ_USUAL_COLOURS];

/* Calls `each` for every sample on the mat in blobs of at most max_area samples (a hand is larger than any
 * pile), with `who`, the sample's levels, and those of the felt there. */
typedef void sq_coloured_sample(void *who, const float level[3], const float felt[3]);
void sq_coloured_samples(sq_coloured_sample *each, void *who, const sq_frame *f, const sq_outline *o,
                         const sq_background *s, const sq_segments *g, int max_area);

/* Learns the palette from those samples. small_wink: how many a small wink has. */
void sq_palette_learn(sq_palette *p, const sq_frame *f, const sq_outline *o, const sq_background *s,
                      const sq_segments *g, int max_area, int small_wink);

/* The colour whose angle is nearest. *confidence (may be null): the probability that it is the right one of
 * the four, from the spreads of their angles and from how surely these are known. */
sq_colour sq_palette_nearest(const sq_palette *p, sq_chroma v, float *confidence);

/* How likely each colour is by the angle of a chroma; they sum up to 1, or to less where none lies near. */
void sq_palette_likely(float likely[SQ_USUAL_COLOURS], const sq_palette *p, sq_chroma v);

/* Whether a chroma is of that colour: within SQ_COLOUR_REACH_DEG of its angle, and longer than `share` of its
 * length. */
bool sq_palette_shows(const sq_palette *p, sq_colour c, sq_chroma v, double share);

/* The chroma of the full colour. */
sq_chroma sq_palette_chroma(const sq_palette *p, sq_colour c);

#endif

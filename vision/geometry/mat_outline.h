/* The outline of the mat in the picture, row by row: which pixels show the mat, and which its near
 * surroundings.
 *
 * It depends on the camera and the mat alone, and is made once for a camera. */
#ifndef SQ_VISION_GEOMETRY_MAT_OUTLINE_H
#define SQ_VISION_GEOMETRY_MAT_OUTLINE_H

#include <stdbool.h>

#include "vision/geometry/camera.h"

/* Pixels on either side of the mat's outline that count as neither surface, because of blur and because the
 * camera is only known to a pixel. */
#define SQ_EDGE_PX 3

typedef enum { SQ_BACKGROUND_FELT, SQ_BACKGROUND_TABLE, SQ_SURFACES } sq_background_kind;

typedef struct {
    int begin, end; /* pixels begin <= x < end; empty where begin >= end */
} sq_span;

typedef struct {
    int width, height;
    sq_span *inner; /* for each row, what surely is the mat: SQ_EDGE_PX inside its edge */
    sq_span *outer; /* what may be the mat: up to SQ_EDGE_PX outside its edge */
    sq_span *reach; /* the mat and SQ_REACH_MM around it: where a wink can lie */
} sq_outline;

/* Fills the three lists of `height` rows each, whose memory the caller has lent. */
void sq_outline_make(sq_outline *o, const sq_camera *c, int width, int height);

static inline bool sq_span_has(sq_span s, int x) {
    return x >= s.begin && x < s.end;
}

/* The surface at a pixel: felt, table, or SQ_SURFACES for the edge between them and for what is out of
 * reach. */
static inline sq_background_kind sq_outline_surface(const sq_outline *o, int x, int y) {
    if (sq_span_has(o->inner[y], x)) return SQ_BACKGROUND_FELT;
    return sq_span_has(o->reach[y], x) && !sq_span_has(o->outer[y], x) ? SQ_BACKGROUND_TABLE : SQ_SURFACES;
}

/* The stretches of a row from left to right: table, edge, felt, edge, table, each of which may be empty.
 * The kind of an edge is SQ_SURFACES. What lies in none of them is out of reach. */
enum { SQ_STRETCHES = 5 };
typedef struct {
    sq_background_kind kind;
    sq_span span;
} sq_stretch;

static inline void sq_outline_row(const sq_outline *o, int y, sq_stretch out[SQ_STRETCHES]) {
    sq_span in = o->inner[y], edge = o->outer[y], reach = o->reach[y];
    if (reach.begin >= reach.end) reach = (sq_span){0, 0};
    if (edge.begin >= edge.end) edge = (sq_span){reach.end, reach.end};
    if (in.begin >= in.end) in = (sq_span){edge.end, edge.end};
    out[0] = (sq_stretch){SQ_BACKGROUND_TABLE, {reach.begin, edge.begin}};
    out[1] = (sq_stretch){SQ_SURFACES, {edge.begin, in.begin}};
    out[2] = (sq_stretch){SQ_BACKGROUND_FELT, in};
    out[3] = (sq_stretch){SQ_SURFACES, {in.end, edge.end}};
    out[4] = (sq_stretch){SQ_BACKGROUND_TABLE, {edge.end, reach.end}};
}

#endif

/* Glare: what is far brighter than the felt in all three colours: a glossy wink that mirrors a lamp, a coin,
 * or paper.
 *
 * A wink that mirrors a lamp shows its own light plus that of the lamp: pixel = own colour × light + lamp.
 * Its chroma in levels shrinks, to nothing where the camera clips, so that segmentation and fit miss it. In
 * linear light the differences between the colours remain, and the lamp's share can be subtracted. */
#ifndef SQ_VISION_SEGMENT_GLARE_H
#define SQ_VISION_SEGMENT_GLARE_H

#include "vision/geometry/disc.h"
#include "vision/math/tunable_number.h"
#include "vision/segment/felt_window.h"
#include "vision/segment/segment.h"
#include "vision/segment/wink_palette.h"

/* GRID: mm between the samples that look for glare; no line on a mat is as wide, and a small wink has a dozen
 * samples. BEGINS, LIGHT: the brightness (all three levels relative to the felt) from which on a part of a
 * pixel's light may be that of a lamp, and from which on it surely is; uneven light on felt stays below.
 * Lower: uneven light makes regions. Higher: a wink with weak gloss is lost. */
SQ_NUMBER(SQ_GLARE_GRID_MM, 4.0);
SQ_NUMBER(SQ_GLARE_BEGINS, 1.05f);
SQ_NUMBER(SQ_GLARE_LIGHT, 1.2f);

/* DARKEST: the linear light, relative to the felt, of the darkest of a plastic's three colours (a third of
 * the felt's level). */
SQ_NUMBER(SQ_GLARE_DARKEST, 0.1f);

/* From which share of a face on that neither mirrors a lamp nor is clipped its colour is read from that
 * alone. */
SQ_NUMBER(SQ_GLARE_SHARE, 0.3);

/* Appends to the blobs of g, marked `bright`, what is bright on the mat and wider than a line. Where there is
 * no room, g is marked as truncated. hidden: as for sq_segment. */
void sq_glare_find(sq_segments *g, const sq_frame *f, const sq_outline *o, const sq_span *hidden,
                   const sq_background *s, double px_per_mm);

/* Subtracts the light of the lamp from the bright pixels of the window; the lamp is taken to have the
 * colour in which the felt appears. Their chroma becomes what matte plastic would show. A pixel that the
 * camera clips, or that has no colour left, no longer counts: it tells neither colour nor felt. */
void sq_glare_take_off(sq_window *w, const sq_background *s);

/* What the camera clips no longer counts: how bright it is, is not known. */
void sq_glare_hide_clipped(sq_window *w, const sq_background *s);

/* How likely each colour is for what is seen of disc k, over which later ones of the n lie; they sum up to 1.
 * What the camera clips may be brighter than it looks, on the disc and on the felt; what mirrors a lamp tells
 * little. Both are left out where enough of the disc is neither. raw: the window as it was read; blur_px:
 * standard deviation. False where nothing is seen of it. */
bool sq_glare_likely(double likely[SQ_USUAL_COLOURS], const sq_window *raw, const sq_background *s,
                     const sq_palette *p, const sq_disc *disc, int n, int k, double blur_px);

#endif

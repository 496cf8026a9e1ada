/* The first guess of the discs in a cluster, by area alone.
 *
 * Every pixel is labelled with a colour. For every colour and size, the place is found where a disc covers
 * most pixels of its colour and least felt. The best of these discs is taken, its pixels are removed, and so
 * on until little is left. With sums over rows, counting the pixels of a disc takes time in proportion to its
 * height, and only what has changed is counted again. */
#ifndef SQ_VISION_EXPLAIN_DISC_PROPOSALS_H
#define SQ_VISION_EXPLAIN_DISC_PROPOSALS_H

#include "vision/frame/rgb_patch.h"
#include "vision/geometry/disc.h"
#include "vision/math/tunable_number.h"
#include "vision/segment/felt_window.h"
#include "vision/segment/wink_palette.h"

/* mm² of its own colour that a disc must show, and that it must explain, to be proposed: a twentieth of a
 * small wink. A smaller part of the picture is not searched at all. Lower: halos and shadows become slivers
 * of winks, and the search takes longer. Higher: slivers are lost. */
SQ_NUMBER(SQ_DISC_COST_MM2, 10.0);

/* The label of a pixel: one of the four colours, bare ground, or silent. A silent pixel counts neither for
 * nor against a wink, because it is hidden, explained already, or a mixture of colours. */
enum {
    SQ_LABEL_BARE = SQ_USUAL_COLOURS,
    SQ_LABEL_SILENT,
    SQ_LABELS = 8
}; /* eight, so that a sum fills a register */

enum { SQ_PROPOSAL_NODES = SQ_PATCH_MAX_PIXELS / 4 }; /* nodes are at least two pixels apart */

/* A node of the coarse grid of places at which a disc of one size is tried. */
typedef struct {
    double gain_mm2; /* of the colour that gains most there (sq_proposal.gain_mm2); 0: no colour gains */
    sq_colour colour;
} sq_proposal_node;

/* Memory for the search, enough for the largest window. */
typedef struct {
    uint8_t *label;                   /* w * h */
    uint16_t (*sum)[SQ_LABELS];       /* (w + 1) * h: how many pixels of each label row y has left of x */
    sq_proposal_node *node[SQ_SIZES]; /* SQ_PROPOSAL_NODES each, row by row */
} sq_proposal_scratch;

/* Allocates it; false where there is not enough. Free it in either case. */
bool sq_proposal_scratch_new(sq_proposal_scratch *s);
void sq_proposal_scratch_free(sq_proposal_scratch *s);

typedef struct {
    sq_colour colour;
    sq_size size;
    sq_px centre;
    double gain_mm2; /* the area that it explains, minus the area that speaks against it */
} sq_proposal;

/* Writes at most `most` proposals, the best first; returns their number. shape: a disc of each size at the
 * middle of the window. */
int sq_proposal_discs(sq_proposal *out, int most, const sq_window *w, const sq_palette *p,
                      const sq_disc shape[SQ_SIZES], double blur_px, const sq_proposal_scratch *scratch);

/* Finds where one more disc, of a wanted size, would explain most of what is left; false where none would.
 * Before the call, scratch->label must be 1 for each pixel that a disc explains already, else 0: explained
 * pixels speak neither for nor against another disc. */
bool sq_proposal_another(sq_proposal *out, const sq_window *w, const sq_palette *p,
                         const sq_disc shape[SQ_SIZES], const bool wanted[SQ_SIZES], double blur_px,
                         const sq_proposal_scratch *scratch);

/* The blob at the middle of the window, as if all of it had the colour found there: its area (mm²), chroma
 * and centre. */
double sq_proposal_blob(const sq_window *w, double mm2_per_px, sq_chroma *chroma, sq_px *middle);

#endif

/* The first guess of what a cluster of blobs is made of, by area alone.
 *
 * Every pixel is given to a colour; for every colour and size the place where a disc takes in most of its
 * pixels and least felt is taken, its pixels are struck off, and again, until little is left. Rows summed
 * beforehand make a disc's count as cheap as its height, and only what has changed is counted anew. */
#ifndef SQ_VISION_EXPLAIN_DISC_PROPOSALS_H
#define SQ_VISION_EXPLAIN_DISC_PROPOSALS_H

#include "vision/frame/rgb_patch.h"
#include "vision/geometry/disc.h"
#include "vision/segment/felt_window.h"
#include "vision/segment/wink_palette.h"

/* What a pixel seems to show: one of the four colours, or bare ground, or what says nothing for or against a
 * wink: hidden, explained already, or a mixture of colours. */
enum {
    SQ_LABEL_BARE = SQ_COLOURS,
    SQ_LABEL_SILENT,
    SQ_LABELS = 8
}; /* eight, so that a sum fills a register */

enum { SQ_PROPOSAL_NODES = SQ_PATCH_MAX_PIXELS / 4 }; /* they are two pixels apart at least */

/* A place of the coarse grid that a disc of one size may be centred at. */
typedef struct {
    double gain_mm2; /* of the colour that gains most there; 0 where none does */
    sq_colour colour;
} sq_proposal_node;

/* Memory for the search, for the largest window. */
typedef struct {
    uint8_t *label;                   /* w * h */
    uint16_t (*sum)[SQ_LABELS];       /* (w + 1) * h; of row y left of x: how many pixels of each label */
    sq_proposal_node *node[SQ_SIZES]; /* SQ_PROPOSAL_NODES each, row by row */
} sq_proposal_scratch;

/* False where there is not enough memory; to be freed in either case. */
bool sq_proposal_scratch_new(sq_proposal_scratch *s);
void sq_proposal_scratch_free(sq_proposal_scratch *s);

typedef struct {
    sq_colour colour;
    sq_size size;
    sq_px centre;
    double gain_mm2; /* area that it explains, less what speaks against it */
} sq_proposal;

/* Writes at most `most` guesses, the best first; returns their number. shape: a disc of each size at the
 * window's middle. */
int sq_proposal_discs(sq_proposal *out, int most, const sq_window *w, const sq_palette *p,
                      const sq_disc shape[SQ_SIZES], double blur_px, const sq_proposal_scratch *scratch);

/* Where one disc more, of a wanted size, would explain most of what is left; false where none would. On entry
 * scratch->label is 1 for each pixel that is explained already by a disc: such pixels speak neither for nor
 * against another one. */
bool sq_proposal_another(sq_proposal *out, const sq_window *w, const sq_palette *p,
                         const sq_disc shape[SQ_SIZES], const bool wanted[SQ_SIZES], double blur_px,
                         const sq_proposal_scratch *scratch);

/* The blob at the window's middle, if all of it were of the colour found there: its area (mm²), chroma and
 * middle. */
double sq_proposal_blob(const sq_window *w, double mm2_per_px, sq_chroma *chroma, sq_px *middle);

#endif

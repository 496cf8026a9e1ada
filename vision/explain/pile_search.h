/* Explains a cluster of blobs: finds the fewest winks whose drawing explains its pixels, and which lies over
 * which.
 *
 * The search starts from a first guess (disc_proposals.h). Discs are moved, resized, reordered, tilted
 * (tilt_fit.h), added and removed as long as the drawn model (disc_fit.h) leaves less of the picture
 * unexplained. A small wink wholly on a large one of its own colour makes no difference in chroma; such winks
 * are looked for by their brightness (wink_within_wink.h). Rims (rim_support.h) then say whether each wink is
 * really there. vision/README.md states the price and the moves. */
#ifndef SQ_VISION_EXPLAIN_PILE_SEARCH_H
#define SQ_VISION_EXPLAIN_PILE_SEARCH_H

#include "vision/explain/disc_fit.h"
#include "vision/explain/disc_proposals.h"
#include "vision/math/tunable_number.h"
#include "vision/segment/wink_palette.h"

/* The share of what is seen of a wink that may be other than drawn. Lower: umpires are asked about squops
 * that are plain to see. Higher: phantoms squop, and fits that went wrong. */
SQ_NUMBER(SQ_RAGGED_LEFT, 0.15);

/* For a blob that is explained as one wink alone. PALE_LEFT: the share of the face that may stay unexplained
 * where the wink is too pale for any other explanation (bleached by a lamp, or of the felt's colour), since
 * its face is little more than bevel and noise. RIM: the share of the rim that must then show an edge, since
 * a whole rim of just that size is the only evidence. */
SQ_NUMBER(SQ_ALONE_PALE_LEFT, 0.5);
SQ_NUMBER(SQ_ALONE_RIM, 0.9);

/* A wink as one of the other size. */
typedef struct {
    bool is_known;
    sq_mm moved; /* from where it is told to lie to where it would lie */
} sq_other_size;

typedef struct {
    sq_disc disc;
    sq_colour colour;
    sq_size size;
    bool pot_supported;  /* leans on the pot (25.4) */
    bool aslant;         /* lies on something hidden: its tilt comes from its outline (tilt_fit.h) */
    bool on_same_colour; /* lies wholly on a large one of its colour: only its seam shows it
                           (wink_within_wink.h) */
    bool lapped;         /* overlaps another one, from which its height and tilt follow */
    bool pale;           /* alone, and of so little colour that only its rim shows it */
    bool faint;          /* fainter than its colour usually is (pale_winks.h) */
    double colour_confidence, size_confidence;
    /* Known where others lie on or under it, or much of it is left unexplained. */
    sq_other_size other_size;
    double its_own;      /* probability that it is a wink, and not a part of neighbours of its colour */
    double spared_mm2;   /* how much more neighbours of its colour would leave unexplained without it;
                            INFINITY: it has no such neighbours */
    double sigma_mm;     /* standard deviation of its place, from the fit: noise alone */
    double shifted_mm;   /* standard deviation of x, and of y, because its height is not seen */
    double seen;         /* share of the face that no other disc hides */
    double rim_share;    /* share of the rim that nothing hides */
    double rim_support;  /* share of that part at which the picture shows an edge */
    double residual_mm2; /* area on it and its rim that the drawing does not explain */
} sq_pile_wink;

typedef struct {
    int count;
    sq_pile_wink wink[SQ_FIT_CAP]; /* bottom first: a later one lies over an earlier one where they overlap */
    /* order[i][j], i < j: the probability that j lies over i, if they overlap; 0.5 where it is not known, as
     * with two of one colour (overlap_order.h judges those). */
    double order[SQ_FIT_CAP][SQ_FIT_CAP];
    /* leaning[i][j], i < j: how likely it is that i leans upon winks that nobody sees and lies over j, as a
     * share of how likely it is that j lies over i, if such winks lie there. */
    double leaning[SQ_FIT_CAP][SQ_FIT_CAP];
    double unexplained_mm2; /* the area of the window that the drawing does not explain */
    bool truncated;         /* there are more discs than SQ_FIT_CAP */
} sq_pile;

/* Memory for the search, enough for the largest window. */
typedef struct {
    sq_proposal_scratch guess;
    float *misfits; /* (w + 1) * h: what the explanation at hand leaves (sq_fit_judge) */
} sq_pile_scratch;

/* Allocates it; false where there is not enough. Free it in either case. */
bool sq_pile_scratch_new(sq_pile_scratch *s);
void sq_pile_scratch_free(sq_pile_scratch *s);

/* The parts of the search that can be left out (--without), each with the consequence. */
typedef enum {
    SQ_PILE_TILTS,              /* winks that lean on hidden ones are not looked for, nor supposed */
    SQ_PILE_UNITE_SPLIT,        /* one wink that was taken for two stays two */
    SQ_PILE_SAME_COLOUR_ON_TOP, /* no wink is looked for on one of its own colour */
    SQ_PILE_LEANING,            /* no wink leans on the pot */
    SQ_PILE_RIMS,               /* all rims count as seen and supported */
    SQ_PILE_PARTS
} sq_pile_part;

typedef struct {
    bool is_out[SQ_PILE_PARTS];
    double ms[SQ_PILE_PARTS]; /* the search adds here how many milliseconds each took */
} sq_pile_parts;

/* What the picture is from. */
typedef enum {
    SQ_PILE_BY_ITSELF, /* a still, or a frame that does not draw on earlier ones */
    SQ_PILE_FILM,
    SQ_PILE_CODED_FILM /* so coarsely that luma shows it */
} sq_pile_source;

/* What is explained, and by what. */
typedef struct {
    const sq_window *window;
    const sq_camera *camera;
    const sq_palette *palette;
    const sq_mm *pot; /* where it stands; null where none does */
    double blur_px;
    double alike_px;       /* pixels nearer to each other than this have the same error: the blur, or more */
    sq_pile_source source; /* a film's chroma may be that of what was there before */
    const sq_pile_scratch *scratch;
    sq_pile_parts *parts;
    const int *too_many; /* for each colour, how many winks fewer to find where two might be one; or null */
} sq_pile_view;

/* Explains the window. The z of each disc is the height (mm) at which it lies, on the felt or on others. */
void sq_pile_explain(sq_pile *out, const sq_pile_view *v);

#endif

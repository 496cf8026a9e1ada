/* The stages of the eye, in the order in which they run: the only list of them, and how to use it.
 *
 * A part runs once for each cluster, within the stage that precedes it in the list. An optional stage deals
 * with something that not every picture shows. It can be left out; what it finds is then not found. A stage
 * needs those earlier stages whose results it reads. */
#ifndef SQ_VISION_EYE_STAGES_H
#define SQ_VISION_EYE_STAGES_H

#include <stdbool.h>

#include "vision/system/failure.h"

/* Kinds of stages: bits. */
enum {
    SQ_NEEDED,
    SQ_OPTIONAL, /* can be left out */
    SQ_PART      /* runs within a stage, once for each cluster */
};

/* Constant, name, kind, function (in eye_stages.c; 0: its stage calls it), stages that it needs, what it
 * does. */
#define SQ_STAGE_LIST(X)                                                                                     \
    X(SQ_STAGE_OUTLINE, "outline", SQ_NEEDED, run_outline, "",                                               \
      "where the mat lies in the picture; for a new camera")                                                 \
    X(SQ_STAGE_CODED_CHROMA, "coded_chroma", SQ_OPTIONAL, run_coded_chroma, "outline",                       \
      "what a strong JPEG or a tightly packed video has taken from the chroma, brought back by luma")        \
    X(SQ_STAGE_BACKGROUND, "background", SQ_NEEDED, run_background, "outline",                               \
      "what felt and table look like, tile by tile")                                                         \
    X(SQ_STAGE_NOISE, "noise", SQ_OPTIONAL, run_noise, "background",                                         \
      "a noisy picture is smoothed by as much as its noise needs")                                           \
    X(SQ_STAGE_POT, "pot", SQ_NEEDED, run_pot, "background", "where the pot stands, and what it hides")      \
    X(SQ_STAGE_SEGMENT, "segment", SQ_NEEDED, run_segment, "background pot",                                 \
      "pixels of another colour than the felt, joined to blobs")                                             \
    X(SQ_STAGE_COLOUR_CAST, "colour_cast", SQ_OPTIONAL, run_colour_cast, "segment",                          \
      "what the camera adds to every colour, taken away again")                                              \
    X(SQ_STAGE_PALETTE, "palette", SQ_NEEDED, run_palette, "segment",                                        \
      "what the four colours look like in this light")                                                       \
    X(SQ_STAGE_WINKS_ON_RIM, "winks_on_rim", SQ_OPTIONAL, run_winks_on_rim, "pot palette",                   \
      "winks upon the pot's rim")                                                                            \
    X(SQ_STAGE_GLARE, "glare", SQ_OPTIONAL, run_glare, "segment",                                            \
      "winks that mirror a lamp, and other things brighter than felt")                                       \
    X(SQ_STAGE_CLUSTER, "cluster", SQ_NEEDED, run_cluster, "segment",                                        \
      "blobs that must be explained together")                                                               \
    X(SQ_STAGE_PILE_SEARCH, "pile_search", SQ_NEEDED, run_clusters, "cluster palette",                       \
      "the fewest discs that account for each cluster")                                                      \
    X(SQ_STAGE_WINDOW, "window", SQ_NEEDED | SQ_PART, 0, "cluster", "reading the cluster's pixels")          \
    X(SQ_STAGE_TILT_FIT, "tilt_fit", SQ_OPTIONAL | SQ_PART, 0, "window",                                     \
      "winks that lie aslant upon hidden ones")                                                              \
    X(SQ_STAGE_UNITE_SPLIT, "unite_split", SQ_OPTIONAL | SQ_PART, 0, "window",                               \
      "winks that were taken for two")                                                                       \
    X(SQ_STAGE_WINK_WITHIN_WINK, "wink_within_wink", SQ_OPTIONAL | SQ_PART, 0, "window",                     \
      "small winks wholly upon large ones of their colour")                                                  \
    X(SQ_STAGE_LEANING_ON_POT, "leaning_on_pot", SQ_OPTIONAL | SQ_PART, 0, "window pot",                     \
      "winks that lean on the pot")                                                                          \
    X(SQ_STAGE_RIM_SUPPORT, "rim_support", SQ_OPTIONAL | SQ_PART, 0, "window",                               \
      "edges along the rims as a second witness")                                                            \
    X(SQ_STAGE_PALE_WINKS, "pale_winks", SQ_OPTIONAL | SQ_PART, 0, "window palette",                         \
      "winks paler than their colour is")                                                                    \
    X(SQ_STAGE_COLOURED_SHADOW, "coloured_shadow", SQ_OPTIONAL | SQ_PART, 0, "window palette",               \
      "shade of mixed lamps that looks like winks")                                                          \
    X(SQ_STAGE_SECOND_POT, "second_pot", SQ_OPTIONAL | SQ_PART, 0, "window pot", "a pot where none belongs") \
    X(SQ_STAGE_LEFT_OVER, "left_over", SQ_OPTIONAL | SQ_PART, 0, "window",                                   \
      "what is as large as a wink, and no wink was made of it")                                              \
    X(SQ_STAGE_CLUTTER, "clutter", SQ_OPTIONAL, run_clutter, "pile_search",                                  \
      "coins and papers that were taken for winks")                                                          \
    X(SQ_STAGE_OVERLAP_ORDER, "overlap_order", SQ_OPTIONAL, run_overlap_order, "pile_search",                \
      "who lies over whom, by the light along the seam")                                                     \
    X(SQ_STAGE_ORDER_CONSISTENCY, "order_consistency", SQ_OPTIONAL, run_order_consistency, "pile_search",    \
      "no winks that lie in a circle upon one another")                                                      \
    X(SQ_STAGE_HEIGHT_POSTERIOR, "height_posterior", SQ_OPTIONAL, run_height_posterior, "pile_search",       \
      "how high winks lie where their order is open, and so where")                                          \
    X(SQ_STAGE_LUMA_RIMS, "luma_rims", SQ_OPTIONAL, run_luma_rims, "pile_search",                            \
      "rims in luma alone, a second witness of how surely winks are placed")                                 \
    X(SQ_STAGE_PLACE_BY_LIGHT, "place_by_light", SQ_OPTIONAL, run_place_by_light, "pile_search",             \
      "where whole winks lie, by their rims in the light, too")                                              \
    X(SQ_STAGE_ORDER_DOUBT, "order_doubt", SQ_OPTIONAL, run_order_doubt, "pile_search",                      \
      "orders as open as it is whether both winks are there")                                                \
    X(SQ_STAGE_WINKS_IN_POT, "winks_in_pot", SQ_OPTIONAL, run_winks_in_pot, "pot palette",                   \
      "winks seen in the pot")                                                                               \
    X(SQ_STAGE_HIDDEN_SUPPORT, "hidden_support", SQ_OPTIONAL, run_hidden_support, "pile_search",             \
      "winks that may lie upon hidden ones: by their shadow; in piles, any")                                 \
    X(SQ_STAGE_WASHED_WINKS, "washed_winks", SQ_OPTIONAL, run_washed_winks, "pile_search palette",           \
      "winks of which a lamp has left the outline alone")                                                    \
    X(SQ_STAGE_POSITION, "position", SQ_NEEDED, run_position, "pile_search",                                 \
      "places, squops, distances and tiddlies")                                                              \
    X(SQ_STAGE_CHROMA_SITING, "chroma_siting", SQ_OPTIONAL, run_chroma_siting, "position",                   \
      "where the video's chroma lies; if elsewhere, all is looked at again")                                 \
    X(SQ_STAGE_BLUR_ESTIMATE, "blur_estimate", SQ_OPTIONAL, run_blur_estimate, "position",                   \
      "how blurred the picture is; if otherwise, all is looked at again")

typedef enum {
#define X(constant, name, how, run, needs, does) constant,
    SQ_STAGE_LIST(X)
#undef X
        SQ_STAGES
} sq_stage;

struct sq_eye_state;

typedef struct {
    const char *name;
    int how; /* SQ_OPTIONAL, SQ_PART */
    sq_code (*run)(struct sq_eye_state *v, sq_diag *d);
    const char *needs; /* names, a blank between them */
    const char *does;  /* half a sentence */
} sq_stage_entry;

/* The entry of a stage; it is constant. */
const sq_stage_entry *sq_stage_of(sq_stage stage);

/* Which optional stages are left out. */
typedef struct {
    bool is_out[SQ_STAGES];
} sq_stages_out;

/* Leaves out the stages of a list of names, separated by commas. Fails (SQ_E_ARGUMENT, with a sentence that
 * lists all names) where one is not the name of an optional stage; the names before it are then left out
 * already. */
sq_code sq_stages_leave_out(sq_stages_out *out, const char *names, sq_diag *d);

/* Runs all stages on a state whose frame, camera and `out` are set (eye_state.h); and once more if blur or
 * chroma siting turned out to be other than assumed. Fails (SQ_E_SIGHT and others, with a sentence) where the
 * frame cannot be judged. */
sq_code sq_stages_run(struct sq_eye_state *v, sq_diag *d);

#endif

/* The state that the stages of the eye work on: the frame that is judged, what each stage has found, and what
 * is kept from one look at a source to the next. */
#ifndef SQ_VISION_EYE_STATE_H
#define SQ_VISION_EYE_STATE_H

#include <stddef.h>

#include "vision/explain/pile_search.h"
#include "vision/eye_stages.h"
#include "vision/position/squops_and_distances.h"
#include "vision/pot/find_pot.h"
#include "vision/restore/subsampled_chroma.h"
#include "vision/review/clutter.h"
#include "vision/review/order_review.h"
#include "vision/segment/chroma_siting.h"
#include "vision/segment/cluster.h"

typedef struct sq_eye_state sq_eye_state;

/* Called after each stage, with cluster -1; and after each cluster, with SQ_STAGE_PILE_SEARCH, the cluster's
 * number, and v->window and v->pile as they are for it. */
typedef void sq_stage_hook(void *user, const sq_eye_state *v, sq_stage stage, int cluster);

struct sq_eye_state {
    /* Of this look: set by the caller. */
    sq_frame frame;
    const sq_camera *camera;
    sq_position *out;
    sq_wink_set absent; /* winks that the set in play lacks */
    sq_stages_out without;
    sq_stage_hook *hook; /* may be null */
    void *hook_user;

    /* Of this look: what the stages find, in their order. */
    double px_per_mm;    /* at the mat's middle */
    double coded_step;   /* levels: the step in which the mean chroma of a block was coded, if the frame was
                            restored   (jpeg_chroma.h, video_chroma.h); else 0 */
    sq_frame as_it_came; /* the frame, before it was restored or smoothed */
    double felt_noise;   /* standard deviation of plain felt's chroma, before smoothing; 0: not measured */
    sq_background surface;
    sq_pot pot;
    sq_segments segments;
    sq_palette palette;
    sq_clusters clusters;
    sq_window window;  /* of the present cluster, or whatever a stage reads into it */
    sq_open_rims rims; /* what was read beside the rims of winks in this look */
    sq_pile pile;      /* the explanation of the present cluster */
    sq_pile_parts pile_parts;
    double colour_seen[SQ_FIT_CAP]; /* for each wink of the pile: probability of its colour, given glare */
    double likely[SQ_FIT_CAP]
                 [SQ_USUAL_COLOURS]; /* for each of them: of each colour; all 0 where it is hidden */
    double presence[SQ_SEEN_CAP];    /* for each reported wink: probability that it is there as reported */
    double colour_likely[SQ_SEEN_CAP][SQ_USUAL_COLOURS]; /* for each: `likely` of its pile */
    sq_colour pile_colour[SQ_SEEN_CAP]; /* for each: what its pile took it for, whatever it was named since */
    sq_suspect suspect[SQ_SEEN_CAP];    /* for each: the evidence whether it is a wink at all */
    int cluster_of[SQ_SEEN_CAP];        /* for each: the cluster in which it was found; -1: in none */
    double spared_mm2[SQ_SEEN_CAP];     /* for each: sq_pile_wink.spared_mm2 */
    /* For each: sq_pile_wink.other_size. */
    sq_other_size other_size[SQ_SEEN_CAP];
    sq_order order[SQ_PAIR_CAP];
    int order_count;
    bool is_again;              /* this is the second run: blur and siting are not measured again */
    bool has_other_optics;      /* blur or siting differ from what was assumed: run all stages again */
    double stage_ms[SQ_STAGES]; /* a part's time is within that of its stage as well */

    /* Of a source: kept as long as camera, size and format stay the same. */
    sq_camera known_camera; /* the camera for which the outline was made */
    sq_frame_format format;
    sq_outline outline;
    sq_span *spans; /* the outline's memory: four lists of `rows`, the last of them the pot's */
    int rows;
    sq_siting_answer siting_told; /* by the frames of this source; until then the frame's own siting holds */
    sq_siting_sightings siting_seen;
    sq_chroma_siting siting;
    float added[3];     /* levels that its camera adds to red, green and blue (sq_frame.added) */
    double blur_px;     /* standard deviation; measured on the last frame, or the usual value */
    bool is_blur_told;  /* a frame has told it, by any amount */
    double smoothed_px; /* the part of it that comes from smoothing a noisy picture */

    /* Memory. */
    sq_frame smooth; /* a noisy picture, smoothed, in smooth_bytes of memory */
    size_t smooth_bytes;
    sq_chroma_memory coded; /* a frame, restored */
    sq_patch pot_patch;
    sq_pile_scratch scratch;
};

/* Whether the frame has the camera, size and format of the last one, so that what was learned still holds. */
bool sq_scene_same_source(const sq_eye_state *v, const sq_frame *f, const sq_camera *c);

/* Reads a box of the frame into v->window. */
void sq_scene_read(sq_eye_state *v, sq_box b);

#endif

/* What goes through the stages of the eye: the frame that is judged, what each stage has found, and what is
 * kept from look to look of one source. */
#ifndef SQ_VISION_EYE_STATE_H
#define SQ_VISION_EYE_STATE_H

#include <stddef.h>

#include "vision/explain/pile_search.h"
#include "vision/eye_stages.h"
#include "vision/frame/jpeg_chroma.h"
#include "vision/position/squops_and_distances.h"
#include "vision/pot/find_pot.h"
#include "vision/review/clutter.h"
#include "vision/segment/chroma_siting.h"
#include "vision/segment/cluster.h"

typedef struct sq_eye_state sq_eye_state;

/* Called when a stage has done its work, and after each cluster: then with SQ_STAGE_PILE_SEARCH, its number
 * (-1 otherwise), and window and pile as they are for it. */
typedef void sq_stage_hook(void *user, const sq_eye_state *v, sq_stage stage, int cluster);

struct sq_eye_state {
    /* Of this look: set by who begins it. */
    sq_frame frame;
    const sq_camera *camera;
    sq_position *out;
    sq_wink_set absent; /* winks that the set in play lacks */
    sq_stages_out without;
    sq_stage_hook *hook; /* may be null */
    void *hook_user;

    /* Of this look: what stages find, in their order. */
    double px_per_mm;  /* at the mat's middle */
    double jpeg_step;  /* of a strong JPEG: the step of its mean chroma, in levels; else 0 */
    double felt_noise; /* of plain felt's chroma, before a noisy picture was smoothed; 0: not looked for */
    sq_background surface;
    sq_pot pot;
    sq_segments segments;
    sq_palette palette;
    sq_clusters clusters;
    sq_window window; /* of the cluster or of what else is looked at: each stage reads its own */
    sq_pile pile;     /* the explanation of the cluster at hand */
    sq_pile_parts pile_parts;
    double colour_seen[SQ_FIT_CAP];  /* probability that each of its winks' colours is seen through glare */
    double presence[SQ_SEEN_CAP];    /* probability that each reported wink is there as it was taken */
    sq_suspect suspect[SQ_SEEN_CAP]; /* what shows whether each reported wink is one at all */
    int cluster_of[SQ_SEEN_CAP];     /* the cluster in which each was found; -1: upon the pot's rim */
    double spared_mm2[SQ_SEEN_CAP];  /* and what its explanation leaves more without it (pile_search.h) */
    sq_order order[SQ_PAIR_CAP];
    int order_count;
    bool is_again;              /* this is the second time: the optics are not asked again */
    bool has_other_optics;      /* others than were taken: all must be looked at again */
    double stage_ms[SQ_STAGES]; /* a part's time is within that of its stage as well */

    /* Of a source: kept as long as camera, size and format stay. */
    sq_camera known_camera; /* that the outline was made for */
    sq_frame_format format;
    sq_outline outline;
    sq_span *spans; /* the outline's memory: four lists of `rows`, the last of them the pot's */
    int rows;
    sq_siting_answer
        siting_told; /* by the frames of this source; while untold, what the frame says is believed */
    sq_siting_sightings siting_seen;
    sq_chroma_siting siting;
    float added[3];     /* levels that its camera adds to red, green and blue (sq_frame) */
    double blur_px;     /* measured on the frame before, or the usual one */
    double smoothed_px; /* the part of it that stems from smoothing a noisy picture (Gaussian, deviation) */

    /* Memory. */
    sq_frame smooth; /* a noisy picture, smoothed, in smooth_bytes of memory */
    size_t smooth_bytes;
    sq_jpeg_chroma jpeg; /* a JPEG, restored */
    sq_patch pot_patch;
    sq_pile_scratch scratch;
};

/* Whether the frame comes from where the last one came from: what was learned from that one holds. */
bool sq_scene_same_source(const sq_eye_state *v, const sq_frame *f, const sq_camera *c);

/* Reads a box of the frame into the window. */
void sq_scene_read(sq_eye_state *v, sq_box b);

#endif

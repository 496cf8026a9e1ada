/* Measures where halved chroma samples lie, by comparing the luma edge with the chroma edge at the left
 * and right of wink rims. */
#include "vision/segment/chroma_siting.h"

#include <stddef.h>

#include "rules/terms/equipment_sizes.h"
#include "vision/geometry/disc.h"
#include "vision/math/median.h"
#include "vision/math/tunable_number.h"
#include "vision/position/winks_in_reach.h"

/* The share of the felt's luma below which a wink is darker than the shadow beside it. Of a paler one the
 * luma's edge is the shadow's, to one side of the wink, and not the rim: red winks under a lamp from one side
 * seem half a pixel off. */
SQ_NUMBER(SQ_SITING_DARK, 0.6f);
/* px over which luma may rise from a quarter to three quarters; a shadow's edge is wider. */
SQ_NUMBER(SQ_SITING_STEEP_PX, 2.5f);
/* px that chroma can be off at all. */
SQ_NUMBER(SQ_SITING_MOST_PX, 2.0f);
/* The part of a radius above and below the middle where a rim is upright. */
SQ_NUMBER(SQ_SITING_UPRIGHT, 0.5);
/* px by which blur, gamma and codec draw a side otherwise than the other. */
SQ_NUMBER(SQ_SITING_SIDES_PX, 0.1f);

enum { SIDES = 2, POINTS_CAP = 1024, REACH_PX = 5, PROFILE = 2 * REACH_PX + 1 };

typedef struct {
    int count[SIDES];
    float shift[SIDES]
               [POINTS_CAP]; /* px by which chroma's edge lies right of luma's, were the siting centre */
} shifts;

bool sq_chroma_siting_matters(const sq_frame *f) {
    return f->format == SQ_FRAME_I420 || f->format == SQ_FRAME_NV12 || f->format == SQ_FRAME_I422;
}

/* Where a profile v of n samples crosses from its first to its last level, at a share of the way; NaN where
 * it does not. */
static float crossing(const float *v, int n, float share) {
    float level = v[0] + share * (v[n - 1] - v[0]);
    for (int i = 0; i + 1 < n; i++)
        if ((v[i] - level) * (v[i + 1] - level) <= 0 && v[i] != v[i + 1])
            return (float)i + (level - v[i]) / (v[i + 1] - v[i]);
    return NAN;
}

/* The luma edge near (x, y): its place, if it is steep enough to be a rim without a shadow. */
static float luma_edge(const sq_frame *f, int x, int y) {
    float v[PROFILE];
    for (int i = 0; i < PROFILE; i++)
        v[i] = f->plane[0][(ptrdiff_t)y * f->stride[0] + x - REACH_PX + i];
    float light = fmaxf(v[0], v[PROFILE - 1]), dark = fminf(v[0], v[PROFILE - 1]);
    if (light - dark < SQ_SITING_STEP || dark > SQ_SITING_DARK * light) return NAN;
    float width = fabsf(crossing(v, PROFILE, 0.75f) - crossing(v, PROFILE, 0.25f));
    return width < SQ_SITING_STEEP_PX ? (float)(x - REACH_PX) + crossing(v, PROFILE, 0.5f) : NAN;
}

/* The chroma edge near (x, y), samples taken as lying midway between two luma samples: of U or V, whichever
 * steps more. */
static float chroma_edge(const sq_frame *f, int x, int y) {
    bool half_y = f->format != SQ_FRAME_I422, nv12 = f->format == SQ_FRAME_NV12;
    const ptrdiff_t row = half_y ? y / 2 : y;
    enum { SAMPLES = REACH_PX + 1 };
    int first = (x - REACH_PX) / 2;
    float best = SQ_SITING_STEP / 2, edge = NAN;
    for (int k = 0; k < 2; k++) {
        float v[SAMPLES];
        for (int i = 0; i < SAMPLES; i++)
            v[i] = nv12 ? f->plane[1][row * f->stride[1] + 2 * (first + i) + k]
                        : f->plane[1 + k][row * f->stride[1 + k] + first + i];
        float step = fabsf(v[SAMPLES - 1] - v[0]);
        if (step > best) {
            best = step;
            edge = 2 * ((float)first + crossing(v, SAMPLES, 0.5f)) + 0.5f;
        }
    }
    return edge;
}

/* Adds the upright pieces of one wink's rim. */
static void add_rim(shifts *s, const sq_frame *f, const sq_disc *d) {
    int half = (int)(d->radius_mm * d->px_per_mm * SQ_SITING_UPRIGHT);
    for (int dy = -half; dy <= half; dy++)
        for (int side = 0; side < SIDES; side++) {
            int y = (int)lround(d->centre.y) + dy;
            double level = asin(fmin(fmax((double)dy / (d->radius_mm * d->px_per_mm), -1), 1));
            sq_px rim = sq_disc_point(d, side ? -level : M_PI + level, d->radius_mm);
            int x = (int)lround(rim.x);
            if (y < 0 || y >= f->height || x < 2 * REACH_PX || x >= f->width - 2 * REACH_PX ||
                s->count[side] == POINTS_CAP)
                continue;
            float shift = chroma_edge(f, x, y) - luma_edge(f, x, y);
            if (fabsf(shift) < SQ_SITING_MOST_PX) s->shift[side][s->count[side]++] = shift;
        }
}

/* The median shift at one side, and its deviation from the scatter of those that tell by themselves:
 * neighbouring rows of one rim share chroma samples. */
static double side_of(shifts *s, int side, double *sigma) {
    int n = s->count[side];
    float middle = sq_median(s->shift[side], n);
    *sigma = (double)sq_robust_deviation(s->shift[side], n, middle) / sqrt((double)n / REACH_PX);
    return (double)middle;
}

static bool holds(const double range[2], double px) {
    return range[0] <= px && px <= range[1];
}

sq_siting_answer sq_chroma_siting_measure(sq_chroma_siting *siting, sq_siting_sightings *seen,
                                          const sq_frame *f, const sq_camera *c, const sq_position *p) {
    static _Thread_local shifts s;
    s.count[0] = s.count[1] = 0;
    for (int i = 0; i < p->wink_count && sq_chroma_siting_matters(f); i++) {
        const sq_seen_wink *w = &p->winks[i];
        sq_disc d = sq_disc_of_wink(w, c);
        if (w->seen > SQ_WHOLE_SEEN && isfinite(d.centre.x)) add_rim(&s, f, &d);
    }
    if (s.count[0] < SQ_SAMPLES_ENOUGH || s.count[1] < SQ_SAMPLES_ENOUGH) return SQ_SITING_UNTOLD;
    double sigma[SIDES];
    seen->looks++;
    for (int side = 0; side < SIDES; side++)
        seen->edge[side] += (side_of(&s, side, &sigma[side]) - seen->edge[side]) / seen->looks;
    int low = seen->edge[0] < seen->edge[1] ? 0 : 1, high = 1 - low;
    double range[] = {seen->edge[low] - 2 * hypot(sigma[low], SQ_SITING_SIDES_PX / 2),
                      seen->edge[high] + 2 * hypot(sigma[high], SQ_SITING_SIDES_PX / 2)};
    bool centre = holds(range, 0), left = holds(range, SQ_SITING_LEFT_PX);
    double middle = (seen->edge[0] + seen->edge[1]) / 2;
    *siting = !centre && middle > SQ_SITING_LEFT_PX / 2 ? SQ_CHROMA_LEFT : SQ_CHROMA_CENTRE;
    return centre != left ? SQ_SITING_SURE : SQ_SITING_LIKELY;
}

/* Measures blur at steps of light along rows and columns: for a step that is blurred by sigma the integral of
 * s (1 - s), where s is the share of the step, is sigma / sqrt(pi), wherever exactly the step lies. */
#include "calib/measure/sharpness.h"

#include <math.h>
#include <stdlib.h>

#include "vision/frame/light_sample.h"
#include "vision/math/median.h"
#include "vision/math/tunable_number.h"

/* Pixels of blur from which softness is named as the reason. A sharp picture that was enlarged twice has it;
 * lower: codecs' softness is blamed for what a hand hides. */
SQ_NUMBER(SQ_SOFT_PX, 2.0);

/* A step reaches so far to each side, as a share of the picture's longer side: half a wink, and three blurs
 * of a picture that is much too soft. */
#define REACH_SHARE 0.0065
/* Lines that are read, along rows and along columns; steps that are kept, and that are needed. */
enum { LINES = 60, STEPS_CAP = 4096, STEPS_LEAST = 24, REACH_MOST = 120 };
/* Linear light across a step of a picture whose brightest place is white, of a darker one less in proportion;
 * and the share of the step by which its two ends may waver. */
#define STEP_LEAST 12.0f
#define WAVER 0.12f

typedef struct {
    double blur[STEPS_CAP];
    int count, reach;
    float least; /* linear light across a step */
} steps;

static float mean(const float *v, int n) {
    float sum = 0;
    for (int i = 0; i < n; i++)
        sum += v[i];
    return sum / (float)n;
}

static bool is_flat(const float *v, int n, float level, float most) {
    for (int i = 0; i < n; i++)
        if (!(fabsf(v[i] - level) < most)) return false;
    return true;
}

/* The blur of the step about the middle of v, 2 reach + 1 long; NaN where it is none. */
static double blur_of(const float *v, int reach, float least) {
    int n = 2 * reach + 1, end = reach / 2;
    float low = mean(v, end), high = mean(v + n - end, end), step = high - low;
    if (!(fabsf(step) > least)) return NAN;
    if (!is_flat(v, end, low, WAVER * fabsf(step)) || !is_flat(v + n - end, end, high, WAVER * fabsf(step)))
        return NAN;
    double sum = 0;
    for (int i = end; i < n - end; i++) {
        double s = (double)((v[i] - low) / step);
        sum += s * (1 - s);
    }
    return sqrt(M_PI) * sum;
}

/* The step at a place is the steepest thereabouts. */
static bool is_peak(const float *v, int i, int reach) {
    float here = fabsf(v[i + 1] - v[i - 1]);
    for (int k = i - reach / 2; k <= i + reach / 2; k++)
        if (fabsf(v[k + 1] - v[k - 1]) > here) return false;
    return here > 0;
}

/* Line k of those along rows or columns; returns its length. */
static int read_line(const sq_frame *f, bool along_rows, int k, float *v) {
    int n = along_rows ? f->width : f->height, across = along_rows ? f->height : f->width;
    int at = (int)((k + 0.5) * across / LINES);
    for (int i = 0; i < n; i++)
        v[i] = sq_light_at(f, along_rows ? i : at, along_rows ? at : i);
    return n;
}

static float brightest(const sq_frame *f, float *v) {
    float most = 0;
    for (int k = 0; k < LINES; k++) {
        int n = read_line(f, true, k, v);
        for (int i = 0; i < n; i++)
            most = fmaxf(most, v[i]);
    }
    return most;
}

static void add_steps(steps *s, const sq_frame *f, bool along_rows, int k, float *v) {
    int n = read_line(f, along_rows, k, v);
    for (int i = s->reach + 1; i < n - s->reach - 1 && s->count < STEPS_CAP; i++) {
        if (!is_peak(v, i, s->reach)) continue;
        double blur = blur_of(v + i - s->reach, s->reach, s->least);
        if (blur > 0) s->blur[s->count++] = blur;
    }
}

sq_code sq_picture_refuse_small(const sq_frame *f, const char *for_what, sq_diag *d) {
    int shorter = f->width < f->height ? f->width : f->height;
    if (shorter >= SQ_PICTURE_LEAST_PX) return SQ_OK;
    return sq_fail(d, SQ_E_SIZE,
                   "the picture has %d x %d pixels, too few %s; give one of at least %d on its shorter side",
                   f->width, f->height, for_what, SQ_PICTURE_LEAST_PX);
}

bool sq_sharpness_measure(const sq_frame *f, sq_edge_blur *out) {
    int longer = f->width > f->height ? f->width : f->height;
    float *v = malloc((size_t)longer * sizeof *v);
    steps *s = malloc(sizeof *s);
    bool told = false;
    if (v && s) {
        *s = (steps){.reach = (int)fmin(REACH_MOST, fmax(6, longer * REACH_SHARE)),
                     .least = STEP_LEAST * brightest(f, v) / 255};
        for (int k = 0; k < LINES; k++) {
            add_steps(s, f, true, k, v);
            add_steps(s, f, false, k, v);
        }
        told = s->count >= STEPS_LEAST;
        if (told) out->usual_px = sq_median_of_doubles(s->blur, s->count); /* puts the sharper ones first */
        if (told) out->sharper_px = sq_median_of_doubles(s->blur, s->count / 2);
    }
    free(v);
    free(s);
    return told;
}

sq_code sq_blur_refuse(const sq_edge_blur *blur, sq_diag *d) {
    if (!(blur->usual_px > SQ_SOFT_PX)) return SQ_OK;
    return sq_fail(
        d, SQ_E_SIGHT,
        "the picture is not sharp: its edges are blurred by %.1f pixels, where a sharp picture has about 1; "
        "focus the camera and lock it there, hold it still, or give the original of a picture that was "
        "enlarged",
        blur->usual_px);
}

sq_code sq_sharpness_refuse(const sq_frame *f, sq_diag *d) {
    sq_edge_blur blur;
    return sq_sharpness_measure(f, &blur) ? sq_blur_refuse(&blur, d) : SQ_OK;
}

enum { REGIONS_MANY = 4 }; /* hands, sleeves and papers are fewer */

sq_code sq_doubt_sharpness(const sq_frame *f, const sq_position *p, sq_diag *d) {
    bool too_many = p->wink_count > SQ_USUAL_WINKS; /* the halves of blurred ones */
    return p->region_count >= REGIONS_MANY || p->truncated || too_many ? sq_sharpness_refuse(f, d) : SQ_OK;
}

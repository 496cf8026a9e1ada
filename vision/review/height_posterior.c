/* Averages height and place of the winks in a pile over the ways in which they may lie, each way as often
 * as it is likely. */
#include "vision/review/height_posterior.h"

#include "vision/geometry/wink_pose.h"
#include "vision/math/tunable_number.h"
#include "vision/position/position.h"
#include "vision/position/rim_gap.h"
#include "vision/position/squop.h"

/* What two winks j < k of the list may be to each other. */
typedef enum { K_OVER_J, J_OVER_K, APART, RELATIONS } relation;

/* A pair of which that is open, with the probabilities. */
typedef struct {
    int j, k;
    double share[RELATIONS];
} doubt;

enum { DOUBTS_CAP = SQ_FIT_CAP * (SQ_FIT_CAP - 1) / 2, SAMPLES = 16 };

/* One way in which all may lie: the list from the bottom up, and each wink's disc. */
typedef struct {
    int n, of[SQ_FIT_CAP];
    sq_disc disc[SQ_FIT_CAP];
} arrangement;

/* Moves a along the line between both until the gap is as wide as told. */
static void set_gap(sq_disc *a, const sq_disc *b, double gap) {
    double away = sq_mm_distance(a->at, b->at), wanted = gap + a->radius_mm + b->radius_mm;
    if (away <= 0) return;
    a->at.x = b->at.x + (a->at.x - b->at.x) * wanted / away;
    a->at.y = b->at.y + (a->at.y - b->at.y) * wanted / away;
}

static int level_of(const arrangement *a, int wink) {
    int level = 0;
    while (a->of[level] != wink)
        level++;
    return level;
}

static void move_level(arrangement *a, int from, int to) {
    int wink = a->of[from], step = from < to ? 1 : -1;
    for (int i = from; i != to; i += step)
        a->of[i] = a->of[i + step];
    a->of[to] = wink;
}

/* The probability that `over` lies over `under`, if they overlap. */
static double order_of(const sq_pile *s, int over, int under) {
    if (sq_disc_gap(&s->wink[over].disc, &s->wink[under].disc) >= 0) return 1;
    return over > under ? s->order[under][over] : 1 - s->order[over][under];
}

/* Lays j over k. Either k goes below j, and so below those between, or j above k; whichever contradicts less
 * of what is known. */
static void lay_over(arrangement *a, const sq_pile *s, int j, int k) {
    int from = level_of(a, j), to = level_of(a, k);
    double lowered = 1, raised = 1;
    for (int i = from + 1; i < to; i++) {
        lowered *= order_of(s, a->of[i], k);
        raised *= order_of(s, j, a->of[i]);
    }
    if (from < to) move_level(a, lowered > raised ? to : from, lowered > raised ? from : to);
}

static void relate(arrangement *a, const sq_pile *s, const doubt *d, relation r) {
    sq_disc *j = &a->disc[d->j], *k = &a->disc[d->k];
    double gap = sq_disc_gap(j, k);
    if (r == APART ? gap < 0 : gap > 0) set_gap(j, k, 0);
    if (r == J_OVER_K) lay_over(a, s, d->j, d->k);
}

/* Over the ways that were gone through. */
typedef struct {
    double z[SQ_FIT_CAP], squares[SQ_FIT_CAP];
    sq_mm3 normal[SQ_FIT_CAP];
} sums;

/* Lets all come to rest, and adds up how they do. */
static void add_heights(sums *sum, const arrangement *a, const sq_pile *s) {
    sq_disc below[SQ_FIT_CAP];
    for (int i = 0; i < a->n; i++) {
        int wink = a->of[i];
        below[i] = a->disc[wink];
        if (s->wink[wink].aslant)
            sq_pose_lower(&below[i], below, i);
        else if (!s->wink[wink].pot_supported)
            sq_pose_rest(&below[i], below, i);
        sum->z[wink] += below[i].z;
        sum->squares[wink] += below[i].z * below[i].z;
        sum->normal[wink].x += below[i].normal.x;
        sum->normal[wink].y += below[i].normal.y;
        sum->normal[wink].z += below[i].normal.z;
    }
}

/* The relation of the sample-th way: over all of them each comes as often as is likely. Pairs go through
 * their relations at different paces: each meets most of another's. */
static relation relation_in(const doubt *d, int pair, int sample) {
    double u = ((2 * pair + 1) * (sample + pair) % SAMPLES + 0.5) / SAMPLES;
    return u < d->share[K_OVER_J] ? K_OVER_J : u < 1 - d->share[APART] ? J_OVER_K : APART;
}

/* Pairs that hardly can lie otherwise than they were taken change nothing worth the work. */
static int find_doubts(doubt out[DOUBTS_CAP], const sq_pile *s, const double sigma_mm[SQ_FIT_CAP]) {
    int n = 0;
    for (int k = 1; k < s->count; k++)
        for (int j = 0; j < k; j++) {
            double gap = sq_disc_gap(&s->wink[j].disc, &s->wink[k].disc), order = s->order[j][k];
            double seen = fmin(s->wink[j].seen, s->wink[k].seen);
            double overlap = sq_overlap_probability(gap, sq_gap_sigma(sigma_mm[j], sigma_mm[k], seen));
            doubt d = {j, k, {overlap * order, overlap * (1 - order), 1 - overlap}};
            if (fmax(d.share[K_OVER_J], d.share[APART]) < SQ_CALL_CERTAIN) out[n++] = d;
        }
    return n;
}

static void put_at(sq_disc *d, const sq_camera *c, double z, sq_mm3 normals, double sigma_z,
                   double *added_mm) {
    sq_mm here = sq_mm_from_px(c, d->centre, z), higher = sq_mm_from_px(c, d->centre, z + 1);
    double length = sqrt(normals.x * normals.x + normals.y * normals.y + normals.z * normals.z);
    if (!isfinite(here.x) || !isfinite(higher.x)) return;
    d->at = here;
    d->z = z;
    d->normal = (sq_mm3){normals.x / length, normals.y / length, normals.z / length};
    *added_mm = sigma_z * sq_mm_distance(here, higher) * M_SQRT1_2; /* of x, and of y */
}

void sq_height_posterior_average(sq_pile *s, const sq_camera *c, const double sigma_mm[SQ_FIT_CAP],
                                 double added_mm[SQ_FIT_CAP]) {
    doubt d[DOUBTS_CAP];
    sums sum = {0};
    int doubts = find_doubts(d, s, sigma_mm);
    for (int i = 0; i < s->count; i++)
        added_mm[i] = 0;
    for (int sample = 0; sample < SAMPLES && doubts; sample++) {
        arrangement a = {.n = s->count};
        for (int i = 0; i < a.n; i++) {
            a.of[i] = i;
            a.disc[i] = s->wink[i].disc;
        }
        for (int i = 0; i < doubts; i++)
            relate(&a, s, &d[i], relation_in(&d[i], i, sample));
        add_heights(&sum, &a, s);
    }
    for (int i = 0; i < s->count && doubts; i++) {
        double mean = sum.z[i] / SAMPLES, sigma = sqrt(fmax(sum.squares[i] / SAMPLES - mean * mean, 0));
        if (!s->wink[i].pot_supported) put_at(&s->wink[i].disc, c, mean, sum.normal[i], sigma, &added_mm[i]);
    }
}

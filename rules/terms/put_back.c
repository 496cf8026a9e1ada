/* Finds the spots to which the rules move winks by hand (13.1, 20.1, 25.3, 25.4). Each search tries the few
 * points at which a condition begins to hold. */
#include "rules/terms/put_back.h"

#include <assert.h>
#include <math.h>

#include "rules/terms/equipment_sizes.h"

/* Spots are computed to this many millimetres: a gap that is smaller than asked by less is wide enough. Far
 * above rounding (1e-12 mm), far below what a hand can place. */
#define EXACT_MM 1e-9

enum { SIDES = 8 };

/* One side of the field of play: the points p with p . out = reach, where out is the outward unit normal. */
typedef struct {
    sq_spot out;
    double reach;
    unsigned corner; /* the baseline's corner; 0: an edge of the mat */
} side;

static double dot(sq_spot a, sq_spot b) {
    return a.x * b.x + a.y * b.y;
}

static sq_spot along(sq_spot from, sq_spot way, double mm) {
    return (sq_spot){from.x + way.x * mm, from.y + way.y * mm};
}

static sq_spot left_of(sq_spot way) {
    return (sq_spot){-way.y, way.x};
}

static double distance(sq_spot a, sq_spot b) {
    return hypot(a.x - b.x, a.y - b.y);
}

/* The field's sides, counter-clockwise from the east (2.3.1, 3): the baselines cut off the corners. */
static void field(side sides[SIDES]) {
    const double half_x = SQ_MAT_LENGTH_MM / 2, half_y = SQ_MAT_WIDTH_MM / 2;
    const double diagonal = hypot(half_x, half_y), ux = half_x / diagonal, uy = half_y / diagonal;
    const side all[SIDES] = {
        {{1, 0}, half_x, 0},  {{ux, uy}, SQ_BASELINE_MM, SQ_CORNER_NE},
        {{0, 1}, half_y, 0},  {{-ux, uy}, SQ_BASELINE_MM, SQ_CORNER_NW},
        {{-1, 0}, half_x, 0}, {{-ux, -uy}, SQ_BASELINE_MM, SQ_CORNER_SW},
        {{0, -1}, half_y, 0}, {{ux, -uy}, SQ_BASELINE_MM, SQ_CORNER_SE},
    };
    for (int i = 0; i < SIDES; i++)
        sides[i] = all[i];
}

bool sq_on_field(sq_spot at, double radius) {
    side sides[SIDES];
    field(sides);
    for (int i = 0; i < SIDES; i++)
        if (dot(at, sides[i].out) + radius > sides[i].reach + EXACT_MM) return false;
    return true;
}

/* Where two sides meet, each moved inwards by inset. */
static sq_spot meet(const side *a, const side *b, double inset) {
    double det = a->out.x * b->out.y - a->out.y * b->out.x;
    double p = a->reach - inset, q = b->reach - inset;
    return (sq_spot){(p * b->out.y - q * a->out.y) / det, (q * a->out.x - p * b->out.x) / det};
}

/* A search for the spot nearest to where a wink left: on the line `inset` inside the boundary. */
typedef struct {
    side sides[SIDES];
    sq_spot left_at;
    double radius, inset, clear;
    const sq_flat *others;
    int n;
    unsigned unplayed_behind;
    bool found;
    sq_spot best;
} search;

/* A baseline's ends on the mat's edges. */
static void baseline_ends(const search *s, int i, sq_spot ends[2]) {
    ends[0] = meet(&s->sides[(i + SIDES - 1) % SIDES], &s->sides[i], 0);
    ends[1] = meet(&s->sides[i], &s->sides[(i + 1) % SIDES], 0);
}

static double distance_to_segment(sq_spot p, const sq_spot ends[2]) {
    sq_spot way = {ends[1].x - ends[0].x, ends[1].y - ends[0].y};
    double length2 = dot(way, way);
    double t = length2 > 0 ? dot((sq_spot){p.x - ends[0].x, p.y - ends[0].y}, way) / length2 : 0;
    return distance(p, along(ends[0], way, fmin(1, fmax(0, t))));
}

static bool in_use(const search *s, int i) {
    return s->sides[i].corner & s->unplayed_behind;
}

/* Conditions (i) to (iii). */
static bool allowed(const search *s, sq_spot p) {
    for (int i = 0; i < SIDES; i++)
        if (dot(p, s->sides[i].out) > s->sides[i].reach - s->inset + EXACT_MM) return false;
    for (int i = 0; i < s->n; i++) {
        double clear = s->clear + s->radius + s->others[i].radius;
        if (distance(p, s->others[i].at) < clear - EXACT_MM) return false;
    }
    for (int i = 0; i < SIDES; i++) {
        sq_spot ends[2];
        if (!in_use(s, i)) continue;
        baseline_ends(s, i, ends);
        if (distance_to_segment(p, ends) < s->clear + s->radius - EXACT_MM) return false;
    }
    return true;
}

static void try_spot(search *s, sq_spot p) {
    if (!allowed(s, p)) return;
    if (s->found && distance(p, s->left_at) >= distance(s->best, s->left_at) - EXACT_MM) return;
    s->best = p;
    s->found = true;
}

/* Where the line through `from` along `way` (a unit vector) is so far from the point. */
static void try_circle(search *s, sq_spot from, sq_spot way, sq_spot centre, double radius) {
    double foot = dot((sq_spot){centre.x - from.x, centre.y - from.y}, way);
    double off = distance(along(from, way, foot), centre);
    if (off > radius) return;
    double half = sqrt(radius * radius - off * off);
    try_spot(s, along(from, way, foot - half));
    try_spot(s, along(from, way, foot + half));
}

/* Where the line is so far from a baseline: from its ends, and from the line between them. */
static void try_baseline(search *s, sq_spot from, sq_spot way, int baseline) {
    sq_spot ends[2];
    double clear = s->clear + s->radius;
    const side *b = &s->sides[baseline];
    baseline_ends(s, baseline, ends);
    try_circle(s, from, way, ends[0], clear);
    try_circle(s, from, way, ends[1], clear);
    double slope = dot(way, b->out);
    if (fabs(slope) > EXACT_MM) try_spot(s, along(from, way, (b->reach - clear - dot(from, b->out)) / slope));
}

/* The nearest allowed spot of one side's line is the foot of the perpendicular, an end, or where one of the
 * conditions begins to hold. */
static void try_side(search *s, int i) {
    const side *a = &s->sides[i];
    sq_spot first = meet(&s->sides[(i + SIDES - 1) % SIDES], a, s->inset), way = left_of(a->out);
    sq_spot to_left = {s->left_at.x - first.x, s->left_at.y - first.y};
    try_spot(s, along(first, way, dot(to_left, way)));
    try_spot(s, first);
    for (int k = 0; k < s->n; k++)
        try_circle(s, first, way, s->others[k].at, s->clear + s->radius + s->others[k].radius);
    for (int k = 0; k < SIDES; k++)
        if (in_use(s, k)) try_baseline(s, first, way, k);
}

bool sq_put_back_off_mat(sq_spot *to, sq_off_mat off, double radius, sq_spot left_at, const sq_flat *others,
                         int n, unsigned unplayed_behind) {
    search s = {.left_at = left_at,
                .radius = radius,
                .inset = off.inset_mm + radius,
                .clear = off.gap_mm,
                .others = others,
                .n = n,
                .unplayed_behind = unplayed_behind};
    field(s.sides);
    for (int i = 0; i < SIDES; i++)
        try_side(&s, i);
    if (s.found) *to = s.best;
    return s.found;
}

sq_spot sq_put_back_off_pot(sq_spot at, double radius) {
    double clear = SQ_POT_BASE_MM / 2 + radius, d = hypot(at.x, at.y);
    if (d >= clear) return at;
    if (d <= EXACT_MM) return (sq_spot){clear, 0};
    return (sq_spot){at.x / d * clear, at.y / d * clear};
}

uint32_t sq_put_back_leaning(sq_spot *to, sq_spot at, double radius, const sq_flat *others, int n) {
    assert(n <= 32);
    *to = sq_put_back_off_pot(at, radius);
    const sq_spot range[2] = {at, *to};
    uint32_t squopped = 0;
    for (int i = 0; i < n; i++)
        if (distance_to_segment(others[i].at, range) < radius + others[i].radius - EXACT_MM)
            squopped |= (uint32_t)1 << i;
    return squopped;
}

/* Whether wink i at p is `least` clear of all winks in `others`. */
static bool is_clear(const sq_flat *winks, int i, sq_spot p, uint32_t others, double least) {
    for (uint32_t rest = others; rest; rest &= rest - 1) {
        int k = __builtin_ctz(rest);
        double gap = distance(p, winks[k].at) - winks[i].radius - winks[k].radius;
        if (k != i && gap < least - EXACT_MM) return false;
    }
    return true;
}

static sq_spot at_angle(double from_pot, double angle) {
    return (sq_spot){from_pot * cos(angle), from_pot * sin(angle)};
}

/* The shortest way round the pot by which wink i comes clear of those that are settled. The spots to try are
 * those just clear of one of them: by the law of cosines, where it is seen from the pot under that angle. */
static bool settle(sq_flat *winks, int i, uint32_t settled, double gap) {
    sq_spot at = winks[i].at;
    double from_pot = hypot(at.x, at.y), angle = atan2(at.y, at.x), least = INFINITY;
    if (is_clear(winks, i, at, settled, gap)) return true;
    for (uint32_t rest = settled; rest; rest &= rest - 1) {
        const sq_flat *other = &winks[__builtin_ctz(rest)];
        double theirs = hypot(other->at.x, other->at.y);
        double clear = winks[i].radius + other->radius + gap;
        double cosine = (from_pot * from_pot + theirs * theirs - clear * clear) / (2 * from_pot * theirs);
        if (!(fabs(cosine) <= 1)) continue;
        for (int way = -1; way <= 1; way += 2) {
            double there = atan2(other->at.y, other->at.x) + way * acos(cosine);
            double turn = fabs(remainder(there - angle, 2 * M_PI));
            sq_spot p = at_angle(from_pot, there);
            if (turn >= least || !sq_on_field(p, winks[i].radius) || !is_clear(winks, i, p, settled, gap))
                continue;
            least = turn;
            winks[i].at = p;
        }
    }
    return isfinite(least);
}

/* How many winks lie one under the other below each: what lies over a wink is higher. In a ring all are as
 * high as can be. */
static void stack_up(int heights[32], int n, const uint32_t *above) {
    for (int pass = 0; pass < n; pass++)
        for (int lower = 0; lower < n; lower++)
            for (int upper = 0; upper < n; upper++)
                if (above[lower] >> upper & 1 && heights[upper] <= heights[lower] && heights[upper] < n)
                    heights[upper] = heights[lower] < n ? heights[lower] + 1 : n;
}

uint32_t sq_put_back_apart(sq_flat *winks, double gap, int n, const uint32_t *above) {
    assert(n <= 32);
    int heights[32] = {0};
    uint32_t settled = 0, crowded = 0;
    stack_up(heights, n, above);
    for (int h = 0; h <= n; h++)
        for (int i = 0; i < n; i++) {
            if (heights[i] != h) continue;
            if (!settle(winks, i, settled, gap)) crowded |= (uint32_t)1 << i;
            settled |= (uint32_t)1 << i;
        }
    return crowded;
}

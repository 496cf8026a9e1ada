/* Regions: six edges of lines divide the ways that a disc's foot may lie, from the hole to the ditch. */
#include "vision/crokinole/board_regions.h"

#include "vision/math/median.h"
#include "vision/math/normal_distribution.h"
#include "vision/math/tunable_number.h"

/* Below this probability a thing is hardly a disc: of 40 such things on drawn boards one was a disc, and of
 * those with more nearly all. Higher, and discs are told apart from the discs; lower, and figures stand among
 * them. */
SQ_NUMBER(UNLIKELY, 0.3);

const char *sq_board_region_name(sq_board_region r) {
    static const char *const names[] = {
#define X(number, name, place) name,
        SQ_REGION_OF_BOARD_LIST(X)
#undef X
    };
    return names[r];
}

sq_board_place sq_board_region_place(sq_board_region r) {
    static const sq_board_place places[] = {
#define X(number, name, place) place,
        SQ_REGION_OF_BOARD_LIST(X)
#undef X
    };
    return places[r];
}

int sq_board_region_value(sq_board_region r) {
    return sq_board_place_value(sq_board_region_place(r));
}

/* How surely a gap is one: what is seen of the disc may be its rim, or another circle. */
typedef struct {
    double sigma, wide, wrong;
} gap_doubt;

static double is_gap(double mm, const gap_doubt *d) {
    return (1 - d->wrong) * sq_normal_below(mm / d->sigma) + d->wrong * sq_normal_below(mm / d->wide);
}

typedef struct {
    double off_mm, sigma_mm;
} line_place;

/* How far the line lies off its circle in some direction, and how surely: by the places that were measured
 * nearby, of which discs and their shadows may have hidden some. One place more, of the circle itself, counts
 * beside them. */
static line_place place_of_line(const sq_ring_line *line, double angle) {
    enum { NEAR = 4 };
    const double of_median = sqrt(M_PI_2); /* deviation of a median, in those of a mean */
    int middle = (int)lround(angle / (2 * M_PI) * SQ_RING_PLACES), n = 0;
    float off[2 * NEAR + 1];
    for (int i = -NEAR; i <= NEAR; i++) {
        int place = ((middle + i) % SQ_RING_PLACES + SQ_RING_PLACES) % SQ_RING_PLACES;
        if (line->shows[place]) off[n++] = line->off_mm[place];
    }
    if (n < NEAR) return (line_place){0, line->rms_mm};
    float median = sq_median(off, n);
    double scatter = (double)sq_robust_deviation(off, n, median);
    return (line_place){(double)median * n / (n + 1), of_median * scatter / sqrt(n)};
}

typedef struct {
    double inside,
        outside;  /* gaps from the foot to the line's inner edge (were it inside) and to its outer edge */
    double sigma; /* by the line's place */
} gaps;

static gaps gaps_to(const sq_ring_line *line, sq_mm at, double radius_mm) {
    sq_mm from = {at.x - line->middle.x, at.y - line->middle.y};
    line_place place = place_of_line(line, atan2(from.y, from.x));
    double beyond = hypot(from.x, from.y) - line->radius_mm - place.off_mm; /* outwards */
    return (gaps){-beyond - radius_mm - line->half_width_mm, beyond - radius_mm - line->half_width_mm,
                  place.sigma_mm};
}

/* The probability of each region from the edges, outwards: P(inside an edge) grows from edge to edge. */
static void spread(sq_board_disc_seen *disc, const gaps g[SQ_RINGS], const gap_doubt doubt[SQ_RINGS],
                   double in_hole) {
    double within = 0, *p = disc->probability;
    static const struct {
        sq_ring ring;
        sq_board_region inside, on;
    } lines[] = {{SQ_RING_FIFTEEN, SQ_REGION_15, SQ_REGION_ON_FIFTEEN},
                 {SQ_RING_TEN, SQ_REGION_10, SQ_REGION_ON_TEN},
                 {SQ_RING_OUTER, SQ_REGION_5, SQ_REGION_ON_OUTER}};
    for (int i = 0; i < SQ_RINGS; i++) {
        double inside = fmax(within, is_gap(g[lines[i].ring].inside, &doubt[lines[i].ring]));
        double not_beyond = fmax(inside, 1 - is_gap(g[lines[i].ring].outside, &doubt[lines[i].ring]));
        p[lines[i].inside] = inside - within;
        p[lines[i].on] = not_beyond - inside;
        within = not_beyond;
    }
    p[SQ_REGION_DITCH] = 1 - within;
    p[SQ_REGION_HOLE] = in_hole * p[SQ_REGION_15];
    p[SQ_REGION_15] -= p[SQ_REGION_HOLE];
}

void sq_board_regions_judge(sq_board_disc_seen *disc, const sq_seen_board *b, sq_disc_radius radius,
                            double in_hole) {
    gaps g[SQ_RINGS];
    gap_doubt doubt[SQ_RINGS];
    disc->clearance_mm = INFINITY;
    for (int k = 0; k < SQ_RINGS; k++) {
        g[k] = gaps_to(&b->ring[k], disc->at, radius.mm);
        double line = hypot(g[k].sigma, b->ring[k].width_sigma_mm);
        double sigma =
            sqrt(disc->sigma_mm * disc->sigma_mm + radius.sigma_mm * radius.sigma_mm + line * line);
        doubt[k] = (gap_doubt){sigma, hypot(sigma, SQ_WRONG_CIRCLE_MM), disc->wrong_circle};
        double gap = fmax(g[k].inside, g[k].outside);
        if (gap >= disc->clearance_mm) continue;
        disc->clearance_mm = gap;
        disc->clearance_sigma_mm = hypot(sigma, sqrt(disc->wrong_circle) * SQ_WRONG_CIRCLE_MM);
        disc->nearest = (sq_ring)k;
    }
    spread(disc, g, doubt, in_hole);
    disc->region = SQ_REGION_HOLE;
    for (int r = 0; r < SQ_BOARD_REGIONS; r++)
        if (disc->probability[r] > disc->probability[disc->region]) disc->region = (sq_board_region)r;
    bool gone = disc->region == SQ_REGION_DITCH;
    disc->sure = disc->probability[disc->region] > SQ_BOARD_CALL_CERTAIN &&
                 (gone || disc->side_sure > SQ_BOARD_CALL_CERTAIN);
}

/* The probability that a disc which lies there scores so much. */
static double probability_of_value(const sq_board_disc_seen *disc, int value) {
    double sum = 0;
    for (int r = 0; r < SQ_BOARD_REGIONS; r++)
        sum += sq_board_region_value((sq_board_region)r) == value ? disc->probability[r] : 0;
    return sum;
}

static double is_disc(const sq_board_disc_seen *disc) {
    return disc->side_sure + disc->other_sure;
}

bool sq_board_counts(const sq_board_disc_seen *disc) {
    return disc->side_sure >= disc->other_sure && disc->side_sure >= sq_board_is_none(disc);
}

double sq_board_value_sure(const sq_board_disc_seen *disc) {
    return probability_of_value(disc, sq_board_region_value(disc->region));
}

bool sq_board_disc_is_doubted(const sq_board_disc_seen *disc) {
    return disc->side_sure <= SQ_BOARD_CALL_CERTAIN || sq_board_value_sure(disc) <= SQ_BOARD_CALL_CERTAIN;
}

bool sq_board_must_look(const sq_board_position *p, int i) {
    const sq_board_disc_seen *disc = &p->disc[i];
    if (disc->sure || disc->region == SQ_REGION_DITCH) return false;
    return p->sides_doubt > 1 - SQ_BOARD_CALL_CERTAIN || sq_board_disc_is_doubted(disc);
}

/* What is in the hole always counts: twenty points hang on it. */
static bool is_unlikely(const sq_board_disc_seen *disc) {
    return is_disc(disc) < UNLIKELY && disc->region != SQ_REGION_HOLE;
}

bool sq_board_is_hardly_a_disc(const sq_board_position *p, int i) {
    int likeliest = -1;
    if (!is_unlikely(&p->disc[i])) return false;
    for (int k = 0; k < p->count; k++) {
        const sq_board_disc_seen *disc = &p->disc[k];
        if (!sq_board_must_look(p, k)) continue;
        if (!is_unlikely(disc)) return true; /* that is asked */
        if (likeliest < 0 || is_disc(disc) > is_disc(&p->disc[likeliest])) likeliest = k;
    }
    return i != likeliest;
}

void sq_board_position_score(sq_board_position *p) {
    p->score_probability = 1;
    for (int t = 0; t < SQ_BOARD_SIDES; t++)
        p->score[t] = 0;
    for (int i = 0; i < p->count; i++) {
        sq_board_disc_seen *disc = &p->disc[i];
        if (disc->region != SQ_REGION_DITCH && p->sides_doubt > 1 - SQ_BOARD_CALL_CERTAIN) disc->sure = false;
        double is = disc->side_sure, one = is_disc(disc);
        int value = sq_board_counts(disc) ? sq_board_region_value(disc->region) : 0;
        double same = probability_of_value(disc, value);
        p->score[disc->side] += value;
        p->score_probability *= value ? is * same : 1 - one * (1 - same);
    }
    if (p->score[SQ_LIGHT] != p->score[SQ_DARK]) p->score_probability *= 1 - p->sides_doubt;
}

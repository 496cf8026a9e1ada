/* A polar map of the board: how rare each place's colour is among all places as far from the middle. */
#include "vision/crokinole/foreign_thing.h"

#include <string.h>

#include "vision/crokinole/disc_tones.h"
#include "vision/frame/light_sample.h"
#include "vision/frame/simd.h"
#include "vision/math/median.h"
#include "vision/math/tunable_number.h"

/* A colour is foreign that less than this share of its ring shows: a hand takes 5 % of the ditch, and a kind
 * of wood or a side of an octagon more than 12 %. */
SQ_NUMBER(RARE_SHARE, 0.12);

/* The least radius of a foreign thing, in those of a disc. Fingers are narrower, hands and sleeves wider;
 * what stands in a row in the ditch is not. */
SQ_NUMBER(WIDER_THAN_DISC, 1.35);

/* The share of its places that are foreign: rings, nails and cuffs may look like the board. */
SQ_NUMBER(SOLID, 0.93);

/* A round thing that shows this share of a rim explains what lies as near to it as a foreign thing is wide:
 * its face, its side and its shadow. Discs in the ditch that touch hide half of each other's rims; fingers
 * show less. */
SQ_NUMBER(EXPLAINS_SUPPORT, 0.45);

/* In outer radii: the hole within, and the rail beyond are not looked at. */
#define FIRST_RING 0.12
#define LAST_RING 1.2

enum { AROUND = 144, OUTWARDS = 72, IN_ROW = 5 };

typedef bool polar_map[OUTWARDS][AROUND]; /* the places that are foreign */

/* Of the places that the picture shows. */
typedef struct {
    int count, at[AROUND];             /* which they are */
    float place[SQ_TONE_AXES][AROUND]; /* of each colour, where distances are differences of tone */
    float far[AROUND];                 /* from where on another colour is no more alike */
} ring_colours;

static double radius_of(int ring) {
    return SQ_BOARD_OUTER_MM * (FIRST_RING + (LAST_RING - FIRST_RING) * ring / (OUTWARDS - 1));
}

static sq_mm place(int ring, int i) {
    double a = 2 * M_PI * i / AROUND;
    return (sq_mm){radius_of(ring) * cos(a), radius_of(ring) * sin(a)};
}

static void read_ring(ring_colours *seen, const sq_colour_planes *picture, const sq_seen_board *b, int ring) {
    seen->count = 0;
    for (int i = 0; i < AROUND; i++) {
        sq_mm at = place(ring, i);
        sq_px px = sq_px_from_mm3(&b->camera, (sq_mm3){at.x, at.y, 0});
        float colour[SQ_PLANE_COLOURS], tone[SQ_TONE_AXES];
        if (sq_px_distance(px, sq_colour_planes_inside(picture, px)) > 0) continue;
        int n = seen->count++;
        sq_colour_planes_between(picture, px, colour);
        seen->at[n] = i;
        seen->far[n] = sq_disc_tone_tolerance(colour);
        sq_disc_tone_place(colour, tone);
        for (int k = 0; k < SQ_TONE_AXES; k++)
            seen->place[k][n] = tone[k];
    }
}

/* How many places of a ring look like one of them. */
SQ_WIDE static int alike(const ring_colours *seen, int i) {
    float far2 = seen->far[i] * seen->far[i];
    int n = 0;
    for (int j = 0; j < seen->count; j++) {
        float sum = 0;
        for (int k = 0; k < SQ_TONE_AXES; k++)
            sum += (seen->place[k][j] - seen->place[k][i]) * (seen->place[k][j] - seen->place[k][i]);
        n += sum < far2;
    }
    return n;
}

static bool explained(const sq_round_things *things, sq_mm at) {
    for (int k = 0; k < things->count; k++)
        if (things->thing[k].support > EXPLAINS_SUPPORT &&
            sq_mm_within(things->thing[k].at, at, WIDER_THAN_DISC * things->disc_radius_mm))
            return true;
    return false;
}

static void mark(polar_map foreign, const sq_colour_planes *picture, const sq_seen_board *b,
                 const sq_round_things *things) {
    for (int ring = 0; ring < OUTWARDS; ring++) {
        ring_colours seen;
        read_ring(&seen, picture, b, ring);
        memset(foreign[ring], 0, sizeof foreign[ring]);
        for (int i = 0; i < seen.count; i++)
            foreign[ring][seen.at[i]] =
                alike(&seen, i) < RARE_SHARE * seen.count && !explained(things, place(ring, seen.at[i]));
    }
}

/* The share of the places within a circle that are foreign. */
static double solid(const polar_map foreign, int ring, int i, double radius) {
    double step = radius_of(1) - radius_of(0);
    int rings = (int)(radius / step), all = 0, n = 0;
    sq_mm at = place(ring, i);
    for (int r = ring - rings; r <= ring + rings; r++) {
        if (r < 0 || r >= OUTWARDS) continue;
        int turns = (int)ceil(radius / radius_of(r) * AROUND / (2 * M_PI));
        for (int k = i - turns; k <= i + turns; k++) {
            int near = (k + 2 * AROUND) % AROUND;
            if (!sq_mm_within(at, place(r, near), radius)) continue;
            all++;
            n += foreign[r][near];
        }
    }
    return all ? (double)n / all : 0;
}

static void read_colour(const sq_colour_planes *picture, const sq_seen_board *b, sq_mm at,
                        float colour[SQ_PLANE_COLOURS]) {
    sq_px px = sq_px_from_mm3(&b->camera, (sq_mm3){at.x, at.y, 0});
    sq_colour_planes_between(picture, sq_colour_planes_inside(picture, px), colour);
}

/* The middle one of some colours in a row: a printed line is narrower than half of that. */
static void without_lines(float colour[IN_ROW][SQ_PLANE_COLOURS], float out[SQ_PLANE_COLOURS]) {
    for (int k = 0; k < SQ_PLANE_COLOURS; k++) {
        float level[IN_ROW];
        for (int i = 0; i < IN_ROW; i++)
            level[i] = colour[i][k];
        out[k] = sq_median(level, IN_ROW);
    }
}

static bool is_foreign(const polar_map foreign, sq_mm at) {
    int r = (int)lround((hypot(at.x, at.y) - radius_of(0)) / (radius_of(1) - radius_of(0)));
    int i = (int)lround(atan2(at.y, at.x) / (2 * M_PI) * AROUND);
    return r >= 0 && r < OUTWARDS && foreign[r][(i + AROUND) % AROUND];
}

/* Whether what is foreign ends sharply in some direction from a place of it: 1 where the middle half of the
 * change of colour from there to beyond it is made within two rings; 0 where it fades away; -1 where the map
 * ends first. */
static int ends_sharply(const polar_map foreign, const sq_colour_planes *picture, const sq_seen_board *b,
                        sq_mm from, double angle) {
    double step = (radius_of(1) - radius_of(0)) / 2;
    float colour[2 * OUTWARDS][SQ_PLANE_COLOURS], plain[2 * OUTWARDS][SQ_PLANE_COLOURS];
    int n = 0, beyond = 0;
    for (; n < 2 * OUTWARDS && beyond < IN_ROW; n++) {
        sq_mm at = {from.x + n * step * cos(angle), from.y + n * step * sin(angle)};
        if (hypot(at.x, at.y) > LAST_RING * SQ_BOARD_OUTER_MM) return -1;
        beyond = is_foreign(foreign, at) ? 0 : beyond + 1;
        read_colour(picture, b, at, colour[n]);
        if (n >= IN_ROW - 1) without_lines(&colour[n - IN_ROW + 1], plain[n - IN_ROW + 1]);
    }
    int last = n - IN_ROW, near = 0, far = last;
    float all = sq_disc_tone_apart(plain[0], plain[last]);
    while (far > 1 && sq_disc_tone_apart(plain[0], plain[far - 1]) > 0.75f * all)
        far--;
    for (int i = 1; i < far; i++)
        if (sq_disc_tone_apart(plain[0], plain[i]) < 0.25f * all) near = i;
    return far - near < IN_ROW - 1;
}

/* Whether what is foreign about a place is a thing, which ends sharply in most directions. Light that is
 * reflected and shadows fade away. */
static bool is_thing(const polar_map foreign, const sq_colour_planes *picture, const sq_seen_board *b,
                     sq_mm at) {
    int ends = 0, sharp = 0;
    for (int i = 0; i < AROUND; i += 4) {
        int is = ends_sharply(foreign, picture, b, at, 2 * M_PI * i / AROUND);
        ends += is >= 0;
        sharp += is > 0;
    }
    return 2 * sharp >= ends;
}

/* Whether a place or one near it belongs to what is joined: a line of the board, which is none of it, or the
 * bar of a window that is mirrored, may lie between. */
static bool is_beside(const polar_map joined, int ring, int i) {
    for (int r = ring > 2 ? ring - 2 : 0; r <= ring + 2 && r < OUTWARDS; r++)
        for (int k = i - 2; k <= i + 2; k++)
            if (joined[r][(k + AROUND) % AROUND]) return true;
    return false;
}

/* What is foreign at a place and goes on from there, from neighbour to neighbour. */
static void join(const polar_map foreign, int ring, int i, polar_map joined) {
    memset(joined, 0, sizeof(polar_map));
    joined[ring][i] = true;
    for (bool grows = true; grows;) {
        grows = false;
        for (int r = 0; r < OUTWARDS; r++)
            for (int k = 0; k < AROUND; k++)
                if (foreign[r][k] && !joined[r][k] && is_beside(joined, r, k)) joined[r][k] = grows = true;
    }
}

static bool reaches_ditch(const polar_map joined) {
    for (int r = 0; r < OUTWARDS; r++)
        for (int k = 0; k < AROUND && radius_of(r) > SQ_BOARD_OUTER_MM; k++)
            if (joined[r][k]) return true;
    return false;
}

/* Whether it lies on both sides of a line there. */
static bool lies_across(const polar_map joined, const sq_ring_line *line, int place) {
    double a = 2 * M_PI * place / SQ_RING_PLACES, aside = 2 * (radius_of(1) - radius_of(0));
    for (int way = -1; way <= 1; way += 2) {
        double r = line->radius_mm + way * aside;
        if (!is_foreign(joined, (sq_mm){line->middle.x + r * cos(a), line->middle.y + r * sin(a)}))
            return false;
    }
    return true;
}

/* Whether the board's lines mostly show through it: so they do where a lacquer mirrors a window, however
 * sharply that ends, and not where something lies. */
static bool shows_lines(const polar_map joined, const sq_seen_board *b) {
    int across = 0, shown = 0;
    for (int k = 0; k < SQ_RINGS; k++)
        for (int i = 0; i < SQ_RING_PLACES; i++) {
            if (!lies_across(joined, &b->ring[k], i)) continue;
            across++;
            shown += b->ring[k].shows[i];
        }
    return shown > 2 && 2 * shown > across;
}

/* What the places of a ring where something foreign is would usually look like, and by how much they differ
 * from that, added to sums of linear light. */
static void add_ring(const polar_map joined, const sq_colour_planes *picture, const sq_seen_board *b,
                     int ring, float usual[SQ_PLANE_COLOURS], float more[SQ_PLANE_COLOURS]) {
    float light[SQ_PLANE_COLOURS][AROUND], colour[SQ_PLANE_COLOURS], order[AROUND];
    for (int i = 0; i < AROUND; i++) {
        read_colour(picture, b, place(ring, i), colour);
        for (int k = 0; k < SQ_PLANE_COLOURS; k++)
            light[k][i] = powf(colour[k] / 255, (float)SQ_LIGHT_EXPONENT);
    }
    for (int k = 0; k < SQ_PLANE_COLOURS; k++) {
        memcpy(order, light[k], sizeof order);
        const float median = sq_median(order, AROUND);
        for (int i = 0; i < AROUND; i++) {
            usual[k] += joined[ring][i] ? median : 0;
            more[k] += joined[ring][i] ? light[k][i] - median : 0;
        }
    }
}

/* Whether the least of a colour's lights is nearly as much as the most. Windows that are mirrored on drawn
 * boards add 0.9 and more. */
static bool is_grey(const float light[SQ_PLANE_COLOURS]) {
    float least = fminf(light[0], fminf(light[1], light[2])),
          most = fmaxf(light[0], fmaxf(light[1], light[2]));
    return least > 0.85f * most; /* and not where all are 0, or less */
}

/* Whether it looks like the board with a grey light upon it, as a window does that lacquer mirrors. What
 * hides the board lacks the board's colour instead; on a grey board that tells nothing. */
static bool adds_light(const polar_map joined, const sq_colour_planes *picture, const sq_seen_board *b) {
    float usual[SQ_PLANE_COLOURS] = {0}, more[SQ_PLANE_COLOURS] = {0};
    for (int ring = 0; ring < OUTWARDS; ring++)
        add_ring(joined, picture, b, ring, usual, more);
    return is_grey(more) && !is_grey(usual);
}

/* The place that is most solidly within what is foreign, and is of a thing. False: there is none. */
static bool most_solid(const polar_map foreign, const sq_colour_planes *picture, const sq_seen_board *b,
                       double radius, int *at_ring, int *at_i) {
    double best = SOLID;
    for (int ring = 0; ring < OUTWARDS; ring++)
        for (int i = 0; i < AROUND; i++) {
            if (!foreign[ring][i]) continue;
            double share = solid(foreign, ring, i, radius);
            if (share <= best || !is_thing(foreign, picture, b, place(ring, i))) continue;
            best = share;
            *at_ring = ring;
            *at_i = i;
        }
    return best > SOLID;
}

bool sq_foreign_thing_find(const sq_colour_planes *picture, const sq_seen_board *b,
                           const sq_round_things *things, sq_mm *at, bool *apart) {
    polar_map foreign, joined;
    int ring = 0, i = 0;
    mark(foreign, picture, b, things);
    while (most_solid(foreign, picture, b, WIDER_THAN_DISC * things->disc_radius_mm, &ring, &i)) {
        join(foreign, ring, i, joined);
        *at = place(ring, i);
        *apart = !reaches_ditch(joined);
        if (!shows_lines(joined, b) && !(*apart && adds_light(joined, picture, b))) return true;
        for (int r = 0; r < OUTWARDS; r++)
            for (int k = 0; k < AROUND; k++)
                foreign[r][k] &= !joined[r][k];
    }
    return false;
}

/* Two clusters of colour among the clearest round things; everything round is then compared with them. */
#include "vision/crokinole/disc_tones.h"

#include <stdlib.h>
#include <string.h>

#include "vision/frame/felt_chroma.h"
#include "vision/math/odds.h"
#include "vision/math/tunable_number.h"

/* What tells a disc from a figure, a knot or a gap between discs: a logistic model of the share of its rim
 * that shows, of its contrast (against all that the board shows, and against noise), of how plain its face
 * is, of how much ground shows in it, and of its colour. Nothing counts in levels, so that light, exposure
 * and contrast of the picture do not matter. Half way between what 11,000 round things on photographed and
 * drawn boards say and what 146,000 on drawn ones of many makes do, each made darker, paler, smaller, softer
 * ...; thrown out of balance, discs are lost or figures asked about. */
typedef struct {
    double bias, support, contrast, plain_colour, side_colour, spread, over_noise, both, ground;
} disc_weights;

static const disc_weights by_shape = {-3.49, 20.41, 3.28, 0, 0, -3.84, 0.23, -0.83, -5.56};
static const disc_weights by_all = {-3.67, 20.60, 3.42, -1.93, -2.08, -2.86, -0.24, -2.58, -9.54};

/* The probability from which on a thing's colour is learned, and from which on it is asked about. */
SQ_NUMBER(TEACHES, 0.9);
SQ_NUMBER(WORTH_ASKING, 0.12);

/* Beyond this part of the outer line's radius the board's edge and the rail look round too. */
SQ_NUMBER(RIM_OF_BOARD, 0.97);

/* Nearer to the middle than this part of a disc's radius the hole's own edge may be what looks round: it is
 * up to 2 mm off the middle, and a circle fitted to its edge a little more. */
SQ_NUMBER(HOLE_SHARE, 0.4);

/* Where discs of one colour alone are seen: the brightness (levels) between light and dark discs, and over
 * how many levels it becomes certain which they are; dark ones may be brighter than a dark board. */
SQ_NUMBER(BETWEEN_SIDES, 110.0);
SQ_NUMBER(SIDE_LEVELS, 13.0);

/* What a difference of brightness counts, against one of tint. */
SQ_NUMBER(SHADE_WEIGHT, 0.5f);

/* How far a disc's colour may lie from that of its side, as a share of its brightness, and levels at least:
 * light falls unevenly. Less than the latter is no picture's contrast, but noise. */
SQ_NUMBER(COLOUR_SHARE, 0.2f);
SQ_NUMBER(COLOUR_LEAST, 24.0f);

/* The least by which clear discs of one tone differ, tolerances: their own wood, and the light's small
 * change. */
SQ_NUMBER(LOOSE_LEAST, 0.15);

/* Two tones are apart by this share of the range of brightness, or there is only one. */
SQ_NUMBER(TONES_APART, 0.25f);

static float luma(const float c[SQ_PLANE_COLOURS]) {
    return sq_luma(c[0], c[1], c[2]);
}

void sq_disc_tone_place(const float colour[SQ_PLANE_COLOURS], float place[SQ_TONE_AXES]) {
    float brightness = luma(colour);
    for (int k = 0; k < SQ_PLANE_COLOURS; k++)
        place[k] = colour[k] - brightness;
    place[SQ_TONE_SHADE] = SHADE_WEIGHT * brightness;
}

static float square_apart(const float a[SQ_TONE_AXES], const float b[SQ_TONE_AXES]) {
    float sum = 0;
    for (int k = 0; k < SQ_TONE_AXES; k++)
        sum += (a[k] - b[k]) * (a[k] - b[k]);
    return sum;
}

float sq_disc_tone_apart(const float a[SQ_PLANE_COLOURS], const float b[SQ_PLANE_COLOURS]) {
    float one[SQ_TONE_AXES], other[SQ_TONE_AXES];
    sq_disc_tone_place(a, one);
    sq_disc_tone_place(b, other);
    return sqrtf(square_apart(one, other));
}

/* Whether it may be the hole itself, or its edge. */
static bool at_middle(const sq_round_thing *t, const sq_seen_board *b) {
    return sq_mm_distance(t->at, b->ring[SQ_RING_FIFTEEN].middle) < HOLE_SHARE * t->radius_mm;
}

static bool on_board(const sq_round_thing *t) {
    return hypot(t->at.x, t->at.y) < RIM_OF_BOARD * SQ_BOARD_OUTER_MM;
}

static int lower(const void *a, const void *b) {
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

/* The range of brightness of all round things on the board, the brightest and darkest few left out. */
static float range_of(const sq_round_things *things) {
    float level[SQ_ROUND_CAP];
    int n = 0;
    for (int i = 0; i < things->count; i++)
        if (on_board(&things->thing[i])) level[n++] = luma(things->thing[i].face);
    if (!n) return COLOUR_LEAST;
    qsort(level, (size_t)n, sizeof *level, lower);
    int left_out = (n - 1) / 50; /* at either end */
    return fmaxf(COLOUR_LEAST, level[n - 1 - left_out] - level[left_out]);
}

/* The evidence, nats, that it is a disc. off: its colour's distance from its side's, in tolerances. */
static double evidence(const disc_weights *w, const sq_round_thing *t, float range, double noise,
                       double off) {
    double support = t->support - 0.5, contrast = log((t->contrast + 0.1 * noise + 0.5) / range * 100) - 2;
    double ground =
        t->ground_share * fmin(t->contrast / (8 * noise + 1e-6), 1); /* but in noise it is chance */
    return w->bias + w->support * support + w->contrast * contrast + w->plain_colour * (fmin(off, 3) - 1) +
           w->side_colour * (fmin(off, 1) - 0.7) + w->spread * (log((t->spread + 1) / range * 100) - 1.5) +
           w->over_noise * log((t->contrast + 1) / (noise + 1)) + w->both * support * contrast +
           w->ground * ground;
}

/* Whether what lies in the hole looks like a disc, whatever its colour: in the hole the ground is another.
 * There a face is of one colour (grain of wood has a spread of 16 levels), and where it hardly stands out,
 * its whole rim shows. */
static bool is_round(const sq_round_thing *t) {
    if (t->spread > COLOUR_LEAST) return false;
    return t->support > (t->contrast > 2 * COLOUR_LEAST ? 0.5 : SQ_WHOLE_RIM);
}

static void turn_sides(sq_side_tones *s) {
    float light[SQ_PLANE_COLOURS];
    bool seen = s->seen[SQ_LIGHT];
    memcpy(light, s->colour[SQ_LIGHT], sizeof light);
    memcpy(s->colour[SQ_LIGHT], s->colour[SQ_DARK], sizeof light);
    memcpy(s->colour[SQ_DARK], light, sizeof light);
    s->seen[SQ_LIGHT] = s->seen[SQ_DARK];
    s->seen[SQ_DARK] = seen;
}

/* What is clear, in the space of tones. */
typedef struct {
    int count, of[SQ_ROUND_CAP];
    float place[SQ_ROUND_CAP][SQ_TONE_AXES], weight[SQ_ROUND_CAP], far2[SQ_ROUND_CAP]; /* of its tolerance */
} clear_things;

/* The more of a rim shows, the more it counts. */
static void take_clear(clear_things *out, const sq_round_things *things, const bool *plain) {
    out->count = 0;
    for (int i = 0; i < things->count; i++) {
        if (!plain[i]) continue;
        const sq_round_thing *t = &things->thing[i];
        int n = out->count++;
        float tolerance = sq_disc_tone_tolerance(t->face);
        out->of[n] = i;
        out->weight[n] = (float)(t->support * t->support);
        out->far2[n] = tolerance * tolerance;
        sq_disc_tone_place(t->face, out->place[n]);
    }
}

/* How badly two of them stand for all. What is far from both is a figure, or light that is mirrored: how far,
 * hardly matters. */
static float cost_of_pair(const clear_things *c, int a, int b) {
    float cost = 0;
    for (int i = 0; i < c->count; i++) {
        float to_a = square_apart(c->place[i], c->place[a]) / c->far2[a],
              to_b = square_apart(c->place[i], c->place[b]) / c->far2[b], least = fminf(to_a, to_b);
        cost += c->weight[i] * least / (1 + least);
    }
    return cost;
}

/* The two that stand for all best. */
static void find_pair(const clear_things *c, int pair[SQ_BOARD_SIDES]) {
    float least = INFINITY;
    pair[SQ_LIGHT] = pair[SQ_DARK] = 0;
    for (int a = 0; a < c->count; a++)
        for (int b = a + 1; b < c->count; b++) {
            float cost = cost_of_pair(c, a, b);
            if (cost >= least) continue;
            least = cost;
            pair[SQ_LIGHT] = a;
            pair[SQ_DARK] = b;
        }
}

/* The means of those that are nearer to the one than to the other; what is far counts little. */
static void move_tones(sq_disc_tones *out, const sq_round_things *things, const clear_things *c) {
    float sum[SQ_BOARD_SIDES][SQ_PLANE_COLOURS] = {{0}}, all[SQ_BOARD_SIDES] = {0};
    for (int i = 0; i < c->count; i++) {
        const float *face = things->thing[c->of[i]].face;
        float off[SQ_BOARD_SIDES];
        for (int side = 0; side < SQ_BOARD_SIDES; side++)
            off[side] = sq_disc_tone_off(face, out->side.colour[side]);
        int nearer = off[SQ_LIGHT] <= off[SQ_DARK] ? SQ_LIGHT : SQ_DARK;
        float weight = c->weight[i] / (1 + off[nearer] * off[nearer]);
        all[nearer] += weight;
        for (int k = 0; k < SQ_PLANE_COLOURS; k++)
            sum[nearer][k] += weight * face[k];
    }
    for (int side = 0; side < SQ_BOARD_SIDES; side++) {
        out->side.seen[side] = all[side] > 0;
        for (int k = 0; k < SQ_PLANE_COLOURS && all[side] > 0; k++)
            out->side.colour[side][k] = sum[side][k] / all[side];
    }
}

/* The two colours of the clear ones. */
static void two_means(sq_disc_tones *out, const sq_round_things *things, const bool *plain) {
    clear_things clear;
    int pair[SQ_BOARD_SIDES];
    take_clear(&clear, things, plain);
    if (!clear.count) return;
    find_pair(&clear, pair);
    for (int side = 0; side < SQ_BOARD_SIDES; side++)
        memcpy(out->side.colour[side], things->thing[clear.of[pair[side]]].face, sizeof out->side.colour[0]);
    for (int round = 0; round < 4; round++)
        move_tones(out, things, &clear);
    if (luma(out->side.colour[SQ_LIGHT]) < luma(out->side.colour[SQ_DARK])) turn_sides(&out->side);
}

/* The share of a colour that is no grey, 0..1. */
static double saturation(const float c[SQ_PLANE_COLOURS]) {
    float most = fmaxf(c[0], fmaxf(c[1], c[2])), least = fminf(c[0], fminf(c[1], c[2]));
    return most > 0 ? (double)((most - least) / most) : 0;
}

/* All discs of one colour: whose it is, their own brightness and that of the board about them tell. Paint
 * tells less than wood: red discs are the light ones beside black ones, and the dark
 * ones beside pale ones, on whatever board. */
static void one_tone(sq_disc_tones *out, const sq_round_things *things, const bool *plain) {
    double own = 0, lighter = 0, painted = 0;
    int n = 0;
    for (int i = 0; i < things->count; i++) {
        if (!plain[i]) continue;
        own += (double)luma(things->thing[i].face);
        lighter += (double)(luma(things->thing[i].face) - luma(things->thing[i].around));
        painted += saturation(things->thing[i].face);
        n++;
    }
    double paint = painted / n;
    double nats = ((1 - paint / 2) * (own / n - BETWEEN_SIDES) + (1 - paint) * lighter / n / 2) / SIDE_LEVELS;
    double light = sq_from_log_odds(nats);
    sq_board_side is = light > 0.5 ? SQ_LIGHT : SQ_DARK;
    out->swapped = light > 0.5 ? 1 - light : light;
    if (!out->side.seen[is]) memcpy(out->side.colour[is], out->side.colour[!is], sizeof out->side.colour[0]);
    out->side.seen[is] = true;
    out->side.seen[!is] = false;
    out->side.known = 1;
}

float sq_disc_tone_tolerance(const float colour[SQ_PLANE_COLOURS]) {
    return fmaxf(COLOUR_LEAST, COLOUR_SHARE * luma(colour));
}

float sq_disc_tone_off(const float colour[SQ_PLANE_COLOURS], const float from[SQ_PLANE_COLOURS]) {
    return sq_disc_tone_apart(colour, from) / sq_disc_tone_tolerance(from);
}

/* The side whose colour it has, and how far (tolerances) it is from that, and from the other's. Where one
 * side alone was seen, what is far from its colour is of the other; where none was, brightness tells. */
static void compare(sq_disc_tones *out, int i, const sq_round_thing *t, float *mine, float *other) {
    float off[SQ_BOARD_SIDES];
    for (int k = 0; k < SQ_BOARD_SIDES; k++)
        off[k] = out->side.seen[k] ? sq_disc_tone_off(t->face, out->side.colour[k]) : 1;
    if (out->side.known)
        out->tone[i] = off[SQ_LIGHT] <= off[SQ_DARK] ? SQ_LIGHT : SQ_DARK;
    else
        out->tone[i] = luma(t->face) > luma(t->around) ? SQ_LIGHT : SQ_DARK;
    *mine = off[out->tone[i]];
    *other = off[!out->tone[i]];
    if (out->side.known == 1 && out->side.seen[out->tone[i]]) *other = fmaxf(*other, *mine + 1);
}

/* The evidence (nats, at most 0) of how far its colour is off that of its side's clear discs: none where that
 * is as far as these themselves are; a few times as far, and it is something else of nearly that colour, as
 * mirrored light is beside white discs. A disc in a shadow may be far off too: so it is Cauchy's
 * distribution, with its long tails. */
static double like_its_side(float off, double loose) {
    double times = (double)off / loose;
    return fmin(0, -log((1 + times * times) / 2));
}

/* What lies on the board or in its ditch: the model's word. Beyond the outer line nobody is asked, and
 * nothing is a disc but what surely is one, and has a side's colour. */
static void judge_by_all(sq_disc_tones *out, int i, const sq_round_thing *t, double noise, double loose,
                         float mine, float other) {
    double is = sq_from_log_odds(evidence(&by_all, t, out->range, noise, mine) + like_its_side(mine, loose));
    out->is_disc[i] = on_board(t) ? is > WORTH_ASKING : is > TEACHES && mine < 1;
    out->sure[i] = is * sq_from_log_odds(fmin(6 * (double)(other - mine), 20));
    out->other[i] = is - out->sure[i];
}

/* loose: how far the clear discs' colours are off that of their side, tolerances; infinite: not known. */
static void judge(sq_disc_tones *out, int i, const sq_round_thing *t, const sq_seen_board *b, double noise,
                  double loose) {
    float mine, other;
    compare(out, i, t, &mine, &other);
    out->colour_off[i] = mine;
    if (!at_middle(t, b)) {
        judge_by_all(out, i, t, noise, loose, mine, other);
        return;
    }
    out->is_disc[i] = mine < 1 && is_round(t);
    out->sure[i] = sq_from_log_odds(fmin(6 * (double)(other - mine), 20));
    out->other[i] = 1 - out->sure[i];
}

/* How strong a thing's claim to its place is: in the hole, the ground itself may have nearly a side's colour.
 */
static double claim(const sq_disc_tones *out, const sq_round_thing *t, const sq_seen_board *b, int i) {
    bool ground = at_middle(t, b) && out->colour_off[i] > SQ_HOLE_SAME_COLOUR;
    return ground ? out->sure[i] / 2 : out->sure[i];
}

/* Two discs cannot lie in one place: the one with the weaker claim is none. */
static void leave_overlapping(sq_disc_tones *out, const sq_round_things *things, const sq_seen_board *board) {
    for (int i = 0; i < things->count; i++)
        for (int j = 0; j < things->count; j++) {
            const sq_round_thing *a = &things->thing[i], *b = &things->thing[j];
            if (i == j || !out->is_disc[i] || !out->is_disc[j]) continue;
            if (!sq_round_things_overlap(a, b)) continue;
            double mine = claim(out, a, board, i), other = claim(out, b, board, j);
            bool first = mine < other || (mine == other && i > j);
            out->is_disc[first ? i : j] = false;
        }
}

static bool are_two(const sq_side_tones *s, float range) {
    return sq_disc_tone_apart(s->colour[SQ_LIGHT], s->colour[SQ_DARK]) > TONES_APART * range;
}

/* How many clear things have the very colour of a side. */
static int of_side(const sq_side_tones *s, sq_board_side side, const sq_round_things *things,
                   const bool *plain) {
    int n = 0;
    for (int i = 0; i < things->count; i++)
        n += plain[i] && sq_disc_tone_off(things->thing[i].face, s->colour[side]) < 1;
    return n;
}

/* Whether the darker of two colours may be the other one in the shadow of the rail: with the same tint, and
 * more than half as bright. */
static bool may_be_shade(const sq_side_tones *s) {
    float share = luma(s->colour[SQ_DARK]) / fmaxf(luma(s->colour[SQ_LIGHT]), 1), shaded[SQ_PLANE_COLOURS];
    for (int k = 0; k < SQ_PLANE_COLOURS; k++)
        shaded[k] = share * s->colour[SQ_LIGHT][k];
    return 2 * share > 1 && sq_disc_tone_off(shaded, s->colour[SQ_DARK]) < 1;
}

/* Where one colour alone is seen on the board, the discs in its ditch may tell the other: two at least, or it
 * may be anything. */
static bool two_with_ditch(sq_disc_tones *out, const sq_round_things *things, const bool *plain,
                           float range) {
    sq_disc_tones with = *out;
    bool clear[SQ_ROUND_CAP];
    for (int i = 0; i < things->count; i++) {
        const sq_round_thing *t = &things->thing[i];
        clear[i] = plain[i] || (sq_round_thing_in_ditch(t) && t->support > SQ_WHOLE_RIM &&
                                sq_from_log_odds(evidence(&by_shape, t, range, things->noise, 0)) > TEACHES);
    }
    two_means(&with, things, clear);
    if (!are_two(&with.side, range) || may_be_shade(&with.side)) return false;
    for (int side = 0; side < SQ_BOARD_SIDES; side++)
        if (of_side(&with.side, (sq_board_side)side, things, clear) < 2) return false;
    out->side = with.side;
    return true;
}

/* How far the n clear discs lie from their own tone, tolerances, root mean square. */
static double looseness(sq_disc_tones *out, const sq_round_things *things, const bool *plain, int n) {
    double square = 0;
    float mine, other;
    for (int i = 0; i < things->count; i++) {
        if (!plain[i]) continue;
        compare(out, i, &things->thing[i], &mine, &other);
        square += (double)(mine * mine);
    }
    return n ? sqrt(square / n) : 0;
}

/* The two tones and what they make of all things, by these colours. *loose: how far the clear discs lie from
 * their own tone (tolerances, root mean square). Returns how many these are. */
static int learn(sq_disc_tones *out, const sq_round_things *things, const sq_seen_board *b,
                 const sq_side_tones *before, double *loose) {
    bool plain[SQ_ROUND_CAP] = {0};
    float range = range_of(things);
    int n = 0;
    *out = (sq_disc_tones){.side = {.known = 2}, .range = range};
    for (int i = 0; i < things->count; i++) {
        const sq_round_thing *t = &things->thing[i];
        plain[i] = on_board(t) && !at_middle(t, b) &&
                   sq_from_log_odds(evidence(&by_shape, t, range, things->noise, 0)) > TEACHES;
        n += plain[i];
    }
    if (n) two_means(out, things, plain);
    bool two = n && are_two(&out->side, range);
    if (before && !two)
        out->side = *before;
    else if (!n)
        out->side.known = 0;
    else if (!two && !two_with_ditch(out, things, plain, range))
        one_tone(out, things, plain);
    *loose = looseness(out, things, plain, n);
    /* Two tones fit two discs whatever they are. */
    double scatter = n > SQ_BOARD_SIDES ? hypot(*loose, LOOSE_LEAST) : INFINITY;
    for (int i = 0; i < things->count; i++)
        judge(out, i, &things->thing[i], b, things->noise, scatter);
    leave_overlapping(out, things, b);
    return n;
}

/* The colours as they would be were the light the same everywhere. */
static void even_out(sq_round_things *out, const sq_round_things *things) {
    *out = *things;
    for (int i = 0; i < out->count; i++) {
        sq_round_thing *t = &out->thing[i];
        t->contrast /= t->light;
        t->spread /= t->light;
        for (int k = 0; k < SQ_PLANE_COLOURS; k++) {
            t->face[k] /= t->light;
            t->around[k] /= t->light;
        }
    }
}

/* What two accounts of one picture say together: `first` has the probability p, `second` the rest. */
static void mix(sq_disc_tones *first, const sq_disc_tones *second, double p, int count) {
    for (int i = 0; i < count; i++) {
        double of[SQ_BOARD_SIDES] = {0};
        if (first->is_disc[i]) {
            of[first->tone[i]] += p * first->sure[i];
            of[!first->tone[i]] += p * first->other[i];
        }
        if (second->is_disc[i]) {
            of[second->tone[i]] += (1 - p) * second->sure[i];
            of[!second->tone[i]] += (1 - p) * second->other[i];
        }
        sq_board_side likelier = of[SQ_LIGHT] >= of[SQ_DARK] ? SQ_LIGHT : SQ_DARK;
        if (first->is_disc[i] == second->is_disc[i] && first->tone[i] == second->tone[i])
            likelier = first->tone[i];
        first->is_disc[i] |= second->is_disc[i] && of[likelier] > WORTH_ASKING;
        first->tone[i] = likelier;
        first->sure[i] = of[likelier];
        first->other[i] = of[!likelier];
    }
}

/* A shadow over half of a board, or a picture that is printed on it? Where the clear discs' colours lie
 * closer together, they are seen as they are; two tell nothing, for two tones fit them in any light. */
void sq_disc_tones_learn(sq_disc_tones *out, const sq_round_things *things, const sq_seen_board *b,
                         const sq_side_tones *before) {
    sq_round_things even; /* some 30 kB */
    sq_disc_tones by_even;
    double loose, even_loose;
    even_out(&even, things);
    int n = learn(out, things, b, before, &loose), m = learn(&by_even, &even, b, before, &even_loose);
    int free_ones = (n < m ? n : m) - SQ_BOARD_SIDES;
    double nats = fmax(0, free_ones) * log(hypot(loose, LOOSE_LEAST) / hypot(even_loose, LOOSE_LEAST));
    double p = sq_from_log_odds(-nats);
    if (p >= 0.5) {
        mix(out, &by_even, p, things->count);
        return;
    }
    mix(&by_even, out, 1 - p, things->count);
    *out = by_even;
}

/* The least by which a colour must differ from the board's to be told from it: in half of the light it is
 * half as far off. Light is told by what is lighter, the board or its discs; without discs levels mean what
 * they usually do. */
static float just_apart(const sq_side_tones *s, sq_board_side seen, float board) {
    return s->seen[seen] ? fminf(COLOUR_LEAST, COLOUR_SHARE * fmaxf(board, luma(s->colour[seen])))
                         : COLOUR_LEAST;
}

/* An edge between the board and such a colour, over two pixels, must be steeper than noise. Discs of the
 * unseen side that are nearly of the board's colour are on its side of those that are seen. */
bool sq_disc_tones_may_hide(const sq_disc_tones *tones, const sq_round_things *things, sq_board_side side) {
    const sq_side_tones *s = &tones->side;
    sq_board_side seen = sq_board_other_side(side);
    float board = things->brightness, lighter = s->seen[seen] ? luma(s->colour[seen]) - board : 0;
    if (s->seen[side] || (side == SQ_LIGHT ? lighter > 0 : lighter < 0)) return false;
    return 2 * things->pixel_noise > (double)just_apart(s, seen, board);
}

void sq_board_swap_sides(sq_board_position *p) {
    const int light = p->score[SQ_LIGHT];
    for (int i = 0; i < p->count; i++)
        p->disc[i].side = sq_board_other_side(p->disc[i].side);
    turn_sides(&p->tones);
    p->score[SQ_LIGHT] = p->score[SQ_DARK];
    p->score[SQ_DARK] = light;
}

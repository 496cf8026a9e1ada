/* Two clusters of colour among the clearest round things; everything round is then compared with them. */
#include "vision/crokinole/disc_tones.h"

#include <string.h>

#include "vision/math/tunable_number.h"

/* The face of a disc is of one colour (mean deviation, levels): grain of wood has 16. */
SQ_NUMBER(SPREAD_MOST, 20.0f);

/* A face that stands out of the ground about it by so many levels needs less of a rim than one that does not,
 * which must be plain besides. */
SQ_NUMBER(STANDS_OUT, 22.0f);
SQ_NUMBER(SUPPORT_OUT, 0.5);
SQ_NUMBER(SUPPORT_SAME, 0.6);
SQ_NUMBER(SUPPORT_SURE, 0.75);
SQ_NUMBER(SPREAD_SAME, 6.0f);

/* What stands out and shows so much of its rim is a disc, even where light makes its colour so many times as
 * far from its side's as it may be otherwise. */
SQ_NUMBER(SUPPORT_CLEAR, 0.62);
SQ_NUMBER(COLOUR_OF_CLEAR, 2.5f);

/* What lies on a board of its own colour is seen by its shadow alone: a plain face of a side's very colour
 * that differs a little from the board, with part of a rim, may be a disc. It is asked for. */
SQ_NUMBER(COLOUR_OF_WEAK, 0.35f);
SQ_NUMBER(CONTRAST_LEAST, 8.0f);
SQ_NUMBER(SUPPORT_WEAK, 0.45);

/* Beyond this part of the outer line's radius the board's edge and the rail look round too. */
SQ_NUMBER(RIM_OF_BOARD, 0.97);

/* What a difference of brightness counts, against one of tint. */
SQ_NUMBER(SHADE_WEIGHT, 0.5f);

/* How far a disc's colour may lie from that of its side, as a share of its brightness, and levels at least:
 * light falls unevenly. */
SQ_NUMBER(COLOUR_SHARE, 0.2f);
SQ_NUMBER(COLOUR_LEAST, 24.0f);

/* Two tones are apart by so many levels, or there is only one. */
SQ_NUMBER(TONES_APART, 28.0f);

static float luma(const float c[SQ_PLANE_COLOURS]) {
    return 0.299f * c[0] + 0.587f * c[1] + 0.114f * c[2];
}

float sq_disc_tone_apart(const float a[SQ_PLANE_COLOURS], const float b[SQ_PLANE_COLOURS]) {
    float brighter = luma(a) - luma(b), sum = SHADE_WEIGHT * SHADE_WEIGHT * brighter * brighter;
    for (int k = 0; k < SQ_PLANE_COLOURS; k++)
        sum += (a[k] - b[k] - brighter) * (a[k] - b[k] - brighter);
    return sqrtf(sum);
}

static bool at_middle(const sq_round_thing *t, const sq_seen_board *b) {
    return sq_mm_distance(t->at, b->ring[SQ_RING_FIFTEEN].middle) < t->radius_mm;
}

static bool on_board(const sq_round_thing *t) {
    return hypot(t->at.x, t->at.y) < RIM_OF_BOARD * SQ_BOARD_OUTER_MM;
}

/* Whether it looks like a disc, whatever its colour. */
static bool is_round(const sq_round_thing *t) {
    if (t->spread > SPREAD_MOST) return false;
    if (!on_board(t)) return t->support > SUPPORT_SURE && t->contrast > STANDS_OUT;
    if (t->contrast > 2 * STANDS_OUT) return t->support > SUPPORT_OUT;
    if (t->contrast > STANDS_OUT) return t->support > SUPPORT_SAME;
    return t->support > SUPPORT_SURE + 0.05 || (t->support > SUPPORT_SAME && t->spread < SPREAD_SAME);
}

static bool is_plain(const sq_round_thing *t, const sq_seen_board *b) {
    return is_round(t) && t->support > SUPPORT_SAME && t->contrast > STANDS_OUT / 2 && on_board(t) &&
           !at_middle(t, b);
}

/* Two means of the clear ones; begins with the lightest and the darkest. */
static void two_means(sq_disc_tones *out, const sq_round_things *things, const bool *plain) {
    int lightest = -1, darkest = -1;
    for (int i = 0; i < things->count; i++) {
        if (!plain[i]) continue;
        if (lightest < 0 || luma(things->thing[i].face) > luma(things->thing[lightest].face)) lightest = i;
        if (darkest < 0 || luma(things->thing[i].face) < luma(things->thing[darkest].face)) darkest = i;
    }
    if (lightest < 0) return;
    memcpy(out->colour[SQ_LIGHT], things->thing[lightest].face, sizeof out->colour[0]);
    memcpy(out->colour[SQ_DARK], things->thing[darkest].face, sizeof out->colour[0]);
    for (int round = 0; round < 6; round++) {
        float sum[SQ_BOARD_SIDES][SQ_PLANE_COLOURS] = {{0}};
        int n[SQ_BOARD_SIDES] = {0};
        for (int i = 0; i < things->count; i++) {
            if (!plain[i]) continue;
            const float *face = things->thing[i].face;
            sq_board_side t = sq_disc_tone_apart(face, out->colour[SQ_LIGHT]) <=
                                      sq_disc_tone_apart(face, out->colour[SQ_DARK])
                                  ? SQ_LIGHT
                                  : SQ_DARK;
            n[t]++;
            for (int k = 0; k < SQ_PLANE_COLOURS; k++)
                sum[t][k] += face[k];
        }
        for (int t = 0; t < SQ_BOARD_SIDES; t++)
            for (int k = 0; k < SQ_PLANE_COLOURS && n[t]; k++)
                out->colour[t][k] = sum[t][k] / (float)n[t];
        out->seen[SQ_LIGHT] = n[SQ_LIGHT] > 0;
        out->seen[SQ_DARK] = n[SQ_DARK] > 0;
    }
}

/* All discs of one colour: they are light if they are lighter than the board about them. */
static void one_tone(sq_disc_tones *out, const sq_round_things *things, const bool *plain) {
    float lighter = 0;
    for (int i = 0; i < things->count; i++)
        if (plain[i]) lighter += luma(things->thing[i].face) - luma(things->thing[i].around);
    sq_board_side is = lighter > 0 ? SQ_LIGHT : SQ_DARK;
    out->seen[is] = true;
    out->seen[!is] = false;
    out->known = 1;
}

float sq_disc_tone_tolerance(const float colour[SQ_PLANE_COLOURS]) {
    return fmaxf(COLOUR_LEAST, COLOUR_SHARE * luma(colour));
}

static void judge(sq_disc_tones *out, int i, const sq_round_thing *t) {
    float off[SQ_BOARD_SIDES];
    for (int k = 0; k < SQ_BOARD_SIDES; k++)
        off[k] = out->seen[k]
                     ? sq_disc_tone_apart(t->face, out->colour[k]) / sq_disc_tone_tolerance(out->colour[k])
                     : INFINITY;
    out->tone[i] = off[SQ_LIGHT] <= off[SQ_DARK] ? SQ_LIGHT : SQ_DARK;
    float mine = off[out->tone[i]], other = off[!out->tone[i]];
    bool clear = on_board(t) && t->contrast > STANDS_OUT && t->support > SUPPORT_CLEAR;
    out->is_disc[i] = mine < (clear ? COLOUR_OF_CLEAR : 1) && is_round(t);
    out->colour_off[i] = mine;
    bool weak = mine < COLOUR_OF_WEAK && on_board(t) && t->spread < SPREAD_SAME &&
                t->contrast > CONTRAST_LEAST && t->support > SUPPORT_WEAK && !out->is_disc[i];
    out->is_disc[i] = out->is_disc[i] || weak;
    double odds = exp(fmin(6 * (other - mine), 20));
    out->sure[i] = odds / (1 + odds);
    if (out->known == 1 && mine < 1) out->sure[i] = 0.99;
    if (t->contrast < STANDS_OUT && t->support < SUPPORT_SURE) out->sure[i] = fmin(out->sure[i], 0.9);
    if (weak) out->sure[i] = 0.6;
}

/* Two discs cannot lie in one place: the one whose rim shows less is none. */
static void leave_overlapping(sq_disc_tones *out, const sq_round_things *things) {
    for (int i = 0; i < things->count; i++)
        for (int j = 0; j < things->count; j++) {
            const sq_round_thing *a = &things->thing[i], *b = &things->thing[j];
            if (i == j || !out->is_disc[i] || !out->is_disc[j]) continue;
            if (sq_mm_distance(a->at, b->at) > 1.8 * a->radius_mm) continue;
            bool first = a->support < b->support || (a->support == b->support && i > j);
            out->is_disc[first ? i : j] = false;
        }
}

void sq_disc_tones_learn(sq_disc_tones *out, const sq_round_things *things, const sq_seen_board *b) {
    bool plain[SQ_ROUND_CAP] = {0};
    int n = 0;
    *out = (sq_disc_tones){.known = 2};
    for (int i = 0; i < things->count; i++)
        n += plain[i] = is_plain(&things->thing[i], b);
    if (!n) {
        out->known = 0;
        return;
    }
    two_means(out, things, plain);
    if (sq_disc_tone_apart(out->colour[SQ_LIGHT], out->colour[SQ_DARK]) < TONES_APART)
        one_tone(out, things, plain);
    for (int i = 0; i < things->count; i++)
        judge(out, i, &things->thing[i]);
    leave_overlapping(out, things);
}

/* Judges the distance between the learned colours in standard deviations, and words the warning. */
#include "calib/colour_separation.h"
#include "vision/math/tunable_number.h"

#include <stdio.h>

/* Samples that tell a colour: three small winks' worth. */
#define SQ_COLOURS_SAMPLES 30

/* Deviations between two colours below which winks are taken for one another: in the middle each is 1.8 of
 * its own away. Spreads take in rims and reflections; honest lamps leave 3.4 (a red pot that shines on winks)
 * to
 * 13. Higher: false warnings beside the pot; lower: none before colours are taken for one another. */
SQ_NUMBER(SQ_COLOURS_NEAR_DEV, 2.5);

/* Chroma below which felt's own texture is as strong; drawn winks under poor lamps have 0.27. */
SQ_NUMBER(SQ_COLOURS_PALE_LENGTH, 0.15);

/* The band of light in which two colours differ most: winks reflect blue; green; red; red and green. */
static const char *telling_light(sq_colour a, sq_colour b) {
    static const bool reflects[SQ_USUAL_COLOURS][3] = {[SQ_BLUE] = {false, false, true},
                                                       [SQ_GREEN] = {false, true, false},
                                                       [SQ_RED] = {true, false, false},
                                                       [SQ_YELLOW] = {true, true, false}};
    static const char *const bands[] = {"red", "green", "blue"};
    for (int k = 2; k >= 0; k--)
        if (reflects[a][k] != reflects[b][k]) return bands[k];
    return "white";
}

static sq_colours nearest_two(const sq_palette *p) {
    sq_colours c = {.deviations = INFINITY, .length = INFINITY};
    for (int i = 0; i < SQ_USUAL_COLOURS; i++) {
        const sq_palette_colour *a = &p->colour[i];
        if (a->samples < SQ_COLOURS_SAMPLES) continue;
        if ((double)a->length < c.length) {
            c.length = (double)a->length;
            c.palest = (sq_colour)i;
        }
        for (int k = 0; k < i; k++) {
            const sq_palette_colour *b = &p->colour[k];
            if (b->samples < SQ_COLOURS_SAMPLES) continue;
            double degrees = (double)sq_angle_between(a->angle, b->angle);
            double deviations = degrees / hypot((double)a->spread, (double)b->spread);
            if (deviations >= c.deviations) continue;
            c.a = (sq_colour)k;
            c.b = (sq_colour)i;
            c.degrees = degrees;
            c.deviations = deviations;
        }
    }
    return c;
}

sq_colours sq_colours_judge(const sq_palette *p) {
    sq_colours c = nearest_two(p);
    c.answer = isinf(c.deviations)                  ? SQ_COLOURS_UNKNOWN
               : c.length < SQ_COLOURS_PALE_LENGTH  ? SQ_COLOURS_PALE
               : c.deviations < SQ_COLOURS_NEAR_DEV ? SQ_COLOURS_NEAR
                                                    : SQ_COLOURS_APART;
    return c;
}

void sq_colours_say(const sq_colours *c, char *text, size_t size) {
    *text = 0;
    switch (c->answer) {
    case SQ_COLOURS_UNKNOWN: return;
    case SQ_COLOURS_APART:
        snprintf(text, size, "The colours are well apart in this light; %s and %s are the nearest two.",
                 sq_colour_name(c->a), sq_colour_name(c->b));
        return;
    case SQ_COLOURS_NEAR:
        snprintf(text, size,
                 "%s and %s look nearly alike: the light has too little %s; change the "
                 "lamp for a white one of good colour rendering, or use winks of other shades.",
                 sq_colour_name(c->a), sq_colour_name(c->b), telling_light(c->a, c->b));
        return;
    case SQ_COLOURS_PALE:
        snprintf(text, size,
                 "The %s winks are hardly told from the felt (chroma %.2f): give more light, keep glare off "
                 "them, and take the camera's picture out of black and white or night mode.",
                 sq_colour_name(c->palest), c->length);
        return;
    }
}

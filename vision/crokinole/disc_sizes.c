/* The radius of each side's rims, compared, and the shape of all; the discs are fitted anew where that
 * differs from what was thought. */
#include "vision/crokinole/disc_sizes.h"

#include <math.h>

#include "vision/crokinole/rim_fit.h"

/* By how much more of each disc's rim must agree with its side's radius, once: later pictures of a game are
 * judged alike, or discs at rest would move. */
SQ_NUMBER(AGREES_MORE, 0.025);

/* The share of a rim by which more must agree with a bevel than with a sharp edge. A bevel has two edges for
 * one, which agree with more by chance: sharp discs on drawn boards with up to 0.13 more, half of them with
 * over 0.04, and discs with bevels of a millimetre and more with 0.07 to 0.3. Lower, and more sharp discs are
 * taken for bevelled ones, which moves their places by little; higher, and bevels are not seen. */
SQ_NUMBER(BEVEL_AGREES_MORE, 0.06);

typedef struct {
    double mm, sigma_mm;
} rim_size;

static void note_sides(const sq_round_things *things, const sq_disc_tones *tones, sq_disc_rulers *rulers) {
    uint8_t *side = rulers->side + rulers->count - things->rulers;
    if (tones->side.known < SQ_BOARD_SIDES) return; /* of one colour alone it is not sure whose it is */
    for (int i = 0; i < things->rulers; i++) {
        int k = things->ruler[i];
        if (tones->is_disc[k] && 2 * tones->sure[k] > 1) side[i] = (uint8_t)tones->tone[k];
    }
}

/* A side's last rulers may have been forgotten: then its rims are as they were told last. */
static void measure_sides(const sq_disc_rulers *rulers, rim_size size[SQ_BOARD_SIDES]) {
    for (int k = 0; k < SQ_BOARD_SIDES; k++) {
        size[k].mm = sq_disc_rulers_radius(rulers, k, &size[k].sigma_mm);
        if (!(size[k].mm > 0) && rulers->differ)
            size[k] = (rim_size){rulers->rim_mm[k], rulers->rim_sigma_mm[k]};
    }
}

/* Whether it is worth while to ask the rims themselves. */
static bool may_differ(const rim_size size[SQ_BOARD_SIDES]) {
    return fabs(size[SQ_LIGHT].mm - size[SQ_DARK].mm) >
           hypot(size[SQ_LIGHT].sigma_mm, size[SQ_DARK].sigma_mm);
}

/* All discs on the board by the rims of their side, at the height that is known now. Returns by how much more
 * of a rim agrees than by the radius that is shared, in the mean. */
static double fit_by_sides(sq_round_things *things, const sq_disc_tones *tones,
                           const sq_colour_planes *picture, const sq_camera *camera,
                           const rim_size size[SQ_BOARD_SIDES]) {
    double more = 0;
    int n = 0;
    for (int i = 0; i < things->count; i++) {
        sq_round_thing *t = &things->thing[i];
        if (!tones->is_disc[i] || sq_round_thing_in_ditch(t)) continue;
        more -= t->agreed;
        sq_rim_fit(t, picture, camera, things->disc_height_mm, things->noise, size[tones->tone[i]].mm);
        more += t->agreed;
        n++;
    }
    return n ? more / n : 0;
}

/* In the midst of a game: discs at rest seem to have moved since the picture before, which was measured
 * otherwise.
 */
static void doubt_moves(sq_round_things *things, const sq_round_things *as_before) {
    for (int i = 0; i < things->count; i++) {
        sq_round_thing *t = &things->thing[i];
        t->sigma_mm = hypot(t->sigma_mm, sq_mm_distance(t->at, as_before->thing[i].at));
    }
}

/* The things with discs as wide, and as high, as the wider rims tell. */
static void size_discs(sq_round_things *things, const rim_size size[SQ_BOARD_SIDES]) {
    const rim_size *wider = &size[size[SQ_DARK].mm > size[SQ_LIGHT].mm ? SQ_DARK : SQ_LIGHT];
    double height = sq_disc_height_mm(wider->mm);
    things->disc_height_sigma_mm *= height / things->disc_height_mm;
    things->disc_height_mm = height;
    things->disc_radius_mm = wider->mm;
    things->disc_radius_sigma_mm = wider->sigma_mm;
}

/* What each side's rims look like by themselves. begins: no picture before has shown discs. */
static void learn_sides(sq_round_things *things, const sq_disc_tones *tones, const sq_colour_planes *picture,
                        const sq_camera *camera, bool begins, sq_disc_rulers *rulers) {
    sq_round_things other; /* some 30 kB */
    rim_size size[SQ_BOARD_SIDES];
    note_sides(things, tones, rulers);
    measure_sides(rulers, size);
    if (!(size[SQ_LIGHT].mm > 0 && size[SQ_DARK].mm > 0)) return;
    if (!rulers->differ && !may_differ(size)) return;
    other = *things;
    size_discs(&other, size);
    double more = fit_by_sides(&other, tones, picture, camera, size);
    bool knew = rulers->differ;
    rulers->differ |= more > AGREES_MORE;
    if (!rulers->differ) return;
    if (!knew && !begins) doubt_moves(&other, things);
    for (int k = 0; k < SQ_BOARD_SIDES; k++) {
        rulers->rim_mm[k] = size[k].mm;
        rulers->rim_sigma_mm[k] = size[k].sigma_mm;
    }
    *things = other;
}

/* Discs whose rims tell most; those in the ditch, in the hole and in doubt tell little. Returns how many, and
 * how much of their rims agrees so far. */
static int choose_discs(const sq_round_things *things, const sq_disc_tones *tones,
                        const sq_round_thing *disc[SQ_ROUND_RULERS], double *agreed) {
    int n = 0;
    *agreed = 0;
    for (int i = 0; i < things->count && 2 * n < SQ_ROUND_RULERS; i++) {
        const sq_round_thing *t = &things->thing[i];
        bool hole = sq_mm_within(t->at, (sq_mm){0, 0}, t->radius_mm);
        if (!tones->is_disc[i] || 2 * tones->sure[i] < 1 || hole || sq_round_thing_in_ditch(t)) continue;
        *agreed += t->agreed;
        disc[n++] = t;
    }
    if (n) *agreed /= n;
    return n;
}

/* Of discs with a bevel the radius is less sure than rims agree on it: of drawn ones it was 0.2 mm off,
 * mostly too small, which is a fifth of the bevel. */
static void doubt_radius(sq_round_things *things, double bevel) {
    things->disc_radius_sigma_mm = hypot(things->disc_radius_sigma_mm, bevel / 5);
}

/* What the rims of all discs together look like. Rims that were told to differ by sides may be those of one
 * bevel, of which light and dark faces show another edge: it may agree with less than each side's own radius
 * does, by as much as each of its two edges must tell. */
static void learn_shape(sq_round_things *things, const sq_disc_tones *tones, const sq_colour_planes *picture,
                        const sq_camera *camera, sq_disc_rulers *rulers) {
    const sq_round_thing *disc[SQ_ROUND_RULERS];
    sq_rim_shape sharp, bevelled;
    double agreed;
    int n = choose_discs(things, tones, disc, &agreed);
    if (n <= SQ_BOARD_SIDES) return; /* of either side one tells of that disc alone */
    sq_rim_shapes(disc, n, picture, camera, things->disc_height_mm, things->noise, things->disc_radius_mm,
                  &sharp, &bevelled);
    bool bevel =
        bevelled.agreed > sharp.agreed + BEVEL_AGREES_MORE && bevelled.agreed > agreed - 2 * AGREES_MORE;
    if (bevel) doubt_radius(things, bevelled.bevel_mm);
    if (!bevel && sharp.agreed <= agreed + AGREES_MORE) return;
    rulers->shape_mm = bevel ? bevelled.radius_mm : sharp.radius_mm;
    rulers->bevel_mm = bevel ? bevelled.bevel_mm : 0;
}

/* All discs on the board with that shape. */
static void shape_discs(sq_round_things *things, const sq_disc_tones *tones, const sq_colour_planes *picture,
                        const sq_camera *camera, const sq_disc_rulers *rulers) {
    double height = sq_disc_height_mm(rulers->shape_mm);
    things->disc_height_sigma_mm *= height / things->disc_height_mm;
    things->disc_height_mm = height;
    things->disc_radius_mm = rulers->shape_mm;
    for (int i = 0; i < things->count; i++) {
        sq_round_thing *t = &things->thing[i];
        if (!tones->is_disc[i] || sq_round_thing_in_ditch(t)) continue;
        t->bevel_mm = rulers->bevel_mm;
        sq_rim_fit(t, picture, camera, height, things->noise, rulers->shape_mm);
    }
}

void sq_disc_sizes_learn(sq_round_things *things, const sq_disc_tones *tones, const sq_colour_planes *picture,
                         const sq_camera *camera, sq_disc_rulers *rulers) {
    bool begins = rulers->count == things->rulers;
    learn_sides(things, tones, picture, camera, begins, rulers);
    /* Later pictures of a game are judged like the first ones, or discs at rest would move. */
    if (begins)
        learn_shape(things, tones, picture, camera, rulers);
    else if (rulers->bevel_mm > 0)
        doubt_radius(things, rulers->bevel_mm);
    if (rulers->shape_mm > 0) shape_discs(things, tones, picture, camera, rulers);
}

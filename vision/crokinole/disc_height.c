/* The discs' height: what their sides show, weighed against what is known of discs. */
#include "vision/crokinole/disc_height.h"

#include <math.h>

#include "vision/crokinole/rim_fit.h"
#include "vision/math/normal_distribution.h"

/* Heights are weighed, as parts of the assumed one, evenly to so many standard deviations of it. */
static const double deviations = 4;

static double longer_at(int i, double reach) {
    return reach * (2 * i / (SQ_RIM_POINTS - 1.0) - 1);
}

/* Adds what a side tells. Where it does not agree it may be anything: a shadow, a line, a peg. */
static void add_side(double nats[SQ_RIM_POINTS], const sq_disc_side *side, double reach) {
    double anything = (1 - side->agreed) / (2 * reach);
    for (int i = 0; i < SQ_RIM_POINTS; i++) {
        double off = (longer_at(i, reach) - side->longer) / side->sigma;
        nats[i] += log(anything + side->agreed * sq_normal_density(off) / side->sigma);
    }
}

/* What is seen at one height is as far along the same sight at another. */
static void move_along_sight(sq_round_thing *t, const sq_camera *camera, double from_z, double to_z) {
    sq_mm3 eye = sq_camera_position(camera);
    double share = (eye.z - to_z) / (eye.z - from_z);
    t->at.x = eye.x + share * (t->at.x - eye.x);
    t->at.y = eye.y + share * (t->at.y - eye.y);
}

/* In the ditch a disc is seen smaller, its foot as its rim. */
static double foot_of(const sq_round_things *things, const sq_round_thing *t) {
    return sq_round_thing_in_ditch(t) ? t->radius_mm : fmax(t->radius_mm, things->disc_radius_mm);
}

void sq_disc_height_learn(sq_round_things *things, const sq_disc_tones *tones,
                          const sq_colour_planes *picture, const sq_camera *camera) {
    double share_sigma = things->disc_height_sigma_mm / things->disc_height_mm, z = things->disc_height_mm;
    double reach = deviations * share_sigma, nats[SQ_RIM_POINTS] = {0}, sum = 0, mean = 0, square = 0;
    int sides = 0;
    for (int i = 0; i < things->count; i++) {
        const sq_round_thing *t = &things->thing[i];
        sq_disc_side side;
        if (!tones->is_disc[i] ||
            !sq_rim_side(t, picture, camera, z, foot_of(things, t), things->noise, reach, &side))
            continue;
        add_side(nats, &side, reach);
        sides++;
    }
    if (!sides) return;
    /* Discs of one side err alike, by their shadows and colour: they tell as much as one does. */
    double each = fmin(1, (double)SQ_BOARD_SIDES / sides), most = nats[0];
    for (int i = 1; i < SQ_RIM_POINTS; i++)
        most = fmax(most, nats[i]);
    for (int i = 0; i < SQ_RIM_POINTS; i++) {
        double longer = longer_at(i, reach), off = longer / share_sigma;
        double weight = exp(each * (nats[i] - most) - off * off / 2);
        sum += weight;
        mean += weight * longer;
        square += weight * longer * longer;
    }
    mean /= sum;
    things->disc_height_mm = z * (1 + mean);
    double pitch =
        longer_at(1, reach) - longer_at(0, reach); /* it is known no better than the grid is fine */
    things->disc_height_sigma_mm = z * sqrt(fmax(square / sum - mean * mean, 0) + pitch * pitch / 12);
    for (int i = 0; i < things->count; i++)
        move_along_sight(&things->thing[i], camera, z, things->disc_height_mm);
}

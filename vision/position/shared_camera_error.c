/* The error that all places of one picture have in common: see shared_camera_error.h. Each other camera that
 * may be the true one moves each wink; the mean square of these moves is the common error. */
#include "vision/position/shared_camera_error.h"

#include "rules/terms/equipment_sizes.h"

double sq_own_sigma_mm(const sq_seen_wink *w) {
    if (!(w->common.sigma_mm > 0)) return w->sigma_mm;
    return sqrt(fmax(w->sigma_mm * w->sigma_mm - w->common.sigma_mm * w->common.sigma_mm, 0));
}

/* By how much another camera puts what is seen at p elsewhere, for a whole standard deviation; mm. */
static sq_mm moved_by(const sq_camera *c, const sq_camera *other, double part, sq_mm at, double z) {
    sq_mm is = sq_mm_from_px(other, sq_px_from_mm3(c, sq_mm_at_height(at, z)), z);
    if (!isfinite(is.x) || !isfinite(is.y)) return (sq_mm){0, 0};
    return (sq_mm){(is.x - at.x) / part, (is.y - at.y) / part};
}

/* How much longer it makes lengths about there, as a share, along x and along y: sum of
 * squares. Measured over a wink's width, as far as neighbours are apart. */
static double stretch_by(const sq_camera *c, const sq_camera *other, double part, sq_mm at, double z) {
    double half = SQ_LARGE_MM / 2;
    sq_mm right = moved_by(c, other, part, (sq_mm){at.x + half, at.y}, z),
          left = moved_by(c, other, part, (sq_mm){at.x - half, at.y}, z),
          up = moved_by(c, other, part, (sq_mm){at.x, at.y + half}, z),
          down = moved_by(c, other, part, (sq_mm){at.x, at.y - half}, z);
    double x = (right.x - left.x) / SQ_LARGE_MM, y = (up.y - down.y) / SQ_LARGE_MM;
    return x * x + y * y;
}

/* Unit vector from the pot to a wink; along x for one that lies upon its middle. */
static sq_mm away_from(sq_mm pot, sq_mm at) {
    double mm = sq_mm_distance(at, pot);
    return mm > 0 ? (sq_mm){(at.x - pot.x) / mm, (at.y - pot.y) / mm} : (sq_mm){1, 0};
}

static sq_common_error error_at(const sq_camera *c, const sq_camera_doubt *d, sq_mm at, double z, sq_mm pot) {
    double squares = 0, to_pot = 0, stretch = 0;
    sq_mm away = away_from(pot, at);
    for (int k = 0; k < d->count; k++) {
        sq_mm by = moved_by(c, &d->other[k], d->part, at, z);
        double along = by.x * away.x + by.y * away.y;
        squares += by.x * by.x + by.y * by.y;
        to_pot += along * along;
        stretch += stretch_by(c, &d->other[k], d->part, at, z);
    }
    return (sq_common_error){hypot(sqrt(squares / 2), d->floor_mm), hypot(sqrt(to_pot), d->floor_mm),
                             sqrt(stretch / 2)};
}

void sq_position_add_common_error(sq_position *p, const sq_camera *c, const sq_camera_doubt *doubt,
                                  double shift_px) {
    for (int i = 0; i < p->wink_count; i++) {
        sq_seen_wink *w = &p->winks[i];
        double shift_mm = shift_px > 0 ? shift_px / sq_px_per_mm(c, sq_mm_at_height(w->at, w->z)) : 0;
        w->common = error_at(c, doubt, w->at, w->z, p->pot);
        w->common.sigma_mm = hypot(w->common.sigma_mm, shift_mm);
        w->common.to_pot_mm = hypot(w->common.to_pot_mm, shift_mm);
        w->sigma_mm = hypot(w->sigma_mm, w->common.sigma_mm);
    }
}

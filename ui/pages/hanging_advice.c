/* From a camera's pose to what a hand can do: level it, turn it, move it, raise it. */
#include "ui/pages/hanging_advice.h"

#include <math.h>

#include "calib/camera/camera_fit.h"
#include "vision/geometry/mat_geometry.h"

/* What is well enough. A tilt or a turn of so many degrees makes the mat some per cent smaller in the
 * picture; nobody hangs a phone more exactly by hand. */
#define TILT_DEG 6.0
#define TURN_DEG 4.0
/* The same for its place over the mat, of its height: what is left of the picture beside the mat. */
#define ASIDE_SHARE 0.08
/* Heights, of the least from which mat and surroundings are seen: lower ones do not see all of it; from
 * higher ones winks are needlessly small. */
#define HEIGHT_LEAST 0.99
#define HEIGHT_MOST 1.25
#define HEIGHT_GOOD 1.05

static double degrees(double radians) {
    return radians * 180 / M_PI;
}

/* The plumb line points to where the back should look: the edge on that side is too low. */
static void level(sq_hanging_advice *a, const sq_camera *c) {
    double x = -c->R[0][2], y = -c->R[1][2], off = hypot(x, y);
    double tilt = degrees(atan2(off, -c->R[2][2]));
    if (tilt <= TILT_DEG) return;
    a->tilt_deg = tilt;
    a->raise_x = x / off;
    a->raise_y = y / off;
}

/* From the camera's place to above the mat's middle, in the picture's directions. */
static void move(sq_hanging_advice *a, const sq_camera *c) {
    sq_mm3 at = sq_camera_position(c);
    double right = -(c->R[0][0] * at.x + c->R[0][1] * at.y), down = -(c->R[1][0] * at.x + c->R[1][1] * at.y);
    if (hypot(right, down) <= ASIDE_SHARE * at.z) return;
    a->right_mm = right;
    a->down_mm = down;
}

/* The height from which a level camera over the middle sees the mat and what may lie beside it. */
static double least_height_mm(const sq_camera *c, const sq_mat_size *mat) {
    double along = c->fx * (mat->length_mm / 2 + SQ_REACH_MM) / (0.5 * c->width);
    double across = c->fy * (mat->width_mm / 2 + SQ_REACH_MM) / (0.5 * c->height);
    return fmax(along, across);
}

static void raise_it(sq_hanging_advice *a, const sq_camera *c, const sq_mat_size *mat) {
    double least = least_height_mm(c, mat);
    if (a->height_mm < HEIGHT_LEAST * least || a->height_mm > HEIGHT_MOST * least)
        a->raise_mm = HEIGHT_GOOD * least - a->height_mm;
}

void sq_hanging_advise(sq_hanging_advice *out, const sq_camera *c, const sq_mat_size *mat) {
    *out = (sq_hanging_advice){.height_mm = sq_camera_position(c).z};
    double turn = degrees(sq_camera_turn(c));
    if (fabs(turn) > TURN_DEG) out->turn_deg = turn;
    level(out, c);
    move(out, c);
    raise_it(out, c, mat);
}

bool sq_hanging_is_well(const sq_hanging_advice *a) {
    return a->turn_deg == 0 && a->tilt_deg == 0 && a->right_mm == 0 && a->down_mm == 0 && a->raise_mm == 0;
}

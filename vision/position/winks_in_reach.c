/* Turns the winks of a position into placed discs. */
#include "vision/position/winks_in_reach.h"

sq_disc sq_disc_of_wink(const sq_seen_wink *w, const sq_camera *c) {
    sq_disc d = {.at = w->at, .z = w->z, .normal = w->normal, .radius_mm = sq_seen_radius_mm(w)};
    sq_disc_place(&d, c);
    return d;
}

int sq_discs_about(sq_disc disc[SQ_SEEN_CAP], int which[SQ_SEEN_CAP], sq_mm at, double reach_mm,
                   const sq_position *p, const sq_camera *c) {
    int n = 0;
    for (int i = 0; i < p->wink_count; i++) {
        if (sq_mm_distance(p->winks[i].at, at) > reach_mm) continue;
        disc[n] = sq_disc_of_wink(&p->winks[i], c);
        which[n++] = i;
    }
    return n;
}

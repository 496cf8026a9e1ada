#include "vision/pot.h"

#include "rules/gear.h"
#include "vision/tolerance.h"

void sq_pot_stand(sq_pot *p, sq_mm at, const sq_camera *c) {
    p->at = at;
    for (int i = 0; i < SQ_POT_LEVELS; i++) {
        double up = (double)i / (SQ_POT_LEVELS - 1);
        double diameter = SQ_POT_BASE_MM + up * (SQ_POT_TOP_MM - SQ_POT_BASE_MM);
        p->level[i] = (sq_disc){.at = at, .z = up * SQ_POT_HEIGHT_MM, .radius_mm = diameter / 2};
        sq_disc_place(&p->level[i], c);
        sq_box b = sq_disc_box(&p->level[i], SQ_POT_MARGIN_MM);
        if (i == 0) p->box = b;
        p->box.x0 = b.x0 < p->box.x0 ? b.x0 : p->box.x0;
        p->box.y0 = b.y0 < p->box.y0 ? b.y0 : p->box.y0;
        p->box.x1 = b.x1 > p->box.x1 ? b.x1 : p->box.x1;
        p->box.y1 = b.y1 > p->box.y1 ? b.y1 : p->box.y1;
    }
}

double sq_pot_distance(const sq_pot *p, double x, double y) {
    double nearest = INFINITY;
    for (int i = 0; i < SQ_POT_LEVELS; i++)
        nearest = fmin(nearest, sq_disc_distance(&p->level[i], x, y, 0, 0));
    return nearest;
}

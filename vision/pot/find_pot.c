/* Finds the pot by its upper rim: climbs from coarse to fine grids to the circle with the strongest steps
 * against felt. */
#include "vision/pot/find_pot.h"

#include "rules/terms/equipment_sizes.h"
#include "vision/explain/rim_support.h"
#include "vision/frame/felt_chroma.h"
#include "vision/geometry/cup.h"
#include "vision/math/tunable_number.h"
#include "vision/segment/background.h"
#include "vision/segment/glare.h"

/* mm about the mat's centre within which the pot is looked for: further off it would have been put back
 * (25.2). */
SQ_NUMBER(SQ_POT_REACH_MM, 14.0);

/* The step that counts as an edge, as a share of the felt's level, so that it is the same in a dark picture;
 * and the share of the rim that must show one. A white pot on light felt shows steps of 0.1 to 0.25. */
SQ_NUMBER(SQ_POT_EDGE, 0.05f);

/* The same of one that is to be believed away from the centre: the pot that was moved, or a second one. */
SQ_NUMBER(SQ_POT_ELSEWHERE_SUPPORT, 0.9);

/* How much of a rim's step counts where felt does not lie outside. */
SQ_NUMBER(SQ_POT_FELT_FLOOR, 0.3f);

/* How much better than at the centre its rim must show elsewhere for the pot to be taken as moved; and from
 * what on it is open where it stands. Of 205 drawn pots at the centre three showed better elsewhere by 1.45
 * to 1.6, for their hole's or their shadow's edge; of those that stand 4 mm off half do by 1.65, 9 mm off
 * nearly all. */
SQ_NUMBER(SQ_POT_BETTER, 1.65);
SQ_NUMBER(SQ_POT_OPEN, 1.4);

/* ---- The search ---- */

enum { COARSE_EVERY = 3 }; /* which of the rim's points the coarse search looks at */

/* What the search looks at: the picture about the centre, and the felt's colour there. */
typedef struct {
    const sq_patch *patch;
    const sq_camera *c;
    float felt[3];
    float edge; /* levels from which a step counts as an edge */
    /* The points on either side of the rim, from its centre as it is seen: nearly the same wherever in the
     * searched place the pot stands. */
    sq_px in[SQ_RIM_POINTS], out[SQ_RIM_POINTS];
} view;

/* Works out the rim's points for a pot about there. */
static void shape_rim(view *v, sq_mm about) {
    sq_disc top = sq_pot_level(about, 1, v->c);
    double across = fmax(SQ_POT_EDGE_MM, 1 / top.px_per_mm);
    double in = 1 - across / top.radius_mm, out = 1 + across / top.radius_mm;
    const sq_direction *to = sq_rim_directions();
    for (int i = 0; i < SQ_RIM_POINTS; i++) {
        sq_px rim = sq_disc_point_along(&top, to[i].cosine, to[i].sine, top.radius_mm);
        double x = rim.x - top.centre.x, y = rim.y - top.centre.y;
        v->in[i] = (sq_px){in * x, in * y};
        v->out[i] = (sq_px){out * x, out * y};
    }
}

/* The colour at `away` from a point of the patch. */
static bool sample(const sq_patch *p, sq_px from, sq_px away, float rgb[3]) {
    double x = from.x + away.x, y = from.y + away.y;
    if (!(x >= 0 && y >= 0 && x < p->w - 1 && y < p->h - 1)) return false;
    int ix = (int)x, iy = (int)y;
    float fx = (float)(x - ix), fy = (float)(y - iy);
    const float(*q)[3] = (const float(*)[3])p->rgb + iy * p->w + ix;
    for (int c = 0; c < 3; c++) {
        float top = q[0][c] + fx * (q[1][c] - q[0][c]),
              bottom = q[p->w][c] + fx * (q[p->w + 1][c] - q[p->w][c]);
        rgb[c] = top + fy * (bottom - top);
    }
    return true;
}

/* How much a colour looks like felt, lit or in the shade: from 1 to SQ_POT_FELT_FLOOR, since a cup's tint on
 * the felt, and winks beside it, do not make a rim less of a rim. */
static float felt_like(const float rgb[3], const float felt[3]) {
    float length = sq_chroma_length(sq_chroma_from_rgb(rgb, felt));
    float light = (rgb[0] / felt[0] + rgb[1] / felt[1] + rgb[2] / felt[2]) / 3;
    float chroma = fmaxf(0, 1 - length / SQ_COLOURLESS);
    return SQ_POT_FELT_FLOOR + (1 - SQ_POT_FELT_FLOOR) * (light < SQ_GLARE_LIGHT ? chroma : 0);
}

/* How much the colour changes over each point of the rim of a pot at `at`, in levels, as far as felt lies
 * outside; points out of the picture count 0. */
static void rim_steps(const view *v, sq_mm at, float step[SQ_RIM_POINTS], int every) {
    sq_px top = sq_px_from_mm3(v->c, sq_mm_at_height(at, SQ_POT_HEIGHT_MM));
    sq_px centre = {top.x - v->patch->x0, top.y - v->patch->y0};
    for (int i = 0; i < SQ_RIM_POINTS; i += every) {
        float in[3], out[3];
        step[i] = 0;
        if (!sample(v->patch, centre, v->in[i], in) || !sample(v->patch, centre, v->out[i], out)) continue;
        float d = 0;
        for (int k = 0; k < 3; k++)
            d += (in[k] - out[k]) * (in[k] - out[k]);
        step[i] = sqrtf(d) * felt_like(out, v->felt);
    }
}

/* The score of a place: the mean of the steps' roots, so that a whole faint rim beats half a strong one. */
static double rim_score(const view *v, sq_mm at, int every) {
    float step[SQ_RIM_POINTS];
    rim_steps(v, at, step, every);
    double sum = 0;
    for (int i = 0; i < SQ_RIM_POINTS; i += every)
        sum += sqrt(step[i]);
    return sum * every / SQ_RIM_POINTS;
}

/* The best of a grid about a place; the grid is then narrowed. */
static sq_mm climb(view *v, sq_mm at, double reach_mm, double step_mm, int every) {
    sq_mm best = at;
    double most = -1;
    shape_rim(v, at);
    for (double dy = -reach_mm; dy <= reach_mm; dy += step_mm)
        for (double dx = -reach_mm; dx <= reach_mm; dx += step_mm) {
            double score = rim_score(v, (sq_mm){at.x + dx, at.y + dy}, every);
            if (score > most) {
                most = score;
                best = (sq_mm){at.x + dx, at.y + dy};
            }
        }
    return best;
}

/* The share of the rim of a pot at `at` at which the picture shows an edge. */
static double support_at(const view *v, sq_mm at) {
    float step[SQ_RIM_POINTS];
    rim_steps(v, at, step, 1);
    int edges = 0;
    for (int i = 0; i < SQ_RIM_POINTS; i++)
        edges += step[i] > v->edge;
    return (double)edges / SQ_RIM_POINTS;
}

/* The step over the rim that is an edge: more than the noise of six levels, three on either side, and than
 * their rounding to whole ones. That of a chroma difference is the noise of two. */
static float least_edge(const sq_background *s, const float felt[3]) {
    float noise = sqrtf(3) * sq_background_usual_noise(s, SQ_BACKGROUND_FELT);
    float level = (felt[0] + felt[1] + felt[2]) / 3;
    return fmaxf(fmaxf(SQ_POT_EDGE, noise) * level, sqrtf(3));
}

/* Looks at the picture about a pot that is supposed there. */
static view look_about(const sq_pot *p, const sq_frame *f, const sq_camera *c, const sq_background *s,
                       sq_patch *patch) {
    view v = {.patch = patch, .c = c};
    int margin = (int)ceil((SQ_POT_REACH_MM + SQ_POT_EDGE_MM) * p->level[0].px_per_mm) + 2;
    *patch = (sq_patch){p->box.x0 - margin, p->box.y0 - margin, p->box.x1 - p->box.x0 + 2 * margin,
                        p->box.y1 - p->box.y0 + 2 * margin, patch->rgb};
    sq_patch_read(patch, f);
    sq_felt_at(s, (float)p->level[0].centre.x, (float)p->level[0].centre.y, v.felt);
    v.edge = least_edge(s, v.felt);
    return v;
}

static sq_mm climb_from(view *v, sq_mm about) {
    sq_mm at = climb(v, about, SQ_POT_REACH_MM, SQ_POT_COARSE_MM, COARSE_EVERY);
    for (double step = SQ_POT_COARSE_MM / 2; step > SQ_POT_FINE_MM; step /= 2)
        at = climb(v, at, 2 * step, step, 1);
    return at;
}

bool sq_pot_elsewhere(sq_mm *at, sq_mm about, const sq_frame *f, const sq_camera *c, const sq_background *s,
                      sq_patch *patch) {
    sq_pot supposed = {.row = 0};
    sq_pot_stand(&supposed, about, c, f->width, f->height);
    view v = look_about(&supposed, f, c, s, patch);
    *at = climb_from(&v, about);
    return support_at(&v, *at) >= SQ_POT_ELSEWHERE_SUPPORT;
}

void sq_pot_find(sq_pot *p, const sq_frame *f, const sq_camera *c, const sq_background *s, sq_patch *patch) {
    sq_mm centre = {0, 0};
    sq_pot_stand(p, centre, c, f->width, f->height);
    view about = look_about(p, f, c, s, patch), *v = &about;
    sq_mm at = climb_from(v, centre);
    p->support = support_at(v, at);
    p->found = p->support >= SQ_RIM_SUPPORT;
    p->sigma_mm = SQ_POT_SIGMA_MM;
    bool far = sq_mm_distance(at, centre) > SQ_POT_MOVED_SIGMAS * SQ_POT_MEASURE_MM;
    if (!far || p->support < SQ_POT_ELSEWHERE_SUPPORT) return;
    double better = rim_score(v, at, 1) / rim_score(v, centre, 1);
    if (better > SQ_POT_BETTER) {
        p->sigma_mm = SQ_POT_MEASURE_MM;
        sq_pot_stand(p, at, c, f->width, f->height);
    } else if (better > SQ_POT_OPEN) {
        p->sigma_mm = sq_mm_distance(at, centre) / 2;
    }
}

/* Draws the mat: first all lines and shapes, then the labels, the most needed first. */
#include "ui/plate/rims_and_labels.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "calib/measure/mat_lines.h"
#include "rules/terms/equipment_sizes.h"
#include "vision/position/squops_and_distances.h"

/* Units: letters of what the ruling is about, and of all else; lines. */
#define NAME 25.0
#define SMALL_NAME 19.0
#define RIM 1.4
#define MEANT_RIM 2.4
#define MAT_LINE 1.0
#define PATH 2.4
/* How far from its thing a label may stand, units: what the ruling is about finds its place, all else only
 * close by. */
#define FAR 260.0
#define NEAR 60.0
/* Felt that keeps its colour about a wink. */
#define BRIGHT_MM 7.0
#define BRIGHT_POT 1.25 /* of its rim */
#define HATCH_MM 18.0   /* from line to line over what is covered */
#define QUIET_ALPHA 0.75
enum {
    LINE_POINTS = 24,
    POT_OWNER = 900,
    PATH_OWNER = 1 << 20,
    DISTANCE_OWNER = 2 << 20,
    REGION_OWNER = 3 << 20
};

static const sq_mm3 upright = {0, 0, 1};
static const sq_paint mat_paint = {.r = 255, .g = 255, .b = 255, .alpha = 0.55};

static sq_px px_of(const sq_plate *s, const sq_seen_wink *w) {
    return sq_glass_px(&s->window, sq_mm_at_height(w->at, w->z));
}

static double radius_of(const sq_plate *s, const sq_seen_wink *w) {
    return sq_seen_radius_mm(w) * sq_glass_px_per_mm(&s->window, sq_mm_at_height(w->at, w->z));
}

/* ---- The ground ---- */

static void brighten(const sq_plate *s, const sq_photo *clean, const sq_px *outline) {
    sq_surface_clip(s->canvas, outline, SQ_RING_POINTS);
    sq_surface_photo(s->canvas, s->mat, clean, s->window.from, s->window.zoom);
    sq_surface_unclip(s->canvas);
}

static void draw_ground(const sq_plate *s, const sq_shown *shown, const sq_photo *clean,
                        const sq_photo *dim) {
    const sq_position *p = shown->position;
    bool pot = false;
    sq_px outline[SQ_RING_POINTS];
    sq_surface_photo(s->canvas, s->mat, dim ? dim : clean, s->window.from, s->window.zoom);
    for (int i = 0; i < p->wink_count && dim; i++) {
        if (!sq_shown_is_meant(shown, i)) continue;
        pot |= sq_place_is_potted(p->winks[i].place);
        sq_glass_wink(&s->window, &p->winks[i], BRIGHT_MM, outline);
        brighten(s, clean, outline);
    }
    if (dim && p->pot_found && (pot || sq_shown_distances(shown))) {
        sq_glass_ring(&s->window, sq_mm_at_height(p->pot, SQ_POT_HEIGHT_MM / 2), upright,
                      BRIGHT_POT * SQ_POT_TOP_MM / 2, outline);
        brighten(s, clean, outline);
    }
}

/* A straight line on the mat, bent as the lens bends it. */
static void draw_mat_line(const sq_plate *s, int owner, sq_mm a, sq_mm b, sq_plate_line with) {
    sq_px points[LINE_POINTS + 1];
    for (int i = 0; i <= LINE_POINTS; i++) {
        double t = (double)i / LINE_POINTS;
        points[i] = sq_glass_px(&s->window, (sq_mm3){a.x + t * (b.x - a.x), a.y + t * (b.y - a.y), 0});
    }
    sq_plate_draw_line(s, owner, points, LINE_POINTS + 1, false, with);
}

/* The sides and the baselines (rule 2.3.1). */
static void draw_mat(const sq_plate *s) {
    const sq_mat_size size = {SQ_MAT_LENGTH_MM, SQ_MAT_WIDTH_MM};
    for (int i = 0; i < SQ_MAT_LINES; i++)
        draw_mat_line(s, SQ_OWNED_BY_NOBODY, sq_mat_line_at(&size, (sq_mat_line)i, 0).at,
                      sq_mat_line_at(&size, (sq_mat_line)i, 1).at,
                      (sq_plate_line){.width = MAT_LINE, .paint = mat_paint});
}

static void draw_pot(const sq_plate *s, const sq_position *p) {
    if (!p->pot_found) return;
    sq_px rim[SQ_RING_POINTS], foot[SQ_RING_POINTS];
    sq_glass_ring(&s->window, sq_mm_at_height(p->pot, SQ_POT_HEIGHT_MM), upright, SQ_POT_TOP_MM / 2, rim);
    sq_glass_ring(&s->window, sq_mm_at_height(p->pot, 0), upright, SQ_POT_BASE_MM / 2, foot);
    sq_plate_draw_line(s, POT_OWNER, rim, SQ_RING_POINTS, true,
                       (sq_plate_line){.width = RIM, .paint = sq_paint_light, .cased = true});
    sq_plate_draw_line(s, POT_OWNER, foot, SQ_RING_POINTS, true,
                       (sq_plate_line){.width = 1, .mark = 2, .gap = 4, .paint = sq_paint_light});
}

/* A ruling that asks nothing was made without what is covered: nobody need look there. */
static bool asks_for_regions(const sq_shown *shown) {
    return !shown->call || shown->call->question;
}

/* A hatched circle: chords along one diagonal. */
static void draw_region(const sq_plate *s, const sq_region *r, int owner, bool look) {
    sq_px ring[SQ_RING_POINTS];
    sq_paint paint = look ? sq_paint_look : sq_paint_light;
    paint.alpha = look ? 0.8 : 0.5;
    sq_glass_ring(&s->window, sq_mm_at_height(r->at, 0), upright, r->radius_mm, ring);
    if (look)
        sq_plate_draw_look(s, owner, ring, SQ_RING_POINTS, true);
    else
        sq_plate_draw_line(s, owner, ring, SQ_RING_POINTS, true,
                           (sq_plate_line){.width = 1, .mark = 6, .gap = 5, .paint = paint});
    double radius = fmin(r->radius_mm, SQ_MAT_LENGTH_MM);
    for (double off = HATCH_MM / 2 - radius; off < radius; off += HATCH_MM) {
        double half = sqrt(radius * radius - off * off) * M_SQRT1_2, step = off * M_SQRT1_2;
        draw_mat_line(s, owner, (sq_mm){r->at.x + step - half, r->at.y - step - half},
                      (sq_mm){r->at.x + step + half, r->at.y - step + half},
                      (sq_plate_line){.width = 1, .paint = paint});
    }
}

/* ---- Winks ---- */

static void draw_wink(const sq_plate *s, const sq_shown *shown, int i) {
    const sq_seen_wink *w = &shown->position->winks[i];
    bool meant = sq_shown_is_meant(shown, i), quiet = shown->call && !meant;
    if (w->place == SQ_PLACE_POT && !(w->seen > 0)) return; /* its label counts it */
    sq_px rim[SQ_RING_POINTS];
    sq_glass_wink(&s->window, w, 0, rim);
    sq_plate_line line = {.width = meant   ? MEANT_RIM
                                   : quiet ? 1
                                           : RIM,
                          .mark = w->seen > 0 ? 0 : 6,
                          .gap = 5,
                          .paint = sq_paint_line[w->colour],
                          .cased = !quiet};
    if (quiet) line.paint.alpha = QUIET_ALPHA;
    sq_plate_draw_rim(s, rim, SQ_RING_POINTS, line);
    sq_layout_wink(s->placed, i, px_of(s, w), radius_of(s, w));
}

/* The wink of that name in the position; -1 where it is out of sight. */
static int index_of(const sq_position *p, sq_wink id) {
    for (int i = 0; i < p->wink_count; i++)
        if (p->winks[i].id == id) return i;
    return -1;
}

/* Where the path of a wink ends: where it lies, in the pot, or nowhere (NaN). */
static sq_px end_of(const sq_plate *s, const sq_shown *shown, sq_wink id, double *radius) {
    const sq_position *p = shown->position;
    int i = index_of(p, id);
    *radius = 0;
    if (i < 0 || (sq_place_is_potted(p->winks[i].place) && !(p->winks[i].seen > 0)))
        return i >= 0 && p->pot_found ? sq_glass_px(&s->window, sq_mm_at_height(p->pot, SQ_POT_HEIGHT_MM))
                                      : (sq_px){NAN, NAN};
    *radius = radius_of(s, &p->winks[i]);
    return px_of(s, &p->winks[i]);
}

static void draw_path(const sq_plate *s, const sq_shown *shown, int k) {
    sq_wink id = shown->call->path[k].wink;
    sq_seen_wink ghost = {.colour = sq_wink_colour(id),
                          .size = sq_wink_size(id),
                          .at = shown->call->path[k].from,
                          .normal = upright};
    sq_px ring[SQ_RING_POINTS], from = px_of(s, &ghost);
    double was = radius_of(s, &ghost), is;
    sq_px to = end_of(s, shown, id, &is);
    sq_glass_wink(&s->window, &ghost, 0, ring);
    sq_plate_line line = {
        .width = PATH, .mark = 7, .gap = 6, .paint = sq_paint_line[ghost.colour], .cased = true};
    sq_plate_draw_line(
        s, PATH_OWNER + k, ring, SQ_RING_POINTS, true,
        (sq_plate_line){.width = 1.6, .mark = 5, .gap = 4, .paint = sq_paint_light, .cased = true});
    double far = sq_px_distance(from, to);
    if (!(far > was + is)) return;
    sq_px a = {from.x + (to.x - from.x) * was / far, from.y + (to.y - from.y) * was / far},
          b = {to.x - (to.x - from.x) * is / far, to.y - (to.y - from.y) * is / far};
    line.mark = 9;
    sq_plate_draw_arrow(s, PATH_OWNER + k, a, b, line);
}

/* From the wink's nearest edge to the pot's foot (rule 5.4.1). False where there is none to draw. */
static bool distance_ends(const sq_position *p, const sq_nearest *n, sq_mm *edge, sq_mm *foot) {
    if (n->wink < 0 || !isfinite(n->mm) || !p->pot_found) return false;
    const sq_seen_wink *w = &p->winks[n->wink];
    double d = sq_mm_distance(w->at, p->pot);
    bool in_play = w->place == SQ_PLACE_MAT || w->place == SQ_PLACE_OFF;
    if (!in_play || !(n->mm > 0) || !(d > 0)) return false;
    sq_mm to = {(p->pot.x - w->at.x) / d, (p->pot.y - w->at.y) / d};
    double near = sq_seen_radius_mm(w), far = d - SQ_POT_BASE_MM / 2;
    *edge = (sq_mm){w->at.x + near * to.x, w->at.y + near * to.y};
    *foot = (sq_mm){w->at.x + far * to.x, w->at.y + far * to.y};
    return true;
}

static void draw_distance(const sq_plate *s, const sq_position *p, int k) {
    sq_mm edge, foot;
    if (!distance_ends(p, &p->nearest[k], &edge, &foot)) return;
    sq_plate_line line = {.width = 2, .paint = sq_paint_line[p->nearest[k].colour], .cased = true};
    if (sq_position_is_too_close(p, k)) {
        sq_px ends[] = {sq_glass_px(&s->window, sq_mm_at_height(edge, 0)),
                        sq_glass_px(&s->window, sq_mm_at_height(foot, 0))};
        sq_plate_draw_look(s, DISTANCE_OWNER + k, ends, 2, false);
    } else {
        draw_mat_line(s, DISTANCE_OWNER + k, edge, foot, line);
    }
}

/* ---- Labels ---- */

static void put_name(const sq_plate *s, const sq_shown *shown, int i, bool meant) {
    const sq_seen_wink *w = &shown->position->winks[i];
    char name[SQ_LABEL_MAX];
    bool quiet = shown->call && !meant;
    sq_plate_label l = {.owner = i,
                        .centre = px_of(s, w),
                        .radius = radius_of(s, w),
                        .within = s->mat,
                        .most = quiet ? NEAR : FAR,
                        .size = meant ? NAME : SMALL_NAME,
                        .bold = meant,
                        .shape = quiet ? SQ_NO_COLOUR : w->colour,
                        .alpha = quiet ? QUIET_ALPHA : 1};
    sq_plate_put_label(s, &l, sq_shown_label(name, shown->position, i));
}

/* Its distance names it. */
static bool has_distance(const sq_shown *shown, int wink) {
    const sq_position *p = shown->position;
    sq_mm edge, foot;
    for (int k = 0; k < p->nearest_count && sq_shown_distances(shown); k++)
        if (p->nearest[k].wink == wink && distance_ends(p, &p->nearest[k], &edge, &foot)) return true;
    return false;
}

static void put_names(const sq_plate *s, const sq_shown *shown, const sq_insets *insets, bool meant) {
    const sq_position *p = shown->position;
    for (int i = 0; i < p->wink_count; i++) {
        bool elsewhere = insets->of[i] >= 0 || p->winks[i].place == SQ_PLACE_POT || has_distance(shown, i);
        if (!elsewhere && sq_shown_is_meant(shown, i) == meant) put_name(s, shown, i, meant);
    }
}

/* "416 mm" beside the middle of a path. */
static void put_path(const sq_plate *s, const sq_shown *shown, int k) {
    double radius;
    int i = index_of(shown->position, shown->call->path[k].wink);
    sq_mm was = shown->call->path[k].from;
    sq_px from = sq_glass_px(&s->window, sq_mm_at_height(was, 0)),
          to = end_of(s, shown, shown->call->path[k].wink, &radius);
    char text[32];
    if (i < 0 || sq_place_is_potted(shown->position->winks[i].place)) return;
    snprintf(text, sizeof text, "%.0f mm", sq_mm_distance(was, shown->position->winks[i].at));
    sq_plate_label l = {.owner = PATH_OWNER + k,
                        .centre = {(from.x + to.x) / 2, (from.y + to.y) / 2},
                        .within = s->mat,
                        .most = FAR,
                        .size = SMALL_NAME,
                        .shape = SQ_NO_COLOUR,
                        .alpha = 1};
    sq_plate_put_label(s, &l, text);
}

static void put_distance(const sq_plate *s, const sq_position *p, int k) {
    sq_mm edge, foot;
    if (!distance_ends(p, &p->nearest[k], &edge, &foot)) return;
    char name[SQ_LABEL_MAX], mm[SQ_WORDS_CAP], text[2 * SQ_WORDS_CAP];
    sq_say_mm(mm, p->nearest[k].mm, p->nearest[k].sigma_mm);
    snprintf(text, sizeof text, "%s%s %s", sq_position_is_too_close(p, k) ? "LOOK: " : "",
             sq_shown_label(name, p, p->nearest[k].wink), mm);
    sq_mm middle = {(edge.x + foot.x) / 2, (edge.y + foot.y) / 2};
    sq_plate_label l = {.owner = DISTANCE_OWNER + k,
                        .centre = sq_glass_px(&s->window, sq_mm_at_height(middle, 0)),
                        .within = s->mat,
                        .most = FAR,
                        .size = NAME,
                        .bold = true,
                        .look = sq_position_is_too_close(p, k),
                        .shape = p->nearest[k].colour,
                        .alpha = 1};
    sq_plate_put_label(s, &l, text);
}

/* Names of the winks in the pot, which lie on each other: one label for all. */
static void put_potted(const sq_plate *s, const sq_position *p) {
    char text[SQ_WORDS_CAP] = "in the pot:", name[SQ_LABEL_MAX];
    size_t n = strlen(text), names = 0;
    for (int i = 0; i < p->wink_count && n < sizeof text - SQ_LABEL_MAX - 1; i++) {
        if (p->winks[i].place != SQ_PLACE_POT) continue;
        n += (size_t)snprintf(text + n, sizeof text - n, " %s", sq_shown_label(name, p, i));
        names++;
    }
    sq_mm3 pot = sq_mm_at_height(p->pot, SQ_POT_HEIGHT_MM / 2);
    if (!names || !p->pot_found) return;
    sq_plate_label l = {.owner = POT_OWNER,
                        .centre = sq_glass_px(&s->window, pot),
                        .radius = SQ_POT_TOP_MM / 2 * sq_glass_px_per_mm(&s->window, pot),
                        .within = s->mat,
                        .most = FAR,
                        .size = SMALL_NAME,
                        .shape = SQ_NO_COLOUR,
                        .alpha = 1};
    sq_plate_put_label(s, &l, text);
}

/* Within the circle where it has the room, else beside it. */
static void put_region(const sq_plate *s, const sq_region *r, int owner, bool look) {
    const char *text = look ? "LOOK: covered, not judged" : "covered, not judged";
    sq_mm3 at = sq_mm_at_height(r->at, 0);
    double radius = r->radius_mm * sq_glass_px_per_mm(&s->window, at),
           wide = sq_surface_text_width(s->canvas, (sq_font){SMALL_NAME * s->u, false}, text);
    bool within = wide < 2 * radius;
    sq_plate_label l = {.owner = owner,
                        .centre = sq_glass_px(&s->window, at),
                        .radius = within ? 0 : radius,
                        .within = s->mat,
                        .most = 2 * FAR,
                        .size = SMALL_NAME,
                        .look = look,
                        .shape = SQ_NO_COLOUR,
                        .alpha = 1,
                        .may_cover = within};
    sq_plate_put_label(s, &l, text);
}

static bool shows_pot(const sq_insets *insets) {
    for (int i = 0; i < insets->count; i++)
        if (insets->inset[i].kind == SQ_INSET_POT && insets->inset[i].at.width > 0) return true;
    return false;
}

static void put_labels(const sq_plate *s, const sq_shown *shown, const sq_insets *insets) {
    const sq_position *p = shown->position;
    put_names(s, shown, insets, true);
    for (int k = 0; k < p->nearest_count && sq_shown_distances(shown); k++)
        put_distance(s, p, k);
    for (int k = 0; k < p->region_count; k++)
        put_region(s, &p->regions[k], REGION_OWNER + k, asks_for_regions(shown));
    for (int k = 0; shown->call && k < shown->call->path_count; k++)
        put_path(s, shown, k);
    if (!shows_pot(insets)) put_potted(s, p);
    put_names(s, shown, insets, false);
}

/* The pot is in the way of all labels but its own. */
static void place_pot(const sq_plate *s, const sq_position *p) {
    sq_mm3 at = sq_mm_at_height(p->pot, SQ_POT_HEIGHT_MM / 2);
    if (p->pot_found)
        sq_layout_wink(s->placed, POT_OWNER, sq_glass_px(&s->window, at),
                       SQ_POT_TOP_MM / 2 * sq_glass_px_per_mm(&s->window, at));
}

void sq_mat_view_draw(const sq_plate *s, const sq_shown *shown, const sq_insets *insets,
                      const sq_photo *clean, const sq_photo *dim) {
    const sq_position *p = shown->position;
    sq_surface_clip_pane(s->canvas, s->mat);
    if (!shown->plain) draw_ground(s, shown, clean, dim);
    sq_layout_clip(s->placed, s->mat);
    draw_mat(s);
    place_pot(s, p);
    draw_pot(s, p);
    for (int i = 0; i < p->region_count; i++)
        draw_region(s, &p->regions[i], REGION_OWNER + i, asks_for_regions(shown));
    for (int i = 0; i < p->wink_count; i++)
        draw_wink(s, shown, i);
    for (int k = 0; k < p->nearest_count && sq_shown_distances(shown); k++)
        draw_distance(s, p, k);
    for (int k = 0; shown->call && k < shown->call->path_count; k++)
        draw_path(s, shown, k);
    sq_layout_clip(s->placed, (sq_pane){0});
    sq_surface_unclip(s->canvas);
    sq_insets_mark(insets, s);
    sq_surface_clip_pane(s->canvas, s->mat);
    put_labels(s, shown, insets);
    sq_surface_unclip(s->canvas);
}

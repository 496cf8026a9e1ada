/* Finds traces: removes from the map of changed cells all that known winks explain by leaving and
 * arriving, and takes compact patches of the size of a wink from what remains. */
#include "vision/play/change_traces.h"

#include <stdlib.h>
#include <string.h>

#include "rules/terms/equipment_sizes.h"
#include "vision/play/play_priors.h"
#include "vision/position/rim_gap.h"

/* ---- What is explained ---- */

static bool is_told_of(const sq_tracked *before, const sq_position *now) {
    return now->changed.known && now->changed.since == before->position.t;
}

/* Where it was is known, and a place on the mat. */
static bool has_place(const sq_tracked_wink *w) {
    return w->how != SQ_TRACK_UNKNOWN && !w->astray && !w->away &&
           (w->last.place == SQ_PLACE_MAT || w->last.place == SQ_PLACE_BASELINE);
}

/* Something of a wink's size that the eye cannot make out lies upon the place: it is not bare. */
static bool is_hidden_by_a_heap(const sq_seen_wink *was, const sq_position *now) {
    for (int i = 0; i < now->region_count; i++) {
        const sq_region *r = &now->regions[i];
        if (2 * r->radius_mm < SQ_TRACE_LONGEST_MM && sq_mm_distance(was->at, r->at) < r->radius_mm)
            return true;
    }
    return false;
}

/* One of its colour lies upon the place. */
static bool is_hidden_by_its_like(const sq_seen_wink *was, const sq_position *now) {
    for (int i = 0; i < now->wink_count; i++) {
        const sq_seen_wink *w = &now->winks[i];
        if (w->colour == was->colour && sq_gap_between(was, w).mm < 0) return true;
    }
    return false;
}

double sq_trace_changed_old_place(const sq_tracked *before, const sq_position *now, sq_wink w) {
    const sq_tracked_wink *was = &before->wink[w];
    if (!is_told_of(before, now) || !has_place(was)) return NAN;
    double share = sq_changed_share(&now->changed, was->last.at, sq_seen_radius_mm(&was->last));
    if (share <= SQ_TRACE_STAYED_SHARE) return share;
    bool leans = sq_mm_distance(was->last.at, sq_position_pot(now)) <
                 SQ_POT_TOP_MM / 2 + sq_seen_radius_mm(&was->last); /* the cup hides a part of it */
    bool open = share >= SQ_TRACE_LEFT_SHARE ? is_hidden_by_a_heap(&was->last, now)
                                             : leans || is_hidden_by_its_like(&was->last, now);
    return open ? NAN : share;
}

double sq_trace_changed_new_place(const sq_tracked *before, const sq_position *now,
                                  const sq_seen_wink *disc) {
    bool on_mat = disc->place == SQ_PLACE_MAT || disc->place == SQ_PLACE_BASELINE;
    if (!is_told_of(before, now) || !on_mat) return NAN;
    return sq_changed_share(&now->changed, disc->at, sq_seen_radius_mm(disc));
}

bool sq_trace_upon_like(const sq_tracked *before, const sq_seen_wink *disc) {
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++) {
        const sq_tracked_wink *was = &before->wink[w];
        if (has_place(was) && was->last.colour == disc->colour && sq_gap_between(&was->last, disc).mm < 0)
            return true;
    }
    return false;
}

double sq_trace_changed_in_pot(const sq_tracked *before, const sq_position *now) {
    if (!is_told_of(before, now) || now->changed.dazzled) return NAN;
    return sq_changed_share(&now->changed, sq_position_pot(now), SQ_POT_FLOOR_MM);
}

/* The disc that lies about where this one lay; null where none does. */
static const sq_seen_wink *still_there(const sq_seen_wink *was, const sq_position *now) {
    const sq_seen_wink *best = NULL;
    for (int i = 0; i < now->wink_count; i++) {
        const sq_seen_wink *w = &now->winks[i];
        if (!sq_seen_alike(was, w) || sq_mm_distance(was->at, w->at) > SQ_TRACE_ABOUT_MM) continue;
        if (!best || sq_mm_distance(was->at, w->at) < sq_mm_distance(was->at, best->at)) best = w;
    }
    return best;
}

double sq_trace_changed_by_itself(const sq_tracked *before, const sq_position *now) {
    int still = 0;
    double sum = 0;
    for (sq_wink w = 0; w < SQ_USUAL_WINKS && is_told_of(before, now); w++) {
        const sq_tracked_wink *was = &before->wink[w];
        if (!has_place(was) || !still_there(&was->last, now)) continue;
        still++;
        sum += sq_changed_share(&now->changed, was->last.at, sq_seen_radius_mm(&was->last));
    }
    return still ? sum / still : NAN;
}

/* The wink that lay about where this disc lies was seen. */
static bool lay_there(const sq_seen_wink *is, const sq_tracked *before) {
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
        if (has_place(&before->wink[w]) && sq_seen_alike(&before->wink[w].last, is) &&
            sq_mm_distance(before->wink[w].last.at, is->at) <= SQ_TRACE_ABOUT_MM)
            return true;
    return false;
}

/* It lies where none like it lay before, and all of its place has changed: where but a part has, the eye sees
 * another in what lay there. */
static bool has_come(const sq_tracked *before, const sq_position *now, const sq_seen_wink *disc) {
    return !lay_there(disc, before) && sq_trace_changed_new_place(before, now, disc) >= SQ_TRACE_LEFT_SHARE;
}

/* Clears the cells that one disc reaches but not both cover: where a wink lay or lies, and not where it was
 * all the time. spread_mm: see more_than_usual. */
static void explain(sq_changed_cells cells, const sq_seen_wink *a, const sq_seen_wink *b, double spread_mm) {
    double reach = sq_seen_radius_mm(a) + SQ_TRACE_MARGIN_MM + spread_mm,
           core = sq_seen_radius_mm(a) - SQ_TRACE_MARGIN_MM - spread_mm;
    for (int y = 0; y < SQ_CHANGED_Y; y++)
        for (int x = 0; x < SQ_CHANGED_X; x++) {
            if (!cells[y][x]) continue;
            double from_a = sq_mm_distance(sq_changed_at(x, y), a->at),
                   from_b = b ? sq_mm_distance(sq_changed_at(x, y), b->at) : INFINITY;
            if (fmin(from_a, from_b) < reach && fmax(from_a, from_b) >= core) cells[y][x] = 0;
        }
}

/* It lies elsewhere than it did; is: the disc that it is now, null where none is about there. */
static bool has_moved(const sq_tracked *before, const sq_position *now, sq_wink w, const sq_seen_wink **is) {
    const sq_tracked_wink *was = &before->wink[w];
    if (!has_place(was)) return false;
    *is = still_there(&was->last, now);
    return *is ? sq_mm_distance(was->last.at, (*is)->at) > SQ_TRACE_SLID_MM
               : sq_trace_changed_old_place(before, now, w) >= SQ_TRACE_LEFT_SHARE;
}

static void explain_all(sq_changed_cells cells, const sq_tracked *before, const sq_position *now,
                        double spread_mm) {
    const sq_seen_wink *is;
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
        if (has_moved(before, now, w, &is)) explain(cells, &before->wink[w].last, is, spread_mm);
    for (int i = 0; i < now->wink_count; i++)
        if (has_come(before, now, &now->winks[i])) explain(cells, &now->winks[i], NULL, spread_mm);
}

/* ---- What is left over ---- */

/* Cells that hang together. */
typedef struct {
    int cells;
    double x, y; /* sums of their middles */
    int x0, x1, y0, y1;
} patch;

/* Over an edge or a corner. */
static bool touch(const sq_changed_run *a, const sq_changed_run *b) {
    return abs(a->y - b->y) == 1 && a->x <= b->x + b->n && b->x <= a->x + a->n;
}

/* The first run of those that a run hangs together with, as far as they are joined. */
static int first_of(const int joined[], int i) {
    while (joined[i] != i)
        i = joined[i];
    return i;
}

static void join_runs(int joined[SQ_CHANGED_CAP], const sq_changed *c) {
    for (int i = 0; i < c->run_count; i++) {
        joined[i] = i;
        for (int k = 0; k < i; k++) {
            if (!touch(&c->runs[i], &c->runs[k])) continue;
            int a = first_of(joined, i), b = first_of(joined, k);
            joined[a > b ? a : b] = a > b ? b : a;
        }
    }
}

static void add_run(patch *p, const sq_changed_run *r) {
    bool first = !p->cells;
    sq_mm from = sq_changed_at(r->x, r->y), to = sq_changed_at(r->x + r->n - 1, r->y);
    p->cells += r->n;
    p->x += r->n * (from.x + to.x) / 2;
    p->y += r->n * from.y;
    p->x0 = first || r->x < p->x0 ? r->x : p->x0;
    p->x1 = first || r->x + r->n - 1 > p->x1 ? r->x + r->n - 1 : p->x1;
    p->y0 = first || r->y < p->y0 ? r->y : p->y0;
    p->y1 = first || r->y > p->y1 ? r->y : p->y1;
}

static patch gather(const int joined[], const sq_changed *c, int first) {
    patch p = {0};
    for (int i = first; i < c->run_count; i++)
        if (first_of(joined, i) == first) add_run(&p, &c->runs[i]);
    return p;
}

static double area_of(const patch *p) {
    return p->cells * SQ_CHANGED_CELL_MM * SQ_CHANGED_CELL_MM;
}

static sq_mm middle_of(const patch *p) {
    return (sq_mm){p->x / p->cells, p->y / p->cells};
}

/* mm by which a change is wider to each side than the areas of SQ_TRACE_LARGE_MM2 and its like assume. */
static double more_than_usual(double halo_mm) {
    return fmax(halo_mm - sq_trace_usual_halo_mm(), 0);
}

/* The area that the change would have in a picture of the usual sharpness. */
static double usual_area(const patch *p, double spread_mm) {
    double across = fmax(sqrt(area_of(p) / M_PI) - spread_mm, 0);
    return M_PI * across * across;
}

static bool is_as_large_as_a_wink(const patch *p, double spread_mm) {
    double mm2 = usual_area(p, spread_mm);
    int side = p->x1 - p->x0 > p->y1 - p->y0 ? p->x1 - p->x0 : p->y1 - p->y0;
    return mm2 >= SQ_TRACE_LEAST_MM2 && mm2 <= SQ_TRACE_MOST_MM2 &&
           (side + 1) * SQ_CHANGED_CELL_MM <= SQ_TRACE_LONGEST_MM + 2 * spread_mm;
}

/* Nothing has cut a part off it. */
static bool is_as_wide_as_high(const patch *p) {
    return abs((p->x1 - p->x0) - (p->y1 - p->y0)) <= 1;
}

/* whole: all of it shows. */
static sq_seen_wink wink_of_trace(sq_mm at, sq_size size, bool whole, const sq_position *now) {
    sq_seen_wink w = {.colour = SQ_BLUE, /* any: no colour is told */
                      .size = size,
                      .at = at,
                      .z = SQ_WINK_THICKNESS_MM / 2,
                      .normal = {0, 0, 1},
                      .sigma_mm = whole ? SQ_TRACE_SIGMA_MM : SQ_TRACE_PART_SIGMA_MM,
                      .place = SQ_PLACE_MAT,
                      .colour_confidence = 1.0 / SQ_USUAL_COLOURS,
                      .size_confidence = whole ? SQ_TRACE_SIZE_RIGHT : 0.5,
                      .id = SQ_NO_WINK};
    w.edge_to_pot_mm = sq_mm_distance(at, sq_position_pot(now)) - sq_seen_radius_mm(&w) - SQ_POT_BASE_MM / 2;
    w.edge_sigma_mm = w.sigma_mm;
    return w;
}

static sq_seen_wink wink_of_patch(const patch *p, const sq_position *now, double spread_mm) {
    double mm2 = usual_area(p, spread_mm);
    return wink_of_trace(middle_of(p), mm2 > SQ_TRACE_LARGE_MM2 ? SQ_LARGE : SQ_SMALL,
                         mm2 > SQ_TRACE_WHOLE_MM2 && is_as_wide_as_high(p), now);
}

/* The pot shows what it holds from one side more than from the other, and its own shadow: what changes there
 * is no wink on the mat. */
static bool is_at_pot(const sq_seen_wink *w, const sq_position *now) {
    return sq_mm_distance(w->at, sq_position_pot(now)) < SQ_POT_TOP_MM / 2 + SQ_TRACE_MARGIN_MM;
}

bool sq_trace_is_whole(const sq_seen_wink *trace) {
    return trace->sigma_mm < SQ_TRACE_PART_SIGMA_MM;
}

/* Not upon it: most of the trace lies beyond the rim. */
static bool is_beside(const sq_seen_wink *trace, const sq_seen_wink *w) {
    double beyond = sq_mm_distance(trace->at, w->at) - sq_seen_radius_mm(w);
    return beyond > sq_seen_radius_mm(trace) / 2 && beyond < SQ_TRACE_SHADOW_MM;
}

/* Upon one that is seen, or upon the place of another one that it may hide. */
static bool lies_upon_another(const sq_tracked *before, const sq_position *now, int disc) {
    const sq_seen_wink *d = &now->winks[disc];
    for (int i = 0; i < now->wink_count; i++)
        if (i != disc && sq_gap_between(&now->winks[i], d).mm < 0) return true;
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
        if (has_place(&before->wink[w]) && !sq_seen_alike(&before->wink[w].last, d) &&
            sq_gap_between(&before->wink[w].last, d).mm < 0)
            return true;
    return false;
}

/* Beside a wink that came or went: where that one leans or leant upon another its shadow may be as large as a
 * wink, else a part of one. */
static bool is_shadow(const sq_seen_wink *trace, const sq_tracked *before, const sq_position *now) {
    const sq_seen_wink *is;
    bool part = !sq_trace_is_whole(trace);
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++) {
        const sq_tracked_wink *was = &before->wink[w];
        if ((part || was->on) && is_beside(trace, &was->last) && has_moved(before, now, w, &is)) return true;
    }
    for (int i = 0; i < now->wink_count; i++)
        if (is_beside(trace, &now->winks[i]) && has_come(before, now, &now->winks[i]) &&
            (part || lies_upon_another(before, now, i)))
            return true;
    return false;
}

/* Seen where it lay and as much of it as before: hardly anything has come to lie upon it, whatever has
 * changed in its picture. */
static bool is_seen_as_before(const sq_tracked_wink *was, const sq_position *now) {
    const sq_seen_wink *is =
        was->how == SQ_TRACK_SEEN && has_place(was) && !was->traced ? still_there(&was->last, now) : NULL;
    return is && sq_mm_distance(was->last.at, is->at) < SQ_TRACE_SLID_MM &&
           is->seen > was->last.seen - SQ_TRACE_STAYED_SHARE;
}

bool sq_trace_upon_bare_wink(const sq_tracked *before, const sq_position *now, const sq_seen_wink *trace) {
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++) {
        const sq_tracked_wink *was = &before->wink[w];
        if (is_seen_as_before(was, now) &&
            sq_mm_distance(trace->at, was->last.at) < sq_seen_radius_mm(&was->last))
            return true;
    }
    return false;
}

/* A part of a wink is too little for one that hides nothing of what it lies upon. */
static bool is_light_upon_bare_wink(const sq_seen_wink *trace, const sq_tracked *before,
                                    const sq_position *now) {
    return !sq_trace_is_whole(trace) && sq_trace_upon_bare_wink(before, now, trace);
}

/* What nothing explains. */
static void find_unexplained(sq_changed *out, const sq_tracked *before, const sq_position *now,
                             double spread_mm) {
    sq_changed_cells cells;
    sq_changed_to_cells(cells, &now->changed);
    explain_all(cells, before, now, spread_mm);
    sq_changed_from_cells(out, now->changed.since, cells);
}

/* ---- What the eye sees there ---- */

static bool is_traced(const sq_seen_wink trace[], int count, const sq_region *r) {
    for (int i = 0; i < count; i++)
        if (sq_mm_distance(trace[i].at, r->at) < SQ_TRACE_LONGEST_MM / 2) return true;
    return false;
}

/* Something as large as a wink that the eye does not recognise, where all has changed. A wink that came to
 * lie where another one left is found so: the other's leaving explains the change. */
static bool is_new_thing(const sq_region *r, const sq_position *now) {
    double mm2 = M_PI * r->radius_mm * r->radius_mm;
    return mm2 >= SQ_TRACE_LEAST_MM2 && mm2 <= SQ_TRACE_MOST_MM2 &&
           sq_changed_share(&now->changed, r->at, r->radius_mm) >= SQ_TRACE_LEFT_SHARE;
}

static sq_seen_wink wink_of_thing(const sq_region *r, const sq_position *now) {
    bool large = 2 * r->radius_mm > (SQ_SMALL_MM + SQ_LARGE_MM) / 2;
    return wink_of_trace(r->at, large ? SQ_LARGE : SQ_SMALL, false, now);
}

/* Returns how many traces there are then. */
static int add_things(sq_seen_wink out[SQ_TRACES], int count, const sq_position *now) {
    for (int i = 0; i < now->region_count && count < SQ_TRACES; i++) {
        const sq_region *r = &now->regions[i];
        sq_seen_wink w = wink_of_thing(r, now);
        if (is_new_thing(r, now) && !is_traced(out, count, r) && !is_at_pot(&w, now)) out[count++] = w;
    }
    return count;
}

static bool is_trace(const patch *p, double spread_mm, const sq_seen_wink *w, const sq_tracked *before,
                     const sq_position *now) {
    return is_as_large_as_a_wink(p, spread_mm) && !is_at_pot(w, now) && !is_shadow(w, before, now) &&
           !is_light_upon_bare_wink(w, before, now);
}

/* No longer, by a cell, than a disc with as many cells. */
static bool is_round(const patch *p) {
    double across = 2 * sqrt(p->cells / M_PI) + 1;
    return p->x1 - p->x0 + 1 < across && p->y1 - p->y0 + 1 < across;
}

/* Traces, and which of them stand out. */
typedef struct {
    sq_seen_wink *trace;
    bool stands_out[SQ_TRACES];
    int count;
    bool many; /* there are more: those alone are kept that stand out */
} trace_list;

static void keep_outstanding(trace_list *l) {
    int kept = 0;
    for (int i = 0; i < l->count; i++)
        if (l->stands_out[i]) l->trace[kept++] = l->trace[i];
    memset(l->stands_out, true, sizeof l->stands_out);
    l->count = kept;
    l->many = true;
}

/* False where there is no room even for those that stand out. */
static bool add_trace(trace_list *l, const sq_seen_wink *w, bool stands_out) {
    if (l->count == SQ_TRACES && !l->many) keep_outstanding(l);
    if (l->many && !stands_out) return true;
    if (l->count == SQ_TRACES) return false;
    l->stands_out[l->count] = stands_out;
    l->trace[l->count++] = *w;
    return true;
}

/* ---- How far a change reaches ---- */

double sq_trace_usual_halo_mm(void) {
    return sqrt(SQ_TRACE_LARGE_MM2 / M_PI) - (SQ_SMALL_MM + SQ_LARGE_MM) / 4;
}

/* By how much a round change reaches beyond the rim of the wink in its middle; NaN where that wink is not in
 * its middle: it shows more than the wink, or not all of it. */
static double halo_about(const patch *p, const sq_seen_wink *w) {
    return sq_mm_within(middle_of(p), w->at, SQ_TRACE_MARGIN_MM)
               ? sqrt(area_of(p) / M_PI) - sq_seen_radius_mm(w)
               : NAN;
}

static double halo_of_patch(const patch *p, const sq_tracked *before, const sq_position *now) {
    const sq_seen_wink *is;
    double halo = NAN;
    for (sq_wink w = 0; w < SQ_USUAL_WINKS && isnan(halo); w++)
        if (has_moved(before, now, w, &is) && !is) halo = halo_about(p, &before->wink[w].last);
    for (int i = 0; i < now->wink_count && isnan(halo); i++)
        if (has_come(before, now, &now->winks[i])) halo = halo_about(p, &now->winks[i]);
    return halo;
}

int sq_trace_halos(double *sum_mm, const sq_tracked *before, const sq_position *now) {
    int joined[SQ_CHANGED_CAP], count = 0;
    if (!is_told_of(before, now)) return 0;
    join_runs(joined, &now->changed);
    for (int i = 0; i < now->changed.run_count; i++) {
        if (joined[i] != i) continue;
        patch p = gather(joined, &now->changed, i);
        double halo = is_round(&p) ? halo_of_patch(&p, before, now) : NAN;
        if (isnan(halo)) continue;
        *sum_mm += halo;
        count++;
    }
    return count;
}

/* ---- Traces ---- */

int sq_traces_find(sq_seen_wink out[SQ_TRACES], const sq_tracked *before, const sq_position *now,
                   double halo_mm) {
    const double spread = more_than_usual(halo_mm);
    sq_changed left;
    int joined[SQ_CHANGED_CAP];
    trace_list list = {.trace = out};
    if (!is_told_of(before, now)) return 0;
    find_unexplained(&left, before, now, spread);
    join_runs(joined, &left);
    for (int i = 0; i < left.run_count; i++) {
        if (joined[i] != i) continue;
        patch p = gather(joined, &left, i);
        sq_seen_wink w = wink_of_patch(&p, now, spread);
        if (!is_trace(&p, spread, &w, before, now)) continue;
        bool stands_out = sq_trace_is_whole(&w) && is_round(&p) && !sq_trace_upon_bare_wink(before, now, &w);
        if (!add_trace(&list, &w, stands_out)) return 0;
    }
    return list.many ? list.count : add_things(out, list.count, now);
}

/* Collects known lengths (winks that touch, rows of a printed board) with their measured values, and
 * sums up the errors. */
#include "calib/known_lengths.h"

#include "rules/terms/equipment_sizes.h"
#include "vision/geometry/cup.h"
#include "vision/math/tunable_number.h"
#include "vision/position/rim_gap.h"

/* Millimetres: winks nearer than this are meant to touch. Wider: neighbours that lie apart are taken for a
 * fault of the camera; narrower: a camera that is off by so much passes. */
SQ_NUMBER(SQ_ZERO_REACH_MM, 2.5);

/* Share of a wink's face that is seen: of one in a pair, and of one under the pot's brim. */
SQ_NUMBER(SQ_ZERO_SEEN, 0.8);
SQ_NUMBER(SQ_ZERO_SEEN_AT_POT, 0.4);

static void add(sq_zero *z, sq_zero_one one) {
    if (z->count == SQ_ZERO_CAP)
        z->truncated = true;
    else
        z->one[z->count++] = one;
}

/* On the open mat, and seen well enough that its place is its own. */
static bool fit(const sq_seen_wink *w, double seen) {
    return w->place == SQ_PLACE_MAT && !w->pot_supported && w->seen >= seen;
}

static bool squopped(const sq_position *p, int a, int b) {
    for (int i = 0; i < p->squop_count; i++) {
        const sq_squop *s = &p->squops[i];
        bool is_pair = (s->over == a && s->under == b) || (s->over == b && s->under == a);
        if (is_pair && s->call == SQ_CALL_SQUOPPED) return true;
    }
    return false;
}

/* A pair that looks squopped counts: a camera with a wrong scale makes winks that touch look so. */
static void add_pair(sq_zero *z, const sq_position *p, int i, int k) {
    const sq_seen_wink *a = &p->winks[i], *b = &p->winks[k];
    double touch = sq_seen_radius_mm(a) + sq_seen_radius_mm(b), mm = sq_mm_distance(a->at, b->at);
    double sigma = sq_gap_between(a, b).sigma_mm;
    if (fabs(mm - touch) < SQ_ZERO_REACH_MM)
        add(z, (sq_zero_one){SQ_ZERO_WINKS, a->at, b->at, touch, mm, sigma, squopped(p, i, k)});
}

/* The pot widens upwards: a wink's upper rim meets it a little outside of its foot. */
static void add_pot(sq_zero *z, const sq_position *p, const sq_seen_wink *w) {
    double touch = sq_cup_radius_mm(SQ_WINK_THICKNESS_MM) + sq_seen_radius_mm(w);
    double mm = sq_mm_distance(w->at, p->pot);
    if (fabs(mm - touch) < SQ_ZERO_REACH_MM)
        add(z, (sq_zero_one){SQ_ZERO_POT, w->at, p->pot, touch, mm, w->edge_sigma_mm, false});
}

void sq_zero_add_position(sq_zero *z, const sq_position *p) {
    for (int i = 0; i < p->wink_count; i++) {
        const sq_seen_wink *w = &p->winks[i];
        if (p->pot_found && fit(w, SQ_ZERO_SEEN_AT_POT)) add_pot(z, p, w);
        for (int k = 0; k < i; k++)
            if (fit(w, SQ_ZERO_SEEN) && fit(&p->winks[k], SQ_ZERO_SEEN)) add_pair(z, p, k, i);
    }
}

/* From the first crossing of a row or column that is seen to the last. */
static void add_line(sq_zero *z, const sq_camera *c, const sq_board *b, const sq_board_view *v, double height,
                     bool row, int which) {
    int first = -1, last = -1, per_row = b->columns - 1;
    for (int i = 0; i < v->count; i++) {
        int at = row ? v->corner[i] / per_row : v->corner[i] % per_row;
        if (at != which) continue;
        if (first < 0) first = i;
        last = i;
    }
    if (first == last) return;
    sq_mm from = sq_mm_from_px(c, v->at[first], height), to = sq_mm_from_px(c, v->at[last], height);
    double true_mm =
        sq_mm_distance(sq_board_corner(b, v->corner[first]), sq_board_corner(b, v->corner[last]));
    if (isfinite(from.x) && isfinite(to.x))
        add(z, (sq_zero_one){SQ_ZERO_CARD, from, to, true_mm, sq_mm_distance(from, to), 0, false});
}

void sq_zero_add_card(sq_zero *z, const sq_camera *c, const sq_board *b, const sq_board_view *v,
                      double thickness_mm) {
    for (int r = 0; r < b->rows - 1; r++)
        add_line(z, c, b, v, thickness_mm, true, r);
    for (int k = 0; k < b->columns - 1; k++)
        add_line(z, c, b, v, thickness_mm, false, k);
}

sq_zero_sum sq_zero_summary(const sq_zero *z) {
    sq_zero_sum s = {.count = z->count};
    for (int i = 0; i < z->count; i++) {
        double off = z->one[i].measured_mm - z->one[i].true_mm;
        s.mean_mm += off / z->count;
        s.rms_mm += off * off / z->count;
        if (fabs(off) <= s.worst_mm) continue;
        s.worst_mm = fabs(off);
        s.worst = i;
    }
    s.rms_mm = sqrt(s.rms_mm);
    return s;
}

const char *sq_zero_kind_name(sq_zero_kind k) {
    static const char *const names[SQ_ZERO_KINDS] = {
#define X(kind, name) name,
        SQ_ZERO_KIND_LIST(X)
#undef X
    };
    return names[k];
}

sq_code sq_zero_enough(const sq_zero *z, bool card, sq_diag *d) {
    if (z->count >= SQ_ZERO_LEAST) return SQ_OK;
    return sq_fail(d, SQ_E_SIGHT, "%d known distance%s seen, and a test needs %d; %s", z->count,
                   z->count == 1 ? " is" : "s are", SQ_ZERO_LEAST,
                   card ? "lay the whole board into the picture"
                        : "put pairs of winks that touch on the open mat, with nothing over them");
}

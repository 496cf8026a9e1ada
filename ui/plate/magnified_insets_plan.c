/* Groups winks that overlap, orders piles, words each inset, and gives it its place in the rail. */
#include <stdio.h>
#include <string.h>

#include "rules/terms/equipment_sizes.h"
#include "ui/plate/inset_sizes.h"
#include "ui/plate/magnified_insets.h"
#include "vision/position/rim_gap.h"

/* Of felt shown about winks; about the pot, as a share of its rim's radius. */
#define MARGIN_MM 4.0
#define POT_MARGIN 1.45
/* Pictures of cards get lower until all cards have room: shares of their usual height. */
static const double lower[] = {1, 0.8, 0.62};

/* ---- Groups: winks that some entry of squops joins ---- */

static int root(const int *parent, int i) {
    while (parent[i] != i)
        i = parent[i];
    return i;
}

static void find_groups(const sq_position *p, int of[SQ_SEEN_CAP]) {
    for (int i = 0; i < p->wink_count; i++)
        of[i] = i;
    for (int i = 0; i < p->squop_count; i++) {
        int a = root(of, p->squops[i].over), b = root(of, p->squops[i].under);
        of[a > b ? a : b] = a > b ? b : a;
    }
    for (int i = 0; i < p->wink_count; i++)
        of[i] = root(of, i);
}

static bool holds(const sq_inset *in, int wink) {
    for (int i = 0; i < in->count; i++)
        if (in->wink[i] == wink) return true;
    return false;
}

static bool is_open(const sq_position *p, const sq_inset *in, int wink) {
    for (int i = 0; i < p->squop_count; i++) {
        const sq_squop *s = &p->squops[i];
        if (s->under == wink && s->over != wink && s->probability > 0.5 && holds(in, s->over)) return true;
    }
    return false;
}

/* From top to bottom: again and again one of those that lie under none of the rest. */
static void order_pile(const sq_position *p, sq_inset *in) {
    sq_inset rest = *in;
    in->count = 0;
    while (rest.count) {
        int best = 0;
        for (int i = 1; i < rest.count; i++) {
            bool a = is_open(p, &rest, rest.wink[i]), b = is_open(p, &rest, rest.wink[best]);
            if (a != b ? b : p->winks[rest.wink[i]].z > p->winks[rest.wink[best]].z) best = i;
        }
        in->wink[in->count++] = rest.wink[best];
        rest.wink[best] = rest.wink[--rest.count];
    }
}

/* ---- Words ---- */

static void add_line(sq_inset *in, int *left, bool look, const char *text) {
    if (in->line_count == SQ_INSET_LINES - 1) {
        ++*left;
        return;
    }
    snprintf(in->line[in->line_count].text, SQ_WORDS_CAP, "%s", text);
    in->line[in->line_count++].look = look;
}

static bool squops(const sq_position *p, int over, int under) {
    for (int i = 0; i < p->squop_count; i++)
        if (p->squops[i].over == over && p->squops[i].under == under)
            return p->squops[i].call == SQ_CALL_SQUOPPED;
    return false;
}

/* A third wink lies between the two: the list from top to bottom says it. */
static bool by_way(const sq_position *p, const sq_squop *s) {
    for (int i = 0; i < p->wink_count && s->call == SQ_CALL_SQUOPPED; i++)
        if (squops(p, s->over, i) && squops(p, i, s->under)) return true;
    return false;
}

static void say_pair(sq_inset *in, int *left, const sq_position *p, const sq_squop *s) {
    char a[SQ_LABEL_MAX], b[SQ_LABEL_MAX], text[SQ_WORDS_CAP], mm[SQ_WORDS_CAP], sure[SQ_WORDS_CAP],
        back[SQ_WORDS_CAP], none[SQ_WORDS_CAP];
    const sq_squop *r = sq_squop_reverse(p, s);
    sq_shown_label(a, p, s->over);
    sq_shown_label(b, p, s->under);
    sq_say_mm(mm, fabs(s->gap_mm), s->sigma_mm);
    sq_say_probability(sure, s->probability);
    sq_say_probability(back, r ? r->probability : 0);
    double neither = 1 - s->probability - (r ? r->probability : 0);
    const char *gap = s->gap_mm < 0 ? "overlap" : "gap";
    switch (sq_what_to_say(p, s)) {
    case SQ_SAY_SQUOPPED:
        if (in->count > 2 && by_way(p, s)) return;
        snprintf(text, sizeof text, "%s over %s by %.40s", a, b, mm);
        break;
    case SQ_SAY_CLEAR: snprintf(text, sizeof text, "%s clear of %s: %s %.40s", a, b, gap, mm); break;
    case SQ_SAY_WHETHER:
        snprintf(text, sizeof text, "LOOK: %s over %s? %.20s; %s %.40s", a, b, sure, gap, mm);
        break;
    case SQ_SAY_WHICH:
        if (neither > SQ_SAY_NEITHER) {
            sq_say_probability(none, neither);
            snprintf(text, sizeof text, "LOOK: upper? %s %.20s, %s %.20s, neither %.20s; %s %.40s", a, sure,
                     b, back, none, gap, mm);
        } else
            snprintf(text, sizeof text, "LOOK: which is over? %s %.20s, %s %.20s; %s %.40s", a, sure, b, back,
                     gap, mm);
        break;
    default: return;
    }
    add_line(in, left, s->call == SQ_CALL_LOOK, text);
}

/* Looks first, then squops, then what is clear. */
static void say_all(sq_inset *in, const sq_position *p) {
    static const sq_call order[SQ_CALLS] = {SQ_CALL_LOOK, SQ_CALL_SQUOPPED, SQ_CALL_CLEAR};
    int left = 0;
    for (int c = 0; c < SQ_CALLS; c++)
        for (int i = 0; i < p->squop_count; i++)
            if (p->squops[i].call == order[c] && holds(in, p->squops[i].over) &&
                !(order[c] == SQ_CALL_CLEAR && in->count > 2 && p->squops[i].gap_mm < 0))
                say_pair(in, &left, p, &p->squops[i]);
    if (left) {
        sq_inset_line *last = &in->line[in->line_count++];
        snprintf(last->text, SQ_WORDS_CAP, "and %d more", left);
        last->look = false;
    }
}

/* The colours in the pot's heap of which no wink is made out by itself. */
static void say_heap(sq_inset *in, const sq_position *p) {
    char text[SQ_WORDS_CAP];
    int n = 0, left = 0;
    for (sq_colour c = 0; c < SQ_USUAL_COLOURS; c++)
        if (sq_position_in_heap(p, c))
            n += snprintf(text + n, sizeof text - (size_t)n, "%s%d %s",
                          n ? ", " : "And at least: ", sq_position_in_heap(p, c), sq_colour_name(c));
    if (n) add_line(in, &left, false, text);
}

static void say_pot(sq_inset *in, const sq_position *p) {
    char text[SQ_WORDS_CAP], name[SQ_LABEL_MAX];
    for (int rim = 0; rim < 2; rim++) {
        size_t n = 0;
        for (int i = 0; i < in->count; i++)
            if ((p->winks[in->wink[i]].place == SQ_PLACE_RIM) == rim && n < sizeof text - SQ_LABEL_MAX)
                n += (size_t)snprintf(text + n, sizeof text - n, "%s%s",
                                      n     ? ", "
                                      : rim ? "On the rim: "
                                            : "In the pot: ",
                                      sq_shown_label(name, p, in->wink[i]));
        int left = 0;
        if (n) add_line(in, &left, false, text);
    }
    say_heap(in, p);
    int left = 0, below = sq_position_below_potted(p);
    snprintf(text, sizeof text, "LOOK: up to %d more may lie below", below);
    if (below && in->look) add_line(in, &left, true, text);
}

/* ---- What is magnified ---- */

/* The box about its winks in the camera's picture. False where none of them is before the camera. */
static bool find_bounds(sq_inset *in, const sq_plate *s, const sq_position *p) {
    double x0 = INFINITY, y0 = INFINITY, x1 = -INFINITY, y1 = -INFINITY;
    for (int i = 0; i < in->count; i++) {
        const sq_seen_wink *w = &p->winks[in->wink[i]];
        sq_mm3 at = sq_mm_at_height(w->at, w->z);
        sq_px c = sq_px_from_mm3(s->window.camera, at);
        double r = (sq_seen_radius_mm(w) + MARGIN_MM) * sq_px_per_mm(s->window.camera, at);
        x0 = fmin(x0, c.x - r), y0 = fmin(y0, c.y - r), x1 = fmax(x1, c.x + r), y1 = fmax(y1, c.y + r);
    }
    if (!(isfinite(x0 + y0 + x1 + y1) && x1 > x0)) return false;
    in->from = (sq_px){(x0 + x1) / 2, (y0 + y1) / 2};
    in->wide_px = x1 - x0;
    in->tall_px = y1 - y0;
    return true;
}

static void add_group(sq_insets *all, const sq_plate *s, const sq_shown *shown, const int of[SQ_SEEN_CAP],
                      int group, bool open) {
    const sq_position *p = shown->position;
    if (all->count == SQ_INSET_CAP) return;
    sq_inset *in = &all->inset[all->count];
    *in = (sq_inset){.kind = SQ_INSET_PAIR};
    for (int i = 0; i < p->wink_count; i++)
        if (of[i] == group) in->wink[in->count++] = i;
    for (int i = 0; i < p->squop_count; i++) {
        const sq_squop *q = &p->squops[i];
        if (of[q->over] != group) continue;
        in->look |= q->call == SQ_CALL_LOOK;
        in->meant |= sq_shown_is_meant(shown, q->over) && sq_shown_is_meant(shown, q->under);
    }
    bool wanted = !shown->call || in->meant;
    if (in->count < 2 || !wanted || open != in->look || !find_bounds(in, s, p)) return;
    order_pile(p, in);
    if (in->count > 2) in->kind = SQ_INSET_PILE;
    say_all(in, p);
    all->count++;
}

/* The pairs that the ruling says have nearly met: no squop of the position joins them. */
static void add_misses(sq_insets *all, const sq_plate *s, const sq_shown *shown, const int of[SQ_SEEN_CAP]) {
    const sq_position *p = shown->position;
    for (int i = 0; i < p->wink_count; i++)
        for (int k = i + 1; k < p->wink_count && all->count < SQ_INSET_CAP; k++) {
            if (sq_place_is_potted(p->winks[i].place) || sq_place_is_potted(p->winks[k].place) ||
                of[i] == of[k] || !sq_shown_is_meant(shown, i) || !sq_shown_is_meant(shown, k))
                continue;
            sq_gap gap = sq_gap_between(&p->winks[i], &p->winks[k]);
            if (!(gap.mm > 0 && gap.mm < SQ_NEAR_MISS_MM)) continue;
            sq_inset *in = &all->inset[all->count];
            *in = (sq_inset){.kind = SQ_INSET_PAIR, .meant = true, .miss = true, .count = 2, .wink = {i, k}};
            in->apart = (sq_squop){
                .over = i, .under = k, .gap_mm = gap.mm, .sigma_mm = gap.sigma_mm, .call = SQ_CALL_CLEAR};
            if (!find_bounds(in, s, p)) continue;
            int left = 0;
            char a[SQ_LABEL_MAX], b[SQ_LABEL_MAX], mm[SQ_WORDS_CAP], text[SQ_WORDS_CAP];
            sq_say_mm(mm, gap.mm, gap.sigma_mm);
            snprintf(text, sizeof text, "%s beside %s: %.40s apart", sq_shown_label(a, p, i),
                     sq_shown_label(b, p, k), mm);
            add_line(in, &left, false, text);
            all->count++;
        }
}

static void add_pot(sq_insets *all, const sq_plate *s, const sq_shown *shown, bool open) {
    const sq_position *p = shown->position;
    if (all->count == SQ_INSET_CAP || !p->pot_found) return;
    sq_inset *in = &all->inset[all->count];
    *in = (sq_inset){.kind = SQ_INSET_POT};
    for (int i = 0; i < p->wink_count; i++) {
        if (!sq_place_is_potted(p->winks[i].place)) continue;
        in->wink[in->count++] = i;
        in->meant |= sq_shown_is_meant(shown, i);
    }
    sq_mm3 rim = sq_mm_at_height(p->pot, SQ_POT_HEIGHT_MM);
    in->from = sq_px_from_mm3(s->window.camera, rim);
    in->wide_px = in->tall_px = SQ_POT_TOP_MM * POT_MARGIN * sq_px_per_mm(s->window.camera, rim);
    if (!in->count || (shown->call && !in->meant) || !isfinite(in->from.x + in->wide_px)) return;
    in->look = !shown->call && sq_position_below_potted(p) > 0;
    if (in->look != open) return;
    say_pot(in, p);
    all->count++;
}

/* ---- Places ---- */

static double usual_height(const sq_plate *s, const sq_inset *in) {
    return s->u *
           (in->kind == SQ_INSET_PILE ? fmax(SQ_INSET_PILE_TALL, SQ_INSET_ROW * in->count) : SQ_INSET_TALL);
}

/* A line may be broken once. */
static double words_height(const sq_plate *s, const sq_inset *in, double width) {
    double sum = 0;
    for (int i = 0; i < in->line_count; i++)
        sum +=
            sq_plate_write(s, (sq_px){0, 0}, width, 2, SQ_INSET_TEXT, false, in->line[i].text, (sq_paint){0});
    return sum;
}

/* Puts all cards into the rail's columns, their pictures that share of their usual height; false where some
 * have no room. */
static bool place_all(sq_insets *all, const sq_plate *s, double share) {
    double gap = SQ_INSET_GAP * s->u, wide = (s->rail.width - (s->columns + 1) * gap) / s->columns;
    double y = s->rail.top + gap;
    int column = 0;
    bool fits = true;
    for (int i = 0; i < all->count; i++) {
        sq_inset *in = &all->inset[i];
        in->tall = fmax(share * usual_height(s, in),
                        in->kind == SQ_INSET_PILE ? SQ_INSET_ROW * s->u * in->count : 0);
        double words = words_height(s, in, wide - 2 * gap);
        double tall = SQ_INSET_TITLE * SQ_LINE_SHARE * s->u + in->tall + words + 2.5 * gap;
        if (y + tall > s->rail.top + s->rail.height - gap && column + 1 < s->columns && y > s->rail.top + gap)
            column++, y = s->rail.top + gap;
        bool here = (fits || in->look) && y + tall <= s->rail.top + s->rail.height - gap;
        in->at = here ? (sq_pane){s->rail.left + gap + column * (wide + gap), y, wide, tall} : (sq_pane){0};
        if (here) y += tall + gap;
        fits &= here;
    }
    all->end = column + 1 < s->columns ? s->rail.top + gap : y;
    return fits;
}

/* Drops those without room behind the others, and sorts the others as they lie: hairlines then do not cross.
 */
static void sort_kept(sq_insets *all, const sq_plate *s) {
    for (int i = 1; i < all->count; i++)
        for (int k = i; k > 0; k--) {
            sq_inset *a = &all->inset[k - 1], *b = &all->inset[k], swap = *a;
            bool kept = b->at.width > 0, across = s->columns > 1;
            bool before = across ? b->centre.x < a->centre.x : b->centre.y < a->centre.y;
            if (!kept || (a->at.width > 0 && !before)) break;
            *a = *b;
            *b = swap;
        }
}

/* Where each is in the plate. */
static void find_centres(sq_insets *all, const sq_plate *s) {
    const sq_glass *w = &s->window;
    for (int i = 0; i < all->count; i++) {
        sq_inset *in = &all->inset[i];
        in->centre = (sq_px){w->to.x + (in->from.x - w->from.x) * w->zoom,
                             w->to.y + (in->from.y - w->from.y) * w->zoom};
        in->radius = hypot(in->wide_px, in->tall_px) / 2 * w->zoom * 0.8;
    }
}

void sq_insets_plan(sq_insets *all, const sq_plate *s, const sq_shown *shown) {
    const sq_position *p = shown->position;
    int of[SQ_SEEN_CAP];
    double share = 1;
    all->count = 0;
    for (int i = 0; i < SQ_SEEN_CAP; i++)
        all->of[i] = -1;
    all->end = s->rail.top + SQ_INSET_GAP * s->u;
    if (!p) return;
    find_groups(p, of);
    for (int look = 1; look >= 0; look--) {
        add_pot(all, s, shown, look);
        for (int i = 0; i < p->wink_count; i++)
            if (of[i] == i) add_group(all, s, shown, of, i, look);
    }
    add_misses(all, s, shown, of);
    find_centres(all, s);
    for (size_t i = 0; i < sizeof lower / sizeof *lower; i++)
        if (place_all(all, s, share = lower[i])) break;
    sort_kept(all, s);
    place_all(all, s, share);
    for (int i = 0; i < all->count; i++)
        for (int k = 0; k < all->inset[i].count; k++) {
            int *index = &all->of[all->inset[i].wink[k]];
            if (all->inset[i].at.width > 0) *index = i;
        }
}

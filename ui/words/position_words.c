/* Prints a position as an umpire's sentences, most of them with millimetres and a probability. */
#include "ui/words/position_words.h"

#include <stdarg.h>

#include "rules/terms/text_buffer.h"
#include "vision/position/squops_and_distances.h"

#define SURE 0.99  /* from here on a probability is "over 99 %" */
#define NEVER 0.01 /* and up to here "under 1 %" */

/* Lists are written as they come: a comma before every part but the first. */
typedef struct {
    FILE *to;
    const char *head; /* written before the first part */
    int parts;
} list;

__attribute__((format(printf, 2, 3))) static void add(list *l, const char *format, ...) {
    fputs(l->parts++ ? ", " : l->head, l->to);
    va_list args;
    va_start(args, format);
    vfprintf(l->to, format, args);
    va_end(args);
}

static void end(const list *l) {
    if (l->parts) putc('\n', l->to);
}

/* Rounded, without a "-0". */
static double whole(double mm) {
    return round(mm) + 0.0;
}

/* "b3" if the wink has a name; else "the small blue wink 7 at (351, -19)": its number among the winks, from
 * 1, as in the overlay, and its place in millimetres from the mat's centre. */
static void say_wink(char out[SQ_WORDS_CAP], const sq_position *p, int wink) {
    const sq_seen_wink *w = &p->winks[wink];
    if (w->id != SQ_NO_WINK)
        snprintf(out, SQ_WORDS_CAP, "%s", sq_wink_name(w->id));
    else
        snprintf(out, SQ_WORDS_CAP, "the %s %s wink %d at (%.0f, %.0f)", sq_size_name(w->size),
                 sq_colour_name(w->colour), wink + 1, whole(w->at.x), whole(w->at.y));
}

void sq_say_mm(char out[SQ_WORDS_CAP], double mm, double sigma) {
    if (isfinite(sigma) && sigma > 0)
        snprintf(out, SQ_WORDS_CAP, "%.1f ± %.1f mm", mm, sigma);
    else
        snprintf(out, SQ_WORDS_CAP, "%.1f mm", mm);
}

void sq_say_gap(char out[SQ_WORDS_CAP], const sq_squop *s) {
    char mm[SQ_WORDS_CAP];
    sq_say_mm(mm, fabs(s->gap_mm), s->sigma_mm);
    snprintf(out, SQ_WORDS_CAP, "%s %.100s", s->gap_mm < 0 ? "overlap" : "gap", mm);
}

void sq_say_probability(char out[SQ_WORDS_CAP], double p) {
    p = round(1000 * p) / 1000; /* as the record keeps it: live and afterwards the same is said */
    if (p > SURE)
        snprintf(out, SQ_WORDS_CAP, "over %.0f %%", 100 * SURE);
    else if (p < NEVER)
        snprintf(out, SQ_WORDS_CAP, "under %.0f %%", 100 * NEVER);
    else
        snprintf(out, SQ_WORDS_CAP, "%.0f %%", 100 * p);
}

void sq_say_tiddlies(char out[SQ_WORDS_CAP], const sq_position *p, sq_colour c) {
    int low = p->tiddlies[c].low, high = p->tiddlies[c].high;
    if (low == high)
        snprintf(out, SQ_WORDS_CAP, "%d", low);
    else
        snprintf(out, SQ_WORDS_CAP, "%d to %d", low, high);
}

static void say_camera(FILE *to, const sq_position *p) {
    fprintf(to, "camera from %s", p->source == SQ_CAMERA_FROM_FILE ? "its file" : "the mat itself");
    if (isfinite(p->camera_rms_px)) fprintf(to, " (residual %.2f px)", p->camera_rms_px);
    fputs(p->pot_found ? "\n" : "; no pot in sight: distances are to the mat's centre, where it belongs\n",
          to);
}

/* How many winks lie where, the winks of special places by name. */
static void say_places(FILE *to, const sq_position *p) {
    int n[SQ_PLACES] = {0};
    for (int i = 0; i < p->wink_count; i++)
        n[p->winks[i].place]++;
    list l = {to, "  where: ", 0};
    if (n[SQ_PLACE_MAT]) add(&l, "%d on the mat", n[SQ_PLACE_MAT]);
    if (n[SQ_PLACE_BASELINE]) add(&l, "%d behind the baselines", n[SQ_PLACE_BASELINE]);
    int in = sq_position_seen_in_pot(p);
    if (in) add(&l, "%s%d in the pot", in > n[SQ_PLACE_POT] ? "at least " : "", in);
    if (n[SQ_PLACE_RIM]) add(&l, "%d on the pot's rim", n[SQ_PLACE_RIM]);
    if (n[SQ_PLACE_OFF]) add(&l, "%d off the mat", n[SQ_PLACE_OFF]);
    end(&l);
}

/* The winks of special places by name. */
static void say_special_places(FILE *to, const sq_position *p) {
    list l = {to, "  of them: ", 0};
    for (int i = 0; i < p->wink_count; i++) {
        char name[SQ_WORDS_CAP];
        say_wink(name, p, i);
        if (p->winks[i].place == SQ_PLACE_RIM)
            add(&l, "%s lies on the pot's rim", name);
        else if (p->winks[i].pot_supported)
            add(&l, "%s leans on the pot", name);
        if (p->winks[i].place == SQ_PLACE_OFF) add(&l, "%s lies off the mat", name);
    }
    end(&l);
}

/* Which colours the pot's heap shows, where not all of it is told wink by wink. */
static void say_heap(FILE *to, const sq_position *p) {
    int more = 0;
    for (sq_colour c = 0; c < SQ_USUAL_COLOURS; c++)
        more += sq_position_in_heap(p, c);
    list l = {to, "  the pot shows at least: ", 0};
    for (sq_colour c = 0; c < SQ_USUAL_COLOURS; c++)
        if (more && p->potted[c]) add(&l, "%d %s", p->potted[c], sq_colour_name(c));
    end(&l);
}

static void say_unseen(FILE *to, const sq_position *p) {
    list l = {to, "  not in sight: ", 0};
    for (unsigned c = 0; c < SQ_USUAL_COLOURS; c++)
        for (unsigned s = 0; s < SQ_SIZES; s++)
            if (p->unseen[c][s])
                add(&l, "%d %s %s", p->unseen[c][s], sq_size_name((sq_size)s), sq_colour_name((sq_colour)c));
    end(&l);
}

static void say_surplus(FILE *to, const sq_position *p) {
    list l = {to, "  LOOK: more than the set has: ", 0};
    for (sq_colour c = 0; c < SQ_USUAL_COLOURS; c++)
        for (sq_size s = 0; s < SQ_SIZES; s++) {
            int n = sq_position_surplus(p, c, s);
            if (n) add(&l, "%d %s %s", n, sq_size_name(s), sq_colour_name(c));
        }
    if (l.parts) fputs("; look which of them are the game's", to);
    end(&l);
}

static void say_other_pot(FILE *to, const sq_position *p) {
    if (p->other_pot_found)
        fprintf(to, "  LOOK: another pot stands at (%.0f, %.0f); take it away\n", whole(p->other_pot.x),
                whole(p->other_pot.y));
}

static void say_tiddlies(FILE *to, const sq_position *p) {
    list l = {to, "  tiddlies: ", 0};
    for (unsigned c = 0; c < SQ_USUAL_COLOURS; c++) {
        char n[SQ_WORDS_CAP];
        sq_say_tiddlies(n, p, (sq_colour)c);
        add(&l, "%s %s", sq_colour_name((sq_colour)c), n);
    }
    end(&l);
}

const sq_squop *sq_squop_reverse(const sq_position *p, const sq_squop *s) {
    for (int i = 0; i < p->squop_count; i++)
        if (p->squops[i].over == s->under && p->squops[i].under == s->over) return &p->squops[i];
    return NULL;
}

sq_saying sq_what_to_say(const sq_position *p, const sq_squop *s) {
    const sq_squop *r = sq_squop_reverse(p, s);
    bool first = !r || s < r;
    switch (s->call) {
    case SQ_CALL_SQUOPPED: return SQ_SAY_SQUOPPED;
    case SQ_CALL_CLEAR: return !r || (r->call == SQ_CALL_CLEAR && first) ? SQ_SAY_CLEAR : SQ_SAY_NOTHING;
    default:
        if (!r || r->call == SQ_CALL_CLEAR) return SQ_SAY_WHETHER;
        return first || r->call == SQ_CALL_SQUOPPED ? SQ_SAY_WHICH : SQ_SAY_NOTHING;
    }
}

static void say_squop(FILE *to, const sq_position *p, const sq_squop *s) {
    char over[SQ_WORDS_CAP], under[SQ_WORDS_CAP], gap[SQ_WORDS_CAP], sure[SQ_WORDS_CAP], back[SQ_WORDS_CAP],
        part[SQ_WORDS_CAP];
    const sq_squop *r = sq_squop_reverse(p, s);
    say_wink(over, p, s->over);
    say_wink(under, p, s->under);
    sq_say_gap(gap, s);
    sq_say_probability(sure, s->probability);
    sq_say_probability(back, r ? r->probability : 0);
    double neither = 1 - s->probability - (r ? r->probability : 0);
    sq_say_probability(part, neither);
    switch (sq_what_to_say(p, s)) {
    case SQ_SAY_NOTHING: break;
    case SQ_SAY_SQUOPPED:
        fprintf(to, "  squopped: %s lies over %s, %s (%s)\n", over, under, gap, sure);
        break;
    case SQ_SAY_CLEAR:
        fprintf(to, "  clear: %s and %s, %s (%s that one is squopped)\n", over, under, gap, sure);
        break;
    case SQ_SAY_WHETHER: fprintf(to, "  LOOK: does %s lie over %s? %s (%s)\n", over, under, gap, sure); break;
    case SQ_SAY_WHICH:
        fprintf(to, "  LOOK: which is over the other, %s (%s) or %s (%s)", over, sure, under, back);
        if (neither > SQ_SAY_NEITHER) fprintf(to, ", or neither (%s)", part);
        fprintf(to, "? %s\n", gap);
        break;
    }
}

static int away_from_baseline(const sq_position *p, sq_colour c) {
    int n = sq_position_unseen(p, c);
    for (int i = 0; i < p->wink_count; i++)
        n += p->winks[i].colour == c && p->winks[i].place != SQ_PLACE_BASELINE;
    return n;
}

/* At most one wink of each colour is anywhere else than behind its baseline, and one of them is. */
static bool may_be_squidge_off(const sq_position *p) {
    int all = 0;
    for (sq_colour c = 0; c < SQ_USUAL_COLOURS; c++) {
        int n = away_from_baseline(p, c);
        if (n > 1) return false;
        all += n;
    }
    return all > 0;
}

/* 5.4.1: in the pot is nearest of all. One that is neither seen there nor elsewhere may be the nearest. */
static void say_squidged_out_of_sight(list *l, const sq_position *p, bool in_pot) {
    for (sq_colour c = 0; c < SQ_USUAL_COLOURS; c++) {
        bool hidden = sq_position_unseen(p, c) > 0, potted = p->potted[c] > 0;
        if (potted && in_pot) add(l, "%s in the pot", sq_colour_name(c));
        if (hidden && !potted && !in_pot) add(l, "%s not judged", sq_colour_name(c));
    }
}

/* In the squidge-off a wink behind its baseline is none of those that count. */
static bool counts_as_nearest(const sq_position *p, const sq_nearest *n, bool squidge_off) {
    return !squidge_off || n->wink < 0 || p->winks[n->wink].place != SQ_PLACE_BASELINE;
}

static void say_too_close(FILE *to, const sq_position *p) {
    int count = 0, said = 0;
    for (int k = 0; k < p->nearest_count; k++)
        count += sq_position_is_too_close(p, k);
    fprintf(to, "  LOOK: too close to tell %s ", count > 2 ? "which of" : "whether");
    for (int k = 0; k < p->nearest_count; k++)
        if (sq_position_is_too_close(p, k))
            fprintf(to, "%s%s", sq_list_mark(said++, count, count > 2 ? " and " : " or "),
                    sq_colour_name(p->nearest[k].colour));
    fprintf(to, " is %s to the pot\n", count > 2 ? "nearest" : "nearer");
}

/* Who is nearest matters in the squidge-off alone, where at most one wink of each colour is played. */
static bool asks_who_is_nearest(const sq_position *p) {
    int played[SQ_USUAL_COLOURS] = {0};
    for (int i = 0; i < p->wink_count; i++)
        if (p->winks[i].place != SQ_PLACE_BASELINE && p->winks[i].colour < SQ_USUAL_COLOURS &&
            ++played[p->winks[i].colour] > 1)
            return false;
    return p->too_close && p->nearest_count > 1;
}

static void say_nearest(FILE *to, const sq_position *p) {
    list l = {to, p->pot_found ? "  nearest to the pot: " : "  nearest to the pot's place: ", 0};
    bool squidge_off = may_be_squidge_off(p);
    if (squidge_off) say_squidged_out_of_sight(&l, p, true);
    for (int i = 0; i < p->nearest_count; i++) {
        const sq_nearest *n = &p->nearest[i];
        if (!counts_as_nearest(p, n, squidge_off)) continue;
        sq_place place = n->wink < 0 ? SQ_PLACES : p->winks[n->wink].place;
        char mm[SQ_WORDS_CAP];
        sq_say_mm(mm, n->mm, n->sigma_mm);
        if (sq_place_is_potted(place))
            add(&l, "%s in the pot", sq_colour_name(n->colour));
        else if (place == SQ_PLACE_OFF)
            add(&l, "%s off the mat", sq_colour_name(n->colour));
        else if (isfinite(n->mm))
            add(&l, "%s %s", sq_colour_name(n->colour), mm);
    }
    if (squidge_off) say_squidged_out_of_sight(&l, p, false);
    end(&l);
    if (asks_who_is_nearest(p)) say_too_close(to, p);
}

static void say_regions(FILE *to, const sq_position *p) {
    for (int i = 0; i < p->region_count; i++)
        fprintf(to,
                "  LOOK: something covers the mat around (%.0f, %.0f); within %.0f mm no wink is judged\n",
                whole(p->regions[i].at.x), whole(p->regions[i].at.y), p->regions[i].radius_mm);
    if (p->truncated)
        fputs("  LOOK: more lies together than can be told apart; count it by eye, where it lies\n", to);
}

int sq_position_seen_in_pot(const sq_position *p) {
    int in = 0;
    for (int i = 0; i < p->wink_count; i++)
        in += p->winks[i].place == SQ_PLACE_POT;
    for (sq_colour c = 0; c < SQ_USUAL_COLOURS; c++)
        in += sq_position_in_heap(p, c);
    return in;
}

/* What lies in the pot hides what lies below. */
int sq_position_below_potted(const sq_position *p) {
    int unseen = 0;
    bool open = false;
    for (sq_colour c = 0; c < SQ_USUAL_COLOURS; c++) {
        unseen += sq_position_unseen(p, (sq_colour)c) - sq_position_in_heap(p, c);
        open |= p->tiddlies[c].low < p->tiddlies[c].high;
    }
    return open && sq_position_seen_in_pot(p) ? unseen : 0;
}

static void say_pot(FILE *to, const sq_position *p) {
    int in = sq_position_seen_in_pot(p), below = sq_position_below_potted(p);
    if (below)
        fprintf(to,
                "  LOOK: %d wink%s seen in the pot, and up to %d more may lie below: count them by eye, and "
                "leave them there\n",
                in, in == 1 ? " is" : "s are", below);
}

int sq_position_looks(const sq_position *p) {
    int looks = p->region_count + p->truncated + p->other_pot_found + (sq_position_below_potted(p) > 0) +
                asks_who_is_nearest(p);
    bool surplus = false;
    for (sq_colour c = 0; c < SQ_USUAL_COLOURS; c++)
        surplus |= sq_position_surplus(p, c, SQ_LARGE) || sq_position_surplus(p, c, SQ_SMALL);
    for (int i = 0; i < p->squop_count; i++) {
        sq_saying what = sq_what_to_say(p, &p->squops[i]);
        looks += what == SQ_SAY_WHETHER || what == SQ_SAY_WHICH;
    }
    return looks + surplus;
}

void sq_position_say(FILE *to, const sq_position *p, const char *image, bool has_tiddlies) {
    fprintf(to, "%s: %d wink%s, ", image, p->wink_count, p->wink_count == 1 ? "" : "s");
    say_camera(to, p);
    say_places(to, p);
    say_special_places(to, p);
    say_heap(to, p);
    say_unseen(to, p);
    say_surplus(to, p);
    say_other_pot(to, p);
    if (has_tiddlies) say_tiddlies(to, p);
    for (int i = 0; i < p->squop_count; i++)
        say_squop(to, p, &p->squops[i]);
    say_nearest(to, p);
    say_pot(to, p);
    say_regions(to, p);
}

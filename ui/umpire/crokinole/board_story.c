/* Discs are matched with those of the rest before; each account of the rest has its price in nats, and what
 * is not sure in the likeliest ones (struck or not, which region) branches them. */
#include "ui/umpire/crokinole/board_story.h"

#include <stdlib.h>
#include <string.h>

#include "vision/math/tunable_number.h"

/* A disc that nobody has touched is seen so far (mm) from where it was, beside its own ±: the board is
 * measured anew at each rest. */
SQ_NUMBER(SAME_BOARD_MM, 0.08);
/* As far from where it lay, in mm, a disc is taken as the same before any other is: less than two discs lie
 * apart. */
SQ_NUMBER(SAME_PLACE_MM, 14.0);
/* Where the hole's bare ground is seen again, the probability that it is a disc changes by less than this
 * factor. Larger: a disc over the hole's edge is missed. */
SQ_NUMBER(HOLE_ALIKE, 1.5);
/* How far a disc that is struck moves, in mm, as a mean. */
SQ_NUMBER(STRUCK_MM, 60.0);
/* And how many are struck so softly that they move only so far (mm) as a mean. */
SQ_NUMBER(SOFTLY, 0.03);
SQ_NUMBER(SOFTLY_MM, 3.0);
/* How often a shot strikes some disc. */
SQ_NUMBER(STRUCK, 0.3);
/* A disc that comes to rest so near (mm) to another, which has not moved, may have touched it; and how often
 * one that is struck stays where it was otherwise. */
SQ_NUMBER(TOUCHING_MM, 1.5);
SQ_NUMBER(UNMOVED, 0.001);

/* What an account costs, nats. */
SQ_NUMBER(OUT_OF_SIGHT, 0.7);    /* the disc shot has left the board */
SQ_NUMBER(MISSED_BEFORE, 4.5);   /* a shot before it that touched nothing and left the board */
SQ_NUMBER(STILL_LIES, 3.5);      /* a disc was to be taken off, and the game goes on around it */
SQ_NUMBER(NOT_LIFTED_YET, 1.0);  /* the same while nothing else has happened */
SQ_NUMBER(MOVED_BY_NOBODY, 7.0); /* a disc moves without a shot */
SQ_NUMBER(LEFT_THE_BOARD, 1.0);  /* a disc that is struck is gone */
SQ_NUMBER(UNSEEN, 5.0);          /* a disc lies where it lay, and the eye has not found it */
SQ_NUMBER(NOTHING_TOUCHED, 1.8); /* a shot that nothing shows of */
SQ_NUMBER(SEEN_WRONGLY, 14.0);   /* a disc more than anybody can have played, at most */
SQ_NUMBER(DITCH_MISCOUNT, 6.0);  /* for each disc more or less in the ditch than there should be */
/* What tells that a disc in the ditch has lain there unseen, nats: something round showed there at the rest
 * before, which is nobody's; against it: nothing did, and this is as much against a new thing on the board
 * that is no disc. */
SQ_NUMBER(SHOWED_BEFORE, 3.0);
SQ_NUMBER(SHOWED_NOTHING, 1.5);
/* Of the discs gone: how many were lifted off as 20s before a rest was seen, and how many may lie in the hole
 * unseen while their side's colour is not known. */
SQ_NUMBER(TWENTY_UNSEEN, 0.004);
SQ_NUMBER(TWENTY_UNKNOWN, 0.2);

/* What is less likely than this is not asked. */
SQ_NUMBER(WORTH_ASKING, 0.004);

enum { BRANCHES = 2 * SQ_BOARD_READINGS, NONE = -1 };

typedef struct {
    const sq_crokinole *game;
    const sq_board_lie *was;
    const sq_board_position *seen;
    sq_board_disc_set to_lift; /* they lie there, and the rules have taken them off */
    int found[SQ_DISCS];       /* the disc seen that a disc of the record is; NONE: it is gone */
    bool taken[SQ_BOARD_DISC_CAP];
    sq_seen_set fresh; /* what is seen on the board and was not there before: surely a disc, or perhaps */
    double in_hole[SQ_BOARD_SIDES]; /* as sq_board_hole_seen says */
    double t, rest;
} scene;

bool sq_board_is_on_board(const sq_board_disc_seen *d) {
    return d->probability[SQ_REGION_DITCH] < 0.5 && d->side_sure >= 0.5;
}

bool sq_board_is_in_ditch(const sq_board_disc_seen *d) {
    return d->probability[SQ_REGION_DITCH] >= 0.5 && d->side_sure >= 0.5;
}

int sq_board_ditch_seen(const sq_board_position *seen, sq_board_side side) {
    int n = 0;
    for (int i = 0; i < seen->count; i++)
        n += seen->disc[i].side == side && sq_board_is_in_ditch(&seen->disc[i]);
    return n;
}

void sq_board_hole_seen(const sq_board_position *seen, double probability[SQ_BOARD_SIDES]) {
    probability[SQ_LIGHT] = probability[SQ_DARK] = 0;
    for (int i = 0; i < seen->count; i++) {
        const sq_board_disc_seen *disc = &seen->disc[i];
        if (disc->region != SQ_REGION_HOLE || sq_board_is_on_board(disc)) continue;
        probability[disc->side] = disc->side_sure * disc->probability[SQ_REGION_HOLE];
        probability[!disc->side] = disc->other_sure * disc->probability[SQ_REGION_HOLE];
    }
}

/* ---- The same discs ---- */

static double sure_of(const sq_board_disc_seen *disc, sq_board_side side) {
    return disc->side == side ? disc->side_sure : disc->other_sure;
}

/* What lies in the hole for certain and is likelier no disc is judged apart (sq_board_hole_seen). */
static bool may_be_on_board(const sq_board_disc_seen *disc) {
    return disc->probability[SQ_REGION_DITCH] < 0.5 &&
           (sq_board_is_on_board(disc) || disc->probability[SQ_REGION_HOLE] < 1 - WORTH_ASKING);
}

/* Whether it has come to the board since the rest before, if it is a disc. The hole's ground shows always,
 * and always alike. */
static bool may_be_new(const scene *s, const sq_board_disc_seen *disc) {
    double now = s->in_hole[disc->side], before = s->was->in_hole[disc->side];
    if (sq_board_is_on_board(disc)) return true;
    if (!may_be_on_board(disc)) return false;
    if (disc->region != SQ_REGION_HOLE) return !disc->showed_before;
    return now > HOLE_ALIKE * before || before > HOLE_ALIKE * now;
}

/* The nearest disc of the side that is not taken, within reach. Where a disc lay before, what is likelier no
 * disc is still that one. */
static int nearest(const scene *s, sq_board_disc d, double within_mm) {
    int best = NONE;
    for (int i = 0; i < s->seen->count; i++) {
        const sq_board_disc_seen *disc = &s->seen->disc[i];
        double off = sq_mm_distance(disc->at, s->was->at[d]);
        bool is_one = sq_board_is_on_board(disc) || (off < SAME_PLACE_MM && may_be_on_board(disc));
        if (s->taken[i] || !is_one || disc->side != sq_board_disc_side(d) || off > within_mm) continue;
        within_mm = off;
        best = i;
    }
    return best;
}

/* Those near their old places first: of two that fit one disc the nearer one. */
static void find_again(scene *s) {
    for (sq_board_disc d = 0; d < SQ_DISCS; d++)
        s->found[d] = NONE;
    for (double reach = 1; reach < 4 * SQ_BOARD_OUTER_MM; reach *= reach < SAME_PLACE_MM ? 2 : 1.3)
        for (sq_board_disc_set left = s->was->lies; left; left &= left - 1) {
            sq_board_disc d = (sq_board_disc)__builtin_ctz(left);
            bool stays = s->to_lift & sq_board_disc_bit(d) && reach > SAME_PLACE_MM;
            if (s->found[d] != NONE || stays) continue; /* what is lifted off does not lie elsewhere */
            s->found[d] = nearest(s, d, reach);
            if (s->found[d] != NONE) s->taken[s->found[d]] = true;
        }
    for (int i = 0; i < s->seen->count; i++)
        if (!s->taken[i] && may_be_new(s, &s->seen->disc[i])) s->fresh |= (sq_seen_set)1 << i;
}

/* How likely (a mm²) a disc that lies still is seen so far off; wrong: that one of its two places is that of
 * another circle. */
static double stays(double off, double var, double wrong) {
    double wide = var + SQ_WRONG_CIRCLE_MM * SQ_WRONG_CIRCLE_MM;
    return (1 - wrong) * exp(-off * off / (2 * var)) / var + wrong * exp(-off * off / (2 * wide)) / wide;
}

/* The odds, as nats, that a disc has moved rather than not. */
static double moved_nats(const scene *s, sq_board_disc d) {
    if (s->found[d] == NONE) return INFINITY;
    const sq_board_disc_seen *now = &s->seen->disc[s->found[d]];
    double off = sq_mm_distance(now->at, s->was->at[d]);
    double other_rim = s->seen->disc_radius_mm - s->was->radius_mm[d];
    double var = now->own_sigma_mm * now->own_sigma_mm + s->was->own_sigma_mm[d] * s->was->own_sigma_mm[d] +
                 SAME_BOARD_MM * SAME_BOARD_MM + other_rim * other_rim;
    double moved =
        ((1 - SOFTLY) * exp(-off / STRUCK_MM) / STRUCK_MM + SOFTLY * exp(-off / SOFTLY_MM) / SOFTLY_MM) /
        fmax(off, sqrt(var));
    return log(moved / stays(off, var, 1 - (1 - now->wrong_circle) * (1 - s->was->wrong_circle[d])));
}

/* ---- Branches: what is not sure in an account ---- */

typedef struct {
    sq_board_reading list[BRANCHES];
    double nats[BRANCHES];
    int count;
} branches;

/* Where there is no room, the least likely gives way. */
static void add(branches *b, const sq_board_reading *r, double nats) {
    int at = b->count;
    if (at < BRANCHES)
        b->count++;
    else {
        at = 0;
        for (int i = 1; i < BRANCHES; i++)
            if (b->nats[i] < b->nats[at]) at = i;
        if (nats <= b->nats[at]) return;
    }
    b->nats[at] = nats;
    b->list[at] = *r;
}

static double best_of(const branches *b) {
    double best = -INFINITY;
    for (int i = 0; i < b->count; i++)
        best = fmax(best, b->nats[i]);
    return best;
}

static void place(sq_crokinole_event *e, sq_board_disc d, sq_board_place at) {
    e->named |= sq_board_disc_bit(d);
    e->place[d] = (uint8_t)at;
}

/* Each branch goes on with each place that the disc may have. */
static void branch_places(branches *b, sq_board_disc d, const double probability[SQ_BOARD_PLACES]) {
    int before = b->count;
    double best = best_of(b);
    for (int i = 0; i < before; i++) {
        sq_board_reading r = b->list[i];
        double nats = b->nats[i];
        bool first = true;
        for (int p = SQ_BOARD_PLACES - 1; p >= 0; p--) {
            double now = nats + log(fmax(probability[p], 1e-12));
            if (now < best + log(WORTH_ASKING) && probability[p] < 0.5) continue;
            sq_board_reading next = r;
            place(&next.shot[next.shots - 1], d, (sq_board_place)p);
            if (first) {
                b->list[i] = next;
                b->nats[i] = now;
            } else
                add(b, &next, now);
            first = false;
        }
    }
}

static void places_seen(const sq_board_disc_seen *disc, double to[SQ_BOARD_PLACES]) {
    memset(to, 0, SQ_BOARD_PLACES * sizeof *to);
    for (int r = 0; r < SQ_BOARD_REGIONS; r++)
        to[sq_board_region_place((sq_board_region)r)] += disc->probability[r];
}

static bool knows_colour(const scene *s, sq_board_side side) {
    return s->seen->tones.known && s->seen->tones.seen[side];
}

/* Out; or it is what lies in the hole and is likelier no disc, or a 20 that no rest has shown. */
static void places_gone(const scene *s, sq_board_side side, double to[SQ_BOARD_PLACES]) {
    memset(to, 0, SQ_BOARD_PLACES * sizeof *to);
    to[SQ_AT_20] = fmax(knows_colour(s, side) ? TWENTY_UNSEEN : TWENTY_UNKNOWN, s->in_hole[side]);
    to[SQ_AT_OUT] = 1 - to[SQ_AT_20];
}

/* ---- Accounts ---- */

void sq_board_lay(sq_board_lie *lie, sq_board_disc d, const sq_board_disc_seen *seen, double radius_mm) {
    lie->lies |= sq_board_disc_bit(d);
    lie->at[d] = seen->at;
    lie->own_sigma_mm[d] = seen->own_sigma_mm;
    lie->radius_mm[d] = radius_mm;
    lie->wrong_circle[d] = seen->wrong_circle;
}

/* What is seen is written down as it lies; gone are those that are not found. */
static void lay(const scene *s, sq_board_reading *r) {
    r->lie.lies = 0;
    for (sq_board_disc d = 0; d < SQ_DISCS; d++) {
        if (s->found[d] == NONE) continue;
        sq_board_lay(&r->lie, d, &s->seen->disc[s->found[d]], s->seen->disc_radius_mm);
    }
    for (int side = 0; side < SQ_BOARD_SIDES; side++)
        r->lie.ditch[side] = sq_board_ditch_seen(s->seen, (sq_board_side)side);
    memcpy(r->lie.in_hole, s->in_hole, sizeof r->lie.in_hole);
    r->lifted = s->to_lift & ~r->lie.lies;
    r->left_lying = s->to_lift & r->lie.lies;
}

/* A disc that is not found may lie where it lay all the same. */
static void lay_unseen(const scene *s, sq_board_disc d, sq_board_lie *lie) {
    lie->lies |= sq_board_disc_bit(d);
    lie->at[d] = s->was->at[d];
    lie->own_sigma_mm[d] = s->was->own_sigma_mm[d];
    lie->radius_mm[d] = s->was->radius_mm[d];
    lie->wrong_circle[d] = s->was->wrong_circle[d];
}

/* The discs of a side that have left the board before, and that the eye has not found in the ditch: its
 * colour was not known yet, or a hand or the wall hid them. */
static int hidden_in_ditch(const scene *s, int side) {
    sq_board_disc_set out = sq_board_discs_at(&s->game->now, SQ_AT_OUT) & ~s->was->lies;
    int count = __builtin_popcount(out & sq_board_discs_of((sq_board_side)side));
    return count > s->was->ditch[side] ? count - s->was->ditch[side] : 0;
}

/* The evidence, nats, that so many discs of a side have lain in the ditch unseen. */
static double evidence_of_hidden(const scene *s, int side, int hidden) {
    int showed = 0;
    for (int i = 0; i < s->seen->count; i++) {
        const sq_board_disc_seen *disc = &s->seen->disc[i];
        showed += (int)disc->side == side && sq_board_is_in_ditch(disc) && disc->showed_before;
    }
    if (showed > hidden) showed = hidden;
    return SHOWED_BEFORE * showed - SHOWED_NOTHING * (hidden - showed);
}

/* What the ditch says of an account: who has left the board lies there. That one which was hidden
 * there comes into sight is by itself as likely as a shot that touches nothing and leaves the board: what
 * showed there before, and what follows, decide. What has a colour that is not known is not seen there.
 * Between two rounds the ditch is emptied. */
static double cost_of_ditch(const scene *s, const sq_board_reading *r) {
    int more[SQ_BOARD_SIDES] = {0, 0}, off = 0, found = 0;
    double nats = 0;
    sq_board_disc_set gone = r->lifted & sq_board_discs_at(&s->game->now, SQ_AT_OUT);
    for (int i = 0; i < r->shots; i++)
        for (sq_board_disc_set left = r->shot[i].named; left; left &= left - 1) {
            sq_board_disc d = (sq_board_disc)__builtin_ctz(left);
            bool lies = r->lie.lies & sq_board_disc_bit(d);
            if (r->shot[i].place[d] == SQ_AT_OUT && !lies) gone |= sq_board_disc_bit(d);
        }
    if (s->game->now.phase != SQ_BOARD_PLAY) return 0;
    for (; gone; gone &= gone - 1)
        more[sq_board_disc_side((sq_board_disc)__builtin_ctz(gone))]++;
    for (int side = 0; side < SQ_BOARD_SIDES; side++) {
        int surplus = r->lie.ditch[side] - s->was->ditch[side] - more[side],
            hidden = hidden_in_ditch(s, side);
        int at_last = surplus < hidden ? surplus : hidden;
        if (at_last > 0) {
            found += at_last;
            nats += evidence_of_hidden(s, side, at_last);
        }
        bool misses = surplus >= 0 || knows_colour(s, (sq_board_side)side);
        off += at_last > 0 ? surplus - at_last : misses ? abs(surplus) : 0;
    }
    return nats - DITCH_MISCOUNT * off - (OUT_OF_SIGHT + NOTHING_TOUCHED) * found;
}

/* What a disc that was to be taken off costs where it still lies there. */
static double cost_of_lifting(const scene *s, double each) {
    double sum = 0;
    for (sq_board_disc_set left = s->to_lift; left; left &= left - 1)
        sum -= s->found[__builtin_ctz(left)] == NONE ? 0 : each;
    return sum;
}

/* The evidence, nats, that what is new is no disc. */
static double none_nats(const scene *s, int i) {
    const sq_board_disc_seen *disc = &s->seen->disc[i];
    return fmax(-SEEN_WRONGLY,
                log(fmax(sq_board_is_none(disc), 1e-12)) - (disc->showed_before ? 0 : SHOWED_NOTHING));
}

static double all_are_none(const scene *s) {
    double nats = 0;
    for (sq_seen_set left = s->fresh; left; left &= left - 1)
        nats += none_nats(s, __builtin_ctzll(left));
    return nats;
}

/* The record's disc lies where a new thing is seen. Returns the evidence, nats, that this is so, against that
 * it is no disc. */
static double take_new(const scene *s, sq_board_reading *r, sq_board_disc d, int i) {
    const sq_board_disc_seen *disc = &s->seen->disc[i];
    sq_board_lay(&r->lie, d, disc, s->seen->disc_radius_mm);
    r->taken |= (sq_seen_set)1 << i;
    return log(sure_of(disc, sq_board_disc_side(d))) - none_nats(s, i);
}

/* The new things that may be discs of the side, those that a reading has taken apart. */
static sq_seen_set new_of(const scene *s, sq_board_side side, sq_seen_set taken) {
    sq_seen_set of = 0;
    for (sq_seen_set left = s->fresh & ~taken; left; left &= left - 1)
        if (sure_of(&s->seen->disc[__builtin_ctzll(left)], side) > WORTH_ASKING) of |= left & -left;
    return of;
}

static void tell_nothing(const scene *s, branches *to) {
    sq_board_reading r = {0};
    double nats = cost_of_lifting(s, NOT_LIFTED_YET);
    lay(s, &r);
    for (sq_board_disc_set left = s->was->lies & ~s->to_lift; left; left &= left - 1) {
        sq_board_disc d = (sq_board_disc)__builtin_ctz(left);
        double moved = moved_nats(s, d);
        if (s->found[d] == NONE) lay_unseen(s, d, &r.lie);
        nats -= s->found[d] == NONE ? UNSEEN : moved > 0 ? fmin(MOVED_BY_NOBODY, moved) : 0;
    }
    add(to, &r, nats + all_are_none(s) + cost_of_ditch(s, &r));
}

/* The lowest disc that the side has in hand, beside those that are played already. */
static sq_board_disc next_disc(const scene *s, sq_board_side side) {
    const sq_board_standing *p = &s->game->now;
    sq_board_disc_set hand =
        p->phase == SQ_BOARD_COUNTED ? ~(sq_board_disc_set)0 : sq_board_discs_at(p, SQ_IN_HAND);
    hand &= s->game->in_game & sq_board_discs_of(side);
    return hand ? (sq_board_disc)__builtin_ctz(hand) : SQ_NO_DISC;
}

static sq_crokinole_event shot_of(const scene *s, sq_board_disc disc) {
    sq_crokinole_event e = sq_crokinole_nothing_told;
    e.t = sq_us_from_s(s->t), e.rest = sq_us_from_s(s->rest), e.t_known = true;
    e.colour = (uint8_t)sq_board_disc_side(disc), e.disc = disc;
    return e;
}

/* Adds what becomes of a branch where the disc was struck; its place is told where it has moved. */
static void add_struck(branches *to, const sq_board_reading *r, double nats, sq_board_disc d,
                       const double *places) {
    branches struck = {.list = {*r}, .nats = {nats}, .count = 1};
    sq_crokinole_event *shot = &struck.list[0].shot[r->shots - 1];
    shot->struck |= sq_board_disc_bit(d);
    if (places) branch_places(&struck, d, places);
    for (int i = 0; i < struck.count; i++)
        add(to, &struck.list[i], struck.nats[i]);
}

/* Each branch goes on with the disc struck, untouched, or both ways. odds: of struck, nats. */
static void branch_struck(branches *b, sq_board_disc d, double odds, const double *places) {
    branches next = {.count = 0};
    double yes = -log1p(exp(-odds)), no = -log1p(exp(odds));
    for (int i = 0; i < b->count; i++) {
        if (yes > log(WORTH_ASKING)) add_struck(&next, &b->list[i], b->nats[i] + yes, d, places);
        if (no > log(WORTH_ASKING)) add(&next, &b->list[i], b->nats[i] + no);
    }
    *b = next;
}

/* Whether the disc shot has come to rest against this one. */
static bool touches(const scene *s, const sq_board_disc_seen *disc, const sq_board_disc_seen *shot) {
    double reach = 2 * s->seen->disc_radius_mm + TOUCHING_MM + 2 * hypot(disc->sigma_mm, shot->sigma_mm);
    return sq_mm_distance(disc->at, shot->at) < reach;
}

/* The disc was struck, and is what is seen elsewhere and may be none. */
static void add_moved(const scene *s, branches *b, const sq_board_reading *from, double nats,
                      sq_board_disc d) {
    for (sq_seen_set left = new_of(s, sq_board_disc_side(d), from->taken); left; left &= left - 1) {
        int i = __builtin_ctzll(left);
        double places[SQ_BOARD_PLACES];
        sq_board_reading r = *from;
        double is = take_new(s, &r, d, i);
        places_seen(&s->seen->disc[i], places);
        add_struck(b, &r, nats + is, d, places);
    }
}

/* Each branch goes on with the disc struck off the board, or struck and perhaps seen elsewhere, or not seen
 * though it lies there. */
static void branch_gone(const scene *s, branches *b, sq_board_disc d) {
    double places[SQ_BOARD_PLACES];
    branches unseen = *b;
    places_gone(s, sq_board_disc_side(d), places);
    branch_struck(b, d, INFINITY, places);
    for (int i = 0; i < b->count; i++)
        b->nats[i] -= LEFT_THE_BOARD;
    for (int i = 0; i < unseen.count; i++) {
        add_moved(s, b, &unseen.list[i], unseen.nats[i], d);
        lay_unseen(s, d, &unseen.list[i].lie);
        add(b, &unseen.list[i], unseen.nats[i] - UNSEEN);
    }
}

/* Discs that were hardly touched, if they were: they have not moved. */
typedef struct {
    int count;
    sq_board_disc disc[SQ_DISCS];
    double odds[SQ_DISCS];
} hardly_touched;

/* However unlikely it is that such a disc was touched: one of the opponents' makes a shot valid, and one of
 * its own side is to be taken off with a shot that is not; what the players do next may show it. The
 * opponents' discs count as one: whichever it was, the shot is valid. */
static void branch_hardly_touched(branches *b, sq_board_side side, const hardly_touched *h) {
    sq_board_disc_set own = sq_board_discs_of(side);
    int before = b->count;
    for (int i = 0; i < before; i++) {
        const sq_board_reading r = b->list[i];
        double nats = b->nats[i], theirs = 0;
        if (r.shot[r.shots - 1].struck & ~own) continue;
        for (int k = 0; k < h->count; k++) {
            bool is_own = own & sq_board_disc_bit(h->disc[k]);
            sq_board_reading touched = r;
            theirs += is_own ? 0 : h->odds[k];
            touched.shot[r.shots - 1].struck |= sq_board_disc_bit(h->disc[k]);
            bool last_of_theirs = k == h->count - 1 || own & sq_board_disc_bit(h->disc[k + 1]);
            if (is_own) add(b, &touched, nats + log(h->odds[k]));
            if (!is_own && last_of_theirs) add(b, &touched, nats + log(theirs));
        }
    }
}

/* The discs that the shot of the side has moved, or may have touched. shot: the disc shot, as it is seen;
 * null: it is not. Returns those that are seen to have moved, if they were struck. */
static sq_board_disc_set strike(const scene *s, branches *b, sq_board_side side,
                                const sq_board_disc_seen *shot) {
    hardly_touched h = {.count = 0};
    sq_board_disc_set all_moved = 0;
    for (sq_board_disc_set left = s->was->lies & ~s->to_lift; left; left &= left - 1) {
        sq_board_disc d = (sq_board_disc)__builtin_ctz(left);
        double places[SQ_BOARD_PLACES], odds = moved_nats(s, d) + log(STRUCK);
        if (s->found[d] == NONE) {
            all_moved |= sq_board_disc_bit(d);
            branch_gone(s, b, d);
            continue;
        }
        const sq_board_disc_seen *now = &s->seen->disc[s->found[d]];
        bool moved = odds > 0;
        if (moved) all_moved |= sq_board_disc_bit(d);
        places_seen(now, places);
        if (!moved) odds = log(exp(odds) + (shot && touches(s, now, shot) ? 1 : UNMOVED));
        branch_struck(b, d, odds, moved ? places : NULL);
        if (odds > log(WORTH_ASKING)) continue;
        h.disc[h.count] = d;
        h.odds[h.count++] = exp(odds);
    }
    branch_hardly_touched(b, side, &h);
    return all_moved;
}

/* The disc shot, as the new thing that it is; NONE: it is not seen. */
static void come_to_rest(const scene *s, branches *b, sq_board_disc disc, int seen) {
    double places[SQ_BOARD_PLACES];
    for (int i = 0; i < b->count; i++)
        b->nats[i] += seen == NONE ? -OUT_OF_SIGHT : take_new(s, &b->list[i], disc, seen);
    if (seen == NONE)
        places_gone(s, sq_board_disc_side(disc), places);
    else
        places_seen(&s->seen->disc[seen], places);
    branch_places(b, disc, places);
}

/* The new thing that is surest of the side, and likelier its disc than not. */
static int surest(const scene *s, sq_board_side side, int except) {
    double most = 0.5;
    int best = NONE;
    for (sq_seen_set left = s->fresh; left; left &= left - 1) {
        int i = __builtin_ctzll(left);
        double sure = sure_of(&s->seen->disc[i], side);
        if (i == except || sure < most) continue;
        most = sure;
        best = i;
    }
    return best;
}

/* A shot of the side, which came to rest as the new thing `seen`; where it was not its turn, the other side
 * has played before, and that disc lies where one is seen, or has left the board. */
static void tell_shot_as(const scene *s, sq_board_side side, int seen, branches *to) {
    sq_board_side due = sq_crokinole_side(s->game, (sq_board_seat)s->game->now.due);
    sq_board_disc disc = next_disc(s, side), before = side == due ? disc : next_disc(s, due);
    if (disc == SQ_NO_DISC || before == SQ_NO_DISC) return;
    branches b = {.count = 1};
    lay(s, &b.list[0]);
    b.nats[0] = cost_of_lifting(s, STILL_LIES) + all_are_none(s);
    if (side != due) {
        b.list[0].shot[b.list[0].shots] = shot_of(s, before);
        b.list[0].shot[b.list[0].shots++].rest = sq_us_from_s(s->t); /* nobody saw when */
        b.nats[0] -= MISSED_BEFORE;
        come_to_rest(s, &b, before, surest(s, due, seen));
    }
    for (int i = 0; i < b.count; i++)
        b.list[i].shot[b.list[i].shots++] = shot_of(s, disc);
    come_to_rest(s, &b, disc, seen);
    sq_board_disc_set moved = strike(s, &b, side, seen == NONE ? NULL : &s->seen->disc[seen]);
    for (int i = 0; i < b.count; i++) {
        bool shows = seen != NONE || s->in_hole[side] > s->was->in_hole[side] ||
                     b.list[i].shot[b.list[i].shots - 1].struck & moved;
        add(to, &b.list[i], b.nats[i] + cost_of_ditch(s, &b.list[i]) - (shows ? 0 : NOTHING_TOUCHED));
    }
}

/* A shot of the side, by whatever new thing may be its disc, or none. */
static void tell_shot(const scene *s, sq_board_side side, branches *to) {
    tell_shot_as(s, side, NONE, to);
    for (sq_seen_set left = new_of(s, side, 0); left; left &= left - 1)
        tell_shot_as(s, side, __builtin_ctzll(left), to);
}

/* ---- The story ---- */

static void sort(branches *b) {
    for (int i = 1; i < b->count; i++)
        for (int k = i; k > 0 && b->nats[k] > b->nats[k - 1]; k--) {
            sq_board_reading r = b->list[k];
            double nats = b->nats[k];
            b->list[k] = b->list[k - 1], b->list[k - 1] = r;
            b->nats[k] = b->nats[k - 1], b->nats[k - 1] = nats;
        }
}

static void weigh(sq_board_story *out, branches *b) {
    sort(b);
    double sum = 0, best = b->count ? b->nats[0] : -INFINITY;
    for (int i = 0; i < b->count; i++)
        sum += exp(b->nats[i] - best);
    out->evidence = best + log(sum);
    out->count = b->count < SQ_BOARD_READINGS ? b->count : SQ_BOARD_READINGS;
    for (int i = 0; i < out->count; i++) {
        out->reading[i] = b->list[i];
        out->reading[i].probability = exp(b->nats[i] - out->evidence);
    }
}

/* What was there before and is no disc of the record is no news. */
static sq_seen_set unexplained(const scene *s, const sq_board_reading *r) {
    sq_seen_set strange = 0;
    for (sq_seen_set left = s->fresh & ~r->taken; left; left &= left - 1) {
        const sq_board_disc_seen *disc = &s->seen->disc[__builtin_ctzll(left)];
        if (disc->sure && !disc->showed_before && disc->region != SQ_REGION_ON_OUTER) strange |= left & -left;
    }
    return strange;
}

void sq_board_story_tell(sq_board_story *out, const sq_crokinole *game, const sq_board_lie *was,
                         const sq_board_position *seen, double t, double rest) {
    scene s = {.game = game, .was = was, .seen = seen, .t = t, .rest = rest};
    static const sq_board_side sides[] = {SQ_LIGHT, SQ_DARK};
    bool over = game->now.phase != SQ_BOARD_PLAY;
    s.to_lift = over ? was->lies : was->lies & ~sq_board_discs_in_play(&game->now);
    sq_board_hole_seen(seen, s.in_hole);
    find_again(&s);
    branches all = {.count = 0};
    tell_nothing(&s, &all);
    bool may_play = game->now.due != SQ_NO_SEAT && !game->foul;
    for (int i = 0; i < 2 && may_play; i++)
        tell_shot(&s, sides[i], &all);
    weigh(out, &all);
    for (int i = 0; i < out->count; i++)
        out->reading[i].unexplained = unexplained(&s, &out->reading[i]);
}

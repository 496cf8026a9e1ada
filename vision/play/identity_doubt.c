/* Keeps account of which look-alike winks may have exchanged their names. */
#include "vision/play/identity_doubt.h"

#include <math.h>

sq_wink_set sq_play_names_told(const sq_play_reading *r) {
    const sq_event_shot *e = &r->event.shot;
    if (!sq_play_is_shot(r)) return 0;
    sq_wink_set told = sq_wink_bit(e->wink) | e->potted | e->off;
    for (sq_wink under = 0; under < SQ_USUAL_WINKS; under++) {
        bool moved = r->moved & sq_wink_bit(under);
        sq_wink_set fresh = moved ? e->over.above[under] : e->over.above[under] & r->moved;
        if (fresh) told |= fresh | sq_wink_bit(under);
    }
    return told;
}

/* Names change in pairs: the least sure one counts. */
double sq_play_named_right(const sq_play_reading *r, const sq_tracked *before) {
    sq_wink_set told = sq_play_names_told(r);
    double right = 1;
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
        if (told & sq_wink_bit(w)) right = fmin(right, 1 - before->wink[w].misnamed);
    return right;
}

/* The wink to which a naming gives that disc. */
static sq_wink named_by(const sq_naming *n, int disc) {
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
        if (disc >= 0 && n->index[w] == disc) return w;
    return SQ_NO_WINK;
}

/* The one naming's disc of w is another wink in the other; or w has none, and in the other it has one that is
 * another's in this. Between winks that were never told of it makes no difference. */
static bool is_renamed(const sq_naming *a, const sq_naming *b, sq_wink w, sq_wink_set untold) {
    sq_wink as = a->index[w] >= 0 ? named_by(b, a->index[w]) : named_by(a, b->index[w]);
    if (as == w || as == SQ_NO_WINK) return false;
    return (sq_wink_bit(w) | sq_wink_bit(as)) & ~untold;
}

double sq_play_share_of_naming(const sq_play_reading *r, int naming) {
    double others = 0;
    for (int n = 0; n < SQ_NAMINGS; n++)
        others += r->also[n];
    return naming == r->naming ? 1 - others : r->also[naming];
}

/* The probability of each naming, over all readings; returns their sum. */
static double of_namings(double naming[SQ_NAMINGS], const sq_tracked *t, const sq_play *p) {
    double all = 0;
    for (int n = 0; n < t->naming_count; n++) {
        naming[n] = 0;
        for (int i = 0; i < p->reading_count; i++)
            naming[n] += p->reading[i].probability * sq_play_share_of_naming(&p->reading[i], n);
        all += naming[n];
    }
    return all;
}

void sq_play_doubt_names(sq_tracked *t, const sq_play *p, sq_wink_set untold) {
    const sq_naming *first = &t->naming[p->reading[0].naming];
    double naming[SQ_NAMINGS], all = of_namings(naming, t, p);
    for (sq_wink w = 0; all > 0 && w < SQ_USUAL_WINKS; w++) {
        double renamed = 0;
        for (int n = 0; n < t->naming_count; n++)
            if (is_renamed(first, &t->naming[n], w, untold)) renamed += naming[n] / all;
        t->wink[w].misnamed = 1 - (1 - t->wink[w].misnamed) * (1 - renamed);
    }
}

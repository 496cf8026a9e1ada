#include "vision/play.h"

#include <string.h>

#include "vision/play_doubt.h"
#include "vision/play_story.h"
#include "vision/tolerance.h"

const char *sq_play_kind_name(sq_play_kind k) {
    static const char *const names[SQ_PLAYS] = {
#define X(number, name) [number] = name,
        SQ_PLAY_LIST(X)
#undef X
    };
    return k < SQ_PLAYS ? names[k] : "?";
}

/* The other likely answers of a doubtful pair, each as a story of its own. */
static void tell_pair_otherwise(sq_stories *s, const sq_play_reading *told, const sq_play_pair *q) {
    int best = 0;
    for (int k = 1; k < 3; k++)
        if (q->over[k] > q->over[best]) best = k;
    for (int k = 0; k < 3; k++) {
        if (k == best || q->over[k] < 1 - SQ_PLAY_CERTAIN) continue;
        sq_play_reading r = *told;
        sq_squops *over = &r.event.shot.over;
        over->above[q->a] &= ~sq_wink_bit(q->b);
        over->above[q->b] &= ~sq_wink_bit(q->a);
        if (k == 0) over->above[q->b] |= sq_wink_bit(q->a);
        if (k == 1) over->above[q->a] |= sq_wink_bit(q->b);
        r.probability = told->probability * q->over[k] / q->over[best];
        sq_story_add(s, &r);
    }
}

/* Weights become probabilities. */
static void take_over(sq_play *out, const sq_stories *s) {
    double sum = 0;
    for (int i = 0; i < s->count; i++)
        sum += s->reading[i].probability;
    out->evidence = sum;
    out->reading_count = s->count;
    memcpy(out->reading, s->reading, sizeof out->reading);
    for (int i = 0; i < s->count; i++)
        out->reading[i].probability /= sum;
}

void sq_play_explain(sq_play *out, const sq_play_prior *prior, const sq_tracked *before, sq_tracked *after,
                     const sq_play_hints *hints) {
    sq_stories stories = {0};
    sq_story_ground g = {.prior = prior, .before = before, .after = after, .hints = hints};
    *out = (sq_play){0};
    for (int i = 0; i < after->naming_count; i++) {
        sq_story_stand(&g, after, i);
        sq_stories_tell(&stories, &g);
    }
    sq_play_reading first =
        stories.count ? stories.reading[0] : (sq_play_reading){.kind = SQ_PLAY_UNEXPLAINED};
    sq_story_stand(&g, after, first.naming);
    if (g.changes.covered) {
        out->reading_count = 1;
        out->reading[0] = (sq_play_reading){.kind = SQ_PLAY_WAIT, .probability = 1, .naming = first.naming};
        sq_play_doubt_covered(out, g.changes.covered);
        return;
    }
    sq_play_pairs pairs;
    bool lies = first.kind == SQ_PLAY_SHOT && !first.event.shot.is_short;
    sq_story_pairs(&pairs, &g, lies ? &first.event.shot : NULL);
    sq_play_pairs_tell(&pairs, after);
    for (int i = 0; lies && i < pairs.count; i++)
        tell_pair_otherwise(&stories, &first, &pairs.pair[i]);
    take_over(out, &stories);
    sq_play_doubts(out, &g, lies ? &pairs : NULL);
    out->certain =
        out->reading[0].probability >= SQ_PLAY_CERTAIN && out->reading[0].kind != SQ_PLAY_UNEXPLAINED;
}

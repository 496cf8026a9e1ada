/* What of a position matters for the ruling that is drawn. */
#include "ui/plate/winks_of_ruling.h"

#include <string.h>

const char *sq_shown_label(char out[SQ_LABEL_MAX], const sq_position *p, int wink) {
    static const char letters[SQ_COLOURS][SQ_SIZES] = {
#define X(number, name, large, small) [number] = {large, small},
        SQ_COLOUR_LIST(X)
#undef X
    };
    const sq_seen_wink *w = &p->winks[wink];
    if (w->id != SQ_NO_WINK)
        snprintf(out, SQ_LABEL_MAX, "%s", sq_wink_name(w->id));
    else
        snprintf(out, SQ_LABEL_MAX, "%c%d", letters[w->colour][w->size], (wink + 1) % 1000);
    return out;
}

bool sq_shown_is_meant(const sq_shown *s, int wink) {
    sq_wink id = s->position->winks[wink].id;
    return s->call && id != SQ_NO_WINK && s->call->winks & sq_wink_bit(id);
}

bool sq_shown_distances(const sq_shown *s) {
    int played[SQ_USUAL_COLOURS] = {0}, all = 0;
    if (s->distances || (s->call && s->call->distances)) return true;
    if (s->call) return false;
    for (int i = 0; i < s->position->wink_count; i++) {
        const sq_seen_wink *w = &s->position->winks[i];
        bool is = w->place != SQ_PLACE_BASELINE;
        all += is;
        if (is && ++played[w->colour] > 1) return false;
    }
    return all > 1 || s->position->too_close;
}

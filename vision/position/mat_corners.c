/* Decides whose corner is which, by a vote of the winks that lie behind the baselines, and from that the
 * place of a wink. */
#include "vision/position/mat_corners.h"

#include "vision/geometry/mat_geometry.h"

/* Winks behind their own baselines that tell whose corner is which, and those behind others' that may be: a
 * third of the set, and one that was shot across. Fewer: mid-game chance turns the mat around. */
#define SQ_BLUE_VOTES 8
#define SQ_BLUE_STRAYS 1

int sq_mat_corner(sq_mm at) {
    return at.y >= 0 ? (at.x < 0 ? 0 : 1) : (at.x >= 0 ? 2 : 3);
}

/* For each corner of blue the winks that then lie behind their own baselines. */
static void count_votes(const sq_seen_wink *winks, int count, int votes[SQ_CORNERS]) {
    for (int i = 0; i < count; i++)
        if (sq_mat_behind_baseline(winks[i].at) > sq_seen_radius_mm(&winks[i]))
            votes[(sq_mat_corner(winks[i].at) + SQ_CORNERS - (int)winks[i].colour) % SQ_CORNERS]++;
}

static int most_voted(const int votes[SQ_CORNERS]) {
    int best = 0;
    for (int c = 1; c < SQ_CORNERS; c++)
        if (votes[c] > votes[best]) best = c;
    return best;
}

int sq_mat_blue_corner(const sq_seen_wink *winks, int count) {
    int votes[SQ_CORNERS] = {0};
    count_votes(winks, count, votes);
    return most_voted(votes);
}

int sq_mat_sure_blue_corner(const sq_seen_wink *winks, int count) {
    int votes[SQ_CORNERS] = {0}, all = 0;
    count_votes(winks, count, votes);
    int best = most_voted(votes);
    for (int c = 0; c < SQ_CORNERS; c++)
        all += votes[c];
    return votes[best] >= SQ_BLUE_VOTES && all - votes[best] <= SQ_BLUE_STRAYS ? best : -1;
}

sq_place sq_mat_place(const sq_seen_wink *w, int blue_corner) {
    double radius = sq_seen_radius_mm(w);
    if (sq_mat_beyond_edge(w->at, radius) > 0) return SQ_PLACE_OFF;
    bool own = sq_mat_corner(w->at) == (blue_corner + (int)w->colour) % SQ_CORNERS;
    return own && sq_mat_behind_baseline(w->at) > radius ? SQ_PLACE_BASELINE : SQ_PLACE_MAT;
}

/* Play's tests: two rests by hand, what the record says, and what play makes of them. */
#ifndef SQ_TESTS_PLAY_FIXTURE_H
#define SQ_TESTS_PLAY_FIXTURE_H

#include "tests/unit/hand_made.h"
#include "tests/unit/unit.h"
#include "vision/play.h"

#define W(name) sq_wink_from_name(name)
#define BIT(name) sq_wink_bit(W(name))

static sq_tracked then, now;
static sq_play play;

/* In the timed period, blue to play, everything as by the record `unplayed` says. */
static inline sq_play_prior blue_to_play(sq_wink_set played) {
    return (sq_play_prior){
        .phase = SQ_PHASE_TIMED, .turn = SQ_BLUE, .after_pass = SQ_GREEN, .unplayed = SQ_ALL_WINKS & ~played};
}

static inline sq_play_prior squidging(void) {
    return (sq_play_prior){.phase = SQ_PHASE_SQUIDGE_OFF,
                           .turn = SQ_NO_COLOUR,
                           .after_pass = SQ_NO_COLOUR,
                           .among = SQ_ALL_COLOURS,
                           .unplayed = SQ_ALL_WINKS};
}

/* Hand-made winks are numbered by their place in the row; names go by angle. In these tests names are given
 * by hand instead, so that "b1" is the disc of that index. */
static inline void track_by_hand(const sq_position *p) {
    sq_tracked named = {.position = *p, .seen_count = p->wink_count, .naming_count = 1};
    named.naming[0].probability = 1;
    for (int w = 0; w < SQ_WINKS; w++) {
        named.naming[0].index[w] = (int8_t)w;
        named.position.winks[w].id = (sq_wink)w;
        named.wink[w] = (sq_tracked_wink){
            .how = SQ_TRACK_SEEN, .index = w, .last = named.position.winks[w], .probability = 1};
    }
    then = named;
}

static const sq_play_hints some_time = {.t_start = 10, .t_rest = 11.5};

static inline void explain(const sq_play_prior *prior, const sq_position *p, const sq_position *q) {
    sq_position r = *q;
    track_by_hand(p);
    hand_made_shake(&r, 0.1);
    sq_track_next(&now, &then, &r);
    sq_play_explain(&play, prior, &then, &now, &some_time);
}

static inline void assert_reading(sq_play_kind kind, bool certain) {
    if (play.reading[0].kind != kind || play.certain != certain)
        fail_msg("%s (%.3f), %s; expected %s, %s", sq_play_kind_name(play.reading[0].kind),
                 play.reading[0].probability, play.certain ? "certain" : "a question",
                 sq_play_kind_name(kind), certain ? "certain" : "a question");
}

static inline const sq_event_shot *assert_shot(const char *wink, sq_wink_set potted, sq_wink_set off) {
    assert_int_equal(play.reading[0].kind, SQ_PLAY_SHOT);
    assert_true(play.reading[0].has_event);
    const sq_event_shot *e = &play.reading[0].event.shot;
    assert_string_equal(sq_wink_name(e->wink), wink);
    assert_int_equal(e->colour, sq_wink_colour(e->wink));
    assert_int_equal(e->potted, potted);
    assert_int_equal(e->off, off);
    return e;
}

static inline bool is_over(const sq_event_shot *e, const char *upper, const char *lower) {
    return e->over.above[W(lower)] & BIT(upper);
}

static inline int pairs_over(const sq_event_shot *e) {
    int n = 0;
    for (int w = 0; w < SQ_WINKS; w++)
        n += __builtin_popcount(e->over.above[w]);
    return n;
}

static inline void put(sq_position *p, const char *name, double x, double y) {
    hand_made_put(p, W(name), W(name), x, y, SQ_PLACE_MAT);
}

#endif

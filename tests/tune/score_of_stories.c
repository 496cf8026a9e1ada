/* The stories' score: games drawn by script, seen as positions alone, told by the umpire.
 *
 *   shots     minus the logarithm of what the readings gave to the shot that was played (wink, potted, off),
 *             of each rest; where nothing was played, of what they gave to no shot
 *   squops    minus the logarithm of the probability of each pair's true order, of each rest */
#include "tests/tune/score_of_stories.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "datasets/film/game_script.h"
#include "datasets/scene/room.h"
#include "datasets/truth/scene_truth.h"
#include "datasets/truth/truth_position.h"
#include "tests/tune/log_score.h"
#include "ui/umpire/umpire.h"
#include "vision/position/merge_observations.h"

/* The eye: deviation (mm), how often it overlooks a wink, the share of a face that it must see, how often it
 * knows an order, and what it then says. As test_umpire_in_drawn_games.c has it. */
#define EYE_SIGMA_MM 0.2
#define EYE_SLIPS 0.005
#define EYE_SEES 0.07
#define EYE_KNOWS 0.8
#define EYE_SAYS 0.97

/* mm within which a wink of the umpire's is a true one. */
#define SAME_WINK_MM 3.0

enum { RESTS_CAP = 400, LOOKS = 2 };

typedef struct {
    double t_start, t;
    sq_position look[LOOKS], truth;
    bool is_shot;
    sq_event_shot shot;
} rest;

typedef struct {
    int count;
    rest at[RESTS_CAP];
    double cost[RESTS_CAP];
} game;

struct stories {
    int count;
    game **games;
};

/* ---- Drawing ---- */

static double uniform(void) {
    return rand() / (RAND_MAX + 1.0);
}

static double normal(void) {
    return sqrt(-2 * log(1 - uniform())) * cos(2 * M_PI * uniform());
}

static sq_position see(const sq_position *truth, bool sharply) {
    sq_position p = {.pot_found = true, .t = truth->t};
    int index[SQ_SEEN_CAP];
    for (int i = 0; i < truth->wink_count; i++) {
        sq_seen_wink w = truth->winks[i];
        index[i] = -1;
        if (w.seen < EYE_SEES || (!sharply && uniform() < EYE_SLIPS)) continue;
        w.at.x += EYE_SIGMA_MM * normal();
        w.at.y += EYE_SIGMA_MM * normal();
        w.sigma_mm = w.edge_sigma_mm = EYE_SIGMA_MM;
        w.colour_confidence = w.size_confidence = 0.999;
        w.id = SQ_NO_WINK;
        index[i] = p.wink_count;
        p.winks[p.wink_count++] = w;
    }
    for (int i = 0; i < truth->squop_count && p.squop_count + 2 <= SQ_PAIR_CAP; i++) {
        sq_squop q = truth->squops[i];
        int over = index[q.over], under = index[q.under];
        double right = uniform() < EYE_KNOWS ? EYE_SAYS : 0.5;
        if (over < 0 || under < 0) continue;
        p.squops[p.squop_count++] = (sq_squop){over, under, right, q.gap_mm, EYE_SIGMA_MM, SQ_CALL_LOOK};
        p.squops[p.squop_count++] = (sq_squop){under, over, 1 - right, q.gap_mm, EYE_SIGMA_MM, SQ_CALL_LOOK};
    }
    return p;
}

static void add_rest(game *g, const sq_scene *s, const sq_event_shot *shot, double t_start, double t) {
    static sq_truth truth;
    if (g->count == RESTS_CAP) fail("a game has more rests than RESTS_CAP");
    rest *r = &g->at[g->count++];
    sq_truth_of_scene(&truth, s, "");
    *r = (rest){.t_start = t_start, .t = t, .is_shot = shot};
    if (shot) r->shot = *shot;
    sq_position_from_truth(&r->truth, &truth);
    r->truth.t = t;
    for (int k = 0; k < LOOKS; k++)
        r->look[k] = see(&r->truth, g->count == 1);
}

static game *draw_game(unsigned seed, int shots) {
    static sq_scene stage;
    static sq_script script;
    sq_action action;
    game *g = calloc(1, sizeof *g);
    if (!g) fail("not enough memory; give fewer games");
    srand(seed);
    sq_room_make(&stage, &(sq_room_wish){seed, 640, 360, SQ_LAMP, false});
    sq_script_begin(&script, &stage, seed, 30, true);
    add_rest(g, &script.scene, NULL, 0, 1);
    for (bool more = sq_script_next(&script, shots, &action); more;) {
        sq_event_shot shot = action.event.shot;
        bool is_shot = action.kind == SQ_ACTION_SHOT;
        double begun = (double)action.hand_in / script.fps, over = (double)action.clear / script.fps;
        sq_scene seen = script.scene;
        while ((more = sq_script_next(&script, shots, &action)) && action.at_once) {
            seen = script.scene; /* nobody sees how it lay before */
            over = (double)action.clear / script.fps;
        }
        add_rest(g, &seen, is_shot ? &shot : NULL, 2 + begun, 2 + over);
    }
    return g;
}

stories *stories_draw(int games, unsigned first, int shots) {
    stories *s = calloc(1, sizeof *s);
    if (s) s->games = calloc((size_t)games, sizeof *s->games);
    if (!s || !s->games) fail("not enough memory; give fewer games");
    for (int i = 0; i < games; i++)
        s->games[s->count++] = draw_game(first + (unsigned)i, shots);
    return s;
}

void stories_free(stories *s) {
    for (int i = 0; i < s->count; i++)
        free(s->games[i]);
    free(s->games);
    free(s);
}

int stories_count(const stories *s) {
    return s->count;
}

/* ---- The score ---- */

static const rest *rest_at(const game *g, double t) {
    for (int i = 0; i < g->count; i++)
        if (g->at[i].t == t) return &g->at[i];
    return NULL;
}

/* The true name of what lies where the umpire last saw its wink w. */
static sq_wink true_name(const rest *r, const sq_tracked *seen, sq_wink w) {
    const sq_seen_wink *last = &seen->wink[w].last;
    double least = SAME_WINK_MM;
    sq_wink name = SQ_NO_WINK;
    for (int i = 0; r && i < r->truth.wink_count; i++) {
        const sq_seen_wink *lies = &r->truth.winks[i];
        double mm = sq_mm_distance(lies->at, last->at);
        if (lies->colour == last->colour && lies->size == last->size && mm < least)
            least = mm, name = lies->id;
    }
    return name;
}

static sq_wink_set true_names(const rest *r, const sq_tracked *seen, sq_wink_set ours) {
    sq_wink_set set = 0;
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++) {
        sq_wink name = ours & sq_wink_bit(w) ? true_name(r, seen, w) : SQ_NO_WINK;
        if (name != SQ_NO_WINK) set |= sq_wink_bit(name);
    }
    return set;
}

static bool is_true(const rest *r, const rest *before, const sq_tracked *was, const sq_play_reading *told) {
    bool shot = told->kind == SQ_PLAY_SHOT && told->has_event && told->event.kind == SQ_EVENT_SHOT;
    const sq_event_shot *e = &told->event.shot;
    if (!r->is_shot || !shot) return r->is_shot == shot;
    return true_name(before, was, e->wink) == r->shot.wink &&
           true_names(before, was, e->potted) == r->shot.potted &&
           true_names(before, was, e->off) == r->shot.off;
}

static bool lies_over(const rest *r, sq_wink over, sq_wink under) {
    for (int i = 0; i < r->truth.squop_count; i++) {
        const sq_squop *q = &r->truth.squops[i];
        if (r->truth.winks[q->over].id == over && r->truth.winks[q->under].id == under) return true;
    }
    return false;
}

static double squops_nats(const rest *r, const sq_tracked *is) {
    double sum = 0;
    for (int i = 0; i < is->position.squop_count; i++) {
        const sq_squop *q = &is->position.squops[i];
        sq_wink a = is->position.winks[q->over].id, b = is->position.winks[q->under].id;
        if (a == SQ_NO_WINK || b == SQ_NO_WINK) continue;
        bool so = lies_over(r, true_name(r, is, a), true_name(r, is, b));
        sum += nats(so ? q->probability : 1 - q->probability);
    }
    return sum;
}

/* What is said last of a rest counts. */
static sq_code hear(void *who, const sq_said *said, sq_diag *d) {
    game *g = who;
    (void)d;
    const rest *r = rest_at(g, said->is->position.t);
    const rest *before = said->was ? rest_at(g, said->was->position.t) : NULL;
    if (!said->play || !r || !before) return SQ_OK;
    double probability = 0;
    for (int i = 0; i < said->play->reading_count; i++)
        if (is_true(r, before, said->was, &said->play->reading[i]))
            probability += said->play->reading[i].probability;
    g->cost[r - g->at] = nats(probability) + squops_nats(r, said->is);
    return SQ_OK;
}

static void look_at(sq_umpire *u, const rest *r) {
    static sq_position both;
    sq_diag d;
    bool again;
    if (sq_umpire_look(u, &r->look[0], r->t_start, r->t, false, &again, &d)) fail(d.text);
    if (!again) return;
    sq_position_merge(&both, &r->look[0], &r->look[1]);
    if (sq_umpire_look(u, &both, r->t_start, r->t, true, &again, &d)) fail(d.text);
}

static double game_nats(game *g) {
    sq_umpire *u;
    sq_diag d;
    sq_umpire_settings settings = {.game = {.form = SQ_FORM_PAIRS}, .hear = hear, .who = g};
    if (sq_umpire_new(&u, &settings, &d)) fail(d.text);
    for (int i = 0; i < g->count; i++) /* nothing said: no shot was told */
        g->cost[i] = g->at[i].is_shot ? nats(0) : 0;
    for (int i = 0; i < g->count; i++)
        look_at(u, &g->at[i]);
    if (sq_umpire_end(u, &d)) fail(d.text);
    sq_umpire_free(u);
    double sum = 0;
    for (int i = 0; i < g->count; i++)
        sum += g->cost[i];
    return sum;
}

void stories_cost(stories *s, double cost[]) {
    for (int i = 0; i < s->count; i++)
        cost[i] = game_nats(s->games[i]);
}

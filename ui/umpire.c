#include "ui/umpire.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "vision/tolerance.h"

struct sq_umpire {
    sq_umpire_settings settings;
    sq_state game;
    int n, questions;
    bool begun; /* a first rest was kept */
    bool late;  /* the mat was in mid-game: the first shot tells whose turn it is */

    sq_tracked settled;      /* the last rest up to which all is explained */
    sq_tracked latest;       /* the last one kept; another than settled while a question is open */
    sq_tracked earlier;      /* the one before the last shot */
    sq_tracked next, retold; /* in work */

    sq_play play; /* in work */
    sq_play open; /* the question, while is_open */
    bool is_open, is_waiting;
    sq_wink_set vanished; /* winks that the question is about since they are out of sight */
    double open_start, open_rest;
    double gap_s, open_gap_s; /* without a picture before the next look, and before the question */

    bool veil_lasts; /* of the look in work */
    bool is_veiled;  /* a look at which something lay over winks waits to be judged */
    sq_position veiled;
    double veiled_start, veiled_rest;
};

enum {
    LEAST_WINKS = 12, /* in sight, to begin with: with fewer it is no game, or somebody still lays it out */
    START_WINKS = 18, /* behind baselines, to take a mat as the start: all but what the eye may overlook */
    PLAYED_FOR_NEW_GAME = 4 /* before winks that are all back can mean another game */
};

sq_code sq_umpire_new(sq_umpire **out, const sq_umpire_settings *settings, sq_diag *d) {
    *out = calloc(1, sizeof **out);
    if (!*out) return sq_fail(d, SQ_E_MEMORY, "no memory for the umpire; close other programs");
    (*out)->settings = *settings;
    (*out)->game = sq_state_none();
    return SQ_OK;
}

void sq_umpire_free(sq_umpire *u) {
    free(u);
}

void sq_umpire_overrule(sq_umpire *u, const sq_state *state) {
    u->game = *state;
    u->n++;
}

void sq_umpire_gap(sq_umpire *u, double seconds) {
    u->gap_s = fmax(u->gap_s, seconds);
}

const sq_state *sq_umpire_state(const sq_umpire *u) {
    return &u->game;
}

/* Settled where nothing is asked; the squidge-off counts for nobody. */
void sq_umpire_count(const sq_umpire *u, sq_position *p) {
    if (u->is_open || u->late || !u->game.playing) return;
    for (int c = 0; c < SQ_COLOURS; c++)
        p->tiddlies[c].low = p->tiddlies[c].high = sq_state_tiddlies(&u->game, (sq_colour)c);
}

const sq_tracked *sq_umpire_seen(const sq_umpire *u) {
    return u->begun ? &u->latest : NULL;
}

int sq_umpire_questions(const sq_umpire *u) {
    return u->questions;
}

static sq_code say(sq_umpire *u, sq_said said, sq_diag *d) {
    return u->settings.hear(u->settings.who, &said, d);
}

/* ---- events ---- */

/* Times never run backwards, however the rests were timed. */
static void keep_time_forward(sq_event *e, const sq_clock *c) {
    if (!c->any_time) return;
    if (e->kind == SQ_EVENT_PASS && e->pass.t < c->latest) e->pass.t = c->latest;
    if (e->kind != SQ_EVENT_SHOT) return;
    if (e->shot.t < c->latest) e->shot.t = c->latest;
    if (e->shot.rest < e->shot.t) e->shot.rest = e->shot.t;
}

/* Carries an event out and says it, or says that the rules refuse it. about: t, play, reading, was, is, held.
 */
static sq_code carry_out(sq_umpire *u, sq_event e, sq_said about, sq_diag *d) {
    sq_state before = u->game;
    sq_rulings rulings;
    keep_time_forward(&e, &before.clock);
    bool taken = sq_engine_step(&before, &e, &u->game, &rulings);
    about.kind = taken ? SQ_SAID_EVENT : SQ_SAID_REFUSED;
    about.event = &e;
    about.before = &before;
    about.after = &u->game;
    about.rulings = &rulings;
    about.n = u->n += taken;
    u->questions += about.held || !taken;
    return say(u, about, d);
}

/* ---- the start ---- */

static sq_wink_set places(const sq_tracked *t, sq_place a, sq_place b) {
    sq_wink_set set = 0;
    for (sq_wink w = 0; w < SQ_WINKS; w++)
        if (t->wink[w].how != SQ_TRACK_UNKNOWN && (t->wink[w].last.place == a || t->wink[w].last.place == b))
            set |= sq_wink_bit(w);
    return set;
}

static sq_wink_set waiting_winks(const sq_tracked *t) {
    return places(t, SQ_PLACE_BASELINE, SQ_PLACE_BASELINE);
}

/* At most one wink of each colour is out, and not one of all four: the squidge-off is to come or under way.
 */
static bool is_start(const sq_tracked *t) {
    sq_wink_set out = SQ_ALL_WINKS & ~waiting_winks(t);
    int colours_out = 0;
    for (sq_wink w = 0; w < SQ_WINKS; w++)
        if (t->wink[w].how == SQ_TRACK_UNKNOWN) out &= ~sq_wink_bit(w);
    for (unsigned c = 0; c < SQ_COLOURS; c++) {
        int n = __builtin_popcount(out & sq_winks_of((sq_colour)c));
        if (n > 1) return false;
        colours_out += n;
    }
    return colours_out < SQ_COLOURS && __builtin_popcount(waiting_winks(t)) >= START_WINKS;
}

static sq_squops seen_squops(const sq_tracked *t, sq_wink_set among) {
    sq_squops q = {0};
    for (int i = 0; i < t->position.squop_count; i++) {
        const sq_squop *s = &t->position.squops[i];
        sq_wink over = t->position.winks[s->over].id, under = t->position.winks[s->under].id;
        if (over == SQ_NO_WINK || under == SQ_NO_WINK || s->probability < 0.5) continue;
        if (among & sq_wink_bit(over) && among & sq_wink_bit(under)) q.above[under] |= sq_wink_bit(over);
    }
    return q;
}

/* The mat as it lies, for a game that was under way when the camera came. */
static sq_event_set as_it_lies(const sq_tracked *t, sq_colour turn) {
    sq_event_set e = {.named = SQ_SET_TURN | SQ_SET_POT | SQ_SET_BASELINE | SQ_SET_OVER, .turn = turn};
    e.pot = places(t, SQ_PLACE_POT, SQ_PLACE_RIM);
    e.baseline = waiting_winks(t);
    e.over = seen_squops(t, SQ_ALL_WINKS & ~(e.pot | e.baseline));
    return e;
}

/* The game stands as somebody tells; what he does not tell is as it lies. */
static sq_code set_as_told(sq_umpire *u, const sq_event_set *told, sq_diag *d) {
    sq_event_set lies = as_it_lies(&u->next, told->turn);
    sq_event e = {.kind = SQ_EVENT_SET, .set = *told};
    if (!(told->named & (SQ_SET_POT | SQ_SET_BASELINE))) {
        e.set.pot = lies.pot;
        e.set.baseline = lies.baseline;
    }
    if (!(told->named & SQ_SET_OVER)) e.set.over = lies.over;
    e.set.named |= lies.named;
    u->late = false;
    return carry_out(u, e, (sq_said){.t = u->next.position.t, .is = &u->next}, d);
}

static sq_code begin(sq_umpire *u, sq_diag *d) {
    u->begun = true;
    u->gap_s = u->open_gap_s = 0;
    u->is_open = false;
    u->n = 0;
    u->game = sq_state_none();
    u->late = !is_start(&u->next);
    u->settled = u->latest = u->earlier = u->next;
    sq_event e = {.kind = SQ_EVENT_GAME, .game = u->settings.game};
    sq_code code = carry_out(u, e, (sq_said){.t = u->next.position.t, .is = &u->next}, d);
    const sq_midgame *from = u->settings.from;
    u->settings.from = NULL;
    return !code && from && from->has_set ? set_as_told(u, &from->set, d) : code;
}

/* ---- what the game expects ---- */

static sq_colour after_a_pass(const sq_state *s) {
    sq_event e = {.kind = SQ_EVENT_PASS, .pass = {.t = s->clock.latest, .colour = s->now.turn}};
    sq_state after;
    sq_rulings r;
    if (s->now.turn == SQ_NO_COLOUR || !sq_engine_step(s, &e, &after, &r)) return SQ_NO_COLOUR;
    return after.now.turn;
}

static sq_play_prior expected(const sq_umpire *u, const sq_state *s) {
    const sq_standing *now = &s->now;
    if (u->late) {
        sq_event_set lies = as_it_lies(&u->settled, SQ_NO_COLOUR);
        return (sq_play_prior){.phase = SQ_PHASE_TIMED,
                               .turn = SQ_NO_COLOUR,
                               .after_pass = SQ_NO_COLOUR,
                               .unplayed = lies.baseline,
                               .potted = lies.pot,
                               .squops = lies.over};
    }
    bool nominated = now->free_shot == SQ_FREE_SHOT_NOMINATED;
    return (sq_play_prior){.phase = now->phase,
                           .turn = nominated ? now->nominated : now->turn,
                           .after_pass = after_a_pass(s),
                           .any_colour = now->free_shot == SQ_FREE_SHOT_DUE,
                           .carrying_back = now->phase == SQ_PHASE_TIMED && now->unplayed == SQ_ALL_WINKS,
                           .foul_open = s->foul.open,
                           .among = now->phase == SQ_PHASE_SQUIDGE_OFF ? now->among : 0,
                           .unplayed = now->unplayed,
                           .potted = now->potted,
                           .squops = now->squops};
}

/* Carries a reading out on a game; false where the rules refuse it, which is then as before. */
static bool take_reading(sq_state *game, const sq_play_reading *r) {
    sq_state s = *game;
    sq_rulings rulings;
    if (!r->has_event) return true;
    if (r->passed) {
        sq_event pass = {.kind = SQ_EVENT_PASS, .pass = {.t = s.clock.latest, .colour = s.now.turn}};
        sq_engine_step(&s, &pass, &s, &rulings);
    }
    sq_event e = r->event;
    keep_time_forward(&e, &s.clock);
    return sq_engine_step(&s, &e, game, &rulings);
}

/* The game if the open question's likeliest reading is right. */
static sq_state supposed(const sq_umpire *u) {
    sq_state s = u->game;
    if (u->is_open) take_reading(&s, &u->open.reading[0]);
    return s;
}

/* ---- a rest ---- */

/* Who plays though the rules wait for another's word on a foul has not seen one: the record, not he, is taken
 * to be wrong about whose turn it is, and that is held. */
static sq_code set_turn_right(sq_umpire *u, const sq_play_reading *r, sq_said *about, sq_diag *d) {
    sq_event e = {.kind = SQ_EVENT_SET, .set = {.named = SQ_SET_TURN, .turn = r->event.shot.colour}};
    sq_state as_it_is = u->game, set_right;
    sq_rulings rulings;
    if (!u->game.foul.open || take_reading(&as_it_is, r)) return SQ_OK;
    if (!sq_engine_step(&u->game, &e, &set_right, &rulings) || !take_reading(&set_right, r)) return SQ_OK;
    about->held = true;
    return carry_out(u, e, *about, d);
}

/* What a reading means for the game. about as in carry_out. */
static sq_code act_on(sq_umpire *u, const sq_play_reading *r, sq_said about, sq_diag *d) {
    sq_code code = SQ_OK;
    bool shot = r->has_event && r->event.kind == SQ_EVENT_SHOT;
    if (shot && u->late) {
        sq_event e = {.kind = SQ_EVENT_SET, .set = as_it_lies(&u->settled, r->event.shot.colour)};
        u->late = false;
        code = carry_out(u, e, (sq_said){.t = about.t, .is = &u->settled}, d);
    }
    if (!code && shot) code = set_turn_right(u, r, &about, d);
    if (!code && r->passed) {
        sq_event e = {.kind = SQ_EVENT_PASS, .pass = {.t = r->event.shot.t, .colour = u->game.now.turn}};
        code = carry_out(u, e, about, d);
    }
    if (!code && r->has_event) return carry_out(u, r->event, about, d);
    if (code) return code;
    if (r->kind == SQ_PLAY_SQUIDGED)
        about.kind = SQ_SAID_SQUIDGED;
    else if (r->kind == SQ_PLAY_BY_HAND)
        about.kind = SQ_SAID_BY_HAND;
    else if (r->kind == SQ_PLAY_UNEXPLAINED || about.held)
        about.kind = SQ_SAID_PASSED_OVER;
    else if (about.play->doubt_count)
        about.kind = SQ_SAID_UNSEEN;
    else
        return SQ_OK;
    u->questions += about.kind == SQ_SAID_PASSED_OVER;
    return say(u, about, d);
}

/* All up to `is` is explained by the first reading of play. */
static sq_code settle(sq_umpire *u, const sq_play *play, const sq_tracked *is, bool held, sq_diag *d) {
    const sq_play_reading *r = &play->reading[0];
    sq_said about = {
        .t = is->position.t, .play = play, .reading = r, .was = &u->settled, .is = is, .held = held};
    about.gap_s = u->open_gap_s;
    u->open_gap_s = 0;
    sq_code code = act_on(u, r, about, d);
    if (r->has_event && r->event.kind == SQ_EVENT_SHOT) u->earlier = u->settled;
    u->settled = *is;
    sq_play_suppose(&u->settled, r);
    u->latest = u->settled;
    u->is_open = u->is_waiting = false;
    return code;
}

static sq_wink_set out_of_sight(const sq_play *p) {
    sq_wink_set set = 0;
    for (int i = 0; i < p->doubt_count; i++)
        if (p->doubt[i].kind == SQ_DOUBT_MISSING) set |= sq_wink_bit(p->doubt[i].wink);
    return set;
}

static sq_code ask(sq_umpire *u, const sq_play *play, const sq_tracked *is, sq_diag *d) {
    bool asked = u->is_open;
    u->open = *play;
    u->latest = *is;
    u->vanished |= out_of_sight(play);
    u->is_open = true;
    u->is_waiting = false;
    u->open_gap_s = fmax(u->open_gap_s, u->gap_s);
    if (asked) return SQ_OK;
    return say(u,
               (sq_said){.kind = SQ_SAID_QUESTION,
                         .t = is->position.t,
                         .play = &u->open,
                         .reading = &u->open.reading[0],
                         .was = &u->settled,
                         .is = is,
                         .gap_s = u->open_gap_s,
                         .before = &u->game,
                         .after = &u->game},
               d);
}

static sq_code wait(sq_umpire *u, const sq_play *play, sq_diag *d) {
    if (u->is_waiting) return SQ_OK;
    u->is_waiting = true;
    sq_said said = {
        .kind = SQ_SAID_WAIT, .t = u->next.position.t, .play = play, .reading = &play->reading[0]};
    said.was = &u->settled;
    said.is = &u->next;
    return say(u, said, d);
}

/* The game goes on though a question is open: its likeliest reading is carried out. */
static sq_code give_up_question(sq_umpire *u, sq_diag *d) {
    sq_play open = u->open;
    sq_tracked is = u->latest;
    bool held = open.reading[0].probability < SQ_PLAY_CERTAIN || u->open_gap_s > 0;
    return settle(u, &open, &is, held, d);
}

/* Nothing moved but what the question is about; winks of the squidge-off that are carried back are another
 * matter. */
static bool same_question(const sq_umpire *u, const sq_play *play) {
    const sq_play_reading *r = &play->reading[0];
    if (u->open.reading[0].kind == SQ_PLAY_SQUIDGED && r->kind == SQ_PLAY_BY_HAND) return false;
    return r->kind == SQ_PLAY_NOTHING || !(r->moved & ~u->vanished);
}

/* Another game, where all winks are back and nobody carries them back for a reason. */
static bool is_another_game(const sq_umpire *u) {
    const sq_standing *now = &u->game.now;
    int played = __builtin_popcount(SQ_ALL_WINKS & ~now->unplayed);
    return u->begun && !u->late && played >= PLAYED_FOR_NEW_GAME &&
           __builtin_popcount(waiting_winks(&u->next)) >= START_WINKS && is_start(&u->next);
}

/* A hand lies over the mat, or what is as large: smaller things may stay there for the whole game. */
static bool is_covered(const sq_position *p) {
    bool covered = false;
    for (int i = 0; i < p->region_count; i++)
        covered |= M_PI * p->regions[i].radius_mm * p->regions[i].radius_mm > SQ_CLUSTER_MOST_MM2;
    return covered;
}

/* Somebody still lays it out, or it is no game. What lies over the mat hides nothing where all is in sight.
 */
static bool is_laid_out(const sq_position *p) {
    return p->wink_count >= (is_covered(p) ? (int)SQ_WINKS : LEAST_WINKS);
}

static sq_code first_rest(sq_umpire *u, const sq_position *p, sq_diag *d) {
    if (!is_laid_out(p)) {
        if (u->is_waiting) return SQ_OK;
        u->is_waiting = true;
        sq_track_start(&u->next, p);
        return say(u, (sq_said){.kind = SQ_SAID_WAIT, .t = p->t, .is = &u->next}, d);
    }
    if (u->settings.from) {
        sq_track_named(&u->latest, &u->settings.from->position);
        sq_track_next(&u->next, &u->latest, p);
    } else {
        sq_track_start(&u->next, p);
    }
    return begin(u, d);
}

/* What was played while there was no picture is asked: it may have been more than the one shot that explains
 * it. */
static void hold_over_gap(sq_play *p, double gap_s) {
    sq_play_kind k = p->reading[0].kind;
    if (gap_s > 0 && k != SQ_PLAY_NOTHING && k != SQ_PLAY_WAIT) p->certain = false;
}

/* The open question in the light of a later look; false where that settles nothing. */
static sq_code look_again(sq_umpire *u, const sq_position *p, sq_diag *d) {
    sq_play_prior prior = expected(u, &u->game);
    sq_play_hints hints = {u->open_start, u->open_rest, u->vanished, &u->earlier, u->veil_lasts};
    sq_track_next(&u->retold, &u->settled, p);
    sq_play_explain(&u->play, &prior, &u->settled, &u->retold, &hints);
    hold_over_gap(&u->play, u->open_gap_s);
    if (u->play.reading[0].kind == SQ_PLAY_WAIT) return wait(u, &u->play, d);
    if (u->play.certain) return settle(u, &u->play, &u->retold, false, d);
    return ask(u, &u->play, &u->retold, d);
}

/* The likeliest to the front, the others in their order. */
static void put_likeliest_first(sq_play *p) {
    for (int i = 1; i < p->reading_count; i++)
        if (p->reading[i].probability > p->reading[0].probability) {
            sq_play_reading first = p->reading[i];
            memmove(&p->reading[1], &p->reading[0], (size_t)i * sizeof first);
            p->reading[0] = first;
        }
}

/* What the rules refuse is unlikely, but is asked about where nothing else explains what is seen. A mat that
 * was in mid-game has no rules to ask yet. */
static void weigh_by_rules(sq_umpire *u, const sq_state *state) {
    sq_play *p = &u->play;
    double all = 0, left = 0;
    for (int i = 0; i < p->reading_count; i++) {
        sq_state s = *state;
        all += p->reading[i].probability;
        if (!u->late && !take_reading(&s, &p->reading[i])) p->reading[i].probability *= SQ_PLAY_REFUSED;
        left += p->reading[i].probability;
    }
    for (int i = 0; i < p->reading_count && left > 0; i++)
        p->reading[i].probability *= all / left;
    int naming = p->reading[0].naming;
    put_likeliest_first(p);
    if (p->reading[0].naming != naming) sq_track_choose(&u->next, &u->latest, p->reading[0].naming);
    sq_state s = *state;
    p->certain = sq_play_is_certain(p) && (u->late || take_reading(&s, &p->reading[0]));
}

static void explain(sq_umpire *u, const sq_state *state, const sq_position *p, double t_start,
                    double t_rest) {
    sq_play_prior prior = expected(u, state);
    sq_play_hints hints = {t_start, t_rest, 0, &u->earlier, u->veil_lasts};
    sq_track_next(&u->next, &u->latest, p);
    sq_play_explain(&u->play, &prior, &u->latest, &u->next, &hints);
    weigh_by_rules(u, state);
    hold_over_gap(&u->play, u->gap_s);
}

/* The last rest as one of the open question's readings has it. */
static void suppose(sq_umpire *u, const sq_play_reading *r) {
    sq_track_choose(&u->latest, &u->settled, r->naming);
    sq_play_suppose(&u->latest, r);
}

/* How the game goes on tells what happened before: who plays again has potted, who is passed over has not;
 * what is seen again was not off; a wink that would have to jump has another name. The open question's
 * readings, each with its own names, are weighed anew by the evidence of the rest at p. */
static void weigh_by_sequel(sq_umpire *u, const sq_position *p, double t_start, double t_rest) {
    sq_play *q = &u->open;
    double log_weight[SQ_READINGS], most = -INFINITY, sum = 0;
    for (int i = 0; i < q->reading_count; i++) {
        const sq_play_reading *r = &q->reading[i];
        sq_state state = u->game;
        take_reading(&state, r);
        suppose(u, r);
        explain(u, &state, p, t_start, t_rest);
        bool played_on = u->play.reading[0].kind == SQ_PLAY_SHOT;
        log_weight[i] = log(r->probability * sq_play_borne_out(r, &u->latest, &u->next, played_on)) +
                        u->play.log_evidence;
        most = fmax(most, log_weight[i]);
    }
    for (int i = 0; i < q->reading_count && isfinite(most); i++)
        sum += q->reading[i].probability = exp(log_weight[i] - most);
    for (int i = 0; i < q->reading_count && isfinite(most); i++)
        q->reading[i].probability /= sum;
    put_likeliest_first(q);
    suppose(u, &q->reading[0]);
}

/* The open question is answered as it stands, and what the look shows is explained anew. */
static sq_code go_on(sq_umpire *u, const sq_position *p, double t_start, double t_rest, sq_diag *d) {
    sq_code code = give_up_question(u, d);
    if (!code) explain(u, &u->game, p, t_start, t_rest);
    return code;
}

/* The question is left as it was before the look. */
static void hold_as_asked(sq_umpire *u, const sq_play *as_asked) {
    if (!u->is_open) return;
    u->open = *as_asked;
    suppose(u, &u->open.reading[0]);
}

/* What is seen at p by all that is known; the open question is weighed by it. */
static void explain_all(sq_umpire *u, const sq_position *p, double t_start, double t_rest) {
    if (u->is_open) weigh_by_sequel(u, p, t_start, t_rest);
    sq_state state = supposed(u);
    explain(u, &state, p, t_start, t_rest);
}

static sq_code begin_again(sq_umpire *u, const sq_position *p, sq_diag *d) {
    sq_code code = u->is_open ? give_up_question(u, d) : SQ_OK;
    if (!code) code = say(u, (sq_said){.kind = SQ_SAID_NEW_GAME, .t = p->t, .is = &u->next}, d);
    return code ? code : begin(u, d);
}

/* ---- what lies over the mat ---- */

/* All that lies over the mat now lay there before. */
static bool is_same_veil(const sq_position *before, const sq_position *now) {
    for (int i = 0; i < now->region_count; i++) {
        const sq_region *r = &now->regions[i];
        int k = 0;
        while (k < before->region_count &&
               (sq_mm_distance(r->at, before->regions[k].at) > SQ_PLAY_VEIL_MM ||
                fabs(r->radius_mm - before->regions[k].radius_mm) > SQ_PLAY_VEIL_MM))
            k++;
        if (k == before->region_count) return false;
    }
    return true;
}

/* It stays where it is though winks moved elsewhere: no hand, but a thing that lies there, or what the eye
 * cannot make out. */
static bool lasts(const sq_umpire *u, const sq_position *p) {
    return is_same_veil(&u->latest.position, p) || (u->is_veiled && is_same_veil(&u->veiled, p));
}

static sq_code judge(sq_umpire *u, const sq_position *p, double t_start, double t_rest, bool last,
                     bool *again, sq_diag *d);

/* The look that was waited with is judged after all, by what is in sight. */
static sq_code judge_veiled(sq_umpire *u, sq_diag *d) {
    bool again, lasting = u->veil_lasts;
    u->is_veiled = false;
    u->veil_lasts = true;
    sq_code code = judge(u, &u->veiled, u->veiled_start, u->veiled_rest, true, &again, d);
    u->veil_lasts = lasting;
    return code;
}

/* Something lies over winks: waits, with the look in hand. */
static sq_code wait_with(sq_umpire *u, const sq_position *p, double t_start, double t_rest, sq_diag *d) {
    u->is_veiled = true;
    u->veiled = *p;
    u->veiled_start = t_start;
    u->veiled_rest = t_rest;
    return wait(u, &u->play, d);
}

/* ---- a look ---- */

/* By what is in sight, where what lies over the mat is known to last. */
static sq_code judge(sq_umpire *u, const sq_position *p, double t_start, double t_rest, bool last,
                     bool *again, sq_diag *d) {
    sq_play as_asked = u->open;
    explain_all(u, p, t_start, t_rest);
    if (is_another_game(u)) return begin_again(u, p, d);
    if (u->is_open && same_question(u, &u->play)) return look_again(u, p, d);
    bool wait = u->play.reading[0].kind == SQ_PLAY_WAIT;
    if (wait || (!u->play.certain && !last)) hold_as_asked(u, &as_asked);
    if (!u->play.certain && !last) {
        *again = true;
        return SQ_OK;
    }
    if (wait) return wait_with(u, p, t_start, t_rest, d);
    if (u->is_veiled && !u->play.certain) { /* too much for one shot: some of it was there under the veil */
        hold_as_asked(u, &as_asked);
        sq_code code = judge_veiled(u, d);
        return code ? code : judge(u, p, t_start, t_rest, last, again, d);
    }
    u->is_veiled = false;
    sq_code code = u->is_open ? go_on(u, p, t_start, t_rest, d) : SQ_OK;
    if (code) return code;
    if (u->play.certain) return settle(u, &u->play, &u->next, false, d);
    u->open_start = t_start;
    u->open_rest = t_rest;
    u->vanished = 0;
    return ask(u, &u->play, &u->next, d);
}

sq_code sq_umpire_look(sq_umpire *u, const sq_position *p, double t_start, double t_rest, bool last,
                       bool *again, sq_diag *d) {
    *again = false;
    if (!u->begun) return first_rest(u, p, d);
    u->veil_lasts = p->region_count && lasts(u, p);
    sq_code code = u->veil_lasts && u->is_veiled ? judge_veiled(u, d) : SQ_OK;
    if (!code) code = judge(u, p, t_start, t_rest, last, again, d);
    if (!*again && !u->is_waiting) u->gap_s = 0;
    return code;
}

sq_code sq_umpire_end(sq_umpire *u, sq_diag *d) {
    sq_code code = u->is_veiled ? judge_veiled(u, d) : SQ_OK;
    return !code && u->is_open ? give_up_question(u, d) : code;
}

/* The umpire over random games: played by the rules, on a mat that is all geometry, seen by an eye with
 * deviations, slips and doubts. How many shots are told rightly, wrongly, or held as questions.
 *
 *   SQUINT_GAMES=100 SQUINT_SEED=1000   so many games from another seed on
 *   SQUINT_SHOTS=160                    so many shots in each, to its end
 *   SQUINT_VERBOSE=1                    what went wrong, shot by shot */
#include "ui/umpire/umpire.h"

#include <inttypes.h>

#include "datasets/film/game_script.h"
#include "datasets/scene/room.h"
#include "datasets/truth/scene_truth.h"
#include "tests/fixture/game/question_asked.h"
#include "tests/fixture/game/simulated_game.h"
#include "vision/position/merge_observations.h"

/* ---- The eye ---- */

typedef struct {
    double sigma; /* mm */
    double slips; /* winks that it overlooks, a look */
    double order; /* of an overlap, how often it knows which wink is above */
    bool sees_in_pot;
    bool of_scripts; /* looks at the games that are drawn, in which piles are rare */
} eye;

static bool is_hidden(const table *t, sq_wink w) {
    int all = 0, covered = 0;
    double r = sq_wink_radius_mm(sq_wink_size(w));
    sq_mm at = t->lies.winks[w].at;
    for (double y = -r; y <= r; y += 2)
        for (double x = -r; x <= r; x += 2) {
            if (hypot(x, y) > r) continue;
            all++;
            for (int u = 0; u < SQ_USUAL_WINKS; u++)
                if (t->squops.above[w] & sq_wink_bit((sq_wink)u) &&
                    sq_mm_distance((sq_mm){at.x + x, at.y + y}, t->lies.winks[u].at) <
                        sq_seen_radius_mm(&t->lies.winks[u])) {
                    covered++;
                    break;
                }
        }
    return covered >= 0.93 * all;
}

/* Pairs as the eye measures them, its winks in p by index. */
static void see_pairs(sq_position *p, const table *t, const eye *e) {
    for (int a = 0; a < p->wink_count; a++)
        for (int b = a + 1; b < p->wink_count; b++) {
            sq_wink wa = p->winks[a].id, wb = p->winks[b].id;
            if (!on_mat(&p->winks[a]) || !on_mat(&p->winks[b])) continue;
            double gap = gap_between(p, a, b), sigma = 1.5 * e->sigma;
            double overlap = 0.5 * erfc(gap / (sigma * M_SQRT2));
            if (overlap <= 0.01) continue;
            bool a_over = t->squops.above[wb] & sq_wink_bit(wa), knows = chance(e->order);
            double right = knows ? 0.97 : 0.5, a_above = a_over ? right : 1 - right;
            p->squops[p->squop_count++] = (sq_squop){a, b, overlap * a_above, gap, sigma, SQ_CALL_LOOK};
            p->squops[p->squop_count++] = (sq_squop){b, a, overlap * (1 - a_above), gap, sigma, SQ_CALL_LOOK};
        }
}

static sq_position see(const table *t, const eye *e) {
    sq_position p = {.pot_found = true, .t = t->t};
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++) {
        const sq_seen_wink *lies = &t->lies.winks[w];
        if (is_hidden(t, w) || chance(e->slips) || (lies->place == SQ_PLACE_POT && !e->sees_in_pot)) continue;
        p.winks[p.wink_count] = *lies;
        p.winks[p.wink_count++].id = w;
    }
    sq_position shaken = p; /* shuffles as well, so ids must go after the pairs are known */
    for (int i = 0; i < shaken.wink_count; i++) {
        shaken.winks[i].at.x += e->sigma * hand_made_normal();
        shaken.winks[i].at.y += e->sigma * hand_made_normal();
        shaken.winks[i].sigma_mm = e->sigma;
    }
    see_pairs(&shaken, t, e);
    hand_made_shake(&shaken, 0);
    for (int i = 0; i < shaken.wink_count; i++)
        shaken.winks[i].sigma_mm = e->sigma;
    return shaken;
}

/* ---- The judge ---- */

enum { RESTS = 1024 };

typedef struct {
    int shots, right, held, held_right, wrong, missed, invented, refused; /* shots told */
    int names, renamed; /* winks in sight; taken for another */
    int games, scored;  /* with the right score at the end */
} tally;

/* What really lay there at a rest, and the shot that led to it. */
typedef struct {
    double t;
    table table;
    bool is_shot, told;
    sq_event_shot shot;
} moment;

typedef struct {
    tally count;
    asked question;
    int moments;
    moment moment[RESTS];
    sq_wink true_name[SQ_USUAL_WINKS];
    sq_squops mistaken; /* pairs of the record, by true names, that were wrong after the last shot */
} judge;

static judge judging;
static bool verbose;

static sq_wink_set by_truth(const judge *j, sq_wink_set ours) {
    sq_wink_set set = 0;
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
        if (ours & sq_wink_bit(w)) set |= sq_wink_bit(j->true_name[w]);
    return set;
}

/* Pairs that are told and not true, or true and not told. */
static sq_squops mistakes(const judge *j, const sq_squops *ours, const sq_squops *theirs) {
    sq_squops wrong;
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
        wrong.above[j->true_name[w]] = by_truth(j, ours->above[w]) ^ theirs->above[j->true_name[w]];
    return wrong;
}

static bool fresh_mistakes(const sq_squops *now, const sq_squops *before) {
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
        if (now->above[w] & ~before->above[w]) return true;
    return false;
}

static sq_wink lies_at(const table *t, const sq_seen_wink *seen) {
    sq_wink nearest = SQ_NO_WINK;
    double least = 3;
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++) {
        const sq_seen_wink *lies = &t->lies.winks[w];
        double mm = sq_mm_distance(seen->at, lies->at);
        if (lies->colour == seen->colour && lies->size == seen->size && mm < least) least = mm, nearest = w;
    }
    return nearest;
}

/* A wink that is taken for another one counts once: from then on it is called so. */
static void judge_names(judge *j, const table *t, const sq_tracked *is) {
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++) {
        sq_wink truth = lies_at(t, &is->wink[w].last);
        bool named = is->wink[w].how == SQ_TRACK_SEEN && !sq_tracked_potted(&is->wink[w]); /* 8.1.1 */
        if (!named || truth == SQ_NO_WINK) continue;
        j->count.names++;
        if (j->true_name[w] == truth) continue;
        j->count.renamed++;
        for (sq_wink v = 0; v < SQ_USUAL_WINKS; v++)
            if (j->true_name[v] == truth) j->true_name[v] = j->true_name[w];
        j->true_name[w] = truth;
        if (verbose) print_message("  %.0f s: %s is called %s\n", t->t, sq_wink_name(truth), sq_wink_name(w));
    }
}

static moment *moment_at(judge *j, double t_rest) {
    for (int i = 0; i < j->moments; i++)
        if (sq_us_from_s(j->moment[i].t) == sq_us_from_s(t_rest)) return &j->moment[i];
    return NULL;
}

static void tell_mistake(const judge *j, const sq_said *said, const moment *m, const sq_squops *wrong) {
    const sq_event_shot *e = &said->event->shot, *s = &m->shot;
    print_message("  %.0f s: %s told, %s true; %s %.3f potted %" PRIx64 "/%" PRIx64 " off %" PRIx64
                  "/%" PRIx64,
                  said->t, sq_wink_name(j->true_name[e->wink]),
                  m->is_shot ? sq_wink_name(s->wink) : "nothing", said->held ? "held" : "WRONG",
                  said->reading->probability, by_truth(j, e->potted), s->potted, by_truth(j, e->off), s->off);
    for (sq_wink u = 0; u < SQ_USUAL_WINKS; u++)
        for (sq_wink o = 0; o < SQ_USUAL_WINKS; o++)
            if (wrong->above[u] & ~j->mistaken.above[u] & sq_wink_bit(o))
                print_message(" %s%s/%s", s->over.above[u] & sq_wink_bit(o) ? "-" : "+", sq_wink_name(o),
                              sq_wink_name(u));
    print_message("; asked:");
    for (int i = 0; i < said->play->doubt_count; i++) {
        const sq_doubt *d = &said->play->doubt[i];
        print_message(" %d(%s %s %.2f)", (int)d->kind,
                      d->wink == SQ_NO_WINK ? "-" : sq_wink_name(j->true_name[d->wink]),
                      d->other == SQ_NO_WINK ? "-" : sq_wink_name(j->true_name[d->other]), d->probability);
    }
    print_message("; told:");
    for (int i = 0; i < said->play->reading_count; i++) {
        const sq_play_reading *r = &said->play->reading[i];
        bool shot = r->has_event && r->event.kind == SQ_EVENT_SHOT;
        print_message(" %s%s%s %.3f", sq_play_kind_name(r->kind), r->passed ? " passed" : "",
                      shot ? sq_wink_name(j->true_name[r->event.shot.wink]) : "", r->probability);
    }
    print_message("\n");
}

static void judge_shot(judge *j, const sq_said *said) {
    static const moment nothing;
    const sq_event_shot *e = &said->event->shot;
    moment *m = moment_at(j, (double)e->rest / SQ_US_PER_S);
    const moment *truth = m ? m : &nothing;
    const sq_event_shot *s = &truth->shot;
    sq_squops wrong = mistakes(j, &said->after->now.squops, &truth->table.squops);
    if (said->after->now.phase == SQ_PHASE_POT_OUT || !m) wrong = (sq_squops){0};
    bool right = truth->is_shot && j->true_name[e->wink] == s->wink && by_truth(j, e->potted) == s->potted &&
                 by_truth(j, e->off) == s->off && !fresh_mistakes(&wrong, &j->mistaken);
    if (verbose && (!right || said->held)) tell_mistake(j, said, truth, &wrong);
    j->mistaken = wrong;
    j->count.invented += !truth->is_shot;
    j->count.held += said->held;
    j->count.held_right += said->held && right;
    j->count.right += !said->held && right;
    j->count.wrong += !said->held && !right;
    if (m) m->told = true;
}

static sq_code hear(void *who, const sq_said *said, sq_diag *d) {
    judge *j = who;
    (void)d;
    assert_true(asked_hear(&j->question, said)); /* what is held is one of the answers that were listed */
    j->count.refused += said->kind == SQ_SAID_REFUSED;
    if (verbose && said->kind != SQ_SAID_EVENT && said->kind != SQ_SAID_QUESTION &&
        said->kind != SQ_SAID_BY_HAND && said->kind != SQ_SAID_SQUIDGED)
        print_message("  %.0f s: said %d\n", said->t, (int)said->kind);
    if (said->kind == SQ_SAID_EVENT && said->event->kind == SQ_EVENT_SHOT) judge_shot(j, said);
    for (int i = 0; said->kind != SQ_SAID_QUESTION && said->was && i < j->moments; i++)
        if (j->moment[i].table.t == said->is->position.t) judge_names(j, &j->moment[i].table, said->is);
    return SQ_OK;
}

/* ---- A game ---- */

/* A rest after a motion of so many seconds. */
static void look_after(sq_umpire *u, table *t, const eye *e, const sq_event_shot *shot, double motion) {
    sq_diag d;
    bool again;
    t->t += 2 + motion;
    assert_true(judging.moments < RESTS);
    moment *m = &judging.moment[judging.moments++];
    *m = (moment){.t = t->t - 1, .table = *t, .is_shot = shot};
    if (shot) m->shot = *shot;
    sq_position p = see(t, e);
    double start = t->t - 1 - motion, rest = t->t - 1;
    assert_int_equal(sq_umpire_look(u, &p, start, rest, false, &again, &d), SQ_OK);
    if (!again) return;
    sq_position second = see(t, e), both;
    sq_position_merge(&both, &p, &second);
    assert_int_equal(sq_umpire_look(u, &both, start, rest, true, &again, &d), SQ_OK);
}

static void look(sq_umpire *u, table *t, const eye *e, const sq_event_shot *shot) {
    look_after(u, t, e, shot, 1);
}

static void learn_names(const sq_umpire *u, const table *t) {
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
        judging.true_name[w] = lies_at(t, &sq_umpire_seen(u)->wink[w].last);
}

static void squidge_off(sq_umpire *u, table *t, const eye *e) {
    table start = *t;
    look(u, t, &(eye){.sigma = e->sigma, .order = e->order, .sees_in_pot = e->sees_in_pot}, NULL);
    learn_names(u, t);
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w += SQ_WINKS_PER_COLOUR) {
        place_at(t, w, 100 + 15 * w, 100, SQ_PLACE_MAT);
        look(u, t, e, NULL);
    }
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w += SQ_WINKS_PER_COLOUR) {
        t->lies.winks[w] = start.lies.winks[w];
        look(u, t, e, NULL);
    }
    sq_rulings r;
    sq_event game = {.kind = SQ_EVENT_GAME}, off = {.kind = SQ_EVENT_SQUIDGE_OFF};
    off.squidge_off = (sq_event_squidge_off){.played = SQ_USUAL_COLOUR_SET, .mm = {1, 2, 3, 4}};
    t->game = sq_state_none();
    assert_true(sq_engine_step(&t->game, &game, &t->game, &r));
    assert_true(sq_engine_step(&t->game, &off, &t->game, &r));
}

static void play_shot(sq_umpire *u, table *t, const eye *e) {
    sq_rulings r;
    bool pot_out = t->game.now.phase == SQ_PHASE_POT_OUT;
    sq_event shot = shoot(t);
    if (pot_out) shot.shot.over = (sq_squops){0}; /* taken as moved apart */
    if (!sq_engine_step(&t->game, &shot, &t->game, &r)) {
        char why[SQ_RULING_TEXT_MAX];
        fail_msg("the simulated game: %s", sq_refusal_text(&r.list[0], why));
    }
    look(u, t, e, &shot.shot);
    if (shot.shot.off) {
        put_back(t, shot.shot.wink);
        look(u, t, e, NULL);
    }
    if (t->game.now.phase == SQ_PHASE_POT_OUT && move_apart(t)) look(u, t, e, NULL);
}

/* ---- A drawn game's script, as it lies on the mat ---- */

static void lay_out(table *t, const sq_scene *s) {
    t->squops = (sq_squops){0};
    for (int i = 0; i < s->piece_count; i++) {
        const sq_piece *a = &s->pieces[i];
        sq_seen_wink *w = &t->lies.winks[a->id];
        place_at(t, a->id, a->disc.at.x, a->disc.at.y, a->place);
        w->pot_supported = a->pot_supported;
        w->edge_to_pot_mm = sq_mm_distance(w->at, s->pot.at) - a->disc.radius - SQ_POT_BASE_MM / 2;
        for (int k = 0; k < s->piece_count; k++) {
            const sq_piece *b = &s->pieces[k];
            if (k == i || a->place != SQ_PLACE_MAT || b->place != SQ_PLACE_MAT) continue;
            sq_overlap o = sq_disc_overlap(&a->disc, &b->disc);
            if (o.mm2 > 0 && o.first_above) t->squops.above[b->id] |= sq_wink_bit(a->id);
        }
    }
}

static void play_script(sq_umpire *u, table *t, const eye *e, unsigned seed, int shots) {
    static sq_scene stage;
    static sq_script script;
    sq_action action;
    sq_room_make(&stage, &(sq_room_wish){seed, 640, 360, SQ_LAMP, false});
    sq_script_begin(&script, &stage, seed, 30, true);
    lay_out(t, &script.scene);
    look(u, t, &(eye){.sigma = e->sigma, .order = e->order, .sees_in_pot = e->sees_in_pot}, NULL);
    learn_names(u, t);
    for (bool more = sq_script_next(&script, shots, &action); more;) {
        sq_event_shot shot = action.event.shot;
        bool is_shot = action.kind == SQ_ACTION_SHOT;
        int begun = action.hand_in, over = action.clear;
        lay_out(t, &script.scene);
        table seen = *t;
        while ((more = sq_script_next(&script, shots, &action)) && action.at_once) {
            lay_out(&seen, &script.scene); /* nobody sees how it lay before */
            over = action.clear;
        }
        *t = seen;
        look_after(u, t, e, is_shot ? &shot : NULL, (double)(over - begun) / script.fps);
    }
    t->game = script.state;
}

/* ---- Games ---- */

static bool same_score(const sq_state *a, const sq_state *b) {
    for (unsigned c = 0; c < SQ_USUAL_COLOURS; c++)
        if (sq_state_tiddlies(a, (sq_colour)c) != sq_state_tiddlies(b, (sq_colour)c)) return false;
    return a->now.phase == b->now.phase && !memcmp(a->now.score, b->now.score, sizeof a->now.score);
}

static void play_at_random(sq_umpire *u, table *t, const eye *e, int shots) {
    squidge_off(u, t, e);
    for (int i = 0; i < shots && t->game.now.turn != SQ_NO_COLOUR; i++)
        play_shot(u, t, e);
}

static tally play_game(unsigned seed, const eye *e, int shots) {
    static table t;
    sq_umpire *u;
    sq_diag d;
    srand(seed);
    judging = (judge){.count = {.games = 1}};
    sq_umpire_settings settings = {.game = {.form = SQ_FORM_PAIRS}, .hear = hear, .who = &judging};
    assert_int_equal(sq_umpire_new(&u, &settings, &d), SQ_OK);
    t = (table){.lies = hand_made_start()};
    if (e->of_scripts)
        play_script(u, &t, e, seed, shots);
    else
        play_at_random(u, &t, e, shots);
    assert_int_equal(sq_umpire_end(u, &d), SQ_OK);
    for (int i = 0; i < judging.moments; i++) {
        judging.count.shots += judging.moment[i].is_shot;
        judging.count.missed += judging.moment[i].is_shot && !judging.moment[i].told;
        if (verbose && judging.moment[i].is_shot && !judging.moment[i].told)
            print_message("  %.0f s: %s missed\n", judging.moment[i].table.t,
                          sq_wink_name(judging.moment[i].shot.wink));
    }
    judging.count.scored = same_score(sq_umpire_state(u), &t.game);
    sq_umpire_free(u);
    return judging.count;
}

static int setting(const char *name, int otherwise) {
    const char *text = getenv(name);
    return text ? atoi(text) : otherwise;
}

static void add(tally *all, const tally *one) {
    int *a = (int *)all;
    const int *b = (const int *)one;
    for (size_t i = 0; i < sizeof *all / sizeof *a; i++)
        a[i] += b[i];
}

/* Held to at least so many shots right and at most so many wrong, games scored right, names kept: shares. */
typedef struct {
    double right, wrong, scored, names;
} bounds;

static void play_games(const eye *e, const bounds *least) {
    enum { GAMES = 6, SHOTS = 40 };
    tally all = {0};
    int games = setting("SQUINT_GAMES", GAMES), seed = setting("SQUINT_SEED", 1);
    int most = setting("SQUINT_SHOTS", SHOTS);
    for (int g = 0; g < games; g++) {
        tally one = play_game((unsigned)(seed + g), e, most);
        if (verbose)
            print_message("seed %d: %d shots, %d right, %d held, %d wrong, %d refused%s\n", seed + g,
                          one.shots, one.right, one.held, one.wrong, one.refused,
                          one.scored ? "" : ", SCORE");
        add(&all, &one);
    }
    double shots = all.shots;
    print_message("%d shots: %.2f %% right, %.2f %% wrong, %.2f %% held (%d of %d rightly), %d missed, "
                  "%d invented, %d refused; %d of %d games scored right; names kept %.3f %%\n",
                  all.shots, 100 * all.right / shots, 100 * all.wrong / shots, 100 * all.held / shots,
                  all.held_right, all.held, all.missed, all.invented, all.refused, all.scored, all.games,
                  100 - 100.0 * all.renamed / all.names);
    assert_true(all.right >= least->right * shots);
    assert_true(all.wrong + all.missed <= least->wrong * shots);
    assert_true(all.scored >= least->scored * all.games);
    assert_true(all.names - all.renamed >= least->names * all.names);
}

static void a_good_eye(void **state) {
    (void)state;
    static const eye good = {.sigma = 0.1, .slips = 0, .order = 1, .sees_in_pot = true};
    play_games(&good, &(bounds){0.92, 0.01, 0.8, 0.995}); /* overlaps of a tenth of a millimetre */
}

static void an_eye_with_slips(void **state) {
    (void)state;
    static const eye fair = {.sigma = 0.2, .slips = 0.005, .order = 0.8, .sees_in_pot = true};
    play_games(&fair, &(bounds){0.87, 0.01, 0.8, 0.995});
}

static void a_fair_eye_on_drawn_games(void **state) {
    (void)state;
    static const eye fair = {
        .sigma = 0.2, .slips = 0.005, .order = 0.8, .sees_in_pot = true, .of_scripts = true};
    play_games(&fair, &(bounds){0.98, 0.005, 0.95, 0.995});
}

static void an_eye_that_cannot_look_into_the_pot(void **state) {
    (void)state;
    static const eye blind = {.sigma = 0.15, .slips = 0.002, .order = 0.8, .sees_in_pot = false};
    play_games(&blind, &(bounds){0.81, 0.05, 0.4, 0.995});
}

int main(void) {
    verbose = getenv("SQUINT_VERBOSE");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_good_eye),
        cmocka_unit_test(an_eye_with_slips),
        cmocka_unit_test(a_fair_eye_on_drawn_games),
        cmocka_unit_test(an_eye_that_cannot_look_into_the_pot),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Scores a refereed game against the truth. It pairs the winks' names, pairs the shots by time, and judges
 * each pair of shots. */
#include "datasets/score/game_score.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "rules/book/ruleset.h"
#include "vision/play/track_winks.h"
#include "vision/system/folder.h"

/* ---- Names ---- */

/* The referee's name → the truth's; SQ_NO_WINK where it is not known. */
typedef struct {
    sq_wink of[SQ_USUAL_WINKS];
} names;

/* A record may be of a game with more winks than a truth has. */
static sq_wink name_of(const names *n, sq_wink told) {
    return told < SQ_USUAL_WINKS ? n->of[told] : SQ_NO_WINK;
}

static const sq_seen_wink *nearest(const sq_position *p, sq_mm at) {
    const sq_seen_wink *best = NULL;
    for (int i = 0; i < p->wink_count; i++)
        if (!best || sq_mm_distance(p->winks[i].at, at) < sq_mm_distance(best->at, at)) best = &p->winks[i];
    return best;
}

static bool is_of_a_name(const names *n, sq_wink truth) {
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
        if (n->of[w] == truth) return true;
    return false;
}

/* What was not in sight has the names that are left, in their order. */
static void pair_unseen(names *n) {
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
        for (sq_wink is = 0; is < SQ_USUAL_WINKS && n->of[w] == SQ_NO_WINK; is++) {
            bool alike = sq_wink_colour(is) == sq_wink_colour(w) && sq_wink_size(is) == sq_wink_size(w);
            if (alike && !is_of_a_name(n, is)) n->of[w] = is;
        }
}

/* Those names that are not paired yet, and are told of one that is not. */
static void pair_by_place(names *n, const sq_position *truth, const sq_claimed_rest *seen) {
    for (int i = 0; i < seen->wink_count; i++) {
        sq_wink told = seen->winks[i].id;
        const sq_seen_wink *is = nearest(truth, seen->winks[i].at);
        if (told >= SQ_USUAL_WINKS || !is || n->of[told] != SQ_NO_WINK || is_of_a_name(n, is->id)) continue;
        bool alike =
            sq_wink_colour(told) == sq_wink_colour(is->id) && sq_wink_size(told) == sq_wink_size(is->id);
        if (alike && sq_mm_distance(is->at, seen->winks[i].at) < SQ_MATCH_MM) n->of[told] = is->id;
    }
}

/* As the referee names winks at a first look. */
static bool names_by_convention(names *out, const sq_position *truth) {
    sq_tracked *t = malloc(sizeof *t);
    if (!t) return false;
    sq_track_start(t, truth);
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
        out->of[w] = t->wink[w].index < 0 ? SQ_NO_WINK : truth->winks[t->wink[w].index].id;
    free(t);
    return true;
}

static sq_wink_set translate(const names *n, sq_wink_set set) {
    sq_wink_set out = 0;
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
        if ((set & sq_wink_bit(w)) && n->of[w] != SQ_NO_WINK) out |= sq_wink_bit(n->of[w]);
    return out;
}

/* A told shot in the truth's names. */
static sq_event_shot translated(const names *n, const sq_event_shot *told) {
    sq_event_shot out = *told;
    out.wink = name_of(n, told->wink);
    out.potted = translate(n, told->potted);
    out.off = translate(n, told->off);
    memset(&out.over, 0, sizeof out.over);
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
        if (n->of[w] != SQ_NO_WINK) out.over.above[n->of[w]] = translate(n, told->over.above[w]);
    return out;
}

static const sq_true_rest *rest_at(const sq_game_truth *g, double t) {
    for (int i = 0; i < g->rest_count; i++)
        if (t >= g->rests[i].t0 && t <= g->rests[i].t1) return &g->rests[i];
    return NULL;
}

/* Each name by the rest at which the referee first used it. */
static bool find_names(names *out, const sq_game_truth *truth, const sq_game_claim *claim) {
    bool any = false;
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
        out->of[w] = SQ_NO_WINK;
    for (int i = 0; i < claim->rest_count; i++) {
        const sq_true_rest *is = rest_at(truth, claim->rests[i].t);
        if (is) pair_by_place(out, &is->position, &claim->rests[i]);
        any |= is != NULL;
    }
    if (!any) return names_by_convention(out, &truth->rests[0].position);
    pair_unseen(out);
    return true;
}

/* ---- One shot ---- */

static bool upside_down(const sq_squops *is, const sq_squops *told) {
    for (sq_wink under = 0; under < SQ_USUAL_WINKS; under++)
        for (sq_wink over = 0; over < SQ_USUAL_WINKS; over++)
            if ((is->above[under] & sq_wink_bit(over)) && !(told->above[under] & sq_wink_bit(over)) &&
                (told->above[over] & sq_wink_bit(under)))
                return true;
    return false;
}

/* The lists of squops before a shot. */
typedef struct {
    sq_squops is, told;
} lists;

/* Pairs on which truth and record agreed before, and do not now; the others that they disagree on. */
static bool squops_differ(const lists *before, const sq_squops *is, const sq_squops *told, bool *stale) {
    bool differ = false;
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++) {
        sq_wink_set wrong = is->above[w] ^ told->above[w], was = before->is.above[w] ^ before->told.above[w];
        differ |= (wrong & ~was) != 0;
        *stale |= (wrong & was) != 0;
    }
    return differ;
}

static unsigned faults_of(const lists *before, const sq_true_action *is, const sq_event_shot *told,
                          bool *stale) {
    bool differ = squops_differ(before, &is->over, &told->over, stale),
         turned = differ && upside_down(&is->over, &told->over);
    const bool wrong[SQ_GAME_FAULTS] = {
        [SQ_GAME_FAULT_colour] = told->colour != is->colour,
        [SQ_GAME_FAULT_wink] = told->colour == is->colour && told->wink != is->wink,
        [SQ_GAME_FAULT_potted] = told->potted != is->potted,
        [SQ_GAME_FAULT_off] = told->off != is->off,
        [SQ_GAME_FAULT_squops] = differ && !turned,
        [SQ_GAME_FAULT_upside_down] = turned,
        [SQ_GAME_FAULT_short] = told->is_short,
    };
    unsigned bits = 0;
    for (unsigned f = 0; f < SQ_GAME_FAULTS; f++)
        bits |= (unsigned)wrong[f] << f;
    return bits;
}

/* The told shot that is nearest in time and not yet taken; -1. What a hand puts back at once after a shot
 * delays the rest that can be seen. */
static int told_at(const sq_game_claim *c, const bool *taken, double t_rest, double t_seen) {
    int best = -1;
    double least = SQ_GAME_LATE_S;
    for (int i = 0; i < c->shot_count; i++) {
        double t = (double)c->shots[i].shot.rest / SQ_US_PER_S, late = fmax(t_rest - t, t - t_seen);
        if (!taken[i] && late < least) best = i, least = late;
    }
    return best;
}

/* As sure as the referee was of it. */
static void note_belief(sq_game_score *s, double probability, bool right) {
    static const double least[SQ_GAME_BELIEFS] = {
#define X(name, at_least) at_least,
        SQ_GAME_BELIEF_LIST(X)
#undef X
    };
    int i = 0;
    while (i < SQ_GAME_BELIEFS - 1 && probability < least[i])
        i++;
    s->belief[i].told++;
    s->belief[i].right += right;
}

static void judge_shot(sq_game_score *s, lists *before, const sq_true_action *action,
                       const sq_claimed_shot *told, const names *n) {
    sq_judged_shot *j = &s->judged[s->judged_count++];
    *j = (sq_judged_shot){.verdict = SQ_SHOT_MISSED, .action = *action};
    s->n.shots++;
    if (told) {
        j->told = translated(n, &told->shot);
        if (!j->told.over_known) j->told.over = before->told;
        j->faults = faults_of(before, action, &j->told, &j->stale);
        before->told = j->told.over;
        note_belief(s, told->probability, !j->faults);
        j->verdict = told->held ? SQ_SHOT_HELD : j->faults ? SQ_SHOT_WRONG : SQ_SHOT_RIGHT;
    }
    before->is = action->over;
    s->n.missed += j->verdict == SQ_SHOT_MISSED;
    s->n.held += j->verdict == SQ_SHOT_HELD;
    s->n.held_right += j->verdict == SQ_SHOT_HELD && !j->faults;
    s->n.right += j->verdict == SQ_SHOT_RIGHT;
    s->n.stale += j->verdict == SQ_SHOT_RIGHT && j->stale;
    s->n.wrong += j->verdict == SQ_SHOT_WRONG;
    for (int f = 0; f < SQ_GAME_FAULTS && j->verdict == SQ_SHOT_WRONG; f++)
        s->faults[f] += j->faults >> f & 1;
}

static bool judge_shots(sq_game_score *s, const sq_game_truth *truth, const sq_game_claim *claim,
                        const names *n) {
    bool *taken = calloc((size_t)claim->shot_count + 1, sizeof *taken);
    s->judged = calloc((size_t)(truth->action_count + claim->shot_count) + 1, sizeof *s->judged);
    if (!taken || !s->judged) {
        free(taken);
        return false;
    }
    lists before = {.is = {{0}}, .told = {{0}}};
    for (int i = 0; i < truth->action_count; i++) {
        const sq_true_action *action = &truth->actions[i];
        if (action->kind != SQ_ACTION_SHOT) continue;
        double t_seen = action->after < 0 ? action->t_rest : truth->rests[action->after].t0;
        int at = told_at(claim, taken, action->t_rest, fmax(t_seen, action->t_rest));
        if (at >= 0) taken[at] = true;
        judge_shot(s, &before, action, at < 0 ? NULL : &claim->shots[at], n);
    }
    for (int i = 0; i < claim->shot_count; i++)
        if (!taken[i]) {
            s->judged[s->judged_count++] =
                (sq_judged_shot){.verdict = SQ_SHOT_INVENTED, .told = translated(n, &claim->shots[i].shot)};
            note_belief(s, claim->shots[i].probability, false);
        }
    s->n.invented = (size_t)s->judged_count - s->n.shots;
    s->n.passes = (size_t)claim->pass_count;
    free(taken);
    return true;
}

/* ---- The game as a whole ---- */

/* What a colour has when the game ends: its tiddlies, or its potted winks where the book knows no tiddlies.
 */
static int gathered(const sq_state *s, sq_colour c) {
    const sq_settings *set = &sq_ruleset_at(s->rules)->set;
    bool none = !set->tiddlies_potted && !set->tiddlies_free && !set->tiddlies_unplayed;
    return none ? sq_wink_count(s->now.potted & sq_winks_of(c)) : sq_state_tiddlies(s, c);
}

/* The score, or what it would be if the game were over now. */
static bool scored_alike(const sq_state *is, const sq_state *told) {
    sq_standing a = sq_state_if_ended(is), b = sq_state_if_ended(told);
    return is->now.phase == told->now.phase && a.winners == b.winners &&
           !memcmp(a.points, b.points, sizeof a.points) && !memcmp(a.score, b.score, sizeof a.score);
}

static void judge_end(sq_game_score *s, const sq_game_truth *truth, const sq_game_claim *claim) {
    const sq_position *last = &truth->rests[truth->rest_count - 1].position;
    sq_state is;
    bool known = sq_game_truth_state(truth, &is);
    size_t right = 0;
    for (unsigned c = 0; c < SQ_USUAL_COLOURS; c++)
        right += gathered(&claim->state, (sq_colour)c) ==
                 (known ? gathered(&is, (sq_colour)c) : last->tiddlies[c].low);
    s->n.tiddlies = SQ_USUAL_COLOURS;
    s->n.tiddlies_right = right;
    s->n.games_right = right == SQ_USUAL_COLOURS;
    s->n.winner_known = truth->squidge_off_winner != SQ_NO_COLOUR;
    s->n.winner_right = s->n.winner_known && claim->state.now.winner == truth->squidge_off_winner;
    if (!known) return;
    s->n.points_known = 1;
    s->n.points_right = scored_alike(&is, &claim->state);
}

static void judge_names(sq_game_score *s, const sq_game_truth *truth, const sq_game_claim *claim,
                        const names *n) {
    for (int i = 0; i < claim->rest_count; i++) {
        const sq_claimed_rest *seen = &claim->rests[i];
        const sq_true_rest *is = rest_at(truth, seen->t);
        if (!is) continue;
        s->n.rests++;
        for (int k = 0; k < seen->wink_count; k++) {
            const sq_seen_wink *w = nearest(&is->position, seen->winks[k].at);
            bool there = w && seen->winks[k].id != SQ_NO_WINK && seen->winks[k].place != SQ_PLACE_POT &&
                         sq_mm_distance(w->at, seen->winks[k].at) < SQ_MATCH_MM;
            s->n.names += there;
            s->n.names_right += there && name_of(n, seen->winks[k].id) == w->id;
        }
    }
}

static bool append(sq_numbers *list, double v) {
    if (list->count == list->room) {
        size_t room = 2 * list->room + 16;
        double *more = realloc(list->at, room * sizeof *more);
        if (!more) return false;
        list->at = more;
        list->room = room;
    }
    list->at[list->count++] = v;
    return true;
}

static bool append_all(sq_numbers *list, const sq_numbers *more) {
    for (size_t i = 0; i < more->count; i++)
        if (!append(list, more->at[i])) return false;
    return true;
}

static bool is_whole(const sq_seen_wink *w) {
    return w->place != SQ_PLACE_POT && w->seen > SQ_MATCH_WHOLE_SEEN && w->normal.z > SQ_MATCH_FLAT_NORMAL_Z;
}

/* How far the whole winks of a rest are off. */
static bool judge_places(sq_game_score *s, const sq_position *truth, const sq_claimed_rest *seen) {
    sq_mm sum = {0, 0};
    int n = 0;
    for (int k = 0; k < seen->wink_count; k++) {
        const sq_seen_wink *w = nearest(truth, seen->winks[k].at);
        if (!w || !is_whole(w) || !seen->winks[k].whole) continue;
        double sigma = seen->winks[k].sigma_mm, mm = sq_mm_distance(w->at, seen->winks[k].at);
        if (!(mm < SQ_MATCH_MM)) continue;
        sum.x += seen->winks[k].at.x - w->at.x;
        sum.y += seen->winks[k].at.y - w->at.y;
        n++;
        if (!append(&s->whole_mm, mm) || (sigma > 0 && !append(&s->z_whole, mm / sigma))) return false;
    }
    return !n || append(&s->shift_mm, hypot(sum.x, sum.y) / n);
}

static bool judge_all_places(sq_game_score *s, const sq_game_truth *truth, const sq_game_claim *claim) {
    for (int i = 0; i < claim->rest_count; i++) {
        const sq_true_rest *is = rest_at(truth, claim->rests[i].t);
        if (is && !judge_places(s, &is->position, &claim->rests[i])) return false;
    }
    return true;
}

/* How long after each shot the referee looked. */
static bool note_latency(sq_game_score *s, const sq_game_truth *truth, const sq_game_claim *claim) {
    for (int i = 0; i < truth->action_count; i++) {
        const sq_true_action *action = &truth->actions[i];
        if (action->kind != SQ_ACTION_SHOT || action->after < 0) continue;
        for (int k = 0; k < claim->rest_count; k++) {
            double t = claim->rests[k].t;
            if (t < action->t_clear || t > truth->rests[action->after].t1) continue;
            if (!append(&s->latency_s, t - action->t_clear)) return false;
            break;
        }
    }
    return true;
}

sq_code sq_game_score_make(sq_game_score *out, const sq_game_truth *truth, const sq_game_claim *claim,
                           sq_diag *d) {
    *out = (sq_game_score){0};
    names n;
    if (!find_names(&n, truth, claim) || !judge_shots(out, truth, claim, &n) ||
        !note_latency(out, truth, claim) || !judge_all_places(out, truth, claim))
        return sq_fail(d, SQ_E_MEMORY, "a game's score: not enough memory; close other programs");
    judge_end(out, truth, claim);
    judge_names(out, truth, claim, &n);
    return SQ_OK;
}

sq_code sq_game_score_add(sq_game_score *sum, const sq_game_score *game, sq_diag *d) {
#define X(name, what) sum->n.name += game->n.name;
    SQ_GAME_COUNT_LIST(X)
#undef X
    for (int f = 0; f < SQ_GAME_FAULTS; f++)
        sum->faults[f] += game->faults[f];
    for (int b = 0; b < SQ_GAME_BELIEFS; b++) {
        sum->belief[b].told += game->belief[b].told;
        sum->belief[b].right += game->belief[b].right;
    }
    if (append_all(&sum->latency_s, &game->latency_s) && append_all(&sum->whole_mm, &game->whole_mm) &&
        append_all(&sum->z_whole, &game->z_whole) && append_all(&sum->shift_mm, &game->shift_mm))
        return SQ_OK;
    return sq_fail(d, SQ_E_MEMORY, "a game's score: not enough memory; give fewer games");
}

void sq_game_score_free(sq_game_score *s) {
    sq_numbers *numbers[] = {&s->latency_s, &s->whole_mm, &s->z_whole, &s->shift_mm};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        free(numbers[i]->at);
    free(s->judged);
    *s = (sq_game_score){0};
}

/* ---- Files ---- */

enum { PATH_CAP = 4352 };

static bool is_file(const char *path) {
    struct stat s;
    return !stat(path, &s) && S_ISREG(s.st_mode);
}

/* The file itself, or the one of that name in the folder. */
static void file_in(char out[PATH_CAP], const char *path, const char *name) {
    if (sq_is_folder(path))
        snprintf(out, PATH_CAP, "%.4096s/%s", path, name);
    else
        snprintf(out, PATH_CAP, "%.4096s", path);
}

static void file_beside(char out[PATH_CAP], const char *path, const char *name) {
    const char *slash = strrchr(path, '/');
    snprintf(out, PATH_CAP, "%.*s%s", slash ? (int)(slash + 1 - path) : 0, path, name);
}

bool sq_is_game_truth(const char *path) {
    static const char ending[] = ".truth.jsonl";
    char file[PATH_CAP];
    size_t length = strlen(path), end = sizeof ending - 1;
    if (length > end && !strcmp(path + length - end, ending)) return true;
    file_in(file, path, "game.truth.jsonl");
    return sq_is_folder(path) && is_file(file);
}

sq_code sq_game_score_files(sq_game_score *out, const char *truth, const char *record, sq_diag *d) {
    char is[PATH_CAP], told[PATH_CAP], rests[PATH_CAP];
    file_in(is, truth, "game.truth.jsonl");
    file_in(told, record, "game.jsonl");
    file_beside(rests, told, "rests.jsonl");
    *out = (sq_game_score){0};
    sq_game_truth g = {0};
    sq_game_claim c = {0};
    sq_code code = sq_game_truth_read(&g, is, d);
    if (!code) code = sq_game_claim_read(&c, told, is_file(rests) ? rests : NULL, d);
    if (!code) code = sq_game_score_make(out, &g, &c, d);
    sq_game_truth_free(&g);
    sq_game_claim_free(&c);
    return code;
}

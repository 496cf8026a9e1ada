/* Reads the truth of a filmed game from its JSON lines, and plays it through the rules engine for the true
 * final state. */
#include "datasets/film/game_truth.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/book/ruleset.h"

static const char *text(const json_t *line, const char *key) {
    const char *s = json_string_value(json_object_get(line, key));
    return s ? s : "";
}

static bool seconds(double *out, const json_t *line, const char *key) {
    const json_t *j = json_object_get(line, key);
    *out = json_number_value(j);
    return json_is_number(j);
}

static bool wink_set(sq_wink_set *out, const json_t *names) {
    size_t i;
    const json_t *name;
    json_array_foreach(names, i, name) {
        sq_wink w = json_is_string(name) ? sq_usual_wink_from_name(json_string_value(name)) : SQ_NO_WINK;
        if (w == SQ_NO_WINK) return false;
        *out |= sq_wink_bit(w);
    }
    return true;
}

static sq_action_kind kind_from_name(const char *name) {
    unsigned k = 0;
    while (k < SQ_ACTIONS && strcmp(name, sq_action_name((sq_action_kind)k)))
        k++;
    return (sq_action_kind)k;
}

/* A part that cannot be right returns the key that is wrong, null where all is well. */
static const char *action_from_json(sq_true_action *out, const json_t *line) {
    const char *kind = text(line, "kind");
    *out = (sq_true_action){.kind = kind_from_name(*kind ? kind : text(line, "type")), .after = -1};
    if (out->kind == SQ_ACTIONS) return "kind";
    if (!seconds(&out->t_start, line, "t_start")) return "t_start";
    if (!seconds(&out->t_rest, line, "t_rest")) return "t_rest";
    if (!seconds(&out->t_clear, line, "t_clear")) return "t_clear";
    if ((out->colour = sq_usual_colour_from_name(text(line, "colour"))) == SQ_NO_COLOUR) return "colour";
    if ((out->wink = sq_usual_wink_from_name(text(line, "wink"))) == SQ_NO_WINK) return "wink";
    if (!wink_set(&out->potted, json_object_get(line, "potted"))) return "potted";
    if (!wink_set(&out->off, json_object_get(line, "off"))) return "off";
    snprintf(out->note, sizeof out->note, "%s", text(line, "note"));
    return NULL;
}

static sq_code add_rest(sq_game_truth *g, const json_t *line, const char *where, sq_diag *d) {
    sq_true_rest *more = realloc(g->rests, ((size_t)g->rest_count + 1) * sizeof *more);
    sq_truth *t = calloc(1, sizeof *t);
    if (more) g->rests = more;
    sq_code code = more && t ? sq_truth_winks_from_json(t, json_object_get(line, "winks"), where, d)
                             : sq_fail(d, SQ_E_MEMORY, "%s: not enough memory; close other programs", where);
    if (!code) {
        sq_true_rest *r = &g->rests[g->rest_count];
        sq_position_from_truth(&r->position, t);
        if (seconds(&r->t0, line, "t0") && seconds(&r->t1, line, "t1"))
            g->rest_count++;
        else
            code = sq_fail(d, SQ_E_FORMAT, "%s: \"t0\" or \"t1\" is missing; correct the truth file", where);
    }
    free(t);
    return code;
}

static sq_code add_action(sq_game_truth *g, const json_t *line, const char *where, sq_diag *d) {
    sq_true_action *more = realloc(g->actions, ((size_t)g->action_count + 1) * sizeof *more);
    if (!more) return sq_fail(d, SQ_E_MEMORY, "%s: not enough memory; close other programs", where);
    g->actions = more;
    const char *wrong = action_from_json(&g->actions[g->action_count], line);
    if (wrong)
        return sq_fail(d, SQ_E_FORMAT, "%s: \"%s\" is missing or unknown; correct the truth file", where,
                       wrong);
    g->actions[g->action_count++].after = g->rest_count;
    return SQ_OK;
}

/* A book that is not known here is as if none were named. */
static void read_rules(sq_game_truth *g, const char *name) {
    int rules = name ? sq_ruleset_find(name) : 0;
    g->rules = rules < 0 ? 0 : rules;
}

static sq_code add_line(sq_game_truth *g, const json_t *line, const char *where, sq_diag *d) {
    const char *type = text(line, "type");
    if (!strcmp(type, "rest")) return add_rest(g, line, where, d);
    if (!strcmp(type, "shot") || !strcmp(type, "put-back")) return add_action(g, line, where, d);
    if (!strcmp(type, "meta")) read_rules(g, text(line, "rules"));
    if (!strcmp(type, "meta"))
        g->squidge_off_winner = sq_usual_colour_from_name(text(line, "squidge_off_winner"));
    return SQ_OK; /* what else a file may tell is no action */
}

/* Squops outside the pot between winks that are in play and not off. */
static sq_squops squops_after(const sq_position *p, sq_wink_set off) {
    sq_squops all = {{0}};
    for (int i = 0; i < p->squop_count; i++) {
        const sq_seen_wink *over = &p->winks[p->squops[i].over], *under = &p->winks[p->squops[i].under];
        bool played = over->place != SQ_PLACE_BASELINE && under->place != SQ_PLACE_BASELINE;
        if (played && !(off & (sq_wink_bit(over->id) | sq_wink_bit(under->id))))
            all.above[under->id] |= sq_wink_bit(over->id);
    }
    return all;
}

static void link_actions(sq_game_truth *g) {
    for (int i = 0; i < g->action_count; i++) {
        sq_true_action *e = &g->actions[i];
        if (e->after >= g->rest_count)
            e->after = -1;
        else
            e->over = squops_after(&g->rests[e->after].position, e->off);
    }
}

sq_code sq_game_truth_read(sq_game_truth *out, const char *path, sq_diag *d) {
    *out = (sq_game_truth){.squidge_off_winner = SQ_NO_COLOUR};
    FILE *f = fopen(path, "r");
    if (!f) return sq_fail(d, SQ_E_FILE, "%s: cannot be opened (%m); check the name and the rights", path);
    char *line = NULL, where[4200];
    size_t room = 0;
    sq_code code = SQ_OK;
    for (int n = 1; !code && getline(&line, &room, f) >= 0; n++) {
        json_error_t e;
        json_t *root = json_loads(line, JSON_REJECT_DUPLICATES, &e);
        snprintf(where, sizeof where, "%.4096s:%d", path, n);
        code = root ? add_line(out, root, where, d)
                    : sq_fail(d, SQ_E_FORMAT, "%s: is no JSON (%s); give a game's truth", where, e.text);
        json_decref(root);
    }
    if (!code && ferror(f)) code = sq_fail(d, SQ_E_FILE, "%s: cannot be read (%m); check the disk", path);
    if (!code && !out->rest_count)
        code = sq_fail(d, SQ_E_FORMAT, "%s: has no rest; give a game's truth", path);
    free(line);
    fclose(f);
    link_actions(out);
    return code;
}

void sq_game_truth_free(sq_game_truth *g) {
    free(g->rests);
    free(g->actions);
    *g = (sq_game_truth){0};
}

/* The events of a record that tells the truth. */

static const sq_seen_wink *wink_of(const sq_position *p, sq_wink w) {
    for (int i = 0; i < p->wink_count; i++)
        if (p->winks[i].id == w) return &p->winks[i];
    return NULL;
}

static void add_squidged(sq_event_squidge_off *e, const sq_game_truth *g, const sq_true_action *action) {
    const sq_seen_wink *w =
        action->after < 0 ? NULL : wink_of(&g->rests[action->after].position, action->wink);
    if (!w) return;
    bool potted = sq_place_is_potted(w->place);
    e->played |= sq_colour_bit(action->colour);
    e->where[action->colour] = potted                     ? SQ_SQUIDGED_POT
                               : w->place == SQ_PLACE_OFF ? SQ_SQUIDGED_OFF
                                                          : SQ_SQUIDGED_ON_MAT;
    e->mm[action->colour] = e->where[action->colour] == SQ_SQUIDGED_ON_MAT ? fmax(0, w->edge_to_pot_mm) : 0;
}

static sq_event shot_event(const sq_true_action *action) {
    return (sq_event){.kind = SQ_EVENT_SHOT,
                      .shot = {.t = sq_us_from_s(action->t_start),
                               .rest = sq_us_from_s(action->t_rest),
                               .colour = action->colour,
                               .wink = action->wink,
                               .potted = action->potted,
                               .off = action->off,
                               .over_known = true,
                               .over = action->over}};
}

bool sq_game_truth_state(const sq_game_truth *g, sq_state *out) {
    sq_state s = sq_state_none();
    sq_rulings r;
    sq_event e = {.kind = SQ_EVENT_GAME, .game = {.rules = g->rules, .form = SQ_FORM_PAIRS}};
    sq_event squidge_off = {.kind = SQ_EVENT_SQUIDGE_OFF};
    bool legal = sq_engine_step(&s, &e, &s, &r);
    for (int i = 0; legal && i < g->action_count; i++) {
        const sq_true_action *action = &g->actions[i];
        if (action->kind == SQ_ACTION_SQUIDGE_OFF) {
            add_squidged(&squidge_off.squidge_off, g, action);
            if (squidge_off.squidge_off.played != s.now.among) continue;
            legal = sq_engine_step(&s, &squidge_off, &s, &r);
            squidge_off = (sq_event){.kind = SQ_EVENT_SQUIDGE_OFF};
        } else if (action->kind == SQ_ACTION_SHOT) {
            e = shot_event(action);
            legal = sq_engine_step(&s, &e, &s, &r);
        }
    }
    if (legal) *out = s;
    return legal;
}

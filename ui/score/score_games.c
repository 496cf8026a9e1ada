/* Prints the scores of refereed games: a table, each faulty shot in a sentence, or JSON. */
#include "ui/score/score_games.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ui/words/json_text.h"

static const char *const verdicts[] = {[SQ_SHOT_RIGHT] = "right",
                                       [SQ_SHOT_HELD] = "held",
                                       [SQ_SHOT_WRONG] = "wrong",
                                       [SQ_SHOT_MISSED] = "missed",
                                       [SQ_SHOT_INVENTED] = "invented"};

static const struct {
    const char *name, *what;
} faults[SQ_GAME_FAULTS] = {
#define X(name, what) {#name, what},
    SQ_GAME_FAULT_LIST(X)
#undef X
};

/* ---- One shot in words ---- */

static void put_winks(FILE *to, const char *before, sq_wink_set set) {
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
        if (set & sq_wink_bit(w)) {
            fprintf(to, "%s%s", before, sq_wink_name(w));
            before = " ";
        }
}

static void put_squops(FILE *to, const sq_squops *q) {
    const char *before = ", over: ";
    for (sq_wink under = 0; under < SQ_USUAL_WINKS; under++)
        for (sq_wink over = 0; over < SQ_USUAL_WINKS; over++)
            if (q->above[under] & sq_wink_bit(over)) {
                fprintf(to, "%s%s/%s", before, sq_wink_name(over), sq_wink_name(under));
                before = " ";
            }
}

static void put_shot(FILE *to, const char *who, sq_wink w, sq_wink_set potted, sq_wink_set off,
                     const sq_squops *over) {
    fprintf(to, "%s%s", who, w == SQ_NO_WINK ? "a wink without a name" : sq_wink_name(w));
    put_winks(to, ", potted ", potted);
    put_winks(to, ", off ", off);
    put_squops(to, over);
}

static void put_told(FILE *to, const sq_event_shot *e) {
    put_shot(to, "told ", e->wink, e->potted, e->off, &e->over);
}

static void put_judged(FILE *to, const sq_judged_shot *j) {
    double t = j->verdict == SQ_SHOT_INVENTED ? (double)j->told.rest / SQ_US_PER_S : j->action.t_rest;
    fprintf(to, "    %7.1f s %s", t, verdicts[j->verdict]);
    for (unsigned f = 0; f < SQ_GAME_FAULTS; f++)
        if (j->faults >> f & 1) fprintf(to, " (%s)", faults[f].name);
    fputs(": ", to);
    if (j->verdict != SQ_SHOT_INVENTED)
        put_shot(to, "played ", j->action.wink, j->action.potted, j->action.off, &j->action.over);
    if (*j->action.note) fprintf(to, " [%s]", j->action.note);
    if (j->verdict != SQ_SHOT_INVENTED && j->verdict != SQ_SHOT_MISSED) fputs("; ", to);
    if (j->verdict != SQ_SHOT_MISSED) put_told(to, &j->told);
    putc('\n', to);
}

void sq_score_game_shots(FILE *to, const sq_game_score *s) {
    for (int i = 0; i < s->judged_count; i++)
        if (s->judged[i].verdict != SQ_SHOT_RIGHT) put_judged(to, &s->judged[i]);
}

/* ---- Tables ---- */

void sq_score_games_heading(FILE *to) {
    fprintf(to, "%-24s %5s %5s %5s %5s %5s %6s %8s %8s %7s %6s %6s %8s %8s\n", "game", "shots", "right",
            "stale", "held", "wrong", "missed", "invented", "tiddlies", "winner", "points", "rests", "names",
            "late s");
}

static void put_of(FILE *to, int width, size_t part, size_t whole) {
    char text[48];
    snprintf(text, sizeof text, "%zu/%zu", part, whole);
    fprintf(to, " %*s", width, whole ? text : "-");
}

void sq_score_game_line(FILE *to, const char *name, const sq_game_score *s) {
    size_t length = strlen(name), shown = length > 24 ? 24 : length;
    fprintf(to, "%-24s %5zu %5zu %5zu %5zu %5zu %6zu %8zu", name + length - shown, s->n.shots, s->n.right,
            s->n.stale, s->n.held, s->n.wrong, s->n.missed, s->n.invented);
    put_of(to, 8, s->n.tiddlies_right, s->n.tiddlies);
    put_of(to, 7, s->n.winner_right, s->n.winner_known);
    put_of(to, 6, s->n.points_right, s->n.points_known);
    fprintf(to, " %6zu", s->n.rests);
    if (s->n.names)
        fprintf(to, " %7.2f%%", 100 * sq_share(s->n.names_right, s->n.names));
    else
        fprintf(to, " %8s", "-");
    if (s->latency_s.count)
        fprintf(to, " %8.3f\n", sq_quantile(&s->latency_s, 0.5));
    else
        fprintf(to, " %8s\n", "-");
}

static const char *const beliefs[SQ_GAME_BELIEFS] = {
#define X(name, least) name,
    SQ_GAME_BELIEF_LIST(X)
#undef X
};

static void put_beliefs(FILE *to, const sq_game_score *s) {
    for (int b = 0; b < SQ_GAME_BELIEFS; b++)
        if (s->belief[b].told)
            fprintf(to, "told at %-14s %5zu, of which %5zu are right (%.2f %%)\n", beliefs[b],
                    s->belief[b].told, s->belief[b].right,
                    100 * sq_share(s->belief[b].right, s->belief[b].told));
}

void sq_score_game_faults(FILE *to, const sq_game_score *s) {
    if (s->n.shots)
        fprintf(to, "\nof the shots: %.2f %% right, %.2f %% held, %.2f %% wrong, %.2f %% missed\n",
                100 * sq_share(s->n.right, s->n.shots), 100 * sq_share(s->n.held, s->n.shots),
                100 * sq_share(s->n.wrong, s->n.shots), 100 * sq_share(s->n.missed, s->n.shots));
    if (s->n.stale)
        fprintf(to,
                "right in what they did, but with a list of squops that an earlier fault left wrong: %zu\n",
                s->n.stale);
    if (s->n.held)
        fprintf(to, "of the held ones the likeliest answer is right: %zu of %zu\n", s->n.held_right,
                s->n.held);
    fprintf(to, "games with all tiddlies right at the end: %zu\n", s->n.games_right);
    for (int f = 0; f < SQ_GAME_FAULTS; f++)
        if (s->faults[f])
            fprintf(to, "wrong shots: %4zu %-12s %s\n", s->faults[f], faults[f].name, faults[f].what);
    put_beliefs(to, s);
}

/* A normal error in x and in y is within 1.18 deviations half of the time, and 95 of 100 times within 2.45.
 */
static void put_places(FILE *to, const sq_game_score *s) {
    if (!s->whole_mm.count) return;
    fprintf(
        to,
        "places of winks that lie flat and are seen whole: %zu, half within %.3f mm, 95 %% within %.3f mm\n",
        s->whole_mm.count, sq_quantile(&s->whole_mm, 0.5), sq_quantile(&s->whole_mm, 0.95));
    if (s->z_whole.count)
        fprintf(
            to,
            "these errors divided by their ±: half within %.2f (1.18 is true), 95 %% within %.2f (2.45)\n",
            sq_quantile(&s->z_whole, 0.5), sq_quantile(&s->z_whole, 0.95));
    fprintf(to,
            "all winks of a rest together: half of the rests shifted by less than %.3f mm, the worst by %.3f "
            "mm\n",
            sq_quantile(&s->shift_mm, 0.5), sq_quantile(&s->shift_mm, 1));
}

static void print_table(const sq_scored_pair *pairs, const sq_game_score *games, int count,
                        const sq_game_score *all) {
    sq_score_games_heading(stdout);
    for (int i = 0; i < count; i++) {
        sq_score_game_line(stdout, pairs[i].truth, &games[i]);
        sq_score_game_shots(stdout, &games[i]);
    }
    if (count > 1) sq_score_game_line(stdout, "ALL", all);
    sq_score_game_faults(stdout, all);
    put_places(stdout, all);
}

/* ---- JSON ---- */

static json_t *winks(sq_wink_set set) {
    json_t *list = json_array();
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
        if (set & sq_wink_bit(w)) json_array_append_new(list, json_string(sq_wink_name(w)));
    return list;
}

static json_t *squops(const sq_squops *q) {
    json_t *list = json_array();
    for (sq_wink under = 0; under < SQ_USUAL_WINKS; under++)
        for (sq_wink over = 0; over < SQ_USUAL_WINKS; over++)
            if (q->above[under] & sq_wink_bit(over))
                json_array_append_new(list, json_pack("[s,s]", sq_wink_name(over), sq_wink_name(under)));
    return list;
}

static json_t *shot(double t_rest, sq_wink w, sq_wink_set potted, sq_wink_set off, const sq_squops *over) {
    return json_pack("{s:f, s:s?, s:o, s:o, s:o}", "t_rest", t_rest, "wink",
                     w == SQ_NO_WINK ? NULL : sq_wink_name(w), "potted", winks(potted), "off", winks(off),
                     "over", squops(over));
}

static json_t *judged(const sq_judged_shot *j) {
    json_t *o = json_pack("{s:s}", "verdict", verdicts[j->verdict]), *list = json_array();
    for (unsigned f = 0; f < SQ_GAME_FAULTS; f++)
        if (j->faults >> f & 1) json_array_append_new(list, json_string(faults[f].name));
    json_object_set_new(o, "faults", list);
    if (j->verdict != SQ_SHOT_INVENTED)
        json_object_set_new(
            o, "played",
            shot(j->action.t_rest, j->action.wink, j->action.potted, j->action.off, &j->action.over));
    if (j->verdict != SQ_SHOT_MISSED)
        json_object_set_new(o, "told",
                            shot((double)j->told.rest / SQ_US_PER_S, j->told.wink, j->told.potted,
                                 j->told.off, &j->told.over));
    return o;
}

static json_t *number(double v) {
    return isnan(v) ? json_null() : json_real(v);
}

static json_t *counts(const sq_game_score *s) {
    json_t *o = json_object(), *f = json_object();
#define X(name, what) json_object_set_new(o, #name, json_integer((json_int_t)s->n.name));
    SQ_GAME_COUNT_LIST(X)
#undef X
    for (int i = 0; i < SQ_GAME_FAULTS; i++)
        json_object_set_new(f, faults[i].name, json_integer((json_int_t)s->faults[i]));
    json_object_set_new(o, "faults", f);
    json_t *told = json_array();
    for (int b = 0; b < SQ_GAME_BELIEFS; b++)
        json_array_append_new(told, json_pack("{s:s, s:I, s:I}", "at", beliefs[b], "told",
                                              (json_int_t)s->belief[b].told, "right",
                                              (json_int_t)s->belief[b].right));
    json_object_set_new(o, "beliefs", told);
    json_object_set_new(o, "whole_mm_median", number(sq_quantile(&s->whole_mm, 0.5)));
    json_object_set_new(o, "whole_mm_p95", number(sq_quantile(&s->whole_mm, 0.95)));
    json_object_set_new(o, "z_whole_median", number(sq_quantile(&s->z_whole, 0.5)));
    json_object_set_new(o, "z_whole_p95", number(sq_quantile(&s->z_whole, 0.95)));
    json_object_set_new(o, "shift_mm_median", number(sq_quantile(&s->shift_mm, 0.5)));
    json_object_set_new(o, "shift_mm_most", number(sq_quantile(&s->shift_mm, 1)));
    json_object_set_new(o, "latency_s_median", number(sq_quantile(&s->latency_s, 0.5)));
    json_object_set_new(o, "latency_s_p95", number(sq_quantile(&s->latency_s, 0.95)));
    return o;
}

static json_t *game(const sq_scored_pair *pair, const sq_game_score *s) {
    json_t *o = counts(s), *list = json_array();
    json_object_set_new(o, "truth", sq_json_text(pair->truth));
    json_object_set_new(o, "record", sq_json_text(pair->record));
    for (int i = 0; i < s->judged_count; i++)
        if (s->judged[i].verdict != SQ_SHOT_RIGHT) json_array_append_new(list, judged(&s->judged[i]));
    json_object_set_new(o, "not_right", list);
    return o;
}

static void print_json(const sq_scored_pair *pairs, const sq_game_score *games, int count,
                       const sq_game_score *all) {
    json_t *list = json_array();
    for (int i = 0; i < count; i++)
        json_array_append_new(list, game(&pairs[i], &games[i]));
    json_t *o = json_pack("{s:o, s:o}", "games", list, "all", counts(all));
    json_dumpf(o, stdout, JSON_INDENT(1) | JSON_REAL_PRECISION(9));
    putchar('\n');
    json_decref(o);
}

/* ---- All of it ---- */

static sq_code score_all(sq_game_score *games, sq_game_score *all, const sq_scored_pair *pairs, int count,
                         sq_diag *d) {
    for (int i = 0; i < count; i++) {
        sq_code code = sq_game_score_files(&games[i], pairs[i].truth, pairs[i].record, d);
        if (!code) code = sq_game_score_add(all, &games[i], d);
        if (code) return code;
    }
    return SQ_OK;
}

sq_code sq_score_games(const sq_scored_pair *pairs, int count, bool json, sq_diag *d) {
    sq_game_score *games = calloc((size_t)count, sizeof *games), all = {0};
    if (!games) return sq_fail(d, SQ_E_MEMORY, "not enough memory; score fewer games");
    sq_code code = score_all(games, &all, pairs, count, d);
    if (!code) (json ? print_json : print_table)(pairs, games, count, &all);
    for (int i = 0; i < count; i++)
        sq_game_score_free(&games[i]);
    sq_game_score_free(&all);
    free(games);
    return code;
}

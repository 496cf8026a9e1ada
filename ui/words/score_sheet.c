/* The rows and columns of the score sheet, and how each number is counted. */
#include "ui/words/score_sheet.h"

#include <stdio.h>

#include "rules/book/ruleset.h"
#include "rules/terms/text_buffer.h"
#include "ui/words/event_words.h"

int sq_sheet_columns(sq_colour out[SQ_COLOURS], const sq_state *s) {
    const sq_colour_set all = sq_state_colours(s);
    int n = 0;
    for (unsigned side = 0; side < SQ_PARTNERSHIPS; side++)
        for (unsigned c = 0; c < SQ_COLOURS; c++)
            if (all & sq_colours_of((sq_partnership)side) & sq_colour_bit((sq_colour)c))
                out[n++] = (sq_colour)c;
    return n;
}

const uint8_t sq_sheet_swatches[SQ_COLOURS][3] = {
    [SQ_BLUE] = {0x1f, 0x4f, 0xd0},   [SQ_GREEN] = {0x3a, 0x9d, 0x4a}, [SQ_RED] = {0xc0, 0x18, 0x2b},
    [SQ_YELLOW] = {0xff, 0xd8, 0x3d}, [SQ_WHITE] = {0xf6, 0xf6, 0xf2}, [SQ_PURPLE] = {0x4a, 0x10, 0x66}};

static int of(sq_wink_set winks, sq_colour c) {
    return sq_wink_count(sq_winks_of(c) & winks);
}

static int potted(const sq_state *s, sq_colour c) {
    return of(s->now.potted, c);
}

static int unplayed(const sq_state *s, sq_colour c) {
    return of(s->now.unplayed, c);
}

static int squopped(const sq_state *s, sq_colour c) {
    return of(sq_squopped_winks(&s->now), c);
}

static int free_played(const sq_state *s, sq_colour c) {
    return sq_free_count(&s->now, c) - unplayed(s, c);
}

static int tally(const sq_state *s, sq_colour c) {
    return s->now.tally[c];
}

const sq_sheet_row sq_sheet_rows[SQ_SHEET_ROWS] = {
    {"potted", potted},     {"free", free_played},           {"squopped", squopped},
    {"unplayed", unplayed}, {"tiddlies", sq_state_tiddlies}, {"tally", tally}};

bool sq_sheet_has_row(const sq_state *s, int row) {
    const sq_ruleset *rules = sq_ruleset_at(s->rules);
    if (row == SQ_SHEET_TALLY) return rules->set.best == SQ_BEST_TALLY;
    return row != SQ_SHEET_TIDDLIES || sq_ruleset_has_tiddlies(rules);
}

bool sq_sheet_has_points(const sq_state *s) {
    return sq_ruleset_at(s->rules)->set.result == SQ_RESULT_POINTS;
}

bool sq_sheet_has_winners_alone(const sq_standing *p) {
    return p->winners && !p->score[SQ_BLUE_RED] && !p->score[SQ_GREEN_YELLOW];
}

void sq_sheet_say_tiddlies(FILE *to, const sq_state *s) {
    const char *joint = "";
    for (sq_colour c = 0; c < SQ_COLOURS; c++) {
        if (!(sq_state_colours(s) & sq_colour_bit(c))) continue;
        fprintf(to, "%s%s %d", joint, sq_colour_name(c), sq_state_tiddlies(s, c));
        joint = ", ";
    }
}

const char *sq_sheet_outcome(char to[SQ_OUTCOME_MAX], const sq_standing *p) {
    char a[SQ_POINTS_TEXT_MAX], b[SQ_POINTS_TEXT_MAX];
    sq_text t = sq_text_in(to, SQ_OUTCOME_MAX);
    if (sq_sheet_has_winners_alone(p)) {
        sq_text_put(&t, "won by ");
        sq_text_put_colours(&t, p->winners, " and ");
    } else
        sq_text_put(&t, "blue-red %s, green-yellow %s", sq_points_text(p->score[SQ_BLUE_RED], a),
                    sq_points_text(p->score[SQ_GREEN_YELLOW], b));
    return to;
}

bool sq_sheet_same_outcome(const sq_standing *a, const sq_standing *b) {
    return a->winners == b->winners && a->score[SQ_BLUE_RED] == b->score[SQ_BLUE_RED] &&
           a->score[SQ_GREEN_YELLOW] == b->score[SQ_GREEN_YELLOW];
}

const char *sq_sheet_score(char to[SQ_SHEET_SCORE_MAX], const sq_standing *p, sq_partnership side) {
    char points[SQ_POINTS_TEXT_MAX];
    snprintf(to, SQ_SHEET_SCORE_MAX, "%s%s", sq_points_text(p->score[side], points), p->pot_outs ? "*" : "");
    return to;
}

static const char *clock_text(char to[SQ_ELAPSED_TEXT_MAX], sq_us time) {
    sq_us seconds = time / SQ_US_PER_S;
    snprintf(to, SQ_ELAPSED_TEXT_MAX, "%lld:%02lld", (long long)(seconds / 60), (long long)(seconds % 60));
    return to;
}

const char *sq_sheet_game(char to[SQ_SHEET_TEXT_MAX], const sq_state *s) {
    static const char *const forms[] = {
        [SQ_FORM_PAIRS] = "Pairs", [SQ_FORM_SINGLES] = "Singles", [SQ_FORM_THREE] = "Three players"};
    char elapsed[SQ_ELAPSED_TEXT_MAX], limit[SQ_ELAPSED_TEXT_MAX];
    bool counts = s->clock.limit && !s->clock.unknown;
    int n = snprintf(to, SQ_SHEET_TEXT_MAX, "%s; %s%s%s minutes %s", forms[s->form],
                     sq_elapsed_text(elapsed, s), counts ? " of " : "",
                     counts ? clock_text(limit, s->clock.limit) : "", s->clock.unknown ? "seen" : "played");
    if (s->now.phase == SQ_PHASE_ROUND_LIMIT)
        snprintf(to + n, SQ_SHEET_TEXT_MAX - (size_t)n, "; %d round%s left", s->now.rounds_left,
                 s->now.rounds_left == 1 ? "" : "s");
    return to;
}

const char *sq_sheet_lead(char to[SQ_SHEET_TEXT_MAX], const sq_state *s) {
    char a[SQ_POINTS_TEXT_MAX], b[SQ_POINTS_TEXT_MAX];
    *to = 0;
    if (!s->playing || s->now.phase == SQ_PHASE_ENDED) return to;
    int n = snprintf(to, SQ_SHEET_TEXT_MAX, "The game is not over.");
    if (s->now.unplayed == s->now.in_play) return to;
    if (s->now.pot_outs) {
        sq_colour first = (sq_colour)__builtin_ctz(s->now.pot_out[0]);
        snprintf(to + n, SQ_SHEET_TEXT_MAX - (size_t)n, " The first to pot out was %s.",
                 sq_colour_name(first));
        return to;
    }
    sq_standing p = sq_state_if_ended(s);
    if (sq_sheet_has_winners_alone(&p)) {
        char outcome[SQ_OUTCOME_MAX];
        snprintf(to + n, SQ_SHEET_TEXT_MAX - (size_t)n, " If it ended now, it would be %s.",
                 sq_sheet_outcome(outcome, &p));
        return to;
    }
    if (!sq_sheet_has_row(s, SQ_SHEET_TIDDLIES)) return to; /* nothing to count by before the end */
    snprintf(to + n, SQ_SHEET_TEXT_MAX - (size_t)n, " If it ended now: blue and red %s, green and yellow %s.",
             sq_points_text(p.score[SQ_BLUE_RED], a), sq_points_text(p.score[SQ_GREEN_YELLOW], b));
    return to;
}

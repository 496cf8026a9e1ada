/* squint rules --sheet: the score sheet. Points of games that involved a pot-out carry an asterisk (note
 * F.3). */
#include <string.h>

#include "rules/book/ruleset.h"
#include "rules/other/game_registry.h"
#include "ui/rules/record_view.h"
#include "ui/words/details_words.h"
#include "ui/words/event_words.h"
#include "ui/words/position_words.h"
#include "ui/words/score_sheet.h"
#include "ui/words/terminal_text.h"

enum { NAME_WIDTH = 12, COLUMN_WIDTH = 8, QUESTION_INDENT = 6 };

static void show_row(const sq_sheet_row *row, const sq_state *s) {
    char text[16];
    sq_colour column[SQ_COLOURS];
    printf("%-*s", NAME_WIDTH, row->name);
    for (int i = 0, n = sq_sheet_columns(column, s); i < n; i++) {
        snprintf(text, sizeof text, "%d", row->count(s, column[i]));
        sq_put_right(stdout, text, COLUMN_WIDTH);
    }
    puts("");
}

static void show_points(const sq_state *s) {
    char text[SQ_POINTS_TEXT_MAX];
    sq_colour column[SQ_COLOURS];
    const sq_standing *p = &s->now;
    printf("%-*s", NAME_WIDTH, "points");
    for (int i = 0, n = sq_sheet_columns(column, s); i < n; i++) {
        bool known = p->points_known & sq_colour_bit(column[i]);
        sq_put_right(stdout, known ? sq_points_text(p->points[column[i]], text) : "-", COLUMN_WIDTH);
    }
    puts("");
}

static void show_score(const sq_standing *p) {
    if (sq_sheet_has_winners_alone(p)) {
        char outcome[SQ_OUTCOME_MAX];
        printf("\n%s\n", sq_sheet_outcome(outcome, p));
        return;
    }
    char text[2][SQ_SHEET_SCORE_MAX];
    printf("\nblue-red %s-%s green-yellow\n", sq_sheet_score(text[0], p, SQ_BLUE_RED),
           sq_sheet_score(text[1], p, SQ_GREEN_YELLOW));
}

/* What is played, where, and who plays: a line for each colour or, where only the sides are told, for each
 * side. */
static void show_head(const sq_game *game, const sq_state *s) {
    char text[SQ_DETAILS_TEXT_MAX];
    static sq_details about;
    sq_game_details(game, &about);
    if (*sq_details_heading(text, &about, "")) puts(text);
    printf("%s\n%s\n", sq_sheet_game(text, s), sq_ruleset_at(s->rules)->title);
    bool any = false;
    for (int p = 0; p < SQ_PARTNERSHIPS; p++)
        any |= *sq_details_side(text, &about, (sq_partnership)p) != 0;
    if (any) puts("");
    sq_colour column[SQ_COLOURS];
    for (int i = 0, n = sq_sheet_columns(column, s); i < n; i++) {
        sq_colour c = column[i];
        if (*sq_details_player(&about, c))
            printf("%-*s  %s\n", NAME_WIDTH - 2, sq_colour_name(c), sq_details_player(&about, c));
    }
    puts("");
}

/* What is not settled, above all numbers; below them what each question is. */
static void show_questions(const sq_game *game, const sq_remarks_list *remarks, const char *file) {
    static sq_line_doubt doubt; /* large */
    char words[SQ_EVENT_WORDS_MAX], chance[SQ_WORDS_CAP];
    for (int i = 0; i < sq_game_lines(game); i++) {
        sq_game_line l = sq_game_played_at(game, i);
        sq_line_doubt_of(&doubt, game, &l, remarks);
        for (int k = 0; k < doubt.left.texts; k++)
            printf("\nOPEN  before line %d: %s\n", l.n, doubt.left.text[k]);
        if (doubt.held) {
            sq_say_probability(chance, doubt.probability);
            printf("\nHELD  line %d: %s (%s)\n", l.n, sq_line_words(words, game, &l), chance);
        }
        for (int k = 0; k < doubt.doubts; k++)
            printf("asked  %s\n", doubt.doubt[k]);
        for (int k = 0; k < doubt.others; k++)
            printf("  or  %d. %s\n", doubt.number[k], doubt.other[k]);
        sq_rules_say_commands(&doubt, l.n, file, QUESTION_INDENT);
    }
    for (int i = 0; i < remarks->end.texts; i++)
        printf("\nOPEN  at the end: %s\n", remarks->end.text[i]);
    sq_rules_say_end_command(remarks, file, QUESTION_INDENT);
}

enum { SHEET_MAX = 4096 };

static void show_other(const sq_other_game *other, const sq_game *game, const sq_state *s) {
    char text[SQ_DETAILS_TEXT_MAX], sheet[SHEET_MAX];
    static sq_details about;
    sq_game_details(game, &about);
    if (*sq_details_heading(text, &about, "")) puts(text);
    sq_text t = sq_text_in(sheet, sizeof sheet);
    other->say_sheet(&t, s, &about);
    fputs(sheet, stdout);
}

static void show_tiddlywinks(const sq_game *game, const sq_state *s) {
    show_head(game, s);
    sq_colour column[SQ_COLOURS];
    printf("%*s", NAME_WIDTH, "");
    for (int i = 0, n = sq_sheet_columns(column, s); i < n; i++)
        sq_put_right(stdout, sq_colour_name(column[i]), COLUMN_WIDTH);
    puts("");
    for (int i = 0; i < SQ_SHEET_ROWS; i++)
        if (sq_sheet_has_row(s, i)) show_row(&sq_sheet_rows[i], s);
    if (s->now.phase != SQ_PHASE_ENDED) {
        char lead[SQ_SHEET_TEXT_MAX];
        printf("\n%s\n", sq_sheet_lead(lead, s));
    } else {
        if (sq_sheet_has_points(s)) show_points(s);
        show_score(&s->now);
        if (s->now.pot_outs && sq_sheet_has_points(s)) puts(SQ_SHEET_STAR);
    }
}

static bool show(const sq_game *game, const sq_remarks_list *remarks, const char *file) {
    const sq_state *s = sq_game_state(game);
    char open[SQ_OPEN_TEXT_MAX];
    if (!s->playing) {
        printf("%s: no game\n", file);
        return false;
    }
    if (sq_open_questions_say(open, game, remarks)) printf("%s\n\n", open);
    const sq_other_game *other = sq_other_game_at(s->rules);
    if (other)
        show_other(other, game, s);
    else
        show_tiddlywinks(game, s);
    show_questions(game, remarks, file);
    return true;
}

const sq_rules_view sq_rules_sheet = {.end = show, .asks = true};

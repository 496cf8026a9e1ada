/* squint rules --sheet: the score sheet. Points of games that involved a pot-out carry an asterisk (note
 * F.3). */
#include <string.h>

#include "rules/ruleset.h"
#include "ui/rules_view.h"

/* Partners stand side by side. */
static const sq_colour columns[SQ_COLOURS] = {SQ_BLUE, SQ_RED, SQ_GREEN, SQ_YELLOW};
enum { NAME_WIDTH = 12, COLUMN_WIDTH = 8 };

/* Fractions are one column wide and several bytes long. */
static void show_cell(const char *text) {
    int width = 0;
    for (const char *s = text; *s; s++)
        width += ((unsigned char)*s & 0xc0) != 0x80;
    printf("%*s%s", COLUMN_WIDTH - width, "", text);
}

static void show_row(const char *name, const sq_state *s, int (*count)(const sq_state *, sq_colour)) {
    char text[16];
    printf("%-*s", NAME_WIDTH, name);
    for (int i = 0; i < SQ_COLOURS; i++) {
        snprintf(text, sizeof text, "%d", count(s, columns[i]));
        show_cell(text);
    }
    puts("");
}

static int potted(const sq_state *s, sq_colour c) {
    return __builtin_popcount(sq_winks_of(c) & s->now.potted);
}

static int unplayed(const sq_state *s, sq_colour c) {
    return __builtin_popcount(sq_winks_of(c) & s->now.unplayed);
}

static int squopped(const sq_state *s, sq_colour c) {
    return __builtin_popcount(sq_winks_of(c) & sq_squopped_winks(&s->now));
}

static int free_played(const sq_state *s, sq_colour c) {
    return sq_free_count(&s->now, c) - unplayed(s, c);
}

static void show_points(const sq_standing *p) {
    char text[SQ_POINTS_TEXT_MAX];
    printf("%-*s", NAME_WIDTH, "points");
    for (int i = 0; i < SQ_COLOURS; i++) {
        bool known = p->points_known & sq_colour_bit(columns[i]);
        show_cell(known ? sq_points_text(p->points[columns[i]], text) : "-");
    }
    puts("");
}

static void show_score(const sq_standing *p) {
    char text[2][SQ_POINTS_TEXT_MAX];
    const char *mark = p->pot_outs ? "*" : "";
    printf("\nblue-red %s%s-%s%s green-yellow\n", sq_points_text(p->score[SQ_BLUE_RED], text[0]), mark,
           sq_points_text(p->score[SQ_GREEN_YELLOW], text[1]), mark);
}

static bool show(const sq_game *game, const char *file) {
    const sq_state *s = sq_game_state(game);
    if (!s->playing) {
        printf("%s: no game\n", file);
        return false;
    }
    long long seconds = sq_state_elapsed(s) / SQ_US_PER_S;
    printf("%s, %s, %lld:%02lld min\n\n%*s", sq_ruleset_at(s->rules)->title, sq_form_name(s->form),
           seconds / 60, seconds % 60, NAME_WIDTH, "");
    for (int i = 0; i < SQ_COLOURS; i++)
        show_cell(sq_colour_name(columns[i]));
    puts("");
    show_row("potted", s, potted);
    show_row("free", s, free_played);
    show_row("squopped", s, squopped);
    show_row("unplayed", s, unplayed);
    show_row("tiddlies", s, sq_state_tiddlies);
    if (s->now.phase != SQ_PHASE_ENDED) {
        puts("\nThe game is not over.");
        return true;
    }
    show_points(&s->now);
    show_score(&s->now);
    return true;
}

const sq_rules_view sq_rules_sheet = {.end = show};

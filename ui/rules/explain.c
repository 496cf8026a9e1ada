/* squint rules --explain: the game in sentences that a player can follow. It prints what was done, each
 * ruling with its rule, and how things stand. */
#include "rules/book/ruleset.h"
#include "rules/other/game_registry.h"
#include "ui/rules/record_view.h"
#include "ui/words/event_words.h"
#include "ui/words/position_words.h"
#include "ui/words/score_sheet.h"

enum { RULE_WIDTH = 8 };

static void show_time(const sq_event *e, const sq_state *s) {
    char elapsed[SQ_ELAPSED_TEXT_MAX], video[SQ_VIDEO_TEXT_MAX];
    if (!s->clock.started) return;
    bool known = *sq_video_text(video, e);
    printf("[%s%s%sclock %s] ", known ? "video " : "", video, known ? ", " : "", sq_elapsed_text(elapsed, s));
}

static void show_rulings(const sq_rulings *r, int rules) {
    char text[SQ_RULING_TEXT_MAX];
    for (int i = 0; i < r->count; i++)
        printf("  %*s  %s\n", RULE_WIDTH, sq_ruling_rule(&r->list[i], rules),
               sq_ruling_text(&r->list[i], rules, text));
}

enum { STANDING_MAX = 512 };

static void show_other_standing(const sq_other_game *other, const sq_state *s) {
    char words[STANDING_MAX];
    sq_text t = sq_text_in(words, sizeof words);
    other->say_standing(&t, s);
    if (t.used) printf("  %*s  %s.\n", RULE_WIDTH, "", words);
}

static void show_standing(const sq_state *s) {
    const sq_other_game *other = sq_other_game_at(s->rules);
    if (other) {
        show_other_standing(other, s);
        return;
    }
    char outcome[SQ_OUTCOME_MAX];
    const sq_standing *p = &s->now;
    if (sq_sheet_has_winners_alone(p)) return; /* a ruling has said who has won; there are no points */
    if (p->phase == SQ_PHASE_ENDED) {
        printf("  %*s  Score: %s.\n", RULE_WIDTH, "", sq_sheet_outcome(outcome, p));
        return;
    }
    if (p->turn == SQ_NO_COLOUR) return;
    printf("  %*s  %s, %d shot%s", RULE_WIDTH, "", sq_colour_name(p->turn), p->shots,
           p->shots == 1 ? "" : "s");
    if (sq_ruleset_has_tiddlies(sq_ruleset_at(s->rules))) {
        fputs("; tiddlies: ", stdout);
        sq_sheet_say_tiddlies(stdout, s);
    }
    if (p->phase == SQ_PHASE_ROUND_LIMIT) printf("; rounds left %d", p->rounds_left);
    puts("");
}

/* The event's probability; what is held, what was asked, and the other answers. */
static void show_doubt(const sq_rules_line *line, const char *file) {
    static sq_line_doubt doubt; /* large */
    char chance[SQ_WORDS_CAP];
    sq_game_line now = sq_game_line_at(line->game, sq_game_lines(line->game) - 1);
    sq_line_doubt_of(&doubt, line->game, &now, line->remarks);
    if (doubt.known) {
        sq_say_probability(chance, doubt.probability);
        printf(" (%s)", chance);
    }
    puts("");
    for (int i = 0; i < doubt.left.texts; i++)
        printf("  %*s  Before this, and nobody has answered: %s\n", RULE_WIDTH, "OPEN", doubt.left.text[i]);
    if (doubt.held) printf("  %*s  This is a question for the umpire.\n", RULE_WIDTH, "HELD");
    for (int i = 0; i < doubt.doubts; i++)
        printf("  %*s  %s\n", RULE_WIDTH, "asked", doubt.doubt[i]);
    for (int i = 0; i < doubt.others; i++)
        printf("  %*s  %d. %s\n", RULE_WIDTH, "or", doubt.number[i], doubt.other[i]);
    sq_rules_say_commands(&doubt, line->n, file, RULE_WIDTH + 4);
}

static bool show(const sq_rules_line *line, const char *file) {
    char words[SQ_EVENT_WORDS_MAX];
    const sq_game_answer *a = line->answer;
    printf("%4d  ", line->n);
    if (!a->taken) {
        printf("Refused: %s.\n", a->why);
        return false;
    }
    show_time(line->event, line->after);
    fputs(sq_last_line_words(words, line->game, false), stdout);
    show_doubt(line, file);
    show_rulings(&a->rulings, line->after->rules);
    show_standing(line->after);
    return true;
}

static bool show_open(const sq_game *game, const sq_remarks_list *remarks, const char *file) {
    char open[SQ_OPEN_TEXT_MAX];
    if (sq_open_questions_say(open, game, remarks)) puts(open);
    sq_rules_say_end_command(remarks, file, 0);
    return true;
}

const sq_rules_view sq_rules_explain = {.line = show, .end = show_open, .asks = true};

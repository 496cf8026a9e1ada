/* Says what differs, or would differ, between a game and the same game with one line more. */
#include "ui/words/difference_words.h"

#include <string.h>

#include "rules/book/ruling_sentences.h"
#include "rules/other/game_registry.h"
#include "ui/words/event_words.h"
#include "ui/words/score_sheet.h"

enum { MOST_LINES = 12 /* of the record are told one by one; more than that nobody reads */ };

/* Where the texts go, and whether the line is in the record: then it is told as what is, not as what would
 * be. */
typedef struct {
    FILE *to;
    bool done;
} teller;

static const char *verb(const teller *t, const char *would, const char *is) {
    return t->done ? is : would;
}

static bool is_act(const sq_game_line *l) {
    return l->given && (l->given->kind == SQ_EVENT_UNDO || l->given->kind == SQ_EVENT_AMEND);
}

static const char *words_of(char to[SQ_EVENT_WORDS_MAX], const sq_game_line *l) {
    return l->event ? sq_event_words(to, l->event, l->before, l->state) : "It cannot be read.";
}

/* The foul that a line has opened, or the other way round. */
static void say_foul(const teller *t, const sq_game_line *was, const sq_game_line *is) {
    bool fouled = was->state->foul.open && !was->before->foul.open,
         fouls = is->state->foul.open && !is->before->foul.open;
    if (fouled != fouls)
        fprintf(t->to, " It %s %s.", verb(t, "would be", "is"), fouls ? "foul" : "no foul any more");
}

/* Whether there is anything to tell of a line that both games have. */
static bool differs(const sq_game_line *was, const sq_game_line *is) {
    char a[SQ_EVENT_WORDS_MAX] = "", b[SQ_EVENT_WORDS_MAX] = "";
    bool acts = is_act(is) && !is->given->amend.inserts; /* what it acts on tells what it does */
    if (acts || was->carried_out != is->carried_out) return !acts;
    if (!is->carried_out) return false;
    words_of(a, was);
    words_of(b, is);
    bool foul = (was->state->foul.open && !was->before->foul.open) !=
                (is->state->foul.open && !is->before->foul.open);
    for (size_t i = 0;; i++) {
        if (a[i] != b[i]) return true;
        if (!a[i]) return foul;
    }
}

static void say_line(const teller *t, const sq_game_line *was, const sq_game_line *is) {
    char words[SQ_EVENT_WORDS_MAX];
    const char *what;
    if (is->carried_out)
        what = was->carried_out ? verb(t, "would read", "now reads")
                                : verb(t, "would count again", "counts again");
    else if (is->stands)
        what = verb(t, "would be left out, since it could not happen any more",
                    "is left out, since it cannot happen any more");
    else
        what = verb(t, "would go", "is gone");
    fprintf(t->to, "Line %d %s: %s", is->n, what, words_of(words, is->carried_out ? is : was));
    if (is->carried_out && was->carried_out) say_foul(t, was, is);
    fputc('\n', t->to);
}

/* ---- How the game stands ---- */

static void say_points(FILE *to, const sq_standing *p) {
    char outcome[SQ_OUTCOME_MAX];
    fputs(sq_sheet_outcome(outcome, p), to);
}

static void say_score(const teller *t, const sq_standing *was, const sq_standing *is) {
    bool same = sq_sheet_same_outcome(was, is);
    if (was->phase == SQ_PHASE_ENDED && same) return;
    fprintf(t->to, "The game %s over: ", verb(t, "would be", "is"));
    say_points(t->to, is);
    if (was->phase == SQ_PHASE_ENDED) {
        fprintf(t->to, " (%s", verb(t, "now ", ""));
        say_points(t->to, was);
        fprintf(t->to, "%s)", verb(t, "", " before"));
    }
    fputs(".\n", t->to);
}

static void say_turn(const teller *t, const sq_state *was, const sq_state *is) {
    const sq_standing *a = &was->now, *b = &is->now;
    if (b->phase == SQ_PHASE_ENDED) {
        say_score(t, a, b);
        return;
    }
    if (a->phase == SQ_PHASE_ENDED)
        fprintf(t->to, "The game %s over any more.\n", verb(t, "would not be", "is not"));
    if (is->foul.open && !was->foul.open)
        fprintf(t->to, "%s %s: have it put back, or accept it.\n",
                is->foul.by == SQ_BLUE_RED ? "Green-yellow" : "Blue-red", verb(t, "would choose", "chooses"));
    if (b->turn == SQ_NO_COLOUR) return;
    if (a->turn != b->turn && a->turn != SQ_NO_COLOUR)
        fprintf(t->to, "It %s %s's turn instead of %s's.\n", verb(t, "would be", "is"),
                sq_colour_name(b->turn), sq_colour_name(a->turn));
    else if (a->turn != b->turn)
        fprintf(t->to, "It %s %s's turn.\n", verb(t, "would be", "is"), sq_colour_name(b->turn));
    else if (a->shots != b->shots)
        fprintf(t->to, "In this turn %s %s %d shot%s left instead of %d.\n", sq_colour_name(b->turn),
                verb(t, "would have", "has"), b->shots, b->shots == 1 ? "" : "s", a->shots);
}

static void say_tiddlies(const teller *t, const sq_state *was, const sq_state *is) {
    const char *between = verb(t, "Tiddlies would be", "Tiddlies are");
    for (unsigned c = 0; c < SQ_COLOURS; c++) {
        int a = sq_state_tiddlies(was, (sq_colour)c), b = sq_state_tiddlies(is, (sq_colour)c);
        if (a == b) continue;
        fprintf(t->to, "%s %s %d (%s%d%s)", between, sq_colour_name((sq_colour)c), b, verb(t, "now ", ""), a,
                verb(t, "", " before"));
        between = ",";
    }
    if (*between == ',') fputs(".\n", t->to);
}

/* Of another game than tiddlywinks: how things stand, in that game's words. */
static void say_other(const teller *t, const sq_state *was, const sq_state *is) {
    const sq_other_game *other = sq_other_game_at(is->rules);
    char then[SQ_EVENT_WORDS_MAX], now[SQ_EVENT_WORDS_MAX];
    sq_text a = sq_text_in(now, sizeof now), b = sq_text_in(then, sizeof then);
    if (was->rules == is->rules) other->say_standing(&a, was);
    other->say_standing(&b, is);
    bool news = b.used && (a.used != b.used || memcmp(then, now, a.used) != 0);
    if (news) fprintf(t->to, "It %s so: %s.\n", verb(t, "would stand", "stands"), then);
    if (news && a.used) fprintf(t->to, "%s so: %s.\n", verb(t, "Now it stands", "Before it stood"), now);
}

static void say_time(const teller *t, const sq_state *was, const sq_state *is) {
    char a[SQ_ELAPSED_TEXT_MAX], b[SQ_ELAPSED_TEXT_MAX];
    sq_us passed = sq_state_elapsed(is) - sq_state_elapsed(was);
    if (passed >= SQ_US_PER_S || -passed >= SQ_US_PER_S)
        fprintf(t->to, "The clock %s at %s instead of %s.\n", verb(t, "would stand", "stands"),
                sq_elapsed_text(b, is), sq_elapsed_text(a, was));
}

static void say_new_line(const teller *t, const sq_game *is, const sq_game_line *l,
                         const sq_game_answer *answer) {
    char words[SQ_EVENT_WORDS_MAX], text[SQ_RULING_TEXT_MAX];
    fprintf(t->to, "Line %d%s: %s\n", l->n, verb(t, " would be", ""), sq_last_line_words(words, is, true));
    for (int i = 0; i < answer->rulings.count && !is_act(l); i++)
        fprintf(t->to, "  %s\n", sq_ruling_text(&answer->rulings.list[i], l->state->rules, text));
}

static bool is_left_out(const sq_game_line *was, const sq_game_line *is) {
    return was->carried_out && !is->carried_out && is->stands && !is_act(is);
}

/* Before the lines one by one: that a word costs more than one line is what is asked about. */
static void say_loss(const teller *t, const sq_game *was, const sq_game *is) {
    int lost = 0;
    for (int i = 0; i < sq_game_lines(was); i++) {
        sq_game_line a = sq_game_line_at(was, i), b = sq_game_line_at(is, i);
        lost += is_left_out(&a, &b);
    }
    if (lost > 1)
        fprintf(t->to, "%d lines %s, for they could not happen any more:\n", lost,
                verb(t, "would be left out", "are left out"));
}

void sq_say_difference(FILE *to, const sq_game *was, const sq_game *is, const sq_game_answer *answer,
                       bool done) {
    const teller t = {to, done};
    int lines = sq_game_lines(was), told = 0, more = 0;
    say_loss(&t, was, is);
    for (int i = 0; i < lines; i++) {
        sq_game_line a = sq_game_line_at(was, i), b = sq_game_line_at(is, i);
        if (!differs(&a, &b)) continue;
        if (told++ < MOST_LINES)
            say_line(&t, &a, &b);
        else
            more++;
    }
    if (more) fprintf(to, "%d more lines %s.\n", more, verb(&t, "would differ", "differ"));
    sq_game_line last = sq_game_line_at(is, sq_game_lines(is) - 1);
    say_new_line(&t, is, &last, answer);
    const sq_state *before = sq_game_state(was), *after = sq_game_state(is);
    if (sq_other_game_at(after->rules))
        say_other(&t, before, after);
    else {
        say_turn(&t, before, after);
        say_tiddlies(&t, before, after);
    }
    say_time(&t, before, after);
    if (!told && is_act(&last) && sq_state_equal(before, after))
        fprintf(to, "Nothing else %s.\n", verb(&t, "would change", "has changed"));
}

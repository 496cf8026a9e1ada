/* Says what would differ between a game and the same game with one line more. */
#include "ui/words/difference_words.h"

#include <string.h>

#include "rules/book/ruling_sentences.h"
#include "rules/other/other_game.h"
#include "ui/words/event_words.h"
#include "ui/words/score_sheet.h"

enum { MOST_LINES = 12 /* of the record are told one by one; more than that nobody reads */ };

static bool is_act(const sq_game_line *l) {
    return l->given && (l->given->kind == SQ_EVENT_UNDO || l->given->kind == SQ_EVENT_AMEND);
}

static const char *words_of(char to[SQ_EVENT_WORDS_MAX], const sq_game_line *l) {
    return l->event ? sq_event_words(to, l->event, NULL, l->before, l->state) : "It cannot be read.";
}

/* The foul that a line has opened, or the other way round. */
static void say_foul(FILE *to, const sq_game_line *was, const sq_game_line *is) {
    bool fouled = was->state->foul.open && !was->before->foul.open,
         fouls = is->state->foul.open && !is->before->foul.open;
    if (fouled != fouls) fputs(fouls ? " It would be foul." : " It would be no foul any more.", to);
}

/* Whether there is anything to tell of a line that both games have. */
static bool differs(const sq_game_line *was, const sq_game_line *is) {
    char a[SQ_EVENT_WORDS_MAX] = "", b[SQ_EVENT_WORDS_MAX] = "";
    if (was->carried_out != is->carried_out) return true;
    if (!is->carried_out || (is_act(is) && !is->given->amend.inserts)) return false;
    words_of(a, was);
    words_of(b, is);
    bool foul = (was->state->foul.open && !was->before->foul.open) !=
                (is->state->foul.open && !is->before->foul.open);
    for (size_t i = 0;; i++) {
        if (a[i] != b[i]) return true;
        if (!a[i]) return foul;
    }
}

static void say_line(FILE *to, const sq_game_line *was, const sq_game_line *is) {
    char words[SQ_EVENT_WORDS_MAX];
    if (!is->carried_out) {
        fprintf(to, "Line %d would %s: %s", is->n,
                is->stands ? "be left out, since it could not happen any more" : "go", words_of(words, was));
    } else {
        fprintf(to, "Line %d would %s: %s", is->n, was->carried_out ? "read" : "count again",
                words_of(words, is));
        if (was->carried_out) say_foul(to, was, is);
    }
    fputc('\n', to);
}

/* ---- How the game stands ---- */

static void say_points(FILE *to, const sq_standing *p) {
    char outcome[SQ_OUTCOME_MAX];
    fputs(sq_sheet_outcome(outcome, p), to);
}

static void say_score(FILE *to, const sq_standing *was, const sq_standing *is) {
    bool same = sq_sheet_same_outcome(was, is);
    if (was->phase == SQ_PHASE_ENDED && same) return;
    fputs("The game would be over: ", to);
    say_points(to, is);
    if (was->phase == SQ_PHASE_ENDED) {
        fputs(" (now ", to);
        say_points(to, was);
        fputs(")", to);
    }
    fputs(".\n", to);
}

static void say_turn(FILE *to, const sq_state *was, const sq_state *is) {
    const sq_standing *a = &was->now, *b = &is->now;
    if (b->phase == SQ_PHASE_ENDED) {
        say_score(to, a, b);
        return;
    }
    if (a->phase == SQ_PHASE_ENDED) fputs("The game would not be over any more.\n", to);
    if (is->foul.open && !was->foul.open)
        fprintf(to, "%s would choose: have it put back, or accept it.\n",
                is->foul.by == SQ_BLUE_RED ? "Green-yellow" : "Blue-red");
    if (b->turn == SQ_NO_COLOUR) return;
    if (a->turn != b->turn && a->turn != SQ_NO_COLOUR)
        fprintf(to, "It would be %s's turn instead of %s's.\n", sq_colour_name(b->turn),
                sq_colour_name(a->turn));
    else if (a->turn != b->turn)
        fprintf(to, "It would be %s's turn.\n", sq_colour_name(b->turn));
    else if (a->shots != b->shots)
        fprintf(to, "In this turn %s would have %d shot%s left instead of %d.\n", sq_colour_name(b->turn),
                b->shots, b->shots == 1 ? "" : "s", a->shots);
}

static void say_tiddlies(FILE *to, const sq_state *was, const sq_state *is) {
    const char *between = "Tiddlies would be";
    for (unsigned c = 0; c < SQ_COLOURS; c++) {
        int a = sq_state_tiddlies(was, (sq_colour)c), b = sq_state_tiddlies(is, (sq_colour)c);
        if (a == b) continue;
        fprintf(to, "%s %s %d (now %d)", between, sq_colour_name((sq_colour)c), b, a);
        between = ",";
    }
    if (*between == ',') fputs(".\n", to);
}

/* Of another game than tiddlywinks: how things would stand, in that game's words. */
static void say_other(FILE *to, const sq_state *was, const sq_state *is) {
    const sq_other_game *other = sq_other_game_at(is->rules);
    char then[SQ_EVENT_WORDS_MAX], now[SQ_EVENT_WORDS_MAX];
    sq_text a = sq_text_in(now, sizeof now), b = sq_text_in(then, sizeof then);
    if (was->rules == is->rules) other->say_standing(&a, was);
    other->say_standing(&b, is);
    bool news = b.used && (a.used != b.used || memcmp(then, now, a.used) != 0);
    if (news) fprintf(to, "It would stand so: %s.\n", then);
    if (news && a.used) fprintf(to, "Now it stands so: %s.\n", now);
}

static void say_time(FILE *to, const sq_state *was, const sq_state *is) {
    char a[SQ_ELAPSED_TEXT_MAX], b[SQ_ELAPSED_TEXT_MAX];
    sq_us passed = sq_state_elapsed(is) - sq_state_elapsed(was);
    if (passed >= SQ_US_PER_S || -passed >= SQ_US_PER_S)
        fprintf(to, "The clock would stand at %s instead of %s.\n", sq_elapsed_text(b, is),
                sq_elapsed_text(a, was));
}

static void say_new_line(FILE *to, const sq_game_line *l, const sq_game_answer *answer) {
    char words[SQ_EVENT_WORDS_MAX], text[SQ_RULING_TEXT_MAX];
    fprintf(to, "Line %d would be: %s\n", l->n,
            sq_event_words(words, l->given, l->amendment, l->before, l->state));
    for (int i = 0; i < answer->rulings.count && !is_act(l); i++)
        fprintf(to, "  %s\n", sq_ruling_text(&answer->rulings.list[i], l->state->rules, text));
}

void sq_say_difference(FILE *to, const sq_game *was, const sq_game *is, const sq_game_answer *answer) {
    int lines = sq_game_lines(was), told = 0, more = 0;
    for (int i = 0; i < lines; i++) {
        sq_game_line a = sq_game_line_at(was, i), b = sq_game_line_at(is, i);
        if (!differs(&a, &b)) continue;
        if (told++ < MOST_LINES)
            say_line(to, &a, &b);
        else
            more++;
    }
    if (more) fprintf(to, "%d more lines would differ.\n", more);
    sq_game_line last = sq_game_line_at(is, sq_game_lines(is) - 1);
    say_new_line(to, &last, answer);
    const sq_state *before = sq_game_state(was), *after = sq_game_state(is);
    if (sq_other_game_at(after->rules))
        say_other(to, before, after);
    else {
        say_turn(to, before, after);
        say_tiddlies(to, before, after);
    }
    say_time(to, before, after);
    if (!told && is_act(&last) && sq_state_equal(before, after)) fputs("Nothing else would change.\n", to);
}

/* The shots of a game under another book: each line is carried out by both, and what comes out otherwise is
 * told. Where another colour would have been due nobody knows what it would have played; then the turn is set
 * to the colour that did play, as an umpire would. */
#include "ui/rules/under_another_book.h"

#include <stdio.h>

#include "rules/book/ruleset.h"
#include "rules/engine.h"
#include "ui/words/event_words.h"
#include "ui/words/score_sheet.h"

typedef struct {
    const char *book; /* its name */
    sq_state state;   /* by the other book */
    int rules, differ, untold;
    /* The last line that was told, and the last that could not be: one may differ in several ways. */
    int told_line, untold_line;
    bool was_apart; /* after the line before, the two stood otherwise */
} telling;

static bool is_folded(const sq_event *e) {
    return e->kind != SQ_EVENT_UNDO && e->kind != SQ_EVENT_AMEND && e->kind != SQ_EVENT_ANSWER &&
           e->kind != SQ_EVENT_ABOUT;
}

static void begin_line(telling *t, const sq_game_line *l) {
    char words[SQ_EVENT_WORDS_MAX];
    if (t->told_line != l->n) printf("%4d  %s\n", l->n, sq_event_words(words, l->event, l->before, l->state));
    fputs("      ", stdout);
    t->differ += t->told_line != l->n;
    t->told_line = l->n;
}

static void count_untold(telling *t, const sq_game_line *l) {
    t->untold += t->untold_line != l->n;
    t->untold_line = l->n;
}

/* The game's own event, as the other book would take it: a form that it has, and no limit where it has none.
 */
static void adapt(telling *t, sq_event *e, const sq_game_line *l) {
    const sq_ruleset *rules = sq_ruleset_at(t->rules);
    if (e->kind != SQ_EVENT_GAME) return;
    e->game.rules = t->rules;
    if (!(rules->set.forms >> e->game.form & 1)) {
        begin_line(t, l);
        sq_form had = e->game.form;
        e->game.form = (sq_form)__builtin_ctz((unsigned)rules->set.forms);
        printf("by %s nobody plays %s; it is taken as %s\n", t->book, sq_form_name(had),
               sq_form_name(e->game.form));
    }
    if (!sq_ruleset_limit(rules, e->game.form)) e->game.limit = 0;
}

/* Another colour would be due than the one that played by the rules: its turn is set. */
static void set_turn(telling *t, const sq_game_line *l) {
    const sq_standing *here = &l->before->now, *there = &t->state.now;
    sq_rulings r;
    bool due = l->event->kind == SQ_EVENT_SHOT || l->event->kind == SQ_EVENT_PASS;
    if (!due || here->turn == SQ_NO_COLOUR || here->turn == there->turn || there->phase == SQ_PHASE_ENDED)
        return;
    begin_line(t, l);
    count_untold(t, l);
    printf("by %s it would be %s's turn: what it would have played cannot be told. The turn is set to %s.\n",
           t->book, sq_colour_name(there->turn), sq_colour_name(here->turn));
    sq_event set = {.kind = SQ_EVENT_SET,
                    .set = {.named = SQ_SET_TURN | SQ_SET_SHOTS, .turn = here->turn, .shots = here->shots}};
    if (here->winner != SQ_NO_COLOUR && there->winner == SQ_NO_COLOUR) {
        set.set.named |= SQ_SET_SQUIDGE_OFF;
        set.set.squidge_off = here->winner;
    }
    sq_engine_step(&t->state, &set, &t->state, &r);
}

static void say_stand(const sq_state *s, bool with_winks) {
    const sq_standing *p = &s->now;
    if (p->phase == SQ_PHASE_ENDED)
        fputs("the game is over", stdout);
    else if (s->foul.open)
        printf("a foul of %s is open", sq_partnership_name(s->foul.by));
    else if (p->turn == SQ_NO_COLOUR)
        fputs("the squidge-off is due", stdout);
    else
        printf("it is %s's turn with %d shot%s", sq_colour_name(p->turn), p->shots, p->shots == 1 ? "" : "s");
    if (with_winks)
        printf(", with %d in the pot and %d not yet played", sq_wink_count(p->potted),
               sq_wink_count(p->unplayed));
}

/* Where the two stand otherwise from this line on. */
static void compare(telling *t, const sq_game_line *l) {
    const sq_standing *here = &l->state->now, *there = &t->state.now;
    bool winks = here->potted != there->potted || here->unplayed != there->unplayed;
    bool apart = here->turn != there->turn || here->shots != there->shots || winks ||
                 here->forfeits != there->forfeits || l->state->foul.open != t->state.foul.open ||
                 (here->phase == SQ_PHASE_ENDED) != (there->phase == SQ_PHASE_ENDED);
    if (apart && !t->was_apart) {
        begin_line(t, l);
        printf("by %s then ", t->book);
        say_stand(&t->state, winks);
        fputs("; here ", stdout);
        say_stand(l->state, winks);
        puts("");
    }
    t->was_apart = apart;
}

static void carry_out(telling *t, const sq_game_line *l) {
    char why[SQ_RULING_TEXT_MAX];
    sq_event e = *l->event;
    sq_rulings r;
    adapt(t, &e, l);
    set_turn(t, l);
    if (!sq_engine_step(&t->state, &e, &t->state, &r)) {
        begin_line(t, l);
        count_untold(t, l);
        printf("by %s this cannot be told: %s\n", t->book, sq_engine_refusal(&t->state, &e, &r, why));
    }
    compare(t, l);
}

static void tell_end(const char *when, const sq_state *s) {
    char text[SQ_SHEET_TEXT_MAX], outcome[SQ_OUTCOME_MAX];
    printf("%-12s  ", when);
    if (s->now.phase == SQ_PHASE_ENDED)
        puts(sq_sheet_outcome(outcome, &s->now));
    else
        puts(sq_sheet_lead(text, s));
}

int sq_another_book_tell(const sq_game *game, int rules) {
    telling t = {.book = sq_ruleset_at(rules)->name, .state = sq_state_none(), .rules = rules};
    const sq_state *end = sq_game_state(game);
    for (int i = 0; i < sq_game_lines(game) && t.state.now.phase != SQ_PHASE_ENDED; i++) {
        sq_game_line l = sq_game_played_at(game, i);
        if (l.carried_out && l.event && is_folded(l.event)) carry_out(&t, &l);
    }
    if (t.differ)
        printf("\n%d line%s would come out otherwise by %s\n", t.differ, t.differ == 1 ? "" : "s", t.book);
    else if (end->playing && end->rules == rules)
        printf("every line would come out the same by %s\n", t.book);
    else
        printf("the turns and shots would be the same by %s\n", t.book);
    if (t.untold)
        printf("at %d of them it cannot be told what would have been played; from the first on, all is \"as "
               "it was "
               "played\"\n",
               t.untold);
    if (!end->playing || !t.state.playing) return t.differ;
    tell_end(sq_ruleset_at(end->rules)->name, end);
    tell_end(t.book, &t.state);
    return t.differ;
}

/* Puts doubts, missing pictures and the possible answers to a question into words. */
#include "ui/words/commentary_parts.h"

#include <assert.h>
#include <string.h>

#include "ui/words/event_words.h"
#include "ui/words/position_words.h"
#include "vision/change/rest_detector.h"
#include "vision/play/play_priors.h"

/* By some reading it was potted or sent off, though nobody saw it there. */
static bool may_be_gone(const sq_play *p, sq_wink w) {
    for (int i = 0; i < p->reading_count; i++)
        if (p->reading[i].gone & sq_wink_bit(w)) return true;
    return false;
}

static void say_missing(FILE *to, const sq_play *p, sq_wink w) {
    assert(w < SQ_USUAL_WINKS);
    fprintf(to, "%s is out of sight%s", sq_wink_name(w),
            may_be_gone(p, w) ? ": potted, sent off, or overlooked?"
                              : ", and nothing lies over where it was.");
}

void sq_commentary_doubt(FILE *to, const sq_play *p, const sq_doubt *d) {
    char mm[SQ_WORDS_CAP] = "";
    const char *w = d->wink == SQ_NO_WINK ? "?" : sq_wink_name(d->wink);
    const char *other = d->other == SQ_NO_WINK ? "?" : sq_wink_name(d->other);
    switch (d->kind) {
    case SQ_DOUBT_OVER:
        if (!isnan(d->gap_mm)) sq_say_gap(mm, &(sq_squop){.gap_mm = d->gap_mm, .sigma_mm = d->sigma_mm});
        fprintf(to, "Does %s lie over %s? %s", w, other, mm);
        return;
    case SQ_DOUBT_UNSEEN_PILE: fprintf(to, "Does %s lie on or under a wink that is out of sight?", w); return;
    case SQ_DOUBT_MISSING: say_missing(to, p, d->wink); return;
    case SQ_DOUBT_WHICH: fprintf(to, "Was %s played, or %s?", w, other); return;
    case SQ_DOUBT_TURN:
        fprintf(to, "%s was played and %s is due: out of turn, or did %s pass?", w, sq_colour_name(d->due),
                sq_colour_name(d->due));
        return;
    case SQ_DOUBT_NEAREST:
        sq_say_mm(mm, d->gap_mm, d->sigma_mm);
        fprintf(to, "Is %s nearer to the pot than %s? By %s, if so.", w, other, mm);
        return;
    case SQ_DOUBT_OUTCOME: fprintf(to, "What did the shot of %s lead to?", w); return;
    case SQ_DOUBT_HIDDEN: fprintf(to, "Something lies over the mat: %s cannot be judged.", w); return;
    case SQ_DOUBT_LEFT: fprintf(to, "%s left its baseline, too: was it played besides?", w); return;
    case SQ_DOUBT_START: fputs("Was this the squidge-off, or the first shots of a game?", to); return;
    case SQ_DOUBT_TAKEN_BACK:
        fprintf(to, "%s lies behind its baseline again: was its shot taken back?", w);
        return;
    case SQ_DOUBT_EARLIER: fprintf(to, "It depends on line %d, which is still a question.", d->line); return;
    default: fputs("More moved than one shot explains.", to);
    }
}

void sq_commentary_asks(FILE *to, const sq_said *said) {
    if (said->wished)
        fputs("Is this right?", to);
    else if (said->play->doubt_count)
        sq_commentary_doubt(to, said->play, &said->play->doubt[0]);
    else
        fputs(said->unjudged ? "Was anything played at the rest that could not be judged?"
                             : "Was anything played while there were no pictures?",
              to);
}

void sq_commentary_doubts(FILE *to, const sq_said *said, const char *mark) {
    for (int i = 0; said->play && i < said->play->doubt_count; i++) {
        sq_commentary_under(to, i ? "" : mark);
        sq_commentary_doubt(to, said->play, &said->play->doubt[i]);
    }
}

void sq_commentary_answer(FILE *to, const sq_play_reading *r, const sq_state *asked) {
    char words[SQ_EVENT_WORDS_MAX];
    sq_state before = *asked, after;
    sq_rulings rulings;
    switch (r->kind) {
    case SQ_PLAY_NOTHING: fputs("Nothing was played.", to); break;
    case SQ_PLAY_BY_HAND: fputs("Winks were moved by hand.", to); break;
    case SQ_PLAY_UNEXPLAINED: fputs("The mat was jolted.", to); break;
    case SQ_PLAY_TAKEN_BACK: fputs("The last shot was taken back. ", to); break;
    case SQ_PLAY_UNDER_WAY: fputs("A game was under way. ", to); break;
    case SQ_PLAY_SQUIDGED:
        if (!r->has_event) fputs("A wink of the squidge-off was played.", to);
        break;
    default: break;
    }
    if (r->passed && asked->now.turn != SQ_NO_COLOUR) {
        sq_event pass = {.kind = SQ_EVENT_PASS,
                         .pass = {.t = asked->clock.latest, .colour = asked->now.turn}};
        sq_engine_step(asked, &pass, &before, &rulings);
        fprintf(to, "%s ", sq_event_words(words, &pass, asked, &before));
    }
    if (r->has_event) {
        sq_engine_step(&before, &r->event, &after, &rulings);
        fputs(sq_event_words(words, &r->event, &before, &after), to);
    }
    if (r->unseen_pile) fprintf(to, " %s lies in a pile, unseen.", sq_wink_name(r->event.shot.wink));
    putc(' ', to);
    sq_commentary_chance(to, r->probability);
}

/* The clock does not tell how long a jump took. */
void sq_commentary_gap(FILE *to, double gap_s) {
    if (!(gap_s > 0)) return;
    sq_commentary_under(to, "");
    if (gap_s < SQ_REST_AFTER_S)
        fputs("The picture jumps: the mat lies elsewhere from one moment to the next. Was this all?", to);
    else
        fprintf(to, "There are no pictures of the %.1f s before it: was this all?", gap_s);
}

void sq_commentary_unjudged(FILE *to, int rests) {
    if (rests <= 0) return;
    sq_commentary_under(to, "");
    if (rests == 1)
        fputs("One rest before it could not be judged: was this all?", to);
    else
        fprintf(to, "%d rests before it could not be judged: was this all?", rests);
}

void sq_commentary_reading(FILE *to, const sq_told_reading *r, const sq_state *asked) {
    char words[SQ_EVENT_WORDS_MAX];
    sq_state state = *asked;
    sq_rulings rulings;
    if (!r->events) fputs("Nothing was played.", to);
    for (int i = 0; i < r->events; i++) {
        sq_state after = state;
        sq_engine_step(&state, &r->event[i], &after, &rulings);
        fprintf(to, "%s%s", i ? " " : "", sq_event_words(words, &r->event[i], &state, &after));
        state = after;
    }
    putc(' ', to);
    sq_commentary_chance(to, r->probability);
}

/* The answers keep the numbers that they had when they were listed. */
static void say_numbered(FILE *to, const sq_said *said, int i, int number, const sq_state *asked) {
    if (said->game) fprintf(to, "%d. ", number);
    sq_commentary_answer(to, &said->play->reading[i], asked);
}

void sq_commentary_others(FILE *to, const sq_said *said) {
    for (int i = 1, number = 1; i < said->play->reading_count; i++, number++) {
        number += number == said->answer; /* the one that is carried out */
        if (!sq_umpire_lists(i, &said->play->reading[i])) continue;
        sq_commentary_under(to, "or");
        say_numbered(to, said, i, number, said->asked);
    }
}

void sq_commentary_answers(FILE *to, const sq_said *said) {
    for (int i = 0; i < sq_umpire_listed(said->play); i++) {
        sq_commentary_under(to, i ? "or" : "likeliest");
        say_numbered(to, said, i, i + 1, said->before);
    }
}

/* As a shell takes it for one word. */
static void say_quoted(FILE *to, const char *name) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./,:+@%";
    if (*name && *name != '-' && !name[strspn(name, plain)]) {
        fputs(name, to);
        return;
    }
    fputs(*name == '-' ? "./'" : "'", to);
    for (; *name; name++)
        if (*name == '\'')
            fputs("'\\''", to);
        else
            putc(*name, to);
    putc('\'', to);
}

void sq_commentary_how_to_answer(FILE *to, const sq_said *said) {
    bool held = said->kind == SQ_SAID_EVENT;
    int answers = held ? said->play->reading_count : sq_umpire_listed(said->play);
    if (!said->game || (held && answers < 2)) return;
    sq_commentary_under(to, held ? "otherwise" : "answer");
    sq_say_answer_command(to, said->game, said->n, held && said->answer == 1 ? 2 : 1);
}

void sq_say_answer_command(FILE *to, const char *game, int line, int n) {
    fputs("squint answer ", to);
    say_quoted(to, game);
    fprintf(to, " %d %d", line, n);
}

void sq_say_event_command(FILE *to, const char *game, int before_line) {
    fputs(before_line ? "squint insert " : "squint say ", to);
    say_quoted(to, game);
    if (before_line) fprintf(to, " %d", before_line);
    fputs(" EVENT", to);
}

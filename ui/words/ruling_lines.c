/* Puts what the umpire says into a few lines for pictures and videos. */
#include "ui/words/ruling_lines.h"

#include <stdio.h>
#include <string.h>

#include "rules/book/ruleset.h"
#include "rules/terms/text_buffer.h"
#include "ui/words/commentary_parts.h"
#include "ui/words/details_words.h"
#include "ui/words/headline.h"

void sq_ruling_standing_of(sq_ruling_standing *out, const sq_state *s) {
    memset(out, 0, sizeof *out);
    if (!(out->playing = s->playing)) return;
    out->in_pot = !sq_ruleset_has_tiddlies(sq_ruleset_at(s->rules));
    for (unsigned c = 0; c < SQ_COLOURS; c++)
        out->tiddlies[c] = out->in_pot ? sq_wink_count(s->now.potted & sq_winks_of((sq_colour)c))
                                       : sq_state_tiddlies(s, (sq_colour)c);
    out->turn = s->now.turn;
    out->shots = s->now.shots;
    out->elapsed_s = (int)((sq_state_elapsed(s) + SQ_US_PER_S - 1) / SQ_US_PER_S);
    out->limit_s = s->clock.unknown ? 0 : (int)(s->clock.limit / SQ_US_PER_S);
    out->phase = s->now.phase;
    out->rounds_left = s->now.rounds_left;
}

void sq_ruling_standing_name(sq_ruling_standing *to, const sq_details *about) {
    memset(to->player, 0, sizeof to->player);
    for (unsigned c = 0; c < SQ_COLOURS; c++)
        snprintf(to->player[c], SQ_DETAIL_MAX, "%s", sq_details_player(about, (sq_colour)c));
}

/* A line to be written to; the caller closes it by end_line. Null where there is no room. */
static FILE *begin_line(const sq_ruling_lines *l) {
    if (l->count == SQ_RULING_LINES) return NULL;
    return fmemopen((char *)(uintptr_t)l->line[l->count], SQ_RULING_LINE_MAX - 1, "w");
}

/* Cut where it is too long, and not within a letter. What fmemopen has left behind the text is cleared. */
static void end_line(sq_ruling_lines *l, FILE *f) {
    fclose(f);
    char *line = l->line[l->count++];
    size_t n = sq_text_whole(line, strcspn(line, "\n"));
    while (n && line[n - 1] == ' ')
        n--;
    memset(line + n, 0, SQ_RULING_LINE_MAX - n);
}

static void put_first(sq_ruling_lines *l, const sq_said *said) {
    FILE *f = begin_line(l);
    if (!f) return;
    if (said->kind == SQ_SAID_EVENT) fprintf(f, "%d ", said->n);
    sq_commentary_time(f, said);
    if (said->held) fputs("HELD: ", f);
    if (said->kind == SQ_SAID_QUESTION) {
        fputs("QUESTION: ", f);
        sq_commentary_asks(f, said);
    } else {
        sq_commentary_sentence(f, said);
    }
    if (said->kind == SQ_SAID_EVENT && said->reading) {
        putc(' ', f);
        sq_commentary_chance(f, said->reading->probability);
    }
    end_line(l, f);
}

/* All answers of a question; of what is held the others. */
static void put_answers(sq_ruling_lines *l, const sq_said *said) {
    const sq_state *asked = said->held ? said->asked : said->before;
    for (int i = said->held; i < sq_umpire_listed(said->play); i++) {
        FILE *f = begin_line(l);
        if (!f) return;
        fputs(i ? "or " : "likeliest ", f);
        sq_commentary_answer(f, &said->play->reading[i], asked);
        end_line(l, f);
        l->answers++;
    }
}

/* Whether it only says that something begins or counts as usual: who sees what follows for turn and points
 * can do without it. */
static bool is_in_passing(const sq_ruling *r) {
    switch (r->what) {
    case SQ_RULED_TIME_STARTS:
    case SQ_RULED_CLOCK_STARTS:
    case SQ_RULED_SQUIDGE_RANKED:
    case SQ_RULED_SQUIDGE_REPLACED:
    case SQ_RULED_NO_EXTRA_SHOT:
    case SQ_RULED_OFF_OTHERS:
    case SQ_RULED_DEEMED_TURN_COUNTS:
    case SQ_RULED_SQUOP_UP_NOT_COUNTED: return true;
    default: return false;
    }
}

/* In the order of the rulings, but what is said in passing last: a picture may have no room for all. */
static void put_rulings(sq_ruling_lines *l, const sq_said *said) {
    const int count = said->rulings->count;
    char text[SQ_RULING_TEXT_MAX];
    for (int k = 0; k < 2 * count; k++) {
        const sq_ruling *r = &said->rulings->list[k % count];
        if (is_in_passing(r) != (k >= count)) continue;
        FILE *f = begin_line(l);
        if (!f) {
            l->more++;
            continue;
        }
        fprintf(f, "%s %s", sq_ruling_rule(r, said->after->rules),
                sq_ruling_text(r, said->after->rules, text));
        end_line(l, f);
    }
}

void sq_ruling_lines_of(sq_ruling_lines *out, const sq_said *said) {
    memset(out, 0, sizeof *out);
    put_first(out, said);
    out->question = said->held || said->kind == SQ_SAID_QUESTION;
    if (out->question) put_answers(out, said);
    if (said->kind == SQ_SAID_EVENT && said->rulings) put_rulings(out, said);
    sq_headline(out, said);
}

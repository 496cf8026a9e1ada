/* A game as a table (CSV): a row for each line of the record. */
#include "rules/record.h"
#include "ui/export/export_format.h"
#include "ui/files/csv_text.h"
#include "ui/words/event_words.h"
#include "ui/words/score_sheet.h"

static void put_winks(FILE *to, sq_wink_set set) {
    for (sq_wink_set rest = set; rest; rest &= rest - 1)
        fprintf(to, "%s%s", rest == set ? "" : " ", sq_wink_name(sq_wink_first(rest)));
}

static void put_shot(FILE *to, const sq_event_shot *s) {
    const char *between = "";
    fprintf(to, "%s,%s,", sq_colour_name(s->colour), sq_wink_name(s->wink));
    put_winks(to, s->potted);
    putc(',', to);
    put_winks(to, s->off);
    putc(',', to);
    for (sq_wink x = 0; s->over_known && x < SQ_WINKS; x++)
        for (sq_wink_set rest = s->over.above[x]; rest; rest &= rest - 1) {
            fprintf(to, "%s%s>%s", between, sq_wink_name(sq_wink_first(rest)), sq_wink_name(x));
            between = " ";
        }
    putc(',', to);
}

/* One more sentence of a cell, a bar before it. */
static void add_sentence(sq_text *cell, const char *before, const char *sentence) {
    sq_text_put(cell, "%s%s%s", cell->used ? " | " : "", before, sentence);
}

/* The probability, "held" where it is an open question, the other answers, and what was asked. */
static void put_doubt(FILE *to, const sq_line_doubt *doubt) {
    static char others[(SQ_READINGS + SQ_LEFT_OPEN) * SQ_EVENT_WORDS_MAX]; /* large */
    char asked[SQ_DOUBTS_KEPT * SQ_EVENT_WORDS_MAX];
    sq_text other = sq_text_in(others, sizeof others), ask = sq_text_in(asked, sizeof asked);
    for (int i = 0; i < doubt->left.texts; i++)
        add_sentence(&other, "open before this: ", doubt->left.text[i]);
    for (int i = 0; i < doubt->others; i++)
        add_sentence(&other, "", doubt->other[i]);
    for (int i = 0; i < doubt->doubts; i++)
        add_sentence(&ask, "", doubt->doubt[i]);
    putc(',', to);
    if (doubt->known) fprintf(to, "%.3f", doubt->probability);
    fprintf(to, ",%s,", doubt->held ? "held" : doubt->left.texts ? "open" : "");
    if (other.used) sq_csv_put(to, others);
    putc(',', to);
    if (ask.used) sq_csv_put(to, asked);
}

/* The colours that this game has beside the usual ones; their columns come last. */
static sq_colour_set further_colours(const sq_export *x) {
    return sq_state_colours(x->end) & ~SQ_USUAL_COLOUR_SET;
}

static void put_tiddlies(FILE *to, const sq_state *s, sq_colour_set colours) {
    for (unsigned c = 0; c < SQ_COLOURS; c++)
        if (!(colours & sq_colour_bit((sq_colour)c)))
            continue;
        else if (sq_sheet_has_row(s, SQ_SHEET_TIDDLIES))
            fprintf(to, ",%d", sq_state_tiddlies(s, (sq_colour)c));
        else
            putc(',', to);
}

static void put_line(FILE *to, const sq_export *x, const sq_export_line *l) {
    char words[SQ_EVENT_WORDS_MAX], rules[SQ_EXPORT_RULES_MAX];
    const sq_state *s = l->after;
    sq_colour colour = sq_event_colour(l->event);
    char elapsed[SQ_ELAPSED_TEXT_MAX];
    sq_us t;
    fprintf(to, "%d,%s,", l->n, sq_event_name(l->event->kind));
    if (sq_event_time(l->event, &t)) fprintf(to, "%.3f", (double)t / SQ_US_PER_S);
    fprintf(to, ",%s,", sq_elapsed_text(elapsed, s));
    if (l->event->kind == SQ_EVENT_SHOT)
        put_shot(to, &l->event->shot);
    else
        fprintf(to, "%s,,,,,", colour == SQ_NO_COLOUR ? "" : sq_colour_name(colour));
    fprintf(to, "%s,%s,%s", sq_export_rules(rules, l),
            s->now.turn == SQ_NO_COLOUR ? "" : sq_colour_name(s->now.turn), sq_phase_name(s->now.phase));
    put_tiddlies(to, s, SQ_USUAL_COLOUR_SET);
    putc(',', to);
    sq_csv_put(to, sq_line_words(words, x->game, &l->of));
    put_doubt(to, sq_export_doubt(x, l));
    put_tiddlies(to, s, further_colours(x));
    fputs("\r\n", to);
}

/* A question that was open when the referee stopped has a row without a line. before: its empty columns. */
static void put_end(FILE *to, int before, const char *question) {
    for (int i = 0; i < before; i++)
        putc(',', to);
    fputs("open,", to);
    sq_csv_put(to, question);
    fputs("\r\n", to);
}

/* A line of a game other than tiddlywinks: how the game stands is told in its own words. */
static void put_other_line(FILE *to, const sq_export *x, const sq_export_line *l) {
    enum { STANDING_MAX = 512 };
    char words[SQ_EVENT_WORDS_MAX], rules[SQ_EXPORT_RULES_MAX], elapsed[SQ_ELAPSED_TEXT_MAX];
    char standing[STANDING_MAX];
    sq_text t = sq_text_in(standing, sizeof standing);
    sq_us at;
    x->other->say_standing(&t, l->after);
    fprintf(to, "%d,%s,", l->n, sq_event_called(l->event));
    if (sq_event_time(l->event, &at)) fprintf(to, "%.3f", (double)at / SQ_US_PER_S);
    fprintf(to, ",%s,%s,", sq_elapsed_text(elapsed, l->after), sq_export_rules(rules, l));
    sq_csv_put(to, standing);
    putc(',', to);
    sq_csv_put(to, sq_line_words(words, x->game, &l->of));
    put_doubt(to, sq_export_doubt(x, l));
    fputs("\r\n", to);
}

static void write_other(FILE *to, const sq_export *x) {
    enum { BEFORE_HELD = 8 };
    fputs("line,event,video_s,clock,rules,standing,words,probability,held,others,asked\r\n", to);
    for (int i = 0; i < x->count; i++)
        put_other_line(to, x, &x->lines[i]);
    for (int i = 0; i < x->remarks->end.texts; i++)
        put_end(to, BEFORE_HELD, x->remarks->end.text[i]);
}

static void write_tiddlywinks(FILE *to, const sq_export *x) {
    enum { BEFORE_HELD = 18 };
    fputs("line,event,video_s,clock,colour,wink,potted,off,over,rules,turn,phase,blue,green,red,yellow,"
          "words,probability,held,others,asked",
          to);
    for (unsigned c = 0; c < SQ_COLOURS; c++)
        if (further_colours(x) & sq_colour_bit((sq_colour)c))
            fprintf(to, ",%s", sq_colour_name((sq_colour)c));
    fputs("\r\n", to);
    for (int i = 0; i < x->count; i++)
        put_line(to, x, &x->lines[i]);
    for (int i = 0; i < x->remarks->end.texts; i++)
        put_end(to, BEFORE_HELD, x->remarks->end.text[i]);
}

sq_code sq_export_csv(FILE *to, const sq_export *x, sq_diag *d) {
    (void)d;
    if (x->other)
        write_other(to, x);
    else
        write_tiddlywinks(to, x);
    return SQ_OK;
}

/* A game as one HTML page: the score sheet, then each event with its rulings. */
#include "rules/book/ruleset.h"
#include "ui/export/export_format.h"
#include "ui/words/event_words.h"
#include "ui/words/html_escape.h"
#include "ui/words/score_sheet.h"

static const char style[] =
    "body { font: 15px/1.4 sans-serif; margin: 2em auto; max-width: 48em; padding: 0 1em; color: #111 }\n"
    "h1 { margin: 0 } p { margin: .3em 0 }\n"
    "table { border-collapse: collapse; margin: 1em 0; width: 100% }\n"
    "th, td { border-bottom: 1px solid #bbb; padding: .25em .5em; text-align: left; "
    "vertical-align: top }\n"
    ".sheet, .sign { table-layout: fixed } .sheet td, .sheet thead th { text-align: center } .score td { "
    "font-weight: bold; font-size: 20px } .player td { height: 2em }\n"
    ".sheet th:first-child { width: 6em }\n"
    "i { display: inline-block; width: .7em; height: .7em; border: 1px solid #111; border-radius: 50%; "
    "margin-right: .35em }\n"
    ".number, .time { color: #555; white-space: nowrap; text-align: right }\n"
    ".rule { color: #555; font-size: 13px }\n"
    ".sign td { height: 3em; border: 1px solid #bbb; vertical-align: bottom; font-size: 12px; "
    "color: #555 }\n"
    "@page { margin: 15mm } @media print { body { margin: 0; max-width: none; font-size: 11px; padding: 0; "
    "-webkit-print-color-adjust: exact; print-color-adjust: exact } "
    ".rule { font-size: 9px } tr { break-inside: avoid } }\n";

static void put_swatch(FILE *to, sq_colour c) {
    if (c >= SQ_COLOURS) return;
    const uint8_t *rgb = sq_sheet_swatches[c];
    fprintf(to, "<i style=\"background:#%02x%02x%02x\"></i>", rgb[0], rgb[1], rgb[2]);
}

static void put_row(FILE *to, const sq_sheet_row *row, const sq_state *s) {
    fprintf(to, "<tr><th>%s</th>", row->name);
    for (int i = 0; i < SQ_COLOURS; i++)
        fprintf(to, "<td>%d</td>", row->count(s, sq_sheet_columns[i]));
    fputs("</tr>\n", to);
}

static void put_points(FILE *to, const sq_state *s) {
    char points[SQ_POINTS_TEXT_MAX], a[SQ_SHEET_SCORE_MAX], b[SQ_SHEET_SCORE_MAX];
    fputs("<tr><th>points</th>", to);
    for (int i = 0; i < SQ_COLOURS; i++) {
        sq_colour c = sq_sheet_columns[i];
        bool known = s->now.points_known & sq_colour_bit(c);
        fprintf(to, "<td>%s</td>", known ? sq_points_text(s->now.points[c], points) : "–");
    }
    fprintf(
        to,
        "</tr>\n<tr class=\"score\"><th>score</th><td colspan=\"2\">%s</td><td colspan=\"2\">%s</td></tr>\n",
        sq_sheet_score(a, &s->now, SQ_BLUE_RED), sq_sheet_score(b, &s->now, SQ_GREEN_YELLOW));
}

static void put_head(FILE *to, const sq_export *x) {
    fputs("<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\">\n<title>", to);
    sq_html_text(to, x->name);
    fprintf(to, "</title>\n<style>\n%s</style>\n<h1>", style);
    sq_html_text(to, x->name);
    fputs("</h1>\n<p>", to);
    if (*x->begun) fprintf(to, "%s<br>\n", x->begun);
    char elapsed[SQ_ELAPSED_TEXT_MAX];
    fprintf(to, "%s, %s, %s min%s</p>\n", sq_ruleset_at(x->end->rules)->title, sq_form_name(x->end->form),
            sq_elapsed_text(elapsed, x->end),
            x->end->now.phase == SQ_PHASE_ENDED ? "" : "; the game is not over");
}

static void put_sheet(FILE *to, const sq_state *end) {
    fputs("<table class=\"sheet\"><thead><tr><th></th>", to);
    for (int i = 0; i < SQ_COLOURS; i++) {
        fputs("<th>", to);
        put_swatch(to, sq_sheet_columns[i]);
        fprintf(to, "%s</th>", sq_colour_name(sq_sheet_columns[i]));
    }
    fputs("</tr></thead>\n<tr class=\"player\"><th>player</th><td></td><td></td><td></td><td></td></tr>\n",
          to);
    for (int i = 0; i < SQ_SHEET_ROWS; i++)
        put_row(to, &sq_sheet_rows[i], end);
    if (end->now.phase == SQ_PHASE_ENDED) put_points(to, end);
    fputs("</table>\n<table class=\"sign\"><tr><td>blue and red</td><td>green and "
          "yellow</td><td>umpire</td></tr></table>\n",
          to);
}

static void put_line(FILE *to, const sq_export_line *l) {
    char words[SQ_EVENT_WORDS_MAX], text[SQ_RULING_TEXT_MAX], elapsed[SQ_ELAPSED_TEXT_MAX];
    fprintf(to, "<tr><td class=\"number\">%d</td><td class=\"time\">%s</td><td>", l->n,
            sq_elapsed_text(elapsed, l->after));
    if (l->event->kind == SQ_EVENT_SHOT) put_swatch(to, l->event->shot.colour);
    sq_html_text(to, sq_event_words(words, l->event, l->amendment, l->before, l->after));
    for (int i = 0; i < l->rulings.count; i++) {
        fprintf(to, "<br><span class=\"rule\">%s ", sq_ruling_rule(&l->rulings.list[i], l->after->rules));
        sq_html_text(to, sq_ruling_text(&l->rulings.list[i], text));
        fputs("</span>", to);
    }
    fputs("</td></tr>\n", to);
}

sq_code sq_export_html(FILE *to, const sq_export *x, sq_diag *d) {
    (void)d;
    put_head(to, x);
    put_sheet(to, x->end);
    fputs("<table>\n", to);
    for (int i = 0; i < x->count; i++)
        put_line(to, &x->lines[i]);
    fputs("</table>\n</html>\n", to);
    return SQ_OK;
}

/* A game as one HTML page: the score sheet, then each event with its rulings. Records come from strangers, so
 * all that one can hold is escaped: players, the title of a club's book, questions. */
#include "rules/book/ruleset.h"
#include "ui/canvas/theme.h"
#include "ui/export/export_format.h"
#include "ui/files/html_escape.h"
#include "ui/words/details_words.h"
#include "ui/words/event_words.h"
#include "ui/words/position_words.h"
#include "ui/words/score_sheet.h"

static const char style[] =
    "body { font: 15px/1.4 sans-serif; margin: 2em auto; max-width: 48em; padding: 0 1em; color: #111 }\n"
    "h1 { margin: 0 } p { margin: .3em 0 }\n"
    "table { border-collapse: collapse; margin: 1em 0; width: 100% }\n"
    "th, td { border-bottom: 1px solid #bbb; padding: .25em .5em; text-align: left; "
    "vertical-align: top }\n"
    ".sheet, .sign { table-layout: fixed; overflow-wrap: break-word } .sheet td, .sheet thead th { "
    "text-align: center } .score td { "
    "font-weight: bold; font-size: 20px } .player td { height: 2em }\n"
    ".sheet th:first-child { width: 6em }\n"
    "svg { width: .9em; height: .9em; vertical-align: -.1em; margin-right: .35em; stroke: #111; "
    "stroke-width: 6 "
    "}\n"
    ".number, .time { color: #555; white-space: nowrap; text-align: right }\n"
    ".rule, .chance { color: #555; font-size: 13px } .or { margin-left: 1em; font-size: 13px }\n"
    ".open { border: 2px solid #b00020; padding: .5em .8em; font-weight: bold } .held { color: #b00020 }\n"
    ".sign td { height: 3em; border: 1px solid #bbb; vertical-align: bottom; font-size: 12px; "
    "color: #555 }\n"
    "@media (max-width: 32em) { body { padding: 0 .5em } .sheet svg { display: block; margin: 0 auto .1em } "
    ".sheet th { padding: .25em 0; font-size: 14px } }\n"
    "@page { margin: 15mm } @media print { body { margin: 0; max-width: none; font-size: 11px; padding: 0; "
    "-webkit-print-color-adjust: exact; print-color-adjust: exact } "
    ".rule, .chance, .or { font-size: 9px } tr { break-inside: avoid } }\n";

/* A colour's shape, as the pictures and the printed sheet have it. */
static void put_swatch(FILE *to, sq_colour c) {
    sq_px corner[SQ_SHAPE_POINTS];
    int corners = sq_theme_shape(corner, c, (sq_px){0, 0}, 40);
    if (!corners) return;
    const uint8_t *rgb = sq_sheet_swatches[c];
    fprintf(to, "<svg viewBox=\"-54 -54 108 108\"><path fill=\"#%02x%02x%02x\" d=\"", rgb[0], rgb[1], rgb[2]);
    for (int i = 0; i < corners; i++)
        fprintf(to, "%c%.0f %.0f", i ? 'L' : 'M', corner[i].x, corner[i].y);
    fputs("z\"/></svg>", to);
}

static void put_row(FILE *to, const sq_sheet_row *row, const sq_state *s) {
    sq_colour column[SQ_COLOURS];
    fprintf(to, "<tr><th>%s</th>", row->name);
    for (int i = 0, n = sq_sheet_columns(column, s); i < n; i++)
        fprintf(to, "<td>%d</td>", row->count(s, column[i]));
    fputs("</tr>\n", to);
}

static void put_points(FILE *to, const sq_state *s) {
    char points[SQ_POINTS_TEXT_MAX], a[SQ_SHEET_SCORE_MAX], b[SQ_SHEET_SCORE_MAX];
    sq_colour column[SQ_COLOURS];
    const int columns = sq_sheet_columns(column, s);
    if (!sq_sheet_has_points(s)) {
        char outcome[SQ_OUTCOME_MAX];
        fprintf(to, "<tr class=\"score\"><th></th><td colspan=\"%d\">%s</td></tr>\n", columns,
                sq_sheet_outcome(outcome, &s->now));
        return;
    }
    fputs("<tr><th>points</th>", to);
    for (int i = 0; i < columns; i++) {
        sq_colour c = column[i];
        bool known = s->now.points_known & sq_colour_bit(c);
        fprintf(to, "<td>%s</td>", known ? sq_points_text(s->now.points[c], points) : "–");
    }
    fprintf(to,
            "</tr>\n<tr class=\"score\"><th>score</th><td colspan=\"%d\">%s</td><td "
            "colspan=\"%d\">%s</td></tr>\n",
            columns / 2, sq_sheet_score(a, &s->now, SQ_BLUE_RED), columns / 2,
            sq_sheet_score(b, &s->now, SQ_GREEN_YELLOW));
}

static void put_head(FILE *to, const sq_export *x) {
    fputs("<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>",
          to);
    sq_html_text(to, x->name);
    fprintf(to, "</title>\n<style>\n%s</style>\n<h1>", style);
    sq_html_text(to, x->name);
    fputs("</h1>\n<p>", to);
    sq_html_text(to, x->heading);
    char game[SQ_SHEET_TEXT_MAX];
    if (*x->heading) fputs("<br>\n", to);
    if (!x->other) {
        sq_html_text(to, sq_sheet_game(game, x->end));
        fputs("<br>\n", to);
    }
    sq_html_text(to, x->other ? x->other->title : sq_ruleset_at(x->end->rules)->title);
    fputs("</p>\n", to);
    if (*x->open) {
        fputs("<p class=\"open\">", to);
        sq_html_text(to, x->open);
        fputs("</p>\n", to);
    }
}

static void put_players(FILE *to, const sq_state *end, const sq_details *about) {
    sq_colour column[SQ_COLOURS];
    fputs("<tr class=\"player\"><th>player</th>", to);
    for (int i = 0, n = sq_sheet_columns(column, end); i < n; i++) {
        fputs("<td>", to);
        sq_html_text(to, sq_details_player(about, column[i]));
        fputs("</td>", to);
    }
    fputs("</tr>\n", to);
}

/* Below the sheet: what its marks mean, or who leads. */
static void put_remark(FILE *to, const sq_state *end) {
    char lead[SQ_SHEET_TEXT_MAX];
    if (*sq_sheet_lead(lead, end))
        fprintf(to, "<p>%s</p>\n", lead);
    else if (end->now.pot_outs && sq_sheet_has_points(end))
        fputs("<p>" SQ_SHEET_STAR "</p>\n", to);
}

/* Where a side signs; with its name where that is told. */
static void put_signatures(FILE *to, const sq_details *about) {
    static const char *const sides[] = {
        [SQ_BLUE_RED] = "blue and red", [SQ_GREEN_YELLOW] = "green and yellow"};
    fputs("<table class=\"sign\"><tr>", to);
    for (int p = 0; p < SQ_PARTNERSHIPS; p++) {
        char side[SQ_DETAILS_TEXT_MAX];
        sq_details_side(side, about, (sq_partnership)p);
        fprintf(to, "<td>%s%s", sides[p], *side ? ": " : "");
        sq_html_text(to, side);
        fputs("</td>", to);
    }
    fputs("<td>umpire</td></tr></table>\n", to);
}

/* The sheet of another game, in its own words. */
static void put_other_sheet(FILE *to, const sq_export *x) {
    fputs("<pre>", to);
    sq_html_text(to, sq_export_other_sheet(x));
    fputs("</pre>\n<table class=\"sign\"><tr><td>players</td><td></td><td>umpire</td></tr></table>\n", to);
}

static void put_sheet(FILE *to, const sq_state *end, const sq_details *about) {
    sq_colour column[SQ_COLOURS];
    fputs("<table class=\"sheet\"><thead><tr><th></th>", to);
    for (int i = 0, n = sq_sheet_columns(column, end); i < n; i++) {
        fputs("<th>", to);
        put_swatch(to, column[i]);
        fprintf(to, "%s</th>", sq_colour_name(column[i]));
    }
    fputs("</tr></thead>\n", to);
    put_players(to, end, about);
    for (int i = 0; i < SQ_SHEET_ROWS; i++)
        if (sq_sheet_has_row(end, i)) put_row(to, &sq_sheet_rows[i], end);
    if (end->now.phase == SQ_PHASE_ENDED) put_points(to, end);
    fputs("</table>\n", to);
    put_remark(to, end);
    put_signatures(to, about);
}

/* The probability; what is held, what was asked, and the other answers. */
static void put_doubt(FILE *to, const sq_line_doubt *doubt) {
    char chance[SQ_WORDS_CAP];
    if (doubt->known) {
        sq_say_probability(chance, doubt->probability);
        fprintf(to, " <span class=\"chance\">(%s)</span>", chance);
    }
    for (int i = 0; i < doubt->left.texts; i++) {
        fputs("<br><b class=\"held\">OPEN</b> Before this, and nobody has answered: ", to);
        sq_html_text(to, doubt->left.text[i]);
    }
    if (doubt->held) fputs("<br><b class=\"held\">HELD</b> This is a question for the umpire.", to);
    for (int i = 0; i < doubt->doubts; i++) {
        fputs("<br><span class=\"or\">asked: ", to);
        sq_html_text(to, doubt->doubt[i]);
        fputs("</span>", to);
    }
    for (int i = 0; i < doubt->others; i++) {
        fputs("<br><span class=\"or\">or: ", to);
        sq_html_text(to, doubt->other[i]);
        fputs("</span>", to);
    }
}

static void put_line(FILE *to, const sq_export *x, const sq_export_line *l) {
    char words[SQ_EVENT_WORDS_MAX], text[SQ_RULING_TEXT_MAX], elapsed[SQ_ELAPSED_TEXT_MAX],
        video[SQ_VIDEO_TEXT_MAX];
    fprintf(to, "<tr><td class=\"number\">%d</td><td class=\"time\">%s</td><td class=\"time\">%s</td><td>",
            l->n, sq_video_text(video, l->event), sq_elapsed_text(elapsed, l->after));
    put_swatch(to, sq_event_colour(l->event));
    sq_html_text(to, sq_line_words(words, x->game, &l->of));
    put_doubt(to, sq_export_doubt(x, l));
    for (int i = 0; i < l->rulings.count; i++) {
        fputs("<br><span class=\"rule\">", to);
        sq_html_text(to, sq_ruling_rule(&l->rulings.list[i], l->after->rules));
        putc(' ', to);
        sq_html_text(to, sq_ruling_text(&l->rulings.list[i], l->after->rules, text));
        fputs("</span>", to);
    }
    fputs("</td></tr>\n", to);
}

sq_code sq_export_html(FILE *to, const sq_export *x, sq_diag *d) {
    (void)d;
    put_head(to, x);
    if (x->other)
        put_other_sheet(to, x);
    else
        put_sheet(to, x->end, x->about);
    fputs("<table>\n<tr><th class=\"number\">line</th><th class=\"time\">video</th><th "
          "class=\"time\">clock</th>"
          "<th>what happened</th></tr>\n",
          to);
    for (int i = 0; i < x->count; i++)
        put_line(to, x, &x->lines[i]);
    fputs("</table>\n<p class=\"rule\">" SQ_SHEET_TIMES "</p>\n</html>\n", to);
    return SQ_OK;
}

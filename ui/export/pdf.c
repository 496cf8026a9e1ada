/* The score sheet as a PDF on A4: the score first, then the events. Everything is laid out twice: first to
 * count the pages, then to draw them. */
#include <cairo-pdf.h>
#include <math.h>
#include <pango/pangocairo.h>

#include "rules/book/ruleset.h"
#include "ui/canvas/letters.h"
#include "ui/canvas/theme.h"
#include "ui/export/export_format.h"
#include "ui/words/details_words.h"
#include "ui/words/event_words.h"
#include "ui/words/position_words.h"
#include "ui/words/score_sheet.h"

/* Points, 1/72 inch. Printers leave out up to 6 mm at the edges; binders take 15 mm. */
#define PAGE_WIDTH 595.3
#define PAGE_HEIGHT 841.9
#define MARGIN 43.0
#define WIDTH (PAGE_WIDTH - 2 * MARGIN)
#define BOTTOM (PAGE_HEIGHT - MARGIN - 14) /* above the page's number */

/* Columns of the events: number, the video's time, the game's time, swatch, words; from the left margin. */
#define NUMBER_WIDTH 22.0
#define VIDEO_AT 26.0
#define VIDEO_WIDTH 38.0
#define CLOCK_AT 66.0
#define CLOCK_WIDTH 30.0
#define SWATCH_AT 106.0
#define WORDS_AT 116.0
#define WORDS_WIDTH (WIDTH - WORDS_AT)
#define SWATCH_RADIUS 3.4
#define ROW_GAP 2.2
#define FRAME 6.0 /* from the frame of what is open to its words */

/* Of the score: the rows' names, then four columns. */
#define NAMES_WIDTH 80.0
#define CELL_WIDTH ((WIDTH - NAMES_WIDTH) / SQ_COLOURS)
#define CELL_HEIGHT 16.0
#define PLAYER_HEIGHT 26.0
#define SIGN_HEIGHT 42.0

static const char
    *const title_font = SQ_LETTERS_FONT " bold 17",
           *const head_font = SQ_LETTERS_FONT " bold 9", *const text_font = SQ_LETTERS_FONT " 8.5",
           *const small_font = SQ_LETTERS_FONT " 7.5", *const score_font = SQ_LETTERS_FONT " bold 13";

typedef struct {
    cairo_t *to;
    PangoContext *fonts;
    const sq_export *x;
    bool draws; /* else it is only laid out */
    double y;   /* how far this page is */
    int page, pages;
} sheet;

/* ---- Pieces ---- */

/* Writes text into a box that is so wide, and gives its height. */
static double put(const sheet *s, double x, double y, double width, PangoAlignment align, const char *font,
                  const char *text) {
    PangoLayout *l = pango_layout_new(s->fonts);
    PangoFontDescription *how = pango_font_description_from_string(font);
    PangoRectangle box;
    pango_layout_set_font_description(l, how);
    pango_layout_set_width(l, (int)(width * PANGO_SCALE));
    pango_layout_set_wrap(l, PANGO_WRAP_WORD_CHAR);
    pango_layout_set_alignment(l, align);
    pango_layout_set_text(l, text, -1);
    pango_layout_get_extents(l, NULL, &box);
    cairo_move_to(s->to, MARGIN + x, y);
    if (s->draws) pango_cairo_show_layout(s->to, l);
    pango_font_description_free(how);
    g_object_unref(l);
    return (double)box.height / PANGO_SCALE;
}

static void grey(const sheet *s, double level) {
    cairo_set_source_rgb(s->to, level, level, level);
}

static void rule(const sheet *s, double x, double y, double width, double weight) {
    if (!s->draws) return;
    cairo_set_line_width(s->to, weight);
    cairo_move_to(s->to, MARGIN + x, y);
    cairo_line_to(s->to, MARGIN + x + width, y);
    cairo_stroke(s->to);
}

/* The shape that stands for the colour on all pictures: a sheet that is printed black on white shows it too.
 */
static void swatch(const sheet *s, double x, double y, sq_colour c) {
    sq_px corner[SQ_SHAPE_POINTS];
    int corners = sq_theme_shape(corner, c, (sq_px){MARGIN + x, y}, SWATCH_RADIUS);
    if (!s->draws || !corners) return;
    cairo_new_sub_path(s->to);
    for (int i = 0; i < corners; i++)
        cairo_line_to(s->to, corner[i].x, corner[i].y);
    cairo_close_path(s->to);
    const sq_paint *paint = &sq_theme_paper.colour[c];
    cairo_set_source_rgb(s->to, paint->r / 255.0, paint->g / 255.0, paint->b / 255.0);
    cairo_fill_preserve(s->to);
    grey(s, 0);
    cairo_set_line_width(s->to, 0.5);
    cairo_stroke(s->to);
}

/* ---- The score ---- */

static void head(sheet *s) {
    const sq_export *x = s->x;
    const sq_state *end = x->end;
    char text[SQ_SHEET_TEXT_MAX];
    s->y += put(s, 0, s->y, WIDTH, PANGO_ALIGN_LEFT, title_font, x->name) + 2;
    if (*x->heading) s->y += put(s, 0, s->y, WIDTH, PANGO_ALIGN_LEFT, head_font, x->heading) + 2;
    grey(s, 0.3);
    s->y += put(s, 0, s->y, WIDTH, PANGO_ALIGN_LEFT, text_font, sq_sheet_game(text, end));
    s->y += put(s, 0, s->y, WIDTH, PANGO_ALIGN_LEFT, text_font, sq_ruleset_at(end->rules)->title) + 12;
    grey(s, 0);
}

/* A cell's text, centred; column 0 is the first colour's. Gives the text's height. */
static double cell(const sheet *s, int column, int columns, const char *font, const char *text) {
    return put(s, NAMES_WIDTH + column * CELL_WIDTH, s->y + 2, columns * CELL_WIDTH, PANGO_ALIGN_CENTER, font,
               text);
}

static void end_row(sheet *s, double height) {
    s->y += height;
    grey(s, 0.7);
    rule(s, 0, s->y, WIDTH, 0.5);
    grey(s, 0);
}

static void row_name(const sheet *s, const char *name) {
    put(s, 0, s->y + 2, NAMES_WIDTH, PANGO_ALIGN_LEFT, head_font, name);
}

/* Above all numbers, in a frame: what follows is not settled. */
static void open_questions(sheet *s) {
    if (!*s->x->open) return;
    double top = s->y,
           high = put(s, FRAME, s->y + FRAME, WIDTH - 2 * FRAME, PANGO_ALIGN_LEFT, head_font, s->x->open);
    s->y += high + 2 * FRAME + 10;
    if (!s->draws) return;
    cairo_set_line_width(s->to, 1.2);
    cairo_rectangle(s->to, MARGIN, top, WIDTH, high + 2 * FRAME);
    cairo_stroke(s->to);
}

static void colours(sheet *s) {
    for (int i = 0; i < SQ_COLOURS; i++) {
        double middle = NAMES_WIDTH + (i + 0.5) * CELL_WIDTH;
        cell(s, i, 1, head_font, sq_colour_name(sq_sheet_columns[i]));
        swatch(s, middle - 30, s->y + 8, sq_sheet_columns[i]);
    }
    end_row(s, CELL_HEIGHT);
    row_name(s, "player");
    double high = PLAYER_HEIGHT;
    for (int i = 0; i < SQ_COLOURS; i++) /* a long name takes more lines */
        high = fmax(high, 4 + cell(s, i, 1, text_font, sq_details_player(s->x->about, sq_sheet_columns[i])));
    end_row(s, high);
}

static void counts(sheet *s) {
    char text[16];
    for (int r = 0; r < SQ_SHEET_ROWS; r++) {
        if (!sq_sheet_has_row(s->x->end, r)) continue;
        row_name(s, sq_sheet_rows[r].name);
        for (int i = 0; i < SQ_COLOURS; i++) {
            snprintf(text, sizeof text, "%d", sq_sheet_rows[r].count(s->x->end, sq_sheet_columns[i]));
            cell(s, i, 1, text_font, text);
        }
        end_row(s, CELL_HEIGHT);
    }
}

static void points(sheet *s) {
    char text[SQ_SHEET_SCORE_MAX], point[SQ_POINTS_TEXT_MAX];
    const sq_standing *now = &s->x->end->now;
    if (!sq_sheet_has_points(s->x->end)) {
        char outcome[SQ_OUTCOME_MAX];
        row_name(s, "");
        cell(s, 0, SQ_COLOURS, score_font, sq_sheet_outcome(outcome, now));
        end_row(s, CELL_HEIGHT + 6);
        return;
    }
    row_name(s, "points");
    for (int i = 0; i < SQ_COLOURS; i++) {
        sq_colour c = sq_sheet_columns[i];
        bool known = now->points_known & sq_colour_bit(c);
        cell(s, i, 1, text_font, known ? sq_points_text(now->points[c], point) : "–");
    }
    end_row(s, CELL_HEIGHT);
    row_name(s, "score");
    cell(s, 0, 2, score_font, sq_sheet_score(text, now, SQ_BLUE_RED));
    cell(s, 2, 2, score_font, sq_sheet_score(text, now, SQ_GREEN_YELLOW));
    end_row(s, CELL_HEIGHT + 6);
}

/* Below the sheet: what its marks mean, or who leads. */
static void remark(sheet *s) {
    char lead[SQ_SHEET_TEXT_MAX];
    const sq_state *end = s->x->end;
    bool star = end->now.phase == SQ_PHASE_ENDED && end->now.pot_outs && sq_sheet_has_points(end);
    s->y += 3;
    if (*sq_sheet_lead(lead, end) || star)
        s->y += put(s, 0, s->y, WIDTH, PANGO_ALIGN_LEFT, text_font, star ? SQ_SHEET_STAR : lead);
}

static void signatures(sheet *s) {
    char side[SQ_PARTNERSHIPS][SQ_DETAILS_TEXT_MAX];
    const sq_details *about = s->x->about;
    const char *const who[] = {
        *sq_details_side(side[SQ_BLUE_RED], about, SQ_BLUE_RED) ? side[SQ_BLUE_RED] : "blue and red",
        *sq_details_side(side[SQ_GREEN_YELLOW], about, SQ_GREEN_YELLOW) ? side[SQ_GREEN_YELLOW]
                                                                        : "green and yellow",
        "umpire"};
    double wide = WIDTH / 3, high = 0;
    s->y += SIGN_HEIGHT - 12;
    grey(s, 0.3);
    for (int i = 0; i < 3; i++) {
        rule(s, i * wide, s->y, wide - 16, 0.5);
        high = fmax(high, put(s, i * wide, s->y + 2, wide - 16, PANGO_ALIGN_LEFT, small_font, who[i]));
    }
    grey(s, 0);
    s->y += high + 14;
}

/* ---- Pages ---- */

static void end_page(sheet *s) {
    char text[64];
    grey(s, 0.3);
    put(s, 0, BOTTOM + 6, WIDTH, PANGO_ALIGN_LEFT, small_font, "squint " SQ_VERSION);
    snprintf(text, sizeof text, "%d of %d", s->page, s->pages);
    put(s, 0, BOTTOM + 6, WIDTH, PANGO_ALIGN_RIGHT, small_font, text);
    grey(s, 0);
    if (s->draws) cairo_show_page(s->to);
}

static void column_heads(sheet *s) {
    put(s, 0, s->y, NUMBER_WIDTH, PANGO_ALIGN_RIGHT, small_font, "line");
    put(s, VIDEO_AT, s->y, VIDEO_WIDTH, PANGO_ALIGN_RIGHT, small_font, "video");
    put(s, CLOCK_AT, s->y, CLOCK_WIDTH, PANGO_ALIGN_RIGHT, small_font, "clock");
    s->y += put(s, WORDS_AT, s->y, WORDS_WIDTH, PANGO_ALIGN_LEFT, small_font,
                "what happened, and by which rule") +
            1;
    rule(s, 0, s->y, WIDTH, 0.8);
    s->y += ROW_GAP;
}

static void begin_page(sheet *s) {
    s->page++;
    s->y = MARGIN;
}

/* ---- The events ---- */

/* What the rules make of an event, a line each; whose turn is next shows itself. Gives the height. */
static double rulings(const sheet *s, const sq_export_line *l, double y) {
    char words[SQ_RULING_TEXT_MAX], text[SQ_RULING_TEXT_MAX + 32];
    double high = 0;
    for (int i = 0; i < l->rulings.count; i++) {
        const sq_ruling *r = &l->rulings.list[i];
        if (r->what == SQ_RULED_NEXT) continue;
        snprintf(text, sizeof text, "%s  %s", sq_ruling_rule(r, l->after->rules),
                 sq_ruling_text(r, l->after->rules, words));
        high += put(s, WORDS_AT, y + high, WORDS_WIDTH, PANGO_ALIGN_LEFT, small_font, text);
    }
    return high;
}

enum { EVENT_TEXT = (SQ_READINGS + SQ_LEFT_OPEN + 2) * SQ_EVENT_WORDS_MAX };

/* What was done, its probability, and where it is held the other answers, a line each. */
static const char *event_text(char to[EVENT_TEXT], const sq_export *x, const sq_export_line *l) {
    char words[SQ_EVENT_WORDS_MAX], chance[SQ_WORDS_CAP];
    const sq_line_doubt *doubt = sq_export_doubt(x, l);
    sq_event_words(words, l->event, l->amendment, l->before, l->after);
    sq_say_probability(chance, doubt->probability);
    size_t n = doubt->known ? (size_t)snprintf(to, EVENT_TEXT, "%s (%s)", words, chance)
                            : (size_t)snprintf(to, EVENT_TEXT, "%s", words);
    for (int i = 0; i < doubt->lefts; i++)
        n += (size_t)snprintf(to + n, EVENT_TEXT - n, "\nOPEN, before this, and nobody has answered: %s",
                              doubt->left[i]);
    if (doubt->held)
        n += (size_t)snprintf(to + n, EVENT_TEXT - n, "\nHELD: this is a question for the umpire.");
    for (int i = 0; i < doubt->others; i++)
        n += (size_t)snprintf(to + n, EVENT_TEXT - n, "\nor: %s", doubt->other[i]);
    return to;
}

static double event_row(const sheet *s, const sq_export_line *l) {
    static char text[EVENT_TEXT]; /* large */
    char number[16], elapsed[SQ_ELAPSED_TEXT_MAX], video[SQ_VIDEO_TEXT_MAX];
    grey(s, 0.3);
    snprintf(number, sizeof number, "%d", l->n);
    put(s, 0, s->y, NUMBER_WIDTH, PANGO_ALIGN_RIGHT, text_font, number);
    put(s, VIDEO_AT, s->y, VIDEO_WIDTH, PANGO_ALIGN_RIGHT, text_font, sq_video_text(video, l->event));
    put(s, CLOCK_AT, s->y, CLOCK_WIDTH, PANGO_ALIGN_RIGHT, text_font, sq_elapsed_text(elapsed, l->after));
    grey(s, 0);
    swatch(s, SWATCH_AT, s->y + 5.5, sq_event_colour(l->event));
    double high = put(s, WORDS_AT, s->y, WORDS_WIDTH, PANGO_ALIGN_LEFT, text_font, event_text(text, s->x, l));
    grey(s, 0.3);
    high += rulings(s, l, s->y + high);
    grey(s, 0);
    return high + ROW_GAP;
}

/* On this page, or on the next one where it does not fit. */
static void event(sheet *s, const sq_export_line *l) {
    bool draws = s->draws;
    s->draws = false;
    double high = event_row(s, l);
    s->draws = draws;
    if (s->y + high > BOTTOM) {
        end_page(s);
        begin_page(s);
        column_heads(s);
    }
    event_row(s, l);
    s->y += high;
    grey(s, 0.85);
    rule(s, 0, s->y - ROW_GAP / 2, WIDTH, 0.3);
    grey(s, 0);
}

static void lay_out(sheet *s, bool draws) {
    s->draws = draws;
    s->page = 0;
    begin_page(s);
    head(s);
    open_questions(s);
    colours(s);
    counts(s);
    if (s->x->end->now.phase == SQ_PHASE_ENDED) points(s);
    remark(s);
    signatures(s);
    grey(s, 0.3);
    s->y += put(s, 0, s->y, WIDTH, PANGO_ALIGN_LEFT, small_font, SQ_SHEET_TIMES) + 4;
    grey(s, 0);
    column_heads(s);
    for (int i = 0; i < s->x->count; i++)
        event(s, &s->x->lines[i]);
    end_page(s);
    s->pages = s->page;
}

/* ---- The file ---- */

static cairo_status_t write_to(void *to, const unsigned char *bytes, unsigned n) {
    return fwrite(bytes, 1, n, to) == n ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

sq_code sq_export_pdf(FILE *to, const sq_export *x, sq_diag *d) {
    cairo_surface_t *pdf = cairo_pdf_surface_create_for_stream(write_to, to, PAGE_WIDTH, PAGE_HEIGHT);
    cairo_pdf_surface_set_metadata(pdf, CAIRO_PDF_METADATA_TITLE, x->name);
    PangoFontMap *map = pango_cairo_font_map_new();
    sheet s = {.to = cairo_create(pdf), .fonts = pango_font_map_create_context(map), .x = x};
    pango_cairo_context_set_resolution(s.fonts, 72); /* a font's size is in points, and so is the page */
    pango_cairo_update_context(s.to, s.fonts);
    lay_out(&s, false);
    lay_out(&s, true);
    cairo_destroy(s.to);
    cairo_surface_finish(pdf);
    cairo_status_t how = cairo_surface_status(pdf);
    cairo_surface_destroy(pdf);
    g_object_unref(s.fonts);
    g_object_unref(map);
    if (how == CAIRO_STATUS_SUCCESS || how == CAIRO_STATUS_WRITE_ERROR) return SQ_OK;
    return sq_fail(d, SQ_E_FILE, "the sheet cannot be drawn (%s)", cairo_status_to_string(how));
}

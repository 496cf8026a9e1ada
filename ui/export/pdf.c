/* The score sheet as a PDF on A4: the score first, then the events. */
#include <math.h>

#include "rules/book/ruleset.h"
#include "ui/export/export_format.h"
#include "ui/export/paper.h"
#include "ui/words/details_words.h"
#include "ui/words/event_words.h"
#include "ui/words/position_words.h"
#include "ui/words/score_sheet.h"

#define WIDTH SQ_PAPER_WIDTH

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

/* Of the score: the rows' names, then a column for each colour. */
#define NAMES_WIDTH 80.0
#define CELL_HEIGHT 16.0
#define PLAYER_HEIGHT 26.0
#define SIGN_HEIGHT 42.0
enum { SIGNATURES = 3 };

/* The game that is on the sheet. */
static const sq_export *of(const sq_paper *s) {
    return s->content;
}

/* ---- The score ---- */

static void head(sq_paper *s) {
    const sq_export *x = of(s);
    const sq_state *end = x->end;
    char text[SQ_SHEET_TEXT_MAX];
    s->y += sq_paper_put(s, 0, s->y, WIDTH, SQ_PAPER_LEFT, SQ_PAPER_TITLE, x->name) + 2;
    if (*x->heading) s->y += sq_paper_put(s, 0, s->y, WIDTH, SQ_PAPER_LEFT, SQ_PAPER_HEAD, x->heading) + 2;
    sq_paper_grey(s, 0.3);
    if (!x->other)
        s->y += sq_paper_put(s, 0, s->y, WIDTH, SQ_PAPER_LEFT, SQ_PAPER_TEXT, sq_sheet_game(text, end));
    const char *title = x->other ? x->other->title : sq_ruleset_at(end->rules)->title;
    s->y += sq_paper_put(s, 0, s->y, WIDTH, SQ_PAPER_LEFT, SQ_PAPER_TEXT, title) + 12;
    sq_paper_grey(s, 0);
}

/* The score's columns, and how wide each is. */
typedef struct {
    sq_colour of[SQ_COLOURS];
    int count;
    double wide;
} columns;

static columns columns_of(const sq_paper *s) {
    columns c = {.count = 0};
    c.count = sq_sheet_columns(c.of, of(s)->end);
    c.wide = (WIDTH - NAMES_WIDTH) / c.count;
    return c;
}

/* A cell's text, centred; column 0 is the first colour's. Gives the text's height. */
static double cell(const sq_paper *s, int column, int count, sq_paper_font font, const char *text) {
    const double wide = columns_of(s).wide;
    return sq_paper_put(s, NAMES_WIDTH + column * wide, s->y + 2, count * wide, SQ_PAPER_CENTRE, font, text);
}

static void end_row(sq_paper *s, double height) {
    s->y += height;
    sq_paper_grey(s, 0.7);
    sq_paper_rule(s, 0, s->y, WIDTH, 0.5);
    sq_paper_grey(s, 0);
}

static void row_name(const sq_paper *s, const char *name) {
    sq_paper_put(s, 0, s->y + 2, NAMES_WIDTH, SQ_PAPER_LEFT, SQ_PAPER_HEAD, name);
}

/* Above all numbers, in a frame: what follows is not settled. */
static void open_questions(sq_paper *s) {
    if (!*of(s)->open) return;
    double top = s->y, high = sq_paper_put(s, FRAME, s->y + FRAME, WIDTH - 2 * FRAME, SQ_PAPER_LEFT,
                                           SQ_PAPER_HEAD, of(s)->open);
    s->y += high + 2 * FRAME + 10;
    sq_paper_frame(s, 0, top, WIDTH, high + 2 * FRAME);
}

static void colours(sq_paper *s) {
    const columns c = columns_of(s);
    for (int i = 0; i < c.count; i++) {
        double middle = NAMES_WIDTH + (i + 0.5) * c.wide;
        cell(s, i, 1, SQ_PAPER_HEAD, sq_colour_name(c.of[i]));
        sq_paper_swatch(s, middle - 30, s->y + 8, SWATCH_RADIUS, c.of[i]);
    }
    end_row(s, CELL_HEIGHT);
    row_name(s, "player");
    double high = PLAYER_HEIGHT;
    for (int i = 0; i < c.count; i++) /* a long name takes more lines */
        high = fmax(high, 4 + cell(s, i, 1, SQ_PAPER_TEXT, sq_details_player(of(s)->about, c.of[i])));
    end_row(s, high);
}

static void counts(sq_paper *s) {
    char text[16];
    const columns c = columns_of(s);
    for (int r = 0; r < SQ_SHEET_ROWS; r++) {
        if (!sq_sheet_has_row(of(s)->end, r)) continue;
        row_name(s, sq_sheet_rows[r].name);
        for (int i = 0; i < c.count; i++) {
            snprintf(text, sizeof text, "%d", sq_sheet_rows[r].count(of(s)->end, c.of[i]));
            cell(s, i, 1, SQ_PAPER_TEXT, text);
        }
        end_row(s, CELL_HEIGHT);
    }
}

static void points(sq_paper *s) {
    char text[SQ_SHEET_SCORE_MAX], point[SQ_POINTS_TEXT_MAX];
    const sq_standing *now = &of(s)->end->now;
    const columns all = columns_of(s);
    if (!sq_sheet_has_points(of(s)->end)) {
        char outcome[SQ_OUTCOME_MAX];
        row_name(s, "");
        cell(s, 0, all.count, SQ_PAPER_SCORE, sq_sheet_outcome(outcome, now));
        end_row(s, CELL_HEIGHT + 6);
        return;
    }
    row_name(s, "points");
    for (int i = 0; i < all.count; i++) {
        sq_colour c = all.of[i];
        bool known = now->points_known & sq_colour_bit(c);
        cell(s, i, 1, SQ_PAPER_TEXT, known ? sq_points_text(now->points[c], point) : "–");
    }
    end_row(s, CELL_HEIGHT);
    row_name(s, "score");
    const int half = all.count / 2;
    cell(s, 0, half, SQ_PAPER_SCORE, sq_sheet_score(text, now, SQ_BLUE_RED));
    cell(s, half, half, SQ_PAPER_SCORE, sq_sheet_score(text, now, SQ_GREEN_YELLOW));
    end_row(s, CELL_HEIGHT + 6);
}

/* Below the sheet: what its marks mean, or who leads. */
static void remark(sq_paper *s) {
    char lead[SQ_SHEET_TEXT_MAX];
    const sq_state *end = of(s)->end;
    bool star = end->now.phase == SQ_PHASE_ENDED && end->now.pot_outs && sq_sheet_has_points(end);
    s->y += 3;
    if (*sq_sheet_lead(lead, end) || star)
        s->y += sq_paper_put(s, 0, s->y, WIDTH, SQ_PAPER_LEFT, SQ_PAPER_TEXT, star ? SQ_SHEET_STAR : lead);
}

static void signed_by(sq_paper *s, const char *const who[SIGNATURES]) {
    double wide = WIDTH / SIGNATURES, high = 0;
    s->y += SIGN_HEIGHT - 12;
    sq_paper_grey(s, 0.3);
    for (int i = 0; i < SIGNATURES; i++) {
        sq_paper_rule(s, i * wide, s->y, wide - 16, 0.5);
        high =
            fmax(high, sq_paper_put(s, i * wide, s->y + 2, wide - 16, SQ_PAPER_LEFT, SQ_PAPER_SMALL, who[i]));
    }
    sq_paper_grey(s, 0);
    s->y += high + 14;
}

static void signatures(sq_paper *s) {
    char side[SQ_PARTNERSHIPS][SQ_DETAILS_TEXT_MAX];
    const sq_details *about = of(s)->about;
    const char *blue = sq_details_side(side[SQ_BLUE_RED], about, SQ_BLUE_RED);
    const char *green = sq_details_side(side[SQ_GREEN_YELLOW], about, SQ_GREEN_YELLOW);
    const char *const who[SIGNATURES] = {*blue ? blue : "blue and red", *green ? green : "green and yellow",
                                         "umpire"};
    signed_by(s, who);
}

/* The score of another game, in its own words. */
static void other_sheet(sq_paper *s) {
    static const char *const who[SIGNATURES] = {"players", "", "umpire"};
    s->y += sq_paper_put(s, 0, s->y, WIDTH, SQ_PAPER_LEFT, SQ_PAPER_EVEN, sq_export_other_sheet(of(s)));
    signed_by(s, who);
}

/* ---- Pages ---- */

static void column_heads(sq_paper *s) {
    sq_paper_put(s, 0, s->y, NUMBER_WIDTH, SQ_PAPER_RIGHT, SQ_PAPER_SMALL, "line");
    sq_paper_put(s, VIDEO_AT, s->y, VIDEO_WIDTH, SQ_PAPER_RIGHT, SQ_PAPER_SMALL, "video");
    sq_paper_put(s, CLOCK_AT, s->y, CLOCK_WIDTH, SQ_PAPER_RIGHT, SQ_PAPER_SMALL, "clock");
    s->y += sq_paper_put(s, WORDS_AT, s->y, WORDS_WIDTH, SQ_PAPER_LEFT, SQ_PAPER_SMALL,
                         "what happened, and by which rule") +
            1;
    sq_paper_rule(s, 0, s->y, WIDTH, 0.8);
    s->y += ROW_GAP;
}

/* ---- The events ---- */

/* What the rules make of an event, a line each; whose turn is next shows itself. Gives the height. */
static double rulings(const sq_paper *s, const sq_export_line *l, double y) {
    char words[SQ_RULING_TEXT_MAX], text[SQ_RULING_TEXT_MAX + 32];
    double high = 0;
    for (int i = 0; i < l->rulings.count; i++) {
        const sq_ruling *r = &l->rulings.list[i];
        if (r->what == SQ_RULED_NEXT) continue;
        snprintf(text, sizeof text, "%s  %s", sq_ruling_rule(r, l->after->rules),
                 sq_ruling_text(r, l->after->rules, words));
        high += sq_paper_put(s, WORDS_AT, y + high, WORDS_WIDTH, SQ_PAPER_LEFT, SQ_PAPER_SMALL, text);
    }
    return high;
}

enum { EVENT_TEXT = (SQ_READINGS + SQ_LEFT_OPEN + SQ_DOUBTS_KEPT + 2) * SQ_EVENT_WORDS_MAX };

/* What was done, its probability, and where it is held what was asked and the other answers, a line each. */
static const char *event_text(char to[EVENT_TEXT], const sq_export *x, const sq_export_line *l) {
    char words[SQ_EVENT_WORDS_MAX], chance[SQ_WORDS_CAP];
    const sq_line_doubt *doubt = sq_export_doubt(x, l);
    sq_line_words(words, x->game, &l->of);
    sq_say_probability(chance, doubt->probability);
    size_t n = doubt->known ? (size_t)snprintf(to, EVENT_TEXT, "%s (%s)", words, chance)
                            : (size_t)snprintf(to, EVENT_TEXT, "%s", words);
    for (int i = 0; i < doubt->left.texts; i++)
        n += (size_t)snprintf(to + n, EVENT_TEXT - n, "\nOPEN, before this, and nobody has answered: %s",
                              doubt->left.text[i]);
    if (doubt->held)
        n += (size_t)snprintf(to + n, EVENT_TEXT - n, "\nHELD: this is a question for the umpire.");
    for (int i = 0; i < doubt->doubts; i++)
        n += (size_t)snprintf(to + n, EVENT_TEXT - n, "\nasked: %s", doubt->doubt[i]);
    for (int i = 0; i < doubt->others; i++)
        n += (size_t)snprintf(to + n, EVENT_TEXT - n, "\nor: %s", doubt->other[i]);
    return to;
}

static double event_row(const sq_paper *s, const sq_export_line *l) {
    static char text[EVENT_TEXT]; /* large */
    char number[16], elapsed[SQ_ELAPSED_TEXT_MAX], video[SQ_VIDEO_TEXT_MAX];
    sq_paper_grey(s, 0.3);
    snprintf(number, sizeof number, "%d", l->n);
    sq_paper_put(s, 0, s->y, NUMBER_WIDTH, SQ_PAPER_RIGHT, SQ_PAPER_TEXT, number);
    sq_paper_put(s, VIDEO_AT, s->y, VIDEO_WIDTH, SQ_PAPER_RIGHT, SQ_PAPER_TEXT,
                 sq_video_text(video, l->event));
    sq_paper_put(s, CLOCK_AT, s->y, CLOCK_WIDTH, SQ_PAPER_RIGHT, SQ_PAPER_TEXT,
                 sq_elapsed_text(elapsed, l->after));
    sq_paper_grey(s, 0);
    sq_paper_swatch(s, SWATCH_AT, s->y + 5.5, SWATCH_RADIUS, sq_event_colour(l->event));
    double high = sq_paper_put(s, WORDS_AT, s->y, WORDS_WIDTH, SQ_PAPER_LEFT, SQ_PAPER_TEXT,
                               event_text(text, of(s), l));
    sq_paper_grey(s, 0.3);
    high += rulings(s, l, s->y + high);
    sq_paper_grey(s, 0);
    return high + ROW_GAP;
}

/* On this page, or on the next one where it does not fit. */
static void event(sq_paper *s, const sq_export_line *l) {
    bool draws = s->draws;
    s->draws = false;
    double high = event_row(s, l);
    s->draws = draws;
    if (s->y + high > SQ_PAPER_BOTTOM) {
        sq_paper_turn(s);
        column_heads(s);
    }
    event_row(s, l);
    s->y += high;
    sq_paper_grey(s, 0.85);
    sq_paper_rule(s, 0, s->y - ROW_GAP / 2, WIDTH, 0.3);
    sq_paper_grey(s, 0);
}

static void sheet(sq_paper *s) {
    colours(s);
    counts(s);
    if (of(s)->end->now.phase == SQ_PHASE_ENDED) points(s);
    remark(s);
    signatures(s);
}

static void lay_out(sq_paper *s) {
    head(s);
    open_questions(s);
    if (of(s)->other)
        other_sheet(s);
    else
        sheet(s);
    sq_paper_grey(s, 0.3);
    s->y += sq_paper_put(s, 0, s->y, WIDTH, SQ_PAPER_LEFT, SQ_PAPER_SMALL, SQ_SHEET_TIMES) + 4;
    sq_paper_grey(s, 0);
    column_heads(s);
    for (int i = 0; i < of(s)->count; i++)
        event(s, &of(s)->lines[i]);
}

sq_code sq_export_pdf(FILE *to, const sq_export *x, sq_diag *d) {
    return sq_paper_print(to, x->name, x, lay_out, d);
}

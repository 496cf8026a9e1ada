/* The plate of a board. A disc's ring shows its foot and not its face: by the foot it scores. */
#include "ui/crokinole/board_overlay.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/crokinole/board_words.h"
#include "ui/plate/plate_layout.h"
#include "vision/crokinole/board_regions.h"

/* Units. */
#define LINE 1.4
#define RIM 2.6
#define LABEL 22.0
#define FAR 160.0
#define MARGIN 30.0
#define GAP 14.0
#define BAR 14.0
#define HEADLINE 50.0
#define UNDER 27.0
#define TITLE 25.0
#define TEXT 22.0
#define VIEW_TALL 150.0
#define QUESTION_LINES 3
#define LEGEND_TALL 117.0
#define TILE_WIDE 310.0
#define TILE_TALL 78.0
#define TILE_COUNT 46.0
#define TILE_RANGE 30.0

/* Of a disc's face: so wide is what a card shows of it; so far about it goes the ring that marks a doubt. */
#define VIEW_FACES 3.4
#define MARK_FACES 1.35

/* Deviations that the band of a foot's rim is wide on each side. */
#define BAND_DEVIATIONS 2.0

#define SCALE_MM 10.0

enum { POINTS = 240, WORDS = 900 };

static const sq_paint line_paint = {.r = 230, .g = 80, .b = 230, .alpha = 0.9},
                      rim_paint[SQ_BOARD_SIDES] = {[SQ_LIGHT] = {.r = 255, .g = 240, .b = 190, .alpha = 1},
                                                   [SQ_DARK] = {.r = 120, .g = 190, .b = 255, .alpha = 1}};
/* Not everybody can tell the rims' colours: the letter of a side stands before each value. */
static const char letter[SQ_BOARD_SIDES] = {[SQ_LIGHT] = 'L', [SQ_DARK] = 'D'};

/* Lines of board_words.h, each with its indent and its end, become one paragraph: "…; …". */
static void join_lines(char *text) {
    char *to = text;
    bool at_start = true;
    for (const char *from = text; *from; from++) {
        bool at_end = *from == '\n';
        if (at_start && *from == ' ') continue;
        at_start = at_end;
        if (at_end && !from[1]) break;
        if (at_end) *to++ = ';';
        *to++ = at_end ? ' ' : *from;
    }
    *to = 0;
}

/* ---- In the picture ---- */

static void circle_of(sq_px out[POINTS], const sq_glass *w, sq_mm middle, double radius_mm) {
    for (int i = 0; i < POINTS; i++) {
        double a = 2 * M_PI * i / POINTS;
        out[i] = sq_glass_px(w, (sq_mm3){middle.x + radius_mm * cos(a), middle.y + radius_mm * sin(a), 0});
    }
}

static sq_px shown_at(const sq_plate *s, sq_px of_picture) {
    const sq_glass *w = &s->window;
    return (sq_px){w->to.x + (of_picture.x - w->from.x) * w->zoom,
                   w->to.y + (of_picture.y - w->from.y) * w->zoom};
}

static void draw_lines(const sq_plate *s, const sq_board_position *p) {
    sq_px at[POINTS];
    for (int k = 0; k < SQ_RINGS; k++)
        for (int edge = -1; edge <= 1; edge += 2) {
            const sq_ring_line *r = &p->board.ring[k];
            circle_of(at, &s->window, r->middle, r->radius_mm + edge * r->half_width_mm);
            sq_plate_draw_line(s, SQ_OWNED_BY_NOBODY, at, POINTS, true,
                               (sq_plate_line){.width = LINE, .paint = line_paint});
        }
}

static void draw_foot(const sq_plate *s, const sq_glass *w, const sq_board_position *p, int i) {
    const sq_board_disc_seen *disc = &p->disc[i];
    sq_px at[POINTS];
    circle_of(at, w, disc->at, p->disc_radius_mm);
    sq_plate_draw_rim(s, at, POINTS,
                      (sq_plate_line){.width = RIM, .paint = rim_paint[disc->side], .cased = true});
}

static void draw_mark(const sq_plate *s, int owner, sq_px middle, double radius) {
    sq_px about[POINTS];
    for (int i = 0; i < POINTS; i++) {
        double a = 2 * M_PI * i / POINTS;
        about[i] = (sq_px){middle.x + radius * cos(a), middle.y + radius * sin(a)};
    }
    sq_plate_draw_look(s, owner, about, POINTS, true);
}

static void put_value(const sq_plate *s, const sq_board_position *p, int i) {
    const sq_board_disc_seen *disc = &p->disc[i];
    const bool look = sq_board_must_look(p, i);
    char text[16];
    snprintf(text, sizeof text, "%c %d%s", letter[disc->side], sq_board_region_value(disc->region),
             look ? " ?" : "");
    sq_px face = shown_at(s, disc->px), foot = sq_glass_px(&s->window, (sq_mm3){disc->at.x, disc->at.y, 0});
    double radius = disc->radius_px * s->window.zoom;
    sq_plate_label l = {
        .owner = i,
        .centre = face,
        .radius = fmax(radius + sq_px_distance(face, foot) + RIM * s->u, look ? MARK_FACES * radius : 0),
        .within = s->mat,
        .most = FAR,
        .size = LABEL,
        .bold = true,
        .look = look,
        .shape = SQ_NO_COLOUR,
        .alpha = 1};
    sq_plate_put_label(s, &l, text);
}

static void draw_discs(const sq_plate *s, const sq_board_position *p, bool values) {
    for (int i = 0; i < p->count; i++) {
        const sq_board_disc_seen *disc = &p->disc[i];
        sq_px at = shown_at(s, disc->px);
        sq_layout_wink(s->placed, i, at, disc->radius_px * s->window.zoom);
        if (disc->region == SQ_REGION_DITCH) continue;
        draw_foot(s, &s->window, p, i);
        if (values && sq_board_must_look(p, i))
            draw_mark(s, i, at, MARK_FACES * disc->radius_px * s->window.zoom);
    }
    for (int i = 0; i < p->count && values; i++)
        if (p->disc[i].region != SQ_REGION_DITCH) put_value(s, p, i);
}

/* ---- The rail: a card for each doubt, the greatest first, as many as it holds ---- */

typedef struct {
    int count, disc[SQ_BOARD_DISC_CAP];
} doubts;

static double card_tall(const sq_plate *s) {
    return (VIEW_TALL + (TITLE + QUESTION_LINES * TEXT) * SQ_LINE_SHARE + 2 * GAP) * s->u;
}

static int rows_in(const sq_plate *s) {
    double free = s->rail.height - (s->columns > 1 ? 0 : LEGEND_TALL * s->u);
    int rows = (int)(free / (card_tall(s) + GAP * s->u));
    return rows > 1 ? rows : 1;
}

/* Of the doubts those that get cards; as they lie in the picture, so that their hairlines do not cross. */
static doubts shown_of(const doubts *all, const sq_plate *s, const sq_board_position *p) {
    doubts shown = {0};
    int most = rows_in(s) * s->columns;
    for (int i = 0; i < all->count && i < most; i++) {
        int k = shown.count++;
        for (; k; k--) {
            sq_px a = p->disc[shown.disc[k - 1]].px, b = p->disc[all->disc[i]].px;
            if (s->columns > 1 ? a.x <= b.x : a.y <= b.y) break;
            shown.disc[k] = shown.disc[k - 1];
        }
        shown.disc[k] = all->disc[i];
    }
    return shown;
}

/* The k-th of so many: column by column, each as full as the others. */
static sq_pane card_at(const sq_plate *s, int k, int count) {
    int rows = (count + s->columns - 1) / s->columns;
    double gap = GAP * s->u, wide = (s->rail.width - (s->columns + 1) * gap) / s->columns,
           tall = card_tall(s);
    return (sq_pane){s->rail.left + gap + k / rows * (wide + gap),
                     s->rail.top + gap + k % rows * (tall + gap), wide, tall};
}

/* Hairlines are drawn before labels take their places. */
static void join(const sq_plate *s, const sq_board_disc_seen *disc, int owner, sq_pane card) {
    sq_px from = shown_at(s, disc->px),
          to = s->columns > 1 ? (sq_px){card.left + card.width / 2, card.top}
                              : (sq_px){card.left, fmin(fmax(from.y, card.top + GAP * s->u),
                                                        card.top + card.height - GAP * s->u)};
    double far = sq_px_distance(from, to), edge = MARK_FACES * disc->radius_px * s->window.zoom;
    if (!(far > edge)) return;
    from = (sq_px){from.x + (to.x - from.x) * edge / far, from.y + (to.y - from.y) * edge / far};
    sq_plate_draw_line(s, owner, (sq_px[]){from, to}, 2, false,
                       (sq_plate_line){.width = LINE, .paint = sq_paint_light, .cased = true});
}

/* The doubtful disc from near: the edges of the line that it may reach, and its foot's rim as a band. */
static void draw_view(const sq_plate *s, const sq_photo *clean, const sq_board_position *p, int i,
                      sq_pane view) {
    const sq_board_disc_seen *disc = &p->disc[i];
    const sq_ring_line *line = &p->board.ring[disc->nearest];
    sq_glass w = {&p->board.camera,
                  disc->px,
                  {view.left + (view.width - 1) / 2, view.top + (view.height - 1) / 2},
                  fmin(view.width, view.height) / (VIEW_FACES * disc->radius_px)};
    double px_per_mm = sq_glass_px_per_mm(&w, (sq_mm3){disc->at.x, disc->at.y, 0}), u = s->u;
    sq_px at[POINTS];
    sq_surface_clip_pane(s->canvas, view);
    sq_surface_photo(s->canvas, view, clean, w.from, w.zoom);
    for (int edge = -1; edge <= 1; edge += 2) {
        circle_of(at, &w, line->middle, line->radius_mm + edge * line->half_width_mm);
        sq_plate_draw_rim(s, at, POINTS, (sq_plate_line){.width = LINE, .paint = line_paint, .cased = true});
    }
    sq_paint band = rim_paint[disc->side];
    band.alpha = 0.42;
    circle_of(at, &w, disc->at, p->disc_radius_mm);
    sq_plate_draw_rim(s, at, POINTS,
                      (sq_plate_line){.width = 2 * BAND_DEVIATIONS * disc->clearance_sigma_mm * px_per_mm / u,
                                      .paint = band});
    draw_foot(s, &w, p, i);
    sq_surface_unclip(s->canvas);
    sq_px bar[] = {
        {view.left + view.width - GAP * u - SCALE_MM * px_per_mm, view.top + view.height - GAP * u},
        {view.left + view.width - GAP * u, view.top + view.height - GAP * u}};
    if (SCALE_MM * px_per_mm < view.width / 2)
        sq_plate_draw_rim(s, bar, 2, (sq_plate_line){.width = 2, .paint = sq_paint_light, .cased = true});
}

/* "Gap to the 15 line 0.7 ± 0.5 mm: 15 (91 %) or 10, on the line (9 %)" */
static void say_gap(char out[WORDS], const sq_board_disc_seen *disc) {
    char gap[SQ_LINE_GAP_MAX];
    int n = snprintf(out, WORDS, "%s", sq_board_gap_say(gap, disc));
    *out = (char)toupper((unsigned char)*out);
    const char *between = ": ";
    for (int r = 0; r < SQ_BOARD_REGIONS; r++) {
        bool touches = r == SQ_REGION_ON_FIFTEEN || r == SQ_REGION_ON_TEN || r == SQ_REGION_ON_OUTER;
        if (!(disc->probability[r] > SQ_BOARD_SAID)) continue;
        n += snprintf(out + n, (size_t)(WORDS - n), "%s%d%s (%.0f %%)", between,
                      sq_board_region_value((sq_board_region)r), touches ? ", on the line" : "",
                      100 * disc->probability[r]);
        between = " or ";
    }
}

static void say_doubt(char out[WORDS], const sq_board_disc_seen *disc) {
    const char *side = sq_board_side_name(disc->side), *other = sq_board_side_name(!disc->side);
    double sure = 100 * disc->side_sure, other_sure = 100 * disc->other_sure;
    switch (sq_board_doubt_of(disc)) {
    case SQ_DOUBT_LINE: say_gap(out, disc); break;
    case SQ_DOUBT_SIDE:
        snprintf(out, WORDS, "Is it %s (%.0f %%) or %s (%.0f %%)?", side, sure, other, other_sure);
        break;
    case SQ_DOUBT_DISC:
        if (disc->other_sure > SQ_BOARD_SAID)
            snprintf(out, WORDS, "Is it a disc? %s (%.0f %%), %s (%.0f %%) or none (%.0f %%)", side, sure,
                     other, other_sure, 100 - sure - other_sure);
        else
            snprintf(out, WORDS, "Is it a %s disc? (%.0f %%)", side, sure);
    }
}

static void draw_card(const sq_plate *s, const sq_photo *clean, const sq_board_position *p, int i,
                      sq_pane at) {
    double u = s->u, gap = GAP * u, left = at.left + gap, wide = at.width - 2 * gap, y = at.top + 0.5 * gap;
    char text[WORDS] = "";
    sq_surface_pane(s->canvas, at, 8 * u, s->theme->card);
    sq_surface_pane(s->canvas, (sq_pane){at.left, at.top, 7 * u, at.height}, 3 * u, s->theme->look);
    snprintf(text, sizeof text, "LOOK: %s %d", sq_board_side_name(p->disc[i].side),
             sq_board_region_value(p->disc[i].region));
    y += sq_plate_write(s, (sq_px){left, y}, wide, 1, TITLE, true, text, s->theme->look) + 0.5 * gap;
    draw_view(s, clean, p, i, (sq_pane){left, y, wide, VIEW_TALL * u});
    say_doubt(text, &p->disc[i]);
    sq_plate_write(s, (sq_px){left, y + VIEW_TALL * u + 0.5 * gap}, wide, QUESTION_LINES, TEXT, false, text,
                   s->theme->look);
}

static void write_legend(const sq_plate *s, double y) {
    static const char *const words[SQ_BOARD_SIDES] = {
        [SQ_LIGHT] = "L: a light disc's foot", [SQ_DARK] = "D: a dark disc's foot"};
    double u = s->u, left = s->rail.left + MARGIN * u, wide = s->rail.width - 2 * MARGIN * u;
    for (int k = 0; k <= SQ_BOARD_SIDES; k++, y += 1.5 * TEXT * u) {
        sq_px ends[] = {{left, y + 14 * u}, {left + 46 * u, y + 14 * u}};
        sq_plate_draw_rim(s, ends, 2,
                          (sq_plate_line){.width = k < SQ_BOARD_SIDES ? RIM : LINE,
                                          .paint = k < SQ_BOARD_SIDES ? rim_paint[k] : line_paint,
                                          .cased = true});
        sq_plate_write(s, (sq_px){left + 62 * u, y}, wide - 62 * u, 1, TEXT, false,
                       k < SQ_BOARD_SIDES ? words[k] : "the measured edges of the lines", s->theme->quiet);
    }
}

static void write_sides(const sq_plate *s, const sq_board_position *p, double y, double end) {
    double left = s->rail.left + MARGIN * s->u, wide = s->rail.width - 2 * MARGIN * s->u;
    for (int side = 0; side < SQ_BOARD_SIDES; side++) {
        char text[WORDS] = "";
        FILE *to = fmemopen(text, sizeof text, "w");
        if (!to) return;
        sq_board_side_say(to, p, (sq_board_side)side);
        fclose(to);
        join_lines(text);
        double tall = sq_plate_write(s, (sq_px){left, y}, wide, 4, TEXT, false, text, (sq_paint){0});
        if (!*text || y + tall > end) continue;
        sq_plate_write(s, (sq_px){left, y}, wide, 4, TEXT, false, text, s->theme->ink);
        y += tall + GAP * s->u;
    }
}

static void draw_rail(const sq_plate *s, const sq_photo *clean, const sq_board_position *p,
                      const doubts *cards, bool values) {
    double bottom = s->rail.top + s->rail.height, y = s->rail.top + MARGIN * s->u,
           foot = bottom - LEGEND_TALL * s->u;
    for (int k = 0; k < cards->count; k++) {
        sq_pane at = card_at(s, k, cards->count);
        draw_card(s, clean, p, cards->disc[k], at);
        y = fmax(y, at.top + at.height + GAP * s->u);
    }
    if (y <= foot) write_legend(s, foot);
    if (values && !*p->refusal) write_sides(s, p, y, foot);
}

/* ---- The lower third ---- */

static void write_tile(const sq_plate *s, sq_pane at, sq_board_side side, const char *score) {
    double u = s->u, middle = at.top + at.height / 2, size = strlen(score) > 3 ? TILE_RANGE : TILE_COUNT;
    sq_surface_pane(s->canvas, at, 8 * u, s->theme->card);
    sq_px disc = {at.left + 36 * u, middle};
    sq_surface_circle(s->canvas, disc, 17 * u, rim_paint[side]);
    sq_surface_circle(s->canvas, disc, 13 * u, side == SQ_LIGHT ? rim_paint[side] : s->theme->ground);
    sq_plate_write(s, (sq_px){at.left + 68 * u, middle - 0.62 * UNDER * u}, at.width / 2, 1, UNDER, false,
                   sq_board_side_name(side), s->theme->ink);
    sq_font font = {size * u, true};
    double wide = sq_surface_text_width(s->canvas, font, score);
    sq_plate_write(s, (sq_px){at.left + at.width - wide - 18 * u, middle - 0.62 * font.size}, wide + 4, 1,
                   size, true, score, s->theme->ink);
}

/* Of both sides. */
typedef struct {
    char of[SQ_BOARD_SIDES][SQ_BOARD_SCORE_MAX];
} scores;

static void say_headline(char out[WORDS], const sq_board_position *p, sq_board_subject subject,
                         const scores *score) {
    int asked = sq_board_questions(p);
    const char *light = score->of[SQ_LIGHT], *dark = score->of[SQ_DARK];
    if (*p->refusal)
        snprintf(out, WORDS, "No ruling");
    else if (subject == SQ_BOARD_MEASURES)
        snprintf(out, WORDS, "The board is found");
    else if (asked)
        snprintf(out, WORDS, "Light %s, dark %s; LOOK at %d place%s", light, dark, asked,
                 asked == 1 ? "" : "s");
    else
        snprintf(out, WORDS, "Light %s, dark %s", light, dark);
}

static void say_under(char out[WORDS], const sq_board_position *p, sq_board_subject subject) {
    out[0] = 0;
    if (*p->refusal) {
        snprintf(out, WORDS, "%s", p->refusal);
        *out = (char)toupper((unsigned char)*out);
    } else if (subject == SQ_BOARD_MEASURES) {
        FILE *to = fmemopen(out, WORDS, "w");
        if (!to) return;
        sq_board_lines_say(to, p);
        fclose(to);
        join_lines(out);
        *out = (char)toupper((unsigned char)*out);
    } else {
        int n = 0;
        if (p->score_probability < 0.99)
            n = snprintf(out, WORDS, "Likeliest: light %d, dark %d (%.0f %%). ", p->score[SQ_LIGHT],
                         p->score[SQ_DARK], 100 * p->score_probability);
        snprintf(out + n, (size_t)(WORDS - n), "Discs that were taken off as 20s are not in the picture.");
    }
}

/* "LOOK also: light 10, dark 5": the doubts that have no card. */
static void say_also(char out[WORDS], const sq_board_position *p, const doubts *all, const doubts *cards) {
    size_t n = 0;
    *out = 0;
    for (int i = 0; i < all->count; i++) {
        const sq_board_disc_seen *disc = &p->disc[all->disc[i]];
        bool shown = false;
        for (int k = 0; k < cards->count; k++)
            shown |= cards->disc[k] == all->disc[i];
        if (!shown && n < WORDS)
            n += (size_t)snprintf(out + n, WORDS - n, "%s%s %d",
                                  n ? ", " : "LOOK also: ", sq_board_side_name(disc->side),
                                  sq_board_region_value(disc->region));
    }
}

static void draw_third(const sq_plate *s, const sq_board_position *p, sq_board_subject subject,
                       const doubts *all, const doubts *cards) {
    bool tiles = subject == SQ_BOARD_SCORE && !*p->refusal, upright = s->columns > 1,
         look = *p->refusal || (subject == SQ_BOARD_SCORE && sq_board_questions(p));
    double u = s->u, left = (MARGIN + BAR) * u, y = s->third.top + 0.7 * MARGIN * u,
           wide = s->third.width - left - MARGIN * u, tile = TILE_WIDE * u, row = (TILE_TALL + GAP) * u;
    char text[WORDS];
    scores score;
    for (int side = 0; side < SQ_BOARD_SIDES; side++)
        sq_board_score_say(score.of[side], p, (sq_board_side)side);
    if (tiles && !upright) wide -= tile + MARGIN * u;
    sq_surface_pane(s->canvas, (sq_pane){0, s->third.top, BAR * u, s->third.height}, 0,
                    look ? s->theme->look : s->theme->rule);
    say_headline(text, p, subject, &score);
    y += sq_plate_write(s, (sq_px){left, y}, wide, 2, HEADLINE, true, text,
                        look ? s->theme->look : s->theme->ink);
    say_under(text, p, subject);
    y += sq_plate_write(s, (sq_px){left, y}, wide, 3, UNDER, false, text, s->theme->quiet);
    if (tiles) say_also(text, p, all, cards);
    if (tiles && *text) sq_plate_write(s, (sq_px){left, y}, wide, 1, UNDER, true, text, s->theme->look);
    for (int side = 0; side < SQ_BOARD_SIDES && tiles; side++) {
        sq_pane at = upright ? (sq_pane){left + side * (tile + GAP * u), s->third.top + s->third.height - row,
                                         tile, TILE_TALL * u}
                             : (sq_pane){s->third.width - MARGIN * u - tile,
                                         s->third.top + 0.7 * MARGIN * u + side * row, tile, TILE_TALL * u};
        write_tile(s, at, (sq_board_side)side, score.of[side]);
    }
}

static sq_code draw(sq_plate *s, sq_photo *photo, sq_picture *picture, const sq_board_position *p,
                    sq_board_subject subject, sq_diag *d) {
    sq_frame f = sq_picture_frame(picture);
    sq_plate_plan(s, f.width, f.height, false);
    s->window.camera = &p->board.camera;
    const bool values = subject == SQ_BOARD_SCORE;
    doubts all = {0};
    if (values) all.count = sq_board_doubts(p, all.disc);
    const doubts cards = shown_of(&all, s, p);
    sq_code code = sq_photo_set(photo, picture, sq_photo_plain, d);
    if (!code) code = sq_plate_begin(s, d);
    if (code) return code;
    sq_surface_photo(s->canvas, s->mat, photo, s->window.from, s->window.zoom);
    sq_surface_clip_pane(s->canvas, s->mat);
    sq_layout_clip(s->placed, s->mat);
    draw_lines(s, p);
    for (int k = 0; k < cards.count; k++)
        join(s, &p->disc[cards.disc[k]], cards.disc[k], card_at(s, k, cards.count));
    draw_discs(s, p, values);
    sq_layout_clip(s->placed, (sq_pane){0});
    sq_surface_unclip(s->canvas);
    draw_rail(s, photo, p, &cards, values);
    draw_third(s, p, subject, &all, &cards);
    return sq_surface_lay(s->canvas, picture, 0, d);
}

sq_code sq_board_overlay_draw(sq_picture *picture, const sq_board_position *p, sq_board_subject subject,
                              int *touches, sq_diag *d) {
    sq_plate s = {.theme = &sq_theme_screen};
    sq_photo *photo = NULL;
    sq_code code = sq_surface_new(&s.canvas, d);
    s.placed = calloc(1, sizeof *s.placed);
    if (!code && !s.placed)
        code = sq_fail(d, SQ_E_MEMORY, "the overlay: not enough memory; close other programs");
    if (!code) code = sq_photo_new(&photo, d);
    if (!code) code = draw(&s, photo, picture, p, subject, d);
    if (!code && touches) *touches = sq_layout_touches(s.placed);
    sq_photo_free(photo);
    sq_surface_free(s.canvas);
    free(s.placed);
    return code;
}

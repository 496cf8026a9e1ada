/* Writes an evidence card as one picture, as it is printed: the plate of the ruling, before and after from
 * near, the motion, and all words. */
#include <stdio.h>
#include <string.h>

#include "ui/canvas/theme.h"
#include "ui/draw/evidence_card_parts.h"
#include "ui/words/event_words.h"

/* Pixels. */
enum {
    GAP = 32,
    WIDE = 2 * SQ_CARD_NEAR_WIDE + 3 * GAP,
    INSIDE = WIDE - 2 * GAP,
    MOMENT_GAP = (INSIDE - SQ_EVIDENCE_MOTION * SQ_CARD_MOMENT_WIDE) / (SQ_EVIDENCE_MOTION - 1),
    TITLE = 40,
    LETTER = 28,
    CAPTION = 26,
    CAPTION_ROW = 44,
    HEAD = 230 /* of a line of the umpire's words: its number and time, or a rule */
};

static const sq_theme *const theme = &sq_theme_paper;

static double paragraph(sq_surface *on, double y, const char *text, double size, bool bold, sq_paint ink) {
    return sq_surface_paragraph(on, (sq_px){GAP, y}, INSIDE, 99, (sq_font){size, bold}, text, ink).y;
}

/* Returns how high the words are. */
static double write_words(sq_surface *on, double y, const char *words, sq_paint ink) {
    const sq_font font = {LETTER, false};
    double top = y;
    for (sq_card_line line; sq_card_next_line(&words, &line);) {
        double left = line.in_column ? HEAD : 0;
        sq_surface_text(on, (sq_px){GAP, y}, font, line.head, ink);
        y += sq_surface_paragraph(on, (sq_px){GAP + left, y}, INSIDE - left, 99, font, line.says, ink).y;
    }
    return y - top;
}

static void caption(sq_surface *on, double left, double top, const char *text) {
    sq_surface_text(on, (sq_px){left, top}, (sq_font){CAPTION, false}, text, theme->quiet);
}

/* A picture into a pane of its own shape. */
static sq_code paste(sq_surface *on, const sq_picture *p, sq_pane at, sq_diag *d) {
    sq_photo *photo;
    sq_frame f = sq_picture_frame(p);
    sq_code code = sq_photo_new(&photo, d);
    if (code) return code;
    code = sq_photo_set(photo, p, sq_photo_plain, d);
    if (!code)
        sq_surface_photo(on, at, photo, (sq_px){(f.width - 1) / 2.0, (f.height - 1) / 2.0},
                         at.width / f.width);
    sq_photo_free(photo);
    return code;
}

static sq_code draw_near(sq_surface *on, const sq_card *c, int i, double top, sq_diag *d) {
    const sq_card_side *s = &c->side[i];
    double left = GAP + i * (SQ_CARD_NEAR_WIDE + GAP);
    char text[96], when[SQ_VIDEO_TEXT_MAX];
    snprintf(text, sizeof text,
             s->near    ? "%s, %s"
             : s->known ? "%s, %s: nothing moved"
                        : "%s: there is no picture of this rest",
             sq_card_side_names[i], sq_video_time_text(when, s->t));
    caption(on, left, top, text);
    return s->near ? paste(on, s->near,
                           (sq_pane){left, top + CAPTION_ROW, SQ_CARD_NEAR_WIDE, SQ_CARD_NEAR_TALL}, d)
                   : SQ_OK;
}

static sq_code draw_moments(sq_surface *on, const sq_card *c, double top, sq_diag *d) {
    sq_code code = SQ_OK;
    for (int i = 0; i < c->moments && !code; i++) {
        double left = GAP + i * (SQ_CARD_MOMENT_WIDE + MOMENT_GAP);
        char when[SQ_VIDEO_TEXT_MAX];
        caption(on, left, top, sq_video_time_text(when, c->moment[i].t));
        code = paste(on, c->moment[i].picture,
                     (sq_pane){left, top + CAPTION_ROW, SQ_CARD_MOMENT_WIDE, SQ_CARD_MOMENT_TALL}, d);
    }
    return code;
}

/* Where each part begins. */
typedef struct {
    double plate, near, moments, words, note, end, plate_tall;
} rows;

static rows plan(sq_surface *on, const sq_card *c) {
    const sq_paint none = {0};
    rows r = {.plate = GAP + 1.5 * TITLE + GAP / 2.0};
    if (c->plate) {
        sq_frame f = sq_picture_frame(c->plate);
        r.plate_tall = (double)INSIDE * f.height / f.width;
    }
    r.near = r.plate + (c->plate ? r.plate_tall + GAP : 0);
    bool near = c->side[0].near || c->side[1].near;
    r.moments = r.near + CAPTION_ROW + (near ? SQ_CARD_NEAR_TALL : 0) + GAP / 2.0;
    r.words = r.moments + (c->moments ? CAPTION_ROW + SQ_CARD_MOMENT_TALL : 0) + GAP;
    r.note = r.words + write_words(on, 0, c->words, none);
    r.end = r.note + (*c->note ? paragraph(on, 0, c->note, LETTER, false, none) : 0) + GAP;
    return r;
}

static sq_code draw(sq_surface *on, const sq_card *c, const rows *r, sq_diag *d) {
    sq_code code = SQ_OK;
    sq_surface_pane(on, (sq_pane){0, 0, WIDE, r->end}, 0, theme->ground);
    paragraph(on, GAP, c->title, TITLE, true, theme->ink);
    if (c->plate) code = paste(on, c->plate, (sq_pane){GAP, r->plate, INSIDE, r->plate_tall}, d);
    for (int i = 0; i < SQ_CARD_SIDES && !code; i++)
        code = draw_near(on, c, i, r->near, d);
    if (!code) code = draw_moments(on, c, r->moments, d);
    write_words(on, r->words, c->words, theme->ink);
    if (*c->note) paragraph(on, r->note, c->note, LETTER, false, theme->quiet);
    return code;
}

sq_code sq_card_write_picture(const sq_card *c, const char *path, sq_diag *d) {
    sq_surface *on;
    sq_picture *p = NULL;
    sq_code code = sq_surface_new(&on, d);
    if (code) return code;
    code = sq_surface_begin(on, WIDE, 1, d); /* to measure on */
    rows r = {0};
    if (!code) r = plan(on, c);
    if (!code) code = sq_surface_begin(on, WIDE, (int)r.end, d);
    if (!code) code = draw(on, c, &r, d);
    if (!code) code = sq_picture_new(&p, 1, 1, d);
    if (!code) code = sq_surface_lay(on, p, 0, d);
    if (!code) code = sq_picture_write(p, path, SQ_CARD_QUALITY, d);
    sq_picture_free(p);
    sq_surface_free(on);
    return code;
}

/* Writes an evidence card as one picture. */
#include <stdio.h>
#include <string.h>

#include "ui/draw/evidence_card_parts.h"
#include "ui/draw/letters.h"

/* Pixels: the pictures of motion in one row; lines of text. */
enum {
    GAP = SQ_CARD_GAP,
    MOMENT_WIDE = (SQ_CARD_WIDTH - (SQ_EVIDENCE_MOTION + 1) * GAP) / SQ_EVIDENCE_MOTION,
    MOMENT_TALL = MOMENT_WIDE * 9 / 16,
    LETTER = 17,
    LINE = 34,
    TITLE = 26
};

static const sq_paint ink = {235, 235, 235, 1}, dim = {150, 150, 150, 1}, no_ground = {0, 0, 0, 0};

static void draw_line(sq_picture *p, int y, const char *text, size_t length, sq_paint paint) {
    char line[512];
    snprintf(line, sizeof line, "%.*s", (int)length, text);
    sq_letters_draw(p, (sq_px){GAP, y + LETTER}, LETTER, line, paint, no_ground);
}

static void draw_caption(sq_picture *p, int left, int top, const char *what, double t) {
    char text[64];
    snprintf(text, sizeof text, "%s%.1f s", what, t);
    sq_letters_draw(p, (sq_px){left, top + LETTER}, LETTER, text, dim, no_ground);
}

/* Puts a picture there as it is. */
static void paste(sq_picture *p, int left, int top, const sq_picture *what) {
    sq_frame f = sq_picture_frame(what);
    sq_picture_magnify(p, left, top, f.width, f.height, what,
                       (sq_px){(f.width - 1) / 2.0, (f.height - 1) / 2.0}, 1);
}

static void draw_side(sq_picture *p, const sq_card *c, int i, int top, bool near) {
    const sq_card_side *s = &c->side[i];
    char what[32];
    int left = GAP + i * (SQ_CARD_COLUMN + GAP);
    const sq_picture *part = near ? s->near : s->whole;
    snprintf(what, sizeof what, "%s%s, ", sq_card_side_names[i], near ? ", from near" : "");
    if (s->whole) draw_caption(p, left, top, what, s->t);
    if (part)
        paste(p, left, top + LINE, part);
    else
        sq_letters_draw(p, (sq_px){left + GAP, top + LINE + SQ_CARD_TALL / 2.0}, LETTER,
                        s->whole ? "nothing moved" : "there is no picture of this rest", dim, no_ground);
}

static void draw_moments(sq_picture *p, const sq_card *c, int top) {
    for (int i = 0; i < c->moments; i++) {
        sq_picture *moment, *fit;
        sq_diag dropped;
        int left = GAP + i * (MOMENT_WIDE + GAP);
        draw_caption(p, left, top, "", c->moment[i].t);
        if (sq_picture_read(&moment, c->moment[i].path, &dropped)) continue;
        if (!sq_card_fit(&fit, moment, MOMENT_WIDE, MOMENT_TALL, &dropped)) paste(p, left, top + LINE, fit);
        sq_picture_free(fit);
        sq_picture_free(moment);
    }
}

static int count_lines(const char *text) {
    int n = 0;
    for (const char *s = text; *s; s++)
        n += *s == '\n';
    return n;
}

sq_code sq_card_write_picture(const sq_card *c, const char *path, sq_diag *d) {
    sq_picture *p;
    int text = LINE * (count_lines(c->words) + 1 + (*c->note != 0));
    int row = LINE + SQ_CARD_TALL + GAP, moments = c->moments ? LINE + MOMENT_TALL + GAP : 0;
    int head = TITLE + 3 * GAP;
    sq_code code = sq_picture_new(&p, SQ_CARD_WIDTH, head + text + 2 * row + moments, d);
    if (code) return code;
    sq_letters_draw(p, (sq_px){GAP, TITLE + GAP}, TITLE, c->title, ink, no_ground);
    int y = head;
    for (const char *line = c->words; *line; y += LINE) {
        size_t n = strcspn(line, "\n");
        draw_line(p, y, line, n, ink);
        line += n + (line[n] != 0);
    }
    if (*c->note) draw_line(p, y, c->note, strlen(c->note), dim);
    y = head + text;
    for (int i = 0; i < SQ_CARD_SIDES; i++) {
        draw_side(p, c, i, y, false);
        draw_side(p, c, i, y + row, true);
    }
    draw_moments(p, c, y + 2 * row);
    code = sq_picture_write(p, path, SQ_CARD_QUALITY, d);
    sq_picture_free(p);
    return code;
}

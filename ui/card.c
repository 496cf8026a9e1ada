#include "ui/card.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "calib/camera_file.h"
#include "ui/commentary.h"
#include "ui/evidence.h"
#include "ui/overlay.h"
#include "vision/cv.h"

/* Pixels of the card: two columns; the pictures of motion in one row. */
enum {
    CARD_WIDTH = 1920,
    GAP = 12,
    COLUMN = (CARD_WIDTH - 3 * GAP) / 2,
    TALL = COLUMN * 9 / 16,
    MOMENT_WIDE = (CARD_WIDTH - (SQ_EVIDENCE_MOTION + 1) * GAP) / SQ_EVIDENCE_MOTION,
    MOMENT_TALL = MOMENT_WIDE * 9 / 16,
    LETTER = 17,
    LINE = 34,
    TITLE = 26
};

enum { JPEG_QUALITY = 90, SIDES = 2 };

/* From near: what moved, with so much about it; never nearer than a small wink as large as a thumb. */
#define AROUND_MM 60.0
#define NEAR_WIDE_MM 260.0

static const sq_paint ink = {235, 235, 235, 1}, dim = {150, 150, 150, 1}, no_ground = {0, 0, 0, 0};

typedef struct {
    sq_picture *picture; /* null: missing */
    sq_px middle;        /* of what moved */
    double wide_px;      /* of the part to show from near */
    double t;
} side;

struct sq_card {
    char title[256], note[256];
    char *words;
    size_t words_length;
    side side[SIDES]; /* before, after */
    int moments;
    sq_evidence_moment moment[SQ_EVIDENCE_MOTION];
};

static const char *const side_names[SIDES] = {"before", "after"};

/* ---- what is shown ---- */

/* The box, in pixels, about the winks that moved, as they lie at one rest; scale: pixels for a millimetre. */
typedef struct {
    sq_px low, high;
    double scale; /* 0: none was seen */
} box;

static box box_of(const sq_tracked *at, sq_wink_set winks, const sq_camera *camera) {
    box b = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}, 0};
    for (sq_wink w = 0; at && w < SQ_WINKS; w++) {
        if (!(winks & sq_wink_bit(w)) || at->wink[w].how != SQ_TRACK_SEEN) continue;
        sq_mm mm = at->wink[w].last.at;
        sq_px px = sq_px_from_mm3(camera, sq_mm_at_height(mm, 0));
        sq_px aside = sq_px_from_mm3(camera, sq_mm_at_height((sq_mm){mm.x + 1, mm.y}, 0));
        b.scale = fmax(b.scale, hypot(aside.x - px.x, aside.y - px.y));
        b.low = (sq_px){fmin(b.low.x, px.x), fmin(b.low.y, px.y)};
        b.high = (sq_px){fmax(b.high.x, px.x), fmax(b.high.y, px.y)};
    }
    return b;
}

/* About where what moved has come to lie, or where it lay if nobody sees it now. */
static void look_near(side *s, const sq_said *said, const sq_camera *camera) {
    sq_wink_set moved = said->reading ? said->reading->moved : 0;
    box b = box_of(said->is, moved, camera);
    if (!(b.scale > 0)) b = box_of(said->was, moved, camera);
    if (!(b.scale > 0)) return;
    s->middle = (sq_px){(b.low.x + b.high.x) / 2, (b.low.y + b.high.y) / 2};
    double wide = fmax(b.high.x - b.low.x, (b.high.y - b.low.y) * 16 / 9) + 2 * AROUND_MM * b.scale;
    s->wide_px = fmax(wide, NEAR_WIDE_MM * b.scale);
}

/* The rest's frame with what was seen; a picture that cannot be read is missing. */
static sq_code take_side(side *s, const sq_retold *told, int rest, const sq_tracked *seen,
                         const sq_game_paths *paths, sq_diag *d) {
    char picture[PATH_MAX], file[PATH_MAX];
    sq_camera camera;
    sq_diag dropped;
    sq_overlay *overlay;
    if (rest < 0 || !seen) return SQ_OK;
    sq_evidence_rest(picture, file, paths->evidence, rest);
    s->t = seen->position.t;
    if (sq_camera_read(&camera, file, &dropped) || sq_picture_read(&s->picture, picture, &dropped))
        return SQ_OK;
    sq_code code = sq_overlay_new(&overlay, d);
    if (!code) code = sq_overlay_draw(overlay, s->picture, &seen->position, &camera, d);
    if (!code) look_near(s, told->said, &camera);
    sq_overlay_free(overlay);
    return code;
}

static sq_code say(sq_card *c, const sq_retold *told, const char *name, const char *note, sq_diag *d) {
    FILE *f = open_memstream(&c->words, &c->words_length);
    if (!f) return sq_fail(d, SQ_E_MEMORY, "no memory for a card; close other programs");
    sq_commentary(f, told->said);
    fclose(f);
    snprintf(c->title, sizeof c->title, "%.200s, line %d", name, told->said->n);
    snprintf(c->note, sizeof c->note, "%s", note ? note : "");
    return SQ_OK;
}

sq_code sq_card_new(sq_card **out, const sq_retold *told, const sq_game_paths *paths, const char *name,
                    const char *note, sq_diag *d) {
    sq_card *c = *out = calloc(1, sizeof *c);
    if (!c) return sq_fail(d, SQ_E_MEMORY, "no memory for a card; close other programs");
    sq_code code = say(c, told, name, note, d);
    if (!code) code = take_side(&c->side[0], told, told->rest_before, told->said->was, paths, d);
    if (!code) code = take_side(&c->side[1], told, told->rest, told->said->is, paths, d);
    c->moments = sq_evidence_motion(c->moment, paths->evidence, told->rest);
    if (!code) return SQ_OK;
    sq_card_free(c);
    *out = NULL;
    return code;
}

void sq_card_free(sq_card *c) {
    if (!c) return;
    for (int i = 0; i < SIDES; i++)
        sq_picture_free(c->side[i].picture);
    free(c->words);
    free(c);
}

const char *sq_card_words(const sq_card *c) {
    return c->words;
}

int sq_card_missing(const sq_card *c) {
    return !c->side[0].picture + !c->side[1].picture;
}

/* ---- as a picture ---- */

static sq_px middle_of(const sq_picture *p, double *wide) {
    sq_frame f = sq_picture_frame(p);
    *wide = fmax(f.width, f.height * 16.0 / 9);
    return (sq_px){(f.width - 1) / 2.0, (f.height - 1) / 2.0};
}

/* The drawn letters are ASCII. */
static void to_ascii(char *to, size_t room, const char *text, size_t length) {
    size_t used = 0;
    for (size_t i = 0; i < length && used + 4 < room; i++) {
        unsigned char byte = (unsigned char)text[i];
        if (byte < 0x80)
            to[used++] = text[i];
        else if (byte == 0xb1 && i && (unsigned char)text[i - 1] == 0xc2)
            used += (size_t)sprintf(to + used, "+/-");
    }
    to[used] = 0;
}

static void draw_line(sq_picture *p, int y, const char *text, size_t length, sq_paint paint) {
    char ascii[512];
    to_ascii(ascii, sizeof ascii, text, length);
    sq_draw_text(p, (sq_px){GAP, y + LETTER}, LETTER, ascii, paint, no_ground);
}

static void draw_part(sq_picture *p, int left, int top, const side *s, sq_px middle, double wide,
                      const char *missing) {
    if (s->picture && wide > 0)
        sq_picture_magnify(p, left, top, COLUMN, TALL, s->picture, middle, COLUMN / wide);
    else
        sq_draw_text(p, (sq_px){left + GAP, top + TALL / 2.0}, LETTER, missing, dim, no_ground);
}

static void draw_side(sq_picture *p, const sq_card *c, int i, int top, bool near) {
    const side *s = &c->side[i];
    char text[64];
    int left = GAP + i * (COLUMN + GAP);
    snprintf(text, sizeof text, "%s, %.1f s", side_names[i], s->t);
    sq_draw_text(p, (sq_px){left, top + LETTER}, LETTER, text, dim, no_ground);
    double wide = s->wide_px;
    sq_px middle = s->middle;
    if (!near) {
        wide = 1;
        if (s->picture) middle = middle_of(s->picture, &wide);
    }
    draw_part(p, left, top + LINE, s, middle, wide,
              s->picture ? "nothing moved" : "there is no picture of this rest");
}

static void draw_moments(sq_picture *p, const sq_card *c, int top) {
    for (int i = 0; i < c->moments; i++) {
        sq_picture *moment;
        sq_diag dropped;
        char text[32];
        int left = GAP + i * (MOMENT_WIDE + GAP);
        snprintf(text, sizeof text, "%.1f s", c->moment[i].t);
        sq_draw_text(p, (sq_px){left, top + LETTER}, LETTER, text, dim, no_ground);
        if (sq_picture_read(&moment, c->moment[i].path, &dropped)) continue;
        double wide;
        sq_px middle = middle_of(moment, &wide);
        sq_picture_magnify(p, left, top + LINE, MOMENT_WIDE, MOMENT_TALL, moment, middle, MOMENT_WIDE / wide);
        sq_picture_free(moment);
    }
}

static int count_lines(const char *text) {
    int n = 0;
    for (const char *s = text; *s; s++)
        n += *s == '\n';
    return n;
}

static sq_code draw(const sq_card *c, const char *path, sq_diag *d) {
    sq_picture *p;
    int text = LINE * (count_lines(c->words) + 1 + (*c->note != 0));
    int row = LINE + TALL + GAP, moments = c->moments ? LINE + MOMENT_TALL + GAP : 0;
    int head = TITLE + 3 * GAP;
    sq_code code = sq_picture_new(&p, CARD_WIDTH, head + text + 2 * row + moments, d);
    if (code) return code;
    sq_draw_text(p, (sq_px){GAP, TITLE + GAP}, TITLE, c->title, ink, no_ground);
    int y = head;
    for (const char *line = c->words; *line; y += LINE) {
        size_t n = strcspn(line, "\n");
        draw_line(p, y, line, n, ink);
        line += n + (line[n] != 0);
    }
    if (*c->note) draw_line(p, y, c->note, strlen(c->note), dim);
    y = head + text;
    for (int i = 0; i < SIDES; i++) {
        draw_side(p, c, i, y, false);
        draw_side(p, c, i, y + row, true);
    }
    draw_moments(p, c, y + 2 * row);
    code = sq_picture_write(p, path, JPEG_QUALITY, d);
    sq_picture_free(p);
    return code;
}

/* ---- as a page ---- */

static void put_base64(FILE *to, const unsigned char *bytes, size_t n) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < n; i += 3) {
        unsigned b = (unsigned)bytes[i] << 16;
        if (i + 1 < n) b |= (unsigned)bytes[i + 1] << 8;
        if (i + 2 < n) b |= bytes[i + 2];
        putc(digits[b >> 18], to);
        putc(digits[b >> 12 & 63], to);
        putc(i + 1 < n ? digits[b >> 6 & 63] : '=', to);
        putc(i + 2 < n ? digits[b & 63] : '=', to);
    }
}

static void put_text(FILE *to, const char *text) {
    for (const char *s = text; *s; s++) {
        if (*s == '&')
            fputs("&amp;", to);
        else if (*s == '<')
            fputs("&lt;", to);
        else
            putc(*s, to);
    }
}

static sq_code put_picture(FILE *to, const sq_picture *p, const char *what, double t, sq_diag *d) {
    unsigned char *bytes;
    size_t n;
    sq_code code = sq_picture_encode_jpeg(p, JPEG_QUALITY, &bytes, &n, d);
    if (code) return code;
    fprintf(to, "<figure><img alt=\"%s\" src=\"data:image/jpeg;base64,", what);
    put_base64(to, bytes, n);
    fprintf(to, "\"><figcaption>%s, %.1f s</figcaption></figure>\n", what, t);
    free(bytes);
    return SQ_OK;
}

static sq_code put_near(FILE *to, const side *s, const char *what, sq_diag *d) {
    sq_picture *near;
    sq_code code = sq_picture_new(&near, COLUMN, TALL, d);
    if (code) return code;
    sq_picture_magnify(near, 0, 0, COLUMN, TALL, s->picture, s->middle, COLUMN / s->wide_px);
    code = put_picture(to, near, what, s->t, d);
    sq_picture_free(near);
    return code;
}

static sq_code put_sides(FILE *to, const sq_card *c, sq_diag *d) {
    static const char *const near_names[SIDES] = {"before, from near", "after, from near"};
    sq_code code = SQ_OK;
    for (int i = 0; i < SIDES && !code; i++) {
        if (c->side[i].picture)
            code = put_picture(to, c->side[i].picture, side_names[i], c->side[i].t, d);
        else
            fprintf(to, "<figure><figcaption>%s: there is no picture of this rest</figcaption></figure>\n",
                    side_names[i]);
    }
    for (int i = 0; i < SIDES && !code; i++)
        if (c->side[i].picture && c->side[i].wide_px > 0) code = put_near(to, &c->side[i], near_names[i], d);
    return code;
}

static sq_code put_moments(FILE *to, const sq_card *c, sq_diag *d) {
    sq_code code = SQ_OK;
    for (int i = 0; i < c->moments && !code; i++) {
        sq_picture *moment;
        sq_diag dropped;
        if (sq_picture_read(&moment, c->moment[i].path, &dropped)) continue;
        code = put_picture(to, moment, "motion", c->moment[i].t, d);
        sq_picture_free(moment);
    }
    return code;
}

static sq_code write_page(const sq_card *c, const char *path, sq_diag *d) {
    FILE *f = fopen(path, "we");
    if (!f) return sq_fail(d, SQ_E_FILE, "%.300s: cannot be written (%s)", path, strerror(errno));
    fputs("<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\">\n<title>", f);
    put_text(f, c->title);
    fputs("</title>\n<style>\n"
          "body { font: 16px/1.45 sans-serif; margin: 1.5em; color: #222; background: #fff }\n"
          "pre { font: 14px/1.5 monospace; white-space: pre-wrap }\n"
          ".pair, .motion { display: grid; gap: 10px; grid-template-columns: 1fr 1fr }\n"
          ".motion { grid-template-columns: repeat(6, 1fr); margin-top: 10px }\n"
          "figure { margin: 0 } img { width: 100%; display: block }\n"
          "figcaption { font-size: 13px; color: #666 }\n"
          "@media print { body { margin: 0 } figure { break-inside: avoid } }\n"
          "</style>\n<h1>",
          f);
    put_text(f, c->title);
    fputs("</h1>\n<pre>", f);
    put_text(f, c->words);
    fputs("</pre>\n<p>", f);
    put_text(f, c->note);
    fputs("</p>\n<div class=\"pair\">\n", f);
    sq_code code = put_sides(f, c, d);
    fputs("</div>\n<div class=\"motion\">\n", f);
    if (!code) code = put_moments(f, c, d);
    fputs("</div>\n</html>\n", f);
    bool failed = ferror(f);
    if ((fclose(f) || failed) && !code)
        code = sq_fail(d, SQ_E_FILE, "%.300s: cannot be written (%s)", path, strerror(errno));
    return code;
}

sq_code sq_card_write(const sq_card *c, const char *path, sq_diag *d) {
    const char *dot = strrchr(path, '.');
    return dot && !strcmp(dot, ".html") ? write_page(c, path, d) : draw(c, path, d);
}

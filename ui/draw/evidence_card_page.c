/* Writes an evidence card as one HTML page with its pictures inside. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/draw/evidence_card_parts.h"
#include "ui/files/html_escape.h"
#include "ui/words/event_words.h"
#include "vision/system/output_file.h"

static const char style[] =
    "body { font: 16px/1.45 sans-serif; margin: 1.5em auto; max-width: 1920px; padding: 0 1.5em; color: "
    "#222; "
    "background: #fff }\n"
    ".words { display: grid; grid-template-columns: 8em 1fr; margin: 0 } .words span { color: #555 }\n"
    ".pair, .motion { display: grid; gap: 12px; grid-template-columns: 1fr 1fr }\n"
    ".motion { grid-template-columns: repeat(6, 1fr); margin-top: 12px }\n"
    "figure { margin: 1em 0 0 } img { width: 100%; display: block }\n"
    "figcaption { font-size: 14px; color: #555 }\n"
    "@media (max-width: 60em) { .pair { grid-template-columns: 1fr } .motion { grid-template-columns: "
    "repeat(3, 1fr) } .words { grid-template-columns: 6.5em 1fr; font-size: 14px } }\n"
    "@page { size: landscape; margin: 12mm }\n"
    "@media print { body { margin: 0; padding: 0; max-width: 200mm; font-size: 12px } .words { font-size: "
    "11px "
    "} "
    ".pair { grid-template-columns: 1fr 1fr } .motion { grid-template-columns: repeat(6, 1fr) } "
    "figure { break-inside: avoid } }\n";

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

static sq_code put_picture(FILE *to, const sq_picture *p, const char *what, double t, sq_diag *d) {
    unsigned char *bytes;
    size_t n;
    sq_code code = sq_picture_encode_jpeg(p, SQ_CARD_QUALITY, &bytes, &n, d);
    if (code) return code;
    fprintf(to, "<figure><img alt=\"%s\" src=\"data:image/jpeg;base64,", what);
    put_base64(to, bytes, n);
    char when[SQ_VIDEO_TEXT_MAX];
    fprintf(to, "\"><figcaption>%s, %s</figcaption></figure>\n", what, sq_video_time_text(when, t));
    free(bytes);
    return SQ_OK;
}

/* The plate of the ruling, then both rests from near; each that is missing says so. */
static sq_code put_sides(FILE *to, const sq_card *c, sq_diag *d) {
    static const char *const near_names[SQ_CARD_SIDES] = {"before, from near", "after, from near"};
    sq_code code = SQ_OK;
    if (c->plate) code = put_picture(to, c->plate, sq_card_side_names[1], c->side[1].t, d);
    fputs("<div class=\"pair\">\n", to);
    for (int i = 0; i < SQ_CARD_SIDES && !code; i++) {
        if (c->side[i].near)
            code = put_picture(to, c->side[i].near, near_names[i], c->side[i].t, d);
        else if (!c->side[i].known)
            fprintf(to, "<figure><figcaption>%s: there is no picture of this rest</figcaption></figure>\n",
                    sq_card_side_names[i]);
    }
    fputs("</div>\n", to);
    return code;
}

static sq_code put_moments(FILE *to, const sq_card *c, sq_diag *d) {
    sq_code code = SQ_OK;
    for (int i = 0; i < c->moments && !code; i++)
        code = put_picture(to, c->moment[i].picture, "motion", c->moment[i].t, d);
    return code;
}

static void put_words(FILE *to, const char *words) {
    for (sq_card_line line; sq_card_next_line(&words, &line);) {
        fputs(line.in_column ? "<p class=\"words\"><span>" : "<p>", to);
        sq_html_text(to, line.head);
        if (line.in_column) fputs("</span> ", to);
        sq_html_text(to, line.says);
        fputs("</p>\n", to);
    }
}

static void put_head(FILE *to, const sq_card *c) {
    fputs("<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>",
          to);
    sq_html_text(to, c->title);
    fprintf(to, "</title>\n<style>\n%s</style>\n<h1>", style);
    sq_html_text(to, c->title);
    fputs("</h1>\n", to);
    put_words(to, c->words);
    if (!*c->note) return;
    fputs("<p>", to);
    sq_html_text(to, c->note);
    fputs("</p>\n", to);
}

sq_code sq_card_write_page(const sq_card *c, const char *path, sq_diag *d) {
    sq_output_file o;
    sq_code code = sq_output_begin(&o, path, d);
    if (code) return code;
    FILE *f = fopen(o.path, "we");
    if (!f) return sq_output_close(&o, NULL, d);
    put_head(f, c);
    code = put_sides(f, c, d);
    fputs("<div class=\"motion\">\n", f);
    if (!code) code = put_moments(f, c, d);
    fputs("</div>\n</html>\n", f);
    if (!code) return sq_output_close(&o, f, d);
    fclose(f);
    sq_output_drop(&o);
    return code;
}

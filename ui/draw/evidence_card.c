/* Makes an evidence card: cuts the parts out of the two rests' frames, draws what was seen into them, and
 * collects the umpire's words. */
#include "ui/draw/evidence_card.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "calib/camera/camera_file.h"
#include "ui/draw/evidence_card_parts.h"
#include "ui/draw/overlay.h"
#include "ui/words/commentary.h"

/* From near: what moved, with so much about it; never nearer than a small wink as large as a thumb. */
#define AROUND_MM 60.0
#define NEAR_WIDE_MM 260.0

#define SHAPE ((double)SQ_CARD_COLUMN / SQ_CARD_TALL)

const char *const sq_card_side_names[SQ_CARD_SIDES] = {"before", "after"};

/* ---- Parts of a frame ---- */

/* A part of a frame: about this pixel, so wide. */
typedef struct {
    sq_px middle;
    double wide_px; /* 0: none */
} part;

static part whole_of(const sq_picture *p) {
    sq_frame f = sq_picture_frame(p);
    return (part){{(f.width - 1) / 2.0, (f.height - 1) / 2.0}, fmax(f.width, f.height * SHAPE)};
}

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
static part near_of(const sq_said *said, const sq_camera *camera) {
    sq_wink_set moved = said->reading ? said->reading->moved : 0;
    box b = box_of(said->is, moved, camera);
    if (!(b.scale > 0)) b = box_of(said->was, moved, camera);
    if (!(b.scale > 0)) return (part){.wide_px = 0};
    double wide = fmax(b.high.x - b.low.x, (b.high.y - b.low.y) * SHAPE) + 2 * AROUND_MM * b.scale;
    return (part){{(b.low.x + b.high.x) / 2, (b.low.y + b.high.y) / 2}, fmax(wide, NEAR_WIDE_MM * b.scale)};
}

/* The camera that sees the part as a picture of its own. */
static sq_camera camera_of(const sq_camera *c, const part *p, double zoom) {
    sq_camera out = *c;
    out.width = SQ_CARD_COLUMN;
    out.height = SQ_CARD_TALL;
    out.fx *= zoom;
    out.fy *= zoom;
    out.cx = (c->cx - p->middle.x) * zoom + (SQ_CARD_COLUMN - 1) / 2.0;
    out.cy = (c->cy - p->middle.y) * zoom + (SQ_CARD_TALL - 1) / 2.0;
    return out;
}

static bool shows(const sq_camera *c, const sq_seen_wink *w) {
    sq_px at = sq_px_from_mm3(c, sq_mm_at_height(w->at, w->z));
    return at.x >= 0 && at.y >= 0 && at.x < c->width && at.y < c->height;
}

/* Pairs that the part does not show need no magnifying glass in it. */
static void leave_out_far_pairs(sq_position *p, const sq_camera *c) {
    int kept = 0;
    for (int i = 0; i < p->squop_count; i++) {
        const sq_squop s = p->squops[i];
        if (shows(c, &p->winks[s.over]) && shows(c, &p->winks[s.under])) p->squops[kept++] = s;
    }
    p->squop_count = kept;
}

/* The part as a picture, with what was seen drawn in. First enlarged and then drawn on: lines and letters are
 * of one size everywhere. */
static sq_code draw_part(sq_picture **out, const sq_picture *frame, const part *p, const sq_position *seen,
                         const sq_camera *c, sq_diag *d) {
    double zoom = SQ_CARD_COLUMN / p->wide_px;
    sq_camera camera = camera_of(c, p, zoom);
    static sq_position shown; /* large */
    shown = *seen;
    leave_out_far_pairs(&shown, &camera);
    sq_picture *clean = NULL;
    sq_overlay *overlay = NULL;
    sq_code code = sq_picture_new(out, SQ_CARD_COLUMN, SQ_CARD_TALL, d);
    if (!code) code = sq_picture_new(&clean, SQ_CARD_COLUMN, SQ_CARD_TALL, d);
    if (!code) code = sq_overlay_new(&overlay, d);
    if (!code) {
        sq_picture_magnify(*out, 0, 0, SQ_CARD_COLUMN, SQ_CARD_TALL, frame, p->middle, zoom);
        sq_picture_magnify(clean, 0, 0, SQ_CARD_COLUMN, SQ_CARD_TALL, frame, p->middle, zoom);
        sq_overlay_draw_on(overlay, *out, clean, &shown, &camera);
    }
    sq_overlay_free(overlay);
    sq_picture_free(clean);
    return code;
}

sq_code sq_card_fit(sq_picture **out, const sq_picture *p, int width, int height, sq_diag *d) {
    sq_frame f = sq_picture_frame(p);
    double zoom = fmin((double)width / f.width, (double)height / f.height);
    sq_code code = sq_picture_new(out, width, height, d);
    if (!code) sq_picture_magnify(*out, 0, 0, width, height, p, whole_of(p).middle, zoom);
    return code;
}

/* ---- Making a card ---- */

/* The rest's frame with what was seen; a picture that cannot be read is missing. */
static sq_code take_side(sq_card_side *s, const sq_replayed *told, int rest, const sq_position *seen,
                         const sq_game_paths *paths, sq_diag *d) {
    char picture[PATH_MAX], file[PATH_MAX];
    sq_camera camera;
    sq_diag dropped;
    sq_picture *frame;
    if (rest < 0 || !seen) return SQ_OK;
    sq_evidence_rest(picture, file, paths->evidence, rest);
    s->t = seen->t;
    if (sq_camera_read(&camera, file, &dropped) || sq_picture_read(&frame, picture, &dropped)) return SQ_OK;
    part whole = whole_of(frame), near = near_of(told->said, &camera);
    sq_code code = draw_part(&s->whole, frame, &whole, seen, &camera, d);
    if (!code && near.wide_px > 0) code = draw_part(&s->near, frame, &near, seen, &camera, d);
    sq_picture_free(frame);
    return code;
}

static sq_code say(sq_card *c, const sq_replayed *told, const char *name, const char *heading,
                   const char *note, sq_diag *d) {
    FILE *f = open_memstream(&c->words, &c->words_length);
    if (!f) return sq_fail(d, SQ_E_MEMORY, "no memory for a card; close other programs");
    fputs(heading, f);
    sq_commentary(f, told->said);
    fclose(f);
    snprintf(c->title, sizeof c->title, "%.200s, line %d", name, told->said->n);
    snprintf(c->note, sizeof c->note, "%s", note ? note : "");
    return SQ_OK;
}

sq_code sq_card_new(sq_card **out, const sq_replayed *told, const sq_game_paths *paths, const char *name,
                    const char *heading, const char *note, sq_diag *d) {
    sq_card *c = *out = calloc(1, sizeof *c);
    if (!c) return sq_fail(d, SQ_E_MEMORY, "no memory for a card; close other programs");
    sq_code code = say(c, told, name, heading, note, d);
    static sq_position was, is; /* large */
    const sq_said *said = told->said;
    if (said->was) {
        was = said->was->position;
        sq_umpire_rule_before(told->umpire, &was, said);
    }
    if (said->is) {
        is = said->is->position;
        sq_umpire_rule_position(told->umpire, &is, said);
    }
    if (!code) code = take_side(&c->side[0], told, told->rest_before, said->was ? &was : NULL, paths, d);
    if (!code) code = take_side(&c->side[1], told, told->rest, said->is ? &is : NULL, paths, d);
    c->moments = sq_evidence_motion(c->moment, paths->evidence, told->rest);
    if (!code) return SQ_OK;
    sq_card_free(c);
    *out = NULL;
    return code;
}

void sq_card_free(sq_card *c) {
    if (!c) return;
    for (int i = 0; i < SQ_CARD_SIDES; i++) {
        sq_picture_free(c->side[i].whole);
        sq_picture_free(c->side[i].near);
    }
    free(c->words);
    free(c);
}

const char *sq_card_words(const sq_card *c) {
    return c->words;
}

int sq_card_missing(const sq_card *c) {
    return !c->side[0].whole + !c->side[1].whole;
}

sq_code sq_card_write(const sq_card *c, const char *path, sq_diag *d) {
    const char *dot = strrchr(path, '.');
    return dot && !strcmp(dot, ".html") ? sq_card_write_page(c, path, d) : sq_card_write_picture(c, path, d);
}

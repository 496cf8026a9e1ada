/* Makes an evidence card: cuts the parts out of the two rests' frames, draws what was seen into them, and
 * collects the umpire's words. */
#include "ui/draw/evidence_card.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "calib/camera/camera_file.h"
#include "ui/draw/evidence_card_parts.h"
#include "ui/plate/overlay.h"
#include "ui/words/commentary.h"

/* From near: what moved, with so much about it; never nearer than a small wink as large as a thumb. Of the
 * motion: the whole way, with so much about it. */
#define AROUND_MM 45.0
#define NEAR_WIDE_MM 200.0
#define WAY_AROUND_MM 90.0
#define WAY_WIDE_MM 420.0

const char *const sq_card_side_names[SQ_CARD_SIDES] = {"before", "after"};

/* ---- Parts of a frame ---- */

/* A part of a frame: about this pixel, so wide. */
typedef struct {
    sq_px middle;
    double wide_px; /* 0: none */
} part;

/* The box, in pixels, about the winks that moved; scale: pixels for a millimetre. */
typedef struct {
    sq_px low, high;
    double scale; /* 0: none was seen */
} box;

static const box nothing = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}, 0};

/* Adds them as they lie at one rest. */
static void add_to_box(box *b, const sq_tracked *at, sq_wink_set winks, const sq_camera *camera) {
    for (sq_wink w = 0; at && w < SQ_USUAL_WINKS; w++) {
        if (!(winks & sq_wink_bit(w)) || at->wink[w].how != SQ_TRACK_SEEN) continue;
        sq_mm mm = at->wink[w].last.at;
        sq_px px = sq_px_from_mm3(camera, sq_mm_at_height(mm, 0));
        b->scale = fmax(b->scale, sq_px_per_mm(camera, sq_mm_at_height(mm, 0)));
        b->low = (sq_px){fmin(b->low.x, px.x), fmin(b->low.y, px.y)};
        b->high = (sq_px){fmax(b->high.x, px.x), fmax(b->high.y, px.y)};
    }
}

/* The middle of what is so long, moved so that all of it lies in a frame of `room` pixels, if that is longer.
 */
static double kept_in(double middle, double length, int room) {
    double least = (length - 1) / 2, most = room - 1 - least;
    return least < most ? fmax(least, fmin(middle, most)) : (room - 1) / 2.0;
}

/* shape: width by height. What has room in the camera's frame lies in it. */
static part part_of(const box *b, double shape, double around_mm, double least_mm, const sq_camera *camera) {
    if (!(b->scale > 0)) return (part){.wide_px = 0};
    double wide = fmax(b->high.x - b->low.x, (b->high.y - b->low.y) * shape) + 2 * around_mm * b->scale;
    wide = fmax(wide, least_mm * b->scale);
    return (part){{kept_in((b->low.x + b->high.x) / 2, wide, camera->width),
                   kept_in((b->low.y + b->high.y) / 2, wide / shape, camera->height)},
                  wide};
}

/* About where what the ruling is about has come to lie, or where it lay if nobody sees it now. */
static part near_of(const sq_said *said, sq_wink_set winks, const sq_camera *camera) {
    box b = nothing;
    add_to_box(&b, said->is, winks, camera);
    if (!(b.scale > 0)) add_to_box(&b, said->was, winks, camera);
    return part_of(&b, (double)SQ_CARD_NEAR_WIDE / SQ_CARD_NEAR_TALL, AROUND_MM, NEAR_WIDE_MM, camera);
}

/* From where it lay to where it lies. */
static part way_of(const sq_said *said, const sq_camera *camera) {
    box b = nothing;
    sq_wink_set moved = said->reading ? said->reading->moved : 0;
    add_to_box(&b, said->was, moved, camera);
    add_to_box(&b, said->is, moved, camera);
    return part_of(&b, (double)SQ_CARD_MOMENT_WIDE / SQ_CARD_MOMENT_TALL, WAY_AROUND_MM, WAY_WIDE_MM, camera);
}

/* The camera that sees the part as a picture of its own. */
static sq_camera camera_of(const sq_camera *c, const part *p) {
    double zoom = SQ_CARD_NEAR_WIDE / p->wide_px;
    sq_camera out = *c;
    out.width = SQ_CARD_NEAR_WIDE;
    out.height = SQ_CARD_NEAR_TALL;
    out.fx *= zoom;
    out.fy *= zoom;
    out.cx = (c->cx - p->middle.x) * zoom + (SQ_CARD_NEAR_WIDE - 1) / 2.0;
    out.cy = (c->cy - p->middle.y) * zoom + (SQ_CARD_NEAR_TALL - 1) / 2.0;
    return out;
}

/* The part as a picture, with what was seen drawn in. First enlarged and then drawn on: lines and letters are
 * of one size everywhere. */
static sq_code draw_near(sq_picture **out, const sq_picture *frame, const part *p, const sq_shown *shown,
                         sq_diag *d) {
    sq_camera camera = camera_of(shown->camera, p);
    sq_shown near = *shown;
    sq_overlay *overlay = NULL;
    near.camera = &camera;
    near.bare = true;
    sq_code code = sq_picture_new(out, SQ_CARD_NEAR_WIDE, SQ_CARD_NEAR_TALL, d);
    if (!code) code = sq_overlay_new(&overlay, d);
    if (!code) {
        sq_picture_magnify(*out, 0, 0, SQ_CARD_NEAR_WIDE, SQ_CARD_NEAR_TALL, frame, p->middle,
                           SQ_CARD_NEAR_WIDE / p->wide_px);
        code = sq_overlay_draw(overlay, *out, &near, d);
    }
    sq_overlay_free(overlay);
    return code;
}

/* ---- Making a card ---- */

/* A rest's frame and its camera; false where one of them cannot be read. */
static bool read_rest(sq_picture **frame, sq_camera *camera, int rest, const sq_game_paths *paths) {
    char picture[PATH_MAX], file[PATH_MAX];
    sq_diag dropped;
    if (rest < 0) return false;
    sq_evidence_rest(picture, file, paths->evidence, rest);
    return !sq_camera_read(camera, file, &dropped) && !sq_picture_read(frame, picture, &dropped);
}

static sq_code draw_plate(sq_card *c, const sq_picture *frame, const sq_shown *shown, sq_diag *d) {
    sq_overlay *overlay;
    sq_frame f = sq_picture_frame(frame);
    sq_code code = sq_overlay_new(&overlay, d);
    if (code) return code;
    code = sq_picture_from_frame(&c->plate, &f, d);
    if (!code) code = sq_overlay_draw(overlay, c->plate, shown, d);
    sq_overlay_free(overlay);
    return code;
}

/* The motion's pictures, cut to the way of what moved. They may be smaller than the rest's. */
static sq_code take_moments(sq_card *c, const sq_said *said, const sq_camera *camera,
                            const sq_game_paths *paths, int rest, sq_diag *d) {
    sq_evidence_moment *found;
    part way = way_of(said, camera);
    int n = sq_evidence_motion(&found, paths->evidence, rest, rest);
    sq_code code = SQ_OK;
    for (int i = 0; i < n && c->moments < SQ_EVIDENCE_MOTION && !code; i++) {
        sq_picture *whole;
        sq_diag dropped;
        if (sq_picture_read(&whole, found[i].path, &dropped)) continue;
        double share = (double)sq_picture_frame(whole).width / camera->width;
        part cut = {{(way.middle.x + 0.5) * share - 0.5, (way.middle.y + 0.5) * share - 0.5},
                    way.wide_px * share};
        if (!(way.wide_px > 0)) {
            sq_frame f = sq_picture_frame(whole);
            cut = (part){{(f.width - 1) / 2.0, (f.height - 1) / 2.0}, f.width};
        }
        code = sq_picture_new(&c->moment[c->moments].picture, SQ_CARD_MOMENT_WIDE, SQ_CARD_MOMENT_TALL, d);
        if (!code)
            sq_picture_magnify(c->moment[c->moments].picture, 0, 0, SQ_CARD_MOMENT_WIDE, SQ_CARD_MOMENT_TALL,
                               whole, cut.middle, SQ_CARD_MOMENT_WIDE / cut.wide_px);
        c->moment[c->moments++].t = found[i].t;
        sq_picture_free(whole);
    }
    free(found);
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

/* What one of the rests shows; of the one after it also the plate and the motion. */
static sq_code take_side(sq_card *c, int i, const sq_replayed *told, const sq_ruling_lines *call,
                         const sq_position *seen, const sq_game_paths *paths, sq_diag *d) {
    sq_card_side *s = &c->side[i];
    sq_camera camera;
    sq_picture *frame;
    int rest = i ? told->rest : told->rest_before;
    if (!seen || !read_rest(&frame, &camera, rest, paths)) return SQ_OK;
    s->known = true;
    s->t = seen->t;
    /* Before it nothing has moved yet: no path is drawn. */
    static sq_ruling_lines before; /* large */
    before = *call;
    before.path_count = 0;
    sq_shown shown = {.position = seen, .camera = &camera, .call = i ? call : &before, .paper = true};
    part near = near_of(told->said, call->winks, &camera);
    sq_code code = i ? draw_plate(c, frame, &shown, d) : SQ_OK;
    if (!code && near.wide_px > 0) code = draw_near(&s->near, frame, &near, &shown, d);
    if (!code && i) code = take_moments(c, told->said, &camera, paths, rest, d);
    sq_picture_free(frame);
    return code;
}

sq_code sq_card_new(sq_card **out, const sq_replayed *told, const sq_game_paths *paths, const char *name,
                    const char *heading, const char *note, sq_diag *d) {
    sq_card *c = *out = calloc(1, sizeof *c);
    if (!c) return sq_fail(d, SQ_E_MEMORY, "no memory for a card; close other programs");
    sq_code code = say(c, told, name, heading, note, d);
    static sq_position was, is; /* large */
    static sq_ruling_lines call;
    const sq_said *said = told->said;
    sq_ruling_lines_of(&call, said);
    if (said->was) {
        was = said->was->position;
        sq_umpire_rule_before(told->umpire, &was, said);
    }
    if (said->is) {
        is = said->is->position;
        sq_umpire_rule_position(told->umpire, &is, said);
    }
    if (!code) code = take_side(c, 0, told, &call, said->was ? &was : NULL, paths, d);
    if (!code) code = take_side(c, 1, told, &call, said->is ? &is : NULL, paths, d);
    if (!code) return SQ_OK;
    sq_card_free(c);
    *out = NULL;
    return code;
}

void sq_card_free(sq_card *c) {
    if (!c) return;
    sq_picture_free(c->plate);
    for (int i = 0; i < SQ_CARD_SIDES; i++)
        sq_picture_free(c->side[i].near);
    for (int i = 0; i < c->moments; i++)
        sq_picture_free(c->moment[i].picture);
    free(c->words);
    free(c);
}

bool sq_card_next_line(const char **words, sq_card_line *out) {
    if (!**words) return false;
    size_t n = strcspn(*words, "\n");
    snprintf(out->says, sizeof out->says, "%.*s", (int)n, *words);
    *words += n + ((*words)[n] != 0);
    char *line = out->says;
    n = strlen(line);
    out->in_column = n > SQ_CARD_HEAD_LETTERS && !strncmp(line + 4, "  ", 2) &&
                     !strncmp(line + SQ_CARD_HEAD_LETTERS - 2, "  ", 2);
    *out->head = 0;
    if (!out->in_column) return true;
    size_t begin = strspn(line, " "), end = SQ_CARD_HEAD_LETTERS;
    while (end > begin && line[end - 1] == ' ')
        end--;
    if (end > begin) snprintf(out->head, sizeof out->head, "%.*s", (int)(end - begin), line + begin);
    memmove(line, line + SQ_CARD_HEAD_LETTERS, n - SQ_CARD_HEAD_LETTERS + 1);
    return true;
}

const char *sq_card_words(const sq_card *c) {
    return c->words;
}

int sq_card_missing(const sq_card *c) {
    return !c->side[0].known + !c->side[1].known;
}

sq_code sq_card_write(const sq_card *c, const char *path, sq_diag *d) {
    const char *dot = strrchr(path, '.');
    return dot && !strcmp(dot, ".html") ? sq_card_write_page(c, path, d) : sq_card_write_picture(c, path, d);
}

/* Draws the umpire's calls into a video. The drawing is a transparent layer that is made anew only when what
 * it shows changes. */
#include "ui/draw/annotated_video.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/draw/letters.h"
#include "ui/draw/overlay.h"
#include "ui/draw/ruling_strip.h"
#include "vision/capture/video_writer.h"
#include "vision/frame/opencv.h"

enum { STANDING_MAX = 160 };

/* All that the drawing shows; it is drawn anew when this changes. */
typedef struct {
    bool position_known;
    sq_position position;
    sq_camera camera;
    sq_ruling_lines call;
    char standing[STANDING_MAX];
} content;

struct sq_annotate {
    sq_video_writer *video;
    sq_frame like;
    sq_overlay *overlay;
    sq_picture *clean; /* the frame for which it was drawn: the loupes look at it */
    sq_picture *on[2]; /* the drawing on black and on white */
    sq_layer *layer;   /* the same, over the frames that come */
    content shown, wanted;
};

/* Shares of the picture's height. */
#define TEXT_SHARE 0.022
#define MARGIN_SHARE 0.02

static const sq_paint ink = {255, 255, 255, 1}, ground = {20, 20, 20, 0.7};

sq_code sq_annotate_open(sq_annotate **out, const char *path, const sq_frame *like, double fps, sq_diag *d) {
    sq_annotate *a = calloc(1, sizeof *a);
    *out = NULL;
    if (!a) return sq_fail(d, SQ_E_MEMORY, "no memory for a video; close other programs");
    a->like = *like;
    sq_code code = sq_picture_new(&a->clean, like->width, like->height, d);
    for (int i = 0; i < 2 && !code; i++)
        code = sq_picture_new(&a->on[i], like->width, like->height, d);
    if (!code) code = sq_overlay_new(&a->overlay, d);
    if (!code) code = sq_layer_new(&a->layer, like, d);
    if (!code) code = sq_video_writer_open(&a->video, path, like, fps, d);
    if (!code) {
        *out = a;
        return SQ_OK;
    }
    sq_diag dropped;
    sq_annotate_close(a, &dropped);
    return code;
}

/* "blue 5, green 3, red 3, yellow 2; red to play" */
static void say_standing(char *to, size_t room, const sq_state *s) {
    size_t used = 0;
    for (unsigned c = 0; c < SQ_COLOURS; c++)
        used += (size_t)snprintf(to + used, room - used, "%s%s %d",
                                 c ? ", " : "tiddlies: ", sq_colour_name((sq_colour)c),
                                 sq_state_tiddlies(s, (sq_colour)c));
    if (s->now.turn != SQ_NO_COLOUR)
        snprintf(to + used, room - used, "; %s to play", sq_colour_name(s->now.turn));
}

/* Byte by byte, gaps between members too, so that two contents can be compared so. */
static void set_content(content *c, const sq_annotation *what) {
    memset(c, 0, sizeof *c);
    if ((c->position_known = what->position)) {
        memcpy(&c->position, what->position, sizeof c->position);
        memcpy(&c->camera, what->camera, sizeof c->camera);
    }
    if (what->call) memcpy(&c->call, what->call, sizeof c->call);
    if (what->state->playing) say_standing(c->standing, sizeof c->standing, what->state);
}

static void draw_on(sq_annotate *a, sq_picture *canvas, int level) {
    const content *c = &a->shown;
    double rows = a->like.height, height = rows * TEXT_SHARE, margin = rows * MARGIN_SHARE;
    int stride;
    unsigned char *pixels = sq_picture_pixels(canvas, &stride);
    memset(pixels, level, (size_t)stride * (size_t)a->like.height);
    if (c->position_known) sq_overlay_draw_on(a->overlay, canvas, a->clean, &c->position, &c->camera);
    int strip = sq_ruling_strip_height(&c->call, a->like.width, a->like.height);
    sq_ruling_strip_draw(&c->call, canvas, a->like.height - strip, a->like.height, ground);
    if (*c->standing)
        sq_letters_draw(canvas, (sq_px){margin, margin + height}, height, c->standing, ink, ground);
}

static sq_code draw(sq_annotate *a, const sq_frame *f, sq_diag *d) {
    memcpy(&a->shown, &a->wanted, sizeof a->shown);
    sq_code code = a->shown.position_known ? sq_picture_set_frame(a->clean, f, d) : SQ_OK;
    if (code) return code;
    draw_on(a, a->on[0], 0);
    draw_on(a, a->on[1], 255);
    sq_frame black = sq_picture_frame(a->on[0]), white = sq_picture_frame(a->on[1]);
    sq_layer_set(a->layer, &black, &white);
    return SQ_OK;
}

sq_code sq_annotate_put(sq_annotate *a, const sq_frame *f, const sq_annotation *what, sq_diag *d) {
    if (f->width != a->like.width || f->height != a->like.height || f->format != a->like.format)
        return sq_fail(
            d, SQ_E_SIZE,
            "the frame at %.3f s is %d x %d pixels, the annotated video %d x %d; give frames of one "
            "size and kind, or leave out --annotate",
            f->t, f->width, f->height, a->like.width, a->like.height);
    set_content(&a->wanted, what);
    sq_code code = memcmp(&a->wanted, &a->shown, sizeof a->shown) ? draw(a, f, d) : SQ_OK;
    return code ? code : sq_video_writer_put_under(a->video, f, a->layer, d);
}

sq_code sq_annotate_close(sq_annotate *a, sq_diag *d) {
    if (!a) return SQ_OK;
    sq_code code = sq_video_writer_close(a->video, d);
    sq_layer_free(a->layer);
    sq_overlay_free(a->overlay);
    for (int i = 0; i < 2; i++)
        sq_picture_free(a->on[i]);
    sq_picture_free(a->clean);
    free(a);
    return code;
}

#include "ui/annotate.h"

#include <stdlib.h>

#include "ui/overlay.h"
#include "vision/cv.h"
#include "vision/video_out.h"

struct sq_annotate {
    sq_video_out *video;
    sq_picture *picture;
    sq_overlay *overlay;
};

/* Shares of the picture's height. */
#define TEXT_SHARE 0.022
#define MARGIN_SHARE 0.02

static const sq_paint ink = {255, 255, 255, 1}, ground = {20, 20, 20, 0.7};

sq_code sq_annotate_open(sq_annotate **out, const char *path, const sq_frame *like, double fps, sq_diag *d) {
    sq_annotate *a = calloc(1, sizeof *a);
    *out = NULL;
    if (!a) return sq_fail(d, SQ_E_MEMORY, "no memory for a video; close other programs");
    sq_code code = sq_picture_from_frame(&a->picture, like, d);
    sq_frame drawn = code ? *like : sq_picture_frame(a->picture);
    if (!code) code = sq_overlay_new(&a->overlay, d);
    if (!code) code = sq_video_out_open(&a->video, path, &drawn, fps, d);
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

sq_code sq_annotate_put(sq_annotate *a, const sq_frame *f, const sq_annotation *what, sq_diag *d) {
    char standing[SQ_TITLE_MAX];
    double height = f->height * TEXT_SHARE, margin = f->height * MARGIN_SHARE;
    sq_code code = sq_picture_set_frame(a->picture, f, d);
    if (!code && what->position)
        code = sq_overlay_draw(a->overlay, a->picture, what->position, what->camera, d);
    if (code) return code;
    if (*what->title)
        sq_draw_text(a->picture, (sq_px){margin, f->height - margin}, height, what->title, ink, ground);
    if (what->state->playing) {
        say_standing(standing, sizeof standing, what->state);
        sq_draw_text(a->picture, (sq_px){margin, margin + height}, height, standing, ink, ground);
    }
    sq_frame drawn = sq_picture_frame(a->picture);
    drawn.t = f->t;
    drawn.number = f->number;
    return sq_video_out_put(a->video, &drawn, d);
}

sq_code sq_annotate_close(sq_annotate *a, sq_diag *d) {
    if (!a) return SQ_OK;
    sq_code code = sq_video_out_close(a->video, d);
    sq_overlay_free(a->overlay);
    sq_picture_free(a->picture);
    free(a);
    return code;
}

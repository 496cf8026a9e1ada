/* Draws the umpire's calls into a video, whose frames are larger than those that come by the frame about
 * them. The drawing is a transparent layer that is made anew only when what it shows changes. */
#include "ui/draw/annotated_video.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/plate/overlay.h"
#include "vision/capture/video_writer.h"
#include "vision/frame/frame_copy.h"
#include "vision/frame/opencv.h"

enum { EVEN = 2, NO_COLOUR = 128 /* of a chroma plane */ };

/* While the mat is at rest frames come no faster than this: they are alike, and to encode each of them costs
 * as much as to judge the game. Longer: hands beside the mat would jump. */
#define STEP_AT_REST_S 0.079
/* And no faster than this while nothing stirs anywhere. Longer: who winds through the video finds no picture
 * near. */
#define STEP_UNCHANGED_S 0.5
/* Samples tell whether something stirs: so many across the picture, nearer to each other than a small wink is
 * wide. One does where it differs by so many levels: more than noise and flicker do, less than a wink on
 * felt. At rest a hand or a sleeve is looked for, which so many of them see. */
enum { STIR_ACROSS = 240, STIR_LEVELS = 24, STIR_AT_REST = 12 };

/* All that the drawing shows; it is drawn anew when this changes. */
typedef struct {
    bool position_known, call_known;
    sq_position position;
    sq_camera camera;
    sq_ruling_lines call;
    sq_ruling_standing standing;
} content;

struct sq_annotate {
    sq_video_writer *video;
    sq_frame like;   /* the frames that come */
    sq_frame framed; /* the same with room about the camera's picture; its planes are `memory` */
    uint8_t *memory;
    bool halves; /* large frames are shown at half their size: */
    sq_frame half;
    size_t half_bytes;
    sq_overlay *overlay;
    sq_picture *clean; /* the frame for which it was drawn: insets show it */
    sq_picture *on[2]; /* the drawing on black and on white */
    sq_layer *layer;   /* the same, over the frames that come */
    bool drawn;
    double put_t; /* of the last frame that was put in */
    uint8_t *was; /* samples of it; row by row */
    int every;    /* pixels from one to the next */
    content shown, wanted;
};

/* A frame of the plate's size, all of it black. */
static sq_code make_room(sq_annotate *a, sq_diag *d) {
    sq_overlay_size size = sq_overlay_size_of(a->like.width, a->like.height, true);
    sq_frame *f = &a->framed;
    size_t bytes = 0, at[3] = {0}, row, rows;
    *f = a->like;
    f->width = size.width / EVEN * EVEN;
    f->height = size.height / EVEN * EVEN;
    a->halves = size.zoom < 1;
    for (int k = 0; k < sq_frame_planes(f->format); k++) {
        sq_frame_plane_size(f, k, &row, &rows);
        at[k] = bytes;
        f->stride[k] = (int)row;
        bytes += row * rows;
    }
    if (!bytes || !(a->memory = calloc(bytes, 1)))
        return sq_fail(d, SQ_E_MEMORY, "no memory for a video; close other programs");
    for (int k = 0; k < sq_frame_planes(f->format); k++)
        f->plane[k] = a->memory + at[k];
    bool coloured = f->format != SQ_FRAME_BGR && f->format != SQ_FRAME_GREY;
    if (coloured) memset(a->memory + at[1], NO_COLOUR, bytes - at[1]);
    return SQ_OK;
}

/* The frame into its place, as large as the plate shows it. */
static sq_code put_into_room(sq_annotate *a, const sq_frame *f, sq_diag *d) {
    sq_frame *to = &a->framed;
    const sq_frame *from = f;
    if (a->halves) {
        sq_code code = sq_frame_copy_half(&a->half, &a->half_bytes, f, d);
        if (code) return code;
        from = &a->half;
    }
    for (int k = 0; k < sq_frame_planes(from->format); k++) {
        size_t row, rows;
        uint8_t *out = a->memory + (to->plane[k] - a->memory);
        sq_frame_plane_size(from, k, &row, &rows);
        for (size_t y = 0; y < rows; y++)
            memcpy(out + y * (size_t)to->stride[k], from->plane[k] + y * (size_t)from->stride[k], row);
    }
    to->t = f->t;
    to->number = f->number;
    return SQ_OK;
}

sq_code sq_annotate_open(sq_annotate **out, const char *path, const sq_frame *like, double fps, sq_diag *d) {
    sq_annotate *a = calloc(1, sizeof *a);
    *out = NULL;
    if (!a) return sq_fail(d, SQ_E_MEMORY, "no memory for a video; close other programs");
    a->like = *like;
    sq_code code = make_room(a, d);
    a->every = like->width / STIR_ACROSS > 1 ? like->width / STIR_ACROSS : 1;
    size_t samples = (size_t)(like->width / a->every + 1) * (size_t)(like->height / a->every + 1);
    if (!code && !(a->was = calloc(samples, 1)))
        code = sq_fail(d, SQ_E_MEMORY, "no memory for a video; close other programs");
    if (!code) code = sq_picture_new(&a->clean, like->width, like->height, d);
    for (int i = 0; i < 2 && !code; i++)
        code = sq_picture_new(&a->on[i], a->framed.width, a->framed.height, d);
    if (!code) code = sq_overlay_new(&a->overlay, d);
    if (!code) code = sq_layer_new(&a->layer, &a->framed, d);
    if (!code) code = sq_video_writer_open(&a->video, path, &a->framed, fps, d);
    if (!code) {
        *out = a;
        return SQ_OK;
    }
    sq_diag dropped;
    sq_annotate_close(a, &dropped);
    return code;
}

/* Byte by byte, gaps between members too, so that two contents can be compared so. */
static void set_content(content *c, const sq_annotation *what) {
    memset(c, 0, sizeof *c);
    if ((c->position_known = what->position)) {
        memcpy(&c->position, what->position, sizeof c->position);
        memcpy(&c->camera, what->camera, sizeof c->camera);
    }
    if ((c->call_known = what->call)) memcpy(&c->call, what->call, sizeof c->call);
    sq_ruling_standing_of(&c->standing, what->state);
    if (what->about) sq_ruling_standing_name(&c->standing, what->about);
}

static sq_code draw(sq_annotate *a, const sq_frame *f, sq_diag *d) {
    memcpy(&a->shown, &a->wanted, sizeof a->shown);
    const content *c = &a->shown;
    static const sq_ruling_lines silence = {.colour = SQ_NO_COLOUR};
    sq_shown shown = {.position = c->position_known ? &c->position : NULL,
                      .camera = &c->camera,
                      .call = c->call_known ? &c->call : &silence,
                      .standing = &c->standing,
                      .plain = true};
    sq_code code = sq_picture_set_frame(a->clean, f, d);
    if (!code) code = sq_overlay_draw_on(a->overlay, a->on[0], a->on[1], a->clean, &shown, d);
    if (code) return code;
    sq_frame black = sq_picture_frame(a->on[0]), white = sq_picture_frame(a->on[1]);
    sq_layer_set(a->layer, &black, &white);
    a->drawn = true;
    return SQ_OK;
}

/* How many samples differ from those of the last frame that was put in; keep: these are the last ones now. */
static int stir(sq_annotate *a, const sq_frame *f, bool keep) {
    int wide = f->format == SQ_FRAME_BGR ? 3 : 1, differ = 0;
    uint8_t *was = a->was;
    for (int y = 0; y < f->height; y += a->every) {
        const uint8_t *row = f->plane[0] + (ptrdiff_t)y * f->stride[0];
        for (int x = 0; x < f->width; x += a->every, was++) {
            differ += abs(row[x * wide] - *was) > STIR_LEVELS;
            if (keep) *was = row[x * wide];
        }
    }
    return differ;
}

/* The frame before shows all that this one shows. */
static bool may_be_left_out(sq_annotate *a, const sq_frame *f, bool at_rest) {
    double since = f->t - a->put_t;
    if (at_rest && since < STEP_AT_REST_S) return true;
    return since < STEP_UNCHANGED_S && stir(a, f, false) < (at_rest ? STIR_AT_REST : 1);
}

sq_code sq_annotate_put(sq_annotate *a, const sq_frame *f, const sq_annotation *what, sq_diag *d) {
    if (f->width != a->like.width || f->height != a->like.height || f->format != a->like.format)
        return sq_fail(
            d, SQ_E_SIZE,
            "the frame at %.3f s is %d x %d pixels, the annotated video %d x %d; give frames of one "
            "size and kind, or leave out --annotate",
            f->t, f->width, f->height, a->like.width, a->like.height);
    set_content(&a->wanted, what);
    bool same = a->drawn && !memcmp(&a->wanted, &a->shown, sizeof a->shown);
    if (same && may_be_left_out(a, f, what->position)) return SQ_OK;
    a->put_t = f->t;
    stir(a, f, true);
    sq_code code = same ? SQ_OK : draw(a, f, d);
    if (code) return code;
    code = put_into_room(a, f, d);
    return code ? code : sq_video_writer_put_under(a->video, &a->framed, a->layer, d);
}

sq_code sq_annotate_close(sq_annotate *a, sq_diag *d) {
    if (!a) return SQ_OK;
    sq_code code = sq_video_writer_close(a->video, d);
    sq_layer_free(a->layer);
    sq_overlay_free(a->overlay);
    for (int i = 0; i < 2; i++)
        sq_picture_free(a->on[i]);
    sq_picture_free(a->clean);
    free(a->memory);
    free(a->was);
    sq_frame_free(&a->half);
    free(a);
    return code;
}

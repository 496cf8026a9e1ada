/* Lays out the picture of each stage as a plate: what was found on the camera's picture, the largest clusters
 * magnified in the rail, the stage and its words beneath. Of the pile search two pictures are gathered
 * cluster by cluster and kept until its end. */
#include "ui/draw/stage_pictures.h"

#include <stdio.h>
#include <stdlib.h>

#include "ui/draw/stage_marks.h"
#include "ui/plate/overlay.h"

/* Magnified in the rail: so many clusters, and at most so many times as large. */
enum { INSETS = 5, MOST_ZOOM = 8 };
/* Of a cluster's box, what an inset shows. */
#define INSET_ROOM 1.1
/* Units: between insets, and about the words; of the letters. */
#define GAP 14.0
#define MARGIN 30.0
#define HEADLINE 36.0
#define LINE 20.0
/* Words stand in so many columns. */
enum { COLUMNS = 3 };

enum { PATH_CAP = 4096 };

struct sq_stage_pictures {
    const char *folder;
    sq_picture *model, *residual; /* of the clusters of this look; null before the first */
    int disc_count;
    sq_stage_disc disc[SQ_SEEN_CAP]; /* what is drawn on the model */
    sq_overlay *overlay;
    sq_surface *canvas;
    sq_photo *photo;
    sq_layout placed;
    sq_code code; /* the first failure */
    sq_diag diag;
};

sq_code sq_stage_pictures_new(sq_stage_pictures **out, sq_diag *d) {
    sq_stage_pictures *s = *out = calloc(1, sizeof *s);
    if (!s) return sq_fail(d, SQ_E_MEMORY, "not enough memory for pictures of stages; close other programs");
    sq_code code = sq_overlay_new(&s->overlay, d);
    if (!code) code = sq_surface_new(&s->canvas, d);
    return code ? code : sq_photo_new(&s->photo, d);
}

static void drop_clusters(sq_stage_pictures *s) {
    sq_picture_free(s->model);
    sq_picture_free(s->residual);
    s->model = s->residual = NULL;
    s->disc_count = 0;
}

void sq_stage_pictures_free(sq_stage_pictures *s) {
    if (!s) return;
    drop_clusters(s);
    sq_overlay_free(s->overlay);
    sq_surface_free(s->canvas);
    sq_photo_free(s->photo);
    free(s);
}

void sq_stage_pictures_begin(sq_stage_pictures *s, const char *folder) {
    drop_clusters(s);
    s->folder = folder;
    s->code = SQ_OK;
}

sq_code sq_stage_pictures_end(const sq_stage_pictures *s, sq_diag *d) {
    return s->code ? sq_fail(d, s->code, "%s", s->diag.text) : SQ_OK;
}

/* ---- The frame of a picture ---- */

static int number_of(sq_stage stage) {
    int number = 1;
    for (int k = 0; k < (int)stage; k++)
        number += sq_stage_of((sq_stage)k)->run != NULL;
    return number;
}

/* The boxes of the largest clusters that winks are made of, or of the blobs before there are clusters. */
static int boxes_of(const sq_eye_state *v, sq_stage stage, sq_box box[INSETS]) {
    int n = 0;
    for (int i = 0; stage >= SQ_STAGE_CLUSTER && i < v->clusters.count && n < INSETS; i++) {
        const sq_cluster *k = &v->clusters.cluster[i];
        if (!k->is_region) box[n++] = (sq_box){k->x0, k->y0, k->x1, k->y1};
    }
    for (int i = 0;
         stage >= SQ_STAGE_SEGMENT && stage < SQ_STAGE_CLUSTER && i < v->segments.blob_count && n < INSETS;
         i++) {
        const sq_blob *b = &v->segments.blob[i];
        box[n++] = (sq_box){b->x0, b->y0, b->x1, b->y1};
    }
    return n;
}

/* The stage's name and what it does, and beneath them the words in columns. */
static void write_words(const sq_plate *s, const sq_eye_state *v, sq_stage stage, const char *more) {
    char text[256];
    const sq_stage_entry *e = sq_stage_of(stage);
    sq_stage_words words;
    double margin = MARGIN * s->u, left = s->third.left + margin, wide = s->third.width - 2 * margin,
           y = s->third.top + margin / 2, bottom = s->third.top + s->third.height - margin / 2,
           row = LINE * SQ_LINE_SHARE * s->u, column = wide / COLUMNS;
    snprintf(text, sizeof text, "%d %s%s: %s", number_of(stage), e->name, more, e->does);
    y += sq_plate_write(s, (sq_px){left, y}, wide, 2, HEADLINE, true, text, s->theme->ink) + margin / 4;
    sq_stage_say(&words, v, stage);
    int rows = (int)((bottom - y) / row), columns = words.count > rows ? COLUMNS : 1;
    for (int i = 0; i < words.count && i < columns * rows; i++) {
        sq_px at = {left + i / rows * column, y + i % rows * row};
        sq_plate_write(s, at, columns > 1 ? column - margin : wide, 1, LINE, false, words.line[i],
                       s->theme->quiet);
    }
}

/* The picture and the marks in a pane, through the plate's window. */
static void draw_through(sq_stage_pictures *s, const sq_plate *plate, sq_pane at, const sq_eye_state *v,
                         sq_stage stage) {
    sq_surface_photo(s->canvas, at, s->photo, plate->window.from, plate->window.zoom);
    if (stage != SQ_STAGE_PILE_SEARCH) {
        sq_stage_draw(plate, at, v, stage);
        return;
    }
    sq_surface_clip_pane(s->canvas, at);
    sq_stage_draw_discs(plate, s->disc, s->disc_count);
    sq_surface_unclip(s->canvas);
}

static void draw_insets(sq_stage_pictures *s, const sq_plate *plate, const sq_eye_state *v, sq_stage stage) {
    sq_box box[INSETS];
    int n = boxes_of(v, stage, box), columns = plate->columns, rows = (INSETS + columns - 1) / columns;
    double gap = GAP * plate->u, wide = (plate->rail.width - (columns + 1) * gap) / columns,
           tall = (plate->rail.height - (rows + 1) * gap) / rows;
    for (int i = 0; i < n; i++) {
        double most = fmax((box[i].x1 - box[i].x0) / wide, (box[i].y1 - box[i].y0) / tall);
        sq_pane at = {plate->rail.left + gap + i % columns * (wide + gap),
                      plate->rail.top + gap + i / columns * (tall + gap), wide, tall};
        sq_plate near = *plate;
        near.window.from = (sq_px){(box[i].x0 + box[i].x1) / 2.0, (box[i].y0 + box[i].y1) / 2.0};
        near.window.to = (sq_px){at.left + at.width / 2 - 0.5, at.top + at.height / 2 - 0.5};
        near.window.zoom = fmin(MOST_ZOOM, 1 / (INSET_ROOM * most));
        draw_through(s, &near, at, v, stage);
    }
}

/* p, which is tinted already, becomes the plate. */
static sq_code draw_plate(sq_stage_pictures *s, sq_picture *p, const sq_eye_state *v, sq_stage stage,
                          const char *more) {
    sq_frame f = sq_picture_frame(p);
    sq_plate plate = {.canvas = s->canvas, .placed = &s->placed, .theme = &sq_theme_screen};
    sq_plate_plan(&plate, f.width, f.height, false);
    plate.window.camera = v->camera;
    sq_code code = sq_photo_set(s->photo, p, sq_photo_plain, &s->diag);
    if (!code) code = sq_plate_begin(&plate, &s->diag);
    if (code) return code;
    draw_through(s, &plate, plate.mat, v, stage);
    draw_insets(s, &plate, v, stage);
    write_words(&plate, v, stage, more);
    return sq_surface_lay(s->canvas, p, 0, &s->diag);
}

/* ---- Writing ---- */

bool sq_stage_picture_path(char *out, size_t size, const char *folder, sq_stage stage, const char *more) {
    int n = snprintf(out, size, "%s/%02d-%s%s.png", folder, number_of(stage), sq_stage_of(stage)->name, more);
    return n >= 0 && (size_t)n < size;
}

/* Takes the picture and frees it. */
static void write_picture(sq_stage_pictures *s, sq_picture *p, sq_stage stage, const char *more) {
    char path[PATH_CAP];
    if (!s->code && !sq_stage_picture_path(path, sizeof path, s->folder, stage, more))
        s->code = sq_fail(&s->diag, SQ_E_ARGUMENT, "%.100s...: the name is too long; use a shorter folder",
                          s->folder);
    if (!s->code) s->code = sq_picture_write(p, path, 1, &s->diag);
    sq_picture_free(p);
}

static sq_code dimmed(sq_picture **out, const sq_frame *f, sq_diag *d) {
    sq_code code = sq_picture_from_frame(out, f, d);
    if (!code) sq_stage_dim(*out);
    return code;
}

static void add_cluster(sq_stage_pictures *s, const sq_eye_state *v) {
    if (!s->code && !s->model) s->code = dimmed(&s->model, &v->frame, &s->diag);
    if (!s->code && !s->residual) s->code = dimmed(&s->residual, &v->frame, &s->diag);
    if (s->code) return;
    s->disc_count += sq_stage_discs(s->disc + s->disc_count, SQ_SEEN_CAP - s->disc_count, v);
    sq_stage_tint_residual(s->residual, v);
}

static void write_clusters(sq_stage_pictures *s, const sq_eye_state *v) {
    if (!s->model) add_cluster(s, v); /* there was none */
    if (s->code) return;
    sq_picture *model = s->model, *residual = s->residual;
    s->model = s->residual = NULL;
    s->code = draw_plate(s, model, v, SQ_STAGE_PILE_SEARCH, "");
    write_picture(s, model, SQ_STAGE_PILE_SEARCH, "");
    s->disc_count = 0;
    if (!s->code) s->code = draw_plate(s, residual, v, SQ_STAGE_PILE_SEARCH, SQ_STAGE_RESIDUAL);
    write_picture(s, residual, SQ_STAGE_PILE_SEARCH, SQ_STAGE_RESIDUAL);
}

static void write_stage(sq_stage_pictures *s, const sq_eye_state *v, sq_stage stage) {
    sq_picture *p = NULL;
    s->code = sq_picture_from_frame(&p, &v->frame, &s->diag);
    if (s->code) return;
    if (stage == SQ_STAGE_POSITION) {
        s->code =
            sq_overlay_draw(s->overlay, p, &(sq_shown){.position = v->out, .camera = v->camera}, &s->diag);
    } else {
        sq_stage_tint(p, v, stage);
        s->code = draw_plate(s, p, v, stage, "");
    }
    write_picture(s, p, stage, "");
}

void sq_stage_pictures_hook(void *user, const sq_eye_state *v, sq_stage stage, int cluster) {
    sq_stage_pictures *s = user;
    if (s->code) return;
    if (cluster >= 0)
        add_cluster(s, v);
    else if (stage == SQ_STAGE_PILE_SEARCH)
        write_clusters(s, v);
    else
        write_stage(s, v, stage);
}

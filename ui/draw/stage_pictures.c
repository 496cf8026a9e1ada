/* One function a stage draws into a copy of the frame what the view holds; the pile search is drawn cluster
 * by cluster into two pictures that are kept until its end. */
#include "ui/draw/stage_pictures.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/canvas/letters.h"
#include "ui/draw/pen.h"
#include "ui/plate/overlay.h"
#include "vision/explain/disc_render.h"
#include "vision/frame/opencv.h"
#include "vision/position/rim_gap.h"
#include "vision/position/wink_discs.h"

/* Rows of a picture for which a thin line is a pixel wide. */
#define UNIT_ROWS 1080.0
/* How much of what stands out covers the picture. */
#define TINT 0.55
/* The residual, in chroma, that is drawn as white: half of a strong colour. */
#define WHITE_RESIDUAL 0.3f
/* Of the picture's own light that is left where a model is drawn, to tell where it lies. */
#define DIMMED 0.35

/* The light in which discs are drawn, in felts. */
#define MODEL_LIGHT 0.7f
/* Magnified beneath a picture: so many clusters, and at most so many times as large. */
enum { INSETS = 5, MOST_ZOOM = 8 };
/* Pixels, of a dot. */
#define DOT_PX 1.5
/* Of a cluster's box, what an inset shows. */
#define INSET_ROOM 1.1

enum { RIM_POINTS = 64, MOST_LINES = 20, PATH_CAP = 4096 };

struct sq_stage_pictures {
    const char *folder;
    sq_picture *model, *residual; /* of the clusters of this look; null before the first */
    sq_overlay *overlay;
    sq_code code; /* the first failure */
    sq_diag diag;
};

sq_code sq_stage_pictures_new(sq_stage_pictures **out, sq_diag *d) {
    sq_stage_pictures *s = *out = calloc(1, sizeof *s);
    if (!s) return sq_fail(d, SQ_E_MEMORY, "not enough memory for pictures of stages; close other programs");
    return sq_overlay_new(&s->overlay, d);
}

static void drop_clusters(sq_stage_pictures *s) {
    sq_picture_free(s->model);
    sq_picture_free(s->residual);
    s->model = s->residual = NULL;
}

void sq_stage_pictures_free(sq_stage_pictures *s) {
    if (!s) return;
    drop_clusters(s);
    sq_overlay_free(s->overlay);
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

/* ---- Pixels ---- */

static unsigned char *pixel(sq_picture *p, int x, int y) {
    int stride;
    unsigned char *pixels = sq_picture_pixels(p, &stride);
    return pixels + (ptrdiff_t)y * stride + 3 * (ptrdiff_t)x;
}

static void blend(unsigned char *to, sq_paint c) {
    unsigned char from[3] = {c.b, c.g, c.r};
    for (int i = 0; i < 3; i++)
        to[i] = (unsigned char)(c.alpha * from[i] + (1 - c.alpha) * to[i] + 0.5);
}

/* Blends a colour into a box, as far as it lies in the picture. */
static void tint_box(sq_picture *p, sq_box b, sq_paint c) {
    sq_frame f = sq_picture_frame(p);
    for (int y = b.y0 < 0 ? 0 : b.y0; y < b.y1 && y < f.height; y++)
        for (int x = b.x0 < 0 ? 0 : b.x0; x < b.x1 && x < f.width; x++)
            blend(pixel(p, x, y), c);
}

static void tint_span(sq_picture *p, sq_span s, int y, sq_paint c) {
    tint_box(p, (sq_box){s.begin, y, s.end, y + 1}, c);
}

/* Colours that tell neighbours apart. */
static sq_paint paint_of(int i) {
    static const unsigned char bgr[][3] = {{255, 120, 60}, {60, 220, 60},  {70, 70, 255},
                                           {40, 230, 250}, {240, 80, 230}, {230, 230, 60}};
    const unsigned char *c = bgr[i % (int)(sizeof bgr / sizeof *bgr)];
    return (sq_paint){c[0], c[1], c[2], TINT};
}

/* A plastic's colour, by its name. */
static sq_paint paint_of_colour(sq_colour c) {
    static const sq_paint paint[SQ_USUAL_COLOURS] = {[SQ_BLUE] = {255, 120, 40, 0.8},
                                                     [SQ_GREEN] = {60, 200, 60, 0.8},
                                                     [SQ_RED] = {60, 60, 250, 0.8},
                                                     [SQ_YELLOW] = {30, 230, 255, 0.8}};
    return paint[c];
}

static const sq_paint white = {255, 255, 255, 1}, black = {0, 0, 0, 0.75}, red = {60, 60, 255, 0.8};

/* ---- Shapes ---- */

static double unit_of(const sq_picture *p) {
    return fmax(1, sq_picture_frame(p).height / UNIT_ROWS);
}

static void draw_box(sq_picture *p, int x0, int y0, int x1, int y1, sq_paint c) {
    sq_px corner[] = {{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}};
    sq_draw_polyline(p, corner, 4, true, (int)(2 * unit_of(p)), c);
}

static void rim_points(const sq_disc *d, sq_px points[RIM_POINTS]) {
    for (int i = 0; i < RIM_POINTS; i++)
        points[i] = sq_disc_point(d, 2 * M_PI * i / RIM_POINTS, d->radius_mm);
}

static void draw_disc(sq_picture *p, const sq_disc *d, sq_paint c) {
    sq_px points[RIM_POINTS];
    rim_points(d, points);
    sq_draw_polyline(p, points, RIM_POINTS, true, (int)(1.5 * unit_of(p)), c);
}

static void write_line(sq_picture *p, int line, const char *text) {
    double height = 14 * unit_of(p);
    sq_letters_draw(p, (sq_px){height, 2 * height * (line + 1)}, height, text, white, black);
}

/* ---- What each stage has found ---- */

static void draw_outline(sq_picture *p, const sq_eye_state *v) {
    for (int y = 0; y < v->outline.height; y++) {
        sq_span in = v->outline.inner[y], reach = v->outline.reach[y];
        if (reach.begin < reach.end && in.begin < in.end) {
            tint_span(p, (sq_span){reach.begin, in.begin}, y, paint_of(3));
            tint_span(p, (sq_span){in.end, reach.end}, y, paint_of(3));
        } else if (reach.begin < reach.end)
            tint_span(p, reach, y, paint_of(3));
    }
    write_line(p, 1, "yellow: beyond the mat's edge, where a wink may still lie");
}

/* Each tile as its surface is taken to look; a line of the picture is left between them. */
static void draw_background(sq_picture *p, const sq_eye_state *v) {
    const sq_background *s = &v->surface;
    for (int y = 0; y < v->outline.height; y++)
        for (int x = 0; x < v->outline.width; x++) {
            if (x % s->tile_px < 2 || y % s->tile_px < 2) continue;
            bool on = x >= v->outline.inner[y].begin && x < v->outline.inner[y].end;
            sq_background_kind kind = on ? SQ_BACKGROUND_FELT : SQ_BACKGROUND_TABLE;
            const sq_tile *t = &s->tile[kind][y / s->tile_px * s->cols + x / s->tile_px];
            if (!s->known[kind]) continue;
            unsigned char *to = pixel(p, x, y);
            for (int i = 0; i < 3; i++)
                to[i] = (unsigned char)t->level[2 - i];
        }
}

static void draw_pot(sq_picture *p, const sq_eye_state *v) {
    char text[160];
    for (int y = 0; y < v->outline.height && v->pot.found; y++)
        tint_span(p, v->pot.row[y], y, (sq_paint){red.b, red.g, red.r, 0.35});
    for (int i = 0; i < SQ_POT_LEVELS; i++)
        draw_disc(p, &v->pot.level[i], paint_of(5));
    snprintf(text, sizeof text, v->pot.found ? "at (%.1f, %.1f) mm; red: what it hides" : "none is found",
             v->pot.at.x, v->pot.at.y);
    write_line(p, 1, text);
}

/* The blob that a run belongs to; -1: it was too small for one. */
static int blob_of(const sq_segments *g, int run) {
    while (g->run[run].parent != run)
        run = g->run[run].parent;
    for (int i = 0; i < g->blob_count; i++)
        if (g->blob[i].first == run) return i;
    return -1;
}

static sq_box box_of_run(const sq_segments *g, int run) {
    const sq_run *r = &g->run[run];
    return (sq_box){r->begin * g->step, r->row * g->step, r->end * g->step, (r->row + 1) * g->step};
}

static void draw_segment(sq_picture *p, const sq_eye_state *v) {
    char text[160];
    const sq_segments *g = &v->segments;
    for (int i = 0; i < g->run_count; i++) {
        int blob = blob_of(g, i);
        tint_box(p, box_of_run(g, i), blob < 0 ? (sq_paint){160, 160, 160, TINT} : paint_of(blob));
    }
    snprintf(text, sizeof text, "%d blobs, each in a colour of its own; grey: too small", g->blob_count);
    write_line(p, 1, text);
}

/* Each sample that stands out in the name of the colour that it is nearest to. */
static void draw_palette(sq_picture *p, const sq_eye_state *v) {
    static const char *const name[SQ_USUAL_COLOURS] = {
        [SQ_BLUE] = "blue", [SQ_GREEN] = "green", [SQ_RED] = "red", [SQ_YELLOW] = "yellow"};
    const sq_segments *g = &v->segments;
    for (int i = 0; i < g->run_count; i++)
        for (int k = g->run[i].begin; k < g->run[i].end; k++) {
            int x = k * g->step, y = g->run[i].row * g->step;
            float felt[3];
            const unsigned char *at = pixel(p, x, y);
            sq_felt_at(&v->surface, (float)x, (float)y, felt);
            float green = (float)at[1] / felt[1];
            sq_chroma c = {(float)at[2] / felt[0] - green, (float)at[0] / felt[2] - green};
            float confidence;
            sq_colour colour = sq_palette_nearest(&v->palette, c, &confidence);
            if (sq_palette_shows(&v->palette, colour, c, (double)SQ_LABEL_SHARE))
                tint_box(p, (sq_box){x, y, x + g->step, y + g->step}, paint_of_colour(colour));
        }
    for (int c = 0; c < SQ_USUAL_COLOURS; c++) {
        const sq_palette_colour *k = &v->palette.colour[c];
        char text[160];
        snprintf(text, sizeof text, "%s: chroma at %.0f degrees, length %.2f, %d samples", name[c],
                 (double)k->angle, (double)k->length, k->samples);
        write_line(p, c + 1, text);
    }
}

static void draw_rim_winks(sq_picture *p, const sq_eye_state *v) {
    draw_disc(p, &v->pot.level[SQ_POT_LEVELS - 1], paint_of(5));
    for (int i = 0; i < v->pot.rim_count; i++)
        draw_disc(p, &v->pot.rim[i], red);
}

static void draw_glare(sq_picture *p, const sq_eye_state *v) {
    for (int i = 0; i < v->segments.blob_count; i++) {
        const sq_blob *b = &v->segments.blob[i];
        if (b->bright) draw_box(p, b->x0, b->y0, b->x1, b->y1, red);
    }
}

static void draw_clusters(sq_picture *p, const sq_eye_state *v) {
    for (int i = 0; i < v->clusters.count; i++) {
        const sq_cluster *k = &v->clusters.cluster[i];
        char text[16];
        snprintf(text, sizeof text, "%d", i);
        draw_box(p, k->x0, k->y0, k->x1, k->y1, k->is_region ? red : paint_of(k->is_bright ? 3 : 1));
        sq_letters_draw(p, (sq_px){k->x1 + 3.0, k->y0 + 10.0}, 9 * unit_of(p), text, white, black);
    }
    write_line(p, 1, "green: to be explained by winks; yellow: with glare; red: too large for winks");
}

/* For each order of two that overlap a line with a dot on the upper one, and words that say how sure it is.
 */
static void draw_orders(sq_picture *p, const sq_eye_state *v) {
    for (int i = 0, line = 2; i < v->order_count; i++) {
        const sq_order *o = &v->order[i];
        bool over = o->second_over > 0.5;
        const sq_seen_wink *upper = &v->out->winks[over ? o->second : o->first];
        const sq_seen_wink *lower = &v->out->winks[over ? o->first : o->second];
        double sure = over ? o->second_over : 1 - o->second_over;
        char text[160], names[2][4];
        if (sq_gap_between(upper, lower).mm > 0) continue;
        sq_px from = sq_px_from_mm3(v->camera, sq_mm_at_height(upper->at, upper->z));
        sq_draw_line(p, from, sq_px_from_mm3(v->camera, sq_mm_at_height(lower->at, lower->z)), 1,
                     sure > SQ_CALL_CERTAIN ? white : red);
        sq_draw_circle(p, from, DOT_PX, 0, white);
        sq_pen_letter(names[0], upper);
        sq_pen_letter(names[1], lower);
        snprintf(text, sizeof text, "%s at (%.0f, %.0f) over %s at (%.0f, %.0f): %.1f %%", names[0],
                 upper->at.x, upper->at.y, names[1], lower->at.x, lower->at.y, 100 * sure);
        if (line < MOST_LINES) write_line(p, line++, text);
    }
}

/* The winks and regions so far. */
static void draw_winks(sq_picture *p, const sq_eye_state *v) {
    const sq_position *seen = v->out;
    for (int i = 0; i < seen->wink_count; i++) {
        sq_disc d = sq_disc_of_wink(&seen->winks[i], v->camera);
        draw_disc(p, &d, paint_of_colour(seen->winks[i].colour));
    }
    for (int i = 0; i < seen->region_count; i++) {
        sq_disc d = {.at = seen->regions[i].at, .radius_mm = seen->regions[i].radius_mm};
        sq_disc_place(&d, v->camera);
        draw_disc(p, &d, red);
    }
    draw_orders(p, v);
    write_line(p, 1, "red rings: regions; a line joins two that overlap, with a dot on the upper; red: open");
}

static void draw_blur(sq_picture *p, const sq_eye_state *v) {
    char text[160];
    snprintf(text, sizeof text, "blur %.2f pixels%s", v->blur_px,
             v->is_again           ? " (looked at twice)"
             : v->has_other_optics ? ": all is looked at again"
                                   : "");
    write_line(p, 1, text);
}

typedef void draw(sq_picture *p, const sq_eye_state *v);

/* Who draws a stage; null: the winks as they now are. */
static draw *const drawing[SQ_STAGES] = {
    [SQ_STAGE_OUTLINE] = draw_outline,
    [SQ_STAGE_BACKGROUND] = draw_background,
    [SQ_STAGE_NOISE] = draw_blur,
    [SQ_STAGE_POT] = draw_pot,
    [SQ_STAGE_SEGMENT] = draw_segment,
    [SQ_STAGE_PALETTE] = draw_palette,
    [SQ_STAGE_WINKS_ON_RIM] = draw_rim_winks,
    [SQ_STAGE_GLARE] = draw_glare,
    [SQ_STAGE_CLUSTER] = draw_clusters,
    [SQ_STAGE_CHROMA_SITING] = draw_blur,
    [SQ_STAGE_BLUR_ESTIMATE] = draw_blur,
};

/* ---- The pile search ---- */

/* What the discs are drawn as: their chroma on the felt there, in its light. */
static sq_paint paint_of_disc(const sq_eye_state *v, const sq_disc *d) {
    float felt[3], level[3];
    sq_felt_at(&v->surface, (float)d->centre.x, (float)d->centre.y, felt);
    float green = MODEL_LIGHT - (d->chroma.x + d->chroma.y) / 3;
    level[0] = felt[0] * (green + d->chroma.x);
    level[1] = felt[1] * green;
    level[2] = felt[2] * (green + d->chroma.y);
    for (int i = 0; i < 3; i++)
        level[i] = fminf(fmaxf(level[i], 0), 255);
    return (sq_paint){(unsigned char)level[2], (unsigned char)level[1], (unsigned char)level[0], 1};
}

static void add_model(sq_picture *p, const sq_eye_state *v) {
    for (int k = 0; k < v->pile.count; k++) {
        sq_px points[RIM_POINTS];
        rim_points(&v->pile.wink[k].disc, points);
        sq_draw_polygon(p, points, RIM_POINTS, paint_of_disc(v, &v->pile.wink[k].disc));
        sq_draw_polyline(p, points, RIM_POINTS, true, 1, black);
    }
}

/* Grey by how far the window's chroma is from what the discs are drawn as; what is not believed is red. */
static void add_residual(sq_picture *p, const sq_eye_state *v) {
    const sq_window *w = &v->window;
    sq_disc disc[SQ_FIT_CAP];
    sq_disc_render render;
    for (int k = 0; k < v->pile.count; k++)
        disc[k] = v->pile.wink[k].disc;
    if (w->w > SQ_DRAWN_WIDTH) return;
    sq_disc_render_begin(&render, disc, v->pile.count, v->blur_px, w->x0, w->w);
    for (int y = 0; y < w->h; y++) {
        sq_drawn_row *row = sq_disc_render_memory();
        sq_disc_render_row(row, &render, w->ground + (ptrdiff_t)y * w->w, w->y0 + y);
        for (int x = 0; x < w->w; x++) {
            sq_chroma c = w->chroma[y * w->w + x];
            float off = hypotf(c.x - row->model[0].at[x], c.y - row->model[1].at[x]) / WHITE_RESIDUAL;
            unsigned char grey = (unsigned char)(255 * fminf(off, 1));
            bool believed = w->believed[y * w->w + x] > 0;
            blend(pixel(p, w->x0 + x, w->y0 + y),
                  (sq_paint){believed ? grey : 40, believed ? grey : 40, believed ? grey : 120, 1});
        }
    }
}

static sq_code dimmed(sq_picture **out, const sq_frame *f, sq_diag *d) {
    sq_code code = sq_picture_from_frame(out, f, d);
    if (!code) tint_box(*out, (sq_box){0, 0, f->width, f->height}, (sq_paint){0, 0, 0, 1 - DIMMED});
    return code;
}

static void add_cluster(sq_stage_pictures *s, const sq_eye_state *v) {
    if (!s->code && !s->model) s->code = dimmed(&s->model, &v->frame, &s->diag);
    if (!s->code && !s->residual) s->code = dimmed(&s->residual, &v->frame, &s->diag);
    if (s->code) return;
    add_model(s->model, v);
    add_residual(s->residual, v);
}

/* ---- Insets ---- */

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

/* Puts a row of them, magnified, beneath the picture; *p becomes a larger one. */
static sq_code add_insets(sq_picture **p, const sq_eye_state *v, sq_stage stage, sq_diag *d) {
    sq_box box[INSETS];
    int n = boxes_of(v, stage, box);
    if (!n) return SQ_OK;
    sq_frame f = sq_picture_frame(*p);
    int side = f.width / INSETS;
    sq_picture *larger = NULL;
    sq_code code = sq_picture_new(&larger, f.width, f.height + side, d);
    if (code) return code;
    for (int y = 0; y < f.height; y++)
        memcpy(pixel(larger, 0, y), f.plane[0] + (ptrdiff_t)y * f.stride[0], 3 * (size_t)f.width);
    for (int i = 0; i < n; i++) {
        sq_px middle = {(box[i].x0 + box[i].x1) / 2.0, (box[i].y0 + box[i].y1) / 2.0};
        double most = fmax(box[i].x1 - box[i].x0, box[i].y1 - box[i].y0);
        sq_picture_magnify(larger, i * side, f.height, side, side, *p, middle,
                           fmin(MOST_ZOOM, side / (INSET_ROOM * most)));
    }
    sq_picture_free(*p);
    *p = larger;
    return SQ_OK;
}

/* ---- Writing ---- */

static int number_of(sq_stage stage) {
    int number = 1;
    for (int k = 0; k < (int)stage; k++)
        number += sq_stage_of((sq_stage)k)->run != NULL;
    return number;
}

bool sq_stage_picture_path(char *out, size_t size, const char *folder, sq_stage stage, const char *more) {
    int n = snprintf(out, size, "%s/%02d-%s%s.png", folder, number_of(stage), sq_stage_of(stage)->name, more);
    return n >= 0 && (size_t)n < size;
}

/* Takes the picture and frees it. */
static void write_picture(sq_stage_pictures *s, sq_picture *p, const sq_eye_state *v, sq_stage stage,
                          const char *more) {
    char path[PATH_CAP], text[200];
    const sq_stage_entry *e = sq_stage_of(stage);
    snprintf(text, sizeof text, "%d %s%s: %s", number_of(stage), e->name, more, e->does);
    if (stage != SQ_STAGE_POSITION) write_line(p, 0, text); /* the overlay has words of its own there */
    if (stage != SQ_STAGE_POSITION && !s->code) s->code = add_insets(&p, v, stage, &s->diag);
    if (!s->code && !sq_stage_picture_path(path, sizeof path, s->folder, stage, more))
        s->code = sq_fail(&s->diag, SQ_E_ARGUMENT, "%.100s...: the name is too long; use a shorter folder",
                          s->folder);
    if (!s->code) s->code = sq_picture_write(p, path, 1, &s->diag);
    sq_picture_free(p);
}

static void write_clusters(sq_stage_pictures *s, const sq_eye_state *v) {
    if (!s->model) add_cluster(s, v); /* there was none */
    if (s->code) return;
    sq_picture *model = s->model, *residual = s->residual;
    s->model = s->residual = NULL;
    write_picture(s, model, v, SQ_STAGE_PILE_SEARCH, "");
    write_picture(s, residual, v, SQ_STAGE_PILE_SEARCH, SQ_STAGE_RESIDUAL);
}

static void write_stage(sq_stage_pictures *s, const sq_eye_state *v, sq_stage stage) {
    sq_picture *p = NULL;
    s->code = sq_picture_from_frame(&p, &v->frame, &s->diag);
    if (s->code) return;
    if (stage == SQ_STAGE_POSITION)
        s->code =
            sq_overlay_draw(s->overlay, p, &(sq_shown){.position = v->out, .camera = v->camera}, &s->diag);
    else
        (drawing[stage] ? drawing[stage] : draw_winks)(p, v);
    if (s->code)
        sq_picture_free(p);
    else
        write_picture(s, p, v, stage, "");
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

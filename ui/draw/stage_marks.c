/* Up to three functions a stage: one tints pixels, one draws through a window, one tells in words. */
#include "ui/draw/stage_marks.h"

#include <stdarg.h>
#include <stdio.h>

#include "ui/plate/winks_of_ruling.h"
#include "vision/explain/disc_render.h"
#include "vision/position/rim_gap.h"
#include "vision/position/squop.h"
#include "vision/position/winks_in_reach.h"

/* How much of what stands out covers the picture. */
#define TINT 0.55
/* The residual, in chroma, that is drawn as white: half of a strong colour. */
#define WHITE_RESIDUAL 0.3f
/* Of the picture's own light that is left where a model is drawn, to tell where it lies. */
#define DIMMED 0.35
/* The light in which discs are drawn, in felts. */
#define MODEL_LIGHT 0.7f
/* Units of a plate: lines, dots, and names of clusters. */
#define THIN 1.5
#define BOX 2.0
#define DOT 3.0
#define NAME 19.0
/* Units: so far from its cluster a name may stand. */
#define NEAR 60.0

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

/* Of paint_of: yellow, green, turquoise. */
enum { GREEN = 1, YELLOW = 3, TURQUOISE = 5 };

/* ---- Through the window ---- */

static sq_px seen_at(const sq_plate *s, sq_px at) {
    const sq_glass *w = &s->window;
    return (sq_px){w->to.x + (at.x - w->from.x) * w->zoom, w->to.y + (at.y - w->from.y) * w->zoom};
}

static sq_plate_line line_of(sq_paint paint, double width) {
    paint.alpha = 1;
    return (sq_plate_line){.width = width, .paint = paint, .cased = true};
}

static void draw_outline_of(const sq_plate *s, int owner, const sq_px *points, int count,
                            sq_plate_line with) {
    sq_px seen[SQ_STAGE_RIM];
    for (int i = 0; i < count; i++)
        seen[i] = seen_at(s, points[i]);
    sq_plate_draw_line(s, owner, seen, count, true, with);
}

static void draw_box(const sq_plate *s, int owner, sq_box b, sq_paint c) {
    sq_px corner[] = {{b.x0, b.y0}, {b.x1, b.y0}, {b.x1, b.y1}, {b.x0, b.y1}};
    draw_outline_of(s, owner, corner, 4, line_of(c, BOX));
}

static void rim_points(const sq_disc *d, sq_px points[SQ_STAGE_RIM]) {
    for (int i = 0; i < SQ_STAGE_RIM; i++)
        points[i] = sq_disc_point(d, 2 * M_PI * i / SQ_STAGE_RIM, d->radius_mm);
}

static void draw_disc(const sq_plate *s, const sq_disc *d, sq_paint c) {
    sq_px points[SQ_STAGE_RIM];
    rim_points(d, points);
    draw_outline_of(s, SQ_OWNED_BY_NOBODY, points, SQ_STAGE_RIM, line_of(c, THIN));
}

__attribute__((format(printf, 2, 3))) static void say(sq_stage_words *out, const char *text, ...) {
    va_list more;
    if (out->count == SQ_STAGE_LINES) return;
    va_start(more, text);
    vsnprintf(out->line[out->count++], SQ_STAGE_LINE_MAX, text, more);
    va_end(more);
}

/* ---- What each stage has found ---- */

static void tint_outline(sq_picture *p, const sq_eye_state *v) {
    for (int y = 0; y < v->outline.height; y++) {
        sq_span in = v->outline.inner[y], reach = v->outline.reach[y];
        if (reach.begin < reach.end && in.begin < in.end) {
            tint_span(p, (sq_span){reach.begin, in.begin}, y, paint_of(YELLOW));
            tint_span(p, (sq_span){in.end, reach.end}, y, paint_of(YELLOW));
        } else if (reach.begin < reach.end)
            tint_span(p, reach, y, paint_of(YELLOW));
    }
}

static void say_outline(sq_stage_words *out, const sq_eye_state *v) {
    (void)v;
    say(out, "yellow: beyond the mat's edge, where a wink may still lie");
}

/* Each tile as its surface is taken to look; a line of the picture is left between them. */
static void tint_background(sq_picture *p, const sq_eye_state *v) {
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

static void tint_pot(sq_picture *p, const sq_eye_state *v) {
    sq_paint hidden = sq_paint_line[SQ_RED];
    hidden.alpha = TINT;
    for (int y = 0; y < v->outline.height && v->pot.found; y++)
        tint_span(p, v->pot.row[y], y, hidden);
}

static void draw_pot(const sq_plate *s, const sq_eye_state *v) {
    for (int i = 0; i < SQ_POT_LEVELS; i++)
        draw_disc(s, &v->pot.level[i], paint_of(TURQUOISE));
}

static void say_pot(sq_stage_words *out, const sq_eye_state *v) {
    if (v->pot.found)
        say(out, "at (%.1f, %.1f) mm; red: what it hides", v->pot.at.x, v->pot.at.y);
    else
        say(out, "none is found");
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

static void tint_segment(sq_picture *p, const sq_eye_state *v) {
    const sq_segments *g = &v->segments;
    for (int i = 0; i < g->run_count; i++) {
        int blob = blob_of(g, i);
        tint_box(p, box_of_run(g, i), blob < 0 ? (sq_paint){160, 160, 160, TINT} : paint_of(blob));
    }
}

static void say_segment(sq_stage_words *out, const sq_eye_state *v) {
    say(out, "%d blobs, each in a colour of its own; grey: too small", v->segments.blob_count);
}

/* Each sample that stands out in the name of the colour that it is nearest to. */
static void tint_palette(sq_picture *p, const sq_eye_state *v) {
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
                tint_box(p, (sq_box){x, y, x + g->step, y + g->step}, sq_theme_screen.colour[colour]);
        }
}

static void say_palette(sq_stage_words *out, const sq_eye_state *v) {
    for (unsigned c = 0; c < SQ_USUAL_COLOURS; c++) {
        const sq_palette_colour *k = &v->palette.colour[c];
        say(out, "%s: chroma at %.0f degrees, length %.2f, %d samples", sq_colour_name((sq_colour)c),
            (double)k->angle, (double)k->length, k->samples);
    }
}

static void draw_rim_winks(const sq_plate *s, const sq_eye_state *v) {
    draw_disc(s, &v->pot.level[SQ_POT_LEVELS - 1], paint_of(TURQUOISE));
    for (int i = 0; i < v->pot.rim_count; i++)
        draw_disc(s, &v->pot.rim[i], sq_paint_look);
}

static void say_rim_winks(sq_stage_words *out, const sq_eye_state *v) {
    say(out, "%d on the pot's rim", v->pot.rim_count);
}

static void draw_glare(const sq_plate *s, const sq_eye_state *v) {
    for (int i = 0; i < v->segments.blob_count; i++) {
        const sq_blob *b = &v->segments.blob[i];
        if (b->bright) draw_box(s, i, (sq_box){b->x0, b->y0, b->x1, b->y1}, sq_paint_look);
    }
}

static void name_cluster(const sq_plate *s, sq_pane within, int number, const sq_cluster *k) {
    char text[16];
    double wide = k->x1 - k->x0, tall = k->y1 - k->y0;
    snprintf(text, sizeof text, "%d", number);
    sq_plate_label label = {.owner = number,
                            .centre = seen_at(s, (sq_px){k->x0 + wide / 2, k->y0 + tall / 2}),
                            .radius = hypot(wide, tall) / 2 * s->window.zoom,
                            .within = within,
                            .most = NEAR,
                            .size = NAME,
                            .shape = SQ_NO_COLOUR,
                            .alpha = 1};
    sq_plate_put_label(s, &label, text);
}

static void draw_clusters(const sq_plate *s, sq_pane within, const sq_eye_state *v) {
    for (int i = 0; i < v->clusters.count; i++) {
        const sq_cluster *k = &v->clusters.cluster[i];
        draw_box(s, i, (sq_box){k->x0, k->y0, k->x1, k->y1},
                 k->is_region ? sq_paint_look : paint_of(k->is_bright ? YELLOW : GREEN));
    }
    for (int i = 0; i < v->clusters.count; i++)
        name_cluster(s, within, i, &v->clusters.cluster[i]);
}

static void say_clusters(sq_stage_words *out, const sq_eye_state *v) {
    (void)v;
    say(out, "green: to be explained by winks; yellow: with glare; violet: too large for winks");
}

/* The upper and the lower one of an order, by what is likelier; false where they do not overlap. */
static bool order_of(const sq_eye_state *v, int i, int *upper, int *lower, double *sure) {
    const sq_order *o = &v->order[i];
    bool over = o->second_over > 0.5;
    *upper = over ? o->second : o->first;
    *lower = over ? o->first : o->second;
    *sure = over ? o->second_over : 1 - o->second_over;
    return !(sq_gap_between(&v->out->winks[*upper], &v->out->winks[*lower]).mm > 0);
}

static sq_px px_of(const sq_plate *s, const sq_eye_state *v, const sq_seen_wink *w) {
    return seen_at(s, sq_px_from_mm3(v->camera, sq_mm_at_height(w->at, w->z)));
}

/* For each order of two that overlap a line with a dot on the upper one. */
static void draw_orders(const sq_plate *s, const sq_eye_state *v) {
    int upper, lower;
    double sure;
    for (int i = 0; i < v->order_count; i++) {
        if (!order_of(v, i, &upper, &lower, &sure)) continue;
        sq_paint paint = sure > SQ_CALL_CERTAIN ? sq_paint_light : sq_paint_look;
        sq_px from = px_of(s, v, &v->out->winks[upper]);
        sq_plate_draw_line(s, SQ_OWNED_BY_NOBODY, (sq_px[]){from, px_of(s, v, &v->out->winks[lower])}, 2,
                           false, line_of(paint, THIN));
        sq_surface_circle(s->canvas, from, DOT * s->u, paint);
    }
}

static void draw_winks(const sq_plate *s, const sq_eye_state *v) {
    const sq_position *seen = v->out;
    for (int i = 0; i < seen->wink_count; i++) {
        sq_disc d = sq_disc_of_wink(&seen->winks[i], v->camera);
        draw_disc(s, &d, sq_paint_line[seen->winks[i].colour]);
    }
    for (int i = 0; i < seen->region_count; i++) {
        sq_disc d = {.at = seen->regions[i].at, .radius_mm = seen->regions[i].radius_mm};
        sq_disc_place(&d, v->camera);
        draw_disc(s, &d, sq_paint_look);
    }
    draw_orders(s, v);
}

static void say_winks(sq_stage_words *out, const sq_eye_state *v) {
    int upper, lower;
    double sure;
    say(out, "a line joins two that overlap, with a dot on the upper");
    say(out, "violet: open, or too large for winks");
    for (int i = 0; i < v->order_count; i++) {
        if (!order_of(v, i, &upper, &lower, &sure)) continue;
        char a[SQ_LABEL_MAX], b[SQ_LABEL_MAX];
        const sq_seen_wink *u = &v->out->winks[upper], *l = &v->out->winks[lower];
        say(out, "%s at (%.0f, %.0f) over %s at (%.0f, %.0f): %.1f %%", sq_shown_label(a, v->out, upper),
            u->at.x, u->at.y, sq_shown_label(b, v->out, lower), l->at.x, l->at.y, 100 * sure);
    }
}

static void say_search(sq_stage_words *out, const sq_eye_state *v) {
    (void)v;
    say(out, "the discs as they are drawn, to be compared with the picture");
    say(out, "the residual: white is what they do not explain, red what is not believed");
}

static void say_blur(sq_stage_words *out, const sq_eye_state *v) {
    say(out, "blur %.2f pixels%s", v->blur_px,
        v->is_again           ? " (looked at twice)"
        : v->has_other_optics ? ": all is looked at again"
                              : "");
}

/* ---- The list ---- */

/* Who marks a stage: null means nobody. A stage that has none of all is shown by its winks. */
static const struct {
    void (*tint)(sq_picture *p, const sq_eye_state *v);
    void (*draw)(const sq_plate *s, const sq_eye_state *v);
    void (*say)(sq_stage_words *out, const sq_eye_state *v);
} marks[SQ_STAGES] = {
    [SQ_STAGE_OUTLINE] = {tint_outline, NULL, say_outline},
    [SQ_STAGE_BACKGROUND] = {.tint = tint_background},
    [SQ_STAGE_NOISE] = {.say = say_blur},
    [SQ_STAGE_POT] = {tint_pot, draw_pot, say_pot},
    [SQ_STAGE_SEGMENT] = {tint_segment, NULL, say_segment},
    [SQ_STAGE_PALETTE] = {tint_palette, NULL, say_palette},
    [SQ_STAGE_WINKS_ON_RIM] = {NULL, draw_rim_winks, say_rim_winks},
    [SQ_STAGE_GLARE] = {.draw = draw_glare},
    [SQ_STAGE_CLUSTER] = {.say = say_clusters},
    [SQ_STAGE_PILE_SEARCH] = {.say = say_search},
    [SQ_STAGE_CHROMA_SITING] = {.say = say_blur},
    [SQ_STAGE_BLUR_ESTIMATE] = {.say = say_blur},
};

static bool has_marks(sq_stage stage) {
    return marks[stage].tint || marks[stage].draw || marks[stage].say;
}

void sq_stage_tint(sq_picture *p, const sq_eye_state *v, sq_stage stage) {
    if (marks[stage].tint) marks[stage].tint(p, v);
}

void sq_stage_draw(const sq_plate *s, sq_pane within, const sq_eye_state *v, sq_stage stage) {
    sq_surface_clip_pane(s->canvas, within);
    sq_layout_clip(s->placed, within);
    if (stage == SQ_STAGE_CLUSTER)
        draw_clusters(s, within, v);
    else if (marks[stage].draw)
        marks[stage].draw(s, v);
    else if (!has_marks(stage))
        draw_winks(s, v);
    sq_layout_clip(s->placed, (sq_pane){0});
    sq_surface_unclip(s->canvas);
}

void sq_stage_say(sq_stage_words *out, const sq_eye_state *v, sq_stage stage) {
    out->count = 0;
    if (marks[stage].say)
        marks[stage].say(out, v);
    else if (!has_marks(stage))
        say_winks(out, v);
}

/* ---- The pile search ---- */

/* What a disc is drawn as: its chroma on the felt there, in its light. */
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

int sq_stage_discs(sq_stage_disc *out, int room, const sq_eye_state *v) {
    int n = v->pile.count < room ? v->pile.count : room;
    for (int k = 0; k < n; k++) {
        rim_points(&v->pile.wink[k].disc, out[k].rim);
        out[k].face = paint_of_disc(v, &v->pile.wink[k].disc);
    }
    return n;
}

void sq_stage_draw_discs(const sq_plate *s, const sq_stage_disc *discs, int count) {
    for (int k = 0; k < count; k++) {
        sq_px seen[SQ_STAGE_RIM];
        for (int i = 0; i < SQ_STAGE_RIM; i++)
            seen[i] = seen_at(s, discs[k].rim[i]);
        sq_surface_polygon(s->canvas, seen, SQ_STAGE_RIM, discs[k].face);
        sq_surface_line(s->canvas, seen, SQ_STAGE_RIM, true,
                        (sq_stroke_of){.width = s->u, .paint = sq_paint_dark});
    }
}

void sq_stage_tint_residual(sq_picture *p, const sq_eye_state *v) {
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

void sq_stage_dim(sq_picture *p) {
    sq_frame f = sq_picture_frame(p);
    tint_box(p, (sq_box){0, 0, f.width, f.height}, (sq_paint){0, 0, 0, 1 - DIMMED});
}

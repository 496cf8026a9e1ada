/* Writes the foot of the rail from below: the legend at the very bottom, over it the scale, then what is
 * elsewhere. */
#include "ui/plate/side_legend.h"

#include <stdio.h>
#include <string.h>

#include "ui/plate/inset_sizes.h"

/* Units. */
#define TEXT 21.0
#define ROW 31.0
#define LEGEND_ROWS 6
#define SAMPLE 54.0 /* of a line */
#define SCALE_MM 100.0

typedef struct {
    const sq_plate *s;
    double left, wide;
} foot;

static void write_row(const foot *f, double y, double indent, const char *text, sq_paint ink) {
    sq_plate_write(f->s, (sq_px){f->left + indent, y}, f->wide - indent, 1, TEXT, false, text, ink);
}

/* "■ blue  B large, b small" */
static void draw_colours(const foot *f, double y) {
    static const char *const letters[SQ_USUAL_COLOURS] = {"B b", "G g", "R r", "Y y"};
    double u = f->s->u;
    for (unsigned c = 0; c < SQ_USUAL_COLOURS; c++) {
        double x = f->left + c * f->wide / SQ_USUAL_COLOURS;
        sq_plate_draw_shape(f->s, (sq_colour)c, (sq_px){x + 12 * u, y + 13 * u}, 10 * u);
        sq_plate_write(f->s, (sq_px){x + 30 * u, y}, f->wide / SQ_USUAL_COLOURS - 30 * u, 1, TEXT, false,
                       letters[c], f->s->theme->ink);
    }
}

static void draw_line_row(const foot *f, double y, sq_plate_line line, bool look, const char *text) {
    double u = f->s->u;
    sq_px ends[] = {{f->left, y + 13 * u}, {f->left + SAMPLE * u, y + 13 * u}};
    if (look)
        sq_plate_draw_look(f->s, SQ_OWNED_BY_NOBODY, ends, 2, false);
    else
        sq_plate_draw_line(f->s, SQ_OWNED_BY_NOBODY, ends, 2, false, line);
    write_row(f, y, SAMPLE * u + 12 * u, text, f->s->theme->quiet);
}

/* A bar as long as so many millimetres are beside the pot. */
static void draw_scale(const foot *f, double y) {
    const sq_glass *w = &f->s->window;
    double u = f->s->u, length = SCALE_MM * sq_glass_px_per_mm(w, (sq_mm3){0, 0, 0});
    if (!(length > 0 && length < 0.6 * f->wide)) return;
    sq_px a = {f->left, y + 13 * u}, b = {f->left + length, y + 13 * u};
    sq_stroke_of line = {.width = 2 * u, .paint = f->s->theme->ink};
    sq_surface_line(f->s->canvas, (sq_px[]){a, b}, 2, false, line);
    sq_surface_line(f->s->canvas, (sq_px[]){{a.x, a.y - 6 * u}, {a.x, a.y + 6 * u}}, 2, false, line);
    sq_surface_line(f->s->canvas, (sq_px[]){{b.x, b.y - 6 * u}, {b.x, b.y + 6 * u}}, 2, false, line);
    write_row(f, y, length + 12 * u, "100 mm at the pot", f->s->theme->quiet);
}

/* sees: a position is shown, so that the picture has a scale. */
static void draw_legend(const foot *f, double y, bool ruling, bool sees) {
    double row = ROW * f->s->u;
    sq_paint light = f->s->theme->ink;
    draw_colours(f, y);
    write_row(f, y + row, 0, "capitals are large winks", f->s->theme->quiet);
    draw_line_row(f, y + 2 * row, (sq_plate_line){.width = 2, .paint = light}, false, "a rim that is seen");
    draw_line_row(f, y + 3 * row, (sq_plate_line){.width = 2, .mark = 6, .gap = 5, .paint = light}, false,
                  ruling ? "out of sight; where it lay" : "out of sight");
    draw_line_row(f, y + 4 * row, (sq_plate_line){0}, true, "LOOK: an umpire must look");
    if (sees) draw_scale(f, y + 5 * row);
}

/* Adds what no inset shows to the text: the squops, or what is to be looked at. */
static void list_elsewhere(char *out, size_t room, const sq_position *p, const sq_insets *insets,
                           bool looks) {
    char a[SQ_LABEL_MAX], b[SQ_LABEL_MAX];
    size_t n = strlen(out);
    const char *between = looks ? *out ? ". LOOK also: " : "LOOK also: " : "Elsewhere: ";
    for (int i = 0; i < p->squop_count; i++) {
        const sq_squop *q = &p->squops[i];
        bool shown = insets->of[q->over] >= 0 && insets->of[q->under] >= 0;
        sq_saying what = sq_what_to_say(p, q);
        if (shown || what == SQ_SAY_NOTHING || what == SQ_SAY_CLEAR || n + 40 > room) continue;
        if (looks != (q->call == SQ_CALL_LOOK)) continue;
        n += (size_t)snprintf(out + n, room - n, "%s%s %s %s", between, sq_shown_label(a, p, q->over),
                              looks ? "and" : "over", sq_shown_label(b, p, q->under));
        between = ", ";
    }
}

/* "Elsewhere: G2 over R2, y1 over Y2. LOOK also: r1 and B1" */
static void say_elsewhere(char out[4 * SQ_WORDS_CAP], const sq_position *p, const sq_insets *insets) {
    *out = 0;
    list_elsewhere(out, 4 * SQ_WORDS_CAP, p, insets, false);
    list_elsewhere(out, 4 * SQ_WORDS_CAP, p, insets, true);
}

void sq_rail_foot_draw(const sq_plate *s, const sq_shown *shown, const sq_insets *insets) {
    double u = s->u, gap = SQ_INSET_GAP * u, bottom = s->rail.top + s->rail.height - gap, top = insets->end;
    double wide = (s->rail.width - (s->columns + 1) * gap) / s->columns;
    foot f = {s, s->rail.left + s->rail.width - gap - wide, wide};
    char text[4 * SQ_WORDS_CAP];
    *text = 0;
    if (shown->position) say_elsewhere(text, shown->position, insets);
    double tall = *text ? sq_plate_write(s, (sq_px){0, 0}, wide, 4, TEXT, false, text, (sq_paint){0}) : 0;
    if (*text && top + tall <= bottom) {
        sq_plate_write(s, (sq_px){f.left, top}, wide, 4, TEXT, false, text, s->theme->ink);
        top += tall + gap;
    }
    double legend = LEGEND_ROWS * ROW * u;
    if (top + legend <= bottom) draw_legend(&f, bottom - legend, shown->call, shown->position);
}

/* Draws the mat's outline, bent by the lens, into one span for each row of the picture, at three margins. */
#include "vision/geometry/mat_outline.h"

#include "rules/terms/equipment_sizes.h"
#include "vision/geometry/mat_geometry.h"

/* An edge of the mat, bent by the lens, is drawn as so many straight pieces: at 64 the sagitta of a piece is
 * under a hundredth of a pixel. */
enum { PIECES = 64 };

static void widen(sq_span *spans, int width, int height, sq_px a, sq_px b) {
    if (a.y > b.y) {
        sq_px swap = a;
        a = b;
        b = swap;
    }
    if (!(a.y < height && b.y >= 0)) return; /* all of it out of the picture, perhaps farther than an int */
    for (int y = (int)fmax(ceil(a.y), 0); y <= b.y && y < height; y++) {
        double x = b.y > a.y ? a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y) : fmin(a.x, b.x);
        int lo = (int)fmin(fmax(ceil(x), 0), width), hi = (int)fmin(fmax(floor(x) + 1, 0), width);
        if (lo < spans[y].begin) spans[y].begin = lo;
        if (hi > spans[y].end) spans[y].end = hi;
    }
}

static void trace(sq_span *spans, const sq_camera *c, int width, int height, double margin_mm) {
    double hx = SQ_MAT_LENGTH_MM / 2 + margin_mm, hy = SQ_MAT_WIDTH_MM / 2 + margin_mm;
    const sq_mm corner[5] = {{-hx, -hy}, {hx, -hy}, {hx, hy}, {-hx, hy}, {-hx, -hy}};
    for (int y = 0; y < height; y++)
        spans[y] = (sq_span){width, 0};
    for (int side = 0; side < 4; side++)
        for (int i = 0; i < PIECES; i++) {
            sq_mm from = corner[side], to = corner[side + 1];
            double s = (double)i / PIECES, t = (double)(i + 1) / PIECES;
            sq_px a =
                sq_px_from_mm3(c, (sq_mm3){from.x + s * (to.x - from.x), from.y + s * (to.y - from.y), 0});
            sq_px b =
                sq_px_from_mm3(c, (sq_mm3){from.x + t * (to.x - from.x), from.y + t * (to.y - from.y), 0});
            if (isfinite(a.x) && isfinite(b.x)) widen(spans, width, height, a, b);
        }
}

void sq_outline_make(sq_outline *o, const sq_camera *c, int width, int height) {
    o->width = width;
    o->height = height;
    double band_mm = SQ_EDGE_PX / sq_px_per_mm(c, (sq_mm3){0, 0, 0});
    trace(o->inner, c, width, height, -band_mm);
    trace(o->outer, c, width, height, band_mm);
    trace(o->reach, c, width, height, SQ_REACH_MM);
}

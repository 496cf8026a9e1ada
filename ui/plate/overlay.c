/* Makes plates: plans the insets, draws the mat, the rail and the lower third. */
#include "ui/plate/overlay.h"

#include <stdlib.h>

#include "ui/plate/lower_third.h"
#include "ui/plate/magnified_insets.h"
#include "ui/plate/plate_layout.h"
#include "ui/plate/rims_and_labels.h"
#include "ui/plate/side_legend.h"

struct sq_overlay {
    sq_surface *canvas;
    sq_photo *clean, *dim;
    sq_layout placed;
    sq_insets insets;
};

sq_code sq_overlay_new(sq_overlay **out, sq_diag *d) {
    sq_overlay *o = *out = calloc(1, sizeof *o);
    if (!o) return sq_fail(d, SQ_E_MEMORY, "the overlay: not enough memory; close other programs");
    sq_code code = sq_surface_new(&o->canvas, d);
    if (!code) code = sq_photo_new(&o->clean, d);
    if (!code) code = sq_photo_new(&o->dim, d);
    if (!code) return SQ_OK;
    sq_overlay_free(o);
    *out = NULL;
    return code;
}

void sq_overlay_free(sq_overlay *o) {
    if (!o) return;
    sq_surface_free(o->canvas);
    sq_photo_free(o->clean);
    sq_photo_free(o->dim);
    free(o);
}

sq_overlay_size sq_overlay_size_of(int width, int height, bool plain) {
    sq_plate s;
    sq_plate_plan(&s, width, height, plain);
    return (sq_overlay_size){(int)s.whole.width, (int)s.whole.height, s.window.zoom};
}

/* Whether the ruling points at winks: else nothing is dimmed, for there is nothing to stand out. */
static bool points(const sq_shown *shown) {
    for (int i = 0; shown->position && i < shown->position->wink_count; i++)
        if (sq_shown_is_meant(shown, i)) return !shown->plain && !shown->bare;
    return false;
}

static sq_code draw(sq_overlay *o, const sq_picture *clean, const sq_shown *shown, sq_diag *d) {
    sq_frame f = sq_picture_frame(clean);
    sq_plate s = {.canvas = o->canvas,
                  .placed = &o->placed,
                  .theme = shown->paper ? &sq_theme_paper : &sq_theme_screen};
    bool dims = points(shown);
    if (shown->bare)
        sq_plate_plan_bare(&s, f.width, f.height);
    else
        sq_plate_plan(&s, f.width, f.height, shown->plain);
    s.window.camera = shown->camera;
    sq_code code = sq_photo_set(o->clean, clean, sq_photo_plain, d);
    if (!code && dims) code = sq_photo_set(o->dim, clean, shown->paper ? sq_photo_faded : sq_photo_dim, d);
    if (!code) code = sq_plate_begin(&s, d);
    if (code) return code;
    sq_insets_plan(&o->insets, &s, shown);
    if (shown->position)
        sq_mat_view_draw(&s, shown, &o->insets, o->clean, dims ? o->dim : NULL);
    else if (!shown->plain)
        sq_surface_photo(s.canvas, s.mat, o->clean, s.window.from, s.window.zoom);
    if (shown->bare) return SQ_OK;
    sq_insets_draw(&o->insets, &s, shown, o->clean);
    sq_rail_foot_draw(&s, shown, &o->insets);
    sq_lower_third_draw(&s, shown);
    return SQ_OK;
}

sq_code sq_overlay_draw(sq_overlay *o, sq_picture *picture, const sq_shown *shown, sq_diag *d) {
    sq_code code = draw(o, picture, shown, d);
    return code ? code : sq_surface_lay(o->canvas, picture, 0, d);
}

sq_code sq_overlay_draw_on(sq_overlay *o, sq_picture *on_black, sq_picture *on_white, const sq_picture *clean,
                           const sq_shown *shown, sq_diag *d) {
    sq_code code = draw(o, clean, shown, d);
    if (code) return code;
    code = sq_surface_lay(o->canvas, on_black, 0, d);
    return code ? code : sq_surface_lay(o->canvas, on_white, 255, d);
}

int sq_overlay_touches(const sq_overlay *o) {
    return sq_layout_touches(&o->placed);
}

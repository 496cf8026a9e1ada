/* Measures noise, light, blur and blocks of a picture, and makes a sentence of what is too bad. */
#include "calib/picture_quality.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "calib/measure/sharpness.h"
#include "rules/terms/equipment_sizes.h"
#include "vision/frame/frame_row.h"
#include "vision/math/median.h"
#include "vision/restore/subsampled_chroma.h"

/* Places along the mat, and as many across it, at which it is looked at: the middle of them all is known to a
 * fiftieth of their scatter. */
enum { SIDE = 64, PLACES = SIDE * SIDE };

/* The middle of a place on the mat in the picture; false outside of it. */
static bool place_in(const sq_frame *f, const sq_camera *c, int i, int *x, int *y) {
    sq_mm at = {SQ_MAT_LENGTH_MM * ((i % SIDE + 0.5) / SIDE - 0.5),
                SQ_MAT_WIDTH_MM * ((double)(i / SIDE) + 0.5) / SIDE - SQ_MAT_WIDTH_MM / 2};
    sq_px px = sq_px_from_mm3(c, (sq_mm3){at.x, at.y, 0});
    if (!(px.x >= 0 && px.y >= 0 && px.x < f->width && px.y < f->height)) return false;
    *x = (int)px.x;
    *y = (int)px.y;
    return true;
}

/* Green is what comes nearest to luma. */
static int level_at(const sq_frame *f, int x, int y) {
    sq_row row = sq_row_of(f, y);
    return sq_row_level(&row, f->format == SQ_FRAME_BGR, x);
}

static bool has_black_at_16(const sq_frame *f) {
    return !f->full_range && f->format != SQ_FRAME_BGR;
}

static void measure_mat(sq_picture_quality *out, const sq_frame *f, const sq_frame *before, int frames,
                        const sq_camera *c) {
    float level[PLACES], differs[PLACES];
    int n = 0, x, y;
    bool is_like =
        before && before->width == f->width && before->height == f->height && before->format == f->format;
    for (int i = 0; i < PLACES; i++) {
        if (!place_in(f, c, i, &x, &y)) continue;
        int now = level_at(f, x, y);
        differs[n] = is_like ? (float)abs(now - level_at(before, x, y)) : 0;
        level[n++] = (float)now;
    }
    if (!n) return;
    out->felt_level = (double)sq_median(level, n);
    if (has_black_at_16(f)) out->felt_level = 255 * fmax(out->felt_level - 16, 0) / 219;
    if (is_like) out->noise_levels = (double)sq_robust_deviation(differs, n, 0) / sqrt(1 + 1.0 / frames);
}

/* Steps from pixel to pixel along rows in the middle of the picture, by where they lie in a block of eight:
 * where blocks meet they are larger than elsewhere. */
static void measure_blocks(sq_picture_quality *out, const sq_frame *f) {
    enum { BLOCK = SQ_BLOCK_SIDE };
    if (f->format == SQ_FRAME_BGR) return;
    double sum[BLOCK] = {0}, all = 0, most = 0;
    for (int y = f->height / 4; y < f->height * 3 / 4; y += BLOCK) {
        const uint8_t *row = f->plane[0] + (ptrdiff_t)y * f->stride[0];
        int from = f->width / 4 / BLOCK * BLOCK, to = f->width * 3 / 4 / BLOCK * BLOCK;
        for (int x = from; x < to; x++)
            sum[x % BLOCK] += abs(row[x + 1] - row[x]);
    }
    for (int i = 0; i < BLOCK; i++) {
        all += sum[i];
        most = fmax(most, sum[i]);
    }
    if (all > most) out->block_steps = most / ((all - most) / (BLOCK - 1));
}

/* At places all over the picture: the mat alone may be grey. */
static void measure_colour(sq_picture_quality *out, const sq_frame *f) {
    sq_rgb_matrix m = sq_rgb_matrix_of(f);
    out->colour_levels = 0;
    for (int i = 0; i < PLACES; i++) {
        sq_row row = sq_row_of(f, f->height * (i / SIDE) / SIDE);
        float rgb[3];
        sq_row_rgb(&row, &m, f->width * (i % SIDE) / SIDE, rgb);
        float most = fmaxf(rgb[0], fmaxf(rgb[1], rgb[2])), least = fminf(rgb[0], fminf(rgb[1], rgb[2]));
        out->colour_levels = fmax(out->colour_levels, (double)(most - least));
    }
}

void sq_picture_quality_measure(sq_picture_quality *out, const sq_frame *f, const sq_frame *before,
                                int frames, const sq_camera *c) {
    *out = (sq_picture_quality){NAN, NAN, NAN, NAN, NAN, NAN, NAN};
    measure_mat(out, f, before, frames, c);
    measure_blocks(out, f);
    measure_colour(out, f);
    sq_edge_blur blur;
    if (sq_sharpness_measure(f, &blur)) out->blur_px = blur.usual_px;
    out->wink_px = SQ_SMALL_MM * sq_px_per_mm(c, (sq_mm3){0, 0, 0});
}

/* From where on more is asked than in a good picture. Noise: the palest winks differ from felt by 20 levels,
 * and are lost in a quarter of it. Darkness: half of the light that a good picture has (170 to 200 levels) is
 * left. Blur: a sharp picture has at most 1; from here places are off by twice as much. Blocks: what lies
 * within them has been left out; between soft edges they stand out by themselves. Steps of colour: from
 * there, a quality of 50, places are off by twice as much. Colour: what a codec leaves of a grey film. Small
 * winks: 1280 x 720 shows them 10 pixels wide, and they are off by three times as much as at 1920 x 1080. */
static const struct {
    double noise, felt, blur, blocks, steps, grey, wink_px;
} worst = {5, 125, 1.5, 2, 2, 8, 12};

typedef struct {
    bool is_bad;
    double value;
    const char *text; /* one number goes in */
} trouble;

bool sq_picture_quality_say(const sq_picture_quality *q, unsigned *said, char text[SQ_QUALITY_TEXT]) {
    const trouble troubles[] = {
        {q->colour_levels < worst.grey, q->colour_levels,
         "The picture has no colours (they differ from grey by %.0f levels of 255 at most), and so no winks "
         "are seen. "
         "Set the camera to colour; many film grey by night, so give it more light."},
        {q->noise_levels >= worst.noise, q->noise_levels,
         "The picture is noisy, by %.0f levels of 255: pale winks may be overlooked, and more will be asked. "
         "Twice the "
         "light halves it: put one more lamp over the mat."},
        {q->felt_level < worst.felt, q->felt_level,
         "The picture is dark: the mat has %.0f levels of 255. One more lamp over the mat, or a longer "
         "exposure, makes "
         "places surer."},
        {q->blur_px >= worst.blur, q->blur_px,
         "The picture is soft: its edges are blurred by %.1f pixels, where a sharp picture has about 1. "
         "Focus on the mat, "
         "lock the focus, and wipe the lens."},
        {q->block_steps >= worst.blocks && !(q->blur_px >= worst.blur), q->block_steps,
         "The video is packed so tightly that its blocks show (steps between them are %.1f times those "
         "within): what is "
         "small is left out, and more will be asked. Give the camera's own file, or set a higher bit rate."},
        {q->colour_steps >= worst.steps, q->colour_steps,
         "The picture is a JPEG that is packed tightly (its blocks differ in colour by whole steps of %.0f "
         "levels): places are less sure, and more will be asked. Give the camera's own file, or save it at "
         "quality 90 and more."},
        {q->wink_px < worst.wink_px, q->wink_px,
         "The picture is small: a small wink is only %.0f pixels wide, and places are less sure. 1920 × 1080 "
         "shows 16: "
         "choose a higher resolution, or move the camera nearer."},
    };
    for (unsigned i = 0; i < sizeof troubles / sizeof *troubles; i++) {
        if (!troubles[i].is_bad || *said & 1u << i) continue;
        *said |= 1u << i;
        snprintf(text, SQ_QUALITY_TEXT, troubles[i].text, troubles[i].value);
        return true;
    }
    return false;
}

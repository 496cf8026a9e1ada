/* The sentences that say why no camera was found, and what a camera was found from. */
#include "calib/mat/refusal_sentences.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "calib/mat/camera_from_closeup.h"
#include "rules/terms/equipment_sizes.h"
#include "vision/math/tunable_number.h"

/* Mean code value under which darkness is named as the reason. */
SQ_NUMBER(SQ_DARK_MEAN, 24.0);

/* Pixels that a corner should keep from the picture's border. */
SQ_NUMBER(SQ_CORNER_MARGIN_PX, 20.0);

enum { LIST_SIZE = 320 };

/* Appends to a text of that size; what does not fit is cut. */
__attribute__((format(printf, 3, 4))) static void append(char *text, size_t size, const char *format, ...) {
    size_t n = strlen(text);
    va_list args;
    va_start(args, format);
    if (n < size) vsnprintf(text + n, size - n, format, args);
    va_end(args);
}

/* "the left side, the right side" of the lines from first to last that were seen, or were not. */
static int list_lines(const sq_mat_fit *f, int first, int last, bool seen, char text[LIST_SIZE]) {
    int n = 0;
    text[0] = 0;
    for (int l = first; l <= last; l++) {
        if (sq_mat_line_seen(f, (sq_mat_line)l) != seen) continue;
        append(text, LIST_SIZE, "%s%s", n++ ? ", " : "", sq_mat_line_name((sq_mat_line)l));
    }
    return n;
}

/* How far a corner is from where it should be, towards the picture's middle; 0 for one that is well
 * inside. */
static double missing_px(const sq_mat_fit *f, int corner) {
    double w = f->camera.width, h = f->camera.height, m = SQ_CORNER_MARGIN_PX;
    sq_px p = f->corner[corner];
    double x = fmax(m - p.x, p.x - (w - 1 - m)), y = fmax(m - p.y, p.y - (h - 1 - m));
    return fmax(0, fmax(x, y));
}

/* The first corner that is outside, and what brings it in: turning shifts the picture by f tan(angle),
 * raising shrinks the mat about its middle. */
static void say_corners(const sq_mat_fit *f, char *text, size_t size) {
    int out = 0, worst = 0;
    for (int k = 0; k < SQ_MAT_CORNERS; k++) {
        out += !f->corner_inside[k];
        if (missing_px(f, k) > missing_px(f, worst)) worst = k;
    }
    if (!out) return;
    double px = missing_px(f, worst), half = fmax(f->camera.width, f->camera.height) / 2.0;
    double turn = atan2(px, f->camera.fx) * 180 / M_PI;
    append(
        text, size,
        " The %s corner of the mat is outside of the picture%s: turn the camera towards it by %.0f° or raise "
        "it by %.0f %%.",
        sq_mat_corner_name(worst), out > 1 ? ", and it is not the only one" : "", fmax(1, ceil(turn)),
        ceil(100 * px / half));
}

bool sq_mat_is_dark(double luma_mean) {
    return luma_mean < SQ_DARK_MEAN;
}

sq_code sq_mat_say_nothing(double luma_mean, sq_diag *d) {
    if (sq_mat_is_dark(luma_mean))
        return sq_fail(d, SQ_E_SIGHT,
                       "the picture is too dark to see the mat's sides (mean brightness %.0f of 255); take "
                       "the cap off the lens, "
                       "give more light or a longer exposure",
                       luma_mean);
    return sq_fail(
        d, SQ_E_CAMERA,
        "no mat is found: three of its sides, or the pot and four winks that lie alone, must be in the "
        "picture, and the sides must differ from the table; move the camera up, or lay something "
        "darker or lighter under the mat");
}

sq_code sq_mat_say_too_little(const sq_mat_fit *f, sq_diag *d) {
    char sides[LIST_SIZE], missing[LIST_SIZE] = "", none[LIST_SIZE];
    list_lines(f, SQ_SIDE_LOWER, SQ_SIDE_LEFT, true, sides);
    if (!f->pot && !f->winks && !list_lines(f, SQ_BASELINE_LOWER_LEFT, SQ_BASELINE_UPPER_LEFT, true, none))
        return sq_fail(
            d, SQ_E_CAMERA,
            "no mat is found: lines that could be its sides are seen (%s), but no pot in the middle and no "
            "baseline; bring the whole mat into the picture, and keep hands and things off it",
            sides[0] ? sides : "no whole one");
    say_corners(f, missing, sizeof missing);
    return sq_fail(d, SQ_E_CAMERA,
                   "something like a mat is seen (%s) but %s; keep hands off the sides, or calibrate once on "
                   "the empty mat with the "
                   "pot on its centre and give the file.%s",
                   sides[0] ? sides : "no whole side",
                   f->pot ? "too few of its sides and baselines show" : "no pot is seen in its middle",
                   missing);
}

sq_code sq_mat_say_small(int width, int height, double wink_px, double least_px, sq_diag *d) {
    return sq_fail(d, SQ_E_SIZE,
                   "the picture has %d x %d pixels: if the mat filled it, a small wink would be %.1f pixels "
                   "wide, and %.1f are "
                   "needed; choose a higher resolution, or give the picture as the camera took it",
                   width, height, wink_px, least_px);
}

sq_code sq_mat_say_size(const sq_mat_size *told, const sq_mat_size *is, sq_diag *d) {
    return sq_fail(d, SQ_E_ARGUMENT,
                   "--mat says that the mat measures %.0f x %.0f mm, and its baselines that it measures %.0f "
                   "x %.0f (they lie "
                   "%.1f mm from the middle): measure it again, or leave --mat out",
                   told->length_mm, told->width_mm, is->length_mm, is->width_mm, SQ_BASELINE_MM);
}

sq_code sq_mat_say_misfit(const sq_mat_fit *f, sq_diag *d) {
    return sq_fail(
        d, SQ_E_CAMERA,
        "what looks like the mat's sides and baselines does not fit a mat of %.0f x %.0f mm (off by "
        "%.1f pixels); lay the mat flat, give its true size, or take the picture again",
        f->size.length_mm, f->size.width_mm, f->rms_px);
}

sq_code sq_mat_say_unsure(const sq_mat_fit *f, double sigma_mm, sq_diag *d) {
    char missing[LIST_SIZE], corners[LIST_SIZE] = "";
    list_lines(f, SQ_SIDE_LOWER, SQ_SIDE_LEFT, false, missing);
    say_corners(f, corners, sizeof corners);
    if (!isfinite(sigma_mm))
        return sq_fail(
            d, SQ_E_CAMERA,
            "what is seen of the mat fits many cameras (not seen well: %s); bring the whole mat into the "
            "picture.%s",
            missing[0] ? missing : "parts of the sides", corners);
    return sq_fail(
        d, SQ_E_CAMERA,
        "the camera would be uncertain by %.1f mm (not seen well: %s); bring the whole mat into the "
        "picture.%s",
        sigma_mm, missing[0] ? missing : "parts of the sides", corners);
}

sq_code sq_mat_say_no_outline(sq_diag *d) {
    return sq_fail(d, SQ_E_CAMERA,
                   "the four places are not the outline of a mat seen from above; touch each of its corners "
                   "once");
}

sq_code sq_mat_say_corners(int corner, double off_px, sq_diag *d) {
    return sq_fail(
        d, SQ_E_CAMERA,
        "by all that is seen of the mat, its %s corner lies %.0f pixels from where it was touched; "
        "touch the corners of the mat again, not those of the table",
        sq_mat_corner_name(corner), off_px);
}

sq_code sq_mat_say_far_off(double sigma_mm, sq_diag *d) {
    return sq_fail(
        d, SQ_E_CAMERA,
        "no side of the mat is in the picture, and the pot and the winks alone leave places near the "
        "pot uncertain by %.1f mm; bring sides of the mat into the picture, give --height, or lay "
        "more winks flat and apart",
        sigma_mm);
}

sq_code sq_mat_say_few_winks(sq_diag *d) {
    return sq_fail(
        d, SQ_E_CAMERA,
        "no side of the mat is in the picture, and fewer than %d winks lie flat and apart about the pot, "
        "whose sizes could show the scale; bring sides of the mat into the picture or lay out more winks",
        SQ_NEAR_WINKS);
}

/* Where the claimed deviation comes from. */
static void describe_sources(const sq_mat_fit *f, char *text, size_t size) {
    static const char *const scale[] = {[SQ_SIZE_BY_RULES] = "a mat of the rule book's size",
                                        [SQ_SIZE_TOLD] = "the size given with --mat",
                                        [SQ_SIZE_BY_BASELINES] = "its baselines"};
    static const char *const focal[] = {[SQ_FOCAL_SUPPOSED] = "not known (--height would tell it)",
                                        [SQ_FOCAL_BY_HEIGHT] = "the height by tape measure",
                                        [SQ_FOCAL_BY_LENS] = "the lens's file"};
    append(text, size, " That rests on %s; the focal length is %s%s.", scale[f->size_by],
           f->focal_by == SQ_FOCAL_SUPPOSED ? "" : "told by ", focal[f->focal_by]);
}

static void describe_near(const sq_mat_fit *f, char *text, size_t size) {
    append(text, size,
           "No side of the mat is in the picture. The camera is found from the pot and the rims of %d winks; "
           "residual %.2f pixels. A distance near the pot is known to %.2f mm (standard deviation).",
           f->winks, f->rms_px, sq_mat_near_sigma_mm(f));
    append(
        text, size, "%s",
        f->turn == SQ_TURN_BY_CREASES
            ? " The mat's creases show in which direction it lies."
            : " In which direction the mat lies cannot be seen: it is assumed to lie along the picture, and "
              "all places may be turned about the pot by 2°. This does not affect distances and gaps.");
    append(text, size,
           " Raise the camera until the mat's sides are in the picture to know places everywhere.");
}

void sq_mat_describe(const sq_mat_fit *f, char *text, size_t size) {
    char list[LIST_SIZE];
    text[0] = 0;
    if (f->turn != SQ_TURN_BY_SIDES) {
        describe_near(f, text, size);
        return;
    }
    char rims[LIST_SIZE] = "";
    if (f->winks) snprintf(rims, sizeof rims, " and the rims of %d winks", f->winks);
    int sides = list_lines(f, SQ_SIDE_LOWER, SQ_SIDE_LEFT, true, list);
    int baselines = list_lines(f, SQ_BASELINE_LOWER_LEFT, SQ_BASELINE_UPPER_LEFT, true, list);
    sq_mm3 pot = {0, 0, SQ_WINK_THICKNESS_MM / 2};
    append(
        text, size,
        "The camera is found from %s%d side%s, %d baseline%s%s%s; residual %.2f pixels. A place is known to "
        "%.2f mm "
        "near the pot and %.2f mm at worst (standard deviation).",
        f->corners_told ? "the corners that were touched, " : "", sides, sides == 1 ? "" : "s", baselines,
        baselines == 1 ? "" : "s", f->pot ? " and the pot" : "", rims, f->rms_px, sq_mat_sigma_mm(f, pot),
        sq_mat_worst_sigma_mm(f));
    if (f->size_by == SQ_SIZE_BY_BASELINES)
        append(text, size,
               " The mat measures %.0f x %.0f mm by its baselines, not %.0f x %.0f: check that with a tape "
               "measure, and tell it with --mat.",
               f->size.length_mm, f->size.width_mm, SQ_MAT_LENGTH_MM, SQ_MAT_WIDTH_MM);
    describe_sources(f, text, size);
    if (!f->pot) append(text, size, " The pot is not seen: put it on the mat's centre for a surer middle.");
    if (list_lines(f, SQ_SIDE_LOWER, SQ_SIDE_LEFT, false, list)) append(text, size, " Not seen: %s.", list);
    say_corners(f, text, size);
}

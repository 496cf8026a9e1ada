/* Prints what squint calibrate found, as sentences or as one line of JSON. */
#include "ui/command/calibrate_report.h"

#include <jansson.h>
#include <stdio.h>

#include "ui/words/json_text.h"
#include "ui/words/json_type_and_version.h"
#include "ui/words/mirrored_picture.h"
#include "vision/geometry/mat_geometry.h"
#include "vision/judge_frame.h"
#include "vision/position/mat_corners.h"

enum { TEXT_SIZE = 1600, DIGITS = 6 };

/* What the winks behind the baselines say of the corners. */
static sq_code ask_corners(sq_calibrate_report *r, const sq_position *p, sq_diag *d) {
    char text[SQ_CORNERS_TEXT];
    int *blue = &r->fit.camera.blue;
    sq_corner_order order = sq_mat_corner_order(p->winks, p->wink_count);
    if (sq_corners_contradict(&order, *blue, text)) return sq_fail(d, SQ_E_ARGUMENT, "%s", text);
    if (!*blue && sq_corner_order_is_sure(&order)) *blue = 1 + order.blue;
    return SQ_OK;
}

sq_code sq_calibrate_look(sq_calibrate_report *r, const sq_picture *picture, sq_diag *d) {
    static sq_position position; /* too large for a small stack */
    sq_sight *sight = sq_sight_new(NULL);
    sq_frame frame = sq_picture_frame(picture);
    sq_code code = SQ_OK;
    r->colours = (sq_colours){.answer = SQ_COLOURS_UNKNOWN};
    /* What sight has to say otherwise is not the question here. */
    if (sight && !sq_picture_is_grey(picture) &&
        sq_sight_look(sight, &frame, &r->fit.camera, &position, NULL) == SQ_OK) {
        r->colours = sq_colours_judge(sq_sight_palette(sight));
        code = ask_corners(r, &position, d);
    }
    sq_sight_free(sight);
    return code;
}

static const char *blue_name(const sq_calibrate_report *r) {
    int blue = r->fit.camera.blue;
    return blue ? sq_mat_corner_name(sq_mat_corner_of_blue(blue)) : NULL;
}

static void say_blue(const sq_calibrate_report *r) {
    const char *corner = blue_name(r);
    if (!corner)
        puts("From which corner does blue play? The winks behind the baselines do not tell it: give --blue "
             "upper-left (or upper-right, lower-right, lower-left), or calibrate at the start position.");
    else
        printf("Blue plays from the %s corner of the picture%s.\n", corner,
               r->blue_told ? "" : ", by the winks behind the baselines");
}

void sq_calibrate_say(const sq_calibrate_report *r) {
    char text[TEXT_SIZE];
    sq_mat_describe(&r->fit, text, sizeof text);
    puts(text);
    say_blue(r);
    sq_colours_say(&r->colours, text, sizeof text);
    if (*text) puts(text);
}

/* ---- For programs ---- */

static const char *turn_name(sq_mat_turn turn) {
    static const char *const names[] = {
        [SQ_TURN_BY_SIDES] = "sides", [SQ_TURN_BY_CREASES] = "creases", [SQ_TURN_SUPPOSED] = "supposed"};
    return names[turn];
}

static const char *size_name(sq_mat_size_by by) {
    static const char *const names[] = {
        [SQ_SIZE_BY_RULES] = "rules", [SQ_SIZE_TOLD] = "told", [SQ_SIZE_BY_BASELINES] = "baselines"};
    return names[by];
}

static const char *focal_name(sq_mat_focal by) {
    static const char *const names[] = {
        [SQ_FOCAL_SUPPOSED] = "supposed", [SQ_FOCAL_BY_HEIGHT] = "height", [SQ_FOCAL_BY_LENS] = "lens"};
    return names[by];
}

static json_t *seen_json(const sq_mat_fit *f) {
    int lines[2] = {0};
    for (int l = 0; l < SQ_MAT_LINES; l++)
        lines[sq_mat_line_is_side((sq_mat_line)l)] += sq_mat_line_seen(f, (sq_mat_line)l);
    json_t *outside = json_array();
    for (int k = 0; k < SQ_MAT_CORNERS; k++)
        if (!f->corner_inside[k]) json_array_append_new(outside, json_string(sq_mat_corner_name(k)));
    return json_pack("{s:i,s:i,s:b,s:i,s:o}", "sides", lines[1], "baselines", lines[0], "pot", f->pot,
                     "winks", f->winks, "corners_outside", outside);
}

static json_t *colours_json(const sq_colours *c) {
    static const char *const answers[] = {
        [SQ_COLOURS_APART] = "apart", [SQ_COLOURS_NEAR] = "near", [SQ_COLOURS_PALE] = "pale"};
    char text[TEXT_SIZE];
    if (c->answer == SQ_COLOURS_UNKNOWN) return json_null();
    sq_colours_say(c, text, sizeof text);
    return json_pack("{s:s,s:[s,s],s:f,s:f,s:s,s:f,s:s}", "answer", answers[c->answer], "nearest",
                     sq_colour_name(c->a), sq_colour_name(c->b), "degrees", c->degrees, "deviations",
                     c->deviations, "palest", sq_colour_name(c->palest), "chroma", c->length, "text", text);
}

static bool print(json_t *root) {
    if (!root) {
        fputs("squint: no memory for the calibration as JSON; close other programs\n", stderr);
        return false;
    }
    json_dumpf(sq_json_typed(root, "calibration"), stdout, JSON_COMPACT | JSON_REAL_PRECISION(DIGITS));
    putchar('\n');
    json_decref(root);
    return true;
}

bool sq_calibrate_print_json(const sq_calibrate_report *r) {
    const sq_mat_fit *f = &r->fit;
    char text[TEXT_SIZE];
    sq_mat_describe(f, text, sizeof text);
    sq_mm3 eye = sq_camera_position(&f->camera);
    return print(json_pack(
        "{s:o,s:f,s:{s:f,s:f},s:o,s:{s:f,s:f,s:s},s:{s:s,s:f,s:f},s:s,s:s?,s:s?,s:o,s:s}", "image",
        sq_json_text(r->image), "rms_px", f->rms_px, "sigma_mm", "near_pot", sq_mat_near_sigma_mm(f), "worst",
        sq_mat_worst_sigma_mm(f), "seen", seen_json(f), "mat", "length_mm", f->size.length_mm, "width_mm",
        f->size.width_mm, "by", size_name(f->size_by), "focal", "by", focal_name(f->focal_by), "px",
        f->camera.fx, "height_mm", eye.z, "direction", turn_name(f->turn), "blue", blue_name(r), "blue_by",
        !f->camera.blue ? NULL
        : r->blue_told  ? "told"
                        : "winks",
        "colours", colours_json(&r->colours), "text", text));
}

void sq_calibrate_print_json_error(const char *image, const char *sentence) {
    print(json_pack("{s:o,s:o}", "image", sq_json_text(image), "error", sq_json_text(sentence)));
}

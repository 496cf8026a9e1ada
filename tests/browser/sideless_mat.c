/* sideless_mat PICTURE CAMERA.json NAME: the mat as if it lay on a table of its own colour. Past its sides
 * the picture shows what lies just inside of them; NAME.jpg gets it, and NAME.json where the mat's corners
 * are. */
#include <jansson.h>
#include <stdio.h>

#include "calib/camera/camera_file.h"
#include "calib/measure/mat_lines.h"
#include "rules/terms/equipment_sizes.h"
#include "vision/frame/opencv.h"

enum { JPEG_QUALITY = 92, BGR = 3 };
/* Millimetres: so far inside of a side nothing of it is seen. */
#define INSIDE_MM 9.0

static double within(double v, double half) {
    return fmax(INSIDE_MM - half, fmin(half - INSIDE_MM, v));
}

static void hide_sides(sq_picture *p, const sq_camera *c) {
    const sq_frame f = sq_picture_frame(p);
    int stride;
    unsigned char *px = sq_picture_pixels(p, &stride);
    for (int y = 0; y < f.height; y++)
        for (int x = 0; x < f.width; x++) {
            sq_mm at = sq_mm_from_px(c, (sq_px){x, y}, 0);
            sq_mm in = {within(at.x, SQ_MAT_LENGTH_MM / 2), within(at.y, SQ_MAT_WIDTH_MM / 2)};
            sq_px from = sq_px_from_mm3(c, sq_mm_at_height(in, 0));
            int u = (int)lround(from.x), v = (int)lround(from.y);
            if (sq_mm_distance(at, in) == 0 || u < 0 || v < 0 || u >= f.width || v >= f.height) continue;
            for (int k = 0; k < BGR; k++)
                px[y * stride + BGR * x + k] = px[v * stride + BGR * u + k];
        }
}

static json_t *corners_of(const sq_camera *c) {
    const sq_mat_size size = {SQ_MAT_LENGTH_MM, SQ_MAT_WIDTH_MM};
    json_t *list = json_array();
    for (int k = 0; k < SQ_MAT_CORNERS; k++) {
        sq_px p = sq_px_from_mm3(c, sq_mm_at_height(sq_mat_corner_at(&size, k), 0));
        json_array_append_new(list, json_pack("[f,f]", p.x, p.y));
    }
    return json_pack("{s:o}", "corners", list);
}

static sq_code run(char **argv, sq_diag *d) {
    char path[4096];
    sq_camera c;
    sq_picture *p;
    sq_code code = sq_camera_read(&c, argv[2], d);
    if (!code) code = sq_picture_read(&p, argv[1], d);
    if (code) return code;
    hide_sides(p, &c);
    snprintf(path, sizeof path, "%s.jpg", argv[3]);
    code = sq_picture_write(p, path, JPEG_QUALITY, d);
    sq_picture_free(p);
    json_t *corners = corners_of(&c);
    snprintf(path, sizeof path, "%s.json", argv[3]);
    if (!code && json_dump_file(corners, path, 0)) code = sq_fail(d, SQ_E_FILE, "%s cannot be written", path);
    json_decref(corners);
    return code;
}

int main(int argc, char **argv) {
    sq_diag d = {0};
    if (argc == 4 && !run(argv, &d)) return 0;
    fprintf(stderr, "sideless_mat: %s\n", d.text);
    return 1;
}

/* What is true of a drawn board, as JSON beside its picture. datasets/README.md explains the keys. */
#include "datasets/crokinole/board_truth.h"

#include <jansson.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "datasets/crokinole/draw_board.h"
#include "vision/system/atomic_file.h"

enum { QUALITY = 92 };

/* A clearance up to which asking is reasonable, in disc radii. */
#define NEAR_RADII 0.3

static json_t *disc_json(const sq_board_scene *s, const sq_drawn_disc *disc, int id) {
    static const char *const lines[] = {
#define X(number, name) name,
        SQ_RING_LIST(X)
#undef X
    };
    double clearance = 0;
    sq_ring ring = SQ_RING_OUTER;
    sq_board_region region = sq_board_scene_region(s, disc, &clearance, &ring);
    sq_mm3 top = {disc->at.x, disc->at.y, disc->z + s->disc_height_mm};
    sq_px seen = sq_px_from_mm3(&s->camera, top);
    return json_pack("{s:i, s:s, s:f, s:f, s:f, s:f, s:f, s:f, s:s, s:i, s:s, s:f, s:f, s:b, s:b, s:b}", "id",
                     id, "colour", sq_board_side_name(disc->side), "x_px", seen.x, "y_px", seen.y,
                     "radius_px", s->disc_radius_mm * sq_px_per_mm(&s->camera, top), "x", disc->at.x, "y",
                     disc->at.y, "diameter_mm", 2 * s->disc_radius_mm, "region", sq_board_region_name(region),
                     "value", sq_board_region_value(region), "nearest_line", lines[ring], "clearance_mm",
                     clearance, "clearance_r", clearance / s->disc_radius_mm, "near_line",
                     fabs(clearance) < NEAR_RADII * s->disc_radius_mm, "region_sure", 1, "value_sure", 1);
}

static json_t *matrix_json(const sq_camera *c) {
    json_t *rows = json_array();
    for (int i = 0; i < 3; i++)
        json_array_append_new(rows, json_pack("[f, f, f]", c->R[i][0], c->R[i][1], c->R[i][2]));
    return rows;
}

static json_t *truth_json(const sq_board_scene *s, const char *image) {
    json_t *play = json_array(), *ditch = json_array();
    int score[SQ_BOARD_SIDES] = {0};
    for (int i = 0; i < s->discs; i++) {
        double clearance;
        sq_ring ring;
        sq_board_region region = sq_board_scene_region(s, &s->disc_at[i], &clearance, &ring);
        json_array_append_new(region == SQ_REGION_DITCH ? ditch : play, disc_json(s, &s->disc_at[i], i));
        score[s->disc_at[i].side] += sq_board_region_value(region);
    }
    const sq_camera *c = &s->camera;
    json_t *camera = json_pack("{s:f, s:f, s:f, s:f, s:[f, f, f, f, f], s:o, s:[f, f, f], s:i, s:i}", "fx",
                               c->fx, "fy", c->fy, "cx", c->cx, "cy", c->cy, "dist", c->dist[0], c->dist[1],
                               c->dist[2], c->dist[3], c->dist[4], "R", matrix_json(c), "t", c->t[0], c->t[1],
                               c->t[2], "width", s->width, "height", s->height);
    json_t *board = json_pack("{s:f, s:f, s:f, s:f, s:f}", "outer_mm", s->ring_mm[SQ_RING_OUTER], "ten_mm",
                              s->ring_mm[SQ_RING_TEN], "fifteen_mm", s->ring_mm[SQ_RING_FIFTEEN],
                              "line_width_mm", s->line_width_mm, "hole_radius_mm", s->hole_mm);
    json_t *all =
        json_pack("{s:s, s:i, s:i, s:s, s:o, s:o, s:o, s:o, s:{s:i, s:i}}", "image", image, "width", s->width,
                  "height", s->height, "kind", "drawn", "camera", camera, "board", board, "discs", play,
                  "ditch", ditch, "score", "light", score[SQ_LIGHT], "dark", score[SQ_DARK]);
    if (s->hand && all) json_object_set_new(all, "expect", json_string("abstain"));
    return all;
}

sq_code sq_board_files_write(const sq_board_scene *s, sq_board_family family, int number, const char *folder,
                             sq_diag *d) {
    char name[64], path[PATH_MAX];
    sq_picture *picture = NULL;
    sq_code code = sq_board_draw(&picture, s, d);
    snprintf(name, sizeof name, "%s_%03d.jpg", sq_board_family_name(family), number);
    snprintf(path, sizeof path, "%s/%s", folder, name);
    if (!code) code = sq_picture_write(picture, path, QUALITY, d);
    sq_picture_free(picture);
    if (code) return code;
    snprintf(path, sizeof path, "%s/%s_%03d.truth.json", folder, sq_board_family_name(family), number);
    json_t *truth = truth_json(s, name);
    char *text = truth ? json_dumps(truth, JSON_INDENT(1) | JSON_REAL_PRECISION(8)) : NULL;
    bool failed = !text || !sq_write_whole(path, text, 0666);
    free(text);
    json_decref(truth);
    return failed ? sq_fail(d, SQ_E_FILE, "%s: cannot be written; check the folder and the disk's room", path)
                  : SQ_OK;
}

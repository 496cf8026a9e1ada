/* Draws one scene and writes its picture and its truth beside it. */
#include "datasets/truth/scene_files.h"

#include <stdio.h>
#include <stdlib.h>

#include "datasets/render/camera_sensor.h"
#include "datasets/truth/scene_truth.h"

static sq_code write_picture(const sq_scene *s, const char *path, sq_diag *d) {
    sq_canvas *canvas = NULL;
    sq_exposure *film = NULL;
    sq_picture *picture = NULL;
    sq_code code = sq_canvas_new(&canvas, s, d);
    if (!code) code = sq_exposure_new(&film, canvas, d);
    if (!code) code = sq_picture_new(&picture, s->camera.width, s->camera.height, d);
    if (!code) {
        sq_draw(canvas, s);
        sq_expose(film, picture, &s->sensor, s->seed);
        code = sq_picture_write(picture, path, s->sensor.jpeg, d);
    }
    if (picture) sq_picture_free(picture);
    sq_exposure_free(film);
    sq_canvas_free(canvas);
    return code;
}

sq_code sq_scene_write(const sq_scene_wish *w, sq_diag *d) {
    char path[4096], image[256];
    snprintf(image, sizeof image, "%s_%03d%s.jpg", sq_family_name(w->family), w->number, w->ending);
    struct {
        sq_scene scene;
        sq_truth truth;
    } *big = malloc(sizeof *big);
    if (!big) return sq_fail(d, SQ_E_MEMORY, "%s: not enough memory; draw fewer at once", image);
    sq_random r = sq_random_for(w->seed, "scenes");
    r.state += (uint64_t)w->number;
    sq_family_scene(&big->scene, w->family, sq_random_next(&r), w->width, w->height, w->lighting);
    sq_oddity_put(&big->scene, w->oddity);
    sq_truth_of_scene(&big->truth, &big->scene, image);
    snprintf(path, sizeof path, "%s/%s", w->folder, image);
    sq_code code = write_picture(&big->scene, path, d);
    snprintf(path, sizeof path, "%s/%s_%03d%s.json", w->folder, sq_family_name(w->family), w->number,
             w->ending);
    if (!code) code = sq_truth_write(&big->truth, path, d);
    free(big);
    return code;
}

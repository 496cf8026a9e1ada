#include "datasets/game_video.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "calib/camera_file.h"
#include "datasets/scene_truth.h"
#include "datasets/sensor.h"
#include "datasets/stage.h"
#include "rules/record.h"
#include "rules/ruleset.h"
#include "vision/video_out.h"

/* The last rest: time for the referee to look. */
#define LAST_REST_S 2.0

/* What is open while the game is drawn; closing works from any half-open state. */
typedef struct {
    const sq_game_wish *wish;
    sq_script script;
    sq_scene before, now; /* the rest that the deed leaves; what is drawn */
    sq_truth truth;
    sq_canvas *canvas;
    sq_film *film;
    sq_picture *picture;
    sq_video_out *video;
    FILE *truth_file, *record;
    int frame, frames; /* drawn so far, of how many */
    bool stale;        /* the canvas does not show `now` */
} studio;

static sq_code write_failed(const sq_game_wish *w, const char *name, sq_diag *d) {
    return sq_fail(d, SQ_E_FILE,
                   "%s/%s: cannot be written (%m); check the folder, its rights and the disk's room",
                   w->folder, name);
}

static FILE *open_file(const sq_game_wish *w, const char *name) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", w->folder, name);
    return fopen(path, "w");
}

/* A room to film in: an even light, as players have it, and a camera that is neither smoothing nor
 * sharpening. */
static void make_stage(sq_scene *out, const sq_game_wish *w) {
    static const sq_lighting filmed[] = {SQ_PANELS, SQ_LAMP, SQ_MIXED, SQ_WINDOW, SQ_WARM_BULBS, SQ_TUBES};
    sq_random r = sq_random_for(w->seed, "game");
    sq_lighting any = filmed[sq_random_below(&r, sizeof filmed / sizeof *filmed)];
    sq_stage_wish stage = {sq_random_next(&r) >> 11, w->width, w->height,
                           w->lighting < SQ_LIGHTINGS ? w->lighting : any, false};
    sq_stage_make(out, &stage);
    snprintf(out->family, sizeof out->family, "game");
    out->sensor.smoothed = 0;
    out->sensor.sharpen = 0;
}

static int last_rest(const sq_game_wish *w) {
    return (int)lround(LAST_REST_S * w->fps);
}

/* Plays the script without drawing it: how many frames, and who wins the squidge-off. */
static void rehearse(studio *s, const sq_scene *stage, sq_colour *winner) {
    sq_deed deed;
    sq_script_begin(&s->script, stage, s->wish->seed, s->wish->fps);
    while (sq_script_next(&s->script, s->wish->shots, &deed))
        continue;
    s->frames = s->script.frame + last_rest(s->wish);
    *winner = s->script.state.now.winner;
    sq_script_begin(&s->script, stage, s->wish->seed, s->wish->fps);
}

/* Lines of the truth. */

static sq_code put_line(studio *s, json_t *line, sq_diag *d) {
    if (!line) return sq_fail(d, SQ_E_MEMORY, "the game's truth: not enough memory; close other programs");
    int failed = json_dumpf(line, s->truth_file, JSON_REAL_PRECISION(SQ_TRUTH_DIGITS)) ||
                 putc('\n', s->truth_file) < 0;
    json_decref(line);
    return failed ? write_failed(s->wish, "game.truth.jsonl", d) : SQ_OK;
}

static double seconds(const studio *s, int frame) {
    return round(1e4 * frame / s->wish->fps) / 1e4; /* to 0.1 ms */
}

static sq_code put_meta(studio *s, sq_colour winner, sq_diag *d) {
    sq_truth_of_scene(&s->truth, &s->script.scene, "game.mp4");
    json_t *setup = sq_truth_setup_to_json(&s->truth);
    json_t *line = json_pack("{s:s, s:i, s:i}", "type", "meta", "fps", s->wish->fps, "frames", s->frames);
    int failed = json_object_update(line, setup) ||
                 (winner < SQ_COLOURS &&
                  json_object_set_new(line, "squidge_off_winner", json_string(sq_colour_name(winner))));
    json_decref(setup);
    if (failed) {
        json_decref(line);
        line = NULL;
    }
    return put_line(s, line, d);
}

/* A rest from one frame to the one before the other. */
static sq_code put_rest(studio *s, int from, int to, sq_diag *d) {
    sq_truth_of_scene(&s->truth, &s->before, "game.mp4");
    return put_line(s,
                    json_pack("{s:s, s:f, s:f, s:i, s:i, s:o}", "type", "rest", "t0", seconds(s, from), "t1",
                              seconds(s, to), "frame0", from, "frame1", to - 1, "winks",
                              sq_truth_winks_to_json(&s->truth)),
                    d);
}

static json_t *names(sq_wink_set set) {
    json_t *list = json_array();
    for (sq_wink w = 0; w < SQ_WINKS; w++)
        if (set & sq_wink_bit(w)) json_array_append_new(list, json_string(sq_wink_name(w)));
    return list;
}

static json_t *pairs(const sq_wink_set squopped[SQ_WINKS]) {
    json_t *list = json_array();
    for (sq_wink over = 0; over < SQ_WINKS; over++)
        for (sq_wink under = 0; under < SQ_WINKS; under++)
            if (squopped[over] & sq_wink_bit(under))
                json_array_append_new(list, json_pack("[s,s]", sq_wink_name(over), sq_wink_name(under)));
    return list;
}

static sq_code put_deed(studio *s, const sq_deed *deed, int number, sq_diag *d) {
    bool carried = deed->kind == SQ_DEED_PUT_BACK;
    json_t *line =
        json_pack("{s:s, s:i, s:f, s:f, s:f, s:f, s:s, s:s, s:s}", "type", carried ? "put-back" : "shot",
                  "event", number, "t_hand_in", seconds(s, deed->hand_in), "t_start", seconds(s, deed->start),
                  "t_rest", seconds(s, deed->rest), "t_clear", seconds(s, deed->clear), "colour",
                  sq_colour_name(deed->colour), "wink", sq_wink_name(deed->wink), "note", deed->note);
    if (carried || !line) return put_line(s, line, d);
    int failed = json_object_set_new(line, "kind", json_string(sq_deed_name(deed->kind))) ||
                 json_object_set_new(line, "potted", names(deed->potted)) ||
                 json_object_set_new(line, "off", names(deed->off)) ||
                 json_object_set_new(line, "squopped", pairs(deed->squopped)) ||
                 json_object_set_new(line, "freed", names(deed->freed));
    if (!failed) return put_line(s, line, d);
    json_decref(line);
    return put_line(s, NULL, d);
}

static sq_code put_event(studio *s, const sq_event *e, sq_diag *d) {
    char line[SQ_EVENT_LINE_MAX];
    sq_record_write(line, sizeof line, e, NULL);
    return fprintf(s->record, "%s\n", line) < 0 ? write_failed(s->wish, "game.jsonl", d) : SQ_OK;
}

/* Frames. */

static sq_code put_frame(studio *s, sq_diag *d) {
    if (s->stale) sq_draw(s->canvas, &s->now);
    s->stale = false;
    sq_random r = {s->now.seed + (uint64_t)s->frame};
    sq_expose(s->film, s->picture, &s->now.sensor, sq_random_next(&r));
    sq_frame f = sq_picture_frame(s->picture);
    f.t = (double)s->frame / s->wish->fps;
    f.number = (uint64_t)s->frame++;
    if (s->wish->progress) s->wish->progress(s->wish->user, s->frame, s->frames);
    return sq_video_out_put(s->video, &f, d);
}

static sq_code draw_rest(studio *s, int until, sq_diag *d) {
    sq_code code = put_rest(s, s->frame, until, d);
    s->now = s->before;
    s->stale = true;
    while (!code && s->frame < until)
        code = put_frame(s, d);
    return code;
}

static sq_code draw_deed(studio *s, const sq_deed *deed, sq_diag *d) {
    sq_code code = SQ_OK;
    while (!code && s->frame < deed->clear) {
        sq_deed_scene(&s->now, &s->before, deed, s->frame);
        s->stale = true;
        code = put_frame(s, d);
    }
    return code;
}

static sq_code draw_game(studio *s, sq_diag *d) {
    sq_deed deed;
    sq_code code = SQ_OK;
    for (int number = 0; !code; number++) {
        s->before = s->script.scene;
        if (!sq_script_next(&s->script, s->wish->shots, &deed)) break;
        code = draw_rest(s, deed.hand_in, d);
        if (!code) code = put_deed(s, &deed, number, d);
        if (!code) code = draw_deed(s, &deed, d);
        if (!code && deed.has_event) code = put_event(s, &deed.event, d);
    }
    return code ? code : draw_rest(s, s->frames, d);
}

static sq_code open_studio(studio *s, const sq_scene *stage, sq_diag *d) {
    const sq_game_wish *w = s->wish;
    char path[4096];
    if (!(s->truth_file = open_file(w, "game.truth.jsonl"))) return write_failed(w, "game.truth.jsonl", d);
    if (!(s->record = open_file(w, "game.jsonl"))) return write_failed(w, "game.jsonl", d);
    sq_code code = sq_canvas_new(&s->canvas, stage, d);
    if (!code) code = sq_film_new(&s->film, s->canvas, d);
    if (!code) code = sq_picture_new(&s->picture, w->width, w->height, d);
    if (code) return code;
    snprintf(path, sizeof path, "%s/camera.json", w->folder);
    code = sq_camera_write(&stage->camera, path, d);
    sq_frame like = sq_picture_frame(s->picture);
    snprintf(path, sizeof path, "%s/game.mp4", w->folder);
    return code ? code : sq_video_out_open(&s->video, path, &like, w->fps, d);
}

static sq_code close_studio(studio *s, sq_code code, sq_diag *d) {
    sq_code closed = sq_video_out_close(s->video, code ? NULL : d);
    if (s->truth_file && fclose(s->truth_file) && !code) code = write_failed(s->wish, "game.truth.jsonl", d);
    if (s->record && fclose(s->record) && !code) code = write_failed(s->wish, "game.jsonl", d);
    if (s->picture) sq_picture_free(s->picture);
    sq_film_free(s->film);
    sq_canvas_free(s->canvas);
    return code ? code : closed;
}

sq_code sq_game_video_write(const sq_game_wish *wish, sq_diag *d) {
    studio *s = calloc(1, sizeof *s);
    sq_scene *stage = calloc(1, sizeof *stage);
    sq_code code =
        s && stage ? SQ_OK : sq_fail(d, SQ_E_MEMORY, "a game: not enough memory; close other programs");
    if (!code) {
        s->wish = wish;
        sq_colour winner;
        make_stage(stage, wish);
        rehearse(s, stage, &winner);
        code = open_studio(s, stage, d);
        sq_event game = {.kind = SQ_EVENT_GAME,
                         .game = {.rules = sq_ruleset_find("etwa-2012"), .form = SQ_FORM_PAIRS}};
        if (!code) code = put_meta(s, winner, d);
        if (!code) code = put_event(s, &game, d);
        if (!code) code = draw_game(s, d);
        code = close_studio(s, code, d);
    }
    free(stage);
    free(s);
    return code;
}

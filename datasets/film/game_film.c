/* Films a drawn game frame by frame. It plays the script once without drawing to learn the length, then
 * draws, and writes each truth and record line as it comes. */
#include "datasets/film/game_film.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "calib/camera/camera_file.h"
#include "datasets/render/frame_synth.h"
#include "datasets/scene/room.h"
#include "datasets/truth/scene_truth.h"
#include "rules/book/ruleset.h"
#include "rules/record.h"

/* The last rest: time for the referee to look. */
#define LAST_REST_S 2.0
/* The shutter is open for so long, in light that players have. */
#define EXPOSURE_S 0.012
/* The places in which a flying wink is drawn within that time. */
enum { PLACES = 3 };

/* What the canvas shows: the rest before the action; that without the winks that move; the rest after it. */
typedef enum { NOTHING, BEFORE, WITHOUT, AFTER } shown;

struct sq_game_film {
    sq_game_wish wish;
    sq_script script;
    sq_action action; /* that ends the rest, or is under way */
    bool has_action, under_way;
    int number;               /* of actions written */
    sq_scene before, scratch; /* the rest before the action; room to work in */
    sq_truth truth;
    sq_canvas *canvas;
    sq_frame_synth *synth;
    shown shown;
    sq_cutout hand, wink, pushed;
    sq_handshade shade;
    FILE *truth_file, *record;
    int frame, frames; /* drawn so far, of how many */
};

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
    static const sq_lighting filmed[] = {SQ_PANELS, SQ_LAMP, SQ_MIXED, SQ_WARM_BULBS, SQ_TUBES};
    sq_random r = sq_random_for(w->seed, "game");
    sq_lighting any = filmed[sq_random_below(&r, sizeof filmed / sizeof *filmed)];
    sq_room_wish stage = {sq_random_next(&r) >> 11, w->width, w->height,
                          w->lighting < SQ_LIGHTINGS ? w->lighting : any, false};
    sq_room_make(out, &stage);
    snprintf(out->family, sizeof out->family, "game");
    out->sensor.smoothed = 0;
    out->sensor.sharpen = 0;
}

static int last_rest(const sq_game_wish *w) {
    return (int)lround(LAST_REST_S * w->fps);
}

static void begin_script(sq_game_film *s, const sq_scene *stage) {
    sq_script_begin_by(&s->script, stage, s->wish.seed, s->wish.fps, s->wish.brisk, s->wish.rules);
}

/* Plays the script without drawing it: how many frames, and who wins the squidge-off. */
static sq_colour rehearse(sq_game_film *s, const sq_scene *stage) {
    begin_script(s, stage);
    while (sq_script_next(&s->script, s->wish.shots, &s->action))
        continue;
    s->frames = s->script.frame + last_rest(&s->wish);
    sq_colour winner = s->script.state.now.winner;
    begin_script(s, stage);
    return winner;
}

/* Lines of the truth. */

static sq_code put_line(sq_game_film *s, json_t *line, sq_diag *d) {
    if (!line) return sq_fail(d, SQ_E_MEMORY, "the game's truth: not enough memory; close other programs");
    int failed = json_dumpf(line, s->truth_file, JSON_REAL_PRECISION(SQ_TRUTH_DIGITS)) ||
                 putc('\n', s->truth_file) < 0;
    json_decref(line);
    return failed ? write_failed(&s->wish, "game.truth.jsonl", d) : SQ_OK;
}

static double seconds(const sq_game_film *s, int frame) {
    return round(1e4 * frame / s->wish.fps) / 1e4; /* to 0.1 ms */
}

static sq_code put_meta(sq_game_film *s, sq_colour winner, sq_diag *d) {
    sq_truth_of_scene(&s->truth, &s->script.scene, "game.mp4");
    json_t *setup = sq_truth_setup_to_json(&s->truth);
    json_t *line = json_pack("{s:s, s:i, s:i}", "type", "meta", "fps", s->wish.fps, "frames", s->frames);
    int failed = json_object_update(line, setup) ||
                 (s->wish.rules &&
                  json_object_set_new(line, "rules", json_string(sq_ruleset_at(s->wish.rules)->name))) ||
                 (winner < SQ_USUAL_COLOURS &&
                  json_object_set_new(line, "squidge_off_winner", json_string(sq_colour_name(winner))));
    json_decref(setup);
    if (failed) {
        json_decref(line);
        line = NULL;
    }
    return put_line(s, line, d);
}

/* A rest from one frame to the one before the other. */
static sq_code put_rest(sq_game_film *s, int from, int to, sq_diag *d) {
    if (to == from) return SQ_OK; /* an action followed at once */
    sq_truth_of_scene(&s->truth, &s->before, "game.mp4");
    return put_line(s,
                    json_pack("{s:s, s:f, s:f, s:i, s:i, s:o}", "type", "rest", "t0", seconds(s, from), "t1",
                              seconds(s, to), "frame0", from, "frame1", to - 1, "winks",
                              sq_truth_winks_to_json(&s->truth)),
                    d);
}

static json_t *names(sq_wink_set set) {
    json_t *list = json_array();
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
        if (set & sq_wink_bit(w)) json_array_append_new(list, json_string(sq_wink_name(w)));
    return list;
}

static json_t *pairs(const sq_wink_set squopped[SQ_USUAL_WINKS]) {
    json_t *list = json_array();
    for (sq_wink over = 0; over < SQ_USUAL_WINKS; over++)
        for (sq_wink under = 0; under < SQ_USUAL_WINKS; under++)
            if (squopped[over] & sq_wink_bit(under))
                json_array_append_new(list, json_pack("[s,s]", sq_wink_name(over), sq_wink_name(under)));
    return list;
}

static sq_code put_action(sq_game_film *s, sq_diag *d) {
    const sq_action *action = &s->action;
    bool carried = action->kind == SQ_ACTION_PUT_BACK;
    json_t *line = json_pack(
        "{s:s, s:i, s:f, s:f, s:f, s:f, s:s, s:s, s:s}", "type", carried ? "put-back" : "shot", "event",
        s->number++, "t_hand_in", seconds(s, action->hand_in), "t_start", seconds(s, action->start), "t_rest",
        seconds(s, action->rest), "t_clear", seconds(s, action->clear), "colour",
        sq_colour_name(action->colour), "wink", sq_wink_name(action->wink), "note", action->note);
    if (carried || !line) return put_line(s, line, d);
    int failed = json_object_set_new(line, "kind", json_string(sq_action_name(action->kind))) ||
                 json_object_set_new(line, "potted", names(action->potted)) ||
                 json_object_set_new(line, "off", names(action->off)) ||
                 json_object_set_new(line, "squopped", pairs(action->squopped)) ||
                 json_object_set_new(line, "freed", names(action->freed));
    if (!failed) return put_line(s, line, d);
    json_decref(line);
    return put_line(s, NULL, d);
}

static sq_code put_event(sq_game_film *s, const sq_event *e, sq_diag *d) {
    char line[SQ_EVENT_LINE_MAX];
    sq_record_write(line, sizeof line, e, NULL);
    return fprintf(s->record, "%s\n", line) < 0 ? write_failed(&s->wish, "game.jsonl", d) : SQ_OK;
}

/* ---- From rest to action to rest ---- */

/* The rest that the script stands at, and the action that will end it. */
static sq_code begin_rest(sq_game_film *s, sq_diag *d) {
    s->before = s->script.scene;
    s->under_way = false;
    s->has_action = sq_script_next(&s->script, s->wish.shots, &s->action);
    if (s->shown != AFTER) sq_draw(s->canvas, &s->before);
    s->shown = BEFORE;
    return put_rest(s, s->frame, s->has_action ? s->action.hand_in : s->frames, d);
}

static sq_code begin_action(sq_game_film *s, sq_diag *d) {
    s->under_way = true;
    s->scratch = s->before;
    sq_hand_put(&s->scratch, &s->action.hand);
    sq_code code = put_action(s, d);
    return code ? code : sq_cutout_hand(&s->hand, &s->shade, &s->scratch, d);
}

static sq_code end_action(sq_game_film *s, sq_diag *d) {
    sq_code code = s->action.has_event ? put_event(s, &s->action.event, d) : SQ_OK;
    return code ? code : begin_rest(s, d);
}

/* Takes a piece out of the canvas's picture. */
static void put_aside(sq_scene *scene, int piece) {
    scene->pieces[piece].disc.at = (sq_mm3){1e6, 1e6, 0};
}

static void show(sq_game_film *s) {
    const sq_action *e = &s->action;
    shown wanted = s->frame <= e->start ? BEFORE : s->frame < e->rest ? WITHOUT : AFTER;
    if (s->shown == wanted) return;
    s->shown = wanted;
    s->scratch = wanted == AFTER ? s->script.scene : s->before;
    if (wanted == WITHOUT) {
        put_aside(&s->scratch, e->way.piece);
        if (e->pushed.piece >= 0) put_aside(&s->scratch, e->pushed.piece);
    }
    sq_draw(s->canvas, &s->scratch);
}

/* ---- What moves ---- */

typedef sq_solid_disc way_at(const sq_action *d, double frame);

static sq_code lay_wink(sq_game_film *s, sq_laid *to, sq_cutout *c, int piece, way_at *at, sq_diag *d) {
    sq_solid_disc places[PLACES];
    for (int i = 0; i < PLACES; i++)
        places[i] = at(&s->action, s->frame + EXPOSURE_S * s->wish.fps * i / PLACES);
    *to = (sq_laid){.cutout = c};
    return sq_cutout_piece(c, &s->before, piece, places, PLACES, d);
}

/* The hand keeps its look and is moved as its fingertips are. */
static void lay_hand(const sq_game_film *s, sq_laid *to, sq_mm3 tip) {
    sq_px drawn = sq_px_from_mm3(&s->before.camera, s->action.hand.tip),
          now = sq_px_from_mm3(&s->before.camera, tip);
    *to = (sq_laid){.cutout = &s->hand,
                    .shade = &s->shade,
                    .dx = (int)lround(now.x - drawn.x),
                    .dy = (int)lround(now.y - drawn.y)};
}

static sq_code lay_all(sq_game_film *s, sq_laid laid[SQ_LAID_CAP], int *count, sq_diag *d) {
    sq_code code = SQ_OK;
    const sq_action *e = &s->action;
    *count = 0;
    if (!s->under_way) return code;
    if (s->shown == WITHOUT && e->pushed.piece >= 0)
        code = lay_wink(s, &laid[(*count)++], &s->pushed, e->pushed.piece, sq_action_pushed_at, d);
    if (s->shown == WITHOUT && !code)
        code = lay_wink(s, &laid[(*count)++], &s->wink, e->way.piece, sq_action_wink_at, d);
    sq_mm3 tip;
    if (sq_action_hand_at(e, s->frame, &tip)) lay_hand(s, &laid[(*count)++], tip);
    return code;
}

sq_code sq_game_film_next(sq_game_film *s, sq_frame *out, sq_diag *d) {
    if (s->frame >= s->frames) return SQ_END;
    sq_code code = SQ_OK;
    if (s->under_way && s->frame == s->action.clear) code = end_action(s, d);
    if (!code && s->has_action && !s->under_way && s->frame == s->action.hand_in) code = begin_action(s, d);
    if (!code && s->under_way) show(s);
    sq_laid laid[SQ_LAID_CAP];
    int count;
    if (!code) code = lay_all(s, laid, &count, d);
    if (code) return code;
    sq_frame_synth_next(s->synth, &s->before.sensor, laid, count, 1, s->before.seed + (uint64_t)s->frame,
                        out);
    out->t = (double)s->frame / s->wish.fps;
    out->number = (uint64_t)s->frame++;
    return SQ_OK;
}

int sq_game_film_frames(const sq_game_film *s) {
    return s->frames;
}

/* ---- Opening and closing ---- */

static sq_code open_all(sq_game_film *s, const sq_scene *stage, sq_diag *d) {
    const sq_game_wish *w = &s->wish;
    char path[4096];
    if (!(s->truth_file = open_file(w, "game.truth.jsonl"))) return write_failed(w, "game.truth.jsonl", d);
    if (!(s->record = open_file(w, "game.jsonl"))) return write_failed(w, "game.jsonl", d);
    sq_code code = sq_canvas_new(&s->canvas, stage, d);
    if (!code) code = sq_frame_synth_new(&s->synth, s->canvas, d);
    snprintf(path, sizeof path, "%s/camera.json", w->folder);
    return code ? code : sq_camera_write(&stage->camera, path, d);
}

static sq_code begin_game(sq_game_film *s, sq_colour winner, sq_diag *d) {
    sq_event game = {.kind = SQ_EVENT_GAME, .game = {.rules = s->wish.rules, .form = SQ_FORM_PAIRS}};
    sq_code code = put_meta(s, winner, d);
    if (!code) code = put_event(s, &game, d);
    return code ? code : begin_rest(s, d);
}

sq_code sq_game_film_open(sq_game_film **out, const sq_game_wish *wish, sq_diag *d) {
    *out = NULL;
    sq_game_film *s = calloc(1, sizeof *s);
    sq_scene *stage = calloc(1, sizeof *stage);
    if (!s || !stage) {
        free(s);
        free(stage);
        return sq_fail(d, SQ_E_MEMORY, "a game: not enough memory; close other programs");
    }
    s->wish = *wish;
    make_stage(stage, wish);
    sq_colour winner = rehearse(s, stage);
    sq_code code = open_all(s, stage, d);
    if (!code) code = begin_game(s, winner, d);
    free(stage);
    sq_diag late;
    if (code)
        sq_game_film_close(s, &late);
    else
        *out = s;
    return code;
}

sq_code sq_game_film_close(sq_game_film *s, sq_diag *d) {
    if (!s) return SQ_OK;
    sq_code code = SQ_OK;
    if (s->truth_file && fclose(s->truth_file)) code = write_failed(&s->wish, "game.truth.jsonl", d);
    if (s->record && fclose(s->record) && !code) code = write_failed(&s->wish, "game.jsonl", d);
    sq_cutout_free(&s->hand);
    sq_cutout_free(&s->wink);
    sq_cutout_free(&s->pushed);
    sq_handshade_free(&s->shade);
    sq_frame_synth_free(s->synth);
    sq_canvas_free(s->canvas);
    free(s);
    return code;
}

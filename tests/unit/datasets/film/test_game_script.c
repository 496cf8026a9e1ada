/* A drawn game: that its script is legal and possible, that winks and hands move as such things do, and that
 * video, truth and record tell the same. */
#include "datasets/film/game_script.h"

#include <string.h>

#include <jansson.h>
#include <sys/stat.h>

#include "datasets/film/game_video.h"
#include "datasets/scene/room.h"
#include "datasets/scene/vector.h"
#include "datasets/truth/scene_truth.h"
#include "rules/game.h"
#include "rules/terms/equipment_sizes.h"
#include "tests/fixture/scratch.h"
#include "vision/capture/capture.h"

enum { GAMES = 6, SHOTS = 24, FPS = 30 };

static sq_scene stage, before, now;
static sq_script script;
static sq_action action;

static void begin(uint64_t seed) {
    sq_room_wish wish = {seed, 640, 360, SQ_LAMP, false};
    sq_room_make(&stage, &wish);
    sq_script_begin(&script, &stage, seed, FPS, false);
}

static const sq_piece *find(const sq_scene *s, sq_wink w) {
    for (int i = 0; i < s->piece_count; i++)
        if (s->pieces[i].id == w) return &s->pieces[i];
    fail_msg("%s is not there", sq_wink_name(w));
    return NULL;
}

/* What the engine believes is what lies there. */
static void assert_same_position(const sq_scene *s, const sq_standing *p) {
    for (int a = 0; a < s->piece_count; a++) {
        const sq_piece *w = &s->pieces[a];
        assert_int_equal(w->place == SQ_PLACE_POT, (p->potted & sq_wink_bit(w->id)) != 0);
        assert_int_equal(w->place == SQ_PLACE_BASELINE, (p->unplayed & sq_wink_bit(w->id)) != 0);
        for (int b = 0; b < s->piece_count; b++) {
            const sq_piece *u = &s->pieces[b];
            if (a == b || w->place != SQ_PLACE_MAT || u->place != SQ_PLACE_MAT) continue;
            sq_overlap o = sq_disc_overlap(&w->disc, &u->disc);
            bool over = o.mm2 > 0 && o.first_above;
            assert_int_equal(over, (p->squops.above[u->id] & sq_wink_bit(w->id)) != 0);
        }
    }
}

static void every_action_is_legal_and_leaves_what_the_rules_believe(void **state) {
    (void)state;
    int potted = 0, off = 0, squopped = 0, freed = 0, pushed = 0, put_back = 0, shots = 0;
    for (uint64_t seed = 1; seed <= GAMES; seed++) {
        begin(seed);
        while (sq_script_next(&script, SHOTS, &action)) {
            put_back += action.kind == SQ_ACTION_PUT_BACK && script.stage == 2 * SQ_USUAL_COLOURS;
            pushed += action.pushed.piece >= 0;
            freed += action.freed != 0;
            for (int w = 0; w < SQ_USUAL_WINKS; w++)
                squopped += action.squopped[w] != 0;
            if (action.kind != SQ_ACTION_SHOT) continue;
            shots++;
            potted += action.potted != 0;
            off += action.off != 0;
            if (!action.off) assert_same_position(&script.scene, &script.state.now);
        }
        assert_int_equal(script.put_back, SQ_NO_WINK);
    }
    assert_true(shots > GAMES * SHOTS / 2 && potted > GAMES && squopped > 2 * GAMES);
    assert_true(off > GAMES / 2 && pushed > 3 && freed > 3 && put_back > off);
}

static void frames_go_on_and_nothing_jumps(void **state) {
    (void)state;
    begin(3);
    int last = 0;
    before = script.scene;
    while (sq_script_next(&script, 8, &action)) {
        assert_true((action.at_once ? last == action.hand_in : last < action.hand_in) &&
                    action.hand_in < action.start && action.start < action.rest &&
                    action.rest <= action.clear);
        last = action.clear;
        sq_mm3 was = find(&before, action.wink)->disc.at, tip = {0, 0, 0};
        bool hand = false;
        for (int f = action.hand_in; f <= action.clear; f++) {
            sq_action_scene(&now, &before, &action, f);
            sq_mm3 at = find(&now, action.wink)->disc.at;
            assert_true(sq_length(sq_minus(at, was)) < 200); /* 6 m/s at 30 frames a second */
            was = at;
            if (now.flesh_count && hand) assert_true(sq_length(sq_minus(now.flesh[0].shape.from, tip)) < 200);
            hand = now.flesh_count > 0;
            if (hand) tip = now.flesh[0].shape.from;
            assert_int_equal(hand, f < action.clear - 2);
        }
        for (int i = 0; i < now.piece_count; i++)
            assert_near(sq_length(sq_minus(now.pieces[i].disc.at, script.scene.pieces[i].disc.at)), 0, 1e-9);
        before = script.scene;
    }
}

/* Rule 13.1. */
static void who_left_the_mat_is_put_back_22_mm_in(void **state) {
    (void)state;
    int seen = 0;
    for (uint64_t seed = 1; seed <= GAMES; seed++) {
        begin(seed);
        while (sq_script_next(&script, SHOTS, &action)) {
            if (action.kind != SQ_ACTION_PUT_BACK || script.stage < 2 * SQ_USUAL_COLOURS ||
                !strstr(action.note, "22 mm"))
                continue;
            const sq_solid_disc *d = &find(&script.scene, action.wink)->disc;
            assert_near(stage.mat.width / 2 - fabs(d->at.y) - d->radius, SQ_OFF_MAT_INSET_MM, 1e-9);
            assert_near(d->at.z, SQ_WINK_THICKNESS_MM / 2, 1e-9);
            seen++;
        }
    }
    assert_true(seen > 3);
}

/* The record is read by the engine without a complaint and ends where the script ended. */
static void assert_record_agrees(const char *path, sq_colour winner) {
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    sq_game *g = sq_game_new();
    char line[SQ_EVENT_LINE_MAX], name[SQ_RECORD_NAME_MAX];
    int n = 0;
    while (fgets(line, sizeof line, f)) {
        sq_game_answer answer;
        assert_true(sq_game_read(g, ++n, line, strlen(line), name, &answer));
        assert_true(answer.taken);
    }
    assert_true(n >= 3); /* the game, the squidge-off, a shot */
    assert_int_equal(sq_game_state(g)->now.winner, winner);
    sq_game_free(g);
    fclose(f);
}

/* Lines come in order and the rests fill what the actions leave; returns how many frames there are. */
static int assert_truth_is_whole(const char *path, sq_colour *winner) {
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    char *line = NULL;
    size_t room = 0;
    int frames = 0, until = 0, rests = 0, actions = 0;
    while (getline(&line, &room, f) > 0) {
        json_t *j = json_loads(line, 0, NULL);
        assert_non_null(j);
        const char *type = json_string_value(json_object_get(j, "type"));
        if (!strcmp(type, "meta")) {
            frames = (int)json_integer_value(json_object_get(j, "frames"));
            *winner = sq_colour_from_name(json_string_value(json_object_get(j, "squidge_off_winner")));
        } else if (!strcmp(type, "rest")) {
            assert_int_equal(json_integer_value(json_object_get(j, "frame0")), until);
            assert_int_equal(json_array_size(json_object_get(j, "winks")), SQ_USUAL_WINKS);
            until = (int)json_integer_value(json_object_get(j, "frame1")) + 1;
            rests++;
        } else {
            double clear = json_number_value(json_object_get(j, "t_clear"));
            assert_near(json_number_value(json_object_get(j, "t_hand_in")), until / 5.0, 1e-3);
            until = (int)lround(clear * 5);
            actions++;
        }
        json_decref(j);
    }
    assert_int_equal(until, frames);
    assert_int_equal(rests, actions + 1);
    free(line);
    fclose(f);
    return frames;
}

static void video_truth_and_record_tell_the_same(void **state) {
    (void)state;
    const char *folder = scratch("game");
    assert_int_equal(mkdir(folder, 0777), 0);
    sq_game_wish wish = {.folder = folder,
                         .seed = 5,
                         .shots = 1,
                         .width = 192,
                         .height = 108,
                         .fps = 5,
                         .lighting = SQ_LIGHTINGS};
    sq_diag d;
    assert_int_equal(sq_game_video_write(&wish, NULL, NULL, &d), SQ_OK);
    sq_colour winner = SQ_BLUE;
    int frames = assert_truth_is_whole(scratch("game/game.truth.jsonl"), &winner);
    assert_record_agrees(scratch("game/game.jsonl"), winner);
    sq_capture *c;
    sq_frame frame;
    assert_int_equal(sq_capture_open(&c, scratch("game/game.mp4"), NULL, &d), SQ_OK);
    int n = 0;
    while (sq_capture_next(c, &frame, &d) == SQ_OK)
        assert_near(frame.t, n++ / 5.0, 1e-3);
    assert_int_equal(n, frames);
    sq_capture_close(c);
}

static void a_folder_that_cannot_be_written_is_named(void **state) {
    (void)state;
    sq_game_wish wish = {.folder = "/nowhere", .width = 192, .height = 108, .fps = 5, .lighting = SQ_LAMP};
    sq_diag d;
    assert_int_equal(sq_game_video_write(&wish, NULL, NULL, &d), SQ_E_FILE);
    assert_non_null(strstr(d.text, "/nowhere/game.truth.jsonl"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_action_is_legal_and_leaves_what_the_rules_believe),
        cmocka_unit_test(frames_go_on_and_nothing_jumps),
        cmocka_unit_test(who_left_the_mat_is_put_back_22_mm_in),
        cmocka_unit_test(video_truth_and_record_tell_the_same),
        cmocka_unit_test(a_folder_that_cannot_be_written_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

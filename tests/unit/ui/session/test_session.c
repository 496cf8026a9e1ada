/* The session, without a game: what is wrong with a source is said, once, and what can be used of it is.
 * Whole games go through it in tests/replays. */
#include "ui/session/session.h"

#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "rules/book/ruleset.h"
#include "tests/fixture/scratch.h"
#include "ui/plate/overlay.h"
#include "vision/capture/capture.h"
#include "vision/frame/opencv.h"

enum { W = 320, H = 180, FPS = 10 };

/* A source without a mat: grey, with a white block that jumps elsewhere every `every` frames; a fault at
 * `broken`; a pause before `paused`. */
typedef struct {
    uint8_t luma[W * H], chroma[2][W * H / 4];
    int frames, every, broken, paused, next;
} projector;

static projector film;

static sq_code next_frame(void *who, sq_frame *f, sq_diag *d) {
    projector *p = who;
    int i = p->next++, at = p->every ? i / p->every * 40 % (W - 40) : 0;
    if (i >= p->frames) return SQ_END;
    if (i && i == p->broken) return sq_fail(d, SQ_E_FORMAT, "frame %d is damaged; clean the lens", i);
    memset(p->luma, 90, sizeof p->luma);
    for (int y = 60; y < 100; y++)
        memset(&p->luma[y * W + at], 235, 40);
    *f = (sq_frame){.width = W,
                    .height = H,
                    .format = SQ_FRAME_I420,
                    .plane = {p->luma, p->chroma[0], p->chroma[1]},
                    .stride = {W, W / 2, W / 2},
                    .t = (double)i / FPS + (p->paused && i >= p->paused ? 30 : 0),
                    .number = (uint64_t)i};
    return SQ_OK;
}

typedef struct {
    sq_code code;
    sq_diag diag;
    sq_session_result result;
    char *out, *err;
} answer;

static answer run_source(const char *source, const sq_capture_settings *capture, sq_session_settings set) {
    answer a = {0};
    size_t n, m;
    FILE *out = open_memstream(&a.out, &n), *err = open_memstream(&a.err, &m);
    set.source = source;
    set.capture = capture;
    set.game = (sq_event_game){.rules = sq_ruleset_find("etwa-2012"), .form = SQ_FORM_PAIRS};
    set.scribe.out = out;
    set.scribe.err = err;
    a.code = sq_session_run(&set, &a.result, &a.diag);
    fclose(out);
    fclose(err);
    return a;
}

static answer run_with(projector source, sq_session_settings set) {
    film = source;
    memset(film.chroma, 128, sizeof film.chroma);
    sq_capture_settings capture = {.maker = {next_frame, &film, FPS, source.frames}};
    return run_source("a drawn source", &capture, set);
}

static answer run(projector source) {
    return run_with(source, (sq_session_settings){0});
}

static void done(answer a) {
    free(a.out);
    free(a.err);
}

static int times(const char *text, const char *what) {
    int n = 0;
    for (const char *at = text; (at = strstr(at, what)); at++)
        n++;
    return n;
}

/* A mat that cannot be found is the same fault at each of five rests; in the end it is not told again. */
static void a_lasting_fault_is_said_once(void **state) {
    (void)state;
    answer a = run((projector){.frames = 60, .every = 10});
    assert_true(a.code != SQ_OK);
    assert_int_equal(times(a.err, "squint: "), 1);
    assert_non_null(strstr(a.diag.text, "nothing of it could be judged"));
    assert_null(strstr(a.err, "nothing of it could be judged"));
    assert_string_equal(a.out, "");
    done(a);
}

static void a_source_that_never_rests_is_refused(void **state) {
    (void)state;
    answer a = run((projector){.frames = 3}); /* a fifth of a second */
    assert_int_equal(a.code, SQ_E_SIGHT);
    assert_non_null(strstr(a.diag.text, "never at rest"));
    assert_int_equal(a.result.rests, 0);
    done(a);
}

static void a_damaged_frame_is_told_and_passed(void **state) {
    (void)state;
    answer a = run((projector){.frames = 60, .every = 1, .broken = 20});
    assert_int_equal(a.result.faults, 1);
    assert_int_equal(times(a.err, "frame 20 is damaged; clean the lens"), 1);
    assert_near(a.result.t_end, 5.9, 1e-9);
    done(a);
}

static void missing_frames_are_told(void **state) {
    (void)state;
    answer a = run((projector){.frames = 60, .every = 1, .paused = 30});
    assert_int_equal(times(a.err, "there are no pictures for 30.1 s up to 0:33.0"), 1);
    assert_int_equal(times(a.err, "no pictures for"), 1); /* it is not told again at the end */
    done(a);
}

/* Each part that cannot be opened is named, and nothing is judged. */
static void what_cannot_be_opened_is_named(void **state) {
    (void)state;
    static const char nowhere[] = "/nowhere/at/all";
    const sq_session_settings sets[] = {{.calibration = nowhere},
                                        {.from = nowhere},
                                        {.evidence = nowhere, .evidence_bytes = 1},
                                        {.scribe = {.record = nowhere}},
                                        {.scribe = {.looks = nowhere}},
                                        {.scribe = {.rests = nowhere}}};
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        answer a = run_with((projector){.frames = 60, .every = 10}, sets[i]);
        assert_int_equal(a.code, SQ_E_FILE);
        if (!strstr(a.diag.text, nowhere)) fail_msg("%zu: %s", i, a.diag.text);
        assert_string_equal(a.out, "");
        done(a);
    }
}

/* ---- A folder of pictures ---- */

#define SCENE SQ_SOURCE_DIR "/datasets/scenes/squidge-off_005"

static void copy_scene(const char *to) {
    size_t n;
    unsigned char *bytes = scratch_read(SCENE ".jpg", &n);
    scratch_file(to, bytes, n);
    free(bytes);
}

static void write_grey(const char *to, int width, int height) {
    sq_picture *p;
    sq_diag d;
    int stride;
    assert_int_equal(sq_picture_new(&p, width, height, &d), SQ_OK);
    unsigned char *pixels = sq_picture_pixels(p, &stride);
    memset(pixels, 90, (size_t)stride * (size_t)height);
    assert_int_equal(sq_picture_write(p, scratch(to), 90, &d), SQ_OK);
    sq_picture_free(p);
}

static const char *new_folder(const char *name) {
    const char *path = scratch(name);
    assert_int_equal(mkdir(path, 0777), 0);
    return path;
}

/* Pictures for which there is no camera are refused by the thread that watches, pictures without a mat by the
 * one that judges. */
static void each_picture_that_cannot_be_judged_counts_once(void **state) {
    (void)state;
    const char *folder = new_folder("mixed");
    for (int i = 1; i <= 6; i++) {
        char name[32];
        snprintf(name, sizeof name, "mixed/%d.png", i);
        write_grey(name, i % 3 ? 1920 : 64, i % 3 ? 1080 : 64);
    }
    copy_scene("mixed/0.jpg");
    answer a = run_source(folder, NULL, (sq_session_settings){.calibration = SCENE ".json"});
    assert_int_equal(a.code, SQ_OK);
    assert_int_equal(a.result.rests, 7);
    assert_int_equal(a.result.unjudged, 6);
    done(a);
}

/* Letters below the camera's picture, in the place of the headline. */
static int written_below(const sq_frame *seen, int rows) {
    int n = 0;
    for (int y = rows; y < seen->height; y++)
        for (int x = seen->width / 40; x < seen->width / 4; x++)
            n += seen->plane[0][y * seen->stride[0] + x] > 150;
    return n;
}

static void the_first_picture_is_annotated_with_its_call(void **state) {
    (void)state;
    const char *folder = new_folder("one"), *video = scratch("one.mp4");
    copy_scene("one/1.jpg");
    answer a =
        run_source(folder, NULL, (sq_session_settings){.calibration = SCENE ".json", .annotated = video});
    if (a.code) fail_msg("%s", a.diag.text);
    sq_picture *picture;
    sq_capture *c;
    sq_frame seen, plain;
    sq_diag d;
    assert_int_equal(sq_picture_read(&picture, SCENE ".jpg", &d), SQ_OK);
    assert_int_equal(sq_capture_open(&c, video, NULL, &d), SQ_OK);
    assert_int_equal(sq_capture_next(c, &seen, &d), SQ_OK);
    plain = sq_picture_frame(picture);
    sq_overlay_size size = sq_overlay_size_of(plain.width, plain.height, true);
    assert_int_equal(seen.width, size.width);
    assert_true(written_below(&seen, (int)(plain.height * size.zoom)) > 300);
    sq_capture_close(c);
    sq_picture_free(picture);
    done(a);
}

/* ---- A short video ---- */

/* A mat at rest, a hand over it, and the same mat: with all that a session keeps of it. */
enum { STILL = 12, HAND = 4, HAND_PX = 300 };

typedef struct {
    sq_picture *still, *hand;
    int next;
} clip;

static void paint_hand(sq_picture *p, int left) {
    int stride;
    unsigned char *pixels = sq_picture_pixels(p, &stride);
    for (int y = 0; y < HAND_PX; y++)
        memset(&pixels[y * stride + 3 * left], 140, (size_t)3 * HAND_PX);
}

static sq_code next_of_clip(void *who, sq_frame *f, sq_diag *d) {
    (void)d;
    clip *c = who;
    int i = c->next++, moving = i - STILL;
    if (i == 2 * STILL + HAND) return SQ_END;
    bool hand = moving >= 0 && moving < HAND;
    if (hand) paint_hand(c->hand, moving * HAND_PX);
    *f = sq_picture_frame(hand ? c->hand : c->still);
    f->t = (double)i / FPS;
    f->number = (uint64_t)i;
    return SQ_OK;
}

static void a_video_is_kept_in_all_its_forms(void **state) {
    (void)state;
    sq_diag d;
    clip c = {0};
    const char *folder = new_folder("game"), *evidence = scratch("game/evidence"),
               *rest = scratch("game/evidence/000000.jpg"), *ruling = scratch("game/0001.jpg"),
               *video = scratch("game/annotated.mp4"), *record = scratch("game/game.jsonl");
    assert_int_equal(sq_picture_read(&c.still, SCENE ".jpg", &d), SQ_OK);
    assert_int_equal(sq_picture_read(&c.hand, SCENE ".jpg", &d), SQ_OK);
    sq_capture_settings capture = {.maker = {next_of_clip, &c, FPS, 2 * STILL + HAND}};
    answer a = run_source("a clip", &capture,
                          (sq_session_settings){.calibration = SCENE ".json",
                                                .annotated = video,
                                                .overlays = folder,
                                                .evidence = evidence,
                                                .evidence_bytes = 1 << 24,
                                                .scribe = {.record = record}});
    if (a.code) fail_msg("%s", a.diag.text);
    assert_int_equal(a.result.rests, 2);
    assert_int_equal(a.result.unjudged, 0);
    const char *kept[] = {rest, ruling, video, record};
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        if (access(kept[i], R_OK)) fail_msg("%s is not there", kept[i]);
    sq_picture_free(c.still);
    sq_picture_free(c.hand);
    done(a);
}

/* ---- A game that is stopped and goes on ---- */

/* A mat at rest, a hand, and the mat without the wink of green that had been squidged: nobody knows where it
 * went. Ctrl-C comes at the frame `stop`. */
enum { WINK_X = 981, WINK_Y = 530, WINK_PX = 26, ASIDE_PX = 40, LONG_STOP = -1 };

typedef struct {
    sq_picture *show[3], *hand; /* at each rest; null: no further one */
    int next, stop;
} stopped_clip;

static void lift_wink(sq_picture *p) {
    int stride;
    unsigned char *pixels = sq_picture_pixels(p, &stride);
    for (int y = 0; y < WINK_PX; y++) {
        unsigned char *at = &pixels[(WINK_Y - WINK_PX / 2 + y) * stride + 3 * (WINK_X - WINK_PX / 2)];
        memcpy(at, at + 3 * ASIDE_PX, 3 * WINK_PX);
    }
}

static sq_picture *scene(void) {
    sq_picture *p;
    sq_diag d;
    assert_int_equal(sq_picture_read(&p, SCENE ".jpg", &d), SQ_OK);
    return p;
}

static sq_code next_of_stopped(void *who, sq_frame *f, sq_diag *d) {
    (void)d;
    stopped_clip *c = who;
    int i = c->next++, rest = i / (STILL + HAND), moving = i % (STILL + HAND) - STILL;
    if (i == c->stop) raise(SIGINT);
    if (rest == 3 || !c->show[rest]) return SQ_END;
    if (moving >= 0) paint_hand(c->hand, moving * HAND_PX);
    *f = sq_picture_frame(moving >= 0 ? c->hand : c->show[rest]);
    f->t = (double)i / FPS;
    f->number = (uint64_t)i;
    return SQ_OK;
}

/* The camera changes its size at the last rest, and nobody knows where the mat lies then. */
static sq_code next_of_resized(void *who, sq_frame *f, sq_diag *d) {
    static uint8_t grey[W * H];
    const stopped_clip *c = who;
    sq_code code = next_of_stopped(who, f, d);
    if (code || c->next <= STILL + HAND) return code;
    memset(grey, 90, sizeof grey);
    f->width = W;
    f->height = H;
    f->format = SQ_FRAME_GREY;
    f->plane[0] = grey;
    f->stride[0] = W;
    return SQ_OK;
}

/* The film ends during a rest that has no camera. */
static void the_last_rest_that_was_not_judged_counts(void **state) {
    (void)state;
    stopped_clip c = {.show = {scene(), scene()}, .stop = LONG_STOP, .hand = scene()};
    sq_capture_settings capture = {.maker = {next_of_resized, &c, FPS, 2 * (STILL + HAND)}};
    answer a = run_source("a clip", &capture, (sq_session_settings){0});
    if (a.code) fail_msg("%s", a.diag.text);
    assert_int_equal(a.result.rests, 2);
    assert_int_equal(a.result.unjudged, 1);
    for (int i = 0; i < 2; i++)
        sq_picture_free(c.show[i]);
    sq_picture_free(c.hand);
    done(a);
}

/* Runs it with a record and the looks in this folder; frees the pictures. */
static answer run_stopped(stopped_clip c, const char *folder, bool live, bool goes_on) {
    char record[300], looks[300];
    snprintf(record, sizeof record, "%s/game.jsonl", folder);
    snprintf(looks, sizeof looks, "%s/looks.jsonl", folder);
    c.hand = scene();
    sq_capture_settings capture = {.maker = {next_of_stopped, &c, FPS, 3 * (STILL + HAND), live}};
    answer a =
        run_source("a clip", &capture,
                   (sq_session_settings){.calibration = SCENE ".json",
                                         .scribe = {.record = record, .looks = looks, .goes_on = goes_on}});
    for (int i = 0; i < 3; i++)
        sq_picture_free(c.show[i]);
    sq_picture_free(c.hand);
    return a;
}

/* As text; the caller frees it. */
static char *record_of(const char *name) {
    size_t n;
    unsigned char *bytes = scratch_read(scratch(name), &n);
    char *text = strndup((const char *)bytes, n);
    free(bytes);
    return text;
}

static stopped_clip wink_is_lifted(int stop) {
    stopped_clip c = {.show = {scene(), scene()}, .stop = stop};
    lift_wink(c.show[1]);
    return c;
}

/* Ctrl-C is not the end of the game: what is open stays open, and goes on as if nothing had happened. */
static void a_question_stays_open_where_the_film_is_stopped(void **state) {
    (void)state;
    const char *whole = new_folder("whole"), *halted = new_folder("halted");
    done(run_stopped(wink_is_lifted(LONG_STOP), whole, false, false));
    answer a = run_stopped(wink_is_lifted(2 * STILL + HAND - 1), halted, false, false);
    assert_int_equal(a.code, SQ_OK);
    assert_true(a.result.stopped);
    char *expected = record_of("whole/game.jsonl"), *so_far = record_of("halted/game.jsonl");
    assert_non_null(strstr(expected, "\"held\":true"));
    assert_null(strstr(so_far, "\"held\":true"));
    done(a);
    done(run_stopped(wink_is_lifted(LONG_STOP), halted, false, true));
    char *in_the_end = record_of("halted/game.jsonl");
    assert_string_equal(in_the_end, expected);
    free(expected);
    free(so_far);
    free(in_the_end);
}

/* The first look at the second rest, in front of the second one: as it is kept where an earlier rest was told
 * with it in hand. */
static void keep_first_look(const char *name) {
    char *looks = record_of(name), *second = strchr(looks, '\n') + 1, *end = strchr(second, '\n') + 1;
    char *last = strstr(second, "\"last\":true"), text[65536];
    assert_true(last && last < end);
    int n = snprintf(text, sizeof text, "%.*s%.*s\"last\":false%.*s%s", (int)(second - looks), looks,
                     (int)(last - second), second, (int)(end - last - 11), last + 11, second);
    scratch_file(name, text, (size_t)n);
    free(looks);
}

static void both_looks_at_a_rest_are_met_again(void **state) {
    (void)state;
    const char *folder = new_folder("both");
    stopped_clip c = wink_is_lifted(LONG_STOP);
    c.show[2] = scene();
    lift_wink(c.show[2]);
    done(run_stopped(c, folder, false, false));
    keep_first_look("both/looks.jsonl");
    char *record = record_of("both/game.jsonl"), *looks = record_of("both/looks.jsonl");
    c = wink_is_lifted(LONG_STOP);
    c.show[2] = scene();
    lift_wink(c.show[2]);
    answer a = run_stopped(c, folder, false, true);
    if (a.code) fail_msg("%s", a.diag.text);
    char *record_again = record_of("both/game.jsonl"), *looks_again = record_of("both/looks.jsonl");
    assert_string_equal(record_again, record);
    assert_string_equal(looks_again, looks);
    done(a);
    free(record);
    free(looks);
    free(record_again);
    free(looks_again);
}

/* A live game that was stopped before its winks were laid out: what was watched then does not come again. */
static void what_was_not_begun_can_go_on_live(void **state) {
    (void)state;
    const char *folder = new_folder("live");
    stopped_clip bare = {.show = {scene()}, .stop = LONG_STOP};
    paint_hand(bare.show[0], 0);
    paint_hand(bare.show[0], 5 * HAND_PX);
    done(run_stopped(bare, folder, true, false));
    char *record = record_of("live/game.jsonl"), *looks = record_of("live/looks.jsonl");
    assert_string_equal(record, "");
    assert_string_not_equal(looks, "");
    free(record);
    free(looks);
    answer a = run_stopped((stopped_clip){.show = {scene(), scene()}, .next = STILL, .stop = LONG_STOP},
                           folder, true, true);
    if (a.code) fail_msg("%s", a.diag.text);
    assert_true(a.result.begun);
    done(a);
}

static void set_back(const char *name, time_t seconds) {
    const struct timespec then = {.tv_sec = time(NULL) - seconds}, both[2] = {then, then};
    assert_int_equal(utimensat(AT_FDCWD, scratch(name), both, 0), 0);
}

/* The time of the last look, seconds. */
static double last_look(const char *name) {
    char *looks = record_of(name), *at = looks, *last = NULL;
    while ((at = strstr(at, "\"t_rest\":")))
        last = at += strlen("\"t_rest\":");
    double t = last ? atof(last) : NAN;
    free(looks);
    return t;
}

/* The power went while a look was written. */
static void cut_off(const char *name) {
    FILE *f = fopen(scratch(name), "a");
    assert_non_null(f);
    fputs("{\"rest\": 7, \"t_st", f);
    fclose(f);
}

/* A table that was down: the game's time went on, unless it was as long as only another sitting is. */
static void time_passes_while_squint_is_away(void **state) {
    (void)state;
    const char *folder = new_folder("away");
    done(run_stopped((stopped_clip){.show = {scene()}, .stop = LONG_STOP}, folder, true, false));
    cut_off("away/looks.jsonl");
    set_back("away/looks.jsonl", 600);
    answer a = run_stopped((stopped_clip){.show = {scene(), scene()}, .next = STILL, .stop = LONG_STOP},
                           folder, true, true);
    assert_int_equal(times(a.err, "squint: a break of 10:0"), 1);
    assert_int_equal(times(a.err, " since the last look, which is time of the game: squint say GAME"), 1);
    double t = last_look("away/looks.jsonl");
    assert_true(t > 600 && t < 700);
    done(a);
    set_back("away/looks.jsonl", 36000);
    a = run_stopped((stopped_clip){.show = {scene(), scene()}, .next = STILL, .stop = LONG_STOP}, folder,
                    true, true);
    assert_int_equal(times(a.err, " since the last look, which is no time of the game: squint say GAME"), 1);
    assert_true(last_look("away/looks.jsonl") < t + 100);
    done(a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_lasting_fault_is_said_once),
        cmocka_unit_test(a_source_that_never_rests_is_refused),
        cmocka_unit_test(a_damaged_frame_is_told_and_passed),
        cmocka_unit_test(missing_frames_are_told),
        cmocka_unit_test(what_cannot_be_opened_is_named),
        cmocka_unit_test(each_picture_that_cannot_be_judged_counts_once),
        cmocka_unit_test(the_first_picture_is_annotated_with_its_call),
        cmocka_unit_test(a_video_is_kept_in_all_its_forms),
        cmocka_unit_test(the_last_rest_that_was_not_judged_counts),
        cmocka_unit_test(a_question_stays_open_where_the_film_is_stopped),
        cmocka_unit_test(both_looks_at_a_rest_are_met_again),
        cmocka_unit_test(what_was_not_begun_can_go_on_live),
        cmocka_unit_test(time_passes_while_squint_is_away),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

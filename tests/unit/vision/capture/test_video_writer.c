/* A video that is written here is read back through the front door for sources: number, order, times,
 * colours, places. */
#include "vision/capture/video_writer.h"

#include <sys/stat.h>

#include "tests/fixture/scratch.h"
#include "tests/fixture/unit.h"
#include "vision/capture/capture.h"
#include "vision/frame/yuv.h"

enum { W = 160, H = 96, FRAMES = 60, FPS = 30 };

static uint8_t pixels[3 * W * H];

static sq_frame bgr_frame(void) {
    return (sq_frame){.width = W, .height = H, .format = SQ_FRAME_BGR, .plane = {pixels}, .stride = {3 * W}};
}

/* Three planes in `pixels`, chroma halved. */
static sq_frame i420_frame(void) {
    return (sq_frame){.width = W,
                      .height = H,
                      .format = SQ_FRAME_I420,
                      .plane = {pixels, pixels + W * H, pixels + W * H * 5 / 4},
                      .stride = {W, W / 2, W / 2}};
}

static sq_video_writer *opened(const char *path, const sq_frame *like) {
    sq_video_writer *v;
    sq_diag d = {0};
    if (sq_video_writer_open(&v, path, like, FPS, &d)) fail_msg("%s", d.text);
    return v;
}

static void put(sq_video_writer *v, const sq_frame *f) {
    sq_diag d = {0};
    if (sq_video_writer_put(v, f, &d)) fail_msg("%s", d.text);
}

static void closed(sq_video_writer *v) {
    sq_diag d = {0};
    if (sq_video_writer_close(v, &d)) fail_msg("%s", d.text);
}

static sq_capture *captured(const char *path) {
    sq_capture *c;
    sq_diag d = {0};
    if (sq_capture_open(&c, path, NULL, &d)) fail_msg("%s", d.text);
    return c;
}

static bool next(sq_capture *c, sq_frame *f) {
    sq_diag d = {0};
    sq_code code = sq_capture_next(c, f, &d);
    if (code && code != SQ_END) fail_msg("%s", d.text);
    return !code;
}

/* Uneven times from a clock that does not begin at 0; pauses after the twentieth frame and before
 * the last. */
static double time_of(int n) {
    return 100 + n / (double)FPS + (n % 3) * 0.004 + (n > 20 ? 1.5 : 0) + (n == FRAMES - 1 ? 2 : 0);
}

static uint8_t grey_of(int n) {
    return (uint8_t)(40 + 3 * n);
}

static void every_frame_comes_back_at_its_time(void **state) {
    (void)state;
    sq_frame f = bgr_frame();
    sq_video_writer *v = opened(scratch("times.mp4"), &f);
    for (int n = 0; n < FRAMES; n++) {
        memset(pixels, grey_of(n), sizeof pixels);
        f.t = time_of(n);
        put(v, &f);
    }
    closed(v);
    sq_capture *c = captured(scratch("times.mp4"));
    assert_near(sq_capture_about(c).duration_s, time_of(FRAMES - 1) - time_of(0), 2.0 / FPS);
    for (int n = 0; n < FRAMES; n++) {
        assert_true(next(c, &f));
        assert_int_equal(f.number, n);
        assert_int_equal(f.width, W);
        assert_int_equal(f.height, H);
        assert_near(f.t, time_of(n) - time_of(0), 2.0 / 90000); /* the file's clock ticks at 90 kHz */
        uint8_t bgr[3 * W * H];
        sq_bgr_from_frame(&f, bgr, 3 * W);
        for (int k = 0; k < 3; k++)
            assert_near(bgr[3 * (H / 2 * W + W / 2) + k], grey_of(n), 3);
    }
    assert_false(next(c, &f));
    assert_false(next(c, &f)); /* the end stays the end */
    sq_capture_close(c);
}

/* Each ending gives its own container, which is told by its first bytes, and holds the frames. */
static void the_ending_chooses_the_container(void **state) {
    (void)state;
    static const struct {
        const char *name, *first;
        size_t at;
    } kinds[] = {{"a.mp4", "ftyp", 4},
                 {"a.MOV", "ftypqt", 4},
                 {"a.mkv", "matroska", 0},
                 {"a.webm", "webm", 0},
                 {"a.avi", "RIFF", 0}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        char head[64] = "";
        sq_frame f = bgr_frame();
        sq_video_writer *v = opened(scratch(kinds[i].name), &f);
        for (int n = 0; n < FRAMES; n++) {
            memset(pixels, grey_of(n), sizeof pixels);
            f.t = n / (double)FPS;
            put(v, &f);
        }
        closed(v);
        FILE *file = fopen(scratch(kinds[i].name), "rb");
        assert_non_null(file);
        assert_int_equal(fread(head, 1, sizeof head, file), sizeof head);
        fclose(file);
        const void *found = kinds[i].at ? memmem(head + kinds[i].at, strlen(kinds[i].first), kinds[i].first,
                                                 strlen(kinds[i].first))
                                        : memmem(head, sizeof head, kinds[i].first, strlen(kinds[i].first));
        if (!found) fail_msg("%s: is no such container", kinds[i].name);
        sq_capture *c = captured(scratch(kinds[i].name));
        for (int n = 0; n < FRAMES; n++) {
            if (!next(c, &f)) fail_msg("%s: has only %d frames", kinds[i].name, n);
            assert_near(f.t, n / (double)FPS, 0.6 / FPS);
        }
        sq_capture_close(c);
    }
}

/* A coloured square of the same luma on grey, x0..x1 by y0..y1, at places where chroma samples are split. */
enum { X0 = 41, X1 = 92, Y0 = 25, Y1 = 60 };

/* Of what differs from the grey about it by more than the codec's noise. */
static void centre_of_chroma(const sq_frame *f, double *x, double *y) {
    double sum = 0, sx = 0, sy = 0, first = f->siting == SQ_CHROMA_LEFT ? 0 : 0.5;
    for (int j = 0; j < sq_chroma_height(f); j++)
        for (int i = 0; i < sq_chroma_width(f); i++) {
            double u = f->plane[1][j * f->stride[1] + i] - f->plane[1][0];
            if (u < 4) continue;
            sum += u, sx += u * (2 * i + first), sy += u * (2 * j + 0.5);
        }
    *x = sx / sum, *y = sy / sum;
}

static void colours_stay_in_their_place(void **state) {
    (void)state;
    sq_frame f = bgr_frame();
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            bool in = x >= X0 && x < X1 && y >= Y0 && y < Y1;
            memcpy(pixels + 3 * (y * W + x), in ? (uint8_t[]){220, 114, 114} : (uint8_t[]){120, 120, 120}, 3);
        }
    sq_video_writer *v = opened(scratch("place.mp4"), &f);
    put(v, &f);
    closed(v);
    sq_capture *c = captured(scratch("place.mp4"));
    assert_true(next(c, &f));
    assert_int_equal(f.format, SQ_FRAME_I420);
    double x, y;
    centre_of_chroma(&f, &x, &y);
    assert_near(x, (X0 + X1 - 1) / 2.0, 0.1); /* half a pixel off if the siting were wrong */
    assert_near(y, (Y0 + Y1 - 1) / 2.0, 0.1);
    uint8_t bgr[3 * W * H];
    sq_bgr_from_frame(&f, bgr, 3 * W);
    double seen = 0, moment = 0;
    for (int i = 0; i < W * H; i++)
        if (bgr[3 * i] > 130) seen += bgr[3 * i] - 120, moment += (bgr[3 * i] - 120) * (i % W);
    assert_near(moment / seen, (X0 + X1 - 1) / 2.0, 0.1);
    assert_near(bgr[3 * (40 * W + 60)], 220, 6);
    assert_near(bgr[3 * (40 * W + 60) + 1], 114, 6);
    assert_near(bgr[3 * (40 * W + 60) + 2], 114, 6);
    sq_capture_close(c);
}

/* Planes go in and come out untouched but for the codec, with what was said about them. */
static void planes_keep_what_was_said_of_them(void **state) {
    (void)state;
    for (int k = 0; k < 8; k++) {
        sq_frame f = i420_frame(), g;
        f.siting = k & 1 ? SQ_CHROMA_LEFT : SQ_CHROMA_CENTRE;
        f.matrix = k & 2 ? SQ_MATRIX_BT709 : SQ_MATRIX_BT601;
        f.full_range = k & 4;
        for (int y = 0; y < H; y++)
            for (int x = 0; x < W; x++) {
                pixels[y * W + x] = (uint8_t)(30 + x);
                pixels[W * H + y / 2 * W / 2 + x / 2] = (uint8_t)(100 + y / 2);
                pixels[W * H * 5 / 4 + y / 2 * W / 2 + x / 2] = (uint8_t)(180 - x / 2);
            }
        sq_video_writer *v = opened(scratch("planes.mp4"), &f);
        put(v, &f);
        closed(v);
        sq_capture *c = captured(scratch("planes.mp4"));
        assert_true(next(c, &g));
        assert_int_equal(g.siting, f.siting);
        assert_int_equal(g.matrix, f.matrix);
        assert_int_equal(g.full_range, f.full_range);
        for (int y = 2; y < H - 2; y += 7)
            for (int x = 2; x < W - 2; x += 9) {
                assert_near(g.plane[0][y * g.stride[0] + x], 30 + x, 4);
                assert_near(g.plane[1][y / 2 * g.stride[1] + x / 2], 100 + y / 2, 4);
                assert_near(g.plane[2][y / 2 * g.stride[2] + x / 2], 180 - x / 2, 4);
            }
        sq_capture_close(c);
    }
}

/* A drawing is laid over the file's frames, not over the caller's. */
static void a_drawing_lies_over_the_copy(void **state) {
    (void)state;
    static uint8_t on_black[3 * W * H], on_white[3 * W * H];
    sq_frame f = i420_frame(), black = bgr_frame(), white = bgr_frame(), g;
    f.matrix = SQ_MATRIX_BT709;
    memset(pixels, 128, sizeof pixels);
    memset(on_white, 255, sizeof on_white);
    for (int y = 32; y < 64; y++) /* opaque, in yellow */
        for (int x = 48; x < 96; x++)
            memcpy(on_black + 3 * (y * W + x), (uint8_t[]){80, 240, 250}, 3),
                memcpy(on_white + 3 * (y * W + x), (uint8_t[]){80, 240, 250}, 3);
    black.plane[0] = on_black, white.plane[0] = on_white;
    sq_layer *l;
    sq_diag d = {0};
    assert_int_equal(sq_layer_new(&l, &f, &d), SQ_OK);
    sq_layer_set(l, &black, &white);
    sq_video_writer *v = opened(scratch("drawn.mp4"), &f);
    assert_int_equal(sq_video_writer_put_under(v, &f, l, &d), SQ_OK);
    closed(v);
    sq_layer_free(l);
    assert_int_equal(pixels[40 * W + 60], 128);
    sq_capture *c = captured(scratch("drawn.mp4"));
    uint8_t bgr[3 * W * H];
    assert_true(next(c, &g));
    sq_bgr_from_frame(&g, bgr, 3 * W);
    const uint8_t *in = bgr + 3 * (40 * W + 60), *out = bgr + 3 * (80 * W + 20);
    assert_near(in[0], 80, 6);
    assert_near(in[1], 240, 6);
    assert_near(in[2], 250, 6);
    assert_near(out[0], 130, 4); /* (128 − 16) × 255 / 219 */
    assert_near(out[2], 130, 4);
    sq_capture_close(c);
}

static void every_format_is_taken(void **state) {
    (void)state;
    const sq_frame_format formats[] = {SQ_FRAME_BGR,  SQ_FRAME_GREY, SQ_FRAME_I420,
                                       SQ_FRAME_NV12, SQ_FRAME_I422, SQ_FRAME_I444};
    memset(pixels, 128, sizeof pixels);
    for (size_t k = 0; k < 6; k++) {
        sq_frame f = {.width = W / 2 + 1, .height = H / 2 + 1, .format = formats[k], .full_range = true};
        for (int p = 0; p < 3; p++)
            f.plane[p] = pixels, f.stride[p] = W * (k ? 1 : 3);
        sq_video_writer *v = opened(scratch("format.mp4"), &f);
        put(v, &f);
        closed(v);
        sq_capture *c = captured(scratch("format.mp4"));
        assert_true(next(c, &f));
        assert_int_equal(f.width, W / 2); /* the odd column is left off */
        assert_int_equal(f.height, H / 2);
        uint8_t bgr[3 * W * H];
        sq_bgr_from_frame(&f, bgr, 3 * W);
        assert_near(bgr[3 * W * 20 + 3 * 20], 128, 3);
        sq_capture_close(c);
    }
}

static void fill_with_noise(void) { /* so that the encoder has much to write */
    for (size_t i = 0; i < sizeof pixels; i++)
        pixels[i] = (uint8_t)rand();
}

/* What a kill or a power cut would leave: the file as it is before it is closed. */
static void what_is_broken_off_can_be_watched(void **state) {
    (void)state;
    enum { SECONDS = 10, LOST = 5 }; /* the last piece, and what encoder and file hold back */
    sq_frame f = bgr_frame();
    sq_video_writer *v = opened(scratch("whole.mp4"), &f);
    srand(2);
    for (int n = 0; n < SECONDS * FPS; n++) {
        fill_with_noise();
        f.t = n / (double)FPS;
        put(v, &f);
    }
    size_t size;
    unsigned char *torn = scratch_read(scratch("whole.mp4"), &size);
    sq_capture *c = captured(scratch_file("torn.mp4", torn, size));
    int frames = 0;
    while (next(c, &f))
        frames++;
    assert_in_range(frames, (SECONDS - LOST) * FPS, SECONDS * FPS);
    sq_capture_close(c);
    free(torn);
    closed(v);
}

static void assert_says(sq_code got, sq_code wanted, const sq_diag *d, const char *word) {
    assert_int_equal(got, wanted);
    assert_int_equal(d->code, wanted);
    if (!strstr(d->text, word)) fail_msg("\"%s\" does not say \"%s\"", d->text, word);
}

static void an_ending_that_cannot_be_made_is_refused(void **state) {
    (void)state;
    static const char *const names[] = {"a.gif", "a.txt", "a", "folder.mp4/a"};
    sq_diag d;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_says(sq_video_writer_may_be(names[i], &d), SQ_E_ARGUMENT, &d, ".mkv, .webm");
    assert_int_equal(sq_video_writer_may_be("a.b.WebM", &d), SQ_OK);
}

static void failures_get_a_sentence(void **state) {
    (void)state;
    sq_frame f = bgr_frame(), tiny = {.width = 1, .height = 9, .format = SQ_FRAME_GREY, .plane = {pixels}};
    sq_video_writer *v;
    sq_diag d = {0};
    assert_says(sq_video_writer_open(&v, "/nowhere/at/all.mp4", &f, FPS, &d), SQ_E_FILE, &d,
                "/nowhere/at/all.mp4");
    assert_null(v);
    assert_says(sq_video_writer_open(&v, scratch("tiny.mp4"), &tiny, FPS, &d), SQ_E_SIZE, &d, "1 x 9");
    v = opened(scratch("order.mp4"), &f);
    f.t = 2;
    put(v, &f);
    assert_says(sq_video_writer_put(v, &f, &d), SQ_E_ARGUMENT, &d, "order");
    closed(v); /* what was in order is a video */
    v = opened(scratch("none.mp4"), &f);
    assert_says(sq_video_writer_close(v, &d), SQ_E_ARGUMENT, &d, "without a frame");
    assert_int_equal(sq_video_writer_close(NULL, &d), SQ_OK);
}

static void a_full_disk_is_told(void **state) {
    (void)state;
    struct stat s;
    if (stat("/dev/full", &s)) skip(); /* the kernel's disk that is always full */
    sq_frame f = bgr_frame();
    sq_video_writer *v = opened("/dev/full", &f);
    sq_diag d = {0};
    srand(1);
    for (int n = 0; n < 40; n++) {
        fill_with_noise();
        f.t = n;
        if (sq_video_writer_put(v, &f, &d)) break;
    }
    assert_says(sq_video_writer_close(v, &d), SQ_E_FILE, &d, "no room");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_frame_comes_back_at_its_time),
        cmocka_unit_test(the_ending_chooses_the_container),
        cmocka_unit_test(an_ending_that_cannot_be_made_is_refused),
        cmocka_unit_test(colours_stay_in_their_place),
        cmocka_unit_test(planes_keep_what_was_said_of_them),
        cmocka_unit_test(a_drawing_lies_over_the_copy),
        cmocka_unit_test(every_format_is_taken),
        cmocka_unit_test(what_is_broken_off_can_be_watched),
        cmocka_unit_test(failures_get_a_sentence),
        cmocka_unit_test(a_full_disk_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

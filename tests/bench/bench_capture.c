/* Capture and the look at rest beside bare decoding by the same decoder; memory of a short and of a long
 * video.
 *
 * bench_capture [VIDEO.mp4]: H.264 in MP4; without a name the sample beside the project. Each measurement
 * runs in a process of its own, so that its memory's high-water mark is its own. */
#include <gst/gst.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "vision/capture/capture.h"
#include "vision/change/rest_detector.h"

enum { ROUNDS = 3, LOOPS = 4 };

typedef struct {
    double seconds, still_seconds;
    long frames, rests, memory_kb;
} figures;

static double now(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static long high_water_kb(void) {
    FILE *f = fopen("/proc/self/status", "r");
    char line[256];
    long kb = 0;
    while (f && fgets(line, sizeof line, f))
        if (sscanf(line, "VmHWM: %ld", &kb) == 1) break;
    if (f) fclose(f);
    return kb;
}

static void run_pipeline(const char *text) {
    gst_init(NULL, NULL);
    GstElement *p = gst_parse_launch(text, NULL);
    GstBus *bus = gst_element_get_bus(p);
    gst_element_set_state(p, GST_STATE_PLAYING);
    GstMessage *m = gst_bus_timed_pop_filtered(bus, GST_CLOCK_TIME_NONE, GST_MESSAGE_EOS | GST_MESSAGE_ERROR);
    if (GST_MESSAGE_TYPE(m) != GST_MESSAGE_EOS) fprintf(stderr, "bench_capture: %s fails\n", text);
    gst_message_unref(m);
    gst_object_unref(bus);
    gst_element_set_state(p, GST_STATE_NULL);
    gst_object_unref(p);
}

static figures decode_alone(const char *path) {
    char text[PATH_MAX + 256];
    snprintf(text, sizeof text, "filesrc location=\"%s\" ! decodebin ! fakesink sync=false", path);
    double start = now(CLOCK_MONOTONIC);
    run_pipeline(text);
    return (figures){.seconds = now(CLOCK_MONOTONIC) - start, .memory_kb = high_water_kb()};
}

static figures capture_and_still(const char *path) {
    figures result = {0};
    sq_capture *c;
    sq_frame f;
    sq_diag d;
    sq_rest_detector *s = sq_rest_detector_new();
    double start = now(CLOCK_MONOTONIC);
    sq_code code = s ? sq_capture_open(&c, path, NULL, &d) : SQ_E_MEMORY;
    if (code) return result;
    while (!(code = sq_capture_next(c, &f, &d))) {
        double before = now(CLOCK_THREAD_CPUTIME_ID);
        result.rests += sq_rest_detector_push(s, &f).just_settled;
        result.still_seconds += now(CLOCK_THREAD_CPUTIME_ID) - before;
        result.frames++;
    }
    if (code != SQ_END) fprintf(stderr, "bench_capture: %s\n", d.text);
    sq_capture_close(c);
    sq_rest_detector_free(s);
    result.seconds = now(CLOCK_MONOTONIC) - start;
    result.memory_kb = high_water_kb();
    return result;
}

/* Writes the video's elementary stream: such files may be joined. */
static figures elementary_stream(const char *path) {
    char text[PATH_MAX + 256];
    snprintf(text, sizeof text,
             "filesrc location=\"%s\" ! qtdemux ! h264parse config-interval=-1 ! "
             "video/x-h264,stream-format=byte-stream ! filesink location=bench_capture_1.h264",
             path);
    run_pipeline(text);
    return (figures){0};
}

static figures apart(figures (*measure)(const char *), const char *path) {
    figures result = {0};
    int ends[2];
    if (pipe(ends)) return result;
    pid_t child = fork();
    if (!child) {
        result = measure(path);
        ssize_t written = write(ends[1], &result, sizeof result);
        _exit(written != sizeof result);
    }
    close(ends[1]);
    if (read(ends[0], &result, sizeof result) != sizeof result) result = (figures){0};
    close(ends[0]);
    waitpid(child, NULL, 0);
    return result;
}

static void join_loops(void) {
    FILE *in = fopen("bench_capture_1.h264", "rb"), *out = fopen("bench_capture_n.h264", "wb");
    static char bytes[1 << 16];
    for (int i = 0; i < LOOPS && in && out; i++) {
        rewind(in);
        for (size_t n; (n = fread(bytes, 1, sizeof bytes, in));)
            fwrite(bytes, 1, n, out);
    }
    if (in) fclose(in);
    if (out) fclose(out);
}

/* The best of some rounds in turn: what else the machine does makes times longer, never shorter. */
static void time_both(const char *path) {
    figures alone = {.seconds = 1e9}, loop = {.seconds = 1e9};
    for (int i = 0; i < ROUNDS; i++) {
        figures a = apart(decode_alone, path), b = apart(capture_and_still, path);
        if (a.seconds < alone.seconds) alone = a;
        if (b.seconds < loop.seconds) loop = b;
    }
    printf("capture: %ld frames, decoding alone %.2f s, captured and watched for rest %.2f s: ratio %.2f\n",
           loop.frames, alone.seconds, loop.seconds, loop.seconds / alone.seconds);
    printf("still: %.3f ms a frame, %.2f of decoding's time; %ld rests\n",
           1e3 * loop.still_seconds / (double)loop.frames, loop.still_seconds / alone.seconds, loop.rests);
}

static void weigh_both(const char *path) {
    apart(elementary_stream, path);
    join_loops();
    figures once = apart(capture_and_still, "bench_capture_1.h264"),
            often = apart(capture_and_still, "bench_capture_n.h264");
    printf("memory: %ld frames %.0f MB, %ld frames %.0f MB: ratio %.2f\n", once.frames,
           (double)once.memory_kb / 1024, often.frames, (double)often.memory_kb / 1024,
           (double)often.memory_kb / (double)once.memory_kb);
    remove("bench_capture_1.h264");
    remove("bench_capture_n.h264");
}

int main(int argc, char **argv) {
    char path[PATH_MAX], folder[] = "/tmp/squint-bench-XXXXXX";
    if (!realpath(argc > 1 ? argv[1] : SQ_SHARED_DIR "/video/game.mp4", path)) {
        puts("capture: skipped, the sample video does not lie beside the project");
        return 0;
    }
    if (!mkdtemp(folder) || chdir(folder)) return 2;
    time_both(path);
    fflush(stdout);
    weigh_both(path);
    return rmdir(folder) ? 2 : 0;
}

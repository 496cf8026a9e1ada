/* squint referee over the sample game: its time against decoding alone, how long a ruling takes, and its
 * memory over a long game.
 *
 * Decoding and refereeing take turns, in alternating order, each run a process of its own: what else the
 * machine does hits both alike, and neither always finds the file and the processor warm. The ratio is the
 * median over the rounds of the two runs of one round, not of the best of each, which need not have met the
 * same machine. The processor's time, of user and system, tells the same with less of the others' noise.
 *
 * The long game is the sample video end to end, SQUINT_LOOPS times (10; 113 make two hours). */
#include <fcntl.h>
#include <gst/gst.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ui/session/session.h"
#include "vision/system/clock.h"

enum { ROUNDS = 7, LOOPS = 10 };

static const char video[] = SQ_SOURCE_DIR "/datasets/game/game.mp4";
static const char camera[] = SQ_SOURCE_DIR "/datasets/game/camera.json";

typedef struct {
    double wall_s, cpu_s;
    long peak_kb;
    bool well;
} figures;

static double seconds(struct timeval t) {
    return (double)t.tv_sec + 1e-6 * (double)t.tv_usec;
}

/* Runs work(path) in a process of its own. */
static figures measure(bool (*work)(const char *path), const char *path) {
    figures f = {.wall_s = sq_monotonic_s()};
    pid_t child = fork();
    if (child == 0) _exit(work(path) ? 0 : 1);
    int status;
    struct rusage used = {0};
    f.well =
        child > 0 && wait4(child, &status, 0, &used) == child && WIFEXITED(status) && !WEXITSTATUS(status);
    f.wall_s = sq_monotonic_s() - f.wall_s;
    f.cpu_s = seconds(used.ru_utime) + seconds(used.ru_stime);
    f.peak_kb = used.ru_maxrss;
    return f;
}

static bool play(const char *pipeline) {
    gst_init(NULL, NULL);
    GstElement *p = gst_parse_launch(pipeline, NULL);
    if (!p) return false;
    gst_element_set_state(p, GST_STATE_PLAYING);
    GstBus *bus = gst_element_get_bus(p);
    GstMessage *end =
        gst_bus_timed_pop_filtered(bus, GST_CLOCK_TIME_NONE, GST_MESSAGE_EOS | GST_MESSAGE_ERROR);
    bool well = GST_MESSAGE_TYPE(end) == GST_MESSAGE_EOS;
    gst_message_unref(end);
    gst_object_unref(bus);
    gst_element_set_state(p, GST_STATE_NULL);
    gst_object_unref(p);
    return well;
}

static bool decode(const char *path) {
    char pipeline[1024];
    snprintf(pipeline, sizeof pipeline, "filesrc location=\"%s\" ! decodebin ! fakesink sync=false", path);
    return play(pipeline);
}

/* capture, record: null: the video as fast as it is read; no journal. */
static bool judge(const char *path, const sq_capture_settings *capture, const char *record,
                  sq_session_result *r) {
    FILE *nowhere = fopen("/dev/null", "w");
    sq_session_settings s = {
        .source = path, .capture = capture, .calibration = camera, .game = {.form = SQ_FORM_PAIRS}};
    s.scribe = (sq_game_writer_settings){.record = record, .out = nowhere, .err = stderr};
    sq_diag d;
    bool well = nowhere && sq_session_run(&s, r, &d) == SQ_OK && r->shots > 0;
    if (nowhere) fclose(nowhere);
    return well;
}

static bool referee(const char *path) {
    sq_session_result r;
    return judge(path, NULL, NULL, &r);
}

/* A video's frames when they were taken. */
typedef struct {
    sq_capture *capture;
    double begun_s;
} player;

static sq_code next_in_time(void *who, sq_frame *f, sq_diag *d) {
    player *p = who;
    sq_code code = sq_capture_next(p->capture, f, d);
    double wait_s = p->begun_s + f->t - sq_monotonic_s();
    if (!code && wait_s > 0) usleep((useconds_t)(1e6 * wait_s));
    return code;
}

/* As it is played: frames in their own time, and a journal on the disk. */
static bool latency(const char *path) {
    static char record[] = "/tmp/squint-record-XXXXXX";
    sq_session_result r;
    player p;
    sq_diag d;
    int file = mkstemp(record);
    if (file < 0) return false;
    close(file);
    unlink(record);
    if (sq_capture_open(&p.capture, path, NULL, &d)) return false;
    p.begun_s = sq_monotonic_s();
    sq_capture_settings capture = {.maker = {.next = next_in_time, .who = &p}};
    bool well = judge(path, &capture, record, &r) && r.latency.video.count > 0;
    sq_capture_close(p.capture);
    unlink(record);
    if (!well) return false;
    const sq_session_latency *l = &r.latency;
    printf("a ruling          %6.2f s of video after all lay still, at most %.2f s (aim: 0.30), %d rulings\n",
           sq_latency_within(&l->video, 0.5), sq_latency_within(&l->video, 1), l->video.count);
    printf("                  %6.1f ms of work to be on the disk, at most %.1f ms (aim: 50)\n",
           1e3 * sq_latency_within(&l->work, 0.5), 1e3 * sq_latency_within(&l->work, 1));
    return !fflush(stdout);
}

/* The sample video `loops` times, without decoding it. */
static const char *looped_to;
static int loops;

static bool loop(const char *path) {
    size_t room = (size_t)loops * 600 + 1024, used = 0;
    char *pipeline = malloc(room);
    if (!pipeline) return false;
    used += (size_t)snprintf(pipeline, room,
                             "concat name=c ! h264parse ! matroskamux ! filesink location=\"%s\"", looped_to);
    for (int i = 0; i < loops; i++)
        used += (size_t)snprintf(pipeline + used, room - used,
                                 " filesrc location=\"%s\" ! qtdemux ! h264parse ! c.", path);
    bool well = play(pipeline);
    free(pipeline);
    return well;
}

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Sorts them. */
static double median(double v[ROUNDS]) {
    qsort(v, ROUNDS, sizeof *v, by_value);
    return v[ROUNDS / 2];
}

/* Others that compute meanwhile make rounds unequal; people should know. */
static void tell_load(void) {
    double load;
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    if (getloadavg(&load, 1) == 1 && load > 0.5)
        printf("others compute here as well (load %.1f on %ld processors): believe the processor's time\n",
               load, processors);
}

/* Whether all could be played. */
static bool run_rounds(figures alone[ROUNDS], figures judged[ROUNDS]) {
    for (int i = 0; i < ROUNDS; i++) {
        if (i % 2 == 0) alone[i] = measure(decode, video);
        judged[i] = measure(referee, video);
        if (i % 2 == 1) alone[i] = measure(decode, video);
        if (!alone[i].well || !judged[i].well) return false;
    }
    return true;
}

static void tell_figures(const char *who, const figures f[ROUNDS]) {
    double wall_s[ROUNDS], cpu_s[ROUNDS];
    for (int i = 0; i < ROUNDS; i++)
        wall_s[i] = f[i].wall_s, cpu_s[i] = f[i].cpu_s;
    printf("%-17s %6.2f s   %6.2f s of processor   %ld MB\n", who, median(wall_s), median(cpu_s),
           f[0].peak_kb / 1024);
}

static int time_ratio(figures *one) {
    figures alone[ROUNDS], judged[ROUNDS];
    double wall[ROUNDS], cpu[ROUNDS];
    tell_load();
    if (!run_rounds(alone, judged)) {
        fprintf(stderr, "the sample game cannot be played: %s\n", video);
        return 1;
    }
    for (int i = 0; i < ROUNDS; i++) {
        wall[i] = judged[i].wall_s / alone[i].wall_s;
        cpu[i] = judged[i].cpu_s / alone[i].cpu_s;
    }
    *one = judged[0];
    printf("medians of %d rounds, in each of which both run, in turns first\n", ROUNDS);
    tell_figures("decoding alone", alone);
    tell_figures("squint referee", judged);
    double of_wall = median(wall), of_cpu = median(cpu);
    printf(
        "ratio             %6.2f     (%.2f to %.2f; aim: at most 1.25)   %.2f of processor (%.2f to %.2f)\n",
        of_wall, wall[0], wall[ROUNDS - 1], of_cpu, cpu[0], cpu[ROUNDS - 1]);
    return 0;
}

static int memory(const figures *one) {
    static char path[] = "/tmp/squint-long-XXXXXX";
    int file = mkstemp(path);
    if (file < 0) return 1;
    close(file);
    looped_to = path;
    const char *wanted = getenv("SQUINT_LOOPS");
    loops = wanted && atoi(wanted) > 0 ? atoi(wanted) : LOOPS;
    figures made = measure(loop, video), longer = {0};
    if (made.well) longer = measure(referee, path);
    unlink(path);
    if (!longer.well) {
        fputs("the long game cannot be made or played\n", stderr);
        return 1;
    }
    printf("%3d games on end  %6.2f s   %6.2f s of processor   %ld MB\n", loops, longer.wall_s, longer.cpu_s,
           longer.peak_kb / 1024);
    printf("memory, to one    %6.2f     (aim: at most 1.10)\n",
           (double)longer.peak_kb / (double)one->peak_kb);
    return 0;
}

int main(void) {
    figures one = {0};
    return time_ratio(&one) || fflush(stdout) || !measure(latency, video).well || memory(&one);
}

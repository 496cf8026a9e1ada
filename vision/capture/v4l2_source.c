/* A camera as a source of frames: V4L2 through libv4l2, by memory that is shared with the driver.
 *
 * Planes go to sight as they lie in the driver's buffer (NV12, I420, grey), which is given back with the next
 * call; packed 4:2:2 is laid out in planes; JPEGs are decoded to the planes that they hold. Colours are those
 * of the standards: BT.601 unless the driver says 709, full range for JPEG alone. */
#include <errno.h>
#include <libv4l2.h>
#include <linux/videodev2.h>
#include <math.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>

#include "vision/capture/source_interface.h"
#include "vision/capture/stride_guess.h"
#include "vision/capture/v4l2_device.h"
#include "vision/frame/image_header.h"
#include "vision/frame/jpeg.h"
#include "vision/system/clock.h"

enum { BUFFERS_MOST = 8, NONE_HELD = -1 };

typedef struct {
    char path[256];
    sq_capture_shared *shared;
    sq_capture_info *about;
    int wanted_buffers;
    sq_v4l2_wish wish;
    bool unlocked;

    int fd;
    sq_v4l2_locks locks;
    bool locks_done;
    struct v4l2_pix_format pix; /* as the driver has set it */
    int stride;                 /* the real one; 0: not yet known */
    struct {
        void *start;
        size_t length;
    } buffer[BUFFERS_MOST];
    size_t held_bytes;
    int buffers, held; /* held: the buffer that the last frame borrows */
    bool streaming;
    sq_jpeg *jpeg;
    uint8_t *planes; /* packed pixels laid out */

    bool begun; /* frames have come */
    uint32_t sequence;
    uint64_t number;
    double first_t, t, least_delay_s;
} camera;

/* ---- Which one ---- */

static bool takes(const char *source) {
    struct stat s;
    bool any = !strcmp(source, "camera") && stat(source, &s); /* a file is a file, whatever it is called */
    return any || !strncmp(source, "v4l2:", 5) ||
           (!strncmp(source, "/dev/", 5) && strcmp(source, "/dev/null") &&
            (stat(source, &s) ? !strncmp(source, "/dev/video", 10) : S_ISCHR(s.st_mode)));
}

/* How like the camera that was found first a device is: 2 it is that one, 1 it may be, in another socket, 0
 * it is not. Notes the first that is found. */
static int likeness(const camera *c, const char *path, sq_diag *d) {
    static _Thread_local sq_v4l2_camera is; /* too large for a stack */
    int fd;
    if (sq_v4l2_open(&fd, path, d)) return 0;
    sq_code code = sq_v4l2_describe(&is, fd, path, d);
    sq_v4l2_close(fd);
    if (code) return 0;
    sq_capture_shared *first = c->shared;
    if (!*first->card) {
        snprintf(first->card, sizeof first->card, "%s", is.name);
        snprintf(first->bus, sizeof first->bus, "%s", is.bus);
    }
    if (strcmp(first->card, is.name) != 0) return 0;
    return strcmp(first->bus, is.bus) ? 1 : 2;
}

/* The first device that is a camera: many have a second one, for what they know of their pictures. One that
 * was lost is waited for: the game is not played before the laptop's own. */
static sq_code find_first(camera *c, sq_diag *d) {
    sq_v4l2_path paths[SQ_V4L2_CAMERAS];
    int n = sq_v4l2_paths(paths), best = 0;
    sq_fail(d, SQ_E_DEVICE,
            "camera: no camera is connected; plug one in, or name a video or a stream instead");
    for (int i = 0; i < n && best < 2; i++) {
        int is = likeness(c, paths[i], d);
        if (is <= best) continue;
        best = is;
        snprintf(c->path, sizeof c->path, "%.63s", paths[i]);
    }
    return best ? SQ_OK : SQ_E_DEVICE;
}

static sq_code choose_device(camera *c, sq_diag *d) {
    if (!strcmp(c->path, "camera")) return find_first(c, d);
    if (!strncmp(c->path, "v4l2:", 5)) memmove(c->path, c->path + 5, strlen(c->path + 5) + 1);
    return SQ_OK;
}

/* ---- Opening: steps in order ---- */

static sq_code open_device(camera *c, sq_diag *d) {
    return sq_v4l2_open(&c->fd, c->path, d);
}

static void ask_rate(camera *c, double rate) {
    struct v4l2_streamparm p = {.type = V4L2_BUF_TYPE_VIDEO_CAPTURE};
    p.parm.capture.timeperframe = (struct v4l2_fract){1000, (uint32_t)lround(1000 * rate)};
    c->about->fps = rate;
    if (rate <= 0 || v4l2_ioctl(c->fd, VIDIOC_S_PARM, &p)) return;
    struct v4l2_fract is = p.parm.capture.timeperframe;
    if (is.numerator && is.denominator) c->about->fps = (double)is.denominator / is.numerator;
}

static sq_code negotiate(camera *c, sq_diag *d) {
    static _Thread_local sq_v4l2_camera all; /* 12 kB too many for a stack */
    double rate;
    sq_code code = sq_v4l2_describe(&all, c->fd, c->path, d);
    if (code) return code;
    const sq_v4l2_mode *m = sq_v4l2_choose(&all, &c->wish, &rate);
    if (!m && c->wish.width)
        return sq_fail(
            d, SQ_E_DEVICE,
            "%s: the camera has no pictures of %d x %d that can be read; squint cameras lists what it has",
            c->path, c->wish.width, c->wish.height);
    struct v4l2_format f = {.type = V4L2_BUF_TYPE_VIDEO_CAPTURE};
    if (m) {
        f.fmt.pix.width = (uint32_t)m->width;
        f.fmt.pix.height = (uint32_t)m->height;
        f.fmt.pix.pixelformat = m->fourcc;
        f.fmt.pix.field = V4L2_FIELD_NONE;
        if (v4l2_ioctl(c->fd, VIDIOC_S_FMT, &f)) return sq_v4l2_fail(c->path, "take a format", errno, d);
    }
    c->pix = f.fmt.pix;
    if (!m || c->pix.pixelformat != m->fourcc || !c->pix.width || c->pix.width & 1 || !c->pix.height ||
        c->pix.width * (uint64_t)c->pix.height > SQ_PICTURE_MAX_MP * 1000000ull)
        return sq_fail(
            d, SQ_E_DEVICE,
            "%s: the camera has no format that can be read (squint cameras lists them); take another",
            c->path);
    ask_rate(c, rate);
    *c->about = (sq_capture_info){
        .kind = "camera", .live = true, .fps = c->about->fps, .duration_s = NAN, .frames = -1};
    snprintf(c->about->text, sizeof c->about->text, "%s, %s %u x %u, %.0f a second", all.name, m->format,
             c->pix.width, c->pix.height, c->about->fps);
    return SQ_OK;
}

static bool is_jpeg(const camera *c) {
    return c->pix.pixelformat == V4L2_PIX_FMT_MJPEG || c->pix.pixelformat == V4L2_PIX_FMT_JPEG;
}

static sq_code make_room(camera *c, sq_diag *d) {
    bool packed = c->pix.pixelformat == V4L2_PIX_FMT_YUYV;
    if (is_jpeg(c)) c->jpeg = sq_jpeg_new();
    if (packed) c->planes = malloc(2 * (size_t)(c->pix.width + 1) * c->pix.height);
    if ((is_jpeg(c) && !c->jpeg) || (packed && !c->planes))
        return sq_fail(d, SQ_E_MEMORY, "%s: out of memory; close other programs", c->path);
    return SQ_OK;
}

static struct v4l2_buffer description(uint32_t index) {
    return (struct v4l2_buffer){
        .type = V4L2_BUF_TYPE_VIDEO_CAPTURE, .memory = V4L2_MEMORY_MMAP, .index = index};
}

static sq_code share_memory(camera *c, sq_diag *d) {
    struct v4l2_requestbuffers r = {.count = (uint32_t)c->wanted_buffers,
                                    .type = V4L2_BUF_TYPE_VIDEO_CAPTURE,
                                    .memory = V4L2_MEMORY_MMAP};
    if (v4l2_ioctl(c->fd, VIDIOC_REQBUFS, &r)) return sq_v4l2_fail(c->path, "share its memory", errno, d);
    for (uint32_t i = 0; i < r.count && i < BUFFERS_MOST; i++) {
        struct v4l2_buffer b = description(i);
        if (v4l2_ioctl(c->fd, VIDIOC_QUERYBUF, &b))
            return sq_v4l2_fail(c->path, "share its memory", errno, d);
        void *at = v4l2_mmap(NULL, b.length, PROT_READ | PROT_WRITE, MAP_SHARED, c->fd, b.m.offset);
        if (at == MAP_FAILED) return sq_v4l2_fail(c->path, "share its memory", errno, d);
        c->buffer[i].start = at;
        c->buffer[i].length = b.length;
        c->buffers++;
        if (v4l2_ioctl(c->fd, VIDIOC_QBUF, &b)) return sq_v4l2_fail(c->path, "take its buffers", errno, d);
    }
    return c->buffers ? SQ_OK : sq_v4l2_fail(c->path, "share its memory", ENOMEM, d);
}

static sq_code start(camera *c, sq_diag *d) {
    int type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
    if (v4l2_ioctl(c->fd, VIDIOC_STREAMON, &type)) return sq_v4l2_fail(c->path, "start", errno, d);
    c->streaming = true;
    return SQ_OK;
}

static sq_code (*const steps[])(camera *, sq_diag *) = {choose_device, open_device,  negotiate,
                                                        make_room,     share_memory, start};

static void close_camera(void *self) {
    camera *c = self;
    int type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
    if (c->fd >= 0) sq_v4l2_unlock(&c->locks, c->fd);
    if (c->streaming) v4l2_ioctl(c->fd, VIDIOC_STREAMOFF, &type);
    for (int i = 0; i < c->buffers; i++)
        v4l2_munmap(c->buffer[i].start, c->buffer[i].length);
    sq_v4l2_close(c->fd);
    sq_jpeg_free(c->jpeg);
    free(c->planes);
    free(c);
}

static sq_code open_camera(void **out, const char *source, const sq_capture_settings *settings,
                           sq_capture_shared *shared, sq_capture_info *about, sq_diag *d) {
    camera *c = calloc(1, sizeof *c);
    if (!c) return sq_fail(d, SQ_E_MEMORY, "%s: out of memory; close other programs", source);
    *c = (camera){.fd = -1, .held = NONE_HELD, .shared = shared, .about = about, .least_delay_s = INFINITY};
    snprintf(c->path, sizeof c->path, "%s", source); /* a longer one names no device */
    c->wish = (sq_v4l2_wish){settings->width, settings->height, settings->rate};
    c->unlocked = settings->unlocked;
    c->wanted_buffers = settings->queue_frames < BUFFERS_MOST ? settings->queue_frames : BUFFERS_MOST;
    sq_code code = SQ_OK;
    for (size_t i = 0; i < sizeof steps / sizeof *steps && !code; i++)
        code = steps[i](c, d);
    if (code)
        close_camera(c);
    else
        *out = c;
    return code;
}

/* ---- Frame by frame ---- */

static sq_code give_back(camera *c, uint32_t index, sq_diag *d) {
    struct v4l2_buffer b = description(index);
    return v4l2_ioctl(c->fd, VIDIOC_QBUF, &b) ? sq_v4l2_fail(c->path, "go on", errno, d) : SQ_OK;
}

/* Waits for a filled buffer, but not for ever: some drivers hang in DQBUF when a camera stumbles, so nobody
 * is asked who has not said that there is one. */
static sq_code take(camera *c, struct v4l2_buffer *b, sq_diag *d) {
    const struct timespec nap = {.tv_nsec = 2000000}; /* where poll says yes and DQBUF no */
    double until = sq_monotonic_s() + SQ_CAPTURE_SILENCE_S;
    *b = description(0);
    while (sq_monotonic_s() < until) {
        if (atomic_load(&c->shared->stop)) return SQ_END;
        struct pollfd p = {.fd = c->fd, .events = POLLIN};
        if (poll(&p, 1, SQ_CAPTURE_POLL_MS) <= 0) continue;
        *b = description(0);
        if (!v4l2_ioctl(c->fd, VIDIOC_DQBUF, b)) return SQ_OK;
        if (errno != EAGAIN && errno != EINTR) return sq_v4l2_fail(c->path, "go on", errno, d);
        nanosleep(&nap, NULL);
    }
    return sq_fail(d, SQ_E_DEVICE,
                   "%s: the camera has sent no picture for %.0f s; pull its plug and put it back", c->path,
                   SQ_CAPTURE_SILENCE_S);
}

static bool has_camera_clock(const struct v4l2_buffer *b) {
    return (b->flags & V4L2_BUF_FLAG_TIMESTAMP_MASK) == V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC;
}

/* When the camera took it; where the driver does not say, or not by which clock, now: the calendar's clock is
 * set while a game runs. */
static double time_of(const struct v4l2_buffer *b) {
    bool unknown_clock = (b->flags & V4L2_BUF_FLAG_TIMESTAMP_MASK) == V4L2_BUF_FLAG_TIMESTAMP_UNKNOWN;
    double t = (double)b->timestamp.tv_sec + 1e-6 * (double)b->timestamp.tv_usec;
    return t > 0 && !unknown_clock ? t : sq_monotonic_s();
}

/* Against the quickest frame, since what a camera calls the time of a frame is its own business. */
static bool is_late(camera *c, const struct v4l2_buffer *b) {
    if (!has_camera_clock(b)) return false;
    double delay = sq_monotonic_s() - time_of(b);
    c->least_delay_s = fmin(c->least_delay_s, delay);
    return delay > c->least_delay_s + SQ_CAPTURE_LATE_S;
}

static void count(camera *c, const struct v4l2_buffer *b) {
    uint32_t gap = c->begun ? b->sequence - c->sequence : 1;
    if (!gap || gap > INT32_MAX) gap = 1; /* a driver that does not count, or began anew */
    c->shared->counts.lost += gap - 1;
    c->number += gap;
    c->sequence = b->sequence;
    c->t = time_of(b);
    if (!c->begun) c->first_t = c->t;
    c->begun = true;
}

/* Packed Y U Y V … to planes. Widths are even: negotiate sees to it. */
static void unpack(const camera *c, const uint8_t *from, sq_frame *f) {
    int width = f->width, half = (width + 1) / 2;
    uint8_t *y = c->planes, *u = y + (size_t)width * (size_t)f->height,
            *v = u + (size_t)half * (size_t)f->height;
    f->plane[0] = y, f->plane[1] = u, f->plane[2] = v;
    f->stride[0] = width, f->stride[1] = f->stride[2] = half;
    f->format = SQ_FRAME_I422;
    for (int row = 0; row < f->height; row++, from += c->stride, y += width, u += half, v += half)
        for (int x = 0; x < width / 2; x++) {
            y[2 * x] = from[4 * x];
            u[x] = from[4 * x + 1];
            y[2 * x + 1] = from[4 * x + 2];
            v[x] = from[4 * x + 3];
        }
}

/* Bytes of so many rows, the last of them without what pads it. */
static size_t extent(int stride, int rows, int row) {
    return (size_t)stride * (size_t)(rows - 1) + (size_t)row;
}

/* Gives the bytes up to the end of the last plane. */
static size_t point(const camera *c, const uint8_t *at, sq_frame *f) {
    size_t luma = (size_t)c->stride * (size_t)f->height;
    int half = f->width / 2, rows = (f->height + 1) / 2; /* of chroma */
    f->plane[0] = at;
    f->stride[0] = c->stride;
    f->format = SQ_FRAME_GREY;
    if (c->pix.pixelformat == V4L2_PIX_FMT_GREY) return extent(c->stride, f->height, f->width);
    bool pairs = c->pix.pixelformat == V4L2_PIX_FMT_NV12;
    f->format = pairs ? SQ_FRAME_NV12 : SQ_FRAME_I420;
    f->stride[1] = f->stride[2] = pairs ? c->stride : c->stride / 2;
    f->plane[1] = at + luma;
    f->plane[2] = pairs ? NULL : f->plane[1] + (size_t)f->stride[1] * (size_t)rows;
    return (size_t)(f->plane[pairs ? 1 : 2] - at) + extent(f->stride[1], rows, pairs ? 2 * half : half);
}

/* Bytes that a raw picture has, and of them those up to the end of its first plane, in units of rows. */
static sq_code raw_planes(camera *c, const uint8_t *at, size_t size, sq_frame *f, sq_diag *d) {
    bool packed = c->pix.pixelformat == V4L2_PIX_FMT_YUYV, grey = c->pix.pixelformat == V4L2_PIX_FMT_GREY;
    int row = packed ? 4 * ((f->width + 1) / 2) : f->width;
    size_t first = packed || grey ? size : size * 2 / 3;
    bool unsure =
        c->t - c->first_t < SQ_CAMERA_SETTLE_S; /* many begin with black pictures, which tell nothing */
    if (!c->stride || unsure) c->stride = sq_stride_find(at, first, row, f->height, (int)c->pix.bytesperline);
    bool fits = c->stride && extent(c->stride, f->height, row) <= first;
    f->matrix = c->pix.ycbcr_enc == V4L2_YCBCR_ENC_709 ? SQ_MATRIX_BT709 : SQ_MATRIX_BT601;
    f->full_range = c->pix.quantization == V4L2_QUANTIZATION_FULL_RANGE;
    f->siting = SQ_CHROMA_LEFT;
    if (fits && packed)
        unpack(c, at, f);
    else if (fits)
        fits = point(c, at, f) <= size;
    return fits ? SQ_OK : sq_fail(d, SQ_E_FORMAT, "%s: a picture of %zu bytes is too short", c->path, size);
}

/* Of a filled buffer, whatever the driver says. */
static size_t bytes_of(const camera *c, const struct v4l2_buffer *b) {
    size_t length = c->buffer[b->index].length;
    return b->bytesused < length ? b->bytesused : length;
}

static sq_code read_frame(camera *c, const struct v4l2_buffer *b, sq_frame *f, sq_diag *d) {
    if (b->index >= (uint32_t)c->buffers)
        return sq_fail(d, SQ_E_DEVICE, "%s: the driver names a buffer that does not exist; use another",
                       c->path);
    const uint8_t *at = c->buffer[b->index].start;
    size_t size = bytes_of(c, b);
    if (b->flags & V4L2_BUF_FLAG_ERROR)
        return sq_fail(d, SQ_E_FORMAT, "%s: the driver calls a picture damaged", c->path);
    *f = (sq_frame){.width = (int)c->pix.width, .height = (int)c->pix.height};
    sq_code code = is_jpeg(c) ? sq_jpeg_decode(c->jpeg, at, size, f, d) : raw_planes(c, at, size, f, d);
    f->t = c->t;
    f->number = c->number;
    return code;
}

/* The camera has settled: from here on it keeps its exposure, white balance and focus. */
static void lock_when_settled(camera *c) {
    if (c->unlocked || c->locks_done || c->t - c->first_t < SQ_CAMERA_SETTLE_S) return;
    sq_v4l2_lock(&c->locks, c->fd);
    c->locks_done = true;
}

static sq_code next_frame(void *self, sq_frame *frame, sq_diag *d) {
    camera *c = self;
    sq_diag dropped;
    struct v4l2_buffer b;
    sq_code code = SQ_OK;
    if (c->held != NONE_HELD) code = give_back(c, (uint32_t)c->held, d);
    c->held = NONE_HELD;
    double since = sq_monotonic_s();
    while (!code && !(code = take(c, &b, d))) {
        count(c, &b);
        bool late = is_late(c, &b);
        sq_code bad = late ? SQ_E_DEVICE : read_frame(c, &b, frame, &dropped);
        if (!bad) {
            c->held = (int)b.index;
            c->held_bytes = bytes_of(c, &b);
            lock_when_settled(c);
            return SQ_OK;
        }
        if (late)
            c->shared->counts.late++;
        else
            c->shared->counts.damaged++;
        if (!late && sq_monotonic_s() - since > SQ_CAPTURE_SILENCE_S)
            return sq_fail(d, SQ_E_DEVICE,
                           "%s: the camera sends damaged pictures alone; try another cable or port", c->path);
        code = give_back(c, b.index, d);
    }
    return code;
}

static const uint8_t *jpeg(const void *self, size_t *size) {
    const camera *c = self;
    if (!is_jpeg(c) || c->held == NONE_HELD) return NULL;
    *size = c->held_bytes;
    return c->buffer[c->held].start;
}

static const char *frame_name(const void *self) {
    return ((const camera *)self)->path;
}

const sq_capture_backend sq_capture_v4l2 = {
    .takes = takes,
    .open = open_camera,
    .next = next_frame,
    .frame_name = frame_name,
    .jpeg = jpeg,
    .close = close_camera,
};

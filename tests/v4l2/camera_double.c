/* The plug-in: libv4l loads it from its folder of plug-ins (tests/v4l2/plugin_folder.c), asks it of each file
 * that is opened whether it knows it, and then sends it the ioctls. */
#include "tests/v4l2/camera_double.h"

#include <errno.h>
#include <libv4l-plugin.h>
#include <linux/videodev2.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static double now_s(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static size_t bytes_of_file(const camera_double *c) {
    size_t end = DOUBLE_PICTURES_AT;
    for (int i = 0; i < c->pictures; i++)
        if (c->picture[i].at + c->picture[i].bytes > end) end = c->picture[i].at + c->picture[i].bytes;
    return end;
}

static void *init(int fd) {
    struct stat s;
    char magic[sizeof DOUBLE_MAGIC];
    if (fstat(fd, &s) || !S_ISREG(s.st_mode) || s.st_size < DOUBLE_PICTURES_AT) return NULL;
    if (pread(fd, magic, sizeof magic, 0) != sizeof magic || strcmp(magic, DOUBLE_MAGIC)) return NULL;
    camera_double *c = mmap(NULL, (size_t)s.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (c == MAP_FAILED) return NULL;
    c->opened++;
    c->streaming = c->buffers = c->waiting = 0;
    return c;
}

static void close_double(void *self) {
    camera_double *c = self;
    c->closed++;
    if (c->unplugged) c->unplugged--;
    munmap(c, bytes_of_file(c));
}

static int fail(int error) {
    errno = error;
    return -1;
}

/* ---- Formats ---- */

static bool is_jpeg(uint32_t fourcc) {
    return fourcc == V4L2_PIX_FMT_MJPEG;
}

static int row_bytes(const camera_double *c) {
    return (c->mode[c->chosen].fourcc == V4L2_PIX_FMT_YUYV ? 2 : 1) * c->mode[c->chosen].width;
}

static int real_stride(const camera_double *c) {
    return c->stride ? c->stride : row_bytes(c);
}

static uint32_t picture_bytes(const camera_double *c) {
    uint32_t fourcc = c->mode[c->chosen].fourcc, one = (uint32_t)(real_stride(c) * c->mode[c->chosen].height);
    return fourcc == V4L2_PIX_FMT_NV12 || fourcc == V4L2_PIX_FMT_YUV420 ? one / 2 * 3 : one;
}

static int tell_format(const camera_double *c, struct v4l2_format *f) {
    if (f->type != V4L2_BUF_TYPE_VIDEO_CAPTURE) return fail(EINVAL);
    bool jpeg = is_jpeg(c->mode[c->chosen].fourcc);
    f->fmt.pix = (struct v4l2_pix_format){
        .width = (uint32_t)c->mode[c->chosen].width,
        .height = (uint32_t)c->mode[c->chosen].height,
        .pixelformat = c->mode[c->chosen].fourcc,
        .field = V4L2_FIELD_NONE,
        .bytesperline = jpeg ? 0 : (uint32_t)(c->claimed_stride ? c->claimed_stride : row_bytes(c)),
        .sizeimage = DOUBLE_BUFFER_BYTES,
        .colorspace = jpeg ? V4L2_COLORSPACE_JPEG : V4L2_COLORSPACE_SRGB};
    return 0;
}

/* The mode that is nearest to what is asked: of the format where it is there, of the size where it
 * is there. */
static int choose(camera_double *c, struct v4l2_format *f, bool keep) {
    int best = 0, score = -1;
    for (int i = 0; i < DOUBLE_MODES && c->mode[i].width; i++) {
        int s = 4 * (c->mode[i].fourcc == f->fmt.pix.pixelformat) +
                2 * ((uint32_t)c->mode[i].width == f->fmt.pix.width) +
                ((uint32_t)c->mode[i].height == f->fmt.pix.height);
        if (s > score) best = i, score = s;
    }
    int before = c->chosen;
    if (keep && c->busy) return fail(EBUSY);
    c->chosen = best;
    int r = tell_format(c, f);
    if (!keep) c->chosen = before;
    return r;
}

static int list_format(const camera_double *c, struct v4l2_fmtdesc *f) {
    uint32_t known[DOUBLE_MODES], n = 0;
    for (int i = 0; i < DOUBLE_MODES && c->mode[i].width; i++) {
        bool old = false;
        for (uint32_t k = 0; k < n; k++)
            old |= known[k] == c->mode[i].fourcc;
        if (!old) known[n++] = c->mode[i].fourcc;
    }
    if (f->type != V4L2_BUF_TYPE_VIDEO_CAPTURE || f->index >= n) return fail(EINVAL);
    f->pixelformat = known[f->index];
    f->flags = is_jpeg(f->pixelformat) ? V4L2_FMT_FLAG_COMPRESSED : 0;
    return 0;
}

static int list_size(const camera_double *c, struct v4l2_frmsizeenum *e) {
    uint32_t n = 0;
    for (int i = 0; i < DOUBLE_MODES && c->mode[i].width; i++)
        if (c->mode[i].fourcc == e->pixel_format && n++ == e->index) {
            e->type = V4L2_FRMSIZE_TYPE_DISCRETE;
            e->discrete.width = (uint32_t)c->mode[i].width;
            e->discrete.height = (uint32_t)c->mode[i].height;
            return 0;
        }
    return fail(EINVAL);
}

static int list_rate(const camera_double *c, struct v4l2_frmivalenum *e) {
    for (int i = 0; i < DOUBLE_MODES && c->mode[i].width && !e->index; i++)
        if (c->mode[i].fourcc == e->pixel_format && (uint32_t)c->mode[i].width == e->width &&
            (uint32_t)c->mode[i].height == e->height) {
            e->type = V4L2_FRMIVAL_TYPE_DISCRETE;
            e->discrete = (struct v4l2_fract){1, (uint32_t)c->mode[i].rate};
            return 0;
        }
    return fail(EINVAL);
}

/* ---- Controls ---- */

static int control_at(const camera_double *c, uint32_t id) {
    for (int i = 0; i < DOUBLE_CONTROLS && c->control[i].id; i++)
        if (c->control[i].id == id) return i;
    return -1;
}

static int query_control(const camera_double *c, struct v4l2_queryctrl *q) {
    int at = -1;
    uint32_t id = q->id & ~(V4L2_CTRL_FLAG_NEXT_CTRL | V4L2_CTRL_FLAG_NEXT_COMPOUND);
    for (int i = 0; i < DOUBLE_CONTROLS && c->control[i].id && at < 0;
         i++) /* in the order of their numbers */
        if (q->id == id ? c->control[i].id == id : c->control[i].id > id) at = i;
    if (at < 0) return fail(EINVAL);
    *q = (struct v4l2_queryctrl){.id = c->control[at].id,
                                 .type = V4L2_CTRL_TYPE_INTEGER,
                                 .minimum = c->control[at].low,
                                 .maximum = c->control[at].high,
                                 .step = 1,
                                 .default_value = c->control[at].low};
    memcpy(q->name, c->control[at].name, sizeof q->name);
    return 0;
}

static int move_control(camera_double *c, struct v4l2_control *k, bool set) {
    int at = control_at(c, k->id);
    if (at < 0) return fail(EINVAL);
    if (set)
        c->control[at].value = k->value;
    else
        k->value = c->control[at].value;
    return 0;
}

/* ---- Streaming ---- */

static int request(camera_double *c, struct v4l2_requestbuffers *r) {
    if (c->busy) return fail(EBUSY);
    if (r->count > DOUBLE_BUFFERS) r->count = DOUBLE_BUFFERS;
    c->buffers = (int)r->count;
    c->waiting = 0;
    return 0;
}

static int describe(const camera_double *c, struct v4l2_buffer *b) {
    if (b->index >= (uint32_t)c->buffers) return fail(EINVAL);
    b->length = DOUBLE_BUFFER_BYTES;
    b->m.offset = DOUBLE_BUFFERS_AT + b->index * DOUBLE_BUFFER_BYTES;
    return 0;
}

static int enqueue(camera_double *c, const struct v4l2_buffer *b) {
    if (b->index >= (uint32_t)c->buffers || c->waiting == DOUBLE_BUFFERS) return fail(EINVAL);
    c->queued[c->waiting++] = (int)b->index;
    return 0;
}

static void draw(const camera_double *c, uint8_t *to, unsigned n) {
    uint32_t fourcc = c->mode[c->chosen].fourcc;
    int width = c->mode[c->chosen].width, height = c->mode[c->chosen].height, stride = real_stride(c);
    memset(to, 128, picture_bytes(c));
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            to[y * stride + (fourcc == V4L2_PIX_FMT_YUYV ? 2 : 1) * x] = double_grey(x, y, width, n);
}

static uint32_t fill(camera_double *c, int index, unsigned n) {
    uint8_t *to = (uint8_t *)c + DOUBLE_BUFFERS_AT + (size_t)index * DOUBLE_BUFFER_BYTES;
    uint32_t bytes = picture_bytes(c);
    if (c->pictures) {
        unsigned i = n < (unsigned)c->pictures ? n : (unsigned)c->pictures - 1;
        bytes = c->picture[i].bytes;
        memcpy(to, (uint8_t *)c + c->picture[i].at, bytes);
    } else {
        draw(c, to, n);
    }
    if (c->garbage > 0 && c->garbage--)
        for (uint32_t i = 0; i < bytes; i++)
            to[i] = (uint8_t)random();
    if (c->cut > 0 && c->cut--) bytes /= 2;
    if (c->no_length > 0 && c->no_length--) bytes = 0;
    if (c->too_long > 0 && c->too_long--) bytes = DOUBLE_BUFFER_BYTES + 1;
    return bytes;
}

static void unplug_now_and_then(camera_double *c) {
    if (!c->unplug_every || !c->unplug_times || ++c->since_plugged < c->unplug_every) return;
    c->since_plugged = 0;
    c->unplug_times--;
    c->unplugged = (int)c->unplug_for;
}

static int dequeue(camera_double *c, struct v4l2_buffer *b) {
    double rate = c->mode[c->chosen].rate, due = c->t0 + (c->frames + 1) / rate;
    if (!c->streaming) return fail(EINVAL);
    if (c->hang || !c->waiting || (c->ends && c->frames >= c->pictures)) return fail(EAGAIN);
    if (c->monotonic) {
        if (now_s() < due) return fail(EAGAIN);
        /* As a driver does it: what finds no empty buffer is lost, and the oldest full one comes first. */
        int behind = (int)((now_s() - due) * rate) - c->waiting + 1;
        if (behind > 0) c->lose += behind;
    }
    while (c->lose > 0 && c->lose--)
        c->sequence++, c->frames++;
    double t = c->t0 + (c->frames + 1) / rate;
    int index = c->queued[0];
    memmove(c->queued, c->queued + 1, (size_t)--c->waiting * sizeof *c->queued);
    *b = (struct v4l2_buffer){.index = (uint32_t)index,
                              .type = V4L2_BUF_TYPE_VIDEO_CAPTURE,
                              .memory = V4L2_MEMORY_MMAP,
                              .bytesused = fill(c, index, (unsigned)c->frames),
                              .field = V4L2_FIELD_NONE,
                              .sequence = c->sequence++,
                              .flags = c->monotonic ? V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC
                                                    : V4L2_BUF_FLAG_TIMESTAMP_COPY};
    if (c->error > 0 && c->error--) b->flags |= V4L2_BUF_FLAG_ERROR;
    b->timestamp.tv_sec = (time_t)t;
    b->timestamp.tv_usec = (suseconds_t)(1e6 * (t - (double)b->timestamp.tv_sec));
    if (c->by_calendar) {
        b->flags &= ~(uint32_t)V4L2_BUF_FLAG_TIMESTAMP_MASK;
        b->timestamp.tv_sec = 1000000 - c->frames;
    }
    describe(c, b);
    c->frames++;
    unplug_now_and_then(c);
    return 0;
}

static int start(camera_double *c) {
    if (c->busy) return fail(EBUSY);
    double now = now_s() - c->frames / (double)c->mode[c->chosen].rate;
    c->t0 = c->monotonic ? now : 1000; /* the same stamps in each run */
    c->streaming = 1;
    c->sequence = 0;
    c->started++;
    return 0;
}

/* ---- All of it ---- */

static int capabilities(camera_double *c, struct v4l2_capability *a) {
    *a = (struct v4l2_capability){
        .driver = "double", .card = "Camera Double", .bus_info = "file", .capabilities = c->capabilities};
    if (*c->card) memcpy(a->card, c->card, sizeof a->card);
    return 0;
}

static int rate_now(const camera_double *c, struct v4l2_streamparm *p) {
    p->parm.capture = (struct v4l2_captureparm){.capability = V4L2_CAP_TIMEPERFRAME,
                                                .timeperframe = {1, (uint32_t)c->mode[c->chosen].rate}};
    return 0;
}

static int ioctl_double(void *self, int fd, unsigned long request_code, void *arg) {
    camera_double *c = self;
    (void)fd;
    if (c->unplugged) return fail(ENODEV);
    switch ((uint32_t)request_code) {
    case VIDIOC_QUERYCAP: return capabilities(c, arg);
    case VIDIOC_ENUM_FMT: return list_format(c, arg);
    case VIDIOC_ENUM_FRAMESIZES: return list_size(c, arg);
    case VIDIOC_ENUM_FRAMEINTERVALS: return list_rate(c, arg);
    case VIDIOC_G_FMT: return tell_format(c, arg);
    case VIDIOC_TRY_FMT: return choose(c, arg, false);
    case VIDIOC_S_FMT: return choose(c, arg, true);
    case VIDIOC_G_PARM:
    case VIDIOC_S_PARM: return rate_now(c, arg);
    case VIDIOC_QUERYCTRL: return query_control(c, arg);
    case VIDIOC_G_CTRL: return move_control(c, arg, false);
    case VIDIOC_S_CTRL: return move_control(c, arg, true);
    case VIDIOC_REQBUFS: return request(c, arg);
    case VIDIOC_QUERYBUF: return describe(c, arg);
    case VIDIOC_QBUF: return enqueue(c, arg);
    case VIDIOC_DQBUF: return dequeue(c, arg);
    case VIDIOC_STREAMON: return start(c);
    case VIDIOC_STREAMOFF: c->streaming = c->waiting = 0; return 0;
    default: return fail(ENOTTY);
    }
}

static ssize_t read_double(void *self, int fd, void *to, size_t n) {
    (void)self, (void)fd, (void)to, (void)n;
    return fail(EIO);
}

static ssize_t write_double(void *self, int fd, const void *from, size_t n) {
    (void)self, (void)fd, (void)from, (void)n;
    return fail(EIO);
}

extern const struct libv4l_dev_ops libv4l2_plugin;
__attribute__((visibility("default"))) const struct libv4l_dev_ops libv4l2_plugin = {
    .init = init, .close = close_double, .ioctl = ioctl_double, .read = read_double, .write = write_double};

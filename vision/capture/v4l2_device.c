/* Lists cameras and what they can do, chooses a mode, and locks exposure, white balance and focus. */
#include "vision/capture/v4l2_device.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <libv4l2.h>
#include <linux/videodev2.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

/* Frames a second from which on a rate is enough: a wink in flight may be seen or not, rests are. Below it a
 * smaller picture is taken, since hands come and go between frames; above twice of it frames cost time and
 * tell nothing new. */
#define SQ_CAMERA_RATE_LEAST 15.0
#define SQ_CAMERA_RATE_MOST (2 * SQ_CAMERA_RATE_LEAST)

/* Pixels of the largest picture asked of a camera: 1080p, in which a small wink is 15 pixels wide. Four times
 * as many do not come at 15 a second through USB 2, nor through sight. */
enum { SQ_CAMERA_PIXELS_MOST = 1920 * 1080 };

/* ---- Opening ---- */

/* Formats that sight reads, the best first: planes as they are, then those that cost a copy, then a
 * decoder. */
static const uint32_t usable[] = {V4L2_PIX_FMT_NV12,  V4L2_PIX_FMT_YUV420, V4L2_PIX_FMT_YUYV,
                                  V4L2_PIX_FMT_MJPEG, V4L2_PIX_FMT_JPEG,   V4L2_PIX_FMT_GREY};

enum { USABLE = sizeof usable / sizeof *usable };

static int rank_of(uint32_t fourcc) {
    int i = 0;
    while (i < USABLE && usable[i] != fourcc)
        i++;
    return i;
}

static int is_video_node(const struct dirent *e) {
    unsigned n;
    char more;
    return sscanf(e->d_name, "video%u%c", &n, &more) == 1;
}

int sq_v4l2_paths(sq_v4l2_path paths[SQ_V4L2_CAMERAS]) {
    struct dirent **names;
    int found = scandir("/dev", &names, is_video_node, versionsort), kept = 0;
    for (int i = 0; i < found; i++) {
        if (kept < SQ_V4L2_CAMERAS)
            snprintf(paths[kept++], sizeof *paths, "/dev/%.*s", (int)sizeof *paths - 6, names[i]->d_name);
        free(names[i]);
    }
    if (found >= 0) free(names);
    return kept;
}

/* Who may not open a camera is told the group to which it belongs. */
static sq_code no_permission(const char *path, sq_diag *d) {
    struct stat s;
    struct group *g = stat(path, &s) ? NULL : getgrgid(s.st_gid);
    return sq_fail(d, SQ_E_DEVICE,
                   "%.200s: you have no permission to use this camera; join its group: sudo usermod -aG %s "
                   "$USER, then log in again",
                   path, g ? g->gr_name : "video");
}

sq_code sq_v4l2_fail(const char *path, const char *doing, int error, sq_diag *d) {
    switch (error) {
    case EACCES:
    case EPERM: return no_permission(path, d);
    case EBUSY:
        return sq_fail(d, SQ_E_DEVICE,
                       "%.200s: another program uses the camera; close it (fuser -v %.100s names it)", path,
                       path);
    case ENODEV:
    case ENXIO: return sq_fail(d, SQ_E_DEVICE, "%.200s: the camera is unplugged; plug it in again", path);
    case ENOENT:
        return sq_fail(d, SQ_E_DEVICE,
                       "%.200s: no such camera; plug it in, or choose one of those that squint cameras lists",
                       path);
    default:
        return sq_fail(d, SQ_E_DEVICE, "%.200s: the camera does not %s (%s); pull its plug and put it back",
                       path, doing, strerror(error));
    }
}

static sq_code no_camera(const char *path, sq_diag *d) {
    return sq_fail(d, SQ_E_DEVICE, "%.200s: is no camera; choose one of those that squint cameras lists",
                   path);
}

static sq_code check_capabilities(int fd, const char *path, sq_diag *d) {
    struct v4l2_capability can = {0};
    if (v4l2_ioctl(fd, VIDIOC_QUERYCAP, &can)) return sq_v4l2_fail(path, "say what it is", errno, d);
    uint32_t caps = can.capabilities & V4L2_CAP_DEVICE_CAPS ? can.device_caps : can.capabilities;
    if (!(caps & V4L2_CAP_VIDEO_CAPTURE)) return no_camera(path, d);
    if (!(caps & V4L2_CAP_STREAMING))
        return sq_fail(d, SQ_E_DEVICE, "%.200s: is a camera that cannot stream; take another", path);
    return SQ_OK;
}

/* libv4l2 tells its own story on stderr; ours is told in sentences. Opened once, kept for good. */
static void hush_library(void) {
    if (!v4l2_log_file) v4l2_log_file = fopen("/dev/null", "w");
}

/* Asked before libv4l2's plug-ins are, which complain on stderr. */
static bool is_another_device(int fd) {
    struct stat s;
    struct v4l2_capability can = {0};
    return !fstat(fd, &s) && S_ISCHR(s.st_mode) && ioctl(fd, VIDIOC_QUERYCAP, &can) && errno == ENOTTY;
}

static sq_code open_with(int *fd, const char *path, int flags, sq_diag *d) {
    *fd = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC);
    if (*fd < 0) return sq_v4l2_fail(path, "open", errno, d);
    errno = 0;
    sq_code code = SQ_OK;
    if (is_another_device(*fd) || v4l2_fd_open(*fd, flags) < 0) {
        bool gone = errno == ENODEV || errno == EBUSY;
        code = gone ? sq_v4l2_fail(path, "open", errno, d) : no_camera(path, d);
        close(*fd);
    } else if ((code = check_capabilities(*fd, path, d))) {
        v4l2_close(*fd);
    }
    if (code) *fd = -1;
    return code;
}

static bool has_usable_format(int fd) {
    struct v4l2_fmtdesc f = {.type = V4L2_BUF_TYPE_VIDEO_CAPTURE};
    for (; f.index < SQ_V4L2_MODES && !v4l2_ioctl(fd, VIDIOC_ENUM_FMT, &f); f.index++)
        if (rank_of(f.pixelformat) < USABLE) return true;
    return false;
}

/* Without conversion first: with it, libv4l2 hides formats that it would convert itself (NV12). */
sq_code sq_v4l2_open(int *fd, const char *path, sq_diag *d) {
    hush_library();
    sq_code code = open_with(fd, path, V4L2_DISABLE_CONVERSION, d);
    if (code || has_usable_format(*fd)) return code;
    v4l2_close(*fd);
    return open_with(fd, path, 0, d);
}

void sq_v4l2_close(int fd) {
    if (fd >= 0) v4l2_close(fd);
}

/* ---- Describing ---- */

static void add_rate(sq_v4l2_mode *m, struct v4l2_fract interval) {
    if (!interval.numerator || m->rates == SQ_V4L2_RATES) return;
    double rate = (double)interval.denominator / interval.numerator;
    int at = m->rates++;
    for (; at > 0 && m->rate[at - 1] < rate; at--)
        m->rate[at] = m->rate[at - 1];
    m->rate[at] = rate;
}

static void list_rates(sq_v4l2_mode *m, int fd) {
    struct v4l2_frmivalenum e = {
        .pixel_format = m->fourcc, .width = (uint32_t)m->width, .height = (uint32_t)m->height};
    for (; e.index < SQ_V4L2_RATES && !v4l2_ioctl(fd, VIDIOC_ENUM_FRAMEINTERVALS, &e); e.index++) {
        if (e.type == V4L2_FRMIVAL_TYPE_DISCRETE) {
            add_rate(m, e.discrete);
            continue;
        }
        add_rate(m, e.stepwise.min);
        add_rate(m, e.stepwise.max);
        double fast = m->rates ? m->rate[0] : 0, slow = m->rates ? m->rate[m->rates - 1] : 0;
        if (slow < SQ_CAMERA_RATE_MOST && SQ_CAMERA_RATE_MOST < fast)
            add_rate(m, (struct v4l2_fract){1, (uint32_t)SQ_CAMERA_RATE_MOST});
        return;
    }
}

static void add_mode(sq_v4l2_camera *c, int fd, const struct v4l2_fmtdesc *f, uint32_t width,
                     uint32_t height) {
    if (c->modes == SQ_V4L2_MODES) {
        c->truncated = true;
        return;
    }
    sq_v4l2_mode *m = &c->mode[c->modes++];
    *m = (sq_v4l2_mode){.fourcc = f->pixelformat,
                        .usable = rank_of(f->pixelformat) < USABLE,
                        .width = (int)width,
                        .height = (int)height};
    for (int i = 0; i < 4; i++) {
        char ch = (char)(f->pixelformat >> 8 * i & 0x7f);
        m->format[i] = ch > ' ' && ch < 0x7f ? ch : '?';
    }
    list_rates(m, fd);
}

/* A camera that takes any size is asked for those that people know. */
static void add_steps(sq_v4l2_camera *c, int fd, const struct v4l2_fmtdesc *f,
                      const struct v4l2_frmsize_stepwise *s) {
    static const uint32_t sizes[][2] = {{640, 480}, {1280, 720}, {1920, 1080}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        if (sizes[i][0] >= s->min_width && sizes[i][0] < s->max_width && sizes[i][1] >= s->min_height &&
            sizes[i][1] < s->max_height)
            add_mode(c, fd, f, sizes[i][0], sizes[i][1]);
    add_mode(c, fd, f, s->max_width, s->max_height);
}

static void list_sizes(sq_v4l2_camera *c, int fd, const struct v4l2_fmtdesc *f) {
    struct v4l2_frmsizeenum e = {.pixel_format = f->pixelformat};
    for (; !c->truncated && !v4l2_ioctl(fd, VIDIOC_ENUM_FRAMESIZES, &e); e.index++) {
        if (e.type != V4L2_FRMSIZE_TYPE_DISCRETE) {
            add_steps(c, fd, f, &e.stepwise);
            return;
        }
        add_mode(c, fd, f, e.discrete.width, e.discrete.height);
    }
    struct v4l2_format now = {.type = V4L2_BUF_TYPE_VIDEO_CAPTURE};
    if (!e.index && !v4l2_ioctl(fd, VIDIOC_G_FMT, &now)) /* it lists none: it has the one that is set */
        add_mode(c, fd, f, now.fmt.pix.width, now.fmt.pix.height);
}

static void list_modes(sq_v4l2_camera *c, int fd) {
    struct v4l2_fmtdesc f = {.type = V4L2_BUF_TYPE_VIDEO_CAPTURE};
    for (; !c->truncated && !v4l2_ioctl(fd, VIDIOC_ENUM_FMT, &f); f.index++)
        list_sizes(c, fd, &f);
}

static void list_controls(sq_v4l2_camera *c, int fd) {
    struct v4l2_queryctrl q = {.id = V4L2_CTRL_FLAG_NEXT_CTRL};
    for (; !v4l2_ioctl(fd, VIDIOC_QUERYCTRL, &q); q.id |= V4L2_CTRL_FLAG_NEXT_CTRL) {
        if (q.flags & V4L2_CTRL_FLAG_DISABLED || q.type == V4L2_CTRL_TYPE_CTRL_CLASS ||
            q.type == V4L2_CTRL_TYPE_BUTTON)
            continue;
        if (c->controls == SQ_V4L2_CONTROLS) {
            c->truncated = true;
            return;
        }
        struct v4l2_control now = {.id = q.id};
        if (v4l2_ioctl(fd, VIDIOC_G_CTRL, &now)) continue;
        sq_v4l2_control *k = &c->control[c->controls++];
        *k = (sq_v4l2_control){
            .id = q.id,
            .low = q.minimum,
            .high = q.maximum,
            .step = q.step,
            .usual = q.default_value,
            .value = now.value,
            .fixed = q.flags & (V4L2_CTRL_FLAG_READ_ONLY | V4L2_CTRL_FLAG_INACTIVE | V4L2_CTRL_FLAG_GRABBED)};
        memcpy(k->name, q.name, sizeof k->name - 1);
    }
}

sq_code sq_v4l2_describe(sq_v4l2_camera *c, int fd, const char *path, sq_diag *d) {
    struct v4l2_capability can = {0};
    *c = (sq_v4l2_camera){0};
    if (v4l2_ioctl(fd, VIDIOC_QUERYCAP, &can)) return sq_v4l2_fail(path, "say what it is", errno, d);
    snprintf(c->path, sizeof c->path, "%s", path);
    memcpy(c->name, can.card, sizeof c->name - 1);
    memcpy(c->driver, can.driver, sizeof c->driver - 1);
    memcpy(c->bus, can.bus_info, sizeof c->bus - 1);
    list_modes(c, fd);
    list_controls(c, fd);
    return SQ_OK;
}

/* ---- Choosing ---- */

/* The fastest that is of use; the camera's slowest where all are faster. 0: it does not say. */
static double rate_of(const sq_v4l2_mode *m) {
    for (int i = 0; i < m->rates; i++)
        if (m->rate[i] <= SQ_CAMERA_RATE_MOST + 0.5) return m->rate[i];
    return m->rates ? m->rate[m->rates - 1] : 0;
}

/* A larger one is better. Too many pixels are worse than any that are not too many, and the more
 * the worse. */
static long pixels_of(const sq_v4l2_mode *m) {
    long n = (long)m->width * m->height;
    return n <= SQ_CAMERA_PIXELS_MOST ? n : -n;
}

static bool better(const sq_v4l2_mode *a, const sq_v4l2_mode *b) {
    bool fast_a = !a->rates || rate_of(a) >= SQ_CAMERA_RATE_LEAST,
         fast_b = !b->rates || rate_of(b) >= SQ_CAMERA_RATE_LEAST;
    if (fast_a != fast_b) return fast_a;
    if (pixels_of(a) != pixels_of(b)) return pixels_of(a) > pixels_of(b);
    int rank_a = rank_of(a->fourcc), rank_b = rank_of(b->fourcc);
    if (rank_a != rank_b) return rank_a < rank_b;
    return rate_of(a) > rate_of(b);
}

static bool allowed(const sq_v4l2_mode *m, const sq_v4l2_wish *wish) {
    if (!m->usable || m->width <= 0 || m->height <= 0) return false;
    return !wish->width || (m->width == wish->width && m->height == wish->height);
}

/* Of the mode's rates the one nearest to the wish; the wish itself where the camera does not say. */
static double nearest_rate(const sq_v4l2_mode *m, double wish) {
    double best = m->rates ? m->rate[0] : wish;
    for (int i = 1; i < m->rates; i++)
        if (fabs(m->rate[i] - wish) < fabs(best - wish)) best = m->rate[i];
    return best;
}

/* Under a wish for a rate the mode that comes nearest to it, of such modes the usual best. */
static bool better_for(const sq_v4l2_wish *wish, const sq_v4l2_mode *a, const sq_v4l2_mode *b) {
    if (wish->rate > 0) {
        double off_a = fabs(nearest_rate(a, wish->rate) - wish->rate),
               off_b = fabs(nearest_rate(b, wish->rate) - wish->rate);
        if (off_a != off_b) return off_a < off_b;
    }
    return better(a, b);
}

const sq_v4l2_mode *sq_v4l2_choose(const sq_v4l2_camera *c, const sq_v4l2_wish *wish, double *rate) {
    static const sq_v4l2_wish any;
    const sq_v4l2_mode *best = NULL;
    if (!wish) wish = &any;
    for (int i = 0; i < c->modes; i++)
        if (allowed(&c->mode[i], wish) && (!best || better_for(wish, &c->mode[i], best))) best = &c->mode[i];
    *rate = !best ? 0 : wish->rate > 0 ? nearest_rate(best, wish->rate) : rate_of(best);
    return best;
}

/* ---- Locking ---- */

/* The control by which the camera chooses, the value that forbids it, and the control with what it chose. */
static const struct {
    uint32_t chooser;
    int32_t forbids;
    uint32_t chosen;
} lockable[SQ_V4L2_LOCKS] = {
    {V4L2_CID_EXPOSURE_AUTO, V4L2_EXPOSURE_MANUAL, V4L2_CID_EXPOSURE_ABSOLUTE},
    {V4L2_CID_AUTOGAIN, 0, V4L2_CID_GAIN},
    {V4L2_CID_AUTO_WHITE_BALANCE, 0, V4L2_CID_WHITE_BALANCE_TEMPERATURE},
    {V4L2_CID_FOCUS_AUTO, 0, V4L2_CID_FOCUS_ABSOLUTE},
};

static bool get(int fd, uint32_t id, int32_t *value) {
    struct v4l2_control c = {.id = id};
    if (v4l2_ioctl(fd, VIDIOC_G_CTRL, &c)) return false;
    *value = c.value;
    return true;
}

static bool set(int fd, uint32_t id, int32_t value) {
    struct v4l2_control c = {.id = id, .value = value};
    return !v4l2_ioctl(fd, VIDIOC_S_CTRL, &c);
}

void sq_v4l2_lock(sq_v4l2_locks *locks, int fd) {
    for (int i = 0; i < SQ_V4L2_LOCKS; i++) {
        int32_t before, value;
        if (locks->of[i].locked || !get(fd, lockable[i].chooser, &before) || before == lockable[i].forbids)
            continue;
        bool known = get(fd, lockable[i].chosen, &value);
        if (!set(fd, lockable[i].chooser, lockable[i].forbids)) continue;
        locks->of[i].locked = true;
        locks->of[i].before = before;
        if (known) set(fd, lockable[i].chosen, value); /* some fall back to an old one */
    }
}

void sq_v4l2_unlock(sq_v4l2_locks *locks, int fd) {
    for (int i = SQ_V4L2_LOCKS - 1; i >= 0; i--) {
        if (locks->of[i].locked) set(fd, lockable[i].chooser, locks->of[i].before);
        locks->of[i].locked = false;
    }
}

/* Cameras as Linux knows them: which there are, what they can do, and their controls. v4l2_source.c does
 * the streaming. Everything goes through libv4l2, which also converts formats of a camera's own to I420;
 * such a camera is described as libv4l2 presents it. */
#ifndef SQ_VISION_CAPTURE_V4L2_DEVICE_H
#define SQ_VISION_CAPTURE_V4L2_DEVICE_H

#include <stdbool.h>
#include <stdint.h>

#include "vision/system/failure.h"

/* Seconds for which a camera may adjust its exposure, white balance and focus before they are locked. Webcams
 * settle within one second; a shorter time may lock a picture that is still too dark. */
#define SQ_CAMERA_SETTLE_S 2.0

/* Capacities of the description of a camera. What exceeds them is left out, and `truncated` is set. */
enum { SQ_V4L2_MODES = 128, SQ_V4L2_RATES = 8, SQ_V4L2_CONTROLS = 48, SQ_V4L2_CAMERAS = 64 };

/* A picture size in a format, with its frame rates. */
typedef struct {
    char format[5]; /* the four characters of its code: "MJPG", "YUYV" … */
    uint32_t fourcc;
    bool usable; /* a format that squint reads */
    int width, height;
    int rates;
    double rate[SQ_V4L2_RATES]; /* frames a second, fastest first; rates is 0 if the camera does not say */
} sq_v4l2_mode;

/* A control of a camera, such as its focus; the values are in the driver's own units. */
typedef struct {
    uint32_t id; /* V4L2_CID_… */
    char name[32];
    int64_t low, high, step, usual, value; /* its range, the driver's default, and the value now */
    bool fixed;                            /* cannot be set now: read only, or governed by another control */
} sq_v4l2_control;

typedef struct {
    char path[128];
    char name[32], driver[16], bus[32];
    int modes, controls;
    sq_v4l2_mode mode[SQ_V4L2_MODES];
    sq_v4l2_control control[SQ_V4L2_CONTROLS];
    bool truncated;
} sq_v4l2_camera;

typedef char sq_v4l2_path[64]; /* "/dev/video0" */

/* The device files /dev/video*, in order of their numbers, whether they are cameras or not; returns how
 * many. */
int sq_v4l2_paths(sq_v4l2_path paths[SQ_V4L2_CAMERAS]);

/* Opens a camera. Refused with a sentence: one that does not exist, may not be used (the sentence names the
 * group to join), is used by another program, or is no camera that streams. */
sq_code sq_v4l2_open(int *fd, const char *path, sq_diag *d);
void sq_v4l2_close(int fd); /* -1 is allowed */

/* Makes a sentence of the failure of an open camera, from errno: unplugged, used by another program, … doing:
 * what failed, as "start it". Returns the code. */
sq_code sq_v4l2_fail(const char *path, const char *doing, int error, sq_diag *d);

/* Describes the camera; changes nothing of it. */
sq_code sq_v4l2_describe(sq_v4l2_camera *c, int fd, const char *path, sq_diag *d);

/* The mode that the user asks for; 0: any. */
typedef struct {
    int width, height;
    double rate; /* pictures a second */
} sq_v4l2_wish;

/* The best mode of those that the wish (null: none) allows. Compared in this order: enough pictures a second
 * (SQ_CAMERA_RATE_LEAST), the most pixels up to SQ_CAMERA_PIXELS_MOST, uncompressed rather than MJPEG, the
 * higher rate. *rate: the rate to ask for, 0 where the camera does not say; with a wish, the nearest that the
 * camera has. Null where no format is usable, or none has the size that is wished for. */
const sq_v4l2_mode *sq_v4l2_choose(const sq_v4l2_camera *c, const sq_v4l2_wish *wish, double *rate);

/* ---- Exposure, white balance and focus: locked during a game, so that colours do not change ---- */

enum { SQ_V4L2_LOCKS = 4 };

/* The settings before they were locked. Zero-initialised: nothing is locked. */
typedef struct {
    struct {
        bool locked;
        int32_t before; /* the value of the control that lets the camera choose */
    } of[SQ_V4L2_LOCKS];
} sq_v4l2_locks;

/* Locks each at the value that it has now. What the camera does not have, or the user has already set by
 * hand, is left alone. */
void sq_v4l2_lock(sq_v4l2_locks *locks, int fd);
/* Restores what was locked. A camera that is gone is no failure. */
void sq_v4l2_unlock(sq_v4l2_locks *locks, int fd);

#endif

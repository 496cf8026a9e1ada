/* A camera that is none: an ordinary file that a plug-in of libv4l (camera_double.c) plays the driver for.
 * The file begins with this block, which the test and the plug-in share by mapping it; the buffers follow,
 * then pictures. All that drivers and cables do to people is done here on demand. */
#ifndef SQ_TESTS_V4L2_CAMERA_DOUBLE_H
#define SQ_TESTS_V4L2_CAMERA_DOUBLE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#define DOUBLE_MAGIC "squint's camera double"

enum {
    DOUBLE_MODES = 6,
    DOUBLE_CONTROLS = 8,
    DOUBLE_BUFFERS = 8,
    DOUBLE_PICTURES = 4096,
    DOUBLE_BUFFER_BYTES = 2 * 1920 * 1088,
    DOUBLE_BUFFERS_AT = 1 << 20, /* where they begin in the file, a multiple of the page */
    DOUBLE_PICTURES_AT = DOUBLE_BUFFERS_AT + DOUBLE_BUFFERS * DOUBLE_BUFFER_BYTES
};

typedef struct {
    char magic[32];

    /* ---- What the test sets ---- */
    uint32_t capabilities; /* V4L2_CAP_… */
    struct {
        uint32_t fourcc;
        int width, height, rate;
    } mode[DOUBLE_MODES]; /* up to the first without a width */
    struct {
        uint32_t id;
        int32_t low, high, value;
        char name[32];
    } control[DOUBLE_CONTROLS]; /* up to the first without an id */
    int stride, claimed_stride; /* of the first plane; 0: tight */
    char card[32];              /* its name; "": Camera Double */
    bool by_calendar;           /* stamps of a driver that does not say its clock, which is being set back */
    bool monotonic; /* stamps are true; else frames come as fast as they are fetched, stamped by the rate */
    /* JPEGs that are played, one a frame, the last one again and again unless it ends with it; 0: a drawn
     * pattern. */
    int pictures;
    bool ends;
    struct {
        uint32_t at, bytes;
    } picture[DOUBLE_PICTURES];

    /* Faults; each that is a number counts down. */
    atomic_int unplugged;    /* it is there again when it was closed so many times */
    atomic_int unplug_every; /* frames after which it unplugs itself (for as long as unplug_for); 0: never */
    atomic_int unplug_for;
    atomic_int unplug_times;
    atomic_int hang;      /* no frame comes while it is set */
    atomic_int busy;      /* another program streams, while it is set */
    atomic_int lose;      /* frames that the bus loses before the next one */
    atomic_int cut;       /* frames of which half is missing */
    atomic_int garbage;   /* frames of random bytes */
    atomic_int error;     /* frames with the driver's error flag */
    atomic_int no_length; /* frames without a byte */
    atomic_int too_long;  /* frames said to be longer than their buffer */

    /* ---- What the plug-in tells ---- */
    atomic_int opened, closed, started, frames; /* frames: shown so far, lost ones among them */

    /* ---- The driver's own ---- */
    int chosen; /* the mode */
    int buffers, queued[DOUBLE_BUFFERS], waiting;
    int streaming, since_plugged;
    uint32_t sequence;
    double t0;
} camera_double;

/* The grey of a pixel of frame n's pattern: slopes with steps, as no shear of it looks. */
static inline uint8_t double_grey(int x, int y, int width, unsigned n) {
    return (uint8_t)(30 + 150 * x / width + (x / 40 + y / 40) % 2 * 40 + (int)(n % 8));
}

#endif

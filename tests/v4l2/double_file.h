/* Making a camera double, for tests: the file, and the block at its beginning. */
#ifndef SQ_TESTS_V4L2_DOUBLE_FILE_H
#define SQ_TESTS_V4L2_DOUBLE_FILE_H

#include <fcntl.h>
#include <linux/videodev2.h>
#include <sys/mman.h>

#include "tests/fixture/scratch.h"
#include "tests/v4l2/camera_double.h"

typedef struct {
    camera_double *is; /* shared with the plug-in */
    char path[520], source[540];
    size_t bytes;
} double_file;

/* A camera with one mode, and room for so many bytes of pictures. */
static inline double_file double_at(const char *path, uint32_t fourcc, int width, int height, size_t room) {
    double_file f = {.bytes = DOUBLE_PICTURES_AT + room};
    snprintf(f.path, sizeof f.path, "%s", path);
    snprintf(f.source, sizeof f.source, "v4l2:%s", f.path);
    int fd = open(f.path, O_RDWR | O_CREAT | O_TRUNC, 0600);
    assert_true(fd >= 0);
    assert_int_equal(ftruncate(fd, (off_t)f.bytes), 0);
    f.is = mmap(NULL, f.bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    assert_ptr_not_equal(f.is, MAP_FAILED);
    close(fd);
    strcpy(f.is->magic, DOUBLE_MAGIC);
    f.is->capabilities = V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_STREAMING;
    f.is->mode[0].fourcc = fourcc;
    f.is->mode[0].width = width;
    f.is->mode[0].height = height;
    f.is->mode[0].rate = 30;
    return f;
}

/* The same in the test's own folder. */
static inline double_file double_make(const char *name, uint32_t fourcc, int width, int height, size_t room) {
    return double_at(scratch(name), fourcc, width, height, room);
}

static inline void double_add_picture(double_file *f, const void *bytes, size_t n) {
    int i = f->is->pictures++;
    uint32_t at = i ? f->is->picture[i - 1].at + f->is->picture[i - 1].bytes : DOUBLE_PICTURES_AT;
    assert_true(i < DOUBLE_PICTURES && at + n <= f->bytes);
    f->is->picture[i].at = at;
    f->is->picture[i].bytes = (uint32_t)n;
    memcpy((char *)f->is + at, bytes, n);
}

static inline void double_unmake(double_file *f) {
    munmap(f->is, f->bytes);
    unlink(f->path);
}

#endif

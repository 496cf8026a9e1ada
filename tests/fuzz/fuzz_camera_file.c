/* Bytes as a camera file: a camera that is taken is finite, can be scaled, and a point goes through it. */
#include <assert.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "calib/camera/camera_file.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    int fd = memfd_create("camera", MFD_CLOEXEC);
    assert(fd >= 0 && write(fd, bytes, size) == (ssize_t)size);
    char path[32];
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    sq_camera c;
    sq_diag d;
    if (sq_camera_read(&c, path, &d) == SQ_OK) {
        assert(sq_camera_ok(&c));
        (void)sq_camera_for_size(&c, 1920, 1080, &d);
        sq_px p = sq_px_from_mm3(&c, (sq_mm3){100, 200, 0.75});
        (void)sq_mm_from_px(&c, p, 0.75);
    }
    close(fd);
    return 0;
}

/* game_camera DOUBLE VIDEO SECONDS: makes a camera double that sends the first seconds of a video as JPEGs,
 * at half the video's rate and as fast as they are fetched, and then hangs. game_camera DOUBLE TIMES: makes
 * it begin anew, and unplug itself so many times on the way. */
#include <stdlib.h>

#include "tests/v4l2/double_file.h"
#include "vision/capture/capture.h"
#include "vision/frame/opencv.h"

enum { JPEG_QUALITY = 92, BYTES_A_FRAME = 512 << 10 };

static void add(double_file *out, const sq_frame *f) {
    sq_picture *p;
    unsigned char *bytes;
    size_t n;
    sq_diag d;
    if (sq_picture_from_frame(&p, f, &d) || sq_picture_encode_jpeg(p, JPEG_QUALITY, &bytes, &n, &d)) {
        fprintf(stderr, "%s\n", d.text);
        exit(2);
    }
    double_add_picture(out, bytes, n);
    free(bytes);
    sq_picture_free(p);
}

/* The first seconds of a video, as JPEGs. */
static void make(const char *camera, const char *video, double seconds) {
    sq_capture *c;
    sq_diag d;
    sq_frame f;
    sq_code code = sq_capture_open(&c, video, NULL, &d);
    if (!code) code = sq_capture_next(c, &f, &d);
    if (code) {
        fprintf(stderr, "%s\n", d.text);
        exit(2);
    }
    double fps = sq_capture_about(c).fps;
    int frames = (int)(seconds * fps / 2);
    double_file out =
        double_at(camera, V4L2_PIX_FMT_MJPEG, f.width, f.height, (size_t)frames * BYTES_A_FRAME);
    do
        add(&out, &f);
    while (out.is->pictures < frames && !sq_capture_next(c, &f, &d) && !sq_capture_next(c, &f, &d));
    sq_capture_close(c);
    out.is->mode[0].rate = (int)(fps / 2 + 0.5);
    out.is->ends = true;
}

/* From the first picture again, unplugged so many times on the way. */
static void rewind_camera(const char *camera, int times) {
    int fd = open(camera, O_RDWR);
    assert_true(fd >= 0);
    camera_double *is = mmap(NULL, DOUBLE_BUFFERS_AT, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    assert_ptr_not_equal(is, MAP_FAILED);
    close(fd);
    is->frames = 0;
    is->since_plugged = 0;
    is->t0 = 0;
    is->unplug_every = times ? is->pictures / (times + 1) : 0;
    is->unplug_for = 1;
    is->unplug_times = times;
}

int main(int argc, char **argv) {
    if (argc == 4)
        make(argv[1], argv[2], atof(argv[3]));
    else if (argc == 3)
        rewind_camera(argv[1], atoi(argv[2]));
    else
        return 2;
    return 0;
}

/* A film for a browser's fake camera (Y4M): film_as_camera VIDEO OUT.y4m RATE FROM_S TO_S LEAD_S TAIL_S
 * SLOWED. RATE pictures of each second of the video are shown, SLOWED times as slowly as it was filmed. The
 * first is held for LEAD_S seconds of the video and the last one for TAIL_S: the browser plays the file again
 * and again. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vision/capture/capture.h"
#include "vision/frame/frame_copy.h"

static void put_plane(FILE *out, const uint8_t *at, int stride, int width, int height) {
    for (int row = 0; row < height; row++)
        fwrite(at + (ptrdiff_t)row * stride, 1, (size_t)width, out);
}

static void put(FILE *out, const sq_frame *f, long times) {
    while (times-- > 0) {
        fputs("FRAME\n", out);
        put_plane(out, f->plane[0], f->stride[0], f->width, f->height);
        for (int k = 1; k < 3; k++)
            put_plane(out, f->plane[k], f->stride[k], f->width / 2, f->height / 2);
    }
}

int main(int argc, char **argv) {
    sq_capture *c;
    sq_frame f, kept = {0};
    size_t kept_bytes = 0;
    sq_diag d;
    if (argc != 9) return 2;
    double rate = atof(argv[3]), from_s = atof(argv[4]), to_s = atof(argv[5]);
    long lead = lround(rate * atof(argv[6])), tail = lround(rate * atof(argv[7])), n = 0;
    FILE *out = fopen(argv[2], "we");
    sq_code code = sq_capture_open(&c, argv[1], NULL, &d);
    while (out && !code && !(code = sq_capture_next(c, &f, &d)) && f.t <= to_s) {
        if (f.t < from_s + (double)n / rate - 1e-6) continue;
        if (f.format != SQ_FRAME_I420) return 1;
        if (!n)
            fprintf(out, "YUV4MPEG2 W%d H%d F%ld:1000 Ip A1:1 C420\n", f.width, f.height,
                    lround(1000 * rate / atof(argv[8])));
        put(out, &f, n++ ? 1 : 1 + lead);
        if (sq_frame_copy(&kept, &kept_bytes, &f, &d)) return 1;
    }
    if (n) put(out, &kept, tail);
    sq_capture_close(c);
    sq_frame_free(&kept);
    if (out && (ferror(out) || fclose(out))) n = 0;
    if (!n) fprintf(stderr, "%s: no film was written\n", argv[2]);
    return !n;
}

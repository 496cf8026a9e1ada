/* Shifts the planes of a copy, halved chroma by half as many of its samples. */
#include "vision/change/undo_shift.h"

#include <math.h>

#include "vision/frame/frame_copy.h"

/* Bytes that belong to one sample of a plane. */
static int channels_of(const sq_frame *f, int plane) {
    return f->format == SQ_FRAME_BGR ? 3 : plane && f->format == SQ_FRAME_NV12 ? 2 : 1;
}

static int within(int v, int count) {
    return v < 0 ? 0 : v < count ? v : count - 1;
}

/* One row of n bytes, between two rows of the frame; aside: samples. */
static void shift_row(uint8_t *to, const uint8_t *above, const uint8_t *below, int n, int channels,
                      double aside, float down) {
    int left = (int)floor(aside), samples = n / channels;
    float right = (float)(aside - left);
    for (int x = 0; x < samples; x++) {
        int a = within(x + left, samples) * channels, b = within(x + left + 1, samples) * channels;
        for (int k = 0; k < channels; k++) {
            float over = (1 - right) * above[a + k] + right * above[b + k],
                  under = (1 - right) * below[a + k] + right * below[b + k];
            to[x * channels + k] = (uint8_t)((1 - down) * over + down * under + 0.5f);
        }
    }
}

sq_code sq_shift_undo(sq_frame *copy, size_t *bytes, const sq_frame *f, sq_px by, sq_diag *d) {
    sq_code code = sq_frame_copy(copy, bytes, f, d);
    for (int i = 0; !code && i < sq_frame_planes(f->format); i++) {
        size_t row, rows;
        sq_frame_plane_size(f, i, &row, &rows);
        double across = (double)(int)(row / (size_t)channels_of(f, i)) / f->width,
               along = (double)rows / f->height;
        double down = by.y * round(2 * along) / 2;
        for (int y = 0; y < (int)rows; y++) {
            int first = y + (int)floor(down);
            shift_row((uint8_t *)(uintptr_t)copy->plane[i] + y * copy->stride[i],
                      f->plane[i] + within(first, (int)rows) * f->stride[i],
                      f->plane[i] + within(first + 1, (int)rows) * f->stride[i], (int)row, channels_of(f, i),
                      by.x * round(2 * across) / 2, (float)(down - floor(down)));
        }
    }
    return code;
}

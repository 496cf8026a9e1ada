/* Takes coarse samples by whatever way is the fastest, and between the pixels where the picture has shifted.
 */
#include "vision/change/coarse_samples.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "vision/change/reaching_hand.h"
#include "vision/frame/simd.h"
#include "vision/system/asan_checked_loops.h"

enum { PLANES = SQ_REST_PLANES, SIDE = SQ_REST_SIDE };

sq_coarse_channel sq_coarse_channel_of(const sq_frame *f, int k, int step) {
    if (f->format == SQ_FRAME_BGR) {
        static const int order[PLANES] = {1, 0, 2};
        return (sq_coarse_channel){
            f->plane[0] + order[k], f->stride[0], 3, step, 0, 0, 0, f->width, f->height};
    }
    bool pairs = k && f->format == SQ_FRAME_NV12;
    bool half_y = k && (f->format == SQ_FRAME_I420 || pairs),
         half_x = half_y || (k && f->format == SQ_FRAME_I422);
    int plane = pairs ? 1 : k, many = (step >> half_x) ? step >> half_x : 1;
    return (sq_coarse_channel){.plane = f->plane[plane] + (pairs ? k - 1 : 0),
                               .stride = f->stride[plane],
                               .apart = pairs ? 2 : 1,
                               .many = many,
                               .shift_x = half_x,
                               .shift_y = half_y,
                               .zero = k               ? 128
                                       : f->full_range ? 0
                                                       : 16,
                               .wide = half_x ? (f->width + 1) / 2 : f->width,
                               .high = half_y ? (f->height + 1) / 2 : f->height};
}

/* n samples of a row: the x-th is the sum of `many` values from the (x * step >> halved)-th on; that is
 * written so that the compiler sees even steps through an even step's shift. Inlined, so that the usual
 * numbers are constants in it. */
SQ_INLINED_WHOLE void sum_row(const uint8_t *in, int n, int step, int halved, int apart, int many, int zero,
                              int16_t *out) {
    int scale = SQ_COARSE_UNIT / many;
    for (int x = 0; x < n; x++) {
        int sum = 0;
        for (int i = 0; i < many; i++)
            sum += in[(x * (step >> halved) + (step & halved) * (x >> 1) + i) * apart];
        out[x] = (int16_t)((sum - zero * many) * scale);
    }
}

/* Four neighbours each, two by two in the halves of a word. */
SQ_INLINED_WHOLE void sum_fours(const uint8_t *in, int n, int zero, int16_t *out) {
    const uint32_t even = 0x00ff00ff;
    for (int x = 0; x < n; x++) {
        uint32_t four;
        memcpy(&four, in + 4 * x, sizeof four);
        uint32_t pairs = (four & even) + (four >> 8 & even);
        out[x] = (int16_t)(((int)((pairs + (pairs >> 16)) & 0xffff) - zero * 4) * (SQ_COARSE_UNIT / 4));
    }
}

/* What the usual pictures need: pixels from sample to sample, halved, bytes between values, values. */
#define USUAL_ROWS(X)                                                      \
    X(2, 0, 1, 2) /* up to 960 pixels wide: luma, I420's chroma, NV12's */ \
    X(2, 1, 1, 1)                                                          \
    X(2, 1, 2, 1)                                                          \
    X(3, 0, 1, 3) /* 1280 */                                               \
    X(3, 1, 1, 1)                                                          \
    X(3, 1, 2, 1)                                                          \
    X(4, 1, 1, 2) /* 1920, whose luma comes in fours; and BGR */           \
    X(4, 1, 2, 2)                                                          \
    X(4, 0, 3, 4)                                                          \
    X(8, 0, 1, 8) /* 3840, whose I420 chroma comes in fours */             \
    X(8, 1, 2, 4)

/* The row's n samples, by whatever way is the fastest for it. */
SQ_WIDE SQ_CHECKED_WHOLE static void sum_checked_samples(const sq_coarse_channel *c, int step,
                                                         const uint8_t *in, int n, int16_t *out) {
    if (c->many == 4 && c->apart == 1 && step >> c->shift_x == 4) {
        sum_fours(in, n, c->zero, out);
        return;
    }
#define X(pixels, halved, bytes, values)                                                            \
    if (step == (pixels) && c->shift_x == (halved) && c->apart == (bytes) && c->many == (values)) { \
        sum_row(in, n, pixels, halved, bytes, values, c->zero, out);                                \
        return;                                                                                     \
    }
    USUAL_ROWS(X)
#undef X
    sum_row(in, n, step, c->shift_x, c->apart, c->many, c->zero, out);
}

const uint8_t *sq_coarse_row_at(const sq_coarse_channel *c, int step, int y) {
    int row = y * step >> c->shift_y;
    return c->plane + (row < c->high ? row : c->high - 1) * c->stride;
}

/* The value at which sample x begins. */
static int begin_of(const sq_coarse_channel *c, int step, int x) {
    return x * (step >> c->shift_x) + (step & c->shift_x) * (x >> 1);
}

static void sum_samples(const sq_coarse_channel *c, int step, const uint8_t *in, int n, int16_t *out) {
    int last = begin_of(c, step, n - 1) + c->many - 1;
    sq_check_range(in, (size_t)last * (size_t)c->apart + 1);
    sq_check_range(out, (size_t)n * sizeof *out);
    sum_checked_samples(c, step, in, n, out);
}

/* ---- Of a picture that has shifted ---- */

/* The samples whole values further on, of any row. Where they would begin before the picture or end behind it
 * the nearest one that does not is repeated. The first is an even one, from which odd steps go on alike. */
static void take_aside(const sq_coarse_channel *c, int step, int row, int aside, int n, int16_t out[]) {
    int first = 0, end = n;
    row = row < 0 ? 0 : row < c->high ? row : c->high - 1;
    while (begin_of(c, step, first) + aside < 0)
        first += 2;
    while (end > first + 1 && begin_of(c, step, end - 1) + c->many + aside > c->wide)
        end--;
    assert(first < end); /* no picture shifts by as much as it is wide */
    sum_samples(c, step, c->plane + row * c->stride + (begin_of(c, step, first) + aside) * c->apart,
                end - first, out + first);
    for (int x = 0; x < first; x++)
        out[x] = out[first];
    for (int x = end; x < n; x++)
        out[x] = out[end - 1];
}

typedef int16_t row_of_samples[SIDE];

SQ_WIDE static void blend(row_of_samples four[2][2], int n, float right, float down, int16_t *out) {
    for (int x = 0; x < n; x++) {
        float above = (1 - right) * four[0][0][x] + right * four[0][1][x],
              below = (1 - right) * four[1][0][x] + right * four[1][1][x];
        out[x] = (int16_t)((1 - down) * above + down * below);
    }
}

void sq_coarse_row(const sq_coarse_channel *c, int step, int y, int n, sq_px shift, int16_t *out) {
    if (shift.x == 0 && shift.y == 0) {
        sum_samples(c, step, sq_coarse_row_at(c, step, y), n, out);
        return;
    }
    row_of_samples four[2][2];
    double x = shift.x / (1 << c->shift_x), down = shift.y / (1 << c->shift_y);
    int aside = (int)floor(x), below = (int)floor(down);
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 2; k++)
            take_aside(c, step, (y * step >> c->shift_y) + below + i, aside + k, n, four[i][k]);
    blend(four, n, (float)(x - aside), (float)(down - below), out);
}

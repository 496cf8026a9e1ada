/* Finds the length of a raw picture's rows: of a few possible lengths it takes the one under which
 * neighbouring rows agree best, unless the driver's own is about as good. */
#include "vision/capture/stride_guess.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

/* By how many times the rows of a raw picture must agree better under another row length before the driver's
 * own is disbelieved. Pictures of a mat agree some ten times better under the true one; noise alone never
 * twice. */
#define SQ_STRIDE_BETTER 2.0

/* Multiples of bytes to which rows are padded; 0: the buffer divided by the rows. */
static const int padding[] = {1, 0, 4, 8, 16, 32, 64, 128, 256};

enum { CANDIDATES = sizeof padding / sizeof *padding };

/* Rows that are compared with the one below, spread over the picture. */
enum { ROWS_ASKED = 64 };

static bool fits(size_t size, int row_bytes, int rows, int stride) {
    return stride >= row_bytes && (size_t)stride * (size_t)(rows - 1) + (size_t)row_bytes <= size;
}

/* The mean difference of a byte and the one below it. */
static double disagreement(const uint8_t *bytes, int row_bytes, int rows, int stride) {
    int step = rows / ROWS_ASKED + 1;
    long sum = 0, n = 0;
    for (int y = 0; y + 1 < rows; y += step) {
        const uint8_t *row = bytes + (size_t)y * (size_t)stride;
        for (int x = 0; x < row_bytes; x++)
            sum += labs((long)row[x] - row[x + stride]);
        n += row_bytes;
    }
    return n ? (double)sum / (double)n : 0;
}

int sq_stride_find(const uint8_t *bytes, size_t size, int row_bytes, int rows, int claimed) {
    int best = fits(size, row_bytes, rows, claimed) ? claimed : 0;
    double least = best ? disagreement(bytes, row_bytes, rows, best) / SQ_STRIDE_BETTER : INFINITY;
    for (int k = 0; k < CANDIDATES; k++) {
        int pad = padding[k], stride = pad ? (row_bytes + pad - 1) / pad * pad : (int)(size / (size_t)rows);
        if (stride > 2 * row_bytes || !fits(size, row_bytes, rows, stride)) continue;
        double so = disagreement(bytes, row_bytes, rows, stride);
        if (so < least) best = stride, least = so;
    }
    return best;
}

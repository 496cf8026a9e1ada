/* Chroma that was halved and coded in blocks of 8 x 8 samples: its planes, its average over samples that are
 * alike, and the planes of which a codec may have made it.
 *
 * A codec rounds chroma block by block, so that it bleeds over the rims of winks as far as a block reaches.
 * Luma is finer and shows where the rims are. Restoring goes in rounds: each sample becomes the average of
 * those about it that are like it in luma and chroma, and each coefficient that could not have been coded as
 * it was becomes the nearest one that could. jpeg_chroma.h and video_chroma.h restore pictures by this. */
#ifndef SQ_VISION_RESTORE_SUBSAMPLED_CHROMA_H
#define SQ_VISION_RESTORE_SUBSAMPLED_CHROMA_H

#include <stdbool.h>
#include <stddef.h>

#include "vision/frame/frame.h"
#include "vision/math/tunable_number.h"

enum { SQ_BLOCK_SIDE = 8, SQ_BLOCK_SAMPLES = SQ_BLOCK_SIDE * SQ_BLOCK_SIDE, SQ_CHROMA_PLANES = 2 };

/* How many rounds it takes; samples over which the average reaches at most. */
enum { SQ_CHROMA_ROUNDS = 3, SQ_CHROMA_REACH = 5 };

/* TELLS: from which amount on a coefficient tells something. ROUNDED: by how much rounding to bytes may have
 * changed it. */
SQ_NUMBER(SQ_JPEG_TELLS, 4.0f);
SQ_NUMBER(SQ_JPEG_ROUNDED, 1.0f);

/* Working memory, all zero at first. It owns what it points to, and grows with the largest frame. */
typedef struct {
    float *room;
    size_t floats;
    int left, top; /* of the picture at hand: pixels of its first block that lie outside (jpeg_chroma.h) */
    sq_frame copy; /* of the frame, restored; what it owns is one block */
    size_t bytes;
} sq_chroma_memory;

/* Frees what it points to; all zero is allowed. */
void sq_chroma_memory_free(sq_chroma_memory *m);

typedef struct {
    int w, h;                        /* whole blocks of samples */
    float *luma;                     /* of 2 x 2 pixels */
    float *stored[SQ_CHROMA_PLANES]; /* Cb and Cr as they were coded, about 0 */
    float *now[SQ_CHROMA_PLANES];    /* as they are taken to have been */
    float *next[SQ_CHROMA_PLANES];   /* room for what comes next */
    float *line;                     /* room for a row */
    uint8_t *busy; /* of each block: a bit for each plane that marks it (sq_halved_mark_busy) */
    float cosine[SQ_BLOCK_SIDE][SQ_BLOCK_SIDE], turned[SQ_BLOCK_SIDE][SQ_BLOCK_SIDE];
    float near[SQ_CHROMA_REACH + 1]; /* how much a sample counts, by how many samples it is away */
} sq_halved;

/* Makes room for the planes of f; they are not filled. small: samples that the radius of the smallest thing
 * has whose chroma is not to be averaged away. False where memory runs out. */
bool sq_halved_lay_out(sq_chroma_memory *m, sq_halved *k, const sq_frame *f, double small);

/* The nearest of 0 .. count - 1. */
static inline int sq_halved_within(int v, int count) {
    return v < 0 ? 0 : v < count ? v : count - 1;
}

/* Copies a block of a plane. */
void sq_halved_block(const sq_halved *k, const float *plane, int bx, int by, float out[SQ_BLOCK_SAMPLES]);

/* Whether no coefficient of it but its mean can tell anything. */
bool sq_halved_is_plain(const float block[SQ_BLOCK_SAMPLES]);

/* Whether a cosine coefficient of a block tells something, but its mean. */
bool sq_halved_tells(const sq_halved *k, const float block[SQ_BLOCK_SAMPLES]);

/* The first `most` rows and columns of a block's cosine coefficients; most: SQ_BLOCK_SIDE for all. */
void sq_halved_cosines(const sq_halved *k, const float *block, float *out, int most);

/* Marks the blocks in which stored chroma changes, and their neighbours as far as so many blocks about them:
 * the others have nothing to restore. Returns the share of the blocks that are marked. */
double sq_halved_mark_busy(const sq_halved *k, int about);
/* The share of the blocks that are marked. */
double sq_halved_share_busy(const sq_halved *k);

/* One round has two halves. The first puts the averages of the busy blocks into `next`. The second takes them
 * as they are now, each coefficient no farther from the stored one than half[i]. apart: 1; 2 takes every
 * second of the samples about each place, which is twice as fast and not as smooth. */
void sq_halved_average(const sq_halved *k, int apart);
void sq_halved_take(const sq_halved *k, const float half[SQ_BLOCK_SAMPLES]);

/* The chroma that lies between the samples at every second pixel of row y, from pixel 2 * bx * SQ_BLOCK_SIDE
 * + odd on. first: where the first sample of a row lies, in pixels. Beyond the sides it is that of the last
 * sample. */
void sq_halved_between(const sq_halved *k, int c, int bx, int odd, int y, float first,
                       float out[SQ_BLOCK_SIDE]);

/* What samples near every second pixel of a row tell of it: at the samples from (bx * SQ_BLOCK_SIDE, y) on
 * lie pixels of that luma and chroma; their chroma becomes the average of the samples that are like them. */
void sq_halved_average_pixels(const sq_halved *k, int bx, int y, const float luma[SQ_BLOCK_SIDE],
                              float chroma[SQ_CHROMA_PLANES][SQ_BLOCK_SIDE]);

/* A level of a plane. */
static inline uint8_t sq_halved_level(float v) {
    return (uint8_t)(v < 0 ? 0 : v > 255 ? 255 : v + 0.5f);
}

#endif

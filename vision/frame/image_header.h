/* The header of a picture file, read before anything is decoded. Refuses small files that claim to be huge,
 * which would take all memory, and files that were cut short, which would be judged half grey. */
#ifndef SQ_VISION_FRAME_IMAGE_HEADER_H
#define SQ_VISION_FRAME_IMAGE_HEADER_H

#include <stddef.h>
#include <stdint.h>

#include "vision/system/failure.h"

/* Megapixels of the largest picture that is read. Phones give 12 to 50; at 100 one frame takes 300 MB as BGR,
 * and a wink is 80 pixels wide, far more than the eye can use. Lower refuses phones, higher invites a memory
 * bomb. */
#define SQ_PICTURE_MAX_MP 64

/* The kinds of file: number, name, how its bytes begin ('?' stands for any byte). HEIC, AVIF and GIF are on
 * the list so that they can be refused by name. */
#define SQ_PICTURE_KIND_LIST(X)                 \
    X(SQ_KIND_JPEG, "JPEG", "\xff\xd8\xff")     \
    X(SQ_KIND_PNG, "PNG", "\x89PNG\r\n\x1a\n")  \
    X(SQ_KIND_WEBP, "WebP", "RIFF????WEBP")     \
    X(SQ_KIND_TIFF, "TIFF", "II*\0")            \
    X(SQ_KIND_TIFF_BIG_ENDIAN, "TIFF", "MM\0*") \
    X(SQ_KIND_BMP, "BMP", "BM")                 \
    X(SQ_KIND_PGM, "PGM", "P5")                 \
    X(SQ_KIND_PPM, "PPM", "P6")                 \
    X(SQ_KIND_HEIC, "HEIC", "????ftyphe")       \
    X(SQ_KIND_MIF, "HEIC", "????ftypmif")       \
    X(SQ_KIND_AVIF, "AVIF", "????ftypavif")     \
    X(SQ_KIND_GIF, "GIF", "GIF8")

typedef enum {
#define X(number, name, start) number,
    SQ_PICTURE_KIND_LIST(X)
#undef X
        SQ_PICTURE_KINDS
} sq_picture_kind;

typedef struct {
    sq_picture_kind kind;
    int width, height; /* as stored, before any rotation tag */
    int orientation;   /* the rotation tag of JPEG, PNG and TIFF (EXIF 2.3, tag 274): 1..8; 1 where there is
                          none */
} sq_picture_head;

/* Reads the header of a file, whose n bytes lie at `at`. Refuses a file that is no picture of a kind that can
 * be decoded (SQ_E_FORMAT), one that ends before its last part (JPEG, PNG, WebP; SQ_E_FORMAT), and one with
 * no pixels or with more than SQ_PICTURE_MAX_MP megapixels (SQ_E_SIZE). name: what the sentence in *d calls
 * the file. */
sq_code sq_picture_head_read(sq_picture_head *out, const uint8_t *at, size_t n, const char *name, sq_diag *d);

#endif

/* Halves a picture, and lowers its quality, until it fits. */
#include "ui/draw/thumbnail.h"

#include <stdint.h>
#include <stdlib.h>

#include "vision/frame/frame_copy.h"

/* Of JPEGs, the best first: below the last one letters cannot be read, and half the size looks better. */
static const int qualities[] = {80, 65, 50};
enum { QUALITIES = sizeof qualities / sizeof *qualities };
/* Pixels: less wide nothing can be seen of a mat. */
enum { WIDTH_LEAST = 120 };

/* SQ_E_SIZE: it does not fit. */
static sq_code encode(unsigned char **jpeg, size_t *size, const sq_frame *f, size_t most, sq_diag *d) {
    sq_picture *p = NULL;
    sq_code code = sq_picture_from_frame(&p, f, d);
    bool fits = false;
    for (int i = 0; i < QUALITIES && !code && !fits; i++) {
        free(*jpeg);
        *jpeg = NULL;
        code = sq_picture_encode_jpeg(p, qualities[i], jpeg, size, d);
        fits = !code && *size <= most;
    }
    sq_picture_free(p);
    return code || fits ? code : SQ_E_SIZE;
}

sq_code sq_thumbnail(unsigned char **jpeg, size_t *size, const sq_picture *p, size_t most, sq_diag *d) {
    sq_frame half[2] = {{.width = 0}, {.width = 0}}, from = sq_picture_frame(p);
    size_t room[2] = {0, 0};
    sq_code code = SQ_E_SIZE;
    *jpeg = NULL;
    for (int i = 0; code == SQ_E_SIZE && from.width / 2 >= WIDTH_LEAST && from.height >= 2; i = !i) {
        code = sq_frame_copy_half(&half[i], &room[i], &from, d);
        from = half[i];
        if (!code) code = encode(jpeg, size, &from, most, d);
    }
    for (int i = 0; i < 2; i++)
        sq_frame_free(&half[i]);
    if (!code) return SQ_OK;
    free(*jpeg);
    *jpeg = NULL;
    return code == SQ_E_SIZE ? sq_fail(d, code, "no picture fits in %zu bytes; allow more", most) : code;
}

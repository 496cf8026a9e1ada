/* JPEGs by libjpeg-turbo: into the planes that they store by its YUV interface, and from and to BGR. */
#include "vision/frame/jpeg.h"

#include <stdlib.h>
#include <string.h>
#include <turbojpeg.h>

#include "vision/frame/image_header.h"

struct sq_jpeg {
    tjhandle turbo;
    uint8_t *block; /* all planes */
    size_t bytes;
};

sq_jpeg *sq_jpeg_new(void) {
    sq_jpeg *j = calloc(1, sizeof *j);
    if (j) j->turbo = tjInitDecompress();
    if (j && j->turbo) return j;
    free(j);
    return NULL;
}

void sq_jpeg_free(sq_jpeg *j) {
    if (!j) return;
    tjDestroy(j->turbo);
    free(j->block);
    free(j);
}

static bool format_of(int subsampling, sq_frame_format *format) {
    switch (subsampling) {
    case TJSAMP_420: *format = SQ_FRAME_I420; return true;
    case TJSAMP_422: *format = SQ_FRAME_I422; return true;
    case TJSAMP_444: *format = SQ_FRAME_I444; return true;
    case TJSAMP_GRAY: *format = SQ_FRAME_GREY; return true;
    default: return false;
    }
}

static sq_code lay_out(sq_jpeg *j, int width, int height, int subsampling, sq_frame *f, sq_diag *d) {
    size_t need = 0, size[3];
    int planes = subsampling == TJSAMP_GRAY ? 1 : 3;
    for (int k = 0; k < planes; k++)
        need += size[k] = tjPlaneSizeYUV(k, width, 0, height, subsampling);
    if (need > j->bytes) {
        free(j->block);
        j->block = malloc(need);
        j->bytes = j->block ? need : 0;
        if (!j->block) return sq_fail(d, SQ_E_MEMORY, "no memory for a frame; close other programs");
    }
    uint8_t *at = j->block;
    for (int k = 0; k < planes; at += size[k++]) {
        f->plane[k] = at;
        f->stride[k] = tjPlaneWidth(k, width, subsampling);
    }
    return SQ_OK;
}

/* Some cameras fill up their pictures with bytes that belong to no part: nothing of the picture is missing.
 * libjpeg-turbo has no number for this warning, only its text. */
static bool has_only_more(tjhandle turbo) {
    return tjGetErrorCode(turbo) == TJERR_WARNING && strstr(tjGetErrorStr2(turbo), "extraneous bytes");
}

sq_code sq_jpeg_decode(sq_jpeg *j, const uint8_t *bytes, size_t size, sq_frame *f, sq_diag *d) {
    int width, height, subsampling, space;
    if (tjDecompressHeader3(j->turbo, bytes, size, &width, &height, &subsampling, &space))
        return sq_fail(d, SQ_E_FORMAT, "a JPEG of %zu bytes cannot be read (%s)", size,
                       tjGetErrorStr2(j->turbo));
    *f = (sq_frame){.width = width, .height = height, .full_range = true, .siting = SQ_CHROMA_CENTRE};
    if ((double)width * height > SQ_PICTURE_MAX_MP * 1e6)
        return sq_fail(d, SQ_E_FORMAT,
                       "a JPEG of %d x %d pixels is too large, at most %d megapixels are read", width, height,
                       SQ_PICTURE_MAX_MP);
    if (!format_of(subsampling, &f->format) || (space != TJCS_YCbCr && space != TJCS_GRAY))
        return sq_fail(d, SQ_E_FORMAT, "a JPEG of %d x %d pixels with unusual colours cannot be used", width,
                       height);
    sq_code code = lay_out(j, width, height, subsampling, f, d);
    if (code) return code;
    uint8_t *planes[3];
    for (int k = 0; k < 3; k++)
        planes[k] = (uint8_t *)(uintptr_t)f->plane[k];
    if (tjDecompressToYUVPlanes(j->turbo, bytes, size, planes, width, f->stride, height,
                                TJFLAG_ACCURATEDCT) &&
        !has_only_more(j->turbo))
        return sq_fail(d, SQ_E_FORMAT, "a JPEG of %zu bytes is damaged (%s)", size, tjGetErrorStr2(j->turbo));
    return SQ_OK;
}

bool sq_jpeg_to_bgr(uint8_t *bgr, int width, int height, const uint8_t *bytes, size_t size) {
    tjhandle turbo = tjInitDecompress();
    int w, h, subsampling, space;
    bool whole = turbo && !tjDecompressHeader3(turbo, bytes, size, &w, &h, &subsampling, &space) &&
                 w == width && h == height && space != TJCS_CMYK && space != TJCS_YCCK;
    if (whole &&
        tjDecompress2(turbo, bytes, size, bgr, width, 3 * width, height, TJPF_BGR, TJFLAG_ACCURATEDCT))
        whole = tjGetErrorCode(turbo) == TJERR_WARNING;
    if (turbo) tjDestroy(turbo);
    return whole;
}

/* A copy that free() takes: the library's memory is its own. */
static sq_code hand_over(uint8_t **out, const unsigned char *jpeg, size_t n, sq_diag *d) {
    *out = malloc(n);
    if (!*out) return sq_fail(d, SQ_E_MEMORY, "no memory for a JPEG; close other programs");
    memcpy(*out, jpeg, n);
    return SQ_OK;
}

sq_code sq_jpeg_from_bgr(uint8_t **out, size_t *size, const uint8_t *bgr, int stride, int width, int height,
                         int quality, sq_diag *d) {
    unsigned char *jpeg = NULL;
    unsigned long n = 0;
    tjhandle turbo = tjInitCompress();
    bool done = turbo && !tjCompress2(turbo, bgr, width, stride, height, TJPF_BGR, &jpeg, &n, TJSAMP_420,
                                      quality, TJFLAG_ACCURATEDCT);
    sq_code code = done    ? hand_over(out, jpeg, *size = n, d)
                   : turbo ? sq_fail(d, SQ_E_SIZE, "%d x %d pixels cannot be put into a JPEG (%s)", width,
                                     height, tjGetErrorStr2(turbo))
                           : sq_fail(d, SQ_E_MEMORY, "no memory for a JPEG; close other programs");
    tjFree(jpeg);
    if (turbo) tjDestroy(turbo);
    return code;
}

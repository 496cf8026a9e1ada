/* Reads and writes picture files, by libjpeg-turbo and GdkPixbuf. */
#include "vision/frame/picture_file.h"

#include <errno.h>
#include <fcntl.h>
#include <gdk-pixbuf/gdk-pixbuf.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "vision/frame/jpeg.h"
#include "vision/system/output_file.h"
#include "vision/system/standard_input.h"

/* Bytes of the largest picture file: SQ_PICTURE_MAX_MP pixels of three 16-bit channels, uncompressed. Lower
 * refuses honest files, higher lets a wrong name (a video, a disk image) fill the memory before it is
 * refused. */
#define SQ_PICTURE_MAX_BYTES ((size_t)SQ_PICTURE_MAX_MP * 6 << 20)

/* ---- Reading ---- */

static sq_code cannot_be_read(const char *path, sq_diag *d) {
    if (errno == EISDIR) return sq_fail(d, SQ_E_FILE, "%s: is a folder; name a picture in it", path);
    return sq_fail(d, SQ_E_FILE, "%s: cannot be read (%s); check the name and the rights", path,
                   strerror(errno));
}

/* All bytes of an open file. */
static sq_code read_all(uint8_t **out, size_t *size, int file, const char *path, sq_diag *d) {
    enum { STEP = 1 << 20 };
    for (size_t have = 0; have <= SQ_PICTURE_MAX_BYTES;) {
        uint8_t *more = realloc(*out, have + STEP);
        if (!more) return sq_fail(d, SQ_E_MEMORY, "%s: not enough memory; close other programs", path);
        *out = more;
        ssize_t got = read(file, more + have, STEP);
        if (got < 0) return cannot_be_read(path, d);
        *size = have += (size_t)got;
        if (!got) return SQ_OK;
    }
    return sq_fail(d, SQ_E_SIZE, "%s: has more than %zu MB; save it as JPEG or PNG", path,
                   SQ_PICTURE_MAX_BYTES >> 20);
}

sq_code sq_picture_file_read(uint8_t **out, size_t *size, const char *path, sq_diag *d) {
    *out = NULL;
    int file = open(sq_input_path(path), O_RDONLY | O_CLOEXEC);
    if (file < 0) return cannot_be_read(path, d);
    sq_code code = read_all(out, size, file, path, d);
    close(file);
    if (!code) return SQ_OK;
    free(*out);
    *out = NULL;
    return code;
}

/* GdkPixbuf's names of the kinds that it reads here. */
static const char *const loaders[SQ_PICTURE_KINDS] = {
    [SQ_KIND_PNG] = "png",   [SQ_KIND_WEBP] = "webp",
    [SQ_KIND_TIFF] = "tiff", [SQ_KIND_TIFF_BIG_ENDIAN] = "tiff",
    [SQ_KIND_BMP] = "bmp",   [SQ_KIND_PGM] = "pnm",
    [SQ_KIND_PPM] = "pnm",
};

static sq_code damaged(const char *name, sq_diag *d) {
    return sq_fail(d, SQ_E_FORMAT, "%s: is damaged or cut short; copy it again or save it as PNG", name);
}

/* Red and blue change places; transparency is left out. */
static void bgr_from_pixbuf(uint8_t *bgr, const GdkPixbuf *p) {
    int width = gdk_pixbuf_get_width(p), height = gdk_pixbuf_get_height(p),
        step = gdk_pixbuf_get_n_channels(p);
    const uint8_t *row = gdk_pixbuf_read_pixels(p);
    for (int y = 0; y < height; y++, row += gdk_pixbuf_get_rowstride(p)) {
        const uint8_t *rgb = row;
        for (int x = 0; x < width; x++, rgb += step, bgr += 3)
            bgr[0] = rgb[2], bgr[1] = rgb[1], bgr[2] = rgb[0];
    }
}

static sq_code pixbuf_decode(uint8_t *bgr, const sq_picture_head *head, const uint8_t *bytes, size_t n,
                             const char *name, sq_diag *d) {
    GError *error = NULL;
    GdkPixbufLoader *loader = gdk_pixbuf_loader_new_with_type(loaders[head->kind], &error);
    if (!loader) {
        g_error_free(error);
        return sq_fail(d, SQ_E_FORMAT, "%s: this kind of picture cannot be read (%s); save it as JPEG or PNG",
                       name, loaders[head->kind]);
    }
    bool whole = gdk_pixbuf_loader_write(loader, bytes, n, NULL);
    whole = gdk_pixbuf_loader_close(loader, NULL) && whole;
    GdkPixbuf *p = gdk_pixbuf_loader_get_pixbuf(loader);
    whole = whole && p && gdk_pixbuf_get_width(p) == head->width && gdk_pixbuf_get_height(p) == head->height;
    if (whole) bgr_from_pixbuf(bgr, p);
    g_object_unref(loader);
    return whole ? SQ_OK : damaged(name, d);
}

sq_code sq_picture_file_decode(uint8_t *bgr, const sq_picture_head *head, const uint8_t *bytes, size_t n,
                               const char *name, sq_diag *d) {
    if (head->kind != SQ_KIND_JPEG) return pixbuf_decode(bgr, head, bytes, n, name, d);
    return sq_jpeg_to_bgr(bgr, head->width, head->height, bytes, n) ? SQ_OK : damaged(name, d);
}

/* ---- Writing ---- */

/* The kinds that are written: the ending, and GdkPixbuf's name. */
static const struct {
    const char *ending, *kind;
} writers[] = {{".jpg", "jpeg"}, {".jpeg", "jpeg"}, {".png", "png"},
               {".tif", "tiff"}, {".tiff", "tiff"}, {".bmp", "bmp"}};

static const char *writer_of(const char *path) {
    const char *ending = strrchr(path, '.');
    for (size_t k = 0; ending && k < sizeof writers / sizeof *writers; k++)
        if (!strcasecmp(ending, writers[k].ending)) return writers[k].kind;
    return NULL;
}

/* A copy of the pixels for GdkPixbuf; null without memory. */
static GdkPixbuf *pixbuf_from_bgr(const uint8_t *bgr, int stride, int width, int height) {
    GdkPixbuf *p = gdk_pixbuf_new(GDK_COLORSPACE_RGB, false, 8, width, height);
    if (!p) return NULL;
    uint8_t *row = gdk_pixbuf_get_pixels(p);
    for (int y = 0; y < height; y++, row += gdk_pixbuf_get_rowstride(p), bgr += stride)
        for (int x = 0; x < 3 * width; x += 3)
            row[x] = bgr[x + 2], row[x + 1] = bgr[x + 1], row[x + 2] = bgr[x];
    return p;
}

/* Encodes by GdkPixbuf; *bytes is g_free'd by the caller. False without memory. Of zlib's levels for PNG, 1
 * to 9, those above 3 take longer for a camera's picture and hardly make it smaller. */
static bool pixbuf_encode(gchar **bytes, size_t *n, const char *kind, GdkPixbuf *p) {
    const char *option = !strcmp(kind, "png") ? "compression" : NULL;
    return gdk_pixbuf_save_to_buffer(p, bytes, n, kind, NULL, option, "3", NULL);
}

static sq_code write_bytes(const char *path, const void *bytes, size_t n, sq_diag *d) {
    sq_output_file o;
    sq_code code = sq_output_begin(&o, path, d);
    if (code) return code;
    FILE *f = fopen(o.path, "wb");
    bool whole = f && fwrite(bytes, 1, n, f) == n;
    if (f && fclose(f)) whole = false;
    if (whole) return sq_output_commit(&o, d);
    int reason = errno;
    sq_output_drop(&o);
    return sq_fail(d, SQ_E_FILE,
                   "%s: cannot be written (%s); check the folder, its rights and the disk's room", path,
                   strerror(reason));
}

sq_code sq_picture_file_write(const char *path, const uint8_t *bgr, int stride, int width, int height,
                              int quality, sq_diag *d) {
    const char *kind = writer_of(path);
    if (!kind)
        return sq_fail(d, SQ_E_ARGUMENT, "%s: the ending names no kind of picture; end it in .png or .jpg",
                       path);
    if (!strcmp(kind, "jpeg")) {
        uint8_t *jpeg = NULL;
        size_t n;
        sq_code code = sq_jpeg_from_bgr(&jpeg, &n, bgr, stride, width, height, quality, d);
        if (!code) code = write_bytes(path, jpeg, n, d);
        free(jpeg);
        return code;
    }
    GdkPixbuf *p = pixbuf_from_bgr(bgr, stride, width, height);
    gchar *bytes = NULL;
    size_t n = 0;
    sq_code code = p && pixbuf_encode(&bytes, &n, kind, p)
                       ? write_bytes(path, bytes, n, d)
                       : sq_fail(d, SQ_E_MEMORY, "%s: not enough memory; close other programs", path);
    g_free(bytes);
    if (p) g_object_unref(p);
    return code;
}

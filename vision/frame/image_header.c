/* Reads the size of a picture and its rotation tag from the bytes of its file: one small parser for each file
 * format, and a table that finds the format by the first bytes. */
#include "vision/frame/image_header.h"

#include <limits.h>
#include <stdbool.h>
#include <string.h>

/* The bytes of a file; reading beyond its end gives zeros, and is remembered. */
typedef struct {
    const uint8_t *at;
    size_t size;
    bool cut;
} bytes;

static uint8_t byte(bytes *b, size_t i) {
    if (i < b->size) return b->at[i];
    b->cut = true;
    return 0;
}

static uint32_t big16(bytes *b, size_t i) {
    return (uint32_t)byte(b, i) << 8 | byte(b, i + 1);
}

static uint32_t big32(bytes *b, size_t i) {
    return big16(b, i) << 16 | big16(b, i + 2);
}

static uint32_t little16(bytes *b, size_t i) {
    return byte(b, i) | (uint32_t)byte(b, i + 1) << 8;
}

static uint32_t little24(bytes *b, size_t i) {
    return little16(b, i) | (uint32_t)byte(b, i + 2) << 16;
}

static uint32_t little32(bytes *b, size_t i) {
    return little16(b, i) | little16(b, i + 2) << 16;
}

typedef struct {
    int64_t width, height;
    int orientation; /* 0 where nothing says it */
} extent;

/* TIFF 6.0: a directory of 12-byte entries, with 16 (type 3) or 32 bits. EXIF is such a directory within
 * another file. */
enum { TIFF_WIDTH = 256, TIFF_HEIGHT = 257, TIFF_ORIENTATION = 274, TIFF_SHORT = 3 };

static extent tiff_extent(bytes *b, bool big) {
    uint32_t (*read16)(bytes *, size_t) = big ? big16 : little16;
    uint32_t (*read32)(bytes *, size_t) = big ? big32 : little32;
    extent e = {0};
    size_t directory = read32(b, 4), count = read16(b, directory);
    for (size_t i = 0; i < count && !b->cut; i++) {
        size_t entry = directory + 2 + 12 * i;
        uint32_t tag = read16(b, entry);
        uint32_t value = (read16(b, entry + 2) == TIFF_SHORT ? read16 : read32)(b, entry + 8);
        if (tag == TIFF_WIDTH) e.width = value;
        if (tag == TIFF_HEIGHT) e.height = value;
        if (tag == TIFF_ORIENTATION && value <= 8) e.orientation = (int)value;
    }
    return e;
}

/* The rotation tag of the EXIF part that begins at i and has n bytes; 0 where it has none. */
static int exif_orientation(const bytes *b, size_t i, size_t n) {
    if (i + n > b->size || n < 8) return 0;
    bytes exif = {.at = b->at + i, .size = n};
    return tiff_extent(&exif, exif.at[0] == 'M').orientation;
}

/* JPEG (ITU-T T.81, annex B): segments FF xx, each with its length; SOS is followed by coded bytes in which
 * FF comes only before 00 and restart marks. Only a file that reaches EOI is whole. */
enum {
    JPEG_SOF0 = 0xc0,
    JPEG_RST0 = 0xd0,
    JPEG_RST7 = 0xd7,
    JPEG_EOI = 0xd9,
    JPEG_TEM = 0x01,
    JPEG_APP1 = 0xe1
};

/* SOF0 to SOF15. Every fourth after the first is another marker: DHT, JPG, DAC. */
static bool jpeg_is_frame_header(int marker) {
    return marker >> 4 == JPEG_SOF0 >> 4 && (marker == JPEG_SOF0 || marker % 4);
}

static bool jpeg_stands_alone(int marker) {
    return (marker >= JPEG_RST0 && marker <= JPEG_RST7) || marker == JPEG_TEM || marker == 0;
}

/* The next FF that begins a marker, at or after i. */
static size_t jpeg_next_marker(bytes *b, size_t i) {
    for (; i + 1 < b->size; i++) {
        const uint8_t *ff = memchr(b->at + i, 0xff, b->size - 1 - i);
        if (!ff) break;
        i = (size_t)(ff - b->at);
        if (ff[1] != 0xff && !jpeg_stands_alone(ff[1])) return i;
    }
    b->cut = true;
    return b->size;
}

static extent jpeg_extent(bytes *b) {
    extent e = {0};
    for (size_t i = jpeg_next_marker(b, 2); !b->cut; i = jpeg_next_marker(b, i)) {
        int marker = b->at[i + 1];
        if (marker == JPEG_EOI) break;
        size_t length = big16(b, i + 2);
        if (jpeg_is_frame_header(marker) && !e.width) e.height = big16(b, i + 5), e.width = big16(b, i + 7);
        if (marker == JPEG_APP1 && length >= 8 && i + 10 <= b->size && !memcmp(b->at + i + 4, "Exif\0", 6) &&
            !e.orientation)
            e.orientation = exif_orientation(b, i + 10, length - 8);
        i += 2 + length;
    }
    return e;
}

/* PNG (ISO 15948): chunks of length, name, data, check sum; the first is IHDR, the last IEND. */
static extent png_extent(bytes *b) {
    extent e = {.width = big32(b, 16), .height = big32(b, 20)};
    size_t i = 8;
    for (size_t n; i + 12 <= b->size && memcmp(b->at + i + 4, "IEND", 4); i += 12 + n) {
        n = big32(b, i);
        if (!memcmp(b->at + i + 4, "eXIf", 4)) e.orientation = exif_orientation(b, i + 8, n);
    }
    if (i + 12 > b->size) b->cut = true;
    return e;
}

/* WebP (RFC 9649): the RIFF chunk says the file's length; the first chunk inside, the picture's size. */
static extent webp_extent(bytes *b) {
    if (little32(b, 4) > b->size - 8 || b->size < 16) b->cut = true;
    if (b->cut) return (extent){0};
    if (!memcmp(b->at + 12, "VP8X", 4))
        return (extent){.width = little24(b, 24) + 1, .height = little24(b, 27) + 1};
    if (!memcmp(b->at + 12, "VP8L", 4)) {
        uint32_t bits = little32(b, 21);
        return (extent){.width = (bits & 0x3fff) + 1, .height = (bits >> 14 & 0x3fff) + 1};
    }
    return (extent){.width = little16(b, 26) & 0x3fff, .height = little16(b, 28) & 0x3fff};
}

/* BMP: first the file's length (some writers leave it 0). The older header (12 bytes) has 16-bit sizes; a
 * negative height means rows from the top. */
static extent bmp_extent(bytes *b) {
    if (little32(b, 2) > b->size) b->cut = true;
    if (little32(b, 14) == 12) return (extent){.width = little16(b, 18), .height = little16(b, 20)};
    int64_t height = (int32_t)little32(b, 22);
    return (extent){.width = (int32_t)little32(b, 18), .height = height < 0 ? -height : height};
}

/* Netpbm: numbers in text, with blanks and "# comments" between them. */
static int64_t netpbm_number(bytes *b, size_t *i) {
    int64_t value = 0;
    bool comment = false;
    for (; !b->cut && (comment || byte(b, *i) <= ' ' || byte(b, *i) == '#'); ++*i)
        comment = byte(b, *i) == '#' || (comment && byte(b, *i) != '\n');
    for (; byte(b, *i) >= '0' && byte(b, *i) <= '9' && value < INT_MAX; ++*i)
        value = 10 * value + (byte(b, *i) - '0');
    return value;
}

static extent netpbm_extent(bytes *b) {
    size_t i = 2;
    extent e = {0};
    e.width = netpbm_number(b, &i);
    e.height = netpbm_number(b, &i);
    int sample = netpbm_number(b, &i) > UINT8_MAX ? 2 : 1, colours = byte(b, 1) == '6' ? 3 : 1;
    if ((double)e.width * (double)e.height * colours * sample > (double)b->size - (double)i - 1)
        b->cut = true;
    return e;
}

static const struct {
    const char *name, *start;
    size_t length;
} kinds[SQ_PICTURE_KINDS] = {
#define X(number, name, start) [number] = {name, start, sizeof start - 1},
    SQ_PICTURE_KIND_LIST(X)
#undef X
};

static sq_picture_kind kind_of(const uint8_t *at, size_t n) {
    for (int k = 0; k < SQ_PICTURE_KINDS; k++) {
        size_t same = 0;
        while (same < kinds[k].length && same < n &&
               (kinds[k].start[same] == '?' || (uint8_t)kinds[k].start[same] == at[same]))
            same++;
        if (same == kinds[k].length) return (sq_picture_kind)k;
    }
    return SQ_PICTURE_KINDS;
}

static extent extent_of(sq_picture_kind kind, bytes *b) {
    switch (kind) {
    case SQ_KIND_JPEG: return jpeg_extent(b);
    case SQ_KIND_PNG: return png_extent(b);
    case SQ_KIND_WEBP: return webp_extent(b);
    case SQ_KIND_TIFF: return tiff_extent(b, false);
    case SQ_KIND_TIFF_BIG_ENDIAN: return tiff_extent(b, true);
    case SQ_KIND_BMP: return bmp_extent(b);
    case SQ_KIND_PGM:
    case SQ_KIND_PPM: return netpbm_extent(b);
    default: return (extent){0};
    }
}

sq_code sq_picture_head_read(sq_picture_head *out, const uint8_t *at, size_t n, const char *name,
                             sq_diag *d) {
    if (!n) return sq_fail(d, SQ_E_FORMAT, "%s: is empty; take the picture again or copy it again", name);
    sq_picture_kind kind = kind_of(at, n);
    if (kind == SQ_PICTURE_KINDS)
        return sq_fail(d, SQ_E_FORMAT, "%s: is no picture that can be read; give a JPEG or a PNG", name);
    if (kind >= SQ_KIND_HEIC)
        return sq_fail(d, SQ_E_FORMAT,
                       "%s: is a picture of kind %s, which is not read; save it as JPEG or PNG", name,
                       kinds[kind].name);
    bytes b = {.at = at, .size = n};
    extent e = extent_of(kind, &b);
    if ((double)e.width * (double)e.height > SQ_PICTURE_MAX_MP * 1e6)
        return sq_fail(d, SQ_E_SIZE, "%s: has %lld x %lld pixels, more than %d million; make it smaller",
                       name, (long long)e.width, (long long)e.height, SQ_PICTURE_MAX_MP);
    if (b.cut)
        return sq_fail(d, SQ_E_FORMAT, "%s: is cut short (a %s without its end); copy it again", name,
                       kinds[kind].name);
    if (e.width < 1 || e.height < 1)
        return sq_fail(d, SQ_E_SIZE, "%s: has no pixels; take the picture again", name);
    *out = (sq_picture_head){kind, (int)e.width, (int)e.height, e.orientation ? e.orientation : 1};
    return SQ_OK;
}

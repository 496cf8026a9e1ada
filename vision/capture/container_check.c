/* Checks whether a video file is cut short: walks the outermost boxes, elements or chunks and compares
 * their lengths with the file. */
#include "vision/capture/container_check.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static uint64_t big_endian(const uint8_t *p, int n) {
    uint64_t v = 0;
    for (int i = 0; i < n; i++)
        v = v << 8 | p[i];
    return v;
}

/* A fragmented recording has two boxes a fragment: this is more than a day of them. */
enum { BOXES_MAX = 1 << 20 };

/* Boxes of size (4 bytes; 1: 8 bytes follow the name; 0: to the file's end) and name, one behind
 * the other. */
static bool boxes_cut(FILE *f, uint64_t size) {
    uint8_t head[16];
    uint64_t at = 0;
    for (int i = 0; at < size && i < BOXES_MAX; i++) {
        if (fseeko(f, (off_t)at, SEEK_SET)) return false;
        size_t got = fread(head, 1, sizeof head, f);
        uint64_t length = got < 8 ? 8 : big_endian(head, 4);
        if (length == 0) return false;
        if (length == 1) length = got < 16 ? 16 : big_endian(head + 8, 8);
        if (length > size - at) return true;
        if (length < 8) return false; /* no box at all; its demultiplexer will say so */
        at += length;
    }
    return false;
}

/* A variable-length size: the first byte's leading zeros count the bytes that follow; all ones: unknown. */
static int ebml_size(const uint8_t *p, uint64_t *size) {
    int more = 0;
    while (more < 8 && !(p[0] & 0x80 >> more))
        more++;
    if (more == 8) return 0;
    uint64_t mask = ((uint64_t)1 << (7 * (more + 1))) - 1;
    *size = big_endian(p, more + 1) & mask;
    return *size == mask ? 0 : more + 1;
}

/* The EBML head, then one Segment to the end. */
static bool matroska_cut(FILE *f, uint64_t size) {
    uint8_t head[64] = {0};
    rewind(f);
    size_t got = fread(head, 1, sizeof head, f);
    uint64_t length;
    int bytes = ebml_size(head + 4, &length);
    if (!bytes || length > sizeof head) return false;
    size_t segment = 4 + (size_t)bytes + (size_t)length, id = 4;
    if (segment + id + 8 > got) return got == size;
    bytes = ebml_size(head + segment + id, &length);
    return bytes && length > size - segment - id - (size_t)bytes;
}

static bool riff_cut(const uint8_t head[12], uint64_t size) {
    uint64_t length = head[4] | (uint64_t)head[5] << 8 | (uint64_t)head[6] << 16 | (uint64_t)head[7] << 24;
    return length > size - 8;
}

bool sq_container_is_cut(const char *path) {
    uint8_t head[12];
    struct stat s;
    FILE *f = fopen(path, "rbe");
    if (!f) return false;
    bool cut = false;
    if (!fstat(fileno(f), &s) && fread(head, 1, sizeof head, f) == sizeof head) {
        uint64_t size = (uint64_t)s.st_size;
        if (!memcmp(head + 4, "ftyp", 4)) cut = boxes_cut(f, size);
        if (!memcmp(head, "\x1a\x45\xdf\xa3", 4)) cut = matroska_cut(f, size);
        if (!memcmp(head, "RIFF", 4) && !memcmp(head + 8, "AVI ", 4)) cut = riff_cut(head, size);
    }
    fclose(f);
    return cut;
}

/* Files that a test makes: in a folder of its own, which goes when the program ends. */
#ifndef SQ_TESTS_SCRATCH_H
#define SQ_TESTS_SCRATCH_H

#include <ftw.h>
#include <stdlib.h>
#include <unistd.h>

#include "tests/unit/unit.h"

static char scratch_folder[64];

static int scratch_remove_one(const char *path, const struct stat *s, int kind, struct FTW *where) {
    (void)s, (void)kind, (void)where;
    return remove(path);
}

static void scratch_remove(void) {
    nftw(scratch_folder, scratch_remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

/* The path of a file of that name in the folder; the last 8 stay valid. */
static inline const char *scratch(const char *name) {
    static char paths[8][512];
    static unsigned next;
    if (!*scratch_folder) {
        snprintf(scratch_folder, sizeof scratch_folder, "/tmp/squint-test-XXXXXX");
        assert_non_null(mkdtemp(scratch_folder));
        atexit(scratch_remove);
    }
    char *path = paths[next++ % 8];
    snprintf(path, sizeof paths[0], "%s/%s", scratch_folder, name);
    return path;
}

/* Writes n bytes to that file; gives its path. */
static inline const char *scratch_file(const char *name, const void *bytes, size_t n) {
    const char *path = scratch(name);
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, n, f), n);
    assert_int_equal(fclose(f), 0);
    return path;
}

/* The whole of a file and a zero; the caller frees. */
static inline unsigned char *scratch_read(const char *path, size_t *n) {
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    fseek(f, 0, SEEK_END);
    *n = (size_t)ftell(f);
    rewind(f);
    unsigned char *bytes = malloc(*n + 1);
    assert_int_equal(fread(bytes, 1, *n, f), *n);
    fclose(f);
    bytes[*n] = 0;
    return bytes;
}

#endif

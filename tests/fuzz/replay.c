/* Feeds each file of a folder to a fuzz target once: what was found stays found. replay FOLDER */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/fuzz/fuzz.h"

/* The largest corpus file that is worth keeping. */
enum { REPLAY_CAP = 1 << 20 };

static int replay(const char *path) {
    FILE *f = fopen(path, "rb");
    if (!f) return -1;
    /* Of its very size, so that the sanitizer sees a byte read too far. */
    uint8_t *all = malloc(REPLAY_CAP);
    size_t n = all ? fread(all, 1, REPLAY_CAP, f) : 0;
    fclose(f);
    uint8_t *bytes = realloc(all, n ? n : 1);
    int result = bytes ? LLVMFuzzerTestOneInput(bytes, n) : -1;
    free(bytes);
    return result;
}

int main(int argc, char **argv) {
    DIR *folder = argc == 2 ? opendir(argv[1]) : NULL;
    if (!folder) {
        fprintf(stderr, "replay: no folder to replay\n");
        return 1;
    }
    int files = 0, failed = 0;
    for (struct dirent *e; (e = readdir(folder));) {
        if (e->d_name[0] == '.') continue;
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", argv[1], e->d_name);
        files++;
        failed += replay(path) != 0;
    }
    closedir(folder);
    printf("%d files, %d failed\n", files, failed);
    return failed || !files;
}

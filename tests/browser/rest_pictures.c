/* rest_pictures VIDEO TRUTH FOLDER FIRST LAST: a picture of each rest of a drawn game from the FIRST to the
 * LAST, as FOLDER/NN.jpg, for a camera that a test moves on by hand. What is there already stays. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "vision/capture/capture.h"
#include "vision/frame/opencv.h"

enum { RESTS_MAX = 99, JPEG_QUALITY = 92 };

/* The middle frames of the rests. Returns how many there are. */
static int middles(long long middle[RESTS_MAX], const char *truth) {
    FILE *f = fopen(truth, "r");
    int n = 0;
    json_t *line;
    while (f && n < RESTS_MAX && (line = json_loadf(f, JSON_DISABLE_EOF_CHECK, NULL))) {
        if (!strcmp(json_string_value(json_object_get(line, "type")), "rest"))
            middle[n++] = (json_integer_value(json_object_get(line, "frame0")) +
                           json_integer_value(json_object_get(line, "frame1"))) /
                          2;
        json_decref(line);
    }
    if (f) fclose(f);
    return n;
}

static sq_code keep(const char *path, const sq_frame *f, sq_diag *d) {
    sq_picture *p;
    sq_code code = sq_picture_from_frame(&p, f, d);
    if (code) return code;
    code = sq_picture_write(p, path, JPEG_QUALITY, d);
    sq_picture_free(p);
    return code;
}

static sq_code run(char **argv, sq_diag *d) {
    static long long middle[RESTS_MAX];
    int count = middles(middle, argv[2]), rest = atoi(argv[4]), last = atoi(argv[5]);
    char path[4096];
    sq_capture *c;
    sq_frame f;
    snprintf(path, sizeof path, "%s/%02d.jpg", argv[3], last);
    if (!access(path, F_OK)) return SQ_OK;
    if (last >= count) return sq_fail(d, SQ_E_ARGUMENT, "%s has %d rests alone", argv[2], count);
    sq_code code = sq_capture_open(&c, argv[1], NULL, d);
    for (long long n = 0; !code && rest <= last; n++) {
        code = sq_capture_next(c, &f, d);
        if (code || n != middle[rest]) continue;
        snprintf(path, sizeof path, "%s/%02d.jpg", argv[3], rest++);
        code = keep(path, &f, d);
    }
    sq_capture_close(c);
    return code;
}

int main(int argc, char **argv) {
    sq_diag d = {0};
    if (argc != 6 || !run(argv, &d)) return argc != 6;
    fprintf(stderr, "rest_pictures: %s\n", d.text);
    return 1;
}

#include <stdio.h>

#include "ui/command.h"
#include "vision/cv.h"

int sq_command_look(int argc, char **argv) {
    int status = SQ_EXIT_OK;
    for (int i = 1; i < argc; i++) {
        sq_picture *p;
        sq_diag d;
        if (sq_picture_read(&p, argv[i], &d)) {
            fprintf(stderr, "squint: %s\n", d.text);
            status = SQ_EXIT_INPUT;
            continue;
        }
        printf("%s: %d x %d\n", argv[i], sq_picture_frame(p).width, sq_picture_frame(p).height);
        sq_picture_free(p);
    }
    return status;
}

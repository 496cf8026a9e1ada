/* What squint calibrate found, for people or for a program. */
#ifndef SQ_UI_COMMAND_CALIBRATE_REPORT_H
#define SQ_UI_COMMAND_CALIBRATE_REPORT_H

#include "calib/colour_separation.h"
#include "calib/mat/find_camera.h"
#include "vision/frame/opencv.h"

typedef struct {
    const char *image;
    sq_mat_fit fit;     /* camera.blue is set if it is known */
    bool blue_told;     /* the user gave blue's corner; else the winks showed it, if it is known */
    sq_colours colours; /* SQ_COLOURS_UNKNOWN if fewer than two colours are seen */
} sq_calibrate_report;

/* Looks at the winks: their colours, and from which corner blue plays unless the user has said it. Fails,
 * with a sentence, if they show that the picture is mirrored, or that blue plays from another corner. */
sq_code sq_calibrate_look(sq_calibrate_report *r, const sq_picture *picture, sq_diag *d);

/* Prints the report in sentences, or as one line of JSON: false where there is no memory for that, which is
 * told. */
void sq_calibrate_say(const sq_calibrate_report *r);
bool sq_calibrate_print_json(const sq_calibrate_report *r);
/* Prints the line of JSON for a camera that was not found, with the key "error". */
void sq_calibrate_print_json_error(const char *image, const char *sentence);

#endif

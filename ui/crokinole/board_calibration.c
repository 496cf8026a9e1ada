/* The board is found and looked at as `squint look` does it; told are its measures instead of the score. */
#include "ui/crokinole/board_calibration.h"

#include "calib/camera/camera_file.h"
#include "calib/crokinole/find_board.h"
#include "ui/crokinole/board_json.h"
#include "ui/crokinole/board_overlay.h"
#include "ui/crokinole/board_words.h"
#include "vision/crokinole/look_at_board.h"

enum { QUALITY = 95 };

static sq_code see(sq_board_position *seen, const sq_picture *picture, sq_diag *d) {
    static sq_seen_board board; /* too large for a small stack */
    sq_colour_planes planes = {0};
    sq_frame frame = sq_picture_frame(picture);
    sq_code code = sq_colour_planes_read(&planes, &frame, d);
    if (!code) code = sq_board_find(&frame, &planes, &board, d);
    if (!code) code = sq_look_at_board(&planes, &board, NULL, seen, d);
    sq_colour_planes_free(&planes);
    if (!code && *seen->refusal) code = sq_fail(d, SQ_E_SIGHT, "%s", seen->refusal);
    return code;
}

sq_code sq_board_calibrate(FILE *to, sq_picture *picture, const char *image, const char *out,
                           const char *overlay, bool json, sq_diag *d) {
    static sq_board_position seen;
    sq_code code = see(&seen, picture, d);
    if (code) return code;
    if (out) code = sq_camera_write(&seen.board.camera, out, d);
    if (!code && overlay) code = sq_board_overlay_draw(picture, &seen, SQ_BOARD_MEASURES, NULL, d);
    if (!code && overlay) code = sq_picture_write(picture, overlay, QUALITY, d);
    if (code) return code;
    if (json) return sq_board_write_json(to, &seen, image, d);
    sq_board_measures_say(to, &seen, image);
    return SQ_OK;
}

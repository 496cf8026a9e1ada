/* The pictures of rulings: the frame with what was read from it, and the ruling in words about it
 * (ui/plate/plate.h), FOLDER/0007.jpg for line 7 of the record. They are drawn and written by a thread of
 * their own, so that the judging thread does not wait. Who listens gets each of them, and those of questions
 * that are asked before there is a line. */
#ifndef SQ_UI_DRAW_RULING_PICTURES_H
#define SQ_UI_DRAW_RULING_PICTURES_H

#include "ui/words/ruling_lines.h"
#include "vision/frame/opencv.h"
#include "vision/geometry/camera.h"
#include "vision/position/position.h"
#include "vision/system/failure.h"

typedef struct sq_ruling_pictures sq_ruling_pictures;

typedef struct {
    const char *folder; /* which must exist; null: none are written */
    /* Each picture, from the drawing thread; valid only during the call. game: as it was added. Null: nobody
     * listens. */
    void (*drawn)(void *who, int game, int n, const sq_picture *picture);
    void *who;
} sq_ruling_pictures_settings;

/* On failure *out is null. The caller closes. */
sq_code sq_ruling_pictures_open(sq_ruling_pictures **out, const sq_ruling_pictures_settings *settings,
                                sq_diag *d);

/* Adds the picture of line n of a game's record; words: the ruling, or the question that is asked, whose
 * picture is not written. Everything is copied. Waits while several are being written. After one cannot be
 * written the others are left out, and this function and close return the failure. */
typedef struct {
    int game, n;
    bool asked;
} sq_ruling_picture_of;
sq_code sq_ruling_pictures_add(sq_ruling_pictures *g, sq_ruling_picture_of of, const sq_frame *f,
                               const sq_position *p, const sq_camera *camera, const sq_ruling_lines *words,
                               sq_diag *d);

/* Waits until all are written; null is allowed. */
sq_code sq_ruling_pictures_close(sq_ruling_pictures *g, sq_diag *d);

#endif

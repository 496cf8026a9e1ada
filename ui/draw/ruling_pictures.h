/* The pictures of rulings: the frame with everything that was found, and the ruling in words around it
 * (ui/plate/plate_layout.h); FOLDER/0007.jpg for line 7 of the record, FOLDER/game-2-0007.jpg for that of the
 * second game. A separate thread draws and writes them, so that the judging thread does not wait. A listener
 * gets each of them, and also those of questions that have no line yet. */
#ifndef SQ_UI_DRAW_RULING_PICTURES_H
#define SQ_UI_DRAW_RULING_PICTURES_H

#include "ui/words/ruling_lines.h"
#include "vision/frame/opencv.h"
#include "vision/geometry/camera.h"
#include "vision/position/position.h"
#include "vision/system/failure.h"

typedef struct sq_ruling_pictures sq_ruling_pictures;

typedef struct {
    const char *folder; /* must exist; null: no files are written */
    /* Called with each picture by the drawing thread; the picture is valid only during the call. Null: nobody
     * listens. */
    void (*drawn)(void *who, int game, int n, const sq_picture *picture);
    /* Called where a picture cannot be drawn or written, once, and where one can be again: then fault is
     * null. Null: nobody is told. */
    void (*told)(void *who, const char *fault);
    void *who;
} sq_ruling_pictures_settings;

/* On failure *out is null. The caller closes. */
sq_code sq_ruling_pictures_open(sq_ruling_pictures **out, const sq_ruling_pictures_settings *settings,
                                sq_diag *d);

/* Adds the picture of line n of a game's record. words: the ruling; or, if `asked`, the question, whose
 * picture is not written to a file. Everything is copied. Waits while several are being written. Pictures
 * are no part of the game: one that cannot be written is told, and the next one is tried again. */
typedef struct {
    int game, n;
    bool asked;
} sq_ruling_picture_of;
void sq_ruling_pictures_add(sq_ruling_pictures *g, sq_ruling_picture_of of, const sq_frame *f,
                            const sq_position *p, const sq_camera *camera, const sq_ruling_lines *words);

/* Waits until all are written; null is allowed. */
void sq_ruling_pictures_close(sq_ruling_pictures *g);

#endif

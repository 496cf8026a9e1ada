/* The content of a plate (ui/plate/plate_layout.h): a position, the camera that saw it, the ruling, and
 * options. */
#ifndef SQ_UI_PLATE_WINKS_OF_RULING_H
#define SQ_UI_PLATE_WINKS_OF_RULING_H

#include <stdio.h>

#include "ui/words/ruling_lines.h"
#include "vision/geometry/camera.h"
#include "vision/position/position.h"

/* The caller owns all of it. */
typedef struct {
    const sq_position *position;        /* null: it is not known how the winks lie */
    const sq_camera *camera;            /* that took the picture; null only without a position */
    const sq_ruling_lines *call;        /* the ruling; null: a look at a picture, without a game */
    const sq_ruling_standing *standing; /* null: as the call says */
    bool distances;                     /* distances to the pot are asked for */
    bool plain;                         /* a frame of a video: not dimmed and not enlarged */
    bool bare;                          /* only the picture, without a frame around it */
    bool paper;                         /* it will be printed */
} sq_shown;

/* The label of a wink in a picture: its name, "b3"; in a look, where winks have no names, its letter and its
 * number in the sentences of that look, "b12". */
enum { SQ_LABEL_MAX = 8 };
const char *sq_shown_label(char out[SQ_LABEL_MAX], const sq_position *p, int wink);

/* Whether the ruling is about winks[wink]; of a look none is. */
bool sq_shown_is_meant(const sq_shown *s, int wink);

/* Whether distances to the pot matter: they are asked for; or it is the squidge-off, in which at most one
 * wink of each colour has been played; or it is not certain which of the two nearest winks is nearer. */
bool sq_shown_distances(const sq_shown *s);

#endif

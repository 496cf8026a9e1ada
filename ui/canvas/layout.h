/* What stands where in a drawing: texts, winks and lines. It finds a free place for a text beside a thing,
 * and counts afterwards what touches what it should not.
 *
 * Each thing has an owner, a number: a text may touch what has its own number, since it names that. Places
 * are pixels. When the list is full nothing more is added, and sq_layout_touches counts one fault. */
#ifndef SQ_UI_CANVAS_LAYOUT_H
#define SQ_UI_CANVAS_LAYOUT_H

#include <stdbool.h>

#include "ui/canvas/surface.h"

enum {
    SQ_LAYOUT_CAP = 4096,
    SQ_OWNED_BY_NOBODY = -1 /* no text names it */
};

typedef enum { SQ_LAYOUT_TEXT, SQ_LAYOUT_WINK, SQ_LAYOUT_LINE } sq_layout_kind;

typedef struct {
    sq_layout_kind kind;
    int owner;
    sq_pane pane;  /* of a text */
    sq_px a, b;    /* ends of a line; a is the middle of a wink */
    double radius; /* of a wink */
    sq_pane clip;  /* only what of it lies here is drawn; of no width: all */
} sq_layout_thing;

typedef struct {
    int count;
    bool full;
    sq_pane clip; /* of what is added */
    sq_layout_thing thing[SQ_LAYOUT_CAP];
} sq_layout;

/* Takes everything out, and lifts the limit that sq_layout_clip has set. */
void sq_layout_clear(sq_layout *p);
/* Of winks and lines that are added from now on only what lies in the pane counts; of no width: all. */
void sq_layout_clip(sq_layout *p, sq_pane clip);
void sq_layout_text(sq_layout *p, int owner, sq_pane at);
void sq_layout_wink(sq_layout *p, int owner, sq_px centre, double radius);
/* A line through so many points. */
void sq_layout_line(sq_layout *p, int owner, const sq_px *points, int count);

/* Whether a text there would touch nothing but what is its owner's. air: pixels that it must stay away from
 * all else. */
bool sq_layout_is_free(const sq_layout *p, int owner, sq_pane at, double air);
/* Whether a line from a to b would touch no text but its owner's. */
bool sq_layout_is_clear(const sq_layout *p, int owner, sq_px a, sq_px b);

typedef struct {
    sq_px centre;  /* of the thing that the text names */
    double radius; /* of it */
    sq_px size;    /* of the text */
    sq_pane within;
    double air;
    double most;    /* how far from the thing's edge the text may stand */
    bool may_cover; /* it may stand upon the thing itself */
} sq_place_wanted;

/* Finds and takes the nearest free place for a text, and the way to it: *from is on the thing's edge, *to on
 * the text's; they are equal where the text stands close by and needs no line. False: there is none. */
bool sq_layout_beside(sq_layout *p, int owner, const sq_place_wanted *w, sq_pane *at, sq_px *from, sq_px *to);

/* Pairs that touch: a text and another text, or a wink or a line that it does not name. */
int sq_layout_touches(const sq_layout *p);

#endif

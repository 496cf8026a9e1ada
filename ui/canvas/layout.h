/* The layout of a drawing: where texts, winks and lines are. It finds a free place for a text beside a thing,
 * and counts afterwards what touches something that it should not.
 *
 * Each thing has an owner, a number: a text may touch things with its own number, which it names. Places are
 * pixels. When the list is full nothing more is added, and sq_layout_touches counts one fault. */
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
    sq_pane clip;  /* only the part in this pane is drawn; of no width: all */
} sq_layout_thing;

typedef struct {
    int count;
    bool full;
    sq_pane clip; /* for things that are added */
    sq_layout_thing thing[SQ_LAYOUT_CAP];
} sq_layout;

/* Removes everything, and the limit that sq_layout_clip has set. */
void sq_layout_clear(sq_layout *p);
/* Of winks and lines that are added from now on only the part in the pane counts; of no width: all. */
void sq_layout_clip(sq_layout *p, sq_pane clip);
void sq_layout_text(sq_layout *p, int owner, sq_pane at);
void sq_layout_wink(sq_layout *p, int owner, sq_px centre, double radius);
/* A line through `count` points. */
void sq_layout_line(sq_layout *p, int owner, const sq_px *points, int count);

/* Between a place and a line from a to b, pixels. */
double sq_layout_line_distance(sq_px place, sq_px a, sq_px b);
/* How many winks a line from a to b crosses. */
int sq_layout_winks_crossed(const sq_layout *p, sq_px a, sq_px b);

typedef struct {
    sq_px centre;   /* of the thing that the text names */
    double radius;  /* of that thing */
    sq_px size;     /* of the text */
    sq_pane within; /* where the text must be */
    double air;     /* the least distance to other things, pixels */
    double most;    /* the largest distance from the thing's edge to the text, pixels */
    bool may_cover; /* the text may cover the thing itself */
} sq_place_wanted;

/* Finds the nearest free place for a text and adds the text there. *from and *to: the line that joins them,
 * from the thing's edge to the text's; equal if the text is so near that it needs no line. False: there is no
 * free place. */
bool sq_layout_beside(sq_layout *p, int owner, const sq_place_wanted *w, sq_pane *at, sq_px *from, sq_px *to);

/* Pairs that touch: a text and another text, or a wink or a line that it does not name. */
int sq_layout_touches(const sq_layout *p);

#endif

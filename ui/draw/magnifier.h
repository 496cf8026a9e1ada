/* Loupes: winks that overlap or nearly do, magnified, with who lies over whom and the millimetres
 * in words. */
#ifndef SQ_UI_DRAW_MAGNIFIER_H
#define SQ_UI_DRAW_MAGNIFIER_H

#include "ui/draw/label_layout.h"
#include "ui/draw/pen.h"
#include "ui/words/position_words.h"

enum {
    SQ_LOUPE_CAP = 12, /* more of them hide more than they show */
    SQ_LOUPE_LINES = 8 /* of words in one; what is left is counted */
};

/* What a wink is called in its loupe: "b3", or "b", the next one "b'". */
typedef struct {
    char text[8];
} sq_magnifier_name;

typedef struct {
    char text[SQ_WORDS_CAP];
    sq_ink ink;
} sq_magnifier_line;

typedef struct {
    sq_pane of; /* what is magnified, in the camera's picture */
    sq_pane at; /* the loupe, with its words */
    double zoom;
    int line_count;
    sq_magnifier_line line[SQ_LOUPE_LINES];
} sq_magnifier;

typedef struct {
    int count;
    sq_magnifier loupe[SQ_LOUPE_CAP];
    int of[SQ_SEEN_CAP]; /* the loupe that shows a wink; -1: none */
    sq_magnifier_name name[SQ_SEEN_CAP];
} sq_magnifiers;

/* Finds the groups of winks and free places for their loupes: the ones that an umpire must look at first. */
void sq_magnifiers_plan(sq_magnifiers *l, const sq_pen *pen, const sq_position *p, sq_layout *layout);

/* clean: the picture before anything was drawn into it. */
void sq_magnifiers_draw(const sq_magnifiers *l, const sq_pen *pen, const sq_picture *clean,
                        const sq_position *p);

#endif

/* Magnified views (loupes) of winks that overlap or nearly do, with words that say which lies over which and
 * by how many millimetres. */
#ifndef SQ_UI_DRAW_MAGNIFIER_H
#define SQ_UI_DRAW_MAGNIFIER_H

#include "ui/draw/label_layout.h"
#include "ui/draw/pen.h"
#include "ui/words/position_words.h"

enum {
    SQ_LOUPE_CAP = 12, /* more would hide more than they show */
    SQ_LOUPE_LINES = 8 /* lines of words in one; the last one counts the rest */
};

/* The name of a wink in its loupe: "b3"; without names "b", and "b'" for the next one. */
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

/* Finds the groups of winks and free places for their loupes. Those to be looked at come first. */
void sq_magnifiers_plan(sq_magnifiers *l, const sq_pen *pen, const sq_position *p, sq_layout *layout);

/* clean: the picture before anything was drawn into it. */
void sq_magnifiers_draw(const sq_magnifiers *l, const sq_pen *pen, const sq_picture *clean,
                        const sq_position *p);

#endif

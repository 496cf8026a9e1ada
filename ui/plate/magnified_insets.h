/* Insets: winks that overlap or nearly do, those that a ruling says have nearly met, and the pot, magnified
 * in the rail and joined to their places by hairlines. In a pair the overlap is marked with its millimetres.
 * A pile is also shown taken apart, with its winks from top to bottom. */
#ifndef SQ_UI_PLATE_MAGNIFIED_INSETS_H
#define SQ_UI_PLATE_MAGNIFIED_INSETS_H

#include "ui/plate/plate_layout.h"
#include "ui/plate/winks_of_ruling.h"
#include "ui/words/position_words.h"

enum {
    SQ_INSET_CAP = 12,  /* the rail holds fewer */
    SQ_INSET_LINES = 10 /* lines of text in one; the last line says how many more there are */
};

typedef enum { SQ_INSET_PAIR, SQ_INSET_PILE, SQ_INSET_POT } sq_inset_kind;

typedef struct {
    char text[SQ_WORDS_CAP];
    bool look;
} sq_inset_line;

typedef struct {
    sq_inset_kind kind;
    bool look;      /* an umpire must look */
    bool meant;     /* the ruling is about it */
    bool miss;      /* a pair that nearly met: */
    sq_squop apart; /* its gap */
    int count;
    int wink[SQ_SEEN_CAP];   /* indices; of a pile from top to bottom */
    sq_px centre;            /* of what is magnified, in the plate */
    double radius;           /* pixels of the plate */
    sq_px from;              /* its centre in the camera's picture */
    double wide_px, tall_px; /* its size there */
    int line_count;
    sq_inset_line line[SQ_INSET_LINES];
    sq_pane at;  /* its card in the rail; no width: there was no room */
    double tall; /* height of its picture, pixels */
} sq_inset;

typedef struct {
    int count;
    sq_inset inset[SQ_INSET_CAP];
    int of[SQ_SEEN_CAP]; /* the inset that names a wink; -1: none */
    double end;          /* the rail is free from here on, in its last column */
} sq_insets;

/* Decides what to magnify, writes its texts, and gives it a place in the rail. */
void sq_insets_plan(sq_insets *all, const sq_plate *s, const sq_shown *shown);

/* Draws the marks on the camera's picture and the hairlines; call it before labels are put there. */
void sq_insets_mark(const sq_insets *all, const sq_plate *s);

/* Draws the cards. clean: the picture in full colour. */
void sq_insets_draw(const sq_insets *all, const sq_plate *s, const sq_shown *shown, const sq_photo *clean);

#endif

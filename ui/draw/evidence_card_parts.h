/* The inside of an evidence card, for its own files only. */
#ifndef SQ_UI_DRAW_EVIDENCE_CARD_PARTS_H
#define SQ_UI_DRAW_EVIDENCE_CARD_PARTS_H

#include "ui/draw/evidence_card.h"
#include "ui/game/evidence.h"
#include "vision/frame/opencv.h"

/* Pixels. A card has two columns; its pictures are as wide as one. */
enum {
    SQ_CARD_WIDTH = 1920,
    SQ_CARD_GAP = 12,
    SQ_CARD_COLUMN = (SQ_CARD_WIDTH - 3 * SQ_CARD_GAP) / 2,
    SQ_CARD_TALL = (SQ_CARD_COLUMN * 9 + 15) / 16 /* rounded up: 16:9 fills it to its sides */
};

enum { SQ_CARD_SIDES = 2, SQ_CARD_QUALITY = 90 };

/* One of the two rests: the whole mat, and what moved from near. */
typedef struct {
    sq_picture *whole, *near; /* null where missing; near also where nothing moved */
    double t;
} sq_card_side;

struct sq_card {
    char title[256], note[256];
    char *words;
    size_t words_length;
    sq_card_side side[SQ_CARD_SIDES];
    int moments;
    sq_evidence_moment moment[SQ_EVIDENCE_MOTION];
};

extern const char *const sq_card_side_names[SQ_CARD_SIDES]; /* "before", "after" */

/* A copy of a picture, as large as fits into width × height pixels; the caller frees. */
sq_code sq_card_fit(sq_picture **out, const sq_picture *p, int width, int height, sq_diag *d);

sq_code sq_card_write_picture(const sq_card *c, const char *path, sq_diag *d);
sq_code sq_card_write_page(const sq_card *c, const char *path, sq_diag *d);

#endif

/* The inside of an evidence card, for its own files only. */
#ifndef SQ_UI_DRAW_EVIDENCE_CARD_PARTS_H
#define SQ_UI_DRAW_EVIDENCE_CARD_PARTS_H

#include "ui/draw/evidence_card.h"
#include "ui/game/evidence.h"
#include "ui/words/event_words.h"
#include "vision/frame/opencv.h"

/* The sizes in pixels of a magnified view of before or after, and of a moment of the motion. */
enum {
    SQ_CARD_NEAR_WIDE = 1152,
    SQ_CARD_NEAR_TALL = 648,
    SQ_CARD_MOMENT_WIDE = 376,
    SQ_CARD_MOMENT_TALL = 282
};

enum { SQ_CARD_SIDES = 2, SQ_CARD_QUALITY = 90 };

/* One of the two rests. */
typedef struct {
    bool known;       /* its picture is there */
    sq_picture *near; /* what moved, magnified; null if nothing did */
    double t;
} sq_card_side;

struct sq_card {
    char title[256], note[256];
    char *words;
    size_t words_length;
    sq_picture *plate; /* the rest after it with the ruling (plate_layout.h); null where it is missing */
    sq_card_side side[SQ_CARD_SIDES];
    int moments;
    struct {
        sq_picture *picture; /* cut to the path of what moved */
        double t;
    } moment[SQ_EVIDENCE_MOTION];
};

extern const char *const sq_card_side_names[SQ_CARD_SIDES]; /* "before", "after" */

/* A line of the umpire's words, which are laid out for letters of one width: its head (a number and a time,
 * or a rule; "" if it has none), and what it says. */
enum { SQ_CARD_HEAD_LETTERS = 17 }; /* ui/words/commentary.c */
typedef struct {
    char head[SQ_CARD_HEAD_LETTERS + 1], says[2 * SQ_EVENT_WORDS_MAX];
    bool in_column; /* it begins where all lines do that have a head */
} sq_card_line;

/* Takes the next line from *words; false past the last one. */
bool sq_card_next_line(const char **words, sq_card_line *out);

/* Write the whole file or nothing. Fail if memory runs out or the file cannot be written. */
sq_code sq_card_write_picture(const sq_card *c, const char *path, sq_diag *d);
sq_code sq_card_write_page(const sq_card *c, const char *path, sq_diag *d);

#endif

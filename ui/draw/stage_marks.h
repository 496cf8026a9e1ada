/* What the stages of the eye have found, as marks for their pictures (stage_pictures.h): colours over the
 * camera's pixels, lines and names over those, and words beside the picture. */
#ifndef SQ_UI_DRAW_STAGE_MARKS_H
#define SQ_UI_DRAW_STAGE_MARKS_H

#include "ui/plate/plate_layout.h"
#include "vision/eye_state.h"
#include "vision/frame/opencv.h"

/* The most lines of words of one stage, further ones are left out; and the bytes of a line. */
enum { SQ_STAGE_LINES = 20, SQ_STAGE_LINE_MAX = 160 };

typedef struct {
    int count;
    char line[SQ_STAGE_LINES][SQ_STAGE_LINE_MAX];
} sq_stage_words;

/* Colours pixels of p, which has the frame's size. */
void sq_stage_tint(sq_picture *p, const sq_eye_state *v, sq_stage stage);

/* Draws the marks of a stage within that pane; if the stage has none of its own, the winks as they are
 * now. */
void sq_stage_draw(const sq_plate *s, sq_pane within, const sq_eye_state *v, sq_stage stage);

/* Sets *out; a stage may have nothing to say. */
void sq_stage_say(sq_stage_words *out, const sq_eye_state *v, sq_stage stage);

/* ---- The pile search, cluster by cluster ---- */

/* A disc of a pile as it is drawn to be compared with the picture. */
enum { SQ_STAGE_RIM = 64 };
typedef struct {
    sq_px rim[SQ_STAGE_RIM]; /* pixels of the frame */
    sq_paint face;
} sq_stage_disc;

/* The discs of the pile that is being searched, at most `room`; returns how many. */
int sq_stage_discs(sq_stage_disc *out, int room, const sq_eye_state *v);
void sq_stage_draw_discs(const sq_plate *s, const sq_stage_disc *discs, int count);

/* Paints the cluster's window: the brighter, the farther the chroma is from that of the drawn discs; pixels
 * that do not count are red. */
void sq_stage_tint_residual(sq_picture *p, const sq_eye_state *v);

/* Darkens a picture so far that one still sees what lies where. */
void sq_stage_dim(sq_picture *p);

#endif

/* What changed from rest to rest, wink by wink. Internal to play. */
#ifndef SQ_VISION_PLAY_WINK_CHANGE_H
#define SQ_VISION_PLAY_WINK_CHANGE_H

#include "vision/play/explain_play.h"

typedef enum {
    SQ_CHANGE_NONE,     /* lies where it lay, as far as can be told; hidden ones too */
    SQ_CHANGE_MOVED,    /* from the mat to the mat */
    SQ_CHANGE_LEFT,     /* its baseline, for the mat */
    SQ_CHANGE_SHORT,    /* moved, but is still behind its baseline */
    SQ_CHANGE_POTTED,   /* into the pot or onto its rim */
    SQ_CHANGE_OFF,      /* off the mat */
    SQ_CHANGE_BACK,     /* from off the mat onto it */
    SQ_CHANGE_CARRIED,  /* from the mat behind a baseline */
    SQ_CHANGE_VANISHED, /* out of sight, with nothing over where it was */
    SQ_CHANGE_UNPOTTED, /* out of the pot */
    SQ_CHANGE_FOUND,    /* was out of sight and is seen again, elsewhere on the mat than when last seen */
    SQ_CHANGE_KINDS
} sq_change_kind;

typedef struct {
    sq_change_kind kind;
    sq_mm from, to; /* to: where it is now; not set for one that vanished */
    double mm;      /* between them; at least SQ_PLAY_LEAST_MM for a wink that moved */
    sq_place was;   /* where it lay */
    bool freed;    /* it leant on the pot or lay where the pot stands; now it lies at its foot (25.3, 25.4) */
    bool let_down; /* leant on the pot or came to rest at its foot unseen, and is out of sight now: overlooked
                      there */
    bool rounded;  /* in a pot-out it was moved round the pot, at the same distance from it (20.1) */
    bool parted;   /* rounded, and away from a wink that it lay against */
    double off_line_mm; /* how far its nearest edge lies inwards of the line at which winks are put back
                           (13.1) */
} sq_change;

typedef struct {
    sq_change of[SQ_USUAL_WINKS];
    sq_wink_set changed; /* all except SQ_CHANGE_NONE */
    sq_wink_set covered; /* may lie under a hand: it is not known whether they changed */
} sq_changes;

/* Finds what changed from one rest to the next, by the chosen naming of `after`. */
void sq_play_changes(sq_changes *out, const sq_play_prior *prior, const sq_tracked *before,
                     const sq_tracked *after);

/* Whether a wink has been played: it is in front of its baseline, in the pot, off, or nobody knows where. */
bool sq_play_is_out(const sq_tracked_wink *w);

#endif

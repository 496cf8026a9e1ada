/* A deed: what leads from one rest of a drawn game to the next, and where wink and hand are meanwhile.
 * Lengths in mm, times in frames of the video. A plain value. */
#ifndef SQ_DATASETS_FILM_ACTION_H
#define SQ_DATASETS_FILM_ACTION_H

#include "datasets/scene/hand.h"
#include "rules/terms/event.h"

/* kind, what it is called in truth files */
#define SQ_ACTION_LIST(X)                   \
    X(SQ_ACTION_SQUIDGE_OFF, "squidge-off") \
    X(SQ_ACTION_SHOT, "shot")               \
    X(SQ_ACTION_PUT_BACK, "put-back")

typedef enum {
#define X(number, name) number,
    SQ_ACTION_LIST(X)
#undef X
        SQ_DEEDS
} sq_action_kind;

/* One piece's way from rest to rest. */
typedef struct {
    int piece; /* index into the scene's; -1: none */
    sq_solid_disc from, to;
} sq_way;

typedef struct {
    sq_action_kind kind;
    sq_colour colour;
    sq_wink wink;
    sq_way way;     /* of the wink that is played or carried */
    sq_way pushed;  /* of another that it pushes along the felt; piece -1: none */
    double apex;    /* the flight's height */
    sq_mm3 outside; /* where the hand comes from and goes to: out of sight */
    sq_hand hand;
    bool at_once; /* before the hand of the deed before is out of sight: there is no rest between the two */
    int hand_in, start, rest, clear; /* frames: the rest before is over; the wink is played or lifted; all lie
                                        still; nothing is over the mat any more */
    sq_wink_set potted, off;
    sq_wink_set squopped[SQ_WINKS]; /* [upper]: the winks that it newly lies over */
    sq_wink_set freed;
    char note[96];
    bool has_event;
    sq_event event; /* for the game's record */
} sq_action;

/* Where the wink is that is played or carried, and where the one that it pushes, at a frame or in between. */
sq_solid_disc sq_action_wink_at(const sq_action *d, double frame);
sq_solid_disc sq_action_pushed_at(const sq_action *d, double frame);
/* Where the hand's fingertips are; false where it is out of sight. */
bool sq_action_hand_at(const sq_action *d, double frame, sq_mm3 *tip);

/* The scene in the midst of a deed: `rest_before` with the wink under way and the hand at that frame. */
void sq_action_scene(sq_scene *out, const sq_scene *rest_before, const sq_action *d, int frame);

const char *sq_action_name(sq_action_kind k);

#endif

/* An action leads from one rest of a drawn game to the next. It holds what happens, and where wink and hand
 * are at each moment. Lengths in mm, times in frames of the video. A plain value. */
#ifndef SQ_DATASETS_FILM_MOTION_BETWEEN_RESTS_H
#define SQ_DATASETS_FILM_MOTION_BETWEEN_RESTS_H

#include "datasets/scene/hand.h"
#include "rules/terms/event.h"

/* kind, its name in truth files */
#define SQ_ACTION_LIST(X)                   \
    X(SQ_ACTION_SQUIDGE_OFF, "squidge-off") \
    X(SQ_ACTION_SHOT, "shot")               \
    X(SQ_ACTION_PUT_BACK, "put-back")

typedef enum {
#define X(number, name) number,
    SQ_ACTION_LIST(X)
#undef X
        SQ_ACTIONS
} sq_action_kind;

/* The way of one piece from rest to rest. */
typedef struct {
    int piece; /* index into the scene's; -1: none */
    sq_solid_disc from, to;
} sq_way;

typedef struct {
    sq_action_kind kind;
    sq_colour colour;
    sq_wink wink;
    sq_way way;     /* the way of the wink that is played or carried */
    sq_way pushed;  /* the way of another that it pushes along the felt; piece -1: none */
    double apex;    /* the height of the flight */
    sq_mm3 outside; /* where the hand comes from and goes to: out of sight */
    sq_hand hand;
    bool at_once; /* it begins before the last action's hand is out of sight: no rest lies between the two */
    int hand_in, start, rest, clear; /* frames: the hand comes; the wink is played or lifted; all is still; no
                                        hand is over the mat */
    sq_wink_set potted, off;
    sq_wink_set squopped[SQ_USUAL_WINKS]; /* [upper]: the winks that it newly lies over */
    sq_wink_set freed;
    char note[96];
    bool has_event;
    sq_event event; /* for the game's record; with has_event */
} sq_action;

/* The wink that is played or carried, and the one that it pushes, at a frame or between two frames. */
sq_solid_disc sq_action_wink_at(const sq_action *d, double frame);
sq_solid_disc sq_action_pushed_at(const sq_action *d, double frame);
/* The place of the hand's fingertips; false where the hand is out of sight. */
bool sq_action_hand_at(const sq_action *d, double frame, sq_mm3 *tip);

/* The scene at a frame of an action: `rest_before`, with the wink on its way and the hand. */
void sq_action_scene(sq_scene *out, const sq_scene *rest_before, const sq_action *d, int frame);

/* Its name in a game's truth; constant. */
const char *sq_action_name(sq_action_kind k);

#endif

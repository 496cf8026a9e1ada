/* What a game other than tiddlywinks must provide to be refereed by camera: an eye for one picture of a rest,
 * and an umpire who is told what it saw. Source, rests, record, stream, evidence and sentences are the same
 * for all games (ui/referee/referee_other_game.h); they call these functions, and never ask which game it is.
 */
#ifndef SQ_UI_GAME_REFEREED_GAME_H
#define SQ_UI_GAME_REFEREED_GAME_H

#include <jansson.h>

#include "ui/umpire/other_game_told.h"
#include "vision/frame/opencv.h"
#include "vision/geometry/camera.h"

/* A game that is being refereed; each game defines its own. */
typedef struct sq_refereed sq_refereed;

typedef struct {
    const char *name; /* as in its records (rules/other/game_registry.h) */

    /* Begins a game; the umpire reports to `hear`. SQ_E_MEMORY. */
    sq_code (*open)(sq_refereed **out, const sq_event_game *game, sq_hear_told hear, void *who, sq_diag *d);
    void (*close)(sq_refereed *g); /* null is allowed */

    /* Looks at a picture of a rest and keeps what it saw until the next one. SQ_E_SIGHT, with the reason,
     * where it shows nothing that can be judged. */
    sq_code (*see)(sq_refereed *g, const sq_frame *f, sq_diag *d);
    /* Whether what was seen cannot be judged (a hand in the picture): the umpire is told and decides nothing.
     */
    bool (*abstains)(const sq_refereed *g);
    /* What was seen, as a new object, which the caller decrefs; null where memory runs out. */
    json_t *(*seen_json)(const sq_refereed *g, const char *name);
    /* Draws it into the picture that it was seen in. */
    sq_code (*draw)(const sq_refereed *g, sq_picture *picture, sq_diag *d);

    /* Gives it to the umpire: when the motion before the rest began, and when all was at rest, seconds.
     * unseen: for a while before the rest nothing was seen: there are no pictures, or they show nothing that
     * can be judged; what was played then is asked. Fails only where `hear` does. */
    sq_code (*judge)(sq_refereed *g, double t_start, double t_rest, bool unseen, sq_diag *d);
    /* There are no more rests. */
    sq_code (*end)(sq_refereed *g, sq_diag *d);

    const sq_camera *(*camera)(const sq_refereed *g); /* of the last picture */
    const sq_state *(*state)(const sq_refereed *g);
    int (*questions)(const sq_refereed *g); /* events that are held, or were refused */
} sq_refereed_game;

#endif

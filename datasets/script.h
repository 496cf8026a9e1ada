/* A script of a game: deed after deed, drawn by lot and legal by the rules engine. Winks fly from behind
 * their baselines to the pot's surroundings, on others, into the pot, off the mat; hands carry them back.
 * Lengths in mm, times in frames of the video.
 *
 *     sq_script s = sq_script_begin(&stage, seed, fps);
 *     while (sq_script_next(&s, shots, &deed)) ...   s.scene is the rest after the deed
 */
#ifndef SQ_DATASETS_SCRIPT_H
#define SQ_DATASETS_SCRIPT_H

#include "datasets/hand.h"
#include "datasets/scene.h"
#include "rules/engine.h"

/* kind, what it is called in truth files */
#define SQ_DEED_LIST(X)                   \
    X(SQ_DEED_SQUIDGE_OFF, "squidge-off") \
    X(SQ_DEED_SHOT, "shot")               \
    X(SQ_DEED_PUT_BACK, "put-back")

typedef enum {
#define X(number, name) number,
    SQ_DEED_LIST(X)
#undef X
        SQ_DEEDS
} sq_deed_kind;

/* One piece's way from rest to rest. */
typedef struct {
    int piece; /* index into the scene's; -1: none */
    sq_disc from, to;
} sq_way;

typedef struct {
    sq_deed_kind kind;
    sq_colour colour;
    sq_wink wink;
    sq_way way;     /* of the wink that is played or carried */
    sq_way pushed;  /* of another that it pushes along the felt; piece -1: none */
    double apex;    /* the flight's height */
    sq_mm3 outside; /* where the hand comes from and goes to: out of sight */
    sq_hand hand;
    int hand_in, start, rest, clear; /* frames: the rest before is over; the wink is played or lifted; all lie
                                        still; nothing is over the mat any more */
    sq_wink_set potted, off;
    sq_wink_set squopped[SQ_WINKS]; /* [upper]: the winks that it newly lies over */
    sq_wink_set freed;
    char note[96];
    bool has_event;
    sq_event event; /* for the game's record */
} sq_deed;

typedef struct {
    sq_scene scene; /* at rest */
    sq_random random;
    sq_state state; /* of the rules */
    int fps, frame; /* the next rest begins here */
    int shots;      /* played so far */
    int stage;      /* of the squidge-off: winks played, then carried back */
    sq_event squidge_off;
    sq_wink squidged[SQ_COLOURS];
    sq_disc home[SQ_WINKS]; /* where each lay behind its baseline */
    sq_wink put_back;       /* off the mat: to be put back next; SQ_NO_WINK */
    bool ended;             /* the rules ask for something else than a shot */
} sq_script;

/* All winks behind their baselines on that stage. The record's first event is a `game` of etwa-2012 in
 * pairs. */
void sq_script_begin(sq_script *s, const sq_scene *stage, uint64_t seed, int fps);

/* The next deed, until so many shots are played and every wink that left the mat is put back; false then, or
 * where the game awaits something else than a shot. */
bool sq_script_next(sq_script *s, int shots, sq_deed *out);

/* The scene in the midst of a deed: `rest_before` with the wink under way and the hand at that frame. */
void sq_deed_scene(sq_scene *out, const sq_scene *rest_before, const sq_deed *d, int frame);

const char *sq_deed_name(sq_deed_kind k);

#endif

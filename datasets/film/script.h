/* A script of a game: deed after deed, drawn by lot and legal by the rules engine. Winks fly from behind
 * their baselines to the pot's surroundings, on others, into the pot, against it, off the mat; hands carry
 * them back, some at once (action.h), let them down from the pot (25.4), and move them apart in a pot-out
 * (20.1). Lengths in mm, times in frames of the video.
 *
 *     sq_script_begin(&s, &stage, seed, fps, false);
 *     while (sq_script_next(&s, shots, &deed)) ...   s.scene is the rest after the deed
 */
#ifndef SQ_DATASETS_FILM_SCRIPT_H
#define SQ_DATASETS_FILM_SCRIPT_H

#include "datasets/film/action.h"
#include "datasets/scene/scene.h"
#include "rules/engine.h"

typedef struct {
    sq_scene scene; /* at rest */
    sq_random random;
    sq_random hands; /* how exactly winks are put and come to rest: does not change what is played */
    sq_state state;  /* of the rules */
    int fps, frame;  /* the next rest begins here */
    bool brisk;
    int shots; /* played so far */
    int stage; /* of the squidge-off: winks played, then carried back */
    sq_event squidge_off;
    sq_wink squidged[SQ_COLOURS];
    sq_solid_disc home[SQ_WINKS]; /* where each lay behind its baseline */
    sq_wink put_back;             /* off the mat: to be put back next; SQ_NO_WINK */
    sq_wink leans;                /* on the pot: to be let down next (25.4); SQ_NO_WINK */
    bool ended;                   /* the rules ask for something else than a shot */
} sq_script;

/* All winks behind their baselines on that stage, named as a referee names them (vision/play/track_winks.h).
 * The record's first event is a `game` of etwa-2012 in pairs. brisk: players who do not tarry, for many games
 * in little time; the referee must still find a rest between two shots. */
void sq_script_begin(sq_script *s, const sq_scene *stage, uint64_t seed, int fps, bool brisk);

/* The next deed, until so many shots are played and hands have moved every wink that the rules want moved;
 * false then, or where the game awaits something else than a shot. */
bool sq_script_next(sq_script *s, int shots, sq_action *out);

#endif

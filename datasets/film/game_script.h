/* The script of a game: one action after the other, drawn by lot and legal by the rules engine. Winks fly
 * from behind their baselines to places near the pot, onto others, into the pot, against it, or off the mat.
 * Hands carry them back, let them down from the pot (25.4), and move them apart after a pot-out (20.1).
 * Lengths in mm, times in frames of the video.
 *
 *     sq_script_begin(&s, &stage, seed, fps, false);
 *     while (sq_script_next(&s, shots, &action)) ...   s.scene is the rest after it
 */
#ifndef SQ_DATASETS_FILM_GAME_SCRIPT_H
#define SQ_DATASETS_FILM_GAME_SCRIPT_H

#include "datasets/film/motion_between_rests.h"
#include "datasets/scene/scene.h"
#include "rules/engine.h"

typedef struct {
    sq_scene scene; /* at rest */
    sq_random random;
    sq_random hands; /* for the errors with which hands put winks down; does not change what is played */
    sq_state state;  /* of the rules */
    int fps, frame;  /* the next rest begins here */
    bool brisk;
    int shots; /* played so far */
    int stage; /* of the squidge-off: counts the winks that are played, then those that are carried back */
    sq_event squidge_off;
    sq_wink squidged[SQ_USUAL_COLOURS];
    sq_solid_disc home[SQ_USUAL_WINKS]; /* where each lay behind its baseline */
    sq_wink put_back;                   /* lies off the mat and is put back next; or SQ_NO_WINK */
    sq_wink leans;                      /* leans on the pot and is let down next (25.4); or SQ_NO_WINK */
    bool ended;                         /* the rules ask for something other than a shot */
} sq_script;

/* Begins with all winks behind their baselines in the given room, named as a referee names them
 * (vision/play/track_winks.h). The first event of the record is a `game` of etwa-2012 in pairs. brisk: the
 * players play quickly, so that many games take little time; the referee must still find a rest between two
 * shots. */
void sq_script_begin(sq_script *s, const sq_scene *stage, uint64_t seed, int fps, bool brisk);
/* The same by another rule book (its number, of those that sq_script_can_play). */
void sq_script_begin_by(sq_script *s, const sq_scene *stage, uint64_t seed, int fps, bool brisk, int rules);
/* Whether games by this book can be drawn: winks of the usual set that begin behind their baselines, lie
 * where they come to rest, and come back to the mat when they leave it. */
bool sq_script_can_play(int rules);

/* Gives the next action. False when `shots` shots are played and hands have moved every wink that the rules
 * want moved, or when the game awaits something other than a shot. */
bool sq_script_next(sq_script *s, int shots, sq_action *out);

#endif

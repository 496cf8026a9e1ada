/* The stories (hypotheses) that explain what changed, each with its weight. Internal to play. */
#ifndef SQ_VISION_PLAY_HYPOTHESES_H
#define SQ_VISION_PLAY_HYPOTHESES_H

#include "vision/play/pile_orders.h"
#include "vision/play/wink_change.h"

/* Stories in order of weight, the largest first. `probability` of each is still its weight, which can be
 * compared with others but is not normalised. */
typedef struct {
    double all; /* the sum of all weights, of those too that there was no room for */
    int count;
    sq_play_reading reading[SQ_READINGS];
} sq_stories;

/* What all stories of one naming share. */
typedef struct {
    const sq_play_prior *prior;
    const sq_tracked *before, *after; /* after: with this naming chosen */
    const sq_play_hints *hints;
    int naming;
    double weight; /* of the naming, without the winks that changed, which each story weighs itself */
    sq_changes changes;
} sq_story_ground;

/* Chooses a naming of `after` (which is const in g), and sets g's naming, weight and changes by it. */
void sq_story_stand(sq_story_ground *g, sq_tracked *after, int naming);

/* Adds a story. If an earlier story says the same, its weight is increased. If there is no room, the story
 * with the least weight is dropped. */
void sq_story_add(sq_stories *s, const sq_play_reading *r);

/* Adds all stories of one naming. */
void sq_stories_tell(sq_stories *s, const sq_story_ground *g);

/* The pairs of winks that may lie over one another after the shot e (null: there was no shot), and how they
 * lie. */
void sq_story_pairs(sq_play_pairs *out, const sq_story_ground *g, const sq_event_shot *e);

/* Sets for each colour the wink that it has played in the squidge-off, even if that has been carried back;
 * SQ_NO_WINK where there is none. Returns whether every colour that takes part has one. */
bool sq_story_squidged(const sq_story_ground *g, sq_wink out[SQ_USUAL_COLOURS]);

/* Such a wink as it lies; or, if it has been carried back, as it lay. */
const sq_seen_wink *sq_story_squidged_lies(const sq_story_ground *g, sq_wink out);

/* The winks with this change. */
sq_wink_set sq_changed_to(const sq_changes *c, sq_change_kind kind);

#endif

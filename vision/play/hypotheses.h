/* The stories that explain what changed, each with its weight. A part of play. */
#ifndef SQ_VISION_PLAY_HYPOTHESES_H
#define SQ_VISION_PLAY_HYPOTHESES_H

#include "vision/play/pile_orders.h"
#include "vision/play/wink_change.h"

/* Stories in order of weight. Weights are comparable, but no probabilities yet. */
typedef struct {
    int count;
    sq_play_reading reading[SQ_READINGS];
} sq_stories;

/* What the stories of one naming are made of. */
typedef struct {
    const sq_play_prior *prior;
    const sq_tracked *before, *after; /* after: with this naming chosen */
    const sq_play_hints *hints;
    int naming;
    double weight; /* of all but the winks that changed: what each of those is worth the story says */
    sq_changes changes;
} sq_story_ground;

/* Chooses a naming of after (which g has as const) and works out what changed by it. */
void sq_story_stand(sq_story_ground *g, sq_tracked *after, int naming);

/* Adds a story, to its like if the same was told before; the least likely one is dropped where there is no
 * room. */
void sq_story_add(sq_stories *s, const sq_play_reading *r);

/* All stories of one naming. */
void sq_stories_tell(sq_stories *s, const sq_story_ground *g);

/* The winks that may lie over one another after a shot (null: none was played), and how they lie. */
void sq_story_pairs(sq_play_pairs *out, const sq_story_ground *g, const sq_event_shot *e);

/* Each colour's wink that is out in the squidge-off; SQ_NO_WINK where none is. Returns whether every colour
 * that plays has one. */
bool sq_story_squidged(const sq_story_ground *g, sq_wink out[SQ_COLOURS]);

/* The winks with this change. */
sq_wink_set sq_changed_to(const sq_changes *c, sq_change_kind kind);

#endif

/* A room: a scene without winks. Light, table, mat, pot and the camera above are drawn by lot from what such
 * rooms have. */
#ifndef SQ_DATASETS_SCENE_ROOM_H
#define SQ_DATASETS_SCENE_ROOM_H

#include "datasets/scene/scene.h"

typedef struct {
    uint64_t seed;
    int width, height;    /* of the picture, pixels */
    sq_lighting lighting; /* SQ_LIGHTINGS: any */
    bool closeup;         /* shows the surroundings of the pot instead of the whole mat */
} sq_room_wish;

/* The same wish gives the same room. */
void sq_room_make(sq_scene *out, const sq_room_wish *wish);

/* How the winks of one set look: four plastics and their gloss. */
typedef struct {
    sq_rgb albedo[SQ_USUAL_COLOURS];
    double gloss;
} sq_plastics;
sq_plastics sq_palette_make(sq_random *r);

/* The bevel of a wink's rims, mm. */
#define SQ_WINK_BEVEL_MM 0.3

#endif

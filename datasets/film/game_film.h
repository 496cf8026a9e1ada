/* A drawn game, frame by frame, from a seed. Its truth and its record are written while it is drawn.
 *
 *     sq_game_film_open(&film, &wish, &d)
 *     while (!sq_game_film_next(film, &frame, &d)) ...      SQ_END after the last
 *     sq_game_film_close(film, &d)
 *
 * The mat at rest is drawn as carefully as a still scene (datasets/render/draw_scene.h). Hands and flying
 * winks, which no referee looks at, are cutouts (datasets/render/moving_cutout.h). */
#ifndef SQ_DATASETS_FILM_GAME_FILM_H
#define SQ_DATASETS_FILM_GAME_FILM_H

#include "datasets/film/game_script.h"
#include "vision/frame/frame.h"
#include "vision/system/failure.h"

typedef struct {
    const char *folder; /* must exist; gets game.truth.jsonl, game.jsonl and camera.json */
    uint64_t seed;
    int shots;              /* after the squidge-off */
    int width, height, fps; /* pixels, even: an odd row or column is cut off; frames a second */
    bool brisk;             /* short rests (game_script.h) */
    sq_lighting lighting;   /* SQ_LIGHTINGS: any in which cameras can film */
    int rules;              /* the number of the rule book (sq_script_can_play); 0: the first one */
} sq_game_wish;

typedef struct sq_game_film sq_game_film;

/* The same wish gives the same frames, truth and record. The caller closes it. On failure *out is null. */
sq_code sq_game_film_open(sq_game_film **out, const sq_game_wish *wish, sq_diag *d);

/* The next frame with its time in seconds; valid until the next call. SQ_END after the last one. */
sq_code sq_game_film_next(sq_game_film *s, sq_frame *out, sq_diag *d);

/* How many frames the film has in all. */
int sq_game_film_frames(const sq_game_film *s);

/* Finishes truth and record, and frees the film; null is allowed. */
sq_code sq_game_film_close(sq_game_film *s, sq_diag *d);

#endif

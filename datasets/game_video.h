/* A drawn game: its video, its truth and its record, from a seed. */
#ifndef SQ_DATASETS_GAME_VIDEO_H
#define SQ_DATASETS_GAME_VIDEO_H

#include "datasets/script.h"
#include "vision/diag.h"

typedef struct {
    const char *folder; /* gets game.mp4, game.truth.jsonl, game.jsonl and camera.json */
    uint64_t seed;
    int shots; /* after the squidge-off */
    int width, height, fps;
    sq_lighting lighting; /* SQ_LIGHTINGS: any that cameras can film in */
    /* Called after each frame with how many of how many are done; may be null. */
    void (*progress)(void *user, int done, int total);
    void *user;
} sq_game_wish;

/* Draws it. The same wish gives the same frames, truth and record. */
sq_code sq_game_video_write(const sq_game_wish *wish, sq_diag *d);

#endif

/* A drawn game as a video file, with its truth and record beside it. */
#ifndef SQ_DATASETS_FILM_GAME_VIDEO_H
#define SQ_DATASETS_FILM_GAME_VIDEO_H

#include "datasets/film/game_film.h"

/* Called after each frame: `done` of `total` frames are drawn. */
typedef void sq_game_progress(void *user, int done, int total);

/* Draws the game into FOLDER/game.mp4, and what datasets/film/game_film.h writes beside it. progress may be
 * null. */
sq_code sq_game_video_write(const sq_game_wish *wish, sq_game_progress *progress, void *user, sq_diag *d);

#endif

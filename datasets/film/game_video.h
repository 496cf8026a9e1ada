/* A drawn game as a video file, with its truth and record beside it. */
#ifndef SQ_DATASETS_FILM_GAME_VIDEO_H
#define SQ_DATASETS_FILM_GAME_VIDEO_H

#include "datasets/film/game_film.h"

/* Called after each frame with how many of how many are done. */
typedef void sq_game_progress(void *user, int done, int total);

/* Draws the game into FOLDER/game.mp4 (game_film.h tells the rest). progress may be null. */
sq_code sq_game_video_write(const sq_game_wish *wish, sq_game_progress *progress, void *user, sq_diag *d);

#endif

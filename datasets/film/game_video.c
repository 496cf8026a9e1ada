/* Writes a drawn game as an MP4 file, one frame after the other. */
#include "datasets/film/game_video.h"

#include <stdio.h>

#include "vision/capture/video_writer.h"

static sq_code write_frames(sq_game_film *film, const sq_game_wish *wish, sq_game_progress *progress,
                            void *user, sq_video_writer **video, sq_diag *d) {
    char path[4096];
    snprintf(path, sizeof path, "%s/game.mp4", wish->folder);
    int total = sq_game_film_frames(film);
    for (int done = 1;; done++) {
        sq_frame f;
        sq_code code = sq_game_film_next(film, &f, d);
        if (code) return code == SQ_END ? SQ_OK : code;
        if (!*video) code = sq_video_writer_open(video, path, &f, wish->fps, d);
        if (!code) code = sq_video_writer_put(*video, &f, d);
        if (code) return code;
        if (progress) progress(user, done, total);
    }
}

sq_code sq_game_video_write(const sq_game_wish *wish, sq_game_progress *progress, void *user, sq_diag *d) {
    sq_game_film *film;
    sq_video_writer *video = NULL;
    sq_code code = sq_game_film_open(&film, wish, d);
    if (code) return code;
    code = write_frames(film, wish, progress, user, &video, d);
    sq_diag late;
    sq_code closed = sq_video_writer_close(video, &late);
    if (!code && closed) *d = late, code = closed;
    closed = sq_game_film_close(film, &late);
    if (!code && closed) *d = late, code = closed;
    return code;
}

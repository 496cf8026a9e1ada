/* The view that the judge shows is copied in and out under one lock, and the note is changed under another;
 * ring and evidence lock themselves. */
#include "ui/session/shared_by_threads.h"

#include <math.h>
#include <stdio.h>

void sq_shared_init(sq_shared *h, const sq_session_settings *set, const char *erase) {
    h->set = set;
    h->erase = erase;
    h->now_s = NAN;
    pthread_mutex_init(&h->lock, NULL);
    pthread_mutex_init(&h->note_lock, NULL);
}

void sq_shared_close(sq_shared *h) {
    sq_evidence_close(h->evidence);
    sq_frame_ring_free(h->ring);
    pthread_mutex_destroy(&h->lock);
    pthread_mutex_destroy(&h->note_lock);
}

void sq_shared_notice(const sq_shared *h, sq_notice kind, const char *sentence) {
    fprintf(h->set->scribe.err, "%ssquint: %s\n", h->erase, sentence);
    if (h->stream)
        sq_stream_put(h->stream, SQ_STREAM_NOTICE,
                      sq_stream_notice(kind, sentence, sq_stream_now(h->stream)));
}

void sq_shared_tell(const sq_shared *h, const char *sentence) {
    sq_shared_notice(h, SQ_NOTICE_GAME, sentence);
}

void sq_shared_file_ends(const sq_shared *h, sq_kept_file file, bool complete, const char *sentence) {
    fprintf(h->set->scribe.err, "%ssquint: %s\n", h->erase, sentence);
    if (h->stream)
        sq_stream_put(h->stream, SQ_STREAM_NOTICE,
                      sq_stream_notice_of_file(file, complete, sentence, sq_stream_now(h->stream)));
}

void sq_shared_file(sq_shared *h, sq_kept_file file, const char *fault) {
    pthread_mutex_lock(&h->lock);
    bool news = h->fails[file] != (fault != NULL);
    h->fails[file] = fault;
    pthread_mutex_unlock(&h->lock);
    if (news) sq_shared_file_ends(h, file, !fault, fault ? fault : sq_kept_again(file));
}

sq_code sq_shared_keep(sq_shared *h, void (*change)(sq_game_note *note, const void *how), const void *how,
                       sq_diag *d) {
    static sq_game_note note; /* large, as the paths are; under the lock */
    static sq_game_paths paths;
    pthread_mutex_lock(&h->note_lock);
    sq_code code = sq_game_paths_of(&paths, h->set->folder, d);
    if (!code) code = sq_game_note_read(&note, paths.note, d);
    if (!code) {
        change(&note, how);
        code = sq_game_note_write(&note, paths.note, d);
    }
    pthread_mutex_unlock(&h->note_lock);
    return code;
}

void sq_shared_tick(sq_shared *h, double now_s) {
    pthread_mutex_lock(&h->lock);
    h->now_s = now_s;
    pthread_mutex_unlock(&h->lock);
}

double sq_shared_now(sq_shared *h) {
    pthread_mutex_lock(&h->lock);
    double now_s = h->now_s;
    pthread_mutex_unlock(&h->lock);
    return now_s;
}

void sq_shared_show(sq_shared *h, const sq_judged_view *view) {
    pthread_mutex_lock(&h->lock);
    h->view = *view;
    pthread_mutex_unlock(&h->lock);
}

void sq_shared_look(sq_shared *h, sq_judged_view *view) {
    pthread_mutex_lock(&h->lock);
    *view = h->view;
    pthread_mutex_unlock(&h->lock);
}

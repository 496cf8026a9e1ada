/* Draws and writes the rulings' pictures on a thread of their own, from a short queue of copied frames. */
#include "ui/draw/ruling_pictures.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/game/game_folder.h"
#include "ui/plate/overlay.h"
#include "vision/frame/frame_copy.h"
#include "vision/frame/opencv.h"

/* Rulings come in bursts of two or three, and seconds apart. */
enum { SLOTS = 3 };

/* Of a JPEG: thin lines stay clean. */
enum { QUALITY = 92, PATH_CAP = 4096 };

typedef struct {
    sq_ruling_picture_of of;
    sq_frame frame; /* its planes are the slot's own */
    size_t bytes;
    sq_position position;
    sq_camera camera;
    sq_ruling_lines words;
} work;

struct sq_ruling_pictures {
    char *folder; /* null: none are written */
    sq_ruling_pictures_settings set;
    sq_overlay *overlay;
    sq_picture *picture;
    work slot[SLOTS];

    pthread_t thread;
    bool running; /* the thread */
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int first, count; /* slots that are full */
    bool closing;
    bool fails; /* the last picture could not be made; this was told */
};

static sq_code draw(sq_ruling_pictures *g, const work *w, sq_diag *d) {
    char path[PATH_CAP + SQ_RULING_FILE_MAX], name[SQ_RULING_FILE_MAX];
    sq_code code = sq_picture_set_frame(g->picture, &w->frame, d);
    sq_shown shown = {.position = &w->position, .camera = &w->camera, .call = &w->words};
    if (!code) code = sq_overlay_draw(g->overlay, g->picture, &shown, d);
    if (!code && g->set.drawn) g->set.drawn(g->set.who, w->of.game, w->of.n, g->picture);
    if (code || !g->folder || w->of.asked) return code;
    sq_ruling_file(name, w->of.game, w->of.n);
    snprintf(path, sizeof path, "%s/%s", g->folder, name);
    return sq_picture_write(g->picture, path, QUALITY, d);
}

/* Under the lock. */
static void note(sq_ruling_pictures *g, const sq_diag *d) {
    bool news = g->fails != (d->code != SQ_OK);
    g->fails = d->code;
    if (news && g->set.told) g->set.told(g->set.who, d->code ? d->text : NULL);
}

static void *draw_all(void *who) {
    sq_ruling_pictures *g = who;
    pthread_mutex_lock(&g->lock);
    while (true) {
        while (!g->count && !g->closing)
            pthread_cond_wait(&g->changed, &g->lock);
        if (!g->count) break;
        const work *w = &g->slot[g->first];
        pthread_mutex_unlock(&g->lock); /* a full slot is this thread's own */
        sq_diag d = {0};
        draw(g, w, &d);
        pthread_mutex_lock(&g->lock);
        note(g, &d);
        g->first = (g->first + 1) % SLOTS;
        g->count--;
        pthread_cond_broadcast(&g->changed);
    }
    pthread_mutex_unlock(&g->lock);
    return NULL;
}

sq_code sq_ruling_pictures_open(sq_ruling_pictures **out, const sq_ruling_pictures_settings *settings,
                                sq_diag *d) {
    sq_ruling_pictures *g = calloc(1, sizeof *g);
    *out = NULL;
    if (!g) return sq_fail(d, SQ_E_MEMORY, "no memory for pictures; close other programs");
    g->set = *settings;
    pthread_mutex_init(&g->lock, NULL);
    pthread_cond_init(&g->changed, NULL);
    sq_code code = sq_overlay_new(&g->overlay, d);
    if (!code) code = sq_picture_new(&g->picture, 1, 1, d);
    if (!code && settings->folder && !(g->folder = strdup(settings->folder)))
        code = sq_fail(d, SQ_E_MEMORY, "no memory for pictures; close other programs");
    if (!code && pthread_create(&g->thread, NULL, draw_all, g))
        code = sq_fail(d, SQ_E_MEMORY, "no thread can be started; close other programs");
    g->running = !code;
    if (!code) {
        *out = g;
        return SQ_OK;
    }
    sq_ruling_pictures_close(g);
    return code;
}

void sq_ruling_pictures_add(sq_ruling_pictures *g, sq_ruling_picture_of of, const sq_frame *f,
                            const sq_position *p, const sq_camera *camera, const sq_ruling_lines *words) {
    sq_diag d = {0};
    pthread_mutex_lock(&g->lock);
    while (g->count == SLOTS)
        pthread_cond_wait(&g->changed, &g->lock);
    work *w = &g->slot[(g->first + g->count) % SLOTS];
    pthread_mutex_unlock(&g->lock); /* an empty slot is the adding side's own */
    sq_frame_copy(&w->frame, &w->bytes, f, &d);
    w->of = of;
    w->position = *p;
    w->camera = *camera;
    w->words = *words;
    pthread_mutex_lock(&g->lock);
    if (d.code)
        note(g, &d);
    else
        g->count++;
    pthread_cond_broadcast(&g->changed);
    pthread_mutex_unlock(&g->lock);
}

void sq_ruling_pictures_close(sq_ruling_pictures *g) {
    if (!g) return;
    pthread_mutex_lock(&g->lock);
    g->closing = true;
    pthread_cond_broadcast(&g->changed);
    pthread_mutex_unlock(&g->lock);
    if (g->running) pthread_join(g->thread, NULL);
    for (int i = 0; i < SLOTS; i++)
        sq_frame_free(&g->slot[i].frame);
    sq_picture_free(g->picture);
    sq_overlay_free(g->overlay);
    pthread_cond_destroy(&g->changed);
    pthread_mutex_destroy(&g->lock);
    free(g->folder);
    free(g);
}

/* The eye's score: it looks at scenes whose truth is known, and pays for each claim by its own probability.
 *
 *   squops    minus the logarithm of what it gave to the truth, for each pair that is one or is told of
 *   winks     minus the logarithm of the density that place and deviation claim at the true place (a normal
 *             one with wide tails), of the probabilities of colour and size, and of the distance to the pot
 *   others    so many nats for a wink that is missed or invented, at a wrong place, or tiddlies that are
 *             wrong: claims that come without a probability */
#include "tests/tune/score_of_eye.h"

#include <glob.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "calib/mat/find_camera.h"
#include "datasets/score/scene_score.h"
#include "tests/bench/claim_of_look.h"
#include "tests/tune/log_score.h"
#include "vision/frame/opencv.h"
#include "vision/judge_frame.h"

/* Nats of a wrong place, which comes without a probability: as if each had been told with 95 %. */
#define WRONG_PLACE_NATS 3.0

/* Errors beyond what is claimed: their share, and mm over which they spread (winks further off match none).
 */
#define TAILS 0.03
#define TAILS_MM SQ_MATCH_MM

/* mm that the truth itself may be off. */
#define TRUTH_MM 0.02

typedef struct {
    sq_truth truth;
    sq_picture *picture;
} scene;

struct eye_scenes {
    sq_sight *sight;
    int count;
    scene *at;
};

/* ---- Reading ---- */

static void read_scene(eye_scenes *s, const char *path) {
    sq_diag d;
    bool is_truth;
    char picture[1024];
    s->at = realloc(s->at, (size_t)(s->count + 1) * sizeof *s->at);
    if (!s->at) fail("not enough memory; give fewer scenes");
    scene *one = &s->at[s->count];
    if (sq_truth_probe(path, &is_truth, &d)) fail(d.text);
    if (!is_truth) return;
    if (sq_truth_read(&one->truth, path, &d)) fail(d.text);
    snprintf(picture, sizeof picture, "%.*s/%s", (int)(strrchr(path, '/') - path), path, one->truth.image);
    if (sq_picture_read(&one->picture, picture, &d)) fail(d.text);
    s->count++;
}

eye_scenes *eye_scenes_read(const char *const folders[], int folder_count) {
    eye_scenes *s = calloc(1, sizeof *s);
    sq_diag d = {.text = "not enough memory"};
    s->sight = sq_sight_new(&d);
    if (!s->sight) fail(d.text);
    for (int i = 0; i < folder_count; i++) {
        char pattern[1024];
        glob_t found;
        snprintf(pattern, sizeof pattern, "%s/*.json", folders[i]);
        if (glob(pattern, 0, NULL, &found)) continue;
        for (size_t k = 0; k < found.gl_pathc; k++)
            read_scene(s, found.gl_pathv[k]);
        globfree(&found);
    }
    return s;
}

void eye_scenes_free(eye_scenes *s) {
    for (int i = 0; i < s->count; i++)
        sq_picture_free(s->at[i].picture);
    sq_sight_free(s->sight);
    free(s->at);
    free(s);
}

int eye_scenes_count(const eye_scenes *s) {
    return s->count;
}

/* ---- The score ---- */

static double place_nats(const sq_true_wink *w, const sq_claimed_wink *c) {
    double mm = sq_match_distance(w, c), s = hypot(c->sigma_mm, TRUTH_MM);
    return -log((1 - TAILS) * exp(-mm * mm / (2 * s * s)) / (2 * M_PI * s * s) +
                TAILS / (M_PI * TAILS_MM * TAILS_MM));
}

static double edge_nats(const sq_true_wink *w, const sq_seen_wink *c) {
    double mm = c->edge_to_pot_mm - w->nearest_edge_to_pot_mm, s = hypot(c->edge_sigma_mm, TRUTH_MM);
    if (isnan(mm)) return 0;
    return -log((1 - TAILS) * exp(-mm * mm / (2 * s * s)) / (sqrt(2 * M_PI) * s) + TAILS / (2 * TAILS_MM));
}

/* One that must be found, and what is claimed of it (null: nothing). */
static double wink_nats(const sq_true_wink *w, const sq_claimed_wink *c, const sq_seen_wink *seen) {
    if (!c) return WRONG_NATS;
    bool colour = w->colour == c->colour, size = sq_true_size(w) == c->size;
    return place_nats(w, c) + edge_nats(w, seen) + (w->place != c->place ? WRONG_PLACE_NATS : 0) +
           nats(colour ? seen->colour_confidence : (1 - seen->colour_confidence) / (SQ_USUAL_COLOURS - 1)) +
           nats(size ? seen->size_confidence : 1 - seen->size_confidence);
}

static double winks_nats(const sq_truth *t, const sq_prediction *p, const sq_position *seen) {
    sq_match m;
    double sum = 0;
    if (!sq_match_winks(&m, t, p)) fail("not enough memory");
    for (int i = 0; i < t->wink_count; i++) {
        const sq_true_wink *w = &t->winks[i];
        int k = m.claim_of[i];
        bool on_mat = w->place == SQ_PLACE_MAT || w->place == SQ_PLACE_BASELINE || w->place == SQ_PLACE_OFF;
        if (!on_mat || w->visible_fraction < SQ_SCORE_SEEN) continue;
        sum += wink_nats(w, k < 0 ? NULL : &p->winks[k], k < 0 ? NULL : &seen->winks[k]);
    }
    for (int k = 0; k < p->wink_count; k++)
        if (m.wink_of[k] < 0 && p->winks[k].place != SQ_PLACE_POT && p->winks[k].seen > 0) sum += WRONG_NATS;
    free(m.wink_of);
    return sum;
}

static double scene_nats(const sq_truth *t, const sq_position *seen) {
    static sq_claim_memory memory;
    sq_prediction claim = sq_claim_of_look(seen, &memory);
    sq_tally tally = {0};
    sq_tally_add(&tally, t, &claim);
    double sum = winks_nats(t, &claim, seen) + WRONG_NATS * (double)tally.n.tiddlies_wrong;
    for (size_t i = 0; i < tally.answer_count; i++) {
        const sq_answer *a = &tally.answers[i];
        sum += nats(a->is_squop ? a->probability : 1 - a->probability);
    }
    sq_tally_free(&tally);
    return sum;
}

void eye_cost(eye_scenes *s, double cost[]) {
    static sq_position seen;
    for (int i = 0; i < s->count; i++) {
        sq_diag d;
        sq_frame f = sq_picture_frame(s->at[i].picture);
        if (sq_sight_look(s->sight, &f, &s->at[i].truth.camera, &seen, &d)) seen = (sq_position){0};
        cost[i] = scene_nats(&s->at[i].truth, &seen);
    }
}

/* ---- The camera ---- */

/* Places of the mat, on a grid, at which a camera is asked; mm that it may be off. */
enum { PLACES_X = 5, PLACES_Y = 3, PLACES = PLACES_X * PLACES_Y };

static sq_mm place_on_mat(int i) {
    return (sq_mm){SQ_MAT_LENGTH_MM * (i % PLACES_X / (PLACES_X - 1.0) - 0.5),
                   SQ_MAT_WIDTH_MM * ((double)(i / PLACES_X) / (PLACES_Y - 1) - 0.5)};
}

/* What the places of the mat that are in the picture cost; turned: the other end of the mat is taken for this
 * one, which nothing on it tells. */
static double camera_nats(const sq_truth *t, const sq_mat_fit *fit, double turned) {
    double sum = 0;
    for (int i = 0; i < PLACES; i++) {
        sq_mm at = place_on_mat(i);
        sq_px p = sq_px_from_mm3(&t->camera, (sq_mm3){at.x, at.y, 0});
        if (!(p.x > 0 && p.y > 0 && p.x < fit->camera.width && p.y < fit->camera.height)) continue;
        sq_mm seen = sq_mm_from_px(&fit->camera, p, 0);
        double mm = hypot(turned * seen.x - at.x, turned * seen.y - at.y);
        double s = hypot(sq_mat_sigma_mm(fit, (sq_mm3){seen.x, seen.y, 0}), TRUTH_MM);
        sum -= log((1 - TAILS) * exp(-mm * mm / (2 * s * s)) / (2 * M_PI * s * s) +
                   TAILS / (M_PI * TAILS_MM * TAILS_MM));
    }
    return sum;
}

void camera_cost(eye_scenes *s, double cost[]) {
    static sq_mat_fit fit; /* large */
    for (int i = 0; i < s->count; i++) {
        sq_diag d;
        sq_frame f = sq_picture_frame(s->at[i].picture);
        if (sq_camera_from_mat(&f, &(sq_mat_settings){0}, &fit, &d))
            cost[i] = WRONG_NATS * PLACES;
        else
            cost[i] = fmin(camera_nats(&s->at[i].truth, &fit, 1), camera_nats(&s->at[i].truth, &fit, -1));
    }
}

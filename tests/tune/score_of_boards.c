/* The score of the eye for crokinole: it finds and judges boards that were drawn, and pays for each claim by
 * its own probability.
 *
 *   discs     minus the logarithm of what it gave to the true colour and to the true region, and of the
 *             density that its gap to the nearest line claims at the true gap (a normal one with wide tails)
 *   others    so many nats for a disc that is missed, a thing that is called a disc, a board that is refused
 *             though it can be judged, and one that is judged under a hand */
#include "tests/tune/score_of_boards.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "calib/crokinole/find_board.h"
#include "datasets/crokinole/draw_board.h"
#include "tests/tune/log_score.h"
#include "vision/crokinole/look_at_board.h"

enum { WIDTH = 1920, HEIGHT = 1080 };

/* Errors beyond what is claimed: their share, and mm over which they spread. */
#define TAILS 0.03
#define TAILS_MM 5.0

/* A disc is found where the middle of a seen one is so many of its radii away. */
#define REACH_RADII 0.5

typedef struct {
    sq_board_scene scene;
    sq_picture *picture;
} board;

struct boards {
    int count;
    board *at;
};

boards *boards_draw(int of_each, unsigned seed) {
    boards *b = calloc(1, sizeof *b);
    if (b) b->at = calloc((size_t)(of_each * SQ_BOARD_FAMILIES), sizeof *b->at);
    if (!b || !b->at) fail("not enough memory; draw fewer boards");
    for (int family = 0; family < SQ_BOARD_FAMILIES; family++)
        for (int number = 1; number <= of_each; number++) {
            board *one = &b->at[b->count++];
            sq_diag d;
            sq_board_scene_make(&one->scene, (sq_board_family)family, seed, number, WIDTH, HEIGHT);
            if (sq_board_draw(&one->picture, &one->scene, &d)) fail(d.text);
        }
    return b;
}

void boards_free(boards *b) {
    for (int i = 0; i < b->count; i++)
        sq_picture_free(b->at[i].picture);
    free(b->at);
    free(b);
}

int boards_count(const boards *b) {
    return b->count;
}

/* The drawn gap in millimetres of the seen board, whose outer line has a given radius. */
static double gap_nats(const sq_board_scene *s, double gap_mm, const sq_board_disc_seen *seen) {
    double off = seen->clearance_mm - gap_mm * SQ_BOARD_OUTER_MM / s->ring_mm[SQ_RING_OUTER];
    double sigma = seen->clearance_sigma_mm;
    return -log((1 - TAILS) * exp(-off * off / (2 * sigma * sigma)) / (sqrt(2 * M_PI) * sigma) +
                TAILS / (2 * TAILS_MM));
}

static double disc_nats(const sq_board_scene *s, const sq_drawn_disc *disc, const sq_board_disc_seen *seen) {
    double gap_mm = 0;
    sq_ring ring = SQ_RING_OUTER;
    sq_board_region region = sq_board_scene_region(s, disc, &gap_mm, &ring);
    double sum =
        nats(seen->side == disc->side ? seen->side_sure : seen->other_sure) + nats(seen->probability[region]);
    return seen->nearest == ring && region != SQ_REGION_HOLE ? sum + gap_nats(s, gap_mm, seen) : sum;
}

/* The seen disc that is nearest to a drawn one, and within reach; -1: none. */
static int nearest(const sq_board_scene *s, const sq_drawn_disc *disc, const sq_board_position *seen) {
    sq_mm3 top = {disc->at.x, disc->at.y, disc->z + s->disc_height_mm};
    sq_px is = sq_px_from_mm3(&s->camera, top);
    double reach = REACH_RADII * s->disc_radius_mm * sq_px_per_mm(&s->camera, top);
    int best = -1;
    for (int i = 0; i < seen->count; i++) {
        double off = hypot(seen->disc[i].px.x - is.x, seen->disc[i].px.y - is.y);
        if (off > reach) continue;
        reach = off;
        best = i;
    }
    return best;
}

/* Discs in the ditch need not be seen, but a thing that is told to be in play must be a disc in play. */
static double board_nats(const sq_board_scene *s, const sq_board_position *seen) {
    bool is_drawn[SQ_BOARD_DISC_CAP] = {0};
    double sum = 0, gap_mm;
    sq_ring ring;
    for (int i = 0; i < s->discs; i++) {
        int k = nearest(s, &s->disc_at[i], seen);
        if (sq_board_scene_region(s, &s->disc_at[i], &gap_mm, &ring) == SQ_REGION_DITCH) continue;
        if (k >= 0) is_drawn[k] = true;
        sum += k < 0 ? WRONG_NATS : disc_nats(s, &s->disc_at[i], &seen->disc[k]);
    }
    for (int k = 0; k < seen->count; k++) {
        const sq_board_disc_seen *one = &seen->disc[k];
        double ditch = one->probability[SQ_REGION_DITCH], in_play = one->side_sure + one->other_sure;
        if (!is_drawn[k]) sum += nats(1 - in_play * (1 - ditch));
    }
    return sum;
}

static double cost_of(const board *b) {
    static sq_colour_planes planes; /* keeps its memory for the next picture */
    static sq_seen_board found;
    static sq_board_position seen;
    sq_frame f = sq_picture_frame(b->picture);
    sq_diag d;
    bool refused = sq_colour_planes_read(&planes, &f, &d) || sq_board_find(&f, &planes, &found, &d) ||
                   sq_look_at_board(&planes, &found, NULL, &seen, &d) || seen.refusal[0];
    if (b->scene.hand) return refused ? 0 : WRONG_NATS;
    return refused ? WRONG_NATS * (b->scene.discs + 1) : board_nats(&b->scene, &seen);
}

void boards_cost(boards *b, double cost[]) {
    for (int i = 0; i < b->count; i++)
        cost[i] = cost_of(&b->at[i]);
}

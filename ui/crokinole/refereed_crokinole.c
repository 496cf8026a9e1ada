/* The board is found in each picture of a rest; what is seen of it goes to the umpire of crokinole. */
#include "ui/crokinole/refereed_crokinole.h"

#include <stdlib.h>
#include <string.h>

#include "calib/crokinole/find_board.h"
#include "ui/crokinole/board_json.h"
#include "ui/crokinole/board_overlay.h"
#include "ui/umpire/crokinole/board_umpire.h"
#include "vision/crokinole/disc_tones.h"
#include "vision/crokinole/look_at_board.h"

/* Rests that wait until both sides' colours have been seen: a shot or two. */
enum { WAITING = 6 };

/* From this probability on that the other side's discs are seen, it is waited. */
#define SIDES_IN_DOUBT 0.015

struct sq_refereed {
    sq_colour_planes planes;
    sq_seen_board board;
    bool found; /* it was the board of the picture before */
    sq_board_position seen;
    sq_board_memory memory; /* colours: of the last picture that has shown both, and of the one that showed
                               the hole empty */
    sq_board_strangers strangers; /* of the last picture that could be judged */
    int waiting;
    struct {
        sq_board_position seen;
        double t_start, t_rest;
        bool unseen; /* nothing was seen for a while before it */
    } rest[WAITING];
    sq_board_umpire *umpire;
};

static void close_game(sq_refereed *g) {
    if (!g) return;
    sq_board_umpire_free(g->umpire);
    sq_colour_planes_free(&g->planes);
    free(g);
}

static sq_code open_game(sq_refereed **out, const sq_event_game *game, sq_hear_told hear, void *who,
                         sq_diag *d) {
    sq_refereed *g = *out = calloc(1, sizeof *g);
    if (!g) return sq_fail(d, SQ_E_MEMORY, "no memory for a game; close other programs");
    sq_code code = sq_board_umpire_new(&g->umpire, game, hear, who, d);
    if (!code) return SQ_OK;
    close_game(g);
    *out = NULL;
    return code;
}

/* A colour that is one side's without doubt; both are known when the other side's has been seen as well. */
static void remember_one(sq_side_tones *tones, const sq_side_tones *seen) {
    sq_board_side side = seen->seen[SQ_LIGHT] ? SQ_LIGHT : SQ_DARK;
    tones->seen[side] = true;
    memcpy(tones->colour[side], seen->colour[side], sizeof tones->colour[side]);
    if (tones->seen[SQ_LIGHT] && tones->seen[SQ_DARK]) tones->known = 2;
}

/* Both sides' colours, where a picture shows both or one after another, and the hole's, where one shows it
 * empty. */
static void remember(sq_side_tones *tones, const sq_board_position *p) {
    const sq_side_tones *seen = &p->tones;
    sq_side_tones was = *tones;
    if (seen->known == 2)
        *tones = *seen;
    else if (seen->known == 1 && tones->known != 2 && p->sides_doubt <= SIDES_IN_DOUBT)
        remember_one(tones, seen);
    const sq_side_tones *hole = seen->hole_seen ? seen : &was;
    tones->hole_seen = hole->hole_seen;
    memcpy(tones->hole, hole->hole, sizeof tones->hole);
}

/* Where discs are seen now, something round may have shown before that was none. */
static void compare_with_strangers(sq_board_position *p, const sq_board_strangers *before) {
    for (int i = 0; i < p->count; i++)
        for (int k = 0; k < before->count; k++)
            p->disc[i].showed_before |= sq_mm_within(p->disc[i].at, before->at[k], p->disc_radius_mm);
}

static sq_code see(sq_refereed *g, const sq_frame *f, sq_diag *d) {
    const sq_seen_board was = g->board;
    sq_code code = sq_colour_planes_read(&g->planes, f, d);
    if (!code && !(g->found && sq_board_follow(&g->planes, &was, &g->board)))
        code = sq_board_find(f, &g->planes, &g->board, d);
    g->found = !code;
    if (!code) code = sq_look_at_board(&g->planes, &g->board, &g->memory, &g->seen, d);
    if (code || *g->seen.refusal) return code;
    remember(&g->memory.tones, &g->seen);
    g->memory.rulers = g->seen.rulers;
    compare_with_strangers(&g->seen, &g->strangers);
    g->strangers = g->seen.strangers;
    return code;
}

static bool abstains(const sq_refereed *g) {
    return *g->seen.refusal;
}

static json_t *seen_json(const sq_refereed *g, const char *name) {
    return sq_board_json(&g->seen, name);
}

static sq_code draw(const sq_refereed *g, sq_picture *picture, sq_diag *d) {
    return sq_board_overlay_draw(picture, &g->seen, SQ_BOARD_SCORE, NULL, d);
}

/* A rest that showed one colour: whose discs they were, now that both are known. */
static void name_sides(sq_board_position *p, const sq_side_tones *tones) {
    if (p->tones.known != 1) return;
    sq_board_side named = p->tones.seen[SQ_LIGHT] ? SQ_LIGHT : SQ_DARK;
    const float *colour = p->tones.colour[named];
    bool swapped =
        sq_disc_tone_apart(colour, tones->colour[!named]) < sq_disc_tone_apart(colour, tones->colour[named]);
    if (swapped) sq_board_swap_sides(p);
    p->sides_doubt = 0;
}

static sq_code judge_one(sq_refereed *g, const sq_board_position *seen, double t_start, double t_rest,
                         bool unseen, sq_diag *d) {
    if (unseen) sq_board_umpire_unseen(g->umpire);
    return sq_board_umpire_look(g->umpire, seen, t_start, t_rest, d);
}

/* Gives the rests that wait to the umpire, in their order. */
static sq_code judge_waiting(sq_refereed *g, sq_diag *d) {
    sq_code code = SQ_OK;
    for (int i = 0; i < g->waiting && !code; i++) {
        if (g->memory.tones.known == 2) name_sides(&g->rest[i].seen, &g->memory.tones);
        code = judge_one(g, &g->rest[i].seen, g->rest[i].t_start, g->rest[i].t_rest, g->rest[i].unseen, d);
    }
    g->waiting = 0;
    return code;
}

static sq_code judge(sq_refereed *g, double t_start, double t_rest, bool unseen, sq_diag *d) {
    bool doubt = !*g->seen.refusal && g->seen.count && g->seen.sides_doubt > SIDES_IN_DOUBT;
    bool waits = (doubt || g->waiting) && g->memory.tones.known != 2;
    if (!waits || g->waiting == WAITING) {
        sq_code code = judge_waiting(g, d);
        return code ? code : judge_one(g, &g->seen, t_start, t_rest, unseen, d);
    }
    g->rest[g->waiting].seen = g->seen;
    g->rest[g->waiting].t_start = t_start;
    g->rest[g->waiting].unseen = unseen;
    g->rest[g->waiting++].t_rest = t_rest;
    return sq_board_umpire_wait(
        g->umpire,
        "discs of one colour alone have been seen; which side has them is told when the "
        "other colour comes",
        t_rest, d);
}

static sq_code end(sq_refereed *g, sq_diag *d) {
    sq_code code = judge_waiting(g, d);
    return code ? code : sq_board_umpire_end(g->umpire, d);
}

static const sq_camera *camera(const sq_refereed *g) {
    return &g->board.camera;
}

static const sq_state *state(const sq_refereed *g) {
    return sq_board_umpire_state(g->umpire);
}

static int questions(const sq_refereed *g) {
    return sq_board_umpire_questions(g->umpire);
}

const sq_refereed_game sq_refereed_crokinole = {
    .name = "crokinole",
    .open = open_game,
    .close = close_game,
    .see = see,
    .abstains = abstains,
    .seen_json = seen_json,
    .draw = draw,
    .judge = judge,
    .end = end,
    .camera = camera,
    .state = state,
    .questions = questions,
};

/* The board is found in each picture of a rest; what is seen of it goes to the umpire of crokinole. */
#include "ui/crokinole/refereed_crokinole.h"

#include <stdlib.h>

#include "calib/crokinole/find_board.h"
#include "ui/crokinole/board_json.h"
#include "ui/crokinole/board_overlay.h"
#include "ui/umpire/crokinole/board_umpire.h"
#include "vision/crokinole/look_at_board.h"

struct sq_refereed {
    sq_colour_planes planes;
    sq_seen_board board;
    sq_board_position seen;
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

static sq_code see(sq_refereed *g, const sq_frame *f, sq_diag *d) {
    sq_code code = sq_colour_planes_read(&g->planes, f, d);
    if (!code) code = sq_board_find(&g->planes, &g->board, d);
    if (!code) code = sq_look_at_board(&g->planes, &g->board, &g->seen, d);
    return code;
}

static json_t *seen_json(const sq_refereed *g, const char *name) {
    return sq_board_json(&g->seen, name);
}

static sq_code draw(const sq_refereed *g, sq_picture *picture, sq_diag *d) {
    return sq_board_overlay_draw(picture, &g->seen, d);
}

static sq_code judge(sq_refereed *g, double t_start, double t_rest, sq_diag *d) {
    return sq_board_umpire_look(g->umpire, &g->seen, t_start, t_rest, d);
}

static sq_code end(sq_refereed *g, sq_diag *d) {
    return sq_board_umpire_end(g->umpire, d);
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
    .seen_json = seen_json,
    .draw = draw,
    .judge = judge,
    .end = end,
    .camera = camera,
    .state = state,
    .questions = questions,
};

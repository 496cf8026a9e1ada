/* The umpire: takes one look after the other and decides whether to settle, ask, wait, or look again. */
#include "ui/umpire/umpire_state.h"

#include <math.h>
#include <stdlib.h>

sq_code sq_umpire_new(sq_umpire **out, const sq_umpire_settings *settings, sq_diag *d) {
    *out = calloc(1, sizeof **out);
    if (!*out) return sq_fail(d, SQ_E_MEMORY, "no memory for the umpire; close other programs");
    (*out)->settings = *settings;
    (*out)->game = sq_state_none();
    return SQ_OK;
}

void sq_umpire_free(sq_umpire *u) {
    free(u);
}

void sq_umpire_overrule(sq_umpire *u, const sq_state *state) {
    u->game = *state;
    u->n++;
}

void sq_umpire_gap(sq_umpire *u, double seconds) {
    u->gap_s = fmax(u->gap_s, seconds);
}

const sq_state *sq_umpire_state(const sq_umpire *u) {
    return &u->game;
}

/* Settled where nothing is asked; the squidge-off counts for nobody. */
void sq_umpire_count(const sq_umpire *u, sq_position *p) {
    if (u->is_open || u->late || !u->game.playing) return;
    for (int c = 0; c < SQ_COLOURS; c++)
        p->tiddlies[c].low = p->tiddlies[c].high = sq_state_tiddlies(&u->game, (sq_colour)c);
}

const sq_tracked *sq_umpire_seen(const sq_umpire *u) {
    return u->begun ? &u->latest : NULL;
}

int sq_umpire_questions(const sq_umpire *u) {
    return u->questions;
}

sq_code sq_umpire_judge(sq_umpire *u, const sq_position *p, double t_start, double t_rest, bool last,
                        bool *again, sq_diag *d) {
    sq_play as_asked = u->open;
    sq_umpire_explain_all(u, p, t_start, t_rest);
    if (sq_umpire_is_another_game(u)) return sq_umpire_begin_again(u, p, d);
    bool wait = u->play.reading[0].kind == SQ_PLAY_WAIT;
    if (u->is_open && !wait && sq_umpire_same_question(u, &u->play)) return sq_umpire_look_again(u, p, d);
    if (wait || (!u->play.certain && !last)) sq_umpire_hold_as_asked(u, &as_asked);
    if (!u->play.certain && !last) {
        *again = true;
        return SQ_OK;
    }
    if (wait) return sq_umpire_wait_with(u, p, t_start, t_rest, d);
    if (u->is_veiled && !u->play.certain) { /* too much for one shot: some of it was there under the veil */
        sq_umpire_hold_as_asked(u, &as_asked);
        sq_code code = sq_umpire_judge_veiled(u, d);
        return code ? code : sq_umpire_judge(u, p, t_start, t_rest, last, again, d);
    }
    u->is_veiled = false;
    sq_code code = u->is_open ? sq_umpire_go_on(u, p, t_start, t_rest, d) : SQ_OK;
    if (code) return code;
    if (u->play.certain) return sq_umpire_settle(u, &u->play, &u->next, false, d);
    u->open_start = t_start;
    u->open_rest = t_rest;
    u->vanished = 0;
    return sq_umpire_ask(u, &u->play, &u->next, d);
}

sq_code sq_umpire_look(sq_umpire *u, const sq_position *p, double t_start, double t_rest, bool last,
                       bool *again, sq_diag *d) {
    *again = false;
    if (!u->begun) return sq_umpire_first_rest(u, p, d);
    u->veil_lasts = p->region_count && sq_umpire_veil_lasts(u, p);
    sq_code code = u->veil_lasts && u->is_veiled ? sq_umpire_judge_veiled(u, d) : SQ_OK;
    if (!code) code = sq_umpire_judge(u, p, t_start, t_rest, last, again, d);
    if (!*again && !u->is_waiting) u->gap_s = 0;
    return code;
}

sq_code sq_umpire_end(sq_umpire *u, sq_diag *d) {
    sq_code code = u->is_veiled ? sq_umpire_judge_veiled(u, d) : SQ_OK;
    return !code && u->is_open ? sq_umpire_give_up_question(u, d) : code;
}

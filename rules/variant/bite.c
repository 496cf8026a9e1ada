/* The bite: a turn uses every own free wink once. Own over own gives the upper one a shot at once. A wink
 * that dies leaves the game: the umpire says so ("dead"), and what a player's last wink squops dies by
 * itself. An opponent's wink that comes free is played at once. Who alone has winks that live has won. */
#include "rules/variant/variants.h"

static sq_wink_set living(const sq_standing *p, sq_colour c) {
    return sq_winks_of(c) & p->in_play & ~p->potted;
}

/* A bonus shot comes first, then what has come free, then each of one's own that has not been used. */
static sq_wink_set allowed(const sq_standing *p) {
    if (p->turn == SQ_NO_COLOUR) return p->in_play;
    sq_wink_set due = (sq_wink_set)SQ_NOTE(p, BONUS_DUE) & p->in_play, freed = (sq_wink_set)SQ_NOTE(p, FREED);
    if (due) return due;
    if (SQ_NOTE(p, RESUMES)) return freed & sq_winks_of(p->turn);
    return sq_winks_of(p->turn) & ~(sq_wink_set)SQ_NOTE(p, USED);
}

static int to_play(const sq_standing *p) {
    return sq_wink_count(allowed(p) & sq_free_winks(p));
}

static void die(sq_step *st, sq_wink_set dead) {
    sq_standing *p = &st->s->now;
    dead &= sq_winks_on_mat(p);
    if (!dead) return;
    SQ_SAY(st, DIED, .winks = dead);
    SQ_NOTE(p, DEAD) |= (sq_noted_value)dead;
    p->in_play &= ~dead;
    sq_squops_keep(&p->squops, sq_winks_on_mat(p));
}

/* Only one colour has winks that live. */
static bool one_lives(sq_step *st) {
    sq_standing *p = &st->s->now;
    sq_colour_set alive = 0;
    for (unsigned c = 0; c < SQ_COLOURS; c++)
        if (living(p, (sq_colour)c)) alive |= sq_colour_bit((sq_colour)c);
    if (alive & (alive - 1)) return false;
    SQ_SAY(st, ONE_LIVES, .colour = (uint8_t)(alive ? __builtin_ctz(alive) : (int)p->turn));
    sq_variant_won(st, alive ? alive : sq_colour_bit(p->turn));
    return true;
}

/* Own over an own free one: the upper one is played again, where neither has had such a shot in this turn. */
static void bonus(sq_step *st, const sq_event_shot *e, sq_wink_set fresh) {
    sq_standing *p = &st->s->now;
    sq_wink_set own = fresh & sq_winks_of(e->colour) & sq_free_winks(&st->s->last.before),
                both = own | sq_wink_bit(e->wink);
    SQ_NOTE(p, BONUS_DUE) = 0;
    if (!own || both & (sq_wink_set)SQ_NOTE(p, BONUS)) return;
    SQ_NOTE(p, BONUS) |= (sq_noted_value)both;
    SQ_NOTE(p, BONUS_DUE) = (sq_noted_value)sq_wink_bit(e->wink);
    SQ_SAY(st, BONUS_SHOT, .winks = sq_wink_bit(e->wink));
}

/* The opponents' winks that the shot has freed wait for the turn to stop. */
static void free_others(sq_step *st, const sq_standing *before) {
    sq_standing *p = &st->s->now;
    sq_wink_set freed = sq_squopped_winks(before) & sq_free_winks(p) & ~sq_winks_of(before->turn);
    if (SQ_NOTE(p, RESUMES)) freed &= ~sq_winks_of((sq_colour)(SQ_NOTE(p, RESUMES) - 1));
    SQ_NOTE(p, FREED) = (sq_noted_value)(((sq_wink_set)SQ_NOTE(p, FREED) & sq_free_winks(p)) | freed);
    if (freed) SQ_SAY(st, FREED_PLAYS, .winks = freed);
}

/* The rest of the turn; or the shots of what has come free, after which the other's turn goes on. */
static void give_up(sq_standing *p) {
    if (SQ_NOTE(p, RESUMES))
        SQ_NOTE(p, FREED) &= ~(sq_noted_value)sq_winks_of(p->turn);
    else
        SQ_NOTE(p, USED) = (sq_noted_value)sq_winks_of(p->turn);
    p->shots = 1; /* the one that is passed */
}

static void shot_stands(sq_step *st, const sq_event_shot *e) {
    sq_standing *p = &st->s->now;
    if (!e) {
        give_up(p);
        return;
    }
    const sq_standing before = st->s->last.before;
    sq_wink_set played = sq_wink_bit(e->wink),
                fresh = sq_squops_under(&p->squops, e->wink) & ~sq_squops_under(&before.squops, e->wink);
    bool bites = living(&before, e->colour) == played && fresh;
    SQ_NOTE(p, USED) |= (sq_noted_value)played;
    SQ_NOTE(p, FREED) &= ~(sq_noted_value)played;
    bonus(st, e, fresh);
    die(st, e->dead | (bites ? fresh : 0));
    if (bites) SQ_NOTE(p, USED) &= ~(sq_noted_value)played; /* it plays again */
    free_others(st, &before);
    if (one_lives(st)) return;
    p->shots = SQ_NOTE(p, FREED) && !SQ_NOTE(p, BONUS_DUE) && !SQ_NOTE(p, RESUMES) ? 0 : to_play(p);
}

static void new_turn(sq_standing *p) {
    SQ_NOTE(p, USED) = SQ_NOTE(p, BONUS) = SQ_NOTE(p, BONUS_DUE) = 0;
    p->shots = to_play(p) ? to_play(p) : 1; /* one that passes by itself */
}

/* What has come free is played before the turn goes on. */
static void next_turn(sq_step *st) {
    sq_standing *p = &st->s->now;
    sq_colour taken = st->s->start.turn;
    SQ_NOTE(p, FREED) &= (sq_noted_value)sq_free_winks(p);
    if (SQ_NOTE(p, FREED)) {
        if (!SQ_NOTE(p, RESUMES) && taken != SQ_NO_COLOUR) SQ_NOTE(p, RESUMES) = (int32_t)taken + 1;
        p->turn = sq_wink_colour(sq_wink_first((sq_wink_set)SQ_NOTE(p, FREED)));
        SQ_NOTE(p, BONUS_DUE) = 0;
        p->shots = to_play(p);
        return;
    }
    if (SQ_NOTE(p, RESUMES)) {
        sq_colour resumes = (sq_colour)(SQ_NOTE(p, RESUMES) - 1);
        SQ_NOTE(p, RESUMES) = SQ_NOTE(p, BONUS_DUE) = 0;
        p->turn = resumes;
        p->shots = to_play(p);
        if (p->shots) return;
        p->turn = sq_next_in_play(p, resumes);
    }
    new_turn(p);
}

const sq_variant sq_variant_bite = {
    .notes = 1u << SQ_NOTE_USED | 1u << SQ_NOTE_BONUS | 1u << SQ_NOTE_BONUS_DUE | 1u << SQ_NOTE_DEAD |
             1u << SQ_NOTE_FREED | 1u << SQ_NOTE_RESUMES,
    .allowed = allowed,
    .round = shot_stands,
    .next_turn = next_turn,
};

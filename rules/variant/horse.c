/* HORSE: one sets up a shot and makes it; the others must make the same or take a letter, and five are out. A
 * shot is made when the wink played is potted and the umpire does not mark it as made the other way. */
#include "rules/variant/variants.h"

enum { LETTERS = 5 }; /* H, O, R, S, E */

static bool is_in(const sq_standing *p, sq_colour c) {
    return sq_colours_in_play(p) & sq_colour_bit(c) && SQ_NOTES_EACH(p, LETTERS)[c] < LETTERS;
}

static sq_colour_set all_in(const sq_standing *p) {
    sq_colour_set in = 0;
    for (unsigned c = 0; c < SQ_COLOURS; c++)
        if (is_in(p, (sq_colour)c)) in |= sq_colour_bit((sq_colour)c);
    return in;
}

static void take_letter(sq_step *st, sq_colour c) {
    sq_standing *p = &st->s->now;
    sq_noted_value *letters = &SQ_NOTES_EACH(p, LETTERS)[c];
    SQ_SAY(st, LETTER, .colour = (uint8_t)c, .n = (int32_t)++ * letters);
    if (*letters < LETTERS) return;
    SQ_SAY(st, LETTERS_OUT, .colour = (uint8_t)c);
    sq_colour_set in = all_in(p);
    if (in && !(in & (in - 1))) sq_variant_won(st, in);
}

static void challenge(sq_step *st, sq_colour c) {
    sq_standing *p = &st->s->now;
    SQ_NOTE(p, SETTER) = (int32_t)c + 1;
    SQ_NOTE(p, OWING) = (int32_t)(all_in(p) & ~sq_colour_bit(c));
    SQ_SAY(st, SHOT_SET, .colour = (uint8_t)c);
}

static void shot_stands(sq_step *st, const sq_event_shot *e) {
    sq_standing *p = &st->s->now;
    sq_colour c = st->s->last.before.turn;
    if (!e) c = p->turn;
    bool made = e && e->potted & sq_wink_bit(e->wink) && !(e->marks >> SQ_MARK_OTHER_WAY & 1);
    bool obliged = SQ_NOTE(p, SETTER) && (SQ_NOTE(p, OWING) >> c & 1);
    SQ_NOTE(p, OWING) &= ~(1 << c);
    if (obliged && !made) take_letter(st, c);
    if (!SQ_NOTE(p, SETTER) && made) challenge(st, c);
}

/* The setter's turn, when all have tried, is lost, and who follows sets a shot. */
static void next_turn(sq_step *st) {
    sq_standing *p = &st->s->now;
    sq_colour setter = SQ_NOTE(p, SETTER) ? (sq_colour)(SQ_NOTE(p, SETTER) - 1) : SQ_NO_COLOUR;
    for (int i = 0; i < 2 * SQ_COLOURS; i++, p->turn = sq_next_in_play(p, p->turn)) {
        if (p->turn == setter && !SQ_NOTE(p, OWING)) {
            if (is_in(p, setter)) SQ_SAY(st, SHOT_RETURNS, .colour = (uint8_t)setter);
            SQ_NOTE(p, SETTER) = 0;
            setter = SQ_NO_COLOUR;
        } else if (is_in(p, p->turn) && p->turn != setter)
            return;
    }
}

const sq_variant sq_variant_horse = {
    .notes = 1u << SQ_NOTE_LETTERS | 1u << SQ_NOTE_SETTER | 1u << SQ_NOTE_OWING,
    .round = shot_stands,
    .next_turn = next_turn,
};

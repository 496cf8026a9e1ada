/* Clubs' games that settings alone do not describe: a file each. For rules/ only. */
#ifndef SQ_RULES_VARIANT_VARIANTS_H
#define SQ_RULES_VARIANT_VARIANTS_H

#include <stddef.h>

#include "rules/topic/engine_step.h"

extern const sq_variant sq_variant_four_pots, sq_variant_match, sq_variant_beans, sq_variant_fault,
    sq_variant_four_lines, sq_variant_horse, sq_variant_bite;

/* A note of the standing by its name, as in SQ_NOTE(p, SETTER); and the array of a note that each colour has,
 * by colour. */
#define SQ_NOTE(p, which) ((p)->note[sq_note_place(SQ_NOTE_##which)])
#define SQ_NOTES_EACH(p, which) (&(p)->note[sq_note_place(SQ_NOTE_##which)])

/* All winks of c's side. */
sq_wink_set sq_winks_of_side(sq_colour c);
/* In games of two players each has both colours of a side. A player is named by the first of the two: that of
 * c's side, and that of the other side. */
sq_colour sq_player_of(sq_colour c);
sq_colour sq_other_player(sq_colour c);

/* Adds points to the tally of c, or takes them away where they are negative; the rulings say so. */
void sq_give_points(sq_step *st, sq_colour c, int points);
/* Ends the game, won by these colours; the rulings say so. */
void sq_variant_won(sq_step *st, sq_colour_set winners);

#endif

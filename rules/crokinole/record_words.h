/* The words of crokinole that an umpire types, as sq_other_game has them. For rules/crokinole/ only.
 *
 *   D3 15, hits L1 and L2, L2 out     a shot: the disc that is named first was shot, and each place belongs
 *                                     to the disc before it
 *   D3 out, hits nothing · L2 spins back, 5 · dark fouls 7d · choose remove · turn dark · round 2 ·
 *   light starts · time · set L1 15 */
#ifndef SQ_RULES_CROKINOLE_RECORD_WORDS_H
#define SQ_RULES_CROKINOLE_RECORD_WORDS_H

#include "rules/other/record_words.h"

/* The functions of these names of sq_other_game (rules/other/game_registry.h). */
bool sq_crokinole_take_word(sq_typed_words *t, const char *word);
bool sq_crokinole_end_words(sq_typed_words *t);

#endif

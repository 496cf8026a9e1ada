/* The evidence card of a ruling. It shows the rest before and the rest after it, with everything that was
 * seen drawn in, and magnified where winks moved; the motion between the two; and the umpire's report: the
 * event with its probability, millimetres and rules. It is written as a picture, or as a web page that
 * contains its pictures. */
#ifndef SQ_UI_DRAW_EVIDENCE_CARD_H
#define SQ_UI_DRAW_EVIDENCE_CARD_H

#include "ui/game/rejudge_game.h"

typedef struct sq_card sq_card;

/* Makes the card of one report of the umpire. If a picture is missing, the card says so in its place. name:
 * the game's, for the title. heading: lines about the game, each with a line feed, or "". note: a further
 * sentence, or null. The caller frees. */
sq_code sq_card_new(sq_card **out, const sq_replayed *told, const sq_game_paths *paths, const char *name,
                    const char *heading, const char *note, sq_diag *d);
void sq_card_free(sq_card *c); /* null is allowed */

/* The umpire's report, as lines of UTF-8; belongs to the card. */
const char *sq_card_words(const sq_card *c);
/* How many of the two rests have no picture. */
int sq_card_missing(const sq_card *c);

/* Writes a web page if the name ends in .html, else a picture. */
sq_code sq_card_write(const sq_card *c, const char *path, sq_diag *d);

#endif

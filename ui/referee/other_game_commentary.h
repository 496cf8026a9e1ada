/* The running commentary of a game other than tiddlywinks, in sentences. */
#ifndef SQ_UI_REFEREE_OTHER_GAME_COMMENTARY_H
#define SQ_UI_REFEREE_OTHER_GAME_COMMENTARY_H

#include <stdio.h>

#include "ui/umpire/other_game_told.h"

/* Writes a report, with its number and time, and each ruling with its rule. game: its folder or record, for
 * the command that takes another answer; null: it is not kept. */
void sq_told_say(FILE *to, const sq_told *told, const char *game);

/* Writes a report without its number, time and rulings; of a question only that it is one. */
void sq_told_say_sentence(FILE *to, const sq_told *told);

/* The end of a source: how the game stands, with shots, questions and rests that could not be judged. */
void sq_told_say_end(FILE *to, const sq_state *s, int shots, int questions, int unjudged);

#endif

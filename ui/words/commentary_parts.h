/* The parts of the commentary, for its own files only. */
#ifndef SQ_UI_WORDS_COMMENTARY_PARTS_H
#define SQ_UI_WORDS_COMMENTARY_PARTS_H

#include "ui/words/commentary.h"

/* Begins a line under the sentence, with a rule's number, a word, or "". */
void sq_commentary_under(FILE *to, const char *rule);

/* "[0:29.0] ": when it was played, or when the mat was at rest. */
void sq_commentary_time(FILE *to, const sq_said *said);

/* "(over 99 %)" */
void sq_commentary_chance(FILE *to, double probability);

/* commentary_doubt.c: writes all doubts, the first after a mark. */
void sq_commentary_doubts(FILE *to, const sq_said *said, const char *mark);
/* What a question asks, in one sentence: its first doubt; if it has none, why it is asked. */
void sq_commentary_asks(FILE *to, const sq_said *said);
/* That pictures are missing, for so many seconds. */
void sq_commentary_gap(FILE *to, double gap_s);
void sq_commentary_unjudged(FILE *to, int rests);
/* The answers to a question, in order of likelihood. */
void sq_commentary_answers(FILE *to, const sq_said *said);
/* The command that answers the question, where the game has a name for it. */
void sq_commentary_how_to_answer(FILE *to, const sq_said *said);
/* The other answers of an event that is held. */
void sq_commentary_others(FILE *to, const sq_said *said);

#endif

/* The headline of a ruling: who did what to whom, and by how much, in one line for pictures and videos; and
 * what of the mat it is about. The millimetres are those of the commentary. */
#ifndef SQ_UI_WORDS_HEADLINE_H
#define SQ_UI_WORDS_HEADLINE_H

#include "ui/words/ruling_lines.h"

/* Fills the members of out that lines of text do not tell: headline, winks, paths, standing … */
void sq_headline(sq_ruling_lines *out, const sq_said *said);

#endif

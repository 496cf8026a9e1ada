/* The headline of a ruling: who did what to whom, and by how much, in one line for pictures and videos; and
 * the winks that it is about. The millimetres are those of the commentary. */
#ifndef SQ_UI_WORDS_HEADLINE_H
#define SQ_UI_WORDS_HEADLINE_H

#include "ui/words/ruling_lines.h"

/* Sets the headline in *out and what a drawing needs (winks, paths, standing …), but not its lines. A
 * headline that is too long is cut. */
void sq_headline(sq_ruling_lines *out, const sq_said *said);

#endif

/* Text on a terminal: its columns, of which each character of UTF-8 takes one, however many bytes it has;
 * what clears a line. */
#ifndef SQ_UI_WORDS_TERMINAL_TEXT_H
#define SQ_UI_WORDS_TERMINAL_TEXT_H

#include <stdio.h>

/* Goes to the start of the line and clears it, so that a sentence can replace a line of progress. */
#define SQ_ERASE_LINE "\r\033[K"

/* How many columns the first n bytes of a text take. */
int sq_text_columns(const char *text, size_t n);

/* How many bytes its longest beginning has that takes no more columns than these. */
size_t sq_text_fits(const char *text, int columns);

/* Writes a text and blanks behind it, at least one, until it takes so many columns. What a terminal would
 * obey, and what is no UTF-8, is written as "?". */
void sq_put_left(FILE *to, const char *text, int columns);

/* Writes blanks and then a text, so many columns together. */
void sq_put_right(FILE *to, const char *text, int columns);

#endif

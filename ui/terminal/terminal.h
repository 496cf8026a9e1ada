/* The terminal: its width, and sentences on it with the winks' colours in colour, broken between words. */
#ifndef SQ_UI_TERMINAL_TERMINAL_H
#define SQ_UI_TERMINAL_TERMINAL_H

/* The number of columns: those of the terminal if stdout is one, else those of the variable COLUMNS, else 80;
 * never fewer than 40. */
int sq_terminal_width(void);

/* If stdout is a terminal, breaks what is printed from now on between words, and prints the names of colours
 * in colour, unless NO_COLOR is set or the terminal is "dumb". Lines that begin with "{" (JSON) are not
 * changed. If stdout is no terminal, does nothing. */
void sq_terminal_style_stdout(void);

/* "0.1.0 (commit 1a2b3c4; ...)": the version of this program, its commit, and the versions of the formats
 * that it writes. Constant. */
const char *sq_version_text(void);

#endif

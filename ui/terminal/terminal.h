/* The terminal: its width, and sentences on it with the winks' colours in colour, broken between words. */
#ifndef SQ_UI_TERMINAL_TERMINAL_H
#define SQ_UI_TERMINAL_TERMINAL_H

/* Columns of the terminal that stdout is, else those of the variable COLUMNS, else 80; never fewer than 40.
 */
int sq_terminal_width(void);

/* Where stdout is a terminal, what is printed there from now on is broken between words, and has the winks'
 * colours in colour unless NO_COLOR is set or the terminal is "dumb". The words stay as they are. Lines that
 * begin with "{" (JSON) are left alone. Elsewhere stdout stays as it is. */
void sq_terminal_style_stdout(void);

/* A line as it would be printed so: `colours` whether in colour, `width` columns. The caller frees; null: no
 * memory. */
char *sq_terminal_styled(const char *line, int width, int colours);

/* "0.1.0 (commit 1a2b3c4; ...)": this squint's version, the commit it was built from, and the versions of
 * what it writes. Constant. */
const char *sq_version_text(void);

#endif

/* Tables as text (CSV, RFC 4180). Cells are written in quotation marks. The reader accepts what spreadsheets
 * write: cells separated by commas, semicolons or tabs, in quotation marks if they contain one of these. */
#ifndef SQ_UI_FILES_CSV_TEXT_H
#define SQ_UI_FILES_CSV_TEXT_H

#include <stdio.h>

#include "vision/system/failure.h"

/* Writes a cell in quotation marks. */
void sq_csv_put(FILE *to, const char *text);

enum { SQ_CSV_CELLS = 32 };

/* Called for each row: line is where it begins in the text, from 1. Cells have no blanks around them, and are
 * valid only during the call. Returns SQ_OK to go on; any other code ends the reading, with d filled in. */
typedef sq_code sq_csv_take(void *who, int line, int cells, const char *const *cell, sq_diag *d);

/* Reads a text, which it changes, row by row; empty rows are skipped. SQ_E_FORMAT if it is not a table in
 * UTF-8, with a sentence that begins with `name`. */
sq_code sq_csv_read(char *text, const char *name, sq_csv_take *take, void *who, sq_diag *d);

#endif

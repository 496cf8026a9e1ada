/* Tables as text (CSV, RFC 4180). Cells are written in quotation marks. What spreadsheets write is read:
 * cells between commas, semicolons or tabs, in quotation marks where they hold any of these. */
#ifndef SQ_UI_FILES_CSV_TEXT_H
#define SQ_UI_FILES_CSV_TEXT_H

#include <stdio.h>

#include "vision/system/failure.h"

/* Writes a cell in quotation marks. */
void sq_csv_put(FILE *to, const char *text);

enum { SQ_CSV_CELLS = 32 };

/* A row: line is where it begins in the text, from 1. Cells are without blanks about them, and valid only
 * during the call. SQ_OK: go on; else d says why not. */
typedef sq_code sq_csv_take(void *who, int line, int cells, const char *const *cell, sq_diag *d);

/* Reads a text, which it changes, row by row; rows without any text are passed over. SQ_E_FORMAT: it is no
 * table in UTF-8, with a sentence that begins with `name`. */
sq_code sq_csv_read(char *text, const char *name, sq_csv_take *take, void *who, sq_diag *d);

#endif

/* A rule book by its name, or from a club's file (*.rules). */
#ifndef SQ_UI_FILES_RULE_BOOK_FILE_H
#define SQ_UI_FILES_RULE_BOOK_FILE_H

#include "vision/system/failure.h"

/* The number of the book with this name, or of the book in this file, which is then known by its own name too
 * (rules/book/ruleset.h). Returns -1, with *d filled in, if there is none: the sentence names file, line and
 * column. */
int sq_rule_book_find(const char *name_or_file, sq_diag *d);
/* The same for refereeing pictures: refuses a book with colours that the eye does not know. */
int sq_rule_book_find_seen(const char *name_or_file, sq_diag *d);
/* The same as the first, but finds other games than tiddlywinks too (rules/other/game_registry.h). */
int sq_rules_find(const char *name_or_file, sq_diag *d);

/* The names of the books that come with the program, "etwa-2012, etwa-classic, ...". Constant after the first
 * call. */
const char *sq_rule_book_names(void);

#endif

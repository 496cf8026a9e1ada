/* A rule book as a page that a player reads, and two books side by side. */
#ifndef SQ_UI_RULES_BOOK_VIEW_H
#define SQ_UI_RULES_BOOK_VIEW_H

/* Prints the book with this number: each setting with its meaning, and which settings differ from the book
 * that it is based on. */
void sq_rules_print_book(int rules);

/* Prints in one line that the book is in order. */
void sq_rules_confirm_book(int rules);

/* Prints the settings in which two books differ. Returns how many there are. */
int sq_rules_compare_books(int one, int other);

#endif

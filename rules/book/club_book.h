/* A club's own book: a text with one setting on each line, based on a book of this program.
 *
 *     name boondock
 *     title Boondock
 *     # Squopped winks go home. (What follows a # is for people.)
 *     based-on etwa-2012
 *     squop sends-home
 *     extra-squop 1
 *
 * `name` comes first, and `based-on` before all settings; without `based-on` the base is etwa-2012. No
 * setting comes twice. rules/book/settings.h lists the settings and their values. */
#ifndef SQ_RULES_BOOK_CLUB_BOOK_H
#define SQ_RULES_BOOK_CLUB_BOOK_H

#include "rules/book/ruleset.h"

/* Bytes with the final 0. */
enum {
    SQ_CLUB_NAME_MAX = 40,
    SQ_CLUB_TITLE_MAX = 96,
    SQ_CLUB_TEXT_MAX = 4096, /* a record's first line holds all of it */
    SQ_CLUB_CITE_MAX = 72
};

typedef struct {
    char name[SQ_CLUB_NAME_MAX], title[SQ_CLUB_TITLE_MAX], text[SQ_CLUB_TEXT_MAX];
    const char *rule[SQ_RULING_KINDS];
    char cite[SQ_RULING_KINDS]
             [SQ_CLUB_CITE_MAX]; /* the ruling's rule where a setting of the club's decides */
    sq_ruleset set;              /* points into this struct */
} sq_club_book;

/* Reads a book of `length` bytes. False, with *fault filled in, where it is not in order. *book points into
 * itself, so it must not be copied afterwards. */
bool sq_club_book_read(sq_club_book *book, const char *text, size_t length, sq_club_fault *fault);

/* The clubs' books that come with the program, by name; ends with a null name. */
typedef struct {
    const char *name, *text;
} sq_club_text;
extern const sq_club_text sq_club_texts[];

#endif

/* Words that an umpire types of a game, as they become an event of the record, in JSON. The front door is
 * sq_typed_event (ui/overrule/typed_event.h); a game gives its own words by sq_other_game.take_word. */
#ifndef SQ_RULES_OTHER_RECORD_WORDS_H
#define SQ_RULES_OTHER_RECORD_WORDS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

enum { SQ_TYPED_WHY_MAX = 256 };

/* A sentence that is being read. */
typedef struct {
    json_t *event;  /* grows word by word */
    bool is_change; /* the words are only the changes to a known event */
    char *why;      /* SQ_TYPED_WHY_MAX bytes: why a word is not understood; empty at first */
    int about;      /* the game's own: what the last verb was about; 0 at first */
    int last;       /* the game's own: the piece that was named last; -1 at first */
} sq_typed_words;

/* Writes why a word is not understood: a clause that names it and says what is possible there. Returns
 * false. */
__attribute__((format(printf, 2, 3))) bool sq_typed_complain(sq_typed_words *t, const char *format, ...);

/* The event's name; empty as long as it has none. */
const char *sq_typed_name(const sq_typed_words *t);
/* Gives the event its name, for `word` was said. False, with a complaint, if it has another one. */
bool sq_typed_begin(sq_typed_words *t, const char *event, const char *word);
/* A word that begins or turns a sentence: the event that it is, and a key of that event with its value, or
 * null. */
typedef struct {
    const char *word, *event, *key, *value;
} sq_typed_saying;

/* Takes the word if it is one of the sayings. *known: whether it is; false only with a complaint. */
bool sq_typed_take_saying(sq_typed_words *t, const char *word, const sq_typed_saying *sayings, size_t count,
                          bool *known);
/* Puts a key; takes the value, which may be null if memory is out. */
void sq_typed_put(sq_typed_words *t, const char *key, json_t *value);
/* The list of that key, which begins empty; the event owns it. */
json_t *sq_typed_list(sq_typed_words *t, const char *key);
/* Whether the word is among them. */
bool sq_typed_is_one_of(const char *word, const char *const *words, size_t count);

#endif

/* Tries the umpire's word on a copy of the game: what would differ, and the line that would carry it out. */
#ifndef SQ_UI_OVERRULE_TRY_UMPIRES_WORD_H
#define SQ_UI_OVERRULE_TRY_UMPIRES_WORD_H

#include "ui/overrule/next_words.h"
#include "ui/overrule/umpire_word_json.h"

/* What would differ, as text. */
enum { SQ_WORD_TEXT_MAX = 16384 };
/* A line of the record with its remarks: numbers and keys, the id, and a name whose letters may need escapes.
 */
enum { SQ_WORD_LINE_MAX = SQ_EVENT_LINE_MAX + 160 + SQ_WORD_ID_MAX + 6 * SQ_WORD_WHO_MAX };

typedef struct {
    sq_word_event word;
    bool taken;                   /* it can be carried out */
    bool known;                   /* a word with this id is in the record already, as line n */
    bool stale;                   /* the record has grown since the word was decided */
    int question;                 /* the number of the open one that it answers; 0: none */
    int n, on;                    /* the number of its line in the record; that of the last line now */
    char why[SQ_WORD_WHY_MAX];    /* if it is not taken: one sentence */
    char text[SQ_WORD_TEXT_MAX];  /* what would differ */
    char next[SQ_NEXT_WORDS_MAX]; /* what the umpire can say then, or instead; a line each */
    char line[SQ_WORD_LINE_MAX];  /* for the record, without its end */
} sq_word_trial;

/* word: its JSON text. looks: how many lines of looks.jsonl the umpire was given before it; -1: there are
 * none. False where memory runs out. */
bool sq_word_try(sq_word_trial *out, const char *word, size_t length, const sq_word_ground *ground,
                 int looks);

/* The answer to a word, as a line of JSON; the caller frees. Null where memory runs out. done: it was carried
 * out. */
char *sq_word_reply(const sq_word_trial *t, bool done);

#endif

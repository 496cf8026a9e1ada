/* Which word was meant: for options, commands and names that people misspell. */
#ifndef SQ_VISION_SYSTEM_NEAREST_WORD_H
#define SQ_VISION_SYSTEM_NEAREST_WORD_H

/* The one of `count` names that a word comes nearest to, by letters that are wrong, missing, too many or
 * exchanged with their neighbour; capitals count as small letters. Null where none is near: at most a third
 * of the letters may be wrong, or the word is a name's beginning. Of equally near ones the first. Nulls among
 * the names are passed over. */
const char *sq_nearest_word(const char *word, const char *const names[], int count);

/* A tail for a message: "; did you mean pairs?", or "" where none is near. Returns `to`. */
enum { SQ_DID_YOU_MEAN_MAX = 96 };
const char *sq_did_you_mean(char to[SQ_DID_YOU_MEAN_MAX], const char *word, const char *const names[],
                            int count);

#endif

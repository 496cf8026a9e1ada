/* Which word was meant: for options, commands and names that people misspell. */
#ifndef SQ_VISION_SYSTEM_NEAREST_WORD_H
#define SQ_VISION_SYSTEM_NEAREST_WORD_H

/* The one of `count` names that is nearest to a word, counting letters that are wrong, missing, too many, or
 * exchanged with their neighbour; capitals count as small letters. A name is near if at most a third of the
 * letters are wrong, or if it begins with the word. Null where none is near; of equally near names the first.
 * Names that are null are skipped. */
const char *sq_nearest_word(const char *word, const char *const names[], int count);

/* The end of a message: "; did you mean pairs?", or "" where no name is near. Returns `to`. */
enum { SQ_DID_YOU_MEAN_MAX = 96 };
const char *sq_did_you_mean(char to[SQ_DID_YOU_MEAN_MAX], const char *word, const char *const names[],
                            int count);

#endif

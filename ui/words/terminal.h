/* What a terminal is told beside the words. */
#ifndef SQ_UI_WORDS_TERMINAL_H
#define SQ_UI_WORDS_TERMINAL_H

/* Goes to the line's begin and clears it: a line of progress gives way to a sentence or to the next one. */
#define SQ_ERASE_LINE "\r\033[K"

#endif

/* Control sequences for a terminal. */
#ifndef SQ_UI_WORDS_TERMINAL_CONTROLS_H
#define SQ_UI_WORDS_TERMINAL_CONTROLS_H

/* Goes to the start of the line and clears it, so that a sentence can replace a line of progress. */
#define SQ_ERASE_LINE "\r\033[K"

#endif

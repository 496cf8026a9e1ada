/* "-" as the name of a file that is read: the standard input, wherever a file is read. */
#ifndef SQ_VISION_SYSTEM_STANDARD_INPUT_H
#define SQ_VISION_SYSTEM_STANDARD_INPUT_H

/* The path to open for a name that the user gave: the name itself, and for "-" a file with all that the
 * standard input holds. It may be opened again and again, and begins at the first byte each time: what comes
 * through a pipe is kept in memory. Where that fails the path is one that cannot be opened, with the reason
 * in errno. Valid until the program ends. For one thread. */
const char *sq_input_path(const char *name);

#endif

/* "-" as the name of a file that is read: the standard input, wherever a file is read. */
#ifndef SQ_VISION_SYSTEM_STANDARD_INPUT_H
#define SQ_VISION_SYSTEM_STANDARD_INPUT_H

/* The path to open for a name that the user gave: the name itself, or for "-" a file with all of the standard
 * input. It can be opened several times, and each time begins at the first byte: what comes through a pipe is
 * kept in memory. If that fails, the path cannot be opened, and errno has the reason. Valid until the program
 * ends. Not thread-safe. */
const char *sq_input_path(const char *name);

#endif

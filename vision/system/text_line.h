/* Lines of text files that people may have edited. */
#ifndef SQ_VISION_SYSTEM_TEXT_LINE_H
#define SQ_VISION_SYSTEM_TEXT_LINE_H

#include <stdio.h>
#include <sys/types.h>

/* As getline, without what editors of other systems add: the mark of UTF-8 before the text, and the carriage
 * return before the newline. */
ssize_t sq_text_line(char **line, size_t *room, FILE *from);

#endif

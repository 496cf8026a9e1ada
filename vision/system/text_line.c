/* A line as getline reads it, then shortened at both ends. */
#include "vision/system/text_line.h"

#include <string.h>

ssize_t sq_text_line(char **line, size_t *room, FILE *from) {
    static const char mark[] = "\xef\xbb\xbf", end[] = "\r\n";
    ssize_t length = getline(line, room, from);
    if (length < 0) return length;
    size_t n = (size_t)length, m = sizeof mark - 1, e = sizeof end - 1;
    if (n >= m && !memcmp(*line, mark, m)) memmove(*line, *line + m, (n -= m) + 1);
    if (n >= e && !memcmp(*line + n - e, end, e)) memcpy(*line + n-- - e, "\n", e);
    return (ssize_t)n;
}

/* Prints sentences on a terminal: a stream in the place of stdout, which breaks lines and colours words. */
#include "ui/terminal/terminal.h"

#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "ui/words/terminal_text.h"
#include "vision/system/atomic_file.h"

enum { USUAL_WIDTH = 80, LEAST_WIDTH = 40, WIDEST = 1000 };

/* Where a sentence begins in a line: behind the last two blanks of its first columns. Lines that go on begin
 * there too. */
enum { INDENT_MOST = 26 };

int sq_terminal_width(void) {
    struct winsize size;
    const char *columns = getenv("COLUMNS");
    int width = USUAL_WIDTH;
    if (!ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) && size.ws_col)
        width = size.ws_col;
    else if (columns && atoi(columns) > 0)
        width = atoi(columns);
    return width < LEAST_WIDTH ? LEAST_WIDTH : width > WIDEST ? WIDEST : width;
}

/* ---- Colours ---- */

/* Bold, so that they can be read on dark and on light grounds. */
#define PLAIN "\033[0m"
static const struct {
    const char *word, *begin;
} coloured[] = {{"blue", "\033[1;34m"},   {"green", "\033[1;32m"}, {"red", "\033[1;31m"},
                {"yellow", "\033[1;33m"}, {"QUESTION", "\033[1m"}, {"HELD", "\033[1m"},
                {"LOOK", "\033[1m"}};

static bool is_letter(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

/* How a word is coloured; null: not at all. A colour's name may begin with a capital. */
static const char *colour_of(const char *word, size_t length) {
    for (size_t i = 0; i < sizeof coloured / sizeof *coloured; i++) {
        const char *w = coloured[i].word;
        bool first = word[0] == w[0] || tolower((unsigned char)word[0]) == w[0];
        if (strlen(w) == length && first && !strncmp(word + 1, w + 1, length - 1)) return coloured[i].begin;
    }
    return NULL;
}

/* ---- A line ---- */

typedef struct {
    char *text;
    size_t used, room;
    bool failed;
} buffer;

static void put(buffer *b, const char *text, size_t n) {
    if (!b->text || b->used + n + 1 > b->room) {
        size_t room = 2 * (b->room + n) + 64;
        char *more = realloc(b->text, room);
        b->failed |= !more;
        if (!more) return;
        b->text = more;
        b->room = room;
    }
    memcpy(b->text + b->used, text, n);
    b->used += n;
    b->text[b->used] = 0;
}

static size_t indent_of(const char *line, size_t n) {
    size_t indent = strspn(line, " ");
    for (size_t i = 2; i < n && i <= INDENT_MOST; i++)
        if (line[i - 1] == ' ' && line[i - 2] == ' ' && line[i] != ' ') indent = i;
    return indent < n ? indent : 0;
}

static void put_word(buffer *b, const char *text, size_t n, bool colours) {
    for (size_t i = 0; i < n;) {
        size_t word = 0;
        while (i + word < n && is_letter(text[i + word]))
            word++;
        const char *colour = word && colours ? colour_of(text + i, word) : NULL;
        size_t take = word ? word : 1;
        if (colour) put(b, colour, strlen(colour));
        put(b, text + i, take);
        if (colour) put(b, PLAIN, strlen(PLAIN));
        i += take;
    }
}

/* Words and the blanks before them: a word that does not fit begins a new line, and the blanks before it are
 * dropped. */
static void put_line(buffer *b, const char *line, size_t n, size_t width, bool colours) {
    size_t indent = indent_of(line, n), column = 0;
    if (indent > width / 2) indent = 0;
    for (size_t at = 0; at < n;) {
        size_t blanks = 0, word = 0;
        while (at + blanks < n && line[at + blanks] == ' ')
            blanks++;
        while (at + blanks + word < n && line[at + blanks + word] != ' ')
            word++;
        size_t wide = (size_t)sq_text_columns(line + at + blanks, word);
        if (column > indent && column + blanks + wide > width) {
            put(b, "\n", 1);
            for (column = 0; column < indent; column++)
                put(b, " ", 1);
        } else {
            put(b, line + at, blanks);
            column += blanks;
        }
        put_word(b, line + at + blanks, word, colours);
        column += wide;
        at += blanks + word;
    }
}

/* ---- The stream ---- */

static bool in_colour;

/* What comes are whole lines, for the stream is line-buffered; a question that waits for its answer has no
 * line feed. */
static ssize_t take(void *who, const char *text, size_t n) {
    (void)who;
    buffer b = {0};
    size_t width = (size_t)sq_terminal_width();
    for (size_t at = 0; at < n;) {
        const char *end = memchr(text + at, '\n', n - at);
        size_t line = end ? (size_t)(end - text) - at : n - at;
        if (text[at] == '{')
            put(&b, text + at, line);
        else
            put_line(&b, text + at, line, width, in_colour);
        if (end) put(&b, "\n", 1);
        at += line + (end != NULL);
    }
    bool well = b.failed ? sq_write_all(STDOUT_FILENO, text, n) : sq_write_all(STDOUT_FILENO, b.text, b.used);
    free(b.text);
    return well ? (ssize_t)n : 0;
}

void sq_terminal_style_stdout(void) {
    const char *none = getenv("NO_COLOR"), *kind = getenv("TERM");
    if (!isatty(STDOUT_FILENO)) return;
    bool dumb = !kind || !*kind || !strcmp(kind, "dumb");
    in_colour = !dumb && !(none && *none);
    FILE *styled = fopencookie(NULL, "w", (cookie_io_functions_t){.write = take});
    if (!styled) return;
    fflush(stdout);
    setvbuf(styled, NULL, _IOLBF, BUFSIZ);
    stdout = styled;
}

/* Writes and reads tables. */
#include "ui/files/csv_text.h"

#include <stdbool.h>
#include <string.h>

#include "ui/words/json_text.h"

void sq_csv_put(FILE *to, const char *text) {
    putc('"', to);
    if (*text && strchr("=+-@\t\r", *text)) putc('\'', to);
    for (; *text; text++)
        fputs(*text == '"' ? "\"\"" : (char[]){*text, 0}, to);
    putc('"', to);
}

typedef struct {
    char *at, between;
    int line; /* that `at` is in */
} reader;

/* What stands most often in the first line between its cells. */
static char separator_of(const char *text) {
    static const char candidates[] = ",;\t";
    size_t most = 0, end = strcspn(text, "\r\n");
    char best = ',';
    for (const char *c = candidates; *c; c++) {
        size_t n = 0;
        for (size_t i = 0; i < end; i++)
            n += text[i] == *c;
        if (n > most) {
            most = n;
            best = *c;
        }
    }
    return best;
}

/* A cell in quotation marks, doubled within it; its text is moved together. Gives its end; null: it has none.
 */
static char *take_quoted(reader *r) {
    char *to = r->at++;
    for (; *r->at; r->at++) {
        if (*r->at == '"' && *++r->at != '"') return to;
        r->line += *r->at == '\n';
        *to++ = *r->at;
    }
    return NULL;
}

static char *trimmed(char *begin, char *end) {
    while (end > begin && strchr(" \t", end[-1]))
        end--;
    *end = 0;
    return begin + strspn(begin, " \t");
}

/* The next cell; *last: it ends its row. Null: it is in quotation marks that nothing closes, or something
 * follows them. */
static char *take_cell(reader *r, bool *last) {
    r->at += strspn(r->at, r->between == '\t' ? " " : " \t");
    char *begin = r->at, *end;
    const char stops[] = {r->between, '\r', '\n', 0};
    if (*r->at == '"') {
        end = take_quoted(r);
        if (!end) return NULL;
        r->at += strspn(r->at, " ");
        if (!strchr(stops, *r->at)) return NULL;
    } else
        end = r->at += strcspn(r->at, stops);
    char stop = *r->at;
    *last = stop != r->between;
    if (stop == '\r' && r->at[1] == '\n') r->at++;
    if (stop) r->at++;
    if (*last) r->line++;
    return trimmed(begin, end);
}

static sq_code take_row(reader *r, const char *name, sq_csv_take *take, void *who, sq_diag *d) {
    const char *cell[SQ_CSV_CELLS];
    int count = 0, line = r->line;
    bool last = false, any = false;
    while (!last) {
        const char *text = take_cell(r, &last);
        if (!text)
            return sq_fail(d, SQ_E_FORMAT, "%.200s: line %d: its quotation marks are not closed; see to them",
                           name, line);
        if (count == SQ_CSV_CELLS)
            return sq_fail(d, SQ_E_FORMAT,
                           "%.200s: line %d: more than %d columns; leave out what is not needed", name, line,
                           SQ_CSV_CELLS);
        any |= *text != 0;
        cell[count++] = text;
    }
    return any ? take(who, line, count, cell, d) : SQ_OK;
}

sq_code sq_csv_read(char *text, const char *name, sq_csv_take *take, void *who, sq_diag *d) {
    static const char mark[] = "\xef\xbb\xbf"; /* which spreadsheets put before UTF-8 */
    if (!sq_is_utf8(text))
        return sq_fail(d, SQ_E_FORMAT, "%.200s: it is no text in UTF-8; save it as \"CSV UTF-8\"", name);
    char *begin = text + (strncmp(text, mark, 3) ? 0 : 3);
    reader r = {begin, separator_of(begin), 1};
    sq_code code = SQ_OK;
    while (!code && *r.at)
        code = take_row(&r, name, take, who, d);
    return code;
}

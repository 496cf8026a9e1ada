/* Reads players and pairings. */
#include "ui/hall/results/tournament_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "ui/files/csv_text.h"
#include "ui/publish/broker_address.h"
#include "vision/system/nearest_word.h"

/* Without a column. */
enum { NONE = -1, COLUMNS_MOST = 8 };

enum { PLAYER, CLUB, PLAYER_COLUMNS };
static const char *const player_columns[] = {"player", "club"};
enum { ROUND, TABLE, FIRST_COLOUR, GAME = FIRST_COLOUR + SQ_USUAL_COLOURS, ROUND_COLUMNS };
static const char *const round_columns[] = {"round", "table", "blue", "green", "red", "yellow", "game"};
_Static_assert((int)ROUND_COLUMNS <= COLUMNS_MOST, "there is room for the columns");

/* A file that is read. */
typedef struct {
    const char *name;
    const char *const *columns;
    int column_count;
    unsigned needed; /* bit c: without column c it is no such table */
    int at[COLUMNS_MOST];
    bool begun;
    sq_player *known; /* players that may play; null: all */
    int known_count;
    char *list; /* of players or pairings */
    size_t size;
    int count;
} table;

/* ---- Columns ---- */

static sq_code take_columns(table *t, int line, int cells, const char *const *cell, sq_diag *d) {
    t->begun = true;
    for (int c = 0; c < t->column_count; c++) {
        t->at[c] = NONE;
        for (int i = 0; i < cells && t->at[c] == NONE; i++)
            if (!strcasecmp(cell[i], t->columns[c])) t->at[c] = i;
        if (t->at[c] == NONE && t->needed & 1u << c)
            return sq_fail(d, SQ_E_FORMAT,
                           "%.200s: line %d: it names no column \"%s\"; the first line names them", t->name,
                           line, t->columns[c]);
    }
    return SQ_OK;
}

/* Spreadsheets write empty cells too: a shorter row has lost some, and it is not known which. */
static sq_code check_row(const table *t, int line, int cells, sq_diag *d) {
    for (int c = 0; c < t->column_count; c++)
        if (t->at[c] >= cells)
            return sq_fail(
                d, SQ_E_FORMAT,
                "%.200s: line %d: it has %d cells, and its column \"%s\" is the %dth; keep a comma for "
                "each empty cell",
                t->name, line, cells, t->columns[c], t->at[c] + 1);
    return SQ_OK;
}

static const char *text_at(const table *t, int column, const char *const *cell) {
    return t->at[column] == NONE ? "" : cell[t->at[column]];
}

static sq_code copy(const table *t, int line, char to[SQ_DETAIL_MAX], int column, const char *text,
                    sq_diag *d) {
    if (!*text && t->needed & 1u << column)
        return sq_fail(d, SQ_E_FORMAT, "%.200s: line %d: its column \"%s\" is empty", t->name, line,
                       t->columns[column]);
    sq_details one = {0};
    const char *why = sq_details_name(&one, SQ_DETAIL_BLUE, text);
    if (why)
        return sq_fail(d, SQ_E_FORMAT, "%.200s: line %d: its column \"%s\" %s", t->name, line,
                       t->columns[column], why);
    snprintf(to, SQ_DETAIL_MAX, "%s", one.text[SQ_DETAIL_BLUE]);
    return SQ_OK;
}

/* A new one of the list; null: memory is out. */
static void *add(table *t, sq_diag *d) {
    char *more = realloc(t->list, (size_t)(t->count + 1) * t->size);
    if (!more) {
        sq_fail(d, SQ_E_MEMORY, "no memory for the list; close other programs");
        return NULL;
    }
    t->list = more;
    return memset(more + (size_t)t->count++ * t->size, 0, t->size);
}

/* ---- Rows ---- */

static sq_code take_player(void *who, int line, int cells, const char *const *cell, sq_diag *d) {
    table *t = who;
    if (!t->begun) return take_columns(t, line, cells, cell, d);
    sq_player *p = add(t, d);
    if (!p) return SQ_E_MEMORY;
    sq_code code = check_row(t, line, cells, d);
    if (!code) code = copy(t, line, p->name, PLAYER, text_at(t, PLAYER, cell), d);
    if (!code) code = copy(t, line, p->club, CLUB, text_at(t, CLUB, cell), d);
    for (int i = 0; !code && i < t->count - 1; i++)
        if (!strcmp(((sq_player *)t->list)[i].name, p->name))
            code = sq_fail(d, SQ_E_FORMAT, "%.200s: line %d: \"%s\" stands there twice; tell the two apart",
                           t->name, line, p->name);
    return code;
}

/* A name that is misspelt would play as somebody else. */
static sq_code know(const table *t, int line, const char *name, sq_diag *d) {
    const char *near[64];
    char meant[SQ_DID_YOU_MEAN_MAX];
    int listed = 0;
    for (int i = 0; i < t->known_count; i++) {
        if (!strcmp(t->known[i].name, name)) return SQ_OK;
        if (listed < (int)(sizeof near / sizeof *near)) near[listed++] = t->known[i].name;
    }
    if (!t->known_count) return SQ_OK;
    sq_did_you_mean(meant, name, near, listed);
    return sq_fail(d, SQ_E_FORMAT, "%.200s: line %d: \"%s\" is none of the players%s%s", t->name, line, name,
                   meant, *meant ? "" : "; add the name to them");
}

/* "0123456789abcdef/2"; a game that nobody plays is "none". */
static sq_code read_game(const table *t, int line, sq_pairing *p, const char *text, sq_diag *d) {
    char after;
    p->number = 1;
    if (!*text) return SQ_OK;
    if (!strcmp(text, "none")) {
        p->number = 0;
        return SQ_OK;
    }
    int got = sscanf(text, "%16[0-9a-f]/%6d%c", p->game, &p->number, &after);
    if ((got == 2 ? sq_is_game_id(p->game) : got == 1 && sq_is_game_id(text)) && p->number > 0) return SQ_OK;
    return sq_fail(d, SQ_E_FORMAT,
                   "%.200s: line %d: \"%.40s\" is no game's id; the page of results shows them", t->name,
                   line, text);
}

/* Blue and red are partners against green and yellow. */
static sq_code keep_sides_apart(const table *t, int line, const sq_pairing *p, sq_diag *d) {
    for (unsigned blue_red = SQ_BLUE; blue_red < SQ_USUAL_COLOURS; blue_red += 2)
        for (unsigned green_yellow = SQ_GREEN; green_yellow < SQ_USUAL_COLOURS; green_yellow += 2)
            if (!strcmp(p->player[blue_red], p->player[green_yellow]))
                return sq_fail(d, SQ_E_FORMAT,
                               "%.200s: line %d: \"%s\" plays on both sides; correct one of the names",
                               t->name, line, p->player[blue_red]);
    return SQ_OK;
}

static sq_code take_pairing(void *who, int line, int cells, const char *const *cell, sq_diag *d) {
    table *t = who;
    if (!t->begun) return take_columns(t, line, cells, cell, d);
    sq_pairing *p = add(t, d);
    if (!p) return SQ_E_MEMORY;
    sq_code code = check_row(t, line, cells, d);
    if (!code) code = copy(t, line, p->round, ROUND, text_at(t, ROUND, cell), d);
    if (!code) code = copy(t, line, p->table, TABLE, text_at(t, TABLE, cell), d);
    for (unsigned c = 0; !code && c < SQ_USUAL_COLOURS; c++) {
        code = copy(t, line, p->player[c], (int)(FIRST_COLOUR + c), text_at(t, (int)(FIRST_COLOUR + c), cell),
                    d);
        if (!*p->player[c] && c >= SQ_RED) strcpy(p->player[c], p->player[c - SQ_RED]);
        if (!code) code = know(t, line, p->player[c], d);
    }
    if (!code) code = keep_sides_apart(t, line, p, d);
    if (!code) code = read_game(t, line, p, text_at(t, GAME, cell), d);
    for (int i = 0; !code && i < t->count - 1; i++) {
        const sq_pairing *other = &((sq_pairing *)t->list)[i];
        if (!strcmp(other->round, p->round) && sq_same_table(other->table, p->table))
            code = sq_fail(d, SQ_E_FORMAT,
                           "%.200s: line %d: round %s has two games at table %s; give one another table",
                           t->name, line, p->round, p->table);
    }
    return code;
}

/* ---- Files ---- */

static sq_code check_any(const table *t, sq_code code, sq_diag *d) {
    if (code || t->count) return code;
    return sq_fail(d, SQ_E_FORMAT,
                   "%.200s: it holds nothing but its first line, or not even that; write a line for each",
                   t->name);
}

sq_code sq_tournament_put_players(sq_hall_store *s, char *text, const char *name, sq_diag *d) {
    table t = {.name = name,
               .columns = player_columns,
               .column_count = PLAYER_COLUMNS,
               .needed = 1u << PLAYER,
               .size = sizeof(sq_player)};
    sq_code code = check_any(&t, sq_csv_read(text, name, take_player, &t, d), d);
    if (!code) sq_hall_store_put_players(s, (sq_player *)t.list, t.count);
    free(t.list);
    return code;
}

sq_code sq_tournament_put_rounds(sq_hall_store *s, char *text, const char *name, sq_diag *d) {
    table t = {.name = name,
               .columns = round_columns,
               .column_count = ROUND_COLUMNS,
               .needed = 1u << ROUND | 1u << TABLE | 1u << (FIRST_COLOUR + SQ_BLUE) |
                         1u << (FIRST_COLOUR + SQ_GREEN),
               .size = sizeof(sq_pairing)};
    t.known = sq_hall_store_players(s, &t.known_count);
    sq_code code =
        t.known ? check_any(&t, sq_csv_read(text, name, take_pairing, &t, d), d) : sq_hall_store_unread(s, d);
    if (!code) sq_hall_store_put_pairings(s, (sq_pairing *)t.list, t.count);
    free(t.known);
    free(t.list);
    return code;
}

/* The text of a file; the caller frees. */
static sq_code read_file(char **text, const char *path, sq_diag *d) {
    *text = calloc(1, SQ_TOURNAMENT_TEXT + 2);
    FILE *f = *text ? fopen(path, "re") : NULL;
    size_t n = f ? fread(*text, 1, SQ_TOURNAMENT_TEXT + 1, f) : 0;
    const char *why = !f || ferror(f) ? strerror(errno) : n > SQ_TOURNAMENT_TEXT ? "it is too large" : NULL;
    if (f) fclose(f);
    if (!why) return SQ_OK;
    return sq_fail(d, SQ_E_FILE, "%.300s: cannot be read (%s); give another file", path, why);
}

sq_code sq_tournament_take(sq_hall_store *s,
                           sq_code (*put)(sq_hall_store *s, char *text, const char *name, sq_diag *d),
                           const char *path, sq_diag *d) {
    char *text = NULL;
    sq_code code = read_file(&text, path, d);
    if (!code) code = put(s, text, path, d);
    free(text);
    return code ? code : sq_hall_store_commit(s, d);
}

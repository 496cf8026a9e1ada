/* Puts pairings and games together, and counts points. */
#include "ui/hall/results/results.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/book/ruling_sentences.h"
#include "ui/words/details_words.h"

/* ---- Records that were read ---- */

struct sq_remembered {
    long long seq;
    sq_game_result result;
};

void sq_results_forget(sq_results_memory *m) {
    free(m->of);
    *m = (sq_results_memory){0};
}

static struct sq_remembered *recall(sq_results_memory *m, const char *id, int number) {
    for (int i = 0; i < m->count; i++)
        if (m->of[i].result.number == number && !strcmp(m->of[i].result.id, id)) return &m->of[i];
    struct sq_remembered *more = realloc(m->of, (size_t)(m->count + 1) * sizeof *more);
    if (!more) return NULL;
    m->of = more;
    m->of[m->count] = (struct sq_remembered){.seq = -1};
    return &m->of[m->count++];
}

/* The games' ids first: while they are listed, nothing else can be read. */
typedef struct {
    struct {
        char id[SQ_GAME_ID];
        int number;
        long long seq;
    } * of;
    int count;
    bool failed;
} id_list;

static void note_game(void *who, const char *id, const sq_stored_game *game) {
    id_list *l = who;
    void *more = realloc(l->of, (size_t)(l->count + 1) * sizeof *l->of);
    l->failed |= !more;
    if (!more) return;
    l->of = more;
    snprintf(l->of[l->count].id, SQ_GAME_ID, "%s", id);
    l->of[l->count].number = game->number;
    l->of[l->count++].seq = game->seq;
}

static bool read_one(sq_results_memory *m, sq_hall_store *s, const id_list *ids, int i, int number) {
    struct sq_remembered *r = recall(m, ids->of[i].id, number);
    if (!r) return false;
    if (r->seq != ids->of[i].seq && !sq_game_result_read(&r->result, s, ids->of[i].id, number, NULL, NULL))
        return false;
    r->seq = ids->of[i].seq;
    return true;
}

/* All records of the hall, in the order in which they began. */
static bool read_all(sq_results *out, int *count, sq_hall_store *s, sq_results_memory *m) {
    id_list ids = {0};
    if (m->anew != sq_hall_store_made_anew(s)) sq_results_forget(m);
    m->anew = sq_hall_store_made_anew(s);
    ids.failed |= !sq_hall_store_games(s, note_game, &ids);
    int records = 0;
    for (int i = 0; i < ids.count; i++)
        records += ids.of[i].number;
    out->results = calloc((size_t)records + 1, sizeof *out->results);
    bool well = out->results && !ids.failed;
    *count = 0;
    for (int i = 0; i < ids.count && well; i++)
        for (int number = 1; number <= ids.of[i].number && well; number++) {
            well = read_one(m, s, &ids, i, number);
            if (well) out->results[(*count)++] = recall(m, ids.of[i].id, number)->result;
        }
    free(ids.of);
    return well;
}

/* ---- Which game is which pairing ---- */

static bool tells_players(const sq_game_result *r) {
    for (unsigned c = 0; c < SQ_USUAL_COLOURS; c++)
        if (*sq_details_player(&r->about, (sq_colour)c)) return true;
    return false;
}

/* "7", "Table 7" and "table-7" are one table. */
static bool is_table(const char *told, const char *name) {
    char to[SQ_HALL_NAME];
    static const char word[] = "table-";
    const char *a = sq_table_name(to, told) ? to : "", *b = name;
    if (!strncmp(a, word, sizeof word - 1)) a += sizeof word - 1;
    if (!strncmp(b, word, sizeof word - 1)) b += sizeof word - 1;
    return *a && !strcmp(a, b);
}

/* The two who play a side, whoever has which colour. A record that names one of them means that this one
 * plays alone, as rounds do. */
static bool same_side(const sq_game_result *r, sq_partnership mine, const sq_pairing *p,
                      sq_partnership theirs) {
    const char *a = sq_details_player(&r->about, (sq_colour)mine),
               *b = sq_details_player(&r->about, (sq_colour)(mine + SQ_RED)), *c = p->player[theirs],
               *d = p->player[theirs + SQ_RED];
    if (!*a) a = b;
    if (!*b) b = a;
    return (!strcmp(a, c) && !strcmp(b, d)) || (!strcmp(a, d) && !strcmp(b, c));
}

static bool same_players(const sq_game_result *r, const sq_pairing *p) {
    return (same_side(r, SQ_BLUE_RED, p, SQ_BLUE_RED) && same_side(r, SQ_GREEN_YELLOW, p, SQ_GREEN_YELLOW)) ||
           (same_side(r, SQ_BLUE_RED, p, SQ_GREEN_YELLOW) && same_side(r, SQ_GREEN_YELLOW, p, SQ_BLUE_RED));
}

static bool is_named(const sq_game_result *r, const sq_pairing *p) {
    return !strcmp(p->game, r->id) && p->number == r->number;
}

static bool is_told(const sq_game_result *r, const sq_pairing *p) {
    return !strcmp(r->about.text[SQ_DETAIL_ROUND], p->round) && is_table(p->table, r->table);
}

static bool is_by_players(const sq_game_result *r, const sq_pairing *p) {
    return !*r->about.text[SQ_DETAIL_ROUND] && tells_players(r) && same_players(r, p);
}

static bool is_next(const sq_game_result *r, const sq_pairing *p) {
    return !*r->about.text[SQ_DETAIL_ROUND] && !tells_players(r) && is_table(p->table, r->table);
}

/* Gives each pairing that has no game yet one that fits it. */
static void match(sq_results *out, int pairings, bool *taken, int results, sq_game_is is, bool newest,
                  bool (*fits)(const sq_game_result *r, const sq_pairing *p)) {
    for (int i = 0; i < pairings; i++)
        for (int k = 0; k < results && !out->game[i].result; k++) {
            int at = newest ? results - 1 - k : k;
            const sq_game_result *r = &out->results[at];
            const sq_pairing *p = &out->pairings[i];
            bool open = !*p->game && p->number > 0;
            if (taken[at] || r->is != is || (fits != is_named && !open) || !fits(r, p)) continue;
            out->game[i].result = r;
            taken[at] = true;
        }
}

static void match_all(sq_results *out, int pairings, bool *taken, int results) {
    static const sq_game_is order[] = {SQ_GAME_ENDED, SQ_GAME_PLAYED};
    for (int i = 0; i < 2; i++)
        match(out, pairings, taken, results, order[i], true, is_named);
    for (int i = 0; i < 2; i++)
        match(out, pairings, taken, results, order[i], true, is_told);
    for (int i = 0; i < 2; i++)
        match(out, pairings, taken, results, order[i], true, is_by_players);
    for (int i = 0; i < 2; i++)
        match(out, pairings, taken, results, order[i], false, is_next);
}

/* The games of the rounds, then those of none. */
static bool put_games(sq_results *out, int pairings, int results) {
    bool *taken = calloc((size_t)results + 1, sizeof *taken);
    out->game = calloc((size_t)(pairings + results) + 1, sizeof *out->game);
    bool well = taken && out->game;
    out->rounds_given = pairings > 0;
    for (int i = 0; i < pairings && well; i++)
        out->game[i].pairing = &out->pairings[i];
    if (well) match_all(out, pairings, taken, results);
    out->games = well ? pairings : 0;
    for (int i = 0; i < results && well; i++)
        if (!taken[i] && out->results[i].is != SQ_GAME_NOT_BEGUN)
            out->game[out->games++] = (sq_results_game){.result = &out->results[i]};
    free(taken);
    for (int i = 0; i < out->games; i++) {
        sq_results_game *g = &out->game[i];
        g->counts = g->result && g->result->is == SQ_GAME_ENDED && (g->pairing || !out->rounds_given);
        out->counted += g->counts;
        out->open += g->counts && g->result->open;
    }
    return well;
}

/* ---- Who plays ---- */

static sq_colour partner_of(sq_colour c) {
    return (sq_colour)((c + SQ_RED) % SQ_USUAL_COLOURS);
}

/* The sides may have changed colours: who plays with somebody in the rounds, plays with them. */
const char *sq_results_player_of(const sq_results_game *g, sq_colour c) {
    const char *told = g->result ? sq_details_player(&g->result->about, c) : "";
    if (*told || !g->pairing) return told;
    const char *partner = g->result ? sq_details_player(&g->result->about, partner_of(c)) : "";
    for (unsigned k = 0; k < SQ_USUAL_COLOURS && *partner; k++)
        if (!strcmp(g->pairing->player[k], partner)) return g->pairing->player[partner_of((sq_colour)k)];
    return g->pairing->player[c];
}

const char *sq_results_side(char to[SQ_RESULTS_SIDE], const sq_results_game *g, sq_partnership side) {
    const char *a = sq_results_player_of(g, (sq_colour)side),
               *b = sq_results_player_of(g, (sq_colour)(side + SQ_RED));
    bool both = *a && *b && strcmp(a, b) != 0;
    snprintf(to, SQ_RESULTS_SIDE, "%s%s%s", *a ? a : b, both ? " and " : "", both ? b : "");
    return to;
}

const char *sq_results_round(const sq_results_game *g) {
    return g->pairing ? g->pairing->round : g->result->about.text[SQ_DETAIL_ROUND];
}

const char *sq_results_table(const sq_results_game *g) {
    return g->pairing ? g->pairing->table : g->result->table;
}

const char *sq_results_points(char to[SQ_POINTS_TEXT_MAX], const sq_results_game *g, sq_partnership side) {
    *to = 0;
    if (g->result && g->result->is == SQ_GAME_ENDED) sq_points_text(g->result->points[side], to);
    return to;
}

const char *sq_results_remark(char to[SQ_RESULTS_REMARK], const sq_results *r) {
    int foreign = 0, n = 0;
    *to = 0;
    for (int i = 0; i < r->games; i++)
        foreign += r->rounds_given && !r->game[i].pairing;
    if (r->open)
        n = snprintf(to, SQ_RESULTS_REMARK,
                     "%d game%s that count%s ha%s open questions: the results may still change.", r->open,
                     r->open == 1 ? "" : "s", r->open == 1 ? "s" : "", r->open == 1 ? "s" : "ve");
    if (foreign)
        snprintf(to + n, SQ_RESULTS_REMARK - (size_t)n,
                 "%s%d game%s belong%s to no round and do%s not count.", n ? " " : "", foreign,
                 foreign == 1 ? "" : "s", foreign == 1 ? "s" : "", foreign == 1 ? "es" : "");
    return to;
}

/* ---- Standings ---- */

static sq_results_player *find_player(sq_results *out, const char *name) {
    for (int i = 0; i < out->players; i++)
        if (!strcmp(out->player[i].name, name)) return &out->player[i];
    sq_results_player *more = realloc(out->player, (size_t)(out->players + 1) * sizeof *more);
    if (!more) return NULL;
    out->player = more;
    sq_results_player *p = &out->player[out->players++];
    *p = (sq_results_player){.place = 0};
    snprintf(p->name, sizeof p->name, "%s", name);
    return p;
}

/* A side's points for one of its players. */
static bool add_game(sq_results *out, const sq_results_game *g, sq_partnership side, const char *name) {
    sq_results_player *p = *name ? find_player(out, name) : NULL;
    if (!p || !g->counts) return p || !*name;
    sq_sixtieths mine = g->result->points[side], theirs = g->result->points[!side];
    p->games++;
    p->won += mine > theirs;
    p->drawn += mine == theirs;
    p->lost += mine < theirs;
    p->points += mine;
    p->against += theirs;
    return true;
}

static int compare(const void *a, const void *b) {
    const sq_results_player *x = a, *y = b;
    if (x->points != y->points) return x->points < y->points ? 1 : -1;
    return strcmp(x->name, y->name);
}

static bool count_points(sq_results *out, const sq_player *known, int count) {
    bool well = true;
    for (int i = 0; i < count && well; i++) {
        sq_results_player *p = find_player(out, known[i].name);
        well = p;
        if (p) memcpy(p->club, known[i].club, sizeof p->club);
    }
    for (int i = 0; i < out->games && well; i++) {
        const sq_results_game *g = &out->game[i];
        if (out->rounds_given && !g->pairing) continue;
        for (int side = 0; side < SQ_PARTNERSHIPS && well; side++) {
            const char *a = sq_results_player_of(g, (sq_colour)side),
                       *b = sq_results_player_of(g, (sq_colour)(side + SQ_RED));
            well = add_game(out, g, (sq_partnership)side, a);
            if (well && strcmp(a, b) != 0) well = add_game(out, g, (sq_partnership)side, b);
        }
    }
    if (out->players) qsort(out->player, (size_t)out->players, sizeof *out->player, compare);
    for (int i = 0; i < out->players; i++) {
        bool level = i && out->player[i].points == out->player[i - 1].points;
        out->player[i].place = level ? out->player[i - 1].place : i + 1;
    }
    return well;
}

sq_code sq_results_gather(sq_results *out, sq_hall_store *s, sq_results_memory *memory, sq_diag *d) {
    int pairings, results, players;
    *out = (sq_results){.games = 0};
    snprintf(out->hall, sizeof out->hall, "%s", sq_hall_store_hall(s));
    out->pairings = sq_hall_store_pairings(s, &pairings);
    sq_player *known = sq_hall_store_players(s, &players);
    bool well = out->pairings && known && read_all(out, &results, s, memory) &&
                put_games(out, pairings, results) && count_points(out, known, players);
    free(known);
    return well ? SQ_OK : sq_hall_store_unread(s, d);
}

void sq_results_free(sq_results *r) {
    free(r->game);
    free(r->player);
    free(r->pairings);
    free(r->results);
    *r = (sq_results){.games = 0};
}

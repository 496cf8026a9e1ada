/* Puts pairings and games together, and counts points. */
#include "ui/hall/results/results.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/book/ruling_sentences.h"
#include "rules/terms/text_buffer.h"
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
    for (unsigned c = 0; c < SQ_COLOURS; c++)
        if (*sq_details_player(&r->about, (sq_colour)c)) return true;
    return false;
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
    return !strcmp(r->about.text[SQ_DETAIL_ROUND], p->round) && sq_same_table(p->table, r->table);
}

static bool is_by_players(const sq_game_result *r, const sq_pairing *p) {
    return !*r->about.text[SQ_DETAIL_ROUND] && tells_players(r) && same_players(r, p);
}

static bool is_next(const sq_game_result *r, const sq_pairing *p) {
    return !*r->about.text[SQ_DETAIL_ROUND] && !tells_players(r) && sq_same_table(p->table, r->table);
}

typedef bool fits_pairing(const sq_game_result *r, const sq_pairing *p);

typedef struct {
    sq_results *out;
    int pairings, results;
    bool *taken; /* the game has its pairing */
} matching;

static bool is_without(const matching *m, int i, fits_pairing *fits) {
    const sq_pairing *p = &m->out->pairings[i];
    return !m->out->game[i].result && (fits == is_named || (!*p->game && p->number > 0));
}

static bool is_candidate(const matching *m, int at, fits_pairing *fits, const sq_pairing *p) {
    const sq_game_result *r = &m->out->results[at];
    return !m->taken[at] && r->is != SQ_GAME_NOT_BEGUN && fits(r, p);
}

/* How many pairings without a game the same game would fit. */
static int count_alike(const matching *m, int at, fits_pairing *fits) {
    int alike = 0;
    for (int i = 0; i < m->pairings; i++)
        alike += is_without(m, i, fits) && fits(&m->out->results[at], &m->out->pairings[i]);
    return alike;
}

/* How many other games would rather be this pairing's: an ended one before one that is being played, a later
 * one before an earlier one. */
static int count_better(const matching *m, int at, fits_pairing *fits, const sq_pairing *p) {
    int better = 0;
    bool ended = m->out->results[at].is == SQ_GAME_ENDED;
    for (int k = 0; k < m->results; k++) {
        bool other = m->out->results[k].is == SQ_GAME_ENDED;
        better += (other == ended ? k > at : other) && is_candidate(m, k, fits, p);
    }
    return better;
}

/* Gives each pairing that has no game yet one that fits it, in the order in which the games began. Where more
 * games than pairings fit, the better ones are taken; but games that say nothing are taken as they come: what
 * was given to one round stays there when the next game begins. */
static void match(matching *m, fits_pairing *fits) {
    for (int i = 0; i < m->pairings; i++)
        for (int k = 0; k < m->results && is_without(m, i, fits); k++) {
            const sq_pairing *p = &m->out->pairings[i];
            if (!is_candidate(m, k, fits, p)) continue;
            int alike = count_alike(m, k, fits);
            if (fits != is_next && count_better(m, k, fits, p) >= alike) continue;
            m->out->game[i].result = &m->out->results[k];
            m->out->game[i].by_order |= fits == is_next || alike > 1;
            m->taken[k] = true;
        }
}

static void match_all(matching *m) {
    static fits_pairing *const by[] = {is_named, is_told, is_by_players, is_next};
    for (size_t i = 0; i < sizeof by / sizeof *by; i++)
        match(m, by[i]);
}

/* Two games of one table that the hall cannot put in order, or the first of which has not been ended: perhaps
 * it was begun anew. */
static bool is_doubtful(const sq_results *out, int results, const sq_results_game *g) {
    for (int k = 0; k < results && g->by_order; k++) {
        const sq_game_result *r = &out->results[k];
        bool other = r != g->result && strcmp(r->id, g->result->id) != 0 && r->is != SQ_GAME_NOT_BEGUN &&
                     !*r->about.text[SQ_DETAIL_ROUND] && !strcmp(r->table, g->result->table);
        if (other && !strcmp(r->begun, g->result->begun)) return true;
        if (other && r > g->result && g->result->is == SQ_GAME_PLAYED) return true;
    }
    return false;
}

/* The games of the rounds, then those of none. */
static bool put_games(sq_results *out, int pairings, int results) {
    bool *taken = calloc((size_t)results + 1, sizeof *taken);
    out->game = calloc((size_t)(pairings + results) + 1, sizeof *out->game);
    bool well = taken && out->game;
    out->rounds_given = pairings > 0;
    for (int i = 0; i < pairings && well; i++)
        out->game[i].pairing = &out->pairings[i];
    matching m = {out, pairings, results, taken};
    if (well) match_all(&m);
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
        g->doubtful = is_doubtful(out, results, g);
    }
    return well;
}

/* ---- Who plays ---- */

static bool plays(const sq_pairing *p, sq_partnership side, const char *name) {
    return *name && (!strcmp(name, p->player[side]) || !strcmp(name, p->player[side + SQ_RED]));
}

/* How many of a side's players the record names under the colours of a side. */
static int count_named(const sq_results_game *g, sq_partnership colours, sq_partnership side) {
    return plays(g->pairing, side, sq_details_player(&g->result->about, (sq_colour)colours)) +
           plays(g->pairing, side, sq_details_player(&g->result->about, (sq_colour)(colours + SQ_RED)));
}

/* The side of the pairing that has these colours: sides may have changed them. */
static sq_partnership side_with(const sq_results_game *g, sq_partnership colours) {
    int as_given =
            count_named(g, SQ_BLUE_RED, SQ_BLUE_RED) + count_named(g, SQ_GREEN_YELLOW, SQ_GREEN_YELLOW),
        changed = count_named(g, SQ_BLUE_RED, SQ_GREEN_YELLOW) + count_named(g, SQ_GREEN_YELLOW, SQ_BLUE_RED);
    return changed > as_given ? (sq_partnership)!colours : colours;
}

/* Whether the players of a side have changed their colours: the first one named decides. */
static bool is_crossed(const sq_results_game *g, sq_partnership colours, const char *a, const char *b) {
    const char *first = sq_details_player(&g->result->about, (sq_colour)colours),
               *second = sq_details_player(&g->result->about, (sq_colour)(colours + SQ_RED));
    bool named = !strcmp(first, a) || !strcmp(first, b);
    return named ? strcmp(first, a) != 0 : !strcmp(second, a);
}

/* Whoever is named at the table, the pairing's players play: the record tells which colours they have. */
const char *sq_results_player_of(const sq_results_game *g, sq_colour c) {
    if (!g->pairing) return sq_details_player(&g->result->about, c);
    if (c >= SQ_USUAL_COLOURS) return ""; /* rounds name four players */
    if (!g->result) return g->pairing->player[c];
    sq_partnership colours = (sq_partnership)(c % SQ_RED), side = side_with(g, colours);
    const char *a = g->pairing->player[side], *b = g->pairing->player[side + SQ_RED];
    return (c >= SQ_RED) == is_crossed(g, colours, a, b) ? a : b;
}

/* A player's name in the record that is none of the pairing's; null: there is none. A side may have another
 * name: its club's. */
static const char *stranger_of(const sq_results_game *g) {
    for (unsigned c = 0; g->pairing && g->result && c < SQ_USUAL_COLOURS; c++) {
        const char *name = g->result->about.text[SQ_DETAIL_BLUE + c];
        if (*name && !plays(g->pairing, SQ_BLUE_RED, name) && !plays(g->pairing, SQ_GREEN_YELLOW, name))
            return name;
    }
    return NULL;
}

/* Who plays several colours of a side has its points once. */
static bool is_first_of(const sq_results_game *g, sq_colour c) {
    for (unsigned k = 0; k < c; k++)
        if (sq_partnership_of((sq_colour)k) == sq_partnership_of(c) &&
            !strcmp(sq_results_player_of(g, (sq_colour)k), sq_results_player_of(g, c)))
            return false;
    return true;
}

const char *sq_results_side(char to[SQ_RESULTS_SIDE], const sq_results_game *g, sq_partnership side) {
    sq_text text = sq_text_in(to, SQ_RESULTS_SIDE);
    for (unsigned c = 0; c < SQ_COLOURS; c++) {
        const char *name = sq_results_player_of(g, (sq_colour)c);
        if (sq_partnership_of((sq_colour)c) == side && *name && is_first_of(g, (sq_colour)c))
            sq_text_put(&text, "%s%s", text.used ? " and " : "", name);
    }
    return to;
}

const char *sq_results_game_remark(const sq_results_game *g) {
    if (!g->result) return "not begun";
    if (g->result->is == SQ_GAME_PLAYED) return "not over"; /* played, or left */
    return !g->counts ? "of no round" : g->result->open ? "questions open" : "";
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

/* A sentence about the first game of which it is so, and how many more there are. */
static void put_remark(sq_text *to, const sq_results *r, bool (*is_so)(const sq_results_game *g),
                       void (*say)(sq_text *to, const sq_results_game *g)) {
    int others = -1;
    for (int i = 0; i < r->games; i++)
        if (is_so(&r->game[i]) && !++others) {
            if (to->used) sq_text_put(to, " ");
            say(to, &r->game[i]);
        }
    if (others > 0) sq_text_put(to, " (So with %d more.)", others);
}

static bool has_stranger(const sq_results_game *g) {
    return stranger_of(g);
}

static void say_stranger(sq_text *to, const sq_results_game *g) {
    sq_text_put(to,
                "At table %s, round %s, the name \"%s\" is none of the pairing's; the pairing's players have "
                "the points.",
                sq_results_table(g), sq_results_round(g), stranger_of(g));
}

static bool has_doubt(const sq_results_game *g) {
    return g->doubtful;
}

static void say_doubt(sq_text *to, const sq_results_game *g) {
    sq_text_put(
        to, "At table %s it is not sure which game is round %s; a column \"game\" in the rounds tells it.",
        sq_results_table(g), sq_results_round(g));
}

const char *sq_results_remark(char to[SQ_RESULTS_REMARK], const sq_results *r) {
    int foreign = 0;
    sq_text text = sq_text_in(to, SQ_RESULTS_REMARK);
    for (int i = 0; i < r->games; i++)
        foreign += r->rounds_given && !r->game[i].pairing;
    if (r->open)
        sq_text_put(&text, "%d game%s that count%s ha%s open questions: the results may still change.",
                    r->open, r->open == 1 ? "" : "s", r->open == 1 ? "s" : "", r->open == 1 ? "s" : "ve");
    if (foreign)
        sq_text_put(&text, "%s%d game%s belong%s to no round and do%s not count.", text.used ? " " : "",
                    foreign, foreign == 1 ? "" : "s", foreign == 1 ? "s" : "", foreign == 1 ? "es" : "");
    put_remark(&text, r, has_doubt, say_doubt);
    put_remark(&text, r, has_stranger, say_stranger);
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
        for (unsigned c = 0; c < SQ_COLOURS && well; c++)
            if (is_first_of(g, (sq_colour)c))
                well =
                    add_game(out, g, sq_partnership_of((sq_colour)c), sq_results_player_of(g, (sq_colour)c));
    }
    if (out->players) qsort(out->player, (size_t)out->players, sizeof *out->player, compare);
    for (int i = 0; i < out->players; i++) {
        bool level = i && out->player[i].points == out->player[i - 1].points;
        out->player[i].place = level ? out->player[i - 1].place : i + 1;
    }
    return well;
}

bool sq_results_have_places(const sq_results *r) {
    for (int i = 0; i < r->players; i++)
        if (r->player[i].games) return true;
    return false;
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

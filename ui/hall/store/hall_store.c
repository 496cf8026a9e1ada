/* What is kept, as statements that both databases understand. */
#include "ui/hall/store/hall_store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/hall/store/sql.h"

/* Of the tables below; another number stands for another form. */
enum { FORM = 3, FORM_OF_SEVERAL = 2 }; /* the first form of several halls in a file */

/* Its key is all the order that a table needs. A game's id is its hall's own: another hall may have one of
 * the same id. came: the order in which the hall first heard of its games. */
static const char *const create[] = {
    "CREATE TABLE IF NOT EXISTS tables (hall TEXT NOT NULL, name TEXT NOT NULL, game TEXT NOT NULL,"
    " birth BIGINT NOT NULL, PRIMARY KEY (hall, name))",
    "CREATE TABLE IF NOT EXISTS games (hall TEXT NOT NULL, id TEXT NOT NULL, tbl TEXT NOT NULL,"
    " seq BIGINT NOT NULL, number BIGINT NOT NULL, begun TEXT NOT NULL, came BIGINT NOT NULL,"
    " PRIMARY KEY (hall, id))",
    "CREATE TABLE IF NOT EXISTS lines (hall TEXT NOT NULL, game TEXT NOT NULL, number BIGINT NOT NULL,"
    " n BIGINT NOT NULL, text TEXT NOT NULL, PRIMARY KEY (hall, game, number, n))",
    "CREATE TABLE IF NOT EXISTS questions (hall TEXT NOT NULL, game TEXT NOT NULL, question BIGINT NOT NULL,"
    " line TEXT NOT NULL, PRIMARY KEY (hall, game, question))",
    "CREATE TABLE IF NOT EXISTS words (hall TEXT NOT NULL, id TEXT NOT NULL, tbl TEXT NOT NULL,"
    " game TEXT NOT NULL, who TEXT NOT NULL, said_at TEXT NOT NULL, word TEXT NOT NULL, answer TEXT,"
    " PRIMARY KEY (hall, id))",
    "CREATE TABLE IF NOT EXISTS players (hall TEXT NOT NULL, place BIGINT NOT NULL, name TEXT NOT NULL,"
    " club TEXT NOT NULL, PRIMARY KEY (hall, place))",
    "CREATE TABLE IF NOT EXISTS pairings (hall TEXT NOT NULL, place BIGINT NOT NULL, round TEXT NOT NULL,"
    " tbl TEXT NOT NULL, blue TEXT NOT NULL, green TEXT NOT NULL, red TEXT NOT NULL, yellow TEXT NOT NULL,"
    " game TEXT NOT NULL, number BIGINT NOT NULL, PRIMARY KEY (hall, place))"};
enum { TABLES = sizeof create / sizeof *create };

/* What an older form had otherwise: a table, and its rows as they are now, from form 1 and from form 2 (null:
 * that form had none, or had it so already). %s: the hall that opens it. */
static const struct {
    const char *name, *from[FORM - 1];
} moved[] = {
    {"tables", {"SELECT '%s', name, game, birth FROM old_tables", NULL}},
    {"games",
     {"SELECT '%s', id, tbl, seq, number, replace(begun, ' ', 'T') || 'Z',"
      " row_number() OVER (ORDER BY begun, id) FROM old_games",
      "SELECT hall, id, tbl, seq, number, begun,"
      " row_number() OVER (PARTITION BY hall ORDER BY begun, id) AS came FROM old_games"}},
    {"lines",
     {"SELECT '%s', game, number, n, text FROM old_lines",
      "SELECT g.hall AS hall, l.game AS game, l.number AS number, l.n AS n, l.text AS text FROM old_lines l"
      " JOIN old_games g ON g.id = l.game"}},
    {"questions",
     {NULL, "SELECT g.hall AS hall, q.game AS game, q.question AS question, q.line AS line"
            " FROM old_questions q JOIN old_games g ON g.id = q.game"}},
    {"words",
     {"SELECT '%s', id, tbl, game, who, said_at, word, answer FROM old_words",
      "SELECT COALESCE((SELECT g.hall FROM old_games g WHERE g.id = w.game), '%s'),"
      " w.id, w.tbl, w.game, w.who, w.said_at, w.word, w.answer FROM old_words w"}}};
enum { MOVED = sizeof moved / sizeof *moved };

/* name, text */
#define QUERY_LIST(X)                                                                                        \
    X(GET_HALLS, "SELECT hall FROM games UNION SELECT hall FROM tables UNION SELECT hall FROM players "      \
                 "UNION SELECT hall FROM pairings")                                                          \
    X(GET_GAME, "SELECT tbl, seq, number, begun FROM games WHERE hall = $1 AND id = $2")                     \
    X(PUT_GAME, "INSERT INTO games (hall, id, tbl, seq, number, begun, came) "                               \
                "VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (hall, id) DO UPDATE "                      \
                "SET seq = excluded.seq, number = excluded.number, begun = excluded.begun")                  \
    X(GET_GAMES, "SELECT id, tbl, seq, number, begun FROM games WHERE hall = $1 ORDER BY begun, came")       \
    X(GET_CAME, "SELECT COALESCE(MAX(came), 0) FROM games WHERE hall = $1")                                  \
    X(DROP_LINES, "DELETE FROM lines WHERE hall = $1 AND game = $2")                                         \
    X(PUT_TABLE, "INSERT INTO tables (hall, name, game, birth) VALUES ($1, $2, $3, $4) "                     \
                 "ON CONFLICT (hall, name) DO UPDATE SET game = excluded.game, birth = excluded.birth")      \
    X(GET_TABLES, "SELECT name, game, birth FROM tables WHERE hall = $1 ORDER BY name")                      \
    X(PUT_LINE, "INSERT INTO lines (hall, game, number, n, text) VALUES ($1, $2, $3, $4, $5) "               \
                "ON CONFLICT (hall, game, number, n) DO UPDATE SET text = excluded.text")                    \
    X(GET_LINES, "SELECT n, text FROM lines WHERE hall = $1 AND game = $2 AND number = $3 ORDER BY n")       \
    X(PUT_QUESTION, "INSERT INTO questions (hall, game, question, line) VALUES ($1, $2, $3, $4) "            \
                    "ON CONFLICT (hall, game, question) DO UPDATE SET line = excluded.line")                 \
    X(GET_QUESTIONS, "SELECT question, line FROM questions WHERE hall = $1 AND game = $2 ORDER BY question") \
    X(PUT_WORD, "INSERT INTO words (hall, id, tbl, game, who, said_at, word) "                               \
                "VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (hall, id) DO NOTHING")                     \
    X(ANSWER_WORD, "UPDATE words SET answer = $1 WHERE hall = $2 AND id = $3 AND tbl = $4")                  \
    X(DROP_PLAYERS, "DELETE FROM players WHERE hall = $1")                                                   \
    X(PUT_PLAYER, "INSERT INTO players (hall, place, name, club) VALUES ($1, $2, $3, $4)")                   \
    X(GET_PLAYERS, "SELECT name, club FROM players WHERE hall = $1 ORDER BY place")                          \
    X(DROP_PAIRINGS, "DELETE FROM pairings WHERE hall = $1")                                                 \
    X(PUT_PAIRING, "INSERT INTO pairings (hall, place, round, tbl, blue, green, red, yellow, game, number) " \
                   "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)")                                       \
    X(GET_PAIRINGS,                                                                                          \
      "SELECT round, tbl, blue, green, red, yellow, game, number FROM pairings WHERE hall = $1 "             \
      "ORDER BY place")

enum {
#define X(name, text) name,
    QUERY_LIST(X)
#undef X
        QUERIES
};
static const char *const query[QUERIES] = {
#define X(name, text) (text),
    QUERY_LIST(X)
#undef X
};
_Static_assert((int)QUERIES <= SQ_SQL_STATEMENTS, "a driver keeps all statements");

/* Words and answers of one transaction and of failed ones before it: an umpire's word is sent once, and
 * nobody tells it again. So many: an outage in which more is said has other witnesses. */
enum { WORD_VALUES = 7, UNKEPT_MOST = 256 };
typedef struct unkept_word unkept_word;
struct unkept_word {
    unkept_word *next;
    int which, count;
    char *value[WORD_VALUES];
};

struct sq_hall_store {
    const sq_sql_driver *sql;
    void *db;
    char hall[SQ_HALL_NAME], where[300]; /* where: for people, without a password */
    bool dirty, failed; /* a transaction is open; something in it failed, and nothing of it will stay */
    char why[160];      /* the last thing that failed, until it is told; "": nothing has */
    long long made_anew;
    long long came; /* the number of the game that came last */
    unkept_word *unkept;
    int unkept_count;
};

/* A server forgets a whole transaction in which anything has failed, also a question. */
static bool note(sq_hall_store *s, bool well) {
    if (!well) snprintf(s->why, sizeof s->why, "%s", s->sql->why(s->db));
    s->failed |= !well && s->dirty;
    return well;
}

static bool run(sq_hall_store *s, int which, const sq_sql_value *with, int count, sq_sql_row *take,
                void *who) {
    return !s->failed && note(s, s->sql->run(s->db, query[which], with, count, take, who));
}

#define RUN(s, which, take, who, ...)                  \
    run(s, which, (const sq_sql_value[]){__VA_ARGS__}, \
        (int)(sizeof((const sq_sql_value[]){__VA_ARGS__}) / sizeof(sq_sql_value)), take, who)

static void put_values(sq_hall_store *s, int which, char *const *value, int count) {
    sq_sql_value with[WORD_VALUES];
    for (int i = 0; i < count; i++)
        with[i] = sq_sql_text(value[i]);
    run(s, which, with, count, NULL, NULL);
}

static void free_word(unkept_word *w) {
    for (int i = 0; i < w->count; i++)
        free(w->value[i]);
    free(w);
}

static void drop_word(sq_hall_store *s, unkept_word **at) {
    unkept_word *w = *at;
    *at = w->next;
    s->unkept_count--;
    free_word(w);
}

/* Without a transaction nothing is put: it could not be taken back. What went with one that failed is in the
 * next one. */
static void will_write(sq_hall_store *s) {
    if (s->dirty) return;
    s->dirty = true;
    note(s, s->sql->run_once(s->db, s->sql->begin));
    for (unkept_word **at = &s->unkept; *at;) {
        bool was_well = !s->failed;
        put_values(s, (*at)->which, (*at)->value, (*at)->count);
        if (was_well && s->failed)
            drop_word(s, at); /* what is refused itself keeps nothing else out */
        else
            at = &(*at)->next;
    }
}

static void forget_words(sq_hall_store *s) {
    while (s->unkept)
        drop_word(s, &s->unkept);
}

/* Puts it, and keeps a copy until a transaction is known to hold it. */
static void put_word(sq_hall_store *s, int which, const char *const *value, int count) {
    unkept_word **at = &s->unkept, *w = calloc(1, sizeof *w);
    bool well = w && s->unkept_count < UNKEPT_MOST;
    will_write(s);
    if (w) *w = (unkept_word){.which = which, .count = count};
    for (int i = 0; well && i < count; i++)
        well = (w->value[i] = strdup(value[i]));
    if (!well) {
        if (w) free_word(w);
        return;
    }
    put_values(s, which, w->value, count);
    while (*at)
        at = &(*at)->next;
    *at = w;
    s->unkept_count++;
}

#define PUT(s, which, ...)                      \
    do {                                        \
        will_write(s);                          \
        RUN(s, which, NULL, NULL, __VA_ARGS__); \
    } while (0)

/* Texts and numbers, short: they fill the statements below. */
#define T(text) sq_sql_text(text)
#define N(number) sq_sql_number(number)

sq_sql_value sq_sql_text(const char *text) {
    return sq_sql_bytes(text, strlen(text));
}

sq_sql_value sq_sql_bytes(const char *text, size_t length) {
    return (sq_sql_value){.text = text, .length = length};
}

sq_sql_value sq_sql_number(long long number) {
    return (sq_sql_value){.number = number};
}

static void copy_text(char *to, size_t room, sq_sql_value from) {
    snprintf(to, room, "%.*s", (int)from.length, from.text);
}

/* ---- Opening and closing ---- */

static bool create_all(sq_hall_store *s) {
    char text[600];
    bool well = true;
    for (int i = 0; well && i < TABLES; i++) {
        snprintf(text, sizeof text, "%s%s", create[i], s->sql->table_end);
        well = s->sql->run_once(s->db, text);
    }
    return well;
}

/* As it stands between quotes in SQL. */
static void quote(char to[2 * SQ_HALL_NAME], const char *name) {
    for (; *name; name++) {
        if (*name == '\'') *to++ = '\'';
        *to++ = *name;
    }
    *to = 0;
}

/* One statement for each table that an older form had otherwise: its name, and its rows. */
static bool for_moved(sq_hall_store *s, long long form, const char *statement) {
    char rows[400], text[500], hall[2 * SQ_HALL_NAME];
    bool well = true;
    quote(hall, s->hall);
    for (int i = 0; well && i < MOVED; i++) {
        const char *is = moved[i].from[form - 1];
        if (!is) continue;
        snprintf(rows, sizeof rows, is, hall);
        snprintf(text, sizeof text, statement, moved[i].name, rows);
        well = s->sql->run_once(s->db, text);
    }
    return well;
}

static bool take_over(sq_hall_store *s, long long form) {
    return for_moved(s, form, "ALTER TABLE %1$s RENAME TO old_%1$s") && create_all(s) &&
           for_moved(s, form, "INSERT INTO %1$s %2$s") && for_moved(s, form, "DROP TABLE old_%1$s");
}

/* Who only reads a file of several halls' form sees its rows as they are now, and writes nothing: it may be a
 * file that nobody may write, or one that a hall uses. */
static bool look_at_older(sq_hall_store *s) {
    return for_moved(s, FORM_OF_SEVERAL, "CREATE TEMP VIEW old_%1$s AS SELECT * FROM main.%1$s") &&
           for_moved(s, FORM_OF_SEVERAL, "CREATE TEMP VIEW %1$s AS %2$s");
}

/* Two halls may begin on one server at once: whose tables were there first does not matter. */
static bool make(sq_hall_store *s, long long form) {
    bool alone = note(s, s->sql->run_once(s->db, s->sql->begin) && s->sql->run_once(s->db, s->sql->alone));
    bool well = alone && s->sql->form(s->db) == form &&
                note(s, (form ? take_over(s, form) : create_all(s)) && s->sql->set_form(s->db, FORM) &&
                            s->sql->commit(s->db));
    if (!well) s->sql->run_once(s->db, "ROLLBACK");
    return well || s->sql->form(s->db) == FORM;
}

/* Halls that are there: the last one's name, how many, all their names, and whether one is the one meant. */
typedef struct {
    const char *meant;
    char name[SQ_HALL_NAME], names[200];
    int count;
    bool there;
} found_halls;

static void note_hall(void *who, const sq_sql_value *column) {
    found_halls *f = who;
    copy_text(f->name, sizeof f->name, column[0]);
    size_t used = strlen(f->names);
    snprintf(f->names + used, sizeof f->names - used, "%s\"%s\"", f->count++ ? ", " : "", f->name);
    f->there = f->there || !strcmp(f->name, f->meant);
}

/* The hall of who only looks: the one that is named, else the only one that is there. */
static sq_code find_hall(sq_hall_store *s, sq_diag *d) {
    found_halls found = {.meant = s->hall};
    if (!run(s, GET_HALLS, NULL, 0, note_hall, &found)) return sq_hall_store_unread(s, d);
    if (*s->hall && found.count && !found.there)
        return sq_fail(d, SQ_E_ARGUMENT, "%.300s: it holds no hall \"%.60s\"; --hall can be %.150s", s->where,
                       s->hall, found.names);
    if (!*s->hall && found.count > 1)
        return sq_fail(d, SQ_E_ARGUMENT, "%.300s: it holds several halls; name one with --hall: %.150s",
                       s->where, found.names);
    if (!*s->hall) memcpy(s->hall, found.name, sizeof s->hall);
    return SQ_OK;
}

static void note_came(void *who, const sq_sql_value *column) {
    *(long long *)who = atoll(column[0].text);
}

static sq_code not_made(const sq_hall_store *s, bool older, sq_diag *d) {
    return sq_fail(d, SQ_E_FILE,
                   older ? "%.300s: what an older squint has kept there cannot be taken over (%.150s); end "
                           "all halls that use it, see whether it can be written, or give another file "
                           "(squint hall --keep)"
                         : "%.300s: nothing can be kept there (%.150s); see whether it can be written, or "
                           "give another file (squint hall --keep)",
                   s->where, *s->why ? s->why : "another program changes it");
}

static sq_code prepare(sq_hall_store *s, bool keeps, sq_diag *d) {
    long long form = s->sql->form(s->db);
    bool older = form > 0 && form < FORM, views = form == FORM_OF_SEVERAL && s->sql == &sq_sql_sqlite;
    if (keeps && (older || !form)) {
        if (!make(s, form)) return not_made(s, older, d);
        s->why[0] = 0; /* another hall has made it */
    } else if (!keeps && views) {
        if (!note(s, look_at_older(s))) return sq_hall_store_unread(s, d);
    } else if (form != FORM)
        return sq_fail(
            d, SQ_E_FILE,
            older   ? "%.300s: an older squint has written it; end its hall, and start squint hall --keep "
                      "with it once"
            : !form ? "%.300s: no hall has kept anything there yet; start squint hall --keep with it"
                    : "%.300s: a newer squint has written it; take that one, or give another file (squint "
                      "hall --keep)",
            s->where);
    if (keeps && !RUN(s, GET_CAME, note_came, &s->came, T(s->hall))) return sq_hall_store_unread(s, d);
    return keeps ? SQ_OK : find_hall(s, d);
}

sq_code sq_hall_store_open(sq_hall_store **out, const sq_hall_store_settings *settings, sq_diag *d) {
    sq_hall_store *s = *out = calloc(1, sizeof *s);
    if (!s) return sq_fail(d, SQ_E_MEMORY, "no memory for the hall; close other programs");
    const char *at = strrchr(settings->where, '@'); /* a password may have one too */
    bool server =
        !strncmp(settings->where, "postgres://", 11) || !strncmp(settings->where, "postgresql://", 13);
    s->sql = server ? &sq_sql_postgres : &sq_sql_sqlite;
    snprintf(s->where, sizeof s->where, "%s", server && at ? at + 1 : settings->where);
    snprintf(s->hall, sizeof s->hall, "%s", settings->hall);
    sq_code code = s->sql->open(&s->db, settings->where, settings->keeps ? settings->hall : NULL, d);
    if (!code) code = prepare(s, settings->keeps, d);
    if (!code) return SQ_OK;
    sq_hall_store_close(s);
    *out = NULL;
    return code;
}

void sq_hall_store_close(sq_hall_store *s) {
    sq_diag dropped;
    if (!s) return;
    if (s->unkept) will_write(s);
    if (s->db) sq_hall_store_commit(s, &dropped);
    forget_words(s);
    if (s->db) s->sql->close(s->db);
    free(s);
}

const char *sq_hall_store_hall(const sq_hall_store *s) {
    return s->hall;
}

bool sq_hall_store_is_dirty(const sq_hall_store *s) {
    return s->dirty;
}

bool sq_hall_store_reach(sq_hall_store *s) {
    return s->sql->reach(s->db);
}

sq_code sq_hall_store_unread(sq_hall_store *s, sq_diag *d) {
    if (!*s->why) return sq_fail(d, SQ_E_MEMORY, "no memory for what the hall keeps; close other programs");
    sq_fail(d, SQ_E_FILE, "%.300s: cannot be read (%.150s); see whether its disk or server is well", s->where,
            s->why);
    if (!s->failed) s->why[0] = 0; /* else the commit tells it too */
    return SQ_E_FILE;
}

sq_code sq_hall_store_commit(sq_hall_store *s, sq_diag *d) {
    if (!s->dirty) return SQ_OK;
    bool well = !s->failed && note(s, s->sql->commit(s->db));
    if (!well) s->sql->run_once(s->db, "ROLLBACK");
    s->dirty = s->failed = false;
    if (well) forget_words(s);
    if (well) return SQ_OK;
    sq_fail(d, SQ_E_FILE,
            "%.300s: cannot be written (%.150s); see whether its disk is full, or its server down", s->where,
            s->why);
    s->why[0] = 0;
    return SQ_E_FILE;
}

/* ---- Games ---- */

static void read_game(sq_stored_game *to, const sq_sql_value *column) {
    copy_text(to->table, sizeof to->table, column[0]);
    to->seq = atoll(column[1].text);
    to->number = atoi(column[2].text);
    copy_text(to->begun, sizeof to->begun, column[3]);
}

static void take_game(void *who, const sq_sql_value *column) {
    read_game(who, column);
}

bool sq_hall_store_game(sq_hall_store *s, const char *id, sq_stored_game *out) {
    *out = (sq_stored_game){.number = 1};
    return RUN(s, GET_GAME, take_game, out, T(s->hall), T(id));
}

void sq_hall_store_put_game(sq_hall_store *s, const char *id, const sq_stored_game *game) {
    PUT(s, PUT_GAME, T(s->hall), T(id), T(game->table), N(game->seq), N(game->number), T(game->begun),
        N(++s->came));
}

/* Who takes what: a caller's function and what it is given. */
typedef struct {
    void (*game)(void *who, const char *id, const sq_stored_game *game);
    void (*table)(void *who, const char *table, const sq_stored_table *is);
    void (*line)(void *who, int n, const char *text, size_t length);
    void (*question)(void *who, long long question, const char *line, size_t length);
    void *who;
} taker;

static void give_game(void *who, const sq_sql_value *column) {
    const taker *t = who;
    sq_stored_game game;
    read_game(&game, column + 1);
    t->game(t->who, column[0].text, &game);
}

bool sq_hall_store_games(sq_hall_store *s,
                         void (*take)(void *who, const char *id, const sq_stored_game *game), void *who) {
    taker t = {.game = take, .who = who};
    return RUN(s, GET_GAMES, give_game, &t, T(s->hall));
}

void sq_hall_store_forget_lines(sq_hall_store *s, const char *id) {
    s->made_anew++;
    PUT(s, DROP_LINES, T(s->hall), T(id));
}

long long sq_hall_store_made_anew(const sq_hall_store *s) {
    return s->made_anew;
}

void sq_hall_store_put_line(sq_hall_store *s, const char *id, int number, int n, const char *text,
                            size_t length) {
    PUT(s, PUT_LINE, T(s->hall), T(id), N(number), N(n), sq_sql_bytes(text, length));
}

static void give_line(void *who, const sq_sql_value *column) {
    const taker *t = who;
    t->line(t->who, atoi(column[0].text), column[1].text, column[1].length);
}

bool sq_hall_store_lines(sq_hall_store *s, const char *id, int number,
                         void (*take)(void *who, int n, const char *text, size_t length), void *who) {
    taker t = {.line = take, .who = who};
    return RUN(s, GET_LINES, give_line, &t, T(s->hall), T(id), N(number));
}

void sq_hall_store_put_question(sq_hall_store *s, const char *id, long long question, const char *line) {
    PUT(s, PUT_QUESTION, T(s->hall), T(id), N(question), T(line));
}

static void give_question(void *who, const sq_sql_value *column) {
    const taker *t = who;
    t->question(t->who, atoll(column[0].text), column[1].text, column[1].length);
}

bool sq_hall_store_questions(sq_hall_store *s, const char *id,
                             void (*take)(void *who, long long question, const char *line, size_t length),
                             void *who) {
    taker t = {.question = take, .who = who};
    return RUN(s, GET_QUESTIONS, give_question, &t, T(s->hall), T(id));
}

/* ---- Tables and words ---- */

void sq_hall_store_put_table(sq_hall_store *s, const char *table, const sq_stored_table *is) {
    PUT(s, PUT_TABLE, T(s->hall), T(table), T(is->game), N(is->birth));
}

static void give_table(void *who, const sq_sql_value *column) {
    const taker *t = who;
    sq_stored_table is = {.birth = atoll(column[2].text)};
    copy_text(is.game, sizeof is.game, column[1]);
    t->table(t->who, column[0].text, &is);
}

bool sq_hall_store_tables(sq_hall_store *s,
                          void (*take)(void *who, const char *table, const sq_stored_table *is), void *who) {
    taker t = {.table = take, .who = who};
    return RUN(s, GET_TABLES, give_table, &t, T(s->hall));
}

void sq_hall_store_put_word(sq_hall_store *s, const sq_stored_word *word) {
    const char *const value[] = {s->hall, word->id, word->table, word->game, word->who, word->at, word->word};
    put_word(s, PUT_WORD, value, sizeof value / sizeof *value);
}

void sq_hall_store_answer_word(sq_hall_store *s, const char *id, const char *table, const char *answer) {
    const char *const value[] = {answer, s->hall, id, table};
    put_word(s, ANSWER_WORD, value, sizeof value / sizeof *value);
}

/* ---- Players and pairings ---- */

void sq_hall_store_put_players(sq_hall_store *s, const sq_player *list, int count) {
    PUT(s, DROP_PLAYERS, T(s->hall));
    for (int i = 0; i < count; i++)
        PUT(s, PUT_PLAYER, T(s->hall), N(i), T(list[i].name), T(list[i].club));
}

void sq_hall_store_put_pairings(sq_hall_store *s, const sq_pairing *list, int count) {
    PUT(s, DROP_PAIRINGS, T(s->hall));
    for (int i = 0; i < count; i++) {
        const sq_pairing *p = &list[i];
        PUT(s, PUT_PAIRING, T(s->hall), N(i), T(p->round), T(p->table), T(p->player[SQ_BLUE]),
            T(p->player[SQ_GREEN]), T(p->player[SQ_RED]), T(p->player[SQ_YELLOW]), T(p->game), N(p->number));
    }
}

/* A list that grows. */
typedef struct {
    char *list;
    size_t size;
    int count, room;
    bool failed;
} grown;

static void *grow(grown *g) {
    if (g->count == g->room) {
        int room = 2 * g->room + 64;
        char *more = realloc(g->list, (size_t)room * g->size);
        g->failed |= !more;
        if (!more) return NULL;
        g->list = more;
        g->room = room;
    }
    return memset(g->list + (size_t)g->count++ * g->size, 0, g->size);
}

static void *list_of(grown *g, int *count) {
    *count = g->failed ? 0 : g->count;
    if (!g->failed) return g->list ? g->list : calloc(1, g->size);
    free(g->list);
    return NULL;
}

static void note_player(void *who, const sq_sql_value *column) {
    sq_player *p = grow(who);
    if (!p) return;
    copy_text(p->name, sizeof p->name, column[0]);
    copy_text(p->club, sizeof p->club, column[1]);
}

sq_player *sq_hall_store_players(sq_hall_store *s, int *count) {
    grown g = {.size = sizeof(sq_player)};
    g.failed |= !RUN(s, GET_PLAYERS, note_player, &g, T(s->hall));
    return list_of(&g, count);
}

static void note_pairing(void *who, const sq_sql_value *column) {
    sq_pairing *p = grow(who);
    if (!p) return;
    copy_text(p->round, sizeof p->round, column[0]);
    copy_text(p->table, sizeof p->table, column[1]);
    for (unsigned c = 0; c < SQ_USUAL_COLOURS; c++)
        copy_text(p->player[c], sizeof p->player[c], column[2 + c]);
    copy_text(p->game, sizeof p->game, column[2 + SQ_USUAL_COLOURS]);
    p->number = atoi(column[3 + SQ_USUAL_COLOURS].text);
}

sq_pairing *sq_hall_store_pairings(sq_hall_store *s, int *count) {
    grown g = {.size = sizeof(sq_pairing)};
    g.failed |= !RUN(s, GET_PAIRINGS, note_pairing, &g, T(s->hall));
    return list_of(&g, count);
}

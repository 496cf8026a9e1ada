/* What the hall's pages get. */
#include "ui/hall/hall_pages.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "ui/export/export_format.h"
#include "ui/serve/http_answer.h"
#include "ui/words/details_words.h"
#include "vision/system/shortest_numbers.h"

/* Lines that a page which was away may catch up with: some seconds of many tables. */
enum { LINES = 2048 };

static long long now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

void sq_hall_site_show(sq_hall_site *s, const sq_hall_table *t, double now_s) {
    char name[SQ_HALL_NAME + 8];
    json_t *o = sq_hall_table_glance(t, now_s);
    json_object_set_new(o, "at", json_integer(now_ms()));
    char *text = sq_short_numbers(json_dumps(o, JSON_COMPACT));
    snprintf(name, sizeof name, "table %s", t->name);
    if (text) sq_event_log_put(s->log, "table", text, name);
    free(text);
    json_decref(o);
}

void sq_hall_site_answer(sq_hall_site *s, const sq_hall_table *t, const char *bytes, size_t n) {
    json_t *o = n <= SQ_ANSWER_MOST ? json_loadb(bytes, n, JSON_REJECT_DUPLICATES, NULL) : NULL;
    const char *id = json_string_value(json_object_get(o, "id")),
               *game = json_string_value(json_object_get(o, "game"));
    if (id && game && !strcmp(game, t->game)) {
        json_object_set_new(o, "table", json_string(t->name));
        char *text = json_dumps(o, JSON_COMPACT);
        if (text) sq_hall_store_answer_word(s->tables->store, id, t->name, text);
        if (text) sq_event_log_put(s->log, "answer", text, NULL);
        free(text);
    }
    json_decref(o);
}

/* ---- Answers ---- */

static void write_line(void *who, int n, const char *text, size_t length) {
    FILE *to = who;
    (void)n;
    fwrite(text, 1, length, to);
    fputc('\n', to);
}

/* A path below /table/: NAME/WHAT taken apart. */
static bool read_path(const char *below, char table[SQ_HALL_NAME], const char **what) {
    const char *slash = strchr(below, '/');
    if (!slash || slash - below >= SQ_HALL_NAME) return false;
    snprintf(table, SQ_HALL_NAME, "%.*s", (int)(slash - below), below);
    *what = slash + 1;
    return sq_hall_is_name(table);
}

/* The game and the record that are asked for: "record", or "record/ID/NUMBER"; `name` stands for "record". */
static bool read_which(const char *what, const char *name, const sq_hall_table *t, char game[SQ_GAME_ID],
                       int *number) {
    char after;
    size_t n = strlen(name);
    snprintf(game, SQ_GAME_ID, "%s", t->game);
    *number = t->number;
    if (strncmp(what, name, n) != 0) return false;
    return !what[n] || sscanf(what + n, "/%16[0-9a-f]/%6d%c", game, number, &after) == 2;
}

/* The copy of a record. Null: there is none, or (d gets a text) it cannot be read. The caller frees. */
static char *read_record(sq_hall_site *s, const char *name, const char *what, size_t *size, sq_diag *d) {
    char game[SQ_GAME_ID], *text = NULL;
    int number;
    sq_stored_game stored;
    pthread_mutex_lock(&s->tables->lock);
    sq_hall_store *store = s->tables->store;
    const sq_hall_table *t = sq_hall_table_find(s->tables, name, false);
    bool asked = t && read_which(what, "record", t, game, &number);
    bool well = asked && sq_hall_store_game(store, game, &stored);
    bool there = well && !strcmp(stored.table, name) && number >= 1 && number <= stored.number;
    FILE *to = there ? open_memstream(&text, size) : NULL;
    if (there) well = to && sq_hall_store_lines(store, game, number, write_line, to);
    if (to) fclose(to);
    if (asked && !well) sq_hall_store_unread(store, d);
    pthread_mutex_unlock(&s->tables->lock);
    if (there && well) return text;
    free(text);
    return NULL;
}

/* A JPEG; null: there is none. The caller frees. */
static char *read_picture(sq_hall_site *s, const char *name, const char *what, size_t *size) {
    int record, line;
    char after, *copy = NULL;
    if (sscanf(what, "picture/%6d/%6d%c", &record, &line, &after) != 2) return NULL;
    pthread_mutex_lock(&s->tables->lock);
    const sq_hall_table *t = sq_hall_table_find(s->tables, name, false);
    const sq_hall_picture *p = t ? sq_hall_table_picture(t, record, line) : NULL;
    if (p && (copy = malloc(p->size))) memcpy(copy, p->jpeg, *size = p->size);
    pthread_mutex_unlock(&s->tables->lock);
    return copy;
}

/* ---- Sheets and results ---- */

static const struct {
    const char *name, *type;
    sq_export_form *form;
} sheets[] = {{"sheet.pdf", "application/pdf", sq_export_pdf},
              {"sheet", "text/html; charset=utf-8", sq_export_html}};
enum { SHEETS = sizeof sheets / sizeof *sheets };

/* The sheet of a game that has begun. */
static sq_code write_sheet(FILE *to, int which, const sq_game *g, const sq_remarks_list *remarks,
                           const sq_game_result *r, sq_diag *d) {
    char heading[SQ_DETAILS_TEXT_MAX];
    sq_details_heading(heading, &r->about, r->begun);
    sq_export x = {.name = *heading ? heading : r->table, .heading = heading, .about = &r->about};
    sq_code code = sq_export_begin(&x, g, remarks, d);
    if (!code) code = sheets[which].form(to, &x, d);
    sq_export_end(&x);
    return code;
}

/* Null: there is none, or (d gets a text) it cannot be read. The caller frees. */
static char *read_sheet(sq_hall_site *s, const char *name, const char *what, const char **type, size_t *size,
                        sq_diag *d) {
    char game[SQ_GAME_ID], *text = NULL;
    int number, which = 0;
    sq_game *g = NULL;
    sq_remarks_list remarks = {0};
    static sq_game_result result; /* large; only the server's thread comes here */
    pthread_mutex_lock(&s->tables->lock);
    const sq_hall_table *t = sq_hall_table_find(s->tables, name, false);
    while (t && which < SHEETS && !read_which(what, sheets[which].name, t, game, &number))
        which++;
    if (which < SHEETS) *type = sheets[which].type;
    bool asked = t && which < SHEETS;
    bool read = asked && sq_game_result_read(&result, s->tables->store, game, number, &g, &remarks);
    if (asked && !read) sq_hall_store_unread(s->tables->store, d);
    bool there = read && !strcmp(result.table, name) && result.is != SQ_GAME_NOT_BEGUN;
    pthread_mutex_unlock(&s->tables->lock);
    FILE *to = there ? open_memstream(&text, size) : NULL;
    bool well = to && !write_sheet(to, which, g, &remarks, &result, d);
    if (to) fclose(to);
    sq_remarks_free(&remarks);
    sq_game_free(g);
    if (well) return text;
    free(text);
    return NULL;
}

static const struct {
    const char *name, *type;
    sq_results_form *form;
} forms[] = {{"json", "application/json", sq_results_json},
             {"standings.csv", "text/csv; charset=utf-8", sq_results_csv},
             {"games.csv", "text/csv; charset=utf-8", sq_results_games_csv},
             {"pdf", "application/pdf", sq_results_pdf}};

static void give_results(void *who, struct evhttp_request *r, const char *below) {
    sq_hall_site *s = who;
    sq_diag d = {.text = "there is no such form"};
    sq_results results = {.games = 0};
    char *text = NULL;
    size_t size = 0, which = 0;
    int refused = 404;
    while (which < sizeof forms / sizeof *forms && strcmp(forms[which].name, below) != 0)
        which++;
    FILE *to = which < sizeof forms / sizeof *forms ? open_memstream(&text, &size) : NULL;
    if (which < sizeof forms / sizeof *forms) {
        refused = 503;
        sq_fail(&d, SQ_E_MEMORY, "no memory for the results; close other programs");
    }
    if (to) {
        pthread_mutex_lock(&s->tables->lock);
        sq_code code = sq_results_gather(&results, s->tables->store, &s->memory, &d);
        pthread_mutex_unlock(&s->tables->lock);
        if (!code) forms[which].form(to, &results, &d);
        fclose(to);
    }
    if (size)
        sq_answer_bytes(r, 200, forms[which].type, text, size);
    else
        sq_answer_refuse(r, refused, d.text);
    sq_results_free(&results);
    free(text);
}

/* ---- Pages ---- */

static void give_of_table(void *who, struct evhttp_request *r, const char *below) {
    char name[SQ_HALL_NAME];
    const char *what;
    size_t size;
    bool known = read_path(below, name, &what);
    if (known && !strcmp(what, "overlay")) {
        sq_answer_page(r, "hall_overlay.html");
        return;
    }
    const char *type = "application/x-ndjson";
    sq_diag d = {.text = ""};
    char *text = NULL;
    const char *sheet = NULL;
    if (known && !strncmp(what, "record", 6))
        text = read_record(who, name, what, &size, &d);
    else if (known && !strncmp(what, "picture", 7)) {
        type = "image/jpeg";
        text = read_picture(who, name, what, &size);
    } else if (known)
        sheet = text = read_sheet(who, name, what, &type, &size, &d);
    if (sheet)
        sq_answer_document(r, type, text, size);
    else if (text)
        sq_answer_bytes(r, 200, type, text, size);
    else
        sq_answer_refuse(r, *d.text ? 503 : 404, *d.text ? d.text : "there is no such table or game");
    free(text);
}

static void give_now(void *who, struct evhttp_request *r, const char *below) {
    char text[64];
    (void)who, (void)below;
    snprintf(text, sizeof text, "{\"now\":%lld}\n", now_ms());
    sq_answer_json(r, 200, text);
}

static void say(void *who, struct evhttp_request *r, const char *below) {
    sq_hall_site *s = who;
    json_t *o = sq_request_json(r);
    const char *why = "this is no word";
    if (sq_hall_is_name(below) && json_is_object(json_object_get(o, "word"))) {
        pthread_mutex_lock(&s->tables->lock);
        why = sq_hall_tables_say(s->tables, below, json_string_value(json_object_get(o, "who")),
                                 json_object_get(o, "word"));
        pthread_mutex_unlock(&s->tables->lock);
    }
    json_decref(o);
    if (why)
        sq_answer_refuse(r, 409, why);
    else
        sq_answer_json(r, 202, "{\"sent\":true}\n");
}

static const sq_route routes[] = {{.path = "/", .page = "hall.html"},
                                  {.path = "/board", .page = "hall_scoreboard.html"},
                                  {.path = "/table/", .answer = give_of_table},
                                  {.path = "/results", .page = "hall_results.html"},
                                  {.path = "/results/", .answer = give_results},
                                  {.path = "/say/", .post = true, .umpire = true, .answer = say},
                                  {.path = "/now", .answer = give_now},
                                  {0}};

/* ---- Opening and closing ---- */

sq_code sq_hall_site_open(sq_hall_site *s, sq_hall_tables *tables, const char *address, FILE *err,
                          sq_diag *d) {
    s->tables = tables;
    sq_code code = sq_event_log_new(&s->log, LINES, d);
    const sq_server_settings settings = {.address = address, .log = s->log, .routes = routes, .who = s};
    if (!code) code = sq_server_open(&s->server, &settings, d);
    if (code) return code;
    const char *url = sq_server_url(s->server), *umpires = sq_server_code(s->server);
    fprintf(err,
            "squint: all tables            %s#%s\nsquint: the audience's board  %sboard\n"
            "squint: table N for a stream  %stable/N/overlay\n",
            url, umpires, url, url);
    fprintf(err, "squint: the umpires' code      %s\n", umpires);
    return SQ_OK;
}

void sq_hall_site_close(sq_hall_site *s) {
    sq_server_close(s->server);
    sq_event_log_free(s->log);
    sq_results_forget(&s->memory);
    s->server = NULL;
    s->log = NULL;
}

/* Finds and begins tables. */
#include "ui/hall/hall_tables.h"

#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include "ui/overrule/umpire_word_json.h"
#include "vision/system/clock.h"

static sq_hall_table *begin(sq_hall_tables *h, const char *name, const sq_stored_table *stored) {
    sq_hall_table *t = h->count < SQ_HALL_TABLES ? malloc(sizeof *t) : NULL;
    if (t && sq_hall_table_begin(t, name, stored, h->store)) return h->table[h->count++] = t;
    free(t);
    return NULL;
}

/* Names first: while the list is read, nothing else can be. */
typedef struct {
    int count;
    struct {
        char name[SQ_HALL_NAME];
        sq_stored_table is;
    } of[SQ_HALL_TABLES];
} stored_list;

static void note(void *who, const char *name, const sq_stored_table *is) {
    stored_list *l = who;
    if (l->count == SQ_HALL_TABLES || !sq_hall_is_name(name)) return;
    strcpy(l->of[l->count].name, name);
    l->of[l->count++].is = *is;
}

sq_code sq_hall_tables_open(sq_hall_tables *h, const char *keep, const char *hall, sq_diag *d) {
    pthread_mutex_init(&h->lock, NULL);
    h->news = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    sq_code code = sq_hall_store_open(
        &h->store, &(sq_hall_store_settings){.where = keep, .hall = hall, .keeps = true}, d);
    if (code) return code;
    stored_list *list = calloc(1, sizeof *list);
    if (!list) return sq_fail(d, SQ_E_MEMORY, "no memory for the hall; close other programs");
    if (!sq_hall_store_tables(h->store, note, list)) code = sq_hall_store_unread(h->store, d);
    for (int i = 0; i < list->count; i++)
        begin(h, list->of[i].name, &list->of[i].is);
    free(list);
    return code;
}

void sq_hall_tables_close(sq_hall_tables *h) {
    for (int i = 0; i < h->count; i++) {
        sq_hall_table_free(h->table[i]);
        free(h->table[i]);
    }
    sq_hall_store_close(h->store);
    for (int i = 0; i < h->said_count; i++)
        free(h->said[i].text);
    if (h->news >= 0) close(h->news);
    pthread_mutex_destroy(&h->lock);
}

sq_hall_table *sq_hall_table_find(sq_hall_tables *h, const char *name, bool make) {
    for (int i = 0; i < h->count; i++)
        if (!strcmp(h->table[i]->name, name)) return h->table[i];
    return make && strcmp(name, SQ_HALL_DESK) != 0 ? begin(h, name, NULL) : NULL;
}

const char *sq_hall_tables_say(sq_hall_tables *h, const char *table, const char *who, const json_t *word) {
    char at[32];
    const uint64_t one = 1;
    time_t now = time(NULL);
    const sq_hall_table *t = sq_hall_table_find(h, table, false);
    const char *id = json_string_value(json_object_get(word, "id"));
    bool does = json_is_true(json_object_get(word, "do"));
    if (!t) return "there is no such table";
    if (!h->broker) return "the broker is not there; go and look";
    if (strcmp(sq_hall_table_online(t, sq_monotonic_s()), "ready") != 0)
        return "the table is not there; go and look";
    if (!who || !*who || !id || (does && !json_is_integer(json_object_get(word, "on"))))
        return "a word must say who gives it, its id, and the line on which it was decided";
    if (!sq_word_id_fits(id)) return SQ_WORD_ID_WHY;
    if (h->said_count == SQ_HALL_WORDS) return "too many words at once; say it again";
    strftime(at, sizeof at, "%Y-%m-%dT%H:%M:%SZ", gmtime(&now));
    json_t *o = json_pack("{s:i,s:s,s:s,s:s,s:O}", "version", SQ_HALL_VERSION, "game", t->game, "who", who,
                          "at", at, "word", word);
    char *text = o ? json_dumps(o, JSON_COMPACT) : NULL, *words = json_dumps(word, JSON_COMPACT);
    bool well = text && words;
    if (well) {
        sq_hall_store_put_word(h->store, &(sq_stored_word){id, t->name, t->game, who, at, words});
        memcpy(h->said[h->said_count].table, t->name, sizeof t->name);
        h->said[h->said_count++].text = text;
    } else {
        free(text);
    }
    free(words);
    json_decref(o);
    if (!well) return "this is no word";
    ssize_t woken = write(h->news, &one, sizeof one); /* the loop comes by anyway */
    (void)woken;
    return NULL;
}

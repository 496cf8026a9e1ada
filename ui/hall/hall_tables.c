/* Finds and begins tables. */
#include "ui/hall/hall_tables.h"

#include <stdlib.h>
#include <string.h>

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

sq_code sq_hall_tables_open(sq_hall_tables *h, const char *path, sq_diag *d) {
    pthread_mutex_init(&h->lock, NULL);
    sq_code code = sq_hall_store_open(&h->store, path, d);
    if (code) return code;
    stored_list *list = calloc(1, sizeof *list);
    if (!list) return sq_fail(d, SQ_E_MEMORY, "no memory for the hall; close other programs");
    sq_hall_store_tables(h->store, note, list);
    for (int i = 0; i < list->count; i++)
        begin(h, list->of[i].name, &list->of[i].is);
    free(list);
    return SQ_OK;
}

void sq_hall_tables_close(sq_hall_tables *h) {
    for (int i = 0; i < h->count; i++) {
        sq_hall_table_free(h->table[i]);
        free(h->table[i]);
    }
    sq_hall_store_close(h->store);
    pthread_mutex_destroy(&h->lock);
}

sq_hall_table *sq_hall_table_find(sq_hall_tables *h, const char *name, bool make) {
    for (int i = 0; i < h->count; i++)
        if (!strcmp(h->table[i]->name, name)) return h->table[i];
    return make && strcmp(name, SQ_HALL_DESK) != 0 ? begin(h, name, NULL) : NULL;
}

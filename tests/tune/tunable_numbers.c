/* Gathers the numbers that the linker has listed, and sets them. */
#include "tests/tune/tunable_numbers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The ends of the section that SQ_NUMBER fills; the linker names them. */
extern const sq_number *const __start_sq_numbers[];
extern const sq_number *const __stop_sq_numbers[];

static const char *from_the_top(const char *path) {
    static const char *const tops[] = {"/vision/", "/calib/"};
    for (size_t i = 0; i < sizeof tops / sizeof *tops; i++) {
        const char *at = strstr(path, tops[i]);
        if (at) return at + 1;
    }
    return path;
}

static int by_file(const void *a, const void *b) {
    const number *x = a, *y = b;
    int files = strcmp(x->file, y->file);
    return files ? files : strcmp(x->name, y->name);
}

static void add(number *n, const sq_number *variable) {
    if (n->count == VARIABLES_CAP) {
        fprintf(stderr, "tune: %s stands in more than %d files; raise VARIABLES_CAP\n", n->name,
                VARIABLES_CAP);
        exit(2);
    }
    n->at[n->count++] = variable;
}

/* Two files may name a number alike: they are two numbers. */
static number *same(number *list, int count, const sq_number *v) {
    for (int i = 0; i < count; i++)
        if (!strcmp(list[i].name, v->name) && !strcmp(list[i].file, from_the_top(v->file))) return &list[i];
    return NULL;
}

int numbers_list(number out[NUMBERS_CAP]) {
    int count = 0;
    for (const sq_number *const *v = __start_sq_numbers; v < __stop_sq_numbers; v++) {
        number *n = same(out, count, *v);
        if (!n && count == NUMBERS_CAP) {
            fprintf(stderr, "tune: more than %d numbers; raise NUMBERS_CAP\n", NUMBERS_CAP);
            exit(2);
        }
        if (!n) {
            n = &out[count++];
            *n = (number){.name = (*v)->name, .file = from_the_top((*v)->file), .preset = (*v)->preset};
        }
        add(n, *v);
    }
    qsort(out, (size_t)count, sizeof *out, by_file);
    return count;
}

const number *number_find(const number *list, int count, const char *name) {
    for (int i = 0; i < count; i++)
        if (!strcmp(list[i].name, name)) return &list[i];
    return NULL;
}

void number_set(const number *n, double value) {
    for (int i = 0; i < n->count; i++)
        if (n->at[i]->size == sizeof(float))
            *(float *)n->at[i]->at = (float)value;
        else
            *(double *)n->at[i]->at = value;
}

double number_get(const number *n) {
    return n->at[0]->size == sizeof(float) ? *(float *)n->at[0]->at : *(double *)n->at[0]->at;
}

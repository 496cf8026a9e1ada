/* What the numbers are worth: each is varied while the eye looks at scenes, or the umpire tells games, whose
 * truth is known; and numbers are fitted to them.
 *
 *   tune eye|stories A[,A...] B[,B...] --sensitivity [NAME...]
 *   tune eye|stories A[,A...] B[,B...] --fit NAME...
 *
 * A and B are independent sets: folders of scenes for the eye, FIRST-SEED:GAMES for the stories. A change is
 * found on A and judged on B. Costs are nats (see eye.c, stories.c): less is better. ./dev tune calls it. */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/tune/eye.h"
#include "tests/tune/numbers.h"
#include "tests/tune/stories.h"

#define LESS 0.67
#define MORE 1.5

/* A fit begins with this factor, and ends when its root of a root is tried in vain. */
#define FIRST_STEP 1.25

enum { SHOTS = 60, FOLDERS_CAP = 8, SETS = 2, FINENESS = 3 };

/* One of the two sets, of whichever kind. */
typedef struct {
    eye_scenes *scenes;
    stories *games;
    int count;
    double *cost, *base; /* of each scene or game: now, and with all numbers as they are written */
} set;

/* A change of cost against the base, nats, and its standard error by the scenes or games. */
typedef struct {
    double nats, error;
} change;

static void measure(set *s) {
    if (s->scenes)
        eye_cost(s->scenes, s->cost);
    else
        stories_cost(s->games, s->cost);
}

static set open_set(bool eye, char *what) {
    set s = {0};
    if (eye) {
        const char *folders[FOLDERS_CAP];
        int n = 0;
        for (char *f = strtok(what, ","); f && n < FOLDERS_CAP; f = strtok(NULL, ","))
            folders[n++] = f;
        s.scenes = eye_scenes_read(folders, n);
        s.count = eye_scenes_count(s.scenes);
    } else {
        int games = 0;
        unsigned first = 0;
        if (sscanf(what, "%u:%d", &first, &games) == 2) s.games = stories_draw(games, first, SHOTS);
        s.count = games;
    }
    s.cost = calloc((size_t)s.count + 1, sizeof *s.cost);
    s.base = calloc((size_t)s.count + 1, sizeof *s.base);
    if (!s.count || !s.cost || !s.base) {
        fprintf(stderr, "tune: \"%s\" holds no scenes, or is not FIRST-SEED:GAMES\n", what);
        exit(2);
    }
    measure(&s);
    memcpy(s.base, s.cost, (size_t)s.count * sizeof *s.base);
    return s;
}

static void close_set(set *s) {
    if (s->scenes) eye_scenes_free(s->scenes);
    if (s->games) stories_free(s->games);
    free(s->cost);
    free(s->base);
}

static double base_nats(const set *s) {
    double sum = 0;
    for (int i = 0; i < s->count; i++)
        sum += s->base[i];
    return sum;
}

static change measure_change(set *s) {
    double sum = 0, squares = 0;
    measure(s);
    for (int i = 0; i < s->count; i++) {
        double more = s->cost[i] - s->base[i];
        sum += more;
        squares += more * more;
    }
    return (change){sum, sqrt(fmax(squares - sum * sum / s->count, 0))};
}

/* ---- Sensitivity ---- */

typedef struct {
    const number *n;
    change less[SETS], more[SETS];
} row;

/* The most that a change costs, or gains, on the two sets together. */
static double weight(const row *r) {
    return fmax(fabs(r->less[0].nats) + fabs(r->less[1].nats), fabs(r->more[0].nats) + fabs(r->more[1].nats));
}

static int by_weight(const void *a, const void *b) {
    double x = weight(a), y = weight(b);
    return (x < y) - (x > y);
}

static void print_row(const row *r) {
    printf("| `%s` | %s | %g |", r->n->name, r->n->file, r->n->preset);
    const change *all[] = {&r->less[0], &r->more[0], &r->less[1], &r->more[1]};
    for (int i = 0; i < 4; i++)
        if (all[i]->nats == 0)
            printf(" 0 |");
        else
            printf(" %+.1f ± %.1f |", all[i]->nats, all[i]->error);
    putchar('\n');
}

static void vary(row *r, set sets[SETS]) {
    number_set(r->n, LESS * r->n->preset);
    for (int k = 0; k < SETS; k++)
        r->less[k] = measure_change(&sets[k]);
    number_set(r->n, MORE * r->n->preset);
    for (int k = 0; k < SETS; k++)
        r->more[k] = measure_change(&sets[k]);
    number_set(r->n, r->n->preset);
}

static void find_sensitivity(const number *list, int count, set sets[SETS]) {
    row *rows = calloc((size_t)count, sizeof *rows);
    for (int i = 0; i < count; i++) {
        rows[i].n = &list[i];
        vary(&rows[i], sets);
        fprintf(stderr, "%d of %d: %s %+.1f %+.1f | %+.1f %+.1f\n", i + 1, count, list[i].name,
                rows[i].less[0].nats, rows[i].more[0].nats, rows[i].less[1].nats, rows[i].more[1].nats);
    }
    qsort(rows, (size_t)count, sizeof *rows, by_weight);
    printf("| number | stands in | value | A × %g | A × %g | B × %g | B × %g |\n", LESS, MORE, LESS, MORE);
    puts("| --- | --- | --- | --- | --- | --- | --- |");
    for (int i = 0; i < count; i++)
        print_row(&rows[i]);
    free(rows);
}

/* ---- Fitting ---- */

/* Tries one number at a factor; keeps it where set A costs less. */
static bool try(const number *n, double factor, set *a, double *best) {
    double was = number_get(n);
    number_set(n, was * factor);
    change c = measure_change(a);
    if (c.nats < *best) {
        *best = c.nats;
        return true;
    }
    number_set(n, was);
    return false;
}

/* Coordinate search: each number up and down by one factor as long as set A costs less, then by its root. */
static void fit(const number *list, int count, set sets[SETS]) {
    double best = 0, step = FIRST_STEP;
    for (int fineness = 0; fineness < FINENESS; fineness++, step = sqrt(step))
        for (int i = 0; i < count; i++) {
            if (try(&list[i], step, &sets[0], &best))
                while (try(&list[i], step, &sets[0], &best))
                    continue;
            else
                while (try(&list[i], 1 / step, &sets[0], &best))
                    continue;
            fprintf(stderr, "%s = %g: %+.2f nats on A\n", list[i].name, number_get(&list[i]), best);
        }
    change a = measure_change(&sets[0]), b = measure_change(&sets[1]);
    for (int i = 0; i < count; i++)
        printf("%s: %g, was %g (%s)\n", list[i].name, number_get(&list[i]), list[i].preset, list[i].file);
    printf("A: %+.2f ± %.2f nats, B: %+.2f ± %.2f nats: %s\n", a.nats, a.error, b.nats, b.error,
           b.nats + b.error < 0 ? "better" : "not better on what it was not fitted to");
}

/* ---- The command line ---- */

/* Rooms that neither the eye nor the stories read. */
static bool is_of(bool eye, const char *file) {
    static const char *const others[] = {"vision/change/", "vision/capture/", "vision/frame/",
                                         "vision/math/"};
    if (strncmp(file, "vision/", 7) != 0) return false;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (!strncmp(file, others[i], strlen(others[i]))) return false;
    return eye != !strncmp(file, "vision/play/", 12);
}

/* Those of the names, or all that the eye or the stories use. */
static int choose(number list[NUMBERS_CAP], bool eye, char **names, int name_count) {
    static number all[NUMBERS_CAP];
    int all_count = numbers_list(all), count = 0;
    for (int i = 0; i < all_count && !name_count; i++)
        if (is_of(eye, all[i].file)) list[count++] = all[i];
    for (int i = 0; i < name_count; i++) {
        const number *n = number_find(all, all_count, names[i]);
        if (!n) {
            fprintf(stderr, "tune: no number is called %s; they stand as SQ_NUMBER in the sources\n",
                    names[i]);
            exit(2);
        }
        list[count++] = *n;
    }
    return count;
}

int main(int argc, char **argv) {
    static number list[NUMBERS_CAP];
    bool known = argc > 4 && (!strcmp(argv[1], "eye") || !strcmp(argv[1], "stories"));
    bool fits = known && !strcmp(argv[4], "--fit");
    if (!known || (!fits && strcmp(argv[4], "--sensitivity") != 0) || (fits && argc < 6)) {
        fprintf(stderr, "tune eye|stories A B --sensitivity [NAME...]\ntune eye|stories A B --fit NAME...\n");
        return 2;
    }
    bool eye = !strcmp(argv[1], "eye");
    int count = choose(list, eye, argv + 5, argc - 5);
    set sets[SETS] = {open_set(eye, argv[2]), open_set(eye, argv[3])};
    fprintf(stderr, "%d numbers; %s: A %d, %.1f nats; B %d, %.1f nats\n", count, eye ? "scenes" : "games",
            sets[0].count, base_nats(&sets[0]), sets[1].count, base_nats(&sets[1]));
    (fits ? fit : find_sensitivity)(list, count, sets);
    for (int k = 0; k < SETS; k++)
        close_set(&sets[k]);
    return 0;
}

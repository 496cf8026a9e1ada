/* What the numbers are worth: each is varied while the eye looks at scenes or boards, or the umpire tells
 * games, whose truth is known; and numbers are fitted to them.
 *
 *   tune eye|camera|stories|crokinole A[,A...] B[,B...] --sensitivity [NAME...]
 *   tune eye|camera|stories|crokinole A[,A...] B[,B...] --extremes [NAME...]
 *   tune eye|camera|stories|crokinole A[,A...] B[,B...] --costs [NAME=VALUE...]
 *   tune eye|camera|stories|crokinole A[,A...] B[,B...] --fit NAME...
 *
 * A and B are independent sets: folders of scenes for the eye and the camera, FIRST-SEED:GAMES for the
 * stories, SEED:BOARDS-OF-EACH-FAMILY for crokinole. A change is found on A and judged on B. Costs are nats
 * (see score_of_eye.c, score_of_stories.c, score_of_boards.c): less is better. ./dev tune calls it. */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/tune/score_of_boards.h"
#include "tests/tune/score_of_eye.h"
#include "tests/tune/score_of_stories.h"
#include "tests/tune/tunable_numbers.h"

#define LESS 0.67
#define MORE 1.5

/* What takes a number out of play: nothing, and more than anything that is measured. */
#define NONE 0.0
#define BEYOND 1e6

/* Nats from which a set shows that a number is needed. */
#define TELLING 2.0

/* A number that makes a loop endless, or much longer, is told as such after so many times the usual time.
 */
#define PATIENCE 8

/* A fit begins with this factor, and ends when its root of a root is tried in vain. */
#define FIRST_STEP 1.25

enum { SHOTS = 60, FOLDERS_CAP = 32, SETS = 2, FINENESS = 3 };

/* What is tuned. */
typedef enum { EYE, CAMERA, STORIES, CROKINOLE, SUBJECTS } subject;
static const char *const subject_name[SUBJECTS] = {"eye", "camera", "stories", "crokinole"};

/* One of the two sets, of whichever kind. */
typedef struct {
    subject of;
    eye_scenes *scenes; /* of the eye and the camera; else null */
    stories *games;     /* else null */
    boards *boards;     /* else null */
    int count;
    double *cost, *base; /* of each scene, game or board: now, and with all numbers as they are written */
    double seconds;      /* of processor time that the base took */
} set;

/* A change of cost against the base, nats, and its standard error by the scenes or games. */
typedef struct {
    double nats, error;
} change;

static void measure(set *s) {
    switch (s->of) {
    case STORIES: stories_cost(s->games, s->cost); break;
    case CROKINOLE: boards_cost(s->boards, s->cost); break;
    case CAMERA: camera_cost(s->scenes, s->cost); break;
    default: eye_cost(s->scenes, s->cost);
    }
}

static void read_scenes(set *s, char *what) {
    const char *folders[FOLDERS_CAP];
    int n = 0;
    for (char *f = strtok(what, ","); f && n < FOLDERS_CAP; f = strtok(NULL, ","))
        folders[n++] = f;
    s->scenes = eye_scenes_read(folders, n);
    s->count = eye_scenes_count(s->scenes);
}

/* What is drawn by a seed, so many of them. */
static void draw(set *s, const char *what) {
    int many = 0;
    unsigned seed = 0;
    if (sscanf(what, "%u:%d", &seed, &many) != 2 || many < 1) return;
    if (s->of == STORIES)
        s->games = stories_draw(many, seed, SHOTS);
    else
        s->boards = boards_draw(many, seed);
    s->count = s->games ? many : boards_count(s->boards);
}

static set open_set(subject of, char *what) {
    set s = {.of = of};
    if (of == STORIES || of == CROKINOLE)
        draw(&s, what);
    else
        read_scenes(&s, what);
    s.cost = calloc((size_t)s.count + 1, sizeof *s.cost);
    s.base = calloc((size_t)s.count + 1, sizeof *s.base);
    if (!s.count || !s.cost || !s.base) {
        fprintf(stderr, "tune: \"%s\" holds no scenes, or is not SEED:HOW-MANY\n", what);
        exit(2);
    }
    clock_t start = clock();
    measure(&s);
    s.seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    memcpy(s.base, s.cost, (size_t)s.count * sizeof *s.base);
    return s;
}

static void close_set(set *s) {
    if (s->scenes) eye_scenes_free(s->scenes);
    if (s->games) stories_free(s->games);
    if (s->boards) boards_free(s->boards);
    free(s->cost);
    free(s->base);
}

static double base_nats(const set *s) {
    double sum = 0;
    for (int i = 0; i < s->count; i++)
        sum += s->base[i];
    return sum;
}

/* Measures in a process of its own, since a number may make the program fail or never end. The cost is
 * endless then. */
static void measure_apart(set *s) {
    size_t size = (size_t)s->count * sizeof *s->cost;
    double *shared = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    pid_t child = shared == MAP_FAILED ? -1 : fork();
    int status = -1;
    if (child == 0) {
        rlim_t most = (rlim_t)(PATIENCE * s->seconds) + 2;
        setrlimit(RLIMIT_CPU, &(struct rlimit){most, most});
        measure(s);
        memcpy(shared, s->cost, size);
        _exit(0);
    }
    if (child < 0) {
        fprintf(stderr, "tune: no process could be started to measure in; end other programs\n");
        exit(2);
    }
    waitpid(child, &status, 0);
    for (int i = 0; i < s->count; i++)
        s->cost[i] = status ? INFINITY : shared[i];
    munmap(shared, size);
}

static change measure_change(set *s) {
    double sum = 0, squares = 0;
    measure_apart(s);
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

/* ---- Extremes ---- */

/* The change where a number is set to an extreme; on B only where A does not already tell that it is needed.
 */
static void try_extreme(const number *n, double value, set sets[SETS]) {
    number_set(n, value);
    for (int k = 0; k < SETS; k++) {
        change c = measure_change(&sets[k]);
        printf("\t%+.2f", c.nats);
        if (fabs(c.nats) > TELLING && k + 1 < SETS) {
            printf("\t-");
            break;
        }
    }
    number_set(n, n->preset);
}

/* Which numbers could go together with what they guard: a line for each, with the change of A and B where the
 * number is nothing, and where it is beyond all that is measured. */
static void try_extremes(const number *list, int count, set sets[SETS]) {
    printf("number\tstands in\tvalue\tA at 0\tB at 0\tA beyond\tB beyond\n");
    for (int i = 0; i < count; i++) {
        printf("%s\t%s\t%g", list[i].name, list[i].file, list[i].preset);
        try_extreme(&list[i], NONE, sets);
        try_extreme(&list[i], BEYOND, sets);
        putchar('\n');
        fflush(stdout);
    }
}

/* ---- Costs ---- */

/* What each scene or game costs, a line for each: so two states of the sources, or of numbers, are compared
 * pair by pair. */
static void print_costs(const set sets[SETS]) {
    for (int k = 0; k < SETS; k++)
        for (int i = 0; i < sets[k].count; i++)
            printf("%c %d %.4f\n", 'A' + k, i, sets[k].base[i]);
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

static bool stands_in(const char *file, const char *room) {
    return !strncmp(file, room, strlen(room));
}

/* Whether what is tuned reads a file's numbers; there are rooms that nothing reads that looks at a picture.
 */
static bool is_of(subject of, const char *file) {
    static const char *const others[] = {"vision/change/", "vision/capture/", "vision/frame/", "vision/math/",
                                         "calib/lens/"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (stands_in(file, others[i])) return false;
    if (stands_in(file, "vision/crokinole/") || stands_in(file, "calib/crokinole/")) return of == CROKINOLE;
    if (stands_in(file, "vision/play/")) return of == STORIES;
    return of == (stands_in(file, "vision/") ? EYE : CAMERA);
}

/* Cuts NAME=VALUE at its sign, and returns the value; NULL where there is none. */
static const char *cut_value(char *name) {
    char *sign = strchr(name, '=');
    if (sign) *sign = 0;
    return sign ? sign + 1 : NULL;
}

/* Those of the names, or all that what is tuned uses. */
static int choose(number list[NUMBERS_CAP], subject of, char **names, int name_count) {
    static number all[NUMBERS_CAP];
    int listed = numbers_list(all), own = 0, count = 0;
    for (int i = 0; i < listed; i++)
        if (is_of(of, all[i].file)) all[own++] = all[i];
    for (int i = 0; i < own && !name_count; i++)
        list[count++] = all[i];
    for (int i = 0; i < name_count; i++) {
        const char *value = cut_value(names[i]);
        const number *n = number_find(all, own, names[i]);
        if (!n) {
            fprintf(stderr,
                    "tune: no number that this uses is called %s; they stand as SQ_NUMBER in the sources\n",
                    names[i]);
            exit(2);
        }
        if (value) number_set(n, strtod(value, NULL));
        list[count++] = *n;
    }
    return count;
}

int main(int argc, char **argv) {
    static number list[NUMBERS_CAP];
    subject of = EYE;
    while (argc > 4 && of < SUBJECTS && strcmp(argv[1], subject_name[of]) != 0)
        of++;
    bool known = argc > 4 && of < SUBJECTS;
    bool fits = known && !strcmp(argv[4], "--fit"), extremes = known && !strcmp(argv[4], "--extremes");
    bool costs = known && !strcmp(argv[4], "--costs");
    if (!known || (!fits && !extremes && !costs && strcmp(argv[4], "--sensitivity") != 0) ||
        (fits && argc < 6)) {
        fprintf(stderr, "tune eye|camera|stories|crokinole A B --sensitivity|--extremes [NAME...]\n"
                        "tune eye|camera|stories|crokinole A B --costs [NAME=VALUE...]\n"
                        "tune eye|camera|stories|crokinole A B --fit NAME...\n");
        return 2;
    }
    int count = choose(list, of, argv + 5, argc - 5);
    set sets[SETS] = {open_set(of, argv[2]), open_set(of, argv[3])};
    fprintf(stderr, "%d numbers; %s: A %d, %.1f nats; B %d, %.1f nats\n", count,
            of == STORIES     ? "games"
            : of == CROKINOLE ? "boards"
                              : "scenes",
            sets[0].count, base_nats(&sets[0]), sets[1].count, base_nats(&sets[1]));
    if (costs)
        print_costs(sets);
    else
        (fits ? fit : extremes ? try_extremes : find_sensitivity)(list, count, sets);
    for (int k = 0; k < SETS; k++)
        close_set(&sets[k]);
    return 0;
}

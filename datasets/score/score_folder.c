/* Scores a whole folder: finds the truth files, reads them one by one, and sorts them into families. */
#include <fts.h>
#include <stdlib.h>
#include <string.h>

#include "datasets/score/scene_score.h"

typedef struct {
    size_t count;
    char **at;
} paths;

static void paths_free(paths *p) {
    for (size_t i = 0; i < p->count; i++)
        free(p->at[i]);
    free(p->at);
}

static sq_code out_of_memory(sq_diag *d, const char *path) {
    return sq_fail(d, SQ_E_MEMORY, "%s: not enough memory to score it; give fewer scenes", path);
}

static sq_code add_if_truth(paths *all, const char *path, sq_diag *d) {
    size_t length = strlen(path);
    if (length < 5 || strcmp(path + length - 5, ".json")) return SQ_OK;
    bool is_truth = false;
    sq_code code = sq_truth_probe(path, &is_truth, d);
    if (code || !is_truth) return code;
    char **at = realloc(all->at, (all->count + 1) * sizeof *at), *copy = strdup(path);
    if (at) all->at = at;
    if (!at || !copy) {
        free(copy);
        return out_of_memory(d, path);
    }
    at[all->count++] = copy;
    return SQ_OK;
}

static int by_picture(const void *a, const void *b) {
    char x[256], y[256];
    sq_picture_name(x, sizeof x, *(char *const *)a);
    sq_picture_name(y, sizeof y, *(char *const *)b);
    return strcmp(x, y);
}

static sq_code refuse_twins(const paths *all, sq_diag *d) {
    for (size_t i = 1; i < all->count; i++)
        if (!by_picture(&all->at[i - 1], &all->at[i]))
            return sq_fail(d, SQ_E_FORMAT, "%s: has the same name as %s; score their folders one by one",
                           all->at[i], all->at[i - 1]);
    return SQ_OK;
}

/* All truth files in a folder and below it, in order of their pictures' names. */
static sq_code find_truths(paths *all, const char *folder, sq_diag *d) {
    char *name = strdup(folder), *roots[] = {name, NULL};
    FTS *walk = name ? fts_open(roots, FTS_LOGICAL | FTS_NOCHDIR, NULL) : NULL;
    sq_code code = walk ? SQ_OK : out_of_memory(d, folder);
    for (FTSENT *e; !code && (e = fts_read(walk));) {
        if (e->fts_info == FTS_ERR || e->fts_info == FTS_DNR || e->fts_info == FTS_NS)
            code = sq_fail(d, SQ_E_FILE, "%s: cannot be read (%s); check the name and the rights",
                           e->fts_path, strerror(e->fts_errno));
        else if (e->fts_info == FTS_F)
            code = add_if_truth(all, e->fts_path, d);
    }
    if (walk) fts_close(walk);
    free(name);
    if (code) return code;
    if (!all->count)
        return sq_fail(
            d, SQ_E_FORMAT,
            "%s: holds no truth file (NAME.json beside NAME.jpg); `squint synth scenes` makes some", folder);
    qsort(all->at, all->count, sizeof *all->at, by_picture);
    return refuse_twins(all, d);
}

/* A picture's name up to its number: what stands before the first digit, less a '-' or '_' there. */
static void family_of(char *out, size_t size, const char *name) {
    size_t n = strcspn(name, "0123456789");
    if (n && name[n] && (name[n - 1] == '-' || name[n - 1] == '_')) n--;
    if (!n) n = strlen(name);
    snprintf(out, size, "%.*s", (int)n, name);
}

/* The tallies come after those that are there; null when memory runs out. */
static sq_tally *new_family(sq_score *s, const char *name) {
    sq_tally *at = realloc(s->families, (s->count + 1) * sizeof *at);
    if (!at) return NULL;
    s->families = at;
    at[s->count] = (sq_tally){0};
    snprintf(at[s->count].family, sizeof at->family, "%s", name);
    return &at[s->count++];
}

static sq_tally *family(sq_score *s, const char *name) {
    for (size_t i = 0; i < s->count; i++)
        if (!strcmp(s->families[i].family, name)) return &s->families[i];
    return new_family(s, name);
}

static sq_code add_scene(sq_score *s, sq_tally *all, const char *path, const sq_predictions *p, sq_diag *d) {
    sq_truth *truth = malloc(sizeof *truth);
    if (!truth) return out_of_memory(d, path);
    sq_code code = sq_truth_read(truth, path, d);
    if (!code) {
        char name[256], key[64];
        sq_picture_name(name, sizeof name, path);
        family_of(key, sizeof key, name);
        const sq_prediction *claim = sq_prediction_find(p, name);
        sq_tally *t = family(s, key);
        if (t) sq_tally_add(t, truth, claim);
        s->worst.truth = path;
        sq_tally_add(all, truth, claim);
        s->without_prediction += !claim;
        if (!t || t->starved || all->starved) code = out_of_memory(d, path);
    }
    free(truth);
    return code;
}

static int by_family(const void *a, const void *b) {
    return strcmp(((const sq_tally *)a)->family, ((const sq_tally *)b)->family);
}

static sq_code add_scenes(sq_score *s, const paths *truths, const sq_predictions *p, sq_diag *d) {
    sq_tally all = {.family = "ALL", .worst = &s->worst};
    sq_code code = SQ_OK;
    for (size_t i = 0; i < truths->count && !code; i++)
        code = add_scene(s, &all, truths->at[i], p, d);
    if (s->count) qsort(s->families, s->count, sizeof *s->families, by_family);
    all.worst = NULL; /* the score may be moved */
    s->worst.truth = NULL;
    sq_tally *last = code ? NULL : new_family(s, all.family);
    if (last)
        *last = all;
    else
        sq_tally_free(&all);
    return code ? code : last ? SQ_OK : out_of_memory(d, "ALL");
}

sq_code sq_score_folder(sq_score *out, const char *scenes, const char *predictions, sq_diag *d) {
    *out = (sq_score){0};
    sq_predictions claims;
    sq_code code = sq_predictions_read(&claims, predictions, d);
    if (code) return code;
    paths truths = {0};
    code = find_truths(&truths, scenes, d);
    if (!code) code = add_scenes(out, &truths, &claims, d);
    if (!code && out->without_prediction == truths.count)
        code = sq_fail(d, SQ_E_FORMAT,
                       "%s: none of the predictions is of a picture in %s; give those of its pictures",
                       predictions, scenes);
    if (code) sq_score_free(out);
    paths_free(&truths);
    sq_predictions_free(&claims);
    return code;
}

void sq_score_free(sq_score *s) {
    for (size_t i = 0; i < s->count; i++)
        sq_tally_free(&s->families[i]);
    free(s->families);
    *s = (sq_score){0};
}

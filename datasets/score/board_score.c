/* Drawn discs and those that are told, matched by their faces in the picture, nearest first. */
#include "datasets/score/board_score.h"

#include <ctype.h>
#include <glob.h>
#include <jansson.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vision/crokinole/board.h"

/* A disc is found where the middle of a told one is so many of its radii away. */
#define REACH_RADII 0.5

/* mm. A foot that is farther from the edge of a line must be called. */
#define CLEAR_MM 0.5

const sq_score_row_kind sq_board_score_rows[SQ_BOARD_SCORE_ROWS] = {
#define X(name, is_count) {#name, is_count},
    SQ_BOARD_SCORE_LIST(X)
#undef X
};

typedef struct {
    char family[64];
    double n[SQ_BOARD_SCORE_ROWS];
    double found, told;
    sq_numbers mm, z;
} tally;

/* The folder's name may hold characters that a pattern reads otherwise. */
static void pattern_of(char out[2 * PATH_MAX], const char *folder) {
    static const char files[] = "/*.truth.json";
    size_t n = 0;
    for (const char *c = folder; *c && n + sizeof files + 2 < 2 * PATH_MAX; c++) {
        if (strchr("*?[\\", *c)) out[n++] = '\\';
        out[n++] = *c;
    }
    memcpy(out + n, files, sizeof files);
}

static sq_code truths_of(glob_t *out, const char *folder, sq_diag *d) {
    char pattern[2 * PATH_MAX];
    pattern_of(pattern, folder);
    int failed = glob(pattern, 0, NULL, out);
    if (failed == GLOB_NOSPACE) return sq_fail(d, SQ_E_MEMORY, "%s: not enough memory to score it", folder);
    return failed ? sq_fail(d, SQ_E_FILE, "%s: no truth of boards (NAME.truth.json) is there", folder)
                  : SQ_OK;
}

static bool is_board(const json_t *truth) {
    return json_is_array(json_object_get(truth, "discs")) && json_is_array(json_object_get(truth, "ditch")) &&
           json_is_string(json_object_get(truth, "image"));
}

bool sq_is_board_truth(const char *folder) {
    glob_t all = {0};
    sq_diag d;
    bool is = false;
    if (truths_of(&all, folder, &d)) return false;
    json_t *truth = json_load_file(all.gl_pathv[0], 0, NULL);
    is = is_board(truth);
    json_decref(truth);
    globfree(&all);
    return is;
}

static double number(const json_t *o, const char *key) {
    return json_number_value(json_object_get(o, key));
}

static bool same_text(const json_t *a, const json_t *b, const char *key) {
    const char *x = json_string_value(json_object_get(a, key)),
               *y = json_string_value(json_object_get(b, key));
    return x && y && !strcmp(x, y);
}

static bool is_text(const json_t *o, const char *key, const char *text) {
    const char *is = json_string_value(json_object_get(o, key));
    return is && !strcmp(is, text);
}

static void keep(sq_numbers *list, double v) {
    double *at = list->count < list->room ? list->at : realloc(list->at, 2 * (list->room + 32) * sizeof *at);
    if (!at) return;
    if (list->count == list->room) list->room = 2 * (list->room + 32);
    list->at = at;
    list->at[list->count++] = v;
}

/* The told disc that is nearest to a true one, within reach and not taken yet; null: none. */
static json_t *nearest(const json_t *told, const json_t *truth) {
    json_t *best = NULL, *one;
    double reach = REACH_RADII * number(truth, "radius_px");
    size_t i;
    json_array_foreach(told, i, one) {
        double off =
            hypot(number(one, "x_px") - number(truth, "x_px"), number(one, "y_px") - number(truth, "y_px"));
        if (off > reach || json_object_get(one, "taken") || is_text(one, "region", "ditch")) continue;
        reach = off;
        best = one;
    }
    return best;
}

static void compare_disc(tally *t, const json_t *truth, json_t *told, double scale) {
    bool asked = is_text(told, "call", "ask"), right = same_text(truth, told, "region");
    bool clear = fabs(number(truth, "clearance_mm")) * scale > CLEAR_MM;
    json_object_set_new(told, "taken", json_true());
    t->found++;
    t->n[SQ_BOARD_ROW_colour_wrong] += !same_text(truth, told, "colour");
    t->n[asked ? SQ_BOARD_ROW_region_asked : right ? SQ_BOARD_ROW_region_right : SQ_BOARD_ROW_region_wrong]++;
    t->n[SQ_BOARD_ROW_clear_asked] += clear && asked;
    t->n[SQ_BOARD_ROW_clear_wrong] += clear && !asked && !right;
    bool measured = json_object_get(truth, "clearance_mm") && same_text(truth, told, "nearest_line") &&
                    !is_text(truth, "region", "20");
    if (!measured || !(scale > 0)) return;
    double off = fabs(number(told, "clearance_mm") - scale * number(truth, "clearance_mm"));
    keep(&t->mm, off);
    keep(&t->z, off / number(told, "sigma_mm"));
}

static bool same_score(const json_t *a, const json_t *b) {
    return number(a, "light") == number(b, "light") && number(a, "dark") == number(b, "dark");
}

static sq_board_score_row score_row(const json_t *truth, const json_t *p) {
    const json_t *is = json_object_get(truth, "score"), *told = json_object_get(p, "score"), *one;
    bool asked = false;
    size_t i;
    if (told && same_score(is, told)) return SQ_BOARD_ROW_score_exact;
    json_array_foreach(json_object_get(p, "discs"), i, one) asked = asked || is_text(one, "call", "ask");
    json_array_foreach(
        json_object_get(p, "readings"), i,
        one) if (asked && same_score(is, json_object_get(one, "score"))) return SQ_BOARD_ROW_score_asked;
    return SQ_BOARD_ROW_score_wrong;
}

/* The told millimetres are those of a board of 305 mm; the drawn ones are real. 0: the truth has none. */
static double scale_of(const json_t *truth) {
    double outer = number(json_object_get(truth, "board"), "outer_mm");
    return outer > 0 ? SQ_BOARD_OUTER_MM / outer : 0;
}

static void compare(tally *t, const json_t *truth, const json_t *p) {
    bool ruled = p && json_is_array(json_object_get(p, "discs"));
    if (is_text(truth, "expect", "abstain")) {
        t->n[SQ_BOARD_ROW_abstain]++;
        t->n[SQ_BOARD_ROW_abstain_ruled] += ruled;
        return;
    }
    t->n[SQ_BOARD_ROW_boards]++;
    t->n[SQ_BOARD_ROW_no_ruling] += !ruled;
    if (!ruled) return;
    const json_t *told = json_object_get(p, "discs"), *one;
    size_t i;
    json_array_foreach(told, i, one) t->told += !is_text(one, "region", "ditch");
    json_array_foreach(json_object_get(truth, "discs"), i, one) {
        json_t *found = nearest(told, one);
        t->n[SQ_BOARD_ROW_discs]++;
        if (found) compare_disc(t, one, found, scale_of(truth));
    }
    t->n[score_row(truth, p)]++;
}

static void finish(sq_board_family_score *out, tally *t) {
    memcpy(out->family, t->family, sizeof out->family);
    memcpy(out->row, t->n, sizeof out->row);
    out->row[SQ_BOARD_ROW_recall] = t->found / t->n[SQ_BOARD_ROW_discs];
    out->row[SQ_BOARD_ROW_precision] = t->found / t->told;
    out->row[SQ_BOARD_ROW_mm_median] = sq_quantile(&t->mm, 0.5);
    out->row[SQ_BOARD_ROW_mm_p95] = sq_quantile(&t->mm, 0.95);
    out->row[SQ_BOARD_ROW_z_p95] = sq_quantile(&t->z, 0.95);
    free(t->mm.at);
    free(t->z.at);
}

/* A picture's name up to its number. */
static void family_of(char out[64], const char *image) {
    snprintf(out, 64, "%s", image);
    out[strcspn(out, ".")] = 0;
    for (size_t n = strlen(out); n > 1 && (isdigit((unsigned char)out[n - 1]) || strchr("_-", out[n - 1]));
         n--)
        out[n - 1] = 0;
}

/* Null where there are more families than there is room for. */
static tally *tally_of(tally all[SQ_BOARD_FAMILY_CAP + 1], int *count, const char *image) {
    char family[64];
    family_of(family, image);
    for (int i = 0; i < *count; i++)
        if (!strcmp(all[i].family, family)) return &all[i];
    if (*count == SQ_BOARD_FAMILY_CAP) return NULL;
    memcpy(all[*count].family, family, sizeof family);
    return &all[(*count)++];
}

/* Keeps a line under the name of its picture, without the folder. False: it is no JSON, or tells of winks. */
static bool keep_line(json_t *by_image, const char *text) {
    json_t *line = json_loads(text, 0, NULL);
    const char *image = json_string_value(json_object_get(line, "image"));
    const char *slash = image ? strrchr(image, '/') : NULL;
    if (image) json_object_set(by_image, slash ? slash + 1 : image, line);
    bool good = line && !json_object_get(line, "winks");
    json_decref(line);
    return good;
}

static bool is_blank(const char *text) {
    return !text[strspn(text, " \t\r\n")];
}

static sq_code read_predictions(json_t *by_image, const char *path, sq_diag *d) {
    bool standard = !strcmp(path, "-"), good = true;
    FILE *f = standard ? stdin : fopen(path, "r");
    char *text = NULL;
    size_t room = 0;
    if (!f) return sq_fail(d, SQ_E_FILE, "%s: cannot be read; is the name right?", path);
    while (good && getline(&text, &room, f) > 0)
        good = is_blank(text) || keep_line(by_image, text);
    free(text);
    if (!standard) fclose(f);
    return good
               ? SQ_OK
               : sq_fail(d, SQ_E_FORMAT,
                         "%s: a line tells of no board; give what squint look --game crokinole --json prints",
                         path);
}

/* *told_of: gets one more if there is a prediction. */
static sq_code compare_file(tally all[], int *count, tally *sum, const char *path, const json_t *by_image,
                            int *told_of, sq_diag *d) {
    json_t *truth = json_load_file(path, 0, NULL);
    if (!is_board(truth)) {
        json_decref(truth);
        return sq_fail(d, SQ_E_FORMAT, "%s: is no truth of a crokinole board; take it out of the folder",
                       path);
    }
    const char *image = json_string_value(json_object_get(truth, "image"));
    tally *family = tally_of(all, count, image);
    json_t *told = json_object_get(by_image, image), *copy = json_deep_copy(told);
    *told_of += told != NULL;
    if (family) {
        compare(family, truth, told);
        compare(sum, truth, copy);
    }
    json_decref(copy);
    json_decref(truth);
    return family ? SQ_OK
                  : sq_fail(d, SQ_E_SIZE,
                            "%s: there are boards of over %d families; score them folder by folder", path,
                            (int)SQ_BOARD_FAMILY_CAP);
}

sq_code sq_board_score_folder(sq_board_scores *out, const char *folder, const char *predictions, sq_diag *d) {
    static tally all[SQ_BOARD_FAMILY_CAP + 1];
    tally sum = {.family = "ALL"};
    glob_t truths = {0};
    int count = 0, told_of = 0;
    memset(all, 0, sizeof all);
    *out = (sq_board_scores){0};
    json_t *by_image = json_object();
    sq_code code = by_image ? truths_of(&truths, folder, d) : sq_fail(d, SQ_E_MEMORY, "not enough memory");
    if (!code) code = read_predictions(by_image, predictions, d);
    for (size_t i = 0; i < truths.gl_pathc && !code; i++)
        code = compare_file(all, &count, &sum, truths.gl_pathv[i], by_image, &told_of, d);
    if (!code && !told_of)
        code = sq_fail(d, SQ_E_FORMAT,
                       "%s: none of the predictions is of a picture in %s; give those of its pictures",
                       predictions, folder);
    for (int i = 0; i < count; i++)
        finish(&out->family[out->count++], &all[i]);
    finish(&out->family[out->count++], &sum);
    json_decref(by_image);
    globfree(&truths);
    return code;
}

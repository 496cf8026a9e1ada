/* What each optional stage of the eye is worth: ablate FOLDER... looks at the pictures of each folder
 * (NAME.jpg beside its truth NAME.json) with all stages, and with each optional one left out in turn, and
 * prints a table for each folder. --only STAGE,... tries these alone. ./dev ablate runs it.
 *
 * A stage that changes nothing is told in one line. Each look is the first of its source. */
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "datasets/score/scene_score.h"
#include "rules/terms/equipment_sizes.h"
#include "tests/bench/claim_of_look.h"
#include "ui/words/terminal_text.h"
#include "vision/frame/opencv.h"
#include "vision/judge_frame.h"
#include "vision/system/clock.h"

/* Who waits longer is told how far it is. */
#define PATIENCE_S 2.0

/* Probabilities nearer to 0 and 1 are scored as if they were so near: one wrong word cannot cost more. */
#define SUREST 0.001

/* All stages, or all but one. */
typedef struct {
    sq_tally tally;
    size_t pots_wrong;   /* pictures in which a second pot was overlooked or invented */
    size_t things_told;  /* coins, papers that a region tells */
    size_t things_taken; /* that were taken for winks */
    double ms;
    size_t pictures;
} variant;

enum { VARIANTS = SQ_STAGES + 1, ALL = SQ_STAGES }; /* the last one: with all stages */

/* Of --only; none: all that are optional. */
static sq_stages_out only;
static bool has_only;

static bool is_tried(int k) {
    if (k == ALL) return true;
    return has_only ? only.is_out[k] : sq_stage_of((sq_stage)k)->how & SQ_OPTIONAL;
}

/* ---- Scoring one look ---- */

/* Of the picture at hand: its file alone tells it. */
static bool has_two_pots;

static void count_things(variant *v, const sq_truth *t, const sq_position *p) {
    v->pots_wrong += has_two_pots != p->other_pot_found;
    for (int i = 0; i < t->thing_count; i++) {
        bool told = false, taken = false;
        for (int k = 0; k < p->region_count; k++)
            told |= sq_mm_distance(p->regions[k].at, t->things[i].at) <
                    p->regions[k].radius_mm + t->things[i].radius_mm / 2;
        for (int k = 0; k < p->wink_count; k++)
            taken |= sq_mm_distance(p->winks[k].at, t->things[i].at) < t->things[i].radius_mm;
        v->things_told += told && !taken;
        v->things_taken += taken;
    }
}

static void add_look(variant *v, const sq_truth *t, const sq_position *p) {
    static sq_claim_memory memory;
    sq_prediction claim = sq_claim_of_look(p, &memory);
    sq_tally_add(&v->tally, t, &claim);
    count_things(v, t, p);
    v->ms += p->sight_ms;
    v->pictures++;
}

/* ---- The table ---- */

/* Bits that the answers to "does a squop b?" cost, each. */
static double log_score(const sq_tally *t) {
    double sum = 0;
    for (size_t i = 0; i < t->answer_count; i++) {
        double p = t->answers[i].is_squop ? t->answers[i].probability : 1 - t->answers[i].probability;
        sum -= log2(fmin(fmax(p, SUREST), 1 - SUREST));
    }
    return t->answer_count ? sum / (double)t->answer_count : NAN;
}

static void print_row(const char *name, variant *v) {
    double r[SQ_SCORE_ROWS];
    sq_tally_rows(&v->tally, r);
    printf("%-19s %6.2f %6.2f %6.3f %6.3f %6.3f %6.3f %6.0f %5.0f %5.0f %6.0f %6.2f %6.2f %6.3f %6.3f %5zu "
           "%5zu %5zu "
           "%5.0f %6.1f\n",
           name, 100 * r[SQ_ROW_recall], 100 * r[SQ_ROW_precision], r[SQ_ROW_mm_median], r[SQ_ROW_mm_p95],
           r[SQ_ROW_covered_mm_median], r[SQ_ROW_covered_mm_p95], r[SQ_ROW_squops_right],
           r[SQ_ROW_squops_false], r[SQ_ROW_squops_look] + r[SQ_ROW_near_clear_look], r[SQ_ROW_squops_missed],
           sq_quantile(&v->tally.z_whole, 0.95), sq_quantile(&v->tally.z_covered, 0.95), r[SQ_ROW_brier],
           log_score(&v->tally), v->pots_wrong, v->things_told, v->things_taken, r[SQ_ROW_tiddlies_right],
           v->ms / (double)v->pictures);
}

static bool differs(variant *a, variant *b) {
    double x[SQ_SCORE_ROWS], y[SQ_SCORE_ROWS];
    sq_tally_rows(&a->tally, x);
    sq_tally_rows(&b->tally, y);
    bool other = a->pots_wrong != b->pots_wrong || a->things_told != b->things_told ||
                 a->things_taken != b->things_taken;
    for (int i = 0; i < SQ_SCORE_ROWS; i++)
        other |= x[i] != y[i] && !(isnan(x[i]) && isnan(y[i]));
    return other;
}

static void print_table(const char *folder, variant v[VARIANTS]) {
    printf("\n%s: %zu pictures\n%-19s %13s %13s %13s %25s %13s %13s %5s %11s %5s\n", folder, v[ALL].pictures,
           "", "winks, %", "whole, mm", "covered, mm", "squops", "error/sigma", "squops' p", "pots", "things",
           "tid-");
    printf("%-19s %6s %6s %6s %6s %6s %6s %6s %5s %5s %6s %6s %6s %6s %6s %5s %5s %5s %5s %6s\n", "without",
           "found", "true", "half", "95 %", "half", "95 %", "right", "wrong", "asked", "missed", "whole",
           "cover", "Brier", "bits", "wrong", "told", "taken", "dlies", "ms");
    print_row("(all stages)", &v[ALL]);
    for (int k = 0; k < SQ_STAGES; k++)
        if (is_tried(k) && differs(&v[k], &v[ALL])) print_row(sq_stage_of((sq_stage)k)->name, &v[k]);
    printf("no difference:");
    for (int k = 0; k < SQ_STAGES; k++)
        if (is_tried(k) && !differs(&v[k], &v[ALL])) printf(" %s", sq_stage_of((sq_stage)k)->name);
    printf("\n");
    fflush(stdout);
}

/* ---- Looking ---- */

static bool look(variant *v, int without, const sq_picture *picture, const sq_truth *t, sq_diag *d) {
    static sq_position p;
    sq_stages_out out = {{0}};
    if (without != ALL) out.is_out[without] = true;
    sq_sight *s = sq_sight_new(d);
    if (!s) return false;
    sq_frame f = sq_picture_frame(picture);
    sq_sight_leave_out(s, &out);
    bool well = sq_sight_look(s, &f, &t->camera, &p, d) == SQ_OK;
    sq_sight_free(s);
    if (well) add_look(v, t, &p);
    return well;
}

static bool tells_two_pots(const char *json) {
    json_t *o = json_load_file(json, 0, 0);
    bool two = json_object_get(o, "other_pot") != 0;
    json_decref(o);
    return two;
}

static bool try_picture(variant v[VARIANTS], const char *path, sq_diag *d) {
    static sq_truth truth;
    sq_picture *picture = 0;
    char json[4096];
    snprintf(json, sizeof json, "%.*s.json", (int)(strlen(path) - 4), path);
    bool well = sq_truth_read(&truth, json, d) == SQ_OK && sq_picture_read(&picture, path, d) == SQ_OK;
    has_two_pots = well && tells_two_pots(json);
    for (int k = 0; k < VARIANTS && well; k++)
        if (is_tried(k)) well = look(&v[k], k, picture, &truth, d);
    sq_picture_free(picture);
    return well;
}

static void show_progress(const char *folder, size_t done, size_t all, double since) {
    double now = sq_monotonic_s();
    if (now - since < PATIENCE_S || !isatty(STDERR_FILENO)) return;
    double left = (now - since) * (double)(all - done) / (double)done;
    fprintf(stderr, SQ_ERASE_LINE "%s: %zu of %zu pictures, %.0f s left", folder, done, all, left);
    if (done == all) fputs(SQ_ERASE_LINE, stderr);
}

static bool try_folder(const char *folder) {
    static variant v[VARIANTS];
    char pattern[4096];
    glob_t found;
    sq_diag d;
    snprintf(pattern, sizeof pattern, "%s/*.jpg", folder);
    if (glob(pattern, 0, 0, &found)) {
        fprintf(stderr, "%s: holds no pictures (NAME.jpg); `squint synth scenes` makes some\n", folder);
        return false;
    }
    double since = sq_monotonic_s();
    memset(v, 0, sizeof v);
    bool well = true;
    for (size_t i = 0; i < found.gl_pathc; i++) {
        if (!try_picture(v, found.gl_pathv[i], &d)) {
            fprintf(stderr, "%s: %s\n", found.gl_pathv[i], d.text);
            well = false;
        }
        show_progress(folder, i + 1, found.gl_pathc, since);
    }
    print_table(folder, v);
    for (int k = 0; k < VARIANTS; k++)
        sq_tally_free(&v[k].tally);
    globfree(&found);
    return well;
}

int main(int argc, char **argv) {
    int first = 1;
    sq_diag d;
    if (argc > 2 && !strcmp(argv[1], "--only")) {
        has_only = true;
        first = 3;
        if (sq_stages_leave_out(&only, argv[2], &d)) {
            fprintf(stderr, "%s\n", d.text);
            return 2;
        }
    }
    bool well = argc > first;
    if (!well) fprintf(stderr, "usage: ablate [--only STAGE,...] FOLDER...\n");
    for (int i = first; i < argc; i++)
        well = try_folder(argv[i]) && well;
    return well ? 0 : 2;
}

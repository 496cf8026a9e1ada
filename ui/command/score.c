/* squint score: how well predictions agree with the truth of scenes, and records with that of games. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "datasets/score/claims_against_truth.h"
#include "ui/command/command.h"
#include "ui/files/inputs_and_outputs.h"
#include "ui/score/score_boards.h"
#include "ui/score/score_games.h"
#include "ui/score/score_rounds.h"
#include "ui/score/score_worst.h"
#include "ui/terminal/options.h"

/* A truth and what was made of it, by turns; only games take more than one pair. */
typedef struct {
    sq_scored_pair *pairs;
    int given; /* arguments so far */
    bool json;
    const char *worst; /* the sheet of the worst faults; null: none */
    sq_files files;
} wish;

static bool of_games(const wish *w) {
    return sq_is_game_truth(w->pairs[0].truth);
}

static bool of_boards(const wish *w) {
    return sq_is_board_truth(w->pairs[0].truth);
}

static bool of_rounds(const wish *w) {
    return sq_is_round_truth(w->pairs[0].truth);
}

static void check(const wish *w, struct argp_state *state) {
    if (w->given < 2)
        argp_error(state,
                   "give a folder of scenes and a file of predictions, or a game's truth and its record");
    if (w->given > 2 && !of_games(w) && !of_rounds(w))
        argp_error(state, "too many arguments: only games come by the dozen");
    if (w->worst && (of_games(w) || of_rounds(w))) argp_error(state, "--worst draws scenes, not games");
    if (w->worst && of_boards(w)) argp_error(state, "--worst draws mats, not crokinole boards");
    if (w->worst && !strcmp(w->pairs[0].record, "-"))
        argp_error(state, "--worst reads the predictions twice: give a file, not standard input");
    if (w->given % 2) argp_error(state, "\"%s\" has no record", w->pairs[w->given / 2].truth);
}

static error_t take_option(int key, char *arg, struct argp_state *state) {
    wish *w = state->input;
    switch (key) {
    case 'j': w->json = true; return 0;
    case 'w': w->worst = arg; return 0;
    case SQ_KEY_FORCE: w->files.force = true; return 0;
    case ARGP_KEY_ARG:
        if (w->given % 2)
            w->pairs[w->given / 2].record = arg;
        else
            w->pairs[w->given / 2].truth = arg;
        w->given++;
        return 0;
    case ARGP_KEY_END: check(w, state); return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option options[] = {
    {"json", 'j', 0, 0, "print JSON instead of tables", 0},
    {"worst", 'w', "SHEET.png", 0,
     "draw the ten worst faults in the pictures, magnified, with the truth (dashed) and the claim", 0},
    SQ_FORCE_OPTION,
    {0},
};

static const char doc[] =
    "Compares what a program saw in pictures or in filmed games with the truth.\vSCENES is a folder of "
    "pictures with a truth file (NAME.json) beside each; PREDICTIONS holds the lines that `squint look "
    "--json` prints (\"-\": standard input). It prints three tables. The first has counts and errors for "
    "each family (a picture's name up to its number). The second says how true the stated probabilities and "
    "deviations are. The third says which share of squops would be called, and which called wrongly, if the "
    "referee decided only above a given certainty.\n\n"
    "A folder that `squint synth crokinole` wrote is scored with the same command: one table of discs, "
    "regions, gaps to lines with their claimed deviations, and scores.\n\n"
    "GAME is a truth file (NAME.truth.jsonl) or a folder with game.truth.jsonl, as `squint synth game` "
    "writes it; RECORD is what the referee wrote: its folder (--out), or only the record. It counts shots "
    "that are right, held as questions, wrong, missed and invented, and the kinds of fault. It says whether "
    "tiddlies, points and the winner of the squidge-off are right, how many names were kept from rest to "
    "rest, and how long after a shot the referee looked.\n\n"
    "Of crokinole, GAME is a folder that `squint synth crokinole --rounds` has made, and RECORD what "
    "`squint referee --game crokinole` wrote of it.\n\n"
    "Examples:\n"
    "  squint look --json datasets/scenes/*.jpg >seen.jsonl\n"
    "  squint score datasets/scenes seen.jsonl --worst worst.png\n"
    "  squint look --game crokinole --json boards/*.jpg | squint score boards -\n"
    "  squint referee --out judged datasets/game/game.mp4\n"
    "  squint score datasets/game judged\n\n"
    "Exit status: 0 scored, 2 an input cannot be used.";

static void print_measure(int width, int digits, double v) {
    if (isnan(v))
        printf("%*s", width, "-");
    else
        printf("%*.*f", width, digits, v);
}

static void print_table(const sq_score *s, double (*rows)[SQ_SCORE_ROWS]) {
    printf("%-20s", "");
    for (size_t f = 0; f < s->count; f++)
        printf("%s%13s", f ? " " : "", s->families[f].family);
    for (int r = 0; r < SQ_SCORE_ROWS; r++) {
        printf("\n%-20s", sq_score_rows[r].name);
        for (size_t f = 0; f < s->count; f++) {
            if (f) putchar(' ');
            if (sq_score_rows[r].is_count)
                printf("%13.0f", rows[f][r]);
            else
                print_measure(13, 3, rows[f][r]);
        }
    }
    putchar('\n');
}

static void print_reliability(const sq_tally *t) {
    sq_reliability bins[SQ_RELIABILITY_BINS];
    sq_tally_reliability(t, bins);
    printf("\nsquops, all families: what was claimed and what was so\n%13s %13s %13s %13s\n", "claimed",
           "mean", "pairs", "were squops");
    for (int b = 0; b < SQ_RELIABILITY_BINS; b++) {
        printf("    %.1f - %.1f ", (double)b / SQ_RELIABILITY_BINS, (b + 1.0) / SQ_RELIABILITY_BINS);
        print_measure(14, 3, bins[b].claimed);
        printf(" %13zu ", bins[b].pairs);
        print_measure(13, 3, bins[b].pairs ? (double)bins[b].squops / (double)bins[b].pairs : NAN);
        putchar('\n');
    }
}

/* Quantiles of error / claimed deviation; if the claims are true and the errors normal in x and y, the ratio
 * has Rayleigh's distribution. */
static const double quantiles[] = {0.5, 0.68, 0.9, 0.95, 0.99};
enum { QUANTILES = sizeof quantiles / sizeof *quantiles };

static double rayleigh(double q) {
    return sqrt(-2 * log(1 - q));
}

static void print_deviations(const sq_tally *t) {
    printf("\nerror divided by claimed deviation\n%13s %13s %13s %13s\n", "quantile", "ideal", "whole winks",
           "covered");
    for (int i = 0; i < QUANTILES; i++) {
        printf("%12.0f%% %13.3f ", 100 * quantiles[i], rayleigh(quantiles[i]));
        print_measure(13, 3, sq_quantile(&t->z_whole, quantiles[i]));
        putchar(' ');
        print_measure(13, 3, sq_quantile(&t->z_covered, quantiles[i]));
        putchar('\n');
    }
}

static void print_called(sq_coverage c) {
    putchar(' ');
    print_measure(13, 4, c.called);
    putchar(' ');
    print_measure(13, 4, c.wrong);
    putchar('\n');
}

static void print_coverage(const sq_tally *t) {
    sq_coverage steps[SQ_COVERAGE_STEPS];
    sq_tally_coverage(t, steps);
    printf("\nsquops, if only these were called\n%13s %13s %13s\n", "surer than", "called", "wrong");
    for (int s = 0; s < SQ_COVERAGE_STEPS; s++) {
        printf("%13.3f", steps[s].confidence);
        print_called(steps[s]);
    }
    printf("%13s", "as spoken");
    print_called(sq_tally_words(t));
}

static json_t *number(double v) {
    return isnan(v) ? json_null() : json_real(v);
}

static json_t *row_to_json(const double row[SQ_SCORE_ROWS]) {
    json_t *o = json_object();
    for (int r = 0; r < SQ_SCORE_ROWS; r++)
        json_object_set_new(o, sq_score_rows[r].name,
                            sq_score_rows[r].is_count ? json_integer((json_int_t)row[r]) : number(row[r]));
    return o;
}

static json_t *claims_to_json(const sq_tally *t) {
    sq_reliability bins[SQ_RELIABILITY_BINS];
    sq_coverage steps[SQ_COVERAGE_STEPS];
    sq_tally_reliability(t, bins);
    sq_tally_coverage(t, steps);
    json_t *reliability = json_array(), *coverage = json_array(), *deviation = json_array();
    for (int b = 0; b < SQ_RELIABILITY_BINS; b++)
        json_array_append_new(reliability,
                              json_pack("{s:o, s:I, s:I}", "claimed", number(bins[b].claimed), "pairs",
                                        (json_int_t)bins[b].pairs, "squops", (json_int_t)bins[b].squops));
    for (int s = 0; s < SQ_COVERAGE_STEPS; s++)
        json_array_append_new(coverage,
                              json_pack("{s:f, s:o, s:o}", "confidence", steps[s].confidence, "called",
                                        number(steps[s].called), "wrong", number(steps[s].wrong)));
    for (int i = 0; i < QUANTILES; i++)
        json_array_append_new(deviation, json_pack("{s:f, s:f, s:o, s:o}", "quantile", quantiles[i], "ideal",
                                                   rayleigh(quantiles[i]), "whole",
                                                   number(sq_quantile(&t->z_whole, quantiles[i])), "covered",
                                                   number(sq_quantile(&t->z_covered, quantiles[i]))));
    sq_coverage spoken = sq_tally_words(t);
    return json_pack("{s:o, s:o, s:{s:o, s:o}, s:o}", "reliability", reliability, "coverage", coverage,
                     "spoken", "called", number(spoken.called), "wrong", number(spoken.wrong), "deviation",
                     deviation);
}

static void print_json(const sq_score *s, double (*rows)[SQ_SCORE_ROWS]) {
    json_t *families = json_object();
    for (size_t f = 0; f < s->count; f++)
        json_object_set_new(families, s->families[f].family, row_to_json(rows[f]));
    json_t *o =
        json_pack("{s:o, s:o}", "families", families, "claims", claims_to_json(&s->families[s->count - 1]));
    json_dumpf(o, stdout, JSON_INDENT(1) | JSON_REAL_PRECISION(9));
    putchar('\n');
    json_decref(o);
}

static void print_tables(const sq_score *s, double (*rows)[SQ_SCORE_ROWS]) {
    const sq_tally *all = &s->families[s->count - 1];
    print_table(s, rows);
    print_reliability(all);
    print_deviations(all);
    print_coverage(all);
}

static sq_code score_scenes(const wish *w, sq_diag *d) {
    sq_score s;
    if (of_boards(w)) return sq_score_boards(w->pairs[0].truth, w->pairs[0].record, w->json, d);
    sq_code code = sq_score_folder(&s, w->pairs[0].truth, w->pairs[0].record, d);
    if (code) return code;
    if (s.without_prediction)
        fprintf(stderr, "squint: %zu scenes have no prediction and count as not seen\n",
                s.without_prediction);
    double(*rows)[SQ_SCORE_ROWS] = calloc(s.count, sizeof *rows);
    for (size_t f = 0; rows && f < s.count; f++)
        sq_tally_rows(&s.families[f], rows[f]);
    if (!rows)
        code = sq_fail(d, SQ_E_MEMORY, "not enough memory; give fewer scenes");
    else
        (w->json ? print_json : print_tables)(&s, rows);
    if (!code && w->worst) code = sq_score_worst_write(&s.worst, w->pairs[0].record, w->worst, d);
    free(rows);
    sq_score_free(&s);
    return code;
}

int sq_command_score(int argc, char **argv) {
    static const struct argp argp = {
        options, take_option, "SCENES PREDICTIONS\nGAME RECORD [GAME RECORD ...]", doc, NULL, NULL, NULL};
    wish w = {.pairs = calloc((size_t)argc, sizeof *w.pairs)};
    sq_diag d = {.text = "not enough memory; close other programs"};
    sq_code code = w.pairs ? SQ_OK : SQ_E_MEMORY;
    if (!code) {
        sq_options_parse(&argp, argc, argv, &w);
        sq_files_read(&w.files, w.pairs[0].truth);
        sq_files_read(&w.files, w.pairs[0].record);
        sq_files_write(&w.files, "--worst", w.worst);
        code = sq_files_check(&w.files, &d);
    }
    if (!code && of_rounds(&w))
        code = sq_score_rounds(w.pairs, w.given / 2, w.json, &d);
    else if (!code)
        code = of_games(&w) ? sq_score_games(w.pairs, w.given / 2, w.json, &d) : score_scenes(&w, &d);
    if (code) fprintf(stderr, "squint: %s\n", d.text);
    free(w.pairs);
    return code ? SQ_EXIT_INPUT : SQ_EXIT_OK;
}

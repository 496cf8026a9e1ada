/* Both records are played through the rules. Their shots are compared in order, so that as few as can be are
 * wrong, missed or invented: one that is missed does not make those after it wrong. */
#include "ui/score/score_rounds.h"

#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "datasets/crokinole/round_score.h"
#include "ui/game/record_remarks.h"
#include "ui/game/rejudge_game.h"

#define TRUTH "truth.jsonl"

/* The shots of a record that were carried out. */
typedef struct {
    sq_game *game;
    sq_remarks_list remarks;
    int count;
    sq_scored_shot shot[SQ_BOARD_ROUNDS * SQ_DISCS];
    bool held[SQ_BOARD_ROUNDS * SQ_DISCS];
} shots;

/* A file, or in a folder the file of this name. */
static void file_of(char to[PATH_MAX], const char *path, const char *name) {
    struct stat is;
    bool folder = !stat(path, &is) && S_ISDIR(is.st_mode);
    snprintf(to, PATH_MAX, folder ? "%.2000s/%s" : "%.2000s", path, name);
}

bool sq_is_round_truth(const char *path) {
    static const size_t length = sizeof TRUTH - 1;
    char file[PATH_MAX];
    file_of(file, path, TRUTH);
    size_t n = strlen(file);
    return n >= length && !strcmp(file + n - length, TRUTH) && !access(file, R_OK) &&
           (n == length || file[n - length - 1] == '/');
}

static sq_code read_shots(shots *s, const char *record, sq_diag *d) {
    *s = (shots){.count = 0};
    sq_code code = sq_game_load_remarks(&s->game, &s->remarks, record, d);
    if (code) return code;
    if (sq_game_state(s->game)->rules != sq_other_game_find("crokinole"))
        return sq_fail(d, SQ_E_FORMAT, "%.300s: is no record of crokinole", record);
    for (int i = 0; i < sq_game_lines(s->game); i++) {
        sq_game_line line = sq_game_played_at(s->game, i);
        const sq_remarks *r = sq_remarks_of(&s->remarks, line.n);
        bool shot = line.carried_out && line.event->kind == SQ_EVENT_OTHER &&
                    line.event->other.what == SQ_CROKINOLE_SHOT;
        if (!shot) continue;
        if (s->count == SQ_BOARD_ROUNDS * SQ_DISCS)
            return sq_fail(d, SQ_E_FORMAT,
                           "%.300s: has more shots than one game's rounds; give a record of one", record);
        s->held[s->count] = r && r->held && !line.amended;
        s->shot[s->count++] = (sq_scored_shot){line.before, line.state};
    }
    return SQ_OK;
}

static void score_both(sq_round_score *score, const shots *played, int i, const shots *told, int k) {
    sq_round_score_shot(score, i < 0 ? NULL : &played->shot[i], k < 0 ? NULL : &told->shot[k],
                        k >= 0 && told->held[k]);
}

static bool is_same_shot(const shots *played, int i, const shots *told, int k) {
    sq_round_score score = {.shots = 0};
    score_both(&score, played, i, told, k);
    return score.right + score.held_right > 0;
}

/* The fewest faults (edit distance) of the first i shots played and the first k told; two shots that differ
 * are one fault. */
typedef int faults[SQ_BOARD_ROUNDS * SQ_DISCS + 1][SQ_BOARD_ROUNDS * SQ_DISCS + 1];

static int least(int a, int b) {
    return a < b ? a : b;
}

static void count_faults(faults fewest, const shots *played, const shots *told) {
    for (int i = 0; i <= played->count; i++)
        for (int k = 0; k <= told->count; k++) {
            fewest[i][k] = i + k;
            if (i && k)
                fewest[i][k] = least(fewest[i - 1][k - 1] + !is_same_shot(played, i - 1, told, k - 1),
                                     1 + least(fewest[i - 1][k], fewest[i][k - 1]));
        }
}

static void compare(sq_round_score *score, const shots *played, const shots *told) {
    static faults fewest; /* too large for a small stack */
    bool any_held = false;
    count_faults(fewest, played, told);
    for (int k = 0; k < told->count; k++)
        any_held |= told->held[k];
    for (int i = played->count, k = told->count; i || k;) {
        bool both =
            i && k && fewest[i][k] == fewest[i - 1][k - 1] + !is_same_shot(played, i - 1, told, k - 1);
        bool missed = !both && i && (!k || fewest[i][k] == fewest[i - 1][k] + 1);
        if (both || missed) i--;
        if (both || !missed) k--;
        score_both(score, played, both || missed ? i : -1, told, both || !missed ? k : -1);
    }
    if (played->count && told->count)
        sq_round_score_end(score, played->shot[played->count - 1].after, told->shot[told->count - 1].after,
                           any_held);
}

static sq_code score_pair(sq_round_score *score, const sq_scored_pair *pair, sq_diag *d) {
    static shots played, told; /* too large for a small stack */
    char truth[PATH_MAX], record[PATH_MAX];
    file_of(truth, pair->truth, TRUTH);
    file_of(record, pair->record, "game.jsonl");
    told = (shots){.count = 0};
    sq_code code = read_shots(&played, truth, d);
    if (!code) code = read_shots(&told, record, d);
    if (!code) compare(score, &played, &told);
    sq_remarks_free(&played.remarks);
    sq_remarks_free(&told.remarks);
    sq_game_free(played.game);
    sq_game_free(told.game);
    return code;
}

sq_code sq_score_rounds(const sq_scored_pair *pairs, int count, bool json, sq_diag *d) {
    sq_round_score s = {.shots = 0};
    for (int i = 0; i < count; i++) {
        sq_code code = score_pair(&s, &pairs[i], d);
        if (code) return code;
    }
    printf(json ? "{\"shots\":%d,\"right\":%d,\"held\":%d,\"held_right\":%d,\"wrong\":%d,\"missed\":%d,"
                  "\"invented\":%d,\"rounds\":%d,\"scores_right\":%d,\"scores_held\":%d}\n"
                : "%6d shots\n%6d right\n%6d held, %d of them rightly\n%6d wrong\n%6d missed\n%6d invented\n"
                  "%6d rounds, the score of %d right, of %d with a question\n",
           s.shots, s.right, s.held, s.held_right, s.wrong, s.missed, s.invented, s.rounds, s.scores_right,
           s.scores_held);
    return SQ_OK;
}

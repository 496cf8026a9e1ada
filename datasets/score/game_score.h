/* How well a referee judged a filmed game. Each true shot is right, wrong, held as a question, or missed. A
 * shot that the referee reported and nobody played is invented.
 *
 * The truth and the referee each name the winks in their own way. Each name is paired by the place of its
 * wink at the rest where the referee first uses it; without rests, by the referee's convention
 * (vision/play/track_winks.h). */
#ifndef SQ_DATASETS_SCORE_GAME_SCORE_H
#define SQ_DATASETS_SCORE_GAME_SCORE_H

#include "datasets/film/game_truth.h"
#include "datasets/score/game_claim.h"
#include "datasets/score/scene_score.h"

/* Seconds. A reported shot belongs to the true shot whose rest is nearest in time, at most so far away. A
 * larger number takes a shot that was reported twice for its neighbour; a smaller one makes a shot that was
 * noticed late both missed and invented. */
#define SQ_GAME_LATE_S 1.5

/* Every count: name, what is counted. */
#define SQ_GAME_COUNT_LIST(X)                                                        \
    X(shots, "shots of the game proper")                                             \
    X(right, "reported without a question, right in every respect")                  \
    X(stale, "of these, with a list of squops that an earlier fault has left wrong") \
    X(held, "reported as a question")                                                \
    X(held_right, "of these, the likeliest answer is right")                         \
    X(wrong, "reported without a question, wrong in some respect")                   \
    X(missed, "not reported")                                                        \
    X(invented, "reported, but never played")                                        \
    X(passes, "passes reported; no truth has any")                                   \
    X(winner_known, "squidge-offs whose winner the truth names")                     \
    X(winner_right, "of these, won by the right colour")                             \
    X(tiddlies, "colours")                                                           \
    X(tiddlies_right, "of these, with the right tiddlies at the end")                \
    X(games_right, "games in which all four are right")                              \
    X(points_known, "games that the truth knows the points of")                      \
    X(points_right, "of these, with the right points (if over) and phase")           \
    X(rests, "rests that were looked at")                                            \
    X(names, "winks on the mat that were seen and named in them")                    \
    X(names_right, "of these, by the name that they had at first")

/* What can be wrong with a shot; it can have several faults. Name, words for people. */
#define SQ_GAME_FAULT_LIST(X)                     \
    X(colour, "another colour played")            \
    X(wink, "another wink of the colour played")  \
    X(potted, "what it potted")                   \
    X(off, "what it sent off the mat")            \
    X(squops, "which squops it made or undid")    \
    X(upside_down, "a squop the wrong way round") \
    X(short, "reported as short of the baseline (9.3)")

typedef enum {
#define X(name, what) SQ_GAME_FAULT_##name,
    SQ_GAME_FAULT_LIST(X)
#undef X
        SQ_GAME_FAULTS
} sq_game_fault;

/* How sure the referee was of a shot that it reported: name, least probability. Of the shots reported at 99
 * %, 99 % should be right. */
#define SQ_GAME_BELIEF_LIST(X) \
    X("99.9 to 100 %", 0.999)  \
    X("99 to 99.9 %", 0.99)    \
    X("95 to 99 %", 0.95)      \
    X("80 to 95 %", 0.80)      \
    X("50 to 80 %", 0.50)      \
    X("below 50 %", 0)

#define X(name, least) +1
enum { SQ_GAME_BELIEFS = SQ_GAME_BELIEF_LIST(X) };
#undef X

typedef enum { SQ_SHOT_RIGHT, SQ_SHOT_HELD, SQ_SHOT_WRONG, SQ_SHOT_MISSED, SQ_SHOT_INVENTED } sq_shot_verdict;

/* One shot as it was and as it was reported, in the truth's names. A record's shot lists all squops. A squop
 * that was once reported wrongly is wrong in every list until it ends. It is counted once as a fault, and
 * after that as stale. */
typedef struct {
    sq_shot_verdict verdict;
    bool stale;            /* its list repeats a pair that was reported wrongly before */
    unsigned faults;       /* bits of sq_game_fault; of a held shot, those of its likeliest answer */
    sq_true_action action; /* zero for an invented shot */
    sq_event_shot told;    /* zero for a missed shot */
} sq_judged_shot;

typedef struct {
    struct {
#define X(name, what) size_t name;
        SQ_GAME_COUNT_LIST(X)
#undef X
    } n;
    size_t faults[SQ_GAME_FAULTS]; /* counted over wrong shots, without held ones */
    struct {
        size_t told, right;
    } belief[SQ_GAME_BELIEFS]; /* with held shots, by their likeliest answer */
    sq_numbers latency_s;      /* from the moment when the mat is free to the frame that was looked at */
    /* Of winks that lie flat and are seen whole, by the truth and by the referee: how far each is off (mm),
     * the same divided by its claimed deviation, and for each rest the length of the mean error of all (mm).
     */
    sq_numbers whole_mm, z_whole, shift_mm;
    int judged_count;
    sq_judged_shot *judged; /* in order of time; invented ones last */
} sq_game_score;

/* Compares a claim with the truth. The caller frees *out, also after a failure (memory runs out). */
sq_code sq_game_score_make(sq_game_score *out, const sq_game_truth *truth, const sq_game_claim *claim,
                           sq_diag *d);
/* Adds the counts and times of one game to a sum; its shots are not kept. */
sq_code sq_game_score_add(sq_game_score *sum, const sq_game_score *game, sq_diag *d);
void sq_game_score_free(sq_game_score *s);

/* Reads and compares. truth: a file, or a folder with game.truth.jsonl. record: a folder with game.jsonl, or
 * a file; a rests.jsonl beside it is read too. The caller frees *out, also after a failure. */
sq_code sq_game_score_files(sq_game_score *out, const char *truth, const char *record, sq_diag *d);
/* Whether a path names a game's truth: a folder that holds game.truth.jsonl, or a file NAME.truth.jsonl. */
bool sq_is_game_truth(const char *path);

#endif

/* How well a referee judged a filmed game: each true shot is right, wrong, held as a question, or missed;
 * what it told and nobody played is invented.
 *
 * Names are a convention of each side. The truth's winks and the referee's are paired by where they lay at
 * the first rest; without rests, by the referee's own convention (vision/play/track_winks.h). */
#ifndef SQ_DATASETS_SCORE_GAME_SCORE_H
#define SQ_DATASETS_SCORE_GAME_SCORE_H

#include "datasets/film/game_truth.h"
#include "datasets/score/game_claim.h"
#include "datasets/score/score.h"

/* A told shot is the one whose rest is nearest in time, up to so far. Larger takes one that was told twice
 * for its neighbour; smaller makes a shot that was noticed late both missed and invented. */
#define SQ_GAME_LATE_S 1.5

/* Every count: name, what is counted. */
#define SQ_GAME_COUNT_LIST(X)                                                        \
    X(shots, "shots of the game proper")                                             \
    X(right, "told without a question, right in every respect")                      \
    X(stale, "of these, with a list of squops that an earlier fault has left wrong") \
    X(held, "told as a question")                                                    \
    X(held_right, "of these, the likeliest answer is right")                         \
    X(wrong, "told without a question, wrong in some respect")                       \
    X(missed, "not told")                                                            \
    X(invented, "told, but never played")                                            \
    X(passes, "passes told; no truth has any")                                       \
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

/* What is wrong with a shot; one can have several faults. Name, what it says. */
#define SQ_GAME_FAULT_LIST(X)                     \
    X(colour, "another colour played")            \
    X(wink, "another wink of the colour played")  \
    X(potted, "what it potted")                   \
    X(off, "what it sent off the mat")            \
    X(squops, "which squops it made or undid")    \
    X(upside_down, "a squop the wrong way round") \
    X(short, "told as short of the baseline (9.3)")

typedef enum {
#define X(name, what) SQ_GAME_FAULT_##name,
    SQ_GAME_FAULT_LIST(X)
#undef X
        SQ_GAME_FAULTS
} sq_game_fault;

/* How sure the referee was of a shot that it told: name, the least probability. Of those told at 99 % as many
 * should be right. */
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

/* A record's shot lists all squops, so that one that was once told wrongly is wrong in every list until it
 * ends: that is counted once, with the shot that was told wrongly, and then as stale.
 *
 * One shot as it was and as it was told, in the truth's names. */
typedef struct {
    sq_shot_verdict verdict;
    bool stale;          /* a pair that it left alone was told wrongly before, and still is */
    unsigned faults;     /* bits of sq_game_fault; a held one's are its likeliest answer's */
    sq_true_action deed; /* nothing for an invented one */
    sq_event_shot told;  /* nothing for a missed one */
} sq_judged_shot;

typedef struct {
    struct {
#define X(name, what) size_t name;
        SQ_GAME_COUNT_LIST(X)
#undef X
    } n;
    size_t faults[SQ_GAME_FAULTS]; /* of shots that are wrong (held ones not counted) */
    struct {
        size_t told, right;
    } belief[SQ_GAME_BELIEFS]; /* held ones among them, by their likeliest answer */
    sq_numbers latency_s; /* from the moment when nothing is over the mat any more to the frame looked at */
    int judged_count;
    sq_judged_shot *judged; /* by time; the invented ones last */
} sq_game_score;

/* Compares. The caller frees, also after a failure (memory). */
sq_code sq_game_score_make(sq_game_score *out, const sq_game_truth *truth, const sq_game_claim *claim,
                           sq_diag *d);
/* Adds the counts and times of one game to those of others; its shots are not kept. */
sq_code sq_game_score_add(sq_game_score *sum, const sq_game_score *game, sq_diag *d);
void sq_game_score_free(sq_game_score *s);

/* Reads and compares. truth: a file, or a folder with game.truth.jsonl. record: a file, beside which
 * rests.jsonl is read where it is there, or a folder with game.jsonl. */
sq_code sq_game_score_files(sq_game_score *out, const char *truth, const char *record, sq_diag *d);
/* Whether a path names a game's truth: a folder that holds game.truth.jsonl, or a file NAME.truth.jsonl. */
bool sq_is_game_truth(const char *path);

#endif

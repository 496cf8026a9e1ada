/* Drawn games through the whole referee: drawn_games [--games N] [--first SEED] [--shots N] [--size WxH]
 * [--fps N] [--jobs N] [--out DIR] [--again] [--hold] [--none-wrong] [--says TEXT]...
 * [--trouble NAME [--from S] [--until S]] [--rung NAME] [--ladder] [--rules NAME]
 *
 * Each seed's game goes frame by frame from the drawer into a session, as from a camera; no video is encoded.
 * Then the records are scored. --hold: exit status 1 where the figures are below what is asked of a referee.
 * --none-wrong: where a shot is told wrong or invented; held and missed ones are well. --says: where the
 * referee does not say TEXT, or in one game more than once. --trouble: something goes wrong with the video
 * (datasets/film/video_faults.h). --rung: a camera films it that is as bad as that, without a camera file
 * (datasets/film/film_degradation.h); --ladder: all of them, a line each. --rules: they play by that book.
 * DIR/SEED keeps truth, record, looks and rests; without --out they go when the program ends. --again: what
 * was seen in an earlier run with this
 * --out is judged again, in an instant: names, play and rules of now with the eye of then. */
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "datasets/film/film_degradation.h"
#include "datasets/film/game_film.h"
#include "datasets/film/game_script.h"
#include "datasets/film/video_faults.h"
#include "rules/book/ruleset.h"
#include "tests/fixture/scratch.h"
#include "tests/replays/through_codec.h"
#include "ui/game/game_writer.h"
#include "ui/score/score_games.h"
#include "ui/session/session.h"

/* What is asked of a hundred games with seeds that were not used in development: 98 % of the shots right,
 * 0.5 % wrong at most, 95 % of the games with the right score. Of few shots no such share can be told: one
 * may be wrong. */
#define RIGHT_SHARE 0.98
#define WRONG_SHARE 0.005
#define SCORE_SHARE 0.95
enum { SAYS = 4 };

/* Of the beliefs, those of 99 % and more come first. */
enum { SURE_BELIEFS = 2 };

/* Names kept from rest to rest. */
#define NAMES_SHARE 0.995

typedef struct {
    int games, first, jobs;
    sq_game_wish game;
    const char *out;
    bool hold, again, none_wrong, ladder;
    const sq_rung *rung;
    const char *says[SAYS];
    int say_count;
    sq_video_fault trouble;
} wish;

static sq_code next_drawn(void *who, sq_frame *f, sq_diag *d) {
    return sq_game_film_next(who, f, d);
}

static sq_code next_filmed(void *who, sq_frame *f, sq_diag *d) {
    return sq_rung_next(who, f, d);
}

static sq_code next_frame(void *who, sq_frame *f, sq_diag *d) {
    return sq_video_fault_next(who, f, d);
}

typedef struct {
    char folder[512], judged[560], record[600], looks[600], rests[600], camera[600], said[600];
} places;

static places places_of(const wish *w, int seed) {
    places p;
    snprintf(p.folder, sizeof p.folder, "%.400s/%d", w->out, seed);
    snprintf(p.judged, sizeof p.judged, "%s/judged", p.folder);
    snprintf(p.record, sizeof p.record, "%s/game.jsonl", p.judged);
    snprintf(p.looks, sizeof p.looks, "%s/looks.jsonl", p.judged);
    snprintf(p.rests, sizeof p.rests, "%s/rests.jsonl", p.judged);
    snprintf(p.camera, sizeof p.camera, "%s/camera.json", p.folder);
    snprintf(p.said, sizeof p.said, "%s/said.txt", p.judged);
    return p;
}

static FILE *open_said(const places *p, sq_diag *d) {
    FILE *to = fopen(p->said, "w");
    if (!to) sq_fail(d, SQ_E_FILE, "%s: cannot be written", p->said);
    return to;
}

static sq_code hear(void *who, const sq_said *said, sq_diag *d) {
    return sq_game_writer_hear(who, said, d);
}

/* A look of which the umpire wanted another when there is none is the last of its rest. */
static sq_code look_again(sq_umpire *u, sq_game_writer *s, sq_observations *looks, sq_diag *d) {
    static sq_observation look, next; /* large */
    sq_code code = sq_observations_next(looks, &look, d);
    for (bool again; !code; look = next) {
        code = sq_observations_next(looks, &next, d);
        if (code && code != SQ_END) return code;
        look.last |= code || next.rest != look.rest;
        if (look.gap_s > 0) sq_umpire_gap(u, look.gap_s);
        sq_code told = sq_umpire_look(u, &look.position, look.t_start, look.t_rest, look.last, &again, d);
        while (!told && !again && !code && next.rest == look.rest)
            code = sq_observations_next(looks, &next, d);
        const sq_tracked *seen = sq_umpire_seen(u); /* null before the game begins */
        if (!told && !again) told = sq_game_writer_rest(s, &look, seen ? &seen->position : &look.position, d);
        if (told) return told;
    }
    return code == SQ_END ? sq_umpire_end(u, d) : code;
}

/* Judges what was seen of one game once more. */
static sq_code judge_again(const wish *w, int seed, sq_diag *d) {
    places p = places_of(w, seed);
    FILE *to = open_said(&p, d);
    if (!to) return d->code;
    sq_game_writer *s = NULL;
    sq_umpire *u = NULL;
    sq_observations *looks = NULL;
    remove(p.record);
    sq_game_writer_settings scribe = {.record = p.record, .rests = p.rests, .out = to, .err = to};
    sq_code code = sq_game_writer_open(&s, &scribe, d);
    sq_umpire_settings umpire = {
        .game = {.rules = w->game.rules, .form = SQ_FORM_PAIRS}, .hear = hear, .who = s};
    if (!code) code = sq_umpire_new(&u, &umpire, d);
    if (!code) code = sq_observations_open(&looks, p.looks, d);
    if (!code) code = look_again(u, s, looks, d);
    sq_observations_close(looks);
    sq_umpire_free(u);
    sq_diag late;
    sq_code closed = sq_game_writer_close(s, &late);
    fclose(to);
    if (!code && closed) *d = late, code = closed;
    return code;
}

/* What the frames of a game come through on their way to the referee. */
typedef struct {
    sq_game_film *film;
    sq_rung_filter rung;
    sq_codec *codec;
    sq_video_fault trouble;
} way;

static sq_code open_way(way *y, const wish *w, const sq_game_wish *game, sq_diag *d) {
    *y = (way){.rung = {.rung = w->rung, .source = next_drawn}, .trouble = w->trouble};
    sq_code code = sq_game_film_open(&y->film, game, d);
    if (code) return code;
    y->rung.who = y->trouble.who = y->film;
    y->trouble.source = next_drawn;
    if (!w->rung) return SQ_OK;
    y->trouble.source = next_filmed;
    y->trouble.who = &y->rung;
    if (!w->rung->codec) return SQ_OK;
    y->trouble.source = sq_codec_next;
    code = sq_codec_open(&y->codec, w->rung->codec, next_filmed, &y->rung, d);
    y->trouble.who = y->codec;
    return code;
}

static sq_code close_way(way *y, sq_diag *d) {
    sq_video_fault_free(&y->trouble);
    sq_codec_close(y->codec);
    sq_rung_filter_free(&y->rung);
    return sq_game_film_close(y->film, d);
}

/* Draws one game and judges it. */
static sq_code referee(const wish *w, int seed, sq_diag *d) {
    places p = places_of(w, seed);
    mkdir(w->out, 0777);
    mkdir(p.folder, 0777);
    mkdir(p.judged, 0777);
    remove(p.record);
    remove(p.looks);
    sq_game_wish game = w->game;
    game.folder = p.folder;
    game.seed = (uint64_t)seed;
    way y;
    sq_diag late;
    sq_code code = open_way(&y, w, &game, d);
    FILE *to = code ? NULL : open_said(&p, d);
    sq_capture_settings capture = {
        .maker = {next_frame, &y.trouble, game.fps, code ? 0 : sq_game_film_frames(y.film)}};
    sq_session_settings set = {
        .source = p.folder,
        .capture = &capture,
        .calibration = w->rung ? NULL : p.camera,
        .game = {.rules = w->game.rules, .form = SQ_FORM_PAIRS},
        .scribe = {.record = p.record, .looks = p.looks, .rests = p.rests, .out = to, .err = to}};
    sq_session_result result = {0};
    code = to ? sq_session_run(&set, &result, d) : d->code;
    if (to) fclose(to);
    if (!code && result.faults)
        code = sq_fail(d, SQ_E_LIBRARY, "the film broke off (see %s): no score is of it", p.said);
    sq_code closed = close_way(&y, &late);
    if (!code && closed) *d = late, code = closed;
    return code;
}

/* Every jobs-th game from a first one on, in a process of its own. */
static void start(const wish *w, int job) {
    fflush(NULL);
    pid_t child = fork();
    if (child) return;
    int failed = 0;
    for (int i = job; i < w->games; i += w->jobs) {
        sq_diag d;
        if (!(w->again ? judge_again : referee)(w, w->first + i, &d)) continue;
        fprintf(stderr, "seed %d: %s\n", w->first + i, d.text);
        failed = 1;
    }
    *scratch_folder = 0; /* the parent's */
    exit(failed);
}

static int play_all(const wish *w) {
    int failed = 0, status;
    for (int job = 0; job < w->jobs; job++)
        start(w, job);
    while (wait(&status) > 0)
        failed |= status;
    return failed;
}

/* The referee's times in those of the well drawn video. */
static void put_times_right(sq_game_claim *c, const sq_video_fault *t) {
    for (int i = 0; i < c->shot_count; i++) {
        sq_us *rest = &c->shots[i].shot.rest;
        *rest = sq_us_from_s(sq_video_fault_true_time(t, (double)*rest / SQ_US_PER_S));
    }
    for (int i = 0; i < c->rest_count; i++)
        c->rests[i].t = sq_video_fault_true_time(t, c->rests[i].t);
}

static sq_code score_game(sq_game_score *out, const wish *w, const places *p, sq_diag *d) {
    char path[600];
    snprintf(path, sizeof path, "%s/game.truth.jsonl", p->folder);
    sq_game_truth truth;
    sq_game_claim claim = {0};
    *out = (sq_game_score){0};
    sq_code code = sq_game_truth_read(&truth, path, d);
    if (!code) code = sq_game_claim_read(&claim, p->record, p->rests, d);
    if (!code) put_times_right(&claim, &w->trouble);
    if (!code) code = sq_game_score_make(out, &truth, &claim, d);
    sq_game_truth_free(&truth);
    sq_game_claim_free(&claim);
    return code;
}

static bool holds(const sq_game_score *all, int games) {
    double shots = (double)all->n.shots;
    double wrong = (double)(all->n.wrong + all->n.missed + all->n.invented),
           slack = fmax(1, WRONG_SHARE * shots);
    bool right = (double)all->n.right >= fmin(RIGHT_SHARE * shots, shots - 1);
    bool score = (double)all->n.games_right >= fmin(SCORE_SHARE * games, games - 1);
    bool names = (double)all->n.names_right >= NAMES_SHARE * (double)all->n.names;
    return right && wrong <= slack && score && names;
}

/* Each sentence is to be said once. Returns how many are not. */
static int check_said(const wish *w, const places *p) {
    size_t n;
    int failed = 0;
    if (!w->say_count) return 0;
    char *said = (char *)scratch_read(p->said, &n);
    for (int i = 0; i < w->say_count; i++) {
        const char *first = strstr(said, w->says[i]);
        if (first && !strstr(first + 1, w->says[i])) continue;
        printf("\"%s\" is said %s:\n%s", w->says[i], first ? "more than once" : "nowhere", said);
        failed++;
    }
    free(said);
    return failed;
}

static int score_all(const wish *w) {
    sq_game_score all = {0};
    int failed = 0;
    sq_score_games_heading(stdout);
    for (int i = 0; i < w->games; i++) {
        places p = places_of(w, w->first + i);
        sq_game_score s;
        sq_diag d;
        char name[32];
        snprintf(name, sizeof name, "seed %d", w->first + i);
        sq_code code = score_game(&s, w, &p, &d);
        failed |= check_said(w, &p);
        if (!code) code = sq_game_score_add(&all, &s, &d);
        if (code) {
            printf("%-24s %s\n", name, d.text);
            failed = 1;
        } else {
            sq_score_game_line(stdout, name, &s);
            sq_score_game_shots(stdout, &s);
        }
        sq_game_score_free(&s);
    }
    sq_score_game_line(stdout, "ALL", &all);
    sq_score_game_faults(stdout, &all);
    if (w->hold && !holds(&all, w->games)) {
        printf("below what is asked of a referee\n");
        failed = 1;
    }
    if (w->none_wrong && all.n.wrong + all.n.invented) {
        printf("wrong, where it should have asked\n");
        failed = 1;
    }
    sq_game_score_free(&all);
    return failed;
}

/* ---- The ladder ---- */

static double share_of(size_t part, size_t whole) {
    return whole ? 100 * (double)part / (double)whole : NAN;
}

static void print_rung(const char *name, const sq_game_score *s) {
    size_t told = 0, right = 0, faulty = s->n.wrong + s->n.invented;
    for (int b = 0; b < SURE_BELIEFS; b++)
        told += s->belief[b].told, right += s->belief[b].right;
    printf("%-8s %5zu %6.1f %6.1f %6.1f %6.1f %8zu %6zu %6.1f %9zu/%zu %7.2f %7.3f %7.3f\n", name, s->n.shots,
           share_of(s->n.right, s->n.shots), share_of(s->n.held, s->n.shots), share_of(faulty, s->n.shots),
           share_of(s->n.missed, s->n.shots), s->n.invented, told, share_of(right, told), s->n.tiddlies_right,
           s->n.tiddlies, sq_quantile(&s->z_whole, 0.95), sq_quantile(&s->shift_mm, 0.5),
           sq_quantile(&s->shift_mm, 1));
    fflush(stdout);
}

static int score_rung(const wish *w) {
    sq_game_score all = {0};
    int failed = 0;
    for (int i = 0; i < w->games; i++) {
        places p = places_of(w, w->first + i);
        sq_game_score s;
        sq_diag d;
        sq_code code = score_game(&s, w, &p, &d);
        if (!code) code = sq_game_score_add(&all, &s, &d);
        if (code) fprintf(stderr, "%s, seed %d: %s\n", w->rung->name, w->first + i, d.text);
        failed |= code != SQ_OK;
        sq_game_score_free(&s);
    }
    print_rung(w->rung->name, &all);
    failed |= w->none_wrong && all.n.wrong + all.n.invented;
    sq_game_score_free(&all);
    return failed;
}

/* Shares of the shots in %; those told at 99 % and more, and how many of them are right; error over ± at 95
 * %; mm by which all winks of a rest are off alike, in half of the rests and in the worst one. */
static int climb(wish *w) {
    char out[512];
    const char *base = w->out;
    int failed = 0;
    mkdir(base, 0777);
    printf("%-8s %5s %6s %6s %6s %6s %8s %6s %6s %11s %7s %7s %7s\n", "rung", "shots", "right", "held",
           "wrong", "missed", "invented", "at 99%", "right", "tiddlies", "error/±", "shift", "worst");
    for (int i = 0; i < SQ_RUNGS; i++) {
        w->rung = sq_rung_at(i);
        snprintf(out, sizeof out, "%.400s/%s", base, w->rung->name);
        w->out = out;
        failed |= play_all(w);
        failed |= score_rung(w);
    }
    return failed ? 1 : 0;
}

static void read_arguments(wish *w, int argc, char **argv) {
    static const struct option options[] = {
        {"games", required_argument, 0, 'g'},   {"first", required_argument, 0, 'f'},
        {"shots", required_argument, 0, 's'},   {"size", required_argument, 0, 'z'},
        {"fps", required_argument, 0, 'r'},     {"jobs", required_argument, 0, 'j'},
        {"trouble", required_argument, 0, 't'}, {"from", required_argument, 0, 'a'},
        {"until", required_argument, 0, 'b'},   {"out", required_argument, 0, 'o'},
        {"hold", no_argument, 0, 'h'},          {"again", no_argument, 0, 'n'},
        {"none-wrong", no_argument, 0, 'w'},    {"says", required_argument, 0, 'i'},
        {"rung", required_argument, 0, 'u'},    {"ladder", no_argument, 0, 'l'},
        {"rules", required_argument, 0, 'p'},   {0, 0, 0, 0}};
    for (int key; (key = getopt_long(argc, argv, "", options, NULL)) >= 0;) {
        const char *word = optarg ? optarg : "";
        int n = atoi(word);
        switch (key) {
        case 'g': w->games = n; break;
        case 'f': w->first = n; break;
        case 's': w->game.shots = n; break;
        case 'z': sscanf(word, "%dx%d", &w->game.width, &w->game.height); break;
        case 'r': w->game.fps = n; break;
        case 'j': w->jobs = n; break;
        case 'o': w->out = optarg; break;
        case 't': w->trouble.kind = sq_video_fault_from_name(word); break;
        case 'a': w->trouble.from = atof(word); break;
        case 'b': w->trouble.until = atof(word); break;
        case 'h': w->hold = true; break;
        case 'n': w->again = true; break;
        case 'w': w->none_wrong = true; break;
        case 'l': w->ladder = true; break;
        case 'u':
            if (!(w->rung = sq_rung_of(word))) exit(2);
            break;
        case 'p':
            w->game.rules = sq_ruleset_find(word);
            if (w->game.rules < 0 || !sq_script_can_play(w->game.rules)) exit(2);
            break;
        case 'i':
            if (w->say_count == SAYS) exit(2);
            w->says[w->say_count++] = optarg;
            break;
        default: exit(2);
        }
    }
    if (w->again && !w->out) exit(2);
    if (w->trouble.kind == SQ_VIDEO_FAULTS || w->games < 1 || w->jobs < 1 || w->game.fps < 1 ||
        w->game.shots < 0)
        exit(2);
}

int main(int argc, char **argv) {
    wish w = {
        .games = 2,
        .first = 1,
        .jobs = 1,
        .game = {
            .shots = 40, .width = 1920, .height = 1080, .fps = 12, .brisk = true, .lighting = SQ_LIGHTINGS}};
    read_arguments(&w, argc, argv);
    if (!w.out) w.out = scratch("");
    printf("%d games of %d shots, seeds %d to %d, %dx%d, %d frames a second\n", w.games, w.game.shots,
           w.first, w.first + w.games - 1, w.game.width, w.game.height, w.game.fps);
    if (w.ladder) return climb(&w);
    int failed = play_all(&w);
    return score_all(&w) | failed ? 1 : 0;
}

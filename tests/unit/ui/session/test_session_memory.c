/* A session whose memory gives out: at each of its allocations, once and for good. It ends with a sentence
 * that says so, or goes on without what it can do without; nothing is lost of what was on the disk, and the
 * game can be gone on with as if nothing had happened. */
#include <stdlib.h>
#include <sys/stat.h>

#include "rules/book/ruleset.h"
#include "tests/fixture/memory_faults.h"
#include "tests/fixture/scratch.h"
#include "ui/session/session.h"
#include "vision/frame/frame_copy.h"
#include "vision/frame/opencv.h"

#define SCENE SQ_SOURCE_DIR "/datasets/scenes/isolated_001"

/* A mat at rest, a hand over it, and the same mat, at half the size: what a look costs is not the matter. */
enum { FPS = 10, STILL = 6, HAND = 3, HAND_PX = 150, FRAMES = 2 * STILL + HAND };

static struct {
    sq_frame still, hand;
    int next;
} clip;

static sq_code next_frame(void *who, sq_frame *f, sq_diag *d) {
    (void)who, (void)d;
    int i = clip.next++, moving = i - STILL;
    bool hand = moving >= 0 && moving < HAND;
    if (i == FRAMES) return SQ_END;
    uint8_t *pixels = (uint8_t *)(uintptr_t)clip.hand.plane[0];
    for (int y = 0; hand && y < HAND_PX; y++)
        memset(&pixels[y * clip.hand.stride[0] + 3 * moving * HAND_PX], 140, (size_t)3 * HAND_PX);
    *f = hand ? clip.hand : clip.still;
    f->t = (double)i / FPS;
    f->number = (uint64_t)i;
    return SQ_OK;
}

static int read_scene(void **state) {
    (void)state;
    sq_picture *p;
    sq_diag d;
    size_t bytes[2] = {0};
    assert_int_equal(sq_picture_read(&p, SCENE ".jpg", &d), SQ_OK);
    sq_frame whole = sq_picture_frame(p);
    assert_int_equal(sq_frame_copy_half(&clip.still, &bytes[0], &whole, &d), SQ_OK);
    assert_int_equal(sq_frame_copy_half(&clip.hand, &bytes[1], &whole, &d), SQ_OK);
    sq_picture_free(p);
    return 0;
}

static int free_scene(void **state) {
    (void)state;
    sq_frame_free(&clip.still);
    sq_frame_free(&clip.hand);
    return 0;
}

/* ---- A game in a folder of its own ---- */

typedef struct {
    char folder[256], record[300], looks[300], rests[300], evidence[300];
} game;

static game new_game(void) {
    static int n;
    game g;
    char name[16];
    snprintf(name, sizeof name, "%d", n++);
    snprintf(g.folder, sizeof g.folder, "%.255s", scratch(name));
    snprintf(g.record, sizeof g.record, "%s/game.jsonl", g.folder);
    snprintf(g.looks, sizeof g.looks, "%s/looks.jsonl", g.folder);
    snprintf(g.rests, sizeof g.rests, "%s/rests.jsonl", g.folder);
    snprintf(g.evidence, sizeof g.evidence, "%s/evidence", g.folder);
    assert_int_equal(mkdir(g.folder, 0777), 0);
    return g;
}

typedef struct {
    sq_code code;
    sq_diag diag;
    sq_session_result result;
    char *out, *err;
    long asked;
} answer;

/* Its n-th allocation fails, and all that follow it where that is said. */
static answer play(const game *g, bool goes_on, long n, bool lasting) {
    answer a = {0};
    size_t out_size, err_size;
    FILE *out = open_memstream(&a.out, &out_size), *err = open_memstream(&a.err, &err_size);
    sq_capture_settings capture = {.maker = {next_frame, NULL, FPS, FRAMES}};
    sq_session_settings set = {.source = "a clip",
                               .capture = &capture,
                               .calibration = SCENE ".json",
                               .evidence = g->evidence,
                               .evidence_bytes = 1 << 24,
                               .overlays = g->folder,
                               .game = {.rules = sq_ruleset_find("etwa-2012"), .form = SQ_FORM_PAIRS},
                               .scribe = {.record = g->record,
                                          .looks = g->looks,
                                          .rests = g->rests,
                                          .goes_on = goes_on,
                                          .out = out,
                                          .err = err}};
    clip.next = 0;
    memory_fails_at(n, lasting);
    a.code = sq_session_run(&set, &a.result, &a.diag);
    a.asked = memory_asked();
    memory_fails_at(0, false);
    fclose(out);
    fclose(err);
    return a;
}

static void done(answer a) {
    free(a.out);
    free(a.err);
}

static char *content(const char *path) {
    size_t n;
    return access(path, F_OK) ? calloc(1, 1) : (char *)scratch_read(path, &n);
}

/* All of `begin` stands at the beginning of `whole`. */
static void assert_begins(const char *whole, const char *begin, const char *what, long n) {
    if (strncmp(whole, begin, strlen(begin)))
        fail_msg("allocation %ld, %s:\n%s\nis not\n%s", n, what, begin, whole);
}

static void assert_told(const answer *a, const answer *well, long n) {
    bool told = strstr(a->code ? a->diag.text : a->err, "memory");
    if (a->code && a->code != SQ_E_MEMORY) fail_msg("allocation %ld: %d: %s", n, a->code, a->diag.text);
    if (!told && (a->code || strcmp(a->out, well->out)))
        fail_msg("allocation %ld: %d: %s\n%s%s", n, a->code, a->diag.text, a->err, a->out);
}

/* What was said and what is on the disk is the beginning of what it would be. */
static void fails_well(const game *g, bool goes_on, long n, bool lasting, const answer *well,
                       const char *record) {
    answer a = play(g, goes_on, n, lasting);
    char *kept = content(g->record);
    assert_told(&a, well, n);
    assert_begins(well->out, a.out, "what was said", n);
    assert_begins(record, kept, "the record", n);
    free(kept);
    done(a);
}

/* The game that broke off goes on and ends as if nothing had happened. */
static void ends_well(const game *g, long n, const char *record) {
    answer a = play(g, true, 0, false);
    char *kept = content(g->record);
    if (a.code) fail_msg("allocation %ld: it cannot go on: %s", n, a.diag.text);
    if (strcmp(kept, record)) fail_msg("allocation %ld, the record in the end:\n%s", n, kept);
    free(kept);
    done(a);
}

/* All of the first allocations, with which it opens; some of those that follow, each of which costs a look.
 */
enum { OPENING = 36, STRIDE = 5 };
static long next_of(long n) {
    return n < OPENING ? n + 1 : n + STRIDE;
}

static void a_new_game(void **state) {
    (void)state;
    game g = new_game();
    answer well = play(&g, false, 0, false);
    if (well.code) fail_msg("%s", well.diag.text);
    char *record = content(g.record);
    assert_true(well.asked > 20);
    for (long n = 1; n <= well.asked; n = next_of(n)) {
        g = new_game();
        fails_well(&g, false, n, n % 2, &well, record);
        if (n % STRIDE == 1) ends_well(&g, n, record);
    }
    free(record);
    done(well);
}

/* What an earlier run has kept stays as it was. */
static void a_game_that_goes_on(void **state) {
    (void)state;
    game g = new_game();
    answer first = play(&g, false, 0, false), well = play(&g, true, 0, false);
    if (well.code) fail_msg("%s", well.diag.text);
    char *record = content(g.record), *looks = content(g.looks);
    for (long n = 1; n <= well.asked; n = next_of(n)) {
        fails_well(&g, true, n, false, &well, record);
        if (n < OPENING) fails_well(&g, true, n, true, &well, record);
        char *kept = content(g.looks);
        if (strcmp(kept, looks)) fail_msg("allocation %ld, the looks:\n%s", n, kept);
        free(kept);
    }
    ends_well(&g, well.asked, record);
    free(record);
    free(looks);
    done(first);
    done(well);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_new_game),
        cmocka_unit_test(a_game_that_goes_on),
    };
    return cmocka_run_group_tests(tests, read_scene, free_scene);
}

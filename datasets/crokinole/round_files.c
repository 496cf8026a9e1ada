/* Pictures by the drawer of boards, truth by the record's writer. */
#include "datasets/crokinole/round_files.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "datasets/crokinole/draw_board.h"
#include "datasets/crokinole/drawn_round.h"
#include "rules/record.h"
#include "vision/system/output_file.h"

enum { QUALITY = 92 };

static sq_code write_rest(const sq_drawn_round *r, int rest, const char *folder, sq_diag *d) {
    static sq_board_scene scene; /* too large for a small stack */
    char path[PATH_MAX];
    sq_picture *picture = NULL;
    sq_drawn_round_scene(r, rest, &scene);
    sq_code code = sq_board_draw(&picture, &scene, d);
    snprintf(path, sizeof path, "%.4000s/rest_%03d.jpg", folder, rest);
    if (!code) code = sq_picture_write(picture, path, QUALITY, d);
    sq_picture_free(picture);
    return code;
}

/* The first rest that shows what the shot led to. */
static int rest_of(const sq_drawn_round *r, int shot) {
    int rest = 0;
    while (r->rest[rest].shots <= shot)
        rest++;
    return rest;
}

static void write_record(FILE *to, const sq_drawn_round *r) {
    char line[SQ_EVENT_LINE_MAX];
    sq_event game = {.kind = SQ_EVENT_GAME, .game = r->game};
    sq_record_write(line, sizeof line, &game, NULL);
    fprintf(to, "%s\n", line);
    for (int i = 0; i < r->shots; i++) {
        sq_event e = {.kind = SQ_EVENT_OTHER};
        e.other.rules = r->game.rules;
        e.other.what = SQ_CROKINOLE_SHOT;
        memcpy(e.other.bytes, &r->shot[i], sizeof r->shot[i]);
        size_t n = sq_record_write(line, sizeof line, &e, NULL);
        fprintf(to, "%.*s,\"rest\":%d}\n", (int)n - 1, line, rest_of(r, i));
    }
}

static sq_code write_truth(const sq_drawn_round *r, const char *folder, sq_diag *d) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%.4000s/truth.jsonl", folder);
    sq_output_file file;
    sq_code code = sq_output_begin(&file, path, d);
    if (code) return code;
    FILE *to = fopen(file.path, "w");
    if (to) write_record(to, r);
    return sq_output_close(&file, to, d);
}

sq_code sq_round_files_write(const char *folder, uint64_t seed, bool doubles, int width, int height,
                             void (*tell)(void *who, int done, int total), void *who, sq_diag *d) {
    static sq_drawn_round round; /* too large for a small stack */
    if (mkdir(folder, 0777) && errno != EEXIST)
        return sq_fail(d, SQ_E_FILE, "%.300s: cannot be made (%s); check the folder above it", folder,
                       strerror(errno));
    sq_drawn_round_make(&round, seed, doubles, width, height);
    sq_code code = write_truth(&round, folder, d);
    for (int i = 0; i < round.rests && !code; i++) {
        code = write_rest(&round, i, folder, d);
        if (tell) tell(who, i + 1, round.rests);
    }
    return code;
}

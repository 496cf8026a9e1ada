/* squint referee: judges a game from a video, a camera or a folder of pictures, and keeps it in a folder. */
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "calib/camera/camera_file.h"
#include "rules/other/game_registry.h"
#include "ui/command/command.h"
#include "ui/game/game_folder.h"
#include "ui/game/rejudge_game.h"
#include "ui/publish/table_topics.h"
#include "ui/referee/other_game_commentary.h"
#include "ui/serve/encryption.h"
#include "ui/terminal/referee_options.h"
#include "ui/words/commentary.h"
#include "vision/capture/source_name.h"
#include "vision/system/pipe_reader.h"

typedef struct {
    sq_referee_wish asked;
    char zero[SQ_ZERO_TEXT_MAX];                                     /* of the calibration */
    char certificate[SQ_CERTIFICATE_PATH], key[SQ_CERTIFICATE_PATH]; /* squint's own */
    sq_game_paths paths;                                             /* of asked.out */
    sq_game_note note;
    sq_game_hold hold;
} task;

/* The source and the settings of the game's beginning; another file is no way to go on. */
static sq_code take_note(task *t, sq_diag *d) {
    sq_game_note now;
    sq_code code = sq_game_note_read(&t->note, t->paths.note, d);
    if (code) return code;
    if (sq_other_game_at(t->note.game.rules))
        return sq_fail(d, SQ_E_ARGUMENT, "%.300s: a game of %s does not go on; referee its source anew",
                       t->asked.out, sq_other_game_at(t->note.game.rules)->name);
    if (*t->asked.settled)
        fprintf(stderr, "squint: without effect, because the game goes on as it began: %s\n",
                t->asked.settled);
    if (!t->asked.session.source) t->asked.session.source = t->note.source;
    t->asked.session.calibration = *t->note.calibration ? t->note.calibration : NULL;
    t->asked.session.from = *t->note.from ? t->note.from : NULL;
    t->asked.session.game = t->note.game;
    if (!t->asked.automates) t->asked.session.automation = t->note.automation;
    t->asked.session.hold = t->note.hold;
    t->asked.capture.turning = t->note.turning;
    sq_game_note_now(&now, t->asked.session.source, t->asked.session.calibration, t->note.game);
    if (now.source_bytes == t->note.source_bytes) return SQ_OK;
    if (now.source_bytes < 0)
        return sq_fail(d, SQ_E_FILE,
                       "%.200s: is not where it was when the game began; give its new place: squint referee "
                       "--resume --out %.200s VIDEO",
                       sq_source_show(t->asked.session.source).text, t->asked.out);
    return sq_fail(
        d, SQ_E_FILE,
        "%.200s: is not as it was when the game began (%lld bytes then, %lld now); give the same video",
        sq_source_show(t->asked.session.source).text, t->note.source_bytes, now.source_bytes);
}

/* What a game that goes on reads by its note; a note that cannot be read is told later. */
static void read_noted_files(task *t) {
    sq_diag dropped;
    if (!t->asked.resume || sq_game_paths_of(&t->paths, t->asked.out, &dropped) ||
        sq_game_note_read(&t->note, t->paths.note, &dropped))
        return;
    const char *const noted[] = {t->note.source, t->note.calibration, t->note.from};
    for (size_t i = 0; i < sizeof noted / sizeof *noted; i++)
        if (*noted[i]) sq_files_read(&t->asked.files, noted[i]);
}

/* Nothing of the user's is replaced. A game that goes on writes what is its own. */
static sq_code check_files(task *t, sq_diag *d) {
    sq_files *f = &t->asked.files;
    sq_files_read(f, t->asked.session.source);
    sq_files_read(f, t->asked.session.calibration);
    sq_files_read(f, t->asked.session.from);
    sq_files_read(f, t->asked.session.certificate);
    sq_files_read(f, t->asked.session.key);
    sq_files_read(f, t->asked.hall.broker.authority);
    sq_files_read(f, t->asked.password);
    read_noted_files(t);
    sq_files_write(f, "--annotate", t->asked.session.annotated);
    sq_files_write(f, "--film", t->asked.session.film);
    sq_code code = sq_files_check(f, d);
    if (!code && t->asked.record) code = sq_files_may_keep(f, "--record", t->asked.record, d);
    if (!code && t->asked.out && !t->asked.resume) code = sq_files_check_game_folder(f, t->asked.out, d);
    if (!code && t->asked.record) code = sq_files_make_folder_of(t->asked.record, d);
    return code;
}

/* By the user's certificate, else by squint's own. */
static sq_code encrypt(task *t, sq_diag *d) {
    if (!t->asked.encrypts || t->asked.session.key) return SQ_OK;
    t->asked.session.certificate = t->certificate;
    t->asked.session.key = t->key;
    return sq_certificate_own(t->certificate, t->key, d);
}

/* A game that goes on has told its table at its beginning. */
static sq_code name_table(task *t, sq_diag *d) {
    sq_publish_settings *h = &t->asked.hall;
    snprintf(h->name, sizeof h->name, "%s", t->asked.session.game.details.text[SQ_DETAIL_TABLE]);
    if (*h->table || (sq_table_name(h->table, h->name) && strcmp(h->table, SQ_HALL_DESK) != 0)) return SQ_OK;
    return sq_fail(d, SQ_E_ARGUMENT, "%.300s: its table was not named at its beginning; give --table N",
                   t->asked.out);
}

/* Makes the folder where it is not there, and names what goes into it. */
static sq_code lay_out(task *t, sq_diag *d) {
    sq_game_writer_settings *scribe = &t->asked.session.scribe;
    const char *moved = t->hold.moved;
    scribe->record = t->asked.record;
    if (!t->asked.out) return SQ_OK;
    sq_code code = sq_game_folder_lock(&t->hold, t->asked.out, t->asked.resume, d);
    if (code) return code;
    if (*moved) fprintf(stderr, "squint: %s held a game, which is now in %s\n", t->asked.out, moved);
    code = sq_game_paths_of(&t->paths, t->asked.out, d);
    if (code) return code;
    scribe->goes_on = t->asked.resume && (!t->asked.session.source || !access(t->paths.note, F_OK));
    if (scribe->goes_on) {
        code = take_note(t, d);
        t->note.automation = t->asked.session.automation;
        t->asked.overlay |= t->note.overlay;
        if (!code && t->asked.automates) code = sq_game_note_write(&t->note, t->paths.note, d);
        sq_referee_open_for_phone(&t->asked);
        if (!code) code = encrypt(t, d);
    } else {
        sq_game_note_now(&t->note, t->asked.session.source, t->asked.session.calibration,
                         t->asked.session.game);
        sq_game_note_from(&t->note, t->asked.session.from);
        t->note.turning = t->asked.capture.turning;
        t->note.automation = t->asked.session.automation;
        t->note.overlay = t->asked.overlay;
        code = sq_game_note_write(&t->note, t->paths.note, d);
    }
    scribe->record = t->paths.record;
    scribe->looks = t->paths.looks;
    scribe->rests = t->paths.rests;
    t->asked.session.stream = t->paths.stream;
    t->asked.session.camera = t->paths.camera;
    t->asked.session.folder = t->asked.session.scribe.name = t->asked.out;
    if (t->asked.session.evidence_bytes) t->asked.session.evidence = t->paths.evidence;
    if (!code && t->asked.publish) code = name_table(t, d);
    if (t->asked.overlay) t->asked.session.overlays = t->asked.out;
    return code;
}

/* Questions that nobody has answered: the record knows which of its lines a person has amended since. */
static bool any_open(const task *t, const sq_session_result *r) {
    char record[PATH_MAX], lines[SQ_OPEN_LINES_MAX];
    int open = r->unrecorded;
    sq_diag dropped;
    if (!t->asked.out) return r->questions;
    for (int game = 1; !open; game++) {
        sq_game *g;
        sq_remarks_list remarks = {0};
        sq_game_record(record, &t->paths, game);
        if (access(record, F_OK) || sq_game_load_remarks(&g, &remarks, record, &dropped)) break;
        open += sq_open_questions(g, &remarks, lines);
        sq_remarks_free(&remarks);
        sq_game_free(g);
    }
    return open;
}

static void say_end(const task *t, const sq_session_result *r) {
    sq_ending ending = sq_session_ending(r);
    if (!t->asked.session.scribe.json) sq_commentary_end(stdout, &r->state, &ending);
    fflush(stdout);
}

static int end(const task *t, const sq_session_result *r) {
    char latency[SQ_LATENCY_TEXT];
    say_end(t, r);
    /* Not among the game's words, which are the same each time. */
    if (t->asked.verbose && *sq_latency_say(latency, &r->latency.video, &r->latency.work))
        fprintf(stderr, "squint: a ruling took %s\n", latency);
    if (r->stopped && t->asked.out)
        fprintf(stderr, "squint: stopped; squint referee --resume --out %s goes on from there\n",
                t->asked.out);
    if (r->questions && !t->asked.out && !t->asked.record)
        fputs("squint: questions can be answered where the game is kept: give --out DIR\n", stderr);
    if (r->stopped || r->faults || r->unjudged) return SQ_EXIT_NO;
    return any_open(t, r) ? SQ_EXIT_OPEN : SQ_EXIT_OK;
}

/* A game of which nothing came leaves no trace, and takes nobody's place. begun: it has lines, which a full
 * disk may not have taken. */
static void give_up(const task *t, bool begun, const sq_diag *d) {
    fprintf(stderr, "squint: %s\n", d->text);
    if (begun || !t->asked.out || (t->asked.session.scribe.goes_on && !t->hold.made)) return;
    if (sq_game_folder_undo(&t->hold, t->asked.out) && *t->hold.moved)
        fprintf(stderr, "squint: nothing was judged; the game from before is back in %s\n", t->asked.out);
}

/* A game that was judged to its end: the pictures are judged again for what the disk did not take. A camera
 * shows them only once. */
static void tell_remedy(const task *t, bool live) {
    if (!t->asked.out || (ferror(stdout) && !sq_reader_has_left(stdout))) return;
    if (live)
        fputs("squint: make room; what was not written is lost, for the camera shows it only once\n", stderr);
    else if (t->asked.game)
        fputs("squint: make room, and referee the same source anew\n", stderr);
    else
        fprintf(stderr, "squint: make room; then squint referee --resume --out %s writes the rest\n",
                t->asked.out);
}

/* Who closes a pipe, as head does, has read enough; the game in the folder goes on. A handler, for programs
 * that are started do not inherit it. */
static void read_enough(int number) {
    (void)number;
}

/* A second game, by its own eye and umpire. */
static int referee_other(task *t) {
    static sq_referee_result result;
    sq_referee_settings set = {.kind = t->asked.game,
                               .game = t->asked.session.game,
                               .source = t->asked.session.source,
                               .capture = &t->asked.capture,
                               .record = t->asked.session.scribe.record,
                               .called = t->asked.out ? t->asked.out : t->asked.record,
                               .looks = t->asked.session.scribe.looks,
                               .stream = t->asked.session.stream,
                               .evidence = t->asked.session.evidence,
                               .evidence_bytes = t->asked.session.evidence_bytes,
                               .overlays = t->asked.session.overlays,
                               .json = t->asked.session.scribe.json,
                               .quiet = t->asked.session.scribe.quiet,
                               .out = stdout,
                               .err = stderr};
    sq_diag d;
    sq_code code = sq_referee_game(&set, &result, &d);
    bool ended = !code || result.unkept;
    if (ended && !set.json)
        sq_told_say_end(stdout, &result.state, result.shots, result.questions, result.unjudged);
    fflush(stdout);
    if (code) give_up(t, result.begun, &d);
    if (result.unkept) tell_remedy(t, result.live);
    sq_game_folder_unlock(&t->hold);
    if (code) return SQ_EXIT_INPUT;
    if (result.stopped || result.faults || result.unjudged) return SQ_EXIT_NO;
    return result.questions ? SQ_EXIT_OPEN : SQ_EXIT_OK;
}

int sq_command_referee(int argc, char **argv) {
    static task t; /* too large for a small stack */
    static sq_session_result result;
    sq_diag d;
    t = (task){.hold = {.lock = -1}};
    sq_referee_options_read(&t.asked, argc, argv);
    sq_code code = check_files(&t, &d);
    if (!code) code = encrypt(&t, &d);
    if (code) {
        fprintf(stderr, "squint: %s\n", d.text);
        return SQ_EXIT_INPUT;
    }
    if (t.asked.out) signal(SIGPIPE, read_enough);
    code = lay_out(&t, &d);
    if (!code && t.asked.game) return referee_other(&t);
    if (t.asked.session.calibration) sq_camera_zero_text(t.zero, t.asked.session.calibration);
    t.asked.session.scribe.zero = t.zero;
    if (strstr(t.zero, "\"passed\":false"))
        fputs("squint: the camera's file failed its zero test (squint zero); the record says so\n", stderr);
    if (!code) code = sq_session_run(&t.asked.session, &result, &d);
    if (result.unkept) say_end(&t, &result);
    if (code) give_up(&t, result.begun, &d);
    if (result.unkept) tell_remedy(&t, result.live);
    sq_game_folder_unlock(&t.hold);
    return code ? SQ_EXIT_INPUT : end(&t, &result);
}

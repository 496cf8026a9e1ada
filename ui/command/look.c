/* squint look: judges still pictures. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "calib/camera/camera_file.h"
#include "calib/camera_file_check.h"
#include "calib/colour_separation.h"
#include "calib/crokinole/find_board.h"
#include "calib/mat/find_camera.h"
#include "calib/mat/refusal_sentences.h"
#include "calib/measure/sharpness.h"
#include "calib/measure/thumbnail.h"
#include "calib/picture_quality.h"
#include "rules/book/ruleset.h"
#include "rules/terms/equipment_sizes.h"
#include "ui/command/command.h"
#include "ui/crokinole/board_json.h"
#include "ui/crokinole/board_overlay.h"
#include "ui/crokinole/board_words.h"
#include "ui/draw/stage_pictures.h"
#include "ui/files/inputs_and_outputs.h"
#include "ui/files/picture_list.h"
#include "ui/files/rule_book_file.h"
#include "ui/game/position_json.h"
#include "ui/plate/overlay.h"
#include "ui/terminal/options.h"
#include "ui/terminal/rotation_options.h"
#include "ui/words/mirrored_picture.h"
#include "ui/words/position_words.h"
#include "ui/words/terminal_text.h"
#include "vision/crokinole/look_at_board.h"
#include "vision/frame/opencv.h"
#include "vision/judge_frame.h"
#include "vision/system/clock.h"
#include "vision/system/folder.h"
#include "vision/system/output_file.h"

/* Who waits longer is told how far it is. */
#define PATIENCE_S 2.0
/* Of an overlay as a JPEG: its thin lines stay clean. */
enum { OVERLAY_QUALITY = 92, PATH_CAP = 4096 };

typedef struct {
    char **images; /* argv's own strings */
    int count;
    const char *calibration, *overlay, *without, *dump;
    bool json, stages, distances, crokinole;
    bool names_book;
    int rules; /* the book whose winks lie there */
    sq_turning turning;
    sq_files files;
} wish;

typedef struct {
    const wish *w;
    bool camera_folder, overlay_folder;
    sq_camera camera; /* of --calibration FILE */
    sq_camera_doubt doubt;
    sq_mat_size mat;
    sq_camera_check *check;
    sq_sight *sight;
    sq_overlay *overlay;
    sq_stage_pictures *stages;
    sq_colour_planes planes;
    char stage_folder[PATH_CAP];
    char written[PATH_CAP]; /* the overlay of the picture */
    sq_position position;
    int status;
} look;

static error_t take_rules(wish *w, const char *name, struct argp_state *state) {
    sq_diag d;
    w->names_book = true;
    w->rules = sq_rule_book_find_seen(name, &d);
    if (w->rules < 0) argp_error(state, "--rules: %s", d.text);
    return 0;
}

static error_t take_option(int key, char *arg, struct argp_state *state) {
    wish *w = state->input;
    if (sq_take_turning(&w->turning, key, arg, state)) return 0;
    switch (key) {
    case 'j': w->json = true; return 0;
    case 'c': w->calibration = arg; return 0;
    case 'o': w->overlay = arg; return 0;
    case 'w': w->without = arg; return 0;
    case 'd': w->dump = arg; return 0;
    case 's': w->stages = true; return 0;
    case 'g': w->crokinole = sq_option_game(arg, state) >= 0; return 0;
    case 'm': w->distances = true; return 0;
    case 'r': return take_rules(w, arg, state);
    case SQ_KEY_FORCE: w->files.force = true; return 0;
    case ARGP_KEY_ARGS:
        w->images = state->argv + state->next;
        w->count = state->argc - state->next;
        return 0;
    case ARGP_KEY_END:
        if (w->stages && state->argc > 2) argp_error(state, "--stages judges no picture; give it alone");
        return 0;
    case ARGP_KEY_NO_ARGS:
        if (!w->stages) argp_error(state, "give at least one picture");
        return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option options[] = {
    {"json", 'j', 0, 0, "print one JSON object a line for each picture, instead of sentences", 0},
    {"calibration", 'c', "CAMERA.json", 0,
     "the camera's file (a scene's truth file will do). If it is a folder, its file NAME.json is used for "
     "NAME.jpg. Without it the camera is found from the mat in each picture",
     0},
    {"overlay", 'o', "OUT.png", 0,
     "draw what was seen into a copy of the picture. For several pictures give a folder, which gets "
     "NAME.jpg for each; it is made if its name ends in /",
     0},
    {"distances", 'm', 0, 0,
     "draw the distances to the pot into the overlay; without it only if at most one wink of each colour "
     "has been played, as in the squidge-off",
     0},
    {"rules", 'r', "BOOK", 0,
     "the rule book, as in squint referee: winks that it does not have are not reported as missing, and do "
     "not count",
     0},
    {"game", 'g', "KIND", 0, "what the pictures show: tiddlywinks; or crokinole, with regions and the score",
     0},
    {"stages", 's', 0, 0, "print the eye's stages in their order, and what each does; judge no picture", 0},
    {"dump", 'd', "DIR", 0,
     "write a picture of what each stage has found into DIR, NN-stage.png; for several pictures into "
     "DIR/NAME/",
     0},
    {"without", 'w', "STAGE,...", 0, "leave out these stages; --stages says which can be left out", 0},
    SQ_TURNING_OPTIONS,
    SQ_FORCE_OPTION,
    {0},
};

static const char doc[] =
    "Judges pictures of a mat, taken from above: where each wink lies, which wink squops which and by how "
    "many millimetres, each colour's distance to the pot, tiddlies. LOOK means that the picture does not "
    "settle the matter: an umpire must look.\vExamples:\n"
    "  squint look --calibration camera.json --overlay seen.png mat.jpg\n"
    "  squint look --json -c scenes -o seen/ scenes/*.jpg >seen.jsonl\n"
    "  squint look --dump stages --without glare,clutter mat.jpg\n"
    "  squint look --game crokinole --overlay seen.png board.jpg\n\n"
    "A folder stands for the pictures in it, and - for the standard input. A picture that cannot be judged "
    "is reported on the standard error; the others are judged nevertheless. With --json its line is "
    "{\"image\": ..., \"error\": ...}.\n\n"
    "Exit status: 0 all judged, 1 a crokinole board got no ruling (with --json 0: its line says abstain), 2 "
    "an input cannot be used.";

/* FOLDER/NAME.ENDING for .../NAME.jpg. */
static sq_code sibling(char out[PATH_CAP], const char *folder, const char *image, const char *ending,
                       sq_diag *d) {
    const char *slash = strrchr(image, '/'), *name = slash ? slash + 1 : image, *dot = strrchr(name, '.');
    int length = dot && dot > name ? (int)(dot - name) : (int)strlen(name);
    if (snprintf(out, PATH_CAP, "%s/%.*s%s", folder, length, name, ending) < PATH_CAP) return SQ_OK;
    return sq_fail(d, SQ_E_ARGUMENT, "%.100s...: the name is too long; use shorter folders", image);
}

typedef struct {
    sq_camera camera;
    sq_camera_source source;
    double rms_px; /* of its calibration; NaN where unknown */
    sq_camera_doubt doubt;
    sq_mat_size mat;             /* that a file was made for */
    sq_mat_fit fit;              /* of a camera found from the mat */
    char warning[800];           /* what its file says and the picture does not; "": nothing */
    double off_mm, off_sigma_mm; /* by which the file differs; NaN: not at all */
} known_camera;

static sq_code find_camera_by_mat(known_camera *out, const sq_frame *f, sq_diag *d) {
    sq_code code = sq_camera_from_mat(f, &(sq_mat_settings){0}, &out->fit, d);
    out->camera = out->fit.camera;
    out->source = SQ_CAMERA_FROM_MAT;
    out->rms_px = out->fit.rms_px;
    if (!code) sq_mat_doubt(&out->fit, &out->doubt);
    return code;
}

static sq_code read_camera(sq_camera *camera, sq_camera_doubt *doubt, sq_mat_size *mat, const char *path,
                           sq_diag *d) {
    sq_code code = sq_camera_read(camera, path, d);
    if (!code) code = sq_camera_read_mat(mat, path, d);
    return code ? code : sq_camera_read_doubt(doubt, camera, path, d);
}

/* The picture shows the mat elsewhere than the file says: its own camera is taken, where it shows one. */
static sq_code leave_file(known_camera *out, const sq_camera_checked *m, const char *differs, sq_diag *d) {
    if (!m->found) return sq_fail(d, SQ_E_CAMERA, "%.440s; give its own camera, or calibrate anew", differs);
    snprintf(out->warning, sizeof out->warning,
             "%.600s. The camera is found from the mat instead; calibrate anew, or leave the file out.",
             differs);
    out->off_mm = m->worst_mm;
    out->off_sigma_mm = m->sigma_mm;
    out->fit = m->fit;
    out->camera = m->fit.camera;
    out->camera.blue = 0; /* another place's */
    out->source = SQ_CAMERA_FROM_MAT;
    out->rms_px = m->fit.rms_px;
    sq_mat_doubt(&m->fit, &out->doubt);
    return SQ_OK;
}

/* The file against what the picture shows of the mat. */
static sq_code check_file(look *l, known_camera *out, const char *file, const sq_frame *f, sq_diag *d) {
    static sq_camera_checked m; /* too large for a small stack */
    char differs[700];
    sq_camera_check_look(l->check, f, &out->camera, &out->doubt, &out->mat, &m);
    sq_camera_checked_say(&m, file, differs, sizeof differs);
    if (m.answer == SQ_CHECK_AGREES) return SQ_OK;
    if (m.answer != SQ_CHECK_UNSEEN) return leave_file(out, &m, differs, d);
    snprintf(out->warning, sizeof out->warning, "%.700s: check it against a picture of the whole mat.",
             differs);
    return SQ_OK;
}

/* The camera for one picture: found from its mat, read for it, or read once for all; from a file it is scaled
 * to the picture's size. */
static sq_code find_camera(look *l, known_camera *out, const char *image, const sq_frame *f, sq_diag *d) {
    *out = (known_camera){.camera = l->camera,
                          .doubt = l->doubt,
                          .mat = l->mat,
                          .source = SQ_CAMERA_FROM_FILE,
                          .rms_px = NAN,
                          .off_mm = NAN,
                          .off_sigma_mm = NAN};
    if (!l->w->calibration) return find_camera_by_mat(out, f, d);
    char path[PATH_CAP];
    snprintf(path, sizeof path, "%s", l->w->calibration);
    if (l->camera_folder) {
        sq_code code = sibling(path, l->w->calibration, image, ".json", d);
        if (!code) code = read_camera(&out->camera, &out->doubt, &out->mat, path, d);
        if (code) return code;
    }
    sq_code code = sq_camera_for_size(&out->camera, f->width, f->height, d);
    if (!code) code = sq_camera_doubt_for_size(&out->doubt, f->width, f->height, d);
    return code ? code : check_file(l, out, path, f, d);
}

static sq_code write_picture(look *l, sq_picture *picture, const char *image, sq_diag *d) {
    sq_code code = SQ_OK;
    if (l->overlay_folder)
        code = sibling(l->written, l->w->overlay, image, ".jpg", d);
    else
        snprintf(l->written, sizeof l->written, "%s", l->w->overlay);
    return code ? code : sq_picture_write(picture, l->written, OVERLAY_QUALITY, d);
}

static void say_written(const look *l) {
    if (l->w->overlay) printf("  Written: %s\n", l->written);
}

static sq_code write_overlay(look *l, sq_picture *picture, const char *image, const sq_camera *c,
                             sq_diag *d) {
    sq_shown shown = {.position = &l->position, .camera = c, .distances = l->w->distances};
    sq_code code = sq_overlay_draw(l->overlay, picture, &shown, d);
    return code ? code : write_picture(l, picture, image, d);
}

/* What is wrong with the picture, and what helps: one sentence, where ± suffer most; empty where nothing is.
 */
static void describe_quality(char text[SQ_QUALITY_TEXT], const look *l, const sq_frame *f,
                             const sq_camera *c) {
    unsigned said = 0;
    sq_picture_quality q;
    sq_picture_quality_measure(&q, f, NULL, 1, c);
    q.noise_levels = sq_sight_noise_levels(l->sight);
    q.colour_steps = sq_sight_coded_step(l->sight);
    if (!sq_picture_quality_say(&q, &said, text)) *text = 0;
}

/* A line below the others. */
static void say_colours(const sq_sight *s) {
    char text[400];
    sq_colours c = sq_colours_judge(sq_sight_palette(s));
    sq_colours_say(&c, text, sizeof text);
    if (*text && c.answer != SQ_COLOURS_APART) printf("  %s\n", text);
}

/* Where no side of the mat is in the picture: what its places are worth. */
static void say_near(const known_camera *known) {
    char text[1024];
    if (known->source != SQ_CAMERA_FROM_MAT || known->fit.turn == SQ_TURN_BY_SIDES) return;
    sq_mat_describe(&known->fit, text, sizeof text);
    printf("  %s\n", text);
}

/* Nothing of the user's is replaced by a stage's picture. */
static sq_code check_stage(const look *l, sq_stage stage, const char *more, sq_diag *d) {
    char path[PATH_CAP + 64];
    if (!sq_stage_picture_path(path, sizeof path, l->stage_folder, stage, more))
        return SQ_OK; /* told later */
    return sq_files_may_write(&l->w->files, "--dump", path, d);
}

/* The stages' pictures of one picture: in a folder of its own where there are several. */
static sq_code begin_dump(look *l, const char *image, sq_diag *d) {
    snprintf(l->stage_folder, sizeof l->stage_folder, "%s", l->w->dump);
    sq_code code = l->w->count > 1 ? sibling(l->stage_folder, l->w->dump, image, "", d) : SQ_OK;
    if (!code) code = sq_make_folders(l->stage_folder, NULL, d);
    for (int k = 0; k < SQ_STAGES && !code; k++)
        code = check_stage(l, (sq_stage)k, "", d);
    if (!code) code = check_stage(l, SQ_STAGE_PILE_SEARCH, SQ_STAGE_RESIDUAL, d);
    if (!code) sq_stage_pictures_begin(l->stages, l->stage_folder);
    return code;
}

static sq_code prepare_dump(look *l, sq_diag *d) {
    if (!l->w->dump) return SQ_OK;
    sq_code code = sq_make_folders(l->w->dump, NULL, d);
    if (!code) code = sq_stage_pictures_new(&l->stages, d);
    if (!code) sq_sight_set_hook(l->sight, sq_stage_pictures_hook, l->stages);
    return code;
}

/* What the winks behind the baselines say against the picture, or its camera. */
static sq_code check_corners(const sq_position *p, known_camera *known, sq_diag *d) {
    char text[SQ_CORNERS_TEXT];
    sq_corner_order order = sq_mat_corner_order(p->winks, p->wink_count);
    bool contradicts = sq_corners_contradict(&order, known->camera.blue, text);
    if (!contradicts && !sq_corners_doubt(&order, text)) return SQ_OK;
    if (contradicts && order.mirrored) return sq_fail(d, SQ_E_SIGHT, "%s", text);
    if (!*known->warning) snprintf(known->warning, sizeof known->warning, "%s.", text);
    return SQ_OK;
}

static sq_code print_json(const look *l, const char *image, const known_camera *known, sq_diag *d) {
    bool by_mat = known->source == SQ_CAMERA_FROM_MAT;
    sq_mat_size mat = by_mat ? known->fit.size : known->mat;
    if (!(mat.length_mm > 0))
        mat = (sq_mat_size){SQ_MAT_LENGTH_MM, SQ_MAT_WIDTH_MM}; /* a file that does not say */
    sq_position_seen_by by = {&known->camera, mat.length_mm, mat.width_mm};
    return sq_position_write_json(stdout, &l->position, image, &by, d);
}

/* A lens with its cap on gives no colour either. */
static sq_code refuse_grey(const sq_frame *f, sq_diag *d) {
    static sq_thumbnail small; /* too large for a small stack */
    sq_thumbnail_make(&small, f);
    if (sq_mat_is_dark(small.luma_mean)) return sq_mat_say_nothing(small.luma_mean, d);
    return sq_fail(d, SQ_E_SIGHT,
                   "the picture is grey, so the winks' colours cannot be told; give one in colour");
}

/* ---- The wrong game: who has named it, or forgotten to name it, would move lamps and camera in vain ---- */

static bool shows_board(look *l, const sq_frame *f) {
    static sq_seen_board board; /* too large for a small stack */
    sq_diag unheard;
    return !sq_colour_planes_read(&l->planes, f, &unheard) && !sq_board_find(f, &l->planes, &board, &unheard);
}

static bool shows_mat(const sq_frame *f) {
    static sq_mat_fit fit; /* too large for a small stack */
    sq_diag unheard;
    return !sq_camera_from_mat(f, &(sq_mat_settings){0}, &fit, &unheard);
}

/* A board of crokinole: found, looked at, told. What shows no board, or one that a hand covers, gets no
 * ruling. */
static sq_code judge_board(look *l, const char *image, sq_picture *picture, sq_diag *d) {
    static sq_seen_board board; /* too large for a small stack */
    static sq_board_position seen;
    sq_frame frame = sq_picture_frame(picture);
    double start = sq_monotonic_s();
    sq_code code = sq_colour_planes_read(&l->planes, &frame, d);
    if (!code) code = sq_board_find(&frame, &l->planes, &board, d);
    if (code == SQ_E_SIGHT && shows_mat(&frame))
        sq_fail(d, code,
                "no crokinole board is seen, but a tiddlywinks mat is; if that is right, leave out --game "
                "crokinole");
    if (!code) code = sq_look_at_board(&l->planes, &board, NULL, &seen, d);
    if (code == SQ_E_SIGHT && l->w->json) return sq_board_write_json_abstain(stdout, image, d->text, d);
    if (code) return code;
    seen.sight_ms = 1e3 * (sq_monotonic_s() - start);
    if (l->w->overlay) {
        code = sq_board_overlay_draw(picture, &seen, SQ_BOARD_SCORE, NULL, d);
        if (!code) code = write_picture(l, picture, image, d);
    }
    if (code) return code;
    if (l->w->json) return sq_board_write_json(stdout, &seen, image, d);
    sq_board_position_say(stdout, &seen, image);
    if (*seen.refusal) l->status = sq_exit_worse(l->status, SQ_EXIT_NO);
    say_written(l);
    return SQ_OK;
}

static sq_code judge(look *l, const char *image, sq_picture *picture, double load_ms, sq_diag *d) {
    sq_frame frame = sq_picture_frame(picture);
    static known_camera known; /* too large for a small stack */
    if (sq_picture_is_grey(picture)) return refuse_grey(&frame, d);
    sq_code code = find_camera(l, &known, image, &frame, d);
    if (code == SQ_E_CAMERA && !l->w->calibration && shows_board(l, &frame))
        sq_fail(d, code,
                "no mat is found, but a crokinole board is seen; if that is right, give --game crokinole");
    if (!code && l->stages) code = begin_dump(l, image, d);
    if (!code) sq_sight_doubt_camera(l->sight, &known.doubt);
    if (!code) code = sq_sight_look(l->sight, &frame, &known.camera, &l->position, d);
    if (!code && l->stages) code = sq_stage_pictures_end(l->stages, d);
    if (!code) code = sq_doubt_sharpness(&frame, &l->position, d);
    if (!code) code = check_corners(&l->position, &known, d);
    if (code) return code;
    l->position.load_ms = load_ms;
    l->position.source = known.source;
    l->position.camera_rms_px = known.rms_px;
    l->position.file_off_mm = known.off_mm;
    l->position.file_off_sigma_mm = known.off_sigma_mm;
    char quality[SQ_QUALITY_TEXT];
    describe_quality(quality, l, &frame, &known.camera); /* an overlay is drawn over the frame */
    if (l->overlay) code = write_overlay(l, picture, image, &known.camera, d);
    if (code) return code;
    if (l->w->json) return print_json(l, image, &known, d);
    if (*known.warning) printf("%s: %s\n", image, known.warning);
    sq_position_say(stdout, &l->position, image, sq_ruleset_has_tiddlies(sq_ruleset_at(l->w->rules)));
    say_near(&known);
    say_colours(l->sight);
    if (*quality) printf("  %s\n", quality);
    say_written(l);
    return SQ_OK;
}

/* One sentence to people, and to a program that counts lines one of them. */
static void complain(look *l, const char *image, const char *sentence) {
    char name[PATH_MAX];
    snprintf(name, sizeof name, "%s", image);
    size_t n = strlen(sq_obey_nothing(name));
    bool named = !strncmp(sentence, name, n) && sentence[n] == ':';
    if (named) sentence += n + 1 + (sentence[n + 1] == ' ');
    fprintf(stderr, "squint: %s: %s\n", name, sentence);
    if (l->w->json) (void)sq_position_write_json_error(stdout, image, sentence, NULL); /* main says it */
    l->status = SQ_EXIT_INPUT;
}

static void look_at(look *l, const char *image) {
    sq_picture *picture = NULL;
    sq_diag d;
    double start = sq_monotonic_s();
    sq_code code = sq_picture_read(&picture, image, &d);
    if (code && sq_is_video_name(image) && !access(image, R_OK))
        sq_fail(&d, SQ_E_ARGUMENT, "is a video; judge it with squint referee");
    if (!code) code = sq_picture_turn(picture, l->w->turning, &d);
    if (!code)
        code = l->w->crokinole ? judge_board(l, image, picture, &d)
                               : judge(l, image, picture, 1e3 * (sq_monotonic_s() - start), &d);
    if (code) complain(l, image, d.text);
    fflush(stdout); /* a run that is broken off has told all that it judged */
    sq_picture_free(picture);
}

static void show_progress(const look *l, int done, double since) {
    if (!isatty(STDERR_FILENO) || sq_monotonic_s() - since < PATIENCE_S) return;
    if (done < l->w->count)
        fprintf(stderr, SQ_ERASE_LINE "squint: %d of %d pictures", done, l->w->count);
    else
        fputs(SQ_ERASE_LINE, stderr);
}

/* Two pictures of one name would be drawn into one file; and nothing of the user's is replaced. */
static sq_code check_names(const wish *w, sq_diag *d) {
    char a[PATH_CAP], b[PATH_CAP];
    sq_code code = SQ_OK;
    for (int i = 0; i < w->count && !code; i++) {
        code = sibling(a, w->overlay, w->images[i], ".jpg", d);
        if (!code) code = sq_files_may_write(&w->files, "--overlay", a, d);
        for (int j = 0; j < i && !code; j++) {
            code = sibling(b, w->overlay, w->images[j], ".jpg", d);
            if (!code && !strcmp(a, b))
                code = sq_fail(d, SQ_E_ARGUMENT,
                               "%s and %s: their overlays would have one name; judge them in two runs",
                               w->images[j], w->images[i]);
        }
    }
    return code;
}

static sq_code prepare_overlay(look *l, sq_diag *d) {
    const char *path = l->w->overlay;
    if (!path) return SQ_OK;
    size_t n = strlen(path);
    sq_code made = n && path[n - 1] == '/' ? sq_make_folders(path, NULL, d) : SQ_OK;
    if (made) return made;
    l->overlay_folder = sq_is_folder(path);
    if (!l->overlay_folder && l->w->count > 1)
        return sq_fail(d, SQ_E_ARGUMENT, "%s: several pictures need a folder; give --overlay %s/", path,
                       path);
    sq_code code =
        l->overlay_folder ? check_names(l->w, d) : sq_files_may_write(&l->w->files, "--overlay", path, d);
    if (!code && !l->overlay_folder) code = sq_files_make_folder_of(path, d);
    return code ? code : sq_overlay_new(&l->overlay, d);
}

static void list_stages(void) {
    for (int k = 0; k < SQ_STAGES; k++) {
        const sq_stage_entry *e = sq_stage_of((sq_stage)k);
        bool is_part = e->how & SQ_PART;
        printf("%s%-*s  %c  %s\n", is_part ? "  " : "", is_part ? 18 : 20, e->name,
               e->how & SQ_OPTIONAL ? '-' : ' ', e->does);
    }
    puts("\n-: can be left out with --without");
}

/* The eye for boards finds its camera in each picture, and has no stages to choose from. */
static sq_code prepare_crokinole(look *l, sq_diag *d) {
    const wish *w = l->w;
    const char *odd = w->calibration  ? "--calibration"
                      : w->without    ? "--without"
                      : w->dump       ? "--dump"
                      : w->names_book ? "--rules"
                      : w->distances  ? "--distances"
                                      : NULL;
    if (odd) return sq_fail(d, SQ_E_ARGUMENT, "%s does not go with --game crokinole; leave it out", odd);
    return prepare_overlay(l, d);
}

static sq_code prepare(look *l, sq_diag *d) {
    if (l->w->crokinole) return prepare_crokinole(l, d);
    const char *calibration = l->w->calibration;
    l->camera_folder = calibration && sq_is_folder(calibration);
    sq_code code = SQ_OK;
    if (calibration && !(l->check = sq_camera_check_new(d))) return SQ_E_MEMORY;
    if (calibration && !l->camera_folder) code = read_camera(&l->camera, &l->doubt, &l->mat, calibration, d);
    if (!code) code = prepare_overlay(l, d);
    sq_stages_out without = {{0}};
    if (!code && l->w->without) code = sq_stages_leave_out(&without, l->w->without, d);
    if (code) return code;
    l->sight = sq_sight_new(d);
    if (!l->sight) return SQ_E_MEMORY;
    sq_sight_leave_out(l->sight, &without);
    sq_sight_set_lacks(l->sight, SQ_USUAL_SET & ~sq_ruleset_winks(sq_ruleset_at(l->w->rules)));
    return prepare_dump(l, d);
}

int sq_command_look(int argc, char **argv) {
    static const struct argp argp = {options, take_option, "IMAGE...", doc, NULL, NULL, NULL};
    static look l; /* too large for a stack that an embedder may have made small */
    wish w = {0};
    sq_diag d;
    sq_options_parse(&argp, argc, argv, &w);
    if (w.stages) {
        list_stages();
        return SQ_EXIT_OK;
    }
    char **images = NULL;
    sq_code listed = sq_picture_list(&images, &w.count, w.images, w.count, &d);
    w.images = images;
    sq_files_read_all(&w.files, images, w.count);
    sq_files_read(&w.files, w.calibration && !sq_is_folder(w.calibration) ? w.calibration : NULL);
    l = (look){.w = &w, .status = SQ_EXIT_OK};
    bool ready = !listed && !prepare(&l, &d);
    if (!ready) {
        fprintf(stderr, "squint: %s\n", d.text);
        l.status = SQ_EXIT_INPUT;
    }
    double start = sq_monotonic_s();
    for (int i = 0; i < w.count && ready; i++) {
        look_at(&l, w.images[i]);
        show_progress(&l, i + 1, start);
    }
    sq_picture_list_free(images, w.count);
    sq_overlay_free(l.overlay);
    sq_stage_pictures_free(l.stages);
    sq_sight_free(l.sight);
    sq_camera_check_free(l.check);
    sq_colour_planes_free(&l.planes);
    return l.status;
}

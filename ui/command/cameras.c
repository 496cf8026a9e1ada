/* squint cameras: the cameras that are connected, what they can do, and which mode a game is watched with. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/command/command.h"
#include "ui/terminal/options.h"
#include "ui/words/json_text.h"
#include "ui/words/json_type_and_version.h"
#include "vision/capture/v4l2_device.h"

enum { DEVICES_MOST = SQ_V4L2_CAMERAS };

typedef struct {
    const char *device[DEVICES_MOST];
    int devices;
    bool json;
} wish;

static const struct argp_option options[] = {
    {"json", 'j', 0, 0, "print one JSON object a line for each camera", 0},
    {0},
};

static const char doc[] =
    "Lists the cameras that are connected, with their picture formats and sizes, pictures a second, and "
    "controls. -> marks the mode that squint uses.\vExamples:\n"
    "  squint cameras\n"
    "  squint cameras --json /dev/video2\n"
    "  squint referee camera          # watch with the first camera that is there\n"
    "  squint referee /dev/video2     # or with this one\n\n"
    "Exit status: 0 a camera can be used, 1 none can, 2 an argument cannot be used.";

static error_t take_option(int key, char *arg, struct argp_state *state) {
    wish *w = state->input;
    switch (key) {
    case 'j': w->json = true; return 0;
    case ARGP_KEY_ARG:
        if (w->devices == DEVICES_MOST) argp_error(state, "at most %d devices at a time", DEVICES_MOST);
        w->device[w->devices++] = arg;
        return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp = {options, take_option, "[DEVICE...]", doc, 0, 0, 0};

/* ---- For people ---- */

static void print_modes(const sq_v4l2_camera *c) {
    double rate;
    const sq_v4l2_mode *chosen = sq_v4l2_choose(c, NULL, &rate);
    for (const sq_v4l2_mode *m = c->mode; m < c->mode + c->modes; m++) {
        printf("  %s %s %5d x %-5d", m == chosen ? "->" : "  ", m->format, m->width, m->height);
        for (int i = 0; i < m->rates; i++)
            printf("%s %.4g", i ? "," : "", m->rate[i]);
        printf("%s%s\n", m->rates ? " a second" : "", m->usable ? "" : "   (not read by squint)");
    }
    if (!chosen) puts("     none of them can be read; take another camera");
}

static void print_camera(const sq_v4l2_camera *c) {
    printf("%s  %s (%s, %s)\n", c->path, c->name, c->driver, c->bus);
    print_modes(c);
    for (const sq_v4l2_control *k = c->control; k < c->control + c->controls; k++)
        printf("     %-32s %lld (%lld to %lld)%s\n", k->name, (long long)k->value, (long long)k->low,
               (long long)k->high, k->fixed ? ", not to be set now" : "");
    if (c->truncated) puts("     and more that is not listed");
}

/* ---- For programs ---- */

static json_t *mode_json(const sq_v4l2_mode *m, bool chosen) {
    json_t *rates = json_array();
    for (int i = 0; i < m->rates; i++)
        json_array_append_new(rates, json_real(m->rate[i]));
    return json_pack("{s:s, s:i, s:i, s:o, s:b, s:b}", "format", m->format, "width", m->width, "height",
                     m->height, "rates", rates, "usable", m->usable, "chosen", chosen);
}

static json_t *control_json(const sq_v4l2_control *k) {
    return json_pack("{s:s%, s:I, s:I, s:I, s:I, s:I, s:b}", "name", k->name, strlen(k->name), "value",
                     (json_int_t)k->value, "low", (json_int_t)k->low, "high", (json_int_t)k->high, "step",
                     (json_int_t)k->step, "usual", (json_int_t)k->usual, "fixed", k->fixed);
}

static bool print_json(const sq_v4l2_camera *c) {
    double rate;
    const sq_v4l2_mode *chosen = sq_v4l2_choose(c, NULL, &rate);
    json_t *modes = json_array(), *controls = json_array();
    for (const sq_v4l2_mode *m = c->mode; m < c->mode + c->modes; m++)
        json_array_append_new(modes, mode_json(m, m == chosen));
    for (const sq_v4l2_control *k = c->control; k < c->control + c->controls; k++)
        json_array_append_new(controls, control_json(k));
    json_t *all =
        json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:b}", "device", sq_json_text(c->path), "name",
                  sq_json_text(c->name), "driver", sq_json_text(c->driver), "bus", sq_json_text(c->bus),
                  "modes", modes, "controls", controls, "truncated", c->truncated);
    if (!all) {
        fprintf(stderr, "squint: %s: no memory for it as JSON; close other programs\n", c->path);
        return false;
    }
    json_dumpf(sq_json_typed(all, "connected-camera"), stdout, JSON_COMPACT);
    putchar('\n');
    json_decref(all);
    return true;
}

/* ---- */

/* True where it can be watched with. */
static bool show(const char *path, bool json) {
    static sq_v4l2_camera c; /* too large for a small stack */
    int fd;
    sq_diag d;
    double rate;
    sq_code code = sq_v4l2_open(&fd, path, &d);
    if (!code) code = sq_v4l2_describe(&c, fd, path, &d);
    bool told = !code && (!json || print_json(&c));
    if (code) fprintf(stderr, "squint: %s\n", d.text);
    if (told && !json) print_camera(&c);
    sq_v4l2_close(fd);
    return told && sq_v4l2_choose(&c, NULL, &rate);
}

int sq_command_cameras(int argc, char **argv) {
    wish w = {0};
    sq_v4l2_path paths[SQ_V4L2_CAMERAS];
    int usable = 0;
    sq_options_parse(&argp, argc, argv, &w);
    bool asked = w.devices > 0;
    if (!asked) w.devices = sq_v4l2_paths(paths);
    for (int i = 0; i < w.devices && !asked; i++)
        w.device[i] = paths[i];
    for (int i = 0; i < w.devices; i++)
        usable += show(w.device[i], w.json);
    if (!w.devices)
        fputs("squint: no camera is connected; plug one in, or take a phone: squint referee phone "
              "shows the link that its browser opens\n",
              stderr);
    return usable ? SQ_EXIT_OK : asked ? SQ_EXIT_INPUT : SQ_EXIT_NO;
}

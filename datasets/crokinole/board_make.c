/* Traits of boards, each decided by a stream of random numbers of its own. */
#include "datasets/crokinole/board_make.h"

#include <string.h>

#include "datasets/scene/random.h"

const char *sq_board_make_name(sq_board_make m) {
    static const char *const names[] = {
#define X(number, name, what) name,
        SQ_BOARD_MAKE_LIST(X)
#undef X
    };
    return names[m];
}

const char *sq_board_make_what(sq_board_make m) {
    static const char *const texts[] = {
#define X(number, name, what) what,
        SQ_BOARD_MAKE_LIST(X)
#undef X
    };
    return texts[m];
}

sq_board_make sq_board_make_from_name(const char *name) {
    int m = 0;
    while (m < SQ_BOARD_MAKES && strcmp(name, sq_board_make_name((sq_board_make)m)) != 0)
        m++;
    return (sq_board_make)m;
}

typedef float code[3]; /* red, green, blue, 0..255 */

static void light_of(float out[3], const code c) {
    for (int k = 0; k < 3; k++)
        out[k] = powf(c[k] / 255, 2.2f);
}

static void pick(float out[3], sq_random *r, const code *of, int n) {
    light_of(out, of[sq_random_below(r, n)]);
}

enum { FIELDS = 6, LIGHT_LINES = 4, DITCHES = 4, SETS = 7 };

static const code dark_fields[FIELDS] = {{30, 30, 32}, {28, 88, 58}, {150, 30, 34},
                                         {92, 62, 42}, {34, 52, 96}, {70, 72, 76}},
                  light_lines[LIGHT_LINES] = {{238, 234, 224},
                                              {206, 166, 84},
                                              {228, 202, 150},
                                              {250, 222, 60}},
                  ditches[DITCHES] = {{24, 24, 26}, {150, 110, 70}, {110, 30, 34}, {60, 44, 34}};

/* Light and dark, as they are sold. */
static const code sets[SETS][SQ_BOARD_SIDES] = {
    {{226, 190, 140}, {30, 28, 28}}, {{186, 40, 44}, {32, 30, 30}},    {{238, 236, 230}, {38, 62, 150}},
    {{236, 200, 60}, {32, 108, 60}}, {{226, 190, 140}, {170, 44, 40}}, {{240, 238, 230}, {34, 34, 36}},
    {{232, 120, 40}, {40, 60, 140}}};

/* How many codes apart a disc's colour and a field are that can be played on. */
#define APART_CODES 40.0f

static float codes_apart(const float a[3], const float b[3]) {
    float sum = 0;
    for (int k = 0; k < 3; k++) {
        float off = 255 * (powf(a[k], 1 / 2.2f) - powf(b[k], 1 / 2.2f));
        sum += off * off / 3;
    }
    return sqrtf(sum);
}

/* Whether discs of a colour show on all that they lie on. */
static bool shows(const sq_board_scene *s, const float disc[3]) {
    bool does = codes_apart(disc, s->surface) > APART_CODES;
    for (int k = 0; k < SQ_RINGS && s->finish.zoned; k++)
        does = does && codes_apart(disc, s->finish.zone[k]) > APART_CODES;
    return does;
}

static void pick_discs(sq_board_scene *s, sq_random *r) {
    int first = sq_random_below(r, SETS);
    for (int i = 0; i < SETS; i++) {
        const code *set = sets[(first + i) % SETS];
        for (int side = 0; side < SQ_BOARD_SIDES; side++)
            light_of(s->disc[side], set[side]);
        if (shows(s, s->disc[SQ_LIGHT]) && shows(s, s->disc[SQ_DARK])) return;
    }
}

static void finish_natural(sq_board_scene *s, sq_random *r) {
    static const code maple = {234, 208, 164}, line = {26, 23, 21}, ditch = {24, 24, 26};
    light_of(s->surface, maple);
    light_of(s->line, line);
    light_of(s->ditch, ditch);
    s->grain = sq_random_range(r, 0.02, 0.05);
    s->line_width_mm = sq_random_range(r, 1.2, 1.8);
}

static void finish_dark(sq_board_scene *s, sq_random *r) {
    pick(s->surface, r, dark_fields, FIELDS);
    pick(s->line, r, light_lines, LIGHT_LINES);
    pick(s->ditch, r, ditches, DITCHES);
    light_of(s->hole, ditches[0]);
    s->grain = sq_random_range(r, 0.01, 0.05);
}

static void finish_zones(sq_board_scene *s, sq_random *r) {
    enum { PAINTS = 6 };
    static const code paints[PAINTS] = {{196, 44, 40},  {238, 220, 180}, {40, 92, 160},
                                        {232, 190, 60}, {50, 120, 70},   {222, 182, 128}},
                      lines[2] = {{28, 26, 26}, {244, 242, 236}};
    int first = sq_random_below(r, PAINTS);
    s->finish.zoned = true;
    for (int k = 0; k < SQ_RINGS; k++)
        light_of(s->finish.zone[k], paints[(first + 2 * k + sq_random_below(r, 2)) % PAINTS]);
    pick(s->line, r, lines, 2);
    pick(s->surface, r, paints, PAINTS);
}

static void finish_grooves(sq_board_scene *s, sq_random *r) {
    double dirt = sq_random_range(r, 0.35, 0.6);
    for (int k = 0; k < 3; k++)
        s->line[k] = (float)(s->surface[k] * dirt);
    s->finish.groove = sq_random_range(r, 0.1, 0.3);
}

static void finish_widths(sq_board_scene *s, sq_random *r) {
    bool thin = sq_random_chance(r, 0.5);
    s->line_width_mm = thin ? sq_random_range(r, 0.9, 1.3) : sq_random_range(r, 3.5, 5);
}

static void finish_print(sq_board_scene *s, sq_random *r) {
    enum { INKS = 4 };
    static const code inks[INKS] = {{30, 30, 30}, {190, 40, 40}, {240, 236, 226}, {40, 80, 150}};
    s->finish.printed = true;
    int first = sq_random_below(r, INKS);
    for (int i = 0; i < INKS; i++) {
        light_of(s->finish.print, inks[(first + i) % INKS]);
        if (codes_apart(s->finish.print, s->surface) > APART_CODES) return;
    }
}

static void finish_gloss(sq_board_scene *s, sq_random *r) {
    double a = sq_random_range(r, 0, 2 * M_PI),
           far = sq_random_range(r, 0.2, 0.8) * s->ring_mm[SQ_RING_OUTER];
    s->finish.gloss = sq_random_range(r, 0.05, 0.35);
    s->finish.window = (sq_mm){far * cos(a), far * sin(a)};
    s->finish.window_turn = sq_random_range(r, 0, M_PI);
}

static void finish_grain(sq_board_scene *s, sq_random *r) {
    s->grain = sq_random_range(r, 0.08, 0.16);
    s->finish.planks = 3 + sq_random_below(r, 5);
    s->finish.plank_share = sq_random_range(r, 0.05, 0.2);
}

static void finish_pegs(sq_board_scene *s, sq_random *r) {
    enum { METALS = 4 };
    static const code metals[METALS] = {{206, 170, 90}, {176, 178, 182}, {26, 26, 26}, {200, 60, 50}};
    s->finish.pegs = sq_random_chance(r, 0.4) ? 12 : SQ_BOARD_PEGS;
    s->finish.peg_mm = sq_random_range(r, 2.5, 4.1);
    s->finish.peg_height_mm = sq_random_range(r, 8, 18);
    pick(s->finish.peg, r, metals, METALS);
}

static void finish_octagon(sq_board_scene *s, sq_random *r) {
    (void)r;
    s->finish.octagon = true;
}

static void finish_quadrants(sq_board_scene *s, sq_random *r) {
    (void)r;
    s->finish.long_quadrants = true;
}

static void finish_discs(sq_board_scene *s, sq_random *r) {
    s->finish.pale_bevel = sq_random_range(r, 0.6, 1.3);
    s->bevel_mm = sq_random_range(r, 0, 2);
    int face = sq_random_below(r, 4);
    if (face == 1) s->finish.dot_mm = sq_random_range(r, 0.15, 0.45) * s->disc_radius_mm;
    if (face == 2) s->finish.turned_ring = sq_random_range(r, 0.1, 0.4);
    if (face == 3) s->finish.hollow = sq_random_range(r, 0.1, 0.35);
    pick_discs(s, r);
}

static void finish_cloth(sq_board_scene *s, sq_random *r) {
    s->finish.cloth = 1 + sq_random_below(r, 3);
    s->finish.cloth_mm = sq_random_range(r, 8, 60);
    for (int k = 0; k < 3; k++)
        s->finish.cloth_light[k] = (float)sq_random_range(r, 0.02, 0.9);
}

static void finish_plate(sq_board_scene *s, sq_random *r) {
    s->finish.plate_mm = sq_random_range(r, 60, 160);
    for (int k = 0; k < 3; k++)
        s->finish.plate_light[k] = (float)sq_random_range(r, 0.1, 0.9);
}

/* Of materials a mixed board has one, of the rest each with this chance. */
#define MIXED 0.3

typedef void finisher(sq_board_scene *s, sq_random *r);

static finisher *const finishes[SQ_BOARD_MAKES] = {
    [SQ_MAKE_NATURAL] = finish_natural,     [SQ_MAKE_DARK] = finish_dark,
    [SQ_MAKE_ZONES] = finish_zones,         [SQ_MAKE_GROOVES] = finish_grooves,
    [SQ_MAKE_WIDTHS] = finish_widths,       [SQ_MAKE_PRINTED] = finish_print,
    [SQ_MAKE_GLOSS] = finish_gloss,         [SQ_MAKE_GRAIN] = finish_grain,
    [SQ_MAKE_PEGS] = finish_pegs,           [SQ_MAKE_OCTAGON] = finish_octagon,
    [SQ_MAKE_QUADRANTS] = finish_quadrants, [SQ_MAKE_DISCS] = finish_discs,
    [SQ_MAKE_CLOTH] = finish_cloth,         [SQ_MAKE_PLATE] = finish_plate,
};

static void finish_by(sq_board_scene *s, sq_board_make make) {
    sq_random r = sq_random_for(s->seed, sq_board_make_name(make));
    if (finishes[make]) finishes[make](s, &r);
}

static bool is_in_mix(const sq_board_scene *s, sq_board_make make) {
    sq_random r = sq_random_for(s->seed + (uint64_t)make, "is it in the mix");
    return sq_random_chance(&r, MIXED);
}

void sq_board_make_finish(sq_board_scene *s, sq_board_make make) {
    if (make == SQ_MAKE_USUAL) return;
    sq_random r = sq_random_for(s->seed, "a mix");
    if (make == SQ_MAKE_MIXED) {
        finish_by(s, (sq_board_make)sq_random_below(&r, SQ_MAKE_GROOVES)); /* one of the materials */
        for (int m = SQ_MAKE_GROOVES; m < SQ_MAKE_MIXED; m++)
            if (is_in_mix(s, (sq_board_make)m)) finish_by(s, (sq_board_make)m);
    } else {
        finish_by(s, make);
    }
    if (!shows(s, s->disc[SQ_LIGHT]) || !shows(s, s->disc[SQ_DARK])) pick_discs(s, &r);
}

/* Along the picture's shorter side, until the rail is cut, and at most so far that the outer line is not. */
static void move_aside(sq_board_scene *s, sq_random *r) {
    int shorter = s->width < s->height ? 0 : 1;
    double free_mm = (shorter ? s->height : s->width) / 2.0 / s->camera.fx * s->camera.t[2] - s->ditch_mm,
           most = s->ditch_mm - s->surface_mm + 6;
    s->camera.t[shorter] +=
        (free_mm + sq_random_range(r, 0.1, 0.8) * most) * (sq_random_chance(r, 0.5) ? 1 : -1);
}

/* Beside the board, where a picture has more room. */
static void put_plate(sq_board_scene *s, sq_random *r) {
    double far = s->ditch_mm + 30 + s->finish.plate_mm, way = sq_random_chance(r, 0.5) ? 1 : -1;
    sq_px middle = {(s->width - 1) / 2.0, (s->height - 1) / 2.0}, side = middle;
    if (s->width > s->height)
        side.x += way * s->height / 2.0;
    else
        side.y += way * s->width / 2.0;
    sq_mm at = sq_mm_from_px(&s->camera, side, 0);
    double length = hypot(at.x, at.y);
    s->finish.plate = (sq_mm){at.x / length * far, at.y / length * far};
}

void sq_board_make_place(sq_board_scene *s, sq_board_make make) {
    sq_random r = sq_random_for(s->seed, "place");
    bool aside = make == SQ_MAKE_ASIDE || (make == SQ_MAKE_MIXED && is_in_mix(s, SQ_MAKE_ASIDE));
    if (aside) move_aside(s, &r);
    if (s->finish.plate_mm > 0) put_plate(s, &r);
}

/* Watches every frame for motion: samples it coarsely, corrects for flicker row by row, compares each cell
 * with a slowly fading memory of itself and with its own learned noise, and keeps the times of the rests. */
#include "vision/change/rest_detector.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "vision/change/coarse_samples.h"
#include "vision/change/estimate_shift.h"
#include "vision/change/reaching_hand.h"
#include "vision/frame/simd.h"
#include "vision/math/median.h"
#include "vision/math/tunable_number.h"
#include "vision/system/asan_checked_loops.h"

/* Samples along the side of a block, within a cell, whose common change is taken as light: 16 pixels of a
 * 1080p picture, which codecs handle as one. Larger: flicker that the codec passes on in pieces counts as
 * motion. Smaller: nothing is left of a wink. */
enum { SQ_REST_BLOCK = 4 };

/* Seconds over which a cell's memory of what it showed fades. Shorter: a hand that creeps is forgotten as
 * fast as it comes. Longer: the light of a passing cloud counts as motion. */
SQ_NUMBER(SQ_REST_FADE_S, 0.5);

/* Seconds over which a cell's noise is learned: several of a codec's groups of pictures. */
SQ_NUMBER(SQ_REST_LEARN_S, 4.0);

/* A cell that has not lain still for SQ_REST_UNDER_HAND_S within so many seconds moves all the time: the
 * digits of a camera's clock, a display in the corner, which no noise that was learned has swallowed by then.
 * It counts as no motion until it has lain still for that long. Shorter: a hand that fidgets is left out.
 * Longer: shots before such a clock are missed. Before the first rest of all, when nothing is lost by a look
 * too many, SQ_REST_UNDER_HAND_S are enough. */
#define SQ_REST_RESTLESS_S (5 * SQ_REST_LEARN_S)

/* Standard deviations of its noise's energy (a sum of squares) by which a cell must stand out to move. A
 * sensor's noise never reaches half of it; a codec's bursts are rare and strong, and after the first one they
 * are within it. */
SQ_NUMBER(SQ_REST_SIGMAS, 8.0f);

/* Levels by which the weakest wink differs from the felt (luma and both chroma, root of the sum of squares)
 * and is still noticed: half of what yellow ones differ from beige felt, all of it chroma. Lower: lines whose
 * sharpness a codec drops and restores count as motion. Higher: pale winks move unnoticed. */
SQ_NUMBER(SQ_REST_CONTRAST, 20.0f);

/* Share of a cell's contrast that must change. Codecs and flicker change up to a tenth of it at rims and
 * grain, which are strong; a wink that moves by a fifth of its radius changes more. */
SQ_NUMBER(SQ_REST_CHANGE, 0.12f);

/* A frame in which the typical cell trembles by more than so many times its noise is not the codec's doing:
 * the camera was moved, the whole picture has changed. Key frames reach 7. */
SQ_NUMBER(SQ_REST_TREMBLE, 12.0f);

/* The greatest gain of a row of cells, before over now, that is taken as a lamp's, and one over the least:
 * mains flicker reaches 0.7 in a short exposure. Beyond, it is another picture. */
SQ_NUMBER(SQ_REST_BRIGHTEST, 1.9f);

enum {
    CELL = SQ_REST_CELL,
    BLOCK = SQ_REST_BLOCK,
    CELLS = SQ_REST_CELLS,
    SIDE = SQ_REST_SIDE,
    CELL_SAMPLES = CELL * CELL,
    PLANES = SQ_REST_PLANES,
    NOW_UNIT = SQ_COARSE_UNIT,
    CACHE_LINE = 64, /* bytes; where it is another, some are asked for twice or too late */
    ROWS_AHEAD = 4,  /* so long a way it is to the memory */
    QUARTER = SQ_SHIFT_QUARTER,
    DIFFERENCE_BITS = SQ_SHIFT_CUT,
    MEMORY_UNIT = QUARTER << DIFFERENCE_BITS, /* a level in the memory, and in now's under the old light */
    GAIN_ONE = 1 << 14 /* with which a product's upper half is in units of the memory */
};

/* The noise of rounding to 8 bits, levels² a sample (1/12): the least noise that a cell is taken to have. */
#define ROUNDING_NOISE (PLANES * CELL_SAMPLES / 12.0f)

/* The share of its mean by which a cell's noise is taken to scatter before anything is known of it: twice
 * what 192 independent samples do. */
SQ_NUMBER(FIRST_SCATTER, 0.25f);

/* The least energy that can be a wink's motion: a small one, four samples across, moves by its radius; over
 * all places and directions the cell that gets most of it gets two squares of its contrast. */
#define WINK_ENERGY (2 * SQ_REST_CONTRAST * SQ_REST_CONTRAST)

/* Seconds to which containers round their times: a rest of nine thirtieths has lasted SQ_REST_AFTER_S. */
SQ_NUMBER(STAMP_S, 0.001);

/* What stands out by more than this many deviations is learned as if it stood out by so many. */
SQ_NUMBER(LEARNED_SIGMAS, 3.0f);

typedef sq_coarse_channel channel;

/* What the cells differ by, and what is known of that without motion; levels². */
typedef struct {
    float energy[CELLS * CELLS]; /* of the difference in this frame */
    float noise[CELLS * CELLS];  /* what the energy is without motion, its mean … */
    float spread[CELLS * CELLS]; /* … and its variance */
} differences;

struct sq_rest_detector {
    /* The picture's present form; 0 before the first frame. */
    int width, height;
    sq_frame_format format;
    int step;             /* pixels from sample to sample */
    int planes;           /* 1 for grey */
    int cells_x, cells_y; /* in use, and so many samples: */
    int wide, high;
    int frames;                        /* of this form so far */
    double t;                          /* the last one's */
    sq_shift_sums sums[CELLS * CELLS]; /* in work */
    sq_px shift;                       /* of the last one, against the memory */
    bool moves;                        /* something moved in it, watched or not */
    bool drowns;                       /* somewhere a wink drowns in the samples' noise */

    /* Samples: luma above black, and chroma from grey; of one row of cells now, which so stay near the
     * processor, and of all as they are remembered under the first frame's light. */
    int16_t now[PLANES][CELL][SIDE];
    sq_rest_samples memory;
    int16_t gain[CELLS];           /* memory over now, for each row of cells; GAIN_ONE is 1 */
    differences fine;              /* of the samples, each block's mean taken off */
    differences broad;             /* of the blocks' means, in which noise drowns much later */
    float contrast[CELLS * CELLS]; /* of the memory in a cell that may be moving, else infinite; levels² */
    float raw[CELLS * CELLS];      /* the memory's noise, as a share of a frame's: 1 where it is one frame */
    float sorted[CELLS * CELLS];   /* room for finding medians */
    uint8_t moved[CELLS * CELLS], watched[CELLS * CELLS], moving[CELLS * CELLS]; /* moving: both */
    double moved_at[CELLS * CELLS];                                              /* when it last moved */
    double busy_since[CELLS * CELLS]; /* since when it has not lain still for SQ_REST_UNDER_HAND_S */
    uint8_t restless[CELLS * CELLS];  /* watched, and left out */
    int restless_count;

    sq_px outline[SQ_REST_OUTLINE_CAP];
    int outline_count;

    sq_rest rest;
    bool at_rest, ever_rested;
    sq_reaching_hand hand; /* against the rests before */
    double t_since;        /* the present state's begin */
};

sq_rest_detector *sq_rest_detector_new(void) {
    return calloc(1, sizeof(sq_rest_detector));
}

void sq_rest_detector_free(sq_rest_detector *s) {
    free(s);
}

/* ---- What is watched ---- */

static double distance_to_edge(sq_px p, sq_px a, sq_px b) {
    double ux = b.x - a.x, uy = b.y - a.y, length = ux * ux + uy * uy;
    double t = length > 0 ? ((p.x - a.x) * ux + (p.y - a.y) * uy) / length : 0;
    t = fmin(fmax(t, 0), 1);
    return hypot(p.x - a.x - t * ux, p.y - a.y - t * uy);
}

/* Is p inside of the outline (even-odd), or nearer to it than this? */
static bool touches(const sq_rest_detector *s, sq_px p, double reach) {
    bool inside = false;
    for (int i = 0, j = s->outline_count - 1; i < s->outline_count; j = i++) {
        sq_px a = s->outline[i], b = s->outline[j];
        if (distance_to_edge(p, a, b) <= reach) return true;
        if ((a.y > p.y) != (b.y > p.y) && p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x)
            inside = !inside;
    }
    return inside;
}

static void mark_watched(sq_rest_detector *s) {
    double cell = CELL * s->step;
    for (int cy = 0; cy < s->cells_y; cy++)
        for (int cx = 0; cx < s->cells_x; cx++) {
            sq_px centre = {(cx + 0.5) * cell - 0.5, (cy + 0.5) * cell - 0.5};
            s->watched[cy * s->cells_x + cx] = !s->outline_count || touches(s, centre, cell * M_SQRT1_2);
        }
}

void sq_rest_detector_watch(sq_rest_detector *s, const sq_px *outline, int count) {
    assert(count >= 0 && count <= SQ_REST_OUTLINE_CAP);
    for (int i = 0; i < count; i++)
        s->outline[i] = outline[i];
    s->outline_count = count;
    mark_watched(s);
}

/* ---- Samples ---- */

/* One row of samples of plane k. What lies beyond the picture's right edge, in the last cells, repeats the
 * last sample. What is wanted soon is asked for meanwhile, since from frame to frame others have had the
 * cache: a row of the frame some way ahead, each of which lies on a page of its own, where no processor looks
 * ahead by itself, and this row of the memory. */
static void take_row(const sq_rest_detector *s, const channel *c, int k, int y, int16_t *out) {
    const uint8_t *ahead = sq_coarse_row_at(c, s->step, y + ROWS_AHEAD),
                  *memory = (const uint8_t *)s->memory[k][y];
    for (int x = 0; x < (s->width >> c->shift_x) * c->apart; x += CACHE_LINE)
        __builtin_prefetch(ahead + x);
    for (int x = 0; x < s->wide * (int)sizeof s->memory[k][y][0]; x += CACHE_LINE)
        __builtin_prefetch(memory + x, 1);
    int n = s->width / s->step < s->wide ? s->width / s->step : s->wide;
    sq_coarse_row(c, s->step, y, n, s->shift, out);
    for (int x = n; x < s->wide; x++)
        out[x] = out[n - 1];
}

/* A row of cells of the frame. */
static void take_samples(sq_rest_detector *s, const channel channels[PLANES], int cy) {
    for (int k = 0; k < s->planes; k++)
        for (int y = cy * CELL; y < (cy + 1) * CELL; y++)
            take_row(s, &channels[k], k, y, s->now[k][y % CELL]);
}

/* ---- Light: a gain for each row of cells, since lamps flicker while the sensor reads row by row ---- */

/* What the loops over a row of cells of plane k touch. */
static void check_rows(const sq_rest_detector *s, int k, int cy) {
    assert(k < s->planes && cy < s->cells_y && s->wide <= SIDE && s->high <= SIDE);
    sq_check_range(s->now[k], sizeof s->now[k]);
    sq_check_range(s->memory[k][cy * CELL], CELL * sizeof s->memory[k][0]);
}

/* Adds up every `side` columns: sums[i] of the i-th group. */
SQ_INLINED_WHOLE void add_columns(const sq_rest_detector *s, const int columns[SIDE], int side, int sums[]) {
    for (int i = 0; i < s->wide / side; i++) {
        sums[i] = 0;
        for (int x = 0; x < side; x++)
            sums[i] += columns[i * side + x];
    }
}

/* Adds up a row of cells: sums[cx] over CELL rows of samples. Column by column first, which the compiler
 * turns into wide instructions. */
SQ_WIDE SQ_CHECKED_WHOLE static void cell_sums(const sq_rest_detector *s, int16_t (*rows)[SIDE],
                                               int sums[CELLS]) {
    int columns[SIDE] = {0};
    for (int x = 0; x < s->wide; x++) {
        int sum = 0;
        for (int y = 0; y < CELL; y++)
            sum += rows[y][x];
        columns[x] = sum;
    }
    add_columns(s, columns, CELL, sums);
}

/* The typical cell's brightness then over now; what moves is outvoted. A black cell says nothing: 1. */
static void find_gain(sq_rest_detector *s, int cy) {
    const float black = 8.0f * CELL_SAMPLES; /* levels */
    int now[CELLS] = {0}, then[CELLS] = {0};
    float ratio[CELLS];
    check_rows(s, 0, cy);
    cell_sums(s, s->now[0], now);
    cell_sums(s, &s->memory[0][cy * CELL], then);
    for (int cx = 0; cx < s->cells_x; cx++)
        ratio[cx] = (black + (float)then[cx] / MEMORY_UNIT) / (black + (float)now[cx] / NOW_UNIT);
    float gain = sq_median(ratio, s->cells_x);
    s->gain[cy] = (int16_t)(GAIN_ONE * fminf(fmaxf(gain, 1 / SQ_REST_BRIGHTEST), SQ_REST_BRIGHTEST));
}

/* ---- Differences ---- */

/* A sample as it would have been when the memory began. The upper half of a 16-bit product is one
 * instruction. */
SQ_INLINED_WHOLE int16_t under_old_light(int16_t now, int16_t gain) {
    return (int16_t)(now * gain >> 16);
}

/* Adds Σ(d − mean d)² of a row of blocks of one plane to the fine energies of their cells, and Σ(mean d)² to
 * the broad ones. A block's mean is mostly light again: soft shadows, and flicker that a codec takes over
 * block by block, some frames late. */
SQ_WIDE SQ_CHECKED_WHOLE static void add_energies(sq_rest_detector *s, int k, int by) {
    int sums[SIDE], squares[SIDE], sum[SIDE / BLOCK], square[SIDE / BLOCK];
    const int cy = by * BLOCK / CELL;
    const int16_t gain = s->gain[cy], (*now)[SIDE] = (const int16_t(*)[SIDE])s->now[k] + by * BLOCK % CELL,
                  (*memory)[SIDE] = (const int16_t(*)[SIDE])s->memory[k] + by * BLOCK;
    for (int x = 0; x < s->wide; x++) {
        int of_column = 0, of_squares = 0;
        for (int y = 0; y < BLOCK; y++) {
            int16_t d =
                (int16_t)((int16_t)(under_old_light(now[y][x], gain) - memory[y][x]) >> DIFFERENCE_BITS);
            of_column += d;
            of_squares += d * d;
        }
        sums[x] = of_column;
        squares[x] = of_squares;
    }
    add_columns(s, sums, BLOCK, sum);
    add_columns(s, squares, BLOCK, square);
    for (int bx = 0; bx < s->wide / BLOCK; bx++) {
        float of_mean = (float)sum[bx] / (BLOCK * BLOCK) * (float)sum[bx];
        int cell = cy * s->cells_x + bx * BLOCK / CELL;
        s->fine.energy[cell] += ((float)square[bx] - of_mean) / (QUARTER * QUARTER);
        s->broad.energy[cell] += of_mean / (QUARTER * QUARTER);
    }
}

static void find_energies(sq_rest_detector *s, int cy) {
    float *fine = &s->fine.energy[cy * s->cells_x], *broad = &s->broad.energy[cy * s->cells_x];
    size_t bytes = (size_t)s->cells_x * sizeof *fine;
    memset(fine, 0, bytes);
    memset(broad, 0, bytes);
    sq_check_range(fine, bytes);
    sq_check_range(broad, bytes);
    for (int k = 0; k < s->planes; k++) {
        check_rows(s, k, cy);
        for (int by = cy * CELL / BLOCK; by < (cy + 1) * CELL / BLOCK; by++)
            add_energies(s, k, by);
    }
    for (int cx = 0; cx < s->cells_x; cx++)
        broad[cx] /= 1 + s->raw[cy * s->cells_x + cx];
}

/* The typical cell's energy over its noise: how much the whole frame trembles; at least 1, which saves
 * looking for most medians. */
static float tremble(sq_rest_detector *s, const differences *d) {
    int n = s->cells_x * s->cells_y, calm = 0;
    for (int i = 0; i < n; i++) {
        s->sorted[i] = d->energy[i] / d->noise[i];
        calm += s->sorted[i] <= 1;
    }
    return fminf(calm > n / 2 ? 1 : sq_median(s->sorted, n), SQ_REST_TREMBLE);
}

/* The first difference between two frames is the first that is known of the noise; most of the picture does
 * not move. */
static void guess_noise(sq_rest_detector *s, differences *d, float scatter) {
    int n = s->cells_x * s->cells_y;
    memcpy(s->sorted, d->energy, (size_t)n * sizeof *s->sorted);
    float typical = fmaxf(ROUNDING_NOISE, sq_median(s->sorted, n));
    for (int i = 0; i < n; i++)
        d->noise[i] = typical, d->spread[i] = typical * typical * scatter * scatter;
}

/* Σ(m − mean m)² of the memory of a cell: how much there is in it that could move. */
static float contrast(const sq_rest_detector *s, int cx, int cy) {
    float total = 0;
    for (int k = 0; k < s->planes; k++) {
        float sum = 0, squares = 0;
        for (int y = cy * CELL; y < (cy + 1) * CELL; y++)
            for (int x = cx * CELL; x < (cx + 1) * CELL; x++) {
                float m = (float)s->memory[k][y][x] / MEMORY_UNIT;
                sum += m;
                squares += m * m;
            }
        total += squares - sum * sum / CELL_SAMPLES;
    }
    return total;
}

/* Whether a cell differs by more than its noise, where the whole frame trembles that much. */
static bool stands_out(const differences *d, int i, float common) {
    return d->energy[i] > WINK_ENERGY &&
           d->energy[i] > common * (d->noise[i] + SQ_REST_SIGMAS * sqrtf(d->spread[i]));
}

/* While the memory is what the frame is compared with: the contrasts in a row of cells, as far as they will
 * be asked for. */
static void find_contrasts(sq_rest_detector *s, int cy) {
    for (int cx = 0; cx < s->cells_x; cx++) {
        int i = cy * s->cells_x + cx;
        s->contrast[i] = stands_out(&s->fine, i, 1) ? contrast(s, cx, cy) : INFINITY;
    }
}

/* By how much all of the frame trembles. */
typedef struct {
    float fine, broad;
} trembles;

static trembles find_trembles(sq_rest_detector *s) {
    return (trembles){tremble(s, &s->fine), s->drowns ? tremble(s, &s->broad) : 1};
}

/* Whether the weakest wink's motion is lost among the samples: blocks of them are asked then. */
static bool is_drowned(const sq_rest_detector *s, int i) {
    return s->fine.noise[i] > WINK_ENERGY;
}

static bool cell_moves(const sq_rest_detector *s, int i, trembles common) {
    if (stands_out(&s->fine, i, common.fine) && s->fine.energy[i] > SQ_REST_CHANGE * s->contrast[i])
        return true;
    return is_drowned(s, i) && stands_out(&s->broad, i, common.broad);
}

/* A cell that rests teaches what its noise is; whatever is too weak for a wink is noise, more than that is
 * believed only by and by. What moves on and on is noise too (a lamp went out, a display in the corner): the
 * noise may grow with it, so slowly that a hand is gone by then. */
static void learn_noise(differences *d, int i, bool moves, float common, float share) {
    if (moves) {
        d->noise[i] *= 1 + share;
        d->spread[i] *= (1 + share) * (1 + share);
        return;
    }
    float most = fmaxf(WINK_ENERGY, LEARNED_SIGMAS * sqrtf(d->spread[i]));
    float off = fminf(fmaxf(ROUNDING_NOISE, d->energy[i] / common) - d->noise[i], most);
    d->noise[i] += share * off;
    d->spread[i] += share * (off * off - d->spread[i]);
}

/* Marks the cells that have moved again and again for long, if they are few enough. */
static void find_restless(sq_rest_detector *s) {
    const double long_s = s->ever_rested ? SQ_REST_RESTLESS_S : SQ_REST_UNDER_HAND_S;
    int n = s->cells_x * s->cells_y, watched = 0;
    s->restless_count = 0;
    for (int i = 0; i < n; i++) {
        s->restless[i] = s->watched[i] && s->t - s->moved_at[i] <= SQ_REST_UNDER_HAND_S &&
                         s->moved_at[i] - s->busy_since[i] >= long_s;
        s->restless_count += s->restless[i];
        watched += s->watched[i];
    }
    if (s->restless_count <= SQ_REST_RESTLESS_SHARE * watched) return;
    memset(s->restless, 0, (size_t)n);
    s->restless_count = 0;
}

static void note_motion(sq_rest_detector *s, int i) {
    if (s->t - s->moved_at[i] > SQ_REST_UNDER_HAND_S) s->busy_since[i] = s->t;
    s->moved_at[i] = s->t;
}

/* Marks the cells that move; gives how many of those that are watched. */
static int find_motion(sq_rest_detector *s, double dt) {
    trembles common = find_trembles(s);
    float share = (float)fmin(1, dt / SQ_REST_LEARN_S);
    int moving = 0;
    s->moves = s->drowns = false;
    for (int i = 0; i < s->cells_x * s->cells_y; i++) {
        bool moves = cell_moves(s, i, common);
        learn_noise(&s->fine, i, moves, common.fine, share);
        learn_noise(&s->broad, i, moves, common.broad, share);
        s->drowns |= is_drowned(s, i);
        s->moved[i] = moves;
        s->moving[i] = moves && s->watched[i] && !s->restless[i];
        if (moves) note_motion(s, i);
        s->moves |= moves && !s->restless[i];
        moving += s->moving[i];
    }
    return moving;
}

/* ---- The memory: it follows slowly, and at once in the cells that moved ---- */

SQ_WIDE SQ_CHECKED_WHOLE static void follow_row(const int16_t *now, int n, int16_t gain, int16_t share,
                                                int16_t *memory) {
    for (int x = 0; x < n; x++) {
        int16_t d = (int16_t)(under_old_light(now[x], gain) - memory[x]);
        memory[x] = (int16_t)(memory[x] + (d * share >> 16));
    }
}

static void follow(sq_rest_detector *s, int cy, int16_t share) {
    for (int k = 0; k < s->planes; k++) {
        check_rows(s, k, cy);
        for (int y = 0; y < CELL; y++)
            follow_row(s->now[k][y], s->wide, s->gain[cy], share, s->memory[k][cy * CELL + y]);
    }
    float taken = (float)share / (1 << 16), *raw = &s->raw[cy * s->cells_x];
    for (int cx = 0; cx < s->cells_x; cx++)
        raw[cx] = (1 - taken) * (1 - taken) * raw[cx] + taken * taken;
}

static void replace_cell(sq_rest_detector *s, int cx, int cy) {
    for (int k = 0; k < s->planes; k++)
        for (int y = 0; y < CELL; y++)
            for (int x = cx * CELL; x < (cx + 1) * CELL; x++)
                s->memory[k][cy * CELL + y][x] = under_old_light(s->now[k][y][x], s->gain[cy]);
    s->raw[cy * s->cells_x + cx] = 1;
}

/* That a cell moves is known when its samples are gone: they are taken again. */
static void replace_moved(sq_rest_detector *s, const channel channels[PLANES]) {
    for (int cy = 0; cy < s->cells_y; cy++) {
        const uint8_t *moved = &s->moved[cy * s->cells_x];
        if (!memchr(moved, true, (size_t)s->cells_x)) continue;
        take_samples(s, channels, cy);
        for (int cx = 0; cx < s->cells_x; cx++)
            if (moved[cx]) replace_cell(s, cx, cy);
    }
}

/* The share of the new that the memory takes: of frames that come seldom half, since it is wanted
 * in 16 bits. */
static int16_t share_of(double dt) {
    return (int16_t)lround(65536 * fmin(1 - exp(-dt / SQ_REST_FADE_S), 0.499));
}

/* ---- The state ---- */

static bool same_form(const sq_rest_detector *s, const sq_frame *f) {
    return s->frames && s->width == f->width && s->height == f->height && s->format == f->format;
}

static int rounded_up(int a, int b) {
    return (a + b - 1) / b;
}

static void start_anew(sq_rest_detector *s, const sq_frame *f) {
    int longer = f->width > f->height ? f->width : f->height;
    if (s->frames && (s->width != f->width || s->height != f->height))
        s->outline_count = 0; /* it was of other pixels */
    s->width = f->width;
    s->height = f->height;
    s->format = f->format;
    s->planes = f->format == SQ_FRAME_GREY ? 1 : PLANES;
    s->step = rounded_up(longer, SIDE);
    s->cells_x = rounded_up(f->width / s->step, CELL);
    s->cells_y = rounded_up(f->height / s->step, CELL);
    s->wide = s->cells_x * CELL;
    s->high = s->cells_y * CELL;
    s->frames = s->restless_count = 0;
    memset(s->restless, 0, sizeof s->restless);
    s->shift = (sq_px){0, 0};
    s->hand.known = false;
    mark_watched(s);
}

/* Nothing is remembered yet, nor is any noise known: all moves. */
static void move_all(sq_rest_detector *s) {
    for (int i = 0; i < s->cells_y; i++)
        s->gain[i] = GAIN_ONE;
    for (int i = 0; i < s->cells_x * s->cells_y; i++) {
        s->fine.noise[i] = s->fine.spread[i] = s->broad.noise[i] = s->broad.spread[i] = 0;
        s->moved[i] = true;
        s->moving[i] = s->watched[i];
        s->moved_at[i] = s->busy_since[i] = s->t;
    }
}

/* Compares the frame with what is remembered, where it lies now. */
static void measure(sq_rest_detector *s, const channel channels[PLANES], int cy) {
    take_samples(s, channels, cy);
    find_gain(s, cy);
    find_energies(s, cy);
    find_contrasts(s, cy);
}

static int count_moving(sq_rest_detector *s) {
    trembles common = find_trembles(s);
    int moving = 0;
    for (int i = 0; i < s->cells_x * s->cells_y; i++)
        moving += !s->restless[i] && cell_moves(s, i, common);
    return moving;
}

static int measure_at(sq_rest_detector *s, const channel channels[PLANES], sq_px shift) {
    s->shift = shift;
    for (int cy = 0; cy < s->cells_y; cy++)
        measure(s, channels, cy);
    return count_moving(s);
}

/* By how much the picture as a whole lies elsewhere than it was taken to: pixels. */
static sq_px find_shift(sq_rest_detector *s, const channel channels[PLANES]) {
    for (int cy = 0; cy < s->cells_y; cy++) {
        take_samples(s, channels, cy);
        for (int y = 0; y < CELL; y++)
            for (int x = 0; x < s->wide; x++)
                s->now[0][y][x] = under_old_light(s->now[0][y][x], s->gain[cy]);
        sq_shift_add_row(&s->sums[cy * s->cells_x], (const int16_t(*)[SIDE])s->now[0],
                         (const int16_t(*)[SIDE])s->memory[0], s->high, s->cells_x, cy);
    }
    sq_px shift = sq_shift_find(&(sq_shift_view){s->cells_x, s->cells_y, s->sums, s->fine.noise, s->watched});
    return (sq_px){shift.x * s->step, shift.y * s->step};
}

/* A clamp that trembles moves all of the picture. It is compared where it lies now if less moves then, and
 * from then on is followed from frame to frame: left behind, the memory fades towards where the picture lies
 * by and by, and becomes one of several places. What shifts it from one frame to the next by a sample, or in
 * all by half a block, is no tremble: the camera was pushed. */
static void align(sq_rest_detector *s, const channel channels[PLANES]) {
    const double least = (double)SQ_REST_CHANGE * s->step, most = BLOCK / 2 * s->step;
    const sq_px before = s->shift;
    const bool sways = before.x != 0 || before.y != 0;
    const int first = count_moving(s);
    int fewest = first;
    for (int looks = CELL / BLOCK; (fewest || sways) && looks; looks--) {
        sq_px by = find_shift(s, channels), old = s->shift, to = {old.x + by.x, old.y + by.y};
        if ((!sways && hypot(by.x, by.y) < least) || hypot(to.x - before.x, to.y - before.y) > s->step ||
            hypot(to.x, to.y) > most)
            break;
        int moving = measure_at(s, channels, to);
        if (moving + !sways > fewest) {
            measure_at(s, channels, old);
            break;
        }
        fewest = moving;
    }
    /* What explains less than half of the motion leaves a memory of two places, in which no frame rests. */
    if (!sways && 2 * fewest > first && (s->shift.x != 0 || s->shift.y != 0)) measure_at(s, channels, before);
}

/* In two passes where the picture may have shifted, else in one, which leaves the samples near the processor.
 */
static void compare_with_memory(sq_rest_detector *s, const channel channels[PLANES], int16_t share) {
    bool in_one = !s->moves && s->shift.x == 0 && s->shift.y == 0;
    for (int cy = 0; cy < s->cells_y; cy++) {
        measure(s, channels, cy);
        if (in_one) follow(s, cy, share);
    }
    if (s->frames == 2) {
        guess_noise(s, &s->fine, FIRST_SCATTER);
        guess_noise(s, &s->broad,
                    FIRST_SCATTER * BLOCK); /* of BLOCK² times fewer numbers: BLOCK times as much */
    }
    if (in_one) return;
    align(s, channels);
    for (int cy = 0; cy < s->cells_y; cy++) {
        take_samples(s, channels, cy);
        follow(s, cy, share);
    }
}

/* Compares the frame with what is remembered; gives the number of cells that move. The first one
 * moves all. A sliver, narrower than one sample, has no cells: nobody can say that it rests. */
static int compare(sq_rest_detector *s, const sq_frame *f, double dt) {
    channel channels[PLANES] = {{0}};
    int moving = s->cells_x * s->cells_y;
    bool first = !s->frames++;
    if (!moving) return 1;
    for (int k = 0; k < s->planes; k++)
        channels[k] = sq_coarse_channel_of(f, k, s->step);
    if (first)
        move_all(s);
    else {
        find_restless(s);
        compare_with_memory(s, channels, share_of(dt));
        moving = find_motion(s, dt);
    }
    replace_moved(s, channels);
    return moving;
}

/* ---- A hand that holds still ---- */

static sq_reaching_hand_view view_of(sq_rest_detector *s) {
    for (int i = 0; i < s->cells_x * s->cells_y; i++)
        s->sorted[i] = s->fine.noise[i] + SQ_REST_SIGMAS * sqrtf(s->fine.spread[i]);
    return (sq_reaching_hand_view){.cells_x = s->cells_x,
                                   .cells_y = s->cells_y,
                                   .planes = s->planes,
                                   .unit = MEMORY_UNIT,
                                   .samples = (const sq_rest_samples *)&s->memory,
                                   .noise = s->sorted,
                                   .watched = s->watched};
}

/* Nothing has moved for so long that the mat is at rest: unless a hand holds still over it, which is given
 * longer. Where the mat lies nobody knows before something is watched. */
static bool has_settled(sq_rest_detector *s) {
    double still = s->rest.t1 - s->rest.t0 + STAMP_S;
    if (s->at_rest || still < SQ_REST_AFTER_S) return false;
    sq_reaching_hand_view v = view_of(s);
    bool hand = sq_reaching_hand_is_there(&s->hand, &v) && s->outline_count;
    if (hand && still < SQ_REST_UNDER_HAND_S) return false;
    sq_reaching_hand_keep(&s->hand, &v, s->moved_at, s->t);
    return true;
}

/* A frame without motion begins or prolongs a rest; one with motion ends it. */
static void advance(sq_rest_detector *s, const sq_frame *f, sq_rest_detector_verdict *v) {
    if (v->moving) {
        v->just_left = s->at_rest;
        if (s->at_rest) v->rest = s->rest;
        if (s->at_rest || s->frames == 1) s->t_since = s->t;
        s->at_rest = false;
        s->rest.frames = 0;
        return;
    }
    if (!s->rest.frames++) s->rest.t0 = s->t, s->rest.number0 = f->number;
    s->rest.t1 = s->t;
    s->rest.number1 = f->number;
    v->rest = s->rest;
    v->just_settled = has_settled(s);
    if (!v->just_settled) return;
    s->at_rest = s->ever_rested = true;
    s->t_since = s->rest.t0;
}

/* The middle of the cells that are left out, in pixels. */
static sq_px restless_at(const sq_rest_detector *s) {
    sq_px sum = {0, 0};
    for (int i = 0; i < s->cells_x * s->cells_y; i++)
        if (s->restless[i]) sum.x += i % s->cells_x + 0.5, sum.y += i / s->cells_x + 0.5;
    double cell = CELL * s->step / (double)s->restless_count;
    return (sq_px){sum.x * cell, sum.y * cell};
}

/* The deviation of a sample from what is remembered, in the typical cell. */
static float typical_noise(sq_rest_detector *s) {
    int n = s->cells_x * s->cells_y;
    memcpy(s->sorted, s->fine.noise, (size_t)n * sizeof *s->sorted);
    return sqrtf(sq_median(s->sorted, n) / (float)(s->planes * CELL_SAMPLES));
}

sq_rest_detector_verdict sq_rest_detector_push(sq_rest_detector *s, const sq_frame *f) {
    double dt = f->t - s->t;
    if (!same_form(s, f)) start_anew(s, f);
    s->t = f->t;
    int moving = compare(s, f, fmax(dt, 0));
    sq_rest_detector_verdict v = {.moving = moving > 0, .cells_x = s->cells_x, .cells_y = s->cells_y};
    advance(s, f, &v);
    if (v.rest.frames == 1) v.noise_levels = typical_noise(s);
    v.restless = s->restless_count > 0;
    if (v.restless) v.restless_at = restless_at(s);
    v.at_rest = s->at_rest;
    v.t_since = s->t_since;
    v.cell_px = CELL * s->step;
    v.cells = s->moving;
    return v;
}

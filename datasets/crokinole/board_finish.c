/* Zones, planks, print, grooves, a mirrored window, cloths and faces of discs. */
#include "datasets/crokinole/board_finish.h"

#include "datasets/scene/random.h"
#include "datasets/scene/vector.h"

static double share(const sq_board_scene *s, int x, int y) {
    return sq_hash((uint32_t)s->seed, x, y) * 0x1p-32;
}

double sq_board_finish_rail(const sq_board_scene *s, sq_mm at) {
    double far = sq_length_of(at.x, at.y);
    if (!s->finish.octagon) return far;
    double eighth = M_PI / 4, a = atan2(at.y, at.x) - s->turn;
    return far * cos(a - eighth * floor(a / eighth + 0.5));
}

static bool is_patterned(const sq_board_scene *s, sq_mm at) {
    if (s->finish.cloth != 1 && s->finish.cloth != 2) return false; /* nothing else has squares or stripes */
    int x = (int)floor(at.x / s->finish.cloth_mm), y = (int)floor(at.y / s->finish.cloth_mm);
    return (s->finish.cloth == 1 ? x + y : x) & 1;
}

void sq_board_finish_table(const sq_board_scene *s, sq_mm at, float out[3]) {
    static const double knot_mm = 4;
    double plate = sq_length_of(at.x - s->finish.plate.x, at.y - s->finish.plate.y), times = 1;
    const float *from = is_patterned(s, at) ? s->finish.cloth_light : s->table;
    if (s->finish.cloth == 3)
        times = 0.6 + 0.8 * share(s, (int)floor(at.x / knot_mm), (int)floor(at.y / knot_mm));
    if (plate < s->finish.plate_mm) {
        from = s->finish.plate_light;
        times = plate > 0.72 * s->finish.plate_mm && plate < 0.76 * s->finish.plate_mm ? 0.7 : 1;
    }
    for (int k = 0; k < 3; k++)
        out[k] = (float)(from[k] * times);
}

/* Letters of three by four strokes, along arcs about the middle, and two leaves. */
static bool is_printed(const sq_board_scene *s, sq_mm at, double r) {
    static const double letter_mm = 16, high_mm = 22;
    double foot = 0.44 * s->ring_mm[SQ_RING_OUTER], a = atan2(at.y, at.x) - s->turn + 4 * M_PI;
    double quarter = fmod(a, M_PI), along = (quarter - 0.9) * foot, up = r - foot;
    if (up > 0 && up < high_mm && along > 0 && along < 10 * letter_mm && fmod(along, letter_mm) < 12) {
        int letter = (int)(along / letter_mm), x = (int)(fmod(along, letter_mm) / 4),
            y = (int)(up / high_mm * 4);
        return x == 0 || share(s, 100 + letter * 3 + x, 900 + y) < 0.45;
    }
    for (int side = -1; side <= 1; side += 2) {
        double mid = 0.5 * s->ring_mm[SQ_RING_OUTER], to = s->turn + 0.35;
        double x = at.x - side * mid * cos(to), y = at.y - side * mid * sin(to), size = sq_length_of(x, y);
        if (size < 34 * (0.6 + 0.4 * cos(5 * atan2(y, x)))) return true;
    }
    return false;
}

static double plank(const sq_board_scene *s, sq_mm at) {
    double wide = 2 * s->surface_mm / s->finish.planks;
    return 1 + s->finish.plank_share * 2 * (share(s, (int)floor(at.y / wide), 4242) - 0.5);
}

void sq_board_finish_surface(const sq_board_scene *s, sq_mm at, double r, float out[3]) {
    const float *from = s->surface;
    if (s->finish.zoned && r < s->ring_mm[SQ_RING_OUTER])
        from = s->finish.zone[r < s->ring_mm[SQ_RING_FIFTEEN] ? SQ_RING_FIFTEEN
                              : r < s->ring_mm[SQ_RING_TEN]   ? SQ_RING_TEN
                                                              : SQ_RING_OUTER];
    double times = s->finish.planks ? plank(s, at) : 1;
    if (s->finish.printed && is_printed(s, at, r)) {
        from = s->finish.print;
        times = 1;
    }
    for (int k = 0; k < 3; k++)
        out[k] = (float)(from[k] * times);
}

double sq_board_finish_groove(const sq_board_scene *s, sq_mm at, double across) {
    double r = sq_length_of(at.x, at.y), low = sq_length_of(s->light_x, s->light_y);
    if (!(s->finish.groove > 0) || !(r > 0) || !(low > 0)) return 1;
    double facing = (at.x * s->light_x + at.y * s->light_y) / r / low;
    return 1 + s->finish.groove * facing * across;
}

static double within(double off, double half) {
    static const double soft_mm = 8;
    double x = (half - fabs(off)) / soft_mm + 0.5;
    return x < 0 ? 0 : x > 1 ? 1 : x;
}

double sq_board_finish_window(const sq_board_scene *s, sq_mm at) {
    static const double half_wide_mm = 70, half_high_mm = 45, bar_mm = 5;
    if (!(s->finish.gloss > 0)) return 0;
    double x = at.x - s->finish.window.x, y = at.y - s->finish.window.y, c = cos(s->finish.window_turn),
           d = sin(s->finish.window_turn), along = c * x + d * y, aside = c * y - d * x;
    double lit = within(along, half_wide_mm) * within(aside, half_high_mm) * (1 - within(along, bar_mm));
    return s->finish.gloss * lit;
}

void sq_board_finish_face(const sq_board_scene *s, const sq_drawn_disc *d, sq_mm from, float out[3]) {
    double r = sq_length_of(from.x, from.y), low = sq_length_of(s->light_x, s->light_y), times = 1;
    const float *light = r < s->finish.dot_mm ? s->disc[!d->side] : s->disc[d->side];
    if (r > 0.6 * s->disc_radius_mm && r < 0.68 * s->disc_radius_mm) times = 1 - s->finish.turned_ring;
    if (s->finish.hollow > 0 && low > 0)
        times *= 1 + s->finish.hollow * (from.x * s->light_x + from.y * s->light_y) / low / s->disc_radius_mm;
    for (int k = 0; k < 3; k++)
        out[k] = (float)(light[k] * times);
}

/* What a drawn mat shows of its lines, as sightings: held against the camera that drew it. */
#include "calib/mat/mat_edge_sightings.h"

#include "rules/terms/equipment_sizes.h"
#include "tests/fixture/picture/drawn_mat.h"
#include "tests/fixture/unit.h"

static sq_lm_work work;
static sq_measure measure;
static sq_sightings sightings;
static sq_mat_look view;
static sq_frame frame;
static sq_camera camera;

static int draw(void **state) {
    (void)state;
    camera = drawn_camera(640, 360, 470, (sq_mm3){60, -90, 1560}, (sq_mm){10, 0}, 0.02);
    frame = draw_mat(&usual_mat, &camera);
    measure = (sq_measure){
        .frame = &frame, .size = {SQ_MAT_LENGTH_MM, SQ_MAT_WIDTH_MM}, .fine_px = 1, .work = &work};
    return 0;
}

static int release(void **state) {
    (void)state;
    drawn_free(&frame);
    return 0;
}

/* How far, in pixels along its normal, a sighting is off what the camera sees. */
static double off(const sq_sighting *s) {
    sq_px is = sq_px_from_mm3(&camera, s->point);
    return (s->seen.x - is.x) * s->normal.x + (s->seen.y - is.y) * s->normal.y;
}

static void a_rough_look_sees_all_lines_to_its_own_deviation(void **state) {
    (void)state;
    sq_camera near = camera;
    near.t[0] += 8; /* some 2.5 pixels */
    sq_measure_roughly(&measure, &near, 1, &sightings, &view);
    for (int l = 0; l < SQ_MAT_LINES; l++) {
        assert_true(view.line[l].evidence > SQ_LINE_EVIDENCE);
        assert_near(view.line[l].inside, 1, 0.1);
    }
    assert_true(sightings.count > 150);
    int within = 0;
    for (int i = 0; i < sightings.count; i++) {
        within += fabs(off(&sightings.sighting[i])) < sightings.sighting[i].sigma_px;
        assert_int_equal(sightings.sighting[i].line, -1);
    }
    assert_true(within > 0.9 * sightings.count);
}

static void lines_that_are_left_out_are_not_asked(void **state) {
    (void)state;
    sq_measure_roughly(&measure, &camera, 1, &sightings, &view);
    int all = sightings.count;
    measure.leave_out = 1u << SQ_SIDE_LOWER;
    measure.by_line = true;
    sq_measure_roughly(&measure, &camera, 1, &sightings, &view);
    measure.leave_out = 0;
    measure.by_line = false;
    assert_near(view.line[SQ_SIDE_LOWER].evidence, 0, 0);
    assert_int_equal(sightings.count, all - sq_strip_blocks(&measure.size, SQ_SIDE_LOWER));
    for (int i = 0; i < sightings.count; i++)
        assert_in_range(sightings.sighting[i].line, SQ_SIDE_RIGHT, SQ_MAT_LINES - 1);
}

/* The fine look: hundredths of a pixel, and what is claimed of each block and each line holds. */
static void a_fine_look_sees_lines_to_a_tenth_of_a_pixel(void **state) {
    (void)state;
    sq_measure_finely(&measure, &camera, &sightings, &view);
    double square = 0, sum[SQ_MAT_LINES] = {0};
    int n[SQ_MAT_LINES] = {0};
    assert_true(sightings.count > 150);
    for (int i = 0; i < sightings.count; i++) {
        const sq_sighting *s = &sightings.sighting[i];
        double block = hypot(s->sigma_px, sightings.offset_sigma_px[s->line]);
        square += off(s) * off(s) / (block * block) / sightings.count;
        sum[s->line] += off(s);
        n[s->line]++;
    }
    assert_true(sqrt(square) < 1.5);
    for (int l = 0; l < SQ_MAT_LINES; l++) {
        assert_true(n[l] > 5);
        assert_near(sum[l] / n[l], 0, fmax(0.15, 2 * sightings.offset_sigma_px[l]));
    }
}

static double luma(const double c[3]) {
    return 0.114 * c[0] + 0.587 * c[1] + 0.299 * c[2];
}

/* As a codec that cares little for colour: each block of 16 pixels has the chroma of some place up to 3
 * pixels beside it; luma stays. */
static void move_chroma(const sq_frame *f) {
    size_t size = (size_t)f->stride[0] * (size_t)f->height;
    uint8_t *to = (uint8_t *)(uintptr_t)f->plane[0], *from = malloc(size);
    assert_non_null(from);
    memcpy(from, to, size);
    for (int y = 0; y < f->height; y++)
        for (int x = 0; x < f->width; x++) {
            unsigned seed = 7919u * (unsigned)(x / 16) + 104729u * (unsigned)(y / 16) + 1;
            for (int i = 0; i < 3; i++)
                seed = seed * 1664525u + 1013904223u;
            int u = x + (int)(seed >> 16) % 7 - 3, v = y + (int)(seed >> 24) % 7 - 3;
            u = u < 0 ? 0 : u < f->width ? u : f->width - 1;
            v = v < 0 ? 0 : v < f->height ? v : f->height - 1;
            double here[3], there[3];
            for (int k = 0; k < 3; k++) {
                here[k] = from[y * f->stride[0] + 3 * x + k];
                there[k] = from[v * f->stride[0] + 3 * u + k];
            }
            for (int k = 0; k < 3; k++)
                to[y * f->stride[0] + 3 * x + k] =
                    (uint8_t)lround(fmin(255, fmax(0, there[k] + luma(here) - luma(there))));
        }
    free(from);
}

/* The root mean square, pixels, by which the blocks of the sides are off. */
static double sides_off(const drawn_mat *m, bool moved) {
    sq_frame f = draw_mat(m, &camera);
    if (moved) move_chroma(&f);
    measure.frame = &f;
    sq_measure_finely(&measure, &camera, &sightings, &view);
    measure.frame = &frame;
    drawn_free(&f);
    double sum = 0;
    int n = 0;
    for (int i = 0; i < sightings.count; i++)
        if (sq_mat_line_is_side((sq_mat_line)sightings.sighting[i].line)) {
            sum += off(&sightings.sighting[i]) * off(&sightings.sighting[i]);
            n++;
        }
    assert_true(n > 80);
    return sqrt(sum / n);
}

/* The table differs from the felt five times as much in colour as in light. Where a codec has spoilt the
 * colour, light tells more all the same. */
static void sides_are_measured_in_colour_where_it_tells_more(void **state) {
    (void)state;
    drawn_mat m = usual_mat;
    memcpy(m.felt, (double[]){80, 150, 60}, sizeof m.felt);
    memcpy(m.table, (double[]){170, 160, 40}, sizeof m.table);
    double clean = sides_off(&m, false), spoilt = sides_off(&m, true);
    assert_true(clean < 0.25);
    assert_true(spoilt < 0.5);
}

/* As a codec that carries the last rows on: each piece of 96 pixels shows what lies up to 2 pixels beside it.
 */
static void move_pieces(const sq_frame *f) {
    enum { PIECE = 96, MOST = 2 };
    size_t size = (size_t)f->stride[0] * (size_t)f->height;
    uint8_t *to = (uint8_t *)(uintptr_t)f->plane[0], *from = malloc(size);
    assert_non_null(from);
    memcpy(from, to, size);
    for (int y = MOST; y < f->height - MOST; y++)
        for (int x = MOST; x < f->width - MOST; x++) {
            unsigned seed = 7919u * (unsigned)(x / PIECE) + 104729u * (unsigned)(y / PIECE) + 3;
            for (int i = 0; i < 3; i++)
                seed = seed * 1664525u + 1013904223u;
            int u = x + (int)(seed >> 16) % (2 * MOST + 1) - MOST,
                v = y + (int)(seed >> 24) % (2 * MOST + 1) - MOST;
            memcpy(to + y * f->stride[0] + 3 * x, from + v * f->stride[0] + 3 * u, 3);
        }
    free(from);
}

/* Eight neighbours stray alike: what a line claims all together holds for it, and is little. */
static void what_strays_in_pieces_is_believed_little(void **state) {
    (void)state;
    sq_frame f = draw_mat(&usual_mat, &camera);
    move_pieces(&f);
    measure.frame = &f;
    sq_measure_finely(&measure, &camera, &sightings, &view);
    measure.frame = &frame;
    drawn_free(&f);
    for (int l = 0; l < SQ_MAT_LINES; l++) {
        double sum = 0, worth = 0;
        for (int i = 0; i < sightings.count; i++) {
            const sq_sighting *s = &sightings.sighting[i];
            if (s->line != l || !sq_mat_line_is_side((sq_mat_line)l)) continue;
            sum += off(s) / (s->sigma_px * s->sigma_px);
            worth += 1 / (s->sigma_px * s->sigma_px);
        }
        if (!(worth > 0)) continue;
        double sigma = sqrt(1 / worth);
        assert_true(sigma > 0.1);
        assert_near(sum / worth, 0, 2 * hypot(sigma, sightings.offset_sigma_px[l]));
    }
}

static void the_pot_is_one_point_of_two_sightings(void **state) {
    (void)state;
    memset(&sightings, 0, sizeof sightings);
    sq_measure_pot(&measure, &camera, 10, &sightings, &view);
    assert_true(view.pot_seen);
    assert_int_equal(sightings.count, 2);
    for (int i = 0; i < 2; i++) {
        assert_near(sightings.sighting[i].point.z, SQ_POT_HEIGHT_MM, 0);
        assert_near(off(&sightings.sighting[i]), 0, 3 * sightings.sighting[i].sigma_px);
    }
    assert_near(sightings.sighting[0].normal.x * sightings.sighting[1].normal.x +
                    sightings.sighting[0].normal.y * sightings.sighting[1].normal.y,
                0, 0);
}

static void one_sighting_too_many_is_left_out(void **state) {
    (void)state;
    memset(&sightings, 0, sizeof sightings);
    for (int i = 0; i < SQ_SIGHTINGS_CAP + 3; i++)
        sq_sighting_add(&sightings, (sq_mm3){i, 0, 0}, (sq_px){0, 0}, (sq_px){1, 0}, 1, 2);
    assert_int_equal(sightings.count, SQ_SIGHTINGS_CAP);
    assert_near(sightings.sighting[SQ_SIGHTINGS_CAP - 1].point.x, SQ_SIGHTINGS_CAP - 1, 0);
    const sq_wink_sight rim = {{7, 8}, 5.5, 0.1, SQ_SMALL};
    for (int i = 0; i < SQ_SIZES_CAP + 3; i++)
        sq_sighting_add_rim(&sightings, &rim);
    assert_int_equal(sightings.sizes, SQ_SIZES_CAP);
}

static void rims_are_reported_as_rulers(void **state) {
    (void)state;
    static sq_mat_fit fit;
    memset(&sightings, 0, sizeof sightings);
    sq_sighting_add_rim(&sightings, &(sq_wink_sight){{7, 8}, 5.5, 0.1, SQ_SMALL});
    sq_sighting_add_rim(&sightings, &(sq_wink_sight){{9, 3}, 7.5, 0.2, SQ_LARGE});
    assert_true(sightings.size_bias_px > 0);
    sq_sightings_rulers(&sightings, &fit);
    assert_int_equal(fit.winks, 2);
    assert_near(fit.ruler[0].radius_mm, SQ_SMALL_MM / 2, 0);
    assert_near(fit.ruler[1].radius_mm, SQ_LARGE_MM / 2, 0);
    assert_near(fit.ruler[1].middle.x, 9, 0);
    assert_near(sightings.size[1].height_mm, SQ_WINK_THICKNESS_MM / 2, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_rough_look_sees_all_lines_to_its_own_deviation),
        cmocka_unit_test(lines_that_are_left_out_are_not_asked),
        cmocka_unit_test(a_fine_look_sees_lines_to_a_tenth_of_a_pixel),
        cmocka_unit_test(sides_are_measured_in_colour_where_it_tells_more),
        cmocka_unit_test(what_strays_in_pieces_is_believed_little),
        cmocka_unit_test(the_pot_is_one_point_of_two_sightings),
        cmocka_unit_test(one_sighting_too_many_is_left_out),
        cmocka_unit_test(rims_are_reported_as_rulers),
    };
    return cmocka_run_group_tests(tests, draw, release);
}

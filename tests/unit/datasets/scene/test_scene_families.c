/* Families of scenes: that each keeps its promise, that every scene is possible, and that a seed is a
 * scene. */
#include "datasets/scene/scene_families.h"

#include <stdlib.h>
#include <unistd.h>

#include "datasets/scene/vector.h"
#include "datasets/truth/scene_files.h"
#include "datasets/truth/scene_truth.h"
#include "rules/terms/equipment_sizes.h"
#include "tests/fixture/unit.h"

enum { SEEDS = 6 };

static sq_scene scene;
static sq_truth truth;

static void make(sq_family f, uint64_t seed) {
    sq_family_scene(&scene, f, seed, 640, 360, SQ_LIGHTINGS);
    sq_truth_of_scene(&truth, &scene, "x.jpg");
}

static int count_place(sq_place p) {
    int n = 0;
    for (int i = 0; i < truth.wink_count; i++)
        n += truth.winks[i].place == p;
    return n;
}

static int count_squops(double low, double high) {
    int n = 0;
    for (int i = 0; i < truth.wink_count; i++)
        for (sq_wink u = 0; u < SQ_USUAL_WINKS; u++)
            n += (truth.winks[i].over & sq_wink_bit(u)) && truth.winks[i].place != SQ_PLACE_POT &&
                 truth.winks[i].overlap_depth_mm[u] >= low && truth.winks[i].overlap_depth_mm[u] <= high;
    return n;
}

/* The least gap of two winks outside the pot. */
static double least_gap(void) {
    double least = INFINITY;
    for (int i = 0; i < truth.wink_count; i++)
        for (int j = 0; j < i; j++) {
            const sq_true_wink *a = &truth.winks[i], *b = &truth.winks[j];
            if (a->place == SQ_PLACE_POT || b->place == SQ_PLACE_POT) continue;
            least = fmin(least,
                         hypot(a->at.x - b->at.x, a->at.y - b->at.y) - (a->diameter_mm + b->diameter_mm) / 2);
        }
    return least;
}

static int count_near(double low, double high) {
    int n = 0;
    for (int i = 0; i < truth.wink_count; i++)
        for (int j = 0; j < i; j++) {
            const sq_true_wink *a = &truth.winks[i], *b = &truth.winks[j];
            double gap = hypot(a->at.x - b->at.x, a->at.y - b->at.y) - (a->diameter_mm + b->diameter_mm) / 2;
            n += a->place == SQ_PLACE_MAT && b->place == SQ_PLACE_MAT && gap >= low && gap <= high;
        }
    return n;
}

static void each_family_keeps_its_promise(void **state) {
    (void)state;
    int pots = 0, rims = 0, leaning = 0, off = 0, straddling = 0, unseen = 0;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        make(SQ_FAMILY_isolated, seed);
        assert_true(least_gap() > 1 && count_squops(0, 99) == 0 && count_place(SQ_PLACE_MAT) >= 10);
        make(SQ_FAMILY_near_touch, seed);
        assert_true(count_near(0.2, 2.5) >= 4 && count_squops(0, 99) == 0);
        make(SQ_FAMILY_slight_squop, seed);
        assert_true(count_squops(0.1, 2.5) >= 4 && count_squops(2.6, 99) == 0);
        make(SQ_FAMILY_piles, seed);
        assert_true(count_squops(0, 99) >= 3);
        make(SQ_FAMILY_same_colour, seed);
        assert_true(count_squops(0, 99) >= 3);
        make(SQ_FAMILY_start, seed);
        assert_int_equal(count_place(SQ_PLACE_BASELINE), SQ_USUAL_WINKS);
        make(SQ_FAMILY_edges, seed);
        off += count_place(SQ_PLACE_OFF);
        for (int i = 0; i < truth.wink_count; i++)
            straddling += truth.winks[i].place == SQ_PLACE_OFF && truth.winks[i].normal.z < 0.999;
        make(SQ_FAMILY_pot, seed);
        pots += count_place(SQ_PLACE_POT);
        rims += count_place(SQ_PLACE_RIM);
        for (int i = 0; i < truth.wink_count; i++)
            leaning += truth.winks[i].pot_supported && truth.winks[i].place == SQ_PLACE_MAT;
        make(SQ_FAMILY_squidge_off, seed);
        assert_int_equal(truth.squidge_off_count, 4);
        assert_true(truth.squidge_off_mm[3] - truth.squidge_off_mm[0] < 4.1);
        for (int i = 1; i < 4; i++)
            assert_true(truth.squidge_off_mm[i] >= truth.squidge_off_mm[i - 1]);
        make(SQ_FAMILY_hidden, seed);
        for (int i = 0; i < truth.wink_count; i++)
            unseen += truth.winks[i].visible_fraction < 0.05;
        make(SQ_FAMILY_hand, seed);
        assert_true(truth.hand);
        make(SQ_FAMILY_empty, seed);
        assert_int_equal(truth.wink_count, 0);
        make(SQ_FAMILY_touching, seed);
        assert_true(count_near(0, 0.01) >= 4 && count_squops(0, 99) == 0);
        make(SQ_FAMILY_closeup, seed);
        assert_true(sq_px_per_mm(&scene.camera, (sq_mm3){0, 0, 0}) > 1.4 / 3); /* of a third of 1920 */
    }
    assert_true(pots > 3 * SEEDS && rims > 0 && leaning >= SEEDS && off > 2 * SEEDS && straddling > 1);
    assert_true(unseen > 2 * SEEDS);
}

static void every_scene_has_each_wink_once_where_it_says(void **state) {
    (void)state;
    for (unsigned f = 0; f < SQ_FAMILIES; f++) {
        if (f == SQ_FAMILY_empty) continue;
        make((sq_family)f, 77 + f);
        sq_wink_set all = 0;
        for (int i = 0; i < truth.wink_count; i++) {
            const sq_true_wink *w = &truth.winks[i];
            assert_false(all & sq_wink_bit(w->id));
            all |= sq_wink_bit(w->id);
            sq_mm corner = truth.corners[w->colour];
            double behind =
                (w->at.x * corner.x + w->at.y * corner.y) / hypot(corner.x, corner.y) - SQ_BASELINE_MM;
            if (w->place == SQ_PLACE_BASELINE) assert_true(behind > w->diameter_mm / 2);
            if (w->place == SQ_PLACE_MAT) assert_true(behind < 0);
            if (w->place == SQ_PLACE_POT) assert_near(w->nearest_edge_to_pot_mm, -SQ_POT_BASE_MM / 2, 15);
            double past =
                fmax(fabs(w->at.x) - truth.mat_length_mm / 2, fabs(w->at.y) - truth.mat_width_mm / 2);
            assert_int_equal(w->place == SQ_PLACE_OFF,
                             past + w->diameter_mm / 2 * (w->normal.z > 0.9999) > 0 ||
                                 (w->place == SQ_PLACE_OFF && past > -12));
        }
        assert_int_equal(all, (1u << SQ_USUAL_WINKS) - 1);
    }
}

/* No two solids share room, and the pot's clay is nobody's. */
static void no_scene_is_impossible(void **state) {
    (void)state;
    for (unsigned f = 0; f < SQ_FAMILIES; f++) {
        make((sq_family)f, 1000 + f);
        for (int i = 0; i < scene.piece_count; i++) {
            const sq_solid_disc *d = &scene.pieces[i].disc;
            if (scene.pieces[i].id == SQ_NO_WINK) continue;
            for (int k = 0; k < 3 * 90; k++) {
                sq_mm3 p = sq_disc_rim(d, k % 3 - 1, 2 * M_PI * k / 270);
                for (int j = 0; j < scene.piece_count; j++)
                    if (j != i && scene.pieces[j].id != SQ_NO_WINK)
                        assert_true(sq_disc_depth(&scene.pieces[j].disc, p) < 0.06);
                double rho = hypot(p.x - scene.pot.at.x, p.y - scene.pot.at.y),
                       outer = sq_pot_radius(&scene.pot, p.z);
                bool in_wall = p.z > 0.01 && p.z < scene.pot.height - 0.01 && rho < outer - 0.15 &&
                               rho > outer - scene.pot.wall + 0.15;
                assert_false(in_wall);
            }
        }
    }
}

static long read_whole(const char *path, char **out) {
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    fseek(f, 0, SEEK_END);
    long n = ftell(f);
    rewind(f);
    *out = malloc((size_t)n);
    assert_int_equal(fread(*out, 1, (size_t)n, f), n);
    fclose(f);
    return n;
}

static char folder[] = "/tmp/squint-families-XXXXXX";

/* Writes pot_00N.jpg and .json, reads both, removes them. */
static void write_and_read(int number, uint64_t seed, char *bytes[2], long length[2]) {
    sq_scene_wish w = {folder, "", SQ_FAMILY_pot, seed, number, 640, 360, SQ_LIGHTINGS, SQ_ODDITY_NONE};
    static const char *const endings[2] = {"jpg", "json"};
    assert_int_equal(sq_scene_write(&w, NULL), SQ_OK);
    for (int k = 0; k < 2; k++) {
        char path[512];
        snprintf(path, sizeof path, "%s/pot_%03d.%s", folder, number, endings[k]);
        length[k] = read_whole(path, &bytes[k]);
        unlink(path);
    }
}

static void the_same_seed_draws_the_same_bytes(void **state) {
    (void)state;
    char *first[2], *again[2], *other[2];
    long n[2], m[2], o[2];
    write_and_read(2, 9, first, n);
    write_and_read(2, 9, again, m);
    write_and_read(3, 9, other, o);
    for (int k = 0; k < 2; k++) {
        assert_int_equal(n[k], m[k]);
        assert_memory_equal(first[k], again[k], (size_t)n[k]);
        assert_false(n[k] == o[k] && !memcmp(first[k], other[k], (size_t)n[k]));
        free(first[k]);
        free(again[k]);
        free(other[k]);
    }
}

static void a_folder_that_is_not_there_is_named(void **state) {
    (void)state;
    sq_scene_wish w = {"/nowhere/at/all", "", SQ_FAMILY_empty, 1, 1, 64, 64, SQ_LIGHTINGS, SQ_ODDITY_NONE};
    sq_diag d;
    assert_int_equal(sq_scene_write(&w, &d), SQ_E_FILE);
    assert_non_null(strstr(d.text, "/nowhere/at/all/empty_001.jpg"));
}

static int set_up(void **state) {
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int tear_down(void **state) {
    (void)state;
    return rmdir(folder);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_family_keeps_its_promise),
        cmocka_unit_test(every_scene_has_each_wink_once_where_it_says),
        cmocka_unit_test(no_scene_is_impossible),
        cmocka_unit_test(the_same_seed_draws_the_same_bytes),
        cmocka_unit_test(a_folder_that_is_not_there_is_named),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}

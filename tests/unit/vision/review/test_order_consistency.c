/* Heaps: orders told together, against all ways that there are. */
#include "vision/review/order_consistency.h"

#include "tests/fixture/picture/naive_renderer.h"
#include "tests/fixture/unit.h"

enum { WINKS = 4, PAIRS = WINKS * (WINKS - 1) / 2 };

/* Winks that all overlap each other deeply. */
static sq_position heap_of(int count) {
    sq_position p = {.wink_count = count};
    for (int i = 0; i < count; i++)
        p.winks[i] = (sq_seen_wink){.size = SQ_LARGE, .at = {3.0 * i, i % 2}, .sigma_mm = 0.1};
    return p;
}

/* By definition: the sum over all orientations that some ranking of the winks agrees with. */
static double naively(const sq_order *order, int n, int winks, int asked) {
    double all = 0, yes = 0;
    for (unsigned way = 0; way < 1u << n; way++) {
        double weight = 1;
        bool lies_over[SQ_SEEN_CAP][SQ_SEEN_CAP] = {{0}};
        for (int i = 0; i < n; i++) {
            bool second = way >> i & 1;
            weight *= second ? order[i].second_over : 1 - order[i].second_over;
            lies_over[second ? order[i].second : order[i].first][second ? order[i].first : order[i].second] =
                true;
        }
        /* Take away again and again what lies over none of the rest. */
        bool gone[SQ_SEEN_CAP] = {0};
        int left = winks;
        for (int round = 0; round < winks; round++)
            for (int i = 0; i < winks; i++) {
                bool bears = false;
                for (int j = 0; j < winks; j++)
                    bears |= !gone[j] && lies_over[i][j];
                if (gone[i] || bears) continue;
                gone[i] = true;
                left--;
            }
        if (left) continue;
        all += weight;
        yes += way >> asked & 1 ? weight : 0;
    }
    return yes / all;
}

static void it_is_what_all_ways_come_to(void **state) {
    (void)state;
    sq_position p = heap_of(WINKS);
    unsigned seed = 7;
    for (int round = 0; round < 50; round++) {
        sq_order order[PAIRS], settled[PAIRS];
        int n = 0;
        for (int i = 0; i < WINKS; i++)
            for (int j = i + 1; j < WINKS; j++)
                order[n++] = (sq_order){i, j, 0.02 + 0.96 * sq_naive_uniform(&seed), 0};
        memcpy(settled, order, sizeof order);
        sq_order_consistency_settle(settled, n, &p);
        for (int i = 0; i < n; i++)
            assert_near(settled[i].second_over, naively(order, n, WINKS, i), 1e-3);
    }
}

/* c lies over b and b over a: c over a then, though nothing was seen of their seam. */
static void what_lies_between_tells(void **state) {
    (void)state;
    sq_position p = heap_of(3);
    sq_order order[] = {{0, 1, 0.999, 0}, {1, 2, 0.999, 0}, {0, 2, 0.5, 0}};
    sq_order_consistency_settle(order, 3, &p);
    assert_true(order[2].second_over > 0.99);
    assert_true(order[0].second_over > 0.99 && order[1].second_over > 0.99);
}

/* Where the first and the third hardly touch there is no circle, and nothing follows. */
static void a_chain_tells_nothing(void **state) {
    (void)state;
    sq_position p = heap_of(3);
    p.winks[2].at.x = 22;
    p.winks[1].at.x = 11;
    sq_order order[] = {{0, 1, 0.999, 0}, {1, 2, 0.999, 0}, {0, 2, 0.5, 0}};
    sq_order_consistency_settle(order, 3, &p);
    assert_near(order[0].second_over, 0.999, 0);
    assert_near(order[2].second_over, 0.5, 0);
}

/* What can only be a circle was judged wrongly somewhere: it stays. So do heaps of too many ways. */
static void what_cannot_be_settled_stays(void **state) {
    (void)state;
    sq_position p = heap_of(3), large = heap_of(8);
    sq_order circle[] = {{0, 1, 1, 0}, {1, 2, 1, 0}, {0, 2, 0, 0}}, open[28];
    sq_order_consistency_settle(circle, 3, &p);
    assert_near(circle[0].second_over, 1, 0);
    assert_near(circle[2].second_over, 0, 0);
    int n = 0;
    for (int i = 0; i < 8; i++)
        for (int j = i + 1; j < 8; j++)
            open[n++] = (sq_order){i, j, i ? 0.5 : 0.7, 0};
    sq_order_consistency_settle(open, n, &large);
    assert_near(open[0].second_over, 0.7, 0);
    assert_near(open[27].second_over, 0.5, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_what_all_ways_come_to),
        cmocka_unit_test(what_lies_between_tells),
        cmocka_unit_test(a_chain_tells_nothing),
        cmocka_unit_test(what_cannot_be_settled_stays),
    };
    return cmocka_run_group_tests(tests, 0, 0);
}

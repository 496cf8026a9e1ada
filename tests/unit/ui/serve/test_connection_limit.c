/* Who may stay: this machine's browsers longer than guests, and no guest by as many connections as he likes.
 */
#include "ui/serve/connection_limit.h"

#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tests/fixture/unit.h"
#include "ui/serve/address.h"

enum { HELD = 5 };

static struct { int listening, near[HELD], far[HELD]; } ends;

/* Connects to a host of this machine; far: the server's end, which sees the host as the peer's address. */
static void hold(const char *host) {
    struct sockaddr_in at = {.sin_family = AF_INET};
    socklen_t size = sizeof at;
    ends.listening = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(inet_pton(AF_INET, host, &at.sin_addr), 1);
    assert_int_equal(bind(ends.listening, (struct sockaddr *)&at, sizeof at), 0);
    assert_int_equal(listen(ends.listening, HELD), 0);
    assert_int_equal(getsockname(ends.listening, (struct sockaddr *)&at, &size), 0);
    for (int i = 0; i < HELD; i++) {
        ends.near[i] = socket(AF_INET, SOCK_STREAM, 0);
        assert_int_equal(connect(ends.near[i], (struct sockaddr *)&at, sizeof at), 0);
        ends.far[i] = accept(ends.listening, NULL, NULL);
        assert_true(ends.far[i] >= 0);
    }
}

static void let_go(void) {
    for (int i = 0; i < HELD; i++) {
        close(ends.near[i]);
        close(ends.far[i]);
    }
    close(ends.listening);
}

static void this_machine_has_places_of_its_own(void **state) {
    (void)state;
    hold("127.0.0.1");
    int last = ends.far[HELD - 1];
    const sq_connection_limit enough = {last, 0, 1}, own = {last - 2, 2, 1}, none = {last - 2, 1, HELD};
    assert_true(sq_connection_may_stay(&enough, last)); /* as many of them as there are places */
    assert_true(sq_connection_may_stay(&own, last));
    assert_false(sq_connection_may_stay(&none, last));
    let_go();
}

static void another_machine_gets_its_share(void **state) {
    (void)state;
    char host[SQ_HOST_MAX];
    struct in_addr number;
    sq_address_of_machine(host);
    if (inet_pton(AF_INET, host, &number) != 1) skip(); /* there is no network here */
    hold(host);
    int last = ends.far[HELD - 1];
    /* Both ends are open here: each connection counts twice. */
    const sq_connection_limit share = {last, 0, 2 * HELD}, less = {last, 0, 2 * HELD - 1},
                              full = {last - 1, 2, 2 * HELD};
    assert_true(sq_connection_may_stay(&share, last));
    assert_false(sq_connection_may_stay(&less, last));
    assert_false(sq_connection_may_stay(&full, last));
    let_go();
}

static void what_is_no_connection_does_not_stay(void **state) {
    (void)state;
    const sq_connection_limit limit = {100, 0, 100};
    assert_false(sq_connection_may_stay(&limit, STDERR_FILENO));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(this_machine_has_places_of_its_own),
        cmocka_unit_test(another_machine_gets_its_share),
        cmocka_unit_test(what_is_no_connection_does_not_stay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

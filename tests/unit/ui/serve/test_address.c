/* Addresses of the pages: as a user gives them, and what this machine is called by others. */
#include "ui/serve/address.h"

#include <arpa/inet.h>
#include <string.h>
#include <unistd.h>

#include "tests/fixture/unit.h"

static void an_address_is_a_port_or_a_host_with_one(void **state) {
    (void)state;
    static const struct {
        const char *address, *host;
        int port;
    } right[] = {{"8080", "127.0.0.1", 8080},
                 {"0", "127.0.0.1", 0},
                 {"0.0.0.0:80", "0.0.0.0", 80},
                 {"localhost:8080", "localhost", 8080},
                 {":8080", "127.0.0.1", 8080},
                 {"[::1]:8080", "::1", 8080},
                 {"192.168.1.7:65535", "192.168.1.7", 65535},
                 {"[fe80::1]:1", "fe80::1", 1}};
    for (size_t i = 0; i < sizeof right / sizeof *right; i++) {
        char host[SQ_HOST_MAX];
        int port = -1;
        assert_true(sq_address_read(right[i].address, host, &port));
        assert_string_equal(host, right[i].host);
        assert_int_equal(port, right[i].port);
    }
}

static void what_is_no_address_is_refused(void **state) {
    (void)state;
    static const char *const wrong[] = {
        "",
        "x",
        "80x",
        "-1",
        "65536",
        "example.org:80",
        "1.2.3:80",
        "1.2.3.4:",
        "game.mp4",
        "[::1]",
        "[::1:80",
        "::1]:80x",
        "999.1.1.1:1",
        "localhost:99999999999999999999",
        "1111111111111111111111111111111111111111111111111111111111111111111111:80"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char host[SQ_HOST_MAX];
        int port;
        if (sq_address_read(wrong[i], host, &port)) fail_msg("\"%s\" was taken", wrong[i]);
    }
}

static void who_may_come_is_told_by_the_host(void **state) {
    (void)state;
    assert_true(sq_address_is_any("0.0.0.0") && sq_address_is_any("::"));
    assert_false(sq_address_is_any("127.0.0.1") || sq_address_is_any("::1") || sq_address_is_any("0.0.0.1"));
    assert_true(sq_address_is_loopback("127.0.0.1") && sq_address_is_loopback("127.8.8.8") &&
                sq_address_is_loopback("::1") && sq_address_is_loopback("localhost"));
    assert_false(sq_address_is_loopback("0.0.0.0") || sq_address_is_loopback("192.168.1.7") ||
                 sq_address_is_loopback("1270.0.0.1") || sq_address_is_loopback("::"));
}

/* An address in the room, else the machine's name: never one that another machine cannot open. */
static void others_find_this_machine(void **state) {
    (void)state;
    char host[SQ_HOST_MAX], name[SQ_HOST_MAX];
    struct in_addr in;
    sq_address_of_machine(host);
    assert_int_equal(gethostname(name, sizeof name), 0);
    if (inet_pton(AF_INET, host, &in) == 1)
        assert_false(sq_address_is_loopback(host) || sq_address_is_any(host));
    else
        assert_string_equal(host, name);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_address_is_a_port_or_a_host_with_one),
        cmocka_unit_test(what_is_no_address_is_refused),
        cmocka_unit_test(who_may_come_is_told_by_the_host),
        cmocka_unit_test(others_find_this_machine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* A game's page: what a stranger's record says stands there as text. */
#include <stdlib.h>

#include "tests/fixture/unit.h"
#include "ui/export/export_format.h"

/* The page of a record. The caller frees. */
static char *page_of(const char *const *lines, int count) {
    static sq_game_answer answer;
    static sq_details about;
    char name[SQ_RECORD_NAME_MAX], *text = NULL;
    size_t size;
    sq_remarks_list remarks = {0};
    sq_diag d;
    sq_game *g = sq_game_new();
    for (int i = 0; i < count; i++) {
        assert_true(sq_game_read(g, i + 1, lines[i], strlen(lines[i]), name, &answer));
        if (!answer.taken) fail_msg("%s: %s", lines[i], answer.why);
        assert_true(sq_remarks_add(&remarks, i + 1, lines[i], strlen(lines[i])));
    }
    sq_game_details(g, &about);
    sq_export x = {.name = "<i>name", .heading = "<i>heading", .about = &about};
    assert_int_equal(sq_export_begin(&x, g, &remarks, &d), SQ_OK);
    FILE *to = open_memstream(&text, &size);
    assert_non_null(to);
    assert_int_equal(sq_export_html(to, &x, &d), SQ_OK);
    fclose(to);
    sq_export_end(&x);
    sq_remarks_free(&remarks);
    sq_game_free(g);
    return text;
}

static void what_a_record_says_is_no_markup(void **state) {
    (void)state;
    static const char *const lines[] = {
        "{\"event\":\"game\",\"rules\":\"held\",\"form\":\"pairs\",\"book\":\"name held\\ntitle <i>title "
        "&\\n\",\"about\":{\"players\":{\"red\":\"<i>player\"},\"sides\":{\"blue-red\":\"<i>side\"}}}",
        "{\"event\":\"squidge-off\",\"mm\":{\"blue\":31,\"green\":112,\"red\":5,\"yellow\":60}}",
        "{\"event\":\"shot\",\"t\":20,\"colour\":\"red\",\"wink\":\"R1\",\"seen_t\":22,\"held\":true,"
        "\"question\":1,\"doubts\":[\"<i>doubt\"],\"left_open\":[{\"text\":\"<i>left\",\"t\":9}]}",
    };
    static const char *const said[] = {"name", "heading", "title &amp;", "player", "side", "doubt", "left"};
    char *page = page_of(lines, sizeof lines / sizeof *lines);
    assert_null(strstr(page, "<i>"));
    for (size_t i = 0; i < sizeof said / sizeof *said; i++) {
        char escaped[64];
        snprintf(escaped, sizeof escaped, "&lt;i>%s", said[i]);
        if (!strstr(page, escaped)) fail_msg("%s is not in %s", escaped, page);
    }
    free(page);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_a_record_says_is_no_markup),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

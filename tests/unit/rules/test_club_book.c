/* Clubs' books: what is read, and by which sentence, line and column a wrong one is refused. */
#include "rules/book/club_book.h"
#include "rules/game.h"
#include "tests/fixture/game/random_game.h"
#include "tests/fixture/unit.h"

static sq_club_book book;

static void reads(const char *text) {
    sq_club_fault fault;
    if (!sq_club_book_read(&book, text, strlen(text), &fault))
        fail_msg("line %d, column %d: %s", fault.line, fault.column, fault.why);
}

static void refuses(const char *text, int line, int column, const char *why) {
    sq_club_fault fault;
    assert_false(sq_club_book_read(&book, text, strlen(text), &fault));
    if (fault.line != line || fault.column != column || !strstr(fault.why, why))
        fail_msg("line %d, column %d: %s", fault.line, fault.column, fault.why);
}

static void what_is_not_said_is_as_in_the_base(void **state) {
    (void)state;
    reads("name mine # my own\n\n  title  My   own \nbased-on parker\noff-price shot\ntime-pairs 90 s\nforms "
          "pairs, singles\n");
    assert_string_equal(book.set.name, "mine");
    assert_string_equal(book.set.title, "My own");
    assert_string_equal(book.set.root, "parker");
    assert_int_equal(book.set.set.off_price, SQ_OFF_SHOT);
    assert_int_equal(book.set.set.time_pairs, 90);
    assert_int_equal(book.set.set.forms, 3);
    assert_int_equal(book.set.set.extra_enemy, 1);
    assert_ptr_equal(book.set.must_open_a_pile, sq_ruleset_at(sq_ruleset_find("parker"))->must_open_a_pile);
    reads("name mine\ntime-pairs 22 min 30 s\n");
    assert_int_equal(book.set.set.time_pairs, 22 * 60 + 30);
    reads("\xef\xbb\xbfname mine\r\n"); /* as some editors begin and end lines */
    assert_string_equal(book.set.name, "mine");
    reads("name mine");
    assert_memory_equal(&book.set.set, &sq_ruleset_at(0)->set, sizeof book.set.set);
    assert_string_equal(book.set.title, "mine");
}

static void says_where_and_what_would_be_right(void **state) {
    (void)state;
    refuses("", 0, 0, "begins with its name");
    refuses("rounds 5\n", 1, 1, "begins with its name");
    refuses("name My Club\n", 1, 6, "small letters");
    refuses("name a\nname b\n", 2, 1, "has its name already");
    refuses("name a\ntitle\n", 2, 1, "needs the title");
    refuses("name a\ntitle A\ntitle B\n", 3, 1, "has its title already");
    refuses("name a\n  of-price turn\n", 2, 3, "did you mean \"off-price\"");
    refuses("name a\nqqqqqqqqqqqqq 1\n", 2, 1, "there is no setting");
    refuses("name a\noff-price  penny\n", 2, 12, "it is shot, turn or nothing");
    refuses("name a\noff-price\n", 2, 10, "needs a value");
    refuses("name a\nrounds 5\nrounds 6\n", 3, 1, "set in line 2 already");
    refuses("name a\nrounds 5 or so\n", 2, 8, "a number from 1 to 99");
    refuses("name a\nrounds 0\n", 2, 8, "a number from 1 to 99");
    refuses("name a\nfouls-in-succession 0\n", 2, 21, "or none");
    refuses("name a\ntime-pairs 25\n", 2, 12, "25 min");
    refuses("name a\ntime-pairs 22 min 60 s\n", 2, 12, "25 min");
    refuses("name a\noff-inset 22\n", 2, 11, "22 mm");
    refuses("name a\nblue 3+4\n", 2, 6, "2+4");
    refuses("name a\nforms pairs, pairs\n", 2, 7, "with commas");
    refuses("name a\nbased-on etwa-2011\n", 2, 10, "did you mean \"etwa-2012\"");
    refuses("name a\nbased-on nothing-of-the-kind-at-all\n", 2, 10, "there are etwa-2012");
    refuses("name a\nrounds 5\nbased-on parker\n", 3, 1, "before all settings");
    refuses("name a\nbased-on parker\nbased-on parker\n", 3, 1, "already");
    refuses("name a\nsides alone\n", 2, 1, "free-turns none");
    refuses("name a\nsides alone\nfree-turns none\n", 2, 1, "fouls put-back");
    refuses("name a\nred none\n", 2, 1, "result winner");
    refuses("name a\nblue none\ngreen none\nred none\nyellow none\n", 0, 0, "no colour has winks");
    refuses("name a\nsquop sends-home\n", 2, 1, "free-turns none");
    refuses("name a\nvariant four-lines\nfouls put-back\n", 2, 1, "free-turns none");
    refuses("name a\n\001", 2, 1, "control character");
    refuses("name a\ntitle \377", 0, 0, "UTF-8");
}

/* A book of one line that is repeated. */
static const char *many(const char *line, int times) {
    static char text[SQ_CLUB_TEXT_MAX + 64];
    size_t used = (size_t)snprintf(text, sizeof text, "name a\n");
    for (int i = 0; i < times; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s", line);
    return text;
}

static void letters_and_lengths(void **state) {
    (void)state;
    reads("name a\ntitle \xc5\x81\xc3\xb3"
          "d\xc5\xba \xe2\x82\xac \xf0\x9f\x8e\xb2 \"quoted\" \\\r\n\n # none\n");
    static const char *const wrong[] = {
        "\x80", "\xc1\x80", "\xc5", "\xc5 ", "\xe2\x82", "\xe2\x82 ", "\xf5\x80\x80\x80", "\xf0\x9f\x8e\xc0"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char text[64];
        snprintf(text, sizeof text, "name a\ntitle %s", wrong[i]);
        refuses(text, 0, 0, "UTF-8");
    }
    refuses(many("x", SQ_CLUB_TITLE_MAX), 2, 1, "this word is too long");
    refuses(many("title x", SQ_CLUB_TITLE_MAX), 2, 7, "longer than");
    refuses(many("#\n", SQ_CLUB_TEXT_MAX / 2), 0, 0, "at most");
    refuses(many("\n", 3000), 0, 0, "at most"); /* it would become too long in a record */
    refuses("name aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", 1, 6, "at most");
    refuses("name", 1, 5, "small letters");
    refuses("name a\ntitle\tb\vc", 2, 8, "control character");
}

static void wrong_values(void **state) {
    (void)state;
    static const char *const wrong[] = {"rounds 1234567",
                                        "rounds -1",
                                        "rounds 100",
                                        "blue 2-4",
                                        "blue x",
                                        "blue 2+",
                                        "blue 2+4+1",
                                        "blue 0+0",
                                        "blue 2+5",
                                        "time-pairs x",
                                        "time-pairs 0 s",
                                        "time-pairs 9999 min",
                                        "time-pairs 5 h",
                                        "potters pink",
                                        "potters blue,",
                                        "short-attempts maybe",
                                        "off-inset x",
                                        "off-inset 1000 mm",
                                        "pass",
                                        "fouls-in-succession x",
                                        "fouls-in-succession 3 or 4"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char text[64];
        sq_club_fault fault;
        snprintf(text, sizeof text, "name a\n%s\n", wrong[i]);
        if (sq_club_book_read(&book, text, strlen(text), &fault)) fail_msg("\"%s\" is taken", wrong[i]);
        assert_int_equal(fault.line, 2);
    }
    refuses("name a\npotters pink\n", 2, 9, "or none");
    refuses("name a\nblue none\n", 2, 1, "result winner");
    refuses("name a\nplay any\n", 2, 1, "free-turns none");
    refuses("name a\nyellow none\n", 2, 1, "result winner");
    refuses("name a\nblue none\ngreen none\nred none\nyellow none\n", 0, 0, "no colour has winks");
    refuses("name a\nvariant horse\n", 2, 1, "fouls put-back");
    refuses("name a\nonce yes\n", 2, 1, "turns");
    refuses("name a\npot-outs none\n", 2, 1, "turns");
    refuses("name a\npot-emptied yes\n", 2, 1, "free-turns none");
    refuses("name a\npurple 2+4\n", 2, 1, "equally many colours");
    refuses("name a\norder red, yellow, red\n", 2, 7, "blue, green, red, yellow, white and purple");
    refuses("name a\nwhite 2+4\n", 2, 1, "equally many colours");
    assert_null(sq_setting_at(-1));
    assert_int_equal(sq_setting_find("nothing"), -1);
}

/* Whether every colour comes once. */
static bool is_order(int32_t value) {
    unsigned seen = 0;
    for (int place = 0; place < SQ_COLOURS; place++)
        seen |= 1u << sq_colour_at((sq_play_order)value, place);
    return seen == SQ_ALL_COLOURS;
}

static void every_value_is_read_as_it_is_written(void **state) {
    (void)state;
    sq_settings set = sq_ruleset_at(0)->set;
    for (int i = 0; sq_setting_at(i); i++) {
        const sq_setting *row = sq_setting_at(i);
        char text[SQ_SETTING_TEXT_MAX];
        for (int32_t v = row->least; v <= row->most && v < row->least + 300; v++) {
            int32_t back = -1;
            bool winks =
                row->kind == SQ_SETTING_WINKS && (v % 8 > SQ_LARGE_PER_COLOUR || v / 8 > SQ_SMALL_PER_COLOUR);
            if (winks || (row->kind == SQ_SETTING_ORDER && !is_order(v))) continue;
            if (!sq_setting_read(row, sq_setting_text(row, v, text), &back) || back != v)
                fail_msg("%s %s is read as %d", row->name, text, back);
        }
        assert_true(*sq_setting_value(&set, i) >= row->least && *sq_setting_value(&set, i) <= row->most);
        assert_int_equal(sq_setting_find(row->name), i);
    }
}

static void the_books_that_come_with_the_program(void **state) {
    (void)state;
    int n = 0;
    for (; sq_club_texts[n].name; n++) {
        reads(sq_club_texts[n].text);
        assert_string_equal(book.name, sq_club_texts[n].name);
        int number = sq_ruleset_find(book.name);
        assert_true(number >= 4 && number == sq_ruleset_find(book.name));
        for (uint64_t seed = 1; seed <= 150; seed++) {
            sq_state s = sq_state_none();
            dice d = dice_of(seed);
            for (int k = 0; k < 100; k++) {
                sq_rulings r;
                sq_event e =
                    s.playing && chance(&d, 8) ? broken_event(&d, &s) : random_event_of(&d, &s, number);
                sq_engine_step(&s, &e, &s, &r);
                if (sq_state_broken(&s))
                    fail_msg("%s, seed %d: %s", book.name, (int)seed, sq_state_broken(&s));
            }
        }
    }
    assert_true(n >= 27);
}

static void a_record_holds_its_book(void **state) {
    (void)state;
    static char line[SQ_EVENT_LINE_MAX];
    static sq_record_line read;
    sq_club_fault fault;
    char why[SQ_RECORD_WHY_MAX];
    const char *text = "name held\ntitle \"Held\"\nplace-1 5\n";
    int number = sq_ruleset_add(text, strlen(text), &fault);
    assert_true(number >= 4);
    assert_int_equal(sq_ruleset_add(text, strlen(text), &fault), number);
    assert_int_equal(sq_ruleset_add("name held", 9, &fault), -1);
    assert_non_null(strstr(fault.why, "another book of this name"));
    const sq_event game = {.kind = SQ_EVENT_GAME, .game = {.rules = number}};
    size_t n = sq_record_write(line, sizeof line, &game, NULL);
    assert_non_null(strstr(line, "\"book\":\"name held\\u000atitle \\\"Held\\\""));
    assert_true(sq_record_read(&read, line, n, why));
    assert_int_equal(read.event.game.rules, number);
    *strstr(line, "place-1 5") = 'q';
    assert_false(sq_record_read(&read, line, n, why));
    assert_non_null(strstr(why, "line 3"));
    const char *other = "{\"event\":\"game\",\"rules\":\"etwa-2012\",\"form\":\"pairs\",\"digest\":\"0\"}";
    assert_false(sq_record_read(&read, other, strlen(other), why));
    assert_non_null(strstr(why, "digest"));
}

/* The last test here: after it no more books fit. */
static void a_book_that_is_known_is_found_where_no_more_fit(void **state) {
    (void)state;
    sq_club_fault fault;
    char text[64];
    int first = -1, number = 0, many = 0;
    for (; number >= 0 && many < 1000; many++) {
        snprintf(text, sizeof text, "name many-%d\ntitle Many\nplace-1 6\n", many);
        number = sq_ruleset_add(text, strlen(text), &fault);
        if (!many) first = number;
    }
    assert_int_equal(number, -1);
    assert_non_null(strstr(fault.why, "too many"));
    snprintf(text, sizeof text, "name many-0\ntitle Many\nplace-1 6\n");
    assert_int_equal(sq_ruleset_add(text, strlen(text), &fault), first);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_is_not_said_is_as_in_the_base),
                                       cmocka_unit_test(says_where_and_what_would_be_right),
                                       cmocka_unit_test(every_value_is_read_as_it_is_written),
                                       cmocka_unit_test(letters_and_lengths),
                                       cmocka_unit_test(wrong_values),
                                       cmocka_unit_test(the_books_that_come_with_the_program),
                                       cmocka_unit_test(a_record_holds_its_book),
                                       cmocka_unit_test(a_book_that_is_known_is_found_where_no_more_fit)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* squint rules --check: compares each line's "expect" with the state after it. Every key of it must equal the
 * state's: numbers to 1e-6, lists in order. "error": true asks for a refused line. "rules" is a list of rule
 * numbers, and some ruling must cite each of them or a rule under it. */
#include <ctype.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ui/rules/record_view.h"
#include "vision/system/shortest_numbers.h"

#define NUMBERS_EQUAL 1e-6 /* states print points with seven digits */

static bool equal(const json_t *a, const json_t *b);

static bool lists_equal(const json_t *a, const json_t *b) {
    if (json_array_size(a) != json_array_size(b)) return false;
    for (size_t i = 0; i < json_array_size(a); i++)
        if (!equal(json_array_get(a, i), json_array_get(b, i))) return false;
    return true;
}

static bool objects_equal(json_t *a, const json_t *b) {
    const char *key;
    json_t *value;
    if (json_object_size(a) != json_object_size(b)) return false;
    json_object_foreach(a, key, value) if (!equal(value, json_object_get(b, key))) return false;
    return true;
}

static bool equal(const json_t *a, const json_t *b) {
    if (json_is_number(a) && json_is_number(b))
        return fabs(json_number_value(a) - json_number_value(b)) <= NUMBERS_EQUAL;
    if (json_is_array(a) && json_is_array(b)) return lists_equal(a, b);
    if (json_is_object(a) && json_is_object(b)) return objects_equal((json_t *)(uintptr_t)a, b);
    return json_equal(a, b);
}

/* Whether the ruling's number is the rule's, or one under it: "12" is met by "12.1", "12(a)" or "12a", not by
 * "121". */
static bool is_under(const char *ruled, const char *rule) {
    size_t n = strlen(rule);
    bool number = n && isdigit((unsigned char)rule[n - 1]);
    return !strncmp(ruled, rule, n) &&
           (!ruled[n] || ruled[n] == '.' || ruled[n] == '(' || (number && isalpha((unsigned char)ruled[n])));
}

static bool cites(const json_t *rulings, const char *rule) {
    for (size_t i = 0; rule && i < json_array_size(rulings); i++) {
        const char *ruled = json_string_value(json_object_get(json_array_get(rulings, i), "rule"));
        if (is_under(ruled, rule)) return true;
    }
    return false;
}

static bool complain(const sq_rules_line *line, const char *file, const char *key, const json_t *wanted,
                     const json_t *is) {
    char *expected = sq_short_numbers(json_dumps(wanted, JSON_ENCODE_ANY | JSON_COMPACT));
    char *found = is ? sq_short_numbers(json_dumps(is, JSON_ENCODE_ANY | JSON_COMPACT)) : NULL;
    printf("%s:%d: \"%s\" should be %s and is %s\n", file, line->n, key, expected, found ? found : "absent");
    free(expected);
    free(found);
    return false;
}

static bool check_key(const sq_rules_line *line, const char *file, const char *key, const json_t *wanted,
                      const json_t *state) {
    const json_t *is = json_object_get(state, key);
    if (!strcmp(key, "rules")) {
        const json_t *rulings = json_object_get(state, "rulings");
        for (size_t i = 0; i < json_array_size(wanted); i++)
            if (!cites(rulings, json_string_value(json_array_get(wanted, i))))
                return complain(line, file, key, wanted, rulings);
        return true;
    }
    bool same = !strcmp(key, "error") && json_is_boolean(wanted) ? json_is_true(wanted) == (is != NULL)
                : is                                             ? equal(wanted, is)
                                                                 : json_is_null(wanted);
    return same || complain(line, file, key, wanted, is);
}

/* Whether it expects anything; a line whose "expect" is empty is at least to be taken. */
static bool expects(const sq_rules_line *line, const char *file, const json_t *expect) {
    if (expect && !json_is_object(expect))
        printf("%s:%d: \"expect\" must be an object with keys of the state\n", file, line->n);
    else if (expect && !json_object_size(expect) && !line->answer->taken)
        printf("%s:%d: the line is refused, and \"expect\" does not say so: %s\n", file, line->n,
               line->answer->why);
    else
        return true;
    return false;
}

static bool check(const sq_rules_line *line, const char *file) {
    static char text[SQ_STATE_LINE_MAX];
    const sq_game_answer *a = line->answer;
    json_t *read = json_loadb(line->text, line->length, JSON_ALLOW_NUL, NULL);
    json_t *expect = json_object_get(read, "expect"), *wanted;
    const char *key;
    bool well = expects(line, file, expect);
    size_t n = sq_record_write_state(text, sizeof text, line->n, line->name, line->after, &a->rulings,
                                     a->taken ? NULL : a->why);
    json_t *state = json_loadb(text, n, JSON_REJECT_DUPLICATES, NULL);
    if (!state) {
        printf("%s:%d: the state line is no JSON: %s\n", file, line->n, text);
        well = false;
    }
    json_object_foreach(expect, key, wanted) well &= check_key(line, file, key, wanted, state);
    json_decref(state);
    json_decref(read);
    return well;
}

const sq_rules_view sq_rules_check = {.line = check};

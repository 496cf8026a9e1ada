/* Bytes as a game record: no line ends the program, a refused one changes nothing, every state is sound and
 * its line is JSON, an event that was read is written and read back. */
#include <assert.h>
#include <jansson.h>
#include <string.h>

#include "rules/game.h"
#include "tests/fuzz/fuzz.h"

static char text[SQ_STATE_LINE_MAX];

static void read_back(const sq_record_line *line) {
    static char again[SQ_EVENT_LINE_MAX];
    sq_record_line second;
    char why[SQ_RECORD_WHY_MAX];
    size_t n = sq_record_write(text, SQ_EVENT_LINE_MAX, &line->event, &line->amendment);
    assert(n < SQ_EVENT_LINE_MAX - 1);
    assert(sq_record_read(&second, text, n, why));
    sq_record_write(again, sizeof again, &second.event, &second.amendment);
    assert(!strcmp(text, again));
}

static void check_state(const sq_game *g, int n, const char *name, const sq_game_answer *a) {
    const sq_state *s = sq_game_state(g);
    assert(!sq_state_broken(s));
    size_t length =
        sq_record_write_state(text, sizeof text, n, name, s, &a->rulings, a->taken ? NULL : a->why);
    json_t *root = json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL);
    assert(root);
    json_decref(root);
}

static void take(sq_game *g, int n, const char *line, size_t length) {
    char name[SQ_RECORD_NAME_MAX], why[SQ_RECORD_WHY_MAX];
    sq_game_answer a;
    sq_record_line read;
    sq_state before = *sq_game_state(g);
    if (sq_record_read(&read, line, length, why)) read_back(&read);
    assert(sq_game_read(g, n, line, length, name, &a));
    assert(a.taken || sq_state_equal(&before, sq_game_state(g)));
    check_state(g, n, name, &a);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    const char *line = (const char *)bytes, *end = line + size;
    sq_game *g = sq_game_new();
    assert(g);
    for (int n = 1; line < end; n++) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        if (!stop) stop = end;
        if (!sq_record_is_blank(line, (size_t)(stop - line))) take(g, n, line, (size_t)(stop - line));
        line = stop + 1;
    }
    sq_game_free(g);
    return 0;
}

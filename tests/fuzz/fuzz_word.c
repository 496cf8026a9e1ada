/* Bytes as what an umpire says to a game: as a word from the door, and as what he types. Nothing ends the
 * program; what is taken makes a line that a game takes with the same state, and whose answer is JSON; what
 * is not is refused with a reason. */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/fuzz/fuzz.h"
#include "ui/overrule/try_umpires_word.h"
#include "ui/overrule/typed_event.h"

static const char *const record[] = {
    "{\"event\":\"game\",\"rules\":\"etwa-2012\",\"form\":\"pairs\"}",
    "{\"event\":\"squidge-off\",\"mm\":{\"blue\":31.0,\"green\":112.5,\"red\":\"pot\",\"yellow\":\"off\"}}",
    "{\"event\":\"shot\",\"t\":0,\"colour\":\"red\",\"wink\":\"R1\",\"potted\":[\"R1\"]}",
    "{\"event\":\"shot\",\"t\":9,\"colour\":\"red\",\"wink\":\"r1\",\"over\":[]}",
    "{\"event\":\"shot\",\"t\":20,\"colour\":\"yellow\",\"wink\":\"Y1\",\"over\":[[\"Y1\",\"r1\"]]}",
    "{\"event\":\"shot\",\"t\":30,\"colour\":\"green\",\"wink\":\"G1\"}",
    "{\"event\":\"undo\"}",
};

static sq_game *new_game(void) {
    char name[SQ_RECORD_NAME_MAX];
    sq_game_answer answer;
    sq_game *g = sq_game_new();
    assert(g);
    for (size_t i = 0; i < sizeof record / sizeof *record; i++)
        assert(sq_game_read(g, (int)i + 1, record[i], strlen(record[i]), name, &answer) && answer.taken);
    return g;
}

/* The line goes into the record: another reader must take it, and come to the same. */
static void carry_out(sq_game *g, const sq_word_trial *t) {
    char name[SQ_RECORD_NAME_MAX];
    sq_game_answer answer, read;
    sq_game *other = sq_game_copy(g);
    assert(other && sq_game_take(g, t->n, &t->word.line, NULL, &answer) && answer.taken);
    assert(sq_game_read(other, t->n, t->line, strlen(t->line), name, &read) && read.taken);
    assert(sq_state_equal(sq_game_state(g), sq_game_state(other)));
    assert(!sq_state_broken(sq_game_state(g)));
    assert(*t->text);
    sq_game_free(other);
}

static void say(sq_game *g, const char *word, size_t length) {
    static sq_word_trial t;
    static const sq_play_reading answers[2] = {{.kind = SQ_PLAY_NOTHING},
                                               {.kind = SQ_PLAY_SHOT, .has_event = true}};
    sq_word_ground ground = {
        .game = g, .number = 1, .t_now = NAN, .asks = length % 2, .question = {answers, 2, 40, 41}};
    assert(sq_word_try(&t, word, length, &ground, 3));
    char *reply = sq_word_reply(&t, false);
    json_t *o = reply ? json_loads(reply, JSON_REJECT_DUPLICATES, NULL) : NULL;
    assert(o && strchr(reply, '\n') == NULL);
    assert(t.taken || strlen(t.why) > 5);
    if (t.taken) carry_out(g, &t);
    json_decref(o);
    free(reply);
}

static void type(const char *text) {
    char why[SQ_TYPED_WHY_MAX], *words[] = {(char *)(uintptr_t)text};
    for (int i = 0; i < 4; i++) {
        json_t *event = sq_typed_event(words, 1, i % 2, i < 2 ? NULL : sq_other_game_listed(0), why);
        assert(event ? json_is_object(event) : strlen(why) > 5);
        json_decref(event);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    sq_game *g = new_game();
    char *text = malloc(size + 1);
    assert(text);
    memcpy(text, bytes, size);
    text[size] = 0;
    type(text);
    for (const char *line = text, *end; line < text + size; line = end + 1) {
        end = memchr(line, '\n', size - (size_t)(line - text));
        if (!end) end = text + size;
        say(g, line, (size_t)(end - line));
    }
    free(text);
    sq_game_free(g);
    return 0;
}

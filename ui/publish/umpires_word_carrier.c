/* Words on their way between the hall and the game's door. */
#include "ui/publish/umpires_word_carrier.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "ui/overrule/game_socket.h"
#include "vision/system/clock.h"

/* Seconds: a look at a rest that is judged first takes less. Bytes of an answer: the message that holds it is
 * somewhat longer. */
#define PATIENCE_S 20.0
enum { ANSWER_MOST = SQ_ANSWER_MOST / 2 };

void sq_word_carrier_begin(sq_word_carrier *c, const sq_word_carrier_settings *settings) {
    *c = (sq_word_carrier){.set = *settings};
    for (int i = 0; i < SQ_WORDS_CARRIED; i++)
        c->word[i].file = -1;
}

static void drop(sq_carried_word *w) {
    if (w->file >= 0) close(w->file);
    free(w->heard);
    *w = (sq_carried_word){.file = -1};
}

void sq_word_carrier_end(sq_word_carrier *c) {
    for (int i = 0; i < SQ_WORDS_CARRIED; i++)
        drop(&c->word[i]);
}

static void refuse(const sq_word_carrier *c, const char *id, const char *why) {
    json_t *o = json_pack("{s:s,s:s}", "id", id, "why", why);
    c->set.answer(c->set.who, o);
    json_decref(o);
}

/* The word as it is said at the door, with its end; null, and why: it is none. The caller frees. */
static char *word_of(const json_t *message, const char **why) {
    const json_t *word = json_object_get(message, "word"), *who = json_object_get(message, "who"),
                 *at = json_object_get(message, "at");
    *why = "a word from the hall must say who said it, when, and on which line it was decided";
    bool does = json_is_true(json_object_get(word, "do"));
    if (!json_is_object(word) || !json_string_length(who) || !json_string_length(at) ||
        (does && !json_is_integer(json_object_get(word, "on"))))
        return NULL;
    json_t *copy = json_copy((json_t *)(uintptr_t)word);
    json_object_set(copy, "who", (json_t *)(uintptr_t)who);
    json_object_set(copy, "at", (json_t *)(uintptr_t)at);
    char *text = json_dumps(copy, JSON_COMPACT), *line = NULL;
    json_decref(copy);
    *why = "a word has 8192 bytes at most";
    if (text && strlen(text) <= SQ_WORD_MAX && asprintf(&line, "%s\n", text) < 0) line = NULL;
    free(text);
    return line;
}

/* The door takes a whole word at once: its socket's buffer is larger than the longest. */
static bool say_at_door(const sq_word_carrier *c, sq_carried_word *w, const char *line) {
    size_t n = strlen(line);
    w->file = sq_word_door_knock(c->set.folder, false);
    if (w->file >= 0 && send(w->file, line, n, MSG_NOSIGNAL | MSG_DONTWAIT) == (ssize_t)n) {
        w->until_s = sq_monotonic_s() + PATIENCE_S;
        return true;
    }
    drop(w);
    return false;
}

void sq_word_carrier_take(sq_word_carrier *c, const json_t *message) {
    const char *game = json_string_value(json_object_get(message, "game")), *why;
    const char *id = json_string_value(json_object_get(json_object_get(message, "word"), "id"));
    sq_carried_word *place = NULL;
    if (!game || strcmp(game, c->set.game) != 0 || !id) return; /* nobody to answer */
    if (!sq_word_id_fits(id)) {
        refuse(c, id, SQ_WORD_ID_WHY);
        return;
    }
    for (int i = 0; i < SQ_WORDS_CARRIED; i++) {
        if (c->word[i].file < 0) place = &c->word[i];
        if (c->word[i].file >= 0 && !strcmp(c->word[i].id, id)) return; /* it is under way */
    }
    char *line = word_of(message, &why);
    if (!line)
        refuse(c, id, why);
    else if (!place)
        refuse(c, id, "too many words at once; say it again");
    else if (!say_at_door(c, place, line))
        refuse(c, id, "the game takes no words now; look whether it still runs");
    else
        snprintf(place->id, sizeof place->id, "%s", id);
    free(line);
}

void sq_word_carrier_files(const sq_word_carrier *c, struct pollfd files[SQ_WORDS_CARRIED]) {
    for (int i = 0; i < SQ_WORDS_CARRIED; i++)
        files[i] = (struct pollfd){c->word[i].file, POLLIN, 0};
}

/* More of the answer. False: it is whole, or there will be none. */
static bool read_more(sq_carried_word *w) {
    char *more = w->used < ANSWER_MOST ? realloc(w->heard, w->used + 65536) : NULL;
    if (!more) return false;
    w->heard = more;
    ssize_t n = recv(w->file, w->heard + w->used, 65535, MSG_DONTWAIT);
    if (n < 0 && (errno == EAGAIN || errno == EINTR)) return true;
    if (n <= 0) return false;
    w->used += (size_t)n;
    w->heard[w->used] = 0;
    return w->heard[w->used - 1] != '\n';
}

static void give_answer(const sq_word_carrier *c, const sq_carried_word *w) {
    json_t *reply = w->used ? json_loads(w->heard, 0, NULL) : NULL;
    if (!reply) {
        refuse(c, w->id,
               "the game did not answer; look whether the word was carried out before it is said again");
        return;
    }
    json_t *o = json_pack("{s:s,s:o}", "id", w->id, "reply", reply);
    c->set.answer(c->set.who, o);
    json_decref(o);
}

void sq_word_carrier_hear(sq_word_carrier *c, const struct pollfd files[SQ_WORDS_CARRIED]) {
    for (int i = 0; i < SQ_WORDS_CARRIED; i++) {
        sq_carried_word *w = &c->word[i];
        if (w->file < 0 || files[i].fd != w->file) continue;
        bool waits = files[i].revents ? read_more(w) : sq_monotonic_s() < w->until_s;
        if (waits) continue;
        give_answer(c, w);
        drop(w);
    }
}

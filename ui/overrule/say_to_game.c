/* Finds the way of a word to a game: through the door of the squint that referees it, or into the record. */
#include "ui/overrule/say_to_game.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ui/game/rejudge_game.h"
#include "ui/overrule/amend_kept_game.h"
#include "ui/overrule/game_socket.h"
#include "vision/system/clock.h"
#include "vision/system/lock_holder.h"

/* Seconds: a game that is just beginning or ending is busy for less; a look at a rest that is judged first
 * takes less; between two tries. */
#define BUSY_S 5.0
#define ANSWER_S 30.0
#define AGAIN_S 0.05

enum { REPLY_MAX = 1 << 20 };

static bool say(int door, const char *word) {
    size_t n = strlen(word);
    while (n) {
        ssize_t sent = send(door, word, n, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) return false;
        word += sent;
        n -= (size_t)sent;
    }
    return true;
}

/* One line, the caller's; null where none comes. */
static char *hear(int door) {
    size_t used = 0, room = 65536;
    char *text = malloc(room + 1);
    double until_s = sq_monotonic_s() + ANSWER_S;
    while (text && used < REPLY_MAX) {
        struct pollfd wait = {door, POLLIN, 0};
        double left_s = until_s - sq_monotonic_s();
        ssize_t n = left_s > 0 && poll(&wait, 1, (int)(left_s * 1000)) > 0
                        ? recv(door, text + used, room - used, 0)
                        : 0;
        if (n <= 0) break;
        used += (size_t)n;
        text[used] = 0;
        if (text[used - 1] == '\n') return text;
        char *more = used == room ? realloc(text, 2 * room + 1) : text;
        if (!more) break;
        if (used == room) room *= 2;
        text = more;
    }
    free(text);
    return NULL;
}

/* Whether the running game has answered. */
static bool ask_running(const char *folder, const char *line, json_t **reply) {
    int door = sq_word_door_knock(folder, true);
    if (door < 0) return false;
    char *text = say(door, line) ? hear(door) : NULL;
    close(door);
    *reply = text ? json_loads(text, 0, NULL) : NULL;
    free(text);
    if (!*reply || !json_is_true(json_object_get(*reply, "ended"))) return *reply;
    json_decref(*reply);
    *reply = NULL;
    return false;
}

static sq_code ask(const sq_game_paths *paths, const char *record, const char *word, json_t **reply,
                   sq_diag *d) {
    char line[SQ_WORD_MAX + 2], *kept = NULL;
    sq_holder who;
    double until_s = sq_monotonic_s() + BUSY_S;
    bool busy = true;
    snprintf(line, sizeof line, "%s\n", word);
    for (;;) {
        sq_code code = sq_say_to_kept_game(paths, record, word, &busy, &kept, &who, d);
        if (code) return code;
        if (!busy) break;
        if (*paths->door && ask_running(paths->folder, line, reply)) return SQ_OK;
        if (sq_monotonic_s() > until_s)
            return sq_fail(d, SQ_E_FILE,
                           "%.300s: %s is at work on this game and takes no words; end it, and say it again",
                           paths->folder, who.text);
        poll(NULL, 0, (int)(AGAIN_S * 1000));
    }
    *reply = json_loads(kept, 0, NULL);
    free(kept);
    return *reply ? SQ_OK : sq_fail(d, SQ_E_MEMORY, "no memory for a word; close other programs");
}

/* A folder means the game that was played in it last, whether it still runs or not. */
static void find_last_game(const sq_game_paths *paths, char record[PATH_MAX], const char *game) {
    struct stat s;
    char next[PATH_MAX];
    if (stat(game, &s) || !S_ISDIR(s.st_mode)) return;
    for (int n = 2; sq_game_record(next, paths, n), !stat(next, &s); n++)
        memcpy(record, next, PATH_MAX);
}

/* A record by itself: its folder keeps two words apart, and is no game's. */
static sq_code find_lone_record(sq_game_paths *paths, char record[PATH_MAX], const char *name, sq_diag *d) {
    char folder[PATH_MAX];
    const char *slash = strrchr(name, '/');
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - name) + 1 : 1, slash ? name : ".");
    snprintf(record, PATH_MAX, "%s", name);
    sq_code code = sq_game_paths_of(paths, folder, d);
    *paths->door = *paths->looks = *paths->hall = 0;
    return code;
}

sq_code sq_say_to_game(const char *game, const json_t *word, json_t **reply, sq_diag *d) {
    static sq_game_paths paths; /* large */
    char record[PATH_MAX];
    int number;
    *reply = NULL;
    sq_code code = sq_record_lies_alone(game) ? find_lone_record(&paths, record, game, d)
                                              : sq_game_named(&paths, &number, record, game, d);
    if (code) return code;
    find_last_game(&paths, record, game);
    char *text = json_dumps(word, JSON_COMPACT);
    if (!text) return sq_fail(d, SQ_E_MEMORY, "no memory for a word; close other programs");
    code = strlen(text) > SQ_WORD_MAX
               ? sq_fail(d, SQ_E_ARGUMENT, "a word has %d bytes at most; make it shorter", SQ_WORD_MAX)
               : ask(&paths, record, text, reply, d);
    free(text);
    return code;
}

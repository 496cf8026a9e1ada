/* Carries the umpire's words from the hall to the game, by the same door as all others
 * (ui/overrule/game_socket.h), and the answers back. It refuses words that are not for this game, or do not
 * say who says them, when, and on which line they were decided. */
#ifndef SQ_UI_PUBLISH_UMPIRES_WORD_CARRIER_H
#define SQ_UI_PUBLISH_UMPIRES_WORD_CARRIER_H

#include <jansson.h>
#include <poll.h>

#include "ui/publish/table_topics.h"

/* How many words can be under way at once: one for each of a hall's umpires, and some more. */
enum { SQ_WORDS_CARRIED = 4 };

/* answer: called with an object that the carrier owns: `id`, and `reply` (the game's answer) or `why` (the
 * game was not asked). */
typedef struct {
    const char *folder, *game; /* the game's, and its id; both must outlive the carrier */
    void (*answer)(void *who, json_t *answer);
    void *who;
} sq_word_carrier_settings;

typedef struct {
    int file; /* the connection to the door; -1: none */
    char id[48];
    char *heard;
    size_t used;
    double until_s;
} sq_carried_word;

typedef struct {
    sq_word_carrier_settings set;
    sq_carried_word word[SQ_WORDS_CARRIED];
} sq_word_carrier;

/* The settings are copied; what they point to must outlive *c. sq_word_carrier_end drops the words that are
 * still on their way. */
void sq_word_carrier_begin(sq_word_carrier *c, const sq_word_carrier_settings *settings);
void sq_word_carrier_end(sq_word_carrier *c);

/* Takes a message of the hall, an object. Ignores what is not for this game. */
void sq_word_carrier_take(sq_word_carrier *c, const json_t *message);

/* Fills in the file descriptors to wait for (poll); and then handles what has come. */
void sq_word_carrier_files(const sq_word_carrier *c, struct pollfd files[SQ_WORDS_CARRIED]);
void sq_word_carrier_hear(sq_word_carrier *c, const struct pollfd files[SQ_WORDS_CARRIED]);

#endif

/* Carries the umpire's words from the hall to the game, by the same door as all others
 * (ui/overrule/game_socket.h), and the answers back. It refuses what is not meant for this game, or does not
 * say who says it, when, and on which line it was decided. */
#ifndef SQ_UI_PUBLISH_WORD_CARRIER_H
#define SQ_UI_PUBLISH_WORD_CARRIER_H

#include <jansson.h>
#include <poll.h>

#include "ui/publish/table_topics.h"

/* Words under way at once: one for each of a hall's umpires, with room to spare. */
enum { SQ_WORDS_CARRIED = 4 };

/* answer: an object, the carrier's own: `id`, and `reply` (what the game says) or `why` it was not asked. */
typedef struct {
    const char *folder, *game; /* the game's, and its id; both must outlive the carrier */
    void (*answer)(void *who, json_t *answer);
    void *who;
} sq_word_carrier_settings;

typedef struct {
    int file; /* at the door; -1: none */
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

/* A message of the hall, an object. What is not for this game is passed over. */
void sq_word_carrier_take(sq_word_carrier *c, const json_t *message);

/* What to wait for, and then: what has come. */
void sq_word_carrier_files(const sq_word_carrier *c, struct pollfd files[SQ_WORDS_CARRIED]);
void sq_word_carrier_hear(sq_word_carrier *c, const struct pollfd files[SQ_WORDS_CARRIED]);

#endif

/* The topics of a table, and what every message has: docs/hall-protocol.md. */
#ifndef SQ_UI_PUBLISH_TABLE_TOPICS_H
#define SQ_UI_PUBLISH_TABLE_TOPICS_H

#include <jansson.h>

#include "ui/publish/broker.h"

/* The version of topics and payloads: it changes only when a key is removed or gets another meaning. */
#define SQ_HALL_ROOT "squint/1"
enum { SQ_HALL_VERSION = 1 };

/* The hall itself, in place of a table's name. No table may have this name. */
#define SQ_HALL_DESK "desk"

/* kind, its name in the topic, whether it is retained, what it says (and by whom, if not by the table) */
#define SQ_TABLE_TOPIC_LIST(X)                                                                          \
    X(ONLINE, "online", true, "whether the table is there; also its last will")                         \
    X(ABOUT, "about", true, "the game: its id, rules, players")                                         \
    X(STATE, "state", true, "the newest state: score, turn, clock")                                     \
    X(POSITION, "position", true, "the newest position")                                                \
    X(QUESTION, "question", true, "the question that is open; empty: none")                             \
    X(FAULT, "fault", true, "what is wrong with camera or light; empty: nothing")                       \
    X(HEALTH, "health", true, "the heartbeat")                                                          \
    X(LINE, "line", false, "each numbered line, with the record's own; at least once")                  \
    X(PICTURE, "picture", false, "a small picture of a ruling: a JPEG, under picture/GAME/RECORD-LINE") \
    X(ANSWER, "answer", false, "what became of a word")                                                 \
    X(LEFT, "left", true, "all lines of a game that ended while no hall was there; under left/GAME")    \
    X(HAVE, "have", true, "the hall: up to which number it has the lines")                              \
    X(WORD, "word", false, "the hall: an umpire's word")

typedef enum {
#define X(kind, name, retained, what) SQ_TABLE_##kind,
    SQ_TABLE_TOPIC_LIST(X)
#undef X
        SQ_TABLE_TOPICS
} sq_table_topic;

/* squint/1/HALL/TABLE/NAME. Returns `to`. */
const char *sq_topic_of(char to[SQ_BROKER_TOPIC], const char *hall, const char *table, sq_table_topic kind);

/* Splits such a topic of this hall into its parts. False: it is no such topic. `rest` gets what follows the
 * name ("1/12" of picture/1/12), or ""; it points into `topic`. */
bool sq_topic_read(const char *topic, const char *hall, char table[SQ_HALL_NAME], sq_table_topic *kind,
                   const char **rest);

/* Whether the broker keeps the last message of this kind for those who come later. */
bool sq_topic_is_retained(sq_table_topic kind);

/* The most bytes of the lines in a message LEFT, which is a thousand shots; of a LINE, with the lines of the
 * record that go with it; of what pages show; and of the answer to an umpire's word. */
enum {
    SQ_LEFT_MOST = 8 << 20,
    SQ_MESSAGE_MOST = 1 << 20,
    SQ_NEWS_MOST = 64 << 10,
    SQ_ANSWER_MOST = 512 << 10
};

/* A game's id: 16 hexadecimal digits. */
enum { SQ_GAME_ID = 17 };
bool sq_is_game_id(const char *text); /* null is none */

#endif

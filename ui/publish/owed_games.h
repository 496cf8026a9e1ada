/* Earlier games of a table that its hall does not have completely: they lie in folders beside the game's own.
 * They are left with the broker (docs/hall-protocol.md) until the hall says that it has them. */
#ifndef SQ_UI_PUBLISH_OWED_GAMES_H
#define SQ_UI_PUBLISH_OWED_GAMES_H

#include "ui/publish/table_topics.h"

/* The most at once; the others follow when the table's next game begins. */
enum { SQ_OWED_MOST = 16 };

typedef struct sq_owed_games sq_owed_games;

/* Looks for them beside `folder`: games of this table for this hall that nobody is at work on. Null where
 * memory is out. The caller frees; null is allowed. */
sq_owed_games *sq_owed_games_find(const char *folder, const char *hall, const char *table);
void sq_owed_games_free(sq_owed_games *o);

/* Leaves each of them with the broker: after each new connection, for the broker may have lost them. Null is
 * allowed. */
void sq_owed_games_leave(const sq_owed_games *o, sq_broker *broker);

/* What the hall says that it has: a game that it has all of is owed no more, and its folder says so. What is
 * said of other games changes nothing. Null is allowed. */
void sq_owed_games_have(sq_owed_games *o, const json_t *have);

#endif

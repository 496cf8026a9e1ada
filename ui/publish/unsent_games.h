/* Earlier games of a table that its hall does not have completely: they lie in folders beside the game's own.
 * They are left with the broker (docs/hall-protocol.md) until the hall says that it has them. */
#ifndef SQ_UI_PUBLISH_UNSENT_GAMES_H
#define SQ_UI_PUBLISH_UNSENT_GAMES_H

#include "ui/publish/table_topics.h"

/* The most at once; the others follow when the table's next game begins. */
enum { SQ_OWED_MOST = 16 };

typedef struct sq_owed_games sq_owed_games;

/* Looks beside `folder` for such games of this table and hall that no other program is using. Null where
 * memory runs out. The caller frees; null is allowed. */
sq_owed_games *sq_owed_games_find(const char *folder, const char *hall, const char *table);
void sq_owed_games_free(sq_owed_games *o);

/* Leaves each of them with the broker. Call it after each new connection, since the broker may have lost
 * them. Null is allowed. */
void sq_owed_games_leave(const sq_owed_games *o, sq_broker *broker);

/* Takes a message of the hall that says which lines it has: a game that it has completely is removed from
 * this list, which is noted in its folder. Ignores messages about other games. Null is allowed. */
void sq_owed_games_have(sq_owed_games *o, const json_t *have);

#endif

/* Sends a game's numbered lines to the hall: in order, from the first one that the hall does not have. While
 * a hall is there, a limited number of lines (the window) is under way, and lost lines are sent again. */
#ifndef SQ_UI_PUBLISH_LINE_SENDER_H
#define SQ_UI_PUBLISH_LINE_SENDER_H

#include "ui/publish/stream_and_record_reader.h"
#include "ui/publish/table_topics.h"

/* The settings; all of it must outlive the sender. */
typedef struct {
    const char *hall, *table, *id;
    const sq_game_paths *paths;
} sq_line_sender_settings;

typedef struct sq_line_sender sq_line_sender;

/* Null where memory runs out. The caller frees; null is allowed. */
sq_line_sender *sq_line_sender_new(const sq_line_sender_settings *settings, sq_broker *broker);
void sq_line_sender_free(sq_line_sender *s);

/* Tells the sender that there is a new connection. */
void sq_line_sender_connected(sq_line_sender *s);

/* Tells the sender whether the hall is there. */
void sq_line_sender_desk(sq_line_sender *s, bool there);

/* Takes a message of the hall that says which lines it has (docs/hall-protocol.md); ignores it if it is about
 * another game, or names a line beyond the newest. */
void sq_line_sender_have(sq_line_sender *s, const json_t *have, long long newest);

/* Sends as many lines as the window allows, up to the line of this number. */
void sq_line_sender_go_on(sq_line_sender *s, long long upto);

/* Leaves all lines up to this one with the broker as one retained message, for a hall that comes later.
 * False: there are too many, or there is no connection. */
bool sq_line_sender_leave(sq_line_sender *s, long long upto);
/* Whether what a folder holds is too long for that message: only --resume --publish sends it. */
bool sq_line_sender_is_too_long(const sq_game_paths *paths);
/* Deletes that message from the broker. */
void sq_line_sender_take_back(sq_line_sender *s);

/* Whether the hall has all lines up to this one. */
bool sq_line_sender_hall_has(const sq_line_sender *s, long long upto);
/* Whether the hall has all lines up to this one; or, if no hall is there, the broker has. */
bool sq_line_sender_is_done(const sq_line_sender *s, long long upto);

#endif

/* Tells a hall what happens at a table (docs/hall-protocol.md): a thread of its own reads the game's folder
 * and publishes to a broker. The game never waits for it. The record on the table's disk is the truth: what
 * the hall has missed is read from there and sent in order. */
#ifndef SQ_UI_PUBLISH_PUBLISHER_H
#define SQ_UI_PUBLISH_PUBLISHER_H

#include <stdio.h>

#include "rules/terms/game_details.h"
#include "ui/game/game_folder.h"
#include "ui/publish/broker_address.h"

/* What the user sets. */
typedef struct {
    sq_broker_address broker;
    char table[SQ_HALL_NAME]; /* the table's name in topics */
    char name[SQ_DETAIL_MAX]; /* as people say it */
} sq_publish_settings;

typedef struct sq_publisher sq_publisher;

/* folder: the game's, which this program has locked; goes_on: the game was begun in an earlier run. tell is
 * called from the thread with news of the broker for people. It is no failure if the broker cannot be
 * reached. The caller closes; after a failure (SQ_E_MEMORY, and those of the folder's files) *out is null. */
sq_code sq_publisher_open(sq_publisher **out, const sq_publish_settings *settings, const char *folder,
                          bool goes_on, void (*tell)(void *who, const char *sentence), void *who, sq_diag *d);

/* Says that the line of this number is on the disk. From any thread; never waits. Null is allowed. */
void sq_publisher_wake(sq_publisher *p, long long seq);

/* The most bytes of a picture of a ruling that the hall wants; 0: it wants none, or is not there. From any
 * thread. Null is allowed. */
size_t sq_publisher_wants_pictures(sq_publisher *p);
/* Sends such a picture, a JPEG, which is copied. It is that of line n of the game's record, or of the
 * question that will become line n. It is sent once; if several are waiting, the oldest is dropped. From any
 * thread. Null is allowed. */
void sq_publisher_picture(sq_publisher *p, int record, int n, const void *jpeg, size_t size);

/* Says how far the source is, for the heartbeat: seconds on its clock, and frames. From any thread.
 * Null is allowed. */
void sq_publisher_tick(sq_publisher *p, double t, long long frames);

/* Ends the publishing: sends what the broker does not have yet, for at most some seconds. Null is allowed. */
void sq_publisher_close(sq_publisher *p);

#endif

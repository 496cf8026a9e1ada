/* A connection to an MQTT broker, by libmosquitto. It connects by itself, and again when it is lost, after
 * pauses that grow from a quarter of a second to five seconds. Nothing is kept for a broker that is not
 * there: the publisher begins anew when it is back. Only one thread may use it. */
#ifndef SQ_UI_PUBLISH_BROKER_H
#define SQ_UI_PUBLISH_BROKER_H

#include <poll.h>
#include <stddef.h>

#include "ui/publish/broker_address.h"

enum { SQ_BROKER_TOPIC = 160, SQ_BROKER_WILL = 256 };

/* Callbacks. Arguments are valid only during the call. */
typedef struct {
    /* Asks for the last will of the connection that is about to be made: its topic, and its text, which is
     * retained. Null: none. */
    void (*will)(void *who, char topic[SQ_BROKER_TOPIC], char text[SQ_BROKER_WILL]);
    void (*connected)(void *who);
    void (*message)(void *who, const char *topic, const void *bytes, size_t n, bool retained);
    void (*lost)(void *who, const char *why); /* a clause for people; called once each time the connection is
                                                 lost, or if the first attempt fails */
    void *who;
} sq_broker_hear;

typedef struct sq_broker sq_broker;

/* Connects in the first sq_broker_turn. The caller frees with sq_broker_free; null is allowed. */
sq_code sq_broker_new(sq_broker **out, const sq_broker_address *address, const sq_broker_hear *hear,
                      sq_diag *d);
void sq_broker_free(sq_broker *b);

/* One round of the event loop: waits at most wait_ms for the broker or for one of `files`, and then reads,
 * writes and calls the callbacks. */
void sq_broker_turn(sq_broker *b, int wait_ms, struct pollfd *files, int count);

/* Whether messages can be published now. */
bool sq_broker_is_connected(const sq_broker *b);

/* Publishes a message; retained: the broker keeps it. False: there is no connection. quality 0: delivered at
 * most once; 1: at least once, as long as this connection lasts. */
bool sq_broker_publish(sq_broker *b, const char *topic, const void *bytes, size_t n, int quality,
                       bool retained);
/* Subscribes to all topics that match a pattern. False: there is no connection. */
bool sq_broker_subscribe(sq_broker *b, const char *pattern, int quality);

/* How many messages the broker has not acknowledged yet. */
int sq_broker_waiting(const sq_broker *b);

/* Ends the connection properly: the broker does not publish the will. */
void sq_broker_leave(sq_broker *b);

#endif

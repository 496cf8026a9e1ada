/* How long something takes, typically and at worst. It remembers the last SQ_LATENCY_CAP times, which are all
 * rulings of a long game. */
#ifndef SQ_UI_SESSION_LATENCY_H
#define SQ_UI_SESSION_LATENCY_H

enum { SQ_LATENCY_CAP = 1024 };

/* Zero-initialised: nothing yet. */
typedef struct {
    int count; /* of all times, including forgotten ones */
    float last_s[SQ_LATENCY_CAP];
} sq_latency;

/* Adds a time, seconds; if there is no room, the oldest is forgotten. */
void sq_latency_add(sq_latency *l, double s);

/* The quantile of the times, seconds, for a share 0..1; 0.5 gives the median. NaN if there are none. */
double sq_latency_within(const sq_latency *l, double share);

/* How long rulings take, as a sentence. video: times on the source's clock from the first still frame to the
 * one that was judged; work: from then until the ruling is on the disk. "" if there are none. Returns
 * `to`. */
enum { SQ_LATENCY_TEXT = 200 };
const char *sq_latency_say(char to[SQ_LATENCY_TEXT], const sq_latency *video, const sq_latency *work);

#endif

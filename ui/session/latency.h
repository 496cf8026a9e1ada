/* How long something takes, time after time: the usual case, and the slow one. Room is fixed: it knows the
 * last SQ_LATENCY_CAP times, which is a long game's rulings. */
#ifndef SQ_UI_SESSION_LATENCY_H
#define SQ_UI_SESSION_LATENCY_H

enum { SQ_LATENCY_CAP = 1024 };

/* Zero-initialised: nothing yet. */
typedef struct {
    int count; /* of all, also those that are forgotten */
    float last_s[SQ_LATENCY_CAP];
} sq_latency;

void sq_latency_add(sq_latency *l, double s);

/* The least time, seconds, within which that share (0..1) of them was done: 0.5 for the median. NaN where
 * there is none. */
double sq_latency_within(const sq_latency *l, double share);

/* How long rulings take: the times in the source from the first still frame to the one that was judged, and
 * the work from then to the disk. "" where there are none. Returns `to`. */
enum { SQ_LATENCY_TEXT = 200 };
const char *sq_latency_say(char to[SQ_LATENCY_TEXT], const sq_latency *video, const sq_latency *work);

#endif

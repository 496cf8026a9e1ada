/* A ruling as data: which sentence is meant, and what it is about. The sentences of tiddlywinks stand in
 * rules/book/ruling_sentences.h; another game has its own. */
#ifndef SQ_RULES_TERMS_RULING_H
#define SQ_RULES_TERMS_RULING_H

#include "rules/terms/event.h"

/* One ruling, or the reason why an event is refused. */
typedef struct {
    uint8_t what;   /* an sq_ruling_kind; in a refusal, an sq_refusal_kind */
    uint8_t colour; /* this and the following: what the sentence is about; 0 where unused */
    uint8_t other;  /* a second colour */
    uint8_t side;   /* a partnership */
    int32_t n;      /* what %n, %t, %p … of its sentence stand for */
    sq_wink_set winks;
} sq_ruling;

/* Some rulings keep a number for each colour in place of the set of winks, SQ_PACKED_BITS bits for each. */
enum { SQ_PACKED_BITS = 10, SQ_PACKED_MOST = (1 << SQ_PACKED_BITS) - 1 };

/* The most rulings of one event. As a rule at most eleven turns pass by themselves (six that forfeit a shot,
 * then five colours that cannot play) with seven rulings each, and the event itself has fewer than twenty.
 * Where more turns pass, in a game that is over when its turns or rounds are, middle ones are left out. */
enum { SQ_RULINGS_MAX = 100 };

typedef struct {
    bool refused;
    int count;
    sq_ruling list[SQ_RULINGS_MAX];
} sq_rulings;

/* Bytes of a ruling's sentence with its final 0; what is longer is cut. */
enum { SQ_RULING_TEXT_MAX = 320 };

#endif

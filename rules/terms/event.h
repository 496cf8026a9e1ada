/* An event: what goes into the rules engine. One line of a game record is one event; the referee that watches
 * by camera makes the same values.
 *
 * An event is a plain value without pointers, so a list of events is a game. Times are whole microseconds on
 * one clock that never stops. Their sums are exact, so that a replay ends at the same instant on every
 * machine. An event says what was seen; the engine says what follows from it (rules/engine.h). */
#ifndef SQ_RULES_TERMS_EVENT_H
#define SQ_RULES_TERMS_EVENT_H

#include "rules/terms/game_details.h"
#include "rules/terms/wink.h"

typedef int64_t sq_us; /* microseconds */

#define SQ_US_PER_S 1000000
/* The largest number of seconds in an event. Above it a double cannot hold whole microseconds. */
#define SQ_SECONDS_MAX 9e9

/* Seconds as microseconds, rounded. s must lie within ±SQ_SECONDS_MAX. */
sq_us sq_us_from_s(double s);

/* Bytes of an event's name in a record, and of the sentence that says why a line is refused. */
enum { SQ_RECORD_NAME_MAX = 64, SQ_RECORD_WHY_MAX = 256 };

/* Which wink lies over which: above[w] is the set of winks that lie over wink w (rule 8.2). */
typedef struct {
    sq_wink_set above[SQ_WINKS];
} sq_squops;

/* The winks that this one lies over. */
sq_wink_set sq_squops_under(const sq_squops *q, sq_wink upper);

/* kind, member of the union, its name in the record */
#define SQ_EVENT_LIST(X)                                \
    X(SQ_EVENT_GAME, game, "game")                      \
    X(SQ_EVENT_SQUIDGE_OFF, squidge_off, "squidge-off") \
    X(SQ_EVENT_SHOT, shot, "shot")                      \
    X(SQ_EVENT_PASS, pass, "pass")                      \
    X(SQ_EVENT_NOMINATE, nominate, "nominate")          \
    X(SQ_EVENT_FOUL, foul, "foul")                      \
    X(SQ_EVENT_CHOOSE, choose, "choose")                \
    X(SQ_EVENT_CLOCK, clock, "clock")                   \
    X(SQ_EVENT_SET, set, "set")                         \
    X(SQ_EVENT_DISRUPT, disrupt, "disrupt")             \
    X(SQ_EVENT_ABOUT, about, "about")                   \
    X(SQ_EVENT_LOST_SHOT, lost_shot, "lost-shot")       \
    X(SQ_EVENT_ASIDE, aside, "aside")                   \
    X(SQ_EVENT_UNDO, undo, "undo")                      \
    X(SQ_EVENT_AMEND, amend, "amend")                   \
    X(SQ_EVENT_ANSWER, answer, "answer")

typedef enum {
#define X(kind, member, name) kind,
    SQ_EVENT_LIST(X)
#undef X
        SQ_EVENT_KINDS,
    SQ_EVENT_OTHER /* an event of another game than tiddlywinks; sq_event_other.what says which */
} sq_event_kind;

/* An event of another game. The type that the bytes hold is defined in that game's folder in rules/. */
enum { SQ_OTHER_EVENT_BYTES = 256 };
typedef struct {
    int32_t rules; /* the number of the game (rules/other/game_registry.h) */
    int32_t what;  /* that game's own kind of event */
    _Alignas(8) unsigned char bytes[SQ_OTHER_EVENT_BYTES];
} sq_event_other;

/* How many numbers of its own the `game` line of another game than tiddlywinks may hold. */
enum { SQ_OTHER_OPTIONS = 8 };

/* number, name in the record; who plays (rule 1) */
#define SQ_FORM_LIST(X)           \
    X(SQ_FORM_PAIRS, "pairs")     \
    X(SQ_FORM_SINGLES, "singles") \
    X(SQ_FORM_THREE, "three")

typedef enum {
#define X(form, name) form,
    SQ_FORM_LIST(X)
#undef X
        SQ_FORMS
} sq_form;

/* number, name in the record; where the game stands */
#define SQ_PHASE_LIST(X)                   \
    X(SQ_PHASE_SQUIDGE_OFF, "squidge-off") \
    X(SQ_PHASE_TIMED, "timed")             \
    X(SQ_PHASE_ROUND_LIMIT, "round-limit") \
    X(SQ_PHASE_POT_OUT, "pot-out")         \
    X(SQ_PHASE_ENDED, "ended")

typedef enum {
#define X(phase, name) phase,
    SQ_PHASE_LIST(X)
#undef X
        SQ_PHASES
} sq_phase;

/* The first event of a game; all winks lie behind the baselines. */
typedef struct {
    int rules; /* the number of the rule set (rules/book/ruleset.h) */
    sq_form form;
    sq_us limit;                      /* the timed period (17); 0: the normal one of the form */
    sq_details details;               /* who plays, and where; may name nothing */
    int32_t option[SQ_OTHER_OPTIONS]; /* of another game than tiddlywinks: its own numbers; else 0 */
} sq_event_game;

typedef enum { SQ_SQUIDGED_ON_MAT, SQ_SQUIDGED_POT, SQ_SQUIDGED_OFF } sq_squidged;

/* Rule 5.4: where each colour's wink came to rest. */
typedef struct {
    sq_colour_set played;
    sq_squidged where[SQ_COLOURS];
    double mm[SQ_COLOURS]; /* from the pot to the nearest edge; only with SQ_SQUIDGED_ON_MAT */
} sq_event_squidge_off;

/* What the umpire may note of a shot, in clubs' books: number, member of the settings, name in the record. */
#define SQ_MARK_LIST(X)                               \
    X(SQ_MARK_OUT_AGAIN, mark_out_again, "out-again") \
    X(SQ_MARK_POT_HIT, mark_pot_hit, "pot-hit")       \
    X(SQ_MARK_BOUNCE, mark_bounce, "bounce")          \
    X(SQ_MARK_STAYS, mark_stays, "stays")             \
    X(SQ_MARK_OTHER_WAY, mark_other_way, "other-way")

typedef enum {
#define X(mark, member, name) mark,
    SQ_MARK_LIST(X)
#undef X
        SQ_MARKS
} sq_mark;

/* A state keeps SQ_NOTE_PLACES numbers as notes. The tally has a member of its own in the state
 * (sq_standing.tally); only in a `set` event does it have places here, after the others. */
enum { SQ_NOTE_PLACES = 4 + 2 * SQ_COLOURS, SQ_NOTE_PLACES_TO_SET = SQ_NOTE_PLACES + SQ_COLOURS };

typedef int64_t sq_noted_value; /* a set of winks is one too */

/* Notes: what a club's game counts in addition (rules/variant). number, name in the record, how it is
 * written, the first of its places. Games that have nothing in common share places. */
#define SQ_NOTE_LIST(X)                                              \
    X(SQ_NOTE_LETTERS, "letters", EACH, 0)                           \
    X(SQ_NOTE_SETTER, "setter", COLOUR, SQ_COLOURS)                  \
    X(SQ_NOTE_OWING, "owing", COLOURS, SQ_COLOURS + 1)               \
    X(SQ_NOTE_FAULTS, "faults", NUMBER, 0)                           \
    X(SQ_NOTE_FAULTED, "faulted", WINKS, 1)                          \
    X(SQ_NOTE_TRIED, "tried", WINKS, 0)                              \
    X(SQ_NOTE_OFFERED, "offered", COLOUR, 1)                         \
    X(SQ_NOTE_REACHED, "reached", COLOUR, 2)                         \
    X(SQ_NOTE_SET_UP, "set_up", NUMBER, 3)                           \
    X(SQ_NOTE_ROUND, "round", NUMBER, 0)                             \
    X(SQ_NOTE_FIRST, "first", COLOUR, 1)                             \
    X(SQ_NOTE_WINKS, "winks", WINKS, 2)                              \
    X(SQ_NOTE_SQUIDGED, "squidged_mm", EACH, 3)                      \
    X(SQ_NOTE_MISSES, "misses", EACH, 3 + SQ_COLOURS)                \
    X(SQ_NOTE_LOSES_TURN, "loses_turn", COLOURS, 3 + 2 * SQ_COLOURS) \
    X(SQ_NOTE_IN_BLUE, "in_blue", WINKS, 0)                          \
    X(SQ_NOTE_IN_GREEN, "in_green", WINKS, 1)                        \
    X(SQ_NOTE_IN_RED, "in_red", WINKS, 2)                            \
    X(SQ_NOTE_IN_YELLOW, "in_yellow", WINKS, 3)                      \
    X(SQ_NOTE_IN_HOLE, "in_hole", WINKS, 4)                          \
    X(SQ_NOTE_WAITS, "waits", EACH, 0)                               \
    X(SQ_NOTE_USED, "used", WINKS, 0)                                \
    X(SQ_NOTE_BONUS, "bonus", WINKS, 1)                              \
    X(SQ_NOTE_BONUS_DUE, "bonus_due", WINKS, 2)                      \
    X(SQ_NOTE_DEAD, "dead", WINKS, 3)                                \
    X(SQ_NOTE_FREED, "freed", WINKS, 4)                              \
    X(SQ_NOTE_RESUMES, "resumes", COLOUR, 5)                         \
    X(SQ_NOTE_TALLY, "tally", EACH, SQ_NOTE_PLACES)

typedef enum {
#define X(note, name, kind, place) note,
    SQ_NOTE_LIST(X)
#undef X
        SQ_NOTES
} sq_note;

/* What a note holds: a number; a colour (its number + 1, or 0 for none); a set of colours or winks; or a
 * number for each colour, each in a place of its own. */
typedef enum { SQ_NOTED_NUMBER, SQ_NOTED_COLOUR, SQ_NOTED_COLOURS, SQ_NOTED_WINKS, SQ_NOTED_EACH } sq_noted;

/* A note's name in the record (constant), what it holds, and its place; of SQ_NOTED_EACH the first of its
 * places. */
const char *sq_note_name(sq_note note);
sq_noted sq_note_kind(sq_note note);
int sq_note_place(sq_note note);

/* Four pots, one for each of the usual colours, and the hole between them. */
enum { SQ_HOLE = SQ_USUAL_COLOURS, SQ_POTS };

/* A shot and all that it led to, when everything is at rest and the winks that the rules move by hand have
 * been moved. */
typedef struct {
    sq_us t, rest; /* when it was played, and when all was at rest; rest >= t */
    sq_colour colour;
    sq_wink wink;       /* the one played, of that colour */
    sq_wink_set potted; /* of any colour, by this shot */
    sq_wink_set off;    /* these left the playing volume, and lie on the mat again (13) */
    bool over_known;  /* `over` is the complete list; else squops of winks in potted and off end, no others */
    bool is_outside;  /* it was played from outside the ring that a club's book marks */
    bool is_short;    /* it did not cross the baseline (9.3) and is no shot */
    uint8_t marks;    /* bit m: the umpire has seen sq_mark m */
    bool mm_known;    /* `mm` is told: clubs' books may ask for it */
    double mm;        /* from the pot to the nearest edge of the wink played, at rest */
    sq_wink_set dead; /* in clubs' books: winks that are covered so that they are out of the game */
    sq_wink_set in_pot[SQ_POTS]; /* into which of four pots winks went; others: the pot of their colour */
    sq_squops over;
} sq_event_shot;

typedef struct {
    sq_us t;
    sq_colour colour;
} sq_event_pass;

/* The colour for a free shot with a nominated colour (22.6.1); or the wink, in books in which that is
 * nominated. */
typedef struct {
    sq_colour colour; /* SQ_NO_COLOUR where none is named */
    sq_wink wink;     /* SQ_NO_WINK where none is named */
} sq_event_nominate;

/* The umpire calls the last shot foul (23.2). rule says which rule it broke ("10.2"); "" if nobody says. */
typedef struct {
    char rule[16];
} sq_event_foul;

typedef enum { SQ_CHOOSE_REPLAY, SQ_CHOOSE_ACCEPT } sq_option;

/* The opponents' choice after a foul (23.2, 23.3). */
typedef struct {
    sq_option option;
    sq_colour colour; /* 23.3 (ii): the colour that they go on with; SQ_NO_COLOUR where none is named */
} sq_event_choose;

typedef enum { SQ_CLOCK_KEEP, SQ_CLOCK_STOP, SQ_CLOCK_RUN } sq_clock_order;

/* Stops or starts the game's time (17.2 to 17.4), changes the limit (17.1), or both. */
typedef struct {
    sq_clock_order order;
    bool t_known; /* always true with SQ_CLOCK_STOP and SQ_CLOCK_RUN */
    sq_us t;
    sq_us limit; /* 0: as before */
} sq_event_clock;

/* bit, name in the record, words for people: what a `set` may name */
#define SQ_SET_LIST(X)                                              \
    X(SQ_SET_TURN, "turn", "whose turn it is")                      \
    X(SQ_SET_SHOTS, "shots", "the shots of the turn")               \
    X(SQ_SET_SQUIDGE_OFF, "squidge_off", "who won the squidge-off") \
    X(SQ_SET_POT, "pot", "the pot")                                 \
    X(SQ_SET_BASELINE, "baseline", "the baselines")                 \
    X(SQ_SET_OVER, "over", "the squops")                            \
    X(SQ_SET_PHASE, "phase", "the phase")                           \
    X(SQ_SET_ROUNDS_LEFT, "rounds_left", "the rounds left")         \
    X(SQ_SET_ELAPSED, "elapsed_s", "the time")                      \
    X(SQ_SET_FORFEIT, "forfeit", "who forfeits")                    \
    X(SQ_SET_MISS_TURN, "miss_turn", "who misses a turn")           \
    X(SQ_SET_CLUB, "club", "the book's own counts")

enum {
#define X(key, name, words) key##_PLACE,
    SQ_SET_LIST(X)
#undef X
        SQ_SET_KEYS
};
enum {
#define X(key, name, words) key = 1 << key##_PLACE,
    SQ_SET_LIST(X)
#undef X
};

/* The umpire sets the position by hand; what is not named stays. */
typedef struct {
    unsigned named; /* SQ_SET_… bits */
    sq_colour turn, squidge_off;
    int shots, rounds_left;
    sq_phase phase;
    sq_colour_set forfeit; /* or those that miss a turn; only one of the two can be named */
    sq_wink_set pot, baseline;
    sq_squops over;
    sq_us elapsed;  /* or SQ_ELAPSED_UNKNOWN: the game was under way for nobody knows how long */
    unsigned noted; /* bit n: sq_note n is named */
    sq_noted_value note[SQ_NOTE_PLACES_TO_SET]; /* by the notes' places */
} sq_event_set;

#define SQ_ELAPSED_UNKNOWN INT64_MIN

/* Deliberate interference (24.4, 26.6): the game is over, 7–0. */
typedef struct {
    sq_colour by;
} sq_event_disrupt;

/* Who plays, and where, is told or told anew; the game stays as it is. */
typedef struct {
    sq_details details;
} sq_event_about;

typedef enum { SQ_LOST_IN_TIME, SQ_LOST_IN_FLIGHT } sq_lost_why;

/* A shot that is lost without being played: too late, or the wink touched a player and went back. */
typedef struct {
    sq_us t;
    sq_colour colour;
    sq_lost_why why;
} sq_event_lost_shot;

/* The wink that is moved aside after a failure to free, and how winks lie then. */
typedef struct {
    sq_wink wink;
    bool over_known; /* else the squops as before, but that `wink` lies over nothing */
    sq_squops over;
} sq_event_aside;

typedef struct {
    char none; /* C wants a member */
} sq_event_undo;

/* An amend removes so many lines at most beside its own: a question has four at most, the turn that is set
 * for a shot, a pass, the shot, and winks that are set as they lie. */
enum { SQ_AMEND_WITHOUT_MAX = 4 };

/* Line n is replaced or removed, or an event is inserted before it, or both. The events that are new are kept
 * beside this one (sq_amendment). */
typedef struct {
    int n;
    bool remove;
    bool keep;                                        /* line n stays as it is; then `inserts` */
    bool inserts;                                     /* an event is carried out just before line n */
    int without[SQ_AMEND_WITHOUT_MAX], without_count; /* these lines are removed as well */
} sq_event_amend;

/* The umpire answers the open question: of the readings as they were said, this one, from 1. It changes
 * nothing by itself; the referee's own lines follow. */
typedef struct {
    int reading;
} sq_event_answer;

typedef struct {
    sq_event_kind kind;
    union {
#define X(kind, member, name) sq_event_##member member;
        SQ_EVENT_LIST(X)
#undef X
        sq_event_other other;
    };
} sq_event;

/* The new events of an amend, where it has them: what line n is to read, and what comes before it. */
typedef struct {
    sq_event with, before;
} sq_amendment;

/* Names as in the record, "shot" …; constant, and never null for a kind, form or phase. */
const char *sq_event_name(sq_event_kind kind);
const char *sq_form_name(sq_form form);
const char *sq_mark_name(sq_mark mark);
sq_form sq_form_from_name(const char *name); /* SQ_FORMS where no form has this name */
const char *sq_phase_name(sq_phase phase);

#endif

/* The state: what the rules engine knows of a game after an event.
 *
 * A state is a plain value without pointers: snapshot, undo and compare are assignments and memcmp. A foul
 * may be called on a shot that stood (23.2), so it holds four standings: the one that counts now, those
 * before and after the last shot, and the one at the start of the turn (23.3 i goes back to it). Only the
 * time never goes back; it is kept once. */
#ifndef SQ_RULES_TERMS_STATE_H
#define SQ_RULES_TERMS_STATE_H

#include "rules/terms/event.h"

typedef int32_t sq_sixtieths; /* of a point: what up to six colours share is whole (19.2) */

enum { SQ_POINT = 60 };

/* Neither side: a value of sq_partnership where there may be no side. */
#define SQ_NO_SIDE SQ_PARTNERSHIPS

/* A set of colours can say what must come free when a wink is moved aside. SQ_ALL_COLOURS: any wink of the
 * opponents. Other bits of colours: one wink of each of them. SQ_ASIDE_OPEN: any squopped wink. 0: nothing.
 */
#define SQ_ASIDE_OPEN sq_colour_bit(SQ_NO_COLOUR)

typedef enum { SQ_FREE_SHOT_NONE, SQ_FREE_SHOT_DUE, SQ_FREE_SHOT_NOMINATED } sq_free_shot;

#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded" /* memcmp must see no unset byte */

/* How the game stands: the winks, whose turn it is, what is owed. It is all that a foul may take back. (A
 * position, sq_position, is what the eye sees.) */
typedef struct {
    sq_wink_set in_play; /* the winks of the game's set */
    sq_wink_set potted;
    sq_wink_set unplayed;                /* behind the baselines */
    sq_wink_set counted;                 /* the winks that gave squop-up turns, while there are any */
    sq_squops squops;                    /* empty rows for winks that are potted or unplayed */
    sq_noted_value note[SQ_NOTE_PLACES]; /* what a club's game counts in addition (SQ_NOTE_LIST) */

    sq_colour_set unowned; /* colours that are nobody's */
    sq_play_order order;   /* the order of play */
    sq_phase phase;
    sq_colour turn;         /* the colour that plays next; SQ_NO_COLOUR in the squidge-off and at the end */
    int32_t shots;          /* shots that this turn still has, with the next one */
    int32_t put_back;       /* fouls put back in succession (23.2.1) */
    sq_colour winner;       /* of the squidge-off; SQ_NO_COLOUR before */
    sq_colour_set among;    /* the colours that must play the squidge-off now due (5.4.2) */
    sq_colour_set forfeits; /* colours that forfeit their next shot (14), or turn */

    sq_colour_set had_turn; /* colours that have had a turn since the winner's last one (18, 23.3 ii) */
    sq_colour round_ends;   /* with this colour's turn a round is over: the winner's, as a rule (18) */
    int32_t rounds_played;  /* rounds that are over, further ones too */
    int32_t rounds_left;    /* further rounds that are not yet complete; 0 outside the round limit period */

    sq_partnership squop_up_by; /* the side that has squop-up turns (22.1); or SQ_NO_SIDE */
    int32_t squop_up_turns;     /* still to come, with the present one */
    sq_partnership owed;     /* the freed side that must get a turn with a free wink (22.5); or SQ_NO_SIDE */
    sq_colour_set seen_free; /* colours with a free wink at the turn's start or any shot's end (22.5.2) */
    sq_colour_set owed_colours; /* where each freed colour must get a turn: those that have had none since */
    sq_colour_set aside;        /* what must come free by moving a wink aside: SQ_ASIDE_… */
    sq_partnership time_waits_for; /* time is up in squop-up turns; over when this side can play (22.3.4) */

    sq_free_shot free_shot; /* the next shot is one with a nominated colour (22.6.1) */
    sq_colour nominated;    /* SQ_NO_COLOUR */
    int32_t nominated_wink; /* where a wink is nominated; SQ_NO_WINK */

    bool begun;         /* this turn's first shot has been played, even if it was put back (18.1) */
    bool played;        /* a shot of this turn stands */
    bool running_round; /* the round in which the timed period ended is not over yet (18) */
    bool extra_turn;    /* the one after the last round (22.6.4) */
    bool failed;        /* a potter has not released what it squopped */
    bool uncounted;     /* squop-up turns were counted in this turn, which is none of them */
    bool filler[2];

    int32_t pot_outs;                  /* how many shots have potted colours out */
    sq_colour_set pot_out[SQ_COLOURS]; /* the colours of each, in order (20.2) */
    int32_t tally[SQ_COLOURS];         /* what each colour's turns have gathered */
    sq_colour_set winners;             /* where a game is won without points, at the end */
    sq_colour_set points_known;        /* colours whose points are settled, at the end */
    sq_sixtieths points[SQ_COLOURS];
    sq_sixtieths score[SQ_PARTNERSHIPS];
} sq_standing;

/* The game's time (17), microseconds. It runs from the first shot on, and stands still while stopped. */
typedef struct {
    sq_us limit;
    sq_us counted; /* the time played up to `since` */
    sq_us since;   /* when the clock was last started or set */
    sq_us latest;  /* the time of the last event */
    bool any_time; /* latest is known */
    bool started;  /* the first shot has been played */
    bool stopped;
    bool over;    /* the timed period is over: no longer limit reopens it, nor does a foul (17.1) */
    bool unknown; /* the game was taken up in its middle: nobody knows how much was played before */
    bool filler[3];
} sq_clock;

/* An open foul: the opponents are to choose. */
typedef struct {
    bool open;
    bool wrong_colour; /* 23.3; else 23.2 */
    bool filler[2];
    sq_partnership by; /* the offending side */
    sq_colour colour;  /* the colour that was played, with 23.3 */
    int32_t shots;     /* shots that the wrong colour has earned and may still play, with 23.3 */
    int32_t put_back;  /* the standing's put_back before it */
} sq_foul;

/* The last shot, which can be called foul if can_call is set, or the shot whose foul is open. */
typedef struct {
    sq_standing before;
    sq_standing after;      /* with all that it led to, before its turn ended */
    sq_standing start;      /* of its turn */
    sq_squops squops;       /* as the shot left them, before rule 20.1 moved any winks */
    sq_colour_set forfeits; /* the colours that it has cost their next shot (14), or turn */
    bool filler[4];
} sq_last_shot;

typedef struct {
    sq_clock clock;
    sq_standing now;
    union {
        sq_standing start; /* of the turn */
        /* Another game than tiddlywinks keeps its whole state here; its folder in rules/ has the type. Of the
         * rest it uses the clock, the form, `rules`, `playing`, and the phase of `now`: timed, or ended. */
        unsigned char other[sizeof(sq_standing)];
    };
    sq_last_shot last;
    sq_foul foul;
    int32_t rules; /* number of the rule set */
    sq_form form;
    bool playing;  /* false: there was no `game` yet, and nothing else here counts */
    bool can_call; /* there is a last shot that can be called foul */
    bool filler[2];
} sq_state;

#pragma GCC diagnostic pop

_Static_assert(sizeof(sq_state) <= 4096, "a state is copied for every event");

/* number, name in the record */
#define SQ_AWAIT_LIST(X)                   \
    X(SQ_AWAIT_NOTHING, NULL)              \
    X(SQ_AWAIT_SQUIDGE_OFF, "squidge-off") \
    X(SQ_AWAIT_CHOOSE, "choose")           \
    X(SQ_AWAIT_NOMINATE, "nominate")       \
    X(SQ_AWAIT_ASIDE, "aside")             \
    X(SQ_AWAIT_UMPIRE, "umpire")

typedef enum {
#define X(await, name) await,
    SQ_AWAIT_LIST(X)
#undef X
} sq_await;

/* The game's time when the clock that never stops shows t. */
sq_us sq_clock_at(const sq_clock *c, sq_us t);
/* Time goes on to t; false, and nothing changes, where t lies before the last event. */
bool sq_clock_go_to(sq_clock *c, sq_us t);
/* Whole seconds of a time, for a ruling's number. */
int32_t sq_whole_seconds(sq_us t);
/* Starts the time with the first shot. Returns whether this was the first; later ones change nothing. */
bool sq_clock_begin(sq_clock *c);
/* Sets the game's time to `elapsed`; it goes on from there. SQ_ELAPSED_UNKNOWN: it is not known, and no limit
 * is reached until it is. */
void sq_clock_set_elapsed(sq_clock *c, sq_us elapsed);
/* Stops it, or lets it run on. */
void sq_clock_stop(sq_clock *c, bool stop);

/* What must come before the next shot. */
sq_await sq_state_await(const sq_state *s);
/* The game's time now, microseconds. */
sq_us sq_state_elapsed(const sq_state *s);
/* What the side in turn must leave free by its turn or shot (22.4, 22.5.2): the bits of colours each of which
 * must have a free wink, the bits of all colours where any wink of the opponents will do, SQ_ASIDE_OPEN where
 * any squopped wink must come free, or 0. */
sq_colour_set sq_state_leave_free(const sq_state *s);
/* The colours that this game's sentences and sheets list: the usual ones, and those that its book adds. */
sq_colour_set sq_state_colours(const sq_state *s);
/* The tiddlies that a colour would have (19.1) if the game ended now. */
int sq_state_tiddlies(const sq_state *s, sq_colour c);
/* The standing with its points as if the game ended now, by tiddlies (19); of an ended game, as it is. */
sq_standing sq_state_if_ended(const sq_state *s);
/* Whether two states are equal in every byte. */
bool sq_state_equal(const sq_state *a, const sq_state *b);

/* The winks in play that are squopped, that squop others, that are free, that lie on the mat. A free wink is
 * neither potted nor squopped (8.3), so an unplayed one is free. */
sq_wink_set sq_squopped_winks(const sq_standing *p);
sq_wink_set sq_squopping_winks(const sq_standing *p);
sq_wink_set sq_free_winks(const sq_standing *p);
sq_wink_set sq_winks_on_mat(const sq_standing *p);
/* How many free winks a colour has. */
int sq_free_count(const sq_standing *p, sq_colour c);
/* The colours that have turns in this game; and of these the next one after c in the order of play, and the
 * last one before it. */
sq_colour_set sq_colours_in_play(const sq_standing *p);
sq_colour sq_next_in_play(const sq_standing *p, sq_colour c);
sq_colour sq_before_in_play(const sq_standing *p, sq_colour c);
/* Whether winks are left, and all of them are squopped. */
bool sq_nothing_playable(const sq_standing *p);

/* The name of the first broken invariant (rules/topic/invariants.c); null if there is none. */
const char *sq_state_broken(const sq_state *s);

#endif

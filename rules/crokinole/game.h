/* A game of crokinole as a value: its events, its state, and the list of what it says. The front door is
 * sq_crokinole_game (rules/other/game_registry.h); docs/books/crokinole.md says how it is recorded, and how
 * the book is read where it leaves a choice. */
#ifndef SQ_RULES_CROKINOLE_GAME_H
#define SQ_RULES_CROKINOLE_GAME_H

#include "rules/crokinole/terms.h"
#include "rules/other/game_registry.h"

/* ---- Events ---- */

/* kind, name in the record */
#define SQ_CROKINOLE_EVENT_LIST(X)   \
    X(SQ_CROKINOLE_START, "start")   \
    X(SQ_CROKINOLE_SHOT, "shot")     \
    X(SQ_CROKINOLE_FOUL, "foul")     \
    X(SQ_CROKINOLE_CHOOSE, "choose") \
    X(SQ_CROKINOLE_TIME, "time")     \
    X(SQ_CROKINOLE_SET, "set")

typedef enum {
#define X(kind, name) kind,
    SQ_CROKINOLE_EVENT_LIST(X)
#undef X
        SQ_CROKINOLE_EVENTS
} sq_crokinole_event_kind;

/* The places of sq_event_game.option that the line `game` of crokinole fills. 0: as the book says. */
enum {
    SQ_OPTION_GAMES, /* in the match (2c); 0: one */
    SQ_OPTION_DISCS, /* of each player, by a house rule */
    SQ_OPTION_FIRST, /* who begins: 1 + a seat, or 5 + a side; 0: not told */
    SQ_OPTION_LIGHT, /* where light sits: the seat; its partner sits opposite */
};

/* number, name in the record: where the disc was placed for the shot (7d) */
#define SQ_PLACED_LIST(X)                                                                    \
    X(SQ_PLACED_ON_LINE, "line")             /* it touches the outer line of its quadrant */ \
    X(SQ_PLACED_ON_BOTH, "both-lines")       /* the outer line and a quadrant line */        \
    X(SQ_PLACED_INSIDE, "inside")            /* it touches no outer line */                  \
    X(SQ_PLACED_ELSEWHERE, "other-quadrant") /* on the outer line of another quadrant */     \
    X(SQ_PLACED_MOVING, "moving")            /* it did not lie flat and still */

typedef enum {
#define X(placed, name) placed,
    SQ_PLACED_LIST(X)
#undef X
        SQ_PLACED_WAYS
} sq_placed;

/* number, name in the record: what follows from a foul, as the umpire decides */
#define SQ_CHOICE_LIST(X)         \
    X(SQ_CHOICE_ACCEPT, "accept") \
    X(SQ_CHOICE_REPLAY, "replay") \
    X(SQ_CHOICE_REMOVE, "remove")

typedef enum {
#define X(choice, name) choice,
    SQ_CHOICE_LIST(X)
#undef X
        SQ_CHOICES
} sq_choice;

#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded" /* memcmp must see no unset byte */

/* Any event of crokinole. Each member says of which kinds it is; in other kinds it does not count. */
typedef struct {
    sq_us t, rest;              /* shot: when it was played, and when all was at rest */
    sq_board_disc_set named;    /* shot, set: the discs whose place is told */
    sq_board_disc_set struck;   /* shot: touched by a moving disc, in whatever order */
    sq_board_disc_set spun;     /* shot: crossed the outer line, touched only the surface, came back (8e) */
    sq_board_disc_set returned; /* shot: crossed it, struck something there, came back (8f) */
    sq_board_disc_set under;    /* shot: seen from above they cover a line that their foot does not reach */
    uint8_t place[SQ_DISCS];    /* sq_board_place, of the discs named */
    uint8_t colour;             /* start, shot, foul, set: sq_board_side; SQ_BOARD_SIDES: not told */
    uint8_t seat;               /* start, shot, set: sq_board_seat; SQ_NO_SEAT: not told */
    uint8_t disc;               /* shot: the one played; SQ_NO_DISC: the next one of the player's */
    uint8_t others;             /* set: where all other discs are; SQ_BOARD_PLACES: as before */
    uint8_t placed;             /* shot: sq_placed */
    uint8_t choice;             /* choose: sq_choice */
    bool slip;                  /* shot: it slipped off the finger (7g) */
    uint8_t round;              /* set: the round that the position is of; 0: the present one */
    int8_t rule;                /* foul: the rule broken, as its place in sq_board_rules; -1: not told */
    bool t_known;               /* time, shot: t counts */
    bool filler[2];
} sq_crokinole_event;

/* The event of which nothing is told: what others begin with. */
extern const sq_crokinole_event sq_crokinole_nothing_told;

/* ---- The state ---- */

typedef enum {
    SQ_BOARD_PLAY,    /* a round is played */
    SQ_BOARD_COUNTED, /* a round is over and counted; the next shot begins the next one */
    SQ_BOARD_ENDED
} sq_board_phase;

enum { SQ_BOARD_ROUNDS = 4, SQ_NOT_COUNTED = -1 }; /* rounds of a game (2b) */

/* How the game stands: all that a foul may take back. */
typedef struct {
    uint8_t place[SQ_DISCS];   /* sq_board_place; SQ_AT_OUT for discs that are not in this game */
    uint8_t phase;             /* sq_board_phase */
    uint8_t due;               /* whose shot is next: sq_board_seat; SQ_NO_SEAT: nobody's, or not told yet */
    uint8_t round_start;       /* who began the present round; SQ_NO_SEAT before */
    uint8_t game_start;        /* who began the present game */
    uint8_t round, game;       /* from 1 */
    bool time_over;            /* 8b */
    bool valid;                /* the last shot was valid */
    sq_board_disc_set removed; /* by the last shot's rule 3b */
    int16_t score[SQ_BOARD_ROUNDS][SQ_BOARD_SIDES]; /* of the present game's rounds; SQ_NOT_COUNTED */
    int16_t earlier[SQ_BOARD_SIDES];                /* points of the games before this one */
} sq_board_standing;

typedef struct {
    sq_board_standing now;
    sq_board_standing before;  /* as it was before the last shot */
    sq_us rest;                /* when the last shot was at rest */
    sq_board_disc_set in_game; /* the discs that are played with */
    uint8_t light;             /* where light sits: sq_board_seat */
    uint8_t games;             /* in the match */
    uint8_t disc;              /* the last disc shot, while that shot can be called foul; else SQ_NO_DISC */
    bool shots_known;          /* a shot has been judged: `valid` counts */
    bool foul;                 /* a foul is open */
    bool pending;              /* it was seen in the shot: the turn goes on once the umpire has decided */
    uint8_t foul_by;           /* sq_board_side */
    int8_t foul_rule;          /* its place in sq_board_rules; -1: not named */
    bool rest_known;           /* `rest` counts */
    bool doubles;              /* four play; else two, opposite each other */
    bool again;                /* the shot due was played in time, and is played again after a foul */
    bool called;               /* the organizers have called time (8b): a foul does not take that back */
} sq_crokinole;

#pragma GCC diagnostic pop

_Static_assert(sizeof(sq_crokinole_event) <= SQ_OTHER_EVENT_BYTES, "an event has room");
_Static_assert(sizeof(sq_crokinole) <= sizeof(((sq_state *)0)->other), "a state has room");

/* Copies of what the bytes of an event and of a state of crokinole hold. */
sq_crokinole_event sq_crokinole_event_of(const sq_event_other *e);
sq_crokinole sq_crokinole_of(const sq_state *s);

/* Questions about a state. */
/* The colour that sits there; SQ_BOARD_SIDES where nobody sits. */
sq_board_side sq_crokinole_side(const sq_crokinole *c, sq_board_seat seat);
/* The discs at a place; and those that are in play, at whatever place. */
sq_board_disc_set sq_board_discs_at(const sq_board_standing *p, sq_board_place place);
sq_board_disc_set sq_board_discs_in_play(const sq_board_standing *p);
/* Those that a side has still to play in this round. */
sq_board_disc_set sq_crokinole_in_hand(const sq_crokinole *c, sq_board_side side);
/* Those that have been played in this round, wherever they are now. */
sq_board_disc_set sq_crokinole_played(const sq_crokinole *c);
/* The score of a side as the board stands, 20s with it (6a, 2a iii). */
int sq_board_score(const sq_board_standing *p, sq_board_side side);
/* The points of a side in the present game's counted rounds, 2 for a round won and 1 for one tied (2a iv). */
int sq_board_game_points(const sq_board_standing *p, sq_board_side side);
/* What the umpire is to tell next: "start", "choose", or null. */
const char *sq_crokinole_await(const sq_crokinole *c);
/* The seat that plays after this one; with two players the one opposite. */
sq_board_seat sq_crokinole_next_seat(const sq_crokinole *c, sq_board_seat seat);

/* The name of the first broken invariant; null if there is none. */
const char *sq_crokinole_broken(const sq_state *s);

#endif

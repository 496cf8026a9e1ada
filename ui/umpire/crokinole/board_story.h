/* What was played between two rests of a crokinole board: finds the discs of the record among those that are
 * seen, and explains discs that have moved, come or gone by a shot, or by discs that were taken off.
 *
 * Two discs of one side look alike. Which is which does not matter: rules 3 and 6 only ask for colours. */
#ifndef SQ_UI_UMPIRE_CROKINOLE_BOARD_STORY_H
#define SQ_UI_UMPIRE_CROKINOLE_BOARD_STORY_H

#include "rules/crokinole/game.h"
#include "vision/crokinole/position.h"

/* Where the record's discs are seen to lie. A disc that the rules have taken off may still lie there. */
typedef struct {
    sq_board_disc_set lies; /* the discs that lie on the board */
    sq_mm at[SQ_DISCS];
    double own_sigma_mm[SQ_DISCS]; /* standard deviation of each coordinate of a resting disc between looks */
    double radius_mm[SQ_DISCS];    /* the radius of discs by which it was measured */
    double wrong_circle[SQ_DISCS]; /* the probability that another circle than its rim was seen */
    int ditch[SQ_BOARD_SIDES];     /* discs that are seen beyond the outer line */
    double in_hole[SQ_BOARD_SIDES]; /* as sq_board_hole_seen says */
} sq_board_lie;

/* Writes down that the disc lies where it is seen. radius_mm: that of discs by which it was measured. */
void sq_board_lay(sq_board_lie *lie, sq_board_disc d, const sq_board_disc_seen *seen, double radius_mm);

/* Whether it is a disc, and lies on the board; or beyond the outer line. */
bool sq_board_is_on_board(const sq_board_disc_seen *d);
bool sq_board_is_in_ditch(const sq_board_disc_seen *d);

/* How many discs of a side are seen beyond the outer line. */
int sq_board_ditch_seen(const sq_board_position *seen, sq_board_side side);

/* For each side, the probability that what shows in the hole is one of its discs. Only what is likelier no
 * disc, such as the hole's ground, counts here; 0 where there is nothing of the kind. */
void sq_board_hole_seen(const sq_board_position *seen, double probability[SQ_BOARD_SIDES]);

/* Things that are seen, by their numbers in sq_board_position, as bits. */
typedef uint64_t sq_seen_set;

/* One account of all that has changed. */
typedef struct {
    double probability; /* among the readings of its story */
    int shots;          /* 0: nothing was played. 2: the first missed all discs and left the board */
    sq_crokinole_event shot[2];
    sq_board_lie lie;  /* where the discs lie afterwards */
    sq_seen_set taken; /* what is seen anew and is a disc by this account */
    sq_seen_set
        unexplained; /* what is new in play, surely a disc, and by this account none of the record's */
    sq_board_disc_set lifted;     /* discs taken off by hand, as the rules ask */
    sq_board_disc_set left_lying; /* discs that should have been taken off, but still lie there */
} sq_board_reading;

enum { SQ_BOARD_READINGS = 32 };

typedef struct {
    double evidence; /* log-likelihood (nats) of the rest by all accounts together */
    int count;       /* in order of probability; 0: no account fits */
    sq_board_reading reading[SQ_BOARD_READINGS];
} sq_board_story;

/* Explains what has changed. was: where the discs of the game lay at the rest before. t, rest: when the
 * motion began, and when all was at rest (seconds). */
void sq_board_story_tell(sq_board_story *out, const sq_crokinole *game, const sq_board_lie *was,
                         const sq_board_position *seen, double t, double rest);

#endif

/* One step of a game of crokinole, and the topics that take part in it, each with its own file. For
 * rules/crokinole/ only. */
#ifndef SQ_RULES_CROKINOLE_STEP_H
#define SQ_RULES_CROKINOLE_STEP_H

#include "rules/crokinole/game.h"
#include "rules/crokinole/ruling_sentences.h"
#include "rules/other/game_registry.h"

typedef struct {
    sq_state *s; /* clock, form and phase; a copy, which is thrown away if the event is refused */
    sq_crokinole c;
    sq_rulings *r;
} sq_board_step;

/* Adds a ruling, as in SQ_BOARD_SAY(st, NEXT, .colour = side). */
#define SQ_BOARD_SAY(st, kind, ...) \
    sq_board_say(st, (sq_ruling){.what = SQ_BOARD_RULED_##kind __VA_OPT__(, ) __VA_ARGS__})
/* Refuses the event, as in return SQ_BOARD_REFUSE(st, ENDED). The value is always false. */
#define SQ_BOARD_REFUSE(st, kind, ...) \
    sq_board_refuse(st, (sq_ruling){.what = SQ_BOARD_NOT_##kind __VA_OPT__(, ) __VA_ARGS__})

/* As sq_other_game has it. */
bool sq_crokinole_step(sq_state *s, const sq_event *e, sq_rulings *r);

int sq_crokinole_awaits(const sq_state *s, sq_event_other list[SQ_OTHER_AWAITED_MAX]);

/* What the two macros call. */
void sq_board_say(sq_board_step *st, sq_ruling r);
bool sq_board_refuse(sq_board_step *st, sq_ruling r);
/* The colour of the seat that is due. */
sq_board_side sq_board_due(const sq_board_step *st);

/* Each carries out one kind of event; false where it is refused. */
bool sq_board_step_game(sq_board_step *st, const sq_event_game *e);
bool sq_board_step_clock(sq_board_step *st, const sq_event_clock *e);
bool sq_board_step_start(sq_board_step *st, const sq_crokinole_event *e);
bool sq_board_step_shot(sq_board_step *st, const sq_crokinole_event *e);
bool sq_board_step_foul(sq_board_step *st, const sq_crokinole_event *e);
bool sq_board_step_choose(sq_board_step *st, const sq_crokinole_event *e);
bool sq_board_step_time(sq_board_step *st, const sq_crokinole_event *e);
bool sq_board_step_set(sq_board_step *st, const sq_crokinole_event *e);

/* round.c: order, count, rounds, games (2, 4b, 5b, 8b) */
/* The seat that the event names, SQ_NO_SEAT where it names none; false where it is refused: nobody sits
 * there, or another colour. */
bool sq_board_seat_of(sq_board_step *st, const sq_crokinole_event *e, sq_board_seat *to);
/* This seat began the present round: so it is known who began the game, and who is due. */
void sq_board_round_begun_by(sq_board_step *st, sq_board_seat seat);
/* The seat whose turn is n turns after that of this one, or before it where n is negative. */
sq_board_seat sq_board_seat_after(const sq_crokinole *c, sq_board_seat seat, int n);
void sq_board_begin_round(sq_board_step *st); /* all discs are in the players' hands */
void sq_board_count(sq_board_step *st);       /* counts the round that is over; the game or match may end */
void sq_board_shot_over(sq_board_step *st);   /* the turn goes on after a shot, or the round is counted */
void sq_board_say_next(sq_board_step *st);    /* the ruling that says who plays next */
bool sq_board_has_begun(const sq_board_step *st);           /* a round; before it nobody is behind */
bool sq_board_time_is_up(const sq_board_step *st, sq_us t); /* of rounds that have begun */
bool sq_board_played_equally(const sq_board_step *st);
void sq_board_time_over(sq_board_step *st);    /* time has run out between two shots */
void sq_board_look_at_time(sq_board_step *st); /* whether it has, unless a foul is open or a shot put back */
void sq_board_equalized(sq_board_step *st);    /* time is over, and all have played equally */

#endif

/* One step of the engine, and the topics of the rule book that take part in it, each with its own file. For
 * rules/ only; the front door is rules/engine.h. */
#ifndef SQ_RULES_TOPIC_ENGINE_STEP_H
#define SQ_RULES_TOPIC_ENGINE_STEP_H

#include "rules/book/ruleset.h"
#include "rules/book/ruling_sentences.h"
#include "rules/terms/state.h"

typedef struct {
    sq_state *s; /* the state that is being changed; restored if the event is refused */
    sq_rulings *r;
    const sq_ruleset *rules;
    bool turn_began; /* a turn began in this step */
} sq_step;

/* Adds a ruling, as in SQ_SAY(st, NOMINATED, .colour = c, .other = o). */
#define SQ_SAY(st, kind, ...) sq_say(st, (sq_ruling){.what = SQ_RULED_##kind __VA_OPT__(, ) __VA_ARGS__})
/* Refuses the event, as in return SQ_REFUSE(st, NO_FOUL). The value is always false. */
#define SQ_REFUSE(st, kind, ...) sq_refuse(st, (sq_ruling){.what = SQ_NOT_##kind __VA_OPT__(, ) __VA_ARGS__})

/* What the two macros call. */
void sq_say(sq_step *st, sq_ruling r);
bool sq_refuse(sq_step *st, sq_ruling r);

/* A club's game that settings alone do not describe (rules/variant): small functions for certain moments,
 * each of which may be null. What it counts in addition are notes (rules/terms/event.h). */
typedef struct {
    unsigned notes; /* bit n: sq_note n is counted in this game */
    /* The winks that the colour in turn may play now. */
    sq_wink_set (*allowed)(const sq_standing *p);
    /* After a shot, when all is at rest: changes p, in which the winks already have their places. */
    void (*settle)(const sq_step *st, sq_standing *p, const sq_event_shot *e);
    /* After a shot that stands; e is null where the turn was given up. Gives points and further shots, or
     * ends the game. */
    void (*round)(sq_step *st, const sq_event_shot *e);
    /* When a turn begins: may give it to another colour, and change its number of shots. */
    void (*next_turn)(sq_step *st);
    /* Why a shot is refused because it does not say what this game must know; SQ_REFUSAL_KINDS where nothing
     * is missing. */
    sq_refusal_kind (*lacks)(const sq_standing *p, const sq_event_shot *e);
} sq_variant;

/* The game of a book; null where settings describe it. */
const sq_variant *sq_variant_of(const sq_ruleset *rules);

/* How a turn ended, and which colour plays next. */
typedef struct {
    sq_colour taken; /* the colour whose turn it was in the order of play; SQ_NO_COLOUR: nobody's (23.3 ii) */
    sq_colour wrong; /* the colour of an accepted wrong turn; SQ_NO_COLOUR */
    sq_colour next;
    bool unplayed;       /* the turn passed without a shot */
    bool forfeited;      /* a shot of it was forfeited (14), or the turn was missed */
    bool wrong_had_free; /* the wrong colour began with a free wink */
} sq_turn_end;

/* Each carries out one kind of event, in the file of its topic; false where it is refused. */
bool sq_step_game(sq_step *st, const sq_event_game *e);
bool sq_step_squidge_off(sq_step *st, const sq_event_squidge_off *e);
bool sq_step_shot(sq_step *st, const sq_event_shot *e);
bool sq_step_pass(sq_step *st, const sq_event_pass *e);
bool sq_step_nominate(sq_step *st, const sq_event_nominate *e);
bool sq_step_foul(sq_step *st, const sq_event_foul *e);
bool sq_step_choose(sq_step *st, const sq_event_choose *e);
bool sq_step_clock(sq_step *st, const sq_event_clock *e);
bool sq_step_set(sq_step *st, const sq_event_set *e);
bool sq_step_disrupt(sq_step *st, const sq_event_disrupt *e);
bool sq_step_lost_shot(sq_step *st, const sq_event_lost_shot *e);
bool sq_step_aside(sq_step *st, const sq_event_aside *e);

/* squidge_off.c: rule 5. The colour has won and begins; all winks go back behind the baselines. */
void sq_squidge_off_won(sq_step *st, sq_colour c);

/* clock.c: rules 17, 18.1, 22.3.4 */
bool sq_clock_reach(sq_step *st, sq_us t); /* time goes on to t; refuses a t that lies before now */
void sq_clock_start(sq_step *st);          /* with the first shot; later ones change nothing */
/* Ends the timed period, or lets it wait, if time is up; `due` is the colour whose turn is next. */
void sq_clock_between_turns(sq_step *st, sq_colour due);
void sq_clock_in_turn(sq_step *st, sq_standing *p); /* lets the period wait if time is up in squop-up turns */
void sq_clock_end_wait(sq_step *st, sq_colour c);   /* c can play, so a wait for its side is over */
/* Another limit or time was set. Where it is not reached any more, no time waits, now or if a foul takes the
 * game back. */
void sq_clock_changed(sq_state *s);

/* turn.c: rules 7, 11, 14 */
sq_colour_set sq_turn_colours(const sq_ruleset *rules,
                              const sq_standing *p);                 /* whose winks may be played in it */
int sq_turn_playable(const sq_ruleset *rules, const sq_standing *p); /* how many winks that are */
void sq_turn_begin(sq_step *st, sq_colour c);                        /* c's turn begins */
void sq_turn_open(sq_step *st); /* what follows from the start of the turn that is due */
void sq_turn_finish(sq_step *st, const sq_turn_end *end); /* begins the next turn, or ends the game */
/* Ends turns without shots and passes those that cannot be played, until a colour can play or all is over. */
void sq_turn_go_on(sq_step *st);

/* shot.c: rules 8 to 14 */
bool sq_squops_fit(sq_step *st, const sq_squops *q, sq_wink_set may); /* refuses squops of winks not in may */
void sq_squops_keep(sq_squops *q, sq_wink_set winks);                 /* drops all pairs with another wink */
/* The rulings on what has changed. */
void sq_shot_say_outcome(sq_step *st, const sq_standing *from, const sq_standing *to);

/* round.c: rules 18, 19 */
/* The colour whose turn ends a round: the winner's (18), or where turns are counted the one before it. */
sq_colour sq_round_last(const sq_ruleset *rules, const sq_standing *p);
bool sq_round_count(sq_step *st, const sq_turn_end *end); /* counts a turn; whether the game is over by it */
/* The last turn of the last round, or the extra turn. */
bool sq_round_is_last_turn(const sq_ruleset *rules, const sq_standing *p);
void sq_round_limit_begin(sq_step *st, sq_colour due); /* due: the colour whose turn is next */

/* pot_out.c: rules 15, 20 */
bool sq_pot_out_counts(const sq_ruleset *rules);         /* whether a colour can pot out in this book */
sq_colour_set sq_pot_out_complete(const sq_standing *p); /* colours with all their winks in the pot */
sq_colour_set sq_pot_out_colours(const sq_standing *p);  /* colours that have potted out */
sq_colour_set sq_pot_out_sides(const sq_standing *p);    /* those of sides whose colours all have */
int sq_pot_out_enough(const sq_ruleset *rules,
                      const sq_standing *p);        /* so many colours out end the game; 0: a side */
void sq_pot_out_check(sq_step *st, sq_standing *p); /* notes new pot-outs, and scores if the game is over */

/* squop_up.c: rules 21, 22.1 to 22.5 */
bool sq_squop_up_ends_game(const sq_step *st,
                           const sq_standing *p);             /* all are squopped, and that is the end */
sq_colour_set sq_squop_up_free_colours(const sq_standing *p); /* colours with a free wink */
void sq_squop_up_stop(sq_standing *p);                        /* squop-up turns are over */
void sq_squop_up_owe(sq_standing *p, sq_partnership side); /* the side freed; SQ_NO_SIDE: nobody any more */
/* 22.5: ends squop-up turns if the shot has freed the other side. by: the side that played; SQ_NO_SIDE: an
 * umpire. */
void sq_squop_up_after_shot(const sq_step *st, sq_standing *p, sq_partnership by);
/* What must be free after this shot of the side in turn: as sq_state_leave_free, but 0 where only the end of
 * the turn counts. */
sq_colour_set sq_squop_up_due_with_shot(const sq_step *st, const sq_standing *p);
/* The winks that were squopped and have come free. A wink that was potted has not come free. */
sq_wink_set sq_squop_up_uncovered(const sq_standing *from, const sq_standing *to);
/* Whether the shot from `from` to `to` has failed to free what `due` (sq_squop_up_due_with_shot) asks for. */
bool sq_squop_up_failed(const sq_standing *from, const sq_standing *to, sq_colour_set due);
/* The side that should have been freed by the end of the turn and was not (22.6); or SQ_NO_SIDE. */
sq_partnership sq_squop_up_turn_over(sq_step *st, const sq_turn_end *end, bool game_over);
void sq_squop_up_check(sq_step *st, sq_colour next, sq_partnership spared); /* 22.1, at a turn's end */
void sq_squop_up_check_in_turn(sq_step *st); /* after a shot, where the turn goes on */
void sq_squop_up_turn_begins(sq_step *st);   /* 22.5.3: whether the turn gives its side what it is owed */

/* free_shot.c: rule 22.6, and the other remedies for a failure to free */
bool sq_free_shot_nominate(sq_step *st, sq_colour c, sq_wink w); /* false where it is refused */
bool sq_free_shot_is(const sq_step *st, sq_colour c, sq_wink w); /* the one that is due, or the nominated */
/* The turn is over because what had to come free did not: the wink played is moved aside, or the umpire is
 * asked which wink is. */
void sq_aside_due(sq_step *st, const sq_event_shot *e, sq_colour_set due);
void sq_free_shot_due(sq_standing *p); /* a colour is to be nominated for it */
void sq_free_shot_clear(sq_standing *p);

/* foul.c: rule 23 */
void sq_foul_open(sq_step *st, sq_partnership by); /* the last shot is a foul of this side */
void sq_foul_settle(sq_step *st); /* puts an open foul back at once, where the opponents have no choice */
void sq_foul_close(sq_state *s);
/* The opponents accept the foul, and go on with this colour; or accept it by playing c. False where it is
 * refused. */
bool sq_foul_accept(sq_step *st, sq_colour go_on_with);
bool sq_foul_accept_by_playing(sq_step *st, sq_colour c);

/* squopped_out.c: a game that is won because the others have no free wink */
bool sq_control_wins(sq_step *st);
/* Whether the potter in turn, whose last shot or pass began at `from`, still squops a wink that it squopped
 * then. If so its turn is over, and the opponents have a free shot. */
bool sq_potter_check(sq_step *st, const sq_standing *from);

/* score.c: rules 19, 20.2, 21.1, 24.4 */
void sq_end(sq_standing *p); /* the game is over: nothing is due any more */
void sq_score_clear(sq_standing *p);
void sq_score_tiddlies(const sq_step *st, sq_standing *p); /* or the winner, if the book knows no points */
void sq_score_pot_outs(const sq_step *st, sq_standing *p);
void sq_score_win(const sq_step *st, sq_standing *p,
                  sq_colour_set winners); /* without points, or all of them */
void sq_score_disrupted(const sq_step *st, sq_standing *p, sq_colour by);
void sq_score_say_disrupted(sq_step *st, sq_colour by);
void sq_score_say_tiddlies(sq_step *st, bool all_squopped);
void sq_score_say_pot_outs(sq_step *st, const sq_standing *p);

#endif

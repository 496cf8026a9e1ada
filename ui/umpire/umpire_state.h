/* The inside of the umpire, for its own files: what it remembers, and what its parts do for each other. */
#ifndef SQ_UI_UMPIRE_UMPIRE_STATE_H
#define SQ_UI_UMPIRE_UMPIRE_STATE_H

#include "ui/umpire/umpire.h"
#include "vision/play/eye_reliability.h"

/* How long shots take in this game: sums of the logarithms of their seconds. */
typedef struct {
    int shots;
    double sum, sum_of_squares;
} sq_umpire_pace;

/* What the umpire knows of the game that is played. */
typedef enum {
    SQ_UMPIRE_BEFORE_GAME, /* no rest was kept: the winks are still being laid out */
    SQ_UMPIRE_JOINED_LATE, /* the game was under way: the first shot shows whose turn it is */
    SQ_UMPIRE_IN_GAME      /* the record says how the game stands */
} sq_umpire_stage;

/* The open question, and what was listed and asked before it in this game. */
typedef struct {
    bool is_open;
    bool is_changed;        /* a person's entry has changed what it is about: it is asked again */
    sq_play play;           /* while it is open: the readings, as they are weighed now */
    double t_start, t_rest; /* the motion that it is about, and when all was still again, seconds */
    double gap_s;           /* seconds without a picture before that rest */
    int unjudged;           /* rests before it that were not judged */
    sq_wink_set vanished;   /* winks out of sight that it is about */
    sq_wink_set traced;     /* those of which only a trace showed where they came to rest */
    int number;             /* of the last question that was asked, from 1; 0: none yet */
    int listed;             /* how many answers it listed, which are: */
    sq_play_reading list[SQ_READINGS];
} sq_umpire_question_state;

/* A look at which something lay over winks. */
typedef struct {
    bool is_kept; /* it waits to be judged */
    sq_position position;
    double t_start, t_rest;
} sq_umpire_covered_look;

enum { SQ_UMPIRE_ACCOUNTS = 5 /* in addition to the record: as many as a question has other answers */ };
/* How an account explains a rest, and how the game stands then. */
typedef struct {
    sq_play play;
    sq_state after;
} sq_umpire_claim;

/* A line that was held, and may become certain. */
typedef struct {
    int line;
    int question;
    double untold;    /* the probability of what is in no account: it counts as possible for ever */
    sq_wink_set gone; /* winks that by the line went into the pot or off, and that nobody saw there */
} sq_umpire_held;

/* Another account of the game: another answer to a question that was held. */
typedef struct {
    double probability;
    int line;              /* the line of the record that was held */
    bool has_looked;       /* it has seen a rest since then */
    sq_wink in_pile;       /* by its answer this wink lies in a pile that nobody has seen yet; SQ_NO_WINK */
    sq_umpire *umpire;     /* an umpire that follows this account; its memory belongs to the main umpire */
    sq_umpire_claim now;   /* for the last rest */
    sq_umpire_claim asked; /* for the rest that the open question is about */
} sq_umpire_account;

struct sq_umpire {
    sq_umpire_settings settings;
    sq_automation automation;
    sq_umpire_stage stage;
    sq_state game;
    int n;               /* the last line of the record */
    int left_in_doubt;   /* questions that were held, and events that were refused or passed over */
    int held_question;   /* the number of the last one that was held */
    bool has_said_wait;  /* since something was last settled or asked */
    bool has_lost_turn;  /* several shots were missed: whoever plays next is taken to be in turn */
    bool start_in_doubt; /* what was played up to now may be a squidge-off, or the first shots of a game */
    bool was_refused;    /* the last event that was to be carried out */
    bool has_urged;      /* it has reported again that the winks are not laid out, and which are missing */
    double waits_from_t; /* before the game: the time of the rest at which it first reported that */
    double gap_s;        /* seconds without a picture before the next look */
    int unjudged;        /* rests before it that were not judged */
    sq_umpire_pace pace;
    sq_film_odds film; /* what this film has shown of the eye */
    sq_squidged_out squidged;
    sq_wink_set seen_out; /* of a game joined late: the winks that were seen in front of their baselines */

    sq_tracked settled;    /* the last rest up to which all is explained */
    sq_tracked latest;     /* the last rest kept; differs from settled while a question is open */
    sq_tracked earlier;    /* the rest before the last shot */
    sq_wink_set set;       /* the winks of the game, by its rule book */
    sq_position given;     /* the present look */
    sq_position last_look; /* the last look, as it was given */
    sq_squops doubtful;    /* pairs whose order was asked about and that have not moved since: both ways */
    sq_umpire_question_state question;
    sq_umpire_covered_look covered;

    bool is_account;          /* it belongs to an account of another umpire, and keeps none itself */
    bool has_given_up;        /* a question was given up at the present look */
    sq_umpire_claim given_up; /* what was held then */
    int held_count;           /* lines whose other answers are followed */
    sq_umpire_held held[SQ_LATE_CERTAINTIES];
    int certain_count; /* of those, which are certain by now: the next event tells it */
    sq_late_certainty certain[SQ_LATE_CERTAINTIES];
    int account_count;
    sq_umpire_account account[SQ_UMPIRE_ACCOUNTS]; /* their probabilities and the record's sum to 1 */
    sq_umpire *rooms;                              /* the memory of the accounts' umpires */
    /* Of the present look: */
    sq_play play;
    sq_tracked next, reconsidered;
    sq_position seen_since; /* the look, with what has changed since the settled rest */
    bool occlusion_lasts;   /* what lies over the mat stays there: it is no hand to wait for */
};

/* ---- What is reported and carried out: act_on_reading.c ---- */

/* Whether both play the same, whatever their probabilities and times, and who then lies over whom. */
bool sq_umpire_plays_alike(const sq_play_reading *a, const sq_play_reading *b);
/* Which of the answers that the question has listed this is, from 0; -1: none. */
int sq_umpire_place_in_list(const sq_umpire *u, const sq_play_reading *r);
/* Passes it to the listener. */
sq_code sq_umpire_say(sq_umpire *u, sq_said said, sq_diag *d);
/* Moves the event's times forward where they lie before the clock's latest. */
void sq_umpire_keep_time(sq_event *e, const sq_clock *c);
/* Carries out an event and reports it, or reports that the rules refuse it. `about` gives t, play, reading,
 * was, is, held. */
sq_code sq_umpire_carry_out(sq_umpire *u, sq_event e, sq_said about, sq_diag *d);
/* Takes everything up to the rest `is` as explained by the first reading of play, which is carried out,
 * carried out as held, or left to the umpire. */
typedef enum { SQ_SETTLE_DO, SQ_SETTLE_HOLD, SQ_SETTLE_LEAVE } sq_settling;
sq_code sq_umpire_settle(sq_umpire *u, const sq_play *play, const sq_tracked *is, sq_settling how,
                         sq_diag *d);
/* Settles a play that is certain, and asks about any other; about a certain one too if the umpire wants
 * that. */
sq_code sq_umpire_decide(sq_umpire *u, const sq_play *play, const sq_tracked *is, sq_diag *d);
/* What the umpire wants done with a reading, if it is certain. */
sq_mode sq_umpire_mode_of(const sq_umpire *u, const sq_play_reading *r);
/* Remembers the pairs that a play leaves in doubt, and forgets those that its first reading has moved. */
void sq_umpire_note_doubts(sq_umpire *u, const sq_play *play);
/* Says once that something lies over winks. */
sq_code sq_umpire_wait(sq_umpire *u, const sq_play *play, sq_diag *d);

/* ---- The start: game_start.c ---- */

/* The mat as it lies, for a game that was under way when the camera came. */
sq_event_set sq_umpire_as_it_lies(const sq_tracked *t, sq_colour turn);
/* Of a game that was under way nobody knows how long it has been played, unless somebody tells. */
void sq_umpire_leave_time_open(sq_event_set *e, const sq_tracked *t);
/* Begins a game if the winks are laid out; else waits. If winks are out of sight that another look at the
 * same rest may show, it asks for that look (*again) and does nothing. */
sq_code sq_umpire_first_rest(sq_umpire *u, const sq_position *p, bool last, bool *again, sq_diag *d);
/* Remembers the winks that are out at the settled rest. If more than one is carried back though a colour has
 * not squidged, that was not seen, and whoever plays next has won the squidge-off; if several have not, it
 * may be begun anew. */
void sq_umpire_note_squidged(sq_umpire *u);
/* What is remembered of it; null where it is not played, or only a tie is played off. */
const sq_squidged_out *sq_umpire_squidged(const sq_umpire *u);
/* Where the start is in doubt, a squidge-off that is complete has another answer: a game was under way. is:
 * the rest at which all have played. */
void sq_umpire_doubt_start(const sq_umpire *u, sq_play *p, const sq_tracked *is);
/* Whether the present rest shows that what was seen of a start in doubt was no squidge-off, for which each
 * colour plays one wink. The game is then taken as joined late at the rest before. */
bool sq_umpire_join_late(sq_umpire *u);
/* Whether a reading is one of a squidge-off that may be none. */
bool sq_umpire_keeps_silent(const sq_umpire *u, const sq_play_reading *r);
/* Whether another game begins: all winks are back, and the rules have not asked for it. */
bool sq_umpire_is_another_game(const sq_umpire *u);
/* Begins the record of another game with the present rest (next). */
sq_code sq_umpire_begin_again(sq_umpire *u, const sq_position *p, sq_diag *d);

/* ---- What a look shows: read_rest.c ---- */
/* In some books a foul is put back at once, but players may not do it. True if the last shot counts as put
 * back and its winks still lie as it left them; *lies then gets the position as it is, with the turn of s. */
bool sq_umpire_not_put_back(const sq_umpire *u, const sq_state *s, sq_event_set *lies);
/* What is expected of the game in state s; of a game joined late, what the mat shows. */
sq_play_prior sq_umpire_expected(const sq_umpire *u, const sq_state *s);
/* Carries out a reading on a game. False where the rules refuse it; the game is then unchanged. */
bool sq_umpire_take_reading(sq_state *game, const sq_play_reading *r);
/* Whether the rules take it as the game stands. */
bool sq_umpire_allows(const sq_state *game, const sq_play_reading *r);
/* Explains what led from the last rest kept to p, if the game stands as in state. Sets play and next. */
void sq_umpire_explain(sq_umpire *u, const sq_state *state, const sq_position *p, double t_start,
                       double t_rest);
/* Orders the readings by their probability; those that are as likely keep their order. */
void sq_umpire_put_in_order(sq_play *p);
/* Adds what only the umpire knows of: a question is made of what was played while there was no picture
 * (gap_s) or at rests that were not judged, for it may have been more than one shot; of a squidge-off that
 * may be none; and of the last shot, where its wink is carried back. s: how the game stands before the play,
 * which led from `was` to `is`. */
void sq_umpire_doubt_more(const sq_umpire *u, const sq_state *s, sq_play *p, const sq_tracked *was,
                          const sq_tracked *is, double gap_s, int unjudged);
/* Gives a play another answer, as likely as the first, by which the game is set so; and the doubt, about w.
 */
void sq_umpire_add_answer(sq_play *p, sq_play_kind kind, const sq_event_set *then, sq_doubt_kind doubt,
                          sq_wink w);
/* Puts the likeliest shot that the rules take in the game s before one that they refuse, if it is an answer
 * or tells of the same wink: what is refused answers nothing. True if another reading is first now. */
bool sq_umpire_put_lawful_first(const sq_umpire *u, const sq_state *s, sq_play *p);
/* Whether a shot may have been missed before what r tells of a game in state s: while there was no picture
 * for gap_s seconds, or at rests that were not judged. */
bool sq_umpire_may_hide_a_shot(const sq_state *s, const sq_play_reading *r, double gap_s, int unjudged);

/* Notes how long the motion of a shot took. */
void sq_umpire_note_pace(sq_umpire_pace *p, double seconds);
/* The likelihood ratio, for a motion of this length, of a hand that came twice (a shot, and a wink put back)
 * against once. 1 before enough shots were seen. */
double sq_umpire_twice_over(const sq_umpire_pace *p, double seconds);

/* ---- The open question: question.c ---- */

/* Carries out the likeliest reading of the open question, because the game goes on. */
sq_code sq_umpire_give_up_question(sq_umpire *u, sq_diag *d);
/* Whether only what the question is about has moved. Winks of the squidge-off that are carried back do not
 * belong to it. */
bool sq_umpire_same_question(const sq_umpire *u, const sq_play *play);
/* Answers or renews the open question by a later look. */
sq_code sq_umpire_look_again(sq_umpire *u, const sq_position *p, sq_diag *d);
/* Weighs the readings of the open question by what is seen at p, and explains p from the likeliest one. */
void sq_umpire_explain_all(sq_umpire *u, const sq_position *p, double t_start, double t_rest);
/* Answers the open question as it stands, and explains the look anew. */
sq_code sq_umpire_go_on(sq_umpire *u, const sq_position *p, double t_start, double t_rest, sq_diag *d);
/* Sets the last rest as it is by one of the open question's readings. */
void sq_umpire_suppose(sq_umpire *u, const sq_play_reading *r);
/* The game if the open question's likeliest reading is right. */
sq_state sq_umpire_supposed(const sq_umpire *u);
/* Leaves the question as it was before the look. */
void sq_umpire_hold_as_asked(sq_umpire *u, const sq_play *as_asked);

/* ---- Other accounts, in which the held answer was another: multiple_hypotheses.c ---- */
/* For the umpire of an account, which reports nothing: judges a look as the last one of its rest. */
void sq_umpire_judge_by_sight(sq_umpire *u, bool occlusion_lasts, const sq_position *p, double t_start,
                              double t_rest);

/* Call this when the first reading of a question is about to be held: each of the others becomes an
 * account. Returns the probability of all that is in none. */
double sq_umpire_keep_accounts(sq_umpire *u, const sq_play *open);
/* Call this when it has been held and may become certain: when nothing else is likely any more, and the winks
 * that are gone by it have been seen again. line: as sq_umpire_keep_accounts had it for its accounts; untold:
 * the probability that what is in no account is right. */
void sq_umpire_note_held(sq_umpire *u, int line, sq_wink_set gone, double untold);
/* Drops all accounts: a person has said how the game stands, or another game begins. */
void sq_umpire_drop_accounts(sq_umpire *u);
/* Shows a rest to the accounts, and weighs them by it. log_evidence: that of the rest by the record. An
 * account that has seen no rest before is not weighed, since its question was weighed by this rest
 * already. */
void sq_umpire_accounts_look(sq_umpire *u, const sq_position *p, double t_start, double t_rest,
                             double log_evidence);
/* Shows a rest to the accounts that were added after the others saw it. */
void sq_umpire_new_accounts_look(sq_umpire *u, const sq_position *p, double t_start, double t_rest);
/* How what was seen bears out an account, or a reading, with that evidence, beside the most that one has. */
double sq_umpire_borne_out(double log_evidence, double most);
/* Notes that the present question is about the rest that the accounts saw last. */
void sq_umpire_accounts_asked(sq_umpire *u);
/* The play with its probabilities over all accounts. If it is no longer certain, it has a doubt that says why
 * (SQ_DOUBT_EARLIER). */
sq_play sq_umpire_in_all_accounts(const sq_umpire *u, const sq_play *play);

#endif

/* The umpire from inside, for its own files alone: what it remembers, and what its parts do for
 * each other. */
#ifndef SQ_UI_UMPIRE_UMPIRE_STATE_H
#define SQ_UI_UMPIRE_UMPIRE_STATE_H

#include "ui/umpire/umpire.h"

/* Of the motions that were shots, the logarithms of their seconds. */
typedef struct {
    int shots;
    double sum, sum_of_squares;
} sq_umpire_pace;

struct sq_umpire {
    sq_umpire_settings settings;
    sq_state game;
    int n, questions;
    bool begun; /* a first rest was kept */
    bool late;  /* the mat was in mid-game: the first shot tells whose turn it is */

    sq_tracked settled;            /* the last rest up to which all is explained */
    sq_tracked latest;             /* the last one kept; another than settled while a question is open */
    sq_tracked earlier;            /* the one before the last shot */
    sq_tracked next, reconsidered; /* in work */
    sq_position seen_since;        /* in work: a look, with what has changed since the settled rest */

    sq_play play; /* in work */
    sq_play open; /* the question, while is_open */
    bool is_open, is_waiting;
    sq_umpire_pace pace;
    sq_wink_set vanished; /* winks that the question is about since they are out of sight */
    double open_start, open_rest;
    double gap_s, open_gap_s; /* without a picture before the next look, and before the question */

    bool occlusion_lasts; /* of the look in work */
    bool is_occluded;     /* a look at which something lay over winks waits to be judged */
    sq_position occluded;
    double occluded_start, occluded_rest;
};

/* ---- What is said and carried out: act_on_reading.c ---- */

/* Tells who hears. */
sq_code sq_umpire_say(sq_umpire *u, sq_said said, sq_diag *d);
/* Times never run backwards, however the rests were timed. */
void sq_umpire_keep_time(sq_event *e, const sq_clock *c);
/* Carries an event out and says it, or says that the rules refuse it. about: t, play, reading, was,
 * is, held. */
sq_code sq_umpire_carry_out(sq_umpire *u, sq_event e, sq_said about, sq_diag *d);
/* All up to `is` is explained by the first reading of play. */
sq_code sq_umpire_settle(sq_umpire *u, const sq_play *play, const sq_tracked *is, bool held, sq_diag *d);
/* The readings of play are the open question; it is said when it is new. */
sq_code sq_umpire_ask(sq_umpire *u, const sq_play *play, const sq_tracked *is, sq_diag *d);
/* Says once that something lies over winks; play is what it is said of. */
sq_code sq_umpire_wait(sq_umpire *u, const sq_play *play, sq_diag *d);

/* ---- The start: game_start.c ---- */

/* The mat as it lies, for a game that was under way when the camera came. */
sq_event_set sq_umpire_as_it_lies(const sq_tracked *t, sq_colour turn);
/* Begins a game when it is laid out; else waits. */
sq_code sq_umpire_first_rest(sq_umpire *u, const sq_position *p, sq_diag *d);
/* Another game, where all winks are back and nobody carries them back for a reason. */
bool sq_umpire_is_another_game(const sq_umpire *u);
/* The record of another game begins with the rest in work (next). */
sq_code sq_umpire_begin_again(sq_umpire *u, const sq_position *p, sq_diag *d);

/* ---- What a look tells: read_rest.c ---- */

/* What play profits from: as the game stands in s, or as the mat lies. */
sq_play_prior sq_umpire_expected(const sq_umpire *u, const sq_state *s);
/* Carries a reading out on a game; false where the rules refuse it, which is then as before. */
bool sq_umpire_take_reading(sq_state *game, const sq_play_reading *r);
/* From the last rest kept to what is seen at p, if the game stands as in state: into play and next. */
void sq_umpire_explain(sq_umpire *u, const sq_state *state, const sq_position *p, double t_start,
                       double t_rest);
/* The likeliest to the front, the others in their order. */
void sq_umpire_put_likeliest_first(sq_play *p);
/* What was played while there was no picture is asked: it may have been more than the one shot that explains
 * it. */
void sq_umpire_hold_over_gap(sq_play *p, double gap_s);

/* A motion that took so long was a shot and nothing else. */
void sq_umpire_note_pace(sq_umpire_pace *p, double seconds);
/* How much likelier a motion that takes so long is where a hand came twice than where it came once. 1 before
 * enough shots were seen. */
double sq_umpire_twice_over(const sq_umpire_pace *p, double seconds);

/* ---- The open question: question.c ---- */

/* The game goes on though a question is open: its likeliest reading is carried out. */
sq_code sq_umpire_give_up_question(sq_umpire *u, sq_diag *d);
/* Nothing moved but what the question is about; winks of the squidge-off that are carried back are another
 * matter. */
bool sq_umpire_same_question(const sq_umpire *u, const sq_play *play);
/* The open question in the light of a later look. */
sq_code sq_umpire_look_again(sq_umpire *u, const sq_position *p, sq_diag *d);
/* What is seen at p by all that is known; the open question is weighed by it. */
void sq_umpire_explain_all(sq_umpire *u, const sq_position *p, double t_start, double t_rest);
/* The open question is answered as it stands, and what the look shows is explained anew. */
sq_code sq_umpire_go_on(sq_umpire *u, const sq_position *p, double t_start, double t_rest, sq_diag *d);
/* The question is left as it was before the look. */
void sq_umpire_hold_as_asked(sq_umpire *u, const sq_play *as_asked);

#endif

/* The running commentary: what the umpire says, in sentences for people who follow the game.
 *
 *    7  [0:30.9]  Green plays G2 from behind the baseline. Now G2 lies over R2.
 *                 G2 over R2: overlap 9.7 ± 0.2 mm.
 *           7.1   Red's turn is next.
 *
 * A line begins with its number in the record (if it is an event) and the time in the source. Below it follow
 * the measurements, each ruling with its rule, and what is in doubt. A question begins with QUESTION and
 * lists the answers in order of likelihood. */
#ifndef SQ_UI_WORDS_COMMENTARY_H
#define SQ_UI_WORDS_COMMENTARY_H

#include <stdio.h>

#include "ui/umpire/other_game_told.h"
#include "ui/umpire/umpire.h"

/* Writes all of that for one report of the umpire. */
void sq_commentary(FILE *to, const sq_said *said);

/* One answer to a question, with its probability: "Green passed. Red plays r2. (8 %)". asked: the state in
 * which it was asked. */
void sq_commentary_answer(FILE *to, const sq_play_reading *r, const sq_state *asked);

/* The same of a game other than tiddlywinks: "Dark shoots D1. At rest: D1 in the hole. (8 %)". */
void sq_commentary_reading(FILE *to, const sq_told_reading *r, const sq_state *asked);

/* To the umpire: the wink leans on the pot, and the book lays it flat so that it touches the base; it is so
 * far from there. over: what it then squops. */
void sq_commentary_lay_flat(FILE *to, sq_wink wink, double mm, sq_wink_set over);

/* The end of a source: how the game stands, with shots, questions, tiddlies or score. */
typedef struct {
    double t;     /* when the source ended or was left, seconds */
    bool stopped; /* the user has stopped before its end */
    bool unkept;  /* not all of it could be written */
    int shots, questions;
    int unjudged;                   /* rests that could not be judged */
    bool live;                      /* it is a camera, which has no end: to be stopped is the usual end */
    const sq_position *joined_late; /* what is seen of a game that was under way at its first rest, and of
                                       which no shot was seen: the state says nothing of it; null otherwise */
} sq_ending;
void sq_commentary_end(FILE *to, const sq_state *s, const sq_ending *e);

/* The command that gives a question's answer n: "squint answer tuesday 5 2". game: its folder or record. */
void sq_say_answer_command(FILE *to, const char *game, int line, int n);

/* The command by which the umpire enters what nobody saw: before a line; 0: at the end. */
void sq_say_event_command(FILE *to, const char *game, int before_line);

/* A doubt as a sentence. */
void sq_commentary_doubt(FILE *to, const sq_play *p, const sq_doubt *d);

/* A report as one paragraph, without number and time; of a question only that it is one. */
void sq_commentary_sentence(FILE *to, const sq_said *said);

#endif

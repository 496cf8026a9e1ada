/* The umpire's word: what a person says about a game, from the command line, the console or another program,
 * as one JSON object. All but one become one line of the record.
 *
 *   {"word":"say","event":{…}}             an event of the record (rules/record.h); times and the like
 *                                          may be missing
 *   {"word":"undo"}, {"word":"redo"}       takes the last line back; takes the last undo back
 *   {"word":"answer","line":5,"reading":2} the second answer to a question is right; line 5 is its line in
 *                                          the record, or the one that an open question will get.
 *                                          "question": its number: another question is not answered
 *   {"word":"amend","line":9,"change":{…}} changes these keys of line 9; {"remove":true} removes the line
 *   {"word":"insert","line":9,"event":{…}} an event just before line 9
 *   {"word":"automate","set":"pass=ask"}   how far the referee acts by itself from now on
 *                                          (ui/umpire/automation.h); only of a game that runs, and no
 *                                          line of its record
 *
 * Further keys: "do": true carries it out, else the answer only says what would differ; "on": the number of
 * the last line of the record when it was decided: if there are more lines now, the word is refused; "id": a
 * unique name: a word that is sent twice is carried out once; "game": the number of the game in its folder
 * that it is meant for; "who": who said it, and "at": when, as in "2026-11-22T19:30:05Z", both for the
 * record. */
#ifndef SQ_UI_OVERRULE_UMPIRE_WORD_JSON_H
#define SQ_UI_OVERRULE_UMPIRE_WORD_JSON_H

#include <jansson.h>

#include "rules/game.h"
#include "ui/umpire/umpire.h"

/* The most bytes of a word as JSON text, and of its parts. */
enum {
    SQ_WORD_MAX = 8192,
    SQ_WORD_WHY_MAX = 512,
    SQ_WORD_ID_MAX = 40,
    SQ_WORD_WHO_MAX = 64,
    SQ_WORD_AT_MAX = 20
};

/* What a word is said about. Everything belongs to the caller. */
typedef struct {
    const sq_game *game;
    const char *record;  /* the file of the record, for the answers of held lines; null: none can be read */
    const char *waiting; /* the record's lines that wait for room on the disk, each with its end */
    size_t waiting_bytes;
    int number;                      /* of the game in its folder; 0: not known */
    double t_now;                    /* seconds on the record's clock; NaN: the time of the last line */
    const sq_automation *automation; /* as it is; null: the game does not run */
    bool asks;                       /* a question is open */
    sq_umpire_asks question;         /* if asks */
} sq_word_ground;

/* What a word says. */
typedef struct {
    bool carry_out;
    int on;                                                /* -1: not given */
    char id[SQ_WORD_ID_MAX + 1];                           /* "": none */
    char who[SQ_WORD_WHO_MAX + 1], at[SQ_WORD_AT_MAX + 1]; /* "": it is not told */
    sq_record_line line;                                   /* what it adds to the record */
    bool automates;           /* it adds no line, but changes how far the referee acts by itself */
    sq_automation automation; /* if automates */
} sq_word_event;

/* Whether it can be a word's "id"; null: no. SQ_WORD_ID_WHY: what an id must be. */
bool sq_word_id_fits(const char *id);
#define SQ_WORD_ID_WHY "\"id\" must have 8 to 40 letters, digits and hyphens"

/* Reads the keys that every word may have: do, on, id, game, who, at. False if one of them is wrong: why gets
 * a clause with the remedy. */
bool sq_word_read_head(sq_word_event *out, const json_t *word, const sq_word_ground *ground,
                       char why[SQ_WORD_WHY_MAX]);

/* Reads the rest, as a line for the record or as settings. False if it is not understood or impossible. */
bool sq_word_read_line(sq_word_event *out, const json_t *word, const sq_word_ground *ground,
                       char why[SQ_WORD_WHY_MAX]);

/* answer_held_question.c: the amend that answers the question of a held line by its reading-th answer,
 * from 1. asked: the number of the question that is meant; 0: whichever that line holds. */
bool sq_held_answer(sq_record_line *out, const sq_word_ground *ground, int n, int reading, int asked,
                    char why[SQ_WORD_WHY_MAX]);

#endif

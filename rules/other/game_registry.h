/* A game other than tiddlywinks: what the engine, the record and the views ask of it. Each is a folder of its
 * own in rules/, and a line in the list of game_registry.c. The record's lines, undo, amend, the clock and
 * the commands are the same for all games; they ask here, and never which game it is.
 *
 * A game keeps its state in sq_state.other and its events in sq_event_other.bytes, as plain values without
 * pointers. All of this is constant and lives as long as the program. */
#ifndef SQ_RULES_OTHER_GAME_REGISTRY_H
#define SQ_RULES_OTHER_GAME_REGISTRY_H

#include "rules/other/record_reader.h"
#include "rules/other/record_words.h"
#include "rules/terms/ruling.h"
#include "rules/terms/state.h"
#include "rules/terms/text_buffer.h"

/* The rulings on an amend, which every game has. */
typedef enum {
    SQ_SAYS_AMENDED,
    SQ_SAYS_REDONE,
    SQ_SAYS_INSERTED,
    SQ_SAYS_REMOVED,
    SQ_SAYS_LEFT_OUT,
    SQ_AMEND_SAYS
} sq_amend_says;

/* Room for the events of one list of sq_other_game.awaits. */
enum { SQ_OTHER_AWAITED_MAX = 4 };

typedef struct {
    const char *name;  /* in the record's line `game`, as its "rules" */
    const char *title; /* for people */
    const char *page;  /* what `squint rules --book NAME --print` shows: how the game is recorded and read */

    /* Carries out one event on *s, which is a copy. Returns false where the event is refused: the first
     * ruling then says why, and the caller throws *s away. Of the events that all games share it takes
     * `game`, `clock`, `about` and `answer`; it refuses `undo` and `amend`. */
    bool (*step)(sq_state *s, const sq_event *e, sq_rulings *r);
    /* The events that the game waits for, each of which `step` would take, in the order in which people are
     * asked: after a foul what may be chosen. Writes them and returns how many; 0: none. */
    int (*awaits)(const sq_state *s, sq_event_other list[SQ_OTHER_AWAITED_MAX]);
    /* The name of the first broken invariant; null if there is none. */
    const char *(*broken)(const sq_state *s);

    /* As sq_ruling_rule, sq_ruling_text and sq_refusal_text (rules/book/ruling_sentences.h). */
    const char *(*ruling_rule)(const sq_ruling *r);
    const char *(*ruling_text)(const sq_ruling *r, char to[SQ_RULING_TEXT_MAX]);
    const char *(*refusal_text)(const sq_ruling *r, char to[SQ_RULING_TEXT_MAX]);
    uint8_t amend_says[SQ_AMEND_SAYS]; /* this game's number of each of these rulings */

    /* The record. read_game reads those keys of the line `game` that only this game has, read_event a line of
     * the game's own. Both complain to the reader, see record_reader.h. The others write; each key is written
     * with a comma before it. write_state leaves out the line's number, the clock and the rulings. */
    void (*read_game)(sq_record_reader *r, sq_event_game *e);
    void (*read_event)(sq_record_reader *r, sq_event_other *e);
    void (*write_game)(sq_text *t, const sq_event_game *e);
    void (*write_event)(sq_text *t, const sq_event_other *e);
    void (*write_state)(sq_text *t, const sq_state *s);
    const char *(*event_name)(const sq_event_other *e);

    /* What an umpire types. take_word takes the next word, without commas and full stops at its end;
     * end_words is asked when all are taken, and names an event that was not named. Each returns false where
     * the words are not understood, with a complaint (sq_typed_complain). */
    bool (*take_word)(sq_typed_words *t, const char *word);
    bool (*end_words)(sq_typed_words *t);

    const char *side[SQ_PARTNERSHIPS]; /* its sides, in the order of their names in `about` */
    /* The points of the two sides as they stand now, in the order of the sides' names in `about`. */
    void (*side_points)(const sq_state *s, sq_sixtieths points[SQ_PARTNERSHIPS]);

    /* When an event was played; false where the event has no time. */
    bool (*event_time)(const sq_event_other *e, sq_us *t);
    /* In words. say_event: an event of this game or the line `game`, in one or two sentences. say_standing:
     * how the game stands, as a clause without a full stop, or nothing. say_sheet: the score sheet below its
     * head. */
    void (*say_event)(sq_text *t, const sq_event *e, const sq_state *before, const sq_state *after);
    void (*say_standing)(sq_text *t, const sq_state *s);
    void (*say_sheet)(sq_text *t, const sq_state *s, const sq_details *about);
} sq_other_game;

/* The game with this number; null for tiddlywinks and for numbers that no game has. */
const sq_other_game *sq_other_game_at(int rules);
/* The number of the game with this name; -1 where there is none. */
int sq_other_game_find(const char *name);
/* The i-th game of the list, from 0; null past the last. */
const sq_other_game *sq_other_game_listed(int i);

/* An event's name in the record, whatever game it belongs to. */
const char *sq_event_called(const sq_event *e);

#endif

/* A game: the list of events and what the engine made of each. It undoes and amends, which is a matter of the
 * list and not of the position: the engine (rules/engine.h) folds it anew from the line that changed.
 *
 * Every line has the number n that the caller gives, rising. What a line is:
 *   - it stands: it was carried out, and every fold carries it out again in its place;
 *   - it was refused: it is no part of a fold, but it can be amended;
 *   - it was taken back, by an `undo`: neither, until that undo is itself taken away by an amend to null.
 * `undo` takes back the last line that was carried out, an `amend` too. `amend` replaces or removes the event
 * of line n and folds all later ones anew; a later event that cannot happen any more leaves the state as it
 * was, and the rulings say so; it takes part again in the next fold. An amend is refused, and changes
 * nothing, where line n cannot read so.
 *
 * Owns memory: the one part of rules/ that does, beside the JSON of the record. */
#ifndef SQ_RULES_GAME_H
#define SQ_RULES_GAME_H

#include "rules/record.h"

typedef struct sq_game sq_game;

/* Null where memory is out. */
sq_game *sq_game_new(void);
/* A copy that goes its own way, to try an amend; null where memory is out. */
sq_game *sq_game_copy(const sq_game *g);
void sq_game_free(sq_game *g);

/* What a line brought about. */
typedef struct {
    bool taken;
    char why[SQ_RULING_TEXT_MAX]; /* where it was not: a clause without the line's number */
    sq_rulings rulings;           /* where it was */
} sq_game_answer;

/* Takes line n, which must be larger than those before. A line that could not be read (line null, why given)
 * is kept as refused. The answer is the caller's. Returns false where memory is out. */
bool sq_game_take(sq_game *g, int n, const sq_record_line *line, const char *why, sq_game_answer *answer);

/* Reads one line of text and takes it; `name` (SQ_RECORD_NAME_MAX) receives what the line calls its event. */
bool sq_game_read(sq_game *g, int n, const char *text, size_t length, char *name, sq_game_answer *answer);

/* The state now; valid until the next call that changes the game. */
const sq_state *sq_game_state(const sq_game *g);

/* The lines that were given, in their order, and what each is now. */
typedef struct {
    int n;
    const sq_event *event;          /* as it reads now; null where it cannot be read */
    const sq_event *with;           /* what an amend lets its line read; null where it is none, or removes */
    bool stands;                    /* takes part in the fold */
    bool carried_out;               /* and could happen */
    const sq_state *before, *state; /* the states around it */
} sq_game_line;

int sq_game_lines(const sq_game *g);
sq_game_line sq_game_line_at(const sq_game *g, int i);

#endif

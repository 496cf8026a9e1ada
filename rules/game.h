/* A game: the list of its events, and what the engine made of each. Undo and amend are done here, because
 * they change the list. The engine (rules/engine.h) then carries out all events anew, from the line that
 * changed.
 *
 * The caller gives each line a number n, and the numbers rise. A line
 *   - stands: it was carried out, and is carried out again whenever an earlier line changes;
 *   - or was refused: it is not carried out, but can be amended;
 *   - or was taken back by an `undo`: neither of these, until the undo is itself removed by an amend to
 *     null.
 *
 * `undo` takes back the last line that was carried out, even an `amend`. `amend` replaces or removes the
 * event of line n, or inserts one before it, and carries out all later ones anew. A later event that cannot
 * happen any more leaves the state as it was, and the rulings say so; it is tried again the next time. An
 * amend that would make line n impossible is refused and changes nothing. An amend of an amend that inserts
 * means the inserted event. An undo is redone by an amend that removes it.
 *
 * A game owns memory. Nothing else in rules/ does, except the JSON of the record while a line is read. */
#ifndef SQ_RULES_GAME_H
#define SQ_RULES_GAME_H

#include "rules/record.h"

typedef struct sq_game sq_game;

/* An empty game; the caller frees it. Null when memory runs out. */
sq_game *sq_game_new(void);
/* A copy on which an amend can be tried; the caller frees it. Null when memory runs out. */
sq_game *sq_game_copy(const sq_game *g);
void sq_game_free(sq_game *g); /* null is allowed */

/* The answer to a line. */
typedef struct {
    bool taken;
    char why[SQ_RULING_TEXT_MAX]; /* where it was not taken: a clause without the line's number */
    sq_rulings rulings;           /* where it was taken; of an event that the rules refuse, the reason */
} sq_game_answer;

/* Takes line n; n must be larger than all numbers before. For a line that could not be read, line is null and
 * why says the reason: it is kept as refused. *answer gets the result. Returns false when memory runs out. */
bool sq_game_take(sq_game *g, int n, const sq_record_line *line, const char *why, sq_game_answer *answer);

/* Reads one line of text and takes it, as sq_game_take does. `name` has room for SQ_RECORD_NAME_MAX bytes and
 * gets what the line calls its event. */
bool sq_game_read(sq_game *g, int n, const char *text, size_t length, char *name, sq_game_answer *answer);

/* The state now; valid until the game changes. */
const sq_state *sq_game_state(const sq_game *g);

/* Who plays, and where: the details of the `game` line, changed by each `about`, as these lines read now. */
void sq_game_details(const sq_game *g, sq_details *out);

/* A line that was given, as it is now. */
typedef struct {
    int n;
    const sq_event *event; /* as it reads now; of an amend that inserts: the inserted one; null where it
                              cannot be read */
    const sq_event *given; /* as it was given; null where it cannot be read */
    const sq_amendment *amendment;  /* its new events, if it was given as an amend */
    int acts_on;                    /* the number of the line that an undo or amend acts on; else 0 */
    bool refused;                   /* it was, when it was given, and no amend has changed it */
    bool stands;                    /* it is carried out with the others */
    bool carried_out;               /* it stands, and could happen */
    bool amended;                   /* an amend that stands has changed or confirmed it */
    bool changed;                   /* what it reads now comes from an amend; it may be what was given */
    const sq_state *before, *state; /* before and after it; valid until the game changes */
} sq_game_line;

/* How many lines there are, and line i of them, 0 <= i < sq_game_lines, in the order in which they were
 * given. */
int sq_game_lines(const sq_game *g);
sq_game_line sq_game_line_at(const sq_game *g, int i);
/* The line of a number; where there is none, its n is 0. */
sq_game_line sq_game_line_of(const sq_game *g, int n);
/* The same lines in the order in which they are carried out: an inserted event stands where it was inserted.
 */
sq_game_line sq_game_played_at(const sq_game *g, int place);

/* The number of the line that an undo would take back; where it would take back a redo, of the line that this
 * one has put back. 0: there is none. */
int sq_game_undoes(const sq_game *g);

/* The number of the undo that a redo would remove: the last one in force, if nothing else was carried out
 * since. 0: there is none. */
int sq_game_redoes(const sq_game *g);

#endif

/* The game record: reads events from text, and writes events and states as text. A record is a text file in
 * UTF-8 with one JSON object a line; the first is a "game". rules/terms/event.h says what each event means.
 * It is written like this:
 *
 *   event        keys (those in brackets may be absent or null)
 *   game         rules "etwa-2012", form "pairs" | "singles" | "three", [limit_s], [about]
 *   squidge-off  mm: for each colour that plays a distance from 0 on, "pot" or "off"
 *   shot         t, [t_rest], colour, wink, [potted], [off]: lists of winks, [over]: list of [upper, lower],
 *                [short]: true | false
 *   pass         t, colour
 *   nominate     colour, or in books that nominate a wink: wink
 *   lost-shot    t, colour, why "time" | "flight"
 *   aside        wink, [over]
 *   foul         [rule]: text
 *   choose       option "replay" | "accept", [colour]
 *   clock        t with run: true | false, or limit_s, or both; limit_s with t: time goes on to t
 *   set          [turn] [shots] [squidge_off] [pot] [baseline] [over] [phase] [rounds_left]
 *                [elapsed_s] [forfeit] [miss_turn] [club]
 *   disrupt      by
 *   about        about
 *   undo
 *   amend        n, with: an event, or null to remove line n; [before]: an event that is carried out just
 *                before line n, and then `with` may be absent, and line n stays; [without]: a list of further
 *                lines that are removed
 *   answer       reading: a number from 1; which reading of the open question is right
 *
 * Clubs' books have further keys. Of game: [book], the text of the club's book, and [digest], which
 * sq_ruleset_digest gives. Of shot: [outside], true | false, [marks], a list of words (SQ_MARK_LIST), [mm],
 * [dead], a list of winks, [pots], an object from a wink to its pot's colour or "hole". Of set: [club], an
 * object of what the club's game counts (SQ_NOTE_LIST).
 *
 * "about" is an object that says who plays, and where: [event], [round], [table], [date], each a text,
 * [players]: an object with a text for blue, green, red, yellow, [sides]: an object with a text for blue-red,
 * green-yellow. What is absent or null stays as it is; "" takes it away.
 *
 * Colours are blue, green, red, yellow; winks B1 B2 b1 b2 b3 b4, and so on with G g, R r, Y y; in books that
 * have them also white, W w, and purple, P p. t, t_rest, limit_s and elapsed_s are seconds, kept to the
 * microsecond; mm is millimetres. Unknown keys are ignored. A line is refused where a known key has a value
 * of another kind, a list names something twice, a key comes twice, a number is NaN, Infinity or beyond all
 * doubles, or the text is not UTF-8. */
#ifndef SQ_RULES_RECORD_H
#define SQ_RULES_RECORD_H

#include <stddef.h>

#include "rules/engine.h"

/* The version of every JSON line that squint writes, its key "version". It changes only when a key that was
 * there changes its meaning or goes; new keys leave it as it is (docs/PROTOCOL.md). */
enum { SQ_FORMAT_VERSION = 1 };

/* Bytes with the final 0 in which every state line fits, with its longest names, numbers and SQ_RULINGS_MAX
 * rulings; and every event's line. */
enum { SQ_STATE_LINE_MAX = 32768, SQ_EVENT_LINE_MAX = 16384 };

/* One line of a record. */
typedef struct {
    char name[SQ_RECORD_NAME_MAX]; /* the text of its "event"; "" where that is not a text */
    sq_event event;
    sq_amendment amendment; /* of an `amend` */
} sq_record_line;

/* Reads one line, with or without its newline. Where it is not an event, returns false and writes why, a
 * clause without the line's number; out->name is then set if it could be read. */
bool sq_record_read(sq_record_line *out, const char *text, size_t length, char why[SQ_RECORD_WHY_MAX]);

/* What squint remarks beside a line's event: X(key). */
#define SQ_REMARK_LIST(X) \
    X("seen_t")           \
    X("before_t")         \
    X("probability")      \
    X("gap_s")            \
    X("unjudged")         \
    X("question")         \
    X("held")             \
    X("answer")           \
    X("told")             \
    X("zero")             \
    X("left_open")        \
    X("left_open_more")   \
    X("settles")          \
    X("doubts")           \
    X("alternatives")     \
    X("readings")         \
    X("looks")            \
    X("word")             \
    X("who")              \
    X("at")

/* The same for what a person says in a game by these rules. A key that the event does not have is a slip of
 * the pen, and refused by its name; what squint itself remarks on a line may stand there. */
bool sq_record_read_said(int rules, sq_record_line *out, const char *line, size_t length,
                         char why[SQ_RECORD_WHY_MAX]);

/* The same for a game that is played by the rules with this number: another game than tiddlywinks has lines
 * of its own. */
bool sq_record_read_by(int rules, sq_record_line *out, const char *text, size_t length,
                       char why[SQ_RECORD_WHY_MAX]);

/* Whether a line is only white space. Such a line has a number, but gets no answer. */
bool sq_record_is_blank(const char *text, size_t length);

/* Writes an event as a line, without newline, that sq_record_read reads back to the same event; the
 * amendment belongs to an amend, else it may be null. Returns the length; the text is cut at capacity - 1. */
size_t sq_record_write(char *to, size_t capacity, const sq_event *e, const sq_amendment *amendment);

/* Writes the state line that answers line n, without newline, with the keys
 *   type version n event phase turn shots await [among] rounds_left squop_up leave_free forfeit free tiddlies
 *   pot_outs points score foul nominated elapsed_s limit_s clock_runs t potted baseline over [choices]
 *   rulings [error]
 * in this order and with the same digits on every machine. choices: the events of rules/next_events.h, where
 * there are any. name may be null or ""; error is null where the line was taken, else a clause. Returns the
 * length; the text is cut at capacity - 1. */
size_t sq_record_write_state(char *to, size_t capacity, int n, const char *name, const sq_state *s,
                             const sq_rulings *r, const char *error);

#endif

/* The remarks of a record's lines: what the referee adds to an event, which the rules do not read: how
 * probable it was, whether it is held as a question, and which other answers the question had.
 *
 *   seen_t, before_t  the rests after and before it, seconds on the source's clock
 *   probability       that the event is right; 0.997
 *   gap_s             seconds without a picture before it
 *   unjudged          rests before it that could not be judged
 *   question          the number of the game's question that it answers or holds
 *   held              it was carried out although it is a question
 *   answer            if held: which of the question's answers, as they were listed, is carried out; from 1
 *   told              the umpire wanted to be told of it (ui/umpire/automation.h)
 *   settles           earlier lines that were held and are certain by now: line, question, probability
 *   left_open         earlier questions that nobody answered and that have no event: text, t, [question]
 *   left_open_more    how many more of them there were, for which the line has no room
 *   doubts            if held: what the question was about, as sentences
 *   alternatives      the other answers: what, probability, [passed], [unseen_pile], [event]
 *
 * Every form of a game shows them: sentences, sheets, tables, pictures. */
#ifndef SQ_UI_GAME_RECORD_REMARKS_H
#define SQ_UI_GAME_RECORD_REMARKS_H

#include <jansson.h>

#include "rules/game.h"
#include "rules/record.h"
#include "ui/umpire/umpire.h"
#include "ui/words/event_words.h"

/* The most questions that are told of those that a line has as left open, or that a game ends with; and the
 * most doubts that a held line keeps. */
enum { SQ_LEFT_OPEN = 4, SQ_DOUBTS_KEPT = 4 };

/* Questions that are left open. Where there are too many to be told, the last text is "9 more questions". */
typedef struct {
    int count, texts;
    char text[SQ_LEFT_OPEN][SQ_EVENT_WORDS_MAX];
} sq_left_open;

typedef struct {
    int n;                   /* the line */
    double seen_t, before_t; /* NaN where they are absent: the line was added by hand */
    double probability;      /* NaN where it is absent */
    double gap_s;            /* 0: no picture was missing */
    int question;            /* 0: none */
    bool held;
    int answer; /* which of the question's answers it is, 1 the likeliest */
    int others;
    sq_play_reading other[SQ_READINGS]; /* in order of likelihood; without naming, moved and gone */
    sq_left_open left;
    int doubts; /* what a held question was about */
    char doubt[SQ_DOUBTS_KEPT][SQ_EVENT_WORDS_MAX];
    char *text; /* all of them as JSON, an object; null: none */
} sq_remarks;

/* The remarks of a record. Zero-initialised: none. */
typedef struct {
    sq_remarks *list;
    int count, room;
    sq_left_open end; /* when the referee stopped, of those that no line mentions */
} sq_remarks_list;

/* Reads the remarks of line n; a line that is not JSON has none. False where memory runs out. */
bool sq_remarks_add(sq_remarks_list *l, int n, const char *line, size_t length);
void sq_remarks_free(sq_remarks_list *l);

/* Reads, from the event stream beside a kept record, the questions that were open when the referee stopped. A
 * record without a stream has none, and neither has one that a person has continued, who thereby has answered
 * them. A stream that cannot be read is a failure. */
sq_code sq_remarks_read_end(sq_remarks_list *l, const sq_game *g, const char *record, sq_diag *d);

/* The remarks of line n; null if it has none. They belong to l. */
const sq_remarks *sq_remarks_of(const sq_remarks_list *l, int n);

/* What sheets and sentences say of the doubt about a line. */
typedef struct {
    bool known; /* there is a probability */
    double probability;
    bool held; /* it is an open question: held, and not answered by an umpire or by what was seen later */
    double gap_s;
    int others;        /* only if it is held */
    sq_left_open left; /* before the line; closed when somebody amends it or inserts an event before it */
    int doubts;        /* only if it is held: what the question is about */
    char doubt[SQ_DOUBTS_KEPT][SQ_EVENT_WORDS_MAX];
    char other[SQ_READINGS][SQ_EVENT_WORDS_MAX]; /* "Green plays G2. (35 %)" */
    int number[SQ_READINGS];                     /* of each other answer, for squint answer GAME LINE N */
} sq_line_doubt;

/* An event as a remark or a word gives it, by a game's rules (as in sq_state); false where it cannot be read.
 */
bool sq_remark_event(sq_event *out, int rules, const json_t *from);

/* The doubt about a line of the game as it reads now: a line that an umpire has amended is no longer in
 * doubt. */
void sq_line_doubt_of(sq_line_doubt *out, const sq_game *g, const sq_game_line *line,
                      const sq_remarks_list *l);

/* How many questions of the game are open, and their lines as "5, 6 and 9" ("" for those at its end). A pass
 * and a shot that answer one question count once. */
enum { SQ_OPEN_LINES_MAX = 256 };
int sq_open_questions(const sq_game *g, const sq_remarks_list *l, char lines[SQ_OPEN_LINES_MAX]);

/* The sentence for the top of a sheet: "2 questions are open (lines 5, 6 and 9): the result may still
 * change." With those at the end: "1 question is open (at the end: Does b3 lie over Y2?): ..." "" if none is
 * open. Returns how many are. */
enum { SQ_OPEN_TEXT_MAX = SQ_OPEN_LINES_MAX + SQ_LEFT_OPEN * SQ_EVENT_WORDS_MAX + 256 };
int sq_open_questions_say(char to[SQ_OPEN_TEXT_MAX], const sq_game *g, const sq_remarks_list *l);

#endif

/* Automation: how far the referee acts by itself, for each kind of event. It asks in any case if it is not
 * certain. */
#ifndef SQ_UI_UMPIRE_AUTOMATION_H
#define SQ_UI_UMPIRE_AUTOMATION_H

#include "vision/play/explain_play.h"

/* kind, its name, what it is */
#define SQ_AUTOMATIC_LIST(X)                                                                         \
    X(SQ_AUTOMATIC_SHOT, "shot", "a shot that changes no squop, pots nothing and sends nothing off") \
    X(SQ_AUTOMATIC_SQUOP, "squop", "a shot after which other winks lie over one another")            \
    X(SQ_AUTOMATIC_POT, "pot", "a shot that pots")                                                   \
    X(SQ_AUTOMATIC_OFF_MAT, "off-mat", "a shot that sends a wink off the mat")                       \
    X(SQ_AUTOMATIC_PASS, "pass", "a pass, which nobody sees: the next colour has played")            \
    X(SQ_AUTOMATIC_SQUIDGE_OFF, "squidge-off", "who has won the squidge-off")                        \
    X(SQ_AUTOMATIC_PUT_BACK, "put-back", "a foul shot that is put back")

typedef enum {
#define X(kind, name, text) kind,
    SQ_AUTOMATIC_LIST(X)
#undef X
        SQ_AUTOMATIC_KINDS
} sq_automatic_kind;

/* mode, its name, what the referee does with an event of which it is certain; more careful ones come later */
#define SQ_MODE_LIST(X)                                                                         \
    X(SQ_MODE_DO, "do", "carries it out")                                                       \
    X(SQ_MODE_TELL, "tell", "carries it out and tells the umpire, also where it is else quiet") \
    X(SQ_MODE_ASK, "ask", "asks; when the game goes on first, it is held as any question")      \
    X(SQ_MODE_OFF, "off",                                                                       \
      "leaves it to the umpire: it is told as left open, and the record waits for his word")

typedef enum {
#define X(mode, name, text) mode,
    SQ_MODE_LIST(X)
#undef X
        SQ_MODES
} sq_mode;

/* Zero-initialised: everything is carried out. */
typedef struct {
    unsigned char mode[SQ_AUTOMATIC_KINDS]; /* sq_mode */
} sq_automation;

/* Their names, as settings are written; constant. */
const char *sq_automatic_name(sq_automatic_kind k);
const char *sq_mode_name(sq_mode m);

/* Reads settings such as "pass=ask,pot=tell"; "all" means every kind. False where they are not in order: *a
 * is unchanged, and why gets a clause with the remedy. */
enum { SQ_AUTOMATION_WHY_MAX = 200 };
bool sq_automation_read(sq_automation *a, const char *text, char why[SQ_AUTOMATION_WHY_MAX]);

/* Writes all kinds that have another mode than SQ_MODE_DO, as sq_automation_read reads them; "" where there
 * is none. Returns `to`. */
enum { SQ_AUTOMATION_TEXT_MAX = 160 };
const char *sq_automation_write(char to[SQ_AUTOMATION_TEXT_MAX], const sq_automation *a);

/* What to do with a reading that is certain: the most careful mode of all kinds to which it belongs. For a
 * reading without an event, SQ_MODE_DO. before: the squops before it, by the record. */
sq_mode sq_automation_of(const sq_automation *a, const sq_squops *before, const sq_play_reading *r);

#endif

/* The umpire by scripts: each of tests/umpire/ lets winks lie from rest to rest, and says what must be heard
 * of each rest, all of it and in order. tests/play/README.md says how to write one. */
#include "rules/book/ruleset.h"
#include "tests/fixture/game/mat_script.h"
#include "tests/fixture/game/question_asked.h"
#include "ui/umpire/umpire.h"

#define SCRIPTS SQ_SOURCE_DIR "/tests/umpire"

/* Seconds from rest to rest; mm that the eye is off by, from look to look. */
#define REST_S 3.0
#define SHAKE_MM 0.1

enum { HEARD = 32 };

/* What was heard, with the names that the script has for winks. */
typedef struct {
    sq_said_kind kind;
    bool held, told, wished;
    sq_event event;
    sq_wink_set missing; /* by the doubts */
} heard;

typedef enum { THEN, SAID, STATE } section;

typedef struct {
    script s;
    section in;
    mat lies;
    double t;
    bool glance, looked; /* the look is not the last of its rest; it has been taken */
    bool again;          /* the umpire asks for another look */
    sq_umpire *umpire;
    sq_automation automation;
    asked question;
    bool named;
    sq_wink name[SQ_USUAL_WINKS]; /* the umpire's wink: the script's */
    int lines;                    /* of the record */
    int count, told;              /* heard since the lines were begun; held against lines */
    heard heard[HEARD];
} run;

/* ---- The umpire's names and the script's ---- */

/* The umpire gives names by where winks lie at first (track_winks.h). */
static void learn_names(run *r) {
    const sq_tracked *t = sq_umpire_seen(r->umpire);
    if (r->named || !t || r->lies.gone) return;
    r->named = true;
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
        for (sq_wink k = 0; k < SQ_USUAL_WINKS; k++)
            if (sq_mm_distance(r->lies.wink[k].at, t->wink[w].last.at) < 3) r->name[w] = k;
}

static sq_wink_set named(const run *r, sq_wink_set theirs) {
    sq_wink_set set = 0;
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
        if (theirs & sq_wink_bit(w)) set |= sq_wink_bit(r->name[w]);
    return set;
}

/* ---- What is heard ---- */

static sq_code hear(void *who, const sq_said *said, sq_diag *d) {
    run *r = who;
    (void)d;
    if (r->count == HEARD) return SQ_E_SIZE;
    heard *h = &r->heard[r->count++];
    *h = (heard){.kind = said->kind, .held = said->held, .told = said->told, .wished = said->wished};
    if (said->event) h->event = *said->event;
    if (said->kind == SQ_SAID_NEW_GAME) r->lines = 0;
    if (!asked_hear(&r->question, said))
        script_fault(&r->s, "what is held is no answer that the question listed");
    if (said->kind == SQ_SAID_EVENT && said->n != ++r->lines)
        script_fault(&r->s, "line %d of the record is told as number %d", r->lines, said->n);
    for (int i = 0; said->play && i < said->play->doubt_count; i++)
        if (said->play->doubt[i].kind == SQ_DOUBT_MISSING)
            h->missing |= sq_wink_bit(said->play->doubt[i].wink);
    return SQ_OK;
}

/* "b1 g2", for faults. */
static const char *names(char text[SQ_USUAL_WINKS * 3 + 1], sq_wink_set set) {
    int n = 0;
    *text = 0;
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
        if (set & sq_wink_bit(w)) n += snprintf(text + n, 4, "%s%s", n ? " " : "", sq_wink_name(w));
    return text;
}

/* What was heard as a line of a script. */
static void words_of(const run *r, const heard *h, char text[SCRIPT_LINE_MAX]) {
    static const char *const kinds[] = {
        [SQ_SAID_SQUIDGED] = "squidged", [SQ_SAID_BY_HAND] = "by hand",         [SQ_SAID_UNSEEN] = "unseen",
        [SQ_SAID_QUESTION] = "question", [SQ_SAID_PASSED_OVER] = "passed over", [SQ_SAID_WAIT] = "wait",
        [SQ_SAID_REFUSED] = "refused",   [SQ_SAID_NEW_GAME] = "new game"};
    const char *held = h->held ? "held " : h->told ? "told " : "";
    char set[2][SQ_USUAL_WINKS * 3 + 1];
    const sq_event_shot *e = &h->event.shot;
    if (h->kind == SQ_SAID_QUESTION && h->missing)
        snprintf(text, SCRIPT_LINE_MAX, "question where is %s", names(set[0], named(r, h->missing)));
    else if (h->kind != SQ_SAID_EVENT)
        snprintf(text, SCRIPT_LINE_MAX, "%s%s", h->wished ? "wished " : "", kinds[h->kind]);
    else if (h->event.kind == SQ_EVENT_SHOT)
        snprintf(text, SCRIPT_LINE_MAX, "%sshot of %s%s%s%s%s", held, sq_wink_name(r->name[e->wink]),
                 e->potted ? " potted " : "", names(set[0], named(r, e->potted)), e->off ? " off " : "",
                 names(set[1], named(r, e->off)));
    else if (h->event.kind == SQ_EVENT_PASS)
        snprintf(text, SCRIPT_LINE_MAX, "%spass of %s", held, sq_colour_name(h->event.pass.colour));
    else if (h->event.kind == SQ_EVENT_SET && h->event.set.named & SQ_SET_TURN)
        snprintf(text, SCRIPT_LINE_MAX, "%sset %s to play", held, sq_colour_name(h->event.set.turn));
    else
        snprintf(text, SCRIPT_LINE_MAX, "%s%s", held, sq_event_name(h->event.kind));
}

/* One line of what must be heard, against the next thing that was. */
static bool said_line(run *r) {
    char is[SCRIPT_LINE_MAX] = "nothing more";
    if (script_says(&r->s, "look again"))
        return r->again || script_fault(&r->s, "no other look is asked for");
    if (r->told < r->count) words_of(r, &r->heard[r->told++], is);
    return !strcmp(is, r->s.line) || script_fault(&r->s, "heard \"%s\", not \"%s\"", is, r->s.line);
}

/* ---- Looks ---- */

static void look(run *r) {
    if (r->looked) return;
    sq_diag d = {0};
    sq_position p = mat_position(&r->lies, NULL);
    hand_made_shake(&p, SHAKE_MM);
    p.t = r->t;
    r->looked = true;
    r->count = r->told = 0;
    if (sq_umpire_look(r->umpire, &p, r->t - 1, r->t - 0.1, !r->glance, &r->again, &d))
        script_fault(&r->s, "the umpire fails: %s", d.text);
    if (r->again && !r->glance) script_fault(&r->s, "another look is asked for after the last one");
    learn_names(r);
}

static void next_rest(run *r, bool glance) {
    look(r);
    r->t += glance ? 0.1 : REST_S;
    r->glance = glance;
    r->looked = false;
    r->in = THEN;
}

/* All that was heard must have been told. */
static bool end_of_section(run *r) {
    if (r->in != SAID || *r->s.fault || r->told == r->count) return !*r->s.fault;
    char is[SCRIPT_LINE_MAX];
    words_of(r, &r->heard[r->told], is);
    return script_fault(&r->s, "before this line \"%s\" was heard too", is);
}

/* Winks of all colours are squidged, red's comes to lie nearest, and they are carried back one by one. */
static void squidge_off(run *r) {
    static const struct {
        const char *wink;
        double x, y;
    } squidged[] = {{"B1", 200, 90}, {"G1", 220, 90}, {"R1", -180, -40}, {"Y1", -220, -40}};
    for (int k = 0; k < SQ_USUAL_COLOURS; k++) {
        next_rest(r, false);
        r->s.wink[0] = sq_wink_from_name(squidged[k].wink);
        r->s.value[0] = squidged[k].x;
        r->s.value[1] = squidged[k].y;
        mat_put(&r->lies, &r->s, SQ_PLACE_MAT);
    }
    for (int k = 0; k < SQ_USUAL_COLOURS; k++) {
        next_rest(r, false);
        mat_back(&r->lies, sq_wink_bit(sq_wink_from_name(squidged[k].wink)));
    }
    look(r);
    if (sq_umpire_state(r->umpire)->now.turn != SQ_RED)
        script_fault(&r->s, "red has not won the squidge-off");
}

/* ---- How the game stands ---- */

static bool state_line(run *r) {
    script *s = &r->s;
    const sq_state *g = sq_umpire_state(r->umpire);
    char text[SQ_USUAL_WINKS * 3 + 1];
    if (script_says(s, "C to play"))
        return g->now.turn == s->colour[0] || script_fault(s, "it is %s", sq_colour_name(g->now.turn));
    if (script_says(s, "questions N"))
        return sq_umpire_questions(r->umpire) == (int)s->value[0] ||
               script_fault(s, "there are %d", sq_umpire_questions(r->umpire));
    if (script_says(s, "potted W+"))
        return named(r, g->now.potted) == s->winks ||
               script_fault(s, "potted are %s", names(text, named(r, g->now.potted)));
    if (script_says(s, "tiddlies of C N"))
        return sq_state_tiddlies(g, s->colour[0]) == (int)s->value[0] ||
               script_fault(s, "they are %d", sq_state_tiddlies(g, s->colour[0]));
    if (script_says(s, "squidge-off"))
        return g->now.phase == SQ_PHASE_SQUIDGE_OFF || script_fault(s, "it is over");
    if (script_says(s, "rounds left N"))
        return g->now.rounds_left == (int)s->value[0] ||
               script_fault(s, "there are %d", (int)g->now.rounds_left);
    if (script_says(s, "its time is not known")) return g->clock.unknown || script_fault(s, "it is known");
    return false;
}

/* "automatic pass=ask": from the next rest on. */
static bool automatic_line(run *r) {
    static const char begins[] = "automatic ";
    char why[SQ_AUTOMATION_WHY_MAX];
    if (strncmp(r->s.line, begins, strlen(begins)) != 0) return false;
    end_of_section(r);
    if (r->in == THEN) look(r);
    if (!sq_automation_read(&r->automation, r->s.line + strlen(begins), why)) script_fault(&r->s, "%s", why);
    sq_umpire_automate(r->umpire, &r->automation);
    r->in = STATE;
    return true;
}

/* "a rest is not judged": before the next one. */
static bool unjudged_line(run *r) {
    if (!script_says(&r->s, "a rest is not judged")) return false;
    end_of_section(r);
    if (r->in == THEN) look(r);
    sq_umpire_unjudged(r->umpire, 1);
    r->in = STATE;
    return true;
}

/* ---- The whole ---- */

static void begin_umpire(run *r, int rules, double limit_s) {
    const sq_umpire_settings settings = {
        .game = {.rules = rules, .form = SQ_FORM_PAIRS, .limit = (sq_us)(limit_s * SQ_US_PER_S)},
        .hear = hear,
        .who = r};
    sq_umpire_free(r->umpire);
    assert_int_equal(sq_umpire_new(&r->umpire, &settings, NULL), SQ_OK);
}

/* "rules etwa-simple", before the first rest. */
static bool rules_line(run *r) {
    static const char begins[] = "rules ";
    if (strncmp(r->s.line, begins, strlen(begins)) != 0) return false;
    int rules = sq_ruleset_find(r->s.line + strlen(begins));
    if (rules < 0 || r->looked) return script_fault(&r->s, "no book of this name can be named here");
    begin_umpire(r, rules, 0);
    return true;
}

/* "limit 9 s", before the first rest: of the timed period. */
static bool limit_line(run *r) {
    if (!script_says(&r->s, "limit N s")) return false;
    if (r->looked) return script_fault(&r->s, "the game has begun");
    begin_umpire(r, 0, r->s.value[0]);
    return true;
}

static bool head_line(run *r) {
    script *s = &r->s;
    bool then = script_says(s, "then"), glance = script_says(s, "a glance"), said = script_says(s, "said"),
         nothing = script_says(s, "said nothing"), stands = script_says(s, "stands"),
         end = script_says(s, "the end"), over = script_says(s, "the squidge-off is over");
    if (!(then || glance || said || nothing || stands || end || over)) return false;
    end_of_section(r);
    if (over) squidge_off(r);
    if (then || glance) next_rest(r, glance);
    if (said || nothing || stands || end) look(r);
    if (end) {
        r->count = r->told = 0;
        if (sq_umpire_end(r->umpire, NULL)) script_fault(s, "the umpire fails at the end");
    }
    r->in = said || nothing ? SAID : stands || end ? STATE : THEN;
    if (nothing) end_of_section(r);
    return true;
}

static bool line_of_section(run *r) {
    return r->in == SAID ? said_line(r) : r->in == STATE ? state_line(r) : mat_change(&r->s, &r->lies);
}

/* Leaves the first fault in r->s.fault. The first lines are the first rest. */
static void run_script(run *r, const char *name, const char *text) {
    memset(r, 0, sizeof *r);
    r->s = (script){.name = name, .rest = text};
    r->lies = mat_at_the_start();
    r->t = REST_S;
    srand(1);
    begin_umpire(r, 0, 0);
    int said = 0;
    while (!*r->s.fault && script_next(&r->s)) {
        if (automatic_line(r) || rules_line(r) || limit_line(r) || unjudged_line(r)) continue;
        if (head_line(r))
            said += r->in >= SAID;
        else if (!line_of_section(r))
            script_fault(&r->s, "\"%s\" is no line that can stand here", r->s.line);
    }
    end_of_section(r);
    if (!said) script_fault(&r->s, "nothing is said: say \"said\" and what");
    sq_umpire_free(r->umpire);
}

static void run_text(const char *name, const char *text, char fault[SCRIPT_FAULT_MAX]) {
    static run r;
    run_script(&r, name, text);
    memcpy(fault, r.s.fault, sizeof r.s.fault);
}

int main(void) {
    static const wrong_script wrong[] = {
        {"said\n  wait\n", "a.play:2: heard \"game\", not \"wait\""},
        {"said\n  game\n  wait\n", "a.play:3: heard \"nothing more\", not \"wait\""},
        {"said nothing\n", "a.play:1: before this line \"game\" was heard too"},
        {"  b9 at 0 0\n", "a.play:1: \"b9 at 0 0\" is no line"},
        {"then\n  b1 at 0 100\n", "a.play:2: nothing is said"},
        {"rules chess\nsaid\n  game\n", "a.play:1: no book of this name"},
        {"automatic jump=ask\nsaid\n  game\n", "a.play:1: \"jump\" is no kind of event"},
        {"stands\n  squidge-off\n  green to play\n", "a.play:3: it is "},
        {0},
    };
    return scripts_run(SCRIPTS, ".play", run_text, wrong);
}

/* Puts an event into one or two sentences. */
#include "ui/words/event_words.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "rules/book/ruleset.h"
#include "rules/other/other_game.h"
#include "rules/record.h"
#include "ui/words/details_words.h"

typedef struct {
    char *to;
    size_t used;
} words;

__attribute__((format(printf, 2, 3))) static void put(words *w, const char *format, ...) {
    va_list args;
    va_start(args, format);
    size_t left = SQ_EVENT_WORDS_MAX - w->used;
    int n = vsnprintf(w->to + w->used, left, format, args);
    va_end(args);
    w->used += (size_t)n < left ? (size_t)n : left - 1;
}

static void put_capital(words *w, const char *name) {
    put(w, "%c%s", toupper((unsigned char)name[0]), name + 1);
}

/* "B1", "B1 and b2", "B1, b2 and b3" */
static void put_winks(words *w, sq_wink_set set) {
    for (sq_wink_set rest = set; rest; rest &= rest - 1) {
        const char *before = rest == set ? "" : rest & (rest - 1) ? ", " : " and ";
        put(w, "%s%s", before, sq_wink_name(sq_wink_first(rest)));
    }
}

/* "Event: Cambridge Open; round: 2; blue: Ann." */
static void put_details(words *w, const sq_details *about) {
    const char *between = "";
    for (unsigned d = 0; d < SQ_DETAILS; d++) {
        if (!(about->named & 1u << d)) continue;
        char date[SQ_DATE_TEXT_MAX];
        const char *name = sq_detail_words[d];
        const char *text = d == SQ_DETAIL_DATE ? sq_date_text(date, about->text[d]) : about->text[d];
        put(w, "%s%c%s: %s", between, *between ? name[0] : toupper((unsigned char)name[0]), name + 1,
            *text ? text : "none");
        between = "; ";
    }
    if (*between) put(w, ".");
}

/* An event of another game than tiddlywinks, in that game's words. */
static void put_other(words *w, const sq_event *e, const sq_state *before, const sq_state *after) {
    bool game = e->kind == SQ_EVENT_GAME;
    const sq_other_game *other = sq_other_game_at(game ? e->game.rules : e->other.rules);
    char said[SQ_EVENT_WORDS_MAX];
    sq_text t = sq_text_in(said, sizeof said);
    other->say_event(&t, e, before, after);
    put(w, "%s", said);
}

static void put_game(words *w, const sq_event_game *e) {
    static const char *const forms[] = {
        [SQ_FORM_PAIRS] = "of pairs", [SQ_FORM_SINGLES] = "of singles", [SQ_FORM_THREE] = "for three"};
    const sq_ruleset *rules = sq_ruleset_at(e->rules);
    const sq_other_game *other = sq_other_game_at(e->rules);
    if (other)
        put_other(w, &(sq_event){.kind = SQ_EVENT_GAME, .game = *e}, NULL, NULL);
    else
        put(w, "A game %s, by %s.", forms[e->form], rules ? rules->title : "unknown rules");
    if (e->details.named) put(w, " ");
    put_details(w, &e->details);
}

/* A tenth of a millimetre, as it is known; a hundredth where two distances would else read the same. */
static double squidged_unit(const sq_event_squidge_off *e) {
    for (unsigned a = 0; a < SQ_COLOURS; a++)
        for (unsigned b = 0; b < a; b++) {
            bool both = e->where[a] == SQ_SQUIDGED_ON_MAT && e->where[b] == SQ_SQUIDGED_ON_MAT &&
                        e->played & sq_colour_bit((sq_colour)a) && e->played & sq_colour_bit((sq_colour)b);
            if (both && e->mm[a] != e->mm[b] && round(e->mm[a] * 10) == round(e->mm[b] * 10)) return 0.01;
        }
    return 0.1;
}

static void put_squidge_off(words *w, const sq_event_squidge_off *e) {
    put(w, "Squidge-off:");
    const char *comma = "";
    double unit = squidged_unit(e);
    for (unsigned c = 0; c < SQ_COLOURS; c++) {
        if (!(e->played & sq_colour_bit((sq_colour)c))) continue;
        put(w, "%s %s ", comma, sq_colour_name((sq_colour)c));
        comma = ",";
        if (e->where[c] == SQ_SQUIDGED_ON_MAT)
            put(w, "%g mm", round(e->mm[c] / unit) * unit);
        else
            put(w, e->where[c] == SQ_SQUIDGED_POT ? "in the pot" : "off the mat");
    }
    put(w, ".");
}

/* The squops that came: " Now b3 lies over G1, and R1 over y2 and y3." */
static void put_squops(words *w, const char *now, const sq_squops *was, const sq_squops *is) {
    const char *before = now, *lies = " lies over ";
    for (sq_wink upper = 0; upper < SQ_WINKS; upper++) {
        sq_wink_set under = 0;
        for (sq_wink x = 0; x < SQ_WINKS; x++)
            if (is->above[x] & ~was->above[x] & sq_wink_bit(upper)) under |= sq_wink_bit(x);
        if (!under) continue;
        put(w, "%s%s%s", before, sq_wink_name(upper), lies);
        put_winks(w, under);
        before = ", and ";
        lies = " over ";
    }
    if (*before == ',') put(w, ".");
}

/* The squops that came, and the winks that were under some and are free again. */
static void put_piles(words *w, const sq_state *before, const sq_state *after) {
    const sq_squops *was = &before->now.squops, *is = &after->now.squops;
    put_squops(w, " Now ", was, is);
    sq_wink_set freed = 0;
    for (sq_wink x = 0; x < SQ_WINKS; x++)
        if (was->above[x] && !is->above[x]) freed |= sq_wink_bit(x);
    freed &= sq_winks_on_mat(&after->now);
    if (!freed) return;
    put(w, " ");
    put_winks(w, freed);
    put(w, " %s free again.", sq_wink_count(freed) == 1 ? "is" : "are");
}

static void put_shot(words *w, const sq_event_shot *e, const sq_state *before, const sq_state *after) {
    put_capital(w, sq_colour_name(e->colour));
    put(w, " plays %s", sq_wink_name(e->wink));
    if (before->now.unplayed & sq_wink_bit(e->wink)) put(w, " from behind the baseline");
    if (e->is_short) {
        put(w, " and falls short of it.");
        return;
    }
    if (e->potted) {
        put(w, ", pots ");
        put_winks(w, e->potted);
    }
    if (e->off) {
        put(w, "%s sends off ", e->potted ? " and" : ",");
        put_winks(w, e->off);
    }
    put(w, ".");
    put_piles(w, before, after);
}

static void put_choice(words *w, const sq_event_choose *e, const sq_state *before) {
    const char *side = sq_partnership_name(sq_opponents(before->foul.by));
    put_capital(w, side);
    if (e->option == SQ_CHOOSE_REPLAY)
        put(w, before->foul.wrong_colour ? " has the turn put back." : " has the shot put back.");
    else if (before->foul.wrong_colour && e->colour != SQ_NO_COLOUR)
        put(w, " accepts the turn and goes on with %s.", sq_colour_name(e->colour));
    else
        put(w, " accepts the shot.");
}

static void put_clock(words *w, const sq_event_clock *e) {
    if (e->order == SQ_CLOCK_STOP) put(w, "The clock is stopped.");
    if (e->order == SQ_CLOCK_RUN) put(w, "The clock is started.");
    if (e->limit) put(w, "%sThe limit is now %g s.", w->used ? " " : "", (double)e->limit / SQ_US_PER_S);
}

/* The umpire sets it by his word, or squint as winks lie that nobody saw played: the line tells which. */
static void put_set(words *w, const sq_event_set *e) {
    static const char *const what[SQ_SET_KEYS] = {
        [SQ_SET_TURN_PLACE] = "whose turn it is",
        [SQ_SET_SHOTS_PLACE] = "the shots of the turn",
        [SQ_SET_SQUIDGE_OFF_PLACE] = "who won the squidge-off",
        [SQ_SET_POT_PLACE] = "the pot",
        [SQ_SET_BASELINE_PLACE] = "the baselines",
        [SQ_SET_OVER_PLACE] = "the squops",
        [SQ_SET_PHASE_PLACE] = "the phase",
        [SQ_SET_ROUNDS_LEFT_PLACE] = "the rounds left",
        [SQ_SET_ELAPSED_PLACE] = "the time",
        [SQ_SET_FORFEIT_PLACE] = "who forfeits",
    };
    put(w, e->named ? "Set: " : "Nothing is set");
    for (unsigned i = 0, rest = e->named; rest; rest &= ~(1u << i++))
        if (rest & 1u << i) {
            const char *before = rest == e->named ? "" : rest & (rest - 1) ? ", " : " and ";
            put(w, "%s%s", before, what[i]);
        }
    put(w, ".");
}

static void put_event(words *w, const sq_event *e, const sq_amendment *amendment, const sq_state *before,
                      const sq_state *after);

/* The complete list of an amended shot; how the mat lay before it is not known here. */
static void put_over(words *w, const sq_event *e) {
    static const sq_squops none;
    if (e->kind != SQ_EVENT_SHOT || !e->shot.over_known) return;
    if (memcmp(&e->shot.over, &none, sizeof none))
        put_squops(w, " ", &none, &e->shot.over);
    else
        put(w, " No wink lies over another.");
}

/* An amendment's event, without what it led to: that is told by its line. */
static void put_new(words *w, const sq_event *e) {
    static const sq_state nothing;
    if (e->kind == SQ_EVENT_CHOOSE)
        put(w, e->choose.option == SQ_CHOOSE_REPLAY ? "The foul is put back." : "The foul is accepted.");
    else
        put_event(w, e, NULL, &nothing, &nothing);
    put_over(w, e);
}

static void put_amend(words *w, const sq_event_amend *e, const sq_amendment *amendment) {
    if (e->inserts && amendment) {
        put(w, "Inserted before line %d: ", e->n);
        put_new(w, &amendment->before);
    }
    const char *space = e->inserts ? " " : "";
    if (e->remove || (!e->keep && !amendment)) put(w, "%sLine %d is removed.", space, e->n);
    if (!e->remove && !e->keep && amendment) {
        put(w, "%sLine %d now reads: ", space, e->n);
        put_new(w, &amendment->with);
    }
    for (int i = 0; i < e->without_count; i++)
        put(w, " Line %d is removed.", e->without[i]);
}

static void put_answer(words *w, const sq_event_answer *e) {
    static const char *const nth[] = {"first", "second", "third", "fourth", "fifth", "sixth"};
    if (e->reading >= 1 && (size_t)e->reading <= sizeof nth / sizeof *nth)
        put(w, "The umpire takes the %s answer.", nth[e->reading - 1]);
    else
        put(w, "The umpire takes answer %d.", e->reading);
}

static void put_event(words *w, const sq_event *e, const sq_amendment *amendment, const sq_state *before,
                      const sq_state *after) {
    switch (e->kind) {
    case SQ_EVENT_OTHER: put_other(w, e, before, after); break;
    case SQ_EVENT_GAME: put_game(w, &e->game); break;
    case SQ_EVENT_SQUIDGE_OFF: put_squidge_off(w, &e->squidge_off); break;
    case SQ_EVENT_SHOT: put_shot(w, &e->shot, before, after); break;
    case SQ_EVENT_PASS:
        put_capital(w, sq_colour_name(e->pass.colour));
        put(w, " passes.");
        break;
    case SQ_EVENT_NOMINATE:
        if (e->nominate.wink != SQ_NO_WINK)
            put(w, "%s", sq_wink_name(e->nominate.wink));
        else
            put_capital(w, sq_colour_name(e->nominate.colour));
        put(w, " is nominated.");
        break;
    case SQ_EVENT_FOUL:
        put(w, "The umpire calls the shot foul");
        put(w, e->foul.rule[0] ? ", by rule %s." : ".", e->foul.rule);
        break;
    case SQ_EVENT_CHOOSE: put_choice(w, &e->choose, before); break;
    case SQ_EVENT_CLOCK: put_clock(w, &e->clock); break;
    case SQ_EVENT_SET: put_set(w, &e->set); break;
    case SQ_EVENT_DISRUPT:
        put_capital(w, sq_colour_name(e->disrupt.by));
        put(w, " disrupts the game on purpose.");
        break;
    case SQ_EVENT_LOST_SHOT:
        put_capital(w, sq_colour_name(e->lost_shot.colour));
        put(w, e->lost_shot.why == SQ_LOST_IN_TIME ? " loses a shot, not played in time."
                                                   : " loses a shot: the wink touched a player in flight.");
        break;
    case SQ_EVENT_ASIDE: put(w, "%s is moved aside.", sq_wink_name(e->aside.wink)); break;
    case SQ_EVENT_ABOUT: put_details(w, &e->about.details); break;
    case SQ_EVENT_UNDO: put(w, "The last event is taken back."); break;
    case SQ_EVENT_ANSWER: put_answer(w, &e->answer); break;
    default: put_amend(w, &e->amend, amendment); break;
    }
}

const char *sq_event_words(char to[SQ_EVENT_WORDS_MAX], const sq_event *e, const sq_amendment *amendment,
                           const sq_state *before, const sq_state *after) {
    words w = {to, 0};
    to[0] = 0;
    put_event(&w, e, amendment, before, after);
    return to;
}

const char *sq_elapsed_text(char to[SQ_ELAPSED_TEXT_MAX], const sq_state *s) {
    sq_us seconds = sq_state_elapsed(s) / SQ_US_PER_S;
    snprintf(to, SQ_ELAPSED_TEXT_MAX, "%lld:%02lld", (long long)(seconds / 60), (long long)(seconds % 60));
    return to;
}

bool sq_event_time(const sq_event *e, sq_us *t) {
    switch (e->kind) {
    case SQ_EVENT_SHOT: *t = e->shot.t; return true;
    case SQ_EVENT_PASS: *t = e->pass.t; return true;
    case SQ_EVENT_CLOCK: *t = e->clock.t; return e->clock.t_known;
    case SQ_EVENT_OTHER: return sq_other_game_at(e->other.rules)->event_time(&e->other, t);
    default: return false;
    }
}

const char *sq_video_text(char to[SQ_VIDEO_TEXT_MAX], const sq_event *e) {
    enum { TENTH = SQ_US_PER_S / 10, TENTHS_A_MINUTE = 600 };
    sq_us t;
    *to = 0;
    if (!sq_event_time(e, &t) || t < 0) return to;
    long long tenths = (t + TENTH / 2) / TENTH;
    snprintf(to, SQ_VIDEO_TEXT_MAX, "%lld:%02lld.%lld", tenths / TENTHS_A_MINUTE,
             tenths % TENTHS_A_MINUTE / 10, tenths % 10);
    return to;
}

sq_colour sq_event_colour(const sq_event *e) {
    switch (e->kind) {
    case SQ_EVENT_SHOT: return e->shot.colour;
    case SQ_EVENT_PASS: return e->pass.colour;
    case SQ_EVENT_NOMINATE: return e->nominate.colour;
    case SQ_EVENT_DISRUPT: return e->disrupt.by;
    default: return SQ_NO_COLOUR;
    }
}

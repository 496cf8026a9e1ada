/* Puts an event into one or two sentences. */
#include "ui/words/event_words.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#include "rules/book/ruleset.h"
#include "rules/other/game_registry.h"
#include "rules/record.h"
#include "rules/terms/text_buffer.h"
#include "ui/words/details_words.h"

FILE *sq_open_words(char to[SQ_EVENT_WORDS_MAX]) {
    memset(to, 0, SQ_EVENT_WORDS_MAX);
    return fmemopen(to, SQ_EVENT_WORDS_MAX - 1, "w");
}

void sq_close_words(FILE *f, char to[SQ_EVENT_WORDS_MAX]) {
    fclose(f);
    to[sq_text_whole(to, strlen(to))] = 0;
}

/* What a detail is called; other: the game, null: tiddlywinks. */
static const char *detail_name(unsigned d, const sq_other_game *other) {
    bool is_side = d == SQ_DETAIL_BLUE_RED || d == SQ_DETAIL_GREEN_YELLOW;
    return other && is_side ? other->side[d == SQ_DETAIL_BLUE_RED ? SQ_BLUE_RED : SQ_GREEN_YELLOW]
                            : sq_detail_words[d];
}

/* "Event: Cambridge Open; round: 2; blue: Ann." */
static void put_details(sq_text *t, const sq_details *about, const sq_other_game *other) {
    const char *between = "";
    for (unsigned d = 0; d < SQ_DETAILS; d++) {
        if (!(about->named & 1u << d)) continue;
        char date[SQ_DATE_TEXT_MAX];
        const char *name = detail_name(d, other);
        const char *text = d == SQ_DETAIL_DATE ? sq_date_text(date, about->text[d]) : about->text[d];
        sq_text_put(t, "%s%c%s: %s", between, *between ? name[0] : toupper((unsigned char)name[0]), name + 1,
                    *text ? text : "none");
        between = "; ";
    }
    if (*between) sq_text_put(t, ".");
}

/* An event of another game than tiddlywinks, in that game's words. */
static void put_other(sq_text *t, const sq_event *e, const sq_state *before, const sq_state *after) {
    int rules = e->kind == SQ_EVENT_GAME ? e->game.rules : e->other.rules;
    sq_other_game_at(rules)->say_event(t, e, before, after);
}

static void put_game(sq_text *t, const sq_event_game *e) {
    static const char *const forms[] = {
        [SQ_FORM_PAIRS] = "of pairs", [SQ_FORM_SINGLES] = "of singles", [SQ_FORM_THREE] = "for three"};
    const sq_ruleset *rules = sq_ruleset_at(e->rules);
    const sq_other_game *other = sq_other_game_at(e->rules);
    if (other)
        put_other(t, &(sq_event){.kind = SQ_EVENT_GAME, .game = *e}, NULL, NULL);
    else
        sq_text_put(t, "A game %s, by %s.", forms[e->form], rules ? rules->title : "unknown rules");
    if (e->details.named) sq_text_put(t, " ");
    put_details(t, &e->details, other);
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

static void put_squidge_off(sq_text *t, const sq_event_squidge_off *e) {
    sq_text_put(t, "Squidge-off:");
    const char *comma = "";
    double unit = squidged_unit(e);
    for (unsigned c = 0; c < SQ_COLOURS; c++) {
        if (!(e->played & sq_colour_bit((sq_colour)c))) continue;
        sq_text_put(t, "%s %s ", comma, sq_colour_name((sq_colour)c));
        comma = ",";
        if (e->where[c] == SQ_SQUIDGED_ON_MAT)
            sq_text_put(t, "%g mm", round(e->mm[c] / unit) * unit);
        else
            sq_text_put(t, e->where[c] == SQ_SQUIDGED_POT ? "in the pot" : "off the mat");
    }
    sq_text_put(t, ".");
}

/* The squops that came: " Now b3 lies over G1, and R1 over y2 and y3." */
static void put_squops(sq_text *t, const char *now, const sq_squops *was, const sq_squops *is) {
    const char *before = now, *lies = " lies over ";
    for (sq_wink upper = 0; upper < SQ_WINKS; upper++) {
        sq_wink_set under = 0;
        for (sq_wink x = 0; x < SQ_WINKS; x++)
            if (is->above[x] & ~was->above[x] & sq_wink_bit(upper)) under |= sq_wink_bit(x);
        if (!under) continue;
        sq_text_put(t, "%s%s%s", before, sq_wink_name(upper), lies);
        sq_text_put_winks(t, under);
        before = ", and ";
        lies = " over ";
    }
    if (*before == ',') sq_text_put(t, ".");
}

/* The squops that ended although the lower wink is not free, for another lies over it still. Of an upper wink
 * that has left the mat it goes without saying. */
static void put_left(sq_text *t, const sq_squops *was, const sq_squops *is, sq_wink_set on_mat) {
    for (sq_wink upper = 0; upper < SQ_WINKS; upper++) {
        sq_wink_set left = 0;
        for (sq_wink x = 0; x < SQ_WINKS; x++)
            if (is->above[x] && was->above[x] & ~is->above[x] & sq_wink_bit(upper)) left |= sq_wink_bit(x);
        left &= on_mat;
        if (!left || !(on_mat & sq_wink_bit(upper))) continue;
        sq_text_put(t, " %s no longer lies over ", sq_wink_name(upper));
        sq_text_put_winks(t, left);
        sq_text_put(t, ".");
    }
}

/* The squops that came, those that ended, and the winks that are free again. */
static void put_piles(sq_text *t, const sq_state *before, const sq_state *after) {
    const sq_squops *was = &before->now.squops, *is = &after->now.squops;
    put_squops(t, " Now ", was, is);
    put_left(t, was, is, sq_winks_on_mat(&after->now));
    sq_wink_set freed = 0;
    for (sq_wink x = 0; x < SQ_WINKS; x++)
        if (was->above[x] && !is->above[x]) freed |= sq_wink_bit(x);
    freed &= sq_winks_on_mat(&after->now);
    if (!freed) return;
    sq_text_put(t, " ");
    sq_text_put_winks(t, freed);
    sq_text_put(t, " %s free again.", sq_wink_count(freed) == 1 ? "is" : "are");
}

static void put_shot(sq_text *t, const sq_event_shot *e, const sq_state *before, const sq_state *after) {
    sq_text_put_capital(t, sq_colour_name(e->colour));
    sq_text_put(t, " plays %s", sq_wink_name(e->wink));
    if (before->now.unplayed & sq_wink_bit(e->wink)) sq_text_put(t, " from behind the baseline");
    if (e->is_short) {
        sq_text_put(t, " and falls short of it.");
        return;
    }
    if (e->potted) {
        sq_text_put(t, ", pots ");
        sq_text_put_winks(t, e->potted);
    }
    if (e->off) {
        sq_text_put(t, "%s sends off ", e->potted ? " and" : ",");
        sq_text_put_winks(t, e->off);
    }
    sq_text_put(t, ".");
    put_piles(t, before, after);
}

static void put_choice(sq_text *t, const sq_event_choose *e, const sq_state *before) {
    const char *side = sq_partnership_name(sq_opponents(before->foul.by));
    sq_text_put_capital(t, side);
    if (e->option == SQ_CHOOSE_REPLAY)
        sq_text_put(t, before->foul.wrong_colour ? " has the turn put back." : " has the shot put back.");
    else if (before->foul.wrong_colour && e->colour != SQ_NO_COLOUR)
        sq_text_put(t, " accepts the turn and goes on with %s.", sq_colour_name(e->colour));
    else
        sq_text_put(t, " accepts the shot.");
}

/* A record may have any limit. */
static void put_limit(sq_text *t, sq_us limit) {
    const sq_us shortest = 60 * SQ_US_PER_S;
    if (limit < shortest || limit % SQ_US_PER_S || limit / SQ_US_PER_S > INT32_MAX)
        sq_text_put(t, "%g s", (double)limit / SQ_US_PER_S);
    else
        sq_text_put_minutes(t, (int32_t)(limit / SQ_US_PER_S));
}

static void put_clock(sq_text *t, const sq_event_clock *e) {
    if (e->order == SQ_CLOCK_STOP) sq_text_put(t, "The clock is stopped.");
    if (e->order == SQ_CLOCK_RUN) sq_text_put(t, "The clock is started.");
    bool first = e->order == SQ_CLOCK_KEEP;
    if (!e->limit) return;
    sq_text_put(t, "%sThe limit is now ", first ? "" : " ");
    put_limit(t, e->limit);
    sq_text_add(t, '.');
}

/* The umpire sets it by his word, or squint as winks lie that nobody saw played: the line tells which. */
static void put_set(sq_text *t, const sq_event_set *e) {
    static const char *const what[] = {
#define X(key, name, words) words,
        SQ_SET_LIST(X)
#undef X
    };
    bool is_time_open = e->named & SQ_SET_ELAPSED && e->elapsed == SQ_ELAPSED_UNKNOWN;
    unsigned is_set = e->named & ~(is_time_open ? (unsigned)SQ_SET_ELAPSED : 0);
    sq_text_put(t, is_set ? "Set: " : "Nothing is set");
    for (unsigned i = 0, rest = is_set; rest; rest &= ~(1u << i++))
        if (rest & 1u << i) sq_text_put(t, "%s%s", sq_list_joint(is_set, rest, " and "), what[i]);
    sq_text_put(t, ".");
    if (is_time_open) sq_text_put(t, " How long the game has been played is not known.");
}

static void put_event(sq_text *t, const sq_event *e, const sq_state *before, const sq_state *after);

/* The complete list of an amended shot; how the mat lay before it is not known here. */
static void put_over(sq_text *t, const sq_event *e) {
    static const sq_squops none;
    if (e->kind != SQ_EVENT_SHOT || !e->shot.over_known) return;
    if (memcmp(&e->shot.over, &none, sizeof none))
        put_squops(t, " ", &none, &e->shot.over);
    else
        sq_text_put(t, " No wink lies over another.");
}

/* An amendment's event, without what it led to: that is told by its line. */
static void put_new(sq_text *t, const sq_event *e) {
    static const sq_state nothing;
    if (e->kind == SQ_EVENT_CHOOSE)
        sq_text_put(t,
                    e->choose.option == SQ_CHOOSE_REPLAY ? "The foul is put back." : "The foul is accepted.");
    else
        put_event(t, e, &nothing, &nothing);
    put_over(t, e);
}

static void put_answer(sq_text *t, const sq_event_answer *e) {
    static const char *const nth[] = {"first", "second", "third", "fourth", "fifth", "sixth"};
    if (e->reading >= 1 && (size_t)e->reading <= sizeof nth / sizeof *nth)
        sq_text_put(t, "The umpire takes the %s answer.", nth[e->reading - 1]);
    else
        sq_text_put(t, "The umpire takes answer %d.", e->reading);
}

static void put_event(sq_text *t, const sq_event *e, const sq_state *before, const sq_state *after) {
    switch (e->kind) {
    case SQ_EVENT_OTHER: put_other(t, e, before, after); break;
    case SQ_EVENT_GAME: put_game(t, &e->game); break;
    case SQ_EVENT_SQUIDGE_OFF: put_squidge_off(t, &e->squidge_off); break;
    case SQ_EVENT_SHOT: put_shot(t, &e->shot, before, after); break;
    case SQ_EVENT_PASS:
        sq_text_put_capital(t, sq_colour_name(e->pass.colour));
        sq_text_put(t, " passes.");
        break;
    case SQ_EVENT_NOMINATE:
        if (e->nominate.wink != SQ_NO_WINK)
            sq_text_put(t, "%s", sq_wink_name(e->nominate.wink));
        else
            sq_text_put_capital(t, sq_colour_name(e->nominate.colour));
        sq_text_put(t, " is nominated.");
        break;
    case SQ_EVENT_FOUL:
        sq_text_put(t, "The umpire calls the shot foul");
        sq_text_put(t, e->foul.rule[0] ? ", by rule %s." : ".", e->foul.rule);
        break;
    case SQ_EVENT_CHOOSE: put_choice(t, &e->choose, before); break;
    case SQ_EVENT_CLOCK: put_clock(t, &e->clock); break;
    case SQ_EVENT_SET: put_set(t, &e->set); break;
    case SQ_EVENT_DISRUPT:
        sq_text_put_capital(t, sq_colour_name(e->disrupt.by));
        sq_text_put(t, " disrupts the game on purpose.");
        break;
    case SQ_EVENT_LOST_SHOT:
        sq_text_put_capital(t, sq_colour_name(e->lost_shot.colour));
        sq_text_put(t, e->lost_shot.why == SQ_LOST_IN_TIME
                           ? " loses a shot, not played in time."
                           : " loses a shot: the wink touched a player in flight.");
        break;
    case SQ_EVENT_ASIDE: sq_text_put(t, "%s is moved aside.", sq_wink_name(e->aside.wink)); break;
    case SQ_EVENT_ABOUT:
        put_details(t, &e->about.details, before ? sq_other_game_at(before->rules) : NULL);
        break;
    case SQ_EVENT_UNDO: sq_text_put(t, "The last event is taken back."); break;
    case SQ_EVENT_ANSWER: put_answer(t, &e->answer); break;
    default: sq_text_put(t, "Line %d is amended.", e->amend.n); break;
    }
}

const char *sq_event_words(char to[SQ_EVENT_WORDS_MAX], const sq_event *e, const sq_state *before,
                           const sq_state *after) {
    sq_text t = sq_text_in(to, SQ_EVENT_WORDS_MAX);
    put_event(&t, e, before, after);
    return to;
}

/* ---- What acts on other lines ---- */

typedef struct {
    const sq_game *game;
    bool brief;
} told_of;

static void put_line(sq_text *t, told_of of, const sq_game_line *l, const sq_event *e);

/* What a line says that is gone, or is back. */
static void put_acted_on(sq_text *t, told_of of, int n, const char *what) {
    sq_game_line l = sq_game_line_of(of.game, n);
    sq_text_put(t, "%sLine %d %s%s", t->used ? " " : "", n, what, of.brief ? "." : ": ");
    if (!of.brief) put_line(t, of, &l, l.event);
}

static bool is_undo(const sq_game_line *l) {
    return l->acts_on && l->given->kind == SQ_EVENT_UNDO;
}

static void put_amend(sq_text *t, told_of of, const sq_game_line *l) {
    const sq_event_amend *e = &l->given->amend;
    sq_game_line target = sq_game_line_of(of.game, e->n);
    if (e->inserts) {
        sq_text_put(t, "Inserted before line %d: ", e->n);
        put_new(t, &l->amendment->before);
    }
    if (e->remove && is_undo(&target))
        put_acted_on(t, of, target.acts_on, "counts again");
    else if (e->remove)
        put_acted_on(t, of, e->n, "is removed");
    else if (!e->keep) {
        sq_text_put(t, "%sLine %d now reads: ", e->inserts ? " " : "", e->n);
        put_new(t, &l->amendment->with);
    }
    for (int i = 0; i < e->without_count; i++)
        put_acted_on(t, of, e->without[i], "is removed");
}

/* e: what it says; of a line that inserts an event this, or the amend itself. */
static void put_line(sq_text *t, told_of of, const sq_game_line *l, const sq_event *e) {
    if (!e)
        sq_text_put(t, "It cannot be read.");
    else if (l->acts_on && e->kind == SQ_EVENT_UNDO)
        put_acted_on(t, of, l->acts_on, "is taken back");
    else if (l->acts_on && e->kind == SQ_EVENT_AMEND)
        put_amend(t, of, l);
    else
        put_event(t, e, l->before, l->state);
}

const char *sq_line_words(char to[SQ_EVENT_WORDS_MAX], const sq_game *g, const sq_game_line *l) {
    sq_text t = sq_text_in(to, SQ_EVENT_WORDS_MAX);
    put_line(&t, (told_of){g, false}, l, l->event);
    return to;
}

const char *sq_last_line_words(char to[SQ_EVENT_WORDS_MAX], const sq_game *g, bool brief) {
    sq_text t = sq_text_in(to, SQ_EVENT_WORDS_MAX);
    sq_game_line l = sq_game_line_at(g, sq_game_lines(g) - 1);
    put_line(&t, (told_of){g, brief}, &l, l.given);
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

const char *sq_video_time_text(char to[SQ_VIDEO_TEXT_MAX], double t) {
    enum { TENTHS_A_MINUTE = 600 };
    long long tenths = llround(10 * t);
    snprintf(to, SQ_VIDEO_TEXT_MAX, "%lld:%02lld.%lld", tenths / TENTHS_A_MINUTE,
             tenths % TENTHS_A_MINUTE / 10, tenths % 10);
    return to;
}

const char *sq_video_text(char to[SQ_VIDEO_TEXT_MAX], const sq_event *e) {
    sq_us t;
    *to = 0;
    return sq_event_time(e, &t) && t >= 0 ? sq_video_time_text(to, (double)t / SQ_US_PER_S) : to;
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

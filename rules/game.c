/* Keeps the list of a game's lines with the state after each, and the order in which they are carried out: as
 * they were given, but an amend that inserts an event stands before the line that it names. An undo or amend
 * changes a line, and all that follows it in this order is then carried out anew. */
#include "rules/game.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/other/game_registry.h"

typedef enum { STANDS, REFUSED, TAKEN_BACK } fate;

typedef struct {
    int n;
    bool readable, refused; /* when it was given */
    sq_record_line given;
    int target; /* the line that an undo or amend acts on */
    /* What all undos and amends together make of it. */
    fate fate;
    sq_event reads;
    bool amended, changed;             /* an amend that stands acts on it; it reads otherwise by that */
    bool carried_out, was_carried_out; /* in this fold, in the one before */
    int place;                         /* in the order of play */
    sq_state state;                    /* after it */
} line;

struct sq_game {
    line *lines;
    int *order; /* of play: indices of lines */
    int count, room;
    sq_state none;
};

sq_game *sq_game_new(void) {
    sq_game *g = calloc(1, sizeof *g);
    if (g) g->none = sq_state_none();
    return g;
}

void sq_game_free(sq_game *g) {
    if (!g) return;
    free(g->lines);
    free(g->order);
    free(g);
}

static bool make_room(sq_game *g, int room) {
    line *lines = realloc(g->lines, (size_t)room * sizeof *lines);
    if (!lines) return false;
    g->lines = lines;
    int *order = realloc(g->order, (size_t)room * sizeof *order);
    if (!order) return false;
    g->order = order;
    g->room = room;
    return true;
}

sq_game *sq_game_copy(const sq_game *g) {
    sq_game *copy = sq_game_new();
    if (!copy || !g->count) return copy;
    if (!make_room(copy, g->count)) {
        sq_game_free(copy);
        return NULL;
    }
    memcpy(copy->lines, g->lines, (size_t)g->count * sizeof *g->lines);
    memcpy(copy->order, g->order, (size_t)g->count * sizeof *g->order);
    copy->count = g->count;
    return copy;
}

/* The state in which the place-th line of the order is carried out. */
static const sq_state *state_at(const sq_game *g, int place) {
    return place ? &g->lines[g->order[place - 1]].state : &g->none;
}

static const sq_state *state_before(const sq_game *g, int i) {
    return state_at(g, g->lines[i].place);
}

const sq_state *sq_game_state(const sq_game *g) {
    return state_at(g, g->count);
}

int sq_game_lines(const sq_game *g) {
    return g->count;
}

/* An undo or amend: it acts on another line. An event of the game it is only where it inserts one. */
static bool is_act(const line *l) {
    return !l->refused && (l->given.event.kind == SQ_EVENT_UNDO || l->given.event.kind == SQ_EVENT_AMEND);
}

sq_game_line sq_game_line_at(const sq_game *g, int i) {
    assert(i >= 0 && i < g->count);
    const line *l = &g->lines[i];
    return (sq_game_line){.n = l->n,
                          .event = l->readable || l->fate == STANDS ? &l->reads : NULL,
                          .given = l->readable ? &l->given.event : NULL,
                          .amendment = &l->given.amendment,
                          .acts_on = is_act(l) ? g->lines[l->target].n : 0,
                          .refused = l->fate == REFUSED,
                          .stands = l->fate == STANDS,
                          .carried_out = l->carried_out,
                          .amended = l->amended,
                          .changed = l->changed,
                          .before = state_before(g, i),
                          .state = &l->state};
}

sq_game_line sq_game_line_of(const sq_game *g, int n) {
    for (int i = 0; i < g->count; i++)
        if (g->lines[i].n == n) return sq_game_line_at(g, i);
    return (sq_game_line){.n = 0};
}

sq_game_line sq_game_played_at(const sq_game *g, int place) {
    assert(place >= 0 && place < g->count);
    return sq_game_line_at(g, g->order[place]);
}

static bool is_undo(const line *l) {
    return is_act(l) && l->given.event.kind == SQ_EVENT_UNDO;
}

static bool inserts(const line *l) {
    return is_act(l) && l->given.event.kind == SQ_EVENT_AMEND && l->given.event.amend.inserts;
}

/* An amend of a line that is itself an act means the event that this one has inserted. */
static bool amends_insertion(const sq_game *g, const line *l) {
    return !is_undo(l) && inserts(&g->lines[l->target]);
}

static bool acts_on_event(const sq_game *g, const line *l) {
    const line *target = &g->lines[l->target];
    return !is_act(target) || (amends_insertion(g, l) && target->fate == STANDS);
}

static int find(const sq_game *g, int n) {
    for (int i = 0; i < g->count - 1; i++)
        if (g->lines[i].n == n) return i;
    return -1;
}

/* An act that stands changes the line that it acts on, and those that it removes with it. */
static void change_lines(sq_game *g, const line *act) {
    const sq_event_amend *e = &act->given.event.amend;
    line *target = &g->lines[act->target];
    bool undoes = is_undo(act);
    if (undoes || !e->keep) {
        target->fate = undoes || e->remove ? TAKEN_BACK : STANDS;
        target->changed = target->fate == STANDS;
        if (target->changed) target->reads = act->given.amendment.with;
    }
    target->amended |= !undoes && !e->keep;
    for (int i = 0; !undoes && i < e->without_count; i++) {
        line *removed = &g->lines[find(g, e->without[i])];
        removed->fate = TAKEN_BACK;
        removed->amended = true;
    }
}

static void put_in_order(sq_game *g, int from, int to) {
    int moved = g->order[from];
    memmove(&g->order[to + 1], &g->order[to], (size_t)(from - to) * sizeof *g->order);
    g->order[to] = moved;
    for (int place = to; place <= from; place++)
        g->lines[g->order[place]].place = place;
}

/* As they were given, but what was inserted stands before its line; also where it is gone again, for
 * something may have been inserted before it. */
static void order_lines(sq_game *g) {
    for (int i = 0; i < g->count; i++)
        g->order[i] = g->lines[i].place = i;
    for (int i = 0; i < g->count; i++)
        if (inserts(&g->lines[i])) put_in_order(g, g->lines[i].place, g->lines[g->lines[i].target].place);
}

/* What each line reads and whether it stands, from what was given. An act that a later one took back does not
 * act, so they are settled from the last to the first. */
static void settle(sq_game *g) {
    line *lines = g->lines;
    for (int i = 0; i < g->count; i++) {
        lines[i].fate = lines[i].refused ? REFUSED : STANDS;
        lines[i].amended = lines[i].changed = false;
        lines[i].reads = inserts(&lines[i]) ? lines[i].given.amendment.before : lines[i].given.event;
    }
    for (int i = g->count - 1; i >= 0; i--)
        if (is_act(&lines[i]) && lines[i].fate == STANDS && is_act(&lines[lines[i].target]) &&
            !amends_insertion(g, &lines[i]))
            lines[lines[i].target].fate = TAKEN_BACK;
    for (int i = 0; i < g->count; i++)
        if (is_act(&lines[i]) && lines[i].fate == STANDS && acts_on_event(g, &lines[i]))
            change_lines(g, &lines[i]);
    order_lines(g);
}

/* Carries out all lines from this place of the order on anew. */
static void fold(sq_game *g, int place) {
    for (; place < g->count; place++) {
        line *l = &g->lines[g->order[place]];
        l->was_carried_out = l->carried_out;
        l->carried_out = l->fate == STANDS;
        l->state = *state_at(g, place);
        if (!l->carried_out || (is_act(l) && !inserts(l))) continue;
        sq_rulings r;
        l->carried_out = sq_engine_step(&l->state, &l->reads, &l->state, &r);
    }
}

static int least(int a, int b) {
    return a < b ? a : b;
}

/* The first place of the order that an act on line i changes: of an act, what this has changed. */
static int first_changed(const sq_game *g, int i) {
    int first = g->lines[i].place;
    while (is_act(&g->lines[i])) {
        const sq_event_amend *e = &g->lines[i].given.event.amend;
        for (int k = 0; !is_undo(&g->lines[i]) && k < e->without_count; k++)
            first = least(first, g->lines[find(g, e->without[k])].place);
        i = g->lines[i].target;
        first = least(first, g->lines[i].place);
    }
    return first;
}

static void refuse(sq_game_answer *answer, const char *why) {
    answer->taken = false;
    snprintf(answer->why, sizeof answer->why, "%s", why);
}

/* Each game has its own words for what an amend does. */
static void say(const sq_game *g, sq_game_answer *answer, sq_amend_says what, int n) {
    static const uint8_t tiddlywinks[SQ_AMEND_SAYS] = {
        [SQ_SAYS_AMENDED] = SQ_RULED_AMENDED,           [SQ_SAYS_REDONE] = SQ_RULED_REDONE,
        [SQ_SAYS_INSERTED] = SQ_RULED_INSERTED,         [SQ_SAYS_REMOVED] = SQ_RULED_AMEND_REMOVES,
        [SQ_SAYS_LEFT_OUT] = SQ_RULED_AMEND_LEAVES_OUT,
    };
    const sq_other_game *other = sq_other_game_at(sq_game_state(g)->rules);
    sq_rulings *r = &answer->rulings;
    uint8_t kind = (other ? other->amend_says : tiddlywinks)[what];
    if (r->count < SQ_RULINGS_MAX) r->list[r->count++] = (sq_ruling){.what = kind, .n = n};
}

/* Lets the last line, an act on the i-th, act. Returns the first place that it has changed. */
static int act(sq_game *g, int i) {
    line *l = &g->lines[g->count - 1];
    l->refused = false;
    l->target = i;
    int before = first_changed(g, g->count - 1);
    settle(g);
    int first = least(before, first_changed(g, g->count - 1));
    fold(g, first);
    return first;
}

/* The last of the first `count` lines that an undo takes back; -1: none. */
static int last_to_undo(const sq_game *g, int count) {
    int i = count - 1;
    while (i >= 0 && (!g->lines[i].carried_out || is_undo(&g->lines[i])))
        i--;
    return i >= 0 && g->lines[i].reads.kind == SQ_EVENT_GAME ? -1 : i;
}

int sq_game_undoes(const sq_game *g) {
    int i = last_to_undo(g, g->count);
    while (i >= 0 && is_act(&g->lines[i]) && is_undo(&g->lines[g->lines[i].target]))
        i = g->lines[g->lines[i].target].target;
    return i < 0 ? 0 : g->lines[i].n;
}

static void undo(sq_game *g, sq_game_answer *answer) {
    int i = last_to_undo(g, g->count - 1);
    if (i < 0) {
        refuse(answer, "there is nothing to take back");
        return;
    }
    act(g, i);
}

/* Why a line cannot be removed, or null. */
static const char *cannot_remove(const line *l) {
    if (l->fate != STANDS) return "that line was not carried out, so there is nothing to remove";
    return l->reads.kind == SQ_EVENT_GAME ? "the game line can read otherwise, but not be removed" : NULL;
}

/* Why the lines that are to go with it cannot be removed, or null. */
static const char *cannot_be_without(const sq_game *g, const sq_event_amend *e) {
    const char *why = NULL;
    for (int k = 0; k < e->without_count && !why; k++) {
        int i = find(g, e->without[k]);
        if (i < 0) return "there is no earlier line of a number in \"without\"";
        why = is_act(&g->lines[i]) ? "\"without\" can remove no undo and no amend"
                                   : cannot_remove(&g->lines[i]);
    }
    return why;
}

/* Why line i cannot be amended so, or null. */
static const char *cannot_amend(const sq_game *g, int i, const sq_event_amend *e) {
    if (i < 0) return "there is no earlier line of that number";
    const line *l = &g->lines[i];
    if (e->inserts && l->reads.kind == SQ_EVENT_GAME) return "nothing can come before the game line";
    if (inserts(l) && l->fate != STANDS) return "what that line inserted is gone already";
    if (is_act(l) && !inserts(l)) {
        if (!is_undo(l)) return "that line is an amend; amend the line that it amended, or undo";
        if (l->fate != STANDS) return "that undo is taken away already";
        return e->remove ? NULL : "that line is an undo; it can be removed (\"with\": null), which redoes";
    }
    for (int k = i + 1; k < g->count - 1; k++)
        if (is_undo(&g->lines[k]) && g->lines[k].fate == STANDS && g->lines[k].target == i)
            return "that line was taken back by an undo; amend the undo to null first";
    const char *why = e->remove ? cannot_remove(l) : NULL;
    return why ? why : cannot_be_without(g, e);
}

static void withdraw(sq_game *g, int from) {
    g->lines[g->count - 1].refused = true;
    settle(g);
    fold(g, from);
}

/* The line whose new event cannot happen, or -1. */
static int what_cannot_happen(const sq_game *g, int i, const sq_event_amend *e) {
    if (e->inserts && !g->lines[g->count - 1].carried_out) return g->count - 1;
    return !e->remove && !e->keep && !g->lines[i].carried_out ? i : -1;
}

static void refuse_as_the_rules_do(const sq_game *g, int i, sq_game_answer *answer) {
    sq_rulings r;
    sq_state out;
    const sq_state *before = state_before(g, i);
    sq_engine_step(before, &g->lines[i].reads, &out, &r);
    answer->taken = false;
    sq_engine_refusal(before, &g->lines[i].reads, &r, answer->why);
}

static void amend(sq_game *g, sq_game_answer *answer) {
    const sq_event_amend e = g->lines[g->count - 1].given.event.amend;
    int i = find(g, e.n);
    const char *why = cannot_amend(g, i, &e);
    if (why) {
        refuse(answer, why);
        return;
    }
    int first = act(g, i), cannot = what_cannot_happen(g, i, &e);
    if (cannot >= 0) {
        refuse_as_the_rules_do(g, cannot, answer);
        withdraw(g, first);
        return;
    }
    if (!e.keep) say(g, answer, is_undo(&g->lines[i]) ? SQ_SAYS_REDONE : SQ_SAYS_AMENDED, e.n);
    if (e.inserts) say(g, answer, SQ_SAYS_INSERTED, e.n);
    for (int k = 0; k < e.without_count; k++)
        say(g, answer, SQ_SAYS_REMOVED, e.without[k]);
    for (int place = first; place < g->count; place++) {
        const line *l = &g->lines[g->order[place]];
        if (l->was_carried_out && !l->carried_out && l->fate == STANDS)
            say(g, answer, SQ_SAYS_LEFT_OUT, l->n);
    }
}

int sq_game_redoes(const sq_game *g) {
    for (int i = g->count - 1; i >= 0; i--) {
        const line *l = &g->lines[i];
        if (!is_act(l) || !l->carried_out) {
            if (l->carried_out) return 0;
            continue;
        }
        if (is_undo(l)) return l->n;
        if (!is_undo(&g->lines[l->target])) return 0;
    }
    return 0;
}

static void step(sq_game *g, sq_game_answer *answer) {
    line *l = &g->lines[g->count - 1];
    l->refused = !sq_engine_step(&l->state, &l->given.event, &l->state, &answer->rulings);
    l->fate = l->refused ? REFUSED : STANDS;
    l->carried_out = !l->refused;
    if (!l->refused) return;
    answer->taken = false;
    sq_engine_refusal(&l->state, &l->given.event, &answer->rulings, answer->why);
}

bool sq_game_take(sq_game *g, int n, const sq_record_line *given, const char *why, sq_game_answer *answer) {
    if (g->count == g->room && !make_room(g, g->room ? 2 * g->room : 256)) return false;
    assert(!g->count || n > g->lines[g->count - 1].n);
    int place = g->count++;
    line *l = &g->lines[place];
    g->order[place] = place;
    *l = (line){.n = n, .refused = true, .fate = REFUSED, .place = place, .state = *state_at(g, place)};
    answer->taken = true;
    answer->rulings.count = 0;
    answer->rulings.refused = false;
    if (!given) {
        refuse(answer, why);
        return true;
    }
    l->readable = true;
    l->given = *given;
    l->reads = given->event;
    bool playing = l->state.playing;
    if (playing && given->event.kind == SQ_EVENT_UNDO)
        undo(g, answer);
    else if (playing && given->event.kind == SQ_EVENT_AMEND)
        amend(g, answer);
    else
        step(g, answer);
    return true;
}

bool sq_game_read(sq_game *g, int n, const char *text, size_t length, char *name, sq_game_answer *answer) {
    sq_record_line given;
    char why[SQ_RECORD_WHY_MAX];
    const sq_state *s = sq_game_state(g);
    bool readable = sq_record_read_by(s->playing ? s->rules : -1, &given, text, length, why);
    memcpy(name, given.name, SQ_RECORD_NAME_MAX);
    return sq_game_take(g, n, readable ? &given : NULL, why, answer);
}

void sq_game_details(const sq_game *g, sq_details *out) {
    *out = (sq_details){0};
    for (int i = 0; i < g->count; i++) {
        const line *l = &g->lines[g->order[i]];
        if (!l->carried_out) continue;
        if (l->reads.kind == SQ_EVENT_GAME) sq_details_take(out, &l->reads.game.details);
        if (l->reads.kind == SQ_EVENT_ABOUT) sq_details_take(out, &l->reads.about.details);
    }
}

/* Keeps the list of a game's lines with the state after each. An undo or amend changes a line, and all later
 * lines are then carried out anew. */
#include "rules/game.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum { STANDS, REFUSED, TAKEN_BACK } fate;

typedef struct {
    int n;
    bool readable, refused; /* when it was given */
    sq_record_line given;
    int target; /* the line that an undo or amend acts on */
    /* What all undos and amends together make of it. */
    fate fate;
    sq_event reads;
    bool carried_out, was_carried_out; /* in this fold, in the one before */
    sq_state state;                    /* after it */
} line;

struct sq_game {
    line *lines;
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
    free(g);
}

static bool make_room(sq_game *g, int room) {
    line *lines = realloc(g->lines, (size_t)room * sizeof *lines);
    if (!lines) return false;
    g->lines = lines;
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
    copy->count = g->count;
    return copy;
}

static const sq_state *state_before(const sq_game *g, int i) {
    return i ? &g->lines[i - 1].state : &g->none;
}

const sq_state *sq_game_state(const sq_game *g) {
    return state_before(g, g->count);
}

int sq_game_lines(const sq_game *g) {
    return g->count;
}

sq_game_line sq_game_line_at(const sq_game *g, int i) {
    assert(i >= 0 && i < g->count);
    const line *l = &g->lines[i];
    bool amends = l->readable && l->given.event.kind == SQ_EVENT_AMEND && !l->given.event.amend.remove;
    return (sq_game_line){.n = l->n,
                          .event = l->readable || l->fate == STANDS ? &l->reads : NULL,
                          .with = amends ? &l->given.with : NULL,
                          .stands = l->fate == STANDS,
                          .carried_out = l->carried_out,
                          .before = state_before(g, i),
                          .state = &l->state};
}

/* An undo or amend: it acts on another line and is no event of the game. */
static bool is_act(const line *l) {
    return !l->refused && (l->given.event.kind == SQ_EVENT_UNDO || l->given.event.kind == SQ_EVENT_AMEND);
}

static bool is_undo(const line *l) {
    return is_act(l) && l->given.event.kind == SQ_EVENT_UNDO;
}

/* What each line reads and whether it stands, from what was given. An act that a later one took back does not
 * act, so they are settled from the last to the first. */
static void settle(sq_game *g) {
    line *lines = g->lines;
    for (int i = 0; i < g->count; i++) {
        lines[i].fate = lines[i].refused ? REFUSED : STANDS;
        lines[i].reads = lines[i].given.event;
    }
    for (int i = g->count - 1; i >= 0; i--)
        if (is_act(&lines[i]) && lines[i].fate == STANDS && is_act(&lines[lines[i].target]))
            lines[lines[i].target].fate = TAKEN_BACK;
    for (int i = 0; i < g->count; i++) {
        if (!is_act(&lines[i]) || lines[i].fate != STANDS || is_act(&lines[lines[i].target])) continue;
        line *target = &lines[lines[i].target];
        bool takes_back = is_undo(&lines[i]) || lines[i].given.event.amend.remove;
        target->fate = takes_back ? TAKEN_BACK : STANDS;
        if (!takes_back) target->reads = lines[i].given.with;
    }
}

/* Carries out all lines from the i-th on anew. */
static void fold(sq_game *g, int i) {
    for (; i < g->count; i++) {
        line *l = &g->lines[i];
        l->was_carried_out = l->carried_out;
        l->carried_out = l->fate == STANDS;
        l->state = *state_before(g, i);
        if (!l->carried_out || is_act(l)) continue;
        sq_rulings r;
        l->carried_out = sq_engine_step(&l->state, &l->reads, &l->state, &r);
    }
}

/* The first line that an act on the i-th one changes: of an act, the line that this acted on. */
static int first_changed(const sq_game *g, int i) {
    while (is_act(&g->lines[i]))
        i = g->lines[i].target;
    return i;
}

static void refuse(sq_game_answer *answer, const char *why) {
    answer->taken = false;
    snprintf(answer->why, sizeof answer->why, "%s", why);
}

static void say(sq_game_answer *answer, sq_ruling_kind what, int n) {
    sq_rulings *r = &answer->rulings;
    if (r->count < SQ_RULINGS_MAX) r->list[r->count++] = (sq_ruling){.what = (uint8_t)what, .n = n};
}

/* Lets the last line, an act on the i-th, act. */
static void act(sq_game *g, int i) {
    g->lines[g->count - 1].refused = false;
    g->lines[g->count - 1].target = i;
    settle(g);
    fold(g, first_changed(g, i));
}

static void undo(sq_game *g, sq_game_answer *answer) {
    int i = g->count - 2;
    while (i >= 0 && (!g->lines[i].carried_out || is_undo(&g->lines[i])))
        i--;
    if (i < 0 || g->lines[i].reads.kind == SQ_EVENT_GAME) {
        refuse(answer, "there is nothing to take back");
        return;
    }
    act(g, i);
}

static int find(const sq_game *g, int n) {
    for (int i = 0; i < g->count - 1; i++)
        if (g->lines[i].n == n) return i;
    return -1;
}

/* Why line i cannot be amended so, or null. */
static const char *cannot_amend(const sq_game *g, int i, const sq_event_amend *e) {
    if (i < 0) return "there is no earlier line of that number";
    const line *l = &g->lines[i];
    if (is_act(l)) {
        if (!is_undo(l)) return "that line is an amend; amend the line that it amended, or undo";
        if (l->fate != STANDS) return "that undo is taken away already";
        return e->remove ? NULL : "that line is an undo; it can be removed (\"with\": null), which redoes";
    }
    for (int k = i + 1; k < g->count - 1; k++)
        if (is_undo(&g->lines[k]) && g->lines[k].fate == STANDS && g->lines[k].target == i)
            return "that line was taken back by an undo; amend the undo to null first";
    if (!e->remove) return NULL;
    if (l->fate != STANDS) return "that line was not carried out, so there is nothing to remove";
    return l->reads.kind == SQ_EVENT_GAME ? "the game line can read otherwise, but not be removed" : NULL;
}

static void withdraw(sq_game *g, int from) {
    g->lines[g->count - 1].refused = true;
    settle(g);
    fold(g, from);
}

static void amend(sq_game *g, sq_game_answer *answer) {
    const sq_event_amend e = g->lines[g->count - 1].given.event.amend;
    int i = find(g, e.n);
    const char *why = cannot_amend(g, i, &e);
    if (why) {
        refuse(answer, why);
        return;
    }
    act(g, i);
    if (!e.remove && !g->lines[i].carried_out) {
        sq_rulings r;
        sq_state out;
        sq_engine_step(state_before(g, i), &g->lines[i].reads, &out, &r);
        answer->taken = false;
        sq_refusal_text(&r.list[0], answer->why);
        withdraw(g, i);
        return;
    }
    say(answer, SQ_RULED_AMENDED, e.n);
    for (int k = first_changed(g, i) + 1; k < g->count - 1; k++)
        if (g->lines[k].was_carried_out && !g->lines[k].carried_out)
            say(answer, SQ_RULED_AMEND_LEAVES_OUT, g->lines[k].n);
}

static void step(sq_game *g, sq_game_answer *answer) {
    line *l = &g->lines[g->count - 1];
    l->refused = !sq_engine_step(&l->state, &l->given.event, &l->state, &answer->rulings);
    l->fate = l->refused ? REFUSED : STANDS;
    l->carried_out = !l->refused;
    if (!l->refused) return;
    answer->taken = false;
    sq_refusal_text(&answer->rulings.list[0], answer->why);
}

bool sq_game_take(sq_game *g, int n, const sq_record_line *given, const char *why, sq_game_answer *answer) {
    if (g->count == g->room && !make_room(g, g->room ? 2 * g->room : 256)) return false;
    assert(!g->count || n > g->lines[g->count - 1].n);
    line *l = &g->lines[g->count++];
    *l = (line){.n = n, .refused = true, .fate = REFUSED, .state = *state_before(g, g->count - 1)};
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
    bool readable = sq_record_read(&given, text, length, why);
    memcpy(name, given.name, SQ_RECORD_NAME_MAX);
    return sq_game_take(g, n, readable ? &given : NULL, why, answer);
}

/* Readings that lead to the same state are one. What is left open is weighed again with each further rest. */
#include "ui/umpire/crokinole/board_umpire.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The probability from which a reading is carried out, and the least evidence (nats) with which it explains
 * the rest well. */
#define SURE 0.975
#define EXPLAINS_NATS (-12.5)
/* That the first disc seen was the first one shot: a shot before it may have left the board. */
#define FIRST_SEEN 0.9

/* A reading and what it leads to. */
typedef struct {
    sq_board_reading reading;
    sq_state after;
    double probability;
    double asked; /* the probability with which it was asked */
} outcome;

struct sq_board_umpire {
    sq_event_game line;
    sq_hear_told hear;
    void *who;
    sq_state game;
    sq_board_lie lie;
    bool begun, waits;
    int n, questions, left_in_doubt;
    double seen_t; /* of the last rest that was judged */

    /* The open question. */
    int open; /* how many readings; 0: none */
    outcome list[SQ_TOLD_READINGS];
    double asked_t, asked_before_t;

    outcome next[SQ_TOLD_READINGS]; /* in work */
    sq_board_story story;
    sq_told_reading told[SQ_TOLD_READINGS];
};

sq_code sq_board_umpire_new(sq_board_umpire **out, const sq_event_game *game, sq_hear_told hear, void *who,
                            sq_diag *d) {
    sq_board_umpire *u = *out = calloc(1, sizeof *u);
    if (!u) return sq_fail(d, SQ_E_MEMORY, "no memory for an umpire; close other programs");
    u->line = *game;
    u->hear = hear;
    u->who = who;
    u->game = sq_state_none();
    u->seen_t = NAN;
    return SQ_OK;
}

void sq_board_umpire_free(sq_board_umpire *u) {
    free(u);
}

const sq_state *sq_board_umpire_state(const sq_board_umpire *u) {
    return &u->game;
}

int sq_board_umpire_questions(const sq_board_umpire *u) {
    return u->left_in_doubt;
}

/* ---- Telling ---- */

static sq_code tell(sq_board_umpire *u, sq_told told, sq_diag *d) {
    if (!told.before) told.before = &u->game;
    if (!told.after) told.after = &u->game;
    told.n = u->n + (told.kind != SQ_TOLD_EVENT);
    return u->hear(u->who, &told, d);
}

/* Carries an event out and tells it; `about` says the rest. */
static sq_code carry_out(sq_board_umpire *u, const sq_event *e, sq_told about, sq_diag *d) {
    sq_state before = u->game;
    sq_rulings rulings;
    about.event = e;
    about.before = &before;
    about.rulings = &rulings;
    bool taken = sq_engine_step(&u->game, e, &u->game, &rulings);
    about.kind = taken ? SQ_TOLD_EVENT : SQ_TOLD_REFUSED;
    u->n += taken;
    u->left_in_doubt += !taken || about.held;
    return tell(u, about, d);
}

static sq_event own_event(const sq_board_umpire *u, sq_crokinole_event_kind what,
                          const sq_crokinole_event *from) {
    sq_event e;
    memset(&e, 0, sizeof e);
    e.kind = SQ_EVENT_OTHER;
    e.other.rules = u->line.rules;
    e.other.what = (int32_t)what;
    memcpy(e.other.bytes, from, sizeof *from);
    return e;
}

static void list_readings(sq_board_umpire *u, const outcome *list, int count) {
    for (int i = 0; i < count; i++) {
        const sq_board_reading *r = &list[i].reading;
        u->told[i] = (sq_told_reading){.probability = list[i].probability, .events = r->shots};
        for (int k = 0; k < r->shots; k++)
            u->told[i].event[k] = own_event(u, SQ_CROKINOLE_SHOT, &r->shot[k]);
    }
}

/* ---- What a story leads to ---- */

static bool play(const sq_board_umpire *u, const sq_board_reading *r, sq_state *game) {
    sq_rulings dropped;
    for (int i = 0; i < r->shots; i++) {
        sq_event e = own_event(u, SQ_CROKINOLE_SHOT, &r->shot[i]);
        if (!sq_engine_step(game, &e, game, &dropped)) return false;
    }
    return true;
}

static bool is_same(const sq_state *a, const sq_state *b) {
    sq_crokinole one = sq_crokinole_of(a), other = sq_crokinole_of(b);
    return !memcmp(&one.now, &other.now, sizeof one.now);
}

/* Readings that the rules take alike become one; those that they refuse are left out. Returns how many. */
static int outcomes_of(const sq_board_umpire *u, const sq_board_story *story, const sq_state *game,
                       outcome to[SQ_TOLD_READINGS]) {
    int count = 0;
    double sum = 0;
    for (int i = 0; i < story->count; i++) {
        sq_state after = *game;
        if (!play(u, &story->reading[i], &after)) continue;
        int k = 0;
        while (k < count && !is_same(&to[k].after, &after))
            k++;
        if (k == SQ_TOLD_READINGS) continue;
        if (k == count) to[count++] = (outcome){.reading = story->reading[i], .after = after};
        to[k].probability += story->reading[i].probability;
        sum += story->reading[i].probability;
    }
    for (int i = 0; i < count; i++)
        to[i].probability /= sum;
    return count;
}

static int likeliest(const outcome *list, int count) {
    int best = 0;
    for (int i = 1; i < count; i++)
        if (list[i].probability > list[best].probability) best = i;
    return best;
}

/* ---- Settling and asking ---- */

static sq_code tell_lifted(sq_board_umpire *u, sq_board_disc_set lifted, double t, sq_diag *d) {
    char text[SQ_TOLD_TEXT];
    int used = snprintf(text, sizeof text, "taken off by hand:");
    if (!lifted) return SQ_OK;
    for (sq_board_disc_set left = lifted; left; left &= left - 1)
        used += snprintf(text + used, sizeof text - (size_t)used, " %s",
                         sq_board_disc_name((sq_board_disc)__builtin_ctz(left)));
    return tell(u, (sq_told){.kind = SQ_TOLD_BY_HAND, .t = t, .before_t = u->seen_t, .text = text}, d);
}

static sq_code settle(sq_board_umpire *u, const outcome *o, sq_told about, sq_diag *d) {
    sq_code code = SQ_OK;
    about.probability = o->probability;
    for (int i = 0; i < o->reading.shots && !code; i++) {
        sq_event e = own_event(u, SQ_CROKINOLE_SHOT, &o->reading.shot[i]);
        code = carry_out(u, &e, about, d);
    }
    if (!code) code = tell_lifted(u, o->reading.lifted, about.t, d);
    u->lie = o->reading.lie;
    return code;
}

static sq_code ask(sq_board_umpire *u, int count, double t, sq_diag *d) {
    memcpy(u->list, u->next, sizeof u->list);
    u->open = count;
    for (int i = 0; i < count; i++)
        u->list[i].asked = u->list[i].probability;
    u->asked_t = t;
    u->asked_before_t = u->seen_t;
    list_readings(u, u->list, count);
    return tell(u,
                (sq_told){.kind = SQ_TOLD_QUESTION,
                          .t = t,
                          .before_t = u->seen_t,
                          .question = ++u->questions,
                          .readings = count,
                          .reading = u->told},
                d);
}

/* The question is answered by its best reading, or held. */
static sq_code close_question(sq_board_umpire *u, int best, bool held, sq_diag *d) {
    int count = u->open;
    list_readings(u, u->list, count);
    u->open = 0;
    sq_told about = {.t = u->asked_t,
                     .before_t = u->asked_before_t,
                     .question = u->questions,
                     .held = held && u->list[best].reading.shots,
                     .readings = held ? count : 0,
                     .reading = u->told};
    u->left_in_doubt += held && !u->list[best].reading.shots;
    return settle(u, &u->list[best], about, d);
}

/* How the game goes on weighs the readings of the open question. goes_on: gets whether a shot was played. */
static int weigh_open(sq_board_umpire *u, const sq_board_position *seen, double t, double rest,
                      bool *goes_on) {
    double nats[SQ_TOLD_READINGS], most = -INFINITY, sum = 0;
    int best = 0;
    for (int i = 0; i < u->open; i++) {
        sq_crokinole c = sq_crokinole_of(&u->list[i].after);
        sq_board_story_tell(&u->story, &c, &u->list[i].reading.lie, seen, t, rest);
        nats[i] = log(u->list[i].asked) + u->story.evidence;
        if (nats[i] <= most) continue;
        most = nats[i];
        best = i;
        *goes_on = u->story.count && u->story.reading[0].shots;
    }
    for (int i = 0; i < u->open; i++)
        sum += exp(nats[i] - most);
    for (int i = 0; i < u->open; i++)
        u->list[i].probability = exp(nats[i] - most) / sum;
    return best;
}

/* ---- The start ---- */

/* The board as it lies when the camera comes: the discs of a round that is under way. */
static bool take_up(sq_board_umpire *u, const sq_board_position *seen, sq_crokinole_event *set) {
    int count[SQ_BOARD_SIDES] = {0, 0};
    sq_crokinole c = sq_crokinole_of(&u->game);
    *set = (sq_crokinole_event){.colour = SQ_BOARD_SIDES,
                                .seat = SQ_NO_SEAT,
                                .disc = SQ_NO_DISC,
                                .others = SQ_BOARD_PLACES,
                                .rule = -1};
    for (int side = 0; side < SQ_BOARD_SIDES; side++)
        u->lie.ditch[side] = sq_board_ditch_seen(seen, (sq_board_side)side);
    for (int i = 0; i < seen->count; i++) {
        const sq_board_disc_seen *disc = &seen->disc[i];
        if (disc->region == SQ_REGION_DITCH || count[disc->side] >= SQ_DISCS_A_SIDE) continue;
        sq_board_disc d = (sq_board_disc)((int)disc->side * SQ_DISCS_A_SIDE + count[disc->side]++);
        if (!(c.in_game & sq_board_disc_bit(d))) continue;
        set->named |= sq_board_disc_bit(d);
        set->place[d] = (uint8_t)sq_board_region_place(disc->region);
        u->lie.lies |= sq_board_disc_bit(d);
        u->lie.at[d] = disc->at;
        u->lie.own_sigma_mm[d] = disc->own_sigma_mm;
        u->lie.wrong_circle[d] = disc->wrong_circle;
    }
    return set->named;
}

static sq_code begin(sq_board_umpire *u, const sq_board_position *seen, double t, sq_diag *d) {
    sq_crokinole_event set;
    sq_event game = {.kind = SQ_EVENT_GAME, .game = u->line};
    sq_told about = {.t = t, .before_t = NAN, .probability = 1};
    sq_code code = carry_out(u, &game, about, d);
    u->begun = true;
    if (code || !u->game.playing || !take_up(u, seen, &set)) return code;
    sq_event e = own_event(u, SQ_CROKINOLE_SET, &set);
    return carry_out(u, &e, about, d);
}

/* Nobody has said who begins (1a): the first disc that is seen tells it, and this is held as a question. */
static sq_code find_starter(sq_board_umpire *u, const sq_board_position *seen, double t, sq_diag *d) {
    sq_crokinole c = sq_crokinole_of(&u->game);
    if (c.now.due != SQ_NO_SEAT || c.now.phase == SQ_BOARD_ENDED) return SQ_OK;
    int side = SQ_BOARD_SIDES;
    for (int i = 0; i < seen->count && side == SQ_BOARD_SIDES; i++)
        if (seen->disc[i].region != SQ_REGION_DITCH) side = (int)seen->disc[i].side;
    bool another = c.now.phase == SQ_BOARD_COUNTED;
    if (side == SQ_BOARD_SIDES || (another && u->lie.lies)) return SQ_OK;
    sq_crokinole_event start = {.colour = (uint8_t)side, .seat = SQ_NO_SEAT, .disc = SQ_NO_DISC, .rule = -1};
    start.others = SQ_BOARD_PLACES;
    if (c.doubles) { /* of two partners, the one who sits next clockwise */
        sq_board_seat seat = (sq_board_seat)(another ? c.now.game_start : SQ_WEST);
        do
            seat = (sq_board_seat)((seat + 1) % SQ_SEATS);
        while ((int)sq_crokinole_side(&c, seat) != side);
        start.seat = (uint8_t)seat;
        start.colour = SQ_BOARD_SIDES;
    }
    sq_event e = own_event(u, SQ_CROKINOLE_START, &start);
    sq_told about = {
        .t = t, .before_t = u->seen_t, .probability = FIRST_SEEN, .question = ++u->questions, .held = true};
    return carry_out(u, &e, about, d);
}

/* ---- A rest ---- */

sq_code sq_board_umpire_wait(sq_board_umpire *u, const char *why, double t, sq_diag *d) {
    if (u->waits) return SQ_OK;
    u->waits = true;
    return tell(u, (sq_told){.kind = SQ_TOLD_WAIT, .t = t, .before_t = u->seen_t, .text = why}, d);
}

/* The game goes on around a disc that should have been taken off: perhaps an earlier ruling was wrong. */
static bool is_at_odds(const sq_board_reading *r) {
    return r->shots && r->left_lying;
}

static sq_code judge(sq_board_umpire *u, const sq_board_position *seen, double t, double rest, sq_diag *d) {
    sq_crokinole c = sq_crokinole_of(&u->game);
    sq_board_story_tell(&u->story, &c, &u->lie, seen, t, rest);
    memset(u->next, 0, sizeof u->next);
    int count = outcomes_of(u, &u->story, &u->game, u->next), best = likeliest(u->next, count);
    if (!count) return sq_board_umpire_wait(u, "nothing that the rules allow explains this board", rest, d);
    bool sure = u->next[best].probability >= SURE && u->story.evidence > EXPLAINS_NATS &&
                !is_at_odds(&u->next[best].reading);
    if (!sure) return ask(u, count, rest, d);
    return settle(u, &u->next[best], (sq_told){.t = rest, .before_t = u->seen_t}, d);
}

sq_code sq_board_umpire_look(sq_board_umpire *u, const sq_board_position *seen, double t_start, double t_rest,
                             sq_diag *d) {
    if (*seen->refusal) return sq_board_umpire_wait(u, seen->refusal, t_rest, d);
    sq_code code = SQ_OK;
    u->waits = false;
    if (!u->begun) {
        code = begin(u, seen, t_rest, d);
        u->seen_t = t_rest;
        return code;
    }
    if (u->open) {
        bool goes_on = false;
        int best = weigh_open(u, seen, t_start, t_rest, &goes_on);
        bool sure = u->list[best].probability >= SURE;
        if (sure || goes_on) code = close_question(u, best, !sure, d);
    }
    if (!code && !u->open) code = find_starter(u, seen, t_rest, d);
    if (!code && !u->open) code = judge(u, seen, t_start, t_rest, d);
    u->seen_t = t_rest;
    return code;
}

sq_code sq_board_umpire_end(sq_board_umpire *u, sq_diag *d) {
    return u->open ? close_question(u, likeliest(u->list, u->open), true, d) : SQ_OK;
}

/* Readings that lead to the same state are one. What is left open is weighed again with each further rest;
 * and so is what was told: the readings that were not taken go on as accounts of their own, and where one of
 * them explains what lies there now, the position is put right. */
#include "ui/umpire/crokinole/board_umpire.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The probability from which a reading is carried out, and the least evidence (nats) with which it explains
 * the rest well; what is less likely than that is not followed further. */
#define SURE 0.975
#define EXPLAINS_NATS (-12.5)
/* That the first disc seen was the first one shot: a shot before it may have left the board. */
#define FIRST_SEEN 0.9

/* In the middle of a round: that discs that go with its first shot were taken off before it. */
#define TAKEN_OFF 0.5

/* That it was said wrongly who begins. */
#define SAID_WRONGLY 0.01

/* A reading and what it leads to. */
typedef struct {
    bool puts_right;              /* what was told before it was wrong */
    sq_crokinole_event put_right; /* and this is the position from which it begins */
    sq_board_reading reading;
    sq_state after;
    double probability;
    double asked; /* the probability with which it was asked */
} outcome;

/* How the game stands, and how the board lies, if a reading is right that was not taken. */
typedef struct {
    sq_state game;
    sq_board_lie lie;
    double probability;
} account;

enum { OUTCOMES = SQ_BOARD_READINGS, ACCOUNTS = OUTCOMES - 1 };

struct sq_board_umpire {
    sq_event_game line;
    sq_hear_told hear;
    void *who;
    sq_state game;
    sq_board_lie lie;
    bool begun, waits;
    bool strange;       /* at the last rest lay discs that no account explains */
    double waits_t;     /* the first rest that was not judged since one was */
    bool unseen;        /* nothing was seen for a while before the next rest */
    bool covered;       /* a rest before it was not judged */
    bool in_the_middle; /* nobody has seen how the round began, nor a shot of it yet */
    bool turn_open;     /* and no disc has shown whose turn it was */
    int n, questions, left_in_doubt;
    double seen_t; /* of the last rest that was judged */

    /* The open question. */
    int open; /* how many readings; 0: none */
    outcome list[OUTCOMES];
    double asked_t, asked_before_t;
    bool asked_unseen, asked_covered;

    account other[ACCOUNTS];
    int others;

    outcome next[OUTCOMES], work[OUTCOMES]; /* in work */
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

/* The likeliest readings, for those who hear them, and the best one in any case. Returns how many. */
static int list_readings(sq_board_umpire *u, const outcome *list, int count, int best) {
    int told = count < SQ_TOLD_READINGS ? count : SQ_TOLD_READINGS;
    for (int i = 0; i < told; i++) {
        const outcome *o = &list[i == told - 1 && best > i ? best : i];
        const sq_board_reading *r = &o->reading;
        sq_told_reading *to = &u->told[i];
        *to = (sq_told_reading){.probability = o->probability};
        if (o->puts_right) to->event[to->events++] = own_event(u, SQ_CROKINOLE_SET, &o->put_right);
        for (int k = 0; k < r->shots; k++)
            to->event[to->events++] = own_event(u, SQ_CROKINOLE_SHOT, &r->shot[k]);
    }
    return told;
}

/* Asks which of these events it was, the likeliest first, and carries that one out as held. Those that the
 * rules do not allow now are not asked. */
static sq_code hold(sq_board_umpire *u, const sq_event *list, const double *probability, int count, double t,
                    sq_diag *d) {
    sq_told about = {.t = t,
                     .before_t = u->seen_t,
                     .probability = probability[0],
                     .question = ++u->questions,
                     .reading = u->told};
    for (int i = 0; i < count; i++) {
        sq_state after;
        sq_rulings dropped;
        if (i && !sq_engine_step(&u->game, &list[i], &after, &dropped)) continue;
        u->told[about.readings++] =
            (sq_told_reading){.probability = probability[i], .events = 1, .event = {list[i]}};
    }
    about.kind = SQ_TOLD_QUESTION;
    sq_code code = tell(u, about, d);
    about.held = true;
    about.answer = 1;
    u->others = 0;
    return code ? code : carry_out(u, &list[0], about, d);
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

/* Counts what a reading tells, `by` for each: where discs of each side come to rest, and which are removed.
 */
static void count_told(int more[SQ_BOARD_SIDES][SQ_BOARD_PLACES + 1], const outcome *o, int by) {
    sq_crokinole c = sq_crokinole_of(&o->after);
    for (sq_board_disc d = 0; d < SQ_DISCS; d++) {
        int *of = more[sq_board_disc_side(d)];
        for (int i = 0; i < o->reading.shots; i++)
            if (o->reading.shot[i].named & sq_board_disc_bit(d)) of[o->reading.shot[i].place[d]] += by;
        if (c.now.removed & sq_board_disc_bit(d)) of[SQ_BOARD_PLACES] += by;
    }
}

/* Whether both tell of the same shots with the same rulings. */
static bool tells_alike(const outcome *a, const outcome *b) {
    int more[SQ_BOARD_SIDES][SQ_BOARD_PLACES + 1] = {{0}}, none[SQ_BOARD_SIDES][SQ_BOARD_PLACES + 1] = {{0}};
    if (a->reading.shots != b->reading.shots) return false;
    if (!a->reading.shots) return true;
    for (int i = 0; i < a->reading.shots; i++)
        if (a->reading.shot[i].colour != b->reading.shot[i].colour) return false;
    count_told(more, a, 1);
    count_told(more, b, -1);
    sq_crokinole one = sq_crokinole_of(&a->after), other = sq_crokinole_of(&b->after);
    return one.now.valid == other.now.valid && !memcmp(more, none, sizeof more);
}

/* Readings that the rules take alike become one; those that they refuse are left out, and *nats gets what
 * that costs. Returns how many. */
static int outcomes_of(const sq_board_umpire *u, const sq_board_story *story, const sq_state *game,
                       outcome to[OUTCOMES], double *nats) {
    int count = 0;
    double sum = 0;
    for (int i = 0; i < story->count; i++) {
        sq_state after = *game;
        if (!play(u, &story->reading[i], &after)) continue;
        int k = 0;
        while (k < count && !is_same(&to[k].after, &after))
            k++;
        if (k == OUTCOMES) continue;
        if (k == count) to[count++] = (outcome){.reading = story->reading[i], .after = after};
        to[k].probability += story->reading[i].probability;
        sum += story->reading[i].probability;
    }
    for (int i = 0; i < count; i++)
        to[i].probability /= sum;
    *nats = log(sum);
    return count;
}

static int likeliest(const outcome *list, int count) {
    int best = 0;
    for (int i = 1; i < count; i++)
        if (list[i].probability > list[best].probability) best = i;
    return best;
}

/* The probability of what the reading tells: that of all that tell the same, whatever they believe of earlier
 * shots. */
static double told_alike(const outcome *list, int count, int told) {
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += tells_alike(&list[i], &list[told]) ? list[i].probability : 0;
    return sum;
}

/* ---- Other accounts ---- */

static sq_crokinole_event set_of(sq_board_disc_set named, sq_board_place place) {
    sq_crokinole_event set = sq_crokinole_nothing_told;
    for (; named; named &= named - 1) {
        set.named |= named & -named;
        set.place[__builtin_ctz(named)] = (uint8_t)place;
    }
    return set;
}

/* Whether the same shots have been played by both: rulings alone may differ. */
static bool same_shots(const sq_board_standing *a, const sq_board_standing *b) {
    return a->due == b->due && a->phase == b->phase && a->round == b->round && a->game == b->game &&
           sq_board_discs_at(a, SQ_IN_HAND) == sq_board_discs_at(b, SQ_IN_HAND);
}

/* The account in which a reading goes on; null: in that of the reading that is told, from which only the
 * discs in play can be told apart by what is seen later; or in none, where it tells of other shots. The least
 * likely one gives way. */
static account *account_of(sq_board_umpire *u, const outcome *o) {
    sq_crokinole told = sq_crokinole_of(&u->game), other = sq_crokinole_of(&o->after);
    sq_board_disc_set in_play = sq_board_discs_in_play(&other.now);
    if (!same_shots(&told.now, &other.now) || in_play == sq_board_discs_in_play(&told.now)) return NULL;
    int at = 0;
    for (; at < u->others; at++) {
        sq_crokinole c = sq_crokinole_of(&u->other[at].game);
        if (in_play == sq_board_discs_in_play(&c.now)) return &u->other[at];
    }
    if (at == ACCOUNTS) {
        at = 0;
        for (int i = 1; i < ACCOUNTS; i++)
            if (u->other[i].probability < u->other[at].probability) at = i;
        if (u->other[at].probability >= o->probability) return NULL;
    } else
        u->others++;
    u->other[at] = (account){o->after, o->reading.lie, 0};
    return &u->other[at];
}

/* What was not told may be what happened all the same. list: likeliest first. */
static void keep_others(sq_board_umpire *u, const outcome *list, int count, int told) {
    u->others = 0;
    for (int i = 0; i < count; i++) {
        bool goes_on = i != told && list[i].probability > exp(EXPLAINS_NATS);
        account *a = goes_on ? account_of(u, &list[i]) : NULL;
        if (a) a->probability += list[i].probability;
    }
}

/* The position by which the record stands as the account does. False: no position does this. */
static bool put_right(const sq_board_umpire *u, const account *a, sq_crokinole_event *set) {
    sq_crokinole from = sq_crokinole_of(&u->game), to = sq_crokinole_of(&a->game);
    *set = sq_crokinole_nothing_told;
    for (sq_board_disc d = 0; d < SQ_DISCS; d++) {
        if (from.now.place[d] == to.now.place[d]) continue;
        set->named |= sq_board_disc_bit(d);
        set->place[d] = to.now.place[d];
    }
    if (from.now.due != to.now.due) set->colour = (uint8_t)sq_crokinole_side(&to, (sq_board_seat)to.now.due);
    sq_event e = own_event(u, SQ_CROKINOLE_SET, set);
    sq_state game = u->game;
    sq_rulings dropped;
    if (!sq_engine_step(&game, &e, &game, &dropped)) return false;
    from = sq_crokinole_of(&game);
    return same_shots(&from.now, &to.now);
}

/* ---- Settling and asking ---- */

static sq_code tell_lifted(sq_board_umpire *u, sq_board_disc_set lifted, double t, sq_diag *d) {
    char text[SQ_TOLD_TEXT];
    int used = snprintf(text, sizeof text, "Taken off by hand:");
    if (!lifted) return SQ_OK;
    for (sq_board_disc_set left = lifted; left; left &= left - 1)
        used += snprintf(text + used, sizeof text - (size_t)used, " %s",
                         sq_board_disc_name((sq_board_disc)__builtin_ctz(left)));
    return tell(u, (sq_told){.kind = SQ_TOLD_BY_HAND, .t = t, .before_t = u->seen_t, .text = text}, d);
}

/* about.probability: that what is told is so. */
static sq_code settle(sq_board_umpire *u, const outcome *o, sq_told about, sq_diag *d) {
    sq_code code = SQ_OK;
    u->in_the_middle &= !o->reading.shots;
    if (o->puts_right) {
        sq_event e = own_event(u, SQ_CROKINOLE_SET, &o->put_right);
        sq_told right = about;
        right.probability = o->probability;
        right.held |= o->probability < SURE;
        if (right.held && !right.question) right.question = ++u->questions;
        code = carry_out(u, &e, right, d);
    }
    for (int i = 0; i < o->reading.shots && !code; i++) {
        sq_event e = own_event(u, SQ_CROKINOLE_SHOT, &o->reading.shot[i]);
        code = carry_out(u, &e, about, d);
    }
    if (!code) code = tell_lifted(u, o->reading.lifted, about.t, d);
    u->lie = o->reading.lie;
    return code;
}

/* What was before a rest and may hide more than r tells; null: nothing. A rest that was not judged does not
 * hide a shot beside the one that was due: two would have to leave the board without a trace. */
static const char *may_hide(bool unseen, bool covered, const sq_board_reading *r) {
    if (r->shots && unseen) return "nothing was seen for a while before it: was this all?";
    if (r->shots > 1 && covered) return "a rest before it could not be judged: was this all?";
    return NULL;
}

static sq_code ask(sq_board_umpire *u, int count, double t, sq_diag *d) {
    memcpy(u->list, u->next, sizeof u->list);
    u->open = count;
    for (int i = 0; i < count; i++)
        u->list[i].asked = u->list[i].probability;
    u->asked_t = t;
    u->asked_before_t = u->seen_t;
    u->asked_unseen = u->unseen;
    u->asked_covered = u->covered;
    return tell(u,
                (sq_told){.kind = SQ_TOLD_QUESTION,
                          .t = t,
                          .before_t = u->seen_t,
                          .question = ++u->questions,
                          .readings = list_readings(u, u->list, count, 0),
                          .reading = u->told,
                          .text = may_hide(u->unseen, u->covered, &u->list[0].reading)},
                d);
}

/* No line of the record says that nothing was played. */
static sq_code pass_over(sq_board_umpire *u, sq_told about, bool held, sq_diag *d) {
    about.kind = SQ_TOLD_PASSED_OVER;
    about.held = held;
    about.text = "Nothing was played";
    return tell(u, about, d);
}

/* The question is answered by its best reading, or held. The other readings go on, as likely as they were
 * before the rest that answers it: they are weighed by it again. */
static sq_code close_question(sq_board_umpire *u, int best, bool held, sq_diag *d) {
    int count = u->open;
    int listed = list_readings(u, u->list, count, best);
    u->open = 0;
    sq_told about = {.t = u->asked_t,
                     .before_t = u->asked_before_t,
                     .probability = told_alike(u->list, count, best),
                     .question = u->questions,
                     .held = held && u->list[best].reading.shots,
                     .readings = held ? listed : 0,
                     .answer = best < listed ? best + 1 : listed,
                     .reading = u->told};
    bool nothing = !u->list[best].reading.shots && !u->list[best].puts_right;
    u->left_in_doubt += held && !u->list[best].reading.shots;
    sq_code code = nothing ? pass_over(u, about, held, d) : SQ_OK;
    if (!code) code = settle(u, &u->list[best], about, d);
    for (int i = 0; i < count; i++)
        u->list[i].probability = u->list[i].asked;
    keep_others(u, u->list, count, best);
    return code;
}

/* How the game goes on after the likeliest reading of the open question. */
typedef struct {
    bool shot;           /* one was played */
    bool left_lying;     /* discs still lie that should have been taken off */
    sq_seen_set strange; /* discs that nothing explains */
} onward;

/* How the game goes on weighs the readings of the open question. */
static int weigh_open(sq_board_umpire *u, const sq_board_position *seen, double t, double rest, onward *on) {
    double nats[OUTCOMES], most = -INFINITY, sum = 0;
    int best = 0;
    for (int i = 0; i < u->open; i++) {
        sq_crokinole c = sq_crokinole_of(&u->list[i].after);
        sq_board_story_tell(&u->story, &c, &u->list[i].reading.lie, seen, t, rest);
        nats[i] = log(u->list[i].asked) + u->story.evidence;
        if (nats[i] <= most) continue;
        most = nats[i];
        best = i;
        const sq_board_reading *r = &u->story.reading[0];
        *on = u->story.count ? (onward){r->shots, r->left_lying, r->unexplained} : (onward){0};
    }
    for (int i = 0; i < u->open; i++)
        sum += exp(nats[i] - most);
    for (int i = 0; i < u->open; i++)
        u->list[i].probability = exp(nats[i] - most) / sum;
    return best;
}

/* ---- The start ---- */

/* Puts the next disc of the side, one that is in hand or in play, into a position: on the board as it is
 * seen, by a radius of discs, or null: out. */
static void name(sq_board_umpire *u, sq_crokinole_event *set, sq_board_side side,
                 const sq_board_disc_seen *seen, double radius_mm) {
    sq_crokinole c = sq_crokinole_of(&u->game);
    sq_board_disc_set left = sq_board_discs_at(&c.now, SQ_IN_HAND) | sq_board_discs_in_play(&c.now);
    left &= c.in_game & sq_board_discs_of(side) & ~set->named;
    if (!left) return;
    sq_board_disc d = (sq_board_disc)__builtin_ctz(left);
    set->named |= sq_board_disc_bit(d);
    set->place[d] = SQ_AT_OUT;
    if (!seen) return;
    set->place[d] = (uint8_t)sq_board_region_place(seen->region);
    sq_board_lay(&u->lie, d, seen, radius_mm);
}

/* The board as it lies, of a round that is under way: the discs that are seen on it, those that were, and
 * those that have left it before. Returns how probable it is; *set names no disc where none lies there. */
static double take_up(sq_board_umpire *u, const sq_board_position *seen, sq_crokinole_event *set) {
    sq_crokinole c = sq_crokinole_of(&u->game);
    double sure = 1;
    *set = sq_crokinole_nothing_told;
    u->lie = (sq_board_lie){.lies = 0};
    sq_board_hole_seen(seen, u->lie.in_hole);
    for (int i = 0; i < seen->count; i++) {
        const sq_board_disc_seen *disc = &seen->disc[i];
        if (sq_board_is_in_ditch(disc)) continue;
        bool lies = sq_board_is_on_board(disc);
        sure *= lies ? disc->side_sure * disc->probability[disc->region] : sq_board_is_none(disc);
        if (lies) name(u, set, disc->side, disc, seen->disc_radius_mm);
    }
    sq_board_disc_set gone = sq_board_discs_in_play(&c.now) & ~set->named;
    for (int side = 0; side < SQ_BOARD_SIDES; side++) {
        sq_board_disc_set of = sq_board_discs_of((sq_board_side)side) & c.in_game;
        int out = __builtin_popcount(of & (gone | sq_board_discs_at(&c.now, SQ_AT_OUT)));
        u->lie.ditch[side] = sq_board_ditch_seen(seen, (sq_board_side)side);
        for (int lost = __builtin_popcount(of & gone); lost > 0; lost--)
            name(u, set, (sq_board_side)side, NULL, 0);
        for (; out < u->lie.ditch[side] && set->named; out++)
            name(u, set, (sq_board_side)side, NULL, 0);
    }
    return gone ? FIRST_SEEN * sure : sure;
}

static bool changes(const sq_board_standing *now, const sq_crokinole_event *set) {
    for (sq_board_disc_set left = set->named; left; left &= left - 1)
        if (now->place[__builtin_ctz(left)] != set->place[__builtin_ctz(left)]) return true;
    return false;
}

/* How many discs of a side are still to be played in the position. */
static int left_in_hand(const sq_crokinole *c, const sq_crokinole_event *set, int side) {
    return __builtin_popcount(sq_crokinole_in_hand(c, (sq_board_side)side) & ~set->named);
}

/* That a side begins: of two partners the one who sits next clockwise. */
static sq_event start_of(const sq_board_umpire *u, int side) {
    sq_crokinole c = sq_crokinole_of(&u->game);
    sq_crokinole_event start = sq_crokinole_nothing_told;
    start.colour = (uint8_t)side;
    if (c.doubles) {
        bool another = c.now.phase == SQ_BOARD_COUNTED;
        sq_board_seat seat = (sq_board_seat)(another ? c.now.game_start : SQ_WEST);
        do
            seat = (sq_board_seat)((seat + 1) % SQ_SEATS);
        while ((int)sq_crokinole_side(&c, seat) != side);
        start.seat = (uint8_t)seat;
        start.colour = SQ_BOARD_SIDES;
    }
    return own_event(u, SQ_CROKINOLE_START, &start);
}

static sq_code hold_one_of(sq_board_umpire *u, sq_event first, sq_event other, double probability, double t,
                           sq_diag *d) {
    return hold(u, (sq_event[]){first, other}, (double[]){probability, 1 - probability}, 2, t, d);
}

/* Nobody has said who begins (1a), and this is held as a question. */
static sq_code hold_start(sq_board_umpire *u, int side, double probability, double t, sq_diag *d) {
    return hold_one_of(u, start_of(u, side), start_of(u, !side), probability, t, d);
}

/* That it is a side's turn. */
static sq_event turn_of(const sq_board_umpire *u, int side) {
    sq_crokinole_event set = sq_crokinole_nothing_told;
    set.colour = (uint8_t)side;
    return own_event(u, SQ_CROKINOLE_SET, &set);
}

/* Sets the position as it is seen, if it is another one. Where every disc has been played nothing tells any
 * more who began; the score does not need it. */
static sq_code set_position(sq_board_umpire *u, const sq_board_position *seen, double t, sq_diag *d) {
    sq_crokinole c = sq_crokinole_of(&u->game);
    sq_crokinole_event set;
    double sure = take_up(u, seen, &set);
    if (!changes(&c.now, &set)) return SQ_OK;
    bool all_played = !left_in_hand(&c, &set, SQ_LIGHT) && !left_in_hand(&c, &set, SQ_DARK);
    sq_code code = c.now.due == SQ_NO_SEAT && all_played ? hold_start(u, SQ_LIGHT, 0.5, t, d) : SQ_OK;
    if (code) return code;
    sq_event e = own_event(u, SQ_CROKINOLE_SET, &set);
    if (sure < SURE) return hold(u, &e, &sure, 1, t, d);
    u->others = 0;
    return carry_out(u, &e, (sq_told){.t = t, .before_t = u->seen_t, .probability = sure}, d);
}

static sq_code begin(sq_board_umpire *u, const sq_board_position *seen, double t, bool missed, sq_diag *d) {
    sq_event game = {.kind = SQ_EVENT_GAME, .game = u->line};
    sq_told about = {.t = t, .before_t = NAN, .probability = 1};
    sq_code code = carry_out(u, &game, about, d);
    u->begun = true;
    if (code || !u->game.playing) return code;
    code = set_position(u, seen, t, d);
    u->in_the_middle = u->turn_open = missed || u->lie.lies;
    return code;
}

/* The side of which more discs lie on the board than before, if it is the only one. */
static sq_board_side side_that_grew(const sq_board_umpire *u, const sq_board_position *seen) {
    int more[SQ_BOARD_SIDES];
    for (int side = 0; side < SQ_BOARD_SIDES; side++)
        more[side] = -__builtin_popcount(u->lie.lies & sq_board_discs_of((sq_board_side)side));
    for (int i = 0; i < seen->count; i++)
        more[seen->disc[i].side] += sq_board_is_on_board(&seen->disc[i]);
    if ((more[SQ_LIGHT] > 0) == (more[SQ_DARK] > 0)) return SQ_BOARD_SIDES;
    return more[SQ_LIGHT] > 0 ? SQ_LIGHT : SQ_DARK;
}

/* Nobody has seen how the round began, nor who was to play: the first disc that comes tells it. If this is
 * not what was thought, it is held as a question. Until then discs that go may be those that a rule asks to
 * take off, and the position is set anew. */
static sq_code find_turn(sq_board_umpire *u, const sq_board_position *seen, double t, sq_diag *d) {
    if (!u->turn_open) return SQ_OK;
    sq_crokinole c = sq_crokinole_of(&u->game);
    sq_board_side side = side_that_grew(u, seen);
    if (side == SQ_BOARD_SIDES) return set_position(u, seen, t, d);
    u->turn_open = false;
    if (c.now.due != SQ_NO_SEAT && sq_crokinole_side(&c, (sq_board_seat)c.now.due) == side) return SQ_OK;
    return hold_one_of(u, turn_of(u, side), turn_of(u, !side), FIRST_SEEN, t, d);
}

/* What lies on the board; or what lies in the hole and may be a disc, where nothing lay there before. */
static bool may_be_first(const sq_board_umpire *u, const sq_board_disc_seen *disc) {
    if (disc->region == SQ_REGION_HOLE && !sq_board_is_on_board(disc))
        return !(u->lie.in_hole[SQ_LIGHT] > 0) && !(u->lie.in_hole[SQ_DARK] > 0);
    return disc->region != SQ_REGION_DITCH;
}

/* Nobody has said who begins (1a): the first disc that is seen tells it, and this is held as a question. */
static sq_code find_starter(sq_board_umpire *u, const sq_board_position *seen, double t, sq_diag *d) {
    sq_crokinole c = sq_crokinole_of(&u->game);
    if (c.now.due != SQ_NO_SEAT || c.now.phase == SQ_BOARD_ENDED) return SQ_OK;
    int side = SQ_BOARD_SIDES;
    for (int i = 0; i < seen->count && side == SQ_BOARD_SIDES; i++)
        if (may_be_first(u, &seen->disc[i])) side = (int)seen->disc[i].side;
    bool another = c.now.phase == SQ_BOARD_COUNTED;
    if (side == SQ_BOARD_SIDES || (another && u->lie.lies)) return SQ_OK;
    return hold_start(u, side, FIRST_SEEN, t, d);
}

/* ---- A rest ---- */

sq_code sq_board_umpire_wait(sq_board_umpire *u, const char *why, double t, sq_diag *d) {
    if (u->waits) return SQ_OK;
    u->waits = true;
    u->waits_t = t;
    return tell(u, (sq_told){.kind = SQ_TOLD_WAIT, .t = t, .before_t = u->seen_t, .text = why}, d);
}

/* The game goes on around a disc that should have been taken off: perhaps an earlier ruling was wrong. */
static bool is_at_odds(const sq_board_reading *r) {
    return r->shots && r->left_lying;
}

/* In the middle of a round: what else may have become of discs that are gone. Returns how many outcomes there
 * are then. */
static int add_taken_off(sq_board_umpire *u, const sq_board_position *seen, double t, double rest,
                         int count) {
    if (!u->in_the_middle) return count;
    const outcome *best = &u->next[likeliest(u->next, count)];
    const sq_board_reading *r = &best->reading;
    sq_board_disc_set gone = u->lie.lies & ~r->lie.lies;
    sq_crokinole_event set = set_of(gone, SQ_AT_OUT);
    sq_event e = own_event(u, SQ_CROKINOLE_SET, &set);
    sq_state game = u->game;
    sq_rulings dropped;
    sq_board_lie lie = u->lie;
    if (best->puts_right || !r->shots || !gone || !sq_engine_step(&game, &e, &game, &dropped)) return count;
    lie.lies &= ~gone;
    sq_crokinole c = sq_crokinole_of(&game);
    sq_board_story_tell(&u->story, &c, &lie, seen, t, rest);
    memset(u->work, 0, sizeof u->work);
    double refused;
    int more = outcomes_of(u, &u->story, &game, u->work, &refused);
    if (more && count > OUTCOMES / 2) count = OUTCOMES / 2; /* the likeliest come first */
    for (int i = 0; i < count && more; i++)
        u->next[i].probability *= 1 - TAKEN_OFF;
    for (int i = 0; i < more && count < OUTCOMES; i++) {
        u->next[count] = u->work[i];
        u->next[count].puts_right = true;
        u->next[count].put_right = set;
        u->next[count++].probability *= TAKEN_OFF;
    }
    return count;
}

static double own_probability(const sq_board_umpire *u) {
    double sum = 0;
    for (int i = 0; i < u->others; i++)
        sum += u->other[i].probability;
    return 1 - sum;
}

/* What an account makes of a rest: its readings in u->work, and in *nats its log-likelihood. */
static int look_by(sq_board_umpire *u, const sq_state *game, const sq_board_lie *lie,
                   const sq_board_position *seen, double t, double rest, double *nats) {
    sq_crokinole c = sq_crokinole_of(game);
    sq_board_story_tell(&u->story, &c, lie, seen, t, rest);
    memset(u->work, 0, sizeof u->work);
    int count = outcomes_of(u, &u->story, game, u->work, nats);
    *nats += u->story.evidence;
    return count;
}

/* Puts an outcome among the next ones; the least likely one gives way. */
static int put_next(sq_board_umpire *u, int count, const outcome *o) {
    int at = count;
    if (count == OUTCOMES) {
        at = 0;
        for (int i = 1; i < count; i++)
            if (u->next[i].probability < u->next[at].probability) at = i;
        if (u->next[at].probability >= o->probability) return count;
    } else
        count++;
    u->next[at] = *o;
    return count;
}

static int likelier_first(const void *a, const void *b) {
    double one = ((const outcome *)a)->probability, other = ((const outcome *)b)->probability;
    return (one < other) - (one > other);
}

/* The readings of the rest by all accounts, in u->next, likeliest first. *nats: the log-likelihood of the
 * rest by the likeliest. */
static int look_by_all(sq_board_umpire *u, const sq_board_position *seen, double t, double rest,
                       double *nats) {
    double each[ACCOUNTS + 1] = {0}, odds[ACCOUNTS + 1] = {0}, most = -INFINITY, sum = 0;
    int count = 0, best = 0, more = 0;
    for (int i = 0; i <= u->others; i++) { /* the last one is that of the record */
        const account *a = i < u->others ? &u->other[i] : NULL;
        more = look_by(u, a ? &a->game : &u->game, a ? &a->lie : &u->lie, seen, t, rest, &each[i]);
        odds[i] = log(a ? a->probability : own_probability(u)) + each[i];
        if (odds[i] > most) best = i, most = odds[i];
    }
    *nats = each[best];
    for (int i = 0; i <= u->others; i++)
        sum += odds[i] = isfinite(odds[i]) ? exp(odds[i] - most) : 0;
    for (int i = u->others; i >= 0; i--) { /* the record's readings are still in u->work */
        const account *a = i < u->others ? &u->other[i] : NULL;
        sq_crokinole_event set;
        if (odds[i] < sum * exp(EXPLAINS_NATS) || (a && !put_right(u, a, &set))) continue;
        if (a) more = look_by(u, &a->game, &a->lie, seen, t, rest, &each[i]);
        for (int k = 0; k < more; k++) {
            u->work[k].puts_right = a;
            if (a) u->work[k].put_right = set;
            u->work[k].probability *= odds[i] / sum;
            count = put_next(u, count, &u->work[k]);
        }
    }
    qsort(u->next, (size_t)count, sizeof *u->next, likelier_first);
    return count;
}

/* Who begins was said, perhaps wrongly: until a disc has been played, that the others begin is an account of
 * its own. */
static void doubt_who_begins(sq_board_umpire *u) {
    sq_crokinole c = sq_crokinole_of(&u->game);
    bool is_first = c.now.phase == SQ_BOARD_PLAY && c.now.round == 1 && c.now.game == 1;
    if (!u->line.option[SQ_OPTION_FIRST] || !is_first || sq_crokinole_played(&c) || u->others ||
        u->in_the_middle)
        return;
    account a = {u->game, u->lie, SAID_WRONGLY};
    sq_event e = turn_of(u, !sq_crokinole_side(&c, (sq_board_seat)c.now.due));
    sq_rulings dropped;
    if (sq_engine_step(&a.game, &e, &a.game, &dropped)) u->other[u->others++] = a;
}

/* It says that what people have said is wrong: they are asked, however sure it is. */
static bool is_against_the_word(const outcome *o) {
    return o->puts_right && o->put_right.colour != SQ_BOARD_SIDES;
}

/* The reading to go on with: the likeliest one; but what was told stands while another account that tells the
 * same of this rest is not sure. */
static int to_go_on_with(const sq_board_umpire *u, int count) {
    int best = likeliest(u->next, count), own = -1;
    for (int i = 0; i < count; i++)
        if (!u->next[i].puts_right && tells_alike(&u->next[i], &u->next[best]) &&
            (own < 0 || u->next[i].probability > u->next[own].probability))
            own = i;
    return own >= 0 && u->next[best].probability < SURE ? own : best;
}

/* Between two rounds discs are moved by hand. */
static bool is_in_play(const sq_board_umpire *u) {
    return sq_crokinole_of(&u->game).now.phase == SQ_BOARD_PLAY;
}

/* The position as it lies, where shots were missed: the turn is that of the side which has more discs left,
 * or of who began. */
static sq_code take_up_anew(sq_board_umpire *u, const sq_board_position *seen, double t, sq_diag *d) {
    sq_crokinole c = sq_crokinole_of(&u->game);
    sq_crokinole_event set;
    double sure = FIRST_SEEN * take_up(u, seen, &set);
    int light = left_in_hand(&c, &set, SQ_LIGHT), dark = left_in_hand(&c, &set, SQ_DARK);
    sq_board_side first = sq_crokinole_side(&c, (sq_board_seat)c.now.round_start);
    set.colour = (uint8_t)(light > dark ? SQ_LIGHT : dark > light ? SQ_DARK : first);
    sq_event e = own_event(u, SQ_CROKINOLE_SET, &set);
    u->strange = false;
    u->in_the_middle = u->turn_open = true;
    return hold(u, &e, &sure, 1, t, d);
}

/* Discs that are surely there, and that no account explains: nothing is told of such a rest. At the next one
 * they may be gone, as with a picture of another board; else shots were missed. */
static sq_code meet_strange(sq_board_umpire *u, const sq_board_position *seen, sq_seen_set strange, double t,
                            sq_diag *d) {
    if (u->strange) return take_up_anew(u, seen, t, d);
    char text[SQ_TOLD_TEXT];
    int of[SQ_BOARD_SIDES] = {0}, all = __builtin_popcountll(strange);
    for (; strange; strange &= strange - 1)
        of[seen->disc[__builtin_ctzll(strange)].side]++;
    snprintf(text, sizeof text,
             "%d disc%s (%d light, %d dark) %s explained by no shot; shots may have been missed", all,
             all == 1 ? "" : "s", of[SQ_LIGHT], of[SQ_DARK], all == 1 ? "is" : "are");
    u->strange = true;
    return sq_board_umpire_wait(u, text, t, d);
}

static sq_code judge(sq_board_umpire *u, const sq_board_position *seen, double t, double rest, sq_diag *d) {
    double nats;
    memset(u->next, 0, sizeof u->next);
    doubt_who_begins(u);
    int count = look_by_all(u, seen, t, rest, &nats);
    if (!count) return sq_board_umpire_wait(u, "nothing that the rules allow explains this board", rest, d);
    count = add_taken_off(u, seen, t, rest, count);
    qsort(u->next, (size_t)count, sizeof *u->next, likelier_first);
    int best = to_go_on_with(u, count);
    sq_seen_set strange = is_in_play(u) ? u->next[best].reading.unexplained : 0;
    if (strange) return meet_strange(u, seen, strange, rest, d);
    u->strange = false;
    double told = told_alike(u->next, count, best);
    const char *hidden = may_hide(u->unseen, u->covered, &u->next[best].reading);
    bool sure = told >= SURE && nats > EXPLAINS_NATS && !is_at_odds(&u->next[best].reading) && !hidden &&
                !(u->in_the_middle && u->next[best].reading.shots) && !is_against_the_word(&u->next[best]);
    if (!sure) return ask(u, count, rest, d);
    sq_code code =
        settle(u, &u->next[best], (sq_told){.t = rest, .before_t = u->seen_t, .probability = told}, d);
    keep_others(u, u->next, count, best);
    return code;
}

void sq_board_umpire_unseen(sq_board_umpire *u) {
    u->unseen = true;
}

sq_code sq_board_umpire_look(sq_board_umpire *u, const sq_board_position *seen, double t_start, double t_rest,
                             sq_diag *d) {
    if (*seen->refusal) return sq_board_umpire_wait(u, seen->refusal, t_rest, d);
    sq_code code = SQ_OK;
    bool missed = u->waits || u->unseen;
    u->covered = u->waits && u->waits_t < t_rest;
    u->waits = false;
    if (!u->begun) {
        code = begin(u, seen, t_rest, missed, d);
        u->seen_t = t_rest;
        u->unseen = false;
        return code;
    }
    if (u->open) {
        onward on = {0};
        int best = weigh_open(u, seen, t_start, t_rest, &on);
        if (!is_in_play(u)) on.strange = 0;
        if (on.strange && !u->strange) return meet_strange(u, seen, on.strange, t_rest, d);
        bool sure = told_alike(u->list, u->open, best) >= SURE && !on.left_lying && !on.strange &&
                    !may_hide(u->asked_unseen, u->asked_covered, &u->list[best].reading);
        if (sure || on.shot || on.strange) code = close_question(u, best, !sure, d);
    }
    if (!code && !u->open) code = find_turn(u, seen, t_rest, d);
    if (!code && !u->open && !u->turn_open) code = find_starter(u, seen, t_rest, d);
    if (!code && !u->open && !u->turn_open) code = judge(u, seen, t_start, t_rest, d);
    if (u->strange || u->waits) return code; /* this rest was not judged */
    u->seen_t = t_rest;
    u->unseen = false;
    return code;
}

sq_code sq_board_umpire_end(sq_board_umpire *u, sq_diag *d) {
    u->left_in_doubt += u->strange;
    return u->open ? close_question(u, likeliest(u->list, u->open), true, d) : SQ_OK;
}

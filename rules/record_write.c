/* Writes events and states as lines of JSON. Numbers are made of whole ones, or are the shortest that read
 * back, so that a replay gives the same bytes on every machine. */
#include <stdio.h>
#include <string.h>

#include "rules/book/ruleset.h"
#include "rules/next_events.h"
#include "rules/other/game_registry.h"
#include "rules/record.h"
#include "rules/terms/text_buffer.h"
#include "rules/topic/engine_step.h"

static void put_key(sq_text *t, const char *key) {
    sq_text_put(t, ",\"%s\":", key);
}

static void put_word(sq_text *t, const char *key, const char *word) {
    put_key(t, key);
    sq_text_put(t, word ? "\"%s\"" : "null", word);
}

static void put_colour(sq_text *t, const char *key, sq_colour c) {
    put_word(t, key, c == SQ_NO_COLOUR ? NULL : sq_colour_name(c));
}

static void put_seconds(sq_text *t, const char *key, sq_us us) {
    put_key(t, key);
    sq_text_put_micro(t, us);
}

static void put_set(sq_text *t, uint64_t set, const char *(*name)(unsigned)) {
    sq_text_put(t, "[");
    for (uint64_t rest = set; rest; rest &= rest - 1)
        sq_text_put(t, "%s\"%s\"", rest == set ? "" : ",", name((unsigned)__builtin_ctzll(rest)));
    sq_text_put(t, "]");
}

static const char *wink_name(unsigned w) {
    return sq_wink_name((sq_wink)w);
}

static const char *colour_name(unsigned c) {
    return sq_colour_name((sq_colour)c);
}

static const char *mark_name(unsigned m) {
    return sq_mark_name((sq_mark)m);
}

static void put_marks(sq_text *t, uint8_t marks) {
    put_key(t, "marks");
    put_set(t, marks, mark_name);
}

static void put_winks(sq_text *t, const char *key, sq_wink_set set) {
    put_key(t, key);
    put_set(t, set, wink_name);
}

static void put_colours(sq_text *t, const char *key, sq_colour_set set) {
    put_key(t, key);
    put_set(t, set, colour_name);
}

static void put_squops(sq_text *t, const char *key, const sq_squops *q) {
    put_key(t, key);
    const char *comma = "[";
    for (sq_wink w = 0; w < SQ_WINKS; w++)
        for (sq_wink_set rest = q->above[w]; rest; rest &= rest - 1) {
            sq_text_put(t, "%s[\"%s\",\"%s\"]", comma, sq_wink_name(sq_wink_first(rest)), sq_wink_name(w));
            comma = ",";
        }
    sq_text_put(t, "%s]", *comma == '[' ? "[" : "");
}

static void put_distances(sq_text *t, const sq_event_squidge_off *e) {
    put_key(t, "mm");
    const char *comma = "{";
    for (unsigned c = 0; c < SQ_COLOURS; c++) {
        if (!(e->played & sq_colour_bit((sq_colour)c))) continue;
        sq_text_put(t, "%s\"%s\":", comma, colour_name(c));
        comma = ",";
        if (e->where[c] == SQ_SQUIDGED_ON_MAT)
            sq_text_put_double(t, e->mm[c]);
        else
            sq_text_put(t, e->where[c] == SQ_SQUIDGED_POT ? "\"pot\"" : "\"off\"");
    }
    sq_text_put(t, "%s}", *comma == '{' ? "{" : "");
}

/* Winks that went into another pot than that of their colour, or into the hole. */
static void put_pots(sq_text *t, const sq_event_shot *e) {
    const char *between = ",\"pots\":{";
    for (sq_wink w = 0; w < SQ_WINKS; w++)
        for (unsigned pot = 0; pot < SQ_POTS; pot++) {
            if (!(e->in_pot[pot] & sq_wink_bit(w))) continue;
            sq_text_put(t, "%s\"%s\":\"%s\"", between, sq_wink_name(w),
                        pot == SQ_HOLE ? "hole" : colour_name(pot));
            between = ",";
        }
    if (*between && !between[1]) sq_text_put(t, "}");
}

static void put_shot(sq_text *t, const sq_event_shot *e) {
    put_seconds(t, "t", e->t);
    put_seconds(t, "t_rest", e->rest);
    put_colour(t, "colour", e->colour);
    put_word(t, "wink", sq_wink_name(e->wink));
    put_winks(t, "potted", e->potted);
    put_winks(t, "off", e->off);
    if (e->over_known) put_squops(t, "over", &e->over);
    if (e->is_outside) sq_text_put(t, ",\"outside\":true");
    if (e->marks) put_marks(t, e->marks);
    if (e->mm_known) {
        put_key(t, "mm");
        sq_text_put_double(t, e->mm);
    }
    if (e->dead) put_winks(t, "dead", e->dead);
    put_pots(t, e);
    if (e->is_short) sq_text_put(t, ",\"short\":true");
}

static void put_note(sq_text *t, sq_note n, const sq_noted_value *value, sq_colour_set colours) {
    const char *name = sq_note_name(n);
    switch (sq_note_kind(n)) {
    case SQ_NOTED_NUMBER: sq_text_put(t, "\"%s\":%d", name, (int)*value); break;
    case SQ_NOTED_COLOUR:
        sq_text_put(t, "\"%s\":", name);
        if (*value)
            sq_text_put(t, "\"%s\"", colour_name((unsigned)*value - 1));
        else
            sq_text_put(t, "null");
        break;
    case SQ_NOTED_COLOURS:
        sq_text_put(t, "\"%s\":", name);
        put_set(t, (uint64_t)*value, colour_name);
        break;
    case SQ_NOTED_WINKS:
        sq_text_put(t, "\"%s\":", name);
        put_set(t, (uint64_t)*value, wink_name);
        break;
    default:
        sq_text_put(t, "\"%s\":", name);
        for (unsigned c = 0; c < SQ_COLOURS; c++)
            if (colours & sq_colour_bit((sq_colour)c) || value[c])
                sq_text_put(t, "%s\"%s\":%d", c ? "," : "{", colour_name(c), (int)value[c]);
        sq_text_put(t, "}");
    }
}

/* The notes in `which`, as the object "club". */
static void put_notes(sq_text *t, unsigned which, const sq_noted_value *notes, sq_colour_set colours) {
    const char *between = ",\"club\":{";
    for (unsigned n = 0; n < SQ_NOTES; n++) {
        if (!(which >> n & 1)) continue;
        sq_text_put(t, "%s", between);
        put_note(t, (sq_note)n, notes + sq_note_place((sq_note)n), colours);
        between = ",";
    }
    if (which) sq_text_put(t, "}");
}

static void put_set_event(sq_text *t, const sq_event_set *e) {
    if (e->named & SQ_SET_TURN) put_colour(t, "turn", e->turn);
    if (e->named & SQ_SET_SHOTS) sq_text_put(t, ",\"shots\":%d", e->shots);
    if (e->named & SQ_SET_SQUIDGE_OFF) put_colour(t, "squidge_off", e->squidge_off);
    if (e->named & SQ_SET_POT) put_winks(t, "pot", e->pot);
    if (e->named & SQ_SET_BASELINE) put_winks(t, "baseline", e->baseline);
    if (e->named & SQ_SET_OVER) put_squops(t, "over", &e->over);
    if (e->named & SQ_SET_PHASE) put_word(t, "phase", sq_phase_name(e->phase));
    if (e->named & SQ_SET_ROUNDS_LEFT) sq_text_put(t, ",\"rounds_left\":%d", e->rounds_left);
    if (e->named & SQ_SET_ELAPSED && e->elapsed == SQ_ELAPSED_UNKNOWN)
        put_word(t, "elapsed_s", "unknown");
    else if (e->named & SQ_SET_ELAPSED)
        put_seconds(t, "elapsed_s", e->elapsed);
    if (e->named & SQ_SET_FORFEIT) put_colours(t, "forfeit", e->forfeit);
    if (e->named & SQ_SET_MISS_TURN) put_colours(t, "miss_turn", e->forfeit);
    if (e->named & SQ_SET_CLUB && !e->noted) sq_text_put(t, ",\"club\":{}"); /* named, though nothing in it */
    if (e->named & SQ_SET_CLUB) put_notes(t, e->noted, e->note, SQ_USUAL_COLOUR_SET);
}

static void put_clock(sq_text *t, const sq_event_clock *e) {
    if (e->t_known) put_seconds(t, "t", e->t);
    if (e->order != SQ_CLOCK_KEEP) sq_text_put(t, ",\"run\":%s", e->order == SQ_CLOCK_RUN ? "true" : "false");
    if (e->limit) put_seconds(t, "limit_s", e->limit);
}

/* The texts of one group of "about" that are named, with a comma before each but the first; *between is that
 * comma. */
static void put_group(sq_text *t, const sq_details *about, const char *group, const char **between) {
    for (unsigned d = 0; d < SQ_DETAILS; d++) {
        if (!(about->named & 1u << d) || strcmp(sq_detail_groups[d], group) != 0) continue;
        sq_text_put(t, "%s\"%s\":", *between, sq_detail_keys[d]);
        sq_text_put_json(t, about->text[d]);
        *between = ",";
    }
}

static void put_about(sq_text *t, const sq_details *about) {
    static const char *const groups[] = {"players", "sides"};
    const char *between = "";
    sq_text_put(t, ",\"about\":{");
    put_group(t, about, "", &between);
    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++) {
        char open[32];
        snprintf(open, sizeof open, "%s\"%s\":{", between, groups[i]);
        const char *first = open;
        put_group(t, about, groups[i], &first);
        if (first == open) continue;
        sq_text_put(t, "}");
        between = ",";
    }
    sq_text_put(t, "}");
}

static void put_game(sq_text *t, const sq_event_game *e) {
    const sq_ruleset *rules = sq_ruleset_at(e->rules);
    const sq_other_game *other = sq_other_game_at(e->rules);
    char digest[SQ_DIGEST_MAX];
    put_word(t, "rules", rules ? rules->name : other ? other->name : NULL);
    if (rules) put_word(t, "digest", sq_ruleset_digest(rules, digest));
    if (other)
        other->write_game(t, e);
    else
        put_word(t, "form", sq_form_name(e->form));
    if (rules && rules->text) {
        put_key(t, "book");
        sq_text_put_json(t, rules->text);
    }
    if (e->limit) put_seconds(t, "limit_s", e->limit);
    if (e->details.named) put_about(t, &e->details);
}

static void put_choose(sq_text *t, const sq_event_choose *e) {
    put_word(t, "option", e->option == SQ_CHOOSE_REPLAY ? "replay" : "accept");
    if (e->colour != SQ_NO_COLOUR) put_colour(t, "colour", e->colour);
}

static void put_nominate(sq_text *t, const sq_event_nominate *e) {
    if (e->colour != SQ_NO_COLOUR) put_colour(t, "colour", e->colour);
    if (e->wink != SQ_NO_WINK) put_word(t, "wink", sq_wink_name(e->wink));
}

static void put_lost_shot(sq_text *t, const sq_event_lost_shot *e) {
    put_seconds(t, "t", e->t);
    put_colour(t, "colour", e->colour);
    put_word(t, "why", e->why == SQ_LOST_IN_TIME ? "time" : "flight");
}

static void put_aside(sq_text *t, const sq_event_aside *e) {
    put_word(t, "wink", sq_wink_name(e->wink));
    if (e->over_known) put_squops(t, "over", &e->over);
}

static void put_event(sq_text *t, const sq_event *e, const sq_amendment *amendment);

static void put_amend(sq_text *t, const sq_event_amend *e, const sq_amendment *amendment) {
    sq_text_put(t, ",\"n\":%d", e->n);
    if (!e->keep || !amendment) put_key(t, "with");
    if (e->remove || !amendment)
        sq_text_put(t, "null");
    else if (!e->keep)
        put_event(t, &amendment->with, NULL);
    if (e->inserts && amendment) {
        put_key(t, "before");
        put_event(t, &amendment->before, NULL);
    }
    for (int i = 0; i < e->without_count; i++)
        sq_text_put(t, "%s%d", i ? "," : ",\"without\":[", e->without[i]);
    if (e->without_count) sq_text_put(t, "]");
}

static void put_event(sq_text *t, const sq_event *e, const sq_amendment *amendment) {
    sq_text_put(t, "{\"event\":\"%s\"", sq_event_called(e));
    switch (e->kind) {
    case SQ_EVENT_OTHER: sq_other_game_at(e->other.rules)->write_event(t, &e->other); break;
    case SQ_EVENT_GAME: put_game(t, &e->game); break;
    case SQ_EVENT_SQUIDGE_OFF: put_distances(t, &e->squidge_off); break;
    case SQ_EVENT_SHOT: put_shot(t, &e->shot); break;
    case SQ_EVENT_PASS:
        put_seconds(t, "t", e->pass.t);
        put_colour(t, "colour", e->pass.colour);
        break;
    case SQ_EVENT_NOMINATE: put_nominate(t, &e->nominate); break;
    case SQ_EVENT_FOUL:
        if (e->foul.rule[0]) put_word(t, "rule", e->foul.rule);
        break;
    case SQ_EVENT_CHOOSE: put_choose(t, &e->choose); break;
    case SQ_EVENT_CLOCK: put_clock(t, &e->clock); break;
    case SQ_EVENT_SET: put_set_event(t, &e->set); break;
    case SQ_EVENT_DISRUPT: put_colour(t, "by", e->disrupt.by); break;
    case SQ_EVENT_LOST_SHOT: put_lost_shot(t, &e->lost_shot); break;
    case SQ_EVENT_ASIDE: put_aside(t, &e->aside); break;
    case SQ_EVENT_AMEND: put_amend(t, &e->amend, amendment); break;
    case SQ_EVENT_ANSWER: sq_text_put(t, ",\"reading\":%d", e->answer.reading); break;
    case SQ_EVENT_ABOUT: put_about(t, &e->about.details); break;
    default: break; /* undo */
    }
    sq_text_put(t, "}");
}

size_t sq_record_write(char *to, size_t capacity, const sq_event *e, const sq_amendment *amendment) {
    sq_text t = sq_text_in(to, capacity);
    put_event(&t, e, amendment);
    return t.used;
}

/* The settings of the game's book; of the first one before there is a game. */
static const sq_settings *settings_of(const sq_state *s) {
    return &sq_ruleset_at(s->rules)->set;
}

static void put_counts(sq_text *t, const char *key, const sq_state *s,
                       int (*count)(const sq_state *, sq_colour)) {
    put_key(t, key);
    if (!s->playing) {
        sq_text_put(t, "null");
        return;
    }
    const sq_colour_set told = sq_state_colours(s);
    for (unsigned c = 0; c < SQ_COLOURS; c++)
        if (told & sq_colour_bit((sq_colour)c))
            sq_text_put(t, "%s\"%s\":%d", c ? "," : "{", colour_name(c), count(s, (sq_colour)c));
    sq_text_put(t, "}");
}

static int free_count(const sq_state *s, sq_colour c) {
    return sq_free_count(&s->now, c);
}

/* Sixtieths as a decimal with seven digits at most: 140 is 2.3333333. */
static void put_points(sq_text *t, sq_sixtieths points) {
    char digits[32];
    int n = snprintf(digits, sizeof digits, "%.7f", (double)points / SQ_POINT);
    while (digits[n - 1] == '0')
        n--;
    if (digits[n - 1] == '.') n--;
    sq_text_put(t, "%.*s", n, digits);
}

/* In books in which a game is won without points, or can be. */
static void put_winners(sq_text *t, const sq_state *s) {
    const sq_settings *set = settings_of(s);
    if (set->result != SQ_RESULT_WINNER && set->control == SQ_CONTROL_NO) return;
    if (s->now.winners)
        put_colours(t, "winners", s->now.winners);
    else
        put_word(t, "winners", NULL);
}

static int tally(const sq_state *s, sq_colour c) {
    return s->now.tally[c];
}

static void put_result(sq_text *t, const sq_state *s) {
    const sq_standing *p = &s->now;
    bool wins = settings_of(s)->result == SQ_RESULT_WINNER;
    if (p->phase != SQ_PHASE_ENDED || wins) {
        sq_text_put(t, ",\"points\":null,\"score\":null");
        put_winners(t, s);
        return;
    }
    put_winners(t, s);
    put_key(t, "points");
    const sq_colour_set told = sq_state_colours(s);
    for (unsigned c = 0; c < SQ_COLOURS; c++) {
        if (!(told & sq_colour_bit((sq_colour)c))) continue;
        sq_text_put(t, "%s\"%s\":", c ? "," : "{", colour_name(c));
        if (p->points_known & sq_colour_bit((sq_colour)c))
            put_points(t, p->points[c]);
        else
            sq_text_put(t, "null");
    }
    sq_text_put(t, "},\"score\":{\"%s\":", sq_partnership_name(SQ_BLUE_RED));
    put_points(t, p->score[SQ_BLUE_RED]);
    sq_text_put(t, ",\"%s\":", sq_partnership_name(SQ_GREEN_YELLOW));
    put_points(t, p->score[SQ_GREEN_YELLOW]);
    sq_text_put(t, "}");
}

static void put_due(sq_text *t, const sq_state *s) {
    static const char *const awaits[] = {
#define X(await, name) name,
        SQ_AWAIT_LIST(X)
#undef X
    };
    const sq_standing *p = &s->now;
    sq_await await = sq_state_await(s);
    put_word(t, "phase", s->playing ? sq_phase_name(p->phase) : NULL);
    put_colour(t, "turn", p->turn);
    sq_text_put(t, ",\"shots\":%d", p->shots);
    put_word(t, "await", awaits[await]);
    if (await == SQ_AWAIT_SQUIDGE_OFF) put_colours(t, "among", p->among);
    if (p->phase == SQ_PHASE_ROUND_LIMIT)
        sq_text_put(t, ",\"rounds_left\":%d", p->rounds_left);
    else
        sq_text_put(t, ",\"rounds_left\":null");
}

static void put_squop_up(sq_text *t, const sq_state *s) {
    const sq_standing *p = &s->now;
    sq_colour_set leave = sq_state_leave_free(s);
    if (p->squop_up_by == SQ_NO_SIDE)
        put_word(t, "squop_up", NULL);
    else
        sq_text_put(t, ",\"squop_up\":{\"by\":\"%s\",\"turns_left\":%d}", sq_partnership_name(p->squop_up_by),
                    p->squop_up_turns);
    bool several = leave & (leave - 1) && leave != SQ_ALL_COLOURS;
    if (several)
        put_colours(t, "leave_free", leave);
    else
        put_word(t, "leave_free",
                 !leave                    ? NULL
                 : leave == SQ_ALL_COLOURS ? "any"
                 : leave == SQ_ASIDE_OPEN  ? "wink"
                                           : colour_name((unsigned)__builtin_ctz(leave)));
}

/* A book has the one key or the other: a shot is forfeited, or a turn missed. */
static void put_forfeits(sq_text *t, const sq_state *s) {
    bool turns = settings_of(s)->off_price == SQ_OFF_TURN;
    put_colours(t, "forfeit", turns ? 0 : s->now.forfeits);
    if (turns) put_colours(t, "miss_turn", s->now.forfeits);
}

static void put_nominated(sq_text *t, const sq_state *s) {
    const sq_standing *p = &s->now;
    put_colour(t, "nominated", p->nominated);
    if (settings_of(s)->remedy == SQ_NOMINATE_WINK)
        put_word(t, "nominated_wink",
                 p->nominated_wink == SQ_NO_WINK ? NULL : sq_wink_name((sq_wink)p->nominated_wink));
}

static void put_tiddlies(sq_text *t, const sq_state *s) {
    if (s->playing && !sq_ruleset_has_tiddlies(sq_ruleset_at(s->rules)))
        put_word(t, "tiddlies", NULL);
    else
        put_counts(t, "tiddlies", s, sq_state_tiddlies);
    if (settings_of(s)->best == SQ_BEST_TALLY) put_counts(t, "tally", s, tally);
    const sq_variant *game = sq_variant_of(sq_ruleset_at(s->rules));
    if (game && s->playing) put_notes(t, game->notes, s->now.note, sq_state_colours(s));
}

static void put_pot_outs(sq_text *t, const sq_standing *p) {
    put_key(t, "pot_outs");
    sq_text_put(t, "[");
    for (int i = 0; i < p->pot_outs; i++) {
        if (i) sq_text_put(t, ",");
        put_set(t, p->pot_out[i], colour_name);
    }
    sq_text_put(t, "]");
}

static void put_foul(sq_text *t, const sq_state *s) {
    const sq_foul *f = &s->foul;
    if (f->open)
        sq_text_put(t, ",\"foul\":{\"rule\":\"%s\",\"by\":\"%s\"}",
                    sq_ruleset_at(s->rules)->foul_rule[f->wrong_colour], sq_partnership_name(f->by));
    else
        put_word(t, "foul", NULL);
}

static void put_rulings(sq_text *t, const sq_state *s, const sq_rulings *r) {
    char words[SQ_RULING_TEXT_MAX];
    sq_text_put(t, ",\"rulings\":[");
    for (int i = 0; r && !r->refused && i < r->count; i++) {
        sq_text_put(t, "%s{\"rule\":\"%s\",\"text\":", i ? "," : "", sq_ruling_rule(&r->list[i], s->rules));
        sq_text_put_json(t, sq_ruling_text(&r->list[i], s->rules, words));
        sq_text_put(t, "}");
    }
    sq_text_put(t, "]");
}

/* From these a scoreboard shows the time left: elapsed_s was played up to t, and more since if the clock
 * runs. */
static void put_clock_state(sq_text *t, const sq_state *s) {
    const sq_clock *c = &s->clock;
    bool runs = s->playing && c->started && !c->stopped && s->now.phase != SQ_PHASE_ENDED;
    put_seconds(t, "elapsed_s", sq_state_elapsed(s));
    if (s->playing && c->limit && !c->unknown) /* a book may have none */
        put_seconds(t, "limit_s", c->limit);
    else
        put_word(t, "limit_s", NULL);
    sq_text_put(t, ",\"clock_runs\":%s", runs ? "true" : "false");
    if (c->any_time)
        put_seconds(t, "t", c->latest);
    else
        put_word(t, "t", NULL);
}

/* Where the winks are that do not lie on the mat, and who lies over whom. */
static void put_places(sq_text *t, const sq_state *s) {
    put_winks(t, "potted", s->now.potted);
    put_winks(t, "baseline", s->playing ? s->now.unplayed : 0);
    put_squops(t, "over", &s->now.squops);
}

static void put_tiddlywinks(sq_text *t, const sq_state *s) {
    put_due(t, s);
    put_squop_up(t, s);
    put_forfeits(t, s);
    put_counts(t, "free", s, free_count);
    put_tiddlies(t, s);
    put_pot_outs(t, &s->now);
    put_result(t, s);
    put_foul(t, s);
    put_nominated(t, s);
}

/* What can be said where the umpire is asked. */
static void put_choices(sq_text *t, const sq_state *s) {
    sq_event list[SQ_NEXT_EVENTS_MAX];
    int count = sq_next_events(s, list);
    if (!count) return;
    put_key(t, "choices");
    for (int i = 0; i < count; i++) {
        sq_text_put(t, i ? "," : "[");
        put_event(t, &list[i], NULL);
    }
    sq_text_put(t, "]");
}

size_t sq_record_write_state(char *to, size_t capacity, int n, const char *name, const sq_state *s,
                             const sq_rulings *r, const char *error) {
    sq_text t = sq_text_in(to, capacity);
    sq_text_put(&t, "{\"type\":\"state\",\"version\":%d,\"n\":%d,\"event\":", SQ_FORMAT_VERSION, n);
    if (name && *name)
        sq_text_put_json(&t, name);
    else
        sq_text_put(&t, "null");
    const sq_other_game *other = s->playing ? sq_other_game_at(s->rules) : NULL;
    if (other)
        other->write_state(&t, s);
    else
        put_tiddlywinks(&t, s);
    put_clock_state(&t, s);
    if (!other) put_places(&t, s);
    put_choices(&t, s);
    put_rulings(&t, s, error ? NULL : r);
    if (error) {
        char sentence[SQ_RULING_TEXT_MAX + 32];
        snprintf(sentence, sizeof sentence, "line %d: %s", n, error);
        put_key(&t, "error");
        sq_text_put_json(&t, sentence);
    }
    sq_text_put(&t, "}");
    return t.used;
}

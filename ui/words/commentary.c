/* The running commentary: one sentence for each thing that the umpire says, with measurements and rulings
 * under it. */
#include "ui/words/commentary.h"

#include <string.h>

#include "rules/book/ruleset.h"
#include "rules/terms/equipment_sizes.h"
#include "rules/terms/text_buffer.h"
#include "ui/words/commentary_parts.h"
#include "ui/words/event_words.h"
#include "ui/words/position_words.h"
#include "ui/words/score_sheet.h"
#include "vision/position/rim_gap.h"

enum { NUMBER_WIDTH = 4, TIME_WIDTH = 9, RULE_WIDTH = 10 };

#define MM_A_CM 10

/* ---- Pieces ---- */

static void say_time(FILE *to, double t) {
    char text[SQ_VIDEO_TEXT_MAX];
    int n = fprintf(to, "[%s]", sq_video_time_text(text, t));
    fprintf(to, "%*s", n < TIME_WIDTH ? TIME_WIDTH - n : 0, "");
}

/* One event has one time wherever it is told: when it was played. What has none is told with the time of the
 * rest. */
static double time_of(const sq_said *said) {
    sq_us t;
    bool played = said->kind == SQ_SAID_EVENT && said->reading && sq_event_time(said->event, &t);
    return played ? (double)t / SQ_US_PER_S : said->t;
}

void sq_commentary_time(FILE *to, const sq_said *said) {
    say_time(to, time_of(said));
}

static void begin(FILE *to, const sq_said *said) {
    if (said->kind == SQ_SAID_EVENT)
        fprintf(to, "%*d  ", NUMBER_WIDTH, said->n);
    else
        fprintf(to, "%*s  ", NUMBER_WIDTH, "");
    say_time(to, time_of(said));
    fputs("  ", to);
}

void sq_commentary_under(FILE *to, const char *rule) {
    fprintf(to, "\n%*s %-*s  ", NUMBER_WIDTH + 1, "", TIME_WIDTH, rule);
}

static void say_winks(FILE *to, sq_wink_set set) {
    for (sq_wink_set rest = set; rest; rest &= rest - 1)
        fprintf(to, "%s%s", sq_list_joint(set, rest, " and "), sq_wink_name(sq_wink_first(rest)));
}

static const char *are(sq_wink_set set) {
    return sq_wink_count(set) == 1 ? "is" : "are";
}

void sq_commentary_chance(FILE *to, double probability) {
    char text[SQ_WORDS_CAP];
    sq_say_probability(text, probability);
    fprintf(to, "(%s)", text);
}

/* ---- What was measured ---- */

static void say_pair(FILE *to, const sq_seen_wink *a, const sq_seen_wink *b, const char *how) {
    char mm[SQ_WORDS_CAP];
    sq_gap gap = sq_gap_between(a, b);
    sq_say_gap(mm, &(sq_squop){.gap_mm = gap.mm, .sigma_mm = gap.sigma_mm});
    sq_commentary_under(to, "");
    fprintf(to, "%s %s %s: %s.", sq_wink_name(a->id), how, sq_wink_name(b->id), mm);
}

/* The squops that came, and the near misses of winks that moved. */
static void say_pairs(FILE *to, const sq_said *said) {
    sq_wink_set on_mat = sq_winks_on_mat(&said->after->now), moved = said->reading->moved;
    for (sq_wink a = 0; a < SQ_USUAL_WINKS; a++)
        for (sq_wink b = 0; b < SQ_USUAL_WINKS; b++) {
            const sq_tracked_wink *wa = &said->is->wink[a], *wb = &said->is->wink[b];
            bool both = on_mat & sq_wink_bit(a) && on_mat & sq_wink_bit(b), told_once = a < b;
            if (a == b || !both || wa->how != SQ_TRACK_SEEN || wb->how != SQ_TRACK_SEEN) continue;
            bool over = said->after->now.squops.above[b] & sq_wink_bit(a);
            bool was_over = said->before->now.squops.above[b] & sq_wink_bit(a);
            bool under = said->after->now.squops.above[a] & sq_wink_bit(b);
            bool met = moved & (sq_wink_bit(a) | sq_wink_bit(b));
            if (over && !was_over) say_pair(to, &wa->last, &wb->last, "over");
            if (!over && !under && told_once && met &&
                sq_gap_between(&wa->last, &wb->last).mm < SQ_NEAR_MISS_MM)
                say_pair(to, &wa->last, &wb->last, "beside");
        }
}

/* ---- Each thing that is said ---- */

/* A question that was asked before is settled by this. */
static void say_settled(FILE *to, const sq_said *said) {
    if (!said->question || said->held || said->by_word) return;
    const char *by = said->by_sequel ? "how the game went on" : "another look at the mat";
    sq_commentary_under(to, "settled");
    if (said->settled)
        fprintf(to, "Answer %d to the question is right, by %s.", said->settled, by);
    else
        fprintf(to, "None of the answers to the question is right, by %s.", by);
}

/* Lines that were held, and are certain now. */
static void say_settled_late(FILE *to, const sq_said *said) {
    for (int i = 0; i < said->settles; i++) {
        sq_commentary_under(to, "settled");
        fprintf(to, "Line %d is no longer a question: it is right, by how the game went on. ",
                said->settled_late[i].line);
        sq_commentary_chance(to, said->settled_late[i].probability);
    }
}

static void say_event(FILE *to, const sq_said *said) {
    char words[SQ_EVENT_WORDS_MAX], text[SQ_RULING_TEXT_MAX];
    if (said->by_word) fputs("The umpire: ", to);
    if (said->told) fputs("CARRIED OUT: ", to);
    fputs(said->record ? sq_last_line_words(words, said->record, false)
                       : sq_event_words(words, said->event, said->before, said->after),
          to);
    if (said->reading) {
        putc(' ', to);
        sq_commentary_chance(to, said->reading->probability);
    }
    if (said->held) {
        sq_commentary_under(to, "HELD");
        fputs("This is a question for the umpire", to);
        if (said->game)
            fprintf(to, ", carried out by answer %d.", said->answer);
        else
            fprintf(to, ". When the game has ended, squint answer GAME %d changes it.", said->n);
        sq_commentary_doubts(to, said, "asked");
        sq_commentary_others(to, said);
        sq_commentary_how_to_answer(to, said);
    }
    say_settled(to, said);
    say_settled_late(to, said);
    if (said->event->kind == SQ_EVENT_SHOT && said->reading) say_pairs(to, said);
    for (int i = 0; i < said->rulings->count; i++) {
        sq_commentary_under(to, sq_ruling_rule(&said->rulings->list[i], said->after->rules));
        fputs(sq_ruling_text(&said->rulings->list[i], said->after->rules, text), to);
    }
    if (!said->held) sq_commentary_doubts(to, said, "note");
}

static void say_where(FILE *to, const sq_said *said) {
    const char *between = "";
    for (sq_wink_set rest = said->reading->moved; rest; rest &= rest - 1) {
        sq_wink w = sq_wink_first(rest);
        const sq_tracked_wink *is = &said->is->wink[w];
        char mm[SQ_WORDS_CAP];
        sq_say_mm(mm, is->last.edge_to_pot_mm, is->last.edge_sigma_mm);
        fprintf(to, "%s%s is squidged", between, sq_wink_name(w));
        if (is->how != SQ_TRACK_SEEN)
            fputs(" out of sight.", to);
        else if (is->last.place == SQ_PLACE_MAT)
            fprintf(to, ": %s from the pot.", mm);
        else
            fputs(sq_tracked_potted(is) ? " into the pot." : " off the mat.", to);
        between = " ";
    }
}

static void say_squidged(FILE *to, const sq_said *said) {
    say_where(to, said);
    say_settled(to, said);
    sq_commentary_doubts(to, said, "note");
}

static void say_by_hand(FILE *to, const sq_said *said) {
    sq_wink_set back = 0, put = 0, taken = 0, moved = 0;
    for (sq_wink_set rest = said->reading->moved; rest; rest &= rest - 1) {
        sq_wink w = sq_wink_first(rest);
        const sq_tracked_wink *was = &said->was->wink[w], *is = &said->is->wink[w];
        bool was_away = was->how != SQ_TRACK_SEEN || was->last.place == SQ_PLACE_OFF;
        if (said->reading->let_down & sq_wink_bit(w))
            moved |= sq_wink_bit(w);
        else if (is->how != SQ_TRACK_SEEN)
            taken |= sq_wink_bit(w);
        else if (is->last.place == SQ_PLACE_BASELINE)
            back |= sq_wink_bit(w);
        else if (was_away)
            put |= sq_wink_bit(w);
        else
            moved |= sq_wink_bit(w);
    }
    const struct {
        sq_wink_set winks;
        const char *what;
    } parts[] = {{back, "carried back behind the baseline"},
                 {put, "put back on the mat"},
                 {taken, "taken up"},
                 {moved, "moved by hand"}};
    const char *between = "";
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (!parts[i].winks) continue;
        fputs(between, to);
        say_winks(to, parts[i].winks);
        fprintf(to, " %s %s.", are(parts[i].winks), parts[i].what);
        between = " ";
    }
}

/* Winks are taken to have been moved by hand while nobody saw it: no line of the record tells that. */
static bool is_taken_by_hand(const sq_said *said) {
    return said->reading && said->reading->kind == SQ_PLAY_BY_HAND;
}

static void say_open(FILE *to, const sq_said *said) {
    if (is_taken_by_hand(said)) {
        say_by_hand(to, said);
        fputs(" A shot may have been played; the question stays open.", to);
    } else
        fputs("The question stays open, the game goes on.", to);
}

/* Which winks are missing, and what helps: they may lie there. */
static void say_what_is_missing(FILE *to, const sq_said *said) {
    const sq_position *p = &said->is->position;
    const char *between = ", not ";
    for (int c = 0; c < SQ_USUAL_COLOURS; c++) {
        int n = sq_position_unseen(p, (sq_colour)c);
        if (!n) continue;
        fprintf(to, "%s%d %s", between, n, sq_colour_name((sq_colour)c));
        between = ", ";
    }
    const sq_region *over = sq_umpire_covers(p);
    if (!over) {
        fputs(". If they lie there, squint does not see them: give the mat more light, and focus on it.", to);
        return;
    }
    fprintf(
        to,
        ". Something seems to cover the mat, %.0f cm wide, %.0f cm to the %s of the pot: take it away. If "
        "nothing lies there, the light is too strong there: dim it, or expose less.",
        2 * over->radius_mm / MM_A_CM, fabs(over->at.x) / MM_A_CM, over->at.x < 0 ? "left" : "right");
}

static void say_wait(FILE *to, const sq_said *said) {
    if (!said->play) {
        fprintf(to, "%s for the winks to be laid out: %d in sight", said->again ? "Still waiting" : "Waiting",
                said->is->seen_count);
        if (said->again)
            say_what_is_missing(to, said);
        else
            fputc('.', to);
        return;
    }
    sq_wink_set hidden = 0;
    for (int i = 0; i < said->play->doubt_count; i++)
        if (said->play->doubt[i].kind == SQ_DOUBT_HIDDEN) hidden |= sq_wink_bit(said->play->doubt[i].wink);
    fputs("Something lies over the mat, where ", to);
    say_winks(to, hidden);
    fprintf(to, " %s: no ruling until it is gone.", are(hidden));
}

static void say_refused(FILE *to, const sq_said *said) {
    char words[SQ_EVENT_WORDS_MAX], text[SQ_RULING_TEXT_MAX];
    fprintf(to, "QUESTION: %s The rules do not allow it now: %s.",
            sq_event_words(words, said->event, said->before, said->after),
            sq_refusal_text(&said->rulings->list[0], text));
}

/* Such events are his to say. */
static void say_left(FILE *to, const sq_said *said) {
    fputs("LEFT TO THE UMPIRE: ", to);
    sq_commentary_answer(to, said->reading, said->before);
}

void sq_commentary_sentence(FILE *to, const sq_said *said) {
    char words[SQ_EVENT_WORDS_MAX];
    switch (said->kind) {
    case SQ_SAID_EVENT: fputs(sq_event_words(words, said->event, said->before, said->after), to); break;
    case SQ_SAID_SQUIDGED: say_where(to, said); break;
    case SQ_SAID_BY_HAND: say_by_hand(to, said); break;
    case SQ_SAID_UNSEEN: fputs("Nothing was played, but winks are out of sight.", to); break;
    case SQ_SAID_QUESTION:
        fputs(said->again    ? "As the game has gone on: what happened?"
              : said->wished ? "Is this right?"
                             : "What happened?",
              to);
        break;
    case SQ_SAID_PASSED_OVER:
        if (said->wished)
            say_left(to, said);
        else
            say_open(to, said);
        break;
    case SQ_SAID_WAIT: say_wait(to, said); break;
    case SQ_SAID_REFUSED: say_refused(to, said); break;
    default: fputs("All winks are behind their baselines again: another game.", to);
    }
}

void sq_commentary(FILE *to, const sq_said *said) {
    begin(to, said);
    switch (said->kind) {
    case SQ_SAID_EVENT: say_event(to, said); break;
    case SQ_SAID_SQUIDGED: say_squidged(to, said); break;
    case SQ_SAID_BY_HAND:
        say_by_hand(to, said);
        say_settled(to, said);
        break;
    case SQ_SAID_UNSEEN:
        fputs("Nothing was played.", to);
        say_settled(to, said);
        sq_commentary_doubts(to, said, "note");
        break;
    case SQ_SAID_QUESTION:
        fputs(said->again    ? "QUESTION, as the game has gone on: what happened?"
              : said->wished ? "QUESTION: is this right?"
                             : "QUESTION: what happened?",
              to);
        sq_commentary_gap(to, said->gap_s);
        sq_commentary_unjudged(to, said->unjudged);
        sq_commentary_doubts(to, said, "");
        sq_commentary_answers(to, said);
        sq_commentary_how_to_answer(to, said);
        break;
    case SQ_SAID_PASSED_OVER:
        if (said->wished)
            say_left(to, said);
        else
            fputs("QUESTION: it stays open, the game goes on.", to);
        if (!said->wished && is_taken_by_hand(said)) {
            sq_commentary_under(to, "meanwhile");
            say_by_hand(to, said);
        }
        break;
    case SQ_SAID_WAIT: say_wait(to, said); break;
    case SQ_SAID_REFUSED: say_refused(to, said); break;
    default: fputs("All winks are behind their baselines again: another game.", to);
    }
    putc('\n', to);
}

static void say_tiddlies(FILE *to, const sq_state *s) {
    sq_commentary_under(to, "tiddlies");
    sq_sheet_say_tiddlies(to, s);
}

static void say_score(FILE *to, const sq_standing *now) {
    char outcome[SQ_OUTCOME_MAX];
    sq_commentary_under(to, "score");
    fputs(sq_sheet_outcome(outcome, now), to);
}

/* What one rest shows of a game, and what it does not. */
static void say_joined_late(FILE *to, const sq_position *p, int rules) {
    const char *between = "";
    sq_commentary_under(to, "turn");
    fputs("not known: the game was under way, and no shot of it was seen", to);
    sq_commentary_under(to, "");
    fputs("(the first shot shows whose turn it is; or tell it: --from POSITION.json)", to);
    if (!sq_ruleset_has_tiddlies(sq_ruleset_at(rules))) return;
    sq_commentary_under(to, "tiddlies");
    for (unsigned c = 0; c < SQ_USUAL_COLOURS; c++) {
        char n[SQ_WORDS_CAP];
        sq_say_tiddlies(n, p, (sq_colour)c);
        fprintf(to, "%s%s %s", between, sq_colour_name((sq_colour)c), n);
        between = ", ";
    }
    fputs(", as it lies", to);
}

void sq_commentary_lay_flat(FILE *to, sq_wink wink, double mm, sq_wink_set over) {
    double tenths = round(10 * mm);
    fprintf(to, "%*s %-*s  ", NUMBER_WIDTH + 1, "", TIME_WIDTH, "");
    if (tenths > 0)
        fprintf(to, "Move %s %.1f mm outwards, until it lies flat and touches the pot", sq_wink_name(wink),
                tenths / 10);
    else
        fprintf(to, "Lay %s flat, so that it touches the pot", sq_wink_name(wink));
    if (over) fputs("; it then lies over ", to), say_winks(to, over);
    fputs(".\n", to);
}

static const char *how_it_ends(const sq_ending *e) {
    if (e->live)
        return e->unkept ? "The camera's pictures end; not all is kept" : "The camera's pictures end";
    if (e->stopped) return e->unkept ? "Stopped here; not all is kept" : "Stopped here";
    return e->unkept ? "The end, of which not all is kept" : "The pictures end";
}

void sq_commentary_end(FILE *to, const sq_state *s, const sq_ending *e) {
    fprintf(to, "%*s  ", NUMBER_WIDTH, "");
    say_time(to, e->t);
    fprintf(to, "  %s: %d shot%s, %d question%s.", how_it_ends(e), e->shots, e->shots == 1 ? "" : "s",
            e->questions, e->questions == 1 ? "" : "s");
    if (e->unjudged) {
        sq_commentary_under(to, "unjudged");
        fprintf(to, "%d rest%s", e->unjudged, e->unjudged == 1 ? "" : "s");
    }
    if (s->playing && e->joined_late) {
        say_joined_late(to, e->joined_late, s->rules);
        putc('\n', to);
        return;
    }
    if (s->playing && s->now.turn != SQ_NO_COLOUR) {
        sq_commentary_under(to, "turn");
        fputs(sq_colour_name(s->now.turn), to);
    }
    if (s->playing && sq_ruleset_has_tiddlies(sq_ruleset_at(s->rules))) say_tiddlies(to, s);
    if (s->playing && s->now.phase == SQ_PHASE_ENDED) say_score(to, &s->now);
    char lead[SQ_SHEET_TEXT_MAX];
    if (*sq_sheet_lead(lead, s)) {
        sq_commentary_under(to, "score");
        fputs(lead, to);
    }
    putc('\n', to);
}

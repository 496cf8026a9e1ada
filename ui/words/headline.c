/* Puts a ruling into its headline: of all that a shot led to, first what the game turns on. */
#include "ui/words/headline.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "rules/terms/text_buffer.h"
#include "ui/words/commentary_parts.h"
#include "ui/words/event_words.h"
#include "ui/words/position_words.h"
#include "vision/position/rim_gap.h"

/* A wink that has moved by less than this has not visibly moved. */
#define STILL_MM 3.0

__attribute__((format(printf, 2, 3))) static void put(sq_ruling_lines *l, const char *format, ...) {
    size_t used = strlen(l->headline);
    va_list args;
    va_start(args, format);
    vsnprintf(l->headline + used, sizeof l->headline - used, format, args);
    va_end(args);
}

static void put_name(sq_ruling_lines *l, sq_colour c) {
    const char *name = sq_colour_name(c);
    if (*l->headline)
        put(l, "; %s", name);
    else
        put(l, "%c%s", toupper((unsigned char)*name), name + 1);
}

static void put_winks(sq_ruling_lines *l, sq_wink_set set) {
    for (sq_wink_set rest = set; rest; rest &= rest - 1)
        put(l, "%s%s", sq_list_joint(set, rest, " and "), sq_wink_name(sq_wink_first(rest)));
}

static bool seen(const sq_tracked *t, sq_wink w) {
    return t && t->wink[w].how == SQ_TRACK_SEEN;
}

/* ---- Squops ---- */

static void put_by(sq_ruling_lines *l, const sq_said *said, sq_wink a, sq_wink b) {
    char mm[SQ_WORDS_CAP];
    if (!seen(said->is, a) || !seen(said->is, b)) return;
    sq_gap gap = sq_gap_between(&said->is->wink[a].last, &said->is->wink[b].last);
    sq_say_mm(mm, fabs(gap.mm), gap.sigma_mm);
    put(l, " by %s", mm);
}

/* "Green squops red and blue: g2 over r1 by 4.8 ± 0.2 mm, over b4 by 2.0 ± 0.2 mm" */
static void put_squop(sq_ruling_lines *l, const sq_said *said, sq_wink upper, sq_wink_set under) {
    put_name(l, sq_wink_colour(upper));
    sq_colour_set whose = 0;
    for (sq_wink_set rest = under; rest; rest &= rest - 1)
        whose |= sq_colour_bit(sq_wink_colour(sq_wink_first(rest)));
    bool own = whose == sq_colour_bit(sq_wink_colour(upper));
    put(l, own ? " covers its own" : " squops ");
    for (unsigned rest = own ? 0 : whose; rest; rest &= rest - 1)
        put(l, "%s%s", sq_list_joint(whose, rest, " and "), sq_colour_name((sq_colour)__builtin_ctz(rest)));
    put(l, ": %s", sq_wink_name(upper));
    for (sq_wink_set rest = under; rest; rest &= rest - 1) {
        sq_wink w = sq_wink_first(rest);
        put(l, "%s over %s", rest == under ? "" : ",", sq_wink_name(w));
        put_by(l, said, upper, w);
    }
    l->winks |= sq_wink_bit(upper) | under;
}

/* The squops that came; those of the wink that was played first. */
static void put_squops(sq_ruling_lines *l, const sq_said *said, sq_wink played) {
    const sq_squops *was = &said->before->now.squops, *is = &said->after->now.squops;
    for (int turn = 0; turn < 2; turn++)
        for (sq_wink upper = 0; upper < SQ_WINKS; upper++) {
            sq_wink_set under = 0;
            for (sq_wink w = 0; w < SQ_WINKS; w++)
                if (is->above[w] & ~was->above[w] & sq_wink_bit(upper)) under |= sq_wink_bit(w);
            if (under && (upper == played) == !turn) put_squop(l, said, upper, under);
        }
}

/* "R2 is free again" */
static void put_freed(sq_ruling_lines *l, const sq_said *said, sq_colour by) {
    const sq_squops *was = &said->before->now.squops, *is = &said->after->now.squops;
    sq_wink_set freed = 0, upper = 0;
    for (sq_wink w = 0; w < SQ_WINKS; w++)
        if (was->above[w] && !is->above[w] && sq_winks_on_mat(&said->after->now) & sq_wink_bit(w)) {
            freed |= sq_wink_bit(w);
            upper |= was->above[w];
        }
    if (!freed) return;
    put_name(l, by);
    put(l, " frees ");
    put_winks(l, freed);
    put(l, " from under ");
    put_winks(l, upper);
    l->winks |= freed | upper;
}

/* ---- Shots ---- */

static void put_near_miss(sq_ruling_lines *l, const sq_said *said, sq_wink played) {
    sq_wink nearest = SQ_NO_WINK;
    sq_gap least = {SQ_NEAR_MISS_MM, 0};
    for (sq_wink w = 0; w < SQ_USUAL_WINKS && seen(said->is, played); w++) {
        if (w == played || !seen(said->is, w) || !(sq_winks_on_mat(&said->after->now) & sq_wink_bit(w)))
            continue;
        sq_gap gap = sq_gap_between(&said->is->wink[played].last, &said->is->wink[w].last);
        if (gap.mm < least.mm && gap.mm > 0) least = gap, nearest = w;
    }
    if (nearest == SQ_NO_WINK) return;
    char mm[SQ_WORDS_CAP];
    sq_say_mm(mm, least.mm, least.sigma_mm);
    put(l, "%s comes to rest %s from %s", sq_wink_name(played), mm, sq_wink_name(nearest));
    l->winks |= sq_wink_bit(nearest);
}

static void put_plain(sq_ruling_lines *l, const sq_said *said, const sq_event_shot *e) {
    bool in = said->before->now.unplayed & sq_wink_bit(e->wink);
    put_name(l, e->colour);
    put(l, e->is_short ? " falls short with %s" : in ? " brings %s in" : " moves %s", sq_wink_name(e->wink));
    if (!seen(said->was, e->wink) || !seen(said->is, e->wink)) return;
    put(l, ", by %.0f mm", sq_mm_distance(said->was->wink[e->wink].last.at, said->is->wink[e->wink].last.at));
}

static void put_shot(sq_ruling_lines *l, const sq_said *said, const sq_event_shot *e) {
    sq_wink_set sent = e->off & ~e->potted;
    l->winks |= sq_wink_bit(e->wink) | e->potted | e->off;
    if (e->potted) {
        put_name(l, e->colour);
        put(l, " pots ");
        put_winks(l, e->potted);
    }
    put_squops(l, said, e->wink);
    if (sent) {
        put_name(l, e->colour);
        put(l, " sends ");
        put_winks(l, sent);
        put(l, " off the mat");
    }
    put_freed(l, said, e->colour);
    if (!*l->headline) put_near_miss(l, said, e->wink);
    if (!*l->headline) put_plain(l, said, e);
}

/* ---- The squidge-off ---- */

static void put_squidged(sq_ruling_lines *l, const sq_event_squidge_off *e, sq_colour c,
                         const sq_said *said) {
    char mm[SQ_WORDS_CAP];
    double sigma = NAN;
    sq_wink_set moved = 0;
    for (sq_wink w = 0; said->is && w < SQ_USUAL_WINKS; w++)
        if (sq_wink_colour(w) == c && seen(said->is, w) && said->is->wink[w].last.place == SQ_PLACE_MAT)
            moved |= sq_wink_bit(w), sigma = said->is->wink[w].last.edge_sigma_mm;
    l->winks |= moved;
    sq_say_mm(mm, e->mm[c], moved & (moved - 1) ? NAN : sigma);
    put(l,
        e->where[c] == SQ_SQUIDGED_ON_MAT ? "%s %s"
        : e->where[c] == SQ_SQUIDGED_POT  ? "%s in the pot"
                                          : "%s off the mat",
        sq_colour_name(c), mm);
}

/* "Red wins the squidge-off: red 22.7 ± 0.2 mm, green 61.2 ± 0.2 mm" */
static void put_squidge_off(sq_ruling_lines *l, const sq_said *said, const sq_event_squidge_off *e) {
    sq_colour winner = said->after->now.winner, second = SQ_NO_COLOUR;
    l->distances = true;
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
        if (seen(said->is, w) && said->is->wink[w].last.place != SQ_PLACE_BASELINE)
            l->winks |= sq_wink_bit(w);
    if (winner == SQ_NO_COLOUR) {
        put(l, "The squidge-off is played again");
        return;
    }
    for (unsigned c = 0; c < SQ_COLOURS; c++) {
        bool other =
            c != winner && e->played & sq_colour_bit((sq_colour)c) && e->where[c] == SQ_SQUIDGED_ON_MAT;
        if (other && (second == SQ_NO_COLOUR || e->mm[c] < e->mm[second])) second = (sq_colour)c;
    }
    put_name(l, winner);
    put(l, " wins the squidge-off: ");
    put_squidged(l, e, winner, said);
    if (second == SQ_NO_COLOUR) return;
    put(l, ", ");
    put_squidged(l, e, second, said);
}

/* ---- What is not an event ---- */

static void put_question(sq_ruling_lines *l, const sq_said *said) {
    FILE *f = fmemopen(l->headline, sizeof l->headline - 1, "w");
    if (!f) return;
    sq_commentary_asks(f, said);
    if (said->wished) {
        putc(' ', f);
        sq_commentary_answer(f, said->reading, said->before);
    }
    fclose(f);
}

static void put_sentence(sq_ruling_lines *l, const sq_said *said) {
    FILE *f = fmemopen(l->headline, sizeof l->headline - 1, "w");
    if (!f) return;
    sq_commentary_sentence(f, said);
    fclose(f);
}

static void put_event(sq_ruling_lines *l, const sq_said *said) {
    char words[SQ_EVENT_WORDS_MAX];
    switch (said->event->kind) {
    case SQ_EVENT_SHOT: put_shot(l, said, &said->event->shot); break;
    case SQ_EVENT_SQUIDGE_OFF: put_squidge_off(l, said, &said->event->squidge_off); break;
    default:
        sq_event_words(words, said->event, said->before, said->after);
        put(l, "%s", words);
        size_t n = strlen(l->headline);
        if (n && l->headline[n - 1] == '.') l->headline[n - 1] = 0;
    }
    if (!said->held || !said->reading) return;
    char sure[SQ_WORDS_CAP];
    sq_say_probability(sure, said->reading->probability);
    put(l, " (%s)", sure);
}

/* Where the winks lay that have moved; the one that was played first. */
static void add_path(sq_ruling_lines *l, const sq_said *said, sq_wink w) {
    if (l->path_count == SQ_RULING_PATHS || !seen(said->was, w)) return;
    bool lies = seen(said->is, w) && !sq_tracked_potted(&said->is->wink[w]);
    sq_mm from = said->was->wink[w].last.at;
    if (lies && sq_mm_distance(from, said->is->wink[w].last.at) < STILL_MM) return;
    l->path[l->path_count].wink = w;
    l->path[l->path_count++].from = from;
}

static void put_mat(sq_ruling_lines *l, const sq_said *said) {
    bool shot = said->kind == SQ_SAID_EVENT && said->event->kind == SQ_EVENT_SHOT;
    sq_wink_set moved = said->reading ? said->reading->moved : 0;
    if (shot) add_path(l, said, said->event->shot.wink);
    for (sq_wink_set rest = moved; rest; rest &= rest - 1) {
        sq_wink w = sq_wink_first(rest);
        if (!shot || w != said->event->shot.wink) add_path(l, said, w);
    }
    l->winks |= moved;
    for (int i = 0; l->question && said->play && i < said->play->doubt_count; i++) {
        const sq_doubt *d = &said->play->doubt[i];
        if (d->wink < SQ_WINKS) l->winks |= sq_wink_bit(d->wink);
        if (d->other < SQ_WINKS) l->winks |= sq_wink_bit(d->other);
    }
}

void sq_headline(sq_ruling_lines *out, const sq_said *said) {
    sq_us t;
    bool event = said->kind == SQ_SAID_EVENT;
    out->colour = event ? sq_event_colour(said->event) : SQ_NO_COLOUR;
    out->n = event ? said->n : 0;
    out->t = event && said->reading && sq_event_time(said->event, &t) ? (double)t / SQ_US_PER_S : said->t;
    out->distances = said->kind == SQ_SAID_SQUIDGED;
    if (event)
        put_event(out, said);
    else if (said->kind == SQ_SAID_QUESTION)
        put_question(out, said);
    else
        put_sentence(out, said);
    put_mat(out, said);
    if (event || said->kind == SQ_SAID_QUESTION) sq_ruling_standing_of(&out->standing, said->after);
    size_t n = strlen(out->headline); /* what a stream has written over is cleared, for who compares bytes */
    memset(out->headline + n, 0, sizeof out->headline - n);
}

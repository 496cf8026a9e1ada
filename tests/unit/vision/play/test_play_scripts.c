/* Play by scripts: each of tests/play/ puts winks on a mat, lets them lie elsewhere at the next rest, and
 * says what must be told of it. tests/play/README.md says how to write one. */
#include "tests/fixture/game/mat_script.h"
#include "vision/play/explain_play.h"

#define SCRIPTS SQ_SOURCE_DIR "/tests/play"

/* Seconds from rest to rest, and how long all of a motion lasts; the first rest is at the former. */
#define REST_S 10.0
#define MOTION_S 1.5

/* mm: what the eye is off by, from look to look. */
#define SHAKE_MM 0.1

/* ---- What a script does ---- */

typedef enum { AT_FIRST, THEN, TOLD, ASKED, POSSIBLE, LIES } section;

/* What a reading must be. Sets that no line names must be empty, but for `moved`. */
typedef struct {
    int line; /* of its head, for faults */
    int reading;
    bool asks, certain; /* said whether it is a question; and that it is none */
    bool has_kind, over_unknown, is_short, passed, unseen_pile, complete, has_moved, has_times;
    sq_play_kind kind;
    sq_wink wink;
    sq_wink_set potted, off, moved;
    sq_squops over;
    double least, from_s, to_s;
    sq_colour_set squidged_told;
    sq_squidged where[SQ_USUAL_COLOURS];
    double mm[SQ_USUAL_COLOURS]; /* NaN: not said */
} expected;

typedef struct {
    script s;
    section in;
    mat lies, lay; /* at this rest, and at the one before */
    double t;      /* of this rest */
    bool explained;
    sq_tracked earlier, before, after;
    sq_play_prior record;
    sq_play_hints hints;
    bool changes_known;
    sq_changed_cells changed;
    sq_play play;
    expected want;
    int asked; /* doubts that were held against lines */
} run;

static void begin(run *r, const char *name, const char *text) {
    memset(r, 0, sizeof *r);
    r->s = (script){.name = name, .rest = text};
    r->lies = r->lay = mat_at_the_start();
    r->t = REST_S;
    r->record = (sq_play_prior){.phase = SQ_PHASE_TIMED,
                                .turn = SQ_BLUE,
                                .after_pass = SQ_GREEN,
                                .by_hand = {SQ_OFF_MAT_INSET_MM, SQ_POT_OUT_GAP_MM}};
    srand(1);
}

/* The first rest, with the winks' names as the script has them. What the lines say of missing winks is put
 * upon it afterwards. */
static void name_first_rest(run *r) {
    int8_t index[SQ_USUAL_WINKS];
    sq_tracked *t = &r->after;
    *t = (sq_tracked){.position = mat_position(&r->lies, index), .naming_count = 1};
    t->position.t = r->t;
    t->seen_count = t->position.wink_count;
    t->naming[0].probability = 1;
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++) {
        double misnamed = r->before.wink[w].misnamed;
        bool astray = r->before.wink[w].astray, struck = r->before.wink[w].struck,
             unknown = r->before.wink[w].how == SQ_TRACK_UNKNOWN, away = r->before.wink[w].away;
        t->naming[0].index[w] = index[w];
        t->wink[w] = (sq_tracked_wink){.how = index[w] >= 0 ? SQ_TRACK_SEEN
                                              : unknown     ? SQ_TRACK_UNKNOWN
                                                            : SQ_TRACK_MISSING,
                                       .index = index[w],
                                       .last = index[w] < 0 && unknown ? (sq_seen_wink){0} : r->lies.wink[w],
                                       .astray = astray,
                                       .struck = struck,
                                       .struck_at = r->before.wink[w].struck_at,
                                       .away = away,
                                       .misnamed = misnamed,
                                       .probability = 1};
        if (index[w] >= 0) t->position.winks[index[w]].id = w;
    }
}

/* Which winks wait behind their baselines by the record: those that never lay elsewhere. */
static sq_wink_set unplayed(const run *r) {
    bool none = r->record.phase == SQ_PHASE_SQUIDGE_OFF || r->record.carrying_back;
    return none ? SQ_USUAL_SET : SQ_USUAL_SET & ~r->lay.played;
}

/* The rest that the lines have described is looked at and explained, once. */
static void explain(run *r) {
    if (r->explained || r->t == REST_S) return;
    sq_position p = mat_position(&r->lies, NULL);
    p.t = r->t;
    if (r->changes_known) sq_changed_from_cells(&p.changed, r->t - REST_S, r->changed);
    hand_made_shake(&p, SHAKE_MM);
    sq_track_next(&r->after, &r->before, &p);
    r->record.unplayed = unplayed(r);
    r->hints.t_start = r->t - REST_S;
    r->hints.t_rest = r->t - REST_S + MOTION_S;
    r->hints.earlier = r->record.foul_open ? &r->earlier : NULL;
    sq_play_explain(&r->play, &r->record, &r->before, &r->after, &r->hints);
    r->explained = true;
}

static void next_rest(run *r) {
    if (r->t == REST_S)
        name_first_rest(r);
    else
        explain(r);
    r->earlier = r->before;
    r->before = r->after;
    r->lay = r->lies;
    r->t += REST_S;
}

static void start_lines(run *r) {
    r->in = THEN;
    r->explained = r->changes_known = false;
    r->hints = (sq_play_hints){0};
    memset(r->changed, 0, sizeof r->changed);
}

/* ---- Lines about the record and the time between ---- */

static bool record_line(run *r) {
    script *s = &r->s;
    sq_play_prior *p = &r->record;
    if (script_says(s, "record C to play")) {
        p->turn = s->colour[0];
        p->after_pass = (sq_colour)((s->colour[0] + 1) % SQ_USUAL_COLOURS);
        return true;
    }
    bool all = script_says(s, "record squidge-off"),
         two = !all && script_says(s, "record squidge-off of C and C");
    if (all || two) {
        p->phase = SQ_PHASE_SQUIDGE_OFF;
        p->turn = p->after_pass = SQ_NO_COLOUR;
        p->among = all ? SQ_USUAL_COLOUR_SET : sq_colour_bit(s->colour[0]) | sq_colour_bit(s->colour[1]);
        return true;
    }
    if (script_says(s, "record pot-out")) return p->phase = SQ_PHASE_POT_OUT, true;
    if (script_says(s, "record carrying back")) return p->carrying_back = true;
    if (script_says(s, "record free shot")) return p->any_colour = true;
    if (script_says(s, "record foul open")) return p->foul_open = true;
    if (script_says(s, "record potted W+")) return p->potted |= s->winks, true;
    if (script_says(s, "record nothing over another")) return memset(&p->squops, 0, sizeof p->squops) != NULL;
    if (!script_says(s, "record W over W")) return false;
    p->squops.above[s->wink[1]] |= sq_wink_bit(s->wink[0]);
    return true;
}

/* What is known of winks before the first rest. */
static bool memory_line(run *r) {
    script *s = &r->s;
    bool struck = script_says(s, "astray W where it struck at N N"),
         astray = struck || script_says(s, "astray W"), missing = !astray && script_says(s, "missing W"),
         unknown = !astray && !missing && script_says(s, "unknown W"),
         away = !astray && !missing && !unknown && script_says(s, "taken up W");
    if (astray || missing || unknown || away) {
        r->before.wink[s->wink[0]].astray = astray;
        r->before.wink[s->wink[0]].struck = struck;
        if (struck) r->before.wink[s->wink[0]].struck_at = (sq_mm){s->value[0], s->value[1]};
        r->before.wink[s->wink[0]].away = away;
        r->before.wink[s->wink[0]].how = unknown ? SQ_TRACK_UNKNOWN : SQ_TRACK_MISSING;
        return mat_lose(&r->lies, s->winks);
    }
    if (!script_says(s, "W may be W N %")) return false;
    r->before.wink[s->wink[0]].misnamed = r->before.wink[s->wink[1]].misnamed = s->value[0] / 100;
    return true;
}

static void change(run *r, sq_mm at, double radius) {
    for (int i = 0; i < SQ_CHANGED_Y; i++)
        for (int k = 0; k < SQ_CHANGED_X; k++)
            if (sq_mm_distance(sq_changed_at(k, i), at) < radius + 1) r->changed[i][k] = 1;
    r->changes_known = true;
}

static bool meanwhile_line(run *r) {
    script *s = &r->s;
    const sq_seen_wink *lay = r->lay.wink;
    if (script_says(s, "nothing changed")) return r->changes_known = true;
    if (script_says(s, "changed at N N radius N"))
        return change(r, (sq_mm){s->value[0], s->value[1]}, s->value[2]), true;
    if (script_says(s, "changed where W lay"))
        return change(r, lay[s->wink[0]].at, sq_seen_radius_mm(&lay[s->wink[0]])), true;
    if (script_says(s, "meanwhile out of sight W+")) return r->hints.vanished = s->winks, true;
    if (script_says(s, "motion N times as likely of two hands"))
        return r->hints.twice_over = s->value[0], true;
    return false;
}

static bool mat_line(run *r) {
    if (record_line(r) || mat_change(&r->s, &r->lies)) return true;
    return r->in == AT_FIRST ? memory_line(r) : meanwhile_line(r);
}

/* ---- What is told ---- */

static bool kind_line(script *s, expected *w) {
    static const struct {
        const char *says;
        sq_play_kind kind;
    } kinds[] = {{"nothing", SQ_PLAY_NOTHING},        {"shot of W", SQ_PLAY_SHOT},
                 {"squidged", SQ_PLAY_SQUIDGED},      {"by hand", SQ_PLAY_BY_HAND},
                 {"replay", SQ_PLAY_REPLACED},        {"wait", SQ_PLAY_WAIT},
                 {"unexplained", SQ_PLAY_UNEXPLAINED}};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        if (script_says(s, kinds[k].says)) {
            w->kind = kinds[k].kind;
            w->wink = s->wink_count ? s->wink[0] : SQ_NO_WINK;
            return w->has_kind = true;
        }
    return false;
}

static bool squidged_line(script *s, expected *w) {
    static const char *const says[] = {"C squidged to N mm", "C squidged into pot", "C squidged off"};
    for (int k = SQ_SQUIDGED_ON_MAT; k <= SQ_SQUIDGED_OFF; k++) {
        if (!script_says(s, says[k])) continue;
        w->squidged_told |= sq_colour_bit(s->colour[0]);
        w->where[s->colour[0]] = (sq_squidged)k;
        w->mm[s->colour[0]] = s->value_count ? s->value[0] : NAN;
        return w->complete = true;
    }
    return false;
}

static bool told_line(run *r) {
    script *s = &r->s;
    expected *w = &r->want;
    if (kind_line(s, w) || squidged_line(s, w)) return true;
    if (script_says(s, "potted W+")) return w->potted = s->winks, true;
    if (script_says(s, "off W+")) return w->off = s->winks, true;
    if (script_says(s, "moved W+")) return w->moved = s->winks, w->has_moved = true;
    if (script_says(s, "W over W")) return w->over.above[s->wink[1]] |= sq_wink_bit(s->wink[0]), true;
    if (script_says(s, "who lies over whom is not told")) return w->over_unknown = true;
    if (script_says(s, "short")) return w->is_short = true;
    if (script_says(s, "after a pass")) return w->passed = true;
    if (script_says(s, "on an unseen one")) return w->unseen_pile = true;
    if (script_says(s, "over N %")) return w->least = s->value[0] / 100, true;
    if (!script_says(s, "from N to N s")) return false;
    w->from_s = s->value[0];
    w->to_s = s->value[1];
    return w->has_times = true;
}

static void told_begins(run *r, bool asks, bool certain, int reading) {
    explain(r);
    r->in = TOLD;
    r->want = (expected){
        .line = r->s.number, .asks = asks, .certain = certain, .reading = reading, .wink = SQ_NO_WINK};
}

/* "b1 g2", for faults. */
static const char *names(sq_wink_set set) {
    static char text[4][SQ_USUAL_WINKS * 3 + 8];
    static int next;
    char *to = text[next++ % 4];
    int n = snprintf(to, sizeof text[0], "%s", set ? "" : "none");
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
        if (set & sq_wink_bit(w))
            n += snprintf(to + n, sizeof text[0] - (size_t)n, "%s%s", n ? " " : "", sq_wink_name(w));
    return to;
}

static bool check_over(script *s, const sq_squops *is, const sq_squops *want) {
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
        if (is->above[w] != want->above[w])
            return script_fault(s, "over %s lie %s, not %s", sq_wink_name(w), names(is->above[w]),
                                names(want->above[w]));
    return true;
}

static bool check_shot(script *s, const expected *w, const sq_play_reading *is) {
    const sq_event_shot *e = &is->event.shot;
    if (!is->has_event || is->event.kind != SQ_EVENT_SHOT) return script_fault(s, "a shot without an event");
    if (e->wink != w->wink)
        return script_fault(s, "shot of %s, not of %s", sq_wink_name(e->wink), sq_wink_name(w->wink));
    if (e->colour != sq_wink_colour(e->wink))
        return script_fault(s, "a shot of another colour than its wink's");
    if (e->potted != w->potted)
        return script_fault(s, "potted %s, not %s", names(e->potted), names(w->potted));
    if (e->off != w->off) return script_fault(s, "off %s, not %s", names(e->off), names(w->off));
    if (e->is_short != w->is_short) return script_fault(s, "%s", e->is_short ? "short" : "not short");
    if (e->over_known == (w->over_unknown || w->is_short))
        return script_fault(s, "who lies over whom is %stold", e->over_known ? "" : "not ");
    if (w->has_times && (e->t != sq_us_from_s(w->from_s) || e->rest != sq_us_from_s(w->to_s)))
        return script_fault(s, "from %g to %g s", (double)e->t / SQ_US_PER_S, (double)e->rest / SQ_US_PER_S);
    return !e->over_known || check_over(s, &e->over, &w->over);
}

static bool check_squidged(script *s, const expected *w, const sq_play_reading *is) {
    const sq_event_squidge_off *e = &is->event.squidge_off;
    if (is->has_event != w->complete)
        return script_fault(s, "the squidge-off is %scomplete", is->has_event ? "" : "not ");
    for (int c = 0; c < SQ_USUAL_COLOURS; c++) {
        if (!(w->squidged_told & sq_colour_bit((sq_colour)c))) continue;
        if (is->event.kind != SQ_EVENT_SQUIDGE_OFF || !(e->played & sq_colour_bit((sq_colour)c)) ||
            e->where[c] != w->where[c])
            return script_fault(s, "%s was not squidged there", sq_colour_name((sq_colour)c));
        if (isfinite(w->mm[c]) && fabs(e->mm[c] - w->mm[c]) > 0.0061) /* distances are told in hundredths */
            return script_fault(s, "%s is %.3f mm from the pot, not %g", sq_colour_name((sq_colour)c),
                                e->mm[c], w->mm[c]);
    }
    return true;
}

static bool check_event(script *s, const expected *w, const sq_play_reading *is) {
    switch (w->kind) {
    case SQ_PLAY_SHOT: return check_shot(s, w, is);
    case SQ_PLAY_SQUIDGED: return check_squidged(s, w, is);
    case SQ_PLAY_REPLACED:
        return (is->has_event && is->event.kind == SQ_EVENT_CHOOSE &&
                is->event.choose.option == SQ_CHOOSE_REPLAY) ||
               script_fault(s, "put back, and not told as a replay");
    default: return !is->has_event || script_fault(s, "%s, with an event", sq_play_kind_name(is->kind));
    }
}

static bool check_reading(run *r) {
    script *s = &r->s;
    const expected *w = &r->want;
    if (w->reading >= r->play.reading_count)
        return script_fault(s, "there are %d readings", r->play.reading_count);
    const sq_play_reading *is = &r->play.reading[w->reading];
    if (!w->has_kind)
        return (w->asks && !w->certain && !r->play.certain) ||
               script_fault(s, "nothing is told here: say what");
    if (is->kind != w->kind)
        return script_fault(s, "%s (%.3f), not %s", sq_play_kind_name(is->kind), is->probability,
                            sq_play_kind_name(w->kind));
    if (w->asks && r->play.certain != w->certain)
        return script_fault(s, "%s (%.4f)", r->play.certain ? "certain" : "a question", is->probability);
    if (is->passed != w->passed) return script_fault(s, "%s a pass", is->passed ? "after" : "not after");
    if (is->unseen_pile != w->unseen_pile)
        return script_fault(s, "%s an unseen wink", is->unseen_pile ? "on" : "not on");
    if (!(is->probability > w->least)) return script_fault(s, "probability %.3f", is->probability);
    if (w->has_moved && is->moved != w->moved)
        return script_fault(s, "moved %s, not %s", names(is->moved), names(w->moved));
    return check_event(s, w, is);
}

/* A section is over: what it told is held against what is. Faults name its head's line. */
static bool end_of_section(run *r) {
    if (r->in != TOLD || *r->s.fault) return !*r->s.fault;
    int line = r->s.number;
    r->s.number = r->want.line;
    bool well = check_reading(r);
    r->s.number = line;
    return well;
}

/* ---- What is asked, what is possible, and where winks lie ---- */

static bool asked_line(run *r) {
    static const struct {
        const char *says;
        sq_doubt_kind kind;
    } kinds[] = {{"does W lie over W", SQ_DOUBT_OVER},   {"is W on an unseen one", SQ_DOUBT_UNSEEN_PILE},
                 {"where is W", SQ_DOUBT_MISSING},       {"was W played or W", SQ_DOUBT_WHICH},
                 {"did C pass before C", SQ_DOUBT_TURN}, {"is W nearest or W", SQ_DOUBT_NEAREST},
                 {"what lies over W", SQ_DOUBT_HIDDEN},  {"what happened", SQ_DOUBT_UNEXPLAINED},
                 {"was W played besides", SQ_DOUBT_LEFT}};
    script *s = &r->s;
    const sq_doubt *d = &r->play.doubt[r->asked];
    if (script_says(s, "gap N mm"))
        return (r->asked && fabs(d[-1].gap_mm - s->value[0]) < 1e-6) ||
               script_fault(s, "the gap is %g mm", d[-1].gap_mm);
    size_t k = 0;
    while (k < sizeof kinds / sizeof *kinds && !script_says(s, kinds[k].says))
        k++;
    if (k == sizeof kinds / sizeof *kinds) return false;
    if (r->asked == r->play.doubt_count) return script_fault(s, "no more than %d things are asked", r->asked);
    r->asked++;
    if (d->kind != kinds[k].kind) return script_fault(s, "another thing is asked: kind %d", d->kind);
    sq_wink_set winks = (d->wink == SQ_NO_WINK ? 0 : sq_wink_bit(d->wink)) |
                        (d->other == SQ_NO_WINK ? 0 : sq_wink_bit(d->other));
    bool ordered = d->kind == SQ_DOUBT_OVER && (d->wink != s->wink[0] || d->other != s->wink[1]);
    if (s->wink_count && (ordered || (s->winks & ~winks) || (s->wink_count == 2 && winks != s->winks)))
        return script_fault(s, "it is asked of %s", names(winks));
    if (s->colour_count && (d->due != s->colour[0] || d->colour != s->colour[1]))
        return script_fault(s, "it is asked whether %s passed before %s", sq_colour_name(d->due),
                            sq_colour_name(d->colour));
    return true;
}

/* The probability of all readings with a shot of that wink that sent these off and potted those; which it
 * says to be gone where nobody sees them. */
static double probability_of(const run *all, sq_wink wink, sq_wink_set potted, sq_wink_set off) {
    double sum = 0;
    sq_wink_set seen = 0;
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
        if (all->after.wink[w].how == SQ_TRACK_SEEN) seen |= sq_wink_bit(w);
    for (int i = 0; i < all->play.reading_count; i++) {
        const sq_play_reading *r = &all->play.reading[i];
        const sq_event_shot *e = &r->event.shot;
        if (r->kind == SQ_PLAY_SHOT && e->wink == wink && e->potted == potted && e->off == off &&
            r->gone == ((potted | off) & ~seen))
            sum += r->probability;
    }
    return sum;
}

static bool possible_line(run *r) {
    script *s = &r->s;
    double sum, least = 0;
    if (script_says(s, "shot of W potted W") || script_says(s, "shot of W potted W over N %"))
        sum = probability_of(r, s->wink[0], sq_wink_bit(s->wink[1]), 0);
    else if (script_says(s, "shot of W off W") || script_says(s, "shot of W off W over N %"))
        sum = probability_of(r, s->wink[0], 0, sq_wink_bit(s->wink[1]));
    else if (script_says(s, "shot of W on the mat") || script_says(s, "shot of W on the mat over N %"))
        sum = probability_of(r, s->wink[0], 0, 0);
    else
        return false;
    if (s->value_count) least = s->value[0] / 100;
    return sum > least || script_fault(s, "its probability is %.4f", sum);
}

static bool lies_line(run *r) {
    script *s = &r->s;
    const sq_tracked_wink *w = r->after.wink;
    if (script_says(s, "supposed")) return sq_play_suppose(&r->after, &r->play.reading[0], NULL), true;
    if (script_says(s, "W at N N within N mm")) {
        sq_mm at = w[s->wink[0]].last.at;
        return sq_mm_distance(at, (sq_mm){s->value[0], s->value[1]}) <= s->value[2] ||
               script_fault(s, "it lies at %.2f %.2f", at.x, at.y);
    }
    if (script_says(s, "traced W+")) {
        for (sq_wink k = 0; k < SQ_USUAL_WINKS; k++)
            if (s->winks & sq_wink_bit(k) && (!w[k].traced || w[k].astray || w[k].away))
                return script_fault(s, "%s has left no trace", sq_wink_name(k));
        return true;
    }
    if (script_says(s, "seen W"))
        return w[s->wink[0]].how == SQ_TRACK_SEEN || script_fault(s, "nobody sees it");
    if (script_says(s, "inferred W")) {
        int i = w[s->wink[0]].index;
        return (i >= 0 && r->after.position.winks[i].seen == 0) || script_fault(s, "it is not inferred");
    }
    if (script_says(s, "behind baseline W"))
        return w[s->wink[0]].last.place == SQ_PLACE_BASELINE || script_fault(s, "it is not");
    if (!script_says(s, "W may be another N %")) return false;
    double misnamed = w[s->wink[0]].misnamed;
    return fabs(misnamed - s->value[0] / 100) < 1e-9 || script_fault(s, "by %.3f %%", 100 * misnamed);
}

/* ---- The whole ---- */

/* A line that begins a section; false where it does not. */
static bool head_line(run *r) {
    script *s = &r->s;
    bool then = script_says(s, "then"), instead = script_says(s, "instead"), or = script_says(s, "or");
    bool certain = script_says(s, "told for certain"), question = script_says(s, "told as a question"),
         told = script_says(s, "told"), asked = script_says(s, "asked"),
         possible = script_says(s, "possible"), lies = script_says(s, "afterwards"),
         first = script_says(s, "at first"), nothing = script_says(s, "asked nothing");
    if (!(then || instead || or || certain || question || told || asked || possible || lies || first ||
          nothing))
        return false;
    end_of_section(r);
    if (then) next_rest(r);
    if (instead) r->lies = r->lay;
    if (then || instead) start_lines(r);
    if ((certain || question || told || asked || or || possible || lies || nothing) && r->t == REST_S)
        return script_fault(s, "nothing has happened yet: say \"then\" and what"), true;
    if (certain || question || told) told_begins(r, !told, certain, 0);
    if (or) told_begins(r, false, false, r->want.reading + 1);
    if (asked || nothing) explain(r), r->in = ASKED, r->asked = 0;
    if (nothing && r->play.doubt_count) script_fault(s, "%d things are asked", r->play.doubt_count);
    if (possible || lies) explain(r), r->in = possible ? POSSIBLE : LIES;
    return true;
}

static bool line_of_section(run *r) {
    switch (r->in) {
    case TOLD: return told_line(r);
    case ASKED: return asked_line(r);
    case POSSIBLE: return possible_line(r);
    case LIES: return lies_line(r);
    default: return mat_line(r);
    }
}

/* Leaves the first fault in r->s.fault. */
static void run_script(run *r, const char *name, const char *text) {
    begin(r, name, text);
    int told = 0;
    while (!*r->s.fault && script_next(&r->s)) {
        if (head_line(r))
            told += r->in >= TOLD;
        else if (!line_of_section(r))
            script_fault(&r->s, "\"%s\" is no line that can stand here", r->s.line);
    }
    if (!*r->s.fault) end_of_section(r);
    if (!told) script_fault(&r->s, "nothing is told: say \"told\" and what");
}

static void run_text(const char *name, const char *text, char fault[SCRIPT_FAULT_MAX]) {
    static run r;
    run_script(&r, name, text);
    memcpy(fault, r.s.fault, sizeof r.s.fault);
}

int main(void) {
    static const wrong_script wrong[] = {
        {"then\n  b2 at -100 forty\n", "a.play:2: \"b2 at -100 forty\" is no line"},
        {"# why\n\nthen\n  q9 at 1 2\n", "a.play:4: \"q9 at 1 2\" is no line"},
        {"told for certain\n  nothing\n", "a.play:1: nothing has happened yet"},
        {"then\n  b2 at -100 40\n", "a.play:2: nothing is told"},
        {"then\n  b2 at -100 40\ntold for certain\n", "a.play:3: nothing is told here"},
        {"then\n  b2 at -100 40\ntold for certain\n  shot of b3\n", "a.play:3: shot of b2, not of b3"},
        {"then\n  b2 at -100 40\ntold as a question\n  shot of b2\n", "a.play:3: certain"},
        {"then\n  b2 at -100 40\ntold\n  shot of b2\n  b2 over r1\n", "a.play:3: over r1 lie none, not b2"},
        {"then\n  b2 at -100 40\ntold\n  shot of b2\n  off b2\n", "a.play:3: off none, not b2"},
        {"then\n  b2 at -100 40\ntold\n  nothing\n", "a.play:3: shot ("},
        {"then\n  b2 at -100 40\nasked\n  where is b2\n", "a.play:4: no more than 0 things are asked"},
        {"then\n  b2 at -100 40\nafterwards\n  b2 at 0 0 within 1 mm\n", "a.play:4: it lies at -"},
        {0},
    };
    return scripts_run(SCRIPTS, ".play", run_text, wrong);
}

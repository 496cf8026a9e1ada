/* Writes the lower third: words on the left, the standing on the right; one under the other where the picture
 * is upright. */
#include "ui/plate/lower_third.h"

#include <ctype.h>
#include <string.h>

#include "ui/words/event_words.h"
#include "ui/words/position_words.h"

/* Units. */
#define MARGIN 30.0
#define BAR 14.0 /* in the colour of who played */
#define HEADLINE 50.0
#define HEADLINE_SMALL 38.0
#define LINE 29.0
#define LINE_GAP 7.0
#define STANDING_WIDE 640.0
#define CHIP_TALL 78.0
#define CHIP_GAP 10.0
#define CHIP_TEXT 30.0
#define CHIP_COUNT 46.0
#define PLAYER_TEXT 19.0
#define CLOCK_TEXT 27.0

typedef char line_of_text[SQ_RULING_LINE_MAX];

/* ---- The words ---- */

/* Winks that lie under others. */
static int count_squopped(const sq_position *p) {
    bool under[SQ_SEEN_CAP] = {false};
    int n = 0;
    for (int i = 0; i < p->squop_count; i++)
        under[p->squops[i].under] |= p->squops[i].call == SQ_CALL_SQUOPPED;
    for (int i = 0; i < p->wink_count; i++)
        n += under[i];
    return n;
}

static const char *many(int n) {
    return n == 1 ? "" : "s";
}

/* "21 winks, 7 are squopped; LOOK at 2 places". Returns whether an umpire must look. */
static bool say_look(line_of_text out, const sq_shown *shown) {
    const sq_position *p = shown->position;
    int looks = sq_position_looks(p), squopped = count_squopped(p);
    int n = snprintf(out, SQ_RULING_LINE_MAX, "%d wink%s, ", p->wink_count, many(p->wink_count));
    if (squopped)
        n += snprintf(out + n, (size_t)(SQ_RULING_LINE_MAX - n), "%d squopped", squopped);
    else
        n += snprintf(out + n, (size_t)(SQ_RULING_LINE_MAX - n), "none squopped");
    if (looks)
        snprintf(out + n, (size_t)(SQ_RULING_LINE_MAX - n), "; LOOK at %d place%s", looks, many(looks));
    return looks > 0;
}

/* Where they lie, in one line. */
static void say_places(line_of_text out, const sq_position *p) {
    static const char *const where[SQ_PLACES] = {"on the mat", "behind the baselines", "in the pot",
                                                 "on the pot's rim", "off the mat"};
    int in[SQ_PLACES] = {0}, missing = 0;
    size_t n = 0;
    *out = 0;
    for (int i = 0; i < p->wink_count; i++)
        in[p->winks[i].place]++;
    int wholly = in[SQ_PLACE_POT];
    in[SQ_PLACE_POT] = sq_position_seen_in_pot(p); /* with those that show between others, as its card says */
    for (int k = 0; k < SQ_PLACES; k++)
        if (in[k])
            n += (size_t)snprintf(out + n, SQ_RULING_LINE_MAX - n, "%s%s%d %s", n ? ", " : "",
                                  k == SQ_PLACE_POT && in[k] > wholly ? "at least " : "", in[k], where[k]);
    for (unsigned c = 0; c < SQ_USUAL_COLOURS; c++)
        missing += sq_position_unseen(p, (sq_colour)c) - sq_position_in_heap(p, (sq_colour)c);
    if (missing) snprintf(out + n, SQ_RULING_LINE_MAX - n, "%s%d not in sight", n ? ", " : "", missing);
}

/* A rule's number on a chip of its own, then its sentence. Returns the height. */
static double write_rule(const sq_plate *s, sq_px at, double width, const char *line) {
    char rule[16];
    size_t n = strcspn(line, " ");
    bool number = isdigit((unsigned char)*line) && n < sizeof rule;
    if (!number) return sq_plate_write(s, at, width, 1, LINE, false, line, s->theme->quiet);
    snprintf(rule, sizeof rule, "%.*s", (int)n, line);
    double side = 0.3 * LINE * s->u,
           wide = sq_surface_text_width(s->canvas, (sq_font){LINE * s->u, true}, rule) + 2 * side;
    sq_surface_pane(s->canvas, (sq_pane){at.x, at.y, wide, SQ_LINE_SHARE * LINE * s->u}, 5 * s->u,
                    s->theme->card);
    sq_plate_write(s, (sq_px){at.x + side, at.y}, wide, 1, LINE, true, rule, s->theme->ink);
    double left = wide + 0.5 * LINE * s->u;
    return sq_plate_write(s, (sq_px){at.x + left, at.y}, width - left, 1, LINE, false, line + n + 1,
                          s->theme->quiet);
}

static double write_headline(const sq_plate *s, sq_px at, double width, const char *text, sq_paint ink) {
    double size = HEADLINE, tall = sq_plate_write(s, at, width, 9, size, true, text, (sq_paint){0});
    if (tall > 2.5 * size * s->u) size = HEADLINE_SMALL;
    return sq_plate_write(s, at, width, 3, size, true, text, ink);
}

/* "line 15, 0:57.8; 2 more rulings are in the record" */
static void say_when(line_of_text out, const sq_ruling_lines *call, int left_out) {
    char when[SQ_VIDEO_TEXT_MAX];
    int n = call->n ? snprintf(out, SQ_RULING_LINE_MAX, "line %d, ", call->n) : 0;
    n += snprintf(out + n, (size_t)(SQ_RULING_LINE_MAX - n), "%s", sq_video_time_text(when, call->t));
    if (left_out)
        snprintf(out + n, (size_t)(SQ_RULING_LINE_MAX - n), "; %d more %s in the record", left_out,
                 left_out == 1 ? "line is" : "lines are");
}

/* What goes under the headline: answers to a question, then rulings, as far as there is room. Returns how
 * many lines are left out. */
static int write_lines(const sq_plate *s, const sq_ruling_lines *call, sq_pane room) {
    double y = room.top;
    int i = 1;
    for (; i < call->count && y + SQ_LINE_SHARE * LINE * s->u <= room.top + room.height; i++) {
        bool answer = i <= call->answers;
        sq_px at = {room.left, y};
        y += answer ? sq_plate_write(s, at, room.width, 1, LINE, false, call->line[i], s->theme->ink)
                    : write_rule(s, at, room.width, call->line[i]);
        y += LINE_GAP * s->u;
    }
    return (i < call->count ? call->count - i : 0) + call->more;
}

/* Returns how many lines are left out. */
static int write_words(const sq_plate *s, const sq_shown *shown, sq_pane room) {
    line_of_text text = "", under = "";
    const sq_ruling_lines *call = shown->call;
    bool look = call ? call->question : shown->position && say_look(text, shown);
    if (call)
        snprintf(text, sizeof text, "%s%.300s",
                 call->question && call->n ? "HELD: "
                 : call->question          ? "LOOK: "
                                           : "",
                 call->headline);
    else if (shown->position)
        say_places(under, shown->position);
    double y = room.top +
               write_headline(s, (sq_px){room.left, room.top}, room.width, text,
                              look ? s->theme->look : s->theme->ink) +
               LINE_GAP * s->u;
    if (call) return write_lines(s, call, (sq_pane){room.left, y, room.width, room.top + room.height - y});
    sq_plate_write(s, (sq_px){room.left, y}, room.width, 2, LINE, false, under, s->theme->quiet);
    return 0;
}

/* ---- The standing ---- */

static void write_chip(const sq_plate *s, const sq_ruling_standing *st, sq_pane at, sq_colour c,
                       const char *count, bool turn) {
    const char *player = st ? st->player[c] : "";
    double u = s->u, middle = at.top + at.height / 2;
    sq_surface_pane(s->canvas, at, 8 * u, s->theme->card);
    if (turn)
        sq_surface_pane(s->canvas, (sq_pane){at.left, at.top, 7 * u, at.height}, 3 * u, s->theme->colour[c]);
    sq_plate_draw_shape(s, c, (sq_px){at.left + 36 * u, middle}, 15 * u);
    double left = at.left + 64 * u, wide = at.width - 150 * u;
    char name[16];
    snprintf(name, sizeof name, "%s", sq_colour_name(c));
    if (*player) {
        sq_plate_write(s, (sq_px){left, at.top + 6 * u}, wide, 1, CHIP_TEXT - 4, turn, name, s->theme->ink);
        sq_plate_write(s, (sq_px){left, at.top + 44 * u}, wide, 1, PLAYER_TEXT, false, player,
                       s->theme->quiet);
    } else {
        sq_plate_write(s, (sq_px){left, middle - 0.62 * CHIP_TEXT * u}, wide, 1, CHIP_TEXT, turn, name,
                       s->theme->ink);
    }
    sq_font font = {CHIP_COUNT * u, true};
    if (strlen(count) > 2) font.size = CHIP_TEXT * u;
    double w = sq_surface_text_width(s->canvas, font, count);
    sq_plate_write(s, (sq_px){at.left + at.width - w - 18 * u, middle - 0.62 * font.size}, w + 4, 1,
                   font.size / u, true, count, s->theme->ink);
}

/* "tiddlies; red to play, 2 shots" and the clock. */
static void say_turn(line_of_text out, const sq_ruling_standing *st) {
    int n = snprintf(out, SQ_RULING_LINE_MAX, st->in_pot ? "in the pot" : "tiddlies");
    if (st->turn == SQ_NO_COLOUR) return;
    n += snprintf(out + n, (size_t)(SQ_RULING_LINE_MAX - n), "; %s to play", sq_colour_name(st->turn));
    if (st->shots > 1) snprintf(out + n, (size_t)(SQ_RULING_LINE_MAX - n), ", %d shots", st->shots);
}

static void say_clock(line_of_text out, const sq_ruling_standing *st) {
    int left = st->limit_s - st->elapsed_s;
    *out = 0;
    if (st->phase == SQ_PHASE_TIMED && st->limit_s && left >= 0)
        snprintf(out, SQ_RULING_LINE_MAX, "%d:%02d left", left / 60, left % 60);
    else if (st->phase == SQ_PHASE_ROUND_LIMIT)
        snprintf(out, SQ_RULING_LINE_MAX, "%d round%s left", st->rounds_left, many(st->rounds_left));
    else if (st->phase == SQ_PHASE_ENDED)
        snprintf(out, SQ_RULING_LINE_MAX, "the game is over");
    else if (st->phase == SQ_PHASE_SQUIDGE_OFF)
        snprintf(out, SQ_RULING_LINE_MAX, "squidge-off");
}

static void write_standing(const sq_plate *s, const sq_shown *shown, sq_pane room) {
    const sq_ruling_standing *st = shown->standing ? shown->standing
                                   : shown->call   ? &shown->call->standing
                                                   : NULL;
    bool playing = st && st->playing;
    if (!playing && !(shown->position && !shown->call)) return;
    double u = s->u, wide = (room.width - CHIP_GAP * u) / 2, tall = CHIP_TALL * u, row = tall + CHIP_GAP * u;
    line_of_text text = "tiddlies";
    for (unsigned c = 0; c < SQ_USUAL_COLOURS; c++) { /* partners in a column */
        char count[SQ_WORDS_CAP];
        sq_pane at = {room.left + (c % 2) * (wide + CHIP_GAP * u), room.top + (c / 2) * row, wide, tall};
        if (playing)
            snprintf(count, sizeof count, "%d", st->tiddlies[c]);
        else
            sq_say_tiddlies(count, shown->position, (sq_colour)c);
        write_chip(s, st, at, (sq_colour)c, count, playing && st->turn == (sq_colour)c);
    }
    double y = room.top + 2 * row;
    if (playing) say_turn(text, st);
    sq_plate_write(s, (sq_px){room.left, y}, room.width * 0.62, 1, CLOCK_TEXT, false, text, s->theme->quiet);
    if (!playing) return;
    say_clock(text, st);
    double w = sq_surface_text_width(s->canvas, (sq_font){CLOCK_TEXT * u, true}, text);
    if (*text)
        sq_plate_write(s, (sq_px){room.left + room.width - w - 2 * u, y}, w + 4, 1, CLOCK_TEXT, true, text,
                       s->theme->ink);
}

void sq_lower_third_draw(const sq_plate *s, const sq_shown *shown) {
    double u = s->u, margin = MARGIN * u, left = margin + BAR * u;
    bool upright = s->columns > 1;
    sq_pane all = s->third,
            words = {left, all.top + 0.7 * margin, all.width - left - margin, all.height - margin};
    double standing = 2 * (CHIP_TALL + CHIP_GAP) * u + SQ_LINE_SHARE * CLOCK_TEXT * u;
    sq_pane chips = {all.width - margin - STANDING_WIDE * u, words.top, STANDING_WIDE * u, standing};
    if (upright) {
        chips = (sq_pane){left, all.top + all.height - 0.4 * margin - standing, words.width, standing};
        words.height = chips.top - words.top;
    } else {
        words.width = chips.left - margin - words.left;
    }
    const sq_ruling_lines *call = shown->call;
    sq_colour who = call ? call->colour : SQ_NO_COLOUR;
    sq_surface_pane(s->canvas, (sq_pane){0, all.top, BAR * u, all.height}, 0,
                    call && call->question   ? s->theme->look
                    : who < SQ_USUAL_COLOURS ? s->theme->colour[who]
                                             : s->theme->rule);
    bool has_foot = call && *call->headline && !upright;
    if (has_foot) words.height -= SQ_LINE_SHARE * PLAYER_TEXT * u;
    int left_out = write_words(s, shown, words);
    if (has_foot) { /* when, at the foot */
        line_of_text when;
        say_when(when, call, left_out);
        sq_plate_write(s, (sq_px){words.left, all.top + all.height - 1.5 * PLAYER_TEXT * u}, words.width, 1,
                       PLAYER_TEXT, false, when, s->theme->quiet);
    }
    write_standing(s, shown, chips);
}

/* Reads and says who plays, and where. */
#include "ui/words/details_words.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- Reading ---- */

static sq_detail find(const char *group, const char *key, size_t length) {
    if (!strcmp(group, "board"))
        return length == 5 && !strncmp(key, "light", length)  ? SQ_DETAIL_BLUE_RED
               : length == 4 && !strncmp(key, "dark", length) ? SQ_DETAIL_GREEN_YELLOW
                                                              : SQ_DETAILS;
    for (unsigned d = 0; d < SQ_DETAILS; d++)
        if (!strcmp(sq_detail_groups[d], group) && strlen(sq_detail_keys[d]) == length &&
            !strncmp(sq_detail_keys[d], key, length))
            return (sq_detail)d;
    return SQ_DETAILS;
}

/* The text from begin to end without blanks about it, cut at what no detail can hold. */
static void trimmed(char to[2 * SQ_DETAIL_MAX], const char *begin, const char *end) {
    while (begin < end && isspace((unsigned char)*begin))
        begin++;
    while (begin < end && isspace((unsigned char)end[-1]))
        end--;
    snprintf(to, 2 * SQ_DETAIL_MAX, "%.*s", (int)(end - begin), begin);
}

sq_code sq_details_parse(sq_details *to, const char *group, const char *list, sq_diag *d) {
    bool players = !strcmp(group, "players"), board = !strcmp(group, "board");
    const char *example = players ? "blue=Ann,red=Bob,green=Cy,yellow=Di"
                          : board ? "light=Ann,dark=Bob"
                                  : "blue-red=Cambridge,green-yellow=London";
    unsigned long named = 0; /* a bit for each */
    for (const char *at = list;;) {
        char key[2 * SQ_DETAIL_MAX], name[2 * SQ_DETAIL_MAX];
        const char *end = at + strcspn(at, ","), *equals = memchr(at, '=', (size_t)(end - at));
        trimmed(key, at, equals ? equals : end);
        sq_detail which = equals ? find(group, key, strlen(key)) : SQ_DETAILS;
        if (which == SQ_DETAILS)
            return sq_fail(d, SQ_E_ARGUMENT, "\"%.80s\": give %s as in %s", key, board ? "players" : group,
                           example);
        if (named & 1ul << which)
            return sq_fail(d, SQ_E_ARGUMENT, "\"%.80s\" comes twice; give each once, as in %s", key, example);
        named |= 1ul << which;
        trimmed(name, equals + 1, end);
        const char *why = sq_details_name(to, which, name);
        if (why) return sq_fail(d, SQ_E_ARGUMENT, "\"%.80s\": a name %s", name, why);
        if (!*end) return SQ_OK;
        at = end + 1;
    }
}

/* Whether a date is as people write it; with_time gets whether the time of the day is told. */
static bool read_date(struct tm *t, bool *with_time, const char *text) {
    *t = (struct tm){.tm_isdst = -1};
    const char *rest = strptime(text, "%Y-%m-%d", t);
    if (!rest) return false;
    *with_time = *rest;
    if (*rest && !strchr(" T", *rest)) return false;
    if (*rest) rest = strptime(rest + 1, "%H:%M", t);
    if (!rest || *rest) return false;
    struct tm same = *t; /* the 31st of June is none: it would become another day */
    return mktime(&same) != (time_t)-1 && same.tm_mday == t->tm_mday;
}

sq_code sq_details_parse_date(sq_details *to, const char *text, sq_diag *d) {
    struct tm t;
    bool with_time;
    if (read_date(&t, &with_time, text) && !sq_details_name(to, SQ_DETAIL_DATE, text)) return SQ_OK;
    return sq_fail(d, SQ_E_ARGUMENT,
                   "%.40s: give a day as in 2026-11-22, or with the time as in \"2026-11-22 19:30\"", text);
}

/* ---- Saying ---- */

const char *sq_date_text(char to[SQ_DATE_TEXT_MAX], const char *date) {
    struct tm t;
    bool with_time;
    if (read_date(&t, &with_time, date))
        strftime(to, SQ_DATE_TEXT_MAX, with_time ? "%-d %B %Y, %H:%M" : "%-d %B %Y", &t);
    else
        snprintf(to, SQ_DATE_TEXT_MAX, "%s", date);
    return to;
}

static const char *local_text(char to[SQ_DATE_TEXT_MAX], const char *instant, const char *form) {
    struct tm t = {0};
    *to = 0;
    if (!strptime(instant, "%Y-%m-%dT%H:%M:%SZ", &t)) return to;
    time_t at = timegm(&t);
    strftime(to, SQ_DATE_TEXT_MAX, form, localtime_r(&at, &t));
    return to;
}

const char *sq_local_time_text(char to[SQ_DATE_TEXT_MAX], const char *instant) {
    return local_text(to, instant, "%-d %B %Y, %H:%M %Z");
}

const char *sq_local_time_short(char to[SQ_DATE_TEXT_MAX], const char *instant) {
    return local_text(to, instant, "%Y-%m-%d %H:%M");
}

/* Adds "between before text" where there is a text. */
static void add(char to[SQ_DETAILS_TEXT_MAX], const char *before, const char *text) {
    size_t used = strlen(to);
    if (*text) snprintf(to + used, SQ_DETAILS_TEXT_MAX - used, "%s%s%s", used ? ", " : "", before, text);
}

/* "round 2", but "final" and "round of 16" as they are. */
static const char *counted(const char *what, const char *text) {
    return isdigit((unsigned char)*text) ? what : "";
}

const char *sq_details_heading(char to[SQ_DETAILS_TEXT_MAX], const sq_details *about, const char *begun) {
    char date[SQ_DATE_TEXT_MAX];
    const char *round = about->text[SQ_DETAIL_ROUND], *table = about->text[SQ_DETAIL_TABLE];
    *to = 0;
    add(to, "", about->text[SQ_DETAIL_EVENT]);
    add(to, counted("round ", round), round);
    add(to, counted("table ", table), table);
    add(to, "",
        *about->text[SQ_DETAIL_DATE] ? sq_date_text(date, about->text[SQ_DETAIL_DATE])
                                     : sq_local_time_text(date, begun));
    return to;
}

static const sq_detail player_of[SQ_COLOURS] = {
    [SQ_BLUE] = SQ_DETAIL_BLUE,     [SQ_GREEN] = SQ_DETAIL_GREEN, [SQ_RED] = SQ_DETAIL_RED,
    [SQ_YELLOW] = SQ_DETAIL_YELLOW, [SQ_WHITE] = SQ_DETAIL_WHITE, [SQ_PURPLE] = SQ_DETAIL_PURPLE};
static const sq_detail side_of[SQ_PARTNERSHIPS] = {
    [SQ_BLUE_RED] = SQ_DETAIL_BLUE_RED, [SQ_GREEN_YELLOW] = SQ_DETAIL_GREEN_YELLOW};

const char *sq_details_player(const sq_details *about, sq_colour c) {
    const char *player = about->text[player_of[c]];
    if (*player) return player;
    for (unsigned partner = 0; partner < SQ_COLOURS; partner++)
        if (sq_partnership_of((sq_colour)partner) == sq_partnership_of(c) && *about->text[player_of[partner]])
            return "";
    return about->text[side_of[sq_partnership_of(c)]];
}

const char *sq_details_side(char to[SQ_DETAILS_TEXT_MAX], const sq_details *about, sq_partnership side) {
    const char *name = about->text[side_of[side]], *first = "", *second = "";
    for (unsigned c = 0; c < SQ_COLOURS; c++) {
        const char *player = about->text[player_of[c]];
        if (sq_partnership_of((sq_colour)c) != side || !*player) continue;
        if (!*first)
            first = player;
        else if (strcmp(first, player) != 0) /* one player of both colours is one person */
            second = player;
    }
    bool both = *name && *first;
    snprintf(to, SQ_DETAILS_TEXT_MAX, "%s%s%s%s%s%s", name, both ? " (" : "", first, *second ? " and " : "",
             second, both ? ")" : "");
    return to;
}

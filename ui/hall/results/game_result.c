/* Reads a record of the hall and says how the game stands. */
#include "ui/hall/results/game_result.h"

#include <stdio.h>
#include <string.h>

#include "rules/book/ruleset.h"
#include "rules/other/game_registry.h"
#include "rules/terms/text_buffer.h"
#include "ui/words/score_sheet.h"

const char *sq_game_is_name(sq_game_is is) {
    static const char *const names[] = {
#define X(is, name) name,
        SQ_GAME_IS_LIST(X)
#undef X
    };
    return names[is];
}

/* ---- Reading ---- */

typedef struct {
    sq_game *game;
    sq_remarks_list *remarks;
    bool failed;
} reading;

static void take_line(void *who, int n, const char *text, size_t length) {
    static sq_game_answer answer; /* large */
    reading *r = who;
    char name[SQ_RECORD_NAME_MAX];
    if (sq_record_is_blank(text, length)) return;
    r->failed |= !sq_game_read(r->game, n, text, length, name, &answer) ||
                 !sq_remarks_add(r->remarks, n, text, length);
}

/* ---- What it says ---- */

static sq_sixtieths share_of(sq_colour_set winners, sq_partnership side) {
    bool mine = winners & sq_colours_of(side), theirs = winners & ~sq_colours_of(side);
    return mine == theirs ? SQ_POINT / 2 : mine ? SQ_POINT : 0;
}

static void tell_tiddlywinks(sq_game_result *r, const sq_state *s) {
    char text[SQ_SHEET_TEXT_MAX];
    r->by_points = sq_sheet_has_points(s);
    for (int p = 0; p < SQ_PARTNERSHIPS; p++)
        r->points[p] = r->by_points ? s->now.score[p] : share_of(s->now.winners, (sq_partnership)p);
    if (r->is == SQ_GAME_ENDED)
        sq_sheet_outcome(r->words, &s->now);
    else
        snprintf(r->words, sizeof r->words, "%s", sq_sheet_lead(text, s));
}

static void tell_other(sq_game_result *r, const sq_other_game *other, const sq_state *s) {
    sq_text text = sq_text_in(r->words, sizeof r->words);
    r->by_points = true;
    other->side_points(s, r->points);
    other->say_standing(&text, s);
}

static void tell(sq_game_result *r, const sq_game *g, const sq_remarks_list *remarks) {
    const sq_state *s = sq_game_state(g);
    char lines[SQ_OPEN_LINES_MAX];
    sq_game_details(g, &r->about);
    if (!s->playing) return;
    r->is = s->now.phase == SQ_PHASE_ENDED ? SQ_GAME_ENDED : SQ_GAME_PLAYED;
    r->open = sq_open_questions(g, remarks, lines);
    const sq_other_game *other = sq_other_game_at(s->rules);
    snprintf(r->rules, sizeof r->rules, "%s", other ? other->name : sq_ruleset_at(s->rules)->name);
    if (other)
        tell_other(r, other, s);
    else
        tell_tiddlywinks(r, s);
}

bool sq_game_result_read(sq_game_result *out, sq_hall_store *s, const char *id, int number, sq_game **game,
                         sq_remarks_list *remarks) {
    sq_remarks_list own = {0};
    sq_stored_game stored;
    reading r = {sq_game_new(), remarks ? remarks : &own, false};
    *out = (sq_game_result){.number = number};
    snprintf(out->id, sizeof out->id, "%s", id);
    bool well = r.game && sq_hall_store_game(s, id, &stored);
    bool there = well && *stored.table && number >= 1 && number <= stored.number;
    if (there) memcpy(out->table, stored.table, sizeof out->table);
    if (there) memcpy(out->begun, stored.begun, sizeof out->begun);
    if (there) r.failed |= !sq_hall_store_lines(s, id, number, take_line, &r);
    if (there) tell(out, r.game, r.remarks);
    sq_remarks_free(&own);
    if (game)
        *game = r.game;
    else
        sq_game_free(r.game);
    return well && !r.failed;
}

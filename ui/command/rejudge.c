/* squint rejudge: decides a game again from its stored observations. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/other/game_registry.h"
#include "ui/command/command.h"
#include "ui/files/game_bundle.h"
#include "ui/files/rule_book_file.h"
#include "ui/game/record_remarks.h"
#include "ui/game/rejudge_game.h"
#include "ui/rules/under_another_book.h"
#include "ui/terminal/options.h"
#include "ui/words/event_words.h"
#include "ui/words/score_sheet.h"
#include "vision/system/text_line.h"

static const char doc[] =
    "Decides a whole game again from what was stored of each rest. Says where this version of squint would "
    "decide differently from the record, event by event and in the score. Changes nothing.\vGAME is the "
    "folder that squint referee --out has made, a record in it, or a bundle (squint bundle). Lines that a "
    "person has added to the record are kept, after as many events as before. With --rules what was seen is "
    "not judged again: the lines of the record are carried out by another book, as far as possible; any "
    "record will do.\n\n"
    "Examples:\n"
    "  squint rejudge tuesday\n"
    "  squint rejudge tuesday-12.tar.gz\n"
    "  squint rejudge --rules parker tuesday/game.jsonl   # the same shots by another book\n"
    "  for game in games/*; do squint rejudge \"$game\"; done   # after an update\n\n"
    "Exit status: 0 nothing would differ, 1 something would, 2 there is no such game, 3 nothing would "
    "differ, but questions of the game are open.";

/* One event of the referee's own. */
typedef struct {
    int n;
    char *line;  /* without remarks, to compare */
    char *words; /* for people */
} decision;

typedef struct {
    decision *list;
    int count, room;
} decisions;

typedef struct {
    int game, last_game;
    decisions now;
    sq_state end; /* after the last event of the game */
} rejudging;

static sq_code no_memory(sq_diag *d) {
    return sq_fail(d, SQ_E_MEMORY, "no memory for a game; close other programs");
}

static sq_code add(decisions *to, int n, const sq_event *e, const sq_state *before, const sq_state *after,
                   sq_diag *d) {
    char line[SQ_EVENT_LINE_MAX], words[SQ_EVENT_WORDS_MAX];
    if (to->count == to->room) {
        int room = 2 * to->room + 64;
        decision *more = realloc(to->list, (size_t)room * sizeof *more);
        if (!more) return no_memory(d);
        to->list = more;
        to->room = room;
    }
    sq_record_write(line, sizeof line, e, NULL);
    sq_event_words(words, e, before, after);
    decision *new = &to->list[to->count++];
    *new = (decision){n, strdup(line), strdup(words)};
    return new->line &&new->words ? SQ_OK : no_memory(d);
}

static void free_decisions(decisions *list) {
    for (int i = 0; i < list->count; i++) {
        free(list->list[i].line);
        free(list->list[i].words);
    }
    free(list->list);
}

static sq_code hear(void *who, const sq_replayed *told, sq_diag *d) {
    rejudging *r = who;
    const sq_said *said = told->said;
    r->last_game = told->game;
    if (told->game != r->game || said->kind != SQ_SAID_EVENT) return SQ_OK;
    r->end = *said->after;
    return add(&r->now, said->n, said->event, said->before, said->after, d);
}

/* The record's own events as they were decided: an umpire's amend does not count, since it comes again. */
static sq_code read_decisions(decisions *to, const char *record, sq_diag *d) {
    static sq_record_line event;
    char why[SQ_RECORD_WHY_MAX], *text = NULL;
    size_t room = 0;
    ssize_t length;
    sq_game *g;
    sq_code code = sq_game_load(&g, record, d);
    FILE *f = code ? NULL : fopen(record, "re");
    for (int n = 1, i = 0; f && !code && (length = sq_text_line(&text, &room, f)) > 0; n++) {
        while (i < sq_game_lines(g) && sq_game_line_at(g, i).n < n)
            i++;
        if (i == sq_game_lines(g) || sq_line_by_hand(text)) continue;
        sq_game_line line = sq_game_line_at(g, i);
        if (line.n == n && sq_record_read(&event, text, (size_t)length, why))
            code = add(to, n, &event.event, line.before, line.state, d);
    }
    if (f) fclose(f);
    free(text);
    sq_game_free(g);
    return code;
}

/* ---- What differs ---- */

static bool same(const decision *a, const decision *b) {
    return !strcmp(a->line, b->line);
}

/* common[i * (now + 1) + j]: the length of the longest list of events that both have from was[i] and now[j]
 * on. */
static int *find_common(const decisions *was, const decisions *now) {
    size_t wide = (size_t)now->count + 1;
    int *common = calloc(((size_t)was->count + 1) * wide, sizeof *common);
    for (int i = was->count - 1; common && i >= 0; i--)
        for (int j = now->count - 1; j >= 0; j--) {
            int *at = &common[(size_t)i * wide + (size_t)j];
            int skip_was = at[wide], skip_now = at[1];
            *at = same(&was->list[i], &now->list[j]) ? at[wide + 1] + 1
                  : skip_was > skip_now              ? skip_was
                                                     : skip_now;
        }
    return common;
}

/* How many events differ: a line that reads otherwise is one. */
static int tell_difference(const decisions *was, const decisions *now, const int *common) {
    size_t wide = (size_t)now->count + 1;
    int i = 0, j = 0, gone = 0, come = 0;
    while (i < was->count || j < now->count) {
        const int *at = &common[(size_t)i * wide + (size_t)j];
        if (i < was->count && j < now->count && same(&was->list[i], &now->list[j])) {
            i++, j++;
            continue;
        }
        if (j == now->count || (i < was->count && at[wide] >= at[1])) {
            printf("%4d  was  %s\n", was->list[i].n, was->list[i].words);
            i++, gone++;
        } else {
            printf("%4d  now  %s\n", now->list[j].n, now->list[j].words);
            j++, come++;
        }
    }
    return gone > come ? gone : come;
}

static void tell_end(const char *when, const sq_state *s) {
    char outcome[SQ_OUTCOME_MAX];
    const char *between = "  tiddlies";
    fputs(when, stdout);
    for (unsigned c = 0; c < SQ_USUAL_COLOURS && sq_sheet_has_row(s, SQ_SHEET_TIDDLIES); c++, between = ",")
        printf("%s %s %d", between, sq_colour_name((sq_colour)c), sq_state_tiddlies(s, (sq_colour)c));
    if (s->now.phase == SQ_PHASE_ENDED)
        printf("%s %s", *between == ',' ? "; score" : " ", sq_sheet_outcome(outcome, &s->now));
    puts("");
}

static sq_code compare(const decisions *was, const rejudging *r, const sq_state *old_end, bool *differs,
                       sq_diag *d) {
    int *common = find_common(was, &r->now);
    if (!common) return no_memory(d);
    int n = tell_difference(was, &r->now, common);
    free(common);
    *differs = n;
    if (n)
        printf("\n%d event%s would differ of %d\n", n, n == 1 ? "" : "s", was->count);
    else
        printf("all %d events would be the same\n", was->count);
    if (!old_end->playing || !r->end.playing) return SQ_OK;
    tell_end("was", old_end);
    tell_end("now", &r->end);
    return SQ_OK;
}

static sq_code rejudge(const char *name, bool *differs, int *open, sq_diag *d) {
    char open_text[SQ_OPEN_TEXT_MAX];
    sq_remarks_list remarks = {0};
    static rejudging r;
    static sq_game_paths paths;
    char record[PATH_MAX];
    decisions was = {0};
    sq_game *g = NULL;
    sq_state end;
    r = (rejudging){.end = sq_state_none()};
    sq_code code = sq_game_named(&paths, &r.game, record, name, d);
    if (!code) code = sq_game_refuse_other(name, record, "is not judged again from its looks", d);
    if (!code) code = read_decisions(&was, record, d);
    if (!code) code = sq_replay(&paths, hear, &r, &end, d);
    if (!code && r.game == r.last_game) r.end = end; /* with the last lines by hand */
    if (!code) code = sq_game_load_remarks(&g, &remarks, record, d);
    if (!code) code = compare(&was, &r, sq_game_state(g), differs, d);
    if (!code && (*open = sq_open_questions_say(open_text, g, &remarks))) puts(open_text);
    sq_remarks_free(&remarks);
    sq_game_free(g);
    free_decisions(&was);
    free_decisions(&r.now);
    return code;
}

/* The lines of a record by another book. */
static sq_code by_another_book(const char *name, int rules, bool *differs, int *open, sq_diag *d) {
    char open_text[SQ_OPEN_TEXT_MAX], record[PATH_MAX];
    sq_remarks_list remarks = {0};
    static sq_game_paths paths;
    sq_game *g = NULL;
    int game;
    bool is_record = strlen(name) > 6 && !strcmp(name + strlen(name) - 6, ".jsonl");
    sq_code code = SQ_OK;
    if (is_record)
        snprintf(record, sizeof record, "%s", name);
    else
        code = sq_game_named(&paths, &game, record, name, d);
    if (!code) code = sq_game_load_remarks(&g, &remarks, record, d);
    if (!code && sq_other_game_at(sq_game_state(g)->rules))
        code = sq_fail(d, SQ_E_FORMAT,
                       "%s is a record of another game than tiddlywinks; it has no other book", name);
    if (!code) *differs = sq_another_book_tell(g, rules);
    if (!code && (*open = sq_open_questions_say(open_text, g, &remarks))) puts(open_text);
    sq_remarks_free(&remarks);
    sq_game_free(g);
    return code;
}

typedef struct {
    const char *game;
    int rules; /* of --rules; -1: as the game's */
} wish;

static const struct argp_option options[] = {
    {"rules", 'r', "BOOK", 0, "judge the same shots by another book: its name, or a file (*.rules)", 0}, {0}};

static error_t take_option(int key, char *arg, struct argp_state *state) {
    wish *w = state->input;
    sq_diag d;
    switch (key) {
    case 'r':
        w->rules = sq_rule_book_find(arg, &d);
        if (w->rules < 0) argp_error(state, "--rules: %s", d.text);
        return 0;
    case ARGP_KEY_ARG:
        if (w->game) argp_error(state, "one game at a time; \"%s\" is one too many", arg);
        w->game = arg;
        return 0;
    case ARGP_KEY_NO_ARGS: argp_error(state, "give a game's folder"); return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static sq_code rejudge_one(const char *name, const wish *w, bool *differs, int *open, sq_diag *d) {
    return w->rules >= 0 ? by_another_book(name, w->rules, differs, open, d)
                         : rejudge(name, differs, open, d);
}

/* A game, or one that is unpacked from a bundle for the while. */
static sq_code rejudge_named(const wish *w, bool *differs, int *open, sq_diag *d) {
    char folder[PATH_MAX] = "", record[PATH_MAX];
    if (!sq_bundle_is(w->game)) return rejudge_one(w->game, w, differs, open, d);
    sq_code code = sq_bundle_open(folder, record, w->game, d);
    if (!code) code = rejudge_one(record, w, differs, open, d);
    sq_bundle_remove(folder);
    return code;
}

int sq_command_rejudge(int argc, char **argv) {
    static const struct argp argp = {options, take_option, "GAME|BUNDLE", doc, NULL, NULL, NULL};
    wish w = {.rules = -1};
    bool differs = false;
    int open = 0;
    sq_diag d;
    sq_options_parse(&argp, argc, argv, &w);
    sq_code code = rejudge_named(&w, &differs, &open, &d);
    if (!code) return differs ? SQ_EXIT_NO : open ? SQ_EXIT_OPEN : SQ_EXIT_OK;
    fprintf(stderr, "squint: %s\n", d.text);
    return SQ_EXIT_INPUT;
}

/* squint rules --amend EVENT --dry-run: what an amend would change, before it is carried out. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "ui/rules/record_view.h"
#include "ui/words/event_words.h"
#include "vision/system/short_numbers.h"

/* The state as its line in the record, for comparison key by key. */
static json_t *state_json(int n, const sq_state *s) {
    static char text[SQ_STATE_LINE_MAX];
    size_t length = sq_record_write_state(text, sizeof text, n, NULL, s, NULL, NULL);
    return json_loadb(text, length, 0, NULL);
}

static void show_key(const char *key, const json_t *was, const json_t *is) {
    char *old = was ? sq_short_numbers(json_dumps(was, JSON_ENCODE_ANY | JSON_COMPACT)) : NULL;
    char *new = is ? sq_short_numbers(json_dumps(is, JSON_ENCODE_ANY | JSON_COMPACT)) : NULL;
    printf("        %s: %s -> %s\n", key, old ? old : "absent", new ? new : "absent");
    free(old);
    free(new);
}

/* Prints the keys that differ; returns whether any does. */
static bool show_differences(const json_t *was, json_t *is) {
    const char *key;
    json_t *value;
    bool differs = false;
    json_object_foreach(is, key, value) {
        const json_t *old = json_object_get(was, key);
        if (old && json_equal(old, value)) continue;
        show_key(key, old, value);
        differs = true;
    }
    return differs;
}

static bool states_differ(const sq_game_line *was, const sq_game_line *is) {
    return was->carried_out != is->carried_out || !sq_state_equal(was->state, is->state);
}

static void show_line(const sq_game_line *was, const sq_game_line *is) {
    char words[SQ_EVENT_WORDS_MAX];
    const sq_game_line *told = is->event ? is : was;
    printf("%4d  %s", is->n,
           told->event ? sq_event_words(words, told->event, told->amendment, told->before, told->state) : "");
    if (was->carried_out && !is->carried_out)
        printf("%s", is->stands ? "  This could not happen any more and would be left out."
                                : "  This would be removed.");
    if (!was->carried_out && is->carried_out) printf("  This would happen now.");
    puts("");
    json_t *old = state_json(is->n, was->state), *new = state_json(is->n, is->state);
    if (!show_differences(old, new)) printf("        as before in all that is printed\n");
    json_decref(old);
    json_decref(new);
}

static void show_score(const char *when, const sq_state *s) {
    char a[SQ_POINTS_TEXT_MAX], b[SQ_POINTS_TEXT_MAX];
    const sq_standing *p = &s->now;
    printf("  %s: ", when);
    if (p->phase == SQ_PHASE_ENDED) {
        printf("blue-red %s, green-yellow %s\n", sq_points_text(p->score[SQ_BLUE_RED], a),
               sq_points_text(p->score[SQ_GREEN_YELLOW], b));
        return;
    }
    printf("not over, %s to play; tiddlies", p->turn == SQ_NO_COLOUR ? "nobody" : sq_colour_name(p->turn));
    for (unsigned c = 0; c < SQ_COLOURS; c++)
        printf(" %s %d", sq_colour_name((sq_colour)c), sq_state_tiddlies(s, (sq_colour)c));
    puts("");
}

static bool compare(const sq_game *was, const sq_game *is) {
    int differing = 0, lines = sq_game_lines(was);
    for (int i = 0; i < lines; i++) {
        sq_game_line a = sq_game_line_at(was, i), b = sq_game_line_at(is, i);
        if (!states_differ(&a, &b)) continue;
        show_line(&a, &b);
        differing++;
    }
    printf("%d of %d lines would differ.\n", differing, lines);
    show_score("now", sq_game_state(was));
    show_score("then", sq_game_state(is));
    return true;
}

bool sq_rules_dry_run(const sq_game *game, const char *file, const char *amend) {
    char name[SQ_RECORD_NAME_MAX];
    sq_game_answer answer = {0};
    sq_game *copy = sq_game_copy(game);
    int lines = sq_game_lines(game), n = lines ? sq_game_line_at(game, lines - 1).n + 1 : 1;
    bool well = copy && sq_game_read(copy, n, amend, strlen(amend), name, &answer);
    if (!well)
        fputs("squint: out of memory; close other programs\n", stderr);
    else if (!answer.taken || strcmp(name, "amend")) {
        well = false;
        printf("%s: the amend would be refused: %s\n", file,
               answer.taken ? "it is no \"amend\" event" : answer.why);
    } else
        well = compare(game, copy);
    sq_game_free(copy);
    return well;
}
